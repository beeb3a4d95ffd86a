//! The evaluation of chess: material, placement and mobility, each from middle game to end game.
//!
//! All weights are centipawns, (middle game, end game), and stand in the tables below.

use super::board::Chess;
use super::moves::{ChessMove, Kind};
use crate::bits::BitSet;
use crate::game::{EvalTerm, Side, Tapered};
use crate::geometry::board8x8::{FILE_A, FILE_H, KNIGHT, SQUARES, square};
use crate::geometry::sliding8x8::{bishop, rook};

/// One kind's placement: ranks from the far edge down to one's own, files from the edge to the middle; the right
/// half of the board is the mirror image.
type Placement = [[(i32, i32); 4]; 8];

/// Values of the kinds. Pawns and rooks gain when the board empties, minor pieces lose targets.
const MATERIAL: [(i32, i32); 6] = [(90, 110), (325, 310), (335, 330), (480, 540), (960, 990), (0, 0)];

/// Moves of a typical man of a kind, and what each move more or less is worth. Minor pieces live by their moves; a rook
/// needs open files most when they decide the end game; a queen always finds some.
const MOBILITY: [(i32, (i32, i32)); 6] = [(0, (0, 0)), (4, (5, 4)), (6, (5, 5)), (7, (2, 5)), (13, (1, 4)), (0, (0, 0))];

/// What a kind still on the board counts for the middle game; [`MIDDLE_GAME`] is the start.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const MIDDLE_GAME: i32 = 24;

/// Pawns: hold the centre early, run late.
const PAWN_PLACES: Placement = [
    [(0, 0), (0, 0), (0, 0), (0, 0)],
    [(60, 125), (60, 120), (60, 115), (60, 110)],
    [(25, 72), (30, 70), (35, 62), (40, 58)],
    [(8, 38), (10, 34), (14, 28), (24, 24)],
    [(-4, 18), (0, 16), (8, 10), (20, 8)],
    [(-6, 6), (0, 6), (2, 4), (6, 6)],
    [(-2, 6), (4, 6), (0, 6), (-14, 8)],
    [(0, 0), (0, 0), (0, 0), (0, 0)],
];

/// Knights: few squares at the rim, outposts beyond the middle.
const KNIGHT_PLACES: Placement = [
    [(-80, -50), (-40, -35), (-25, -25), (-20, -20)],
    [(-35, -30), (-20, -15), (10, -10), (15, 0)],
    [(-15, -22), (15, -8), (28, 8), (35, 14)],
    [(-5, -18), (10, 0), (22, 14), (30, 22)],
    [(-10, -18), (4, 0), (16, 14), (20, 22)],
    [(-18, -24), (2, -8), (12, 4), (14, 14)],
    [(-28, -34), (-20, -18), (-2, -10), (4, -2)],
    [(-60, -50), (-22, -38), (-22, -26), (-14, -20)],
];

/// Bishops: long diagonals and the fianchetto; undeveloped ones are idle.
const BISHOP_PLACES: Placement = [
    [(-20, -14), (-14, -10), (-14, -8), (-18, -6)],
    [(-14, -8), (-2, -4), (0, -2), (-4, 0)],
    [(-4, -2), (8, 0), (12, 2), (14, 4)],
    [(-4, -2), (6, 2), (12, 6), (22, 8)],
    [(-2, -4), (8, 2), (10, 6), (20, 8)],
    [(4, -6), (12, 0), (14, 4), (10, 6)],
    [(4, -12), (16, -8), (6, -4), (4, 0)],
    [(-16, -16), (-6, -10), (-14, -8), (-12, -6)],
];

/// Rooks: the seventh rank, and central files from home.
const ROOK_PLACES: Placement = [
    [(8, 10), (8, 10), (10, 10), (12, 10)],
    [(14, 14), (16, 14), (22, 12), (26, 12)],
    [(0, 6), (4, 6), (6, 4), (8, 4)],
    [(-6, 4), (-2, 4), (4, 2), (6, 2)],
    [(-10, 2), (-6, 2), (-2, 0), (4, 0)],
    [(-14, -2), (-8, -2), (-4, -4), (2, -4)],
    [(-18, -6), (-8, -6), (-4, -6), (2, -6)],
    [(-10, -6), (-8, -4), (2, -4), (10, -6)],
];

/// Queens: not out early, in the middle late.
const QUEEN_PLACES: Placement = [
    [(-10, 0), (0, 8), (6, 12), (10, 14)],
    [(-10, 0), (-22, 14), (-2, 18), (-4, 24)],
    [(0, -2), (-2, 8), (4, 16), (8, 26)],
    [(-6, 6), (-8, 18), (-4, 20), (-6, 30)],
    [(-4, 0), (-4, 14), (-4, 18), (-6, 28)],
    [(-6, -8), (2, -4), (-2, 10), (-2, 10)],
    [(-12, -16), (-4, -16), (6, -14), (4, -8)],
    [(-8, -22), (-10, -20), (-4, -16), (6, -18)],
];

/// Kings: castled behind their pawns early, in the middle late.
const KING_PLACES: Placement = [
    [(-50, -50), (-40, -20), (-40, -10), (-50, -5)],
    [(-40, -12), (-30, 12), (-30, 16), (-40, 18)],
    [(-36, 0), (-24, 20), (-30, 26), (-40, 28)],
    [(-40, -6), (-30, 16), (-36, 26), (-46, 32)],
    [(-44, -14), (-34, 6), (-40, 22), (-50, 28)],
    [(-24, -18), (-14, 0), (-30, 12), (-40, 18)],
    [(6, -24), (8, -8), (-14, 2), (-30, 8)],
    [(18, -46), (34, -28), (8, -16), (-6, -20)],
];

/// The placement of every kind on every square, for White; Black's squares are turned upside down.
static PLACES: [[Tapered; SQUARES]; 6] = [
    placement(&PAWN_PLACES),
    placement(&KNIGHT_PLACES),
    placement(&BISHOP_PLACES),
    placement(&ROOK_PLACES),
    placement(&QUEEN_PLACES),
    placement(&KING_PLACES),
];

const fn placement(places: &Placement) -> [Tapered; SQUARES] {
    let mut table = [Tapered::ZERO; SQUARES];
    let mut rank = 0;
    while rank < 8 {
        let mut file = 0;
        while file < 4 {
            let (middle, end) = places[7 - rank][file];
            table[square(file, rank)] = Tapered::new(middle, end);
            table[square(7 - file, rank)] = Tapered::new(middle, end);
            file += 1;
        }
        rank += 1;
    }
    table
}

const fn tapered((middle, end): (i32, i32)) -> Tapered {
    Tapered::new(middle, end)
}

/// One side's share of the evaluation.
struct Share {
    material: Tapered,
    placement: Tapered,
    mobility: Tapered,
    phase: i32,
}

impl Chess {
    /// The value for the side to move in centipawns.
    pub(super) fn evaluation(&self) -> i32 {
        let (own, other) = (self.share(self.side), self.share(!self.side));
        let total = |s: &Share| s.material + s.placement + s.mobility;
        (total(&own) - total(&other)).at(own.phase + other.phase, MIDDLE_GAME)
    }

    /// The terms of the evaluation.
    pub(super) fn terms(&self) -> Vec<EvalTerm> {
        let [white, black] = Side::BOTH.map(|side| self.share(side));
        let term =
            |name, part: fn(&Share) -> Tapered| EvalTerm { name, white: part(&white).pair(), black: part(&black).pair() };
        vec![term("material", |s| s.material), term("placement", |s| s.placement), term("mobility", |s| s.mobility)]
    }

    fn share(&self, side: Side) -> Share {
        let turned = 56 * side.index();
        let free = self.free_squares(side);
        let mut share = Share { material: Tapered::ZERO, placement: Tapered::ZERO, mobility: Tapered::ZERO, phase: 0 };
        for kind in Kind::ALL {
            let men = self.men(side, kind);
            let count = men.count() as i32;
            let (typical, weight) = MOBILITY[kind as usize];
            let mut moves = 0;
            for from in men.squares() {
                share.placement += PLACES[kind as usize][from ^ turned];
                moves += (self.reach(kind, from) & free).count() as i32;
            }
            share.material += tapered(MATERIAL[kind as usize]) * count;
            share.mobility += tapered(weight) * (moves - typical * count);
            share.phase += PHASE[kind as usize] * count;
        }
        share
    }

    /// The squares that a man of a kind attacks, where its mobility counts.
    #[inline(always)]
    fn reach(&self, kind: Kind, from: usize) -> u64 {
        let occupied = self.occupied();
        match kind {
            Kind::Knight => KNIGHT[from],
            Kind::Bishop => bishop(from, occupied),
            Kind::Rook => rook(from, occupied),
            Kind::Queen => bishop(from, occupied) | rook(from, occupied),
            Kind::Pawn | Kind::King => 0,
        }
    }

    /// The squares where a side's men may go without being taken by a pawn.
    fn free_squares(&self, side: Side) -> u64 {
        let pawns = self.men(!side, Kind::Pawn);
        let (left, right) = (pawns & !FILE_A, pawns & !FILE_H);
        let guarded = match side {
            Side::White => left >> 9 | right >> 7,
            Side::Black => left << 7 | right << 9,
        };
        !(guarded | self.sides[side.index()])
    }

    /// How soon a capture or promotion is tried: the most valuable victim first, by the least valuable man (MVV-LVA).
    pub(super) fn victim_order(&self, m: ChessMove) -> i32 {
        let value = |kind: Kind| MATERIAL[kind as usize].0;
        let mover = self.squares[m.from()];
        let victim = self.squares[m.to()].or(m.promotion().is_none().then_some(Kind::Pawn));
        let promotion = m.promotion().map_or(0, |kind| value(kind) - value(Kind::Pawn));
        // Sixteen times the least difference between victims outweighs any difference between movers.
        16 * (victim.map_or(0, value) + promotion) - mover.map_or(0, |kind| kind as i32)
    }
}

#[cfg(test)]
mod tests {
    use crate::game::{MoveClass, Position, Reading};
    use crate::variants::chess::{Chess, ChessMoves};

    fn read(text: &str) -> Chess {
        Chess::read(text, Reading::Strict).unwrap()
    }

    #[test]
    fn the_terms_add_up() {
        for text in ["8/8/4k3/8/8/3RK3/8/8 w - - 0 1", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"] {
            let position = read(text);
            let sum =
                |pick: fn((i32, i32)) -> i32| position.explain().iter().map(|t| pick(t.white) - pick(t.black)).sum::<i32>();
            let (middle, end) = (sum(|pair| pair.0), sum(|pair| pair.1));
            let (low, high) = (middle.min(end), middle.max(end));
            assert!((low..=high).contains(&position.evaluate()), "{text}");
        }
    }

    #[test]
    fn a_man_more_is_worth_more_and_the_start_is_even() {
        assert_eq!(read(Chess::INFO.start).evaluate(), 0);
        let without_a_queen = read("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").evaluate();
        assert!((850..1200).contains(&without_a_queen), "{without_a_queen}");
    }

    #[test]
    fn captures_are_tried_by_victim_then_by_mover() {
        let position = read("3q1r1k/2P5/8/3Pp3/8/4N3/8/3R3K w - e6 0 1");
        let mut moves = ChessMoves::new();
        position.generate(MoveClass::Noisy, &mut moves);
        moves.sort_by_key(|&m| -position.noisy_order(m));
        let order: Vec<_> = moves.iter().map(|&m| position.write_san(m)).collect();
        assert_eq!(order.first().map(String::as_str), Some("cxd8=Q"));
        assert_eq!(order.last().map(String::as_str), Some("dxe6"));
    }
}
