//! The search beyond the horizon: noisy moves only, until the static evaluation can be believed.

use super::negamax::legal_move;
use super::params::{margin, quiescence_futility, quiescence_width};
use super::picker::Picker;
use super::worker::{Child, Searched, Worker, value_of};
use super::{INFINITE, MATE_BOUND, MAX_PLY, Value};
use crate::game::{PackedMove, Position};

/// Beyond so many half-moves of quiescence a side in danger does not search all its moves any more,
/// since danger that answers danger need never end.
const DANGER_PLIES: i32 = 8;

impl<P: Position> Worker<'_, P> {
    /// The value of a position at the horizon, `gone` half-moves of quiescence behind it.
    pub fn quiescence<const PV: bool>(
        &mut self,
        position: &P,
        (mut alpha, beta): (Value, Value),
        gone: i32,
        ply: usize,
    ) -> Searched {
        self.enter::<PV>(ply);

        // 1. The end of the game.
        if let Some(value) = self.game_over(position, ply) {
            return Ok(value);
        }

        // 2. The end of quiescence.
        let in_danger = position.in_danger();
        let last = gone >= self.run.rigour.quiescence || ply >= MAX_PLY || in_danger && gone >= DANGER_PLIES;
        if last || !P::TRAITS.stand_pat {
            return Ok(horizon(position, in_danger, ply, |position| self.run.evaluate(position)));
        }

        // 3. The table. Depths of quiescence are zero and less.
        let key = position.search_key();
        let known = self.run.table.probe(key);
        if !PV && let Some(value) = known.and_then(|entry| entry.cutoff((alpha, beta), -gone, ply, self.run.rigour.plain)) {
            self.frame(ply).best = known.and_then(|entry| entry.best).map(P::Move::from_bits);
            return Ok(value);
        }

        // 4. A ban changes nothing unless it is on the best move.
        if !self.run.rigour.literal
            && let Some(free) = position.without_ban()
        {
            let value = self.quiescence::<PV>(&free, (alpha, beta), gone, ply)?;
            if self.stands_under_ban(position, value, alpha, ply) {
                return Ok(value);
            }
            self.enter::<PV>(ply);
        }

        self.frame(ply).on_line = PV || known.is_some_and(|entry| entry.on_line);

        // 5. Standing pat: the side to move has some quiet move that is no worse than the evaluation.
        let plain = self.run.rigour.plain;
        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut eval = None;
        let mut futile = false;
        if !in_danger {
            let raw = known.and_then(|entry| entry.eval).unwrap_or_else(|| self.run.evaluate(position));
            eval = Some(raw);
            best = raw;
            if !plain {
                let corrected = self.corrected(position, raw, ply);
                best = known.map_or(corrected, |entry| entry.refine(corrected, ply));
            }
            if best >= beta {
                self.remember(key, best, (alpha, beta), (-gone, ply), eval, None);
                return Ok(best);
            }
            futile = !plain && P::TRAITS.exchanges && best + margin::<P>(quiescence_futility()) <= alpha;
            alpha = alpha.max(best);
        }

        // 6. The moves: all of them in danger, else the noisy ones that win or at least lose nothing.
        let mut best_move = None;
        let table_move = known.and_then(|entry| legal_move(position, &entry));
        let mut picker = match in_danger {
            true => Picker::all(table_move, None, self.context(position, ply), &self.moves),
            false => Picker::noisy(table_move.filter(|&m| position.is_noisy(m)), &self.moves),
        };
        let width = if plain || in_danger { usize::MAX } else { quiescence_width(gone) };
        let mut number = 0;
        while let Some(m) = picker.next(position, &mut self.moves, self.history) {
            number += 1;
            self.prefetch(position, m);
            if !plain && best > -MATE_BOUND {
                if picker.is_losing() || number > width {
                    break;
                }
                if in_danger {
                    picker.skip_quiet();
                } else if futile && !position.see_at_least(m, 1) {
                    continue;
                }
            }
            let mut child = Child::of(position);
            self.descend(&mut child, position, m, ply)?;
            let value = -self.quiescence::<PV>(&child.position, (-beta, -alpha), gone + 1, ply + 1)?;
            self.ascend(&child);
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(m);
                    if PV {
                        self.lines.extend(ply, m);
                    }
                }
            }
            if alpha >= beta {
                break;
            }
        }
        picker.finish(&mut self.moves);

        // 7. In danger without a move.
        if best == -INFINITE {
            return Ok(value_of(position.stuck(), position.side(), ply));
        }
        self.remember(key, best, (old_alpha, beta), (-gone, ply), eval, best_move);
        self.frame(ply).best = best_move;
        Ok(best)
    }
}

/// The value of a position whose moves are not searched. A side in danger may be lost already; that a side out of danger
/// has no move is not seen, for counting moves at every leaf costs more than it is worth.
pub(super) fn horizon<P: Position>(position: &P, in_danger: bool, ply: usize, evaluate: impl Fn(&P) -> Value) -> Value {
    if in_danger && position.count_moves() == 0 {
        return value_of(position.stuck(), position.side(), ply);
    }
    evaluate(position)
}
