//! `wpns`: weak proof numbers against df-pn and branch numbers, on tsume-shogi and Othello.
//!
//! Source: Ueda, Hashimoto, Hashimoto, Iida, "Weak Proof-Number Search", 2008: solved problems and the nodes
//! of WPNS, df-pn and BNS by length of the solution (Figures 2 and 3), and on Othello endgames with 15 to 20
//! empty squares (Figure 4). Theirs were 203 problems of a book and 86 endgames of one opening.
//!
//! Searches are those of the paper: first numbers 1, no cure for loops, and on Othello the rules alone. The
//! second set, with TCA, tells what of a difference is due to loops; a second table of Othello what is left of
//! it where the game answers the last empty squares.

use super::super::Wanted;
use super::super::document::{Claim, Document, Table};
use super::super::grid::{Grid, Section, Setting, View};
use super::super::pieces::{against, everyone, scatter, solved};
use super::super::results::Results;
use super::super::summary::{Measure, percent, ratio};
use super::{Experiment, Found, all, claim, more, no_contradiction};
use crate::failure::Result;

pub(in super::super) struct Wpns;

/// The paper's table had 2,000,000 entries: 32 MiB of this program's, and its stack beside it.
const MEMORY: u64 = 40 << 20;

/// Solutions of the paper's first group end here.
const SHORT: u32 = 30;

const PLAIN: [(&str, &str); 3] = [("df-pn", "df-pn+unit"), ("WPNS", "df-wpn+unit"), ("BNS", "bns+unit")];
const BARE: [(&str, &str); 3] = [
    ("df-pn", "df-pn+unit+no-shortcuts"),
    ("WPNS", "df-wpn+unit+no-shortcuts"),
    ("BNS", "bns+unit+no-shortcuts"),
];
const CURED: [(&str, &str); 3] = [
    ("df-pn + TCA", "df-pn+tca+unit"),
    ("WPNS + TCA", "df-pn+tca+wpns+unit"),
    ("BNS + TCA", "df-pn+tca+bns+unit"),
];

impl Experiment for Wpns {
    fn name(&self) -> &str {
        "wpns"
    }

    fn shows(&self) -> &str {
        "WPNS against df-pn and BNS: solved problems and nodes, tsume-shogi and Othello"
    }

    fn paper(&self) -> &str {
        "Ueda, Hashimoto, Hashimoto, Iida: Weak Proof-Number Search, 2008, Figures 2 to 4"
    }

    fn games(&self) -> &[&'static str] {
        &["shogi", "othello"]
    }

    fn grid(&self, wanted: &Wanted) -> Result<Grid> {
        let bounds = wanted.bounds(1_000_000, 20_000, MEMORY);
        // Endgames of 20 empty squares take that many without knowledge.
        let many = wanted.bounds(5_000_000, 100_000, MEMORY);
        let settings = |pairs: &[(&str, &str)], bounds| -> Result<Vec<Setting>> {
            pairs.iter().map(|(label, name)| Ok(Setting::new(name, bounds)?.called(*label))).collect()
        };
        let mut grid = Grid::default();
        for suite in wanted.suites("shogi", None)? {
            let suite = wanted.sampled(suite, 24);
            let settings = settings(&[PLAIN, CURED].concat(), bounds)?;
            grid.sections.push(Section { name: "shogi".into(), suite, settings });
        }
        for suite in wanted.suites("othello", Some("win"))? {
            // Positions of the paper's size.
            let suite = wanted.sampled(suite.of_length(|empties| empties.is_none_or(|n| n <= 20)), 12);
            if !suite.items.is_empty() {
                let (bare, plain) = (settings(&BARE, many)?, settings(&PLAIN, bounds)?);
                let name = "othello".into();
                grid.sections.push(Section { name, suite: suite.clone(), settings: bare });
                grid.sections.push(Section { name: "last squares".into(), suite, settings: plain });
            }
        }
        Ok(grid)
    }

    fn report(&self, grid: &Grid, results: &Results, times: bool) -> Found {
        let mut document = Document::new("Weak proof-number search");
        let mut claims = Vec::new();
        let shogi = grid.views("shogi", results);
        for view in &shogi {
            tsume(view, times, &mut document);
        }
        if !shogi.is_empty() {
            tsume_claims(&shogi, &mut claims);
        }
        for view in grid.views("othello", results) {
            othello(&view, times, &mut document, &mut claims);
        }
        for view in grid.views("last squares", results) {
            last_squares(&view, times, &mut document);
        }
        claims.push(no_contradiction(grid, results));
        Found { document, claims }
    }
}

/// Mate problems: the tables of one suite.
fn tsume(view: &View<'_>, times: bool, document: &mut Document) {
    let label = &view.section.suite.label;
    document.heading(format!("Tsume-shogi: {label}"));
    document.table(solved(view, &everyone(view), times));
    for (words, short) in [("short solutions, up to 30 plies", true), ("longer solutions", false)] {
        let items = group(view, short);
        if items.is_empty() {
            continue;
        }
        document.text(format!("{label}, {words}: {} problems.", items.len()));
        document.table(against(view, "WPNS", &["df-pn", "BNS"], &items, times));
        document.table(against(view, "WPNS + TCA", &["df-pn + TCA", "BNS + TCA"], &items, times));
        let title = format!("{label}: WPNS, {words}");
        document.plot(scatter(view, title, "WPNS", &["df-pn", "BNS"], &items));
    }
}

/// What the mate problems of all suites say together.
fn tsume_claims(shogi: &[View<'_>], claims: &mut Vec<Claim>) {
    let sum = |other: &str, short: bool| {
        let mut totals = (0.0, 0.0, 0);
        for view in shogi {
            let (Some(a), Some(b)) = (view.find("WPNS"), view.find(other)) else { continue };
            let items = view.common(&[a, b], &group(view, short));
            totals.0 += view.total(a, &items, Measure::Nodes);
            totals.1 += view.total(b, &items, Measure::Nodes);
            totals.2 += items.len();
        }
        (totals.2 > 0 && totals.1 > 0.0).then(|| totals.0 / totals.1)
    };
    let (short, long) = (sum("df-pn", true), sum("df-pn", false));
    claims.push(claim(
        "short tsume-shogi: WPNS needs about as many nodes as df-pn",
        "2 % more",
        format!("{} times the nodes", ratio(short)),
        short.map(|r| (0.8..=1.25).contains(&r)),
    ));
    claims.push(claim(
        "longer tsume-shogi: WPNS needs fewer nodes than df-pn",
        "6 % fewer",
        format!("{} times the nodes", ratio(long)),
        long.and_then(|r| more(1.0, r)),
    ));
    let (short, long) = (sum("BNS", true), sum("BNS", false));
    claims.push(claim(
        "tsume-shogi: WPNS needs fewer nodes than BNS",
        "38 % fewer on short, 66 % on longer solutions",
        format!("{} and {} times the nodes", ratio(short), ratio(long)),
        all([short.and_then(|r| more(1.0, r)), long.and_then(|r| more(1.0, r))]),
    ));
    let counts: Vec<usize> = ["df-pn", "BNS", "WPNS"]
        .iter()
        .map(|label| {
            let of = |view: &View<'_>| view.find(label).map_or(0, |s| view.solved(s, &view.all()));
            shogi.iter().map(of).sum()
        })
        .collect();
    claims.push(claim(
        "tsume-shogi: df-pn solves most, then BNS, then WPNS",
        "131, 126, 123 of 203",
        format!("{}, {}, {}", counts[0], counts[1], counts[2]),
        all([more(counts[0], counts[1]), more(counts[1], counts[2])]),
    ));
}

/// Othello endgames by the rules alone.
fn othello(view: &View<'_>, times: bool, document: &mut Document, claims: &mut Vec<Claim>) {
    let (label, all) = (&view.section.suite.label, view.all());
    document.heading(format!("Othello, the rules alone: {label}"));
    document.table(solved(view, &everyone(view), times));
    document.table(against(view, "WPNS", &["df-pn", "BNS"], &all, times));
    document.table(by_empties(view));
    let title = format!("{label}: WPNS on Othello endgames");
    document.plot(scatter(view, title, "WPNS", &["df-pn", "BNS"], &all));
    for (other, theirs) in [("df-pn", "on 64 of 86, 75 %"), ("BNS", "on 84 of 86, 98 %")] {
        let (Some(a), Some(b)) = (view.find("WPNS"), view.find(other)) else { return };
        let pair = view.pair(a, b, &all, Measure::Nodes);
        claims.push(claim(
            &format!("Othello ({label}): WPNS mostly needs fewer nodes than {other}"),
            theirs,
            format!("on {} of {}, {}", pair.fewer, pair.both, percent(pair.share())),
            pair.mostly_fewer(),
        ));
    }
}

/// Othello with its last squares answered at once.
fn last_squares(view: &View<'_>, times: bool, document: &mut Document) {
    let label = &view.section.suite.label;
    document.heading(format!("Othello, the last squares answered at once: {label}"));
    document.table(solved(view, &everyone(view), times));
    document.table(against(view, "WPNS", &["df-pn", "BNS"], &view.all(), times));
}

/// Problems with short solutions, or those with longer ones.
fn group(view: &View<'_>, short: bool) -> Vec<usize> {
    view.only(|length| length.is_some_and(|plies| (plies <= SHORT) == short))
}

/// Total nodes by empty squares.
fn by_empties(view: &View<'_>) -> Table {
    let mut table = Table::new(&["empty squares", "all solve", "df-pn", "WPNS", "BNS"]);
    let settings = everyone(view);
    for empties in 1..=60 {
        let items = view.only(|length| length == Some(empties));
        let common = view.common(&settings, &items);
        if !items.is_empty() {
            let mut row = vec![empties.to_string(), format!("{} of {}", common.len(), items.len())];
            let nodes = settings.iter().map(|&setting| view.total(setting, &common, Measure::Nodes));
            row.extend(nodes.map(|nodes| phidelta_desk::format::grouped(nodes as u64)));
            table.row(row);
        }
    }
    table
}
