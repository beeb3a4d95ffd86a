//! The 960 starts of Fischer Random, by their numbers.

use crate::bits::BitSet;
use crate::game::registry::Shuffled;

/// The starts of Fischer Random: bishops on squares of both colours, the king between his rooks.
pub const SHUFFLED: Shuffled = Shuffled { count: 960, text };

/// Where the two knights stand among the five files that bishops and queen leave free.
const KNIGHTS: [[usize; 2]; 10] = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// The text of a start by its number in the usual order (Reinhard Scharnagl, "Fischer-Random-Schach", 2004), in which the
/// start of chess is 518. Numbers wrap around.
fn text(number: u32) -> String {
    let number = (number % SHUFFLED.count) as usize;
    let (light, dark, queen, knights) = (number % 4, number / 4 % 4, number / 16 % 6, number / 96);
    let mut free: u64 = 0xff;
    let mut files = ['R'; 8];
    let mut put = |piece: char, file: usize| {
        files[file] = piece;
        free &= !(1 << file);
        free
    };
    put('B', 2 * light + 1);
    let left = put('B', 2 * dark);
    let left = put('Q', nth(left, queen));
    for n in KNIGHTS[knights] {
        put('N', nth(left, n));
    }
    // Three files are left: a rook, the king, a rook.
    let left = free;
    files[nth(left, 1)] = 'K';
    let white: String = files.iter().collect();
    let black = white.to_lowercase();
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1")
}

/// The `n`th file of a set.
fn nth(files: u64, n: usize) -> usize {
    files.squares().nth(n).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Position, Reading};
    use crate::variants::chess::Chess;
    use std::collections::HashSet;

    #[test]
    fn the_starts_are_960_legal_ones() {
        let texts: HashSet<String> = (0..SHUFFLED.count).map(text).collect();
        assert_eq!(texts.len(), 960);
        for text in &texts {
            Chess::read(text, Reading::Strict).unwrap_or_else(|error| panic!("{text}: {error}"));
            let rank = text.rsplit('/').next().unwrap_or_default();
            let places =
                |piece: char| -> Vec<usize> { rank.match_indices(piece).map(|(at, _)| at).filter(|&at| at < 8).collect() };
            let (bishops, rooks, king) = (places('B'), places('R'), places('K')[0]);
            assert!(bishops[0] % 2 != bishops[1] % 2 && rooks[0] < king && king < rooks[1], "{text}");
        }
    }

    #[test]
    fn the_numbers_are_the_usual_ones() {
        let rank = |number| text(number).rsplit('/').next().map(|rank| rank[..8].to_owned());
        assert_eq!(rank(518).as_deref(), Some("RNBQKBNR"));
        assert_eq!(rank(0).as_deref(), Some("BBQNNRKR"));
        assert_eq!(rank(959).as_deref(), Some("RKRNNQBB"));
        assert_eq!(text(518), Chess::INFO.start);
    }
}
