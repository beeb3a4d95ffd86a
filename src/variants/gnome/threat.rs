//! Threatened kings (rule 16): would a move of the other side, executed in full, remove the king and not its own?
//!
//! Only what happens on the king's square and beside it can remove him, by three ways: he is captured, he is crushed when his
//! pile falls, or a queen beside him on his level is captured or crushed or explodes. Nearly always a glance at the lines
//! tells; the captures that remain doubtful are executed.

use super::board::Board;
use super::movegen::{Visitor, visit_king, visit_men};
use super::moves::{Act, GnomeMove};
use super::state::Gnome;
use crate::bits::BitSet;
use crate::game::Side;
use crate::geometry::board8x8::{KING, KNIGHT, PAWN, SQUARES, file_of, rank_of};
use crate::geometry::sliding8x8::{bishop, queen, rook};
use crate::variants::common8x8::Kind;
use crate::variants::common8x8::sets::distance;

/// For a knight's square and its destination: the path squares, which are the others of their 2x3 rectangle (rule 10).
pub(super) static PATH: [[u64; SQUARES]; SQUARES] = {
    let mut table = [[0; SQUARES]; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut to = 0;
        while to < SQUARES {
            if KNIGHT[from] >> to & 1 != 0 {
                table[from][to] = rectangle(from, to) & !(1 << from | 1 << to);
            }
            to += 1;
        }
        from += 1;
    }
    table
};

/// For a knight's square and a victim's: the destinations on whose path the victim stands.
static PASSING: [[u64; SQUARES]; SQUARES] = {
    let mut table = [[0; SQUARES]; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut destinations = KNIGHT[from];
        while destinations != 0 {
            let to = destinations.trailing_zeros() as usize;
            let mut path = PATH[from][to];
            while path != 0 {
                table[from][path.trailing_zeros() as usize] |= 1 << to;
                path &= path - 1;
            }
            destinations &= destinations - 1;
        }
        from += 1;
    }
    table
};

/// The squares of the smallest rectangle with both squares in it.
const fn rectangle(a: usize, b: usize) -> u64 {
    let (mut set, mut s) = (0, 0);
    while s < SQUARES {
        if is_between(file_of(a), file_of(b), file_of(s)) && is_between(rank_of(a), rank_of(b), rank_of(s)) {
            set |= 1 << s;
        }
        s += 1;
    }
    set
}

const fn is_between(a: usize, b: usize, x: usize) -> bool {
    a <= x && x <= b || b <= x && x <= a
}

/// What only the execution of moves can tell.
#[derive(Default)]
struct Doubts {
    /// Captures on these squares.
    captures: u64,
    /// Captures by a rook from this square, with the king on top of it.
    carried: Option<usize>,
    /// Moves of the other king.
    walks: bool,
}

impl Board {
    /// Is a side's king threatened, or gone?
    pub fn is_threatened(&self, us: Side) -> bool {
        let them = !us;
        let Some(king) = self.king(us) else { return true };
        let level = self.height(king);
        let mut doubts = Doubts::default();
        self.is_struck(king, level, them)
            || self.is_blasted(king, level, them, &mut doubts)
            || self.is_reached_by_king(king, level, them, &mut doubts)
            || self.has_doubts(king, level, them, &mut doubts) && self.is_removed(us, &doubts)
    }

    /// Does a man of a side, not its king, capture the ground piece of a square if that is an enemy?
    #[inline(always)]
    fn is_reached(&self, square: usize, by: Side) -> bool {
        let men = self.sides[by.index()];
        let [pawns, knights, bishops, _, queens, _] = self.kinds.map(|tops| tops & men);
        let occupied = self.occupied();
        PAWN[(!by).index()][square] & pawns | KNIGHT[square] & knights != 0
            || bishop(square, occupied) & (bishops | queens) != 0
            || rook(square, occupied) & (self.rook_squares(by) | queens) != 0
    }

    /// Can a knight of a side capture in passing what stands on a square?
    #[inline(always)]
    fn is_passed(&self, square: usize, by: Side) -> bool {
        let empty = !self.occupied();
        self.tops(by, Kind::Knight).squares().any(|knight| PASSING[knight][square] & empty != 0)
    }

    /// Can a man of a side, not its king, capture the top of a square, which stands on this level?
    /// Above the ground only knights can.
    #[inline(always)]
    fn is_struck(&self, square: usize, level: usize, by: Side) -> bool {
        let comes = match level {
            1 => self.is_reached(square, by),
            _ => KNIGHT[square] & self.tops(by, Kind::Knight) != 0,
        };
        comes || self.is_passed(square, by)
    }

    /// Would a blast here hit a side's king?
    fn hits_king(&self, (square, level): (usize, usize), side: Side) -> bool {
        self.king(side).is_some_and(|king| KING[square].has(king) && self.height(king) == level)
    }

    /// Blasts by queens beside the king on his level: own ones are captured, others explode. A queen beside him on the ground
    /// captures a king on the ground anyway.
    #[inline(always)]
    fn is_blasted(&self, king: usize, level: usize, by: Side, doubts: &mut Doubts) -> bool {
        for queen in (KING[king] & self.kinds[Kind::Queen as usize]).squares() {
            if self.height(queen) != level {
                continue;
            }
            let captured = self.sides[(!by).index()].has(queen);
            if captured && !self.is_struck(queen, level, by) {
                continue;
            }
            if !self.hits_king((queen, level), by) {
                return true;
            }
            if captured && level == 1 {
                // The captor may bring its own king along, out of the blast.
                doubts.captures |= 1 << queen;
            }
        }
        false
    }

    /// The other king comes in two steps and captures the king, or a queen beside him, on the ground. (Where they stand on
    /// piles, he is crushed himself; castling brings him no nearer, since its squares would be threatened.)
    #[inline(always)]
    fn is_reached_by_king(&self, king: usize, level: usize, by: Side, doubts: &mut Doubts) -> bool {
        let Some(other) = self.king(by).filter(|&other| distance(king, other) <= 3) else { return false };
        let queens = self.tops(!by, Kind::Queen) & !self.tall();
        // A queen captured by the first step changes the board for the second; so does the ground under the king, who then
        // has fallen to where a queen beside him is captured.
        let undermines = level > 1 && distance(king, other) == 1 && KING[king] & queens != 0;
        doubts.walks = KING[other] & queens != 0 || undermines;
        let open = !self.occupied() | self.kinds[Kind::Rook as usize] | self.grounds[(!by).index()];
        let in_two = |square: usize| KING[other] & KING[square] & open != 0;
        level == 1
            && (distance(king, other) == 1
                || distance(king, other) == 2 && in_two(king)
                || (KING[king] & queens).squares().any(|queen| distance(queen, other) == 2 && in_two(queen)))
    }

    /// Finds the captures that must be executed: those that make piles fall on the king's square or beside it.
    #[inline(always)]
    fn has_doubts(&self, king: usize, level: usize, by: Side, doubts: &mut Doubts) -> bool {
        let ours = self.grounds[(!by).index()];
        let occupied = self.occupied();
        let queens = self.kinds[Kind::Queen as usize];
        let loaded = self.loaded[by.index()];
        let healthy = self.kinds[Kind::Bishop as usize] & !self.wounded;
        // Beside the king a queen may be crushed: one that captures, is carried there, or stands on what is captured.
        let queens_by = self.tops(by, Kind::Queen);
        let carried_queens = loaded & queens;
        for fragile in (KING[king] & ours & (self.tall() | healthy)).squares() {
            let crushes = queens_by != 0 && queen(fragile, occupied) & queens_by != 0
                || carried_queens != 0 && rook(fragile, occupied) & carried_queens != 0
                || queens.has(fragile) && self.is_reached(fragile, by);
            doubts.captures |= u64::from(crushes) << fragile;
        }
        if level > 1 {
            // The king falls on a captor that falls back on him: a healthy bishop, or a column that outlasts his own.
            let bishops = healthy & self.sides[by.index()];
            if ours.has(king) && (bishop(king, occupied) & bishops | rook(king, occupied) & loaded) != 0 {
                doubts.captures |= 1 << king;
            }
            doubts.carried = loaded.has(king).then_some(king);
        }
        doubts.captures != 0 || doubts.carried.is_some() || doubts.walks
    }

    /// Executes the doubtful moves until one removes the king of `us` and not its own.
    #[cold]
    fn is_removed(&self, us: Side, doubts: &Doubts) -> bool {
        let board = self.with_turn(!us);
        let relevant = |m: GnomeMove| match m.act() {
            Some(Act::King) => doubts.walks,
            Some(Act::Go) => doubts.captures.has(m.to()) || doubts.carried == Some(m.from()),
            _ => false,
        };
        let mut removal = Removal { board: &board, relevant, found: false };
        visit_men::<_, true, false>(&board, u64::MAX, &mut removal);
        if doubts.walks && !removal.found {
            visit_king::<_, true, false>(&board, &mut removal);
        }
        removal.found
    }

    /// The board as if it were a side's turn.
    fn with_turn(&self, side: Side) -> Board {
        let mut board = *self;
        board.take_en_passant();
        if board.side != side {
            board.pass_turn();
        }
        board
    }
}

/// Looks among the relevant moves of the side to move for one that removes the other king and not its own.
struct Removal<'b, F> {
    board: &'b Board,
    relevant: F,
    found: bool,
}

impl<F: Fn(GnomeMove) -> bool> Visitor for Removal<'_, F> {
    fn go(&mut self, _origin: (usize, usize), _targets: u64) {}

    fn climb(&mut self, _origin: (usize, usize), _targets: u64) {}

    fn take(&mut self, origin: (usize, usize), targets: u64) {
        targets.squares().for_each(|to| self.other(GnomeMove::go(origin, to, None)));
    }

    fn walk(&mut self, _m: GnomeMove) {}

    fn other(&mut self, m: GnomeMove) {
        if !self.found && (self.relevant)(m) {
            let mut after = *self.board;
            after.execute(m);
            self.found = after.king(after.side).is_none() && after.king(self.board.side).is_some();
        }
    }

    fn is_done(&self) -> bool {
        self.found
    }
}

/// The squares where men could be needed for a threat to the king: his own and those beside it.
pub(super) fn zone(king: usize) -> u64 {
    KING[king] | 1 << king
}

impl Board {
    /// The squares of `us` whose vacating might let the other side capture in a set of squares: the first men on lines of
    /// sliders to it, and destinations of knights that pass it.
    pub fn exposed(&self, us: Side, zone: u64) -> u64 {
        let them = !us;
        let occupied = self.occupied();
        let ours = self.sides[us.index()];
        let mut exposed = 0;
        let mut through = |attacks: u64, beyond: &dyn Fn(u64) -> u64| {
            let blockers = attacks & ours;
            if beyond(occupied & !blockers) & !attacks & zone != 0 {
                for blocker in blockers.squares() {
                    let opened = beyond(occupied & !(1 << blocker)) & !attacks & zone != 0;
                    exposed |= u64::from(opened) << blocker;
                }
            }
        };
        let queens = self.tops(them, Kind::Queen);
        for from in (self.rook_squares(them) | queens).squares() {
            through(rook(from, occupied), &|occupied| rook(from, occupied));
        }
        for from in (self.tops(them, Kind::Bishop) | queens).squares() {
            through(bishop(from, occupied), &|occupied| bishop(from, occupied));
        }
        for from in self.tops(them, Kind::Knight).squares() {
            for to in (KNIGHT[from] & ours).squares() {
                exposed |= u64::from(PATH[from][to] & zone != 0) << to;
            }
        }
        exposed
    }

    /// Where the men stand that threaten a king.
    pub fn attackers(&self, us: Side) -> u64 {
        let board = self.with_turn(!us);
        let removes_from = |from: usize| {
            let mut removal = Removal { board: &board, relevant: |m: GnomeMove| m.from() == from, found: false };
            visit_men::<_, true, false>(&board, 1 << from, &mut removal);
            visit_king::<_, true, false>(&board, &mut removal);
            removal.found
        };
        let men = board.sides[board.side.index()] | board.loaded[board.side.index()];
        men.squares().filter(|&from| removes_from(from)).fold(0, |set, from| set | 1 << from)
    }
}

impl Gnome {
    /// Does a move that captures nothing plainly threaten the other king, and nobody may veto it? What is threatened only by
    /// falls and blasts, or by a man that was shielded before, is not seen.
    pub(super) fn gives_threat(&self, m: GnomeMove) -> bool {
        let board = &self.board;
        let (us, to) = (board.side, m.to());
        if us != self.holder && !self.waits || m.act() != Some(Act::Go) || board.top(to).is_some() {
            return false;
        }
        let man = board.pile(m.from()).and_then(|pile| pile.at(m.level()));
        let (Some(king), Some(man)) = (board.king(!us), man) else { return false };
        let vacated = if m.level() == 1 { 1 << m.from() } else { 0 };
        let occupied = board.occupied() & !vacated | 1 << to;
        let reached = match m.promotion().unwrap_or(man.kind()) {
            Kind::Knight => return KNIGHT[to].has(king),
            Kind::Pawn => PAWN[us.index()][to],
            Kind::Bishop if man.is_wounded() => 0,
            Kind::Bishop => bishop(to, occupied),
            Kind::Rook => rook(to, occupied),
            Kind::Queen => queen(to, occupied),
            Kind::King => 0,
        };
        reached.has(king) && !board.tall().has(king)
    }
}
