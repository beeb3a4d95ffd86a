//! The line to an engine, a process or this program itself: lines out, lines in with their times, and an end to
//! everything that takes too long.

use super::spec::Program;
use crate::game::Paint;
use crate::uci;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line of an engine, in bytes; far beyond any real one.
const LONGEST_LINE: u64 = 1 << 20;

/// Lines that wait to be read. An engine that says more waits too, so a flood does not fill the memory.
const QUEUE: usize = 4096;

/// What an engine may say at once while an answer is awaited, in bytes, and what it may add every second.
const FLOOD: usize = 8 << 20;
const FLOOD_PER_SECOND: usize = 1 << 20;

/// What a line costs of that beside its own bytes, so that a flood of empty lines ends too.
const LINE_COST: usize = 32;

/// How often a wait looks whether the match has been called off.
const GLANCE: Duration = Duration::from_millis(50);

/// How long an engine that is told to quit, or whose output has ended, is given to end.
const FAREWELL: Duration = Duration::from_millis(500);

/// A line of an engine, and when it came.
#[derive(Debug)]
pub struct Heard {
    /// The line without its end.
    pub text: String,
    /// When it was read.
    pub at: Instant,
}

/// Why nothing was heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// The time is up.
    TimedOut,
    /// The engine has ended, or closed its output.
    Ended,
    /// It talks without end.
    Flooding,
    /// The match has been called off.
    CalledOff,
}

/// The line to one engine.
pub struct Link {
    input: Box<dyn Write + Send>,
    lines: Receiver<Result<Heard, Silence>>,
    /// `None`: this program on a thread.
    process: Option<Child>,
    /// When the answer that is awaited was asked for, and what was heard since, in bytes.
    asked: Instant,
    heard: usize,
}

impl Link {
    /// Runs a program.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn to_program(program: &Program) -> io::Result<Link> {
        let mut command = Command::new(&program.command);
        command.args(&program.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(directory) = &program.directory {
            command.current_dir(directory);
        }
        spare_from_ctrl_c(&mut command);
        let mut process = command.spawn()?;
        match (process.stdin.take(), process.stdout.take()) {
            (Some(input), Some(output)) => Link::new(Box::new(input), output, Some(process)),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Runs this program's own session on a thread.
    ///
    /// # Errors
    /// The system grants no pipe or thread.
    pub fn to_self() -> io::Result<Link> {
        let (commands, input) = io::pipe()?;
        let (output, answers) = io::pipe()?;
        // A session that cannot begin ends its output, which is how it is noticed.
        let session = move || drop(uci::run(BufReader::new(commands), answers, Paint::Plain));
        thread::Builder::new().name("engine".into()).spawn(session)?;
        Link::new(Box::new(input), output, None)
    }

    fn new(input: Box<dyn Write + Send>, output: impl Read + Send + 'static, process: Option<Child>) -> io::Result<Link> {
        let (to, lines) = sync_channel(QUEUE);
        // Left behind when the engine is: nothing can interrupt it while it waits for output.
        thread::Builder::new().name("ear".into()).spawn(move || listen(output, &to))?;
        Ok(Link { input, lines, process, asked: Instant::now(), heard: 0 })
    }

    /// Sends lines, each with its end. An engine that has gone is noticed when its answer is awaited.
    pub fn send(&mut self, lines: &str) {
        let _ = self.input.write_all(lines.as_bytes()).and_then(|()| self.input.flush());
    }

    /// Forgets what has been said so far: it answers nothing that is asked from now on.
    pub fn drain(&mut self) {
        // A bounded number, or a flood would never be drained; what is left counts as part of it.
        for _ in 0..2 * QUEUE {
            match self.lines.try_recv() {
                Ok(Ok(_)) => {}
                _ => return,
            }
        }
    }

    /// Sends what is to be answered, and begins to count anew what is said.
    pub fn ask(&mut self, lines: &str) -> Instant {
        self.asked = Instant::now();
        self.heard = 0;
        self.send(lines);
        self.asked
    }

    fn is_flooding(&self) -> bool {
        let seconds = usize::try_from(self.asked.elapsed().as_secs()).unwrap_or(usize::MAX);
        self.heard > FLOOD.saturating_add(seconds.saturating_mul(FLOOD_PER_SECOND))
    }

    /// The next line.
    ///
    /// # Errors
    /// There is none: the time is up, the engine has ended or floods, the match has been called off.
    pub fn next(&mut self, deadline: Instant, called_off: &AtomicBool) -> Result<Heard, Silence> {
        loop {
            if called_off.load(Ordering::Relaxed) {
                return Err(Silence::CalledOff);
            }
            let wait = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(wait.min(GLANCE)) {
                Ok(Ok(line)) => {
                    self.heard += line.text.len() + LINE_COST;
                    return if self.is_flooding() { Err(Silence::Flooding) } else { Ok(line) };
                }
                Ok(Err(silence)) => return Err(silence),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                Err(RecvTimeoutError::Timeout) if wait.is_zero() => return Err(Silence::TimedOut),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How a process that closed its output has ended.
    pub fn end(&mut self) -> String {
        match &mut self.process {
            None => "its thread has ended".into(),
            Some(process) => match wait(process, FAREWELL) {
                Some(status) => status.to_string(),
                None => "it closed its output".into(),
            },
        }
    }
}

/// Says goodbye, and does not wait long.
impl Drop for Link {
    fn drop(&mut self) {
        self.send("quit\n");
        self.input = Box::new(io::sink());
        if let Some(process) = &mut self.process
            && wait(process, FAREWELL).is_none()
        {
            // It may have ended this very moment.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// The status of a process that ends within this time.
fn wait(process: &mut Child, patience: Duration) -> Option<std::process::ExitStatus> {
    let deadline = Instant::now() + patience;
    loop {
        match process.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
            _ => return None,
        }
    }
}

/// Reads lines until the output ends, nobody listens, or a line has no end.
fn listen(output: impl Read, to: &SyncSender<Result<Heard, Silence>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        let read = (&mut output).take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        let at = Instant::now();
        let message = match read {
            Ok(0) | Err(_) => return,
            Ok(_) if bytes.len() as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') => Err(Silence::Flooding),
            Ok(_) => Ok(Heard { text: String::from_utf8_lossy(&bytes).trim_end().to_owned(), at }),
        };
        if to.send(message).is_err() {
            return;
        }
    }
}

/// Ctrl-C on a terminal goes to every program in the foreground; the match, not the key, ends the engines.
#[cfg(unix)]
fn spare_from_ctrl_c(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(windows)]
fn spare_from_ctrl_c(command: &mut Command) {
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    std::os::windows::process::CommandExt::creation_flags(command, CREATE_NEW_PROCESS_GROUP);
}
