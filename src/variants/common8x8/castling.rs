//! Castling: the two ways, and the letters of the rights.

use crate::bits::BitSet;
use crate::game::Side;
use crate::geometry::board8x8::{BETWEEN, file_of, file_set, rank_set};

/// The two ways to castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wing {
    /// To the right as White sees it: king to the g file, rook to f.
    King,
    /// To the left: king to the c file, rook to d.
    Queen,
}

impl Wing {
    pub(crate) const BOTH: [Wing; 2] = [Wing::King, Wing::Queen];

    /// The wing of a rook as seen from its king on the same rank.
    pub(crate) fn of(king: usize, rook: usize) -> Wing {
        if rook > king { Wing::King } else { Wing::Queen }
    }

    /// Where king and rook arrive, on the rank of `king`.
    pub(crate) const fn arrivals(self, king: usize) -> (usize, usize) {
        let rank = king & !7;
        match self {
            Wing::King => (rank | 6, rank | 5),
            Wing::Queen => (rank | 2, rank | 3),
        }
    }
}

/// The rook that a castling letter of a side means: `K`, `Q` the outermost one of that wing (X-FEN), `A` to `H` the one on
/// that file (Shredder-FEN). `rooks` are the side's rooks, `granted` those that have a right already.
///
/// # Errors
/// What is wrong with the letter, as words that follow it.
pub(crate) fn rook_of_letter(
    letter: char,
    side: Side,
    king: Option<usize>,
    rooks: u64,
    granted: u64,
) -> Result<usize, &'static str> {
    let home = rank_set(7 * side.index());
    let rooks = rooks & home;
    let king = king.filter(|&king| home.has(king));
    let west = king.map_or(0, |king| rooks & ((1u64 << king) - 1));
    let east = rooks & !west;
    let rook = match letter.to_ascii_uppercase() {
        'K' => east.squares().last(),
        'Q' => west.first(),
        file @ 'A'..='H' => (rooks & file_set(file as usize - 'A' as usize)).first(),
        _ => return Err(NOT_A_RIGHT),
    };
    let (Some(king), Some(rook)) = (king, rook) else { return Err("is a right without king and rook at home") };
    let taken = granted & if Wing::of(king, rook) == Wing::King { east } else { west };
    if taken == 0 { Ok(rook) } else { Err("gives a second right to one wing") }
}

/// What is wrong with a letter that is no castling letter at all.
pub(crate) const NOT_A_RIGHT: &str = "is not a castling right";

/// The letters of a side's rights, upper case: `KQ`, with Shredder letters only where the rook is not the outermost one.
pub(crate) fn letters(king: usize, rooks: u64, granted: u64) -> impl Iterator<Item = char> {
    Wing::BOTH.into_iter().filter_map(move |wing| {
        let rook = (granted & rooks).squares().find(|&rook| Wing::of(king, rook) == wing)?;
        let classical = if wing == Wing::King { 'K' } else { 'Q' };
        let edge = rook & !7 | if wing == Wing::King { 7 } else { 0 };
        let outside = (BETWEEN[rook][edge] | 1 << edge) & !(1 << rook) & rooks;
        Some(if outside == 0 { classical } else { char::from(b'A' + file_of(rook) as u8) })
    })
}

/// Do king and rook stand where they stand in the start position of chess?
pub(crate) fn is_classical(king: usize, rook: usize) -> bool {
    file_of(king) == 4 && matches!(file_of(rook), 0 | 7)
}
