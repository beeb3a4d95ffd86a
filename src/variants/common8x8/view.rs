//! The board as one side sees it, so that every term is written once, for men that move up.

use super::board::Board;
use super::moves::Kind;
use super::sets::attacked_down;
use super::terrain::Terrain;
use crate::bits::BitSet;
use crate::game::Side;

/// The men from one side's point of view: its own back rank is the lowest.
pub struct View {
    own: [u64; 6],
    other: [u64; 6],
    /// All own men.
    pub own_men: u64,
    /// All men of the other side.
    pub other_men: u64,
    /// All men, and obstacles if there are any.
    pub occupied: u64,
    /// The square of the own king.
    pub own_king: usize,
    /// The square of the other king.
    pub other_king: usize,
    /// The squares that the other side's pawns attack.
    pub other_pawn_attacks: u64,
    /// May the own king still castle?
    pub can_castle: bool,
    /// Is this side to move?
    pub to_move: bool,
}

impl View {
    #[inline(always)]
    pub fn new<T: Terrain>(position: &Board<T>, side: Side) -> View {
        let turned = |set: u64| if side == Side::White { set } else { set.swap_bytes() };
        let [own_men, other_men] = [side, !side].map(|side| turned(position.sides[side.index()]));
        let kinds = position.kinds.map(turned);
        let [own, other] = [own_men, other_men].map(|men| kinds.map(|kind| kind & men));
        View {
            own,
            other,
            own_men,
            other_men,
            occupied: turned(position.occupied()),
            own_king: own[Kind::King as usize].trailing_zeros() as usize & 63,
            other_king: other[Kind::King as usize].trailing_zeros() as usize & 63,
            other_pawn_attacks: attacked_down(other[Kind::Pawn as usize]),
            can_castle: position.castling & position.sides[side.index()] != 0,
            to_move: position.side == side,
        }
    }

    /// The own men of a kind.
    #[inline(always)]
    pub fn own(&self, kind: Kind) -> u64 {
        self.own[kind as usize]
    }

    /// The other side's men of a kind.
    #[inline(always)]
    pub fn other(&self, kind: Kind) -> u64 {
        self.other[kind as usize]
    }

    /// The own men but king and pawns.
    #[inline(always)]
    pub fn own_pieces(&self) -> u64 {
        self.own_men & !self.own(Kind::Pawn) & !self.own(Kind::King)
    }

    /// The other side's men but king and pawns.
    #[inline(always)]
    pub fn other_pieces(&self) -> u64 {
        self.other_men & !self.other(Kind::Pawn) & !self.other(Kind::King)
    }
}

/// What a side attacks.
#[derive(Clone, Copy, Default)]
pub struct Attacks {
    by: [u64; 6],
    /// By any man.
    pub all: u64,
    /// By at least two men.
    pub twice: u64,
}

impl Attacks {
    /// Adds what a man, or one half of the pawns, attacks.
    #[inline(always)]
    pub fn add(&mut self, kind: Kind, attacks: u64) {
        self.twice |= self.all & attacks;
        self.all |= attacks;
        self.by[kind as usize] |= attacks;
    }

    /// By men of a kind.
    #[inline(always)]
    pub fn by(&self, kind: Kind) -> u64 {
        self.by[kind as usize]
    }

    /// The same attacks as the other side sees them.
    #[inline(always)]
    pub fn turned(&self) -> Attacks {
        Attacks { by: self.by.map(u64::swap_bytes), all: self.all.swap_bytes(), twice: self.twice.swap_bytes() }
    }
}

/// The number of men, as a factor.
#[inline(always)]
pub fn count(set: u64) -> i32 {
    set.count() as i32
}
