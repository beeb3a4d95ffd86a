//! The numbers of the search, in one table. Margins are centipawns of a variant whose weakest man is worth 100;
//! [`margin`] scales them to the variant's own unit. Depths are half-moves.
//!
//! With the feature `tunable` they are variables, and options of the protocol, for `ziggurat spsa`; without it they are constants.

use super::Value;
use crate::game::Position;

/// Declares the numbers as functions: `name = default, least..=greatest`.
macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $least:literal..=$greatest:literal;)*) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "tunable"))]
            #[inline(always)]
            pub const fn $name() -> i32 {
                $default
            }

            $(#[$doc])*
            #[cfg(feature = "tunable")]
            #[inline(always)]
            pub fn $name() -> i32 {
                variables::$name.load(std::sync::atomic::Ordering::Relaxed)
            }
        )*

        /// What the numbers stand at.
        #[cfg(feature = "tunable")]
        #[allow(non_upper_case_globals)]
        mod variables {
            use std::sync::atomic::AtomicI32;
            $(pub static $name: AtomicI32 = AtomicI32::new($default);)*
        }

        /// All numbers, by name.
        #[cfg(any(test, feature = "tunable"))]
        pub static TUNABLES: &[Tunable] = &[$(Tunable {
            name: stringify!($name),
            default: $default,
            least: $least,
            greatest: $greatest,
            #[cfg(feature = "tunable")]
            value: &variables::$name,
        }),*];
    };
}

/// A number of the search, and within which bounds others make sense.
#[cfg(any(test, feature = "tunable"))]
#[derive(Debug)]
pub struct Tunable {
    /// What it is called, in the table and as an option.
    pub name: &'static str,
    /// What it is worth.
    pub default: i32,
    /// The least value that makes sense.
    pub least: i32,
    /// The greatest value that makes sense.
    pub greatest: i32,
    /// What it stands at.
    #[cfg(feature = "tunable")]
    pub value: &'static std::sync::atomic::AtomicI32,
}

tunables! {
    /// Reverse futility: the greatest depth.
    reverse_futility_depth = 8, 3..=14;
    /// What each half-move of it may still lose.
    reverse_futility = 75, 30..=180;

    /// Razoring: the greatest depth.
    razor_depth = 3, 1..=6;
    /// What is hopeless, for each half-move of it.
    razor = 250, 100..=600;

    /// Null move: the least depth.
    null_depth = 3, 1..=5;
    /// The reduction, and what makes it grow: depth,
    null_reduction = 4, 2..=6;
    null_depth_divisor = 4, 2..=8;
    /// and how far above the window we stand.
    null_margin = 200, 80..=400;
    null_margin_most = 3, 1..=6;
    /// From this depth on a null move is verified by a search without null moves.
    null_verify_depth = 14, 8..=24;

    /// Captures that beat the window by a margin (ProbCut): the least depth, the margin, what it is less where the
    /// evaluation gets better, and by how much shallower the proof is.
    probcut_depth = 5, 3..=8;
    probcut = 190, 80..=400;
    probcut_improving = 50, 0..=120;
    probcut_reduction = 4, 3..=6;

    /// Internal reduction: the least depth at which a node without a table move is searched a half-move less.
    internal_reduction_depth = 4, 2..=8;

    /// Late move pruning: quiet moves tried at depth zero, in a variant of [`USUAL_BRANCHING`] moves.
    late_moves = 4, 1..=10;
    late_moves_depth = 8, 3..=14;

    /// Futility of quiet moves: the greatest reduced depth, the margin, and the margin for each half-move.
    futility_depth = 7, 3..=14;
    futility = 100, 20..=300;
    futility_slope = 90, 30..=200;

    /// History pruning: the greatest reduced depth, and the score for each half-move below which a move is not tried.
    history_pruning_depth = 4, 1..=8;
    history_pruning = -4000, -10000..=-1000;

    /// Exchange pruning: the greatest depth, and what a noisy move may lose for each half-move.
    exchange_depth = 7, 3..=14;
    exchange_noisy = -100, -250..=-30;
    /// What a quiet move may lose, for each half-move of reduced depth.
    exchange_quiet = -60, -150..=-15;

    /// Singular extension: the least depth, how much shallower the table's entry may be, and the margin for each half-move.
    singular_depth = 7, 4..=12;
    singular_entry = 3, 2..=5;
    singular_margin = 2, 1..=6;
    /// So far below the singular window the move is extended twice.
    double_margin = 20, 5..=60;

    /// Late move reductions: the least depth,
    reduction_depth = 2, 2..=4;
    root_reduction_depth = 3, 2..=5;
    /// and 1024ths of a half-move: always, and times both logarithms.
    reduction_base = 820, 200..=1500;
    reduction_slope = 465, 250..=700;
    /// What is added in a node that is expected to fail high, and where the evaluation gets no better;
    reduction_cut = 1024, 0..=2500;
    reduction_worsening = 512, 0..=1500;
    /// in a node expected to fail high that the table knows no move of, of quiet moves where the table's is noisy,
    reduction_unknown = 512, 0..=2500;
    reduction_noisy_table = 1024, 0..=2500;
    /// and where more than so many of the replies to the moves before refuted them at once;
    reduction_refuted = 1024, 0..=2500;
    refuted_often = 3, 1..=6;
    /// what is taken off in a node of the principal variation, in one that ever was, and of moves that endanger.
    reduction_open = 512, 0..=2500;
    reduction_on_line = 1024, 0..=2500;
    reduction_danger = 1024, 0..=2500;
    /// A move that was reduced and proves better than the best is searched a half-move deeper again if it is by so much,
    deeper_margin = 45, 15..=120;
    /// and a half-move less deep if it is not even by so much.
    shallower_margin = 8, 0..=25;
    /// A history score that reduces a half-move less.
    reduction_history = 8192, 4000..=20000;

    /// A quiet move is rewarded for every centipawn by which the static evaluations before and after it differ in its favour,
    /// and punished likewise;
    gain_reward = 4, 0..=12;
    /// so much is added, because both evaluations count the turn for the side to move.
    gain_turn = 25, 0..=60;
    /// The greatest such reward.
    gain_most = 1000, 200..=2000;

    /// Quiescence: a noisy move is hopeless if it wins nothing and we stand this far below the window.
    quiescence_futility = 150, 50..=400;

    /// Aspiration: the least depth, and half the first window.
    aspiration_depth = 4, 3..=8;
    aspiration = 20, 6..=60;
}

/// The moves of a variant to which [`late_moves`] applies as it is.
pub const USUAL_BRANCHING: i32 = 35;

/// So many noisy moves a node tries after so many half-moves of quiescence: where both sides have much to take, lines
/// of captures neither end nor matter. (Half-moves gone, moves.)
pub const QUIESCENCE_WIDTHS: [(i32, usize); 3] = [(6, 4), (10, 2), (14, 1)];

/// How many noisy moves a node of quiescence tries.
#[inline(always)]
pub fn quiescence_width(gone: i32) -> usize {
    QUIESCENCE_WIDTHS.iter().rev().find(|(from, _)| gone >= *from).map_or(usize::MAX, |&(_, width)| width)
}

/// A margin in the variant's own centipawns.
#[inline(always)]
pub const fn margin<P: Position>(centipawns: Value) -> Value {
    centipawns * P::TRAITS.unit / 100
}

/// The greatest depth and move number that reductions tell apart.
const LARGEST: usize = 64;

/// Natural logarithms in 1024ths.
static LOGARITHMS: [i32; LARGEST] = {
    let mut table = [0; LARGEST];
    let mut n = 1;
    while n < LARGEST {
        table[n] = ln_1024(n as u64) as i32;
        n += 1;
    }
    table
};

/// By how many 1024ths of a half-move the `number`th move of a node (from 1) is reduced at `depth`.
#[inline(always)]
pub fn reduction(depth: i32, number: usize) -> i32 {
    let depth = (depth.max(0) as usize).min(LARGEST - 1);
    if depth == 0 {
        return 0;
    }
    let product = LOGARITHMS[depth] * LOGARITHMS[number.min(LARGEST - 1)] / 1024;
    reduction_base() + product * reduction_slope() / 1024
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
    fn defaults_lie_within_their_bounds() {
        for tunable in TUNABLES {
            assert!((tunable.least..=tunable.greatest).contains(&tunable.default), "{}", tunable.name);
        }
    }

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
