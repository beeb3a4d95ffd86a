//! Sliding attacks on 8x8: what rooks and bishops attack on an occupied board.
//!
//! Two ways, measured side by side in `benches/attacks.rs`: [`hyperbola`] runs everywhere, `pext` needs the BMI2
//! instruction of x86-64 and is chosen at compile time where it is there.

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
pub use hyperbola::{bishop, rook};
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub use pext::{bishop, rook};

/// The squares a queen attacks.
#[inline(always)]
pub fn queen(from: usize, occupied: u64) -> u64 {
    rook(from, occupied) | bishop(from, occupied)
}

/// Hyperbola quintessence: `o ^ (o - 2r)` finds the first blocker upwards, the byte-swapped board downwards
/// (Gerd Isenberg and Aleks Peshkov; <https://www.chessprogramming.org/Hyperbola_Quintessence>).
/// Ranks, which a byte swap does not reverse, come from a table.
pub mod hyperbola {
    use crate::geometry::board8x8::{BISHOP_RAYS, FILE_A, RANK_1, SQUARES, file_of, rank_by_steps, rank_of};

    /// For each file of the slider and the six inner squares of its rank: the attacked squares of that rank.
    static RANK_ATTACKS: [[u8; 64]; 8] = {
        let mut table = [[0; 64]; 8];
        let mut file = 0;
        while file < 8 {
            let mut inner = 0;
            while inner < 64 {
                table[file][inner] = rank_by_steps(file, (inner as u64) << 1) as u8;
                inner += 1;
            }
            file += 1;
        }
        table
    };

    /// The diagonals through each square without the square itself: rising, falling.
    static DIAGONALS: [[u64; 2]; SQUARES] = {
        let mut table = [[0; 2]; SQUARES];
        let mut square = 0;
        while square < SQUARES {
            let mut rest = BISHOP_RAYS[square];
            while rest != 0 {
                let other = rest.trailing_zeros() as usize;
                let rises = (other > square) == (file_of(other) > file_of(square));
                table[square][if rises { 0 } else { 1 }] |= 1 << other;
                rest &= rest - 1;
            }
            square += 1;
        }
        table
    };

    /// The squares attacked along `line`, which does not hold `from` itself.
    #[inline(always)]
    const fn along(from: usize, line: u64, occupied: u64) -> u64 {
        let blockers = occupied & line;
        let up = blockers.wrapping_sub(1 << from);
        let down = blockers.swap_bytes().wrapping_sub(1 << (from ^ 56)).swap_bytes();
        (up ^ down) & line
    }

    /// The squares a rook attacks.
    #[inline(always)]
    pub fn rook(from: usize, occupied: u64) -> u64 {
        let shift = 8 * rank_of(from);
        let inner = (occupied >> shift & RANK_1) >> 1 & 63;
        let rank = u64::from(RANK_ATTACKS[file_of(from)][inner as usize]) << shift;
        rank | along(from, FILE_A << file_of(from) & !(1 << from), occupied)
    }

    /// The squares a bishop attacks.
    #[inline(always)]
    pub fn bishop(from: usize, occupied: u64) -> u64 {
        let [rising, falling] = DIAGONALS[from];
        along(from, rising, occupied) | along(from, falling, occupied)
    }
}

/// The occupied squares of a line, packed into an index by the BMI2 instruction PEXT, look up the attacks in one table
/// of 107,648 sets (861 KB).
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub mod pext {
    use crate::geometry::board8x8::{
        BISHOP_RAYS, FILE_A, FILE_H, RANK_1, RANK_8, ROOK_RAYS, SQUARES, bishop_by_steps, file_set, rank_of, rank_set,
        rook_by_steps,
    };
    use crate::intrinsics::pext;

    /// The sum over all squares of 2 to the number of relevant squares, rooks and bishops.
    const ENTRIES: usize = 102_400 + 5_248;

    /// One slider on one square: the squares whose occupation matters, and where its attacks begin.
    #[derive(Clone, Copy)]
    struct Line {
        relevant: u64,
        offset: u32,
    }

    struct Tables {
        rooks: [Line; SQUARES],
        bishops: [Line; SQUARES],
        attacks: [u64; ENTRIES],
    }

    /// The rays without the last square of each: what stands there changes nothing.
    const fn relevant(rays: u64, square: usize) -> u64 {
        let own_file = file_set(square & 7);
        let own_rank = rank_set(rank_of(square));
        let edges = ((FILE_A | FILE_H) & !own_file) | ((RANK_1 | RANK_8) & !own_rank);
        rays & !edges
    }

    #[allow(long_running_const_eval)]
    static TABLES: Tables = {
        let none = Line { relevant: 0, offset: 0 };
        let mut tables = Tables { rooks: [none; SQUARES], bishops: [none; SQUARES], attacks: [0; ENTRIES] };
        let mut next = 0;
        let mut i = 0;
        while i < 2 * SQUARES {
            let (square, is_rook) = (i / 2, i % 2 == 0);
            let relevant = relevant(if is_rook { ROOK_RAYS[square] } else { BISHOP_RAYS[square] }, square);
            let line = Line { relevant, offset: next as u32 };
            // All subsets of the relevant squares, in the order of their PEXT indices (the Carry-Rippler trick).
            let mut occupied = 0u64;
            loop {
                tables.attacks[next] =
                    if is_rook { rook_by_steps(square, occupied) } else { bishop_by_steps(square, occupied) };
                next += 1;
                occupied = occupied.wrapping_sub(relevant) & relevant;
                if occupied == 0 {
                    break;
                }
            }
            if is_rook {
                tables.rooks[square] = line;
            } else {
                tables.bishops[square] = line;
            }
            i += 1;
        }
        tables
    };

    #[inline(always)]
    fn look_up(line: Line, occupied: u64) -> u64 {
        TABLES.attacks[line.offset as usize + pext(occupied, line.relevant) as usize]
    }

    /// The squares a rook attacks.
    #[inline(always)]
    pub fn rook(from: usize, occupied: u64) -> u64 {
        look_up(TABLES.rooks[from], occupied)
    }

    /// The squares a bishop attacks.
    #[inline(always)]
    pub fn bishop(from: usize, occupied: u64) -> u64 {
        look_up(TABLES.bishops[from], occupied)
    }
}

#[cfg(test)]
mod tests {
    use crate::game::keys::SplitMix;
    use crate::geometry::board8x8::{SQUARES, bishop_by_steps, rook_by_steps};

    #[test]
    fn every_way_of_sliding_equals_sliding_by_steps() {
        let mut random = SplitMix::new(1);
        for _ in 0..2000 {
            let occupied = random.next() & random.next();
            for from in 0..SQUARES {
                let (rook, bishop) = (rook_by_steps(from, occupied), bishop_by_steps(from, occupied));
                assert_eq!(super::hyperbola::rook(from, occupied), rook);
                assert_eq!(super::hyperbola::bishop(from, occupied), bishop);
                assert_eq!((super::rook(from, occupied), super::bishop(from, occupied)), (rook, bishop));
            }
        }
    }
}
