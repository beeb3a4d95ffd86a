//! The fields of position texts (FEN, X-FEN, Shredder-FEN).

use super::castling::NOT_A_RIGHT;
use crate::game::text::{RankItem, counted, flush_empty, rank_items};
use crate::game::{InputError, Reading};
use crate::geometry::board8x8::{self as squares, SIZE, square};

/// The names of the fields.
pub(crate) const FIELDS: [&str; 6] = ["board", "side to move", "castling", "en passant", "half-move clock", "full-move number"];
/// What stands for missing fields.
pub(crate) const DEFAULTS: [&str; 6] = ["", "w", "-", "-", "0", "1"];

/// Reads the board field; `put` takes each sign and its square and says whether it knows the sign.
///
/// # Errors
/// Wrong numbers of ranks and squares, and signs that `put` does not know.
pub(crate) fn read_board(board: &str, mut put: impl FnMut(char, usize) -> bool) -> Result<(), InputError> {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != SIZE {
        return Err(InputError::new("board", board, format!("{} instead of {SIZE}", counted(ranks.len(), "rank"))));
    }
    for (from_top, text) in ranks.into_iter().enumerate() {
        let rank = SIZE - 1 - from_top;
        let mut file = 0;
        for item in rank_items("board", text, SIZE)? {
            match item {
                RankItem::Empty(run) => file += run,
                RankItem::Sign(sign) => {
                    // What is beyond the edge is counted, and refused below.
                    if !put(sign, square(file.min(SIZE - 1), rank)) {
                        return Err(InputError::new("board", sign.to_string(), "not a piece"));
                    }
                    file += 1;
                }
            }
        }
        if file != SIZE {
            return Err(InputError::new(
                "board",
                text,
                format!("{} on rank {} instead of {SIZE}", counted(file, "square"), rank + 1),
            ));
        }
    }
    Ok(())
}

/// The board field of the signs on all squares.
pub(crate) fn write_board(sign: impl Fn(usize) -> Option<char>) -> String {
    let mut text = String::with_capacity(90);
    for rank in (0..SIZE).rev() {
        let mut empty = 0;
        for file in 0..SIZE {
            match sign(square(file, rank)) {
                Some(sign) => {
                    flush_empty(&mut text, &mut empty);
                    text.push(sign);
                }
                None => empty += 1,
            }
        }
        flush_empty(&mut text, &mut empty);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// Reads the castling field; `grant` takes each letter and says what is wrong with it. Lenient reading drops rights
/// without king and rook.
///
/// # Errors
/// Letters that are refused, and a field without letters.
pub(crate) fn read_castling(
    rights: &str,
    reading: Reading,
    mut grant: impl FnMut(char) -> Result<(), &'static str>,
) -> Result<(), InputError> {
    if rights == "-" {
        return Ok(());
    }
    for letter in rights.chars() {
        match grant(letter) {
            Err(why) if reading == Reading::Strict || why == NOT_A_RIGHT => {
                return Err(InputError::new("castling", rights, format!("'{letter}' {why}")));
            }
            _ => {}
        }
    }
    if rights.is_empty() { Err(InputError::new("castling", rights, "must be - or letters")) } else { Ok(()) }
}

/// Reads the en passant field; `fits` says whether a pawn can just have made a double step over a square. Lenient reading
/// drops a square that does not fit.
///
/// # Errors
/// What is not a square, and a square that does not fit.
pub(crate) fn read_en_passant(
    token: &str,
    reading: Reading,
    fits: impl Fn(usize) -> bool,
) -> Result<Option<usize>, InputError> {
    if token == "-" {
        return Ok(None);
    }
    let to = squares::parse(token.as_bytes())
        .ok_or_else(|| InputError::new("en passant", token, "must be - or the name of a square"))?;
    match fits(to) {
        true => Ok(Some(to)),
        false if reading == Reading::Lenient => Ok(None),
        false => Err(InputError::new("en passant", token, "no pawn can just have made a double step over it")),
    }
}

/// Reads the beginning of a move: two squares and what follows them.
///
/// # Errors
/// A token that does not begin with two different squares.
pub(crate) fn read_squares(token: &str) -> Result<(usize, usize, &str), InputError> {
    let at = |range| token.as_bytes().get(range).and_then(squares::parse);
    match (at(0..2), at(2..4)) {
        (Some(from), Some(to)) if from != to => Ok((from, to, &token[4..])),
        (Some(_), Some(_)) => Err(InputError::new("move", token, "goes nowhere")),
        _ => Err(InputError::new("move", token, "not of the form e2e4, e7e8q or e1g1")),
    }
}
