//! `info` and `bestmove` lines.

use crate::search::{Answer, Bound, Current, Report, Score, Strategy};
use std::fmt::Write;

/// The `info` line of a report. Where the game is over there is a score only.
pub fn info_line(report: &Report) -> String {
    let mut line = format!("info depth {}", report.depth);
    if report.line.is_empty() {
        push_score(&mut line, report);
        return line;
    }
    push(&mut line, format_args!(" seldepth {} multipv {}", report.sel_depth, report.multi_pv));
    push_score(&mut line, report);
    push(
        &mut line,
        format_args!(
            " nodes {} nps {} hashfull {} time {} pv {}",
            report.nodes,
            per_second(report.nodes, report.time.as_micros()),
            report.hash_full,
            report.time.as_millis(),
            report.line.join(" ")
        ),
    );
    line
}

/// The `info` line of the first move that is being searched.
pub fn current_line(current: &Current) -> String {
    format!("info depth {} currmove {} currmovenumber {}", current.depth, current.text, current.number)
}

/// The lines that tell the strategy behind an answer.
pub fn strategy_lines(strategy: &Strategy) -> [String; 2] {
    let orders: String = strategy.orders.iter().map(|(order, probability)| format!(" {order} {probability:.3}")).collect();
    let Strategy { lower, upper, exact, .. } = strategy;
    let worth = if *exact { "exact" } else { "estimate" };
    [format!("info string strategy{orders}"), format!("info string value lower {lower} upper {upper} {worth}")]
}

/// The `bestmove` line of an answer.
pub fn best_move_line(answer: &Answer) -> String {
    match (&answer.best, &answer.ponder) {
        (None, _) => NO_MOVE.to_owned(),
        (Some(best), None) => format!("bestmove {best}"),
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
    }
}

/// The answer of a search that has no move to give.
pub const NO_MOVE: &str = "bestmove (none)";

/// A count over a time in microseconds as a count a second.
pub fn per_second(count: u64, micros: u128) -> u64 {
    let rate = u128::from(count) * 1_000_000 / micros.max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

fn push_score(line: &mut String, report: &Report) {
    match report.score {
        Score::Centipawns(value) => push(line, format_args!(" score cp {value}")),
        Score::Mate(moves) => push(line, format_args!(" score mate {moves}")),
    }
    line.push_str(match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
}

fn push(line: &mut String, words: std::fmt::Arguments) {
    // A String takes whatever is written to it.
    let _ = line.write_fmt(words);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn report() -> Report {
        Report {
            depth: 9,
            sel_depth: 14,
            multi_pv: 2,
            score: Score::Centipawns(-31),
            bound: Bound::Lower,
            nodes: 5000,
            time: Duration::from_millis(250),
            hash_full: 7,
            line: vec!["e2e4".into(), "e7e5".into()],
        }
    }

    #[test]
    fn a_report_in_the_protocols_words() {
        assert_eq!(
            info_line(&report()),
            "info depth 9 seldepth 14 multipv 2 score cp -31 lowerbound nodes 5000 nps 20000 hashfull 7 time 250 pv e2e4 e7e5"
        );
    }

    #[test]
    fn a_finished_game_has_a_score_only() {
        let over = Report { depth: 0, score: Score::Mate(0), bound: Bound::Exact, line: Vec::new(), ..report() };
        assert_eq!(info_line(&over), "info depth 0 score mate 0");
    }

    #[test]
    fn a_current_move() {
        let current = Current { depth: 12, text: "e2e4".into(), number: 3 };
        assert_eq!(current_line(&current), "info depth 12 currmove e2e4 currmovenumber 3");
    }

    #[test]
    fn a_strategy_is_told_with_its_bounds() {
        let orders = vec![("ke1e2".into(), 0.75), ("0000".into(), 0.25)];
        let strategy = Strategy { orders, lower: -12, upper: 30, exact: false };
        let expected = ["info string strategy ke1e2 0.750 0000 0.250", "info string value lower -12 upper 30 estimate"];
        assert_eq!(strategy_lines(&strategy), expected);
    }

    #[test]
    fn answers() {
        let answer = |best: Option<&str>, ponder: Option<&str>| {
            best_move_line(&Answer { best: best.map(Into::into), ponder: ponder.map(Into::into), nodes: 0 })
        };
        assert_eq!(answer(Some("e2e4"), Some("e7e5")), "bestmove e2e4 ponder e7e5");
        assert_eq!(answer(Some("e2e4"), None), "bestmove e2e4");
        assert_eq!(answer(None, None), NO_MOVE);
    }

    #[test]
    fn a_rate_needs_no_time_to_have_passed() {
        assert_eq!(per_second(3, 0), 3_000_000);
        assert_eq!(per_second(u64::MAX, 0), u64::MAX);
    }
}
