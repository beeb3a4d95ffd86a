//! The ice, and the Ice Age that brings it back.

use super::IceAge;
use crate::bits::BitSet;
use crate::game::Side;
use crate::game::keys::{self, splitmix64};
use crate::geometry::board8x8::rank_set;
use crate::variants::common8x8::sets::{beside, down, up};
use crate::variants::common8x8::{Kind, Move, Terrain};

/// The letter of an ice cube in position texts.
const CUBE: char = '*';

/// The ice falls with Black's move when the number of the move is a multiple of this (rule 3).
pub(super) const CYCLE: u16 = 20;

/// Keys of the full-move number within the cycle.
static AGE_KEYS: [u64; CYCLE as usize] = keys::table(5);

/// The squares with ice cubes (rule 1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ice(pub(super) u64);

impl Terrain for Ice {
    #[inline(always)]
    fn obstacles(&self) -> u64 {
        self.0
    }

    #[inline(always)]
    fn clear(&mut self, square: usize) {
        self.0 &= !(1 << square);
    }

    fn put(&mut self, sign: char, square: usize) -> bool {
        self.0 |= u64::from(sign == CUBE) << square;
        sign == CUBE
    }

    fn sign(&self, square: usize) -> Option<char> {
        self.0.has(square).then_some(CUBE)
    }

    fn mirror(&self) -> Ice {
        Ice(self.0.swap_bytes())
    }
}

/// The squares that become ice in an Ice Age: those without a man that have at least one orthogonal neighbour without one
/// (rule 3a). The edge counts as closed; ice is not a man.
#[inline(always)]
pub(super) const fn freezing_over(men: u64) -> u64 {
    let open = !men;
    open & (up(open) | down(open) | beside(open))
}

/// The men without a neighbour in any of the eight directions (rule 3b).
#[inline(always)]
pub(super) const fn lonely(men: u64) -> u64 {
    let rows = men | beside(men);
    men & !(beside(men) | up(rows) | down(rows))
}

impl IceAge {
    /// Does the Ice Age fall when the side to move has moved?
    #[inline(always)]
    pub(super) fn ice_is_due(&self) -> bool {
        self.side == Side::Black && self.number.is_multiple_of(CYCLE)
    }

    /// Has the ice taken a king, so that the game is over?
    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        !self.kinds[Kind::King as usize].many()
    }

    /// The Ice Age falls (rule 3), judged on the position as it stands. What is filled and what is frozen do not depend
    /// on each other: a square closed in by men has two at least, which are neighbours.
    #[cold]
    pub(super) fn freeze(&mut self) {
        let men = self.all_men();
        let frozen = lonely(men);
        self.terrain.0 |= freezing_over(men) | frozen;
        for square in frozen.squares() {
            let side = if self.sides[0].has(square) { Side::White } else { Side::Black };
            if let Some(kind) = self.squares[square] {
                self.take(side, kind, square);
            }
        }
        let without_king = Side::BOTH.into_iter().filter(|&side| self.men(side, Kind::King) == 0);
        let homes = without_king.fold(0, |homes, side| homes | rank_set(7 * side.index()));
        self.lose_castling(frozen | homes);
        self.take_en_passant();
        self.find_checks();
    }

    /// The key of men, rights, ice and the full-move number within the cycle. The last two are hashed when they are asked
    /// for, so that nothing is to be kept: the ice is one word.
    #[inline(always)]
    pub(super) fn full_key(&self) -> u64 {
        self.key() ^ age_key(self.terrain, self.number)
    }

    /// The same from scratch.
    pub(super) fn full_key_from_scratch(&self) -> u64 {
        self.key_from_scratch() ^ age_key(self.terrain, self.number)
    }

    /// The key after a move, but for what [`key_after_move`](crate::variants::common8x8::Board) leaves out, and the
    /// Ice Age.
    #[inline(always)]
    pub(super) fn full_key_after(&self, m: Move) -> u64 {
        let mut ice = self.terrain;
        ice.clear(m.to());
        self.key_after_move(m) ^ age_key(ice, self.number.saturating_add(self.side.index() as u16))
    }
}

/// The key of the ice and of the full-move number within the cycle.
#[inline(always)]
fn age_key(ice: Ice, number: u16) -> u64 {
    splitmix64(ice.0) ^ AGE_KEYS[usize::from(number % CYCLE)]
}
