//! Positions, results and moves on which two independent referees agreed, one file a variant and kind.
//!
//! A line of `<variant>.core.jsonl` or `.special.jsonl` is a request of the protocol's `rules` with the answer expected;
//! a line of `.errors.jsonl` is a request that must be refused. Repetition counts only what `moves` repeats.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::path::Path;
use ziggurat::game::referee::{FIRST_MOVES, LISTED_MOVES};
use ziggurat::game::registry::{VARIANTS, Variant};
use ziggurat::game::{InputError, Reading, Referee};

/// A request and its answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector<Answer> {
    fen: String,
    moves: Vec<String>,
    expect: Answer,
}

/// The referee's answer.
#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct Ruling {
    fen: String,
    check: bool,
    outcome: Option<String>,
    /// How many moves there are, where they are too many to be listed.
    legal_count: Option<u64>,
    /// Every legal move with the position text after it, or the first of too many.
    legal: BTreeMap<String, Option<String>>,
}

impl<Answer> Vector<Answer> {
    fn put_to(&self, referee: &mut dyn Referee) -> Result<(), InputError> {
        let text = (self.fen != "startpos").then_some(self.fen.as_str());
        let moves: Vec<_> = self.moves.iter().map(String::as_str).collect();
        referee.set_position(text, Reading::Strict, &moves)
    }
}

fn ruling(referee: &dyn Referee) -> Ruling {
    let legal = referee.legal_moves(false);
    let listed = legal.moves.len();
    let whole = listed as u64 == legal.count || legal.count > LISTED_MOVES as u64 && listed == FIRST_MOVES;
    assert!(whole, "{}: {listed} moves listed of {}", referee.text(), legal.count);
    Ruling {
        legal_count: (legal.count > LISTED_MOVES as u64).then_some(legal.count),
        fen: referee.text(),
        check: referee.in_check(),
        outcome: referee.outcome().map(|outcome| outcome.to_string()),
        legal: legal.moves.into_iter().map(|m| (m.text, m.after)).collect(),
    }
}

/// The vectors of a variant; each file has some.
fn vectors<Answer: for<'a> Deserialize<'a>>(variant: &Variant, kind: &str) -> Vec<Vector<Answer>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/vectors/{}.{kind}.jsonl", variant.info.name));
    let lines = std::fs::read_to_string(&file)
        .unwrap_or_else(|e| panic!("the variant {} has no vectors: {}: {e}", variant.info.name, file.display()));
    assert!(!lines.is_empty(), "{} is empty", file.display());
    lines
        .lines()
        .zip(1..)
        .map(|(line, n)| serde_json::from_str(line).unwrap_or_else(|e| panic!("{}:{n}: {e}", file.display())))
        .collect()
}

#[test]
fn rulings_are_those_of_two_other_referees() {
    for variant in VARIANTS {
        let mut referee = (variant.referee)();
        for vector in ["core", "special"].into_iter().flat_map(|kind| vectors::<Ruling>(variant, kind)) {
            let name = format!("{} moves {}", vector.fen, vector.moves.join(" "));
            vector.put_to(&mut *referee).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(ruling(&*referee), vector.expect, "{name}");
        }
    }
}

#[test]
fn bad_requests_are_refused_and_leave_the_game_as_it_was() {
    for variant in VARIANTS {
        let game = vectors::<Ruling>(variant, "special").pop().expect("vectors() gives some");
        let mut referee = (variant.referee)();
        game.put_to(&mut *referee).expect("a good request");
        for bad in vectors::<String>(variant, "errors") {
            assert_eq!(bad.expect, "error");
            let name = format!("{} moves {}", bad.fen, bad.moves.join(" "));
            let error = bad.put_to(&mut *referee).expect_err(&name).to_string();
            let clear = error.is_ascii() && !error.contains('\n') && error.contains('"') && error.contains(": ");
            assert!(clear, "{name}: not field, token and reason on one ASCII line: {error:?}");
            assert_eq!(ruling(&*referee), game.expect, "{name}: the refusal changed the game");
        }
    }
}
