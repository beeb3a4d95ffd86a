//! The notation for people: a letter, as much of the origin as is needed, and what the move does there.

use super::GnomeMoves;
use super::moves::{Act, GnomeMove};
use super::pile::Man;
use super::state::Gnome;
use crate::bits::BitSet;
use crate::game::{InputError, MoveClass};
use crate::geometry::board8x8::{file_of, rank_of};
use crate::variants::common8x8::Kind;

impl Gnome {
    pub(super) fn san(&self, m: GnomeMove) -> String {
        let (letter, tail) = self.san_parts(m);
        let rivals: Vec<GnomeMove> =
            self.moves().into_iter().filter(|&other| other != m && self.san_parts(other) == (letter, tail.clone())).collect();
        let pawn_takes = letter.is_none() && tail.starts_with('x');
        let hint = self
            .hints(m)
            .into_iter()
            .find(|hint| !(pawn_takes && hint.is_empty()) && rivals.iter().all(|&rival| !self.hints(rival).contains(hint)));
        let hint = hint.unwrap_or_else(|| m.origin_text());
        format!("{}{hint}{tail}{}", letter.map_or(String::new(), String::from), self.check_sign(m))
    }

    fn moves(&self) -> GnomeMoves {
        let mut moves = GnomeMoves::new();
        self.collect(MoveClass::All, &mut moves);
        moves
    }

    /// The man that moves.
    fn mover(&self, m: GnomeMove) -> Option<Man> {
        self.board.pile(m.from())?.at(m.level())
    }

    /// The letter, which pawns have none of, and all that follows the origin.
    fn san_parts(&self, m: GnomeMove) -> (Option<char>, String) {
        let promotion = m.promotion().map_or(String::new(), |kind| format!("={}", kind.letter()));
        if m.act() == Some(Act::Castle) {
            return (None, format!("{}-{}", castling_sign(m), m.castling_step()));
        }
        let kind = self.mover(m).map(Man::kind).filter(|&kind| kind != Kind::Pawn && m != GnomeMove::VETO);
        let [first, second] = self.captures(m).map(|captures| if captures { "x" } else { "" });
        (kind.map(Kind::letter), m.tail(first, &format!("-{second}"), &promotion))
    }

    /// Does a move capture a ground piece where it ends or, a king's, where the first and the second step end?
    pub(super) fn captures(&self, m: GnomeMove) -> [bool; 2] {
        let board = &self.board;
        let enemy = board.grounds[(!board.side).index()];
        match m.act() {
            Some(Act::Go) => {
                let pawn = board.tops(board.side, Kind::Pawn).has(m.from()) && m.level() == board.height(m.from());
                [
                    enemy.has(m.to()) || pawn && board.en_passant == Some(m.to() as u8) && file_of(m.from()) != file_of(m.to()),
                    false,
                ]
            }
            Some(Act::King) => [enemy.has(m.via()) && !m.climbs(0), enemy.has(m.to()) && !m.climbs(1)],
            Some(Act::Castle) => [false, enemy.has(m.to()) && !m.climbs(1)],
            _ => [false; 2],
        }
    }

    /// The ways to write an origin, the shortest first: nothing, the file, the rank, all of it. Shifts show it always.
    fn hints(&self, m: GnomeMove) -> Vec<String> {
        let whole = m.origin_text();
        match m.act() {
            Some(Act::Veto | Act::Castle) | None => vec![String::new()],
            Some(Act::Shift) => vec![whole],
            _ => {
                let file = char::from(b'a' + file_of(m.from()) as u8).to_string();
                let rank = char::from(b'1' + rank_of(m.from()) as u8).to_string();
                vec![String::new(), file, rank, whole]
            }
        }
    }

    fn check_sign(&self, m: GnomeMove) -> &'static str {
        let mut after = *self;
        after.make(m);
        match (after.board.is_threatened(after.board.side), after.count()) {
            (true, 0) => "#",
            (true, _) => "+",
            (false, _) => "",
        }
    }

    /// Reads a legal move. The origin may be written in any of its ways that leave no doubt; signs of check are not needed.
    pub(super) fn move_from_san(&self, token: &str) -> Result<GnomeMove, InputError> {
        let error = |why: &str| InputError::new("SAN move", token, why);
        let bare = token.trim_end_matches(['+', '#']);
        let means = |&m: &GnomeMove| {
            let (letter, tail) = self.san_parts(m);
            let origin = bare.strip_suffix(tail.as_str()).and_then(|rest| match letter {
                Some(letter) => rest.strip_prefix(letter),
                None => Some(rest),
            });
            origin.is_some_and(|origin| self.hints(m).iter().any(|hint| hint == origin))
        };
        let moves = self.moves();
        let mut found = moves.iter().copied().filter(means);
        match (found.next(), found.next()) {
            (Some(m), None) => Ok(m),
            (Some(_), Some(_)) => Err(error("ambiguous: more than one such move is legal")),
            (None, _) => Err(error("no such move is legal here")),
        }
    }
}

fn castling_sign(m: GnomeMove) -> &'static str {
    if m.via() > m.from() { "O-O" } else { "O-O-O" }
}
