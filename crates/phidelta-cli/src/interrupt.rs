//! Ctrl-C: the first one asks the search to end with what it has, the second one ends the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

use crate::failure::Result;

/// What shells report for a process that Ctrl-C ended: 128 + SIGINT.
const INTERRUPTED: i32 = 130;

/// The flag that the first Ctrl-C (or SIGTERM) sets.
pub(crate) fn flag() -> Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if seen.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(flag)
}
