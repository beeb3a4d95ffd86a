//! Exchanges (SEE) by execution: what falls, blasts and wounds do is not guessed but done.

use super::board::Board;
use super::eval::value_of;
use super::moves::{Act, GnomeMove};
use super::pile::Man;
use super::state::Gnome;
use crate::bits::BitSet;
use crate::geometry::board8x8::{KNIGHT, PAWN};
use crate::geometry::sliding8x8::{bishop, rook};
use crate::variants::common8x8::Kind;

/// The most captures that follow a move.
const LONGEST: u32 = 8;

impl Gnome {
    /// What a move wins at once, executed in full.
    fn gain(&self, m: GnomeMove) -> (Board, i32) {
        let us = self.board.side;
        let mut after = self.board;
        after.execute(m);
        let gain = after.balance(us) - self.board.balance(us);
        (after, gain)
    }

    /// Does a move win at least so much, if the other side captures back where it ends, and so on? A veto wins nothing.
    pub(super) fn exchange_wins(&self, m: GnomeMove, threshold: i32) -> bool {
        if m.act() == Some(Act::Veto) {
            return threshold <= 0;
        }
        let (after, gain) = self.gain(m);
        gain >= threshold && gain - after.best_exchange(m.to(), LONGEST) >= threshold
    }

    /// How promising a noisy move is: what it wins at once, and the less so the more the mover is worth.
    pub(super) fn gain_order(&self, m: GnomeMove) -> i32 {
        let mover = self.board.pile(m.from()).and_then(|pile| pile.at(m.level()));
        let risk = mover.filter(|man| man.kind() != Kind::King).map_or(0, |man| value_of(man) / 16);
        self.gain(m).1 - risk
    }
}

impl Board {
    /// What the side to move wins by capturing on a square, if it wants to and each side does so with its least man.
    fn best_exchange(&self, square: usize, captures_left: u32) -> i32 {
        let us = self.side;
        if captures_left == 0 || !self.grounds[(!us).index()].has(square) {
            return 0;
        }
        let Some(origin) = self.least_captor(square) else { return 0 };
        let mut after = *self;
        after.execute(GnomeMove::go(origin, square, None));
        let gain = after.balance(us) - self.balance(us);
        if gain <= 0 { 0 } else { (gain - after.best_exchange(square, captures_left - 1)).max(0) }
    }

    /// The square and level of the least valuable man of the side to move, not the king, that captures on a square.
    fn least_captor(&self, square: usize) -> Option<(usize, usize)> {
        let (us, occupied) = (self.side, self.occupied());
        let top = |from: usize| (from, self.height(from));
        let of_kind = |kind: Kind, reached: u64| (reached & self.tops(us, kind)).first().map(top);
        let diagonal = bishop(square, occupied);
        let straight = rook(square, occupied);
        of_kind(Kind::Pawn, PAWN[(!us).index()][square])
            .or_else(|| of_kind(Kind::Bishop, diagonal))
            .or_else(|| of_kind(Kind::Knight, KNIGHT[square]))
            .or_else(|| {
                let from = (straight & self.rook_squares(us)).first()?;
                let (_, level) = self.pile(from)?.men().zip(1..).find(|(man, _)| *man == Man::rook(us))?;
                Some((from, level))
            })
            .or_else(|| of_kind(Kind::Queen, diagonal | straight))
    }
}

#[cfg(test)]
mod tests {
    use crate::game::{Position, Reading};
    use crate::variants::gnome::Gnome;
    use crate::variants::gnome::eval::{VALUES, WOUNDED};

    /// The greatest threshold that a move reaches.
    fn value(board: &str, token: &str) -> i32 {
        let text = format!("{board} w - - w1 - 0 1");
        let position = Gnome::read(&text, Reading::Strict).unwrap_or_else(|e| panic!("{text}: {e}"));
        let m = position.read_move(token, Default::default()).unwrap_or_else(|e| panic!("{text}: {e}"));
        let reached = |threshold: &i32| position.see_at_least(m, *threshold);
        let value = (-3000..3000).rev().find(reached).unwrap_or_else(|| panic!("{text}: {token} wins nothing at all"));
        assert!((-3000..=value).all(|threshold| reached(&threshold)), "{text}: {token} is not monotonous");
        value
    }

    #[test]
    fn exchanges_are_what_their_execution_wins() {
        let ([pawn, knight, bishop, rook, queen, _], wounded) = (VALUES, WOUNDED);
        #[rustfmt::skip]
        let cases = [
            ("7k/8/8/3p4/8/8/8/3R3K", "d1d5", pawn),
            ("7k/8/2p5/3p4/8/8/8/3R3K", "d1d5", pawn - rook),
            ("7k/8/2p5/3n4/8/8/8/3R3K", "d1d5", knight - rook),
            ("7k/8/2p5/3n4/8/8/3R4/3R3K", "d2d5", knight - rook + pawn),
            // The bishop is only wounded, and crushes the rook.
            ("7k/8/8/3b4/8/8/8/3R2K1", "d1d5", bishop - wounded - rook),
            ("7k/8/8/3b!4/8/8/8/3R2K1", "d1d5", wounded),
            // The knight on the rook crushes the captor; whoever is on top in the end is counted.
            ("7k/8/8/3(rn)4/8/8/8/3R3K", "d1d5", 0),
            ("7k/8/8/3(rn)4/8/8/8/3(RN)3K", "d1d5", knight),
            ("7k/8/8/3(rn)4/8/8/8/3(RRN)3K", "d1d5", rook + knight - 2 * rook),
            // The blast of the queen takes the pawn beside her, and the knight that captured in passing.
            ("7k/8/2p5/3q4/8/8/8/3R3K", "d1d5", queen + pawn),
            ("7k/8/8/4q3/3N4/8/8/K7", "d4e6xe5", queen - knight),
            ("6k1/8/8/2np4/3Q4/8/8/7K", "d4*", knight + pawn),
            // Quiet moves lose what is taken where they end.
            ("7k/8/2p5/8/8/8/8/3R3K", "d1d5", -rook),
            ("7k/8/2p5/8/8/8/8/3R3K", "d1d4", 0),
        ];
        for (board, token, expected) in cases {
            assert_eq!(value(board, token), expected, "{board}: {token}");
        }
    }

    #[test]
    fn a_veto_wins_nothing() {
        let mut position = Gnome::read(Gnome::INFO.start, Reading::Strict).unwrap();
        for token in ["e2e4", "veto"] {
            let m = position.read_move(token, Default::default()).unwrap();
            assert_eq!((position.see_at_least(m, 0), position.see_at_least(m, 1)), (true, false));
            position.play(m);
        }
    }
}
