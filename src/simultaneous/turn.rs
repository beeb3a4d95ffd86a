//! One turn: a matrix of orders that grows by best answers.

mod lean;

use super::Value;
use super::lookahead::{Lookahead, SMALL};
use super::matrix::{self, Equilibrium};
use crate::game::{JointPosition, Side};
use crate::search::Stopped;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::ControlFlow::{self, Continue};

/// An answer must gain more than this, in centipawns, to join the matrix.
const GAIN: f64 = 0.01;

/// How widely answers are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Width {
    /// Sides with at most so many orders look at all of them.
    pub all: u64,
    /// Of the orders so far, the best so many are added to,
    pub beam: usize,
    /// each time by one of the best so many parts.
    pub parts: usize,
    /// After the first answer so many of the orders are kept, the best.
    pub kept: usize,
    /// So many of the best orders are climbed from to better ones near by, when the answers so far have settled.
    pub climb: usize,
    /// The matrix grows so often at most.
    pub rounds: usize,
}

/// The orders of one side that are looked at.
#[derive(Clone)]
pub struct Pool<O> {
    pub orders: Vec<O>,
    /// Where each of them stands.
    places: HashMap<O, usize>,
    /// The first so many are the parts of which others are made; none if the pool is closed.
    parts: usize,
    /// The parts that there were at the beginning.
    seeds: Vec<O>,
    /// Are these all the orders that the side has?
    complete: bool,
    /// Those that are in the matrix.
    chosen: Vec<usize>,
    /// What they are worth against each order that the other side has in the matrix, as far as is known.
    values: Vec<Vec<Option<Value>>>,
    /// What they were worth on average when an answer was last looked for.
    scores: Vec<f64>,
}

impl<O: Copy + Eq + std::hash::Hash> Pool<O> {
    /// Orders to which nothing will be added.
    pub fn closed(orders: Vec<O>, complete: bool) -> Pool<O> {
        Pool::new(orders, 0, complete)
    }

    /// Orders that are the parts of others.
    fn open(orders: Vec<O>) -> Pool<O> {
        let (parts, seeds) = (orders.len(), orders.clone());
        Pool { seeds, ..Pool::new(orders, parts, false) }
    }

    fn new(orders: Vec<O>, parts: usize, complete: bool) -> Pool<O> {
        let mut pool = Pool {
            orders: Vec::with_capacity(orders.len()),
            places: HashMap::new(),
            parts,
            seeds: Vec::new(),
            complete,
            chosen: Vec::new(),
            values: Vec::new(),
            scores: Vec::new(),
        };
        orders.into_iter().for_each(|order| _ = pool.add(order));
        pool.parts = if parts > 0 { pool.orders.len() } else { 0 };
        pool
    }

    /// Adds an order that is not there yet; its place.
    fn add(&mut self, order: O) -> Option<usize> {
        let place = self.orders.len();
        if self.places.contains_key(&order) {
            return None;
        }
        self.places.insert(order, place);
        self.orders.push(order);
        Some(place)
    }

    /// The places, best first for a side; those that were never weighed come last.
    fn ranked(&self, side: Side) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.scores.len()).collect();
        places.sort_by(|&a, &b| {
            let better = self.scores[b].total_cmp(&self.scores[a]);
            if side == Side::White { better } else { better.reverse() }
        });
        places
    }
}

/// What is known of a turn.
#[derive(Clone)]
pub struct Turn<P: JointPosition> {
    position: P,
    /// The turns looked ahead, this one included.
    depth: u32,
    width: Width,
    pools: [Pool<P::Order>; 2],
    equilibrium: Option<Equilibrium>,
    /// What Black's best answer leaves White, and what White's best answer wins.
    bounds: [f64; 2],
    /// Was no better answer found?
    settled: bool,
}

/// An order and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Choice<O> {
    /// The order.
    pub order: O,
    /// How likely it is to be given.
    pub probability: f64,
    /// What it is worth on average, for its own side.
    pub value: f64,
}

impl<P: JointPosition> Turn<P> {
    /// A turn with orders as far as the width goes; `only` those of one side, if it is bound to them.
    pub fn new(position: P, depth: u32, width: Width, only: Option<(Side, &[P::Order])>) -> Turn<P> {
        let pools = Side::BOTH.map(|side| match only {
            Some((bound, orders)) if bound == side => Pool::closed(orders.to_vec(), true),
            _ if position.count_orders(side) <= width.all => Pool::closed(all_orders(&position, side), true),
            _ => Pool::open(position.seeds(side)),
        });
        Turn::with_pools(position, depth, width, pools)
    }

    /// The same turn one deeper, over the best orders of this one and the best of those that are no more than a unit, since
    /// the best of all may be too much alike; of pools that are complete and small, over all.
    pub fn deepened(&self, keep: usize) -> Turn<P> {
        let pools = Side::BOTH.map(|side| {
            let pool = &self.pools[side.index()];
            let keep = if pool.complete && pool.orders.len() <= SMALL { usize::MAX } else { keep };
            let best = self.best(side, keep);
            let complete = pool.complete && best.len() == pool.orders.len();
            Pool::closed(if best.is_empty() { pool.orders.clone() } else { best }, complete)
        });
        Turn::with_pools(self.position, self.depth + 1, self.width, pools)
    }

    /// The same turn over more of the orders that did best in a shallower one; `None` if there are no others.
    pub fn widened(&self, shallower: &Turn<P>, keep: usize) -> Option<Turn<P>> {
        let mut wider = self.clone();
        let mut grown = false;
        for side in Side::BOTH {
            let (pool, all) = (&mut wider.pools[side.index()], &shallower.pools[side.index()]);
            grown |= shallower.best(side, keep).into_iter().filter(|&order| pool.add(order).is_some()).count() > 0;
            pool.complete = all.complete && pool.orders.len() == all.orders.len();
        }
        grown.then_some(wider)
    }

    fn with_pools(position: P, depth: u32, width: Width, pools: [Pool<P::Order>; 2]) -> Turn<P> {
        let bounds = [f64::MIN, f64::MAX];
        Turn { position, depth, width, pools, equilibrium: None, bounds, settled: false }
    }

    /// The orders of the matrix, to begin with next time.
    pub fn matrix_orders(&self) -> [Vec<P::Order>; 2] {
        self.pools.each_ref().map(|pool| pool.chosen.iter().map(|&place| pool.orders[place]).collect())
    }

    /// Begins the matrix with these orders, as far as they may be looked at.
    pub fn begin_with(&mut self, orders: &[Vec<P::Order>; 2]) {
        for side in Side::BOTH {
            for &order in &orders[side.index()] {
                let pool = &mut self.pools[side.index()];
                let place = pool.places.get(&order).copied().or_else(|| if pool.parts > 0 { pool.add(order) } else { None });
                place.into_iter().for_each(|place| self.choose(side, place));
            }
        }
    }

    /// Grows the matrix until no answer is better than it, or as far as the width goes. Whatever was found before the
    /// search was stopped is kept.
    pub fn solve(&mut self, lookahead: &mut Lookahead<P>) -> Result<(), Stopped> {
        for side in Side::BOTH {
            if self.pools[side.index()].chosen.is_empty() {
                self.choose(side, 0);
            }
        }
        for round in 0.. {
            let equilibrium = self.matrix(lookahead)?;
            let mixes = [equilibrium.rows.clone(), equilibrium.columns.clone()];
            let value = equilibrium.value;
            self.equilibrium = Some(equilibrium);
            if round == self.width.rounds {
                break;
            }
            let mut grown = false;
            for side in Side::BOTH {
                let (place, answer) = self.best_answer(side, &mixes[(!side).index()], lookahead)?;
                let place = if round == 0 { self.prune(side, place) } else { place };
                grown |= self.accept(side, (place, answer), value);
            }
            // Only when answers of the usual kind have settled are better ones looked for near by.
            if !grown && self.width.climb > 0 {
                for side in Side::BOTH {
                    let (place, answer) = self.climb(side, &mixes[(!side).index()], lookahead)?;
                    let place = self.prune(side, place);
                    grown |= self.accept(side, (place, answer), value);
                }
            }
            if !grown {
                self.settled = true;
                break;
            }
        }
        Ok(())
    }

    /// Takes an answer into the matrix if it gains anything on the value that the turn has so far.
    fn accept(&mut self, side: Side, (place, answer): (usize, f64), value: f64) -> bool {
        self.bounds[(!side).index()] = answer;
        let better = (answer - value) * sign(side) > GAIN && !self.pools[side.index()].chosen.contains(&place);
        if better {
            self.choose(side, place);
        }
        better
    }

    /// Takes an order into the matrix.
    fn choose(&mut self, side: Side, place: usize) {
        let [own, other] = [side.index(), (!side).index()];
        if !self.pools[own].chosen.contains(&place) {
            self.pools[own].chosen.push(place);
            self.pools[other].values.push(Vec::new());
        }
    }

    /// What an order of a side is worth against one that the other has in the matrix, for White.
    fn worth(&mut self, side: Side, place: usize, against: usize, lookahead: &mut Lookahead<P>) -> Result<Value, Stopped> {
        let [own, other] = [side.index(), (!side).index()];
        if let Some(&Some(value)) = self.pools[own].values[against].get(place) {
            return Ok(value);
        }
        let mine = self.pools[own].orders[place];
        let theirs = self.pools[other].orders[self.pools[other].chosen[against]];
        let orders = if side == Side::White { [mine, theirs] } else { [theirs, mine] };
        let value = lookahead.worth(&self.position, orders, self.depth - 1)?;
        let values = &mut self.pools[own].values[against];
        if values.len() <= place {
            values.resize(self.pools[own].orders.len(), None);
        }
        values[place] = Some(value);
        Ok(value)
    }

    fn matrix(&mut self, lookahead: &mut Lookahead<P>) -> Result<Equilibrium, Stopped> {
        let [rows, columns] = [0, 1].map(|s| self.pools[s].chosen.len());
        let mut payoffs = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            let place = self.pools[0].chosen[row];
            for column in 0..columns {
                payoffs.push(f64::from(self.worth(Side::White, place, column, lookahead)?));
            }
        }
        Ok(matrix::solve(rows, columns, |row, column| payoffs[row * columns + column]))
    }

    /// What an order is worth on average against a mixed strategy of the other side, for White.
    fn average(&mut self, side: Side, place: usize, mix: &[f64], lookahead: &mut Lookahead<P>) -> Result<f64, Stopped> {
        let mut sum = 0.0;
        for (against, &probability) in mix.iter().enumerate().filter(|(_, probability)| **probability > 0.0) {
            sum += probability * f64::from(self.worth(side, place, against, lookahead)?);
        }
        Ok(sum)
    }

    /// The best answer of a side that knows the other's mixed strategy: its place, and what it is worth for White.
    fn best_answer(&mut self, side: Side, mix: &[f64], lookahead: &mut Lookahead<P>) -> Result<(usize, f64), Stopped> {
        let s = side.index();
        self.pools[s].scores.clear();
        self.weigh(side, mix, lookahead)?;
        if self.pools[s].parts > 0 {
            let parts: Vec<_> =
                self.pools[s].ranked(side).into_iter().filter(|&p| p < self.pools[s].parts).take(self.width.parts).collect();
            // As often as the longest order has parts, since every time one is added.
            while self.extend(side, &parts) {
                self.weigh(side, mix, lookahead)?;
            }
        }
        let best = self.pools[s].ranked(side)[0];
        Ok((best, self.pools[s].scores[best]))
    }

    /// Climbs from the best answers to better ones near by, until there are none; the best answer then, as
    /// [`Turn::best_answer`] gives it, which must have been asked before.
    fn climb(&mut self, side: Side, mix: &[f64], lookahead: &mut Lookahead<P>) -> Result<(usize, f64), Stopped> {
        let s = side.index();
        loop {
            let best = self.pools[s].ranked(side)[0];
            for start in self.pools[s].ranked(side).into_iter().take(self.width.climb) {
                self.add_neighbours(side, start);
                self.weigh(side, mix, lookahead)?;
            }
            if self.pools[s].ranked(side)[0] == best {
                return Ok((best, self.pools[s].scores[best]));
            }
        }
    }

    /// Adds the orders that have a part more than an order, a part less, or one instead of another.
    fn add_neighbours(&mut self, side: Side, place: usize) {
        let (position, pool) = (&self.position, &mut self.pools[side.index()]);
        if pool.seeds.is_empty() {
            return;
        }
        let order = pool.orders[place];
        let less = position.lessened(order);
        let changed = less.iter().chain([&order]).flat_map(|&base| {
            let seeds = pool.seeds.iter();
            seeds.filter_map(move |&seed| position.joined(side, base, seed))
        });
        let neighbours: Vec<P::Order> = changed.chain(less.iter().copied()).collect();
        neighbours.into_iter().for_each(|neighbour| _ = pool.add(neighbour));
    }

    /// Weighs the orders that are not weighed yet.
    fn weigh(&mut self, side: Side, mix: &[f64], lookahead: &mut Lookahead<P>) -> Result<(), Stopped> {
        let s = side.index();
        for place in self.pools[s].scores.len()..self.pools[s].orders.len() {
            let score = self.average(side, place, mix, lookahead)?;
            self.pools[s].scores.push(score);
        }
        Ok(())
    }

    /// Adds parts to the best orders; whether there is anything new.
    fn extend(&mut self, side: Side, parts: &[usize]) -> bool {
        let pool = &mut self.pools[side.index()];
        let before = pool.orders.len();
        for place in pool.ranked(side).into_iter().take(self.width.beam) {
            for &part in parts {
                if let Some(order) = self.position.joined(side, pool.orders[place], pool.orders[part]) {
                    pool.add(order);
                }
            }
        }
        pool.orders.len() > before
    }

    /// Keeps the best orders of an open pool, and those of the matrix, and forgets the others; where the order that was at
    /// `place`, one of the best, is now.
    fn prune(&mut self, side: Side, place: usize) -> usize {
        let pool = &mut self.pools[side.index()];
        if pool.parts == 0 || pool.orders.len() <= self.width.kept {
            return place;
        }
        let mut kept = pool.ranked(side);
        kept.truncate(self.width.kept);
        let chosen = std::mem::take(&mut pool.chosen);
        kept.extend(chosen.iter().filter(|place| !kept.contains(place)).copied().collect::<Vec<_>>());
        let position = |old: usize| kept.iter().position(|&place| place == old);
        let values = pool.values.iter().map(|values| kept.iter().map(|&old| values.get(old).copied().flatten()).collect());
        let mut next = Pool::open(kept.iter().map(|&old| pool.orders[old]).collect());
        next.values = values.collect();
        next.scores = kept.iter().map(|&old| pool.scores[old]).collect();
        next.seeds = std::mem::take(&mut pool.seeds);
        next.chosen = chosen.into_iter().filter_map(position).collect();
        let place = position(place).unwrap_or_default();
        *pool = next;
        place
    }

    // ---- What came of it ----

    /// What the turn is worth for White.
    pub fn value(&self) -> f64 {
        self.equilibrium.as_ref().map_or(0.0, |equilibrium| equilibrium.value)
    }

    /// What Black's best answer leaves White, and what White's best answer to Black wins: the value lies between, as far
    /// as answers were found.
    pub fn bounds(&self) -> [f64; 2] {
        self.bounds
    }

    /// Were all orders of both sides looked at to the end?
    pub fn is_exact(&self) -> bool {
        self.settled && self.pools.iter().all(|pool| pool.complete)
    }

    /// The turns looked ahead, this one included.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The best orders of a side, so many, and the best units if there are more.
    fn best(&self, side: Side, keep: usize) -> Vec<P::Order> {
        let mut best: Vec<P::Order> = self.choices(side).iter().map(|choice| choice.order).collect();
        if best.len() > keep {
            best.truncate(keep);
            best.extend(self.best_units(side, keep).iter().filter(|unit| !best[..keep].contains(unit)).collect::<Vec<_>>());
        }
        best
    }

    /// The best of the units of which orders are made, in their own order.
    pub fn best_units(&self, side: Side, most: usize) -> Vec<P::Order> {
        let ranks: HashMap<P::Order, usize> =
            self.choices(side).iter().enumerate().map(|(rank, choice)| (choice.order, rank)).collect();
        let units = self.position.units(side);
        let mut best: Vec<(usize, usize)> =
            units.iter().enumerate().filter_map(|(i, unit)| Some((*ranks.get(unit)?, i))).collect();
        best.sort_unstable();
        best.truncate(most);
        best.sort_unstable_by_key(|&(_, i)| i);
        best.into_iter().map(|(_, i)| units[i]).collect()
    }

    /// Some order of a side.
    pub fn first_order(&self, side: Side) -> P::Order {
        self.pools[side.index()].orders[0]
    }

    /// The orders of a side: those that its strategy gives, the likeliest first, then the others by their worth.
    pub fn choices(&self, side: Side) -> Vec<Choice<P::Order>> {
        let pool = &self.pools[side.index()];
        let sign = sign(side);
        let value = self.value() * sign;
        let mut probabilities = vec![0.0; pool.orders.len()];
        if let Some(equilibrium) = &self.equilibrium {
            let mix = if side == Side::White { &equilibrium.rows } else { &equilibrium.columns };
            pool.chosen.iter().zip(mix).for_each(|(&place, &probability)| probabilities[place] = probability);
        }
        // Of orders without number the best are enough; writing them all would take longer than there is time for.
        let mut known = pool.ranked(side);
        if pool.parts > 0 {
            known.truncate(self.width.kept);
        }
        known.extend(
            pool.chosen.iter().filter(|&&i| probabilities[i] > 0.0 && !known.contains(&i)).copied().collect::<Vec<_>>(),
        );
        let mut choices: Vec<_> = known
            .into_iter()
            .map(|i| {
                let order = pool.orders[i];
                let alone = pool.scores.get(i).map_or(value, |score| (score * sign).min(value));
                let probability = probabilities[i];
                Choice { order, probability, value: if probability > 0.0 { value } else { alone } }
            })
            .collect();
        // What differs only by rounding stands in the order of the texts, so that a search done again says the same.
        let rank = |value: f64| Reverse((value * 1e6).round() as i64);
        choices.sort_by_cached_key(|choice| {
            (rank(choice.probability), rank(choice.value), self.position.write_order(choice.order))
        });
        choices
    }
}

fn all_orders<P: JointPosition>(position: &P, side: Side) -> Vec<P::Order> {
    let mut orders = Vec::new();
    let _: ControlFlow<()> = position.visit_orders(side, |order| {
        orders.push(order);
        Continue(())
    });
    orders
}

/// Values are for White; this makes them a side's own.
fn sign(side: Side) -> f64 {
    if side == Side::White { 1.0 } else { -1.0 }
}
