//! The notation for people: SAN, written and read.

use super::board::Board;
use super::castling::Wing;
use super::moves::{Kind, Move, Moves};
use super::terrain::Terrain;
use crate::bits::BitSet;
use crate::game::{InputError, MoveClass, Position};
use crate::geometry::board8x8::{self as squares, file_of, rank_of};

impl<T: Terrain> Board<T> {
    /// The SAN of a legal move without its sign of check.
    pub(crate) fn san(&self, m: Move) -> String {
        match self.squares[m.from()] {
            _ if self.is_castling(m) => match Wing::of(m.from(), m.to()) {
                Wing::King => "O-O".to_owned(),
                Wing::Queen => "O-O-O".to_owned(),
            },
            Some(Kind::Pawn) | None => self.pawn_san(m),
            Some(kind) => self.piece_san(kind, m),
        }
    }

    fn pawn_san(&self, m: Move) -> String {
        let target = squares::name(m.to());
        let mut san = if self.captures(m) { format!("{}x{target}", file_letter(m.from())) } else { target };
        if let Some(kind) = m.promotion() {
            san.extend(['=', kind.letter()]);
        }
        san
    }

    fn piece_san(&self, kind: Kind, m: Move) -> String {
        let mut moves = Moves::default();
        self.collect_kind(kind, &mut moves);
        let others = moves.iter().filter(|o| o.to() == m.to() && !self.is_castling(**o)).map(|o| o.from());
        let origin = origin(m.from(), others);
        let sign = if self.captures(m) { "x" } else { "" };
        format!("{}{origin}{sign}{}", kind.letter(), squares::name(m.to()))
    }

    /// Does the move take something, a man or an obstacle?
    pub(crate) fn captures(&self, m: Move) -> bool {
        self.takes_man(m) || self.terrain.obstacles().has(m.to())
    }

    /// Does the move take an enemy man?
    pub(crate) fn takes_man(&self, m: Move) -> bool {
        let in_passing = self.squares[m.from()] == Some(Kind::Pawn) && self.en_passant == Some(m.to() as u8);
        self.sides[(!self.side).index()].has(m.to()) || in_passing
    }

    /// Reads SAN. Accepted beside the canonical form: zeros in castling, a missing `=`, missing or surplus `+` and `#`,
    /// `e.p.`, annotation signs, more origin than needed, a missing `x`.
    pub(crate) fn move_from_san(&self, token: &str) -> Result<Move, InputError> {
        let form = San::parse(token).ok_or_else(|| InputError::new("move", token, "not a move in algebraic notation"))?;
        let mut moves = Moves::default();
        self.collect(MoveClass::All, &mut moves);
        let mut fitting = moves.iter().copied().filter(|&m| self.fits(&form, m));
        match (fitting.next(), fitting.next()) {
            (Some(m), None) => Ok(m),
            (None, _) => Err(InputError::new("move", token, "not legal in this position")),
            (Some(_), Some(_)) => Err(InputError::new("move", token, "ambiguous: more than one man can make it")),
        }
    }

    fn fits(&self, form: &San, m: Move) -> bool {
        let castling = self.is_castling(m).then(|| Wing::of(m.from(), m.to()));
        match *form {
            San::Castling(wing) => castling == Some(wing),
            San::Man { kind, file, rank, takes, to, promotion } => {
                castling.is_none()
                    && self.squares[m.from()] == Some(kind)
                    && m.to() == to
                    && m.promotion() == promotion
                    && file.is_none_or(|file| file == file_of(m.from()))
                    && rank.is_none_or(|rank| rank == rank_of(m.from()))
                    && (!takes || self.captures(m))
            }
        }
    }
}

/// The sign of what a move leads to: check, mate or neither.
pub(crate) fn check_sign<P: Position>(after: &P) -> &'static str {
    match after.in_check() {
        true if after.count_moves() == 0 => "#",
        true => "+",
        false => "",
    }
}

/// What tells the origin of a man's move from the `others` of its kind that could make it (itself among them or not): its
/// file, else its rank, else both.
pub(crate) fn origin(from: usize, others: impl Iterator<Item = usize>) -> String {
    let others: Vec<usize> = others.filter(|&o| o != from).collect();
    if others.is_empty() {
        String::new()
    } else if others.iter().all(|&o| file_of(o) != file_of(from)) {
        file_letter(from).to_string()
    } else if others.iter().all(|&o| rank_of(o) != rank_of(from)) {
        rank_digit(from).to_string()
    } else {
        squares::name(from)
    }
}

/// The parts of a SAN token.
pub(crate) enum San {
    /// `O-O`, `O-O-O`.
    Castling(Wing),
    /// Any other: what is told of origin, target and promotion.
    Man { kind: Kind, file: Option<usize>, rank: Option<usize>, takes: bool, to: usize, promotion: Option<Kind> },
}

impl San {
    /// Splits a token. Accepted beside the canonical form: see [`Board::move_from_san`].
    pub(crate) fn parse(token: &str) -> Option<San> {
        let bare = token.trim_end_matches(['+', '#', '!', '?']);
        let bare = bare.strip_suffix("e.p.").unwrap_or(bare).trim_end();
        match bare {
            "O-O" | "0-0" => return Some(San::Castling(Wing::King)),
            "O-O-O" | "0-0-0" => return Some(San::Castling(Wing::Queen)),
            _ => {}
        }
        let (kind, rest) = match bare.chars().next().and_then(Kind::from_letter) {
            Some(kind) => (kind, &bare[1..]),
            None => (Kind::Pawn, bare),
        };
        let (rest, promotion) = match rest.chars().last().and_then(Kind::from_letter) {
            Some(kind) => (&rest[..rest.len() - 1], Some(kind)),
            None => (rest, None),
        };
        let rest = rest.strip_suffix('=').unwrap_or(rest).as_bytes();
        let (origin, target) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let (origin, takes) = match origin {
            [origin @ .., b'x'] => (origin, true),
            origin => (origin, false),
        };
        let (file, rank) = match *origin {
            [] => (None, None),
            [file @ b'a'..=b'h'] => (Some(file), None),
            [rank @ b'1'..=b'8'] => (None, Some(rank)),
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => (Some(file), Some(rank)),
            _ => return None,
        };
        Some(San::Man {
            kind,
            file: file.map(|f| usize::from(f - b'a')),
            rank: rank.map(|r| usize::from(r - b'1')),
            takes,
            to: squares::parse(target)?,
            promotion,
        })
    }
}

pub(crate) fn file_letter(square: usize) -> char {
    char::from(b'a' + file_of(square) as u8)
}

fn rank_digit(square: usize) -> char {
    char::from(b'1' + rank_of(square) as u8)
}
