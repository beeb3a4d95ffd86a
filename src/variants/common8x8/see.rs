//! Static exchange evaluation: what a capture is worth when both sides go on taking on its square.

use super::board::Board;
use super::moves::{Kind, Move};
use super::terrain::Terrain;
use crate::geometry::board8x8::{KING, KNIGHT, PAWN};
use crate::geometry::sliding8x8::{bishop, rook};

/// Values of the kinds in exchanges, in centipawns.
const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 20_000];

impl<T: Terrain> Board<T> {
    /// Does the move win at least `threshold` centipawns, if each side takes on the target square with its least
    /// valuable man as long as that pays? Pins are not looked at.
    pub(crate) fn exchange_wins(&self, m: Move, threshold: i32) -> bool {
        let (from, to) = (m.from(), m.to());
        let Some(mover) = self.squares[from].filter(|_| !self.is_castling(m)) else { return threshold <= 0 };
        let en_passant = mover == Kind::Pawn && self.en_passant == Some(to as u8);
        let victim = if en_passant { Some(Kind::Pawn) } else { self.squares[to] };
        let value = |kind: Kind| VALUES[kind as usize];
        let promoted = m.promotion().map_or(0, |kind| value(kind) - value(Kind::Pawn));

        // What we are ahead of the threshold if nobody takes back, then if our man is lost for nothing.
        let mut balance = victim.map_or(0, value) + promoted - threshold;
        if balance < 0 {
            return false;
        }
        balance -= value(m.promotion().unwrap_or(mover));
        if balance >= 0 {
            return true;
        }

        let mut occupied = (self.occupied() ^ 1 << from) | 1 << to;
        if en_passant {
            occupied ^= 1 << (to ^ 8);
        }
        let [_, _, bishops, rooks, queens, _] = self.kinds;
        let (diagonal, straight) = (bishops | queens, rooks | queens);
        let mut attackers = self.attackers(to, occupied);
        let mut side = !self.side;
        // `balance` is always seen from the side that has just taken, and below zero: the other side must take or lose.
        loop {
            attackers &= occupied;
            let own = attackers & self.sides[side.index()];
            let Some(kind) = Kind::ALL.into_iter().find(|&kind| own & self.kinds[kind as usize] != 0) else { break };
            if kind == Kind::King && attackers & self.sides[(!side).index()] != 0 {
                // The king may not take what is guarded.
                break;
            }
            let man = own & self.kinds[kind as usize];
            occupied ^= man & man.wrapping_neg();
            if matches!(kind, Kind::Pawn | Kind::Bishop | Kind::Queen) {
                attackers |= bishop(to, occupied) & diagonal;
            }
            if matches!(kind, Kind::Rook | Kind::Queen) {
                attackers |= rook(to, occupied) & straight;
            }
            side = !side;
            balance = -balance - 1 - value(kind);
            if balance >= 0 {
                break;
            }
        }
        // Whose turn it is cannot or will not take: that side has lost the exchange.
        side != self.side
    }

    /// The men of both sides that attack a square.
    fn attackers(&self, square: usize, occupied: u64) -> u64 {
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds;
        let pawns = PAWN[1][square] & pawns & self.sides[0] | PAWN[0][square] & pawns & self.sides[1];
        pawns
            | KNIGHT[square] & knights
            | KING[square] & kings
            | bishop(square, occupied) & (bishops | queens)
            | rook(square, occupied) & (rooks | queens)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::BitSet;
    use crate::game::keys::SplitMix;
    use crate::game::{MoveClass, Position, Reading, Side};
    use crate::variants::chess::Chess;
    use crate::variants::common8x8::{Moves, Open};
    use crate::variants::iceage::{Ice, IceAge};

    /// What `side` gains by taking a man worth `standing` on a square, or not, by recursion over the whole exchange.
    fn gain<T: Terrain>(position: &Board<T>, side: Side, to: usize, standing: i32, occupied: u64) -> i32 {
        let attackers = position.attackers(to, occupied) & occupied;
        let own = attackers & position.sides[side.index()];
        let Some(kind) = Kind::ALL.into_iter().find(|&kind| own & position.kinds[kind as usize] != 0) else { return 0 };
        let man = (own & position.kinds[kind as usize]).first().unwrap();
        let rest = occupied ^ 1 << man;
        if kind == Kind::King && position.attackers(to, rest) & rest & position.sides[(!side).index()] != 0 {
            return 0;
        }
        (standing - gain(position, !side, to, VALUES[kind as usize], rest)).max(0)
    }

    fn exchange<T: Terrain>(position: &Board<T>, m: Move) -> i32 {
        let mut after = *position;
        after.make(m);
        let balance = |p: &Board<T>| -> i32 {
            let count =
                |side| Kind::ALL.map(|kind| VALUES[kind as usize] * p.men(side, kind).count() as i32).iter().sum::<i32>();
            count(position.side) - count(!position.side)
        };
        let taken = balance(&after) - balance(position);
        let mover = VALUES[after.squares[m.to()].unwrap() as usize];
        taken - gain(&after, !position.side, m.to(), mover, after.occupied())
    }

    /// In random games from the start, thresholds bracket the value of the whole exchange. The number of noisy moves.
    fn bracketed<T: Terrain>(start: &str) -> usize {
        let mut random = SplitMix::new(7);
        let mut captures = 0;
        for _ in 0..300 {
            let mut position = Board::<T>::from_text(start, Reading::Strict, 1).unwrap();
            for _ in 0..80 {
                let mut noisy = Moves::new();
                position.collect(MoveClass::Noisy, &mut noisy);
                for &m in &noisy {
                    let value = exchange(&position, m);
                    assert!(position.exchange_wins(m, value), "{} {m:?} {value}", position.to_text());
                    assert!(!position.exchange_wins(m, value + 1), "{} {m:?} {value}", position.to_text());
                    captures += 1;
                }
                let mut all = Moves::new();
                position.collect(MoveClass::All, &mut all);
                let Some(&m) = all.get(random.below(all.len().max(1))) else { break };
                position.make(m);
            }
        }
        captures
    }

    #[test]
    fn thresholds_bracket_the_value_of_the_whole_exchange() {
        assert!(bracketed::<Open>(Chess::INFO.start) > 10_000);
        assert!(bracketed::<Ice>(IceAge::INFO.start) > 10_000);
    }
}
