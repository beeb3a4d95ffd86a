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
use std::io::{self, BufReader, IsTerminal, Write};
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

    /// Takes the last line off the screen, and out of what can be called back.
    fn hide_last(&mut self) {}
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
    /// The last prompt, and what was typed there: in the history from the next line on.
    last: Option<(String, String)>,
}

impl Typed {
    fn new() -> rustyline::Result<Typed> {
        let config = Config::builder().completion_type(CompletionType::List).build();
        let mut editor = Editor::with_history(config, MemHistory::new())?;
        editor.set_helper(Some(Assistant::default()));
        Ok(Typed { editor, last: None })
    }
}

impl Source for Typed {
    fn next(&mut self, prompt: &str, known: &dyn Fn() -> Known) -> io::Result<Entry> {
        if let Some(helper) = self.editor.helper_mut() {
            helper.known = known();
        }
        if let Some((_, line)) = self.last.take() {
            // What cannot be called back can be typed again.
            _ = self.editor.add_history_entry(line);
        }
        match self.editor.readline(prompt) {
            Ok(line) => {
                self.last = Some((prompt.to_owned(), line.clone()));
                Ok(Entry::Text(line))
            }
            Err(ReadlineError::Interrupted) => Ok(Entry::Interrupted),
            Err(ReadlineError::Eof) => Ok(Entry::End),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error.to_string())),
        }
    }

    fn hide_last(&mut self) {
        let Some((prompt, line)) = self.last.take() else { return };
        let columns = terminal_size::terminal_size().map_or(usize::MAX, |(width, _)| width.0.max(1).into());
        print!("{}", wiped(rows(&prompt, &line, columns)));
        // A terminal that is gone shows nothing either.
        _ = io::stdout().flush();
    }
}

/// How many rows of a terminal a typed line takes.
fn rows(prompt: &str, line: &str, columns: usize) -> usize {
    (prompt.chars().count() + line.chars().count()) / columns + 1
}

/// What takes so many rows above the cursor off a terminal (ECMA-48: cursor up, erase to the end of the page).
fn wiped(rows: usize) -> String {
    format!("\x1b[{rows}A\x1b[J")
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
    fn a_typed_line_is_wiped_in_all_its_rows() {
        assert_eq!(rows("white 1> ", "pe2e3", 80), 1);
        assert_eq!(rows("white 1> ", &"x".repeat(70), 80), 1);
        assert_eq!(rows("white 1> ", &"x".repeat(72), 80), 2);
        assert_eq!(rows("white 1> ", "pe2e3", usize::MAX), 1);
        assert_eq!(wiped(2), "\x1b[2A\x1b[J");
    }

    #[test]
    fn lines_that_are_no_text_are_refused_with_their_place() {
        let Entry::Bad(error) = entry(lines::Line::Whole(b"e2\xffe4".to_vec())) else { panic!() };
        assert_eq!(error.to_string(), "line \"e2\\u{fffd}e4\": not UTF-8 at byte 2");
        let Entry::Bad(error) = entry(lines::Line::TooLong(b"xx".to_vec())) else { panic!() };
        assert_eq!(error.to_string(), "line \"xx\": longer than any line that means something");
        assert!(matches!(entry(lines::Line::Whole(b"e2e4".to_vec())), Entry::Text(text) if text == "e2e4"));
    }
}
