//! The flags that commands share; they are called the same everywhere.

use crate::game::registry::{self, Variant};
use crate::game::suite::Entry;
use crate::game::{InputError, MoveStyle, Reading, Referee};
use crate::search::Limits;
use std::fs;
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Duration;

/// A variant as it was named on the command line.
#[derive(Clone, Copy)]
pub struct Choice {
    pub variant: &'static Variant,
    /// The name says that castling is king-takes-rook.
    pub chess960: bool,
}

/// The variant of a name or an alias.
///
/// # Errors
/// An unknown name.
pub fn choice(name: &str) -> Result<Choice, InputError> {
    Ok(Choice { variant: registry::find(name)?, chess960: registry::implies_chess960(name) })
}

/// Which game is played.
#[derive(Clone, Copy, clap::Args)]
pub struct GameFlags {
    /// The variant, by a name or an alias; `ziggurat variants` lists them [default: the one that a suite is named
    /// after, else the first of them]
    #[arg(long, value_name = "V", value_parser = choice)]
    variant: Option<Choice>,
    /// Write castling as king-takes-rook (Fischer Random)
    #[arg(long)]
    chess960: bool,
}

impl GameFlags {
    /// The variant, if one was named.
    pub fn named(&self) -> Option<&'static Variant> {
        self.variant.map(|choice| choice.variant)
    }

    /// The variant to play.
    pub fn variant(&self) -> &'static Variant {
        self.named().unwrap_or_else(registry::default)
    }

    /// How moves are written and read.
    pub fn style(&self) -> MoveStyle {
        MoveStyle { chess960: self.chess960 || self.variant.is_some_and(|choice| choice.chess960) }
    }

    /// The game of a suite: where no variant was named, the one that the name of the file begins with, up to its
    /// first dot.
    pub fn of_suite(self, path: &Path) -> GameFlags {
        let name = path.file_name().and_then(|name| name.to_str());
        let told = name.and_then(|name| choice(name.split('.').next()?).ok());
        GameFlags { variant: self.variant.or(told), ..self }
    }

    /// Sets the position of a line of a suite.
    ///
    /// # Errors
    /// A bad position text, with the number of the line.
    pub fn set_up_entry(&self, referee: &mut dyn Referee, entry: &Entry) -> Result<(), InputError> {
        referee.set_style(MoveStyle { chess960: self.style().chess960 || entry.is_chess960() });
        referee.set_position(entry.fen(), Reading::Lenient, &[]).map_err(|e| entry.error(e))
    }
}

/// The text of a file.
///
/// # Errors
/// A file that cannot be read, and one that is not text.
pub fn read_file(path: &Path) -> Result<String, InputError> {
    let error = |reason: String| InputError::new("file", path.to_string_lossy(), reason);
    let bytes = fs::read(path).map_err(|e| error(e.to_string()))?;
    String::from_utf8(bytes).map_err(|e| error(format!("not UTF-8 at byte {}", e.utf8_error().valid_up_to())))
}

/// A time in whole milliseconds, as JSON holds it.
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Which position is meant.
#[derive(clap::Args)]
pub struct PositionFlags {
    #[command(flatten)]
    pub game: GameFlags,
    /// The position text [default: the start position]
    #[arg(long, value_name = "TEXT")]
    fen: Option<String>,
    /// Moves to play from there, separated by blanks
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
}

impl PositionFlags {
    /// Sets the position.
    ///
    /// # Errors
    /// A bad text or an illegal move.
    pub fn set_up(&self, referee: &mut dyn Referee) -> Result<(), InputError> {
        let moves: Vec<&str> = self.moves.split_ascii_whitespace().collect();
        referee.set_style(self.game.style());
        referee.set_position(self.fen.as_deref().filter(|&text| text != "startpos"), Reading::Lenient, &moves)
    }
}

/// How long a search takes.
#[derive(clap::Args)]
pub struct LimitFlags {
    /// Stop after this depth in half-moves
    #[arg(long, value_name = "N")]
    depth: Option<NonZeroU32>,
    /// Stop after this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Stop after this many milliseconds
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
}

impl LimitFlags {
    /// The limits, counted from now; `fallback` is the time where no limit is given.
    pub fn limits(&self, fallback: Duration) -> Limits {
        let limited = self.depth.is_some() || self.nodes.is_some();
        let time = self.movetime.map(Duration::from_millis).or((!limited).then_some(fallback));
        Limits { depth: self.depth.map(NonZeroU32::get), nodes: self.nodes, move_time: time, ..Limits::default() }
    }
}

/// What a search may use.
#[derive(clap::Args)]
pub struct ResourceFlags {
    /// Threads that share the work
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Size of the table in MiB
    #[arg(long, value_name = "MB")]
    hash: Option<u32>,
}

impl ResourceFlags {
    pub fn threads(&self) -> usize {
        self.threads.into()
    }

    pub fn hash_mib(&self, default: u32) -> usize {
        self.hash.unwrap_or(default) as usize
    }
}
