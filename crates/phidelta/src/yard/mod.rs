//! The yard: a proof-number tree from which workers take jobs, and to which they give what they found.
//!
//! Idea: the upper part of a search is a tree that never forgets. Its most-proving leaf becomes a *job*: a search there,
//! by anybody, anywhere. While a job is out its leaf is shown with more to do than it has (`virtual_numbers`), so that the next
//! worker gets the leaf that is needed then. A job that was not solved comes back with what is known behind each
//! move, and becomes an inner node. A position that stands at several leaves is looked at once at a time.
//!
//! The yard knows no game, no table, no thread and no machine: how jobs travel, how large they are and who does them is
//! somebody else's business. A crew of threads and the client of a cluster use the same one; what differs is said by
//! three things: what becomes of what is below a solved node ([`Solved`]), what a node carries (`L`: a move, and what the
//! user wants beside it), and why it is solved (`G`, a [`Ground`]).
//!
//! Numbers are advice; *solved* is said by answers alone, each on the line of its leaf. One that rests on a position
//! further up knows how far up; only one that rests on nothing above itself holds elsewhere, too.
//!
//! Sources: PN-DFPN (Nelhage; Čížek, Balko and Schmid 2025); virtual results, Wu et al. 2011, Pawlewicz and Hayward 2013.
//! What differs: in `virtual_numbers`.
//! Invariants: numbers are those of proof-number search over what was given, virtual ones never leave; what is solved
//! stays so; a lost job costs time only, a result that comes twice or too late changes nothing; the tree never
//! holds more than its capacity.

mod arena;
mod flights;
mod virtual_numbers;

use std::collections::HashMap;

use arena::{Arena, Node};
pub use arena::{NodeId, ROOT};
use flights::Flights;
pub use flights::Ticket;
pub use virtual_numbers::Policy;
use virtual_numbers::Virtual;

use crate::game::{Key, Side};
use crate::history::dependency;
pub use crate::history::{Depth, INDEPENDENT};
use crate::number::{Number, Numbers};

/// What becomes of what is below a solved node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solved {
    /// It is freed, and the answer is told ([`Yard::facts`]): a table keeps it for whoever comes to that position.
    Freed,
    /// It stays, and an answer that rests on nothing above settles its position wherever it stands.
    Kept,
}

/// Why a node is solved, as far as a yard's user wants to know.
pub trait Ground: Copy {
    /// It is not.
    const OPEN: Self;

    /// By its children: of the side to move it is won or not, and these are the children that count, each with its
    /// dependency.
    fn of_children(won: bool, children: impl Iterator<Item = (Depth, Self)>) -> Self;

    /// By another node with the same position, which has this ground.
    #[must_use]
    fn elsewhere(self, node: NodeId) -> Self;
}

/// A move, and what is known behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Child<L, G> {
    /// What its node carries.
    pub load: L,
    /// What tells its position from others.
    pub key: Key,
    /// Its numbers.
    pub numbers: Numbers,
    /// Solved: the depth of the highest ancestor that the answer needs, [`INDEPENDENT`] if it needs none.
    pub dependency: Depth,
    /// Solved: why.
    pub ground: G,
}

/// What a look at a leaf has brought.
#[derive(Clone, PartialEq, Debug)]
pub enum Given<L, G> {
    /// Its answer.
    Solved {
        /// Whether the attacker reaches his goal.
        proved: bool,
        /// The depth of the highest ancestor that the answer needs, [`INDEPENDENT`] if it needs none.
        dependency: Depth,
        /// Why.
        ground: G,
    },
    /// What is known so far.
    Open {
        /// Its numbers, should there be no room for its children.
        numbers: Numbers,
        /// Who moves.
        side: Side,
        /// What one more branch costs in weak numbers.
        unit: Number,
        /// Its moves; none if no look at it would find more.
        children: Vec<Child<L, G>>,
    },
    /// Nothing: somebody has to look again.
    Nothing,
}

/// Two answers that contradict each other, and rest on nothing but the rules: a program is wrong, and nothing is to be
/// believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contradiction(pub NodeId);

/// An inner node that was solved by its children, on every path: something for a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact<L, G> {
    /// What tells its position from others.
    pub key: Key,
    /// Its numbers.
    pub numbers: Numbers,
    /// Plies from the root.
    pub depth: Depth,
    /// What it carried.
    pub load: L,
    /// Why it is solved.
    pub ground: G,
}

/// An answer on its way into the tree.
#[derive(Clone, Copy, Debug)]
struct Settling<G> {
    node: NodeId,
    proved: bool,
    dependency: Depth,
    ground: G,
    by_children: bool,
}

/// The tree, and who looks where.
#[derive(Clone, Debug)]
pub struct Yard<L, G> {
    arena: Arena<L, G>,
    flights: Flights,
    policy: Policy,
    /// Where all is kept: a node of each position, the one that was made last, or one whose answer holds everywhere.
    places: Option<HashMap<Key, NodeId>>,
    facts: Vec<Fact<L, G>>,
    /// Children could not be kept for want of room.
    full: bool,
}

/// Bytes of a node's place by its key, with what a map leaves free.
const PLACE_BYTES: usize = 64;

impl<L: Copy, G: Ground> Yard<L, G> {
    /// Bytes of a node.
    pub const fn node_bytes(solved: Solved) -> u64 {
        let place = match solved {
            Solved::Freed => 0,
            Solved::Kept => PLACE_BYTES,
        };
        (size_of::<Node<L, G>>() + place) as u64
    }

    /// A tree of at most so many bytes, of which the root's position is open.
    pub fn new(bytes: u64, policy: Policy, solved: Solved, (load, key): (L, Key)) -> Yard<L, G> {
        let root = Node::new(load, key, Numbers::UNIT, (INDEPENDENT, G::OPEN));
        let arena = Arena::new(bytes / Yard::<L, G>::node_bytes(solved), root);
        let places = (solved == Solved::Kept).then(|| HashMap::from([(key, ROOT)]));
        Yard { arena, flights: Flights::default(), policy, places, facts: Vec::new(), full: false }
    }

    /// The same with all its memory taken now; `None` if the system does not give it.
    pub fn reserved(mut self) -> Option<Yard<L, G>> {
        self.arena.reserve()?;
        Some(self)
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.arena.stored()
    }

    /// Never: there is a root.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether there is room for so many children.
    pub fn has_room(&self, children: usize) -> bool {
        self.len() + children <= self.arena.capacity()
    }

    /// Share of its memory in use, 0 to 1.
    pub fn used(&self) -> f64 {
        self.len() as f64 / self.arena.capacity() as f64
    }

    /// Whether children could not be kept.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// Whether no job will ever come: none is out, and none is left.
    pub fn is_stuck(&self) -> bool {
        !self.arena.node(ROOT).free && self.flights.is_empty()
    }

    /// The numbers of a node.
    pub fn numbers(&self, id: NodeId) -> Numbers {
        self.arena.node(id).numbers
    }

    /// What its answer needs.
    pub fn dependency(&self, id: NodeId) -> Depth {
        self.arena.node(id).dependency
    }

    /// Why it is solved.
    pub fn ground(&self, id: NodeId) -> G {
        self.arena.node(id).ground
    }

    /// What tells its position from others.
    pub fn key(&self, id: NodeId) -> Key {
        self.arena.node(id).key
    }

    /// Plies from the root.
    pub fn depth(&self, id: NodeId) -> Depth {
        self.arena.node(id).depth
    }

    /// Who moves there, if it has children.
    pub fn side(&self, id: NodeId) -> Side {
        self.arena.node(id).side
    }

    /// What it carries.
    pub fn load(&self, id: NodeId) -> &L {
        &self.arena.node(id).load
    }

    /// Its children in move order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + Clone + '_ {
        self.arena.children(id)
    }

    /// A node and all above it, the root last.
    pub fn upwards(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.arena.upwards(id)
    }

    /// What the nodes from below the root to this one carry.
    pub fn line(&self, id: NodeId) -> impl DoubleEndedIterator<Item = &L> {
        let mut line: Vec<NodeId> = Vec::with_capacity(self.depth(id) as usize);
        line.extend(self.upwards(id).take_while(|&at| at != ROOT));
        line.into_iter().rev().map(|at| self.load(at))
    }

    /// Changes what a node and all above it carry.
    pub fn change_upwards(&mut self, id: NodeId, mut change: impl FnMut(&mut L)) {
        let mut at = Some(id);
        while let Some(id) = at {
            change(&mut self.arena.node_mut(id).load);
            at = self.arena.parent(id);
        }
    }

    /// The leaf that a job is for; `None` if it is not out, or of no use any more.
    pub fn leaf(&self, ticket: Ticket) -> Option<NodeId> {
        self.flights.leaf(ticket).and_then(|(leaf, is_needed)| is_needed.then_some(leaf))
    }

    /// Jobs that have become useless since this was asked last: whoever works on one may stop.
    pub fn useless(&mut self) -> Vec<Ticket> {
        self.flights.useless()
    }

    /// What has been solved by children since this was asked last, where nothing below it is kept.
    pub fn facts(&mut self) -> impl Iterator<Item = Fact<L, G>> + '_ {
        self.facts.drain(..)
    }

    /// The next job, if there is one that could be of use now.
    pub fn take(&mut self) -> Option<Ticket> {
        loop {
            let leaf = self.choose()?;
            let node = self.arena.node_mut(leaf);
            node.busy = true;
            let key = node.key;
            let solved = self.refresh(leaf);
            debug_assert!(solved.is_none(), "virtual numbers solve nothing");
            if let Some(ticket) = self.flights.begin(leaf, key) {
                return Some(ticket);
            }
        }
    }

    /// The leaf that is needed most.
    fn choose(&self) -> Option<NodeId> {
        let root = self.arena.node(ROOT);
        let mut at = (root.free && !root.numbers.is_solved()).then_some(ROOT)?;
        while !self.arena.is_leaf(at) {
            let side = self.arena.node(at).side;
            let free = self.arena.children(at).filter(|&child| self.arena.node(child).free);
            at = free.min_by_key(|&child| self.policy.rank(self.arena.node(child).shown, side))?;
        }
        Some(at)
    }

    /// Takes what a look at a leaf has brought. Of a job that is not out, or has become useless, an answer counts
    /// where its leaf has been kept, and nothing else.
    pub fn give(&mut self, ticket: Ticket, given: Given<L, G>) -> Result<(), Contradiction> {
        let Some((leaf, is_needed)) = self.flights.leaf(ticket) else { return Ok(()) };
        let answer = match given {
            Given::Solved { proved, dependency, ground } => {
                Some(Settling { node: leaf, proved, dependency, ground, by_children: false })
            }
            Given::Open { .. } | Given::Nothing => None,
        };
        self.flights.land(ticket);
        if is_needed {
            self.arena.node_mut(leaf).busy = false;
            if let Given::Open { numbers, side, unit, children } = given {
                self.split(leaf, (numbers, side, unit), children);
            }
        }
        match answer {
            Some(answer) if is_needed || self.places.is_some() => self.settle(answer)?,
            _ if is_needed => self.update(leaf)?,
            _ => {}
        }
        let everywhere = answer.filter(|answer| answer.dependency == INDEPENDENT);
        // One by one: each may solve a node above the others, who then do not wait any more.
        while let Some(node) = self.flights.next_twin(ticket) {
            self.arena.node_mut(node).busy = false;
            match everywhere {
                Some(answer) => {
                    let ground = answer.ground.elsewhere(leaf);
                    self.settle(Settling { node, ground, ..answer })?;
                }
                None => self.update(node)?,
            }
        }
        Ok(())
    }

    /// An answer that rests on nothing above, of a node that is there: nobody has looked, it is known.
    pub fn know(&mut self, node: NodeId, proved: bool, ground: G) -> Result<(), Contradiction> {
        self.settle(Settling { node, proved, dependency: INDEPENDENT, ground, by_children: false })
    }

    /// Makes an inner node of a leaf, if there is room.
    fn split(&mut self, leaf: NodeId, of_leaf: (Numbers, Side, Number), children: Vec<Child<L, G>>) {
        let has_room = self.has_room(children.len());
        let node = self.arena.node_mut(leaf);
        (node.numbers, node.side, node.unit) = of_leaf;
        node.stuck = children.is_empty();
        self.full |= !has_room;
        if !has_room {
            return;
        }
        let known: Vec<Node<L, G>> =
            children.into_iter().map(|child| self.with_what_is_known(child)).collect();
        self.arena.expand(leaf, known.into_iter());
        let Some(places) = &mut self.places else { return };
        // A chain of those that an answer would settle.
        let mut at = self.arena.children(leaf).next();
        while let Some(id) = at {
            let node = self.arena.node_mut(id);
            let other = if node.numbers.is_solved() { None } else { places.insert(node.key, id) };
            node.same = other.unwrap_or(id);
            at = self.arena.sibling(id);
        }
    }

    /// A node for a child: with the answer that its position has elsewhere, if that is worth more.
    fn with_what_is_known(&self, child: Child<L, G>) -> Node<L, G> {
        let Child { load, key, mut numbers, mut dependency, mut ground } = child;
        let place = self.places.as_ref().and_then(|places| places.get(&key));
        let known = place.map(|&id| (id, self.arena.node(id)));
        let known = known.filter(|(_, node)| node.numbers.is_solved() && node.dependency == INDEPENDENT);
        if let Some((id, node)) = known
            && (!numbers.is_solved() || dependency != INDEPENDENT)
        {
            (numbers, dependency, ground) = (node.numbers, INDEPENDENT, node.ground.elsewhere(id));
        }
        Node::new(load, key, numbers, (dependency, ground))
    }

    /// An answer, and all that follows from it.
    fn settle(&mut self, answer: Settling<G>) -> Result<(), Contradiction> {
        let mut todo = vec![answer];
        while let Some(answer) = todo.pop() {
            let node = self.arena.node(answer.node);
            let everywhere = answer.dependency == INDEPENDENT;
            if node.numbers.is_solved() {
                let (known, same) =
                    (node.dependency == INDEPENDENT, node.numbers.is_proved() == answer.proved);
                if known && everywhere && !same {
                    return Err(Contradiction(answer.node));
                }
                // What rests on a path may differ from what holds everywhere: each is right where it stands.
                if known || !same {
                    continue;
                }
            }
            self.withdraw(answer.node);
            if self.places.is_none() {
                self.arena.strip(answer.node);
            }
            let numbers = if answer.proved { Numbers::PROVED } else { Numbers::DISPROVED };
            let node = self.arena.node_mut(answer.node);
            (node.numbers, node.shown, node.free) = (numbers, Virtual::of(numbers), false);
            (node.dependency, node.ground) = (answer.dependency, answer.ground);
            if everywhere {
                self.spread(answer, &mut todo);
            }
            if let Some(parent) = self.arena.parent(answer.node) {
                todo.extend(self.rise(parent));
            }
        }
        Ok(())
    }

    /// An answer holds everywhere: it goes to whoever asks for that position.
    fn spread(&mut self, answer: Settling<G>, todo: &mut Vec<Settling<G>>) {
        let &Node { key, numbers, depth, load, .. } = self.arena.node(answer.node);
        let Some(places) = &mut self.places else {
            if answer.by_children {
                self.facts.push(Fact { key, numbers, depth, load, ground: answer.ground });
            }
            return;
        };
        let mut at = places.insert(key, answer.node).unwrap_or(answer.node);
        loop {
            let node = self.arena.node(at);
            if at != answer.node && !node.numbers.is_solved() {
                let ground = answer.ground.elsewhere(answer.node);
                todo.push(Settling { node: at, ground, by_children: false, ..answer });
            }
            if node.same == at {
                return;
            }
            at = node.same;
        }
    }

    /// Nobody need look at a node or below it any more.
    fn withdraw(&mut self, at: NodeId) {
        let mut todo = Vec::new();
        let mut next = Some(at);
        while let Some(id) = next {
            let node = self.arena.node_mut(id);
            if std::mem::take(&mut node.jobs) > 0 {
                if std::mem::take(&mut node.busy) {
                    // Elsewhere the same position has the same answer only if a certificate, not a line, is what counts.
                    self.flights.leave(id, self.places.is_some());
                }
                todo.extend(self.arena.children(id));
            }
            next = todo.pop();
        }
    }

    /// A leaf was taken, given back or made an inner node: computes all anew from there upwards.
    fn update(&mut self, at: NodeId) -> Result<(), Contradiction> {
        self.refresh(at).map_or(Ok(()), |answer| self.settle(answer))
    }

    /// The same, until a node is solved by its children: that is returned.
    fn refresh(&mut self, at: NodeId) -> Option<Settling<G>> {
        if !self.arena.is_leaf(at) {
            return self.rise(at);
        }
        let node = self.arena.node_mut(at);
        node.shown = if node.busy { Virtual::in_work(node.numbers) } else { Virtual::of(node.numbers) };
        node.free = !node.numbers.is_solved() && !node.busy && !node.stuck;
        node.jobs = u32::from(node.busy);
        self.arena.parent(at).and_then(|parent| self.rise(parent))
    }

    /// Computes inner nodes anew from `at` upwards, until one is solved by its children: that is returned.
    fn rise(&mut self, mut at: NodeId) -> Option<Settling<G>> {
        loop {
            let node = self.arena.node(at);
            if node.numbers.is_solved() {
                return None;
            }
            let (side, unit) = (node.side, node.unit);
            let before = (node.numbers, node.shown, node.free, node.jobs);
            let children = || self.arena.children(at).map(|child| self.arena.node(child));
            let tally = self.policy.tally(children().map(|child| child.numbers), side);
            let (phi, delta) = tally.numbers(self.policy.aggregate, unit, self.policy.ceiling);
            let numbers = Numbers::from_view(phi, delta, side);
            if numbers.is_solved() {
                return Some(self.conclusion(at, tally.is_won(), numbers.is_proved()));
            }
            let jobs = children().map(|child| child.jobs).sum();
            let free = children().any(|child| child.free);
            let shown = Virtual::combined(children().map(|child| child.shown), side, unit, self.policy);
            let after = (numbers, shown, free, jobs);
            let node = self.arena.node_mut(at);
            (node.numbers, node.shown, node.free, node.jobs) = after;
            if before == after {
                return None;
            }
            at = self.arena.parent(at)?;
        }
    }

    /// The answer of a node that its children solve, and what it rests on.
    fn conclusion(&self, at: NodeId, won: bool, proved: bool) -> Settling<G> {
        let node = self.arena.node(at);
        let children = || {
            let all = self.arena.children(at).map(|child| self.arena.node(child));
            all.filter(move |child| !won || child.numbers.seen_by(node.side).0 == 0)
        };
        let ground = G::of_children(won, children().map(|child| (child.dependency, child.ground)));
        let dependency = dependency(won, node.depth, children().map(|child| child.dependency));
        Settling { node: at, proved, dependency, ground, by_children: true }
    }
}

#[cfg(test)]
mod tests;
