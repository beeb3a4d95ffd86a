//! The evaluation: a sum of counted terms over one table of weights, written once for both sides, and bent so that it never
//! comes near the value of a king.

mod weights;

use super::board::Gulliver;
use super::order::BUDGET;
use crate::bits::BitSet;
use crate::game::joint::KING as KING_VALUE;
use crate::game::weights::{self as counting, Composition, Family, Shares, Sum, Trace};
use crate::game::{EvalTerm, Side, Tapered};
use crate::geometry::board8x8::{KING, SQUARES, file_of, rank_of};
use weights::Group;

/// No position is worth as much as this while both kings live. The last centipawns below the value of a king are kept
/// free for wins in some turns.
const BOUND: i32 = 1900;

/// What the pieces of a side attack.
struct Attacks {
    /// By the pieces, the king aside.
    pieces: u64,
    /// By the king.
    king: u64,
    /// The pieces that attack the other king or a square at him, like ones on one square counted once.
    assailants: usize,
    /// The pieces at each distance from the other king, like ones on one square counted once.
    near: [i32; NEAR],
    /// The values of the pieces that attack each square of the other side's.
    force: [u8; SQUARES],
}

impl Attacks {
    #[inline]
    fn of(board: &Gulliver, side: Side) -> Attacks {
        let target = board.king(!side);
        let zone = target.map_or(0, |square| KING[square] | 1 << square);
        let enemies = board.occupied[(!side).index()];
        let king = board.king(side).map_or(0, |square| KING[square]);
        let mut attacks = Attacks { pieces: 0, king, assailants: 0, near: [0; NEAR], force: [0; SQUARES] };
        board.for_each_reach(side, |kind, from, set| {
            attacks.pieces |= set;
            attacks.assailants += usize::from(set & zone != 0);
            if let Some(near) = target.and_then(|king| attacks.near.get_mut(distance(king, from))) {
                *near += 1;
            }
            let value = board.crowd(side, from).count(kind) * kind.value();
            (set & enemies).squares().for_each(|square| attacks.force[square] += value as u8);
        });
        attacks
    }

    /// The values of the pieces that attack a square of the other side's, as far as one order can pay them.
    #[inline(always)]
    fn force_at(&self, square: usize) -> u32 {
        u32::from(self.force[square]).min(BUDGET)
    }

    /// Can the side take a king on this square, which its own king may reach only where nobody else attacks it?
    #[inline]
    fn takes_king(&self, square: usize, others: &Attacks) -> bool {
        self.pieces.has(square) || self.king.has(square) && !others.pieces.has(square)
    }
}

/// Can a side win a battle on the square of an enemy crowd in the next turn, as far as is seen now: by its pieces, or by its
/// king, who goes only where nobody attacks?
fn wins_at(board: &Gulliver, side: Side, square: usize, own: &Attacks, enemy: &Attacks) -> bool {
    own.king.has(square) && !(enemy.pieces | enemy.king).has(square)
        || own.pieces.has(square) && own.force_at(square) > board.crowd(!side, square).value()
}

/// The distances in steps of a king that count for closeness.
const NEAR: usize = 7;

/// The steps of a king from one square to another.
#[inline(always)]
fn distance(one: usize, other: usize) -> usize {
    file_of(one).abs_diff(file_of(other)).max(rank_of(one).abs_diff(rank_of(other)))
}

/// Counts the pieces of a side.
#[inline]
fn count_pieces<T: Trace<Group>>(board: &Gulliver, side: Side) -> T {
    let mut trace = T::start(Tapered::ZERO, |_| ());
    for (kind, count) in board.totals[side.index()].kinds() {
        trace.add(Group::Material, kind as usize, count as i32);
    }
    for (kind, count) in board.stocks[side.index()].kinds() {
        trace.add(Group::Stock, kind as usize, count as i32);
    }
    trace
}

/// Counts the terms of a side.
#[inline]
fn count_terms<T: Trace<Group>>(board: &Gulliver, side: Side, own: &Attacks, enemy: &Attacks) -> T {
    let mut trace: T = count_pieces(board, side);
    let s = side.index();
    trace.add(Group::Control, 0, (own.pieces | own.king).count() as i32);
    own.near.iter().enumerate().for_each(|(distance, &near)| trace.add(Group::Closeness, distance, near));
    let (mut greatest, mut all) = (0, 0);
    for square in (board.occupied[s] & (enemy.pieces | enemy.king)).squares() {
        let value = board.crowd(side, square).value();
        if value > 0 && wins_at(board, !side, square, enemy, own) {
            all += value;
            greatest = greatest.max(value);
        }
    }
    trace.add(Group::GreatestLoss, 0, greatest as i32);
    trace.add(Group::OtherLosses, 0, (all - greatest) as i32);
    if let Some(king) = board.king(side) {
        let flights = (KING[king] & !(enemy.pieces | enemy.king)).count() as usize;
        let attacked = enemy.takes_king(king, own);
        trace.add(if attacked { Group::AttackedKing } else { Group::Flight }, flights, 1);
        trace.add(Group::Assault, enemy.assailants.min(8), 1);
        let attacks = board.king(!side).is_some_and(|target| own.takes_king(target, enemy));
        let [mine, theirs] = [side, !side].map(|side| board.totals[side.index()].value());
        trace.add(Group::Lighter, 0, i32::from(attacked && attacks && mine < theirs));
    }
    trace
}

/// The groups of weights.
pub(super) fn families() -> Vec<Family> {
    counting::families::<Group>()
}

impl Gulliver {
    /// The terms of White and of Black.
    #[inline]
    fn terms_of_both<T: Trace<Group>>(&self, [white, black]: &[Attacks; 2]) -> [T; 2] {
        [count_terms(self, Side::White, white, black), count_terms(self, Side::Black, black, white)]
    }

    #[inline]
    fn attacks_of_both(&self) -> [Attacks; 2] {
        Side::BOTH.map(|side| Attacks::of(self, side))
    }

    /// The value for White in centipawns.
    pub(super) fn value(&self) -> i32 {
        let attacks = self.attacks_of_both();
        if let Some(side) = self.sure_capture(&attacks) {
            return if side == Side::White { KING_VALUE - 1 } else { 1 - KING_VALUE };
        }
        let [Sum(white), Sum(black)] = self.terms_of_both(&attacks);
        bent((white - black).middle())
    }

    /// The value of the pieces on the board and in stock for White in centipawns.
    pub(super) fn value_of_pieces(&self) -> i32 {
        let [Sum(white), Sum(black)] = Side::BOTH.map(|side| count_pieces(self, side));
        bent((white - black).middle())
    }

    /// The terms that are not zero for both, for people, before they are bent.
    pub(super) fn terms(&self) -> Vec<EvalTerm> {
        counting::explain::<Group>(&self.terms_of_both(&self.attacks_of_both()))
    }

    /// How the value comes from the weights; it does not where a king is taken for sure. With one phase only, half of
    /// the value is either column's, so that both stay alike.
    pub(super) fn composed(&self) -> Option<Composition> {
        let attacks = self.attacks_of_both();
        if self.sure_capture(&attacks).is_some() {
            return None;
        }
        let shares = [Shares { middle: 0.5, end: 0.5 }; 2];
        Some(Composition { bend: 1.0 / BOUND as f32, ..Composition::new(&self.terms_of_both(&attacks), shares) })
    }

    /// The side that takes the other's king in this turn whatever is ordered: that king is attacked and can go nowhere,
    /// and the own king is not attacked. Orders being carried out at once, nobody can come between, and a companion does
    /// not help (rules 2 and 5c).
    #[inline]
    fn sure_capture(&self, attacks: &[Attacks; 2]) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| {
            let (own, enemy) = (&attacks[side.index()], &attacks[(!side).index()]);
            let [Some(king), Some(target)] = [side, !side].map(|side| self.king(side)) else { return false };
            own.takes_king(target, enemy) && KING[target] & !(own.pieces | own.king) == 0 && !enemy.takes_king(king, own)
        })
    }
}

/// A sum bent below the bound: nearly itself where it is small, ever flatter where it is great, since what decides then is
/// the king.
fn bent(sum: i32) -> i32 {
    sum * BOUND / (BOUND + sum.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::keys::SplitMix;
    use crate::game::weights::{Coefficients, Group as _};
    use crate::game::{JointPosition, Reading};

    fn read(board: &str) -> Gulliver {
        Gulliver::read(&format!("{board} w - - 0 1"), Reading::Strict).unwrap_or_else(|e| panic!("{board}: {e}")).0
    }

    fn coefficients(position: &Gulliver) -> [Coefficients<Group>; 2] {
        position.terms_of_both(&position.attacks_of_both())
    }

    /// A group and two boards: how much more often its weights count in the first, by their numbers.
    #[rustfmt::skip]
    const COUNTED: &[counting::Counted<Group>] = &[
        (Group::Material, "4k3/8/8/8/8/8/8/Q3K3[]", "4k3/8/8/8/8/8/8/R3K3[]", &[(0, 1), (1, -1)]),
        (Group::Stock, "4k3/8/8/8/8/8/8/4K3[R]", "4k3/8/8/8/8/8/8/4K3[N]", &[(1, 1), (3, -1)]),
        (Group::Control, "4k3/8/8/8/3B4/8/8/4K3[]", "4k3/8/8/8/8/8/8/B3K3[]", &[(0, 5)]),
        (Group::Closeness, "4k3/8/4P3/8/8/8/8/4K3[]", "4k3/8/8/4P3/8/8/8/4K3[]", &[(2, 1), (3, -1)]),
        (Group::Flight, "8/8/8/4k3/8/8/8/4K3[]", "8/8/8/4k3/8/8/3q4/7K[]", &[(1, -1), (5, 1)]),
        (Group::AttackedKing, "4k3/8/8/8/8/8/8/4K2r[]", "4k3/8/8/8/8/8/r7/4K2r[]", &[(1, -1), (4, 1)]),
        (Group::AttackedKing, "4k3/8/8/8/8/8/8/4K3[]", "4k3/8/8/8/8/8/8/4K2r[]", &[(4, -1)]),
        (Group::Assault, "4k3/8/8/8/3n4/8/8/K7[]", "4k3/8/8/8/8/3n4/8/K7[]", &[(0, 1), (1, -1)]),
        (Group::GreatestLoss, "4k3/8/8/2r5/3(PPP)4/8/8/K7[]", "4k3/8/8/3r4/3(PP)4/8/8/K7[]", &[(0, -2)]),
        (Group::Lighter, "4k2R/p7/8/8/8/8/8/4K2r[]", "4k2R/8/8/8/8/8/P7/4K2r[]", &[(0, 2)]),
        (Group::OtherLosses, "7k/8/8/8/8/P6r/8/K7[]", "7k/8/8/8/7P/P6r/8/K7[]", &[(0, -1)]),
    ];

    #[test]
    fn every_term_counts_what_it_is_for() {
        counting::check_counts(COUNTED, |_| false, |board| coefficients(&read(board)));
    }

    #[test]
    fn the_coefficients_times_the_weights_are_the_value() {
        let mut random = SplitMix::new(4);
        let mut visited = 0;
        for _ in 0..40 {
            let mut position = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[]");
            while let [Some(white), Some(black)] = Side::BOTH.map(|side| position.order_by_lot(side, &mut random)) {
                let attacks = position.attacks_of_both();
                let [white_terms, black_terms] = coefficients(&position);
                let sum: Tapered = Group::all().map(|group| white_terms.value(group) - black_terms.value(group)).sum();
                if position.sure_capture(&attacks).is_none() {
                    assert_eq!(position.value(), bent(sum.middle()), "{}", position.write(Side::White));
                }
                assert_eq!(position.reflected().value(), -position.value(), "{}", position.write(Side::White));
                position = position.after([white, black]);
                visited += 1;
            }
        }
        assert!(visited > 200, "{visited}");
    }

    #[test]
    fn the_force_at_a_square_is_that_of_all_who_reach_it() {
        let at = |board: &str, side, file: usize, rank: usize| Attacks::of(&read(board), side).force_at(rank * 8 + file);
        // d5: rook, pawn and queen, more than can be paid. Back at c4: a pawn, who does not see b3.
        let board = "4k3/8/8/1R1p4/2P5/1N6/8/B2QK3[]";
        assert_eq!([at(board, Side::White, 3, 4), at(board, Side::Black, 2, 3), at(board, Side::Black, 1, 2)], [BUDGET, 1, 0]);
        // d4: knight and bishop; from c3 on the bishop's way is barred.
        assert_eq!(at("4k3/8/8/8/3p4/1N6/8/B3K3[]", Side::White, 3, 3), 4);
        assert_eq!(at("4k3/8/8/8/3p4/1Np5/8/B3K3[]", Side::White, 3, 3), 2);
        // All three of a crowd.
        assert_eq!(at("4k3/8/8/3p4/2(PPP)5/8/8/4K3[]", Side::White, 3, 4), 3);
    }

    #[test]
    fn a_sure_capture_is_seen() {
        for (board, winner) in [
            ("4k3/8/8/8/8/8/7r/K6r[]", Some(Side::Black)),
            ("k6R/7R/8/8/8/8/8/4K3[]", Some(Side::White)),
            // Behind the king his own body shields a square.
            ("4k3/8/8/8/8/8/r7/4K2r[]", None),
            // White takes the other king at the same time.
            ("R3k3/8/8/8/8/8/7r/K6r[]", None),
            // A companion does not help; an own piece beside the king is no wall, he may step on it.
            ("4k3/8/8/8/8/8/7r/(KQ)6r[]", Some(Side::Black)),
            ("4k3/8/8/8/8/8/3PPP2/3PK2q[]", None),
            // A king takes a king, who could take him too were he not guarded.
            ("8/8/8/8/8/r7/k7/K7[]", Some(Side::Black)),
            ("8/8/8/8/8/1r6/k7/K7[]", None),
        ] {
            let position = read(board);
            assert_eq!(position.sure_capture(&position.attacks_of_both()), winner, "{board}");
            assert_eq!(position.value().abs() == KING_VALUE - 1, winner.is_some(), "{board}");
        }
    }

    #[test]
    fn no_board_is_worth_a_king() {
        assert!((900..BOUND).contains(&read("4k3/8/8/8/8/8/8/(QQQQQQQQQQQQQQQ)3K3[]").value()));
        assert_eq!([bent(0), bent(100), bent(-100), bent(4000)], [0, 95, -95, 1288]);
    }
}
