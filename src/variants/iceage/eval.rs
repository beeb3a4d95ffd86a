//! The evaluation of Ice Age Chess: a sum of counted terms, each from middle game to end game, written once for both sides.
//!
//! [`weights`] is the table. [`IceAge::count_terms`] counts the terms into a [`Trace`]: a plain sum, or the coefficient of
//! every weight, from which a tuner has the same value.

mod age;
mod men;
mod weights;

use super::IceAge;
use crate::game::weights::{self as counting, Composition, Family, Shares, Sum, Trace};
use crate::game::{EvalTerm, Side, Tapered};
use crate::variants::common8x8::view::{View, count};
use crate::variants::common8x8::{Kind, Move};
use age::Age;
use weights::{Group, material};

/// What a kind still on the board counts for the middle game; [`MIDDLE_GAME`] is the start.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const MIDDLE_GAME: i32 = 24;

/// The groups of weights.
pub(super) fn families() -> Vec<Family> {
    counting::families::<Group>()
}

impl IceAge {
    /// The value for the side to move in centipawns.
    pub(super) fn evaluation(&self) -> i32 {
        let [white, black] = self.count_terms::<Sum>();
        self.for_mover(self.blend(white.0 - black.0))
    }

    /// The value of the men alone for the side to move in centipawns.
    pub(super) fn men_alone(&self) -> i32 {
        let of_side =
            |side| -> Tapered { Kind::ALL.map(|kind| material(kind) * count(self.men(side, kind))).into_iter().sum() };
        self.for_mover(self.blend(of_side(Side::White) - of_side(Side::Black)))
    }

    /// The terms of the evaluation that are not zero for both.
    pub(super) fn terms(&self) -> Vec<EvalTerm> {
        counting::explain::<Group>(&self.count_terms())
    }

    /// How the value comes from the weights.
    pub(super) fn composed(&self) -> Option<Composition> {
        Some(Composition::new(&self.count_terms(), [Shares::at(self.phase(), MIDDLE_GAME); 2]))
    }

    fn for_mover(&self, value: i32) -> i32 {
        if self.side == Side::White { value } else { -value }
    }

    /// The value of a difference of sums, by the men left.
    fn blend(&self, sum: Tapered) -> i32 {
        sum.at(self.phase(), MIDDLE_GAME)
    }

    /// How much of the middle game is left, out of [`MIDDLE_GAME`].
    fn phase(&self) -> i32 {
        Kind::ALL.map(|kind| PHASE[kind as usize] * count(self.kinds[kind as usize])).iter().sum()
    }

    /// Counts the terms of White and of Black.
    #[inline(always)]
    fn count_terms<T: Trace<Group>>(&self) -> [T; 2] {
        let mut traces = [T::start(Tapered::ZERO, |_| {}), T::start(Tapered::ZERO, |_| {})];
        let age = Age::new(self);
        let views = Side::BOTH.map(|side| View::new(self, side));
        let [white, black] = &views;
        let [for_white, for_black] = &mut traces;
        let (white_attacks, white_assault) = men::survey(white, &age.seen_by(Side::White), for_white);
        let (black_attacks, black_assault) = men::survey(black, &age.seen_by(Side::Black), for_black);
        men::together(white, (&white_attacks, &black_attacks.turned()), white_assault, for_white);
        men::together(black, (&black_attacks, &white_attacks.turned()), black_assault, for_black);
        traces
    }

    /// How soon a capture or promotion is tried: the most valuable victim first, by the least valuable man (MVV-LVA).
    pub(super) fn victim_order(&self, m: Move) -> i32 {
        let value = |kind: Kind| material(kind).middle();
        let in_passing = self.takes_man(m).then_some(Kind::Pawn);
        let victim = self.squares[m.to()].or(in_passing);
        let promotion = m.promotion().map_or(0, |kind| value(kind) - value(Kind::Pawn));
        // Sixteen times the least difference between victims outweighs any difference between movers.
        16 * (victim.map_or(0, value) + promotion) - self.squares[m.from()].map_or(0, |kind| kind as i32)
    }
}

#[cfg(test)]
mod tests;
