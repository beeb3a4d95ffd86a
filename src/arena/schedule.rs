//! Who plays whom, with which colour, from which opening: a function of the game's number, so that a match can be taken
//! up again anywhere.

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// All games of a match. Games come in pairs: the same opening, colours swapped.
#[derive(Clone, Debug)]
pub struct Schedule {
    meetings: Vec<(usize, usize)>,
    pairs: usize,
    rounds: usize,
}

/// A game that is to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number, from 0.
    pub number: usize,
    /// The round, from 0.
    pub round: usize,
    /// The engines, White's first.
    pub players: [usize; 2],
    /// The number of the opening, from 0: the same for all meetings of a round.
    pub opening: usize,
}

/// The number of the pair that a game is part of.
pub fn pair_of(game: usize) -> usize {
    game / 2
}

impl Schedule {
    /// Every meeting of `engines` engines plays `pairs` pairs of games in each of `rounds` rounds.
    pub fn new(format: Format, engines: usize, pairs: usize, rounds: usize) -> Schedule {
        let rows = if format == Format::Gauntlet { 1 } else { engines };
        let meetings = (0..rows).flat_map(|a| (a + 1..engines).map(move |b| (a, b))).collect();
        Schedule { meetings, pairs, rounds }
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.meetings.len().saturating_mul(self.pairs).saturating_mul(self.rounds).saturating_mul(2)
    }

    /// The number of openings.
    pub fn openings(&self) -> usize {
        self.pairs.saturating_mul(self.rounds)
    }

    /// Is there nothing to play?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A game of the schedule.
    pub fn fixture(&self, number: usize) -> Option<Fixture> {
        let pair = pair_of(number);
        let opening = pair / self.meetings.len().max(1);
        let &(first, second) = self.meetings.get(pair % self.meetings.len().max(1))?;
        let players = if number.is_multiple_of(2) { [first, second] } else { [second, first] };
        let fixture = Fixture { number, round: opening / self.pairs.max(1), players, opening };
        (number < self.len()).then_some(fixture)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn all(schedule: &Schedule) -> Vec<Fixture> {
        (0..schedule.len()).map(|n| schedule.fixture(n).unwrap()).collect()
    }

    #[test]
    fn pairs_share_an_opening_and_swap_colours() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 2, 2);
        let games = all(&schedule);
        assert_eq!(games.len(), 24);
        assert_eq!((schedule.fixture(24), schedule.openings()), (None, 4));
        for pair in games.chunks(2) {
            let [a, b] = pair else { panic!() };
            assert_eq!((a.opening, a.round, pair_of(a.number)), (b.opening, b.round, pair_of(b.number)));
            assert_eq!(a.players, [b.players[1], b.players[0]]);
        }
        let mut colours: HashMap<[usize; 2], usize> = HashMap::new();
        games.iter().for_each(|game| *colours.entry(game.players).or_default() += 1);
        assert_eq!(colours.len(), 6);
        assert!(colours.values().all(|&n| n == 4), "{colours:?}");
        let openings: Vec<_> = games.iter().map(|g| (g.round, g.opening)).collect();
        assert_eq!((openings[0], openings[5], openings[6], openings[23]), ((0, 0), (0, 0), (0, 1), (1, 3)));
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        let games = all(&Schedule::new(Format::Gauntlet, 4, 1, 1));
        assert_eq!(games.len(), 6);
        assert!(games.iter().all(|game| game.players.contains(&0)));
    }

    #[test]
    fn nothing_to_play() {
        assert!(Schedule::new(Format::RoundRobin, 1, 5, 5).is_empty());
        assert_eq!(Schedule::new(Format::RoundRobin, 1, 5, 5).fixture(0), None);
        assert!(Schedule::new(Format::Gauntlet, 2, 0, 1).fixture(0).is_none());
    }
}
