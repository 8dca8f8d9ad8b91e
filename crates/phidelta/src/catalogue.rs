//! What can be asked for by name: every search and every part, with its idea and its paper.
//!
//! The parser in `algorithm/name.rs` decides what a name means; this file only describes. What combines
//! with what is therefore not written down here but asked of the parser ([`Entry::combines_with`]).
//!
//! Invariant: the names here are exactly those the parser knows, and every example parses.

use crate::algorithm::Algorithm;

/// Where in a name an [`Entry`] stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum EntryKind {
    /// In front: a search.
    Search,
    /// Behind a `+`: a part of one.
    Part,
}

/// A search or a part of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// As it is written in a name; `N` and `X` stand for a number.
    pub name: &'static str,
    /// Search or part.
    pub kind: EntryKind,
    /// What it does, in one sentence.
    pub idea: &'static str,
    /// Where it comes from.
    pub paper: &'static str,
    /// A whole name that uses it.
    pub example: &'static str,
}

impl Entry {
    /// For a search the parts it takes, for a part the searches that take it, in catalogue order.
    pub fn combines_with(&self) -> impl Iterator<Item = &'static Entry> {
        let this = *self;
        CATALOGUE.iter().filter(move |other| {
            let (search, part) = match this.kind {
                EntryKind::Search => (this, **other),
                EntryKind::Part => (**other, this),
            };
            this.kind != other.kind
                && format!("{}+{}", search.name, part.sample()).parse::<Algorithm>().is_ok()
        })
    }

    /// The entry as it would stand in a name: with a number in place of `N` or `X`.
    fn sample(&self) -> &'static str {
        match self.kind {
            EntryKind::Search => self.name,
            // The last part of an example is the one it is an example of; its number is not the default,
            // which every search would accept.
            EntryKind::Part => self.example.rsplit('+').next().unwrap_or(self.name),
        }
    }
}

const fn search(name: &'static str, idea: &'static str, paper: &'static str) -> Entry {
    Entry { name, kind: EntryKind::Search, idea, paper, example: name }
}

const fn part(name: &'static str, idea: &'static str, paper: &'static str, example: &'static str) -> Entry {
    Entry { name, kind: EntryKind::Part, idea, paper, example }
}

const ALLIS: &str = "Allis, van der Meulen, van den Herik 1994";
const BREUKER: &str = "Breuker 1998";
const KISHIMOTO: &str = "Kishimoto 2010";
const KISHIMOTO_MUELLER: &str = "Kishimoto, Müller 2008";
const NAGAI: &str = "Nagai 2002";
const NAGAI_IMAI: &str = "Nagai, Imai 1999";
const NELHAGE: &str = "Nelhage 2020 (ultimattt)";
const OKABE: &str = "Okabe 2005";
const UEDA: &str = "Ueda, Hashimoto, Hashimoto, Iida 2008";
const WINANDS: &str = "Winands, Uiterwijk, van den Herik 2002";
const OWN: &str = "this project";

/// Every search, then every part.
pub const CATALOGUE: &[Entry] = &[
    search("pn", "best-first: always expands the leaf that proves or disproves most cheaply", ALLIS),
    search(
        "wpn",
        "pn with weak numbers: the largest child plus one for each other, so that merges weigh little",
        UEDA,
    ),
    search("pn2", "pn whose leaves are judged by a second, smaller pn search", BREUKER),
    search("pn*", "depth-first, deepens on the proof number alone", "Seo, Iida, Uiterwijk 2001"),
    search("pds", "depth-first, leaves a node when both numbers have reached their thresholds", "Nagai 1998"),
    search("df-pn", "depth-first, leaves a node when one number has reached its threshold", NAGAI),
    search(
        "df-pn(r)",
        "df-pn that leaves moves back up out of its sums: no endless loops",
        KISHIMOTO_MUELLER,
    ),
    search("df-wpn", "df-pn with weak numbers", UEDA),
    search("bns", "df-pn with branch numbers: counts the branches beside the line it follows", OKABE),
    search("pds-pn", "pds whose new positions are judged by a small pn search", WINANDS),
    search("pn-dfpn", "a pn tree whose leaves are worked on by df-pn jobs of bounded size", NELHAGE),
    search(
        "alpha-beta",
        "iterative deepening with a table and killer moves: the baseline",
        "Knuth, Moore 1975",
    ),
    part("tca", "raises thresholds where moves lead back up: no endless loops", KISHIMOTO, "df-pn+tca"),
    part("r", "leaves moves back up out of the sums: no endless loops", KISHIMOTO_MUELLER, "pds+r"),
    part("sum", "adds the children's numbers up (the default)", ALLIS, "df-pn+tca+sum"),
    part("wpns", "the largest number plus one for each other open child", UEDA, "df-pn+tca+wpns"),
    part("bns", "the chosen child's number plus one for each other open child", OKABE, "df-pn+tca+bns"),
    part(
        "nagai",
        "the largest number where branches merge again, the sum elsewhere",
        NAGAI,
        "df-pn+tca+nagai",
    ),
    part(
        "snda",
        "the largest of up to 10 moves that merge plus the sum of the others",
        KISHIMOTO,
        "df-pn+tca+snda",
    ),
    part("snda(all)", "snda without a limit on the moves it remembers", KISHIMOTO, "df-pn+tca+snda(all)"),
    part(
        "weak-source",
        "weak numbers, but snda where branches are known to merge",
        OWN,
        "df-pn+tca+weak-source",
    ),
    part(
        "eps=X",
        "stays in a child until it is 1+X times as hard as the next",
        "Pawlewicz, Lew 2007",
        "df-pn+eps=0.25",
    ),
    part("game", "first numbers are the game's own estimates (the default)", NAGAI_IMAI, "df-pn+game"),
    part("unit", "first numbers are 1 and 1", ALLIS, "df-pn+unit"),
    part("mobility", "first numbers count the moves of the side to move", ALLIS, "pn+mobility"),
    part(
        "costs",
        "adds the game's price of a move to the number behind it (df-pn+)",
        NAGAI_IMAI,
        "df-pn+costs",
    ),
    part("immediate", "looks for the end of the game when a position is generated", ALLIS, "df-pn+immediate"),
    part("delayed", "looks for the end of the game when a position is entered", ALLIS, "pn+delayed"),
    part(
        "no-shortcuts",
        "the rules alone: does not ask the game for exact answers (a mate in one)",
        OWN,
        "pds+no-shortcuts",
    ),
    part("a=N", "level-1 size at which the second level may be half as large", BREUKER, "pn2+a=600K"),
    part("b=N", "how gradually the second level grows around that size", BREUKER, "pn2+b=100K"),
    part("jobs=N", "nodes of one df-pn job", NELHAGE, "pn-dfpn+jobs=5000"),
    part(
        "relay=N",
        "hands over to pn-dfpn, weak numbers and pds after N nodes, and takes the problem back",
        OWN,
        "df-pn+tca+relay=2M",
    ),
    part("shared", "equal positions of the tree share solved results", BREUKER, "pn+shared"),
    part("two-big", "table buckets of two, the larger subtree stays", BREUKER, "pds-pn+two-big"),
    part(
        "inf=N",
        "the number that counts as infinite: small ones make a search give up early",
        KISHIMOTO,
        "df-pn+inf=1000",
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::algorithm::{Family, PARTS};

    fn names(kind: EntryKind) -> Vec<&'static str> {
        CATALOGUE.iter().filter(|e| e.kind == kind).map(|e| e.name).collect()
    }

    #[test]
    fn it_holds_what_the_parser_knows_and_nothing_else() {
        assert_eq!(names(EntryKind::Search), Family::NAMES);
        assert_eq!(names(EntryKind::Part), PARTS);
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
        let pn = of("pn", EntryKind::Search);
        assert!(pn.contains("wpns") && pn.contains("shared") && !pn.contains("tca") && !pn.contains("snda"));
        assert!(of("df-pn", EntryKind::Search).contains("tca"));
        assert!(
            of("tca", EntryKind::Part).contains("pn-dfpn") && !of("tca", EntryKind::Part).contains("pn2")
        );
        assert_eq!(of("jobs=N", EntryKind::Part), BTreeSet::from(["pn-dfpn"]));
        assert!(CATALOGUE.iter().all(|e| e.combines_with().next().is_some()));
    }
}
