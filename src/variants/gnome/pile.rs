//! Men and the piles that they stand on.

use crate::game::Side;
use crate::variants::common8x8::Kind;
use crate::variants::common8x8::moves::side_of;
use std::num::NonZeroU8;

/// A man: its kind (3 bits), its side, whether it is wounded, whether that happened in the move being executed;
/// the highest bit is always set, so that nobody is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Man(NonZeroU8);

const SIDE: u8 = 1 << 3;
const WOUNDED: u8 = 1 << 4;
const FRESH: u8 = 1 << 5;
const SOMEBODY: NonZeroU8 = NonZeroU8::new(1 << 7).expect("not zero");

impl Man {
    /// The number of values of [`Man::code`].
    pub const CODES: usize = 1 << 5;

    #[inline(always)]
    pub fn new(kind: Kind, side: Side) -> Man {
        Man(SOMEBODY | kind as u8 | (side as u8) << 3)
    }

    #[inline(always)]
    pub fn rook(side: Side) -> Man {
        Man::new(Kind::Rook, side)
    }

    #[inline(always)]
    pub fn kind(self) -> Kind {
        Kind::ALL[usize::from(self.0.get() & 7).min(Kind::King as usize)]
    }

    #[inline(always)]
    pub fn side(self) -> Side {
        if self.0.get() & SIDE == 0 { Side::White } else { Side::Black }
    }

    #[inline(always)]
    pub fn is(self, kind: Kind, side: Side) -> bool {
        self == Man::new(kind, side)
    }

    #[inline(always)]
    pub fn is_wounded(self) -> bool {
        self.0.get() & WOUNDED != 0
    }

    /// Was it wounded by the move that is being executed?
    #[inline(always)]
    pub fn is_fresh(self) -> bool {
        self.0.get() & FRESH != 0
    }

    /// A bishop that still has its second life (rule 8).
    #[inline(always)]
    pub fn is_healthy_bishop(self) -> bool {
        self.kind() == Kind::Bishop && !self.is_wounded()
    }

    pub fn wounded(self) -> Man {
        Man(self.0 | WOUNDED)
    }

    /// Wounded in the move being executed.
    pub fn wounded_now(self) -> Man {
        Man(self.0 | WOUNDED | FRESH)
    }

    /// The wound is not of this move any more.
    pub fn settled(self) -> Man {
        Man(NonZeroU8::new(self.0.get() & !FRESH).unwrap_or(SOMEBODY))
    }

    /// Kind, side and wound as one number.
    #[inline(always)]
    pub fn code(self) -> usize {
        usize::from(self.0.get() & (SIDE | WOUNDED | 7))
    }

    /// The same man of the other side.
    pub fn mirrored(self) -> Man {
        Man(NonZeroU8::new(self.0.get() ^ SIDE).unwrap_or(SOMEBODY))
    }

    /// The man of a letter.
    pub fn from_letter(letter: char) -> Option<Man> {
        Some(Man::new(Kind::from_letter(letter.to_ascii_uppercase())?, side_of(letter)))
    }

    /// The letter in position texts, without the sign of a wound.
    pub fn letter(self) -> char {
        self.kind().letter_of(self.side())
    }
}

/// A pile of at least one man, or the part of one that moves or falls together. All but the top are rooks (rule 1),
/// so their owners say everything: a bit each (1 is Black), the lowest bit the lowest rook, ended by a one.
/// A side has at most 16 men, one of them the king, so a pile has at most 30 rooks below its top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pile {
    pub rooks: u32,
    pub top: Man,
}

/// Nothing below the top.
const LONE: u32 = 1;

impl Pile {
    #[inline(always)]
    pub fn single(man: Man) -> Pile {
        Pile { rooks: LONE, top: man }
    }

    #[inline(always)]
    pub fn is_lone(self) -> bool {
        self.rooks == LONE
    }

    /// The number of men, which is the level of the top.
    #[inline(always)]
    pub fn height(self) -> usize {
        self.rooks.ilog2() as usize + 1
    }

    /// Has a side a rook below the top?
    #[inline(always)]
    pub fn has_rook_below(self, side: Side) -> bool {
        let all = (1 << self.rooks.ilog2()) - 1;
        let black = self.rooks & all;
        if side == Side::Black { black != 0 } else { black != all }
    }

    /// The number of a side's rooks below the top.
    #[inline(always)]
    pub fn rooks_below(self, side: Side) -> u32 {
        let black = self.rooks.count_ones() - 1;
        if side == Side::Black { black } else { self.height() as u32 - 1 - black }
    }

    /// The owner of a rook below the top, by its level.
    #[inline(always)]
    fn owner(self, level: usize) -> Side {
        if self.rooks >> (level - 1) & 1 == 0 { Side::White } else { Side::Black }
    }

    /// The man on a level, from 1.
    #[inline(always)]
    pub fn at(self, level: usize) -> Option<Man> {
        let height = self.height();
        if level == height { Some(self.top) } else { (1..height).contains(&level).then(|| Man::rook(self.owner(level))) }
    }

    /// The man on level 1.
    #[inline(always)]
    pub fn ground(self) -> Man {
        if self.is_lone() { self.top } else { Man::rook(self.owner(1)) }
    }

    /// What stands below a level.
    #[inline(always)]
    pub fn below(self, level: usize) -> Option<Pile> {
        let rooks = level.checked_sub(2)?;
        Some(Pile { rooks: self.rooks & ((1 << rooks) - 1) | 1 << rooks, top: Man::rook(self.owner(level - 1)) })
    }

    /// The man on a level, which is not above the top, and what stands on him.
    #[inline(always)]
    pub fn upward(self, level: usize) -> Pile {
        Pile { rooks: self.rooks >> (level - 1), top: self.top }
    }

    /// What stands above a level.
    #[inline(always)]
    pub fn above(self, level: usize) -> Option<Pile> {
        (level < self.height()).then(|| self.upward(level + 1))
    }

    /// This on top of `base`, whose own top is a rook.
    #[inline(always)]
    pub fn on(self, base: Option<Pile>) -> Pile {
        let Some(base) = base else { return self };
        debug_assert_eq!(base.top.kind(), Kind::Rook, "only rooks carry (rule 1)");
        let height = base.height();
        let end = 1 << (height - 1);
        let top = if base.top.side() == Side::Black { end } else { 0 };
        Pile { rooks: base.rooks ^ end | top | self.rooks << height, top: self.top }
    }

    /// The men, bottom to top.
    pub fn men(self) -> impl Iterator<Item = Man> {
        (1..=self.height()).filter_map(move |level| self.at(level))
    }

    /// The same pile with the sides exchanged.
    pub fn mirrored(self) -> Pile {
        let all = (1 << self.rooks.ilog2()) - 1;
        Pile { rooks: self.rooks ^ all, top: self.top.mirrored() }
    }

    /// The letters, bottom to top, with the sign of a wound.
    pub fn letters(self) -> String {
        let mut letters: String = self.men().map(Man::letter).collect();
        if self.top.is_wounded() {
            letters.push('!');
        }
        letters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pile(letters: &str) -> Pile {
        letters.chars().fold(None, |base, c| Some(Pile::single(Man::from_letter(c).unwrap()).on(base))).unwrap()
    }

    #[test]
    fn piles_are_taken_apart_and_put_together() {
        for letters in ["k", "Rk", "rRrRRb", "RrN", "rrrr", "RRRR", "RrRrRrRrRrRrRrRrRrRrRrRrRrRrRrQ"] {
            let pile = pile(letters);
            let height = letters.len();
            assert_eq!((pile.letters().as_str(), pile.height(), pile.is_lone()), (letters, height, height == 1));
            assert_eq!((pile.at(0), pile.at(height + 1), pile.at(1)), (None, None, Some(pile.ground())));
            for level in 1..=height {
                let text = |part: Option<Pile>| part.map_or(String::new(), Pile::letters);
                assert_eq!(text(pile.below(level)), letters[..level - 1]);
                assert_eq!(pile.upward(level).letters(), letters[level - 1..]);
                assert_eq!(text(pile.above(level)), letters[level..]);
                assert_eq!(pile.upward(level).on(pile.below(level)), pile);
            }
            let below = &letters[..height - 1];
            assert_eq!(Side::BOTH.map(|side| pile.has_rook_below(side)), [below.contains('R'), below.contains('r')]);
            assert_eq!(pile.mirrored().mirrored(), pile);
        }
    }

    #[test]
    fn wounds_show_and_settle() {
        let bishop = Man::new(Kind::Bishop, Side::Black);
        assert!(bishop.is_healthy_bishop() && !bishop.wounded_now().is_healthy_bishop());
        assert_eq!(bishop.wounded_now().settled(), bishop.wounded());
        assert_eq!(Pile::single(bishop.wounded()).letters(), "b!");
    }
}
