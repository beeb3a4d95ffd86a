//! The men of chess in words.

use crate::game::PieceHelp;
use crate::variants::common8x8::show::{BISHOP, KING, KNIGHT, QUEEN, ROOK};

const PAWN: PieceHelp = PieceHelp {
    letter: 'P',
    name: "Pawn",
    worth: "",
    ways: &[(
        &[],
        "one square forward, two from its home square; takes one square diagonally forward; becomes Q, R, B or N on the last rank.",
    )],
};

pub(super) const PIECES: &[PieceHelp] = &[KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN];
