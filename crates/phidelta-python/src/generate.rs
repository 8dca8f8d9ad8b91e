//! Suites of positions: from self-play, and mate problems.

use phidelta::{Algorithm, Value};
use phidelta_desk as desk;
use phidelta_games::generate::{self as games, GenerateError, Mates, Plan, SelfPlay, Standing};
use phidelta_games::{loa::Loa, othello::Othello, uttt::Uttt};
use pyo3::prelude::*;

use crate::{errors, guard, interrupt};

type Make = fn(&Plan, &mut dyn FnMut(Standing)) -> Result<Vec<String>, GenerateError>;

/// What makes the suites of a game, and what it takes if nothing is said.
fn maker(game: &str) -> PyResult<(Make, Plan)> {
    fn plan(nodes: (u64, u64), stages: (u32, u32), value: Option<Value>, each: u64, by: Algorithm) -> Plan {
        Plan {
            count: 1,
            seed: 1,
            nodes: nodes.0..=nodes.1,
            stages: stages.0..=stages.1,
            value,
            games: each,
            algorithm: by,
            memory: desk::DEFAULT_MEMORY,
        }
    }
    fn of<G: SelfPlay>(by: Algorithm) -> (Make, Plan) {
        let (nodes, stages) = (G::NODES, G::STAGES);
        // Of the rarest kind in the usual suites one game in some twenty has one.
        let plan = plan(ends(&nodes), ends(&stages), G::VALUE, 200, by);
        (games::lines::<G>, plan)
    }
    let by = desk::default_algorithm(desk::find(game).map_err(|message| errors::option(&message))?);
    Ok(match game {
        "loa" => of::<Loa>(by),
        "othello" => of::<Othello>(by),
        "uttt" => of::<Uttt>(by),
        // Placements cost less than games, and few mate.
        "shogi" => (games::mates, plan(ends(&Mates::NODES), ends(&Mates::STAGES), Mates::VALUE, 5000, by)),
        _ => return Err(errors::option("no suites of this game, expected loa, othello, shogi, uttt")),
    })
}

fn ends<T: Copy>(range: &std::ops::RangeInclusive<T>) -> (T, T) {
    (*range.start(), *range.end())
}

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
    let (make, usual) = maker(game)?;
    let value = match value {
        None => usual.value,
        Some("win") => Some(Value::Win),
        Some("draw") => Some(Value::Draw),
        Some("loss") => Some(Value::Loss),
        Some("any") => None,
        Some(other) => {
            return Err(errors::option(&format!("value: '{other}', expected win, draw, loss or any")));
        }
    };
    if game == "shogi" && value != Some(Value::Win) {
        return Err(errors::option("value: a mate problem is won by the side to move, expected win"));
    }
    let plan = Plan {
        count,
        seed,
        nodes: nodes.map_or(usual.nodes.clone(), |(least, most)| least..=most),
        stages: stages.map_or(usual.stages.clone(), |(least, most)| least..=most),
        value,
        games: games.unwrap_or(usual.games.saturating_mul(count as u64)),
        ..usual
    };
    let mut failed = None;
    let made = guard(|| {
        let made = py.detach(|| {
            make(&plan, &mut |standing| {
                let heard = Python::attach(|py| {
                    py.check_signals()?;
                    let news = (standing.lines, standing.games);
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
            other => errors::option(&format!("{other}: take a wider range of nodes, or more games")),
        })
    });
    if let Some(error) = failed {
        return Err(error);
    }
    let kind = desk::find(game).map_err(|message| errors::option(&message))?;
    Ok(made?.into_iter().map(|row| (kind.cut(&row).unwrap_or(&row).trim().to_string(), row)).collect())
}
