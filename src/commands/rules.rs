//! `ziggurat rules`: the referee for scripts and GUIs, JSON lines in and out.

use super::Failure;
use super::flags::GameFlags;
use crate::game::perft::{MAX_DEPTH, Method};
use crate::game::referee::{LISTED_MOVES, LegalMove, LegalMoves};
use crate::game::{InputError, MoveStyle, Outcome, Reading, Referee};
use crate::uci::lines::{Line, read_line};
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::io::{self, BufReader, Write};

/// Referee games: one JSON request a line in, one JSON answer a line out
#[derive(clap::Args)]
#[command(after_help = "\
A request names a position and moves from it:
  {\"fen\": \"startpos\", \"moves\": [\"e2e4\", \"e7e5\"]}
and is answered by the position reached, whether its side to move is in check, the result, and
the legal moves, each with the text after it:
  {\"fen\": ..., \"check\": false, \"outcome\": null, \"legal\": {\"a2a3\": ..., ...}}
or by {\"error\": ...}, after which the next line is read. Texts are read strictly.

More keys of a request:
  \"id\": anything        echoed
  \"san\": true           adds \"san\": the moves in the notation for people
  \"chess960\": true      castling is written king-takes-rook
  \"perft\": N            answers {\"perft\": {move: count, ...}, \"total\": N} instead
  \"white\", \"black\"     both sides' orders, where they are given at once: answers the text
                        after the turn and the result

Examples:
  echo '{\"fen\": \"startpos\", \"moves\": []}' | ziggurat rules --variant dragonchess
  echo '{\"fen\": \"startpos\", \"perft\": 3, \"id\": 7}' | ziggurat rules")]
pub struct Args {
    #[command(flatten)]
    game: GameFlags,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let mut referee = (args.game.variant().referee)();
    let mut input = BufReader::new(io::stdin());
    while let Some(line) = read_line(&mut input).map_err(Failure::Input)? {
        let answer = respond(referee.as_mut(), args.game.style(), line);
        writeln!(out, "{}", serde_json::to_string(&answer)?)?;
        out.flush()?;
    }
    Ok(())
}

// ---- Answers, their keys in the order of the protocol ----

#[derive(Serialize)]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Box<RawValue>>,
    #[serde(flatten)]
    body: Body,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Body {
    Position(Listing),
    Perft {
        #[serde(serialize_with = "as_map")]
        perft: Vec<(String, u64)>,
        total: u64,
    },
    Turn {
        fen: String,
        #[serde(serialize_with = "as_word")]
        outcome: Option<Outcome>,
    },
    Error {
        error: String,
    },
}

#[derive(Serialize)]
struct Listing {
    fen: String,
    check: bool,
    #[serde(serialize_with = "as_word")]
    outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal_count: Option<u64>,
    #[serde(serialize_with = "as_map")]
    legal: Vec<(String, Option<String>)>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_optional_map")]
    san: Option<Vec<(String, Option<String>)>>,
}

fn as_word<S: Serializer>(outcome: &Option<Outcome>, to: S) -> Result<S::Ok, S::Error> {
    match outcome {
        Some(outcome) => to.collect_str(outcome),
        None => to.serialize_none(),
    }
}

fn as_map<V: Serialize, S: Serializer>(pairs: &[(String, V)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(pairs.iter().map(|(key, value)| (key, value)))
}

fn as_optional_map<V: Serialize, S: Serializer>(pairs: &Option<Vec<(String, V)>>, to: S) -> Result<S::Ok, S::Error> {
    as_map(pairs.as_deref().unwrap_or_default(), to)
}

/// Answers one line; whatever is wrong with it becomes an error and the referee goes on.
fn respond(referee: &mut dyn Referee, style: MoveStyle, line: Line) -> Answer {
    match parse(line) {
        Ok(mut request) => {
            let body = request.answer(referee, style).unwrap_or_else(|e| Body::Error { error: e.to_string() });
            Answer { id: request.0.remove("id"), body }
        }
        Err(e) => Answer { id: None, body: Body::Error { error: e.to_string() } },
    }
}

// ---- Requests ----

/// The keys of a request and their values as they are written; each is read when it is asked for, the id never:
/// its numbers may be of any size and form.
struct Request(HashMap<String, Box<RawValue>>);

fn parse(line: Line) -> Result<Request, InputError> {
    let error = |bytes: &[u8], reason: String| InputError::new("request", String::from_utf8_lossy(bytes), reason);
    let bytes = match line {
        Line::Whole(bytes) => bytes,
        Line::TooLong(start) => return Err(error(&start, "a line too long".into())),
    };
    let text = str::from_utf8(&bytes).map_err(|e| error(&bytes, format!("not UTF-8 at byte {}", e.valid_up_to())))?;
    serde_json::from_str(text).map(Request).map_err(|e| {
        let reason = if e.is_data() { "must be a JSON object".into() } else { format!("not JSON: {e}") };
        error(&bytes, reason)
    })
}

impl Request {
    fn answer(&self, referee: &mut dyn Referee, style: MoveStyle) -> Result<Body, InputError> {
        let fen = self.string("fen")?.ok_or_else(|| InputError::new("fen", "", "missing; a position text or startpos"))?;
        let moves = self.moves()?;
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let with_san = self.flag("san")?;
        referee.set_style(MoveStyle { chess960: style.chess960 || self.flag("chess960")? });
        referee.set_position((fen != "startpos").then_some(fen.as_str()), Reading::Strict, &moves)?;
        if let Some(depth) = self.depth()? {
            return Ok(count(referee, depth));
        }
        match (self.string("white")?, self.string("black")?) {
            (None, None) => Ok(Body::Position(list(referee, with_san))),
            (Some(white), Some(black)) => {
                let (fen, outcome) = referee.joint_turn(&white, &black)?;
                Ok(Body::Turn { fen, outcome })
            }
            (Some(_), None) => Err(InputError::new("black", "", "missing beside white")),
            (None, Some(_)) => Err(InputError::new("white", "", "missing beside black")),
        }
    }

    fn string(&self, key: &str) -> Result<Option<String>, InputError> {
        self.typed(key, "a string")
    }

    fn flag(&self, key: &str) -> Result<bool, InputError> {
        Ok(self.typed(key, "true or false")?.unwrap_or(false))
    }

    fn depth(&self) -> Result<Option<u32>, InputError> {
        let wanted = format!("a whole number from 0 to {MAX_DEPTH}");
        match self.typed::<u32>("perft", &wanted)? {
            Some(depth) if depth > MAX_DEPTH => Err(InputError::new("perft", depth.to_string(), format!("must be {wanted}"))),
            depth => Ok(depth),
        }
    }

    fn moves(&self) -> Result<Vec<String>, InputError> {
        let moves: Vec<Box<RawValue>> = self.typed("moves", "an array of strings")?.unwrap_or_default();
        moves.iter().enumerate().map(|(i, m)| read(&format!("move {}", i + 1), m, "a string")).collect()
    }

    /// The value of a key, if it is there and not null.
    fn typed<T: DeserializeOwned>(&self, key: &str, wanted: &str) -> Result<Option<T>, InputError> {
        self.0.get(key).map_or(Ok(None), |value| read(key, value, wanted))
    }
}

fn read<T: DeserializeOwned>(field: &str, value: &RawValue, wanted: &str) -> Result<T, InputError> {
    serde_json::from_str(value.get()).map_err(|e| {
        let reason = if e.is_data() { format!("must be {wanted}") } else { e.to_string() };
        InputError::new(field, value.get(), reason)
    })
}

fn list(referee: &dyn Referee, with_san: bool) -> Listing {
    let LegalMoves { count, moves } = referee.legal_moves(with_san);
    let san = |m: &LegalMove| (m.text.clone(), m.san.clone());
    Listing {
        fen: referee.text(),
        check: referee.in_check(),
        outcome: referee.outcome(),
        legal_count: (count > LISTED_MOVES as u64).then_some(count),
        san: with_san.then(|| moves.iter().map(san).collect()),
        legal: moves.into_iter().map(|m| (m.text, m.after)).collect(),
    }
}

fn count(referee: &dyn Referee, depth: u32) -> Body {
    let perft = referee.divide(depth, Method::default());
    let total = if depth == 0 { 1 } else { perft.iter().map(|(_, n)| n).sum() };
    Body::Perft { perft, total }
}
