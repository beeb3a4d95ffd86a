//! The positions of games, as sums over weights.

use super::games::{self, Kind, Record};
use crate::game::registry::Variant;
use crate::game::weights::{Composition, Shares};
use crate::game::{InputError, Reading, Referee, Side};
use rayon::prelude::*;
use std::ops::Range;

/// A weight that counts in a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Term {
    /// Its number among all.
    pub weight: u16,
    /// How much more often it counts for White than for Black.
    pub count: i16,
}

/// A position to learn from.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// Where its terms stand among all.
    terms: Range<usize>,
    /// See [`Composition::shares`].
    pub shares: [Shares; 2],
    /// See [`Composition::bend`].
    pub bend: f32,
    /// What White made of the game: 1, 0.5 or 0.
    pub result: f32,
    /// The score of its search in centipawns for White.
    pub score: f32,
}

/// The positions of many games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Samples {
    terms: Vec<Term>,
    samples: Vec<Sample>,
    /// Where the positions of each game begin.
    games: Vec<usize>,
}

/// Told a number, from any thread.
pub type Tell<'t> = &'t (dyn Fn(usize) + Sync);

impl Samples {
    /// Reads the text of a file of games, and tells how many games more it has read, now and then.
    ///
    /// # Errors
    /// The first bad line, with its number; a last line that has no end.
    pub fn read(text: &str, kind: Kind, tell: Tell) -> Result<Samples, InputError> {
        let (_, games) = text.split_once('\n').unwrap_or_default();
        if !games.is_empty() && !games.ends_with('\n') {
            let line = games.lines().next_back().unwrap_or_default();
            return Err(InputError::new("game", line, "ends in the middle; datagen --resume mends that")
                .within(format_args!("line {}", text.lines().count())));
        }
        let lines: Vec<_> = games.lines().zip(2..).collect();
        let read = |lines: &[(&str, usize)]| {
            let samples = Samples::of_lines(lines, kind);
            tell(lines.len());
            samples
        };
        let parts: Vec<_> = lines.par_chunks(64).map(read).collect();
        let mut all = Samples::default();
        for part in parts {
            all.append(part?);
        }
        Ok(all)
    }

    fn of_lines(lines: &[(&str, usize)], kind: Kind) -> Result<Samples, InputError> {
        let mut samples = Samples::default();
        let mut referee = (kind.variant.referee)();
        referee.set_style(kind.style);
        for (line, number) in lines {
            let add = |record: Record| samples.add_game(&record, referee.as_mut());
            line.parse().and_then(add).map_err(|e: InputError| e.within(format_args!("line {number}")))?;
        }
        Ok(samples)
    }

    /// Adds the positions of a game that say something about the weights.
    fn add_game(&mut self, record: &Record, referee: &mut dyn Referee) -> Result<(), InputError> {
        self.games.push(self.samples.len());
        referee.set_position(record.fen.as_deref(), Reading::Lenient, &[])?;
        let result = match record.winner {
            Some(Side::White) => 1.0,
            Some(Side::Black) => 0.0,
            None => 0.5,
        };
        for (played, number) in record.moves.iter().zip(1..) {
            if let Some((score, composition)) = played.score.zip(referee.composition()) {
                self.add(&composition, result, score as f32)?;
            }
            referee.play(&played.token).map_err(|e| e.within(format_args!("move {number}")))?;
        }
        Ok(())
    }

    /// Adds a position to the last game.
    ///
    /// # Errors
    /// A weight that counts more often than 16 bits can tell; no position has so many men.
    pub fn add(&mut self, composition: &Composition, result: f32, score: f32) -> Result<(), InputError> {
        let start = self.terms.len();
        for &(weight, count) in &composition.counts {
            let term = weight.try_into().ok().zip(count.try_into().ok()).map(|(weight, count)| Term { weight, count });
            self.terms
                .push(term.ok_or_else(|| InputError::new("weight", weight.to_string(), format!("counts {count} times")))?);
        }
        let Composition { shares, bend, .. } = *composition;
        self.samples.push(Sample { terms: start..self.terms.len(), shares, bend, result, score });
        Ok(())
    }

    /// Adds the games of another file.
    pub fn append(&mut self, mut other: Samples) {
        let (terms, samples) = (self.terms.len(), self.samples.len());
        self.terms.append(&mut other.terms);
        let moved = |sample: Sample| Sample { terms: sample.terms.start + terms..sample.terms.end + terms, ..sample };
        self.samples.extend(other.samples.into_iter().map(moved));
        self.games.extend(other.games.into_iter().map(|start| start + samples));
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The numbers of the positions of a game.
    pub fn of_game(&self, game: usize) -> Range<usize> {
        self.games[game]..self.games.get(game + 1).copied().unwrap_or(self.samples.len())
    }

    /// A position.
    pub fn sample(&self, number: usize) -> &Sample {
        &self.samples[number]
    }

    /// The weights that count in a position.
    pub fn terms(&self, sample: &Sample) -> &[Term] {
        &self.terms[sample.terms.clone()]
    }

    /// In how many positions each of `weights` weights counts.
    pub fn seen(&self, weights: usize) -> Vec<usize> {
        let mut seen = vec![0; weights];
        for term in &self.terms {
            seen[usize::from(term.weight)] += 1;
        }
        seen
    }
}

/// The samples of files, which must all be of one variant: the variant, and the positions. How many games more are read
/// is told now and then.
///
/// # Errors
/// The first bad line, with its file and number.
pub fn of_files(files: &[(String, String)], tell: Tell) -> Result<Option<(&'static Variant, Samples)>, InputError> {
    let mut found: Option<(&'static Variant, Samples)> = None;
    for (name, text) in files {
        let header = text.lines().next().unwrap_or_default();
        let kind = games::kind_of(header).map_err(|e| e.within("line 1").within(name))?;
        let variant = kind.variant;
        if let Some((other, _)) = &found
            && other.info.name != variant.info.name
        {
            let reason = format!("the files before are of {}", other.info.name);
            return Err(InputError::new("variant", variant.info.name, reason).within(name));
        }
        let samples = Samples::read(text, kind, tell).map_err(|e| e.within(name))?;
        found.get_or_insert_with(|| (variant, Samples::default())).1.append(samples);
    }
    Ok(found)
}

#[cfg(test)]
impl Samples {
    /// A game without positions yet.
    pub(super) fn one_game() -> Samples {
        Samples { games: vec![0], ..Samples::default() }
    }

    /// Says how the game of a position ended, and its score.
    pub(super) fn set_result(&mut self, number: usize, result: f32, score: f32) {
        let sample = &mut self.samples[number];
        (sample.result, sample.score) = (result, score);
    }
}
