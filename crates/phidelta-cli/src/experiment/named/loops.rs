//! `loops`: what helps against endless loops and numbers that count too much, on tsume-shogi.
//!
//! Source: Kishimoto, "Dealing with infinite loops, underestimation, and overestimation of depth-first
//! proof-number search", 2010: problems that six combinations leave unsolved (Table 1), SNDA and WPNS
//! without TCA, and time and nodes on the hardest (Tables 2 and 3). Theirs were 78 problems of 300 to 1525
//! plies with 50,000 seconds each.
//!
//! All searches have the first numbers of the game, as in the paper.

use super::super::Wanted;
use super::super::document::{Document, Table};
use super::super::grid::{Grid, Section, Setting, View};
use super::super::pieces::{against, cactus, everyone, scatter, solved};
use super::super::results::Results;
use super::super::summary::Measure;
use super::{Experiment, Found, claim, more, no_contradiction};
use crate::failure::Result;
use phidelta_desk::format::grouped;

pub(in super::super) struct Loops;

/// A table in which nothing is lost within the limit.
const MEMORY: u64 = 64 << 20;

/// As reports and the library call them, and what the paper leaves unsolved of 78.
const SEARCHES: [(&str, &str, &str); 9] = [
    ("df-pn(r)", "df-pn(r)", "14"),
    ("df-pn(r) + SNDA", "df-pn(r)+snda", "20"),
    ("TCA", "df-pn+tca", "8"),
    ("TCA + NAGAI", "df-pn+tca+nagai", "4"),
    ("TCA + WPNS", "df-pn+tca+wpns", "1"),
    ("TCA + SNDA", "df-pn+tca+snda", "1"),
    ("SNDA without TCA", "df-pn+snda", "7"),
    ("WPNS without TCA", "df-wpn", "7"),
    ("df-pn", "df-pn", "–"),
];

/// How many of the hardest are shown.
const HARDEST: usize = 8;

impl Experiment for Loops {
    fn name(&self) -> &str {
        "loops"
    }

    fn shows(&self) -> &str {
        "df-pn(r), TCA, NAGAI, WPNS and SNDA on tsume-shogi: unsolved problems, the hardest ones"
    }

    fn paper(&self) -> &str {
        "Kishimoto: Dealing with infinite loops, underestimation, and overestimation, 2010, Tables 1 to 3"
    }

    fn games(&self) -> &[&'static str] {
        &["shogi"]
    }

    fn grid(&self, wanted: &Wanted) -> Result<Grid> {
        let bounds = wanted.bounds(1_000_000, 20_000, MEMORY);
        let mut grid = Grid::default();
        for suite in wanted.suites("shogi", None)? {
            let suite = wanted.sampled(suite, 20);
            let settings = SEARCHES
                .iter()
                .map(|(label, name, _)| Ok(Setting::new(name, bounds)?.called(*label)))
                .collect::<Result<_>>()?;
            grid.sections.push(Section { name: "shogi".into(), suite, settings });
        }
        Ok(grid)
    }

    fn report(&self, grid: &Grid, results: &Results, times: bool) -> Found {
        let mut document = Document::new("Loops, too small and too large numbers");
        let views = grid.views("shogi", results);
        for view in &views {
            let (label, all) = (&view.section.suite.label, view.all());
            document.heading(format!("{label}: {} problems", all.len()));
            let mut table = Table::new(&["search", "unsolved here", "unsolved in the paper, of 78"]);
            for (label, _, theirs) in SEARCHES {
                let Some(setting) = view.find(label) else { continue };
                let unsolved = all.len() - view.solved(setting, &all);
                table.row([label.into(), unsolved.to_string(), theirs.into()]);
            }
            document.table(table);
            document.table(solved(view, &everyone(view), times));
            let others = ["TCA + WPNS", "TCA + NAGAI", "TCA", "df-pn(r)"];
            document.table(against(view, "TCA + SNDA", &others, &all, times));
            document.text(format!(
                "The hardest for TCA + WPNS of those that it and TCA + SNDA both solve ({label}), as in Tables 2 and 3."
            ));
            document.table(hardest(view, times));
            let title = format!("{label}: TCA + SNDA");
            document.plot(scatter(view, title, "TCA + SNDA", &["TCA + WPNS", "TCA"], &all));
            let title = format!("{label}: survival");
            document.plot(cactus(view, title, &everyone(view), Measure::Nodes));
        }
        let unsolved = |label: &str| -> usize {
            let of = |view: &View<'_>| {
                view.find(label).map_or(0, |setting| view.problems() - view.solved(setting, &view.all()))
            };
            views.iter().map(of).sum()
        };
        let compare = |text: &str, theirs: &str, fewer: &str, other: &str| {
            let (a, b) = (unsolved(fewer), unsolved(other));
            claim(text, theirs, format!("{a} and {b} unsolved"), more(b, a))
        };
        let claims = vec![
            compare("TCA leaves fewer unsolved than df-pn(r)", "8 and 14 of 78", "TCA", "df-pn(r)"),
            compare("df-pn(r) leaves more unsolved with SNDA", "14 and 20", "df-pn(r)", "df-pn(r) + SNDA"),
            compare("TCA leaves fewer unsolved with NAGAI", "4 and 8", "TCA + NAGAI", "TCA"),
            compare("TCA leaves fewer unsolved with SNDA", "1 and 8", "TCA + SNDA", "TCA"),
            compare("TCA leaves fewer unsolved with WPNS", "1 and 8", "TCA + WPNS", "TCA"),
            compare(
                "SNDA leaves fewer unsolved with TCA than without",
                "1 and 7",
                "TCA + SNDA",
                "SNDA without TCA",
            ),
            compare(
                "WPNS leaves fewer unsolved with TCA than without",
                "1 and 7",
                "TCA + WPNS",
                "WPNS without TCA",
            ),
            harder(&views),
            no_contradiction(grid, results),
        ];
        Found { document, claims }
    }
}

/// Whether SNDA needs fewer nodes than WPNS on the hardest.
fn harder(views: &[View<'_>]) -> super::Claim {
    let (mut weak, mut source, mut problems) = (0.0, 0.0, 0);
    for view in views {
        let (Some(w), Some(s)) = (view.find("TCA + WPNS"), view.find("TCA + SNDA")) else { continue };
        for item in order(view).into_iter().take(3) {
            weak += view.total(w, &[item], Measure::Nodes);
            source += view.total(s, &[item], Measure::Nodes);
            problems += 1;
        }
    }
    claim(
        "on the hardest for WPNS, SNDA needs fewer nodes",
        "3.1 to 8.8 times fewer on three",
        format!("{:.2} times fewer on {problems}", weak / f64::max(source, 1.0)),
        more(weak, source),
    )
}

/// Problems that WPNS and SNDA both solve, the hardest for WPNS first.
fn order(view: &View<'_>) -> Vec<usize> {
    let (Some(weak), Some(source)) = (view.find("TCA + WPNS"), view.find("TCA + SNDA")) else {
        return Vec::new();
    };
    let mut items = view.common(&[weak, source], &view.all());
    items.sort_by_key(|&item| std::cmp::Reverse(view.outcome(weak, item).map_or(0, |outcome| outcome.nodes)));
    items
}

fn hardest(view: &View<'_>, times: bool) -> Table {
    let mut head = vec!["problem", "plies", "TCA + WPNS nodes", "TCA + SNDA nodes", "ratio"];
    if times {
        head.extend(["TCA + WPNS s", "TCA + SNDA s"]);
    }
    let mut table = Table::new(&head);
    let (Some(weak), Some(source)) = (view.find("TCA + WPNS"), view.find("TCA + SNDA")) else { return table };
    for item in order(view).into_iter().take(HARDEST) {
        let problem = &view.section.suite.items[item];
        let (Some(w), Some(s)) = (view.outcome(weak, item), view.outcome(source, item)) else { continue };
        let name = problem.name.clone().unwrap_or_else(|| format!("number {}", item + 1));
        let mut row = vec![
            name,
            problem.length.map_or("–".into(), |plies| plies.to_string()),
            grouped(w.nodes),
            grouped(s.nodes),
            format!("{:.2}", w.nodes as f64 / s.nodes.max(1) as f64),
        ];
        if times {
            row.extend([format!("{:.2}", w.seconds), format!("{:.2}", s.seconds)]);
        }
        table.row(row);
    }
    table
}
