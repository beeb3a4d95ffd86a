//! Moves in full: captures, falls, cascades, blasts, wounds and their expiry (rules 4 to 15).

use super::board::{Board, Right};
use super::moves::{Act, GnomeMove};
use super::pile::{Man, Pile};
use crate::bits::BitSet;
use crate::game::Side;
use crate::geometry::board8x8::{KING, file_of};
use crate::variants::common8x8::Kind;

/// One of the two columns of a cascade: who falls next (a bishop has a second life), and the others.
struct Column {
    next: Option<Man>,
    rest: Option<Pile>,
}

impl Column {
    fn of(pile: Option<Pile>) -> Column {
        Column { next: None, rest: pile }
    }

    fn fall(&mut self) -> Option<Man> {
        self.next.take().or_else(|| {
            let pile = self.rest?;
            self.rest = pile.above(1);
            Some(pile.ground())
        })
    }
}

impl Board {
    /// Executes a pseudo-legal move of the side to move and gives the turn to the other.
    #[inline]
    pub fn execute(&mut self, m: GnomeMove) {
        let us = self.side;
        let en_passant = self.take_en_passant();
        self.clock = self.clock.saturating_add(1);
        match m.act() {
            Some(Act::Go) => self.go(m, en_passant),
            Some(Act::Climb) => self.climb(m),
            Some(Act::Take) => {
                let knight = self.lift(m.origin());
                self.capture((m.to(), m.victim_level()), knight);
            }
            Some(Act::Pass) => {
                let knight = self.lift(m.origin());
                self.set(m.to(), Some(knight));
                self.remove((m.via(), m.victim_level()));
            }
            Some(Act::Explode) => self.blast(m.origin()),
            Some(Act::King) => self.walk(m),
            Some(Act::Castle) => self.castle(m),
            Some(Act::Shift) => self.shift(m),
            Some(Act::Veto) | None => debug_assert!(false, "a veto is no move of a man"),
        }
        if self.wounded != 0 {
            self.expire(us);
        }
        self.number = self.number.saturating_add(us.index() as u16);
        self.pass_turn();
    }

    /// Takes the mover and its load off their square.
    #[inline(always)]
    fn lift(&mut self, (square, level): (usize, usize)) -> Pile {
        let pile = self.pile(square).expect("a pseudo-legal move starts from a man");
        if level == 1 {
            self.disturb(square);
        }
        self.set(square, pile.below(level));
        pile.upward(level)
    }

    #[inline(always)]
    fn go(&mut self, m: GnomeMove, en_passant: Option<usize>) {
        let (from, to) = (m.from(), m.to());
        let column = self.lift(m.origin());
        self.land(to, column);
        if column.ground().kind() == Kind::Pawn {
            self.finish_pawn_move(m);
            if en_passant == Some(to) && file_of(from) != file_of(to) {
                self.set(to ^ 8, None);
            } else if from.abs_diff(to) == 16 {
                self.offer_en_passant((from + to) / 2);
            }
        }
    }

    fn climb(&mut self, m: GnomeMove) {
        let column = self.lift(m.origin());
        self.mount(m.to(), column);
        if column.ground().kind() == Kind::Pawn {
            self.finish_pawn_move(m);
        }
    }

    /// Comes to an empty square, or captures its ground piece.
    #[inline(always)]
    fn land(&mut self, square: usize, column: Pile) {
        if self.top(square).is_some() {
            self.capture((square, 1), column);
        } else {
            self.set(square, Some(column));
        }
    }

    fn mount(&mut self, square: usize, column: Pile) {
        self.set(square, Some(column.on(self.pile(square))));
    }

    #[inline(always)]
    fn finish_pawn_move(&mut self, m: GnomeMove) {
        self.clock = 0;
        if let (Some(kind), Some(pile)) = (m.promotion(), self.pile(m.to())) {
            self.set(m.to(), Some(Pile { top: Man::new(kind, self.side), ..pile }));
        }
    }

    /// Rules 5 and 7: a column takes the place of a man, and what stood above him falls on it.
    fn capture(&mut self, (square, level): (usize, usize), column: Pile) {
        let Some(pile) = self.pile(square) else { return };
        let Some(victim) = pile.at(level) else { return };
        self.clock = 0;
        if level == 1 {
            self.disturb(square);
        }
        if victim.kind() == Kind::Queen {
            self.blast((square, level));
        }
        let mut fallers = Column::of(pile.above(level));
        if victim.is_healthy_bishop() {
            fallers.next = Some(victim.wounded_now());
        }
        let left = match fallers.next.is_none() && fallers.rest.is_none() {
            true => column,
            false => Pile::single(self.cascade((square, level), fallers, column)),
        };
        self.set(square, Some(left.on(pile.below(level))));
    }

    /// The columns fall on each other in turn, the fallers first, until one man is left: he.
    fn cascade(&mut self, place: (usize, usize), fallers: Column, captor: Pile) -> Man {
        const CAPTOR: usize = 1;
        let mut columns = [fallers, Column::of(captor.above(1))];
        let mut ground = captor.ground();
        let mut owner = CAPTOR;
        while let Some((next, side)) = [1 - owner, owner].into_iter().find_map(|side| Some((columns[side].fall()?, side))) {
            if ground.is_healthy_bishop() {
                columns[owner].next = Some(ground.wounded_now());
            } else if ground.kind() == Kind::Queen {
                self.blast(place);
            }
            (ground, owner) = (next, side);
        }
        ground
    }

    /// Rule 6: a man goes and nobody stands in for him; of what stood above him the topmost is left, on his level.
    /// A healthy bishop stays, wounded; nobody can stand on him.
    fn remove(&mut self, (square, level): (usize, usize)) {
        let Some(pile) = self.pile(square) else { return };
        let Some(victim) = pile.at(level) else { return };
        self.clock = 0;
        if victim.is_healthy_bishop() {
            self.set(square, Some(Pile { top: victim.wounded_now(), ..pile }));
            return;
        }
        self.collapse((square, level), pile);
        if victim.kind() == Kind::Queen {
            self.blast((square, level));
        }
    }

    /// Takes a man out of a pile, and lets what stood above fall, one crushing the other.
    #[inline(always)]
    fn collapse(&mut self, (square, level): (usize, usize), pile: Pile) {
        if level == 1 {
            self.disturb(square);
        }
        let below = pile.below(level);
        let left = (pile.height() > level).then(|| Pile::single(pile.top).on(below));
        self.set(square, left.or(below));
    }

    /// Rule 9: whoever stands beside a place on its level is removed. What falls then crushes only rooks, so that the
    /// squares have nothing to do with each other and need no order.
    fn blast(&mut self, (square, level): (usize, usize)) {
        for beside in (KING[square] & self.occupied()).squares() {
            if let Some(pile) = self.pile(beside).filter(|pile| pile.height() >= level) {
                self.clock = 0;
                self.collapse((beside, level), pile);
            }
        }
    }

    /// Rule 12. What falls on the square of the first capture does so when the king has left it; nothing else depends
    /// on that, so that it may fall at once.
    fn walk(&mut self, m: GnomeMove) {
        let king = self.lift(m.origin());
        if !m.climbs(0) && self.top(m.via()).is_some() {
            self.remove((m.via(), 1));
        }
        self.step(m, king);
    }

    /// The last step of a king.
    fn step(&mut self, m: GnomeMove, king: Pile) {
        if m.climbs(1) {
            self.mount(m.to(), king);
        } else {
            self.land(m.to(), king);
        }
    }

    /// Rule 13.
    fn castle(&mut self, m: GnomeMove) {
        let right = Right::ALL.into_iter().find(|right| (right.king, right.landing) == (m.from(), m.via()));
        let Some(right) = right else { return };
        let king = self.lift((right.king, 1));
        self.move_castling_rook(right);
        self.step(m, king);
    }

    /// The rook and its load stand where castling puts them.
    pub fn move_castling_rook(&mut self, right: Right) {
        let rook = self.lift((right.rook, 1));
        self.set(right.crossed, Some(rook));
    }

    /// Rule 15.
    fn shift(&mut self, m: GnomeMove) {
        let ((from, level), to) = (m.origin(), m.to());
        let (Some(pile), Some(shifted)) = (self.pile(from), self.pile(to)) else { return };
        self.disturb(to);
        self.set(to, Some(Pile::single(pile.top)));
        self.set(from, Some(shifted.on(pile.below(level))));
        self.finish_pawn_move(m);
    }

    /// Rule 8, at the end of a move: the mover's bishops that were wounded before it are removed.
    fn expire(&mut self, mover: Side) {
        for square in self.wounded.squares() {
            match self.pile(square) {
                Some(pile) if pile.top.is_fresh() => self.settle(square),
                Some(pile) if pile.top.side() == mover => self.set(square, pile.below(pile.height())),
                _ => {}
            }
        }
    }
}

impl Board {
    /// What a king's first step leaves behind when it captures a queen: the board of the second step.
    pub fn after_first_step(&self, origin: (usize, usize), first: usize) -> Board {
        let mut after = *self;
        after.lift(origin);
        after.remove((first, 1));
        after
    }
}
