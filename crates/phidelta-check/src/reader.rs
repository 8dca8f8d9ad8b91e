//! Reads a certificate, line by line, whichever form it has.
//!
//! What the lines say is not judged here: [`crate::check`] does that. A reader only refuses what is no
//! certificate by its form, and takes no more memory than a line of the longest length allowed needs.

use std::io::BufRead;

use crate::binary::{self, Records};
use crate::input::{Limits, Refusal};
use crate::text::Lines;

/// What a certificate says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heading {
    /// The game.
    pub game: String,
    /// Its variant.
    pub rules: String,
    /// The position asked about.
    pub position: String,
    /// The question: `win`, `value`, …
    pub question: String,
    /// The answer: `proved`, `draw`, …
    pub answer: String,
}

/// What a move leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Target {
    /// `.`: the game ends there, in the winner's favour.
    End,
    /// `!`: the game goes on, but the rules settle it.
    Settled,
    /// The position of the line with this number.
    Position(u64),
    /// `~`: a position that is no worse for the winner than that of the line with this number: the same,
    /// but for resources.
    Follows(u64),
    /// `:`: a position that has no line of its own. Its moves are the next ones, so many with those of
    /// positions that are told among them.
    Inline(u64),
}

/// What stands between the heading and the end of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line<'a> {
    /// A part begins.
    Part {
        /// The question it answers.
        question: &'a str,
        /// The answer: proved or disproved.
        proved: bool,
        /// Whether references lead backwards only.
        ranked: bool,
    },
    /// A position and the moves kept there.
    Position {
        /// Its number.
        id: u64,
        /// What it is.
        position: &'a str,
        /// Names of moves, and what they lead to; those behind [`Target::Inline`] belong to the position
        /// there.
        moves: Vec<(&'a str, Target)>,
    },
    /// Nothing refers to the positions with these numbers any more.
    Forget(Vec<u64>),
    /// A part ends.
    End {
        /// What the root leads to.
        root: Target,
        /// How many positions the part has.
        positions: u64,
        /// How many moves they have.
        moves: u64,
    },
}

/// A certificate that is being read.
///
/// ```
/// use phidelta_check::{Limits, Line, Reader};
///
/// let text = "phidelta-certificate\t2\ngame\tconnect4\nrules\t2x1k2\nposition\t/\nanswer\twin\tdisproved\n\
///     part\twin\tdisproved\tranked\nend\t!\t0\t0\n";
/// let mut reader = Reader::new(text.as_bytes(), &Limits::default())?;
/// assert_eq!(reader.heading().game, "connect4");
/// let mut lines = 0;
/// while let Some(line) = reader.next_line()? {
///     lines += 1;
///     if let Line::End { positions, .. } = line {
///         assert_eq!(positions, 0);
///     }
/// }
/// assert_eq!(lines, 2);
/// # Ok::<(), phidelta_check::Refusal>(())
/// ```
pub struct Reader<R> {
    source: Source<R>,
    heading: Heading,
}

enum Source<R> {
    Text(Lines<R>),
    Binary(Box<Records<R>>),
}

impl<R: BufRead> Reader<R> {
    /// Reads the heading. Text and binary form tell themselves apart by their first byte.
    pub fn new(mut reader: R, limits: &Limits) -> Result<Reader<R>, Refusal> {
        let first = reader.fill_buf().map_err(|error| Refusal::at(1, error.to_string()))?.first().copied();
        if first == Some(binary::MAGIC[0]) {
            let (records, heading) = Records::new(reader, limits)?;
            return Ok(Reader { source: Source::Binary(Box::new(records)), heading });
        }
        let (lines, heading) = Lines::new(reader, limits)?;
        Ok(Reader { source: Source::Text(lines), heading })
    }

    /// What the certificate says of itself.
    pub fn heading(&self) -> &Heading {
        &self.heading
    }

    /// How long the texts of the heading are together.
    pub(crate) fn heading_bytes(&self) -> u64 {
        let Heading { game, rules, position, question, answer } = &self.heading;
        [game, rules, position, question, answer].iter().map(|text| text.len() as u64).sum()
    }

    /// The next line; `None` at the end of the certificate.
    pub fn next_line(&mut self) -> Result<Option<Line<'_>>, Refusal> {
        match &mut self.source {
            Source::Text(lines) => lines.next_line(),
            Source::Binary(records) => records.next_line(),
        }
    }

    /// The number of the line read last, counted from 1: in the binary form that of the same line in the
    /// text.
    pub fn number(&self) -> u64 {
        match &self.source {
            Source::Text(lines) => lines.number(),
            Source::Binary(records) => records.number(),
        }
    }

    /// A refusal of the line read last.
    pub(crate) fn wrong(&self, reason: impl Into<String>) -> Refusal {
        Refusal::at(self.number(), reason)
    }
}
