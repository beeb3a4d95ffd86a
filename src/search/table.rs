//! The transposition table: what is known of positions by their search keys, shared by all threads without locks.
//!
//! An entry is two words. The second is xored with a hash of the first, so an entry that two threads wrote at the
//! same time, or that is read half-written, does not match its key (after Hyatt and Mann, "A lock-less transposition
//! table implementation for parallel search", 2002). Four entries make a cluster, which is one cache line.

use super::{Bound, MATE_BOUND, Value};
use crate::game::InputError;
use crate::game::keys::splitmix64;
use crate::intrinsics::{prefetch, wish_large_pages};
use bytemuck::allocation::try_zeroed_slice_box;
use rayon::prelude::*;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// The words of an entry.
const ENTRY: usize = 2;
/// The words of a cluster, which fill a cache line of 64 bytes.
const CLUSTER: usize = 8;
/// Quiescence has depths down to minus this; deeper ones count as this.
const DEPTH_OFFSET: i32 = 8;
/// Searches are numbered in five bits.
const AGES: u8 = 32;
/// So many half-moves of depth is an entry worth less for every search since it was written.
const AGE_COST: i32 = 4;
/// An inexact entry does not replace one of the same position that is deeper by more than this.
const KEPT_MARGIN: i32 = 3;
/// The words of a page of memory, the small kind.
const PAGE_WORDS: usize = 512;
/// A table of no more clusters (256 MiB) is touched at once, so that no search spends its clock on waiting for memory; greater
/// ones would take too long.
const TOUCHED_CLUSTERS: usize = 1 << 22;
/// Stands for "no static evaluation"; evaluations stay far from it.
const NO_EVAL: i16 = i16::MIN;

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The depth to which the position was searched, in half-moves; quiescence has zero and less.
    pub depth: i32,
    /// What `value` is of the true value.
    pub bound: Bound,
    /// The value, mates counted from the position itself: see [`to_table`].
    pub value: Value,
    /// The static evaluation.
    pub eval: Option<Value>,
    /// The bits of the best move.
    pub best: Option<NonZeroU32>,
    /// Did the position ever lie on a principal variation?
    pub on_line: bool,
}

impl Entry {
    /// The value at `ply` half-moves from the root that the entry proves for a search with this window to `depth`,
    /// if it does. `same_depth` asks for a search to that very depth, where else a deeper one is as good.
    #[inline]
    pub fn cutoff(&self, (alpha, beta): (Value, Value), depth: i32, ply: usize, same_depth: bool) -> Option<Value> {
        let deep_enough = if same_depth { self.depth == depth } else { self.depth >= depth };
        let value = from_table(self.value, ply);
        let proves = match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        (deep_enough && proves).then_some(value)
    }

    /// A better guess of the value at `ply` than the static evaluation `eval`, if the entry proves it too high or too low.
    #[inline]
    pub fn refine(&self, eval: Value, ply: usize) -> Value {
        let value = from_table(self.value, ply);
        let better = match self.bound {
            Bound::Exact => true,
            Bound::Lower => value > eval,
            Bound::Upper => value < eval,
        };
        if better && value.abs() < MATE_BOUND { value } else { eval }
    }
}

/// A value as the table keeps it: mates are counted from the position that is stored, not from the root.
#[inline]
pub fn to_table(value: Value, ply: usize) -> Value {
    if value >= MATE_BOUND {
        value + ply as Value
    } else if value <= -MATE_BOUND {
        value - ply as Value
    } else {
        value
    }
}

/// The reverse of [`to_table`].
#[inline]
pub fn from_table(value: Value, ply: usize) -> Value {
    if value >= MATE_BOUND {
        value - ply as Value
    } else if value <= -MATE_BOUND {
        value + ply as Value
    } else {
        value
    }
}

/// The table. Its size is fixed; its contents are shared.
#[derive(Debug)]
pub struct Table {
    words: Box<[AtomicU64]>,
    /// The word where the first cache line begins: memory is handed out lazily only without a wish for alignment.
    first: usize,
    clusters: usize,
    age: AtomicU8,
}

impl Table {
    /// An empty table of `mib` MiB, at least one cluster. The memory of a large one is taken from the system when it is first
    /// written.
    ///
    /// # Errors
    /// A table that the machine cannot hold.
    pub fn new(mib: usize) -> Result<Table, InputError> {
        let refused = || InputError::new("Hash", mib.to_string(), "the machine has no room for a table of so many MiB");
        let bytes = mib.checked_mul(1 << 20).ok_or_else(refused)?;
        Table::with_clusters((bytes / (8 * CLUSTER)).max(1)).ok_or_else(refused)
    }

    /// An empty table of a number of clusters, if there is memory for it.
    pub fn with_clusters(clusters: usize) -> Option<Table> {
        let length = clusters.checked_mul(CLUSTER)?.checked_add(CLUSTER - 1)?;
        let mut words: Box<[AtomicU64]> = try_zeroed_slice_box(length).ok()?;
        wish_large_pages(&mut words);
        if clusters <= TOUCHED_CLUSTERS {
            words.par_chunks(PAGE_WORDS).for_each(|page| page[0].store(0, Relaxed));
        }
        let first = words.as_ptr().align_offset(8 * CLUSTER).min(CLUSTER - 1);
        Some(Table { words, first, clusters, age: AtomicU8::new(0) })
    }

    /// An empty table of the same size, if there is memory for it beside this one.
    pub fn fresh(&self) -> Option<Table> {
        Table::with_clusters(self.clusters)
    }

    /// Empties the table, with all threads of the machine.
    pub fn clear(&self) {
        self.words.par_chunks(1 << 16).for_each(|chunk| chunk.iter().for_each(|word| word.store(0, Relaxed)));
        self.age.store(0, Relaxed);
    }

    /// A new search begins: what earlier ones wrote is worth less.
    pub fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).iter().map(Slot::load).find(|slot| slot.is_of(key)).map(|slot| slot.entry())
    }

    /// Fetches what is known of the position with this key into the cache, to be probed soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.cluster(key)[0]);
    }

    /// Keeps an entry, in the place of what is worth least in its cluster. A known best move outlives an unknown one.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let cluster = self.cluster(key);
        let mut victim = 0;
        let mut least = i32::MAX;
        for (i, words) in cluster.iter().enumerate() {
            let slot = Slot::load(words);
            if slot.is_of(key) {
                let old = slot.entry();
                entry.best = entry.best.or(old.best);
                if entry.bound != Bound::Exact && slot.age() == age && entry.depth + KEPT_MARGIN < old.depth {
                    return;
                }
                victim = i;
                break;
            }
            let worth = slot.worth(age);
            if worth < least {
                (victim, least) = (i, worth);
            }
        }
        Slot::new(key, age, entry).save(&cluster[victim]);
    }

    /// How full the table is with entries of this search, in permille, by a sample.
    pub fn permille(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.clusters.min(250);
        let used = self.all()[..sample].iter().flat_map(entries).map(Slot::load);
        let count = used.filter(|slot| !slot.is_empty() && slot.age() == age).count();
        (count * 1000 / (sample * CLUSTER / ENTRY)) as u32
    }

    fn all(&self) -> &[[AtomicU64; CLUSTER]] {
        &self.words[self.first..].as_chunks().0[..self.clusters]
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &[[AtomicU64; ENTRY]] {
        // The key's high part, scaled to the number of clusters, which need not be a power of two.
        let index = ((u128::from(key) * self.clusters as u128) >> 64) as usize;
        entries(&self.all()[index])
    }
}

#[inline(always)]
fn entries(cluster: &[AtomicU64; CLUSTER]) -> &[[AtomicU64; ENTRY]] {
    cluster.as_chunks().0
}

/// An entry as two plain words: `content` is move (32 bits), value (16), static evaluation (16); `tag` is the low part
/// of the key (48), depth (8), age (5), on a line (1), bound (2). The place of the cluster says the high part of the key.
#[derive(Clone, Copy)]
struct Slot {
    content: u64,
    tag: u64,
}

const KEY_SHIFT: u32 = 16;

impl Slot {
    #[inline(always)]
    fn load(words: &[AtomicU64; ENTRY]) -> Slot {
        let content = words[0].load(Relaxed);
        Slot { content, tag: words[1].load(Relaxed) ^ guard(content) }
    }

    #[inline(always)]
    fn save(self, words: &[AtomicU64; ENTRY]) {
        words[0].store(self.content, Relaxed);
        words[1].store(self.tag ^ guard(self.content), Relaxed);
    }

    fn new(key: u64, age: u8, entry: Entry) -> Slot {
        let depth = (entry.depth + DEPTH_OFFSET).clamp(0, 255) as u64;
        let bound = match entry.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let best = entry.best.map_or(0, NonZeroU32::get);
        let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
        let content = u64::from(best) | u64::from(entry.value as u16) << 32 | u64::from(eval as u16) << 48;
        Slot { content, tag: key << KEY_SHIFT | depth << 8 | u64::from(age) << 3 | u64::from(entry.on_line) << 2 | bound }
    }

    #[inline(always)]
    fn is_of(self, key: u64) -> bool {
        (self.tag ^ key << KEY_SHIFT) >> KEY_SHIFT == 0 && !self.is_empty()
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.tag & 3 == 0
    }

    fn age(self) -> u8 {
        (self.tag >> 3) as u8 % AGES
    }

    /// Less for shallow and old entries; empty ones are worth least.
    fn worth(self, age: u8) -> i32 {
        if self.is_empty() {
            return i32::MIN;
        }
        let searches_ago = age.wrapping_sub(self.age()) % AGES;
        self.depth() - AGE_COST * i32::from(searches_ago)
    }

    fn depth(self) -> i32 {
        i32::from((self.tag >> 8) as u8) - DEPTH_OFFSET
    }

    fn entry(self) -> Entry {
        let eval = (self.content >> 48) as i16;
        Entry {
            depth: self.depth(),
            bound: match self.tag & 3 {
                1 => Bound::Exact,
                2 => Bound::Lower,
                _ => Bound::Upper,
            },
            value: Value::from((self.content >> 32) as i16),
            eval: (eval != NO_EVAL).then_some(Value::from(eval)),
            best: NonZeroU32::new(self.content as u32),
            on_line: self.tag >> 2 & 1 != 0,
        }
    }
}

/// Makes the guard of zero zero, so that zeroed memory is empty.
const EMPTY_GUARD: u64 = splitmix64(0);

/// What the tag is xored with. A hash, because contents that differ in their low bits only must still spoil the key.
#[inline(always)]
fn guard(content: u64) -> u64 {
    splitmix64(content) ^ EMPTY_GUARD
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::keys::SplitMix;
    use crate::search::MATE;

    fn entry(random: &mut SplitMix) -> Entry {
        let bound = [Bound::Exact, Bound::Lower, Bound::Upper][random.below(3)];
        let value = random.below(2 * MATE as usize + 1) as Value - MATE;
        let eval = (random.below(2) == 0).then(|| random.below(60_000) as Value - 30_000);
        Entry {
            depth: random.below(250) as i32 - 4,
            bound,
            value,
            eval,
            best: NonZeroU32::new(random.next() as u32),
            on_line: random.below(2) == 0,
        }
    }

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        let table = Table::with_clusters(1000).unwrap();
        let mut random = SplitMix::new(1);
        for _ in 0..10_000 {
            let (key, entry) = (random.next(), entry(&mut random));
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
            assert_eq!(table.probe(key ^ 1), None);
        }
        table.clear();
        assert!(table.all().iter().flatten().all(|word| word.load(Relaxed) == 0));
    }

    /// Two threads write the same entry at once: whichever words of theirs are mixed, a reader sees one entry or none.
    #[test]
    fn a_torn_entry_is_no_entry() {
        let table = Table::with_clusters(1).unwrap();
        let mut random = SplitMix::new(2);
        let key = 0x1234_5678_9abc_def0;
        for _ in 0..100_000 {
            let one = entry(&mut random);
            // The contents differ in one bit only, the hardest case.
            let other = Entry { value: one.value ^ 1 << random.below(14), ..entry(&mut random) };
            let (one, other) = (Slot::new(key, 0, one), Slot::new(key, 0, other));
            if one.content != other.content {
                let words = &entries(&table.all()[0])[0];
                one.save(words);
                words[0].store(other.content, Relaxed);
                assert_eq!(table.probe(key), None);
                other.save(words);
                words[0].store(one.content, Relaxed);
                assert_eq!(table.probe(key), None);
            }
        }
    }

    #[test]
    fn deep_and_young_entries_stay() {
        let table = Table::with_clusters(1).unwrap();
        let entry = |depth, best| Entry {
            depth,
            bound: Bound::Lower,
            value: 0,
            eval: None,
            best: NonZeroU32::new(best),
            on_line: false,
        };
        for key in 0..4 {
            table.store(key, entry(10 + key as i32, 1));
        }
        table.store(4, entry(1, 1));
        assert_eq!(table.probe(0), None, "the shallowest of the cluster goes");
        table.store(3, entry(5, 2));
        assert_eq!(table.probe(3), Some(entry(13, 1)), "a shallow bound does not replace a deep one");
        table.new_search();
        table.store(3, entry(5, 0));
        assert_eq!(table.probe(3), Some(entry(5, 1)), "a newer search replaces it, and the move stays");
        for _ in 0..3 {
            table.new_search();
        }
        table.store(5, entry(1, 1));
        table.store(6, entry(1, 1));
        table.store(7, entry(1, 1));
        table.store(8, entry(1, 1));
        assert_eq!(table.probe(2), None, "old entries go before young ones");
    }

    #[test]
    fn mates_are_counted_from_the_position() {
        for value in [MATE - 5, 5 - MATE, 17, -MATE_BOUND + 1] {
            assert_eq!(from_table(to_table(value, 3), 3), value);
        }
        assert_eq!(to_table(MATE - 5, 3), MATE - 2);
        assert_eq!(to_table(5 - MATE, 3), 2 - MATE);
    }

    #[test]
    fn an_entry_proves_what_its_bound_and_depth_allow() {
        let entry = |bound, value| Entry { depth: 3, bound, value, eval: None, best: None, on_line: false };
        let window = (10, 20);
        for (bound, value, proved) in [
            (Bound::Exact, 15, true),
            (Bound::Lower, 19, false),
            (Bound::Lower, 20, true),
            (Bound::Upper, 11, false),
            (Bound::Upper, 10, true),
        ] {
            let entry = entry(bound, value);
            assert_eq!(entry.cutoff(window, 3, 7, false), proved.then_some(value), "{entry:?}");
            assert_eq!(entry.cutoff(window, 2, 7, false), proved.then_some(value), "{entry:?}");
            assert_eq!(entry.cutoff(window, 2, 7, true), None);
            assert_eq!(entry.cutoff(window, 4, 7, false), None);
        }
        let mate = entry(Bound::Lower, MATE - 5);
        assert_eq!(mate.cutoff((0, MATE - 8), 3, 3, false), Some(MATE - 8));
        assert_eq!(mate.cutoff((0, MATE - 7), 3, 3, false), None, "mate in five from here is further from the root");
    }

    #[test]
    fn a_table_too_big_is_refused_and_a_big_one_costs_nothing() {
        assert!(Table::new(usize::MAX).is_err());
        assert!(Table::new(1 << 40).is_err());
        let table = Table::new(4096).unwrap();
        assert_eq!(table.permille(), 0);
        assert_eq!(table.all()[0].as_ptr().align_offset(64), 0);
    }
}
