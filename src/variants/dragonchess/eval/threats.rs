//! Men under attack: by weaker ones, without a guard, from afar, by frost; and Warriors that nobody stops.

use super::survey::{Attacks, Class};
use super::weights::Group::{self, FreezeThreat, Frozen, Hanging, MiddlingThreat, Remote, Runner, SmallThreat};
use crate::bits::{BitSet, Layers};
use crate::game::Side;
use crate::game::weights::Trace;
use crate::geometry::board12x8x3::{LEVELS, LOW, MIDDLE, RANKS, STRIDE, Square};
use crate::variants::dragonchess::attacks::{ahead, beside};
use crate::variants::dragonchess::board::Dragonchess;
use crate::variants::dragonchess::men::Kind::{self, Cleric, King, Mage, Warrior};
use crate::variants::dragonchess::movegen::layer_places;

/// The men of both sides by class, the kings excepted.
pub struct Men {
    small: Layers,
    middling: Layers,
    great: Layers,
}

impl Men {
    #[inline(always)]
    pub fn new(position: &Dragonchess) -> Men {
        let mut men = Men { small: Layers::EMPTY, middling: Layers::EMPTY, great: Layers::EMPTY };
        for kind in Kind::ALL {
            let of_class = match Class::of(kind) {
                Class::Small => &mut men.small,
                Class::Middling => &mut men.middling,
                Class::Great => &mut men.great,
                Class::King => continue,
            };
            for level in (0..LEVELS).filter(|&level| kind.enters(level)) {
                of_class.0[level] |= position.of(kind, level);
            }
        }
        men
    }

    #[inline(always)]
    fn classes(&self) -> [Layers; 3] {
        [self.small, self.middling, self.great]
    }
}

#[inline(always)]
fn count(set: Layers) -> i32 {
    set.count() as i32
}

/// Counts the threats of a side to the men of the other.
#[inline(always)]
pub fn threats(position: &Dragonchess, side: Side, men: &Men, attacks: (&Attacks, &Attacks), trace: &mut impl Trace<Group>) {
    let (own, theirs) = attacks;
    let enemies = position.men(!side);
    let by_small = own.by(Class::Small) & enemies;
    trace.add(SmallThreat, 0, count(by_small & men.middling));
    trace.add(SmallThreat, 1, count(by_small & men.great));
    trace.add(MiddlingThreat, 0, count(own.by(Class::Middling) & enemies & men.great));
    let unguarded = own.all() & enemies & !theirs.all();
    let remote = own.remote & enemies.0[MIDDLE];
    // Only steps to squares that are not attacked count. A man straight above would be frozen and take nothing.
    let from_above = (position.of(Cleric, MIDDLE) | position.of(Mage, MIDDLE) | position.of(King, MIDDLE)) & enemies.0[MIDDLE];
    let safe = !theirs.all().0[LOW] | from_above;
    let threatened = own.basilisk_steps & safe & enemies.0[MIDDLE] & !position.frost(!side);
    for (class, men) in men.classes().into_iter().enumerate() {
        trace.add(Hanging, class, count(unguarded & men));
        trace.add(Remote, class, (remote & men.0[MIDDLE]).count_ones() as i32);
        trace.add(FreezeThreat, class, (threatened & men.0[MIDDLE]).count_ones() as i32);
    }
    let king = position.of(King, MIDDLE);
    trace.add(FreezeThreat, Class::King as usize, (threatened & king).count_ones() as i32);
}

/// Counts a side's frozen men.
#[inline(always)]
pub fn frozen(position: &Dragonchess, side: Side, trace: &mut impl Trace<Group>) {
    for place in layer_places(position.frozen(side)) {
        if let Some(kind) = position.kind_at(Square::at(MIDDLE, place)) {
            trace.add(Frozen, kind as usize, 1);
        }
    }
}

/// Counts the Warriors of a side that no Warrior of the other can stop or take on their way.
#[inline(always)]
pub fn runners(position: &Dragonchess, side: Side, trace: &mut impl Trace<Group>) {
    let warriors = position.of(Warrior, MIDDLE);
    let theirs = warriors & position.men(!side).0[MIDDLE];
    let stopped = behind(side, theirs | beside(theirs));
    for place in layer_places(warriors & position.men(side).0[MIDDLE] & !stopped) {
        let rank = place / STRIDE;
        trace.add(Runner, if side == Side::White { rank } else { RANKS - 1 - rank }, 1);
    }
}

/// The squares that men at the places of a set have still to come to, seen from the other side: those before a Warrior of
/// `side` that meets them.
#[inline(always)]
fn behind(side: Side, set: u128) -> u128 {
    let mut filled = ahead(!side, set);
    filled |= ahead(!side, filled);
    filled |= ahead(!side, ahead(!side, filled));
    filled | ahead(!side, ahead(!side, ahead(!side, ahead(!side, filled))))
}
