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
    row(Group::Material, "material", &[(90, 110), (325, 310), (335, 330), (480, 540), (960, 990)]),

    // Pawns hold the centre early and run late; what a passed one gains by running has terms of its own.
    row(Group::PawnPlaces, "pawn placement", &[
        (0, 0), (0, 0), (0, 0), (0, 0),
        (20, 40), (20, 40), (20, 40), (20, 40),
        (10, 28), (12, 26), (16, 24), (20, 22),
        (2, 16), (6, 14), (12, 10), (22, 8),
        (-4, 8), (0, 6), (8, 2), (20, 0),
        (-6, 2), (0, 2), (2, 0), (6, 2),
        (-2, 2), (4, 2), (0, 2), (-14, 4),
        (0, 0), (0, 0), (0, 0), (0, 0),
    ]),
    // Knights have few squares at the rim and stand best beyond the middle.
    row(Group::KnightPlaces, "knight placement", &[
        (-80, -50), (-40, -35), (-25, -25), (-20, -20),
        (-35, -30), (-20, -15), (10, -10), (15, 0),
        (-15, -22), (15, -8), (28, 8), (35, 14),
        (-5, -18), (10, 0), (22, 14), (30, 22),
        (-10, -18), (4, 0), (16, 14), (20, 22),
        (-18, -24), (2, -8), (12, 4), (14, 14),
        (-28, -34), (-20, -18), (-2, -10), (4, -2),
        (-60, -50), (-22, -38), (-22, -26), (-14, -20),
    ]),
    // Bishops like long diagonals and the fianchetto; undeveloped ones are idle.
    row(Group::BishopPlaces, "bishop placement", &[
        (-20, -14), (-14, -10), (-14, -8), (-18, -6),
        (-14, -8), (-2, -4), (0, -2), (-4, 0),
        (-4, -2), (8, 0), (12, 2), (14, 4),
        (-4, -2), (6, 2), (12, 6), (22, 8),
        (-2, -4), (8, 2), (10, 6), (20, 8),
        (4, -6), (12, 0), (14, 4), (10, 6),
        (4, -12), (16, -8), (6, -4), (4, 0),
        (-16, -16), (-6, -10), (-14, -8), (-12, -6),
    ]),
    // Rooks like the seventh rank, and central files from home.
    row(Group::RookPlaces, "rook placement", &[
        (8, 10), (8, 10), (10, 10), (12, 10),
        (8, 12), (10, 12), (14, 10), (18, 10),
        (0, 6), (4, 6), (6, 4), (8, 4),
        (-6, 4), (-2, 4), (4, 2), (6, 2),
        (-10, 2), (-6, 2), (-2, 0), (4, 0),
        (-14, -2), (-8, -2), (-4, -4), (2, -4),
        (-18, -6), (-8, -6), (-4, -6), (2, -6),
        (-10, -6), (-8, -4), (2, -4), (10, -6),
    ]),
    // Queens stay home early and go to the middle late.
    row(Group::QueenPlaces, "queen placement", &[
        (-10, 0), (0, 8), (6, 12), (10, 14),
        (-10, 0), (-22, 14), (-2, 18), (-4, 24),
        (0, -2), (-2, 8), (4, 16), (8, 26),
        (-6, 6), (-8, 18), (-4, 20), (-6, 30),
        (-4, 0), (-4, 14), (-4, 18), (-6, 28),
        (-6, -8), (2, -4), (-2, 10), (-2, 10),
        (-12, -16), (-4, -16), (6, -14), (4, -8),
        (-8, -22), (-10, -20), (-4, -16), (6, -18),
    ]),
    // Kings are castled early and in the middle late.
    row(Group::KingPlaces, "king placement", &[
        (-50, -50), (-40, -20), (-40, -10), (-50, -5),
        (-40, -12), (-30, 12), (-30, 16), (-40, 18),
        (-36, 0), (-24, 20), (-30, 26), (-40, 28),
        (-40, -6), (-30, 16), (-36, 26), (-46, 32),
        (-44, -14), (-34, 6), (-40, 22), (-50, 28),
        (-24, -18), (-14, 0), (-30, 12), (-40, 18),
        (6, -24), (8, -8), (-14, 2), (-30, 8),
        (18, -46), (34, -28), (8, -16), (-6, -20),
    ]),

    // By the number of squares reached in the mobility area. The first moves matter most; in the end game a rook and a
    // queen need many.
    row(Group::KnightMobility, "knight mobility", &[
        (-50, -60), (-30, -38), (-12, -18), (-3, -6), (4, 2), (10, 8), (16, 12), (21, 14), (26, 16),
    ]),
    row(Group::BishopMobility, "bishop mobility", &[
        (-42, -52), (-22, -28), (-8, -14), (2, -4), (9, 6), (15, 13), (20, 19), (24, 24), (27, 28), (30, 30), (34, 31),
        (38, 32), (40, 35), (42, 38),
    ]),
    row(Group::RookMobility, "rook mobility", &[
        (-46, -80), (-22, -50), (-12, -34), (-8, -20), (-5, -10), (-2, 0), (1, 8), (4, 14), (7, 20), (10, 25), (13, 29),
        (15, 32), (17, 34), (19, 36), (21, 38),
    ]),
    row(Group::QueenMobility, "queen mobility", &[
        (-30, -50), (-20, -40), (-12, -30), (-8, -24), (-5, -18), (-3, -12), (-1, -6), (1, -1), (2, 4), (4, 9),
        (5, 14), (6, 18), (8, 22), (9, 26), (10, 30), (11, 33), (12, 36), (13, 39), (14, 41), (15, 43),
        (16, 45), (17, 47), (18, 49), (19, 51), (20, 52), (21, 53), (22, 54), (23, 55),
    ]),

    row(Group::BishopPair, "bishop pair", &[(28, 48)]),
    // A pawn on the colour of a bishop: alone, and beside a blocked pawn of the centre.
    row(Group::BishopPawns, "bishop's pawns", &[(-2, -5)]),
    // A square that no pawn of the other side can attack any more: not held, held by an own pawn.
    row(Group::KnightOutpost, "knight outposts", &[(10, 6), (30, 20)]),
    row(Group::BishopOutpost, "bishop outposts", &[(4, 2), (18, 10)]),
    row(Group::MinorBehindPawn, "minor behind pawn", &[(8, 3)]),
    // Each step away from the own king, whom it should help.
    row(Group::MinorFromKing, "minor away from king", &[(-3, -2)]),
    // No own pawn on the file: one of the other side's, none.
    row(Group::RookOpenFile, "rook on open file", &[(12, 8), (28, 14)]),
    row(Group::RookSeventh, "rook on seventh", &[(8, 22)]),
    // Shut in by the own king: that may castle yet, that may not.
    row(Group::RookTrapped, "rook trapped", &[(-16, -4), (-40, -10)]),

    row(Group::Doubled, "doubled pawns", &[(-8, -22)]),
    // With a pawn of the other side ahead on the file, without.
    row(Group::Isolated, "isolated pawns", &[(-6, -10), (-14, -16)]),
    row(Group::Backward, "backward pawns", &[(-5, -8), (-14, -14)]),
    // By rank: beside another pawn or held by one.
    row(Group::Connected, "connected pawns", &[
        (0, 0), (2, 0), (6, 4), (8, 8), (18, 18), (36, 36), (60, 60), (0, 0),
    ]),
    // By rank: passed when the pawns before it have been exchanged.
    row(Group::Candidate, "candidate pawns", &[(0, 0), (0, 6), (2, 8), (6, 16), (14, 30), (24, 44), (0, 0), (0, 0)]),

    // By rank.
    row(Group::Passed, "passed pawns", &[(0, 0), (0, 6), (0, 10), (4, 22), (18, 44), (42, 80), (80, 130), (0, 0)]),
    // By rank, for each: the square ahead is free, it is not attacked (or attacked and held), and so is the whole path.
    row(Group::PassedFree, "passed pawns free", &[(0, 0), (0, 2), (0, 4), (2, 8), (6, 16), (12, 30), (18, 44), (0, 0)]),
    row(Group::PassedConnected, "passed pawns connected", &[
        (0, 0), (0, 2), (0, 6), (4, 12), (10, 24), (20, 44), (30, 70), (0, 0),
    ]),
    // By rank, for each step that a king is away from the square ahead.
    row(Group::PassedOwnKing, "passed pawns and own king", &[
        (0, 0), (0, 0), (0, -1), (0, -4), (0, -7), (0, -10), (0, -9), (0, 0),
    ]),
    row(Group::PassedOtherKing, "passed pawns and other king", &[
        (0, 0), (0, 0), (0, 2), (0, 7), (0, 13), (0, 19), (0, 22), (0, 0),
    ]),
    // A rook behind the pawn: an own one, the other side's.
    row(Group::PassedRook, "passed pawns and rooks", &[(4, 16), (-6, -18)]),
    // The other side has only its king to stop it, which comes too late.
    row(Group::PassedUnstoppable, "passed pawns unstoppable", &[(0, 350)]),

    // The own king's file and its neighbours: by the file from the edge, the rank of the first own pawn (0: none).
    row(Group::Shelter, "king's shelter", &[
        (-8, 0), (22, 0), (24, 0), (4, 0), (-4, 0), (-6, 0), (-4, 0), (0, 0),
        (-22, 0), (32, 0), (20, 0), (-10, 0), (-14, 0), (-12, 0), (-16, 0), (0, 0),
        (-10, 0), (24, 0), (8, 0), (-2, 0), (-6, 0), (-4, 0), (-8, 0), (0, 0),
        (-16, 0), (16, 0), (6, 0), (-8, 0), (-10, 0), (-12, 0), (-14, 0), (0, 0),
    ]),
    // By the rank of the first pawn of the other side there: free to come, stopped by an own pawn.
    row(Group::Storm, "pawn storm", &[(0, 0), (-6, 0), (-34, 0), (-22, 0), (-8, 0), (0, 0), (0, 0), (0, 0)]),
    row(Group::StormBlocked, "pawn storm stopped", &[
        (0, 0), (0, 0), (-18, -12), (-3, -4), (0, -2), (0, 0), (0, 0), (0, 0),
    ]),
    // What the attack on the other king is worth, by the units of danger.
    row(Group::KingDanger, "attack on the king", &[
        (0, 0), (0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (6, 3), (8, 3),
        (11, 4), (14, 4), (17, 5), (20, 5), (24, 6), (28, 6), (33, 7), (38, 7),
        (43, 8), (48, 8), (54, 9), (60, 9), (67, 10), (74, 10), (81, 11), (88, 11),
        (96, 12), (104, 12), (113, 13), (122, 13), (131, 14), (140, 14), (150, 15), (160, 15),
        (171, 16), (182, 16), (193, 17), (204, 17), (216, 18), (228, 18), (241, 19), (254, 19),
        (267, 20), (280, 20), (294, 21), (308, 21), (323, 22), (338, 22), (353, 23), (368, 23),
    ]),

    // By the kind attacked, pawn to queen.
    row(Group::PawnThreat, "threats by pawns", &[(0, 0), (52, 36), (52, 40), (68, 40), (66, 36)]),
    row(Group::MinorThreat, "threats by minors", &[(2, 10), (18, 16), (22, 20), (40, 40), (36, 50)]),
    row(Group::RookThreat, "threats by rooks", &[(1, 12), (16, 22), (16, 24), (0, 12), (32, 22)]),
    row(Group::KingThreat, "threats by kings", &[(10, 32)]),
    row(Group::Hanging, "hanging men", &[(28, 16)]),
    row(Group::PushThreat, "threats to push", &[(18, 16)]),
    // Each square that both sides attack and the other does not hold firmly.
    row(Group::Restricted, "restricted squares", &[(3, 2)]),
    // For each safe square behind the own centre, times the pieces that can use it.
    row(Group::Space, "space", &[(1, 0)]),
    row(Group::Tempo, "side to move", &[(18, 12)]),

    // Against a lone king: its steps from the middle, the kings' nearness, its nearness to a corner of the bishop.
    row(Group::MateEdge, "mate: to the edge", &[(0, 12)]),
    row(Group::MateKings, "mate: kings near", &[(0, 6)]),
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
