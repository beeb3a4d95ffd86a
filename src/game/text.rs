//! What every variant's texts have in common: ways to read and write, and the fields of position texts.

use super::{InputError, Side};

/// How forgiving a reader of position texts is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    /// As the rules files say: exactly one canonical spacing, every field, nothing impossible.
    #[default]
    Strict,
    /// As real programs write: missing trailing fields, runs of blanks, castling rights and en passant
    /// squares that cannot be (they are dropped).
    Lenient,
}

/// How moves are written and read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveStyle {
    /// Castling is king-takes-own-rook (`UCI_Chess960`).
    pub chess960: bool,
}

/// Whether a drawing may use terminal colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Paint {
    /// Letters and signs only.
    #[default]
    Plain,
    /// ANSI colours.
    Ansi,
}

/// How a board is drawn for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Colours or none.
    pub paint: Paint,
    /// The side at whose end of the board one sits: its first rank is drawn at the bottom.
    pub bottom: Side,
    /// The columns that there are; levels that do not fit beside each other stand one under another.
    pub columns: usize,
}

impl Default for Look {
    fn default() -> Look {
        Look { paint: Paint::Plain, bottom: Side::White, columns: usize::MAX }
    }
}

impl From<Paint> for Look {
    fn from(paint: Paint) -> Look {
        Look { paint, ..Look::default() }
    }
}

impl Look {
    /// The place in a row of `size` files or ranks that is drawn `i`th, the left or the lowest first.
    pub(crate) fn place(&self, i: usize, size: usize) -> usize {
        if self.bottom == Side::White { i } else { size - 1 - i }
    }
}

/// The fields of a position text, split as `reading` allows, at least `required` and at most all of `names`.
/// Lenient readers fill the missing trailing fields from `defaults` (one a name; the board's is never used).
///
/// # Errors
/// A wrong number of fields or of blanks, named.
pub fn fields<'t, const N: usize>(
    text: &'t str,
    names: [&str; N],
    defaults: [&'t str; N],
    reading: Reading,
) -> Result<[&'t str; N], InputError> {
    let mut found = defaults;
    let parts: Vec<&str> = match reading {
        Reading::Strict => text.split(' ').collect(),
        Reading::Lenient => text.split_ascii_whitespace().collect(),
    };
    let wanted = names.len();
    if let Some(blank) = parts.iter().position(|part| part.is_empty())
        && parts.len() > 1
    {
        let name = names.get(blank).copied().unwrap_or("end");
        return Err(InputError::new(name, "", "an empty field; fields are separated by one blank"));
    }
    if let Some(extra) = parts.get(wanted) {
        return Err(InputError::new("position text", extra, format!("more than the {wanted} fields ({})", names.join(", "))));
    }
    if parts.is_empty() || (reading == Reading::Strict && parts.len() < wanted) {
        let missing = names.get(parts.len()).copied().unwrap_or("end");
        return Err(InputError::new(
            missing,
            "",
            format!("missing; a position text has {wanted} fields ({})", names.join(", ")),
        ));
    }
    found.iter_mut().zip(parts).for_each(|(slot, part)| *slot = part);
    Ok(found)
}

/// A number of things in words: `1 rank`, `7 ranks`.
pub fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// The side to move, `w` or `b`.
///
/// # Errors
/// Any other token.
pub fn side(token: &str) -> Result<Side, InputError> {
    match token {
        "w" => Ok(Side::White),
        "b" => Ok(Side::Black),
        _ => Err(InputError::new("side to move", token, "must be w or b")),
    }
}

/// A decimal number without sign or leading zeros, at least `least` and at most 65535.
///
/// # Errors
/// Anything else, named as `field`.
pub fn number(field: &str, token: &str, least: u16) -> Result<u16, InputError> {
    let digits = !token.is_empty() && token.bytes().all(|b| b.is_ascii_digit());
    if !digits {
        return Err(InputError::new(field, token, "must be a decimal number"));
    }
    if token.len() > 1 && token.starts_with('0') {
        return Err(InputError::new(field, token, "has a leading zero"));
    }
    match token.parse::<u16>() {
        Ok(value) if value >= least => Ok(value),
        Ok(_) => Err(InputError::new(field, token, format!("must be at least {least}"))),
        Err(_) => Err(InputError::new(field, token, "is greater than 65535")),
    }
}

/// One item of a rank in a board field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RankItem {
    /// A run of empty squares.
    Empty(usize),
    /// Any other character: a piece, ice, a bracket.
    Sign(char),
}

/// Splits one rank into signs and runs of empty squares. A string of digits is one number.
///
/// # Errors
/// Zero, leading zeros, and runs longer than `files`.
pub fn rank_items(field: &str, rank: &str, files: usize) -> Result<Vec<RankItem>, InputError> {
    let mut items = Vec::with_capacity(files.min(rank.len()));
    let mut rest = rank;
    while let Some(sign) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            items.push(RankItem::Sign(sign));
            rest = &rest[sign.len_utf8()..];
            continue;
        }
        let (run, after) = rest.split_at(digits);
        match run.parse::<usize>() {
            _ if run.starts_with('0') => {
                return Err(InputError::new(field, run, "zero or a leading zero in a run of empty squares"));
            }
            Ok(length) if length <= files => items.push(RankItem::Empty(length)),
            _ => return Err(InputError::new(field, run, format!("more empty squares than the {files} files"))),
        }
        rest = after;
    }
    Ok(items)
}

/// Writes the run of empty squares before a sign, if there is one, and starts the next run.
pub fn flush_empty(text: &mut String, empty: &mut usize) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}
