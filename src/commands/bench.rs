//! `ziggurat bench`: the signature of the search and its speed.

use super::Failure;
use super::flags::GameFlags;
use crate::game::registry;
use crate::search::Control;
use crate::search::bench::{self, Measure};
use crate::uci::tables;
use serde_json::{Value, json};
use std::io::Write;
use std::num::NonZeroU32;
use std::slice;
use std::sync::Arc;

/// Search fixed positions of every variant to a fixed depth; count nodes and nodes a second
#[derive(clap::Args)]
#[command(after_help = "\
One thread and a table of fixed size: the number of nodes is the signature of the search,
the same on every machine.

Examples:
  ziggurat bench
  ziggurat bench 6 --variant dragonchess --json")]
pub struct Args {
    #[command(flatten)]
    game: GameFlags,
    /// Search to this depth instead of each variant's own
    depth: Option<NonZeroU32>,
    /// The same as a flag, as other commands have it
    #[arg(long = "depth", value_name = "N", conflicts_with = "depth")]
    depth_flag: Option<NonZeroU32>,
    /// One JSON object instead of lines
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let variants = args.game.named().map_or(registry::VARIANTS, slice::from_ref);
    let depth = args.depth.or(args.depth_flag).map(NonZeroU32::get);
    let mut total = Measure::default();
    let mut lines = Vec::with_capacity(variants.len());
    for variant in variants {
        let name = variant.info.name;
        let measure = bench::run(variant, depth, &Arc::new(Control::default()))?;
        if !args.json {
            write!(out, "{}", tables::bench(name, &measure))?;
        }
        total += measure;
        lines.push(json_of(name, &measure));
    }
    if args.json {
        Ok(writeln!(out, "{}", json!({ "variants": lines, "total": json_of("all", &total) }))?)
    } else {
        Ok(write!(out, "{}", tables::bench_total(&total))?)
    }
}

fn json_of(name: &str, measure: &Measure) -> Value {
    let time = u64::try_from(measure.time.as_millis()).unwrap_or(u64::MAX);
    json!({ "variant": name, "nodes": measure.nodes, "time": time, "nps": tables::speed(measure) })
}
