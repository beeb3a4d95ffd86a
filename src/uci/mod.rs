//! The protocol: UCI as published, with the extensions that variant engines share.
//!
//! One thread reads, one searches, and the session between them obeys commands in their order, so that `isready` and
//! `stop` are heard during a search. What the published text leaves open is settled so:
//!
//! * Every `go` gets exactly one `bestmove`. A `go` during a search stops it (its `bestmove` comes first).
//! * `position` during a search is for the next `go`. Options that the search stands on are refused meanwhile,
//!   by an error line; `ucinewgame` stops it.
//! * Bad input is answered by one line `info string error: ...` and changes nothing. After a refused `position`
//!   there is nothing to search: `go` is answered `bestmove (none)` until a good one comes.
//! * Words of `go` that nobody knows are skipped; a limit with a bad number makes it void: an error line and
//!   `bestmove (none)`.
//! * At the end of the input a search that ends by itself is given a few seconds, any other is stopped.
//! * Counts (`go perft`, `bench`) are given time by whatever would end them, as scripts expect that send `quit` or the
//!   next count right behind: `go perft` as long as a search, `bench`, whose work has an end, a minute. Then, and by
//!   `stop` at once, they are broken off with one line that says so and no totals. Nothing else waits for them.

mod go;
mod info;
pub mod lines;
mod options;
mod output;
mod session;
pub mod tables;
mod worker;

pub use info::per_second;
pub use options::DEFAULT_HASH;

use crate::game::{InputError, Paint};
use lines::read_line;
use output::Output;
use session::{Event, Session};
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

/// Lines read ahead of the session: a whole script may wait, a flood may not fill the memory.
const QUEUE: usize = 1024;

/// Why a session could not be held to its end.
#[derive(Debug)]
pub enum Trouble {
    /// The machine cannot hold the smallest useful table.
    Memory(InputError),
    /// The input could not be read on.
    Input(io::Error),
    /// The output could not be written; a broken pipe is a reader that has gone.
    Output(io::Error),
}

/// Speaks the protocol until `quit` or the end of the input.
///
/// # Errors
/// No memory, and the trouble that ended the session before its time.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static, paint: Paint) -> Result<(), Trouble> {
    let (events, inbox) = sync_channel(QUEUE);
    let output = Output::new(output);
    let mut session = Session::new(output.clone(), events.clone(), paint).map_err(Trouble::Memory)?;
    // The reader is left behind when the session ends: nothing can interrupt it while it waits for input.
    thread::spawn(move || read(input, &events));
    while !session.is_over() {
        session.obey(inbox.recv().unwrap_or(Event::End(Ok(()))));
    }
    let read = session.close();
    output.result().map_err(Trouble::Output)?;
    read.map_err(Trouble::Input)
}

/// Turns lines into events, to the end of the input or of the session.
fn read(mut input: impl BufRead, events: &SyncSender<Event>) {
    loop {
        let event = match read_line(&mut input) {
            Ok(Some(line)) => Event::Line(line, Instant::now()),
            Ok(None) => Event::End(Ok(())),
            Err(error) => Event::End(Err(error)),
        };
        let ended = matches!(event, Event::End(_));
        if events.send(event).is_err() || ended {
            return;
        }
    }
}
