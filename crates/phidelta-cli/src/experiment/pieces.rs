//! Parts that several reports have: who solved how much, one against another, survival.

use super::document::Table;
use super::grid::View;
use super::plot::{Axis, Form, Plot, Series};
use super::summary::{Measure, percent, ratio};
use phidelta_desk::format::grouped;

/// Solved problems, why others were not, and totals over those that all have solved.
pub(super) fn solved(view: &View<'_>, settings: &[usize], times: bool) -> Table {
    let all = view.all();
    let common = view.common(settings, &all);
    let of_common = format!("nodes on {}", common.len());
    let counted = format!("its own count on {}", common.len());
    let mut head =
        vec!["algorithm", "solved", "node limit", "memory full", "saturated", &of_common, &counted];
    let seconds = format!("seconds on {}", common.len());
    if times {
        head.push(&seconds);
    }
    let mut table = Table::new(&head);
    for &setting in settings {
        let total = |measure| view.total(setting, &common, measure);
        let mut row = vec![
            format!("`{}`", view.label(setting)),
            format!("{} of {}", view.solved(setting, &all), all.len()),
            view.ended(setting, "node limit").to_string(),
            view.ended(setting, "memory full").to_string(),
            view.ended(setting, "numbers saturated").to_string(),
            grouped(total(Measure::Nodes) as u64),
            grouped(total(Measure::Counted) as u64),
        ];
        if times {
            row.push(format!("{:.1}", total(Measure::Seconds)));
        }
        table.row(row);
    }
    table
}

/// One setting against others on some problems.
pub(super) fn against(view: &View<'_>, one: &str, others: &[&str], items: &[usize], times: bool) -> Table {
    let mut head =
        vec!["", "both solve", "fewer nodes", "nodes, geometric mean", "nodes, total", "own count, total"];
    if times {
        head.push("seconds, total");
    }
    let mut table = Table::new(&head);
    let Some(a) = view.find(one) else { return table };
    for other in others {
        let Some(b) = view.find(other) else { continue };
        let pair = view.pair(a, b, items, Measure::Nodes);
        let mut row = vec![
            format!("`{one}` : `{other}`"),
            pair.both.to_string(),
            percent(pair.share()),
            ratio(pair.mean()),
            ratio(pair.ratio()),
            ratio(view.pair(a, b, items, Measure::Counted).ratio()),
        ];
        if times {
            row.push(ratio(view.pair(a, b, items, Measure::Seconds).ratio()));
        }
        table.row(row);
    }
    table
}

/// Nodes of one setting against those of others, a dot for each problem that both have solved.
pub(super) fn scatter(view: &View<'_>, title: String, one: &str, others: &[&str], items: &[usize]) -> Plot {
    let series = others.iter().filter_map(|other| {
        let (a, b) = (view.find(one)?, view.find(other)?);
        let points = view.common(&[a, b], items).into_iter().filter_map(|item| {
            Some((view.outcome(b, item)?.nodes as f64, view.outcome(a, item)?.nodes as f64))
        });
        Some(Series { label: format!("against {other}"), points: points.collect(), form: Form::Dots })
    });
    Plot {
        title,
        x: Axis::log("nodes of the other"),
        y: Axis::log(format!("nodes of {one}")),
        diagonal: true,
        series: series.collect(),
    }
}

/// How many problems each setting has solved with so many nodes, or in so much time.
pub(super) fn cactus(view: &View<'_>, title: String, settings: &[usize], measure: Measure) -> Plot {
    let series = settings.iter().map(|&setting| {
        let mut costs: Vec<f64> = (0..view.problems())
            .filter_map(|item| view.outcome(setting, item))
            .filter(|outcome| outcome.is_solved())
            .map(|outcome| measure.of(outcome))
            .collect();
        costs.sort_by(f64::total_cmp);
        let points = costs.into_iter().zip(1..).map(|(cost, solved)| (cost, f64::from(solved))).collect();
        Series { label: view.label(setting).into(), points, form: Form::Steps }
    });
    let label = if measure == Measure::Seconds { "seconds for a problem" } else { "nodes for a problem" };
    Plot {
        title,
        x: Axis::log(label),
        y: Axis::linear("problems solved"),
        diagonal: false,
        series: series.collect(),
    }
}

/// All settings of a section.
pub(super) fn everyone(view: &View<'_>) -> Vec<usize> {
    (0..view.settings()).collect()
}
