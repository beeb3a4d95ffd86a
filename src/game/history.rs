//! A position with its past.

use super::{Outcome, Position, Reason};

/// The number of times that a position must stand to be a draw.
const REPETITIONS: usize = 3;

/// A game in progress: the position and the repetition keys of all positions so far.
#[derive(Clone, Debug)]
pub struct Game<P> {
    position: P,
    keys: Vec<u64>,
}

impl<P: Position> Game<P> {
    /// A game that starts here.
    pub fn new(position: P) -> Game<P> {
        Game { keys: vec![position.repetition_key()], position }
    }

    /// The position reached.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The repetition keys from the start to the position reached, which is the last.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: P::Move) {
        if self.position.takes_back(m) {
            self.keys.pop();
        }
        self.position.play(m);
        self.keys.push(self.position.repetition_key());
    }

    /// How often the position reached has stood, this time included.
    pub fn repetitions(&self) -> usize {
        let key = self.position.repetition_key();
        let reach = self.position.reversible_plies().saturating_add(1);
        self.keys.iter().rev().take(reach).filter(|&&k| k == key).count()
    }

    /// The result, if the game is over: in the order of the rules' README.
    pub fn outcome(&self) -> Option<Outcome> {
        let position = &self.position;
        position.king_loss().or_else(|| (position.count_moves() == 0).then(|| position.stuck())).or_else(|| {
            let repeated = self.repetitions() >= REPETITIONS;
            let reason = position.board_draw().or(repeated.then_some(Reason::Repetition));
            reason.map(Outcome::draw)
        })
    }
}
