//! perft: the leaves of the tree of legal moves, counted.

use super::keys::splitmix64;
use super::{MoveClass, Position};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The greatest depth that can be asked for. The tree is walked by recursion, whose stack must hold every ply;
/// no count of this depth has an end anyway.
pub const MAX_DEPTH: u32 = 64;

/// How to count. The default is one thread, no table, the last ply counted in bulk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Method {
    /// Threads that share the work.
    pub threads: usize,
    /// The size of the table of counts in MiB; 0 is none.
    pub hash_mib: usize,
    /// Count the moves of the last ply without making them.
    pub bulk: bool,
}

impl Default for Method {
    fn default() -> Method {
        Method { threads: 1, hash_mib: 0, bulk: true }
    }
}

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
    if depth == 0 { 1 } else { sum(position, |child| perft_each(child, depth - 1)) }
}

/// The leaves at `depth` below each legal move, in the order of the generator. Depth 0 has no moves to divide.
pub fn divide<P: Position>(position: &P, depth: u32, method: Method) -> Vec<(P::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let counter = Counter { table: Table::new(method.hash_mib), bulk: method.bulk };
    let roots = children(position);
    if method.threads <= 1 {
        return roots.into_iter().map(|(m, child)| (m, counter.count(&child, depth - 1))).collect();
    }
    let work = || roots.par_iter().map(|(m, child)| (*m, counter.count_shared(child, depth - 1))).collect();
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
        child.play(m);
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

struct Counter {
    table: Option<Table>,
    bulk: bool,
}

impl Counter {
    /// Counts with the second ply shared between threads, so that one heavy root move does not hold all up.
    fn count_shared<P: Position>(&self, position: &P, depth: u32) -> u64 {
        if depth < 3 {
            return self.count(position, depth);
        }
        children(position).par_iter().map(|(_, child)| self.count(child, depth - 1)).sum()
    }

    fn count<P: Position>(&self, position: &P, depth: u32) -> u64 {
        match (&self.table, self.bulk) {
            (None, true) => perft(position, depth),
            (None, false) => perft_each(position, depth),
            (Some(table), _) if depth >= 2 => {
                let key = splitmix64(position.search_key() ^ u64::from(depth));
                table.get(key).unwrap_or_else(|| {
                    let count = sum(position, |child| self.count(child, depth - 1));
                    table.put(key, count);
                    count
                })
            }
            (Some(_), true) => perft(position, depth),
            (Some(_), false) => perft_each(position, depth),
        }
    }
}

/// A table of counts shared without locks: an entry is (key ^ count, count), so a torn one does not match
/// (Hyatt and Mann, "A lock-less transposition table implementation for parallel search", 2002).
struct Table(Vec<[AtomicU64; 2]>);

impl Table {
    fn new(mib: usize) -> Option<Table> {
        let entries = mib.checked_mul(1 << 16)?;
        let mut table = Vec::new();
        table.try_reserve_exact(entries).ok()?;
        table.resize_with(entries, Default::default);
        (entries > 0).then_some(Table(table))
    }

    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        &self.0[((u128::from(key) * self.0.len() as u128) >> 64) as usize]
    }

    fn get(&self, key: u64) -> Option<u64> {
        let [check, count] = self.slot(key);
        let count = count.load(Relaxed);
        (check.load(Relaxed) ^ count == key).then_some(count)
    }

    fn put(&self, key: u64, value: u64) {
        let [check, count] = self.slot(key);
        count.store(value, Relaxed);
        check.store(key ^ value, Relaxed);
    }
}
