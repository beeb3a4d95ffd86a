//! A position drawn as SVG, for the page and for files alike.

use crate::game::{Cell, Mark, Piece, Referee, Scene, Side, VariantInfo};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The side of a square in the units of the drawing.
const SQUARE: usize = 100;
/// The room for ranks and files around a board.
const MARGIN: usize = 36;
/// The space between two boards, and the height of their names.
const GAP: usize = 60;

/// The shapes of pieces and ice, each a `symbol` with the id `piece-` and the name, from game-icons.net (see CREDITS).
const SHAPES: &str = include_str!("assets/pieces.svg");
/// How boards look.
pub(super) const STYLE: &str = include_str!("assets/board.css");

/// A position and what is to be seen of it.
pub(super) struct Picture<'p> {
    /// The variant.
    pub info: &'p VariantInfo,
    /// What stands where.
    pub scene: &'p Scene,
    /// Squares with a class each: `touched` by the last move, in `check`, a `giver` of check.
    pub marks: &'p [(String, &'static str)],
    /// Is Black's side below?
    pub flipped: bool,
}

impl Picture<'_> {
    /// The whole position as a file of its own: the boards from the lowest to the highest, stocks below.
    pub fn file(&self) -> String {
        let (_, _, levels) = self.info.shape;
        let (width, height) = self.size();
        let stocks = self.scene.stocks.as_ref().map_or(0, |_| GAP);
        let total = levels * (width + GAP) - GAP;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {total} {}\" class=\"boards {}\">\n<style>{STYLE}</style>\n{SHAPES}",
            height + GAP + stocks,
            self.info.name,
        );
        for (place, level) in (1..=levels).rev().enumerate() {
            let x = place * (width + GAP);
            let name = self.level_name(level);
            let _ = writeln!(svg, "<text class=\"level-name\" x=\"{}\" y=\"{}\">{name}</text>", x + MARGIN, GAP * 2 / 3);
            let _ = writeln!(svg, "<g transform=\"translate({x},{GAP})\">{}</g>", self.board(level));
        }
        if let Some([white, black]) = &self.scene.stocks {
            let y = height + GAP + GAP / 2;
            let stock = format!("stock of White: {}   stock of Black: {}", or_dash(white), or_dash(black));
            let _ = writeln!(svg, "<text class=\"level-name\" x=\"{MARGIN}\" y=\"{y}\">{stock}</text>");
        }
        svg + "</svg>\n"
    }

    /// One board as an `svg` element of a page that has [`shapes`] and [`STYLE`].
    pub(super) fn element(&self, level: usize) -> String {
        let (width, height) = self.size();
        let name = self.level_name(level);
        let label = if name.is_empty() { "board" } else { name };
        let head = format!("viewBox=\"0 0 {width} {height}\" class=\"board {}\" role=\"group\"", self.info.name);
        format!("<svg {head} aria-label=\"{label}\" data-level=\"{level}\">{}</svg>", self.board(level))
    }

    pub(super) fn level_name(&self, level: usize) -> &'static str {
        self.info.levels.get(level - 1).copied().unwrap_or_default()
    }

    fn size(&self) -> (usize, usize) {
        let (files, ranks, _) = self.info.shape;
        (files * SQUARE + 2 * MARGIN, ranks * SQUARE + 2 * MARGIN)
    }

    fn board(&self, level: usize) -> String {
        let (files, ranks, _) = self.info.shape;
        let mut svg = format!("<g class=\"level{level}\">");
        self.draw_names(&mut svg);
        for (rank, file) in (0..ranks).rev().flat_map(|rank| (0..files).map(move |file| (rank, file))) {
            self.draw_square(&mut svg, (level, rank, file));
        }
        svg + "</g>"
    }

    /// The column and the row from the upper left, as the board is turned.
    fn place(&self, rank: usize, file: usize) -> (usize, usize) {
        let (files, ranks, _) = self.info.shape;
        if self.flipped { (files - 1 - file, rank) } else { (file, ranks - 1 - rank) }
    }

    fn draw_names(&self, svg: &mut String) {
        let (files, ranks, _) = self.info.shape;
        let (width, height) = self.size();
        let mut name = |x: usize, y: usize, text: &str| {
            let _ = write!(svg, "<text class=\"coordinate\" x=\"{x}\" y=\"{y}\">{text}</text>");
        };
        for file in 0..files {
            let x = MARGIN + self.place(0, file).0 * SQUARE + SQUARE / 2;
            let text = file_letter(file).to_string();
            name(x, height - MARGIN / 2 + 8, &text);
            name(x, MARGIN / 2 + 8, &text);
        }
        for rank in 0..ranks {
            let y = MARGIN + self.place(rank, 0).1 * SQUARE + SQUARE / 2 + 8;
            let text = (rank + 1).to_string();
            name(MARGIN / 2, y, &text);
            name(width - MARGIN / 2, y, &text);
        }
    }

    fn draw_square(&self, svg: &mut String, (level, rank, file): (usize, usize, usize)) {
        let (column, row) = self.place(rank, file);
        let (x, y) = (MARGIN + column * SQUARE, MARGIN + row * SQUARE);
        let (_, _, levels) = self.info.shape;
        let plain = format!("{}{}", file_letter(file), rank + 1);
        let name = if levels > 1 { format!("{level}{plain}") } else { plain };
        let shade = if (rank + file) % 2 == 0 { "dark" } else { "light" };
        let marks: String =
            self.marks.iter().filter(|(square, _)| *square == name).map(|(_, class)| format!(" {class}")).collect();
        let cell = self.scene.cells.iter().find(|cell| cell.square == name);
        let label = cell.map_or_else(|| name.clone(), |cell| format!("{name}, {}", self.words(cell)));
        let _ = write!(
            svg,
            "<g class=\"square {shade}{marks}\" transform=\"translate({x},{y})\" data-square=\"{name}\" role=\"button\" tabindex=\"-1\" \
             aria-label=\"{label}\"><rect class=\"ground\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>\
             <rect class=\"edge\" x=\"4\" y=\"4\" width=\"92\" height=\"92\"/>"
        );
        if let Some(cell) = cell {
            self.draw_cell(svg, cell);
        }
        svg.push_str("</g>");
    }

    /// What stands on a square, in words.
    fn words(&self, cell: &Cell) -> String {
        let word = |piece: &Piece| {
            let name = self.info.piece(piece.letter).map_or("piece", |help| help.name);
            let mark = match piece.mark {
                Some(Mark::Frozen) => ", frozen",
                Some(Mark::Wounded) => ", wounded",
                None => "",
            };
            let side = piece.side.map_or(String::new(), |side| format!("{} ", side.name()));
            format!("{side}{name}{mark}")
        };
        cell.pieces.iter().map(word).collect::<Vec<_>>().join(", ")
    }

    fn draw_cell(&self, svg: &mut String, cell: &Cell) {
        svg.push_str("<g class=\"men\">");
        match (cell.pieces.as_slice(), self.scene.piled) {
            ([piece], _) => self.draw_piece(svg, piece, Frame { x: 6, y: 6, size: 88 }),
            (pile, true) => self.draw_pile(svg, pile),
            (crowd, false) => self.draw_crowd(svg, crowd),
        }
        svg.push_str("</g>");
    }

    fn draw_piece(&self, svg: &mut String, piece: &Piece, Frame { x, y, size }: Frame) {
        let side = piece.side.map_or("nobody", Side::name);
        let shape = self.info.piece(piece.letter).map_or(String::new(), |help| shape_id(help.name));
        let _ = write!(
            svg,
            "<use class=\"piece {side}\" href=\"#{shape}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\"/>"
        );
        if piece.side.is_some() {
            let (left, low, height) = (x + size / 12, y + size, size / 4);
            let letter = piece.letter.to_ascii_uppercase();
            let _ =
                write!(svg, "<text class=\"letter {side}\" x=\"{left}\" y=\"{low}\" font-size=\"{height}\">{letter}</text>");
        }
        if let Some(mark) = piece.mark {
            draw_mark(svg, mark, Frame { x: x + size * 2 / 3, y, size: size / 3 });
        }
    }

    /// A pile from the ground up: the top is seen whole, of every level below it the foot.
    fn draw_pile(&self, svg: &mut String, pile: &[Piece]) {
        let shown = &pile[pile.len().saturating_sub(SHOWN_LEVELS)..];
        let size = 64;
        let step = (SQUARE - size - 4) / (shown.len() - 1).max(1);
        for (i, piece) in shown.iter().enumerate() {
            self.draw_piece(svg, piece, Frame { x: 6 + i * 6, y: SQUARE - size - 2 - i * step, size });
        }
        draw_count(svg, pile.len(), (SQUARE - 14, SQUARE - 14));
    }

    /// A crowd: its kinds side by side, with the number of each.
    fn draw_crowd(&self, svg: &mut String, crowd: &[Piece]) {
        let mut kinds: Vec<(Piece, usize)> = Vec::new();
        for &piece in crowd {
            match kinds.iter_mut().find(|(kind, _)| *kind == piece) {
                Some((_, count)) => *count += 1,
                None => kinds.push((piece, 1)),
            }
        }
        let columns = match kinds.len() {
            1 => 1,
            2..=4 => 2,
            _ => 3,
        };
        let rows = kinds.len().div_ceil(columns);
        let size = SQUARE / columns.max(rows) - 4;
        for (i, (piece, count)) in kinds.iter().enumerate() {
            let (column, row) = (i % columns, i / columns);
            let (x, y) = (SQUARE * column / columns + 2, SQUARE * (2 * row + 1) / (2 * rows) - size / 2);
            self.draw_piece(svg, piece, Frame { x, y, size });
            if *count > 1 {
                draw_count(svg, *count, (x + size - 11, y + size - 11));
            }
        }
    }
}

/// The id of the shape of a piece with this name.
fn shape_id(name: &str) -> String {
    format!("piece-{}", name.to_lowercase().replace(' ', "-"))
}

/// The shapes that the boards of a page refer to.
pub(super) fn shapes() -> &'static str {
    SHAPES
}

/// A square within a square, in the units of the drawing.
#[derive(Clone, Copy)]
struct Frame {
    x: usize,
    y: usize,
    size: usize,
}

/// A star of ice or a cross of bandages in the corner of a piece.
fn draw_mark(svg: &mut String, mark: Mark, Frame { x, y, size }: Frame) {
    let (class, path) = match mark {
        Mark::Frozen => ("frozen", "M10 1V19M2 5.5L18 14.5M2 14.5L18 5.5"),
        Mark::Wounded => ("wounded", "M10 2V18M2 10H18"),
    };
    let _ = write!(
        svg,
        "<svg class=\"mark {class}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" viewBox=\"0 0 20 20\"><circle cx=\"10\" cy=\"10\" \
         r=\"10\"/><path d=\"{path}\"/></svg>"
    );
}

/// The highest levels of a pile that are drawn; the number of all stands beside.
const SHOWN_LEVELS: usize = 4;

fn draw_count(svg: &mut String, count: usize, (x, y): (usize, usize)) {
    let _ = write!(
        svg,
        "<g class=\"count\"><circle cx=\"{x}\" cy=\"{y}\" r=\"13\"/><text x=\"{x}\" y=\"{}\">{count}</text></g>",
        y + 7
    );
}

fn file_letter(file: usize) -> char {
    char::from(b'a' + file as u8)
}

fn or_dash(letters: &str) -> &str {
    if letters.is_empty() { "-" } else { letters }
}

/// The position of a referee as a file of its own, with the squares that the last move changed.
pub fn file_of(referee: &dyn Referee, touched: &[String]) -> String {
    let scene = referee.scene();
    let checked = scene.king.as_deref().filter(|_| referee.in_check());
    let marks = marks(touched, checked, &referee.checkers());
    Picture { info: referee.variant(), scene: &scene, marks: &marks, flipped: false }.file()
}

/// The marks of a position: what the last move touched, the king in check and who gives it.
pub(super) fn marks(touched: &[String], checked_king: Option<&str>, givers: &[String]) -> Vec<(String, &'static str)> {
    let touched = touched.iter().map(|square| (square.clone(), "touched"));
    let king = checked_king.map(|square| (square.to_owned(), "check"));
    let givers = givers.iter().map(|square| (square.clone(), "giver"));
    touched.chain(king).chain(givers).collect::<BTreeSet<_>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::registry::VARIANTS;
    use crate::game::{MoveStyle, Reading};

    #[test]
    fn every_piece_has_a_shape() {
        for info in VARIANTS.iter().map(|variant| variant.info) {
            for piece in info.pieces {
                assert!(SHAPES.contains(&format!("id=\"{}\"", shape_id(piece.name))), "{}: {}", info.name, piece.name);
            }
        }
    }

    #[test]
    fn every_square_is_drawn_once_and_turned_boards_have_all_of_them_too() {
        for variant in VARIANTS {
            let (files, ranks, levels) = variant.info.shape;
            let mut referee = (variant.referee)();
            referee.set_style(MoveStyle::default());
            referee.set_position(None, Reading::Strict, &[]).unwrap();
            let scene = referee.scene();
            let men: usize = scene.cells.iter().map(|cell| cell.pieces.len()).sum();
            for flipped in [false, true] {
                let svg = Picture { info: variant.info, scene: &scene, marks: &[], flipped }.file();
                assert_eq!(svg.matches("data-square=").count(), files * ranks * levels, "{}", variant.info.name);
                assert_eq!(svg.matches("<use class=\"piece").count(), men, "{}", variant.info.name);
            }
        }
    }
}
