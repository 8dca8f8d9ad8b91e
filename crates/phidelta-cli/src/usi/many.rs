//! `MultiPV` and `ShortestMate`: every first move that mates, or one, measured by raw plies (docs/compose.md).

use phidelta::Reason;
use phidelta_desk::{Answer, FirstMove};

use super::search::pv;
use super::{send, tell};

/// Tells up to `most` first moves, the shortest mates first, and what was not decided. `ended` is what has
/// ended the search, if something is left open.
pub(super) fn tell_lengths(answer: &Answer, most: usize, ended: Reason) {
    for (first, number) in mates(answer).iter().zip(1..=most) {
        let exact = if first.least == first.most { "" } else { " upperbound" };
        let line = [&[first.mv.clone()][..], &first.line].concat();
        send(&format!("info multipv {number} score mate +{}{exact}{}", plies(first), pv(&line)));
    }
    let open = answer.moves.iter().flatten().filter(|first| first.verdict == "unknown");
    let open: Vec<&str> = open.map(|first| first.mv.as_str()).collect();
    if !open.is_empty() {
        tell(&format!("undecided: {} ({ended})", open.join(" ")));
    }
    if let Some(lengths) = &answer.shortest
        && answer.report.verdict.is_proved()
        && lengths.most != Some(lengths.least)
    {
        let least = lengths.least;
        tell(&format!("not proved to be the shortest: {ended}; at least {least} plies"));
    }
}

/// The first moves that mate, the shortest first.
fn mates(answer: &Answer) -> Vec<&FirstMove> {
    let mut mates: Vec<&FirstMove> =
        answer.moves.iter().flatten().filter(|first| first.verdict == "proved").collect();
    mates.sort_by_key(|first| plies(first));
    mates
}

/// Plies of the mate with a move first, as far as known.
fn plies(first: &FirstMove) -> u32 {
    first.most.unwrap_or(first.line.len() as u32 + 1)
}
