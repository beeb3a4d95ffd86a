//! Drawings of the board.

use crate::bits::BitSet;
use crate::game::Paint;
use crate::geometry::board8x8::{DARK_SQUARES, SIZE, square};

/// Draws a board with ranks and files, a sign a square. A square without a sign shows its colour.
pub(crate) fn board(sign: impl Fn(usize) -> Option<char>, paint: Paint) -> String {
    let mut text = String::new();
    for rank in (0..SIZE).rev() {
        text.push_str(&format!("{} ", rank + 1));
        for file in 0..SIZE {
            let square = square(file, rank);
            text.push_str(&painted(sign(square), square, paint));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text.push_str("   a  b  c  d  e  f  g  h\n");
    text
}

/// One square of a drawing, three columns wide.
fn painted(sign: Option<char>, square: usize, paint: Paint) -> String {
    use anstyle::{Ansi256Color, Color, Style};
    let dark = DARK_SQUARES.has(square);
    if paint == Paint::Plain {
        return format!(" {} ", sign.unwrap_or(if dark { '-' } else { '.' }));
    }
    let man = if sign.is_some_and(|sign| sign.is_ascii_lowercase()) { 16 } else { 231 };
    let colour = |n: u8| Some(Color::Ansi256(Ansi256Color(n)));
    let style = Style::new().fg_color(colour(man)).bg_color(colour(if dark { 65 } else { 144 })).bold();
    format!("{style} {} {style:#}", sign.unwrap_or(' '))
}
