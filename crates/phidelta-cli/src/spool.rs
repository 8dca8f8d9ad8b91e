//! A certificate on its way: in memory while it is small and nobody wants the file, else in a file.
//!
//! Most certificates that are only checked have some kilobytes: to make a file for each of them would cost
//! more than to write and to check it.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};

use phidelta_check::{Checked, Limits, Refusal};

use crate::failure::{Failure, Result};
use crate::output::Draft;

/// Bytes that are kept in memory: little beside the least table.
const KEPT: usize = 1 << 20;

/// What is being written.
pub(crate) struct Spool {
    kept: Vec<u8>,
    file: Option<(Draft, BufWriter<File>)>,
}

/// What has been written.
pub(crate) enum Spooled {
    Memory(Vec<u8>),
    File(Draft),
}

impl Spool {
    /// Nothing yet, and no file as long as none is needed.
    pub(crate) fn in_memory() -> Spool {
        Spool { kept: Vec::new(), file: None }
    }

    /// Into this file from the beginning.
    pub(crate) fn in_file(draft: Draft) -> Result<Spool> {
        let out = BufWriter::new(draft.file()?);
        Ok(Spool { kept: Vec::new(), file: Some((draft, out)) })
    }

    /// The failure that an error is.
    pub(crate) fn failed(&self, error: io::Error) -> Failure {
        match &self.file {
            Some((draft, _)) => draft.failed(error),
            None => Failure::Other(error.into()),
        }
    }

    /// All has been written.
    pub(crate) fn done(self) -> Result<Spooled> {
        let Some((draft, mut out)) = self.file else { return Ok(Spooled::Memory(self.kept)) };
        out.flush().map_err(|error| draft.failed(error))?;
        Ok(Spooled::File(draft))
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.file.is_none() {
            if self.kept.len() + bytes.len() <= KEPT {
                self.kept.extend_from_slice(bytes);
                return Ok(bytes.len());
            }
            let made = Draft::nowhere("phidelta-certificate").and_then(|draft| Ok((draft.file()?, draft)));
            let (file, draft) =
                made.map_err(|failure| io::Error::other(failure.message().unwrap_or_default()))?;
            let mut out = BufWriter::new(file);
            out.write_all(&std::mem::take(&mut self.kept))?;
            self.file = Some((draft, out));
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

impl Spooled {
    /// How much it is.
    pub(crate) fn bytes(&self) -> Result<u64> {
        match self {
            Spooled::Memory(kept) => Ok(kept.len() as u64),
            Spooled::File(draft) => Ok(draft.file()?.metadata().map_err(|error| draft.failed(error))?.len()),
        }
    }

    /// What the checker says of it.
    pub(crate) fn checked(&self) -> Result<std::result::Result<Checked, Refusal>> {
        let limits = Limits::default();
        Ok(match self {
            Spooled::Memory(kept) => phidelta_check::check(kept.as_slice(), &limits),
            Spooled::File(draft) => {
                let file = File::open(draft.path()).map_err(|error| draft.failed(error))?;
                phidelta_check::check(BufReader::new(file), &limits)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_small_stays_in_memory_and_the_rest_goes_to_a_file() {
        let mut spool = Spool::in_memory();
        spool.write_all(&[b'a'; KEPT]).unwrap();
        assert!(spool.file.is_none());
        spool.write_all(b"b").unwrap();
        let Spooled::File(draft) = spool.done().unwrap() else { panic!("it is too large") };
        let written = std::fs::read(draft.path()).unwrap();
        assert_eq!((written.len(), written.last()), (KEPT + 1, Some(&b'b')));
        let path = draft.path().to_path_buf();
        drop(draft);
        assert!(!path.exists(), "nobody keeps it");
    }
}
