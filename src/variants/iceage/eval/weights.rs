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
    row(Material, "material", &[(90, 110), (330, 310), (310, 320), (440, 520), (840, 950)]),

    // Ice blocks a pawn's way, but lets it go aside: every pawn may run.
    row(PawnPlaces, "pawn placement", &[
        (0, 0), (0, 0), (0, 0), (0, 0),
        (50, 80), (50, 80), (50, 80), (50, 80),
        (20, 40), (24, 42), (28, 42), (30, 42),
        (6, 16), (10, 18), (16, 18), (22, 18),
        (-2, 6), (2, 6), (10, 4), (18, 4),
        (-4, 0), (0, 2), (4, 2), (6, 2),
        (-2, 0), (2, 0), (0, 2), (-8, 4),
        (0, 0), (0, 0), (0, 0), (0, 0),
    ]),
    row(KnightPlaces, "knight placement", &[
        (-60, -50), (-35, -35), (-20, -25), (-15, -20),
        (-30, -30), (-15, -15), (8, -8), (12, 0),
        (-14, -22), (12, -6), (24, 8), (30, 12),
        (-8, -18), (8, 0), (20, 12), (26, 18),
        (-10, -18), (4, 0), (14, 12), (18, 18),
        (-18, -24), (0, -8), (10, 4), (12, 12),
        (-28, -32), (-18, -18), (-4, -10), (2, -2),
        (-50, -50), (-22, -36), (-20, -26), (-16, -20),
    ]),
    row(BishopPlaces, "bishop placement", &[
        (-20, -14), (-14, -10), (-14, -8), (-16, -6),
        (-12, -8), (-2, -4), (0, -2), (-2, 0),
        (-4, -2), (6, 0), (12, 2), (14, 4),
        (-4, -2), (6, 2), (12, 6), (20, 8),
        (-2, -4), (8, 2), (10, 6), (18, 8),
        (2, -6), (10, 0), (12, 4), (10, 6),
        (0, -12), (10, -8), (6, -4), (4, 0),
        (-16, -16), (-8, -10), (-14, -8), (-12, -6),
    ]),
    row(RookPlaces, "rook placement", &[
        (6, 10), (8, 10), (10, 10), (12, 10),
        (8, 12), (10, 12), (14, 10), (16, 10),
        (0, 6), (4, 6), (6, 4), (8, 4),
        (-4, 4), (0, 4), (4, 2), (6, 2),
        (-8, 2), (-4, 2), (0, 0), (4, 0),
        (-12, -2), (-6, -2), (-2, -4), (4, -4),
        (-16, -6), (-8, -6), (-4, -6), (2, -6),
        (-10, -6), (-8, -4), (2, -4), (8, -6),
    ]),
    row(QueenPlaces, "queen placement", &[
        (-10, 0), (0, 8), (6, 12), (10, 14),
        (-8, 0), (-10, 14), (0, 18), (0, 22),
        (0, -2), (0, 8), (6, 16), (8, 24),
        (-4, 4), (-4, 16), (0, 20), (2, 28),
        (-4, 0), (-2, 12), (0, 18), (0, 26),
        (-6, -8), (2, -4), (0, 10), (0, 10),
        (-12, -16), (-4, -14), (4, -12), (4, -8),
        (-10, -22), (-10, -20), (-4, -16), (4, -18),
    ]),
    // Ice walls make the middle of the back rank safer than it is in chess.
    row(KingPlaces, "king placement", &[
        (-60, -50), (-50, -20), (-50, -10), (-50, -5),
        (-50, -12), (-40, 10), (-40, 14), (-40, 16),
        (-40, -2), (-30, 16), (-30, 22), (-36, 24),
        (-36, -6), (-26, 14), (-28, 22), (-34, 26),
        (-34, -14), (-24, 6), (-26, 18), (-32, 22),
        (-22, -18), (-12, 0), (-18, 10), (-24, 14),
        (0, -24), (4, -8), (-4, 2), (-12, 6),
        (8, -44), (18, -28), (6, -16), (0, -18),
    ]),

    // By the number of squares reached, ice cubes that can be taken among them, in the mobility area.
    row(KnightMobility, "knight mobility", &[
        (-45, -55), (-25, -35), (-10, -18), (-2, -6), (5, 2), (11, 8), (16, 12), (20, 14), (24, 16),
    ]),
    row(BishopMobility, "bishop mobility", &[
        (-40, -50), (-22, -28), (-10, -14), (0, -4), (8, 6), (14, 13), (20, 19), (25, 24), (29, 28), (33, 30), (37, 31),
        (40, 32), (43, 35), (45, 38),
    ]),
    row(RookMobility, "rook mobility", &[
        (-40, -70), (-22, -46), (-12, -30), (-6, -18), (-2, -8), (2, 0), (6, 8), (10, 14), (13, 20), (16, 25), (19, 29),
        (21, 32), (23, 34), (25, 36), (27, 38),
    ]),
    row(QueenMobility, "queen mobility", &[
        (-30, -50), (-22, -40), (-15, -30), (-10, -24), (-6, -18), (-3, -12), (-1, -6), (2, -1), (4, 4), (6, 9),
        (8, 14), (10, 18), (12, 22), (14, 26), (16, 30), (17, 33), (18, 36), (19, 39), (20, 41), (21, 43),
        (22, 45), (23, 47), (24, 49), (25, 51), (26, 52), (27, 53), (28, 54), (29, 55),
    ]),
    row(BishopPair, "bishop pair", &[(24, 44)]),

    // A man that would freeze if the ice came now: by kind, pawn to king, and by the stage of nearness, from far to near.
    row(Lonely, "men that would freeze", &[
        (0, 0), (0, -2), (-2, -6), (-6, -12), (-14, -24), (-24, -36),
        (0, 0), (-4, -4), (-8, -8), (-22, -22), (-48, -48), (-90, -90),
        (0, 0), (-4, -4), (-8, -8), (-22, -22), (-48, -48), (-90, -90),
        (0, 0), (-4, -4), (-10, -10), (-28, -28), (-60, -64), (-120, -130),
        (0, 0), (-4, -4), (-10, -10), (-34, -34), (-80, -90), (-180, -190),
        (0, 0), (-6, -6), (-16, -20), (-40, -50), (-90, -110), (-200, -240),
    ]),
    // Each of them beyond the first, by stage.
    row(LonelyMany, "several that would freeze", &[
        (0, 0), (0, 0), (-4, -4), (-14, -14), (-50, -50), (-130, -130),
    ]),
    // Each square on the lines of bishops, rooks and queens that would fill, by stage.
    row(ClosingLines, "lines that will close", &[(0, 0), (0, 0), (-1, -1), (-1, -2), (-2, -2), (-2, -3)]),

    // Each square from which a queen would see the king.
    row(KingLines, "lines open to the king", &[(-3, 0)]),
    // Each own man beside the king, who cannot freeze then.
    row(Company, "king's company", &[(6, 2)]),
    // What the attack on the other king is worth, by the units of danger: it takes several men to mate.
    row(KingDanger, "attack on the king", &[
        (0, 0), (0, 0), (0, 0), (1, 0), (2, 0), (3, 0), (5, 1), (7, 1),
        (9, 2), (11, 2), (14, 3), (17, 4), (20, 5), (24, 6), (28, 7), (32, 8),
        (36, 9), (41, 10), (46, 11), (51, 12), (57, 14), (63, 15), (69, 17), (75, 18),
        (82, 20), (89, 22), (96, 24), (104, 26), (112, 28), (120, 30), (128, 32), (137, 34),
        (146, 36), (155, 38), (165, 41), (175, 43), (185, 46), (195, 48), (206, 51), (217, 54),
        (228, 57), (240, 60), (252, 63), (264, 66), (276, 69), (289, 72), (302, 75), (315, 78),
    ]),

    row(Doubled, "doubled pawns", &[(-4, -14)]),
    row(Isolated, "isolated pawns", &[(-6, -10)]),
    row(Held, "held pawns", &[(6, 6)]),
    // By rank.
    row(Passed, "passed pawns", &[(0, 0), (0, 6), (0, 12), (6, 26), (20, 50), (46, 90), (80, 140), (0, 0)]),

    // Minor pieces, and rooks and queens, attacked by pawns and by minor pieces.
    row(PawnThreat, "threats by pawns", &[(50, 40), (64, 44)]),
    row(MinorThreat, "threats by minors", &[(20, 18), (38, 42)]),
    row(RookThreat, "rooks against queens", &[(30, 24)]),
    row(Hanging, "hanging men", &[(26, 18)]),
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
