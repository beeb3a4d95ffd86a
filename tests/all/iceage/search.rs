//! What the search is told about the ice.

use super::{ice_is_due, moves, read, texts};
use std::sync::Arc;
use ziggurat::game::keys::SplitMix;
use ziggurat::game::registry;
use ziggurat::game::{Game, MoveClass, Position, Reading};
use ziggurat::search::{Control, Limits, Report, Resources, Score, oracle};
use ziggurat::variants::common8x8::Moves;
use ziggurat::variants::iceage::IceAge;

#[test]
fn a_search_is_minimax() {
    oracle::check::<IceAge>(
        &[
            IceAge::INFO.start,
            "r*2k2r/p1pp1pb1/bn2*np1/3PN3/1p2P3/2N2*1p/PPP1BPPP/R3K2R w KQkq - 0 7",
            // The ice falls one, two and three half-moves on.
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 20",
            "4k3/2p1p3/3*4/1P6/1R3p2/8/4P1P1/6K1 w - - 0 20",
            "4k3/2p1p3/3*4/1P6/1R3p2/8/4P1P1/6K1 b - - 0 39",
            // The clock is about to end it.
            "6k1/4p3/8/8/8/8/4P3/R5K1 w - - 97 33",
        ],
        3,
    );
}

/// The best move and the score of a search to a depth.
fn search(text: &str, depth: u32) -> (String, Score) {
    let mut engine = (registry::find("iceage").unwrap().engine)();
    engine.referee_mut().set_position(Some(text), Reading::Strict, &[]).unwrap();
    let resources = Arc::new(Resources::new(1, 1).unwrap());
    let mut score = None;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let job = engine.prepare(limits, &resources, &Arc::<Control>::default()).unwrap();
    let best = job(&mut |report: &Report| score = Some(report.score)).best;
    (best.unwrap(), score.unwrap())
}

#[test]
fn frozen_kings_are_won_and_lost_at_their_distance() {
    // White's king has nobody: whatever keeps Black's own king in company wins.
    let (best, score) = search("4k3/3pp3/8/8/8/8/8/K6R b - - 0 20", 3);
    assert_eq!(score, Score::Mate(1), "{best}");
    let (_, score) = search("1k6/pp6/8/7N/8/8/8/K7 w - - 0 20", 4);
    assert_eq!(score, Score::Mate(-1), "no man can come");
}

#[test]
fn a_king_is_brought_into_company_before_the_ice_falls() {
    let (best, _) = search("1k6/pp6/8/8/8/3P4/8/4K3 w - - 0 20", 4);
    assert!(["e1d2", "e1e2"].contains(&best.as_str()), "{best}");
}

/// Random games from the texts: `visit` sees each position and a move of it.
fn walk(mut visit: impl FnMut(&IceAge, <IceAge as Position>::Move)) {
    let mut random = SplitMix::new(5);
    for text in texts() {
        for _ in 0..6 {
            let mut game = Game::new(read(&text));
            for _ in 0..90 {
                let moves = moves(game.position());
                moves.iter().for_each(|&m| visit(game.position(), m));
                let Some(&m) = moves.get(random.below(moves.len().max(1))) else { break };
                game.play(m);
            }
        }
    }
}

#[test]
fn danger_is_check_and_the_ice_before_blacks_twentieth_move() {
    let (mut checks, mut ice) = (0, 0);
    walk(|position, m| {
        let mut after = *position;
        after.play(m);
        assert_eq!(after.in_danger(), ice_is_due(&after) || after.in_check(), "{}", after.write());
        // Only a check that comes with the ice itself is not told beforehand.
        assert!(position.gives_danger(m) == after.in_danger() || ice_is_due(position), "{}", position.write());
        checks += usize::from(after.in_check());
        ice += usize::from(ice_is_due(&after));
    });
    assert!(checks > 1000 && ice > 1000, "{checks} checks, {ice} before the ice");
}

#[test]
fn nobody_passes_when_that_would_bring_the_ice() {
    let pass = |text: &str| read(text).pass();
    assert_eq!(pass("4k3/3ppn2/8/8/8/8/8/K6R b - - 0 20"), None);
    let black = pass("4k3/3ppn2/8/8/8/8/8/K6R b - - 0 19").unwrap();
    assert_eq!(black.write(), "4k3/3ppn2/8/8/8/8/8/K6R w - - 0 20", "a pass is a move");
    let white = pass("4k3/3ppn2/8/8/8/8/8/K6R w - - 0 20").unwrap();
    assert_eq!(white.write(), "4k3/3ppn2/8/8/8/8/8/K6R b - - 0 20");
    assert_eq!(pass("4k3/3ppn2/8/8/8/8/P7/K7 w - - 0 3"), None, "pawns alone");
}

#[test]
fn taking_ice_is_quiet_unless_it_promotes() {
    let position = read("1*2k3/P7/3n4/1*2*3/3P4/8/*7/R3K3 w - - 0 1");
    let mut noisy = Moves::new();
    position.generate(MoveClass::Noisy, &mut noisy);
    let mut san: Vec<_> = noisy.iter().map(|&m| position.write_san(m)).collect();
    san.sort();
    assert_eq!(san, ["a8=B", "a8=N", "a8=Q", "a8=R", "axb8=B", "axb8=N", "axb8=Q+", "axb8=R+"]);
}

#[test]
fn exchanges_end_at_ice() {
    // A rook behind ice does not guard; with the ice gone it does.
    let wins = |text: &str| {
        let position = read(text);
        position.see_at_least(position.read_san("Rxe5").unwrap(), 0)
    };
    assert!(wins("4r1k1/8/4*3/4p3/8/8/8/4R1K1 w - - 0 1"));
    assert!(!wins("4r1k1/8/8/4p3/8/8/8/4R1K1 w - - 0 1"));
}

#[test]
fn keys_tell_ice_and_the_number_within_the_cycle_apart() {
    let keys = |text: &str| (read(text).repetition_key(), read(text).search_key());
    let board = "4k3/3pp3/8/8/8/8/8/K6R";
    let plain = keys(&format!("{board} w - - 0 1"));
    assert_eq!(plain, keys(&format!("{board} w - - 9 21")));
    assert_eq!(plain, keys(&format!("{board} w - - 0 41")));
    for other in
        [format!("{board} w - - 0 2"), format!("{board} w - - 0 20"), format!("{} w - - 0 1", board.replacen('8', "*7", 1))]
    {
        let other = keys(&other);
        assert!(other.0 != plain.0 && other.1 != plain.1);
    }
    // The guess of the next key is right for ordinary moves, ice taken among them.
    for (text, san) in [("4k3/8/8/8/*7/8/8/R3K3 w - - 0 1", "Rxa4"), ("4k3/8/8/8/8/8/8/R3K3 b - - 0 5", "Kd7")] {
        let position = read(text);
        let m = position.read_san(san).unwrap();
        let mut after = position;
        after.play(m);
        assert_eq!(position.key_after(m), after.search_key(), "{text} {san}");
    }
}
