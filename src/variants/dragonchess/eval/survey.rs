//! What a side attacks, and how freely its men move.

use super::king::Assault;
use super::weights::Group::{self, Mobility, Stranded};
use crate::bits::{BitSet, Layers};
use crate::game::Side;
use crate::game::weights::Trace;
use crate::geometry::board12x8x3::{BOARD, HIGH, LOW, MIDDLE, STEP, Square};
use crate::variants::dragonchess::attacks::{ahead, beside};
use crate::variants::dragonchess::board::Dragonchess;
use crate::variants::dragonchess::men::Kind::{self, Basilisk, Dragon, Dwarf, Sylph, Warrior};
use crate::variants::dragonchess::movegen::{Targets, layer_places, remote_reach};

/// Men of about the same worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Sylphs, Warriors, Dwarves, Unicorns, Basilisks.
    Small,
    /// Thieves, Elementals, Heroes, Oliphants, Griffins.
    Middling,
    /// Dragons, Clerics, Paladins, Mages.
    Great,
    /// Kings.
    King,
}

/// The number of classes.
pub const CLASSES: usize = 4;

impl Class {
    #[inline(always)]
    pub const fn of(kind: Kind) -> Class {
        match kind {
            Kind::Sylph | Kind::Warrior | Kind::Dwarf | Kind::Unicorn | Kind::Basilisk => Class::Small,
            Kind::Thief | Kind::Elemental | Kind::Hero | Kind::Oliphant | Kind::Griffin => Class::Middling,
            Kind::Dragon | Kind::Cleric | Kind::Paladin | Kind::Mage => Class::Great,
            Kind::King => Class::King,
        }
    }
}

/// What the unfrozen men of a side attack or guard.
#[derive(Clone, Copy)]
pub struct Attacks {
    by: [Layers; CLASSES],
    /// The squares of level 2 within the remote reach of Dragons.
    pub remote: u128,
    /// The squares of level 1 to which Basilisks can go.
    pub basilisk_steps: u128,
}

impl Attacks {
    /// The attacks of the men that move by small steps forward, which need no walk from man to man.
    #[inline(always)]
    pub fn of_small_men(position: &Dragonchess, side: Side) -> Attacks {
        let men = |kind, level| position.of(kind, level) & position.men(side).0[level];
        let free = !position.frost(side);
        let (warriors, dwarves) = (men(Warrior, MIDDLE) & free, men(Dwarf, MIDDLE) & free);
        let (low_dwarves, basilisks, sylphs) = (men(Dwarf, LOW), men(Basilisk, LOW), men(Sylph, HIGH));
        let front = ahead(side, basilisks);
        let mut attacks = Attacks { by: [Layers::EMPTY; CLASSES], remote: 0, basilisk_steps: 0 };
        attacks.basilisk_steps =
            (front | beside(front)) & !position.men(side).0[LOW] | ahead(!side, basilisks) & !position.occupied().0[LOW];
        attacks.basilisk_steps &= BOARD;
        attacks.by[Class::Small as usize] = Layers([
            beside(ahead(side, low_dwarves | basilisks)) | front,
            beside(ahead(side, warriors | dwarves)) | low_dwarves | sylphs,
            ahead(side, sylphs),
        ]) & Layers([BOARD; 3]);
        attacks
    }

    #[inline(always)]
    fn add(&mut self, class: Class, set: Layers) {
        self.by[class as usize] |= set;
    }

    /// By men of a class.
    #[inline(always)]
    pub fn by(&self, class: Class) -> Layers {
        self.by[class as usize]
    }

    /// By all men but the king.
    #[inline(always)]
    pub fn by_men(&self) -> Layers {
        self.by(Class::Small) | self.by(Class::Middling) | self.by(Class::Great)
    }

    /// By all men.
    #[inline(always)]
    pub fn all(&self) -> Layers {
        self.by_men() | self.by(Class::King)
    }
}

/// Completes the attacks of a side, of which [`Attacks::of_small_men`] are known; counts the mobility of its men, who keep
/// away from the squares that are `feared`, and what they do to the `zone` at the other king.
#[inline(always)]
pub fn survey(
    position: &Dragonchess,
    side: Side,
    attacks: &mut Attacks,
    feared: Layers,
    zone: Layers,
    trace: &mut impl Trace<Group>,
) -> Assault {
    let (own, frost) = (position.men(side), position.frost(side));
    let free = own & !Layers([0, frost, 0]);
    let open = !own & !feared & !Layers([0, frost, 0]);
    let targets = Targets::reach(position, side);
    let mut assault = Assault::default();
    assault.small_men(attacks.by(Class::Small) & zone);
    position.each_alone(free, &targets, |kind, square, set| {
        trace.add(Mobility, kind.slot(square.level()), (set & open).count() as i32);
        if kind != Sylph {
            attacks.add(Class::of(kind), set);
            assault.man(kind, set & zone);
        }
        let returns = matches!(kind, Kind::Hero | Kind::Mage | Kind::Cleric | Kind::Paladin);
        if returns && square.level() != MIDDLE && set.0[MIDDLE] & open.0[MIDDLE] == 0 {
            trace.add(Stranded, kind as usize, 1);
        }
    });
    for place in layer_places(position.of(Dragon, HIGH) & own.0[HIGH]) {
        attacks.remote |= remote_reach(place);
    }
    attacks.add(Class::Great, Layers([0, attacks.remote, 0]));
    assault.remote(attacks.remote & zone.0[MIDDLE]);
    if !Layers([0, frost, 0]).has(position.king(side).index()) {
        attacks.add(Class::King, king_steps(position.king(side)));
    }
    advances(position, side, free, attacks, trace);
    assault
}

/// Counts the small men that can advance.
#[inline(always)]
fn advances(position: &Dragonchess, side: Side, free: Layers, attacks: &Attacks, trace: &mut impl Trace<Group>) {
    let empty = Layers([BOARD; 3]) & !position.occupied();
    let men = |kind, level| position.of(kind, level) & free.0[level];
    let mut add = |kind: Kind, level, set: u128| trace.add(Mobility, kind.slot(level), set.count_ones() as i32);
    add(Sylph, HIGH, beside(ahead(side, men(Sylph, HIGH))) & empty.0[HIGH]);
    add(Warrior, MIDDLE, ahead(side, men(Warrior, MIDDLE)) & empty.0[MIDDLE]);
    add(Dwarf, LOW, ahead(side, men(Dwarf, LOW)) & empty.0[LOW]);
    add(Dwarf, MIDDLE, ahead(side, men(Dwarf, MIDDLE)) & empty.0[MIDDLE]);
    add(Basilisk, LOW, attacks.basilisk_steps);
}

/// The squares that an unfrozen king attacks.
#[inline(always)]
pub fn king_steps(king: Square) -> Layers {
    let (p, bit) = (king.place(), king.bit());
    Layers(if king.level() == MIDDLE { [bit, STEP[p], bit] } else { [0, bit, 0] })
}
