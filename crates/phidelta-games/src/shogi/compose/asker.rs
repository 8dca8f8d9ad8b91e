//! One table, one set of limits, many questions.
//!
//! A check asks hundreds of questions about one diagram. They share a table through the library's
//! [`Inquiry`]; a question that is too hard is put off, so that it does not take the time of the others.
//!
//! Invariant: an answer is a verdict of the library's search, never a guess.

use std::time::Duration;

use phidelta::{
    Game, Inquiry, MoveNumbers, Observer, Progress, Reason, Report, SolveError, Solver, Stats, Verdict,
};

use super::super::mv::Move;
use super::super::tsume::Tsume;
use super::clocked::Clocked;
use super::futile::Step;

/// Someone who looks on.
pub trait Watcher {
    /// How a question stands; nodes and time are those of all questions so far. Its line and the moves of its root begin where that question begins, which
    /// need not be where the problem does.
    fn progress(&mut self, _progress: &Progress<'_, Move>) {}

    /// A place to wait, as [`Observer::hold`] is: asked by every question.
    fn hold(&mut self) -> bool {
        false
    }

    /// The bounds of the shortest mate, in plies, have come nearer.
    fn bounds(&mut self, _least: u32, _most: Option<u32>) {}

    /// A check has come to something new.
    fn stage(&mut self, _text: &str) {}

    /// The questions that follow are about what comes after this first move.
    fn first_move(&mut self, _mv: Move) {}

    /// A question has ended: counters and time of all questions so far, bytes of the table, and the share of
    /// them in use.
    fn answered(&mut self, _stats: &Stats, _elapsed: Duration, _table: (u64, f64)) {}
}

impl Watcher for () {}

/// Who asks.
pub(super) struct Asker<'s, 'w> {
    pub(super) inquiry: Inquiry<'s>,
    pub(super) watcher: &'w mut dyn Watcher,
    /// Bytes of the table and the share in use.
    pub(super) table: (u64, f64),
    last: Option<Reason>,
    /// Nodes of all questions together at which the present work ends.
    ceiling: u64,
}

impl<'s, 'w> Asker<'s, 'w> {
    pub(super) fn new(solver: &'s mut Solver, watcher: &'w mut dyn Watcher) -> Asker<'s, 'w> {
        Asker { inquiry: solver.inquiry(), watcher, table: (0, 0.0), last: None, ceiling: u64::MAX }
    }

    /// Asks for a mate within the clock.
    pub(super) fn within(&mut self, game: &mut Clocked, nodes: u64) -> Result<Verdict, SolveError> {
        if let Some((verdict, stock)) = self.inquiry.recall(game) {
            game.note(verdict, stock);
            return Ok(verdict);
        }
        let report = self.timed(game, nodes)?;
        Ok(self.note(&report))
    }

    /// Asks for a mate.
    pub(super) fn mate<G: Game<Move = Move> + Clone + Send>(
        &mut self,
        game: &mut G,
        nodes: u64,
    ) -> Result<Verdict, SolveError> {
        let report = self.plain(game, nodes)?;
        Ok(self.note(&report))
    }

    /// Asks for a mate, and for the line that shows the answer.
    pub(super) fn shown(&mut self, game: &Tsume, nodes: u64) -> Result<Report<Move>, SolveError> {
        let mut game = game.clone();
        let mut report = self.plain(&mut game, nodes)?;
        self.note(&report);
        self.inquiry.show(&mut game, &mut report)?;
        Ok(report)
    }

    /// How the defender escapes, where the question with the clock has just been answered that way; and
    /// whether that is all.
    pub(super) fn escape(&mut self, game: &mut Clocked) -> Result<(Vec<Move>, bool), SolveError> {
        let mut report = self.timed(game, u64::MAX)?;
        self.note(&report);
        self.inquiry.show(game, &mut report)?;
        Ok((report.line.iter().map(|step| step.mv).collect(), report.line_complete))
    }

    fn plain<G: Game<Move = Move> + Clone + Send>(
        &mut self,
        game: &mut G,
        nodes: u64,
    ) -> Result<Report<Move>, SolveError> {
        let (nodes, elapsed) = (self.room(nodes), self.inquiry.elapsed());
        let mut news = News { nodes: self.inquiry.stats().nodes, elapsed, watcher: &mut *self.watcher };
        self.inquiry.ask_crew_for(game, nodes, &mut news)
    }

    fn timed(&mut self, game: &mut Clocked, nodes: u64) -> Result<Report<Step>, SolveError> {
        let (nodes, elapsed) = (self.room(nodes), self.inquiry.elapsed());
        let news = News { nodes: self.inquiry.stats().nodes, elapsed, watcher: &mut *self.watcher };
        let report = self.inquiry.ask_crew_for(game, nodes, &mut Timed(news))?;
        game.note(report.verdict, report.stock);
        Ok(report)
    }

    /// Does something with at most so many nodes.
    pub(super) fn at_most<T>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.ceiling;
        self.ceiling = before.min(self.inquiry.stats().nodes.saturating_add(nodes));
        let done = work(self);
        self.ceiling = before;
        done
    }

    /// What a question may take of the nodes it wants.
    fn room(&self, nodes: u64) -> u64 {
        nodes.min(self.ceiling.saturating_sub(self.inquiry.stats().nodes))
    }

    fn note<M>(&mut self, report: &Report<M>) -> Verdict {
        self.table = (report.table_bytes, report.table_used);
        self.watcher.answered(&report.stats, report.elapsed, self.table);
        if let Verdict::Unknown(reason) = report.verdict {
            self.last = Some(reason);
        }
        report.verdict
    }

    /// Whether the limits of all questions have been reached.
    pub(super) fn is_over(&self) -> bool {
        self.inquiry.exhausted().is_some() || self.inquiry.stats().nodes >= self.ceiling
    }

    /// Why something has been left open.
    pub(super) fn reason(&self) -> Reason {
        self.inquiry.exhausted().or(self.last).unwrap_or(Reason::NodeLimit)
    }
}

/// Passes on news of questions with a clock.
struct Timed<'w>(News<'w>);

impl Observer<Step> for Timed<'_> {
    fn progress(&mut self, progress: &Progress<'_, Step>) {
        let line: Vec<Move> = progress.line.iter().map(|step| step.mv).collect();
        let mut root: Vec<MoveNumbers<Move>> =
            progress.root.iter().map(|found| MoveNumbers::new(found.mv.mv, found.numbers)).collect();
        // What a move does to the clock is of no interest here, and the ways to play one stand together.
        root.dedup_by_key(|found| found.mv);
        self.0.progress(&progress.with_moves(&line, &root));
    }

    fn hold(&mut self) -> bool {
        self.0.hold()
    }
}

/// Passes on news of a question, with the counts of those before it: what is told never goes back.
struct News<'w> {
    watcher: &'w mut dyn Watcher,
    nodes: u64,
    elapsed: Duration,
}

impl Observer<Move> for News<'_> {
    fn progress(&mut self, progress: &Progress<'_, Move>) {
        let mut progress = *progress;
        progress.nodes += self.nodes;
        progress.elapsed += self.elapsed;
        self.watcher.progress(&progress);
    }

    fn hold(&mut self) -> bool {
        self.watcher.hold()
    }
}
