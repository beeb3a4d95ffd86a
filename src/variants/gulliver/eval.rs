//! The evaluation: a sum of counted terms over one table of weights, written once for both sides, and bent so that it never
//! comes near the value of a king.

mod weights;

use super::board::{Gulliver, reach};
use super::order::BUDGET;
use crate::bits::BitSet;
use crate::game::weights::{Coefficients, Group as _, Sum, Trace};
use crate::game::{EvalTerm, Side};
use crate::geometry::board8x8::{KING, file_of, rank_of};
use weights::Group;

/// No position is worth as much as this while both kings live. The last centipawns below the value of a king are kept
/// free for wins in some turns.
const BOUND: i32 = 1900;

/// The sums of values of the pieces that attack each square, in three bits a square; 7 is 7 or more.
#[derive(Clone, Copy, Default)]
struct Sums([u64; 3]);

impl Sums {
    /// Adds a value to the squares of a set.
    #[inline(always)]
    fn add(&mut self, set: u64, value: u32) {
        for bit in 0..3 {
            if value >> bit & 1 == 0 {
                continue;
            }
            let mut carry = set;
            for plane in &mut self.0[bit..] {
                let next = *plane & carry;
                *plane ^= carry;
                carry = next;
            }
            self.0.iter_mut().for_each(|plane| *plane |= carry);
        }
    }

    /// The sum on a square, as far as one order can pay it.
    #[inline(always)]
    fn on(&self, square: usize) -> u32 {
        let bit = |plane: u64| (plane >> square & 1) as u32;
        let [one, two, four] = self.0.map(bit);
        (one + 2 * two + 4 * four).min(BUDGET)
    }
}

/// What the pieces of a side attack.
struct Attacks {
    /// By the pieces, the king aside.
    pieces: u64,
    /// By the king.
    king: u64,
    /// The sums of the values of those pieces.
    sums: Sums,
    /// The crowds that attack a square at the other king, or him.
    assailants: usize,
}

impl Attacks {
    #[inline]
    fn of(board: &Gulliver, side: Side) -> Attacks {
        let occupied = board.all_occupied();
        let zone = board.king(!side).map_or(0, |square| KING[square] | 1 << square);
        let mut attacks = Attacks {
            pieces: 0,
            king: board.king(side).map_or(0, |square| KING[square]),
            sums: Sums::default(),
            assailants: 0,
        };
        for (square, crowd) in board.crowds_of(side) {
            let mut all = 0;
            for (kind, count) in crowd.kinds() {
                let set = reach(kind, square, occupied);
                attacks.sums.add(set, (count * kind.value()).min(7));
                all |= set;
            }
            attacks.pieces |= all;
            attacks.assailants += usize::from(all & zone != 0);
        }
        attacks
    }

    /// Can the side take a king on this square, which its own king may reach only where nobody else attacks it?
    #[inline]
    fn takes_king(&self, square: usize, others: &Attacks) -> bool {
        self.pieces.has(square) || self.king.has(square) && !others.pieces.has(square)
    }

    /// Can the side win a battle on the square of an enemy crowd, as far as is seen now?
    #[inline]
    fn wins(&self, square: usize, value: u32, others: &Attacks) -> bool {
        self.sums.on(square) > value || self.king.has(square) && !(others.pieces | others.king).has(square)
    }
}

/// The greatest distance in steps of a king.
fn distance(a: usize, b: usize) -> usize {
    file_of(a).abs_diff(file_of(b)).max(rank_of(a).abs_diff(rank_of(b)))
}

/// Counts the terms of a side.
#[inline]
fn count_terms<T: Trace<Group>>(board: &Gulliver, side: Side, own: &Attacks, enemy: &Attacks) -> T {
    let mut trace = T::start(crate::game::Tapered::ZERO, |_| ());
    let s = side.index();
    for (kind, count) in board.totals[s].kinds() {
        trace.add(Group::Material, kind as usize, count as i32);
    }
    for (kind, count) in board.stocks[s].kinds() {
        trace.add(Group::Stock, kind as usize, count as i32);
    }
    trace.add(Group::Control, 0, (own.pieces | own.king).count() as i32);
    let (mut greatest, mut all) = (0, 0);
    let target = board.king(!side);
    for (square, crowd) in board.crowds_of(side).filter(|(_, crowd)| !crowd.is_empty()) {
        if let Some(target) = target {
            trace.add(Group::Closeness, distance(square, target), crowd.size() as i32);
        }
        let value = crowd.value();
        if enemy.wins(square, value, own) {
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
    }
    trace
}

impl Gulliver {
    /// The terms of White and of Black.
    #[inline]
    fn terms_of_both<T: Trace<Group>>(&self) -> [T; 2] {
        let [white, black] = Side::BOTH.map(|side| Attacks::of(self, side));
        [count_terms(self, Side::White, &white, &black), count_terms(self, Side::Black, &black, &white)]
    }

    /// The value for White in centipawns.
    pub(super) fn value(&self) -> i32 {
        let [Sum(white), Sum(black)] = self.terms_of_both();
        bent((white - black).middle())
    }

    /// The terms that are not zero for both, for people, before they are bent.
    pub(super) fn terms(&self) -> Vec<EvalTerm> {
        let [white, black] = self.terms_of_both::<Coefficients<Group>>();
        let term =
            |group: Group| EvalTerm { name: group.name(), white: white.value(group).pair(), black: black.value(group).pair() };
        let counts = |term: &EvalTerm| (term.white, term.black) != ((0, 0), (0, 0));
        Group::all().map(term).filter(counts).collect()
    }

    /// The side that takes the other's king in this turn whatever is ordered: that king is attacked and can go nowhere,
    /// and the own king is not attacked. Orders being carried out at once, nobody can come between, and a companion does
    /// not help (rules 2 and 5c).
    pub(super) fn sure_capture(&self) -> Option<Side> {
        let attacks = Side::BOTH.map(|side| Attacks::of(self, side));
        Side::BOTH.into_iter().find(|&side| {
            let (own, enemy) = (&attacks[side.index()], &attacks[(!side).index()]);
            let (Some(king), Some(target)) = (self.king(side), self.king(!side)) else { return false };
            own.takes_king(target, enemy) && KING[target] & !(own.pieces | own.king) == 0 && !enemy.takes_king(king, own)
        })
    }
}

/// A sum bent below the bound: nearly itself where it is small, ever flatter where it is great, since what decides then is
/// the king.
fn bent(sum: i32) -> i32 {
    sum * BOUND / (BOUND + sum.abs())
}
