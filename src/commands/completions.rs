//! `ziggurat completions`: completion scripts for shells.

use super::{Cli, Failure};
use clap::CommandFactory;
use clap_complete::{Shell, generate};
use std::io::Write;

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ziggurat completions bash > ~/.local/share/bash-completion/completions/ziggurat
  ziggurat completions fish > ~/.config/fish/completions/ziggurat.fish")]
pub struct Args {
    /// The shell
    shell: Shell,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    // The generator panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "ziggurat", &mut script);
    Ok(out.write_all(&script)?)
}
