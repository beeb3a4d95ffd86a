//! Games as PGN.

use super::session::{Made, Player, Table};
use super::thinking::turned;
use crate::arena::pgn::{self, Record};
use crate::game::registry::Variant;
use crate::game::{InputError, MoveStyle, Side};

/// The game as PGN, as far as it is no secret.
pub(super) fn write(table: &Table) -> Result<String, InputError> {
    let end = table.end();
    let ending = table.outcome(end.as_ref());
    let told = table.moves.len() - usize::from(table.is_sealed(end.as_ref()));
    let mut side = table.referee(0).side();
    let mut word = |made: &Made| {
        let mover = side;
        side = !side;
        (made.san.clone(), comment(made, mover))
    };
    let name = |side| if table.player(side) == Player::Engine { "Ziggurat" } else { "?" };
    let record = Record {
        event: "?",
        date: pgn::today(),
        round: "?".into(),
        players: Side::BOTH.map(name),
        result: ending.map_or("*", |ending| ending.result()),
        fen: table.start.as_deref(),
        tags: Vec::new(),
        moves: table.moves[..told].iter().map(&mut word).collect(),
        end: ending.map(|ending| ending.word()),
    };
    let mut referee = (table.variant.referee)();
    referee.set_style(table.style());
    record.write(table.style(), referee.as_mut())
}

/// Score for the mover, depth and time of a move that the engine thought about.
fn comment(made: &Made, mover: Side) -> Option<String> {
    let (verdict, time) = (made.verdict?, made.time?);
    let score = if mover == Side::White { verdict.score } else { turned(verdict.score) };
    Some(pgn::comment(Some(score), verdict.depth, time))
}

/// The first game of a file, set up to its last move. `variant` counts where the game does not name its own.
pub(super) fn read(text: &str, variant: &'static Variant) -> Result<Table, InputError> {
    let none = || InputError::new("PGN", text.trim(), "holds no game");
    let raw = pgn::games(text).next().ok_or_else(none)??;
    let replay = pgn::replay(&raw, variant, MoveStyle::default())?;
    let name = raw.tag("Variant").unwrap_or(replay.variant.info.name);
    let name = if name == replay.variant.info.pgn_tag.unwrap_or_default() { replay.variant.info.name } else { name };
    let mut table = Table::new(name, replay.fen.as_deref())?;
    for token in &replay.moves {
        table.make(token)?;
    }
    table.moves.iter_mut().for_each(|made| made.time = None);
    Ok(table)
}
