//! `ziggurat uci`: the protocol on standard input and output.

use super::{Failure, paint};
use crate::uci::{self, Trouble};
use std::io::{self, BufReader};

/// Speak UCI on standard input and output (also what happens without a command)
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  printf 'position startpos\\ngo depth 8\\n' | ziggurat uci
  printf 'setoption name UCI_Variant value dragonchess\\ngo movetime 2000\\n' | ziggurat

In a session `help` lists the commands, `d` draws the board.")]
pub struct Args {}

pub fn run(_: &Args) -> Result<(), Failure> {
    uci::run(BufReader::new(io::stdin()), io::stdout(), paint()).map_err(|trouble| match trouble {
        Trouble::Memory(error) => Failure::Usage(error),
        Trouble::Input(error) => Failure::Input(error),
        Trouble::Output(error) => Failure::Output(error),
    })
}
