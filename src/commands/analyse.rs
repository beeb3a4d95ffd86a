//! `ziggurat analyse`: a search of one position, to look at.

use super::flags::{LimitFlags, PositionFlags, ResourceFlags, millis};
use super::{Failure, paint, score_text};
use crate::game::{Engine, Paint};
use crate::search::{Answer, Bound, Control, Limits, Listener, Report, Resources, Score, Strategy};
use crate::uci::{DEFAULT_HASH, per_second, tables};
use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroU16;
use std::sync::Arc;
use std::time::Duration;

/// How long is searched where no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// Search a position and show depth, score and best line as they come
#[derive(clap::Args)]
#[command(after_help = "\
Scores are pawns for the side to move; #3 is mate in three moves, #-3 being mated in three.
Without a limit it searches for five seconds.

Examples:
  ziggurat analyse --variant dragonchess --movetime 10000
  ziggurat analyse --moves 'e2e4 e7e5' --depth 12 --multipv 3
  ziggurat analyse --fen '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' --nodes 100000 --json")]
pub struct Args {
    #[command(flatten)]
    position: PositionFlags,
    #[command(flatten)]
    limits: LimitFlags,
    #[command(flatten)]
    resources: ResourceFlags,
    /// Show this many best lines
    #[arg(long, value_name = "N", default_value_t = NonZeroU16::MIN)]
    multipv: NonZeroU16,
    /// JSON lines: the position, every report, the answer
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let mut engine = (args.position.game.variant().engine)();
    args.position.set_up(engine.referee_mut())?;
    let resources = Arc::new(Resources::new(args.resources.hash_mib(DEFAULT_HASH), args.resources.threads())?);
    let limits = Limits { multi_pv: args.multipv.get().into(), ..args.limits.limits(DEFAULT_TIME) };
    if args.json {
        show(&mut Json { out }, engine.as_ref(), limits, &resources)
    } else {
        show(&mut Table::new(out), engine.as_ref(), limits, &resources)
    }
}

/// A way to show a search.
trait View {
    fn position(&mut self, engine: &dyn Engine) -> io::Result<()>;
    fn report(&mut self, report: &Report) -> io::Result<()>;
    fn strategy(&mut self, strategy: &Strategy) -> io::Result<()>;
    fn answer(&mut self, answer: &Answer) -> io::Result<()>;
}

/// Hands what a search says to a view, until that cannot be written any more; then it stops the search.
struct Shower<'v, V> {
    view: &'v mut V,
    control: &'v Control,
    written: io::Result<()>,
}

impl<V: View> Shower<'_, V> {
    fn show(&mut self, write: impl FnOnce(&mut V) -> io::Result<()>) {
        if self.written.is_ok() {
            self.written = write(self.view);
        }
        if self.written.is_err() {
            self.control.stop();
        }
    }
}

impl<V: View> Listener for Shower<'_, V> {
    fn report(&mut self, report: &Report) {
        self.show(|view| view.report(report));
    }

    fn strategy(&mut self, strategy: &Strategy) {
        self.show(|view| view.strategy(strategy));
    }
}

fn show(view: &mut impl View, engine: &dyn Engine, limits: Limits, resources: &Arc<Resources>) -> Result<(), Failure> {
    let control = Arc::new(Control::default());
    let job = engine.prepare(limits, resources, &control)?;
    view.position(engine)?;
    let mut shower = Shower { view, control: &control, written: Ok(()) };
    let answer = job(&mut shower);
    shower.written?;
    Ok(view.answer(&answer)?)
}

// ---- JSON lines ----

struct Json<'o> {
    out: &'o mut dyn Write,
}

impl Json<'_> {
    fn line(&mut self, value: &Value) -> io::Result<()> {
        writeln!(self.out, "{value}")?;
        self.out.flush()
    }
}

impl View for Json<'_> {
    fn position(&mut self, engine: &dyn Engine) -> io::Result<()> {
        let referee = engine.referee();
        let outcome = referee.outcome().map(|outcome| outcome.to_string());
        self.line(&json!({ "variant": referee.variant().name, "fen": referee.text(), "outcome": outcome }))
    }

    fn report(&mut self, report: &Report) -> io::Result<()> {
        let score = match report.score {
            Score::Centipawns(value) => json!({ "cp": value }),
            Score::Mate(moves) => json!({ "mate": moves }),
        };
        let bound = match report.bound {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        };
        self.line(&json!({
            "depth": report.depth,
            "seldepth": report.sel_depth,
            "multipv": report.multi_pv,
            "score": score,
            "bound": bound,
            "nodes": report.nodes,
            "nps": per_second(report.nodes, report.time.as_micros()),
            "hashfull": report.hash_full,
            "time": millis(report.time),
            "pv": report.line,
        }))
    }

    fn strategy(&mut self, strategy: &Strategy) -> io::Result<()> {
        let Strategy { orders, lower, upper, exact } = strategy;
        let orders: Map<_, _> = orders.iter().map(|(order, p)| (order.clone(), Value::from(*p))).collect();
        self.line(&json!({ "strategy": orders, "lower": lower, "upper": upper, "exact": exact }))
    }

    fn answer(&mut self, answer: &Answer) -> io::Result<()> {
        self.line(&json!({ "bestmove": answer.best, "ponder": answer.ponder, "nodes": answer.nodes }))
    }
}

// ---- A table for people ----

/// A table that grows by a row a report; on a terminal the last row lives on until the next depth.
struct Table<'o> {
    out: &'o mut dyn Write,
    paint: Paint,
    /// The line below the table that tells how the search is going; hidden where there is no terminal.
    status: ProgressBar,
}

impl<'o> Table<'o> {
    fn new(out: &'o mut dyn Write) -> Table<'o> {
        let status = if io::stdout().is_terminal() { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        let style =
            ProgressStyle::with_template("{spinner} {elapsed} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
        status.set_style(style);
        Table { out, paint: paint(), status }
    }

    fn row(&mut self, text: &str) -> io::Result<()> {
        let out = &mut self.out;
        self.status.suspend(|| {
            writeln!(out, "{text}")?;
            out.flush()
        })
    }

    fn styled(&self, style: Style, text: String) -> String {
        match self.paint {
            Paint::Plain => text,
            Paint::Ansi => format!("{style}{text}{style:#}"),
        }
    }
}

impl View for Table<'_> {
    fn position(&mut self, engine: &dyn Engine) -> io::Result<()> {
        let position = tables::position(engine.referee(), self.paint);
        let head = format!("{:>5} {:>9} {:>12} {:>9}  line", "depth", "score", "nodes", "time");
        let head = self.styled(Style::new().bold(), head);
        self.row(&format!("{position}\n{head}"))?;
        self.status.enable_steady_tick(Duration::from_millis(100));
        Ok(())
    }

    fn report(&mut self, report: &Report) -> io::Result<()> {
        let rate = per_second(report.nodes, report.time.as_micros());
        let (nodes, full) = (report.nodes, report.hash_full);
        self.status.set_message(format!(
            "depth {}, {nodes} nodes, {rate} nodes/s, table {}.{} % full",
            report.depth,
            full / 10,
            full % 10
        ));
        if report.bound != Bound::Exact {
            return Ok(());
        }
        let score = self.styled(score_style(report.score), format!("{:>9}", score_text(report.score)));
        let (depth, time) = (report.depth, report.time.as_secs_f64());
        self.row(&format!("{depth:>5} {score} {nodes:>12} {time:>8.2}s  {}", report.line.join(" ")))
    }

    fn strategy(&mut self, strategy: &Strategy) -> io::Result<()> {
        self.status.finish_and_clear();
        self.row("\nstrategy:")?;
        for (order, probability) in &strategy.orders {
            self.row(&format!("{:>7.1} %  {order}", probability * 100.0))?;
        }
        let pawns = |value: i32| f64::from(value) / 100.0;
        let (lower, upper) = (pawns(strategy.lower), pawns(strategy.upper));
        let worth = if strategy.exact { "all answers looked at" } else { "among the answers looked at" };
        self.row(&format!("value: between {lower:+.2} and {upper:+.2}, {worth}"))
    }

    fn answer(&mut self, answer: &Answer) -> io::Result<()> {
        self.status.finish_and_clear();
        let best = answer.best.as_deref().unwrap_or("(none)");
        self.row(&format!("best move: {best}"))
    }
}

fn score_style(score: Score) -> Style {
    let good = match score {
        Score::Centipawns(value) => value >= 0,
        Score::Mate(moves) => moves > 0,
    };
    Style::new().fg_color(Some(if good { AnsiColor::Green } else { AnsiColor::Red }.into()))
}
