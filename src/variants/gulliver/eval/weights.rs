//! Every weight of the evaluation, in one table.

use crate::game::Tapered;
use crate::game::weights::{self, Row, count, flat, starts};

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

/// The number of groups.
const GROUPS: usize = 10;

/// The weights in centipawns, as each side counts its own. There is one phase only: both columns agree.
#[rustfmt::skip]
const ROWS: [Row<Group>; GROUPS] = [
    // By kind: queen, rook, bishop, knight, pawn. What wins battles is the value of rule 1.
    row(Material, "material", &[(400, 400), (300, 300), (200, 200), (200, 200), (100, 100)]),
    // By kind. Who is in stock comes back only for somebody worth as much, who leaves.
    row(Stock, "stock", &[(8, 8), (6, 6), (4, 4), (4, 4), (2, 2)]),
    // Each square that is attacked.
    row(Control, "squares attacked", &[(4, 4)]),
    // Each piece by its distance from the other king: 0 (where he is to come) to 6.
    row(Closeness, "closeness to the king", &[(17, 17), (17, 17), (14, 14), (11, 11), (7, 7), (4, 4), (1, 1)]),
    // The squares to which a king could go, while he is not attacked.
    row(Flight, "flight squares", &[
        (-60, -60), (-34, -34), (-19, -19), (-9, -9), (-3, -3), (0, 0), (2, 2), (4, 4), (5, 5),
    ]),
    // The same, while he is attacked and has to use them: he loses a turn, or everything.
    row(AttackedKing, "king under attack", &[
        (-400, -400), (-220, -220), (-170, -170), (-145, -145), (-130, -130), (-120, -120), (-115, -115), (-110, -110),
        (-105, -105),
    ]),
    // The enemy pieces that attack a square at the king.
    row(Assault, "attackers at the king", &[
        (0, 0), (-7, -7), (-20, -20), (-36, -36), (-54, -54), (-72, -72), (-90, -90), (-108, -108), (-126, -126),
    ]),
    // Each point of the most valuable crowd that the enemy could beat in the next turn.
    row(GreatestLoss, "greatest loss in sight", &[(-9, -9)]),
    // Each point of the others.
    row(OtherLosses, "other losses in sight", &[(-2, -2)]),
    // Both kings are attacked, and if both sides take, the lighter side wins (rule 7): the other has to go.
    row(Lighter, "lighter while both attack", &[(150, 150)]),
];

const fn row(group: Group, name: &'static str, weights: &'static [(i32, i32)]) -> Row<Group> {
    Row { group, name, weights }
}

impl weights::Group for Group {
    const ROWS: &'static [Row<Group>] = &ROWS;
    const WEIGHTS: &'static [Tapered] = &flat::<_, { count(&ROWS) }>(&ROWS);
    const STARTS: &'static [usize] = &starts(&ROWS);

    #[inline(always)]
    fn number(self) -> usize {
        self as usize
    }
}

const _: () = {
    let mut number = 0;
    while number < ROWS.len() {
        assert!(ROWS[number].group as usize == number, "the rows stand in the order of the groups");
        number += 1;
    }
};
