//! Every algorithm the tests run: each search of the catalogue with each loop policy and each aggregate it
//! takes, and some with other parts. Parameters are small, so that second levels and jobs come into play on
//! small graphs.
//!
//! Invariant: a search or a part that is added to the catalogue is here.

use phidelta::{Algorithm, CATALOGUE, CatalogueEntry, CatalogueKind};

/// Other parts and more of them, tried on df-pn with each loop policy.
const ON_DF_PN: [&str; 13] = [
    "cap=1",
    "snda+cap=2+eps=0.25",
    "bns+cap=1",
    "eps=0.25",
    "immediate",
    "mobility",
    "unit",
    "two-big",
    "costs",
    "no-shortcuts",
    "snda+eps=1+immediate+mobility",
    "relay=1",
    "snda+eps=0.25+relay=20",
];

/// … and on searches that no loop policy belongs to.
const PLAIN: [&str; 14] = [
    "pn+delayed",
    "pn+mobility",
    "pn+shared",
    "pn+unit",
    "pn+delayed+shared+two-big",
    "wpn+delayed+unit",
    "pn2+a=20+b=5",
    "pn2+shared",
    "pn2+wpns+a=5+b=2",
    "pds+game",
    "pds+tca+cap=1",
    "pn*+tca+snda+cap=2",
    "pn-dfpn+tca+cap=1+jobs=5",
    "alpha-beta+two-big",
];

/// The loop policies behind a search's name, none first.
pub fn loops() -> Vec<String> {
    with_none("loop policies")
}

/// The aggregates behind a search's name, none first.
pub fn aggregates() -> Vec<String> {
    with_none("aggregates")
}

fn with_none(policy: &str) -> Vec<String> {
    let parts = CATALOGUE.iter().filter(|entry| entry.policy == policy);
    std::iter::once(String::new()).chain(parts.map(|part| format!("+{}", part.name))).collect()
}

/// Parameters that bring the second level of a search into play on small graphs.
fn small(search: &CatalogueEntry) -> String {
    let takes = |name: &str| search.combines_with().any(|part| part.name == name);
    let parameters = [("a=N", "+a=10"), ("b=N", "+b=5"), ("jobs=N", "+jobs=5")];
    parameters.into_iter().filter(|(name, _)| takes(name)).map(|(_, text)| text).collect()
}

/// All of them, in a fixed order.
pub fn all() -> Vec<Algorithm> {
    let mut algorithms: Vec<Algorithm> = Vec::new();
    let mut add = |name: &str| {
        if let Ok(algorithm) = name.parse()
            && !algorithms.contains(&algorithm)
        {
            algorithms.push(algorithm);
        }
    };
    for search in CATALOGUE.iter().filter(|entry| entry.kind == CatalogueKind::Search) {
        let small = small(search);
        for loops in loops() {
            aggregates()
                .iter()
                .for_each(|aggregate| add(&format!("{}{loops}{aggregate}{small}", search.name)));
        }
    }
    PLAIN.iter().for_each(|name| add(name));
    for loops in loops() {
        ON_DF_PN.iter().for_each(|part| add(&format!("df-pn{loops}+{part}")));
    }
    algorithms
}

/// An algorithm whose name is known to be right.
pub fn named(name: &str) -> Algorithm {
    name.parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_search_and_every_part_is_there() {
        let names: Vec<String> = all().iter().map(ToString::to_string).collect();
        for entry in CATALOGUE {
            let stem = entry.name.trim_end_matches(['N', 'X']);
            let there = |name: &String| {
                let mut words = name.split('+');
                let search = words.next();
                if entry.kind == CatalogueKind::Search {
                    return search == Some(entry.name);
                }
                // The name of a search may stand for its part.
                words.any(|word| word == stem || stem.ends_with('=') && word.starts_with(stem))
            };
            // A small infinity makes a search give up: it has tests of its own. The sum is what all have.
            let silent = ["inf=N", "sum"].contains(&entry.name);
            assert!(silent || names.iter().any(there), "{} is not tried", entry.name);
        }
        for name in PLAIN {
            assert!(all().contains(&named(name)), "{name}");
        }
    }
}
