//! The engine of a variant with simultaneous orders.

use super::lookahead::{Judge, KEPT, Lookahead, ROOT, WIDTHS};
use super::turn::{Choice, Turn};
use super::{KING, Value, WIN_BOUND, score, serial};
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

/// Where a turn is too great to be serialised over all orders, so many units of each side make those that are.
const UNITS: usize = 8;
/// A serialisation takes this part of the nodes searched so far, but as many as this in any case.
const SERIAL_SHARE: u64 = 16;
const SERIAL_NODES: u64 = 8192;

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

/// What the search came to.
struct Thought<P: JointPosition> {
    turn: Turn<P>,
    /// The turn looked at one turn deep, from which the deeper one takes more orders,
    shallower: Option<Turn<P>>,
    /// so many each time.
    widths: std::slice::Iter<'static, usize>,
    /// What the opponent orders who is best off if he is not answered, when it has been looked for.
    model: Vec<P::Order>,
    /// What the serialised turn is worth for White: White first, Black first.
    serialised: Option<[Value; 2]>,
}

impl<P: JointPosition> Thought<P> {
    /// The turn over more orders than now, if there are any.
    fn wider(&mut self) -> Option<Turn<P>> {
        let Thought { turn, shallower, widths, .. } = self;
        let source = shallower.as_ref()?;
        widths.find_map(|&keep| turn.widened(source, keep))
    }

    /// The value of the turn lies between: as its serialisations say, or else the best answers to its strategies.
    fn bounds(&self) -> [f64; 2] {
        let Some([low, high]) = self.serialised else { return self.turn.bounds() };
        let value = self.turn.value();
        // Over few orders a serialisation may miss what the strategies know.
        [f64::from(low).min(value), f64::from(high).max(value)]
    }
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
        let judge = Judge::new(&self.game, self.limits.evaluation);
        let mut lookahead = Lookahead::new(&run, self.game.position(), &judge);
        let thought = self.deepen(&mut lookahead, choices, listener);
        self.memory().insert(self.game.position().key(), thought.turn.matrix_orders());
        run.wait_for_leave();
        let choices = self.lines(&thought.turn);
        listener.strategy(&self.strategy(&thought));
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

    /// Looks ahead one turn more again and again, over few orders first and then over more; the deepest turn that was
    /// finished, or what there is of the first.
    fn deepen(&self, lookahead: &mut Lookahead<P>, choices: u64, listener: &mut dyn Listener) -> Thought<P> {
        let position = *self.game.position();
        let only = (!self.only.is_empty()).then_some((self.side, self.only.as_slice()));
        let mut turn = Turn::new(position, 1, ROOT, only);
        if let Some(orders) = self.memory().get(&position.key()) {
            turn.begin_with(orders);
        }
        let choices = usize::try_from(choices).unwrap_or(usize::MAX);
        let mut model = Vec::new();
        let mut finished = turn.solve(lookahead).and_then(|()| {
            model = self.model(lookahead)?;
            self.lean(&mut turn, &model, lookahead)
        });
        let mut thought = Thought { turn, shallower: None, widths: WIDTHS.iter(), model, serialised: None };
        loop {
            self.report(&thought.turn, lookahead, listener);
            listener.strategy_so_far(&self.strategy(&thought));
            let wider = thought.wider();
            // A depth is done when the turn is as wide as it gets.
            let depth = thought.turn.depth() as i32 - i32::from(wider.is_some());
            if finished.is_ok() && wider.is_none() {
                thought.serialised = self.serialise(&thought, lookahead);
            }
            let value = mate_value(self.of_own(thought.turn.value()));
            if finished == Err(Stopped) || lookahead.run().is_done(depth, value, choices, 100) {
                break;
            }
            let deeper = wider.is_none();
            let mut next = wider.unwrap_or_else(|| thought.turn.deepened(KEPT.max(self.limits.multi_pv)));
            finished = next.solve(lookahead).and_then(|()| self.lean(&mut next, &thought.model, lookahead));
            if finished.is_err() {
                break;
            }
            let before = std::mem::replace(&mut thought.turn, next);
            if deeper {
                thought.shallower = (before.depth() == 1).then_some(before);
            }
        }
        lookahead.run().finish();
        thought
    }

    /// What an attacking opponent orders; nothing if nothing is to be risked on him.
    fn model(&self, lookahead: &mut Lookahead<P>) -> Result<Vec<P::Order>, Stopped> {
        if self.limits.risk == 0 { Ok(Vec::new()) } else { Turn::model(*self.game.position(), self.side, lookahead) }
    }

    /// Leans on the model. Where all orders were looked at to the end, nothing is in doubt that could pay for a risk.
    fn lean(&self, turn: &mut Turn<P>, model: &[P::Order], lookahead: &mut Lookahead<P>) -> Result<(), Stopped> {
        if turn.is_exact() { Ok(()) } else { turn.lean(self.side, model, f64::from(self.limits.risk), lookahead) }
    }

    /// What the turn is worth to White if White orders first, and if Black does: of small turns as deep as they were
    /// looked at, over all orders; of others one turn deep, over the orders that the most promising units make. Those that
    /// were known before, or none, where that takes too long or the orders are bound.
    fn serialise(&self, thought: &Thought<P>, lookahead: &mut Lookahead<P>) -> Option<[Value; 2]> {
        let (turn, position) = (&thought.turn, self.game.position());
        let (depth, units) = match (turn.is_exact(), turn.depth()) {
            _ if !self.only.is_empty() => return None,
            (true, depth) if !serial::is_searchable::<P>(depth) => return None,
            (true, depth) => (depth, serial::units(position)),
            (false, 1) => (1, Side::BOTH.map(|side| turn.best_units(side, UNITS))),
            (false, _) => return thought.serialised,
        };
        let nodes = (lookahead.nodes() / SERIAL_SHARE).max(SERIAL_NODES);
        let table = lookahead.run().table;
        let mut value = |first| {
            let limits = Limits { nodes: Some(nodes), ..self.limits.clone() };
            let run = Run::new(table, &limits, &self.control, first, Rigour::PLAIN);
            let judge = lookahead.judge().clone();
            let found = serial::solve(position, judge, units.clone(), first, depth, &run);
            lookahead.charge(run.handed_out()).and(found).ok()
        };
        Some([value(Side::White)?, value(Side::Black)?])
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

    fn strategy(&self, thought: &Thought<P>) -> Strategy {
        let turn = &thought.turn;
        let spoken = |choice: &Choice<P::Order>| choice.probability >= LEAST_PROBABILITY;
        let choices = turn.choices(self.side).into_iter().filter(spoken);
        let orders: Vec<_> = choices.map(|choice| (self.write(choice.order), choice.probability)).collect();
        let [low, high] = thought.bounds();
        let (lower, upper) = if self.side == Side::White { (low, high) } else { (-high, -low) };
        let within = |value: f64| value.clamp(-f64::from(KING), f64::from(KING)).round() as i32;
        Strategy { orders, lower: within(lower), upper: within(upper), exact: turn.is_exact() }
    }

    fn report(&self, turn: &Turn<P>, lookahead: &Lookahead<P>, listener: &mut dyn Listener) {
        let run = lookahead.run();
        let answer = turn.choices(!self.side).first().map(|choice| choice.order);
        for (i, choice) in self.lines(turn).iter().take(self.limits.multi_pv).enumerate() {
            let mut line = vec![self.write(choice.order)];
            if self.side == Side::White && self.game.outcome().is_none() {
                line.extend(answer.map(|order| self.write(order)));
            }
            listener.report(&Report {
                depth: turn.depth(),
                sel_depth: turn.depth(),
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
