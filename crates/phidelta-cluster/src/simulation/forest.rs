//! A game for simulations: a tree that is drawn from a seed, and a worker's search in it.

use phidelta::INFINITY;

/// A game tree drawn from a seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forest {
    /// The seed.
    pub seed: u64,
    /// The fewest moves of a position.
    pub least_moves: u64,
    /// The most.
    pub most_moves: u64,
    /// Plies of the longest game.
    pub depth: u32,
    /// Games of 1,000 that end at a position that could go on.
    pub early_ends: u64,
    /// Ends of 1,000 that the attacker wins.
    pub wins: u64,
}

/// A position: its number, and how deep it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) number: u64,
    depth: u32,
}

pub(super) fn stir(number: u64) -> u64 {
    phidelta::mix(number) as u64
}

impl Forest {
    pub(super) fn root(&self) -> Place {
        Place { number: stir(self.seed), depth: 0 }
    }

    pub(super) fn child(&self, at: Place, mv: u64) -> Place {
        Place { number: stir(at.number.wrapping_add(mv + 1)), depth: at.depth + 1 }
    }

    pub(super) fn behind(&self, line: &[String]) -> Place {
        line.iter().fold(self.root(), |at, mv| self.child(at, mv.parse().unwrap_or(0)))
    }

    pub(super) fn moves(&self, at: Place) -> u64 {
        self.least_moves + stir(at.number ^ 1) % (self.most_moves - self.least_moves + 1)
    }

    pub(super) fn end(&self, at: Place) -> Option<bool> {
        let early = at.depth > 1 && stir(at.number ^ 2) % 1000 < self.early_ends;
        (at.depth >= self.depth || early).then(|| stir(at.number ^ 3) % 1000 < self.wins)
    }

    pub(super) fn attacks(at: Place) -> bool {
        at.depth.is_multiple_of(2)
    }

    /// The answer by trying everything: for trees that are small.
    pub fn answer(&self) -> bool {
        self.try_all(self.root())
    }

    fn try_all(&self, at: Place) -> bool {
        if let Some(won) = self.end(at) {
            return won;
        }
        let attacks = Forest::attacks(at);
        let wins = (0..self.moves(at)).any(|mv| self.try_all(self.child(at, mv)) == attacks);
        wins == attacks
    }

    /// A proof-number search of so many nodes: the answer, or the numbers of the moves; and the nodes.
    pub(super) fn search(&self, at: Place, nodes: u64) -> (Result<bool, Vec<(u32, u32)>>, u64) {
        let mut search = Search { forest: self, nodes: vec![Point::new(at, self.end(at), 0)] };
        let root = 0;
        let mut spent = 1;
        while spent < nodes && !search.is_solved(root) {
            spent += search.expand_best();
        }
        let point = &search.nodes[root];
        if search.is_solved(root) {
            return (Ok(point.pn == 0), spent);
        }
        let children = &search.nodes[point.first..point.first + point.count];
        (Err(children.iter().map(|child| (child.pn, child.dn)).collect()), spent)
    }
}

/// A node of a worker's own search.
#[derive(Clone, Debug)]
struct Point {
    place: Place,
    parent: usize,
    first: usize,
    count: usize,
    pn: u32,
    dn: u32,
}

impl Point {
    fn new(place: Place, end: Option<bool>, parent: usize) -> Point {
        let (pn, dn) = match end {
            Some(true) => (0, INFINITY),
            Some(false) => (INFINITY, 0),
            None => (1, 1),
        };
        Point { place, parent, first: 0, count: 0, pn, dn }
    }
}

struct Search<'f> {
    forest: &'f Forest,
    nodes: Vec<Point>,
}

impl Search<'_> {
    fn is_solved(&self, at: usize) -> bool {
        self.nodes[at].pn == 0 || self.nodes[at].dn == 0
    }

    fn expand_best(&mut self) -> u64 {
        let mut at = 0;
        while self.nodes[at].count > 0 {
            let node = &self.nodes[at];
            let attacks = Forest::attacks(node.place);
            let children = node.first..node.first + node.count;
            let own = |&id: &usize| if attacks { self.nodes[id].pn } else { self.nodes[id].dn };
            at = children.min_by_key(own).unwrap_or(at);
        }
        let (place, first) = (self.nodes[at].place, self.nodes.len());
        for mv in 0..self.forest.moves(place) {
            let child = self.forest.child(place, mv);
            self.nodes.push(Point::new(child, self.forest.end(child), at));
        }
        let made = self.nodes.len() - first;
        (self.nodes[at].first, self.nodes[at].count) = (first, made);
        loop {
            let node = &self.nodes[at];
            let attacks = Forest::attacks(node.place);
            let children = &self.nodes[node.first..node.first + node.count];
            let own = |child: &Point| if attacks { child.pn } else { child.dn };
            let other = |child: &Point| if attacks { child.dn } else { child.pn };
            let least = children.iter().map(own).min().unwrap_or(INFINITY);
            let lost = children.iter().all(|child| other(child) == 0);
            let sum: u64 = children.iter().map(other).filter(|&n| n != INFINITY).map(u64::from).sum();
            let sum = if least == 0 { INFINITY } else { sum.min(u64::from(INFINITY / 2)) as u32 };
            let (mine, theirs) = if lost { (INFINITY, 0) } else { (least, sum.max(1)) };
            let parent = node.parent;
            let node = &mut self.nodes[at];
            (node.pn, node.dn) = if attacks { (mine, theirs) } else { (theirs, mine) };
            if at == 0 {
                return made as u64;
            }
            at = parent;
        }
    }
}
