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
use phidelta_games::shogi::compose::{CheckOptions, check as check_problem, read_solution, study};
use phidelta_games::shogi::compose::{Studied, Study};
use phidelta_games::shogi::{Kifu, Move, Position, Tsume, read_moves};

use crate::error::{InputError, Place};
use crate::events::Events;
use crate::games::shogi::{read_kifu, refused_record, refused_text};
use crate::lengths::{ForwardedEvents, futile_word};
use crate::outcome::to_json;
use crate::read::{Source, text_of};
use crate::rows;
use crate::words::Language;

pub use certificates::{Disproof, certify};
pub use json::{CheckReport, FaultReport, PlayReport, UndecidedReport};
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
    /// What it is called, if its record says so.
    pub title: Option<String>,
    /// Who composed it, if its record says so.
    pub author: Option<String>,
}

impl Composition {
    /// Reads an SFEN, or a file: game records, whose moves are the solutions, or one SFEN a row.
    pub fn read(source: Source<'_>) -> Result<Vec<Composition>, InputError> {
        let (name, bytes) = match source {
            Source::Text(text) => return Ok(vec![of_sfen(text, Place::Name("SFEN".into()))?]),
            Source::File { name, bytes } => (name, bytes),
        };
        let Some(kifu) = read_kifu(bytes, name)? else { return of_rows(text_of(bytes, name)?, name) };
        (0..kifu.count()).map(|record| of_record(&kifu, record, name)).collect()
    }

    /// The same with a solution, in USI or in Japanese notation.
    pub fn with_solution(mut self, text: &str) -> Result<Composition, InputError> {
        let moves: Vec<String> = if text.is_ascii() {
            text.split([' ', ',', '_']).filter(|word| !word.is_empty()).map(str::to_string).collect()
        } else {
            let line = read_moves(self.game.position(), text).map_err(|error| {
                let message = format!("{}; nothing is concluded", error.kind);
                InputError::new(Place::Name("solution".into()), message)
                    .at(1, error.column(text))
                    .marked(error.marked(text))
            })?;
            line.iter().map(Move::to_string).collect()
        };
        self.solution = Some(read_solution(&self.game, &moves).map_err(|error| refused(&error))?);
        Ok(self)
    }

    /// The same without a solution.
    pub fn without_solution(mut self) -> Composition {
        self.solution = None;
        self
    }
}

/// The problem of a record, with its moves as the solution.
fn of_record(kifu: &Kifu, record: usize, name: &str) -> Result<Composition, InputError> {
    let game = kifu.problem(record, 0).map_err(|error| refused_record(name, &error))?;
    let moves = kifu.moves(record, kifu.plies(record)).map_err(|error| refused_record(name, &error))?;
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    let solution = (!moves.is_empty()).then(|| read_solution(&game, &moves)).transpose();
    let solution = solution.map_err(|error| refused(&error))?;
    let (title, author) = (kifu.title(record).map(str::to_string), kifu.author(record).map(str::to_string));
    Ok(Composition { game, solution, title, author })
}

/// Problems as SFEN, one a row, notes behind a tab.
fn of_rows(text: &str, name: &str) -> Result<Vec<Composition>, InputError> {
    let found = rows::positions(text, |row| rows::first_part(row, &['#'], &['\t']));
    let problems: Vec<Composition> = found
        .map(|found| {
            let rows::Found { row, before, position } = found;
            of_sfen(position, Place::Row { file: name.into(), row, before })
        })
        .collect::<Result<_, _>>()?;
    if problems.is_empty() {
        return Err(InputError::new(
            Place::File(name.into()),
            "no position in it, expected SFEN or a record",
        ));
    }
    Ok(problems)
}

fn of_sfen(text: &str, place: Place) -> Result<Composition, InputError> {
    let game = Tsume::from_sfen(text).map_err(|error| refused_text(text, &place, &error))?;
    Ok(Composition { game, solution: None, title: None, author: None })
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
    let Composition { game, solution, title, author } = composition;
    let line = solution.as_deref().or(known);
    match check_problem(solver, game, line, options, notes, &mut ForwardedEvents::new(events)) {
        Ok(checked) => Ok(CheckedProblem {
            game: game.clone(),
            checked,
            futile: options.futile,
            given: solution.is_some(),
            title: title.clone(),
            author: author.clone(),
            studied: Studied::default(),
        }),
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
    /// What it is called.
    pub title: Option<String>,
    /// Who composed it.
    pub author: Option<String>,
    /// What else may be played, where that was asked for ([`CheckedProblem::study`]).
    pub studied: Studied,
}

impl CheckedProblem {
    /// Whether something was not decided.
    pub fn is_open(&self) -> bool {
        self.checked.soundness() == Soundness::Undecided || !self.checked.undecided.is_empty()
    }

    /// Looks at what may be played beside the solution: other defences and tries.
    pub fn study(
        &mut self,
        solver: &mut Solver,
        wanted: &Study,
        events: &mut dyn Events,
    ) -> Result<(), SolveError> {
        let line = &self.checked.solution;
        self.studied = study(solver, &self.game, line, wanted, &mut ForwardedEvents::new(events))?;
        Ok(())
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
        html::page(&[self], language)
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

/// Several problems on one page that can be printed.
pub fn html_of_all(found: &[CheckedProblem], language: Language) -> String {
    html::page(&found.iter().collect::<Vec<_>>(), language)
}

/// A table of several problems: number, title, verdict, plies, faults.
pub fn table(found: &[CheckedProblem], language: Language) -> String {
    page::table(found, language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_search_can_be_read() {
        assert_eq!(default_algorithm().to_string(), ALGORITHM);
    }
}
