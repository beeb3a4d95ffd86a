//! The moves that the geometry allows (pseudo-legal), for every mover of every pile. What becomes of them says a [`Visitor`]:
//! [`legal`](super::legal) keeps the legal ones, [`threat`](super::threat) looks for one that removes a king.

use super::board::{Board, home_rank, last_rank};
use super::moves::GnomeMove;
use super::pile::{Man, Pile};
use super::threat::PATH;
use crate::bits::BitSet;
use crate::game::Side;
use crate::geometry::board8x8::{KING, KNIGHT, PAWN, SQUARES};
use crate::geometry::sliding8x8::{bishop, queen, rook};
use crate::variants::common8x8::Kind;
use crate::variants::common8x8::sets::{beside, down, up};

/// The squares one step away along rank and file, where a pawn can step.
static STEPS: [u64; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        table[square] = stepped(1 << square);
        square += 1;
    }
    table
};

/// The squares one step along rank and file from a set.
const fn stepped(set: u64) -> u64 {
    up(set) | down(set) | beside(set)
}

/// Receives pseudo-legal moves. An origin is a square and a level.
pub(super) trait Visitor {
    /// The mover can go to each of `targets`, which are empty.
    fn go(&mut self, origin: (usize, usize), targets: u64);
    /// It can climb onto each of `targets`.
    fn climb(&mut self, origin: (usize, usize), targets: u64);
    /// It can capture the ground piece of each of `targets`.
    fn take(&mut self, origin: (usize, usize), targets: u64);
    /// A king can walk so, capturing nothing.
    fn walk(&mut self, m: GnomeMove);
    /// Any other move.
    fn other(&mut self, m: GnomeMove);
    /// Is nothing more wanted?
    fn is_done(&self) -> bool {
        false
    }
}

/// Every move of the side to move from a set of squares, castling aside: the noisy ones (whatever captures, explodes or
/// promotes), the quiet ones, or both.
#[inline(always)]
pub(super) fn visit<V: Visitor, const NOISY: bool, const QUIET: bool>(board: &Board, from: u64, visitor: &mut V) {
    visit_men::<V, NOISY, QUIET>(board, from, visitor);
    if !visitor.is_done() {
        visit_shifts::<V, NOISY, QUIET>(board, from, visitor);
    }
    if !visitor.is_done() && board.king(board.side).is_some_and(|king| from.has(king)) {
        visit_king::<V, NOISY, QUIET>(board, visitor);
    }
}

/// The moves of all but the king, shifts aside.
#[inline(always)]
pub(super) fn visit_men<V: Visitor, const NOISY: bool, const QUIET: bool>(board: &Board, from: u64, visitor: &mut V) {
    let (us, occupied) = (board.side, board.occupied());
    for square in (board.tops(us, Kind::Pawn) & from).squares() {
        visit_pawn::<V, NOISY, QUIET>(board, (square, board.height(square)), visitor);
    }
    for square in (board.tops(us, Kind::Knight) & from).squares() {
        visit_knight::<V, NOISY, QUIET>(board, (square, board.height(square)), visitor);
    }
    if visitor.is_done() {
        return;
    }
    for square in (board.tops(us, Kind::Bishop) & from).squares() {
        let origin = (square, board.height(square));
        visit_reach::<V, NOISY, QUIET>(board, origin, bishop(square, occupied), visitor);
    }
    for square in (board.tops(us, Kind::Queen) & from).squares() {
        let origin = (square, board.height(square));
        visit_reach::<V, NOISY, QUIET>(board, origin, queen(square, occupied), visitor);
        if NOISY && explodes(board, origin) {
            visitor.other(GnomeMove::explode(origin));
        }
    }
    for square in (board.rook_squares(us) & from).squares() {
        let reached = rook(square, occupied);
        let Some(pile) = board.pile(square) else { continue };
        for (man, level) in pile.men().zip(1..) {
            if man == Man::rook(us) {
                visit_reach::<V, NOISY, QUIET>(board, (square, level), reached, visitor);
            }
        }
    }
}

/// Rule 4 on the squares that a mover reaches.
#[inline(always)]
fn visit_reach<V: Visitor, const NOISY: bool, const QUIET: bool>(
    board: &Board,
    origin: (usize, usize),
    reached: u64,
    visitor: &mut V,
) {
    if QUIET {
        visitor.go(origin, reached & !board.occupied());
        visitor.climb(origin, reached & board.kinds[Kind::Rook as usize]);
    }
    if NOISY {
        visitor.take(origin, reached & board.grounds[(!board.side).index()]);
    }
}

/// Would an explosion of a queen hit anybody (rule 11)?
fn explodes(board: &Board, (square, level): (usize, usize)) -> bool {
    (KING[square] & board.occupied()).squares().any(|beside| board.height(beside) >= level)
}

/// The levels of a square on which an enemy of the side to move stands.
fn enemies(board: &Board, square: usize) -> impl Iterator<Item = usize> {
    let side = board.side;
    let men = board.pile(square).into_iter().flat_map(Pile::men);
    men.zip(1..).filter(move |(man, _)| man.side() != side).map(|(_, level)| level)
}

/// Rule 10.
#[inline(always)]
fn visit_knight<V: Visitor, const NOISY: bool, const QUIET: bool>(board: &Board, origin: (usize, usize), visitor: &mut V) {
    let reached = KNIGHT[origin.0];
    visit_reach::<V, NOISY, QUIET>(board, origin, reached, visitor);
    if !NOISY {
        return;
    }
    let them = (!board.side).index();
    let enemy = board.sides[them] | board.loaded[them];
    for to in (reached & board.tall() & enemy).squares() {
        enemies(board, to).filter(|&level| level > 1).for_each(|level| visitor.other(GnomeMove::take(origin, to, level)));
    }
    for to in (reached & !board.occupied()).squares() {
        for path in (PATH[origin.0][to] & enemy).squares() {
            enemies(board, path).for_each(|level| visitor.other(GnomeMove::pass(origin, to, path, level)));
        }
    }
}

/// The square to which a pawn could make its double step if that were empty: never moved, and nobody in between (rule 14).
#[inline(always)]
fn double_step(board: &Board, square: usize) -> Option<usize> {
    let us = board.side;
    let waits = home_rank(us) & !board.moved & !board.tall() & board.tops(us, Kind::Pawn);
    let (between, target) =
        if us == Side::White { (square + 8, square + 16) } else { (square.wrapping_sub(8), square.wrapping_sub(16)) };
    (waits.has(square) && !board.occupied().has(between)).then_some(target)
}

/// Rule 14.
#[inline(always)]
fn visit_pawn<V: Visitor, const NOISY: bool, const QUIET: bool>(board: &Board, origin: (usize, usize), visitor: &mut V) {
    let (us, occupied) = (board.side, board.occupied());
    let steps = STEPS[origin.0] | double_step(board, origin.0).map_or(0, |target| 1 << target);
    let diagonals = PAWN[us.index()][origin.0];
    let victims = diagonals & board.grounds[(!us).index()];
    let onto = (steps | victims) & board.kinds[Kind::Rook as usize];
    let last = last_rank(us);
    if QUIET {
        visitor.go(origin, steps & !occupied & !last);
        visitor.climb(origin, onto & !last);
    }
    if NOISY {
        visitor.take(origin, victims & !last);
        if let Some(to) = board.en_passant.map(usize::from).filter(|&to| diagonals.has(to)) {
            visitor.other(GnomeMove::go(origin, to, None));
        }
        if (steps | diagonals) & last != 0 {
            visit_promotions(board, origin, (steps & !occupied & last, onto & last, victims & last), visitor);
        }
    }
}

/// A pawn that captures is still there if nothing falls on it.
#[cold]
fn visit_promotions<V: Visitor>(board: &Board, origin: (usize, usize), (go, climb, take): (u64, u64, u64), visitor: &mut V) {
    let healthy = board.kinds[Kind::Bishop as usize] & !board.wounded;
    let crushed = take & (board.tall() | healthy);
    for kind in Kind::PROMOTIONS {
        (go | take & !crushed).squares().for_each(|to| visitor.other(GnomeMove::go(origin, to, Some(kind))));
        climb.squares().for_each(|to| visitor.other(GnomeMove::climb(origin, to, Some(kind))));
    }
    visitor.take(origin, crushed);
}

/// Rule 15.
#[inline(always)]
pub(super) fn visit_shifts<V: Visitor, const NOISY: bool, const QUIET: bool>(board: &Board, from: u64, visitor: &mut V) {
    let us = board.side;
    let pawns = board.tops(us, Kind::Pawn);
    let doubles = (pawns & home_rank(us)).squares().filter_map(|pawn| Some((pawn, double_step(board, pawn)?)));
    let targets = doubles.clone().fold(stepped(pawns), |set, (_, target)| set | 1 << target);
    let last = last_rank(us);
    let wanted = if QUIET { !last } else { 0 } | if NOISY { last } else { 0 };
    for to in (targets & board.occupied() & !(pawns & !board.tall()) & wanted).squares() {
        let steppers =
            STEPS[to] & pawns | doubles.clone().filter(|&(_, target)| target == to).fold(0, |set, (pawn, _)| set | 1 << pawn);
        for pawn in (connected(steppers, pawns & !(1 << to)) & from).squares() {
            let origin = (pawn, board.height(pawn));
            if last.has(to) {
                Kind::PROMOTIONS.into_iter().for_each(|kind| visitor.other(GnomeMove::shift(origin, to, Some(kind))));
            } else {
                visitor.other(GnomeMove::shift(origin, to, None));
            }
        }
    }
}

/// The squares of a set that are connected with some of it.
fn connected(mut some: u64, set: u64) -> u64 {
    loop {
        let more = (some | stepped(some)) & set;
        if more == some {
            return some;
        }
        some = more;
    }
}

/// Rule 12.
#[inline(always)]
pub(super) fn visit_king<V: Visitor, const NOISY: bool, const QUIET: bool>(board: &Board, visitor: &mut V) {
    let us = board.side;
    let Some(king) = board.king(us) else { return };
    let origin = (king, board.height(king));
    let left = board.pile(king).and_then(|pile| pile.below(origin.1));
    let enemy = board.grounds[(!us).index()];
    let queens = board.tops(!us, Kind::Queen) & !board.tall();
    // The second step from each square after a first one that changed nothing but where the king stands.
    let second = Ground::of(board, king, left);
    for first in KING[king].squares() {
        let climbs = board.kinds[Kind::Rook as usize].has(first);
        if climbs || !board.occupied().has(first) {
            second.visit_steps::<V, NOISY, QUIET>(origin, (first, climbs, false), visitor);
        }
        if NOISY && enemy.has(first) {
            if queens.has(first) {
                let after = board.after_first_step(origin, first);
                let second = Ground::of(&after, king, after.pile(king));
                second.visit_steps::<V, true, true>(origin, (first, false, true), visitor);
            } else {
                second.visit_steps::<V, true, true>(origin, (first, false, true), visitor);
            }
        }
        if visitor.is_done() {
            return;
        }
    }
}

/// Where a step can go.
struct Ground {
    empty: u64,
    climbable: u64,
    enemy: u64,
}

impl Ground {
    /// The board when the king has left his square, where `left` is left.
    fn of(board: &Board, king: usize, left: Option<Pile>) -> Ground {
        let bit = 1 << king;
        let if_left = |is: bool| if is { bit } else { 0 };
        Ground {
            empty: !board.occupied() & !bit | if_left(left.is_none()),
            climbable: board.kinds[Kind::Rook as usize] & !bit | if_left(left.is_some()),
            enemy: board.grounds[(!board.side).index()] & !bit
                | if_left(left.is_some_and(|left| left.ground().side() != board.side)),
        }
    }

    /// The second steps after a first one.
    #[inline(always)]
    fn visit_steps<V: Visitor, const NOISY: bool, const QUIET: bool>(
        &self,
        origin: (usize, usize),
        (first, climbs, captured): (usize, bool, bool),
        visitor: &mut V,
    ) {
        let reached = KING[first];
        let path = |to: usize, climbs_too: bool| GnomeMove::king(origin, [first, to], [climbs, climbs_too]);
        if QUIET || captured {
            for (targets, climbs_too) in [(self.empty, false), (self.climbable, true)] {
                for to in (reached & targets).squares() {
                    if captured { visitor.other(path(to, climbs_too)) } else { visitor.walk(path(to, climbs_too)) }
                }
            }
        }
        if NOISY {
            (reached & self.enemy).squares().for_each(|to| visitor.other(path(to, false)));
        }
    }
}

/// Rule 13: castling with each step after it.
#[inline(always)]
pub(super) fn visit_castling<V: Visitor, const NOISY: bool, const QUIET: bool>(board: &Board, visitor: &mut V) {
    if board.castling.is_empty() {
        return;
    }
    let us = board.side;
    for right in board.castling.rights().filter(|right| right.side == us && right.between & board.occupied() == 0) {
        let king = board.pile(right.king);
        let placed_on = |square: usize, after: &mut Board| {
            after.set(right.king, None);
            after.set(square, king);
            !after.is_threatened(us)
        };
        let mut castled = *board;
        castled.move_castling_rook(right);
        let is_safe =
            !board.is_threatened(us) && placed_on(right.crossed, &mut board.clone()) && placed_on(right.landing, &mut castled);
        if !is_safe {
            continue;
        }
        let ground = Ground::of(&castled, right.landing, None);
        let reached = KING[right.landing];
        for (targets, climbs, wanted) in
            [(ground.empty, false, QUIET), (ground.climbable, true, QUIET), (ground.enemy, false, NOISY)]
        {
            for to in (reached & targets & if wanted { u64::MAX } else { 0 }).squares() {
                visitor.other(GnomeMove::castle(right.king, right.landing, to, climbs));
            }
        }
    }
}
