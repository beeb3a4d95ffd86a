//! All orders of a side, one after the other, in byte order of their texts. There can be millions; none is kept.

use super::board::{Gulliver, reach};
use super::crowd::{Crowd, Kind};
use super::order::{BUDGET, Order, Step, Steps};
use crate::bits::BitSet;
use crate::game::Side;
use crate::geometry::board8x8::{file_of, rank_of};
use arrayvec::ArrayVec;

/// One move of a piece, as part of an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The move.
    pub step: Step,
    /// How many pieces of its kind stand on its square.
    pub pieces: u32,
}

/// The orders of a side, ready to be run through.
pub struct Listing {
    /// Orders that are no moves, in byte order: those before the moves of bishops, and those behind them.
    others: [Vec<Order>; 2],
    /// The moves of single pieces in byte order.
    offers: Vec<Offer>,
    /// How many of them are by bishops, which come first.
    bishops: usize,
}

impl Gulliver {
    /// The moves of single pieces, in canonical order.
    pub(super) fn offers(&self, side: Side) -> Vec<Offer> {
        let occupied = self.all_occupied();
        let mut offers = Vec::with_capacity(128);
        for (from, crowd) in self.crowds_of(side) {
            for (kind, pieces) in crowd.kinds() {
                let targets = reach(kind, from, occupied).squares();
                offers.extend(targets.map(|to| Offer { step: Step::new(from, kind, to), pieces }));
            }
        }
        offers
    }

    /// The steps of a king.
    pub(super) fn king_orders(&self, side: Side) -> impl Iterator<Item = Order> {
        let from = self.king(side).unwrap_or_default() as u8;
        self.king_targets(side).squares().map(move |to| Order::King { from, to: to as u8 })
    }

    /// The exchanges of a side (rule 1c), square after square.
    pub(super) fn exchanges(&self, side: Side) -> impl Iterator<Item = Order> {
        let stock = self.stocks[side.index()];
        let sources = if stock.is_empty() { 0 } else { self.occupied[side.index()] };
        let entrants = stock.parts();
        sources.squares().flat_map(move |square| {
            let entrants = entrants.clone();
            self.crowd(side, square).parts().into_iter().skip(1).flat_map(move |leaving| {
                let fits = move |entering: &Crowd| !entering.is_empty() && entering.value() <= leaving.value();
                let order = move |entering| Order::Exchange { square: square as u8, leaving, entering };
                entrants.clone().into_iter().filter(fits).map(order)
            })
        })
    }

    /// All orders of a side; none where a king is lost.
    pub(super) fn listing(&self, side: Side) -> Listing {
        if self.lost_king().is_some() {
            return Listing { others: [Vec::new(), Vec::new()], offers: Vec::new(), bishops: 0 };
        }
        let mut offers = self.offers(side);
        offers.sort_unstable_by_key(|offer| text_rank(offer.step));
        let bishops = offers.iter().take_while(|offer| offer.step.kind() == Kind::Bishop).count();
        let mut others: Vec<Order> = self.exchanges(side).chain(self.king_orders(side)).chain([Order::Pass]).collect();
        others.sort_by_cached_key(|&order| self.order_text(order));
        // A bishop's move begins with b and a file; squares a1 to b8 come before it in byte order, c1 to h8 behind.
        let first = others.partition_point(|order| match order {
            Order::Exchange { square, .. } => file_of((*square).into()) < 2,
            other => *other == Order::Pass,
        });
        let behind = others.split_off(first);
        Listing { others: [others, behind], offers, bishops }
    }
}

/// A number that rises with the text of a step: letter, then file and rank of both squares.
fn text_rank(step: Step) -> (char, usize, usize) {
    let name = |square: usize| file_of(square) * 8 + rank_of(square);
    (step.kind().letter(), name(step.from()), name(step.to()))
}

impl Listing {
    /// The orders in byte order of their texts.
    pub fn iter(&self) -> impl Iterator<Item = Order> {
        let [before, behind] = &self.others;
        let bishops = Moves::new(&self.offers, 0, self.bishops);
        let rest = Moves::new(&self.offers, self.bishops, self.offers.len());
        before.iter().copied().chain(bishops).chain(behind.iter().copied()).chain(rest)
    }
}

/// One step of an order that is being listed.
struct Link {
    /// Which of the offers.
    index: usize,
    /// The steps up to this one.
    steps: Steps,
    /// Their values together.
    spent: u32,
    /// How many of them, up to this one, are by pieces of its kind from its square.
    alike: u32,
}

/// Runs through orders of moves whose first step is in a range: an order first, then those that go on from it.
struct Moves<'l> {
    offers: &'l [Offer],
    /// The next first step to be tried, and the end of the range.
    next: usize,
    end: usize,
    links: ArrayVec<Link, { BUDGET as usize }>,
}

impl<'l> Moves<'l> {
    fn new(offers: &'l [Offer], next: usize, end: usize) -> Moves<'l> {
        Moves { offers, next, end, links: ArrayVec::new() }
    }

    /// The first step at `index` or behind it that may follow the links.
    fn follower(&self, index: usize) -> Option<Link> {
        let Some(last) = self.links.last() else {
            let offer = self.offers[..self.end].get(index)?;
            let steps = Steps::NONE.with(offer.step)?;
            return Some(Link { index, steps, spent: offer.step.kind().value(), alike: 1 });
        };
        let left = BUDGET - last.spent;
        if left == 0 {
            return None;
        }
        let before = self.offers[last.index].step;
        let follows = |offer: &Offer| {
            let step = offer.step;
            step >= before && step.kind().value() <= left && (!step.is_alike(before) || last.alike < offer.pieces)
        };
        let index = index + self.offers[index..].iter().position(follows)?;
        let step = self.offers[index].step;
        let alike = if step.is_alike(before) { last.alike + 1 } else { 1 };
        Some(Link { index, steps: last.steps.with(step)?, spent: last.spent + step.kind().value(), alike })
    }
}

impl Iterator for Moves<'_> {
    type Item = Order;

    fn next(&mut self) -> Option<Order> {
        let mut from = 0;
        if self.links.is_empty() {
            from = self.next;
        }
        loop {
            if let Some(link) = self.follower(from) {
                let steps = link.steps;
                self.links.push(link);
                return Some(Order::Moves(steps));
            }
            from = self.links.pop()?.index + 1;
            if self.links.is_empty() {
                self.next = from;
            }
        }
    }
}
