//! Position texts (FEN, X-FEN, Shredder-FEN), moves and drawings of chess.

use super::board::{Chess, Wing};
use super::moves::{ChessMove, Kind};
use crate::bits::BitSet;
use crate::game::text::{self, RankItem, counted};
use crate::game::{InputError, MoveStyle, Paint, Reading, Side};
use crate::geometry::board8x8::{
    self as squares, BETWEEN, RANK_1, RANK_8, SIZE, file_of, rank_of, rank_set, relative_rank, square,
};

/// The start, canonically.
pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The most men a side can have.
const MOST_MEN: u32 = 16;

const FIELDS: [&str; 6] = ["board", "side to move", "castling", "en passant", "half-move clock", "full-move number"];
const DEFAULTS: [&str; 6] = ["", "w", "-", "-", "0", "1"];

impl Chess {
    pub(super) fn from_text(text: &str, reading: Reading) -> Result<Chess, InputError> {
        let [board, side, castling, en_passant, clock, number] = text::fields(text, FIELDS, DEFAULTS, reading)?;
        let mut position = Chess::empty();
        position.read_board(board)?;
        position.check_men(board)?;
        if text::side(side)? == Side::Black {
            position.pass_turn();
        } else {
            position.find_checks();
        }
        if position.attacks(position.side, position.king(!position.side), position.occupied()) {
            return Err(InputError::new("side to move", side, "the other side is in check"));
        }
        position.read_castling(castling, reading)?;
        position.read_en_passant(en_passant, reading)?;
        position.clock = text::number("half-move clock", clock, 0)?;
        position.number = text::number("full-move number", number, 1)?;
        Ok(position)
    }

    fn read_board(&mut self, board: &str) -> Result<(), InputError> {
        let ranks: Vec<&str> = board.split('/').collect();
        if ranks.len() != SIZE {
            return Err(InputError::new("board", board, format!("{} instead of {SIZE}", counted(ranks.len(), "rank"))));
        }
        for (from_top, text) in ranks.into_iter().enumerate() {
            let rank = SIZE - 1 - from_top;
            let mut file = 0;
            for item in text::rank_items("board", text, SIZE)? {
                match item {
                    RankItem::Empty(run) => file += run,
                    RankItem::Sign(letter) => {
                        let kind = Kind::from_letter(letter.to_ascii_uppercase())
                            .ok_or_else(|| InputError::new("board", letter.to_string(), "not a piece"))?;
                        if file < SIZE {
                            self.put(side_of(letter), kind, square(file, rank));
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

    fn check_men(&self, board: &str) -> Result<(), InputError> {
        for side in Side::BOTH {
            let refuse = |why: String| Err(InputError::new("board", board, why));
            let kings = self.men(side, Kind::King).count();
            if kings != 1 {
                return refuse(format!("{kings} {} kings instead of 1", side.name()));
            }
            let men = self.sides[side.index()].count();
            if men > MOST_MEN {
                return refuse(format!("{men} {} men; a side has at most {MOST_MEN}", side.name()));
            }
        }
        let stray = self.kinds[Kind::Pawn as usize] & (RANK_1 | RANK_8);
        match stray.first() {
            Some(stray) => Err(InputError::new("board", squares::name(stray), "a pawn on the first or last rank")),
            None => Ok(()),
        }
    }

    /// Castling rights: `K`, `Q` mean the outermost rook of that wing (X-FEN), `A` to `H` the rook on that file
    /// (Shredder-FEN); lower case for Black, in any order.
    fn read_castling(&mut self, rights: &str, reading: Reading) -> Result<(), InputError> {
        if rights == "-" {
            return Ok(());
        }
        for letter in rights.chars() {
            match self.castling_rook(letter) {
                Ok(rook) => self.grant_castling(rook),
                Err(why) if reading == Reading::Strict || why == NOT_A_RIGHT => {
                    return Err(InputError::new("castling", rights, format!("'{letter}' {why}")));
                }
                Err(_) => {}
            }
        }
        if rights.is_empty() { Err(InputError::new("castling", rights, "must be - or letters")) } else { Ok(()) }
    }

    /// The rook that a castling letter means.
    fn castling_rook(&self, letter: char) -> Result<usize, &'static str> {
        let side = side_of(letter);
        let home = rank_set(7 * side.index());
        let king = self.king(side);
        let rooks = self.men(side, Kind::Rook) & home;
        let west = rooks & (home & ((1u64 << king) - 1));
        let east = rooks & !west;
        let rook = match letter.to_ascii_uppercase() {
            'K' => east.squares().last(),
            'Q' => west.first(),
            file @ 'A'..='H' => (rooks & squares::file_set(file as usize - 'A' as usize)).first(),
            _ => return Err(NOT_A_RIGHT),
        };
        match rook {
            Some(rook) if home.has(king) => {
                let taken = self.castling & if Wing::of(king, rook) == Wing::King { east } else { west };
                if taken == 0 { Ok(rook) } else { Err("gives a second right to one wing") }
            }
            _ => Err("is a right without king and rook at home"),
        }
    }

    fn read_en_passant(&mut self, token: &str, reading: Reading) -> Result<(), InputError> {
        if token == "-" {
            return Ok(());
        }
        let to = squares::parse(token.as_bytes())
            .ok_or_else(|| InputError::new("en passant", token, "must be - or the name of a square"))?;
        if self.is_behind_double_step(to) {
            self.offer_en_passant(to);
        } else if reading == Reading::Strict {
            return Err(InputError::new("en passant", token, "no pawn can just have made a double step over it"));
        }
        Ok(())
    }

    /// Can the side that moved last have stepped a pawn two squares over this one?
    fn is_behind_double_step(&self, to: usize) -> bool {
        let mover = !self.side;
        if relative_rank(mover, rank_of(to)) != 2 {
            return false;
        }
        let (came_from, stands_on) = if mover == Side::White { (to - 8, to + 8) } else { (to + 8, to - 8) };
        self.men(mover, Kind::Pawn).has(stands_on) && !self.occupied().has(to) && !self.occupied().has(came_from)
    }

    pub(super) fn to_text(self) -> String {
        let mut text = String::with_capacity(90);
        for rank in (0..SIZE).rev() {
            let mut empty = 0;
            for file in 0..SIZE {
                match self.letter(square(file, rank)) {
                    Some(letter) => {
                        text::flush_empty(&mut text, &mut empty);
                        text.push(letter);
                    }
                    None => empty += 1,
                }
            }
            text::flush_empty(&mut text, &mut empty);
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        let en_passant = self.en_passant.map_or("-".to_owned(), |s| squares::name(s.into()));
        let (side, castling) = (self.side.letter(), self.castling_text());
        format!("{text}{side} {castling} {en_passant} {} {}", self.clock, self.number)
    }

    /// The letter of the man on a square, upper case for White.
    fn letter(&self, square: usize) -> Option<char> {
        let letter = self.squares[square]?.letter();
        Some(if self.sides[0].has(square) { letter } else { letter.to_ascii_lowercase() })
    }

    /// `KQkq`, with Shredder letters only where the rook is not the outermost one.
    fn castling_text(&self) -> String {
        let mut text = String::new();
        for side in Side::BOTH {
            let king = self.king(side);
            let own = self.castling & self.men(side, Kind::Rook);
            for wing in Wing::BOTH {
                let Some(rook) = own.squares().find(|&rook| Wing::of(king, rook) == wing) else { continue };
                let classical = if wing == Wing::King { 'K' } else { 'Q' };
                let edge = rook & !7 | if wing == Wing::King { 7 } else { 0 };
                let outside = (BETWEEN[rook][edge] | 1 << edge) & !(1 << rook) & self.men(side, Kind::Rook);
                let letter = if outside == 0 { classical } else { char::from(b'A' + file_of(rook) as u8) };
                text.push(if side == Side::White { letter } else { letter.to_ascii_lowercase() });
            }
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }

    /// Is the move castling, written as the king taking its own rook?
    pub(super) fn is_castling(&self, m: ChessMove) -> bool {
        self.squares[m.from()] == Some(Kind::King) && self.men(self.side, Kind::Rook).has(m.to())
    }

    pub(super) fn move_text(&self, m: ChessMove, style: MoveStyle) -> String {
        let (from, mut to) = (m.from(), m.to());
        if self.is_castling(m) && !style.chess960 && is_classical(from, to) {
            to = Wing::of(from, to).arrivals(from).0;
        }
        let promotion = m.promotion().map(|kind| kind.letter().to_ascii_lowercase());
        let mut text = squares::name(from) + &squares::name(to);
        text.extend(promotion);
        text
    }

    /// Reads a move; castling as the king taking its own rook or, where the king goes two squares or more, its arrival.
    pub(super) fn move_from_text(&self, token: &str) -> Result<ChessMove, InputError> {
        let refuse = |why: &str| Err(InputError::new("move", token, why));
        let bytes = token.as_bytes();
        let (Some(from), Some(to)) = (bytes.get(..2).and_then(squares::parse), bytes.get(2..4).and_then(squares::parse)) else {
            return refuse("not of the form e2e4, e7e8q or e1g1");
        };
        let promotion = match &token[4..] {
            "" => None,
            letter => {
                match Kind::PROMOTIONS.into_iter().find(|kind| kind.letter().to_ascii_lowercase().to_string() == letter) {
                    Some(kind) => Some(kind),
                    None => return refuse("a pawn promotes to q, r, b or n"),
                }
            }
        };
        if from == to || !self.sides[self.side.index()].has(from) {
            return refuse("no man of the side to move goes from there");
        }
        let m = ChessMove::new(from, self.castling_target(from, to).unwrap_or(to), promotion);
        if self.finds(m) { Ok(m) } else { refuse("not legal in this position") }
    }

    /// The rook with which a king castles that is written as going `from` `to` over two squares or more.
    fn castling_target(&self, from: usize, to: usize) -> Option<usize> {
        let far = self.squares[from] == Some(Kind::King) && rank_of(from) == rank_of(to) && from.abs_diff(to) >= 2;
        let own = self.castling & self.sides[self.side.index()];
        own.squares().find(|&rook| {
            far && rook != to && Wing::of(from, rook).arrivals(from).0 == to && Wing::of(from, to) == Wing::of(from, rook)
        })
    }

    pub(super) fn drawing(&self, paint: Paint) -> String {
        let mut text = String::new();
        for rank in (0..SIZE).rev() {
            text.push_str(&format!("{} ", rank + 1));
            for file in 0..SIZE {
                let square = square(file, rank);
                let sign = self.letter(square).unwrap_or(if squares::DARK_SQUARES.has(square) { '-' } else { '.' });
                text.push_str(&painted(sign, square, paint));
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text.push_str("   a  b  c  d  e  f  g  h\n");
        text
    }
}

const NOT_A_RIGHT: &str = "is not a castling right";

/// The side of a piece letter: upper case is White's.
fn side_of(letter: char) -> Side {
    if letter.is_ascii_uppercase() { Side::White } else { Side::Black }
}

/// Do king and rook stand where they stand in the start position of chess?
fn is_classical(king: usize, rook: usize) -> bool {
    file_of(king) == 4 && matches!(file_of(rook), 0 | 7)
}

/// One square of a drawing, three columns wide.
fn painted(sign: char, square: usize, paint: Paint) -> String {
    use anstyle::{Ansi256Color, Color, Style};
    if paint == Paint::Plain {
        return format!(" {sign} ");
    }
    let dark = squares::DARK_SQUARES.has(square);
    let sign = if sign.is_ascii_alphabetic() { sign } else { ' ' };
    let man = if sign.is_ascii_uppercase() { 231 } else { 16 };
    let colour = |n: u8| Some(Color::Ansi256(Ansi256Color(n)));
    let style = Style::new().fg_color(colour(man)).bg_color(colour(if dark { 65 } else { 144 })).bold();
    format!("{style} {sign} {style:#}")
}
