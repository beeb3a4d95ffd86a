//! The searches of a session: on threads of their own, so that requests are answered meanwhile.

use super::session::{Purpose, Session};
use crate::game::engine::Job;
use crate::search::{Bound, Control, Current, Listener, Report, STACK_BYTES, Score, Strategy};
use crate::uci::per_second;
use serde_json::{Value, json};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// Reports are sent no more often than this; the last of a search always.
const PAUSE: Duration = Duration::from_millis(100);

/// A search that was begun.
pub(super) struct Search {
    /// The number of the search in its session: what older searches say is not heard any more.
    pub number: u64,
    pub purpose: Purpose,
    /// The position, by the number of moves before it.
    pub ply: usize,
    pub control: Arc<Control>,
}

impl Drop for Search {
    fn drop(&mut self) {
        self.control.stop();
    }
}

/// Runs a search. The session is told of it as long as somebody holds it.
///
/// # Errors
/// The machine has no thread left.
pub(super) fn begin(session: &Arc<Session>, number: u64, job: Job) -> std::io::Result<()> {
    let session = Arc::downgrade(session);
    let run = move || {
        let mut reporter = Reporter::new(session, number);
        let answer = job(&mut reporter);
        if reporter.held {
            reporter.send();
        }
        if let Some(session) = reporter.session.upgrade() {
            session.conclude(number, &answer);
        }
    };
    thread::Builder::new().name("search".into()).stack_size(STACK_BYTES).spawn(run).map(drop)
}

/// Passes on what a search says.
struct Reporter {
    session: Weak<Session>,
    number: u64,
    /// The last report of every line, the best first.
    lines: Vec<Report>,
    sent: Instant,
    /// Is there anything that was not sent yet?
    held: bool,
}

impl Reporter {
    fn new(session: Weak<Session>, number: u64) -> Reporter {
        Reporter { session, number, lines: Vec::new(), sent: Instant::now(), held: false }
    }

    fn send_if_due(&mut self) {
        if self.held && self.sent.elapsed() >= PAUSE {
            self.send();
        }
    }

    fn send(&mut self) {
        (self.held, self.sent) = (false, Instant::now());
        if let Some(session) = self.session.upgrade() {
            session.hear(self.number, &self.lines);
        }
    }
}

impl Listener for Reporter {
    fn report(&mut self, report: &Report) {
        let at = report.multi_pv.saturating_sub(1).min(self.lines.len());
        self.lines.truncate(if at == 0 { 0 } else { self.lines.len() });
        match self.lines.get_mut(at) {
            Some(line) => *line = report.clone(),
            None => self.lines.push(report.clone()),
        }
        self.held = true;
        self.send_if_due();
    }

    /// Long after the last report this is all that is heard.
    fn current(&mut self, _: &Current) {
        self.send_if_due();
    }

    fn strategy_so_far(&mut self, strategy: &Strategy) {
        self.strategy(strategy);
    }

    /// The lines that it goes with are told first.
    fn strategy(&mut self, strategy: &Strategy) {
        if self.held {
            self.send();
        }
        if let Some(session) = self.session.upgrade() {
            session.hear_strategy(self.number, strategy);
        }
    }
}

/// A score from White's point of view, as the page is told it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Verdict {
    pub score: Score,
    pub depth: u32,
}

impl Verdict {
    pub fn json(self) -> Value {
        let (text, pawns) = match self.score {
            Score::Centipawns(value) => (format!("{:+.2}", f64::from(value) / 100.0), f64::from(value) / 100.0),
            Score::Mate(moves) => (format!("#{moves}"), if moves > 0 { 100.0 } else { -100.0 }),
        };
        json!({ "text": text, "pawns": pawns, "depth": self.depth })
    }
}

/// The same score for the other side.
pub(super) fn turned(score: Score) -> Score {
    match score {
        Score::Centipawns(value) => Score::Centipawns(-value),
        Score::Mate(moves) => Score::Mate(-moves),
    }
}

/// A report as the page is told it, the score from White's point of view.
pub(super) fn report_json(report: &Report, verdict: Verdict, line: &str) -> Value {
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => ">",
        Bound::Upper => "<",
    };
    json!({
        "rank": report.multi_pv,
        "depth": report.depth,
        "score": verdict.json(),
        "bound": bound,
        "nodes": report.nodes,
        "nps": per_second(report.nodes, report.time.as_micros()),
        "seconds": report.time.as_secs_f64(),
        "line": line,
    })
}
