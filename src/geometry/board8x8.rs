//! The 8x8 board: square = rank * 8 + file, a1 = 0, h8 = 63. Sets are `u64`.

use crate::game::Side;

/// The number of files and of ranks.
pub const SIZE: usize = 8;
/// The number of squares.
pub const SQUARES: usize = 64;

/// File a; shifted left by n, the file n files to the right.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
/// File h.
pub const FILE_H: u64 = FILE_A << 7;
/// Rank 1; shifted left by 8 n, the rank n ranks up.
pub const RANK_1: u64 = 0xff;
/// Rank 8.
pub const RANK_8: u64 = RANK_1 << 56;
/// The squares of the colour of a1.
pub const DARK_SQUARES: u64 = 0xaa55_aa55_aa55_aa55;

/// The file of a square, 0 for a.
#[inline(always)]
pub const fn file_of(square: usize) -> usize {
    square & 7
}

/// The rank of a square, 0 for rank 1.
#[inline(always)]
pub const fn rank_of(square: usize) -> usize {
    square >> 3
}

/// The square of a file and a rank.
#[inline(always)]
pub const fn square(file: usize, rank: usize) -> usize {
    rank << 3 | file
}

/// The squares of a file.
pub const fn file_set(file: usize) -> u64 {
    FILE_A << file
}

/// The squares of a rank.
pub const fn rank_set(rank: usize) -> u64 {
    RANK_1 << (8 * rank)
}

/// The rank index as a side counts it: 0 is its own back rank.
#[inline(always)]
pub const fn relative_rank(side: Side, rank: usize) -> usize {
    rank ^ (7 * side.index())
}

/// The name of a square: `e4`.
pub fn name(square: usize) -> String {
    let file = char::from(b'a' + file_of(square) as u8);
    let rank = char::from(b'1' + rank_of(square) as u8);
    format!("{file}{rank}")
}

/// The square of a name of exactly two characters.
pub fn parse(name: &[u8]) -> Option<usize> {
    match name {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(square(usize::from(file - b'a'), usize::from(rank - b'1'))),
        _ => None,
    }
}

/// The squares reached from `from` by one of `steps` (files, ranks), or by any number of repetitions where `slide`,
/// on a board that is empty but for `occupied`; the first occupied square is reached too.
const fn reach(from: usize, steps: &[(i32, i32)], slide: bool, occupied: u64) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < steps.len() {
        let (mut file, mut rank) = (file_of(from) as i32, rank_of(from) as i32);
        loop {
            file += steps[i].0;
            rank += steps[i].1;
            if file < 0 || file > 7 || rank < 0 || rank > 7 {
                break;
            }
            let bit = 1 << (rank * 8 + file);
            set |= bit;
            if !slide || occupied & bit != 0 {
                break;
            }
        }
        i += 1;
    }
    set
}

const fn reach_table(steps: &[(i32, i32)], slide: bool) -> [u64; SQUARES] {
    let mut table = [0; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        table[from] = reach(from, steps, slide, 0);
        from += 1;
    }
    table
}

const KNIGHT_STEPS: &[(i32, i32)] = &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: &[(i32, i32)] = &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const ROOK_STEPS: &[(i32, i32)] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP_STEPS: &[(i32, i32)] = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The squares a knight attacks.
pub static KNIGHT: [u64; SQUARES] = reach_table(KNIGHT_STEPS, false);
/// The squares a king attacks.
pub static KING: [u64; SQUARES] = reach_table(KING_STEPS, false);
/// The squares a pawn of a side attacks, by [`Side::index`].
pub static PAWN: [[u64; SQUARES]; 2] = [reach_table(&[(-1, 1), (1, 1)], false), reach_table(&[(-1, -1), (1, -1)], false)];
/// The squares a rook attacks on an empty board.
pub static ROOK_RAYS: [u64; SQUARES] = reach_table(ROOK_STEPS, true);
/// The squares a bishop attacks on an empty board.
pub static BISHOP_RAYS: [u64; SQUARES] = reach_table(BISHOP_STEPS, true);

/// Sliding by steps: slow, and the definition of what the fast ways must give.
pub const fn rook_by_steps(from: usize, occupied: u64) -> u64 {
    reach(from, ROOK_STEPS, true, occupied)
}

/// Sliding by steps: slow, and the definition of what the fast ways must give.
pub const fn bishop_by_steps(from: usize, occupied: u64) -> u64 {
    reach(from, BISHOP_STEPS, true, occupied)
}

/// Sliding along the first rank only, by steps.
pub(super) const fn rank_by_steps(file: usize, occupied: u64) -> u64 {
    reach(file, &[(1, 0), (-1, 0)], true, occupied) & RANK_1
}

/// For every two squares, the squares of their common line (or 0): between them, or the whole line.
const fn line_table(whole: bool) -> [[u64; SQUARES]; SQUARES] {
    let mut table = [[0; SQUARES]; SQUARES];
    let mut a = 0;
    while a < SQUARES {
        let mut direction = 0;
        while direction < 8 {
            let step = &[KING_STEPS[direction]];
            let back = &[(-KING_STEPS[direction].0, -KING_STEPS[direction].1)];
            let ray = reach(a, step, true, 0);
            let line = ray | reach(a, back, true, 0) | 1 << a;
            let mut rest = ray;
            while rest != 0 {
                let b = rest.trailing_zeros() as usize;
                table[a][b] = if whole { line } else { reach(a, step, true, 1 << b) & !(1 << b) };
                rest &= rest - 1;
            }
            direction += 1;
        }
        a += 1;
    }
    table
}

/// The squares strictly between two squares of a common rank, file or diagonal; none for others.
pub static BETWEEN: [[u64; SQUARES]; SQUARES] = line_table(false);
/// The whole rank, file or diagonal through two squares; none where there is none.
pub static LINE: [[u64; SQUARES]; SQUARES] = line_table(true);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::BitSet;

    #[test]
    fn names_are_read_as_written() {
        assert!((0..SQUARES).all(|s| parse(name(s).as_bytes()) == Some(s)));
        for bad in ["", "e", "e9", "i1", "e44", "E4"] {
            assert_eq!(parse(bad.as_bytes()), None, "{bad}");
        }
    }

    #[test]
    fn leapers_attack_as_many_squares_as_the_board_allows() {
        let total = |table: &[u64; SQUARES]| table.iter().map(|t| t.count()).sum::<u32>();
        assert_eq!((total(&KNIGHT), total(&KING)), (336, 420));
        assert_eq!((total(&PAWN[0]), total(&PAWN[1])), (98, 98));
        assert_eq!((total(&ROOK_RAYS), total(&BISHOP_RAYS)), (896, 560));
    }

    #[test]
    fn between_and_line() {
        let [a1, c3, h8, b1] = [0, 18, 63, 1];
        assert_eq!(BETWEEN[a1][c3], 1 << 9);
        assert_eq!(LINE[a1][c3], LINE[h8][a1]);
        assert_eq!(LINE[a1][b1], RANK_1);
        assert_eq!((BETWEEN[c3][b1], LINE[c3][b1]), (0, 0));
    }
}
