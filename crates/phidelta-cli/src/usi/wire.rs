//! Rows in, rows out.
//!
//! In: bytes that need not be text and a row that need not end. Out: whole rows, each at once on its
//! way, from whichever thread; if nobody reads them any more, the engine has no reason to live on.

use std::io::{self, BufRead, Write};

use crate::failure::Code;
use crate::progress;

/// The longest row that is obeyed, in bytes: a game of 100,000 moves is half as long.
const LONGEST: usize = 1 << 20;

/// One row of the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Row {
    /// Its text; what is not UTF-8 is replaced.
    Text(String),
    /// It was longer than anyone would write; its text is gone.
    TooLong,
    /// There are no more.
    End,
}

/// Where commands come from.
pub(super) struct Input<R>(R);

impl<R: BufRead> Input<R> {
    pub(super) fn new(reader: R) -> Input<R> {
        Input(reader)
    }

    /// The next row, without its end.
    pub(super) fn next_row(&mut self) -> io::Result<Row> {
        let (mut row, mut read, mut ended) = (Vec::new(), 0, false);
        while !ended {
            let bytes = match self.0.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            if bytes.is_empty() {
                // The last row may lack its end.
                if read == 0 {
                    return Ok(Row::End);
                }
                break;
            }
            let (part, length) = match bytes.iter().position(|&byte| byte == b'\n') {
                Some(at) => (&bytes[..at], at + 1),
                None => (bytes, bytes.len()),
            };
            ended = length > part.len();
            read += length;
            if read <= LONGEST {
                row.extend_from_slice(part);
            }
            self.0.consume(length);
        }
        if read > LONGEST {
            return Ok(Row::TooLong);
        }
        let text = String::from_utf8_lossy(&row);
        Ok(Row::Text(text.trim_start_matches('\u{feff}').to_string()))
    }
}

/// Sends a row. Ends the process if that is impossible: quietly if the reader has gone, which is how
/// many programs end their engines.
pub(super) fn send(row: &str) {
    let row = format!("{row}\n");
    let mut out = io::stdout().lock();
    let sent = out.write_all(row.as_bytes()).and_then(|()| out.flush());
    drop(out);
    let Err(error) = sent else { return };
    let code = if error.kind() == io::ErrorKind::BrokenPipe {
        Code::Done
    } else {
        progress::say(&format!("error: cannot write to the standard output: {error}"));
        Code::Failed
    };
    std::process::exit(code as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(bytes: &[u8]) -> Vec<Row> {
        // A small buffer, so that rows come in parts.
        let mut input = Input::new(io::BufReader::with_capacity(7, bytes));
        let mut rows = Vec::new();
        loop {
            match input.next_row().unwrap() {
                Row::End => return rows,
                row => rows.push(row),
            }
        }
    }

    fn text(text: &str) -> Row {
        Row::Text(text.into())
    }

    #[test]
    fn rows_come_whole_whatever_they_hold() {
        assert_eq!(rows(b""), []);
        assert_eq!(rows(b"\n"), [text("")]);
        assert_eq!(rows(b"isready\r\nquit"), [text("isready\r"), text("quit")]);
        assert_eq!(rows(b"\xef\xbb\xbfusi\na\xffb\n"), [text("usi"), text("a\u{fffd}b")]);
    }

    #[test]
    fn a_row_without_end_is_given_up_and_the_next_one_is_read() {
        let mut bytes = vec![b'x'; LONGEST + 5];
        bytes.extend_from_slice(b"\nusi\n");
        assert_eq!(rows(&bytes), [Row::TooLong, text("usi")]);
        let longest = vec![b'x'; LONGEST - 1];
        assert_eq!(rows(&[&longest[..], b"\n"].concat()), [text(std::str::from_utf8(&longest).unwrap())]);
        assert_eq!(rows(&vec![b'x'; LONGEST + 1]), [Row::TooLong]);
    }
}
