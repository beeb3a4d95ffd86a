//! What a match has shown, for people and for scripts.

use super::statistics::{Estimate, Hypothesis, Sprt};
use super::tally::{Decided, Score, Sheet, Tally};
use super::tournament::Ending;
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::time::Duration;

/// What the numbers are about.
pub struct Report<'m> {
    /// The names of the engines.
    pub names: Vec<&'m str>,
    /// The games so far.
    pub tally: &'m Tally,
    /// The games of the whole match.
    pub planned: usize,
    /// The test, if there is one.
    pub sprt: Option<Sprt>,
}

/// How a match ended, and how long it took.
#[derive(Clone, Copy, Debug)]
pub struct Conclusion {
    /// How it ended.
    pub ending: Ending,
    /// From its start to its end, this time.
    pub time: Duration,
    /// The share of that time that the engines of all workers thought, from 0 to 1; `None` where nothing was played.
    pub thinking: Option<f64>,
}

/// The heading of a table of scores, with its end; names take so many columns.
pub fn heading(title: &str, width: usize) -> String {
    format!(
        "{title:<width$} {:>6} {:>5} {:>5} {:>5} {:>7} {:>6} {:>17} {:>6} {:>6}  pairs 0-2\n",
        "games", "won", "drawn", "lost", "points", "%", "Elo", "LOS", "draws"
    )
}

/// A line of a table of scores, with its end.
pub fn standing(name: &str, width: usize, score: &Score) -> String {
    let games = score.games().max(1) as f64;
    let estimate = score.pairs.estimate();
    let elo = estimate.as_ref().map_or("-".to_owned(), elo_text);
    let los = estimate.map_or("-".to_owned(), |e| format!("{:.1}%", 100.0 * e.los));
    format!(
        "{name:<width$} {:>6} {:>5} {:>5} {:>5} {:>7.1} {:>6.1} {elo:>17} {los:>6} {:>5.1}%  {:?}\n",
        score.games(),
        score.wins.total(),
        score.draws,
        score.losses.total(),
        score.points(),
        100.0 * score.points() / games,
        100.0 * score.draws as f64 / games,
        score.pairs.0
    )
}

impl Report<'_> {
    // ---- For people ----

    /// One line: the games and what they say of the first engine, if there are two.
    pub fn line(&self) -> String {
        let mut line = format!("Games: {} of {}", self.tally.games(), self.planned);
        if let [first, _] = self.tally.sheets() {
            let score = &first.score;
            let (wins, draws, losses) = (score.wins.total(), score.draws, score.losses.total());
            push(&mut line, format_args!(", {}: +{wins} ={draws} -{losses}", self.names.first().unwrap_or(&"")));
            if let Some(estimate) = score.pairs.estimate() {
                push(&mut line, format_args!(", Elo {}", elo_text(&estimate)));
            }
        }
        if let Some(sprt) = self.sprt {
            push(&mut line, format_args!(", {}", self.llr_text(&sprt)));
        }
        line
    }

    /// All tables, each line with its end.
    pub fn tables(&self) -> String {
        let mut text = self.standings();
        text += &self.usage();
        text += &self.details();
        text
    }

    fn rows(&self) -> impl Iterator<Item = (&str, &Sheet)> {
        self.names.iter().copied().zip(self.tally.sheets())
    }

    fn width(&self) -> usize {
        self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6)
    }

    fn standings(&self) -> String {
        let width = self.width();
        let rows = self.rows().map(|(name, sheet)| standing(name, width, &sheet.score));
        rows.fold(heading("engine", width), |text, row| text + &row)
    }

    fn usage(&self) -> String {
        let width = self.width();
        let mut text = format!(
            "\n{:<width$} {:>8} {:>10} {:>12} {:>12} {:>6} {:>9}\n",
            "engine", "moves", "ms/move", "nodes/move", "nodes/s", "depth", "overruns"
        );
        for (name, Sheet { usage, .. }) in self.rows() {
            let moves = usage.moves.max(1) as f64;
            let seconds = usage.micros.max(1) as f64 / 1e6;
            push(
                &mut text,
                format_args!(
                    "{name:<width$} {:>8} {:>10.2} {:>12.0} {:>12.0} {:>6.1} {:>9}\n",
                    usage.moves,
                    1000.0 * seconds / moves,
                    usage.nodes as f64 / moves,
                    usage.nodes as f64 / seconds,
                    usage.depth as f64 / moves,
                    usage.overruns
                ),
            );
        }
        text
    }

    fn details(&self) -> String {
        let mut text = String::from("\n");
        for (name, sheet) in self.rows() {
            let Decided { board, adjudicated, forfeit } = sheet.score.wins;
            push(
                &mut text,
                format_args!("{name}: won {board} on the board, {adjudicated} by adjudication, {forfeit} by forfeit"),
            );
            let forfeits: Vec<_> = sheet.forfeits.iter().map(|(fault, n)| format!("{} {n}", fault.word())).collect();
            push(
                &mut text,
                format_args!("; forfeited {}\n", if forfeits.is_empty() { "none".into() } else { forfeits.join(", ") }),
            );
            if sheet.usage.overruns > 0 {
                let worst = sheet.usage.worst_overrun as f64 / 1000.0;
                push(
                    &mut text,
                    format_args!("{name}: overstepped its time {} times, by {worst:.1} ms at most\n", sheet.usage.overruns),
                );
            }
            if sheet.usage.bad_lines > 0 {
                push(&mut text, format_args!("{name}: told {} lines that cannot be played\n", sheet.usage.bad_lines));
            }
            if sheet.chatty > 0 {
                push(&mut text, format_args!("{name}: spoke before it was asked for its name, in {} starts\n", sheet.chatty));
            }
        }
        let draws: Vec<_> = self.tally.draws().iter().map(|(reason, n)| format!("{reason} {n}")).collect();
        push(&mut text, format_args!("draws: {}\n", if draws.is_empty() { "none".into() } else { draws.join(", ") }));
        if self.names.len() > 2 {
            self.push_meetings(&mut text);
        }
        if let Some(sprt) = self.sprt {
            push(&mut text, format_args!("{}\n", self.llr_text(&sprt)));
        }
        text
    }

    fn push_meetings(&self, text: &mut String) {
        for ((a, b), score) in self.tally.meetings() {
            let name = |i: usize| self.names.get(i).copied().unwrap_or_default();
            let (wins, draws, losses) = (score.wins.total(), score.draws, score.losses.total());
            let elo = score.pairs.estimate().map_or("-".to_owned(), |e| elo_text(&e));
            push(
                text,
                format_args!("{} - {}: +{wins} ={draws} -{losses}, Elo {elo}, pairs {:?}\n", name(a), name(b), score.pairs.0),
            );
        }
    }

    fn llr_text(&self, sprt: &Sprt) -> String {
        let (low, high) = sprt.bounds();
        let llr = sprt.llr(&self.tally.first_pairs());
        format!("LLR {llr:.2} ({low:.2}, {high:.2}) [{}, {}]", sprt.elo0, sprt.elo1)
    }

    // ---- For scripts ----

    /// All numbers.
    pub fn json(&self) -> Value {
        let engines: Vec<Value> = self.rows().map(|(name, sheet)| json_of_engine(name, sheet)).collect();
        let name = |i: usize| self.names.get(i).copied().unwrap_or_default();
        let meeting = |((a, b), score): ((usize, usize), &Score)| {
            let mut value = json!({ "first": name(a), "second": name(b) });
            extend(&mut value, json_of_score(score));
            value
        };
        let sprt = self.sprt.map(|sprt| {
            let ((low, high), pairs) = (sprt.bounds(), self.tally.first_pairs());
            json!({
                "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
                "llr": sprt.llr(&pairs), "bounds": [low, high], "verdict": sprt.verdict(&pairs).map(verdict_word),
            })
        });
        json!({
            "games": self.tally.games(),
            "planned": self.planned,
            "engines": engines,
            "meetings": self.tally.meetings().map(meeting).collect::<Vec<_>>(),
            "draws": self.tally.draws(),
            "sprt": sprt,
        })
    }
}

impl Conclusion {
    /// Two lines about the end, each with its end.
    pub fn text(&self) -> String {
        let how = match self.ending {
            Ending::Complete => "complete".to_owned(),
            Ending::Verdict(hypothesis) => format!("test ended: {} accepted", verdict_word(hypothesis)),
            Ending::Interrupted => "interrupted".to_owned(),
        };
        let thinking = self.thinking.map_or(String::new(), |share| format!(", {:.1}% of it in the engines", 100.0 * share));
        format!("match {how} after {:.1} s{thinking}\n", self.time.as_secs_f64())
    }

    /// The keys that it adds to the result.
    pub fn json(&self) -> Value {
        let ending = match self.ending {
            Ending::Complete => "complete",
            Ending::Verdict(_) => "verdict",
            Ending::Interrupted => "interrupted",
        };
        json!({ "ending": ending, "seconds": self.time.as_secs_f64(), "thinking": self.thinking })
    }
}

/// Adds the keys of one object to another.
pub fn extend(value: &mut Value, more: Value) {
    if let (Value::Object(keys), Value::Object(more)) = (value, more) {
        keys.extend(more);
    }
}

fn json_of_engine(name: &str, sheet: &Sheet) -> Value {
    let Sheet { score, forfeits, usage, chatty } = sheet;
    let forfeits: Map<String, Value> = forfeits.iter().map(|(fault, &n)| (fault.word().to_owned(), n.into())).collect();
    let mean = |sum: u64| (usage.moves > 0).then(|| sum as f64 / usage.moves as f64);
    let mut value = json!({ "name": name });
    extend(&mut value, json_of_score(score));
    extend(
        &mut value,
        json!({
            "forfeits": forfeits,
            "moves": usage.moves,
            "ms_per_move": mean(usage.micros).map(|micros| micros / 1000.0),
            "nodes_per_move": mean(usage.nodes),
            "depth_per_move": mean(usage.depth),
            "overruns": usage.overruns,
            "worst_overrun_ms": usage.worst_overrun as f64 / 1000.0,
            "bad_lines": usage.bad_lines,
            "unasked_starts": chatty,
        }),
    );
    value
}

/// The results from one side; what is infinite or cannot be told is null, since JSON has no word for it.
fn json_of_score(score: &Score) -> Value {
    let estimate = score.pairs.estimate();
    let games = score.games();
    json!({
        "games": games,
        "wins": score.wins.total(),
        "draws": score.draws,
        "losses": score.losses.total(),
        "won_by": score.wins,
        "lost_by": score.losses,
        "points": score.points(),
        "draw_ratio": (games > 0).then(|| score.draws as f64 / games as f64),
        "pentanomial": score.pairs.0,
        "elo": estimate.map(|e| e.elo),
        "elo_error": estimate.map(|e| e.error),
        "los": estimate.map(|e| e.los),
    })
}

fn verdict_word(hypothesis: Hypothesis) -> &'static str {
    match hypothesis {
        Hypothesis::H0 => "H0",
        Hypothesis::H1 => "H1",
    }
}

/// `+12.3 +- 4.5`; the error is left out where it cannot be told.
fn elo_text(estimate: &Estimate) -> String {
    let Estimate { elo, error, .. } = *estimate;
    let elo = if elo.is_finite() { format!("{elo:+.1}") } else { (if elo > 0.0 { "+inf" } else { "-inf" }).to_owned() };
    if error.is_finite() { format!("{elo} +- {error:.1}") } else { elo }
}

fn push(text: &mut String, words: std::fmt::Arguments) {
    // A String takes whatever is written to it.
    let _ = text.write_fmt(words);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::game::{End, Usage};
    use crate::arena::player::Fault;
    use crate::arena::schedule::Fixture;
    use crate::arena::tally::Record;
    use crate::game::{Outcome, Reason, Side};

    /// Four games: a wins two on the board and one by forfeit, one is drawn.
    fn tally() -> Tally {
        let mut tally = Tally::new(2);
        let usage = Usage { moves: 10, micros: 50_000, nodes: 4000, depth: 80, overruns: 1, worst_overrun: 2500, bad_lines: 2 };
        let win = |side| End::Board(Outcome::win(side, Reason::Mate));
        let forfeit = End::Forfeit { loser: Side::Black, fault: Fault::Stall, detail: "silent".into() };
        let ends = [win(Side::White), win(Side::Black), forfeit, End::Board(Outcome::draw(Reason::Clock))];
        for (number, end) in ends.iter().enumerate() {
            let players = if number % 2 == 0 { [0, 1] } else { [1, 0] };
            tally.add(&Record::new(&Fixture { number, round: 0, players, opening: 0 }, end, 20, [usage; 2]));
        }
        tally
    }

    fn report(tally: &Tally) -> Report<'_> {
        Report { names: vec!["a", "b"], tally, planned: 6, sprt: "elo0=0,elo1=10".parse().ok() }
    }

    #[test]
    fn what_people_read() {
        let tally = tally();
        let report = report(&tally);
        let line = report.line();
        assert!(line.starts_with("Games: 4 of 6, a: +3 =1 -0, Elo +338.0"), "{line}");
        assert!(line.contains("LLR ") && line.ends_with("(-2.94, 2.94) [0, 10]"), "{line}");
        let tables = report.tables();
        for part in [
            "a           4     3     1     0     3.5   87.5",
            "[0, 0, 0, 1, 1]",
            "a            40       5.00          400        80000    8.0         4",
            "a: won 2 on the board, 0 by adjudication, 1 by forfeit; forfeited none\n",
            "b: won 0 on the board, 0 by adjudication, 0 by forfeit; forfeited stall 1\n",
            "b: overstepped its time 4 times, by 2.5 ms at most\n",
            "a: told 8 lines that cannot be played\n",
            "draws: clock 1\n",
        ] {
            assert!(tables.contains(part), "{part}:\n{tables}");
        }
    }

    #[test]
    fn what_scripts_read() {
        let tally = tally();
        let json = report(&tally).json();
        let a = &json["engines"][0];
        assert_eq!(a["won_by"], json!({ "board": 2, "adjudicated": 0, "forfeit": 1 }));
        assert_eq!((&a["pentanomial"], &a["points"], &a["draw_ratio"]), (&json!([0, 0, 0, 1, 1]), &json!(3.5), &json!(0.25)));
        assert_eq!((&a["ms_per_move"], &a["nodes_per_move"]), (&json!(5.0), &json!(400.0)));
        assert_eq!(json["engines"][1]["forfeits"], json!({ "stall": 1 }));
        assert_eq!((&json["draws"], &json["sprt"]["verdict"]), (&json!({ "clock": 1 }), &Value::Null));
        let end = Conclusion { ending: Ending::Interrupted, time: Duration::from_millis(1500), thinking: Some(0.5) };
        assert_eq!(end.json(), json!({ "ending": "interrupted", "seconds": 1.5, "thinking": 0.5 }));
        assert_eq!(end.text(), "match interrupted after 1.5 s, 50.0% of it in the engines\n");
    }

    #[test]
    fn elo_of_extremes() {
        let text = |elo, error| elo_text(&Estimate { elo, error, los: 0.0 });
        assert_eq!(text(f64::INFINITY, f64::NAN), "+inf");
        assert_eq!(text(-3.25, 10.0), "-3.2 +- 10.0");
        assert_eq!(text(190.8, f64::INFINITY), "+190.8");
    }
}
