//! Dragonchess (Gary Gygax, Dragon 100, 1985): three boards of 12x8, 42 men a side.

mod attacks;
mod board;
mod draw;
mod eval;
mod men;
mod movegen;
mod san;
mod see;
mod show;
mod text;

pub use board::{Dragonchess, Move};

use crate::bits::BitSet;
use crate::game::weights::{Composition, Family};
use crate::game::{
    EvalTerm, Gesture, InputError, Look, MoveClass, MoveStyle, Position, Reading, Reason, Scene, SearchTraits, Side,
    VariantInfo,
};
use crate::geometry::board12x8x3::{FILES, LEVELS, PLACES, RANKS, SQUARES, Square};
use arrayvec::ArrayVec;
use men::SLOTS;

/// Half-moves without a capture or a move of a Warrior that make a draw.
const CLOCK_LIMIT: u16 = 100;

/// No man has more moves than a Mage on level 2: 18 as a rook, 14 as a bishop, one up and one down. (A Paladin has 24, a
/// Dragon 18 and 5 remote captures.)
const MOVES_OF_A_MAN: usize = 34;

/// The greatest number of moves: men are never added, and texts with more than 42 a side are refused.
const MOVES: usize = text::MEN * MOVES_OF_A_MAN;

/// The slot of [`Position::piece_to`] for remote captures, whose Dragon never stands where its victim does.
const REMOTE_SLOT: usize = SLOTS;

static INFO: VariantInfo = VariantInfo {
    name: "dragonchess",
    aliases: &["dragon"],
    pgn_tag: Some("Dragonchess"),
    summary: "three 12x8 boards, sky, ground and underworld; frozen men and remote captures (G. Gygax, 1985)",
    shape: (FILES, RANKS, LEVELS),
    start: "2g3r3g1/s1s1s1s1s1s1/12/12/12/12/S1S1S1S1S1S1/2G3R3G1|\
            ouhtcmkpthuo/wwwwwwwwwwww/12/12/12/12/WWWWWWWWWWWW/OUHTCMKPTHUO|\
            2b3e3b1/1d1d1d1d1d1d/12/12/12/12/1D1D1D1D1D1D/2B3E3B1 w - - 0 1",
    levels: show::LEVELS,
    pieces: show::PIECES,
    help: include_str!("help.md"),
};

impl Position for Dragonchess {
    type Move = Move;
    type Moves = ArrayVec<Move, MOVES>;
    type Threats = ();
    const INFO: &'static VariantInfo = &INFO;
    const TRAITS: SearchTraits = SearchTraits { stand_pat: true, null_move: true, exchanges: true, branching: 100, unit: 100 };

    fn read(text: &str, reading: Reading) -> Result<Self, InputError> {
        Dragonchess::from_text(text, reading)
    }

    fn write(&self) -> String {
        self.to_text()
    }

    fn write_move(&self, m: Move, _style: MoveStyle) -> String {
        self.move_text(m)
    }

    fn read_move(&self, token: &str, _style: MoveStyle) -> Result<Move, InputError> {
        self.legal_move(token)
    }

    fn write_san(&self, m: Move) -> String {
        self.san(m)
    }

    fn read_san(&self, token: &str) -> Result<Move, InputError> {
        self.san_move(token)
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
        self.checkers_of(self.mover()).squares().map(|index| Square::at_index(index).to_string()).collect()
    }

    fn mirrored(&self) -> Self {
        self.reflected()
    }

    #[inline(always)]
    fn side(&self) -> Side {
        self.mover()
    }

    fn reversible_plies(&self) -> usize {
        self.clock.into()
    }

    #[inline(always)]
    fn repetition_key(&self) -> u64 {
        self.key()
    }

    fn keys_from_scratch(&self) -> (u64, u64) {
        let key = self.key_from_scratch();
        (key, key)
    }

    fn generate(&self, class: MoveClass, moves: &mut Self::Moves) {
        self.list_moves(class, moves);
    }

    fn count_moves(&self) -> u64 {
        self.number_of_moves()
    }

    fn is_legal(&self, m: Move) -> bool {
        self.allows(m)
    }

    #[inline]
    fn play(&mut self, m: Move) {
        self.make(m);
    }

    fn in_check(&self) -> bool {
        self.in_check_as(self.mover())
    }

    fn board_draw(&self) -> Option<Reason> {
        if self.bare_kings() { Some(Reason::BareKings) } else { (self.clock >= CLOCK_LIMIT).then_some(Reason::Clock) }
    }

    fn evaluate(&self) -> i32 {
        self.value()
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

    #[inline(always)]
    fn is_noisy(&self, m: Move) -> bool {
        self.changes_material(m)
    }

    fn pass(&self) -> Option<Self> {
        (!self.in_check()).then(|| self.passed())
    }

    fn see_at_least(&self, m: Move, threshold: i32) -> bool {
        self.exchange_wins(m, threshold)
    }

    fn noisy_order(&self, m: Move) -> i32 {
        self.victim_order(m)
    }

    const HISTORY_SLOTS: usize = SQUARES * SQUARES;

    #[inline(always)]
    fn history_index(&self, m: Move, (): ()) -> usize {
        m.from().ordinal() * SQUARES + m.to().ordinal()
    }

    const PIECE_TO_SLOTS: usize = (SLOTS + 1) * PLACES;

    #[inline(always)]
    fn piece_to(&self, m: Move) -> usize {
        let slot = match self.kind_at(m.from()) {
            Some(kind) if !m.is_remote() => kind.slot(m.to().level()),
            _ => REMOTE_SLOT,
        };
        slot * PLACES + m.to().place_ordinal()
    }

    fn correction_keys(&self) -> [u64; 3] {
        self.key_parts()
    }

    fn key_after(&self, m: Move) -> u64 {
        self.key_after_move(m)
    }
}
