//! Legal moves (rule 17): a move is executed and the king looked at, unless the board is so calm that a glance tells.

use super::board::Board;
use super::movegen::{Visitor, visit, visit_castling, visit_king, visit_men, visit_shifts};
use super::moves::{Act, GnomeMove};
use super::threat::zone;
use super::{Gnome, GnomeMoves};
use crate::bits::BitSet;
use crate::game::{MoveClass, MoveStore};
use crate::variants::common8x8::sets::distance;

/// Where men can be moved about without any danger to their own king.
///
/// The king is not threatened, no bishop will expire, the other king is too far away to come near, and the king stands on no
/// enemy rook. Then a move that captures nothing can bring danger only by changing what stands on the king's square or
/// beside it, by moving enemy rooks along or loading them, or by vacating a square on which a line or a knight's
/// destination opens (rules 5 to 12).
struct Calm {
    /// Squares away from the king whose men are all own.
    piles: u64,
    /// The same without those that must not be vacated.
    lone: u64,
    /// Squares away from the king.
    away: u64,
}

impl Calm {
    const NOWHERE: Calm = Calm { piles: 0, lone: 0, away: 0 };

    fn of(board: &Board) -> Calm {
        let us = board.side;
        let (Some(king), Some(other)) = (board.king(us), board.king(!us)) else { return Calm::NOWHERE };
        let pure = board.sides[us.index()] & !board.loaded[(!us).index()];
        let dying = board.wounded & board.sides[us.index()];
        if dying != 0 || !pure.has(king) || distance(king, other) < 4 || board.is_threatened(us) {
            return Calm::NOWHERE;
        }
        let away = !zone(king);
        let piles = pure & away;
        Calm { piles, lone: piles & !board.exposed(us, zone(king)), away }
    }
}

/// What becomes of the legal moves.
trait Sink {
    /// The mover can go to each of `targets`.
    fn go(&mut self, origin: (usize, usize), targets: u64);
    /// A move.
    fn one(&mut self, m: GnomeMove);
    /// Is nothing more wanted?
    fn is_done(&self) -> bool {
        false
    }
}

/// Counts moves.
struct Count(u64);

impl Sink for Count {
    #[inline(always)]
    fn go(&mut self, _origin: (usize, usize), targets: u64) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn one(&mut self, _m: GnomeMove) {
        self.0 += 1;
    }
}

/// Collects moves.
struct Collect<'m>(&'m mut GnomeMoves);

impl Sink for Collect<'_> {
    #[inline(always)]
    fn go(&mut self, origin: (usize, usize), targets: u64) {
        targets.squares().for_each(|to| MoveStore::push(self.0, GnomeMove::go(origin, to, None)));
    }

    #[inline(always)]
    fn one(&mut self, m: GnomeMove) {
        MoveStore::push(self.0, m);
    }
}

/// Asks whether there is any move.
struct Any(bool);

impl Sink for Any {
    fn go(&mut self, _origin: (usize, usize), targets: u64) {
        self.0 |= targets != 0;
    }

    fn one(&mut self, _m: GnomeMove) {
        self.0 = true;
    }

    fn is_done(&self) -> bool {
        self.0
    }
}

/// Gives the legal ones of the moves that it visits to a sink.
struct Legal<'b, S> {
    board: &'b Board,
    /// The position to which no move may lead (rule 20a).
    banned: Option<&'b Board>,
    calm: Calm,
    /// Where the king can walk, as far as that was asked: all paths to a square end in the same position.
    asked: u64,
    walkable: u64,
    sink: S,
}

impl<'b, S: Sink> Legal<'b, S> {
    fn new(board: &'b Board, banned: Option<&'b Board>, sink: S) -> Legal<'b, S> {
        let calm = if banned.is_some() { Calm::NOWHERE } else { Calm::of(board) };
        Legal { board, banned, calm, asked: 0, walkable: 0, sink }
    }

    #[inline(always)]
    fn quick(&self, (square, level): (usize, usize)) -> bool {
        let free = if level == 1 { self.calm.lone } else { self.calm.piles };
        free.has(square)
    }

    #[inline(always)]
    fn test(&mut self, m: GnomeMove) {
        if !self.sink.is_done() && self.board.is_legal(self.banned, m) {
            self.sink.one(m);
        }
    }
}

impl<S: Sink> Visitor for Legal<'_, S> {
    #[inline(always)]
    fn go(&mut self, origin: (usize, usize), targets: u64) {
        let quick = if self.quick(origin) { targets & self.calm.away } else { 0 };
        self.sink.go(origin, quick);
        (targets & !quick).squares().for_each(|to| self.test(GnomeMove::go(origin, to, None)));
    }

    #[inline(always)]
    fn climb(&mut self, origin: (usize, usize), targets: u64) {
        let quick = if self.quick(origin) { targets & self.calm.piles } else { 0 };
        quick.squares().for_each(|to| self.sink.one(GnomeMove::climb(origin, to, None)));
        (targets & !quick).squares().for_each(|to| self.test(GnomeMove::climb(origin, to, None)));
    }

    #[inline(always)]
    fn take(&mut self, origin: (usize, usize), targets: u64) {
        targets.squares().for_each(|to| self.test(GnomeMove::go(origin, to, None)));
    }

    #[inline(always)]
    fn walk(&mut self, m: GnomeMove) {
        let bit = 1 << m.to();
        if self.asked & bit == 0 {
            self.asked |= bit;
            self.walkable |= if self.board.is_legal(self.banned, m) { bit } else { 0 };
        }
        if self.walkable & bit != 0 {
            self.sink.one(m);
        }
    }

    /// Both squares of a shift stay occupied, so that no line opens.
    #[inline(always)]
    fn other(&mut self, m: GnomeMove) {
        if m.act() == Some(Act::Shift) && self.calm.piles.has(m.from()) && self.calm.piles.has(m.to()) {
            self.sink.one(m);
        } else {
            self.test(m);
        }
    }

    #[inline(always)]
    fn is_done(&self) -> bool {
        self.sink.is_done()
    }
}

impl Board {
    /// Does a pseudo-legal move leave the king unthreatened, and not lead to the banned position?
    #[inline]
    fn is_legal(&self, banned: Option<&Board>, m: GnomeMove) -> bool {
        let mut after = *self;
        after.execute(m);
        !after.is_threatened(self.side) && banned.is_none_or(|banned| !after.is_same(banned))
    }

    /// Has the side to move a legal move that does not lead to the banned position?
    pub fn has_move(&self, banned: Option<&Board>) -> bool {
        self.give::<_, true, true>(banned, Any(false)).0
    }

    /// Gives the legal moves to a sink: the noisy ones, the quiet ones, or both.
    #[inline(always)]
    fn give<S: Sink, const NOISY: bool, const QUIET: bool>(&self, banned: Option<&Board>, sink: S) -> S {
        let mut legal = Legal::new(self, banned, sink);
        visit::<_, NOISY, QUIET>(self, u64::MAX, &mut legal);
        if !legal.is_done() {
            visit_castling::<_, NOISY, QUIET>(self, &mut legal);
        }
        legal.sink
    }
}

impl Gnome {
    pub(super) fn count(&self) -> u64 {
        let Count(moves) = self.board.give::<_, true, true>(self.banned(), Count(0));
        moves + u64::from(self.can_veto())
    }

    pub(super) fn collect(&self, class: MoveClass, moves: &mut GnomeMoves) {
        let (board, banned) = (&self.board, self.banned());
        match class {
            MoveClass::All => board.give::<_, true, true>(banned, Collect(moves)),
            MoveClass::Noisy => board.give::<_, true, false>(banned, Collect(moves)),
            MoveClass::Quiet => board.give::<_, false, true>(banned, Collect(moves)),
        };
        if class != MoveClass::Noisy && self.can_veto() {
            MoveStore::push(moves, GnomeMove::VETO);
        }
    }

    /// Is the move legal here, whatever its bits?
    pub(super) fn allows(&self, m: GnomeMove) -> bool {
        if m.act() == Some(Act::Veto) {
            return m == GnomeMove::VETO && self.can_veto();
        }
        let mut search = Search { wanted: m, found: false };
        let (board, from) = (&self.board, 1 << m.from());
        match m.act() {
            Some(Act::Shift) => visit_shifts::<_, true, true>(board, from, &mut search),
            Some(Act::King) => visit_king::<_, true, true>(board, &mut search),
            Some(Act::Castle) => visit_castling::<_, true, true>(board, &mut search),
            _ => visit_men::<_, true, true>(board, from, &mut search),
        }
        search.found && board.is_legal(self.banned(), m)
    }
}

/// Looks for one move.
struct Search {
    wanted: GnomeMove,
    found: bool,
}

impl Visitor for Search {
    fn go(&mut self, origin: (usize, usize), targets: u64) {
        let to = self.wanted.to();
        self.found |= targets.has(to) && GnomeMove::go(origin, to, None) == self.wanted;
    }

    fn climb(&mut self, origin: (usize, usize), targets: u64) {
        let to = self.wanted.to();
        self.found |= targets.has(to) && GnomeMove::climb(origin, to, None) == self.wanted;
    }

    fn take(&mut self, origin: (usize, usize), targets: u64) {
        self.go(origin, targets);
    }

    fn walk(&mut self, m: GnomeMove) {
        self.other(m);
    }

    fn other(&mut self, m: GnomeMove) {
        self.found |= m == self.wanted;
    }

    fn is_done(&self) -> bool {
        self.found
    }
}
