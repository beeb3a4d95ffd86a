//! The notation for people: SAN, written and read.

use super::ChessMoves;
use super::board::{Chess, Wing};
use super::moves::{ChessMove, Kind};
use crate::game::{InputError, MoveClass};
use crate::geometry::board8x8::{self as squares, file_of, rank_of};

impl Chess {
    pub(super) fn san(&self, m: ChessMove) -> String {
        let mut san = match self.squares[m.from()] {
            _ if self.is_castling(m) => match Wing::of(m.from(), m.to()) {
                Wing::King => "O-O".to_owned(),
                Wing::Queen => "O-O-O".to_owned(),
            },
            Some(Kind::Pawn) | None => self.pawn_san(m),
            Some(kind) => self.piece_san(kind, m),
        };
        let mut after = *self;
        after.make(m);
        if after.checkers != 0 {
            san.push(if after.count() == 0 { '#' } else { '+' });
        }
        san
    }

    fn pawn_san(&self, m: ChessMove) -> String {
        let target = squares::name(m.to());
        let mut san = if self.captures(m) { format!("{}x{target}", file_letter(m.from())) } else { target };
        if let Some(kind) = m.promotion() {
            san.extend(['=', kind.letter()]);
        }
        san
    }

    fn piece_san(&self, kind: Kind, m: ChessMove) -> String {
        let mut moves = ChessMoves::default();
        self.collect_kind(kind, &mut moves);
        let others: Vec<usize> = moves
            .iter()
            .filter(|o| o.to() == m.to() && o.from() != m.from() && !self.is_castling(**o))
            .map(|o| o.from())
            .collect();
        let from = m.from();
        let origin = if others.is_empty() {
            String::new()
        } else if others.iter().all(|&o| file_of(o) != file_of(from)) {
            file_letter(from).to_string()
        } else if others.iter().all(|&o| rank_of(o) != rank_of(from)) {
            rank_digit(from).to_string()
        } else {
            squares::name(from)
        };
        let sign = if self.captures(m) { "x" } else { "" };
        format!("{}{origin}{sign}{}", kind.letter(), squares::name(m.to()))
    }

    /// Does the move take an enemy man?
    pub(super) fn captures(&self, m: ChessMove) -> bool {
        let enemy = self.sides[(!self.side).index()];
        let pawn = self.squares[m.from()] == Some(Kind::Pawn);
        enemy >> m.to() & 1 != 0 || pawn && file_of(m.from()) != file_of(m.to())
    }

    /// Reads SAN. Accepted beside the canonical form: zeros in castling, a missing `=`, missing or surplus `+` and `#`,
    /// `e.p.`, annotation signs, more origin than needed, a missing `x`.
    pub(super) fn move_from_san(&self, token: &str) -> Result<ChessMove, InputError> {
        let form = San::parse(token).ok_or_else(|| InputError::new("move", token, "not a move in algebraic notation"))?;
        let mut moves = ChessMoves::default();
        self.collect(MoveClass::All, &mut moves);
        let mut fitting = moves.iter().copied().filter(|&m| self.fits(&form, m));
        match (fitting.next(), fitting.next()) {
            (Some(m), None) => Ok(m),
            (None, _) => Err(InputError::new("move", token, "not legal in this position")),
            (Some(_), Some(_)) => Err(InputError::new("move", token, "ambiguous: more than one man can make it")),
        }
    }

    fn fits(&self, form: &San, m: ChessMove) -> bool {
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

/// The parts of a SAN token.
enum San {
    Castling(Wing),
    Man { kind: Kind, file: Option<usize>, rank: Option<usize>, takes: bool, to: usize, promotion: Option<Kind> },
}

impl San {
    fn parse(token: &str) -> Option<San> {
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

fn file_letter(square: usize) -> char {
    char::from(b'a' + file_of(square) as u8)
}

fn rank_digit(square: usize) -> char {
    char::from(b'1' + rank_of(square) as u8)
}
