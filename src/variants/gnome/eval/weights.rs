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
    row(Material, "material", &[(100, 120), (430, 380), (360, 340), (430, 470), (850, 850), (0, 0)]),
    // A wounded bishop dies with its owner's next move: of the side to move, of the other side, which still sees ours.
    row(Wounded, "wounded bishops", &[(40, 40), (80, 80)]),
    // By kind, for each step from the edge towards the centre.
    row(Centre, "centre", &[(3, 2), (5, 4), (4, 3), (1, 1), (1, 3), (-6, 4)]),
    // By rank. Pawns go back and aside too, so that nothing is final before the last one.
    row(PawnRank, "pawns' ranks", &[(-6, -6), (0, 0), (3, 6), (8, 14), (16, 26), (34, 48), (70, 95), (10, 10)]),
    // A man on a pile, by kind, on own ground and on an enemy rook: out of reach of all but knights, and still going as
    // from the ground.
    row(Riding, "men on piles", &[
        (4, 4), (-10, -20), (14, 10), (-6, -10), (12, 10), (-8, -10), (0, 0), (-16, -16), (14, 10), (-30, -30), (24, 6), (-20, -20),
    ]),
    // A rook with a load, by its top: own, an enemy.
    row(Load, "loads of rooks", &[(2, 2), (12, 12)]),
    // By kind, for each square to which a man can go that no enemy pawn attacks.
    row(Mobility, "mobility", &[(0, 0), (4, 4), (4, 4), (3, 4), (2, 3), (0, 0)]),
    // A lone man attacked and not guarded: small, middling, great.
    row(Hanging, "hanging men", &[(-10, -12), (-38, -36), (-70, -60)]),
    // A man on a pile whose ground is ours and attacked; it falls with it.
    row(Footing, "shaken piles", &[(-12, -10)]),
    // What a blast of an own queen would hit on her level: enemies small, middling, great, and own ones. An enemy queen's
    // own men are counted by her side.
    row(Blast, "blasts", &[(6, 6), (22, 20), (36, 30), (-3, -3), (-9, -8), (-14, -12)]),
    // The own queen beside the own king on his level: whoever takes her, takes him.
    row(Hostage, "king beside his queen", &[(-18, -12)]),
    // By the number of squares at the king that an enemy attacks, from eight on the same.
    row(KingZone, "attack on the king", &[
        (0, 0), (-4, 0), (-12, -4), (-24, -8), (-38, -14), (-54, -20), (-72, -28), (-92, -36), (-112, -44),
    ]),
    // Who holds the veto: ready, after the wait.
    row(Veto, "veto", &[(30, 30), (18, 18)]),
    row(Tempo, "side to move", &[(18, 10)]),
];

/// A weight.
pub const fn weight(group: Group, index: usize) -> (i32, i32) {
    ROWS[group as usize].weights[index]
}

weights::table!(Group, ROWS);
