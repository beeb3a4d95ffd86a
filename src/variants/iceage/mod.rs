//! Ice Age Chess (Köksal Karakus): chess on a board whose empty squares start as ice, which comes back every twenty moves.
//!
//! The rules are those of chess on a [`Terrain`](crate::variants::common8x8::Terrain) of ice: `ice` is the ice and the event,
//! `eval` the evaluation. Here stand the draws and the hooks.

mod eval;
mod ice;
mod show;

pub use ice::Ice;

use crate::bits::BitSet;
use crate::game::weights::{Composition, Family};
use crate::game::{
    EvalTerm, Gesture, InputError, Look, MoveClass, MoveStyle, Outcome, Position, Reading, Reason, Scene, SearchTraits, Side,
    VariantInfo,
};
use crate::geometry::board8x8::{self as squares, SQUARES};
use crate::variants::common8x8::{Board, Kind, Move, Moves, san};
use ice::CYCLE;

/// Half-moves without a pawn's move or the capture of a man that draw (rule 6).
const CLOCK_LIMIT: u16 = 100;

/// A position of Ice Age Chess.
pub type IceAge = Board<Ice>;

impl Position for IceAge {
    type Move = Move;
    /// A man reaches no more squares than in chess, so the bound is the same.
    type Moves = Moves;
    type Threats = u64;

    const INFO: &'static VariantInfo = &VariantInfo {
        name: "iceage",
        aliases: &["iceagechess"],
        pgn_tag: Some("Ice Age"),
        summary: "chess on a board of ice that comes back every twenty moves and freezes lone men (K. Karakus)",
        shape: (8, 8, 1),
        start: "rnbqkbnr/pppppppp/********/********/********/********/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        levels: &[],
        pieces: show::PIECES,
        help: include_str!("help.md"),
    };
    const TRAITS: SearchTraits = SearchTraits { stand_pat: true, null_move: true, exchanges: true, branching: 35, unit: 100 };

    fn read(text: &str, reading: Reading) -> Result<IceAge, InputError> {
        let mut position = IceAge::from_text(text, reading, 0)?;
        if position.is_over() {
            position.check_lost_kings(text)?;
            position.take_en_passant();
        }
        Ok(position)
    }

    fn write(&self) -> String {
        self.to_text()
    }

    fn write_move(&self, m: Move, style: MoveStyle) -> String {
        self.move_text(m, style)
    }

    fn read_move(&self, token: &str, _style: MoveStyle) -> Result<Move, InputError> {
        self.check_not_over(token)?;
        self.move_from_text(token)
    }

    fn write_san(&self, m: Move) -> String {
        let mut after = *self;
        after.play(m);
        self.san(m) + san::check_sign(&after)
    }

    fn read_san(&self, token: &str) -> Result<Move, InputError> {
        self.check_not_over(token)?;
        self.move_from_san(token)
    }

    fn draw(&self, look: Look) -> String {
        format!("{}{}\n", self.drawing(look), self.forecast())
    }

    fn scene(&self) -> Scene {
        self.picture()
    }

    fn gesture(&self, m: Self::Move, style: MoveStyle) -> Gesture {
        self.by_hand(m, style)
    }

    fn checkers(&self) -> Vec<String> {
        let checkers = if self.in_check() { self.checkers } else { 0 };
        checkers.squares().map(squares::name).collect()
    }

    fn mirrored(&self) -> IceAge {
        self.mirror()
    }

    fn side(&self) -> Side {
        self.side
    }

    fn reversible_plies(&self) -> usize {
        self.clock.into()
    }

    fn repetition_key(&self) -> u64 {
        self.full_key()
    }

    fn keys_from_scratch(&self) -> (u64, u64) {
        let key = self.full_key_from_scratch();
        (key, key)
    }

    fn generate(&self, class: MoveClass, moves: &mut Moves) {
        if !self.is_over() {
            self.collect(class, moves);
        }
    }

    fn count_moves(&self) -> u64 {
        if self.is_over() { 0 } else { self.count() }
    }

    fn is_legal(&self, m: Move) -> bool {
        !self.is_over() && self.finds(m)
    }

    #[inline]
    fn play(&mut self, m: Move) {
        let before = *self;
        self.play_from(&before, m);
    }

    #[inline(always)]
    fn play_from(&mut self, before: &IceAge, m: Move) {
        self.make_from(before, m);
        if before.ice_is_due() {
            self.freeze();
        }
    }

    fn in_check(&self) -> bool {
        self.checkers != 0 && !self.is_over()
    }

    /// Rule 4.
    #[inline]
    fn king_loss(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let has_king = |side| self.men(side, Kind::King) != 0;
        let winner = Side::BOTH.into_iter().find(|&side| has_king(side));
        Some(winner.map_or(Outcome::draw(Reason::BothKings), |side| Outcome::win(side, Reason::Frozen)))
    }

    /// Rule 6.
    fn board_draw(&self) -> Option<Reason> {
        if self.all_men() == self.kinds[Kind::King as usize] {
            Some(Reason::BareKings)
        } else {
            (self.clock >= CLOCK_LIMIT).then_some(Reason::Clock)
        }
    }

    fn evaluate(&self) -> i32 {
        self.evaluation()
    }

    fn material(&self) -> i32 {
        self.men_alone()
    }

    fn explain(&self) -> Vec<EvalTerm> {
        self.terms()
    }

    fn families() -> Vec<Family> {
        eval::families()
    }

    fn composition(&self) -> Option<Composition> {
        self.composed()
    }

    fn see_at_least(&self, m: Move, threshold: i32) -> bool {
        self.exchange_wins(m, threshold)
    }

    fn noisy_order(&self, m: Move) -> i32 {
        self.victim_order(m)
    }

    /// What stands after White's twentieth move is no measure of what stands after Black's, which brings the ice.
    fn in_danger(&self) -> bool {
        self.ice_is_due() || self.in_check()
    }

    fn gives_danger(&self, m: Move) -> bool {
        let ice_comes_next = self.side == Side::White && self.number.is_multiple_of(CYCLE);
        // A check that comes with the ice may be frozen over.
        ice_comes_next || !self.ice_is_due() && self.gives_check(m)
    }

    /// Ice alone is no gain.
    fn is_noisy(&self, m: Move) -> bool {
        m.promotion().is_some() || self.takes_man(m)
    }

    /// Not in check, not with pawns alone (zugzwang), and not when the ice would fall: a pass would bring it too.
    fn pass(&self) -> Option<IceAge> {
        let own = self.sides[self.side.index()];
        let pieces = own & !self.kinds[Kind::Pawn as usize] & !self.kinds[Kind::King as usize];
        if self.in_danger() || pieces == 0 {
            return None;
        }
        let mut passed = *self;
        passed.take_en_passant();
        passed.number = passed.number.saturating_add(self.side.index() as u16);
        passed.pass_turn();
        Some(passed)
    }

    /// Moves from and to squares that the other side attacks are other moves.
    const HISTORY_SLOTS: usize = 4 * 2 * SQUARES * SQUARES;

    fn history_index(&self, m: Move, threats: u64) -> usize {
        let threatened = 2 * usize::from(threats.has(m.from())) + usize::from(threats.has(m.to()));
        ((threatened * 2 + self.side.index()) * SQUARES + m.from()) * SQUARES + m.to()
    }

    fn threats(&self) -> u64 {
        self.attacked_by(!self.side)
    }

    const PIECE_TO_SLOTS: usize = 6 * SQUARES;

    fn piece_to(&self, m: Move) -> usize {
        let kind = self.squares[m.from()].map_or(0, |kind| kind as usize);
        kind * SQUARES + m.to()
    }

    fn correction_keys(&self) -> [u64; 3] {
        self.part_keys()
    }

    fn key_after(&self, m: Move) -> u64 {
        self.full_key_after(m)
    }
}

impl IceAge {
    /// A king is missing only where the ice has just taken it: White is to move after Black's move 20, 40, ...
    fn check_lost_kings(&self, text: &str) -> Result<(), InputError> {
        if self.side == Side::White && self.number > CYCLE && self.number % CYCLE == 1 {
            return Ok(());
        }
        let lost = Side::BOTH.into_iter().filter(|&side| self.men(side, Kind::King) == 0).map(Side::name);
        let lost = lost.collect::<Vec<_>>().join(" and ");
        let when = "only the ice takes kings, and then White is to move at 21, 41, ...";
        let board = text.split_ascii_whitespace().next().unwrap_or_default();
        Err(InputError::new("board", board, format!("no {lost} king; {when}")))
    }

    /// Moves are read only while the game goes on.
    fn check_not_over(&self, token: &str) -> Result<(), InputError> {
        if self.is_over() { Err(InputError::new("move", token, "the game is over: a king is frozen")) } else { Ok(()) }
    }
}
