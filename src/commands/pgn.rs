//! `ziggurat pgn`: games read back, checked, and written in other forms.

use super::flags::{GameFlags, read_file};
use super::{Failure, progress_bar, tell};
use crate::arena::pgn::{self, RawGame, Replay};
use crate::game::InputError;
use clap::ValueEnum;
use indicatif::ProgressBar;
use serde_json::json;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

/// Read games of any variant from PGN, check every move, and write them as move lists or position texts
#[derive(clap::Args)]
#[command(after_help = "\
The variant is the game's own [Variant] tag, else --variant. A game with an illegal move, a bad
start or a result that cannot be is refused, with its number, the move and the reason; the others
are still read. What is written can be read again by `ziggurat match --openings`.

Examples:
  ziggurat pgn games.pgn                            check only; count games and moves
  ziggurat pgn games.pgn --to moves                 startpos moves e2e4 e7e5 ...
  ziggurat pgn games.pgn --to moves --plies 8       only the first eight half-moves
  ziggurat pgn games.pgn --to last                  the final position of each game
  ziggurat pgn games.pgn --to positions --json      every position, a JSON object a game

Exit codes: 0 all games are right, 1 some were refused, 2 wrong usage.")]
pub struct Args {
    #[command(flatten)]
    game: GameFlags,
    /// The files; - is the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What to write of each game
    #[arg(long, value_enum, value_name = "FORM")]
    to: Option<Form>,
    /// Only the first so many half-moves
    #[arg(long, value_name = "N", requires = "to")]
    plies: Option<usize>,
    /// One JSON object a game
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// The start and the moves, a line a game
    Moves,
    /// The text of the last position, a line a game
    Last,
    /// The texts of all positions, the first one included
    Positions,
}

/// What was read.
#[derive(Default)]
struct Count {
    games: usize,
    moves: usize,
    refused: usize,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let mut count = Count::default();
    for path in &args.files {
        let text = read(path)?;
        let bar = args.progress(text.len());
        let mut all = pgn::games(&text);
        while let Some(game) = all.next() {
            bar.set_position((text.len() - all.left()) as u64);
            match game.and_then(|game| args.replay(game)) {
                Ok((game, replay)) => {
                    count.games += 1;
                    count.moves += replay.moves.len();
                    write_game(args, &game, replay, out)?;
                }
                Err(error) => {
                    count.refused += 1;
                    bar.suspend(|| tell(&error.within(path.display()).to_string()));
                }
            }
        }
    }
    let Count { games, moves, refused } = count;
    if args.to.is_none() && args.json {
        writeln!(out, "{}", json!({ "games": games, "moves": moves, "refused": refused }))?;
    } else if args.to.is_none() {
        writeln!(out, "{games} games with {moves} half-moves are right, {refused} refused")?;
    }
    if refused == 0 { Ok(()) } else { Err(Failure::Failed) }
}

/// The text of a file, or of the standard input, `-`.
///
/// # Errors
/// What cannot be read, and what is not text.
pub fn read(path: &Path) -> Result<String, InputError> {
    if path.as_os_str() != "-" {
        return read_file(path);
    }
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.map_err(|e| InputError::new("file", "-", e.to_string()))?;
    Ok(text)
}

impl Args {
    /// Measures the bytes of a file. Where games are written to a terminal, they are what is to be seen.
    fn progress(&self, bytes: usize) -> ProgressBar {
        if self.to.is_some() && io::stdout().is_terminal() {
            return ProgressBar::hidden();
        }
        progress_bar(bytes as u64, "{wide_bar} {bytes} of {total_bytes}, {elapsed} gone, {eta} to go")
    }

    fn replay(&self, game: RawGame) -> Result<(RawGame, Replay), InputError> {
        let replay = pgn::replay(&game, self.game.variant(), self.game.style())?;
        Ok((game, replay))
    }
}

fn write_game(args: &Args, game: &RawGame, mut replay: Replay, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(form) = args.to else { return Ok(()) };
    if let Some(plies) = args.plies {
        replay.moves.truncate(plies);
        replay.positions.truncate(plies.saturating_add(1));
    }
    let last = replay.positions.last().map_or("", String::as_str);
    if args.json {
        let (name, start) = (replay.variant.info.name, replay.fen.as_deref().unwrap_or("startpos"));
        let mut line = json!({ "game": game.number, "variant": name, "result": game.result, "fen": start });
        match form {
            Form::Moves => line["moves"] = json!(replay.moves),
            Form::Last => line["last"] = json!(last),
            Form::Positions => line["positions"] = json!(replay.positions),
        }
        return Ok(writeln!(out, "{line}")?);
    }
    match form {
        Form::Moves => {
            let start = replay.fen.as_deref().unwrap_or("startpos");
            let moves = if replay.moves.is_empty() { String::new() } else { format!(" moves {}", replay.moves.join(" ")) };
            writeln!(out, "{start}{moves}")?;
        }
        Form::Last => writeln!(out, "{last}")?,
        Form::Positions => replay.positions.iter().try_for_each(|text| writeln!(out, "{text}"))?,
    }
    Ok(())
}
