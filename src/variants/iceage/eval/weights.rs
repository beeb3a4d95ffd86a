//! Every weight of the evaluation, in one table.

use crate::game::Tapered;
use crate::game::weights::{self, Row, row};
use crate::variants::common8x8::Kind;

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
    Lonely,
    LonelyMany,
    ClosingLines,
    KingLines,
    Company,
    KingDanger,
    Doubled,
    Isolated,
    Held,
    Passed,
    PawnThreat,
    MinorThreat,
    RookThreat,
    Hanging,
    Tempo,
}

use Group::*;

/// The weights in centipawns, middle game and end game, as each side counts its own. Ranks are counted from the own side.
/// Placement: ranks from the far edge down to one's own, files from the edge to the middle, the right half of the board
/// being the mirror image.
#[rustfmt::skip]
const ROWS: [Row<Group>; 27] = [
    // By kind, pawn to queen. Ice shortens lines: knights gain, and the line pieces lose most while there is much of it.
    row(Material, "material", &[(100, 190), (315, 421), (268, 364), (358, 545), (803, 915)]),

    // Ice blocks a pawn's way, but lets it go aside: every pawn may run.
    row(PawnPlaces, "pawn placement", &[
        (0, 0), (0, 0), (0, 0), (0, 0),
        (23, 23), (54, 149), (49, 119), (37, 67),
        (0, 6), (16, 61), (19, 107), (6, 59),
        (-25, -26), (6, 34), (9, 53), (24, 37),
        (2, -33), (-9, 27), (19, 18), (27, 23),
        (6, -23), (4, 1), (18, 22), (31, -2),
        (6, -38), (18, 4), (16, -4), (21, -9),
        (0, 0), (0, 0), (0, 0), (0, 0),
    ]),
    row(KnightPlaces, "knight placement", &[
        (-86, -59), (-38, -36), (-32, -41), (-10, -20),
        (-39, -43), (-36, -11), (-8, 1), (8, -8),
        (-38, -21), (7, -12), (14, 17), (15, 15),
        (1, -8), (-4, -5), (12, -2), (8, 26),
        (4, -21), (-8, -5), (15, 31), (13, 48),
        (9, -16), (-3, 13), (19, -25), (15, 19),
        (-6, -17), (-22, -4), (17, -12), (22, 42),
        (-52, -52), (8, -32), (-1, -27), (3, 2),
    ]),
    row(BishopPlaces, "bishop placement", &[
        (-21, -24), (-12, -1), (-17, -15), (-17, -7),
        (-19, -10), (-36, -36), (-1, 9), (-8, -11),
        (-29, -5), (-9, -5), (13, 15), (1, -5),
        (0, -6), (-16, 0), (4, 17), (-6, 36),
        (-33, -21), (10, 9), (17, 23), (11, 12),
        (3, 3), (9, -27), (17, 29), (26, 6),
        (-1, -4), (16, 0), (33, -17), (23, 8),
        (-9, -18), (0, -10), (15, 9), (10, 8),
    ]),
    row(RookPlaces, "rook placement", &[
        (-2, -5), (-6, 2), (10, 4), (11, 0),
        (4, -4), (9, 0), (20, 23), (35, 35),
        (-27, -28), (0, -15), (9, 9), (21, 24),
        (0, -5), (9, 16), (21, 20), (29, 28),
        (-7, 12), (-3, 11), (12, 10), (26, 17),
        (-44, -12), (-41, 22), (20, 3), (24, 12),
        (-40, -17), (-29, 5), (-4, 8), (11, 11),
        (-41, -54), (-35, -10), (-11, -19), (-1, -2),
    ]),
    row(QueenPlaces, "queen placement", &[
        (-41, -10), (-16, 6), (2, 10), (-6, 17),
        (-13, 6), (-13, 8), (-8, 24), (-8, 12),
        (-15, -14), (5, 2), (14, 12), (16, 15),
        (-12, 5), (-8, 16), (18, 14), (18, 7),
        (17, 1), (-5, 16), (-14, 37), (20, 27),
        (-6, -10), (-2, 10), (-5, 22), (7, 33),
        (-35, -18), (-12, -11), (7, -21), (14, -12),
        (-7, -20), (-24, -24), (7, -8), (23, -46),
    ]),
    // Ice walls make the middle of the back rank safer than it is in chess.
    row(KingPlaces, "king placement", &[
        (-58, -50), (-45, -23), (-53, -7), (-42, 14),
        (-47, -13), (-32, 15), (-24, 28), (-25, 32),
        (-38, -7), (-31, 17), (-27, 25), (-41, 13),
        (-36, -17), (-26, 14), (-29, 19), (-46, 20),
        (-36, -22), (-23, 9), (-27, 33), (-48, 26),
        (-45, -41), (-32, 15), (-4, 25), (-4, 34),
        (-15, -54), (-11, -1), (-3, 6), (7, 25),
        (7, -69), (15, -48), (3, -9), (8, -47),
    ]),

    // By the number of squares reached, ice cubes that can be taken among them, in the mobility area.
    row(KnightMobility, "knight mobility", &[
        (-36, -48), (-13, -30), (-4, -4), (-6, 25), (3, 7), (1, 22), (8, 8), (13, 27), (15, 45),
    ]),
    row(BishopMobility, "bishop mobility", &[
        (-28, -49), (-15, -18), (-9, -11), (1, -6), (5, 2), (6, 12), (10, 27), (19, 30), (17, 37), (19, 37), (16, 36),
        (40, 33), (45, 36), (48, 40),
    ]),
    row(RookMobility, "rook mobility", &[
        (-31, -60), (-21, -35), (-22, -23), (-18, -8), (-11, 1), (-17, 8), (-5, 7), (7, 15), (5, 13), (10, 18), (13, 16),
        (11, 31), (20, 33), (23, 36), (28, 42),
    ]),
    row(QueenMobility, "queen mobility", &[
        (-29, -50), (-11, -41), (-18, -35), (-16, -45), (-14, -28), (-10, -13), (-10, 4), (-15, 21), (-7, 21), (-3, 23),
        (-10, 29), (13, 10), (9, 12), (11, 13), (27, 16), (27, 26), (32, 32), (17, 24), (24, 38), (27, 48),
        (21, 43), (23, 47), (26, 50), (26, 53), (26, 52), (27, 53), (28, 54), (29, 55),
    ]),
    row(BishopPair, "bishop pair", &[(33, 37)]),

    // A man that would freeze if the ice came now: by kind, pawn to king, and by the stage of nearness, from far to near.
    row(Lonely, "men that would freeze", &[
        (0, 0), (-5, -10), (-14, -21), (-27, -42), (-27, -55), (-37, -56),
        (0, 0), (3, -9), (2, -2), (-4, -18), (-40, -43), (-84, -91),
        (0, 0), (-17, 5), (-14, -3), (-23, -12), (-50, -46), (-81, -81),
        (0, 0), (-1, 0), (-2, -12), (-29, -22), (-59, -54), (-112, -121),
        (0, 0), (-3, -7), (-8, -1), (-28, -22), (-75, -84), (-164, -178),
        (0, 0), (-17, -47), (-31, -55), (-63, -80), (-95, -105), (-194, -220),
    ]),
    // Each of them beyond the first, by stage.
    row(LonelyMany, "several that would freeze", &[
        (0, 0), (-14, 15), (-18, 17), (-23, 8), (-43, -42), (-99, -91),
    ]),
    // Each square on the lines of bishops, rooks and queens that would fill, by stage.
    row(ClosingLines, "lines that will close", &[(1, 5), (0, 6), (0, 5), (-3, 3), (-4, 0), (-3, -2)]),

    // Each square from which a queen would see the king.
    row(KingLines, "lines open to the king", &[(-3, -2)]),
    // Each own man beside the king, who cannot freeze then.
    row(Company, "king's company", &[(-3, 7)]),
    // What the attack on the other king is worth, by the units of danger: it takes several men to mate.
    row(KingDanger, "attack on the king", &[
        (5, 4), (1, 3), (6, 14), (1, -5), (7, 6), (1, -2), (-4, 1), (6, -14),
        (12, 1), (1, -3), (17, 4), (15, 3), (22, -2), (32, -3), (30, 12), (36, 19),
        (40, 8), (48, 13), (71, 26), (54, 26), (69, 15), (84, 29), (77, 32), (85, 31),
        (97, 33), (103, 29), (108, 34), (109, 31), (118, 31), (130, 36), (129, 35), (141, 35),
        (144, 36), (154, 37), (167, 42), (177, 44), (187, 47), (194, 48), (205, 51), (217, 54),
        (228, 57), (240, 60), (252, 63), (264, 66), (276, 69), (289, 72), (302, 75), (315, 78),
    ]),

    row(Doubled, "doubled pawns", &[(0, -12)]),
    row(Isolated, "isolated pawns", &[(-8, 12)]),
    row(Held, "held pawns", &[(-1, -7)]),
    // By rank.
    row(Passed, "passed pawns", &[(0, 0), (-6, -21), (-8, 2), (6, 21), (8, 53), (0, 133), (41, 176), (0, 0)]),

    // Minor pieces, and rooks and queens, attacked by pawns and by minor pieces.
    row(PawnThreat, "threats by pawns", &[(44, 10), (40, 4)]),
    row(MinorThreat, "threats by minors", &[(23, 23), (38, 14)]),
    row(RookThreat, "rooks against queens", &[(35, 21)]),
    row(Hanging, "hanging men", &[(31, 61)]),
    row(Tempo, "side to move", &[(16, 12)]),
];

/// Units of danger to a king; their sum leads to [`Group::KingDanger`]. They are not weights of a linear sum.
pub mod danger {
    /// A knight, bishop, rook or queen that attacks the king's zone, by kind.
    pub const ATTACKER: [i32; 6] = [0, 3, 2, 4, 5, 0];
    /// Each attack on a square of the zone.
    pub const HIT: i32 = 1;
    /// Each square beside the king that is attacked and held by nobody but him.
    pub const WEAK: i32 = 3;
    /// The attacker has no queen.
    pub const NO_QUEEN: i32 = -8;
}

/// What a man of a kind is worth; a king nothing, for nobody is without.
pub fn material(kind: Kind) -> Tapered {
    let (middle, end) = ROWS[Material as usize].weights.get(kind as usize).copied().unwrap_or_default();
    Tapered::new(middle, end)
}

weights::table!(Group, ROWS);
