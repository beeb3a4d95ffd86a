//! `ziggurat ladder`: the standing regression, many matches and one table.

use super::flags::read_file;
use super::matches::{self, Quiet, heed_ctrl_c};
use super::{Failure, progress_bar, remark};
use crate::arena::report::{extend, heading, standing};
use crate::arena::tournament::{Ending, Interrupts};
use crate::game::InputError;
use clap::Parser;
use indicatif::ProgressBar;
use serde_json::json;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Stands in the file for the program of `--old`.
const OLD: &str = "$OLD";

/// Play the matches of a file and show how the first engine of each stands, in one table
#[derive(clap::Args)]
#[command(after_help = "\
A line of the file is the name of a match, a colon and what `ziggurat match` would be told. $OLD
stands for the program given by --old. Empty lines and those that begin with # are left out.
Games and state of each match are kept in the folder, so that a ladder that was interrupted or
killed is taken up again by the same command.

`.ci/ladder` builds the last tagged version and plays this program against it.

Examples:
  ziggurat ladder positions/ladder.matches --old ../ziggurat-0.1 --dir ladder
  ziggurat ladder positions/ladder.matches --old ./old --dir ladder --only chess --json

Exit codes: 0 all matches were played, 1 interrupted or failed, 2 wrong usage.")]
pub struct Args {
    /// The matches
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Where games and states are kept
    #[arg(long, value_name = "FOLDER")]
    dir: PathBuf,
    /// The program to compare with
    #[arg(long, value_name = "PROGRAM")]
    old: Option<PathBuf>,
    /// Only matches whose name holds this
    #[arg(long, value_name = "PART", default_value = "")]
    only: String,
    /// A JSON object a match
    #[arg(long)]
    json: bool,
}

/// A match of the file, read as a command line.
#[derive(Parser)]
#[command(name = "match")]
struct Rung {
    #[command(flatten)]
    args: matches::Args,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let rungs = args.rungs()?;
    let folder = |e: std::io::Error| InputError::new("dir", args.dir.to_string_lossy(), e.to_string());
    fs::create_dir_all(&args.dir).map_err(|e| Failure::Broken(folder(e)))?;
    let interrupts = Arc::new(Interrupts::default());
    heed_ctrl_c(&interrupts)?;
    let width = rungs.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(5);
    if !args.json {
        write!(out, "{}", heading("match", width))?;
    }
    for (name, rung) in &rungs {
        let outcome = rung.play(&interrupts, |_| Box::new(Quiet(progress(name))))?;
        if args.json {
            let mut line = json!({ "match": name });
            extend(&mut line, outcome.report().json());
            writeln!(out, "{line}")?;
        } else if let Some(first) = outcome.tally.sheets().first() {
            write!(out, "{}", standing(name, width, &first.score))?;
        }
        out.flush()?;
        if outcome.ending == Ending::Interrupted {
            remark("interrupted; the same command goes on from here");
            return Err(Failure::Failed);
        }
    }
    Ok(())
}

impl Args {
    /// The matches of the file that are wanted, ready to be played.
    fn rungs(&self) -> Result<Vec<(String, matches::Args)>, InputError> {
        let text = read_file(&self.file)?;
        let mut rungs: Vec<(String, matches::Args)> = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let place = |e: InputError| e.within(format_args!("{} line {}", self.file.display(), i + 1));
            let (name, words) =
                line.split_once(':').ok_or_else(|| place(InputError::new("match", line, "must be NAME: FLAGS")))?;
            let usable = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
            if name.is_empty() || name.starts_with('.') || !name.chars().all(usable) {
                return Err(place(InputError::new("name", name, "must be of letters, digits and - _ . only")));
            }
            if rungs.iter().any(|(other, _)| other == name) {
                return Err(place(InputError::new("name", name, "stands twice")));
            }
            let mut rung = self.read(words).map_err(|e| place(e.within(name)))?;
            rung.keep_in(&self.dir, name);
            rungs.push((name.to_owned(), rung));
        }
        rungs.retain(|(name, _)| name.contains(&self.only));
        if rungs.is_empty() {
            return Err(InputError::new("file", self.file.to_string_lossy(), "has no match of such a name"));
        }
        Ok(rungs)
    }

    /// Reads what a match would be told.
    fn read(&self, words: &str) -> Result<matches::Args, InputError> {
        let error = |reason: &str| InputError::new("match", words.trim(), reason);
        let words = match &self.old {
            Some(old) => words.replace(OLD, &old.to_string_lossy()),
            None if words.contains(OLD) => return Err(error("needs the program of --old")),
            None => words.to_owned(),
        };
        let words = shlex::split(&words).ok_or_else(|| error("has a quote that is not closed"))?;
        let rung = Rung::try_parse_from(std::iter::once("match".to_owned()).chain(words));
        let told = |e: clap::Error| e.to_string().lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        rung.map(|rung| rung.args).map_err(|e| error(&told(e)))
    }
}

fn progress(name: &str) -> ProgressBar {
    let bar = progress_bar(1, "{msg} {wide_bar} {pos} of {len} games, {elapsed} gone, {eta} to go");
    bar.set_message(name.to_owned());
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
