//! What was answered so far, and how it stands in a file.

use std::io;
use std::time::Duration;

use super::form::{Contents, Writer};
use crate::game::{Game, Key, Stock};
use crate::number::Numbers;
use crate::trail::Trail;
use crate::verdict::{Reason, Report, Stats, Verdict};

/// A report without its line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Reported {
    pub(super) verdict: Verdict,
    numbers: Numbers,
    pub(super) stats: Stats,
    pub(super) elapsed: Duration,
    table_bytes: u64,
    table_used: f64,
    stock: Stock,
}

impl Reported {
    pub(crate) fn of<M>(report: &Report<M>) -> Reported {
        let &Report { verdict, numbers, stats, elapsed, table_bytes, table_used, stock, .. } = report;
        Reported { verdict, numbers, stats, elapsed, table_bytes, table_used, stock }
    }

    pub(crate) fn report<M>(self) -> Report<M> {
        let Reported { verdict, numbers, stats, elapsed, table_bytes, table_used, stock } = self;
        Report { numbers, stats, elapsed, table_bytes, table_used, stock, ..Report::new(verdict) }
    }
}

/// Something that was told.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Event {
    /// The answer of a question.
    Answer(Key, Reported),
    /// The line that shows it, each move by its index, and whether it is complete.
    Line(Key, Vec<u32>, bool),
    /// What was known of a question without a search.
    Recall(Key, Option<(bool, Stock)>),
}

impl Event {
    pub(super) fn key(&self) -> Key {
        match *self {
            Event::Answer(key, _) | Event::Line(key, ..) | Event::Recall(key, _) => key,
        }
    }

    pub(super) fn write(&self, out: &mut Writer<'_>) -> io::Result<()> {
        out.byte(match self {
            Event::Answer(..) => 0,
            Event::Line(..) => 1,
            Event::Recall(..) => 2,
        });
        out.bytes(&self.key().to_le_bytes());
        match self {
            Event::Answer(_, reported) => write_reported(reported, out),
            Event::Line(_, line, complete) => {
                out.byte(u8::from(*complete));
                out.number(line.len() as u64);
                for &index in line {
                    out.number(index);
                    out.item()?;
                }
            }
            Event::Recall(_, found) => {
                out.byte(found.map_or(0, |(proved, _)| 1 + u8::from(proved)));
                out.number(found.map_or(0, |(_, stock)| stock));
            }
        }
        out.item()
    }

    pub(super) fn read(contents: &mut Contents<'_>) -> Option<Event> {
        let kind = contents.byte()?;
        let key = Key::from_le_bytes(contents.array()?);
        Some(match kind {
            0 => Event::Answer(key, read_reported(contents)?),
            1 => {
                let complete = contents.byte()? == 1;
                let count = contents.number()?;
                let mut line = Vec::new();
                for _ in 0..count {
                    line.push(contents.short()?);
                }
                Event::Line(key, line, complete)
            }
            2 => {
                let found = contents.byte()?;
                let stock = contents.short()?;
                Event::Recall(key, (found > 0).then_some((found == 2, stock)))
            }
            _ => return None,
        })
    }
}

fn write_reported(reported: &Reported, out: &mut Writer<'_>) {
    let Reported { verdict, numbers, stats, elapsed, table_bytes, table_used, stock } = reported;
    out.byte(match verdict {
        Verdict::Proved => 0,
        Verdict::Disproved => 1,
        Verdict::Unknown(reason) => 2 + reason_code(*reason),
    });
    write_numbers(*numbers, out);
    write_stats(stats, out);
    write_time(*elapsed, out);
    out.number(*table_bytes);
    out.bytes(&table_used.to_bits().to_le_bytes());
    out.number(*stock);
}

fn read_reported(contents: &mut Contents<'_>) -> Option<Reported> {
    let verdict = match contents.byte()? {
        0 => Verdict::Proved,
        1 => Verdict::Disproved,
        code => Verdict::Unknown(reason_of(code - 2)?),
    };
    let numbers = read_numbers(contents)?;
    let agree =
        (numbers.is_proved(), numbers.is_disproved()) == (verdict.is_proved(), verdict.is_disproved());
    if !agree {
        return None;
    }
    let (stats, elapsed) = (read_stats(contents)?, read_time(contents)?);
    let table_bytes = contents.number()?;
    let table_used = f64::from_bits(u64::from_le_bytes(contents.array()?));
    Some(Reported { verdict, numbers, stats, elapsed, table_bytes, table_used, stock: contents.short()? })
}

pub(crate) fn write_numbers(numbers: Numbers, out: &mut Writer<'_>) {
    // ∞ takes a byte.
    out.number(numbers.pn.wrapping_add(1));
    out.number(numbers.dn.wrapping_add(1));
}

pub(crate) fn read_numbers(contents: &mut Contents<'_>) -> Option<Numbers> {
    let mut next = || Some(contents.short()?.wrapping_sub(1));
    let numbers = Numbers::new(next()?, next()?);
    numbers.is_consistent().then_some(numbers)
}

pub(super) fn write_time(time: Duration, out: &mut Writer<'_>) {
    // Nanoseconds of 584 years.
    out.number(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
}

pub(super) fn read_time(contents: &mut Contents<'_>) -> Option<Duration> {
    contents.number().map(Duration::from_nanos)
}

pub(super) fn write_stats(stats: &Stats, out: &mut Writer<'_>) {
    // Named one by one: a new counter is a new form.
    let &Stats {
        nodes,
        counted,
        expansions,
        revisits,
        table_hits,
        collections,
        loops_cut,
        merges_found,
        max_depth,
    } = stats;
    let all =
        [nodes, counted, expansions, revisits, table_hits, collections, loops_cut, merges_found, max_depth];
    all.iter().for_each(|&number| out.number(number));
}

pub(super) fn read_stats(contents: &mut Contents<'_>) -> Option<Stats> {
    // Counters that cannot overflow when they go on.
    let mut next = || contents.number().filter(|&number| number < 1 << 62);
    Some(Stats {
        nodes: next()?,
        counted: next()?,
        expansions: next()?,
        revisits: next()?,
        table_hits: next()?,
        collections: next()?,
        loops_cut: next()?,
        merges_found: next()?,
        max_depth: next()?,
    })
}

/// Reasons by number: a new one goes to the end.
const REASONS: [Reason; 7] = [
    Reason::NodeLimit,
    Reason::TimeLimit,
    Reason::MemoryFull,
    Reason::Stopped,
    Reason::Saturated,
    Reason::OpenPosition,
    Reason::KeysMeet,
];

pub(crate) fn reason_code(reason: Reason) -> u8 {
    REASONS.iter().position(|&known| known == reason).unwrap_or(0) as u8
}

pub(crate) fn reason_of(code: u8) -> Option<Reason> {
    REASONS.get(usize::from(code)).copied()
}

/// A line by the indices of its moves.
pub(super) fn indices<G: Game>(game: &mut G, line: &[G::Move]) -> Option<Vec<u32>> {
    let (mut trod, mut moves, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    let mut trail = Trail::new(game, &mut trod);
    for &mv in line {
        moves.clear();
        trail.moves(&mut moves);
        indices.push(moves.iter().position(|&other| other == mv)? as u32);
        trail.play(mv);
    }
    Some(indices)
}

/// The reverse of [`indices`].
pub(super) fn moves_of<G: Game>(game: &mut G, indices: &[u32]) -> Option<Vec<G::Move>> {
    let (mut trod, mut moves, mut line) = (Vec::new(), Vec::new(), Vec::new());
    let mut trail = Trail::new(game, &mut trod);
    for &index in indices {
        if trail.outcome().is_some() {
            return None;
        }
        moves.clear();
        trail.moves(&mut moves);
        let &mv = moves.get(index as usize)?;
        line.push(mv);
        trail.play(mv);
    }
    Some(line)
}
