//! Turns on which two independent referees agreed.

use serde::Deserialize;
use ziggurat::game::{JointReferee, Reading, Referee};
use ziggurat::variants::gulliver::Gulliver;

/// A turn and what came of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Turn {
    fen: String,
    white: String,
    black: String,
    expect: After,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct After {
    fen: String,
    outcome: Option<String>,
}

#[test]
fn turns_end_as_with_two_other_referees() {
    let mut referee = JointReferee::<Gulliver>::new();
    for line in include_str!("../../vectors/gulliver.turns.jsonl").lines() {
        let turn: Turn = serde_json::from_str(line).unwrap();
        referee.set_position(Some(&turn.fen), Reading::Strict, &[]).unwrap();
        let (fen, outcome) = referee.joint_turn(&turn.white, &turn.black).unwrap_or_else(|e| panic!("{line}: {e}"));
        assert_eq!(After { fen, outcome: outcome.map(|outcome| outcome.to_string()) }, turn.expect, "{line}");
        assert_eq!(referee.text(), turn.fen, "a turn that is only looked at");
    }
}
