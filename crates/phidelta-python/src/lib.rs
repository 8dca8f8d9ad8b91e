//! The native part of the Python package `phidelta`: a thin shell around the desk.
//!
//! What is nicer in Python is written there (`python/phidelta/`); here is what needs the engine. Every call
//! that may take long lets other Python threads run, looks for Ctrl-C on the way ([`watch`]), and ends in
//! [`guard`], so that a fault in here is an exception and never the end of the interpreter.

mod certificate;
mod compose;
mod errors;
mod generate;
mod graph;
mod keys;
mod own;
mod problem;
mod proof;
mod request;
mod watch;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use phidelta::CATALOGUE;
use phidelta_desk::{GameInfo, games};
use pyo3::prelude::*;

/// What unwinds a call that has no other way to be stopped.
struct Interrupted;

/// Calls something that must not take the interpreter down with it.
fn guard<T>(call: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|fault| {
        if fault.is::<Interrupted>() {
            return Err(pyo3::exceptions::PyKeyboardInterrupt::new_err(()));
        }
        let text = fault.downcast_ref::<&str>().map(|text| (*text).to_string());
        let text = text.or_else(|| fault.downcast_ref::<String>().cloned());
        Err(errors::internal(&text.unwrap_or_else(|| "a fault without a message".into())))
    })
}

/// Ends a call from within something that knows no stop flag.
fn interrupt() -> ! {
    // Not `panic!`: nothing is to be said on the terminal.
    resume_unwind(Box::new(Interrupted))
}

/// Every search and every part there is, as JSON.
#[pyfunction]
fn algorithms_json() -> String {
    let rows: Vec<serde_json::Value> = CATALOGUE
        .iter()
        .map(|entry| {
            let others: Vec<&str> = entry.combines_with().map(|other| other.name).collect();
            serde_json::json!({
                "name": entry.name,
                "kind": entry.kind.word(),
                "idea": entry.idea,
                "paper": entry.paper,
                "combines_with": others,
                "example": entry.example,
            })
        })
        .collect();
    serde_json::Value::from(rows).to_string()
}

/// The full name of an algorithm, or an `AlgorithmError`.
#[pyfunction]
fn algorithm_name(name: &str) -> PyResult<String> {
    Ok(request::algorithm(name)?.to_string())
}

/// What there is to know of the games, as JSON.
#[pyfunction]
fn games_json() -> PyResult<String> {
    let all: Vec<GameInfo> = games().iter().map(|game| GameInfo::of(*game)).collect();
    serde_json::to_string(&all).map_err(|error| errors::internal(&error.to_string()))
}

/// Fails within: for the test that a fault is an exception.
#[pyfunction]
fn fail_within() -> PyResult<()> {
    guard(|| panic!("asked to fail"))
}

/// The native part of `phidelta`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<problem::Problem>()?;
    module.add_class::<problem::Solved>()?;
    module.add_class::<request::Stop>()?;
    module.add_class::<graph::Graph>()?;
    module.add_class::<proof::Proof>()?;
    module.add_class::<compose::Composition>()?;
    module.add_class::<compose::CheckedComposition>()?;
    module.add_function(wrap_pyfunction!(algorithms_json, module)?)?;
    module.add_function(wrap_pyfunction!(algorithm_name, module)?)?;
    module.add_function(wrap_pyfunction!(games_json, module)?)?;
    module.add_function(wrap_pyfunction!(fail_within, module)?)?;
    module.add_function(wrap_pyfunction!(problem::read, module)?)?;
    module.add_function(wrap_pyfunction!(problem::read_file, module)?)?;
    module.add_function(wrap_pyfunction!(problem::solve, module)?)?;
    module.add_function(wrap_pyfunction!(own::solve_own, module)?)?;
    module.add_function(wrap_pyfunction!(own::check_own, module)?)?;
    module.add_function(wrap_pyfunction!(certificate::check_certificate, module)?)?;
    module.add_function(wrap_pyfunction!(generate::generate, module)?)?;
    Ok(())
}
