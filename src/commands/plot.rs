//! `ziggurat plot`: a game as a picture, the score and the time of every move, or one of its positions.

use super::Failure;
use super::flags::GameFlags;
use crate::arena::pgn::{self, RawGame, Remark, Replay};
use crate::game::text::counted;
use crate::game::{InputError, Reading, Side};
use crate::page::board;
use crate::search::Score;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Scores beyond this are drawn at it, in pawns; mates too, with a sign of their own.
const BOUND: f64 = 10.0;

/// Width and height of the picture, and the height of the scores in it.
const SIZE: (u32, u32) = (960, 560);
const SCORES_HEIGHT: u32 = 340;

/// The colours of White's and Black's values on a white ground.
const COLOURS: [RGBColor; 2] = [RGBColor(217, 119, 6), RGBColor(29, 78, 137)];

/// The longest name that a title shows, in characters.
const NAME: usize = 40;

/// Draw a game from PGN as SVG: score and time of every move, or the board
#[derive(clap::Args)]
#[command(after_help = "\
Scores and times are read from the comments behind the moves, {+0.66/12 0.203s}, as `match --pgn`
and `play` write them: score for the mover, depth, time. They are drawn as White sees them, between
-10 and +10 pawns; what lies beyond is drawn at the edge, and triangles are mates.

Examples:
  ziggurat plot games.pgn -o game.svg
  ziggurat plot games.pgn --game 7 -o seventh.svg
  ziggurat plot - -o game.svg < game.pgn
  ziggurat plot game.pgn --board=12 -o position.svg    the board behind twelve half-moves

Exit codes: 0 drawn, 1 the picture cannot be written, 2 wrong usage or a game that cannot be drawn.")]
pub struct Args {
    #[command(flatten)]
    game: GameFlags,
    /// The file of games; - is the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Which game of it
    #[arg(long = "game", value_name = "N", default_value_t = NonZeroUsize::MIN)]
    number: NonZeroUsize,
    /// Draw a board instead: the last position, or the one behind so many half-moves
    #[arg(long, value_name = "PLIES", num_args = 0..=1, require_equals = true)]
    board: Option<Option<usize>>,
    /// Where the picture goes; - is the standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let svg = match args.board {
        Some(plies) => args.position(plies).map_err(|error| error.within(args.file.display()))?,
        None => args.chart()?,
    };
    if args.output.as_os_str() == "-" {
        return Ok(out.write_all(svg.as_bytes())?);
    }
    let broken = |error: std::io::Error| InputError::new("file", args.output.to_string_lossy(), error.to_string());
    fs::write(&args.output, svg).map_err(|error| Failure::Broken(broken(error)))
}

/// A game as it is drawn.
struct Course {
    title: String,
    points: Vec<Point>,
}

/// A move.
#[derive(Clone, Copy)]
struct Point {
    /// The number of the move; Black's stand half a move later.
    at: f64,
    side: Side,
    /// The score as White sees it.
    score: Option<Score>,
    /// In seconds.
    time: Option<f64>,
}

impl Point {
    /// The height at which the score is drawn.
    fn height(&self) -> Option<f64> {
        self.score.map(|score| match score {
            Score::Centipawns(value) => (f64::from(value) / 100.0).clamp(-BOUND, BOUND),
            // Nobody is mated in no moves before his own move: this is the mover's loss.
            Score::Mate(0) => {
                if self.side == Side::White {
                    -BOUND
                } else {
                    BOUND
                }
            }
            Score::Mate(moves) => BOUND * f64::from(moves.signum()),
        })
    }

    fn is_mate(&self) -> bool {
        matches!(self.score, Some(Score::Mate(_)))
    }
}

impl Args {
    fn chart(&self) -> Result<String, Failure> {
        let course = self.course().map_err(|error| error.within(self.file.display()))?;
        let mut svg = String::new();
        draw(&course, &mut svg).map_err(|reason| Failure::Broken(InputError::new("picture", &course.title, reason)))?;
        Ok(svg)
    }

    /// The game that is meant, read and checked.
    fn replayed(&self) -> Result<(RawGame, Replay), InputError> {
        let text = super::pgn::read(&self.file)?;
        let mut games = pgn::games(&text);
        let game = games.nth(self.number.get() - 1);
        let game =
            game.ok_or_else(|| InputError::new("game", self.number.to_string(), "the file has none of this number"))??;
        let replay = pgn::replay(&game, self.game.variant(), self.game.style())?;
        Ok((game, replay))
    }

    /// The position behind so many half-moves, or behind all.
    fn position(&self, plies: Option<usize>) -> Result<String, InputError> {
        let (_, replay) = self.replayed()?;
        let plies = plies.unwrap_or(replay.moves.len());
        let Some(moves) = replay.moves.get(..plies) else {
            let reason = format!("the game has {}", counted(replay.moves.len(), "half-move"));
            return Err(InputError::new("board", plies.to_string(), reason));
        };
        let mut referee = (replay.variant.referee)();
        referee.set_style(self.game.style());
        referee.set_position(replay.fen.as_deref(), Reading::Lenient, &[])?;
        let mut touched = Vec::new();
        for token in moves {
            touched.push(referee.touched(token)?);
            referee.play(token)?;
        }
        // Both sides' orders of a turn are one move.
        let last = if referee.is_simultaneous() { 2 } else { 1 };
        let touched: Vec<String> = touched.into_iter().rev().take(last).flatten().collect();
        Ok(board::file_of(referee.as_ref(), &touched))
    }

    fn course(&self) -> Result<Course, InputError> {
        let (game, replay) = self.replayed()?;
        let points = self.points(&game, replay.fen.as_deref(), replay.variant.referee)?;
        Ok(Course { title: title(&game, replay.variant.info.name), points })
    }

    fn points(
        &self,
        game: &RawGame,
        fen: Option<&str>,
        referee: fn() -> Box<dyn crate::game::Referee>,
    ) -> Result<Vec<Point>, InputError> {
        let mut referee = referee();
        referee.set_position(fen, Reading::Lenient, &[])?;
        let first: u32 = referee.text().rsplit(' ').next().and_then(|word| word.parse().ok()).unwrap_or(1);
        let start = f64::from(first) + if referee.side() == Side::Black { 0.5 } else { 0.0 };
        let points: Vec<_> =
            game.comments.iter().enumerate().map(|(i, comment)| point(start + i as f64 / 2.0, comment)).collect();
        if points.iter().all(|point| point.score.is_none()) {
            let reason = "no move has a score in a comment like {+0.66/12 0.203s}, so there is nothing to draw";
            return Err(InputError::new("game", self.number.to_string(), reason));
        }
        Ok(points)
    }
}

fn point(at: f64, comment: &str) -> Point {
    let side = if at.fract() == 0.0 { Side::White } else { Side::Black };
    let remark = Remark::read(comment);
    let score = remark.score.map(|(score, _)| match (side, score) {
        (Side::White, score) => score,
        (Side::Black, Score::Centipawns(value)) => Score::Centipawns(-value),
        (Side::Black, Score::Mate(moves)) => Score::Mate(-moves),
    });
    Point { at, side, score, time: remark.time.map(|time| time.as_secs_f64()) }
}

fn title(game: &RawGame, variant: &str) -> String {
    let tag = |name: &str| {
        let value = game.tag(name).unwrap_or("?");
        // What no SVG may hold is left out.
        value.chars().filter(|c| !c.is_control()).take(NAME).collect::<String>()
    };
    let result = if game.result.is_empty() { "*" } else { &game.result };
    format!("{variant}: {} - {}, {result}", tag("White"), tag("Black"))
}

// ---- The picture ----

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn draw(course: &Course, svg: &mut String) -> Result<(), String> {
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    let drawn = area.fill(&WHITE).map_err(|e| e.to_string()).and_then(|()| {
        let area = area.titled(&course.title, ("sans-serif", 20)).map_err(|e| e.to_string())?;
        let (scores, times) = area.split_vertically(SCORES_HEIGHT);
        draw_scores(course, &scores)?;
        draw_times(course, &times)
    });
    drawn.and_then(|()| area.present().map_err(|e| e.to_string()))
}

/// From the first move to behind the last.
fn moves_of(course: &Course) -> std::ops::Range<f64> {
    let first = course.points.first().map_or(1.0, |point| point.at);
    let last = course.points.last().map_or(first, |point| point.at);
    first..last + 0.5
}

fn draw_scores(course: &Course, area: &Area) -> Result<(), String> {
    let text = |e: DrawingAreaErrorKind<_>| e.to_string();
    let mut chart = ChartBuilder::on(area)
        .margin(8)
        .x_label_area_size(24)
        .y_label_area_size(52)
        .build_cartesian_2d(moves_of(course), -BOUND - 0.5..BOUND + 0.5)
        .map_err(text)?;
    let mut mesh = chart.configure_mesh();
    mesh.light_line_style(TRANSPARENT).y_desc("score for White, pawns").x_label_formatter(&number).y_label_formatter(&signed);
    mesh.draw().map_err(text)?;
    let axis = PathElement::new([(moves_of(course).start, 0.0), (moves_of(course).end, 0.0)], BLACK);
    chart.draw_series([axis]).map_err(text)?;
    for side in Side::BOTH {
        let colour = COLOURS[side.index()];
        let own = || course.points.iter().filter(move |point| point.side == side);
        let places = |mates: bool| {
            own().filter(move |point| point.is_mate() == mates).filter_map(|point| Some((point.at, point.height()?)))
        };
        let line: Vec<_> = own().filter_map(|point| Some((point.at, point.height()?))).collect();
        let name = format!("{}'s own", side.title());
        chart
            .draw_series([PathElement::new(line, colour.stroke_width(2))])
            .map_err(text)?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        chart.draw_series(places(false).map(|at| Circle::new(at, 2, colour.filled()))).map_err(text)?;
        chart.draw_series(places(true).map(|at| TriangleMarker::new(at, 6, colour.filled()))).map_err(text)?;
    }
    let mut labels = chart.configure_series_labels();
    labels.position(SeriesLabelPosition::UpperLeft).background_style(WHITE.mix(0.8)).draw().map_err(text)
}

fn draw_times(course: &Course, area: &Area) -> Result<(), String> {
    let text = |e: DrawingAreaErrorKind<_>| e.to_string();
    let longest = course.points.iter().filter_map(|point| point.time).fold(0.001, f64::max);
    let mut chart = ChartBuilder::on(area)
        .margin(8)
        .x_label_area_size(36)
        .y_label_area_size(52)
        .build_cartesian_2d(moves_of(course), 0.0..longest * 1.05)
        .map_err(text)?;
    let mut mesh = chart.configure_mesh();
    mesh.light_line_style(TRANSPARENT).x_desc("move").y_desc("time, seconds").x_label_formatter(&number);
    mesh.draw().map_err(text)?;
    let bar = |point: &Point| {
        let colour = COLOURS[point.side.index()];
        Some(Rectangle::new([(point.at, 0.0), (point.at + 0.45, point.time?)], colour.filled()))
    };
    chart.draw_series(course.points.iter().filter_map(bar)).map_err(text)?;
    Ok(())
}

fn number(at: &f64) -> String {
    format!("{at}")
}

fn signed(score: &f64) -> String {
    if *score == 0.0 { "0".to_owned() } else { format!("{score:+}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_whites_and_bounded() {
        let height = |at: f64, comment: &str| point(at, comment).height();
        assert_eq!(height(3.0, "+0.66/12 0.2s"), Some(0.66));
        assert_eq!(height(3.5, "+0.66/12 0.2s"), Some(-0.66));
        assert_eq!(height(3.5, "-45.00/9"), Some(BOUND));
        assert_eq!(
            [height(3.0, "+M2/9"), height(3.5, "+M2/9"), height(3.0, "-M0/9")],
            [Some(BOUND), Some(-BOUND), Some(-BOUND)]
        );
        assert_eq!(height(3.0, "book"), None);
        assert_eq!((point(3.0, "0.5s").time, point(3.0, "nans").time, point(3.0, "-1s").time), (Some(0.5), None, None));
        assert!(point(3.5, "+M2/9").is_mate() && !point(3.5, "+9/9").is_mate());
    }
}
