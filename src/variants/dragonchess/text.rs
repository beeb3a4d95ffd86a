//! Position texts and move texts.

use super::board::{Dragonchess, Move};
use super::men::{Kind, Man, last_rank, promotes};
use crate::game::text::{self, RankItem, counted, flush_empty};
use crate::game::{InputError, Reading, Side};
use crate::geometry::board12x8x3::{FILES, LEVELS, MIDDLE, RANKS, Square};

/// The men of a side at the start, and the most it can have.
pub(super) const MEN: usize = 42;

const FIELDS: [&str; 6] = ["board", "side to move", "third field", "fourth field", "half-move clock", "full-move number"];
const DEFAULTS: [&str; 6] = ["", "w", "-", "-", "0", "1"];

impl Dragonchess {
    pub(super) fn from_text(text: &str, reading: Reading) -> Result<Dragonchess, InputError> {
        let [board, side, third, fourth, clock, number] = text::fields(text, FIELDS, DEFAULTS, reading)?;
        let men = read_board(board)?;
        let side = text::side(side)?;
        for (name, token) in [(FIELDS[2], third), (FIELDS[3], fourth)] {
            if token != "-" {
                return Err(InputError::new(name, token, "must be -"));
            }
        }
        let clock = text::number(FIELDS[4], clock, 0)?;
        let number = text::number(FIELDS[5], number, 1)?;
        check_numbers(board, &men)?;
        let mut position = Dragonchess::with_men(&men, side);
        (position.clock, position.number) = (clock, number);
        if position.in_check_as(!side) {
            let king = position.king(!side).to_string();
            return Err(InputError::new(FIELDS[0], king, "the king of the side that is not to move is in check"));
        }
        Ok(position)
    }

    pub(super) fn to_text(&self) -> String {
        let mut text = String::with_capacity(200);
        for level in (0..LEVELS).rev() {
            for rank in (0..RANKS).rev() {
                self.write_rank(&mut text, level, rank);
                text.push(match (level, rank) {
                    (0, 0) => ' ',
                    (_, 0) => '|',
                    _ => '/',
                });
            }
        }
        text.push(self.mover().letter());
        text + &format!(" - - {} {}", self.clock, self.number)
    }

    fn write_rank(&self, text: &mut String, level: usize, rank: usize) {
        let mut empty = 0;
        for square in (0..FILES).filter_map(|file| Square::new(level, rank, file)) {
            match self.man_at(square) {
                Some(man) => {
                    flush_empty(text, &mut empty);
                    text.push(man.letter());
                }
                None => empty += 1,
            }
        }
        flush_empty(text, &mut empty);
    }

    /// The canonical text of a legal move.
    pub(super) fn move_text(&self, m: Move) -> String {
        let (from, to) = (m.from(), m.to());
        let sign = if m.is_remote() { "x" } else { "" };
        let promotion = if self.is_promotion(m) { "h" } else { "" };
        format!("{from}{sign}{to}{promotion}")
    }

    /// Does the legal move make a Hero?
    #[inline(always)]
    pub(super) fn is_promotion(&self, m: Move) -> bool {
        self.kind_at(m.from()) == Some(Kind::Warrior) && promotes(self.mover(), m.to())
    }

    pub(super) fn legal_move(&self, token: &str) -> Result<Move, InputError> {
        const FORMS: &str = "must be two squares as in 2e22e3, with h for a promotion, or a remote capture as in 3g1x2g2";
        let error = |reason: &str| InputError::new("move", token, reason);
        let (squares, promotion) = match token.strip_suffix('h') {
            Some(squares) => (squares, true),
            None => (token, false),
        };
        let (from, target) = squares.split_at_checked(3).ok_or_else(|| error(FORMS))?;
        let (to, remote) = match target.strip_prefix('x') {
            Some(victim) => (victim, true),
            None => (target, false),
        };
        let (Ok(from), Ok(to)) = (Square::parse(from), Square::parse(to)) else { return Err(error(FORMS)) };
        if from == to {
            return Err(error("origin and target are the same square"));
        }
        let m = if remote { Move::remote(from, to) } else { Move::walk(from, to) };
        if !self.allows(m) {
            return Err(error(self.why_not(from)));
        }
        if promotion && !self.is_promotion(m) {
            return Err(error("this move is not a promotion"));
        }
        Ok(m)
    }

    /// Why a move from this square is not legal, as far as a glance tells.
    fn why_not(&self, from: Square) -> &'static str {
        let us = self.mover();
        match self.man_at(from) {
            None => "the origin is empty",
            Some(man) if man.side != us => "the man on the origin belongs to the other side",
            Some(_) if from.level() == MIDDLE && self.frozen(us) & from.bit() != 0 => "the man on the origin is frozen",
            Some(_) => "not a legal move here",
        }
    }
}

fn read_board(board: &str) -> Result<Vec<(Square, Man)>, InputError> {
    let levels: Vec<&str> = board.split('|').collect();
    if levels.len() != LEVELS {
        return Err(InputError::new(
            FIELDS[0],
            board,
            format!("{} instead of {LEVELS}, separated by |", counted(levels.len(), "level")),
        ));
    }
    let mut men = Vec::with_capacity(2 * MEN);
    for (level, ranks) in (0..LEVELS).rev().zip(levels) {
        let field = format!("board: level {}", level + 1);
        let ranks: Vec<&str> = ranks.split('/').collect();
        if ranks.len() != RANKS {
            let reason = format!("{} instead of {RANKS}, separated by /", counted(ranks.len(), "rank"));
            return Err(InputError::new(field, ranks.join("/"), reason));
        }
        for (rank, items) in (0..RANKS).rev().zip(ranks) {
            read_rank(&format!("{field}: rank {}", rank + 1), items, (level, rank), &mut men)?;
        }
    }
    Ok(men)
}

fn read_rank(field: &str, text: &str, (level, rank): (usize, usize), men: &mut Vec<(Square, Man)>) -> Result<(), InputError> {
    let mut file = 0;
    for item in text::rank_items(field, text, FILES)? {
        match item {
            RankItem::Empty(run) => file += run,
            RankItem::Sign(letter) => {
                let man = Man::from_letter(letter)
                    .ok_or_else(|| InputError::new(field, letter.to_string(), "no man has this letter"))?;
                // Beyond the last file the width is wrong, as is said below.
                if let Some(square) = Square::new(level, rank, file) {
                    check_place(field, man, square)?;
                    men.push((square, man));
                }
                file += 1;
            }
        }
    }
    if file != FILES {
        return Err(InputError::new(field, text, format!("{} instead of {FILES}", counted(file, "square"))));
    }
    Ok(())
}

fn check_place(field: &str, man: Man, square: Square) -> Result<(), InputError> {
    let level = square.level();
    let error = |reason| Err(InputError::new(field, man.letter().to_string(), reason));
    if !man.kind.enters(level) {
        return error(format!("{} can never stand on level {}", man.kind.with_article(), level + 1));
    }
    if man.kind == Kind::Warrior && square.rank() == last_rank(man.side) {
        return error("a Warrior on its last rank has become a Hero".into());
    }
    Ok(())
}

fn check_numbers(board: &str, men: &[(Square, Man)]) -> Result<(), InputError> {
    for side in Side::BOTH {
        let count = |wanted: &dyn Fn(Man) -> bool| men.iter().filter(|(_, man)| man.side == side && wanted(*man)).count();
        let (all, kings) = (count(&|_| true), count(&|man| man.kind == Kind::King));
        let error = |reason| Err(InputError::new(FIELDS[0], board, reason));
        if kings != 1 {
            return error(format!("{} has {} instead of one", side.name(), counted(kings, "king")));
        }
        if all > MEN {
            return error(format!("{} has {all} men, more than the {MEN} of the start", side.name()));
        }
    }
    Ok(())
}
