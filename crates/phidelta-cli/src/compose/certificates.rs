//! `--certificate DIR`: what stands behind "this move does not mate", a file for each, checked.
//!
//! Each file gets its name only if the independent checker says the same.

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow};
use phidelta::Solver;
use phidelta_desk::compose::{self, CheckedProblem};
use phidelta_desk::{RunError, Verification};

use crate::failure::{Failure, Result};
use crate::progress::say;
use crate::spool::Spool;

/// How many certificates were written, and how many could not be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Count {
    pub(super) written: usize,
    pub(super) missing: usize,
}

/// Writes a certificate for every move of the attacker that is said not to mate, and for a problem without
/// a mate.
pub(super) fn write(
    folder: &Path,
    force: bool,
    found: &CheckedProblem,
    solver: &mut Solver,
) -> Result<Count> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut count = Count::default();
    for mut disproof in found.disproofs() {
        let name = format!("{}.txt", disproof.name);
        let path = folder.join(&name);
        let mut spool = Spool::new(Some((path.clone(), force)));
        let verification = compose::certify(&mut disproof, solver, &mut spool, &mut ());
        match verification.map_err(|error| match error {
            RunError::Certificate(error) => spool.failed(error),
            error => error.into(),
        })? {
            Verification::Verified(_) => {
                spool.publish()?;
                count.written += 1;
            }
            Verification::Refused(why) => {
                return Err(Failure::Other(anyhow!("{}: {why}", path.display())));
            }
            _ => {
                say(&format!("{name}: no certificate within the limits"));
                count.missing += 1;
            }
        }
    }
    Ok(count)
}
