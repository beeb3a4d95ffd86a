//! Ways to show a match: a table that lives on a terminal, plain lines, JSON lines.

use crate::arena::game::Played;
use crate::arena::report::{Conclusion, Report, extend};
use crate::arena::schedule::Fixture;
use crate::arena::statistics::Sprt;
use crate::arena::tally::{Record, Tally};
use crate::arena::tournament::{Match, View};
use crate::commands::{remark, score_text, still_bar};
use indicatif::{MultiProgress, ProgressBar};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::time::Duration;

/// After so many games plain lines tell how the match stands.
const REPORT_EVERY: usize = 20;

/// A view from the first line to the last.
pub trait Watch: View {
    /// Before the first game; the report holds what was played before, if the match is taken up again.
    fn begin(&mut self, report: &Report) -> io::Result<()>;
    /// After the last game.
    fn end(&mut self, report: &Report, conclusion: &Conclusion) -> io::Result<()>;
}

/// What all views need to know.
#[derive(Clone)]
pub struct About {
    pub names: Vec<String>,
    pub planned: usize,
    pub sprt: Option<Sprt>,
}

impl About {
    pub fn of(contest: &Match) -> About {
        let names = contest.engines.iter().map(|engine| engine.name.clone()).collect();
        About { names, planned: contest.schedule.len(), sprt: contest.sprt }
    }

    pub fn report<'a>(&'a self, tally: &'a Tally) -> Report<'a> {
        let names = self.names.iter().map(String::as_str).collect();
        Report { names, tally, planned: self.planned, sprt: self.sprt }
    }

    fn players(&self, players: [usize; 2]) -> [&str; 2] {
        players.map(|engine| self.names.get(engine).map_or("?", String::as_str))
    }

    fn game_line(&self, record: &Record) -> String {
        let [white, black] = self.players(record.players);
        format!(
            "game {}: {white} - {black} {} in {} half-moves, {}",
            record.game + 1,
            record.result,
            record.plies,
            record.words
        )
    }
}

/// Where a line goes, flushed.
fn say(out: &mut dyn Write, text: &str) -> io::Result<()> {
    out.write_all(text.as_bytes())?;
    out.flush()
}

// ---- A bar, and nothing else ----

/// For matches that are part of a greater work.
pub struct Quiet(pub ProgressBar);

impl View for Quiet {
    fn finished(&mut self, _: usize, _: &Record, tally: &Tally) -> io::Result<()> {
        self.0.set_position(tally.games() as u64);
        Ok(())
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        self.0.suspend(|| remark(text));
        Ok(())
    }
}

impl Watch for Quiet {
    fn begin(&mut self, report: &Report) -> io::Result<()> {
        self.0.set_length(report.planned as u64);
        self.0.set_position(report.tally.games() as u64);
        Ok(())
    }

    fn end(&mut self, _: &Report, _: &Conclusion) -> io::Result<()> {
        self.0.finish_and_clear();
        Ok(())
    }
}

// ---- Plain lines ----

pub struct Plain<'o> {
    about: About,
    out: &'o mut dyn Write,
}

impl<'o> Plain<'o> {
    pub fn new(about: About, out: &'o mut dyn Write) -> Plain<'o> {
        Plain { about, out }
    }
}

impl View for Plain<'_> {
    fn finished(&mut self, _: usize, record: &Record, tally: &Tally) -> io::Result<()> {
        say(self.out, &(self.about.game_line(record) + "\n"))?;
        if !tally.games().is_multiple_of(REPORT_EVERY) {
            return Ok(());
        }
        say(self.out, &(self.about.report(tally).line() + "\n"))
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        say(self.out, &format!("{text}\n"))
    }
}

impl Watch for Plain<'_> {
    fn begin(&mut self, report: &Report) -> io::Result<()> {
        if report.tally.games() > 0 { say(self.out, &format!("taken up again\n{}\n", report.line())) } else { Ok(()) }
    }

    fn end(&mut self, report: &Report, conclusion: &Conclusion) -> io::Result<()> {
        say(self.out, &format!("\n{}{}", report.tables(), conclusion.text()))
    }
}

// ---- JSON lines ----

pub struct Lines<'o> {
    about: About,
    out: &'o mut dyn Write,
}

impl<'o> Lines<'o> {
    pub fn new(about: About, out: &'o mut dyn Write) -> Lines<'o> {
        Lines { about, out }
    }

    fn line(&mut self, kind: &str, content: Value) -> io::Result<()> {
        let mut line = json!({ "type": kind });
        extend(&mut line, content);
        say(self.out, &format!("{line}\n"))
    }
}

impl View for Lines<'_> {
    fn started(&mut self, _: usize, fixture: &Fixture) -> io::Result<()> {
        let [white, black] = self.about.players(fixture.players);
        let content = json!({ "game": fixture.number + 1, "round": fixture.round + 1, "white": white, "black": black });
        self.line("start", content)
    }

    fn finished(&mut self, _: usize, record: &Record, tally: &Tally) -> io::Result<()> {
        let [white, black] = self.about.players(record.players);
        let content = json!({
            "game": record.game + 1, "white": white, "black": black, "result": record.result, "cause": record.cause,
            "words": record.words, "plies": record.plies,
        });
        self.line("game", content)?;
        let standing = self.about.report(tally).json();
        self.line("standing", standing)
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        self.line("note", json!({ "text": text }))
    }
}

impl Watch for Lines<'_> {
    fn begin(&mut self, report: &Report) -> io::Result<()> {
        self.line("begin", json!({ "games": report.tally.games(), "planned": report.planned }))
    }

    fn end(&mut self, report: &Report, conclusion: &Conclusion) -> io::Result<()> {
        let mut result = report.json();
        extend(&mut result, conclusion.json());
        self.line("result", result)
    }
}

// ---- A table on a terminal ----

/// The table stands above a bar for the match and a line for every game in play.
pub struct Live<'o> {
    about: About,
    out: &'o mut dyn Write,
    screen: MultiProgress,
    table: ProgressBar,
    bar: ProgressBar,
    boards: Vec<Board>,
}

/// A game in play.
struct Board {
    line: ProgressBar,
    title: String,
}

impl<'o> Live<'o> {
    pub fn new(about: About, out: &'o mut dyn Write) -> Live<'o> {
        let screen = MultiProgress::new();
        let add = |template: &str, length: u64| screen.add(still_bar(length, template));
        let table = add("{msg}", 1);
        let bar = add("{wide_bar} {pos} of {len} games, {elapsed} gone, {eta} to go", about.planned as u64);
        bar.enable_steady_tick(Duration::from_millis(500));
        Live { about, out, screen, table, bar, boards: Vec::new() }
    }

    fn show(&self, report: &Report) {
        self.table.set_message(report.tables().trim_end().to_owned());
        self.bar.set_position(report.tally.games() as u64);
    }

    fn board(&mut self, worker: usize) -> &mut Board {
        while self.boards.len() <= worker {
            let line = self.screen.add(still_bar(1, "{msg}"));
            self.boards.push(Board { line, title: String::new() });
        }
        &mut self.boards[worker]
    }

    fn print(&mut self, text: &str) -> io::Result<()> {
        let out = &mut self.out;
        self.screen.suspend(|| say(*out, text))
    }
}

impl View for Live<'_> {
    fn started(&mut self, worker: usize, fixture: &Fixture) -> io::Result<()> {
        let [white, black] = self.about.players(fixture.players);
        let title = format!("game {}: {white} - {black}", fixture.number + 1);
        let board = self.board(worker);
        board.line.set_message(title.clone());
        board.title = title;
        Ok(())
    }

    fn moved(&mut self, worker: usize, plies: usize, played: &Played) -> io::Result<()> {
        let score = played.thought.as_ref().and_then(|thought| thought.score).map_or(String::new(), score_text);
        let board = self.board(worker);
        board.line.set_message(format!("{}, {plies} half-moves, {} {score}", board.title, played.notation.san));
        Ok(())
    }

    fn finished(&mut self, _: usize, record: &Record, tally: &Tally) -> io::Result<()> {
        let line = self.about.game_line(record) + "\n";
        self.print(&line)?;
        self.show(&self.about.report(tally));
        Ok(())
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        self.print(&format!("{text}\n"))
    }
}

impl Watch for Live<'_> {
    fn begin(&mut self, report: &Report) -> io::Result<()> {
        self.show(report);
        Ok(())
    }

    fn end(&mut self, report: &Report, conclusion: &Conclusion) -> io::Result<()> {
        // Bars that are not finished draw themselves once more at their end.
        let lines = self.boards.iter().map(|board| &board.line);
        lines.chain([&self.table, &self.bar]).for_each(ProgressBar::finish_and_clear);
        say(self.out, &format!("\n{}{}", report.tables(), conclusion.text()))
    }
}
