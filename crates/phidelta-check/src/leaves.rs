//! Leaf lists: the upper part of a strategy, and the positions that it rests on.
//!
//! A proof of billions of nodes has no certificate that anybody could keep. Its first plies have: the same
//! lines as those of a certificate, but some of its positions, the leaves, come without moves, and with what
//! is claimed of them. Each can be solved by itself. The form is described in docs/certificate.md.
//!
//! What is checked here is that the answer follows from the leaves: one legal move of the winner, all moves
//! of the other side, references to earlier lines only, and of each leaf that its claim is the one that is
//! needed. Whether a leaf holds is not looked at, and no word of this module says so.

use std::collections::HashMap;
use std::fmt;
use std::io::BufRead;

use crate::certificate::{heading, shown_rules};
use crate::claim::{Claim, Said, verdict};
use crate::input::{Limits, Refusal, printable};
use crate::reader::Heading;
use crate::rules::{Goal, Rules, Turn};
use crate::text::{Fields, Lines, number, position_row};

/// Name and version of the form.
pub(crate) const FORM: (&str, &str) = ("phidelta-leaves", "1");

/// Whether a file that begins so is a leaf list, and no certificate.
pub fn is_leaf_list(beginning: &[u8]) -> bool {
    beginning.starts_with(FORM.0.as_bytes())
}

/// A leaf that stands in a list whose tree has been checked up to here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LeafSeen<'a> {
    /// The game.
    pub game: &'a str,
    /// The rules of the heading.
    pub rules: &'a str,
    /// The position, which has not ended.
    pub position: &'a str,
    /// Whether the attacker of the heading is to move.
    pub attacks: bool,
    /// What is claimed of it when it is asked by itself.
    pub said: Said,
}

/// Whoever wants to see the leaves. What he refuses ends the check with his reason; nothing that he has seen
/// counts unless the check comes to `Ok`.
pub type LeafVisitor<'v> = dyn FnMut(&LeafSeen<'_>) -> Result<(), String> + 'v;

/// What a leaf list shows: an answer, if its leaves hold.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CheckedTree {
    /// Game, rules, position, question and answer.
    pub claim: Claim,
    /// Parts: trees checked.
    pub parts: u64,
    /// Positions with moves.
    pub positions: u64,
    /// Moves of all positions.
    pub moves: u64,
    /// Positions that the answer rests on.
    pub leaves: u64,
    /// The longest way from the root to a leaf or to an end, in plies.
    pub plies: u64,
}

impl fmt::Display for CheckedTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Claim { game, rules, position, said } = &self.claim;
        let leaves = if self.leaves == 1 { "its leaf holds" } else { "all its leaves hold" };
        writeln!(f, "tree       valid: {said}, if {leaves}")?;
        writeln!(f, "game       {game}")?;
        writeln!(f, "rules      {}", shown_rules(rules))?;
        writeln!(f, "position   {}", printable(position))?;
        let parts = if self.parts == 1 { "1 part".into() } else { format!("{} parts", self.parts) };
        let (positions, moves, plies) = (self.positions, self.moves, self.plies);
        writeln!(f, "checked    {parts}, {positions} positions, {moves} moves, {plies} plies deep")?;
        let leaves = if self.leaves == 1 { "1 leaf".into() } else { format!("{} leaves", self.leaves) };
        writeln!(f, "rests on   {leaves}")
    }
}

/// A line that was read.
struct Entry {
    /// The position, whole.
    position: Box<[u8]>,
    /// Plies of the longest way from it.
    plies: u64,
    is_leaf: bool,
    /// Whether a later line has referred to it.
    used: bool,
}

/// Bytes of an entry beside its position: itself, its place in the map twice while that grows, the
/// allocation.
const ENTRY_BYTES: u64 = 190;

/// What a line says.
enum Row<'t> {
    Leaf { id: u64, position: &'t str, said: Said },
    Position { id: u64, position: &'t str, moves: Vec<(&'t str, Option<u64>)> },
    End { root: Option<u64>, positions: u64, moves: u64, leaves: u64 },
}

fn parse(text: &str) -> Result<Row<'_>, String> {
    let mut fields = Fields::of(text);
    match fields.next().unwrap_or_default() {
        "leaf" => {
            // One more than there are is enough to know that there are too many.
            let fields: Vec<&str> = fields.take(5).collect();
            let [id, position, question, answer] = fields.as_slice() else {
                return Err("expected 'leaf', a number, a position, a question and an answer".into());
            };
            let said = Said::from_words(question, answer);
            let said = said.filter(|said| matches!(said, Said::Verdict { .. }));
            let said = said.ok_or_else(|| format!("'{question}' and '{answer}', expected a verdict"))?;
            Ok(Row::Leaf { id: number(id)?, position, said })
        }
        "end" => {
            let fields: Vec<&str> = fields.take(5).collect();
            let [root, positions, moves, leaves] = fields.as_slice() else {
                return Err("expected 'end', the root and three counts".into());
            };
            let (positions, moves) = (number(positions)?, number(moves)?);
            Ok(Row::End { root: target(root)?, positions, moves, leaves: number(leaves)? })
        }
        id => {
            let (id, position, moves) = position_row(id, fields, target)?;
            Ok(Row::Position { id, position, moves })
        }
    }
}

/// A line before, or the end of the game.
fn target(text: &str) -> Result<Option<u64>, String> {
    if text == "." { Ok(None) } else { number(text).map(Some) }
}

/// Reads all that follows the heading of a leaf list.
pub(crate) fn check<G: Rules, R: BufRead>(
    mut lines: Lines<R>,
    stated: &Heading,
    limits: &Limits,
    visit: &mut LeafVisitor<'_>,
) -> Result<CheckedTree, Refusal> {
    let (rules, root, claim) = heading::<G>(stated)?;
    if rules.text(&root) != claim.position {
        // A leaf is asked without the moves before it: they may have used up what it needs.
        return Err(Refusal::at(POSITION_LINE, "expected a position without the moves before it"));
    }
    let Heading { game, rules: variant, position, question, answer } = stated;
    let bytes = [game, variant, position, question, answer].iter().map(|text| text.len() as u64).sum();
    let memory = limits.positions(bytes);
    let mut all = CheckedTree { claim, parts: 0, positions: 0, moves: 0, leaves: 0, plies: 0 };
    for (goal, reached) in all.claim.said.parts().unwrap_or_default() {
        let expected = format!("part\t{goal}\t{}", verdict(reached));
        if lines.line()? != Some(expected.as_str()) {
            return Err(lines.wrong(format!("expected a part '{goal} {}'", verdict(reached))));
        }
        let asked = (game.as_str(), variant.as_str());
        let mut tree = Tree::new(&rules, asked, (goal, reached), memory);
        tree.read(&mut lines, &root, visit)?;
        all.parts += 1;
        all.positions += tree.positions;
        all.moves += tree.moves;
        all.leaves += tree.leaves;
        all.plies = all.plies.max(tree.plies);
    }
    if lines.line()?.is_some() {
        return Err(lines.wrong("something follows the last part that the answer needs"));
    }
    Ok(all)
}

/// The line of the heading with the position.
const POSITION_LINE: u64 = 4;

/// One part that is being read.
struct Tree<'t, G: Rules> {
    rules: &'t G,
    /// Game and rules of the heading.
    asked: (&'t str, &'t str),
    goal: Goal,
    reached: bool,
    memory: u64,
    bytes: u64,
    entries: HashMap<u64, Entry>,
    positions: u64,
    moves: u64,
    leaves: u64,
    plies: u64,
}

impl<'t, G: Rules> Tree<'t, G> {
    fn new(
        rules: &'t G,
        asked: (&'t str, &'t str),
        (goal, reached): (Goal, bool),
        memory: u64,
    ) -> Tree<'t, G> {
        Tree {
            rules,
            asked,
            goal,
            reached,
            memory,
            bytes: 0,
            entries: HashMap::new(),
            positions: 0,
            moves: 0,
            leaves: 0,
            plies: 0,
        }
    }

    /// Reads the lines of a part to its end.
    fn read(
        &mut self,
        lines: &mut Lines<impl BufRead>,
        root: &G::Position,
        visit: &mut LeafVisitor<'_>,
    ) -> Result<(), Refusal> {
        loop {
            let at = lines.number() + 1;
            let wrong = |reason: String| Refusal::at(at, reason);
            let Some(text) = lines.line()? else {
                return Err(wrong("the text ends, expected a position or the end of the part".into()));
            };
            match parse(text).map_err(wrong)? {
                Row::Leaf { id, position, said } => {
                    self.leaf(id, position, said, visit).map_err(wrong)?;
                }
                Row::Position { id, position, moves } => {
                    self.position(id, position, &moves).map_err(wrong)?;
                }
                Row::End { root: target, positions, moves, leaves } => {
                    return self.end(target, (positions, moves, leaves), root).map_err(wrong);
                }
            }
        }
    }

    /// Reads the position of a line that has this number.
    fn written(&self, id: u64, text: &str) -> Result<G::Position, String> {
        let expected = self.entries.len() as u64 + 1;
        if id != expected {
            return Err(format!("the number {id}, expected {expected}"));
        }
        let position = self.rules.read(text)?;
        let written = self.rules.text(&position);
        if written != text {
            return Err(format!("the position '{text}', expected it as '{written}'"));
        }
        Ok(position)
    }

    fn leaf(&mut self, id: u64, text: &str, said: Said, visit: &mut LeafVisitor<'_>) -> Result<(), String> {
        let position = self.written(id, text)?;
        if self.rules.end(&position).is_some() {
            return Err("the game has ended there, expected no leaf".into());
        }
        let attacks = self.rules.attacks(&position);
        let needed = if attacks || !G::MOVER_ATTACKS {
            Said::Verdict { goal: self.goal, proved: self.reached }
        } else {
            Said::of_the_other(self.goal, self.reached)
        };
        if said != needed {
            return Err(format!("the leaf claims '{said}', expected '{needed}'"));
        }
        self.define(id, &position, 0, true)?;
        self.leaves += 1;
        let (game, rules) = self.asked;
        visit(&LeafSeen { game, rules, position: text, attacks, said })
    }

    fn position(&mut self, id: u64, text: &str, moves: &[(&str, Option<u64>)]) -> Result<(), String> {
        let position = self.written(id, text)?;
        let plies = if self.rules.attacks(&position) == self.reached {
            let [(mv, target)] = moves else {
                return Err("expected one move of the side that has won".into());
            };
            let after = self.rules.play(&position, mv);
            let after = after.ok_or_else(|| format!("the move {mv} is not legal, or the game has ended"))?;
            self.target(*target, &after).map_err(|reason| format!("move {mv}: {reason}"))?
        } else {
            self.all_moves(&position, moves)?
        };
        self.moves += moves.len() as u64;
        self.positions += 1;
        self.define(id, &position, plies + 1, false)
    }

    /// Checks that the moves are all there are, and what they lead to.
    fn all_moves(&mut self, position: &G::Position, moves: &[(&str, Option<u64>)]) -> Result<u64, String> {
        let Turn::Moves(legal) = self.rules.turn(position) else {
            return Err("the game has ended in this position".into());
        };
        let bytes = (legal.len() * (size_of::<(G::Name, G::Position)>() + G::HEAP + 1)) as u64;
        self.take(bytes)?;
        let mut used = vec![false; legal.len()];
        let mut plies = 0;
        for &(mv, target) in moves {
            let name = G::Name::from(mv);
            let Some(index) = legal.iter().position(|(other, _)| *other == name) else {
                return Err(format!("the move {mv} is not legal"));
            };
            if std::mem::replace(&mut used[index], true) {
                return Err(format!("the move {mv} is there twice"));
            }
            let behind = self.target(target, &legal[index].1);
            plies = plies.max(behind.map_err(|reason| format!("move {mv}: {reason}"))?);
        }
        if moves.len() != legal.len() || moves.is_empty() {
            return Err(format!("{} moves, but {} are legal", moves.len(), legal.len()));
        }
        self.bytes -= bytes;
        Ok(plies)
    }

    /// Checks what a move leads to; plies of the longest way from there.
    fn target(&mut self, target: Option<u64>, position: &G::Position) -> Result<u64, String> {
        let Some(id) = target else {
            let reached = match self.goal {
                Goal::Score(least) => self.rules.score(position).map(|score| score >= least),
                goal => self.rules.end(position).map(|outcome| goal.is_reached(outcome)),
            };
            return match reached {
                Some(good) if good == self.reached => Ok(0),
                Some(_) => Err("the game ends, but for the other side".into()),
                None => Err("the game does not end there".into()),
            };
        };
        let entry = self.entries.get_mut(&id).ok_or_else(|| format!("{id} is no line before this one"))?;
        if *entry.position != *self.rules.pack(position) {
            return Err(format!("{id} is another position"));
        }
        entry.used = true;
        Ok(entry.plies)
    }

    /// Notes a line. Last, so that a position cannot refer to itself as to an earlier one.
    fn define(&mut self, id: u64, position: &G::Position, plies: u64, is_leaf: bool) -> Result<(), String> {
        let position = self.rules.pack(position).into_boxed_slice();
        self.take(ENTRY_BYTES + position.len() as u64)?;
        self.entries.insert(id, Entry { position, plies, is_leaf, used: false });
        Ok(())
    }

    /// Counts bytes that are needed from now on.
    fn take(&mut self, bytes: u64) -> Result<(), String> {
        self.bytes += bytes;
        if self.bytes > self.memory {
            return Err(format!("more than {} bytes of positions, all that is left", self.memory));
        }
        Ok(())
    }

    /// Checks the line that ends the part.
    fn end(
        &mut self,
        target: Option<u64>,
        stated: (u64, u64, u64),
        root: &G::Position,
    ) -> Result<(), String> {
        let (positions, moves, leaves) = (self.positions, self.moves, self.leaves);
        if stated != (positions, moves, leaves) {
            return Err(format!(
                "{positions} positions, {moves} moves and {leaves} leaves were read, not so many"
            ));
        }
        self.plies = self.target(target, root).map_err(|reason| format!("the root: {reason}"))?;
        if target.and_then(|id| self.entries.get(&id)).is_some_and(|entry| entry.is_leaf) {
            return Err("the root is a leaf: nothing is shown".into());
        }
        // What nothing refers to would be counted, and solved, for nothing.
        match self.entries.iter().filter(|(_, entry)| !entry.used).map(|(id, _)| *id).min() {
            Some(id) => Err(format!("nothing refers to {id}")),
            None => Ok(()),
        }
    }
}
