//! Suites of mates (`<variant>.mates`), proved by a full-width search and found by the engine.

use std::sync::Arc;
use ziggurat::game::registry;
use ziggurat::game::suite::{Entry, entries};
use ziggurat::game::{MoveClass, Outcome, Position, Reading};
use ziggurat::search::{Control, Limits, Report, Resources, Score};

fn moves_to_mate(entry: &Entry) -> u32 {
    entry.item("dm").and_then(|moves| moves.parse().ok()).unwrap_or_else(|| panic!("line {}: dm", entry.line))
}

fn moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = P::Moves::default();
    position.generate(MoveClass::All, &mut moves);
    moves.to_vec()
}

fn after<P: Position>(position: &P, m: P::Move) -> P {
    let mut after = position.clone();
    after.play(m);
    after
}

/// The result that the board alone shows.
fn outcome<P: Position>(position: &P) -> Option<Outcome> {
    position.king_loss().or_else(|| (position.count_moves() == 0).then(|| position.stuck()))
}

/// Can the side to move win in at most `left` moves?
fn wins<P: Position>(position: &P, left: u32) -> bool {
    left > 0 && moves(position).into_iter().any(|m| move_wins(position, m, left))
}

/// Does the move win in at most `left` moves, whatever is answered?
fn move_wins<P: Position>(position: &P, m: P::Move, left: u32) -> bool {
    let winner = Some(position.side());
    let answered = after(position, m);
    if let Some(outcome) = outcome(&answered) {
        return outcome.winner == winner;
    }
    left > 1
        && moves(&answered).into_iter().all(|reply| {
            let next = after(&answered, reply);
            outcome(&next).map_or_else(|| wins(&next, left - 1), |outcome| outcome.winner == winner)
        })
}

/// Each line of at most `most` moves has the one solution that is told, and no shorter one.
pub fn are_proved<P: Position>(suite: &str, most: u32) {
    for entry in entries(suite).unwrap().iter().filter(|entry| moves_to_mate(entry) <= most) {
        let position = P::read(entry.position, Reading::Strict).unwrap_or_else(|e| panic!("line {}: {e}", entry.line));
        let left = moves_to_mate(entry);
        let best = entry.item("bm").unwrap_or_else(|| panic!("line {}: bm", entry.line));
        let solutions = moves(&position).into_iter().filter(|&m| move_wins(&position, m, left));
        let solutions: Vec<_> = solutions.map(|m| position.write_san(m)).collect();
        assert_eq!(solutions, [best], "line {}", entry.line);
        assert!(!wins(&position, left - 1), "line {}: a shorter mate", entry.line);
    }
}

/// The engine finds each, at its length.
pub fn are_found(variant: &str, suite: &str) {
    let mut engine = (registry::find(variant).unwrap().engine)();
    let resources = Arc::new(Resources::new(1, 1).unwrap());
    for entry in &entries(suite).unwrap() {
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
