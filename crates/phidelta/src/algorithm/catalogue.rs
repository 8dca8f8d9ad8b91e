//! What can be asked for by name: every search and every part, with its idea and its paper.
//!
//! The rows stand in `parts.rs`. What combines with what is asked of the parser
//! ([`CatalogueEntry::combines_with`]).
//!
//! Invariant: every example parses and tells its part; every search takes part in comparisons.

use super::Algorithm;
use super::parts::{PARTS, SEARCHES};

/// Where in a name an [`CatalogueEntry`] stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum CatalogueKind {
    /// In front: a search.
    Search,
    /// Behind a `+`: a part of one.
    Part,
}

impl CatalogueKind {
    /// Its name.
    pub const fn word(self) -> &'static str {
        match self {
            CatalogueKind::Search => "search",
            CatalogueKind::Part => "part",
        }
    }
}

impl std::fmt::Display for CatalogueKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// A search or a part of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CatalogueEntry {
    /// As it is written in a name; `N` and `X` stand for a number.
    pub name: &'static str,
    /// Search or part.
    pub kind: CatalogueKind,
    /// What it decides; a name has at most one part of each policy.
    pub policy: &'static str,
    /// What it does, in one sentence.
    pub idea: &'static str,
    /// Where it comes from.
    pub paper: &'static str,
    /// A whole name that uses it.
    pub example: &'static str,
}

impl CatalogueEntry {
    /// For a search the parts it takes, for a part the searches that take it, in catalogue order.
    pub fn combines_with(&self) -> impl Iterator<Item = &'static CatalogueEntry> {
        let this = *self;
        CATALOGUE.iter().filter(move |other| {
            let (search, part) = match this.kind {
                CatalogueKind::Search => (this, **other),
                CatalogueKind::Part => (**other, this),
            };
            this.kind != other.kind
                && format!("{}+{}", search.name, part.sample()).parse::<Algorithm>().is_ok()
        })
    }

    /// The entry as it would stand in a name: with a number in place of `N` or `X`.
    pub fn sample(&self) -> &'static str {
        match self.kind {
            CatalogueKind::Search => self.name,
            // The last part of an example is the one it is an example of; its number is not the default,
            // which every search would accept.
            CatalogueKind::Part => self.example.rsplit('+').next().unwrap_or(self.name),
        }
    }
}

/// Every search, then every part.
pub static CATALOGUE: &[CatalogueEntry] = &{
    let mut all = [SEARCHES[0].entry; SEARCHES.len() + PARTS.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = if i < SEARCHES.len() { SEARCHES[i].entry } else { PARTS[i - SEARCHES.len()].entry };
        i += 1;
    }
    all
};

/// An algorithm that takes part in comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Contest {
    /// Its name.
    pub name: &'static str,
    /// Whether benchmarks run it: one of each kind, and the strong combinations.
    pub benchmark: bool,
    /// Whether surveys of all algorithms run it: each search as its paper has it, and the usual combinations.
    pub survey: bool,
}

const fn both(name: &'static str) -> Contest {
    Contest { name, benchmark: true, survey: true }
}

const fn benchmark(name: &'static str) -> Contest {
    Contest { name, benchmark: true, survey: false }
}

const fn survey(name: &'static str) -> Contest {
    Contest { name, benchmark: false, survey: true }
}

/// The algorithms that are compared with each other, in a fixed order. Every search is among them.
pub static LINE_UP: &[Contest] = &[
    both("pn"),
    both("wpn"),
    both("pn2"),
    both("pn*"),
    both("pds"),
    both("df-pn"),
    both("df-pn(r)"),
    survey("df-wpn"),
    survey("bns"),
    both("df-pn+tca"),
    both("df-pn+tca+wpns"),
    both("df-pn+tca+snda"),
    survey("df-pn+tca+snda+eps=0.25"),
    benchmark("df-pn+tca+weak-source+eps=0.25"),
    both("pds-pn"),
    survey("pn-dfpn"),
    benchmark("pn-dfpn+tca"),
    both("alpha-beta"),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique() {
        for kind in [CatalogueKind::Search, CatalogueKind::Part] {
            let names: Vec<&str> = CATALOGUE.iter().filter(|e| e.kind == kind).map(|e| e.name).collect();
            assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        }
    }

    #[test]
    fn every_search_is_compared_with_the_others() {
        for contest in LINE_UP {
            assert_eq!(contest.name.parse::<Algorithm>().unwrap().to_string(), contest.name);
            assert!(contest.benchmark || contest.survey);
        }
        let surveyed = |entry: &&CatalogueEntry| LINE_UP.iter().any(|c| c.survey && c.name == entry.name);
        assert!(CATALOGUE.iter().filter(|e| e.kind == CatalogueKind::Search).all(|e| surveyed(&e)));
    }

    #[test]
    fn a_part_is_told_where_it_is_not_the_default() {
        for search in CATALOGUE.iter().filter(|e| e.kind == CatalogueKind::Search) {
            for part in search.combines_with() {
                let name = format!("{}+{}", search.name, part.sample());
                let algorithm: Algorithm = name.parse().unwrap();
                let default: Algorithm = search.name.parse().unwrap();
                let canonical = algorithm.to_string();
                assert_eq!(canonical == search.name, algorithm == default, "{name}: {canonical}");
                assert_eq!(canonical.parse::<Algorithm>().unwrap(), algorithm);
            }
        }
    }

    #[test]
    fn every_example_parses_and_shows_its_entry() {
        for entry in CATALOGUE {
            let algorithm = entry.example.parse::<Algorithm>();
            assert!(algorithm.is_ok(), "{}: {algorithm:?}", entry.example);
            let stem = entry.name.trim_end_matches(['N', 'X']);
            assert!(entry.sample().starts_with(stem), "{} in {}", entry.name, entry.example);
            assert!(!entry.idea.is_empty() && !entry.paper.is_empty());
        }
    }

    #[test]
    fn combinations_are_those_of_the_parser() {
        let of = |name: &str, kind| -> BTreeSet<&str> {
            let entry = CATALOGUE.iter().find(|e| e.name == name && e.kind == kind).unwrap();
            entry.combines_with().map(|e| e.name).collect()
        };
        let pn = of("pn", CatalogueKind::Search);
        assert!(pn.contains("wpns") && pn.contains("shared") && !pn.contains("tca") && !pn.contains("snda"));
        assert!(of("df-pn", CatalogueKind::Search).contains("tca"));
        assert!(
            of("tca", CatalogueKind::Part).contains("pn-dfpn")
                && !of("tca", CatalogueKind::Part).contains("pn2")
        );
        assert_eq!(of("jobs=N", CatalogueKind::Part), BTreeSet::from(["pn-dfpn"]));
        assert!(CATALOGUE.iter().all(|e| e.combines_with().next().is_some()));
    }
}
