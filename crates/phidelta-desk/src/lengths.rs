//! Lengths of mates and all first moves of mate problems.

use std::time::Duration;

use phidelta::{Game, MoveNumbers, Progress, Reason, Report, SolveError, Solver, Stats, Value, Verdict};
use phidelta_games::shogi::compose::{self, Futile, Shortest, Watcher, all_solutions, lengths};
use phidelta_games::shogi::{Move, Tsume};
use serde::{Serialize, Serializer};

use crate::ask::{Answer, translated};
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
    /// The move and that line in a notation for people, where the game has one.
    #[serde(skip)]
    pub notation: Vec<String>,
}

impl FirstMove {
    /// The move and the line behind it as people of a language read them.
    pub(crate) fn words(&self, language: Language) -> (&str, &[String]) {
        match self.notation.split_first() {
            Some((mv, line)) if language == Language::Ja => (mv, line),
            _ => (&self.mv, &self.line),
        }
    }
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
    let found = lengths(solver, game, wanted.futile, &mut ForwardedEvents::about(game, events))?;
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
    let found = all_solutions(solver, game, counting, &mut ForwardedEvents::about(game, events))?;
    Ok(found.iter().map(first_of).collect())
}

/// Asks for every first move and its length, and for nothing else. The line is that of the shortest mate;
/// there is none only if every move is disproved.
pub(crate) fn ask_first_moves(
    solver: &mut Solver,
    game: &Tsume,
    futile: Futile,
    events: &mut dyn Events,
) -> Result<Answer, SolveError> {
    events.phase(Phase::Search);
    let mut news = ForwardedEvents::about(game, events);
    let found = all_solutions(solver, game, Some(futile), &mut news)?;
    let plies = |first: &&compose::FirstMove| {
        first.shortest.as_ref().and_then(|shortest| shortest.most).unwrap_or(first.line.len() as u32)
    };
    let best = found.iter().filter(|first| first.verdict.is_proved()).min_by_key(plies);
    let open = found.iter().map(|first| first.verdict).find(|verdict| !verdict.is_decided());
    let mut report = Report::new(best.map_or(open.unwrap_or(Verdict::Disproved), |first| first.verdict));
    if let Some(first) = best {
        report.line = [&[first.mv][..], &first.line].concat();
        report.line_complete = first.shortest.as_ref().is_some_and(|shortest| shortest.line_complete);
    }
    (report.stats, report.elapsed, (report.table_bytes, report.table_used)) = news.so_far;
    let mut answer = Answer::to_question(translated(report, &move_texts));
    answer.moves = Some(found.iter().map(first_of).collect());
    Ok(answer)
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
        notation: Vec::new(),
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
pub(crate) struct ForwardedEvents<'e> {
    events: &'e mut dyn Events,
    /// The position asked about, where all questions are about it.
    root: Option<&'e Tsume>,
    /// The first move that the present questions come after.
    first: Option<Move>,
    /// Of the questions that have ended: counters, time, bytes of the table and the share in use.
    so_far: (Stats, Duration, (u64, f64)),
}

impl<'e> ForwardedEvents<'e> {
    /// For a check, whose questions begin all along its solution: lines are told from where they begin.
    pub(crate) fn new(events: &'e mut dyn Events) -> ForwardedEvents<'e> {
        ForwardedEvents { events, root: None, first: None, so_far: Default::default() }
    }

    /// For questions about one position: lines are told from there.
    pub(crate) fn about(root: &'e Tsume, events: &'e mut dyn Events) -> ForwardedEvents<'e> {
        ForwardedEvents { root: Some(root), ..ForwardedEvents::new(events) }
    }

    /// The line from the root, as far as it is one: some questions begin further down.
    fn line(&self, line: &[Move]) -> Vec<Move> {
        let all = self.first.iter().chain(line).take(self.events.shown_moves());
        let Some(root) = self.root else { return all.copied().collect() };
        let (mut here, mut out) = (root.clone(), Vec::new());
        for &mv in all {
            if !legal(&here).contains(&mv) {
                break;
            }
            here.play(mv);
            out.push(mv);
        }
        out
    }

    /// Whether these are the moves of the root.
    fn is_root(&self, moves: &[MoveNumbers<Move>]) -> bool {
        let same = |root: &Tsume| legal(root).iter().eq(moves.iter().map(|found| &found.mv));
        self.root.is_none_or(|root| self.first.is_none() && same(root))
    }
}

fn legal(game: &Tsume) -> Vec<Move> {
    let mut moves = Vec::new();
    if game.outcome().is_none() {
        game.moves(&mut moves);
    }
    moves
}

impl Watcher for ForwardedEvents<'_> {
    fn progress(&mut self, progress: &Progress<'_, Move>) {
        let line = move_texts(&self.line(progress.line), 0);
        let root = if self.is_root(progress.root) { progress.root } else { &[] };
        let root: Vec<MoveNumbers<String>> =
            root.iter().map(|found| MoveNumbers::new(found.mv.to_string(), found.numbers)).collect();
        let mut told = progress.with_moves(&line, &root);
        told.depth += usize::from(self.first.is_some());
        self.events.progress(&told);
    }

    fn hold(&mut self) -> bool {
        self.events.hold()
    }

    fn bounds(&mut self, least: u32, most: Option<u32>) {
        self.events.bounds(least, most);
    }

    fn stage(&mut self, text: &str) {
        self.events.stage(text);
    }

    fn first_move(&mut self, mv: Move) {
        self.first = Some(mv);
    }

    fn answered(&mut self, stats: &Stats, elapsed: Duration, table: (u64, f64)) {
        self.so_far = (*stats, elapsed, table);
    }
}
