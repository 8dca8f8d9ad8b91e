//! One part: the strategy of the side that has won, checked position by position.
//!
//! Who has won has one move in each of his positions; the other side's moves are all there. A move leads
//! to an end in the winner's favour, to a position that the rules settle, to one that is told in place, or
//! to a position of the part, which must be the very position that the move makes. In a *ranked* part it stands earlier, so that
//! every play runs out, and can only run out at a good end. In a *closed* part it may stand anywhere; that
//! is enough only where a repetition is the winner's success.

use std::collections::HashMap;
use std::io::BufRead;

use crate::input::{Limits, Refusal};
use crate::reader::{Line, Reader, Target};
use crate::rules::{Goal, Rules, Turn};

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

/// Bytes of an entry beside its position: itself, its place in the map, the allocation.
const ENTRY_BYTES: u64 = 120;

/// Checks the next part, which must show that the goal is reached, or that it is not.
pub(crate) fn check<G: Rules>(
    rules: &G,
    root: &G::Position,
    goal: Goal,
    reached: bool,
    reader: &mut Reader<impl BufRead>,
    limits: &Limits,
) -> Result<Counts, Refusal> {
    let ranked = opening(reader, goal, reached)?;
    if !ranked && rules.repetition(goal) != Some(reached) {
        return Err(reader.wrong("a closed part, but a repetition does not help the side that has won"));
    }
    let mut part =
        Part { rules, goal, reached, ranked, entries: HashMap::new(), bytes: 0, positions: 0, moves: 0 };
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
                return part.end(target, root, (positions, moves)).map_err(wrong);
            }
        }
        if part.bytes > limits.memory {
            return Err(reader.wrong(format!("more than {} bytes of positions, the limit", limits.memory)));
        }
    }
}

/// Reads the line that opens a part; true if it is ranked.
fn opening(reader: &mut Reader<impl BufRead>, goal: Goal, reached: bool) -> Result<bool, Refusal> {
    let verdict = if reached { "proved" } else { "disproved" };
    match reader.next_line()? {
        Some(Line::Part { question, proved, ranked })
            if question == goal.to_string() && proved == reached =>
        {
            Ok(ranked)
        }
        _ => Err(reader.wrong(format!("expected a part '{goal} {verdict}', ranked or closed"))),
    }
}

struct Part<'r, G: Rules> {
    rules: &'r G,
    goal: Goal,
    reached: bool,
    ranked: bool,
    entries: HashMap<u64, Entry>,
    bytes: u64,
    positions: u64,
    moves: u64,
}

impl<G: Rules> Part<'_, G> {
    /// Checks a line with a position and its moves.
    fn line(&mut self, id: u64, text: &str, pairs: &[Pair<'_>], line: u64) -> Result<(), String> {
        let position = self.rules.read(text)?;
        let depth = self.position(&position, pairs, Place { line, within: 0 })?;
        // Last, so that a position cannot refer to itself as to an earlier one.
        self.define(id, self.rules.pack(&position), depth)
    }

    /// Checks a position and its moves, and what they lead to; the longest play from there.
    fn position(&mut self, position: &G::Position, pairs: &[Pair<'_>], at: Place) -> Result<u64, String> {
        if pairs.is_empty() {
            return Err("expected moves, each with what it leads to".into());
        }
        let mut moves = Moves(pairs);
        let depth = if self.rules.attacks(position) == self.reached {
            let (Some(first), None) = (moves.next(), moves.next()) else {
                return Err("expected one move of the side that has won".into());
            };
            let (mv, target, inner) = first?;
            let after = self.rules.play(position, mv);
            let after = after.ok_or_else(|| format!("the move {mv} is not legal, or the game has ended"))?;
            self.moves += 1;
            self.target(target, inner, &after, at).map_err(|reason| format!("move {mv}: {reason}"))?
        } else {
            self.all_moves(position, moves, at)?
        };
        self.positions += 1;
        Ok(depth + 1)
    }

    /// Checks that the moves are all there are, and what they lead to; the longest play behind them.
    fn all_moves(&mut self, position: &G::Position, moves: Moves<'_, '_>, at: Place) -> Result<u64, String> {
        let Turn::Moves(legal) = self.rules.turn(position) else {
            return Err("the game has ended in this position".into());
        };
        let mut used = vec![false; legal.len()];
        let (mut depth, mut count) = (0, 0);
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
        }
        if count != legal.len() {
            return Err(format!("{count} moves, but {} are legal", legal.len()));
        }
        self.moves += count as u64;
        Ok(depth)
    }

    /// Whether the goal is reached at the end of the game; `None` if the game goes on.
    fn end_of(&self, position: &G::Position) -> Option<bool> {
        match self.goal {
            Goal::Score(least) => self.rules.score(position).map(|score| score >= least),
            goal => self.rules.end(position).map(|outcome| goal.is_reached(outcome)),
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
        match target {
            Target::Inline(_) if at.within == DEEPEST => Err("positions within positions, too deep".into()),
            Target::Inline(_) => self.position(position, inner, Place { within: at.within + 1, ..at }),
            Target::End => match self.end_of(position) {
                Some(reached) if reached == self.reached => Ok(0),
                Some(_) => Err("the game ends, but for the other side".into()),
                None => Err("the game does not end there".into()),
            },
            Target::Settled if self.end_of(position).is_some() => {
                Err("the game has ended there, expected '.'".into())
            }
            Target::Settled if self.rules.settled(position, self.goal, self.reached) => Ok(0),
            Target::Settled => Err("the rules do not settle this position".into()),
            // That the game goes on there is seen where the position itself is read.
            Target::Position(id) => {
                let packed = self.rules.pack(position);
                match self.entries.get(&id) {
                    Some(entry) if *entry.position != *packed => Err(format!("{id} is another position")),
                    Some(entry) => Ok(entry.depth),
                    None if self.ranked => Err(format!("{id} is not here: not shown before, or forgotten")),
                    None => {
                        self.insert(id, packed, Some(at.line), 0);
                        Ok(0)
                    }
                }
            }
            // Only of a line that is there: what it says is known.
            Target::Follows(id) => match self.entries.get(&id) {
                Some(entry) if entry.wanted.is_none() => {
                    if self.rules.follows(position, &entry.position, self.reached) {
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
        Ok(())
    }

    fn define(&mut self, id: u64, position: Vec<u8>, depth: u64) -> Result<(), String> {
        match self.entries.get_mut(&id) {
            None => self.insert(id, position, None, depth),
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

    fn insert(&mut self, id: u64, position: Vec<u8>, wanted: Option<u64>, depth: u64) {
        self.bytes += ENTRY_BYTES + position.len() as u64;
        self.entries.insert(id, Entry { position: position.into(), wanted, depth });
    }

    /// Checks the line that ends the part.
    fn end(&mut self, target: Target, root: &G::Position, stated: (u64, u64)) -> Result<Counts, String> {
        let (positions, moves) = (self.positions, self.moves);
        if stated != (positions, moves) {
            return Err(format!("{positions} positions and {moves} moves were read, not so many"));
        }
        let missing = |entry: &&Entry| entry.wanted.is_some();
        if matches!(target, Target::Inline(_)) {
            return Err("the root needs a line".into());
        }
        let at = Place { line: 0, within: 0 };
        let depth = self.target(target, &[], root, at).map_err(|reason| format!("the root: {reason}"))?;
        if let Some(entry) = self.entries.values().filter(missing).min_by_key(|entry| entry.wanted) {
            let line = entry.wanted.unwrap_or(0);
            return Err(match line {
                0 => "the root is not among the positions".into(),
                _ => format!("line {line} refers to a position that is not there"),
            });
        }
        Ok(Counts { positions, moves: self.moves, depth: self.ranked.then_some(depth) })
    }
}
