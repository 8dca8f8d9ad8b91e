//! The text form: lines of fields between tabs.

use std::io::{BufRead, Read};

use crate::input::{Limits, Refusal};
use crate::reader::{Heading, Line, Target};

/// The version of the format that is read.
const VERSION: &str = "2";

/// Of a line that the limits do not allow.
pub(crate) const TOO_LONG: &str = "the line is too long for the memory allowed";

/// Lines and where we are.
pub(crate) struct Lines<R> {
    reader: R,
    longest: u64,
    number: u64,
    buffer: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// Reads the heading of a certificate.
    pub(crate) fn new(reader: R, limits: &Limits) -> Result<(Lines<R>, Heading), Refusal> {
        Lines::with_form(reader, limits, ("phidelta-certificate", VERSION))
    }

    /// Reads the heading of a file whose first line has this name and this version.
    pub(crate) fn with_form(
        reader: R,
        limits: &Limits,
        (name, expected): (&str, &str),
    ) -> Result<(Lines<R>, Heading), Refusal> {
        let mut lines = Lines { reader, longest: limits.heading(), number: 0, buffer: Vec::new() };
        let version = lines.heading(name)?;
        if version != expected {
            return Err(lines.wrong(format!("version '{version}' of the form, expected {expected}")));
        }
        let (game, rules) = (lines.heading("game")?, lines.heading("rules")?);
        let position = lines.heading("position")?;
        let number = lines.number + 1;
        let (question, answer) = match lines.fields()?.as_deref() {
            Some(["answer", question, answer]) => ((*question).into(), (*answer).into()),
            _ => {
                return Err(Refusal::at(number, "expected the line 'answer' with a question and an answer"));
            }
        };
        lines.longest = limits.in_part();
        // What a long heading needed is not needed again.
        lines.buffer = Vec::new();
        Ok((lines, Heading { game, rules, position, question, answer }))
    }

    /// The one value of a line of the heading.
    fn heading(&mut self, name: &str) -> Result<String, Refusal> {
        let number = self.number + 1;
        match self.fields()?.as_deref() {
            Some([found, value]) if *found == name => {
                let value = (*value).to_string();
                // The limit is for all lines of the heading together.
                self.longest = self.longest.saturating_sub(value.len() as u64);
                Ok(value)
            }
            _ => Err(Refusal::at(number, format!("expected the line '{name}'"))),
        }
    }

    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    pub(crate) fn wrong(&self, reason: impl Into<String>) -> Refusal {
        Refusal::at(self.number, reason)
    }

    /// The fields of the next line; `None` at the end.
    fn fields(&mut self) -> Result<Option<Vec<&str>>, Refusal> {
        // Three at most are of use: a line of tabs makes no long list.
        Ok(self.line()?.map(|text| text.splitn(4, '\t').collect()))
    }

    /// The next line; `None` at the end.
    pub(crate) fn line(&mut self) -> Result<Option<&str>, Refusal> {
        self.buffer.clear();
        self.number += 1;
        let number = self.number;
        let mut limited = self.reader.by_ref().take(self.longest);
        let read = limited.read_until(b'\n', &mut self.buffer);
        read.map_err(|error| Refusal::at(number, error.to_string()))?;
        if self.buffer.is_empty() {
            return Ok(None);
        }
        if self.buffer.pop() != Some(b'\n') {
            let long = self.buffer.len() as u64 + 1 >= self.longest;
            return Err(Refusal::at(number, if long { TOO_LONG } else { "the line has no end" }));
        }
        std::str::from_utf8(&self.buffer).map(Some).map_err(|_| Refusal::at(number, "not UTF-8"))
    }

    pub(crate) fn next_line(&mut self) -> Result<Option<Line<'_>>, Refusal> {
        let number = self.number + 1;
        let Some(text) = self.line()? else { return Ok(None) };
        parse(text).map(Some).map_err(|reason| Refusal::at(number, reason))
    }
}

/// The fields of a line. They are short: looking at byte after byte is quicker than a search for tabs.
pub(crate) struct Fields<'t>(Option<&'t str>);

impl<'t> Fields<'t> {
    pub(crate) fn of(line: &'t str) -> Fields<'t> {
        Fields(Some(line))
    }
}

impl<'t> Iterator for Fields<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let text = self.0?;
        let Some(tab) = text.bytes().position(|byte| byte == b'\t') else { return self.0.take() };
        self.0 = Some(&text[tab + 1..]);
        Some(&text[..tab])
    }
}

fn parse(text: &str) -> Result<Line<'_>, String> {
    let mut fields = Fields::of(text);
    let first = fields.next().unwrap_or_default();
    match first {
        "part" => {
            let fields: Vec<&str> = fields.collect();
            let [question, verdict @ ("proved" | "disproved"), kind @ ("ranked" | "closed")] =
                fields.as_slice()
            else {
                return Err("expected 'part', a question, proved or disproved, ranked or closed".into());
            };
            Ok(Line::Part { question, proved: *verdict == "proved", ranked: *kind == "ranked" })
        }
        "end" => {
            let fields: Vec<&str> = fields.collect();
            let [root, positions, moves] = fields.as_slice() else {
                return Err("expected 'end', the root and two counts".into());
            };
            Ok(Line::End { root: target(root)?, positions: number(positions)?, moves: number(moves)? })
        }
        "forget" => {
            let ids = fields.map(number).collect::<Result<Vec<u64>, String>>()?;
            if ids.is_empty() {
                Err("expected numbers behind 'forget'".into())
            } else {
                Ok(Line::Forget(ids))
            }
        }
        id => {
            let (id, position, moves) = position_row(id, fields, target)?;
            Ok(Line::Position { id, position, moves })
        }
    }
}

/// A row of a position: its number, its text, its moves and what they lead to.
pub(crate) type PositionRow<'t, T> = (u64, &'t str, Vec<(&'t str, T)>);

/// Reads the rest of a row that begins with a number.
pub(crate) fn position_row<'t, T>(
    id: &str,
    mut fields: Fields<'t>,
    target: impl Fn(&str) -> Result<T, String>,
) -> Result<PositionRow<'t, T>, String> {
    let id = number(id)?;
    let position = fields.next().ok_or("expected a number and a position")?;
    let mut moves = Vec::new();
    while let Some(name) = fields.next() {
        let leads = fields.next().ok_or("expected moves, each with what it leads to")?;
        moves.push((name, target(leads)?));
    }
    Ok((id, position, moves))
}

fn target(text: &str) -> Result<Target, String> {
    match text {
        "." => Ok(Target::End),
        "!" => Ok(Target::Settled),
        _ => match text.as_bytes().first() {
            Some(b'~') => number(&text[1..]).map(Target::Follows),
            Some(b':') => number(&text[1..]).map(Target::Inline),
            _ => number(text).map(Target::Position),
        },
    }
}

/// A whole number in its shortest form.
pub(crate) fn number(text: &str) -> Result<u64, String> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain).ok_or_else(|| format!("'{text}', expected a number"))
}
