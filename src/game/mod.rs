//! What a game is to everyone else: the contract that a variant keeps, and all that follows from it alone.
//!
//! * [`position`]: the [`Position`] trait, rules and search hooks.
//! * [`history`]: [`Game`], a position with its past: repetition and results.
//! * [`referee`]: [`Referee`], the same without type parameters, for protocols and commands.
//! * [`joint`], [`joint_referee`]: the same where both sides order in secret and move at once.
//! * [`engine`]: [`Engine`], a referee that can search.
//! * [`view`]: what front ends show of pieces, positions and moves.
//! * [`registry`]: the one table of variants.
//! * [`tapered`]: values from middle game to end game, for evaluations.
//! * [`weights`]: tables of weights, and what becomes of the terms that are counted by them.
//! * [`suite`]: files of positions.
//! * [`perft`], [`outcome`], [`error`], [`keys`], [`text`]: what they all share.
//! * [`contract`]: the checks that every variant passes.

pub mod contract;
pub mod engine;
pub mod error;
pub mod history;
pub mod joint;
pub mod joint_referee;
pub mod keys;
pub mod outcome;
pub mod perft;
pub mod position;
pub mod referee;
pub mod registry;
pub mod suite;
pub mod tapered;
pub mod text;
pub mod view;
pub mod weights;

pub use engine::Engine;
pub use error::InputError;
pub use history::Game;
pub use joint::{Asked, JointGame, JointPosition};
pub use joint_referee::JointReferee;
pub use outcome::{Outcome, Reason};
pub use position::{EvalTerm, MoveClass, MoveStore, PackedMove, Position, SearchTraits, VariantInfo};
pub use referee::{Notation, Referee};
pub use tapered::Tapered;
pub use text::{Look, MoveStyle, Paint, Reading};
pub use view::{Cell, Deed, Description, Gesture, Mark, Offers, Piece, PieceHelp, Scene};

use serde::Serialize;
use std::ops::Not;

/// One of the two players. White is Gold in Dragonchess and moves first everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The first player.
    White,
    /// The second player.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the side in position texts.
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }

    /// The word for the side in results.
    pub const fn name(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
        }
    }

    /// The word for the side at the beginning of a sentence.
    pub const fn title(self) -> &'static str {
        match self {
            Side::White => "White",
            Side::Black => "Black",
        }
    }
}

impl Not for Side {
    type Output = Side;

    #[inline(always)]
    fn not(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}
