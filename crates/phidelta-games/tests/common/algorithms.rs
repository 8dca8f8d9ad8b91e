//! Every algorithm the tests run: each search with each loop policy and each aggregate it takes, and
//! some with other parts. Parameters are small, so that second levels and jobs come into play on small
//! graphs. Used by the tests here and by `cargo xtask fuzz-graphs`.

use phidelta::Algorithm;

/// Searches that no loop policy belongs to.
const PLAIN: [&str; 14] = [
    "pn",
    "pn+delayed",
    "pn+mobility",
    "pn+shared",
    "pn+unit",
    "pn+bns",
    "pn+delayed+shared+two-big",
    "wpn",
    "wpn+delayed+unit",
    "pn2+a=20+b=5",
    "pn2+shared",
    "pn2+wpns+a=5+b=2",
    "alpha-beta",
    "alpha-beta+two-big",
];

pub(crate) const LOOPS: [&str; 3] = ["", "+tca", "+r"];

pub(crate) const AGGREGATES: [&str; 7] =
    ["", "+wpns", "+bns", "+nagai", "+snda", "+snda(all)", "+weak-source"];

/// Other parts, tried on df-pn.
const PARTS: [&str; 9] = [
    "eps=0.25",
    "immediate",
    "mobility",
    "unit",
    "two-big",
    "costs",
    "snda+eps=1+immediate+mobility",
    "relay=1",
    "snda+eps=0.25+relay=20",
];

/// All of them, in a fixed order.
pub(crate) fn all() -> Vec<Algorithm> {
    let mut names: Vec<String> = PLAIN.map(String::from).into();
    for loops in LOOPS {
        for aggregate in AGGREGATES {
            names.push(format!("df-pn{loops}{aggregate}"));
            names.push(format!("pn-dfpn{loops}{aggregate}+jobs=5"));
            // The others choose the next child themselves, which branch numbers want to do as well.
            if aggregate != "+bns" {
                names.push(format!("pds{loops}{aggregate}"));
                names.push(format!("pn*{loops}{aggregate}"));
                names.push(format!("pds-pn{loops}{aggregate}+a=10+b=5"));
            }
        }
        names.extend(PARTS.map(|part| format!("df-pn{loops}+{part}")));
    }
    names.iter().map(|name| named(name)).collect()
}

/// An algorithm whose name is known to be right.
pub(crate) fn named(name: &str) -> Algorithm {
    name.parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}
