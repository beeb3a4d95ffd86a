//! Ice Age Chess as its users see it.

mod rules;
mod search;

use super::positions::text;
use super::{mates, selfplay};
use std::collections::BTreeSet;
use ziggurat::game::contract::{Effort, check};
use ziggurat::game::keys::SplitMix;
use ziggurat::game::perft::perft;
use ziggurat::game::referee::TurnReferee;
use ziggurat::game::suite::entries;
use ziggurat::game::{Game, MoveClass, Position, Reading, Referee, Side};
use ziggurat::variants::common8x8::Moves;
use ziggurat::variants::iceage::IceAge;

/// The game from a text (`None`: the start) after moves.
fn game(text: Option<&str>, moves: &str) -> TurnReferee<IceAge> {
    let mut referee = TurnReferee::new();
    let moves: Vec<_> = moves.split_whitespace().collect();
    referee.set_position(text, Reading::Strict, &moves).unwrap_or_else(|e| panic!("{text:?} {moves:?}: {e}"));
    referee
}

fn outcome(text: Option<&str>, moves: &str) -> Option<String> {
    game(text, moves).outcome().map(|outcome| outcome.to_string())
}

fn text_after(text: &str, moves: &str) -> String {
    game(Some(text), moves).text()
}

fn legal(text: &str) -> BTreeSet<String> {
    game(Some(text), "").legal_moves(false).moves.into_iter().map(|m| m.text).collect()
}

/// What follows the origin in the moves from a square, in order, by one blank each.
fn goes(text: &str, origin: &str) -> String {
    let found: Vec<_> = legal(text).iter().filter_map(|m| m.strip_prefix(origin)).map(String::from).collect();
    found.join(" ")
}

fn read(text: &str) -> IceAge {
    IceAge::read(text, Reading::Strict).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn moves(position: &IceAge) -> Moves {
    let mut moves = Moves::new();
    position.generate(MoveClass::All, &mut moves);
    moves
}

/// Does the Ice Age fall with the next move?
fn ice_is_due(position: &IceAge) -> bool {
    let text = position.write();
    let number: u32 = text.rsplit(' ').next().and_then(|number| number.parse().ok()).expect("a full-move number");
    position.side() == Side::Black && number.is_multiple_of(20)
}

/// Texts out of the bench and, some of them, with the ice at hand.
fn texts() -> Vec<String> {
    let bench = text("iceage.bench");
    let lines = bench.lines().filter(|line| !line.starts_with('#')).map(String::from);
    let about_to_freeze = [
        "r3k2r/p1pp1pb1/bn2*np1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 20",
        "b1*k4/Q1*5/4p3/2p1*p2/2p1Pr2/1pPP1P1P/R4*2/2K3*B b - - 3 40",
    ];
    lines.chain(about_to_freeze.map(String::from)).collect()
}

#[test]
fn the_contract_is_kept() {
    let texts = texts();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    check::<IceAge>(&texts, Effort { games: 3, plies: 90 });
}

#[test]
fn the_counts_from_the_start_are_those_of_the_rules() {
    let start = read(IceAge::INFO.start);
    let counts: Vec<_> = (1..=5).map(|depth| perft(&start, depth)).collect();
    assert_eq!(counts, [18, 324, 6264, 121_094, 2_514_718]);
}

#[test]
fn the_suite_is_counted_right() {
    for entry in entries(&text("iceage.perft")).unwrap() {
        for (depth, leaves) in super::positions::counts(&entry).into_iter().filter(|&(_, leaves)| leaves <= 200_000) {
            assert_eq!(perft(&read(entry.position), depth), leaves, "{}: perft({depth})", entry.position);
        }
    }
}

#[test]
fn mates_have_the_one_solution_that_is_told() {
    mates::are_proved::<IceAge>(&text("iceage.mates"), 3);
}

#[test]
fn mates_are_found() {
    mates::are_found("iceage", &text("iceage.mates"));
}

#[test]
fn self_play_breaks_nothing() {
    selfplay::check::<IceAge>();
}

/// What the Ice Age makes of a board, square by square as rule 3 says it. Ranks from the eighth down, files from a.
fn frozen(board: &str) -> String {
    let expand = |c: char| c.to_digit(10).map_or(c.to_string(), |run| "1".repeat(run as usize));
    let ranks: Vec<Vec<char>> =
        board.split('/').map(|rank| rank.chars().flat_map(|c| expand(c).chars().collect::<Vec<_>>()).collect()).collect();
    let is_man = |file: i32, rank: i32| {
        let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
        on_board.then(|| ranks[rank as usize][file as usize].is_ascii_alphabetic())
    };
    let square = |file: i32, rank: i32| match ranks[rank as usize][file as usize] {
        '1' => {
            let closed = [(0, 1), (1, 0), (0, -1), (-1, 0)].iter().all(|(f, r)| is_man(file + f, rank + r) != Some(false));
            if closed { '1' } else { '*' }
        }
        '*' => '*',
        man => {
            let around = (-1..=1).flat_map(|f| (-1..=1).map(move |r| (f, r))).filter(|&step| step != (0, 0));
            let lonely = around.into_iter().all(|(f, r)| is_man(file + f, rank + r) != Some(true));
            if lonely { '*' } else { man }
        }
    };
    let rank = |rank: i32| (0..8).map(|file| square(file, rank)).collect::<String>();
    (0..8).map(rank).collect::<Vec<_>>().join("/")
}

/// Every run of empty squares as so many ones.
fn in_ones(board: &str) -> String {
    board.chars().map(|c| c.to_digit(10).map_or(c.to_string(), |run| "1".repeat(run as usize))).collect()
}

#[test]
fn the_ice_age_is_the_rules_square_by_square_and_never_brings_check() {
    let mut random = SplitMix::new(20);
    let (mut ages, mut kings) = (0, 0);
    for _ in 0..400 {
        let mut game = Game::new(read(IceAge::INFO.start));
        // Moves of men that have left home scatter them, which gives the ice something to freeze.
        for _ in 0..160 {
            let position = *game.position();
            let moves = moves(&position);
            let Some(&m) = moves.get(random.below(moves.len().max(1))) else { break };
            let text = position.write();
            game.play(m);
            if ice_is_due(&position) {
                // The same move at another number shows the board on which the ice falls.
                let (rest, number) = text.rsplit_once(' ').unwrap();
                let mut without = read(&format!("{rest} {}", number.parse::<u32>().unwrap() + 1));
                without.play(m);
                let (before, after) = (without.write(), game.position().write());
                let boards = [&before, &after].map(|text| text.split(' ').next().unwrap());
                assert_eq!(in_ones(boards[1]), frozen(boards[0]), "{text}");
                assert!(without.in_check() || !game.position().in_check(), "{text}: the ice gives check");
                ages += 1;
                kings += usize::from(game.position().king_loss().is_some());
            }
        }
    }
    assert!(ages > 300 && kings > 20, "{ages} Ice Ages, {kings} with a frozen king");
}
