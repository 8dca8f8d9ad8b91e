//! Writing: to the standard output, whose reader may leave, and to files, which are whole or absent.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::failure::{Failure, Result, stdout_failed};

/// Writes text to the standard output and makes sure that it arrives.
pub(crate) fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(stdout_failed)
}

/// Writes text to a file, or to the standard output if there is none.
///
/// The text goes to a new file beside the wanted one, which is renamed when all of it is on the disk: a
/// reader never sees half a file, and a failure leaves the old one as it was.
pub(crate) fn write(text: &str, file: Option<&Path>, force: bool) -> Result<()> {
    let Some(path) = file else { return print(text) };
    let place = || format!("cannot write {}", path.display());
    if !force && path.symlink_metadata().is_ok() {
        return Err(exists(path));
    }
    let temporary = beside(path).with_context(place)?;
    let written = fill(&temporary, text).and_then(|()| publish(&temporary, path, force));
    if written.is_err() || !force {
        // After publishing by a link the temporary name is left over; it is only a name.
        let _ = fs::remove_file(&temporary);
    }
    match written {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists(path)),
        other => Ok(other.with_context(place)?),
    }
}

/// A file in the making, with a name of its own; gone if it is not published.
pub(crate) struct Draft {
    temporary: PathBuf,
    /// The name it is to get, and whether that may be taken.
    wanted: Option<(PathBuf, bool)>,
}

impl Draft {
    /// For a file that is wanted.
    pub(crate) fn beside(path: &Path, force: bool) -> Result<Draft> {
        let temporary = beside(path).with_context(|| format!("cannot write {}", path.display()))?;
        Draft { temporary, wanted: Some((path.to_path_buf(), force)) }.made()
    }

    /// For a file that nobody will keep.
    pub(crate) fn nowhere(name: &str) -> Result<Draft> {
        let temporary = std::env::temp_dir().join(format!("{name}.{}", std::process::id()));
        Draft { temporary, wanted: None }.made()
    }

    fn made(self) -> Result<Draft> {
        fill(&self.temporary, "").map_err(|error| self.failed(error))?;
        Ok(self)
    }

    /// Where it is now.
    pub(crate) fn path(&self) -> &Path {
        &self.temporary
    }

    /// The file, to be written at its end.
    pub(crate) fn file(&self) -> Result<File> {
        OpenOptions::new().append(true).open(&self.temporary).map_err(|error| self.failed(error))
    }

    /// Gives it its name.
    pub(crate) fn publish(self) -> Result<()> {
        let Some((path, force)) = &self.wanted else { return Ok(()) };
        self.file()?.sync_all().and_then(|()| publish(&self.temporary, path, *force)).map_err(|error| {
            if error.kind() == io::ErrorKind::AlreadyExists { exists(path) } else { self.failed(error) }
        })
    }

    /// The failure that an error of this file is.
    pub(crate) fn failed(&self, error: io::Error) -> Failure {
        let path = self.wanted.as_ref().map_or(&self.temporary, |(path, _)| path);
        Failure::Other(anyhow::Error::new(error).context(format!("cannot write {}", path.display())))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After publishing it is gone, or a second name of the file.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Says now what [`write`] would say after a long search: that a file cannot be written. Leaves nothing.
pub(crate) fn check(path: &Path, force: bool) -> Result<()> {
    let place = || format!("cannot write {}", path.display());
    if !force && path.symlink_metadata().is_ok() {
        return Err(exists(path));
    }
    if path.is_dir() {
        return Err(Failure::Other(anyhow!("it is a folder").context(place())));
    }
    let temporary = beside(path).with_context(place)?;
    fill(&temporary, "").and_then(|()| fs::remove_file(&temporary)).with_context(place)?;
    Ok(())
}

fn exists(path: &Path) -> Failure {
    anyhow!("{} exists already; --force replaces it", path.display()).into()
}

/// A name in the same folder, so that renaming never crosses a file system.
fn beside(path: &Path) -> anyhow::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| anyhow!("expected the name of a file"))?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(hidden))
}

fn fill(temporary: &Path, text: &str) -> io::Result<()> {
    let mut file: File = OpenOptions::new().write(true).create_new(true).open(temporary)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

fn publish(temporary: &Path, path: &Path, force: bool) -> io::Result<()> {
    if force {
        return fs::rename(temporary, path);
    }
    // A link, unlike a rename, fails when the name has been taken in the meantime.
    match fs::hard_link(temporary, path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => fs::rename(temporary, path),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_whole_and_replaced_only_by_force() {
        let folder = std::env::temp_dir().join(format!("phidelta-output-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("graph.json");
        write("one", Some(&file), false).unwrap();
        let refused = write("two", Some(&file), false).unwrap_err();
        assert!(refused.message().unwrap().contains("--force"), "{refused:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "one");
        write("two", Some(&file), true).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        assert!(write("x", Some(&folder.join("no/such/folder")), false).is_err());
        // Nothing half done is left behind.
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
