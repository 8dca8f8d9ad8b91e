//! Certificates as text (docs/certificate.md).
//!
//! One row a position, fields between tabs, so that a certificate can be read, cut and compared with the
//! usual tools.

use std::io::{self, Write};

use super::certificate::{PartOpening, Target};
use super::replies::Replies;
use super::writer::Encoder;

/// Writes rows.
#[derive(Debug)]
pub(super) struct Text<W> {
    out: W,
    /// The row in the making.
    row: Vec<u8>,
}

impl<W: Write> Text<W> {
    pub(super) fn new(out: W) -> Text<W> {
        Text { out, row: Vec::new() }
    }

    /// Writes what is still kept back.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }

    /// Adds a number in its shortest form.
    fn number(&mut self, mut number: u64) {
        let (mut digits, mut first) = ([0; 20], 20);
        loop {
            first -= 1;
            digits[first] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.row.extend_from_slice(&digits[first..]);
    }

    fn target(&mut self, target: Target) {
        match target {
            Target::End => self.row.push(b'.'),
            Target::Settled => self.row.push(b'!'),
            Target::Position(id) => self.number(id),
            Target::Follows(id) => {
                self.row.push(b'~');
                self.number(id);
            }
            Target::Inline(moves) => {
                self.row.push(b':');
                self.number(moves.into());
            }
        }
    }

    fn end_row(&mut self) -> io::Result<()> {
        self.row.push(b'\n');
        let written = self.out.write_all(&self.row);
        self.row.clear();
        written
    }
}

impl<W: Write> Encoder for Text<W> {
    fn heading(&mut self, fields: [&str; 5]) -> io::Result<()> {
        let [game, rules, position, question, answer] = fields;
        writeln!(self.out, "phidelta-certificate\t2\ngame\t{game}\nrules\t{rules}")?;
        writeln!(self.out, "position\t{position}\nanswer\t{question}\t{answer}")
    }

    fn part(&mut self, question: &str, opening: PartOpening) -> io::Result<()> {
        let verdict = if opening.proved { "proved" } else { "disproved" };
        let kind = if opening.ranked { "ranked" } else { "closed" };
        writeln!(self.out, "part\t{}\t{verdict}\t{kind}", question)
    }

    fn position(&mut self, id: u64, position: &str, moves: &Replies) -> io::Result<()> {
        self.number(id);
        self.row.push(b'\t');
        self.row.extend_from_slice(position.as_bytes());
        for (name, target) in moves.iter() {
            self.row.push(b'\t');
            self.row.extend_from_slice(name.as_bytes());
            self.row.push(b'\t');
            self.target(target);
        }
        self.end_row()
    }

    fn forget(&mut self, ids: &[u64]) -> io::Result<()> {
        self.row.extend_from_slice(b"forget");
        for &id in ids {
            self.row.push(b'\t');
            self.number(id);
        }
        self.end_row()
    }

    fn end(&mut self, root: Target, positions: u64, moves: u64) -> io::Result<()> {
        self.row.extend_from_slice(b"end\t");
        self.target(root);
        for count in [positions, moves] {
            self.row.push(b'\t');
            self.number(count);
        }
        self.end_row()
    }
}
