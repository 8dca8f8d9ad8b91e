//! What is wrong, as exceptions of Python. Their classes are in `python/phidelta/_errors.py`.

use phidelta::SolveError;
use phidelta_check::Refusal;
use phidelta_desk::{InputError, Place, RunError};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// An exception of the package with attributes.
fn raised<'py>(
    py: Python<'py>,
    class: &str,
    message: &str,
    attributes: impl FnOnce(&Bound<'py, PyDict>) -> PyResult<()>,
) -> PyErr {
    let made = || {
        let class = py.import("phidelta._errors")?.getattr(class)?;
        let keywords = PyDict::new(py);
        attributes(&keywords)?;
        class.call(PyTuple::new(py, [message])?, Some(&keywords))
    };
    made().map_or_else(|error| error, PyErr::from_value)
}

fn plain(class: &str, message: &str) -> PyErr {
    Python::attach(|py| raised(py, class, message, |_| Ok(())))
}

/// A fault of this package.
pub(crate) fn internal(message: &str) -> PyErr {
    plain("InternalError", message)
}

/// Something that was asked for and cannot be.
pub(crate) fn option(message: &str) -> PyErr {
    plain("OptionError", message)
}

/// A name that is no algorithm.
pub(crate) fn algorithm(message: &str) -> PyErr {
    plain("AlgorithmError", message)
}

/// A text that is wrong, with its place; or an option that is.
pub(crate) fn input(error: &InputError) -> PyErr {
    if matches!(error.place, Place::Option(_)) {
        return option(&error.to_string());
    }
    Python::attach(|py| {
        raised(py, "PositionError", &error.to_string(), |at| {
            at.set_item("line", error.line)?;
            at.set_item("column", error.column)?;
            at.set_item("marked", error.marked.as_deref())?;
            at.set_item("place", error.place.to_string())?;
            at.set_item("reason", &error.message)
        })
    })
}

/// A certificate that is not valid, with its line.
pub(crate) fn refusal(refusal: &Refusal) -> PyErr {
    Python::attach(|py| {
        raised(py, "CertificateError", &refusal.to_string(), |at| at.set_item("line", refusal.line))
    })
}

/// The same where the line is not known.
pub(crate) fn certificate(message: &str) -> PyErr {
    plain("CertificateError", message)
}

/// Why a search could not start.
pub(crate) fn solve(error: &SolveError) -> PyErr {
    match error {
        SolveError::NoMemory(_) => PyMemoryError::new_err(error.to_string()),
        SolveError::Algorithm(_) => algorithm(&error.to_string()),
        _ => option(&error.to_string()),
    }
}

/// Why a request has no answer.
pub(crate) fn run(error: &RunError) -> PyErr {
    match error {
        RunError::Input(error) => input(error),
        RunError::Solve(error) => solve(error),
        other => certificate(&other.to_string()),
    }
}
