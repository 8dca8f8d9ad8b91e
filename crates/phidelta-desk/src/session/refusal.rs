//! Why a request is refused: a code that the page has words for, a message, and its place in the text.

use serde::Serialize;

use crate::error::InputError;

/// Why a request is refused.
#[derive(Clone, Debug, Serialize)]
pub struct Refusal {
    /// A word for programs: `bad-request`, `bad-position`, `not-found`, `too-large`, `bad-certificate` …
    pub code: &'static str,
    /// What was found and what was expected.
    pub message: String,
    /// The row, counted from 1, where it is known.
    pub line: Option<usize>,
    /// The column, counted from 1.
    pub column: Option<usize>,
    /// The row with its mark below it.
    pub marked: Option<String>,
}

impl Refusal {
    /// A refusal without a place.
    pub fn new(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), line: None, column: None, marked: None }
    }

    /// What was sent makes no sense.
    pub fn bad(message: impl Into<String>) -> Refusal {
        Refusal::new("bad-request", message)
    }

    /// There is no such thing.
    pub fn missing() -> Refusal {
        Refusal::new("not-found", "no such thing here")
    }
}

/// A text that is no position.
impl From<InputError> for Refusal {
    fn from(error: InputError) -> Refusal {
        Refusal {
            code: "bad-position",
            message: error.message,
            line: error.line,
            column: error.column,
            marked: error.marked,
        }
    }
}
