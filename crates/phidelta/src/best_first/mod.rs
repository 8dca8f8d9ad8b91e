//! Best-first proof-number search: the whole tree is kept, and its most-proving leaf comes next.
//!
//! `tree` is the memory, `tree_walk` the position that moves along it, `pn` the search, and `pn2` the form in
//! which every leaf is evaluated by a second search.

mod pn;
mod pn2;
mod tree;
mod tree_snapshot;
mod tree_walk;

#[cfg(test)]
pub(crate) mod test_graph;

pub(crate) use pn::{Expander, Plain, grow};
pub(crate) use pn2::SecondLevel;
pub(crate) use tree::{NodeId, Tree};
pub(crate) use tree_walk::TreeWalk;

use crate::algorithm::{Algorithm, Evaluation, Family};
use crate::checkpoint::Halt;
use crate::checkpoint::form::Contents;
use crate::finding::{Answer, Finding};
use crate::game::{Game, Question};
use crate::history::Path;
use crate::limits::Monitor;
use crate::number::Numbers;
use crate::observer::Event;
use crate::table::Table;
use crate::trail::Trail;
use crate::verdict::{Reason, Stats, Verdict};

/// Searches the present position with PN or PN² in a tree of `memory` bytes.
///
/// Solved results that hold on every path go to the `table`, if there is one; with `shared` they are
/// also read from it.
pub(crate) fn search<G: Game>(
    game: &mut G,
    algorithm: &Algorithm,
    memory: u64,
    table: Option<&mut Table>,
    monitor: &mut Monitor<'_, G::Move>,
    stats: &mut Stats,
) -> Answer {
    if algorithm.family == Family::Pn2 {
        search_with(game, algorithm, memory, table, monitor, stats, &mut pn2::Squared::new())
    } else {
        let mut plain = Plain::new(algorithm.evaluation);
        search_with(game, algorithm, memory, table, monitor, stats, &mut plain)
    }
}

/// The same with any way to look at leaves.
pub(crate) fn search_with<G: Game, E: Expander<G>>(
    game: &mut G,
    algorithm: &Algorithm,
    memory: u64,
    table: Option<&mut Table>,
    monitor: &mut Monitor<'_, G::Move>,
    stats: &mut Stats,
    expander: &mut E,
) -> Answer {
    let Some(mut tree) = Tree::new(memory) else {
        return Answer::none(Reason::MemoryFull);
    };
    if let Some(state) = monitor.take_state() {
        tree.read(&mut Contents::new(&state), game);
    }
    let mut table = table;
    let ended = loop {
        let ended = go_on(game, algorithm, &mut tree, table.as_deref_mut(), monitor, stats, expander);
        let halt = ended.map_or_else(|reason| monitor.halt(reason), |()| Halt::End);
        if halt != Halt::End
            && let Some(table) = table.as_deref()
        {
            monitor.record(table, stats, &mut |out| tree.write(out));
        }
        if halt != Halt::Pause {
            break ended;
        }
    };
    let numbers = root_numbers(&tree);
    // An unsolved root always comes with its reason: the room is unlimited here.
    let reason = ended.err().unwrap_or(Reason::MemoryFull);
    let verdict = Verdict::from_numbers(numbers, reason);
    let stock = game.stock();
    Answer { verdict, numbers, used: tree.used(), bytes: tree.bytes(), stock }
}

/// The numbers of a tree's root, if it has one.
pub(crate) fn root_numbers<M: Copy>(tree: &Tree<M>) -> Numbers {
    if tree.stored() == 0 { Numbers::UNIT } else { tree.numbers(Tree::<M>::ROOT) }
}

/// Grows a tree from where it is, an empty one from its root, until it is solved or something ends that.
pub(crate) fn go_on<G: Game, E: Expander<G>>(
    game: &mut G,
    algorithm: &Algorithm,
    tree: &mut Tree<G::Move>,
    table: Option<&mut Table>,
    monitor: &mut Monitor<'_, G::Move>,
    stats: &mut Stats,
    expander: &mut E,
) -> Result<(), Reason> {
    let question = Question::of(game);
    let (mut path, mut line) = (Path::new(), Vec::new());
    let mut run = TreeWalk {
        game: Trail::new(game, &mut line),
        path: &mut path,
        monitor,
        stats,
        table,
        algorithm,
        question,
        outer: None,
        outer_plies: 0,
    };
    let ended = search_tree(tree, expander, &mut run);
    run.stats.nodes = run.monitor.nodes();
    ended
}

fn search_tree<G: Game, E: Expander<G>>(
    tree: &mut Tree<G::Move>,
    expander: &mut E,
    run: &mut TreeWalk<'_, '_, G>,
) -> Result<(), Reason> {
    if tree.stored() == 0 {
        plant(tree, expander, run)?;
    }
    if !G::ACYCLIC {
        run.path.push_position(&*run.game, run.key());
    }
    grow(tree, Tree::<G::Move>::ROOT, u64::MAX, expander, run)
}

/// Gives an empty tree its root.
fn plant<G: Game, E: Expander<G>>(
    tree: &mut Tree<G::Move>,
    expander: &mut E,
    run: &mut TreeWalk<'_, '_, G>,
) -> Result<(), Reason> {
    run.stats.counted += 1;
    let finding = match expander.evaluation() {
        Evaluation::Delayed => Finding::open(run.estimate(&mut Vec::new())),
        Evaluation::Immediate => {
            run.enter(tree)?;
            match run.look() {
                Some(finding) => {
                    run.trace(Event::End, finding.numbers);
                    finding
                }
                None => Finding::open(run.estimate(&mut Vec::new())),
            }
        }
    };
    run.monitor.grant()?;
    tree.plant(finding).ok_or(Reason::MemoryFull)?;
    Ok(())
}

#[cfg(test)]
mod tests;
