//! What front ends show: the pieces in words, crowds and stocks, orders built by hand.

use super::board::Gulliver;
use super::crowd::letter_of;
use super::order::{BUDGET, Order, Step, Steps};
use crate::bits::BitSet;
use crate::game::{Cell, Deed, Gesture, Offers, Piece, PieceHelp, Scene, Side};
use crate::geometry::board8x8::{self as squares, SQUARES};

const fn man(
    letter: char,
    name: &'static str,
    worth: &'static str,
    ways: &'static [(&'static [usize], &'static str)],
) -> PieceHelp {
    PieceHelp { letter, name, worth, ways }
}

pub(super) const PIECES: &[PieceHelp] = &[
    man(
        'K',
        "King",
        "",
        &[(
            &[],
            "one square in any direction, alone, never to a square that the enemy attacks before the turn. Captures all whom he \
         comes to; enemies who come to him capture him.",
        )],
    ),
    man('Q', "Queen", "4", &[(&[], "any number of squares in a straight or diagonal line, also onto own and enemy pieces.")]),
    man('R', "Rook", "3", &[(&[], "any number of squares in a straight line, also onto own and enemy pieces.")]),
    man('B', "Bishop", "2", &[(&[], "any number of squares in a diagonal line, also onto own and enemy pieces.")]),
    man('N', "Knight", "2", &[(&[], "leaps one square straight and one further diagonally, also onto own and enemy pieces.")]),
    man('P', "Pawn", "1", &[(&[], "one square in any direction, also onto own and enemy pieces. Never promotes.")]),
];

impl Gulliver {
    /// The crowds, the stocks, and what each side is worth.
    pub(super) fn picture(&self) -> Scene {
        let cell = |square| {
            let side = Side::BOTH.into_iter().find(|side| self.occupied[side.index()].has(square))?;
            let pieces = self.letters_on(square).chars().map(|letter| Piece::new(letter, side)).collect();
            Some(Cell { square: squares::name(square), pieces })
        };
        let note = |side: Side| format!("{}: {} on the board", side.name(), self.board_value(side));
        Scene {
            cells: (0..SQUARES).filter_map(cell).collect(),
            stocks: Some(Side::BOTH.map(|side| self.stock_of(side))),
            notes: Side::BOTH.map(note).into(),
            ..Scene::default()
        }
    }

    /// How an order is begun or gone on with by hand: only moves go on, one piece after the other.
    pub(super) fn by_hand(&self, side: Side, draft: Option<Order>) -> Offers {
        let steps = match draft {
            None => Steps::NONE,
            Some(Order::Moves(steps)) => steps,
            Some(_) => return Offers { gestures: Vec::new(), left: Some(0) },
        };
        if self.lost_king().is_some() {
            return Offers { gestures: Vec::new(), left: Some(0) };
        }
        let offers = self.offers(side);
        let longer = offers.iter().filter_map(|offer| Some((offer.step, self.with_step(side, steps, offer)?)));
        let mut gestures: Vec<_> = longer.map(|(step, steps)| self.step_by_hand(side, step, Order::Moves(steps))).collect();
        if draft.is_none() {
            let others = self.king_orders(side).chain(self.exchanges(side)).chain([Order::Pass]);
            gestures.extend(others.filter_map(|order| self.whole_by_hand(side, order)));
        }
        Offers { gestures, left: Some(BUDGET - steps.value()) }
    }

    /// One more step of an order.
    fn step_by_hand(&self, side: Side, step: Step, order: Order) -> Gesture {
        let (piece, from, to) = (step.kind().letter_of(side), step.from(), step.to());
        self.walk_by_hand(side, piece, (from, to), order)
    }

    /// An order that is made at once.
    fn whole_by_hand(&self, side: Side, order: Order) -> Option<Gesture> {
        let text = self.order_text(order);
        match order {
            Order::Pass => Some(Gesture::placeless(text, Deed::Pass)),
            Order::King { from, to } => Some(self.walk_by_hand(side, letter_of('k', side), (from.into(), to.into()), order)),
            Order::Exchange { square, .. } => {
                let square = squares::name(square.into());
                Some(Gesture {
                    touched: vec![square.clone()],
                    ..Gesture::walk(text, Deed::Exchange, None, square.clone(), square)
                })
            }
            Order::Moves(_) => None,
        }
    }

    fn walk_by_hand(&self, side: Side, piece: char, (from, to): (usize, usize), order: Order) -> Gesture {
        let meets = self.occupied[(!side).index()].has(to);
        let deed = if meets { Deed::Capture } else { Deed::Move };
        Gesture::walk(self.order_text(order), deed, Some(piece), squares::name(from), squares::name(to))
    }

    /// The squares that an order names.
    pub(super) fn named_squares(&self, order: Order) -> Vec<String> {
        let named: Vec<usize> = match order {
            Order::Pass => Vec::new(),
            Order::King { from, to } => vec![from.into(), to.into()],
            Order::Exchange { square, .. } => vec![square.into()],
            Order::Moves(steps) => steps.iter().flat_map(|step| [step.from(), step.to()]).collect(),
        };
        named.into_iter().map(squares::name).collect()
    }
}
