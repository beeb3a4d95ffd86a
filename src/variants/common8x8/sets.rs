//! Steps and fills of whole sets of squares, for a side whose men move up the board.

use crate::geometry::board8x8::{FILE_A, FILE_H};

/// One step up; what leaves the board is lost.
#[inline(always)]
pub const fn up(set: u64) -> u64 {
    set << 8
}

/// One step down.
#[inline(always)]
pub const fn down(set: u64) -> u64 {
    set >> 8
}

/// The neighbours to the left and to the right.
#[inline(always)]
pub const fn beside(set: u64) -> u64 {
    (set & !FILE_A) >> 1 | (set & !FILE_H) << 1
}

/// The squares that pawns attack upwards to the left, and to the right.
#[inline(always)]
pub const fn pawn_attacks(pawns: u64) -> [u64; 2] {
    [(pawns & !FILE_A) << 7, (pawns & !FILE_H) << 9]
}

/// The squares that pawns coming down attack.
#[inline(always)]
pub const fn attacked_down(pawns: u64) -> u64 {
    down(beside(pawns))
}

/// The squares that pawns going up attack.
#[inline(always)]
pub const fn attacked_up(pawns: u64) -> u64 {
    up(beside(pawns))
}

/// All squares above those of the set, on their files.
#[inline(always)]
pub const fn ahead(set: u64) -> u64 {
    let set = set << 8;
    let set = set | set << 8;
    let set = set | set << 16;
    set | set << 32
}

/// All squares below those of the set, on their files.
#[inline(always)]
pub const fn behind(set: u64) -> u64 {
    let set = set >> 8;
    let set = set | set >> 8;
    let set = set | set >> 16;
    set | set >> 32
}

/// The whole files of a set.
#[inline(always)]
pub const fn whole_files(set: u64) -> u64 {
    set | ahead(set) | behind(set)
}

/// The steps of a king from one square to another.
#[inline(always)]
pub const fn distance(a: usize, b: usize) -> i32 {
    let files = (a & 7).abs_diff(b & 7);
    let ranks = (a >> 3).abs_diff(b >> 3);
    (if files > ranks { files } else { ranks }) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::board8x8::parse;

    fn set(names: &str) -> u64 {
        names.split_whitespace().map(|name| 1 << parse(name.as_bytes()).unwrap()).fold(0, |a, b: u64| a | b)
    }

    #[test]
    fn fills_stay_on_their_files_and_steps_on_the_board() {
        let pair = set("a2 h7");
        assert_eq!(ahead(pair), set("a3 a4 a5 a6 a7 a8 h8"));
        assert_eq!(behind(pair), set("a1 h1 h2 h3 h4 h5 h6"));
        assert_eq!(whole_files(pair), set("a1 a2 a3 a4 a5 a6 a7 a8 h1 h2 h3 h4 h5 h6 h7 h8"));
        assert_eq!(beside(pair), set("b2 g7"));
        assert_eq!((attacked_up(pair), attacked_down(pair)), (set("b3 g8"), set("b1 g6")));
        assert_eq!(pawn_attacks(pair), [set("g8"), set("b3")]);
        assert_eq!((up(set("a8")), down(set("a1"))), (0, 0));
    }

    #[test]
    fn distances_are_the_kings() {
        assert_eq!([(0, 63), (0, 7), (9, 9), (8, 1)].map(|(a, b)| distance(a, b)), [7, 7, 0, 1]);
    }
}
