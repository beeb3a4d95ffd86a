//! What becomes of the terms: a value, or the coefficient of every weight.

use super::weights::{COUNT, Group, SPANS, weight};
use crate::game::Tapered;

/// Receives the terms of one side.
pub trait Trace: Default {
    /// The weight at `index` of a group counts `count` times more.
    fn add(&mut self, group: Group, index: usize, count: i32);
}

/// The value of a side, summed up at once.
#[derive(Default)]
pub struct Sum(pub Tapered);

impl Trace for Sum {
    #[inline(always)]
    fn add(&mut self, group: Group, index: usize, count: i32) {
        self.0 += weight(group, index) * count;
    }
}

/// How often each weight counts for a side: what a tuner needs, and what explains a value.
pub struct Coefficients([i32; COUNT]);

impl Default for Coefficients {
    fn default() -> Coefficients {
        Coefficients([0; COUNT])
    }
}

impl Trace for Coefficients {
    fn add(&mut self, group: Group, index: usize, count: i32) {
        let span = SPANS[group as usize].clone();
        assert!(index < span.len(), "weight {index} of {}", group.name());
        self.0[span.start + index] += count;
    }
}

impl Coefficients {
    /// What the weights of a group contribute.
    pub fn value(&self, group: Group) -> Tapered {
        let span = SPANS[group as usize].clone();
        self.0[span].iter().enumerate().map(|(index, &count)| weight(group, index) * count).sum()
    }
}
