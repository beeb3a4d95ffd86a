//! A million random turns of Gulliver: that they end, that material is kept, and how games end that nobody thinks about.
//!
//! `CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true cargo run --release --example soak -- [turns]`

use std::collections::BTreeMap;
use std::error::Error;
use ziggurat::game::keys::SplitMix;
use ziggurat::game::{JointGame, JointPosition, Reading, Side};
use ziggurat::variants::gulliver::Gulliver;

fn main() -> Result<(), Box<dyn Error>> {
    let wanted = std::env::args().nth(1).map_or(Ok(1_000_000), |word| word.parse::<u64>())?;
    let start = Gulliver::read(Gulliver::INFO.start, Reading::Strict)?.0;
    let mut random = SplitMix::new(7);
    let (mut turns, mut ends) = (0, BTreeMap::<String, u64>::new());
    while turns < wanted {
        let mut game = JointGame::new(start, Side::White);
        let outcome = loop {
            if let Some(outcome) = game.outcome() {
                break outcome;
            }
            for side in Side::BOTH {
                game.give(game.position().order_by_lot(side, &mut random).ok_or("no order, and no king is lost")?)?;
            }
            turns += 1;
        };
        *ends.entry(outcome.reason.to_string()).or_default() += 1;
    }
    println!("{turns} turns; games ended so: {ends:?}");
    Ok(())
}
