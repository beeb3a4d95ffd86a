//! Orders counted, and drawn by lot, without listing them.

use super::board::{Gulliver, reach};
use super::crowd::{Crowd, Kind};
use super::order::{BUDGET, Order, Step, Steps};
use crate::bits::BitSet;
use crate::game::Side;
use crate::game::keys::SplitMix;

/// The number of orders by the values that they use up, 0 to the budget.
type Spending = [u64; BUDGET as usize + 1];

/// Like pieces on one square, as far as an order can move them.
struct Group {
    kind: Kind,
    from: usize,
    targets: u64,
    /// The most of them that one order can move.
    most: u32,
}

impl Group {
    /// The number of ways to send so many of them to their targets: they are alike, so only the numbers on each target
    /// count (combinations with repetition).
    fn ways(&self, pieces: u32) -> u64 {
        let targets = u64::from(self.targets.count());
        let (mut above, mut below) = (1, 1);
        for i in 0..u64::from(pieces) {
            above *= targets + i;
            below *= i + 1;
        }
        above / below
    }

    /// `spending`, with these pieces to be moved too.
    fn added_to(&self, spending: &Spending) -> Spending {
        let mut sum = *spending;
        for pieces in 1..=self.most {
            let ways = self.ways(pieces);
            let cost = (pieces * self.kind.value()) as usize;
            for spent in cost..sum.len() {
                sum[spent] += spending[spent - cost] * ways;
            }
        }
        sum
    }
}

impl Gulliver {
    fn groups(&self, side: Side) -> impl Iterator<Item = Group> {
        let occupied = self.all_occupied();
        self.crowds_of(side).flat_map(move |(from, crowd)| {
            crowd.kinds().map(move |(kind, count)| {
                let most = count.min(BUDGET / kind.value());
                Group { kind, from, targets: reach(kind, from, occupied), most }
            })
        })
    }

    /// The number of orders of a side: perft(1).
    pub(super) fn order_count(&self, side: Side) -> u64 {
        if self.lost_king().is_some() {
            return 0;
        }
        let moves = self.groups(side).fold(NOTHING_SPENT, |spending, group| group.added_to(&spending));
        let pass_or_moves: u64 = moves.iter().sum();
        pass_or_moves + u64::from(self.king_targets(side).count()) + self.exchange_count(side)
    }

    fn exchange_count(&self, side: Side) -> u64 {
        let stock = self.stocks[side.index()];
        if stock.is_empty() {
            return 0;
        }
        // How many crowds worth at most so much can enter.
        let mut entering = parts_by_value(stock);
        (1..entering.len()).for_each(|value| entering[value] += entering[value - 1]);
        let leaving = self.crowds_of(side).flat_map(|(_, crowd)| parts_by_value(crowd).into_iter().enumerate());
        leaving.map(|(value, ways)| ways * entering[value]).sum()
    }

    /// An order, every one as likely as every other; `None` where there is none.
    pub(super) fn draw_order(&self, side: Side, random: &mut SplitMix) -> Option<Order> {
        let count = self.order_count(side);
        if count == 0 {
            return None;
        }
        let mut lot = random.below(count as usize) as u64;
        let [kings, exchanges] = [self.king_targets(side).count().into(), self.exchange_count(side)];
        if lot < kings {
            return self.king_orders(side).nth(lot as usize);
        }
        lot -= kings;
        if lot < exchanges {
            return self.exchanges(side).nth(lot as usize);
        }
        let steps = self.steps_by_lot(side, lot - exchanges, random);
        Some(if steps.is_empty() { Order::Pass } else { Order::Moves(steps) })
    }

    /// The steps of the order with number `lot` among moves and the pass, by the number of pieces from each square; where
    /// these go is drawn.
    fn steps_by_lot(&self, side: Side, mut lot: u64, random: &mut SplitMix) -> Steps {
        let groups: Vec<Group> = self.groups(side).collect();
        // What the groups before each one can do.
        let before: Vec<Spending> = groups
            .iter()
            .scan(NOTHING_SPENT, |spending, group| {
                let before = *spending;
                *spending = group.added_to(spending);
                Some(before)
            })
            .collect();
        let mut steps = Steps::NONE;
        let mut left = BUDGET;
        for (group, before) in groups.iter().zip(&before).rev() {
            let mut pieces = 0;
            loop {
                let rest = (left - pieces * group.kind.value()) as usize;
                let ways = group.ways(pieces) * before[..=rest].iter().sum::<u64>();
                if lot < ways {
                    lot /= group.ways(pieces);
                    break;
                }
                lot -= ways;
                pieces += 1;
            }
            left -= pieces * group.kind.value();
            for to in targets_by_lot(group.targets, pieces, random) {
                steps = steps.with(Step::new(group.from, group.kind, to)).unwrap_or(steps);
            }
        }
        steps
    }
}

const NOTHING_SPENT: Spending = {
    let mut spending = [0; BUDGET as usize + 1];
    spending[0] = 1;
    spending
};

/// The number of crowds, none left out, that can be picked out of one, by their value; nobody is not a crowd.
fn parts_by_value(crowd: Crowd) -> Vec<u64> {
    let mut ways = vec![0; Crowd::GREATEST_VALUE + 1];
    crowd.parts().into_iter().skip(1).for_each(|part| ways[part.value() as usize] += 1);
    ways
}

/// Targets for so many like pieces, every distribution as likely: so many different numbers out of a longer row, each
/// lowered by the number of those before it (combinations with repetition).
fn targets_by_lot(targets: u64, pieces: u32, random: &mut SplitMix) -> Vec<usize> {
    let row = (targets.count() + pieces).saturating_sub(1) as usize;
    let mut picked: Vec<usize> = Vec::with_capacity(pieces as usize);
    while picked.len() < pieces as usize {
        let number = random.below(row);
        if !picked.contains(&number) {
            picked.push(number);
        }
    }
    picked.sort_unstable();
    picked.iter().enumerate().filter_map(|(i, number)| targets.squares().nth(number - i)).collect()
}
