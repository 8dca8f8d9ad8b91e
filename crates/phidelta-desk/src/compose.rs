//! The composer's check of a mate problem: reading it, checking it, and what was found as a page, KIF,
//! HTML or data.
//!
//! All of the judging is in `phidelta_games::shogi::compose`; here are its words and pages.

mod certificates;
mod html;
mod json;
mod notes;
mod page;

use phidelta::{Algorithm, SolveError, Solver};
use phidelta_games::shogi::compose::{CheckError, Checked, Futile, Notebook, SolutionError, Soundness};
use phidelta_games::shogi::compose::{CheckOptions, check as check_problem, read_solution};
use phidelta_games::shogi::{Move, Position, Tsume};

use crate::error::{InputError, Place};
use crate::events::Events;
use crate::games::shogi::{read_kifu, refused_record};
use crate::lengths::{ForwardedEvents, futile_word};
use crate::outcome::to_json;
use crate::read::{Source, text_of};
use crate::words::Language;

pub use certificates::{Disproof, certify};
pub use json::{CheckReport, FaultReport, UndecidedReport};
pub use notes::{Notes, NotesError};

/// How to search when nothing is said: hundreds of small questions, for which a relay is of no use.
pub const ALGORITHM: &str = "df-pn+tca+snda+eps=0.25";

/// The same, read.
pub fn default_algorithm() -> Algorithm {
    // A test reads it.
    ALGORITHM.parse().expect("a name written in this crate")
}

/// A mate problem, and its solution if that is given.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Composition {
    /// The diagram.
    pub game: Tsume,
    /// The solution; without it the solver's own main line is checked.
    pub solution: Option<Vec<Move>>,
}

impl Composition {
    /// Reads an SFEN, or a file with one game record, whose moves are the solution.
    pub fn read(source: Source<'_>) -> Result<Composition, InputError> {
        let (name, bytes) = match source {
            Source::Text(text) => return of_sfen(text),
            Source::File { name, bytes } => (name, bytes),
        };
        let Some(kifu) = read_kifu(bytes, name)? else { return of_sfen(text_of(bytes, name)?.trim()) };
        if kifu.count() != 1 {
            let message = format!("{} records, expected one problem", kifu.count());
            return Err(InputError::new(Place::File(name.into()), message));
        }
        let game = kifu.problem(0, 0).map_err(|error| refused_record(name, &error))?;
        let moves = kifu.moves(0, kifu.plies(0)).map_err(|error| refused_record(name, &error))?;
        let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
        let composition = Composition { game, solution: None };
        if moves.is_empty() { Ok(composition) } else { composition.with_solution(&moves) }
    }

    /// The same with a solution in USI.
    pub fn with_solution(mut self, moves: &[String]) -> Result<Composition, InputError> {
        self.solution = Some(read_solution(&self.game, moves).map_err(|error| refused(&error))?);
        Ok(self)
    }

    /// The same without a solution.
    pub fn without_solution(mut self) -> Composition {
        self.solution = None;
        self
    }
}

fn of_sfen(text: &str) -> Result<Composition, InputError> {
    let game = Tsume::from_sfen(text).map_err(|error| {
        InputError::new(Place::Name("SFEN".into()), &error.kind)
            .at(1, error.column(text))
            .marked(error.marked(text))
    })?;
    Ok(Composition { game, solution: None })
}

fn refused(error: &SolutionError) -> InputError {
    InputError::new(Place::Name("solution".into()), format!("{error}; nothing is concluded"))
}

/// Why there is no check.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ComposeError {
    /// The solution is none.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The search cannot start.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Checks a problem, within the solver's limits. What `notes` recalls is not searched again; a solution
/// of its own that it has kept is `known`.
pub fn check(
    solver: &mut Solver,
    composition: &Composition,
    known: Option<&[Move]>,
    options: &CheckOptions,
    notes: &mut dyn Notebook,
    events: &mut dyn Events,
) -> Result<CheckedProblem, ComposeError> {
    let Composition { game, solution } = composition;
    let line = solution.as_deref().or(known);
    match check_problem(solver, game, line, options, notes, &mut ForwardedEvents(events)) {
        Ok(checked) => {
            let (game, given) = (game.clone(), solution.is_some());
            Ok(CheckedProblem { game, checked, futile: options.futile, given })
        }
        Err(CheckError::Solve(error)) => Err(error.into()),
        Err(CheckError::Solution(error)) => Err(refused(&error).into()),
        Err(error) => {
            Err(InputError::new(Place::Name("solution".into()), format!("{error}; nothing is concluded"))
                .into())
        }
    }
}

/// A problem, its solution and what was found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckedProblem {
    /// The diagram.
    pub game: Tsume,
    /// What was found.
    pub checked: Checked,
    /// How plies are counted.
    pub futile: Futile,
    /// Whether the solution was given.
    pub given: bool,
}

impl CheckedProblem {
    /// Whether something was not decided.
    pub fn is_open(&self) -> bool {
        self.checked.soundness() == Soundness::Undecided || !self.checked.undecided.is_empty()
    }

    /// For people.
    pub fn text(&self, language: Language) -> String {
        page::text(self, language)
    }

    /// The solution as main line, faults as variations.
    pub fn kif(&self, language: Language) -> String {
        page::kif(self, language)
    }

    /// A page with diagrams that can be printed.
    pub fn html(&self, language: Language) -> String {
        html::page(self, language)
    }

    /// As data (docs/compose.md).
    pub fn report(&self) -> CheckReport {
        CheckReport::new(self)
    }

    /// One object in one row, with a line break behind it.
    pub fn json(&self) -> String {
        to_json(&self.report())
    }

    /// Every "does not mate" that was found, to be certified one by one.
    pub fn disproofs(&self) -> Vec<Disproof> {
        certificates::disproofs(self)
    }

    /// The name of the counting.
    fn counting(&self) -> &'static str {
        futile_word(self.futile)
    }

    /// What is played from the beginning where a fault is shown.
    fn before(&self, ply: usize) -> &[Move] {
        &self.checked.solution[..ply.min(self.checked.solution.len())]
    }

    /// The problem after so many plies of the solution.
    fn at(&self, ply: usize) -> Position {
        let mut position = self.game.position().clone();
        for &mv in self.before(ply) {
            position.play(mv);
        }
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_search_can_be_read() {
        assert_eq!(default_algorithm().to_string(), ALGORITHM);
    }
}
