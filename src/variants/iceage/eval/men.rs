//! Material, placement, mobility, pawns, threats and kings.

use super::age::Age;
use super::weights::{Group, danger};
use crate::bits::BitSet;
use crate::game::weights::{Group as _, Trace};
use crate::geometry::board8x8::{DARK_SQUARES, KING, KNIGHT, rank_of};
use crate::geometry::sliding8x8::{bishop, queen, rook};
use crate::variants::common8x8::Kind;
use crate::variants::common8x8::sets::{attacked_up, behind, beside, down, pawn_attacks, whole_files};
use crate::variants::common8x8::view::{Attacks, View, count};

/// The square's place in the tables of placement: ranks from the far edge down, files from the edge to the middle.
static PLACES: [u8; 64] = {
    let mut places = [0; 64];
    let mut square = 0;
    while square < places.len() {
        let (rank, file) = (square / 8, square % 8);
        let from_edge = if file < 4 { file } else { 7 - file };
        places[square] = (4 * (7 - rank) + from_edge) as u8;
        square += 1;
    }
    places
};

/// The men that bear on the other king.
pub(super) struct Assault {
    /// The king and the squares beside and before him.
    zone: u64,
    attackers: i32,
    units: i32,
}

/// The terms of a side's men one by one, and what they add up to.
struct Survey<'a, T> {
    view: &'a View,
    age: &'a Age,
    trace: &'a mut T,
    attacks: Attacks,
    assault: Assault,
    /// Where mobility counts: not where pawns of the other side take, nor where own pawns and the king stand.
    area: u64,
}

/// Counts the terms of a side's men; what they attack, and how they bear on the other king.
#[inline(always)]
pub(super) fn survey<T: Trace<Group>>(view: &View, age: &Age, trace: &mut T) -> (Attacks, Assault) {
    let ring = KING[view.other_king] | 1 << view.other_king;
    let assault = Assault { zone: ring | down(ring), attackers: 0, units: 0 };
    let area = !(view.other_pawn_attacks | view.own(Kind::Pawn) | view.own(Kind::King));
    let mut survey = Survey { view, age, trace, attacks: Attacks::default(), assault, area };
    survey.pawns();
    let occupied = view.occupied;
    survey.pieces(Kind::Knight, (Group::KnightPlaces, Group::KnightMobility), |square| KNIGHT[square]);
    survey.pieces(Kind::Bishop, (Group::BishopPlaces, Group::BishopMobility), |square| bishop(square, occupied));
    survey.pieces(Kind::Rook, (Group::RookPlaces, Group::RookMobility), |square| rook(square, occupied));
    survey.pieces(Kind::Queen, (Group::QueenPlaces, Group::QueenMobility), |square| queen(square, occupied));
    survey.king();
    age.freeze(view, survey.trace);
    (survey.attacks, survey.assault)
}

impl<T: Trace<Group>> Survey<'_, T> {
    #[inline(always)]
    fn place(&mut self, group: Group, square: usize) {
        self.trace.add(group, PLACES[square].into(), 1);
    }

    fn pawns(&mut self) {
        let pawns = self.view.own(Kind::Pawn);
        self.trace.add(Group::Material, Kind::Pawn as usize, count(pawns));
        pawns.squares().for_each(|square| self.place(Group::PawnPlaces, square));
        pawn_attacks(pawns).into_iter().for_each(|half| self.attacks.add(Kind::Pawn, half));
    }

    #[inline(always)]
    fn pieces(&mut self, kind: Kind, (places, mobility): (Group, Group), reach: impl Fn(usize) -> u64) {
        let pieces = self.view.own(kind);
        self.trace.add(Group::Material, kind as usize, count(pieces));
        for square in pieces.squares() {
            let attacks = reach(square);
            self.place(places, square);
            self.trace.add(mobility, count(attacks & self.area) as usize, 1);
            self.attacks.add(kind, attacks);
            if attacks & self.assault.zone != 0 {
                self.assault.attackers += 1;
                self.assault.units += danger::ATTACKER[kind as usize] + danger::HIT * count(attacks & self.assault.zone);
            }
            if kind != Kind::Knight {
                self.age.close_lines(attacks, self.trace);
            }
        }
        if kind == Kind::Bishop {
            let pair = pieces & DARK_SQUARES != 0 && pieces & !DARK_SQUARES != 0;
            self.trace.add(Group::BishopPair, 0, pair.into());
        }
    }

    /// The king, who stands best where ice and men close the lines to him.
    fn king(&mut self) {
        let (view, king) = (self.view, self.view.own_king);
        self.place(Group::KingPlaces, king);
        self.attacks.add(Kind::King, KING[king]);
        let lines = queen(king, view.occupied) & !view.own_men;
        self.trace.add(Group::KingLines, 0, count(lines));
        self.trace.add(Group::Company, 0, count(KING[king] & view.own_men));
    }
}

/// Counts the terms of a side that need what both sides attack.
#[inline(always)]
pub(super) fn together<T: Trace<Group>>(view: &View, (own, other): (&Attacks, &Attacks), assault: Assault, trace: &mut T) {
    structure(view, trace);
    threats(view, own, other, trace);
    attack(view, own, other, assault, trace);
    trace.add(Group::Tempo, 0, view.to_move.into());
}

/// Counts the terms of a side's pawns.
#[inline(always)]
fn structure<T: Trace<Group>>(view: &View, trace: &mut T) {
    let (pawns, others) = (view.own(Kind::Pawn), view.other(Kind::Pawn));
    trace.add(Group::Doubled, 0, count(pawns & behind(pawns)));
    trace.add(Group::Isolated, 0, count(pawns & !beside(whole_files(pawns))));
    trace.add(Group::Held, 0, count(pawns & attacked_up(pawns)));
    let passed = pawns & !behind(others) & !behind(pawns) & !(view.other_pawn_attacks | behind(view.other_pawn_attacks));
    for pawn in passed.squares() {
        trace.add(Group::Passed, rank_of(pawn), 1);
    }
}

/// Counts men that the other side's next move may not answer at once.
#[inline(always)]
fn threats<T: Trace<Group>>(view: &View, own: &Attacks, other: &Attacks, trace: &mut T) {
    let pieces = view.other_pieces();
    let strong = other.by(Kind::Pawn) | other.twice & !own.twice;
    let weak = view.other_men & !view.other(Kind::King) & !strong & own.all;
    let by_minors = (weak | pieces) & (own.by(Kind::Knight) | own.by(Kind::Bishop));
    let by_pawns = pieces & own.by(Kind::Pawn);
    for (kind, index) in [(Kind::Knight, 0), (Kind::Bishop, 0), (Kind::Rook, 1), (Kind::Queen, 1)] {
        trace.add(Group::MinorThreat, index, count(by_minors & view.other(kind)));
        trace.add(Group::PawnThreat, index, count(by_pawns & view.other(kind)));
    }
    let queens = view.other(Kind::Queen);
    trace.add(Group::RookThreat, 0, count(queens & own.by(Kind::Rook)));
    trace.add(Group::Hanging, 0, count(weak & (!other.all | pieces & own.twice)));
}

/// Counts the danger that the other king is in.
#[inline(always)]
fn attack<T: Trace<Group>>(view: &View, own: &Attacks, other: &Attacks, assault: Assault, trace: &mut T) {
    let queens = view.own(Kind::Queen);
    if assault.attackers < if queens == 0 { 2 } else { 1 } {
        return;
    }
    let weak = own.all & KING[view.other_king] & !other.twice & (!other.all | other.by(Kind::King));
    let units = assault.units + danger::WEAK * count(weak) + if queens == 0 { danger::NO_QUEEN } else { 0 };
    let most = Group::KingDanger.span().len() - 1;
    trace.add(Group::KingDanger, (units.max(0) as usize).min(most), 1);
}
