//! One part: the strategy of the side that has won, checked position by position.
//!
//! Who has won has one move in each of his positions; the other side's moves are all there. A move leads
//! to an end in the winner's favour, to a position that the rules settle, or to a position of the part,
//! which must be the very position that the move makes. In a *ranked* part it stands earlier, so that
//! every play runs out, and can only run out at a good end. In a *closed* part it may stand anywhere; that
//! is enough only where a repetition is the winner's success.

use std::collections::HashMap;
use std::io::BufRead;

use crate::input::{Limits, Lines, Refusal};
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

/// Bytes of an entry beside its position: itself, its place in the map, the allocation.
const ENTRY_BYTES: u64 = 120;

/// Checks the next part, which must show that the goal is reached, or that it is not.
pub(crate) fn check<G: Rules, R: BufRead>(
    rules: &G,
    root: &G::Position,
    goal: Goal,
    reached: bool,
    lines: &mut Lines<R>,
    limits: &Limits,
) -> Result<Counts, Refusal> {
    let ranked = opening(lines, goal, reached)?;
    if !ranked && rules.repetition(goal) != Some(reached) {
        return Err(lines.wrong("a closed part, but a repetition does not help the side that has won"));
    }
    let mut part = Part { rules, goal, reached, ranked, entries: HashMap::new(), bytes: 0, moves: 0 };
    let mut positions = 0;
    loop {
        let number = lines.number() + 1;
        let fields = lines.expect("a position or the end of the part")?;
        if fields.first() == Some(&"end") {
            let result = part.end(&fields, root, positions);
            return result.map_err(|reason| Refusal { line: Some(number), reason });
        }
        part.position(&fields, number).map_err(|reason| Refusal { line: Some(number), reason })?;
        positions += 1;
        if part.bytes > limits.memory {
            return Err(lines.wrong(format!("more than {} bytes of positions, the limit", limits.memory)));
        }
    }
}

/// Reads the line that opens a part; true if it is ranked.
fn opening<R: BufRead>(lines: &mut Lines<R>, goal: Goal, reached: bool) -> Result<bool, Refusal> {
    let (goal, verdict) = (goal.word(), if reached { "proved" } else { "disproved" });
    match lines.expect("a part")?.as_slice() {
        ["part", found_goal, found, kind @ ("ranked" | "closed")]
            if *found_goal == goal && *found == verdict =>
        {
            Ok(*kind == "ranked")
        }
        _ => Err(lines.wrong(format!("expected a part '{goal} {verdict}', ranked or closed"))),
    }
}

struct Part<'r, G: Rules> {
    rules: &'r G,
    goal: Goal,
    reached: bool,
    ranked: bool,
    entries: HashMap<u64, Entry>,
    bytes: u64,
    moves: u64,
}

impl<G: Rules> Part<'_, G> {
    /// Checks a line with a position and its moves.
    fn position(&mut self, fields: &[&str], line: u64) -> Result<(), String> {
        let [id, text, pairs @ ..] = fields else { return Err("expected a number and a position".into()) };
        let id = number(id)?;
        let position = self.rules.read(text)?;
        if pairs.is_empty() || !pairs.len().is_multiple_of(2) {
            return Err("expected moves, each with what it leads to".into());
        }
        let pairs: Vec<(&str, &str)> = pairs.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        let depth = match (self.rules.attacks(&position) == self.reached, pairs.as_slice()) {
            (true, [(mv, target)]) => {
                let after = self.rules.play(&position, mv);
                let after =
                    after.ok_or_else(|| format!("the move {mv} is not legal, or the game has ended"))?;
                self.target(target, &after, line).map_err(|reason| format!("move {mv}: {reason}"))?
            }
            (true, _) => return Err("expected one move of the side that has won".into()),
            (false, pairs) => self.all_moves(&position, pairs, line)?,
        };
        self.moves += pairs.len() as u64;
        // Last, so that a position cannot refer to itself as to an earlier one.
        self.define(id, self.rules.pack(&position), depth + 1)
    }

    /// Checks that the moves are all there are, and what they lead to; the longest play behind them.
    fn all_moves(
        &mut self,
        position: &G::Position,
        pairs: &[(&str, &str)],
        line: u64,
    ) -> Result<u64, String> {
        let Turn::Moves(legal) = self.rules.turn(position) else {
            return Err("the game has ended in this position".into());
        };
        if pairs.len() != legal.len() {
            return Err(format!("{} moves, but {} are legal", pairs.len(), legal.len()));
        }
        let mut used = vec![false; legal.len()];
        let mut depth = 0;
        for (mv, target) in pairs {
            let Some(index) = legal.iter().position(|(name, _)| name == mv) else {
                return Err(format!("the move {mv} is not legal"));
            };
            if std::mem::replace(&mut used[index], true) {
                return Err(format!("the move {mv} is there twice"));
            }
            let behind = self.target(target, &legal[index].1, line);
            depth = depth.max(behind.map_err(|reason| format!("move {mv}: {reason}"))?);
        }
        Ok(depth)
    }

    /// Checks what a move leads to; the longest play from there.
    fn target(&mut self, target: &str, position: &G::Position, line: u64) -> Result<u64, String> {
        match target {
            "." => match self.rules.end(position).map(|outcome| self.goal.is_reached(outcome)) {
                Some(reached) if reached == self.reached => Ok(0),
                Some(_) => Err("the game ends, but for the other side".into()),
                None => Err("the game does not end there".into()),
            },
            "!" if self.rules.end(position).is_some() => Err("the game has ended there, expected '.'".into()),
            "!" if self.rules.settled(position, self.goal) == Some(self.reached) => Ok(0),
            "!" => Err("the rules do not settle this position".into()),
            // That the game goes on there is seen where the position itself is read.
            id => {
                let id = number(id)?;
                let packed = self.rules.pack(position);
                match self.entries.get(&id) {
                    Some(entry) if *entry.position != *packed => Err(format!("{id} is another position")),
                    Some(entry) => Ok(entry.depth),
                    None if self.ranked => Err(format!("{id} has not been shown before")),
                    None => {
                        self.insert(id, packed, Some(line), 0);
                        Ok(0)
                    }
                }
            }
        }
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
    fn end(&mut self, fields: &[&str], root: &G::Position, positions: u64) -> Result<Counts, String> {
        let ["end", target, stated, stated_moves] = fields else {
            return Err("expected 'end', the root and two counts".into());
        };
        if number(stated)? != positions || number(stated_moves)? != self.moves {
            return Err(format!("{positions} positions and {} moves were read, not so many", self.moves));
        }
        let missing = |entry: &&Entry| entry.wanted.is_some();
        let depth = self.target(target, root, 0).map_err(|reason| format!("the root: {reason}"))?;
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

/// A whole number in its shortest form.
fn number(text: &str) -> Result<u64, String> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain).ok_or_else(|| format!("'{text}', expected a number"))
}
