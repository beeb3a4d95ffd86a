//! `ziggurat tune`: weights of an evaluation, fitted to games.

use super::flags::read_file;
use super::{Failure, heed_ctrl_c, progress_bar};
use crate::arena::log::place;
use crate::game::InputError;
use crate::game::registry::Variant;
use crate::game::weights::Family;
use crate::tuning::chart;
use crate::tuning::fit::{self, Epoch, Fit, Settings, Split};
use crate::tuning::model::{self, Model};
use crate::tuning::samples::{self, Samples};
use crate::tuning::source::{self, Pair};
use indicatif::ProgressBar;
use serde_json::{Map, Value, json};
use std::fs::{self, File};
use std::io::{self, Write};
use std::num::{NonZeroU16, NonZeroUsize};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Fit the weights of an evaluation to games that datagen has played
#[derive(clap::Args)]
#[command(after_help = "\
Texel's method: a value v says that White makes 1 / (1 + exp(-k v)) of the game. k is fitted to
the results first and stays; then Adam moves the weights to where the mean cross entropy is
least, until the games that were kept back gain nothing any more. What the evaluation does with
its sums (tapering, scaling in drawish endings, bending) is part of the gradient; units of
danger to kings and other counts that lead to a weight are not fitted.

--write changes the numbers in a variant's table of weights, src/variants/V/eval/weights.rs,
which must be those of this very program; it has to be built anew to play by the new ones (numbers
may outgrow their lines, which `cargo fmt` mends). Ctrl-C ends the fit at the best epoch so far.

Examples:
  ziggurat tune chess.games --write src/variants/chess/eval/weights.rs
  ziggurat tune gnome.*.games --lambda 0.5 --groups material,centre --svg loss.svg --json

Exit codes: 0 done, 1 failed, 2 wrong usage.")]
pub struct Args {
    /// Files of games, all of one variant
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Fit these groups of weights only, by the names that `eval` shows, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    groups: Vec<String>,
    /// How much the result of a game says of its positions; the rest is what their search said
    #[arg(long, value_name = "X", default_value_t = 0.5, value_parser = part)]
    lambda: f64,
    /// Hold every weight at its start as if so many even positions in which it counts spoke for it
    #[arg(long, value_name = "N", default_value_t = 1000.0, value_parser = amount)]
    pull: f64,
    /// The first step of a weight in centipawns
    #[arg(long, value_name = "X", default_value_t = 0.5, value_parser = amount)]
    rate: f64,
    /// Positions looked at before each step
    #[arg(long, value_name = "N", default_value = "2048")]
    batch: NonZeroUsize,
    /// Look at all positions so many times at most
    #[arg(long, value_name = "N", default_value = "200")]
    epochs: NonZeroU16,
    /// Keep back this part of the games, to see whether what was learned holds
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = part)]
    validation: f64,
    /// The seed of all that is shuffled
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads that share the work; the result does not depend on them
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Show every so many epochs
    #[arg(long, value_name = "N", default_value = "10")]
    every: NonZeroUsize,
    /// Put the weights into the table in this file
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Draw the losses
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// One JSON object instead of tables
    #[arg(long)]
    json: bool,
}

fn part(text: &str) -> Result<f64, InputError> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| InputError::new("part", text, "must be a number from 0 to 1"))
}

fn amount(text: &str) -> Result<f64, InputError> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| InputError::new("number", text, "must be a number, 0 or more"))
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    // Whatever is done in parallel on this thread from here on is done by this pool.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.into()).use_current_thread().build();
    let _pool = pool.map_err(|e| Failure::Broken(InputError::new("threads", args.threads.to_string(), e.to_string())))?;
    let table = args.write.as_deref().map(read_file).transpose()?;
    args.prove_files().map_err(Failure::Broken)?;
    let bar = progress_bar(0, "{wide_bar} {human_pos} of {human_len} games read, {elapsed} gone{msg}");
    let (variant, samples) = args.samples(&bar)?;
    let families = (variant.referee)().families();
    let fixed = args.fixed(&families)?;
    if let Some(table) = &table {
        source::check(table, &families).map_err(|e| args.within_table(e))?;
    }
    let split = Split::new(&samples, args.validation, args.seed);
    args.check_split(&split, &samples)?;
    let old: Vec<Pair> = families.iter().flat_map(|family| family.weights).copied().collect();
    let start: Vec<f64> = old.iter().flat_map(|&(middle, end)| [middle, end]).map(f64::from).collect();
    bar.set_message(", fitting k");
    let k = model::fit_k(&samples, &split.training, &start);
    bar.finish_and_clear();
    let model = Model::new(&samples, k, args.lambda);
    let mut view = View {
        args,
        bar: progress_bar(args.epochs.get().into(), "{wide_bar} epoch {pos} of at most {len}{msg}, {elapsed}"),
        out,
    };
    // Ctrl-C ends the fit behind the epoch.
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    heed_ctrl_c(1, move || stopped.store(true, Ordering::Relaxed))?;
    let mut shown = view.begin(variant, &samples, &split, k);
    let watch = |epoch: &Epoch| {
        let told = view.epoch(epoch);
        if shown.is_ok() {
            shown = told;
        }
        // Files are wanted even if nobody looks any more.
        let unwanted = shown.is_err() && !args.keeps_files();
        if unwanted || stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let found = fit::fit(&model, &split, &start, &fixed, &args.settings(), watch);
    let new = rounded(&found.weights);
    let outcome = Outcome { variant, samples: &samples, families: &families, k, found: &found, old: &old, new: &new };
    // What took hours is kept before it is shown: showing it may fail.
    args.keep(&outcome, table.as_deref()).map_err(Failure::Broken)?;
    shown.and_then(|()| view.end(&outcome))
}

/// What was found, and from what.
struct Outcome<'o> {
    variant: &'static Variant,
    samples: &'o Samples,
    families: &'o [Family],
    k: f64,
    found: &'o Fit,
    old: &'o [Pair],
    new: &'o [Pair],
}

impl Outcome<'_> {
    /// The groups, and where their weights stand among all.
    fn groups(&self) -> impl Iterator<Item = (&'static str, Range<usize>)> {
        self.families.iter().scan(0, |start, family| {
            let span = *start..*start + family.weights.len();
            *start = span.end;
            Some((family.name, span))
        })
    }
}

fn rounded(weights: &[f64]) -> Vec<Pair> {
    weights.as_chunks().0.iter().map(|&[middle, end]: &[f64; 2]| (middle.round() as i32, end.round() as i32)).collect()
}

impl Args {
    fn samples(&self, bar: &ProgressBar) -> Result<(&'static Variant, Samples), InputError> {
        let read = |path: &PathBuf| Ok((path.display().to_string(), read_file(path)?));
        let files = self.files.iter().map(read).collect::<Result<Vec<_>, InputError>>()?;
        // The first line of a file is no game.
        let games: usize = files.iter().map(|(_, text)| text.lines().count().saturating_sub(1)).sum();
        bar.set_length(games as u64);
        samples::of_files(&files, &|games| bar.inc(games as u64))?.ok_or_else(|| InputError::new("files", "", "there are none"))
    }

    /// Which weights are not to be fitted.
    fn fixed(&self, families: &[Family]) -> Result<Vec<bool>, InputError> {
        if let Some(name) = self.groups.iter().find(|&name| families.iter().all(|family| family.name != name)) {
            let known: Vec<_> = families.iter().map(|family| family.name).collect();
            return Err(InputError::new("group", name, format!("there is none of that name; known: {}", known.join(","))));
        }
        let fixed = |family: &Family| !self.groups.is_empty() && !self.groups.iter().any(|name| name == family.name);
        Ok(families.iter().flat_map(|family| vec![fixed(family); 2 * family.weights.len()]).collect())
    }

    /// There must be positions on both sides.
    fn check_split(&self, split: &Split, samples: &Samples) -> Result<(), InputError> {
        let fault = match (split.training.is_empty(), split.validation.is_empty()) {
            (_, true) => "keeps back none",
            (true, _) => "leaves none to learn from",
            _ => return Ok(()),
        };
        let reason = format!("{fault} of {} positions in {} games", samples.len(), samples.games());
        Err(InputError::new("validation", self.validation.to_string(), reason))
    }

    fn settings(&self) -> Settings {
        let Args { rate, pull, seed, .. } = *self;
        Settings { rate, batch: self.batch.get(), epochs: self.epochs.get().into(), pull, seed }
    }

    fn within_table(&self, error: InputError) -> InputError {
        error.within(self.write.as_deref().unwrap_or(Path::new("")).display())
    }

    fn keeps_files(&self) -> bool {
        self.write.is_some() || self.svg.is_some()
    }

    /// Sees that the files can be written: it would be late to learn that behind a fit of hours.
    fn prove_files(&self) -> Result<(), InputError> {
        if let (Some(table), Some(svg)) = (&self.write, &self.svg)
            && place(table) == place(svg)
        {
            return Err(InputError::new("svg", svg.to_string_lossy(), "is the table that is to be written"));
        }
        self.write.iter().chain(&self.svg).try_for_each(|path| prove(path).map_err(|e| fault(path, &e)))
    }

    /// Writes the files that are wanted, the one that matters most first.
    fn keep(&self, outcome: &Outcome, table: Option<&str>) -> Result<(), InputError> {
        if let Some((path, table)) = self.write.as_deref().zip(table) {
            let text = source::write(table, outcome.families, outcome.new).map_err(|e| self.within_table(e))?;
            write_file(path, &text)?;
        }
        if let Some(path) = &self.svg {
            let title = format!("{}, {} positions", outcome.variant.info.name, outcome.samples.len());
            let text = chart::svg(&title, &outcome.found.epochs);
            write_file(path, &text.map_err(|e| InputError::new("chart", path.to_string_lossy(), e.to_string()))?)?;
        }
        Ok(())
    }
}

/// Can the file be written? It stays as it is, and is not made.
fn prove(path: &Path) -> io::Result<()> {
    let known = path.exists();
    File::options().append(true).create(true).open(path)?;
    if known { Ok(()) } else { fs::remove_file(path) }
}

fn write_file(path: &Path, text: &str) -> Result<(), InputError> {
    fs::write(path, text).map_err(|e| fault(path, &e))
}

fn fault(path: &Path, error: &io::Error) -> InputError {
    InputError::new("file", path.to_string_lossy(), error.to_string())
}

/// Shows what goes on.
struct View<'v> {
    args: &'v Args,
    bar: ProgressBar,
    out: &'v mut dyn Write,
}

impl View<'_> {
    fn begin(&mut self, variant: &Variant, samples: &Samples, split: &Split, k: f64) -> Result<(), Failure> {
        if self.args.json {
            return Ok(());
        }
        let (name, positions, games) = (variant.info.name, samples.len(), samples.games());
        let (training, validation) = (split.training.len(), split.validation.len());
        let columns = format!("{:>5} {:>6} {:>10} {:>10}", "epoch", "rate", "training", "validation");
        let out = &mut self.out;
        Ok(self.bar.suspend(|| {
            writeln!(out, "{name}: {positions} positions of {games} games, {training} to learn from, {validation} kept back")?;
            writeln!(out, "k {k:.6}\n\n{columns}")
        })?)
    }

    fn epoch(&mut self, epoch: &Epoch) -> Result<(), Failure> {
        self.bar.set_position(epoch.number as u64);
        self.bar.set_message(format!(", loss {:.6}", epoch.validation));
        if self.args.json || !epoch.number.is_multiple_of(self.args.every.get()) {
            return Ok(());
        }
        let out = &mut self.out;
        Ok(self.bar.suspend(|| writeln!(out, "{}", line(epoch)))?)
    }

    fn end(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        if self.args.json {
            return Ok(writeln!(self.out, "{}", outcome.json())?);
        }
        let best = &outcome.found.best;
        writeln!(self.out, "{}  the best of {}\n", line(best), outcome.found.epochs.len() - 1)?;
        writeln!(self.out, "{:<28} {:>7} {:>9} {:>14} {:>14}", "group", "weights", "seen", "mean change", "greatest")?;
        let seen = outcome.samples.seen(outcome.old.len());
        for (name, span) in outcome.groups() {
            let change = Change::new(&outcome.old[span.clone()], &outcome.new[span.clone()]);
            let Change { mean, greatest } = change;
            let seen: usize = seen[span.clone()].iter().sum();
            let (mean, greatest) = (format!("{:.1} {:.1}", mean.0, mean.1), format!("{} {}", greatest.0, greatest.1));
            writeln!(self.out, "{name:<28} {:>7} {seen:>9} {mean:>14} {greatest:>14}", span.len())?;
        }
        Ok(())
    }
}

/// The line of an epoch.
fn line(epoch: &Epoch) -> String {
    let Epoch { number, rate, training, validation } = epoch;
    format!("{number:>5} {rate:>6.3} {training:>10.6} {validation:>10.6}")
}

/// By how much the weights of a group changed, middle game and end game, in centipawns.
struct Change {
    mean: (f64, f64),
    greatest: Pair,
}

impl Change {
    fn new(old: &[Pair], new: &[Pair]) -> Change {
        let changes = || old.iter().zip(new).map(|(old, new)| ((new.0 - old.0).abs(), (new.1 - old.1).abs()));
        let (middle, end) = changes().fold((0, 0), |sum, change| (sum.0 + change.0, sum.1 + change.1));
        let mean = |sum: i32| f64::from(sum) / old.len() as f64;
        let greatest = changes().fold((0, 0), |most: Pair, change| (most.0.max(change.0), most.1.max(change.1)));
        Change { mean: (mean(middle), mean(end)), greatest }
    }
}

impl Outcome<'_> {
    fn json(&self) -> Value {
        let weights: Map<String, Value> = self.groups().map(|(name, span)| (name.to_owned(), json!(self.new[span]))).collect();
        let epochs: Vec<_> = self.found.epochs.iter().map(|epoch| json!([epoch.training, epoch.validation])).collect();
        json!({ "variant": self.variant.info.name, "positions": self.samples.len(), "games": self.samples.games(),
            "k": self.k, "best": self.found.best.number, "losses": epochs, "weights": weights })
    }
}
