//! The certificate of the whole, put together from those of the leaves.
//!
//! Idea: the tree above the leaves is a strategy of the winner, too: where he is to move the child that
//! decides, where the other side is all of them. A leaf's certificate is a list of rows whose numbers mean
//! nothing outside it, so that rows of many can stand in one part once they are numbered anew. Nobody
//! searches again.
//!
//! A ranked part has what a row refers to before it; the tree is written from the leaves upwards. In a closed
//! part a row may refer to a later one, and a repetition refers to the position that is repeated.
//!
//! Invariant: none that has to be believed: the independent checker reads the result.

use std::collections::HashMap;
use std::io::{self, Write};

use phidelta::yard::{NodeId, ROOT};
use phidelta::{Claim, Heading, Key, Side};
use phidelta_check::{Limits, Line, Reader, Target};

use crate::client::Client;
use crate::referee::{Referee, Rules};
use crate::tree::{Support, decider, solved};

/// Writes the certificate of a claim; each client has the answer of one of its parts, in their order.
pub fn write(
    out: &mut dyn Write,
    heading: &Heading,
    claim: Claim,
    parts: &[&Client<Rules>],
) -> io::Result<()> {
    let (question, answer) = claim.words();
    let Heading { game, rules, position } = heading;
    write!(out, "phidelta-certificate\t2\ngame\t{game}\nrules\t{rules}\nposition\t{position}\n")?;
    writeln!(out, "answer\t{question}\t{answer}")?;
    for ((asked, verdict), client) in claim.parts().into_iter().zip(parts) {
        let answer = client.answer().ok_or_else(|| io::Error::other("a part has no answer"))?;
        let ranked = client.referee().repetition() != Some(answer);
        writeln!(out, "part\t{asked}\t{verdict}\t{}", if ranked { "ranked" } else { "closed" })?;
        let mut part =
            Part { client, out: &mut *out, ranked, places: HashMap::new(), last: 0, positions: 0, moves: 0 };
        let root = part.place(ROOT)?;
        let (positions, moves) = (part.positions, part.moves);
        writeln!(out, "end\t{}\t{positions}\t{moves}", text(root))?;
    }
    Ok(())
}

struct Part<'c, 'o> {
    client: &'c Client<Rules>,
    out: &'o mut dyn Write,
    ranked: bool,
    /// What a move to a position is told to lead to.
    places: HashMap<Key, Target>,
    /// The row numbered last.
    last: u64,
    positions: u64,
    moves: u64,
}

impl Part<'_, '_> {
    /// Writes what is needed of a node, and returns what a move to it leads to.
    fn place(&mut self, node: NodeId) -> io::Result<Target> {
        let tree = self.client.tree();
        let key = tree.key(node);
        match tree.ground(node) {
            Support::End => return Ok(Target::End),
            Support::Elsewhere(other) => return self.place(other),
            Support::None => return Err(io::Error::other("a position of the strategy is not solved")),
            // The position stands further up, where its row is being written.
            Support::Repetition(above) => {
                let found = self.places.get(&tree.key(above)).copied();
                return found.ok_or_else(|| io::Error::other("a repetition of nothing"));
            }
            Support::Certificate(_) | Support::Children => {}
        }
        if let Some(&known) = self.places.get(&key) {
            return Ok(known);
        }
        if let Support::Certificate(number) = tree.ground(node) {
            let target = self.copy(number)?;
            self.places.insert(key, target);
            return Ok(target);
        }
        // In a closed part a row may be referred to before it comes.
        let early = (!self.ranked).then(|| self.number());
        early.into_iter().for_each(|number| {
            self.places.insert(key, Target::Position(number));
        });
        let wins = solved(tree.numbers(node)) == Some(tree.side(node) == Side::Attacker);
        let kept: Vec<NodeId> =
            if wins { decider(tree, node).into_iter().collect() } else { tree.children(node).collect() };
        let mut row = String::new();
        for &child in &kept {
            let target = self.place(child)?;
            row += &format!("\t{}\t{}", self.client.name(*tree.load(child)), text(target));
        }
        let number = early.unwrap_or_else(|| self.number());
        let line = self.client.line(node);
        let there = self.client.referee().leaf().behind(&line);
        let there = there.map_err(|mv| io::Error::other(format!("'{mv}' is no move")))?;
        writeln!(self.out, "{number}\t{}{row}", there.position())?;
        self.positions += 1;
        self.moves += kept.len() as u64;
        self.places.insert(key, Target::Position(number));
        Ok(Target::Position(number))
    }

    fn number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// Copies the rows of a leaf's certificate, with other numbers; returns what its root leads to.
    fn copy(&mut self, certificate: u32) -> io::Result<Target> {
        let wrong = |error: phidelta_check::Refusal| io::Error::other(error.to_string());
        let bytes = self.client.certificate(certificate);
        let mut reader = Reader::new(bytes, &Limits::default()).map_err(wrong)?;
        let mut numbers: HashMap<u64, u64> = HashMap::new();
        let mut last = self.last;
        let mut renumbered = |id: u64| {
            *numbers.entry(id).or_insert_with(|| {
                last += 1;
                last
            })
        };
        let mut root = None;
        while let Some(line) = reader.next_line().map_err(wrong)? {
            match line {
                Line::Part { .. } | Line::Forget(_) => {}
                Line::Position { id, position, moves } => {
                    let mut row = String::new();
                    for (name, target) in moves {
                        row += &format!("\t{name}\t{}", text(moved(target, &mut renumbered)));
                    }
                    writeln!(self.out, "{}\t{position}{row}", renumbered(id))?;
                }
                Line::End { root: target, positions, moves } => {
                    root = Some(moved(target, &mut renumbered));
                    self.positions += positions;
                    self.moves += moves;
                }
            }
        }
        self.last = last;
        root.ok_or_else(|| io::Error::other("a certificate without an end"))
    }
}

fn moved(target: Target, renumbered: &mut impl FnMut(u64) -> u64) -> Target {
    match target {
        Target::Position(id) => Target::Position(renumbered(id)),
        Target::Follows(id) => Target::Follows(renumbered(id)),
        other => other,
    }
}

fn text(target: Target) -> String {
    match target {
        Target::End => ".".into(),
        Target::Settled => "!".into(),
        Target::Position(id) => id.to_string(),
        Target::Follows(id) => format!("~{id}"),
        Target::Inline(count) => format!(":{count}"),
    }
}
