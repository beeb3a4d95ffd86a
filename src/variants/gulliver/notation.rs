//! Orders as text: the form for programs, and the source's own for people.

use super::board::{Gulliver, reach};
use super::crowd::{Crowd, Kind};
use super::order::{BUDGET, Order, Step, Steps};
use crate::bits::BitSet;
use crate::game::{InputError, Side};
use crate::geometry::board8x8::{self as squares, KING};

/// How orders look, for people who wrote something else.
const FORMS: &str = "must be moves as in nd4f5,pd4d5, a king's move as in ke1e2, an exchange as in e5:bp=r, or 0000";

/// The letters of the source (Esperanto) for queen, rook, bishop, knight and pawn.
const SOURCE_LETTERS: [char; 5] = ['d', 't', 'k', '\u{109}', 'p'];
/// The source's letter for the king.
const SOURCE_KING: char = 'r';

fn refuse<T>(token: &str, reason: impl Into<String>) -> Result<T, InputError> {
    Err(InputError::new("order", token, reason))
}

impl Gulliver {
    /// The canonical text of an order.
    pub(super) fn order_text(&self, order: Order) -> String {
        match order {
            Order::Pass => "0000".to_owned(),
            Order::King { from, to } => format!("k{}{}", squares::name(from.into()), squares::name(to.into())),
            Order::Exchange { square, leaving, entering } => {
                format!("{}:{}={}", squares::name(square.into()), leaving.letters(), entering.letters())
            }
            Order::Moves(steps) => {
                let word =
                    |step: &Step| format!("{}{}{}", step.kind().letter(), squares::name(step.from()), squares::name(step.to()));
                steps.iter().map(word).collect::<Vec<_>>().join(",")
            }
        }
    }

    /// Reads an order that is legal for a side; entries and letters may stand in any order.
    pub(super) fn order_from_text(&self, side: Side, token: &str) -> Result<Order, InputError> {
        if token == "sealed" {
            return refuse(token, "can only stand at the end of a list, where White's order is due");
        }
        let order = if token == "0000" {
            Order::Pass
        } else if let Some((place, trade)) = token.split_once(':') {
            read_exchange(token, place, trade)?
        } else if token.starts_with('k') {
            read_king(token)?
        } else {
            let steps = token.split(',').map(|entry| read_step(token, entry)).collect::<Result<Vec<_>, _>>()?;
            gather(token, steps)?
        };
        self.check(side, order).map(|()| order).or_else(|reason| refuse(token, reason))
    }

    /// Is the order legal for a side (rules 1 to 3)? If not, why.
    pub(super) fn check(&self, side: Side, order: Order) -> Result<(), String> {
        if self.lost_king().is_some() {
            return Err("a king is lost, the game is over".into());
        }
        match order {
            Order::Pass => Ok(()),
            Order::King { from, to } => self.check_king(side, from.into(), to.into()),
            Order::Exchange { square, leaving, entering } => self.check_exchange(side, square.into(), leaving, entering),
            Order::Moves(steps) => self.check_steps(side, &steps),
        }
    }

    fn check_king(&self, side: Side, from: usize, to: usize) -> Result<(), String> {
        if self.king(side) != Some(from) {
            return Err(format!("{}'s king is not on {}", side.name(), squares::name(from)));
        }
        if !KING[from].has(to) {
            return Err("a king steps one square".into());
        }
        if self.attacks(!side).has(to) {
            return Err(format!("{} is attacked; the king may not be ordered there", squares::name(to)));
        }
        Ok(())
    }

    fn check_exchange(&self, side: Side, square: usize, leaving: Crowd, entering: Crowd) -> Result<(), String> {
        if leaving.is_empty() || entering.is_empty() {
            return Err("an exchange needs pieces on both sides".into());
        }
        if !self.crowd(side, square).holds(leaving) {
            return Err(format!("{} has no {} on {}", side.name(), leaving.letters(), squares::name(square)));
        }
        if !self.stocks[side.index()].holds(entering) {
            return Err(format!("{} has no {} in stock", side.name(), entering.letters()));
        }
        if entering.value() > leaving.value() {
            return Err(format!("{} enter for {}", entering.value(), leaving.value()));
        }
        Ok(())
    }

    fn check_steps(&self, side: Side, steps: &Steps) -> Result<(), String> {
        if steps.is_empty() {
            return Err(FORMS.into());
        }
        let occupied = self.all_occupied();
        for step in steps.iter() {
            let (from, kind, to) = (step.from(), step.kind(), step.to());
            let ordered = steps.iter().filter(|other| other.is_alike(*step)).count() as u32;
            let there = self.crowd(side, from).count(kind);
            let word = format!("{}{}", kind.letter(), squares::name(from));
            if there == 0 {
                return Err(format!("{} has no {} on {}", side.name(), kind.letter(), squares::name(from)));
            }
            if !reach(kind, from, occupied).has(to) {
                return Err(format!("{word} cannot reach {}", squares::name(to)));
            }
            if ordered > there {
                return Err(format!("{word} is ordered {ordered} times; {there} there"));
            }
        }
        match steps.value() {
            value if value > BUDGET => Err(format!("pieces worth {value} are moved, more than {BUDGET}")),
            _ => Ok(()),
        }
    }

    // ---- The source's notation ----

    /// An order in the source's own notation.
    pub(super) fn san(&self, order: Order) -> String {
        let name = |square: usize| squares::name(square).to_ascii_uppercase();
        match order {
            Order::Pass => "-".to_owned(),
            Order::King { from, to } => format!("{}({SOURCE_KING}{})", name(from.into()), name(to.into())),
            Order::Exchange { square, leaving, entering } => {
                format!("{}({})={}", name(square.into()), source_sum(leaving), source_sum(entering))
            }
            Order::Moves(steps) => {
                let from_one_square = |part: &[Step]| match part {
                    [step] if step.kind() == Kind::Pawn => format!("{}:{}", name(step.from()), name(step.to())),
                    _ => {
                        let word = |step: &Step| format!("{}{}", SOURCE_LETTERS[step.kind() as usize], name(step.to()));
                        let words: Vec<_> = part.iter().map(word).collect();
                        format!("{}({})", part.first().map_or_else(String::new, |step| name(step.from())), words.join(","))
                    }
                };
                let parts = steps.chunk_by(|a, b| a.from() == b.from());
                parts.map(from_one_square).collect::<Vec<_>>().join("; ")
            }
        }
    }

    /// Reads an order in the source's own notation; blanks do not count, and `c` is as good as its letter with a hat.
    pub(super) fn order_from_san(&self, side: Side, token: &str) -> Result<Order, InputError> {
        let bare: String = token.chars().filter(|c| !c.is_whitespace()).collect();
        let order = if bare == "-" {
            Order::Pass
        } else if let Some((place, entering)) = bare.split_once(")=") {
            let (place, leaving) = place.split_once('(').map_or_else(|| refuse(token, SAN_FORMS), Ok)?;
            let square = source_square(token, place)? as u8;
            Order::Exchange { square, leaving: source_crowd(token, leaving)?, entering: source_crowd(token, entering)? }
        } else {
            self.read_source_moves(token, &bare)?
        };
        self.check(side, order).map(|()| order).or_else(|reason| refuse(token, reason))
    }

    fn read_source_moves(&self, token: &str, bare: &str) -> Result<Order, InputError> {
        let mut steps = Vec::new();
        for part in bare.split(';') {
            if let Some((from, to)) = part.split_once(':') {
                steps.push(Step::new(source_square(token, from)?, Kind::Pawn, source_square(token, to)?));
                continue;
            }
            let inner = part.strip_suffix(')').and_then(|part| part.split_once('('));
            let (from, words) = inner.map_or_else(|| refuse(token, SAN_FORMS), Ok)?;
            let from = source_square(token, from)?;
            for word in words.split(',') {
                let mut letters = word.chars();
                let letter = letters.next().unwrap_or_default();
                let to = source_square(token, letters.as_str())?;
                if letter == SOURCE_KING && part == bare && words == word {
                    return Ok(Order::King { from: from as u8, to: to as u8 });
                }
                steps.push(Step::new(from, source_kind(token, letter)?, to));
            }
        }
        gather(token, steps)
    }
}

const SAN_FORMS: &str = "must be as in D4:D5, D4(pD5,cF5), E5(k+p)=t or -, squares separated by ;";

/// Steps as an order; too many of them cannot be paid.
fn gather(token: &str, steps: Vec<Step>) -> Result<Order, InputError> {
    let value: u32 = steps.iter().map(|step| step.kind().value()).sum();
    let gathered = steps.into_iter().try_fold(Steps::NONE, Steps::with);
    let reason = || format!("pieces worth {value} are moved, more than {BUDGET}");
    gathered.map(Order::Moves).map_or_else(|| refuse(token, reason()), Ok)
}

fn read_square(token: &str, text: &str) -> Result<usize, InputError> {
    squares::parse(text.as_bytes()).map_or_else(|| refuse(token, format!("{text:?} is not a square")), Ok)
}

fn read_step(token: &str, entry: &str) -> Result<Step, InputError> {
    let mut letters = entry.chars();
    let kind = letters.next().and_then(Kind::from_letter);
    match (kind, letters.as_str()) {
        (_, _) if entry.starts_with('k') => refuse(token, "a king moves alone"),
        (Some(kind), path) if path.is_ascii() && path.len() == 4 => {
            let (from, to) = path.split_at(2);
            Ok(Step::new(read_square(token, from)?, kind, read_square(token, to)?))
        }
        _ => refuse(token, FORMS),
    }
}

fn read_king(token: &str) -> Result<Order, InputError> {
    match token.get(1..) {
        Some(path) if path.is_ascii() && path.len() == 4 => {
            let (from, to) = path.split_at(2);
            Ok(Order::King { from: read_square(token, from)? as u8, to: read_square(token, to)? as u8 })
        }
        Some(path) if path.contains(',') => refuse(token, "a king moves alone"),
        _ => refuse(token, FORMS),
    }
}

fn read_exchange(token: &str, place: &str, trade: &str) -> Result<Order, InputError> {
    let (leaving, entering) = trade.split_once('=').map_or_else(|| refuse(token, FORMS), Ok)?;
    let square = read_square(token, place)? as u8;
    Ok(Order::Exchange { square, leaving: read_crowd(token, leaving)?, entering: read_crowd(token, entering)? })
}

/// The most pieces that a side has.
const MOST_PIECES: usize = 16;

fn read_crowd(token: &str, letters: &str) -> Result<Crowd, InputError> {
    if letters.contains('k') {
        return refuse(token, "a king is never exchanged");
    }
    if letters.len() > MOST_PIECES {
        return refuse(token, "more pieces than a side can have");
    }
    let kind = |letter| Kind::from_letter(letter).map_or_else(|| refuse(token, format!("{letter:?} is not a piece")), Ok);
    letters.chars().map(kind).collect()
}

fn source_square(token: &str, text: &str) -> Result<usize, InputError> {
    let upper = text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    if upper { read_square(token, &text.to_ascii_lowercase()) } else { refuse(token, format!("{text:?} is not a square")) }
}

fn source_kind(token: &str, letter: char) -> Result<Kind, InputError> {
    let plain = if letter == 'c' { SOURCE_LETTERS[Kind::Knight as usize] } else { letter };
    let found = Kind::ALL.into_iter().find(|&kind| SOURCE_LETTERS[kind as usize] == plain);
    let reason = if letter == SOURCE_KING { "a king moves alone and is never exchanged" } else { SAN_FORMS };
    found.map_or_else(|| refuse(token, reason), Ok)
}

fn source_sum(crowd: Crowd) -> String {
    let letters = crowd.kinds().flat_map(|(kind, n)| std::iter::repeat_n(SOURCE_LETTERS[kind as usize], n as usize));
    letters.map(String::from).collect::<Vec<_>>().join("+")
}

fn source_crowd(token: &str, sum: &str) -> Result<Crowd, InputError> {
    if sum.split('+').count() > MOST_PIECES {
        return refuse(token, "more pieces than a side can have");
    }
    let mut kinds = Vec::new();
    for word in sum.split('+') {
        let mut letters = word.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => kinds.push(source_kind(token, letter)?),
            _ => return refuse(token, SAN_FORMS),
        }
    }
    Ok(kinds.into_iter().collect())
}
