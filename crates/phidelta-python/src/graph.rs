//! AND/OR graphs: made, read, and the truth about them.

use phidelta::{Goal, Outcome, Repetition};
use phidelta_desk::{Place, figure_named, read_graph};
use phidelta_games::graph::{self as graphs, generate, retrograde};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::problem::Problem;
use crate::{errors, guard};

/// An AND/OR graph.
#[pyclass(module = "phidelta._native", frozen)]
pub(crate) struct Graph {
    inner: graphs::Graph,
}

fn goal_of(word: &str) -> PyResult<Goal> {
    match word {
        "win" => Ok(Goal::Win),
        "draw" => Ok(Goal::Draw),
        _ => Err(errors::option(&format!("question: '{word}', expected win or draw"))),
    }
}

fn goal_word(goal: Goal) -> &'static str {
    match goal {
        Goal::Win => "win",
        Goal::Draw => "draw",
    }
}

#[pymethods]
impl Graph {
    /// Reads a graph from its JSON.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str, name: &str) -> PyResult<Graph> {
        let place = Place::File(name.into());
        guard(|| {
            let graph = py.detach(|| read_graph(text, &place));
            Ok(Graph { inner: graph.map_err(|error| errors::input(&error))? })
        })
    }

    /// A figure of a paper.
    #[staticmethod]
    fn figure(name: &str) -> PyResult<Graph> {
        Ok(Graph { inner: figure_named(name).map_err(|error| errors::input(&error))? })
    }

    /// The names of the figures, and what each shows.
    #[staticmethod]
    fn figures() -> Vec<(&'static str, &'static str)> {
        generate::FIGURES.to_vec()
    }

    /// A random graph.
    #[staticmethod]
    #[allow(clippy::too_many_arguments, reason = "the Python part names each of them")]
    fn random(
        py: Python<'_>,
        kind: &str,
        nodes: u32,
        children: (u32, u32),
        leaf: f64,
        draw: f64,
        open: f64,
        largest_init: u32,
        span: Option<u32>,
        goal: &str,
        repetition: &str,
        seed: u64,
    ) -> PyResult<Graph> {
        let make = match kind {
            "tree" => generate::tree,
            "dag" => generate::dag,
            "cyclic" => generate::cyclic,
            _ => return Err(errors::option(&format!("kind: '{kind}', expected tree, dag or cyclic"))),
        };
        let repetition = match repetition {
            "attacker-fails" => Repetition::AttackerFails,
            "defender-fails" => Repetition::DefenderFails,
            "draw" => Repetition::Draw,
            _ => {
                let message = "expected attacker-fails, defender-fails or draw";
                return Err(errors::option(&format!("repetition: '{repetition}', {message}")));
            }
        };
        let (least_children, most_children) = children;
        let (span, goal) = (span.unwrap_or(u32::MAX), goal_of(goal)?);
        let shape = generate::Shape {
            nodes,
            least_children,
            most_children,
            leaf,
            draw,
            open,
            largest_init,
            span,
            goal,
            repetition,
        };
        guard(|| Ok(Graph { inner: py.detach(|| make(&shape, seed)) }))
    }

    /// A tree of one depth and one branching.
    #[staticmethod]
    fn uniform(py: Python<'_>, depth: u32, branching: u32, seed: u64) -> PyResult<Graph> {
        guard(|| Ok(Graph { inner: py.detach(|| generate::uniform(depth, branching, seed)) }))
    }

    /// Diamonds in a row.
    #[staticmethod]
    fn okabe(layers: u32, last: Option<&str>) -> PyResult<Graph> {
        let last = match last {
            None => None,
            Some("win") => Some(Outcome::Win),
            Some("draw") => Some(Outcome::Draw),
            Some("loss") => Some(Outcome::Loss),
            Some(other) => {
                return Err(PyValueError::new_err(format!("last: '{other}', expected win or loss")));
            }
        };
        guard(|| Ok(Graph { inner: generate::okabe(layers, last) }))
    }

    /// A line of so many moves.
    #[staticmethod]
    fn chain(plies: u32) -> PyResult<Graph> {
        guard(|| Ok(Graph { inner: generate::chain(plies) }))
    }

    /// Its JSON.
    fn to_json(&self, py: Python<'_>) -> String {
        py.detach(|| self.inner.to_json())
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    /// What it is called.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.inner.title()
    }

    /// What the attacker wants.
    #[getter]
    fn goal(&self) -> &'static str {
        goal_word(self.inner.goal())
    }

    /// The name of the root.
    #[getter]
    fn root(&self) -> &str {
        self.inner.name(self.inner.root())
    }

    /// Whether the attacker reaches his goal, for each node taken as the root, without a search; `None` where
    /// that depends on open leaves.
    fn truth(&self, py: Python<'_>) -> PyResult<Vec<(String, Option<bool>)>> {
        guard(|| {
            let truth = py.detach(|| retrograde::verdicts(&self.inner));
            let names = self.inner.ids().map(|id| self.inner.name(id).to_string());
            Ok(names.zip(truth).collect())
        })
    }

    /// The question about its root.
    fn problem(&self, py: Python<'_>, question: Option<&str>) -> PyResult<Problem> {
        let goal = question.map_or(Ok(self.inner.goal()), goal_of)?;
        let name = self.inner.title().unwrap_or("graph");
        guard(|| {
            let problem = py.detach(|| phidelta_desk::Problem::of_graph(name, self.inner.clone(), goal));
            Ok(Problem::new(problem))
        })
    }
}
