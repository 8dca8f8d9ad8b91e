//! One part: the strategy of the side that has won, checked position by position.
//!
//! Who has won has one move in each of his positions; the other side's moves are all there. A move leads
//! to an end in the winner's favour, to a position that the rules settle, to one that is told in place, or
//! to a position of the part, which must be the very position that the move makes. In a *ranked* part it
//! stands earlier, so that every play runs out, and can only run out at a good end. In a *closed* part it
//! may stand anywhere; that is enough only where a repetition is the winner's success. Why all this proves
//! what it should, point by point: docs/certificate.md.

use std::collections::HashMap;
use std::io::BufRead;

use crate::claim::verdict;
use crate::input::Refusal;
use crate::reader::{Line, Reader, Target};
use crate::rules::{Goal, Rules, Turn};
use crate::visit::{Audience, Leads, Seen};

/// What was in a part.
pub(crate) struct Counts {
    pub(crate) positions: u64,
    pub(crate) moves: u64,
    /// The longest play of a ranked part.
    pub(crate) depth: Option<u64>,
}

/// A position that was read or referred to.
struct Entry {
    /// What it is, whole.
    position: Box<[u8]>,
    /// Where it was referred to first, as long as it has not been read.
    wanted: Option<u64>,
    /// Plies of the longest play from it, in a ranked part.
    depth: u64,
}

/// How deep positions may be told within each other: enough for any that is worth it, and no danger to
/// the stack.
const DEEPEST: u32 = 64;

/// A move and what it leads to.
type Pair<'a> = (&'a str, Target);

/// Where we are: the line, and within how many of its positions.
#[derive(Clone, Copy)]
struct Place {
    line: u64,
    within: u32,
}

/// The moves of one position, each with those of the position that is told behind it.
struct Moves<'p, 't>(&'p [Pair<'t>]);

impl<'p, 't> Iterator for Moves<'p, 't> {
    type Item = Result<(&'t str, Target, &'p [Pair<'t>]), String>;

    fn next(&mut self) -> Option<Self::Item> {
        let (&(name, target), rest) = self.0.split_first()?;
        let inner = match target {
            Target::Inline(moves) => usize::try_from(moves).unwrap_or(usize::MAX),
            _ => 0,
        };
        let Some((inner, rest)) = rest.split_at_checked(inner) else {
            self.0 = &[];
            return Some(Err(format!("move {name}: the line has not so many moves")));
        };
        self.0 = rest;
        Some(Ok((name, target, inner)))
    }
}

/// Bytes of an entry beside its position: itself and its place in the map, which doubles when it is full
/// and then is there twice, and the allocation.
const ENTRY_BYTES: u64 = 190;

/// The last number that a line may have.
const LAST_NUMBER: u64 = u32::MAX as u64;

/// What a part is to show, of which position, and within which bounds.
pub(crate) struct Task<'t, G: Rules> {
    pub(crate) rules: &'t G,
    pub(crate) root: &'t G::Position,
    pub(crate) goal: Goal,
    pub(crate) reached: bool,
    /// Bytes for positions.
    pub(crate) memory: u64,
}

/// Checks the next part, which must show that the goal is reached, or that it is not.
pub(crate) fn check<G: Rules>(
    task: &Task<'_, G>,
    reader: &mut Reader<impl BufRead>,
    audience: &mut Audience<'_>,
) -> Result<Counts, Refusal> {
    let ranked = opening(reader, task.goal, task.reached)?;
    if !ranked && task.rules.repetition(task.goal) != Some(task.reached) {
        return Err(reader.wrong("a closed part, but a repetition does not help the side that has won"));
    }
    let (entries, bytes, lines, positions, moves) = (HashMap::new(), 0, 0, 0, 0);
    let mut part = Part { task, ranked, entries, bytes, lines, positions, moves, audience };
    let told = part.audience.visitor.part(task.goal, task.reached, ranked);
    told.map_err(|reason| reader.wrong(reason))?;
    loop {
        let number = reader.number() + 1;
        let wrong = |reason: String| Refusal::at(number, reason);
        match reader.next_line()? {
            None => return Err(wrong("the text ends, expected a position or the end of the part".into())),
            Some(Line::Part { .. }) => {
                return Err(wrong("a part begins before the last one has ended".into()));
            }
            Some(Line::Position { id, position, moves }) => {
                part.line(id, position, &moves, number).map_err(wrong)?;
            }
            Some(Line::Forget(ids)) => ids.iter().try_for_each(|&id| part.forget(id)).map_err(wrong)?,
            Some(Line::End { root: target, positions, moves }) => {
                return part.end(target, (positions, moves)).map_err(wrong);
            }
        }
    }
}

/// Reads the line that opens a part; true if it is ranked.
fn opening(reader: &mut Reader<impl BufRead>, goal: Goal, reached: bool) -> Result<bool, Refusal> {
    match reader.next_line()? {
        Some(Line::Part { question, proved, ranked })
            if question == goal.to_string() && proved == reached =>
        {
            Ok(ranked)
        }
        _ => Err(reader.wrong(format!("expected a part '{goal} {}', ranked or closed", verdict(reached)))),
    }
}

struct Part<'t, 'v, 'a, G: Rules> {
    task: &'t Task<'t, G>,
    ranked: bool,
    entries: HashMap<u64, Entry>,
    /// Of entries, and of lists of moves that are being gone through.
    bytes: u64,
    lines: u64,
    positions: u64,
    moves: u64,
    audience: &'v mut Audience<'a>,
}

/// A position of which all is well.
struct Passed<'a> {
    /// Plies of the longest play from it.
    depth: u64,
    /// What its moves lead to, if there is someone who wants to know.
    leads: Vec<(&'a str, Leads)>,
}

impl<G: Rules> Part<'_, '_, '_, G> {
    /// Checks a line with a position and its moves.
    fn line(&mut self, id: u64, text: &str, pairs: &[Pair<'_>], line: u64) -> Result<(), String> {
        self.lines += 1;
        if self.ranked && id != self.lines {
            return Err(format!("the number {id}, expected {}", self.lines));
        }
        if !(1..=LAST_NUMBER).contains(&id) {
            return Err(format!("the number {id}, expected one from 1 to {LAST_NUMBER}"));
        }
        let rules = self.task.rules;
        let position = rules.read(text)?;
        // Two texts for one position would be two readings of one text, sooner or later.
        let written = rules.text(&position);
        if written != text {
            return Err(format!("the position '{text}', expected it as '{written}'"));
        }
        let passed = self.position(&position, pairs, Place { line, within: 0 })?;
        // Last, so that a position cannot refer to itself as to an earlier one.
        self.define(id, rules.pack(&position), passed.depth)?;
        self.show(&position, Some(id), &passed)
    }

    /// Checks a position and its moves, and what they lead to.
    fn position<'p>(
        &mut self,
        position: &G::Position,
        pairs: &[Pair<'p>],
        at: Place,
    ) -> Result<Passed<'p>, String> {
        if pairs.is_empty() {
            return Err("expected moves, each with what it leads to".into());
        }
        let mut moves = Moves(pairs);
        let rules = self.task.rules;
        if rules.attacks(position) != self.task.reached {
            return self.all_moves(position, moves, at);
        }
        let (Some(first), None) = (moves.next(), moves.next()) else {
            return Err("expected one move of the side that has won".into());
        };
        let (mv, target, inner) = first?;
        let after = rules.play(position, mv);
        let after = after.ok_or_else(|| format!("the move {mv} is not legal, or the game has ended"))?;
        self.moves += 1;
        let depth =
            self.target(target, inner, &after, at).map_err(|reason| format!("move {mv}: {reason}"))?;
        let leads = self.leads(mv, target).into_iter().collect();
        Ok(Passed { depth: depth + 1, leads })
    }

    /// Checks that the moves are all there are, and what they lead to.
    fn all_moves<'p>(
        &mut self,
        position: &G::Position,
        moves: Moves<'_, 'p>,
        at: Place,
    ) -> Result<Passed<'p>, String> {
        let Turn::Moves(legal) = self.task.rules.turn(position) else {
            return Err("the game has ended in this position".into());
        };
        let bytes = (legal.len() * (size_of::<(G::Name, G::Position)>() + G::HEAP + 1)) as u64;
        self.take(bytes)?;
        let mut used = vec![false; legal.len()];
        let (mut depth, mut count, mut leads) = (0, 0, Vec::new());
        for next in moves {
            let (mv, target, inner) = next?;
            let name = G::Name::from(mv);
            let Some(index) = legal.iter().position(|(other, _)| *other == name) else {
                return Err(format!("the move {mv} is not legal"));
            };
            if std::mem::replace(&mut used[index], true) {
                return Err(format!("the move {mv} is there twice"));
            }
            count += 1;
            let behind = self.target(target, inner, &legal[index].1, at);
            depth = depth.max(behind.map_err(|reason| format!("move {mv}: {reason}"))?);
            leads.extend(self.leads(mv, target));
        }
        if count != legal.len() {
            return Err(format!("{count} moves, but {} are legal", legal.len()));
        }
        self.moves += count as u64;
        self.bytes -= bytes;
        Ok(Passed { depth: depth + 1, leads })
    }

    /// What a move leads to, right after that has been checked, if there is someone who wants to know.
    fn leads<'p>(&self, mv: &'p str, target: Target) -> Option<(&'p str, Leads)> {
        self.audience.present.then_some((mv, self.checked(target)))
    }

    fn checked(&self, target: Target) -> Leads {
        match target {
            Target::End => Leads::End,
            Target::Settled => Leads::Settled,
            Target::Position(id) => Leads::Line(id),
            Target::Follows(id) => Leads::Follows(id),
            // The last one that was counted.
            Target::Inline(_) => Leads::Told(self.positions - 1),
        }
    }

    /// Counts a position that has been checked, and lets it be seen.
    fn show(&mut self, position: &G::Position, line: Option<u64>, passed: &Passed<'_>) -> Result<(), String> {
        let index = self.positions;
        self.positions += 1;
        if !self.audience.present {
            return Ok(());
        }
        let rules = self.task.rules;
        let (attacks, depth) = (rules.attacks(position), self.ranked.then_some(passed.depth));
        let text = || rules.text(position);
        self.audience.visitor.position(&Seen {
            index,
            line,
            attacks,
            depth,
            moves: &passed.leads,
            text: &text,
        })
    }

    /// Whether the goal is reached at the end of the game; `None` if the game goes on.
    fn end_of(&self, position: &G::Position) -> Option<bool> {
        let rules = self.task.rules;
        match self.task.goal {
            Goal::Score(least) => rules.score(position).map(|score| score >= least),
            goal => rules.end(position).map(|outcome| goal.is_reached(outcome)),
        }
    }

    /// Checks what a move leads to; the longest play from there. `inner` are the moves of a position that
    /// is told in place.
    fn target(
        &mut self,
        target: Target,
        inner: &[Pair<'_>],
        position: &G::Position,
        at: Place,
    ) -> Result<u64, String> {
        let Task { rules, goal, reached, .. } = *self.task;
        match target {
            Target::Inline(_) if at.within == DEEPEST => Err("positions within positions, too deep".into()),
            Target::Inline(_) => {
                let passed = self.position(position, inner, Place { within: at.within + 1, ..at })?;
                self.show(position, None, &passed)?;
                Ok(passed.depth)
            }
            Target::End => match self.end_of(position) {
                Some(good) if good == reached => Ok(0),
                Some(_) => Err("the game ends, but for the other side".into()),
                None => Err("the game does not end there".into()),
            },
            Target::Settled if self.end_of(position).is_some() => {
                Err("the game has ended there, expected '.'".into())
            }
            Target::Settled if rules.settled(position, goal, reached) => Ok(0),
            Target::Settled => Err("the rules do not settle this position".into()),
            // That the game goes on there is seen where the position itself is read.
            Target::Position(id) => {
                let packed = rules.pack(position);
                match self.entries.get(&id) {
                    Some(entry) if *entry.position != *packed => Err(format!("{id} is another position")),
                    Some(entry) => Ok(entry.depth),
                    None if self.ranked => Err(format!("{id} is not here: not shown before, or forgotten")),
                    None => self.insert(id, packed, Some(at.line), 0).map(|()| 0),
                }
            }
            // Only of a line that is there: what it says is known.
            Target::Follows(id) => match self.entries.get(&id) {
                Some(entry) if entry.wanted.is_none() => {
                    if rules.follows(position, &entry.position, reached) {
                        Ok(entry.depth)
                    } else {
                        Err(format!("it does not follow from {id}"))
                    }
                }
                _ => Err(format!("{id} is not here: not shown before, or forgotten")),
            },
        }
    }

    /// Nothing refers to a position any more.
    fn forget(&mut self, id: u64) -> Result<(), String> {
        if !self.ranked {
            return Err("a closed part forgets nothing".into());
        }
        let entry = self.entries.remove(&id).ok_or_else(|| format!("{id} is not here to be forgotten"))?;
        self.bytes -= ENTRY_BYTES + entry.position.len() as u64;
        self.audience.visitor.forget(id)
    }

    fn define(&mut self, id: u64, position: Vec<u8>, depth: u64) -> Result<(), String> {
        match self.entries.get_mut(&id) {
            None => return self.insert(id, position, None, depth),
            Some(entry) if entry.wanted.is_none() => return Err(format!("the number {id} is there twice")),
            Some(entry) if *entry.position != *position => {
                return Err(format!(
                    "line {} referred to {id} as another position",
                    entry.wanted.unwrap_or(0)
                ));
            }
            Some(entry) => entry.wanted = None,
        }
        Ok(())
    }

    fn insert(&mut self, id: u64, position: Vec<u8>, wanted: Option<u64>, depth: u64) -> Result<(), String> {
        self.take(ENTRY_BYTES + position.len() as u64)?;
        self.entries.insert(id, Entry { position: position.into(), wanted, depth });
        Ok(())
    }

    /// Counts bytes that are needed from now on.
    fn take(&mut self, bytes: u64) -> Result<(), String> {
        self.bytes += bytes;
        if self.bytes > self.task.memory {
            return Err(format!("more than {} bytes of positions, all that is left", self.task.memory));
        }
        Ok(())
    }

    /// Checks the line that ends the part.
    fn end(&mut self, target: Target, stated: (u64, u64)) -> Result<Counts, String> {
        let (positions, moves) = (self.positions, self.moves);
        if stated != (positions, moves) {
            return Err(format!("{positions} positions and {moves} moves were read, not so many"));
        }
        if matches!(target, Target::Inline(_)) {
            return Err("the root needs a line".into());
        }
        let (root, at) = (self.task.root, Place { line: 0, within: 0 });
        let depth = self.target(target, &[], root, at).map_err(|reason| format!("the root: {reason}"))?;
        let missing = |entry: &&Entry| entry.wanted.is_some();
        if let Some(entry) = self.entries.values().filter(missing).min_by_key(|entry| entry.wanted) {
            let line = entry.wanted.unwrap_or(0);
            return Err(match line {
                0 => "the root is not among the positions".into(),
                _ => format!("line {line} refers to a position that is not there"),
            });
        }
        self.audience.visitor.end(self.checked(target))?;
        Ok(Counts { positions, moves, depth: self.ranked.then_some(depth) })
    }
}
