//! Proofs that are too large for a certificate: a tree to a depth, and a list of the leaves it rests on.
//!
//! [`write()`] makes the list after a search, on its table: of the winner one move, of the other side all, down
//! to so many plies. [`Listed`] is a leaf that the checker has read; [`Listed::settle`] solves it by itself,
//! with a certificate of its own if that is wanted. The form is described in docs/certificate.md, the checker
//! of its tree is that of `phidelta-check`.
//!
//! A leaf stands for itself: it is asked without the moves that led there ([`Leaf`]). Where positions repeat, one
//! that comes back on the way is written as a leaf.

use std::collections::HashMap;
use std::io::{self, Write};

use phidelta::{Claim, Form, Reason, Side, SolveError, Solver, Verdict};
use phidelta_check::{LeafSeen, Limits, Said};

use crate::error::{InputError, RunError};
use crate::events::{Events, Phase};
use crate::games::{Options, find};
use crate::leaf::Leaf;
use crate::problem::Problem;
use crate::read::{Source, read};

/// What a list holds, and what it has cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ListStats {
    /// Positions with moves.
    pub positions: u64,
    /// Their moves.
    pub moves: u64,
    /// Positions without.
    pub leaves: u64,
    /// Nodes of the searches for the winner's moves that the table had lost.
    pub nodes: u64,
}

/// Why there is no list.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ListError {
    /// The problem cannot be asked move by move.
    #[error("{0}")]
    Problem(String),
    /// The search cannot start.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A limit came first.
    #[error("not finished: {0}")]
    Unfinished(Reason),
    /// No move of the winner was found where there must be one.
    #[error("a move of the side that has won is lost")]
    Lost,
    /// It could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// Writes the list of an answer that was found on this solver, to so many plies (at least 1). The solver
/// should give no lines: they would be made for every position.
pub fn write(
    problem: &Problem,
    claim: Claim,
    plies: u32,
    solver: &mut Solver,
    out: &mut dyn Write,
    events: &mut dyn Events,
) -> Result<ListStats, ListError> {
    let heading = problem.ask.heading();
    let (question, answer) = claim.words();
    writeln!(out, "phidelta-leaves\t1\ngame\t{}\nrules\t{}", heading.game, heading.rules)?;
    writeln!(out, "position\t{}\nanswer\t{question}\t{answer}", heading.position)?;
    let mut all = ListStats::default();
    for (asked, verdict) in claim.parts() {
        let root = problem.ask.leaf(asked).map_err(ListError::Problem)?;
        writeln!(out, "part\t{asked}\t{verdict}")?;
        events.phase(Phase::Certificate);
        let mut walk = Walk {
            solver: &mut *solver,
            out: &mut *out,
            events: &mut *events,
            verdict,
            plies: plies.max(1),
            rows: HashMap::new(),
            path: Vec::new(),
            last: 0,
            done: ListStats::default(),
        };
        let root = walk.place(root)?;
        let ListStats { positions, moves, leaves, nodes } = walk.done;
        writeln!(out, "end\t{}\t{positions}\t{moves}\t{leaves}", target(root))?;
        all.positions += positions;
        all.moves += moves;
        all.leaves += leaves;
        all.nodes += nodes;
    }
    Ok(all)
}

/// Nodes for each move of the winner, one budget after the other until one of the moves is known to win. The
/// first is enough for what the table knows.
const BUDGETS: [u64; 5] = [1 << 10, 1 << 15, 1 << 20, 1 << 25, u64::MAX];

struct Walk<'w> {
    solver: &'w mut Solver,
    out: &'w mut dyn Write,
    events: &'w mut dyn Events,
    verdict: Verdict,
    plies: u32,
    /// Positions that have a row.
    rows: HashMap<String, u64>,
    /// Positions whose rows will come.
    path: Vec<String>,
    last: u64,
    done: ListStats,
}

/// What a move leads to: the end of the game, or the row of this number.
type Target = Option<u64>;

fn target(target: Target) -> String {
    target.map_or_else(|| ".".into(), |id| id.to_string())
}

impl Walk<'_> {
    /// Writes what is needed of a position, and returns what a move to it leads to.
    fn place(&mut self, here: Leaf) -> Result<Target, ListError> {
        if let Some(end) = here.ended() {
            return if end == self.verdict { Ok(None) } else { Err(ListError::Lost) };
        }
        let text = here.position();
        if let Some(&id) = self.rows.get(&text) {
            return Ok(Some(id));
        }
        if self.path.len() == self.plies as usize || self.path.contains(&text) {
            let (question, answer) = here.part(self.verdict).1.words();
            self.last += 1;
            writeln!(self.out, "leaf\t{}\t{text}\t{question}\t{answer}", self.last)?;
            self.done.leaves += 1;
            self.rows.insert(text, self.last);
            return Ok(Some(self.last));
        }
        let wins = (here.side() == Side::Attacker) == self.verdict.is_proved();
        let kept = if wins { vec![self.choose(&here)?] } else { children(&here)? };
        self.path.push(text);
        let mut row = String::new();
        let moves = kept.len() as u64;
        for (mv, child) in kept {
            let leads = self.place(child)?;
            row += &format!("\t{mv}\t{}", target(leads));
        }
        let text = self.path.pop().ok_or(ListError::Lost)?;
        self.last += 1;
        writeln!(self.out, "{}\t{text}{row}", self.last)?;
        self.done.positions += 1;
        self.done.moves += moves;
        self.rows.insert(text, self.last);
        Ok(Some(self.last))
    }

    /// A move of the winner: to an end, to what has a row, or to what the table or a new search knows to be won.
    fn choose(&mut self, here: &Leaf) -> Result<(String, Leaf), ListError> {
        let mut open = children(here)?;
        let known = |child: &Leaf| child.ended() == Some(self.verdict);
        let row = |child: &Leaf| self.rows.contains_key(&child.position());
        let found = open.iter().position(|(_, child)| known(child));
        let found = found.or_else(|| open.iter().position(|(_, child)| row(child)));
        if let Some(index) = found {
            return Ok(open.swap_remove(index));
        }
        // Not by the other side's ends, and round only where nothing else wins: then that is a leaf.
        open.retain(|(_, child)| child.ended().is_none());
        let (mut round, mut on): (Vec<_>, Vec<_>) =
            open.into_iter().partition(|(_, child)| self.path.contains(&child.position()));
        match self.winning(&mut on)? {
            Some(found) => Ok(found),
            None => self.winning(&mut round)?.ok_or(ListError::Lost),
        }
    }

    /// One of these moves that wins, by ever larger searches.
    fn winning(&mut self, open: &mut Vec<(String, Leaf)>) -> Result<Option<(String, Leaf)>, ListError> {
        for nodes in BUDGETS {
            let mut index = 0;
            while index < open.len() {
                let answer = open[index].1.clone().solve(self.solver, nodes, self.events)?;
                self.done.nodes += answer.nodes;
                match answer.verdict {
                    verdict if verdict == self.verdict => return Ok(Some(open.swap_remove(index))),
                    Verdict::Unknown(reason) if reason == Reason::Stopped || nodes == u64::MAX => {
                        return Err(ListError::Unfinished(reason));
                    }
                    Verdict::Unknown(_) => index += 1,
                    Verdict::Proved | Verdict::Disproved => drop(open.remove(index)),
                }
            }
        }
        Ok(None)
    }
}

/// The moves of a position, and the positions behind them.
fn children(here: &Leaf) -> Result<Vec<(String, Leaf)>, ListError> {
    let moves = here.moves();
    if moves.is_empty() {
        return Err(ListError::Unfinished(Reason::OpenPosition));
    }
    let behind = |mv: String| {
        let child = here.behind(std::slice::from_ref(&mv)).map_err(|_| ListError::Lost)?;
        Ok((child.named(mv), child))
    };
    moves.into_iter().map(behind).collect()
}

/// A leaf that stands in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    game: String,
    rules: String,
    position: String,
    attacks: bool,
    said: Said,
}

/// What became of a leaf.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Settled {
    /// A certificate of its own shows the claim, and the checker has passed it.
    Shown,
    /// A search says the same; there is no certificate, and why.
    Searched(Option<String>),
    /// It has another answer: the list is wrong.
    Fails,
    /// Unknown, and why.
    Open(String),
}

impl Listed {
    /// A leaf that the checker has read.
    pub fn of(seen: &LeafSeen<'_>) -> Listed {
        Listed {
            game: seen.game.into(),
            rules: seen.rules.into(),
            position: seen.position.into(),
            attacks: seen.attacks,
            said: seen.said,
        }
    }

    /// The position, as the list has it.
    pub fn position(&self) -> &str {
        &self.position
    }

    /// What is claimed: `draw disproved`.
    pub fn said(&self) -> Said {
        self.said
    }

    /// The leaf as a problem of its own.
    pub fn problem(&self) -> Result<Problem, InputError> {
        let game = find(&self.game).map_err(|message| InputError::option("leaf", message))?;
        let written = game.written(&self.rules, &self.position, self.attacks);
        let question = self.said.question();
        let goal = written.goal.unwrap_or(&question);
        let options = Options::new(game, Some(goal), &written.rules)?;
        let problem = read(game, Source::Text(&written.text), &options)?.into_iter().next();
        let same = |problem: &Problem| problem.ask.heading().position == self.position;
        problem.filter(same).ok_or_else(|| InputError::option("leaf", "it is read as another position"))
    }

    /// Solves it on a solver that may have solved other leaves of the list; with a certificate if `shown` is
    /// the memory that the certificate and the checker may have.
    pub fn settle(
        &self,
        solver: &mut Solver,
        shown: Option<u64>,
        events: &mut dyn Events,
    ) -> Result<(Settled, u64), RunError> {
        let problem = self.problem()?;
        let asked = |why: String| InputError::option("leaf", why);
        let mut leaf = problem.leaf().map_err(asked)?;
        let answer = leaf.solve(solver, u64::MAX, events)?;
        let Said::Verdict { proved, .. } = self.said else {
            return Err(asked("expected a verdict".into()).into());
        };
        let settled = match answer.verdict {
            Verdict::Unknown(reason) => Settled::Open(reason.to_string()),
            verdict if verdict.is_proved() != proved => Settled::Fails,
            verdict => match shown {
                None => Settled::Searched(None),
                Some(memory) => match certified(&mut leaf, solver, verdict, memory) {
                    Ok(()) => Settled::Shown,
                    Err(why) => Settled::Searched(Some(why)),
                },
            },
        };
        Ok((settled, answer.nodes))
    }
}

/// Writes and checks the certificate of a leaf.
fn certified(leaf: &mut Leaf, solver: &mut Solver, verdict: Verdict, memory: u64) -> Result<(), String> {
    // In the small form; the rest is the checker's.
    let mut out = Bounded { bytes: Vec::new(), most: memory / 4 };
    leaf.certify(solver, verdict, Form::Binary, &mut out).map_err(|error| error.to_string())?;
    let limits = Limits::default().with_memory(memory - memory / 4);
    let checked = phidelta_check::check(out.bytes.as_slice(), &limits).map_err(|error| error.to_string())?;
    leaf.is_shown(verdict, &checked)
}

/// Bytes in memory, up to a number.
struct Bounded {
    bytes: Vec<u8>,
    most: u64,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if (self.bytes.len() + bytes.len()) as u64 > self.most {
            return Err(io::Error::other("larger than the memory allowed"));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
