//! Games as they are kept for tuning, one a line behind a line of settings.
//!
//! A line has the result, where the game begins (a position text or `startpos`), and behind `moves` every half-move:
//!
//! ```text
//! 1-0 startpos moves e2e4 c7c5 g1f3/31 d7d6/12 f1b5
//! ```
//!
//! A score behind `/`, in centipawns for White, says that the position *before* the move was quiet when it was searched:
//! these are the positions to learn from. Played again from its start, a game needs some 10 bytes for each of them in
//! chess, where position texts would need 60; and rules that look back find the moves before.

use crate::arena::openings::Opening;
use crate::arena::pgn::{result_of, winner_of};
use crate::arena::report::extend;
use crate::game::registry::{self, Variant};
use crate::game::{InputError, MoveStyle, Side};
use serde_json::{Value, json};
use std::fmt;
use std::str::FromStr;

/// The key of the first line under which the version of the format stands.
const FORMAT: &str = "ziggurat-games";

/// The version of the format.
const VERSION: u32 = 1;

/// What is played in a file of games.
#[derive(Clone, Copy)]
pub struct Kind {
    /// The variant.
    pub variant: &'static Variant,
    /// How moves are written.
    pub style: MoveStyle,
}

/// The first line of a file: what is played, and all that the games depend on.
pub fn header(kind: Kind, settings: Value) -> Value {
    let Kind { variant, style } = kind;
    let mut header = json!({ FORMAT: VERSION, "variant": variant.info.name, "chess960": style.chess960 });
    extend(&mut header, settings);
    header
}

/// Reads the first line of a file.
///
/// # Errors
/// A line that is not one, another version, and an unknown variant.
pub fn kind_of(line: &str) -> Result<Kind, InputError> {
    let header: Value = serde_json::from_str(line).unwrap_or_default();
    if header[FORMAT] != VERSION {
        return Err(InputError::new("header", line, format!("does not begin a file of games, {{\"{FORMAT}\":{VERSION},...")));
    }
    let variant = registry::find(header["variant"].as_str().unwrap_or_default())?;
    Ok(Kind { variant, style: MoveStyle { chess960: header["chess960"] == true } })
}

/// A half-move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move, as the protocol writes it.
    pub token: String,
    /// The score of the position before it in centipawns for White, where that is one to learn from.
    pub score: Option<i32>,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The winner; none of a draw.
    pub winner: Option<Side>,
    /// The position text of the start; `None` is the variant's.
    pub fen: Option<String>,
    /// The half-moves from there.
    pub moves: Vec<Played>,
}

impl Record {
    /// A game of which nothing but the opening has been played.
    pub fn new(opening: Opening) -> Record {
        let moves = opening.moves.into_iter().map(|token| Played { token, score: None }).collect();
        Record { winner: None, fen: opening.fen, moves }
    }

    /// The number of positions to learn from.
    pub fn positions(&self) -> usize {
        self.moves.iter().filter(|played| played.score.is_some()).count()
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {} moves", result_of(self.winner), self.fen.as_deref().unwrap_or("startpos"))?;
        for Played { token, score } in &self.moves {
            match score {
                Some(score) => write!(f, " {token}/{score}"),
                None => write!(f, " {token}"),
            }?;
        }
        Ok(())
    }
}

impl FromStr for Record {
    type Err = InputError;

    fn from_str(line: &str) -> Result<Record, InputError> {
        let no_game = || InputError::new("game", line, "must be a result, a position text or startpos, and moves");
        let (result, rest) = line.split_once(' ').ok_or_else(no_game)?;
        let winner = winner_of(result).ok_or_else(|| InputError::new("result", result, "must be 1-0, 0-1 or 1/2-1/2"))?;
        let (fen, moves) = rest.split_once(" moves").ok_or_else(no_game)?;
        let fen = (fen != "startpos").then(|| fen.to_owned());
        let moves = moves.split_ascii_whitespace().map(Played::from_str).collect::<Result<_, _>>()?;
        Ok(Record { winner, fen, moves })
    }
}

impl FromStr for Played {
    type Err = InputError;

    fn from_str(word: &str) -> Result<Played, InputError> {
        let Some((token, score)) = word.split_once('/') else {
            return Ok(Played { token: word.to_owned(), score: None });
        };
        let score = score.parse().map_err(|_| InputError::new("score", word, "must be a whole number of centipawns"))?;
        Ok(Played { token: token.to_owned(), score: Some(score) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_as_they_are_written() {
        for line in [
            "1-0 startpos moves e2e4 c7c5 g1f3/31 d7d6/-12 f1b5",
            "0-1 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1/500",
            "1/2-1/2 startpos moves",
        ] {
            assert_eq!(line.parse::<Record>().unwrap().to_string(), line);
        }
        let game: Record = "1-0 startpos moves e2e4 c7c5 g1f3/31 d7d6/-12 f1b5".parse().unwrap();
        assert_eq!((game.winner, game.positions(), game.moves[3].score), (Some(Side::White), 2, Some(-12)));
    }

    #[test]
    fn faults_are_named() {
        for (line, message) in [
            ("", "game \"\": must be a result, a position text or startpos, and moves"),
            ("1-0 startpos", "game \"1-0 startpos\": must be a result, a position text or startpos, and moves"),
            ("* startpos moves", "result \"*\": must be 1-0, 0-1 or 1/2-1/2"),
            ("1-0 startpos moves e2e4/x", "score \"e2e4/x\": must be a whole number of centipawns"),
        ] {
            assert_eq!(line.parse::<Record>().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn the_header_says_what_is_played() {
        let variant = registry::default();
        for chess960 in [false, true] {
            let line = header(Kind { variant, style: MoveStyle { chess960 } }, json!({})).to_string();
            let kind = kind_of(&line).unwrap();
            assert_eq!((kind.variant.info.name, kind.style.chess960), (variant.info.name, chess960));
            assert!(kind_of(&line.replace("chess\"", "checkers\"")).is_err());
            assert!(kind_of(&line.replace(":1", ":2")).is_err());
        }
        assert!(kind_of("e2e4").err().unwrap().to_string().contains("does not begin a file of games"));
    }
}
