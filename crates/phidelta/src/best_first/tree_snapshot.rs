//! A tree as a run of bytes, and back: what a checkpoint keeps of it.
//!
//! Nodes stand in the order of a walk from the root, each with its numbers and the number of its children;
//! of an unsolved node with the numbers of both sides, of a solved one with what it rests on. A move is
//! told by its place alone: children are the first moves of a position, in the game's order.
//!
//! Invariant: a tree that was read is the one that was written, node by node, whatever places its nodes have.

use std::io;

use super::tree::{NodeId, Tree};
use crate::checkpoint::form::{Contents, Writer};
use crate::finding::Finding;
use crate::game::Game;
use crate::number::{INFINITY, Numbers};
use crate::trail::Trail;

impl<M: Copy> Tree<M> {
    /// Writes all nodes.
    pub(crate) fn write(&self, out: &mut Writer<'_>) -> io::Result<()> {
        out.byte(u8::from(self.stored() > 0));
        let mut stack = if self.stored() > 0 { vec![Self::ROOT] } else { Vec::new() };
        while let Some(id) = stack.pop() {
            let finding = self.finding(id);
            out.number(finding.numbers.pn.wrapping_add(1));
            if finding.numbers.is_solved() {
                out.number(finding.dependency.wrapping_add(1));
                out.number(finding.length);
            } else {
                let first = stack.len();
                stack.extend(self.children(id).map(|(child, _)| child));
                stack[first..].reverse();
                out.number(finding.numbers.dn);
                out.number((stack.len() - first) as u64);
            }
            out.item()?;
        }
        Ok(())
    }

    /// Reads a tree whose root is the game's present position. One that cannot be, or has no room, leaves
    /// the tree empty.
    pub(crate) fn read<G: Game<Move = M>>(&mut self, contents: &mut Contents<'_>, game: &mut G) -> bool {
        let whole = self.read_nodes(contents, game).is_some();
        if !whole {
            self.clear();
        }
        whole
    }

    fn read_nodes<G: Game<Move = M>>(&mut self, contents: &mut Contents<'_>, game: &mut G) -> Option<()> {
        self.clear();
        if contents.byte()? == 0 {
            return Some(());
        }
        let mut line = Vec::new();
        let mut trail = Trail::new(game, &mut line);
        // The nodes on the line whose children are not all there, with their moves that are left.
        let mut open: Vec<(NodeId, std::vec::IntoIter<M>)> = Vec::new();
        let (finding, children) = read_node(contents)?;
        let root = self.plant(finding)?;
        self.enter(root, children, &trail, &mut open)?;
        while let Some((parent, moves)) = open.last_mut() {
            let Some(mv) = moves.next() else {
                open.pop();
                trail.undo();
                continue;
            };
            let (finding, children) = read_node(contents)?;
            let id = self.append(*parent, mv, finding)?;
            if children > 0 {
                trail.play(mv);
                self.enter(id, children, &trail, &mut open)?;
            }
        }
        Some(())
    }

    /// Opens a node with so many children at the present position.
    fn enter<G: Game<Move = M>>(
        &self,
        id: NodeId,
        children: usize,
        game: &Trail<'_, G>,
        open: &mut Vec<(NodeId, std::vec::IntoIter<M>)>,
    ) -> Option<()> {
        if children == 0 {
            return Some(());
        }
        let mut moves = Vec::new();
        if game.outcome().is_none() {
            game.moves(&mut moves);
        }
        if moves.len() < children {
            return None;
        }
        moves.truncate(children);
        open.push((id, moves.into_iter()));
        Some(())
    }
}

/// What is known of a node, and how many children it has.
fn read_node(contents: &mut Contents<'_>) -> Option<(Finding, usize)> {
    let pn = contents.short()?.wrapping_sub(1);
    if pn == 0 || pn == INFINITY {
        let numbers = if pn == 0 { Numbers::PROVED } else { Numbers::DISPROVED };
        let (dependency, length) = (contents.short()?.wrapping_sub(1), contents.short()?);
        return Some((Finding { numbers, dependency, length }, 0));
    }
    let (dn, children) = (contents.short()?, contents.short()?);
    (dn != 0 && dn != INFINITY).then_some((Finding::open(Numbers::new(pn, dn)), children as usize))
}
