//! What results say of strength: Elo with its error, likelihood of superiority, sequential tests. All of it is
//! computed from pairs of games with colours swapped from one opening (the pentanomial model), since the two games of a
//! pair are not independent: M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a
//! distribution" and "A practical introduction to the GSPRT", and the programs that use them (fishtest, fastchess).

use crate::game::InputError;
use std::ops::AddAssign;
use std::str::FromStr;

/// The 97.5% quantile of the normal distribution: errors are 95% intervals.
const QUANTILE: f64 = 1.959_963_984_540_054;

/// What an outcome that never came up counts for, so that likelihoods stay finite (as in fishtest).
const PRIOR: f64 = 1e-3;

/// Pairs of games by what the first player made of them: 0, 1/2, 1, 3/2, 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Pentanomial) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }
}

impl Pentanomial {
    /// Counts a pair by its half points, 0 to 4.
    pub fn count(&mut self, half_points: usize) {
        if let Some(count) = self.0.get_mut(half_points) {
            *count += 1;
        }
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a game, from 0 to 1, and the variance of a pair's; `None` without pairs.
    fn moments(&self) -> Option<(f64, f64)> {
        let pairs = self.pairs() as f64;
        let weighed = || self.0.iter().enumerate().map(|(i, &n)| (i as f64 / 4.0, n as f64 / pairs));
        let mean: f64 = weighed().map(|(score, p)| p * score).sum();
        let variance = weighed().map(|(score, p)| p * (score - mean).powi(2)).sum();
        (pairs > 0.0).then_some((mean, variance))
    }

    /// What the pairs say of the difference in strength; `None` without pairs.
    pub fn estimate(&self) -> Option<Estimate> {
        let (mean, variance) = self.moments()?;
        let deviation = (variance / self.pairs() as f64).sqrt();
        let [low, high] = [-QUANTILE, QUANTILE].map(|q| elo(mean + q * deviation));
        let los = if deviation > 0.0 { normal((mean - 0.5) / deviation) } else { los_without_spread(mean) };
        Some(Estimate { elo: elo(mean), error: (high - low) / 2.0, los })
    }
}

/// Strength from pairs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The difference in Elo; infinite where every point went to one side.
    pub elo: f64,
    /// Half the 95% interval; infinite or not a number where it cannot be told.
    pub error: f64,
    /// The probability that the first player is the stronger.
    pub los: f64,
}

fn los_without_spread(mean: f64) -> f64 {
    match mean.total_cmp(&0.5) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.0,
    }
}

/// The Elo difference that a score between 0 and 1 stands for.
pub fn elo(score: f64) -> f64 {
    // The sum keeps a zero from being a negative one.
    0.0 - 400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

/// The score that an Elo difference stands for.
fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The normal distribution function.
fn normal(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

/// A sequential probability ratio test: is the first player better by `elo1` rather than `elo0` (logistic Elo)?
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the other one, which is greater.
    pub elo1: f64,
    /// The probability of accepting the other one wrongly.
    pub alpha: f64,
    /// The probability of accepting the null hypothesis wrongly.
    pub beta: f64,
}

/// What a test has shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hypothesis {
    /// The difference is rather `elo0`.
    H0,
    /// The difference is rather `elo1`.
    H1,
}

impl FromStr for Sprt {
    type Err = InputError;

    /// Reads `elo0=0,elo1=5,alpha=0.05,beta=0.05`; these are the defaults of what is not given.
    fn from_str(text: &str) -> Result<Sprt, InputError> {
        let mut sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        for item in text.split(',').filter(|item| !item.is_empty()) {
            let error = |reason: &str| InputError::new("sprt", item, reason);
            let (key, value) = item.split_once('=').ok_or_else(|| error("must be key=number"))?;
            let value: f64 = value.parse().ok().filter(|v: &f64| v.is_finite()).ok_or_else(|| error("must have a number"))?;
            match key {
                "elo0" => sprt.elo0 = value,
                "elo1" => sprt.elo1 = value,
                "alpha" => sprt.alpha = value,
                "beta" => sprt.beta = value,
                _ => return Err(error("no such key; known: elo0, elo1, alpha, beta")),
            }
        }
        let error = |reason: &str| Err(InputError::new("sprt", text, reason));
        let probable = |p: f64| p > 0.0 && p < 0.5;
        if !probable(sprt.alpha) || !probable(sprt.beta) {
            return error("alpha and beta must lie between 0 and 0.5");
        }
        if sprt.elo0 >= sprt.elo1 {
            return error("elo0 must be less than elo1");
        }
        if sprt.elo0.abs().max(sprt.elo1.abs()) > 1000.0 {
            return error("elo0 and elo1 must lie between -1000 and 1000");
        }
        Ok(sprt)
    }
}

impl Sprt {
    /// The bounds of the log-likelihood ratio: at or below the first H0 is accepted, at or above the second H1
    /// (A. Wald, "Sequential Tests of Statistical Hypotheses", 1945).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The generalized log-likelihood ratio of H1 over H0; 0 without pairs.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|n| if n == 0 { PRIOR } else { n as f64 });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [s0, s1] = [self.elo0, self.elo1].map(score);
        let [x0, x1] = [s0, s1].map(|s| tilt(&shares, s));
        let gain = |(i, share): (usize, &f64)| {
            let a = i as f64 / 4.0;
            share * ((1.0 + x0 * (a - s0)) / (1.0 + x1 * (a - s1))).ln()
        };
        total * shares.iter().enumerate().map(gain).sum::<f64>()
    }

    /// The hypothesis that is accepted, if one is.
    pub fn verdict(&self, pairs: &Pentanomial) -> Option<Hypothesis> {
        let ((low, high), llr) = (self.bounds(), self.llr(pairs));
        if llr <= low {
            Some(Hypothesis::H0)
        } else if llr >= high {
            Some(Hypothesis::H1)
        } else {
            None
        }
    }
}

/// The most likely distribution with mean `s`, given the observed shares p of the scores a, is p / (1 + x (a - s)) for
/// the x with sum p (a - s) / (1 + x (a - s)) = 0 (Van den Bergh, proposition 1.1). The sum falls as x grows, so the
/// root is found by halving the interval where all terms are positive.
fn tilt(shares: &[f64; 5], s: f64) -> f64 {
    let sum = |x: f64| -> f64 {
        let term = |(i, p): (usize, &f64)| {
            let off = i as f64 / 4.0 - s;
            p * off / (1.0 + x * off)
        };
        shares.iter().enumerate().map(term).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - s), 1.0 / s);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if sum(middle) > 0.0 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value} is not {expected}");
    }

    /// Elo, error and likelihood of superiority as the tests of fastchess publish them (its elo_test.cpp, cases
    /// "EloPentanomial"; wins and losses of one pair and two draws are counted together here).
    #[test]
    fn published_estimates() {
        for (pairs, expected, error, los) in [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65, 1.0),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33, 0.0505),
            ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95, 0.0),
        ] {
            let estimate = Pentanomial(pairs).estimate().unwrap();
            near(estimate.elo, expected, 0.005);
            near(estimate.error, error, 0.005);
            near(estimate.los, los, 0.00005);
        }
    }

    /// Log-likelihood ratios of real tests as the tests of fastchess publish them (its sprt_test.cpp, "logistic
    /// pentanomial"), and the sample that the README of vdbergh/pentanomial computes with.
    #[test]
    fn published_likelihood_ratios() {
        let test = |elo0, elo1| Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
        near(test(0.5, 2.5).llr(&Pentanomial([223, 9863, 20279 + 1000, 10037, 246])), -3.07, 0.01);
        near(test(0.0, 2.0).llr(&Pentanomial([871, 26175, 55003 + 980, 26678, 821])), -4.98, 0.01);
    }

    /// By hand: two draws or a win and a loss in half the pairs, 3/2 points in the others: mean 5/8, variance of a pair
    /// 1/64. Of 64 pairs the deviation is 1/64, so the interval is 5/8 +- 0.030624.
    #[test]
    fn an_estimate_by_hand() {
        let estimate = Pentanomial([0, 0, 32, 32, 0]).estimate().unwrap();
        near(estimate.elo, 400.0 * (5.0_f64 / 3.0).log10(), 1e-9);
        near(estimate.error, (elo(0.655_624_437) - elo(0.594_375_563)) / 2.0, 1e-4);
        near(estimate.los, 1.0, 1e-12);
        assert!(elo(0.5).abs() < 1e-12 && elo(1.0) == f64::INFINITY && elo(0.0) == f64::NEG_INFINITY);
        near(elo(10.0 / 11.0), 400.0, 1e-9);
        near(normal(1.959_964), 0.975, 1e-6);
    }

    /// By hand: all pairs level. Then p0 and p1 put on the middle what the tails do not need, and with the prior's tiny
    /// tails the ratio comes from 1/2 being equally far from scores for +5 and -5: it is 0.
    #[test]
    fn a_level_match_between_symmetrical_hypotheses_says_nothing() {
        let sprt: Sprt = "elo0=-5,elo1=5".parse().unwrap();
        near(sprt.llr(&Pentanomial([10, 20, 500, 20, 10])), 0.0, 1e-9);
        near(sprt.llr(&Pentanomial([0, 0, 7, 0, 0])), 0.0, 1e-9);
        near(sprt.llr(&Pentanomial::default()), 0.0, 0.0);
        let (ahead, behind) = (Pentanomial([3, 5, 9, 15, 8]), Pentanomial([8, 15, 9, 5, 3]));
        near(sprt.llr(&ahead), -sprt.llr(&behind), 1e-9);
    }

    #[test]
    fn bounds_and_verdicts() {
        let sprt: Sprt = "".parse().unwrap();
        // ln 19, as every description of the test with 5% and 5% has it: 2.94.
        near(sprt.bounds().0, -19_f64.ln(), 1e-12);
        near(sprt.bounds().1, 19_f64.ln(), 1e-12);
        assert_eq!(sprt.verdict(&Pentanomial([0, 10, 50, 100, 50])), Some(Hypothesis::H1));
        assert_eq!(sprt.verdict(&Pentanomial([50, 100, 50, 10, 0])), Some(Hypothesis::H0));
        assert_eq!(sprt.verdict(&Pentanomial([1, 2, 3, 2, 1])), None);
        assert_eq!(sprt.verdict(&Pentanomial([0, 0, 0, 0, 3])), None, "three pairs prove nothing");
    }

    #[test]
    fn tests_are_read() {
        let sprt: Sprt = "elo0=-1.5,elo1=0,alpha=0.1".parse().unwrap();
        assert_eq!(sprt, Sprt { elo0: -1.5, elo1: 0.0, alpha: 0.1, beta: 0.05 });
        for text in ["elo0=5", "alpha=0", "beta=0.7", "elo", "elo2=3", "elo0=x", "elo1=inf", "elo1=5000", "alpha=NaN"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
