//! Legal moves, found by masks.
//!
//! A move that is not the king's leaves the king out of check exactly when
//! * every check is parried: its giver is captured, its line is closed, or the giver is frozen by a Basilisk's step under it;
//! * no line is opened by what goes away: the man that moves, or the victim of a remote capture;
//! * no frozen attacker is set free: a Basilisk must stay under it.
//!
//! King moves ask whether the target is attacked.

use super::attacks::{ahead, path};
use super::board::{Dragonchess, Move};
use super::men::Kind::{
    self, Basilisk, Cleric, Dragon, Dwarf, Elemental, Griffin, Hero, King, Mage, Oliphant, Paladin, Sylph, Thief, Unicorn,
    Warrior,
};
use super::men::last_rank;
use crate::bits::{BitSet, Layers};
use crate::game::{MoveClass, MoveStore, Side};
use crate::geometry::board12x8x3::{
    BOARD, DIAGONAL, DIAGONAL_2, FILES, HIGH, KNIGHT, LAYER, LOW, MIDDLE, ORTHOGONAL, ORTHOGONAL_2, RANKS, STEP, STRIDE,
    Square, ZEBRA, bishop, rook,
};
use arrayvec::ArrayVec;

/// More lines end at a king than this never: eight of sliders and four of Elementals on level 2, fewer elsewhere.
const LINES: usize = 12;

/// What the own king's safety asks of every other man.
struct Safety {
    /// Where a move must end to parry all checks.
    parries: Layers,
    /// The same on level 1 for a Basilisk, which can also freeze.
    basilisk_parries: u128,
    /// The victims on level 2 whose remote capture parries all checks and opens no line.
    victims: u128,
    /// Men that close a line alone.
    pinned: Layers,
    /// The pinned men and where each may go.
    pins: ArrayVec<(Square, Layers), LINES>,
    /// The places of level 1 whose own Basilisks keep an attacker of the king frozen.
    bound: u128,
}

impl Safety {
    /// Nothing is asked: pseudo-legal moves.
    #[inline(always)]
    fn none() -> Safety {
        Safety {
            parries: Layers([u128::MAX; 3]),
            basilisk_parries: u128::MAX,
            victims: u128::MAX,
            pinned: Layers::EMPTY,
            pins: ArrayVec::new(),
            bound: 0,
        }
    }

    #[inline(always)]
    fn new(position: &Dragonchess, us: Side) -> Safety {
        let mut safety = Safety::none();
        let king = position.king(us);
        let frozen = position.frozen(!us);
        let leaps = position.leaps_to(king, !us);
        safety.bound = leaps.0[MIDDLE] & frozen;
        let checkers = leaps & !Layers([0, frozen, 0]);
        for index in checkers.squares() {
            safety.check(Square::at_index(index), Layers::EMPTY);
        }
        for index in position.lines_to(king, !us).squares() {
            safety.line(position, us, Square::at_index(index), frozen);
        }
        safety
    }

    /// Takes a check into account that can be closed on the squares of `path`.
    #[inline(always)]
    fn check(&mut self, checker: Square, path: Layers) {
        let parries = path | Layers::one(checker.index());
        let under = if checker.level() == MIDDLE { checker.bit() } else { 0 };
        self.parries &= parries;
        self.basilisk_parries &= parries.0[LOW] | under;
        self.victims &= under;
    }

    /// Takes a line into account that would be a check if nothing stood on it.
    #[inline(always)]
    fn line(&mut self, position: &Dragonchess, us: Side, sniper: Square, frozen: u128) {
        let (level, squares) = path(sniper, position.king(us));
        let (own, theirs) = (position.men(us).0[level] & squares, position.men(!us).0[level] & squares);
        if sniper.level() == MIDDLE && frozen & sniper.bit() != 0 {
            // The Basilisk below may itself stand on the line of an Elemental.
            let basilisk = if level == LOW { sniper.bit() } else { 0 };
            if (own | theirs) & !basilisk == 0 {
                self.bound |= sniper.bit();
            }
            return;
        }
        let mut path = Layers::EMPTY;
        path.0[level] = squares;
        match ((own | theirs).count_ones(), own) {
            (0, _) => self.check(sniper, path),
            (1, 0) if level == MIDDLE => self.victims &= !theirs,
            (1, 0) => {}
            (1, _) => self.pin(Square::at(level, own.trailing_zeros() as usize), path | Layers::one(sniper.index())),
            _ => {}
        }
    }

    /// A man may be pinned by several Elementals at once.
    fn pin(&mut self, square: Square, line: Layers) {
        self.pinned |= Layers::one(square.index());
        match self.pins.iter_mut().find(|(pinned, _)| *pinned == square) {
            Some((_, common)) => *common &= line,
            None => self.pins.push((square, line)),
        }
    }
}

/// The squares to which men of the side to move may go, by what a move does there.
pub(super) struct Targets {
    us: Side,
    /// Empty squares for moves.
    quiet: Layers,
    /// Enemies for captures.
    capture: Layers,
    /// Empty squares for a Warrior.
    warrior: u128,
    /// Empty squares for a Basilisk.
    basilisk_quiet: u128,
    /// Enemies for a Basilisk.
    basilisk_capture: u128,
    /// Victims of remote captures.
    victims: u128,
    /// Empty squares, to be passed on the way.
    empty: Layers,
    occupied: Layers,
}

impl Targets {
    #[inline(always)]
    fn new(position: &Dragonchess, us: Side, class: MoveClass, safety: &Safety) -> Targets {
        let occupied = position.occupied();
        let empty = Layers([BOARD; 3]) & !occupied;
        let enemies = position.men(!us);
        let quiet = if class == MoveClass::Noisy { Layers::EMPTY } else { empty };
        let capture = if class == MoveClass::Quiet { Layers::EMPTY } else { enemies };
        let last = ((1 << FILES) - 1) << (last_rank(us) * STRIDE);
        let warrior = match class {
            MoveClass::All => empty.0[MIDDLE],
            MoveClass::Noisy => empty.0[MIDDLE] & last,
            MoveClass::Quiet => empty.0[MIDDLE] & !last,
        };
        Targets {
            us,
            quiet: quiet & safety.parries,
            capture: capture & safety.parries,
            warrior: warrior & safety.parries.0[MIDDLE],
            basilisk_quiet: quiet.0[LOW] & safety.basilisk_parries,
            basilisk_capture: capture.0[LOW] & safety.basilisk_parries,
            victims: capture.0[MIDDLE] & safety.victims,
            empty,
            occupied,
        }
    }

    /// The squares that men reach wherever they stand: guards of own men beside moves and captures.
    #[inline(always)]
    pub(super) fn reach(position: &Dragonchess, us: Side) -> Targets {
        let targets = Targets::new(position, us, MoveClass::All, &Safety::none());
        Targets { capture: targets.occupied, ..targets }
    }

    #[inline(always)]
    fn any(&self, level: usize) -> u128 {
        self.quiet.0[level] | self.capture.0[level]
    }

    /// The targets of one man who goes alone; `kind` and `level` are constants where speed matters.
    #[inline(always)]
    fn of(&self, kind: Kind, level: usize, p: usize) -> Layers {
        let (bit, low, middle, high) = (1u128 << p, self.any(LOW), self.any(MIDDLE), self.any(HIGH));
        Layers(match (kind, level) {
            (Griffin, HIGH) => [0, DIAGONAL[p] & middle, ZEBRA[p] & high],
            (Griffin, _) => [0, DIAGONAL[p] & middle, DIAGONAL[p] & high],
            (Dragon, _) => [0, 0, (bishop(p, self.occupied.0[HIGH]) | ORTHOGONAL[p]) & high],
            (Oliphant, _) => [0, rook(p, self.occupied.0[MIDDLE]) & middle, 0],
            (Unicorn, _) => [0, KNIGHT[p] & middle, 0],
            (Thief, _) => [0, bishop(p, self.occupied.0[MIDDLE]) & middle, 0],
            (Hero, MIDDLE) => [DIAGONAL[p] & low, (DIAGONAL[p] | DIAGONAL_2[p]) & middle, DIAGONAL[p] & high],
            (Hero, _) => [0, DIAGONAL[p] & middle, 0],
            (Cleric, HIGH) => [0, bit & middle, STEP[p] & high],
            (Cleric, MIDDLE) => [bit & low, STEP[p] & middle, bit & high],
            (Cleric, _) => [STEP[p] & low, bit & middle, 0],
            // Its targets are asked one by one whether they are attacked.
            (King, _) => [0; 3],
            (Mage, HIGH) => [bit & low & self.empty.0[MIDDLE], bit & middle, ORTHOGONAL[p] & high],
            (Mage, MIDDLE) => {
                let men = self.occupied.0[MIDDLE];
                [bit & low, (rook(p, men) | bishop(p, men)) & middle, bit & high]
            }
            (Mage, _) => [ORTHOGONAL[p] & low, bit & middle, bit & high & self.empty.0[MIDDLE]],
            (Paladin, HIGH) => [ORTHOGONAL[p] & low, ORTHOGONAL_2[p] & middle, STEP[p] & high],
            (Paladin, MIDDLE) => [ORTHOGONAL_2[p] & low, (STEP[p] | KNIGHT[p]) & middle, ORTHOGONAL_2[p] & high],
            (Paladin, _) => [STEP[p] & low, ORTHOGONAL_2[p] & middle, ORTHOGONAL[p] & high],
            (Elemental, LOW) => self.elemental(p),
            (Elemental, _) if self.empty.0[LOW] & bit != 0 => [ORTHOGONAL[p] & low, 0, 0],
            (Elemental, _) => [0; 3],
            (Sylph, MIDDLE) => [0, 0, (bit | sylph_homes(self.us)) & self.quiet.0[HIGH]],
            (Sylph | Warrior | Dwarf | Basilisk, _) => {
                let mut targets = [0; 3];
                self.together(kind, level, bit, |to, _, set| targets[to] |= set);
                targets
            }
        })
    }

    #[inline(always)]
    fn elemental(&self, p: usize) -> [u128; 3] {
        let way = ORTHOGONAL[p] & self.empty.0[LOW];
        let bit = 1u128 << p;
        let further =
            (bit << 1 & way) << 1 | (bit >> 1 & way) >> 1 | (bit << STRIDE & way) << STRIDE | (bit >> STRIDE & way) >> STRIDE;
        [(ORTHOGONAL[p] | further) & self.any(LOW) | DIAGONAL[p] & self.quiet.0[LOW], way & self.capture.0[MIDDLE], 0]
    }

    /// The moves of many small men of a kind on a level at once: calls back with the level of the targets, how far behind
    /// each target its man stands (as a difference of square indices, target less origin), and the targets.
    #[inline(always)]
    fn together(&self, kind: Kind, level: usize, men: u128, mut each: impl FnMut(usize, isize, u128)) {
        let forward = match self.us {
            Side::White => STRIDE as isize,
            Side::Black => -(STRIDE as isize),
        };
        let front = ahead(self.us, men);
        let up = LAYER as isize;
        match (kind, level) {
            (Sylph, _) => {
                each(HIGH, forward + 1, front << 1 & self.quiet.0[HIGH]);
                each(HIGH, forward - 1, front >> 1 & self.quiet.0[HIGH]);
                each(HIGH, forward, front & self.capture.0[HIGH]);
                each(MIDDLE, -up, men & self.capture.0[MIDDLE]);
            }
            (Warrior, _) => {
                each(MIDDLE, forward, front & self.warrior);
                each(MIDDLE, forward + 1, front << 1 & self.capture.0[MIDDLE]);
                each(MIDDLE, forward - 1, front >> 1 & self.capture.0[MIDDLE]);
            }
            (Basilisk, _) => {
                let any = self.basilisk_quiet | self.basilisk_capture;
                each(LOW, forward, front & any);
                each(LOW, forward + 1, front << 1 & any);
                each(LOW, forward - 1, front >> 1 & any);
                each(LOW, -forward, ahead(!self.us, men) & self.basilisk_quiet);
            }
            (_, level) => {
                let (quiet, capture) = (self.quiet.0[level], self.capture.0[level]);
                each(level, forward, front & quiet);
                each(level, 1, men << 1 & quiet);
                each(level, -1, men >> 1 & quiet);
                each(level, forward + 1, front << 1 & capture);
                each(level, forward - 1, front >> 1 & capture);
                if level == LOW {
                    each(MIDDLE, up, men & self.capture.0[MIDDLE]);
                } else {
                    each(LOW, -up, men & self.quiet.0[LOW]);
                }
            }
        }
    }

    /// The victims within reach of a Dragon.
    #[inline(always)]
    pub(super) fn remote(&self, p: usize) -> u128 {
        remote_reach(p) & self.victims
    }
}

/// The places of level 2 on which a Dragon can capture from afar.
#[inline(always)]
pub(super) fn remote_reach(p: usize) -> u128 {
    ORTHOGONAL[p] | 1 << p
}

/// The six squares of level 3 where a side's Sylphs start, and to which they go home from level 2.
const fn sylph_homes(side: Side) -> u128 {
    const FILES_ACEGIK: u128 = 0b0101_0101_0101;
    match side {
        Side::White => FILES_ACEGIK << STRIDE,
        Side::Black => FILES_ACEGIK << ((RANKS - 2) * STRIDE),
    }
}

/// Where found moves go: into a list, or only into their number.
trait Sink {
    /// Moves of the man on `from`.
    fn alone(&mut self, from: Square, targets: Layers);
    /// Moves to `targets` on `level` by men that each stand `offset` square indices before theirs.
    fn together(&mut self, level: usize, offset: isize, targets: u128);
    /// Remote captures by the Dragon on `from` of men on level 2.
    fn remote(&mut self, from: Square, victims: u128);
}

struct Count(u32);

impl Sink for Count {
    #[inline(always)]
    fn alone(&mut self, _from: Square, targets: Layers) {
        self.0 += targets.count();
    }

    #[inline(always)]
    fn together(&mut self, _level: usize, _offset: isize, targets: u128) {
        self.0 += targets.count_ones();
    }

    #[inline(always)]
    fn remote(&mut self, _from: Square, victims: u128) {
        self.0 += victims.count_ones();
    }
}

struct List<'a, L>(&'a mut L);

impl<L: MoveStore<Move>> Sink for List<'_, L> {
    #[inline(always)]
    fn alone(&mut self, from: Square, targets: Layers) {
        for (level, layer) in targets.0.into_iter().enumerate() {
            for place in layer_places(layer) {
                self.0.push(Move::walk(from, Square::at(level, place)));
            }
        }
    }

    #[inline(always)]
    fn together(&mut self, level: usize, offset: isize, targets: u128) {
        for place in layer_places(targets) {
            let to = Square::at(level, place);
            self.0.push(Move::walk(Square::at_index(to.index().wrapping_add_signed(-offset)), to));
        }
    }

    #[inline(always)]
    fn remote(&mut self, from: Square, victims: u128) {
        for place in layer_places(victims) {
            self.0.push(Move::remote(from, Square::at(MIDDLE, place)));
        }
    }
}

/// The places of a layer's set, lowest first.
#[inline(always)]
pub(super) fn layer_places(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set.wrapping_sub(1);
        Some(place)
    })
}

/// The kinds and levels whose men go together.
const TOGETHER: [(Kind, usize); 5] = [(Sylph, HIGH), (Warrior, MIDDLE), (Dwarf, LOW), (Dwarf, MIDDLE), (Basilisk, LOW)];

impl Dragonchess {
    /// Gives the legal moves of a class to a sink.
    #[inline(always)]
    fn find_moves(&self, us: Side, class: MoveClass, sink: &mut impl Sink) {
        let safety = Safety::new(self, us);
        let targets = Targets::new(self, us, class, &safety);
        let free = self.men(us) & !safety.pinned & !Layers([safety.bound, self.frost(us), 0]);
        self.each_alone(free, &targets, |_, from, set| sink.alone(from, set));
        for (kind, level) in TOGETHER {
            let men = self.of(kind, level) & free.0[level];
            targets.together(kind, level, men, |to, offset, set| sink.together(to, offset, set));
        }
        for place in layer_places(self.of(Dragon, HIGH) & self.men(us).0[HIGH]) {
            sink.remote(Square::at(HIGH, place), targets.remote(place));
        }
        for &(square, line) in &safety.pins {
            sink.alone(square, self.targets_of(square, &targets, &safety) & line);
        }
        sink.alone(self.king(us), self.king_targets(us, class));
    }

    /// Calls back for each man among `men` that goes alone, the king excepted, with his targets.
    #[inline(always)]
    pub(super) fn each_alone(&self, men: Layers, targets: &Targets, mut each: impl FnMut(Kind, Square, Layers)) {
        // Written out, so that kind and level are constants where the targets are found.
        macro_rules! alone {
            ($($kind:ident $level:ident,)*) => {$(
                for place in layer_places(self.of($kind, $level) & men.0[$level]) {
                    each($kind, Square::at($level, place), targets.of($kind, $level, place));
                }
            )*};
        }
        alone! {
            Sylph MIDDLE, Griffin HIGH, Griffin MIDDLE, Dragon HIGH, Oliphant MIDDLE, Unicorn MIDDLE, Thief MIDDLE,
            Hero MIDDLE, Hero HIGH, Hero LOW, Cleric MIDDLE, Cleric HIGH, Cleric LOW, Mage MIDDLE, Mage HIGH, Mage LOW,
            Paladin MIDDLE, Paladin HIGH, Paladin LOW, Elemental LOW, Elemental MIDDLE,
        }
    }

    /// The targets of any one man who is no king, pins aside.
    fn targets_of(&self, square: Square, targets: &Targets, safety: &Safety) -> Layers {
        let stuck = match square.level() {
            LOW => safety.bound,
            MIDDLE => self.frost(targets.us),
            _ => 0,
        };
        match self.kind_at(square) {
            Some(kind) if stuck & square.bit() == 0 => targets.of(kind, square.level(), square.place()),
            _ => Layers::EMPTY,
        }
    }

    /// The squares to which the king may go.
    #[inline(always)]
    fn king_targets(&self, us: Side, class: MoveClass) -> Layers {
        let king = self.king(us);
        let (p, bit) = (king.place(), king.bit());
        let allowed = match class {
            MoveClass::All => Layers([BOARD; 3]) & !self.men(us),
            MoveClass::Noisy => self.men(!us),
            MoveClass::Quiet => Layers([BOARD; 3]) & !self.occupied(),
        };
        let pattern = match king.level() {
            MIDDLE if self.frost(us) & bit != 0 => return Layers::EMPTY,
            MIDDLE => [bit, STEP[p], bit],
            _ => [0, bit, 0],
        };
        let mut targets = Layers(pattern) & allowed;
        let without_king = self.occupied() & !Layers::one(king.index());
        for index in targets.squares() {
            if self.attacked(Square::at_index(index), !us, without_king) {
                targets &= !Layers::one(index);
            }
        }
        targets
    }

    /// Adds the legal moves of a class to a list.
    pub(super) fn list_moves(&self, class: MoveClass, moves: &mut impl MoveStore<Move>) {
        // A branch of its own for each side makes directions constant.
        match self.mover() {
            Side::White => self.find_moves(Side::White, class, &mut List(moves)),
            Side::Black => self.find_moves(Side::Black, class, &mut List(moves)),
        }
    }

    /// The number of legal moves.
    pub(super) fn number_of_moves(&self) -> u64 {
        let mut count = Count(0);
        match self.mover() {
            Side::White => self.find_moves(Side::White, MoveClass::All, &mut count),
            Side::Black => self.find_moves(Side::Black, MoveClass::All, &mut count),
        }
        count.0.into()
    }

    /// Is the move legal, whatever its bits?
    pub(super) fn allows(&self, m: Move) -> bool {
        let us = self.mover();
        let Some((from, to)) = m.squares() else { return false };
        if !self.men(us).has(from.index()) {
            return false;
        }
        let kind = self.kind_at(from);
        if kind == Some(King) {
            return !m.is_remote() && self.king_targets(us, MoveClass::All).has(to.index());
        }
        let safety = Safety::new(self, us);
        let targets = Targets::new(self, us, MoveClass::All, &safety);
        if m.is_remote() {
            return kind == Some(Dragon) && to.level() == MIDDLE && targets.remote(from.place()) & to.bit() != 0;
        }
        let line = safety.pins.iter().find(|(pinned, _)| *pinned == from).map_or(!Layers::EMPTY, |&(_, line)| line);
        (self.targets_of(from, &targets, &safety) & line).has(to.index())
    }

    /// Is the legal move a capture or a promotion?
    #[inline(always)]
    pub(super) fn changes_material(&self, m: Move) -> bool {
        self.kind_at(m.to()).is_some() || self.is_promotion(m)
    }
}
