//! Games in which both sides choose at once: the mixed strategies that nobody can better.

/// How far a number may be from zero and count as zero.
const EPSILON: f64 = 1e-9;
/// So many exchanges choose the steepest way up; then Bland's rule sees to it that there is an end.
const STEEP: usize = 200;
/// However rounding errs, there is an end.
const MOST_EXCHANGES: usize = 5000;

/// Mixed strategies of both sides from which neither gains by departing, and what the game is worth to the rows.
#[derive(Clone, PartialEq, Debug)]
pub struct Equilibrium {
    /// The probability of each row, which gains what the matrix says.
    pub rows: Vec<f64>,
    /// The probability of each column, which loses it.
    pub columns: Vec<f64>,
    /// What the rows win on average.
    pub value: f64,
}

/// Solves a matrix game; `payoff(row, column)` is what the rows win. There must be at least one row and one column.
///
/// With all payoffs made positive, the columns' strategy is a linear programme: maximise the sum of `y` where `A y <= 1`,
/// `y >= 0`; the rows' strategy is its dual (Dantzig 1951). It is solved by the simplex method in condensed form.
pub fn solve(rows: usize, columns: usize, payoff: impl Fn(usize, usize) -> f64) -> Equilibrium {
    let mut tableau = Tableau::new(rows, columns, payoff);
    for count in 0..MOST_EXCHANGES {
        let Some(column) = tableau.entering(count < STEEP) else { break };
        let Some(row) = tableau.leaving(column) else { break };
        tableau.exchange(row, column);
    }
    tableau.equilibrium()
}

/// The best play of the rows against columns that follow a known strategy now and then.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaning {
    /// The probability of each row.
    pub rows: Vec<f64>,
    /// The probability of each column: what is known, and for the rest what is worst for the rows.
    pub columns: Vec<f64>,
    /// What the rows win on average against that.
    pub value: f64,
    /// What the rows win whatever the columns do.
    pub secure: f64,
}

/// Solves a matrix game as [`solve`] does, for rows that take the columns to follow the strategy `model` with the
/// probability `trust`, and to do their best otherwise. That is the game in which every payoff is mixed with what its row
/// wins against the model.
pub fn lean(rows: usize, columns: usize, payoff: impl Fn(usize, usize) -> f64, model: &[f64], trust: f64) -> Leaning {
    let modelled = |row: usize| model.iter().enumerate().map(|(column, &p)| p * payoff(row, column)).sum::<f64>();
    let modelled: Vec<f64> = (0..rows).map(modelled).collect();
    let found = solve(rows, columns, |row, column| (1.0 - trust) * payoff(row, column) + trust * modelled[row]);
    let against = |column: usize| found.rows.iter().enumerate().map(|(row, &p)| p * payoff(row, column)).sum::<f64>();
    let secure = (0..columns).map(against).fold(f64::MAX, f64::min);
    let columns = found.columns.iter().zip(model).map(|(&own, &known)| (1.0 - trust) * own + trust * known).collect();
    Leaning { rows: found.rows, columns, value: found.value, secure }
}

/// Mixes into a strategy that is safe as much of a bolder one, which may lose `loss` more, as costs no more than `risk`;
/// the share of the bolder one. (What a mixture has for sure is at least the mixture of what both have for sure.)
pub fn blend(safe: &mut [f64], bold: &[f64], loss: f64, risk: f64) -> f64 {
    let share = if loss > risk { risk / loss } else { 1.0 };
    safe.iter_mut().zip(bold).for_each(|(safe, bold)| *safe += share * (bold - *safe));
    share
}

/// The simplex tableau without its unit columns. The last row is the objective, the last column the right side.
struct Tableau {
    rows: usize,
    columns: usize,
    cells: Vec<f64>,
    /// The variable of each row and of each column: below `columns` a column of the game, from there on a slack, one for
    /// each row of the game.
    basis: Vec<usize>,
    outside: Vec<usize>,
    /// A payoff is `least + spread * (cell - 1)`.
    least: f64,
    spread: f64,
}

impl Tableau {
    fn new(rows: usize, columns: usize, payoff: impl Fn(usize, usize) -> f64) -> Tableau {
        let all = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let values = || all().map(|(row, column)| payoff(row, column));
        let (least, most) = values().fold((f64::MAX, f64::MIN), |(a, b), value| (a.min(value), b.max(value)));
        let spread = if most > least { most - least } else { 1.0 };
        let mut cells = vec![1.0; (rows + 1) * (columns + 1)];
        for (row, column) in all() {
            cells[row * (columns + 1) + column] = 1.0 + (payoff(row, column) - least) / spread;
        }
        if let Some(corner) = cells.last_mut() {
            *corner = 0.0;
        }
        let basis = (columns..columns + rows).collect();
        Tableau { rows, columns, cells, basis, outside: (0..columns).collect(), least, spread }
    }

    fn cell(&self, row: usize, column: usize) -> f64 {
        self.cells[row * (self.columns + 1) + column]
    }

    /// A column that raises the objective: the one that does so most, or the first by number.
    fn entering(&self, steepest: bool) -> Option<usize> {
        let gain = |&column: &usize| self.cell(self.rows, column);
        let rising = (0..self.columns).filter(|column| gain(column) > EPSILON);
        if steepest {
            rising.max_by(|a, b| gain(a).total_cmp(&gain(b)))
        } else {
            rising.min_by_key(|&column| self.outside[column])
        }
    }

    /// The row that first stands against it.
    fn leaving(&self, column: usize) -> Option<usize> {
        let limit = |row: usize| self.cell(row, self.columns) / self.cell(row, column);
        let bounding = (0..self.rows).filter(|&row| self.cell(row, column) > EPSILON);
        bounding.min_by(|&a, &b| limit(a).total_cmp(&limit(b)).then(self.basis[a].cmp(&self.basis[b])))
    }

    fn exchange(&mut self, row: usize, column: usize) {
        let width = self.columns + 1;
        let pivot = self.cell(row, column);
        let pivot_row: Vec<f64> = self.cells[row * width..(row + 1) * width].to_vec();
        for other in (0..=self.rows).filter(|&other| other != row) {
            let line = &mut self.cells[other * width..(other + 1) * width];
            let factor = line[column] / pivot;
            line.iter_mut().zip(&pivot_row).for_each(|(cell, above)| *cell -= factor * above);
            line[column] = -factor;
        }
        let line = &mut self.cells[row * width..(row + 1) * width];
        line.iter_mut().for_each(|cell| *cell /= pivot);
        line[column] = 1.0 / pivot;
        std::mem::swap(&mut self.basis[row], &mut self.outside[column]);
    }

    fn equilibrium(&self) -> Equilibrium {
        let (mut rows, mut columns) = (vec![0.0; self.rows], vec![0.0; self.columns]);
        for (row, &variable) in self.basis.iter().enumerate().filter(|(_, variable)| **variable < self.columns) {
            columns[variable] = self.cell(row, self.columns).max(0.0);
        }
        for (column, &variable) in self.outside.iter().enumerate().filter(|(_, variable)| **variable >= self.columns) {
            rows[variable - self.columns] = (-self.cell(self.rows, column)).max(0.0);
        }
        let sum = normalise(&mut columns);
        normalise(&mut rows);
        Equilibrium { rows, columns, value: self.least + self.spread * (1.0 / sum - 1.0) }
    }
}

/// Makes probabilities of weights; their sum before.
fn normalise(weights: &mut [f64]) -> f64 {
    let sum: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= sum);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::keys::SplitMix;

    fn solved(payoffs: &[&[f64]]) -> Equilibrium {
        solve(payoffs.len(), payoffs[0].len(), |row, column| payoffs[row][column])
    }

    fn close(found: &[f64], expected: &[f64]) -> bool {
        found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9)
    }

    #[test]
    fn games_with_known_answers() {
        let pennies = solved(&[&[1.0, -1.0], &[-1.0, 1.0]]);
        assert!(close(&pennies.rows, &[0.5, 0.5]) && close(&pennies.columns, &[0.5, 0.5]) && pennies.value.abs() < 1e-9);
        let scissors = solved(&[&[0.0, -1.0, 1.0], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]]);
        assert!(close(&scissors.rows, &[1.0 / 3.0; 3]) && close(&scissors.columns, &[1.0 / 3.0; 3]));
        let saddle = solved(&[&[3.0, 5.0], &[2.0, 9.0]]);
        assert!(close(&saddle.rows, &[1.0, 0.0]) && close(&saddle.columns, &[1.0, 0.0]) && close(&[saddle.value], &[3.0]));
        let uneven = solved(&[&[200.0, -100.0], &[0.0, 100.0]]);
        assert!(close(&uneven.rows, &[0.25, 0.75]) && close(&uneven.columns, &[0.5, 0.5]) && close(&[uneven.value], &[50.0]));
        assert!(close(&[solved(&[&[7.0]]).value], &[7.0]));
        assert!(close(&[solved(&[&[4.0, 4.0], &[4.0, 4.0]]).value], &[4.0]));
    }

    #[test]
    fn nobody_gains_by_departing() {
        let mut random = SplitMix::new(17);
        for round in 0..3000 {
            let (rows, columns) = (1 + random.below(12), 1 + random.below(12));
            // Few different payoffs make degenerate games, which are the hard ones.
            let range = [2, 3, 10, 4000][round % 4];
            let payoffs: Vec<f64> = (0..rows * columns).map(|_| random.below(range) as f64 - range as f64 / 2.0).collect();
            let payoff = |row: usize, column: usize| payoffs[row * columns + column];
            let found = solve(rows, columns, payoff);
            let against_columns = |row: usize| (0..columns).map(|c| found.columns[c] * payoff(row, c)).sum::<f64>();
            let against_rows = |column: usize| (0..rows).map(|r| found.rows[r] * payoff(r, column)).sum::<f64>();
            let best = (0..rows).map(against_columns).fold(f64::MIN, f64::max);
            let worst = (0..columns).map(against_rows).fold(f64::MAX, f64::min);
            assert!((best - worst).abs() < 1e-6 && (best - found.value).abs() < 1e-6, "{rows}x{columns}: {best} {worst}");
            assert!(found.rows.iter().chain(&found.columns).all(|&p| (0.0..=1.0 + 1e-9).contains(&p)));
        }
    }

    /// What the rows win for sure by a strategy.
    fn secure(payoffs: &[Vec<f64>], rows: &[f64]) -> f64 {
        let against = |column: usize| rows.iter().zip(payoffs).map(|(p, row)| p * row[column]).sum::<f64>();
        (0..payoffs[0].len()).map(against).fold(f64::MAX, f64::min)
    }

    /// What the rows win if the columns follow the model.
    fn modelled(payoffs: &[Vec<f64>], rows: &[f64], model: &[f64]) -> f64 {
        let average = |row: &[f64]| row.iter().zip(model).map(|(payoff, p)| payoff * p).sum::<f64>();
        rows.iter().zip(payoffs).map(|(p, row)| p * average(row)).sum()
    }

    #[test]
    fn of_two_equilibria_the_one_that_wins_more_against_the_model_is_taken() {
        // Both rows have nothing for sure; if the columns err, and give the second or the third, one row wins more.
        let payoffs = [[0.0, 10.0, 50.0], [0.0, 70.0, 20.0]];
        let leant = |model: &[f64]| lean(2, 3, |row, column| payoffs[row][column], model, 0.05);
        for (model, expected) in [([0.0, 0.0, 1.0], [1.0, 0.0]), ([0.0, 1.0, 0.0], [0.0, 1.0]), ([0.0, 0.5, 0.5], [0.0, 1.0])] {
            let found = leant(&model);
            assert!(close(&found.rows, &expected) && close(&[found.secure], &[0.0]), "{model:?}: {found:?}");
        }
    }

    #[test]
    fn leaning_costs_no_more_than_is_risked_and_wins_against_the_model() {
        let mut random = SplitMix::new(23);
        let (mut bounded, mut better) = (0, 0);
        for round in 0..6000 {
            let (rows, columns) = (1 + random.below(10), 1 + random.below(10));
            let range = [3, 10, 400, 4000][round % 4];
            let payoffs: Vec<Vec<f64>> =
                (0..rows).map(|_| (0..columns).map(|_| random.below(range) as f64).collect()).collect();
            let mut model = vec![0.0; columns];
            model[random.below(columns)] = 1.0;
            let payoff = |row: usize, column: usize| payoffs[row][column];
            let safe = solve(rows, columns, payoff);
            let found = lean(rows, columns, payoff, &model, 0.05);
            assert!((found.secure - secure(&payoffs, &found.rows)).abs() < 1e-6);
            let (loss, gain) =
                (safe.value - found.secure, modelled(&payoffs, &found.rows, &model) - modelled(&payoffs, &safe.rows, &model));
            // The trust of a twentieth: what is lost for sure comes back 19 times, if the model holds.
            assert!(loss > -1e-6 && gain >= 19.0 * loss - 1e-4, "{loss} {gain}");
            let mut mixed = safe.rows.clone();
            let share = blend(&mut mixed, &found.rows, loss, 2.0);
            assert!(secure(&payoffs, &mixed) >= safe.value - 2.0 - 1e-6);
            assert!((modelled(&payoffs, &mixed, &model) - modelled(&payoffs, &safe.rows, &model) - share * gain).abs() < 1e-4);
            assert!((mixed.iter().sum::<f64>() - 1.0).abs() < 1e-6);
            bounded += usize::from(share < 1.0);
            better += usize::from(gain > 1.0);
        }
        assert!(bounded > 50 && better > 200, "{bounded} {better}");
    }
}
