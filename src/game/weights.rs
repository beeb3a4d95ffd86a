//! Evaluations that are linear in their weights: the table of the weights, and what becomes of the terms counted by it.
//!
//! A variant lists its weights as [`Row`]s, one for each [`Group`], and counts its terms into any [`Trace`]: a [`Sum`] for the
//! search, the [`Coefficients`] for people and for a tuner, which has the same value from them for any other weights.

use super::{EvalTerm, Side, Tapered};
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

/// Makes an enumeration a [`Group`] whose rows are a constant array, in the order of the enumeration.
macro_rules! table {
    ($group:ident, $rows:ident) => {
        impl $crate::game::weights::Group for $group {
            const ROWS: &'static [$crate::game::weights::Row<$group>] = &$rows;
            const WEIGHTS: &'static [$crate::game::Tapered] =
                &$crate::game::weights::flat::<_, { $crate::game::weights::count(&$rows) }>(&$rows);
            const STARTS: &'static [usize] = &$crate::game::weights::starts(&$rows);

            #[inline(always)]
            fn number(self) -> usize {
                self as usize
            }
        }

        const _: () = {
            let mut number = 0;
            while number < $rows.len() {
                assert!($rows[number].group as usize == number, "the rows stand in the order of the groups");
                number += 1;
            }
        };
    };
}
pub(crate) use table;

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

/// The terms of White and of Black that are not zero for both, for people.
pub fn explain<G: Group>([white, black]: &[Coefficients<G>; 2]) -> Vec<EvalTerm> {
    let term = |group: G| EvalTerm { name: group.name(), white: white.value(group).pair(), black: black.value(group).pair() };
    let counts = |term: &EvalTerm| (term.white, term.black) != ((0, 0), (0, 0));
    G::all().map(term).filter(counts).collect()
}

/// The weights of a group, without its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Family {
    /// What people call the group.
    pub name: &'static str,
    /// Each weight in centipawns, middle game and end game.
    pub weights: &'static [(i32, i32)],
}

/// All groups, without their type.
pub fn families<G: Group>() -> Vec<Family> {
    G::ROWS.iter().map(|row| Family { name: row.name, weights: row.weights }).collect()
}

/// The parts of the middle game and of the end game in a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shares {
    /// What a centipawn of the sum for the middle game is worth.
    pub middle: f32,
    /// What a centipawn of the sum for the end game is worth.
    pub end: f32,
}

impl Shares {
    /// The shares when `phase` of `full` parts of the middle game are left: those of [`Tapered::at`].
    pub fn at(phase: i32, full: i32) -> Shares {
        let middle = phase.min(full) as f32 / full as f32;
        Shares { middle, end: 1.0 - middle }
    }

    /// So many parts of `full` of either.
    pub fn scaled(self, (middle, end): (i32, i32), full: i32) -> Shares {
        let part = |scale: i32| scale as f32 / full as f32;
        Shares { middle: self.middle * part(middle), end: self.end * part(end) }
    }
}

/// How a value comes from the weights, so that it can be had for other weights too. Only the rounding is missing.
#[derive(Clone, PartialEq, Debug)]
pub struct Composition {
    /// The weights that count more often for one side than for the other: their numbers among all, and how much more
    /// often they count for White.
    pub counts: Vec<(usize, i32)>,
    /// The shares in the value where the sum for the end game favours White, and Black.
    pub shares: [Shares; 2],
    /// How values are bent: a sum s, in centipawns, is worth `s / (1 + bend * |s|)`.
    pub bend: f32,
}

impl Composition {
    /// A value that is not bent, by the terms of both sides.
    pub fn new<G: Group>([white, black]: &[Coefficients<G>; 2], shares: [Shares; 2]) -> Composition {
        let differences = white.counts.iter().zip(&black.counts).map(|(white, black)| white - black).enumerate();
        Composition { counts: differences.filter(|&(_, count)| count != 0).collect(), shares, bend: 0.0 }
    }

    /// The sums of the middle game and of the end game, White's less Black's, by weights in the order of their numbers.
    pub fn sums(&self, weights: &[(i32, i32)]) -> (i32, i32) {
        let add = |(middle, end), &(weight, count): &(usize, i32)| {
            let (of_middle, of_end) = weights[weight];
            (middle + count * of_middle, end + count * of_end)
        };
        self.counts.iter().fold((0, 0), add)
    }

    /// The value for White in centipawns, by weights in the order of their numbers.
    pub fn value(&self, weights: &[(i32, i32)]) -> f32 {
        let (middle, end) = self.sums(weights);
        let favoured = if end >= 0 { Side::White } else { Side::Black };
        let shares = self.shares[favoured.index()];
        let sum = middle as f32 * shares.middle + end as f32 * shares.end;
        sum / (1.0 + self.bend * sum.abs())
    }
}

/// A group, two positions, and how much more often each of the group's weights counts for White, less Black, in the first.
#[cfg(test)]
pub type Counted<G> = (G, &'static str, &'static str, &'static [(usize, i32)]);

/// Checks what is counted, whatever the weights are, of every group that is not `spared`.
#[cfg(test)]
pub fn check_counts<G: Group + std::fmt::Debug>(
    rows: &[Counted<G>],
    spared: impl Fn(G) -> bool,
    count: impl Fn(&str) -> [Coefficients<G>; 2],
) {
    let balances = |text: &str| {
        let [white, black] = count(text);
        white.counts.iter().zip(&black.counts).map(|(white, black)| white - black).collect::<Vec<_>>()
    };
    let mut wrong = String::new();
    for &(group, one, other, expected) in rows {
        let (first, second) = (balances(one), balances(other));
        let more = group.span().map(|weight| first[weight] - second[weight]).enumerate();
        let found: Vec<_> = more.filter(|&(_, more)| more != 0).collect();
        if found != expected {
            wrong += &format!("(Group::{group:?}, {one:?}, {other:?}, &{found:?}),\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    for group in G::all().filter(|&group| !spared(group)) {
        assert!(rows.iter().any(|row| row.0.number() == group.number()), "{group:?} has no test");
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

    table!(Fruit, ROWS);

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

    #[test]
    fn a_composition_is_tapered_scaled_and_bent() {
        let white = basket::<Coefficients<Fruit>>();
        let black = Coefficients::start(Tapered::ZERO, |trace| trace.add(Fruit::Apple, 0, 2));
        let [for_white, for_black] = [(64, 64), (64, 32)].map(|scales| Shares::at(6, 24).scaled(scales, 64));
        let mut composition = Composition::new(&[white, black], [for_white, for_black]);
        assert_eq!(composition.counts, [(1, 10), (2, -1)]);
        // Apples 10 times (3, 4), pears once less (-5, 6): (35, 34).
        let weights = [(1, 2), (3, 4), (-5, 6)];
        assert_eq!(composition.value(&weights), 35.0 / 4.0 + 34.0 * 0.75);
        composition.bend = 0.5;
        assert_eq!(composition.value(&weights), 34.25 / (1.0 + 0.5 * 34.25));
        // (-50, -60), of which Black keeps half of the end game.
        composition.bend = 0.0;
        assert_eq!(composition.value(&[(1, 2), (-5, -6), (0, 0)]), -50.0 / 4.0 - 60.0 * 0.75 / 2.0);
    }
}
