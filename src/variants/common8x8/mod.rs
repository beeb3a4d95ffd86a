//! What games on 8x8 squares with the men of chess share. Each takes what it needs; none needs all.
//!
//! * `moves`, `castling`: [`Kind`]s of men, packed [`Move`]s, the [`Wing`]s of castling.
//! * `fen`, `draw`, `san`: the fields of position texts, drawings, the forms of moves for people.
//! * `board`, `movegen`, `checks`, `see`, `text`: [`Board`], the whole rules of chess on a [`Terrain`], which is open in
//!   chess itself and may hold obstacles elsewhere.
//! * `show`: the men in words, and what front ends show of a [`Board`].
//! * `sets`, `view`: for evaluations: steps of sets, the board as one side sees it.

pub(crate) mod board;
pub(crate) mod castling;
mod checks;
pub(crate) mod draw;
pub(crate) mod fen;
mod movegen;
pub(crate) mod moves;
pub(crate) mod san;
mod see;
pub(crate) mod sets;
pub(crate) mod show;
mod terrain;
mod text;
pub(crate) mod view;

pub use board::Board;
pub use castling::Wing;
pub use moves::{Kind, Move, Moves};
pub use terrain::{Open, Terrain};
