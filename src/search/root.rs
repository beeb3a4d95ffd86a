//! The root: the first moves, searched deeper and deeper.

use super::negamax::legal_move;
use super::picker::Picker;
use super::run::Stopped;
use super::worker::{Worker, evaluate};
use super::{INFINITE, Value};
use crate::game::{Game, Position};
use std::cmp::Reverse;

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
}

/// The best lines of a search, as they are told.
pub(super) struct BestLine<'a, M> {
    pub depth: i32,
    pub sel_depth: usize,
    pub value: Value,
    pub line: &'a [M],
}

/// The first moves of a search, best first.
pub(super) struct Root<'g, P: Position> {
    game: &'g Game<P>,
    moves: Vec<RootMove<P::Move>>,
    /// How many best lines are wanted, at least one and at most one for each move.
    lines: usize,
    /// The iteration that was last worked on.
    depth: i32,
}

impl<'g, P: Position> Root<'g, P> {
    /// The moves of a search of `game`: those of `only`, or all if that is empty, in the order of the tree.
    pub fn new(game: &'g Game<P>, only: &[P::Move], lines: usize, worker: &mut Worker<P>) -> Root<'g, P> {
        let position = game.position();
        let known = worker.run.table.probe(position.search_key());
        let table_move = known.and_then(|entry| legal_move(position, &entry));
        let mut picker = Picker::all(table_move, &worker.moves);
        let mut moves = Vec::new();
        while let Some(m) = picker.next(position, &mut worker.moves, worker.history) {
            if only.is_empty() || only.contains(&m) {
                moves.push(RootMove { value: UNKNOWN, last: UNKNOWN, line: vec![m], sel_depth: 0 });
            }
        }
        picker.finish(&mut worker.moves);
        Root { game, lines: lines.clamp(1, moves.len().max(1)), moves, depth: 0 }
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

    /// Puts the best moves of this iteration first. The others stay as they were.
    fn sort(&mut self, from: usize, to: usize) {
        self.moves[from..to].sort_by_key(|m| Reverse((m.value, m.last)));
    }
}

impl<P: Position> Worker<'_, P> {
    /// Searches deeper and deeper, from `first_depth` on, until the run ends it, and calls `say` whenever the best lines
    /// are news: after every iteration and, if the search was stopped within one, at the end. There must be a first move.
    pub fn think(&mut self, root: &mut Root<P>, first_depth: i32, say: &mut dyn FnMut(&Self, &Root<P>)) {
        for depth in first_depth..=self.run.greatest_depth() {
            root.begin_iteration(depth);
            let finished = self.iterate(root);
            if root.has_news() {
                say(self, root);
            }
            if finished.is_err() || self.run.is_done(depth, root.moves[0].value, root.len()) {
                break;
            }
        }
        if root.best_lines().next().is_none() {
            // There was no time at all: some move and what the position looks like.
            root.moves[0].value = evaluate(root.game.position());
            say(self, root);
        }
    }

    /// One iteration. If it is stopped, the root holds what it found so far.
    fn iterate(&mut self, root: &mut Root<P>) -> Result<(), Stopped> {
        for rank in 0..root.lines {
            let result = self.search_root(root.game.position(), &mut root.moves[rank..], root.depth);
            root.sort(rank, root.moves.len());
            root.sort(0, rank + 1);
            result?;
        }
        Ok(())
    }

    /// Finds the best of some first moves.
    fn search_root(&mut self, position: &P, moves: &mut [RootMove<P::Move>], depth: i32) -> Result<(), Stopped> {
        let mut alpha = -INFINITE;
        for root_move in moves {
            self.sel_depth = 0;
            let m = root_move.line[0];
            let value = self.search_move::<true>(position, m, (alpha, INFINITE), depth - 1, 0, alpha == -INFINITE)?;
            if value > alpha {
                alpha = value;
                self.lines.extend(0, m);
                root_move.value = value;
                root_move.sel_depth = self.sel_depth;
                root_move.line.clear();
                root_move.line.extend_from_slice(self.lines.get(0));
            }
        }
        Ok(())
    }
}
