//! The search for the weights of least loss: Adam, in batches, with games kept back to see when to stop.
//!
//! Kingma and Ba, "Adam: a method for stochastic optimization", 2014.

use super::model::{Model, Weights};
use super::samples::Samples;
use crate::game::keys::SplitMix;
use std::ops::ControlFlow;

/// How the first and the second moment of Adam fade.
const FADING: (f64, f64) = (0.9, 0.999);

/// Epochs without a better validation loss after which the rate falls.
const PATIENCE: usize = 6;

/// What the rate falls to.
const COOLING: f64 = 0.3;

/// The part of the first rate below which it is not worth going on.
const COLD: f64 = 0.01;

/// How weights are fitted.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The step of a weight in centipawns, at first.
    pub rate: f64,
    /// Positions looked at before a step.
    pub batch: usize,
    /// The greatest number of times that all positions are looked at.
    pub epochs: usize,
    /// Every weight is held at its start as if so many even positions in which it counts once spoke for it.
    pub pull: f64,
    /// The seed of all that is shuffled.
    pub seed: u64,
}

/// The positions to learn from, and those kept back.
#[derive(Clone, Debug)]
pub struct Split {
    /// To learn from.
    pub training: Vec<usize>,
    /// To see whether what was learned holds.
    pub validation: Vec<usize>,
}

impl Split {
    /// Keeps back this part of the games. Positions of one game stay together: they know each other's result.
    pub fn new(samples: &Samples, part: f64, seed: u64) -> Split {
        let mut games: Vec<_> = (0..samples.games()).collect();
        SplitMix::new(seed).shuffle(&mut games);
        let kept = (part * games.len() as f64).round() as usize;
        let (validation, training) = games.split_at(kept.min(games.len()));
        let positions = |games: &[usize]| games.iter().flat_map(|&game| samples.of_game(game)).collect();
        Split { training: positions(training), validation: positions(validation) }
    }
}

/// Where the fit stands behind an epoch; epoch 0 is the start.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number.
    pub number: usize,
    /// The rate at which it went.
    pub rate: f64,
    /// The mean loss of the positions learned from.
    pub training: f64,
    /// The mean loss of those kept back.
    pub validation: f64,
}

/// What a fit found.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The weights of the least validation loss.
    pub weights: Weights,
    /// The epoch that found them.
    pub best: Epoch,
    /// All epochs.
    pub epochs: Vec<Epoch>,
}

/// Fits the weights that are not `fixed`, until the positions kept back gain nothing any more or `watch` breaks off.
pub fn fit(
    model: &Model,
    split: &Split,
    start: &[f64],
    fixed: &[bool],
    settings: &Settings,
    mut watch: impl FnMut(&Epoch) -> ControlFlow<()>,
) -> Fit {
    let mut random = SplitMix::new(settings.seed);
    let mut order = split.training.clone();
    let mut adam = Adam::new(start.len());
    let mut weights = start.to_vec();
    let mut rate = settings.rate;
    let measure = |number, rate, weights: &[f64]| {
        let [training, validation] = [&split.training, &split.validation].map(|positions| model.loss(positions, weights));
        Epoch { number, rate, training, validation }
    };
    let first = measure(0, rate, start);
    let mut found = Fit { weights: weights.clone(), best: first, epochs: vec![first] };
    let mut idle = 0;
    let mut going = watch(&first);
    while going.is_continue() && rate >= COLD * settings.rate && found.epochs.len() <= settings.epochs {
        random.shuffle(&mut order);
        for batch in order.chunks(settings.batch) {
            let mut gradient = model.gradient(batch, &weights);
            hold(&mut gradient, &weights, start, settings.pull * model.k().powi(2) / 4.0 / order.len() as f64);
            adam.step(&mut weights, &gradient, fixed, rate);
        }
        let epoch = measure(found.epochs.len(), rate, &weights);
        found.epochs.push(epoch);
        if epoch.validation < found.best.validation {
            (found.best, found.weights) = (epoch, weights.clone());
            idle = 0;
        } else {
            idle += 1;
        }
        if idle == PATIENCE {
            // On from the best, in smaller steps.
            weights.clone_from(&found.weights);
            (rate, idle) = (rate * COOLING, 0);
        }
        going = watch(&epoch);
    }
    found
}

/// Adds the gradient of what holds the weights at their start. The curvature of the loss of an even position is a
/// quarter of `k` squared for a weight that counts once.
fn hold(gradient: &mut [f64], weights: &[f64], start: &[f64], strength: f64) {
    for ((gradient, weight), start) in gradient.iter_mut().zip(weights).zip(start) {
        *gradient += strength * (weight - start);
    }
}

/// The moments of the gradient.
struct Adam {
    first: Vec<f64>,
    second: Vec<f64>,
    steps: i32,
}

impl Adam {
    fn new(weights: usize) -> Adam {
        Adam { first: vec![0.0; weights], second: vec![0.0; weights], steps: 0 }
    }

    fn step(&mut self, weights: &mut [f64], gradient: &[f64], fixed: &[bool], rate: f64) {
        self.steps += 1;
        let (fade, fade_second) = FADING;
        let (full, full_second) = (1.0 - fade.powi(self.steps), 1.0 - fade_second.powi(self.steps));
        for i in (0..weights.len()).filter(|&i| !fixed[i]) {
            self.first[i] = fade * self.first[i] + (1.0 - fade) * gradient[i];
            self.second[i] = fade_second * self.second[i] + (1.0 - fade_second) * gradient[i] * gradient[i];
            let spread = (self.second[i] / full_second).sqrt();
            if spread > 0.0 {
                weights[i] -= rate * self.first[i] / full / spread;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::tests::{WEIGHTS, synthetic, truth};
    use super::*;
    use std::collections::HashSet;

    const SETTINGS: Settings = Settings { rate: 4.0, batch: 2048, epochs: 200, pull: 0.0, seed: 1 };
    const K: f64 = 0.01;

    fn all_free() -> Vec<bool> {
        vec![false; 2 * WEIGHTS]
    }

    #[test]
    fn known_weights_are_found_again() {
        for bend in [0.0, 1.0 / 800.0] {
            let samples = synthetic(10_000, &truth(), bend, K);
            let split = Split::new(&samples, 0.1, 1);
            // The scores are what the true weights say, so that nothing is left to chance.
            let model = Model::new(&samples, K, 0.0);
            let start = vec![20.0; 2 * WEIGHTS];
            let found = fit(&model, &split, &start, &all_free(), &SETTINGS, |_| ControlFlow::Continue(()));
            for (found, truth) in found.weights.iter().zip(truth()) {
                assert!((found - truth).abs() < 2.0, "{found} for {truth}");
            }
            assert!(found.best.validation < found.epochs[0].validation);
        }
    }

    #[test]
    fn what_is_fixed_stays_and_what_is_pulled_stays_near() {
        let samples = synthetic(2_000, &truth(), 0.0, K);
        let split = Split::new(&samples, 0.1, 1);
        let model = Model::new(&samples, K, 1.0);
        let start = vec![20.0; 2 * WEIGHTS];
        let mut fixed = all_free();
        fixed[3] = true;
        let go_on = |_: &Epoch| ControlFlow::Continue(());
        let free = fit(&model, &split, &start, &fixed, &SETTINGS, go_on);
        let pulled = fit(&model, &split, &start, &fixed, &Settings { pull: 1e6, ..SETTINGS }, go_on);
        assert_eq!(free.weights[3], 20.0);
        assert!((free.weights[0] - 100.0).abs() < 30.0, "{}", free.weights[0]);
        assert!((pulled.weights[0] - 20.0).abs() < 10.0, "{}", pulled.weights[0]);
    }

    #[test]
    fn the_same_seed_finds_the_same_weights_and_a_watcher_can_end_it() {
        let samples = synthetic(500, &truth(), 0.0, K);
        let split = Split::new(&samples, 0.2, 3);
        let model = Model::new(&samples, K, 1.0);
        let start = vec![20.0; 2 * WEIGHTS];
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let end = |epoch: &Epoch| if epoch.number < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
            pool.install(|| fit(&model, &split, &start, &all_free(), &SETTINGS, end))
        };
        assert_eq!(run(1), run(2));
        assert_eq!(run(1).epochs.len(), 6);
    }

    #[test]
    fn games_are_kept_back_whole() {
        let samples = synthetic(100, &truth(), 0.0, K);
        let split = Split::new(&samples, 0.2, 1);
        assert_eq!((split.training.len(), split.validation.len()), (160, 40));
        let kept: HashSet<_> = split.validation.iter().map(|position| position / 2).collect();
        assert_eq!(kept.len(), 20);
        assert!(split.training.iter().all(|position| !kept.contains(&(position / 2))));
    }
}
