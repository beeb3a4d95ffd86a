//! The vote of the threads on the move to be played.

use super::Value;

/// What a vote counts beside the centipawns by which a thread finds its move better than the least pleased one does.
const VOTE: Value = 15;

/// What a thread thinks best, how good, and how deep it looked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Voice<M> {
    pub best: M,
    pub value: Value,
    pub depth: i32,
}

/// The number of the thread whose line is played. A vote weighs the more the deeper the thread looked and the better it
/// found its move; the first of equals is elected, so that nobody has to agree with a thread that is alone.
pub(super) fn elected<M: Copy + Eq>(voices: &[Option<Voice<M>>]) -> usize {
    let heard = || voices.iter().flatten();
    let least = heard().map(|voice| voice.value).min().unwrap_or(0);
    let weight = |voice: &Voice<M>| i64::from(voice.value - least + VOTE) * i64::from(voice.depth);
    let votes = |m: M| -> i64 { heard().filter(|voice| voice.best == m).map(weight).sum() };
    let worth = |voice: &Voice<M>| (votes(voice.best), voice.depth);
    let order = voices.iter().enumerate().rev();
    order.max_by_key(|(_, voice)| voice.as_ref().map(worth)).map_or(0, |(thread, _)| thread)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elect(voices: &[(char, Value, i32)]) -> usize {
        let voice = |&(best, value, depth): &(char, Value, i32)| (depth > 0).then_some(Voice { best, value, depth });
        elected(&voices.iter().map(voice).collect::<Vec<_>>())
    }

    #[test]
    fn agreement_depth_and_value_decide_and_the_first_of_equals() {
        assert_eq!(elect(&[]), 0);
        assert_eq!(elect(&[('a', 20, 9)]), 0);
        assert_eq!(elect(&[('a', 20, 9), ('b', 20, 9)]), 0, "equals");
        assert_eq!(elect(&[('a', 20, 9), ('b', 20, 10)]), 1, "deeper");
        assert_eq!(elect(&[('a', 20, 9), ('b', 60, 9)]), 1, "better");
        assert_eq!(elect(&[('a', 20, 9), ('b', 20, 8), ('b', 20, 8)]), 1, "more");
        assert_eq!(elect(&[('a', 20, 9), ('b', 20, 8), ('b', 20, 9)]), 2, "the deepest of those who agree");
        assert_eq!(elect(&[('a', 20, 9), ('b', 0, 0)]), 0, "who has finished nothing has no vote");
        assert_eq!(elect(&[('a', 0, 0), ('b', -300, 3)]), 1);
        assert_eq!(elect(&[('a', -80, 9), ('b', 31_900, 9), ('a', -80, 9)]), 1, "a mate");
    }
}
