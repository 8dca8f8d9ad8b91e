//! Checking a certificate.

use phidelta_check::{Limits, check};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::{errors, guard};

/// Checks a certificate by the independent rules: what it shows, or a `CertificateError`.
#[pyfunction]
pub(crate) fn check_certificate<'py>(
    py: Python<'py>,
    bytes: &[u8],
    memory: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let limits = Limits::default().with_memory(memory);
    let checked = guard(|| py.detach(|| check(bytes, &limits)).map_err(|refusal| errors::refusal(&refusal)))?;
    let found = PyDict::new(py);
    found.set_item("game", &checked.game)?;
    found.set_item("rules", &checked.rules)?;
    found.set_item("position", &checked.position)?;
    found.set_item("question", checked.said.question())?;
    found.set_item("answer", checked.said.answer())?;
    found.set_item("parts", checked.parts)?;
    found.set_item("positions", checked.positions)?;
    found.set_item("moves", checked.moves)?;
    found.set_item("depth", checked.depth)?;
    Ok(found)
}
