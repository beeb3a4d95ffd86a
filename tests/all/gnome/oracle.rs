//! Gnome Chess from its rules alone, rule by rule, without any of the program's code: piles are lists of letters, every move
//! that the geometry allows is executed in full, and every question about kings is answered by trying all moves.

mod falls;
mod moves;

use arrayvec::ArrayVec;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A wounded bishop, White's and Black's; the text writes `B!` and `b!`.
const WOUNDED: [char; 2] = ['X', 'x'];
/// The same, wounded in the move that is being executed.
const FRESH: [char; 2] = ['Y', 'y'];

/// Men from bottom to top; more than all there are.
type Pile = ArrayVec<char, 32>;

/// The board and everything else that the text holds, and the position before the last move while that can be vetoed.
#[derive(Clone, PartialEq, Debug)]
pub struct Oracle {
    /// By square, a1, b1, ... h8, each from bottom to top.
    piles: [Pile; 64],
    white: bool,
    castling: Vec<char>,
    en_passant: Option<usize>,
    white_holds: bool,
    waits: bool,
    banned: Option<(String, Box<Oracle>)>,
    moved: BTreeSet<usize>,
    clock: u32,
    number: u32,
    before: Option<(String, Box<Oracle>)>,
    /// Has the move being executed captured, crushed, blasted, or moved a pawn?
    progress: bool,
}

fn square(file: i32, rank: i32) -> Option<usize> {
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

fn file(square: usize) -> i32 {
    square as i32 % 8
}

fn rank(square: usize) -> i32 {
    square as i32 / 8
}

fn offset(from: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    square(file(from) + files, rank(from) + ranks)
}

pub fn name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + file(square) as u8), rank(square) + 1)
}

fn parse_square(name: &str) -> usize {
    let [file, rank] = name.as_bytes() else { panic!("{name}") };
    usize::from(rank - b'1') * 8 + usize::from(file - b'a')
}

fn is_white(man: char) -> bool {
    man.is_ascii_uppercase()
}

fn kind(man: char) -> char {
    man.to_ascii_lowercase()
}

fn of_side(kind: char, white: bool) -> char {
    if white { kind.to_ascii_uppercase() } else { kind }
}

const ORTHOGONAL: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn around(square: usize) -> Vec<usize> {
    let mut beside: Vec<usize> = ORTHOGONAL.iter().chain(&DIAGONAL).filter_map(|&step| offset(square, step)).collect();
    beside.sort_unstable();
    beside
}

/// The four squares of the 2x3 rectangle of a knight's leap beside its ends.
fn path(from: usize, to: usize) -> Vec<usize> {
    let span = |a: i32, b: i32| a.min(b)..=a.max(b);
    let squares = span(rank(from), rank(to)).flat_map(|r| span(file(from), file(to)).filter_map(move |f| square(f, r)));
    squares.filter(|&s| s != from && s != to).collect()
}

/// Text, position after it.
type Moves = BTreeMap<String, Oracle>;

impl Oracle {
    // ---- Texts ----

    pub fn read(text: &str) -> Oracle {
        let fields: Vec<&str> = text.split(' ').collect();
        let [board, side, castling, en_passant, veto, moved, clock, number] = fields[..] else { panic!("{text}") };
        let mut piles = [const { Pile::new_const() }; 64];
        for (row, rank) in board.split('/').zip((0..8).rev()) {
            let (mut file, mut in_pile) = (0, false);
            for c in row.chars() {
                match c {
                    '1'..='8' => file += c.to_digit(10).unwrap() as usize,
                    '(' => in_pile = true,
                    ')' => {
                        in_pile = false;
                        file += 1;
                    }
                    '!' => {
                        let pile: &mut Pile = &mut piles[rank * 8 + if in_pile { file } else { file - 1 }];
                        let bishop = pile.pop().unwrap();
                        pile.push(WOUNDED[usize::from(bishop == 'b')]);
                    }
                    man => {
                        piles[rank * 8 + file].push(man);
                        file += usize::from(!in_pile);
                    }
                }
            }
        }
        let (state, ban) = veto.split_once(':').map_or((veto, None), |(state, ban)| (state, Some(ban)));
        let squares = |field: &str| (0..field.len() / 2).map(|i| parse_square(&field[2 * i..2 * i + 2])).collect();
        let mut oracle = Oracle {
            piles,
            white: side == "w",
            castling: castling.chars().filter(|&c| c != '-').collect(),
            en_passant: (en_passant != "-").then(|| parse_square(en_passant)),
            white_holds: state.starts_with('w'),
            waits: state.ends_with('1'),
            banned: None,
            moved: if moved == "-" { BTreeSet::new() } else { squares(moved) },
            clock: clock.parse().unwrap(),
            number: number.parse().unwrap(),
            before: None,
            progress: false,
        };
        if let Some(ban) = ban {
            let after = oracle.pseudo_moves(true).remove(ban).unwrap_or_else(|| panic!("{text}: {ban}"));
            oracle.banned = Some((ban.to_owned(), Box::new(after)));
        }
        oracle
    }

    pub fn write(&self) -> String {
        let ranks: Vec<String> = (0..8).rev().map(|rank| self.write_rank(rank)).collect();
        let or_none = |field: String| if field.is_empty() { "-".to_owned() } else { field };
        let castling: String = "KQkq".chars().filter(|c| self.castling.contains(c)).collect();
        let ban = self.banned.as_ref().map_or(String::new(), |(token, _)| format!(":{token}"));
        let holder = if self.white_holds { 'w' } else { 'b' };
        format!(
            "{} {} {} {} {holder}{}{ban} {} {} {}",
            ranks.join("/"),
            if self.white { 'w' } else { 'b' },
            or_none(castling),
            or_none(self.en_passant.map_or(String::new(), name)),
            u8::from(self.waits),
            or_none(self.moved.iter().map(|&square| name(square)).collect()),
            self.clock,
            self.number
        )
    }

    fn write_rank(&self, rank: usize) -> String {
        let (mut text, mut empty) = (String::new(), 0);
        for file in 0..8 {
            let pile = &self.piles[rank * 8 + file];
            if pile.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            let letters: String = pile.iter().collect();
            let letters = letters.replace('X', "B!").replace('x', "b!");
            text += &if pile.len() > 1 { format!("({letters})") } else { letters };
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    }

    // ---- Rules 17 to 20 ----

    /// Every legal move, the veto included.
    pub fn legal_moves(&self) -> Moves {
        let mut legal: Moves = self.pseudo_moves(true).into_iter().filter(|(_, after)| self.is_allowed(after)).collect();
        if let Some(vetoed) = self.vetoed() {
            legal.insert("veto".to_owned(), vetoed);
        }
        legal.into_iter().map(|(token, after)| (token.clone(), self.completed(token, after))).collect()
    }

    /// Rule 17 and, after a veto, rule 20a.
    fn is_allowed(&self, after: &Oracle) -> bool {
        let banned = self.banned.as_ref().is_some_and(|(_, banned)| banned.is_same_position(after));
        after.has_king(self.white) && !after.is_threatened(self.white) && !banned
    }

    fn is_same_position(&self, other: &Oracle) -> bool {
        let state =
            |o: &Oracle| (o.piles.clone(), o.castling.iter().copied().collect::<BTreeSet<_>>(), o.en_passant, o.moved.clone());
        state(self) == state(other)
    }

    /// The position that a veto restores, if it is allowed: the vetoed side must have another move (rule 20c).
    fn vetoed(&self) -> Option<Oracle> {
        let (token, before) = self.before.as_ref()?;
        let mut restored = (**before).clone();
        restored.white_holds = restored.white;
        restored.waits = true;
        let mut banned = self.clone();
        banned.before = None;
        restored.banned = Some((token.clone(), Box::new(banned)));
        restored.before = None;
        restored.pseudo_moves(true).values().any(|after| restored.is_allowed(after)).then_some(restored)
    }

    /// Rule 19: what a move does to the veto.
    fn completed(&self, token: String, mut after: Oracle) -> Oracle {
        if token == "veto" {
            return after;
        }
        after.banned = None;
        after.before = None;
        if self.white != self.white_holds {
            if self.waits {
                after.waits = false;
            } else {
                let mut before = self.clone();
                before.before = None;
                after.before = Some((token, Box::new(before)));
            }
        }
        after
    }

    pub fn in_check(&self) -> bool {
        self.is_threatened(self.white)
    }

    pub fn other_in_check(&self) -> bool {
        self.is_threatened(!self.white)
    }

    fn has_king(&self, white: bool) -> bool {
        self.piles.iter().flatten().any(|&man| man == of_side('k', white))
    }

    /// Rule 16. Castling is left out: it brings the king no nearer, for he must not be threatened where he lands.
    fn is_threatened(&self, white: bool) -> bool {
        let mut other = self.clone();
        other.white = !white;
        other.en_passant = None;
        other.pseudo_moves(false).values().any(|after| !after.has_king(white) && after.has_king(!white))
    }
}

fn wounded(bishop: char) -> char {
    FRESH[usize::from(!is_white(bishop))]
}

fn origin(square: usize, level: usize) -> String {
    if level > 1 { format!("{}^{level}", name(square)) } else { name(square) }
}
