//! The pawns: their structure, and those that may run.

use super::pieces::PLACES;
use super::weights::Group;
use crate::bits::BitSet;
use crate::game::Tapered;
use crate::game::weights::{Sum, Trace};
use crate::geometry::board8x8::{file_of, rank_of, rank_set};
use crate::variants::common8x8::Kind;
use crate::variants::common8x8::sets::{ahead, attacked_down, attacked_up, behind, beside, distance, down, up, whole_files};
use crate::variants::common8x8::view::{Attacks, View, count};
use std::cell::Cell;

/// Kings farther than this from a pawn are all alike far.
const FAR: i32 = 5;

/// What the pawns of both sides alone say, by side.
#[derive(Clone, Copy)]
pub struct Structures {
    /// What the terms of [`structure`] add up to.
    pub sums: [Tapered; 2],
    /// The passed pawns, as their side sees them.
    pub passed: [u64; 2],
}

/// The slots of [`KNOWN`].
const SLOTS: usize = 1 << 12;

thread_local! {
    /// Structures seen lately by the keys of their pawns: few moves change any. A key of zero, with which all slots begin, is
    /// the one of no pawns, which are worth nothing.
    static KNOWN: [Cell<(u64, Structures)>; SLOTS] =
        const { [const { Cell::new((0, Structures { sums: [Tapered::ZERO; 2], passed: [0; 2] })) }; SLOTS] };
}

/// The structures of both sides on a board whose pawns have this key.
#[inline]
pub fn structures(key: u64, views: &[View; 2]) -> Structures {
    KNOWN.with(|known| {
        let slot = &known[key as usize % SLOTS];
        let (of, structures) = slot.get();
        if of == key {
            return structures;
        }
        let structures = count_structures(views);
        slot.set((key, structures));
        structures
    })
}

#[inline(never)]
fn count_structures([white, black]: &[View; 2]) -> Structures {
    let sum = |view| {
        let mut sum = Sum(Tapered::ZERO);
        structure(view, &mut sum);
        sum.0
    };
    Structures { sums: [sum(white), sum(black)], passed: [passed(white), passed(black)] }
}

/// The pawns with no pawn of the other side ahead on their file, the foremost own ones only.
#[inline(always)]
fn open(view: &View) -> u64 {
    let pawns = view.own(Kind::Pawn);
    pawns & !behind(view.other(Kind::Pawn)) & !behind(pawns)
}

/// The open pawns that no pawn of the other side can take on their way either.
#[inline(always)]
fn passed(view: &View) -> u64 {
    open(view) & !(view.other_pawn_attacks | behind(view.other_pawn_attacks))
}

/// Counts a side's pawns, their placement, and the terms of their structure: nothing that other men have a part in.
pub fn structure<T: Trace<Group>>(view: &View, trace: &mut T) {
    let (pawns, others) = (view.own(Kind::Pawn), view.other(Kind::Pawn));
    let (open, passed) = (open(view), passed(view));

    trace.add(Group::Material, Kind::Pawn as usize, count(pawns));
    pawns.squares().for_each(|square| trace.add(Group::PawnPlaces, PLACES[square].into(), 1));
    trace.add(Group::Doubled, 0, count(pawns & behind(pawns)));
    let isolated = pawns & !beside(whole_files(pawns));
    tally(trace, Group::Isolated, isolated, open);
    // No own pawn can ever hold the square ahead, which a pawn of the other side attacks.
    let held = attacked_up(pawns);
    let backward = pawns & down(view.other_pawn_attacks & !(held | ahead(held))) & !isolated;
    tally(trace, Group::Backward, backward, open);
    by_rank(trace, Group::Connected, pawns & (held | beside(pawns)));
    for pawn in (open & !passed).squares() {
        if is_candidate(pawns, others, pawn) {
            trace.add(Group::Candidate, rank_of(pawn), 1);
        }
    }
}

/// Counts pawns behind another one of the other side, and those on open files.
#[inline(always)]
fn tally<T: Trace<Group>>(trace: &mut T, group: Group, pawns: u64, open: u64) {
    trace.add(group, 0, count(pawns & !open));
    trace.add(group, 1, count(pawns & open));
}

#[inline(always)]
fn by_rank<T: Trace<Group>>(trace: &mut T, group: Group, pawns: u64) {
    for rank in 1..7 {
        trace.add(group, rank, count(pawns & rank_set(rank)));
    }
}

/// Are there no more pawns to stop this one from the neighbouring files than there are to help it past them?
fn is_candidate(pawns: u64, others: u64, pawn: usize) -> bool {
    let neighbours = beside(1 << pawn);
    let helpers = pawns & (neighbours | behind(neighbours));
    let guards = others & ahead(neighbours);
    count(helpers) >= count(guards)
}

/// Counts what helps and hinders the passed pawns.
pub fn runners<T: Trace<Group>>(view: &View, passed: u64, (own, other): (&Attacks, &Attacks), trace: &mut T) {
    if passed == 0 {
        return;
    }
    let pawns = view.own(Kind::Pawn);
    let connected = passed & (attacked_up(pawns) | beside(pawns) | attacked_down(passed));
    let alone = view.other_pieces() == 0;
    for pawn in passed.squares() {
        let rank = rank_of(pawn);
        trace.add(Group::Passed, rank, 1);
        trace.add(Group::PassedConnected, rank, connected.has(pawn).into());
        trace.add(Group::PassedFree, rank, freedom(view, pawn, own, other));
        let stop = pawn + 8;
        trace.add(Group::PassedOwnKing, rank, distance(view.own_king, stop).min(FAR));
        trace.add(Group::PassedOtherKing, rank, distance(view.other_king, stop).min(FAR));
        let behind = behind(1 << pawn);
        trace.add(Group::PassedRook, 0, (view.own(Kind::Rook) & behind).any().into());
        trace.add(Group::PassedRook, 1, (view.other(Kind::Rook) & behind).any().into());
    }
    if alone && passed.squares().any(|pawn| outruns_king(view, pawn)) {
        trace.add(Group::PassedUnstoppable, 0, 1);
    }
}

/// Is the square ahead free, can the pawn step there unpunished, and on to the last rank?
fn freedom(view: &View, pawn: usize, own: &Attacks, other: &Attacks) -> i32 {
    let stop = up(1 << pawn);
    if view.occupied & stop != 0 {
        return 0;
    }
    let path = ahead(1 << pawn);
    let safe_step = stop & other.all == 0 || stop & own.all != 0;
    let safe_path = path & (other.all | view.other_men) == 0;
    1 + i32::from(safe_step) + i32::from(safe_path)
}

/// Does the pawn promote before the other king can take it (the rule of the square)?
fn outruns_king(view: &View, pawn: usize) -> bool {
    let path = ahead(1 << pawn);
    let steps = if rank_of(pawn) == 1 { 5 } else { 7 - rank_of(pawn) as i32 };
    let goal = 56 + file_of(pawn);
    path & view.occupied == 0 && distance(view.other_king, goal) > steps + i32::from(!view.to_move)
}
