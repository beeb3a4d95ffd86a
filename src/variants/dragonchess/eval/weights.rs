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
        (99, 110), (435, 493), (987, 896), (89, 103), (455, 513), (222, 252), (376, 490), (370, 406), (864, 856),
        (1070, 1169), (0, 0), (1051, 1059), (205, 181), (300, 314), (376, 385),
    ]),
    // What it costs a man to stand where he is weaker than at home, beside what his mobility tells; by slot.
    row(Level, "level", &[
        (25, 53), (-20, -31),                       // Sylph on levels 2, 3
        (-76, -43), (-16, 16),                      // Griffin on 2, 3
        (187, 96), (-11, -27), (-45, 13), (-28, 2), // Dragon, Warrior, Oliphant, Unicorn
        (-71, -36), (-21, 19), (-50, -1),           // Hero on 1, 2, 3
        (-30, 6),                                   // Thief
        (-9, 11), (-96, -49), (73, -7),             // Cleric on 1, 2, 3
        (-43, -80), (-82, 69), (-17, -40),          // Mage on 1, 2, 3
        (19, 14), (8, -23), (-109, -11),            // King on 1, 2, 3
        (58, 44), (-47, -2), (40, 18),              // Paladin on 1, 2, 3
        (12, -27), (-8, 9),                         // Dwarf on 1, 2
        (0, 14),                                    // Basilisk
        (29, 58), (-92, -111),                      // Elemental on 1, 2
    ]),
    // By kind, for each step from the edge towards the centre.
    row(Centre, "centre", &[
        (2, -1), (1, 15), (6, 6), (2, 0), (-3, -1), (3, 2), (14, -3), (6, -8), (10, -4), (-10, 11), (-36, 0), (11, 20),
        (-1, -1), (15, -10), (-2, 18),
    ]),
    // By kind, for each rank from the own first one; the small men have rows of their own.
    row(Advance, "advance", &[
        (-47, 26), (4, 0), (-6, 11), (0, 0), (4, -3), (-2, -4), (-23, 2), (3, -11), (-4, 27), (-7, -8), (-61, -6),
        (6, 31), (0, 0), (0, 0), (35, 1),
    ]),
    // By rank, level 3. On the last one a Sylph has no move left but to take what is below.
    row(SylphRank, "Sylphs' ranks", &[(0, 0), (2, 7), (-2, 0), (-4, 40), (-38, 8), (57, -52), (-5, -16), (-28, -22)]),
    // By rank: the Warrior promotes on the eighth.
    row(WarriorRank, "Warriors' ranks", &[(0, 0), (19, 10), (23, 21), (22, 14), (-9, 52), (-4, 35), (91, 141), (0, 0)]),
    // By rank, level 1 and then 2. On the last ones a Dwarf can only step aside.
    row(DwarfRank, "Dwarves' ranks", &[
        (0, 0), (-7, -8), (16, -9), (13, 2), (33, 18), (16, 45), (-2, -22), (-30, -30),
        (0, 0), (9, -17), (-5, 18), (5, -2), (4, 21), (16, 19), (23, 29), (-20, -20),
    ]),
    // By rank. On the last one a Basilisk can only step back.
    row(BasiliskRank, "Basilisks' ranks", &[(27, -25), (-28, 16), (-19, 10), (5, 18), (-1, -7), (40, 47), (54, 19), (10, 24)]),
    // By slot, for each square to which a man can go without loss to a small man; of the small men themselves, for each
    // that can advance.
    row(Mobility, "mobility", &[
        (22, -26), (-9, 13),               // Sylph on levels 2, 3
        (8, -1), (5, -6),                  // Griffin on 2, 3
        (12, 0), (-8, 11), (7, 4), (3, 7), // Dragon, Warrior, Oliphant, Unicorn
        (18, 2), (5, -1), (2, -1),         // Hero on 1, 2, 3
        (0, 10),                           // Thief
        (-14, -11), (4, -2), (-11, -7),    // Cleric on 1, 2, 3
        (-11, 52), (0, 8), (3, -11),       // Mage on 1, 2, 3
        (0, 0), (0, 0), (0, 0),            // King
        (-6, 5), (-1, 10), (-5, 7),        // Paladin on 1, 2, 3
        (-36, 31), (52, 18),               // Dwarf on 1, 2
        (16, -3),                          // Basilisk
        (-4, 3), (20, 55),                 // Elemental on 1, 2
    ]),
    // By rank: a Warrior whom no Warrior of the other side can stop or take on his way.
    row(Runner, "Warriors on their way", &[(0, 0), (11, 15), (-44, 36), (-25, 57), (24, 92), (46, 190), (81, 191), (0, 0)]),
    // By kind: a man off the ground who cannot go back to it.
    row(Stranded, "stranded men", &[
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (-32, -4), (0, 0), (-9, -2), (-15, -57), (0, 0), (-3, 8),
        (0, 0), (0, 0), (0, 0),
    ]),
    // By kind: half of the value.
    row(Frozen, "frozen men", &[
        (-53, -55), (-246, -249), (-400, -400), (-58, -39), (-255, -264), (-93, -120), (-223, -235), (-181, -218),
        (-450, -444), (-615, -618), (-15, -83), (-688, -680), (-100, -102), (-150, -150), (-232, -250),
    ]),
    // He cannot step out of a check.
    row(FrozenKing, "frozen king", &[(-135, -143)]),
    // A man above a square to which an enemy's Basilisk can go unpunished: small, middling, great, the king.
    row(FreezeThreat, "threats to freeze", &[(-4, 31), (113, 94), (212, 169), (23, 46)]),
    // A man within a Dragon's remote reach: small, middling, great.
    row(Remote, "remote pressure", &[(11, 24), (69, 133), (95, 89)]),
    // A middling or great man attacked by a small one.
    row(SmallThreat, "threats by small men", &[(58, 14), (69, 42)]),
    // A great man attacked by a middling one.
    row(MiddlingThreat, "threats by middling men", &[(109, -5)]),
    // A man attacked and not guarded: small, middling, great.
    row(Hanging, "hanging men", &[(14, 55), (65, 66), (20, 27)]),
    // An own man on a neighbouring square of the king.
    row(Shelter, "king's shelter", &[(3, 4)]),
    // By the number of squares to which the king can go, from three on the same. Off the ground he has one at most.
    row(KingRoom, "king's room", &[(-26, -63), (-26, 10), (12, -3), (12, 19)]),
    // What the attack on the other king is worth, by the units of danger: it takes several men to mate.
    row(KingDanger, "attack on the king", &[
        (-31, -24), (-13, -19), (1, -2), (-31, -37), (-42, 11), (-33, -28), (-28, 17), (-46, -23),
        (9, 5), (-11, -18), (5, -1), (7, 5), (34, 7), (24, -10), (29, 29), (79, 33),
        (60, 13), (62, 14), (72, 28), (64, 29), (76, 32), (73, 35), (51, 4), (87, 50),
        (77, 22), (81, 29), (97, 42), (91, 32), (104, 42), (107, 31), (116, 37), (120, 41),
        (128, 39), (139, 47), (144, 45), (150, 49), (163, 56), (172, 57), (181, 60), (190, 63),
        (202, 68), (210, 70), (220, 73), (231, 77), (242, 80), (253, 84), (264, 88), (276, 92),
        (288, 96), (300, 100), (312, 104), (325, 108), (338, 112), (351, 117), (364, 121), (378, 126),
        (392, 130), (406, 135), (420, 140), (435, 145), (450, 150), (465, 155), (480, 160), (496, 165),
    ]),
    row(Tempo, "side to move", &[(74, 13)]),
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
