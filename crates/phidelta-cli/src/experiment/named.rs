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

/// Whether one solves as many as the better of two others. To be even with the better is what is claimed, but
/// where all three are, nothing is seen of it.
fn as_many(one: usize, others: [usize; 2]) -> Option<bool> {
    let [a, b] = others;
    (one != a || one != b).then_some(one >= a.max(b))
}

/// Whether two solve about as many of `all`: at most one apart, or three in a hundred. Where both solve all or
/// nothing, any two searches would.
fn about_equal(one: usize, other: usize, all: usize) -> Option<bool> {
    let (least, most) = (one.min(other), one.max(other));
    (least < all && most > 0).then_some(most - least <= usize::max(1, most * 3 / 100))
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
        // Even is what these two claim; where nothing could come out otherwise it tells nothing.
        assert_eq!(as_many(3, [3, 2]), Some(true));
        assert_eq!(
            (as_many(2, [3, 2]), as_many(4, [3, 3]), as_many(3, [3, 3])),
            (Some(false), Some(true), None)
        );
        assert_eq!((about_equal(93, 93, 100), about_equal(31, 30, 37)), (Some(true), Some(true)));
        assert_eq!((about_equal(29, 31, 37), about_equal(111, 120, 133)), (Some(false), Some(false)));
        assert_eq!((about_equal(97, 100, 100), about_equal(100, 100, 100)), (Some(true), None));
        assert_eq!(about_equal(0, 0, 100), None);
        assert_eq!(claim("a", "b", "c".into(), more(0, 0)).word(), "not decided");
    }
}
