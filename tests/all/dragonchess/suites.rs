//! The suites of Dragonchess: mates, proved again where that is cheap, and best moves.

use super::data_lines;
use crate::mates;
use std::collections::HashSet;
use ziggurat::game::suite::{Entry, entries};
use ziggurat::game::{Position, Reading};
use ziggurat::variants::dragonchess::{Dragonchess, Move};

const MATES: &str = include_str!("../../../positions/dragonchess.mates");
const BEST_MOVES: &str = include_str!("../../../positions/dragonchess.epd");

fn position(entry: &Entry) -> Dragonchess {
    Dragonchess::read(entry.position, Reading::Strict).unwrap_or_else(|e| panic!("line {}: {e}", entry.line))
}

fn best_move(entry: &Entry) -> Move {
    let best = entry.item("bm").and_then(|san| position(entry).read_san(san).ok());
    best.unwrap_or_else(|| panic!("line {}: bm", entry.line))
}

#[test]
fn mates_in_one_and_two_have_the_one_solution_that_is_told() {
    mates::are_proved::<Dragonchess>(MATES, 2);
}

#[test]
fn mates_are_found() {
    mates::are_found("dragonchess", MATES);
}

#[test]
fn suites_have_thirty_different_positions_with_a_best_move() {
    for suite in [MATES, BEST_MOVES] {
        let different: HashSet<_> = data_lines(suite).collect();
        assert_eq!(different.len(), 30);
        for entry in &entries(suite).unwrap() {
            let position = position(entry);
            assert!(position.is_legal(best_move(entry)), "line {}", entry.line);
        }
    }
}
