//! A session as its page is told of it.

use super::board::{Picture, marks};
use super::session::{Ending, FULL_LEVEL, Made, Player, Purpose, Table, Timing};
use super::thinking::Verdict;
use crate::arena::pgn::Numbering;
use crate::game::{Description, Offers, Referee, Scene, Side};
use serde_json::{Map, Value, json};

/// All that the page shows, but for what searches report.
pub(super) fn of(table: &mut Table) -> Value {
    table.look_at_clock();
    let info = table.variant.info;
    let referee = table.referee(table.shown);
    let scene = referee.scene();
    let ending = table.outcome(table.end().as_ref());
    let at_end = table.is_at_end();
    let human = at_end && ending.is_none() && table.player(referee.side()) == Player::Human;
    let offers = if human { referee.offers("").ok() } else { None };
    let givers = referee.checkers();
    let checked = scene.king.as_deref().filter(|_| referee.in_check());
    let marks = marks(&last_touched(table, referee.as_ref()), checked, &givers);
    let picture = Picture { info, scene: &scene, marks: &marks, flipped: table.flipped };
    let (_, _, levels) = info.shape;
    let boards: Vec<_> = (1..=levels)
        .rev()
        .map(|level| json!({ "level": level, "name": picture.level_name(level), "svg": picture.element(level) }))
        .collect();
    json!({
        "version": table.version,
        "variant": info.name,
        "shuffles": table.variant.shuffled.is_some(),
        "text": referee.text(),
        "side": referee.side(),
        "boards": boards,
        "scene": &scene,
        "help": help(table, &scene),
        "check": checked.is_some(),
        "givers": givers,
        "outcome": ending.map(ending_json),
        "moves": moves(table),
        "shown": table.shown,
        "atEnd": at_end,
        "human": human,
        "simultaneous": referee.is_simultaneous(),
        "offers": offers.unwrap_or(Offers { gestures: Vec::new(), left: None }),
        "scores": table.verdicts.iter().map(|verdict| verdict.map(Verdict::json)).collect::<Vec<_>>(),
        "flipped": table.flipped,
        "analysing": table.analysing,
        "thinking": table.search.as_ref().is_some_and(|search| search.purpose == Purpose::Play),
        "clocks": clocks(table),
        "settings": settings(table),
        "trouble": table.trouble,
    })
}

/// The squares of the last move; of a whole turn where both sides move at once.
fn last_touched(table: &Table, referee: &dyn Referee) -> Vec<String> {
    let made = &table.moves[..table.shown];
    let known = if table.is_sealed(referee) { &made[..made.len().saturating_sub(1)] } else { made };
    let turn = if referee.is_simultaneous() { 2 } else { 1 };
    known.iter().rev().take(turn).flat_map(|made| made.touched.clone()).collect()
}

/// What stands on every square, in words.
fn help(table: &Table, scene: &Scene) -> Value {
    let info = table.variant.info;
    let words = |cell: &crate::game::Cell| {
        let level = info.level_of(&cell.square).unwrap_or(1);
        let told: Vec<_> = cell.pieces.iter().filter_map(|&piece| Description::new(info, level, piece)).collect();
        (cell.square.clone(), json!(told))
    };
    Value::Object(scene.cells.iter().map(words).collect::<Map<_, _>>())
}

/// The moves in the notation for people, with their numbers. A secret is not told.
fn moves(table: &Table) -> Vec<Value> {
    let sealed = table.is_sealed(table.end().as_ref());
    let mut numbering = Numbering::new(table.referee(0).as_ref());
    let last = table.moves.len();
    let mut word = |(i, made): (usize, &Made)| {
        let label = numbering.label();
        let white = numbering.side() == Side::White;
        numbering.advance();
        let san = if sealed && i + 1 == last { "sealed" } else { &made.san };
        json!({ "label": label, "white": white, "san": san })
    };
    table.moves.iter().enumerate().map(&mut word).collect()
}

fn ending_json(ending: Ending) -> Value {
    let word = ending.word();
    let reason = word.split(':').next_back().unwrap_or_default().replace('-', " ");
    let words = match ending.winner() {
        Some(side) => format!("{} wins: {reason}", if side == Side::White { "White" } else { "Black" }),
        None => format!("Draw: {reason}"),
    };
    json!({ "word": word, "words": words, "result": ending.result() })
}

fn clocks(table: &Table) -> Value {
    let Some(clock) = &table.clock else { return Value::Null };
    let side = table.end().side();
    let over = table.outcome(table.end().as_ref()).is_some();
    let [white, black] = clock.left(side).map(|left| left.as_secs_f64());
    json!({ "white": white, "black": black, "running": (clock.runs() && !over).then_some(side) })
}

fn settings(table: &Table) -> Value {
    let settings = &table.settings;
    let player = |side: Side| if table.player(side) == Player::Human { "human" } else { "engine" };
    json!({
        "white": player(Side::White),
        "black": player(Side::Black),
        "level": settings.level,
        "fullLevel": FULL_LEVEL,
        "threads": settings.threads,
        "hash": settings.hash,
        "lines": settings.lines,
        "timing": if settings.timing == Timing::Move { "move" } else { "clock" },
        "seconds": settings.seconds.as_secs_f64().to_string(),
        "clock": settings.clock.to_string(),
    })
}
