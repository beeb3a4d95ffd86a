//! Drawings of the board.

use crate::bits::BitSet;
use crate::game::{Look, Paint};
use crate::geometry::board8x8::{DARK_SQUARES, SIZE, SQUARES, square};
use anstyle::{Ansi256Color, Color, Style};
use std::fmt::Write;

/// The sign of a square of ice.
const ICE: &str = "*";

// Colours of the 256 of terminals.
const LIGHT: u8 = 144;
const DARK: u8 = 65;
const ICE_BLUE: u8 = 153;
const WHITE_MEN: u8 = 231;
const BLACK_MEN: u8 = 16;

/// Draws a board with ranks and files. `signs` are what stands on a square, nothing on an empty one, which then shows its
/// colour; every file is as wide as its fullest square.
pub(crate) fn board(signs: impl Fn(usize) -> String, look: Look) -> String {
    let cells: [String; SQUARES] = std::array::from_fn(signs);
    let files: [usize; SIZE] = std::array::from_fn(|i| look.place(i, SIZE));
    let width = |file| (0..SIZE).map(|rank| cells[square(file, rank)].len()).fold(1, usize::max);
    let mut text = String::new();
    for rank in (0..SIZE).rev().map(|i| look.place(i, SIZE)) {
        let mut line = format!("{} ", rank + 1);
        for file in files {
            let square = square(file, rank);
            line.push_str(&painted(&cells[square], square, width(file), look.paint));
        }
        writeln!(text, "{}", line.trim_end()).ok();
    }
    let names: String = files.iter().map(|&file| format!(" {:<1$} ", char::from(b'a' + file as u8), width(file))).collect();
    writeln!(text, "  {}", names.trim_end()).ok();
    text
}

/// One square of a drawing with a blank on each side.
fn painted(signs: &str, square: usize, width: usize, paint: Paint) -> String {
    let dark = DARK_SQUARES.has(square);
    if paint == Paint::Plain {
        let empty = if dark { "-" } else { "." };
        return format!(" {:<width$} ", if signs.is_empty() { empty } else { signs });
    }
    let colour = |n: u8| Some(Color::Ansi256(Ansi256Color(n)));
    let ground = if signs == ICE { ICE_BLUE } else { [LIGHT, DARK][usize::from(dark)] };
    let plain = Style::new().bg_color(colour(ground)).bold();
    let mut text = format!("{plain} ");
    let mut style = plain;
    for sign in signs.chars() {
        // A mark behind a letter has the letter's colour.
        if sign.is_ascii_alphabetic() {
            style = plain.fg_color(colour(if sign.is_ascii_uppercase() { WHITE_MEN } else { BLACK_MEN }));
        }
        write!(text, "{style}{sign}").ok();
    }
    write!(text, "{plain}{:1$} {plain:#}", "", width - signs.len()).ok();
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;

    fn signs(at: usize) -> String {
        let [a1, h8, c3] = [square(0, 0), square(7, 7), square(2, 2)];
        if at == a1 {
            "RB!".into()
        } else if at == h8 {
            "k".into()
        } else if at == c3 {
            ICE.into()
        } else {
            String::new()
        }
    }

    #[test]
    fn a_board_is_seen_from_either_end() {
        let white = board(signs, Look::default());
        let lines: Vec<_> = white.lines().collect();
        assert_eq!(lines[0], "8  .    -  .  -  .  -  .  k");
        assert_eq!(lines[5], "3  -    .  *  .  -  .  -  .");
        assert_eq!(lines[7], "1  RB!  .  -  .  -  .  -  .");
        assert_eq!(lines[8], "   a    b  c  d  e  f  g  h");
        let black = board(signs, Look { bottom: Side::Black, ..Look::default() });
        let lines: Vec<_> = black.lines().collect();
        assert_eq!(lines[0], "1  .  -  .  -  .  -  .  RB!");
        assert_eq!(lines[7], "8  k  .  -  .  -  .  -  .");
        assert_eq!(lines[8], "   h  g  f  e  d  c  b  a");
    }

    #[test]
    fn colours_say_whose_men_they_are_and_where_ice_is() {
        let text = board(signs, Paint::Ansi.into());
        assert!(
            text.contains("\u{1b}[38;5;231m\u{1b}[48;5;65mR") && text.contains("\u{1b}[38;5;16m\u{1b}[48;5;65mk"),
            "{text:?}"
        );
        assert!(text.contains("\u{1b}[48;5;153m*") && !text.contains('-'), "{text:?}");
        let bare: String = text.split('\u{1b}').map(|part| part.split_once('m').map_or(part, |(_, rest)| rest)).collect();
        let plain = board(signs, Look::default()).replace(['-', '.'], " ");
        let trimmed = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
        assert_eq!(trimmed(&bare), trimmed(&plain));
    }
}
