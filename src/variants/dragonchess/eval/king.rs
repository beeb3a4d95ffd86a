//! The attack on the kings.

use super::survey::{Attacks, king_steps};
use super::weights::Group::{self, FrozenKing, KingDanger, KingRoom, Shelter};
use super::weights::danger;
use crate::bits::{BitSet, Layers};
use crate::game::Side;
use crate::game::weights::{Group as _, Trace};
use crate::geometry::board12x8x3::{MIDDLE, STEP, Square};
use crate::variants::dragonchess::board::Dragonchess;
use crate::variants::dragonchess::men::Kind;

/// The squares at a king: those around him, his own, and those above and below, to which he can go too.
#[inline(always)]
pub fn zone(king: Square) -> Layers {
    let mut zone = Layers::one(king.index());
    zone |= zone.up() | zone.down();
    zone.0[king.level()] |= STEP[king.place()];
    zone
}

/// What a side's men do to the squares at the other king, in units of danger.
#[derive(Clone, Copy, Default)]
pub struct Assault(i32);

impl Assault {
    /// Takes the squares into account that a man attacks.
    #[inline(always)]
    pub fn man(&mut self, kind: Kind, hits: Layers) {
        if hits.any() {
            self.0 += danger::ATTACKER[kind as usize] + danger::HIT * hits.count() as i32;
        }
    }

    /// Takes the squares into account that small men attack.
    #[inline(always)]
    pub fn small_men(&mut self, hits: Layers) {
        self.0 += danger::HIT * hits.count() as i32;
    }

    /// Takes the squares into account that Dragons attack from afar.
    #[inline(always)]
    pub fn remote(&mut self, hits: u128) {
        self.man(Kind::Dragon, Layers([0, hits, 0]));
    }
}

/// Counts what a side's king has of shelter and room, and the attack of the other side on him.
#[inline(always)]
pub fn king<T: Trace<Group>>(
    position: &Dragonchess,
    side: Side,
    (own, theirs): (&Attacks, &Attacks),
    Assault(mut units): Assault,
    (trace, their_trace): (&mut T, &mut T),
) {
    let king = position.king(side);
    let zone = zone(king);
    let frozen = king.level() == MIDDLE && position.frost(side) & king.bit() != 0;
    if frozen {
        trace.add(FrozenKing, 0, 1);
    }
    trace.add(Shelter, 0, (zone & position.men(side) & !Layers::one(king.index())).count() as i32);
    let blocked = position.men(side) | theirs.all();
    let room = if frozen { 0 } else { (king_steps(king) & !blocked).count() };
    trace.add(KingRoom, room.min(3) as usize, 1);
    units += danger::WEAK * (zone & theirs.by_men() & !own.by_men()).count() as i32;
    if room == 0 {
        units += danger::SHUT_IN;
    }
    let most = KingDanger.span().len() - 1;
    their_trace.add(KingDanger, (units as usize).min(most), 1);
}
