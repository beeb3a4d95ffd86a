//! Every weight of the evaluation, in one table.

use crate::game::weights::{self, Row, row};

/// A group of weights: one term of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    Material,
    PawnPlaces,
    KnightPlaces,
    BishopPlaces,
    RookPlaces,
    QueenPlaces,
    KingPlaces,
    KnightMobility,
    BishopMobility,
    RookMobility,
    QueenMobility,
    BishopPair,
    BishopPawns,
    KnightOutpost,
    BishopOutpost,
    MinorBehindPawn,
    MinorFromKing,
    RookOpenFile,
    RookSeventh,
    RookTrapped,
    Doubled,
    Isolated,
    Backward,
    Connected,
    Candidate,
    Passed,
    PassedFree,
    PassedConnected,
    PassedOwnKing,
    PassedOtherKing,
    PassedRook,
    PassedUnstoppable,
    Shelter,
    Storm,
    StormBlocked,
    KingDanger,
    PawnThreat,
    MinorThreat,
    RookThreat,
    KingThreat,
    Hanging,
    PushThreat,
    Restricted,
    Space,
    Tempo,
    MateEdge,
    MateKings,
    MateCorner,
}

/// Ranks are counted from the own side, the first being 0. Placement: ranks from the far edge down to one's own, files
/// from the edge to the middle, the right half of the board being the mirror image.
#[rustfmt::skip]
const ROWS: [Row<Group>; 48] = [
    // By kind, pawn to queen. Pawns and rooks gain when the board empties, minor pieces lose targets.
    row(Group::Material, "material", &[(70, 121), (304, 382), (307, 400), (397, 664), (937, 1164)]),

    // Pawns hold the centre early and run late; what a passed one gains by running has terms of its own.
    row(Group::PawnPlaces, "pawn placement", &[
        (0, 0), (0, 0), (0, 0), (0, 0),
        (9, 33), (19, 48), (25, 40), (25, 30),
        (16, 34), (11, 26), (9, 24), (22, 24),
        (9, 24), (7, 21), (13, 8), (20, -6),
        (-5, 12), (-12, 10), (5, -7), (13, -3),
        (-4, 9), (-7, -4), (0, -3), (4, 6),
        (-7, 18), (5, 2), (-2, 8), (-4, 0),
        (0, 0), (0, 0), (0, 0), (0, 0),
    ]),
    // Knights have few squares at the rim and stand best beyond the middle.
    row(Group::KnightPlaces, "knight placement", &[
        (-93, -42), (-42, -40), (-40, -28), (-27, -13),
        (-16, -15), (-21, -8), (20, -11), (21, 4),
        (-10, -27), (13, 4), (13, 8), (33, -6),
        (14, -11), (13, 7), (14, 20), (26, 25),
        (1, -15), (14, 1), (20, 18), (13, 28),
        (-21, -16), (0, -8), (0, 1), (1, 18),
        (-18, -37), (-2, -20), (-7, -11), (-12, 4),
        (-51, -41), (-31, -41), (-34, -27), (-9, -18),
    ]),
    // Bishops like long diagonals and the fianchetto; undeveloped ones are idle.
    row(Group::BishopPlaces, "bishop placement", &[
        (0, -9), (-23, -2), (-22, -3), (-21, -8),
        (-23, -15), (0, -6), (3, 4), (-10, 5),
        (12, -4), (-10, -1), (1, 17), (13, -3),
        (-10, -2), (16, -6), (14, 10), (19, 11),
        (-5, -12), (12, -8), (10, 10), (10, 5),
        (4, 4), (16, -1), (7, 5), (7, 11),
        (19, -7), (10, -1), (-4, -3), (-6, 6),
        (-9, -2), (3, -4), (-19, 7), (-6, -7),
    ]),
    // Rooks like the seventh rank, and central files from home.
    row(Group::RookPlaces, "rook placement", &[
        (5, 26), (15, 19), (6, 18), (9, 23),
        (7, 10), (-5, 5), (18, 4), (25, -1),
        (-11, 15), (-3, 16), (10, 7), (15, 6),
        (-18, 27), (-5, 20), (0, 14), (6, 4),
        (-18, 13), (-4, 3), (-2, 6), (-1, 4),
        (-24, -11), (-10, 6), (-6, -2), (-8, -1),
        (-31, 0), (1, -9), (-7, -3), (-6, -2),
        (-11, -5), (-8, -5), (3, -6), (9, -11),
    ]),
    // Queens stay home early and go to the middle late.
    row(Group::QueenPlaces, "queen placement", &[
        (-5, 0), (-5, 14), (7, 16), (3, 20),
        (-2, 6), (-20, 18), (-7, 42), (-6, 41),
        (8, 6), (0, 21), (6, 39), (11, 35),
        (-7, 27), (-6, 34), (-3, 34), (-11, 55),
        (-15, 24), (-13, 32), (-11, 24), (-11, 39),
        (-2, -6), (2, -8), (-3, 11), (-4, 19),
        (-8, -16), (5, -21), (3, -24), (1, -27),
        (-12, -26), (-17, -27), (0, -26), (5, -56),
    ]),
    // Kings are castled early and in the middle late.
    row(Group::KingPlaces, "king placement", &[
        (-54, -65), (-38, -12), (-35, -3), (-49, -1),
        (-43, -10), (-26, 34), (-30, 31), (-36, 29),
        (-39, 4), (-27, 32), (-29, 40), (-36, 39),
        (-36, -6), (-28, 18), (-32, 22), (-44, 33),
        (-45, -4), (-30, 6), (-51, 27), (-44, 23),
        (-12, -22), (0, -12), (-13, 5), (-34, 9),
        (6, -30), (1, -14), (-23, -5), (-39, 7),
        (7, -58), (19, -30), (-3, -30), (-11, -44),
    ]),

    // By the number of squares reached in the mobility area. The first moves matter most; in the end game a rook and a
    // queen need many.
    row(Group::KnightMobility, "knight mobility", &[
        (-36, -75), (-23, -45), (-12, 1), (-6, 3), (0, 17), (4, 25), (6, 29), (13, 25), (15, 23),
    ]),
    row(Group::BishopMobility, "bishop mobility", &[
        (-28, -71), (-15, -26), (-3, -9), (2, -4), (8, 15), (12, 23), (14, 32), (14, 40), (20, 40), (20, 44), (22, 42),
        (33, 37), (38, 32), (35, 34),
    ]),
    row(Group::RookMobility, "rook mobility", &[
        (-67, -75), (-18, -43), (-7, -22), (-7, -10), (-5, -3), (-5, 9), (-8, 20), (-4, 26), (-1, 26), (1, 36), (8, 35),
        (10, 38), (4, 41), (12, 42), (7, 47),
    ]),
    row(Group::QueenMobility, "queen mobility", &[
        (-30, -50), (-12, -43), (-11, -34), (-10, -30), (-5, -31), (-6, -31), (-5, -8), (1, -16), (1, 4), (1, 23),
        (1, 39), (1, 41), (1, 44), (2, 54), (6, 55), (7, 58), (5, 54), (5, 56), (13, 56), (21, 54),
        (24, 55), (24, 55), (25, 54), (21, 48), (21, 51), (21, 48), (22, 54), (23, 55),
    ]),

    row(Group::BishopPair, "bishop pair", &[(22, 63)]),
    // A pawn on the colour of a bishop: alone, and beside a blocked pawn of the centre.
    row(Group::BishopPawns, "bishop's pawns", &[(-2, -5)]),
    // A square that no pawn of the other side can attack any more: not held, held by an own pawn.
    row(Group::KnightOutpost, "knight outposts", &[(1, 1), (17, 15)]),
    row(Group::BishopOutpost, "bishop outposts", &[(8, 3), (24, 22)]),
    row(Group::MinorBehindPawn, "minor behind pawn", &[(2, 11)]),
    // Each step away from the own king, whom it should help.
    row(Group::MinorFromKing, "minor away from king", &[(-4, -1)]),
    // No own pawn on the file: one of the other side's, none.
    row(Group::RookOpenFile, "rook on open file", &[(12, 11), (27, 16)]),
    row(Group::RookSeventh, "rook on seventh", &[(-5, 24)]),
    // Shut in by the own king: that may castle yet, that may not.
    row(Group::RookTrapped, "rook trapped", &[(1, 17), (-36, 5)]),

    row(Group::Doubled, "doubled pawns", &[(-7, -18)]),
    // With a pawn of the other side ahead on the file, without.
    row(Group::Isolated, "isolated pawns", &[(-4, -11), (-11, -11)]),
    row(Group::Backward, "backward pawns", &[(4, -5), (-12, -16)]),
    // By rank: beside another pawn or held by one.
    row(Group::Connected, "connected pawns", &[
        (0, 0), (3, 0), (11, 7), (7, 15), (15, 17), (33, 28), (70, 49), (0, 0),
    ]),
    // By rank: passed when the pawns before it have been exchanged.
    row(Group::Candidate, "candidate pawns", &[(0, 0), (1, -3), (7, -5), (3, 15), (0, 35), (17, 59), (0, 0), (0, 0)]),

    // By rank.
    row(Group::Passed, "passed pawns", &[(0, 0), (-6, 16), (10, 31), (-20, 72), (9, 83), (53, 86), (79, 121), (0, 0)]),
    // By rank, for each: the square ahead is free, it is not attacked (or attacked and held), and so is the whole path.
    row(Group::PassedFree, "passed pawns free", &[(0, 0), (1, 15), (1, 9), (-7, 14), (0, 23), (0, 50), (36, 73), (0, 0)]),
    row(Group::PassedConnected, "passed pawns connected", &[
        (0, 0), (1, -9), (6, -11), (11, 0), (8, 20), (23, 14), (40, 59), (0, 0),
    ]),
    // By rank, for each step that a king is away from the square ahead.
    row(Group::PassedOwnKing, "passed pawns and own king", &[
        (0, 0), (-3, -1), (1, -4), (10, -17), (1, -20), (-6, -25), (-13, -27), (0, 0),
    ]),
    row(Group::PassedOtherKing, "passed pawns and other king", &[
        (0, 0), (1, -4), (-8, 0), (-6, 10), (-3, 22), (0, 41), (8, 47), (0, 0),
    ]),
    // A rook behind the pawn: an own one, the other side's.
    row(Group::PassedRook, "passed pawns and rooks", &[(9, 26), (-9, -52)]),
    // The other side has only its king to stop it, which comes too late.
    row(Group::PassedUnstoppable, "passed pawns unstoppable", &[(-1, 346)]),

    // The own king's file and its neighbours: by the file from the edge, the rank of the first own pawn (0: none).
    row(Group::Shelter, "king's shelter", &[
        (2, -6), (26, -26), (14, -15), (9, -8), (-12, 13), (7, 26), (-20, 19), (0, 0),
        (-22, 6), (30, -4), (24, -6), (-4, 1), (-21, -6), (-26, -6), (-10, 27), (0, 0),
        (-19, 0), (15, -1), (0, 5), (-3, 0), (-12, -5), (18, -8), (9, 9), (0, 0),
        (-11, -2), (11, 2), (6, -5), (-2, 4), (-3, 0), (-16, -2), (-19, -10), (0, 0),
    ]),
    // By the rank of the first pawn of the other side there: free to come, stopped by an own pawn.
    row(Group::Storm, "pawn storm", &[(-12, -1), (0, 7), (-26, 18), (-12, 7), (-11, 5), (0, 4), (-5, 4), (0, 0)]),
    row(Group::StormBlocked, "pawn storm stopped", &[
        (0, 0), (0, 0), (-17, -7), (2, -2), (-2, -12), (0, -15), (1, -27), (0, 0),
    ]),
    // What the attack on the other king is worth, by the units of danger.
    row(Group::KingDanger, "attack on the king", &[
        (5, -11), (-1, -4), (-2, -7), (1, 1), (3, -7), (2, -2), (5, -5), (4, 4),
        (5, 2), (12, 2), (14, 4), (18, 3), (21, 12), (24, 11), (29, 20), (36, 18),
        (38, 11), (52, 12), (46, 16), (62, 20), (65, 22), (82, 23), (84, 22), (100, 23),
        (107, 22), (121, 25), (125, 25), (138, 23), (145, 23), (147, 17), (163, 20), (174, 22),
        (182, 22), (189, 17), (196, 17), (202, 18), (223, 21), (231, 19), (247, 23), (256, 20),
        (268, 21), (282, 21), (296, 23), (309, 22), (325, 22), (337, 22), (352, 23), (367, 23),
    ]),

    // By the kind attacked, pawn to queen.
    row(Group::PawnThreat, "threats by pawns", &[(0, 0), (77, 37), (65, 46), (73, 43), (51, 26)]),
    row(Group::MinorThreat, "threats by minors", &[(4, 15), (16, 37), (31, 30), (53, 42), (46, 45)]),
    row(Group::RookThreat, "threats by rooks", &[(8, 20), (20, 33), (23, 33), (-4, 9), (52, 22)]),
    row(Group::KingThreat, "threats by kings", &[(27, 22)]),
    row(Group::Hanging, "hanging men", &[(15, 42)]),
    row(Group::PushThreat, "threats to push", &[(20, 20)]),
    // Each square that both sides attack and the other does not hold firmly.
    row(Group::Restricted, "restricted squares", &[(4, 1)]),
    // For each safe square behind the own centre, times the pieces that can use it.
    row(Group::Space, "space", &[(0, -1)]),
    row(Group::Tempo, "side to move", &[(32, 21)]),

    // Against a lone king: its steps from the middle, the kings' nearness, its nearness to a corner of the bishop.
    row(Group::MateEdge, "mate: to the edge", &[(1, 18)]),
    row(Group::MateKings, "mate: kings near", &[(2, 18)]),
    row(Group::MateCorner, "mate: to the corner", &[(0, 24)]),
];

/// Units of danger to a king; their sum leads to [`Group::KingDanger`]. They are not weights of a linear sum.
pub mod danger {
    /// A knight, bishop, rook or queen that attacks the king's zone, by kind.
    pub const ATTACKER: [i32; 6] = [0, 3, 3, 4, 5, 0];
    /// Each attack on a square beside the king.
    pub const HIT: i32 = 1;
    /// Each square beside the king that is attacked and not held but by king or queen.
    pub const WEAK: i32 = 2;
    /// A check that a man of a kind can give unpunished.
    pub const SAFE_CHECK: [i32; 6] = [0, 6, 4, 7, 6, 0];
    /// Each file at the king without a pawn of its own.
    pub const OPEN_FILE: i32 = 1;
    /// The attacker has no queen.
    pub const NO_QUEEN: i32 = -10;
}

weights::table!(Group, ROWS);
