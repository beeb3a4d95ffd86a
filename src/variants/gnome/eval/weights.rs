//! Every weight of the evaluation, in one table.

use crate::game::weights::{self, Row, row};

/// A group of weights: one term of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    Material,
    Wounded,
    Centre,
    PawnRank,
    Riding,
    Load,
    Mobility,
    Hanging,
    Footing,
    Blast,
    Hostage,
    KingZone,
    Veto,
    Tempo,
}

use Group::*;

/// The weights in centipawns, middle game and end game, as each side counts its own.
#[rustfmt::skip]
const ROWS: [Row<Group>; 14] = [
    // By kind: pawn, knight, bishop, rook, queen, king. A knight strikes on every level and in passing; a bishop has two
    // lives; a rook carries, and falls with all that stands on it.
    row(Material, "material", &[(66, 194), (412, 474), (418, 376), (485, 613), (841, 961), (0, 0)]),
    // A wounded bishop dies with its owner's next move: of the side to move, of the other side, which still sees ours.
    row(Wounded, "wounded bishops", &[(-12, 35), (51, 69)]),
    // By kind, for each step from the edge towards the centre.
    row(Centre, "centre", &[(7, 0), (3, 18), (3, 10), (0, 0), (-16, 16), (8, 2)]),
    // By rank. Pawns go back and aside too, so that nothing is final before the last one.
    row(PawnRank, "pawns' ranks", &[(-11, -62), (14, -54), (17, -34), (-13, -3), (-40, 48), (-37, 169), (54, 281), (56, 74)]),
    // A man on a pile, by kind, on own ground and on an enemy rook: out of reach of all but knights, and still going as
    // from the ground.
    row(Riding, "men on piles", &[
        (-15, -47), (4, -29), (-2, 36), (0, 20), (29, -24), (-16, -8), (-32, -19), (-16, -13), (22, -43), (-11, -33),
        (138, 161), (-28, 8),
    ]),
    // A rook with a load, by its top: own, an enemy.
    row(Load, "loads of rooks", &[(82, 100), (-7, -32)]),
    // By kind, for each square to which a man can go that no enemy pawn attacks.
    row(Mobility, "mobility", &[(0, 0), (20, -20), (10, -15), (-1, 4), (14, -10), (0, 0)]),
    // A lone man attacked and not guarded: small, middling, great.
    row(Hanging, "hanging men", &[(-4, -41), (-60, 2), (-81, -72)]),
    // A man on a pile whose ground is ours and attacked; it falls with it.
    row(Footing, "shaken piles", &[(2, 35)]),
    // What a blast of an own queen would hit on her level: enemies small, middling, great, and own ones. An enemy queen's
    // own men are counted by her side.
    row(Blast, "blasts", &[(14, 52), (85, 71), (51, 41), (4, 20), (-15, -10), (-15, -10)]),
    // The own queen beside the own king on his level: whoever takes her, takes him.
    row(Hostage, "king beside his queen", &[(-13, -21)]),
    // By the number of squares at the king that an enemy attacks, from eight on the same.
    row(KingZone, "attack on the king", &[
        (67, -69), (11, -13), (-30, 2), (-40, -9), (-76, 11), (-82, 30), (-86, 7), (-95, -19), (-107, -32),
    ]),
    // Who holds the veto: ready, after the wait.
    row(Veto, "veto", &[(81, 48), (152, 110)]),
    row(Tempo, "side to move", &[(54, -1)]),
];

/// A weight.
pub const fn weight(group: Group, index: usize) -> (i32, i32) {
    ROWS[group as usize].weights[index]
}

weights::table!(Group, ROWS);
