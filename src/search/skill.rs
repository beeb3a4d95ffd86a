//! Weaker play on purpose: a search of few nodes, and a move that chance picks among the best.

use super::Value;
use crate::game::keys::SplitMix;

/// The number of best lines that chance picks from.
pub(super) const LINES: usize = 4;
/// The nodes of a move at level 0: a look at every first move a few times over, where there are a hundred.
const LEAST_NODES: u64 = 512;
/// So many hundredths of a level double the nodes.
const DOUBLING: u32 = 200;
/// What chance adds to a value at level 0 is at most this many percent of the smallest man's; it falls with the square
/// of what is missing to the full level.
const GREATEST_MARGIN: u32 = 300;

/// How well a search plays that is not to play as well as it can.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skill {
    /// The level in hundredths.
    level: u32,
    seed: u64,
}

impl Skill {
    /// The level, in hundredths, at which nothing is held back.
    pub const FULL: u32 = 2000;

    /// A level in hundredths, 0 the weakest, and what chance starts from: one seed, position and limit give the same
    /// move again, with one thread. `None` from [`Skill::FULL`] on.
    pub fn new(level: u32, seed: u64) -> Option<Skill> {
        (level < Skill::FULL).then_some(Skill { level, seed })
    }

    /// The nodes that a move may take.
    pub(crate) fn nodes(self) -> u64 {
        let (doublings, rest) = (self.level / DOUBLING, self.level % DOUBLING);
        (LEAST_NODES << doublings) * u64::from(DOUBLING + rest) / u64::from(DOUBLING)
    }

    /// Picks one of the lines with these values, best first, in a position with this key, where the smallest man is
    /// worth `unit`: every value gets a random bonus that grows as the level falls, and the greatest sum wins. No line
    /// is picked that is worse than the best by as much as the greatest bonus, so mates are neither missed nor allowed.
    pub(crate) fn pick(self, values: impl Iterator<Item = Value>, key: u64, unit: Value) -> usize {
        let missing = u64::from(Skill::FULL - self.level);
        let share = missing * missing * u64::from(GREATEST_MARGIN) / u64::from(Skill::FULL * Skill::FULL);
        let margin = share * u64::from(unit.unsigned_abs()) / 100;
        let mut random = SplitMix::new(self.seed ^ key);
        let sums = values.map(|value| value + random.below(margin as usize + 1) as Value);
        // Of equal sums the first wins.
        sums.enumerate().max_by_key(|&(i, sum)| (sum, std::cmp::Reverse(i))).map_or(0, |(i, _)| i)
    }
}

/// What levels of skill are worth against others: measured points of a level in hundredths and its Elo, both rising.
#[derive(Clone, Copy, Debug)]
pub struct EloScale(&'static [(u32, u32)]);

impl EloScale {
    /// The scale through measured points.
    ///
    /// # Panics
    /// If they do not rise, or if there is none; a constant then does not compile.
    pub const fn new(points: &'static [(u32, u32)]) -> EloScale {
        assert!(!points.is_empty());
        let mut i = 1;
        while i < points.len() {
            assert!(points[i - 1].0 < points[i].0 && points[i - 1].1 < points[i].1);
            i += 1;
        }
        EloScale(points)
    }

    /// The least and the greatest Elo that was measured.
    pub const fn range(&self) -> (u32, u32) {
        (self.0[0].1, self.0[self.0.len() - 1].1)
    }

    /// The level that is worth this Elo, on straight lines between the points, within what was measured.
    pub fn level(&self, elo: u32) -> u32 {
        let (least, greatest) = self.range();
        let elo = elo.clamp(least, greatest);
        let between = self.0.windows(2).find_map(|pair| match *pair {
            [(low, below), (high, above)] if elo <= above => Some(low + (high - low) * (elo - below) / (above - below)),
            _ => None,
        });
        between.unwrap_or(self.0[0].0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::MATE;

    fn skill(level: u32, seed: u64) -> Skill {
        Skill::new(level, seed).unwrap()
    }

    #[test]
    fn the_full_level_holds_nothing_back() {
        assert_eq!(Skill::new(Skill::FULL, 0), None);
        assert!(Skill::new(Skill::FULL - 1, 0).is_some());
    }

    #[test]
    fn nodes_grow_with_the_level() {
        assert_eq!([0, 100, 200, 400].map(|level| skill(level, 0).nodes()), [512, 768, 1024, 2048]);
        assert!((1..Skill::FULL).all(|level| skill(level, 0).nodes() >= skill(level - 1, 0).nodes()));
    }

    #[test]
    fn chance_picks_more_wildly_at_lower_levels() {
        let values = [50, 20, -80, -150, -251, -400];
        let count = |level, line| (0..1000).filter(|&seed| skill(level, seed).pick(values.into_iter(), 7, 100) == line).count();
        assert!(count(0, 0) < 800 && count(0, 1) > 50 && count(0, 3) > 0, "level 0");
        assert_eq!(count(0, 4) + count(0, 5), 0, "far behind the best");
        assert!(count(1000, 0) > count(0, 0) && count(1000, 1) > 0 && count(1000, 3) == 0, "level 10");
        assert_eq!(count(1999, 0), 1000, "level 19.99");
        let again = |seed| skill(300, seed).pick(values.into_iter(), 7, 100);
        assert!((0..100).all(|seed| again(seed) == again(seed)));
    }

    #[test]
    fn elo_lies_on_lines_between_what_was_measured() {
        let scale = EloScale::new(&[(0, 1000), (500, 1500), (600, 2000)]);
        assert_eq!(scale.range(), (1000, 2000));
        let levels = [0, 1000, 1250, 1500, 1750, 2000, 3000].map(|elo| scale.level(elo));
        assert_eq!(levels, [0, 0, 250, 500, 550, 600, 600]);
        assert_eq!(EloScale::new(&[(300, 1000)]).level(1200), 300);
    }

    #[test]
    fn no_mate_is_missed_or_allowed() {
        for seed in 0..1000 {
            assert_eq!(skill(0, seed).pick([MATE - 3, 900].into_iter(), 0, 100), 0);
            assert_eq!(skill(0, seed).pick([-900, 4 - MATE].into_iter(), 0, 100), 0);
        }
    }
}
