//! The mates of Gnome Chess, proved again where that is cheap, all vetoes tried.

use super::{data_lines, legal_moves, read};
use std::collections::HashSet;
use std::sync::Arc;
use ziggurat::game::suite::{Entry, entries};
use ziggurat::game::{Position, Reading, registry};
use ziggurat::search::{Control, Limits, Report, Resources, Score};
use ziggurat::variants::gnome::{Gnome, GnomeMove};

const MATES: &str = include_str!("../../../positions/gnome.mates");

fn moves_to_mate(entry: &Entry) -> u32 {
    entry.item("dm").and_then(|moves| moves.parse().ok()).unwrap_or_else(|| panic!("line {}: dm", entry.line))
}

fn best_move(entry: &Entry) -> GnomeMove {
    let best = entry.item("bm").and_then(|san| read(entry.position).read_san(san).ok());
    best.unwrap_or_else(|| panic!("line {}: bm", entry.line))
}

fn after(position: &Gnome, m: GnomeMove) -> Gnome {
    let mut after = *position;
    after.play(m);
    after
}

/// Is the side to move mated, or mated in `left` more moves of the other side, whatever it plays or vetoes?
pub fn is_lost(position: &Gnome, left: u32) -> bool {
    if left == 0 && !position.in_check() {
        return false;
    }
    let moves = legal_moves(position);
    if moves.is_empty() { position.in_check() } else { left > 0 && moves.iter().all(|&m| mates(&after(position, m), left)) }
}

/// Can the side to move mate in at most `left` moves?
pub fn mates(position: &Gnome, left: u32) -> bool {
    left > 0 && legal_moves(position).into_iter().any(|m| is_lost(&after(position, m), left - 1))
}

/// The moves that mate in at most `left`.
pub fn solutions(position: &Gnome, left: u32) -> Vec<GnomeMove> {
    legal_moves(position).into_iter().filter(|&m| is_lost(&after(position, m), left - 1)).collect()
}

#[test]
fn mates_in_one_and_two_have_the_one_solution_that_is_told() {
    for entry in entries(MATES).unwrap().iter().filter(|entry| moves_to_mate(entry) <= 2) {
        let (position, left) = (read(entry.position), moves_to_mate(entry));
        assert_eq!(solutions(&position, left), [best_move(entry)], "line {}", entry.line);
        assert!(!mates(&position, left - 1), "line {}: a shorter mate", entry.line);
    }
}

#[test]
fn mates_are_found() {
    let mut engine = (registry::find("gnome").unwrap().engine)();
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
fn twenty_different_mates() {
    let different: HashSet<_> = data_lines(MATES).collect();
    assert_eq!(different.len(), 20);
}
