//! Lengths of mates and all first moves of mate problems.

use phidelta::{MoveNumbers, Progress, Reason, Report, SolveError, Solver, Value};
use phidelta_games::shogi::compose::{self, Futile, Shortest, Watcher, all_solutions, lengths};
use phidelta_games::shogi::{Move, Tsume};
use serde::{Serialize, Serializer};

use crate::ask::{Answer, SHOWN_MOVES, translated};
use crate::events::{Events, Phase};
use crate::request::Wanted;
use crate::words::Language;

/// The readings of which interpositions composition counting leaves out, each with its name.
pub const FUTILE: [(&str, Futile); 4] =
    [("off", Futile::Off), ("strict", Futile::Strict), ("exact", Futile::Exact), ("loose", Futile::Loose)];

/// The name of a reading.
pub fn futile_word(futile: Futile) -> &'static str {
    FUTILE.iter().find(|(_, known)| *known == futile).map_or("exact", |(word, _)| word)
}

/// The moves of a line from an index on, in USI.
pub(crate) fn move_texts(line: &[Move], from: usize) -> Vec<String> {
    line[from..].iter().map(Move::to_string).collect()
}

/// What is known of the shortest mate, in plies.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Lengths {
    /// It takes at least so many.
    pub least: u32,
    /// There is one within so many.
    pub most: Option<u32>,
    /// The same by composition counting.
    pub counted_least: Option<u32>,
    /// And at most.
    pub counted_most: Option<u32>,
    /// The line of that, without what is not counted at its end.
    pub counted_line: Vec<String>,
    /// How it was counted.
    pub futile: &'static str,
    /// Why something is left open.
    #[serde(serialize_with = "reason")]
    pub open: Option<Reason>,
}

/// A first move.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct FirstMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether it reaches what is asked: `proved`, `disproved` or `unknown`; where the value is asked for,
    /// `proved` for a win, `disproved` for a draw and a loss.
    pub verdict: String,
    /// The value for the side to move, where it was asked for and is decided.
    #[serde(serialize_with = "value")]
    pub value: Option<Value>,
    /// The exact score for the side to move, where it was asked for and found.
    pub score: Option<i32>,
    /// Plies of the shortest mate with it, by composition counting, where lengths were asked for.
    pub least: Option<u32>,
    /// There is one within so many.
    pub most: Option<u32>,
    /// The line behind it that shows this.
    pub line: Vec<String>,
}

fn value<S: Serializer>(value: &Option<Value>, serializer: S) -> Result<S::Ok, S::Error> {
    value.map(|value| value.to_string()).serialize(serializer)
}

fn reason<S: Serializer>(reason: &Option<Reason>, serializer: S) -> Result<S::Ok, S::Error> {
    reason.map(|reason| reason.to_string()).serialize(serializer)
}

/// Asks for the shortest mate, and for what else is wanted.
pub(crate) fn ask_with_lengths(
    solver: &mut Solver,
    game: &Tsume,
    wanted: &Wanted,
    events: &mut dyn Events,
) -> Result<Answer, SolveError> {
    events.phase(Phase::Search);
    let found = lengths(solver, game, wanted.futile, &mut ForwardedEvents(events))?;
    let mut report = report_of(found.counted.as_ref().unwrap_or(&found.raw), &found.raw);
    report.line_complete &= report.verdict.is_decided();
    let mut answer = Answer::to_question(report);
    answer.shortest = (!found.raw.verdict.is_disproved()).then(|| lengths_of(&found, wanted.futile));
    if wanted.all {
        answer.moves = Some(all(solver, game, wanted, events)?);
    }
    Ok(answer)
}

/// Every check, with its length where that is wanted, too.
pub(crate) fn all(
    solver: &mut Solver,
    game: &Tsume,
    wanted: &Wanted,
    events: &mut dyn Events,
) -> Result<Vec<FirstMove>, SolveError> {
    let counting = wanted.shortest.then_some(wanted.futile);
    let found = all_solutions(solver, game, counting, &mut ForwardedEvents(events))?;
    Ok(found.iter().map(first_of).collect())
}

fn first_of(first: &compose::FirstMove) -> FirstMove {
    let bound = |plies: u32| plies + 1;
    FirstMove {
        mv: first.mv.to_string(),
        verdict: first.verdict.to_string(),
        value: None,
        score: None,
        least: first.shortest.as_ref().map(|shortest| bound(shortest.least)),
        most: first.shortest.as_ref().and_then(|shortest| shortest.most).map(bound),
        line: move_texts(&first.line, 0),
    }
}

fn lengths_of(found: &compose::Lengths, futile: Futile) -> Lengths {
    let counted = found.counted.as_ref();
    let line = counted.filter(|counted| counted.verdict.is_proved()).map(|counted| &counted.line[..]);
    Lengths {
        least: found.raw.least,
        most: found.raw.most,
        counted_least: counted.map(|counted| counted.least),
        counted_most: counted.and_then(|counted| counted.most),
        counted_line: move_texts(line.unwrap_or_default(), 0),
        futile: futile_word(futile),
        open: found.raw.open.or(counted.and_then(|counted| counted.open)),
    }
}

/// The line of the raw count, with the figures of all that was asked.
fn report_of(last: &Shortest, raw: &Shortest) -> Report<String> {
    let mut report = Report::new(raw.verdict);
    if raw.verdict.is_decided() {
        report.line.clone_from(&raw.line);
    }
    report.line_complete = raw.line_complete;
    (report.stats, report.elapsed) = (last.stats, last.elapsed);
    (report.table_bytes, report.table_used) = (last.table_bytes, last.table_used);
    translated(report, &move_texts)
}

/// Passes news of the composer's searches on.
pub(crate) struct ForwardedEvents<'e>(pub(crate) &'e mut dyn Events);

impl Watcher for ForwardedEvents<'_> {
    fn progress(&mut self, progress: &Progress<'_, Move>) {
        let line = move_texts(&progress.line[..progress.line.len().min(SHOWN_MOVES)], 0);
        let root: Vec<MoveNumbers<String>> =
            progress.root.iter().map(|found| MoveNumbers::new(found.mv.to_string(), found.numbers)).collect();
        self.0.progress(&progress.with_moves(&line, &root));
    }

    fn hold(&mut self) -> bool {
        self.0.hold()
    }

    fn bounds(&mut self, least: u32, most: Option<u32>) {
        self.0.stage(&Language::En.range(least, most, None));
    }

    fn stage(&mut self, text: &str) {
        self.0.stage(text);
    }
}
