//! What front ends show, the same for all of them: the pieces and how they move, what stands on the squares, and how legal
//! moves are made by hand on a board.

use super::{InputError, Side, VariantInfo};
use serde::Serialize;

// ---- Pieces in words ----

/// A kind of piece in words.
#[derive(Debug)]
pub struct PieceHelp {
    /// The letter in position texts: White's, or the sign of what is nobody's.
    pub letter: char,
    /// The name.
    pub name: &'static str,
    /// What it is worth, as people compare pieces; empty where nobody does.
    pub worth: &'static str,
    /// How it moves: the levels of the board, from 1, and a sentence for them. No levels are all of them.
    pub ways: &'static [(&'static [usize], &'static str)],
}

impl PieceHelp {
    /// How the piece moves from a level of the board, from 1.
    pub fn way_on(&self, level: usize) -> String {
        let here = |(levels, text): &(&[usize], &'static str)| (levels.is_empty() || levels.contains(&level)).then_some(*text);
        self.ways.iter().filter_map(here).map(capitalised).collect::<Vec<_>>().join(" ")
    }

    /// The name, and behind it what the piece is worth.
    fn title(&self) -> String {
        if self.worth.is_empty() { self.name.to_owned() } else { format!("{} ({})", self.name, self.worth) }
    }

    /// The sentences with the levels they are true for.
    fn all_ways(&self) -> String {
        let several = self.ways.len() > 1;
        let sentence = |&(levels, text): &(&[usize], &str)| match levels {
            [] if several => format!("Any level: {text}"),
            [] => capitalised(text),
            [level] if several => format!("Level {level}: {text}"),
            [level] => format!("Level {level} only: {text}"),
            [first @ .., last] => {
                let first: Vec<_> = first.iter().map(usize::to_string).collect();
                format!("Levels {} and {last}: {text}", first.join(", "))
            }
        };
        self.ways.iter().map(sentence).collect::<Vec<_>>().join(" ")
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The line of a help text where the table of pieces goes.
const PIECES_LINE: &str = "{pieces}\n";

/// The columns of a line of help.
const HELP_WIDTH: usize = 120;

impl VariantInfo {
    /// The rules in brief, with the table of pieces in its place: what `help` prints.
    pub fn help_text(&self) -> String {
        self.help.replace(PIECES_LINE, &self.pieces_table())
    }

    fn pieces_table(&self) -> String {
        let widest = self.pieces.iter().map(|piece| piece.title().len()).max().unwrap_or_default();
        let mut table = String::new();
        for piece in self.pieces {
            let head = format!("  {}  {:widest$}  ", piece.letter, piece.title());
            let indent = " ".repeat(head.len());
            let lines = wrapped(&piece.all_ways(), HELP_WIDTH - head.len());
            table.push_str(&format!("{head}{}\n", lines.join(&format!("\n{indent}"))));
        }
        table
    }

    /// What is told of a piece by its letter in position texts.
    pub fn piece(&self, letter: char) -> Option<&'static PieceHelp> {
        self.pieces.iter().find(|piece| piece.letter == letter.to_ascii_uppercase())
    }

    /// The level, from 1, of a square's name: a level where there are several, a file, a rank.
    ///
    /// # Errors
    /// What is not the name of a square of this board.
    pub fn level_of(&self, square: &str) -> Result<usize, InputError> {
        let (files, ranks, levels) = self.shape;
        let (level, place) = match square.as_bytes() {
            [level, place @ ..] if levels > 1 => (usize::from(level.wrapping_sub(b'0')), place),
            place => (1, place),
        };
        let inside = |byte: u8, first: u8, count: usize| byte >= first && usize::from(byte - first) < count;
        match *place {
            [file, rank] if (1..=levels).contains(&level) && inside(file, b'a', files) && inside(rank, b'1', ranks) => {
                Ok(level)
            }
            _ => {
                let level = if levels > 1 { "1" } else { "" };
                let reason = format!("no square of the board of {}; they are called as in {level}a1", self.name);
                Err(InputError::new("square", square, reason))
            }
        }
    }
}

/// Words in lines of at most `width` columns; a longer word has its own.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A piece that stands on a square, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Description {
    /// The piece.
    #[serde(flatten)]
    pub piece: Piece,
    /// What it is called.
    pub name: &'static str,
    /// How it moves from here, in a sentence or two.
    pub text: String,
}

impl Description {
    /// A piece on a level of a variant's board, from 1.
    pub fn new(info: &VariantInfo, level: usize, piece: Piece) -> Option<Description> {
        let help = info.piece(piece.letter)?;
        let mark = piece.mark.map_or("", Mark::sentence);
        Some(Description { piece, name: help.name, text: help.way_on(level) + mark })
    }
}

// ---- What stands on the board ----

/// What is special about a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// It cannot move and attacks nothing for now.
    Frozen,
    /// It has lost one of its lives.
    Wounded,
}

impl Mark {
    /// What to say behind the sentences about the piece.
    const fn sentence(self) -> &'static str {
        match self {
            Mark::Frozen => " It is frozen now: it can neither move nor capture.",
            Mark::Wounded => " It is wounded now: its second life is spent.",
        }
    }
}

/// Something on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Piece {
    /// The letter in position texts.
    pub letter: char,
    /// Whose it is; `None` is nobody's.
    pub side: Option<Side>,
    /// What is special about it.
    pub mark: Option<Mark>,
}

impl Piece {
    /// A piece about which nothing is special.
    pub const fn new(letter: char, side: Side) -> Piece {
        Piece { letter, side: Some(side), mark: None }
    }
}

/// A square with what stands there: one above the other from the ground up, or side by side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cell {
    /// The name of the square.
    pub square: String,
    /// What stands there, at least one piece.
    pub pieces: Vec<Piece>,
}

/// A position as it is shown.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Scene {
    /// The squares that are not empty.
    pub cells: Vec<Cell>,
    /// Do the pieces of a square stand on each other? Otherwise they stand side by side.
    pub piled: bool,
    /// The letters of what White and Black have in stock; `None` where there are no stocks.
    pub stocks: Option<[String; 2]>,
    /// The square of the king of the side to move.
    pub king: Option<String>,
    /// What else a player should know, a sentence each.
    pub notes: Vec<String>,
}

// ---- Moves made by hand ----

/// What kind of thing a move does to the square it goes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Deed {
    /// Goes there.
    Move,
    /// Goes there and captures.
    Capture,
    /// Captures there and stays.
    Remote,
    /// Climbs onto what stands there.
    Climb,
    /// Goes there and captures beside its way.
    Passing,
    /// Removes what stands around.
    Blast,
    /// Changes places with what stands there.
    Shift,
    /// Castles.
    Castle,
    /// Takes back the other side's last move.
    Veto,
    /// Brings pieces from the stock.
    Exchange,
    /// Does nothing.
    Pass,
}

/// How a legal move is made on a board: what is picked up, where it is put, and what comes of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Gesture {
    /// The canonical text of the move or, where orders are built piece by piece, of the order with it.
    pub text: String,
    /// What it does.
    pub deed: Deed,
    /// The letter of the piece that moves.
    pub piece: Option<char>,
    /// The square of that piece; `None` is a move without a place on the board.
    pub from: Option<String>,
    /// Which one it is where pieces stand on each other, from 1.
    pub height: usize,
    /// Where it goes, or what it captures from afar.
    pub to: Option<String>,
    /// The square on the way, where that makes a difference.
    pub via: Option<String>,
    /// The letter of what it becomes.
    pub promotion: Option<char>,
    /// All squares that it changes.
    pub touched: Vec<String>,
}

impl Gesture {
    /// A move without a place on the board.
    pub fn placeless(text: String, deed: Deed) -> Gesture {
        let touched = Vec::new();
        Gesture { text, deed, piece: None, from: None, height: 1, to: None, via: None, promotion: None, touched }
    }

    /// A piece goes from a square to another.
    pub fn walk(text: String, deed: Deed, piece: Option<char>, from: String, to: String) -> Gesture {
        let touched = vec![from.clone(), to.clone()];
        Gesture { piece, from: Some(from), to: Some(to), touched, ..Gesture::placeless(text, deed) }
    }
}

/// The ways to move, or to go on with an order that is being built.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Offers {
    /// The ways.
    pub gestures: Vec<Gesture>,
    /// What pieces may still be worth that an order moves; `None` where moves are not built.
    pub left: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::registry::VARIANTS;

    #[test]
    fn every_help_tells_of_every_piece() {
        for info in VARIANTS.iter().map(|variant| variant.info) {
            let unspaced = |text: &str| text.split_whitespace().collect::<String>();
            let help = info.help_text();
            assert_eq!(info.help.matches(PIECES_LINE).count(), 1, "{}", info.name);
            assert!(help.lines().all(|line| line.len() <= HELP_WIDTH + 10), "{help}");
            for piece in info.pieces {
                for (_, sentence) in piece.ways {
                    let told = unspaced(&help).to_lowercase().contains(&unspaced(sentence).to_lowercase());
                    assert!(told && sentence.ends_with('.'), "{}: {sentence}", info.name);
                }
            }
        }
    }

    #[test]
    fn ways_depend_on_the_level() {
        const WAYS: &[(&[usize], &str)] = &[(&[2], "goes."), (&[1, 3], "leaps."), (&[], "sings.")];
        let piece = PieceHelp { letter: 'X', name: "Xenon", worth: "3", ways: WAYS };
        assert_eq!([1, 2].map(|level| piece.way_on(level)), ["Leaps. Sings.", "Goes. Sings."]);
        assert_eq!(piece.all_ways(), "Level 2: goes. Levels 1 and 3: leaps. Any level: sings.");
        assert_eq!(wrapped("a bb ccc d", 4), ["a bb", "ccc", "d"]);
    }
}
