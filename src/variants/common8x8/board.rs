//! The state of a game by the rules of chess: men, rights, keys, and how a move changes them.

use super::castling::Wing;
use super::moves::{Kind, Move};
use super::terrain::Terrain;
use crate::bits::BitSet;
use crate::game::Side;
use crate::game::keys;
use crate::geometry::board8x8::{
    BETWEEN, BISHOP_RAYS, FILE_A, FILE_H, KING, KNIGHT, PAWN, ROOK_RAYS, SQUARES, file_of, rank_set,
};
use crate::geometry::sliding8x8::{bishop, rook};

/// Keys of a man on a square, by side and [`row`]: where nothing stands they are zero.
static MAN_KEYS: [[[u64; SQUARES]; 7]; 2] = {
    let flat: [u64; 2 * 6 * SQUARES] = keys::table(1);
    let mut table = [[[0; SQUARES]; 7]; 2];
    let mut i = 0;
    while i < flat.len() {
        table[i / (6 * SQUARES)][i / SQUARES % 6][i % SQUARES] = flat[i];
        i += 1;
    }
    table
};

/// The row of tables about what stands on a square, which may be nothing.
#[inline(always)]
const fn row(man: Option<Kind>) -> usize {
    match man {
        Some(kind) => kind as usize,
        None => 6,
    }
}

/// For each kind, the sets of [`Board::kinds`] that hold it: the whole board for its own, nothing for the others.
static OF_KIND: [[u64; 6]; 6] = {
    let mut table = [[0; 6]; 6];
    let mut kind = 0;
    while kind < 6 {
        table[kind][kind] = u64::MAX;
        kind += 1;
    }
    table
};

/// Keys of a castling right, by the square of its rook.
static CASTLING_KEYS: [u64; SQUARES] = keys::table(2);
/// Keys of an en passant square, by its file.
static EN_PASSANT_KEYS: [u64; 8] = keys::table(3);
/// The key of Black to move.
const BLACK_KEY: u64 = keys::table::<1>(4)[0];

/// The keys of men are kept in three parts: the pawns, the other men of White, those of Black.
const PARTS: usize = 3;

/// The part that the key of a man of a [`row`] belongs to.
#[inline(always)]
const fn part(side: Side, row: usize) -> usize {
    if row == Kind::Pawn as usize { 0 } else { 1 + side.index() }
}

/// A position of a game by the rules of chess, Fischer Random included, on a terrain.
#[derive(Copy, PartialEq, Eq, Debug)]
pub struct Board<T> {
    /// The men of each kind, both sides.
    pub(crate) kinds: [u64; 6],
    /// The men of each side.
    pub(crate) sides: [u64; 2],
    /// What stands on each square.
    pub(crate) squares: [Option<Kind>; SQUARES],
    /// The rooks that may still castle; the side of the king they stand on says which way.
    pub(crate) castling: u64,
    /// The enemy men that give check.
    pub(crate) checkers: u64,
    /// The own men that shield their king from an enemy slider.
    pub(crate) pinned: u64,
    /// The keys of the men, by part.
    man_keys: [u64; PARTS],
    /// The key of the side to move and its rights.
    rights_key: u64,
    /// The square behind a pawn that has just made a double step, if capturing it there is legal.
    pub(crate) en_passant: Option<u8>,
    /// What else lies on the board.
    pub(crate) terrain: T,
    /// The side to move.
    pub(crate) side: Side,
    /// Half-moves since a man was last taken or a pawn moved.
    pub(crate) clock: u16,
    /// The number of the move, counted up after Black's.
    pub(crate) number: u16,
}

impl<T: Copy> Clone for Board<T> {
    /// In one piece: what is derived for a generic type copies field by field, which costs perft 4%.
    #[inline(always)]
    fn clone(&self) -> Board<T> {
        *self
    }
}

impl<T: Terrain> Board<T> {
    /// The board without men, White to move: what readers fill.
    pub(crate) fn empty() -> Board<T> {
        Board {
            kinds: [0; 6],
            sides: [0; 2],
            squares: [None; SQUARES],
            castling: 0,
            checkers: 0,
            pinned: 0,
            man_keys: [0; PARTS],
            rights_key: 0,
            en_passant: None,
            terrain: T::default(),
            side: Side::White,
            clock: 0,
            number: 1,
        }
    }

    /// The men of both sides.
    #[inline(always)]
    pub(crate) fn all_men(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// All that lines stop at: men and obstacles.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> u64 {
        self.all_men() | self.terrain.obstacles()
    }

    /// The men of a kind and side.
    #[inline(always)]
    pub(crate) fn men(&self, side: Side, kind: Kind) -> u64 {
        self.sides[side.index()] & self.kinds[kind as usize]
    }

    /// The square of a side's king. Where the king is lost, which ends the game, it is some square or other.
    #[inline(always)]
    pub(crate) fn king(&self, side: Side) -> usize {
        self.men(side, Kind::King).trailing_zeros() as usize & 63
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, side: Side, kind: Kind, square: usize) {
        self.toggle(side, kind, square);
        self.squares[square] = Some(kind);
    }

    #[inline(always)]
    pub(crate) fn take(&mut self, side: Side, kind: Kind, square: usize) {
        self.toggle(side, kind, square);
        self.squares[square] = None;
    }

    #[inline(always)]
    fn toggle(&mut self, side: Side, kind: Kind, square: usize) {
        self.kinds[kind as usize] ^= 1 << square;
        self.sides[side.index()] ^= 1 << square;
        self.toggle_keys(side, row(Some(kind)), square);
    }

    #[inline(always)]
    fn toggle_keys(&mut self, side: Side, row: usize, square: usize) {
        self.man_keys[part(side, row)] ^= MAN_KEYS[side.index()][row][square];
    }

    /// Does `by` attack a square, on a board occupied like this?
    #[inline(always)]
    pub(crate) fn attacks(&self, by: Side, square: usize, occupied: u64) -> bool {
        let them = self.sides[by.index()];
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds.map(|men| men & them);
        let (diagonal, straight) = (bishops | queens, rooks | queens);
        let leapers = PAWN[(!by).index()][square] & pawns | KNIGHT[square] & knights | KING[square] & kings;
        leapers != 0
            || BISHOP_RAYS[square] & diagonal != 0 && bishop(square, occupied) & diagonal != 0
            || ROOK_RAYS[square] & straight != 0 && rook(square, occupied) & straight != 0
    }

    /// The squares that a side attacks.
    #[inline]
    pub(crate) fn attacked_by(&self, side: Side) -> u64 {
        let (them, occupied) = (self.sides[side.index()], self.occupied());
        let [pawns, knights, bishops, rooks, queens, _] = self.kinds.map(|men| men & them);
        let mut attacked = KING[self.king(side)];
        let ahead = if side == Side::White { pawns << 8 } else { pawns >> 8 };
        attacked |= (ahead & !FILE_A) >> 1 | (ahead & !FILE_H) << 1;
        knights.squares().for_each(|from| attacked |= KNIGHT[from]);
        (bishops | queens).squares().for_each(|from| attacked |= bishop(from, occupied));
        (rooks | queens).squares().for_each(|from| attacked |= rook(from, occupied));
        attacked
    }

    /// The same position with the sides exchanged and the board mirrored.
    pub(crate) fn mirror(&self) -> Board<T> {
        let mut mirror = Board::empty();
        for (side, square) in Side::BOTH.into_iter().flat_map(|side| self.sides[side.index()].squares().map(move |s| (side, s)))
        {
            if let Some(kind) = self.squares[square] {
                mirror.put(!side, kind, square ^ 56);
            }
        }
        mirror.terrain = self.terrain.mirror();
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

    /// Plays a legal move.
    #[inline]
    pub(crate) fn make(&mut self, m: Move) {
        let before = *self;
        self.make_from(&before, m);
    }

    /// Plays a legal move on this copy of a board that is there still.
    #[inline(always)]
    pub(crate) fn make_from(&mut self, before: &Board<T>, m: Move) {
        match before.side {
            Side::White => self.move_from(before, Side::White, m),
            Side::Black => self.move_from(before, Side::Black, m),
        }
    }

    /// Makes this, which is a copy of `before`, the board after a legal move, for a side that the compiler knows. What stood
    /// there is read from `before`, which need not wait for the copy. Nearly every move takes one way through this: whether
    /// a man is taken is not asked, for it cannot be foretold, but bits that may not be there are cleared, and keys of
    /// nothing are zero.
    #[inline(always)]
    fn move_from(&mut self, before: &Board<T>, us: Side, m: Move) {
        let (them, from, to) = (!us, m.from(), m.to());
        let kind = before.squares[from].expect("a legal move starts from a man");
        let (king, pawn) = (kind == Kind::King, kind == Kind::Pawn);
        if king && before.men(us, Kind::Rook).has(to) {
            return self.castle(from, to);
        }
        let victim = before.squares[to];
        let (there, both) = (1u64 << to, 1u64 << from | 1u64 << to);
        let of_kind = &OF_KIND[kind as usize];
        let kinds = std::array::from_fn(|i| before.kinds[i] & !there ^ both & of_kind[i]);
        let own = before.sides[us.index()] ^ both;
        let others = before.sides[them.index()] & !there;
        self.terrain.clear(to);
        let occupied = own | others | self.terrain.obstacles();
        (self.checkers, self.pinned) = checks(before.king(them), them, &kinds, (others, own), occupied);
        self.kinds = kinds;
        self.sides = if us == Side::White { [own, others] } else { [others, own] };
        self.squares[from] = None;
        self.squares[to] = Some(kind);
        self.toggle_keys(us, row(Some(kind)), from);
        self.toggle_keys(us, row(Some(kind)), to);
        self.toggle_keys(them, row(victim), to);
        self.rights_key = before.rights_key ^ BLACK_KEY;
        self.take_en_passant();
        self.lose_castling(both | if king { rank_set(7 * us.index()) } else { 0 });
        self.side = them;
        self.clock = if pawn || victim.is_some() { 0 } else { before.clock.saturating_add(1) };
        self.number = before.number.saturating_add(us.index() as u16);
        if pawn {
            self.finish_pawn_move(m, before.en_passant);
        }
    }

    /// Gives the turn to the other side and finds what checks and pins it.
    pub(crate) fn pass_turn(&mut self) {
        self.side = !self.side;
        self.rights_key ^= BLACK_KEY;
        self.find_checks();
    }

    /// What a pawn's move brings with it when the turn has passed: promotion, the pawn taken in passing, and who may take it so.
    #[inline(always)]
    fn finish_pawn_move(&mut self, m: Move, en_passant: Option<u8>) {
        let (from, to) = (m.from(), m.to());
        if m.promotion().is_some() || en_passant == Some(to as u8) {
            self.exchange_pawn(m);
        } else if from ^ to == 16 {
            self.offer_en_passant((from + to) / 2);
        }
    }

    /// Promotes the pawn that has moved, or takes the one that it has passed behind.
    #[cold]
    #[inline(never)]
    fn exchange_pawn(&mut self, m: Move) {
        let (us, to) = (!self.side, m.to());
        if let Some(kind) = m.promotion() {
            self.toggle(us, Kind::Pawn, to);
            self.put(us, kind, to);
        } else {
            self.take(!us, Kind::Pawn, to ^ 8);
        }
        self.find_checks();
    }

    /// Castles, which is written as taking the own rook.
    #[cold]
    #[inline(never)]
    fn castle(&mut self, king: usize, rook: usize) {
        let us = self.side;
        let (king_to, rook_to) = Wing::of(king, rook).arrivals(king);
        self.take(us, Kind::King, king);
        self.take(us, Kind::Rook, rook);
        self.put(us, Kind::King, king_to);
        self.put(us, Kind::Rook, rook_to);
        self.take_en_passant();
        self.lose_castling(rank_set(7 * us.index()));
        self.clock = self.clock.saturating_add(1);
        self.number = self.number.saturating_add(us.index() as u16);
        self.pass_turn();
    }

    #[inline(always)]
    pub(crate) fn lose_castling(&mut self, squares: u64) {
        let lost = self.castling & squares;
        if lost != 0 {
            self.castling ^= lost;
            lost.squares().for_each(|rook| self.rights_key ^= CASTLING_KEYS[rook]);
        }
    }

    pub(crate) fn grant_castling(&mut self, rook: usize) {
        self.castling |= 1 << rook;
        self.rights_key ^= CASTLING_KEYS[rook];
    }

    #[inline(always)]
    pub(crate) fn take_en_passant(&mut self) -> Option<u8> {
        let square = self.en_passant.take()?;
        self.rights_key ^= EN_PASSANT_KEYS[file_of(square.into())];
        Some(square)
    }

    /// Notes the square behind a double step, if the side to move can legally capture there (chess.md [R]).
    #[inline(always)]
    pub(crate) fn offer_en_passant(&mut self, square: usize) {
        let capturers = PAWN[(!self.side).index()][square] & self.men(self.side, Kind::Pawn);
        if capturers != 0 {
            self.offer_en_passant_to(capturers, square);
        }
    }

    #[inline(never)]
    fn offer_en_passant_to(&mut self, capturers: u64, square: usize) {
        if capturers.squares().any(|from| self.en_passant_is_legal(from, square)) {
            self.en_passant = Some(square as u8);
            self.rights_key ^= EN_PASSANT_KEYS[file_of(square)];
        }
    }

    /// Is the king safe after the pawn on `from` takes en passant on `to`? Two men leave their lines at once,
    /// so pins do not tell; the king is looked at on the board after it.
    pub(crate) fn en_passant_is_legal(&self, from: usize, to: usize) -> bool {
        let victim = to ^ 8;
        let mut after = *self;
        after.take(!self.side, Kind::Pawn, victim);
        let occupied = (after.occupied() ^ 1 << from) | 1 << to;
        !after.attacks(!self.side, self.king(self.side), occupied)
    }

    /// Finds the checkers and the pinned men of the side to move.
    pub(crate) fn find_checks(&mut self) {
        let side = self.side;
        let men = (self.sides[side.index()], self.sides[(!side).index()]);
        (self.checkers, self.pinned) = checks(self.king(side), side, &self.kinds, men, self.occupied());
    }

    /// The key of all but the clocks.
    #[inline(always)]
    pub(crate) fn key(&self) -> u64 {
        self.man_keys.iter().fold(self.rights_key, |key, part| key ^ part)
    }

    /// The keys of the pawns, of White's other men, and of Black's.
    #[inline(always)]
    pub(crate) fn part_keys(&self) -> [u64; PARTS] {
        self.man_keys
    }

    /// The key after a legal move, unless it castles, captures in passing, or changes who may do so: a guess, not a rule.
    #[inline(always)]
    pub(crate) fn key_after_move(&self, m: Move) -> u64 {
        let (us, from, to) = (self.side, m.from(), m.to());
        let man = |side: Side, kind: Kind, square: usize| MAN_KEYS[side.index()][kind as usize][square];
        let en_passant = self.en_passant.map_or(0, |square| EN_PASSANT_KEYS[file_of(square.into())]);
        let mover = self.squares[from].map_or(0, |kind| man(us, kind, from) ^ man(us, m.promotion().unwrap_or(kind), to));
        let victim = self.squares[to].map_or(0, |kind| man(!us, kind, to));
        self.key() ^ BLACK_KEY ^ en_passant ^ mover ^ victim
    }

    /// The key computed from everything it stands for.
    pub(crate) fn key_from_scratch(&self) -> u64 {
        let men = Side::BOTH.into_iter().flat_map(|side| self.sides[side.index()].squares().map(move |s| (side, s)));
        let men = men.filter_map(|(side, s)| Some(MAN_KEYS[side.index()][self.squares[s]? as usize][s]));
        let castling = self.castling.squares().map(|rook| CASTLING_KEYS[rook]);
        let en_passant = self.en_passant.map(|s| EN_PASSANT_KEYS[file_of(s.into())]);
        let side = (self.side == Side::Black).then_some(BLACK_KEY);
        men.chain(castling).chain(en_passant).chain(side).fold(0, |key, part| key ^ part)
    }
}

/// The men that give check to the king of a side, and the own ones that are pinned to it.
#[inline(always)]
fn checks(king: usize, side: Side, kinds: &[u64; 6], (own, others): (u64, u64), occupied: u64) -> (u64, u64) {
    let &[pawns, knights, bishops, rooks, queens, _] = kinds;
    let snipers = BISHOP_RAYS[king] & (bishops | queens) | ROOK_RAYS[king] & (rooks | queens);
    let mut checkers = (PAWN[side.index()][king] & pawns | KNIGHT[king] & knights) & others;
    let mut pinned = 0;
    for sniper in (snipers & others).squares() {
        let shield = BETWEEN[king][sniper] & occupied;
        if shield == 0 {
            checkers |= 1 << sniper;
        } else if !shield.many() {
            pinned |= shield & own;
        }
    }
    (checkers, pinned)
}
