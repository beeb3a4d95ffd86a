//! What front ends show of a [`Board`]: the men of chess in words, the squares, the moves made by hand.

use super::board::Board;
use super::castling::Wing;
use super::moves::{Kind, Move, side_of};
use super::terrain::Terrain;
use crate::bits::BitSet;
use crate::game::{Cell, Deed, Gesture, MoveStyle, Piece, PieceHelp, Scene};
use crate::geometry::board8x8::{self as squares, SQUARES};

const fn man(letter: char, name: &'static str, ways: &'static [(&'static [usize], &'static str)]) -> PieceHelp {
    PieceHelp { letter, name, worth: "", ways }
}

/// The king in words.
pub(crate) const KING: PieceHelp = man(
    'K',
    "King",
    &[(&[], "one square in any direction. Castles: two squares towards a rook, which leaps over him, if neither has moved.")],
);
/// The queen in words.
pub(crate) const QUEEN: PieceHelp = man('Q', "Queen", &[(&[], "any number of squares in a straight or diagonal line.")]);
/// The rook in words.
pub(crate) const ROOK: PieceHelp = man('R', "Rook", &[(&[], "any number of squares in a straight line.")]);
/// The bishop in words.
pub(crate) const BISHOP: PieceHelp = man('B', "Bishop", &[(&[], "any number of squares in a diagonal line.")]);
/// The knight in words.
pub(crate) const KNIGHT: PieceHelp = man('N', "Knight", &[(&[], "leaps one square straight and one further diagonally.")]);

impl<T: Terrain> Board<T> {
    /// What stands on the squares, and where the king of the side to move is.
    pub(crate) fn shown(&self) -> Scene {
        let piece = |letter: char| match letter.is_ascii_alphabetic() {
            true => Piece::new(letter, side_of(letter)),
            false => Piece { letter, side: None, mark: None },
        };
        let cell = |square| Some(Cell { square: squares::name(square), pieces: vec![piece(self.letter(square)?)] });
        let king = self.men(self.side, Kind::King).first().map(squares::name);
        Scene { cells: (0..SQUARES).filter_map(cell).collect(), king, ..Scene::default() }
    }

    /// A legal move made by hand. Who castles picks up the king and puts him where the text of the move says.
    pub(crate) fn by_hand(&self, m: Move, style: MoveStyle) -> Gesture {
        let (text, from) = (self.move_text(m, style), m.from());
        let deed = match (self.is_castling(m), self.captures(m)) {
            (true, _) => Deed::Castle,
            (false, true) => Deed::Capture,
            (false, false) => Deed::Move,
        };
        let written_to = text.get(2..4).unwrap_or_default().to_owned();
        let mut gesture = Gesture::walk(text, deed, self.letter(from), squares::name(from), written_to);
        if deed == Deed::Castle {
            let (king_to, rook_to) = Wing::of(from, m.to()).arrivals(from);
            gesture.touched = [from, m.to(), king_to, rook_to].map(squares::name).into();
        } else if self.squares[from] == Some(Kind::Pawn) && self.en_passant == Some(m.to() as u8) {
            gesture.touched.push(squares::name(m.to() ^ 8));
        }
        Gesture { promotion: m.promotion().map(Kind::letter), ..gesture }
    }
}
