//! Several solvers on one table.
//!
//! Idea: whoever has many positions of one problem to look at, on threads of his own, asks a solver for each thread, and
//! what one of them has seen the others need not see again. It is the table of a crew ([`crate::Solver::threads`]),
//! with workers who have a position each and come and go as they like. Where their lines meet they part as a crew does
//! (`depth_first/presence.rs`).
//!
//! Why facts may cross is said in `crew/mod.rs`: a solved entry is a statement about a position and a question, or
//! about one whole path, which begins at the position that was asked about; it mentions no worker. Numbers are
//! advice.
//!
//! Invariants: right or unknown on any schedule; nobody waits for a colleague who is not at work.

use super::Solver;
use crate::error::SolveError;
use crate::table::Table;

impl Solver {
    /// So many solvers like this one on a table that they share, for threads of their own. Its memory is that of
    /// all of them: five eighths for the table, the rest in equal parts. What it knew before is forgotten.
    ///
    /// All questions that a team is asked must fit one table, as those of one solver do. Each has its own
    /// limits ([`Solver::limits`]), and answers as it would alone, but for counts and lines, which depend on what
    /// the others have stored. A solver of a team never empties the table and gets no memory from it: a certificate
    /// that needs that stays unfinished, and is for a solver of its own to find.
    ///
    /// [`Solver::forget`] ends a solver's part in it, and so do checkpoints and threads. A team of one is this solver.
    pub fn team(mut self, count: usize) -> Result<Vec<Solver>, SolveError> {
        self.leave_table();
        if count < 2 {
            return Ok(vec![self]);
        }
        let bytes = self.memory / 8 * 5;
        let own = (self.memory - bytes) / count as u64;
        if own < super::LEAST_MEMORY {
            let least = super::LEAST_MEMORY * 8 / 3 * count as u64;
            return Err(SolveError::TooLittleMemory { given: self.memory, least });
        }
        let bytes = self.entries.map_or(bytes, Table::bytes_for);
        let table = Table::sealed(bytes, self.algorithm.replacement).ok_or(SolveError::NoMemory(bytes))?;
        let hire = |mut table: Table| {
            if let Some(seed) = self.drop_stores {
                table.drop_stores(seed);
            }
            let (positions, faults) = (self.positions.clone(), self.faults);
            Solver { table: Some(table), team: true, faults, positions, ..self.alone().memory(own) }
        };
        Ok(table.for_a_team(count).into_iter().map(hire).collect())
    }

    /// A solver like this one on a table of its own, with the memory that this one has beside the table of its team:
    /// for what a team cannot do.
    pub fn alone(&self) -> Solver {
        let like = Solver::new(self.algorithm).memory(self.memory).limits(self.limits.clone());
        like.progress_interval(self.interval).lines(self.lines)
    }

    /// Whether it is one of a team.
    pub fn is_of_a_team(&self) -> bool {
        self.team
    }

    /// Goes on without the table, and without whoever else uses it.
    pub(super) fn leave_table(&mut self) {
        (self.table, self.team) = (None, false);
    }
}

#[cfg(test)]
mod tests;
