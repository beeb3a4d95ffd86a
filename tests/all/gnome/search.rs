//! The search of Gnome Chess, the veto in it.

use super::rules::text;
use super::{BENCH, data_lines, legal_moves, read};
use std::sync::Arc;
use ziggurat::game::{MoveClass, Position, Reading, registry};
use ziggurat::search::{Control, Limits, Report, Resources, Score, oracle};
use ziggurat::variants::gnome::Gnome;

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

/// The best line of a search to a depth.
fn search(short: &str, depth: u32) -> (Score, String) {
    let mut engine = (registry::find("gnome").unwrap().engine)();
    engine.referee_mut().set_position(Some(&text(short)), Reading::Strict, &[]).unwrap();
    let resources = Arc::new(Resources::new(1, 1).unwrap());
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut score = None;
    let job = engine.prepare(limits, &resources, &Arc::<Control>::default()).unwrap();
    let answer = job(&mut |report: &Report| score = Some(report.score));
    (score.unwrap(), answer.best.unwrap())
}

#[test]
fn a_mate_that_can_be_vetoed_is_none_and_a_free_one_is_played() {
    let mate = |veto: &str| search(&format!("1rr3qk/8/8/8/8/7r/7r/K7 b - - {veto} - 20 40"), 3);
    assert_eq!(mate("b0"), (Score::Mate(1), "g8g1".to_owned()));
    assert_ne!(mate("w0").0, Score::Mate(1));
    assert_eq!(mate("w1").0, Score::Mate(1), "the veto waits");
}
