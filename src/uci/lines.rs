//! Lines from outside: bytes of any kind and any length.

use std::io::{self, BufRead};

/// The longest line that is kept, in bytes; a game of a hundred thousand moves fits.
const LONGEST: usize = 1 << 23;

/// A line as it came, without its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// The bytes of the line, without `\n` or `\r\n`.
    Whole(Vec<u8>),
    /// A line too long to keep; it has been read to its end. Its first bytes, for the message.
    TooLong(Vec<u8>),
}

/// The next line, or `None` at the end of the input. A last line without an end counts.
///
/// # Errors
/// Those of the reader.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut too_long = false;
    let mut started = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(e) => return Err(e),
        };
        if chunk.is_empty() {
            return Ok(started.then(|| finish(line, too_long)));
        }
        started = true;
        let end = chunk.iter().position(|&b| b == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if line.len() + part.len() > LONGEST {
            too_long = true;
        } else {
            line.extend_from_slice(part);
        }
        let used = end.map_or(chunk.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(Some(finish(line, too_long)));
        }
    }
}

fn finish(mut line: Vec<u8>, too_long: bool) -> Line {
    if too_long {
        line.truncate(80);
        return Line::TooLong(line);
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Line::Whole(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn all(bytes: &[u8]) -> Vec<Line> {
        let mut input = BufReader::with_capacity(3, bytes);
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    fn whole(text: &str) -> Line {
        Line::Whole(text.as_bytes().to_vec())
    }

    #[test]
    fn lines_end_with_lf_or_crlf_or_the_input() {
        assert_eq!(all(b"uci\r\n\nisready\nquit"), [whole("uci"), whole(""), whole("isready"), whole("quit")]);
        assert_eq!(all(b""), []);
        assert_eq!(all(b"a\n"), [whole("a")]);
    }

    #[test]
    fn a_line_beyond_all_measure_is_skipped_to_its_end() {
        let mut bytes = vec![b'x'; LONGEST + 1];
        bytes.extend_from_slice(b"\nuci\n");
        let lines: Vec<_> = {
            let mut input = BufReader::new(&bytes[..]);
            std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
        };
        assert_eq!(lines, [Line::TooLong(vec![b'x'; 80]), whole("uci")]);
    }
}
