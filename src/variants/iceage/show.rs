//! What front ends show: men and ice in words, and when the ice comes.

use super::IceAge;
use super::ice::CYCLE;
use crate::game::{PieceHelp, Scene};
use crate::variants::common8x8::show::{BISHOP, KING, KNIGHT, QUEEN, ROOK};

const PAWN: PieceHelp = PieceHelp {
    letter: 'P',
    name: "Pawn",
    worth: "",
    ways: &[(
        &[],
        "one square forward, two from its home square, if no ice is there; takes a man or ice one square diagonally forward; \
         becomes Q, R, B or N on the last rank.",
    )],
};

const ICE: PieceHelp = PieceHelp {
    letter: '*',
    name: "Ice cube",
    worth: "",
    ways: &[(&[], "never moves and belongs to nobody; lines stop at it, and whoever could take a man here may take it.")],
};

pub(super) const PIECES: &[PieceHelp] = &[KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN, ICE];

impl IceAge {
    /// The board, and when the ice comes.
    pub(super) fn picture(&self) -> Scene {
        Scene { notes: vec![self.forecast()], ..self.shown() }
    }

    /// When the ice comes, in words.
    pub(super) fn forecast(&self) -> String {
        let left = CYCLE - self.number % CYCLE;
        let ice = match left {
            CYCLE => "after Black's next move".to_owned(),
            _ => format!("after Black's move {}", u32::from(self.number) + u32::from(left)),
        };
        format!("the ice comes {ice}")
    }
}
