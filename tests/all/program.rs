//! The program as a child process: whole commands, and sessions line by line.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// So long is waited for anything at all before the test fails; far beyond what a slow machine needs.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program with arguments, its streams piped.
fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ziggurat"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program to its end on the given input.
pub fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = command(args).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is piped");
    let input = input.to_vec();
    // The program may end before it has read everything.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the input is written");
    output
}

/// What the program writes on its standard output; it must end with `code`.
pub fn stdout(args: &[&str], input: &[u8], code: i32) -> String {
    let output = run(args, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "ziggurat {args:?}: {errors}");
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

/// What the program writes on its standard error; it must end with `code` and write nothing else.
pub fn stderr(args: &[&str], code: i32) -> String {
    let output = run(args, b"");
    assert_eq!(output.status.code(), Some(code), "ziggurat {args:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "ziggurat {args:?}");
    String::from_utf8(output.stderr).expect("the errors are UTF-8")
}

/// Runs the program until it has begun, and interrupts it once, as Ctrl-C does.
#[cfg(unix)]
pub fn interrupted(args: &[&str], has_begun: impl Fn() -> bool) -> Output {
    let child = command(args).spawn().expect("the program starts");
    let started = Instant::now();
    while !has_begun() {
        assert!(started.elapsed() < PATIENCE, "ziggurat {args:?} does not begin");
        thread::sleep(Duration::from_millis(20));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    child.wait_with_output().expect("it ends")
}

/// A session with the program.
pub struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Session {
    /// Starts the program.
    pub fn start(args: &[&str]) -> Session {
        let mut child = command(args).spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("its output is piped"));
        let (to, lines) = channel();
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| to.send(line)));
        Session { input: child.stdin.take(), child, lines }
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).expect("the program reads");
        input.flush().expect("the program reads");
    }

    /// Sends lines.
    pub fn send(&mut self, lines: &[&str]) {
        for line in lines {
            self.send_bytes(format!("{line}\n").as_bytes());
        }
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line comes")
    }

    /// The lines up to the first that starts with this word, which is the last.
    pub fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while lines.last().is_some_and(|line| line.split(' ').next() != Some(word)) {
            lines.push(self.line());
        }
        lines
    }

    /// Sends lines and `isready`, and gives all that comes before `readyok`.
    pub fn ask(&mut self, lines: &[&str]) -> Vec<String> {
        self.send(lines);
        self.send(&["isready"]);
        let mut answer = self.until("readyok");
        answer.pop();
        answer
    }

    /// The best move of the search that is going on.
    pub fn best_move(&mut self) -> String {
        let line = self.until("bestmove").pop().expect("there is one");
        line.split(' ').nth(1).expect("a move").to_owned()
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Closes the input and gives the lines that still come; the program must end with status 0 and without complaint.
    pub fn end(self) -> Vec<String> {
        self.end_with(0)
    }

    /// The same with another status.
    pub fn end_with(mut self, code: i32) -> Vec<String> {
        self.input = None;
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => rest.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the program does not end; so far {rest:?}"),
            }
        }
        let mut errors = String::new();
        self.child.stderr.take().expect("piped").read_to_string(&mut errors).expect("UTF-8");
        assert_eq!(errors, "");
        assert_eq!(self.child.wait().expect("it ends").code(), Some(code));
        rest
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Of a failed test nothing may be left running; a program that has ended cannot be killed, which is well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
