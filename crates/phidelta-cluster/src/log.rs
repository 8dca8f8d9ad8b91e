//! What happened, in order, so that a client that dies goes on where it was.
//!
//! Idea: the client is a function of the calls made to it. Each call is written down before it counts: which
//! job was taken, which result came. Told the same again, a new client has the same tree, down to the jobs in
//! flight. Results are kept as they came, certificates included, and are checked again when they are read.
//!
//! A file of records: a head (a kind, a length, the CRC-32 of the bytes, the CRC-32 of all this), the bytes. What is cut
//! off at the end (the machine died while it was written) is dropped; what is damaged in the middle is refused. The sum
//! of the head tells the two apart where a length is damaged: it would reach beyond the end, as if cut off there.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use crate::client::{Client, Halt};
use crate::message::{JobResult, Run};
use crate::referee::Referee;

const MAGIC: &[u8; 8] = b"PDLOG\x02\r\n";
const RUN: u8 = b'R';
const TOOK: u8 = b'T';
const GOT: u8 = b'G';

/// Bytes of a head.
const HEAD: usize = 13;

/// Bytes of a record, at most: a certificate and a row.
const RECORD_BYTES: u32 = 512 << 20;

/// What is wrong with a log.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// It cannot be read or written.
    #[error("the log: {0}")]
    Io(#[from] io::Error),
    /// It is none, or is damaged.
    #[error("the log is damaged at byte {at}: {why}")]
    Damaged {
        /// Where.
        at: u64,
        /// How.
        why: String,
    },
    /// It is that of another run.
    #[error("the log is that of another problem: {theirs}, asked is {ours}")]
    OtherRun {
        /// What it is about.
        theirs: String,
        /// What is asked.
        ours: String,
    },
    /// What it says cannot happen again: another version wrote it.
    #[error("the log does not fit this program: {0}")]
    Misfit(String),
    /// It holds a contradiction.
    #[error(transparent)]
    Halt(#[from] Halt),
}

/// Where events are written down; nowhere, if nobody wants to go on later.
#[derive(Debug)]
pub struct Log(Place);

#[derive(Debug)]
enum Place {
    Nowhere,
    File(File),
    Memory(Vec<u8>),
}

impl Log {
    /// Nothing is kept.
    pub fn nowhere() -> Log {
        Log(Place::Nowhere)
    }

    /// Kept in memory, for simulations.
    pub fn in_memory(run: &Run) -> Log {
        let mut log = Log(Place::Memory(MAGIC.to_vec()));
        // Memory takes everything.
        drop(log.write(RUN, &run.encode()));
        log
    }

    /// A client that has been told all that is kept in memory; a new one if nothing is.
    pub fn replayed<R: Referee>(
        &self,
        run: &Run,
        client: impl FnOnce(&Run) -> Client<R>,
    ) -> Result<Client<R>, LogError> {
        match &self.0 {
            Place::Memory(bytes) => replay(bytes, run, client).map(|(_, client, _, _)| client),
            Place::Nowhere | Place::File(_) => Ok(client(run)),
        }
    }

    /// Opens the log of a run, or makes one, and tells the client all that is in it. Returns how many results
    /// there were, and the run as it was begun.
    pub fn open<R: Referee>(
        path: &Path,
        run: &Run,
        client: impl FnOnce(&Run) -> Client<R>,
    ) -> Result<(Log, Client<R>, Run, u64), LogError> {
        let bytes = match std::fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read?,
        };
        // Whoever died before the run was told has nothing to go on from.
        if MAGIC.starts_with(&bytes) {
            return Ok((Log::begin(path, run)?, client(run), run.clone(), 0));
        }
        let mut file = OpenOptions::new().write(true).open(path)?;
        let (begun, client, results, end) = replay(&bytes, run, client)?;
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok((Log(Place::File(file)), client, begun, results))
    }

    /// A new log. It has its name only when it says of which run it is: there is no moment at which a client that dies
    /// leaves a log that cannot be read.
    fn begin(path: &Path, run: &Run) -> Result<Log, LogError> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let mut file = File::create(&part)?;
        file.write_all(MAGIC)?;
        let mut log = Log(Place::File(file));
        log.write(RUN, &run.encode())?;
        log.sync()?;
        std::fs::rename(&part, path)?;
        Ok(log)
    }

    /// Whether somebody can go on from it.
    pub fn is_kept(&self) -> bool {
        !matches!(self.0, Place::Nowhere)
    }

    fn write(&mut self, kind: u8, bytes: &[u8]) -> Result<(), LogError> {
        if matches!(self.0, Place::Nowhere) {
            return Ok(());
        }
        let mut record = Vec::with_capacity(HEAD + bytes.len());
        record.push(kind);
        record.extend_from_slice(&u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_le_bytes());
        record.extend_from_slice(&sum(bytes).to_le_bytes());
        record.extend_from_slice(&sum(&record).to_le_bytes());
        record.extend_from_slice(bytes);
        match &mut self.0 {
            Place::Nowhere => {}
            Place::File(file) => file.write_all(&record)?,
            Place::Memory(kept) => kept.extend_from_slice(&record),
        }
        Ok(())
    }

    /// Makes sure that what was written survives the machine. Results may be acknowledged when this has returned.
    pub fn sync(&mut self) -> Result<(), LogError> {
        if let Place::File(file) = &mut self.0 {
            file.sync_data()?;
        }
        Ok(())
    }

    /// A job was taken.
    pub fn took(&mut self, job: u64) -> Result<(), LogError> {
        self.write(TOOK, &job.to_le_bytes())
    }

    /// A result came.
    pub fn got(&mut self, result: &JobResult) -> Result<(), LogError> {
        self.write(GOT, &result.encode())
    }
}

fn sum(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

type Record<'b> = (u8, &'b [u8], usize);

/// The record at a place: its kind, its bytes and where the next one is; `None` if it is cut off.
fn record(bytes: &[u8], at: usize) -> Result<Option<Record<'_>>, LogError> {
    let damaged = |why: &str| LogError::Damaged { at: at as u64, why: why.into() };
    let rest = &bytes[at..];
    // File systems may show zeros where a machine died before it wrote.
    if rest.iter().all(|&byte| byte == 0) {
        return Ok(None);
    }
    let Some((head, rest)) = rest.split_at_checked(HEAD) else { return Ok(None) };
    let word = |from: usize| u32::from_le_bytes([head[from], head[from + 1], head[from + 2], head[from + 3]]);
    let (kind, length, wanted) = (head[0], word(1), word(5));
    if sum(&head[..9]) != word(9) || ![RUN, TOOK, GOT].contains(&kind) || length > RECORD_BYTES {
        return Err(damaged("no record begins there"));
    }
    let Some((body, after)) = rest.split_at_checked(length as usize) else { return Ok(None) };
    if sum(body) != wanted {
        // The last one may have been written in part only.
        return if after.is_empty() { Ok(None) } else { Err(damaged("the checksum differs")) };
    }
    Ok(Some((kind, body, at + HEAD + length as usize)))
}

/// The results in the file of a log, in their order, as far as it can be read: for measurements.
pub fn results(path: &Path) -> Result<Vec<JobResult>, LogError> {
    let bytes = std::fs::read(path)?;
    if !bytes.starts_with(MAGIC) {
        return Err(LogError::Damaged { at: 0, why: "it is no log of a run".into() });
    }
    let (mut at, mut results) = (MAGIC.len(), Vec::new());
    while let Some((kind, body, next)) = record(&bytes, at)? {
        if kind == GOT {
            results.push(JobResult::decode(body).map_err(|error| LogError::Misfit(error.to_string()))?);
        }
        at = next;
    }
    Ok(results)
}

type Replayed<R> = (Run, Client<R>, u64, u64);

fn replay<R: Referee>(
    bytes: &[u8],
    run: &Run,
    client: impl FnOnce(&Run) -> Client<R>,
) -> Result<Replayed<R>, LogError> {
    if !bytes.starts_with(MAGIC) {
        return Err(LogError::Damaged { at: 0, why: "it is no log of a run".into() });
    }
    let mut at = MAGIC.len();
    let begun = match record(bytes, at)? {
        Some((RUN, body, next)) => {
            at = next;
            Run::decode(body).map_err(|error| LogError::Misfit(error.to_string()))?
        }
        _ => return Err(LogError::Damaged { at: at as u64, why: "it does not say of which run".into() }),
    };
    if begun.fingerprint != run.fingerprint {
        let told = |run: &Run| format!("{} '{}' {}", run.game, run.position, run.goal);
        return Err(LogError::OtherRun { theirs: told(&begun), ours: told(run) });
    }
    let mut client = client(&begun);
    let mut results = 0;
    while let Some((kind, body, next)) = record(bytes, at)? {
        let number = || <[u8; 8]>::try_from(body).map(u64::from_le_bytes).unwrap_or(0);
        match kind {
            TOOK => {
                let job = client.next_job().map(|job| job.id);
                if job != Some(number()) {
                    return Err(LogError::Misfit(format!("job {} is {job:?} here", number())));
                }
            }
            GOT => {
                let result = JobResult::decode(body).map_err(|error| LogError::Misfit(error.to_string()))?;
                client.take(result)?;
                client.cancelled();
                results += 1;
            }
            _ => return Err(LogError::Damaged { at: at as u64, why: "a second run".into() }),
        }
        at = next;
    }
    Ok((begun, client, results, at as u64))
}
