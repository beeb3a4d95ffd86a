//! Leaning: the strategy of a turn bent towards what an attacking player is likely to order, as far as little is risked.
//!
//! The equilibrium is safe against everybody and makes little of anybody's mistakes. So an opponent is assumed who orders by
//! a model with a small probability and whatever is worst for us otherwise; what is best against him is a restricted Nash
//! response (Johanson, Zinkevich and Bowling, "Computing robust counter-strategies", 2007). The model is the one-turn
//! player: he gives the order that is best if we pass.

use super::super::lookahead::{Lookahead, ROOT};
use super::{GAIN, Turn, sign};
use crate::game::{JointPosition, Side};
use crate::search::Stopped;
use crate::simultaneous::matrix;

/// How likely the opponent is taken to order by the model: what is risked must win 19 times as much against it.
const TRUST: f64 = 0.05;
/// The model gives at most so many orders, each as often: those that are equally good.
const MODELLED: usize = 8;
/// Values that differ by less, in centipawns, are equal.
const EQUAL: f64 = 0.5;
/// The matrix grows so often at most.
const ROUNDS: usize = 20;

/// A strategy in the making: the probabilities of the side's orders in the matrix, and what it has for sure, in
/// centipawns for its own side.
struct Leant {
    mix: Vec<f64>,
    secure: f64,
}

impl<P: JointPosition> Turn<P> {
    /// The orders that are best for the other side if this one passes, one turn deep.
    pub fn model(position: P, side: Side, lookahead: &mut Lookahead<P>) -> Result<Vec<P::Order>, Stopped> {
        let mut turn = Turn::new(position, 1, ROOT, Some((side, &[P::PASS])));
        turn.choose(side, 0);
        turn.best_answer(!side, &[1.0], lookahead)?;
        let (_, best) = turn.climb(!side, &[1.0], lookahead)?;
        let pool = &turn.pools[(!side).index()];
        let equal = pool.ranked(!side).into_iter().take_while(|&place| (pool.scores[place] - best).abs() < EQUAL);
        Ok(equal.take(MODELLED).map(|place| pool.orders[place]).collect())
    }

    /// Leans the strategy of a side towards what is best if the other side gives the orders of `model`; whatever is ordered
    /// against it, it loses at most `risk` centipawns of the value of the turn, as far as answers are found. If this is
    /// stopped, the strategy stays as it was.
    pub fn lean(&mut self, side: Side, model: &[P::Order], risk: f64, lookahead: &mut Lookahead<P>) -> Result<(), Stopped> {
        let Some(mut equilibrium) = self.equilibrium.clone() else { return Ok(()) };
        if model.is_empty() {
            return Ok(());
        }
        // The order of the orders stays that of the equilibrium, and so do the bounds that others look at.
        let scores = self.pools.each_ref().map(|pool| pool.scores.clone());
        let leant = self.leant(side, model, lookahead);
        for (pool, scores) in self.pools.iter_mut().zip(scores) {
            pool.scores = scores;
        }
        equilibrium.rows.resize(self.pools[0].chosen.len(), 0.0);
        equilibrium.columns.resize(self.pools[1].chosen.len(), 0.0);
        if let Ok(Leant { mix, secure }) = &leant {
            let sign = sign(side);
            let safe = if side == Side::White { &mut equilibrium.rows } else { &mut equilibrium.columns };
            let loss = equilibrium.value * sign - secure;
            let share = matrix::blend(safe, mix, loss, risk);
            self.bounds[side.index()] = equilibrium.value - sign * share * loss;
        }
        self.equilibrium = Some(equilibrium);
        leant.map(|_| ())
    }

    /// The strategy that does best against the opponent who orders by the model now and then. The matrix grows by best
    /// answers, as it did for the equilibrium.
    fn leant(&mut self, side: Side, model: &[P::Order], lookahead: &mut Lookahead<P>) -> Result<Leant, Stopped> {
        let (own, other, sign) = (side.index(), (!side).index(), sign(side));
        let modelled = self.take_in(!side, model);
        let mut round = 1;
        loop {
            let columns = self.pools[other].chosen.len();
            let mut weights = vec![0.0; columns];
            modelled.iter().for_each(|&column| weights[column] += 1.0 / modelled.len() as f64);
            let payoffs = self.payoffs(side, lookahead)?;
            let rows = payoffs.len();
            let found = matrix::lean(rows, columns, |row, column| payoffs[row][column], &weights, TRUST);
            let (mut place, mut worst) = self.best_answer(!side, &found.rows, lookahead)?;
            if worst * sign >= found.secure - GAIN {
                (place, worst) = self.climb(!side, &found.rows, lookahead)?;
            }
            let secure = worst * sign;
            let mut grown = secure < found.secure - GAIN && self.join(!side, place);
            let (place, best) = self.best_answer(side, &found.columns, lookahead)?;
            grown |= best * sign > found.value + GAIN && self.join(side, place);
            if !grown || round == ROUNDS {
                let mut mix = found.rows;
                mix.resize(self.pools[own].chosen.len(), 0.0);
                return Ok(Leant { mix, secure });
            }
            round += 1;
        }
    }

    /// Takes orders into the matrix; which of its orders they are.
    fn take_in(&mut self, side: Side, orders: &[P::Order]) -> Vec<usize> {
        for &order in orders {
            let pool = &mut self.pools[side.index()];
            let place = pool.places.get(&order).copied().or_else(|| pool.add(order));
            place.into_iter().for_each(|place| self.choose(side, place));
        }
        let pool = &self.pools[side.index()];
        let among = |place: &usize| orders.contains(&pool.orders[*place]);
        pool.chosen.iter().enumerate().filter(|(_, place)| among(place)).map(|(at, _)| at).collect()
    }

    /// Takes an order into the matrix; was it not there yet?
    fn join(&mut self, side: Side, place: usize) -> bool {
        let before = self.pools[side.index()].chosen.len();
        self.choose(side, place);
        self.pools[side.index()].chosen.len() > before
    }

    /// The matrix as a side sees it, its own orders in the rows.
    fn payoffs(&mut self, side: Side, lookahead: &mut Lookahead<P>) -> Result<Vec<Vec<f64>>, Stopped> {
        let columns = self.pools[(!side).index()].chosen.len();
        let places = self.pools[side.index()].chosen.clone();
        let mut row = |place: usize| -> Result<Vec<f64>, Stopped> {
            (0..columns).map(|column| Ok(sign(side) * f64::from(self.worth(side, place, column, lookahead)?))).collect()
        };
        places.into_iter().map(&mut row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::all_orders;
    use super::*;
    use crate::game::suite::entries;
    use crate::game::{JointGame, Reading};
    use crate::search::{Control, Evaluation, Limits, Resources, Rigour, Run};
    use crate::simultaneous::lookahead::Judge;
    use crate::variants::gulliver::{Gulliver, Order};

    /// What an order of the other side leaves a side by its strategy in the turn.
    fn left(turn: &Turn<Gulliver>, side: Side, answer: Order, lookahead: &mut Lookahead<Gulliver>) -> f64 {
        let likely = turn.choices(side).into_iter().filter(|choice| choice.probability > 0.0);
        let mut worth = |order| {
            let orders = if side == Side::White { [order, answer] } else { [answer, order] };
            sign(side) * f64::from(lookahead.worth(&turn.position, orders, 0).expect("nothing stops it"))
        };
        likely.map(|choice| choice.probability * worth(choice.order)).sum()
    }

    #[test]
    fn leaning_wins_against_the_one_turn_player_and_risks_no_more_than_allowed() {
        const RISK: f64 = 5.0;
        let resources = Resources::new(1, 1).expect("memory");
        let (table, limits, control) = (resources.table(), Limits::default(), Control::default());
        let (mut leant, mut held) = (0, 0);
        for entry in entries(include_str!("../../../positions/gulliver.turns")).expect("a good file") {
            let (position, _) = Gulliver::read(entry.position, Reading::Strict).expect("a good position");
            for side in Side::BOTH {
                let run = Run::new(&table, &limits, &control, side, Rigour::PLAIN);
                let judge = Judge::new(&JointGame::new(position, Side::White), Evaluation::Full);
                let mut lookahead = Lookahead::new(&run, &position, &judge);
                let answers = all_orders(&position, !side);
                let mut safe = Turn::new(position, 1, ROOT, None);
                safe.solve(&mut lookahead).expect("nothing stops it");
                let model = Turn::model(position, side, &mut lookahead).expect("nothing stops it");
                let mut turn = safe.clone();
                turn.lean(side, &model, RISK, &mut lookahead).expect("nothing stops it");

                let mut against = |turn: &Turn<Gulliver>, answer: Order| left(turn, side, answer, &mut lookahead);
                let least = answers.iter().map(|&answer| against(&turn, answer)).fold(f64::MAX, f64::min);
                let lost = sign(side) * safe.value() - least;
                assert!(lost <= RISK + 0.1, "{} as {}: {lost}", entry.position, side.name());
                let bound = sign(side) * turn.bounds()[side.index()];
                assert!(bound <= least + 0.1, "{}: {bound} {least}", entry.position);
                assert_eq!(turn.value(), safe.value());
                let gain: f64 = model.iter().map(|&order| against(&turn, order) - against(&safe, order)).sum();
                assert!(gain >= -0.1, "{} as {}: {gain}", entry.position, side.name());
                leant += usize::from(gain > 1.0);
                held += usize::from(lost > RISK - 0.1);
            }
        }
        assert!(leant >= 5 && held >= 1, "{leant} {held}");
    }

    #[test]
    fn the_model_gives_what_is_best_against_a_pass() {
        let resources = Resources::new(1, 1).expect("memory");
        let (table, limits, control) = (resources.table(), Limits::default(), Control::default());
        for (text, side, expected) in [
            // The queen takes the rook; or the king, if she can.
            ("4k3/8/8/8/8/r7/8/Q3K3[] w - - 0 1", Side::Black, vec!["qa1a3"]),
            ("Q3k3/8/8/8/8/r7/8/4K3[] w - - 0 1", Side::Black, vec!["qa8e8"]),
            ("4k3/8/8/8/8/R7/8/q3K3[] w - - 0 1", Side::White, vec!["qa1e1"]),
        ] {
            let (position, _) = Gulliver::read(text, Reading::Strict).expect("a good position");
            let run = Run::new(&table, &limits, &control, side, Rigour::PLAIN);
            let judge = Judge::new(&JointGame::new(position, Side::White), Evaluation::Material);
            let model = Turn::model(position, side, &mut Lookahead::new(&run, &position, &judge)).expect("nothing stops it");
            let texts: Vec<String> = model.into_iter().map(|order| position.write_order(order)).collect();
            assert_eq!(texts, expected, "{text}");
        }
    }
}
