//! The referee of a variant with simultaneous orders.

use super::joint::{Asked, JointGame, JointPosition};
use super::keys::{SplitMix, splitmix64};
use super::perft::{Method, Stop};
use super::referee::{FIRST_MOVES, LISTED_MOVES, LegalMove, LegalMoves, Notation, Referee};
use super::view::{Offers, Scene};
use super::{EvalTerm, InputError, Look, MoveStyle, Outcome, Reading, Side, VariantInfo};
use rayon::prelude::*;
use std::ops::ControlFlow::{self, Break, Continue};

/// The referee of a game of simultaneous orders.
#[derive(Clone, Debug)]
pub struct JointReferee<P: JointPosition> {
    game: JointGame<P>,
}

impl<P: JointPosition> JointReferee<P> {
    /// The referee of a game from the variant's start.
    ///
    /// # Panics
    /// If the variant's own start text is not a position, which the contract tests exclude.
    pub fn new() -> JointReferee<P> {
        let start = P::read(P::INFO.start, Reading::Strict);
        let (position, side) = start.unwrap_or_else(|e| panic!("start of {}: {e}", P::INFO.name));
        JointReferee { game: JointGame::new(position, side) }
    }

    /// The game itself.
    pub fn game(&self) -> &JointGame<P> {
        &self.game
    }

    fn position(&self) -> &P {
        self.game.position()
    }

    fn asked_side(&self) -> Side {
        self.game.asked().side()
    }

    fn read(&self, token: &str) -> Result<P::Order, InputError> {
        self.position().read_order(self.asked_side(), token)
    }

    /// The text after the turn that an order of Black's completes.
    fn text_after(&self, order: P::Order) -> Option<String> {
        match self.game.asked() {
            Asked::Black(Some(white)) => Some(self.position().after([white, order]).write(Side::White)),
            Asked::White | Asked::Black(None) => None,
        }
    }
}

impl<P: JointPosition> Default for JointReferee<P> {
    fn default() -> Self {
        JointReferee::new()
    }
}

impl<P: JointPosition> Referee for JointReferee<P> {
    fn variant(&self) -> &'static VariantInfo {
        P::INFO
    }

    /// Orders are written in one way only.
    fn set_style(&mut self, _: MoveStyle) {}

    fn set_position(&mut self, text: Option<&str>, reading: Reading, moves: &[&str]) -> Result<(), InputError> {
        let (position, side) = P::read(text.unwrap_or(P::INFO.start), reading)?;
        let mut next = JointReferee { game: JointGame::new(position, side) };
        let (moves, sealed) = match moves {
            // What protocols say for an order that nobody tells; the strict form has only what was ordered.
            [moves @ .., "sealed"] if reading == Reading::Lenient => (moves, true),
            moves => (moves, false),
        };
        for (i, token) in moves.iter().enumerate() {
            next.play(token).map_err(|e| e.within(format_args!("move {}", i + 1)))?;
        }
        if sealed {
            next.game.seal().map_err(|e| e.within(format_args!("move {}", moves.len() + 1)))?;
        }
        *self = next;
        Ok(())
    }

    fn play(&mut self, token: &str) -> Result<(), InputError> {
        self.game.give(self.read(token)?)
    }

    fn read_san(&self, token: &str) -> Result<String, InputError> {
        let order = self.position().read_san(self.asked_side(), token)?;
        Ok(self.position().write_order(order))
    }

    fn notation(&self, token: &str) -> Result<Notation, InputError> {
        let order = self.read(token)?;
        Ok(Notation { text: self.position().write_order(order), san: self.position().write_san(order) })
    }

    fn is_simultaneous(&self) -> bool {
        true
    }

    fn branch(&self) -> Box<dyn Referee> {
        Box::new(JointReferee { game: self.game.clone() })
    }

    fn text(&self) -> String {
        self.position().write(self.asked_side())
    }

    fn side(&self) -> Side {
        self.asked_side()
    }

    fn in_check(&self) -> bool {
        false
    }

    fn checkers(&self) -> Vec<String> {
        Vec::new()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn legal_moves(&self, with_san: bool) -> LegalMoves {
        let (position, side) = (self.position(), self.asked_side());
        let count = position.count_orders(side);
        let most = if count > LISTED_MOVES as u64 { FIRST_MOVES } else { LISTED_MOVES };
        let mut moves = Vec::new();
        let _ = position.visit_orders(side, |order| {
            if moves.len() == most {
                return Break(());
            }
            let san = with_san.then(|| position.write_san(order));
            moves.push(LegalMove { text: position.write_order(order), after: self.text_after(order), san });
            Continue(())
        });
        LegalMoves { count, moves }
    }

    fn move_by_lot(&self, random: &mut SplitMix) -> Option<String> {
        self.position().order_by_lot(self.asked_side(), random).map(|order| self.position().write_order(order))
    }

    fn joint_turn(&self, white: &str, black: &str) -> Result<(String, Option<Outcome>), InputError> {
        if self.asked_side() == Side::Black {
            return Err(InputError::new("white", white, "White has ordered already, Black is asked"));
        }
        let mut game = self.game.clone();
        for (field, side, token) in [("white", Side::White, white), ("black", Side::Black, black)] {
            let order = self.position().read_order(side, token).map_err(|e| e.within(field))?;
            game.give(order)?;
        }
        Ok((game.position().write(Side::White), game.outcome()))
    }

    fn divide_until(&self, depth: u32, method: Method, stop: Stop) -> Option<Vec<(String, u64)>> {
        if depth == 0 {
            return Some(Vec::new());
        }
        let (position, asked) = (*self.position(), self.game.asked());
        let counter = Counter { method, stop };
        let line = |order| {
            let leaves = if (counter.stop)() { None } else { counter.below(&position, asked, order, depth) };
            Some((position.write_order(order), leaves?))
        };
        if method.threads > 1 && depth > 2 {
            let orders = collect(&position, asked.side());
            return counter.in_pool(|| orders.into_par_iter().map(line).collect());
        }
        let mut lines = Vec::new();
        let broken = position.visit_orders(asked.side(), |order| match line(order) {
            Some(line) => {
                lines.push(line);
                Continue(())
            }
            None => Break(()),
        });
        broken.is_continue().then_some(lines)
    }

    fn perft(&self, depth: u32, method: Method) -> u64 {
        let counter = Counter { method, stop: &|| false };
        counter.count(self.position(), self.game.asked(), depth).unwrap_or_default()
    }

    fn draw(&self, look: Look) -> String {
        let asked = match self.game.asked() {
            Asked::White => "White's order is asked\n",
            Asked::Black(None) => "Black's order is asked, White's is sealed\n",
            Asked::Black(Some(_)) => "Black's order is asked, White's is given and not shown\n",
        };
        self.position().draw(look) + asked
    }

    fn scene(&self) -> Scene {
        self.position().scene()
    }

    fn offers(&self, draft: &str) -> Result<Offers, InputError> {
        let draft = if draft.is_empty() { None } else { Some(self.read(draft)?) };
        Ok(self.position().offers(self.asked_side(), draft))
    }

    fn touched(&self, token: &str) -> Result<Vec<String>, InputError> {
        Ok(self.position().touched(self.read(token)?))
    }

    fn key(&self) -> u64 {
        self.position().key() ^ if self.asked_side() == Side::Black { BLACK_KEY } else { 0 }
    }

    fn explain(&self) -> (i32, Vec<EvalTerm>) {
        let value = self.position().evaluate();
        (if self.asked_side() == Side::White { value } else { -value }, self.position().explain())
    }

    fn flip(&mut self) {
        self.game = JointGame::new(self.position().mirrored(), !self.asked_side());
    }
}

/// The key of Black's order being asked.
const BLACK_KEY: u64 = super::keys::table::<1>(53)[0];

fn collect<P: JointPosition>(position: &P, side: Side) -> Vec<P::Order> {
    let mut orders = Vec::new();
    let _ = position.visit_orders(side, |order| -> ControlFlow<()> {
        orders.push(order);
        Continue(())
    });
    orders
}

/// A count of leaves in progress; `None` wherever it was stopped.
struct Counter<'a> {
    method: Method<'a>,
    stop: Stop<'a>,
}

impl Counter<'_> {
    /// Works on as many threads as are wanted, or on those that the machine shares out.
    fn in_pool<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match rayon::ThreadPoolBuilder::new().num_threads(self.method.threads).build() {
            Ok(pool) => pool.install(work),
            Err(_) => work(),
        }
    }

    /// The orders of a side: by arithmetic, or one by one where every leaf is to be made.
    fn orders<P: JointPosition>(&self, position: &P, side: Side) -> u64 {
        if self.method.bulk { position.count_orders(side) } else { collect(position, side).len() as u64 }
    }

    /// The leaves at `depth` from here. Both sides' orders are independent: White's do not change what Black can order.
    fn count<P: JointPosition>(&self, position: &P, asked: Asked<P::Order>, depth: u32) -> Option<u64> {
        match (depth, asked) {
            (0, _) => Some(1),
            (1, _) => Some(self.orders(position, asked.side())),
            (2, Asked::White) => Some(self.orders(position, Side::White) * self.orders(position, Side::Black)),
            (_, Asked::White) => self.count_turns(position, depth),
            (_, Asked::Black(_)) => self.sum(position, Side::Black, |order| self.below(position, asked, order, depth)),
        }
    }

    /// The same for whole turns, which the table remembers.
    fn count_turns<P: JointPosition>(&self, position: &P, depth: u32) -> Option<u64> {
        if (self.stop)() {
            return None;
        }
        let key = splitmix64(position.key() ^ u64::from(depth));
        if let Some(count) = self.method.table.and_then(|table| table.get(key)) {
            return Some(count);
        }
        let asked = Asked::White;
        let count = self.sum(position, Side::White, |order| self.below(position, asked, order, depth))?;
        if let Some(table) = self.method.table {
            table.put(key, count);
        }
        Some(count)
    }

    /// The leaves behind one order of the side that is asked.
    fn below<P: JointPosition>(&self, position: &P, asked: Asked<P::Order>, order: P::Order, depth: u32) -> Option<u64> {
        match asked {
            _ if depth == 1 => Some(1),
            Asked::White => self.count(position, Asked::Black(Some(order)), depth - 1),
            Asked::Black(Some(white)) => self.count(&position.after([white, order]), Asked::White, depth - 1),
            // Behind an order that nobody knows nothing can follow.
            Asked::Black(None) => Some(0),
        }
    }

    fn sum<P: JointPosition>(&self, position: &P, side: Side, count: impl Fn(P::Order) -> Option<u64>) -> Option<u64> {
        let mut total = 0;
        let broken = position.visit_orders(side, |order| match count(order) {
            Some(leaves) => {
                total += leaves;
                Continue(())
            }
            None => Break(()),
        });
        broken.is_continue().then_some(total)
    }
}
