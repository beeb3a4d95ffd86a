//! The record of a game in progress: where it began, its moves, and how it ended away from the board.

use crate::arena::game::Played;
use crate::arena::limits::{Budget, Clock, TimeControl};
use crate::arena::pgn;
use crate::arena::player::Thought;
use crate::game::registry::Variant;
use crate::game::{InputError, MoveStyle, Outcome, Reading, Referee, Side};

/// An end that the board does not show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Resigned(Side),
    Agreed,
    /// A side has overstepped its time.
    Overtime(Side),
    /// A game that was loaded says so, with this winner.
    Recorded(Option<Side>),
}

/// How PGN says that a game ended.
struct Ending {
    result: &'static str,
    /// In the words of the PGN standard.
    termination: &'static str,
    /// In ours.
    words: String,
}

impl Verdict {
    fn ending(self) -> Ending {
        let lost = |loser: Side| pgn::result_of(Some(!loser));
        let (result, termination, words) = match self {
            Verdict::Resigned(side) => (lost(side), "normal", format!("{} resigns", side.name())),
            Verdict::Agreed => (pgn::result_of(None), "normal", "drawn by agreement".to_owned()),
            Verdict::Overtime(side) => (lost(side), "time forfeit", format!("{} oversteps its time", side.name())),
            Verdict::Recorded(winner) => (pgn::result_of(winner), "normal", "as recorded".to_owned()),
        };
        Ending { result, termination, words }
    }

    fn sentence(self) -> String {
        let beaten = |loser: Side, how: &str| format!("{} wins: {} {how}.", (!loser).title(), loser.title());
        match self {
            Verdict::Resigned(side) => beaten(side, "resigns"),
            Verdict::Agreed => "Draw: agreed.".to_owned(),
            Verdict::Overtime(side) => beaten(side, "has overstepped its time"),
            Verdict::Recorded(Some(winner)) => format!("{} wins, as the record says.", winner.title()),
            Verdict::Recorded(None) => "Draw, as the record says.".to_owned(),
        }
    }
}

/// A move that was made.
#[derive(Clone, Debug)]
pub struct Made {
    pub side: Side,
    pub played: Played,
}

/// A game in progress.
pub struct Record {
    pub variant: &'static Variant,
    pub style: MoveStyle,
    /// The start; `None` is the variant's own.
    fen: Option<String>,
    referee: Box<dyn Referee>,
    moves: Vec<Made>,
    /// White's order while Black's is not given (simultaneous variants only).
    sealed: Option<Made>,
    verdict: Option<Verdict>,
    /// Has anything happened that no file holds?
    pub unsaved: bool,
}

impl Record {
    /// A game from a position, or the variant's start.
    ///
    /// # Errors
    /// A bad position, and one in which nobody could know both orders of the turn.
    pub fn new(variant: &'static Variant, style: MoveStyle, fen: Option<&str>) -> Result<Record, InputError> {
        let mut referee = (variant.referee)();
        referee.set_style(style);
        referee.set_position(fen, Reading::Lenient, &[])?;
        if referee.is_simultaneous() && referee.side() == Side::Black {
            let text = referee.text();
            return Err(InputError::new("position", text, "White's order is sealed there, so the turn cannot be carried out"));
        }
        let fen = fen.map(|_| referee.text());
        Ok(Record { variant, style, fen, referee, moves: Vec::new(), sealed: None, verdict: None, unsaved: false })
    }

    pub fn referee(&self) -> &dyn Referee {
        self.referee.as_ref()
    }

    pub fn side(&self) -> Side {
        self.referee.side()
    }

    pub fn moves(&self) -> &[Made] {
        &self.moves
    }

    pub fn is_sealed(&self) -> bool {
        self.sealed.is_some()
    }

    /// The number of the move, with which position texts end.
    pub fn number(&self) -> u32 {
        self.referee.text().rsplit(' ').next().and_then(|word| word.parse().ok()).unwrap_or(1)
    }

    pub fn start(&self) -> Option<&str> {
        self.fen.as_deref()
    }

    /// The moves as somebody may be told them who is asked for the next: what lies under seal is not among them.
    pub fn told(&self) -> Vec<&str> {
        let sealed = self.sealed.as_ref().map(|_| "sealed");
        self.moves.iter().map(|made| made.played.notation.text.as_str()).chain(sealed).collect()
    }

    /// The canonical text of a move that was typed, in coordinates or for people.
    ///
    /// # Errors
    /// What is neither; the reason is that of the form that was probably meant.
    pub fn read(&self, typed: &str) -> Result<String, InputError> {
        let coordinates = self.referee.notation(typed).map(|notation| notation.text);
        coordinates.or_else(|error| {
            let digits = typed.chars().filter(char::is_ascii_digit).count();
            let for_people = digits < 2 || typed.starts_with(char::is_uppercase);
            self.referee.read_san(typed).map_err(|other| if for_people { other } else { error })
        })
    }

    /// Plays a move of the side that is asked. A turn of orders is carried out when both are in.
    ///
    /// # Errors
    /// A move that is not legal.
    pub fn play(&mut self, text: &str, thought: Option<Thought>) -> Result<(), InputError> {
        let (side, notation) = (self.side(), self.referee.notation(text)?);
        self.referee.play(&notation.text)?;
        let made = Made { side, played: Played { notation, thought } };
        if self.referee.is_simultaneous() && side == Side::White {
            self.sealed = Some(made);
        } else {
            self.moves.extend(self.sealed.take());
            self.moves.push(made);
        }
        self.unsaved = true;
        Ok(())
    }

    /// Takes back an end away from the board, or else the last move of a side that is `mine` and all behind it, in
    /// simultaneous variants whole turns. Returns what was taken back, in words.
    ///
    /// # Errors
    /// Nothing of the kind was done.
    pub fn undo(&mut self, mine: impl Fn(Side) -> bool) -> Result<String, InputError> {
        if let Some(verdict) = self.verdict.take() {
            self.unsaved = true;
            return Ok(format!("taken back: {}", verdict.ending().words));
        }
        let kept = if self.sealed.as_ref().is_some_and(|made| mine(made.side)) {
            Some(self.moves.len())
        } else if self.referee.is_simultaneous() {
            self.moves.len().checked_sub(2)
        } else {
            self.moves.iter().rposition(|made| mine(made.side))
        };
        let kept = kept.ok_or_else(|| InputError::new("undo", "", "there is no move of yours to take back"))?;
        let texts: Vec<&str> = self.moves[..kept].iter().map(|made| made.played.notation.text.as_str()).collect();
        self.referee.set_position(self.fen.as_deref(), Reading::Lenient, &texts)?;
        let gone: Vec<_> = self.moves.drain(kept..).map(|made| made.played.notation.san).collect();
        let sealed = self.sealed.take().map(|_| "the order under seal".to_owned());
        self.unsaved = true;
        Ok(format!("taken back: {}", gone.into_iter().chain(sealed).collect::<Vec<_>>().join(" ")))
    }

    /// Ends the game away from the board.
    pub fn decide(&mut self, verdict: Verdict) {
        self.verdict = Some(verdict);
        self.unsaved = true;
    }

    /// The result in a sentence, if the game is over.
    pub fn end(&self) -> Option<String> {
        let on_board = || self.board_end().map(|outcome| outcome.sentence());
        self.verdict.map(Verdict::sentence).or_else(on_board)
    }

    /// The result on the board; between the orders of a turn there is none.
    fn board_end(&self) -> Option<Outcome> {
        if self.is_sealed() { None } else { self.referee.outcome() }
    }

    fn ending(&self) -> Ending {
        let words_of = |outcome: Outcome| Ending {
            result: pgn::result_of(outcome.winner),
            termination: "normal",
            words: outcome.to_string(),
        };
        let on_board = || self.board_end().map(words_of);
        let going_on = || Ending { result: "*", termination: "unterminated", words: "not over".to_owned() };
        self.verdict.map(Verdict::ending).or_else(on_board).unwrap_or_else(going_on)
    }

    /// The clock of a side behind the moves so far.
    pub fn clock(&self, side: Side, control: TimeControl) -> Clock {
        let mut clock = Clock::new(control);
        let own = self.moves.iter().chain(&self.sealed).filter(|made| made.side == side);
        own.filter_map(|made| made.played.thought.as_ref()).for_each(|thought| clock.press(thought.time));
        clock
    }

    /// The game in PGN, without an order that lies under seal.
    ///
    /// # Errors
    /// The start is not a position, which it was when the game began.
    pub fn pgn(&self, players: [&str; 2], budget: Budget) -> Result<String, InputError> {
        let Ending { result, termination, words } = self.ending();
        let mut tags = pgn::time_tags(&[budget; 2]);
        tags.push(("Termination", termination.to_owned()));
        let word = |made: &Made| {
            let thought = made.played.thought.as_ref();
            let comment = thought.map(|thought| pgn::comment(thought.score, thought.depth, thought.time));
            (made.played.notation.san.clone(), comment)
        };
        let (event, date, round) = ("ziggurat play", pgn::today(), "-".to_owned());
        let (moves, fen, end) = (self.moves.iter().map(word).collect(), self.start(), Some(words));
        let record = pgn::Record { event, date, round, players, result, fen, tags, moves, end };
        record.write(self.style, self.referee.branch().as_mut())
    }

    /// The command line that goes on with the game.
    pub fn command_line(&self) -> String {
        let quoted = |text: &str| shlex::try_quote(text).map_or_else(|_| text.to_owned(), |quoted| quoted.into_owned());
        let mut line = format!("ziggurat play {}", self.variant.info.name);
        if self.style.chess960 {
            line.push_str(" --chess960");
        }
        if let Some(fen) = &self.fen {
            line.push_str(&format!(" --fen {}", quoted(fen)));
        }
        let texts: Vec<&str> = self.moves.iter().map(|made| made.played.notation.text.as_str()).collect();
        if !texts.is_empty() {
            line.push_str(&format!(" --moves {}", quoted(&texts.join(" "))));
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::registry;
    use std::time::Duration;

    fn record(variant: &str, moves: &[&str]) -> Record {
        let mut record = Record::new(registry::find(variant).unwrap(), MoveStyle::default(), None).unwrap();
        moves.iter().for_each(|text| record.play(text, None).unwrap());
        record
    }

    #[test]
    fn undo_goes_back_to_a_choice_of_ones_own() {
        let mut game = record("chess", &["e2e4", "e7e5", "g1f3"]);
        assert_eq!(game.undo(|side| side == Side::Black).unwrap(), "taken back: e5 Nf3");
        assert_eq!(game.told(), ["e2e4"]);
        assert!(game.undo(|side| side == Side::Black).is_err());
        game.decide(Verdict::Resigned(Side::Black));
        assert_eq!(game.end().as_deref(), Some("White wins: Black resigns."));
        assert_eq!(game.undo(|_| true).unwrap(), "taken back: black resigns");
        assert_eq!((game.end(), game.told()), (None, vec!["e2e4"]));
    }

    #[test]
    fn an_order_under_seal_is_told_nobody() {
        let mut game = record("gulliver", &["pe2e3"]);
        assert_eq!(game.told(), ["sealed"]);
        assert!(!game.pgn(["a", "b"], Budget::default()).unwrap().contains("e3"));
        assert!(!game.command_line().contains("e3"));
        game.play("pe7e6", None).unwrap();
        assert_eq!(game.told(), ["pe2e3", "pe7e6"]);
        game.play("0000", None).unwrap();
        assert_eq!(game.undo(|side| side == Side::White).unwrap(), "taken back: the order under seal");
        assert_eq!(game.told(), ["pe2e3", "pe7e6"]);
        game.undo(|side| side == Side::Black).unwrap();
        assert!(game.told().is_empty());
    }

    #[test]
    fn clocks_follow_from_the_moves() {
        let mut game = record("chess", &[]);
        let control: TimeControl = "10+1".parse().unwrap();
        let thought = Thought { time: Duration::from_secs(4), ..Thought::default() };
        game.play("e2e4", Some(thought)).unwrap();
        assert_eq!(game.clock(Side::White, control).left(), Duration::from_secs(7));
        assert_eq!(game.clock(Side::Black, control).left(), Duration::from_secs(10));
        game.undo(|_| true).unwrap();
        assert_eq!(game.clock(Side::White, control).left(), Duration::from_secs(10));
    }

    #[test]
    fn the_command_line_is_quoted_for_a_shell() {
        let game = record("chess", &["e2e4", "e7e5"]);
        assert_eq!(game.command_line(), "ziggurat play chess --moves 'e2e4 e7e5'");
    }
}
