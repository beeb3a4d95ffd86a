//! The position: the board and the veto (rules 19 and 20).

use super::board::Board;
use super::moves::{Act, GnomeMove};
use crate::game::Side;
use crate::game::keys::{self, splitmix64};

/// Keys of the veto's holder, and of the wait.
const BLACK_HOLDS_KEY: u64 = keys::table::<2>(37)[0];
const WAITS_KEY: u64 = keys::table::<2>(37)[1];
/// What tells the part of a key that stands for a banned position from that of the position before the last move.
const BAN_SALT: u64 = keys::table::<2>(38)[0];
const BEFORE_SALT: u64 = keys::table::<2>(38)[1];

/// A position of Gnome Chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gnome {
    pub(super) board: Board,
    /// Who holds the veto.
    pub(super) holder: Side,
    /// Has the other side's next move leave to go unvetoed?
    pub(super) waits: bool,
    pub(super) past: Past,
}

/// What must be remembered of the moves before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Past {
    /// Nothing: no veto is possible.
    Gone,
    /// The side to move holds the veto: the last move and the board before it.
    Last(GnomeMove, Board),
    /// The side to move has been vetoed: the move and the board to which no move may lead.
    Vetoed(GnomeMove, Board),
}

impl Gnome {
    /// A position in which no veto is possible.
    pub(super) fn new(board: Board, holder: Side, waits: bool) -> Gnome {
        Gnome { board, holder, waits, past: Past::Gone }
    }

    /// The board to which no move may lead.
    #[inline(always)]
    pub(super) fn banned(&self) -> Option<&Board> {
        match &self.past {
            Past::Vetoed(_, banned) => Some(banned),
            _ => None,
        }
    }

    /// May the side to move veto the last move? Only if the other side has another (rule 20c).
    pub(super) fn can_veto(&self) -> bool {
        match &self.past {
            Past::Last(_, before) => before.has_move(Some(&self.board)),
            _ => false,
        }
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn make(&mut self, m: GnomeMove) {
        if m.act() == Some(Act::Veto) {
            return self.veto();
        }
        let mover = self.board.side;
        if mover == self.holder {
            self.past = Past::Gone;
        } else if self.waits {
            self.waits = false;
            self.past = Past::Gone;
        } else {
            self.past = Past::Last(m, self.board);
        }
        self.board.execute(m);
    }

    fn veto(&mut self) {
        if let Past::Last(last, before) = self.past {
            self.past = Past::Vetoed(last, self.board);
            self.board = before;
            self.holder = before.side;
            self.waits = true;
        }
    }

    /// Forbids a legal move as if it had been vetoed.
    pub(super) fn ban(&mut self, m: GnomeMove) {
        let mut banned = self.board;
        banned.execute(m);
        self.past = Past::Vetoed(m, banned);
    }

    /// The keys of the state for repetition, and of everything that can change a later move.
    #[inline(always)]
    pub(super) fn keys(&self) -> (u64, u64) {
        self.keys_of(|board| board.key)
    }

    /// The keys made from those of the boards.
    #[inline(always)]
    pub(super) fn keys_of(&self, key: impl Fn(&Board) -> u64) -> (u64, u64) {
        let holder = if self.holder == Side::Black { BLACK_HOLDS_KEY } else { 0 };
        let waits = if self.waits { WAITS_KEY } else { 0 };
        let state = key(&self.board) ^ holder ^ waits;
        match &self.past {
            Past::Gone => (state, state),
            Past::Last(_, before) => (state, state ^ splitmix64(BEFORE_SALT ^ key(before))),
            Past::Vetoed(_, banned) => {
                let state = state ^ splitmix64(BAN_SALT ^ key(banned));
                (state, state)
            }
        }
    }

    /// A guess of the search key after a move.
    #[inline(always)]
    pub(super) fn key_after_move(&self, m: GnomeMove) -> u64 {
        let holder = if self.holder == Side::Black { BLACK_HOLDS_KEY } else { 0 };
        let offers = self.board.side != self.holder && !self.waits;
        let before = if offers { splitmix64(BEFORE_SALT ^ self.board.key) } else { 0 };
        let waits = if self.waits && self.board.side == self.holder { WAITS_KEY } else { 0 };
        self.board.key_after(m.from(), m.to()) ^ holder ^ waits ^ before
    }

    /// The same with the sides exchanged.
    pub(super) fn reflected(&self) -> Gnome {
        let past = match &self.past {
            Past::Gone => Past::Gone,
            Past::Last(m, before) => Past::Last(m.mirrored(), before.mirrored()),
            Past::Vetoed(m, banned) => Past::Vetoed(m.mirrored(), banned.mirrored()),
        };
        Gnome { board: self.board.mirrored(), holder: !self.holder, waits: self.waits, past }
    }
}
