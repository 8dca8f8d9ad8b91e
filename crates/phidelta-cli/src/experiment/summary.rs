//! What a set of runs says: how many were solved, totals where all solved, ratios of two settings.
//!
//! Invariant: ratios and totals are of problems that all compared settings have solved, and of no other.

use super::grid::View;
use super::record::Outcome;

/// What is counted of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Measure {
    /// Nodes in the common count.
    Nodes,
    /// What the paper of the algorithm counts.
    Counted,
    /// Time of the search, in seconds.
    Seconds,
}

impl Measure {
    pub(super) fn of(self, outcome: &Outcome) -> f64 {
        match self {
            Measure::Nodes => outcome.nodes as f64,
            Measure::Counted => outcome.counted as f64,
            Measure::Seconds => outcome.seconds,
        }
    }
}

impl View<'_> {
    /// Whether a setting has solved a problem.
    pub(super) fn is_solved(&self, setting: usize, item: usize) -> bool {
        self.outcome(setting, item).is_some_and(Outcome::is_solved)
    }

    /// Of these problems, how many a setting has solved.
    pub(super) fn solved(&self, setting: usize, items: &[usize]) -> usize {
        items.iter().filter(|&&item| self.is_solved(setting, item)).count()
    }

    /// All problems.
    pub(super) fn all(&self) -> Vec<usize> {
        (0..self.problems()).collect()
    }

    /// Of these problems those that all of the settings have solved.
    pub(super) fn common(&self, settings: &[usize], items: &[usize]) -> Vec<usize> {
        let by_all = |item: usize| settings.iter().all(|&setting| self.is_solved(setting, item));
        items.iter().copied().filter(|&item| by_all(item)).collect()
    }

    /// The sum over some problems.
    pub(super) fn total(&self, setting: usize, items: &[usize], measure: Measure) -> f64 {
        items.iter().filter_map(|&item| self.outcome(setting, item)).map(|o| measure.of(o)).sum()
    }

    /// Runs of a setting that ended for a reason.
    pub(super) fn ended(&self, setting: usize, reason: &str) -> usize {
        let outcomes = (0..self.problems()).filter_map(|item| self.outcome(setting, item));
        outcomes.filter(|outcome| outcome.reason.as_deref() == Some(reason)).count()
    }

    /// One setting against another on the problems that both have solved.
    pub(super) fn pair(&self, one: usize, other: usize, items: &[usize], measure: Measure) -> Pair {
        let mut pair = Pair { both: 0, fewer: 0, equal: 0, logs: 0.0, totals: (0.0, 0.0) };
        for item in self.common(&[one, other], items) {
            let (Some(a), Some(b)) = (self.outcome(one, item), self.outcome(other, item)) else { continue };
            let (a, b) = (measure.of(a), measure.of(b));
            pair.both += 1;
            pair.fewer += usize::from(a < b);
            pair.equal += usize::from(a == b);
            // A search of no time or no nodes is one of the least there is.
            let least = if measure == Measure::Seconds { 1e-6 } else { 1.0 };
            pair.logs += (a.max(least) / b.max(least)).ln();
            pair.totals = (pair.totals.0 + a, pair.totals.1 + b);
        }
        pair
    }

    /// Two settings that found different verdicts of one problem: there must be none.
    pub(super) fn contradictions(&self) -> usize {
        let contradict = |item: usize| {
            let mut verdicts: Vec<&str> = (0..self.settings())
                .filter_map(|setting| self.outcome(setting, item))
                .filter(|outcome| outcome.is_solved())
                .map(|outcome| outcome.value.as_deref().unwrap_or(&outcome.verdict))
                .collect();
            verdicts.sort_unstable();
            verdicts.dedup();
            verdicts.len() > 1
        };
        (0..self.problems()).filter(|&item| contradict(item)).count()
    }
}

/// One setting against another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Pair {
    /// Problems that both have solved.
    pub(super) both: usize,
    /// Those for which the one took less.
    pub(super) fewer: usize,
    /// Those for which they took the same.
    pub(super) equal: usize,
    logs: f64,
    totals: (f64, f64),
}

impl Pair {
    /// The geometric mean of what the one took to what the other took; `None` without problems.
    pub(super) fn mean(&self) -> Option<f64> {
        (self.both > 0).then(|| (self.logs / self.both as f64).exp())
    }

    /// The total of the one to that of the other.
    pub(super) fn ratio(&self) -> Option<f64> {
        (self.totals.1 > 0.0).then(|| self.totals.0 / self.totals.1)
    }

    /// Whether the one took less on more than half of the problems; `None` where they all took the same.
    pub(super) fn mostly_fewer(&self) -> Option<bool> {
        (self.equal < self.both && 2 * self.fewer != self.both).then_some(2 * self.fewer > self.both)
    }

    /// Per cent of the problems for which the one took less.
    pub(super) fn share(&self) -> Option<f64> {
        (self.both > 0).then(|| 100.0 * self.fewer as f64 / self.both as f64)
    }
}

/// A ratio, or a dash.
pub(super) fn ratio(value: Option<f64>) -> String {
    value.map_or("–".into(), |value| format!("{value:.2}"))
}

/// Per cent, or a dash.
pub(super) fn percent(value: Option<f64>) -> String {
    value.map_or("–".into(), |value| format!("{value:.0} %"))
}
