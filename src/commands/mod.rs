//! The commands of the program, one file each.
//!
//! Exit codes: 0 done, 1 the thing asked for failed, 2 wrong usage.

mod analyse;
mod bench;
mod completions;
mod datagen;
mod epd;
mod flags;
mod help;
mod ladder;
mod matches;
mod perft;
mod pgn;
mod play;
mod plot;
mod rules;
mod serve;
mod spsa;
mod tune;
mod uci;
mod variants;

use crate::game::{InputError, Paint};
use crate::search::{STACK_BYTES, Score};
use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

/// A search engine for chess variants, the layered ones first.
///
/// Without a command it speaks UCI on its standard input and output, as GUIs and match programs want it.
#[derive(Parser)]
#[command(name = "ziggurat", version, disable_help_subcommand = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  ziggurat                                        speak UCI
  ziggurat variants                               the games it knows
  ziggurat help dragonchess                       the rules of one in brief
  ziggurat play gnome                             play a game against it
  ziggurat analyse --variant dragonchess          look at its start position
  ziggurat perft 5                                count the leaves at depth 5
  ziggurat match --st 0.1 --random-plies 6        two of it against each other
  echo '{\"fen\": \"startpos\", \"moves\": [\"e2e4\"]}' | ziggurat rules

Exit codes: 0 done, 1 the thing asked for failed, 2 wrong usage.";

#[derive(Subcommand)]
enum Command {
    Uci(uci::Args),
    Play(play::Args),
    Analyse(analyse::Args),
    Perft(perft::Args),
    Bench(bench::Args),
    Epd(epd::Args),
    Rules(rules::Args),
    Serve(serve::Args),
    Match(Box<matches::Args>),
    Ladder(ladder::Args),
    Spsa(Box<spsa::Args>),
    Pgn(pgn::Args),
    Plot(plot::Args),
    Datagen(Box<datagen::Args>),
    Tune(tune::Args),
    Variants(variants::Args),
    Help(help::Args),
    Completions(completions::Args),
}

/// Why a command did not do what it was asked for.
enum Failure {
    /// Wrong usage: exit code 2.
    Usage(InputError),
    /// It was tried and failed, and the command has said how: exit code 1.
    Failed,
    /// It was tried and failed for this reason: exit code 1.
    Broken(InputError),
    /// The input could not be read.
    Input(io::Error),
    /// The output could not be written.
    Output(io::Error),
}

impl Failure {
    /// The same failure, said of a wider field.
    fn within(self, field: impl fmt::Display) -> Failure {
        match self {
            Failure::Usage(error) => Failure::Usage(error.within(field)),
            Failure::Broken(error) => Failure::Broken(error.within(field)),
            other => other,
        }
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        Failure::Usage(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::Output(error.into())
    }
}

/// Reads the command line and does what it says.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let command = cli.command.unwrap_or(Command::Uci(uci::Args {}));
    // Commands search too, and a search wants a deep stack.
    match thread::Builder::new().stack_size(STACK_BYTES).spawn(move || report(execute(command))).map(thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        // The panic has been reported where it happened.
        Ok(Err(_)) => ExitCode::from(1),
        Err(error) => complain(&format!("no thread to work on: {error}"), 1),
    }
}

fn execute(command: Command) -> Result<(), Failure> {
    let out = &mut io::stdout();
    match command {
        Command::Uci(args) => uci::run(&args),
        Command::Play(args) => play::run(&args, out),
        Command::Analyse(args) => analyse::run(&args, out),
        Command::Perft(args) => perft::run(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Epd(args) => epd::run(&args, out),
        Command::Rules(args) => rules::run(&args, out),
        Command::Serve(args) => serve::run(&args, out),
        Command::Match(args) => matches::run(&args, out),
        Command::Ladder(args) => ladder::run(&args, out),
        Command::Spsa(args) => spsa::run(&args, out),
        Command::Plot(args) => plot::run(&args, out),
        Command::Pgn(args) => pgn::run(&args, out),
        Command::Datagen(args) => datagen::run(&args, out),
        Command::Tune(args) => tune::run(&args, out),
        Command::Variants(args) => variants::run(&args, out),
        Command::Help(args) => help::run(&args, out),
        Command::Completions(args) => completions::run(&args, out),
    }
}

fn report(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Failed) => ExitCode::from(1),
        Err(Failure::Broken(error)) => complain(&error.to_string(), 1),
        Err(Failure::Usage(error)) => complain(&error.to_string(), 2),
        Err(Failure::Input(error)) => complain(&format!("input: {error}"), 1),
        // Whoever read us has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => complain(&format!("output: {error}"), 1),
    }
}

fn complain(message: &str, code: u8) -> ExitCode {
    tell(message);
    ExitCode::from(code)
}

/// Says on the standard error what is wrong.
fn tell(message: &str) {
    remark(&format!("error: {message}"));
}

/// Says something on the standard error.
fn remark(text: &str) {
    // Where the standard error is closed too, nobody is left to be told.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Does something at each of the first `times` Ctrl-Cs; one more ends the program, should it hang.
fn heed_ctrl_c(times: usize, mut heed: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    let mut count = 0;
    let handler = move || {
        count += 1;
        if count > times {
            std::process::exit(1);
        }
        heed();
    };
    ctrlc::set_handler(handler).map_err(|e| Failure::Broken(InputError::new("ctrl-c", "", e.to_string())))
}

/// A bar for what takes longer than two seconds, whose clock goes on while nothing else is told; hidden where the
/// standard error is not a terminal.
fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let bar = still_bar(length, template);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// A bar that is drawn when it is told something: one of several that stand together.
fn still_bar(length: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style)
}

/// Colours are for people: on a terminal, unless `NO_COLOR` is set (no-color.org).
fn paint() -> Paint {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if io::stdout().is_terminal() && !refused { Paint::Ansi } else { Paint::Plain }
}

/// A score for people: pawns, or the distance of a mate in moves.
fn score_text(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::Mate(moves) => format!("#{moves}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_for_people() {
        assert_eq!(score_text(Score::Centipawns(-35)), "-0.35");
        assert_eq!(score_text(Score::Centipawns(0)), "+0.00");
        assert_eq!(score_text(Score::Mate(-2)), "#-2");
    }
}
