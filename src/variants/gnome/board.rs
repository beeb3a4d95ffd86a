//! What stands on the squares, and all else that a move of a man changes: rights, clocks, the key.

use super::pile::{Man, Pile};
use crate::bits::BitSet;
use crate::game::Side;
use crate::game::keys::{self, splitmix64};
use crate::geometry::board8x8::{RANK_1, SQUARES, file_of};
use crate::variants::common8x8::Kind;

/// Keys of a man at the top of a pile, by [`Man::code`].
static TOP_KEYS: [[u64; SQUARES]; Man::CODES] = {
    let flat: [u64; Man::CODES * SQUARES] = keys::table(31);
    let mut table = [[0; SQUARES]; Man::CODES];
    let mut i = 0;
    while i < flat.len() {
        table[i / SQUARES][i % SQUARES] = flat[i];
        i += 1;
    }
    table
};
/// Keys of a home square whose pawn has moved before.
static MOVED_KEYS: [u64; SQUARES] = keys::table(32);
static CASTLING_KEYS: [u64; Castling::ALL as usize + 1] = keys::table(33);
/// Keys of an en passant square, by its file.
static EN_PASSANT_KEYS: [u64; 8] = keys::table(34);
const BLACK_KEY: u64 = keys::table::<1>(35)[0];
/// What tells the keys of rooks below a top from all others.
const ROOKS_SALT: u64 = keys::table::<1>(36)[0];

/// The key of the rooks below the top of a pile.
#[inline(always)]
fn rooks_key(square: usize, rooks: u32) -> u64 {
    splitmix64(ROOKS_SALT ^ (u64::from(rooks) << 6 | square as u64))
}

#[inline(always)]
fn pile_key(square: usize, pile: Pile) -> u64 {
    let rooks = if pile.is_lone() { 0 } else { rooks_key(square, pile.rooks) };
    TOP_KEYS[pile.top.code()][square] ^ rooks
}

/// Castling rights: a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Castling(u8);

/// One of the four rights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Right {
    pub side: Side,
    pub letter: char,
    pub king: usize,
    pub rook: usize,
    /// Where the king lands, and the square that he crosses, where the rook lands.
    pub landing: usize,
    pub crossed: usize,
    /// The squares between king and rook.
    pub between: u64,
}

const fn right(side: Side, letter: char, king: usize, rook: usize) -> Right {
    let (low, high) = if rook < king { (rook, king) } else { (king, rook) };
    let between = ((1 << high) - 1) & !((2 << low) - 1);
    let (landing, crossed) = if rook < king { (king - 2, king - 1) } else { (king + 2, king + 1) };
    Right { side, letter, king, rook, landing, crossed, between }
}

impl Right {
    pub const ALL: [Right; 4] = [
        right(Side::White, 'K', 4, 7),
        right(Side::White, 'Q', 4, 0),
        right(Side::Black, 'k', 60, 63),
        right(Side::Black, 'q', 60, 56),
    ];
}

/// The rights that end when the ground piece of a square changes.
static LOST: [u8; SQUARES] = {
    let mut lost = [0; SQUARES];
    let mut i = 0;
    while i < Right::ALL.len() {
        lost[Right::ALL[i].king] |= 1 << i;
        lost[Right::ALL[i].rook] |= 1 << i;
        i += 1;
    }
    lost
};

impl Castling {
    const ALL: u8 = 15;

    pub fn rights(self) -> impl Iterator<Item = Right> {
        Right::ALL.into_iter().zip(0..).filter(move |(_, i)| self.0 >> i & 1 != 0).map(|(right, _)| right)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn mirrored(self) -> Castling {
        Castling(self.0 >> 2 | self.0 << 2 & Castling::ALL)
    }
}

/// The board and whose move it is: everything but the veto.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board {
    /// The squares whose top is of each kind. All tops but rooks are told by this, for nobody stands on them.
    pub kinds: [u64; 6],
    /// The squares whose top is of each side.
    pub sides: [u64; 2],
    /// The squares whose ground piece is of each side.
    pub grounds: [u64; 2],
    /// The squares with a rook of each side below the top.
    pub loaded: [u64; 2],
    /// The squares with a wounded bishop.
    pub wounded: u64,
    /// The home squares whose pawn has moved before.
    pub moved: u64,
    /// The key of all but the clocks.
    pub key: u64,
    /// The piles: what is below their tops, as [`Pile::rooks`] has it, and the tops.
    rooks: [u32; SQUARES],
    tops: [Option<Man>; SQUARES],
    pub castling: Castling,
    /// The square behind a pawn that has just made a double step onto an empty one.
    pub en_passant: Option<u8>,
    pub side: Side,
    /// Half-moves since the last capture, crush, blast removal, pawn move or shift.
    pub clock: u16,
    /// The number of the move, counted up after Black's.
    pub number: u16,
}

/// A side's home rank of pawns.
#[inline(always)]
pub(super) const fn home_rank(side: Side) -> u64 {
    match side {
        Side::White => RANK_1 << 8,
        Side::Black => RANK_1 << 48,
    }
}

/// The rank where a side's pawns promote.
#[inline(always)]
pub(super) const fn last_rank(side: Side) -> u64 {
    match side {
        Side::White => RANK_1 << 56,
        Side::Black => RANK_1,
    }
}

impl Board {
    /// The board without men, White to move: what readers fill.
    pub fn empty() -> Board {
        Board {
            kinds: [0; 6],
            sides: [0; 2],
            grounds: [0; 2],
            loaded: [0; 2],
            wounded: 0,
            moved: 0,
            key: CASTLING_KEYS[0],
            rooks: [1; SQUARES],
            tops: [None; SQUARES],
            castling: Castling(0),
            en_passant: None,
            side: Side::White,
            clock: 0,
            number: 1,
        }
    }

    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// The squares with more than one man.
    #[inline(always)]
    pub fn tall(&self) -> u64 {
        self.loaded[0] | self.loaded[1]
    }

    /// The squares whose top is of a kind and side.
    #[inline(always)]
    pub fn tops(&self, side: Side, kind: Kind) -> u64 {
        self.sides[side.index()] & self.kinds[kind as usize]
    }

    /// The squares with a rook of a side on any level.
    #[inline(always)]
    pub fn rook_squares(&self, side: Side) -> u64 {
        self.loaded[side.index()] | self.tops(side, Kind::Rook)
    }

    /// The square of a side's king, unless he is gone.
    #[inline(always)]
    pub fn king(&self, side: Side) -> Option<usize> {
        self.tops(side, Kind::King).first()
    }

    #[inline(always)]
    pub fn top(&self, square: usize) -> Option<Man> {
        self.tops[square]
    }

    #[inline(always)]
    pub fn pile(&self, square: usize) -> Option<Pile> {
        self.tops[square].map(|top| Pile { rooks: self.rooks[square], top })
    }

    /// Is nobody left but the kings (rule 18)?
    pub fn has_bare_kings(&self) -> bool {
        self.occupied() == self.kinds[Kind::King as usize] && self.tall() == 0
    }

    /// The number of men on a square.
    #[inline(always)]
    pub fn height(&self, square: usize) -> usize {
        self.pile(square).map_or(0, Pile::height)
    }

    /// The piles of the board.
    pub fn piles(&self) -> impl Iterator<Item = (usize, Pile)> {
        self.occupied().squares().filter_map(|square| Some((square, self.pile(square)?)))
    }

    /// Puts a pile, or nothing, on a square. A pawn that so comes to stand on the ground of its home square has moved.
    #[inline]
    pub fn set(&mut self, square: usize, pile: Option<Pile>) {
        if let Some(old) = self.pile(square) {
            self.toggle(square, old);
        }
        let mut moved = false;
        if let Some(new) = pile {
            self.toggle(square, new);
            self.rooks[square] = new.rooks;
            moved = new.is_lone() && new.top.kind() == Kind::Pawn && home_rank(new.top.side()).has(square);
        } else {
            self.rooks[square] = 1;
        }
        self.tops[square] = pile.map(|pile| pile.top);
        if moved != self.moved.has(square) {
            self.toggle_moved(square);
        }
    }

    #[inline(always)]
    fn toggle(&mut self, square: usize, pile: Pile) {
        let (bit, top) = (1 << square, pile.top);
        self.kinds[top.kind() as usize] ^= bit;
        self.sides[top.side().index()] ^= bit;
        self.grounds[pile.ground().side().index()] ^= bit;
        if top.is_wounded() {
            self.wounded ^= bit;
        }
        if !pile.is_lone() {
            for side in Side::BOTH {
                self.loaded[side.index()] ^= u64::from(pile.has_rook_below(side)) << square;
            }
        }
        self.key ^= pile_key(square, pile);
    }

    /// Changes whether the pawn on its home square has moved before.
    pub fn toggle_moved(&mut self, square: usize) {
        self.moved ^= 1 << square;
        self.key ^= MOVED_KEYS[square];
    }

    /// The wound of the bishop on a square is not of this move any more.
    pub fn settle(&mut self, square: usize) {
        self.tops[square] = self.tops[square].map(Man::settled);
    }

    /// The ground piece of a square changes, which may end a castling right.
    #[inline(always)]
    pub fn disturb(&mut self, square: usize) {
        if self.castling.0 & LOST[square] != 0 {
            self.set_castling(self.castling.0 & !LOST[square]);
        }
    }

    fn set_castling(&mut self, rights: u8) {
        self.key ^= CASTLING_KEYS[usize::from(self.castling.0)] ^ CASTLING_KEYS[usize::from(rights)];
        self.castling = Castling(rights);
    }

    /// Grants the right of a letter; says whether it was not there yet.
    pub fn grant(&mut self, letter: char) -> bool {
        let old = self.castling;
        if let Some(i) = Right::ALL.iter().position(|right| right.letter == letter) {
            self.set_castling(old.0 | 1 << i);
        }
        self.castling != old
    }

    #[inline(always)]
    pub fn take_en_passant(&mut self) -> Option<usize> {
        let square = usize::from(self.en_passant.take()?);
        self.key ^= EN_PASSANT_KEYS[file_of(square)];
        Some(square)
    }

    pub fn offer_en_passant(&mut self, square: usize) {
        self.en_passant = Some(square as u8);
        self.key ^= EN_PASSANT_KEYS[file_of(square)];
    }

    #[inline(always)]
    pub fn pass_turn(&mut self) {
        self.side = !self.side;
        self.key ^= BLACK_KEY;
    }

    /// Do two boards differ in nothing but the clocks?
    pub fn is_same(&self, other: &Board) -> bool {
        self.key == other.key && *self == Board { clock: self.clock, number: self.number, ..*other }
    }

    /// The key computed from everything it stands for.
    pub fn key_from_scratch(&self) -> u64 {
        let piles = self.piles().map(|(square, pile)| pile_key(square, pile));
        let moved = self.moved.squares().map(|square| MOVED_KEYS[square]);
        let en_passant = self.en_passant.map(|square| EN_PASSANT_KEYS[file_of(square.into())]);
        let side = (self.side == Side::Black).then_some(BLACK_KEY);
        let rest = piles.chain(moved).chain(en_passant).chain(side);
        rest.fold(CASTLING_KEYS[usize::from(self.castling.0)], |key, part| key ^ part)
    }

    /// Keys of the pawns, and of the other tops of White and of Black.
    pub fn part_keys(&self) -> [u64; 3] {
        let [white, black] = self.sides;
        let [pawns, others @ ..] = self.kinds;
        let of_side = |side: u64| others.iter().fold(side, |key, tops| splitmix64(key ^ tops & side));
        [splitmix64(pawns & white ^ splitmix64(pawns & black)), of_side(white & !pawns), of_side(black & !pawns)]
    }

    /// The key after a lone man has gone to an empty square or taken another lone one: a guess, not a rule.
    #[inline(always)]
    pub fn key_after(&self, from: usize, to: usize) -> u64 {
        let key = |square: usize, man: Option<Man>| man.map_or(0, |man| TOP_KEYS[man.code()][square]);
        let mover = self.tops[from];
        let en_passant = self.en_passant.map_or(0, |square| EN_PASSANT_KEYS[file_of(square.into())]);
        self.key ^ BLACK_KEY ^ en_passant ^ key(from, mover) ^ key(to, mover) ^ key(to, self.tops[to])
    }

    /// The board with the sides exchanged.
    pub fn mirrored(&self) -> Board {
        let mut mirror = Board::empty();
        for (square, pile) in self.piles() {
            mirror.set(square ^ 56, Some(pile.mirrored()));
        }
        for square in (mirror.moved ^ self.moved.swap_bytes()).squares() {
            mirror.toggle_moved(square);
        }
        mirror.set_castling(self.castling.mirrored().0);
        if let Some(square) = self.en_passant {
            mirror.offer_en_passant(usize::from(square) ^ 56);
        }
        if self.side == Side::White {
            mirror.pass_turn();
        }
        Board { clock: self.clock, number: self.number, ..mirror }
    }
}
