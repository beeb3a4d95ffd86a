//! The root: the first moves, searched deeper and deeper.

use super::negamax::Plan;
use super::negamax::legal_move;
use super::params::{aspiration, aspiration_depth, margin, reduction, root_reduction_depth};
use super::picker::Picker;
use super::run::Stopped;
use super::worker::{Child, Worker};
use super::{INFINITE, MATE, MATE_BOUND, Value};
use crate::game::{Game, Position};
use std::cmp::Reverse;
use std::iter::zip;
use std::time::Duration;

/// Which first move is being searched is told from then on; before, they change faster than anybody can read.
const CURRENT_AFTER: Duration = Duration::from_secs(3);

/// The value of a move that is not known to be good.
const UNKNOWN: Value = -INFINITE;

/// A first move and what is known of it.
pub(super) struct RootMove<M> {
    /// The value in this iteration, if the move is among the best lines.
    value: Value,
    /// The value in the iteration before.
    last: Value,
    /// The move and the line that follows.
    line: Vec<M>,
    sel_depth: usize,
    /// The nodes that went into the move so far.
    nodes: u64,
}

/// The best lines of a search, as they are told.
pub(super) struct BestLine<'a, M> {
    pub depth: i32,
    pub sel_depth: usize,
    pub value: Value,
    pub line: &'a [M],
}

/// What a search has to say as it goes along.
pub(super) enum News<'r, 'g, P: Position> {
    /// The best lines are not what they were.
    Lines(&'r Root<'g, P>),
    /// At this depth the search has come to this first move, by its number from 1.
    Current { depth: i32, m: P::Move, number: usize },
}

/// Whom a search tells.
type Say<'s, P> = &'s mut dyn FnMut(&Worker<P>, News<P>);

/// The first moves of a search, best first.
pub(super) struct Root<'g, P: Position> {
    game: &'g Game<P>,
    moves: Vec<RootMove<P::Move>>,
    /// How many best lines are wanted, at least one and at most one for each move.
    lines: usize,
    /// The iteration that was last worked on.
    depth: i32,
    /// For how many iterations the best move has been the same.
    stable: usize,
}

impl<'g, P: Position> Root<'g, P> {
    /// The moves of a search of `game`: those of `only`, or all if that is empty, in the order of the tree.
    pub fn new(game: &'g Game<P>, only: &[P::Move], lines: usize, worker: &mut Worker<P>) -> Root<'g, P> {
        let position = game.position();
        let known = worker.run.table.probe(position.search_key());
        let table_move = known.and_then(|entry| legal_move(position, &entry));
        let mut picker = Picker::all(table_move, None, worker.context(position, 0), &worker.moves);
        let mut moves = Vec::new();
        while let Some(m) = picker.next(position, &mut worker.moves, worker.history) {
            if only.is_empty() || only.contains(&m) {
                moves.push(RootMove { value: UNKNOWN, last: UNKNOWN, line: vec![m], sel_depth: 0, nodes: 0 });
            }
        }
        picker.finish(&mut worker.moves);
        Root { game, lines: lines.clamp(1, moves.len().max(1)), moves, depth: 0, stable: 0 }
    }

    /// The number of first moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The best line.
    pub fn best(&self) -> &[P::Move] {
        self.moves.first().map_or(&[], |best| &best.line)
    }

    /// The best lines, best first. A line that the current iteration has not come to is the one of the iteration before.
    pub fn best_lines(&self) -> impl Iterator<Item = BestLine<'_, P::Move>> {
        self.moves[..self.lines].iter().map_while(|m| {
            let (value, depth) = if m.value == UNKNOWN { (m.last, self.depth - 1) } else { (m.value, self.depth) };
            (value != UNKNOWN).then_some(BestLine { depth, sel_depth: m.sel_depth, value, line: &m.line })
        })
    }

    /// Puts one of the best lines before the others.
    pub fn prefer(&mut self, rank: usize) {
        self.moves[..=rank].rotate_right(1);
    }

    fn begin_iteration(&mut self, depth: i32) {
        self.depth = depth;
        for m in &mut self.moves {
            m.last = m.value;
            m.value = UNKNOWN;
        }
    }

    /// Does any line have a value of this iteration?
    fn has_news(&self) -> bool {
        self.moves[0].value != UNKNOWN
    }

    /// How much more or less time than usual the move deserves, in percent: more while the best move changes, while its
    /// value falls, and while other moves take the nodes.
    fn urgency(&self, nodes: u64) -> u32 {
        const BY_STABILITY: [i64; 5] = [150, 125, 105, 90, 80];
        let best = &self.moves[0];
        let stability = BY_STABILITY[self.stable.min(BY_STABILITY.len() - 1)];
        let fallen = if best.last == UNKNOWN { 0 } else { i64::from(best.last - best.value) * 100 / i64::from(P::TRAITS.unit) };
        let value = (100 + fallen / 2).clamp(80, 150);
        let others = 100 - (best.nodes * 100 / nodes.max(1)).min(100) as i64;
        let effort = 60 + others;
        (stability * value * effort / 10_000) as u32
    }

    /// Puts the best moves of this iteration first. The others stay as they were.
    fn sort(&mut self, from: usize, to: usize) {
        self.moves[from..to].sort_by_key(|m| Reverse((m.value, m.last)));
    }
}

impl<P: Position> Worker<'_, P> {
    /// Searches deeper and deeper, from `first_depth` on, until the run ends it, and calls `say` with the best lines
    /// after every iteration and, if the search was stopped within one, at the end. There must be a first move.
    pub fn think(&mut self, root: &mut Root<P>, first_depth: i32, say: Say<P>) {
        let position = root.game.position();
        self.frame(0).eval = (!position.in_danger()).then(|| self.run.evaluate(position));
        for depth in first_depth..=self.run.greatest_depth() {
            root.begin_iteration(depth);
            let before = root.moves[0].line[0];
            let finished = self.iterate(root, say);
            // A search that was stopped says once more how far it got.
            if root.has_news() || finished.is_err() && root.best_lines().next().is_some() {
                say(self, News::Lines(root));
            }
            root.stable = if root.moves[0].line[0] == before { root.stable + 1 } else { 0 };
            let value = root.moves[0].value;
            if finished.is_err() || self.run.is_done(depth, value, root.len(), root.urgency(self.nodes)) {
                break;
            }
        }
        if root.best_lines().next().is_none() {
            // There was no time at all: some move and what the position looks like.
            root.moves[0].value = self.run.evaluate(root.game.position());
            say(self, News::Lines(root));
        }
    }

    /// One iteration. If it is stopped, the root holds what it found so far.
    fn iterate(&mut self, root: &mut Root<P>, say: Say<P>) -> Result<(), Stopped> {
        for rank in 0..root.lines {
            let result = self.aspire(root, rank, say);
            root.sort(rank, root.moves.len());
            root.sort(0, rank + 1);
            result?;
        }
        match self.run.mate_floor() {
            Some(floor) if root.moves[0].value <= floor && root.depth > MATE - floor => self.seek_mate(root, floor, say),
            _ => Ok(()),
        }
    }

    /// Searches once more for nothing but a value beyond `floor`, which is a mate's: no node that does not lead to one in
    /// time is worth anything then, so that all pruning by static evaluations is off, and most of the tree too. Where
    /// there is none the root stays as it was.
    fn seek_mate(&mut self, root: &mut Root<P>, floor: Value, say: Say<P>) -> Result<(), Stopped> {
        let values: Vec<_> = root.moves.iter().map(|m| m.value).collect();
        let result = self.search_root(root, 0, (floor, INFINITE), say);
        if root.moves.iter().any(|m| m.value > floor) {
            root.sort(0, root.moves.len());
        } else {
            zip(&mut root.moves, values).for_each(|(m, value)| m.value = value);
        }
        result.map(|_| ())
    }

    /// Finds the best move from `rank` on within a window around its value in the iteration before, which is widened
    /// on the side where the value lies outside.
    fn aspire(&mut self, root: &mut Root<P>, rank: usize, say: Say<P>) -> Result<(), Stopped> {
        let last = root.moves[rank].last;
        let mut delta = margin::<P>(aspiration());
        let narrow = !self.run.rigour.plain && root.depth >= aspiration_depth() && last.abs() < MATE_BOUND;
        let (mut alpha, mut beta) = if narrow { (last - delta, last + delta) } else { (-INFINITE, INFINITE) };
        loop {
            let value = self.search_root(root, rank, (alpha, beta), say)?;
            root.sort(rank, root.moves.len());
            if value <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (value - delta).max(-INFINITE);
            } else if value >= beta {
                beta = (value + delta).min(INFINITE);
            } else {
                return Ok(());
            }
            delta *= 2;
        }
    }

    /// Finds the best of the first moves from `rank` on; its value is exact within the window, else a bound.
    fn search_root(
        &mut self,
        root: &mut Root<P>,
        rank: usize,
        (mut alpha, beta): (Value, Value),
        say: Say<P>,
    ) -> Result<Value, Stopped> {
        let (position, depth) = (root.game.position(), root.depth);
        let mut best = -INFINITE;
        for (i, root_move) in root.moves[rank..].iter_mut().enumerate() {
            self.sel_depth = 0;
            let (m, nodes) = (root_move.line[0], self.nodes);
            if self.run.elapsed() >= CURRENT_AFTER {
                say(self, News::Current { depth, m, number: rank + i + 1 });
            }
            let reducible = !self.run.rigour.plain && i > 1 && !position.in_danger() && !position.is_noisy(m);
            let reduction = if reducible && depth >= root_reduction_depth() { reduction(depth, i) / 1024 - 1 } else { 0 };
            let plan = Plan { depth: depth - 1, reduction: reduction.min(depth - 2).max(0), first: i == 0, cut: false, best };
            let mut child = Child::of(position);
            self.descend(&mut child, position, m, 0)?;
            let value = self.search_child::<true>(&child.position, (alpha, beta), plan, 0)?;
            self.ascend(&child);
            root_move.nodes += self.nodes - nodes;
            best = best.max(value);
            root_move.value = UNKNOWN;
            if value > alpha {
                alpha = value;
                self.lines.extend(0, m);
                root_move.value = value;
                root_move.sel_depth = self.sel_depth;
                root_move.line.clear();
                root_move.line.extend_from_slice(self.lines.get(0));
            }
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }
}
