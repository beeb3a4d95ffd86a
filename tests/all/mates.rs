//! Suites of mates (`<variant>.mates`), proved by a full-width search and found by the engine.

use std::sync::Arc;
use ziggurat::game::registry;
use ziggurat::game::suite::{Entry, entries};
use ziggurat::game::{MoveClass, Position, Reading, Side};
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

/// Has a side won here?
fn is_won<P: Position>(position: &P, winner: Side) -> bool {
    match position.king_loss() {
        Some(outcome) => outcome.winner == Some(winner),
        None => position.stuck().winner == Some(winner) && position.count_moves() == 0,
    }
}

/// A full-width proof that a side wins or does not. It remembers the replies that last refuted a move, by the moves left.
struct Proof<M> {
    winner: Side,
    refutations: Vec<Option<M>>,
}

impl<M: Copy + PartialEq> Proof<M> {
    fn new<P: Position<Move = M>>(position: &P, left: u32) -> Proof<M> {
        Proof { winner: position.side(), refutations: vec![None; left as usize + 1] }
    }

    /// Can the side to move win in at most `left` moves?
    fn wins<P: Position<Move = M>>(&mut self, position: &P, left: u32) -> bool {
        left > 0 && moves(position).into_iter().any(|m| self.move_wins(position, m, left))
    }

    /// Does the move win in at most `left` moves, whatever is answered?
    fn move_wins<P: Position<Move = M>>(&mut self, position: &P, m: M, left: u32) -> bool {
        let answered = after(position, m);
        if left == 1 || is_won(&answered, self.winner) {
            return is_won(&answered, self.winner);
        }
        let mut replies = moves(&answered);
        let last = self.refutations[left as usize];
        replies.sort_by_key(|&reply| Some(reply) != last);
        let refutes = |&reply: &M| {
            let next = after(&answered, reply);
            !is_won(&next, self.winner) && !self.wins(&next, left - 1)
        };
        let any_reply = !replies.is_empty();
        let refutation = replies.into_iter().find(refutes);
        self.refutations[left as usize] = refutation.or(last);
        any_reply && refutation.is_none()
    }
}

/// Each line of at most `most` moves has the one solution that is told, and no shorter one.
pub fn are_proved<P: Position>(suite: &str, most: u32) {
    for entry in entries(suite).unwrap().iter().filter(|entry| moves_to_mate(entry) <= most) {
        let position = P::read(entry.position, Reading::Strict).unwrap_or_else(|e| panic!("line {}: {e}", entry.line));
        let left = moves_to_mate(entry);
        let best = entry.item("bm").unwrap_or_else(|| panic!("line {}: bm", entry.line));
        let mut proof = Proof::new(&position, left);
        let solutions = moves(&position).into_iter().filter(|&m| proof.move_wins(&position, m, left));
        let solutions: Vec<_> = solutions.map(|m| position.write_san(m)).collect();
        assert_eq!(solutions, [best], "line {}", entry.line);
        assert!(!Proof::new(&position, left).wins(&position, left - 1), "line {}: a shorter mate", entry.line);
    }
}

/// The engine finds each of at most `most` moves, at its length.
pub fn are_found(variant: &str, suite: &str, most: u32) {
    let mut engine = (registry::find(variant).unwrap().engine)();
    let resources = Arc::new(Resources::new(1, 1).unwrap());
    for entry in entries(suite).unwrap().iter().filter(|entry| moves_to_mate(entry) <= most) {
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
