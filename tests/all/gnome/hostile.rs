//! Hostile positions: answers worked out by hand from the numbered rules by a reader who had seen no program.
//!
//! Each line of `gnome.hostile.jsonl` argues its answers in `why`, by the numbers of the rules.

use super::oracle::Oracle;
use super::{agrees, read};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use ziggurat::game::keys::SplitMix;
use ziggurat::game::referee::TurnReferee;
use ziggurat::game::{InputError, MoveStyle, Position, Reading, Referee};
use ziggurat::variants::gnome::Gnome;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/gnome.hostile.jsonl");

/// A position and what the rules say of it after `moves`; what is absent is not asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    area: String,
    why: String,
    fen: String,
    #[serde(default)]
    moves: Vec<String>,
    /// The position text; without `moves` the text itself, which is canonical.
    text: Option<String>,
    /// Position texts one move later.
    #[serde(default)]
    after: BTreeMap<String, String>,
    /// All legal moves that begin with a string, or, behind `*`, that hold it.
    #[serde(default)]
    only: BTreeMap<String, BTreeSet<String>>,
    count: Option<u64>,
    #[serde(default)]
    legal: Vec<String>,
    #[serde(default)]
    illegal: Vec<String>,
    check: Option<bool>,
    /// The result, or `none`.
    outcome: Option<String>,
    /// The text is refused, and the complaint names this.
    error: Option<String>,
}

/// What was found otherwise than expected.
type Complaints = Vec<String>;

fn compare<T: PartialEq + Debug>(complaints: &mut Complaints, what: &str, found: T, expected: T) {
    if found != expected {
        complaints.push(format!("{what}: {found:?}, expected {expected:?}"));
    }
}

impl Question {
    fn put(&self) -> Result<TurnReferee<Gnome>, InputError> {
        let mut referee = TurnReferee::new();
        let moves: Vec<_> = self.moves.iter().map(String::as_str).collect();
        referee.set_position(Some(&self.fen), Reading::Strict, &moves)?;
        Ok(referee)
    }

    fn complaints(&self) -> Complaints {
        match (self.put(), &self.error) {
            (Ok(referee), None) => self.wrong_answers(&referee),
            (Ok(_), Some(_)) => vec!["accepted".to_owned()],
            (Err(e), None) => vec![format!("refused: {e}")],
            (Err(e), Some(named)) => {
                let line = e.to_string();
                let clear = line.contains(named) && line.lines().count() == 1;
                if clear { Vec::new() } else { vec![format!("{line:?} does not name {named:?} in one line")] }
            }
        }
    }

    fn wrong_answers(&self, referee: &TurnReferee<Gnome>) -> Complaints {
        let mut complaints = Complaints::new();
        let list = referee.legal_moves(false).moves;
        let found: BTreeMap<_, _> = list.into_iter().map(|m| (m.text, m.after)).collect();

        let text = if self.moves.is_empty() { Some(&self.fen) } else { self.text.as_ref() };
        if let Some(text) = text {
            compare(&mut complaints, "text", &referee.text(), text);
        }
        for (m, text) in &self.after {
            compare(&mut complaints, m, found.get(m).cloned().flatten(), Some(text.clone()));
        }
        for (part, expected) in &self.only {
            let chosen = |m: &&String| part.strip_prefix('*').map_or(m.starts_with(part), |held| m.contains(held));
            compare(&mut complaints, part, found.keys().filter(chosen).cloned().collect(), expected.clone());
        }
        if let Some(count) = self.count {
            compare(&mut complaints, "count", found.len() as u64, count);
        }
        for m in &self.legal {
            compare(&mut complaints, m, found.contains_key(m), true);
        }
        for m in &self.illegal {
            compare(&mut complaints, m, found.contains_key(m), false);
            compare(&mut complaints, m, referee.branch().play(m).is_ok(), false);
        }
        if let Some(check) = self.check {
            compare(&mut complaints, "check", referee.in_check(), check);
        }
        if let Some(outcome) = &self.outcome {
            let found = referee.outcome().map_or("none".to_owned(), |o| o.to_string());
            compare(&mut complaints, "outcome", &found, outcome);
        }
        complaints
    }
}

fn questions() -> Vec<Question> {
    let lines = std::fs::read_to_string(FILE).unwrap_or_else(|e| panic!("{FILE}: {e}"));
    let read = |(line, n)| serde_json::from_str(line).unwrap_or_else(|e| panic!("{FILE}:{n}: {e}"));
    lines.lines().zip(1..).map(read).collect()
}

/// The questions whose texts are positions.
fn positions() -> impl Iterator<Item = Question> {
    questions().into_iter().filter(|question| question.error.is_none())
}

/// The referee answers every question of an area as argued.
fn ask(area: &str) {
    let mut asked = 0;
    let mut report = String::new();
    for question in questions().into_iter().filter(|question| question.area == area) {
        asked += 1;
        for complaint in question.complaints() {
            report += &format!("\n{} {:?}\n  {}\n  {complaint}", question.fen, question.moves, question.why);
        }
    }
    assert!(asked >= 8, "only {asked} questions about {area}");
    assert!(report.is_empty(), "{report}");
}

#[test]
fn mixed_piles() {
    ask("mixed piles");
}

#[test]
fn cascades_with_bishops() {
    ask("cascades with bishops");
}

#[test]
fn wounds() {
    ask("wounds");
}

#[test]
fn path_captures() {
    ask("path captures");
}

#[test]
fn blasts() {
    ask("blasts");
}

#[test]
fn castling() {
    ask("castling");
}

#[test]
fn shifts() {
    ask("shifts");
}

#[test]
fn promotion() {
    ask("promotion");
}

#[test]
fn pawns() {
    ask("pawns");
}

#[test]
fn king_moves() {
    ask("king moves");
}

#[test]
fn threats() {
    ask("threats");
}

#[test]
fn vetoes() {
    ask("vetoes");
}

#[test]
fn draws() {
    ask("draws");
}

#[test]
fn refused_texts() {
    ask("refused");
}

#[test]
fn every_move_has_a_notation_of_its_own() {
    for question in positions() {
        let referee = question.put().unwrap();
        let mut seen = BTreeSet::new();
        for m in referee.legal_moves(true).moves {
            let san = m.san.expect("it was asked for");
            assert_eq!(referee.read_san(&san).as_ref(), Ok(&m.text), "{}: {san}", referee.text());
            assert!(seen.insert(san.clone()), "{}: two moves {san}", referee.text());
        }
    }
}

#[test]
fn the_oracle_agrees_here_and_a_move_on() {
    let mut random = SplitMix::new(17);
    for question in positions() {
        let (mut position, mut oracle) = (read(&question.fen), Oracle::read(&question.fen));
        for token in &question.moves {
            position.play(position.read_move(token, MoveStyle::default()).unwrap());
            oracle = oracle.legal_moves().remove(token).unwrap();
        }
        let after = agrees(&position, &oracle, &mut random);
        after.and_then(|(position, oracle)| agrees(&position, &oracle, &mut random));
    }
}
