//! What the engine says: whole lines, one writer, one lock.

use crate::game::InputError;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The words that GUIs look for in `info` lines, wherever they stand.
const RESERVED: [&str; 5] = ["pv", "score", "depth", "nodes", "time"];

/// The output of a session, shared by its threads. A line is written and flushed under one lock.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Sink>>);

struct Sink {
    to: Box<dyn Write + Send>,
    /// Why nothing more can be written.
    failure: Option<io::Error>,
}

impl Output {
    /// Writes to `to`.
    pub fn new(to: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(Sink { to: Box::new(to), failure: None })))
    }

    /// Writes one line; `line` has no end of its own.
    pub fn line(&self, line: &str) {
        self.text(&format!("{line}\n"));
    }

    /// Writes several lines that belong together, each with its end.
    pub fn text(&self, lines: &str) {
        let mut sink = self.sink();
        if sink.failure.is_none() {
            sink.failure = sink.to.write_all(lines.as_bytes()).and_then(|()| sink.to.flush()).err();
        }
    }

    /// Writes an `info string`.
    pub fn info(&self, message: &str) {
        self.line(&format!("info string {}", without_bare_words(message)));
    }

    /// Writes the one line that answers bad input.
    pub fn error(&self, error: &InputError) {
        self.info(&format!("error: {error}"));
    }

    /// Can nothing more be written?
    pub fn is_closed(&self) -> bool {
        self.sink().failure.is_some()
    }

    /// Has everything been written?
    ///
    /// # Errors
    /// The first failure, which is told once.
    pub fn result(&self) -> io::Result<()> {
        self.sink().failure.take().map_or(Ok(()), Err)
    }

    fn sink(&self) -> MutexGuard<'_, Sink> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The message with every reserved word that stands alone between blanks put in quotes.
fn without_bare_words(message: &str) -> String {
    let quoted = |word: &str| if RESERVED.contains(&word) { format!("\"{word}\"") } else { word.to_owned() };
    message.split(' ').map(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn no_reserved_word_stands_bare() {
        assert_eq!(without_bare_words("move \"e2 pv 3\": no score yet"), "move \"e2 \"pv\" 3\": no \"score\" yet");
    }

    #[test]
    fn a_reader_that_left_is_noticed_and_forgiven() {
        let output = Output::new(Closed);
        assert!(!output.is_closed());
        output.line("readyok");
        assert!(output.is_closed());
        output.line("readyok");
        assert_eq!(output.result().map_err(|e| e.kind()), Err(io::ErrorKind::BrokenPipe));
    }
}
