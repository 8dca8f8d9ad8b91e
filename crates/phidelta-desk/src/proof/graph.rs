//! A certificate as a graph in memory: positions, their moves, where those lead.
//!
//! The graph is made of what the checker has passed, while it checks: the certificate is read once. Names
//! of moves are kept once each, positions as one text: some 100 bytes a position, counted against a limit.

use std::collections::HashMap;
use std::io::BufRead;

use phidelta_check::{Checked, Claim, Goal, Leads, Limits, Refusal, Seen, Visitor, check_with};

use super::View;
use crate::format::bytes;

/// A position, by its place in its part.
pub type Node = u32;

/// What a move leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// The end of the game.
    End,
    /// Something that the rules settle.
    Settled,
    /// A position.
    Node(Node),
    /// Something at least as good for the winner as a position: the same with more, or less, in hand.
    Follows(Node),
}

impl Target {
    /// The position that has the moves from here on.
    pub fn node(self) -> Option<Node> {
        match self {
            Target::End | Target::Settled => None,
            Target::Node(node) | Target::Follows(node) => Some(node),
        }
    }
}

/// A whole certificate, passed by the checker.
#[derive(Debug)]
pub struct Proof {
    checked: Checked,
    claim: Claim,
    parts: Vec<Part>,
}

/// Why there is no proof to look at.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The checker refuses the certificate.
    #[error("{0}")]
    Refused(Refusal),
    /// Its positions need more memory.
    #[error("more than {} of positions", bytes(*.0))]
    Memory(u64),
}

/// One strategy.
#[derive(Debug)]
pub struct Part {
    /// What it answers, and how: `win proved`.
    pub(super) claim: String,
    /// Whether the attacker is the winner.
    pub(super) proved: bool,
    /// Whether all play runs out.
    pub(super) ranked: bool,
    pub(super) root: Target,
    records: Vec<Record>,
    edges: Vec<(u32, Target)>,
    text: String,
    names: Vec<Box<str>>,
    by_id: HashMap<u64, Node>,
}

/// A position: where its text and its moves end; they begin where those of the one before end.
#[derive(Debug)]
struct Record {
    id: u64,
    text: usize,
    edges: usize,
    /// Whether the attacker is to move.
    attacks: bool,
    /// Plies of the longest play, in a ranked part.
    depth: u32,
}

/// Bytes of a position beside its text and moves: the record, and its place in the map of numbers.
const RECORD_BYTES: u64 = 64;
/// Bytes of a move.
const EDGE_BYTES: u64 = size_of::<(u32, Target)>() as u64;

impl Proof {
    /// Has a certificate checked and keeps what is seen; its positions take no more memory than that, in
    /// bytes.
    pub fn read(certificate: impl BufRead, memory: u64) -> Result<Proof, ProofError> {
        let limits = Limits::default().with_memory(memory);
        let mut gatherer = Gatherer { memory, full: false, parts: Vec::new(), open: None };
        let checked = check_with(certificate, &limits, &mut gatherer);
        if gatherer.full {
            return Err(ProofError::Memory(memory));
        }
        let checked = checked.map_err(ProofError::Refused)?;
        Ok(Proof { claim: checked.claim(), checked, parts: gatherer.parts })
    }

    /// The game, its rules, the position and the answer.
    pub fn claim(&self) -> &Claim {
        &self.claim
    }

    /// What the checker says.
    pub fn checked(&self) -> &Checked {
        &self.checked
    }

    /// Its parts, each to be looked at: one, or two for a draw or a score.
    pub fn views(&self) -> Vec<View<'_>> {
        self.parts.iter().enumerate().map(|(index, part)| View { proof: self, index, part }).collect()
    }
}

/// Looks on while the certificate is checked, and keeps what is seen.
struct Gatherer {
    memory: u64,
    /// Whether there was no room for a position.
    full: bool,
    parts: Vec<Part>,
    open: Option<Draft>,
}

impl Visitor for Gatherer {
    fn part(&mut self, goal: Goal, proved: bool, ranked: bool) -> Result<(), String> {
        self.open = Some(Draft::new(&goal.to_string(), proved, ranked));
        Ok(())
    }

    fn position(&mut self, seen: &Seen<'_>) -> Result<(), String> {
        let draft = self.open.as_mut().ok_or("a position outside of a part")?;
        draft.add(seen).ok_or("too many positions to be looked at")?;
        self.full = draft.bytes() > self.memory;
        if self.full { Err("no more memory for its positions".into()) } else { Ok(()) }
    }

    fn end(&mut self, root: Leads) -> Result<(), String> {
        let part = self.open.take().and_then(|draft| draft.finish(root));
        self.parts.push(part.ok_or("a part that leads nowhere")?);
        Ok(())
    }
}

/// A part that is being gathered.
struct Draft {
    part: Part,
    /// Of a closed part what moves lead to, by number, until all positions are known: which moves, and
    /// where.
    later: Vec<(usize, Leads)>,
    /// Positions without a line of their own.
    told: Vec<Node>,
    by_name: HashMap<Box<str>, u32>,
}

impl Draft {
    fn new(question: &str, proved: bool, ranked: bool) -> Draft {
        let part = Part {
            claim: format!("{question} {}", if proved { "proved" } else { "disproved" }),
            proved,
            ranked,
            root: Target::End,
            records: Vec::new(),
            edges: Vec::new(),
            text: String::new(),
            names: Vec::new(),
            by_id: HashMap::new(),
        };
        Draft { part, later: Vec::new(), told: Vec::new(), by_name: HashMap::new() }
    }

    /// Adds a position; `None` if there are more than can be numbered.
    fn add(&mut self, seen: &Seen<'_>) -> Option<()> {
        let node = Node::try_from(self.part.records.len()).ok()?;
        for &(name, leads) in seen.moves {
            let name = self.name(name)?;
            // In a ranked part numbers that have been forgotten may be used again: now is the time to look.
            let target = resolved(leads, &self.part.by_id).filter(|_| self.part.ranked);
            if target.is_none() {
                self.later.push((self.part.edges.len(), leads));
            }
            self.part.edges.push((name, target.unwrap_or(Target::End)));
        }
        let part = &mut self.part;
        part.text.push_str(&seen.position());
        match seen.line {
            Some(id) => {
                part.by_id.insert(id, node);
            }
            None => self.told.push(node),
        }
        let (text, edges, attacks) = (part.text.len(), part.edges.len(), seen.attacks);
        part.records.push(Record { id: seen.line.unwrap_or(0), text, edges, attacks, depth: 0 });
        Some(())
    }

    /// The number of a name.
    fn name(&mut self, name: &str) -> Option<u32> {
        if let Some(&number) = self.by_name.get(name) {
            return Some(number);
        }
        let number = u32::try_from(self.part.names.len()).ok()?;
        self.part.names.push(name.into());
        self.by_name.insert(name.into(), number);
        Some(number)
    }

    fn bytes(&self) -> u64 {
        let part = &self.part;
        let later = self.later.len() * size_of::<(usize, Leads)>();
        part.text.len() as u64
            + part.records.len() as u64 * RECORD_BYTES
            + part.edges.len() as u64 * EDGE_BYTES
            + later as u64
    }

    fn finish(mut self, root: Leads) -> Option<Part> {
        for &(edge, leads) in &self.later {
            self.part.edges.get_mut(edge)?.1 = resolved(leads, &self.part.by_id)?;
        }
        let mut part = self.part;
        part.root = resolved(root, &part.by_id)?;
        // What has no line of its own gets a number behind those of the lines.
        let mut last = part.by_id.keys().copied().max().unwrap_or(0);
        for &node in &self.told {
            last = last.checked_add(1)?;
            part.records.get_mut(node as usize)?.id = last;
            part.by_id.insert(last, node);
        }
        if part.ranked {
            part.measure();
        }
        Some(part)
    }
}

/// What a move leads to, as far as that position is known by its number.
fn resolved(leads: Leads, by_id: &HashMap<u64, Node>) -> Option<Target> {
    Some(match leads {
        Leads::End => Target::End,
        Leads::Settled => Target::Settled,
        Leads::Line(id) => Target::Node(*by_id.get(&id)?),
        Leads::Follows(id) => Target::Follows(*by_id.get(&id)?),
        Leads::Told(index) => Target::Node(Node::try_from(index).ok()?),
    })
}

impl Part {
    /// What it answers, and how: `win proved`.
    pub fn claim(&self) -> &str {
        &self.claim
    }

    /// Whether the attacker is the winner.
    pub fn is_proved(&self) -> bool {
        self.proved
    }

    /// Whether all play runs out.
    pub fn is_ranked(&self) -> bool {
        self.ranked
    }

    /// Where it begins.
    pub fn root(&self) -> Target {
        self.root
    }

    /// Whether the root needs no strategy.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// The number of a position in the file.
    pub fn id(&self, node: Node) -> u64 {
        self.records[node as usize].id
    }

    /// The position with a number of the file.
    pub fn find(&self, id: u64) -> Option<Node> {
        self.by_id.get(&id).copied()
    }

    /// A position as the certificate writes it.
    pub fn position(&self, node: Node) -> &str {
        let node = node as usize;
        let start = if node == 0 { 0 } else { self.records[node - 1].text };
        &self.text[start..self.records[node].text]
    }

    /// Whether the attacker is to move.
    pub fn attacks(&self, node: Node) -> bool {
        self.records[node as usize].attacks
    }

    /// The moves of a position: one of the winner, or all of the other side.
    pub fn moves(&self, node: Node) -> impl Iterator<Item = (&str, Target)> + Clone {
        let node = node as usize;
        let start = if node == 0 { 0 } else { self.records[node - 1].edges };
        let edges = &self.edges[start..self.records[node].edges];
        edges.iter().map(|&(name, target)| (&*self.names[name as usize], target))
    }

    /// Plies of the longest play from a target on; `None` if play may go round.
    pub fn depth(&self, target: Target) -> Option<u32> {
        self.ranked.then(|| target.node().map_or(0, |node| self.records[node as usize].depth))
    }

    /// Notes the depths: what a move leads to stands earlier.
    fn measure(&mut self) {
        for node in 0..self.records.len() {
            let deepest = self.moves(node as Node).map(|(_, target)| self.depth(target).unwrap_or(0)).max();
            self.records[node].depth = deepest.unwrap_or(0).saturating_add(1);
        }
    }
}
