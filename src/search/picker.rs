//! The order in which moves are tried: the table's, the winning noisy ones, the killer, the quiet ones, the losing noisy
//! ones. A class is generated when its turn comes.

use super::history::{Context, History};
use crate::game::{MoveClass, Position};
use std::cmp::Reverse;

/// The moves still to be tried by all nodes of the line that is being searched, the deepest node's last.
pub(super) type MoveStack<M> = Vec<(i32, M)>;

/// A stage hands out moves until it has no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    GenerateNoisy,
    Noisy,
    Killer,
    GenerateQuiet,
    Quiet,
    LosingNoisy,
    Done,
}

/// Hands out the moves of one node, each legal move exactly once.
pub(super) struct Picker<M, T> {
    stage: Stage,
    table_move: Option<M>,
    killer: Option<M>,
    context: Context<T>,
    /// Are the quiet moves left out?
    noisy_only: bool,
    /// On the stack: where the moves of this node begin, where its losing noisy ones end, the next one to try.
    start: usize,
    losing: usize,
    next: usize,
}

impl<M: Copy + Eq, T: Copy + Default> Picker<M, T> {
    /// Every move; `table_move`, which must be legal, comes first, `killer` before the other quiet moves if it is legal.
    /// `context` is what the order of the quiet ones depends on.
    pub fn all(table_move: Option<M>, killer: Option<M>, context: Context<T>, stack: &MoveStack<M>) -> Picker<M, T> {
        let start = stack.len();
        let killer = killer.filter(|_| killer != table_move);
        Picker { stage: Stage::Table, table_move, killer, context, noisy_only: false, start, losing: start, next: start }
    }

    /// The noisy moves; `table_move`, which must be one of them, comes first.
    pub fn noisy(table_move: Option<M>, stack: &MoveStack<M>) -> Picker<M, T> {
        Picker { noisy_only: true, ..Picker::all(table_move, None, Context::default(), stack) }
    }

    /// Leaves out the quiet moves not yet tried.
    pub fn skip_quiet(&mut self) {
        self.noisy_only = true;
    }

    /// Are the moves now handed out the noisy ones that lose material?
    pub fn is_losing(&self) -> bool {
        self.stage == Stage::LosingNoisy
    }

    /// The next move.
    pub fn next<P: Position<Move = M, Threats = T>>(
        &mut self,
        position: &P,
        stack: &mut MoveStack<M>,
        history: &History,
    ) -> Option<M> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::GenerateNoisy;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::GenerateNoisy => {
                    let score = |m| 16 * position.noisy_order(m) + history.noisy(position, m);
                    self.fill(position, MoveClass::Noisy, None, stack, score);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.select(stack) {
                    Some(m) if position.see_at_least(m, 0) => return Some(m),
                    Some(_) => {
                        stack.swap(self.losing, self.next - 1);
                        self.losing += 1;
                    }
                    None => self.stage = Stage::Killer,
                },
                Stage::Killer => {
                    self.stage = Stage::GenerateQuiet;
                    let fits = |&m: &M| !self.noisy_only && position.is_legal(m) && !position.is_noisy(m);
                    self.killer = self.killer.filter(fits);
                    if self.killer.is_some() {
                        return self.killer;
                    }
                }
                Stage::GenerateQuiet => {
                    if !self.noisy_only {
                        let (threats, rows) = (self.context.threats, history.rows::<P>(self.context.before));
                        let score = |m| history.quiet_by(&rows, position, m, threats);
                        self.fill(position, MoveClass::Quiet, self.killer, stack, score);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if !self.noisy_only
                        && let Some(m) = self.select(stack)
                    {
                        return Some(m);
                    }
                    stack.truncate(self.losing);
                    self.next = self.start;
                    self.stage = Stage::LosingNoisy;
                }
                Stage::LosingNoisy => {
                    let Some(&(_, m)) = stack.get(self.next) else {
                        self.stage = Stage::Done;
                        continue;
                    };
                    self.next += 1;
                    return Some(m);
                }
                Stage::Done => return None,
            }
        }
    }

    /// Gives the stack back. A search that is stopped need not.
    pub fn finish(self, stack: &mut MoveStack<M>) {
        stack.truncate(self.start);
    }

    /// Generates a class, but for a move `tried` already, behind the losing noisy moves. Not inlined, so that its move list is not in the frame of every node.
    #[inline(never)]
    fn fill<P: Position<Move = M, Threats = T>>(
        &mut self,
        position: &P,
        class: MoveClass,
        tried: Option<M>,
        stack: &mut MoveStack<M>,
        score: impl Fn(M) -> i32,
    ) {
        let mut moves = P::Moves::default();
        position.generate(class, &mut moves);
        stack.truncate(self.losing);
        let new = moves.iter().filter(|&&m| Some(m) != self.table_move && Some(m) != tried);
        stack.extend(new.map(|&m| (score(m), m)));
        self.next = self.losing;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::keys::SplitMix;
    use crate::game::perft::perft;
    use crate::game::registry;
    use crate::game::{PackedMove, Reading};
    use crate::variants::chess::Chess;
    use crate::variants::dragonchess::Dragonchess;
    use crate::variants::gnome::Gnome;
    use crate::variants::iceage::IceAge;
    use std::num::NonZeroU32;

    /// perft through the picker, with table moves and killers of all kinds, some of them illegal.
    fn picked<P: Position>(
        position: &P,
        depth: u32,
        (stack, history, random): (&mut MoveStack<P::Move>, &History, &mut SplitMix),
    ) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = P::Moves::default();
        position.generate(MoveClass::All, &mut moves);
        let any = |random: &mut SplitMix| moves.get(random.below(moves.len() + 2)).copied();
        let table_move = any(random);
        let stranger = NonZeroU32::new(random.next() as u32 >> 14).map(P::Move::from_bits);
        let killer = if random.below(2) == 0 { any(random) } else { stranger };
        let mut picker = Picker::all(table_move, killer, Context::default(), stack);
        let mut leaves = 0;
        while let Some(m) = picker.next(position, stack, history) {
            let mut child = position.clone();
            child.play(m);
            leaves += picked(&child, depth - 1, (&mut *stack, history, &mut *random));
        }
        picker.finish(stack);
        leaves
    }

    fn check<P: Position>(texts: &str) {
        let (history, mut random) = (History::new::<P>(), SplitMix::new(3));
        for line in texts.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).take(6) {
            let text = line.split(" ;").next().unwrap_or(line);
            let position = P::read(text, Reading::Strict).unwrap();
            let mut stack = Vec::new();
            assert_eq!(picked(&position, 2, (&mut stack, &history, &mut random)), perft(&position, 2), "{text}");
            assert!(stack.is_empty());
        }
    }

    #[test]
    fn every_legal_move_is_handed_out_once() {
        check::<Chess>(registry::find("chess").unwrap().bench.positions);
        check::<Dragonchess>(registry::find("dragonchess").unwrap().bench.positions);
        check::<Gnome>(registry::find("gnome").unwrap().bench.positions);
        check::<IceAge>(registry::find("iceage").unwrap().bench.positions);
    }
}
