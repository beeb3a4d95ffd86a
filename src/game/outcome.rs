//! How games end.

use super::Side;
use std::fmt;

/// Why a game is over; the words of the rules files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Mate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// A king was frozen (Ice Age Chess).
    Frozen,
    /// A king was captured (Gulliver).
    KingCaptured,
    /// Both kings were captured in one turn (Gulliver) or frozen at once (Ice Age Chess).
    BothKings,
    /// Nothing but kings is left.
    BareKings,
    /// The men left cannot mate.
    Material,
    /// Too many half-moves without progress.
    Clock,
    /// The position stands for the third time.
    Repetition,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Reason::Mate => "mate",
            Reason::Stalemate => "stalemate",
            Reason::Frozen => "frozen",
            Reason::KingCaptured => "king-captured",
            Reason::BothKings => "both-kings",
            Reason::BareKings => "bare-kings",
            Reason::Material => "material",
            Reason::Clock => "clock",
            Reason::Repetition => "repetition",
        })
    }
}

/// The result of a finished game: the winner, or none for a draw, and the reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The side that won; `None` is a draw.
    pub winner: Option<Side>,
    /// Why the game is over.
    pub reason: Reason,
}

impl Outcome {
    /// A win for a side.
    pub const fn win(side: Side, reason: Reason) -> Outcome {
        Outcome { winner: Some(side), reason }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }
}

/// `white:mate`, `draw:clock`: the form of the protocol.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let winner = self.winner.map_or("draw", Side::name);
        write!(f, "{winner}:{}", self.reason)
    }
}
