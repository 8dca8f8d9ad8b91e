//! Proof-number search on a tree.
//!
//! Idea: always expand the leaf whose value would help most to settle the root. From each node the
//! descent follows the child that is cheapest for the side to move; then the numbers on the way back
//! are computed anew. As soon as a node keeps its numbers nothing above it changes either, so that the
//! update stops there and the next descent starts there.
//!
//! Source: Allis, van der Meulen, van den Herik 1994; weak numbers on the same tree: Ueda et al. 2008.
//! What differs: how children are combined is a policy ([`crate::Aggregate`]), for which the early stop
//! stays right, because a node's numbers and its best child are functions of its children only; how a
//! leaf is looked at is a policy too ([`Expander`]), so that PN² and PN-DFPN share this loop.
//!
//! *Immediate* evaluation tests each child for the end of the game when it is generated, *delayed* when
//! it is selected. Either way a position that stands on its own path already has the value of a
//! repetition, with the depth of its first occurrence as dependency; and the game is asked for an exact
//! answer ([`Game::shortcut`]).
//!
//! Graph-history interaction: each node of a tree has one path, so that a value found in it is right
//! there. Results that rest on a repetition above them never leave their node. Only a result that holds
//! on every path (see `history`) goes to the table, where equal positions elsewhere in the tree find
//! it: this takes the place of the base-twin algorithm, without its links between nodes.
//!
//! Invariants: the leaf expanded is a most-proving node; a root verdict agrees with retrograde analysis.

use super::tree::{NodeId, Tree};
use super::tree_walk::TreeWalk;
use crate::aggregate::{Share, Tally};
use crate::algorithm::{Estimates, Evaluation};
use crate::finding::Finding;
use crate::game::{Game, Side};
use crate::history::{Depth, dependency};
use crate::number::Numbers;
use crate::observer::Event;
use crate::verdict::Reason;

/// A way to look at a selected leaf.
pub(crate) trait Expander<G: Game> {
    /// Whether each leaf has been tested for an end or a repetition before it is selected; otherwise
    /// `expand` has to.
    fn evaluation(&self) -> Evaluation;

    /// Gives the leaf children, or new numbers, or solves it; or returns why not, and leaves it alone.
    /// The position of `run` is the leaf's, and the last one on its path. Under delayed evaluation
    /// `repeated` says where else on the path it stands.
    fn expand(
        &mut self,
        tree: &mut Tree<G::Move>,
        leaf: NodeId,
        repeated: Option<Depth>,
        run: &mut TreeWalk<'_, '_, G>,
    ) -> Result<(), Reason>;
}

/// Grows the tree below `root` until it is solved or the arena holds more than `room` nodes; an
/// unsolved root is expanded in any case. The position of `run` is the root's, before and after.
pub(crate) fn grow<G: Game, E: Expander<G>>(
    tree: &mut Tree<G::Move>,
    root: NodeId,
    room: u64,
    expander: &mut E,
    run: &mut TreeWalk<'_, '_, G>,
) -> Result<(), Reason> {
    let plies = run.game.plies();
    let ended = grow_from(tree, root, room, expander, run);
    while run.game.plies() > plies {
        run.go_back();
    }
    ended
}

fn grow_from<G: Game, E: Expander<G>>(
    tree: &mut Tree<G::Move>,
    root: NodeId,
    room: u64,
    expander: &mut E,
    run: &mut TreeWalk<'_, '_, G>,
) -> Result<(), Reason> {
    let untested = expander.evaluation() == Evaluation::Delayed;
    let ceiling = run.algorithm.ceiling.get();
    let mut at = root;
    while !tree.numbers(root).is_solved() {
        let mut repeated = None;
        while !tree.is_leaf(at) {
            at = best_child(tree, at, run);
            repeated = run.advance(tree.mv(at), untested && tree.is_leaf(at));
        }
        // A checkpoint is due, and here the tree is all there is.
        if room == u64::MAX && run.monitor.is_pause_due() {
            return Err(Reason::NodeLimit);
        }
        // The line lives outside the arena but counts as part of it.
        if tree.stored() + run.line_bytes() / Tree::<G::Move>::NODE_BYTES >= tree.capacity() {
            return Err(Reason::MemoryFull);
        }
        let before = tree.numbers(at);
        expander.expand(tree, at, repeated, run)?;
        at = update(tree, at, root, before, run);
        if tree.stored() > room {
            break;
        }
        let numbers = tree.numbers(root);
        if !numbers.is_solved() && numbers.pn.max(numbers.dn) >= ceiling {
            return Err(Reason::Saturated);
        }
    }
    Ok(())
}

fn tally<G: Game>(tree: &Tree<G::Move>, at: NodeId, side: Side, run: &TreeWalk<'_, '_, G>) -> Tally {
    let shares = tree.children(at).map(|(_, numbers)| {
        let (phi, delta) = numbers.seen_by(side);
        Share { phi, delta, marked: false, old: false }
    });
    Tally::of(run.algorithm.aggregate, shares)
}

fn best_child<G: Game>(tree: &Tree<G::Move>, at: NodeId, run: &TreeWalk<'_, '_, G>) -> NodeId {
    let best = tally(tree, at, run.side(), run).best;
    tree.children(at).nth(best).expect("an expanded node has children").0
}

/// Computes the numbers anew from the expanded node `at`, which had the numbers `before`, upwards, and
/// frees what is below solved nodes. Returns the node above which nothing has changed; the position is
/// then that node's.
fn update<G: Game>(
    tree: &mut Tree<G::Move>,
    mut at: NodeId,
    root: NodeId,
    mut before: Numbers,
    run: &mut TreeWalk<'_, '_, G>,
) -> NodeId {
    loop {
        if !tree.is_leaf(at) {
            let side = run.side();
            let tally = tally(tree, at, side, run);
            let (phi, delta) = tally.numbers(run.algorithm.aggregate, run.unit(), run.algorithm.ceiling);
            let numbers = Numbers::from_view(phi, delta, side);
            if run.monitor.is_traced() {
                run.trace_back_up(tree, at, numbers);
            }
            if numbers.is_solved() {
                let (finding, decider) = conclusion(tree, at, tally.is_won(), numbers, side, run.depth());
                let work = 1 + tree.solve(at, finding, decider);
                run.remember(finding, work);
            } else {
                tree.set(at, Finding::open(numbers));
            }
        }
        if at == root || tree.numbers(at) == before {
            return at;
        }
        at = tree.parent(at);
        run.go_back();
        before = tree.numbers(at);
    }
}

/// What a solved node rests on, and the child that shows it: for the winner the one with the least
/// dependent, then the shortest win; for the loser the one that holds out longest.
fn conclusion<M: Copy>(
    tree: &Tree<M>,
    at: NodeId,
    won: bool,
    numbers: Numbers,
    side: Side,
    depth: Depth,
) -> (Finding, usize) {
    let relevant = || {
        let children = tree.children(at).enumerate();
        let children = children.filter(move |(_, (_, n))| !won || n.seen_by(side).0 == 0);
        children.map(|(i, (id, _))| (i, tree.finding(id)))
    };
    let decider = if won {
        relevant().min_by_key(|(_, f)| (std::cmp::Reverse(f.dependency), f.length))
    } else {
        // The first of the longest: `max_by_key` would return the last.
        relevant().min_by_key(|(_, f)| std::cmp::Reverse(f.length))
    };
    let (decider, length) = decider.map_or((0, 0), |(i, f)| (i, f.length.saturating_add(1)));
    let dependency = dependency(won, depth, relevant().map(|(_, f)| f.dependency));
    (Finding { numbers, dependency, length }, decider)
}

/// The plain look at a leaf: generate its moves.
#[derive(Debug)]
pub(crate) struct Plain<M> {
    evaluation: Evaluation,
    moves: Vec<M>,
    replies: Vec<M>,
}

impl<M: Copy> Plain<M> {
    pub(crate) fn new(evaluation: Evaluation) -> Plain<M> {
        Plain { evaluation, moves: Vec::new(), replies: Vec::new() }
    }

    /// First numbers of the present position.
    pub(crate) fn estimate<G: Game<Move = M>>(&mut self, run: &TreeWalk<'_, '_, G>) -> Numbers {
        run.estimate(&mut self.replies)
    }

    /// What a child starts with.
    fn child<G: Game<Move = M>>(
        &mut self,
        tree: &Tree<M>,
        mv: M,
        run: &mut TreeWalk<'_, '_, G>,
    ) -> Result<Finding, Reason> {
        if self.evaluation == Evaluation::Immediate {
            run.enter(tree)?;
        }
        run.stats.counted += 1;
        run.stats.max_depth = run.stats.max_depth.max(run.game.plies() as u64 + 1);
        if self.evaluation == Evaluation::Delayed && run.algorithm.estimates == Estimates::Unit {
            return Ok(Finding::open(Numbers::UNIT));
        }
        run.game.play(mv);
        let replies = &mut self.replies;
        let mut fresh = |run: &mut TreeWalk<'_, '_, G>| Finding::open(run.estimate(replies));
        let finding = match self.evaluation {
            Evaluation::Delayed => Some(fresh(run)),
            Evaluation::Immediate => match run.look() {
                // Told below, from before the move.
                None if run.hints() => None,
                known => Some(known.or_else(|| run.shortcut()).unwrap_or_else(|| fresh(run))),
            },
        };
        run.game.undo();
        let finding = finding.unwrap_or_else(|| run.hint(mv));
        if run.monitor.is_traced() && finding.numbers.is_solved() {
            run.game.play(mv);
            run.trace(Event::End, finding.numbers);
            run.game.undo();
        }
        Ok(finding)
    }

    fn add_children<G: Game<Move = M>>(
        &mut self,
        tree: &mut Tree<M>,
        leaf: NodeId,
        run: &mut TreeWalk<'_, '_, G>,
    ) -> Result<(), Reason> {
        let side = run.side();
        for i in 0..self.moves.len() {
            let mv = self.moves[i];
            run.monitor.breathe()?;
            let finding = self.child(tree, mv, run)?;
            run.monitor.grant()?;
            tree.append(leaf, mv, finding).ok_or(Reason::MemoryFull)?;
            if finding.numbers.seen_by(side).0 == 0 {
                break;
            }
        }
        Ok(())
    }
}

impl<G: Game> Expander<G> for Plain<G::Move> {
    fn evaluation(&self) -> Evaluation {
        self.evaluation
    }

    fn expand(
        &mut self,
        tree: &mut Tree<G::Move>,
        leaf: NodeId,
        repeated: Option<Depth>,
        run: &mut TreeWalk<'_, '_, G>,
    ) -> Result<(), Reason> {
        let mut known = None;
        if self.evaluation == Evaluation::Delayed {
            run.enter(tree)?;
            known = run.outcome().or_else(|| repeated.map(|depth| run.repetition(depth)));
            known = known.or_else(|| run.shortcut());
        }
        // Found for an equal position since this one was generated?
        if let Some(finding) = known.or_else(|| run.recall()) {
            run.trace(Event::End, finding.numbers);
            tree.set(leaf, finding);
            return Ok(());
        }
        run.trace(Event::Expand, tree.numbers(leaf));
        run.stats.expansions += 1;
        self.moves.clear();
        run.game.moves(&mut self.moves);
        if self.moves.is_empty() {
            return Err(Reason::OpenPosition);
        }
        if run.monitor.distrusts() {
            run.monitor.witness_moves(&mut run.game, &self.moves)?;
        }
        self.add_children(tree, leaf, run).inspect_err(|_| {
            tree.strip(leaf);
        })
    }
}
