//! Every weight of the evaluation, in one table.

use crate::game::weights::{self, Row, row};

/// A group of weights: one term of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    Material,
    Stock,
    Control,
    Closeness,
    Flight,
    AttackedKing,
    Assault,
    GreatestLoss,
    OtherLosses,
    Lighter,
}

use Group::*;

/// The weights in centipawns, as each side counts its own. There is one phase only: both columns agree.
#[rustfmt::skip]
const ROWS: [Row<Group>; 10] = [
    // By kind: queen, rook, bishop, knight, pawn. What wins battles is the value of rule 1.
    row(Material, "material", &[(548, 548), (178, 178), (128, 128), (90, 90), (48, 48)]),
    // By kind. Who is in stock comes back only for somebody worth as much, who leaves. Who is lost goes there, so that games
    // tell the difference to the row above only.
    row(Stock, "stock", &[(8, 8), (6, 6), (4, 4), (4, 4), (2, 2)]),
    // Each square that is attacked.
    row(Control, "squares attacked", &[(6, 6)]),
    // Each piece by its distance from the other king: 0 (where he is to come) to 6.
    row(Closeness, "closeness to the king", &[(17, 17), (37, 37), (40, 40), (18, 18), (9, 9), (1, 1), (3, 3)]),
    // The squares to which a king could go, while he is not attacked.
    row(Flight, "flight squares", &[
        (-14, -14), (33, 33), (79, 79), (77, 77), (132, 132), (76, 76), (79, 79), (82, 82), (65, 65),
    ]),
    // The same, while he is attacked and has to use them: he loses a turn, or everything.
    row(AttackedKing, "king under attack", &[
        (-429, -429), (-351, -351), (-291, -291), (-276, -276), (-235, -235), (-202, -202), (-197, -197), (-163, -163),
        (-96, -96),
    ]),
    // The enemy pieces that attack a square at the king.
    row(Assault, "attackers at the king", &[
        (37, 37), (-19, -19), (-27, -27), (-39, -39), (-67, -67), (-76, -76), (-94, -94), (-108, -108), (-126, -126),
    ]),
    // Each point of the most valuable crowd that the enemy could beat in the next turn.
    row(GreatestLoss, "greatest loss in sight", &[(-4, -4)]),
    // Each point of the others.
    row(OtherLosses, "other losses in sight", &[(4, 4)]),
    // Both kings are attacked, and if both sides take, the lighter side wins (rule 7): the other has to go.
    row(Lighter, "lighter while both attack", &[(205, 205)]),
];

weights::table!(Group, ROWS);
