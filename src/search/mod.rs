//! The search, shared by every variant whose sides move in turn. It knows [`crate::game`] only,
//! never names a variant, and reports through a callback.

mod driver;
mod limits;
mod report;
mod resources;

pub use driver::Driver;
pub use limits::{Clock, Control, Limits};
pub use report::{Answer, Bound, Report, Score};
pub use resources::Resources;

/// A value inside the search, in centipawns for the side to move.
pub type Value = i32;

/// The value of having mated; being mated in n half-moves is `-MATE + n`.
pub const MATE: Value = 32_000;

/// The deepest line of the search in half-moves.
pub const MAX_PLY: usize = 246;

/// Values beyond this bound are mates.
pub const MATE_BOUND: Value = MATE - MAX_PLY as Value;
