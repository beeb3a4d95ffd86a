//! `ziggurat help`: the commands, one command, or the rules of a variant.

use super::{Cli, Failure};
use crate::game::registry;
use crate::uci::tables;
use clap::CommandFactory;
use std::io::Write;

/// Explain a variant (rules in brief, start position, text and move forms), a command, or the program
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ziggurat help
  ziggurat help dragonchess
  ziggurat help perft")]
pub struct Args {
    /// A variant or a command
    topic: Option<String>,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(topic) = &args.topic else {
        return Ok(write!(out, "{}\nVariants:\n{}", flag_help(&[]), tables::variants())?);
    };
    if Cli::command().find_subcommand(topic).is_some() {
        return Ok(write!(out, "{}", flag_help(&[topic]))?);
    }
    let info = registry::find(topic).map_err(|e| e.within("help"))?.info;
    Ok(writeln!(out, "{}", info.help_text().trim_end())?)
}

/// What the program prints for these words and `--help`.
fn flag_help(words: &[&str]) -> String {
    let line = ["ziggurat"].iter().chain(words).chain(&["--help"]);
    // The parser gives help by way of an error.
    Cli::command().try_get_matches_from(line).err().map(|help| help.to_string()).unwrap_or_default()
}
