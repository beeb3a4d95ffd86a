//! Texts and moves that nobody ought to send: readers never panic, and what they accept they write and read again.

use super::positions::text;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngSeed, TestRunner};
use std::cell::Cell;
use ziggurat::game::referee::LegalMove;
use ziggurat::game::registry::{VARIANTS, Variant};
use ziggurat::game::suite::entries;
use ziggurat::game::{InputError, MoveStyle, Paint, Reading, Referee};

/// Characters of position texts and moves, and some that never stand in one.
const CHARACTERS: &str = "KQRBNPkqrbnpSGOUHTCMWDEsgouhtcmwde0123456789abcdefghijkl/|-()!^~: xw=+#.O\t\n\0~\u{e9}\u{1f409}";

/// One change of a text: what stands from a place on, so many characters of it, is replaced.
#[derive(Clone, Debug)]
struct Edit {
    at: Index,
    removed: usize,
    inserted: String,
}

fn characters(most: usize) -> impl Strategy<Value = String> {
    let character = select(CHARACTERS.chars().collect::<Vec<_>>());
    prop::collection::vec(character, 0..=most).prop_map(String::from_iter)
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let edit = (any::<Index>(), 0..3_usize, characters(2));
    prop::collection::vec(edit.prop_map(|(at, removed, inserted)| Edit { at, removed, inserted }), 1..4)
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for Edit { at, removed, inserted } in edits {
        let at = at.index(characters.len() + 1);
        let end = (at + removed).min(characters.len());
        characters.splice(at..end, inserted.chars());
    }
    characters.into_iter().collect()
}

/// Calls `check` on as many random values, always the same ones.
fn for_all<S: Strategy>(cases: u32, values: S, check: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = Config { cases, rng_seed: RngSeed::Fixed(2), failure_persistence: None, ..Config::default() };
    TestRunner::new(config).run(&values, check).unwrap_or_else(|e| panic!("{e}"));
}

/// The position texts of a variant's files.
fn texts(variant: &Variant) -> Vec<String> {
    let files = ["perft", "openings", "bench"].map(|ending| text(&format!("{}.{ending}", variant.info.name)));
    files.iter().flat_map(|file| entries(file).expect("a file of positions")).map(|entry| entry.position.to_owned()).collect()
}

fn referee(variant: &Variant, text: &str) -> Box<dyn Referee> {
    let mut referee = (variant.referee)();
    referee.set_position(Some(text), Reading::Strict, &[]).unwrap_or_else(|e| panic!("{text}: {e}"));
    referee
}

fn check_message(error: &InputError) -> Result<(), TestCaseError> {
    let message = error.to_string();
    let clear = message.is_ascii() && !message.contains(|c: char| c.is_ascii_control()) && message.contains("\": ");
    prop_assert!(clear, "not field, token and reason on one ASCII line: {message:?}");
    Ok(())
}

/// A text that was read is written canonically, and nothing that one can ask of its position panics.
fn check_position(referee: &mut dyn Referee) -> Result<(), TestCaseError> {
    let canonical = referee.text();
    let moves = referee.legal_moves(true);
    let state = (referee.in_check(), referee.outcome(), referee.key(), referee.explain().0, referee.draw(Paint::Plain.into()));
    for reading in [Reading::Strict, Reading::Lenient] {
        let again = referee.set_position(Some(&canonical), reading, &[]);
        prop_assert!(again.is_ok(), "{canonical}: {again:?}");
        prop_assert_eq!(referee.text(), canonical.as_str());
        let now =
            (referee.in_check(), referee.outcome(), referee.key(), referee.explain().0, referee.draw(Paint::Plain.into()));
        prop_assert_eq!(&now, &state);
        prop_assert_eq!(&referee.legal_moves(true), &moves);
    }
    Ok(())
}

#[test]
fn damaged_position_texts_are_refused_or_read_and_written_again() {
    for variant in VARIANTS {
        let accepted = Cell::new(0);
        for_all(1500, (select(texts(variant)), edits()), |(text, edits)| {
            let damaged = edited(&text, &edits);
            let mut referee = referee(variant, &text);
            let before = referee.text();
            for reading in [Reading::Strict, Reading::Lenient] {
                match referee.set_position(Some(&damaged), reading, &[]) {
                    Err(error) => {
                        check_message(&error)?;
                        prop_assert_eq!(referee.text(), before.as_str(), "a refusal changed the position");
                    }
                    Ok(()) => {
                        accepted.set(accepted.get() + 1);
                        check_position(&mut *referee)?;
                        referee.set_position(Some(&text), Reading::Strict, &[]).expect("read before");
                    }
                }
            }
            Ok(())
        });
        assert!(accepted.get() > 100, "{}: hardly any damaged text was accepted", variant.info.name);
    }
}

#[test]
fn any_characters_are_read_without_panic() {
    for variant in VARIANTS {
        for_all(500, (characters(60), any::<String>()), |(characters, any)| {
            let mut referee = (variant.referee)();
            let start = referee.text();
            for text in [characters, any] {
                for reading in [Reading::Strict, Reading::Lenient] {
                    let error = referee.set_position(Some(&text), reading, &[]).expect_err("no position");
                    check_message(&error)?;
                    prop_assert_eq!(referee.text(), start.as_str(), "a refusal changed the position");
                }
            }
            Ok(())
        });
    }
}

/// Is a move one of those listed? Where there are too many to list them all, is it one that is read as it is written?
fn is_listed(referee: &dyn Referee, moves: &[LegalMove], token: &str) -> bool {
    let canonical = || referee.notation(token).is_ok_and(|notation| notation.text == token);
    let whole = referee.legal_moves(false).count == moves.len() as u64;
    moves.iter().any(|m| m.text == token) || !whole && canonical()
}

/// Is an order of this position read as it is written?
fn is_canonical(variant: &Variant, text: &str, token: &str) -> bool {
    referee(variant, text).notation(token).is_ok_and(|notation| notation.text == token)
}

#[test]
fn damaged_moves_are_refused_or_legal() {
    for variant in VARIANTS {
        for_all(1500, (select(texts(variant)), any::<Index>(), edits(), any::<bool>()), |(text, index, edits, chess960)| {
            let mut referee = referee(variant, &text);
            referee.set_style(MoveStyle { chess960 });
            let before = referee.text();
            let moves = referee.legal_moves(true).moves;
            if moves.is_empty() {
                return Ok(());
            }
            let legal = &moves[index.index(moves.len())];
            let san = edited(legal.san.as_deref().unwrap_or_default(), &edits);
            match referee.read_san(&san) {
                Ok(meant) => prop_assert!(is_listed(&*referee, &moves, &meant), "{san:?} is read as {meant}"),
                Err(error) => check_message(&error)?,
            }
            let token = edited(&legal.text, &edits);
            let meant = referee.notation(&token).map(|notation| notation.text);
            match referee.play(&token) {
                Ok(()) if referee.is_simultaneous() => {
                    // An order lies under seal: it is told by its canonical text only.
                    prop_assert!(meant.is_ok_and(|meant| is_canonical(variant, &text, &meant)), "{token:?}");
                }
                Ok(()) => {
                    let after = Some(referee.text());
                    prop_assert!(moves.iter().any(|m| m.after == after), "{token:?} leads to {after:?}");
                }
                Err(error) => {
                    check_message(&error)?;
                    prop_assert_eq!(referee.text(), before.as_str(), "a refusal changed the position");
                }
            }
            Ok(())
        });
    }
}
