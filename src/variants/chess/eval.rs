//! The evaluation of chess.

use super::board::Chess;
use super::moves::Kind;
use crate::bits::BitSet;

/// Values of the kinds in centipawns; kings are never given up.
const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 0];

impl Chess {
    /// The balance of material for the side to move, in centipawns.
    pub(super) fn material_balance(&self) -> i32 {
        let own = |side: crate::game::Side| -> i32 {
            Kind::ALL.iter().map(|&kind| VALUES[kind as usize] * self.men(side, kind).count() as i32).sum()
        };
        own(self.side) - own(!self.side)
    }
}
