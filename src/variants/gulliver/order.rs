//! Orders: what a side wants done in a turn, in a few bytes, each in one form only.

use super::crowd::{Crowd, Kind};
use std::fmt;

/// The values of the pieces moved by one order together are at most this (rule 1a).
pub const BUDGET: u32 = 5;

/// The move of one piece: its square, its kind, where it goes. The order of the numbers is the order of the texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Step(u16);

impl Step {
    /// A piece goes from one square to another.
    #[inline(always)]
    pub const fn new(from: usize, kind: Kind, to: usize) -> Step {
        Step((from << 9 | (kind as usize) << 6 | to) as u16)
    }

    /// Where it stands.
    #[inline(always)]
    pub const fn from(self) -> usize {
        (self.0 >> 9) as usize
    }

    /// What it is.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        Kind::ALL[(self.0 >> 6 & 7) as usize]
    }

    /// Where it goes.
    #[inline(always)]
    pub const fn to(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Do both move a piece of one kind from one square?
    #[inline(always)]
    pub const fn is_alike(self, other: Step) -> bool {
        self.0 >> 6 == other.0 >> 6
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}>{}", self.kind().letter(), self.from(), self.to())
    }
}

/// The steps of one order, in ascending order, at most as many as the budget pays pawns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Steps {
    steps: [Step; BUDGET as usize],
    count: u8,
}

impl Steps {
    /// No step: not yet an order.
    pub const NONE: Steps = Steps { steps: [Step(0); BUDGET as usize], count: 0 };

    /// The steps with one more, in its place; `None` if there are as many as there can be.
    #[inline]
    pub fn with(mut self, step: Step) -> Option<Steps> {
        let mut at = usize::from(self.count);
        if at == self.steps.len() {
            return None;
        }
        while at > 0 && self.steps[at - 1] > step {
            self.steps[at] = self.steps[at - 1];
            at -= 1;
        }
        self.steps[at] = step;
        self.count += 1;
        Some(self)
    }

    /// The values of the pieces together.
    pub fn value(&self) -> u32 {
        self.iter().map(|step| step.kind().value()).sum()
    }
}

impl std::ops::Deref for Steps {
    type Target = [Step];

    #[inline(always)]
    fn deref(&self) -> &[Step] {
        &self.steps[..usize::from(self.count)]
    }
}

impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// An order (rule 1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// Nothing (rule 1d).
    Pass,
    /// The king steps, alone (rule 1b).
    King {
        /// Where he stands.
        from: u8,
        /// Where he goes.
        to: u8,
    },
    /// Pieces on a square go into the stock, others come out of it (rule 1c).
    Exchange {
        /// The square.
        square: u8,
        /// Who leaves.
        leaving: Crowd,
        /// Who enters, worth no more.
        entering: Crowd,
    },
    /// One or more pieces move (rule 1a).
    Moves(Steps),
}
