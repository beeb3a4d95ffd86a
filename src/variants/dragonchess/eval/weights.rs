//! Every weight of the evaluation, in one table.

use crate::game::weights::{self, Row, row};

/// A group of weights: one term of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    Material,
    Level,
    Centre,
    Advance,
    SylphRank,
    WarriorRank,
    DwarfRank,
    BasiliskRank,
    Mobility,
    Runner,
    Stranded,
    Frozen,
    FrozenKing,
    FreezeThreat,
    Remote,
    SmallThreat,
    MiddlingThreat,
    Hanging,
    Shelter,
    KingRoom,
    KingDanger,
    Tempo,
}

use Group::*;

/// The weights in centipawns, middle game and end game, as each side counts its own.
#[rustfmt::skip]
const ROWS: [Row<Group>; 22] = [
    // By kind: Sylph, Griffin, Dragon, Warrior, Oliphant, Unicorn, Hero, Thief, Cleric, Mage, King, Paladin, Dwarf,
    // Basilisk, Elemental. What a man is worth in all has parts in most of the rows below.
    row(Material, "material", &[
        (68, 56), (399, 473), (1308, 1018), (111, 62), (408, 506), (200, 243), (358, 442), (338, 362), (617, 668),
        (1029, 1330), (0, 0), (1421, 1231), (203, 119), (213, 275), (515, 436),
    ]),
    // What it makes of a man to be on a level, beside what his mobility tells; by slot.
    row(Level, "level", &[
        (-125, -83), (-9, -41),                     // Sylph on levels 2, 3
        (-83, -101), (-53, 40),                     // Griffin on 2, 3
        (508, 218), (11, -68), (-92, 6), (-50, -7), // Dragon, Warrior, Oliphant, Unicorn
        (-61, -10), (5, -26), (-131, -32),          // Hero on 1, 2, 3
        (-62, -38),                                 // Thief
        (-16, 86), (-216, -215), (-55, -179),       // Cleric on 1, 2, 3
        (59, -59), (-200, 224), (-12, -71),         // Mage on 1, 2, 3
        (39, 6), (12, -25), (-153, 15),             // King on 1, 2, 3
        (178, 113), (132, 56), (128, 128),          // Paladin on 1, 2, 3
        (-19, -71), (55, -37),                      // Dwarf on 1, 2
        (-87, -25),                                 // Basilisk
        (174, 104), (-142, -134),                   // Elemental on 1, 2
    ]),
    // By kind, for each step from the edge towards the centre.
    row(Centre, "centre", &[
        (6, -6), (15, -13), (20, -12), (-15, 13), (-27, 3), (-14, 14), (38, -3), (-7, -7), (60, 1), (-15, 17),
        (-40, -46), (11, 25), (-13, 9), (28, 9), (10, 20),
    ]),
    // By kind, for each rank from the own first one; the small men have rows of their own.
    row(Advance, "advance", &[
        (-60, 80), (-6, -7), (-1, -9), (0, 0), (81, -15), (-7, 14), (-54, 17), (-9, 10), (-94, 74), (14, -7), (-168, 49),
        (24, 39), (0, 0), (0, 0), (54, -1),
    ]),
    // By rank, level 3. On the last one a Sylph has no move left but to take what is below.
    row(SylphRank, "Sylphs' ranks", &[(0, 0), (1, -2), (-9, -27), (-45, 37), (110, 19), (134, 21), (-45, -91), (-39, -2)]),
    // By rank: the Warrior promotes on the eighth.
    row(WarriorRank, "Warriors' ranks", &[(0, 0), (21, 9), (58, 6), (75, -12), (-11, 37), (-71, 2), (29, 134), (0, 0)]),
    // By rank, level 1 and then 2. On the last ones a Dwarf can only step aside.
    row(DwarfRank, "Dwarves' ranks", &[
        (0, 0), (56, -42), (45, -40), (-111, -5), (-135, 0), (4, 6), (70, 74), (-38, -39),
        (0, 0), (7, -38), (-86, -112), (96, 24), (35, 15), (21, 39), (41, 96), (-24, -24),
    ]),
    // By rank. On the last one a Basilisk can only step back.
    row(BasiliskRank, "Basilisks' ranks", &[
        (39, -59), (-99, 72), (-24, -7), (-103, 50), (23, -2), (99, -69), (78, 19), (5, 66),
    ]),
    // By slot, for each square to which a man can go without loss to a small man; of the small men themselves, for each
    // that can advance.
    row(Mobility, "mobility", &[
        (-7, -39), (-2, 41),                   // Sylph on levels 2, 3
        (3, 29), (1, 14),                      // Griffin on 2, 3
        (10, 0), (-34, 16), (10, 13), (14, 5), // Dragon, Warrior, Oliphant, Unicorn
        (41, -17), (3, 2), (37, -32),          // Hero on 1, 2, 3
        (0, 14),                               // Thief
        (-52, -19), (-15, 4), (-8, -2),        // Cleric on 1, 2, 3
        (-56, 65), (-3, 10), (-19, -21),       // Mage on 1, 2, 3
        (0, 0), (0, 0), (0, 0),                // King
        (-4, 17), (-5, 19), (3, 15),           // Paladin on 1, 2, 3
        (-63, 72), (123, -15),                 // Dwarf on 1, 2
        (33, -20),                             // Basilisk
        (-2, 9), (65, 92),                     // Elemental on 1, 2
    ]),
    // By rank: a Warrior whom no Warrior of the other side can stop or take on his way.
    row(Runner, "Warriors on their way", &[(0, 0), (27, 2), (-9, 13), (56, 18), (74, 94), (-1, 190), (19, 184), (0, 0)]),
    // By kind: a man off the ground who cannot go back to it.
    row(Stranded, "stranded men", &[
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (-53, -10), (0, 0), (52, -41), (7, -71), (0, 0), (6, 35),
        (0, 0), (0, 0), (0, 0),
    ]),
    // By kind: what he loses.
    row(Frozen, "frozen men", &[
        (-52, -45), (-88, -265), (-400, -400), (-92, -21), (-284, -397), (-54, -116), (-239, -345), (-159, -115),
        (-458, -457), (-696, -700), (-138, -277), (-847, -819), (-78, -64), (-150, -150), (-303, -281),
    ]),
    // He cannot step out of a check.
    row(FrozenKing, "frozen king", &[(-258, -337)]),
    // A man above a square to which an enemy's Basilisk can go unpunished: small, middling, great, the king.
    row(FreezeThreat, "threats to freeze", &[(58, 71), (142, 137), (301, 233), (63, 99)]),
    // A man within a Dragon's remote reach: small, middling, great.
    row(Remote, "remote pressure", &[(8, 8), (70, 115), (96, 91)]),
    // A middling or great man attacked by a small one.
    row(SmallThreat, "threats by small men", &[(11, 34), (47, -3)]),
    // A great man attacked by a middling one.
    row(MiddlingThreat, "threats by middling men", &[(110, -14)]),
    // A man attacked and not guarded: small, middling, great.
    row(Hanging, "hanging men", &[(1, 49), (83, 50), (22, 39)]),
    // An own man on a neighbouring square of the king.
    row(Shelter, "king's shelter", &[(24, 47)]),
    // By the number of squares to which the king can go, from three on the same. Off the ground he has one at most.
    row(KingRoom, "king's room", &[(-50, -124), (-31, -40), (3, 36), (39, 93)]),
    // What the attack on the other king is worth, by the units of danger: it takes several men to mate.
    row(KingDanger, "attack on the king", &[
        (-102, -151), (-17, -25), (-24, -27), (-121, -67), (-122, -76), (-84, -75), (-120, -33), (-78, -30),
        (-34, -2), (-26, -168), (-68, -2), (9, -65), (2, -9), (35, 0), (-27, 12), (76, 103),
        (28, 37), (112, 52), (92, 65), (153, 75), (122, 64), (158, 91), (152, 88), (150, 102),
        (171, 96), (133, 50), (140, 75), (115, 49), (160, 93), (124, 47), (138, 64), (133, 56),
        (156, 65), (141, 43), (157, 55), (162, 64), (169, 59), (169, 56), (180, 59), (193, 64),
        (202, 67), (209, 71), (223, 76), (230, 76), (242, 80), (253, 84), (263, 86), (275, 92),
        (288, 96), (300, 100), (312, 104), (325, 108), (338, 112), (351, 117), (364, 121), (378, 126),
        (392, 130), (406, 135), (420, 140), (435, 145), (450, 150), (465, 155), (480, 160), (496, 165),
    ]),
    row(Tempo, "side to move", &[(88, 12)]),
];

/// Units of danger to a king; their sum leads to [`Group::KingDanger`]. They are not weights of a linear sum.
pub mod danger {
    use crate::variants::dragonchess::men::KINDS;

    /// A man that attacks a square at the king, by kind.
    pub const ATTACKER: [i32; KINDS] = [0, 3, 3, 0, 3, 2, 3, 3, 4, 5, 0, 5, 0, 0, 3];
    /// Each attack on a square at the king.
    pub const HIT: i32 = 1;
    /// Each square at the king that is attacked and guarded by nobody but him.
    pub const WEAK: i32 = 2;
    /// The king has no square to go to.
    pub const SHUT_IN: i32 = 3;
}

/// A weight.
pub const fn weight(group: Group, index: usize) -> (i32, i32) {
    ROWS[group as usize].weights[index]
}

weights::table!(Group, ROWS);
