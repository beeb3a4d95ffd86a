//! The program: reads the command line and calls one command.

fn main() {}
