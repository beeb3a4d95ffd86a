//! The notation for people.

use super::board::{Dragonchess, Move};
use super::men::Kind;
use super::{MOVES, Position};
use crate::game::{InputError, MoveClass};
use crate::geometry::board12x8x3::Square;
use arrayvec::ArrayVec;

impl Dragonchess {
    /// A legal move in the notation for people.
    pub(super) fn san(&self, m: Move) -> String {
        let Some(kind) = self.kind_at(m.from()) else { return self.move_text(m) };
        let capture = if self.kind_at(m.to()).is_some() { "x" } else { "" };
        let promotion = if self.is_promotion(m) { "=H" } else { "" };
        let (letter, origin, to) = (kind.letter(), self.origin_needed(m, kind), m.to());
        format!("{letter}{origin}{capture}{to}{promotion}{}", self.check_sign(m))
    }

    /// As much of the origin as tells the move from those of other men of the kind that could make it too:
    /// nothing, the file, the rank, or the square.
    fn origin_needed(&self, m: Move, kind: Kind) -> String {
        let from = m.from();
        let rivals: ArrayVec<Square, MOVES> = self
            .legal_moves()
            .into_iter()
            .filter(|&other| other != m && other.to() == m.to() && other.is_remote() == m.is_remote())
            .map(Move::from)
            .filter(|&origin| self.kind_at(origin) == Some(kind))
            .collect();
        if rivals.is_empty() {
            return String::new();
        }
        let [file, rank] = origin_signs(from);
        if rivals.iter().all(|rival| rival.file() != from.file()) {
            file.into()
        } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
            rank.into()
        } else {
            from.to_string()
        }
    }

    fn check_sign(&self, m: Move) -> &'static str {
        let mut after = self.clone();
        after.make(m);
        match (after.in_check(), after.number_of_moves()) {
            (true, 0) => "#",
            (true, _) => "+",
            (false, _) => "",
        }
    }

    fn legal_moves(&self) -> ArrayVec<Move, MOVES> {
        let mut moves = ArrayVec::new();
        self.list_moves(MoveClass::All, &mut moves);
        moves
    }

    /// Reads a legal move in the notation for people. Check signs and `=H` may be left out; the rest must be right.
    pub(super) fn san_move(&self, token: &str) -> Result<Move, InputError> {
        const FORM: &str =
            "must be a letter, as much of the origin as is needed, x for a capture, and the target, as in Wex2d5";
        let error = |reason: &str| InputError::new("SAN move", token, reason);
        let san = San::parse(token).ok_or_else(|| error(FORM))?;
        let moves = self.legal_moves();
        let mut found = moves.iter().copied().filter(|&m| san.means(self, m));
        match (found.next(), found.next()) {
            (Some(m), None) => Ok(m),
            (Some(_), Some(_)) => Err(error("ambiguous: more than one such move is legal")),
            (None, _) => Err(error("no such move is legal here")),
        }
    }
}

/// The file and the rank of an origin as the notation writes them.
fn origin_signs(from: Square) -> [char; 2] {
    [char::from(b'a' + from.file() as u8), char::from(b'1' + from.rank() as u8)]
}

/// What a token says.
struct San<'t> {
    kind: Kind,
    origin: &'t str,
    capture: bool,
    to: Square,
    promotion: bool,
}

impl San<'_> {
    fn parse(token: &str) -> Option<San<'_>> {
        let rest = token.strip_suffix(['+', '#']).unwrap_or(token);
        let (rest, promotion) = rest.strip_suffix("=H").map_or((rest, false), |rest| (rest, true));
        let mut letters = rest.chars();
        let kind = Kind::from_letter(letters.next()?)?;
        let rest = letters.as_str();
        let (rest, to) = rest.split_at_checked(rest.len().checked_sub(3)?)?;
        let to = Square::parse(to).ok()?;
        let (origin, capture) = rest.strip_suffix('x').map_or((rest, false), |rest| (rest, true));
        let known = match *origin.as_bytes() {
            [] | [b'a'..=b'l' | b'1'..=b'8'] => true,
            _ => Square::parse(origin).is_ok(),
        };
        known.then_some(San { kind, origin, capture, to, promotion })
    }

    fn means(&self, position: &Dragonchess, m: Move) -> bool {
        let from = m.from();
        let origin = match self.origin.len() {
            0 => true,
            1 => self.origin.contains(origin_signs(from)),
            _ => self.origin == from.to_string(),
        };
        origin
            && m.to() == self.to
            && position.kind_at(from) == Some(self.kind)
            && position.kind_at(self.to).is_some() == self.capture
            && (!self.promotion || position.is_promotion(m))
    }
}
