//! `ziggurat epd`: test suites with known answers.

use super::flags::{GameFlags, LimitFlags, ResourceFlags, millis, read_file};
use super::{Failure, progress_bar};
use crate::game::suite::{self, Entry};
use crate::game::{Engine, InputError};
use crate::search::{Control, Limits, Report, Resources, Score};
use crate::uci::DEFAULT_HASH;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How long a position is searched where no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// Search the positions of a test suite and count those whose known answer is found
#[derive(clap::Args)]
#[command(after_help = "\
A suite has a position a line, then what is known of it: `;bm` best moves, `;am` moves to avoid,
`;dm` mate in so many moves; moves in SAN or as UCI has them, separated by blanks; `;id` a name.
A position is solved if the search ends with all of it; the time to solution is when the last
report began to say so. The exit code is 1 if fewer than --least are solved. A file whose name
begins with a variant's, as dragonchess.epd, is a suite of that variant unless --variant says
otherwise.

Examples:
  ziggurat epd positions/chess.mates --movetime 5000
  ziggurat epd positions/dragonchess.epd --nodes 200000 --json")]
pub struct Args {
    /// The suite
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    game: GameFlags,
    #[command(flatten)]
    limits: LimitFlags,
    #[command(flatten)]
    resources: ResourceFlags,
    /// Fail if fewer positions are solved
    #[arg(long, value_name = "N")]
    least: Option<usize>,
    /// JSON lines: a position each, then the total
    #[arg(long)]
    json: bool,
}

/// What is known of a position, moves in canonical form.
struct Known {
    best: Vec<String>,
    avoid: Vec<String>,
    mate: Option<i32>,
}

impl Known {
    fn read(engine: &dyn Engine, entry: &Entry) -> Result<Known, InputError> {
        let moves = |key| {
            let tokens = entry.item(key).unwrap_or_default().split_ascii_whitespace();
            let read = |token: &str| {
                let referee = engine.referee();
                match referee.notation(token) {
                    Ok(notation) if notation.text == token => Ok(notation.text),
                    _ => referee.read_san(token).map_err(|e| entry.error(e.within(key))),
                }
            };
            tokens.map(read).collect::<Result<Vec<_>, _>>()
        };
        let (best, avoid) = (moves("bm")?, moves("am")?);
        let bad = |token| entry.error(InputError::new("dm", token, "must be a number of moves"));
        let mate = entry.item("dm").map(|token| token.parse().map_err(|_| bad(token))).transpose()?;
        if best.is_empty() && avoid.is_empty() && mate.is_none() {
            return Err(entry.error(InputError::new("items", entry.position, "no bm, am or dm: nothing to find")));
        }
        Ok(Known { best, avoid, mate })
    }

    /// Does a report say all that is known?
    fn is_said_by(&self, report: &Report) -> bool {
        let Some(first) = report.line.first() else { return false };
        let mates = |moves: i32| matches!(report.score, Score::Mate(found) if found > 0 && found <= moves);
        (self.best.is_empty() || self.best.contains(first)) && !self.avoid.contains(first) && self.mate.is_none_or(mates)
    }
}

/// What came of one position.
struct Outcome<'t> {
    entry: &'t Entry<'t>,
    found: Option<String>,
    /// The depth of the last report.
    depth: u32,
    /// When the search began to say what is known, if it did to the end.
    solved: Option<Duration>,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let text = read_file(&args.file)?;
    let in_file = |e: InputError| e.within(args.file.display());
    let entries = suite::entries(&text).map_err(in_file)?;
    let resources = Arc::new(Resources::new(args.resources.hash_mib(DEFAULT_HASH), args.resources.threads())?);
    let game = args.game.of_suite(&args.file);
    let mut engine = (game.variant().engine)();
    let bar = progress_bar(entries.len() as u64, "{wide_bar} {pos} of {len} positions, {msg}, {eta} to go");
    bar.set_message("0 solved");
    let mut outcomes = Vec::new();
    for entry in &entries {
        game.set_up_entry(engine.referee_mut(), entry).map_err(in_file)?;
        engine.forget();
        resources.clear();
        let known = Known::read(engine.as_ref(), entry).map_err(in_file)?;
        let outcome = solve(engine.as_ref(), entry, &known, args.limits.limits(DEFAULT_TIME), &resources).map_err(in_file)?;
        bar.suspend(|| tell(out, &outcome, args.json))?;
        outcomes.push(outcome);
        bar.inc(1);
        bar.set_message(format!("{} solved", solved(&outcomes)));
    }
    bar.finish_and_clear();
    total(out, &outcomes, args.json)?;
    if args.least.is_some_and(|least| solved(&outcomes) < least) { Err(Failure::Failed) } else { Ok(()) }
}

fn solve<'t>(
    engine: &dyn Engine,
    entry: &'t Entry,
    known: &Known,
    limits: Limits,
    resources: &Arc<Resources>,
) -> Result<Outcome<'t>, InputError> {
    let mut since = None;
    let mut depth = 0;
    let job = engine.prepare(
        Limits { mate: known.mate.map(i32::unsigned_abs), ..limits },
        resources,
        &Arc::new(Control::default()),
    )?;
    let answer = job(&mut |report: &Report| {
        depth = report.depth;
        since = if known.is_said_by(report) { since.or(Some(report.time)) } else { None };
    });
    Ok(Outcome { entry, found: answer.best, depth, solved: since })
}

fn solved(outcomes: &[Outcome]) -> usize {
    outcomes.iter().filter(|outcome| outcome.solved.is_some()).count()
}

fn tell(out: &mut dyn Write, outcome: &Outcome, as_json: bool) -> std::io::Result<()> {
    let Outcome { entry, found, depth, solved } = outcome;
    let id = entry.item("id").unwrap_or(entry.position);
    if as_json {
        let time = solved.map(millis);
        return writeln!(
            out,
            "{}",
            json!({ "line": entry.line, "id": id, "solved": time.is_some(), "time": time, "depth": depth, "found": found })
        );
    }
    let word = if solved.is_some() { "solved" } else { "missed" };
    let time = solved.map_or("-".to_owned(), |time| format!("{:.3}s", time.as_secs_f64()));
    let found = found.as_deref().unwrap_or("(none)");
    writeln!(out, "{:>5} {word} {time:>9} depth {depth:>3} {found:<8} {id}", entry.line)
}

fn total(out: &mut dyn Write, outcomes: &[Outcome], as_json: bool) -> std::io::Result<()> {
    let times: Duration = outcomes.iter().filter_map(|outcome| outcome.solved).sum();
    let (count, of) = (solved(outcomes), outcomes.len());
    if as_json {
        writeln!(out, "{}", json!({ "positions": of, "solved": count, "time": millis(times) }))
    } else {
        writeln!(out, "solved {count} of {of}; {:.3} s to the solutions in all", times.as_secs_f64())
    }
}
