use super::*;
use crate::game::keys::SplitMix;
use crate::game::weights::{Coefficients, Counted, Group as _, check_counts};
use crate::game::{Game, MoveClass, Position, Reading};

const START: &str = Gnome::INFO.start;

fn read(text: &str) -> Gnome {
    Gnome::read(text, Reading::Strict).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Visits the positions of random games.
fn random_positions(games: usize, mut visit: impl FnMut(&Gnome)) {
    let mut random = SplitMix::new(11);
    for _ in 0..games {
        let mut game = Game::new(read(START));
        for _ in 0..100 {
            visit(game.position());
            let mut moves = <Gnome as Position>::Moves::new();
            game.position().generate(MoveClass::All, &mut moves);
            let Some(&m) = moves.get(random.below(moves.len().max(1))) else { break };
            game.play(m);
        }
    }
}

#[test]
fn the_coefficients_times_the_weights_are_the_value() {
    random_positions(40, |position| {
        let [white, black] = position.count_terms::<Coefficients<Group>>();
        let sum: Tapered = Group::all().map(|group| white.value(group) - black.value(group)).sum();
        let value = sum.at(position.board.phase(), PHASE) * if position.board.side == Side::White { 1 } else { -1 };
        assert_eq!(position.standing_value(), value, "{}", position.write());
        assert_eq!(position.reflected().standing_value(), value, "{}: the mirror image", position.write());
    });
}

#[test]
fn the_balance_is_the_sum_of_the_values_of_all_men() {
    random_positions(20, |position| {
        let of = |side: Side| -> i32 {
            let men = position.board.piles().flat_map(|(_, pile)| pile.men());
            men.filter(|man| man.side() == side).map(value_of).sum()
        };
        assert_eq!(position.board.balance(Side::White), of(Side::White) - of(Side::Black), "{}", position.write());
    });
}

#[test]
fn the_start_is_even_but_for_the_move_and_the_veto() {
    let start = read(START);
    assert_eq!(start.board.phase(), PHASE);
    let uneven = |term: &EvalTerm| term.white != term.black;
    let names: Vec<_> = start.terms().iter().filter(|term| uneven(term)).map(|term| term.name).collect();
    assert_eq!(names, [Group::Veto.name(), Group::Tempo.name()]);
}

/// The terms of a board, White to move unless the text says more.
fn count(board: &str) -> [Coefficients<Group>; 2] {
    let position = if board.contains(' ') { read(board) } else { read(&format!("{board} w - - w1 - 0 1")) };
    position.count_terms()
}

/// A group and two boards: how much more often its weights count in the first, by their numbers.
#[rustfmt::skip]
const COUNTED: &[Counted<Group>] = &[
    (Group::Material, "7k/8/8/8/3N4/8/8/K7", "7k/8/8/8/3P4/8/8/K7", &[(0, -1), (1, 1)]),
    (Group::Wounded, "7k/8/8/8/4B!3/8/8/K7", "7k/8/8/8/8/8/8/K7", &[(0, 1)]),
    (Group::Centre, "7k/8/8/8/3N4/8/8/K7", "7k/8/8/8/7N/8/8/K7", &[(1, 3)]),
    (Group::PawnRank, "7k/1P6/8/8/8/8/8/K7", "7k/8/8/1P6/8/8/8/K7", &[(4, -1), (6, 1)]),
    (Group::Riding, "7k/8/8/8/3(RN)4/8/8/K7", "7k/8/8/8/3(rN)4/8/8/K7", &[(2, 1), (3, -1)]),
    (Group::Riding, "7k/8/8/8/8/8/8/(RK)7", "7k/8/8/8/8/8/8/KR6", &[(10, 1)]),
    (Group::Load, "7k/8/8/8/3(Rn)4/8/8/K7", "7k/8/8/8/3(RN)4/8/8/K7", &[(0, -1), (1, 1)]),
    (Group::Mobility, "6k1/8/8/8/3B4/8/8/K7", "6k1/8/8/2P1P3/3B4/2P1P3/8/K7", &[(2, 12)]),
    (Group::Mobility, "7k/8/8/8/3N4/8/8/K7", "7k/3p4/8/8/3N4/8/8/K7", &[(1, 2)]),
    (Group::Hanging, "7k/8/8/8/3N4/8/1N6/K7", "7k/3r4/8/8/3N4/8/1N6/K7", &[(1, -1)]),
    (Group::Hanging, "6k1/3r4/8/8/3N3R/8/8/K7", "6k1/3r4/8/8/3N4/7R/8/K7", &[(1, -1)]),
    (Group::Footing, "7k/8/8/8/3(RN)4/8/8/K7", "7k/3q4/8/8/3(RN)4/8/8/K7", &[(0, -1)]),
    (Group::Blast, "7k/8/8/3nn3/3Q4/8/8/K7", "7k/8/8/3nn3/3(RQ)4/8/8/K7", &[(1, 2)]),
    (Group::Blast, "7k/8/8/3nn3/3Q4/8/8/K7", "7k/8/8/3NN3/3Q4/8/8/K7", &[(1, 2), (4, -2)]),
    (Group::Hostage, "7k/8/8/8/8/8/8/K1Q5", "7k/8/8/8/8/8/8/KQ6", &[(0, -1)]),
    (Group::Hostage, "7k/8/8/8/8/8/8/(RK)Q6", "7k/8/8/8/8/8/8/KQ6", &[(0, -1)]),
    (Group::KingZone, "7k/8/8/8/8/8/8/K7", "7k/8/8/8/8/1r6/8/K7", &[(0, 1), (2, -1)]),
    (Group::Veto, "7k/8/8/8/8/8/8/K7 w - - w0 - 0 1", "7k/8/8/8/8/8/8/K7 w - - w1 - 0 1", &[(0, 1), (1, -1)]),
    (Group::Veto, "7k/8/8/8/8/8/8/K7 w - - w1 - 0 1", "7k/8/8/8/8/8/8/K7 w - - b1 - 0 1", &[(1, 2)]),
    (Group::Tempo, "7k/8/8/8/8/8/8/K7 w - - w1 - 0 1", "7k/8/8/8/8/8/8/K7 b - - w1 - 0 1", &[(0, 2)]),
];

#[test]
fn every_term_counts_what_it_is_for() {
    check_counts(COUNTED, |_| false, count);
}

#[test]
fn a_capture_that_can_be_vetoed_is_not_believed() {
    let start = read("7k/8/8/3q4/8/8/8/K2R4 w - - b0 - 0 1");
    let after = |start: &Gnome| {
        let mut position = *start;
        position.make(position.move_from_text("d1d5").unwrap());
        position.value()
    };
    let free = Gnome { holder: Side::White, ..start };
    assert!(after(&start) > after(&free) + 300, "{} {}", after(&start), after(&free));
}
