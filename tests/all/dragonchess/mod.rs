//! Dragonchess as its users see it.

mod oracle;
mod rules;
mod suites;

use oracle::{Oracle, write_rank};
use std::collections::BTreeSet;
use std::num::NonZeroU32;
use ziggurat::game::contract::{Effort, check};
use ziggurat::game::keys::SplitMix;
use ziggurat::game::{MoveClass, MoveStyle, PackedMove, Position, Reading};
use ziggurat::variants::dragonchess::{Dragonchess, Move};

const BENCH: &str = include_str!("../../../positions/dragonchess.bench");

fn data_lines(data: &'static str) -> impl Iterator<Item = &'static str> {
    data.lines().filter(|line| !line.starts_with('#'))
}

#[test]
fn the_contract_is_kept() {
    let texts: Vec<&str> = data_lines(BENCH).collect();
    check::<Dragonchess>(&texts, Effort { games: 1, plies: 40 });
}

/// The program's position against the oracle's: check, moves, and the position after one of them, which is returned.
fn agrees(position: &Dragonchess, random: &mut SplitMix) -> Option<Dragonchess> {
    let text = position.write();
    let oracle = Oracle::read(&text);
    assert_eq!(oracle.write(), text);
    assert_eq!(position.in_check(), oracle.in_check(), "{text}: check");
    let mut moves = <Dragonchess as Position>::Moves::default();
    position.generate(MoveClass::All, &mut moves);
    let found: BTreeSet<String> = moves.iter().map(|&m| position.write_move(m, MoveStyle::default())).collect();
    let expected = oracle.legal_moves();
    if !found.iter().eq(expected.keys()) {
        let extra: Vec<_> = found.iter().filter(|&m| !expected.contains_key(m)).collect();
        let missing: Vec<_> = expected.keys().filter(|&m| !found.contains(m)).collect();
        panic!("{text}: too many {extra:?}, too few {missing:?}");
    }
    assert_eq!(position.count_moves(), expected.len() as u64, "{text}: count_moves");
    check_is_legal(position, &moves, random);
    let &m = moves.get(random.below(moves.len().max(1)))?;
    let mut after = position.clone();
    after.play(m);
    let token = position.write_move(m, MoveStyle::default());
    assert_eq!(after.write(), expected[&token].write(), "{text}: after {token}");
    Some(after)
}

/// Every legal move is legal; with one bit changed it is legal only if it is another one of them.
fn check_is_legal(position: &Dragonchess, moves: &[Move], random: &mut SplitMix) {
    for &m in moves {
        assert!(position.is_legal(m), "{}: {m:?}", position.write());
        if let Some(bits) = NonZeroU32::new(m.to_bits().get() ^ 1 << random.below(20)) {
            let near = Move::from_bits(bits);
            assert_eq!(position.is_legal(near), moves.contains(&near), "{}: {near:?}", position.write());
        }
    }
}

#[test]
fn random_games_agree_with_the_oracle() {
    let mut random = SplitMix::new(7);
    for _ in 0..60 {
        let mut position = Some(Dragonchess::read(Dragonchess::INFO.start, Reading::Strict).unwrap());
        for _ in 0..150 {
            position = position.and_then(|position| agrees(&position, &mut random));
        }
    }
}

/// The levels that each kind enters.
const LEVELS: [(char, &[usize]); 14] = [
    ('S', &[2, 3]),
    ('G', &[2, 3]),
    ('R', &[3]),
    ('W', &[2]),
    ('O', &[2]),
    ('U', &[2]),
    ('T', &[2]),
    ('H', &[1, 2, 3]),
    ('C', &[1, 2, 3]),
    ('M', &[1, 2, 3]),
    ('P', &[1, 2, 3]),
    ('D', &[1, 2]),
    ('B', &[1]),
    ('E', &[1, 2]),
];

/// Men thrown on the board: the kings anywhere, often close, with much of what attacks them in peculiar ways nearby.
fn scattered(random: &mut SplitMix) -> String {
    let mut men = [[['.'; 12]; 8]; 3];
    let centre = (random.below(12), random.below(8));
    let near = |random: &mut SplitMix, centre: usize, size: usize| {
        if random.below(3) == 0 { random.below(size) } else { (centre + random.below(5)).saturating_sub(2).min(size - 1) }
    };
    let mut put = |random: &mut SplitMix, level: usize, man: char| {
        let (file, rank) = (near(random, centre.0, 12), near(random, centre.1, 8));
        let last = if man.is_ascii_uppercase() { 7 } else { 0 };
        let free = men[level - 1][rank][file] == '.' && !(man.eq_ignore_ascii_case(&'w') && rank == last);
        if free {
            men[level - 1][rank][file] = man;
        }
        free
    };
    for king in ['K', 'k'] {
        let mut placed = false;
        while !placed {
            let level = [1, 2, 2, 3][random.below(4)];
            placed = put(random, level, king);
        }
    }
    for _ in 0..6 + random.below(60) {
        let (kind, levels) = match random.below(3) {
            0 => LEVELS[random.below(LEVELS.len())],
            _ => LEVELS[[2, 9, 12, 12, 13, 4][random.below(6)]],
        };
        let man = if random.below(2) == 0 { kind } else { kind.to_ascii_lowercase() };
        let level = levels[random.below(levels.len())];
        put(random, level, man);
    }
    let ranks = |level: &[[char; 12]; 8]| level.iter().rev().map(|rank| write_rank(rank)).collect::<Vec<_>>().join("/");
    let board: Vec<String> = men.iter().rev().map(ranks).collect();
    format!("{} {} - - {} {}", board.join("|"), ["w", "b"][random.below(2)], random.below(120), 1 + random.below(200))
}

#[test]
fn the_contract_is_kept_where_no_game_leads() {
    let mut random = SplitMix::new(13);
    let texts: Vec<String> = std::iter::repeat_with(|| scattered(&mut random))
        .filter(|text| Dragonchess::read(text, Reading::Strict).is_ok())
        .take(200)
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    check::<Dragonchess>(&texts, Effort { games: 1, plies: 3 });
}

#[test]
fn scattered_positions_agree_with_the_oracle() {
    let mut random = SplitMix::new(11);
    let mut compared = 0;
    for _ in 0..30_000 {
        let text = scattered(&mut random);
        let men = |white: bool| text.split('|').flat_map(str::chars).filter(|c| c.is_ascii_uppercase() == white).count();
        match Dragonchess::read(&text, Reading::Strict) {
            Ok(position) => {
                agrees(&position, &mut random);
                compared += 1;
            }
            Err(error) => assert!(Oracle::read(&text).other_in_check() || men(true) > 42, "{text}: {error}"),
        }
    }
    assert!(compared > 8000, "only {compared} positions");
}
