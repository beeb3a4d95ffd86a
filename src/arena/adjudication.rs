//! Games that are ended before the rules end them, because both players agree or because they last too long.

use crate::game::{InputError, Side};
use crate::search::Score;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Scores beyond all others, in centipawns: a mate.
const MATE: i32 = 1_000_000;

/// Both players hold the game for drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct DrawRule {
    /// From this move on.
    pub from: u32,
    /// For so many moves of both players running.
    pub count: u32,
    /// No score further from 0 than this, in centipawns.
    pub score: i32,
}

/// Both players hold the game for won by the same side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ResignRule {
    /// For so many moves of both players running.
    pub count: u32,
    /// By at least this, in centipawns.
    pub score: i32,
}

/// The rules in force; off unless given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Rules {
    /// Drawn by agreement.
    pub draw: Option<DrawRule>,
    /// Won by resignation.
    pub resign: Option<ResignRule>,
    /// Won when both players announce the same mate.
    pub mates: bool,
    /// Drawn after so many moves of both sides.
    pub longest: Option<u32>,
}

/// The rule that ended a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// [`Rules::draw`].
    Draw,
    /// [`Rules::resign`].
    Resign,
    /// [`Rules::mates`].
    Mate,
    /// [`Rules::longest`].
    Length,
}

impl Rule {
    /// The word for it in records.
    pub const fn word(self) -> &'static str {
        match self {
            Rule::Draw => "draw",
            Rule::Resign => "resign",
            Rule::Mate => "mate",
            Rule::Length => "length",
        }
    }
}

impl FromStr for DrawRule {
    type Err = InputError;

    fn from_str(text: &str) -> Result<DrawRule, InputError> {
        let [from, count, score] = values("draw", text, [("move", 40), ("count", 8), ("score", 10)])?;
        Ok(DrawRule { from, count, score: bounded(score) })
    }
}

impl FromStr for ResignRule {
    type Err = InputError;

    fn from_str(text: &str) -> Result<ResignRule, InputError> {
        let [count, score] = values("resign", text, [("count", 4), ("score", 800)])?;
        Ok(ResignRule { count, score: bounded(score) })
    }
}

fn bounded(score: u32) -> i32 {
    i32::try_from(score).unwrap_or(MATE).min(MATE)
}

/// Reads `key=number` pairs; what is not given keeps its default.
fn values<const N: usize>(field: &str, text: &str, defaults: [(&str, u32); N]) -> Result<[u32; N], InputError> {
    let mut found = defaults.map(|(_, value)| value);
    for item in text.split(',').filter(|item| !item.is_empty()) {
        let pair = item.split_once('=');
        let slot = pair.and_then(|(key, value)| Some((defaults.iter().position(|(k, _)| *k == key)?, value)));
        let Some((slot, value)) = slot else {
            let known: Vec<_> = defaults.iter().map(|(k, v)| format!("{k}={v}")).collect();
            return Err(InputError::new(field, item, format!("must be of {}", known.join(","))));
        };
        found[slot] = value.parse().map_err(|_| InputError::new(field, item, "must have a whole number"))?;
    }
    Ok(found)
}

/// Watches the scores of a game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Rules,
    plies: u32,
    drawn: u32,
    /// Half-moves running in which White, and Black, was held for the winner.
    winning: [u32; 2],
    mating: [u32; 2],
}

impl Adjudicator {
    /// Before the first move.
    pub fn new(rules: Rules) -> Adjudicator {
        Adjudicator { rules, plies: 0, drawn: 0, winning: [0; 2], mating: [0; 2] }
    }

    /// Takes note of a move and its score, from the mover's view. Without a score all counts begin anew.
    pub fn note(&mut self, mover: Side, score: Option<Score>) {
        self.plies += 1;
        let value = score.map(|score| match score {
            Score::Centipawns(value) => value,
            Score::Mate(moves) => MATE * if moves > 0 { 1 } else { -1 },
        });
        let white = value.map(|value| if mover == Side::White { value } else { -value });
        let count = |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        if let Some(DrawRule { from, score, .. }) = self.rules.draw {
            let late = self.plies.div_ceil(2) >= from;
            count(&mut self.drawn, late && white.is_some_and(|value| value.abs() <= score));
        }
        for side in Side::BOTH {
            let own = white.map(|value| if side == Side::White { value } else { -value });
            let least = self.rules.resign.map_or(MATE, |rule| rule.score);
            count(&mut self.winning[side.index()], own.is_some_and(|value| value >= least));
            count(&mut self.mating[side.index()], own.is_some_and(|value| value >= MATE));
        }
    }

    /// The winner, or none for a draw, and the rule, if the game is to end.
    pub fn verdict(&self) -> Option<(Option<Side>, Rule)> {
        let enough = |count: u32, moves: u32| count >= 2 * moves.max(1);
        let winner = |counts: &[u32; 2], moves: u32| Side::BOTH.into_iter().find(|s| enough(counts[s.index()], moves));
        let mate = self.rules.mates.then(|| winner(&self.mating, 1)).flatten().map(|side| (Some(side), Rule::Mate));
        let resign = || {
            let rule = self.rules.resign?;
            winner(&self.winning, rule.count).map(|side| (Some(side), Rule::Resign))
        };
        let draw = || self.rules.draw.filter(|rule| enough(self.drawn, rule.count)).map(|_| (None, Rule::Draw));
        let length = || self.rules.longest.filter(|&moves| self.plies >= 2 * moves).map(|_| (None, Rule::Length));
        mate.or_else(resign).or_else(draw).or_else(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays scores from White's view, White first; the half-move after which there is a verdict, and the verdict.
    fn play(rules: Rules, scores: &[Option<i32>]) -> Option<(usize, Option<Side>, Rule)> {
        let mut watch = Adjudicator::new(rules);
        for (i, score) in scores.iter().enumerate() {
            let mover = Side::BOTH[i % 2];
            let own = score.map(|value| if mover == Side::White { value } else { -value });
            let own = own.map(|v| if v.abs() >= MATE { Score::Mate(v.signum() * 3) } else { Score::Centipawns(v) });
            watch.note(mover, own);
            if let Some((winner, rule)) = watch.verdict() {
                return Some((i + 1, winner, rule));
            }
        }
        None
    }

    #[test]
    fn rules_are_read_with_their_defaults() {
        assert_eq!("move=30,score=5".parse(), Ok(DrawRule { from: 30, count: 8, score: 5 }));
        assert_eq!("".parse(), Ok(ResignRule { count: 4, score: 800 }));
        assert_eq!(
            "moves=3".parse::<ResignRule>().unwrap_err().to_string(),
            "resign \"moves=3\": must be of count=4,score=800"
        );
        assert!("count=-3".parse::<DrawRule>().is_err());
    }

    #[test]
    fn a_draw_needs_both_and_time() {
        let rules = Rules { draw: "move=2,count=2,score=10".parse().ok(), ..Rules::default() };
        assert_eq!(play(rules, &[Some(0); 9]), Some((6, None, Rule::Draw)));
        assert_eq!(play(rules, &[Some(0), Some(0), Some(0), Some(0), Some(11), Some(0), Some(0), None, Some(0)]), None);
    }

    #[test]
    fn a_resignation_needs_both() {
        let rules = Rules { resign: "count=2,score=500".parse().ok(), ..Rules::default() };
        assert_eq!(play(rules, &[Some(-500); 9]), Some((4, Some(Side::Black), Rule::Resign)));
        assert_eq!(play(rules, &[Some(900), Some(100), Some(900), Some(100), Some(900)]), None);
        assert_eq!(play(Rules::default(), &[Some(MATE); 9]), None, "off unless given");
    }

    #[test]
    fn a_mate_that_both_see() {
        let rules = Rules { mates: true, ..Rules::default() };
        assert_eq!(play(rules, &[Some(9999), Some(MATE), Some(MATE)]), Some((3, Some(Side::White), Rule::Mate)));
    }

    #[test]
    fn the_longest_game() {
        let rules = Rules { longest: Some(2), ..Rules::default() };
        assert_eq!(play(rules, &[None; 9]), Some((4, None, Rule::Length)));
    }
}
