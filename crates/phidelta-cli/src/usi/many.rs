//! `MultiPV` and `ShortestMate`: every first move that mates, or one, measured by raw plies (docs/compose.md).
//!
//! For `MultiPV` each move is judged by a search of its own. The answer is the shortest of them; there is no
//! mate only if every move is disproved.
//!
//! Invariants: nodes and time that are told never go back, and a `pv` is legal from the position that was set.

use std::time::Instant;

use phidelta::{Game, Progress, Reason, Report, SolveError, Solver, Stats, Verdict};
use phidelta_games::shogi::compose::{FirstMove, Futile, Watcher, all_solutions, shortest};
use phidelta_games::shogi::{Move, Tsume};

use super::search::{SHOWN_MOVES, figures, pv};
use super::{send, tell};

/// Searches, tells up to `most` first moves, and gives back a report of the best. `ended` says what has ended
/// the search if something is left open.
pub(super) fn search(
    solver: &mut Solver,
    game: &Tsume,
    most: usize,
    ended: &dyn Fn(&Stats) -> Reason,
) -> Result<Report<Move>, SolveError> {
    let mut told = Told::new(game);
    let mut found = all_solutions(solver, game, Some(Futile::Off), &mut told)?;
    let undecided: Vec<String> =
        found.iter().filter(|first| !first.verdict.is_decided()).map(|first| first.mv.to_string()).collect();
    let none = found.iter().all(|first| first.verdict.is_disproved());
    found.retain(|first| first.verdict.is_proved());
    found.sort_by_key(plies);
    for (first, number) in found.iter().zip(1..=most) {
        let exact = if first.length().is_some() { "" } else { " upperbound" };
        let line = whole(first);
        send(&format!("info multipv {number} score mate +{}{exact}{}", plies(first), pv(&line)));
    }
    let reason = ended(&told.stats);
    if !undecided.is_empty() {
        tell(&format!("undecided: {} ({reason})", undecided.join(" ")));
    }
    let best = found.first();
    let verdict = match (best, none) {
        (Some(_), _) => Verdict::Proved,
        (None, true) => Verdict::Disproved,
        (None, false) => Verdict::Unknown(reason),
    };
    let complete = best.is_some_and(|first| first.shortest.as_ref().is_some_and(|found| found.line_complete));
    Ok(told.report(verdict, best.map(whole).unwrap_or_default(), complete))
}

/// Searches for the shortest mate.
pub(super) fn shortest_mate(
    solver: &mut Solver,
    game: &Tsume,
    ended: &dyn Fn(&Stats) -> Reason,
) -> Result<Report<Move>, SolveError> {
    let mut told = Told::new(game);
    let found = shortest(solver, game, Futile::Off, &mut told)?;
    let verdict = match found.verdict {
        Verdict::Unknown(_) => Verdict::Unknown(ended(&told.stats)),
        verdict => verdict,
    };
    if verdict.is_proved() && found.length().is_none() {
        let least = found.least;
        tell(&format!("not proved to be the shortest: {}; at least {least} plies", ended(&told.stats)));
    }
    Ok(told.report(verdict, [&found.line[..], &found.tail].concat(), found.line_complete))
}

/// Plies of the mate with a move first, as far as known.
fn plies(first: &FirstMove) -> u32 {
    let most = first.shortest.as_ref().and_then(|found| found.most);
    most.unwrap_or(first.line.len() as u32) + 1
}

fn whole(first: &FirstMove) -> Vec<Move> {
    [&[first.mv][..], &first.line].concat()
}

/// Passes progress on, with the sums over all questions.
struct Told<'g> {
    root: &'g Tsume,
    /// What the present question comes after.
    first: Option<Move>,
    /// Of the questions that have ended.
    stats: Stats,
    table_used: f64,
    started: Instant,
}

impl Told<'_> {
    fn new(root: &Tsume) -> Told<'_> {
        Told { root, first: None, stats: Stats::default(), table_used: 0.0, started: Instant::now() }
    }

    /// The line from the root, as far as it is one: some questions begin further down.
    fn legal_part(&self, line: &[Move]) -> Vec<Move> {
        let (mut here, mut moves, mut out) = (self.root.clone(), Vec::new(), Vec::new());
        for &mv in self.first.iter().chain(line).take(SHOWN_MOVES) {
            moves.clear();
            if here.outcome().is_none() {
                here.moves(&mut moves);
            }
            if !moves.contains(&mv) {
                break;
            }
            here.play(mv);
            out.push(mv);
        }
        out
    }

    fn report(&self, verdict: Verdict, line: Vec<Move>, line_complete: bool) -> Report<Move> {
        let mut report = Report::new(verdict);
        report.line = line;
        report.line_complete = line_complete;
        (report.stats, report.table_used) = (self.stats, self.table_used);
        report.elapsed = self.started.elapsed();
        report
    }
}

impl Watcher for Told<'_> {
    fn first_move(&mut self, mv: Move) {
        self.first = Some(mv);
    }

    fn answered(&mut self, stats: &Stats, table_used: f64) {
        (self.stats, self.table_used) = (*stats, table_used);
    }

    fn progress(&mut self, progress: &Progress<'_, Move>) {
        let (nodes, elapsed) = (self.stats.nodes + progress.nodes, self.started.elapsed());
        let speed = nodes as f64 / elapsed.as_secs_f64().max(1e-9);
        let depth = progress.line.len() + usize::from(self.first.is_some());
        let figures = figures(nodes, speed, progress.table_used, elapsed);
        send(&format!("info depth {depth} {figures}{}", pv(&self.legal_part(progress.line))));
    }
}
