//! Which positions a text has: one by itself, or those of a file, in whatever form its game has.
//!
//! All of them are read before anything is done: a slip in the last row of a file shows at once, not
//! after a night.

use crate::error::{InputError, Place};
use crate::games::{GameKind, Layout, Options};
use crate::problem::Problem;
use crate::rows;

/// What is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Source<'a> {
    /// The text of one position.
    Text(&'a str),
    /// The content of a file. Its name is for messages, and may tell its format.
    File {
        /// The name.
        name: &'a str,
        /// The content.
        bytes: &'a [u8],
    },
}

/// Reads all positions of a source: at least one.
pub fn read(game: &dyn GameKind, source: Source<'_>, options: &Options) -> Result<Vec<Problem>, InputError> {
    let (name, bytes) = match source {
        Source::File { name, bytes } => (name, bytes),
        Source::Text(_) if options.ply().is_some() => {
            let message = "a position has no moves to count, expected --file and a game record";
            return Err(InputError::option("ply", message));
        }
        Source::Text(text) => return Ok(vec![game.read(text, &Place::Text, options)?]),
    };
    if let Some(problems) = game.read_records(bytes, name, options)? {
        return Ok(problems);
    }
    if options.ply().is_some() {
        return Err(InputError::option("ply", format!("{name} is no game record, expected one")));
    }
    let text = text_of(bytes, name)?;
    if game.layout() == Layout::Whole {
        return Ok(vec![game.read(text, &Place::File(name.into()), options)?]);
    }
    let problems = rows::positions(text, |row| game.cut(row))
        .map(|found| {
            let place = Place::Row { file: name.into(), row: found.row, before: found.before };
            game.read(found.position, &place, options)
        })
        .collect::<Result<Vec<_>, _>>()?;
    if problems.is_empty() {
        return Err(InputError::new(Place::File(name.into()), "no position in it, expected one a line"));
    }
    Ok(problems)
}

/// What bytes say; `name` is how their file is called in messages.
pub fn text_of<'a>(bytes: &'a [u8], name: &str) -> Result<&'a str, InputError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = &bytes[..error.valid_up_to()];
        let row = 1 + good.iter().filter(|&&byte| byte == b'\n').count();
        let mut refused = InputError::new(Place::File(name.into()), "expected text in UTF-8");
        refused.line = Some(row);
        refused
    })?;
    // Some editors put a byte order mark in front.
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}
