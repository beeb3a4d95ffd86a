//! The `go` command: words to limits.

use crate::game::perft::MAX_DEPTH;
use crate::game::{InputError, Side};
use crate::search::{Clock, Limits};
use std::num::{IntErrorKind, ParseIntError};
use std::time::{Duration, Instant};

/// What a `go` asks for.
#[derive(Clone, Debug)]
pub enum Go {
    /// A search. It still lacks what the options say.
    Search(Box<Limits>),
    /// `go perft N`.
    Perft(u32),
}

const KEYWORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// Reads the words after `go`. Unknown words are skipped, as the protocol wants it; of a limit given twice the last counts.
///
/// # Errors
/// A limit without its number or with a bad one, and `searchmoves` without a move.
pub fn parse(words: &[&str], start: Instant) -> Result<Go, InputError> {
    let mut limits = Limits { start, ..Limits::default() };
    let mut perft = None;
    let mut rest = words;
    while let Some((&word, after)) = rest.split_first() {
        rest = after;
        if !KEYWORDS.contains(&word) {
            continue;
        }
        match word {
            "ponder" => limits.ponder = true,
            "infinite" => limits.infinite = true,
            "searchmoves" => {
                let count = rest.iter().take_while(|w| !KEYWORDS.contains(w)).count();
                let (moves, after) = rest.split_at(count);
                if moves.is_empty() {
                    return Err(InputError::new("go", word, "needs at least one move"));
                }
                limits.search_moves = moves.iter().map(|&m| m.to_owned()).collect();
                rest = after;
            }
            _ => {
                let number = Number { word, token: rest.first().copied() };
                rest = rest.get(1..).unwrap_or_default();
                number.set(&mut limits, &mut perft)?;
            }
        }
    }
    complete(&mut limits.clock);
    Ok(perft.map_or(Go::Search(Box::new(limits)), Go::Perft))
}

/// A GUI that tells one side's clock only means it for both: better than a search without an end.
fn complete(clock: &mut Clock) {
    let [white, black] = clock.time;
    clock.time = [white.or(black), black.or(white)];
}

/// A keyword and the number that should follow it.
struct Number<'t> {
    word: &'t str,
    token: Option<&'t str>,
}

impl Number<'_> {
    fn set(&self, limits: &mut Limits, perft: &mut Option<u32>) -> Result<(), InputError> {
        let clock = &mut limits.clock;
        match self.word {
            "wtime" => clock.time[Side::White.index()] = Some(self.milliseconds()?),
            "btime" => clock.time[Side::Black.index()] = Some(self.milliseconds()?),
            "winc" => clock.increment[Side::White.index()] = self.milliseconds()?,
            "binc" => clock.increment[Side::Black.index()] = self.milliseconds()?,
            // Some GUIs write 0 where there is no further time control.
            "movestogo" => clock.moves_to_go = Some(self.within(0, u32::MAX)?).filter(|&n| n > 0),
            "movetime" => limits.move_time = Some(self.milliseconds()?),
            "depth" => limits.depth = Some(self.within(1, u32::MAX)?),
            "nodes" => limits.nodes = Some(self.within(1, u64::MAX)?),
            "mate" => limits.mate = Some(self.within(1, u32::MAX)?),
            _ => *perft = Some(self.within(0, MAX_DEPTH)?),
        }
        Ok(())
    }

    /// A time. GUIs do send negative ones to a side that has overstepped its clock: nothing is left.
    fn milliseconds(&self) -> Result<Duration, InputError> {
        Ok(Duration::from_millis(self.parse()?.max(0).try_into().map_err(|_| self.too_great(u64::MAX))?))
    }

    fn within<T: TryFrom<i128> + Into<u64> + Copy>(&self, least: i128, greatest: T) -> Result<T, InputError> {
        let value = self.parse()?;
        if value < least {
            return Err(self.error(format!("must be at least {least}")));
        }
        let fitting = T::try_from(value).ok().filter(|_| value <= greatest.into().into());
        fitting.ok_or_else(|| self.too_great(greatest.into()))
    }

    /// The number; one that is beyond all bounds is the greatest or least that this type has.
    fn parse(&self) -> Result<i128, InputError> {
        let token = self.token.ok_or_else(|| self.error("needs a number"))?;
        token.parse().or_else(|error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => Ok(i128::MAX),
            IntErrorKind::NegOverflow => Ok(i128::MIN),
            _ => Err(self.error("must be a whole number")),
        })
    }

    fn too_great(&self, greatest: u64) -> InputError {
        self.error(format!("is greater than {greatest}"))
    }

    fn error(&self, reason: impl Into<String>) -> InputError {
        let token = [self.word].into_iter().chain(self.token).collect::<Vec<_>>().join(" ");
        InputError::new("go", token, reason)
    }
}

/// Does a search with these limits wait to be told before it answers?
pub fn waits(limits: &Limits) -> bool {
    limits.infinite || limits.ponder
}

/// Does a search with these limits end by itself?
pub fn ends(limits: &Limits) -> bool {
    let clock = limits.clock.time.iter().any(Option::is_some);
    let counted = limits.depth.is_some() || limits.nodes.is_some() || limits.mate.is_some();
    !waits(limits) && (clock || counted || limits.move_time.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(text: &str) -> Limits {
        match read(text) {
            Ok(Go::Search(limits)) => *limits,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn read(text: &str) -> Result<Go, InputError> {
        parse(&text.split_ascii_whitespace().collect::<Vec<_>>(), Instant::now())
    }

    fn error(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn every_limit_is_read_in_any_combination() {
        let l = limits(
            "depth 7 searchmoves e2e4 d2d4 nodes 500 wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 mate 3 movetime 99 ponder infinite",
        );
        assert_eq!((l.depth, l.nodes, l.mate, l.move_time), (Some(7), Some(500), Some(3), Some(Duration::from_millis(99))));
        assert_eq!(l.search_moves, ["e2e4", "d2d4"]);
        let ms = Duration::from_millis;
        let clock = Clock { time: [Some(ms(1000)), Some(ms(2000))], increment: [ms(10), ms(20)], moves_to_go: Some(5) };
        assert_eq!(l.clock, clock);
        assert!(l.ponder && l.infinite);
        assert!(matches!(read("perft 3"), Ok(Go::Perft(3))));
    }

    #[test]
    fn clocks_of_sloppy_guis() {
        let ms = Duration::from_millis;
        assert_eq!(limits("wtime -30 btime 50").clock.time, [Some(ms(0)), Some(ms(50))]);
        assert_eq!(limits("btime 50").clock.time, [Some(ms(50)); 2]);
        assert_eq!(limits("wtime 50 movestogo 0").clock.moves_to_go, None);
        assert_eq!(limits("what depth 2 ever").depth, Some(2));
    }

    #[test]
    fn bad_numbers_are_named() {
        assert_eq!(error("depth"), "go \"depth\": needs a number");
        assert_eq!(error("depth x"), "go \"depth x\": must be a whole number");
        assert_eq!(error("wtime infinite"), "go \"wtime infinite\": must be a whole number");
        assert_eq!(error("nodes 0"), "go \"nodes 0\": must be at least 1");
        assert_eq!(error("depth 4294967296"), "go \"depth 4294967296\": is greater than 4294967295");
        assert_eq!(error("searchmoves depth 3"), "go \"searchmoves\": needs at least one move");
        assert_eq!(error("perft 65"), "go \"perft 65\": is greater than 64");
        assert_eq!(
            error("nodes 18446744073709551616"),
            "go \"nodes 18446744073709551616\": is greater than 18446744073709551615"
        );
        let beyond = "9".repeat(200);
        assert!(error(&format!("movetime {beyond}")).ends_with(": is greater than 18446744073709551615"));
        assert!(error(&format!("depth -{beyond}")).ends_with(": must be at least 1"));
    }

    #[test]
    fn the_greatest_numbers_are_read() {
        assert_eq!(limits("nodes 18446744073709551615").nodes, Some(u64::MAX));
        assert_eq!(limits("mate 4294967295 depth +7").mate, Some(u32::MAX));
        assert_eq!(limits("movetime 18446744073709551615").move_time, Some(Duration::from_millis(u64::MAX)));
    }

    #[test]
    fn which_searches_end_by_themselves() {
        assert!(ends(&limits("depth 3")) && ends(&limits("wtime 10")));
        assert!(!ends(&limits("")) && !ends(&limits("depth 3 infinite")) && !ends(&limits("ponder wtime 10")));
    }
}
