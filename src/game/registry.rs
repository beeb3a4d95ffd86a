//! The one table of variants. Whatever lists variants reads it, and a new variant is one entry more.

use super::referee::TurnReferee;
use super::{Engine, InputError, JointPosition, JointReferee, Position, Referee, VariantInfo};
use crate::search::{Driver, EloScale};
use crate::simultaneous::JointDriver;
use crate::variants::chess::{self, Chess};
use crate::variants::dragonchess::Dragonchess;
use crate::variants::gnome::Gnome;
use crate::variants::gulliver::Gulliver;
use crate::variants::iceage::IceAge;

/// A variant: what it is called, how to make its referee and its engine, and its data.
pub struct Variant {
    /// Names and words.
    pub info: &'static VariantInfo,
    /// A referee at the start position.
    pub referee: fn() -> Box<dyn Referee>,
    /// An engine at the start position.
    pub engine: fn() -> Box<dyn Engine>,
    /// The positions of `bench` and the depth to which they are searched.
    pub bench: Bench,
    /// What its levels of skill are worth, where that was measured.
    pub elo: Option<EloScale>,
    /// Its other starts, if it has any.
    pub shuffled: Option<Shuffled>,
}

/// Starts with the pieces in another order, by their numbers; castling is then written king-takes-rook.
#[derive(Clone, Copy)]
pub struct Shuffled {
    /// How many there are.
    pub count: u32,
    /// The position text of each, from number 0 on.
    pub text: fn(u32) -> String,
}

/// The work that `bench` does for a variant.
#[derive(Clone, Copy)]
pub struct Bench {
    /// Position texts, a line each, `#` starts a comment line.
    pub positions: &'static str,
    /// The depth of each search in half-moves, in simultaneous variants in turns.
    pub depth: u32,
}

const fn variant<P: Position>(bench: Bench) -> Variant {
    Variant {
        info: P::INFO,
        referee: || Box::new(TurnReferee::<P>::new()),
        engine: || Box::new(Driver::<P>::new()),
        bench,
        elo: None,
        shuffled: None,
    }
}

const fn joint_variant<P: JointPosition>(bench: Bench) -> Variant {
    Variant {
        info: P::INFO,
        referee: || Box::new(JointReferee::<P>::new()),
        engine: || Box::new(JointDriver::<P>::new()),
        bench,
        elo: None,
        shuffled: None,
    }
}

impl Variant {
    const fn with_elo(self, elo: EloScale) -> Variant {
        Variant { elo: Some(elo), ..self }
    }

    const fn with_shuffled(self, shuffled: Shuffled) -> Variant {
        Variant { shuffled: Some(shuffled), ..self }
    }
}

/// Measured in 206 games, 26 to 60 a level, against Stockfish 15.1 held to a `UCI_Elo` near by and to 15000 to 30000
/// nodes a move; two standard errors are about 100 Elo. Against the same at 1400 and 1700 it then made 24 and 22.5 of 50.
const CHESS_ELO: EloScale = EloScale::new(&[(0, 1160), (200, 1275), (500, 1595), (800, 1765)]);

/// The least and the greatest Elo of any scale.
pub const ELO_RANGE: (u32, u32) = CHESS_ELO.range();

/// Every variant; the first is the default.
pub static VARIANTS: &[Variant] = &[
    variant::<Chess>(Bench { positions: include_str!("../../positions/chess.bench"), depth: 13 })
        .with_elo(CHESS_ELO)
        .with_shuffled(chess::SHUFFLED),
    variant::<Dragonchess>(Bench { positions: include_str!("../../positions/dragonchess.bench"), depth: 9 }),
    variant::<IceAge>(Bench { positions: include_str!("../../positions/iceage.bench"), depth: 11 }),
    variant::<Gnome>(Bench { positions: include_str!("../../positions/gnome.bench"), depth: 9 }),
    joint_variant::<Gulliver>(Bench { positions: include_str!("../../positions/gulliver.bench"), depth: 2 }),
];

/// The variant that is played unless another is asked for.
///
/// # Panics
/// If the table is empty.
pub fn default() -> &'static Variant {
    &VARIANTS[0]
}

/// Names of variants that mean castling is written king-takes-rook, beside their variant.
const CHESS960_NAMES: [&str; 3] = ["fischerandom", "fischerrandom", "chess960"];

/// Does this name of a variant turn on [`super::MoveStyle::chess960`]?
pub fn implies_chess960(name: &str) -> bool {
    CHESS960_NAMES.contains(&folded(name).as_str())
}

/// A name as names are compared: lower case, without blanks, hyphens and underscores.
pub fn folded(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).flat_map(char::to_lowercase).collect()
}

/// The variant of a name or an alias, case, blanks and hyphens aside.
///
/// # Errors
/// An unknown name; the message lists the known ones.
pub fn find(name: &str) -> Result<&'static Variant, InputError> {
    let wanted = folded(name);
    VARIANTS.iter().find(|v| folded(v.info.name) == wanted || v.info.aliases.contains(&wanted.as_str())).ok_or_else(|| {
        let known: Vec<_> = VARIANTS.iter().map(|v| v.info.name).collect();
        InputError::new("variant", name, format!("not a variant; known: {}", known.join(", ")))
    })
}
