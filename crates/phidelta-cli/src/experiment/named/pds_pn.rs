//! `pds-pn`: PDS-PN against PN, PN², PDS and alpha-beta on Lines of Action.
//!
//! Source: Winands, Uiterwijk, van den Herik, "PDS-PN: a new proof-number search algorithm", 2002: solved
//! positions, nodes and time of the common ones (Tables 1, 2, 4 and 5), the parameters of the growth
//! function (Table 3), and solved positions against memory (Figure 3). Their 488 forced wins and 286 hard
//! ones are lost; searches had 50 million nodes, stored at most a million.
//!
//! Searches are those of the paper: the rules alone, no cure for loops, buckets of two, first numbers by
//! mobility where there is a tree and 1 where thresholds are raised one by one. Memory is given in bytes, the
//! same for all: what a million nodes of PN take. What a win in one, told by the game, does to the searches is
//! a table of its own.

use phidelta::Growth;

use super::super::Wanted;
use super::super::document::{Claim, Document, Table};
use super::super::grid::{Bounds, Grid, Section, Setting, View};
use super::super::pieces::{cactus, everyone, solved};
use super::super::plot::{Axis, Form, Plot, Series};
use super::super::results::Results;
use super::super::summary::{Measure, ratio};
use super::{Experiment, Found, about_equal, all, claim, more, no_contradiction};
use crate::failure::Result;
use phidelta_desk::format::{bytes, grouped, rounded};

pub(in super::super) struct PdsPn;

/// Bytes of memory for each node that PN can store: 26, and the eighths that are for stack and table.
const NODE: u64 = 35;

/// Nodes stored at most.
const STORED: u64 = 1_000_000;

/// The searches, as reports and as the library call them.
const SEARCHES: [(&str, &str); 5] = [
    ("alpha-beta", "alpha-beta"),
    ("PN", "pn+mobility"),
    ("PDS", "pds+two-big"),
    ("PN²", "pn2+mobility"),
    ("PDS-PN", "pds-pn+two-big+mobility"),
];

/// What the paper's searches do not know: wins in one.
const BARE: &str = "no-shortcuts";

impl Experiment for PdsPn {
    fn name(&self) -> &str {
        "pds-pn"
    }

    fn shows(&self) -> &str {
        "PDS-PN against PN, PN², PDS and alpha-beta on Lines of Action, its parameters, little memory"
    }

    fn paper(&self) -> &str {
        "Winands, Uiterwijk, van den Herik: PDS-PN, 2002, Tables 1 to 5 and Figure 3"
    }

    fn games(&self) -> &[&'static str] {
        &["loa"]
    }

    fn grid(&self, wanted: &Wanted) -> Result<Grid> {
        let mut grid = Grid::default();
        for suite in wanted.suites("loa", Some("win"))? {
            let bounds = wanted.bounds(50_000_000, 100_000, NODE * STORED);
            let suite = wanted.sampled(suite, 16);
            let (mut bare, mut knowing) = (Vec::new(), Vec::new());
            for (label, name) in SEARCHES {
                bare.push(Setting::new(&format!("{name}+{BARE}"), bounds)?.called(label));
                knowing.push(Setting::new(name, bounds)?.called(format!("{label}, wins in one")));
            }
            grid.sections.push(Section {
                name: "table".into(),
                suite: suite.clone(),
                settings: bare.clone(),
            });
            let settings = bare.into_iter().chain(knowing).collect();
            grid.sections.push(Section { name: "knowledge".into(), suite: suite.clone(), settings });

            // Thirty settings, then twenty-four: fewer problems and nodes.
            let bounds = wanted.bounds(2_000_000, 100_000, NODE * STORED);
            let few = wanted.sampled(suite.clone().sampled(50), 8);
            let (many_a, many_b): (&[u64], &[u64]) = if wanted.quick {
                (&[150, 450], &[60, 300])
            } else {
                (&[150, 450, 750, 1050, 1350], &[60, 120, 180, 240, 300, 360])
            };
            let mut settings = Vec::new();
            for a in many_a {
                for b in many_b {
                    settings.push(pds_pn((a * 1000, b * 1000), bounds)?.called(format!("{a}K, {b}K")));
                }
            }
            grid.sections.push(Section { name: "parameters".into(), suite: few, settings });

            // Halves, with a and b halved as well. After seven of them the stack becomes too small, which
            // is not what is asked.
            let few = wanted.sampled(suite.sampled(50), 10);
            let mut settings = Vec::new();
            for &halved in if wanted.quick { &[0, 3, 7][..] } else { &[0, 1, 2, 3, 4, 5, 6, 7] } {
                let bounds = Bounds { memory: (NODE * STORED) >> halved, ..bounds };
                let stored = STORED >> halved;
                let growth = |whole: Growth| (whole.a as u64 >> halved, whole.b as u64 >> halved);
                let name = format!("pn+mobility+{BARE}");
                settings.push(Setting::new(&name, bounds)?.called(format!("PN {stored}")));
                let (a, b) = growth(Growth::PN2);
                let name = format!("pn2+mobility+{BARE}+a={a}+b={b}");
                settings.push(Setting::new(&name, bounds)?.called(format!("PN² {stored}")));
                settings.push(pds_pn(growth(Growth::PDS_PN), bounds)?.called(format!("PDS-PN {stored}")));
            }
            grid.sections.push(Section { name: "memory".into(), suite: few, settings });
        }
        Ok(grid)
    }

    fn report(&self, grid: &Grid, results: &Results, times: bool) -> Found {
        let mut document = Document::new("PDS-PN on Lines of Action");
        let mut claims = Vec::new();
        for view in grid.views("table", results) {
            tables(&view, times, &mut document, &mut claims);
        }
        for view in grid.views("knowledge", results) {
            with_knowledge(&view, &mut document, &mut claims);
        }
        for view in grid.views("parameters", results) {
            parameters(&view, &mut document, &mut claims);
        }
        for view in grid.views("memory", results) {
            by_memory(&view, &mut document, &mut claims);
        }
        claims.push(no_contradiction(grid, results));
        Found { document, claims }
    }
}

/// The tables of solved positions.
fn tables(view: &View<'_>, times: bool, document: &mut Document, claims: &mut Vec<Claim>) {
    let label = &view.section.suite.label;
    document.heading(format!("Tables 1, 2, 4 and 5: {label}"));
    document.text(format!(
        "{} positions, {} of memory: {} nodes of PN.",
        view.problems(),
        bytes(view.section.settings[0].memory),
        grouped(STORED)
    ));
    let of = |labels: &[&str]| labels.iter().filter_map(|label| view.find(label)).collect::<Vec<_>>();
    document.table(solved(view, &of(&["alpha-beta", "PN", "PDS", "PN²"]), times));
    for pair in [["PDS", "PN²"], ["PDS-PN", "PN²"], ["PDS-PN", "PDS"]] {
        document.table(solved(view, &of(&pair), times));
    }
    let title = format!("{label}: survival of five searches");
    document.plot(cactus(view, title, &everyone(view), Measure::Nodes));
    claims.extend(comparisons(view, times));
}

/// The same searches, told a win in one.
fn with_knowledge(view: &View<'_>, document: &mut Document, claims: &mut Vec<Claim>) {
    let label = &view.section.suite.label;
    document.heading(format!("The same with wins in one: {label}"));
    let (table, helped) = knowledge(view);
    document.table(table);
    claims.push(claim(
        &format!("told a win in one, each search solves no fewer, with fewer nodes ({label})"),
        "not tried",
        format!("so do {helped} of {}", SEARCHES.len()),
        Some(helped == SEARCHES.len()),
    ));
}

/// The growth function.
fn parameters(view: &View<'_>, document: &mut Document, claims: &mut Vec<Claim>) {
    let label = &view.section.suite.label;
    document.heading(format!("Table 3: the growth function, {} positions of {label}", view.problems()));
    let all = everyone(view);
    let common = view.common(&all, &view.all());
    document.text("Positions solved:");
    document.table(by_parameters(view, |setting| view.solved(setting, &view.all()).to_string()));
    document.text(format!("Nodes on the {} that all solve:", common.len()));
    document
        .table(by_parameters(view, |setting| grouped(view.total(setting, &common, Measure::Nodes) as u64)));
    let counts: Vec<usize> = all.iter().map(|&s| view.solved(s, &view.all())).collect();
    let (least, most) = (counts.iter().min().copied(), counts.iter().max().copied());
    let best = view.find("450K, 300K").map(|s| view.solved(s, &view.all()));
    claims.push(claim(
        &format!("a = 450K, b = 300K is among the best ({label})"),
        "467 of 488, the most; from 421",
        format!("{} of {}; others {} to {}", shown(best), view.problems(), shown(least), shown(most)),
        // Where all solve the same, none is among the best.
        (least < most)
            .then_some(())
            .and_then(|()| best.zip(most))
            .map(|(best, most)| best * 100 >= most * 95),
    ));
}

/// Solved positions against memory.
fn by_memory(view: &View<'_>, document: &mut Document, claims: &mut Vec<Claim>) {
    let label = &view.section.suite.label;
    document.heading(format!("Figure 3: solved against memory, {} positions of {label}", view.problems()));
    let (plot, table, falls) = memory(view);
    document.table(table);
    document.plot(plot);
    let [pn, pn2, pds_pn] = falls;
    claims.push(claim(
        &format!("PDS-PN stays stable where PN² fails for lack of memory ({label})"),
        "stable down to 10,000 nodes",
        format!("from most to least memory: PN² {} to {}, PDS-PN {} to {}", pn2.0, pn2.1, pds_pn.0, pds_pn.1),
        // Where neither solves fewer, nothing is seen of it.
        all([more(pn2.0 - pn2.1.min(pn2.0), pds_pn.0 - pds_pn.1.min(pds_pn.0)), more(pds_pn.1, pn2.1)]),
    ));
    let full = |setting: usize, item: usize| {
        view.outcome(setting, item).is_some_and(|o| o.reason.as_deref() == Some("memory full"))
    };
    let (one, other) = (view.settings() - 3, view.settings() - 1);
    let only =
        |a: usize, b: usize| view.all().iter().filter(|&&item| full(a, item) && !full(b, item)).count();
    claims.push(claim(
        &format!("PN runs out of memory where PDS-PN does not ({label})"),
        "the reason for PDS-PN",
        format!(
            "with least memory on {} positions, the reverse on {}; PN solves {} to {}",
            only(one, other),
            only(other, one),
            pn.0,
            pn.1
        ),
        (only(one, other) + only(other, one) > 0).then(|| only(other, one) == 0),
    ));
}

fn pds_pn((a, b): (u64, u64), bounds: Bounds) -> Result<Setting> {
    Setting::new(&format!("pds-pn+two-big+mobility+{BARE}+a={a}+b={b}"), bounds)
}

fn shown(number: Option<usize>) -> String {
    number.map_or("–".into(), |number| number.to_string())
}

/// What the paper says of its tables.
fn comparisons(view: &View<'_>, times: bool) -> Vec<super::Claim> {
    let (label, all) = (&view.section.suite.label, view.all());
    let count = |name: &str| view.find(name).map_or(0, |setting| view.solved(setting, &all));
    let counts = ["PDS", "PN²", "alpha-beta", "PN"].map(count);
    let mut claims = vec![claim(
        &format!("PDS and PN² solve more than PN and alpha-beta ({label})"),
        "473, 470; 356, 383 of 488",
        format!("{}, {}; {}, {} of {}", counts[0], counts[1], counts[3], counts[2], all.len()),
        more(counts[0].min(counts[1]), counts[2].max(counts[3])),
    )];
    let mut against = |text: &str, one: &str, other: &str, theirs: &str, measure: Measure, fewer: bool| {
        if let (Some(a), Some(b)) = (view.find(one), view.find(other)) {
            let found = view.pair(a, b, &all, measure).ratio();
            claims.push(claim(
                &format!("{text} ({label})"),
                theirs,
                format!("{} times", ratio(found)),
                found.and_then(|found| more(1.0, found)).map(|less| less == fewer),
            ));
        }
    };
    against("PN needs fewer nodes than PDS", "PN", "PDS", "0.76 times", Measure::Counted, true);
    against("alpha-beta needs more nodes than PN", "alpha-beta", "PN", "19 times", Measure::Counted, false);
    against("PN² needs more nodes than PDS", "PN²", "PDS", "2.6 times", Measure::Counted, false);
    against(
        "PDS-PN needs more nodes than PN²",
        "PDS-PN",
        "PN²",
        "1.4 and 1.7 times",
        Measure::Counted,
        false,
    );
    if times {
        against("PN² is faster than PDS", "PN²", "PDS", "a third of the time", Measure::Seconds, true);
        against("PDS-PN is faster than PDS", "PDS-PN", "PDS", "half the time", Measure::Seconds, true);
    }
    let (pds_pn, pn2) = (count("PDS-PN"), count("PN²"));
    claims.push(claim(
        &format!("PDS-PN solves about as many as PN² ({label})"),
        "467 to 470 of 488",
        format!("{pds_pn} to {pn2} of {}", all.len()),
        about_equal(pds_pn, pn2, all.len()),
    ));
    claims
}

/// What `cell` says of each setting: a row for each a, a column for each b. Settings come in that order.
fn by_parameters(view: &View<'_>, cell: impl Fn(usize) -> String) -> Table {
    let pair = |setting: &usize| view.label(*setting).split_once(", ").unwrap_or_default();
    let rows: Vec<Vec<usize>> =
        everyone(view).chunk_by(|one, other| pair(one).0 == pair(other).0).map(<[usize]>::to_vec).collect();
    let columns: Vec<String> =
        rows.iter().take(1).flatten().map(|setting| format!("b = {}", pair(setting).1)).collect();
    let head: Vec<&str> = std::iter::once("").chain(columns.iter().map(String::as_str)).collect();
    let mut table = Table::new(&head);
    for row in &rows {
        let first = row.first().map_or("", |setting| pair(setting).0);
        table.row(std::iter::once(format!("a = {first}")).chain(row.iter().map(|&setting| cell(setting))));
    }
    table
}

/// Each search with the rules alone and with what the game tells it, and how many that helps.
fn knowledge(view: &View<'_>) -> (Table, usize) {
    let mut table =
        Table::new(&["search", "rules alone", "wins in one", "nodes on common", "with wins in one"]);
    let all = view.all();
    let mut helped = 0;
    for (at, (label, _)) in SEARCHES.iter().enumerate() {
        let pair = [at, at + SEARCHES.len()];
        let common = view.common(&pair, &all);
        let [before, after] = pair.map(|setting| view.solved(setting, &all));
        let nodes = pair.map(|setting| view.total(setting, &common, Measure::Nodes) as u64);
        helped += usize::from(after >= before && nodes[1] < nodes[0]);
        let (counts, nodes) = ([before, after].map(|count| count.to_string()), nodes.map(grouped));
        table.row([vec![label.to_string()], counts.into(), nodes.into()].concat());
    }
    (table, helped)
}

/// Solved against memory: the plot, the table, and for each search what it solves with most and least.
fn memory(view: &View<'_>) -> (Plot, Table, [(usize, usize); 3]) {
    let names = ["PN", "PN²", "PDS-PN"];
    let mut table = Table::new(&["memory", "nodes of PN", "PN", "PN²", "PDS-PN"]);
    let mut series = names.map(|name| Series { label: name.into(), points: Vec::new(), form: Form::Line });
    let mut falls = [(0, 0); 3];
    for (step, three) in everyone(view).chunks(3).enumerate() {
        let setting = &view.section.settings[three[0]];
        let stored = setting.memory / NODE;
        let mut row = vec![bytes(setting.memory), rounded(stored as f64)];
        for (i, &setting) in three.iter().enumerate() {
            let solved = view.solved(setting, &view.all());
            row.push(solved.to_string());
            series[i].points.push((stored as f64, solved as f64));
            falls[i] = (if step == 0 { solved } else { falls[i].0 }, solved);
        }
        table.row(row);
    }
    let plot = Plot {
        title: format!("{}: solved against memory", view.section.suite.label),
        x: Axis::log("nodes that PN could store"),
        y: Axis::linear("positions solved"),
        diagonal: false,
        series: series.into(),
    };
    (plot, table, falls)
}
