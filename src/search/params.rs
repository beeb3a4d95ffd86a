//! The numbers of the search, in one place. Margins are centipawns of a variant whose weakest man is worth 100;
//! [`margin`] scales them to the variant's own unit. Depths are half-moves.

use super::Value;
use crate::game::Position;

/// Reverse futility: the greatest depth, and what each half-move of it may still lose.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
pub const REVERSE_FUTILITY: Value = 75;

/// Razoring: the greatest depth, and what is hopeless, for each half-move of it.
pub const RAZOR_DEPTH: i32 = 3;
pub const RAZOR: Value = 250;

/// Null move: the least depth, the reduction and what makes it grow: depth, and how far above the window we stand.
pub const NULL_DEPTH: i32 = 3;
pub const NULL_REDUCTION: i32 = 4;
pub const NULL_DEPTH_DIVISOR: i32 = 4;
pub const NULL_MARGIN: Value = 200;
pub const NULL_MARGIN_MOST: i32 = 3;
/// From this depth on a null move is verified by a search without null moves.
pub const NULL_VERIFY_DEPTH: i32 = 14;

/// Internal reduction: the least depth at which a node without a table move is searched a half-move less.
pub const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// Late move pruning: quiet moves tried at depth zero, in a variant of [`USUAL_BRANCHING`] moves.
pub const LATE_MOVES: i32 = 4;
pub const USUAL_BRANCHING: i32 = 35;
pub const LATE_MOVES_DEPTH: i32 = 8;

/// Futility of quiet moves: the greatest reduced depth, the margin, and the margin for each half-move.
pub const FUTILITY_DEPTH: i32 = 7;
pub const FUTILITY: Value = 100;
pub const FUTILITY_SLOPE: Value = 90;

/// History pruning: the greatest reduced depth, and the score for each half-move below which a move is not tried.
pub const HISTORY_PRUNING_DEPTH: i32 = 4;
pub const HISTORY_PRUNING: i32 = -4000;

/// Exchange pruning: the greatest depth, and what a noisy move may lose for each half-move.
pub const EXCHANGE_DEPTH: i32 = 7;
pub const EXCHANGE_NOISY: Value = -100;
/// What a quiet move may lose, for each half-move of reduced depth.
pub const EXCHANGE_QUIET: Value = -60;

/// Singular extension: the least depth, how much shallower the table's entry may be, and the margin for each half-move.
pub const SINGULAR_DEPTH: i32 = 7;
pub const SINGULAR_ENTRY: i32 = 3;
pub const SINGULAR_MARGIN: Value = 2;
/// So far below the singular window the move is extended twice.
pub const DOUBLE_MARGIN: Value = 20;

/// Late move reductions: the least depth.
pub const REDUCTION_DEPTH: i32 = 2;
pub const ROOT_REDUCTION_DEPTH: i32 = 3;
/// A history score that reduces a half-move less.
pub const REDUCTION_HISTORY: i32 = 8192;

/// Quiescence: a noisy move is hopeless if it wins nothing and we stand this far below the window.
pub const QUIESCENCE_FUTILITY: Value = 150;

/// So many noisy moves a node tries after so many half-moves of quiescence: where both sides have much to take, lines
/// of captures neither end nor matter. (Half-moves gone, moves.)
pub const QUIESCENCE_WIDTHS: [(i32, usize); 3] = [(6, 4), (10, 2), (14, 1)];

/// How many noisy moves a node of quiescence tries.
#[inline(always)]
pub fn quiescence_width(gone: i32) -> usize {
    QUIESCENCE_WIDTHS.iter().rev().find(|(from, _)| gone >= *from).map_or(usize::MAX, |&(_, width)| width)
}

/// Aspiration: the least depth, and half the first window.
pub const ASPIRATION_DEPTH: i32 = 4;
pub const ASPIRATION: Value = 20;

/// A margin in the variant's own centipawns.
#[inline(always)]
pub const fn margin<P: Position>(centipawns: Value) -> Value {
    centipawns * P::TRAITS.unit / 100
}

/// The greatest depth and move number that reductions tell apart.
const LARGEST: usize = 64;

/// Late move reductions in 1024ths of a half-move: 0.8 + ln(depth) * ln(number) / 2.2.
static REDUCTIONS: [[i32; LARGEST]; LARGEST] = {
    let mut table = [[0; LARGEST]; LARGEST];
    let mut depth = 1;
    while depth < LARGEST {
        let mut number = 1;
        while number < LARGEST {
            let product = ln_1024(depth as u64) * ln_1024(number as u64) / 1024;
            table[depth][number] = (820 + product * 10 / 22) as i32;
            number += 1;
        }
        depth += 1;
    }
    table
};

/// By how many 1024ths of a half-move the `number`th move of a node (from 1) is reduced at `depth`.
#[inline(always)]
pub fn reduction(depth: i32, number: usize) -> i32 {
    REDUCTIONS[(depth.max(0) as usize).min(LARGEST - 1)][number.min(LARGEST - 1)]
}

/// The natural logarithm in 1024ths, by integers alone, so that it is the same everywhere:
/// the binary digits of log2 come from squaring (ln 2 = 710 / 1024).
const fn ln_1024(n: u64) -> u64 {
    const FRACTION: u32 = 30;
    let whole = n.ilog2();
    let mut mantissa = (n << FRACTION) >> whole;
    let mut log2 = whole as u64;
    let mut digit = 0;
    while digit < 10 {
        mantissa = (mantissa * mantissa) >> FRACTION;
        log2 <<= 1;
        if mantissa >> (FRACTION + 1) != 0 {
            mantissa >>= 1;
            log2 |= 1;
        }
        digit += 1;
    }
    log2 * 710 / 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_near_the_real_ones() {
        for n in 1..LARGEST as u64 {
            let real = (n as f64).ln() * 1024.0;
            assert!((ln_1024(n) as f64 - real).abs() < 6.0, "{n}");
        }
    }

    #[test]
    fn later_and_deeper_moves_are_reduced_more() {
        assert!(reduction(3, 3) < reduction(10, 3));
        assert!(reduction(10, 3) < reduction(10, 30));
        assert_eq!(reduction(200, 200), reduction(63, 63));
        assert_eq!(reduction(-3, 5), 0);
    }
}
