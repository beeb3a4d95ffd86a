//! The main search: alpha-beta with a principal variation (PVS), fail-soft.

use super::picker::Picker;
use super::table::{Entry, to_table};
use super::worker::{Searched, Worker, evaluate, value_of};
use super::{Bound, INFINITE, MATE, MAX_PLY, Value};
use crate::game::{PackedMove, Position};
use arrayvec::ArrayVec;

/// Quiet moves that are remembered to be punished when a later one refutes.
const TRIED: usize = 32;

impl<P: Position> Worker<'_, P> {
    /// The value of a position to `depth` half-moves. Within the window it is exact; below it is an upper bound,
    /// above a lower one. A `PV` node has an open window and leaves its line in `lines`.
    pub fn negamax<const PV: bool>(
        &mut self,
        position: &P,
        (mut alpha, mut beta): (Value, Value),
        depth: i32,
        ply: usize,
    ) -> Searched {
        // 1. The horizon.
        if depth <= 0 {
            return self.quiescence::<PV>(position, (alpha, beta), 0, ply);
        }
        self.enter::<PV>(ply);

        // 2. The end of the game, or of the tables by half-move.
        if let Some(value) = self.game_over(position, ply) {
            return Ok(value);
        }
        if ply >= MAX_PLY {
            return Ok(evaluate(position));
        }

        // 3. Mate distance: at best we mate with the next move, at worst we are mated already.
        alpha = alpha.max(-MATE + ply as Value);
        beta = beta.min(MATE - 1 - ply as Value);
        if alpha >= beta {
            return Ok(alpha);
        }

        // 4. The table. A PV node does not take its word, so that the line goes on to the horizon.
        let key = position.search_key();
        let known = self.run.table.probe(key);
        if !PV && let Some(value) = known.and_then(|entry| entry.cutoff((alpha, beta), depth, ply, self.run.rigour.plain)) {
            return Ok(value);
        }
        let table_move = known.and_then(|entry| legal_move(position, &entry));

        // 5. A position with one sensible move costs no depth.
        let extension = i32::from(!self.run.rigour.plain && position.forced());

        // 6. The moves.
        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut tried = ArrayVec::<P::Move, TRIED>::new();
        let mut picker = Picker::all(table_move, &self.moves);
        while let Some(m) = picker.next(position, &mut self.moves, self.history) {
            let first = best == -INFINITE;
            let value = self.search_move::<PV>(position, m, (alpha, beta), depth - 1 + extension, ply, first)?;
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
            let quiet = !position.is_noisy(m);
            if alpha >= beta {
                if quiet {
                    self.history.reward(position, m, &tried, depth);
                }
                break;
            }
            if quiet && !tried.is_full() {
                tried.push(m);
            }
        }
        picker.finish(&mut self.moves);

        // 7. No move at all: mate, stalemate, or what the variant calls it.
        if best == -INFINITE {
            return Ok(value_of(position.stuck(), position.side(), ply));
        }

        // 8. Remember.
        let eval = known.and_then(|entry| entry.eval);
        self.remember(key, best, (old_alpha, beta), (depth, ply), eval, best_move);
        Ok(best)
    }

    /// The value of a move. The first of a node is searched with the whole window; the others are only proved to be
    /// no better, and searched again if they are.
    pub fn search_move<const PV: bool>(
        &mut self,
        position: &P,
        m: P::Move,
        (alpha, beta): (Value, Value),
        depth: i32,
        ply: usize,
        first: bool,
    ) -> Searched {
        let child = self.descend(position, m)?;
        let mut value = alpha;
        if !(PV && first) {
            value = -self.negamax::<false>(&child.position, (-alpha - 1, -alpha), depth, ply + 1)?;
        }
        if PV && (first || value > alpha) {
            value = -self.negamax::<true>(&child.position, (-beta, -alpha), depth, ply + 1)?;
        }
        self.ascend(&child);
        Ok(value)
    }

    /// What every node does first.
    pub fn enter<const PV: bool>(&mut self, ply: usize) {
        self.sel_depth = self.sel_depth.max(ply);
        if PV {
            self.lines.clear(ply);
        }
    }

    /// Writes what a node found out into the table.
    pub fn remember(
        &self,
        key: u64,
        value: Value,
        (alpha, beta): (Value, Value),
        (depth, ply): (i32, usize),
        eval: Option<Value>,
        best: Option<P::Move>,
    ) {
        let bound = match value {
            _ if value >= beta => Bound::Lower,
            _ if value > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let best = best.map(PackedMove::to_bits);
        self.run.table.store(key, Entry { depth, bound, value: to_table(value, ply), eval, best });
    }
}

/// The move of an entry, if it is legal: another position may share the key, or another thread have written it.
pub(super) fn legal_move<P: Position>(position: &P, entry: &Entry) -> Option<P::Move> {
    entry.best.map(P::Move::from_bits).filter(|&m| position.is_legal(m))
}
