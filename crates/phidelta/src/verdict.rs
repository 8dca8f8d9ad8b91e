//! Answers: the verdict, why it is unknown, and the report around it.

use std::fmt;
use std::time::Duration;

use crate::game::Stock;
use crate::number::Numbers;

/// The answer to "does the attacker reach his goal?".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Verdict {
    /// He does.
    Proved,
    /// He does not.
    Disproved,
    /// Not decided, and why.
    Unknown(Reason),
}

impl Verdict {
    /// Whether the attacker reaches his goal.
    pub fn is_proved(self) -> bool {
        self == Verdict::Proved
    }

    /// Whether he does not.
    pub fn is_disproved(self) -> bool {
        self == Verdict::Disproved
    }

    /// Whether either is known.
    pub fn is_decided(self) -> bool {
        !matches!(self, Verdict::Unknown(_))
    }

    /// The verdict that solved numbers stand for; otherwise unknown for `reason`.
    pub fn from_numbers(numbers: Numbers, reason: Reason) -> Verdict {
        match numbers {
            Numbers::PROVED => Verdict::Proved,
            Numbers::DISPROVED => Verdict::Disproved,
            _ => Verdict::Unknown(reason),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Proved => "proved",
            Verdict::Disproved => "disproved",
            Verdict::Unknown(_) => "unknown",
        })
    }
}

/// What a game with draws is worth for the attacker, from the worst to the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Value {
    /// He loses.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// He wins.
    Win,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Value::Loss => "loss",
            Value::Draw => "draw",
            Value::Win => "win",
        })
    }
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The node limit was reached.
    NodeLimit,
    /// The time limit was reached.
    TimeLimit,
    /// The memory was full: the tree of a best-first search, or the stack of a very deep line.
    MemoryFull,
    /// The stop flag was set.
    Stopped,
    /// The root's numbers grew to the largest finite value.
    Saturated,
    /// A position without moves and without an outcome was reached.
    OpenPosition,
    /// Two different positions have one key ([`crate::Solver::distrust_keys`]).
    KeysMeet,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::NodeLimit => "node limit",
            Reason::TimeLimit => "time limit",
            Reason::MemoryFull => "memory full",
            Reason::Stopped => "stopped",
            Reason::Saturated => "numbers saturated",
            Reason::OpenPosition => "a position has neither moves nor an outcome",
            Reason::KeysMeet => "two different positions have one key",
        })
    }
}

/// What a search did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Stats {
    /// The common measure: positions entered and tested for the end of the game.
    pub nodes: u64,
    /// What the algorithm's own paper counts; [`crate::Algorithm::counts`] says what that is.
    pub counted: u64,
    /// Positions whose moves were generated.
    pub expansions: u64,
    /// Expansions of positions that the table knew already.
    pub revisits: u64,
    /// Table look-ups that found something.
    pub table_hits: u64,
    /// Small-tree collections.
    pub collections: u64,
    /// Moves back into a position of the current path.
    pub loops_cut: u64,
    /// Source nodes found by NAGAI, SNDA or the hybrid.
    pub merges_found: u64,
    /// Plies of the deepest line entered.
    pub max_depth: u64,
}

impl Stats {
    /// Adds what another search did.
    pub fn add(&mut self, other: &Stats) {
        // Named one by one: a new counter must be decided on here.
        let &Stats {
            nodes,
            counted,
            expansions,
            revisits,
            table_hits,
            collections,
            loops_cut,
            merges_found,
            max_depth,
        } = other;
        self.nodes += nodes;
        self.counted += counted;
        self.expansions += expansions;
        self.revisits += revisits;
        self.table_hits += table_hits;
        self.collections += collections;
        self.loops_cut += loops_cut;
        self.merges_found += merges_found;
        self.max_depth = self.max_depth.max(max_depth);
    }
}

/// The outcome of one search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report<M> {
    /// The answer.
    pub verdict: Verdict,
    /// The root's numbers at the end.
    pub numbers: Numbers,
    /// A line of play that shows the verdict: the winner follows the proof found, the loser resists as
    /// long as that proof lets him. So a complete line of a win that a repetition would spoil, or of a game
    /// without repetitions, is never shorter than the shortest forced win, if shortcuts tell theirs; it may
    /// be longer. Empty when the verdict is unknown.
    pub line: Vec<M>,
    /// Whether the line goes to the end of the game (or, in a disproof by repetition, to the
    /// repeated position). Otherwise parts of the proof were lost and the limits did not allow to
    /// search them again.
    pub line_complete: bool,
    /// Counters.
    pub stats: Stats,
    /// Wall time of the search.
    pub elapsed: Duration,
    /// Bytes of the table (and tree) that were allocated.
    pub table_bytes: u64,
    /// Share of them in use at the end, 0 to 1.
    pub table_used: f64,
    /// In games with [`crate::Game::RESOURCES`]: the stock with which the verdict still holds, the least one
    /// of a proof, the largest of a disproof, as far as the search knows.
    pub stock: Stock,
    /// Workers who took part: 1 unless it was a crew ([`crate::Solver::threads`]) and the answer took long
    /// enough for the others to join.
    pub threads: usize,
    /// Share of the workers' time in which they had work, 0 to 1.
    pub busy: f64,
}

impl<M> Report<M> {
    /// A report of a verdict and nothing else.
    pub fn new(verdict: Verdict) -> Report<M> {
        Report {
            verdict,
            numbers: match verdict {
                Verdict::Proved => Numbers::PROVED,
                Verdict::Disproved => Numbers::DISPROVED,
                Verdict::Unknown(_) => Numbers::UNIT,
            },
            line: Vec::new(),
            line_complete: false,
            stats: Stats::default(),
            elapsed: Duration::ZERO,
            table_bytes: 0,
            table_used: 0.0,
            stock: 0,
            threads: 1,
            busy: 1.0,
        }
    }

    /// The same report with another line in place of its own.
    pub fn with_line<N>(self, line: Vec<N>) -> Report<N> {
        let Report {
            verdict,
            numbers,
            line: _,
            line_complete,
            stats,
            elapsed,
            table_bytes,
            table_used,
            stock,
            threads,
            busy,
        } = self;
        Report {
            verdict,
            numbers,
            line,
            line_complete,
            stats,
            elapsed,
            table_bytes,
            table_used,
            stock,
            threads,
            busy,
        }
    }

    /// The same report with its moves written otherwise.
    ///
    /// ```
    /// use phidelta::{Report, Verdict};
    ///
    /// let mut report = Report::new(Verdict::Proved);
    /// report.line = vec![3, 1];
    /// assert_eq!(report.map_moves(|column| format!("column {column}")).line, ["column 3", "column 1"]);
    /// ```
    pub fn map_moves<N>(mut self, write: impl FnMut(M) -> N) -> Report<N> {
        let line = std::mem::take(&mut self.line).into_iter().map(write).collect();
        self.with_line(line)
    }

    /// Common nodes per second of wall time.
    pub fn nodes_per_second(&self) -> f64 {
        self.stats.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}
