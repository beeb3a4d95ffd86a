//! What a thread learned about moves, kept from search to search within a game.

use super::Value;
use crate::game::Position;

/// A score never leaves plus or minus this.
const LIMIT: i32 = 1 << 14;
/// The greatest bonus of one cutoff.
const GREATEST_BONUS: i32 = 1600;

/// How often quiet moves, wherever they were played, refuted the move before (butterfly history).
#[derive(Debug)]
pub struct History {
    quiet: Box<[i16]>,
}

impl History {
    /// A history of a variant that knows nothing yet.
    pub fn new<P: Position>() -> History {
        History { quiet: vec![0; P::HISTORY_SLOTS].into_boxed_slice() }
    }

    /// The score of a quiet move.
    #[inline(always)]
    pub fn quiet<P: Position>(&self, position: &P, m: P::Move) -> i32 {
        i32::from(self.quiet[position.history_index(m)])
    }

    /// The quiet move `best` refuted the move before at `depth`, the quiet moves `tried` did not.
    pub fn reward<P: Position>(&mut self, position: &P, best: P::Move, tried: &[P::Move], depth: Value) {
        let bonus = (16 * depth * depth + 32 * depth).min(GREATEST_BONUS);
        self.adjust(position.history_index(best), bonus);
        for &m in tried {
            self.adjust(position.history_index(m), -bonus);
        }
    }

    /// Adds a bonus. The nearer a score is to its limit, the less it moves on, so it never gets there.
    fn adjust(&mut self, index: usize, bonus: i32) {
        let score = &mut self.quiet[index];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}
