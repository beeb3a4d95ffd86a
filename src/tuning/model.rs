//! Values of positions by any weights, what they say of results, and how wrong that is.
//!
//! A value of v centipawns says that White makes `sigmoid(k * v)` of the game. The loss of a position is the cross
//! entropy of that and of what White should make of it. Gradients go through all that the evaluation does with its sums:
//! tapering, scaling, bending. Only its choice of the side by which it scales has none.

use super::samples::{Sample, Samples, Term};
use rayon::prelude::*;

/// Positions are added up in parts of this size, so that sums do not depend on the number of threads.
const PART: usize = 256;

/// Weights as they are fitted: middle game and end game in turn.
pub type Weights = Vec<f64>;

/// What is to be explained.
pub struct Model<'s> {
    samples: &'s Samples,
    /// What White should make of each position.
    targets: Vec<f64>,
    /// How fast chances grow with centipawns.
    k: f64,
}

/// The chances of White at a value.
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The cross entropy of `sigmoid(x)` and a target.
fn cross_entropy(x: f64, target: f64) -> f64 {
    // ln(1 + e^x), for great x too.
    let soft = if x > 0.0 { x + (-x).exp().ln_1p() } else { x.exp().ln_1p() };
    soft - target * x
}

/// The sums of middle game and end game.
fn sums(terms: &[Term], weights: &[f64]) -> (f64, f64) {
    terms.iter().fold((0.0, 0.0), |(middle, end), term| {
        let (at, count) = (2 * usize::from(term.weight), f64::from(term.count));
        (middle + count * weights[at], end + count * weights[at + 1])
    })
}

/// The value of a position for White in centipawns, and by how much it grows with either sum.
fn value(sample: &Sample, terms: &[Term], weights: &[f64]) -> (f64, [f64; 2]) {
    let (middle, end) = sums(terms, weights);
    let shares = sample.shares[usize::from(end < 0.0)];
    let shares = [f64::from(shares.middle), f64::from(shares.end)];
    let sum = middle * shares[0] + end * shares[1];
    let bent = 1.0 + f64::from(sample.bend) * sum.abs();
    (sum / bent, shares.map(|share| share / (bent * bent)))
}

/// The `k` by which the values of these positions explain the results of their games best.
pub fn fit_k(samples: &Samples, positions: &[usize], weights: &[f64]) -> f64 {
    let values: Vec<(f64, f64)> = positions
        .par_iter()
        .map(|&position| {
            let sample = samples.sample(position);
            (value(sample, samples.terms(sample), weights).0, f64::from(sample.result))
        })
        .collect();
    let loss = |log_k: f64| {
        let k = log_k.exp();
        let parts = values.par_chunks(PART).map(|part| part.iter().map(|&(v, t)| cross_entropy(k * v, t)).sum::<f64>());
        parts.collect::<Vec<_>>().into_iter().sum::<f64>()
    };
    minimum(loss, (1e-5_f64.ln(), 1e-1_f64.ln())).exp()
}

/// Where a function with one valley has its minimum (golden section search).
fn minimum(f: impl Fn(f64) -> f64, (mut low, mut high): (f64, f64)) -> f64 {
    let section = (5.0_f64.sqrt() - 1.0) / 2.0;
    while high - low > 1e-4 {
        let step = section * (high - low);
        if f(high - step) < f(low + step) {
            high = low + step;
        } else {
            low = high - step;
        }
    }
    (low + high) / 2.0
}

impl<'s> Model<'s> {
    /// White should make of a position what was made of the game, as far as `lambda` says, and for the rest what the
    /// score promised.
    pub fn new(samples: &'s Samples, k: f64, lambda: f64) -> Model<'s> {
        let target = |position: usize| {
            let sample = samples.sample(position);
            lambda * f64::from(sample.result) + (1.0 - lambda) * sigmoid(k * f64::from(sample.score))
        };
        Model { samples, targets: (0..samples.len()).map(target).collect(), k }
    }

    /// How fast chances grow with centipawns.
    pub fn k(&self) -> f64 {
        self.k
    }

    /// The mean loss of positions; 0 of none.
    pub fn loss(&self, positions: &[usize], weights: &[f64]) -> f64 {
        let of_part = |part: &[usize]| part.iter().map(|&position| self.loss_of(position, weights)).sum::<f64>();
        let parts: Vec<f64> = positions.par_chunks(PART).map(of_part).collect();
        parts.into_iter().sum::<f64>() / positions.len().max(1) as f64
    }

    fn loss_of(&self, position: usize, weights: &[f64]) -> f64 {
        let sample = self.samples.sample(position);
        let (value, _) = value(sample, self.samples.terms(sample), weights);
        cross_entropy(self.k * value, self.targets[position])
    }

    /// The gradient of the mean loss of positions, of which there is one at least.
    pub fn gradient(&self, positions: &[usize], weights: &[f64]) -> Vec<f64> {
        let of_part = |part: &[usize]| {
            let mut gradient = vec![0.0; weights.len()];
            part.iter().for_each(|&position| self.add_gradient(position, weights, &mut gradient));
            gradient
        };
        let parts: Vec<_> = positions.par_chunks(PART).map(of_part).collect();
        let mut sum = vec![0.0; weights.len()];
        for part in parts {
            sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
        }
        sum.iter_mut().for_each(|sum| *sum /= positions.len() as f64);
        sum
    }

    fn add_gradient(&self, position: usize, weights: &[f64], gradient: &mut [f64]) {
        let sample = self.samples.sample(position);
        let terms = self.samples.terms(sample);
        let (value, growth) = value(sample, terms, weights);
        let slope = self.k * (sigmoid(self.k * value) - self.targets[position]);
        let [middle, end] = growth.map(|growth| slope * growth);
        for term in terms {
            let (at, count) = (2 * usize::from(term.weight), f64::from(term.count));
            gradient[at] += count * middle;
            gradient[at + 1] += count * end;
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::game::keys::SplitMix;
    use crate::game::weights::{Composition, Shares};

    /// Weights of the synthetic positions.
    pub const WEIGHTS: usize = 8;

    fn fraction(random: &mut SplitMix) -> f64 {
        (random.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Positions of games, two each, whose results are drawn by the chances that `truth` gives them.
    pub fn synthetic(games: usize, truth: &[f64], bend: f32, k: f64) -> Samples {
        let mut random = SplitMix::new(5);
        let mut samples = Samples::default();
        for _ in 0..games {
            let mut game = Samples::one_game();
            for _ in 0..2 {
                let middle = fraction(&mut random) as f32;
                let counts = (0..WEIGHTS).map(|weight| (weight, random.below(7) as i32 - 3));
                let shares = Shares { middle, end: 1.0 - middle };
                let halved = Shares { end: shares.end / 2.0, ..shares };
                let composition =
                    Composition { counts: counts.filter(|&(_, count)| count != 0).collect(), shares: [shares, halved], bend };
                game.add(&composition, 0.5, 0.0).unwrap();
                let last = game.len() - 1;
                let chances = sigmoid(k * value(game.sample(last), game.terms(game.sample(last)), truth).0);
                let result = if fraction(&mut random) < chances { 1.0 } else { 0.0 };
                game.set_result(last, result, (chances / (1.0 - chances)).ln() as f32 / k as f32);
            }
            samples.append(game);
        }
        samples
    }

    pub fn truth() -> Weights {
        (0..2 * WEIGHTS).map(|i| [100.0, 80.0, -30.0, -50.0, 10.0, 25.0, 0.0, 60.0][i % 8] + i as f64).collect()
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        for bend in [0.0, 1.0 / 500.0] {
            let samples = synthetic(300, &truth(), bend, 0.004);
            let positions: Vec<_> = (0..samples.len()).collect();
            let model = Model::new(&samples, 0.004, 0.6);
            let weights: Weights = truth().iter().map(|weight| 0.7 * weight + 3.0).collect();
            let gradient = model.gradient(&positions, &weights);
            for i in 0..weights.len() {
                let loss = |step: f64| {
                    let mut moved = weights.clone();
                    moved[i] += step;
                    model.loss(&positions, &moved)
                };
                let step = 1e-4;
                let difference = (loss(step) - loss(-step)) / (2.0 * step);
                assert!((gradient[i] - difference).abs() < 1e-7, "{bend} {i}: {} {difference}", gradient[i]);
            }
            let shown = gradient.iter().filter(|slope| slope.abs() > 1e-6).count();
            assert!(shown + 2 >= weights.len(), "{gradient:?} shows nothing");
        }
    }

    #[test]
    fn k_is_found_again() {
        for k in [0.002, 0.01] {
            let samples = synthetic(20_000, &truth(), 0.0, k);
            let positions: Vec<_> = (0..samples.len()).collect();
            let found = fit_k(&samples, &positions, &truth());
            assert!((found / k - 1.0).abs() < 0.05, "{found} for {k}");
        }
    }

    #[test]
    fn the_loss_is_least_at_the_target_and_finite_far_away() {
        assert!((cross_entropy(0.0, 0.5) - 2.0_f64.ln()).abs() < 1e-12);
        assert!(cross_entropy(0.3, sigmoid(0.3)) < cross_entropy(0.31, sigmoid(0.3)));
        assert_eq!(cross_entropy(5000.0, 1.0), 0.0);
        assert_eq!(cross_entropy(-5000.0, 1.0), 5000.0);
    }
}
