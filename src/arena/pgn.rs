//! PGN of any variant: written, read, replayed.
//!
//! Own code, since the kept readers know the moves of chess only (and the best known of them is under the GPL). A move
//! that is no PGN symbol, as Gulliver's orders with their blanks and brackets, is written as a PGN string, in quotes.

use super::game::{End, Finished, Played};
use super::limits::{Budget, read_seconds};
use super::player::{Fault, Thought};
use crate::game::registry::{self, Variant};
use crate::game::{InputError, MoveStyle, Outcome, Reading, Referee, Side};
use crate::search::Score;
use std::time::{Duration, SystemTime};

/// Lines of moves are broken before this column.
const WIDTH: usize = 80;

/// The results of games in PGN.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The result in PGN of a game with this winner.
pub fn result_of(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::White) => RESULTS[0],
        Some(Side::Black) => RESULTS[1],
        None => RESULTS[2],
    }
}

/// The winner by a result in PGN, `Some(None)` in a draw; `None` where there is no result.
pub fn winner_of(result: &str) -> Option<Option<Side>> {
    [Some(Side::White), Some(Side::Black), None].into_iter().find(|&winner| result_of(winner) == result)
}

/// This day as PGN writes it, `2026.11.29`.
pub fn today() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    now.chars().take(10).map(|c| if c == '-' { '.' } else { c }).collect()
}

// ---- Writing ----

/// What PGN says of a game beside its moves.
#[derive(Clone, Debug)]
pub struct Heading<'g> {
    /// The name of the match.
    pub event: &'g str,
    /// The day, `2026.11.29`.
    pub date: String,
    /// The round and the game in it.
    pub round: String,
    /// White and Black.
    pub players: [&'g str; 2],
    /// The limits of White and Black.
    pub budgets: [Budget; 2],
}

/// A game in PGN. `referee` is set to its start to learn how moves are numbered.
///
/// # Errors
/// `fen` is not a position.
pub fn write(
    heading: &Heading,
    fen: Option<&str>,
    game: &Finished,
    style: MoveStyle,
    referee: &mut dyn Referee,
) -> Result<String, InputError> {
    let result = result_of(game.end.winner());
    let tags = [time_tags(&heading.budgets), vec![("Termination", termination(&game.end).to_owned())]].concat();
    let record = Record {
        event: heading.event,
        date: heading.date.clone(),
        round: heading.round.clone(),
        players: heading.players,
        result,
        fen,
        tags,
        moves: game.moves.iter().map(|played| (played.notation.san.clone(), Some(comment_of(played)))).collect(),
        end: Some(words_of_end(&game.end)),
    };
    record.write(style, referee)
}

/// A game, over or not, as it is written down.
#[derive(Clone, Debug)]
pub struct Record<'g> {
    /// The name of the match.
    pub event: &'g str,
    /// The day, `2026.11.29`.
    pub date: String,
    /// The round and the game in it.
    pub round: String,
    /// White and Black.
    pub players: [&'g str; 2],
    /// The result, `*` if there is none yet.
    pub result: &'g str,
    /// The text of the start; `None` is the variant's own.
    pub fen: Option<&'g str>,
    /// More tags.
    pub tags: Vec<(&'static str, String)>,
    /// The moves in the notation for people, each with a comment.
    pub moves: Vec<(String, Option<String>)>,
    /// How it ended, in words.
    pub end: Option<String>,
}

impl Record<'_> {
    /// The game in PGN. `referee` is set to its start to learn how moves are numbered.
    ///
    /// # Errors
    /// The start is not a position.
    pub fn write(&self, style: MoveStyle, referee: &mut dyn Referee) -> Result<String, InputError> {
        referee.set_position(self.fen, Reading::Lenient, &[])?;
        let [white, black] = self.players;
        let mut tags = vec![
            ("Event", self.event.to_owned()),
            ("Site", "?".to_owned()),
            ("Date", self.date.clone()),
            ("Round", self.round.clone()),
            ("White", white.to_owned()),
            ("Black", black.to_owned()),
            ("Result", self.result.to_owned()),
        ];
        let variant = if style.chess960 { Some("fischerandom") } else { referee.variant().pgn_tag };
        tags.extend(variant.map(|tag| ("Variant", tag.to_owned())));
        tags.extend(self.fen.into_iter().flat_map(|fen| [("SetUp", "1".to_owned()), ("FEN", fen.to_owned())]));
        tags.push(("PlyCount", self.moves.len().to_string()));
        tags.extend(self.tags.iter().cloned());
        let tags: String = tags.iter().map(|(name, value)| format!("[{name} {}]\n", quoted(value))).collect();
        let mut words = move_words(&self.moves, Numbering::new(referee));
        words.extend(self.end.as_ref().map(|end| format!("{{{end}}}")));
        words.push(self.result.to_owned());
        Ok(format!("{tags}\n{}\n", wrapped(&words)))
    }
}

/// One tag where both have the same clock, otherwise one for each.
pub fn time_tags(budgets: &[Budget; 2]) -> Vec<(&'static str, String)> {
    let control = budgets.map(|budget| match (budget.clock, budget.move_time) {
        (Some(clock), _) => clock.to_string(),
        (None, Some(time)) => format!("{}/move", time.as_secs_f64()),
        (None, None) => "-".to_owned(),
    });
    let [white, black] = control;
    if white == black {
        return vec![("TimeControl", white)];
    }
    vec![("WhiteTimeControl", white), ("BlackTimeControl", black)]
}

/// The end in the words of the PGN standard.
fn termination(end: &End) -> &'static str {
    match end {
        End::Board(_) => "normal",
        End::Adjudicated(..) => "adjudication",
        End::Forfeit { fault: Fault::Time | Fault::Stall, .. } => "time forfeit",
        End::Forfeit { fault: Fault::Illegal, .. } => "rules infraction",
        End::Forfeit { .. } => "abandoned",
    }
}

/// The end in our words.
pub fn words_of_end(end: &End) -> String {
    match end {
        End::Board(outcome) => outcome.to_string(),
        End::Adjudicated(winner, rule) => format!("{}:adjudicated {}", winner.map_or("draw", Side::name), rule.word()),
        End::Forfeit { loser, fault, detail } => {
            // A comment ends at its first closing brace.
            let detail = detail.replace(['{', '}'], "'");
            format!("{}:{} forfeits by {}: {detail}", (!*loser).name(), loser.name(), fault.word())
        }
    }
}

/// How the moves of a game are numbered.
pub struct Numbering {
    number: u32,
    side: Side,
}

impl Numbering {
    /// By the position, whose text ends with the number of the move in every variant.
    pub fn new(referee: &dyn Referee) -> Numbering {
        let text = referee.text();
        let number = text.rsplit(' ').next().and_then(|word| word.parse().ok()).unwrap_or(1);
        Numbering { number, side: referee.side() }
    }

    /// The side whose move it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// `12.` or `12...`.
    pub fn label(&self) -> String {
        format!("{}{}", self.number, if self.side == Side::White { "." } else { "..." })
    }

    /// Goes on to the next move.
    pub fn advance(&mut self) {
        self.number = self.number.saturating_add(u32::from(self.side == Side::Black));
        self.side = !self.side;
    }
}

fn move_words(moves: &[(String, Option<String>)], mut numbering: Numbering) -> Vec<String> {
    let mut words = Vec::with_capacity(moves.len() * 3 + 2);
    // Behind a comment Black's moves are numbered too.
    let mut interrupted = true;
    for (san, comment) in moves {
        if interrupted || numbering.side == Side::White {
            words.push(numbering.label());
        }
        words.push(move_word(san));
        words.extend(comment.as_ref().map(|comment| format!("{{{comment}}}")));
        interrupted = comment.is_some();
        numbering.advance();
    }
    words
}

/// What is said of a move of a match.
fn comment_of(played: &Played) -> String {
    played.thought.as_ref().map_or_else(|| "book".to_owned(), |thought| comment(thought.score, thought.depth, thought.time))
}

/// `+0.66/12 0.203s`: score for the mover, depth, time.
pub fn comment(score: Option<Score>, depth: u32, time: Duration) -> String {
    let time = time.as_secs_f64();
    match score {
        Some(Score::Centipawns(value)) => format!("{:+.2}/{depth} {time:.3}s", f64::from(value) / 100.0),
        Some(Score::Mate(moves)) if moves > 0 => format!("+M{moves}/{depth} {time:.3}s"),
        Some(Score::Mate(moves)) => format!("-M{}/{depth} {time:.3}s", moves.unsigned_abs()),
        None => format!("{time:.3}s"),
    }
}

/// What a comment says of the thinking behind its move: in our form, which other match programs share.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Remark {
    /// The score for the mover, and the depth in half-moves.
    pub score: Option<(Score, u32)>,
    /// The time that the move took.
    pub time: Option<Duration>,
}

impl Remark {
    /// Reads what a comment says, as far as it says it.
    pub fn read(comment: &str) -> Remark {
        let mut remark = Remark::default();
        for word in comment.split(|c: char| c.is_whitespace() || c == ',') {
            remark.score = remark.score.or_else(|| read_score(word));
            remark.time = remark.time.or_else(|| read_seconds(word.strip_suffix('s')?).ok());
        }
        remark
    }

    /// The thought behind the move, if anything is said of it.
    pub fn thought(self) -> Option<Thought> {
        let (score, depth) = self.score.unzip();
        let known = score.is_some() || self.time.is_some();
        let (time, depth) = (self.time.unwrap_or_default(), depth.unwrap_or_default());
        known.then(|| Thought { time, score, depth, ..Thought::default() })
    }
}

/// A score and its depth, `+0.66/12` or `-M3/7`.
fn read_score(word: &str) -> Option<(Score, u32)> {
    let (score, depth) = word.split_once('/')?;
    let score = match score.trim_start_matches(['+', '-']).strip_prefix('M') {
        Some(moves) => {
            let moves = moves.parse::<u16>().ok()?;
            Score::Mate(if score.starts_with('-') { -i32::from(moves) } else { i32::from(moves) })
        }
        None => {
            let pawns: f64 = score.parse().ok().filter(|pawns: &f64| pawns.is_finite())?;
            // Beyond this a number is no score.
            Score::Centipawns((pawns * 100.0).round().clamp(-1e6, 1e6) as i32)
        }
    };
    Some((score, depth.parse().ok()?))
}

/// A move as PGN can hold it: a symbol, or else a string.
fn move_word(san: &str) -> String {
    let symbol = |c: char| c.is_ascii_alphanumeric() || "_+#=:-".contains(c);
    let bare = san.starts_with(|c: char| c.is_ascii_alphanumeric())
        && san.chars().all(symbol)
        && !san.chars().all(|c| c.is_ascii_digit())
        && !RESULTS.contains(&san);
    if bare { san.to_owned() } else { quoted(san) }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words.iter().flat_map(|word| pieces(word)) {
        if column > 0 && column + 1 + word.len() > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text + "\n"
}

/// Where a line may be broken: a long comment at its blanks, a move nowhere.
fn pieces(word: &str) -> Vec<&str> {
    if word.len() > WIDTH && word.starts_with('{') { word.split(' ').collect() } else { vec![word] }
}

// ---- Reading ----

/// A game as it stands in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RawGame {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The tags in their order.
    pub tags: Vec<(String, String)>,
    /// The moves as they are written, variations left out.
    pub moves: Vec<String>,
    /// The comments behind each of them; empty where there is none.
    pub comments: Vec<String>,
    /// The result behind the moves; empty if it is missing.
    pub result: String,
}

impl RawGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// The games of a file. Variations, move numbers and annotations are skipped. Behind a game that cannot be
/// read, reading goes on at the next `[Event ...]`.
pub fn games(text: &str) -> Games<'_> {
    Games { lexer: Lexer { rest: text.trim_start_matches('\u{feff}'), held: None, fresh: true }, number: 0 }
}

/// The games of a file, one after the other.
pub struct Games<'t> {
    lexer: Lexer<'t>,
    number: usize,
}

impl Games<'_> {
    /// Bytes that have not been read yet.
    pub fn left(&self) -> usize {
        self.lexer.rest.len()
    }
}

impl Iterator for Games<'_> {
    type Item = Result<RawGame, InputError>;

    fn next(&mut self) -> Option<Result<RawGame, InputError>> {
        self.number += 1;
        let game = self.lexer.game(self.number).map_err(|error| error.within(format_args!("game {}", self.number)));
        if game.is_err() {
            self.lexer.skip_game();
        }
        game.transpose()
    }
}

enum Token {
    Tag(String, String),
    Move(String),
    Comment(String),
    Result(&'static str),
}

struct Lexer<'t> {
    rest: &'t str,
    /// The first tag of the next game, read already.
    held: Option<Token>,
    /// Has nothing been read yet? Then a line begins here.
    fresh: bool,
}

impl Lexer<'_> {
    /// The next game; `None` at the end.
    fn game(&mut self, number: usize) -> Result<Option<RawGame>, InputError> {
        let mut game = RawGame { number, ..RawGame::default() };
        while let Some(token) = self.held.take().map_or_else(|| self.token(), |held| Ok(Some(held)))? {
            match token {
                Token::Tag(..) if !game.moves.is_empty() => {
                    self.held = Some(token);
                    return Ok(Some(game));
                }
                Token::Tag(name, value) => game.tags.push((name, value)),
                Token::Move(san) => {
                    game.moves.push(san);
                    game.comments.push(String::new());
                }
                // What stands before the first move is about none.
                Token::Comment(text) => game.comments.last_mut().into_iter().for_each(|comment| {
                    let gap = if comment.is_empty() { "" } else { " " };
                    comment.push_str(gap);
                    comment.push_str(text.trim());
                }),
                Token::Result(result) => {
                    game.result = result.to_owned();
                    return Ok(Some(game));
                }
            }
        }
        let empty = game.tags.is_empty() && game.moves.is_empty();
        Ok((!empty).then_some(game))
    }

    fn skip_game(&mut self) {
        self.held = None;
        self.rest = self.rest.find("\n[Event ").map_or("", |at| &self.rest[at..]);
    }

    fn token(&mut self) -> Result<Option<Token>, InputError> {
        loop {
            let at_line_start = self.skip_blanks();
            let Some(first) = self.rest.chars().next() else { return Ok(None) };
            match first {
                '%' if at_line_start => self.skip_line(),
                ';' => self.skip_line(),
                '{' => return self.comment().map(|text| Some(Token::Comment(text.to_owned()))),
                '(' => self.skip_variation()?,
                '[' => return self.tag().map(Some),
                '"' => {
                    self.rest = &self.rest[1..];
                    return self.string().map(|san| Some(Token::Move(san)));
                }
                ')' | '}' | ']' => return Err(self.error("closes what was not opened")),
                _ => {
                    if let Some(token) = self.word() {
                        return Ok(Some(token));
                    }
                }
            }
        }
    }

    /// Skips blanks; does a line begin here?
    fn skip_blanks(&mut self) -> bool {
        let trimmed = self.rest.trim_start();
        let skipped = &self.rest[..self.rest.len() - trimmed.len()];
        self.rest = trimmed;
        std::mem::take(&mut self.fresh) || skipped.contains('\n')
    }

    fn skip_line(&mut self) {
        self.rest = self.rest.find('\n').map_or("", |at| &self.rest[at..]);
    }

    /// What stands between braces, the first of which is next.
    fn comment(&mut self) -> Result<&str, InputError> {
        let end = self.rest.find('}').ok_or_else(|| self.error("a comment that does not end"))?;
        let (comment, rest) = self.rest.split_at(end + 1);
        self.rest = rest;
        Ok(&comment[1..end])
    }

    /// Skips a variation with all that is nested in it.
    fn skip_variation(&mut self) -> Result<(), InputError> {
        let start = self.rest;
        let mut depth = 0_usize;
        loop {
            let next = self.rest.find(['(', ')', '{', '"']);
            let at = next.ok_or_else(|| InputError::new("moves", start, "a variation that does not end"))?;
            self.rest = &self.rest[at..];
            match self.rest.as_bytes().first() {
                Some(b'{') => {
                    self.comment()?;
                    continue;
                }
                Some(b'"') => {
                    self.rest = &self.rest[1..];
                    self.string()?;
                    continue;
                }
                Some(b'(') => depth += 1,
                _ => depth -= 1,
            }
            self.rest = &self.rest[1..];
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn tag(&mut self) -> Result<Token, InputError> {
        let start = self.rest;
        let error = |reason: &str| InputError::new("tag", start.lines().next().unwrap_or_default(), reason);
        let open = start.find('"').ok_or_else(|| error("must be [Name \"value\"]"))?;
        let name = start[1..open].trim();
        if name.is_empty() || name.contains(|c: char| c.is_whitespace() || "[](){}".contains(c)) {
            return Err(error("must be [Name \"value\"]"));
        }
        self.rest = &start[open + 1..];
        let value = self.string()?;
        let rest = self.rest.trim_start();
        self.rest = rest.strip_prefix(']').ok_or_else(|| error("must end with a bracket"))?;
        Ok(Token::Tag(name.to_owned(), value))
    }

    /// The rest of a string whose opening quote has been read. It ends on its line.
    fn string(&mut self) -> Result<String, InputError> {
        let mut value = String::new();
        let mut chars = self.rest.char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.rest = &self.rest[at + 1..];
                    return Ok(value);
                }
                '\n' => break,
                '\\' => value.extend(chars.next().map(|(_, c)| c)),
                c => value.push(c),
            }
        }
        Err(self.error("a quote that is not closed"))
    }

    /// A result or a move; `None` for what only numbers or annotates.
    fn word(&mut self) -> Option<Token> {
        let end = self.rest.find(|c: char| c.is_whitespace() || "(){}[];\"".contains(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        if let Some(result) = RESULTS.into_iter().find(|&result| result == word) {
            return Some(Token::Result(result));
        }
        let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let san = match unnumbered.strip_prefix('.') {
            Some(rest) => rest.trim_start_matches('.'),
            None if unnumbered.is_empty() => "",
            None => word,
        };
        let annotation = san.starts_with('$') || san == "e.p." || san.chars().all(|c| matches!(c, '!' | '?'));
        (!annotation).then(|| Token::Move(san.to_owned()))
    }

    fn error(&self, reason: &str) -> InputError {
        InputError::new("moves", self.rest.lines().next().unwrap_or_default(), reason)
    }
}

// ---- Replaying ----

/// A game whose moves have been checked.
#[derive(Clone)]
pub struct Replay {
    /// The variant.
    pub variant: &'static Variant,
    /// How its moves are written.
    pub style: MoveStyle,
    /// The start in canonical form; `None` is the variant's own.
    pub fen: Option<String>,
    /// The moves in canonical form.
    pub moves: Vec<String>,
    /// The positions: before the first move and behind each.
    pub positions: Vec<String>,
    /// The result on the board, if the game ended there.
    pub outcome: Option<Outcome>,
}

/// Plays a game through. `variant` and `style` count where the game does not name its own.
///
/// # Errors
/// An unknown variant, a bad start, an illegal move, a result that cannot be: with the numbers of game and move.
pub fn replay(game: &RawGame, variant: &'static Variant, style: MoveStyle) -> Result<Replay, InputError> {
    replay_moves(game, variant, style).map_err(|(place, error)| error.within(format_args!("game {}{place}", game.number)))
}

fn replay_moves(game: &RawGame, variant: &'static Variant, style: MoveStyle) -> Result<Replay, (String, InputError)> {
    let here = |error: InputError| (String::new(), error);
    let named = game.tag("Variant").map(|name| Ok((named(name)?, registry::implies_chess960(name)))).transpose();
    let (variant, chess960) = named.map_err(here)?.unwrap_or((variant, false));
    let mut referee = (variant.referee)();
    let style = MoveStyle { chess960: style.chess960 || chess960 };
    referee.set_style(style);
    referee.set_position(game.tag("FEN"), Reading::Lenient, &[]).map_err(here)?;
    let fen = game.tag("FEN").map(|_| referee.text());
    let mut numbering = Numbering::new(referee.as_ref());
    let (mut moves, mut positions) = (Vec::with_capacity(game.moves.len()), vec![referee.text()]);
    for san in &game.moves {
        let place = |error: InputError| (format!(", move {}", numbering.label()), error);
        let token = referee.read_san(san).map_err(place)?;
        referee.play(&token).map_err(place)?;
        moves.push(token);
        positions.push(referee.text());
        numbering.advance();
    }
    let outcome = referee.outcome();
    check_result(game, outcome).map_err(here)?;
    Ok(Replay { variant, style, fen, moves, positions, outcome })
}

/// The variant of a tag: a name, an alias, or what we write ourselves.
fn named(tag: &str) -> Result<&'static Variant, InputError> {
    let ours = |v: &&Variant| v.info.pgn_tag.is_some_and(|own| registry::folded(own) == registry::folded(tag));
    registry::VARIANTS.iter().find(ours).map_or_else(|| registry::find(tag), Ok)
}

/// The result must be one, the same in both places, and not against what the board says.
fn check_result(game: &RawGame, outcome: Option<Outcome>) -> Result<(), InputError> {
    let error = |reason: String| Err(InputError::new("result", &game.result, reason));
    match game.tag("Result") {
        Some(tag) if !RESULTS.contains(&tag) => return Err(InputError::new("tag Result", tag, "is not a result")),
        Some(tag) if !game.result.is_empty() && tag != game.result => return error(format!("the tag says {tag}")),
        _ => {}
    }
    match outcome {
        Some(outcome) if !["", "*", result_of(outcome.winner)].contains(&game.result.as_str()) => {
            error(format!("the board says {outcome}"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::game::Usage;
    use crate::game::{Notation, Reason};

    fn read(text: &str) -> Vec<Result<RawGame, InputError>> {
        games(text).collect()
    }

    fn one(text: &str) -> RawGame {
        let mut games = read(text);
        assert_eq!(games.len(), 1, "{games:?}");
        games.remove(0).unwrap()
    }

    fn replayed(text: &str) -> Result<Replay, InputError> {
        replay(&one(text), registry::default(), MoveStyle::default())
    }

    fn played(san: &str, thought: Option<Thought>) -> Played {
        Played { notation: Notation { text: String::new(), san: san.into() }, thought }
    }

    #[test]
    fn a_game_is_written_as_pgn_wants_it() {
        let thought = |score, depth, ms| {
            Some(Thought { score: Some(score), depth, time: Duration::from_millis(ms), ..Thought::default() })
        };
        let game = Finished {
            end: End::Board(Outcome::win(Side::Black, Reason::Mate)),
            moves: vec![
                played("f3", None),
                played("e5", thought(Score::Centipawns(66), 12, 203)),
                played("g4", thought(Score::Mate(-1), 7, 1500)),
                played("Qh4#", thought(Score::Mate(1), 2, 0)),
            ],
            usage: [Usage::default(); 2],
            complaints: [None, None],
        };
        let clock = Budget { clock: "10+0.1".parse().ok(), ..Budget::default() };
        let heading = Heading {
            event: "a \"test\"",
            date: "2026.11.29".into(),
            round: "1.2".into(),
            players: ["a", "b"],
            budgets: [clock; 2],
        };
        let text = write(&heading, None, &game, MoveStyle::default(), (registry::default().referee)().as_mut()).unwrap();
        let expected = "[Event \"a \\\"test\\\"\"]\n[Site \"?\"]\n[Date \"2026.11.29\"]\n[Round \"1.2\"]\n[White \"a\"]\n\
            [Black \"b\"]\n[Result \"0-1\"]\n[PlyCount \"4\"]\n[TimeControl \"10+0.1\"]\n[Termination \"normal\"]\n\n\
            1. f3 {book} 1... e5 {+0.66/12 0.203s} 2. g4 {-M1/7 1.500s} 2... Qh4#\n{+M1/2 0.000s} {black:mate} 0-1\n\n";
        assert_eq!(text, expected);
        let again = replay(&one(&text), registry::default(), MoveStyle::default()).unwrap();
        assert_eq!(again.moves, ["f2f3", "e7e5", "g2g4", "d8h4"]);
        let told: Vec<_> = one(&text).comments.iter().map(|comment| Remark::read(comment).thought()).collect();
        assert_eq!(
            told,
            game.moves.into_iter().map(|played| played.thought).collect::<Vec<_>>(),
            "comments are read as they are written"
        );
        assert_eq!(again.outcome, Some(Outcome::win(Side::Black, Reason::Mate)));
    }

    #[test]
    fn black_may_begin_and_numbers_go_on() {
        let fen = "4k3/8/8/8/8/8/8/R3K3 b Q - 0 30";
        let game = Finished {
            end: End::Adjudicated(None, super::super::adjudication::Rule::Length),
            moves: vec![played("Kd7", None)],
            usage: Default::default(),
            complaints: [None, None],
        };
        let heading =
            Heading { event: "e", date: String::new(), round: "1".into(), players: ["a", "b"], budgets: Default::default() };
        let style = MoveStyle { chess960: true };
        let text = write(&heading, Some(fen), &game, style, (registry::default().referee)().as_mut()).unwrap();
        assert!(
            text.contains("[Variant \"fischerandom\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 0 30\"]\n"),
            "{text}"
        );
        assert!(text.contains("\n30... Kd7 {book} {draw:adjudicated length} 1/2-1/2\n"), "{text}");
    }

    /// The notation of Gulliver holds what PGN reserves.
    #[test]
    fn moves_that_are_no_symbols_are_strings() {
        for (san, word) in [
            ("Nf3", "Nf3"),
            ("O-O", "O-O"),
            ("Rx2g2#", "Rx2g2#"),
            ("e8=Q+", "e8=Q+"),
            ("D4:D5", "D4:D5"),
            ("-", "\"-\""),
            ("D4(pD5,\u{109}F5); E2:E3", "\"D4(pD5,\u{109}F5); E2:E3\""),
            ("12", "\"12\""),
        ] {
            assert_eq!(move_word(san), word);
            assert_eq!(one(&format!("1. {word} *")).moves, [san]);
        }
    }

    #[test]
    fn what_people_write_is_understood() {
        let text = "\u{feff}% escaped\n[Event \"a\\\\b \\\"c\\\"\"] [White \"x]y\"]\r\n\r\n1.e4 {best; (by test)} e5 $1 2 . Nf3!? (2. f4 {a ) in \
                    it} exf4 (2... d5)) 2...Nc6 ; to the end ) of the line\n3. Bb5 a6?! 1/2-1/2\n\n1. d4 d5";
        let games: Vec<_> = read(text).into_iter().map(Result::unwrap).collect();
        assert_eq!(games.len(), 2);
        assert_eq!((games[0].tag("event"), games[0].tag("White")), (Some("a\\b \"c\""), Some("x]y")));
        assert_eq!(games[0].moves, ["e4", "e5", "Nf3!?", "Nc6", "Bb5", "a6?!"]);
        assert_eq!((games[0].result.as_str(), games[1].result.as_str()), ("1/2-1/2", ""));
        assert_eq!((games[1].number, games[1].moves.len()), (2, 2));
        let replay = replay(&games[0], registry::default(), MoveStyle::default()).unwrap();
        assert_eq!(replay.moves.last().map(String::as_str), Some("a7a6"));
        assert_eq!(replay.positions.len(), 7);
        assert!(read(" \n").is_empty());
    }

    #[test]
    fn it_is_known_how_much_is_left() {
        let (one, two) = ("1. e4 *", "\n\n1. d4 *\n");
        let text = format!("{one}{two}");
        let mut all = games(&text);
        assert_eq!(all.left(), text.len());
        assert!(all.next().is_some_and(|game| game.is_ok()));
        assert_eq!(all.left(), two.len());
        assert_eq!((all.by_ref().count(), all.left()), (1, 0));
    }

    #[test]
    fn games_follow_games_without_results() {
        let games = read("[Event \"1\"]\n\n1. e4\n\n[Event \"2\"]\n\n*\n[Event \"3\"]\n");
        let events: Vec<_> = games.iter().map(|g| g.as_ref().unwrap().tag("Event").unwrap().to_owned()).collect();
        assert_eq!(events, ["1", "2", "3"]);
    }

    #[test]
    fn what_is_wrong_is_told_with_game_and_move() {
        for (text, message) in [
            ("1. e4 e5 2. Ke3 *", "game 1, move 2.: move \"Ke3\": not legal in this position"),
            ("1. e4 e4 *", "game 1, move 1...: "),
            ("[FEN \"8/8 w\"]\n*", "game 1: "),
            ("[Variant \"Tiddlywinks\"]\n*", "game 1: variant \"Tiddlywinks\""),
            ("[Result \"1-0\"]\n1. e4 0-1", "game 1: result \"0-1\": the tag says 1-0"),
            ("[Result \"win\"]\n1. e4 *", "game 1: tag Result \"win\""),
            ("1. f3 e5 2. g4 Qh4# 1-0", "game 1: result \"1-0\": the board says black:mate"),
        ] {
            let error = replayed(text).map(|_| ()).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_skipped_to_the_next_game() {
        for bad in ["{ open", "( open", "[Event \"open", "[Event]", ")", "[ \"x\"]", "[A \"b\" c]"] {
            let games = read(&format!("1. e4 *\n\n{bad}\n[Event \"next\"]\n\n1. d4 *\n"));
            assert!(games[0].is_ok());
            let error = games[1].as_ref().unwrap_err().to_string();
            assert!(error.starts_with("game 2: "), "{error}");
            assert!(games.len() <= 3);
        }
        assert_eq!(read("[Event]\n\n1. e4 *\n[Event \"next\"]\n\n1. d4 *\n")[1].as_ref().unwrap().moves, ["d4"]);
    }
}
