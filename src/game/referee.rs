//! A game without type parameters: all that protocols and commands ask about rules.

use super::keys::SplitMix;
use super::perft::{self, Method, Stop};
use super::view::{Description, Offers, Scene};
use super::{EvalTerm, Game, InputError, Look, MoveClass, MoveStyle, Outcome, Position, Reading, Side, VariantInfo};

/// More moves than this are counted, not listed (protocol.md; only Gulliver has so many).
pub const LISTED_MOVES: usize = 20_000;

/// So many of them are shown nevertheless, the first in byte order.
pub const FIRST_MOVES: usize = 200;

/// A legal move in all its forms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove {
    /// The canonical text.
    pub text: String,
    /// The position text after it; `None` where the move alone does not make a position (sealed orders).
    pub after: Option<String>,
    /// The notation for people, where it was asked for.
    pub san: Option<String>,
}

/// A legal move as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notation {
    /// The canonical text.
    pub text: String,
    /// The notation for people.
    pub san: String,
}

/// The legal moves of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMoves {
    /// How many there are.
    pub count: u64,
    /// The moves in byte order of their texts: all, or the first [`FIRST_MOVES`] where there are more than [`LISTED_MOVES`].
    pub moves: Vec<LegalMove>,
}

/// The referee of a game in any variant. Whatever is refused leaves the game as it was.
pub trait Referee: Send {
    /// The variant.
    fn variant(&self) -> &'static VariantInfo;

    /// How moves are written and read from now on.
    fn set_style(&mut self, style: MoveStyle);

    /// Sets a position by its text, or the start (`None`), and plays moves from it.
    ///
    /// # Errors
    /// A bad text or an illegal move, with its number.
    fn set_position(&mut self, text: Option<&str>, reading: Reading, moves: &[&str]) -> Result<(), InputError>;

    /// Plays one move given by its text.
    ///
    /// # Errors
    /// A malformed or illegal move.
    fn play(&mut self, token: &str) -> Result<(), InputError>;

    /// The canonical move that a SAN token means here.
    ///
    /// # Errors
    /// Malformed, illegal and ambiguous moves.
    fn read_san(&self, token: &str) -> Result<String, InputError>;

    /// The ways to write a move given by its text.
    ///
    /// # Errors
    /// A malformed or illegal move.
    fn notation(&self, token: &str) -> Result<Notation, InputError>;

    /// Do both sides give their orders before either is shown? White's is played first, Black's behind it, and Black
    /// is asked without being told White's.
    fn is_simultaneous(&self) -> bool {
        false
    }

    /// The same game once more, to try moves in.
    fn branch(&self) -> Box<dyn Referee>;

    /// Can these moves be played one after the other, none of them behind the end of the game?
    ///
    /// # Errors
    /// The first that cannot, with its number.
    fn check_line(&self, moves: &[&str]) -> Result<(), InputError> {
        let mut branch = self.branch();
        for (i, token) in moves.iter().enumerate() {
            let over = branch.outcome().map(|outcome| InputError::new("move", *token, format!("the game is over: {outcome}")));
            over.map_or_else(|| branch.play(token), Err).map_err(|e| e.within(format_args!("move {}", i + 1)))?;
        }
        Ok(())
    }

    /// The canonical position text.
    fn text(&self) -> String;

    /// The side to move.
    fn side(&self) -> Side;

    /// Is the side to move in check or threatened?
    fn in_check(&self) -> bool;

    /// The squares from which the king of the side to move is attacked.
    fn checkers(&self) -> Vec<String>;

    /// The result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The legal moves with the texts after them, and their SAN if asked for.
    fn legal_moves(&self, with_san: bool) -> LegalMoves;

    /// The text of a legal move, every one as likely as every other; `None` where there is none.
    fn move_by_lot(&self, random: &mut SplitMix) -> Option<String> {
        let mut moves = self.legal_moves(false).moves;
        (!moves.is_empty()).then(|| moves.swap_remove(random.below(moves.len())).text)
    }

    /// The position text after both sides' orders, and the result (simultaneous variants only).
    ///
    /// # Errors
    /// A bad order, or a variant whose sides move in turn.
    fn joint_turn(&self, white: &str, _black: &str) -> Result<(String, Option<Outcome>), InputError> {
        Err(InputError::new(
            "white",
            white,
            format!("in {} the sides move in turn; there are no joint orders", self.variant().name),
        ))
    }

    /// The leaves below each legal move, in byte order of the moves; `None` where `stop` ended the count.
    fn divide_until(&self, depth: u32, method: Method, stop: Stop) -> Option<Vec<(String, u64)>>;

    /// The same without an end before the last leaf.
    fn divide(&self, depth: u32, method: Method) -> Vec<(String, u64)> {
        self.divide_until(depth, method, &|| false).unwrap_or_default()
    }

    /// The number of leaves.
    fn perft(&self, depth: u32, method: Method) -> u64 {
        if depth == 0 { 1 } else { self.divide(depth, method).iter().map(|(_, count)| count).sum() }
    }

    /// The board, for people.
    fn draw(&self, look: Look) -> String;

    /// What front ends show of the position.
    fn scene(&self) -> Scene;

    /// How the legal moves are made by hand on the board. Where orders are built piece by piece, `draft` is the text of
    /// what has been ordered so far; it is empty at the beginning, and always where moves are not built.
    ///
    /// # Errors
    /// A draft that is not a legal order.
    fn offers(&self, draft: &str) -> Result<Offers, InputError>;

    /// The squares that a move changes, given by its text.
    ///
    /// # Errors
    /// A malformed or illegal move.
    fn touched(&self, token: &str) -> Result<Vec<String>, InputError>;

    /// What stands on a square, from the ground up, in words.
    ///
    /// # Errors
    /// What is not the name of a square.
    fn describe(&self, square: &str) -> Result<Vec<Description>, InputError> {
        let info = self.variant();
        let level = info.level_of(square)?;
        let cell = self.scene().cells.into_iter().find(|cell| cell.square == square);
        let pieces = cell.map(|cell| cell.pieces).unwrap_or_default();
        Ok(pieces.into_iter().filter_map(|piece| Description::new(info, level, piece)).collect())
    }

    /// The search key of the position.
    fn key(&self) -> u64;

    /// The static evaluation for the side to move in centipawns, and its terms.
    fn explain(&self) -> (i32, Vec<EvalTerm>);

    /// Exchanges the sides and mirrors the board; the game starts anew there.
    fn flip(&mut self);
}

/// The referee of a variant whose sides move in turn.
#[derive(Clone, Debug)]
pub struct TurnReferee<P> {
    game: Game<P>,
    style: MoveStyle,
}

impl<P: Position> TurnReferee<P> {
    /// The referee of a game from the variant's start.
    ///
    /// # Panics
    /// If the variant's own start text is not a position, which the contract tests exclude.
    pub fn new() -> TurnReferee<P> {
        let start = P::read(P::INFO.start, Reading::Strict).unwrap_or_else(|e| panic!("start of {}: {e}", P::INFO.name));
        TurnReferee { game: Game::new(start), style: MoveStyle::default() }
    }

    /// The game itself.
    pub fn game(&self) -> &Game<P> {
        &self.game
    }

    /// How moves are written.
    pub fn style(&self) -> MoveStyle {
        self.style
    }

    fn position(&self) -> &P {
        self.game.position()
    }
}

impl<P: Position> Default for TurnReferee<P> {
    fn default() -> Self {
        TurnReferee::new()
    }
}

impl<P: Position> Referee for TurnReferee<P> {
    fn variant(&self) -> &'static VariantInfo {
        P::INFO
    }

    fn set_style(&mut self, style: MoveStyle) {
        self.style = style;
    }

    fn set_position(&mut self, text: Option<&str>, reading: Reading, moves: &[&str]) -> Result<(), InputError> {
        let mut game = Game::new(P::read(text.unwrap_or(P::INFO.start), reading)?);
        for (i, token) in moves.iter().enumerate() {
            let m = game.position().read_move(token, self.style).map_err(|e| e.within(format_args!("move {}", i + 1)))?;
            game.play(m);
        }
        self.game = game;
        Ok(())
    }

    fn play(&mut self, token: &str) -> Result<(), InputError> {
        let m = self.position().read_move(token, self.style)?;
        self.game.play(m);
        Ok(())
    }

    fn read_san(&self, token: &str) -> Result<String, InputError> {
        let m = self.position().read_san(token)?;
        Ok(self.position().write_move(m, self.style))
    }

    fn notation(&self, token: &str) -> Result<Notation, InputError> {
        let position = self.position();
        let m = position.read_move(token, self.style)?;
        Ok(Notation { text: position.write_move(m, self.style), san: position.write_san(m) })
    }

    fn branch(&self) -> Box<dyn Referee> {
        Box::new(self.clone())
    }

    fn text(&self) -> String {
        self.position().write()
    }

    fn side(&self) -> Side {
        self.position().side()
    }

    fn in_check(&self) -> bool {
        self.position().in_check()
    }

    fn checkers(&self) -> Vec<String> {
        self.position().checkers()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn legal_moves(&self, with_san: bool) -> LegalMoves {
        let position = self.position();
        let mut list = P::Moves::default();
        position.generate(MoveClass::All, &mut list);
        let mut moves: Vec<_> = list
            .iter()
            .map(|&m| {
                let mut after = position.clone();
                after.play(m);
                let san = with_san.then(|| position.write_san(m));
                LegalMove { text: position.write_move(m, self.style), after: Some(after.write()), san }
            })
            .collect();
        moves.sort_unstable_by(|a, b| a.text.cmp(&b.text));
        LegalMoves { count: moves.len() as u64, moves }
    }

    fn divide_until(&self, depth: u32, method: Method, stop: Stop) -> Option<Vec<(String, u64)>> {
        let counts = perft::divide(self.position(), depth, method, stop)?;
        let mut counts: Vec<_> = counts.into_iter().map(|(m, n)| (self.position().write_move(m, self.style), n)).collect();
        counts.sort_unstable();
        Some(counts)
    }

    fn draw(&self, look: Look) -> String {
        self.position().draw(look)
    }

    fn scene(&self) -> Scene {
        self.position().scene()
    }

    fn offers(&self, draft: &str) -> Result<Offers, InputError> {
        if !draft.is_empty() {
            return Err(InputError::new("draft", draft, format!("moves of {} are made at once", P::INFO.name)));
        }
        let mut list = P::Moves::default();
        self.position().generate(MoveClass::All, &mut list);
        let gestures = list.iter().map(|&m| self.position().gesture(m, self.style)).collect();
        Ok(Offers { gestures, left: None })
    }

    fn touched(&self, token: &str) -> Result<Vec<String>, InputError> {
        let m = self.position().read_move(token, self.style)?;
        Ok(self.position().gesture(m, self.style).touched)
    }

    fn key(&self) -> u64 {
        self.position().search_key()
    }

    fn explain(&self) -> (i32, Vec<EvalTerm>) {
        (self.position().evaluate(), self.position().explain())
    }

    fn flip(&mut self) {
        self.game = Game::new(self.position().mirrored());
    }
}
