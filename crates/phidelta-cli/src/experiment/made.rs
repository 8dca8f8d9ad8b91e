//! Graphs made by rule, as problems: what is written in results is the rule, not the graph.
//!
//! `dag nodes=2000 span=20 children=3 seed=7` is a random graph without cycles whose children are at most
//! `span` nodes away: with a small span most nodes have several parents, so that branches merge soon
//! after they part. `okabe layers=12` is a row of diamonds.

use phidelta::{Goal, Outcome};
use phidelta_desk::Problem;
use phidelta_games::graph::generate::{self, Shape};

use super::suite::{Item, Suite};
use crate::failure::{Failure, Result};

/// What results call this game.
pub(super) const GAME: &str = "made-graph";

/// The problem that a rule stands for.
pub(super) fn problem(text: &str) -> Result<Problem> {
    let wrong = || Failure::input(format!("'{text}': expected okabe layers=N or dag nodes=N span=N …"));
    let mut words = text.split(' ');
    let kind = words.next().unwrap_or_default();
    let numbers: Vec<(&str, u32)> = words
        .map(|word| word.split_once('=').and_then(|(key, value)| Some((key, value.parse().ok()?))))
        .collect::<Option<_>>()
        .ok_or_else(wrong)?;
    let number = |key: &str| {
        numbers.iter().find(|(other, _)| *other == key).map(|&(_, value)| value).ok_or_else(wrong)
    };
    let graph = match kind {
        "okabe" => generate::okabe(number("layers")?, Some(Outcome::Win)),
        "dag" => {
            let children = number("children")?;
            let shape = Shape {
                nodes: number("nodes")?,
                span: number("span")?,
                least_children: 2.min(children),
                most_children: children,
                // Few leaves: the graph is as deep as it is long.
                leaf: 0.05,
                ..Shape::default()
            };
            generate::dag(&shape, u64::from(number("seed")?))
        }
        _ => return Err(wrong()),
    };
    Ok(Problem::of_graph(text, graph, Goal::Win))
}

/// Graphs full of diamonds.
pub(super) fn diamonds(seeds: u32) -> Suite {
    let mut positions: Vec<String> = [4, 8, 16].map(|layers| format!("okabe layers={layers}")).into();
    for span in [8, 16, 32] {
        positions
            .extend((1..=seeds).map(|seed| format!("dag nodes=2000 span={span} children=3 seed={seed}")));
    }
    let items = positions.into_iter().map(|position| Item { position, length: None, name: None }).collect();
    Suite { label: "diamonds".into(), game: GAME.into(), goal: None, items }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_and_others_refused() {
        assert!(diamonds(2).items.iter().all(|item| problem(&item.position).is_ok()));
        for wrong in ["", "okabe", "okabe layers=x", "dag nodes=3", "tree nodes=3"] {
            assert!(problem(wrong).is_err(), "{wrong}");
        }
    }
}
