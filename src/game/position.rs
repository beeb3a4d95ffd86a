//! The contract that a variant keeps.

use super::view::{Deed, Gesture, PieceHelp, Scene};
use super::weights::{Composition, Family};
use super::{InputError, Look, MoveStyle, Outcome, Reading, Reason, Side};
use arrayvec::ArrayVec;
use std::fmt::Debug;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::ops::DerefMut;

/// A move in 32 bits that are never zero, so that `Option` of it is 32 bits too and 0 is "no move".
pub trait PackedMove: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Any bits at all, as a table may hold them; [`Position::is_legal`] says what they are worth.
    fn from_bits(bits: NonZeroU32) -> Self;
    /// The bits of the move.
    fn to_bits(self) -> NonZeroU32;
}

/// A list that a generator fills: of bounded length on the stack, or growing.
pub trait MoveStore<M>: Default + DerefMut<Target = [M]> {
    /// Adds a move.
    fn push(&mut self, m: M);
    /// Removes the move at `index`, putting the last one in its place.
    fn swap_remove(&mut self, index: usize) -> M;
}

impl<M, const N: usize> MoveStore<M> for ArrayVec<M, N> {
    #[inline(always)]
    fn push(&mut self, m: M) {
        ArrayVec::push(self, m);
    }

    #[inline(always)]
    fn swap_remove(&mut self, index: usize) -> M {
        ArrayVec::swap_remove(self, index)
    }
}

impl<M> MoveStore<M> for Vec<M> {
    fn push(&mut self, m: M) {
        Vec::push(self, m);
    }

    fn swap_remove(&mut self, index: usize) -> M {
        Vec::swap_remove(self, index)
    }
}

/// Which legal moves a generator is asked for. [`MoveClass::Noisy`] and [`MoveClass::Quiet`] together are exactly
/// [`MoveClass::All`], and a move is in the first exactly when [`Position::is_noisy`] says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveClass {
    /// Every legal move.
    All,
    /// The moves that change the balance of material: what quiescence searches.
    Noisy,
    /// The others.
    Quiet,
}

/// What a variant is called and looks like, and the words that explain it.
#[derive(Debug)]
pub struct VariantInfo {
    /// The name in `UCI_Variant`.
    pub name: &'static str,
    /// Other names that are read, in lower case without blanks and hyphens.
    pub aliases: &'static [&'static str],
    /// The `[Variant]` tag of PGN; `None` writes none (chess).
    pub pgn_tag: Option<&'static str>,
    /// One line for lists of variants.
    pub summary: &'static str,
    /// The board: files, ranks, levels.
    pub shape: (usize, usize, usize),
    /// The position text of the start.
    pub start: &'static str,
    /// The names of the levels, the lowest first; none where there is only one.
    pub levels: &'static [&'static str],
    /// The pieces in words, in the order in which people list them.
    pub pieces: &'static [PieceHelp],
    /// The rules in brief, the text and move forms, with a line `{pieces}` where the table of pieces goes:
    /// [`VariantInfo::help_text`] puts it there.
    pub help: &'static str,
}

/// What the search may assume about a variant, and its rough numbers.
#[derive(Clone, Copy, Debug)]
pub struct SearchTraits {
    /// May the side to move be taken to have something at least as good as its static evaluation
    /// when it is not in danger? Quiescence needs it.
    pub stand_pat: bool,
    /// Is passing nearly always worse than moving? Null-move pruning needs it, beside [`Position::pass`].
    pub null_move: bool,
    /// Does [`Position::see_at_least`] weigh exchanges? Pruning by winning captures needs it.
    pub exchanges: bool,
    /// Moves of a typical middle game position.
    pub branching: u32,
    /// The value of the weakest man in centipawns: the unit of margins.
    pub unit: i32,
}

impl SearchTraits {
    /// Nothing is assumed.
    pub const SAFE: SearchTraits =
        SearchTraits { stand_pat: false, null_move: false, exchanges: false, branching: 40, unit: 100 };
}

/// One line of the table that `eval` prints, in centipawns, middle game and end game, from each side's own view.
#[derive(Clone, Debug)]
pub struct EvalTerm {
    /// The name of the term.
    pub name: &'static str,
    /// White's share: (middle game, end game).
    pub white: (i32, i32),
    /// Black's share: (middle game, end game).
    pub black: (i32, i32),
}

/// A position of a variant: rules, texts, and hooks for the search.
///
/// A position is plain data without heap: `play` changes it in place, and callers who want the old one copy it first.
/// Every hook has a default that keeps the search correct, only weaker.
pub trait Position: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// A move.
    type Move: PackedMove;
    /// A list long enough for every position's moves.
    type Moves: MoveStore<Self::Move>;
    /// What the other side threatens, as far as it tells quiet moves apart; `()` where that is not worth its time.
    type Threats: Copy + Default + Debug + Send;
    /// The variant.
    const INFO: &'static VariantInfo;
    /// What the search may assume.
    const TRAITS: SearchTraits = SearchTraits::SAFE;

    // ---- Texts ----

    /// Reads a position text.
    ///
    /// # Errors
    /// A text that cannot be a position, with the field, the token and the reason.
    fn read(text: &str, reading: Reading) -> Result<Self, InputError>;

    /// The canonical position text.
    fn write(&self) -> String;

    /// The canonical text of a legal move.
    fn write_move(&self, m: Self::Move, style: MoveStyle) -> String;

    /// Reads a move that is legal here.
    ///
    /// # Errors
    /// Malformed tokens and illegal moves.
    fn read_move(&self, token: &str, style: MoveStyle) -> Result<Self::Move, InputError>;

    /// A legal move in the notation for people.
    fn write_san(&self, m: Self::Move) -> String;

    /// Reads a legal move in the notation for people.
    ///
    /// # Errors
    /// Malformed, illegal and ambiguous moves.
    fn read_san(&self, token: &str) -> Result<Self::Move, InputError>;

    /// The board, for people: several lines, the last one ended too.
    fn draw(&self, look: Look) -> String;

    /// What front ends show. A variant that says nothing here can be played by typing only.
    fn scene(&self) -> Scene {
        Scene::default()
    }

    /// How a legal move is made by hand on the board that [`Position::scene`] shows.
    fn gesture(&self, m: Self::Move, style: MoveStyle) -> Gesture {
        Gesture::placeless(self.write_move(m, style), Deed::Move)
    }

    /// The squares from which the king of the side to move is attacked.
    fn checkers(&self) -> Vec<String>;

    /// The same position with the sides exchanged and the board mirrored.
    fn mirrored(&self) -> Self;

    // ---- Rules ----

    /// The side to move.
    fn side(&self) -> Side;

    /// The number of half-moves over which the position can have been reached without an irreversible move.
    fn reversible_plies(&self) -> usize;

    /// The key of what the rules file lists as the state for repetition.
    fn repetition_key(&self) -> u64;

    /// The key of everything that can change a later move or its result, clocks aside.
    fn search_key(&self) -> u64 {
        self.repetition_key()
    }

    /// Both keys (repetition, search) computed from the position alone, against which the kept ones are tested.
    fn keys_from_scratch(&self) -> (u64, u64);

    /// Adds the legal moves of a class to a list. A position whose game is over by the board has none.
    fn generate(&self, class: MoveClass, moves: &mut Self::Moves);

    /// The number of legal moves.
    fn count_moves(&self) -> u64 {
        let mut moves = Self::Moves::default();
        self.generate(MoveClass::All, &mut moves);
        moves.len() as u64
    }

    /// Is the move legal here? Exact for any bits whatever.
    fn is_legal(&self, m: Self::Move) -> bool;

    /// Plays a legal move.
    fn play(&mut self, m: Self::Move);

    /// Plays a legal move on this copy of `before`. What stood there can be read from `before`, where it does not wait for the
    /// copy to be written.
    #[inline(always)]
    fn play_from(&mut self, _before: &Self, m: Self::Move) {
        self.play(m);
    }

    /// Is the side to move in check, or threatened as the rules file calls it?
    fn in_check(&self) -> bool;

    /// A result by the loss of a king, which comes before everything else.
    fn king_loss(&self) -> Option<Outcome> {
        None
    }

    /// What it means that the side to move has no legal move.
    fn stuck(&self) -> Outcome {
        if self.in_check() { Outcome::win(!self.side(), Reason::Mate) } else { Outcome::draw(Reason::Stalemate) }
    }

    /// A draw by the men on the board or by the clock, in this order, provided that a legal move exists.
    fn board_draw(&self) -> Option<Reason>;

    /// Does the move take back the one before it, so that the position it leaves is struck from the history?
    fn takes_back(&self, _m: Self::Move) -> bool {
        false
    }

    // ---- Hooks for the search ----

    /// The value of the position for the side to move, in centipawns.
    fn evaluate(&self) -> i32;

    /// The value of the men alone for the side to move, in centipawns: what the whole evaluation is measured against.
    fn material(&self) -> i32 {
        self.evaluate()
    }

    /// The terms of the evaluation, for people.
    fn explain(&self) -> Vec<EvalTerm> {
        Vec::new()
    }

    /// The groups of weights that the evaluation has, in the order in which [`Position::composition`] numbers them.
    fn families() -> Vec<Family> {
        Vec::new()
    }

    /// How the evaluation comes from its weights, where it does.
    fn composition(&self) -> Option<Composition> {
        None
    }

    /// Is the move of class [`MoveClass::Noisy`]?
    fn is_noisy(&self, _m: Self::Move) -> bool {
        false
    }

    /// Is the static evaluation worthless here because the side to move is under attack? No standing pat, no early pruning.
    fn in_danger(&self) -> bool {
        self.in_check()
    }

    /// Does the search end here whatever depth is left, so that the position is judged as it stands?
    fn is_over(&self) -> bool {
        false
    }

    /// Is the move the only sensible one, so that it costs no depth?
    fn forced(&self) -> bool {
        false
    }

    /// Where the last move can be taken back: the move that does so, and the position as it is for who does not want to. That one
    /// has all the other moves, each of which leads where it leads from here, and it stands where this one does.
    fn take_back(&self) -> Option<(Self::Move, Self)> {
        None
    }

    /// Where moves are banned because they lead to what was just taken back: the position without the ban. Every legal move here
    /// is legal there and leads to the same position, and nothing else is different.
    fn without_ban(&self) -> Option<Self> {
        None
    }

    /// The position after passing, where that is a position.
    fn pass(&self) -> Option<Self> {
        None
    }

    /// Can a noisy move win at least `threshold` centipawns in the exchange that follows on its square?
    fn see_at_least(&self, _m: Self::Move, threshold: i32) -> bool {
        threshold <= 0
    }

    /// How promising a noisy move is: the greater the sooner it is tried.
    fn noisy_order(&self, _m: Self::Move) -> i32 {
        0
    }

    /// Does the move put the other side in danger?
    fn gives_danger(&self, _m: Self::Move) -> bool {
        false
    }

    /// The number of values of [`Position::history_index`].
    const HISTORY_SLOTS: usize = 1;

    /// Where the move's own statistics are kept: the same for moves alike, whoever makes them, and perhaps what the other
    /// side threatens where they begin and end.
    fn history_index(&self, _m: Self::Move, _threats: Self::Threats) -> usize {
        0
    }

    /// What the other side threatens, worked out once a node for [`Position::history_index`].
    fn threats(&self) -> Self::Threats {
        Self::Threats::default()
    }

    /// The number of values of [`Position::piece_to`].
    const PIECE_TO_SLOTS: usize = 1;

    /// The kind of piece that moves and where it goes, as one number.
    fn piece_to(&self, _m: Self::Move) -> usize {
        0
    }

    /// Keys of parts of the position whose misjudgement tends to repeat (pawns, men of each side).
    fn correction_keys(&self) -> [u64; 3] {
        [0; 3]
    }

    /// A good guess of [`Position::search_key`] after the move, to fetch the table's entry early.
    fn key_after(&self, _m: Self::Move) -> u64 {
        self.search_key()
    }
}
