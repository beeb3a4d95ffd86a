//! The evaluation of chess: a sum of counted terms, each from middle game to end game, written once for both sides.
//!
//! [`weights`] is the table. [`Chess::count_terms`] counts the terms into a [`Trace`]: a plain sum, or the coefficient of every
//! weight, from which a tuner has the same value ([`Chess::blend`]).

mod endings;
mod king;
mod pawns;
mod pieces;
mod weights;

use super::Chess;
use crate::game::weights::{self as counting, Composition, Family, Group as _, Shares, Sum, Trace};
use crate::game::{EvalTerm, Side, Tapered};
use crate::variants::common8x8::view::{self, View, count};
use crate::variants::common8x8::{Kind, Move};
use weights::Group;

/// What a kind still on the board counts for the middle game; [`MIDDLE_GAME`] is the start.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const MIDDLE_GAME: i32 = 24;

/// Values of the kinds by which noisy moves are ordered.
const VICTIMS: [i32; 6] = [90, 325, 335, 480, 960, 0];

/// The groups of weights.
pub(super) fn families() -> Vec<Family> {
    counting::families::<Group>()
}

impl Chess {
    /// The value for the side to move in centipawns.
    pub(super) fn evaluation(&self) -> i32 {
        let views = self.views();
        let [white, black] = self.count_terms::<Sum>(&views);
        let value = self.blend(white.0 - black.0, &views);
        if self.side == Side::White { value } else { -value }
    }

    /// The value of the men alone for the side to move in centipawns.
    pub(super) fn men_alone(&self) -> i32 {
        let of_kind = |side, kind: Kind| Group::Material.weight(kind as usize) * count(self.men(side, kind));
        let of_side = |side| -> Tapered { Kind::ALL.into_iter().take(5).map(|kind| of_kind(side, kind)).sum() };
        let value = (of_side(Side::White) - of_side(Side::Black)).at(self.phase(), MIDDLE_GAME);
        if self.side == Side::White { value } else { -value }
    }

    /// The terms of the evaluation that are not zero for both.
    pub(super) fn terms(&self) -> Vec<EvalTerm> {
        counting::explain::<Group>(&self.count_terms(&self.views()))
    }

    /// How the value comes from the weights.
    pub(super) fn composed(&self) -> Option<Composition> {
        let part = Shares::at(self.phase(), MIDDLE_GAME);
        let views = self.views();
        let shares = Side::BOTH.map(|stronger| part.scaled(endings::scales(&views[stronger.index()]), endings::FULL));
        Some(Composition::new(&self.count_terms(&views), shares))
    }

    /// The board as White and as Black see it.
    #[inline(always)]
    fn views(&self) -> [View; 2] {
        Side::BOTH.map(|side| View::new(self, side))
    }

    /// Counts the terms of White and of Black, whose views are given.
    #[inline(always)]
    fn count_terms<T: Trace<Group>>(&self, views: &[View; 2]) -> [T; 2] {
        let ([white, black], pawns) = (views, pawns::structures(self.part_keys()[0], views));
        let start = |view, side: Side| T::start(pawns.sums[side.index()], |trace| pawns::structure(view, trace));
        let (mut for_white, white_attacks, white_assault) = pieces::survey(white, start(white, Side::White));
        let (mut for_black, black_attacks, black_assault) = pieces::survey(black, start(black, Side::Black));
        let seen_by_black = (black_attacks, white_attacks.turned());
        let seen_by_white = (white_attacks, black_attacks.turned());
        let [white_passed, black_passed] = pawns.passed;
        together(white, white_passed, &seen_by_white, &white_assault, &mut for_white);
        together(black, black_passed, &seen_by_black, &black_assault, &mut for_black);
        [for_white, for_black]
    }

    /// The value for White of a difference of sums: by the phase, and by what can be won at all.
    fn blend(&self, sum: Tapered, [white, black]: &[View; 2]) -> i32 {
        let stronger = if sum.end() >= 0 { white } else { black };
        let (middle, end) = endings::scales(stronger);
        let scaled = Tapered::new(sum.middle() * middle / endings::FULL, sum.end() * end / endings::FULL);
        scaled.at(self.phase(), MIDDLE_GAME)
    }

    /// How much of the middle game is left, out of [`MIDDLE_GAME`].
    fn phase(&self) -> i32 {
        Kind::ALL.map(|kind| PHASE[kind as usize] * count(self.kinds[kind as usize])).iter().sum()
    }

    /// How soon a capture or promotion is tried: the most valuable victim first, by the least valuable man (MVV-LVA).
    pub(super) fn victim_order(&self, m: Move) -> i32 {
        let value = |kind: Kind| VICTIMS[kind as usize];
        let mover = self.squares[m.from()];
        let victim = self.squares[m.to()].or(m.promotion().is_none().then_some(Kind::Pawn));
        let promotion = m.promotion().map_or(0, |kind| value(kind) - value(Kind::Pawn));
        // Sixteen times the least difference between victims outweighs any difference between movers.
        16 * (victim.map_or(0, value) + promotion) - mover.map_or(0, |kind| kind as i32)
    }
}

/// Counts the terms of a side that need what both sides attack.
#[inline(always)]
fn together<T: Trace<Group>>(
    view: &View,
    passed: u64,
    attacks: &(view::Attacks, view::Attacks),
    assault: &king::Assault,
    trace: &mut T,
) {
    let (own, other) = attacks;
    pawns::runners(view, passed, (own, other), trace);
    king::shelter(view, trace);
    king::attack(view, own, other, assault, trace);
    pieces::threats(view, own, other, trace);
    pieces::space(view, trace);
    endings::mate(view, trace);
    trace.add(Group::Tempo, 0, view.to_move.into());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::keys::SplitMix;
    use crate::game::weights::Coefficients;
    use crate::game::{MoveClass, Position, Reading};
    use crate::variants::common8x8::Moves;

    fn read(text: &str) -> Chess {
        Chess::read(text, Reading::Strict).unwrap()
    }

    /// The positions of random games; most of them are wild.
    fn random_positions(games: usize, visit: impl Fn(&Chess)) -> usize {
        let mut random = SplitMix::new(11);
        let mut visited = 0;
        for _ in 0..games {
            let mut position = read(Chess::INFO.start);
            for _ in 0..120 {
                visit(&position);
                visited += 1;
                let mut moves = Moves::new();
                position.generate(MoveClass::All, &mut moves);
                let Some(&m) = moves.get(random.below(moves.len().max(1))) else { break };
                position.make(m);
            }
        }
        visited
    }

    #[test]
    fn the_coefficients_times_the_weights_are_the_value() {
        let visited = random_positions(100, |position| {
            let [white, black] = position.count_terms::<Coefficients<Group>>(&position.views());
            let sum: Tapered = Group::all().map(|group| white.value(group) - black.value(group)).sum();
            let value = position.blend(sum, &position.views()) * if position.side == Side::White { 1 } else { -1 };
            assert_eq!(position.evaluate(), value, "{}", position.write());
        });
        assert!(visited > 5000);
    }

    #[test]
    fn the_men_alone_are_one_term() {
        random_positions(20, |position| {
            let [white, black] = position.count_terms::<Coefficients<Group>>(&position.views());
            let sum = white.value(Group::Material) - black.value(Group::Material);
            let value = sum.at(position.phase(), MIDDLE_GAME) * if position.side == Side::White { 1 } else { -1 };
            assert_eq!(position.material(), value, "{}", position.write());
        });
    }

    #[test]
    fn what_a_side_attacks_is_every_square_that_it_attacks() {
        random_positions(30, |position| {
            for side in Side::BOTH {
                let occupied = position.occupied();
                let each: u64 =
                    (0..64).filter(|&square| position.attacks(side, square, occupied)).map(|square| 1 << square).sum();
                assert_eq!(position.attacked_by(side), each, "{}", position.write());
            }
        });
    }

    /// A group and two positions: how much more often its weights count in the first, by their numbers.
    #[rustfmt::skip]
    const COUNTED: &[counting::Counted<Group>] = &[
        (Group::Material, "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", &[(1, 1)]),
        (Group::KnightMobility, "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "4k3/3p4/p7/8/3N4/8/8/4K3 w - - 0 1", &[(5, -1), (8, 1)]),
        (Group::BishopMobility, "4k3/8/8/8/3B4/8/8/4K3 w - - 0 1", "4k3/8/8/4P3/3B4/4P3/8/4K3 w - - 0 1", &[(7, -1), (13, 1)]),
        (Group::RookMobility, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", &[(3, -1), (10, 1)]),
        (Group::QueenMobility, "4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/PP6/Q3K3 w - - 0 1", &[(3, -1), (27, 1)]),
        (Group::BishopPair, "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", &[(0, 1)]),
        (Group::BishopPawns, "4k3/8/8/8/2P1P3/8/8/2B1K3 w - - 0 1", "4k3/8/8/8/3P1P2/8/8/2B1K3 w - - 0 1", &[(0, -1)]),
        (Group::KnightOutpost, "4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", "4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", &[(1, 1)]),
        (Group::KnightOutpost, "4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/3N4/8/4P3/8/4K3 w - - 0 1", &[(0, -1), (1, 1)]),
        (Group::BishopOutpost, "4k3/8/8/3B4/4P3/8/8/4K3 w - - 0 1", "4k3/2p5/8/3B4/4P3/8/8/4K3 w - - 0 1", &[(1, 1)]),
        (Group::MinorBehindPawn, "4k3/8/8/8/4P3/4N3/8/4K3 w - - 0 1", "4k3/8/8/8/4N3/4P3/8/4K3 w - - 0 1", &[(0, 1)]),
        (Group::MinorFromKing, "4k3/8/8/8/8/4N3/8/4K3 w - - 0 1", "4k3/8/8/4N3/8/8/8/4K3 w - - 0 1", &[(0, -2)]),
        (Group::RookOpenFile, "4k3/1p6/8/8/8/8/1P6/R3K3 w - - 0 1", "4k3/p7/8/8/8/8/1P6/R3K3 w - - 0 1", &[(0, -1), (1, 1)]),
        (Group::RookOpenFile, "4k3/p7/8/8/8/8/1P6/R3K3 w - - 0 1", "4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1", &[(0, 1)]),
        (Group::RookSeventh, "4k3/R7/8/8/8/8/8/4K3 w - - 0 1", "8/R7/4k3/8/8/8/8/4K3 w - - 0 1", &[(0, 1)]),
        (Group::RookTrapped, "4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", "4k3/8/8/8/8/8/5PPP/4K2R w - - 0 1", &[(0, 1), (1, -1)]),
        (Group::Doubled, "4k3/8/8/8/8/2P5/1P6/4K3 w - - 0 1", "4k3/8/8/8/8/1P6/1P6/4K3 w - - 0 1", &[(0, -1)]),
        (Group::Isolated, "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", "4k3/8/8/8/8/8/P1P5/4K3 w - - 0 1", &[(1, -2)]),
        (Group::Isolated, "4k3/pp6/8/8/8/8/P7/4K3 w - - 0 1", "4k3/1pp5/8/8/8/8/P7/4K3 w - - 0 1", &[(0, 1), (1, -1)]),
        (Group::Backward, "4k3/8/8/2p5/1P6/P7/8/4K3 w - - 0 1", "4k3/8/8/p7/2P5/1P6/8/4K3 w - - 0 1", &[(1, -1)]),
        (Group::Connected, "4k3/8/8/3PP3/8/8/8/4K3 w - - 0 1", "4k3/8/8/3P4/8/4P3/8/4K3 w - - 0 1", &[(4, 2)]),
        (Group::Candidate, "4k3/1p6/8/1PP5/8/8/8/4K3 w - - 0 1", "4k3/1p6/8/2P5/8/8/8/4K3 w - - 0 1", &[(4, 1)]),
        (Group::Passed, "4k3/8/8/2P5/8/8/8/4K3 w - - 0 1", "4k3/1p6/8/2P5/8/8/8/4K3 w - - 0 1", &[(4, 1)]),
        (Group::Passed, "4k3/8/2P5/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/2P5/8/8/8/4K3 w - - 0 1", &[(4, -1), (5, 1)]),
        (Group::PassedFree, "7k/8/2P5/8/8/8/8/4K3 w - - 0 1", "7k/2n5/2P5/8/8/8/8/4K3 w - - 0 1", &[(5, 3)]),
        (Group::PassedFree, "7k/8/2P5/8/8/8/8/4K3 w - - 0 1", "2r4k/8/2P5/8/8/8/8/4K3 w - - 0 1", &[(5, 2)]),
        (Group::PassedConnected, "4k3/8/8/2PP4/8/8/8/4K3 w - - 0 1", "4k3/8/8/2P1P3/8/8/8/4K3 w - - 0 1", &[(4, 2)]),
        (Group::PassedOwnKing, "7k/8/8/2PK4/8/8/8/8 w - - 0 1", "7k/8/8/2P5/8/8/8/7K w - - 0 1", &[(4, -4)]),
        (Group::PassedOtherKing, "7k/8/8/2P5/8/8/8/7K w - - 0 1", "8/1k6/8/2P5/8/8/8/7K w - - 0 1", &[(4, 4)]),
        (Group::PassedRook, "7k/8/8/2P5/8/8/8/2R4K w - - 0 1", "7k/8/8/2P5/8/8/8/2r4K w - - 0 1", &[(0, 1), (1, -1)]),
        (Group::PassedUnstoppable, "8/8/8/P3k3/8/8/8/7K w - - 0 1", "8/8/8/P3k3/8/8/8/7K b - - 0 1", &[(0, 1)]),
        (Group::PassedUnstoppable, "8/8/8/P4k2/8/8/8/7K w - - 0 1", "8/8/8/P3k3/8/8/8/7K b - - 0 1", &[(0, 1)]),
        (Group::Shelter, "4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1", "4k3/8/8/8/8/5PPP/8/6K1 w - - 0 1", &[(1, 1), (2, -1), (9, 1), (10, -1), (17, 1), (18, -1)]),
        (Group::Storm, "4k3/8/6p1/8/8/8/8/6K1 w - - 0 1", "4k3/8/8/8/6p1/8/8/6K1 w - - 0 1", &[(3, -1), (5, 1)]),
        (Group::StormBlocked, "4k3/8/8/8/6p1/8/6P1/6K1 w - - 0 1", "4k3/8/8/8/8/6p1/6P1/6K1 w - - 0 1", &[(2, -1)]),
        (Group::KingDanger, "6k1/8/7Q/6N1/8/8/8/4K3 w - - 0 1", "6k1/8/8/8/8/8/NQ6/4K3 w - - 0 1", &[(20, -1), (33, 1)]),
        (Group::KingDanger, "6k1/8/8/6N1/8/8/1Q6/K2R4 w - - 0 1", "6k1/8/8/6N1/8/8/1Q6/K7 w - - 0 1", &[(29, -1), (36, 1)]),
        (Group::PawnThreat, "4k3/8/3n4/4P3/8/8/8/4K3 w - - 0 1", "4k3/8/4n3/4P3/8/8/8/4K3 w - - 0 1", &[(1, 1)]),
        (Group::MinorThreat, "4k3/8/3r4/8/4N3/8/8/4K3 w - - 0 1", "4k3/8/3r4/8/3N4/8/8/4K3 w - - 0 1", &[(3, 1)]),
        (Group::RookThreat, "4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1", "4k3/2p5/3n4/8/8/8/8/3RK3 w - - 0 1", &[(1, 1)]),
        (Group::KingThreat, "7k/8/3p4/3K4/8/8/8/8 w - - 0 1", "7k/4p3/3p4/3K4/8/8/8/8 w - - 0 1", &[(0, 1)]),
        (Group::Hanging, "7k/8/3n4/8/8/8/8/3RK3 w - - 0 1", "7k/2p5/3n4/8/8/8/8/3RK3 w - - 0 1", &[(0, 1)]),
        (Group::PushThreat, "7k/8/3n4/8/4P3/8/8/4K3 w - - 0 1", "7k/8/2n5/8/4P3/8/8/4K3 w - - 0 1", &[(0, 1)]),
        (Group::Restricted, "7k/8/3n4/8/8/1P6/8/4K3 w - - 0 1", "7k/8/3n4/8/8/7P/8/4K3 w - - 0 1", &[(0, 1)]),
        (Group::Space, "rnbqkbnr/8/8/8/3PP3/8/8/RNBQKBNR w - - 0 1", "rnbqkbnr/8/8/8/8/8/3PP3/RNBQKBNR w - - 0 1", &[(0, 20)]),
        (Group::Tempo, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 b - - 0 1", &[(0, 2)]),
        (Group::MateEdge, "7k/8/8/8/8/8/R7/4K3 w - - 0 1", "8/8/8/4k3/8/8/R7/4K3 w - - 0 1", &[(0, 6)]),
        (Group::MateKings, "7k/8/5K2/8/8/8/R7/8 w - - 0 1", "7k/8/8/8/8/8/R7/4K3 w - - 0 1", &[(0, 5)]),
        (Group::MateCorner, "7k/8/5K2/8/8/8/8/BN6 w - - 0 1", "k7/8/2K5/8/8/8/8/BN6 w - - 0 1", &[(0, 7)]),
    ];

    #[test]
    fn every_term_counts_what_it_is_for() {
        let placement = |group: Group| group.name().ends_with("placement");
        counting::check_counts(COUNTED, placement, |text| {
            let position = read(text);
            position.count_terms(&position.views())
        });
    }

    #[test]
    fn what_cannot_be_won_is_worth_nothing() {
        for (text, least, most) in [
            ("4k3/8/8/8/8/8/8/2N1KN2 w - - 0 1", 0, 0),
            ("4k3/8/8/8/8/8/3p4/2N1KB2 w - - 0 1", 1, 999),
            ("4k3/5p2/8/8/8/8/8/4KB2 w - - 0 1", 0, 0),
            ("4k1b1/8/8/8/8/8/8/4KR2 w - - 0 1", 1, 60),
            ("k7/8/8/P7/8/8/8/2B1K3 w - - 0 1", 0, 0),
            ("k7/8/8/P7/8/8/8/3BK3 w - - 0 1", 200, 999),
            ("8/8/4k3/8/8/8/8/3QK3 w - - 0 1", 900, 9999),
        ] {
            let value = read(text).evaluate();
            assert!((least..=most).contains(&value), "{text}: {value}");
        }
        let opposite = read("4k1b1/8/8/8/8/8/PP6/4K1B1 w - - 0 1").evaluate();
        let same = read("4k1b1/8/8/8/8/8/PP6/4KB2 w - - 0 1").evaluate();
        assert!(0 < opposite && 3 * opposite < 2 * same, "{opposite} {same}");
    }

    #[test]
    fn a_man_more_is_worth_more_and_the_start_is_even_but_for_the_move() {
        let start = read(Chess::INFO.start);
        assert!(start.explain().iter().all(|term| term.white == term.black || term.name == Group::Tempo.name()));
        let without_a_queen = read("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").evaluate();
        assert!((850..1200).contains(&without_a_queen), "{without_a_queen}");
    }

    #[test]
    fn captures_are_tried_by_victim_then_by_mover() {
        let position = read("3q1r1k/2P5/8/3Pp3/8/4N3/8/3R3K w - e6 0 1");
        let mut moves = Moves::new();
        position.generate(MoveClass::Noisy, &mut moves);
        moves.sort_by_key(|&m| -position.noisy_order(m));
        let order: Vec<_> = moves.iter().map(|&m| position.write_san(m)).collect();
        assert_eq!(order.first().map(String::as_str), Some("cxd8=Q"));
        assert_eq!(order.last().map(String::as_str), Some("dxe6"));
    }
}
