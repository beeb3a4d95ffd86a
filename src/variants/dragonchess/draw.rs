//! The boards, for people.

use super::board::Dragonchess;
use crate::bits::{BitSet, Layers};
use crate::game::{Look, Paint, Side};
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

/// The columns between boards.
const GAP: usize = 3;

impl Dragonchess {
    /// The boards, level 3 first, as many beside each other as fit; a star marks frozen men.
    pub(super) fn drawing(&self, look: Look) -> String {
        let frozen = Side::BOTH.iter().fold(0, |set, &side| set | self.frozen(side));
        let frozen = Layers([0, frozen, 0]);
        let beside = (look.columns.saturating_add(GAP) / (WIDTH + GAP)).clamp(1, LEVELS);
        let mut text = String::new();
        for levels in [2, 1, 0].chunks(beside) {
            push_line(&mut text, levels, |level| format!("   {}", NAMES[level]));
            for rank in (0..RANKS).rev().map(|i| look.place(i, RANKS)) {
                push_line(&mut text, levels, |level| self.drawn_rank(level, rank, frozen, look));
            }
            push_line(&mut text, levels, |_| files_line(look));
        }
        let note = if frozen.is_empty() { "" } else { "; * is frozen" };
        writeln!(text, "{} to move{note}", self.mover().name()).ok();
        text
    }

    fn drawn_rank(&self, level: usize, rank: usize, frozen: Layers, look: Look) -> String {
        let mut text = format!("{} ", rank + 1);
        for square in (0..FILES).filter_map(|i| Square::new(level, rank, look.place(i, FILES))) {
            let man = self.man_at(square);
            let mark = if frozen.has(square.index()) { '*' } else { ' ' };
            match look.paint {
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

/// One line of the boards of some levels, each part padded to its width as far as it holds no colours.
fn push_line(text: &mut String, levels: &[usize], part: impl Fn(usize) -> String) {
    let start = text.len();
    for &level in levels {
        write!(text, "{:WIDTH$}{:GAP$}", part(level), "").ok();
    }
    text.truncate(start + text[start..].trim_end().len());
    text.push('\n');
}

fn files_line(look: Look) -> String {
    let mut text = String::from("  ");
    for i in 0..FILES {
        text.extend([char::from(b'a' + look.place(i, FILES) as u8), ' ']);
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
