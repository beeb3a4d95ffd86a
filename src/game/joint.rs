//! Games whose sides order in secret and move at once: what such a variant keeps, and the game with its past.

use super::keys::SplitMix;
use super::view::{Offers, Scene};
use super::weights::{Composition, Family};
use super::{EvalTerm, InputError, Look, Outcome, Reading, Reason, Side, VariantInfo};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

/// What a king is worth in centipawns: beyond all that can be on a board. A side that is sure to take the other's king in
/// this turn has one centipawn less.
pub const KING: i32 = 2000;

/// A position between two turns of a variant with simultaneous orders: rules, texts, and what its search needs.
///
/// Whose order is asked is no part of it: both sides order on the same board, so nothing that is computed from a position
/// can know an order that lies under seal.
pub trait JointPosition: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// What a side wants done in a turn.
    type Order: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// The order to do nothing, which either side may give as long as there are orders.
    const PASS: Self::Order;
    /// The variant.
    const INFO: &'static VariantInfo;

    // ---- Texts ----

    /// Reads a position text: the position, and the side whose order is asked.
    ///
    /// # Errors
    /// A text that cannot be a position, with the field, the token and the reason.
    fn read(text: &str, reading: Reading) -> Result<(Self, Side), InputError>;

    /// The canonical position text where the order of `asked` is asked.
    fn write(&self, asked: Side) -> String;

    /// The canonical text of a legal order.
    fn write_order(&self, order: Self::Order) -> String;

    /// Reads an order that is legal for a side.
    ///
    /// # Errors
    /// Malformed tokens and illegal orders.
    fn read_order(&self, side: Side, token: &str) -> Result<Self::Order, InputError>;

    /// A legal order in the notation for people.
    fn write_san(&self, order: Self::Order) -> String;

    /// Reads an order that is legal for a side in the notation for people.
    ///
    /// # Errors
    /// Malformed and illegal orders.
    fn read_san(&self, side: Side, token: &str) -> Result<Self::Order, InputError>;

    /// The board, for people: several lines, the last one ended too.
    fn draw(&self, look: Look) -> String;

    /// What front ends show.
    fn scene(&self) -> Scene;

    /// How the order of a side can be begun or, behind a legal order, be gone on with, by hand on the board.
    fn offers(&self, side: Side, draft: Option<Self::Order>) -> Offers;

    /// The squares that an order names.
    fn touched(&self, order: Self::Order) -> Vec<String>;

    /// The same position with the sides exchanged and the board mirrored.
    fn mirrored(&self) -> Self;

    // ---- Rules ----

    /// The key of the position, clocks aside.
    fn key(&self) -> u64;

    /// The key computed from the position alone, against which the kept one is tested.
    fn key_from_scratch(&self) -> u64;

    /// The number of turns over which the position can have been reached without an irreversible one.
    fn reversible_turns(&self) -> usize;

    /// The number of legal orders of a side; none where a king is lost.
    fn count_orders(&self, side: Side) -> u64;

    /// Visits the legal orders of a side in byte order of their texts until `visit` breaks off.
    fn visit_orders<B>(&self, side: Side, visit: impl FnMut(Self::Order) -> ControlFlow<B>) -> ControlFlow<B>;

    /// A legal order, every one as likely as every other; `None` where there is none.
    fn order_by_lot(&self, side: Side, random: &mut SplitMix) -> Option<Self::Order>;

    /// Is the order legal for a side? Exact for any order whatever.
    fn is_legal(&self, side: Side, order: Self::Order) -> bool;

    /// The position after a turn in which White and Black gave these legal orders.
    fn after(&self, orders: [Self::Order; 2]) -> Self;

    /// A result by the loss of a king, which comes before everything else.
    fn king_loss(&self) -> Option<Outcome>;

    /// A draw by the men on the board or by the clock, in this order.
    fn board_draw(&self) -> Option<Reason>;

    // ---- For the search ----

    /// The value of the position for White, in centipawns, far below [`KING`]; or one less than that, with its sign, if the
    /// position shows that a side takes the other's king in this turn, whatever is ordered against it.
    fn evaluate(&self) -> i32;

    /// The value of the pieces alone for White, in centipawns, as far below [`KING`]: what the whole evaluation is measured
    /// against.
    fn material(&self) -> i32;

    /// The terms of the evaluation, for people.
    fn explain(&self) -> Vec<EvalTerm>;

    /// The most units that one order is made of.
    const LONGEST_ORDER: usize;

    /// The units of which every order is made, in one way only, by joining them in ascending order (the same one more than
    /// once, where it joins itself).
    fn units(&self, side: Side) -> Vec<Self::Order>;

    /// The groups of weights that the evaluation has, in the order in which [`JointPosition::composition`] numbers them.
    fn families() -> Vec<Family> {
        Vec::new()
    }

    /// How the evaluation comes from its weights, where it does.
    fn composition(&self) -> Option<Composition> {
        None
    }

    /// Orders from which all sensible others are built by [`JointPosition::joined`]: the moves of single pieces, what
    /// cannot be joined at all, and groups that only make sense together.
    fn seeds(&self, side: Side) -> Vec<Self::Order>;

    /// What is left of an order when one of its units is taken out, for every unit; nothing of an order of one unit.
    fn lessened(&self, order: Self::Order) -> Vec<Self::Order>;

    /// Both orders in one, where that is legal.
    fn joined(&self, side: Side, one: Self::Order, other: Self::Order) -> Option<Self::Order>;
}

/// Whose order is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked<Order> {
    /// White's: a new turn.
    White,
    /// Black's; White's is under seal, and `None` where only White knows it.
    Black(Option<Order>),
}

impl<Order> Asked<Order> {
    /// The side.
    pub fn side(&self) -> Side {
        match self {
            Asked::White => Side::White,
            Asked::Black(_) => Side::Black,
        }
    }
}

/// The number of times that a position must stand to be a draw.
const REPETITIONS: usize = 3;

/// A game in progress: the position before the turn, the order that lies under seal, the keys of all turns so far.
#[derive(Clone, Debug)]
pub struct JointGame<P: JointPosition> {
    position: P,
    asked: Asked<P::Order>,
    keys: Vec<u64>,
}

impl<P: JointPosition> JointGame<P> {
    /// A game that starts here, by asking a side. If that is Black, nobody knows White's order.
    pub fn new(position: P, side: Side) -> JointGame<P> {
        let asked = match side {
            Side::White => Asked::White,
            Side::Black => Asked::Black(None),
        };
        JointGame { keys: vec![position.key()], position, asked }
    }

    /// The position before the turn.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Whose order is asked.
    pub fn asked(&self) -> Asked<P::Order> {
        self.asked
    }

    /// The keys of the positions from the start to this turn, which is the last.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// White has ordered, and nobody is told what.
    ///
    /// # Errors
    /// Black's order is asked already.
    pub fn seal(&mut self) -> Result<(), InputError> {
        match self.asked {
            Asked::White => self.asked = Asked::Black(None),
            Asked::Black(_) => return Err(InputError::new("order", "sealed", "White has ordered already, Black is asked")),
        }
        Ok(())
    }

    /// Takes a legal order of the side that is asked. Behind Black's the turn is carried out.
    ///
    /// # Errors
    /// White's order of this turn is not known, so that it cannot be carried out.
    pub fn give(&mut self, order: P::Order) -> Result<(), InputError> {
        match self.asked {
            Asked::White => self.asked = Asked::Black(Some(order)),
            Asked::Black(None) => {
                let token = self.position.write_order(order);
                return Err(InputError::new("order", token, "White's order is not known, so no order can follow it"));
            }
            Asked::Black(Some(white)) => {
                self.position = self.position.after([white, order]);
                self.keys.push(self.position.key());
                self.asked = Asked::White;
            }
        }
        Ok(())
    }

    /// The game as it is known to whoever must not know White's order of this turn.
    pub fn unsealed(&self) -> JointGame<P> {
        let asked = match self.asked {
            Asked::White => Asked::White,
            Asked::Black(_) => Asked::Black(None),
        };
        JointGame { asked, ..self.clone() }
    }

    /// How often the position has stood before this turn, this time included.
    pub fn repetitions(&self) -> usize {
        let reach = self.position.reversible_turns().saturating_add(1);
        self.keys.iter().rev().take(reach).filter(|&&key| key == self.position.key()).count()
    }

    /// The result, if the game is over: in the order of the rules' README.
    pub fn outcome(&self) -> Option<Outcome> {
        let repeated = || (self.repetitions() >= REPETITIONS).then_some(Reason::Repetition);
        let draw = || self.position.board_draw().or_else(repeated).map(Outcome::draw);
        self.position.king_loss().or_else(draw)
    }
}
