//! The one error of everything that comes from outside.

use std::fmt;

/// The longest part of a bad token that a message repeats, in characters.
const SHOWN: usize = 40;

/// Bad input: what was being read, the token that is wrong, and why. Its text is one ASCII line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputError {
    field: String,
    token: String,
    reason: String,
}

impl InputError {
    /// An error in `field` (say `"board"` or `"option Hash"`), at `token`, because of `reason`.
    pub fn new(field: impl Into<String>, token: impl AsRef<str>, reason: impl Into<String>) -> InputError {
        InputError { field: field.into(), token: shown(token.as_ref()), reason: ascii(&reason.into()) }
    }

    /// The same error, said of a wider field: `within("move 3")` reads `move 3: ...`.
    pub fn within(mut self, field: impl fmt::Display) -> InputError {
        self.field = format!("{field}: {}", self.field);
        self
    }

    /// What was being read.
    pub fn field(&self) -> &str {
        &self.field
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} \"{}\": {}", ascii(&self.field), self.token, self.reason)
    }
}

impl std::error::Error for InputError {}

/// The token cut to a length that fits a line, everything but printable ASCII escaped.
fn shown(token: &str) -> String {
    let mut text: String = ascii(&token.chars().take(SHOWN).collect::<String>());
    if token.chars().nth(SHOWN).is_some() {
        text.push_str("...");
    }
    text
}

fn ascii(text: &str) -> String {
    text.chars()
        .flat_map(|c| if c.is_ascii() && !c.is_ascii_control() { vec![c] } else { c.escape_default().collect() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_short_ascii_line() {
        let error = InputError::new("board", "a\nb\u{1f600}", "not a piece");
        assert_eq!(error.to_string(), "board \"a\\nb\\u{1f600}\": not a piece");
        let long = InputError::new("move", "x".repeat(1_000_000), "no such move").within("position");
        assert_eq!(long.to_string(), format!("position: move \"{}...\": no such move", "x".repeat(SHOWN)));
    }
}
