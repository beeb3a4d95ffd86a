//! Both orders carried out at once, and the battles that follow (rules 4 to 6).

use super::board::Gulliver;
use super::crowd::Kind;
use super::order::{BUDGET, Order};
use crate::bits::BitSet;
use crate::game::Side;
use arrayvec::ArrayVec;

/// A piece that moved in this turn; `None` is the king.
#[derive(Clone, Copy)]
struct Arrival {
    side: Side,
    kind: Option<Kind>,
    /// Where it came from.
    origin: usize,
    /// Where it is now.
    at: usize,
    /// Has it gone back already?
    returned: bool,
}

/// The pieces that moved in this turn and live.
type Arrivals = ArrayVec<Arrival, { 2 * BUDGET as usize }>;

/// A turn that is being carried out.
struct Turn {
    board: Gulliver,
    arrivals: Arrivals,
    captured: bool,
}

impl Gulliver {
    /// The position after a turn in which both sides gave these legal orders.
    pub(super) fn carry_out(&self, [white, black]: [Order; 2]) -> Gulliver {
        let mut turn = Turn { board: *self, arrivals: Arrivals::new(), captured: false };
        turn.place(Side::White, white);
        turn.place(Side::Black, black);
        loop {
            let mixed = turn.board.occupied[0] & turn.board.occupied[1];
            if mixed == 0 {
                break;
            }
            turn.fight(mixed);
        }
        let Turn { mut board, captured, .. } = turn;
        board.clock = if captured { 0 } else { board.clock.saturating_add(1) };
        board.turn = board.turn.saturating_add(1);
        debug_assert!(board.occupied[0] & board.occupied[1] == 0, "a square is mixed");
        debug_assert!((0..2).all(|s| board.totals[s] + board.stocks[s] == self.totals[s] + self.stocks[s]), "material");
        board
    }
}

impl Turn {
    /// Rule 4: pieces are on their new squares, whoever else is or comes there.
    #[inline]
    fn place(&mut self, side: Side, order: Order) {
        let board = &mut self.board;
        match order {
            Order::Pass => {}
            Order::King { from, to } => {
                let (origin, at) = (from.into(), to.into());
                board.take_king(side);
                board.put_king(side, at);
                self.arrivals.push(Arrival { side, kind: None, origin, at, returned: false });
            }
            Order::Exchange { square, leaving, entering } => {
                let square = square.into();
                for (kind, count) in leaving.kinds() {
                    for _ in 0..count {
                        board.take(side, square, kind);
                        board.store(side, kind);
                    }
                }
                for (kind, count) in entering.kinds() {
                    for _ in 0..count {
                        board.unstore(side, kind);
                        board.put(side, square, kind);
                    }
                }
            }
            Order::Moves(steps) => {
                for step in steps.iter() {
                    let (origin, at, kind) = (step.from(), step.to(), step.kind());
                    board.take(side, origin, kind);
                    board.put(side, at, kind);
                    self.arrivals.push(Arrival { side, kind: Some(kind), origin, at, returned: false });
                }
            }
        }
    }

    /// One round of battles (rule 5). No square looks at another, so captures may be made one square after the other;
    /// those who go back move when all squares are judged.
    fn fight(&mut self, mixed: u64) {
        let mut ties = 0;
        for square in mixed.squares() {
            match Side::BOTH.map(|side| self.king_has_arrived(side, square)) {
                // Rule 5a.
                [true, true] => ties |= 1 << square,
                // Rule 5b.
                [true, false] => self.capture_all(Side::Black, square),
                [false, true] => self.capture_all(Side::White, square),
                [false, false] => {
                    self.capture_king(square);
                    if self.compare(square) {
                        ties |= 1 << square;
                    }
                }
            }
        }
        self.send_back(ties);
    }

    fn king_has_arrived(&self, side: Side, square: usize) -> bool {
        self.board.king(side) == Some(square)
            && self.arrivals.iter().any(|arrival| arrival.kind.is_none() && arrival.side == side)
    }

    /// Rule 5c: a king who has not arrived is lost among enemies, whoever is with him.
    #[inline]
    fn capture_king(&mut self, square: usize) {
        for side in Side::BOTH {
            if self.board.king(side) == Some(square) {
                self.board.take_king(side);
                self.captured = true;
            }
        }
    }

    /// Rule 5d: the lower sum is captured; whether it is a tie.
    #[inline]
    fn compare(&mut self, square: usize) -> bool {
        let [white, black] = Side::BOTH.map(|side| self.board.crowd(side, square).value());
        if white == 0 || black == 0 {
            // A lone king was there, and is gone.
            return false;
        }
        if white < black {
            self.capture_all(Side::White, square);
        } else if black < white {
            self.capture_all(Side::Black, square);
        }
        white == black
    }

    /// Everybody of a side on a square is captured, the king too; pieces join their owner's stock (rule 6).
    fn capture_all(&mut self, side: Side, square: usize) {
        for (kind, count) in self.board.crowd(side, square).kinds() {
            for _ in 0..count {
                self.board.take(side, square, kind);
                self.board.store(side, kind);
            }
        }
        if self.board.king(side) == Some(square) {
            self.board.take_king(side);
        }
        self.arrivals.retain(|arrival| arrival.side != side || arrival.at != square);
        self.captured = true;
    }

    /// The end of rule 5d: after a tie those who have arrived go back to where they came from, once; then they are
    /// captured instead. Captures come first.
    fn send_back(&mut self, ties: u64) {
        if ties == 0 {
            return;
        }
        let mut arrivals = std::mem::take(&mut self.arrivals);
        arrivals.retain(|arrival| {
            let lost = ties.has(arrival.at) && arrival.returned;
            if lost {
                self.lift(arrival);
                self.captured = true;
                if let Some(kind) = arrival.kind {
                    self.board.store(arrival.side, kind);
                }
            }
            !lost
        });
        for arrival in arrivals.iter_mut().filter(|arrival| ties.has(arrival.at)) {
            self.lift(arrival);
            arrival.at = arrival.origin;
            arrival.returned = true;
            match arrival.kind {
                Some(kind) => self.board.put(arrival.side, arrival.at, kind),
                None => self.board.put_king(arrival.side, arrival.at),
            }
        }
        self.arrivals = arrivals;
    }

    /// Takes a piece off the square where it is now.
    fn lift(&mut self, arrival: &Arrival) {
        match arrival.kind {
            Some(kind) => self.board.take(arrival.side, arrival.at, kind),
            None => self.board.take_king(arrival.side),
        }
    }
}
