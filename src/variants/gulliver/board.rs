//! The state of a game between two turns: crowds, stocks, kings, keys.

use super::crowd::{Crowd, KINDS, Kind};
use crate::bits::BitSet;
use crate::game::{Outcome, Reason, Side, keys};
use crate::geometry::board8x8::{KING, KNIGHT, SQUARES};
use crate::geometry::sliding8x8::{bishop, queen, rook};

/// Turns in a row without a capture that draw (rule 7).
pub(super) const CLOCK_LIMIT: u16 = 50;

/// The key of one piece on a square, by side and kind, the king behind the others. Keys of several pieces are added, so
/// that two like pieces on one square do not cancel out.
static PIECE_KEYS: [[[u64; SQUARES]; KINDS + 1]; 2] = {
    let flat: [u64; 2 * (KINDS + 1) * SQUARES] = keys::table(51);
    let mut table = [[[0; SQUARES]; KINDS + 1]; 2];
    let mut i = 0;
    while i < flat.len() {
        table[i / ((KINDS + 1) * SQUARES)][i / SQUARES % (KINDS + 1)][i % SQUARES] = flat[i];
        i += 1;
    }
    table
};

/// The key of one piece in stock, by side and kind.
static STOCK_KEYS: [[u64; KINDS]; 2] = {
    let flat: [u64; 2 * KINDS] = keys::table(52);
    let mut table = [[0; KINDS]; 2];
    let mut i = 0;
    while i < flat.len() {
        table[i / KINDS][i % KINDS] = flat[i];
        i += 1;
    }
    table
};

/// A Gulliver position between two turns. Whose order is asked next is not part of it: both sides order on this board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gulliver {
    /// The pieces of each side on each square, kings aside.
    pub(super) crowds: [[Crowd; SQUARES]; 2],
    /// The squares where a side has pieces of each kind.
    pub(super) kinds: [[u64; KINDS]; 2],
    /// The squares where a side has anything, its king included.
    pub(super) occupied: [u64; 2],
    /// Where the kings are; `None` has lost it.
    pub(super) kings: [Option<u8>; 2],
    /// What may come back by exchange.
    pub(super) stocks: [Crowd; 2],
    /// All pieces of a side on the board, kings aside.
    pub(super) totals: [Crowd; 2],
    /// The sum of the keys of all that stands on the board and in stock.
    pub(super) key: u64,
    /// Turns in a row without a capture.
    pub(super) clock: u16,
    /// The number of the turn.
    pub(super) turn: u16,
}

impl Gulliver {
    /// Nothing at all.
    pub(super) const EMPTY: Gulliver = Gulliver {
        crowds: [[Crowd::EMPTY; SQUARES]; 2],
        kinds: [[0; KINDS]; 2],
        occupied: [0; 2],
        kings: [None; 2],
        stocks: [Crowd::EMPTY; 2],
        totals: [Crowd::EMPTY; 2],
        key: 0,
        clock: 0,
        turn: 1,
    };

    /// The king's square of a side.
    #[inline(always)]
    pub(super) fn king(&self, side: Side) -> Option<usize> {
        self.kings[side.index()].map(usize::from)
    }

    /// The pieces of a side on a square, the king aside.
    #[inline(always)]
    pub(super) fn crowd(&self, side: Side, square: usize) -> Crowd {
        self.crowds[side.index()][square]
    }

    /// The squares with anything on them.
    #[inline(always)]
    pub(super) fn all_occupied(&self) -> u64 {
        self.occupied[0] | self.occupied[1]
    }

    /// Every square where a side has pieces, with the crowd there; a king alone is an empty one.
    #[inline(always)]
    pub(super) fn crowds_of(&self, side: Side) -> impl Iterator<Item = (usize, Crowd)> {
        self.occupied[side.index()].squares().map(move |square| (square, self.crowd(side, square)))
    }

    // ---- Changes ----

    /// Puts pieces on a square.
    #[inline(always)]
    pub(super) fn put(&mut self, side: Side, square: usize, kind: Kind) {
        let s = side.index();
        self.crowds[s][square] += Crowd::of(kind);
        self.totals[s] += Crowd::of(kind);
        self.kinds[s][kind as usize] |= 1 << square;
        self.occupied[s] |= 1 << square;
        self.key = self.key.wrapping_add(PIECE_KEYS[s][kind as usize][square]);
    }

    /// Takes a piece off a square.
    #[inline(always)]
    pub(super) fn take(&mut self, side: Side, square: usize, kind: Kind) {
        let s = side.index();
        self.crowds[s][square] -= Crowd::of(kind);
        self.totals[s] -= Crowd::of(kind);
        self.key = self.key.wrapping_sub(PIECE_KEYS[s][kind as usize][square]);
        let gone = self.crowds[s][square].count(kind) == 0;
        self.kinds[s][kind as usize] &= !(u64::from(gone) << square);
        self.see_if_left(s, square);
    }

    /// Puts a king on a square.
    #[inline(always)]
    pub(super) fn put_king(&mut self, side: Side, square: usize) {
        let s = side.index();
        self.kings[s] = Some(square as u8);
        self.occupied[s] |= 1 << square;
        self.key = self.key.wrapping_add(PIECE_KEYS[s][KINDS][square]);
    }

    /// Takes the king off its square.
    #[inline(always)]
    pub(super) fn take_king(&mut self, side: Side) {
        let s = side.index();
        if let Some(square) = self.kings[s].take().map(usize::from) {
            self.key = self.key.wrapping_sub(PIECE_KEYS[s][KINDS][square]);
            self.see_if_left(s, square);
        }
    }

    /// Adds a piece to a stock.
    #[inline(always)]
    pub(super) fn store(&mut self, side: Side, kind: Kind) {
        let s = side.index();
        self.stocks[s] += Crowd::of(kind);
        self.key = self.key.wrapping_add(STOCK_KEYS[s][kind as usize]);
    }

    /// Takes a piece out of a stock.
    #[inline(always)]
    pub(super) fn unstore(&mut self, side: Side, kind: Kind) {
        let s = side.index();
        self.stocks[s] -= Crowd::of(kind);
        self.key = self.key.wrapping_sub(STOCK_KEYS[s][kind as usize]);
    }

    #[inline(always)]
    fn see_if_left(&mut self, s: usize, square: usize) {
        let left = self.crowds[s][square].is_empty() && self.kings[s] != Some(square as u8);
        self.occupied[s] &= !(u64::from(left) << square);
    }

    // ---- What stands where ----

    /// The key computed from the position alone.
    pub(super) fn sum_of_keys(&self) -> u64 {
        let mut key = 0_u64;
        for side in Side::BOTH {
            let s = side.index();
            for (square, crowd) in self.crowds_of(side) {
                for (kind, count) in crowd.kinds() {
                    key = key.wrapping_add(PIECE_KEYS[s][kind as usize][square].wrapping_mul(count.into()));
                }
            }
            if let Some(square) = self.king(side) {
                key = key.wrapping_add(PIECE_KEYS[s][KINDS][square]);
            }
            for (kind, count) in self.stocks[s].kinds() {
                key = key.wrapping_add(STOCK_KEYS[s][kind as usize].wrapping_mul(count.into()));
            }
        }
        key
    }

    /// The same position with the sides exchanged and the board mirrored.
    pub(super) fn reflected(&self) -> Gulliver {
        let mut mirror = Gulliver { clock: self.clock, turn: self.turn, ..Gulliver::EMPTY };
        for side in Side::BOTH {
            for (square, crowd) in self.crowds_of(side) {
                crowd.kinds().for_each(|(kind, count)| (0..count).for_each(|_| mirror.put(!side, square ^ 56, kind)));
            }
            if let Some(square) = self.king(side) {
                mirror.put_king(!side, square ^ 56);
            }
            let stock = self.stocks[side.index()];
            stock.kinds().for_each(|(kind, count)| (0..count).for_each(|_| mirror.store(!side, kind)));
        }
        mirror
    }

    /// The squares that a side attacks by the geometry of rule 2, its king included. Nothing attacks the square on which
    /// it stands itself.
    pub(super) fn attacks(&self, side: Side) -> u64 {
        let mut attacks = self.king(side).map_or(0, |square| KING[square]);
        self.for_each_reach(side, |_, _, set| attacks |= set);
        attacks
    }

    /// Calls `visit` with the pieces of a side, like ones on one square once: kind, square, and what they attack.
    #[inline(always)]
    pub(super) fn for_each_reach(&self, side: Side, mut visit: impl FnMut(Kind, usize, u64)) {
        let occupied = self.all_occupied();
        for kind in Kind::ALL {
            for square in self.kinds[side.index()][kind as usize].squares() {
                visit(kind, square, reach(kind, square, occupied));
            }
        }
    }

    /// The squares to which the king of a side may be ordered (rule 3).
    pub(super) fn king_targets(&self, side: Side) -> u64 {
        self.king(side).map_or(0, |square| KING[square] & !self.attacks(!side))
    }

    // ---- Ends (rule 7) ----

    /// The result by the loss of a king.
    pub(super) fn lost_king(&self) -> Option<Outcome> {
        match self.kings {
            [Some(_), Some(_)] => None,
            [Some(_), None] => Some(Outcome::win(Side::White, Reason::KingCaptured)),
            [None, Some(_)] => Some(Outcome::win(Side::Black, Reason::KingCaptured)),
            [None, None] => Some(self.both_lost()),
        }
    }

    /// Both kings were lost in one turn: the lower sum of values wins.
    fn both_lost(&self) -> Outcome {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let [white, black] = self.totals.map(Crowd::value);
        match white.cmp(&black) {
            Less => Outcome::win(Side::White, Reason::BothKings),
            Greater => Outcome::win(Side::Black, Reason::BothKings),
            Equal => Outcome::draw(Reason::BothKings),
        }
    }
}

/// The squares that a piece attacks, and may be ordered to, by the geometry of rule 2.
#[inline(always)]
pub(super) fn reach(kind: Kind, square: usize, occupied: u64) -> u64 {
    match kind {
        Kind::Queen => queen(square, occupied),
        Kind::Rook => rook(square, occupied),
        Kind::Bishop => bishop(square, occupied),
        Kind::Knight => KNIGHT[square],
        Kind::Pawn => KING[square],
    }
}
