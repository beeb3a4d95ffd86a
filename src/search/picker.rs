//! The order in which moves are tried: the table's, the noisy ones, the quiet ones. A class is generated when its turn comes.

use super::history::History;
use crate::game::{MoveClass, Position};
use std::cmp::Reverse;

/// The moves still to be tried by all nodes of the line that is being searched, the deepest node's last.
pub(super) type MoveStack<M> = Vec<(i32, M)>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    BeforeNoisy,
    Noisy,
    BeforeQuiet,
    Quiet,
    Done,
}

/// Hands out the moves of one node, each legal move exactly once.
pub(super) struct Picker<M> {
    stage: Stage,
    table_move: Option<M>,
    /// Are the quiet moves left out?
    noisy_only: bool,
    /// Where the moves of this node begin on the stack, and those not yet tried.
    start: usize,
    next: usize,
}

impl<M: Copy + Eq> Picker<M> {
    /// Every move; `table_move`, which must be legal, comes first.
    pub fn all(table_move: Option<M>, stack: &MoveStack<M>) -> Picker<M> {
        Picker { stage: Stage::Table, table_move, noisy_only: false, start: stack.len(), next: stack.len() }
    }

    /// The noisy moves; `table_move`, which must be one of them, comes first.
    pub fn noisy(table_move: Option<M>, stack: &MoveStack<M>) -> Picker<M> {
        Picker { noisy_only: true, ..Picker::all(table_move, stack) }
    }

    /// The next move.
    pub fn next<P: Position<Move = M>>(&mut self, position: &P, stack: &mut MoveStack<M>, history: &History) -> Option<M> {
        loop {
            let next_stage = match self.stage {
                Stage::Table => {
                    self.stage = Stage::BeforeNoisy;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                    continue;
                }
                Stage::BeforeNoisy => {
                    self.fill(position, MoveClass::Noisy, stack, |m| position.noisy_order(m));
                    Stage::Noisy
                }
                Stage::BeforeQuiet => {
                    self.fill(position, MoveClass::Quiet, stack, |m| history.quiet(position, m));
                    Stage::Quiet
                }
                Stage::Noisy | Stage::Quiet => match self.select(stack) {
                    Some(m) => return Some(m),
                    None if self.stage == Stage::Noisy && !self.noisy_only => Stage::BeforeQuiet,
                    None => Stage::Done,
                },
                Stage::Done => return None,
            };
            self.stage = next_stage;
        }
    }

    /// Gives the stack back. A search that is stopped need not.
    pub fn finish(self, stack: &mut MoveStack<M>) {
        stack.truncate(self.start);
    }

    /// Generates a class in place of the one before. Not inlined, so that its move list is not in the frame of every node.
    #[inline(never)]
    fn fill<P: Position<Move = M>>(
        &mut self,
        position: &P,
        class: MoveClass,
        stack: &mut MoveStack<M>,
        score: impl Fn(M) -> i32,
    ) {
        let mut moves = P::Moves::default();
        position.generate(class, &mut moves);
        stack.truncate(self.start);
        stack.extend(moves.iter().filter(|&&m| Some(m) != self.table_move).map(|&m| (score(m), m)));
        self.next = self.start;
    }

    /// The move with the greatest score of those left, the first of equals.
    fn select(&mut self, stack: &mut MoveStack<M>) -> Option<M> {
        let left = stack.get_mut(self.next..)?;
        let best = (0..left.len()).min_by_key(|&i| Reverse(left[i].0))?;
        left.swap(0, best);
        self.next += 1;
        Some(left[0].1)
    }
}
