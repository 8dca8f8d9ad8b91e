//! `--checkpoint`: a file that a search is written down to, and goes on from.
//!
//! The file is replaced as a whole ([`crate::output::Draft`]): whatever happens, either the last checkpoint is
//! there or the one before. One that cannot be used is somebody's work: it is refused, and stays.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use phidelta::{Checkpoint, CheckpointError, CheckpointHead, Checkpoints, Keeper, Pace, Solver, Taken};
use phidelta_desk::Subject;
use phidelta_desk::format::{grouped, plural};

use crate::failure::{Failure, Result};
use crate::output::{Draft, Target};
use crate::progress::say;
use crate::size;

/// Time between two checkpoints if nothing is said: what a power cut may cost.
pub(crate) const EVERY: Duration = Duration::from_secs(600);

/// The fewest nodes between two checkpoints: many more than the moves of any line, which a search goes down
/// anew behind each.
const LEAST_NODES: u64 = 10_000;

/// Reads how many nodes lie between two checkpoints.
pub(crate) fn pace_nodes(text: &str) -> std::result::Result<u64, String> {
    match size::count(text)? {
        few if few < LEAST_NODES => Err(format!("{few} are too few, expected at least {LEAST_NODES}")),
        nodes => Ok(nodes),
    }
}

/// When checkpoints are written.
#[derive(clap::Args, Debug)]
pub(crate) struct PaceArgs {
    /// Write it this often: 90s, 10m, 2h [default: 10m]
    #[arg(long, value_name = "TIME", value_parser = size::duration)]
    every: Option<Duration>,

    /// Write it at every so many nodes, with all of the table: killed and resumed, the search is the same
    /// node for node
    #[arg(long, value_name = "N", value_parser = pace_nodes, conflicts_with = "every")]
    checkpoint_nodes: Option<u64>,
}

impl PaceArgs {
    /// Whether something was said.
    pub(crate) fn is_given(&self) -> bool {
        self.every.is_some() || self.checkpoint_nodes.is_some()
    }

    /// What was said, or the usual.
    pub(crate) fn pace_or(&self, usual: Pace) -> Pace {
        match (self.checkpoint_nodes, self.every) {
            (Some(nodes), _) => Pace::Nodes(nodes),
            (None, Some(time)) => Pace::Time(time),
            (None, None) => usual,
        }
    }
}

/// A checkpoint in a file.
pub(crate) type Opened = Checkpoint<BufReader<File>>;

/// A file of checkpoints.
pub(crate) struct CheckpointFile {
    path: PathBuf,
    /// The file as it was given, for messages.
    name: String,
    found: Option<Opened>,
    until: Option<Arc<AtomicBool>>,
}

impl CheckpointFile {
    /// Looks at a file, which need not be there. Says now what would be said after a long search.
    pub(crate) fn of(name: &Path) -> Result<CheckpointFile> {
        let shown = name.display().to_string();
        let path = match Target::of(name, true)? {
            Target::File { path, .. } => path,
            _ => {
                let message = format!("{shown}: a checkpoint is read and written again, expected a file");
                return Err(Failure::input(message));
            }
        };
        let found = if path.exists() { Some(open(&path, &shown)?) } else { None };
        Ok(CheckpointFile { path, name: shown, found, until: None })
    }

    /// Writes nothing any more when this is set.
    pub(crate) fn until(mut self, flag: Arc<AtomicBool>) -> CheckpointFile {
        self.until = Some(flag);
        self
    }

    /// What it says of itself, if it is there.
    pub(crate) fn head(&self) -> Option<&CheckpointHead> {
        self.found.as_ref().map(Checkpoint::head)
    }

    /// What it is about, if it is there.
    pub(crate) fn subject(&self) -> Result<Option<Subject>> {
        let Some(head) = self.head() else { return Ok(None) };
        let subject = Subject::from_text(&head.subject);
        subject.map(Some).ok_or_else(|| self.refused("it is not that of a `phidelta solve`"))
    }

    /// The failure of a file that is of no use here.
    pub(crate) fn refused(&self, why: impl std::fmt::Display) -> Failure {
        refused(&self.name, why)
    }

    /// Lets a solver go on from the file, if it is there, and write it.
    pub(crate) fn set_up(self, solver: Solver, pace: Pace, subject: String) -> Result<Solver> {
        let CheckpointFile { path, name, found, until } = self;
        let keeper = FileKeeper { path, name: name.clone(), until };
        let mut solver = solver.checkpoints(Checkpoints::new(pace, subject, keeper));
        if let Some(found) = found {
            let head = found.head().clone();
            let taken = solver.resume(found).map_err(|error| refused(&name, error))?;
            say(&format!("{name}: {}", told(&head, &taken)));
        }
        Ok(solver)
    }
}

fn open(path: &Path, name: &str) -> Result<Opened> {
    let file =
        File::open(path).map_err(|error| refused(name, CheckpointError::Unreadable(error.to_string())))?;
    // Of a whole section, so that reading costs nothing beside what is done with it.
    Checkpoint::open(BufReader::with_capacity(1 << 20, file)).map_err(|error| refused(name, error))
}

fn refused(name: &str, why: impl std::fmt::Display) -> Failure {
    Failure::input(format!("--checkpoint {name}: {why}; the file stays as it is, expected another name"))
}

/// What became of a checkpoint, in words.
fn told(head: &CheckpointHead, taken: &Taken) -> String {
    let after =
        format!("goes on after {} nodes and {:.0} s", grouped(head.nodes), head.elapsed.as_secs_f64());
    let entries = format!("{} of {} entries are taken", grouped(taken.entries), grouped(taken.of));
    match (taken.same_algorithm, taken.same_memory) {
        (false, _) => format!("{after}; it was written by {}: what is solved, {entries}", head.algorithm),
        (true, false) => format!("{after}; it was written with {} of memory: {entries}", bytes(head.memory)),
        (true, true) if !taken.same_threads => {
            let threads = plural(head.threads as usize, "thread", "threads");
            format!("{after}; it was written by {threads}: {entries}, the search begins anew with them")
        }
        (true, true) => after,
    }
}

/// A size as `--memory` takes it.
fn bytes(size: u64) -> String {
    if size.is_multiple_of(1 << 20) { format!("{}M", size >> 20) } else { size.to_string() }
}

/// Puts checkpoints into a file.
struct FileKeeper {
    path: PathBuf,
    name: String,
    until: Option<Arc<AtomicBool>>,
}

impl FileKeeper {
    fn write(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> Result<()> {
        let draft = Draft::beside(&self.path, true)?;
        let mut out = BufWriter::with_capacity(1 << 20, draft.file()?);
        write(&mut out).and_then(|()| out.flush()).map_err(|error| draft.failed(error))?;
        drop(out);
        draft.publish()
    }
}

impl Keeper for FileKeeper {
    fn keep(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> bool {
        if self.until.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return true;
        }
        let Err(failure) = self.write(write) else { return true };
        let why = failure.message().unwrap_or_default();
        say(&format!("warning: {why}; {} stays as it was, the search goes on", self.name));
        false
    }
}
