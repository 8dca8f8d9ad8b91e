//! `survival`: problems solved against nodes and time, every algorithm, per game.
//!
//! The plot of solver competitions ("cactus"): sort the costs of a search's solved problems, and see how many
//! it has solved by each cost. The higher a line and the further to the left, the better.

use super::super::Wanted;
use super::super::document::Document;
use super::super::grid::{Grid, Section};
use super::super::pieces::{cactus, everyone, solved};
use super::super::results::Results;
use super::super::summary::Measure;
use super::{Experiment, Found, claim, no_contradiction};
use crate::failure::Result;
use phidelta::LINE_UP;

pub(in super::super) struct Survival;

/// The same for all: what a small search on any machine has.
const MEMORY: u64 = 64 << 20;

/// Games and what is asked.
const GAMES: [(&str, Option<&str>); 4] =
    [("shogi", None), ("loa", Some("win")), ("othello", Some("win")), ("uttt", None)];

impl Experiment for Survival {
    fn name(&self) -> &str {
        "survival"
    }

    fn shows(&self) -> &str {
        "cactus plots: problems solved against nodes and time, every algorithm, per game"
    }

    fn paper(&self) -> &str {
        "the custom of solver competitions"
    }

    fn games(&self) -> &[&'static str] {
        &["shogi", "loa", "othello", "uttt"]
    }

    fn grid(&self, wanted: &Wanted) -> Result<Grid> {
        let bounds = wanted.bounds(200_000, 10_000, MEMORY);
        let searches: Vec<&str> =
            LINE_UP.iter().filter(|contest| contest.survey).map(|contest| contest.name).collect();
        let mut grid = Grid::default();
        for (game, goal) in GAMES {
            for suite in wanted.suites(game, goal)? {
                let suite = wanted.sampled(suite, 10);
                grid.sections.push(Section::new(game, suite, &searches, bounds)?);
            }
        }
        Ok(grid)
    }

    fn report(&self, grid: &Grid, results: &Results, times: bool) -> Found {
        let mut document = Document::new("Survival");
        let mut claims = Vec::new();
        for (game, _) in GAMES {
            for view in grid.views(game, results) {
                let label = &view.section.suite.label;
                document.heading(format!("{game}: {label}"));
                document.table(solved(&view, &everyone(&view), times));
                let all = view.all();
                let mut best: Vec<usize> = everyone(&view);
                best.sort_by_key(|&setting| std::cmp::Reverse(view.solved(setting, &all)));
                // Eight lines can be told apart, sixteen cannot: the better half, then the others.
                for (half, settings) in best.chunks(8).enumerate() {
                    let which = if half == 0 { "those that solve most" } else { "the others" };
                    let title = format!("{label}: {which}");
                    document.plot(cactus(&view, title, settings, Measure::Nodes));
                    if times {
                        let title = format!("{label}: {which}, in time");
                        document.plot(cactus(&view, title, settings, Measure::Seconds));
                    }
                }
                let most = best.first().map_or(0, |&setting| view.solved(setting, &all));
                let names: Vec<&str> = best
                    .iter()
                    .filter(|&&setting| view.solved(setting, &all) == most)
                    .map(|&setting| view.label(setting))
                    .collect();
                claims.push(claim(
                    &format!("{game} ({label}): who solves most"),
                    "–",
                    format!("{most} of {}: {}", all.len(), names.join(", ")),
                    None,
                ));
            }
        }
        claims.push(no_contradiction(grid, results));
        Found { document, claims }
    }
}
