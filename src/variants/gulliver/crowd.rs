//! Pieces and crowds: what one side has on one square, or in stock.

use crate::game::Side;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// The kinds of pieces beside the king, in the order of every text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Slides like a queen of chess.
    Queen,
    /// Slides like a rook of chess.
    Rook,
    /// Slides like a bishop of chess.
    Bishop,
    /// Leaps like a knight of chess.
    Knight,
    /// Steps one square in any direction, like a king.
    Pawn,
}

/// The number of kinds.
pub const KINDS: usize = 5;

/// What each kind is worth, as an order and in battle (rule 1).
const VALUES: [u32; KINDS] = [4, 3, 2, 2, 1];

impl Kind {
    /// All kinds, in their order.
    pub const ALL: [Kind; KINDS] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];

    /// What a piece is worth, as an order and in battle (rule 1).
    #[inline(always)]
    pub const fn value(self) -> u32 {
        VALUES[self as usize]
    }

    /// The letter in orders, lower case.
    pub const fn letter(self) -> char {
        ['q', 'r', 'b', 'n', 'p'][self as usize]
    }

    /// The letter in position texts.
    pub fn letter_of(self, side: Side) -> char {
        letter_of(self.letter(), side)
    }

    /// The kind of a lower-case letter.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// A letter as position texts write it for a side.
pub(super) fn letter_of(letter: char, side: Side) -> char {
    if side == Side::White { letter.to_ascii_uppercase() } else { letter }
}

/// Five bits for the number of each kind.
const COUNT_BITS: u32 = 5;
const COUNT_MASK: u32 = (1 << COUNT_BITS) - 1;
/// The sum of values stands above the counts.
const VALUE_SHIFT: u32 = KINDS as u32 * COUNT_BITS;

/// Some pieces without a king: how many of each kind, and the sum of their values, in one word that adds up by itself.
/// A side has at most 16 pieces, worth at most 64, so nothing ever overflows into its neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Crowd(u32);

impl Crowd {
    /// Nobody.
    pub const EMPTY: Crowd = Crowd(0);
    /// What sixteen queens are worth; a side has no more pieces.
    pub const GREATEST_VALUE: usize = 64;

    /// One piece.
    #[inline(always)]
    pub const fn of(kind: Kind) -> Crowd {
        Crowd(1 << (kind as u32 * COUNT_BITS) | kind.value() << VALUE_SHIFT)
    }

    /// How many of a kind.
    #[inline(always)]
    pub const fn count(self, kind: Kind) -> u32 {
        self.0 >> (kind as u32 * COUNT_BITS) & COUNT_MASK
    }

    /// The sum of the values.
    #[inline(always)]
    pub const fn value(self) -> u32 {
        self.0 >> VALUE_SHIFT
    }

    /// Is nobody there?
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many pieces.
    pub fn size(self) -> u32 {
        Kind::ALL.iter().map(|&kind| self.count(kind)).sum()
    }

    /// The kinds that are there and how many of each.
    #[inline(always)]
    pub fn kinds(self) -> impl Iterator<Item = (Kind, u32)> {
        Kind::ALL.into_iter().map(move |kind| (kind, self.count(kind))).filter(|&(_, count)| count > 0)
    }

    /// Are all pieces of the other crowd among these?
    pub fn holds(self, other: Crowd) -> bool {
        Kind::ALL.into_iter().all(|kind| self.count(kind) >= other.count(kind))
    }

    /// Every crowd that can be picked out of this one, the empty one first.
    pub fn parts(self) -> Vec<Crowd> {
        self.kinds().fold(vec![Crowd::EMPTY], |parts, (kind, count)| {
            parts.iter().flat_map(|&part| (0..=count).map(move |n| part + Crowd::of(kind) * n)).collect()
        })
    }

    /// The lower-case letters, in order.
    pub fn letters(self) -> String {
        self.kinds().flat_map(|(kind, count)| std::iter::repeat_n(kind.letter(), count as usize)).collect()
    }
}

impl Add for Crowd {
    type Output = Crowd;

    #[inline(always)]
    fn add(self, other: Crowd) -> Crowd {
        Crowd(self.0 + other.0)
    }
}

impl Sub for Crowd {
    type Output = Crowd;

    #[inline(always)]
    fn sub(self, other: Crowd) -> Crowd {
        Crowd(self.0 - other.0)
    }
}

impl Mul<u32> for Crowd {
    type Output = Crowd;

    #[inline(always)]
    fn mul(self, times: u32) -> Crowd {
        Crowd(self.0 * times)
    }
}

impl AddAssign for Crowd {
    #[inline(always)]
    fn add_assign(&mut self, other: Crowd) {
        *self = *self + other;
    }
}

impl SubAssign for Crowd {
    #[inline(always)]
    fn sub_assign(&mut self, other: Crowd) {
        *self = *self - other;
    }
}

impl FromIterator<Kind> for Crowd {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Crowd {
        kinds.into_iter().fold(Crowd::EMPTY, |crowd, kind| crowd + Crowd::of(kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_values_add_up() {
        let crowd: Crowd = "qrbbnppp".chars().filter_map(Kind::from_letter).collect();
        assert_eq!((crowd.value(), crowd.size(), crowd.letters().as_str()), (16, 8, "qrbbnppp"));
        assert_eq!(Kind::ALL.map(|kind| crowd.count(kind)), [1, 1, 2, 1, 3]);
        let pair = Crowd::of(Kind::Bishop) + Crowd::of(Kind::Pawn);
        assert!(crowd.holds(pair) && !pair.holds(crowd));
        assert_eq!((crowd - pair).letters(), "qrbnpp");
        assert_eq!((Crowd::of(Kind::Queen) * 16).value(), 64);
        assert_eq!((Crowd::of(Kind::Queen) * 16).size(), 16);
    }

    #[test]
    fn the_parts_of_a_crowd() {
        let crowd: Crowd = [Kind::Rook, Kind::Pawn, Kind::Pawn].into_iter().collect();
        let mut letters: Vec<_> = crowd.parts().into_iter().map(Crowd::letters).collect();
        letters.sort();
        assert_eq!(letters, ["", "p", "pp", "r", "rp", "rpp"]);
        assert_eq!(crowd.parts()[0], Crowd::EMPTY);
    }
}
