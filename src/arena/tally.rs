//! What the games so far add up to.

use super::adjudication::Rule;
use super::game::{End, Usage};
use super::pgn;
use super::player::Fault;
use super::schedule::{self, Fixture};
use super::statistics::Pentanomial;
use crate::game::Side;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// How a game ended, in words that a file keeps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// By the rules, for this reason.
    Board(String),
    /// By adjudication.
    Adjudicated(Rule),
    /// By forfeit: the loser's fault.
    Forfeit(Fault),
}

/// A game as the tally and the state file keep it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The number of the game, from 0.
    pub game: usize,
    /// The engines, White's first.
    pub players: [usize; 2],
    /// The result as PGN has it.
    pub result: String,
    /// How it ended.
    pub cause: Cause,
    /// The end in words.
    pub words: String,
    /// Half-moves, those of the opening included.
    pub plies: usize,
    /// What White and Black used.
    pub usage: [Usage; 2],
}

impl Record {
    /// The record of a game that ended so.
    pub fn new(fixture: &Fixture, end: &End, plies: usize, usage: [Usage; 2]) -> Record {
        let cause = match end {
            End::Board(outcome) => Cause::Board(outcome.reason.to_string()),
            End::Adjudicated(_, rule) => Cause::Adjudicated(*rule),
            End::Forfeit { fault, .. } => Cause::Forfeit(*fault),
        };
        let (result, words) = (pgn::result_of(end.winner()).to_owned(), pgn::words_of_end(end));
        Record { game: fixture.number, players: fixture.players, result, cause, words, plies, usage }
    }

    /// Half points of a side.
    fn half_points(&self, side: Side) -> usize {
        match (self.result.as_str(), side) {
            ("1-0", Side::White) | ("0-1", Side::Black) => 2,
            ("1/2-1/2", _) => 1,
            _ => 0,
        }
    }
}

/// Decided games by how they were decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Decided {
    /// On the board.
    pub board: u64,
    /// By adjudication.
    pub adjudicated: u64,
    /// By the loser's forfeit.
    pub forfeit: u64,
}

impl Decided {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.board + self.adjudicated + self.forfeit
    }

    fn count(&mut self, cause: &Cause) {
        *match cause {
            Cause::Board(_) => &mut self.board,
            Cause::Adjudicated(_) => &mut self.adjudicated,
            Cause::Forfeit(_) => &mut self.forfeit,
        } += 1;
    }
}

/// The results of one engine against all others, or one other.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Score {
    /// Games won.
    pub wins: Decided,
    /// Games lost.
    pub losses: Decided,
    /// Games drawn.
    pub draws: u64,
    /// Finished pairs of games.
    pub pairs: Pentanomial,
}

impl Score {
    /// Finished games.
    pub fn games(&self) -> u64 {
        self.wins.total() + self.losses.total() + self.draws
    }

    /// Points of all games, a draw being half a one.
    pub fn points(&self) -> f64 {
        self.wins.total() as f64 + self.draws as f64 / 2.0
    }

    fn count(&mut self, half_points: usize, cause: &Cause) {
        match half_points {
            2 => self.wins.count(cause),
            1 => self.draws += 1,
            _ => self.losses.count(cause),
        }
    }
}

/// What is known of one engine.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sheet {
    /// Its results.
    pub score: Score,
    /// Games lost by forfeit, by kind.
    pub forfeits: BTreeMap<Fault, u64>,
    /// What it used in all games.
    pub usage: Usage,
    /// Starts in which it spoke before it was asked for its name.
    pub chatty: u64,
}

/// The sum of all games.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    sheets: Vec<Sheet>,
    /// Results of the first against the second, for every two engines that met, the lower number first.
    meetings: BTreeMap<(usize, usize), Score>,
    draws: BTreeMap<String, u64>,
    /// First games of pairs whose second is still out, by the pair: the half points of the engine with the lower number.
    half_pairs: HashMap<usize, usize>,
    games: usize,
}

impl Tally {
    /// Before the first game.
    pub fn new(engines: usize) -> Tally {
        let sheets = vec![Sheet::default(); engines];
        Tally { sheets, meetings: BTreeMap::new(), draws: BTreeMap::new(), half_pairs: HashMap::new(), games: 0 }
    }

    /// Adds a game.
    pub fn add(&mut self, record: &Record) {
        self.games += 1;
        for side in Side::BOTH {
            let half_points = record.half_points(side);
            if let Some(sheet) = self.sheets.get_mut(record.players[side.index()]) {
                sheet.score.count(half_points, &record.cause);
                add_usage(&mut sheet.usage, &record.usage[side.index()]);
                if let (0, Cause::Forfeit(fault)) = (half_points, &record.cause) {
                    *sheet.forfeits.entry(*fault).or_default() += 1;
                }
            }
        }
        if record.half_points(Side::White) == 1 {
            *self.draws.entry(drawn_by(&record.cause)).or_default() += 1;
        }
        self.add_to_meeting(record);
    }

    fn add_to_meeting(&mut self, record: &Record) {
        let [white, black] = record.players;
        let (first, second) = (white.min(black), white.max(black));
        let side = if white == first { Side::White } else { Side::Black };
        let half_points = record.half_points(side);
        let meeting = self.meetings.entry((first, second)).or_default();
        meeting.count(half_points, &record.cause);
        let pair = schedule::pair_of(record.game);
        let Some(other) = self.half_pairs.remove(&pair) else {
            self.half_pairs.insert(pair, half_points);
            return;
        };
        let sum = half_points + other;
        meeting.pairs.count(sum);
        for (engine, half_points) in [(first, sum), (second, 4 - sum)] {
            if let Some(sheet) = self.sheets.get_mut(engine) {
                sheet.score.pairs.count(half_points);
            }
        }
    }

    /// Counts a start in which an engine spoke unasked.
    pub fn add_chatter(&mut self, engine: usize) {
        if let Some(sheet) = self.sheets.get_mut(engine) {
            sheet.chatty += 1;
        }
    }

    /// The finished games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Every engine's sheet.
    pub fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }

    /// The results of every two engines that met, from the first one's view.
    pub fn meetings(&self) -> impl Iterator<Item = ((usize, usize), &Score)> {
        self.meetings.iter().map(|(&engines, score)| (engines, score))
    }

    /// Drawn games by reason.
    pub fn draws(&self) -> &BTreeMap<String, u64> {
        &self.draws
    }

    /// The pairs of the first two engines, from the first one's view.
    pub fn first_pairs(&self) -> Pentanomial {
        self.meetings.get(&(0, 1)).map(|score| score.pairs).unwrap_or_default()
    }
}

fn drawn_by(cause: &Cause) -> String {
    match cause {
        Cause::Board(reason) => reason.clone(),
        Cause::Adjudicated(rule) => format!("adjudicated {}", rule.word()),
        Cause::Forfeit(fault) => fault.word().to_owned(),
    }
}

fn add_usage(sum: &mut Usage, more: &Usage) {
    sum.moves += more.moves;
    sum.micros = sum.micros.saturating_add(more.micros);
    sum.nodes = sum.nodes.saturating_add(more.nodes);
    sum.depth += more.depth;
    sum.overruns += more.overruns;
    sum.bad_lines += more.bad_lines;
    sum.worst_overrun = sum.worst_overrun.max(more.worst_overrun);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Outcome, Reason};

    fn record(number: usize, players: [usize; 2], end: &End) -> Record {
        let usage =
            Usage { moves: 2, micros: 100, nodes: 7, depth: 3, overruns: 1, worst_overrun: number as u64, bad_lines: 0 };
        Record::new(&Fixture { number, round: 0, players, opening: 0 }, end, 9, [usage; 2])
    }

    fn win(side: Side) -> End {
        End::Board(Outcome::win(side, Reason::Mate))
    }

    fn draw(reason: Reason) -> End {
        End::Board(Outcome::draw(reason))
    }

    #[test]
    fn games_add_up() {
        let crash = End::Forfeit { loser: Side::White, fault: Fault::Crash, detail: "exit status: 3".into() };
        let mut tally = Tally::new(3);
        for record in [
            record(0, [0, 1], &win(Side::White)),
            record(2, [0, 2], &draw(Reason::Repetition)),
            record(1, [1, 0], &crash),
            record(3, [2, 0], &draw(Reason::Clock)),
            record(4, [1, 2], &End::Adjudicated(Some(Side::Black), Rule::Resign)),
        ] {
            tally.add(&record);
        }
        let [a, b, c] = tally.sheets() else { panic!() };
        assert_eq!(a.score.wins, Decided { board: 1, adjudicated: 0, forfeit: 1 });
        assert_eq!(b.score.losses, Decided { board: 1, adjudicated: 1, forfeit: 1 });
        assert_eq!((a.score.games(), a.score.points(), c.score.points()), (4, 3.0, 2.0));
        assert_eq!(b.forfeits, BTreeMap::from([(Fault::Crash, 1)]));
        assert!(a.forfeits.is_empty());
        assert_eq!((a.score.pairs, b.score.pairs), (Pentanomial([0, 0, 1, 0, 1]), Pentanomial([1, 0, 0, 0, 0])));
        assert_eq!(tally.first_pairs(), Pentanomial([0, 0, 0, 0, 1]));
        assert_eq!(tally.draws(), &BTreeMap::from([("clock".into(), 1), ("repetition".into(), 1)]));
        assert_eq!((a.usage.moves, a.usage.nodes, a.usage.worst_overrun), (8, 28, 3));
        assert_eq!((tally.games(), tally.meetings().count()), (5, 3));
    }

    #[test]
    fn the_order_of_games_does_not_matter() {
        let games = [
            record(0, [0, 1], &win(Side::White)),
            record(1, [1, 0], &draw(Reason::Material)),
            record(2, [0, 1], &win(Side::Black)),
            record(3, [1, 0], &win(Side::Black)),
        ];
        let sum = |order: [usize; 4]| {
            let mut tally = Tally::new(2);
            order.iter().for_each(|&i| tally.add(&games[i]));
            tally
        };
        assert_eq!(sum([0, 1, 2, 3]), sum([3, 0, 2, 1]));
        assert_eq!(sum([0, 1, 2, 3]).first_pairs(), Pentanomial([0, 0, 1, 1, 0]));
    }

    #[test]
    fn a_record_survives_its_file() {
        let end = End::Forfeit { loser: Side::Black, fault: Fault::Illegal, detail: "move \"e2e5\"".into() };
        let record = record(7, [1, 0], &end);
        let line = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<Record>(&line).unwrap(), record);
        assert!(line.contains("\"cause\":{\"forfeit\":\"illegal\"}"), "{line}");
    }
}
