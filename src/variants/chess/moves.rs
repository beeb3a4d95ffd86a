//! Kinds of men and packed moves.

use crate::game::PackedMove;
use std::num::NonZeroU32;

/// A kind of man.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl Kind {
    /// All kinds, in the order of their indices.
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];
    /// What a pawn becomes.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];
    const LETTERS: [char; 6] = ['P', 'N', 'B', 'R', 'Q', 'K'];

    /// The English letter, upper case.
    pub const fn letter(self) -> char {
        Kind::LETTERS[self as usize]
    }

    /// The kind of an upper-case letter.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// A move: from (6 bits), to (6 bits), promotion (3 bits: 0 none, else the [`Kind`]'s index).
/// Castling is the king's move to its own rook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChessMove(NonZeroU32);

impl ChessMove {
    /// A move between two different squares.
    #[inline(always)]
    pub(super) fn new(from: usize, to: usize, promotion: Option<Kind>) -> ChessMove {
        let promotion = promotion.map_or(0, |kind| kind as u32);
        let bits = from as u32 | (to as u32) << 6 | promotion << 12;
        ChessMove(NonZeroU32::new(bits).expect("from and to differ"))
    }

    /// Where the man comes from.
    #[inline(always)]
    pub fn from(self) -> usize {
        (self.0.get() & 63) as usize
    }

    /// Where it goes; for castling, its own rook.
    #[inline(always)]
    pub fn to(self) -> usize {
        (self.0.get() >> 6 & 63) as usize
    }

    /// What the pawn becomes.
    #[inline(always)]
    pub fn promotion(self) -> Option<Kind> {
        match self.0.get() >> 12 & 7 {
            1 => Some(Kind::Knight),
            2 => Some(Kind::Bishop),
            3 => Some(Kind::Rook),
            4 => Some(Kind::Queen),
            _ => None,
        }
    }

    /// Are these the very bits that [`ChessMove::new`] gives for their parts?
    pub(super) fn is_well_formed(self) -> bool {
        self.from() != self.to() && ChessMove::new(self.from(), self.to(), self.promotion()) == self
    }
}

impl PackedMove for ChessMove {
    #[inline(always)]
    fn from_bits(bits: NonZeroU32) -> ChessMove {
        ChessMove(bits)
    }

    #[inline(always)]
    fn to_bits(self) -> NonZeroU32 {
        self.0
    }
}
