//! The search of variants with simultaneous orders. It knows [`crate::game`] and what all searches share, never names a
//! variant, and reports through a callback.
//!
//! A turn is a matrix game: an order of White's, an order of Black's, and what the position after both is worth. The best
//! play is a mixed strategy, and there are far too many orders to write the matrix down. So it grows ([`mod@matrix`] solves
//! it, `turn` grows it): with the strategies of the matrix so far, each side in turn is told the other's and looks for its
//! best answer; what is better than the matrix joins it, until nothing is (double oracle; McMahan, Gordon and Blum,
//! "Planning in the presence of cost functions controlled by an adversary", 2003).
//!
//! The value of a turn lies between its two serialisations, "I order first and you answer knowing it" and the reverse, which
//! the shared alpha-beta search solves (`serial`): over all orders where they are few, as deep as the turn was looked at, and
//! then the bounds hold; else over the most promising ones. Where they meet, a single order is as good as any mixture.
//!
//! Few orders are all weighed as answers. Of many, answers are built from the moves of single pieces by a beam search; orders
//! in the making are never judged as positions by the way, only as orders that could be given as they are. Several turns
//! deep, the worth of a position is that of its own next turn, over the orders that did best one turn shallower: a few at
//! first, then more.
//!
//! The strategy of the equilibrium is safe and makes little of mistakes. In the turn to be ordered it is bent towards what is
//! best against the one-turn player, who orders as if the other side passed, as far as `Limits::risk` allows (`turn::lean`).
//!
//! * [`JointDriver`]: a referee and this search, behind [`crate::game::Engine`]. `lookahead`: worth of positions, and when to end.

mod driver;
mod lookahead;
pub mod matrix;
mod serial;
mod turn;

pub use driver::JointDriver;

use crate::search::Score;

/// A value in centipawns for White, in this search. A king is worth [`KING`].
pub type Value = i32;

pub use crate::game::joint::KING;

/// Values beyond this bound are certain wins: [`KING`] less the turns they take.
const WIN_BOUND: Value = KING - 80;

/// A value for people and protocols, from the view of the side for which it is.
fn score(value: f64) -> Score {
    let turns = (f64::from(KING) - value.abs()).round() as i32;
    if value.abs() < f64::from(WIN_BOUND) {
        Score::Centipawns(value.round() as i32)
    } else if value > 0.0 {
        Score::Mate(turns)
    } else {
        Score::Mate(-turns)
    }
}

/// A value one turn earlier: a certain win is a turn further off.
fn one_turn_earlier(value: Value) -> Value {
    if value.abs() >= WIN_BOUND { value - value.signum() } else { value }
}
