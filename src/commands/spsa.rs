//! `ziggurat spsa`: options of an engine tuned by matches.

use super::flags::GameFlags;
use super::matches::{Adjudication, Limits, Openings, PatienceFlags, even, interruptible};
use super::{Failure, progress_bar, remark};
use crate::arena::openings::Opening;
use crate::arena::player::{Failure as Refusal, Fault, UciPlayer};
use crate::arena::records::{Paths, Records};
use crate::arena::schedule::{Format, Schedule};
use crate::arena::spec::{EngineSpec, Program, settle_names};
use crate::arena::spsa::{Parameter, Spsa, Trial, USUAL_RATE};
use crate::arena::tally::{Cause, Record, Tally};
use crate::arena::tournament::{Ending, Interrupts, Match, View};
use crate::arena::tuning::Tuning;
use crate::game::InputError;
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::io::{self, Write};
use std::iter::zip;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Tune whole-number options of an engine by matches (SPSA)
#[derive(clap::Args)]
#[command(after_help = "\
In every iteration all options are moved a little up or down by lot; an engine with the options
moved this way plays some games against one with them moved the other way, and the options go a
little towards the better one. Where they begin and how far they may go is what the engine says of
them in its handshake. The numbers of this program's own search are options of a build with
`--features tunable`; `ziggurat` without one has none of them.

A game that an engine forfeits says nothing of its numbers. An iteration in which one only overstepped
its time is played again, twice at most; any other fault ends the tuning.

With --state a tuning that was interrupted or killed is taken up again by the same command line and
--resume.

Examples:
  cargo build --release --features tunable --target-dir target/tunable
  target/tunable/release/ziggurat spsa --param razor,futility --nodes 4000 --iterations 2000 --games 8 \\
      --concurrency 2 --openings positions/chess.openings --order random --random-plies 2 \\
      --state razor.spsa
  ziggurat spsa --variant dragonchess --param aspiration --nodes 2000 --random-plies 8 --json

Exit codes: 0 tuned to the end, 1 interrupted or failed, 2 wrong usage.")]
pub struct Args {
    #[command(flatten)]
    game: GameFlags,
    /// The engine, as `ziggurat match` takes it [default: this program, as a process]
    #[arg(long, value_name = "SPEC", default_value = "")]
    engine: EngineSpec,
    /// The options to tune, separated by commas
    #[arg(long = "param", value_name = "NAMES", required = true, value_delimiter = ',')]
    names: Vec<String>,
    /// Iterations
    #[arg(long, value_name = "N", default_value = "1000")]
    iterations: NonZeroU32,
    /// Games of an iteration, an even number
    #[arg(long, value_name = "N", default_value = "8", value_parser = even)]
    games: NonZeroUsize,
    /// How far the options go: the part of its perturbation by which one point moves an option in the last iteration;
    /// more for few games, less for many
    #[arg(long, value_name = "R", default_value_t = USUAL_RATE, value_parser = rate)]
    rate: f64,
    /// Games at once
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    concurrency: NonZeroUsize,
    /// Keep every iteration in this file, JSON lines, so that the tuning can be taken up again
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Take up the tuning of the state file, if there is one
    #[arg(long, requires = "state")]
    resume: bool,
    /// The result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    openings: Openings,
    #[command(flatten)]
    adjudication: Adjudication,
    #[command(flatten)]
    patience: PatienceFlags,
}

/// A rate of more than 0 and at most 1.
fn rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rate) if rate > 0.0 && rate <= 1.0 => Ok(rate),
        _ => Err("not a number above 0 and up to 1".into()),
    }
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let openings = args.openings.read(&args.game)?;
    let engine = args.engine()?;
    let parameters = args.parameters(&engine)?;
    let settings = args.settings(&engine, &parameters);
    let spsa = Spsa::new(parameters, args.iterations.get(), args.rate, args.openings.seed());
    let mut tuning = Tuning::open(spsa, args.state.as_deref(), settings, args.resume).map_err(Failure::Broken)?;
    let interrupts = interruptible()?;

    let bar = progress(args.iterations.get(), tuning.spsa().done());
    let (mut complete, mut late) = (true, 0);
    while complete && !tuning.spsa().is_done() {
        let trial = tuning.spsa().trial();
        match args.play(&engine, &openings, tuning.spsa(), &trial, &interrupts)? {
            Course::Played(points) => {
                tuning.learn(&trial, points).map_err(Failure::Broken)?;
                late = 0;
            }
            Course::Late(forfeits) if late + 1 < MOST_LATE => {
                late += 1;
                let number = tuning.spsa().done() + 1;
                bar.suspend(|| remark(&format!("iteration {number} is played again: {forfeits}")));
            }
            Course::Late(forfeits) | Course::Forfeited(forfeits) => return Err(Failure::Broken(useless(&engine, &forfeits))),
            Course::Interrupted => complete = false,
        }
        bar.set_position(tuning.spsa().done().into());
    }
    bar.finish_and_clear();
    if args.json {
        writeln!(out, "{}", json_of(tuning.spsa()))?;
    } else {
        write!(out, "{}", table_of(tuning.spsa()))?;
    }
    if complete {
        return Ok(());
    }
    if args.state.is_some() {
        remark("interrupted; the same command with --resume goes on from here");
    }
    Err(Failure::Failed)
}

/// Iterations in a row in which an engine may overstep its time before the tuning ends: that is no accident any more.
const MOST_LATE: u32 = 3;

/// What came of the games of an iteration.
enum Course {
    /// The points that the first engine won more.
    Played(f64),
    /// An engine overstepped its time, as on a busy machine anyone may; the games that it lost so, in words.
    Late(String),
    /// An engine lost a game by another fault; all such games, in words.
    Forfeited(String),
    Interrupted,
}

/// The faults of the engines.
#[derive(Default)]
struct Faults {
    /// Was there any but an overstepped time?
    grave: bool,
    words: Vec<String>,
}

impl View for Faults {
    fn finished(&mut self, _: usize, record: &Record, _: &Tally) -> io::Result<()> {
        if let Cause::Forfeit(fault) = record.cause {
            self.grave |= fault != Fault::Time;
            self.words.push(record.words.clone());
        }
        Ok(())
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        remark(text);
        Ok(())
    }
}

fn useless(engine: &EngineSpec, forfeits: &str) -> InputError {
    let reason = format!("a game that it forfeits says nothing of its numbers: {forfeits}");
    InputError::new("engine", &engine.name, reason)
}

impl Args {
    /// The engine, as a process of its own: both engines of a trial within this one would share their numbers.
    fn engine(&self) -> Result<EngineSpec, InputError> {
        let mut engine = self.engine.clone();
        if engine.program.is_none() {
            let error = |e: io::Error| InputError::new("engine", "", format!("where this program lies is not known: {e}"));
            let command = std::env::current_exe().map_err(error)?;
            engine.program = Some(Program { command, directory: None, arguments: Vec::new() });
        }
        settle_names(std::slice::from_mut(&mut engine))?;
        if engine.budget.or(self.limits.budget()).is_empty() {
            return Err(InputError::new(
                "engine",
                engine.name,
                "nothing limits its thinking; give --tc, --st, --depth or --nodes",
            ));
        }
        Ok(engine)
    }

    /// What the engine says of the options to tune.
    fn parameters(&self, engine: &EngineSpec) -> Result<Vec<Parameter>, InputError> {
        let call_off = Arc::new(AtomicBool::new(false));
        let style = self.game.style();
        let player = UciPlayer::start(engine, self.game.variant(), style, self.patience.patience(), &call_off);
        let player = player.map_err(|failure| match failure {
            Refusal::Forfeit(_, detail) => InputError::new("engine", &engine.name, detail),
            Refusal::CalledOff => InputError::new("engine", &engine.name, "was called off"),
        })?;
        let mut known = HashSet::new();
        let parameter = |name: &String| {
            let error = |reason: &str| InputError::new("param", name, reason);
            let spin = player.spin(name).ok_or_else(|| error("the engine has no whole-number option of that name"))?;
            if !known.insert(name.to_ascii_lowercase()) {
                return Err(error("stands twice"));
            }
            Ok(Parameter { name: name.clone(), default: spin.default, least: spin.least, greatest: spin.greatest })
        };
        self.names.iter().map(parameter).collect()
    }

    /// What a tuning must have in common with one that it takes up.
    fn settings(&self, engine: &EngineSpec, parameters: &[Parameter]) -> Value {
        let numbers: Vec<Value> = parameters
            .iter()
            .map(|p| json!({ "name": p.name, "default": p.default, "bounds": [p.least, p.greatest] }))
            .collect();
        json!({
            "variant": self.game.variant().info.name,
            // A name that was made up is no setting.
            "engine": EngineSpec { name: self.engine.name.clone(), ..engine.clone() }.to_string(),
            "parameters": numbers,
            "iterations": self.iterations,
            "rate": self.rate,
            "games": self.games,
            "limits": self.limits.budget().to_string(),
            "games_from": self.openings.settings(),
            "adjudication": self.adjudication.rules(),
        })
    }

    /// Plays the games of an iteration.
    fn play(
        &self,
        engine: &EngineSpec,
        openings: &[Opening],
        spsa: &Spsa,
        trial: &Trial,
        interrupts: &Interrupts,
    ) -> Result<Course, Failure> {
        let engines: Vec<EngineSpec> = zip(["up", "down"], &trial.values)
            .map(|(name, values)| {
                let mut engine = engine.clone();
                engine.name = name.to_owned();
                let options = zip(spsa.parameters(), values).map(|(p, value)| (p.name.clone(), value.to_string()));
                engine.options.extend(options);
                engine
            })
            .collect();
        let contest = Match {
            variant: self.game.variant(),
            style: self.game.style(),
            event: String::new(),
            schedule: Schedule::new(Format::RoundRobin, 2, self.games.get() / 2, 1),
            engines,
            limits: self.limits.budget(),
            book: self.openings.book(openings.to_vec(), spsa.done().into()),
            margin: self.limits.margin(),
            rules: self.adjudication.rules(),
            patience: self.patience.patience(),
            concurrency: self.concurrency.get(),
            sprt: None,
        };
        let mut tally = Tally::new(2);
        let (mut records, _) = Records::open(&Paths::default(), &Value::Null, false).map_err(Failure::Broken)?;
        let mut faults = Faults::default();
        let ending = contest.run(&mut records, &mut tally, &HashSet::new(), interrupts, &mut faults)?;
        let score = &tally.sheets()[0].score;
        let words = faults.words.join("; ");
        Ok(match ending {
            _ if faults.grave => Course::Forfeited(words),
            Ending::Interrupted => Course::Interrupted,
            _ if !words.is_empty() => Course::Late(words),
            _ => Course::Played(score.wins.total() as f64 - score.losses.total() as f64),
        })
    }
}

fn progress(iterations: u32, done: u32) -> ProgressBar {
    let bar = progress_bar(iterations.into(), "{wide_bar} {pos} of {len} iterations, {elapsed} gone, {eta} to go");
    bar.set_position(done.into());
    bar
}

fn table_of(spsa: &Spsa) -> String {
    let width = spsa.parameters().iter().map(|p| p.name.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!("{:<width$} {:>9} {:>9} {:>17}\n", "option", "default", "tuned", "bounds");
    for (p, value) in zip(spsa.parameters(), spsa.values()) {
        let bounds = format!("{}..{}", p.least, p.greatest);
        text += &format!("{:<width$} {:>9} {:>9.1} {bounds:>17}\n", p.name, p.default, value);
    }
    text + &format!("\n{} iterations\n", spsa.done())
}

fn json_of(spsa: &Spsa) -> Value {
    let numbers: Vec<Value> = zip(spsa.parameters(), spsa.values())
        .map(|(p, value)| json!({ "name": p.name, "default": p.default, "tuned": value, "bounds": [p.least, p.greatest] }))
        .collect();
    json!({ "iterations": spsa.done(), "parameters": numbers })
}
