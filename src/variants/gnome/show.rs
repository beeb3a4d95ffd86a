//! What front ends show: the pieces in words, the piles, the moves made by hand.

use super::moves::{Act, GnomeMove};
use super::pile::{Man, Pile};
use super::state::Gnome;
use crate::game::{Cell, Deed, Gesture, Mark, Piece, PieceHelp, Scene};
use crate::geometry::board8x8::{self as squares, SQUARES};
use crate::variants::common8x8::Kind;

const fn man(letter: char, name: &'static str, ways: &'static [(&'static [usize], &'static str)]) -> PieceHelp {
    PieceHelp { letter, name, worth: "", ways }
}

pub(super) const PIECES: &[PieceHelp] = &[
    man('R', "Rook", &[(&[], "moves as in chess, with its load: all that stands on it.")]),
    man(
        'N',
        "Knight",
        &[(
            &[],
            "leaps as in chess, and captures on all levels; if it lands on an empty square it may capture one piece, on any level, on \
         the four other squares of the 2x3 rectangle of its leap.",
        )],
    ),
    man(
        'B',
        "Bishop",
        &[(
            &[],
            "moves as in chess. A healthy one that is captured or crushed is only wounded: it falls on its captor, and lives until \
         the end of its owner's next move.",
        )],
    ),
    man(
        'Q',
        "Queen",
        &[(
            &[],
            "moves as in chess, or explodes and stays: everybody beside her on her level is removed. The same happens when she is \
         captured or crushed. Who is removed so neither explodes nor is wounded.",
        )],
    ),
    man(
        'K',
        "King",
        &[(
            &[],
            "makes two steps, or none: each to an empty square, climbing, or capturing. He may come back. Only where he ends he must \
         be safe. What stood on a piece that he captured with his first step falls when he has left. Castling is followed by \
         one more step.",
        )],
    ),
    man(
        'P',
        "Pawn",
        &[(
            &[],
            "one step in four directions, two forward if it has never moved, captures diagonally forward, en passant, promotes when \
         its own move ends on the last rank. Shift: if it could step to a square but for what stands there (not a lone own \
         pawn), it, or any own pawn connected with it by squares side by side, changes places with that whole pile.",
        )],
    ),
];

fn shown(man: Man) -> Piece {
    Piece { mark: man.is_wounded().then_some(Mark::Wounded), ..Piece::new(man.letter(), man.side()) }
}

impl Gnome {
    /// The piles from the ground up, and the veto.
    pub(super) fn picture(&self) -> Scene {
        let men = |pile: Pile| (1..=pile.height()).filter_map(move |level| pile.at(level)).map(shown).collect();
        let cell = |(square, pile)| Cell { square: squares::name(square), pieces: men(pile) };
        Scene {
            cells: self.board.piles().map(cell).collect(),
            piled: true,
            stocks: None,
            king: self.board.king(self.board.side).map(squares::name),
            notes: vec![self.veto_note()],
        }
    }

    /// A legal move made by hand. Who explodes or comes back is put down where it stood.
    pub(super) fn by_hand(&self, m: GnomeMove) -> Gesture {
        let text = m.to_string();
        let deed = self.deed(m);
        let mut after = *self;
        after.make(m);
        let changed = |&square: &usize| self.board.pile(square) != after.board.pile(square);
        let touched: Vec<_> = (0..SQUARES).filter(changed).map(squares::name).collect();
        if deed == Deed::Veto {
            return Gesture { touched, ..Gesture::placeless(text, deed) };
        }
        let has_way = matches!(m.act(), Some(Act::King | Act::Castle | Act::Pass));
        let mover = self.board.pile(m.from()).and_then(|pile| pile.at(m.level())).map(Man::letter);
        Gesture {
            height: m.level(),
            via: has_way.then(|| squares::name(m.via())),
            promotion: m.promotion().map(Kind::letter),
            touched,
            ..Gesture::walk(text, deed, mover, squares::name(m.from()), squares::name(m.to()))
        }
    }

    fn deed(&self, m: GnomeMove) -> Deed {
        match m.act() {
            None | Some(Act::Veto) => Deed::Veto,
            Some(Act::Explode) => Deed::Blast,
            Some(Act::Shift) => Deed::Shift,
            Some(Act::Castle) => Deed::Castle,
            Some(Act::Climb) => Deed::Climb,
            Some(Act::Pass) => Deed::Passing,
            Some(Act::Take) => Deed::Capture,
            Some(Act::King) if m.climbs(1) => Deed::Climb,
            Some(Act::Go | Act::King) if self.captures(m) != [false; 2] => Deed::Capture,
            Some(Act::Go | Act::King) => Deed::Move,
        }
    }
}
