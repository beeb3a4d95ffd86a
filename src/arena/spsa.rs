//! Tuning by matches: simultaneous perturbation stochastic approximation.
//!
//! All numbers are moved at once, each up or down by lot; two engines, one with the numbers moved this way and one with
//! them moved the other way, play some games; the numbers then go a little towards the better one. With the gains falling
//! as they do here that climbs to a maximum, however noisy the games (Spall, "Implementation of the simultaneous
//! perturbation algorithm for stochastic optimization", 1998).

use crate::game::keys::SplitMix;
use std::iter::zip;

/// How fast the steps and the perturbations fall (Spall's alpha and gamma).
const STEP_FALL: f64 = 0.602;
const PERTURBATION_FALL: f64 = 0.101;
/// Steps are small at first, as if so large a part of all iterations were over (Spall's A).
const HEAD_START: f64 = 0.1;
/// The last perturbation is this part of a number's range.
const LAST_PERTURBATION: f64 = 0.05;
/// The usual rate, for tunings of some ten thousand games: what one point moves a number by in the last iteration, in perturbations.
pub const USUAL_RATE: f64 = 0.002;

/// A number that is tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The option that it is.
    pub name: String,
    /// Where it begins.
    pub default: i64,
    /// The least value.
    pub least: i64,
    /// The greatest value.
    pub greatest: i64,
}

impl Parameter {
    fn range(&self) -> f64 {
        (self.greatest - self.least) as f64
    }

    fn within(&self, value: f64) -> f64 {
        value.clamp(self.least as f64, self.greatest as f64)
    }
}

/// The numbers and how far their tuning has come.
#[derive(Clone, Debug)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    values: Vec<f64>,
    iterations: u32,
    rate: f64,
    done: u32,
    seed: u64,
}

/// Two engines to be compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The values of the numbers in either engine.
    pub values: [Vec<i64>; 2],
    /// Whether a number is moved up in the first engine.
    ups: Vec<bool>,
}

impl Spsa {
    /// Before the first of so many iterations. In the last one a point moves a number by `rate` of its perturbation.
    pub fn new(parameters: Vec<Parameter>, iterations: u32, rate: f64, seed: u64) -> Spsa {
        let values = parameters.iter().map(|parameter| parameter.default as f64).collect();
        Spsa { parameters, values, iterations, rate, done: 0, seed }
    }

    /// The numbers.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// What they stand at.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The iterations that are over.
    pub fn done(&self) -> u32 {
        self.done
    }

    /// Are all iterations over?
    pub fn is_done(&self) -> bool {
        self.done >= self.iterations
    }

    /// Goes on where an earlier tuning of the same numbers was after `done` iterations.
    pub fn take_up(&mut self, done: u32, values: Vec<f64>) {
        self.done = done;
        self.values = values;
    }

    /// By how much a number is moved in the coming iteration.
    fn perturbation(&self, parameter: &Parameter) -> f64 {
        let last = parameter.range() * LAST_PERTURBATION;
        last * (f64::from(self.iterations) / f64::from(self.done + 1)).powf(PERTURBATION_FALL)
    }

    /// By how much a number goes on for every point won in the coming iteration and every unit of perturbation.
    fn step(&self, parameter: &Parameter) -> f64 {
        let last = self.rate * (parameter.range() * LAST_PERTURBATION).powi(2);
        let head_start = HEAD_START * f64::from(self.iterations);
        let all = head_start + f64::from(self.iterations);
        last * (all / (head_start + f64::from(self.done + 1))).powf(STEP_FALL)
    }

    /// The engines of the coming iteration: always the same, whenever it is asked. Between two whole numbers chance decides,
    /// so that small changes count too.
    pub fn trial(&self) -> Trial {
        let mut random = SplitMix::new(self.seed ^ u64::from(self.done) << 32);
        let ups: Vec<bool> = self.parameters.iter().map(|_| random.below(2) == 0).collect();
        let values = [1.0, -1.0].map(|way| {
            let moved = zip(zip(&self.parameters, &self.values), &ups).map(|((parameter, &value), &up)| {
                let sign = if up { way } else { -way };
                let exact = parameter.within(value + sign * self.perturbation(parameter));
                let lot = random.below(1 << 20) as f64 / f64::from(1 << 20);
                (exact + lot).floor().min(parameter.greatest as f64) as i64
            });
            moved.collect()
        });
        Trial { values, ups }
    }

    /// The first engine of a trial won so many points more than the second.
    pub fn learn(&mut self, trial: &Trial, points: f64) {
        let moves: Vec<f64> = zip(&self.parameters, &trial.ups)
            .map(|(parameter, &up)| {
                let gain = self.step(parameter) / self.perturbation(parameter) * points;
                if up { gain } else { -gain }
            })
            .collect();
        for ((parameter, value), gain) in zip(zip(&self.parameters, &mut self.values), moves) {
            *value = parameter.within(*value + gain);
        }
        self.done += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters() -> Vec<Parameter> {
        let number = |name: &str, default, least, greatest| Parameter { name: name.into(), default, least, greatest };
        vec![number("a", 20, 0, 100), number("b", 900, -1000, 1000), number("c", 5, 0, 10)]
    }

    /// The better engine is the one nearer to the optimum, and games are noisy: the numbers get there all the same.
    #[test]
    fn the_numbers_climb_to_the_optimum() {
        let optimum = [70.0, -200.0, 5.0];
        let distance = |values: &[f64], parameters: &[Parameter]| -> f64 {
            let parts = zip(zip(values, optimum), parameters).map(|((value, best), p)| ((value - best) / p.range()).powi(2));
            parts.sum::<f64>()
        };
        let mut spsa = Spsa::new(parameters(), 3000, USUAL_RATE, 1);
        let mut random = SplitMix::new(2);
        let begin = distance(spsa.values(), spsa.parameters());
        while !spsa.is_done() {
            let trial = spsa.trial();
            let [first, second] = trial.values.each_ref().map(|values| {
                let values: Vec<f64> = values.iter().map(|&value| value as f64).collect();
                distance(&values, spsa.parameters())
            });
            let noise = random.below(2001) as f64 / 500.0 - 2.0;
            spsa.learn(&trial, (20.0 * (second - first) + noise).clamp(-8.0, 8.0));
        }
        let end = distance(spsa.values(), spsa.parameters());
        assert!(end < begin / 20.0, "{begin} {end} {:?}", spsa.values());
    }

    #[test]
    fn at_twice_the_rate_numbers_move_twice_as_far() {
        let moved = |rate| {
            let mut spsa = Spsa::new(parameters(), 10, rate, 3);
            let trial = spsa.trial();
            spsa.learn(&trial, 2.0);
            spsa.values()[1] - 900.0
        };
        assert!(moved(0.001) != 0.0);
        assert!((moved(0.002) / moved(0.001) - 2.0).abs() < 1e-6);
    }

    #[test]
    fn a_trial_is_two_engines_around_the_values_within_the_bounds() {
        let mut spsa = Spsa::new(parameters(), 10, USUAL_RATE, 3);
        while !spsa.is_done() {
            let trial = spsa.trial();
            assert_eq!(trial, spsa.trial(), "asked twice");
            for values in &trial.values {
                for (value, parameter) in zip(values, spsa.parameters()) {
                    assert!((parameter.least..=parameter.greatest).contains(value), "{value} {parameter:?}");
                }
            }
            let middles = zip(&trial.values[0], &trial.values[1]).map(|(a, b)| (a + b) as f64 / 2.0);
            assert!(zip(middles, spsa.values()).take(1).all(|(middle, value)| (middle - value).abs() <= 1.0));
            assert!(trial.values[0] != trial.values[1]);
            spsa.learn(&trial, 0.0);
            assert_eq!(spsa.values(), [20.0, 900.0, 5.0], "a drawn trial moves nothing");
        }
    }

    #[test]
    fn a_tuning_that_is_taken_up_goes_on_as_it_would_have() {
        let mut whole = Spsa::new(parameters(), 6, USUAL_RATE, 4);
        let mut half = Spsa::new(parameters(), 6, USUAL_RATE, 4);
        for round in 0..6 {
            if round == 3 {
                let mut next = Spsa::new(parameters(), 6, USUAL_RATE, 4);
                next.take_up(half.done(), half.values().to_vec());
                half = next;
            }
            for spsa in [&mut whole, &mut half] {
                let trial = spsa.trial();
                spsa.learn(&trial, f64::from(round) - 2.0);
            }
        }
        assert_eq!((whole.values(), whole.done()), (half.values(), half.done()));
    }
}
