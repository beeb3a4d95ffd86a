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
    row(Material, "material", &[(35, 240), (495, 405), (499, 241), (668, 867), (1018, 880), (0, 0)]),
    // A wounded bishop dies with its owner's next move: of the side to move, of the other side, which still sees ours.
    row(Wounded, "wounded bishops", &[(-36, 11), (25, 58)]),
    // By kind, for each step from the edge towards the centre.
    row(Centre, "centre", &[(10, -7), (4, 41), (-1, 6), (11, -1), (-16, 26), (-7, 0)]),
    // By rank. Pawns go back and aside too, so that nothing is final before the last one.
    row(PawnRank, "pawns' ranks", &[(5, -98), (30, -74), (26, -57), (-40, 2), (-72, 85), (-61, 213), (30, 322), (75, 100)]),
    // A man on a pile, by kind, on own ground and on an enemy rook: out of reach of all but knights, and still going as
    // from the ground.
    row(Riding, "men on piles", &[
        (-5, 57), (30, 7), (56, 139), (9, 103), (163, -95), (0, 10), (-53, -41), (-21, -26), (1, -79), (-15, -40),
        (304, 550), (-13, 31),
    ]),
    // A rook with a load, by its top: own, an enemy.
    row(Load, "loads of rooks", &[(98, -81), (-67, -172)]),
    // By kind, for each square to which a man can go that no enemy pawn attacks.
    row(Mobility, "mobility", &[(0, 0), (23, -29), (16, -7), (-3, 7), (26, -29), (0, 0)]),
    // A lone man attacked and not guarded: small, middling, great.
    row(Hanging, "hanging men", &[(4, -62), (-50, -26), (-86, -27)]),
    // A man on a pile whose ground is ours and attacked; it falls with it.
    row(Footing, "shaken piles", &[(-11, 5)]),
    // What a blast of an own queen would hit on her level: enemies small, middling, great, and own ones. An enemy queen's
    // own men are counted by her side.
    row(Blast, "blasts", &[(13, 97), (111, 79), (94, 43), (0, 32), (-12, -9), (-9, 2)]),
    // The own queen beside the own king on his level: whoever takes her, takes him.
    row(Hostage, "king beside his queen", &[(-12, -105)]),
    // By the number of squares at the king that an enemy attacks, from eight on the same.
    row(KingZone, "attack on the king", &[
        (110, -85), (44, -16), (-23, -1), (-72, -11), (-122, -2), (-123, 13), (-94, 19), (-73, 16), (-84, -19),
    ]),
    // Who holds the veto: ready, after the wait.
    row(Veto, "veto", &[(153, 46), (246, 179)]),
    row(Tempo, "side to move", &[(94, 1)]),
];

/// A weight.
pub const fn weight(group: Group, index: usize) -> (i32, i32) {
    ROWS[group as usize].weights[index]
}

weights::table!(Group, ROWS);
