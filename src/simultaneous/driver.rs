//! The engine of a variant with simultaneous orders.

use super::lookahead::{KEPT, Lookahead, ROOT};
use super::turn::{Choice, Turn};
use super::{KING, WIN_BOUND, score};
use crate::game::engine::{Engine, Job};
use crate::game::keys::SplitMix;
use crate::game::{InputError, JointGame, JointPosition, JointReferee, Referee, Side};
use crate::search::{
    Answer, Bound, Control, Limits, Listener, MATE, MixedPlay, Report, Resources, Rigour, Run, Score, Stopped, Strategy,
};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Orders that are given more rarely than this are not spoken of, and not given.
const LEAST_PROBABILITY: f64 = 0.001;
/// Of so many positions the orders that mattered are remembered.
const REMEMBERED: usize = 256;
/// So many lines is picked from where the play is weaker on purpose.
const SKILL_LINES: usize = 4;

/// The orders that mattered in a position when it was last searched, by its key. A game's next positions are others, but
/// analysis comes back.
type Memory<O> = HashMap<u64, [Vec<O>; 2]>;

/// The referee of a variant and the search over it.
pub struct JointDriver<P: JointPosition> {
    referee: JointReferee<P>,
    memory: Arc<Mutex<Memory<P::Order>>>,
}

impl<P: JointPosition> JointDriver<P> {
    /// An engine at the start position.
    pub fn new() -> JointDriver<P> {
        JointDriver { referee: JointReferee::new(), memory: Arc::default() }
    }
}

impl<P: JointPosition> Default for JointDriver<P> {
    fn default() -> Self {
        JointDriver::new()
    }
}

impl<P: JointPosition> Engine for JointDriver<P> {
    fn referee(&self) -> &dyn Referee {
        &self.referee
    }

    fn referee_mut(&mut self) -> &mut dyn Referee {
        &mut self.referee
    }

    fn prepare(&self, limits: Limits, resources: &Arc<Resources>, control: &Arc<Control>) -> Result<Job, InputError> {
        let given = self.referee.game();
        let side = given.asked().side();
        // What White has ordered stays behind: the search gets the board before the turn, and whose order is asked.
        let game = given.unsealed();
        let read = |token: &String| game.position().read_order(side, token).map_err(|e| e.within("searchmoves"));
        let only = limits.search_moves.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let (memory, resources, control) = (Arc::clone(&self.memory), Arc::clone(resources), Arc::clone(control));
        let task = Task { game, side, limits, only, memory, resources, control };
        Ok(Box::new(move |listener| task.perform(listener)))
    }

    fn forget(&mut self) {
        self.memory = Arc::default();
    }
}

/// A search, ready to run.
struct Task<P: JointPosition> {
    game: JointGame<P>,
    /// The side whose order is asked.
    side: Side,
    limits: Limits,
    only: Vec<P::Order>,
    memory: Arc<Mutex<Memory<P::Order>>>,
    resources: Arc<Resources>,
    control: Arc<Control>,
}

impl<P: JointPosition> Task<P> {
    fn perform(&self, listener: &mut dyn Listener) -> Answer {
        let table = self.resources.table();
        table.new_search();
        let run = Run::new(&table, &self.limits, &self.control, self.side, Rigour::PLAY);
        let choices = self.game.position().count_orders(self.side);
        if choices == 0 {
            listener.report(&self.report_of_the_end(&run));
            run.wait_for_leave();
            return Answer { best: None, ponder: None, nodes: 0 };
        }
        let mut lookahead = Lookahead::new(&run, &self.game);
        let turn = self.deepen(&mut lookahead, choices, listener);
        self.memory().insert(self.game.position().key(), turn.matrix_orders());
        run.wait_for_leave();
        let choices = self.lines(&turn);
        listener.strategy(&self.strategy(&turn));
        let best = choices.first().map(|choice| self.write(choice.order));
        Answer { best, ponder: None, nodes: lookahead.nodes() }
    }

    fn memory(&self) -> std::sync::MutexGuard<'_, Memory<P::Order>> {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        if memory.len() >= REMEMBERED {
            memory.clear();
        }
        memory
    }

    fn write(&self, order: P::Order) -> String {
        self.game.position().write_order(order)
    }

    /// Looks ahead one turn more again and again; the deepest turn that was finished, or what there is of the first.
    fn deepen(&self, lookahead: &mut Lookahead<P>, choices: u64, listener: &mut dyn Listener) -> Turn<P> {
        let position = *self.game.position();
        let only = (!self.only.is_empty()).then_some((self.side, self.only.as_slice()));
        let mut turn = Turn::new(position, 1, ROOT, only);
        if let Some(orders) = self.memory().get(&position.key()) {
            turn.begin_with(orders);
        }
        let mut finished = turn.solve(lookahead);
        for depth in 1.. {
            self.report(&turn, depth, lookahead, listener);
            let value = self.of_own(turn.value());
            let choices = usize::try_from(choices).unwrap_or(usize::MAX);
            if finished == Err(Stopped) || lookahead.run().is_done(depth, mate_value(value), choices, 100) {
                break;
            }
            let mut deeper = turn.deepened(KEPT.max(self.limits.multi_pv));
            finished = deeper.solve(lookahead);
            if finished.is_err() {
                break;
            }
            turn = deeper;
        }
        lookahead.run().finish();
        turn
    }

    /// A value for the side whose order is asked.
    fn of_own(&self, value: f64) -> f64 {
        if self.side == Side::White { value } else { -value }
    }

    /// The orders to be told, the one to be given first.
    fn lines(&self, turn: &Turn<P>) -> Vec<Choice<P::Order>> {
        let mut choices = turn.choices(self.side);
        if choices.is_empty() {
            // Stopped before anything was weighed: any order is better than none.
            let order = turn.first_order(self.side);
            choices.push(Choice { order, probability: 1.0, value: 0.0 });
        }
        let drawn = match self.limits.skill {
            Some(skill) => {
                let values = choices.iter().take(SKILL_LINES).map(|choice| choice.value.round() as i32);
                skill.pick(values, self.game.position().key(), 100)
            }
            None => self.draw(&choices),
        };
        choices[..=drawn].rotate_right(1);
        choices
    }

    /// The place of the order to be given: the likeliest, which is the first, or one by lot.
    fn draw(&self, choices: &[Choice<P::Order>]) -> usize {
        let MixedPlay::Sample(seed) = self.limits.mixed_play else { return 0 };
        let turns = self.game.keys().len() as u64;
        let lot = SplitMix::new(seed ^ self.game.position().key() ^ turns.rotate_left(32)).next();
        let likely = || choices.iter().map(|choice| choice.probability).take_while(|&p| p >= LEAST_PROBABILITY);
        // 53 bits make a fraction below 1.
        let mut rest = likely().sum::<f64>() * (lot >> 11) as f64 / (1_u64 << 53) as f64;
        let passed = |probability: &f64| {
            rest -= probability;
            rest >= 0.0
        };
        likely().take_while(passed).count().min(likely().count().saturating_sub(1))
    }

    fn strategy(&self, turn: &Turn<P>) -> Strategy {
        let spoken = |choice: &Choice<P::Order>| choice.probability >= LEAST_PROBABILITY;
        let choices = turn.choices(self.side).into_iter().filter(spoken);
        let orders: Vec<_> = choices.map(|choice| (self.write(choice.order), choice.probability)).collect();
        let [low, high] = turn.bounds();
        let (lower, upper) = if self.side == Side::White { (low, high) } else { (-high, -low) };
        let within = |value: f64| value.clamp(-f64::from(KING), f64::from(KING)).round() as i32;
        Strategy { orders, lower: within(lower), upper: within(upper), exact: turn.is_exact() }
    }

    fn report(&self, turn: &Turn<P>, depth: i32, lookahead: &Lookahead<P>, listener: &mut dyn Listener) {
        let run = lookahead.run();
        let answer = turn.choices(!self.side).first().map(|choice| choice.order);
        for (i, choice) in self.lines(turn).iter().take(self.limits.multi_pv).enumerate() {
            let mut line = vec![self.write(choice.order)];
            if self.side == Side::White && self.game.outcome().is_none() {
                line.extend(answer.map(|order| self.write(order)));
            }
            listener.report(&Report {
                depth: depth as u32,
                sel_depth: depth as u32,
                multi_pv: i + 1,
                score: score(choice.value),
                bound: Bound::Exact,
                nodes: lookahead.nodes(),
                time: run.elapsed(),
                hash_full: run.table.permille(),
                line,
            });
        }
    }

    /// What is said of a position without orders.
    fn report_of_the_end(&self, run: &Run) -> Report {
        let score = match self.game.position().king_loss().and_then(|outcome| outcome.winner) {
            None => Score::Centipawns(0),
            Some(winner) if winner == self.side => Score::Mate(1),
            Some(_) => Score::Mate(0),
        };
        let (bound, time) = (Bound::Exact, run.elapsed());
        Report { depth: 0, sel_depth: 0, multi_pv: 1, score, bound, nodes: 0, time, hash_full: 0, line: Vec::new() }
    }
}

/// A value on the scale of the shared search, which counts mates in half-moves.
fn mate_value(value: f64) -> i32 {
    let turns = (f64::from(KING) - value.abs()).round() as i32;
    if value.abs() < f64::from(WIN_BOUND) { value.round() as i32 } else { (MATE - 2 * turns + 1) * value.signum() as i32 }
}
