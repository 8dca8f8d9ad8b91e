//! A certificate on its way: in memory while it is small and nobody wants the file, else in a file.
//!
//! Most certificates that are only checked have some kilobytes: to make a file for each of them would cost
//! more than to write and to check it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;

use phidelta_desk::CertificateStore;

use crate::failure::{Failure, Result};
use crate::output::Draft;

/// Bytes that are kept in memory: little beside the least table.
const KEPT: usize = 1 << 20;

/// What is being written, or has been.
pub(crate) struct Spool {
    kept: Vec<u8>,
    file: Option<(Draft, BufWriter<File>)>,
    /// The file that is wanted, and whether one of that name may be replaced.
    wanted: Option<(PathBuf, bool)>,
    /// What went wrong with the file, in the words of the command.
    failure: Option<Failure>,
}

impl Spool {
    /// For a file that is wanted, or for nobody. No file is made before something is written.
    pub(crate) fn new(wanted: Option<(PathBuf, bool)>) -> Spool {
        Spool { kept: Vec::new(), file: None, wanted, failure: None }
    }

    /// The failure behind an error of this store.
    pub(crate) fn failed(&mut self, error: io::Error) -> Failure {
        match (self.failure.take(), &self.file) {
            (Some(failure), _) => failure,
            (None, Some((draft, _))) => draft.failed(error),
            (None, None) => Failure::Other(error.into()),
        }
    }

    /// Gives the file its name, if one is wanted and was written.
    pub(crate) fn publish(self) -> Result<()> {
        match self.file {
            Some((draft, _)) => draft.publish(),
            None => Ok(()),
        }
    }

    fn open(&mut self) -> Result<()> {
        let draft = match &self.wanted {
            Some((path, force)) => Draft::beside(path, *force)?,
            None => Draft::nowhere("phidelta-certificate")?,
        };
        let mut out = BufWriter::new(draft.file()?);
        out.write_all(&std::mem::take(&mut self.kept)).map_err(|error| draft.failed(error))?;
        self.file = Some((draft, out));
        Ok(())
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.file.is_none() {
            if self.wanted.is_none() && self.kept.len() + bytes.len() <= KEPT {
                self.kept.extend_from_slice(bytes);
                return Ok(bytes.len());
            }
            if let Err(failure) = self.open() {
                let message = failure.message().unwrap_or_default();
                self.failure = Some(failure);
                return Err(io::Error::other(message));
            }
        }
        match &mut self.file {
            Some((_, out)) => out.write(bytes),
            None => Ok(0),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), |(_, out)| out.flush())
    }
}

impl CertificateStore for Spool {
    fn size(&mut self) -> io::Result<u64> {
        match &self.file {
            Some((_, out)) => Ok(out.get_ref().metadata()?.len()),
            None => Ok(self.kept.len() as u64),
        }
    }

    fn read_back(&mut self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(match &self.file {
            Some((draft, _)) => Box::new(BufReader::new(File::open(draft.path())?)),
            None => Box::new(self.kept.as_slice()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_small_stays_in_memory_and_the_rest_goes_to_a_file() {
        let mut spool = Spool::new(None);
        spool.write_all(&[b'a'; KEPT]).unwrap();
        assert!(spool.file.is_none());
        spool.write_all(b"b").unwrap();
        spool.flush().unwrap();
        assert_eq!(spool.size().unwrap(), KEPT as u64 + 1);
        let mut written = Vec::new();
        spool.read_back().unwrap().read_to_end(&mut written).unwrap();
        assert_eq!((written.len(), written.last()), (KEPT + 1, Some(&b'b')));
        let path = spool.file.as_ref().map(|(draft, _)| draft.path().to_path_buf()).expect("it is too large");
        drop(spool);
        assert!(!path.exists(), "nobody keeps it");
    }
}
