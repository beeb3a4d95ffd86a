//! What a man is worth for his kind and his square alone: a sum that the position keeps.

use super::weights::Group::{self, Advance, BasiliskRank, Centre, DwarfRank, Level, Material, SylphRank, WarriorRank};
use super::weights::weight;
use crate::game::weights::Trace;
use crate::game::{Side, Tapered};
use crate::geometry::board12x8x3::{FILES, HIGH, LEVELS, LOW, PLACES, RANKS, Square};
use crate::variants::dragonchess::board::Dragonchess;
use crate::variants::dragonchess::men::{KINDS, Kind, Man, SLOTS};

/// A weight of the table and how often it counts.
type Counted = (Group, usize, i32);

/// The terms of a man at a place of a level, seen from his own side.
const fn terms(kind: Kind, level: usize, place: usize) -> [Counted; 4] {
    let (file, rank) = (place % FILES, place / FILES);
    let number = kind as usize;
    let advance = match (kind, level) {
        (Kind::Sylph, HIGH) => (SylphRank, rank, 1),
        (Kind::Warrior, _) => (WarriorRank, rank, 1),
        (Kind::Dwarf, LOW) => (DwarfRank, rank, 1),
        (Kind::Dwarf, _) => (DwarfRank, RANKS + rank, 1),
        (Kind::Basilisk, _) => (BasiliskRank, rank, 1),
        _ => (Advance, number, rank as i32),
    };
    let centre = from_edge(file, FILES) + from_edge(rank, RANKS);
    [(Material, number, 1), (Level, kind.slot(level), 1), (Centre, number, centre as i32), advance]
}

const fn from_edge(line: usize, lines: usize) -> usize {
    let other = lines - 1 - line;
    if line < other { line } else { other }
}

/// The sums of [`terms`], by slot and place.
static STANDING: [[Tapered; PLACES]; SLOTS] = {
    let mut table = [[Tapered::ZERO; PLACES]; SLOTS];
    let mut kind = 0;
    while kind < KINDS {
        let mut level = 0;
        while level < LEVELS {
            let mut place = 0;
            while place < PLACES && Kind::ALL[kind].enters(level) {
                table[Kind::ALL[kind].slot(level)][place] = sum(&terms(Kind::ALL[kind], level, place));
                place += 1;
            }
            level += 1;
        }
        kind += 1;
    }
    table
};

const fn sum(terms: &[Counted]) -> Tapered {
    let (mut middle, mut end, mut i) = (0, 0, 0);
    while i < terms.len() {
        let (group, index, times) = terms[i];
        let (of_middle, of_end) = weight(group, index);
        middle += of_middle * times;
        end += of_end * times;
        i += 1;
    }
    Tapered::new(middle, end)
}

/// The square as the side sees it, whose ranks count from its own first one.
#[inline(always)]
fn own_view(side: Side, square: Square) -> Square {
    if side == Side::White { square } else { square.mirrored() }
}

/// What a man is worth where he stands, for White.
#[inline(always)]
pub fn standing(man: Man, square: Square) -> Tapered {
    let value = STANDING[man.kind.slot(square.level())][own_view(man.side, square).place_ordinal()];
    if man.side == Side::White { value } else { -value }
}

/// Counts the terms of a side's men that [`standing`] sums up.
pub fn count_standing(position: &Dragonchess, side: Side, trace: &mut impl Trace<Group>) {
    for (square, man) in position.all_men().filter(|(_, man)| man.side == side) {
        for (group, index, times) in terms(man.kind, square.level(), own_view(side, square).place_ordinal()) {
            trace.add(group, index, times);
        }
    }
}
