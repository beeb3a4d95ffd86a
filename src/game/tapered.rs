//! Values that change from the middle game to the end game.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A value for the middle game and one for the end game, in centipawns, in one machine word: both are added in one step.
/// Sums must stay within 32 bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered(i64);

impl Tapered {
    /// Nothing in either.
    pub const ZERO: Tapered = Tapered(0);

    /// The value `middle` in the middle game and `end` in the end game.
    #[inline(always)]
    pub const fn new(middle: i32, end: i32) -> Tapered {
        Tapered(middle as i64 + ((end as i64) << 32))
    }

    /// The value in the middle game.
    #[inline(always)]
    pub const fn middle(self) -> i32 {
        self.0 as i32
    }

    /// The value in the end game. A negative middle game value has borrowed from it.
    #[inline(always)]
    pub const fn end(self) -> i32 {
        (self.0.wrapping_add(1 << 31) >> 32) as i32
    }

    /// The value when `phase` of `full` parts of the middle game are left, rounded towards zero.
    #[inline(always)]
    pub const fn at(self, phase: i32, full: i32) -> i32 {
        let phase = if phase < full { phase } else { full };
        (self.middle() * phase + self.end() * (full - phase)) / full
    }

    /// The pair, as the table of an evaluation shows it.
    pub const fn pair(self) -> (i32, i32) {
        (self.middle(), self.end())
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_add(other.0))
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_sub(other.0))
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn mul(self, factor: i32) -> Tapered {
        Tapered(self.0.wrapping_mul(factor as i64))
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn neg(self) -> Tapered {
        Tapered(self.0.wrapping_neg())
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

impl Sum for Tapered {
    #[inline(always)]
    fn sum<I: Iterator<Item = Tapered>>(values: I) -> Tapered {
        values.fold(Tapered::ZERO, Tapered::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_values_are_kept_apart() {
        for (a, b, c, d) in [(0, 0, 0, 0), (-1, 1, -1, -1), (300, -7, -301, 6), (-50_000, 50_000, 120_000, -120_000)] {
            let (x, y) = (Tapered::new(a, b), Tapered::new(c, d));
            assert_eq!((x + y).pair(), (a + c, b + d));
            assert_eq!((x - y).pair(), (a - c, b - d));
            assert_eq!((-x).pair(), (-a, -b));
            assert_eq!((x * -3).pair(), (-3 * a, -3 * b));
        }
    }

    #[test]
    fn the_phase_goes_from_end_to_middle() {
        let value = Tapered::new(100, -20);
        assert_eq!([0, 12, 24, 30].map(|phase| value.at(phase, 24)), [-20, 40, 100, 100]);
        assert_eq!((-value).at(7, 24), -value.at(7, 24));
    }
}
