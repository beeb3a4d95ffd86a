//! The kings: the pawns before the own one, and the attack on the other.

use super::weights::{Group, danger};
use crate::game::weights::{Group as _, Trace};
use crate::geometry::board8x8::{KING, KNIGHT, RANK_1, file_of, file_set, rank_of};
use crate::geometry::sliding8x8::{bishop, rook};
use crate::variants::common8x8::Kind;
use crate::variants::common8x8::sets::{down, whole_files};
use crate::variants::common8x8::view::{Attacks, View, count};

/// The square, moved off the files of the edge: a king at the edge lives by as many files as one beside it.
#[inline(always)]
const fn inward(king: usize) -> usize {
    match file_of(king) {
        0 => king + 1,
        7 => king - 1,
        _ => king,
    }
}

/// The men that bear on the other king.
pub struct Assault {
    /// Beside the king.
    ring: u64,
    /// The ring, widened to six squares at the edge, and the squares before it.
    zone: u64,
    attackers: i32,
    units: i32,
}

impl Assault {
    #[inline(always)]
    pub fn on(king: usize) -> Assault {
        let block = KING[inward(king)] | 1 << inward(king);
        Assault { ring: KING[king], zone: block | down(block), attackers: 0, units: 0 }
    }

    /// Adds a man.
    #[inline(always)]
    pub fn add(&mut self, kind: Kind, attacks: u64) {
        if attacks & self.zone != 0 {
            self.attackers += 1;
            self.units += danger::ATTACKER[kind as usize] + danger::HIT * count(attacks & self.ring);
        }
    }
}

/// Counts the pawns that shelter the own king and those that storm it.
pub fn shelter<T: Trace<Group>>(view: &View, trace: &mut T) {
    let middle = file_of(inward(view.own_king));
    let not_behind = u64::MAX << (8 * rank_of(view.own_king));
    let (pawns, others) = (view.own(Kind::Pawn) & not_behind, view.other(Kind::Pawn) & not_behind);
    for file in middle - 1..=middle + 1 {
        let from_edge = file.min(7 - file);
        // The rank of the nearest, 0 where there is none, which asking would cost more than this.
        let rank_on_file = |pawns: u64| rank_of((pawns & file_set(file)).trailing_zeros() as usize % 64);
        let (own, other) = (rank_on_file(pawns), rank_on_file(others));
        trace.add(Group::Shelter, 8 * from_edge + own, 1);
        let stopped = own != 0 && own + 1 == other;
        trace.add(if stopped { Group::StormBlocked } else { Group::Storm }, other, 1);
    }
}

/// Counts the danger that the other king is in.
pub fn attack<T: Trace<Group>>(view: &View, own: &Attacks, other: &Attacks, assault: &Assault, trace: &mut T) {
    let queens = view.own(Kind::Queen);
    if assault.attackers < if queens == 0 { 2 } else { 1 } {
        return;
    }
    // Held by the king or a queen only: they cannot take back where they would be taken.
    let barely = other.by(Kind::King) | other.by(Kind::Queen);
    let weak = own.all & !other.twice & (!other.all | barely);
    let mut units = assault.units + danger::WEAK * count(weak & assault.ring);
    units += safe_checks(view, own, !view.own_men & (!other.all | weak & own.twice));
    let files = whole_files(KING[inward(view.other_king)]);
    let open = files & !whole_files(view.other(Kind::Pawn));
    units += danger::OPEN_FILE * count(open & RANK_1);
    if queens == 0 {
        units += danger::NO_QUEEN;
    }
    let most = Group::KingDanger.span().len() - 1;
    trace.add(Group::KingDanger, (units.max(0) as usize).min(most), 1);
}

/// The units of the kinds of men that can check from a safe square.
fn safe_checks(view: &View, own: &Attacks, safe: u64) -> i32 {
    let king = view.other_king;
    // A check that the other queen parries only by giving herself up counts too.
    let occupied = view.occupied & !view.other(Kind::Queen);
    let (straight, diagonal) = (rook(king, occupied) & safe, bishop(king, occupied) & safe);
    let checks = [
        (Kind::Knight, KNIGHT[king] & safe),
        (Kind::Bishop, diagonal),
        (Kind::Rook, straight),
        (Kind::Queen, straight | diagonal),
    ];
    checks.into_iter().filter(|&(kind, from)| from & own.by(kind) != 0).map(|(kind, _)| danger::SAFE_CHECK[kind as usize]).sum()
}
