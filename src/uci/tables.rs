//! Tables for people: free in form, several lines, each with its end.

use super::info::per_second;
use crate::game::registry::{self, Variant};
use crate::game::{Paint, Referee};
use crate::search::bench::Measure;
use std::fmt::Write;

/// The board with its text, key and checkers.
pub fn position(referee: &dyn Referee, paint: Paint) -> String {
    let mut out = referee.draw(paint.into());
    push(&mut out, format_args!("\nFen: {}\nKey: {:016X}\n", referee.text(), referee.key()));
    push(&mut out, format_args!("{}\n", format!("Checkers: {}", referee.checkers().join(" ")).trim_end()));
    if let Some(outcome) = referee.outcome() {
        push(&mut out, format_args!("Outcome: {outcome}\n"));
    }
    out
}

/// The terms of the evaluation in centipawns, middle game and end game.
pub fn evaluation(referee: &dyn Referee) -> String {
    let (value, terms) = referee.explain();
    let mut out = format!("{:<20} {:>13} {:>13} {:>13}\n", "centipawns", "white", "black", "difference");
    push(&mut out, format_args!("{:<20}{}\n", "", "     mid    end".repeat(3)));
    for term in &terms {
        let ((wm, we), (bm, be)) = (term.white, term.black);
        push(&mut out, format_args!("{:<20} {wm:>7}{we:>7}{bm:>8}{be:>7}{:>8}{:>7}\n", term.name, wm - bm, we - be));
    }
    push(&mut out, format_args!("Evaluation for {}, who is to move: {value:+} centipawns\n", referee.side().name()));
    out
}

/// What the bench of one variant took.
pub fn bench(name: &str, measure: &Measure) -> String {
    format!("{name}: {} nodes, {} ms, {} nodes/s\n", measure.nodes, measure.time.as_millis(), speed(measure))
}

/// The last two lines of a bench.
pub fn bench_total(total: &Measure) -> String {
    format!("Nodes searched: {}\nNodes/second: {}\n", total.nodes, speed(total))
}

/// Nodes searched a second.
pub fn speed(measure: &Measure) -> u64 {
    per_second(measure.nodes, measure.time.as_micros())
}

/// The variants with the shapes of their boards.
pub fn variants() -> String {
    let width = registry::VARIANTS.iter().map(|v| v.info.name.len()).max().unwrap_or(0);
    registry::VARIANTS.iter().map(|v| format!("{:<width$}  {:<7}  {}\n", v.info.name, shape(v), v.info.summary)).collect()
}

/// Files, ranks and, where there are several, levels of a board: `8x8`, `12x8x3`.
pub fn shape(variant: &Variant) -> String {
    match variant.info.shape {
        (files, ranks, 1) => format!("{files}x{ranks}"),
        (files, ranks, levels) => format!("{files}x{ranks}x{levels}"),
    }
}

fn push(out: &mut String, words: std::fmt::Arguments) {
    // A String takes whatever is written to it.
    let _ = out.write_fmt(words);
}
