//! What positions are worth some turns ahead, and when the search ends.

use super::turn::{Turn, Width};
use super::{KING, Value, WIN_BOUND, one_turn_earlier};
use crate::game::keys::splitmix64;
use crate::game::{JointGame, JointPosition, Side};
use crate::search::{Bound, Entry, Evaluation, Run, Stopped};

/// The turn to be ordered: looked at as widely as there is time for.
pub const ROOT: Width = Width { all: 600, beam: 8, parts: 24, kept: 400, climb: 16, rounds: 60 };
/// Turns behind it, where there are thousands of them.
const BEHIND: Width = Width { all: 60, beam: 2, parts: 10, kept: 40, climb: 0, rounds: 6 };
/// Turns behind a small one, where they can all be solved.
const BEHIND_SMALL: Width = Width { all: 400, beam: 4, parts: 16, kept: 400, climb: 0, rounds: 60 };

/// Sides with at most so many orders keep them all when the search deepens.
pub const SMALL: usize = 48;
/// Otherwise so many of the best are kept in the turn to be ordered,
pub const KEPT: usize = 8;
/// then, two turns deep, as many as this, one width after the other,
pub const WIDTHS: [usize; 2] = [24, 64];
/// and so many in turns behind it.
const KEPT_BEHIND: usize = 3;

/// How a position between two turns is judged without looking ahead.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Judge {
    /// What positions are judged by.
    evaluation: Evaluation,
    /// The keys of positions that have stood twice, and would be draws the third time.
    twice: Vec<u64>,
}

/// What a position is worth to White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judged {
    /// The game is over or as good as decided: looking ahead changes nothing.
    Closed(Value),
    /// As it seems.
    Open(Value),
}

impl Judge {
    /// The judge of a game that stands here.
    pub fn new<P: JointPosition>(game: &JointGame<P>, evaluation: Evaluation) -> Judge {
        let keys = game.keys();
        let twice = keys.iter().enumerate().filter(|&(i, key)| keys[..i].contains(key)).map(|(_, &key)| key).collect();
        Judge { evaluation, twice }
    }

    /// Judges a position.
    pub fn judge<P: JointPosition>(&self, position: &P) -> Judged {
        if let Some(outcome) = position.king_loss() {
            return Judged::Closed(match outcome.winner {
                Some(Side::White) => KING,
                Some(Side::Black) => -KING,
                None => 0,
            });
        }
        let repeats = || position.reversible_turns() > 0 && self.twice.contains(&position.key());
        if position.board_draw().is_some() || repeats() {
            return Judged::Closed(0);
        }
        let value = match self.evaluation {
            Evaluation::Full => position.evaluate(),
            Evaluation::Material => position.material(),
        };
        if value.abs() >= WIN_BOUND { Judged::Closed(value) } else { Judged::Open(value) }
    }
}

/// What the search carries along.
pub struct Lookahead<'a, P> {
    run: &'a Run<'a>,
    /// Nodes handed out by the run that are not used up.
    left: u64,
    started: bool,
    judge: &'a Judge,
    behind: Width,
    positions: std::marker::PhantomData<P>,
}

impl<'a, P: JointPosition> Lookahead<'a, P> {
    /// Looks ahead from where a game stands.
    pub fn new(run: &'a Run<'a>, position: &P, judge: &'a Judge) -> Lookahead<'a, P> {
        let small = Side::BOTH.iter().all(|&side| position.count_orders(side) <= SMALL as u64);
        let behind = if small { BEHIND_SMALL } else { BEHIND };
        Lookahead { run, left: 0, started: false, judge, behind, positions: std::marker::PhantomData }
    }

    /// The positions looked at so far: those after a turn.
    pub fn nodes(&self) -> u64 {
        self.run.handed_out() - self.left
    }

    /// How positions are judged.
    pub fn judge(&self) -> &'a Judge {
        self.judge
    }

    /// Counts positions that were looked at elsewhere.
    pub fn charge(&mut self, mut nodes: u64) -> Result<(), Stopped> {
        while nodes > self.left {
            nodes -= self.left;
            self.left = 0;
            self.left = self.run.next_batch(false)?;
        }
        self.left -= nodes;
        Ok(())
    }

    /// The run that says when to end.
    pub fn run(&self) -> &'a Run<'a> {
        self.run
    }

    /// What a turn with these orders is worth for White, looked ahead by `depth` turns more.
    pub fn worth(&mut self, position: &P, orders: [P::Order; 2], depth: u32) -> Result<Value, Stopped> {
        if self.left == 0 {
            self.left = self.run.next_batch(!self.started)?;
            self.started = true;
        }
        self.left -= 1;
        Ok(one_turn_earlier(self.standing(&position.after(orders), depth)?))
    }

    fn standing(&mut self, position: &P, depth: u32) -> Result<Value, Stopped> {
        match self.judge.judge(position) {
            Judged::Open(_) if depth > 0 => self.looked_up(position, depth),
            Judged::Open(value) | Judged::Closed(value) => Ok(value),
        }
    }

    /// The value of a position's own next turns, which the table remembers.
    fn looked_up(&mut self, position: &P, depth: u32) -> Result<Value, Stopped> {
        let key = splitmix64(position.key() ^ u64::from(depth) << 32 ^ self.behind.all);
        let known = self.run.table.probe(key).filter(|entry| entry.bound == Bound::Exact && entry.depth == depth as i32);
        if let Some(entry) = known {
            return Ok(entry.value);
        }
        let mut turn = Turn::new(*position, 1, self.behind, None);
        turn.solve(self)?;
        for _ in 1..depth {
            turn = turn.deepened(KEPT_BEHIND);
            turn.solve(self)?;
        }
        let value = turn.value().round() as Value;
        self.run
            .table
            .store(key, Entry { depth: depth as i32, bound: Bound::Exact, value, eval: None, best: None, on_line: true });
        Ok(value)
    }
}
