//! A certificate as a graph in memory: positions, their moves, where those lead.
//!
//! The checker has passed the bytes before they are read here, so that nothing is checked twice; what does
//! not fit all the same is an error, never a panic. Names of moves are kept
//! once each, positions as one text: some 100 bytes a position, counted against a limit.

use std::collections::HashMap;

use phidelta_check::{Checked, Heading, Limits, Line, Reader, Refusal};

use super::View;
use super::referee::{self, Referee};
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
pub struct Proof {
    heading: Heading,
    checked: Checked,
    parts: Vec<Part>,
    referee: Box<dyn Referee>,
}

impl std::fmt::Debug for Proof {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Proof").field("heading", &self.heading).finish_non_exhaustive()
    }
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
    /// The checker has passed it, but it cannot be read as a graph.
    #[error("its lines do not fit together")]
    Broken,
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
    /// Plies of the longest play, in a ranked part.
    depth: u32,
}

/// Bytes of a position beside its text and moves: the record, and its place in the map of numbers.
const RECORD_BYTES: u64 = 64;
/// Bytes of a move.
const EDGE_BYTES: u64 = size_of::<(u32, Target)>() as u64;

impl Proof {
    /// Has a certificate checked, then reads it; its positions take no more memory than that, in bytes.
    pub fn read(certificate: &[u8], memory: u64) -> Result<Proof, ProofError> {
        let limits = Limits { memory, ..Limits::default() };
        let checked = phidelta_check::check(certificate, &limits).map_err(ProofError::Refused)?;
        let mut reader = Reader::new(certificate, &limits).map_err(ProofError::Refused)?;
        let heading = reader.heading().clone();
        let referee = referee::of(&heading).ok_or(ProofError::Broken)?;
        let mut parts: Vec<Part> = Vec::new();
        let mut open: Option<Draft> = None;
        while let Some(line) = reader.next_line().map_err(ProofError::Refused)? {
            match (line, &mut open) {
                (Line::Part { question, proved, ranked }, None) => {
                    open = Some(Draft::new(question, proved, ranked));
                }
                (Line::Position { id, position, moves }, Some(draft)) => {
                    draft.add(id, position, &moves, referee.as_ref()).ok_or(ProofError::Broken)?;
                    if draft.bytes() > memory {
                        return Err(ProofError::Memory(memory));
                    }
                }
                (Line::End { root, .. }, Some(_)) => {
                    let part = open.take().and_then(|draft| draft.finish(root));
                    parts.push(part.ok_or(ProofError::Broken)?);
                }
                // That is for checkers: here everything is kept.
                (Line::Forget(_), Some(_)) => {}
                _ => return Err(ProofError::Broken),
            }
        }
        Ok(Proof { heading, checked, parts, referee })
    }

    /// The game, its rules, the position and the answer.
    pub fn heading(&self) -> &Heading {
        &self.heading
    }

    /// What the checker says.
    pub fn checked(&self) -> &Checked {
        &self.checked
    }

    /// Its parts, each to be looked at: one, or two for a draw or a score.
    pub fn views(&self) -> Vec<View<'_>> {
        let view = |(index, part)| View { proof: self, index, part, referee: self.referee.as_ref() };
        self.parts.iter().enumerate().map(view).collect()
    }
}

/// A move of a line and what it leads to.
type Pair<'a> = (&'a str, phidelta_check::Target);

/// What a move leads to, or what is known of that as long as not all positions are.
enum Leads {
    There(Target),
    Later(phidelta_check::Target),
}

/// A part that is being read.
struct Draft {
    part: Part,
    /// Of a closed part what moves lead to, by number, until all positions are known: which moves, and
    /// where.
    later: Vec<(usize, phidelta_check::Target)>,
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

    /// Adds the position of a line.
    fn add(&mut self, id: u64, position: &str, moves: &[Pair<'_>], referee: &dyn Referee) -> Option<()> {
        let node = self.node(position, moves, referee)?;
        self.part.records.get_mut(node as usize)?.id = id;
        self.part.by_id.insert(id, node);
        Some(())
    }

    /// Adds a position behind those that are told within its line.
    fn node(&mut self, position: &str, mut moves: &[Pair<'_>], referee: &dyn Referee) -> Option<Node> {
        let mut edges: Vec<(u32, Leads)> = Vec::new();
        while let Some((&(name, target), rest)) = moves.split_first() {
            moves = rest;
            let leads = match target {
                // As deep as the checker allows, which has passed the file.
                phidelta_check::Target::Inline(count) => {
                    let (inner, rest) = rest.split_at_checked(usize::try_from(count).ok()?)?;
                    moves = rest;
                    let node = self.node(&referee.after(position, name)?, inner, referee)?;
                    self.told.push(node);
                    Leads::There(Target::Node(node))
                }
                // Numbers that have been forgotten may be used again: now is the time to look.
                target if self.part.ranked => Leads::There(resolved(target, &self.part.by_id)?),
                target => Leads::Later(target),
            };
            edges.push((self.name(name)?, leads));
        }
        let part = &mut self.part;
        for (name, leads) in edges {
            let target = match leads {
                Leads::There(target) => target,
                Leads::Later(target) => {
                    self.later.push((part.edges.len(), target));
                    Target::End
                }
            };
            part.edges.push((name, target));
        }
        part.text.push_str(position);
        let node = Node::try_from(part.records.len()).ok()?;
        part.records.push(Record { id: 0, text: part.text.len(), edges: part.edges.len(), depth: 0 });
        Some(node)
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
        let later = self.later.len() * size_of::<(usize, phidelta_check::Target)>();
        part.text.len() as u64
            + part.records.len() as u64 * RECORD_BYTES
            + part.edges.len() as u64 * EDGE_BYTES
            + later as u64
    }

    fn finish(mut self, root: phidelta_check::Target) -> Option<Part> {
        for &(edge, target) in &self.later {
            self.part.edges.get_mut(edge)?.1 = resolved(target, &self.part.by_id)?;
        }
        let mut part = self.part;
        // What has no line of its own gets a number behind those of the lines.
        let mut last = part.by_id.keys().copied().max().unwrap_or(0);
        for &node in &self.told {
            last = last.checked_add(1)?;
            part.records.get_mut(node as usize)?.id = last;
            part.by_id.insert(last, node);
        }
        part.root = resolved(root, &part.by_id)?;
        if part.ranked {
            part.measure();
        }
        Some(part)
    }
}

fn resolved(target: phidelta_check::Target, by_id: &HashMap<u64, Node>) -> Option<Target> {
    Some(match target {
        phidelta_check::Target::End => Target::End,
        phidelta_check::Target::Settled => Target::Settled,
        phidelta_check::Target::Position(id) => Target::Node(*by_id.get(&id)?),
        phidelta_check::Target::Follows(id) => Target::Follows(*by_id.get(&id)?),
        phidelta_check::Target::Inline(_) => return None,
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
