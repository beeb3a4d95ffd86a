//! Gnome Chess as its users see it.

mod clarifications;
mod hostile;
mod oracle;
mod rules;
mod search;
mod suites;

use oracle::{Oracle, name};
use std::collections::BTreeSet;
use std::num::NonZeroU32;
use ziggurat::game::contract::{Effort, check};
use ziggurat::game::keys::SplitMix;
use ziggurat::game::{MoveClass, MoveStyle, PackedMove, Position, Reading};
use ziggurat::variants::gnome::{Gnome, GnomeMove};

const BENCH: &str = include_str!("../../../positions/gnome.bench");

fn data_lines(data: &'static str) -> impl Iterator<Item = &'static str> {
    data.lines().filter(|line| !line.starts_with('#'))
}

fn read(text: &str) -> Gnome {
    Gnome::read(text, Reading::Strict).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn legal_moves(position: &Gnome) -> Vec<GnomeMove> {
    let mut moves = <Gnome as Position>::Moves::default();
    position.generate(MoveClass::All, &mut moves);
    moves.to_vec()
}

fn token(position: &Gnome, m: GnomeMove) -> String {
    position.write_move(m, MoveStyle::default())
}

#[test]
fn the_contract_is_kept() {
    let texts: Vec<&str> = data_lines(BENCH).collect();
    check::<Gnome>(&texts, Effort { games: 1, plies: 40 });
}

#[test]
fn it_plays_against_itself() {
    crate::selfplay::check::<Gnome>();
}

/// The program's position against the oracle's: threat, moves, every position after them; then one of the moves is made.
fn agrees(position: &Gnome, oracle: &Oracle, random: &mut SplitMix) -> Option<(Gnome, Oracle)> {
    let text = position.write();
    assert_eq!(oracle.write(), text);
    assert_eq!(position.in_check(), oracle.in_check(), "{text}: threat");
    let moves = legal_moves(position);
    let found: BTreeSet<String> = moves.iter().map(|&m| token(position, m)).collect();
    let mut expected = oracle.legal_moves();
    if !found.iter().eq(expected.keys()) {
        let extra: Vec<_> = found.iter().filter(|&m| !expected.contains_key(m)).collect();
        let missing: Vec<_> = expected.keys().filter(|&m| !found.contains(m)).collect();
        panic!("{text}: too many {extra:?}, too few {missing:?}");
    }
    assert_eq!(position.count_moves(), expected.len() as u64, "{text}: count_moves");
    for &m in &moves {
        let mut after = *position;
        after.play(m);
        let token = token(position, m);
        assert_eq!(after.write(), expected[&token].write(), "{text}: after {token}");
        assert_eq!((after.repetition_key(), after.search_key()), after.keys_from_scratch(), "{text}: keys after {token}");
        assert!(position.is_legal(m), "{text}: {token}");
        if let Some(bits) = NonZeroU32::new(m.to_bits().get() ^ 1 << random.below(32)) {
            let near = GnomeMove::from_bits(bits);
            assert_eq!(position.is_legal(near), moves.contains(&near), "{text}: {near:?}");
        }
    }
    let (after, m) = next(position, &moves, random)?;
    Some((after, expected.remove(&token(position, m))?))
}

/// The position after a move at random: more often one that captures, climbs or vetoes.
fn next(position: &Gnome, moves: &[GnomeMove], random: &mut SplitMix) -> Option<(Gnome, GnomeMove)> {
    let wild = |m: &&GnomeMove| position.is_noisy(**m) || token(position, **m).contains(['^', 'v']);
    let wilder: Vec<GnomeMove> = moves.iter().filter(wild).copied().collect();
    let choice = if !wilder.is_empty() && random.below(2) == 0 { &wilder } else { moves };
    let m = *choice.get(random.below(choice.len().max(1)))?;
    let mut after = *position;
    after.play(m);
    Some((after, m))
}

#[test]
fn random_games_agree_with_the_oracle() {
    let mut random = SplitMix::new(7);
    for _ in 0..5 {
        let mut game = Some((read(Gnome::INFO.start), Oracle::read(Gnome::INFO.start)));
        for _ in 0..120 {
            game = game.and_then(|(position, oracle)| agrees(&position, &oracle, &mut random));
        }
    }
}

/// Piles thrown on the board, most of them near one of the kings: tall and mixed ones, queens and bishops, wounded ones.
fn scattered(random: &mut SplitMix) -> String {
    let mut piles = vec![String::new(); 64];
    let mut left = [15_usize; 2];
    let centre = random.below(64);
    let near = |random: &mut SplitMix| loop {
        let (file, rank) = (centre % 8 + random.below(6), centre / 8 + random.below(6));
        if random.below(3) == 0 {
            return random.below(64);
        }
        if (3..11).contains(&file) && (3..11).contains(&rank) {
            return (rank - 3) * 8 + file - 3;
        }
    };
    let rooks = |random: &mut SplitMix, left: &mut [usize; 2]| {
        let wanted = if random.below(2) == 0 { random.below(5) } else { 0 };
        let mut pile = String::new();
        for _ in 0..wanted {
            let side = random.below(2);
            if left[side] > 0 {
                left[side] -= 1;
                pile.push(['R', 'r'][side]);
            }
        }
        pile
    };
    for king in ["K", "k"] {
        loop {
            let square = near(random);
            if piles[square].is_empty() {
                piles[square] = rooks(random, &mut left) + king;
                break;
            }
        }
    }
    for _ in 0..4 + random.below(24) {
        let (square, side) = (near(random), random.below(2));
        if !piles[square].is_empty() || left[side] == 0 {
            continue;
        }
        left[side] -= 1;
        let kinds = [
            ["P", "p"],
            ["P", "p"],
            ["P", "p"],
            ["N", "n"],
            ["B", "b"],
            ["B", "b"],
            ["B!", "b!"],
            ["R", "r"],
            ["Q", "q"],
            ["Q", "q"],
        ];
        piles[square] = rooks(random, &mut left) + kinds[random.below(kinds.len())][side];
    }
    let letters = |pile: &String| pile.replace('!', "").len();
    let mut ranks = Vec::new();
    for rank in piles.chunks(8).rev() {
        let mut text = String::new();
        let mut empty = 0;
        for pile in rank {
            if letters(pile) == 0 {
                empty += 1;
                continue;
            }
            ziggurat::game::text::flush_empty(&mut text, &mut empty);
            text += &if letters(pile) > 1 { format!("({pile})") } else { pile.clone() };
        }
        ziggurat::game::text::flush_empty(&mut text, &mut empty);
        ranks.push(text);
    }
    let home = |square: usize| piles[square] == if square < 16 { "P" } else { "p" };
    let moved: String = (8..16).chain(48..56).filter(|&square| home(square) && random.below(2) == 0).map(name).collect();
    let moved = if moved.is_empty() { "-" } else { &moved };
    let veto = ["w0", "w1", "b0", "b1"][random.below(4)];
    format!(
        "{} {} - - {veto} {moved} {} {}",
        ranks.join("/"),
        ["w", "b"][random.below(2)],
        random.below(120),
        1 + random.below(200)
    )
}

#[test]
fn the_contract_is_kept_where_no_game_leads() {
    let mut random = SplitMix::new(13);
    let texts: Vec<String> = std::iter::repeat_with(|| scattered(&mut random))
        .filter(|text| Gnome::read(text, Reading::Strict).is_ok())
        .take(60)
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    check::<Gnome>(&texts, Effort { games: 1, plies: 3 });
}

#[test]
fn scattered_positions_agree_with_the_oracle() {
    let mut random = SplitMix::new(11);
    let (mut compared, mut threatened) = (0, 0);
    for _ in 0..400 {
        let text = scattered(&mut random);
        let oracle = Oracle::read(&text);
        match Gnome::read(&text, Reading::Strict) {
            Ok(position) => {
                threatened += usize::from(position.in_check());
                let after = agrees(&position, &oracle, &mut random);
                after.and_then(|(position, oracle)| agrees(&position, &oracle, &mut random));
                compared += 1;
            }
            Err(error) => assert!(oracle.other_in_check(), "{text}: {error}"),
        }
    }
    assert!(compared > 100 && threatened > 20, "only {compared} positions, {threatened} with a threat");
}
