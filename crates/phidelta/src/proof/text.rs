//! Certificates as text (docs/certificate.md).
//!
//! One line a position, fields between tabs, so that a certificate can be read, cut and compared with the
//! usual tools.

use std::io::{self, Write};

use super::certificate::Target;
use super::writer::{Encoder, Part};

/// Writes lines.
#[derive(Debug)]
pub(super) struct Text<W>(pub(super) W);

/// How a target is written.
struct Sign(Target);

impl std::fmt::Display for Sign {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Target::End => f.write_str("."),
            Target::Settled => f.write_str("!"),
            Target::Position(id) => write!(f, "{id}"),
            Target::Follows(id) => write!(f, "~{id}"),
        }
    }
}

impl<W: Write> Text<W> {
    /// Writes what is still kept back.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.0.flush()?;
        Ok(self.0)
    }
}

impl<W: Write> Encoder for Text<W> {
    fn heading(&mut self, fields: [&str; 5]) -> io::Result<()> {
        let [game, rules, position, question, answer] = fields;
        writeln!(self.0, "phidelta-certificate\t1\ngame\t{game}\nrules\t{rules}")?;
        writeln!(self.0, "position\t{position}\nanswer\t{question}\t{answer}")
    }

    fn part(&mut self, part: Part<'_>) -> io::Result<()> {
        let verdict = if part.proved { "proved" } else { "disproved" };
        let kind = if part.ranked { "ranked" } else { "closed" };
        writeln!(self.0, "part\t{}\t{verdict}\t{kind}", part.question)
    }

    fn position(&mut self, id: u64, position: &str, moves: &[(String, Target)]) -> io::Result<()> {
        write!(self.0, "{id}\t{position}")?;
        for (name, target) in moves {
            write!(self.0, "\t{name}\t{}", Sign(*target))?;
        }
        writeln!(self.0)
    }

    fn forget(&mut self, ids: &[u64]) -> io::Result<()> {
        write!(self.0, "forget")?;
        for id in ids {
            write!(self.0, "\t{id}")?;
        }
        writeln!(self.0)
    }

    fn end(&mut self, root: Target, positions: u64, moves: u64) -> io::Result<()> {
        writeln!(self.0, "end\t{}\t{positions}\t{moves}", Sign(root))
    }
}
