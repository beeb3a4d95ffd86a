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
    row(Material, "material", &[(103, 227), (306, 470), (236, 381), (321, 557), (777, 888)]),

    // Ice blocks a pawn's way, but lets it go aside: every pawn may run.
    row(PawnPlaces, "pawn placement", &[
        (0, 0), (0, 0), (0, 0), (0, 0),
        (16, -27), (43, 181), (36, 156), (43, 67),
        (-17, -26), (30, 82), (12, 135), (3, 79),
        (-30, -46), (-8, 38), (21, 62), (21, 61),
        (-20, -47), (-1, 22), (24, 36), (41, 42),
        (3, -53), (5, -7), (28, 38), (40, 8),
        (-5, -52), (16, -2), (24, 15), (35, 15),
        (0, 0), (0, 0), (0, 0), (0, 0),
    ]),
    row(KnightPlaces, "knight placement", &[
        (-107, -67), (-41, -41), (-35, -43), (-14, -24),
        (-50, -51), (-25, -9), (-24, 3), (8, -2),
        (-50, -15), (7, -9), (13, 11), (-16, 13),
        (16, 2), (-2, 16), (18, 2), (-8, 48),
        (8, -6), (14, -5), (15, 36), (16, 31),
        (6, 8), (-13, 0), (21, -8), (35, 15),
        (-9, -31), (-10, 2), (0, -9), (17, 38),
        (-41, -45), (16, -26), (-2, -16), (9, 5),
    ]),
    row(BishopPlaces, "bishop placement", &[
        (-35, -28), (-13, -1), (-31, -32), (-14, -8),
        (-17, 1), (-50, -30), (0, 8), (-17, -31),
        (-28, -16), (-9, -5), (-1, 23), (13, -14),
        (2, -27), (7, 15), (14, 29), (-5, 37),
        (-36, -21), (10, 11), (21, 41), (12, 42),
        (-8, 18), (18, -20), (16, 18), (26, 18),
        (-20, -15), (13, -3), (34, -12), (18, -1),
        (-23, -3), (10, -4), (13, 23), (-2, -10),
    ]),
    row(RookPlaces, "rook placement", &[
        (-7, -5), (-4, 1), (-2, -15), (14, -1),
        (2, -2), (12, 6), (19, 19), (41, 35),
        (-22, -23), (11, -7), (18, 14), (25, 36),
        (-35, -15), (-2, 24), (19, 9), (30, 28),
        (-30, 6), (11, 20), (8, 20), (22, 32),
        (-45, -14), (-38, 12), (4, 3), (17, 26),
        (-41, -35), (-30, 8), (-7, 2), (18, 12),
        (-31, -57), (-31, -31), (-17, 1), (-2, 11),
    ]),
    row(QueenPlaces, "queen placement", &[
        (-65, -14), (-49, -8), (-20, -4), (-27, -1),
        (-20, -5), (-50, -12), (-6, 19), (-7, 14),
        (-24, -27), (24, 11), (35, 17), (28, 11),
        (5, 5), (2, 17), (31, 18), (52, 19),
        (0, 18), (3, 9), (2, 24), (16, 41),
        (-29, -2), (-9, 10), (2, 21), (-1, 53),
        (-33, -21), (-4, -8), (5, -3), (14, -18),
        (-12, -20), (-24, -19), (15, -20), (36, -51),
    ]),
    // Ice walls make the middle of the back rank safer than it is in chess.
    row(KingPlaces, "king placement", &[
        (-59, -50), (-47, -28), (-51, -16), (-41, 10),
        (-50, -14), (-31, 15), (-23, 17), (-35, -15),
        (-35, -7), (-30, 16), (-33, 13), (-40, 12),
        (-34, -3), (-11, 24), (-21, 40), (-42, 27),
        (-39, -38), (-9, 4), (-27, 43), (-41, 42),
        (-52, -59), (-43, 18), (-8, 24), (-17, 37),
        (0, -56), (-15, -3), (-13, 16), (-6, 36),
        (11, -53), (19, -63), (-1, -22), (4, -33),
    ]),

    // By the number of squares reached, ice cubes that can be taken among them, in the mobility area.
    row(KnightMobility, "knight mobility", &[
        (-32, -36), (-7, -39), (-5, 0), (-8, 39), (5, 23), (0, 26), (11, 34), (7, 57), (0, 37),
    ]),
    row(BishopMobility, "bishop mobility", &[
        (-28, -45), (-12, -32), (-7, -12), (1, 7), (2, 7), (0, 22), (5, 34), (2, 31), (1, 38), (11, 42), (21, 48),
        (31, 31), (40, 34), (46, 36),
    ]),
    row(RookMobility, "rook mobility", &[
        (-31, -56), (-25, -20), (-24, -21), (-21, -10), (-17, -5), (-16, -8), (-13, 15), (-10, 16), (4, 15), (2, 27), (4, 18),
        (1, 29), (16, 34), (23, 41), (29, 47),
    ]),
    row(QueenMobility, "queen mobility", &[
        (-29, -50), (-25, -41), (-16, -31), (-17, -55), (-10, -29), (-15, -5), (-9, -3), (-18, 20), (-15, 31), (-6, 25),
        (-8, 18), (16, 16), (13, 15), (9, 11), (28, 13), (37, 22), (27, 19), (19, 21), (23, 39), (28, 46),
        (15, 37), (22, 48), (28, 53), (26, 54), (26, 52), (27, 53), (28, 54), (29, 55),
    ]),
    row(BishopPair, "bishop pair", &[(38, 33)]),

    // A man that would freeze if the ice came now: by kind, pawn to king, and by the stage of nearness, from far to near.
    row(Lonely, "men that would freeze", &[
        (0, 0), (-15, -15), (-20, -29), (-24, -53), (-28, -69), (-46, -64),
        (0, 0), (2, -1), (-1, -1), (-12, -9), (-37, -37), (-74, -87),
        (0, 0), (-8, -4), (-12, 3), (-18, -11), (-50, -43), (-83, -78),
        (0, 0), (-7, 1), (-19, -9), (-25, -20), (-50, -45), (-108, -116),
        (0, 0), (-9, -8), (-13, -1), (-35, -15), (-68, -68), (-160, -165),
        (0, 0), (-24, -52), (-36, -71), (-72, -96), (-98, -95), (-189, -202),
    ]),
    // Each of them beyond the first, by stage.
    row(LonelyMany, "several that would freeze", &[
        (0, 0), (-17, 23), (-28, 22), (-38, 20), (-40, -27), (-88, -69),
    ]),
    // Each square on the lines of bishops, rooks and queens that would fill, by stage.
    row(ClosingLines, "lines that will close", &[(2, 8), (1, 8), (-1, 7), (-3, 2), (-4, -3), (-1, 0)]),

    // Each square from which a queen would see the king.
    row(KingLines, "lines open to the king", &[(-3, -1)]),
    // Each own man beside the king, who cannot freeze then.
    row(Company, "king's company", &[(-5, 4)]),
    // What the attack on the other king is worth, by the units of danger: it takes several men to mate.
    row(KingDanger, "attack on the king", &[
        (13, 4), (1, 5), (-2, -6), (9, -8), (3, 3), (-1, -4), (-8, 2), (28, -30),
        (12, -8), (6, -11), (31, 5), (15, -11), (23, 4), (37, 10), (34, 17), (36, 11),
        (47, 14), (53, 21), (78, 44), (71, 36), (68, 21), (89, 35), (89, 36), (91, 39),
        (102, 40), (108, 32), (114, 44), (106, 31), (121, 35), (137, 43), (135, 40), (145, 37),
        (142, 35), (157, 40), (167, 43), (178, 43), (186, 47), (192, 48), (204, 51), (218, 55),
        (228, 57), (239, 61), (252, 63), (264, 66), (276, 68), (289, 72), (302, 75), (315, 78),
    ]),

    row(Doubled, "doubled pawns", &[(0, -21)]),
    row(Isolated, "isolated pawns", &[(-7, 10)]),
    row(Held, "held pawns", &[(2, -26)]),
    // By rank.
    row(Passed, "passed pawns", &[(0, 0), (11, -22), (-9, 11), (6, -9), (9, 47), (-12, 128), (15, 198), (0, 0)]),

    // Minor pieces, and rooks and queens, attacked by pawns and by minor pieces.
    row(PawnThreat, "threats by pawns", &[(41, 14), (39, -11)]),
    row(MinorThreat, "threats by minors", &[(14, 29), (32, 20)]),
    row(RookThreat, "rooks against queens", &[(38, 22)]),
    row(Hanging, "hanging men", &[(30, 77)]),
    row(Tempo, "side to move", &[(10, 22)]),
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
