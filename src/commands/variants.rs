//! `ziggurat variants`: the games it knows.

use super::Failure;
use crate::game::registry::VARIANTS;
use crate::uci::tables;
use serde_json::json;
use std::io::Write;

/// List the variants with the shapes of their boards (files x ranks x levels)
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ziggurat variants
  ziggurat variants --json
  ziggurat help dragonchess      the rules of one of them")]
pub struct Args {
    /// One JSON array instead of a table
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    if !args.json {
        return Ok(write!(out, "{}", tables::variants())?);
    }
    let list: Vec<_> = VARIANTS
        .iter()
        .map(|v| {
            let (files, ranks, levels) = v.info.shape;
            json!({
                "name": v.info.name,
                "aliases": v.info.aliases,
                "summary": v.info.summary,
                "files": files,
                "ranks": ranks,
                "levels": levels,
                "startpos": v.info.start,
            })
        })
        .collect();
    Ok(writeln!(out, "{}", serde_json::Value::Array(list))?)
}
