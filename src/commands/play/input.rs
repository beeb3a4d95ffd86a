//! Where the lines come from: a line editor with history and completion on a terminal, plain lines elsewhere.

use super::complete::Known;
use super::thinker::Interrupts;
use crate::game::InputError;
use crate::uci::lines::{self, read_line};
use rustyline::completion::Completer;
use rustyline::config::CompletionType;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};
use std::io::{self, BufReader, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// How often somebody who waits for a line looks whether Ctrl-C was pressed.
const GLANCE: Duration = Duration::from_millis(50);

/// Lines read ahead.
const QUEUE: usize = 64;

/// What comes from the player.
pub enum Entry {
    Text(String),
    /// A line that cannot be read.
    Bad(InputError),
    /// Ctrl-C.
    Interrupted,
    End,
}

/// A source of lines. `known` is what can be completed.
pub trait Source {
    fn next(&mut self, prompt: &str, known: &dyn Fn() -> Known) -> io::Result<Entry>;
}

/// The source that fits the standard streams.
pub fn source(interrupts: &Interrupts) -> Box<dyn Source> {
    let editor = (io::stdin().is_terminal() && io::stdout().is_terminal()).then(Typed::new);
    match editor {
        Some(Ok(typed)) => Box::new(typed),
        // A terminal that cannot be edited on is read plainly.
        Some(Err(_)) | None => Box::new(Plain::new(interrupts.clone())),
    }
}

// ---- Lines of scripts ----

struct Plain {
    lines: Receiver<io::Result<lines::Line>>,
    interrupts: Interrupts,
}

impl Plain {
    fn new(interrupts: Interrupts) -> Plain {
        let (to, lines) = sync_channel(QUEUE);
        // The reader is left behind at the end: nothing can interrupt it while it waits.
        thread::spawn(move || {
            let mut input = BufReader::new(io::stdin());
            while let Some(line) = read_line(&mut input).transpose() {
                let broken = line.is_err();
                if to.send(line).is_err() || broken {
                    return;
                }
            }
        });
        Plain { lines, interrupts }
    }
}

impl Source for Plain {
    fn next(&mut self, _: &str, _: &dyn Fn() -> Known) -> io::Result<Entry> {
        loop {
            match self.lines.recv_timeout(GLANCE) {
                Ok(line) => return line.map(entry),
                Err(RecvTimeoutError::Disconnected) => return Ok(Entry::End),
                Err(RecvTimeoutError::Timeout) if self.interrupts.take() => return Ok(Entry::Interrupted),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

fn entry(line: lines::Line) -> Entry {
    match line {
        lines::Line::Whole(bytes) => String::from_utf8(bytes).map_or_else(
            |error| {
                let (start, bad) = (error.utf8_error().valid_up_to(), String::from_utf8_lossy(error.as_bytes()));
                Entry::Bad(InputError::new("line", bad, format!("not UTF-8 at byte {start}")))
            },
            Entry::Text,
        ),
        lines::Line::TooLong(start) => {
            Entry::Bad(InputError::new("line", String::from_utf8_lossy(&start), "longer than any line that means something"))
        }
    }
}

// ---- Lines that are typed ----

struct Typed {
    editor: Editor<Assistant, MemHistory>,
}

impl Typed {
    fn new() -> rustyline::Result<Typed> {
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let mut editor = Editor::with_history(config, MemHistory::new())?;
        editor.set_helper(Some(Assistant::default()));
        Ok(Typed { editor })
    }
}

impl Source for Typed {
    fn next(&mut self, prompt: &str, known: &dyn Fn() -> Known) -> io::Result<Entry> {
        if let Some(helper) = self.editor.helper_mut() {
            helper.known = known();
        }
        match self.editor.readline(prompt) {
            Ok(line) => Ok(Entry::Text(line)),
            Err(ReadlineError::Interrupted) => Ok(Entry::Interrupted),
            Err(ReadlineError::Eof) => Ok(Entry::End),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error.to_string())),
        }
    }
}

/// Completes what is typed.
#[derive(Default)]
struct Assistant {
    known: Known,
}

impl Completer for Assistant {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.known.complete(line.get(..at).unwrap_or(line)))
    }
}

impl Hinter for Assistant {
    type Hint = String;
}

impl Highlighter for Assistant {}
impl Validator for Assistant {}
impl Helper for Assistant {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_no_text_are_refused_with_their_place() {
        let Entry::Bad(error) = entry(lines::Line::Whole(b"e2\xffe4".to_vec())) else { panic!() };
        assert_eq!(error.to_string(), "line \"e2\\u{fffd}e4\": not UTF-8 at byte 2");
        let Entry::Bad(error) = entry(lines::Line::TooLong(b"xx".to_vec())) else { panic!() };
        assert_eq!(error.to_string(), "line \"xx\": longer than any line that means something");
        assert!(matches!(entry(lines::Line::Whole(b"e2e4".to_vec())), Entry::Text(text) if text == "e2e4"));
    }
}
