//! `two-level`: df-pn, PN-DFPN, PN² and PDS-PN on ultimate tic-tac-toe, sizes of the table, 1+ε.
//!
//! Source: the chapter on df-pn of Nelhage's solver of ultimate tic-tac-toe (2020), which describes df-pn,
//! why it needs a table, and a PN tree over df-pn jobs; it gives no table of results. The 1+ε trick is
//! Pawlewicz and Lew's (2007).

use super::super::Wanted;
use super::super::document::{Claim, Document, Table};
use super::super::grid::{Bounds, Grid, Section, Setting, View};
use super::super::pieces::{against, cactus, everyone, solved};
use super::super::plot::{Axis, Form, Plot, Series};
use super::super::results::Results;
use super::super::summary::{Measure, ratio};
use super::{Experiment, Found, claim, more, no_contradiction};
use crate::failure::Result;
use phidelta_desk::format::{bytes, grouped};

pub(in super::super) struct TwoLevel;

/// A table in which nothing is lost within the limit.
const MEMORY: u64 = 64 << 20;

const SEARCHES: [(&str, &str); 5] = [
    ("df-pn", "df-pn"),
    ("df-pn, ε = 1/8", "df-pn+eps=0.125"),
    ("PN-DFPN", "pn-dfpn+eps=0.125"),
    ("PN²", "pn2"),
    ("PDS-PN", "pds-pn"),
];

/// How far the search may go beyond the next best child.
const EPSILONS: [f64; 7] = [0.0, 0.0625, 0.125, 0.25, 0.5, 1.0, 2.0];

/// Sizes of memory, as shifts of a mebibyte.
const SIZES: [u32; 5] = [0, 1, 2, 4, 6];

impl Experiment for TwoLevel {
    fn name(&self) -> &str {
        "two-level"
    }

    fn shows(&self) -> &str {
        "df-pn, PN-DFPN, PN² and PDS-PN on ultimate tic-tac-toe: nodes, time, size of the table, 1+ε"
    }

    fn paper(&self) -> &str {
        "Nelhage: ultimattt, 2020; Pawlewicz, Lew: Improving depth-first PN-search, 2007"
    }

    fn games(&self) -> &[&'static str] {
        &["uttt"]
    }

    fn grid(&self, wanted: &Wanted) -> Result<Grid> {
        let bounds = wanted.bounds(3_000_000, 100_000, MEMORY);
        let mut grid = Grid::default();
        for suite in wanted.suites("uttt", None)? {
            let suite = wanted.sampled(suite, 15);
            let mut settings = Vec::new();
            for (label, name) in SEARCHES {
                settings.push(Setting::new(name, bounds)?.called(label));
            }
            grid.sections.push(Section { name: "searches".into(), suite: suite.clone(), settings });
            let mut settings = Vec::new();
            for epsilon in EPSILONS {
                let name = if epsilon == 0.0 { "df-pn".into() } else { format!("df-pn+eps={epsilon}") };
                settings.push(Setting::new(&name, bounds)?.called(format!("ε = {epsilon}")));
            }
            grid.sections.push(Section { name: "epsilon".into(), suite: suite.clone(), settings });
            let mut settings = Vec::new();
            for shift in SIZES {
                for (label, name) in &SEARCHES[1..3] {
                    let bounds = Bounds { memory: 1 << 20 << shift, ..bounds };
                    settings.push(Setting::new(name, bounds)?.called(format!("{label}, {} MiB", 1 << shift)));
                }
            }
            grid.sections.push(Section { name: "sizes".into(), suite, settings });
        }
        Ok(grid)
    }

    fn report(&self, grid: &Grid, results: &Results, times: bool) -> Found {
        let mut document = Document::new("Two levels on ultimate tic-tac-toe");
        let mut claims = Vec::new();
        for view in grid.views("searches", results) {
            searches(&view, times, &mut document, &mut claims);
        }
        for view in grid.views("epsilon", results) {
            epsilon(&view, &mut document, &mut claims);
        }
        for view in grid.views("sizes", results) {
            sizes(&view, &mut document);
        }
        claims.push(no_contradiction(grid, results));
        Found { document, claims }
    }
}

/// All searches against each other.
fn searches(view: &View<'_>, times: bool, document: &mut Document, claims: &mut Vec<Claim>) {
    let (label, all) = (&view.section.suite.label, view.all());
    document.heading(format!("{label}: {} positions, win, draw or loss", all.len()));
    document.table(solved(view, &everyone(view), times));
    document.table(against(view, "df-pn, ε = 1/8", &["df-pn", "PN-DFPN", "PN²", "PDS-PN"], &all, times));
    let mut table = Table::new(&["search", "memory in use at the end, mean (of PN-DFPN the tree alone)"]);
    for setting in everyone(view) {
        let used: Vec<f64> = all
            .iter()
            .filter_map(|&item| view.outcome(setting, item))
            .map(|outcome| outcome.table_used * outcome.table_bytes as f64)
            .collect();
        let mean = used.iter().sum::<f64>() / used.len().max(1) as f64;
        table.row([format!("`{}`", view.label(setting)), bytes((mean / 1024.0).round() as u64 * 1024)]);
    }
    document.table(table);
    document.plot(cactus(view, format!("{label}: survival"), &everyone(view), Measure::Nodes));
    let (Some(a), Some(b)) = (view.find("PN-DFPN"), view.find("df-pn, ε = 1/8")) else { return };
    let found = view.pair(a, b, &all, Measure::Nodes);
    claims.push(claim(
        &format!("on one thread a PN tree over df-pn jobs costs no more than half again ({label})"),
        "made for several threads",
        format!("{} times the nodes of df-pn", ratio(found.ratio())),
        found.ratio().map(|found| found < 1.5),
    ));
}

/// Nodes by the margin of thresholds.
fn epsilon(view: &View<'_>, document: &mut Document, claims: &mut Vec<Claim>) {
    let label = &view.section.suite.label;
    document.heading(format!("1+ε: {label}"));
    let all = everyone(view);
    let common = view.common(&all, &view.all());
    let mut table = Table::new(&["ε", "solved", "nodes on common", "calls", "expanded again"]);
    let mut points = Vec::new();
    for (&setting, epsilon) in all.iter().zip(EPSILONS) {
        let nodes = view.total(setting, &common, Measure::Nodes);
        let again: u64 =
            common.iter().filter_map(|&item| view.outcome(setting, item)).map(|o| o.revisits).sum();
        table.row([
            epsilon.to_string(),
            view.solved(setting, &view.all()).to_string(),
            grouped(nodes as u64),
            grouped(view.total(setting, &common, Measure::Counted) as u64),
            grouped(again),
        ]);
        points.push((epsilon, nodes));
    }
    document.table(table);
    let first = points.first().map_or(1.0, |point| point.1).max(1.0);
    let best = points.iter().skip(1).map(|point| point.1).fold(f64::INFINITY, f64::min) / first;
    claims.push(claim(
        &format!("some ε above 0 needs fewer nodes than plain df-pn ({label})"),
        "large gains once the search exceeds memory",
        format!("at best {best:.2} times the nodes"),
        (!common.is_empty()).then_some(()).and_then(|()| more(1.0, best)),
    ));
    document.plot(Plot {
        title: format!("{label}: nodes by ε"),
        x: Axis::linear("ε"),
        y: Axis::linear("nodes in all"),
        diagonal: false,
        series: vec![Series { label: "df-pn".into(), points, form: Form::Line }],
    });
}

/// Nodes by memory.
fn sizes(view: &View<'_>, document: &mut Document) {
    let label = &view.section.suite.label;
    document.heading(format!("Size of the memory: {label}"));
    let common = view.common(&everyone(view), &view.all());
    let mut table = Table::new(&["search", "solved", "nodes on common"]);
    let mut series: Vec<Series> = SEARCHES[1..3]
        .iter()
        .map(|(label, _)| Series { label: (*label).into(), points: Vec::new(), form: Form::Line })
        .collect();
    for setting in everyone(view) {
        let nodes = view.total(setting, &common, Measure::Nodes);
        table.row([
            format!("`{}`", view.label(setting)),
            view.solved(setting, &view.all()).to_string(),
            grouped(nodes as u64),
        ]);
        let mebibytes = (view.section.settings[setting].memory >> 20) as f64;
        series[setting % 2].points.push((mebibytes, nodes));
    }
    document.table(table);
    document.plot(Plot {
        title: format!("{label}: nodes by memory"),
        x: Axis::log("MiB of memory"),
        y: Axis::linear("nodes in all"),
        diagonal: false,
        series,
    });
}
