//! What the search builds orders from: parts that make sense alone, and parts that only make sense together.

use super::board::Gulliver;
use super::listing::Offer;
use super::order::{BUDGET, Order, Steps};
use crate::bits::BitSet;
use crate::game::Side;

/// Exchanges are many and rarely matter; the search looks at no more than this.
const MOST_EXCHANGES: usize = 60;

impl Gulliver {
    /// The pass, the king's steps, exchanges, and the moves of single pieces, of which all other orders are made.
    pub(super) fn all_units(&self, side: Side) -> Vec<Order> {
        let moves = self.offers(side).into_iter().filter_map(|offer| Steps::NONE.with(offer.step)).map(Order::Moves);
        [Order::Pass].into_iter().chain(self.king_orders(side)).chain(self.exchanges(side)).chain(moves).collect()
    }

    /// The pass, the king's steps, exchanges, the moves of single pieces, and for every enemy crowd the pieces that can
    /// beat it together only.
    pub(super) fn sensible_seeds(&self, side: Side) -> Vec<Order> {
        let offers = self.offers(side);
        let mut seeds = vec![Order::Pass];
        seeds.extend(self.king_orders(side));
        seeds.extend(self.exchanges(side).filter(is_change).take(MOST_EXCHANGES));
        seeds.extend(offers.iter().filter_map(|offer| Steps::NONE.with(offer.step)).map(Order::Moves));
        for square in self.occupied[(!side).index()].squares() {
            self.assaults(side, square, &offers, &mut seeds);
        }
        seeds
    }

    /// Pairs and greater groups that arrive together where an enemy crowd is that none of them beats alone: every pair,
    /// and for each first piece those that follow it in the list as far as the budget goes.
    fn assaults(&self, side: Side, square: usize, offers: &[Offer], seeds: &mut Vec<Order>) {
        let value = self.crowd(!side, square).value();
        let arriving: Vec<&Offer> = offers.iter().filter(|offer| offer.step.to() == square).collect();
        for (i, first) in arriving.iter().enumerate() {
            let Some(alone) = Steps::NONE.with(first.step) else { continue };
            if alone.value() > value {
                continue;
            }
            let mut group = alone;
            for second in &arriving[i..] {
                let pair = self.with_step(side, alone, second);
                seeds.extend(pair.map(Order::Moves));
                group = self.with_step(side, group, second).unwrap_or(group);
            }
            if group.len() > 2 {
                seeds.push(Order::Moves(group));
            }
        }
    }

    /// The steps with one more, if there is a piece for it and the budget pays it.
    pub(super) fn with_step(&self, side: Side, steps: Steps, offer: &Offer) -> Option<Steps> {
        let step = offer.step;
        let alike = steps.iter().filter(|other| other.is_alike(step)).count() as u32;
        let there = self.crowd(side, step.from()).count(step.kind());
        (alike < there && steps.value() + step.kind().value() <= BUDGET).then(|| steps.with(step))?
    }

    /// All moves of both in one order, where that is one.
    pub(super) fn joined_moves(&self, side: Side, one: Order, other: Order) -> Option<Order> {
        let (Order::Moves(one), Order::Moves(other)) = (one, other) else { return None };
        if one.value() + other.value() > BUDGET {
            return None;
        }
        let joined = other.iter().try_fold(one, |steps, &step| {
            let alike = steps.iter().filter(|mine| mine.is_alike(step)).count() as u32;
            (alike < self.crowd(side, step.from()).count(step.kind())).then(|| steps.with(step))?
        })?;
        Some(Order::Moves(joined))
    }
}

/// Like for like changes nothing.
fn is_change(order: &Order) -> bool {
    !matches!(order, Order::Exchange { leaving, entering, .. } if leaving == entering)
}
