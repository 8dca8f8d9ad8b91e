//! The tree of a search on several machines: which position is to be looked at next, and what is known.
//!
//! Idea: proof-number search whose leaves are looked at elsewhere, many at once. A leaf in work is shown with more
//! to do than it has (the [`Virtual`] numbers of the crew of threads), so that the next job goes where one would
//! look if the work came back with nothing but larger numbers, as it mostly does. A position that stands
//! at several leaves is looked at once at a time.
//! Source: Pawlewicz, Hayward 2013 (virtual win or loss); Čížek, Balko, Schmid 2025 (a tree of jobs). What differs:
//! to show a leaf in work as solved for the side it favours, as they do, costs 64 workers half as many jobs
//! again (docs/measurements/cluster.md).
//!
//! What differs from the yard of the crew (`crew/yard` in the library): that one frees what is below a solved node
//! and hands facts to a table; here all is kept, for the certificate of the whole.
//!
//! The tree knows no rules: moves are numbers of names, and whoever gives it children says what they are.
//! Numbers are advice; *solved* is said by facts alone, and a fact holds on the path of its node. One that
//! rests on a repetition of a position further up knows how far up; only one that rests on nothing above
//! itself holds elsewhere, too, and then settles every other leaf with the same key.
//!
//! Invariants: real numbers are those of plain proof-number search over what was given; virtual numbers
//! are never stored as real ones; what is solved stays so.

use std::collections::HashMap;

use phidelta::{Aggregate, Ceiling, INFINITY, Key, Number, Numbers, Policy, Side, Virtual};

/// A node of the tree.
pub type NodeId = u32;

/// The root.
pub const ROOT: NodeId = 0;

/// How children combine: plain proof-number search.
const POLICY: Policy = Policy { aggregate: Aggregate::Sum, ceiling: Ceiling::HIGHEST };

/// A fact that rests on nothing above its node.
const INDEPENDENT: u32 = u32::MAX;

/// Why a node is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Support {
    /// It is not.
    None,
    /// The game has ended.
    End,
    /// The position stands on its own path, at this node.
    Repetition(NodeId),
    /// A certificate that was checked, by its number.
    Certificate(u32),
    /// Its children.
    Children,
    /// Another node with the same position.
    Elsewhere(NodeId),
}

/// A child as the rules have it.
#[derive(Clone, PartialEq, Debug)]
pub struct Child {
    /// The number of the move's name.
    pub mv: u32,
    /// What tells its position from others.
    pub key: Key,
    /// Who is to move there.
    pub side: Side,
    /// Whether the attacker has reached his goal, where the game has ended.
    pub ended: Option<bool>,
    /// What it starts with.
    pub numbers: Numbers,
}

#[derive(Clone, Debug)]
struct Node {
    key: Key,
    parent: NodeId,
    /// Another node with the same position, or itself.
    same: NodeId,
    first: NodeId,
    count: u32,
    mv: u32,
    depth: u32,
    real: Numbers,
    shown: Virtual,
    /// The least depth that the fact rests on.
    rests_on: u32,
    support: Support,
    attacks: bool,
    busy: bool,
    /// Leaves below that nobody works on, itself included.
    free: u32,
}

/// Something that is known of a node.
#[derive(Clone, Copy, Debug)]
struct Fact {
    node: NodeId,
    proved: bool,
    rests_on: u32,
    support: Support,
}

/// What a look at a leaf has brought.
#[derive(Clone, PartialEq, Debug)]
pub enum Given {
    /// Its answer, shown by a certificate.
    Solved {
        /// Whether the attacker reaches his goal.
        proved: bool,
        /// The certificate's number.
        certificate: u32,
    },
    /// Its moves.
    Children(Vec<Child>),
    /// Nothing: somebody has to look again.
    Nothing,
}

/// Two certificates that contradict each other: something is wrong with a program, and no answer is to be
/// believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contradiction(pub NodeId);

/// The tree.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    /// The most nodes there may be.
    room: usize,
    /// The node of each position that was made last; those with a fact that holds everywhere first.
    places: HashMap<Key, NodeId>,
    repetition: Option<bool>,
    /// Nodes that were settled.
    facts: u64,
}

/// Bytes of a node with its place in the maps.
pub const NODE_BYTES: u64 = size_of::<Node>() as u64 + 64;

impl Tree {
    /// A tree of an open root. `repetition` says whether the attacker has reached his goal where a position
    /// comes again; `None` where that cannot happen.
    pub fn new(key: Key, side: Side, repetition: Option<bool>, bytes: u64) -> Tree {
        let room = usize::try_from(bytes / NODE_BYTES).unwrap_or(usize::MAX).clamp(2, u32::MAX as usize - 1);
        let root = Node {
            key,
            parent: ROOT,
            same: ROOT,
            first: 0,
            count: 0,
            mv: 0,
            depth: 0,
            real: Numbers::UNIT,
            shown: Virtual::of(Numbers::UNIT),
            rests_on: INDEPENDENT,
            support: Support::None,
            attacks: side == Side::Attacker,
            busy: false,
            free: 1,
        };
        Tree { nodes: vec![root], room, places: HashMap::from([(key, ROOT)]), repetition, facts: 0 }
    }

    fn at(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    fn at_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// How many facts have been found so far: as long as it stays the same nothing was solved.
    pub fn facts(&self) -> u64 {
        self.facts
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: there is a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether there is room for so many children.
    pub fn has_room(&self, children: usize) -> bool {
        self.nodes.len() + children <= self.room
    }

    /// The share of the memory in use, 0 to 1.
    pub fn used(&self) -> f64 {
        self.nodes.len() as f64 / self.room as f64
    }

    /// The numbers of a node.
    pub fn numbers(&self, id: NodeId) -> Numbers {
        self.at(id).real
    }

    /// Why it is solved.
    pub fn support(&self, id: NodeId) -> Support {
        self.at(id).support
    }

    /// What tells its position from others.
    pub fn key(&self, id: NodeId) -> Key {
        self.at(id).key
    }

    /// The move that leads to it.
    pub fn mv(&self, id: NodeId) -> u32 {
        self.at(id).mv
    }

    /// Whether the attacker is to move.
    pub fn attacks(&self, id: NodeId) -> bool {
        self.at(id).attacks
    }

    /// Its children.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<> {
        let node = self.at(id);
        node.first..node.first + node.count
    }

    /// The moves from the root to it.
    pub fn line(&self, id: NodeId) -> Vec<u32> {
        let mut line = Vec::with_capacity(self.at(id).depth as usize);
        let mut at = id;
        while at != ROOT {
            line.push(self.at(at).mv);
            at = self.at(at).parent;
        }
        line.reverse();
        line
    }

    /// Whether the attacker reaches his goal, if that is known.
    pub fn answer(&self) -> Option<bool> {
        solved(self.at(ROOT).real)
    }

    /// The game is over at the root.
    pub fn end(&mut self, reached: bool) {
        let root = self.at_mut(ROOT);
        (root.real, root.shown) = (numbers_of(reached), Virtual::of(numbers_of(reached)));
        (root.support, root.free) = (Support::End, 0);
    }

    /// Whether a job at this leaf would still be of use, there or at another leaf with the same position.
    pub fn is_wanted(&self, id: NodeId) -> bool {
        self.is_needed(id) || self.twins(id).any(|twin| self.at(twin).busy && self.is_needed(twin))
    }

    fn is_needed(&self, id: NodeId) -> bool {
        let mut at = id;
        loop {
            if self.at(at).real.is_solved() {
                return false;
            }
            if at == ROOT {
                return true;
            }
            at = self.at(at).parent;
        }
    }

    /// How much of the likelier answer is solved, 0 to 1: at each position of the loser the replies count alike,
    /// at each of the winner his best move alone. Looks at so many nodes at most; what is behind them counts
    /// as open.
    pub fn share_solved(&self, most: usize) -> f64 {
        let root = self.at(ROOT).real;
        let winner_attacks = root.pn <= root.dn;
        let (mut todo, mut looked, mut solved) = (vec![(ROOT, 1.0)], 0, 0.0);
        while let Some((id, weight)) = todo.pop() {
            let node = self.at(id);
            looked += 1;
            if node.real.is_solved() {
                solved += weight;
            } else if node.count > 0 && looked < most {
                let open = |child: &NodeId| own(self.at(*child).real, winner_attacks);
                if node.attacks == winner_attacks {
                    todo.extend(self.children(id).min_by_key(open).map(|child| (child, weight)));
                } else {
                    let part = weight / f64::from(node.count);
                    todo.extend(self.children(id).map(|child| (child, part)));
                }
            }
        }
        solved
    }

    /// The leaf to be looked at next. It is in work from now on.
    pub fn take(&mut self) -> Option<NodeId> {
        if self.at(ROOT).free == 0 || self.answer().is_some() {
            return None;
        }
        let mut at = ROOT;
        while self.at(at).count > 0 {
            let side = if self.at(at).attacks { Side::Attacker } else { Side::Defender };
            let open = self.children(at).filter(|&id| self.at(id).free > 0 && !self.at(id).real.is_solved());
            at = open.min_by_key(|&id| self.at(id).shown.seen_by(side).0)?;
        }
        // Nobody else looks at the same position meanwhile.
        let twins: Vec<NodeId> = self.twins(at).collect();
        for id in std::iter::once(at).chain(twins) {
            let node = self.at_mut(id);
            (node.busy, node.shown, node.free) = (true, Virtual::harder(node.real), 0);
            let parent = node.parent;
            let solved = self.rise(parent);
            debug_assert!(solved.is_none(), "virtual numbers solve nothing");
        }
        Some(at)
    }

    /// Other open leaves with the position of a node.
    fn twins(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let next = |&at: &NodeId| Some(self.at(at).same).filter(|&same| same != at);
        let chain = std::iter::successors(self.places.get(&self.at(id).key).copied(), next);
        chain.filter(move |&at| at != id && self.at(at).count == 0 && !self.at(at).real.is_solved())
    }

    /// Nobody looks at a leaf any more.
    fn release(&mut self, id: NodeId) -> Result<(), Contradiction> {
        let node = self.at_mut(id);
        (node.busy, node.shown, node.free) = (false, Virtual::of(node.real), 1);
        let parent = node.parent;
        if id == ROOT { Ok(()) } else { self.update(parent) }
    }

    /// Takes what a look at a leaf has brought. A leaf that is not in work any more keeps what it has; a
    /// certificate counts in any case.
    pub fn give(&mut self, id: NodeId, given: Given) -> Result<(), Contradiction> {
        let was_busy = std::mem::take(&mut self.at_mut(id).busy);
        let open = self.at(id).count == 0 && !self.at(id).real.is_solved();
        match given {
            Given::Solved { proved, certificate } => {
                let support = Support::Certificate(certificate);
                self.settle(Fact { node: id, proved, rests_on: INDEPENDENT, support })?;
            }
            Given::Children(children) if open => {
                self.expand(id, children);
                self.update(id)?;
            }
            Given::Children(_) | Given::Nothing if was_busy && open => self.release(id)?,
            Given::Children(_) | Given::Nothing => {}
        }
        // One by one: each may solve what the others are below of.
        loop {
            let twin = self.twins(id).find(|&twin| was_busy && self.at(twin).busy);
            match twin {
                Some(twin) => self.release(twin)?,
                None => return Ok(()),
            }
        }
    }

    fn expand(&mut self, id: NodeId, children: Vec<Child>) {
        let first = self.nodes.len() as NodeId;
        let depth = self.at(id).depth + 1;
        for child in &children {
            let number = self.nodes.len() as NodeId;
            let (mut real, mut support, mut rests_on) = (sane(child.numbers), Support::None, INDEPENDENT);
            let known = self.fact(child.key);
            if let Some(reached) = child.ended {
                (real, support) = (numbers_of(reached), Support::End);
            } else if let Some(known) = known {
                (real, support) = (self.at(known).real, Support::Elsewhere(known));
            } else if let Some((node, reached)) = self.repeated(id, child.key) {
                real = numbers_of(reached);
                (support, rests_on) = (Support::Repetition(node), self.at(node).depth);
            }
            let open = !real.is_solved();
            // A chain of those that a fact would settle; if one of them is in work this one is, too.
            let same = if open { self.places.insert(child.key, number).unwrap_or(number) } else { number };
            let busy = open && same != number && self.is_in_work(same);
            let shown = if busy { Virtual::harder(real) } else { Virtual::of(real) };
            self.nodes.push(Node {
                key: child.key,
                parent: id,
                same,
                first: 0,
                count: 0,
                mv: child.mv,
                depth,
                real,
                shown,
                rests_on,
                support,
                attacks: child.side == Side::Attacker,
                busy,
                free: u32::from(open && !busy),
            });
        }
        let node = self.at_mut(id);
        (node.first, node.count) = (first, children.len() as u32);
    }

    /// Whether somebody looks at the position of a node, or of one further down its chain.
    fn is_in_work(&self, id: NodeId) -> bool {
        let next = |&at: &NodeId| Some(self.at(at).same).filter(|&same| same != at);
        std::iter::successors(Some(id), next).any(|at| self.at(at).busy)
    }

    /// A node whose fact settles a position wherever it stands.
    fn fact(&self, key: Key) -> Option<NodeId> {
        let id = *self.places.get(&key)?;
        let node = self.at(id);
        (node.real.is_solved() && node.rests_on == INDEPENDENT).then_some(id)
    }

    /// Where on the path down to `id` a position stands, and what that is worth.
    fn repeated(&self, id: NodeId, key: Key) -> Option<(NodeId, bool)> {
        let reached = self.repetition?;
        let mut at = id;
        loop {
            if self.at(at).key == key {
                return Some((at, reached));
            }
            if at == ROOT {
                return None;
            }
            at = self.at(at).parent;
        }
    }

    /// A fact about a node, and all that follows from it.
    fn settle(&mut self, fact: Fact) -> Result<(), Contradiction> {
        let mut todo = vec![fact];
        while let Some(fact) = todo.pop() {
            let node = self.at_mut(fact.node);
            if let Some(before) = solved(node.real) {
                // What rests on a path may differ from what holds everywhere: each is right where it stands.
                let everywhere = node.rests_on == INDEPENDENT;
                if everywhere && fact.rests_on == INDEPENDENT && before != fact.proved {
                    return Err(Contradiction(fact.node));
                }
                if everywhere || before != fact.proved {
                    continue;
                }
            }
            (node.real, node.shown) = (numbers_of(fact.proved), Virtual::of(numbers_of(fact.proved)));
            (node.rests_on, node.support, node.free) = (fact.rests_on, fact.support, 0);
            let (key, parent) = (node.key, node.parent);
            self.facts += 1;
            if fact.rests_on == INDEPENDENT {
                let mut at = self.places.insert(key, fact.node).unwrap_or(fact.node);
                loop {
                    if at != fact.node && !self.at(at).real.is_solved() {
                        let support = Support::Elsewhere(fact.node);
                        todo.push(Fact { node: at, rests_on: INDEPENDENT, support, ..fact });
                    }
                    let next = self.at(at).same;
                    if next == at {
                        break;
                    }
                    at = next;
                }
            }
            if fact.node != ROOT {
                todo.extend(self.rise(parent));
            }
        }
        Ok(())
    }

    /// Computes numbers anew from `at` upwards, after a leaf was taken, given back or expanded.
    fn update(&mut self, at: NodeId) -> Result<(), Contradiction> {
        self.rise(at).map_or(Ok(()), |fact| self.settle(fact))
    }

    /// The same, until a node is solved by its children: that is returned.
    fn rise(&mut self, mut at: NodeId) -> Option<Fact> {
        loop {
            let node = self.at(at);
            if node.real.is_solved() || node.count == 0 {
                return None;
            }
            let before = (node.real, node.shown, node.free);
            let after = self.tallied(at);
            if let Some(proved) = solved(after.0) {
                let rests_on = self.dependency(at, proved);
                return Some(Fact { node: at, proved, rests_on, support: Support::Children });
            }
            let node = self.at_mut(at);
            (node.real, node.shown, node.free) = after;
            if at == ROOT || before == after {
                return None;
            }
            at = self.at(at).parent;
        }
    }

    fn tallied(&self, at: NodeId) -> (Numbers, Virtual, u32) {
        let side = if self.at(at).attacks { Side::Attacker } else { Side::Defender };
        let children = || self.children(at).map(|id| self.at(id));
        let real = POLICY.numbers(children().map(|node| node.real), side, 1);
        let shown = Virtual::combined(children().map(|node| node.shown), side, 1, POLICY).0;
        (real, shown, children().map(|node| node.free).sum())
    }

    /// What the answer of a node that its children solve rests on: the best of the winning moves, or all of
    /// the losing ones; what rests on the node itself rests on nothing above it.
    fn dependency(&self, at: NodeId, proved: bool) -> u32 {
        let node = self.at(at);
        let of_value = self.children(at).filter(|&id| solved(self.at(id).real) == Some(proved));
        let rests = of_value.map(|id| self.at(id).rests_on);
        let least = if node.attacks == proved { rests.max() } else { rests.min() };
        match least {
            Some(depth) if depth < node.depth => depth,
            _ => INDEPENDENT,
        }
    }

    /// The child that shows a win of the side to move: the one that rests on the least.
    pub fn decider(&self, at: NodeId) -> Option<NodeId> {
        let proved = solved(self.at(at).real)?;
        let of_value = self.children(at).filter(|&id| solved(self.at(id).real) == Some(proved));
        of_value.max_by_key(|&id| (self.at(id).rests_on, std::cmp::Reverse(id)))
    }
}

/// Whether the attacker reaches his goal, if the numbers say so.
pub fn solved(numbers: Numbers) -> Option<bool> {
    match numbers {
        Numbers::PROVED => Some(true),
        Numbers::DISPROVED => Some(false),
        _ => None,
    }
}

fn numbers_of(proved: bool) -> Numbers {
    if proved { Numbers::PROVED } else { Numbers::DISPROVED }
}

/// What a side still has to do.
fn own(numbers: Numbers, attacks: bool) -> Number {
    if attacks { numbers.pn } else { numbers.dn }
}

/// Numbers of somebody else: never solved, never without end.
fn sane(numbers: Numbers) -> Numbers {
    let bound = |number: Number| number.clamp(1, INFINITY / 4);
    Numbers { pn: bound(numbers.pn), dn: bound(numbers.dn) }
}

#[cfg(test)]
mod tests {
    use phidelta_games::graph::{Graph, generate, retrograde};

    use super::*;

    fn children_of(graph: &Graph, name: u32) -> Vec<Child> {
        let child = |&id: &u32| Child {
            mv: id,
            key: Key::from(id),
            side: graph.side(id),
            ended: graph.value(id).map(|value| value == phidelta::Outcome::Win),
            numbers: Numbers::UNIT,
        };
        graph.children(name).iter().map(child).collect()
    }

    /// Solves a graph with jobs that bring one position's children, many in flight, results in any order,
    /// some lost, some twice.
    fn solve(graph: &Graph, seed: u64) -> Tree {
        let mut dice = fastrand::Rng::with_seed(seed);
        let root = graph.root();
        let repetition = Some(false);
        let mut tree = Tree::new(Key::from(root), graph.side(root), repetition, 64 << 20);
        let mut flights: Vec<NodeId> = Vec::new();
        for _ in 0..200_000 {
            if tree.answer().is_some() {
                break;
            }
            if dice.u8(..8) < 5 || flights.is_empty() {
                match tree.take() {
                    Some(id) => flights.push(id),
                    None => assert!(!flights.is_empty(), "an open tree has something to do"),
                }
            }
            if flights.is_empty() || dice.bool() {
                continue;
            }
            let id = flights.swap_remove(dice.usize(..flights.len()));
            if dice.u8(..10) == 0 {
                tree.give(id, Given::Nothing).unwrap();
                continue;
            }
            let name = tree.line(id).last().copied().unwrap_or(root);
            tree.give(id, Given::Children(children_of(graph, name))).unwrap();
            if dice.u8(..10) == 0 {
                tree.give(id, Given::Children(children_of(graph, name))).unwrap();
            }
        }
        tree
    }

    #[test]
    fn any_order_of_results_gives_the_answer_of_retrograde_analysis() {
        let shape = generate::Shape { nodes: 16, ..generate::Shape::default() };
        let mut decided = 0;
        for seed in 0..300 {
            for graph in
                [generate::tree(&shape, seed), generate::dag(&shape, seed), generate::cyclic(&shape, seed)]
            {
                if graph.children(graph.root()).is_empty() || graph.ids().any(|id| graph.is_open(id)) {
                    continue;
                }
                let truth = retrograde::solve(&graph)[graph.root() as usize];
                let tree = solve(&graph, seed);
                assert_eq!(tree.answer(), Some(truth), "{}", graph.to_json());
                decided += 1;
            }
        }
        assert!(decided > 300, "{decided}");
    }

    #[test]
    fn virtual_numbers_send_the_second_job_elsewhere() {
        let mut tree = Tree::new(0, Side::Attacker, None, 1 << 20);
        let root = tree.take().unwrap();
        assert_eq!(tree.take(), None);
        let child = |mv: u32| Child {
            mv,
            key: Key::from(mv),
            side: Side::Defender,
            ended: None,
            numbers: Numbers::UNIT,
        };
        tree.give(root, Given::Children((1..=3).map(child).collect())).unwrap();
        let taken = [(); 3].map(|()| tree.take().unwrap());
        let taken = taken.map(|id| tree.mv(id));
        assert_eq!(taken, [1, 2, 3]);
        assert_eq!((tree.take(), tree.numbers(ROOT)), (None, Numbers { pn: 1, dn: 3 }));
    }

    #[test]
    fn a_position_is_looked_at_once_at_a_time() {
        let mut tree = Tree::new(0, Side::Defender, None, 1 << 20);
        let root = tree.take().unwrap();
        let child =
            |mv: u32, key: Key| Child { mv, key, side: Side::Attacker, ended: None, numbers: Numbers::UNIT };
        tree.give(root, Given::Children(vec![child(1, 7), child(2, 7), child(3, 8)])).unwrap();
        let first = tree.take().unwrap();
        let second = tree.take().unwrap();
        assert_eq!((tree.key(first), tree.key(second), tree.take()), (7, 8, None));
        // Given back, both leaves are free again; solved, both are.
        tree.give(first, Given::Nothing).unwrap();
        let again = tree.take().unwrap();
        assert_eq!((tree.key(again), tree.take()), (7, None));
        // A new leaf with a position in work waits for it, too.
        tree.give(second, Given::Children(vec![child(4, 7), child(5, 9)])).unwrap();
        let third = tree.take().unwrap();
        assert_eq!((tree.key(third), tree.take()), (9, None));
        tree.give(again, Given::Solved { proved: true, certificate: 1 }).unwrap();
        assert_eq!(tree.answer(), Some(true), "one move of the attacker is enough at 8");
        assert!(!tree.is_wanted(third));
    }

    #[test]
    fn certificates_that_contradict_each_other_are_told() {
        let mut tree = Tree::new(7, Side::Attacker, None, 1 << 20);
        let root = tree.take().unwrap();
        tree.give(root, Given::Solved { proved: true, certificate: 1 }).unwrap();
        assert_eq!(tree.answer(), Some(true));
        assert!(tree.give(root, Given::Solved { proved: true, certificate: 2 }).is_ok());
        assert!(tree.give(root, Given::Solved { proved: false, certificate: 3 }).is_err());
    }
}
