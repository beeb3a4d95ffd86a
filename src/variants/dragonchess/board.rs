//! The state of a game, and how a move changes it.

use super::eval::{phase, standing};
use super::men::{Kind, Man, SLOTS, promotes};
use crate::bits::{BitSet, Layers};
use crate::game::keys;
use crate::game::{PackedMove, Side, Tapered};
use crate::geometry::board12x8x3::{LAYER, LEVELS, LOW, MIDDLE, PLACES, SQUARES, Square};
use std::num::NonZeroU32;

/// A move: origin in bits 0 to 8, target in bits 9 to 17, bit 18 a remote capture (the Dragon stays, the target is its victim).
/// Origin and target differ, so the bits are never zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(NonZeroU32);

const INDEX_BITS: u32 = 9;
const INDEX_MASK: u32 = (1 << INDEX_BITS) - 1;
const REMOTE: u32 = 1 << (2 * INDEX_BITS);
const USED: u32 = (REMOTE << 1) - 1;

impl Move {
    #[inline(always)]
    fn pack(from: Square, to: Square, flag: u32) -> Move {
        let bits = from.index() as u32 | (to.index() as u32) << INDEX_BITS | flag;
        // Only a move from square 0 to square 0 would be 0.
        Move(NonZeroU32::new(bits).unwrap_or(NonZeroU32::MAX))
    }

    /// A move to a square, capturing what stands there.
    #[inline(always)]
    pub(super) fn walk(from: Square, to: Square) -> Move {
        Move::pack(from, to, 0)
    }

    /// A remote capture.
    #[inline(always)]
    pub(super) fn remote(dragon: Square, victim: Square) -> Move {
        Move::pack(dragon, victim, REMOTE)
    }

    /// Does the Dragon stay?
    #[inline(always)]
    pub(super) fn is_remote(self) -> bool {
        self.0.get() & REMOTE != 0
    }

    /// The origin; of a generated or legal move only.
    #[inline(always)]
    pub(super) fn from(self) -> Square {
        Move::square(self.0.get())
    }

    /// The target or the victim's square; of a generated or legal move only.
    #[inline(always)]
    pub(super) fn to(self) -> Square {
        Move::square(self.0.get() >> INDEX_BITS)
    }

    #[inline(always)]
    fn square(bits: u32) -> Square {
        Square::at_index((bits & INDEX_MASK) as usize)
    }

    /// Origin and target, if the bits are those of a move at all.
    pub(super) fn squares(self) -> Option<(Square, Square)> {
        let bits = self.0.get();
        let from = Square::from_index((bits & INDEX_MASK) as usize)?;
        let to = Square::from_index((bits >> INDEX_BITS & INDEX_MASK) as usize)?;
        (bits & !USED == 0).then_some((from, to))
    }
}

impl PackedMove for Move {
    #[inline(always)]
    fn from_bits(bits: NonZeroU32) -> Move {
        Move(bits)
    }

    #[inline(always)]
    fn to_bits(self) -> NonZeroU32 {
        self.0
    }
}

/// The parts of the key, which are also the correction keys: the small men (Sylphs, Warriors, Dwarves, Basilisks) of both
/// sides, and the other men of each.
const PARTS: usize = 3;

const fn part(man: Man) -> usize {
    match man.kind {
        Kind::Sylph | Kind::Warrior | Kind::Dwarf | Kind::Basilisk => 0,
        _ => 1 + man.side.index(),
    }
}

static MAN_KEYS: [u64; 2 * SLOTS * PLACES] = keys::table(0xd7a6_0c4e);
const BLACK_KEY: u64 = keys::splitmix64(0xd7a6_0c4f);

#[inline(always)]
fn man_key(man: Man, square: Square) -> u64 {
    MAN_KEYS[(man.side.index() * SLOTS + man.kind.slot(square.level())) * PLACES + square.place_ordinal()]
}

/// A position of Dragonchess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dragonchess {
    /// The men of each kind and level, of both sides.
    slots: [u128; SLOTS],
    /// The men of each side.
    sides: [Layers; 2],
    /// The kind of the man on each square, by [`Square::ordinal`].
    kinds: [Option<Kind>; SQUARES],
    kings: [Square; 2],
    /// By [`part`]; together with the side they are the key.
    keys: [u64; PARTS],
    /// The sum of [`standing`] over all men: White's less Black's.
    standing: Tapered,
    /// The sum of [`phase`] over all men.
    phase: i32,
    side: Side,
    /// Half-moves since the last capture or move of a Warrior.
    pub(super) clock: u16,
    /// The number of the full move, from 1.
    pub(super) number: u16,
}

impl Dragonchess {
    /// Men on their squares and the side to move; the clocks stand at their beginning. The caller sees to it that each
    /// square stands once, no man stands where his kind cannot, and each side has exactly one king.
    pub(super) fn with_men(men: &[(Square, Man)], side: Side) -> Dragonchess {
        let nowhere = Square::at(LOW, 0);
        let mut position = Dragonchess {
            slots: [0; SLOTS],
            sides: [Layers::EMPTY; 2],
            kinds: [None; SQUARES],
            kings: [nowhere; 2],
            keys: [0; PARTS],
            standing: Tapered::ZERO,
            phase: 0,
            side,
            clock: 0,
            number: 1,
        };
        for &(square, man) in men {
            position.put(man, square);
        }
        position
    }

    #[inline(always)]
    fn toggle(&mut self, man: Man, square: Square) {
        let (level, bit) = (square.level(), square.bit());
        self.slots[man.kind.slot(level)] ^= bit;
        self.sides[man.side.index()].0[level] ^= bit;
        self.keys[part(man)] ^= man_key(man, square);
    }

    #[inline(always)]
    fn put(&mut self, man: Man, square: Square) {
        self.toggle(man, square);
        self.standing += standing(man, square);
        self.phase += phase(man.kind);
        self.kinds[square.ordinal()] = Some(man.kind);
        if man.kind == Kind::King {
            self.kings[man.side.index()] = square;
        }
    }

    #[inline(always)]
    fn take(&mut self, man: Man, square: Square) {
        self.toggle(man, square);
        self.standing -= standing(man, square);
        self.phase -= phase(man.kind);
        self.kinds[square.ordinal()] = None;
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn make(&mut self, m: Move) {
        let (us, from, to) = (self.side, m.from(), m.to());
        let victim = self.kinds[to.ordinal()];
        if let Some(kind) = victim {
            self.take(Man { side: !us, kind }, to);
        }
        let mut warrior = false;
        if let Some(kind) = self.kinds[from.ordinal()]
            && !m.is_remote()
        {
            warrior = kind == Kind::Warrior;
            self.take(Man { side: us, kind }, from);
            self.put(Man { side: us, kind: arriving(us, kind, to) }, to);
        }
        self.clock = if victim.is_some() || warrior { 0 } else { self.clock.saturating_add(1) };
        self.end_turn();
    }

    /// The position after a pass; it counts as a half-move.
    pub(super) fn passed(&self) -> Dragonchess {
        let mut position = self.clone();
        position.clock = self.clock.saturating_add(1);
        position.end_turn();
        position
    }

    #[inline(always)]
    fn end_turn(&mut self) {
        self.number = self.number.saturating_add(self.side.index() as u16);
        self.side = !self.side;
    }

    /// The side to move.
    #[inline(always)]
    pub(super) fn mover(&self) -> Side {
        self.side
    }

    /// The men of a kind on a level, of both sides.
    #[inline(always)]
    pub(super) fn of(&self, kind: Kind, level: usize) -> u128 {
        self.slots[kind.slot(level)]
    }

    /// The men of a side.
    #[inline(always)]
    pub(super) fn men(&self, side: Side) -> Layers {
        self.sides[side.index()]
    }

    /// All men.
    #[inline(always)]
    pub(super) fn occupied(&self) -> Layers {
        self.sides[0] | self.sides[1]
    }

    /// The king of a side.
    #[inline(always)]
    pub(super) fn king(&self, side: Side) -> Square {
        self.kings[side.index()]
    }

    /// The kind of the man on a square.
    #[inline(always)]
    pub(super) fn kind_at(&self, square: Square) -> Option<Kind> {
        self.kinds[square.ordinal()]
    }

    /// The man on a square.
    pub(super) fn man_at(&self, square: Square) -> Option<Man> {
        let side = if self.men(Side::White).has(square.index()) { Side::White } else { Side::Black };
        self.kind_at(square).map(|kind| Man { side, kind })
    }

    /// The places of level 2 where a man of the side would be frozen: those above the enemy's Basilisks.
    #[inline(always)]
    pub(super) fn frost(&self, side: Side) -> u128 {
        self.of(Kind::Basilisk, LOW) & self.men(!side).0[LOW]
    }

    /// The frozen men of a side; they stand on level 2.
    #[inline(always)]
    pub(super) fn frozen(&self, side: Side) -> u128 {
        self.men(side).0[MIDDLE] & self.frost(side)
    }

    /// The sum of [`standing`] over all men: White's less Black's.
    #[inline(always)]
    pub(super) fn kept_standing(&self) -> Tapered {
        self.standing
    }

    /// The sum of [`phase`] over all men.
    #[inline(always)]
    pub(super) fn kept_phase(&self) -> i32 {
        self.phase
    }

    /// The key: the men and the side to move, which is all that repetition and later moves depend on.
    #[inline(always)]
    pub(super) fn key(&self) -> u64 {
        self.keys.iter().fold(side_key(self.side), |key, part| key ^ part)
    }

    /// The parts of the key by [`part`].
    pub(super) fn key_parts(&self) -> [u64; PARTS] {
        self.keys
    }

    /// The key computed from the men alone.
    pub(super) fn key_from_scratch(&self) -> u64 {
        self.all_men().fold(side_key(self.side), |key, (square, man)| key ^ man_key(man, square))
    }

    /// The key after a legal move.
    pub(super) fn key_after_move(&self, m: Move) -> u64 {
        let (us, from, to) = (self.side, m.from(), m.to());
        let mut key = self.key() ^ BLACK_KEY;
        if let Some(kind) = self.kind_at(to) {
            key ^= man_key(Man { side: !us, kind }, to);
        }
        if let Some(kind) = self.kind_at(from)
            && !m.is_remote()
        {
            key ^= man_key(Man { side: us, kind }, from) ^ man_key(Man { side: us, kind: arriving(us, kind, to) }, to);
        }
        key
    }

    /// Every man with his square.
    pub(super) fn all_men(&self) -> impl Iterator<Item = (Square, Man)> {
        Square::all().filter_map(|square| self.man_at(square).map(|man| (square, man)))
    }

    /// The sides exchanged, the ranks counted from the other end.
    pub(super) fn reflected(&self) -> Dragonchess {
        let men: Vec<_> =
            self.all_men().map(|(square, man)| (square.mirrored(), Man { side: !man.side, kind: man.kind })).collect();
        let mut position = Dragonchess::with_men(&men, !self.side);
        (position.clock, position.number) = (self.clock, self.number);
        position
    }

    /// Is nothing left but the kings?
    pub(super) fn bare_kings(&self) -> bool {
        self.occupied().count() == 2
    }
}

/// What a man is once he has arrived: a Warrior becomes a Hero on his last rank.
#[inline(always)]
pub(super) fn arriving(side: Side, kind: Kind, to: Square) -> Kind {
    if kind == Kind::Warrior && promotes(side, to) { Kind::Hero } else { kind }
}

#[inline(always)]
const fn side_key(side: Side) -> u64 {
    match side {
        Side::White => 0,
        Side::Black => BLACK_KEY,
    }
}

const _: () = assert!(LEVELS * LAYER <= 1 << INDEX_BITS);
