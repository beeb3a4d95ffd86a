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
}

use Group::*;

/// The weights in centipawns, as each side counts its own. There is one phase only: both columns agree.
#[rustfmt::skip]
const ROWS: [Row<Group>; 9] = [
    // By kind: queen, rook, bishop, knight, pawn. What wins battles is the value of rule 1.
    row(Material, "material", &[(400, 400), (300, 300), (200, 200), (200, 200), (100, 100)]),
    // By kind. Who is in stock comes back only for somebody worth as much, who leaves.
    row(Stock, "stock", &[(40, 40), (30, 30), (20, 20), (20, 20), (10, 10)]),
    // Each square that is attacked.
    row(Control, "squares attacked", &[(3, 3)]),
    // Each piece by its distance from the other king: 0 (where he is to come) to 6.
    row(Closeness, "closeness to the king", &[(14, 14), (14, 14), (12, 12), (9, 9), (6, 6), (3, 3), (1, 1)]),
    // The squares to which a king could go, while he is not attacked.
    row(Flight, "flight squares", &[
        (-80, -80), (-45, -45), (-25, -25), (-12, -12), (-4, -4), (0, 0), (3, 3), (5, 5), (6, 6),
    ]),
    // The same, while he is attacked and has to use them: he loses a turn, or everything.
    row(AttackedKing, "king under attack", &[
        (-500, -500), (-280, -280), (-220, -220), (-190, -190), (-170, -170), (-160, -160), (-150, -150), (-145, -145),
        (-140, -140),
    ]),
    // The enemy pieces that attack a square at the king.
    row(Assault, "attackers at the king", &[
        (0, 0), (-8, -8), (-22, -22), (-40, -40), (-60, -60), (-80, -80), (-100, -100), (-120, -120), (-140, -140),
    ]),
    // Each point of the most valuable crowd that the enemy could beat in the next turn.
    row(GreatestLoss, "greatest loss in sight", &[(-30, -30)]),
    // Each point of the others.
    row(OtherLosses, "other losses in sight", &[(-10, -10)]),
];

weights::table!(Group, ROWS);
