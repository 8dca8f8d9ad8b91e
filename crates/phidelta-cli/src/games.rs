//! The games the command knows, and how a search over any of them becomes text.
//!
//! A game is one file in `games/`: a [`GameKind`] that reads positions and a [`Problem`] that hands its
//! rules to [`ask`]. It joins the command with its line in [`GAMES`]; nothing else names it.

pub(crate) mod graph;
mod shogi;
mod synthetic;

use std::fmt;

use phidelta::{Game, Goal, Observer, Progress, Report, SolveError, Solver, Step};

use crate::failure::Result;

pub(crate) use graph::GraphProblem;
pub(crate) use synthetic::SyntheticProblem;

/// All games, in the order of the help.
pub(crate) static GAMES: &[&dyn GameKind] = &[&graph::Kind, &shogi::Kind, &synthetic::Kind];

/// A game: how its positions are read.
pub(crate) trait GameKind: Send + Sync {
    /// As it is called on the command line.
    fn name(&self) -> &'static str;

    /// What a position looks like, in one line.
    fn about(&self) -> &'static str;

    /// How positions stand in a file.
    fn layout(&self) -> Layout {
        Layout::Lines
    }

    /// Reads one position. A message names `place` and what was expected there.
    fn read(&self, text: &str, place: &Place, options: &Options) -> Result<Box<dyn Problem>>;

    /// Reads a whole file of game records: of each the position after `ply` moves. `None` if the file is
    /// nothing of that kind.
    fn read_records(&self, _bytes: &[u8], _name: &str, _ply: usize) -> Result<Option<Vec<Box<dyn Problem>>>> {
        Ok(None)
    }

    /// Whether answers can be written as KIF.
    fn writes_kif(&self) -> bool {
        false
    }
}

/// How positions stand in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Layout {
    /// One a line.
    Lines,
    /// The file is one position.
    Whole,
}

/// What was asked for beside the position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// What the attacker wants, if not what the position says.
    pub(crate) goal: Option<Goal>,
}

/// Where a text comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// The command line.
    Argument,
    /// A whole file; `-` is the standard input.
    File(String),
    /// One line of a file, counted from 1.
    Line(String, usize),
}

impl Place {
    /// A line and column of the text, both counted from 1, as editors understand it.
    pub(crate) fn at(&self, line: usize, column: usize) -> String {
        match self {
            Place::Line(file, first) => format!("{file}:{}:{column}", first + line - 1),
            _ => format!("{self}:{line}:{column}"),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Argument => f.write_str("POSITION"),
            Place::File(file) => f.write_str(file),
            Place::Line(file, line) => write!(f, "{file}:{line}"),
        }
    }
}

/// The game called so.
pub(crate) fn find(name: &str) -> std::result::Result<&'static dyn GameKind, String> {
    GAMES.iter().find(|game| game.name() == name).copied().ok_or_else(|| {
        let names: Vec<&str> = GAMES.iter().map(|game| game.name()).collect();
        format!("unknown game; known are {}", names.join(", "))
    })
}

/// A position and a question about it.
pub(crate) trait Problem {
    /// The position as it was given.
    fn position(&self) -> &str;

    /// What is asked, in a word or two: "win".
    fn question(&self) -> String;

    /// Searches for the answer.
    fn solve(
        &mut self,
        solver: &mut Solver,
        watch: &mut dyn Watch,
    ) -> std::result::Result<Answer, SolveError>;

    /// The position and the line found for it as KIF, if the game [`GameKind::writes_kif`].
    fn kif(&self, _report: &Report<String>, _notes: &[String]) -> String {
        String::new()
    }

    /// What only people want to see of a position and the line found for it.
    fn for_people(&self, _line: &[String]) -> ForPeople {
        ForPeople::default()
    }
}

/// What programs have no use for.
#[derive(Default)]
pub(crate) struct ForPeople {
    /// The position as a picture of several lines.
    pub(crate) drawing: Option<String>,
    /// The line in another notation, whose characters may be two columns wide.
    pub(crate) line: Vec<String>,
}

/// What a search found, with moves as text.
pub(crate) struct Answer {
    /// The library's report.
    pub(crate) report: Report<String>,
    /// The value for the side to move, in games that have one: "win", "draw" or "loss".
    pub(crate) value: Option<&'static str>,
}

/// Someone who looks on while a search runs.
pub(crate) trait Watch {
    /// How it stands; the line is only the first moves of the one looked at.
    fn progress(&mut self, _progress: &Progress<'_, String>) {}

    /// Whether steps are wanted.
    fn wants_steps(&self) -> bool {
        false
    }

    /// A step at `depth` plies; the line is only the last moves.
    fn step(&mut self, _step: &Step<'_, String>, _depth: usize) {}
}

/// Nobody looks on.
impl Watch for () {}

/// Moves of a line that a watcher gets to see: as many as fit into a terminal's line.
const SHOWN_MOVES: usize = 16;

/// The moves of a line from an index on, as text: how a move is written may depend on those before it.
pub(crate) type Notation<'a, M> = dyn Fn(&[M], usize) -> Vec<String> + 'a;

/// Searches `game`; `text` is how it writes its moves.
pub(crate) fn ask<G: Game>(
    solver: &mut Solver,
    game: &mut G,
    watch: &mut dyn Watch,
    text: &Notation<'_, G::Move>,
) -> std::result::Result<Report<String>, SolveError> {
    let report = solver.solve_observed(game, &mut Interpreter { text, watch })?;
    let line = text(&report.line, 0);
    let Report { verdict, numbers, line_complete, stats, elapsed, table_bytes, table_used, .. } = report;
    Ok(Report { verdict, numbers, line, line_complete, stats, elapsed, table_bytes, table_used })
}

/// Turns news about moves into news about text.
struct Interpreter<'a, M> {
    text: &'a Notation<'a, M>,
    watch: &'a mut dyn Watch,
}

impl<M> Observer<M> for Interpreter<'_, M> {
    fn progress(&mut self, progress: &Progress<'_, M>) {
        let line = (self.text)(&progress.line[..progress.line.len().min(SHOWN_MOVES)], 0);
        let &Progress { numbers, nodes, elapsed, table_used, .. } = progress;
        self.watch.progress(&Progress { numbers, nodes, elapsed, table_used, line: &line });
    }

    fn wants_steps(&self) -> bool {
        self.watch.wants_steps()
    }

    fn step(&mut self, step: &Step<'_, M>) {
        let depth = step.line.len();
        let line = (self.text)(step.line, depth.saturating_sub(SHOWN_MOVES));
        let &Step { event, node, numbers, thresholds, .. } = step;
        self.watch.step(&Step { event, node, line: &line, numbers, thresholds }, depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        let names: std::collections::BTreeSet<&str> = GAMES.iter().map(|game| game.name()).collect();
        assert_eq!(names.len(), GAMES.len());
        assert!(names.iter().all(|name| find(name).unwrap().name() == *name));
        assert!(find("chess").err().unwrap().contains("graph"));
    }

    #[test]
    fn places_read_like_those_of_compilers() {
        assert_eq!(Place::File("a.json".into()).at(3, 7), "a.json:3:7");
        assert_eq!(Place::Line("a.txt".into(), 5).at(1, 7), "a.txt:5:7");
        assert_eq!(Place::Argument.to_string(), "POSITION");
    }
}
