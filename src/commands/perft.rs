//! `ziggurat perft`: leaves counted, alone or against a suite of known counts.

use super::flags::{GameFlags, PositionFlags, ResourceFlags, millis, read_file};
use super::{Failure, progress_bar};
use crate::game::perft::{MAX_DEPTH, Method, Table};
use crate::game::suite::{self, Entry};
use crate::game::{InputError, Referee};
use crate::uci::per_second;
use indicatif::ProgressBar;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Count the leaves of the tree of legal moves, or check a suite of known counts
#[derive(clap::Args)]
#[command(after_help = "\
A suite has a position a line, then its counts: `<text> ;D1 20 ;D2 400`;
`;c960 1` writes castling king-takes-rook. A file whose name begins with a variant's,
as dragonchess.perft, is a suite of that variant unless --variant says otherwise.

Examples:
  ziggurat perft 5
  ziggurat perft 3 --divide --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  ziggurat perft 4 --variant dragonchess --threads 2 --hash 256
  ziggurat perft --suite positions/dragonchess.perft --max-leaves 10000000")]
pub struct Args {
    /// The depth in half-moves
    #[arg(required_unless_present_any = ["depth_flag", "suite"], value_parser = depths())]
    depth: Option<u32>,
    /// The same as a flag, as other commands have it
    #[arg(long = "depth", value_name = "N", conflicts_with = "depth", value_parser = depths())]
    depth_flag: Option<u32>,
    /// Show the count below each move
    #[arg(long)]
    divide: bool,
    /// Check every count of this file; exit code 1 if one is wrong
    #[arg(long, value_name = "FILE", conflicts_with_all = ["depth", "depth_flag", "divide", "fen", "moves"])]
    suite: Option<PathBuf>,
    /// Skip counts of the suite that are greater than this
    #[arg(long, value_name = "N", requires = "suite", conflicts_with_all = ["depth", "depth_flag"])]
    max_leaves: Option<u64>,
    #[command(flatten)]
    position: PositionFlags,
    #[command(flatten)]
    resources: ResourceFlags,
    /// One JSON object instead of lines
    #[arg(long)]
    json: bool,
}

fn depths() -> impl clap::builder::TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(0..=MAX_DEPTH.into())
}

impl Args {
    /// The table of counts, if one is wanted.
    fn table(&self) -> Result<Option<Table>, InputError> {
        Some(self.resources.hash_mib(0)).filter(|&mib| mib > 0).map(Table::new).transpose()
    }

    fn method<'t>(&self, table: &'t Option<Table>) -> Method<'t> {
        Method { threads: self.resources.threads(), table: table.as_ref(), ..Method::default() }
    }
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    match &args.suite {
        Some(path) => run_suite(args, path, out),
        None => run_one(args, args.depth.or(args.depth_flag).unwrap_or_default(), out),
    }
}

// ---- One position ----

fn run_one(args: &Args, depth: u32, out: &mut dyn Write) -> Result<(), Failure> {
    let mut referee = (args.position.game.variant().referee)();
    args.position.set_up(referee.as_mut())?;
    let table = args.table()?;
    let bar = spinner(referee.as_ref());
    let tell = || bar.inc(1);
    let method = Method { told: Some(&tell), ..args.method(&table) };
    let start = Instant::now();
    let counts = if args.divide { referee.divide(depth, method) } else { Vec::new() };
    let total = match depth {
        1.. if args.divide => counts.iter().map(|(_, n)| n).sum(),
        _ => referee.perft(depth, method),
    };
    let time = start.elapsed();
    bar.finish_and_clear();
    let rate = per_second(total, time.as_micros());
    if args.json {
        let mut answer = json!({ "fen": referee.text(), "depth": depth, "nodes": total, "time": millis(time), "nps": rate });
        if args.divide {
            answer["divide"] = counts.into_iter().map(|(m, n)| (m, Value::from(n))).collect::<Map<_, _>>().into();
        }
        return Ok(writeln!(out, "{answer}")?);
    }
    if args.divide {
        for (m, count) in &counts {
            writeln!(out, "{m}: {count}")?;
        }
        writeln!(out)?;
    }
    Ok(writeln!(out, "Nodes searched: {total}\nTime: {} ms\nLeaves/second: {rate}", time.as_millis())?)
}

/// Turns while a position is counted, and says how many of its first moves are done. Where the sides move at once there
/// are too many to list them for that.
fn spinner(referee: &dyn Referee) -> ProgressBar {
    if referee.is_simultaneous() {
        return progress_bar(0, "{spinner} {elapsed} gone");
    }
    let moves = referee.perft(1, Method::default());
    progress_bar(moves, "{spinner} {pos} of {len} first moves, {elapsed} gone")
}

// ---- A suite ----

/// A count to be checked.
struct Item<'t> {
    entry: &'t Entry<'t>,
    depth: u32,
    expected: u64,
}

/// A count that came out wrong.
struct Mismatch<'t> {
    item: Item<'t>,
    found: u64,
}

fn run_suite(args: &Args, path: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let text = read_file(path)?;
    let in_file = |e: InputError| e.within(path.display());
    let entries = suite::entries(&text).map_err(in_file)?;
    let all = items(&entries).map_err(in_file)?;
    let known = all.len();
    let limit = args.max_leaves.unwrap_or(u64::MAX);
    let checked: Vec<_> = all.into_iter().filter(|item| item.expected <= limit).collect();
    if checked.is_empty() {
        return Err(InputError::new("suite", path.to_string_lossy(), "holds no counts to check").into());
    }
    let game = args.position.game.of_suite(path);
    let counts = args.table()?;
    let method = args.method(&counts);
    let items = checked.len();
    let leaves = checked.iter().fold(0_u64, |sum, item| sum.saturating_add(item.expected));
    let start = Instant::now();
    let bar = progress_bar(leaves, "{wide_bar} {percent:>3}% {human_pos} of {human_len} leaves, {per_sec}, {eta} to go");
    let mut mismatches = Vec::new();
    for item in checked {
        let found = count(game, &item, method).map_err(in_file)?;
        bar.inc(item.expected);
        if found != item.expected {
            mismatches.push(Mismatch { item, found });
        }
    }
    bar.finish_and_clear();
    let time = start.elapsed();
    let rate = per_second(leaves, time.as_micros());
    if args.json {
        let failures: Vec<_> = mismatches.iter().map(Mismatch::json).collect();
        let skipped = known - items;
        let answer = json!({ "positions": entries.len(), "items": items, "skipped": skipped, "leaves": leaves,
            "time": millis(time), "nps": rate, "failures": failures });
        writeln!(out, "{answer}")?;
    } else {
        write!(out, "{}", table(&mismatches))?;
        let wrong = mismatches.len();
        writeln!(
            out,
            "{} positions, {items} counts checked, {} skipped, {wrong} wrong; {leaves} leaves in {} ms, {rate} leaves/s",
            entries.len(),
            known - items,
            time.as_millis()
        )?;
    }
    if mismatches.is_empty() { Ok(()) } else { Err(Failure::Failed) }
}

/// The items `;Dn count` of all entries, in their order.
fn items<'t>(entries: &'t [Entry<'t>]) -> Result<Vec<Item<'t>>, InputError> {
    let mut found = Vec::new();
    for entry in entries {
        for &(key, value) in &entry.items {
            let Some(Ok(depth)) = key.strip_prefix('D').map(str::parse) else { continue };
            if depth > MAX_DEPTH {
                return Err(entry.error(InputError::new("item", key, format!("deeper than {MAX_DEPTH}"))));
            }
            let bad = |_| entry.error(InputError::new(key, value, "must be a whole number of leaves"));
            let expected = value.parse().map_err(bad)?;
            found.push(Item { entry, depth, expected });
        }
    }
    Ok(found)
}

fn count(game: GameFlags, item: &Item, method: Method) -> Result<u64, InputError> {
    let mut referee = (game.variant().referee)();
    game.set_up_entry(referee.as_mut(), item.entry)?;
    Ok(referee.perft(item.depth, method))
}

impl Mismatch<'_> {
    fn json(&self) -> Value {
        let Item { entry, depth, expected } = self.item;
        json!({ "line": entry.line, "fen": entry.position, "depth": depth, "expected": expected, "found": self.found })
    }
}

/// The table of failures; empty without any.
fn table(mismatches: &[Mismatch]) -> String {
    if mismatches.is_empty() {
        return String::new();
    }
    let head = format!("{:>6} {:>5} {:>16} {:>16}  position\n", "line", "depth", "expected", "found");
    let rows = mismatches.iter().map(|Mismatch { item: Item { entry, depth, expected }, found }| {
        format!("{:>6} {depth:>5} {expected:>16} {found:>16}  {}\n", entry.line, entry.position)
    });
    head + &rows.collect::<String>()
}
