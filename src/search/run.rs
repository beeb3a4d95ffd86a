//! What the threads of one search share: the table, the reasons to end, and the nodes they may still search.

use super::clock::TimePlan;
use super::table::Table;
use super::{Control, Limits, MATE, MATE_BOUND, MAX_PLY, Skill, Value};
use crate::game::{Position, Side};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Nodes are handed to threads in batches of this size; between batches a thread looks at the clock.
/// At a million nodes a second this is a millisecond, at 50000 it is 20.
const BATCH: u64 = 1024;

/// How far the search trusts itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rigour {
    /// Nothing but alpha-beta: the value at a depth is the one of plain minimax, and the table is believed only at
    /// exactly the depth asked for.
    pub plain: bool,
    /// Is taking a move back searched like any other move, although the variant knows better ([`Position::take_back`])?
    pub literal: bool,
    /// The greatest length of a line of quiescence in half-moves.
    pub quiescence: i32,
}

impl Rigour {
    /// The search as it plays.
    pub const PLAY: Rigour = Rigour { plain: false, literal: false, quiescence: MAX_PLY as i32 };
    /// Alpha-beta alone, up to the horizon.
    pub const PLAIN: Rigour = Rigour { plain: true, literal: false, quiescence: 0 };
}

/// The search must end: its value is worth nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// One search, as its threads see it.
pub(crate) struct Run<'a> {
    pub table: &'a Table,
    pub rigour: Rigour,
    limits: &'a Limits,
    control: &'a Control,
    plan: Option<TimePlan>,
    /// The number of nodes to search at most.
    nodes: u64,
    handed_out: AtomicU64,
    /// The main thread is done, and so are the others.
    over: AtomicBool,
}

impl<'a> Run<'a> {
    /// A search by `side`.
    pub fn new(table: &'a Table, limits: &'a Limits, control: &'a Control, side: Side, rigour: Rigour) -> Run<'a> {
        let nodes = limits.nodes.into_iter().chain(limits.skill.map(Skill::nodes)).min().unwrap_or(u64::MAX);
        Run {
            table,
            rigour,
            limits,
            control,
            plan: TimePlan::new(limits, side),
            nodes,
            handed_out: AtomicU64::new(0),
            over: AtomicBool::new(false),
        }
    }

    /// The static evaluation.
    #[inline(always)]
    pub fn evaluate<P: Position>(&self, position: &P) -> Value {
        self.limits.evaluation.of(position)
    }

    /// What both static evaluations around a move count for the turn: see `Evaluation::turn`.
    #[inline(always)]
    pub fn turn(&self) -> Value {
        self.limits.evaluation.turn()
    }

    /// The nodes handed out to all threads, most of them searched by now.
    pub fn handed_out(&self) -> u64 {
        self.handed_out.load(Relaxed)
    }

    /// The next batch of nodes of a thread; `first` comes whatever the clock says, so that there is something to answer.
    pub fn next_batch(&self, first: bool) -> Result<u64, Stopped> {
        if !first && (self.over.load(Relaxed) || self.must_end()) {
            return Err(Stopped);
        }
        let next = |handed_out: u64| BATCH.min(self.nodes - handed_out);
        let take = |handed_out| Some(handed_out + next(handed_out));
        let batch = next(self.handed_out.fetch_update(Relaxed, Relaxed, take).unwrap_or(self.nodes));
        if batch == 0 { Err(Stopped) } else { Ok(batch) }
    }

    /// The threads are to end when they have used up what they were handed, so that node limits are exact.
    pub fn finish(&self) {
        self.over.store(true, Relaxed);
    }

    /// Is it time to end, wherever the search is?
    fn must_end(&self) -> bool {
        self.control.is_stopped() || self.has_passed(|plan| plan.hard)
    }

    /// Is another iteration not worth beginning, after `depth` was finished with this value, among so many first moves,
    /// if the move deserves `urgency` percent of the usual time?
    pub fn is_done(&self, depth: i32, value: Value, choices: usize, urgency: u32) -> bool {
        let mate_proved = self.mate_floor().is_some_and(|floor| value > floor);
        let nothing_to_choose = choices == 1 && self.has_passed(|_| Duration::ZERO);
        // On the clock a mate is played, not looked at: three times its length holds no shorter one.
        let settled = self.plan.is_some() && value.abs() >= MATE_BOUND && depth > 3 * (MATE - value.abs());
        depth >= self.greatest_depth()
            || mate_proved
            || settled
            || nothing_to_choose
            || self.has_passed(|plan| plan.soft.saturating_mul(urgency) / 100)
            || self.must_end()
    }

    /// Where a mate in so many moves is asked for: the greatest value that is none.
    pub fn mate_floor(&self) -> Option<Value> {
        self.limits.mate.map(|moves| MATE - 2 * moves.min(MATE as u32 / 2) as Value)
    }

    /// The depth limit, within what the search can do.
    pub fn greatest_depth(&self) -> i32 {
        self.limits.depth.map_or(MAX_PLY as i32 - 1, |depth| depth.clamp(1, MAX_PLY as u32 - 1) as i32)
    }

    /// Blocks while the protocol forbids an answer.
    pub fn wait_for_leave(&self) {
        let free = |control: &Control| match (self.limits.infinite, self.limits.ponder) {
            (false, false) => true,
            (false, true) => control.ponder_hit_at().is_some(),
            (true, _) => false,
        };
        self.control.wait(|control| control.is_stopped() || free(control));
    }

    /// The time since the search was asked for.
    pub fn elapsed(&self) -> Duration {
        self.limits.start.elapsed()
    }

    /// Has the own clock run for longer than a part of the plan says? It stands still while the other side thinks.
    fn has_passed(&self, part: impl Fn(&TimePlan) -> Duration) -> bool {
        let began = if self.limits.ponder { self.control.ponder_hit_at() } else { Some(self.limits.start) };
        match (&self.plan, began) {
            (Some(plan), Some(began)) => Instant::now().saturating_duration_since(began) >= part(plan),
            _ => false,
        }
    }
}
