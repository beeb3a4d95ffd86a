//! The evaluation of Dragonchess: a sum of counted terms, each from middle game to end game, written once for both sides.
//!
//! [`weights`] is the table. [`Dragonchess::count_terms`] counts the terms into a [`Trace`]: a plain sum, or the coefficient of
//! every weight, from which a tuner has the same value.

mod king;
mod standing;
mod survey;
mod threats;
mod weights;

use super::board::{Dragonchess, Move};
use super::men::KINDS;
use super::men::Kind::{self, Hero, Warrior};
use crate::game::weights::{self as counting, Composition, Family, Shares, Sum, Trace};
use crate::game::{EvalTerm, Side, Tapered};
use standing::count_standing;
use survey::{Attacks, Class, survey};
use weights::{Group, weight};

pub(super) use standing::standing;

/// What each kind still on the board counts for the middle game; [`PHASE`] is the start.
const PHASES: [i32; KINDS] = [0, 2, 3, 0, 2, 1, 2, 2, 3, 4, 0, 4, 0, 0, 2];
const PHASE: i32 = 68;

/// What a man still on the board counts for the middle game.
#[inline(always)]
pub(super) fn phase(kind: Kind) -> i32 {
    PHASES[kind as usize]
}

/// The value of a kind in centipawns, where one number must do: to weigh exchanges and to order captures.
#[inline(always)]
pub(super) fn value_of(kind: Kind) -> i32 {
    VALUES[kind as usize]
}

static VALUES: [i32; KINDS] = {
    let mut values = [0; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        values[kind] = weight(Group::Material, kind).0;
        kind += 1;
    }
    values
};

/// The groups of weights.
pub(super) fn families() -> Vec<Family> {
    counting::families::<Group>()
}

impl Dragonchess {
    /// The value for the side to move, in centipawns.
    pub(super) fn value(&self) -> i32 {
        let [white, black] = self.count_terms::<Sum>();
        let value = self.blend(white.0 - black.0);
        if self.mover() == Side::White { value } else { -value }
    }

    /// The value of the men alone for the side to move, in centipawns.
    pub(super) fn men_alone(&self) -> i32 {
        let value: Tapered = self
            .all_men()
            .map(|(_, man)| {
                let (middle, end) = weight(Group::Material, man.kind as usize);
                Tapered::new(middle, end) * if man.side == self.mover() { 1 } else { -1 }
            })
            .sum();
        self.blend(value)
    }

    /// The terms that are not zero for both, for people.
    pub(super) fn terms(&self) -> Vec<EvalTerm> {
        counting::explain::<Group>(&self.count_terms())
    }

    /// How the value comes from the weights.
    pub(super) fn composed(&self) -> Option<Composition> {
        Some(Composition::new(&self.count_terms(), [Shares::at(self.kept_phase(), PHASE); 2]))
    }

    /// The value of a difference of sums, by the men left.
    #[inline(always)]
    fn blend(&self, sum: Tapered) -> i32 {
        sum.at(self.kept_phase(), PHASE)
    }

    /// Counts the terms of White and of Black.
    #[inline(always)]
    fn count_terms<T: Trace<Group>>(&self) -> [T; 2] {
        use Side::{Black, White};
        let mut white = T::start(self.kept_standing(), |trace| count_standing(self, White, trace));
        let mut black = T::start(Tapered::ZERO, |trace| count_standing(self, Black, trace));
        let mut whites = Attacks::of_small_men(self, White);
        let mut blacks = Attacks::of_small_men(self, Black);
        let feared = [&whites, &blacks].map(|attacks| attacks.by(Class::Small));
        let zones = Side::BOTH.map(|side| king::zone(self.king(side)));
        let white_assault = survey(self, White, &mut whites, feared[1], zones[1], &mut white);
        let black_assault = survey(self, Black, &mut blacks, feared[0], zones[0], &mut black);
        king::king(self, White, (&whites, &blacks), black_assault, (&mut white, &mut black));
        king::king(self, Black, (&blacks, &whites), white_assault, (&mut black, &mut white));
        let men = threats::Men::new(self);
        threats::threats(self, White, &men, (&whites, &blacks), &mut white);
        threats::threats(self, Black, &men, (&blacks, &whites), &mut black);
        for (side, trace) in [(White, &mut white), (Black, &mut black)] {
            threats::frozen(self, side, trace);
            threats::runners(self, side, trace);
            trace.add(Group::Tempo, 0, (self.mover() == side).into());
        }
        [white, black]
    }

    /// How promising a capture or promotion is: the most valuable victim first, then the least valuable man that takes it.
    /// A Dragon that captures from afar risks nothing.
    pub(super) fn victim_order(&self, m: Move) -> i32 {
        let value = |kind: Option<Kind>| kind.map_or(0, value_of);
        let risk = if m.is_remote() { 0 } else { value(self.kind_at(m.from())) / 16 };
        let promotion = if self.is_promotion(m) { value_of(Hero) - value_of(Warrior) } else { 0 };
        value(self.kind_at(m.to())) + promotion - risk
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::keys::SplitMix;
    use crate::game::weights::{Coefficients, Group as _};
    use crate::game::{Game, MoveClass, Position, Reading};
    use crate::geometry::board12x8x3::Square;
    use crate::variants::dragonchess::men::Man;

    const START: &str = Dragonchess::INFO.start;

    fn read(text: &str) -> Dragonchess {
        Dragonchess::read(text, Reading::Strict).unwrap()
    }

    fn bench_texts() -> impl Iterator<Item = &'static str> {
        include_str!("../../../positions/dragonchess.bench").lines().filter(|line| !line.starts_with('#'))
    }

    /// Visits the positions of random games; most of them are wild.
    fn random_positions(games: usize, visit: impl Fn(&Dragonchess)) -> usize {
        let mut random = SplitMix::new(11);
        let mut visited = 0;
        for start in bench_texts().flat_map(|text| std::iter::repeat_n(text, games)) {
            let mut game = Game::new(read(start));
            for _ in 0..80 {
                visit(game.position());
                visited += 1;
                let mut moves = <Dragonchess as Position>::Moves::new();
                game.position().generate(MoveClass::All, &mut moves);
                let Some(&m) = moves.get(random.below(moves.len().max(1))) else { break };
                game.play(m);
            }
        }
        visited
    }

    #[test]
    fn the_coefficients_times_the_weights_are_the_value() {
        let visited = random_positions(8, |position| {
            let [white, black] = position.count_terms::<Coefficients<Group>>();
            let sum: Tapered = Group::all().map(|group| white.value(group) - black.value(group)).sum();
            let value = position.blend(sum) * if position.mover() == Side::White { 1 } else { -1 };
            assert_eq!(position.value(), value, "{}", position.write());
            assert_eq!(position.reflected().value(), value, "{}: the mirror image", position.write());
        });
        assert!(visited > 5_000, "{visited}");
    }

    #[test]
    fn what_the_position_keeps_is_what_its_men_are_worth() {
        random_positions(3, |position| {
            let phases: i32 = position.all_men().map(|(_, man)| phase(man.kind)).sum();
            let sum: Tapered = position.all_men().map(|(square, man)| standing(man, square)).sum();
            assert_eq!((position.kept_phase(), position.kept_standing()), (phases, sum), "{}", position.write());
        });
    }

    #[test]
    fn the_start_is_even_but_for_the_move_and_a_middle_game() {
        let start = read(START);
        assert_eq!(start.kept_phase(), PHASE);
        assert!(start.terms().iter().all(|term| term.white == term.black || term.name == Group::Tempo.name()));
    }

    #[test]
    fn a_man_more_is_worth_about_his_value_to_the_side_to_move() {
        let without_mage = START.replacen("tcmkp", "tc1kp", 1);
        // A man's value is his material and where he stands, which is less at home.
        let mage = VALUES[Kind::Mage as usize];
        let about = mage / 2..2 * mage;
        assert!(about.contains(&read(&without_mage).value()), "{}", read(&without_mage).value());
        let black = without_mage.replace(" w ", " b ");
        assert!(about.contains(&-read(&black).value()), "{}", read(&black).value());
    }

    #[test]
    fn forty_one_mages_do_not_overflow() {
        let rank = "MMMMMMMMMMMM";
        let text =
            format!("12/12/12/12/12/12/12/12|k11/12/12/12/12/12/12/K11|12/12/12/MMMMM7/{rank}/{rank}/{rank}/12 w - - 0 1");
        assert!(read(&text).value() > 41 * VALUES[Kind::Mage as usize] / 2);
    }

    #[test]
    fn the_men_alone_are_one_term() {
        random_positions(2, |position| {
            let [white, black] = position.count_terms::<Coefficients<Group>>();
            let sum = white.value(Group::Material) - black.value(Group::Material);
            let value = position.blend(sum) * if position.mover() == Side::White { 1 } else { -1 };
            assert_eq!(position.material(), value, "{}", position.write());
        });
    }

    /// What a term gives White more than Black, middle game and end game.
    fn term(position: &Dragonchess, group: Group) -> (i32, i32) {
        let [white, black] = position.count_terms::<Coefficients<Group>>();
        (white.value(group) - black.value(group)).pair()
    }

    /// A position with kings at the far corners of level 2 and these men, like `S3a2`; White is to move.
    fn place(men: &str) -> Dragonchess {
        let has = |king: char| men.split_ascii_whitespace().any(|token| token.starts_with(king));
        let (king, other_king) = (if has('K') { "" } else { "K2a1 " }, if has('k') { "" } else { "k2l8 " });
        let text = format!("{king}{other_king}{men}");
        let man = |token: &str| (Square::parse(&token[1..]).unwrap(), Man::from_letter(token.chars().next().unwrap()).unwrap());
        let men: Vec<_> = text.split_ascii_whitespace().map(man).collect();
        Dragonchess::with_men(&men, Side::White)
    }

    /// A group and the men of two positions: how much more often its weights count in the first, by their numbers.
    #[rustfmt::skip]
    const COUNTED: &[counting::Counted<Group>] = &[
        (Group::Material, "M2d4 m2h7", "P2d4 m2h7", &[(9, 1), (11, -1)]),
        (Group::Level, "H2d4", "H3d4", &[(9, 1), (10, -1)]),
        (Group::Level, "E1d4", "E2d4", &[(27, 1), (28, -1)]),
        (Group::Level, "K2d4", "K1d4", &[(18, -1), (19, 1)]),
        (Group::Centre, "U2f4", "U2b4", &[(5, 4)]),
        (Group::Advance, "C2d5", "C2d4", &[(8, 1)]),
        (Group::SylphRank, "S3d5", "S3d4", &[(3, -1), (4, 1)]),
        (Group::SylphRank, "S3d7", "S3d8", &[(6, 1), (7, -1)]),
        (Group::WarriorRank, "W2d7", "W2d6", &[(5, -1), (6, 1)]),
        (Group::DwarfRank, "D1d5", "D1d4", &[(3, -1), (4, 1)]),
        (Group::DwarfRank, "D1d7", "D1d8", &[(6, 1), (7, -1)]),
        (Group::DwarfRank, "D2d7", "D2d8", &[(14, 1), (15, -1)]),
        (Group::BasiliskRank, "B1d7", "B1d8", &[(6, 1), (7, -1)]),
        (Group::Mobility, "O2d4", "O2d4 W2d5 W2c4 W2e4", &[(5, -3), (6, 15)]),
        (Group::Mobility, "O2d4", "O2d4 w2h7", &[(5, 1)]),
        (Group::Mobility, "E1d4", "E1d4 d1d6 d1d2", &[(24, 2), (27, 2)]),
        (Group::Mobility, "S3d4", "S3d4 s3c5 s3e5", &[(1, 4)]),
        (Group::Mobility, "D1d4", "D1d4 d1d5", &[(24, 1)]),
        (Group::Mobility, "U2d4", "U2d4 b1d4", &[(7, 8), (26, 4)]),
        (Group::Runner, "W2d5 w2f6", "W2d5 w2e6", &[(2, -1), (4, 1)]),
        (Group::Runner, "W2d5 w2e5", "W2d5 w2d8", &[(3, -1), (4, 1)]),
        (Group::Runner, "W2d6", "W2d5", &[(4, -1), (5, 1)]),
        (Group::Stranded, "M3d4", "M3d4 W2d4", &[(9, -1)]),
        (Group::Stranded, "H1d4", "H1d4 W2c3 W2c5 W2e3 W2e5", &[(6, -1)]),
        (Group::Frozen, "M2d4", "M2d4 b1d4", &[(9, -1)]),
        (Group::FrozenKing, "K2d4", "K2d4 b1d4", &[(0, -1)]),
        (Group::FreezeThreat, "B1d4 m2d5", "B1d4 m2f5", &[(2, 1)]),
        (Group::FreezeThreat, "B1d4 m2d3", "B1d4 m2e3", &[(2, 1)]),
        (Group::FreezeThreat, "B1d4 k2e5", "B1d4 k2f5", &[(3, 1)]),
        (Group::FreezeThreat, "B1d4 o2d5", "B1d4 o2d5 d1e6", &[(1, 1)]),
        (Group::Remote, "R3d4 o2d5", "R3d4 o2e5", &[(1, 1)]),
        (Group::Remote, "R3d4 o2d4", "R3d4 w2d4", &[(0, -1), (1, 1)]),
        (Group::SmallThreat, "W2d4 o2e5", "W2d4 o2d5", &[(0, 1)]),
        (Group::SmallThreat, "D1d4 m2d4", "D1d4 o2d4", &[(0, -1), (1, 1)]),
        (Group::SmallThreat, "S3d4 o2d4", "S3d4 u2d4", &[(0, 1)]),
        (Group::MiddlingThreat, "T2d4 p2f6", "T2d4 p2f5", &[(0, 1)]),
        (Group::Hanging, "O2d4 u2d7", "O2d4 u2d7 w2c8", &[(0, 1)]),
        (Group::Hanging, "O2d4 u2d7", "O2d4 u2d7 W2d6", &[(0, 1)]),
        (Group::Hanging, "O2d4 u2d7 w2c8 B1c8", "O2d4 u2d7 w2c8", &[(0, 1)]),
        (Group::Shelter, "K2d1 W2d2", "K2d1 W2d3", &[(0, 1)]),
        (Group::KingRoom, "K2a1", "K2a1 o2b7 o2h2", &[(2, -1), (3, 1)]),
        (Group::KingRoom, "K2d4", "K3d4", &[(1, -1), (3, 1)]),
        (Group::KingRoom, "K3d4", "K3d4 W2d4", &[(0, -1), (1, 1)]),
        (Group::KingRoom, "K1d4", "K1d4 o2h4", &[(0, -1), (1, 1)]),
        (Group::KingDanger, "M2k6 O2b7", "M2c2 O2b6", &[(0, -1), (19, 1)]),
        (Group::KingDanger, "R3k4 M2h8", "R3k4 M2h8 t2k8 o2l1", &[(0, -1), (7, 1), (8, -1), (11, 1)]),
        (Group::KingDanger, "M2f8 k3l8", "M2f7 k3l8", &[(0, -1), (11, 1)]),
    ];

    #[test]
    fn every_term_counts_what_it_is_for() {
        counting::check_counts(COUNTED, |group| group == Group::Tempo, |men| place(men).count_terms());
        assert!(place("").value() > 0, "to move is worth something");
    }

    #[test]
    fn mirrored_positions_have_negated_terms() {
        for &(group, men, ..) in COUNTED {
            let (position, mirror) = (place(men), place(men).reflected());
            let (middle, end) = term(&mirror, group);
            assert_eq!((position.value(), term(&position, group)), (mirror.value(), (-middle, -end)), "{group:?} {men}");
        }
    }

    #[test]
    fn the_greatest_victim_comes_first_and_a_remote_capture_risks_nothing() {
        let text = "12/12/12/12/4R7/12/12/12|11k/12/12/3ou7/4M7/12/12/K11|12/12/12/12/12/12/12/12 w - - 0 1";
        let position = read(text);
        let order = |token: &str| position.victim_order(position.legal_move(token).unwrap());
        assert_eq!(order("3e4x2e5"), value_of(Kind::Unicorn));
        assert!(order("2e42d5") > order("3e4x2e5"));
        assert!(order("3e4x2e5") > order("2e42e5"));
    }
}
