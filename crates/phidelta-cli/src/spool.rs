//! A certificate on its way: in memory while it is small and nobody wants the file, else in a file.
//!
//! Most certificates that are only checked have some kilobytes: to make a file for each of them would cost
//! more than to write and to check it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};

use phidelta_desk::CertificateStore;

use crate::failure::{Failure, Result};
use crate::output::{Draft, Target};

/// Bytes that are kept in memory: little beside the least table.
const KEPT: usize = 1 << 20;

/// What is being written, or has been.
pub(crate) struct Spool {
    kept: Vec<u8>,
    file: Option<(Draft, BufWriter<File>)>,
    /// Where it is wanted.
    wanted: Option<Target>,
}

impl Spool {
    /// For a target, or for nobody. No file is made before something is written.
    pub(crate) fn new(wanted: Option<Target>) -> Spool {
        Spool { kept: Vec::new(), file: None, wanted }
    }

    /// Gives what was written to whoever wants it.
    pub(crate) fn publish(self) -> Result<()> {
        let Some(target) = self.wanted else { return Ok(()) };
        match self.file {
            Some((draft, _)) => target.take(draft),
            None if self.kept.is_empty() => Ok(()),
            None => target.write_bytes(&self.kept),
        }
    }

    fn open(&mut self) -> Result<()> {
        let draft = Draft::of(self.wanted.as_ref(), "phidelta-certificate")?;
        let mut out = BufWriter::new(draft.file()?);
        out.write_all(&std::mem::take(&mut self.kept)).map_err(|error| draft.failed(error))?;
        self.file = Some((draft, out));
        Ok(())
    }
}

/// A failure in the words of the command, as an error of the store.
fn said(failure: Failure) -> io::Error {
    io::Error::other(failure.message().unwrap_or_default())
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.file.is_none() {
            let becomes_a_file = matches!(self.wanted, Some(Target::File { .. }));
            if !becomes_a_file && self.kept.len() + bytes.len() <= KEPT {
                self.kept.extend_from_slice(bytes);
                return Ok(bytes.len());
            }
            self.open().map_err(said)?;
        }
        match &mut self.file {
            Some((draft, out)) => out.write(bytes).map_err(|error| said(draft.failed(error))),
            None => Ok(0),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        let Some((draft, out)) = &mut self.file else { return Ok(()) };
        out.flush().map_err(|error| said(draft.failed(error)))
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
