//! `open-questions`: what the papers leave to others.
//!
//! - PDS-PN on tsume-shogi: Winands et al. 2002 tried it on Lines of Action only.
//! - TCA and SNDA outside shogi: Kishimoto 2010 names other games as the next step; here Lines of Action.
//! - A hybrid of SNDA and WPNS: the same paper; here `weak-source`.
//! - SNDA where branches merge all the time: graphs full of diamonds.
//! - Do df-pn(r) (Kishimoto, Müller 2008) and TCA (Kishimoto 2010) end on every graph with cycles? All small
//!   ones are tried, see [`super::super::small_graphs`].

use super::super::Wanted;
use super::super::document::{Claim, Document, Table};
use super::super::grid::{Bounds, Grid, Section, View};
use super::super::made;
use super::super::pieces::{against, cactus, everyone, solved};
use super::super::record::Graphs;
use super::super::results::Results;
use super::super::small_graphs::{self, Sides};
use super::super::summary::{Measure, ratio};
use super::{Experiment, Found, as_many, claim, more, no_contradiction};
use crate::failure::Result;
use phidelta_desk::format::grouped;

pub(in super::super) struct OpenQuestions;

/// A table in which nothing is lost within the limit.
const MEMORY: u64 = 64 << 20;

/// Enough for hundreds of small graphs: some thousand entries are used between two clearings.
const GRAPH_MEMORY: u64 = 1 << 20;

const TSUME: [&str; 6] =
    ["pds-pn", "pds-pn+tca", "pn2", "df-pn+tca+wpns", "df-pn+tca+snda", "df-pn+tca+weak-source"];
const LOA: [&str; 7] = [
    "df-pn",
    "df-pn(r)",
    "df-pn+tca",
    "df-pn+tca+wpns",
    "df-pn+tca+nagai",
    "df-pn+tca+snda",
    "df-pn+tca+weak-source",
];
const DIAMONDS: [&str; 5] = ["df-pn", "df-pn+nagai", "df-pn+snda", "df-wpn", "df-pn+weak-source"];
/// The three that the question is about come first: the largest size is left to them.
const POLICIES: [&str; 9] = [
    "df-pn",
    "df-pn(r)",
    "df-pn+tca",
    "df-pn(r)+wpns",
    "df-pn(r)+snda",
    "df-pn+tca+wpns",
    "df-pn+tca+bns",
    "df-pn+tca+nagai",
    "df-pn+tca+snda",
];

impl Experiment for OpenQuestions {
    fn name(&self) -> &str {
        "open-questions"
    }

    fn shows(&self) -> &str {
        "PDS-PN on tsume-shogi, TCA and SNDA on Lines of Action, a hybrid, all small graphs with cycles"
    }

    fn paper(&self) -> &str {
        "the last sections of Winands et al. 2002, Kishimoto and Müller 2008, Kishimoto 2010"
    }

    fn games(&self) -> &[&'static str] {
        &["shogi", "loa"]
    }

    fn grid(&self, wanted: &Wanted) -> Result<Grid> {
        let bounds = wanted.bounds(300_000, 20_000, MEMORY);
        let mut grid = Grid::default();
        for suite in wanted.suites("shogi", None)? {
            grid.sections.push(Section::new("tsume", wanted.sampled(suite, 16), &TSUME, bounds)?);
        }
        for suite in wanted.suites("loa", Some("win"))? {
            grid.sections.push(Section::new("loa", wanted.sampled(suite, 12), &LOA, bounds)?);
        }
        if wanted.suites.is_empty() {
            let diamonds = made::diamonds(if wanted.quick { 4 } else { 20 });
            grid.sections.push(Section::new("diamonds", diamonds, &DIAMONDS, bounds)?);
            let bounds = Bounds { nodes: small_graphs::NODES, time: None, memory: GRAPH_MEMORY };
            let mut sizes = vec![(2, Sides::Any, 9), (3, Sides::Any, 9), (4, Sides::Alternating, 9)];
            if !wanted.quick {
                sizes.extend([(4, Sides::Any, 9), (5, Sides::Alternating, 3)]);
            }
            for (inner, sides, policies) in sizes {
                let suite = small_graphs::suite(inner, sides);
                grid.sections.push(Section::new("graphs", suite, &POLICIES[..policies], bounds)?);
            }
        }
        Ok(grid)
    }

    fn report(&self, grid: &Grid, results: &Results, times: bool) -> Found {
        let mut document = Document::new("Open questions");
        let mut claims = Vec::new();
        for view in grid.views("tsume", results) {
            tsume(&view, times, &mut document, &mut claims);
        }
        for view in grid.views("loa", results) {
            lines_of_action(&view, times, &mut document, &mut claims);
        }
        for view in grid.views("diamonds", results) {
            diamonds(&view, times, &mut document, &mut claims);
        }
        let views = grid.views("graphs", results);
        if !views.is_empty() {
            claims.extend(completeness(&mut document, &views));
        }
        claims.push(no_contradiction(grid, results));
        Found { document, claims }
    }
}

/// PDS-PN and the hybrid on tsume-shogi.
fn tsume(view: &View<'_>, times: bool, document: &mut Document, claims: &mut Vec<Claim>) {
    let (label, all) = (&view.section.suite.label, view.all());
    document.heading(format!("PDS-PN and the hybrid on tsume-shogi: {label}"));
    document.table(solved(view, &everyone(view), times));
    document.table(against(view, "pds-pn", &["pn2", "df-pn+tca+snda"], &all, times));
    let others = ["df-pn+tca+snda", "df-pn+tca+wpns"];
    document.table(against(view, "df-pn+tca+weak-source", &others, &all, times));
    let title = format!("{label}: survival on tsume-shogi");
    document.plot(cactus(view, title, &everyone(view), Measure::Nodes));
    let count = |name: &str| view.find(name).map_or(0, |setting| view.solved(setting, &all));
    claims.push(claim(
        &format!("PDS-PN on tsume-shogi ({label}): no match for df-pn with TCA and SNDA"),
        "open",
        format!("{} to {} of {}", count("pds-pn"), count("df-pn+tca+snda"), all.len()),
        more(count("df-pn+tca+snda"), count("pds-pn")),
    ));
    claims.push(claim(
        &format!("the hybrid solves as many as the better of SNDA and WPNS ({label})"),
        "open",
        format!(
            "{}; SNDA {}, WPNS {}",
            count("df-pn+tca+weak-source"),
            count("df-pn+tca+snda"),
            count("df-pn+tca+wpns")
        ),
        as_many(count("df-pn+tca+weak-source"), [count("df-pn+tca+snda"), count("df-pn+tca+wpns")]),
    ));
}

/// TCA and SNDA on Lines of Action.
fn lines_of_action(view: &View<'_>, times: bool, document: &mut Document, claims: &mut Vec<Claim>) {
    let (label, all) = (&view.section.suite.label, view.all());
    document.heading(format!("TCA and SNDA on Lines of Action: {label}"));
    document.table(solved(view, &everyone(view), times));
    let others = ["df-pn+tca", "df-pn+tca+wpns", "df-pn+tca+nagai", "df-pn(r)"];
    document.table(against(view, "df-pn+tca+snda", &others, &all, times));
    let count = |name: &str| view.find(name).map_or(0, |setting| view.solved(setting, &all));
    let fewer = view
        .find("df-pn+tca+snda")
        .zip(view.find("df-pn+tca"))
        .and_then(|(a, b)| view.pair(a, b, &all, Measure::Nodes).ratio());
    claims.push(claim(
        &format!("SNDA helps TCA on Lines of Action ({label})"),
        "open",
        format!(
            "{} times the nodes; {} and {} of {} solved",
            ratio(fewer),
            count("df-pn+tca+snda"),
            count("df-pn+tca"),
            all.len()
        ),
        fewer.and_then(|fewer| more(1.0, fewer)),
    ));
    claims.push(claim(
        &format!("TCA solves more than df-pn(r) on Lines of Action ({label})"),
        "open",
        format!("{} and {} of {}", count("df-pn+tca"), count("df-pn(r)"), all.len()),
        more(count("df-pn+tca"), count("df-pn(r)")),
    ));
}

/// Graphs full of diamonds.
fn diamonds(view: &View<'_>, times: bool, document: &mut Document, claims: &mut Vec<Claim>) {
    let all = view.all();
    document.heading("Graphs full of diamonds");
    document.text(
        "Rows of diamonds, and random graphs without cycles whose branches merge soon after they part.",
    );
    document.table(solved(view, &everyone(view), times));
    let others = ["df-pn", "df-pn+nagai", "df-wpn", "df-pn+weak-source"];
    document.table(against(view, "df-pn+snda", &others, &all, times));
    let (Some(a), Some(b)) = (view.find("df-pn+snda"), view.find("df-pn")) else { return };
    let pair = view.pair(a, b, &all, Measure::Nodes);
    claims.push(claim(
        "SNDA needs fewer nodes than the sum where branches merge",
        "the reason for SNDA",
        format!("{} times the nodes on {} graphs", ratio(pair.ratio()), pair.both),
        pair.ratio().and_then(|ratio| more(1.0, ratio)),
    ));
}

/// What was counted of a policy on all graphs of a size.
fn tally(view: &View<'_>, setting: usize) -> Graphs {
    let mut sum = Graphs::default();
    let parts = (0..view.problems()).filter_map(|item| view.outcome(setting, item)?.graphs.as_ref());
    for part in parts {
        sum.graphs += part.graphs;
        sum.unsolved += part.unsolved;
        sum.wrong += part.wrong;
        sum.most_nodes = sum.most_nodes.max(part.most_nodes);
        if sum.example.is_none() {
            sum.example.clone_from(&part.example);
        }
    }
    sum
}

/// The tables of all small graphs, and what they say.
fn completeness(document: &mut Document, views: &[View<'_>]) -> Vec<super::Claim> {
    document.heading("Do they end on every graph with cycles?");
    document.text(format!(
        "Every graph with some inner nodes, a won and a lost leaf, whose inner nodes are reached from the root and \
         have a cycle; moves in the order of nodes, leaves last. Unsolved means not ended within {} nodes; the \
         engine's own last resort begins later than that and takes no part.",
        grouped(small_graphs::NODES)
    ));
    let mut examples: Vec<Option<(String, String)>> = vec![None; POLICIES.len()];
    let mut sums = vec![Graphs::default(); POLICIES.len()];
    for view in views {
        let label = &view.section.suite.label;
        let mut table =
            Table::new(&["search", "graphs", "unsolved", "wrong verdicts", "most nodes of a solved one"]);
        for setting in everyone(view) {
            let found = tally(view, setting);
            table.row([
                format!("`{}`", view.label(setting)),
                grouped(found.graphs),
                grouped(found.unsolved),
                grouped(found.wrong),
                grouped(found.most_nodes),
            ]);
            sums[setting].graphs += found.graphs;
            sums[setting].unsolved += found.unsolved;
            sums[setting].wrong += found.wrong;
            if let (None, Some(example)) = (&examples[setting], found.example) {
                examples[setting] = Some((label.clone(), example));
            }
        }
        document.text(format!("{label}:"));
        document.table(table);
    }
    for (name, example) in POLICIES.iter().zip(&examples) {
        if let Some((size, example)) = example {
            document.text(format!("The first graph that `{name}` does not end on has {size}:"));
            document.code(format!("phidelta solve graph --algorithm '{name}' --nodes 5000 '{example}'"));
        }
    }
    let wrong: u64 = sums.iter().map(|sum| sum.wrong).sum();
    let mut claims = vec![claim(
        "all small graphs: no wrong verdict",
        "–",
        format!("{} of {}", wrong, grouped(sums.iter().map(|sum| sum.graphs).sum())),
        Some(wrong == 0),
    )];
    for (name, sum) in POLICIES.iter().zip(&sums) {
        let found = format!("{} of {} unsolved", grouped(sum.unsolved), grouped(sum.graphs));
        let (text, theirs, holds) = match *name {
            "df-pn" => {
                ("df-pn without a cure does not end on all small graphs", "it loops", sum.unsolved > 0)
            }
            _ => ("ends on all small graphs", "open", sum.unsolved == 0),
        };
        let text = if *name == "df-pn" { text.to_string() } else { format!("{name} {text}") };
        claims.push(claim(&text, theirs, found, Some(holds)));
    }
    claims
}
