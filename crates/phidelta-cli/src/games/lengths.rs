//! `--shortest` and `--all`: lengths of mates and first moves, as text and as JSON.

use clap::ValueEnum;
use phidelta::{Progress, Reason, SolveError, Solver, Verdict};
use phidelta_games::shogi::compose::{self, FirstMove, Futile, Shortest, Watcher, all_solutions, lengths};
use phidelta_games::shogi::{Move, Tsume};
use serde::Serialize;

use super::ask::{Answer, Answered, Watch, translated};
use phidelta::Report;

/// Which interpositions composition counting leaves out.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug, Default)]
pub(crate) enum FutileName {
    /// None: every ply counts
    Off,
    /// Drops where nothing but drops is left, taken with mate
    Strict,
    #[default]
    /// Drops that the checking piece takes at once, if with the piece given back the mate takes no longer
    Exact,
    /// The same for pieces that move between, and for any piece that takes
    Loose,
}

impl From<FutileName> for Futile {
    fn from(name: FutileName) -> Futile {
        match name {
            FutileName::Off => Futile::Off,
            FutileName::Strict => Futile::Strict,
            FutileName::Exact => Futile::Exact,
            FutileName::Loose => Futile::Loose,
        }
    }
}

impl FutileName {
    /// As it is written on the command line.
    pub(crate) fn word(self) -> &'static str {
        match self {
            FutileName::Off => "off",
            FutileName::Strict => "strict",
            FutileName::Exact => "exact",
            FutileName::Loose => "loose",
        }
    }
}

/// What is wanted beside the verdict.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wish {
    /// The shortest mate.
    pub(crate) shortest: bool,
    /// Every first move that mates.
    pub(crate) all: bool,
    /// How composition counting counts.
    pub(crate) futile: FutileName,
}

/// Lengths and first moves that were asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct More {
    /// Lengths, with `--shortest`.
    pub(crate) shortest: Option<Lengths>,
    /// First moves, with `--all`.
    pub(crate) moves: Option<Vec<First>>,
}

/// What is known of the shortest mate, in plies.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Lengths {
    /// It takes at least so many.
    pub(crate) least: u32,
    /// There is one within so many.
    pub(crate) most: Option<u32>,
    /// The same by composition counting.
    pub(crate) counted_least: Option<u32>,
    pub(crate) counted_most: Option<u32>,
    /// The line of that, without what is not counted at its end.
    pub(crate) counted_line: Vec<String>,
    /// How it was counted.
    pub(crate) futile: &'static str,
    /// Why something is left open.
    #[serde(serialize_with = "reason")]
    pub(crate) open: Option<Reason>,
}

/// A first move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct First {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) verdict: String,
    /// Plies of the shortest mate with it, by composition counting; only with `--shortest`.
    pub(crate) least: Option<u32>,
    pub(crate) most: Option<u32>,
    /// The mate behind it.
    pub(crate) line: Vec<String>,
}

fn reason<S: serde::Serializer>(reason: &Option<Reason>, serializer: S) -> Result<S::Ok, S::Error> {
    reason.map(|reason| reason.to_string()).serialize(serializer)
}

impl More {
    /// Why something that was asked for is open.
    pub(crate) fn is_open(&self) -> bool {
        let lengths = self.shortest.as_ref().is_some_and(|lengths| lengths.open.is_some());
        let moves = self.moves.iter().flatten().any(|first| first.verdict == "unknown");
        lengths || moves
    }
}

impl Lengths {
    /// For people, raw and by composition counting.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut lines = vec![range(self.least, self.most, self.open)];
        if let Some(least) = self.counted_least {
            let counted = range(least, self.counted_most, self.open);
            lines.push(format!("{counted} by composition counting ({})", self.futile));
        }
        lines
    }
}

/// "15 plies", or the bounds and why they have not met.
pub(crate) fn range(least: u32, most: Option<u32>, open: Option<Reason>) -> String {
    let plies = |n: u32| if n == 1 { "1 ply".to_string() } else { format!("{n} plies") };
    match most {
        Some(most) if most == least => plies(most),
        Some(most) => format!("at least {least}, at most {}{}", plies(most), why(open)),
        None => format!("at least {}{}", plies(least), why(open)),
    }
}

fn why(open: Option<Reason>) -> String {
    open.map_or(String::new(), |reason| format!(" ({reason})"))
}

/// Asks for what is wanted.
pub(crate) fn ask_more(solver: &mut Solver, game: &Tsume, wish: &Wish, watch: &mut dyn Watch) -> Answered {
    let futile = Futile::from(wish.futile);
    let mut more = More::default();
    let mut report = if wish.shortest {
        let found = lengths(solver, game, futile, &mut Teller(watch))?;
        more.shortest = (!found.raw.verdict.is_disproved()).then(|| lengths_of(&found, wish.futile));
        report_of(found.counted.as_ref().unwrap_or(&found.raw), &found.raw)
    } else {
        let text = |line: &[Move], from: usize| line[from..].iter().map(Move::to_string).collect();
        return all(solver, game, wish, watch).and_then(|moves| {
            more.moves = Some(moves);
            let answer = super::ask::ask(solver, &mut game.clone(), watch, &text)?;
            Ok(Answer { more, ..answer })
        });
    };
    if wish.all {
        more.moves = Some(all(solver, game, wish, watch)?);
    }
    report.line_complete &= report.verdict.is_decided();
    Ok(Answer { more, ..Answer::to_question(report) })
}

fn all(
    solver: &mut Solver,
    game: &Tsume,
    wish: &Wish,
    watch: &mut dyn Watch,
) -> Result<Vec<First>, SolveError> {
    let counting = wish.shortest.then(|| wish.futile.into());
    let found = all_solutions(solver, game, counting, &mut Teller(watch))?;
    Ok(found.iter().map(first_of).collect())
}

fn first_of(first: &FirstMove) -> First {
    let bound = |plies: u32| plies + 1;
    First {
        mv: first.mv.to_string(),
        verdict: first.verdict.to_string(),
        least: first.shortest.as_ref().map(|shortest| bound(shortest.least)),
        most: first.shortest.as_ref().and_then(|shortest| shortest.most).map(bound),
        line: first.line.iter().map(Move::to_string).collect(),
    }
}

fn lengths_of(found: &compose::Lengths, futile: FutileName) -> Lengths {
    let counted = found.counted.as_ref();
    let line = counted.filter(|counted| counted.verdict.is_proved()).map(|counted| &counted.line[..]);
    Lengths {
        least: found.raw.least,
        most: found.raw.most,
        counted_least: counted.map(|counted| counted.least),
        counted_most: counted.and_then(|counted| counted.most),
        counted_line: line.unwrap_or_default().iter().map(Move::to_string).collect(),
        futile: futile.word(),
        open: found.raw.open.or(counted.and_then(|counted| counted.open)),
    }
}

/// The line of the raw count, with the figures of all that was asked.
fn report_of(last: &Shortest, raw: &Shortest) -> Report<String> {
    let numbers = match raw.verdict {
        Verdict::Proved => phidelta::Numbers::PROVED,
        Verdict::Disproved => phidelta::Numbers::DISPROVED,
        Verdict::Unknown(_) => phidelta::Numbers::UNIT,
    };
    let (stats, elapsed) = (last.stats, last.elapsed);
    let (table_bytes, table_used) = (last.table_bytes, last.table_used);
    let text = |line: &[Move], from: usize| line[from..].iter().map(Move::to_string).collect();
    let &Shortest { verdict, line_complete, .. } = raw;
    let line = if verdict.is_decided() { raw.line.clone() } else { Vec::new() };
    translated(
        Report { verdict, numbers, line, line_complete, stats, elapsed, table_bytes, table_used, stock: 0 },
        &text,
    )
}

/// Moves of a line that a watcher gets to see.
const SHOWN_MOVES: usize = 16;

/// Passes news on.
pub(crate) struct Teller<'w>(pub(crate) &'w mut dyn Watch);

impl Watcher for Teller<'_> {
    fn progress(&mut self, progress: &Progress<'_, Move>) {
        let shown = &progress.line[..progress.line.len().min(SHOWN_MOVES)];
        let line: Vec<String> = shown.iter().map(Move::to_string).collect();
        let &Progress { numbers, nodes, elapsed, table_used, .. } = progress;
        self.0.progress(&Progress { numbers, nodes, elapsed, table_used, line: &line });
    }

    fn bounds(&mut self, least: u32, most: Option<u32>) {
        self.0.stage(&range(least, most, None));
    }

    fn stage(&mut self, text: &str) {
        self.0.stage(text);
    }
}
