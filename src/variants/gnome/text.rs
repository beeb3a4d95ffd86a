//! Position texts and moves.

use super::board::{Board, Right};
use super::moves::GnomeMove;
use super::pile::{Man, Pile};
use super::state::{Gnome, Past};
use crate::bits::BitSet;
use crate::game::text::{self, RankItem, counted};
use crate::game::{InputError, Reading, Side};
use crate::geometry::board8x8::{self as squares, SIZE, rank_of, relative_rank, square};
use crate::variants::common8x8::castling::NOT_A_RIGHT;
use crate::variants::common8x8::moves::MOST_MEN;
use crate::variants::common8x8::{Kind, fen};

/// The start, canonically.
pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - b0 - 0 1";

const FIELDS: [&str; 8] =
    ["board", "side to move", "castling", "en passant", "veto", "moved", "half-move clock", "full-move number"];
const DEFAULTS: [&str; 8] = ["", "w", "-", "-", "b0", "-", "0", "1"];

impl Gnome {
    pub(super) fn from_text(text: &str, reading: Reading) -> Result<Gnome, InputError> {
        let [board, side, castling, en_passant, veto, moved, clock, number] = text::fields(text, FIELDS, DEFAULTS, reading)?;
        let mut position = read_board(board)?;
        if text::side(side)? == Side::Black {
            position.pass_turn();
        }
        position.read_moved(moved)?;
        fen::read_castling(castling, reading, |letter| position.read_right(letter))?;
        if let Some(to) = fen::read_en_passant(en_passant, reading, |to| position.is_behind_double_step(to))? {
            position.offer_en_passant(to);
        }
        position.clock = text::number("half-move clock", clock, 0)?;
        position.number = text::number("full-move number", number, 1)?;
        if position.is_threatened(!position.side) {
            return Err(InputError::new("side to move", side, "the king of the other side is threatened"));
        }
        Gnome::with_veto(position, veto)
    }

    /// The veto field: its holder, the wait, and the move that was vetoed.
    fn with_veto(board: Board, field: &str) -> Result<Gnome, InputError> {
        let error = |why: &str| InputError::new("veto", field, why);
        let (state, ban) = field.split_once(':').map_or((field, None), |(state, ban)| (state, Some(ban)));
        let (holder, waits) = match state {
            "w0" => (Side::White, false),
            "w1" => (Side::White, true),
            "b0" => (Side::Black, false),
            "b1" => (Side::Black, true),
            _ => return Err(error("must be w0, w1, b0 or b1, and : with a move after a veto")),
        };
        let mut position = Gnome::new(board, holder, waits);
        if let Some(token) = ban {
            if !waits || holder != position.board.side {
                return Err(error("who was vetoed holds the veto and waits, and is to move"));
            }
            let m = position.move_from_text(token).map_err(|e| e.within("veto: banned"))?;
            if m == GnomeMove::VETO {
                return Err(error("a veto cannot be vetoed"));
            }
            position.ban(m);
            if !position.board.has_move(position.banned()) {
                return Err(error("no other move is left, so this one could not be vetoed"));
            }
        }
        Ok(position)
    }

    pub(super) fn to_text(self) -> String {
        let board = &self.board;
        let mut text = String::with_capacity(100);
        for rank in (0..SIZE).rev() {
            board.write_rank(&mut text, rank);
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        let castling: String = board.castling.rights().map(|right| right.letter).collect();
        let en_passant = board.en_passant.map_or(String::new(), |square| squares::name(square.into()));
        let moved: String = board.moved.squares().map(squares::name).collect();
        let or_none = |field: String| if field.is_empty() { "-".to_owned() } else { field };
        text.push_str(&format!(
            "{} {} {} {} {} {} {}",
            board.side.letter(),
            or_none(castling),
            or_none(en_passant),
            self.veto_text(),
            or_none(moved),
            board.clock,
            board.number
        ));
        text
    }

    fn veto_text(&self) -> String {
        let state = format!("{}{}", self.holder.letter(), u8::from(self.waits));
        match &self.past {
            Past::Vetoed(m, _) => format!("{state}:{m}"),
            _ => state,
        }
    }

    pub(super) fn move_from_text(&self, token: &str) -> Result<GnomeMove, InputError> {
        const FORMS: &str = "not of the form of a move, as e2e4, a1^2a7^, g1f3xg2, d1*, e1d1e1, e7e8q, b3~g3 or veto";
        let error = |why: &str| InputError::new("move", token, why);
        let m = GnomeMove::parse(token).ok_or_else(|| error(FORMS))?;
        if self.allows(m) { Ok(m) } else { Err(error(self.why_not(m))) }
    }

    /// Why a move is not legal, as far as a glance tells.
    fn why_not(&self, m: GnomeMove) -> &'static str {
        let us = self.board.side;
        if m == GnomeMove::VETO {
            return "there is no move that can be vetoed";
        }
        match self.board.pile(m.from()).map(|pile| pile.at(m.level())) {
            None => "the origin is empty",
            Some(None) => "the pile there is not so high",
            Some(Some(man)) if man.side() != us => "the man there belongs to the other side",
            _ if self.banned().is_some() => "not legal in this position, or leads where the vetoed move led",
            _ => "not legal in this position",
        }
    }
}

fn read_board(text: &str) -> Result<Board, InputError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != SIZE {
        return Err(InputError::new("board", text, format!("{} instead of {SIZE}", counted(ranks.len(), "rank"))));
    }
    let mut men = Vec::new();
    for (rank, text) in (0..SIZE).rev().zip(ranks) {
        read_rank(rank, text, &mut men)?;
    }
    check_men(text, &men)?;
    let mut board = Board::empty();
    men.into_iter().for_each(|(square, pile)| board.set(square, Some(pile)));
    Ok(board)
}

/// Reads a rank: letters, runs of empty squares, and piles in brackets.
fn read_rank(rank: usize, text: &str, men: &mut Vec<(usize, Pile)>) -> Result<(), InputError> {
    let error = |token: &str, why: &str| InputError::new(format!("board: rank {}", rank + 1), token, why);
    const UNCLOSED: &str = "a pile is not closed";
    let mut file = 0;
    let mut open: Option<Vec<Man>> = None;
    let mut items = text::rank_items("board", text, SIZE)?.into_iter().peekable();
    while let Some(item) = items.next() {
        let finished = match (item, &mut open) {
            (RankItem::Empty(run), None) => {
                file += run;
                continue;
            }
            (RankItem::Empty(run), Some(_)) => {
                // The next bracket tells whether the pile is closed at all.
                let closes = items.find(|item| matches!(item, RankItem::Sign('(' | ')'))) == Some(RankItem::Sign(')'));
                return Err(match closes {
                    true => error(&run.to_string(), "a pile cannot hold empty squares"),
                    false => error(text, UNCLOSED),
                });
            }
            (RankItem::Sign('('), None) => {
                open = Some(Vec::new());
                continue;
            }
            (RankItem::Sign('('), Some(_)) => return Err(error(text, "a pile within a pile")),
            (RankItem::Sign(')'), None) => return Err(error(text, "a bracket is closed that was not opened")),
            (RankItem::Sign(')'), Some(pile)) if pile.len() < 2 => {
                let why = if pile.is_empty() { "an empty pile" } else { "a pile of one is written without brackets" };
                return Err(error(text, why));
            }
            (RankItem::Sign(')'), Some(_)) => open.take().unwrap_or_default(),
            (RankItem::Sign(letter), open) => {
                let mut man = Man::from_letter(letter).ok_or_else(|| error(&letter.to_string(), "not a piece"))?;
                if items.next_if_eq(&RankItem::Sign('!')).is_some() {
                    if man.kind() != Kind::Bishop {
                        return Err(error(&letter.to_string(), "only bishops are wounded"));
                    }
                    man = man.wounded();
                }
                match open {
                    None => vec![man],
                    Some(pile) => {
                        if let Some(below) = pile.last().filter(|below| below.kind() != Kind::Rook) {
                            return Err(error(&below.letter().to_string(), "only rooks stand under others"));
                        }
                        // More men than this are refused below; a pile cannot hold them.
                        if pile.len() >= 2 * MOST_MEN as usize {
                            return Err(error(text, "more men in a pile than there are"));
                        }
                        pile.push(man);
                        continue;
                    }
                }
            }
        };
        // Beyond the last file the width is wrong, as is said below.
        if file < SIZE {
            men.extend(pile_of(&finished).map(|pile| (square(file, rank), pile)));
        }
        file += 1;
    }
    if open.is_some() {
        return Err(error(text, UNCLOSED));
    }
    if file != SIZE {
        return Err(error(text, &format!("{} instead of {SIZE}", counted(file, "square"))));
    }
    Ok(())
}

/// The pile of men, bottom to top, of which all but the top are rooks.
fn pile_of(men: &[Man]) -> Option<Pile> {
    men.iter().fold(None, |below, &man| Some(Pile::single(man).on(below)))
}

fn check_men(text: &str, piles: &[(usize, Pile)]) -> Result<(), InputError> {
    let men: Vec<Man> = piles.iter().flat_map(|(_, pile)| pile.men()).collect();
    for side in Side::BOTH {
        let error = |why: String| Err(InputError::new("board", text, why));
        let kings = men.iter().filter(|man| man.is(Kind::King, side)).count();
        if kings != 1 {
            return error(format!("{kings} {} kings instead of 1", side.name()));
        }
        let own = men.iter().filter(|man| man.side() == side).count();
        if own > MOST_MEN as usize {
            return error(format!("{own} {} men; a side has at most {MOST_MEN}", side.name()));
        }
    }
    Ok(())
}

impl Board {
    /// The pawns that have moved although they stand on their home squares. All those that were just put there are taken to
    /// have moved; the others get their first move back.
    fn read_moved(&mut self, field: &str) -> Result<(), InputError> {
        let error = |token: &str, why: &str| Err(InputError::new("moved", token, why));
        let mut moved = 0u64;
        let names = if field == "-" { &[][..] } else { field.as_bytes() };
        if field.is_empty() {
            return error(field, "must be - or squares");
        }
        for name in names.chunks(2) {
            let token = String::from_utf8_lossy(name);
            let Some(square) = squares::parse(name) else { return error(&token, "not a square") };
            if !self.moved.has(square) {
                return error(&token, "no lone pawn of its side stands on this home square");
            }
            if moved >> square != 0 {
                return error(&token, "squares stand in the order a1, b1, ... h8, each once");
            }
            moved |= 1 << square;
        }
        (self.moved & !moved).squares().for_each(|square| self.toggle_moved(square));
        Ok(())
    }

    /// Grants the castling right of a letter.
    fn read_right(&mut self, letter: char) -> Result<(), &'static str> {
        let right = Right::ALL.into_iter().find(|right| right.letter == letter).ok_or(NOT_A_RIGHT)?;
        let king = self.pile(right.king) == Some(Pile::single(Man::new(Kind::King, right.side)));
        let rook = self.pile(right.rook).is_some_and(|pile| pile.ground() == Man::rook(right.side));
        match king && rook {
            false => Err("is a right without king and rook at home"),
            true if self.grant(letter) => Ok(()),
            true => Err("stands twice"),
        }
    }

    /// Can the side that moved last have stepped a pawn two squares over this one?
    fn is_behind_double_step(&self, to: usize) -> bool {
        let mover = !self.side;
        if relative_rank(mover, rank_of(to)) != 2 {
            return false;
        }
        let (came_from, stands_on) = if mover == Side::White { (to - 8, to + 8) } else { (to + 8, to - 8) };
        let pawn = Some(Pile::single(Man::new(Kind::Pawn, mover)));
        self.pile(stands_on) == pawn && !self.occupied().has(to) && !self.occupied().has(came_from)
    }

    fn write_rank(&self, text: &mut String, rank: usize) {
        let mut empty = 0;
        for file in 0..SIZE {
            let Some(pile) = self.pile(square(file, rank)) else {
                empty += 1;
                continue;
            };
            text::flush_empty(text, &mut empty);
            if pile.is_lone() {
                text.push_str(&pile.letters());
            } else {
                text.push_str(&format!("({})", pile.letters()));
            }
        }
        text::flush_empty(text, &mut empty);
    }
}
