//! perft: the leaves of the tree of legal moves, counted.

use super::keys::splitmix64;
use super::{InputError, MoveClass, Position};
use bytemuck::allocation::try_zeroed_slice_box;
use rayon::prelude::*;
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The greatest depth that can be asked for. The tree is walked by recursion, whose stack must hold every ply;
/// no count of this depth has an end anyway.
pub const MAX_DEPTH: u32 = 64;

/// How to count. The default is one thread, no table, the last ply counted in bulk.
#[derive(Clone, Copy)]
pub struct Method<'t> {
    /// Threads that share the work.
    pub threads: usize,
    /// Where counts are remembered.
    pub table: Option<&'t Table>,
    /// Count the moves of the last ply without making them.
    pub bulk: bool,
    /// Told when all leaves below a first move are counted, for whoever waits.
    pub told: Option<&'t (dyn Fn() + Sync)>,
}

impl Default for Method<'_> {
    fn default() -> Self {
        Method { threads: 1, table: None, bulk: true, told: None }
    }
}

/// Asked now and then whether a count is to end.
pub type Stop<'s> = &'s (dyn Fn() -> bool + Sync);

/// The number of leaves at `depth`, bulk counted on this thread.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => sum(position, |child| perft(child, depth - 1)),
    }
}

/// The number of leaves at `depth`, every move of the last ply made too.
pub fn perft_each<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        // A move whose outcome nobody looks at might be left out by the compiler.
        1 => sum(position, |child| {
            black_box(child);
            1
        }),
        _ => sum(position, |child| perft_each(child, depth - 1)),
    }
}

/// The leaves at `depth` below each legal move, in the order of the generator; `None` where `stop` ended the count.
/// Depth 0 has no moves to divide.
pub fn divide<P: Position>(position: &P, depth: u32, method: Method, stop: Stop) -> Option<Vec<(P::Move, u64)>> {
    if depth == 0 {
        return Some(Vec::new());
    }
    let counter = Counter { method, stop };
    let roots = children(position);
    if method.threads <= 1 {
        return roots.iter().map(|(m, child)| Some((*m, counter.told(counter.count(child, depth - 1)?)))).collect();
    }
    let below = |(m, child): &(P::Move, P)| Some((*m, counter.told(counter.count_shared(child, depth - 1)?)));
    let work = || roots.par_iter().map(below).collect();
    match rayon::ThreadPoolBuilder::new().num_threads(method.threads).build() {
        Ok(pool) => pool.install(work),
        // The machine refuses more threads: its shared ones do the work.
        Err(_) => work(),
    }
}

/// Calls `visit` with every legal move and the position after it.
#[inline(always)]
fn for_each_child<P: Position>(position: &P, mut visit: impl FnMut(P::Move, &P)) {
    let mut moves = P::Moves::default();
    position.generate(MoveClass::All, &mut moves);
    for &m in moves.iter() {
        let mut child = position.clone();
        child.play_from(position, m);
        visit(m, &child);
    }
}

/// The sum of `count` over the positions one move on.
#[inline(always)]
fn sum<P: Position>(position: &P, mut count: impl FnMut(&P) -> u64) -> u64 {
    let mut total = 0;
    for_each_child(position, |_, child| total += count(child));
    total
}

/// Every legal move with the position after it.
fn children<P: Position>(position: &P) -> Vec<(P::Move, P)> {
    let mut children = Vec::new();
    for_each_child(position, |m, child| children.push((m, child.clone())));
    children
}

/// A count in progress.
struct Counter<'a> {
    method: Method<'a>,
    stop: Stop<'a>,
}

impl Counter<'_> {
    /// The leaves below a first move are these.
    fn told(&self, leaves: u64) -> u64 {
        if let Some(tell) = self.method.told {
            tell();
        }
        leaves
    }

    /// Counts with the second ply shared between threads, so that one heavy root move does not hold all up.
    fn count_shared<P: Position>(&self, position: &P, depth: u32) -> Option<u64> {
        if depth < 3 {
            return self.count(position, depth);
        }
        children(position).par_iter().map(|(_, child)| self.count(child, depth - 1)).sum()
    }

    /// The leaves below a position; `None` where the count was stopped. Only nodes with two plies below them ask that:
    /// they are few, and what they count takes no time.
    fn count<P: Position>(&self, position: &P, depth: u32) -> Option<u64> {
        match depth {
            0 => return Some(1),
            1 if self.method.bulk => return Some(position.count_moves()),
            1 => return Some(perft_each(position, 1)),
            _ if (self.stop)() => return None,
            _ => {}
        }
        let key = splitmix64(position.search_key() ^ u64::from(depth));
        if let Some(count) = self.method.table.and_then(|table| table.get(key)) {
            return Some(count);
        }
        let mut total = Some(0);
        for_each_child(position, |_, child| total = total.and_then(|sum| Some(sum + self.count(child, depth - 1)?)));
        if let (Some(table), Some(count)) = (self.method.table, total) {
            table.put(key, count);
        }
        total
    }
}

/// The words of an entry of a table of counts: (key ^ count, count).
type Slot = [AtomicU64; 2];

/// A table of counts shared without locks: a torn entry does not match its key
/// (Hyatt and Mann, "A lock-less transposition table implementation for parallel search", 2002).
#[derive(Debug)]
pub struct Table(Box<[Slot]>);

impl Table {
    /// An empty table of `mib` MiB, at least one. The memory is taken from the system when it is first written.
    ///
    /// # Errors
    /// A table that the machine cannot hold.
    pub fn new(mib: usize) -> Result<Table, InputError> {
        let refused = || InputError::new("hash", mib.to_string(), "the machine has no room for a table of so many MiB");
        let slots = mib.max(1).checked_mul((1 << 20) / size_of::<Slot>()).ok_or_else(refused)?;
        Ok(Table(try_zeroed_slice_box(slots).map_err(|()| refused())?))
    }

    fn slot(&self, key: u64) -> &Slot {
        &self.0[((u128::from(key) * self.0.len() as u128) >> 64) as usize]
    }

    pub(super) fn get(&self, key: u64) -> Option<u64> {
        let [check, count] = self.slot(key);
        let count = count.load(Relaxed);
        (check.load(Relaxed) ^ count == key).then_some(count)
    }

    pub(super) fn put(&self, key: u64, value: u64) {
        let [check, count] = self.slot(key);
        count.store(value, Relaxed);
        check.store(key ^ value, Relaxed);
    }
}
