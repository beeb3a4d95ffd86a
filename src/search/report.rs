//! What a search says.

use super::{MATE, MATE_BOUND, Value};
use std::time::Duration;

/// A value for people and protocols, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Centipawns.
    Centipawns(i32),
    /// Mate in so many moves (not half-moves); zero or negative when being mated.
    Mate(i32),
}

impl From<Value> for Score {
    fn from(value: Value) -> Score {
        if value >= MATE_BOUND {
            Score::Mate((MATE - value + 1) / 2)
        } else if value <= -MATE_BOUND {
            Score::Mate(-((MATE + value) / 2))
        } else {
            Score::Centipawns(value)
        }
    }
}

/// What a score is of the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// One line of analysis.
#[derive(Clone, Debug)]
pub struct Report {
    /// The depth finished, in half-moves.
    pub depth: u32,
    /// The longest line looked at, in half-moves.
    pub sel_depth: u32,
    /// The rank of the line among the best, from 1.
    pub multi_pv: usize,
    /// The score.
    pub score: Score,
    /// What the score is worth.
    pub bound: Bound,
    /// Positions reached by a move so far.
    pub nodes: u64,
    /// The time since the start.
    pub time: Duration,
    /// How full the table is with entries of this search, in permille.
    pub hash_full: u32,
    /// The line, moves as the protocol writes them.
    pub line: Vec<String>,
}

/// The first move that a search has come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Current {
    /// The depth of the iteration, in half-moves.
    pub depth: u32,
    /// The move, as the protocol writes it.
    pub text: String,
    /// Its number in the order of the iteration, from 1.
    pub number: usize,
}

/// The mixed strategy from which an order is taken (simultaneous variants only), and what the turn is worth to its side.
#[derive(Clone, PartialEq, Debug)]
pub struct Strategy {
    /// Orders as the protocol writes them and their probabilities, the likeliest first.
    pub orders: Vec<(String, f64)>,
    /// What the other side's best answer leaves, in centipawns.
    pub lower: i32,
    /// What the own best answer to the other side's strategy wins, in centipawns.
    pub upper: i32,
    /// Were all answers looked at? Otherwise the bounds are those of the answers that were.
    pub exact: bool,
}

/// Who listens to a search. A closure hears the reports.
pub trait Listener {
    /// A line of analysis.
    fn report(&mut self, report: &Report);

    /// The first move that is being looked at. A search begins to tell it when it has lasted for a while.
    fn current(&mut self, _: &Current) {}

    /// The strategy of a simultaneous turn as it looks so far.
    fn strategy_so_far(&mut self, _: &Strategy) {}

    /// The strategy behind the answer that follows.
    fn strategy(&mut self, _: &Strategy) {}
}

impl<F: FnMut(&Report)> Listener for F {
    fn report(&mut self, report: &Report) {
        self(report);
    }
}

/// The answer of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move to play; `None` where there is no legal move.
    pub best: Option<String>,
    /// The reply expected.
    pub ponder: Option<String>,
    /// The nodes searched by all threads.
    pub nodes: u64,
}
