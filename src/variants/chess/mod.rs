//! Chess, Fischer Random included (rules: FIDE's laws; repetition, clock and material draws are automatic).
//!
//! The rules themselves are [`common8x8::Board`](crate::variants::common8x8::Board)'s; here stand the draws, the evaluation
//! (`eval`) and the hooks.

mod eval;
mod show;
mod shuffled;

use crate::bits::BitSet;
use crate::game::weights::{Composition, Family};
use crate::game::{
    EvalTerm, Gesture, InputError, Look, MoveClass, MoveStyle, Position, Reading, Reason, Scene, SearchTraits, Side,
    VariantInfo,
};
use crate::geometry::board8x8::{self as squares, DARK_SQUARES, SQUARES};
use crate::variants::common8x8::{Board, Kind, Move, Moves, Open, san};

pub use shuffled::SHUFFLED;

/// Half-moves without capture or pawn move that draw.
const CLOCK_LIMIT: u16 = 100;

/// A chess position, Fischer Random included.
pub type Chess = Board<Open>;

impl Position for Chess {
    type Move = Move;
    type Moves = Moves;
    type Threats = u64;

    const INFO: &'static VariantInfo = &VariantInfo {
        name: "chess",
        aliases: &["standard", "fischerandom", "fischerrandom", "chess960"],
        pgn_tag: None,
        summary: "chess and Fischer Random",
        shape: (8, 8, 1),
        start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        levels: &[],
        pieces: show::PIECES,
        help: include_str!("help.md"),
    };
    const TRAITS: SearchTraits = SearchTraits { stand_pat: true, null_move: true, exchanges: true, branching: 35, unit: 100 };

    fn read(text: &str, reading: Reading) -> Result<Chess, InputError> {
        Board::from_text(text, reading, 1)
    }

    fn write(&self) -> String {
        self.to_text()
    }

    fn write_move(&self, m: Move, style: MoveStyle) -> String {
        self.move_text(m, style)
    }

    fn read_move(&self, token: &str, _style: MoveStyle) -> Result<Move, InputError> {
        self.move_from_text(token)
    }

    fn write_san(&self, m: Move) -> String {
        let mut after = *self;
        after.make(m);
        self.san(m) + san::check_sign(&after)
    }

    fn read_san(&self, token: &str) -> Result<Move, InputError> {
        self.move_from_san(token)
    }

    fn draw(&self, look: Look) -> String {
        self.drawing(look)
    }

    fn scene(&self) -> Scene {
        self.shown()
    }

    fn gesture(&self, m: Self::Move, style: MoveStyle) -> Gesture {
        self.by_hand(m, style)
    }

    fn checkers(&self) -> Vec<String> {
        self.checkers.squares().map(squares::name).collect()
    }

    fn mirrored(&self) -> Chess {
        self.mirror()
    }

    fn side(&self) -> Side {
        self.side
    }

    fn reversible_plies(&self) -> usize {
        self.clock.into()
    }

    fn repetition_key(&self) -> u64 {
        self.key()
    }

    fn keys_from_scratch(&self) -> (u64, u64) {
        let key = self.key_from_scratch();
        (key, key)
    }

    fn generate(&self, class: MoveClass, moves: &mut Moves) {
        self.collect(class, moves);
    }

    fn count_moves(&self) -> u64 {
        self.count()
    }

    fn is_legal(&self, m: Move) -> bool {
        self.finds(m)
    }

    fn play(&mut self, m: Move) {
        self.make(m);
    }

    #[inline(always)]
    fn play_from(&mut self, before: &Chess, m: Move) {
        self.make_from(before, m);
    }

    fn in_check(&self) -> bool {
        self.checkers != 0
    }

    fn board_draw(&self) -> Option<Reason> {
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds;
        let others = self.occupied() & !kings;
        let heavy = pawns | rooks | queens;
        let bishops_of_one_colour = knights == 0 && (bishops & DARK_SQUARES == 0 || bishops & !DARK_SQUARES == 0);
        let lone_knight = bishops == 0 && !knights.many();
        if others == 0 {
            Some(Reason::BareKings)
        } else if heavy == 0 && (bishops_of_one_colour || lone_knight) {
            Some(Reason::Material)
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

    fn gives_danger(&self, m: Move) -> bool {
        self.gives_check(m)
    }

    fn is_noisy(&self, m: Move) -> bool {
        m.promotion().is_some() || self.takes_man(m)
    }

    /// Not in check, and not with pawns alone: there every move can be worse than none (zugzwang).
    fn pass(&self) -> Option<Chess> {
        let own = self.sides[self.side.index()];
        let pieces = own & !self.kinds[Kind::Pawn as usize] & !self.kinds[Kind::King as usize];
        if self.checkers != 0 || pieces == 0 {
            return None;
        }
        let mut passed = *self;
        passed.take_en_passant();
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
        self.key_after_move(m)
    }
}

#[cfg(test)]
mod tests;
