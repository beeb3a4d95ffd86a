//! A game for tests, with what chess has not: a result that comes before everything else and may favour the side to
//! move, moves that take back, positions in which standing pat is not sound.
//!
//! Sides take one to three sticks in turn; who takes the last one loses. The answer to a move may be `4`, a veto: it is
//! taken back and another must be made, which stands.

use crate::game::{
    InputError, Look, MoveClass, MoveStore, MoveStyle, Outcome, PackedMove, Position, Reading, Reason, Side, VariantInfo, keys,
    text,
};
use arrayvec::ArrayVec;
use std::num::NonZeroU32;

const VETO: u8 = 4;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sticks {
    left: u16,
    side: Side,
    /// The last move, while it may be vetoed.
    taken: u8,
    /// The move just vetoed.
    banned: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take(NonZeroU32);

impl Take {
    fn number(self) -> u8 {
        u8::try_from(self.0.get()).unwrap_or(u8::MAX)
    }
}

impl PackedMove for Take {
    fn from_bits(bits: NonZeroU32) -> Take {
        Take(bits)
    }

    fn to_bits(self) -> NonZeroU32 {
        self.0
    }
}

impl Sticks {
    fn allows(&self, number: u8) -> bool {
        match number {
            VETO => self.taken != 0,
            1..=3 => u16::from(number) <= self.left && number != self.banned,
            _ => false,
        }
    }

    fn key(&self) -> u64 {
        let parts = [self.left, self.side.index() as u16, self.taken.into(), self.banned.into()];
        parts.iter().fold(0, |key, &part| keys::splitmix64(key ^ u64::from(part)))
    }
}

impl Position for Sticks {
    type Move = Take;
    type Moves = ArrayVec<Take, 4>;
    type Threats = ();

    const INFO: &'static VariantInfo = &VariantInfo {
        name: "sticks",
        aliases: &[],
        pgn_tag: None,
        summary: "",
        shape: (0, 0, 0),
        start: "21 w 0 0",
        levels: &[],
        pieces: &[],
        help: "",
    };

    fn read(text: &str, reading: Reading) -> Result<Sticks, InputError> {
        let names = ["sticks", "side to move", "last move", "vetoed move"];
        let [left, side, taken, banned] = text::fields(text, names, ["", "w", "0", "0"], reading)?;
        let [taken, banned] = [taken, banned].map(|token| text::number("move", token, 0));
        let (taken, banned) = (taken?.min(3) as u8, banned?.min(3) as u8);
        Ok(Sticks { left: text::number("sticks", left, 0)?, side: text::side(side)?, taken, banned })
    }

    fn write(&self) -> String {
        format!("{} {} {} {}", self.left, self.side.letter(), self.taken, self.banned)
    }

    fn write_move(&self, m: Take, _style: MoveStyle) -> String {
        m.number().to_string()
    }

    fn read_move(&self, token: &str, _style: MoveStyle) -> Result<Take, InputError> {
        let bits = NonZeroU32::new(text::number("move", token, 1)?.into());
        let legal = bits.map(Take).filter(|&m| self.is_legal(m));
        legal.ok_or_else(|| InputError::new("move", token, "not legal here"))
    }

    fn write_san(&self, m: Take) -> String {
        self.write_move(m, MoveStyle::default())
    }

    fn read_san(&self, token: &str) -> Result<Take, InputError> {
        self.read_move(token, MoveStyle::default())
    }

    fn draw(&self, _look: Look) -> String {
        "|".repeat(self.left.into())
    }

    fn checkers(&self) -> Vec<String> {
        Vec::new()
    }

    fn mirrored(&self) -> Sticks {
        Sticks { side: !self.side, ..self.clone() }
    }

    fn side(&self) -> Side {
        self.side
    }

    fn reversible_plies(&self) -> usize {
        0
    }

    fn repetition_key(&self) -> u64 {
        self.key()
    }

    fn keys_from_scratch(&self) -> (u64, u64) {
        (self.key(), self.key())
    }

    fn generate(&self, class: MoveClass, moves: &mut Self::Moves) {
        let over = self.king_loss().is_some();
        let wanted = |&number: &u8| match class {
            MoveClass::All => true,
            MoveClass::Noisy => number == VETO,
            MoveClass::Quiet => number != VETO,
        };
        let numbers = (1..=VETO).filter(|&number| !over && self.allows(number)).filter(wanted);
        numbers.filter_map(|number| NonZeroU32::new(number.into())).for_each(|bits| MoveStore::push(moves, Take(bits)));
    }

    fn is_legal(&self, m: Take) -> bool {
        self.king_loss().is_none() && self.allows(m.number())
    }

    fn play(&mut self, m: Take) {
        if m.number() == VETO {
            self.left += u16::from(self.taken);
            self.banned = std::mem::take(&mut self.taken);
        } else {
            self.left -= u16::from(m.number());
            self.taken = if self.banned == 0 { m.number() } else { 0 };
            self.banned = 0;
        }
        self.side = !self.side;
    }

    fn in_check(&self) -> bool {
        false
    }

    fn king_loss(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::win(self.side, Reason::KingCaptured))
    }

    fn board_draw(&self) -> Option<Reason> {
        None
    }

    fn takes_back(&self, m: Take) -> bool {
        m.number() == VETO
    }

    fn evaluate(&self) -> i32 {
        10 * i32::from(self.left % 5) - 20
    }

    fn is_noisy(&self, m: Take) -> bool {
        m.number() == VETO
    }

    fn forced(&self) -> bool {
        self.left == 1
    }

    const HISTORY_SLOTS: usize = 5;

    fn history_index(&self, m: Take, (): ()) -> usize {
        m.number().into()
    }
}

mod tests {
    use super::*;
    use crate::game::Engine;
    use crate::game::contract::{self, Effort};
    use crate::search::{Answer, Control, Driver, Limits, Report, Resources, Score, oracle};
    use std::sync::Arc;

    fn search(text: &str) -> (Answer, Report) {
        let mut driver = Driver::<Sticks>::new();
        driver.referee_mut().set_position(Some(text), Reading::Strict, &[]).unwrap();
        let limits = Limits { depth: Some(12), ..Limits::default() };
        let resources = Arc::new(Resources::new(1, 1).unwrap());
        let job = driver.prepare(limits, &resources, &Arc::new(Control::default())).unwrap();
        let mut last = None;
        let answer = job(&mut |report: &Report| last = Some(report.clone()));
        (answer, last.unwrap())
    }

    #[test]
    fn the_contract_holds() {
        contract::check::<Sticks>(&["3 b 2 0", "2 w 0 1"], Effort { games: 20, plies: 40 });
    }

    #[test]
    fn the_search_is_minimax() {
        oracle::check::<Sticks>(&["21 w 0 0", "9 w 0 0", "5 b 2 0", "4 w 0 3", "1 w 1 0"], 9);
    }

    #[test]
    fn a_loss_of_the_other_king_is_a_win() {
        let (answer, report) = search("0 w 0 0");
        assert_eq!((answer.best, report.score, report.depth), (None, Score::Mate(1), 0));
        assert_eq!(search("2 w 0 2").1.score, Score::Mate(1), "the other side is left with the last stick");
        assert_eq!(search("1 w 0 1").1.score, Score::Centipawns(0), "nothing else to take after the veto: a stalemate");
    }
}
