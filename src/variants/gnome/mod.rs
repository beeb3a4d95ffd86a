//! Gnome Chess (Xadrez de Gnomo, André Covic, v3.1): piles on rooks, falls, blasts, double king moves, shifts, and a veto.
//!
//! * `pile`, `board`: men, piles, the board. * `moves`: packed moves and their texts. * `execute`: moves in full, with all that
//!   falls. * `threat`: threatened kings. * `movegen`, `legal`: legal moves. * `state`: the position with its veto.
//! * `text`, `san`, `draw`: texts. * `eval`, `see`: evaluation, exchanges.

mod board;
mod draw;
mod eval;
mod execute;
mod legal;
mod movegen;
mod moves;
mod pile;
mod san;
mod see;
mod show;
mod state;
mod text;
mod threat;

pub use moves::GnomeMove;
pub use state::Gnome;

use crate::bits::BitSet;
use crate::game::weights::{Composition, Family};
use crate::game::{
    EvalTerm, Gesture, InputError, Look, MoveClass, MoveStyle, Position, Reading, Reason, Scene, SearchTraits, Side,
    VariantInfo,
};
use crate::geometry::board8x8::{self as squares, SQUARES};
use arrayvec::ArrayVec;
use moves::Act;

/// Half-moves without capture, crush, blast removal, pawn move or shift that draw.
const CLOCK_LIMIT: u16 = 100;

/// Moves of one position, at most. A side has 16 men. A knight has 8 leaps, on each of which it goes or climbs, or captures one
/// of 16 enemies: 136 moves. Nobody else but the king has as many: a pawn has 4 steps, a double step and 2 diagonals on which
/// it may climb as well as capture, four promotions each, and shifts with less than 32 piles, 8 of them with four promotions:
/// 91. The king has 8 steps of two kinds, twice: 256; he castles twice, with one step: 32. And the veto: 15 * 136 + 289.
const MOVES: usize = 15 * 136 + 289;

/// A list of moves.
pub type GnomeMoves = ArrayVec<GnomeMove, MOVES>;

/// The slots of [`Position::piece_to`] beside those of the kinds: shifts, and what is not a move of a man.
const SHIFT_SLOT: usize = 6;
const VETO_SLOT: usize = 7;
const SLOTS: usize = 8;

impl Position for Gnome {
    type Move = GnomeMove;
    type Moves = GnomeMoves;
    type Threats = ();

    const INFO: &'static VariantInfo = &VariantInfo {
        name: "gnome",
        aliases: &["gnomechess", "xadrezdegnomo"],
        pgn_tag: Some("Gnome"),
        summary: "piles on rooks, falls, blasts, double king moves, pawn shifts and a veto (A. Covic)",
        shape: (8, 8, 1),
        start: text::START,
        levels: &[],
        pieces: show::PIECES,
        help: include_str!("help.md"),
    };
    const TRAITS: SearchTraits = SearchTraits { stand_pat: true, null_move: false, exchanges: true, branching: 80, unit: 100 };

    fn read(text: &str, reading: Reading) -> Result<Gnome, InputError> {
        Gnome::from_text(text, reading)
    }

    fn write(&self) -> String {
        self.to_text()
    }

    fn write_move(&self, m: GnomeMove, _style: MoveStyle) -> String {
        m.to_string()
    }

    fn read_move(&self, token: &str, _style: MoveStyle) -> Result<GnomeMove, InputError> {
        self.move_from_text(token)
    }

    fn write_san(&self, m: GnomeMove) -> String {
        self.san(m)
    }

    fn read_san(&self, token: &str) -> Result<GnomeMove, InputError> {
        self.move_from_san(token)
    }

    fn draw(&self, look: Look) -> String {
        self.drawing(look)
    }

    fn scene(&self) -> Scene {
        self.picture()
    }

    fn gesture(&self, m: Self::Move, _style: MoveStyle) -> Gesture {
        self.by_hand(m)
    }

    fn checkers(&self) -> Vec<String> {
        self.board.attackers(self.board.side).squares().map(squares::name).collect()
    }

    fn mirrored(&self) -> Gnome {
        self.reflected()
    }

    fn side(&self) -> Side {
        self.board.side
    }

    /// Pawns go back too, so that no clock tells how far back a repetition can reach.
    fn reversible_plies(&self) -> usize {
        usize::MAX
    }

    fn repetition_key(&self) -> u64 {
        self.keys().0
    }

    fn search_key(&self) -> u64 {
        self.keys().1
    }

    fn keys_from_scratch(&self) -> (u64, u64) {
        self.keys_of(board::Board::key_from_scratch)
    }

    fn generate(&self, class: MoveClass, moves: &mut GnomeMoves) {
        self.collect(class, moves);
    }

    fn count_moves(&self) -> u64 {
        self.count()
    }

    fn is_legal(&self, m: GnomeMove) -> bool {
        self.allows(m)
    }

    #[inline]
    fn play(&mut self, m: GnomeMove) {
        self.make(m);
    }

    fn in_check(&self) -> bool {
        self.board.is_threatened(self.board.side)
    }

    fn board_draw(&self) -> Option<Reason> {
        if self.board.has_bare_kings() {
            Some(Reason::BareKings)
        } else {
            (self.board.clock >= CLOCK_LIMIT).then_some(Reason::Clock)
        }
    }

    fn takes_back(&self, m: GnomeMove) -> bool {
        m == GnomeMove::VETO
    }

    fn evaluate(&self) -> i32 {
        self.value()
    }

    fn material(&self) -> i32 {
        self.board.balance(self.board.side)
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

    /// Who may veto is in no danger: whatever threatens, the other side has to take it back.
    fn in_danger(&self) -> bool {
        self.in_check() && !self.can_veto()
    }

    /// What captures, explodes or promotes.
    fn is_noisy(&self, m: GnomeMove) -> bool {
        match m.act() {
            Some(Act::Take | Act::Pass | Act::Explode) => true,
            _ => m.promotion().is_some() || self.captures(m) != [false; 2],
        }
    }

    #[inline]
    fn take_back(&self) -> Option<(GnomeMove, Gnome)> {
        self.can_veto().then(|| (GnomeMove::VETO, Gnome::new(self.board, self.holder, self.waits)))
    }

    #[inline]
    fn without_ban(&self) -> Option<Gnome> {
        self.banned().map(|_| Gnome::new(self.board, self.holder, self.waits))
    }

    fn see_at_least(&self, m: GnomeMove, threshold: i32) -> bool {
        self.exchange_wins(m, threshold)
    }

    fn noisy_order(&self, m: GnomeMove) -> i32 {
        self.gain_order(m)
    }

    fn gives_danger(&self, m: GnomeMove) -> bool {
        self.gives_threat(m)
    }

    const HISTORY_SLOTS: usize = 2 * SQUARES * SQUARES;

    fn history_index(&self, m: GnomeMove, (): ()) -> usize {
        (self.board.side.index() * SQUARES + m.from()) * SQUARES + m.to()
    }

    const PIECE_TO_SLOTS: usize = SLOTS * SQUARES;

    fn piece_to(&self, m: GnomeMove) -> usize {
        let slot = match m.act() {
            Some(Act::Shift) => SHIFT_SLOT,
            Some(Act::Veto) | None => VETO_SLOT,
            _ => self.board.pile(m.from()).and_then(|pile| pile.at(m.level())).map_or(VETO_SLOT, |man| man.kind() as usize),
        };
        slot * SQUARES + m.to()
    }

    fn correction_keys(&self) -> [u64; 3] {
        self.board.part_keys()
    }

    fn key_after(&self, m: GnomeMove) -> u64 {
        self.key_after_move(m)
    }
}
