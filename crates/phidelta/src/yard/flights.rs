//! Jobs that are out: who looks at which leaf, and whether that is still of use.
//!
//! Idea: whoever has a job has a *ticket* for it, not a node: nodes may be freed, and their numbers used again, while he
//! works. Leaves with the same position are *twins* of the one that is looked at, as long as the job is out.

use std::collections::HashMap;

use super::arena::NodeId;
use crate::game::Key;

/// What tells a job from all others of its yard, before and after. The first is 1.
pub type Ticket = u64;

/// A job that is out.
#[derive(Clone, Debug)]
struct Flight {
    key: Key,
    /// The leaf that it is for, if it is needed; otherwise the one that it was for, which may be gone.
    leaf: NodeId,
    is_needed: bool,
    /// Other leaves with the same position, that wait for it.
    twins: Vec<NodeId>,
}

/// All jobs that are out.
#[derive(Clone, Debug, Default)]
pub(super) struct Flights {
    all: HashMap<Ticket, Flight>,
    /// Which job looks at a position, of those that are needed.
    positions: HashMap<Key, Ticket>,
    /// Which job a leaf is for, or waits for.
    leaves: HashMap<NodeId, Ticket>,
    last: Ticket,
    /// Those that have become useless, and have not been told yet.
    useless: Vec<Ticket>,
}

impl Flights {
    /// Somebody begins to look at a leaf: a job of its own, or `None` where one looks at that position already.
    pub(super) fn begin(&mut self, leaf: NodeId, key: Key) -> Option<Ticket> {
        if let Some(&ticket) = self.positions.get(&key)
            && let Some(flight) = self.all.get_mut(&ticket)
        {
            flight.twins.push(leaf);
            self.leaves.insert(leaf, ticket);
            return None;
        }
        self.last += 1;
        self.all.insert(self.last, Flight { key, leaf, is_needed: true, twins: Vec::new() });
        self.positions.insert(key, self.last);
        self.leaves.insert(leaf, self.last);
        Some(self.last)
    }

    /// The leaf of a job, and whether it is needed; `None` of one that is not out.
    pub(super) fn leaf(&self, ticket: Ticket) -> Option<(NodeId, bool)> {
        self.all.get(&ticket).map(|flight| (flight.leaf, flight.is_needed))
    }

    /// Whether no job is out that is needed.
    pub(super) fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// A leaf is needed no more. With `passes_on` its job is from now on for a twin, if it has one.
    pub(super) fn leave(&mut self, leaf: NodeId, passes_on: bool) {
        let Some(ticket) = self.leaves.remove(&leaf) else { return };
        let Some(flight) = self.all.get_mut(&ticket) else { return };
        if flight.leaf != leaf || !flight.is_needed {
            return flight.twins.retain(|&twin| twin != leaf);
        }
        if let Some(twin) = if passes_on { flight.twins.pop() } else { None } {
            flight.leaf = twin;
            return;
        }
        flight.is_needed = false;
        self.positions.remove(&flight.key);
        self.useless.push(ticket);
    }

    /// A job has come back: its leaf is nobody's any more.
    pub(super) fn land(&mut self, ticket: Ticket) {
        let Some(flight) = self.all.get_mut(&ticket) else { return };
        if std::mem::take(&mut flight.is_needed) {
            self.positions.remove(&flight.key);
            self.leaves.remove(&flight.leaf);
        }
    }

    /// One of those that wait for a job that has come back; when there are none it is forgotten.
    pub(super) fn next_twin(&mut self, ticket: Ticket) -> Option<NodeId> {
        let twin = self.all.get_mut(&ticket)?.twins.pop();
        match twin {
            Some(twin) => self.leaves.remove(&twin),
            None => return self.all.remove(&ticket).and(None),
        };
        twin
    }

    /// Jobs that have become useless since this was asked last.
    pub(super) fn useless(&mut self) -> Vec<Ticket> {
        std::mem::take(&mut self.useless)
    }

    /// Leaves that are in work.
    #[cfg(test)]
    pub(super) fn leaves(&self) -> usize {
        self.leaves.len()
    }
}
