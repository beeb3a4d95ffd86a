//! The kinds of men, and where they can stand.

use crate::game::Side;
use crate::geometry::board12x8x3::{HIGH, LEVELS, LOW, MIDDLE, Square};

/// A kind of man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Kind {
    Sylph,
    Griffin,
    Dragon,
    Warrior,
    Oliphant,
    Unicorn,
    Hero,
    Thief,
    Cleric,
    Mage,
    King,
    Paladin,
    Dwarf,
    Basilisk,
    Elemental,
}

use Kind::{
    Basilisk, Cleric, Dragon, Dwarf, Elemental, Griffin, Hero, King, Mage, Oliphant, Paladin, Sylph, Thief, Unicorn, Warrior,
};

/// The number of kinds.
pub(super) const KINDS: usize = 15;

const NUMBERED: ([[u8; LEVELS]; KINDS], usize) = number_slots();

/// The slot of each kind and level, numbered without gaps.
const SLOT: [[u8; LEVELS]; KINDS] = NUMBERED.0;

/// The number of pairs of a kind and a level on which it can stand.
pub(super) const SLOTS: usize = NUMBERED.1;

impl Kind {
    /// Every kind, by number.
    pub(super) const ALL: [Kind; KINDS] = [
        Sylph, Griffin, Dragon, Warrior, Oliphant, Unicorn, Hero, Thief, Cleric, Mage, King, Paladin, Dwarf, Basilisk,
        Elemental,
    ];

    /// The capital letter of the kind.
    pub(super) const fn letter(self) -> char {
        match self {
            Sylph => 'S',
            Griffin => 'G',
            Dragon => 'R',
            Warrior => 'W',
            Oliphant => 'O',
            Unicorn => 'U',
            Hero => 'H',
            Thief => 'T',
            Cleric => 'C',
            Mage => 'M',
            King => 'K',
            Paladin => 'P',
            Dwarf => 'D',
            Basilisk => 'B',
            Elemental => 'E',
        }
    }

    /// The kind of a capital letter.
    pub(super) fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// The name of the kind.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Sylph => "Sylph",
            Griffin => "Griffin",
            Dragon => "Dragon",
            Warrior => "Warrior",
            Oliphant => "Oliphant",
            Unicorn => "Unicorn",
            Hero => "Hero",
            Thief => "Thief",
            Cleric => "Cleric",
            Mage => "Mage",
            King => "King",
            Paladin => "Paladin",
            Dwarf => "Dwarf",
            Basilisk => "Basilisk",
            Elemental => "Elemental",
        }
    }

    /// The name behind its article.
    pub(super) fn with_article(self) -> String {
        let article = if matches!(self, Oliphant | Elemental) { "an" } else { "a" };
        format!("{article} {}", self.name())
    }

    /// Can a man of this kind ever stand on the level?
    pub(super) const fn enters(self, level: usize) -> bool {
        match self {
            Sylph | Griffin => level != LOW,
            Dragon => level == HIGH,
            Warrior | Oliphant | Unicorn | Thief => level == MIDDLE,
            Hero | Cleric | Mage | King | Paladin => true,
            Dwarf | Elemental => level != HIGH,
            Basilisk => level == LOW,
        }
    }

    /// The number of the kind on a level that it can enter.
    #[inline(always)]
    pub(super) const fn slot(self, level: usize) -> usize {
        debug_assert!(self.enters(level));
        SLOT[self as usize][level] as usize
    }
}

const fn number_slots() -> ([[u8; LEVELS]; KINDS], usize) {
    let mut slots = [[u8::MAX; LEVELS]; KINDS];
    let (mut next, mut kind) = (0, 0);
    while kind < KINDS {
        let mut level = 0;
        while level < LEVELS {
            if Kind::ALL[kind].enters(level) {
                slots[kind][level] = next;
                next += 1;
            }
            level += 1;
        }
        kind += 1;
    }
    (slots, next as usize)
}

/// A man of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Man {
    pub(super) side: Side,
    pub(super) kind: Kind,
}

impl Man {
    /// The letter in position texts: capital for White.
    pub(super) const fn letter(self) -> char {
        match self.side {
            Side::White => self.kind.letter(),
            Side::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The man of a letter.
    pub(super) fn from_letter(letter: char) -> Option<Man> {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        let kind = Kind::from_letter(letter.to_ascii_uppercase())?;
        Some(Man { side, kind })
    }
}

/// The last rank of a side, from 0.
pub(super) const fn last_rank(side: Side) -> usize {
    match side {
        Side::White => 7,
        Side::Black => 0,
    }
}

/// Must a Warrior of the side that reaches the square become a Hero?
pub(super) const fn promotes(side: Side, square: Square) -> bool {
    square.rank() == last_rank(side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_numbered_without_gaps() {
        let mut slots = Vec::new();
        for kind in Kind::ALL {
            assert_eq!(Kind::ALL[kind as usize], kind);
            slots.extend((0..LEVELS).filter(|&level| kind.enters(level)).map(|level| kind.slot(level)));
        }
        assert_eq!(slots, (0..SLOTS).collect::<Vec<_>>());
    }

    #[test]
    fn letters_are_read_as_they_are_written() {
        for kind in Kind::ALL {
            for side in Side::BOTH {
                let man = Man { side, kind };
                assert_eq!(Man::from_letter(man.letter()), Some(man));
            }
        }
        for other in ['x', 'A', '1', '\u{212a}', '*'] {
            assert_eq!(Man::from_letter(other), None);
        }
    }
}
