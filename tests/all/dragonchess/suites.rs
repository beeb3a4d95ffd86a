//! The suites of Dragonchess: mates, proved again where that is cheap, and best moves.

use super::data_lines;
use std::collections::HashSet;
use std::sync::Arc;
use ziggurat::game::registry;
use ziggurat::game::suite::{Entry, entries};
use ziggurat::game::{MoveClass, Position, Reading};
use ziggurat::search::{Control, Limits, Report, Resources, Score};
use ziggurat::variants::dragonchess::{Dragonchess, Move};

const MATES: &str = include_str!("../../../positions/dragonchess.mates");
const BEST_MOVES: &str = include_str!("../../../positions/dragonchess.epd");

fn position(entry: &Entry) -> Dragonchess {
    Dragonchess::read(entry.position, Reading::Strict).unwrap_or_else(|e| panic!("line {}: {e}", entry.line))
}

fn moves_to_mate(entry: &Entry) -> u32 {
    entry.item("dm").and_then(|moves| moves.parse().ok()).unwrap_or_else(|| panic!("line {}: dm", entry.line))
}

fn best_move(entry: &Entry) -> Move {
    let best = entry.item("bm").and_then(|san| position(entry).read_san(san).ok());
    best.unwrap_or_else(|| panic!("line {}: bm", entry.line))
}

fn moves(position: &Dragonchess) -> Vec<Move> {
    let mut moves = <Dragonchess as Position>::Moves::default();
    position.generate(MoveClass::All, &mut moves);
    moves.to_vec()
}

fn after(position: &Dragonchess, m: Move) -> Dragonchess {
    let mut after = position.clone();
    after.play(m);
    after
}

/// Is the side to move mated, or mated in `left` more moves of the other side, whatever it plays?
fn is_lost(position: &Dragonchess, left: u32) -> bool {
    let moves = moves(position);
    if moves.is_empty() { position.in_check() } else { left > 0 && moves.iter().all(|&m| mates(&after(position, m), left)) }
}

/// Can the side to move mate in at most `left` moves?
fn mates(position: &Dragonchess, left: u32) -> bool {
    left > 0 && moves(position).into_iter().any(|m| wins(position, m, left))
}

/// Does the move mate in at most `left` moves? The last of them must give check.
fn wins(position: &Dragonchess, m: Move, left: u32) -> bool {
    let after = after(position, m);
    (left > 1 || after.in_check()) && is_lost(&after, left - 1)
}

#[test]
fn mates_in_one_and_two_have_the_one_solution_that_is_told() {
    for entry in entries(MATES).unwrap().iter().filter(|entry| moves_to_mate(entry) <= 2) {
        let (position, left) = (position(entry), moves_to_mate(entry));
        let solutions: Vec<_> = moves(&position).into_iter().filter(|&m| wins(&position, m, left)).collect();
        assert_eq!(solutions, [best_move(entry)], "line {}", entry.line);
        assert!(!mates(&position, left - 1), "line {}: a shorter mate", entry.line);
    }
}

#[test]
fn mates_are_found() {
    let mut engine = (registry::find("dragonchess").unwrap().engine)();
    let resources = Arc::new(Resources::new(1, 1).unwrap());
    for entry in &entries(MATES).unwrap() {
        engine.referee_mut().set_position(Some(entry.position), Reading::Strict, &[]).unwrap();
        engine.forget();
        resources.clear();
        let (moves, mut found) = (moves_to_mate(entry), None);
        let limits = Limits { mate: Some(moves), ..Limits::default() };
        let job = engine.prepare(limits, &resources, &Arc::<Control>::default()).unwrap();
        let best = job(&mut |report: &Report| found = Some(report.score)).best;
        assert_eq!(found, Some(Score::Mate(moves as i32)), "line {}", entry.line);
        assert_eq!(best, entry.item("bm").map(|san| engine.referee().read_san(san).unwrap()), "line {}", entry.line);
    }
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
