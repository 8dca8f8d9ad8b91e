//! The composer's check: is a mate problem sound?
//!
//! Idea: go down the solution. At each turn of the attacker ask of every other check whether it mates, at
//! each turn of the defender of every other answer how long it lasts; then leave out pieces and look
//! whether anything changes. Each of these is a *unit* of its own that can be kept and need not be done
//! again. Every statement is a proof or a disproof of the library's search: what was not decided within
//! the limits is listed as undecided.
//!
//! Invariant: what is found is what the definitions in `docs/compose.md` say, by a plain minimax on small
//! problems: every fault, and none that is not there.

use std::time::Duration;

use phidelta::{Game, SolveError, Solver, Stats, Verdict};

use super::super::mv::Move;
use super::super::tsume::Tsume;
use super::all::after;
use super::alternative::{self, Turn};
use super::asker::{Asker, Watcher};
use super::defence;
use super::faults::{Fault, FaultKind, Soundness, Undecided};
use super::futile::Futile;
use super::pieces;
use super::shortest::find_shortest;
use super::solution::{self, SolutionError};

/// Nodes for each question that was not told otherwise: about a second.
pub(super) const QUESTION_NODES: u64 = 1_000_000;

/// What a check is to do.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckOptions {
    /// Which interpositions are not counted.
    pub futile: Futile,
    /// Nodes for each question, at most.
    pub question_nodes: u64,
    /// Whether to look for pieces that do nothing.
    pub pieces: bool,
}

impl Default for CheckOptions {
    fn default() -> CheckOptions {
        CheckOptions { futile: Futile::default(), question_nodes: QUESTION_NODES, pieces: true }
    }
}

impl CheckOptions {
    /// The same with these interpositions not counted.
    #[must_use]
    pub fn with_futile(mut self, futile: Futile) -> CheckOptions {
        self.futile = futile;
        self
    }

    /// The same with so many nodes for each question.
    #[must_use]
    pub fn with_question_nodes(mut self, nodes: u64) -> CheckOptions {
        self.question_nodes = nodes;
        self
    }

    /// The same, looking for pieces that do nothing, or not.
    #[must_use]
    pub fn with_pieces(mut self, pieces: bool) -> CheckOptions {
        self.pieces = pieces;
        self
    }
}

/// What a check found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The main line, as far as it counts.
    pub solution: Vec<Move>,
    /// How it goes on to mate on the board, by interpositions that are not counted.
    pub tail: Vec<Move>,
    /// What is wrong, in the order of the solution.
    pub faults: Vec<Fault>,
    /// What was not decided.
    pub undecided: Vec<Undecided>,
    /// Counters of all questions.
    pub stats: Stats,
    /// Wall time of all questions.
    pub elapsed: Duration,
}

impl Checked {
    /// The verdict.
    pub fn soundness(&self) -> Soundness {
        if self.faults.iter().any(|fault| fault.kind.is_fatal()) {
            Soundness::Unsound
        } else if !self.undecided.is_empty() {
            Soundness::Undecided
        } else if self.faults.is_empty() {
            Soundness::Sound
        } else {
            Soundness::Blemished
        }
    }
}

/// Keeps what a check has found, for another time. A unit is kept only if all of it was decided.
pub trait Notebook {
    /// What was found in a unit before.
    fn recall(&mut self, _unit: &str) -> Option<Vec<Fault>> {
        None
    }

    /// A unit is done.
    fn keep(&mut self, _unit: &str, _found: &[Fault]) {}

    /// The main line was found.
    fn keep_solution(&mut self, _solution: &[Move]) {}
}

impl Notebook for () {}

/// Why there is no check.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The solver refused.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The solution is none: nothing is concluded from it.
    #[error(transparent)]
    Solution(#[from] SolutionError),
}

/// Checks a problem, within the solver's limits. Without a solution the solver's own main line is the
/// solution.
pub fn check(
    solver: &mut Solver,
    game: &Tsume,
    solution: Option<&[Move]>,
    options: &CheckOptions,
    notebook: &mut dyn Notebook,
    watcher: &mut dyn Watcher,
) -> Result<Checked, CheckError> {
    let asker = &mut Asker::new(solver, watcher);
    let mut checked = Checked {
        solution: Vec::new(),
        tail: Vec::new(),
        faults: Vec::new(),
        undecided: Vec::new(),
        stats: Stats::default(),
        elapsed: Duration::ZERO,
    };
    if let Some(line) = main_line(asker, game, solution, options, notebook, &mut checked)? {
        let mut walk = Walk { asker, options, start: game, line: &line, notebook };
        (checked.faults, checked.undecided) = walk.all()?;
        let end = walk.line.iter().fold(game.clone(), |game, &mv| after(&game, mv));
        checked.tail = solution::tail(asker, &end)?;
        checked.solution = line;
    }
    checked.faults.sort_by_key(|fault| (fault.ply, fault.kind));
    (checked.stats, checked.elapsed) = (asker.inquiry.stats(), asker.inquiry.elapsed());
    Ok(checked)
}

/// The line to go down; `None` if there is none, and why is said.
fn main_line(
    asker: &mut Asker<'_, '_>,
    game: &Tsume,
    solution: Option<&[Move]>,
    options: &CheckOptions,
    notebook: &mut dyn Notebook,
    checked: &mut Checked,
) -> Result<Option<Vec<Move>>, CheckError> {
    if let Some(solution) = solution {
        let end = solution::counted_end(asker, game, solution, options.futile)??;
        return Ok(Some(solution[..end].to_vec()));
    }
    asker.watcher.stage("main line");
    let found = find_shortest(asker, game, options.futile)?;
    match found.verdict {
        Verdict::Disproved => checked.faults.push(Fault {
            kind: FaultKind::NoMate,
            ply: 0,
            line: found.line,
            line_complete: found.line_complete,
            length: None,
            piece: None,
        }),
        Verdict::Proved if found.length() != Some(found.line.len() as u32) && found.length().is_some() => {
            // Drops that lengthen the mate but are taken for free: no line on the board has this length.
            let about = "main line: an interposition lengthens the mate; --futile strict counts it";
            checked.undecided.push(Undecided { ply: 0, about: about.into() });
        }
        Verdict::Proved if found.length().is_some() && found.line_complete => {
            notebook.keep_solution(&found.line);
            return Ok(Some(found.line));
        }
        Verdict::Proved => checked.undecided.push(Undecided { ply: 0, about: "shortest mate".into() }),
        Verdict::Unknown(_) => checked.undecided.push(Undecided { ply: 0, about: "mate".into() }),
    }
    Ok(None)
}

/// A way down a solution.
pub(super) struct Walk<'w, 's, 'o> {
    pub(super) asker: &'w mut Asker<'s, 'o>,
    pub(super) options: &'w CheckOptions,
    pub(super) start: &'w Tsume,
    pub(super) line: &'w [Move],
    pub(super) notebook: &'w mut dyn Notebook,
}

/// What units found and left open.
pub(super) type Found = (Vec<Fault>, Vec<Undecided>);

/// What one unit found: faults, or that it was not decided.
pub(super) type Unit = Result<Option<Vec<Fault>>, SolveError>;

impl Walk<'_, '_, '_> {
    fn all(&mut self) -> Result<Found, SolveError> {
        let (mut faults, mut undecided) = self.moves(&mut |_| true)?;
        if self.options.pieces {
            let (more, open) = pieces::useless(self, &faults)?;
            faults.extend(more);
            undecided.extend(open);
        }
        Ok((faults, undecided))
    }

    /// All units about moves, as long as `go_on` says so of what one has found.
    pub(super) fn moves(&mut self, go_on: &mut dyn FnMut(&[Fault]) -> bool) -> Result<Found, SolveError> {
        let (mut faults, mut undecided) = (Vec::new(), Vec::new());
        let mut here = self.start.clone();
        for ply in 0..self.line.len() {
            let mut moves = Vec::new();
            here.moves(&mut moves);
            for mv in moves.into_iter().filter(|&mv| mv != self.line[ply]) {
                let name = format!("{} {mv}", ply + 1);
                match self.unit(&name, ply, &here, mv)? {
                    Some(found) => {
                        let goes_on = go_on(&found);
                        faults.extend(found);
                        if !goes_on {
                            return Ok((faults, undecided));
                        }
                    }
                    None => undecided.push(Undecided { ply, about: mv.to_string() }),
                }
            }
            here.play(self.line[ply]);
        }
        if !here.attacker_hand().is_empty() {
            let left = self.fault(FaultKind::LeftOver, 0, self.line.to_vec(), true);
            faults.push(Fault { length: Some(self.line.len() as u32), ..left });
        }
        Ok((faults, undecided))
    }

    /// One move that is not the solution's.
    fn unit(&mut self, name: &str, ply: usize, here: &Tsume, mv: Move) -> Unit {
        if let Some(found) = self.notebook.recall(name) {
            return Ok(Some(found));
        }
        if self.asker.is_over() {
            return Ok(None);
        }
        self.asker.watcher.stage(&format!("move {}: {mv}", ply + 1));
        let turn = Turn { ply, here, mv, rest: (self.line.len() - ply) as u32 };
        let found =
            if ply.is_multiple_of(2) { alternative::judge(self, turn)? } else { defence::judge(self, turn)? };
        if let Some(found) = &found {
            self.notebook.keep(name, found);
        }
        Ok(found)
    }

    pub(super) fn fault(&self, kind: FaultKind, ply: usize, line: Vec<Move>, line_complete: bool) -> Fault {
        Fault::new(kind, ply, line, line_complete)
    }

    /// A fault with the shortest mate after a move as its play.
    pub(super) fn with_mate(&mut self, kind: FaultKind, turn: Turn<'_>) -> Result<Fault, SolveError> {
        let game = after(turn.here, turn.mv);
        let (nodes, futile) = (self.options.question_nodes, self.options.futile);
        let found =
            self.asker.at_most(nodes.saturating_mul(4), |asker| find_shortest(asker, &game, futile))?;
        let length = found.length().map(|length| length + 1);
        let line = [&[turn.mv][..], &found.line, &found.tail].concat();
        let complete = found.verdict.is_proved() && found.line_complete;
        Ok(Fault { length, ..self.fault(kind, turn.ply, line, complete) })
    }
}
