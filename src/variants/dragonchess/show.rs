//! What front ends show: the men in words, the three boards, the moves made by hand.

use super::board::{Dragonchess, Move};
use super::men::Man;
use crate::bits::BitSet;
use crate::game::{Cell, Deed, Gesture, Mark, Piece, PieceHelp, Scene};
use crate::geometry::board12x8x3::{MIDDLE, Square};

/// The names of the levels, the lowest first.
pub(super) const LEVELS: &[&str] = &["underworld", "ground", "sky"];

const fn man(
    letter: char,
    name: &'static str,
    worth: &'static str,
    ways: &'static [(&'static [usize], &'static str)],
) -> PieceHelp {
    PieceHelp { letter, name, worth, ways }
}

/// The men; "goes" means moves to an empty square or captures.
pub(super) const PIECES: &[PieceHelp] = &[
    man(
        'S',
        "Sylph",
        "1",
        &[
            (&[3], "moves one step diagonally forward; captures one step straight forward, or straight below."),
            (&[2], "moves to the square above, or to one of its side's six home squares of level 3."),
        ],
    ),
    man(
        'G',
        "Griffin",
        "5",
        &[
            (&[3], "leaps three by two; goes to the four squares diagonally next to the one below."),
            (&[2], "goes one step diagonally, or to the four squares diagonally next to the one above."),
        ],
    ),
    man(
        'R',
        "Dragon",
        "8",
        &[(
            &[3],
            "goes like a bishop, or one step straight. Instead of moving it can capture from afar a man on the square below or on one of the four squares straight next to that; the Dragon stays.",
        )],
    ),
    man(
        'W',
        "Warrior",
        "1",
        &[(&[2], "moves one step forward, captures one step diagonally forward; becomes a Hero at the far end.")],
    ),
    man('O', "Oliphant", "5", &[(&[2], "goes any number of squares straight, like a rook.")]),
    man('U', "Unicorn", "2.5", &[(&[2], "leaps like a knight of chess: one square straight and one further diagonally.")]),
    man(
        'H',
        "Hero",
        "4.5",
        &[
            (&[2], "goes one or two steps diagonally, leaping; or to the squares diagonally next to the one above or below."),
            (&[1, 3], "only back, to a square of level 2 diagonally next to the one below or above."),
        ],
    ),
    man('T', "Thief", "4", &[(&[2], "goes any number of squares diagonally, like a bishop.")]),
    man('C', "Cleric", "9", &[(&[], "goes one step in any direction, or to the square above or below.")]),
    man(
        'M',
        "Mage",
        "11",
        &[
            (&[2], "goes like a queen, or to the square above or below."),
            (&[1, 3], "goes one step straight, or one or two levels up or down; two need the square between empty."),
        ],
    ),
    man(
        'K',
        "King",
        "",
        &[
            (&[2], "goes one step in any direction, or to the square above or below."),
            (&[1, 3], "only to the square of level 2 below or above."),
        ],
    ),
    man(
        'P',
        "Paladin",
        "10",
        &[
            (&[2], "goes like a king or a knight."),
            (&[1, 3], "goes like a king."),
            (&[], "also leaps like a knight between levels: one level and two steps straight, or two levels and one step."),
        ],
    ),
    man(
        'D',
        "Dwarf",
        "2",
        &[
            (&[1, 2], "moves one step forward, left or right; captures one step diagonally forward."),
            (&[1], "also captures on the square above."),
            (&[2], "also moves to the square below."),
        ],
    ),
    man(
        'B',
        "Basilisk",
        "3",
        &[(
            &[1],
            "goes one step forward or diagonally forward; moves one step straight back. Freezes the enemy straight above it.",
        )],
    ),
    man(
        'E',
        "Elemental",
        "4",
        &[
            (
                &[1],
                "goes one or two steps straight (the square between empty); moves one step diagonally; captures on level 2 above a neighbouring empty square, straight next to its own.",
            ),
            (&[2], "goes one level down (that square empty) and one step straight on level 1."),
        ],
    ),
];

impl Dragonchess {
    /// The men and which of them are frozen.
    pub(super) fn picture(&self) -> Scene {
        let cell = |(square, man): (Square, Man)| {
            let frozen = square.level() == MIDDLE && self.frozen(man.side) & square.bit() != 0;
            let piece = Piece { mark: frozen.then_some(Mark::Frozen), ..Piece::new(man.letter(), man.side) };
            Cell { square: square.to_string(), pieces: vec![piece] }
        };
        let king = Some(self.king(self.mover()).to_string());
        Scene { cells: self.all_men().map(cell).collect(), king, ..Scene::default() }
    }

    /// A legal move made by hand. A Dragon that captures from afar is put onto its victim.
    pub(super) fn by_hand(&self, m: Move) -> Gesture {
        let (from, to) = (m.from(), m.to());
        let deed = match (m.is_remote(), self.occupied().has(to.index())) {
            (true, _) => Deed::Remote,
            (false, true) => Deed::Capture,
            (false, false) => Deed::Move,
        };
        let piece = self.man_at(from).map(Man::letter);
        Gesture::walk(self.move_text(m), deed, piece, from.to_string(), to.to_string())
    }
}
