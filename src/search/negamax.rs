//! The main search: alpha-beta with a principal variation (PVS), fail-soft.

use super::history::{BEFORE, Before, Context};
use super::params::*;
use super::picker::Picker;
use super::table::{Entry, from_table, to_table};
use super::worker::{Child, Frame, Searched, Worker, value_of};
use super::{Bound, DRAW, INFINITE, MATE, MATE_BOUND, MAX_PLY, Value};
use crate::game::{PackedMove, Position};
use arrayvec::ArrayVec;

/// Moves of a class that are remembered to be punished when a later one refutes.
const TRIED: usize = 32;
type Tried<M> = ArrayVec<M, TRIED>;

/// What a move of a node is searched with.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// The depth of the position after the move, unreduced.
    pub depth: i32,
    /// Half-moves taken off until the move proves better.
    pub reduction: i32,
    /// Is it the first move of its node?
    pub first: bool,
    /// Is the node expected to fail high?
    pub cut: bool,
    /// The best value of the moves before it.
    pub best: Value,
}

/// What the static evaluation says of a node.
#[derive(Clone, Copy)]
struct Standing {
    /// The variant's evaluation; none in danger.
    raw: Option<Value>,
    /// The same corrected by experience, and by the table if it proves it too high or too low.
    value: Value,
    /// Is it better than two half-moves ago?
    improving: bool,
}

impl<P: Position> Worker<'_, P> {
    /// The value of a position to `depth` half-moves. Within the window it is exact; below it is an upper bound,
    /// above a lower one. A `PV` node has an open window and leaves its line in `lines`; a `cut` node is expected to
    /// fail high.
    pub fn negamax<const PV: bool>(
        &mut self,
        position: &P,
        (mut alpha, mut beta): (Value, Value),
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> Searched {
        // 1. The horizon.
        if depth <= 0 || position.is_over() {
            return self.quiescence::<PV>(position, (alpha, beta), 0, ply);
        }
        self.enter::<PV>(ply);

        // 2. The end of the game, or of the tables by half-move.
        if let Some(value) = self.game_over(position, ply) {
            return Ok(value);
        }
        if ply >= MAX_PLY {
            return Ok(self.run.evaluate(position));
        }

        // 3. Mate distance: at best we mate with the next move, at worst we are mated already.
        alpha = alpha.max(-MATE + ply as Value);
        beta = beta.min(MATE - 1 - ply as Value);
        if alpha >= beta {
            return Ok(alpha);
        }

        // 4. A side that may take the last move back has that beside everything else.
        let excluded = self.frame(ply).excluded;
        let whole = !self.run.rigour.literal && excluded.is_none();
        if whole && let Some((back, accepted)) = position.take_back() {
            return self.answer::<PV>(position, (back, &accepted), (alpha, beta), depth, ply, cut);
        }

        // 5. The table. A PV node does not take its word, so that the line goes on to the horizon; a node that leaves out
        //    a move is not the position that the table knows.
        let key = position.search_key();
        let known = self.run.table.probe(key).filter(|_| excluded.is_none());
        let exact_depth = self.run.rigour.plain;
        if !PV && let Some(value) = known.and_then(|entry| entry.cutoff((alpha, beta), depth, ply, exact_depth)) {
            self.frame(ply).best = known.and_then(|entry| entry.best).map(P::Move::from_bits);
            return Ok(value);
        }

        // 6. A ban changes nothing unless it is on the best move.
        if whole && let Some(free) = position.without_ban() {
            let value = self.negamax::<PV>(&free, (alpha, beta), depth, ply, cut)?;
            if self.stands_under_ban(position, value, alpha, ply) {
                return Ok(value);
            }
            self.enter::<PV>(ply);
        }
        let table_move = known.and_then(|entry| legal_move(position, &entry));
        if excluded.is_none() {
            self.frame(ply).on_line = PV || known.is_some_and(|entry| entry.on_line);
        }
        let on_line = self.frame(ply).on_line;

        // 7. The static evaluation, and what it alone allows: steps 8 to 11.
        let in_danger = position.in_danger();
        let standing = self.standing(position, known, in_danger, ply);
        if excluded.is_none() {
            // No reply to a move of this node has refuted it yet; the move before is judged by what it did.
            self.frame(ply + 2).cutoffs = 0;
            self.reward_gain(ply);
        }
        let prunable = !PV && !in_danger && excluded.is_none() && !exact_depth;
        if prunable && let Some(value) = self.prune_early(position, standing, (alpha, beta), depth, ply, cut)? {
            return Ok(value);
        }

        // 12. ProbCut.
        if prunable && let Some(value) = self.probcut(position, standing, known, beta, (depth, ply), cut)? {
            return Ok(value);
        }

        // 13. Internal reduction: a node that the table knows no move of is searched for one first, by being searched less.
        if !exact_depth && depth >= internal_reduction_depth() && table_move.is_none() && excluded.is_none() && (PV || cut) {
            depth -= 1;
        }

        // 14. The moves.
        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let (mut quiets, mut noisies) = (Tried::<P::Move>::new(), Tried::<P::Move>::new());
        let mut number = 0;
        let context = self.context(position, ply);
        let table_noisy = table_move.is_some_and(|m| position.is_noisy(m));
        let mut picker = Picker::all(table_move, self.frame(ply).killer, context, &self.moves);
        while let Some(m) = picker.next(position, &mut self.moves, self.history) {
            if Some(m) == excluded {
                continue;
            }
            number += 1;
            let noisy = position.is_noisy(m);
            let mut reduction = if exact_depth { 0 } else { reduction(depth, number) };

            // 15. Moves that cannot matter near the horizon, once one is known that does not lose; not where a mate is
            //     known and a shorter one is looked for, which the static evaluation knows nothing of.
            if !exact_depth && best > -MATE_BOUND && alpha < MATE_BOUND && !in_danger {
                let reduced = (depth - reduction / 1024).max(0);
                if noisy {
                    if depth <= exchange_depth()
                        && picker.is_losing()
                        && !position.see_at_least(m, depth * margin::<P>(exchange_noisy()))
                    {
                        continue;
                    }
                } else if !position.gives_danger(m) {
                    let most = late_move_count::<P>(depth, standing.improving);
                    let futile = standing.value + margin::<P>(futility() + futility_slope() * reduced) <= alpha;
                    if depth <= late_moves_depth() && number > most || !PV && reduced <= futility_depth() && futile {
                        picker.skip_quiet();
                        continue;
                    }
                    let score = self.history.quiet(position, m, &context);
                    if !PV && reduced <= history_pruning_depth() && score < history_pruning() * (reduced + 1) {
                        continue;
                    }
                    if reduced <= exchange_depth() && !position.see_at_least(m, reduced * margin::<P>(exchange_quiet())) {
                        continue;
                    }
                }
            }

            self.prefetch(position, m);

            // 16. Extensions: a move without alternative, and the table's if nothing else comes near it.
            let mut extension = i32::from(!exact_depth && position.forced());
            if !exact_depth
                && ply > 0
                && Some(m) == table_move
                && depth >= singular_depth()
                && let Some(entry) = known
            {
                match self.singular::<PV>(position, m, &entry, beta, depth, ply, cut)? {
                    Singular::Extend(plies) => extension = plies,
                    Singular::Cutoff(value) => {
                        picker.finish(&mut self.moves);
                        return Ok(value);
                    }
                }
            }

            // 17. The move, late ones at a reduced depth first.
            let mut child = Child::of(position);
            self.descend(&mut child, position, m, ply)?;
            self.frame(ply).quiet = (!noisy).then(|| position.history_index(m, context.threats));
            if extension == 0 && !exact_depth && child.position.in_danger() && (PV || depth <= 6) && position.see_at_least(m, 0)
            {
                extension = 1;
            }
            let depth_after = depth - 1 + extension;
            if depth >= reduction_depth() && number > 1 + usize::from(PV) && !exact_depth {
                reduction -= reduction_open() * i32::from(PV);
                reduction -= reduction_on_line() * i32::from(on_line);
                reduction += reduction_cut() * i32::from(cut);
                reduction += reduction_worsening() * i32::from(!standing.improving);
                reduction += reduction_unknown() * i32::from(cut && table_move.is_none());
                reduction += reduction_refuted() * i32::from(self.frame(ply + 1).cutoffs > refuted_often() as u32);
                reduction -= reduction_danger() * i32::from(child.position.in_danger());
                if noisy {
                    reduction = reduction / 2 - self.history.noisy(position, m) / 16;
                } else {
                    reduction += reduction_noisy_table() * i32::from(table_noisy);
                    reduction -= self.history.quiet(position, m, &context) * 1024 / reduction_history();
                }
                reduction = (reduction / 1024).clamp(0, (depth_after - 1).max(0));
            } else {
                reduction = 0;
            }
            let plan = Plan { depth: depth_after, reduction, first: number == 1, cut, best };
            let value = self.search_child::<PV>(&child.position, (alpha, beta), plan, ply)?;
            self.ascend(&child);

            // 18. Better than what was known?
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
                self.frame(ply).cutoffs += 1 + u32::from(table_move.is_none());
                if noisy {
                    self.history.reward_noisy(position, Some(m), &noisies, depth);
                } else {
                    self.frame(ply).killer = Some(m);
                    self.history.reward_quiet(position, m, &quiets, &context, depth);
                    self.history.reward_noisy(position, None, &noisies, depth);
                }
                break;
            }
            let tried = if noisy { &mut noisies } else { &mut quiets };
            _ = tried.try_push(m);
        }
        picker.finish(&mut self.moves);

        // 19. No move at all: mate, stalemate, or what the variant calls it.
        if best == -INFINITE {
            return Ok(if excluded.is_some() { alpha } else { value_of(position.stuck(), position.side(), ply) });
        }

        // 20. Remember, and learn how far the static evaluation was off.
        if excluded.is_none() {
            self.remember(key, best, (old_alpha, beta), (depth, ply), standing.raw, best_move);
            self.frame(ply).best = best_move;
            let quiet = best_move.is_none_or(|m| !position.is_noisy(m));
            let informative = best < beta || best > standing.value;
            let informative = informative && (best > old_alpha || best < standing.value);
            if standing.raw.is_some() && quiet && informative && best.abs() < MATE_BOUND {
                self.history.correct(position, context.before, best - standing.value, depth);
            }
        }
        Ok(best)
    }

    /// The value of a position whose side to move may take the last move back by `back`, or have the position `accepted`. What it
    /// takes back to is nearly the same after every move, so that the table mostly knows it, and is asked first; but a
    /// PV node looks first at the line that is to be expected.
    fn answer<const PV: bool>(
        &mut self,
        position: &P,
        (back, accepted): (P::Move, &P),
        (alpha, beta): (Value, Value),
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Searched {
        let mut best = -INFINITE;
        for accepts in [PV, !PV] {
            let window = (alpha.max(best), beta);
            let value = match accepts {
                true => self.accept::<PV>(accepted, window, depth, ply, cut)?,
                false => self.retract::<PV>(position, back, window, depth, ply, cut)?,
            };
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The value of a position whose side to move does not take the last move back. Who has no other move must.
    fn accept<const PV: bool>(&mut self, accepted: &P, window: (Value, Value), depth: i32, ply: usize, cut: bool) -> Searched {
        let value = self.negamax::<PV>(accepted, window, depth, ply, cut)?;
        let may_be_stuck = value == DRAW || value.abs() >= MATE_BOUND;
        Ok(if may_be_stuck && accepted.count_moves() == 0 { -INFINITE } else { value })
    }

    /// The value of taking the last move back.
    fn retract<const PV: bool>(
        &mut self,
        position: &P,
        back: P::Move,
        (alpha, beta): (Value, Value),
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Searched {
        let mut child = Child::of(position);
        self.descend(&mut child, position, back, ply)?;
        let plan = Plan { depth: depth - 1, reduction: 0, first: false, cut, best: alpha };
        let value = self.search_child::<PV>(&child.position, (alpha, beta), plan, ply)?;
        self.ascend(&child);
        if PV && value > alpha {
            self.lines.extend(ply, back);
        }
        Ok(value)
    }

    /// Is a position worth what it is without its ban? It is unless the best move is banned. An upper bound holds anyway, and so
    /// does what no move is needed for.
    pub fn stands_under_ban(&mut self, position: &P, value: Value, alpha: Value, ply: usize) -> bool {
        value <= alpha || self.frame(ply).best.is_none_or(|m| position.is_legal(m))
    }

    /// The static evaluation of a node, and whether it gets better.
    fn standing(&mut self, position: &P, known: Option<Entry>, in_danger: bool, ply: usize) -> Standing {
        if in_danger || self.run.rigour.plain {
            self.frame(ply).eval = None;
            return Standing { raw: None, value: -INFINITE, improving: false };
        }
        let raw = known.and_then(|entry| entry.eval).unwrap_or_else(|| self.run.evaluate(position));
        let corrected = self.corrected(position, raw, ply);
        self.frame(ply).eval = Some(corrected);
        // In danger two half-moves ago nothing was evaluated: then four.
        let eval_before = |back| self.frame_before(ply, back).and_then(|frame| frame.eval);
        let improving = eval_before(2).or_else(|| eval_before(4)).is_none_or(|before| corrected > before);
        let value = known.map_or(corrected, |entry| entry.refine(corrected, ply));
        Standing { raw: Some(raw), value, improving }
    }

    /// Tells the history what the last move did to the static evaluation, whatever the search will make of it.
    fn reward_gain(&mut self, ply: usize) {
        if let Some(&Frame { quiet: Some(slot), eval: Some(before), .. }) = self.frame_before(ply, 1)
            && let Some(after) = self.frame(ply).eval
        {
            let gain = self.run.turn() - (before + after) * 100 / P::TRAITS.unit;
            self.history.reward_gain(slot, gain);
        }
    }

    /// A static evaluation, corrected by experience.
    #[inline]
    pub fn corrected(&self, position: &P, raw: Value, ply: usize) -> Value {
        (raw + self.history.correction(position, self.moves_before(ply))).clamp(1 - MATE_BOUND, MATE_BOUND - 1)
    }

    /// What needs no move list: the value of a node that stands so well or so badly that its moves are not looked at.
    fn prune_early(
        &mut self,
        position: &P,
        standing: Standing,
        (alpha, beta): (Value, Value),
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Result<Option<Value>, super::run::Stopped> {
        let value = standing.value;

        // 8. Reverse futility: so far above the window that no quiet move of the other side mends it.
        let lost_by_depth = margin::<P>(reverse_futility()) * (depth - i32::from(standing.improving));
        if depth <= reverse_futility_depth() && value - lost_by_depth >= beta && value < MATE_BOUND && beta > -MATE_BOUND {
            return Ok(Some((value + beta) / 2));
        }

        // 9. Razoring: so far below the window that only noisy moves can help.
        if depth <= razor_depth() && alpha < MATE_BOUND && value + margin::<P>(razor()) * depth <= alpha {
            let value = self.quiescence::<false>(position, (alpha, alpha + 1), 0, ply)?;
            if value <= alpha {
                return Ok(Some(value));
            }
        }

        // 10. Null move: if even passing holds beta, a move will. Not twice in a row, and never as a proof of mate.
        let after_pass = self.frame_before(ply, 1).is_some_and(|frame| frame.passed);
        if P::TRAITS.null_move
            && depth >= null_depth()
            && value >= beta
            && !after_pass
            && ply >= self.no_pass_before
            && beta > -MATE_BOUND
            && let Some(passed) = position.pass()
        {
            let surplus = ((value - beta) / margin::<P>(null_margin())).min(null_margin_most());
            let reduced = depth - null_reduction() - depth / null_depth_divisor() - surplus;
            let fence = self.descend_by_pass(&passed, ply);
            let value = -self.negamax::<false>(&passed, (-beta, -beta + 1), reduced, ply + 1, !cut)?;
            self.ascend_from_pass(fence, ply);
            if value >= beta {
                let value = if value >= MATE_BOUND { beta } else { value };
                if depth < null_verify_depth() || self.no_pass_before > 0 {
                    return Ok(Some(value));
                }
                // 11. Deep down a pass is not believed where every move is worse than it (zugzwang): search without.
                self.no_pass_before = ply + 3 * reduced.max(0) as usize / 4;
                let verified = self.negamax::<false>(position, (beta - 1, beta), reduced, ply, false);
                self.no_pass_before = 0;
                if verified? >= beta {
                    return Ok(Some(value));
                }
            }
        }
        Ok(None)
    }

    /// A capture that holds a raised window at a much smaller depth will hold the real one at the full depth (Buro,
    /// "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995).
    fn probcut(
        &mut self,
        position: &P,
        standing: Standing,
        known: Option<Entry>,
        beta: Value,
        (depth, ply): (i32, usize),
        cut: bool,
    ) -> Result<Option<Value>, super::run::Stopped> {
        let raised = beta + margin::<P>(probcut() - probcut_improving() * i32::from(standing.improving));
        let shallow = depth - probcut_reduction();
        let refuted = known.is_some_and(|entry| entry.depth > shallow && from_table(entry.value, ply) < raised);
        if !P::TRAITS.exchanges || depth < probcut_depth() || beta.abs() >= MATE_BOUND || refuted {
            return Ok(None);
        }
        let table_move = known.and_then(|entry| legal_move(position, &entry)).filter(|&m| position.is_noisy(m));
        let mut picker = Picker::noisy(table_move, &self.moves);
        while let Some(m) = picker.next(position, &mut self.moves, self.history) {
            if picker.is_losing() {
                break;
            }
            self.prefetch(position, m);
            if !position.see_at_least(m, raised - standing.value) {
                continue;
            }
            let mut child = Child::of(position);
            self.descend(&mut child, position, m, ply)?;
            let mut value = -self.quiescence::<false>(&child.position, (-raised, -raised + 1), 0, ply + 1)?;
            if value >= raised && shallow > 1 {
                value = -self.negamax::<false>(&child.position, (-raised, -raised + 1), shallow - 1, ply + 1, !cut)?;
            }
            self.ascend(&child);
            if value >= raised {
                picker.finish(&mut self.moves);
                self.frame(ply).best = Some(m);
                let entry = Entry {
                    depth: shallow,
                    bound: Bound::Lower,
                    value: to_table(value, ply),
                    eval: standing.raw,
                    best: Some(m.to_bits()),
                    on_line: self.frame(ply).on_line,
                };
                self.run.table.store(position.search_key(), entry);
                return Ok(Some(if value < MATE_BOUND { value - (raised - beta) } else { value }));
            }
        }
        picker.finish(&mut self.moves);
        Ok(None)
    }

    /// Is the table's move the only good one? Searched without it, to half the depth, the node must stay below the value
    /// that the table has for it.
    #[allow(clippy::too_many_arguments)]
    fn singular<const PV: bool>(
        &mut self,
        position: &P,
        m: P::Move,
        entry: &Entry,
        beta: Value,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Result<Singular, super::run::Stopped> {
        let value = from_table(entry.value, ply);
        if entry.bound == Bound::Upper || entry.depth < depth - singular_entry() || value.abs() >= MATE_BOUND {
            return Ok(Singular::Extend(0));
        }
        let singular_beta = value - margin::<P>(singular_margin()) * depth;
        self.frame(ply).excluded = Some(m);
        let others = self.negamax::<false>(position, (singular_beta - 1, singular_beta), (depth - 1) / 2, ply, cut);
        self.frame(ply).excluded = None;
        let others = others?;
        Ok(if others < singular_beta {
            Singular::Extend(if !PV && others < singular_beta - margin::<P>(double_margin()) { 2 } else { 1 })
        } else if !PV && singular_beta >= beta {
            // Another move fails high too, so this node will (multicut).
            Singular::Cutoff(singular_beta)
        } else if value >= beta {
            // It fails high anyway, the others nearly do: less is enough.
            Singular::Extend(-2)
        } else if cut {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        })
    }

    /// The value of a move for the side that made it. The first of a node is searched with the whole window; the others
    /// are only proved to be no better, perhaps at a reduced depth, and searched again if they are.
    pub fn search_child<const PV: bool>(
        &mut self,
        child: &P,
        (alpha, beta): (Value, Value),
        plan: Plan,
        ply: usize,
    ) -> Searched {
        let Plan { mut depth, reduction, first, cut, best } = plan;
        let mut value = alpha + 1;
        if reduction > 0 {
            value = -self.negamax::<false>(child, (-alpha - 1, -alpha), depth - reduction, ply + 1, true)?;
            // Much better than expected deserves a closer look, hardly better than the best so far a shorter one.
            if value > alpha && !self.run.rigour.plain {
                let deeper = value > best + margin::<P>(deeper_margin());
                let shallower = value < best + margin::<P>(shallower_margin());
                depth += i32::from(deeper) - i32::from(shallower);
            }
        }
        if value > alpha && !(PV && first) && (reduction == 0 || depth > plan.depth - reduction) {
            value = -self.negamax::<false>(child, (-alpha - 1, -alpha), depth, ply + 1, !cut)?;
        }
        if PV && (first || value > alpha) {
            value = -self.negamax::<true>(child, (-beta, -alpha), depth, ply + 1, false)?;
        }
        Ok(value)
    }

    /// What every node does first.
    pub fn enter<const PV: bool>(&mut self, ply: usize) {
        self.sel_depth = self.sel_depth.max(ply);
        self.frame(ply).best = None;
        if PV {
            self.lines.clear(ply);
        }
    }

    /// The moves that led to a node, the other side's first.
    pub fn moves_before(&self, ply: usize) -> Before {
        BEFORE.map(|back| self.frame_before(ply, back).and_then(|frame| frame.piece_to))
    }

    /// What the order of a node's quiet moves depends on.
    pub fn context(&self, position: &P, ply: usize) -> Context<P::Threats> {
        Context { before: self.moves_before(ply), threats: position.threats() }
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
        let on_line = self.frame_before(ply, 0).is_some_and(|frame| frame.on_line);
        self.run.table.store(key, Entry { depth, bound, value: to_table(value, ply), eval, best, on_line });
    }
}

/// What the search without the table's move says.
enum Singular {
    /// Search the table's move so many half-moves deeper.
    Extend(i32),
    /// The node fails high with at least this value.
    Cutoff(Value),
}

/// How many moves a node of this depth tries before it gives up on quiet ones.
fn late_move_count<P: Position>(depth: i32, improving: bool) -> usize {
    let usual = (late_moves() + depth * depth) / if improving { 1 } else { 2 };
    (usual * P::TRAITS.branching as i32 / USUAL_BRANCHING) as usize
}

/// The move of an entry, if it is legal: another position may share the key, or another thread have written it.
pub(super) fn legal_move<P: Position>(position: &P, entry: &Entry) -> Option<P::Move> {
    entry.best.map(P::Move::from_bits).filter(|&m| position.is_legal(m))
}
