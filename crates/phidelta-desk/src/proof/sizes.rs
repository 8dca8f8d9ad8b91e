//! How many positions lie below a position: each once, however many ways lead to it.
//!
//! A walk with a stack of its own. Marks carry the number of their walk, so that nothing has to be wiped
//! between walks; along a line of play, whose sets of positions lie within each other, one walk from its
//! end to its beginning counts them all.

use super::graph::{Node, Part, Target};

/// Counts positions of one part.
pub(super) struct Sizes<'p> {
    part: &'p Part,
    marks: Vec<u32>,
    walk: u32,
    stack: Vec<Node>,
    /// Positions that may still be walked over.
    budget: u64,
}

impl<'p> Sizes<'p> {
    /// Without a bound.
    pub(super) fn new(part: &'p Part) -> Sizes<'p> {
        Sizes::within(part, u64::MAX)
    }

    /// So many positions may be walked over; what is asked for behind that is not known.
    pub(super) fn within(part: &'p Part, budget: u64) -> Sizes<'p> {
        Sizes { part, marks: vec![0; part.len()], walk: 0, stack: Vec::new(), budget }
    }

    /// Positions from a target on, itself included.
    pub(super) fn of(&mut self, target: Target) -> Option<u64> {
        self.walk += 1;
        let Some(node) = target.node() else { return Some(0) };
        // A walk that breaks off has cost the rest of the budget.
        let found = self.add(node);
        (self.budget > 0).then_some(found)
    }

    /// The sizes along a line of play; it must be one, from the first target to the last.
    pub(super) fn along(&mut self, line: &[Target]) -> Vec<u64> {
        self.walk += 1;
        let mut sum = 0;
        let mut sizes: Vec<u64> = line
            .iter()
            .rev()
            .map(|target| {
                sum += target.node().map_or(0, |node| self.add(node));
                sum
            })
            .collect();
        sizes.reverse();
        sizes
    }

    /// Marks what is not yet marked from a position on; how many that were.
    fn add(&mut self, node: Node) -> u64 {
        let mut found = 0;
        self.visit(node);
        while let Some(node) = self.stack.pop() {
            found += 1;
            self.budget -= 1;
            if self.budget == 0 {
                self.stack.clear();
                break;
            }
            for (_, target) in self.part.moves(node) {
                if let Some(node) = target.node() {
                    self.visit(node);
                }
            }
        }
        found
    }

    fn visit(&mut self, node: Node) {
        if self.budget > 0 && std::mem::replace(&mut self.marks[node as usize], self.walk) != self.walk {
            self.stack.push(node);
        }
    }
}
