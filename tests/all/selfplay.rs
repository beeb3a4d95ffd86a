//! Games of the engine against itself, with every position held to what the contract says of texts and keys.

use std::env;
use std::sync::Arc;
use ziggurat::game::keys::SplitMix;
use ziggurat::game::{Engine, Game, MoveClass, MoveStyle, Position, Reading};
use ziggurat::search::{Control, Driver, Limits, Report, Resources};

/// How many games a run of the tests plays; a number in this variable of the environment takes its place.
const GAMES: (&str, usize) = ("ZIGGURAT_SELF_PLAY", 3);
/// Nodes of every search.
const NODES: u64 = 1000;
/// Random half-moves at the beginning, so that the games differ.
const RANDOM: usize = 8;
/// Games end here at the latest, undecided.
const LONGEST: usize = 600;

/// Plays games of a variant.
pub fn check<P: Position>() {
    let games = env::var(GAMES.0).ok().and_then(|games| games.parse().ok()).unwrap_or(GAMES.1);
    let mut random = SplitMix::new(1000);
    let mut ends = std::collections::BTreeMap::<String, usize>::new();
    for _ in 0..games {
        let end = play::<P>(&mut random);
        *ends.entry(end).or_default() += 1;
    }
    println!("{}: {games} games: {ends:?}", P::INFO.name);
}

/// Plays a game and tells how it ended.
fn play<P: Position>(random: &mut SplitMix) -> String {
    let mut game = Game::new(P::read(P::INFO.start, Reading::Strict).unwrap());
    let mut engine = Driver::<P>::new();
    let resources = Arc::new(Resources::new(1, 1).unwrap());
    for ply in 0..LONGEST {
        hold(game.position());
        if let Some(outcome) = game.outcome() {
            return outcome.to_string();
        }
        let m = if ply < RANDOM {
            let mut moves = P::Moves::default();
            game.position().generate(MoveClass::All, &mut moves);
            moves[random.below(moves.len())]
        } else {
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            let job = engine.prepare(limits, &resources, &Arc::<Control>::default()).unwrap();
            let check_line = |report: &Report| follow(game.position(), &report.line);
            let best = job(&mut { check_line }).best.expect("a game that goes on has a move");
            game.position().read_move(&best, MoveStyle::default()).expect("the engine's move is legal")
        };
        let token = game.position().write_move(m, MoveStyle::default());
        engine.referee_mut().play(&token).unwrap();
        game.play(m);
    }
    "unfinished".to_owned()
}

/// A line that the engine tells is made of legal moves.
fn follow<P: Position>(position: &P, line: &[String]) {
    let mut position = position.clone();
    for token in line {
        let m = position.read_move(token, MoveStyle::default()).unwrap_or_else(|e| panic!("{line:?}: {e}"));
        position.play(m);
    }
}

/// The text is read as it was written, and both keys are those of the position alone.
fn hold<P: Position>(position: &P) {
    let text = position.write();
    let again = P::read(&text, Reading::Strict).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(again.write(), text);
    let keys = (position.repetition_key(), position.search_key());
    assert_eq!(keys, position.keys_from_scratch(), "{text}");
    assert_eq!(again.repetition_key(), keys.0, "{text}");
}
