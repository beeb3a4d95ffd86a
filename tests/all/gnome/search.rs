//! The search of Gnome Chess, the veto in it.

use super::rules::text;
use super::{BENCH, data_lines, legal_moves, read, token};
use std::sync::Arc;
use ziggurat::game::keys::SplitMix;
use ziggurat::game::{Game, MoveClass, Position, Reading, registry};
use ziggurat::search::{Control, Evaluation, Limits, Report, Resources, Score, oracle};
use ziggurat::variants::gnome::Gnome;

const PERFT: &str = include_str!("../../../positions/gnome.perft");

#[test]
fn it_is_plain_minimax_the_veto_included() {
    let many_men: Vec<&str> = data_lines(BENCH).take(2).collect();
    oracle::check::<Gnome>(&many_men, 2);
    let few_men = [
        // Black may veto what White does, or has been vetoed; mates that are vetoed; draws by clock and repetition.
        "k7/pp6/8/8/8/8/PP6/K7 w - - b0 - 0 1",
        "k7/pp6/8/8/8/8/PP5r/K7 b - - w0 - 98 40",
        "kr6/pp6/8/8/8/8/PP6/KR6 w - - w1:b1c1 - 96 40",
        "k7/pp6/8/8/8/1q6/P7/K7 b - - w0 - 20 40",
        "k7/pp6/8/8/8/1q6/P7/K7 b - - b1 - 20 40",
    ];
    oracle::check::<Gnome>(&few_men, 3);
    oracle::check::<Gnome>(&few_men[..2], 4);
}

/// Kings with few moves, so that all of them can be tried to some depth.
const BOXED: [&str; 6] = [
    "kn6/pp6/8/8/8/8/PP6/KN6 w - - b0 - 0 1",
    "kb6/pp6/8/8/8/8/PP6/KR6 w - - b0 - 0 1",
    "(rk)7/pp6/8/8/8/8/PP6/KR6 w - - b0 - 0 1",
    "6bk/6pp/8/8/8/8/PP6/KB6 w - - b0 - 0 1",
    "kr6/pp6/2n5/8/8/2B5/PP6/KR6 w - - b0 - 0 1",
    "kq6/pp6/8/8/8/8/PP6/K1N5 b - - w0 - 94 50",
];

/// Random games, in which moves are vetoed whenever the toss of a coin says so.
fn random_games(texts: &[&str], plies: usize, mut visit: impl FnMut(&Game<Gnome>)) {
    let mut random = SplitMix::new(5);
    for text in texts {
        let mut game = Game::new(read(text));
        for _ in 0..plies {
            visit(&game);
            let moves = legal_moves(game.position());
            let veto = moves.iter().copied().find(|&m| game.position().takes_back(m) && random.below(2) == 0);
            let Some(m) = veto.or_else(|| moves.get(random.below(moves.len().max(1))).copied()) else { break };
            game.play(m);
        }
    }
}

#[test]
fn a_veto_is_worth_what_plain_minimax_says_all_along_random_games() {
    let (mut vetoable, mut banned) = (0, 0);
    random_games(&BOXED, 12, |game| {
        let position = game.position();
        if (1..=24).contains(&position.count_moves()) {
            oracle::check_game(game, 3);
            vetoable += usize::from(position.take_back().is_some());
            banned += usize::from(position.without_ban().is_some());
        }
    });
    assert!(vetoable >= 8 && banned >= 4, "only {vetoable} positions with a veto and {banned} after one");
    let suites = data_lines(BENCH).chain(data_lines(PERFT).map(|line| line.split(" ;").next().unwrap_or(line)));
    let middle_games: Vec<&str> = suites.skip(2).step_by(5).collect();
    random_games(&middle_games, 3, |game| {
        if (1..=70).contains(&game.position().count_moves()) {
            oracle::check_game(game, 2);
        }
    });
}

/// The score and the best line of a search that begins with a move, by the men alone: what a veto is worth as such is left out.
fn line_of(text: &str, first: &str) -> (Score, Vec<String>) {
    let (search_moves, evaluation) = (vec![first.to_owned()], Evaluation::Material);
    search_with(text, Limits { search_moves, evaluation, depth: Some(5), ..Limits::default() })
}

/// Is a score better than another by more than so many centipawns?
fn is_better(better: Score, worse: Score, by: i32) -> bool {
    matches!((better, worse), (Score::Centipawns(better), Score::Centipawns(worse)) if better > worse + by)
}

#[test]
fn the_best_move_is_vetoed_and_the_second_best_result_counts() {
    let board = |veto: &str| format!("k7/pp5q/8/8/8/8/PP6/KR1n3R w - - {veto} - 0 1");
    let (free, _) = line_of(&board("w1"), "h1h7");
    let (vetoed, line) = line_of(&board("b0"), "h1h7");
    assert_eq!(line[..3], ["h1h7", "veto", "b1d1"], "the queen is not given, so that White takes the knight");
    assert!(is_better(free, vetoed, 300), "{free:?} {vetoed:?}");
    oracle::check::<Gnome>(&[&board("b0"), &board("w1:h1h7")], 2);
}

#[test]
fn moves_to_one_position_are_vetoed_together() {
    let board = |veto: &str| format!("k7/pp6/8/8/8/8/P1r5/K7 w - - {veto} - 0 1");
    for (first, other) in [("a1b1c2", "a1b2c2"), ("a1b2c2", "a1b1c2")] {
        let (free, _) = line_of(&board("w1"), first);
        let (vetoed, line) = line_of(&board("b0"), first);
        assert_eq!(line[..2], [first, "veto"]);
        assert_ne!(line[2], other, "it takes the rook too");
        assert!(is_better(free, vetoed, 0), "{free:?} {vetoed:?}");
    }
    oracle::check::<Gnome>(&[&board("b0"), &board("w1:a1b1c2")], 3);
}

#[test]
fn who_has_no_other_move_must_veto() {
    // Black stalemates White, who would like that and has to take it back.
    let text = "7k/8/8/8/8/r7/nn6/Knr1b3 b - - w0 - 0 1";
    let mut stalemated = read(text);
    stalemated.play(stalemated.read_move("e1c3", Default::default()).unwrap());
    let moves: Vec<_> = legal_moves(&stalemated).into_iter().map(|m| token(&stalemated, m)).collect();
    assert_eq!((moves, stalemated.in_check()), (vec!["veto".to_owned()], false));
    oracle::check::<Gnome>(&[text], 2);
    assert_eq!(line_of(text, "e1c3").0, Score::Mate(2));
}

#[test]
fn quiescence_never_vetoes() {
    let mut position = read(Gnome::INFO.start);
    for token in ["e2e4", "veto", "d2d4", "e7e5", "d4e5", "d7d6"] {
        position.play(position.read_move(token, Default::default()).unwrap());
        let mut noisy = <Gnome as Position>::Moves::new();
        position.generate(MoveClass::Noisy, &mut noisy);
        assert!(noisy.iter().all(|&m| !position.takes_back(m)), "{}", position.write());
        // In danger quiescence tries every move: who may veto never is.
        let vetoes = legal_moves(&position).into_iter().any(|m| position.takes_back(m));
        assert!(!(vetoes && position.in_danger()));
    }
    let mut mated = read("1rr3qk/8/8/8/8/7r/7r/K7 b - - w0 - 20 40");
    mated.play(mated.read_move("g8g1", Default::default()).unwrap());
    assert!(mated.in_check() && !mated.in_danger());
}

/// The score and the best move of a search to a depth.
fn search(short: &str, depth: u32) -> (Score, String) {
    let (score, line) = search_with(short, Limits { depth: Some(depth), ..Limits::default() });
    (score, line[0].clone())
}

/// The score and the best line of a search.
fn search_with(short: &str, limits: Limits) -> (Score, Vec<String>) {
    let mut engine = (registry::find("gnome").unwrap().engine)();
    engine.referee_mut().set_position(Some(&text(short)), Reading::Strict, &[]).unwrap();
    let resources = Arc::new(Resources::new(1, 1).unwrap());
    let mut last = None;
    let job = engine.prepare(limits, &resources, &Arc::<Control>::default()).unwrap();
    job(&mut |report: &Report| last = Some((report.score, report.line.clone())));
    last.unwrap()
}

#[test]
fn a_mate_that_can_be_vetoed_is_none_and_a_free_one_is_played() {
    let mate = |veto: &str| search(&format!("1rr3qk/8/8/8/8/7r/7r/K7 b - - {veto} - 20 40"), 3);
    assert_eq!(mate("b0"), (Score::Mate(1), "g8g1".to_owned()));
    assert_ne!(mate("w0").0, Score::Mate(1));
    assert_eq!(mate("w1").0, Score::Mate(1), "the veto waits");
}
