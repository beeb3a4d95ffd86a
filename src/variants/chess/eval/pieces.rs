//! Material, placement, mobility, and what single pieces stand well or badly by.

use super::king::Assault;
use super::weights::Group;
use crate::bits::BitSet;
use crate::game::weights::Trace;
use crate::geometry::board8x8::{DARK_SQUARES, KING, KNIGHT, RANK_1, RANK_8, file_of, file_set, rank_set};
use crate::geometry::sliding8x8::{bishop, queen, rook};
use crate::variants::common8x8::Kind;
use crate::variants::common8x8::sets::{attacked_up, behind, distance, down, pawn_attacks, up, whole_files};
use crate::variants::common8x8::view::{Attacks, View, count};

/// The square's place in the tables of placement.
const fn place(square: usize) -> usize {
    let (rank, file) = (square / 8, square % 8);
    let from_edge = if file < 4 { file } else { 7 - file };
    4 * (7 - rank) + from_edge
}

/// The place of each square in the tables of placement.
pub static PLACES: [u8; 64] = {
    let mut places = [0; 64];
    let mut square = 0;
    while square < places.len() {
        places[square] = place(square) as u8;
        square += 1;
    }
    places
};

/// The files whose blocked pawns shut bishops in.
const CENTRE_FILES: u64 = file_set(2) | file_set(3) | file_set(4) | file_set(5);
/// Where a man is far enough to disturb the other side, but not lost there.
const OUTPOST_RANKS: u64 = rank_set(3) | rank_set(4) | rank_set(5);
/// A rook with no more squares than these is shut in.
const TRAPPED: i32 = 3;

/// The terms of a side's men one by one, and what they add up to. The trace is held by value, so that a sum stays in a register.
struct Survey<'a, T> {
    view: &'a View,
    trace: T,
    attacks: Attacks,
    assault: Assault,
    /// Where mobility counts: not where pawns of the other side take, nor where own pawns that cannot move and the king
    /// stand.
    area: u64,
}

/// Counts the terms of a side's men; what they attack, and how they bear on the other king.
pub fn survey<T: Trace<Group>>(view: &View, trace: T) -> (T, Attacks, Assault) {
    let pawns = view.own(Kind::Pawn);
    let stuck = pawns & (down(view.occupied) | rank_set(1) | rank_set(2));
    let area = !(view.other_pawn_attacks | stuck | view.own(Kind::King));
    let assault = Assault::on(view.other_king);
    let mut survey = Survey { view, trace, attacks: Attacks::default(), assault, area };
    survey.pawns(pawns);
    survey.knights();
    survey.bishops();
    survey.rooks();
    survey.queens();
    survey.king();
    (survey.trace, survey.attacks, survey.assault)
}

impl<T: Trace<Group>> Survey<'_, T> {
    /// Counts a man; its placement.
    #[inline(always)]
    fn place(&mut self, group: Group, square: usize) {
        self.trace.add(group, PLACES[square].into(), 1);
    }

    /// Counts a piece's placement and mobility, and gives the latter.
    #[inline(always)]
    fn piece(&mut self, kind: Kind, (places, mobility): (Group, Group), square: usize, attacks: u64) -> i32 {
        self.place(places, square);
        let moves = count(attacks & self.area);
        self.trace.add(mobility, moves as usize, 1);
        self.attacks.add(kind, attacks);
        self.assault.add(kind, attacks);
        moves
    }

    #[inline(always)]
    fn material(&mut self, kind: Kind, men: u64) {
        self.trace.add(Group::Material, kind as usize, count(men));
    }

    #[inline(always)]
    fn pawns(&mut self, pawns: u64) {
        pawn_attacks(pawns).into_iter().for_each(|half| self.attacks.add(Kind::Pawn, half));
    }

    #[inline(always)]
    fn knights(&mut self) {
        let knights = self.view.own(Kind::Knight);
        self.material(Kind::Knight, knights);
        for square in knights.squares() {
            let groups = (Group::KnightPlaces, Group::KnightMobility);
            self.piece(Kind::Knight, groups, square, KNIGHT[square]);
        }
        self.minors(knights, Group::KnightOutpost);
    }

    #[inline(always)]
    fn bishops(&mut self) {
        let bishops = self.view.own(Kind::Bishop);
        self.material(Kind::Bishop, bishops);
        // It looks through queens, which move away or take along.
        let occupied = self.view.occupied & !(self.view.own(Kind::Queen) | self.view.other(Kind::Queen));
        for square in bishops.squares() {
            let groups = (Group::BishopPlaces, Group::BishopMobility);
            self.piece(Kind::Bishop, groups, square, bishop(square, occupied));
        }
        self.minors(bishops, Group::BishopOutpost);
        let pawns = self.view.own(Kind::Pawn);
        let blocked = 1 + count(pawns & down(self.view.occupied) & CENTRE_FILES);
        for colour in [DARK_SQUARES, !DARK_SQUARES] {
            let same = count(bishops & colour) * count(pawns & colour);
            self.trace.add(Group::BishopPawns, 0, same * blocked / 2);
        }
        let pair = bishops & DARK_SQUARES != 0 && bishops & !DARK_SQUARES != 0;
        self.trace.add(Group::BishopPair, 0, pair.into());
    }

    /// Outposts, the shelter of a pawn before a minor piece, and how far it is from its king.
    #[inline(always)]
    fn minors(&mut self, men: u64, outpost: Group) {
        let pawns = self.view.own(Kind::Pawn);
        let attackable = self.view.other_pawn_attacks | behind(self.view.other_pawn_attacks);
        let outposts = men & OUTPOST_RANKS & !attackable;
        let held = outposts & attacked_up(pawns);
        self.trace.add(outpost, 0, count(outposts & !held));
        self.trace.add(outpost, 1, count(held));
        let sheltered = men & down(pawns | self.view.other(Kind::Pawn));
        self.trace.add(Group::MinorBehindPawn, 0, count(sheltered & !(rank_set(5) | rank_set(6))));
        let steps: i32 = men.squares().map(|square| distance(square, self.view.own_king)).sum();
        self.trace.add(Group::MinorFromKing, 0, steps);
    }

    #[inline(always)]
    fn rooks(&mut self) {
        let view = self.view;
        let rooks = view.own(Kind::Rook);
        if rooks == 0 {
            return;
        }
        self.material(Kind::Rook, rooks);
        // Rooks work through each other, and through queens.
        let occupied = view.occupied & !(rooks | view.own(Kind::Queen) | view.other(Kind::Queen));
        for square in rooks.squares() {
            let groups = (Group::RookPlaces, Group::RookMobility);
            let moves = self.piece(Kind::Rook, groups, square, rook(square, occupied));
            if moves <= TRAPPED && self.is_behind_king(square) {
                self.trace.add(Group::RookTrapped, usize::from(!view.can_castle), 1);
            }
        }
        let half_open = rooks & !whole_files(view.own(Kind::Pawn));
        let open = half_open & !whole_files(view.other(Kind::Pawn));
        self.trace.add(Group::RookOpenFile, 0, count(half_open & !open));
        self.trace.add(Group::RookOpenFile, 1, count(open));
        let seventh = rank_set(6);
        if view.other(Kind::Pawn) & seventh | view.other(Kind::King) & RANK_8 != 0 {
            self.trace.add(Group::RookSeventh, 0, count(rooks & seventh));
        }
    }

    /// Is the rook on the back rank in the corner that its king keeps it in?
    #[inline(always)]
    fn is_behind_king(&self, rook: usize) -> bool {
        let king = self.view.own_king;
        let outside = if file_of(king) < 4 { rook < king } else { rook > king };
        RANK_1.has(rook) && RANK_1.has(king) && outside
    }

    #[inline(always)]
    fn queens(&mut self) {
        let queens = self.view.own(Kind::Queen);
        if queens == 0 {
            return;
        }
        self.material(Kind::Queen, queens);
        for square in queens.squares() {
            let groups = (Group::QueenPlaces, Group::QueenMobility);
            self.piece(Kind::Queen, groups, square, queen(square, self.view.occupied));
        }
    }

    #[inline(always)]
    fn king(&mut self) {
        self.place(Group::KingPlaces, self.view.own_king);
        self.attacks.add(Kind::King, KING[self.view.own_king]);
    }
}

/// Safe squares behind the own centre, for as many pieces as there are to use them.
pub fn space<T: Trace<Group>>(view: &View, trace: &mut T) {
    let pieces = count(view.own_pieces());
    let pawns = view.own(Kind::Pawn);
    let safe = CENTRE_FILES & (rank_set(1) | rank_set(2) | rank_set(3)) & !pawns & !view.other_pawn_attacks;
    let squares = count(safe) + count(safe & behind(pawns));
    trace.add(Group::Space, 0, squares * (pieces - 2).max(0) / 2);
}

/// Men that the other side's next move may not answer at once: what the pawns, minor pieces, rooks and the king attack,
/// and what hangs.
pub fn threats<T: Trace<Group>>(view: &View, own: &Attacks, other: &Attacks, trace: &mut T) {
    let pieces = view.other_pieces();
    let strong = other.by(Kind::Pawn) | other.twice & !own.twice;
    let weak = view.other_men & !view.other(Kind::King) & !strong & own.all;
    by_kind(view, (weak | pieces) & (own.by(Kind::Knight) | own.by(Kind::Bishop)), Group::MinorThreat, trace);
    by_kind(view, weak & own.by(Kind::Rook), Group::RookThreat, trace);
    trace.add(Group::KingThreat, 0, (weak & own.by(Kind::King)).any().into());
    trace.add(Group::Hanging, 0, count(weak & (!other.all | pieces & own.twice)));

    trace.add(Group::Restricted, 0, count(own.all & other.all & !strong));

    let safe = own.all | !other.all;
    let attacked = attacked_up(view.own(Kind::Pawn) & safe);
    by_kind(view, pieces & attacked, Group::PawnThreat, trace);
    let once = up(view.own(Kind::Pawn)) & !view.occupied;
    let twice = up(once & rank_set(2)) & !view.occupied;
    let pushed = (once | twice) & !view.other_pawn_attacks & safe;
    trace.add(Group::PushThreat, 0, count(attacked_up(pushed) & pieces & !attacked));
}

/// Counts attacked men by their kind.
#[inline(always)]
fn by_kind<T: Trace<Group>>(view: &View, men: u64, group: Group, trace: &mut T) {
    if men != 0 {
        for kind in [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
            trace.add(group, kind as usize, count(men & view.other(kind)));
        }
    }
}
