//! Sets of squares as machine words: `u64` for 8x8 boards, [`Layers`] for 12x8x3.
//!
//! Both speak [`BitSet`], the one interface that generators need beyond the bit operators.

mod layered;

pub use layered::Layers;

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares. Squares are plain indices below [`BitSet::SIZE`]; each geometry wraps them in its own type.
pub trait BitSet:
    Copy
    + Eq
    + Debug
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The number of square indices, padding included.
    const SIZE: usize;
    /// The set without squares.
    const EMPTY: Self;

    /// The set of one square.
    fn one(square: usize) -> Self;
    /// Is the square in the set?
    fn has(self, square: usize) -> bool;
    /// The number of squares in the set.
    fn count(self) -> u32;
    /// Has the set no squares?
    fn is_empty(self) -> bool;
    /// The lowest square of the set.
    fn first(self) -> Option<usize>;
    /// The set without its lowest square.
    fn without_first(self) -> Self;

    /// Has the set at least one square?
    #[inline(always)]
    fn any(self) -> bool {
        !self.is_empty()
    }

    /// Has the set more than one square?
    #[inline(always)]
    fn many(self) -> bool {
        self.without_first().any()
    }

    /// The squares of the set, lowest first.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// Iterates over the squares of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Squares<B>(B);

impl<B: BitSet> Iterator for Squares<B> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let square = self.0.first()?;
        self.0 = self.0.without_first();
        Some(square)
    }
}

impl BitSet for u64 {
    const SIZE: usize = 64;
    const EMPTY: u64 = 0;

    #[inline(always)]
    fn one(square: usize) -> u64 {
        1 << square
    }

    #[inline(always)]
    fn has(self, square: usize) -> bool {
        self >> square & 1 != 0
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }

    #[inline(always)]
    fn first(self) -> Option<usize> {
        (self != 0).then(|| self.trailing_zeros() as usize)
    }

    #[inline(always)]
    fn without_first(self) -> u64 {
        self & self.wrapping_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The interface against a plain list of squares.
    fn agrees_with_a_list<B: BitSet>(squares: &[usize]) {
        let set = squares.iter().fold(B::EMPTY, |set, &s| set | B::one(s));
        assert_eq!(set.squares().collect::<Vec<_>>(), squares);
        assert_eq!(set.count() as usize, squares.len());
        assert_eq!(set.is_empty(), squares.is_empty());
        assert_eq!(set.many(), squares.len() > 1);
        assert_eq!(set.first(), squares.first().copied());
        assert_eq!(set.without_first().squares().collect::<Vec<_>>(), squares.get(1..).unwrap_or(&[]));
        assert!((0..B::SIZE).all(|s| set.has(s) == squares.contains(&s)));
    }

    #[test]
    fn both_shapes_are_sets() {
        for squares in [&[][..], &[0], &[63], &[5, 9, 62], &[0, 1, 2, 3, 63]] {
            agrees_with_a_list::<u64>(squares);
            agrees_with_a_list::<Layers>(squares);
        }
        agrees_with_a_list::<Layers>(&[3, 127, 128, 255, 256, 383]);
    }
}
