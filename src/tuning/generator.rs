//! Games of the engine against itself, played to learn from.

use super::games::{Played, Record};
use crate::arena::adjudication::{Adjudicator, Rules};
use crate::arena::openings::{Book, Opening};
use crate::game::keys::splitmix64;
use crate::game::registry::Variant;
use crate::game::{Engine, InputError, MoveStyle, Reading, Side};
use crate::search::{Control, Limits, MixedPlay, Report, Resources, STACK_BYTES, Score};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::{io, thread};

/// What is played. Games depend on this and their number alone.
pub struct Plan {
    /// The game.
    pub variant: &'static Variant,
    /// How moves are written.
    pub style: MoveStyle,
    /// Where games begin.
    pub book: Book,
    /// How they end before the rules end them.
    pub rules: Rules,
    /// Nodes of every search.
    pub nodes: u64,
    /// The table of the search in MiB. It is emptied before every game.
    pub hash_mib: usize,
    /// The seed of what is drawn by lot in the play itself.
    pub seed: u64,
}

/// Plays the games from number `first` on, several at once, and hands them over in the order of their numbers until
/// `take` has had enough or `control` is stopped; then games in play are called off.
///
/// # Errors
/// A table that the machine cannot hold, no thread to play on, an opening that cannot be played; and what `take` returns.
pub fn play(
    plan: &Plan,
    first: usize,
    threads: usize,
    control: &Arc<Control>,
    mut take: impl FnMut(Record) -> Result<ControlFlow<()>, InputError>,
) -> Result<(), InputError> {
    let next = &AtomicUsize::new(first);
    let (to, finished) = channel();
    let players = (0..threads).map(|_| Player::new(plan)).collect::<Result<Vec<_>, _>>()?;
    let no_thread = |e: io::Error| InputError::new("threads", threads.to_string(), e.to_string());
    thread::scope(|scope| {
        let begun = players.into_iter().try_for_each(|mut player| {
            let to = to.clone();
            let work = move || {
                while !control.is_stopped() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let game = player.play(number, control);
                    let failed = game.is_err();
                    // Nobody listens any more when enough has been played.
                    if to.send((number, game)).is_err() || failed {
                        break;
                    }
                }
            };
            thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).map(drop).map_err(no_thread)
        });
        drop(to);
        let end = begun.and_then(|()| in_order(first, finished, &mut take));
        control.stop();
        end
    })
}

/// Takes what comes with a number, in the order of the numbers.
fn in_order<T>(
    mut number: usize,
    finished: impl IntoIterator<Item = (usize, Result<Option<T>, InputError>)>,
    take: &mut impl FnMut(T) -> Result<ControlFlow<()>, InputError>,
) -> Result<(), InputError> {
    let mut waiting = BTreeMap::new();
    for (other, game) in finished {
        waiting.insert(other, game?);
        while let Some(game) = waiting.remove(&number) {
            // Without the game that was called off none behind it counts.
            let Some(game) = game else { return Ok(()) };
            if take(game)?.is_break() {
                return Ok(());
            }
            number += 1;
        }
    }
    Ok(())
}

/// Who plays both sides.
struct Player<'p> {
    plan: &'p Plan,
    engine: Box<dyn Engine>,
    resources: Arc<Resources>,
}

impl<'p> Player<'p> {
    fn new(plan: &'p Plan) -> Result<Player<'p>, InputError> {
        let resources = Arc::new(Resources::new(plan.hash_mib, 1)?);
        let mut engine = (plan.variant.engine)();
        engine.referee_mut().set_style(plan.style);
        Ok(Player { plan, engine, resources })
    }

    /// Plays a game to its end; `None` if it was called off.
    fn play(&mut self, number: usize, control: &Arc<Control>) -> Result<Option<Record>, InputError> {
        let opening = self.plan.book.opening(number, self.engine.referee_mut());
        self.set_up(&opening)?;
        let mut record = Record::new(opening);
        let mut watch = Adjudicator::new(self.plan.rules);
        loop {
            if let Some(winner) = self.result(&watch) {
                record.winner = winner;
                return Ok(Some(record));
            }
            let side = self.engine.referee().side();
            let Some((token, score)) = self.think(number, control)? else { return Ok(None) };
            let for_white = match score {
                Some(Score::Centipawns(value)) => Some(if side == Side::White { value } else { -value }),
                _ => None,
            };
            let quiet = self.engine.referee().is_quiet(&token)?;
            watch.note(side, score);
            self.engine.referee_mut().play(&token)?;
            record.moves.push(Played { token, score: for_white.filter(|_| quiet) });
        }
    }

    fn set_up(&mut self, opening: &Opening) -> Result<(), InputError> {
        self.engine.forget();
        self.resources.clear();
        let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
        self.engine.referee_mut().set_position(opening.fen.as_deref(), Reading::Lenient, &moves)
    }

    /// The winner, or none for a draw, if the game is over. It does not end between the orders of one turn.
    fn result(&self, watch: &Adjudicator) -> Option<Option<Side>> {
        let referee = self.engine.referee();
        if let Some(outcome) = referee.outcome() {
            return Some(outcome.winner);
        }
        let between_orders = referee.is_simultaneous() && referee.side() == Side::Black;
        watch.verdict().filter(|_| !between_orders).map(|(winner, _)| winner)
    }

    /// The best move and the score for the side to move; `None` if the search was stopped.
    fn think(&self, number: usize, control: &Arc<Control>) -> Result<Option<(String, Option<Score>)>, InputError> {
        let lot = splitmix64(self.plan.seed ^ number as u64);
        let limits = Limits { nodes: Some(self.plan.nodes), mixed_play: MixedPlay::Sample(lot), ..Limits::default() };
        let job = self.engine.prepare(limits, &self.resources, control)?;
        let mut score = None;
        let answer = job(&mut |report: &Report| score = Some(report.score));
        Ok(answer.best.filter(|_| !control.is_stopped()).map(|best| (best, score)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_taken_in_order_up_to_the_first_that_is_missing() {
        let taken = |games: Vec<(usize, Result<Option<char>, InputError>)>, enough: usize| {
            let mut taken = String::new();
            let end = in_order(3, games, &mut |game| {
                taken.push(game);
                Ok(if taken.len() < enough { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
            });
            (taken, end)
        };
        let games = |order: &[usize]| order.iter().map(|&n| (n, Ok(Some((b'a' + n as u8) as char)))).collect::<Vec<_>>();
        assert_eq!(taken(games(&[5, 3, 4, 7, 6]), 9), ("defgh".into(), Ok(())));
        assert_eq!(taken(games(&[5, 3, 4, 7, 6]), 2), ("de".into(), Ok(())));
        assert_eq!(taken(games(&[4, 5]), 9), (String::new(), Ok(())));
        let called_off = [games(&[5, 3]), vec![(4, Ok(None))]].concat();
        assert_eq!(taken(called_off, 9), ("d".into(), Ok(())));
        let fault = InputError::new("move", "x", "is none");
        let failed = [games(&[3]), vec![(4, Err(fault.clone()))]].concat();
        assert_eq!(taken(failed, 9), ("d".into(), Err(fault)));
    }
}
