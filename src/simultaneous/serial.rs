//! The turn, serialised: one side orders first, the other sees it and answers. That is a game of the ordinary kind, and the
//! shared search plays it. What it is worth bounds the turn from the side of whoever orders first.
//!
//! An order is a sequence of units (moves of single pieces, and what cannot be joined) in ascending order, then "done".
//! Since the shared search knows only sides that alternate, the other side waits behind every unit, a ply without choice.
//! An order in the making is never judged: its side is "in danger" until the turn is carried out, there is no passing,
//! nothing is noisy, and the search runs without reductions and pruning.

use super::Value;
use super::lookahead::{Judge, Judged};
use crate::game::{
    Game, InputError, JointPosition, Look, MoveClass, MoveStore, MoveStyle, PackedMove, Position, Reading, Reason, Side,
    VariantInfo,
};
use crate::search::{MAX_PLY, Run, Stopped, plain};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroU32;
use std::sync::Arc;

/// One ply: a unit by its number from 1, or [`DONE`], or [`WAIT`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ply(NonZeroU32);

/// The order is complete.
const DONE: Ply = Ply(NonZeroU32::MAX);
/// The other side's order is not complete yet.
const WAIT: Ply = match NonZeroU32::new(u32::MAX - 1) {
    Some(bits) => Ply(bits),
    None => DONE,
};

impl Ply {
    fn of_unit(index: usize) -> Ply {
        Ply(NonZeroU32::MIN.saturating_add(index as u32))
    }

    /// The place of a unit; beyond all units for the other plies.
    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl PackedMove for Ply {
    fn from_bits(bits: NonZeroU32) -> Ply {
        Ply(bits)
    }

    fn to_bits(self) -> NonZeroU32 {
        self.0
    }
}

/// What orders are built from, by side.
pub type Units<O> = [Vec<O>; 2];

/// All units of a position.
pub fn units<P: JointPosition>(position: &P) -> Units<P::Order> {
    Side::BOTH.map(|side| position.units(side))
}

/// A turn that is being ordered, or the end of the last one.
#[derive(Clone, PartialEq, Debug)]
pub struct Serial<P: JointPosition> {
    position: P,
    judge: Arc<Judge>,
    units: Arc<Units<P::Order>>,
    /// Who orders first and is seen.
    first: Side,
    /// Who orders now.
    ordering: Side,
    /// Whose ply it is: the other side only waits.
    to_move: Side,
    /// The first side's order, when it is complete.
    given: Option<P::Order>,
    /// The order in the making, and the least unit that may join it.
    order: Option<P::Order>,
    next: usize,
    /// The turns to be ordered, this one included, and those carried out.
    turns: u32,
    gone: u32,
    /// What White has in the end; `None` while there are turns to be ordered.
    worth: Option<Value>,
    key: u64,
}

impl<P: JointPosition> Serial<P> {
    fn new(position: P, judge: Judge, units: Units<P::Order>, first: Side, turns: u32) -> Serial<P> {
        let mut serial = Serial {
            position,
            judge: Arc::new(judge),
            units: Arc::new(units),
            first,
            ordering: first,
            to_move: first,
            given: None,
            order: None,
            next: 0,
            turns,
            gone: 0,
            worth: None,
            key: 0,
        };
        serial.key = serial.key_of_all();
        serial
    }

    fn units(&self) -> &[P::Order] {
        &self.units[self.ordering.index()]
    }

    /// The order in the making with one unit more, if it may join.
    fn joined(&self, index: usize) -> Option<P::Order> {
        let unit = *self.units().get(index)?;
        match self.order {
            None => Some(unit),
            Some(order) if index >= self.next => self.position.joined(self.ordering, order, unit),
            Some(_) => None,
        }
    }

    fn plies(&self) -> impl Iterator<Item = Ply> {
        let (over, waits) = (self.worth.is_some(), self.to_move != self.ordering);
        let building = !over && !waits;
        let units = if building { self.next..self.units().len() } else { 0..0 };
        let joining = units.filter(|&index| self.joined(index).is_some()).map(Ply::of_unit);
        let other = if waits { WAIT } else { DONE };
        joining.chain((!over && (waits || self.order.is_some())).then_some(other))
    }

    /// The order in the making is complete.
    fn close(&mut self) {
        let order = self.order.take();
        self.next = 0;
        self.ordering = !self.ordering;
        match (self.given.take(), order) {
            (Some(first), Some(second)) => {
                let orders = if self.first == Side::White { [first, second] } else { [second, first] };
                self.carry_out(orders);
            }
            (None, order) => self.given = order,
            // Nobody is done who has not begun.
            (Some(_), None) => {}
        }
    }

    fn carry_out(&mut self, orders: [P::Order; 2]) {
        self.position = self.position.after(orders);
        self.gone += 1;
        self.turns -= 1;
        match self.judge.judge(&self.position) {
            Judged::Open(_) if self.turns > 0 => self.units = Arc::new(units(&self.position)),
            Judged::Open(value) | Judged::Closed(value) => self.worth = Some(earlier(value, self.gone)),
        }
    }

    fn key_of_all(&self) -> u64 {
        // The hasher of the standard library without random keys: nothing but the table depends on the numbers.
        let mut hasher = DefaultHasher::new();
        (self.given, self.order, self.next, self.turns, self.gone, self.worth).hash(&mut hasher);
        [self.first, self.ordering, self.to_move].hash(&mut hasher);
        if self.given.is_none() && self.order.is_none() {
            self.units.hash(&mut hasher);
        } else {
            self.units.each_ref().map(Vec::len).hash(&mut hasher);
        }
        self.position.key() ^ hasher.finish()
    }
}

/// A value so many turns earlier.
fn earlier(value: Value, turns: u32) -> Value {
    (0..turns).fold(value, |value, _| super::one_turn_earlier(value))
}

/// The most plies of so many turns: units with a wait behind each, and "done", twice a turn.
fn plies<P: JointPosition>(turns: u32) -> usize {
    turns as usize * 2 * (2 * P::LONGEST_ORDER + 1)
}

/// Are so many turns short enough for the shared search?
pub fn is_searchable<P: JointPosition>(turns: u32) -> bool {
    plies::<P>(turns) < MAX_PLY
}

/// Solves the turn, and so many in all, as if `first` ordered first and the other side saw it, over the orders that the
/// units make; in the turns behind it, over all. What it is worth for White: at most the value of the turn if White orders
/// first, at least that if Black does. So many turns must be searchable.
pub fn solve<P: JointPosition>(
    position: &P,
    judge: Judge,
    units: Units<P::Order>,
    first: Side,
    turns: u32,
    run: &Run,
) -> Result<Value, Stopped> {
    let serial = Serial::new(*position, judge, units, first, turns);
    let value = plain(run, &Game::new(serial), plies::<P>(turns) as i32)?;
    Ok(if first == Side::White { value } else { -value })
}

impl<P: JointPosition> Position for Serial<P> {
    type Move = Ply;
    type Moves = Vec<Ply>;
    type Threats = ();
    const INFO: &'static VariantInfo = P::INFO;

    /// A turn in which the side that is asked orders first, to be searched one turn deep.
    fn read(text: &str, reading: Reading) -> Result<Serial<P>, InputError> {
        let (position, first) = P::read(text, reading)?;
        Ok(Serial::new(position, Judge::default(), units(&position), first, 1))
    }

    fn write(&self) -> String {
        self.position.write(self.first)
    }

    /// The number of the unit, or `done`, or `wait`.
    fn write_move(&self, m: Ply, _style: MoveStyle) -> String {
        match m {
            DONE => "done".to_owned(),
            WAIT => "wait".to_owned(),
            unit => unit.0.to_string(),
        }
    }

    fn read_move(&self, token: &str, style: MoveStyle) -> Result<Ply, InputError> {
        let ply = self.plies().find(|&ply| self.write_move(ply, style) == token);
        ply.ok_or_else(|| InputError::new("ply", token, "not legal here"))
    }

    fn write_san(&self, m: Ply) -> String {
        self.write_move(m, MoveStyle::default())
    }

    fn read_san(&self, token: &str) -> Result<Ply, InputError> {
        self.read_move(token, MoveStyle::default())
    }

    fn draw(&self, look: Look) -> String {
        self.position.draw(look)
    }

    fn checkers(&self) -> Vec<String> {
        Vec::new()
    }

    fn mirrored(&self) -> Serial<P> {
        let position = self.position.mirrored();
        Serial::new(position, Judge::clone(&self.judge), units(&position), !self.first, self.turns)
    }

    fn side(&self) -> Side {
        self.to_move
    }

    /// Repetition is judged between turns, by the judge.
    fn reversible_plies(&self) -> usize {
        0
    }

    fn repetition_key(&self) -> u64 {
        self.key
    }

    fn keys_from_scratch(&self) -> (u64, u64) {
        (self.key_of_all(), self.key_of_all())
    }

    fn generate(&self, class: MoveClass, moves: &mut Vec<Ply>) {
        if class != MoveClass::Noisy {
            self.plies().for_each(|ply| MoveStore::push(moves, ply));
        }
    }

    fn is_legal(&self, m: Ply) -> bool {
        let waits = self.to_move != self.ordering;
        self.worth.is_none()
            && match m {
                WAIT => waits,
                DONE => !waits && self.order.is_some(),
                unit => !waits && self.joined(unit.index()).is_some(),
            }
    }

    fn play(&mut self, m: Ply) {
        match m {
            WAIT => {}
            DONE => self.close(),
            unit => {
                self.order = self.joined(unit.index());
                self.next = unit.index();
            }
        }
        self.to_move = !self.to_move;
        self.key = self.key_of_all();
    }

    fn in_check(&self) -> bool {
        false
    }

    fn board_draw(&self) -> Option<Reason> {
        None
    }

    /// What the turns are worth when they are over. Before, this is never asked.
    fn evaluate(&self) -> i32 {
        debug_assert!(self.worth.is_some(), "an order in the making is judged");
        let value = self.worth.unwrap_or_default();
        if self.to_move == Side::White { value } else { -value }
    }

    fn is_over(&self) -> bool {
        self.worth.is_some()
    }

    fn in_danger(&self) -> bool {
        self.worth.is_none()
    }

    const HISTORY_SLOTS: usize = 2 * UNIT_SLOTS;

    fn history_index(&self, m: Ply, (): ()) -> usize {
        self.ordering.index() * UNIT_SLOTS + m.index() % UNIT_SLOTS
    }
}

/// Units are told apart by so many numbers in the histories.
const UNIT_SLOTS: usize = 1024;

#[cfg(test)]
mod tests {
    use super::super::matrix;
    use super::*;
    use crate::game::suite::entries;
    use crate::search::{Control, Limits, Resources, Rigour};
    use crate::variants::gulliver::{Gulliver, Order};
    use std::collections::HashSet;
    use std::ops::ControlFlow::{self, Continue};

    fn read(text: &str) -> Gulliver {
        Gulliver::read(text, Reading::Strict).unwrap_or_else(|e| panic!("{text}: {e}")).0
    }

    fn orders(position: &Gulliver, side: Side) -> Vec<Order> {
        let mut orders = Vec::new();
        let _: ControlFlow<()> = position.visit_orders(side, |order| {
            orders.push(order);
            Continue(())
        });
        orders
    }

    /// What every pair of orders leads to, each time solved as a turn in which `first` orders first, or looked at.
    fn payoffs(position: &Gulliver, first: Side, turns: u32) -> Vec<Vec<Value>> {
        let worth = |white, black| {
            let after = position.after([white, black]);
            earlier(
                match Judge::default().judge(&after) {
                    Judged::Open(_) if turns > 1 => best(&payoffs(&after, first, turns - 1), first),
                    Judged::Open(value) | Judged::Closed(value) => value,
                },
                1,
            )
        };
        let black = orders(position, Side::Black);
        orders(position, Side::White).iter().map(|&w| black.iter().map(|&b| worth(w, b)).collect()).collect()
    }

    /// The best that a side can do whose order the other side sees.
    fn best(payoffs: &[Vec<Value>], first: Side) -> Value {
        let columns = 0..payoffs[0].len();
        match first {
            Side::White => payoffs.iter().filter_map(|row| row.iter().copied().min()).max(),
            Side::Black => columns.filter_map(|column| payoffs.iter().map(|row| row[column]).max()).min(),
        }
        .expect("a turn has orders")
    }

    fn serialised(position: &Gulliver, first: Side, turns: u32, megabytes: usize) -> Value {
        let resources = Resources::new(megabytes, 1).expect("memory");
        let (table, limits, control) = (resources.table(), Limits::default(), Control::default());
        let run = Run::new(&table, &limits, &control, first, Rigour::PLAIN);
        solve(position, Judge::default(), units(position), first, turns, &run).expect("nothing stops it")
    }

    /// The smaller ones of the committed positions, so many turns deep.
    fn small(turns: &str, most: u64) -> Vec<Gulliver> {
        let entries = entries(include_str!("../../positions/gulliver.turns")).expect("a good file");
        let of_depth = entries.iter().filter(|entry| entry.item("turns") == Some(turns));
        let small = |position: &Gulliver| Side::BOTH.iter().all(|&side| position.count_orders(side) <= most);
        of_depth.map(|entry| read(entry.position)).filter(small).collect()
    }

    #[test]
    fn serialisations_equal_brute_force_and_bound_the_value() {
        let positions = small("1", 300);
        assert!(positions.len() >= 15);
        let mut apart = 0;
        for position in positions {
            let payoffs = payoffs(&position, Side::White, 1);
            let [low, high] = Side::BOTH.map(|first| best(&payoffs, first));
            let value = matrix::solve(payoffs.len(), payoffs[0].len(), |row, column| payoffs[row][column].into()).value;
            assert!(f64::from(low) - 1e-6 <= value && value <= f64::from(high) + 1e-6, "{low} {value} {high}");
            apart += usize::from(low < high);
            for megabytes in [1, 16] {
                let found = Side::BOTH.map(|first| serialised(&position, first, 1, megabytes));
                assert_eq!(found, [low, high], "{}", position.write(Side::White));
            }
        }
        assert!(apart >= 5, "only {apart} turns are not pure");
    }

    #[test]
    fn two_turns_serialised_equal_brute_force() {
        let positions = small("2", 20);
        assert!(positions.len() >= 3);
        for position in positions {
            for first in Side::BOTH {
                let expected = best(&payoffs(&position, first, 2), first);
                assert_eq!(serialised(&position, first, 2, 16), expected, "{}", position.write(Side::White));
            }
        }
    }

    /// All orders that the plies of the side that orders first can make.
    fn made(serial: &Serial<Gulliver>, found: &mut Vec<Order>) {
        for ply in serial.plies() {
            assert!(serial.is_legal(ply));
            let mut next = serial.clone();
            next.play(ply);
            match (ply, serial.order) {
                (DONE, Some(order)) => found.push(order),
                _ => made(&next, found),
            }
        }
    }

    #[test]
    fn every_order_is_made_in_one_way() {
        for text in [
            "4k3/4p3/8/8/8/8/4P3/4K3[] w - - 0 1",
            "8/8/3k4/2pp4/8/2PP4/8/2K5[] w - - 0 1",
            "4k3/8/8/8/3(QPP)4/8/8/4K3[RPq] w - - 0 1",
            "7k/8/4(qrbnp)3/8/3(QRBNP)4/8/8/K7[] w - - 0 1",
        ] {
            let position = read(text);
            let serial = Serial::new(position, Judge::default(), units(&position), Side::White, 1);
            let mut found = Vec::new();
            made(&serial, &mut found);
            let all: HashSet<Order> = orders(&position, Side::White).into_iter().collect();
            assert_eq!(found.len(), all.len(), "{text}");
            assert_eq!(found.into_iter().collect::<HashSet<_>>(), all, "{text}");
        }
    }

    #[test]
    fn sides_alternate_and_only_the_end_of_the_turns_is_over() {
        let position = read("8/8/3k4/2pp4/8/2PP4/8/2K5[] w - - 0 1");
        let mut serial = Serial::new(position, Judge::default(), units(&position), Side::Black, 2);
        let mut random = crate::game::keys::SplitMix::new(3);
        for _ in 0..100 {
            let plies: Vec<Ply> = serial.plies().collect();
            assert_eq!(plies.is_empty(), serial.is_over());
            assert_ne!(serial.in_danger(), serial.is_over());
            let Some(&ply) = plies.get(random.below(plies.len().max(1))) else { break };
            let (side, before) = (serial.side(), serial.search_key());
            serial.play(ply);
            assert_eq!(serial.side(), !side);
            assert_ne!(serial.search_key(), before);
            assert_eq!(serial.keys_from_scratch().0, serial.search_key());
        }
        assert!(serial.is_over() && serial.gone == 2);
    }
}
