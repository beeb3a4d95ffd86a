//! The engine of a variant whose sides move in turn.

use super::history::History;
use super::root::{BestLine, News, Root};
use super::run::{Rigour, Run};
use super::vote::{Voice, elected};
use super::worker::Worker;
use super::{Answer, Bound, Control, Current, Limits, Listener, Report, Resources, STACK_BYTES, Score, skill};
use crate::game::engine::{Engine, Job};
use crate::game::referee::TurnReferee;
use crate::game::{Game, InputError, MoveStyle, Position, Referee};
use std::sync::{Arc, Mutex, PoisonError};
use std::{iter, thread};

/// The referee of a variant and the search over it.
pub struct Driver<P> {
    referee: TurnReferee<P>,
    learned: Learned,
}

/// What the threads learned, one history each. A running search has taken them out.
type Learned = Arc<Mutex<Vec<History>>>;

impl<P: Position> Driver<P> {
    /// An engine at the start position.
    pub fn new() -> Driver<P> {
        Driver { referee: TurnReferee::new(), learned: Learned::default() }
    }
}

impl<P: Position> Default for Driver<P> {
    fn default() -> Self {
        Driver::new()
    }
}

impl<P: Position> Engine for Driver<P> {
    fn referee(&self) -> &dyn Referee {
        &self.referee
    }

    fn referee_mut(&mut self) -> &mut dyn Referee {
        &mut self.referee
    }

    fn prepare(&self, limits: Limits, resources: &Arc<Resources>, control: &Arc<Control>) -> Result<Job, InputError> {
        let game = self.referee.game().clone();
        let style = self.referee.style();
        let read = |token: &String| game.position().read_move(token, style).map_err(|e| e.within("searchmoves"));
        let only = limits.search_moves.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let (learned, resources, control) = (self.learned.clone(), resources.clone(), control.clone());
        let task = Task { game, style, limits, only, learned, resources, control };
        Ok(Box::new(move |listener| task.perform(listener)))
    }

    fn forget(&mut self) {
        self.learned = Learned::default();
    }
}

/// A search, ready to run.
struct Task<P: Position> {
    game: Game<P>,
    style: MoveStyle,
    limits: Limits,
    only: Vec<P::Move>,
    learned: Learned,
    resources: Arc<Resources>,
    control: Arc<Control>,
}

impl<P: Position> Task<P> {
    fn perform(&self, listener: &mut dyn Listener) -> Answer {
        let table = self.resources.table();
        table.new_search();
        let run = Run::new(&table, &self.limits, &self.control, self.game.position().side(), Rigour::PLAY);
        let mut histories = std::mem::take(&mut *self.learned.lock().unwrap_or_else(PoisonError::into_inner));
        histories.resize_with(self.resources.threads().max(histories.len()), History::new::<P>);
        let answer = self.search(&run, &mut histories, listener);
        *self.learned.lock().unwrap_or_else(PoisonError::into_inner) = histories;
        answer
    }

    /// Searches with all threads. The first one reports and ends the search; the others fill the table for it (Lazy SMP),
    /// every second of them one half-move ahead, and have a vote in the end.
    fn search(&self, run: &Run, histories: &mut [History], listener: &mut dyn Listener) -> Answer {
        let mut workers =
            histories.iter_mut().take(self.resources.threads()).map(|history| Worker::new(run, history, &self.game));
        let Some(mut first) = workers.next() else { return Answer { best: None, ponder: None, nodes: 0 } };
        let mut root = self.root(&mut first);
        if root.len() == 0 {
            listener.report(&self.report_of_the_end(run));
            run.wait_for_leave();
            return Answer { best: None, ponder: None, nodes: 0 };
        }
        let (nodes, mut roots) = thread::scope(|scope| {
            let spawn = |(i, worker)| {
                let help = move || self.help(worker, 1 + (i as i32 + 1) % 2);
                // A machine that grants no more threads searches with those it has.
                thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, help).ok()
            };
            let helpers: Vec<_> = workers.enumerate().filter_map(spawn).collect();
            first.think(&mut root, 1, &mut |worker, news| match news {
                News::Lines(root) => self.report(worker, root, listener),
                News::Current { depth, m, number } => {
                    let text = self.game.position().write_move(m, self.style);
                    listener.current(&Current { depth: depth as u32, text, number });
                }
            });
            run.finish();
            let (helped, roots): (Vec<u64>, Vec<_>) = helpers.into_iter().filter_map(|helper| helper.join().ok()).unzip();
            (first.nodes + helped.iter().sum::<u64>(), roots)
        });
        let elected = self.elect(&root, &roots);
        if let Some(helper) = elected {
            root = roots.swap_remove(helper);
        }
        if self.pick(&mut root) || elected.is_some() {
            self.report(&first, &root, listener);
        }
        run.wait_for_leave();
        let mut line = self.write_line(root.best()).into_iter();
        Answer { best: line.next(), ponder: line.next(), nodes }
    }

    /// Searches beside the first thread; the number of nodes searched, and what came of it.
    fn help(&self, mut worker: Worker<P>, first_depth: i32) -> (u64, Root<'_, P>) {
        let mut root = self.root(&mut worker);
        worker.think(&mut root, first_depth, &mut |_, _| ());
        (worker.nodes, root)
    }

    /// The helper whose best line is to be played instead of the first thread's, where nothing but the best move is asked for.
    fn elect(&self, root: &Root<P>, helpers: &[Root<P>]) -> Option<usize> {
        if self.limits.multi_pv > 1 || self.limits.skill.is_some() || self.limits.mate.is_some() {
            return None;
        }
        let voice = |line: BestLine<P::Move>| Voice { best: line.line[0], value: line.value, depth: line.depth };
        let voices: Vec<_> = iter::once(root).chain(helpers).map(|root| root.best_lines().next().map(voice)).collect();
        elected(&voices).checked_sub(1)
    }

    /// The first moves, with as many best lines as are to be told or picked from.
    fn root(&self, worker: &mut Worker<P>) -> Root<'_, P> {
        let lines = if self.limits.skill.is_some() { skill::LINES } else { 1 };
        Root::new(&self.game, &self.only, self.limits.multi_pv.max(lines), worker)
    }

    /// Lets chance pick a line where that is wanted; whether it did not pick the best.
    fn pick(&self, root: &mut Root<P>) -> bool {
        let Some(skill) = self.limits.skill else { return false };
        let values = root.best_lines().take(skill::LINES).map(|line| line.value);
        let rank = skill.pick(values, self.game.position().search_key(), P::TRAITS.unit);
        root.prefer(rank);
        rank > 0
    }

    fn report(&self, worker: &Worker<P>, root: &Root<P>, listener: &mut dyn Listener) {
        let run = worker.run;
        for (i, BestLine { depth, sel_depth, value, line }) in root.best_lines().take(self.limits.multi_pv).enumerate() {
            listener.report(&Report {
                depth: depth as u32,
                sel_depth: sel_depth as u32,
                multi_pv: i + 1,
                score: value.into(),
                bound: Bound::Exact,
                nodes: run.handed_out() - worker.nodes_left(),
                time: run.elapsed(),
                hash_full: run.table.permille(),
                line: self.write_line(line),
            });
        }
    }

    /// What is said of a position without moves.
    fn report_of_the_end(&self, run: &Run) -> Report {
        let position = self.game.position();
        let score = match position.king_loss().unwrap_or_else(|| position.stuck()).winner {
            None => Score::Centipawns(0),
            Some(winner) if winner == position.side() => Score::Mate(1),
            Some(_) => Score::Mate(0),
        };
        let (bound, time) = (Bound::Exact, run.elapsed());
        Report { depth: 0, sel_depth: 0, multi_pv: 1, score, bound, nodes: 0, time, hash_full: 0, line: Vec::new() }
    }

    /// A line from the root on; each move is written as its own position calls it.
    fn write_line(&self, line: &[P::Move]) -> Vec<String> {
        let mut position = self.game.position().clone();
        let mut write = |&m: &P::Move| {
            let text = position.write_move(m, self.style);
            position.play(m);
            text
        };
        line.iter().map(&mut write).collect()
    }
}
