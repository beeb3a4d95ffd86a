//! The engine at the table: how well and how long it thinks, and how it is stopped.

use super::record::Record;
use crate::arena::limits::{Budget, TimeControl};
use crate::arena::player::Thought;
use crate::game::registry::Variant;
use crate::game::{Engine, InputError, Reading, Side};
use crate::search::{self, Bound, Control, Limits, MixedPlay, Report, Resources, Skill};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time kept back of a move by the clock.
const OVERHEAD: Duration = Duration::from_millis(10);

/// The time for a move where nothing else limits it.
pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// How well the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strength {
    /// As well as it can.
    #[default]
    Full,
    /// At a level of `Skill Level`.
    Skill(u32),
    /// As `UCI_Elo` says.
    Elo(u32),
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Strength::Full => f.write_str("full strength"),
            Strength::Skill(level) => write!(f, "skill {level}"),
            Strength::Elo(elo) => write!(f, "Elo {elo}"),
        }
    }
}

impl Strength {
    fn skill(self, variant: &Variant, seed: u64) -> Option<Skill> {
        match self {
            Strength::Full => None,
            Strength::Skill(level) => Skill::new(level * 100, seed),
            Strength::Elo(elo) => Skill::new(variant.elo?.level(elo), seed),
        }
    }
}

/// What Ctrl-C does: it stops a search, and where there is none it is kept for whoever asks next.
#[derive(Clone, Default)]
pub struct Interrupts(Arc<Inner>);

#[derive(Default)]
struct Inner {
    running: Mutex<Option<Arc<Control>>>,
    pressed: AtomicBool,
}

impl Interrupts {
    /// Ctrl-C was pressed.
    pub fn press(&self) {
        self.0.pressed.store(true, Ordering::Release);
        if let Some(control) = self.running().as_ref() {
            control.stop();
        }
    }

    /// Was it pressed since this was asked last?
    pub fn take(&self) -> bool {
        self.0.pressed.swap(false, Ordering::AcqRel)
    }

    fn set(&self, control: Option<Arc<Control>>) {
        *self.running() = control;
        // Pressed between the last look and this search: it is meant for this one.
        if self.0.pressed.load(Ordering::Acquire)
            && let Some(control) = self.running().as_ref()
        {
            control.stop();
        }
    }

    fn running(&self) -> std::sync::MutexGuard<'_, Option<Arc<Control>>> {
        self.0.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the engine thinks of a position.
pub struct Opinion {
    /// The move; `None` where there is none.
    pub best: Option<String>,
    pub thought: Thought,
    /// The line that it expects.
    pub line: Vec<String>,
}

/// The engine.
pub struct Thinker {
    engine: Box<dyn Engine>,
    resources: Arc<Resources>,
    pub budget: Budget,
    pub strength: Strength,
    /// What chance starts from.
    seed: u64,
    pub interrupts: Interrupts,
}

impl Thinker {
    pub fn new(variant: &Variant, resources: Arc<Resources>, budget: Budget, strength: Strength, seed: u64) -> Thinker {
        let engine = (variant.engine)();
        Thinker { engine, resources, budget, strength, seed, interrupts: Interrupts::default() }
    }

    /// Sits down to another game.
    pub fn new_game(&mut self, variant: &Variant) {
        self.engine = (variant.engine)();
        self.resources.clear();
    }

    /// Thinks about the position of a game, told no more than the side to move may know. `weak`: no better than its
    /// strength allows.
    ///
    /// # Errors
    /// The game cannot be set up, which it was before.
    pub fn think(&mut self, record: &Record, weak: bool) -> Result<Opinion, InputError> {
        let referee = self.engine.referee_mut();
        referee.set_style(record.style);
        referee.set_position(record.start(), Reading::Lenient, &record.told())?;
        let limits = self.limits(record, weak);
        let (start, control) = (limits.start, Arc::new(Control::default()));
        let job = self.engine.prepare(limits, &self.resources, &control)?;
        let (mut thought, mut line) = (Thought::default(), Vec::new());
        self.interrupts.set(Some(control));
        let answer = job(&mut |report: &Report| {
            if report.bound == Bound::Exact && report.multi_pv == 1 {
                (thought.score, thought.depth) = (Some(report.score), report.depth);
                line.clone_from(&report.line);
            }
        });
        self.interrupts.set(None);
        (thought.time, thought.nodes) = (start.elapsed(), answer.nodes);
        Ok(Opinion { best: answer.best, thought, line })
    }

    fn limits(&self, record: &Record, weak: bool) -> Limits {
        let Budget { clock, move_time, depth, nodes } = self.budget;
        let skill = if weak { self.strength.skill(record.variant, self.seed) } else { None };
        let clock = clock.map_or_else(search::Clock::default, |control| clocks(record, control));
        let mixed_play = MixedPlay::Sample(self.seed);
        Limits {
            start: Instant::now(),
            depth,
            nodes,
            move_time,
            clock,
            skill,
            mixed_play,
            overhead: OVERHEAD,
            ..Limits::default()
        }
    }
}

fn clocks(record: &Record, control: TimeControl) -> search::Clock {
    let clocks = Side::BOTH.map(|side| record.clock(side, control));
    search::Clock {
        time: [0, 1].map(|side: usize| Some(clocks[side].left())),
        increment: [control.increment; 2],
        moves_to_go: clocks[record.side().index()].moves_to_go(),
    }
}
