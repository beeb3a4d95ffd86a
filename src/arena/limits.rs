//! How long the engines may think.

use crate::game::{InputError, Side};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The longest time that is read, in seconds: a day. Greater ones are typing mistakes.
const LONGEST: f64 = 86_400.0;

/// A clock: `[moves/]seconds[+increment]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The time is for so many moves and then comes again; `None`: for the whole game.
    pub moves: Option<u32>,
    /// The time at the start.
    pub time: Duration,
    /// What a move adds.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = InputError;

    fn from_str(text: &str) -> Result<TimeControl, InputError> {
        let error = |reason: &str| InputError::new("time control", text, reason);
        let (moves, clock) = match text.split_once('/') {
            None => (None, text),
            Some((moves, clock)) => {
                let moves = moves.parse().ok().filter(|&n| n > 0);
                (Some(moves.ok_or_else(|| error("must have a number of moves before the slash"))?), clock)
            }
        };
        let (time, increment) = clock.split_once('+').unwrap_or((clock, "0"));
        let time = seconds(time).ok_or_else(|| error("must be like 10+0.1 or 40/60+0.5, in seconds"))?;
        let increment = seconds(increment).ok_or_else(|| error("must have its increment in seconds, like 10+0.1"))?;
        if time.is_zero() && increment.is_zero() {
            return Err(error("leaves no time to think"));
        }
        Ok(TimeControl { moves, time, increment })
    }
}

/// `40/60+0.5`, as it is read and as PGN writes it.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

/// A time in seconds, with decimals.
///
/// # Errors
/// Anything else, negative times and more than a day.
pub fn read_seconds(text: &str) -> Result<Duration, InputError> {
    seconds(text).ok_or_else(|| InputError::new("seconds", text, "must be a number of seconds, at most a day"))
}

/// The time for a move in seconds, with decimals.
///
/// # Errors
/// No time at all, and what [`read_seconds`] does not read.
pub fn read_move_time(text: &str) -> Result<Duration, InputError> {
    let time = read_seconds(text)?;
    if time.is_zero() { Err(InputError::new("seconds", text, "leaves no time to think")) } else { Ok(time) }
}

fn seconds(text: &str) -> Option<Duration> {
    let value: f64 = text.parse().ok()?;
    (0.0..=LONGEST).contains(&value).then(|| Duration::from_secs_f64(value))
}

/// What limits a move, for one engine. Limits that are not given do not limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// A clock for the game.
    pub clock: Option<TimeControl>,
    /// The time for every move.
    pub move_time: Option<Duration>,
    /// The depth of every search in half-moves.
    pub depth: Option<u32>,
    /// The nodes of every search.
    pub nodes: Option<u64>,
}

impl Budget {
    /// This engine's own limits, and those of all where it has none. A clock and a time for every move exclude each
    /// other, so either stands for both.
    pub fn or(self, all: Budget) -> Budget {
        let own_time = self.clock.is_some() || self.move_time.is_some();
        Budget {
            clock: if own_time { self.clock } else { all.clock },
            move_time: if own_time { self.move_time } else { all.move_time },
            depth: self.depth.or(all.depth),
            nodes: self.nodes.or(all.nodes),
        }
    }

    /// Does it limit nothing at all?
    pub fn is_empty(&self) -> bool {
        *self == Budget::default()
    }
}

/// `tc 10+0.1 nodes 5000`; empty without limits.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let words = [
            self.clock.map(|clock| format!("tc {clock}")),
            self.move_time.map(|time| format!("st {}", time.as_secs_f64())),
            self.depth.map(|depth| format!("depth {depth}")),
            self.nodes.map(|nodes| format!("nodes {nodes}")),
        ];
        f.write_str(&words.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

/// The clock of one side in a game.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    /// Moves until the time comes again.
    moves_to_go: Option<u32>,
}

impl Clock {
    /// A clock before the first move.
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, left: control.time, moves_to_go: control.moves }
    }

    /// The time left.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// What a move adds.
    pub fn increment(&self) -> Duration {
        self.control.increment
    }

    /// Moves until the time comes again; `None`: it is for the whole game.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// Takes the time of a move off, and gives what the move earns. Time overdrawn within the margin is forgiven.
    pub fn press(&mut self, used: Duration) {
        self.left = self.left.saturating_sub(used).saturating_add(self.control.increment);
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                self.left = self.left.saturating_add(self.control.time);
                self.moves_to_go = self.control.moves;
            }
        }
    }
}

/// The `go` command of a side: its limits, and the clocks of both. A side without a clock is shown the other's, since
/// engines want both.
pub fn go(side: Side, budget: &Budget, clocks: &[Option<Clock>; 2]) -> String {
    let mut words = vec!["go".to_owned()];
    if let Some(own) = &clocks[side.index()] {
        let [white, black] = Side::BOTH.map(|s| clocks[s.index()].as_ref().unwrap_or(own));
        // Zero reads as "no clock" to some engines.
        let ms = |time: Duration| time.as_millis().max(1);
        words.push(format!("wtime {} btime {}", ms(white.left), ms(black.left)));
        let [winc, binc] = [white, black].map(|clock| clock.control.increment.as_millis());
        words.push(format!("winc {winc} binc {binc}"));
        words.extend(own.moves_to_go.map(|moves| format!("movestogo {moves}")));
    }
    words.extend(budget.move_time.map(|time| format!("movetime {}", time.as_millis().max(1))));
    words.extend(budget.depth.map(|depth| format!("depth {depth}")));
    words.extend(budget.nodes.map(|nodes| format!("nodes {nodes}")));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn time_controls_are_read_and_written() {
        let read = |text: &str| text.parse::<TimeControl>();
        assert_eq!(read("10+0.1"), Ok(TimeControl { moves: None, time: ms(10_000), increment: ms(100) }));
        assert_eq!(read("40/60"), Ok(TimeControl { moves: Some(40), time: ms(60_000), increment: ms(0) }));
        for text in ["10+0.1", "40/60", "0.5", "1/0.25+2"] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
        for text in ["", "x", "10+", "-1", "0/10", "/10", "10+x", "0", "NaN", "inf", "1e9", "10 + 1"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_move_has_some_time() {
        assert_eq!(read_move_time("0.25"), Ok(ms(250)));
        assert_eq!(read_seconds("0"), Ok(ms(0)));
        for text in ["0", "0.0", "1e-10", "-1", "x"] {
            assert!(read_move_time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_engines_own_limits_come_first() {
        let all = Budget { clock: "10".parse().ok(), nodes: Some(9), ..Budget::default() };
        let own = Budget { move_time: Some(ms(50)), depth: Some(3), ..Budget::default() };
        assert_eq!(own.or(all), Budget { clock: None, move_time: Some(ms(50)), depth: Some(3), nodes: Some(9) });
        assert_eq!(Budget::default().or(all).to_string(), "tc 10 nodes 9");
    }

    #[test]
    fn a_clock_runs_and_comes_again() {
        let mut clock = Clock::new("2/10+1".parse().unwrap());
        clock.press(ms(4000));
        assert_eq!((clock.left(), clock.moves_to_go), (ms(7000), Some(1)));
        clock.press(ms(7020));
        assert_eq!((clock.left(), clock.moves_to_go), (ms(11_000), Some(2)));
    }

    #[test]
    fn what_engines_are_told() {
        let clocks = [Some(Clock::new("40/60+0.5".parse().unwrap())), None];
        let budget = Budget { nodes: Some(7), ..Budget::default() };
        assert_eq!(go(Side::White, &budget, &clocks), "go wtime 60000 btime 60000 winc 500 binc 500 movestogo 40 nodes 7");
        let budget = Budget { move_time: Some(ms(100)), depth: Some(4), ..Budget::default() };
        assert_eq!(go(Side::Black, &budget, &clocks), "go movetime 100 depth 4");
    }
}
