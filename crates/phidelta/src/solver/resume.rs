//! Runs that are written down, and go on from what was written.

use std::io::Read;

use super::{Shares, Solver};
use crate::checkpoint::{
    Arrived, Checkpoint, CheckpointError, CheckpointHead, Checkpoints, Pace, Recorder, Resumed, Taken, arrive,
};
use crate::observer::{Observer, Phase};
use crate::table::Shape;

impl Solver {
    /// Writes checkpoints of what is searched from now on, one in place of the other: at their pace, when a
    /// limit or the stop flag ends a search, and when it is answered. To be called after memory and limits
    /// have been set; if a run is to be resumed, before or after that.
    #[must_use]
    pub fn checkpoints(mut self, checkpoints: Checkpoints) -> Solver {
        if self.team {
            self.leave_table();
        }
        let head = self.head();
        self.recorder.get_or_insert_with(|| Recorder::new(head)).write_to(checkpoints);
        self
    }

    /// Goes on with the run of a checkpoint. The questions that follow must be those that were asked before,
    /// in their order: what was answered is told again without a search, and what was being searched goes on
    /// where it was. Limits of nodes count those of the whole run, limits of time this part of it.
    ///
    /// With another memory it goes on with what there is room for; with another algorithm only with what is
    /// solved. Refused is what is damaged, of another form or too small a table; a question that is not
    /// the first of the run is refused when it is asked ([`CheckpointError::OtherQuestion`]). Nothing has
    /// changed then.
    pub fn resume<R: Read>(&mut self, checkpoint: Checkpoint<R>) -> Result<Taken, CheckpointError> {
        if self.positions.is_some() {
            return Err(CheckpointError::Distrust);
        }
        if self.team {
            self.leave_table();
        }
        let Shares { table: bytes, .. } = self.shares();
        let table = self.new_table(bytes).map_err(|_| CheckpointError::NoMemory(bytes))?;
        let Arrived { mut recorder, table, taken } = arrive(checkpoint, self.head(), table)?;
        if let Some(before) = self.recorder.take() {
            recorder.go_on_writing(before);
        }
        let earlier = recorder.resumed().map(|resumed| resumed.elapsed).unwrap_or_default();
        self.limits.time = self.limits.time.map(|time| time.saturating_add(earlier));
        (self.table, self.recorder) = (Some(table), Some(recorder));
        Ok(taken)
    }

    /// What was done before this run was resumed, if it was.
    pub fn resumed(&self) -> Option<Resumed> {
        self.recorder.as_ref().and_then(Recorder::resumed)
    }

    /// Writes a checkpoint now, if they are written and something was answered since the last: of a series
    /// of questions, when the last one has been asked. Whoever takes it up again is told all answers.
    pub fn keep_answer<M>(&mut self, observer: &mut dyn Observer<M>) {
        let (Some(recorder), Some(table)) = (&mut self.recorder, &self.table) else { return };
        if recorder.has_news() {
            observer.phase(Phase::Checkpoint);
            recorder.write(table, None, &mut |done, of| observer.written(done, of));
        }
    }

    /// What the head of a checkpoint says of this solver.
    fn head(&self) -> CheckpointHead {
        CheckpointHead {
            version: env!("CARGO_PKG_VERSION").into(),
            algorithm: self.algorithm.to_string(),
            memory: self.memory,
            threads: self.workers() as u64,
            node_limit: self.limits.nodes,
            pace: Pace::Nodes(u64::MAX),
            nodes: 0,
            elapsed: std::time::Duration::ZERO,
            resumed: 0,
            exact: false,
            subject: String::new(),
            probes: Vec::new(),
            shape: Shape::default(),
        }
    }
}
