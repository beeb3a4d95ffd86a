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

impl Outcome {
    /// The result in a sentence for people.
    pub fn sentence(&self) -> String {
        let Some(winner) = self.winner else { return format!("Draw: {}.", self.reason.of_draw()) };
        let loser = (!winner).title();
        let why = match self.reason {
            Reason::Mate => format!("{loser} is mated"),
            Reason::Stalemate => format!("{loser} has no legal move"),
            Reason::Frozen => format!("{loser}'s king is frozen"),
            Reason::KingCaptured => format!("{loser}'s king is captured"),
            other => other.of_draw().to_owned(),
        };
        format!("{} wins: {why}.", winner.title())
    }
}

impl Reason {
    const fn of_draw(self) -> &'static str {
        match self {
            Reason::Mate => "mate",
            Reason::Stalemate => "no legal move, and no check",
            Reason::Frozen | Reason::KingCaptured | Reason::BothKings => "both kings are lost at once",
            Reason::BareKings => "nothing but kings is left",
            Reason::Material => "the men that are left cannot mate",
            Reason::Clock => "too many moves without progress",
            Reason::Repetition => "the position stands for the third time",
        }
    }
}

/// `white:mate`, `draw:clock`: the form of the protocol.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let winner = self.winner.map_or("draw", Side::name);
        write!(f, "{winner}:{}", self.reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_told_in_sentences() {
        let won = |reason| Outcome::win(Side::White, reason).sentence();
        assert_eq!(won(Reason::Mate), "White wins: Black is mated.");
        assert_eq!(won(Reason::Frozen), "White wins: Black's king is frozen.");
        assert_eq!(won(Reason::KingCaptured), "White wins: Black's king is captured.");
        assert_eq!(Outcome::win(Side::Black, Reason::Stalemate).sentence(), "Black wins: White has no legal move.");
        assert_eq!(Outcome::draw(Reason::BothKings).sentence(), "Draw: both kings are lost at once.");
        assert_eq!(Outcome::draw(Reason::Repetition).sentence(), "Draw: the position stands for the third time.");
    }
}
