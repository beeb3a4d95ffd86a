//! `ziggurat ladder`: the standing regression, many matches and one table.

use super::flags::read_file;
use super::matches::{self, Outcome, Quiet, interruptible};
use super::{Failure, progress_bar, remark, tell};
use crate::arena::report::{extend, heading, standing};
use crate::arena::tournament::Ending;
use crate::game::InputError;
use clap::Parser;
use indicatif::ProgressBar;
use serde_json::json;
use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// Stands in the file for the program of `--old`.
const OLD: &str = "$OLD";

/// The flags of a match that the ladder gives itself.
const OURS: [&str; 4] = ["--pgn", "--state", "--resume", "--json"];

/// Play the matches of a file and show how the first engine of each stands, in one table
#[derive(clap::Args)]
#[command(after_help = "\
A line of the file is the name of a match, a colon and what `ziggurat match` would be told. $OLD
stands for the program given by --old. Empty lines and those that begin with # are left out.
Games and state of each match are kept in the folder, so that a ladder that was interrupted or
killed is taken up again by the same command. All matches are checked and their engines started
once before the first game; one that breaks later on is told, and the others are played.

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
    /// Only matches whose name begins with this
    #[arg(long, value_name = "NAME", default_value = "")]
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

/// A match of the file that is wanted.
struct Wanted {
    name: String,
    /// Where it stands, for messages.
    place: String,
    rung: matches::Args,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let rungs = args.rungs()?;
    // A fault in the last of them is not to be learned hours later.
    rungs.iter().try_for_each(|Wanted { place, rung, .. }| rung.check().map_err(|failure| failure.within(place)))?;
    let folder = |e: io::Error| InputError::new("dir", args.dir.to_string_lossy(), e.to_string());
    fs::create_dir_all(&args.dir).map_err(|e| Failure::Broken(folder(e)))?;
    let interrupts = interruptible()?;
    let width = rungs.iter().map(|wanted| wanted.name.chars().count()).max().unwrap_or(0).max(5);
    if !args.json {
        write!(out, "{}", heading("match", width))?;
    }
    let mut all_played = true;
    for Wanted { name, place, rung } in &rungs {
        match rung.play(&interrupts, |_| Box::new(Quiet(progress(name)))) {
            Ok(outcome) => {
                args.show(name, width, &outcome, out)?;
                if outcome.ending == Ending::Interrupted {
                    remark("interrupted; the same command goes on from here");
                    return Err(Failure::Failed);
                }
            }
            // The others can do without it.
            Err(Failure::Usage(error) | Failure::Broken(error)) => {
                tell(&error.within(place).to_string());
                all_played = false;
            }
            Err(failure) => return Err(failure),
        }
    }
    if all_played { Ok(()) } else { Err(Failure::Failed) }
}

impl Args {
    /// The matches of the file that are wanted, ready to be played.
    fn rungs(&self) -> Result<Vec<Wanted>, InputError> {
        let text = read_file(&self.file)?;
        let mut names = HashSet::new();
        let mut rungs = Vec::new();
        for (line, number) in text.lines().map(str::trim).zip(1..) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let line_place = format!("{} line {number}", self.file.display());
            let (name, words) = named(line).map_err(|e| e.within(&line_place))?;
            if !names.insert(name) {
                return Err(InputError::new("name", name, "stands twice").within(line_place));
            }
            if !name.starts_with(&self.only) {
                continue;
            }
            let place = format!("{line_place}: {name}");
            let mut rung = self.read(words).map_err(|e| e.within(&place))?;
            rung.keep_in(&self.dir, name);
            rungs.push(Wanted { name: name.to_owned(), place, rung });
        }
        if rungs.is_empty() {
            return Err(match self.only.as_str() {
                "" => InputError::new("file", self.file.to_string_lossy(), "has no match"),
                only => InputError::new("only", only, "no match has a name that begins so"),
            });
        }
        Ok(rungs)
    }

    /// Reads what a match would be told.
    fn read(&self, words: &str) -> Result<matches::Args, InputError> {
        let error = |reason: &str| InputError::new("match", words.trim(), reason);
        let mut words = shlex::split(words).ok_or_else(|| error("has a quote that is not closed"))?;
        if let Some(flag) = words.iter().find(|&word| OURS.contains(&word.split('=').next().unwrap_or_default())) {
            return Err(InputError::new("flag", flag, "is the ladder's to say, for all its matches"));
        }
        if !self.name_old(&mut words) {
            return Err(error("needs the program of --old"));
        }
        let rung = Rung::try_parse_from(std::iter::once("match".to_owned()).chain(words));
        rung.map(|rung| rung.args).map_err(|e| error(&told(&e)))
    }

    /// Puts the program of `--old` into the words; is there one where one is wanted?
    fn name_old(&self, words: &mut [String]) -> bool {
        let Some(old) = &self.old else { return words.iter().all(|word| !word.contains(OLD)) };
        let old = old.to_string_lossy();
        let mut of_engine = false;
        for word in words {
            // What describes an engine is split at single commas.
            let doubled = of_engine || word.starts_with("--engine=");
            of_engine = *word == "--engine";
            *word = word.replace(OLD, &if doubled { old.replace(',', ",,") } else { old.to_string() });
        }
        true
    }

    /// How the first engine of a match stands.
    fn show(&self, name: &str, width: usize, outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
        if self.json {
            let mut line = json!({ "match": name });
            extend(&mut line, outcome.report().json());
            writeln!(out, "{line}")?;
        } else if let Some(first) = outcome.tally.sheets().first() {
            write!(out, "{}", standing(name, width, &first.score))?;
        }
        out.flush()
    }
}

/// The name of a match, and what stands behind it.
fn named(line: &str) -> Result<(&str, &str), InputError> {
    let (name, words) = line.split_once(':').ok_or_else(|| InputError::new("match", line, "must be NAME: FLAGS"))?;
    let usable = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(usable) {
        return Err(InputError::new("name", name, "must be of letters, digits and - _ . only"));
    }
    Ok((name, words))
}

/// What is wrong with the flags of a match, in one line.
fn told(error: &clap::Error) -> String {
    let text = error.to_string();
    let first = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim).collect::<Vec<_>>().join(" ");
    first.trim_start_matches("error: ").to_owned()
}

fn progress(name: &str) -> ProgressBar {
    let bar = progress_bar(1, "{msg} {wide_bar} {pos} of {len} games, {elapsed} gone, {eta} to go");
    bar.set_message(name.to_owned());
    bar
}
