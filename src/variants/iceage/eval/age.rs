//! How near the Ice Age is, and what it would do to the board as it stands.

use super::weights::Group;
use crate::game::Side;
use crate::game::weights::Trace;
use crate::variants::common8x8::Kind;
use crate::variants::common8x8::view::{View, count};
use crate::variants::iceage::IceAge;
use crate::variants::iceage::ice::{CYCLE, freezing_over, lonely};

/// Stages of nearness; later ones are nearer.
pub(super) const STAGES: usize = 6;

/// The stage by the number of moves that each side has left before the ice comes, after the current one.
const STAGE: [u8; CYCLE as usize] = {
    let mut stages = [0; CYCLE as usize];
    let mut left = 0;
    while left < stages.len() {
        stages[left] = match left {
            0 => 5,
            1 => 4,
            2 | 3 => 3,
            4..=6 => 2,
            7..=10 => 1,
            _ => 0,
        };
        left += 1;
    }
    stages
};

/// What the ice would do if it came now.
#[derive(Clone, Copy)]
pub(super) struct Age {
    stage: usize,
    /// The men that would freeze.
    lonely: u64,
    /// The squares that would fill.
    closing: u64,
}

impl Age {
    pub fn new(position: &IceAge) -> Age {
        let left = (CYCLE - position.number % CYCLE) % CYCLE;
        let men = position.all_men();
        let closing = freezing_over(men) & !position.terrain.0;
        Age { stage: STAGE[usize::from(left)].into(), lonely: lonely(men), closing }
    }

    /// The same from the side's point of view, its own back rank being the lowest.
    #[inline(always)]
    pub fn seen_by(self, side: Side) -> Age {
        match side {
            Side::White => self,
            Side::Black => Age { lonely: self.lonely.swap_bytes(), closing: self.closing.swap_bytes(), ..self },
        }
    }

    /// Counts the men of a side that would freeze.
    #[inline(always)]
    pub fn freeze<T: Trace<Group>>(&self, view: &View, trace: &mut T) {
        let lonely = self.lonely & view.own_men;
        if self.stage == 0 || lonely == 0 {
            return;
        }
        for kind in Kind::ALL {
            trace.add(Group::Lonely, STAGES * (kind as usize) + self.stage, count(lonely & view.own(kind)));
        }
        // One can be saved with every move.
        trace.add(Group::LonelyMany, self.stage, (count(lonely) - 1).max(0));
    }

    /// Counts the squares of a line piece's that would fill.
    #[inline(always)]
    pub fn close_lines<T: Trace<Group>>(&self, attacks: u64, trace: &mut T) {
        trace.add(Group::ClosingLines, self.stage, count(attacks & self.closing));
    }
}
