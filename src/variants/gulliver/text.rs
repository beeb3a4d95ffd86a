//! Position texts and drawings.

use super::board::Gulliver;
use super::crowd::{Crowd, Kind, letter_of};
use crate::bits::BitSet;
use crate::game::text::{self, RankItem, counted, flush_empty};
use crate::game::{InputError, Look, Reading, Side};
use crate::geometry::board8x8::{SIZE, square};
use crate::variants::common8x8::draw;

pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w - - 0 1";

/// The most pieces of a side on board and in stock together, its king included.
const MOST_MEN: u32 = 16;

const FIELDS: [&str; 6] = ["board", "side to order", "third field", "fourth field", "clock", "turn"];
const DEFAULTS: [&str; 6] = ["", "w", "-", "-", "0", "1"];

/// A piece as position texts write it; `None` is the king.
fn piece(letter: char) -> Option<(Side, Option<Kind>)> {
    let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
    match letter.to_ascii_lowercase() {
        'k' => Some((side, None)),
        small => Kind::from_letter(small).map(|kind| (side, Some(kind))),
    }
}

impl Gulliver {
    /// Reads a position text: the position, and the side whose order is asked.
    pub(super) fn from_text(text: &str, reading: Reading) -> Result<(Gulliver, Side), InputError> {
        let [board, side, third, fourth, clock, turn] = text::fields(text, FIELDS, DEFAULTS, reading)?;
        let mut position = Gulliver::EMPTY;
        let (board, stock) = split_stock(board, reading)?;
        position.read_board(board)?;
        position.read_stock(stock)?;
        position.check_numbers(board)?;
        let side = text::side(side)?;
        for (name, token) in [(FIELDS[2], third), (FIELDS[3], fourth)] {
            if token != "-" {
                return Err(InputError::new(name, token, "must be -"));
            }
        }
        position.clock = text::number(FIELDS[4], clock, 0)?;
        position.turn = text::number(FIELDS[5], turn, 1)?;
        Ok((position, side))
    }

    fn read_board(&mut self, board: &str) -> Result<(), InputError> {
        let ranks: Vec<&str> = board.split('/').collect();
        if ranks.len() != SIZE {
            return Err(InputError::new("board", board, format!("{} instead of {SIZE}", counted(ranks.len(), "rank"))));
        }
        for (from_top, text) in ranks.into_iter().enumerate() {
            self.read_rank(text, SIZE - 1 - from_top)?;
        }
        Ok(())
    }

    fn read_rank(&mut self, text: &str, rank: usize) -> Result<(), InputError> {
        let field = format!("board: rank {}", rank + 1);
        let error = |token: &str, reason: &str| Err(InputError::new(&field, token, reason));
        let (mut file, mut pile): (usize, Option<Vec<char>>) = (0, None);
        for item in text::rank_items(&field, text, SIZE)? {
            match (item, &mut pile) {
                (RankItem::Empty(run), None) => file += run,
                (RankItem::Empty(run), Some(_)) => return error(&run.to_string(), "a number between brackets"),
                (RankItem::Sign('('), None) => pile = Some(Vec::new()),
                (RankItem::Sign('('), Some(_)) => return error("(", "opens a square within a square"),
                (RankItem::Sign(')'), None) => return error(")", "closes what was not opened"),
                (RankItem::Sign(')'), Some(letters)) => {
                    self.place(&field, letters, (file, rank))?;
                    pile = None;
                    file += 1;
                }
                (RankItem::Sign(letter), Some(letters)) => letters.push(letter),
                (RankItem::Sign(letter), None) => {
                    self.place(&field, &[letter], (file, rank))?;
                    file += 1;
                }
            }
        }
        if pile.is_some() {
            return error(text, "a bracket that is not closed");
        }
        if file != SIZE {
            return error(text, &format!("{} instead of {SIZE}", counted(file, "square")));
        }
        Ok(())
    }

    /// Puts the pieces of one square on the board. Beyond the last file the width is wrong, which is said later.
    fn place(&mut self, field: &str, letters: &[char], (file, rank): (usize, usize)) -> Result<(), InputError> {
        let token: String = letters.iter().collect();
        let error = |reason: &str| Err(InputError::new(field, &token, reason));
        if letters.is_empty() {
            return error("empty brackets; an empty square is counted");
        }
        if letters.len() > MOST_MEN as usize {
            return error("more pieces than a side can have");
        }
        let mut owner = None;
        for &letter in letters {
            let Some((side, kind)) = piece(letter) else {
                return Err(InputError::new(field, letter.to_string(), "not a piece"));
            };
            if owner.is_some_and(|owner| owner != side) {
                return error("pieces of both colours on one square");
            }
            owner = Some(side);
            let at = square(file.min(SIZE - 1), rank);
            match kind {
                Some(_) if self.totals[side.index()].size() >= MOST_MEN => return error("more pieces than a side can have"),
                Some(kind) => self.put(side, at, kind),
                None if self.king(side).is_some() => return error("a second king of one side"),
                None => self.put_king(side, at),
            }
        }
        Ok(())
    }

    fn read_stock(&mut self, stock: &str) -> Result<(), InputError> {
        for letter in stock.chars() {
            let error = |reason: &str| Err(InputError::new("stock", letter.to_string(), reason));
            match piece(letter) {
                None => return error("not a piece"),
                Some((_, None)) => return error("a king never comes back"),
                Some((side, Some(_))) if self.stocks[side.index()].size() >= MOST_MEN => {
                    return error("more pieces than a side can have");
                }
                Some((side, Some(kind))) => self.store(side, kind),
            }
        }
        Ok(())
    }

    fn check_numbers(&self, board: &str) -> Result<(), InputError> {
        for side in Side::BOTH {
            let s = side.index();
            let men = self.totals[s].size() + self.stocks[s].size() + u32::from(self.kings[s].is_some());
            if men > MOST_MEN {
                let reason = format!("{} has {men} pieces on board and in stock; at most {MOST_MEN}", side.name());
                return Err(InputError::new("board", board, reason));
            }
        }
        Ok(())
    }

    /// The canonical text where the order of `asked` is asked.
    pub(super) fn to_text(self, asked: Side) -> String {
        let mut text = String::with_capacity(96);
        for rank in (0..SIZE).rev() {
            let mut empty = 0;
            for file in 0..SIZE {
                let letters = self.letters_on(square(file, rank));
                match letters.len() {
                    0 => empty += 1,
                    1 => {
                        flush_empty(&mut text, &mut empty);
                        text.push_str(&letters);
                    }
                    _ => {
                        flush_empty(&mut text, &mut empty);
                        text.push_str(&format!("({letters})"));
                    }
                }
            }
            flush_empty(&mut text, &mut empty);
            text.push(if rank > 0 { '/' } else { '[' });
        }
        text.push_str(&self.stock_letters());
        text + &format!("] {} - - {} {}", asked.letter(), self.clock, self.turn)
    }

    /// Who stands on a square, in canonical order.
    pub(super) fn letters_on(&self, square: usize) -> String {
        let mut letters = String::new();
        for side in Side::BOTH.into_iter().filter(|side| self.occupied[side.index()].has(square)) {
            if self.king(side) == Some(square) {
                letters.push(letter_of('k', side));
            }
            letters.push_str(&written(self.crowd(side, square), side));
        }
        letters
    }

    /// Both stocks, White's first.
    fn stock_letters(&self) -> String {
        Side::BOTH.map(|side| self.stock_of(side)).concat()
    }

    /// The letters of a side's stock.
    pub(super) fn stock_of(&self, side: Side) -> String {
        written(self.stocks[side.index()], side)
    }

    /// The board with crowds in full, every file as wide as its largest, and the stocks.
    pub(super) fn drawing(&self, look: Look) -> String {
        let mut text = draw::board(|square| self.letters_on(square), look);
        for side in Side::BOTH {
            let stock = self.stock_of(side);
            let value = self.board_value(side);
            text.push_str(&format!("{}: {value} on the board, in stock {}\n", side.name(), or_dash(&stock)));
        }
        text
    }

    /// The sum of the values of a side on the board.
    pub(super) fn board_value(&self, side: Side) -> u32 {
        self.totals[side.index()].value()
    }
}

fn or_dash(letters: &str) -> &str {
    if letters.is_empty() { "-" } else { letters }
}

/// The letters of a crowd as position texts write them for a side.
fn written(crowd: Crowd, side: Side) -> String {
    crowd.letters().chars().map(|letter| letter_of(letter, side)).collect()
}

/// The board and the letters of the stock behind it. Lenient readers take a missing stock for an empty one.
fn split_stock(field: &str, reading: Reading) -> Result<(&str, &str), InputError> {
    match field.split_once('[') {
        None if reading == Reading::Lenient => Ok((field, "")),
        None => Err(InputError::new("stock", field, "missing; it stands in square brackets behind the board")),
        Some((board, rest)) => match rest.strip_suffix(']') {
            Some(stock) => Ok((board, stock)),
            None => Err(InputError::new("stock", rest, "must end with ]")),
        },
    }
}
