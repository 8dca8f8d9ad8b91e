//! What a reader of a solution wants to see beside it: the other defences and how long they last (変化), and
//! the tries of the attacker and what refutes each (紛れ).
//!
//! Idea: go down the solution. Every other answer of the defender gets its shortest mate, every other check
//! of the attacker a proof that it mates or a line that shows how the defender escapes.
//!
//! Invariant: a length is proved, a refutation is a disproof; what a limit left open says so.

use phidelta::{Game, Side, SolveError, Solver, Verdict};

use super::super::mv::Move;
use super::super::tsume::Tsume;
use super::all::after;
use super::asker::{Asker, Watcher};
use super::check::QUESTION_NODES;
use super::futile::Futile;
use super::shortest::find_shortest;

/// What is to be looked at beside a solution.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Study {
    /// Which interpositions are not counted.
    pub futile: Futile,
    /// Nodes for each question, at most.
    pub question_nodes: u64,
    /// How many other answers of the defender are told at each of his turns, the longest first.
    pub variations: usize,
    /// Whether the attacker's other checks are looked at.
    pub tries: bool,
}

impl Default for Study {
    /// Nothing is told; questions are those of a check.
    fn default() -> Study {
        Study { futile: Futile::default(), question_nodes: QUESTION_NODES, variations: 0, tries: false }
    }
}

impl Study {
    /// The same with these interpositions not counted.
    #[must_use]
    pub fn with_futile(mut self, futile: Futile) -> Study {
        self.futile = futile;
        self
    }

    /// The same with so many nodes for each question.
    #[must_use]
    pub fn with_question_nodes(mut self, nodes: u64) -> Study {
        self.question_nodes = nodes;
        self
    }

    /// The same, telling so many other answers at each turn of the defender.
    #[must_use]
    pub fn with_variations(mut self, variations: usize) -> Study {
        self.variations = variations;
        self
    }

    /// The same, looking at the attacker's other checks, or not.
    #[must_use]
    pub fn with_tries(mut self, tries: bool) -> Study {
        self.tries = tries;
        self
    }
}

/// An answer of the defender that is not the solution's.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Variation {
    /// Plies of the solution before it.
    pub ply: usize,
    /// The answer.
    pub mv: Move,
    /// Whether the attacker mates behind it.
    pub verdict: Verdict,
    /// Plies from the answer to the mate, the answer included, by composition counting, if proved.
    pub length: Option<u32>,
    /// The answer and what follows: the shortest mate, or how the defender escapes.
    pub line: Vec<Move>,
    /// Whether the line goes to its end.
    pub line_complete: bool,
}

/// A check that is not the solution's.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Try {
    /// Plies of the solution before it.
    pub ply: usize,
    /// The check.
    pub mv: Move,
    /// Whether it mates.
    pub verdict: Verdict,
    /// The check and what follows: the answer that refutes it and how the defender escapes, or a mate.
    pub line: Vec<Move>,
    /// Whether the line goes to its end.
    pub line_complete: bool,
}

impl Try {
    /// The answer that refutes the check.
    pub fn refutation(&self) -> Option<Move> {
        self.line.get(1).copied().filter(|_| self.verdict.is_disproved())
    }
}

/// What was found beside a solution, in its order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Studied {
    /// Other defences.
    pub variations: Vec<Variation>,
    /// Answers of the defender that are not told, because there were more than asked for.
    pub left_out: usize,
    /// Other checks.
    pub tries: Vec<Try>,
}

/// Looks at what may be played beside a solution, within the solver's limits.
pub fn study(
    solver: &mut Solver,
    game: &Tsume,
    solution: &[Move],
    study: &Study,
    watcher: &mut dyn Watcher,
) -> Result<Studied, SolveError> {
    let asker = &mut Asker::new(solver, watcher);
    let mut studied = Studied::default();
    let mut here = game.clone();
    for (ply, &played) in solution.iter().enumerate() {
        let mut others = Vec::new();
        here.moves(&mut others);
        others.retain(|&mv| mv != played);
        if here.side() == Side::Attacker {
            if study.tries {
                for mv in others {
                    asker.watcher.stage(&format!("try {}: {mv}", ply + 1));
                    studied.tries.push(tried(asker, &here, ply, mv, study)?);
                }
            }
        } else if study.variations > 0 {
            let mut found = Vec::new();
            for mv in others {
                asker.watcher.stage(&format!("defence {}: {mv}", ply + 1));
                found.push(varied(asker, &here, ply, mv, study)?);
            }
            // What escapes or is open lasts longest; equal ones stay in the order of the generator.
            found.sort_by_key(|found| std::cmp::Reverse(found.length.unwrap_or(u32::MAX)));
            studied.left_out += found.len().saturating_sub(study.variations);
            found.truncate(study.variations);
            studied.variations.extend(found);
        }
        here.play(played);
    }
    Ok(studied)
}

/// What a length may take: as much as the check of faults gives one.
const QUESTIONS_OF_A_LENGTH: u64 = 4;

fn varied(
    asker: &mut Asker<'_, '_>,
    here: &Tsume,
    ply: usize,
    mv: Move,
    study: &Study,
) -> Result<Variation, SolveError> {
    let behind = after(here, mv);
    let nodes = study.question_nodes.saturating_mul(QUESTIONS_OF_A_LENGTH);
    let found = asker.at_most(nodes, |asker| find_shortest(asker, &behind, study.futile))?;
    let line = [&[mv][..], &found.line, &found.tail].concat();
    let length = found.length().map(|length| length + 1);
    Ok(Variation { ply, mv, verdict: found.verdict, length, line, line_complete: found.line_complete })
}

fn tried(
    asker: &mut Asker<'_, '_>,
    here: &Tsume,
    ply: usize,
    mv: Move,
    study: &Study,
) -> Result<Try, SolveError> {
    let report = asker.shown(&after(here, mv), study.question_nodes)?;
    let line = [&[mv][..], &report.line].concat();
    Ok(Try { ply, mv, verdict: report.verdict, line, line_complete: report.line_complete })
}
