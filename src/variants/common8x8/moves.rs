//! Kinds of men, moves packed into 32 bits, and lists of them.

use crate::game::{PackedMove, Side};
use arrayvec::ArrayVec;
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

    /// The letter for a side: upper case for White, lower case for Black.
    pub const fn letter_of(self, side: Side) -> char {
        match side {
            Side::White => self.letter(),
            Side::Black => self.letter().to_ascii_lowercase(),
        }
    }

    /// The kind of an upper-case letter.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// What a pawn becomes by the letter in a move, lower case.
    pub fn promotion(letter: char) -> Option<Kind> {
        Kind::PROMOTIONS.into_iter().find(|kind| kind.letter_of(Side::Black) == letter)
    }
}

/// The side of a letter: upper case is White's.
pub(crate) const fn side_of(letter: char) -> Side {
    if letter.is_ascii_uppercase() { Side::White } else { Side::Black }
}

/// The most men a side can have.
pub(crate) const MOST_MEN: u32 = 16;

/// Moves of one position. A side has at most 16 men: a king (8 steps, 2 castlings) and 15 others, none of which has
/// more moves than a queen's 27; 15 * 27 + 10 = 415.
pub type Moves = ArrayVec<Move, 416>;

/// A move: from (6 bits), to (6 bits), promotion (3 bits: 0 none, else the [`Kind`]'s index).
/// Castling is the king's move to its own rook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(NonZeroU32);

impl Move {
    /// A move between two different squares.
    #[inline(always)]
    pub(crate) fn new(from: usize, to: usize, promotion: Option<Kind>) -> Move {
        let promotion = promotion.map_or(0, |kind| kind as u32);
        let bits = from as u32 | (to as u32) << 6 | promotion << 12;
        Move(NonZeroU32::new(bits).expect("from and to differ"))
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

    /// Are these the very bits that [`Move::new`] gives for their parts?
    pub(crate) fn is_well_formed(self) -> bool {
        self.from() != self.to() && Move::new(self.from(), self.to(), self.promotion()) == self
    }
}

impl PackedMove for Move {
    #[inline(always)]
    fn from_bits(bits: NonZeroU32) -> Move {
        Move(bits)
    }

    #[inline(always)]
    fn to_bits(self) -> NonZeroU32 {
        self.0
    }
}
