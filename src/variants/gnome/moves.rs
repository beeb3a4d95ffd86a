//! Packed moves, and their texts, which their bits tell alone.

use crate::game::{PackedMove, Side};
use crate::geometry::board8x8 as squares;
use crate::variants::common8x8::Kind;
use std::fmt;
use std::num::NonZeroU32;

/// What a move does. The numbers stand in the bits of a move; 0 is none of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Act {
    /// To an empty square, or capturing the ground piece.
    Go = 1,
    /// Onto the rook at the top of a pile.
    Climb,
    /// A knight captures a piece above the ground on its destination (rule 7).
    Take,
    /// A knight captures a piece on a path square (rule 10).
    Pass,
    /// A queen explodes (rule 11).
    Explode,
    /// A king's two steps (rule 12).
    King,
    /// Castling and the step after it (rule 13).
    Castle,
    /// A pawn changes places with a pile (rule 15).
    Shift,
    /// The last move is taken back (rule 20).
    Veto,
}

impl Act {
    const ALL: [Act; 9] =
        [Act::Go, Act::Climb, Act::Take, Act::Pass, Act::Explode, Act::King, Act::Castle, Act::Shift, Act::Veto];
}

/// A move: from (6 bits), to (6), the square on the way (6: a king's first step, castling's landing, a knight's path
/// square), a number (5), the mover's level less one (5), the act (4). The number is the kind that a pawn becomes
/// (0 none), the victim's level less one (`Take`, `Pass`), or which steps of a king climb (1 the first, 2 the second).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GnomeMove(NonZeroU32);

/// The first or the second step of a king climbs.
pub(super) const CLIMBS: [usize; 2] = [1, 2];

impl GnomeMove {
    /// The veto.
    pub(super) const VETO: GnomeMove = GnomeMove(NonZeroU32::new((Act::Veto as u32) << 28).expect("not zero"));

    #[inline(always)]
    fn pack(act: Act, (from, level): (usize, usize), to: usize, via: usize, number: usize) -> GnomeMove {
        let bits = from | to << 6 | via << 12 | number << 18 | (level - 1) << 23 | (act as usize) << 28;
        GnomeMove(NonZeroU32::new(bits as u32).unwrap_or(GnomeMove::VETO.0))
    }

    /// To a square, to be captured or empty, perhaps promoting.
    #[inline(always)]
    pub(super) fn go(origin: (usize, usize), to: usize, promotion: Option<Kind>) -> GnomeMove {
        GnomeMove::pack(Act::Go, origin, to, 0, promotion.map_or(0, |kind| kind as usize))
    }

    #[inline(always)]
    pub(super) fn climb(origin: (usize, usize), to: usize, promotion: Option<Kind>) -> GnomeMove {
        GnomeMove::pack(Act::Climb, origin, to, 0, promotion.map_or(0, |kind| kind as usize))
    }

    pub(super) fn take(origin: (usize, usize), to: usize, victim: usize) -> GnomeMove {
        GnomeMove::pack(Act::Take, origin, to, 0, victim - 1)
    }

    pub(super) fn pass(origin: (usize, usize), to: usize, path: usize, victim: usize) -> GnomeMove {
        GnomeMove::pack(Act::Pass, origin, to, path, victim - 1)
    }

    pub(super) fn explode((from, level): (usize, usize)) -> GnomeMove {
        GnomeMove::pack(Act::Explode, (from, level), from, 0, 0)
    }

    #[inline(always)]
    pub(super) fn king(origin: (usize, usize), steps: [usize; 2], climbs: [bool; 2]) -> GnomeMove {
        let number = usize::from(climbs[0]) * CLIMBS[0] + usize::from(climbs[1]) * CLIMBS[1];
        GnomeMove::pack(Act::King, origin, steps[1], steps[0], number)
    }

    pub(super) fn castle(from: usize, landing: usize, to: usize, climbs: bool) -> GnomeMove {
        GnomeMove::pack(Act::Castle, (from, 1), to, landing, usize::from(climbs) * CLIMBS[1])
    }

    #[inline(always)]
    pub(super) fn shift(origin: (usize, usize), to: usize, promotion: Option<Kind>) -> GnomeMove {
        GnomeMove::pack(Act::Shift, origin, to, 0, promotion.map_or(0, |kind| kind as usize))
    }

    #[inline(always)]
    fn part(self, start: u32, bits: u32) -> usize {
        (self.0.get() >> start & ((1 << bits) - 1)) as usize
    }

    /// The square it starts from.
    #[inline(always)]
    pub fn from(self) -> usize {
        self.part(0, 6)
    }

    /// The square where the mover ends.
    #[inline(always)]
    pub fn to(self) -> usize {
        self.part(6, 6)
    }

    /// The square on the way.
    #[inline(always)]
    pub(super) fn via(self) -> usize {
        self.part(12, 6)
    }

    #[inline(always)]
    fn number(self) -> usize {
        self.part(18, 5)
    }

    /// The level that the mover stands on, from 1.
    #[inline(always)]
    pub(super) fn level(self) -> usize {
        self.part(23, 5) + 1
    }

    /// The square and the level that the mover leaves.
    #[inline(always)]
    pub(super) fn origin(self) -> (usize, usize) {
        (self.from(), self.level())
    }

    /// What it does; none for bits that are no move.
    #[inline(always)]
    pub(super) fn act(self) -> Option<Act> {
        Act::ALL.get(self.part(28, 4).wrapping_sub(1)).copied()
    }

    /// The level of the victim of a knight that captures above the ground or in passing.
    #[inline(always)]
    pub(super) fn victim_level(self) -> usize {
        self.number() + 1
    }

    /// Does a king's step climb?
    #[inline(always)]
    pub(super) fn climbs(self, step: usize) -> bool {
        self.number() & CLIMBS[step] != 0
    }

    /// What the pawn becomes.
    #[inline(always)]
    pub(super) fn promotion(self) -> Option<Kind> {
        match self.act() {
            Some(Act::Go | Act::Climb | Act::Shift) => {
                Kind::PROMOTIONS.into_iter().find(|&kind| kind as usize == self.number())
            }
            _ => None,
        }
    }

    /// The move on the board that [`Position::mirrored`](crate::game::Position::mirrored) gives.
    pub(super) fn mirrored(self) -> GnomeMove {
        let square = |square: usize| square ^ 56;
        let via = if matches!(self.act(), Some(Act::Pass | Act::King | Act::Castle)) { square(self.via()) } else { self.via() };
        match self.act() {
            None | Some(Act::Veto) => self,
            Some(act) => GnomeMove::pack(act, (square(self.from()), self.level()), square(self.to()), via, self.number()),
        }
    }

    /// What follows the origin in a text: with a sign before a capture, one between a king's steps, and a promotion's.
    pub(super) fn tail(self, capture: &str, step: &str, promotion: &str) -> String {
        let to = squares::name(self.to());
        let via = squares::name(self.via());
        let climb = |step| if self.climbs(step) { "^" } else { "" };
        let level = match self.victim_level() {
            1 => String::new(),
            level if self.act() == Some(Act::Take) => level.to_string(),
            level => format!("^{level}"),
        };
        match self.act() {
            None | Some(Act::Veto) => "veto".to_owned(),
            Some(Act::Go) => format!("{capture}{to}{promotion}"),
            Some(Act::Climb) => format!("{to}^{promotion}"),
            Some(Act::Take) => format!("{to}x{level}"),
            Some(Act::Pass) => format!("{to}x{via}{level}"),
            Some(Act::Explode) => "*".to_owned(),
            Some(Act::King | Act::Castle) => format!("{capture}{via}{}{step}{to}{}", climb(0), climb(1)),
            Some(Act::Shift) => format!("~{to}{promotion}"),
        }
    }

    /// The step after castling: its square, and whether it climbs.
    pub(super) fn castling_step(self) -> String {
        format!("{}{}", squares::name(self.to()), if self.climbs(1) { "^" } else { "" })
    }

    /// The origin as it is written: a square, and the level unless it is the first.
    pub(super) fn origin_text(self) -> String {
        match (self.act(), self.level()) {
            (None | Some(Act::Veto), _) => String::new(),
            (_, 1) => squares::name(self.from()),
            (_, level) => format!("{}^{level}", squares::name(self.from())),
        }
    }

    /// The move that a text means, whether or not it is legal anywhere; none for what has not the form of a move.
    pub(super) fn parse(token: &str) -> Option<GnomeMove> {
        if token == "veto" {
            return Some(GnomeMove::VETO);
        }
        let mut reader = Reader(token.as_bytes());
        let from = reader.square()?;
        let level = if reader.sign(b'^') { reader.level()? } else { 1 };
        let m = reader.tail((from, level))?;
        reader.0.is_empty().then_some(m)
    }
}

/// The canonical text.
impl fmt::Display for GnomeMove {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let promotion = self.promotion().map_or(String::new(), |kind| kind.letter_of(Side::Black).to_string());
        write!(f, "{}{}", self.origin_text(), self.tail("", "", &promotion))
    }
}

impl PackedMove for GnomeMove {
    #[inline(always)]
    fn from_bits(bits: NonZeroU32) -> GnomeMove {
        GnomeMove(bits)
    }

    #[inline(always)]
    fn to_bits(self) -> NonZeroU32 {
        self.0
    }
}

/// The greatest level that bits and texts can name.
const HIGHEST: usize = 31;

/// What is left of a text.
struct Reader<'t>(&'t [u8]);

impl Reader<'_> {
    fn sign(&mut self, sign: u8) -> bool {
        let found = self.0.first() == Some(&sign);
        self.0 = if found { &self.0[1..] } else { self.0 };
        found
    }

    fn square(&mut self) -> Option<usize> {
        let (name, rest) = self.0.split_at_checked(2)?;
        let square = squares::parse(name)?;
        self.0 = rest;
        Some(square)
    }

    /// A level above the ground.
    fn level(&mut self) -> Option<usize> {
        let digits = self.0.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, rest) = self.0.split_at(digits.min(2));
        let level = std::str::from_utf8(number).ok().filter(|number| !number.starts_with('0'))?.parse().ok()?;
        self.0 = rest;
        (2..=HIGHEST).contains(&level).then_some(level)
    }

    fn promotion(&mut self) -> Option<Kind> {
        let kind = Kind::promotion(char::from(*self.0.first()?))?;
        self.0 = &self.0[1..];
        Some(kind)
    }

    fn tail(&mut self, origin: (usize, usize)) -> Option<GnomeMove> {
        if self.sign(b'*') {
            return Some(GnomeMove::explode(origin));
        }
        if self.sign(b'~') {
            let to = self.square()?;
            return Some(GnomeMove::shift(origin, to, self.promotion()));
        }
        let to = self.square()?;
        let climbs = self.sign(b'^');
        if let Some(second) = self.square() {
            let climbs = [climbs, self.sign(b'^')];
            let castling = to.abs_diff(origin.0) == 2 && !climbs[0] && origin.1 == 1;
            return Some(match castling {
                true => GnomeMove::castle(origin.0, to, second, climbs[1]),
                false => GnomeMove::king(origin, [to, second], climbs),
            });
        }
        if climbs {
            return Some(GnomeMove::climb(origin, to, self.promotion()));
        }
        if !self.sign(b'x') {
            return Some(GnomeMove::go(origin, to, self.promotion()));
        }
        match self.square() {
            Some(path) => {
                let victim = if self.sign(b'^') { self.level()? } else { 1 };
                Some(GnomeMove::pass(origin, to, path, victim))
            }
            None => Some(GnomeMove::take(origin, to, self.level()?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_they_are_written() {
        let forms = [
            "e2e4",
            "a1^2a7",
            "a1a7^",
            "a1^3a7^",
            "g1f3x2",
            "g1f3xg2",
            "g1f3xg2^2",
            "g1^2f3xg2^31",
            "d1*",
            "d1^2*",
            "e1e2e1",
            "e1d1^e1",
            "e1^2d1e1^",
            "e1g1f1^",
            "e1c1b1",
            "e7e8q",
            "e7e8^n",
            "b3~g3",
            "b3^2~g3",
            "b7~b8q",
            "e7^2d8r",
            "veto",
        ];
        for form in forms {
            let m = GnomeMove::parse(form).unwrap_or_else(|| panic!("{form}"));
            assert_eq!(m.to_string(), form);
            assert_eq!(m.mirrored().mirrored(), m, "{form}");
        }
        let bad = [
            "",
            "e2",
            "e2e",
            "e2e9",
            "e2e4 ",
            "e2^1e4",
            "e2^e4",
            "e2^02e4",
            "e2^99e4",
            "e2e4^^",
            "e2e4x",
            "e2e4x1",
            "e2e4xd3^1",
            "e2~",
            "d1**",
            "e7e8k",
            "e7e8Q",
            "e1d1e1e2",
            "e1d1^^e1",
            "vet",
            "veto1",
            "e2e4\u{e9}",
        ];
        for form in bad {
            assert_eq!(GnomeMove::parse(form), None, "{form}");
        }
    }
}
