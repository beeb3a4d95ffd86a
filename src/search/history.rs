//! What a thread learned about moves and evaluations, kept from search to search within a game.

use super::Value;
use super::params::{gain_most, gain_reward};
use crate::game::keys::splitmix64;
use crate::game::{Position, Side};
use std::iter::zip;

/// A score never leaves plus or minus this.
const LIMIT: i32 = 1 << 14;
/// The greatest bonus of one cutoff.
const GREATEST_BONUS: i32 = 1600;

/// The number of slots of a correction table, a power of two.
const CORRECTION_SLOTS: usize = 1 << 14;
/// A correction never leaves plus or minus this, in units of [`CORRECTION_UNIT`] to the centipawn.
const CORRECTION_LIMIT: i32 = 1024;
const CORRECTION_UNIT: i32 = 16;
const GREATEST_CORRECTION_BONUS: i32 = 256;

/// A move made earlier in the line, as [`side_piece_to`] numbers it.
pub type Earlier = Option<usize>;

/// The moves that led to a node: the last one, the own one before it, and the own one before that.
pub type Before = [Earlier; 3];

/// How many half-moves back the moves of [`Before`] are.
pub const BEFORE: [usize; 3] = [1, 2, 4];

/// What the score of a quiet move depends on beside the move: the moves before it, and what the other side threatens.
#[derive(Clone, Copy, Default, Debug)]
pub struct Context<T> {
    /// The moves that led to the node.
    pub before: Before,
    /// What [`Position::threats`] says there.
    pub threats: T,
}

/// The table of each move of [`Before`]: own moves share one.
const CONTINUATION: [usize; 3] = [0, 1, 1];

/// The statistics of one thread, all with gravity: the nearer a score is to its limit, the less it moves on.
#[derive(Debug)]
pub struct History {
    /// How often quiet moves, wherever they were played, refuted the move before (butterfly history).
    quiet: Box<[i16]>,
    /// The same of noisy moves, by side, man and target.
    noisy: Box<[i16]>,
    /// The same of quiet moves, by the move before, and by own ones before that (continuation history).
    continuation: [Box<[i16]>; 2],
    /// What is known of moves that nothing was played before.
    nothing: Box<[i16]>,
    /// How far the static evaluation was off, by the side to move and the variant's correction keys, and by the last two
    /// moves.
    corrections: [Box<[i16]>; 4],
}

impl History {
    /// A history of a variant that knows nothing yet.
    pub fn new<P: Position>() -> History {
        let zeros = |length| vec![0; length].into_boxed_slice();
        History {
            quiet: zeros(P::HISTORY_SLOTS),
            noisy: zeros(2 * P::PIECE_TO_SLOTS),
            continuation: [0, 1].map(|_| zeros(2 * P::PIECE_TO_SLOTS * P::PIECE_TO_SLOTS)),
            nothing: zeros(P::PIECE_TO_SLOTS),
            corrections: [0, 1, 2, 3].map(|_| zeros(2 * CORRECTION_SLOTS)),
        }
    }

    /// The score of a quiet move.
    #[inline(always)]
    pub fn quiet<P: Position>(&self, position: &P, m: P::Move, context: &Context<P::Threats>) -> i32 {
        self.quiet_by(&self.rows::<P>(context.before), position, m, context.threats)
    }

    /// The score of a quiet move, by the [`History::rows`] of what was played before it.
    #[inline(always)]
    pub fn quiet_by<P: Position>(&self, rows: &[&[i16]; 3], position: &P, m: P::Move, threats: P::Threats) -> i32 {
        let piece_to = position.piece_to(m);
        let [first, second, third] = rows.map(|row| i32::from(row[piece_to]));
        i32::from(self.quiet[position.history_index(m, threats)]) + first + second + third
    }

    /// What is known of the moves that follow the moves before: a score for every man and target.
    #[inline(always)]
    pub fn rows<P: Position>(&self, before: Before) -> [&[i16]; 3] {
        let row = |i: usize| match before[i] {
            Some(earlier) => &self.continuation[CONTINUATION[i]][earlier * P::PIECE_TO_SLOTS..][..P::PIECE_TO_SLOTS],
            None => &self.nothing,
        };
        [row(0), row(1), row(2)]
    }

    /// The score of a noisy move.
    #[inline(always)]
    pub fn noisy<P: Position>(&self, position: &P, m: P::Move) -> i32 {
        i32::from(self.noisy[side_piece_to(position, m)])
    }

    /// The quiet move `best` refuted the move before at `depth`, the quiet moves `tried` did not.
    pub fn reward_quiet<P: Position>(
        &mut self,
        position: &P,
        best: P::Move,
        tried: &[P::Move],
        context: &Context<P::Threats>,
        depth: i32,
    ) {
        let bonus = bonus(depth);
        self.adjust_quiet(position, best, context, bonus);
        for &m in tried {
            self.adjust_quiet(position, m, context, -bonus);
        }
    }

    /// The noisy moves `tried` did not refute the move before at `depth`; `best` did, if it is noisy too.
    pub fn reward_noisy<P: Position>(&mut self, position: &P, best: Option<P::Move>, tried: &[P::Move], depth: i32) {
        let bonus = bonus(depth);
        for &m in tried {
            adjust(&mut self.noisy[side_piece_to(position, m)], -bonus, LIMIT);
        }
        if let Some(best) = best {
            adjust(&mut self.noisy[side_piece_to(position, best)], bonus, LIMIT);
        }
    }

    /// The quiet move whose own statistics are in `slot` ([`Position::history_index`]) made the evaluation better by `gain`
    /// hundredths of the weakest man, or worse.
    pub fn reward_gain(&mut self, slot: usize, gain: Value) {
        let bonus = (gain * gain_reward()).clamp(-gain_most(), gain_most());
        adjust(&mut self.quiet[slot], bonus, LIMIT);
    }

    fn adjust_quiet<P: Position>(&mut self, position: &P, m: P::Move, context: &Context<P::Threats>, bonus: i32) {
        let piece_to = position.piece_to(m);
        adjust(&mut self.quiet[position.history_index(m, context.threats)], bonus, LIMIT);
        for (table, earlier) in zip(CONTINUATION, context.before) {
            if let Some(earlier) = earlier {
                adjust(&mut self.continuation[table][earlier * P::PIECE_TO_SLOTS + piece_to], bonus, LIMIT);
            }
        }
    }

    /// What experience adds to the static evaluation of a position.
    #[inline]
    pub fn correction<P: Position>(&self, position: &P, before: Before) -> Value {
        let [first, second, third, moves] = correction_slots(position, before);
        let of = |table: usize, slot: Option<usize>| slot.map_or(0, |slot| i32::from(self.corrections[table][slot]));
        (of(0, first) + of(1, second) + of(2, third) + of(3, moves)) / CORRECTION_UNIT
    }

    /// A search to `depth` found the static evaluation off by `error`.
    pub fn correct<P: Position>(&mut self, position: &P, before: Before, error: Value, depth: i32) {
        let bonus = (error * depth / 8).clamp(-GREATEST_CORRECTION_BONUS, GREATEST_CORRECTION_BONUS);
        for (table, slot) in zip(&mut self.corrections, correction_slots(position, before)) {
            if let Some(slot) = slot {
                adjust(&mut table[slot], bonus, CORRECTION_LIMIT);
            }
        }
    }
}

/// A move by side, man and target: [`Position::piece_to`], Black's numbers after White's.
#[inline(always)]
pub fn side_piece_to<P: Position>(position: &P, m: P::Move) -> usize {
    position.side().index() * P::PIECE_TO_SLOTS + position.piece_to(m)
}

/// The slots of a position in the correction tables; a variant without such a key leaves it zero.
#[inline(always)]
fn correction_slots<P: Position>(position: &P, before: Before) -> [Option<usize>; 4] {
    let side = usize::from(position.side() == Side::Black) * CORRECTION_SLOTS;
    let slot = |key: u64| (key != 0).then_some(side + key as usize % CORRECTION_SLOTS);
    let [first, second, third] = position.correction_keys();
    let moves = match before {
        [Some(last), Some(own), _] => splitmix64((2 * last * P::PIECE_TO_SLOTS + own) as u64),
        _ => 0,
    };
    [first, second, third, moves].map(slot)
}

fn bonus(depth: i32) -> i32 {
    (16 * depth * depth + 32 * depth).min(GREATEST_BONUS)
}

fn adjust(score: &mut i16, bonus: i32, limit: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / limit) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_within_their_limits() {
        for limit in [LIMIT, CORRECTION_LIMIT] {
            let mut score = 0;
            for bonus in [limit / 4, -limit / 4] {
                (0..1000).for_each(|_| adjust(&mut score, bonus, limit));
                assert!(i32::from(score).abs() <= limit && score.signum() as i32 == bonus.signum());
            }
        }
    }
}
