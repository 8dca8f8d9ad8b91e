//! The certificate of an answer, within the solver's memory and limits.

use std::io::Write;

use super::{Shares, Solver};
use crate::limits::{Limits, Monitor};
use crate::number::Numbers;
use crate::observer::{Observer, Phase, WithoutSteps};
use crate::proof::{Certifiable, CertificateSink, CertificateWriter, Certified, CertifyError, Extraction};
use crate::trail::Trail;
use crate::verdict::Verdict;

/// Nodes that a certificate may cost at least: some seconds. A search that was quick because it saw much
/// at a glance has to go through all of it now.
const LEAST_NODES: u64 = 10_000_000;

/// How many times the time of a search its certificate may take: enough that an answer found at the last
/// moment can still be shown.
const MORE_TIME: u32 = 10;

impl<W: Write> CertificateWriter<W> {
    /// Adds the next part of [`crate::Claim::parts`]: it shows the verdict of the question that `game`
    /// asks. The same as [`Solver::certify`].
    pub fn part<G: Certifiable>(
        &mut self,
        solver: &mut Solver,
        game: &mut G,
        verdict: Verdict,
    ) -> Result<Certified, CertifyError> {
        solver.certify(game, verdict, self)
    }

    /// The same, with news on the way.
    pub fn part_observed<G: Certifiable>(
        &mut self,
        solver: &mut Solver,
        game: &mut G,
        verdict: Verdict,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Certified, CertifyError> {
        solver.certify_observed(game, verdict, self, observer)
    }
}

impl Solver {
    /// Writes the strategy behind an answer that [`Solver::solve`] found, for someone else to check. What
    /// the table has lost is searched again, within the memory and with ten times the time of a search. The game
    /// must be where it was, and is there again afterwards.
    pub fn certify<G: Certifiable>(
        &mut self,
        game: &mut G,
        verdict: Verdict,
        sink: &mut dyn CertificateSink<G>,
    ) -> Result<Certified, CertifyError> {
        self.certify_observed(game, verdict, sink, &mut ())
    }

    /// The same, with news on the way: it may take longer than the search.
    pub fn certify_observed<G: Certifiable>(
        &mut self,
        game: &mut G,
        verdict: Verdict,
        sink: &mut dyn CertificateSink<G>,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Certified, CertifyError> {
        let value = match verdict {
            Verdict::Proved => Numbers::PROVED,
            Verdict::Disproved => Numbers::DISPROVED,
            Verdict::Unknown(_) => return Err(CertifyError::Undecided),
        };
        let team = self.team;
        let Shares { stack, table: bytes, .. } =
            if team { self.shares() } else { Shares::of(&self.algorithm, self.memory) };
        let limits = Limits {
            nodes: self.limits.nodes.map(|nodes| nodes.max(LEAST_NODES)),
            time: self.limits.time.map(|time| time.saturating_mul(MORE_TIME)),
            ..self.limits.clone()
        };
        observer.phase(Phase::Certificate);
        let mut observer = WithoutSteps(observer);
        let mut monitor = Monitor::new(&limits, self.interval, Some(&mut observer))
            .inspected(self.faults, self.positions.as_ref());
        let (memory, algorithm) = (self.memory, self.algorithm);
        let table = self.table(bytes)?;
        let _inside = table.come_in();
        // Half of the stack for searches; what the table leaves of the rest for the walk. That of a team leaves nothing.
        let room = if team { stack - stack / 2 } else { memory.saturating_sub(table.bytes() + stack / 2) };
        let mut line = Vec::new();
        let game = Trail::new(game, &mut line);
        let done =
            Extraction::new(game, value, (table, &algorithm), (stack / 2, room), &mut monitor, sink).run();
        if !team {
            table.restore_size();
        }
        done
    }
}
