//! Checkpoints: a search that can be taken down and set up again.
//!
//! Idea: a depth-first search that folds its line into the table is nothing but its table and a few
//! numbers; a best-first search is its tree; alpha-beta its table and its line; a relay all of these. So a
//! checkpoint is written where a search stands still: after a fold, between two expansions, between two
//! moves. Questions that were answered before, of a value or a score, are kept as a *journal*: when the run
//! is set up again, who asks them is told what was found, until the question is reached that was being
//! searched.
//!
//! `form` is the bytes, `head` what a reader must know first, `journal` the answers so far, `recorder` who
//! writes and hands out, `reader` the way back; how entries stand in a file is the table's matter
//! (`table/snapshot.rs`), how a state does each search's own.
//!
//! Invariants: with a pace of nodes, a run that ended anywhere and goes on from its last checkpoint does what
//! the run would have done, node for node. Whatever the file, it is refused or what it says holds: a table
//! of solved positions is never mixed with another question's.

pub(crate) mod form;
mod head;
pub(crate) mod journal;
mod reader;
mod recorder;

use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use crate::game::{Game, Key, Question};
use crate::trail::Trail;

pub use head::CheckpointHead;
pub(crate) use reader::{Arrived, arrive};
pub use reader::{Checkpoint, Taken};
pub use recorder::Resumed;
pub(crate) use recorder::{Begin, Halt, Pending, Recorder, Saver};

/// When checkpoints are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Pace {
    /// At every so many nodes, with everything that the table holds. What the search does to be written is
    /// part of it, whether or not it is ever taken down: killed and resumed it is the same, node for node.
    /// There must be many more than the moves of the longest line, or the search does not get on.
    Nodes(u64),
    /// At every so long a time, without what is found again at once. The answer is as safe; counts differ.
    Time(Duration),
}

/// Where checkpoints go.
pub trait Keeper {
    /// Keeps a checkpoint in place of the one before: calls `write`, once, with a place for its bytes. It is
    /// whole only if that returned without an error. Returns whether it was kept; if not, the one before
    /// should be left, and the search goes on.
    fn keep(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> bool;
}

/// How a solver shall write checkpoints ([`crate::Solver::checkpoints`]).
pub struct Checkpoints {
    pub(crate) pace: Pace,
    pub(crate) subject: String,
    pub(crate) keeper: Box<dyn Keeper + Send>,
}

impl Checkpoints {
    /// At this pace, to this keeper. The subject is any text: it comes back with [`CheckpointHead::subject`],
    /// and should say what is searched, so that the question can be asked again.
    pub fn new(pace: Pace, subject: impl Into<String>, keeper: impl Keeper + Send + 'static) -> Checkpoints {
        Checkpoints { pace, subject: subject.into(), keeper: Box::new(keeper) }
    }
}

impl fmt::Debug for Checkpoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checkpoints").field("pace", &self.pace).finish_non_exhaustive()
    }
}

/// Why a checkpoint is of no use.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The bytes cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// It begins otherwise.
    #[error("it is not a checkpoint of phidelta")]
    NotOne,
    /// It was written by another version.
    #[error("it was written in form {found}, and this version reads form {expected}")]
    Form {
        /// The form of the file.
        found: u32,
        /// The one that is read.
        expected: u32,
    },
    /// It has changed since it was written.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
    /// It was written for something else.
    #[error("it was written for another position, other rules or another goal")]
    OtherQuestion,
    /// Its table is too small to be moved.
    #[error("its table is too small to go on with another memory: it was written with {0} bytes")]
    CannotMove(u64),
    /// The system did not give the memory.
    #[error("the system does not give {0} bytes of memory")]
    NoMemory(u64),
    /// Keys are distrusted.
    #[error("what keys are compared with is not kept: a search that distrusts keys has no checkpoints")]
    Distrust,
}

impl CheckpointError {
    const CUT: CheckpointError = CheckpointError::Damaged("it ends too early");

    fn unreadable(error: io::Error) -> CheckpointError {
        CheckpointError::Unreadable(error.to_string())
    }
}

/// The key under which a question is known.
pub(crate) fn question_key<G: Game>(game: &G) -> Key {
    game.key() ^ Question::of(game).salt()
}

/// Positions whose keys are compared.
const PROBES: usize = 8;

/// The keys of some positions: another build may make others.
pub(crate) fn probe<G: Game>(game: &mut G) -> Vec<Key> {
    let (mut line, mut moves, mut keys) = (Vec::new(), Vec::new(), Vec::new());
    let mut trail = Trail::new(game, &mut line);
    while keys.len() < PROBES {
        keys.push(question_key(&*trail));
        moves.clear();
        if trail.outcome().is_none() {
            trail.moves(&mut moves);
        }
        // Any of them: the last is as good as the first.
        let Some(&mv) = moves.last() else { break };
        trail.play(mv);
    }
    keys
}
