//! Other ways to find what sliders see, kept to be measured (`benches/attacks.rs`) and to test the one in use.

use super::{BOARD, FALLING_LINES, FILE_LINES, FILES, LAYER, RANKS, RISING_LINES, STRIDE, line};

const ROOK_DIRECTIONS: [(isize, isize); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP_DIRECTIONS: [(isize, isize); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

fn walk(place: usize, occupied: u128, directions: [(isize, isize); 4]) -> u128 {
    let mut seen = 0;
    for (right, up) in directions {
        let (mut file, mut rank) = ((place % STRIDE) as isize + right, (place / STRIDE) as isize + up);
        while (0..FILES as isize).contains(&file) && (0..RANKS as isize).contains(&rank) {
            let bit = 1 << (rank as usize * STRIDE + file as usize);
            seen |= bit;
            if occupied & bit != 0 {
                break;
            }
            (file, rank) = (file + right, rank + up);
        }
    }
    seen
}

/// What a rook sees, square by square.
pub fn rook_by_walk(place: usize, occupied: u128) -> u128 {
    walk(place, occupied, ROOK_DIRECTIONS)
}

/// What a bishop sees, square by square.
pub fn bishop_by_walk(place: usize, occupied: u128) -> u128 {
    walk(place, occupied, BISHOP_DIRECTIONS)
}

static RANK_LINES: [u128; LAYER] = line(1, 0);

/// The squares of a line above and below a place, cut behind the first man of each: classical rays.
#[inline(always)]
fn rays(line: u128, place: usize, occupied: u128) -> u128 {
    let bit = 1u128 << place;
    let (above, below) = (line & !(bit | (bit - 1)), line & (bit - 1));
    let (next, last) = (above & occupied, below & occupied);
    let above = if next == 0 { above } else { above & (next ^ next.wrapping_sub(1)) };
    let below = if last == 0 { below } else { below & (u128::MAX << last.ilog2()) };
    above | below
}

/// What a rook sees, by four rays that are cut at the first man.
#[inline(always)]
pub fn rook_by_rays(place: usize, occupied: u128) -> u128 {
    rays(FILE_LINES[place], place, occupied) | rays(RANK_LINES[place], place, occupied)
}

/// What a bishop sees, by four rays that are cut at the first man.
#[inline(always)]
pub fn bishop_by_rays(place: usize, occupied: u128) -> u128 {
    rays(RISING_LINES[place], place, occupied) | rays(FALLING_LINES[place], place, occupied)
}

/// Obstruction difference (M. Hoffmann): the first men above and below a slider bound the squares it sees,
/// and one subtraction fills the room between them.
#[inline(always)]
fn obstruction(line: u128, place: usize, occupied: u128) -> u128 {
    let below = (1u128 << place) - 1;
    let last = 1u128 << 127 >> (line & occupied & below | 1).leading_zeros();
    let above = line & occupied & !below;
    (above ^ above.wrapping_sub(last)) & line & BOARD
}

/// What a rook sees, by obstruction difference.
#[inline(always)]
pub fn rook_by_obstruction(place: usize, occupied: u128) -> u128 {
    obstruction(FILE_LINES[place], place, occupied) | obstruction(RANK_LINES[place], place, occupied)
}

/// What a bishop sees, by obstruction difference.
#[inline(always)]
pub fn bishop_by_obstruction(place: usize, occupied: u128) -> u128 {
    obstruction(RISING_LINES[place], place, occupied) | obstruction(FALLING_LINES[place], place, occupied)
}
