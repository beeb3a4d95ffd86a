//! Legal moves by masks: where checks must be parried, where pinned men may go.
//!
//! The generator hands sets of targets to a [`Sink`], which counts, collects or looks one up: perft's last ply needs
//! no more than population counts.

use super::board::Board;
use super::castling::Wing;
use super::moves::{Kind, Move, Moves};
use super::terrain::Terrain;
use crate::bits::BitSet;
use crate::game::{MoveClass, MoveStore, Side};
use crate::geometry::board8x8::{BETWEEN, FILE_A, FILE_H, KING, KNIGHT, LINE, PAWN, RANK_1, RANK_8, rank_set};
use crate::geometry::sliding8x8::{bishop, queen, rook};

/// Where a pawn promotes.
const LAST_RANKS: u64 = RANK_1 | RANK_8;

/// What becomes of the moves found.
pub(crate) trait Sink {
    /// A man other than a pawn can go to each of `targets`.
    fn man(&mut self, from: usize, targets: u64);
    /// Pawns can go to each of `targets`, from the square `step` before it.
    fn pawns(&mut self, targets: u64, step: i32);
}

/// Counts moves.
struct Count(u64);

impl Sink for Count {
    #[inline(always)]
    fn man(&mut self, _from: usize, targets: u64) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, _step: i32) {
        let further_promotions = Kind::PROMOTIONS.len() as u32 - 1;
        self.0 += u64::from(targets.count() + further_promotions * (targets & LAST_RANKS).count());
    }
}

/// Collects moves.
struct Collect<'m>(&'m mut Moves);

impl Sink for Collect<'_> {
    #[inline(always)]
    fn man(&mut self, from: usize, targets: u64) {
        targets.squares().for_each(|to| MoveStore::push(self.0, Move::new(from, to, None)));
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, step: i32) {
        let from = |to: usize| (to as i32 - step) as usize;
        for to in (targets & !LAST_RANKS).squares() {
            MoveStore::push(self.0, Move::new(from(to), to, None));
        }
        for to in (targets & LAST_RANKS).squares() {
            for kind in Kind::PROMOTIONS {
                MoveStore::push(self.0, Move::new(from(to), to, Some(kind)));
            }
        }
    }
}

/// Looks for one move.
struct Find {
    wanted: Move,
    found: bool,
}

impl Sink for Find {
    fn man(&mut self, from: usize, targets: u64) {
        let m = self.wanted;
        self.found |= m.from() == from && targets.has(m.to()) && m.promotion().is_none();
    }

    fn pawns(&mut self, targets: u64, step: i32) {
        let m = self.wanted;
        let promotes = LAST_RANKS.has(m.to());
        let steps = m.to() as i32 - m.from() as i32 == step;
        self.found |= steps && targets.has(m.to()) && m.promotion().is_some() == promotes;
    }
}

impl<T: Terrain> Board<T> {
    pub(crate) fn count(&self) -> u64 {
        let mut count = Count(0);
        self.visit::<_, true, true>(u64::MAX, &mut count);
        count.0
    }

    pub(crate) fn collect(&self, class: MoveClass, moves: &mut Moves) {
        let mut collect = Collect(moves);
        match class {
            MoveClass::All => self.visit::<_, true, true>(u64::MAX, &mut collect),
            MoveClass::Noisy => self.visit::<_, true, false>(u64::MAX, &mut collect),
            MoveClass::Quiet => self.visit::<_, false, true>(u64::MAX, &mut collect),
        }
    }

    /// Collects the legal moves of the men of a kind.
    pub(crate) fn collect_kind(&self, kind: Kind, moves: &mut Moves) {
        self.visit::<_, true, true>(self.kinds[kind as usize], &mut Collect(moves));
    }

    pub(crate) fn finds(&self, wanted: Move) -> bool {
        if !wanted.is_well_formed() {
            return false;
        }
        let mut find = Find { wanted, found: false };
        self.visit::<_, true, true>(1 << wanted.from(), &mut find);
        find.found
    }

    /// Gives the legal moves of `movers` to a sink: the noisy ones (a man is taken, a pawn promotes), the quiet ones, or both.
    #[inline(always)]
    fn visit<S: Sink, const NOISY: bool, const QUIET: bool>(&self, movers: u64, sink: &mut S) {
        let us = self.sides[self.side.index()];
        let movers = movers & us;
        let wanted = if NOISY && QUIET {
            !us
        } else if NOISY {
            self.sides[(!self.side).index()]
        } else {
            !self.all_men()
        };
        self.visit_king::<S, NOISY, QUIET>(movers, wanted, sink);
        if self.checkers.many() {
            return;
        }
        let parries = match self.checkers.first() {
            Some(checker) => BETWEEN[self.king(self.side)][checker] | self.checkers,
            None => u64::MAX,
        };
        self.visit_pieces(movers, wanted & parries, sink);
        match self.side {
            Side::White => self.visit_pawns::<S, NOISY, QUIET, true>(movers, parries, sink),
            Side::Black => self.visit_pawns::<S, NOISY, QUIET, false>(movers, parries, sink),
        }
    }

    #[inline(always)]
    fn visit_pieces<S: Sink>(&self, movers: u64, targets: u64, sink: &mut S) {
        let occupied = self.occupied();
        let [_, knights, bishops, rooks, queens, _] = self.kinds.map(|men| men & movers & !self.pinned);
        knights.squares().for_each(|from| sink.man(from, KNIGHT[from] & targets));
        bishops.squares().for_each(|from| sink.man(from, bishop(from, occupied) & targets));
        rooks.squares().for_each(|from| sink.man(from, rook(from, occupied) & targets));
        queens.squares().for_each(|from| sink.man(from, queen(from, occupied) & targets));
        // A pinned man stays on its line; a pinned knight cannot.
        let king = self.king(self.side);
        for from in (self.pinned & movers).squares() {
            let reached = match self.squares[from] {
                Some(Kind::Bishop) => bishop(from, occupied),
                Some(Kind::Rook) => rook(from, occupied),
                Some(Kind::Queen) => queen(from, occupied),
                _ => continue,
            };
            sink.man(from, reached & LINE[king][from] & targets);
        }
    }

    #[inline(always)]
    fn visit_pawns<S: Sink, const NOISY: bool, const QUIET: bool, const WHITE: bool>(
        &self,
        movers: u64,
        parries: u64,
        sink: &mut S,
    ) {
        let pawns = movers & self.kinds[Kind::Pawn as usize];
        self.visit_pawn_set::<S, NOISY, QUIET, WHITE>(pawns & !self.pinned, parries, sink);
        let king = self.king(self.side);
        for from in (pawns & self.pinned).squares() {
            self.visit_pawn_set::<S, NOISY, QUIET, WHITE>(1 << from, parries & LINE[king][from], sink);
        }
        if NOISY && let Some(to) = self.en_passant {
            let to = usize::from(to);
            for from in (PAWN[(!self.side).index()][to] & pawns).squares() {
                if self.en_passant_is_legal(from, to) {
                    sink.pawns(1 << to, to as i32 - from as i32);
                }
            }
        }
    }

    /// The moves of a set of pawns at once, to `targets` only.
    #[inline(always)]
    fn visit_pawn_set<S: Sink, const NOISY: bool, const QUIET: bool, const WHITE: bool>(
        &self,
        pawns: u64,
        targets: u64,
        sink: &mut S,
    ) {
        let (ahead, third, sign) = if WHITE { (8, rank_set(2), 1) } else { (56, rank_set(5), -1) };
        let empty = !self.occupied();
        let steps = pawns.rotate_left(ahead) & empty;
        let of_class = if NOISY && QUIET {
            u64::MAX
        } else if NOISY {
            LAST_RANKS
        } else {
            !LAST_RANKS
        };
        sink.pawns(steps & targets & of_class, 8 * sign);
        if QUIET {
            sink.pawns((steps & third).rotate_left(ahead) & empty & targets, 16 * sign);
        }
        let men = if NOISY { self.sides[(!self.side).index()] } else { 0 };
        let victims = (men | self.terrain.obstacles() & of_class) & targets;
        sink.pawns((pawns & !FILE_A).rotate_left(ahead - 1) & victims, 8 * sign - 1);
        sink.pawns((pawns & !FILE_H).rotate_left(ahead + 1) & victims, 8 * sign + 1);
    }

    #[inline(always)]
    fn visit_king<S: Sink, const NOISY: bool, const QUIET: bool>(&self, movers: u64, wanted: u64, sink: &mut S) {
        let king = self.king(self.side);
        if !movers.has(king) {
            return;
        }
        // The king does not shield the squares behind him from the line he stands on.
        let occupied = self.occupied() ^ 1 << king;
        let near = KING[king] & wanted & !KING[self.king(!self.side)];
        let mut targets = 0;
        for to in near.squares() {
            targets |= u64::from(!self.attacks(!self.side, to, occupied)) << to;
        }
        if QUIET && self.checkers == 0 {
            for rook in (self.castling & home_rank(self.side)).squares() {
                targets |= u64::from(self.can_castle(king, rook)) << rook;
            }
        }
        sink.man(king, targets);
    }

    /// May the king, not in check, castle with this rook, which has the right to?
    #[inline(always)]
    fn can_castle(&self, king: usize, rook: usize) -> bool {
        let (king_to, rook_to) = Wing::of(king, rook).arrivals(king);
        let king_way = BETWEEN[king][king_to] | 1 << king_to;
        let way = king_way | BETWEEN[rook][rook_to] | 1 << rook_to;
        let others = self.occupied() ^ (1 << king | 1 << rook);
        if way & others != 0 {
            return false;
        }
        // Where the king arrives the rook has left its square, which can open the back rank (Fischer Random only).
        let crossed = king_way & !(1 << king | 1 << king_to);
        !self.attacks(!self.side, king_to, others | 1 << rook_to)
            && crossed.squares().all(|square| !self.attacks(!self.side, square, others | 1 << rook))
    }
}

/// The back rank of a side.
#[inline(always)]
fn home_rank(side: Side) -> u64 {
    if side == Side::White { RANK_1 } else { RANK_8 }
}
