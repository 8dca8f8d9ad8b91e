//! The experiments by name: one file each, which starts with what it shows and where it comes from.

mod loops;
mod open_questions;
mod pds_pn;
mod survival;
mod two_level;
mod wpns;

use super::Wanted;
use super::document::{Claim, Document};
use super::grid::Grid;
use super::results::Results;
use crate::failure::Result;

/// An experiment.
pub(super) trait Experiment: Sync {
    fn name(&self) -> &str;

    /// What it shows, in a line.
    fn shows(&self) -> &str;

    /// Where it comes from.
    fn paper(&self) -> &str;

    /// The games of its problems, for `--suite`.
    fn games(&self) -> &[&'static str];

    /// What is to be run.
    fn grid(&self, wanted: &Wanted) -> Result<Grid>;

    /// What the runs say.
    fn report(&self, grid: &Grid, results: &Results, times: bool) -> Found;
}

/// What an experiment found.
pub(super) struct Found {
    pub(super) document: Document,
    pub(super) claims: Vec<Claim>,
}

/// All of them, in the order of the list.
pub(super) static NAMED: &[&dyn Experiment] = &[
    &wpns::Wpns,
    &pds_pn::PdsPn,
    &loops::Loops,
    &two_level::TwoLevel,
    &open_questions::OpenQuestions,
    &survival::Survival,
];

/// A claim whose truth is known if there were problems to tell it by.
fn claim(text: &str, theirs: &str, ours: String, holds: Option<bool>) -> Claim {
    Claim { text: text.into(), theirs: theirs.into(), ours, holds }
}

/// Whether the one is more than the other. Equal ones tell nothing, whatever was claimed: a tie is no agreement.
fn more<T: PartialOrd>(one: T, other: T) -> Option<bool> {
    (one != other).then_some(one > other)
}

/// Whether all parts of a claim hold: not if one does not, unknown if one is missing.
fn all<const N: usize>(parts: [Option<bool>; N]) -> Option<bool> {
    if parts.contains(&Some(false)) {
        return Some(false);
    }
    parts.iter().copied().reduce(|one, other| one.and(other)).flatten()
}

/// The claim that no two searches contradict each other.
fn no_contradiction(grid: &Grid, results: &Results) -> Claim {
    let found: usize = grid.views("", results).iter().map(|view| view.contradictions()).sum();
    claim(
        "no two searches answer a problem differently",
        "–",
        if found == 0 { "none does".into() } else { format!("{found} problems") },
        Some(found == 0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tie_or_a_missing_half_decides_nothing() {
        assert_eq!((more(2, 1), more(1, 2), more(1, 1)), (Some(true), Some(false), None));
        assert_eq!(all([Some(true), Some(true)]), Some(true));
        assert_eq!(all([Some(true), None]), None);
        assert_eq!(all([None, Some(false)]), Some(false));
        assert_eq!(claim("a", "b", "c".into(), more(0, 0)).word(), "not decided");
    }
}
