//! The way back: from a file to a run.
//!
//! Everything is read and every sum compared before anything is used.

use std::io::Read;

use super::CheckpointError;
use super::form::{Contents, Name, Sections};
use super::head::CheckpointHead;
use super::journal::{Event, read_stats, read_time};
use super::recorder::{HEAD, JOURNAL, Pending, Recorder, Resumed, SEARCH, SUBJECT, TABLE};
use crate::game::Key;
use crate::table::{Restored, Table, Taking};
use crate::verdict::{Reason, Verdict};

/// A checkpoint whose head has been read. [`crate::Solver::resume`] reads the rest.
pub struct Checkpoint<R> {
    head: CheckpointHead,
    sections: Sections<R>,
    /// The first section behind the head.
    ahead: Option<(Name, Vec<u8>)>,
}

impl<R> std::fmt::Debug for Checkpoint<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Checkpoint").field("head", &self.head).finish_non_exhaustive()
    }
}

/// What could be taken from a checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Taken {
    /// Whether the run goes on as if nothing had happened.
    pub exact: bool,
    /// Whether it was written with the memory that the solver has.
    pub same_memory: bool,
    /// Whether it was written by the solver's algorithm.
    pub same_algorithm: bool,
    /// Whether it was written by as many threads as the solver has.
    pub same_threads: bool,
    /// Whether the search goes on where it was; otherwise it begins anew with what the table knows.
    pub search: bool,
    /// Entries of the table that were taken.
    pub entries: u64,
    /// Entries that the file has.
    pub of: u64,
}

const BAD: CheckpointError = CheckpointError::Damaged("it says what cannot be");

impl<R: Read> Checkpoint<R> {
    /// Reads the head. Buffers nothing: give it a reader that does.
    pub fn open(input: R) -> Result<Checkpoint<R>, CheckpointError> {
        let mut sections = Sections::new(input)?;
        let Some((HEAD, contents)) = sections.next()? else { return Err(BAD) };
        let mut contents = Contents::new(&contents);
        let mut head = CheckpointHead::read(&mut contents).filter(|_| contents.is_empty()).ok_or(BAD)?;
        let mut subject = Vec::new();
        let mut ahead = sections.next()?;
        while let Some((SUBJECT, contents)) = &ahead {
            subject.extend_from_slice(contents);
            ahead = sections.next()?;
        }
        let text = Contents::new(&subject).long().ok_or(BAD)?;
        head.subject = String::from_utf8(text.to_vec()).map_err(|_| BAD)?;
        Ok(Checkpoint { head, sections, ahead })
    }

    /// What it says of itself.
    pub fn head(&self) -> &CheckpointHead {
        &self.head
    }

    /// Reads all of it and says whether it is whole. Nothing is kept.
    pub fn check(self) -> Result<CheckpointHead, CheckpointError> {
        // The smallest table: of other entries it only has to be seen that they can be read.
        let bytes = Table::bytes_for(0);
        let table =
            Table::new(bytes, crate::Replacement::default()).ok_or(CheckpointError::NoMemory(bytes))?;
        let mut restored = table.restore(self.head.shape, Taking::None).ok_or(BAD)?;
        let head = self.head.clone();
        self.read(&mut restored)?;
        restored.finish().ok_or(BAD)?;
        Ok(head)
    }

    /// Reads everything behind the head.
    fn read(self, table: &mut Restored) -> Result<Rest, CheckpointError> {
        let Checkpoint { mut sections, mut ahead, .. } = self;
        let (mut journal, mut search) = (Vec::new(), Vec::new());
        while let Some((name, contents)) = ahead {
            match name {
                JOURNAL => journal.extend(contents),
                TABLE => table.take(Contents::new(&contents)).ok_or(BAD)?,
                SEARCH => search.extend(contents),
                _ => return Err(CheckpointError::Damaged("it has an unknown part")),
            }
            ahead = sections.next()?;
        }
        let mut contents = Contents::new(&journal);
        let mut events = Vec::new();
        while !contents.is_empty() {
            events.push(Event::read(&mut contents).ok_or(BAD)?);
        }
        let pending = if search.is_empty() { None } else { Some(read_pending(&search).ok_or(BAD)?) };
        Ok(Rest { events, pending })
    }
}

struct Rest {
    events: Vec<Event>,
    pending: Option<Pending>,
}

fn read_pending(bytes: &[u8]) -> Option<Pending> {
    let mut contents = Contents::new(bytes);
    let key = Key::from_le_bytes(contents.array()?);
    let (stats, elapsed) = (read_stats(&mut contents)?, read_time(&mut contents)?);
    Some(Pending { key, elapsed, stats, state: Some(contents.rest().to_vec()) })
}

/// A run that was read, and its table.
pub(crate) struct Arrived {
    pub(crate) recorder: Recorder,
    pub(crate) table: Table,
    pub(crate) taken: Taken,
}

/// Sets a run up again: `now` is what the head of its next checkpoint says, `table` an empty one.
pub(crate) fn arrive<R: Read>(
    checkpoint: Checkpoint<R>,
    now: CheckpointHead,
    table: Table,
) -> Result<Arrived, CheckpointError> {
    let head = checkpoint.head.clone();
    let (same_search, same_memory) = (head.algorithm == now.algorithm, head.memory == now.memory);
    let wanted = match (same_search, same_memory) {
        (true, true) => Taking::Places,
        (true, false) => Taking::All,
        (false, _) => Taking::Facts,
    };
    let restored = table.restore(head.shape, wanted);
    let mut restored = restored.ok_or(CheckpointError::CannotMove(head.memory))?;
    let Rest { mut events, mut pending } = checkpoint.read(&mut restored)?;
    let (entries, places) = (restored.taken(), restored.keeps_places());
    let table = restored.finish().ok_or(BAD)?;
    // Of a crew the table is all that is written, and all that it takes.
    let same_threads = head.threads == now.threads;
    let alone = head.threads <= 1 && now.threads <= 1;
    if !(same_search && alone)
        && let Some(pending) = &mut pending
    {
        pending.state = None;
    }
    // What ended for want of something may end otherwise now.
    let unlike = |reason: Reason| match reason {
        Reason::NodeLimit | Reason::Saturated => !same_search,
        _ => !same_search || !same_memory,
    };
    let open = |event: &Event| matches!(event, Event::Answer(_, told) if matches!(told.verdict, Verdict::Unknown(reason) if unlike(reason)));
    if let Some(first) = events.iter().position(open) {
        events.truncate(first);
        pending = None;
    }
    let taken = Taken {
        exact: places && alone,
        same_memory,
        same_algorithm: same_search,
        same_threads,
        search: pending.as_ref().is_some_and(|pending| pending.state.is_some()),
        entries,
        of: head.shape.entries(),
    };
    let mut recorder = Recorder::new(CheckpointHead { probes: head.probes.clone(), ..now });
    recorder.journal = events;
    recorder.pending = pending;
    recorder.before = Some(Resumed { times: head.resumed + 1, nodes: head.nodes, elapsed: head.elapsed });
    Ok(Arrived { recorder, table, taken })
}
