//! `ziggurat play`: a game against the engine in the terminal.
//!
//! * `session`: the game as it is played, and the commands.
//! * `record`: its moves and how it ended. `thinker`: the engine at the table.
//! * `input`: where lines come from. `complete`: what can be typed.

mod complete;
mod input;
mod record;
mod session;
mod thinker;

use super::Failure;
use super::flags::{self, Choice, ResourceFlags};
use crate::arena::limits::{Budget, TimeControl, read_move_time};
use crate::game::{InputError, MoveStyle, registry};
use crate::search::{Resources, Skill};
use crate::uci::DEFAULT_HASH;
use record::Record;
use session::Session;
use std::io::Write;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;
use thinker::{DEFAULT_TIME, Strength, Thinker};

pub use session::Seats;

/// Play a game against the engine in the terminal, in any variant
#[derive(clap::Args)]
#[command(after_help = "\
Type a move, in coordinates or in the notation for people (e2e4 or e4, 2e22e3 or W2e3); Tab
completes legal ones. Words that are no moves are commands: `help` lists them, `what d1` tells
what stands on a square and how it moves there, `hint` what the engine would play. In games of
secret orders yours is kept from the engine, and both are shown together.

Ctrl-C makes the engine move at once; where it is not thinking it ends the program, as the end of
the input does. Nothing is saved unless `save FILE` says so; a game that was not saved is told
at the end as a command line that goes on with it. Where the standard input is no terminal,
lines are read as they come, so that a script can play.

Examples:
  ziggurat play
  ziggurat play dragonchess --st 5
  ziggurat play gnome --side black --skill 3
  ziggurat play chess --tc 300+3 --elo 1400
  ziggurat play gulliver --nodes 20000 --seed 1
  ziggurat play iceage --side none --st 0.1")]
pub struct Args {
    /// The variant, by a name or an alias; `ziggurat variants` lists them
    #[arg(value_name = "VARIANT", value_parser = flags::choice)]
    variant: Option<Choice>,
    /// Write castling as king-takes-rook (Fischer Random)
    #[arg(long)]
    chess960: bool,
    /// The sides that you play
    #[arg(long, value_enum, default_value_t = Seats::White)]
    side: Seats,
    /// Start from this position text
    #[arg(long, value_name = "TEXT")]
    fen: Option<String>,
    /// Moves to play from there, separated by blanks
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    #[command(flatten)]
    limit: LimitFlags,
    #[command(flatten)]
    strength: StrengthFlags,
    #[command(flatten)]
    resources: ResourceFlags,
    /// What chance starts from in weaker play and mixed strategies; 0 is something else every time
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

#[derive(clap::Args)]
#[group(multiple = false)]
#[command(next_help_heading = "How long the engine thinks (one of these) [default: --st 1]")]
struct LimitFlags {
    /// A clock for both sides: [moves/]seconds[+increment], such as 300+3
    #[arg(long, value_name = "TC")]
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
}

#[derive(clap::Args)]
#[group(multiple = false)]
#[command(next_help_heading = "How well the engine plays [default: as well as it can]")]
struct StrengthFlags {
    /// A level from 0 to 20, at which nothing is held back
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u32).range(..=i64::from(Skill::FULL / 100)))]
    skill: Option<u32>,
    /// An Elo, where that was measured
    #[arg(long, value_name = "ELO", value_parser = clap::value_parser!(u32).range(i64::from(registry::ELO_RANGE.0)..=i64::from(registry::ELO_RANGE.1)))]
    elo: Option<u32>,
}

impl LimitFlags {
    fn budget(&self) -> Budget {
        let given = Budget { clock: self.tc, move_time: self.st, depth: self.depth.map(NonZeroU32::get), nodes: self.nodes };
        given.or(if given.is_empty() { Budget { move_time: Some(DEFAULT_TIME), ..given } } else { given })
    }
}

impl StrengthFlags {
    fn strength(&self) -> Strength {
        let level = self.skill.map(Strength::Skill);
        level.or(self.elo.map(Strength::Elo)).unwrap_or_default()
    }
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let variant = args.variant.map_or_else(registry::default, |choice| choice.variant);
    let style = MoveStyle { chess960: args.chess960 || args.variant.is_some_and(|choice| choice.chess960) };
    let strength = args.strength.strength();
    session::check_strength(strength, variant)?;
    let fen = args.fen.as_deref().filter(|&text| text != "startpos");
    let mut record = Record::new(variant, style, fen)?;
    for (i, typed) in args.moves.split_ascii_whitespace().enumerate() {
        let within = |error: InputError| error.within(format_args!("move {}", i + 1));
        let text = record.read(typed).map_err(within)?;
        record.play(&text, None).map_err(within)?;
    }
    record.unsaved = false;
    let resources = Arc::new(Resources::new(args.resources.hash_mib(DEFAULT_HASH), args.resources.threads())?);
    let seed = if args.seed == 0 { rand::random() } else { args.seed };
    let thinker = Thinker::new(variant, resources, args.limit.budget(), strength, seed);
    let interrupts = thinker.interrupts.clone();
    let handler = interrupts.clone();
    ctrlc::set_handler(move || handler.press())
        .map_err(|error| Failure::Broken(InputError::new("ctrl-c", "", error.to_string())))?;
    let mut source = input::source(&interrupts);
    Session::new(record, thinker, args.side, out).run(source.as_mut())
}
