//! The search, shared by every variant whose sides move in turn. It knows [`crate::game`] only,
//! never names a variant, and reports through a callback.
//!
//! * [`Driver`]: a referee and its search, behind [`crate::game::Engine`].
//! * `root`: iterative deepening over the first moves; `negamax`: the tree; `quiescence`: beyond the horizon.
//! * `worker`: what a thread carries through the tree; `run`: what the threads of one search share.
//! * `picker`, `history`: the order of moves.
//! * [`Limits`], [`Control`], `clock`: when a search ends. [`Report`], [`Current`], [`Answer`]: what it says to a
//!   [`Listener`]. [`Skill`]: how it plays weaker than it could.
//! * [`Resources`], `table`: what searches share.
//! * [`mod@bench`]: the fixed work of every variant; [`oracle`]: the search against plain minimax.

pub mod bench;
mod clock;
mod driver;
mod history;
mod limits;
mod negamax;
pub mod oracle;
mod params;
mod picker;
mod quiescence;
mod report;
mod resources;
mod root;
mod run;
mod skill;
#[cfg(test)]
mod sticks;
mod table;
mod vote;
mod worker;

pub use driver::Driver;
pub use limits::{Clock, Control, DEFAULT_RISK, Evaluation, Limits, MixedPlay};
#[cfg(feature = "tunable")]
pub use params::{TUNABLES, Tunable};
pub use report::{Answer, Bound, Current, Listener, Report, Score, Strategy};
pub use resources::Resources;
pub(crate) use run::{Rigour, Run, Stopped};
pub use skill::{EloScale, Skill};
pub(crate) use table::Entry;
pub(crate) use worker::plain;

/// A value inside the search, in centipawns for the side to move.
pub type Value = i32;

/// The value of having mated; being mated in n half-moves is `-MATE + n`.
pub const MATE: Value = 32_000;

/// The deepest line of the search in half-moves.
pub const MAX_PLY: usize = 246;

/// Values beyond this bound are mates.
pub const MATE_BOUND: Value = MATE - MAX_PLY as Value;

/// The stack of a thread that searches: a recursion over hundreds of half-moves, with a move list at every one.
pub const STACK_BYTES: usize = 64 << 20;

/// The value of a draw.
const DRAW: Value = 0;

/// Beyond all values.
const INFINITE: Value = MATE + 1;
