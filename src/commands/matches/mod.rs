//! `ziggurat match`: engine against engine.

mod views;

use super::flags::{GameFlags, read_file};
use super::{Failure, heed_ctrl_c};
use crate::arena::adjudication::{DrawRule, ResignRule, Rules};
use crate::arena::limits::{Budget, TimeControl, read_move_time};
use crate::arena::openings::{Book, Opening, Order, Reader};
use crate::arena::player::Patience;
use crate::arena::records::{Paths, Records};
use crate::arena::report::{Conclusion, Report, extend};
use crate::arena::schedule::{Format, Schedule};
use crate::arena::spec::{EngineSpec, settle_names};
use crate::arena::statistics::Sprt;
use crate::arena::tally::Tally;
use crate::arena::tournament::{Ending, Interrupts, Match, Trouble};
use crate::game::InputError;
use clap::ValueEnum;
use serde_json::{Value, json};
use std::io::{self, IsTerminal, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use views::{About, Lines, Live, Plain};
pub use views::{Quiet, Watch};

/// The pairs of games of a test that was given no number of games: more than any test needs.
const TEST_PAIRS: usize = 50_000;

/// Play engines against each other, in any variant, under our own referee
#[derive(clap::Args)]
#[command(after_help = "\
Engines: --engine KEY=VALUE,...; a doubled comma stands for one.
  name=NAME          what it is called in results
  cmd=FILE           the program; without it, this very program plays
  dir=FOLDER         where it runs      args='-a b'   its arguments
  option.NAME=VALUE  a UCI option
  tc= st= depth= nodes=   limits of its own, for odds
Where fewer than two engines are named, this program fills the gap.

Games come in pairs from one opening with colours swapped; Elo, LOS and SPRT count pairs.
An engine that crashes, stalls, oversteps its time by more than the margin, talks without end
or plays an illegal move loses that game; the reason is written, it is restarted, and the match
goes on. Openings are PGN, or a line each: a position text or startpos, perhaps followed by
moves m1 m2 ...; random moves can be put behind them.

Ctrl-C finishes the games in play, a second one calls them off. With --state a match that was
interrupted or killed is taken up again by the same command line and --resume.

Examples:
  ziggurat match --tc 10+0.1 --games 200 --concurrency 2 --openings positions/chess.openings
  ziggurat match --variant dragonchess --nodes 20000 --games 100 --random-plies 8 --pgn games.pgn
  ziggurat match --engine name=new --engine name=old,cmd=./old --tc 1+0.01 --sprt elo0=0,elo1=5 \\
      --openings positions/chess.openings --order random --state test.state --resume
  ziggurat match --engine name=z --engine cmd=stockfish,option.Skill\\ Level=3 --engine cmd=toga2 \\
      --format gauntlet --st 0.2 --games 20 --pgn games.pgn --json
  ziggurat match --engine name=full,nodes=10000 --engine name=half,nodes=5000 --games 100 \\
      --random-plies 6 --draw move=40,count=8,score=10 --resign count=4,score=800

Exit codes: 0 played to its end, 1 interrupted or failed, 2 wrong usage.")]
pub struct Args {
    #[command(flatten)]
    game: GameFlags,
    /// An engine: name=a,cmd=FILE,args=...,option.X=Y (see below); once for each
    #[arg(long = "engine", value_name = "SPEC")]
    engines: Vec<EngineSpec>,
    /// Who plays whom
    #[arg(long, value_enum, default_value_t = Meetings::RoundRobin)]
    format: Meetings,
    /// Games of two engines in each round, an even number [default: 2; of a test, as many as it needs]
    #[arg(long, value_name = "N", value_parser = even)]
    games: Option<NonZeroUsize>,
    /// Rounds
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    rounds: NonZeroUsize,
    /// Games at once
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    concurrency: NonZeroUsize,
    /// Test the first engine against the second and stop when it is decided; logistic Elo, defaults
    /// elo0=0,elo1=5,alpha=0.05,beta=0.05
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,
    /// JSON lines: every game, the result
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    openings: Openings,
    #[command(flatten)]
    adjudication: Adjudication,
    #[command(flatten)]
    records: RecordFlags,
    #[command(flatten)]
    patience: PatienceFlags,
}

#[derive(Clone, Copy, ValueEnum)]
enum Meetings {
    /// Everybody meets everybody
    RoundRobin,
    /// The first engine meets all others
    Gauntlet,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Limits (one is needed)")]
pub struct Limits {
    /// A clock: [moves/]seconds[+increment], such as 10+0.1 or 40/60
    #[arg(long, value_name = "TC", conflicts_with = "st")]
    tc: Option<TimeControl>,
    /// Seconds for every move
    #[arg(long, value_name = "S", value_parser = read_move_time)]
    st: Option<Duration>,
    /// Depth of every search in half-moves
    #[arg(long, value_name = "N")]
    depth: Option<NonZeroU32>,
    /// Nodes of every search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds by which a move may overstep its time; overruns are counted
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u32,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Openings")]
pub struct Openings {
    /// Start games from this file: PGN, or position texts and move lists, a line each
    #[arg(long = "openings", value_name = "FILE")]
    file: Option<PathBuf>,
    /// Take only so many half-moves of each, as of whole games
    #[arg(long, value_name = "N", requires = "file")]
    opening_plies: Option<u16>,
    /// The order of the openings
    #[arg(long, value_enum, default_value_t = Sequence::Sequential)]
    order: Sequence,
    /// Random half-moves behind each opening, the same for both games of a pair
    #[arg(long, value_name = "N", default_value_t = 0)]
    random_plies: u16,
    /// The seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Sequence {
    /// As they stand in the file
    Sequential,
    /// Shuffled by the seed
    Random,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Ending games early (off unless given)")]
pub struct Adjudication {
    /// A draw when both engines hold the score this close to 0 for so many moves: move=40,count=8,score=10
    #[arg(long, value_name = "RULE", num_args = 0..=1, default_missing_value = "")]
    draw: Option<DrawRule>,
    /// A win when both engines agree on it for so many moves: count=4,score=800
    #[arg(long, value_name = "RULE", num_args = 0..=1, default_missing_value = "")]
    resign: Option<ResignRule>,
    /// A win when both engines announce the same mate
    #[arg(long)]
    mates: bool,
    /// A draw after so many moves of both sides
    #[arg(long, value_name = "N")]
    max_moves: Option<NonZeroU32>,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Records")]
struct RecordFlags {
    /// Add the games to this PGN file, each as it ends
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Keep state and results in this file, JSON lines, so that the match can be taken up again
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Take up the match of the state file, if there is one
    #[arg(long, requires = "state")]
    resume: bool,
    /// The name of the match in PGN
    #[arg(long, value_name = "NAME", default_value = "ziggurat match")]
    event: String,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Patience with engines, such as 500ms or 2m")]
pub struct PatienceFlags {
    /// From the start of an engine to uciok
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = humantime::parse_duration)]
    start_timeout: Duration,
    /// From isready to readyok
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = humantime::parse_duration)]
    ping_timeout: Duration,
    /// From stop to the move
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = humantime::parse_duration)]
    stop_timeout: Duration,
    /// For a move limited by depth or nodes only
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = humantime::parse_duration)]
    think_timeout: Duration,
}

pub fn even(text: &str) -> Result<NonZeroUsize, InputError> {
    let error = |reason: &str| InputError::new("games", text, reason);
    let number: NonZeroUsize = text.parse().map_err(|_| error("must be a whole number above 0"))?;
    let even = number.get().is_multiple_of(2);
    if even { Ok(number) } else { Err(error("must be even: games are played in pairs with colours swapped")) }
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let interrupts = interruptible()?;
    let outcome = args.play(&interrupts, |about| args.watch(about, out))?;
    if outcome.ending == Ending::Interrupted { Err(Failure::Failed) } else { Ok(()) }
}

/// A match that was played, as far as it was.
pub struct Outcome {
    pub about: About,
    pub tally: Tally,
    pub ending: Ending,
}

impl Outcome {
    /// What it has shown.
    pub fn report(&self) -> Report<'_> {
        self.about.report(&self.tally)
    }
}

/// Engines that think alike play the same game again from the same opening.
fn warn_of_few_openings(contest: &Match, watch: &mut dyn Watch) -> io::Result<()> {
    let (openings, wanted) = (contest.book.size(), contest.schedule.openings());
    if contest.book.is_random() || openings >= wanted || contest.sprt.is_some() && openings > 1 {
        return Ok(());
    }
    watch.note(&format!(
        "note: {wanted} openings are wanted and {openings} given, so games may come again; see --openings, --random-plies"
    ))
}

fn thinking_time(tally: &Tally) -> Duration {
    Duration::from_micros(tally.sheets().iter().map(|sheet| sheet.usage.micros).sum())
}

/// Counts the Ctrl-Cs that a match heeds: the first ends it behind the games in play, the second calls them off.
pub fn interruptible() -> Result<Arc<Interrupts>, Failure> {
    let interrupts = Arc::new(Interrupts::default());
    let counted = Arc::clone(&interrupts);
    heed_ctrl_c(2, move || counted.add())?;
    Ok(interrupts)
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        match trouble {
            Trouble::Told(error) => Failure::Broken(error),
            Trouble::View(error) => Failure::Output(error),
        }
    }
}

impl Args {
    /// Plays the match, or what is left of it.
    pub fn play<'o>(
        &self,
        interrupts: &Interrupts,
        watch: impl FnOnce(About) -> Box<dyn Watch + 'o>,
    ) -> Result<Outcome, Failure> {
        let contest = self.contest()?;
        let paths = Paths { pgn: self.records.pgn.clone(), state: self.records.state.clone() };
        let opened = Records::open(&paths, &self.settings(&contest), self.records.resume);
        let (mut records, past) = opened.map_err(Failure::Broken)?;
        let mut tally = Tally::new(contest.engines.len());
        past.iter().for_each(|record| tally.add(record));
        let played = past.iter().map(|record| record.game).collect();

        let about = About::of(&contest);
        let mut watch = watch(about.clone());
        watch.begin(&about.report(&tally))?;
        warn_of_few_openings(&contest, watch.as_mut())?;
        let (start, thought) = (Instant::now(), thinking_time(&tally));
        let ending = contest.run(&mut records, &mut tally, &played, interrupts, watch.as_mut())?;
        let time = start.elapsed();
        let room = time.as_secs_f64() * contest.concurrency as f64;
        let busy = thinking_time(&tally).saturating_sub(thought).as_secs_f64();
        let conclusion = Conclusion { ending, time, thinking: (busy > 0.0).then_some(busy / room) };

        let report = about.report(&tally);
        watch.end(&report, &conclusion)?;
        let mut result = report.json();
        extend(&mut result, conclusion.json());
        records.conclude(&result).map_err(Failure::Broken)?;
        Ok(Outcome { about, tally, ending })
    }

    /// Is it a match that can be played? Engines are started once, files are read and none is written.
    ///
    /// # Errors
    /// What keeps it from being played.
    pub fn check(&self) -> Result<(), Failure> {
        self.contest()?.prove().map_err(Failure::Broken)
    }

    /// Keeps the games and the state under this name, and takes up what is there.
    pub fn keep_in(&mut self, folder: &Path, name: &str) {
        self.records.pgn = Some(folder.join(format!("{name}.pgn")));
        self.records.state = Some(folder.join(format!("{name}.state")));
        self.records.resume = true;
    }

    /// The match that the flags describe.
    fn contest(&self) -> Result<Match, InputError> {
        let mut engines = self.engines.clone();
        while engines.len() < 2 {
            engines.push(EngineSpec::default());
        }
        settle_names(&mut engines)?;
        let limits = self.limits.budget();
        if let Some(engine) = engines.iter().find(|engine| engine.budget.or(limits).is_empty()) {
            return Err(InputError::new(
                "engine",
                &engine.name,
                "nothing limits its thinking; give --tc, --st, --depth or --nodes",
            ));
        }
        if self.sprt.is_some() && engines.len() > 2 {
            return Err(InputError::new("sprt", engines.len().to_string(), "a test is between two engines"));
        }
        let pairs = match self.games {
            Some(games) => games.get() / 2,
            None if self.sprt.is_some() => TEST_PAIRS,
            None => 1,
        };
        let format = match self.format {
            Meetings::RoundRobin => Format::RoundRobin,
            Meetings::Gauntlet => Format::Gauntlet,
        };
        Ok(Match {
            variant: self.game.variant(),
            style: self.game.style(),
            event: self.records.event.clone(),
            schedule: Schedule::new(format, engines.len(), pairs, self.rounds.get()),
            engines,
            limits,
            book: self.openings.book(self.openings.read(&self.game)?, 0),
            margin: self.limits.margin(),
            rules: self.adjudication.rules(),
            patience: self.patience.patience(),
            concurrency: self.concurrency.get(),
            sprt: self.sprt,
        })
    }

    /// What a match must have in common with one that it takes up. The number of rounds may grow.
    fn settings(&self, contest: &Match) -> Value {
        let mut settings = json!({
            "program": concat!("ziggurat ", env!("CARGO_PKG_VERSION")),
            "variant": contest.variant.info.name,
            "chess960": contest.style.chess960,
            "engines": contest.engines.iter().map(EngineSpec::to_string).collect::<Vec<_>>(),
            "limits": contest.limits.to_string(),
            "margin_ms": self.limits.margin,
            "gauntlet": matches!(self.format, Meetings::Gauntlet),
            "openings_in_it": contest.book.size(),
            "adjudication": contest.rules,
        });
        extend(&mut settings, self.openings.settings());
        settings
    }

    fn watch<'o>(&self, about: About, out: &'o mut dyn Write) -> Box<dyn Watch + 'o> {
        if self.json {
            Box::new(Lines::new(about, out))
        } else if io::stdout().is_terminal() && io::stderr().is_terminal() {
            Box::new(Live::new(about, out))
        } else {
            Box::new(Plain::new(about, out))
        }
    }
}

impl Openings {
    /// The openings of the file; none without one.
    ///
    /// # Errors
    /// A file that cannot be read, or with a line that is no opening.
    pub fn read(&self, game: &GameFlags) -> Result<Vec<Opening>, InputError> {
        let plies = self.opening_plies.map(usize::from);
        let reader = Reader { variant: game.variant(), style: game.style(), plies };
        match &self.file {
            None => Ok(Vec::new()),
            Some(path) => reader.read(&read_file(path)?).map_err(|e| e.within(path.display())),
        }
    }

    /// The openings for games; those of another `turn` come in another order and with other random moves.
    pub fn book(&self, openings: Vec<Opening>, turn: u64) -> Book {
        let seed = self.seed.wrapping_add(turn);
        let order = match self.order {
            Sequence::Sequential => Order::Sequential,
            Sequence::Random => Order::Random(seed),
        };
        Book::new(openings, order, self.random_plies.into(), seed)
    }

    /// The seed of everything random.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// What the games depend on, for the state of a work that can be taken up again.
    pub fn settings(&self) -> Value {
        let order = match self.order {
            Sequence::Sequential => "sequential",
            Sequence::Random => "random",
        };
        json!({
            "openings": self.file,
            "opening_plies": self.opening_plies,
            "order": order,
            "random_plies": self.random_plies,
            "seed": self.seed,
        })
    }
}

impl Limits {
    /// How far a move may overstep its time.
    pub fn margin(&self) -> Duration {
        Duration::from_millis(self.margin.into())
    }

    /// The limits of an engine that has none of its own.
    pub fn budget(&self) -> Budget {
        Budget { clock: self.tc, move_time: self.st, depth: self.depth.map(NonZeroU32::get), nodes: self.nodes }
    }
}

impl Adjudication {
    /// When games are ended early.
    pub fn rules(&self) -> Rules {
        Rules { draw: self.draw, resign: self.resign, mates: self.mates, longest: self.max_moves.map(NonZeroU32::get) }
    }
}

impl PatienceFlags {
    /// How long engines may take for what is not thinking.
    pub fn patience(&self) -> Patience {
        Patience { start: self.start_timeout, ping: self.ping_timeout, stop: self.stop_timeout, think: self.think_timeout }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_in_pairs() {
        assert_eq!(even("4").map(NonZeroUsize::get), Ok(4));
        for text in ["0", "3", "x", "-2"] {
            assert!(even(text).is_err(), "{text}");
        }
    }
}
