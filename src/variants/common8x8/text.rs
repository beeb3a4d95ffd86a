//! Position texts and moves of a [`Board`].

use super::board::Board;
use super::castling::{self, Wing, is_classical};
use super::fen::{self, DEFAULTS, FIELDS};
use super::moves::{Kind, MOST_MEN, Move, side_of};
use super::terrain::Terrain;
use super::{draw, fen::read_squares};
use crate::bits::BitSet;
use crate::game::text;
use crate::game::{InputError, Look, MoveStyle, Reading, Side};
use crate::geometry::board8x8::{self as squares, RANK_1, RANK_8, rank_of, relative_rank};

impl<T: Terrain> Board<T> {
    /// Reads a position text in which each side has one king or, with fewer `least_kings`, none.
    ///
    /// # Errors
    /// A text that cannot be a position.
    pub(crate) fn from_text(text: &str, reading: Reading, least_kings: u32) -> Result<Board<T>, InputError> {
        let [board, side, castling, en_passant, clock, number] = text::fields(text, FIELDS, DEFAULTS, reading)?;
        let mut position = Board::empty();
        fen::read_board(board, |sign, square| position.place(sign, square))?;
        position.check_men(board, least_kings)?;
        if text::side(side)? == Side::Black {
            position.pass_turn();
        } else {
            position.find_checks();
        }
        let other_king = position.men(!position.side, Kind::King);
        if other_king.squares().any(|king| position.attacks(position.side, king, position.occupied())) {
            return Err(InputError::new("side to move", side, "the other side is in check"));
        }
        fen::read_castling(castling, reading, |letter| position.read_right(letter))?;
        let en_passant = fen::read_en_passant(en_passant, reading, |to| position.is_behind_double_step(to))?;
        if let Some(to) = en_passant {
            position.offer_en_passant(to);
        }
        position.clock = text::number("half-move clock", clock, 0)?;
        position.number = text::number("full-move number", number, 1)?;
        Ok(position)
    }

    /// Puts what a letter stands for on a square, unless it stands for nothing. A second letter for a square is a fault
    /// of the text that is found later.
    fn place(&mut self, letter: char, square: usize) -> bool {
        match Kind::from_letter(letter.to_ascii_uppercase()) {
            _ if self.letter(square).is_some() => true,
            Some(kind) => {
                self.put(side_of(letter), kind, square);
                true
            }
            None => self.terrain.put(letter, square),
        }
    }

    fn check_men(&self, board: &str, least_kings: u32) -> Result<(), InputError> {
        for side in Side::BOTH {
            let refuse = |why: String| Err(InputError::new("board", board, why));
            let kings = self.men(side, Kind::King).count();
            if !(least_kings..=1).contains(&kings) {
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

    fn read_right(&mut self, letter: char) -> Result<(), &'static str> {
        let side = side_of(letter);
        let king = self.men(side, Kind::King).first();
        let rook = castling::rook_of_letter(letter, side, king, self.men(side, Kind::Rook), self.castling)?;
        self.grant_castling(rook);
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

    pub(crate) fn to_text(self) -> String {
        let board = fen::write_board(|square| self.letter(square));
        let en_passant = self.en_passant.map_or("-".to_owned(), |s| squares::name(s.into()));
        let (side, castling) = (self.side.letter(), self.castling_text());
        format!("{board} {side} {castling} {en_passant} {} {}", self.clock, self.number)
    }

    /// The letter of what is on a square, upper case for White's men.
    pub(super) fn letter(&self, square: usize) -> Option<char> {
        let side = if self.sides[0].has(square) { Side::White } else { Side::Black };
        self.squares[square].map(|kind| kind.letter_of(side)).or_else(|| self.terrain.sign(square))
    }

    fn castling_text(&self) -> String {
        let of_side = |side| castling::letters(self.king(side), self.men(side, Kind::Rook), self.castling);
        let white = of_side(Side::White);
        let black = of_side(Side::Black).map(|letter| letter.to_ascii_lowercase());
        let text: String = white.chain(black).collect();
        if text.is_empty() { "-".to_owned() } else { text }
    }

    /// Is the move castling, written as the king taking its own rook?
    pub(crate) fn is_castling(&self, m: Move) -> bool {
        self.squares[m.from()] == Some(Kind::King) && self.men(self.side, Kind::Rook).has(m.to())
    }

    pub(crate) fn move_text(&self, m: Move, style: MoveStyle) -> String {
        let (from, mut to) = (m.from(), m.to());
        if self.is_castling(m) && !style.chess960 && is_classical(from, to) {
            to = Wing::of(from, to).arrivals(from).0;
        }
        let mut text = squares::name(from) + &squares::name(to);
        text.extend(m.promotion().map(|kind| kind.letter_of(Side::Black)));
        text
    }

    /// Reads a move; castling as the king taking its own rook or, where the king goes two squares or more, its arrival.
    ///
    /// # Errors
    /// Malformed and illegal moves.
    pub(crate) fn move_from_text(&self, token: &str) -> Result<Move, InputError> {
        let refuse = |why: &str| Err(InputError::new("move", token, why));
        let (from, to, rest) = read_squares(token)?;
        let mut letters = rest.chars();
        let promotion = match (letters.next(), letters.next()) {
            (None, _) => None,
            (Some(letter), None) if Kind::promotion(letter).is_some() => Kind::promotion(letter),
            _ => return refuse("a pawn promotes to q, r, b or n"),
        };
        if !self.sides[self.side.index()].has(from) {
            return refuse("no man of the side to move goes from there");
        }
        let m = Move::new(from, self.castling_target(from, to).unwrap_or(to), promotion);
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

    pub(crate) fn drawing(&self, look: Look) -> String {
        draw::board(|square| self.letter(square).map(String::from).unwrap_or_default(), look)
    }
}
