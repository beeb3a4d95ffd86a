//! The evaluation of Gnome Chess: a sum of counted terms, each from middle game to end game, written once for both sides.
//!
//! [`weights`] is the table. [`Gnome::count_terms`] counts the terms into a [`Trace`]: a plain sum, or the coefficient of every
//! weight, from which a tuner has the same value.

mod weights;

use super::board::Board;
use super::pile::{Man, Pile};
use super::state::{Gnome, Past};
use super::threat::zone;
use crate::bits::BitSet;
use crate::game::weights::{self as counting, Composition, Family, Shares, Sum, Trace};
use crate::game::{EvalTerm, Side, Tapered};
use crate::geometry::board8x8::{KING as KING_STEPS, KNIGHT, SIZE, file_of, rank_of, relative_rank};
use crate::geometry::sliding8x8::{bishop, queen, rook};
use crate::variants::common8x8::Kind;
use crate::variants::common8x8::sets::{attacked_down, attacked_up};
use weights::{Group, weight};

/// What each kind still on the board counts for the middle game; [`PHASE`] is the start.
const PHASES: [i32; 6] = [0, 1, 1, 2, 4, 0];
const PHASE: i32 = 24;

/// The value of a kind in centipawns, where one number must do: to weigh exchanges.
pub(super) const VALUES: [i32; 6] = {
    let mut values = [0; 6];
    let mut kind = 0;
    while kind < values.len() {
        values[kind] = weight(Group::Material, kind).0;
        kind += 1;
    }
    values
};

/// What a wounded bishop is worth there.
pub(super) const WOUNDED: i32 = weight(Group::Wounded, 1).0;

/// What the loss of a king counts there: more than everything else.
const KING_VALUE: i32 = 30_000;

/// The value of a man in centipawns.
#[inline(always)]
pub(super) fn value_of(man: Man) -> i32 {
    match man.kind() {
        Kind::King => KING_VALUE,
        _ if man.is_wounded() => WOUNDED,
        kind => VALUES[kind as usize],
    }
}

/// Small, middling or great.
#[inline(always)]
fn class(kind: Kind) -> usize {
    match kind {
        Kind::Pawn => 0,
        Kind::Knight | Kind::Bishop | Kind::Rook => 1,
        Kind::Queen | Kind::King => 2,
    }
}

/// The squares that a side attacks: by pawns, by all.
#[derive(Clone, Copy)]
struct Attacks {
    pawns: u64,
    all: u64,
}

/// The groups of weights.
pub(super) fn families() -> Vec<Family> {
    counting::families::<Group>()
}

impl Gnome {
    /// The value for the side to move, in centipawns. Who may veto the last move has at least what the position before it is
    /// worth when the veto has gone over, so that what only takes something back is seen beyond the horizon too.
    pub(super) fn value(&self) -> i32 {
        let value = self.standing_value();
        match &self.past {
            Past::Last(_, before) => value.max(-Gnome::new(*before, before.side, true).standing_value()),
            _ => value,
        }
    }

    /// The value of the position as it stands.
    fn standing_value(&self) -> i32 {
        let [white, black] = self.count_terms::<Sum>();
        let value = (white.0 - black.0).at(self.board.phase(), PHASE);
        if self.board.side == Side::White { value } else { -value }
    }

    /// The terms that are not zero for both, for people; the last is what a veto would mend.
    pub(super) fn terms(&self) -> Vec<EvalTerm> {
        let mended = self.value() - self.standing_value();
        let veto = |side| if self.board.side == side { (mended, mended) } else { (0, 0) };
        let veto = EvalTerm { name: "taking back the last move", white: veto(Side::White), black: veto(Side::Black) };
        let mut terms = counting::explain::<Group>(&self.count_terms());
        terms.extend((mended != 0).then_some(veto));
        terms
    }

    /// How the value comes from the weights; it does not where a veto would mend it.
    pub(super) fn composed(&self) -> Option<Composition> {
        let shares = [Shares::at(self.board.phase(), PHASE); 2];
        (self.value() == self.standing_value()).then(|| Composition::new(&self.count_terms(), shares))
    }

    /// Counts the terms of White and of Black.
    fn count_terms<T: Trace<Group>>(&self) -> [T; 2] {
        let board = &self.board;
        let mut traces = Side::BOTH.map(|_| T::start(Tapered::ZERO, |_| {}));
        for (square, pile) in board.piles() {
            board.count_pile(square, pile, &mut traces);
        }
        let pawns = Side::BOTH.map(|side| board.pawn_attacks(side));
        let [white, black] = &mut traces;
        let attacks = [board.survey(Side::White, pawns, white), board.survey(Side::Black, pawns, black)];
        for (side, trace) in Side::BOTH.into_iter().zip(&mut traces) {
            let (own, other) = (attacks[side.index()], attacks[(!side).index()]);
            board.count_safety(side, own, other, trace);
            board.count_blasts(side, trace);
            trace.add(Group::Veto, usize::from(self.waits), (self.holder == side).into());
            trace.add(Group::Tempo, 0, (board.side == side).into());
        }
        traces
    }
}

impl Board {
    fn phase(&self) -> i32 {
        let tops: i32 = self.kinds.iter().zip(PHASES).map(|(tops, phase)| tops.count() as i32 * phase).sum();
        let below: i32 = self.tall().squares().map(|square| self.height(square) as i32 - 1).sum();
        tops + below * PHASES[Kind::Rook as usize]
    }

    /// What the men of a pile are worth for their kinds, their square and their neighbours above and below.
    fn count_pile<T: Trace<Group>>(&self, square: usize, pile: Pile, traces: &mut [T; 2]) {
        let centre = from_edge(file_of(square)) + from_edge(rank_of(square));
        let top = pile.top;
        let (kind, side) = (top.kind(), top.side());
        for (man, level) in pile.men().zip(1..) {
            let trace = &mut traces[man.side().index()];
            match man.is_wounded() {
                true => trace.add(Group::Wounded, usize::from(man.side() != self.side), 1),
                false => trace.add(Group::Material, man.kind() as usize, 1),
            }
            trace.add(Group::Centre, man.kind() as usize, centre);
            if level < pile.height() {
                trace.add(Group::Load, usize::from(man.side() != side), 1);
            }
        }
        let trace = &mut traces[side.index()];
        if kind == Kind::Pawn {
            trace.add(Group::PawnRank, relative_rank(side, rank_of(square)), 1);
        }
        if !pile.is_lone() {
            trace.add(Group::Riding, 2 * kind as usize + usize::from(pile.ground().side() != side), 1);
        }
    }

    fn pawn_attacks(&self, side: Side) -> u64 {
        let pawns = self.tops(side, Kind::Pawn);
        if side == Side::White { attacked_up(pawns) } else { attacked_down(pawns) }
    }

    /// Counts mobility, and finds what a side attacks.
    fn survey<T: Trace<Group>>(&self, side: Side, pawns: [u64; 2], trace: &mut T) -> Attacks {
        let occupied = self.occupied();
        let safe = !pawns[(!side).index()];
        let open = !(self.sides[side.index()] & !self.kinds[Kind::Rook as usize]);
        let mut all = pawns[side.index()];
        let mut note = |kind: Kind, reached: u64, trace: &mut T| {
            all |= reached;
            trace.add(Group::Mobility, kind as usize, (reached & safe & open).count() as i32);
        };
        for from in self.tops(side, Kind::Knight).squares() {
            note(Kind::Knight, KNIGHT[from], trace);
        }
        for from in self.tops(side, Kind::Bishop).squares() {
            note(Kind::Bishop, bishop(from, occupied), trace);
        }
        for from in self.rook_squares(side).squares() {
            note(Kind::Rook, rook(from, occupied), trace);
        }
        for from in self.tops(side, Kind::Queen).squares() {
            note(Kind::Queen, queen(from, occupied), trace);
        }
        if let Some(king) = self.king(side) {
            all |= KING_STEPS[king];
        }
        Attacks { pawns: pawns[side.index()], all }
    }

    /// Men that are attacked, the ground under piles, and the squares at the king.
    fn count_safety<T: Trace<Group>>(&self, side: Side, own: Attacks, other: Attacks, trace: &mut T) {
        let ours = self.grounds[side.index()] & other.all;
        let lone = ours & !self.tall() & !self.kinds[Kind::King as usize];
        for kind in [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
            let attacked = lone & self.kinds[kind as usize];
            let hanging = attacked & (!own.all | if kind == Kind::Pawn { 0 } else { other.pawns });
            trace.add(Group::Hanging, class(kind), hanging.count() as i32);
        }
        let shaken = ours & self.tall() & self.sides[side.index()];
        let falling: usize = shaken.squares().map(|square| self.height(square) - 1).sum();
        trace.add(Group::Footing, 0, falling as i32);
        if let Some(king) = self.king(side) {
            let attacked = (zone(king) & other.all).count() as usize;
            trace.add(Group::KingZone, attacked.min(8), 1);
        }
    }

    /// Whom blasts of a side's queens would hit.
    fn count_blasts<T: Trace<Group>>(&self, side: Side, trace: &mut T) {
        for square in self.tops(side, Kind::Queen).squares() {
            let level = self.height(square);
            for beside in (KING_STEPS[square] & self.occupied()).squares() {
                let Some(man) = self.pile(beside).and_then(|pile| pile.at(level)) else { continue };
                let own = man.side() == side;
                if own && man.kind() == Kind::King {
                    trace.add(Group::Hostage, 0, 1);
                } else {
                    trace.add(Group::Blast, class(man.kind()) + if own { 3 } else { 0 }, 1);
                }
            }
        }
    }

    /// The sum of the values of a side's men, less the other's.
    pub fn balance(&self, side: Side) -> i32 {
        self.worth(side) - self.worth(!side)
    }

    fn worth(&self, side: Side) -> i32 {
        let own = self.sides[side.index()];
        let mut worth = if self.king(side).is_some() { KING_VALUE } else { 0 };
        for (tops, value) in self.kinds.iter().zip(VALUES) {
            worth += (tops & own).count() as i32 * value;
        }
        worth -= (self.wounded & own).count() as i32 * (VALUES[Kind::Bishop as usize] - WOUNDED);
        for square in self.loaded[side.index()].squares() {
            let rooks = self.pile(square).map_or(0, |pile| pile.rooks_below(side));
            worth += rooks as i32 * VALUES[Kind::Rook as usize];
        }
        worth
    }
}

fn from_edge(line: usize) -> i32 {
    line.min(SIZE - 1 - line) as i32
}

#[cfg(test)]
mod tests;
