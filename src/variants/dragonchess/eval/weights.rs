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
    // Basilisk, Elemental. The values published with the rules, which are for the whole game; a Warrior is worth more
    // when fewer men can stop him.
    row(Material, "material", &[
        (112, 108), (406, 495), (1187, 910), (101, 79), (434, 501), (217, 253), (359, 450), (346, 354), (735, 698),
        (1016, 1239), (0, 0), (1201, 1168), (193, 155), (296, 297), (414, 401),
    ]),
    // What it costs a man to stand where he is weaker than at home, beside what his mobility tells; by slot.
    row(Level, "level", &[
        (-26, 7), (3, -20),                       // Sylph on levels 2, 3
        (-110, -22), (-29, 9),                    // Griffin on 2, 3
        (387, 110), (1, -51), (-66, 1), (-33, 3), // Dragon, Warrior, Oliphant, Unicorn
        (-61, -20), (-37, -9), (-57, -39),        // Hero on 1, 2, 3
        (-54, -46),                               // Thief
        (-20, 2), (-149, -175), (-16, -109),      // Cleric on 1, 2, 3
        (-38, -42), (-117, 131), (-24, -79),      // Mage on 1, 2, 3
        (47, 4), (-9, -37), (-135, 34),           // King on 1, 2, 3
        (109, 102), (26, 35), (123, 91),          // Paladin on 1, 2, 3
        (-6, -54), (3, 16),                       // Dwarf on 1, 2
        (-4, -3),                                 // Basilisk
        (118, 111), (-194, -181),                 // Elemental on 1, 2
    ]),
    // By kind, for each step from the edge towards the centre.
    row(Centre, "centre", &[
        (-4, -16), (10, 16), (6, -10), (-3, 2), (-24, 14), (-7, 9), (22, 8), (7, -9), (39, 5), (-16, 19), (-9, -33), (7, 26),
        (-12, 10), (23, 4), (7, 18),
    ]),
    // By kind, for each rank from the own first one; the small men have rows of their own.
    row(Advance, "advance", &[
        (-53, 74), (-1, -8), (-2, -1), (0, 0), (28, -15), (7, -5), (-49, 10), (-6, 11), (-38, 53), (-8, -3), (-118, 20),
        (30, 22), (0, 0), (0, 0), (39, 9),
    ]),
    // By rank, level 3. On the last one a Sylph has no move left but to take what is below.
    row(SylphRank, "Sylphs' ranks", &[(0, 0), (-16, 19), (4, 20), (-11, 26), (13, -20), (189, 1), (-28, -80), (-25, -22)]),
    // By rank: the Warrior promotes on the eighth.
    row(WarriorRank, "Warriors' ranks", &[(0, 0), (14, -2), (55, -4), (56, 10), (-68, 62), (-10, 37), (71, 145), (0, 0)]),
    // By rank, level 1 and then 2. On the last ones a Dwarf can only step aside.
    row(DwarfRank, "Dwarves' ranks", &[
        (0, 0), (6, -11), (33, -31), (-99, -15), (25, 2), (23, 15), (37, 17), (-38, -39),
        (0, 0), (16, 32), (-63, -63), (26, 30), (26, -6), (33, 48), (31, 40), (-22, -22),
    ]),
    // By rank. On the last one a Basilisk can only step back.
    row(BasiliskRank, "Basilisks' ranks", &[(3, -44), (-26, 18), (13, -41), (20, 42), (-24, 4), (90, 35), (60, 9), (-27, 76)]),
    // By slot, for each square to which a man can go without loss to a small man; of the small men themselves, for each
    // that can advance.
    row(Mobility, "mobility", &[
        (22, -30), (-12, 19),                  // Sylph on levels 2, 3
        (3, 7), (1, 0),                        // Griffin on 2, 3
        (11, 6), (-34, 37), (8, 6), (-10, 17), // Dragon, Warrior, Oliphant, Unicorn
        (22, -27), (9, -1), (23, -49),         // Hero on 1, 2, 3
        (-4, 20),                              // Thief
        (-34, -6), (-15, 18), (-5, 3),         // Cleric on 1, 2, 3
        (-12, 34), (-4, 11), (1, -17),         // Mage on 1, 2, 3
        (0, 0), (0, 0), (0, 0),                // King
        (-2, 12), (0, 20), (-4, 16),           // Paladin on 1, 2, 3
        (-23, 25), (86, -2),                   // Dwarf on 1, 2
        (-1, -15),                             // Basilisk
        (-5, 7), (41, 75),                     // Elemental on 1, 2
    ]),
    // By rank: a Warrior whom no Warrior of the other side can stop or take on his way.
    row(Runner, "Warriors on their way", &[(0, 0), (57, 0), (-70, 57), (74, 64), (60, 139), (40, 183), (61, 195), (0, 0)]),
    // By kind: a man off the ground who cannot go back to it.
    row(Stranded, "stranded men", &[
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (-94, -37), (0, 0), (0, 1), (-1, 20), (0, 0), (61, 39),
        (0, 0), (0, 0), (0, 0),
    ]),
    // By kind: half of the value.
    row(Frozen, "frozen men", &[
        (-71, -67), (-200, -205), (-400, -400), (-81, -38), (-251, -384), (-145, -108), (-234, -299), (-197, -114),
        (-451, -445), (-678, -667), (-23, -162), (-778, -783), (-97, -106), (-150, -150), (-339, -309),
    ]),
    // He cannot step out of a check.
    row(FrozenKing, "frozen king", &[(-143, -222)]),
    // A man above a square to which an enemy's Basilisk can go unpunished: small, middling, great, the king.
    row(FreezeThreat, "threats to freeze", &[(-12, 105), (137, 122), (287, 245), (11, 42)]),
    // A man within a Dragon's remote reach: small, middling, great.
    row(Remote, "remote pressure", &[(3, 8), (71, 137), (77, 96)]),
    // A middling or great man attacked by a small one.
    row(SmallThreat, "threats by small men", &[(53, 35), (39, 13)]),
    // A great man attacked by a middling one.
    row(MiddlingThreat, "threats by middling men", &[(123, -26)]),
    // A man attacked and not guarded: small, middling, great.
    row(Hanging, "hanging men", &[(17, 30), (74, 56), (23, 61)]),
    // An own man on a neighbouring square of the king.
    row(Shelter, "king's shelter", &[(9, 45)]),
    // By the number of squares to which the king can go, from three on the same. Off the ground he has one at most.
    row(KingRoom, "king's room", &[(-22, -112), (-12, -19), (8, 45), (2, 61)]),
    // What the attack on the other king is worth, by the units of danger: it takes several men to mate.
    row(KingDanger, "attack on the king", &[
        (-61, -96), (-29, -37), (-13, -11), (-96, -17), (-62, -35), (-64, -38), (-72, -16), (-66, -39),
        (-45, 19), (3, -106), (-12, -30), (17, -46), (11, 37), (8, 27), (18, 16), (90, 45),
        (60, 47), (113, 53), (88, 47), (114, 58), (113, 59), (140, 71), (103, 44), (121, 86),
        (107, 48), (112, 38), (102, 47), (104, 39), (122, 57), (118, 50), (121, 47), (120, 48),
        (139, 51), (143, 50), (148, 48), (147, 45), (159, 51), (169, 55), (179, 60), (192, 64),
        (202, 67), (209, 71), (220, 73), (230, 76), (242, 80), (253, 84), (264, 88), (276, 92),
        (288, 96), (300, 100), (312, 104), (325, 108), (338, 112), (351, 117), (364, 121), (378, 126),
        (392, 130), (406, 135), (420, 140), (435, 145), (450, 150), (465, 155), (480, 160), (496, 165),
    ]),
    row(Tempo, "side to move", &[(80, 12)]),
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
