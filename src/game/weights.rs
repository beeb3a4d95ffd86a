//! Evaluations that are linear in their weights: the table of the weights, and what becomes of the terms counted by it.
//!
//! A variant lists its weights as [`Row`]s, one for each [`Group`], and counts its terms into any [`Trace`]: a [`Sum`] for the
//! search, the [`Coefficients`] for people and for a tuner, which has the same value from them for any other weights.

use super::Tapered;
use std::marker::PhantomData;
use std::ops::Range;

/// A group of weights: one term of an evaluation.
pub trait Group: Copy + 'static {
    /// The rows of all groups, in the order of their numbers.
    const ROWS: &'static [Row<Self>];
    /// The weights of all groups, one after the other: [`flat`] of the rows.
    const WEIGHTS: &'static [Tapered];
    /// Where the weights of each group begin among all: [`starts`] of the rows.
    const STARTS: &'static [usize];

    /// The number of the group.
    fn number(self) -> usize;

    /// Where the weights of the group stand among all.
    fn span(self) -> Range<usize> {
        let start = Self::STARTS[self.number()];
        start..start + Self::ROWS[self.number()].weights.len()
    }

    /// One of its weights.
    #[inline(always)]
    fn weight(self, index: usize) -> Tapered {
        Self::WEIGHTS[Self::STARTS[self.number()] + index]
    }

    /// What people call it.
    fn name(self) -> &'static str {
        Self::ROWS[self.number()].name
    }

    /// All groups.
    fn all() -> impl Iterator<Item = Self> {
        Self::ROWS.iter().map(|row| row.group)
    }
}

/// The weights of a group.
#[derive(Clone, Copy, Debug)]
pub struct Row<G: 'static> {
    /// The group.
    pub group: G,
    /// What people call it.
    pub name: &'static str,
    /// Each weight in centipawns, middle game and end game.
    pub weights: &'static [(i32, i32)],
}

/// The row of a group.
pub const fn row<G>(group: G, name: &'static str, weights: &'static [(i32, i32)]) -> Row<G> {
    Row { group, name, weights }
}

/// The number of weights in all.
pub const fn count<G>(rows: &[Row<G>]) -> usize {
    let (mut sum, mut row) = (0, 0);
    while row < rows.len() {
        sum += rows[row].weights.len();
        row += 1;
    }
    sum
}

/// Where the weights of each row begin among all.
pub const fn starts<G, const ROWS: usize>(rows: &[Row<G>; ROWS]) -> [usize; ROWS] {
    let mut starts = [0; ROWS];
    let mut row = 1;
    while row < ROWS {
        starts[row] = starts[row - 1] + rows[row - 1].weights.len();
        row += 1;
    }
    starts
}

/// The weights of all rows, one after the other; there must be `COUNT` of them.
pub const fn flat<G, const COUNT: usize>(rows: &[Row<G>]) -> [Tapered; COUNT] {
    let mut weights = [Tapered::ZERO; COUNT];
    let (mut next, mut row) = (0, 0);
    while row < rows.len() {
        let mut index = 0;
        while index < rows[row].weights.len() {
            let (middle, end) = rows[row].weights[index];
            weights[next] = Tapered::new(middle, end);
            next += 1;
            index += 1;
        }
        row += 1;
    }
    assert!(next == COUNT);
    weights
}

/// Receives the terms of one side.
pub trait Trace<G: Group>: Sized {
    /// Starts from terms whose sum is kept with the position: takes it, or counts them.
    fn start(kept: Tapered, count: impl FnOnce(&mut Self)) -> Self;

    /// The weight at `index` of a group counts `count` times more.
    fn add(&mut self, group: G, index: usize, count: i32);
}

/// The value of a side, summed up at once.
#[derive(Clone, Copy, Debug)]
pub struct Sum(pub Tapered);

impl<G: Group> Trace<G> for Sum {
    #[inline(always)]
    fn start(kept: Tapered, _count: impl FnOnce(&mut Self)) -> Self {
        Sum(kept)
    }

    #[inline(always)]
    fn add(&mut self, group: G, index: usize, count: i32) {
        self.0 += group.weight(index) * count;
    }
}

/// How often each weight counts for a side.
#[derive(Clone, Debug)]
pub struct Coefficients<G> {
    counts: Vec<i32>,
    groups: PhantomData<G>,
}

impl<G: Group> Trace<G> for Coefficients<G> {
    fn start(_kept: Tapered, count: impl FnOnce(&mut Self)) -> Self {
        let mut coefficients = Coefficients { counts: vec![0; G::WEIGHTS.len()], groups: PhantomData };
        count(&mut coefficients);
        coefficients
    }

    fn add(&mut self, group: G, index: usize, count: i32) {
        let span = group.span();
        debug_assert!(index < span.len(), "weight {index} of {}", group.name());
        self.counts[span.start + index] += count;
    }
}

impl<G: Group> Coefficients<G> {
    /// What the weights of a group contribute.
    pub fn value(&self, group: G) -> Tapered {
        group.span().map(|weight| G::WEIGHTS[weight] * self.counts[weight]).sum()
    }

    /// How often each weight counts, in the order of [`Group::WEIGHTS`].
    pub fn counts(&self) -> &[i32] {
        &self.counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Fruit {
        Apple,
        Pear,
    }

    const ROWS: [Row<Fruit>; 2] = [row(Fruit::Apple, "apples", &[(1, 2), (3, 4)]), row(Fruit::Pear, "pears", &[(-5, 6)])];

    impl Group for Fruit {
        const ROWS: &'static [Row<Fruit>] = &ROWS;
        const WEIGHTS: &'static [Tapered] = &flat::<_, { count(&ROWS) }>(&ROWS);
        const STARTS: &'static [usize] = &starts(&ROWS);

        fn number(self) -> usize {
            self as usize
        }
    }

    fn basket<T: Trace<Fruit>>() -> T {
        let mut basket = T::start(Tapered::new(2, 4), |trace: &mut T| trace.add(Fruit::Apple, 0, 2));
        basket.add(Fruit::Apple, 1, 10);
        basket.add(Fruit::Pear, 0, -1);
        basket
    }

    #[test]
    fn sum_and_coefficients_agree() {
        let (Sum(sum), coefficients) = (basket(), basket::<Coefficients<Fruit>>());
        assert_eq!(coefficients.counts(), [2, 10, -1]);
        assert_eq!(coefficients.value(Fruit::Apple), Tapered::new(32, 44));
        assert_eq!(Fruit::all().map(|group| coefficients.value(group)).sum::<Tapered>(), sum);
        assert_eq!((Fruit::Pear.name(), Fruit::Pear.span()), ("pears", 2..3));
    }
}
