//! Chess, Fischer Random included (rules: FIDE's laws; repetition, clock and material draws are automatic).
//!
//! * [`board`](self): state, keys, making moves. * `movegen`, `checks`: legal moves, and which give check.
//! * `text`, `san`: texts. * `eval`, `see`: evaluation, exchanges.

mod board;
mod checks;
mod eval;
mod movegen;
mod moves;
mod san;
mod see;
mod text;

pub use board::{Chess, Wing};
pub use moves::{ChessMove, Kind};

use crate::bits::BitSet;
use crate::game::{
    EvalTerm, InputError, MoveClass, MoveStyle, Paint, Position, Reading, Reason, SearchTraits, Side, VariantInfo,
};
use crate::geometry::board8x8::{self as squares, DARK_SQUARES, SQUARES};
use arrayvec::ArrayVec;

/// Half-moves without capture or pawn move that draw.
const CLOCK_LIMIT: u16 = 100;

/// Moves of one position. A side has at most 16 men: a king (8 steps, 2 castlings) and 15 others, none of which has
/// more moves than a queen's 27; 15 * 27 + 10 = 415.
pub type ChessMoves = ArrayVec<ChessMove, 416>;

impl Position for Chess {
    type Move = ChessMove;
    type Moves = ChessMoves;

    const INFO: &'static VariantInfo = &VariantInfo {
        name: "chess",
        aliases: &["standard", "fischerandom", "fischerrandom", "chess960"],
        pgn_tag: None,
        summary: "chess and Fischer Random",
        shape: (8, 8, 1),
        start: text::START,
        help: include_str!("help.md"),
    };
    const TRAITS: SearchTraits = SearchTraits { stand_pat: true, null_move: true, exchanges: true, branching: 35, unit: 100 };

    fn read(text: &str, reading: Reading) -> Result<Chess, InputError> {
        Chess::from_text(text, reading)
    }

    fn write(&self) -> String {
        self.to_text()
    }

    fn write_move(&self, m: ChessMove, style: MoveStyle) -> String {
        self.move_text(m, style)
    }

    fn read_move(&self, token: &str, _style: MoveStyle) -> Result<ChessMove, InputError> {
        self.move_from_text(token)
    }

    fn write_san(&self, m: ChessMove) -> String {
        self.san(m)
    }

    fn read_san(&self, token: &str) -> Result<ChessMove, InputError> {
        self.move_from_san(token)
    }

    fn draw(&self, paint: Paint) -> String {
        self.drawing(paint)
    }

    fn checkers(&self) -> Vec<String> {
        self.checkers.squares().map(squares::name).collect()
    }

    fn mirrored(&self) -> Chess {
        let mut mirror = Chess::empty();
        for square in self.occupied().squares() {
            let side = if self.sides[0].has(square) { Side::Black } else { Side::White };
            if let Some(kind) = self.squares[square] {
                mirror.put(side, kind, square ^ 56);
            }
        }
        self.castling.squares().for_each(|rook| mirror.grant_castling(rook ^ 56));
        if self.side == Side::White {
            mirror.pass_turn();
        } else {
            mirror.find_checks();
        }
        if let Some(square) = self.en_passant {
            mirror.offer_en_passant(usize::from(square) ^ 56);
        }
        mirror.clock = self.clock;
        mirror.number = self.number;
        mirror
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

    fn generate(&self, class: MoveClass, moves: &mut ChessMoves) {
        self.collect(class, moves);
    }

    fn count_moves(&self) -> u64 {
        self.count()
    }

    fn is_legal(&self, m: ChessMove) -> bool {
        self.finds(m)
    }

    fn play(&mut self, m: ChessMove) {
        self.make(m);
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

    fn explain(&self) -> Vec<EvalTerm> {
        self.terms()
    }

    fn see_at_least(&self, m: ChessMove, threshold: i32) -> bool {
        self.exchange_wins(m, threshold)
    }

    fn noisy_order(&self, m: ChessMove) -> i32 {
        self.victim_order(m)
    }

    fn gives_danger(&self, m: ChessMove) -> bool {
        self.gives_check(m)
    }

    fn is_noisy(&self, m: ChessMove) -> bool {
        m.promotion().is_some() || self.captures(m)
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

    const HISTORY_SLOTS: usize = 2 * SQUARES * SQUARES;

    fn history_index(&self, m: ChessMove) -> usize {
        (self.side.index() * SQUARES + m.from()) * SQUARES + m.to()
    }

    const PIECE_TO_SLOTS: usize = 6 * SQUARES;

    fn piece_to(&self, m: ChessMove) -> usize {
        let kind = self.squares[m.from()].map_or(0, |kind| kind as usize);
        kind * SQUARES + m.to()
    }

    fn correction_keys(&self) -> [u64; 3] {
        self.part_keys()
    }

    fn key_after(&self, m: ChessMove) -> u64 {
        self.key_after_move(m)
    }
}

#[cfg(test)]
mod tests;
