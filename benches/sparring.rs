//! Gulliver against players that need no search: how much the engine is better than they.
//!
//! `cargo run --release --example sparring -- random|greedy|self [games] [milliseconds a turn] [games at once]`
//!
//! `random` gives any of its orders, each as likely as every other; `greedy` gives the order after which the engine's own
//! evaluation is best for it, if the other side passes (of more than 20000, the best that a beam search finds); `self` is
//! the engine itself. Games start from the openings of `positions/`, the engine changing colours; a line a game, then how
//! games ended.

use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;
use std::time::Duration;
use ziggurat::game::joint::KING;
use ziggurat::game::keys::SplitMix;
use ziggurat::game::suite::{Entry, entries};
use ziggurat::game::{Engine, JointGame, JointPosition, Outcome, Reading, Side};
use ziggurat::search::{Limits, MixedPlay, Report, Resources};
use ziggurat::simultaneous::JointDriver;
use ziggurat::variants::gulliver::{Gulliver, Order};

/// A game that lasts longer is a draw.
const MOST_TURNS: usize = 300;

#[derive(Clone, Copy, PartialEq)]
enum Player {
    Random,
    Greedy,
    Engine,
}

/// What an order is worth to a side, if the other passes.
fn worth(position: &Gulliver, side: Side, order: Order) -> i32 {
    let orders = if side == Side::White { [order, Order::Pass] } else { [Order::Pass, order] };
    let after = position.after(orders);
    let value = match after.king_loss().map(|outcome| outcome.winner) {
        None => after.evaluate(),
        Some(None) => 0,
        Some(Some(Side::White)) => KING,
        Some(Some(Side::Black)) => -KING,
    };
    if side == Side::White { value } else { -value }
}

/// More orders than this are not tried one by one.
const TRIED: u64 = 20_000;
/// Of so many the best are built by adding the moves of single pieces again and again.
const BEAM: usize = 20;

/// The order after which the evaluation is best for a side, if the other passes; where there are too many, the best that
/// a wide beam search finds.
fn greedy(position: &Gulliver, side: Side) -> Option<Order> {
    let mut orders = Vec::new();
    if position.count_orders(side) <= TRIED {
        let _: ControlFlow<()> = position.visit_orders(side, |order| {
            orders.push(order);
            Continue(())
        });
    } else {
        let parts = position.seeds(side);
        let mut newest = parts.clone();
        while !newest.is_empty() {
            newest.sort_by_key(|&order| -worth(position, side, order));
            orders.extend(newest.iter().copied());
            let best = newest.iter().take(BEAM);
            let joined: HashSet<_> =
                best.flat_map(|&order| parts.iter().filter_map(move |&part| position.joined(side, order, part))).collect();
            newest = joined.into_iter().collect();
            newest.sort_by_cached_key(|&order| position.write_order(order));
        }
    }
    orders.into_iter().max_by_key(|&order| worth(position, side, order))
}

struct Table {
    engine: JointDriver<Gulliver>,
    resources: Arc<Resources>,
    random: SplitMix,
    time: Duration,
}

impl Table {
    fn order(&mut self, player: Player, game: &JointGame<Gulliver>, tokens: &[String]) -> Result<Order, Box<dyn Error>> {
        let (position, side) = (game.position(), game.asked().side());
        match player {
            Player::Random => position.order_by_lot(side, &mut self.random).ok_or("no order".into()),
            Player::Greedy => greedy(position, side).ok_or("no order".into()),
            Player::Engine => {
                let start = tokens.first().map(String::as_str);
                let mut list: Vec<&str> = tokens[1..].iter().map(String::as_str).collect();
                if side == Side::Black {
                    // White's order is the last one, and not for Black to see.
                    list.pop();
                    list.push("sealed");
                }
                self.engine.referee_mut().set_position(start, Reading::Lenient, &list)?;
                let mixed_play = MixedPlay::Sample(self.random.next());
                let limits = Limits { move_time: Some(self.time), mixed_play, ..Limits::default() };
                let answer = self.engine.prepare(limits, &self.resources, &Arc::default())?(&mut |_: &Report| ());
                Ok(position.read_order(side, answer.best.as_deref().unwrap_or_default())?)
            }
        }
    }

    fn play(&mut self, start: &str, players: [Player; 2]) -> Result<(Option<Outcome>, usize), Box<dyn Error>> {
        let (position, side) = Gulliver::read(start, Reading::Strict)?;
        let mut game = JointGame::new(position, side);
        let mut tokens = vec![start.to_owned()];
        for turn in 0..MOST_TURNS {
            if let Some(outcome) = game.outcome() {
                return Ok((Some(outcome), turn));
            }
            for player in players {
                let order = self.order(player, &game, &tokens)?;
                tokens.push(game.position().write_order(order));
                game.give(order)?;
            }
        }
        Ok((None, MOST_TURNS))
    }
}

/// What a game came to: who the engine was, how and when it ended.
type Played = (Side, Option<Outcome>, usize);

/// Plays one of the games; each has its own lots, so that it does not matter which are played at once.
fn game(number: usize, openings: &[Entry], other: Player, time: Duration) -> Result<Played, Box<dyn Error>> {
    let own = Side::BOTH[number % 2];
    let players = if own == Side::White { [Player::Engine, other] } else { [other, Player::Engine] };
    let resources = Arc::new(Resources::new(16, 1)?);
    let mut table = Table { engine: JointDriver::new(), resources, random: SplitMix::new(number as u64), time };
    let (outcome, turns) = table.play(openings[number / 2 % openings.len()].position, players)?;
    Ok((own, outcome, turns))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let other = match arguments.first().map(String::as_str) {
        Some("random") => Player::Random,
        Some("greedy") => Player::Greedy,
        Some("self") => Player::Engine,
        _ => return Err("the opponent must be random, greedy or self".into()),
    };
    let number = |at: usize, default: u64| arguments.get(at).map_or(Ok(default), |word| word.parse());
    let (games, time) = (number(1, 100)? as usize, Duration::from_millis(number(2, 200)?));
    let openings = entries(include_str!("../positions/gulliver.openings"))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(number(3, 1)? as usize).build()?;
    let (sender, results) = std::sync::mpsc::channel();
    let (mut score, mut ends) = (0.0, BTreeMap::<String, usize>::new());
    let openings = &openings;
    pool.in_place_scope_fifo(|scope| {
        for one in 0..games {
            let sender = sender.clone();
            scope.spawn_fifo(move |_| {
                // Nobody listens any more after an error, which is told in the end.
                let _ = sender.send((one, game(one, openings, other, time).map_err(|e| e.to_string())));
            });
        }
        drop(sender);
        for (played, (one, result)) in results.iter().enumerate() {
            let (own, outcome, turns) = result?;
            let result = outcome.and_then(|outcome| outcome.winner).map_or(0.5, |winner| f64::from(u8::from(winner == own)));
            score += result;
            let reason = outcome.map_or("too long".to_owned(), |outcome| outcome.reason.to_string());
            let (own, played) = (own.name(), played + 1);
            println!("game {}: engine {own} {result}, {reason} after {turns} turns, {score} of {played}", one + 1);
            *ends.entry(format!("{reason} {result}")).or_default() += 1;
        }
        Ok::<(), String>(())
    })?;
    println!("{score} of {games}; {ends:?}");
    Ok(())
}
