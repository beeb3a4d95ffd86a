//! Who attacks a square: the checks, the lines behind them, and the squares on which a line can be closed.
//!
//! An attack is a *leap*, which nothing can come between, or a *line*: a slider's, a Mage's two levels up or down, an
//! Elemental's two steps or its way through a square of level 1. The squares of a line lie on one level.

use super::board::Dragonchess;
use super::men::Kind::{
    Basilisk, Cleric, Dragon, Dwarf, Elemental, Griffin, Hero, King, Mage, Oliphant, Paladin, Sylph, Thief, Unicorn, Warrior,
};
use crate::bits::{BitSet, Layers};
use crate::game::Side;
use crate::geometry::board12x8x3::{
    BISHOP_LINES, DIAGONAL, DIAGONAL_2, HIGH, KNIGHT, LOW, MIDDLE, ORTHOGONAL, ORTHOGONAL_2, ROOK_LINES, STEP, STRIDE, Square,
    ZEBRA, between,
};

/// One rank towards the far edge as the side sees it. Squares beyond the edges fall off.
#[inline(always)]
pub(super) const fn ahead(side: Side, set: u128) -> u128 {
    match side {
        Side::White => set << STRIDE,
        Side::Black => set >> STRIDE,
    }
}

/// The two files beside. Squares beyond the edges come to lie on padding.
#[inline(always)]
pub(super) const fn beside(set: u128) -> u128 {
    set << 1 | set >> 1
}

/// The squares of an attack from `from` on `to` that must be empty, and their level; none for a leap.
/// `from` attacks `to` by one of the lines of [`Dragonchess::lines_to`].
#[inline(always)]
pub(super) fn path(from: Square, to: Square) -> (usize, u128) {
    match (from.level(), to.level()) {
        (LOW, MIDDLE) => (LOW, to.bit()),
        (MIDDLE, LOW) => (LOW, from.bit()),
        (LOW, HIGH) | (HIGH, LOW) => (MIDDLE, to.bit()),
        (level, _) => (level, between(from.place(), to.place())),
    }
}

impl Dragonchess {
    /// The men of `by`, frozen ones too, that attack `target` by a leap.
    #[inline(always)]
    pub(super) fn leaps_to(&self, target: Square, by: Side) -> Layers {
        let (p, bit) = (target.place(), target.bit());
        let behind = ahead(!by, bit);
        let sets = match target.level() {
            HIGH => [
                self.of(Paladin, LOW) & ORTHOGONAL[p],
                (self.of(Griffin, MIDDLE) | self.of(Hero, MIDDLE)) & DIAGONAL[p]
                    | (self.of(Cleric, MIDDLE) | self.of(Mage, MIDDLE) | self.of(King, MIDDLE)) & bit
                    | self.of(Paladin, MIDDLE) & ORTHOGONAL_2[p],
                self.of(Sylph, HIGH) & behind
                    | self.of(Griffin, HIGH) & ZEBRA[p]
                    | (self.of(Dragon, HIGH) | self.of(Mage, HIGH)) & ORTHOGONAL[p]
                    | (self.of(Cleric, HIGH) | self.of(Paladin, HIGH)) & STEP[p],
            ],
            MIDDLE => [
                (self.of(Cleric, LOW) | self.of(Mage, LOW) | self.of(King, LOW) | self.of(Dwarf, LOW)) & bit
                    | self.of(Hero, LOW) & DIAGONAL[p]
                    | self.of(Paladin, LOW) & ORTHOGONAL_2[p],
                (self.of(Unicorn, MIDDLE) | self.of(Paladin, MIDDLE)) & KNIGHT[p]
                    | (self.of(Cleric, MIDDLE) | self.of(King, MIDDLE) | self.of(Paladin, MIDDLE)) & STEP[p]
                    | (self.of(Griffin, MIDDLE) | self.of(Hero, MIDDLE)) & DIAGONAL[p]
                    | self.of(Hero, MIDDLE) & DIAGONAL_2[p]
                    | (self.of(Warrior, MIDDLE) | self.of(Dwarf, MIDDLE)) & beside(behind),
                (self.of(Sylph, HIGH) | self.of(Cleric, HIGH) | self.of(Mage, HIGH) | self.of(King, HIGH)) & bit
                    | (self.of(Griffin, HIGH) | self.of(Hero, HIGH)) & DIAGONAL[p]
                    | self.of(Dragon, HIGH) & (ORTHOGONAL[p] | bit)
                    | self.of(Paladin, HIGH) & ORTHOGONAL_2[p],
            ],
            _ => [
                (self.of(Cleric, LOW) | self.of(Paladin, LOW)) & STEP[p]
                    | (self.of(Mage, LOW) | self.of(Elemental, LOW)) & ORTHOGONAL[p]
                    | (self.of(Dwarf, LOW) | self.of(Basilisk, LOW)) & beside(behind)
                    | self.of(Basilisk, LOW) & behind,
                self.of(Hero, MIDDLE) & DIAGONAL[p]
                    | (self.of(Cleric, MIDDLE) | self.of(Mage, MIDDLE) | self.of(King, MIDDLE)) & bit
                    | self.of(Paladin, MIDDLE) & ORTHOGONAL_2[p],
                self.of(Paladin, HIGH) & ORTHOGONAL[p],
            ],
        };
        Layers(sets) & self.men(by)
    }

    /// The men of `by`, frozen ones too, that would attack `target` by a line if its squares were empty.
    #[inline(always)]
    pub(super) fn lines_to(&self, target: Square, by: Side) -> Layers {
        let (p, bit) = (target.place(), target.bit());
        let sets = match target.level() {
            HIGH => [self.of(Mage, LOW) & bit, 0, self.of(Dragon, HIGH) & BISHOP_LINES[p]],
            MIDDLE => [
                self.of(Elemental, LOW) & ORTHOGONAL[p],
                (self.of(Oliphant, MIDDLE) | self.of(Mage, MIDDLE)) & ROOK_LINES[p]
                    | (self.of(Thief, MIDDLE) | self.of(Mage, MIDDLE)) & BISHOP_LINES[p],
                0,
            ],
            _ => [
                self.of(Elemental, LOW) & ORTHOGONAL_2[p],
                self.of(Elemental, MIDDLE) & ORTHOGONAL[p],
                self.of(Mage, HIGH) & bit,
            ],
        };
        Layers(sets) & self.men(by)
    }

    /// The unfrozen men of `by` that attack `target` when the occupied squares are these.
    #[inline(always)]
    pub(super) fn attackers(&self, target: Square, by: Side, occupied: Layers) -> Layers {
        let frozen = Layers([0, self.frost(by), 0]);
        let mut attackers = self.leaps_to(target, by) & !frozen;
        for index in (self.lines_to(target, by) & !frozen).squares() {
            let sniper = Square::at_index(index);
            let (level, squares) = path(sniper, target);
            if occupied.0[level] & squares == 0 {
                attackers |= Layers::one(index);
            }
        }
        attackers
    }

    /// Does an unfrozen man of `by` attack `target` when the occupied squares are these?
    #[inline(always)]
    pub(super) fn attacked(&self, target: Square, by: Side, occupied: Layers) -> bool {
        let frozen = Layers([0, self.frost(by), 0]);
        (self.leaps_to(target, by) & !frozen).any()
            || (self.lines_to(target, by) & !frozen).squares().any(|index| {
                let (level, squares) = path(Square::at_index(index), target);
                occupied.0[level] & squares == 0
            })
    }

    /// The enemy's men that give check to the side's king.
    pub(super) fn checkers_of(&self, side: Side) -> Layers {
        self.attackers(self.king(side), !side, self.occupied())
    }

    /// Is the side's king in check?
    #[inline(always)]
    pub(super) fn in_check_as(&self, side: Side) -> bool {
        self.attacked(self.king(side), !side, self.occupied())
    }
}
