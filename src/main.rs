//! The program: reads the command line and calls one command.

use std::process::ExitCode;

fn main() -> ExitCode {
    ziggurat::commands::run()
}
