//! What can go wrong, and the exit code it ends in.
//!
//! The codes are part of the interface: [`Code`] is the only place that has them, and the tests in
//! `tests/` hold the command to each of them.

use std::fmt;
use std::io;

use phidelta_desk::text::cut;
use phidelta_desk::{InputError, Place, RunError};
use phidelta_games::text::{SHOWN, visible};

/// How the command ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Code {
    /// Done; for problems: every one has a verdict.
    Done = 0,
    /// Something outside failed: a file, the memory, the output.
    Failed = 1,
    /// The command line or the input is wrong.
    Usage = 2,
    /// At least one problem has no verdict.
    Unknown = 3,
}

/// The last part of `--help`.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0  done; for problems: a verdict (proved or disproved) was reached for every one
  1  any other error: a file cannot be read or written, the system gives no memory
  2  wrong usage or bad input: unknown option, algorithm or game, malformed position
  3  unknown: at least one problem ended without a verdict (limit, memory, Ctrl-C)";

/// Why a command cannot go on.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user's input is wrong: exit 2.
    Input(String),
    /// Anything else: exit 1.
    Other(anyhow::Error),
    /// Whoever read our output has gone: nothing left to say, exit 1.
    Closed,
}

/// What a command gives back.
pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// An error of the user.
    pub(crate) fn input(message: impl fmt::Display) -> Failure {
        Failure::Input(message.to_string())
    }

    /// The code to end with.
    pub(crate) fn code(&self) -> Code {
        match self {
            Failure::Input(_) => Code::Usage,
            Failure::Other(_) | Failure::Closed => Code::Failed,
        }
    }

    /// What to tell the user, if anything.
    pub(crate) fn message(&self) -> Option<String> {
        match self {
            Failure::Input(message) => Some(shown(message)),
            // `{:#}` puts the causes behind the message, on one line.
            Failure::Other(error) => Some(shown(&format!("{error:#}"))),
            Failure::Closed => None,
        }
    }

    /// The same with something before its message: where it comes from.
    pub(crate) fn within(self, place: impl fmt::Display) -> Failure {
        match self {
            Failure::Input(message) => Failure::Input(format!("{place}{message}")),
            Failure::Other(error) => Failure::Other(anyhow::anyhow!("{place}{error:#}")),
            Failure::Closed => Failure::Closed,
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Other(error)
    }
}

impl From<InputError> for Failure {
    /// What was asked for beside the position is an option here.
    fn from(error: InputError) -> Failure {
        let dashes = if matches!(error.place, Place::Option(_)) { "--" } else { "" };
        Failure::Input(format!("{dashes}{error}"))
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        match error {
            RunError::Input(error) => error.into(),
            RunError::Solve(error) => error.into(),
            RunError::Certificate(error) => Failure::Other(error.into()),
            error => Failure::Other(error.into()),
        }
    }
}

impl From<phidelta::SolveError> for Failure {
    fn from(error: phidelta::SolveError) -> Failure {
        match error {
            phidelta::SolveError::NoMemory(_) => Failure::Other(error.into()),
            _ => Failure::input(error),
        }
    }
}

/// The longest row of a message, in characters: lists of names may need some rows of a terminal.
const LONGEST_ROW: usize = 8 * SHOWN;

/// A message as it may be shown, whatever it repeats: no character that moves the cursor, no word of more than
/// [`SHOWN`] characters, no row without end.
pub(crate) fn shown(message: &str) -> String {
    let row = |row: &str| {
        let words: Vec<String> = row.split(' ').map(|word| cut(word, SHOWN)).collect();
        cut(&words.join(" "), LONGEST_ROW)
    };
    visible(message).split('\n').map(row).collect::<Vec<_>>().join("\n")
}

/// For errors of the standard output; files name themselves.
pub(crate) fn stdout_failed(error: io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        Failure::Closed
    } else {
        Failure::Other(anyhow::Error::new(error).context("cannot write to the standard output"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_short_and_move_no_cursor() {
        let long = Failure::input(format!("'{}': unknown\nsecond \u{1b}[2Jrow\r", "x".repeat(5000)));
        let message = long.message().unwrap();
        let rows: Vec<&str> = message.lines().collect();
        assert!(rows[0].ends_with("…: unknown") || rows[0].ends_with("… unknown"), "{message}");
        assert!(rows[0].chars().count() <= SHOWN + 10, "{message}");
        assert_eq!(rows[1], "second ␛[2Jrow␍");
        let wide = Failure::input("y ".repeat(5000)).message().unwrap();
        assert_eq!(wide.chars().count(), LONGEST_ROW);
    }
}
