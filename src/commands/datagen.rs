//! `ziggurat datagen`: games of the engine against itself, to tune its evaluation by.

use super::flags::GameFlags;
use super::matches::{Adjudication, Openings};
use super::{Failure, heed_ctrl_c, progress_bar, remark};
use crate::arena::log::Log;
use crate::arena::records::check_settings;
use crate::arena::report::extend;
use crate::game::InputError;
use crate::search::Control;
use crate::tuning::games::{self, Kind, Record};
use crate::tuning::generator::{self, Plan};
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// Play games against itself and keep their quiet positions, to tune the evaluation by
#[derive(clap::Args)]
#[command(after_help = "\
The file has a line of settings and then a game a line, in the order of their numbers: the same
file whatever the number of threads. A move with a score behind it, as g1f3/31, was played in a
quiet position: nobody in danger, the best move not noisy, no mate in sight.

Ctrl-C calls off the games in play. With --resume a file is taken up again by the same flags;
a game that was cut off in the middle is played anew, and --positions may have grown.

Examples:
  ziggurat datagen --positions 1000 --random-plies 8 chess.games
  ziggurat datagen --variant dragonchess --positions 500000 --nodes 2000 --threads 2 \\
      --openings positions/dragonchess.openings --order random --random-plies 4 --seed 7 \\
      --resign --draw --max-moves 200 --resume dragonchess.games

Exit codes: 0 done, 1 interrupted or failed, 2 wrong usage.")]
pub struct Args {
    #[command(flatten)]
    game: GameFlags,
    /// The file of games to write
    #[arg(value_name = "FILE")]
    games: PathBuf,
    /// Stop behind the game that brings the file so many positions
    #[arg(long, value_name = "N", default_value = "100000")]
    positions: NonZeroUsize,
    /// Nodes of every search
    #[arg(long, value_name = "N", default_value = "5000")]
    nodes: NonZeroU64,
    /// Size of each thread's table in MiB
    #[arg(long, value_name = "MB", default_value_t = 1)]
    hash: u32,
    /// Games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Go on with a file, if there is one
    #[arg(long)]
    resume: bool,
    /// One JSON object instead of a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    openings: Openings,
    #[command(flatten)]
    adjudication: Adjudication,
}

/// What a file holds.
#[derive(Clone, Copy, Default)]
struct Stock {
    games: usize,
    positions: usize,
}

impl Stock {
    fn add(&mut self, record: &Record) {
        self.games += 1;
        self.positions += record.positions();
    }
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let plan = args.plan()?;
    let (mut log, mut stock) = take_up(&args.games, &args.header(&plan), args.resume).map_err(Failure::Broken)?;
    let (control, before, start) = (Arc::new(Control::default()), stock, Instant::now());
    let stopped = Arc::clone(&control);
    heed_ctrl_c(1, move || stopped.stop())?;
    let wanted = args.positions.get();
    let bar = progress(wanted as u64, stock);
    if stock.positions < wanted {
        let first = stock.games;
        let take = |record: Record| {
            log.add(format!("{record}\n").as_bytes())?;
            stock.add(&record);
            bar.set_position(stock.positions as u64);
            bar.set_message(format!("{} games", stock.games));
            Ok(if stock.positions < wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        };
        generator::play(&plan, first, args.threads.into(), &control, take).map_err(Failure::Broken)?;
    }
    bar.finish_and_clear();
    let rate = (stock.positions - before.positions) as f64 / start.elapsed().as_secs_f64();
    let Stock { games, positions } = stock;
    let per_position = log.length as f64 / positions.max(1) as f64;
    if args.json {
        let answer = json!({ "variant": plan.variant.info.name, "games": games, "positions": positions,
            "bytes": log.length, "per_second": rate.round() });
        writeln!(out, "{answer}")?;
    } else {
        writeln!(out, "{games} games, {positions} positions, {per_position:.1} bytes each, {rate:.0} positions/s")?;
    }
    if positions >= wanted {
        return Ok(());
    }
    remark("interrupted; the same command with --resume goes on from here");
    Err(Failure::Failed)
}

impl Args {
    fn plan(&self) -> Result<Plan, InputError> {
        let book = self.openings.book(self.openings.read(&self.game)?, 0);
        if !book.is_random() {
            return Err(InputError::new("random-plies", "0", "games from one opening would all be the same; give it, as 8"));
        }
        Ok(Plan {
            variant: self.game.variant(),
            style: self.game.style(),
            book,
            rules: self.adjudication.rules(),
            nodes: self.nodes.get(),
            hash_mib: self.hash as usize,
            seed: self.openings.seed(),
        })
    }

    /// The first line of the file.
    fn header(&self, plan: &Plan) -> Value {
        let mut settings = json!({
            "program": concat!("ziggurat ", env!("CARGO_PKG_VERSION")),
            "nodes": plan.nodes,
            "hash": plan.hash_mib,
            "adjudication": plan.rules,
            "openings_in_it": plan.book.size(),
        });
        extend(&mut settings, self.openings.settings());
        games::header(Kind { variant: plan.variant, style: plan.style }, settings)
    }
}

/// Opens the file, and counts what is in it already. What stands behind the last whole line is cut off.
fn take_up(path: &Path, header: &Value, resume: bool) -> Result<(Log, Stock), InputError> {
    let mut log = Log::open(path)?;
    let text = log.whole_lines(resume)?;
    let mut lines = text.lines();
    let mut stock = Stock::default();
    let Some(first) = lines.next() else {
        log.add_line(header)?;
        return Ok((log, stock));
    };
    games::kind_of(first).map_err(|e| e.within("line 1").within(path.display()))?;
    let past = serde_json::from_str(first).map_err(|e| log.error(&e.to_string()))?;
    check_settings(&past, header).map_err(|e| e.within(path.display()))?;
    for (line, number) in lines.zip(2..) {
        let record = line.parse().map_err(|e: InputError| e.within(format_args!("line {number}")).within(path.display()))?;
        stock.add(&record);
    }
    log.cut(text.len() as u64)?;
    Ok((log, stock))
}

/// A bar that measures positions beyond those known already.
fn progress(wanted: u64, known: Stock) -> ProgressBar {
    let template = "{wide_bar} {percent:>3}% {human_pos} of {human_len} positions, {msg}, {per_sec}, {eta} to go";
    let bar = progress_bar(wanted, template).with_position(known.positions as u64);
    bar.set_message(format!("{} games", known.games));
    bar.reset_eta();
    bar
}
