//! Every search and every part: the one table behind the parser, `Display`, [`Algorithm::check`] and the
//! catalogue.
//!
//! A new part is one row of [`PARTS`], a new search one row of [`SEARCHES`]: what it is called, what it sets
//! in an [`Algorithm`], what it goes with and why, its idea and its paper.
//!
//! Invariants: names are unique; rows of one policy exclude each other; the rows stand in the order in which
//! a canonical name tells its parts.

use super::catalogue::{CatalogueEntry, CatalogueKind};
use super::{Algorithm, Estimates, Evaluation, Family, Loops, Replacement};
use crate::aggregate::Aggregate;
use crate::number::{Ceiling, INFINITY, Number};

/// A search, as names begin with it.
pub(super) struct Search {
    pub(super) entry: CatalogueEntry,
    pub(super) family: Family,
    /// The part that the name stands for beside the search.
    pub(super) implied: Option<&'static str>,
}

/// A part, as it stands behind a `+`.
pub(super) struct Part {
    pub(super) entry: CatalogueEntry,
    pub(super) effect: Effect,
    /// Whether it goes with the other parts.
    pub(super) fits: fn(&Algorithm) -> bool,
    /// Why not, where it does not.
    pub(super) why: &'static str,
}

/// What a part changes in an algorithm.
pub(super) enum Effect {
    /// It is there or not.
    Choice { set: fn(&mut Algorithm), is_set: fn(&Algorithm) -> bool },
    /// It has a number.
    Number(Parameter),
}

/// A part with a number.
pub(super) struct Parameter {
    pub(super) least: f64,
    pub(super) most: f64,
    /// What would have been right, for errors.
    pub(super) expected: &'static str,
    pub(super) set: fn(&mut Algorithm, f64),
    pub(super) get: fn(&Algorithm) -> Option<f64>,
    /// Names say it in thousands or millions where it is a round number of them.
    pub(super) rounded: bool,
}

impl Part {
    /// The name without the place of a number.
    pub(super) fn stem(&self) -> &'static str {
        self.entry.name.split('=').next().unwrap_or_default()
    }

    /// Whether the canonical name of an algorithm has this part: it is set, and not by default.
    pub(super) fn is_told(&self, algorithm: &Algorithm) -> bool {
        let default = Algorithm::new(algorithm.family);
        match &self.effect {
            Effect::Choice { is_set, .. } => is_set(algorithm) && !is_set(&default),
            Effect::Number(parameter) => (parameter.get)(algorithm) != (parameter.get)(&default),
        }
    }
}

/// The parts that the canonical name of an algorithm has, in order.
pub(super) fn told(algorithm: &Algorithm) -> impl Iterator<Item = &'static Part> {
    PARTS.iter().filter(move |part| part.is_told(algorithm))
}

impl Family {
    /// The row of the search without anything implied.
    pub(super) fn search(self) -> &'static Search {
        let plain = |search: &&Search| search.family == self && search.implied.is_none();
        SEARCHES.iter().find(plain).expect("every family has a search of its own")
    }

    /// The names an algorithm can start with.
    pub fn search_names() -> impl Iterator<Item = &'static str> {
        SEARCHES.iter().map(|search| search.entry.name)
    }
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

const fn search(family: Family, name: &'static str, idea: &'static str, paper: &'static str) -> Search {
    let entry =
        CatalogueEntry { name, kind: CatalogueKind::Search, policy: "searches", idea, paper, example: name };
    Search { entry, family, implied: None }
}

impl Search {
    const fn implying(mut self, part: &'static str) -> Search {
        self.implied = Some(part);
        self
    }
}

/// Every search.
pub(super) static SEARCHES: [Search; 12] = [
    search(
        Family::Pn,
        "pn",
        "best-first: always expands the leaf that proves or disproves most cheaply",
        ALLIS,
    ),
    search(
        Family::Pn,
        "wpn",
        "pn with weak numbers: the largest child plus one for each other, so that merges weigh little",
        UEDA,
    )
    .implying("wpns"),
    search(Family::Pn2, "pn2", "pn whose leaves are judged by a second, smaller pn search", BREUKER),
    search(
        Family::PnStar,
        "pn*",
        "depth-first, deepens on the proof number alone",
        "Seo, Iida, Uiterwijk 2001",
    ),
    search(
        Family::Pds,
        "pds",
        "depth-first, leaves a node when both numbers have reached their thresholds",
        "Nagai 1998",
    ),
    search(
        Family::DfPn,
        "df-pn",
        "depth-first, leaves a node when one number has reached its threshold",
        NAGAI,
    ),
    search(
        Family::DfPn,
        "df-pn(r)",
        "df-pn that leaves moves back up out of its sums: no endless loops",
        KISHIMOTO_MUELLER,
    )
    .implying("r"),
    search(Family::DfPn, "df-wpn", "df-pn with weak numbers", UEDA).implying("wpns"),
    search(
        Family::DfPn,
        "bns",
        "df-pn with branch numbers: counts the branches beside the line it follows",
        OKABE,
    )
    .implying("bns"),
    search(Family::PdsPn, "pds-pn", "pds whose new positions are judged by a small pn search", WINANDS),
    search(
        Family::PnDfPn,
        "pn-dfpn",
        "a pn tree whose leaves are worked on by df-pn jobs of bounded size",
        NELHAGE,
    ),
    search(
        Family::AlphaBeta,
        "alpha-beta",
        "iterative deepening with a table and killer moves: the baseline",
        "Knuth, Moore 1975",
    ),
];

/// What a part decides: a name has at most one part of each.
mod policy {
    pub(super) const LOOPS: &str = "loop policies";
    pub(super) const AGGREGATE: &str = "aggregates";
    pub(super) const ESTIMATES: &str = "estimates";
    pub(super) const EVALUATION: &str = "evaluations";
}

const fn row(
    policy: &'static str,
    [name, idea, paper, example]: [&'static str; 4],
    effect: Effect,
    fits: fn(&Algorithm) -> bool,
    why: &'static str,
) -> Part {
    Part {
        entry: CatalogueEntry { name, kind: CatalogueKind::Part, policy, idea, paper, example },
        effect,
        fits,
        why,
    }
}

const fn loops(words: [&'static str; 4], set: fn(&mut Algorithm), is_set: fn(&Algorithm) -> bool) -> Part {
    let why = "loop policies belong to depth-first searches; this one cannot loop";
    row(policy::LOOPS, words, Effect::Choice { set, is_set }, |a| a.family.is_depth_first(), why)
}

const fn aggregate(
    words: [&'static str; 4],
    set: fn(&mut Algorithm),
    is_set: fn(&Algorithm) -> bool,
) -> Part {
    let fits = |a: &Algorithm| a.family != Family::AlphaBeta;
    row(policy::AGGREGATE, words, Effect::Choice { set, is_set }, fits, "it does not use proof numbers")
}

/// An aggregate of source nodes.
const fn source(words: [&'static str; 4], set: fn(&mut Algorithm), is_set: fn(&Algorithm) -> bool) -> Part {
    let why = "source nodes are found by parent links in the table of a depth-first search";
    row(policy::AGGREGATE, words, Effect::Choice { set, is_set }, |a| a.family.is_depth_first(), why)
}

const fn estimates(
    words: [&'static str; 4],
    set: fn(&mut Algorithm),
    is_set: fn(&Algorithm) -> bool,
) -> Part {
    let fits = |a: &Algorithm| a.family != Family::AlphaBeta;
    row(policy::ESTIMATES, words, Effect::Choice { set, is_set }, fits, "it does not use proof numbers")
}

const fn evaluation(
    words: [&'static str; 4],
    set: fn(&mut Algorithm),
    is_set: fn(&Algorithm) -> bool,
) -> Part {
    let fits = |a: &Algorithm| !matches!(a.family, Family::Pn2 | Family::AlphaBeta);
    let why = "its definition fixes when positions are evaluated";
    row(policy::EVALUATION, words, Effect::Choice { set, is_set }, fits, why)
}

/// A number of nodes.
const fn nodes(
    expected: &'static str,
    set: fn(&mut Algorithm, f64),
    get: fn(&Algorithm) -> Option<f64>,
    rounded: bool,
) -> Effect {
    Effect::Number(Parameter { least: 1.0, most: 1e15, expected, set, get, rounded })
}

const fn grows(a: &Algorithm) -> bool {
    matches!(a.family, Family::Pn2 | Family::PdsPn)
}

/// Every part, in the order of canonical names.
pub(super) static PARTS: [Part; 25] = [
    loops(
        ["tca", "raises thresholds where moves lead back up: no endless loops", KISHIMOTO, "df-pn+tca"],
        |a| a.loops = Loops::ThresholdControl,
        |a| a.loops == Loops::ThresholdControl,
    ),
    loops(
        ["r", "leaves moves back up out of the sums: no endless loops", KISHIMOTO_MUELLER, "pds+r"],
        |a| a.loops = Loops::MinimalDistance,
        |a| a.loops == Loops::MinimalDistance,
    ),
    aggregate(
        ["sum", "adds the children's numbers up (the default)", ALLIS, "df-pn+tca+sum"],
        |a| a.aggregate = Aggregate::Sum,
        |a| a.aggregate == Aggregate::Sum,
    ),
    aggregate(
        ["wpns", "the largest number plus one for each other open child", UEDA, "df-pn+tca+wpns"],
        |a| a.aggregate = Aggregate::Weak,
        |a| a.aggregate == Aggregate::Weak,
    ),
    row(
        policy::AGGREGATE,
        ["bns", "the chosen child's number plus one for each other open child", OKABE, "df-pn+tca+bns"],
        Effect::Choice {
            set: |a| a.aggregate = Aggregate::Branch,
            is_set: |a| a.aggregate == Aggregate::Branch,
        },
        |a| !matches!(a.family, Family::Pds | Family::PdsPn | Family::PnStar | Family::AlphaBeta),
        "branch numbers decide which child is searched next, and so does it",
    ),
    source(
        [
            "nagai",
            "the largest number where branches merge again, the sum elsewhere",
            NAGAI,
            "df-pn+tca+nagai",
        ],
        |a| a.aggregate = Aggregate::Nagai,
        |a| a.aggregate == Aggregate::Nagai,
    ),
    source(
        [
            "snda",
            "the largest of up to 10 moves that merge plus the sum of the others",
            KISHIMOTO,
            "df-pn+tca+snda",
        ],
        |a| a.aggregate = Aggregate::SNDA,
        |a| matches!(a.aggregate, Aggregate::Snda { .. }) && !is_unlimited_snda(a),
    ),
    source(
        [
            "snda(all)",
            "snda that marks any number of moves and looks behind all children",
            KISHIMOTO,
            "df-pn+tca+snda(all)",
        ],
        |a| a.aggregate = Aggregate::SNDA_UNLIMITED,
        is_unlimited_snda,
    ),
    source(
        [
            "weak-source",
            "weak numbers, but snda where branches are known to merge",
            OWN,
            "df-pn+tca+weak-source",
        ],
        |a| a.aggregate = Aggregate::WeakSource,
        |a| a.aggregate == Aggregate::WeakSource,
    ),
    row(
        "caps",
        [
            "cap=N",
            "a sum counts up to N for each node searched below, and weakly beyond",
            OWN,
            "df-pn+tca+snda+cap=64",
        ],
        Effect::Number(Parameter {
            least: 1.0,
            most: 1e9,
            expected: "cap=N with 1 <= N <= 1e9, for example cap=64",
            set: |a, leaves| a.cap = Some(leaves as Number),
            get: |a| a.cap.map(f64::from),
            rounded: false,
        }),
        |a| a.family.is_depth_first(),
        "a tree has no count of the nodes below a position",
    ),
    row(
        "values of eps",
        [
            "eps=X",
            "stays in a child until it is 1+X times as hard as the next",
            "Pawlewicz, Lew 2007",
            "df-pn+eps=0.25",
        ],
        Effect::Number(Parameter {
            least: 0.0,
            most: 16.0,
            expected: "eps=X with 0 <= X <= 16, for example eps=0.25",
            set: |a, number| a.epsilon = number,
            get: |a| Some(a.epsilon),
            rounded: false,
        }),
        |a| matches!(a.family, Family::DfPn | Family::PnDfPn),
        "1+ε widens the thresholds of df-pn",
    ),
    estimates(
        ["game", "first numbers are the game's own estimates (the default)", NAGAI_IMAI, "df-pn+game"],
        |a| a.estimates = Estimates::Game,
        |a| a.estimates == Estimates::Game,
    ),
    estimates(
        ["unit", "first numbers are 1 and 1", ALLIS, "df-pn+unit"],
        |a| a.estimates = Estimates::Unit,
        |a| a.estimates == Estimates::Unit,
    ),
    estimates(
        ["mobility", "first numbers count the moves of the side to move", ALLIS, "pn+mobility"],
        |a| a.estimates = Estimates::Mobility,
        |a| a.estimates == Estimates::Mobility,
    ),
    row(
        "edge costs",
        [
            "costs",
            "adds the game's price of a move to the number behind it (df-pn+)",
            NAGAI_IMAI,
            "df-pn+costs",
        ],
        Effect::Choice { set: |a| a.edge_costs = true, is_set: |a| a.edge_costs },
        |a| a.family.is_depth_first(),
        "edge costs are part of df-pn+",
    ),
    evaluation(
        ["immediate", "looks for the end of the game when a position is generated", ALLIS, "df-pn+immediate"],
        |a| a.evaluation = Evaluation::Immediate,
        |a| a.evaluation == Evaluation::Immediate,
    ),
    evaluation(
        ["delayed", "looks for the end of the game when a position is entered", ALLIS, "pn+delayed"],
        |a| a.evaluation = Evaluation::Delayed,
        |a| a.evaluation == Evaluation::Delayed,
    ),
    row(
        "uses of shortcuts",
        [
            "no-shortcuts",
            "the rules alone: does not ask the game for exact answers (a mate in one)",
            OWN,
            "pds+no-shortcuts",
        ],
        Effect::Choice { set: |a| a.shortcuts = false, is_set: |a| !a.shortcuts },
        |_| true,
        "",
    ),
    row(
        "values of a",
        ["a=N", "level-1 size at which the second level may be half as large", BREUKER, "pn2+a=600K"],
        nodes("a=N nodes, for example a=450K", |a, n| a.growth.a = n, |a| Some(a.growth.a), false),
        grows,
        "the growth function belongs to pn2 and pds-pn",
    ),
    row(
        "values of b",
        ["b=N", "how gradually the second level grows around that size", BREUKER, "pn2+b=100K"],
        nodes("b=N nodes, for example b=300K", |a, n| a.growth.b = n, |a| Some(a.growth.b), false),
        grows,
        "the growth function belongs to pn2 and pds-pn",
    ),
    row(
        "job sizes",
        ["jobs=N", "nodes of one df-pn job", NELHAGE, "pn-dfpn+jobs=5000"],
        nodes(
            "jobs=N nodes, for example jobs=1000",
            |a, n| a.job_nodes = n as u64,
            |a| Some(a.job_nodes as f64),
            false,
        ),
        |a| a.family == Family::PnDfPn,
        "only pn-dfpn gives out jobs",
    ),
    row(
        "relays",
        [
            "relay=N",
            "hands over to pn-dfpn, weak numbers and pds after N nodes, and takes the problem back",
            OWN,
            "df-pn+tca+relay=2M",
        ],
        nodes(
            "relay=N nodes, for example relay=2M",
            |a, n| a.relay = Some(n as u64),
            |a| a.relay.map(|nodes| nodes as f64),
            true,
        ),
        |a| matches!(a.family, Family::DfPn | Family::PnStar),
        "df-pn and pn* hand over to pds, which keeps its numbers in a table as well",
    ),
    row(
        "table uses",
        ["shared", "equal positions of the tree share solved results", BREUKER, "pn+shared"],
        Effect::Choice { set: |a| a.shared = true, is_set: |a| a.shared },
        |a| matches!(a.family, Family::Pn | Family::Pn2),
        "a depth-first search shares results through its table anyway",
    ),
    row(
        "replacement schemes",
        ["two-big", "table buckets of two, the larger subtree stays", BREUKER, "pds-pn+two-big"],
        Effect::Choice {
            set: |a| a.replacement = Replacement::TwoBig,
            is_set: |a| a.replacement == Replacement::TwoBig,
        },
        |a| a.shared || !matches!(a.family, Family::Pn | Family::Pn2),
        "it has no table",
    ),
    row(
        "infinities",
        [
            "inf=N",
            "the number that counts as infinite: small ones make a search give up early",
            KISHIMOTO,
            "df-pn+inf=1000",
        ],
        Effect::Number(Parameter {
            least: 3.0,
            most: INFINITY as f64,
            expected: "inf=N with N >= 3, for example inf=1000",
            set: |a, infinity| a.ceiling = Ceiling::below(infinity as Number),
            get: |a| Some(f64::from(a.ceiling.get()) + 1.0),
            rounded: false,
        }),
        |_| true,
        "",
    ),
];

fn is_unlimited_snda(a: &Algorithm) -> bool {
    a.aggregate.looks_behind_children()
}
