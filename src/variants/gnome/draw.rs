//! The board, for people: piles bottom to top, and whose the veto is.

use super::board::Board;
use super::pile::Pile;
use super::state::{Gnome, Past};
use crate::bits::BitSet;
use crate::game::{Paint, Side};
use crate::geometry::board8x8::{DARK_SQUARES, SIZE, square};
use crate::variants::common8x8::moves::side_of;
use anstyle::{Ansi256Color, Color, Style};
use std::fmt::Write;

impl Gnome {
    pub(super) fn drawing(&self, paint: Paint) -> String {
        let board = &self.board;
        let widths: [usize; SIZE] = std::array::from_fn(|file| board.width(file));
        let mut text = String::new();
        for rank in (0..SIZE).rev() {
            let mut line = format!("{} ", rank + 1);
            for (file, width) in widths.into_iter().enumerate() {
                line.push_str(&cell(board, square(file, rank), width, paint));
            }
            writeln!(text, "{}", line.trim_end()).ok();
        }
        let files: String = widths.iter().zip('a'..).map(|(width, file)| format!(" {file:<width$} ")).collect();
        writeln!(text, "  {}", files.trim_end()).ok();
        writeln!(text, "{} to move; {}{}", board.side.name(), self.veto_note(), board.pile_note()).ok();
        text
    }

    /// Who may veto what.
    pub(super) fn veto_note(&self) -> String {
        let holder = self.holder.name();
        match &self.past {
            Past::Vetoed(m, _) => format!("{m} was vetoed, and the veto is {holder}'s"),
            Past::Last(m, _) if self.can_veto() => format!("{holder} may veto {m}"),
            _ if self.waits => format!("{holder} holds the veto, not against the next move"),
            _ => format!("{holder} holds the veto"),
        }
    }
}

impl Board {
    /// The columns that the highest pile of a file needs.
    fn width(&self, file: usize) -> usize {
        (0..SIZE).filter_map(|rank| self.pile(square(file, rank))).map(|pile| pile.letters().len()).max().unwrap_or(1)
    }

    fn pile_note(&self) -> String {
        let piles = if self.tall() == 0 { "" } else { "; piles from bottom to top" };
        let wounded = if self.wounded == 0 { "" } else { "; ! is wounded" };
        format!("{piles}{wounded}")
    }
}

/// A square with a blank on each side.
fn cell(board: &Board, square: usize, width: usize, paint: Paint) -> String {
    let pile = board.pile(square);
    let letters = pile.map_or(String::new(), Pile::letters);
    if paint == Paint::Plain {
        let empty = if DARK_SQUARES.has(square) { "-" } else { "." };
        return format!(" {:<width$} ", if pile.is_some() { &letters } else { empty });
    }
    let background = if DARK_SQUARES.has(square) { 65 } else { 144 };
    let colour = |n: u8| Some(Color::Ansi256(Ansi256Color(n)));
    let plain = Style::new().bg_color(colour(background)).bold();
    let mut text = format!("{plain} ");
    for letter in letters.chars() {
        let style = plain.fg_color(colour(if side_of(letter) == Side::White { 231 } else { 16 }));
        write!(text, "{style}{letter}").ok();
    }
    write!(text, "{plain}{:1$} {plain:#}", "", width - letters.len()).ok();
    text
}
