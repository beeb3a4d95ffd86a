//! When a search ends.

use super::params::gain_turn;
use super::{MATE_BOUND, Skill, Value};
use crate::game::Position;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// A chess clock as `go` tells it, by [`crate::game::Side::index`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// The time left of each side.
    pub time: [Option<Duration>; 2],
    /// What each side gains a move.
    pub increment: [Duration; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
}

/// What positions are judged by at the end of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Evaluation {
    /// All that the variant knows.
    #[default]
    Full,
    /// The men alone.
    Material,
}

impl Evaluation {
    /// All of them, by the names that options have for them.
    pub const NAMES: [(&str, Evaluation); 2] = [("full", Evaluation::Full), ("material", Evaluation::Material)];

    /// The value of a position for the side to move, kept apart from the values of mates.
    #[inline(always)]
    pub(super) fn of<P: Position>(self, position: &P) -> Value {
        let value = match self {
            Evaluation::Full => position.evaluate(),
            Evaluation::Material => position.material(),
        };
        value.clamp(1 - MATE_BOUND, MATE_BOUND - 1)
    }

    /// What the evaluations before and after a move that changes nothing add up to, in hundredths of the weakest man: having the turn
    /// is worth something to the side that has it. The men alone do not know whose turn it is.
    #[inline(always)]
    pub(super) fn turn(self) -> Value {
        match self {
            Evaluation::Full => gain_turn(),
            Evaluation::Material => 0,
        }
    }
}

/// The limits of one search; without any it runs until it is stopped or has searched to the greatest depth.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When the time starts to run.
    pub start: Instant,
    /// The greatest depth in half-moves.
    pub depth: Option<u32>,
    /// The number of nodes, exactly.
    pub nodes: Option<u64>,
    /// Look for a mate in at most this many moves, and stop when one is proved.
    pub mate: Option<u32>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the game.
    pub clock: Clock,
    /// Do not answer before being stopped.
    pub infinite: bool,
    /// Do not answer before being stopped or [`Control::ponder_hit`]; then the clock counts.
    pub ponder: bool,
    /// Only these first moves; empty is all.
    pub search_moves: Vec<String>,
    /// The number of best lines to report.
    pub multi_pv: usize,
    /// Time kept back for the way to the referee.
    pub overhead: Duration,
    /// How well to play; `None` is as well as can be.
    pub skill: Option<Skill>,
    /// What positions are judged by.
    pub evaluation: Evaluation,
    /// How one order is taken where the answer is a mixed strategy.
    pub mixed_play: MixedPlay,
    /// Where the answer is a mixed strategy: so many centipawns of what it has for sure may be risked on an opponent who
    /// attacks without looking ahead.
    pub risk: u32,
}

/// What is risked unless something else is said, in centipawns.
pub const DEFAULT_RISK: u32 = 30;

/// How one order is taken from a mixed strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MixedPlay {
    /// The likeliest, always.
    #[default]
    Likeliest,
    /// One by lot: one seed, game and limit give one order.
    Sample(u64),
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            start: Instant::now(),
            depth: None,
            nodes: None,
            mate: None,
            move_time: None,
            clock: Clock::default(),
            infinite: false,
            ponder: false,
            search_moves: Vec::new(),
            multi_pv: 1,
            overhead: Duration::ZERO,
            skill: None,
            evaluation: Evaluation::Full,
            mixed_play: MixedPlay::default(),
            risk: DEFAULT_RISK,
        }
    }
}

/// The strings on a running search, pulled from another thread. Every search has its own.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    ponder_hit: OnceLock<Instant>,
    /// Wakes a search that has nothing left to do but may not answer yet.
    gate: Mutex<()>,
    pulled: Condvar,
}

impl Control {
    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        self.pull(|| self.stopped.store(true, Relaxed));
    }

    /// Has the search been told to end?
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// The move pondered on was played: the clock counts from now on.
    pub fn ponder_hit(&self) {
        self.pull(|| _ = self.ponder_hit.set(Instant::now()));
    }

    /// When the move pondered on was played.
    pub fn ponder_hit_at(&self) -> Option<Instant> {
        self.ponder_hit.get().copied()
    }

    /// Blocks until `done`, which is asked again whenever a string was pulled.
    pub(super) fn wait(&self, done: impl Fn(&Control) -> bool) {
        let mut guard = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        while !done(self) {
            guard = self.pulled.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Changes the state under the lock, so that no change falls between a waiter's question and its sleep.
    fn pull(&self, change: impl FnOnce()) {
        let _guard = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        change();
        self.pulled.notify_all();
    }
}
