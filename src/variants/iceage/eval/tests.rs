use super::*;
use crate::game::keys::SplitMix;
use crate::game::weights::{Coefficients, Counted, Group as _, check_counts};
use crate::game::{Game, MoveClass, Position, Reading};
use crate::variants::common8x8::Moves;

fn read(text: &str) -> IceAge {
    IceAge::read(text, Reading::Strict).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Visits the positions of random games, over several Ice Ages.
fn random_positions(games: usize, visit: impl Fn(&IceAge)) -> usize {
    let mut random = SplitMix::new(11);
    let mut visited = 0;
    for _ in 0..games {
        let mut game = Game::new(read(IceAge::INFO.start));
        for _ in 0..130 {
            visit(game.position());
            visited += 1;
            let mut moves = Moves::new();
            game.position().generate(MoveClass::All, &mut moves);
            let Some(&m) = moves.get(random.below(moves.len().max(1))) else { break };
            game.play(m);
        }
    }
    visited
}

#[test]
fn the_coefficients_times_the_weights_are_the_value() {
    let visited = random_positions(60, |position| {
        let [white, black] = position.count_terms::<Coefficients<Group>>();
        let sum: Tapered = Group::all().map(|group| white.value(group) - black.value(group)).sum();
        assert_eq!(position.evaluate(), position.for_mover(position.blend(sum)), "{}", position.write());
    });
    assert!(visited > 2_000, "{visited}");
}

#[test]
fn the_men_alone_are_one_term() {
    random_positions(20, |position| {
        let [white, black] = position.count_terms::<Coefficients<Group>>();
        let sum = white.value(Group::Material) - black.value(Group::Material);
        assert_eq!(position.material(), position.for_mover(position.blend(sum)), "{}", position.write());
    });
}

/// A group and two positions: how much more often its weights count in the first, by their numbers.
#[rustfmt::skip]
const COUNTED: &[Counted<Group>] = &[
    (Group::Material, "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", &[(1, 1)]),
    (Group::KnightMobility, "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "4k3/3p4/p7/8/3N4/8/8/4K3 w - - 0 1", &[(5, -1), (8, 1)]),
    (Group::BishopMobility, "4k3/8/8/8/3B4/8/8/4K3 w - - 0 1", "4k3/8/8/2*1*3/3B4/2*1*3/8/4K3 w - - 0 1", &[(4, -1), (13, 1)]),
    (Group::RookMobility, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/*7/R*2K3 w - - 0 1", &[(2, -1), (10, 1)]),
    (Group::QueenMobility, "4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/**6/Q*2K3 w - - 0 1", &[(3, -1), (27, 1)]),
    (Group::BishopPair, "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", &[(0, 1)]),
    // Nearer to the ice, and only without a neighbour.
    (Group::Lonely, "4k3/8/8/8/3N4/8/8/4K3 w - - 0 16", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 20", &[(8, 1), (11, -1)]),
    (Group::Lonely, "4k3/8/8/8/3NP3/8/8/4K3 w - - 0 20", "4k3/8/8/8/3N1P2/8/8/4K3 w - - 0 20", &[(5, -1), (11, -1)]),
    (Group::Lonely, "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 20", "4k3/4p3/8/8/4P3/8/8/4K3 w - - 0 20", &[(5, -1), (35, -1)]),
    (Group::LonelyMany, "4k3/8/8/8/8/2NN4/8/4K3 w - - 0 20", "4k3/8/8/8/3N4/1N6/8/4K3 w - - 0 20", &[(5, -2)]),
    (Group::ClosingLines, "4k3/8/8/8/8/8/8/R3K3 w - - 0 2", "4k3/8/8/8/8/8/8/R3K3 w - - 0 19", &[(0, 10), (4, -10)]),
    (Group::ClosingLines, "4k3/8/8/8/8/8/*7/R*2K3 w - - 0 19", "4k3/8/8/8/8/8/8/R3K3 w - - 0 19", &[(4, -10)]),
    (Group::KingLines, "4k3/8/8/8/8/8/3***2/3*K*2 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", &[(0, -15)]),
    (Group::Company, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", &[(0, 1)]),
    (Group::KingDanger, "6k1/8/7Q/6N1/8/8/8/4K3 w - - 0 1", "6k1/8/8/8/8/8/NQ6/4K3 w - - 0 1", &[(14, -1), (31, 1)]),
    (Group::KingDanger, "6k1/8/7Q/6N1/8/8/8/4K3 w - - 0 1", "6k1/6*1/7Q/8/8/8/8/N3K3 w - - 0 1", &[(19, -1), (31, 1)]),
    (Group::Doubled, "4k3/8/8/8/8/2P5/1P6/4K3 w - - 0 1", "4k3/8/8/8/8/1P6/1P6/4K3 w - - 0 1", &[(0, -1)]),
    (Group::Isolated, "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", "4k3/8/8/8/8/8/P1P5/4K3 w - - 0 1", &[(0, -2)]),
    (Group::Held, "4k3/8/8/8/8/2P5/1P6/4K3 w - - 0 1", "4k3/8/8/8/8/8/1PP5/4K3 w - - 0 1", &[(0, 1)]),
    (Group::Passed, "4k3/8/8/2P5/8/8/8/4K3 w - - 0 1", "4k3/1p6/8/2P5/8/8/8/4K3 w - - 0 1", &[(4, 1)]),
    (Group::Passed, "4k3/8/2P5/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/2P5/8/8/8/4K3 w - - 0 1", &[(4, -1), (5, 1)]),
    (Group::PawnThreat, "4k3/8/3n4/4P3/8/8/8/4K3 w - - 0 1", "4k3/8/4n3/4P3/8/8/8/4K3 w - - 0 1", &[(0, 1)]),
    (Group::MinorThreat, "4k3/8/3r4/8/4N3/8/8/4K3 w - - 0 1", "4k3/8/3r4/8/3N4/8/8/4K3 w - - 0 1", &[(1, 1)]),
    (Group::RookThreat, "4k3/8/3q4/8/8/8/8/3RK3 w - - 0 1", "4k3/8/3q4/3*4/8/8/8/3RK3 w - - 0 1", &[(0, 1)]),
    (Group::Hanging, "7k/8/3n4/8/8/8/8/3RK3 w - - 0 1", "7k/2p5/3n4/8/8/8/8/3RK3 w - - 0 1", &[(0, 1)]),
    (Group::Tempo, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 b - - 0 1", &[(0, 2)]),
];

#[test]
fn every_term_counts_what_it_is_for() {
    let placement = |group: Group| group.name().ends_with("placement");
    check_counts(COUNTED, placement, |text| read(text).count_terms());
}

#[test]
fn the_start_is_even_but_for_the_move() {
    let start = read(IceAge::INFO.start);
    assert!(start.explain().iter().all(|term| term.white == term.black || term.name == Group::Tempo.name()));
    assert_eq!(start.material(), 0);
    let without_a_queen = IceAge::INFO.start.replacen('q', "*", 1);
    assert!((700..1000).contains(&read(&without_a_queen).material()));
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
