//! The static evaluation: material, placement by level, mobility, frozen men, the kings.
//!
//! Every weight is data below, in centipawns, for the middle game and for the end game; the share of each follows from the
//! men left (`phase`).

use super::board::{Dragonchess, Move};
use super::men::Kind::{self, Dragon, Elemental, Griffin, Hero, King, Mage, Warrior};
use super::men::{KINDS, SLOTS};
use super::movegen::{Safety, TOGETHER, Targets, layer_places};
use crate::bits::{BitSet, Layers};
use crate::game::{EvalTerm, MoveClass, Side};
use crate::geometry::board12x8x3::{FILES, HIGH, LEVELS, LOW, MIDDLE, PLACES, RANKS, STEP, Square};
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A value in centipawns for the middle game and for the end game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Score {
    pub(super) middle: i32,
    end: i32,
}

const fn score(middle: i32, end: i32) -> Score {
    Score { middle, end }
}

impl Add for Score {
    type Output = Score;

    #[inline(always)]
    fn add(self, other: Score) -> Score {
        score(self.middle + other.middle, self.end + other.end)
    }
}

impl AddAssign for Score {
    #[inline(always)]
    fn add_assign(&mut self, other: Score) {
        *self = *self + other;
    }
}

impl Sub for Score {
    type Output = Score;

    #[inline(always)]
    fn sub(self, other: Score) -> Score {
        self + -other
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline(always)]
    fn neg(self) -> Score {
        score(-self.middle, -self.end)
    }
}

impl Mul<i32> for Score {
    type Output = Score;

    #[inline(always)]
    fn mul(self, times: i32) -> Score {
        score(self.middle * times, self.end * times)
    }
}

/// What is known of a kind.
struct Weights {
    /// The man himself: the values published with the rules, which are for the whole game; a Warrior nearer to his promotion
    /// is worth more when fewer men can stop him.
    value: Score,
    /// His share of the phase.
    phase: i32,
    /// Each square that he can go to or capture on.
    mobility: i32,
    /// Each step from the edge towards the centre.
    centre: i32,
    /// Each rank from the own first one.
    advance: Score,
}

const fn weights(value: i32, phase: i32, mobility: i32, centre: i32, advance: i32) -> Weights {
    Weights { value: score(value, value), phase, mobility, centre, advance: score(advance, advance) }
}

/// By [`Kind`].
static WEIGHTS: [Weights; KINDS] = [
    weights(100, 0, 2, 1, 2),                                                                    // Sylph
    weights(500, 2, 4, 2, 2),                                                                    // Griffin
    weights(800, 3, 4, 2, 0),                                                                    // Dragon
    Weights { value: score(100, 130), phase: 0, mobility: 2, centre: 2, advance: score(4, 14) }, // Warrior
    weights(500, 2, 3, 1, 0),                                                                    // Oliphant
    weights(250, 1, 4, 3, 0),                                                                    // Unicorn
    weights(450, 2, 4, 3, 0),                                                                    // Hero
    weights(400, 2, 4, 1, 0),                                                                    // Thief
    weights(900, 3, 4, 3, 2),                                                                    // Cleric
    weights(1100, 4, 3, 1, 0),                                                                   // Mage
    Weights { value: score(0, 0), phase: 0, mobility: 0, centre: 0, advance: score(-10, 4) },    // King
    weights(1000, 4, 3, 3, 0),                                                                   // Paladin
    weights(200, 0, 2, 1, 3),                                                                    // Dwarf
    weights(300, 0, 3, 1, 4),                                                                    // Basilisk
    weights(400, 2, 3, 2, 2),                                                                    // Elemental
];

/// What it costs a man to stand on a level where he is weaker than at home, beside what his mobility tells.
const ABROAD: [(Kind, usize, Score); 8] = [
    (Hero, HIGH, score(-30, -30)),
    (Hero, LOW, score(-30, -30)),
    (Mage, HIGH, score(-60, -60)),
    (Mage, LOW, score(-60, -60)),
    (King, HIGH, score(-40, -10)),
    (King, LOW, score(-40, -10)),
    (Griffin, MIDDLE, score(-20, -20)),
    (Elemental, MIDDLE, score(-40, -40)),
];

/// A frozen man keeps this part of his value, in quarters.
const FROZEN_QUARTERS: i32 = 2;
/// A frozen king cannot step out of a check.
const FROZEN_KING: Score = score(-120, -60);
/// An own man on a neighbouring square of the king.
const SHELTER: Score = score(6, 0);
/// A square next to the king, or its own, that an enemy's man attacks.
const PRESSURE: Score = score(-9, -3);
/// The phase of the start.
const PHASE: i32 = 68;

/// What a man is worth where he stands, by slot and place; ranks from the own side.
static PLACED: [[Score; PLACES]; SLOTS] = placed();

const fn placed() -> [[Score; PLACES]; SLOTS] {
    let mut table = [[score(0, 0); PLACES]; SLOTS];
    let mut kind = 0;
    while kind < KINDS {
        let mut level = 0;
        while level < LEVELS {
            if Kind::ALL[kind].enters(level) {
                table[Kind::ALL[kind].slot(level)] = placed_kind(&WEIGHTS[kind]);
            }
            level += 1;
        }
        kind += 1;
    }
    let mut i = 0;
    while i < ABROAD.len() {
        let (kind, level, cost) = ABROAD[i];
        let mut place = 0;
        while place < PLACES {
            let value = &mut table[kind.slot(level)][place];
            *value = score(value.middle + cost.middle, value.end + cost.end);
            place += 1;
        }
        i += 1;
    }
    table
}

const fn placed_kind(weights: &Weights) -> [Score; PLACES] {
    let mut values = [score(0, 0); PLACES];
    let mut place = 0;
    while place < PLACES {
        let (file, rank) = ((place % FILES) as i32, (place / FILES) as i32);
        let centre = weights.centre * (from_edge(file, FILES) + from_edge(rank, RANKS));
        let Score { middle, end } = weights.advance;
        values[place] = score(centre + rank * middle, centre + rank * end);
        place += 1;
    }
    values
}

const fn from_edge(line: i32, lines: usize) -> i32 {
    let other = lines as i32 - 1 - line;
    if line < other { line } else { other }
}

/// The names of the terms, in the order of [`Terms`].
const NAMES: [&str; 5] = ["material", "placement", "mobility", "frozen men", "king"];
const MATERIAL: usize = 0;
const PLACEMENT: usize = 1;
const MOBILITY: usize = 2;
const FROZEN: usize = 3;
const KING: usize = 4;

/// The terms of one side, from its own view.
type Terms = [Score; NAMES.len()];

pub(super) fn value_of(kind: Kind) -> Score {
    WEIGHTS[kind as usize].value
}

impl Dragonchess {
    /// The value for the side to move, in centipawns.
    pub(super) fn value(&self) -> i32 {
        let total = |terms: Terms| terms.into_iter().fold(Score::default(), Add::add);
        let [white, black] = self.terms_of_sides().map(total);
        let Score { middle, end } = white - black;
        let phase = self.phase();
        let value = (middle * phase + end * (PHASE - phase)) / PHASE;
        match self.mover() {
            Side::White => value,
            Side::Black => -value,
        }
    }

    /// The terms for people.
    pub(super) fn terms(&self) -> Vec<EvalTerm> {
        let [white, black] = self.terms_of_sides();
        let pair = |score: Score| (score.middle, score.end);
        (0..NAMES.len())
            .map(|term| EvalTerm { name: NAMES[term], white: pair(white[term]), black: pair(black[term]) })
            .collect()
    }

    /// The share of the middle game, 0 to [`PHASE`].
    fn phase(&self) -> i32 {
        let men = |kind: Kind, level| self.of(kind, level).count_ones() as i32 * WEIGHTS[kind as usize].phase;
        let levels = |kind: Kind| (0..LEVELS).filter(move |&level| kind.enters(level));
        Kind::ALL.into_iter().flat_map(|kind| levels(kind).map(move |level| men(kind, level))).sum::<i32>().min(PHASE)
    }

    fn terms_of_sides(&self) -> [Terms; 2] {
        let rings = Side::BOTH.map(|side| ring(self.king(side)));
        let mut terms = Side::BOTH.map(|side| self.standing(side));
        for side in Side::BOTH {
            let (mobility, pressure) = self.activity(side, rings[(!side).index()]);
            terms[side.index()][MOBILITY] = score(mobility, mobility);
            terms[side.index()][KING] += SHELTER * (rings[side.index()] & self.men(side)).count() as i32;
            terms[(!side).index()][KING] += PRESSURE * pressure;
        }
        terms
    }

    /// Material, placement, and what freezing takes from them.
    #[inline(always)]
    fn standing(&self, side: Side) -> Terms {
        let mut terms = Terms::default();
        for kind in Kind::ALL {
            for level in (0..LEVELS).filter(|&level| kind.enters(level)) {
                let men = self.of(kind, level) & self.men(side).0[level];
                terms[MATERIAL] += value_of(kind) * men.count_ones() as i32;
                for place in layer_places(men) {
                    let square = Square::at(level, place);
                    let own_view = if side == Side::White { square } else { square.mirrored() };
                    terms[PLACEMENT] += PLACED[kind.slot(level)][own_view.place_ordinal()];
                }
            }
        }
        for place in layer_places(self.frozen(side)) {
            match self.kind_at(Square::at(MIDDLE, place)) {
                Some(King) => terms[KING] += FROZEN_KING,
                Some(kind) => {
                    let Score { middle, end } = value_of(kind) * (FROZEN_QUARTERS - 4);
                    terms[FROZEN] += score(middle / 4, end / 4);
                }
                None => {}
            }
        }
        terms
    }

    /// The weighted mobility of a side, and how often it attacks the squares of a ring.
    #[inline(always)]
    fn activity(&self, side: Side, ring: Layers) -> (i32, i32) {
        let targets = Targets::new(self, side, MoveClass::All, &Safety::none());
        let free = self.men(side) & !Layers([0, self.frost(side), 0]);
        let (mut mobility, mut pressure) = (0, 0);
        self.each_alone(free, &targets, |kind, _, set| {
            mobility += WEIGHTS[kind as usize].mobility * set.count() as i32;
            pressure += (set & ring).count() as i32;
        });
        for (kind, level) in TOGETHER {
            let weight = WEIGHTS[kind as usize].mobility;
            let men = self.of(kind, level) & free.0[level];
            targets.together(kind, level, men, |_, _, set| mobility += weight * set.count_ones() as i32);
        }
        for place in layer_places(self.of(Dragon, HIGH) & free.0[HIGH]) {
            let victims = targets.remote(place);
            mobility += WEIGHTS[Dragon as usize].mobility * victims.count_ones() as i32;
            pressure += (victims & ring.0[MIDDLE]).count_ones() as i32;
        }
        (mobility, pressure)
    }

    /// How promising a capture or promotion is: the most valuable victim first, then the least valuable man that takes it.
    /// A Dragon that captures from afar risks nothing.
    pub(super) fn victim_order(&self, m: Move) -> i32 {
        let value = |kind: Option<Kind>| kind.map_or(0, |kind| value_of(kind).middle);
        let risk = if m.is_remote() { 0 } else { value(self.kind_at(m.from())) / 16 };
        let promotion = if self.is_promotion(m) { value_of(Hero).middle - value_of(Warrior).middle } else { 0 };
        value(self.kind_at(m.to())) + promotion - risk
    }
}

/// The squares around a king, its own included, and those above and below it.
#[inline(always)]
fn ring(king: Square) -> Layers {
    let (p, bit, level) = (king.place(), king.bit(), king.level());
    let mut ring = Layers::one(king.index());
    ring |= ring.up() | ring.down();
    ring.0[level] |= STEP[p];
    debug_assert!(ring.0[level] & bit != 0);
    ring
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Position, Reading};

    const START: &str = Dragonchess::INFO.start;

    fn read(text: &str) -> Dragonchess {
        Dragonchess::read(text, Reading::Strict).unwrap()
    }

    #[test]
    fn the_start_is_even_and_a_middle_game() {
        assert_eq!(read(START).phase(), PHASE);
        assert_eq!(read(START).value(), 0);
    }

    #[test]
    fn a_man_more_is_worth_about_his_value_to_the_side_to_move() {
        let without_mage = START.replacen("tcmkp", "tc1kp", 1);
        assert!((900..1400).contains(&read(&without_mage).value()));
        let black = without_mage.replace(" w ", " b ");
        assert_eq!(read(&black).value(), -read(&without_mage).value());
    }

    #[test]
    fn a_frozen_man_is_worth_less() {
        let free = read("12/12/12/12/12/12/12/12|11k/12/12/4M7/12/12/12/K11|12/12/12/12/12/12/12/b11 w - - 0 1");
        let frozen = read("12/12/12/12/12/12/12/12|11k/12/12/4M7/12/12/12/K11|12/12/12/4b7/12/12/12/12 w - - 0 1");
        assert!(free.value() - frozen.value() > 300);
        let term = frozen.terms().into_iter().find(|term| term.name == NAMES[FROZEN]).unwrap();
        assert_eq!((term.white, term.black), ((-550, -550), (0, 0)));
    }

    #[test]
    fn the_terms_add_up_to_the_value() {
        for text in include_str!("../../../positions/dragonchess.bench").lines().filter(|line| !line.starts_with('#')) {
            let position = read(text);
            let sum = |of: fn(&EvalTerm) -> i32| position.terms().iter().map(of).sum::<i32>();
            let middle = sum(|term| term.white.0 - term.black.0);
            let end = sum(|term| term.white.1 - term.black.1);
            let white_view = if position.side() == Side::White { position.value() } else { -position.value() };
            assert_eq!(white_view, (middle * position.phase() + end * (PHASE - position.phase())) / PHASE, "{text}");
        }
    }

    #[test]
    fn the_greatest_victim_comes_first_and_a_remote_capture_risks_nothing() {
        let text = "12/12/12/12/4R7/12/12/12|11k/12/12/3ou7/4M7/12/12/K11|12/12/12/12/12/12/12/12 w - - 0 1";
        let position = read(text);
        let order = |token: &str| position.victim_order(position.legal_move(token).unwrap());
        assert_eq!(order("3e4x2e5"), value_of(Kind::Unicorn).middle);
        assert!(order("2e42d5") > order("3e4x2e5"));
        assert!(order("3e4x2e5") > order("2e42e5"));
    }
}
