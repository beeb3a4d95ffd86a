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
//! * Counts (`go perft`, `bench`) are always finished, as scripts expect that send `quit` right behind them.
//! * At the end of the input a search that ends by itself is given a few seconds, any other is stopped.

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
pub use worker::STACK_BYTES;

use crate::game::{InputError, Paint};
use lines::read_line;
use output::Output;
use session::{Event, Session};
use std::io::{BufRead, Write};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

/// Lines read ahead of the session: a whole script may wait, a flood may not fill the memory.
const QUEUE: usize = 1024;

/// Speaks the protocol until `quit`, the end of the input or a reader that has gone.
///
/// # Errors
/// The machine cannot hold the smallest useful table.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static, paint: Paint) -> Result<(), InputError> {
    let (events, inbox) = sync_channel(QUEUE);
    let mut session = Session::new(Output::new(output), events.clone(), paint)?;
    // The reader is left behind when the session ends: nothing can interrupt it while it waits for input.
    thread::spawn(move || read(input, &events));
    while !session.is_over() {
        session.obey(inbox.recv().unwrap_or(Event::End));
    }
    session.close();
    Ok(())
}

/// Turns lines into events; an input that fails has ended.
fn read(mut input: impl BufRead, events: &SyncSender<Event>) {
    while let Ok(Some(line)) = read_line(&mut input) {
        if events.send(Event::Line(line, Instant::now())).is_err() {
            return;
        }
    }
    // The session may have ended first.
    let _ = events.send(Event::End);
}
