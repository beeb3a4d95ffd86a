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
        (100, 100), (500, 500), (800, 800), (100, 130), (500, 500), (250, 250), (450, 450), (400, 400), (900, 900),
        (1100, 1100), (0, 0), (1000, 1000), (200, 200), (300, 300), (400, 400),
    ]),
    // What it costs a man to stand where he is weaker than at home, beside what his mobility tells; by slot.
    row(Level, "level", &[
        (0, 0), (0, 0),                 // Sylph on levels 2, 3
        (-20, -20), (0, 0),             // Griffin on 2, 3
        (0, 0), (0, 0), (0, 0), (0, 0), // Dragon, Warrior, Oliphant, Unicorn
        (-30, -30), (0, 0), (-30, -30), // Hero on 1, 2, 3
        (0, 0),                         // Thief
        (0, 0), (0, 0), (0, 0),         // Cleric on 1, 2, 3
        (-60, -60), (0, 0), (-60, -60), // Mage on 1, 2, 3
        (-40, -10), (0, 0), (-40, -10), // King on 1, 2, 3
        (0, 0), (0, 0), (0, 0),         // Paladin on 1, 2, 3
        (0, 0), (0, 0),                 // Dwarf on 1, 2
        (0, 0),                         // Basilisk
        (0, 0), (-40, -40),             // Elemental on 1, 2
    ]),
    // By kind, for each step from the edge towards the centre.
    row(Centre, "centre", &[
        (1, 1), (2, 2), (2, 2), (2, 2), (1, 1), (3, 3), (3, 3), (1, 1), (3, 3), (1, 1), (0, 0), (3, 3), (1, 1), (1, 1),
        (2, 2),
    ]),
    // By kind, for each rank from the own first one; the small men have rows of their own.
    row(Advance, "advance", &[
        (0, 0), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (2, 2), (0, 0), (-10, 4), (0, 0), (0, 0), (0, 0),
        (2, 2),
    ]),
    // By rank, level 3. On the last one a Sylph has no move left but to take what is below.
    row(SylphRank, "Sylphs' ranks", &[(0, 0), (2, 2), (4, 4), (6, 6), (8, 8), (10, 10), (6, 6), (-30, -30)]),
    // By rank: the Warrior promotes on the eighth.
    row(WarriorRank, "Warriors' ranks", &[(0, 0), (0, 0), (6, 10), (12, 24), (20, 44), (40, 80), (90, 150), (0, 0)]),
    // By rank, level 1 and then 2. On the last ones a Dwarf can only step aside.
    row(DwarfRank, "Dwarves' ranks", &[
        (0, 0), (3, 3), (6, 6), (9, 9), (12, 12), (15, 15), (12, 12), (-30, -30),
        (0, 0), (3, 3), (6, 6), (9, 9), (12, 12), (15, 15), (18, 18), (-20, -20),
    ]),
    // By rank. On the last one a Basilisk can only step back.
    row(BasiliskRank, "Basilisks' ranks", &[(0, 0), (4, 4), (8, 8), (12, 12), (16, 16), (20, 20), (24, 24), (0, 0)]),
    // By slot, for each square to which a man can go without loss to a small man; of the small men themselves, for each
    // that can advance.
    row(Mobility, "mobility", &[
        (2, 2), (3, 3),                 // Sylph on levels 2, 3
        (4, 4), (4, 4),                 // Griffin on 2, 3
        (4, 4), (4, 4), (3, 3), (4, 4), // Dragon, Warrior, Oliphant, Unicorn
        (4, 4), (4, 4), (4, 4),         // Hero on 1, 2, 3
        (4, 4),                         // Thief
        (4, 4), (4, 4), (4, 4),         // Cleric on 1, 2, 3
        (3, 3), (3, 3), (3, 3),         // Mage on 1, 2, 3
        (0, 0), (0, 0), (0, 0),         // King
        (3, 3), (3, 3), (3, 3),         // Paladin on 1, 2, 3
        (4, 4), (4, 4),                 // Dwarf on 1, 2
        (8, 8),                         // Basilisk
        (3, 3), (3, 3),                 // Elemental on 1, 2
    ]),
    // By rank: a Warrior whom no Warrior of the other side can stop or take on his way.
    row(Runner, "Warriors on their way", &[(0, 0), (0, 10), (4, 20), (10, 40), (25, 80), (50, 140), (80, 200), (0, 0)]),
    // By kind: a man off the ground who cannot go back to it.
    row(Stranded, "stranded men", &[
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (-40, -40), (0, 0), (-10, -10), (-60, -60), (0, 0), (-10, -10),
        (0, 0), (0, 0), (0, 0),
    ]),
    // By kind: half of the value.
    row(Frozen, "frozen men", &[
        (-50, -50), (-250, -250), (-400, -400), (-50, -65), (-250, -250), (-125, -125), (-225, -225), (-200, -200),
        (-450, -450), (-550, -550), (0, 0), (-500, -500), (-100, -100), (-150, -150), (-200, -200),
    ]),
    // He cannot step out of a check.
    row(FrozenKing, "frozen king", &[(-120, -60)]),
    // A man above a square to which an enemy's Basilisk can go unpunished: small, middling, great, the king.
    row(FreezeThreat, "threats to freeze", &[(3, 3), (20, 20), (35, 35), (20, 10)]),
    // A man within a Dragon's remote reach: small, middling, great.
    row(Remote, "remote pressure", &[(6, 6), (40, 40), (70, 70)]),
    // A middling or great man attacked by a small one.
    row(SmallThreat, "threats by small men", &[(40, 40), (70, 70)]),
    // A great man attacked by a middling one.
    row(MiddlingThreat, "threats by middling men", &[(45, 45)]),
    // A man attacked and not guarded: small, middling, great.
    row(Hanging, "hanging men", &[(12, 15), (35, 35), (50, 50)]),
    // An own man on a neighbouring square of the king.
    row(Shelter, "king's shelter", &[(6, 0)]),
    // By the number of squares to which the king can go, from three on the same. Off the ground he has one at most.
    row(KingRoom, "king's room", &[(-24, -30), (-10, -14), (0, 0), (6, 6)]),
    // What the attack on the other king is worth, by the units of danger: it takes several men to mate.
    row(KingDanger, "attack on the king", &[
        (0, 0), (0, 0), (0, 0), (1, 0), (2, 0), (3, 1), (4, 1), (6, 2),
        (8, 2), (10, 3), (12, 4), (15, 5), (18, 6), (21, 7), (24, 8), (28, 9),
        (32, 10), (36, 12), (40, 13), (45, 15), (50, 16), (55, 18), (60, 20), (66, 22),
        (72, 24), (78, 26), (84, 28), (91, 30), (98, 32), (105, 35), (112, 37), (120, 40),
        (128, 42), (136, 45), (144, 48), (153, 51), (162, 54), (171, 57), (180, 60), (190, 63),
        (200, 66), (210, 70), (220, 73), (231, 77), (242, 80), (253, 84), (264, 88), (276, 92),
        (288, 96), (300, 100), (312, 104), (325, 108), (338, 112), (351, 117), (364, 121), (378, 126),
        (392, 130), (406, 135), (420, 140), (435, 145), (450, 150), (465, 155), (480, 160), (496, 165),
    ]),
    row(Tempo, "side to move", &[(20, 12)]),
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
