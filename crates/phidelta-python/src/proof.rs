//! Walking through a proof.

use phidelta_desk::proof::{self as proofs, ProofError, ProofReport, Spot, Target, View};
use pyo3::exceptions::{PyIndexError, PyMemoryError};
use pyo3::prelude::*;

use crate::request::language;
use crate::{errors, guard};

/// A certificate as a graph, passed by the checker.
#[pyclass(module = "phidelta._native", frozen)]
pub(crate) struct Proof {
    inner: proofs::Proof,
}

/// A move, what it leads to, and the index of the position there.
type Edge = (String, &'static str, Option<u32>);
/// A position: its number in the certificate, its text, whether the winner moves, plies of the longest play,
/// its moves.
type Row = (u64, String, bool, Option<u32>, Vec<Edge>);

fn leads(target: Target) -> (&'static str, Option<u32>) {
    let word = match target {
        Target::End => "end",
        Target::Settled => "settled",
        Target::Node(_) => "position",
        Target::Follows(_) => "follows",
    };
    (word, target.node())
}

impl Proof {
    fn view(&self, part: usize) -> PyResult<View<'_>> {
        let view = self.inner.views().get(part).copied();
        view.ok_or_else(|| PyIndexError::new_err(format!("part {part}: the proof has no such part")))
    }

    fn spot(&self, part: usize, at: Option<&str>) -> PyResult<Option<Spot>> {
        let view = self.view(part)?;
        at.map(|at| view.find(at).map_err(|error| errors::input(&error))).transpose()
    }
}

#[pymethods]
impl Proof {
    /// Checks a certificate and keeps its positions.
    #[new]
    fn new(py: Python<'_>, bytes: &[u8], memory: u64) -> PyResult<Proof> {
        guard(|| match py.detach(|| proofs::Proof::read(bytes, memory)) {
            Ok(inner) => Ok(Proof { inner }),
            Err(ProofError::Refused(refusal)) => Err(errors::refusal(&refusal)),
            Err(error @ ProofError::Memory(_)) => Err(PyMemoryError::new_err(error.to_string())),
            Err(other) => Err(errors::certificate(&other.to_string())),
        })
    }

    /// The main lines of all parts, as JSON (docs/tree.md).
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        guard(|| Ok(py.detach(|| ProofReport::new(&self.inner, &self.inner.views()).json())))
    }

    /// In words.
    fn page(&self, py: Python<'_>, code: &str) -> PyResult<String> {
        let language = language(code)?;
        guard(|| Ok(py.detach(|| proofs::main_lines(&self.inner, &self.inner.views(), language))))
    }

    /// How many parts it has.
    #[getter]
    fn parts(&self) -> usize {
        self.inner.views().len()
    }

    /// Positions of a part.
    fn size(&self, part: usize) -> PyResult<usize> {
        Ok(self.view(part)?.part().len())
    }

    /// Where a part begins.
    fn root(&self, part: usize) -> PyResult<(&'static str, Option<u32>)> {
        Ok(leads(self.view(part)?.part().root()))
    }

    /// A position of a part.
    fn node(&self, part: usize, index: u32) -> PyResult<Row> {
        let view = self.view(part)?;
        let part = view.part();
        if index as usize >= part.len() {
            return Err(PyIndexError::new_err(format!("position {index}: the part has {}", part.len())));
        }
        let edges = part.moves(index).map(|(mv, target)| {
            let (word, node) = leads(target);
            (mv.to_string(), word, node)
        });
        let depth = part.depth(Target::Node(index));
        let text = part.position(index).to_string();
        Ok((part.id(index), text, view.winner_moves(index), depth, edges.collect()))
    }

    /// The same as JSON with sizes below and the board (docs/tree.md), of the position that moves or `#` and
    /// a number name.
    fn node_json(&self, py: Python<'_>, part: usize, at: &str) -> PyResult<String> {
        let spot = self.spot(part, Some(at))?.ok_or_else(|| errors::internal("no position"))?;
        let view = self.view(part)?;
        guard(|| Ok(py.detach(|| view.node(&spot).json())))
    }

    /// As a drawing ("svg") or for Graphviz ("dot").
    #[expect(clippy::too_many_arguments, reason = "they are the caller's keywords")]
    fn drawing(
        &self,
        py: Python<'_>,
        form: &str,
        part: usize,
        at: Option<&str>,
        plies: usize,
        most: usize,
        code: &str,
    ) -> PyResult<String> {
        let (view, spot, language) = (self.view(part)?, self.spot(part, at)?, language(code)?);
        let draw = match form {
            "svg" => View::svg,
            "dot" => View::dot,
            _ => return Err(errors::internal("a drawing is svg or dot")),
        };
        guard(|| Ok(py.detach(|| draw(&view, &view.outline(spot.as_ref(), plies, most), language))))
    }

    /// For shogi programs.
    fn kif(&self, py: Python<'_>, part: usize, plies: usize, most: usize, code: &str) -> PyResult<String> {
        let (view, language) = (self.view(part)?, language(code)?);
        guard(|| {
            let record = py.detach(|| view.kif(plies, most, language));
            Ok(record.map_err(|error| errors::input(&error))?.text)
        })
    }
}
