//! Writing: the one place that makes files.
//!
//! What a name stands for decides how it is written ([`Target`]): `-` is the standard output, whose reader
//! may leave; a FIFO or a device is written to as it is; a regular file is whole or absent, and behind a
//! symbolic link it is the file that the link leads to.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::failure::{Failure, Result, stdout_failed};

/// Writes text to the standard output and makes sure that it arrives.
pub(crate) fn print(text: &str) -> Result<()> {
    print_bytes(text.as_bytes())
}

fn print_bytes(bytes: &[u8]) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(stdout_failed)
}

/// The name of the standard output.
const STANDARD: &str = "-";

/// Where something is written, decided from its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// The standard output.
    Standard,
    /// A FIFO, a device or a socket: it gets what is written and stays what it is.
    Stream(PathBuf),
    /// A regular file, there or not yet.
    File {
        /// Without symbolic links.
        path: PathBuf,
        /// Whether it may be replaced.
        force: bool,
    },
}

impl Target {
    /// What a name stands for. Says now what would be said after a long search: that it cannot be written.
    /// Leaves nothing behind.
    pub(crate) fn of(name: impl AsRef<Path>, force: bool) -> Result<Target> {
        let name = name.as_ref();
        if name == Path::new(STANDARD) {
            return Ok(Target::Standard);
        }
        // Asked of the system, not of the links: those of /dev/stdout end in no path.
        if fs::metadata(name).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return Ok(Target::Stream(name.into()));
        }
        let place = || format!("cannot write {}", name.display());
        let path = behind_links(name).with_context(place)?;
        match fs::metadata(&path) {
            Ok(found) if found.is_dir() => return Err(anyhow!("it is a folder").context(place()).into()),
            Ok(_) if !force => return Err(exists(name)),
            _ => {}
        }
        let temporary = beside(&path).with_context(place)?;
        fill(&temporary, &[]).and_then(|()| fs::remove_file(&temporary)).with_context(place)?;
        Ok(Target::File { path, force })
    }

    /// The same for a name that may be missing: then it is the standard output.
    pub(crate) fn or_standard(name: Option<&Path>, force: bool) -> Result<Target> {
        name.map_or(Ok(Target::Standard), |name| Target::of(name, force))
    }

    /// Writes all of it. A reader never sees half a file, and a failure leaves the old one as it was.
    pub(crate) fn write(&self, text: &str) -> Result<()> {
        self.write_bytes(text.as_bytes())
    }

    /// Writes what a draft holds: one that is to become the file gets its name.
    pub(crate) fn take(&self, draft: Draft) -> Result<()> {
        let bytes = || fs::read(draft.path()).map_err(|error| draft.failed(error));
        match self {
            Target::Standard => print_bytes(&bytes()?),
            Target::Stream(path) => stream(path, &bytes()?),
            Target::File { .. } => draft.publish(),
        }
    }

    /// The same of bytes.
    pub(crate) fn write_bytes(&self, bytes: &[u8]) -> Result<()> {
        match self {
            Target::Standard => print_bytes(bytes),
            Target::Stream(path) => stream(path, bytes),
            Target::File { path, force } => {
                let draft = Draft::beside(path, *force)?;
                draft.file()?.write_all(bytes).map_err(|error| draft.failed(error))?;
                draft.publish()
            }
        }
    }
}

/// Refuses outputs that would be mixed on the standard output. Each has the option that names it.
pub(crate) fn one_standard(json: bool, targets: &[(&str, Option<&Target>)]) -> Result<()> {
    let taken =
        targets.iter().filter(|(_, target)| *target == Some(&Target::Standard)).map(|(name, _)| *name);
    let taken: Vec<&str> = taken.collect();
    match taken[..] {
        [first, second, ..] => Err(Failure::input(format!(
            "{first} -, {second} -: the standard output takes one of them, expected a file for the other"
        ))),
        [first] if json => {
            Err(Failure::input(format!("{first} -: the standard output is taken by --json, expected a file")))
        }
        _ => Ok(()),
    }
}

fn stream(path: &Path, bytes: &[u8]) -> Result<()> {
    let written = OpenOptions::new().write(true).open(path).and_then(|mut out| out.write_all(bytes));
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::Closed),
        other => Ok(other.with_context(|| format!("cannot write {}", path.display()))?),
    }
}

/// Links that are followed, one behind the other: more than any system allows.
const MOST_LINKS: usize = 64;

/// The path that symbolic links lead to, be it there or not.
fn behind_links(name: &Path) -> io::Result<PathBuf> {
    let mut path = name.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// A file in the making, with a name of its own; gone if it is not published.
pub(crate) struct Draft {
    temporary: PathBuf,
    /// The name it is to get, and whether that may be taken.
    wanted: Option<(PathBuf, bool)>,
}

impl Draft {
    /// For a target: beside the file it is to become, else where nobody will keep it.
    pub(crate) fn of(target: Option<&Target>, name: &str) -> Result<Draft> {
        match target {
            Some(Target::File { path, force }) => Draft::beside(path, *force),
            _ => {
                let temporary = std::env::temp_dir().join(format!("{name}.{}", std::process::id()));
                Draft { temporary, wanted: None }.made()
            }
        }
    }

    pub(crate) fn beside(path: &Path, force: bool) -> Result<Draft> {
        let temporary = beside(path).with_context(|| format!("cannot write {}", path.display()))?;
        Draft { temporary, wanted: Some((path.to_path_buf(), force)) }.made()
    }

    fn made(self) -> Result<Draft> {
        fill(&self.temporary, &[]).map_err(|error| self.failed(error))?;
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

fn fill(temporary: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file: File = OpenOptions::new().write(true).create_new(true).open(temporary)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn publish(temporary: &Path, path: &Path, force: bool) -> io::Result<()> {
    if force {
        fs::rename(temporary, path)?;
        // The new name, too, is to survive a power cut; a system that cannot do this does not.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
        return Ok(());
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

    /// A folder of its own for a test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("phidelta-output-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_is_written_whole_and_replaced_only_by_force() {
        let folder = folder("whole");
        let file = folder.join("graph.json");
        Target::of(&file, false).unwrap().write("one").unwrap();
        let refused = Target::of(&file, false).unwrap_err();
        assert!(refused.message().unwrap().contains("--force"), "{refused:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "one");
        Target::of(&file, true).unwrap().write("two").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        assert!(Target::of(folder.join("no/such/folder"), false).is_err());
        assert!(Target::of(&folder, true).is_err());
        // One that has come in the meantime is not replaced.
        let late = folder.join("late");
        let target = Target::of(&late, false).unwrap();
        fs::write(&late, "somebody else's").unwrap();
        assert!(target.write("ours").is_err());
        assert_eq!(fs::read_to_string(&late).unwrap(), "somebody else's");
        // Nothing half done is left behind.
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        let folder = folder("links");
        let (file, link) = (folder.join("file"), folder.join("link"));
        symlink("file", &link).unwrap();
        Target::of(&link, false).unwrap().write("through a link").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "through a link");
        assert!(Target::of(&link, false).is_err(), "what it leads to is there now");
        Target::of(&link, true).unwrap().write("again").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "again");
        symlink("b", folder.join("a")).unwrap();
        symlink("a", folder.join("b")).unwrap();
        assert!(Target::of(folder.join("a"), true).is_err(), "links in a ring");
        fs::remove_dir_all(&folder).unwrap();
        for force in [false, true] {
            let null = Target::of("/dev/null", force).unwrap();
            assert_eq!(null, Target::Stream("/dev/null".into()));
            null.write("nothing").unwrap();
        }
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }

    #[test]
    fn the_standard_output_takes_one_thing() {
        let (standard, file) = (Target::Standard, Target::Stream("x".into()));
        assert!(one_standard(true, &[("--kif", Some(&file)), ("--html", None)]).is_ok());
        assert!(one_standard(false, &[("--kif", Some(&standard)), ("--html", Some(&file))]).is_ok());
        assert!(one_standard(true, &[("--kif", Some(&standard))]).is_err());
        assert!(one_standard(false, &[("--kif", Some(&standard)), ("--html", Some(&standard))]).is_err());
    }
}
