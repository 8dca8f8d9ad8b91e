//! `MultiPV`: every first move that mates, shortest first, and those that were not decided.
//!
//! Each move is judged by a search of its own, then measured by raw plies (docs/compose.md). The answer is
//! the first of them; there is no mate only if every move is disproved.

use phidelta::{Numbers, Observer, Progress, Reason, Report, SolveError, Solver, Stats, Verdict};
use phidelta_games::shogi::compose::{FirstMove, Futile, Watcher, all_solutions};
use phidelta_games::shogi::{Move, Tsume};

use super::search::{Informer, pv};
use super::{send, tell};

/// Searches, tells up to `most` first moves, and gives back a report of the best.
pub(super) fn search(solver: &mut Solver, game: &mut Tsume, most: usize) -> Result<Report<Move>, SolveError> {
    let mut forwarded = ForwardedProgress { nodes: 0 };
    let started = std::time::Instant::now();
    let mut found = all_solutions(solver, game, Some(Futile::Off), &mut forwarded)?;
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
    if !undecided.is_empty() {
        tell(&format!("undecided: {}", undecided.join(" ")));
    }
    let best = found.first();
    let stats =
        best.and_then(|first| first.shortest.as_ref()).map_or_else(Stats::default, |found| found.stats);
    let verdict = match (best, none) {
        (Some(_), _) => Verdict::Proved,
        (None, true) => Verdict::Disproved,
        (None, false) => Verdict::Unknown(Reason::Stopped),
    };
    Ok(Report {
        verdict,
        numbers: Numbers::UNIT,
        line: best.map(whole).unwrap_or_default(),
        line_complete: best
            .is_some_and(|first| first.shortest.as_ref().is_some_and(|found| found.line_complete)),
        stats: Stats { nodes: stats.nodes.max(forwarded.nodes), ..stats },
        elapsed: started.elapsed(),
        table_bytes: 0,
        table_used: 0.0,
    })
}

/// Plies of the mate with a move first, as far as known.
fn plies(first: &FirstMove) -> u32 {
    let most = first.shortest.as_ref().and_then(|found| found.most);
    most.unwrap_or(first.line.len() as u32) + 1
}

fn whole(first: &FirstMove) -> Vec<Move> {
    [&[first.mv][..], &first.line].concat()
}

/// Passes progress on.
struct ForwardedProgress {
    nodes: u64,
}

impl Watcher for ForwardedProgress {
    fn progress(&mut self, progress: &Progress<'_, Move>) {
        self.nodes = self.nodes.max(progress.nodes);
        Informer.progress(progress);
    }
}
