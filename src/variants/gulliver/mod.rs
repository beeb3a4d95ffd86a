//! Gulliver (Juan A. del Castillo, 2002): both sides order in secret, both orders are carried out at once, and a square
//! holds a crowd.
//!
//! * [`board`](self): crowds, stocks, kings, keys. `crowd`: pieces counted in one word. `order`: orders.
//! * `listing`, `count`: all orders, one by one or by arithmetic. `battle`: a turn carried out.
//! * `text`, `notation`: texts. `eval`: evaluation. `seeds`: what the search builds orders from.

mod battle;
mod board;
mod count;
mod crowd;
mod eval;
mod listing;
mod notation;
mod order;
mod seeds;
mod show;
mod text;

pub use board::Gulliver;
pub use crowd::{Crowd, Kind};
pub use order::{Order, Step, Steps};

use crate::game::keys::SplitMix;
use crate::game::weights::{Composition, Family};
use crate::game::{EvalTerm, InputError, JointPosition, Look, Offers, Outcome, Reading, Reason, Scene, Side, VariantInfo};
use std::ops::ControlFlow::{self, Continue};

impl JointPosition for Gulliver {
    type Order = Order;
    const PASS: Order = Order::Pass;

    const INFO: &'static VariantInfo = &VariantInfo {
        name: "gulliver",
        aliases: &["gulivero"],
        pgn_tag: Some("Gulliver"),
        summary: "secret orders carried out at once, crowds on squares, captured pieces in stock (J. A. del Castillo, 2002)",
        shape: (8, 8, 1),
        start: text::START,
        levels: &[],
        pieces: show::PIECES,
        help: include_str!("help.md"),
    };

    fn read(text: &str, reading: Reading) -> Result<(Gulliver, Side), InputError> {
        Gulliver::from_text(text, reading)
    }

    fn write(&self, asked: Side) -> String {
        self.to_text(asked)
    }

    fn write_order(&self, order: Order) -> String {
        self.order_text(order)
    }

    fn read_order(&self, side: Side, token: &str) -> Result<Order, InputError> {
        self.order_from_text(side, token)
    }

    fn write_san(&self, order: Order) -> String {
        self.san(order)
    }

    fn read_san(&self, side: Side, token: &str) -> Result<Order, InputError> {
        self.order_from_san(side, token)
    }

    fn draw(&self, look: Look) -> String {
        self.drawing(look)
    }

    fn scene(&self) -> Scene {
        self.picture()
    }

    fn offers(&self, side: Side, draft: Option<Order>) -> Offers {
        self.by_hand(side, draft)
    }

    fn touched(&self, order: Order) -> Vec<String> {
        self.named_squares(order)
    }

    fn mirrored(&self) -> Gulliver {
        self.reflected()
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        self.sum_of_keys()
    }

    fn reversible_turns(&self) -> usize {
        self.clock.into()
    }

    fn count_orders(&self, side: Side) -> u64 {
        self.order_count(side)
    }

    fn visit_orders<B>(&self, side: Side, mut visit: impl FnMut(Order) -> ControlFlow<B>) -> ControlFlow<B> {
        for order in self.listing(side).iter() {
            visit(order)?;
        }
        Continue(())
    }

    fn order_by_lot(&self, side: Side, random: &mut SplitMix) -> Option<Order> {
        self.draw_order(side, random)
    }

    fn is_legal(&self, side: Side, order: Order) -> bool {
        self.check(side, order).is_ok()
    }

    fn after(&self, orders: [Order; 2]) -> Gulliver {
        self.carry_out(orders)
    }

    fn king_loss(&self) -> Option<Outcome> {
        self.lost_king()
    }

    fn board_draw(&self) -> Option<Reason> {
        if self.totals.iter().all(|total| total.is_empty()) {
            Some(Reason::BareKings)
        } else {
            (self.clock >= board::CLOCK_LIMIT).then_some(Reason::Clock)
        }
    }

    fn evaluate(&self) -> i32 {
        self.value()
    }

    fn material(&self) -> i32 {
        self.value_of_pieces()
    }

    fn explain(&self) -> Vec<EvalTerm> {
        self.terms()
    }

    const LONGEST_ORDER: usize = order::BUDGET as usize;

    fn units(&self, side: Side) -> Vec<Order> {
        self.all_units(side)
    }

    fn families() -> Vec<Family> {
        eval::families()
    }

    fn composition(&self) -> Option<Composition> {
        self.composed()
    }

    fn seeds(&self, side: Side) -> Vec<Order> {
        self.sensible_seeds(side)
    }

    fn lessened(&self, order: Order) -> Vec<Order> {
        let Order::Moves(steps) = order else { return Vec::new() };
        let without = |left_out: usize| {
            let mut others = steps.iter().enumerate().filter(|&(i, _)| i != left_out);
            others.try_fold(Steps::NONE, |left, (_, &step)| left.with(step))
        };
        if steps.len() == 1 { Vec::new() } else { (0..steps.len()).filter_map(without).map(Order::Moves).collect() }
    }

    fn joined(&self, side: Side, one: Order, other: Order) -> Option<Order> {
        self.joined_moves(side, one, other)
    }
}

#[cfg(test)]
mod tests;
