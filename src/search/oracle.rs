//! The search, checked: with all heuristics off, a search to a fixed depth has the value of plain minimax,
//! whatever the table remembers or forgets, and whether or not a variant says what taking a move back is worth.

use super::history::History;
use super::quiescence::horizon;
use super::root::{News, Root};
use super::run::{Rigour, Run};
use super::table::Table;
use super::worker::{Worker, value_of};
use super::{Control, DRAW, Evaluation, Limits, Value};
use crate::game::{Game, MoveClass, Position, Reading};

/// Sizes of the table in clusters: so small that it forgets nearly everything, and so large that it forgets nothing.
const TABLES: [usize; 3] = [1, 64, 1 << 16];

/// Compares the search of positions to every depth up to `depth`, without quiescence and with a short one,
/// with plain minimax: the best value, and the value of every first move.
///
/// # Panics
/// At the first difference, with the position; and if a position has no legal move.
pub fn check<P: Position>(texts: &[&str], depth: u32) {
    for text in texts {
        let position = P::read(text, Reading::Strict).unwrap_or_else(|e| panic!("{text}: {e}"));
        check_game(&Game::new(position), depth);
    }
}

/// The same for a game in progress, whose last move may perhaps be taken back.
///
/// # Panics
/// As [`check`] does.
pub fn check_game<P: Position>(game: &Game<P>, depth: u32) {
    let text = game.position().write();
    for (quiescence, depth) in [(0, depth as i32), (2, depth as i32 - 1)] {
        let expected: Vec<_> = (1..=depth).map(|depth| Minimax { quiescence }.root(game, depth)).collect();
        for (literal, clusters) in [false, true].into_iter().flat_map(|literal| TABLES.map(|clusters| (literal, clusters))) {
            let rigour = Rigour { plain: true, literal, quiescence };
            for lines in [1, usize::MAX] {
                let found = search(game, rigour, depth as u32, clusters, lines);
                for (found, expected) in found.iter().zip(&expected) {
                    let expected = &expected[..found.len()];
                    assert_eq!(found, expected, "{text}: {rigour:?}, {clusters} clusters, depth {depth}");
                }
                assert_eq!(found.len(), expected.len());
            }
        }
    }
}

/// The values of the best lines at every depth, as the search has them.
fn search<P: Position>(game: &Game<P>, rigour: Rigour, depth: u32, clusters: usize, lines: usize) -> Vec<Vec<Value>> {
    let table = Table::with_clusters(clusters).unwrap_or_else(|| panic!("no memory for {clusters} clusters"));
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let control = Control::default();
    let run = Run::new(&table, &limits, &control, game.position().side(), rigour);
    let mut history = History::new::<P>();
    let mut worker = Worker::new(&run, &mut history, game);
    let mut root = Root::new(game, &[], lines, &mut worker);
    let mut values = Vec::new();
    worker.think(&mut root, 1, &mut |_, news| {
        if let News::Lines(root) = news {
            root.best_lines().for_each(|line| check_line(game, line.line));
            values.push(root.best_lines().map(|line| line.value).collect());
        }
    });
    values
}

/// A line is made of legal moves.
fn check_line<P: Position>(game: &Game<P>, line: &[P::Move]) {
    let mut position = game.position().clone();
    for &m in line {
        assert!(position.is_legal(m), "{}: {m:?} in the line {line:?}", game.position().write());
        position.play(m);
    }
}

/// Minimax as the textbooks have it: no window, no order, no memory but the game's own.
struct Minimax {
    quiescence: i32,
}

impl Minimax {
    /// The values of the first moves, best first.
    fn root<P: Position>(&self, game: &Game<P>, depth: i32) -> Vec<Value> {
        let mut values: Vec<_> = children(game, MoveClass::All).map(|child| -self.value(&child, game, depth - 1, 1)).collect();
        values.sort_unstable_by(|a, b| b.cmp(a));
        values
    }

    fn value<P: Position>(&self, game: &Game<P>, root: &Game<P>, depth: i32, ply: usize) -> Value {
        let position = game.position();
        if let Some(value) = over(game, root, ply) {
            return value;
        }
        let standing = match depth {
            1.. => None,
            _ if !P::TRAITS.stand_pat || -depth >= self.quiescence => {
                return horizon(position, position.in_danger(), ply, evaluate);
            }
            _ if position.in_danger() => None,
            _ => Some(evaluate(position)),
        };
        let class = if standing.is_some() { MoveClass::Noisy } else { MoveClass::All };
        let values = children(game, class).map(|child| -self.value(&child, root, depth - 1, ply + 1));
        let stuck = || value_of(position.stuck(), position.side(), ply);
        values.chain(standing).max().unwrap_or_else(stuck)
    }
}

fn evaluate<P: Position>(position: &P) -> Value {
    Evaluation::Full.of(position)
}

/// The value of a game that is over by what can be seen without its moves, or drawn and not stuck.
/// Standing twice in the tree is enough for a repetition.
fn over<P: Position>(game: &Game<P>, root: &Game<P>, ply: usize) -> Option<Value> {
    let position = game.position();
    let in_tree = &game.keys()[(root.keys().len() - 1).min(game.keys().len() - 1)..];
    let mut past = in_tree.iter().rev().skip(1).take(position.reversible_plies());
    let repeated = past.any(|&key| key == position.repetition_key()) || game.repetitions() >= 3;
    let outcome = match position.king_loss() {
        Some(outcome) => outcome,
        None if !repeated && position.board_draw().is_none_or(|reason| Some(reason) == root.position().board_draw()) => {
            return None;
        }
        None if position.count_moves() == 0 => position.stuck(),
        None => return Some(DRAW),
    };
    Some(value_of(outcome, position.side(), ply))
}

fn children<P: Position>(game: &Game<P>, class: MoveClass) -> impl Iterator<Item = Game<P>> {
    let mut moves = P::Moves::default();
    game.position().generate(class, &mut moves);
    (0..moves.len()).map(move |i| {
        let mut child = game.clone();
        child.play(moves[i]);
        child
    })
}
