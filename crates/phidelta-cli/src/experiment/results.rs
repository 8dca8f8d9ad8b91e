//! The results file: one line a finished run, only ever appended to.
//!
//! A run is written and flushed when it has ended; a process that is killed loses the runs it was at and
//! no other. What it leaves is at most one torn line at the end, which is cut off when the file is
//! opened again. Lines of other settings or versions stay where they are and are not used.
//!
//! Invariant: however a process ends, the next one finds every run that was finished.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use super::record::{Key, Outcome, Record};
use crate::failure::{Failure, Result};

/// All finished runs, and the file they are in.
pub(super) struct Results {
    path: PathBuf,
    file: File,
    runs: HashMap<Key, Outcome>,
}

impl Results {
    /// Opens or makes a file, and takes what is in it.
    pub(super) fn open(path: &Path) -> Result<Results> {
        let shown = path.display();
        let cannot = |what: &str| format!("cannot {what} {shown}");
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = file.with_context(|| cannot("open"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::Other(anyhow!("{shown} is in use: another run writes to it")));
            }
            // A file system without locks: two runs at once are then the user's care.
            Err(TryLockError::Error(_)) => {}
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(|| cannot("read"))?;
        let (runs, good) = read(&bytes).map_err(|line| {
            Failure::input(format!(
                "{shown}:{line}: no line of results, expected what an experiment wrote; \
                 take another --out, or take the line away"
            ))
        })?;
        if good < bytes.len() {
            file.set_len(good as u64).with_context(|| cannot("cut the torn last line off"))?;
            file.seek(SeekFrom::End(0)).with_context(|| cannot("read"))?;
        }
        Ok(Results { path: path.into(), file, runs })
    }

    /// Adds a finished run; it is safe when this returns.
    pub(super) fn add(&mut self, record: Record) -> Result<()> {
        let mut line = serde_json::to_vec(&record).map_err(anyhow::Error::new)?;
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.flush());
        written.with_context(|| format!("cannot write to {}", self.path.display()))?;
        self.runs.insert(record.key, record.outcome);
        Ok(())
    }

    /// What a run has found, if it is finished.
    pub(super) fn get(&self, key: &Key) -> Option<&Outcome> {
        self.runs.get(key)
    }

    /// All runs in the file.
    pub(super) fn len(&self) -> usize {
        self.runs.len()
    }
}

/// The runs in a file, and how many bytes of it are whole lines; or the number of a bad line, from 1.
fn read(bytes: &[u8]) -> std::result::Result<(HashMap<Key, Outcome>, usize), usize> {
    let (mut runs, mut good) = (HashMap::new(), 0);
    for (line, number) in bytes.split_inclusive(|&byte| byte == b'\n').zip(1..) {
        let whole = line.ends_with(b"\n");
        match serde_json::from_slice::<Record>(line) {
            Ok(record) if whole => {
                runs.insert(record.key, record.outcome);
                good += line.len();
            }
            // Only the last line can be torn.
            _ if good + line.len() == bytes.len() && !whole => break,
            _ if line.trim_ascii().is_empty() => good += line.len(),
            _ => return Err(number),
        }
    }
    Ok((runs, good))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::record::Machine;
    use super::*;

    pub(in super::super) fn record(problem: &str, nodes: u64) -> Record {
        let key = Key {
            game: "g".into(),
            goal: None,
            problem: problem.into(),
            algorithm: "df-pn".into(),
            limit_nodes: 10,
            limit_ms: None,
            memory: 1,
            version: "0".into(),
        };
        let outcome = Outcome { verdict: "proved".into(), nodes, ..Outcome::default() };
        Record { key, outcome, machine: Machine::here().clone() }
    }

    #[test]
    fn a_torn_line_is_cut_off_and_a_bad_one_refused() {
        let folder = std::env::temp_dir().join(format!("phidelta-results-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("results.jsonl");
        let mut results = Results::open(&path).unwrap();
        results.add(record("a", 1)).unwrap();
        results.add(record("b", 2)).unwrap();
        drop(results);
        let whole = std::fs::read(&path).unwrap();
        let first = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        // Torn anywhere: the second run is lost, the first is not.
        for torn in first..whole.len() {
            std::fs::write(&path, &whole[..torn]).unwrap();
            let mut results = Results::open(&path).unwrap();
            assert_eq!(results.len(), 1, "{torn}");
            assert!(results.get(&record("a", 1).key).is_some());
            results.add(record("c", 3)).unwrap();
            drop(results);
            let results = Results::open(&path).unwrap();
            assert_eq!(results.get(&record("c", 0).key).unwrap().nodes, 3);
        }
        std::fs::write(&path, b"{\"x\":1}\n").unwrap();
        let message = Results::open(&path).err().unwrap().message().unwrap();
        assert!(message.contains("results.jsonl:1: no line of results"), "{message}");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn two_runs_do_not_write_to_one_file() {
        let path = std::env::temp_dir().join(format!("phidelta-locked-{}.jsonl", std::process::id()));
        let first = Results::open(&path).unwrap();
        let message = Results::open(&path).err().unwrap().message().unwrap();
        assert!(message.contains("in use"), "{message}");
        drop(first);
        assert!(Results::open(&path).is_ok());
        std::fs::remove_file(&path).unwrap();
    }
}
