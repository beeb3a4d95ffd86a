//! Three boards of 12 files by 8 ranks, one above the other.
//!
//! A square is level * 128 + rank * 16 + file, all from 0: the bit order of [`Layers`](crate::bits::Layers).
//! What happens on one level is told in sets of one layer, `u128`, and places on it: [`Square::place`]. The square
//! above or below has the same place, so a leap between levels is a pattern of one layer laid on another.

pub mod alternatives;

use crate::game::InputError;
use std::fmt;

/// Files of a board.
pub const FILES: usize = 12;
/// Ranks of a board.
pub const RANKS: usize = 8;
/// Boards.
pub const LEVELS: usize = 3;
/// Squares of all boards.
pub const SQUARES: usize = LEVELS * PLACES;
/// Squares of one board.
pub const PLACES: usize = FILES * RANKS;
/// Bits from one rank to the next.
pub const STRIDE: usize = 16;
/// Bits from one level to the next.
pub const LAYER: usize = 128;

/// Index of level 1, the lowest.
pub const LOW: usize = 0;
/// Index of level 2.
pub const MIDDLE: usize = 1;
/// Index of level 3, the highest.
pub const HIGH: usize = 2;

const RANK: u128 = (1 << FILES) - 1;
const FILE: u128 = 0x0001_0001_0001_0001_0001_0001_0001_0001;

/// Every square of a layer, without the padding.
pub const BOARD: u128 = FILE * RANK;

/// A square of the three boards, never one of the padding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square(u16);

impl Square {
    /// The square of a level, a rank and a file, each counted from 0; `None` outside the boards.
    pub const fn new(level: usize, rank: usize, file: usize) -> Option<Square> {
        if level < LEVELS && rank < RANKS && file < FILES {
            Some(Square((level * LAYER + rank * STRIDE + file) as u16))
        } else {
            None
        }
    }

    /// The square of a bit index; `None` for padding and beyond.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < LEVELS * LAYER && index % STRIDE < FILES { Some(Square(index as u16)) } else { None }
    }

    /// The square at a place of a level. Both come from sets that hold no padding.
    #[inline(always)]
    pub const fn at(level: usize, place: usize) -> Square {
        debug_assert!(level < LEVELS && place < LAYER && place % STRIDE < FILES);
        Square((level * LAYER + place) as u16)
    }

    /// The square of a bit index that comes from a set without padding.
    #[inline(always)]
    pub const fn at_index(index: usize) -> Square {
        Square::at(index / LAYER, index % LAYER)
    }

    /// The bit index in [`Layers`](crate::bits::Layers).
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The level, from 0.
    #[inline(always)]
    pub const fn level(self) -> usize {
        self.index() / LAYER
    }

    /// The bit index within the level.
    #[inline(always)]
    pub const fn place(self) -> usize {
        self.index() % LAYER
    }

    /// The rank, from 0.
    #[inline(always)]
    pub const fn rank(self) -> usize {
        self.place() / STRIDE
    }

    /// The file, from 0.
    #[inline(always)]
    pub const fn file(self) -> usize {
        self.index() % STRIDE
    }

    /// The set of this square within its layer.
    #[inline(always)]
    pub const fn bit(self) -> u128 {
        1 << self.place()
    }

    /// The number of the square among the [`SQUARES`] real ones.
    #[inline(always)]
    pub const fn ordinal(self) -> usize {
        dense(self.index())
    }

    /// The number of the square among the [`PLACES`] of its level.
    #[inline(always)]
    pub const fn place_ordinal(self) -> usize {
        dense(self.place())
    }

    /// The square with ranks counted from the other end.
    pub const fn mirrored(self) -> Square {
        Square(self.0 ^ ((RANKS - 1) * STRIDE) as u16)
    }

    /// Every square, in the order of the bit indices.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..LEVELS * LAYER).filter_map(Square::from_index)
    }

    /// Reads a name like `3g1`.
    ///
    /// # Errors
    /// Anything else; the field of the error is `square`.
    pub fn parse(name: &str) -> Result<Square, InputError> {
        let square = match *name.as_bytes() {
            [level @ b'1'..=b'3', file @ b'a'..=b'l', rank @ b'1'..=b'8'] => {
                Square::new((level - b'1').into(), (rank - b'1').into(), (file - b'a').into())
            }
            _ => None,
        };
        square.ok_or_else(|| {
            InputError::new("square", name, "must be a level 1 to 3, a file a to l and a rank 1 to 8, as in 2e4")
        })
    }
}

/// A bit index without the padding before it.
const fn dense(index: usize) -> usize {
    index - index / STRIDE * (STRIDE - FILES)
}

/// `3g1`: level, file, rank.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let file = char::from(b'a' + self.file() as u8);
        write!(f, "{}{file}{}", self.level() + 1, self.rank() + 1)
    }
}

/// The squares that a leaper reaches on its own layer from each place. Entries of padding are empty.
pub type Leaps = [u128; LAYER];

/// The table of a leaper whose leaps are (files, ranks).
const fn leaps(offsets: &[(isize, isize)]) -> Leaps {
    let mut table = [0; LAYER];
    let mut place = 0;
    while place < LAYER {
        let mut i = 0;
        while i < offsets.len() && place % STRIDE < FILES {
            let file = (place % STRIDE) as isize + offsets[i].0;
            let rank = (place / STRIDE) as isize + offsets[i].1;
            if 0 <= file && file < FILES as isize && 0 <= rank && rank < RANKS as isize {
                table[place] |= 1 << (rank as usize * STRIDE + file as usize);
            }
            i += 1;
        }
        place += 1;
    }
    table
}

const fn union(a: &Leaps, b: &Leaps) -> Leaps {
    let mut table = *a;
    let mut place = 0;
    while place < LAYER {
        table[place] |= b[place];
        place += 1;
    }
    table
}

/// One step along a rank or a file.
pub static ORTHOGONAL: Leaps = leaps(&[(1, 0), (-1, 0), (0, 1), (0, -1)]);
/// One step diagonally.
pub static DIAGONAL: Leaps = leaps(&[(1, 1), (1, -1), (-1, 1), (-1, -1)]);
/// One step in eight directions.
pub static STEP: Leaps = union(&ORTHOGONAL, &DIAGONAL);
/// Exactly two steps along a rank or a file.
pub static ORTHOGONAL_2: Leaps = leaps(&[(2, 0), (-2, 0), (0, 2), (0, -2)]);
/// Exactly two steps diagonally.
pub static DIAGONAL_2: Leaps = leaps(&[(2, 2), (2, -2), (-2, 2), (-2, -2)]);
/// The (2,1) leap.
pub static KNIGHT: Leaps = leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
/// The (3,2) leap.
pub static ZEBRA: Leaps = leaps(&[(2, 3), (3, 2), (3, -2), (2, -3), (-2, -3), (-3, -2), (-3, 2), (-2, 3)]);

const ALONG: [isize; 22] = [-11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/// The squares of a line through each place, itself excepted; the direction is (files, ranks).
const fn line(file: isize, rank: isize) -> Leaps {
    let mut offsets = [(0, 0); ALONG.len()];
    let mut i = 0;
    while i < ALONG.len() {
        offsets[i] = (ALONG[i] * file, ALONG[i] * rank);
        i += 1;
    }
    leaps(&offsets)
}

static FILE_LINES: Leaps = line(0, 1);
static RISING_LINES: Leaps = line(1, 1);
static FALLING_LINES: Leaps = line(1, -1);
/// What a rook sees from each place of an empty board.
pub static ROOK_LINES: Leaps = union(&line(1, 0), &FILE_LINES);
/// What a bishop sees from each place of an empty board.
pub static BISHOP_LINES: Leaps = union(&RISING_LINES, &FALLING_LINES);

/// Occupations of a rank that matter: those of the ten inner files.
const INNER: usize = 1 << (FILES - 2);

/// The squares seen along a rank, by file and occupation of the inner files.
static RANK_SEEN: [[u16; INNER]; FILES] = rank_seen();

const fn rank_seen() -> [[u16; INNER]; FILES] {
    let mut table = [[0; INNER]; FILES];
    let mut file = 0;
    while file < FILES {
        let mut inner = 0;
        while inner < INNER {
            let occupied = inner << 1;
            let mut seen = 0;
            let mut right = file + 1;
            while right < FILES {
                seen |= 1 << right;
                right = if occupied >> right & 1 == 0 { right + 1 } else { FILES };
            }
            let mut left = file;
            while left > 0 {
                left -= 1;
                seen |= 1 << left;
                left = if occupied >> left & 1 == 0 { left } else { 0 };
            }
            table[file][inner] = seen;
            inner += 1;
        }
        file += 1;
    }
    table
}

#[inline(always)]
fn along_rank(place: usize, occupied: u128) -> u128 {
    let start = place & !(STRIDE - 1);
    let inner = (occupied >> start) as usize >> 1 & (INNER - 1);
    u128::from(RANK_SEEN[place % STRIDE][inner]) << start
}

/// Hyperbola quintessence (G. Leiser, A. Isenberg): `o ^ (o - 2r)` are the squares from a slider up to the first man above
/// it, and the same on the reversed board those below. Every line but a rank has one square a rank, so that reversing
/// the bytes reverses it.
#[inline(always)]
fn along(line: u128, bit: u128, occupied: u128) -> u128 {
    let men = occupied & line;
    let above = men.wrapping_sub(bit);
    let below = men.swap_bytes().wrapping_sub(bit.swap_bytes()).swap_bytes();
    (above ^ below) & line
}

/// The squares that a rook sees from a place, the first man in each direction included.
#[inline(always)]
pub fn rook(place: usize, occupied: u128) -> u128 {
    along(FILE_LINES[place], 1 << place, occupied) | along_rank(place, occupied)
}

/// The squares that a bishop sees from a place, the first man in each direction included.
#[inline(always)]
pub fn bishop(place: usize, occupied: u128) -> u128 {
    let bit = 1 << place;
    along(RISING_LINES[place], bit, occupied) | along(FALLING_LINES[place], bit, occupied)
}

/// The squares strictly between two places on a common line; none for others.
#[inline(always)]
pub fn between(a: usize, b: usize) -> u128 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    let range = (1u128 << high).wrapping_sub(2u128 << low);
    let lines = if ROOK_LINES[a] >> b & 1 != 0 {
        ROOK_LINES[a] & ROOK_LINES[b]
    } else if BISHOP_LINES[a] >> b & 1 != 0 {
        BISHOP_LINES[a] & BISHOP_LINES[b]
    } else {
        0
    };
    lines & range
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::keys::SplitMix;

    fn places() -> impl Iterator<Item = usize> {
        Square::all().take(PLACES).map(Square::place)
    }

    fn offset(from: usize, to: usize) -> (usize, usize) {
        ((from % STRIDE).abs_diff(to % STRIDE), (from / STRIDE).abs_diff(to / STRIDE))
    }

    #[test]
    fn names_and_numbers_of_squares() {
        assert_eq!(Square::all().count(), SQUARES);
        for (ordinal, square) in Square::all().enumerate() {
            assert_eq!(square.ordinal(), ordinal);
            assert_eq!(square.place_ordinal(), ordinal % PLACES);
            assert_eq!(Square::parse(&square.to_string()), Ok(square));
            assert_eq!(Square::new(square.level(), square.rank(), square.file()), Some(square));
            assert_eq!(square.mirrored().mirrored(), square);
            assert_eq!(square.mirrored().rank(), 7 - square.rank());
            assert_eq!((square.mirrored().level(), square.mirrored().file()), (square.level(), square.file()));
        }
        let square = Square::new(HIGH, 0, 6).unwrap();
        assert_eq!((square.to_string().as_str(), square.index()), ("3g1", 2 * 128 + 6));
        for bad in ["", "3g", "0g1", "4g1", "3m1", "3g0", "3g9", "g31", "3g11", "3G1", "\u{e9}1"] {
            assert!(Square::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn leaps_are_those_of_their_offsets() {
        let leapers: [(&Leaps, &[(usize, usize)]); 7] = [
            (&ORTHOGONAL, &[(1, 0), (0, 1)]),
            (&DIAGONAL, &[(1, 1)]),
            (&STEP, &[(1, 0), (0, 1), (1, 1)]),
            (&ORTHOGONAL_2, &[(2, 0), (0, 2)]),
            (&DIAGONAL_2, &[(2, 2)]),
            (&KNIGHT, &[(1, 2), (2, 1)]),
            (&ZEBRA, &[(3, 2), (2, 3)]),
        ];
        for (table, offsets) in leapers {
            for from in places() {
                for to in places() {
                    assert_eq!(table[from] >> to & 1 != 0, offsets.contains(&offset(from, to)), "{from} {to}");
                }
                assert_eq!(table[from] & !BOARD, 0);
            }
        }
    }

    #[test]
    fn all_ways_to_slide_agree() {
        let mut random = SplitMix::new(1);
        let mut half = || u128::from(random.next()) << 64 | u128::from(random.next());
        for _ in 0..300 {
            let dense = half() & BOARD;
            for occupied in [dense, dense & half(), dense & half() & half(), 0, BOARD] {
                for place in places() {
                    let (rook, bishop) = (rook(place, occupied), bishop(place, occupied));
                    assert_eq!(rook, alternatives::rook_by_walk(place, occupied), "rook {place} {occupied:x}");
                    assert_eq!(bishop, alternatives::bishop_by_walk(place, occupied), "bishop {place} {occupied:x}");
                    assert_eq!(rook, alternatives::rook_by_rays(place, occupied), "rook {place} {occupied:x}");
                    assert_eq!(bishop, alternatives::bishop_by_rays(place, occupied), "bishop {place} {occupied:x}");
                    assert_eq!(rook, alternatives::rook_by_obstruction(place, occupied), "rook {place} {occupied:x}");
                    assert_eq!(bishop, alternatives::bishop_by_obstruction(place, occupied), "bishop {place} {occupied:x}");
                }
            }
        }
    }

    #[test]
    fn between_is_what_two_sliders_see_of_each_other() {
        for a in places() {
            for b in places() {
                let (bits, seen) = ((1 << a) | (1 << b), 1u128 << b);
                let expected = if rook(a, 0) & seen != 0 {
                    rook(a, bits) & rook(b, bits) & !bits
                } else if bishop(a, 0) & seen != 0 {
                    bishop(a, bits) & bishop(b, bits) & !bits
                } else {
                    0
                };
                assert_eq!(between(a, b), expected, "{a} {b}");
            }
        }
    }
}
