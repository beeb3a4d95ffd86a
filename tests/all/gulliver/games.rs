//! Many random turns, and what must hold after every one.

use ziggurat::game::keys::SplitMix;
use ziggurat::game::{JointGame, JointPosition, Reading, Side};
use ziggurat::variants::gulliver::Gulliver;

/// The turns that are played; a soak of a million is `cargo run --release --example soak`.
const TURNS: usize = 100_000;

/// The pieces of a text, those in stock included, kings left out, in alphabetical order.
fn material(text: &str) -> String {
    let field = text.split(' ').next().unwrap_or_default();
    let mut letters: Vec<char> = field.chars().filter(|c| c.is_ascii_alphabetic() && !c.eq_ignore_ascii_case(&'k')).collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

/// Is there a square with pieces of both colours?
fn has_mixed_square(text: &str) -> bool {
    let field = text.split(' ').next().unwrap_or_default();
    let crowds = field.split('(').skip(1).filter_map(|rest| rest.split(')').next());
    crowds.into_iter().any(|crowd| crowd.contains(char::is_uppercase) && crowd.contains(char::is_lowercase))
}

#[test]
fn material_is_kept_no_square_is_mixed_and_games_end() {
    let mut random = SplitMix::new(99);
    let start = Gulliver::read(Gulliver::INFO.start, Reading::Strict).unwrap().0;
    let all = material(Gulliver::INFO.start);
    let (mut turns, mut finished) = (0, 0);
    while turns < TURNS {
        let mut game = JointGame::new(start, Side::White);
        while game.outcome().is_none() {
            for side in Side::BOTH {
                let order = game.position().order_by_lot(side, &mut random).expect("an order, while no king is lost");
                game.give(order).unwrap();
            }
            turns += 1;
            let text = game.position().write(Side::White);
            assert_eq!(material(&text), all, "{text}");
            assert!(!has_mixed_square(&text), "{text}");
            assert_eq!(game.position().key(), game.position().key_from_scratch(), "{text}");
        }
        finished += 1;
    }
    assert!(finished > 100, "{finished} games came to an end");
}
