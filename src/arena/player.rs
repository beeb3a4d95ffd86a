//! A player: an engine as a game sees it, and the client's side of the protocol.

use super::link::{Heard, Link, Silence};
use super::spec::EngineSpec;
use crate::game::registry::{self, Variant};
use crate::game::{InputError, MoveStyle};
use crate::search::Score;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How a player can lose a game without losing it on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// It does not start, or not as the match needs it.
    Start,
    /// It ended, or closed its output.
    Crash,
    /// It does not answer at all.
    Stall,
    /// It answered too late.
    Time,
    /// It gave a move that is not legal, or none.
    Illegal,
    /// It talks without end.
    Flood,
}

impl Fault {
    /// The word for it in records.
    pub const fn word(self) -> &'static str {
        match self {
            Fault::Start => "start",
            Fault::Crash => "crash",
            Fault::Stall => "stall",
            Fault::Time => "time",
            Fault::Illegal => "illegal",
            Fault::Flood => "flood",
        }
    }
}

/// Why there is no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The player loses the game: how, and in words.
    Forfeit(Fault, String),
    /// The match was called off.
    CalledOff,
}

/// How long an engine may take for what is not thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// From its start to `uciok`.
    pub start: Duration,
    /// From `isready` to `readyok`.
    pub ping: Duration,
    /// From `stop` to the move.
    pub stop: Duration,
    /// For a move where nothing limits the time.
    pub think: Duration,
}

/// What a player is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The `position` command.
    pub position: String,
    /// The `go` command.
    pub go: String,
    /// After this time the player has lost; `None`: nothing limits the time.
    pub time: Option<Duration>,
}

/// A move, and what the player thought of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thought {
    /// The move as it was given.
    pub token: String,
    /// The time from the question to the answer.
    pub time: Duration,
    /// The last exact score, for the side to move.
    pub score: Option<Score>,
    /// The depth that was reported last, in half-moves.
    pub depth: u32,
    /// The nodes that were reported last.
    pub nodes: u64,
    /// The lines that were reported, moves separated by blanks.
    pub lines: Vec<String>,
}

/// Who makes moves in a game.
pub trait Player {
    /// Gets ready for a game.
    ///
    /// # Errors
    /// It cannot.
    fn new_game(&mut self) -> Result<(), Failure>;

    /// Chooses a move.
    ///
    /// # Errors
    /// There is none, or it comes too late.
    fn think(&mut self, question: &Question) -> Result<Thought, Failure>;
}

/// An engine that speaks UCI.
pub struct UciPlayer {
    link: Link,
    patience: Patience,
    called_off: Arc<AtomicBool>,
    /// The options that it has.
    options: Vec<Offer>,
    /// Lines that it said before its own name: it spoke without being asked.
    chatter: u64,
}

impl UciPlayer {
    /// Starts an engine and sets its options.
    ///
    /// # Errors
    /// It does not start, does not know the variant, or lacks an option.
    pub fn start(
        spec: &EngineSpec,
        variant: &Variant,
        style: MoveStyle,
        patience: Patience,
        called_off: &Arc<AtomicBool>,
    ) -> Result<UciPlayer, Failure> {
        let link = match &spec.program {
            Some(program) => Link::to_program(program),
            None => Link::to_self(),
        };
        let link = link.map_err(|e| forfeit(Fault::Start, format!("cannot be run: {e}")))?;
        let called_off = Arc::clone(called_off);
        let mut player = UciPlayer { link, patience, called_off, options: Vec::new(), chatter: 0 };
        player.greet()?;
        player.choose_game(variant, style)?;
        player.set_options(&spec.options)?;
        Ok(player)
    }

    /// The lines that it said unasked, before its name.
    pub fn chatter(&self) -> u64 {
        self.chatter
    }

    fn greet(&mut self) -> Result<(), Failure> {
        let deadline = self.link.ask("uci\n") + self.patience.start;
        let mut introduced = false;
        loop {
            let line = self.hear(deadline).map_err(|e| self.explain(Fault::Start, e, "no uciok", self.patience.start))?;
            match line.text.split_ascii_whitespace().next() {
                Some("uciok") => return Ok(()),
                Some("id") => introduced = true,
                Some("option") => self.options.extend(Offer::read(&line.text)),
                Some(_) if !introduced => self.chatter += 1,
                _ => {}
            }
        }
    }

    fn choose_game(&mut self, variant: &Variant, style: MoveStyle) -> Result<(), Failure> {
        let name = variant.info.name;
        match self.offer("UCI_Variant") {
            Some(offer) if offer.takes(name) => self.link.send(&format!("setoption name UCI_Variant value {name}\n")),
            Some(_) => return Err(forfeit(Fault::Start, format!("does not know the variant {name}"))),
            // Engines that know one game only know the default one.
            None if name == registry::default().info.name => {}
            None => return Err(forfeit(Fault::Start, format!("has no option UCI_Variant, so it cannot play {name}"))),
        }
        if self.offer("UCI_Chess960").is_some() {
            self.link.send(&format!("setoption name UCI_Chess960 value {}\n", style.chess960));
        } else if style.chess960 {
            return Err(forfeit(Fault::Start, "has no option UCI_Chess960".into()));
        }
        Ok(())
    }

    fn set_options(&mut self, options: &[(String, String)]) -> Result<(), Failure> {
        for (name, value) in options {
            if self.offer(name).is_none() {
                return Err(forfeit(Fault::Start, InputError::new("option", name, "it has none of that name").to_string()));
            }
            self.link.send(&format!("setoption name {name} value {value}\n"));
        }
        self.ping(|line| match line.strip_prefix("info string error: ") {
            Some(complaint) => Err(forfeit(Fault::Start, format!("complains: {complaint}"))),
            None => Ok(()),
        })
    }

    /// An option that is a whole number, if it has one of that name.
    pub fn spin(&self, name: &str) -> Option<Spin> {
        self.offer(name)?.spin
    }

    fn offer(&self, name: &str) -> Option<&Offer> {
        self.options.iter().find(|offer| offer.name.eq_ignore_ascii_case(name))
    }

    /// Waits until the engine has done all that it was told, and looks at what it says meanwhile.
    fn ping(&mut self, mut look: impl FnMut(&str) -> Result<(), Failure>) -> Result<(), Failure> {
        let deadline = self.link.ask("isready\n") + self.patience.ping;
        loop {
            let line = self.hear(deadline).map_err(|e| self.explain(Fault::Stall, e, "no readyok", self.patience.ping))?;
            if line.text.trim() == "readyok" {
                return Ok(());
            }
            look(&line.text)?;
        }
    }

    fn hear(&mut self, deadline: Instant) -> Result<Heard, Silence> {
        self.link.next(deadline, &self.called_off)
    }

    /// The failure that a silence means where an answer was `wanted` within a time; `slow` is the fault of no answer.
    fn explain(&mut self, slow: Fault, silence: Silence, wanted: &str, within: Duration) -> Failure {
        match silence {
            Silence::TimedOut => forfeit(slow, format!("{wanted} within {}", humantime::format_duration(within))),
            Silence::Ended if slow == Fault::Start => forfeit(slow, format!("{wanted}; {}", self.link.end())),
            Silence::Ended => forfeit(Fault::Crash, self.link.end()),
            Silence::Flooding => forfeit(Fault::Flood, "talks without end".into()),
            Silence::CalledOff => Failure::CalledOff,
        }
    }

    /// Waits for the move. What is said on the way is told in the thought.
    fn await_move(&mut self, asked: Instant, deadline: Instant, thought: &mut Thought) -> Result<(), Silence> {
        loop {
            let line = self.hear(deadline)?;
            let mut words = line.text.split_ascii_whitespace();
            match words.next() {
                Some("info") => note(thought, words),
                Some("bestmove") => {
                    thought.token = words.next().unwrap_or_default().to_owned();
                    thought.time = line.at.saturating_duration_since(asked);
                    return Ok(());
                }
                _ => {}
            }
        }
    }

    /// The time is up: does the engine still live?
    fn overstepped(&mut self, asked: Instant, limit: Option<Duration>, thought: &mut Thought) -> Failure {
        self.link.send("stop\n");
        match self.await_move(asked, Instant::now() + self.patience.stop, thought) {
            Ok(()) => self.too_late(limit, thought.time),
            Err(silence) => {
                let stop = self.patience.stop;
                let wanted = format!("no move in {}, nor after stop", humantime::format_duration(round(asked.elapsed())));
                self.explain(Fault::Stall, silence, &wanted, stop)
            }
        }
    }

    fn too_late(&self, limit: Option<Duration>, used: Duration) -> Failure {
        let over = used.saturating_sub(limit.unwrap_or(self.patience.think));
        forfeit(Fault::Time, format!("move after {:.3} s, {} ms beyond the margin", used.as_secs_f64(), over.as_millis()))
    }
}

impl Player for UciPlayer {
    fn new_game(&mut self) -> Result<(), Failure> {
        self.link.drain();
        self.link.send("ucinewgame\n");
        self.ping(|_| Ok(()))
    }

    fn think(&mut self, question: &Question) -> Result<Thought, Failure> {
        self.link.drain();
        let asked = self.link.ask(&format!("{}\n{}\n", question.position, question.go));
        let deadline = asked + question.time.unwrap_or(self.patience.think);
        let mut thought = Thought::default();
        match self.await_move(asked, deadline, &mut thought) {
            Ok(()) if question.time.is_some_and(|limit| thought.time > limit) => {
                Err(self.too_late(question.time, thought.time))
            }
            Ok(()) => Ok(thought),
            Err(Silence::TimedOut) => Err(self.overstepped(asked, question.time, &mut thought)),
            Err(Silence::CalledOff) => {
                self.link.send("stop\n");
                Err(Failure::CalledOff)
            }
            Err(silence) => Err(self.explain(Fault::Stall, silence, "", Duration::ZERO)),
        }
    }
}

fn forfeit(fault: Fault, detail: String) -> Failure {
    Failure::Forfeit(fault, detail)
}

/// To the millisecond, for people.
fn round(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

/// An option that an engine has.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Offer {
    /// Its name, which may hold blanks.
    name: String,
    /// The values of a combo.
    values: Vec<String>,
    /// The default and the bounds of a number.
    spin: Option<Spin>,
}

/// An option that is a whole number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spin {
    /// What it stands at from the start.
    pub default: i64,
    /// The least value.
    pub least: i64,
    /// The greatest value.
    pub greatest: i64,
}

impl Spin {
    /// Reads what stands behind `type`.
    fn read(kind: &str) -> Option<Spin> {
        let words: Vec<&str> = kind.split_ascii_whitespace().collect();
        let number = |key: &str| words.get(words.iter().position(|&word| word == key)? + 1)?.parse().ok();
        let spin = Spin { default: number("default")?, least: number("min")?, greatest: number("max")? };
        (words.first() == Some(&"spin") && (spin.least..=spin.greatest).contains(&spin.default)).then_some(spin)
    }
}

impl Offer {
    /// Reads an `option` line.
    fn read(line: &str) -> Option<Offer> {
        let (_, rest) = line.split_once("name ")?;
        let (name, kind) = rest.split_once(" type ").unwrap_or((rest, ""));
        let values = kind.split(" var ").skip(1).map(|value| value.trim().to_owned()).collect();
        Some(Offer { name: name.trim().to_owned(), values, spin: Spin::read(kind) })
    }

    /// Is this a value that it takes, as far as it says?
    fn takes(&self, value: &str) -> bool {
        self.values.is_empty() || self.values.iter().any(|known| known.eq_ignore_ascii_case(value))
    }
}

/// Takes what counts out of the words behind `info`. Only the best line and exact scores count.
fn note<'l>(thought: &mut Thought, words: impl Iterator<Item = &'l str>) {
    let mut words = words.take_while(|&w| w != "string");
    let facts: Vec<&str> = words.by_ref().take_while(|&w| w != "pv").collect();
    let line: Vec<&str> = words.collect();
    if !line.is_empty() {
        thought.lines.push(line.join(" "));
    }
    let number = |key: &str| {
        let at = facts.iter().position(|&w| w == key)?;
        facts.get(at + 1)?.parse::<i64>().ok()
    };
    if let Some(nodes) = number("nodes") {
        thought.nodes = u64::try_from(nodes).unwrap_or_default();
    }
    let bounded = facts.iter().any(|&w| w == "lowerbound" || w == "upperbound");
    if bounded || number("multipv").is_some_and(|rank| rank > 1) {
        return;
    }
    let score = |value: i64| i32::try_from(value).ok();
    let centipawns = number("cp").and_then(score).map(Score::Centipawns);
    if let Some(score) = centipawns.or(number("mate").and_then(score).map(Score::Mate)) {
        thought.score = Some(score);
        thought.depth = number("depth").and_then(|depth| u32::try_from(depth).ok()).unwrap_or(thought.depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(lines: &[&str]) -> Thought {
        let mut thought = Thought::default();
        lines.iter().for_each(|line| note(&mut thought, line.split(' ').skip(1)));
        thought
    }

    #[test]
    fn the_last_exact_score_of_the_best_line_counts() {
        let thought = noted(&[
            "info depth 8 seldepth 11 multipv 1 score cp 31 nodes 5000 nps 1 time 9 pv e2e4",
            "info depth 8 multipv 2 score cp -90 nodes 5100 pv a2a3",
            "info depth 9 score cp 200 lowerbound nodes 6000 pv e2e4",
            "info depth 9 currmove e2e4 nodes 6500",
            "info string score cp 77 depth 3",
        ]);
        assert_eq!((thought.score, thought.depth, thought.nodes), (Some(Score::Centipawns(31)), 8, 6500));
        assert_eq!(thought.lines, ["e2e4", "a2a3", "e2e4"]);
        assert_eq!(noted(&["info depth 4 score mate -3 pv a b"]).score, Some(Score::Mate(-3)));
        assert_eq!(noted(&["info depth x score cp", "info nodes -4"]), Thought::default());
    }

    #[test]
    fn options_are_read_with_their_values() {
        let read = |line| Offer::read(line).map(|offer| (offer.name, offer.values));
        assert_eq!(read("option name Clear Hash type button"), Some(("Clear Hash".into(), Vec::new())));
        let combo = "option name UCI_Variant type combo default chess var chess var Ice Age var gnome";
        assert_eq!(read(combo), Some(("UCI_Variant".into(), vec!["chess".into(), "Ice Age".into(), "gnome".into()])));
        let offer = Offer::read(combo).unwrap();
        assert!(offer.takes("Chess") && !offer.takes("dragonchess"));
        assert_eq!(read("option"), None);
    }
}
