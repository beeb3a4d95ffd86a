//! Which moves give check, told without playing them.

use super::board::Board;
use super::castling::Wing;
use super::moves::{Kind, Move};
use super::terrain::Terrain;
use crate::bits::BitSet;
use crate::geometry::board8x8::{BETWEEN, BISHOP_RAYS, KNIGHT, PAWN, ROOK_RAYS};
use crate::geometry::sliding8x8::{bishop, rook};

impl<T: Terrain> Board<T> {
    /// Does a legal move give check, by the man that moves or by one that it uncovers?
    pub(crate) fn gives_check(&self, m: Move) -> bool {
        let (us, from, to) = (self.side, m.from(), m.to());
        let king = self.king(!us);
        let Some(kind) = self.squares[from] else { return false };
        if kind == Kind::King && self.men(us, Kind::Rook).has(to) {
            return self.castling_gives_check(from, to, king);
        }
        let mut occupied = (self.occupied() ^ 1 << from) | 1 << to;
        let in_passing = kind == Kind::Pawn && self.en_passant == Some(to as u8);
        if in_passing {
            occupied ^= 1 << (to ^ 8);
        }
        let sees = |rays: u64| rays.has(king) && BETWEEN[king][to] & occupied == 0;
        let direct = match m.promotion().unwrap_or(kind) {
            Kind::Pawn => PAWN[us.index()][to].has(king),
            Kind::Knight => KNIGHT[to].has(king),
            Kind::Bishop => sees(BISHOP_RAYS[to]),
            Kind::Rook => sees(ROOK_RAYS[to]),
            Kind::Queen => sees(BISHOP_RAYS[to] | ROOK_RAYS[to]),
            Kind::King => false,
        };
        let may_uncover = in_passing || (BISHOP_RAYS[king] | ROOK_RAYS[king]).has(from);
        direct || may_uncover && self.is_seen_by_sliders(king, occupied, from)
    }

    /// Do the sliders of the side to move, but for the one that has left `gone`, attack a square?
    fn is_seen_by_sliders(&self, square: usize, occupied: u64, gone: usize) -> bool {
        let own = self.sides[self.side.index()] & !(1 << gone);
        let [_, _, bishops, rooks, queens, _] = self.kinds.map(|men| men & own);
        bishop(square, occupied) & (bishops | queens) != 0 || rook(square, occupied) & (rooks | queens) != 0
    }

    /// Only the rook can check: behind the two men on the back rank stands nothing that they could uncover, and beside
    /// them the rook is nearer.
    fn castling_gives_check(&self, king: usize, rook_from: usize, other_king: usize) -> bool {
        let (king_to, rook_to) = Wing::of(king, rook_from).arrivals(king);
        let occupied = self.occupied() & !(1 << king | 1 << rook_from) | 1 << king_to | 1 << rook_to;
        rook(rook_to, occupied).has(other_king)
    }
}

#[cfg(test)]
mod tests {
    use crate::game::keys::SplitMix;
    use crate::game::{MoveClass, Position, Reading};
    use crate::variants::chess::Chess;
    use crate::variants::common8x8::{Board, Moves, Open, Terrain};
    use crate::variants::iceage::{Ice, IceAge};

    /// Random games from a start until `plies` are over; the moves that give check among all.
    fn compare<T: Terrain>(start: &str, games: usize, plies: usize) -> usize {
        let mut random = SplitMix::new(3);
        let mut checks = 0;
        for _ in 0..games {
            let mut position = Board::<T>::from_text(start, Reading::Strict, 1).unwrap();
            for _ in 0..plies {
                let mut moves = Moves::new();
                position.collect(MoveClass::All, &mut moves);
                for &m in &moves {
                    let mut after = position;
                    after.make(m);
                    assert_eq!(position.gives_check(m), after.checkers != 0, "{} {m:?}", position.to_text());
                    checks += usize::from(after.checkers != 0);
                }
                let Some(&m) = moves.get(random.below(moves.len().max(1))) else { break };
                position.make(m);
            }
        }
        checks
    }

    #[test]
    fn checks_are_told_exactly() {
        assert!(compare::<Open>(Chess::INFO.start, 200, 150) > 10_000);
        assert!(compare::<Ice>(IceAge::INFO.start, 200, 150) > 10_000);
        let special = [
            // Castling checks on the file, and on the back rank.
            "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
            "8/8/8/8/8/8/8/QR1K3k w Q - 0 1",
            // Captured in passing, a pawn no longer stands between queen and king, or the captor itself checks.
            "8/8/8/k2pP2Q/8/8/8/4K3 w - d6 0 1",
            "8/2k5/8/3pP3/8/8/8/4K3 w - d6 0 1",
            // A promoted man sees through the square that the pawn leaves.
            "8/3P4/8/8/3k4/8/8/6K1 w - - 0 1",
        ];
        for text in special {
            assert!(compare::<Open>(text, 20, 2) > 0, "{text}");
        }
    }
}
