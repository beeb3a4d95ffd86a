//! The board, for people: piles bottom to top, and whose the veto is.

use super::board::Board;
use super::pile::Pile;
use super::state::{Gnome, Past};
use crate::game::Look;
use crate::variants::common8x8::draw;

impl Gnome {
    pub(super) fn drawing(&self, look: Look) -> String {
        let board = &self.board;
        let text = draw::board(|square| board.pile(square).map_or(String::new(), Pile::letters), look);
        format!("{text}{} to move; {}{}\n", board.side.name(), self.veto_note(), board.pile_note())
    }

    /// Who may veto what.
    pub(super) fn veto_note(&self) -> String {
        let holder = self.holder.name();
        match &self.past {
            Past::Vetoed(m, _) => format!("{m} was vetoed, and the veto is {holder}'s"),
            Past::Last(m, _) if self.can_veto() => format!("{holder} may veto {m}"),
            _ if self.waits => format!("{holder} holds the veto, not against the next move"),
            _ => format!("{holder} holds the veto"),
        }
    }
}

impl Board {
    fn pile_note(&self) -> String {
        let piles = if self.tall() == 0 { "" } else { "; piles from bottom to top" };
        let wounded = if self.wounded == 0 { "" } else { "; ! is wounded" };
        format!("{piles}{wounded}")
    }
}
