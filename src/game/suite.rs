//! Files of positions: one a line, ` ;key value` items behind it, `#` starts a comment line.

use super::InputError;

/// One line of a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry<'t> {
    /// The number of the line in its file, from 1.
    pub line: usize,
    /// The position text, or `startpos`.
    pub position: &'t str,
    /// The items: key and value, which may be empty.
    pub items: Vec<(&'t str, &'t str)>,
}

impl<'t> Entry<'t> {
    /// The value of the first item with this key.
    pub fn item(&self, key: &str) -> Option<&'t str> {
        self.items.iter().find(|(k, _)| *k == key).map(|&(_, value)| value)
    }

    /// Is castling written king-takes-rook here (`;c960 1`)?
    pub fn is_chess960(&self) -> bool {
        self.item("c960") == Some("1")
    }

    /// An error in this line.
    pub fn error(&self, error: InputError) -> InputError {
        error.within(format_args!("line {}", self.line))
    }

    /// The position as a referee wants it: `None` is the start.
    pub fn fen(&self) -> Option<&'t str> {
        (self.position != "startpos").then_some(self.position)
    }
}

/// The entries of a file. Blank lines and comments are skipped.
///
/// # Errors
/// A line without a position and an item without a key, with the number of the line.
pub fn entries(text: &str) -> Result<Vec<Entry<'_>>, InputError> {
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).map(|(number, line)| entry(number, line)).collect()
}

fn entry(number: usize, line: &str) -> Result<Entry<'_>, InputError> {
    let mut parts = line.split(';').map(str::trim);
    let position = parts.next().unwrap_or_default();
    let items = parts.map(|item| item.split_once(char::is_whitespace).map_or((item, ""), |(k, v)| (k, v.trim()))).collect();
    let entry = Entry { line: number, position, items };
    if position.is_empty() {
        return Err(entry.error(InputError::new("position", line, "missing before the first semicolon")));
    }
    if entry.items.iter().any(|(key, _)| key.is_empty()) {
        return Err(entry.error(InputError::new("item", line, "a semicolon with nothing behind it")));
    }
    Ok(entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_their_items() {
        let text = "# counts\n\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 25;c960 1 ;bm Ke2 Kd2 ;done\r\nstartpos\n";
        let found = entries(text).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].line, found[0].position), (3, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
        assert_eq!(found[0].items, [("D1", "5"), ("D2", "25"), ("c960", "1"), ("bm", "Ke2 Kd2"), ("done", "")]);
        assert_eq!((found[0].item("D2"), found[0].item("D3")), (Some("25"), None));
        assert_eq!((found[1].line, found[1].fen()), (4, None));
    }

    #[test]
    fn faults_are_told_with_their_line() {
        assert_eq!(
            entries("startpos\n ;D1 20").unwrap_err().to_string(),
            "line 2: position \";D1 20\": missing before the first semicolon"
        );
        assert!(entries("startpos ; ;D1 20").unwrap_err().to_string().starts_with("line 1: item"));
    }
}
