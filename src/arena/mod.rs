//! Engine against engine, in every variant, under our own referee.
//!
//! * [`spec`], [`limits`]: what an engine is, and how long it may think.
//! * [`link`], [`player`]: the line to an engine (a process, or this program on a thread), and the client's side of UCI.
//! * [`game`], [`adjudication`]: one game. [`openings`]: where it begins.
//! * [`schedule`], [`tournament`]: all games of a match, several at once.
//! * [`statistics`], [`tally`], [`report`]: what the results say.
//! * [`pgn`], [`records`]: games written and read; the files of a match.
//! * [`spsa`], [`tuning`]: options tuned by matches.
//!
//! Variants come from the registry and are known by their [`crate::game::Referee`] only. The program itself plays through
//! its own protocol too, over a pipe to a thread: so it has the same options and the same behaviour wherever it plays.

pub mod adjudication;
pub mod game;
pub mod limits;
pub mod link;
mod log;
pub mod openings;
pub mod pgn;
pub mod player;
pub mod records;
pub mod report;
pub mod schedule;
pub mod spec;
pub mod spsa;
pub mod statistics;
pub mod tally;
pub mod tournament;
pub mod tuning;
