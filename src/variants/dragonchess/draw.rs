//! The boards, for people.

use super::board::Dragonchess;
use crate::bits::{BitSet, Layers};
use crate::game::{Paint, Side};
use crate::geometry::board12x8x3::{FILES, LEVELS, RANKS, Square};
use anstyle::{Ansi256Color, Color, Style};
use std::fmt::Write;

/// The names of the levels, the lowest first.
const NAMES: [&str; LEVELS] = ["level 1: underworld", "level 2: ground", "level 3: sky"];

/// The colours of dark and light squares by level, of the 256 of terminals: red and brown, green and amber, sky blue and white.
const SQUARES: [[u8; 2]; LEVELS] = [[137, 174], [108, 179], [110, 255]];

/// The colours of the men, White's and Black's.
const MEN: [u8; 2] = [16, 88];

/// The columns of one board with its rank numbers: two a file.
const WIDTH: usize = 2 * FILES + 3;

impl Dragonchess {
    /// Three boards side by side, level 3 first; a star marks frozen men.
    pub(super) fn drawing(&self, paint: Paint) -> String {
        let frozen = Side::BOTH.iter().fold(0, |set, &side| set | self.frozen(side));
        let frozen = Layers([0, frozen, 0]);
        let mut text = String::new();
        push_line(&mut text, |level| format!("   {}", NAMES[level]));
        for rank in (0..RANKS).rev() {
            push_line(&mut text, |level| self.drawn_rank(level, rank, frozen, paint));
        }
        push_line(&mut text, |_| files_line());
        let note = if frozen.is_empty() { "" } else { "; * is frozen" };
        writeln!(text, "{} to move{note}", self.mover().name()).ok();
        text
    }

    fn drawn_rank(&self, level: usize, rank: usize, frozen: Layers, paint: Paint) -> String {
        let mut text = format!("{} ", rank + 1);
        for square in (0..FILES).filter_map(|file| Square::new(level, rank, file)) {
            let man = self.man_at(square);
            let mark = if frozen.has(square.index()) { '*' } else { ' ' };
            match paint {
                Paint::Plain => {
                    let letter = man.map_or(if is_light(square) { '.' } else { ':' }, |man| man.letter());
                    text.extend([letter, mark]);
                }
                Paint::Ansi => {
                    let style = style(square, man.map_or(Side::White, |man| man.side));
                    let letter = man.map_or(' ', |man| man.letter());
                    write!(text, "{style}{letter}{mark}{style:#}").ok();
                }
            }
        }
        text.push(' ');
        text
    }
}

/// One line of all three boards, each part padded to its width as far as it holds no colours.
fn push_line(text: &mut String, part: impl Fn(usize) -> String) {
    let start = text.len();
    for level in (0..LEVELS).rev() {
        write!(text, "{:WIDTH$}", part(level)).ok();
        text.push_str("   ");
    }
    text.truncate(start + text[start..].trim_end().len());
    text.push('\n');
}

fn files_line() -> String {
    let mut text = String::from("  ");
    for file in 0..FILES {
        text.extend([char::from(b'a' + file as u8), ' ']);
    }
    text
}

fn is_light(square: Square) -> bool {
    (square.rank() + square.file()) % 2 == 1
}

fn style(square: Square, side: Side) -> Style {
    let colour = |number| Some(Color::Ansi256(Ansi256Color(number)));
    Style::new()
        .bg_color(colour(SQUARES[square.level()][usize::from(is_light(square))]))
        .fg_color(colour(MEN[side.index()]))
        .bold()
}
