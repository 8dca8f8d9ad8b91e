//! Suites of positions: from self-play, and mate problems.

use phidelta::Value;
use phidelta_desk as desk;
use phidelta_games::generate::{GenerateError, Maker};
use pyo3::prelude::*;

use crate::{errors, guard, interrupt};

/// The rows of a suite, each with the position in it. Ctrl-C ends it with KeyboardInterrupt: half a suite is
/// another suite.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the Python part names each of them")]
pub(crate) fn generate(
    py: Python<'_>,
    game: &str,
    count: usize,
    seed: u64,
    nodes: Option<(u64, u64)>,
    stages: Option<(u32, u32)>,
    value: Option<&str>,
    games: Option<u64>,
    callback: Option<Py<PyAny>>,
) -> PyResult<Vec<(String, String)>> {
    let maker = Maker::find(game).map_err(|message| errors::option(&message))?;
    let kind = desk::find(game).map_err(|message| errors::option(&message))?;
    let mut plan = maker.plan(count, desk::default_algorithm(kind));
    plan.seed = seed;
    plan.value = match value {
        None => plan.value,
        Some("win") => Some(Value::Win),
        Some("draw") => Some(Value::Draw),
        Some("loss") => Some(Value::Loss),
        Some("any") => None,
        Some(other) => {
            return Err(errors::option(&format!("value: '{other}', expected win, draw, loss or any")));
        }
    };
    if let Some((least, most)) = nodes {
        plan.nodes = least..=most;
    }
    if let Some((least, most)) = stages {
        plan.stages = least..=most;
    }
    if let Some(games) = games {
        plan.games = games;
    }
    let mut failed = None;
    let made = guard(|| {
        let made = py.detach(|| {
            maker.rows(&plan, &mut |standing| {
                let heard = Python::attach(|py| {
                    py.check_signals()?;
                    let news = (standing.rows, standing.games);
                    callback.as_ref().map_or(Ok(()), |callback| callback.call1(py, news).map(drop))
                });
                if let Err(error) = heard {
                    failed = Some(error);
                    interrupt();
                }
            })
        });
        made.map_err(|error| match error {
            GenerateError::Solve(error) => errors::solve(&error),
            GenerateError::OnlyWins => errors::option(&format!("value: {error}")),
            other => errors::option(&format!("{other}: take a wider range of nodes, or more games")),
        })
    });
    if let Some(error) = failed {
        return Err(error);
    }
    Ok(made?.into_iter().map(|row| (kind.cut(&row).unwrap_or(&row).trim().to_string(), row)).collect())
}
