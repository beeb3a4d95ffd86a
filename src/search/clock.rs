//! How much time a move is given.

use super::Limits;
use crate::game::Side;
use std::time::Duration;

/// Without a number of moves to the next time control, the time left is to last for so many.
const MOVES_TO_GO: u32 = 40;
/// The part of the time left that one move may use at most, in percent.
const GREATEST_SHARE: u32 = 75;
/// The soft limit as a part of the move's share of the time, in percent: an iteration takes longer than all before it,
/// so the last one has to begin early.
const SOFT_PART: u32 = 75;
/// The hard limit as a multiple of the soft one.
const HARD_FACTOR: u32 = 3;
/// However short the time is, a move gets this much.
const LEAST: Duration = Duration::from_millis(1);

/// The time for one move, counted from when the clock runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimePlan {
    /// No new iteration begins after this, give or take what the search thinks the move deserves.
    pub soft: Duration,
    /// The search ends here.
    pub hard: Duration,
}

impl TimePlan {
    /// The plan for the side to move; `None` where time does not matter.
    pub fn new(limits: &Limits, side: Side) -> Option<TimePlan> {
        if limits.infinite {
            return None;
        }
        let by_clock = limits.clock.time[side.index()].map(|time| TimePlan::by_clock(limits, side, time));
        let by_move = limits.move_time.map(|time| {
            let time = time.saturating_sub(limits.overhead).max(LEAST);
            TimePlan { soft: Duration::MAX, hard: time }
        });
        match (by_clock, by_move) {
            (Some(a), Some(b)) => Some(TimePlan { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
            (plan, None) | (None, plan) => plan,
        }
    }

    fn by_clock(limits: &Limits, side: Side, time: Duration) -> TimePlan {
        let moves = limits.clock.moves_to_go.unwrap_or(MOVES_TO_GO).clamp(1, MOVES_TO_GO);
        let left = time.saturating_sub(limits.overhead);
        let most = left / 100 * GREATEST_SHARE;
        let share = (left / moves).saturating_add(limits.clock.increment[side.index()] / 4 * 3);
        let soft = share / 100 * SOFT_PART;
        TimePlan { soft: soft.min(most).max(LEAST), hard: soft.saturating_mul(HARD_FACTOR).min(most).max(LEAST) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Clock;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn plan(time: Duration, increment: Duration, moves_to_go: Option<u32>) -> TimePlan {
        let clock = Clock { time: [None, Some(time)], increment: [ms(0), increment], moves_to_go };
        let limits = Limits { clock, overhead: ms(10), ..Limits::default() };
        assert_eq!(TimePlan::new(&limits, Side::White), None, "only the own clock counts");
        TimePlan::new(&limits, Side::Black).unwrap()
    }

    #[test]
    fn no_plan_overdraws_the_clock() {
        for time in [0, 5, 11, 50, 1000, 60_000, u64::MAX / 1000] {
            for increment in [0, 10, 100_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(3), Some(u32::MAX)] {
                    let plan = plan(ms(time), ms(increment), moves_to_go);
                    assert!(plan.soft <= plan.hard);
                    assert!(plan.hard <= ms(time.saturating_sub(10).max(1)), "{time} {increment} {moves_to_go:?}");
                }
            }
        }
    }

    #[test]
    fn time_grows_with_what_there_is() {
        assert!(plan(ms(60_000), ms(0), None).soft > plan(ms(30_000), ms(0), None).soft);
        assert!(plan(ms(30_000), ms(500), None).soft > plan(ms(30_000), ms(0), None).soft);
        assert!(plan(ms(30_000), ms(0), Some(5)).soft > plan(ms(30_000), ms(0), None).soft);
    }

    #[test]
    fn the_time_of_a_move_is_used_up() {
        let limits = Limits { move_time: Some(ms(200)), overhead: ms(10), ..Limits::default() };
        assert_eq!(TimePlan::new(&limits, Side::White), Some(TimePlan { soft: Duration::MAX, hard: ms(190) }));
        let infinite = Limits { infinite: true, ..limits };
        assert_eq!(TimePlan::new(&infinite, Side::White), None);
        assert_eq!(TimePlan::new(&Limits::default(), Side::White), None);
    }
}
