//! Entering, leaving and merging, seen through the engine and what it leaves in the table.

use std::time::Duration;

use super::*;
use crate::algorithm::Replacement;
use crate::best_first::test_graph::{Graph, Shape};
use crate::game::{Hint, Outcome, Side};
use crate::limits::Limits;
use crate::table::Record;
use crate::wrapper::Wrapper;

/// Runs an algorithm on a game with this table: the visit of the root, and what was counted.
fn run<G: Game>(game: &mut G, name: &str, table: &mut Table) -> (Result<Visit, Reason>, Stats) {
    let algorithm: Algorithm = name.parse().unwrap();
    let mut monitor = Monitor::new(&Limits::default().with_nodes(1_000_000), Duration::ZERO, None);
    let (mut path, mut stats, mut line) = (Path::new(), Stats::default(), Vec::new());
    let mut space = WorkingMemory::new::<G>(1 << 20);
    let context =
        SearchContext { table, path: &mut path, space: &mut space, monitor: &mut monitor, stats: &mut stats };
    let end = Engine::new(Trail::new(game, &mut line), Plan::of(&algorithm), context).run().1;
    assert!(path.is_empty() && line.is_empty() && space.stack.frames.is_empty());
    assert!(space.stack.children.is_empty(), "all children have left with their frames");
    stats.nodes = monitor.nodes();
    (end, stats)
}

fn table() -> Table {
    Table::new(1 << 20, Replacement::KeepLarge).unwrap()
}

fn key(graph: &Graph<false>, node: u32) -> Key {
    let mut there = graph.clone();
    there.at = node;
    there.key() ^ Question::of(graph).salt()
}

/// 0 → 1 → 0 or 2, all the attacker's; 2 is lost. 1 is lost because going back repeats 0.
fn circle() -> Graph<false> {
    let mut graph = Graph::new(vec![vec![1], vec![0, 2], vec![]]);
    graph.ends[2] = Some(Outcome::Loss);
    graph
}

#[test]
fn what_the_table_knows_is_not_searched() {
    let (mut graph, mut table) = (circle(), table());
    table.store(key(&graph, 0), &Record::solved(Numbers::PROVED, 17, 0, 5));
    let (end, stats) = run(&mut graph, "df-pn+tca", &mut table);
    let visit = end.unwrap();
    assert_eq!((visit.numbers, visit.length, visit.dependency), (Numbers::PROVED, 17, INDEPENDENT));
    assert_eq!((stats.nodes, stats.expansions, stats.table_hits), (1, 0, 1));
}

#[test]
fn an_end_is_an_answer_that_is_kept() {
    let (mut graph, mut table) = (Graph::<false>::new(vec![vec![]]), table());
    let (end, stats) = run(&mut graph, "df-pn", &mut table);
    assert_eq!((end.unwrap().numbers, stats.nodes, stats.expansions), (Numbers::PROVED, 1, 0));
    assert_eq!(table.probe(key(&graph, 0)).unwrap().numbers, Numbers::PROVED);
}

#[test]
fn a_position_without_moves_and_end_is_no_answer() {
    let mut graph = Graph::<false>::new(vec![vec![1], vec![]]);
    graph.ends[1] = None;
    assert_eq!(run(&mut graph, "df-pn", &mut table()).0.err(), Some(Reason::OpenPosition));
}

#[test]
fn a_result_that_rests_on_the_path_is_kept_under_the_path_alone() {
    let (mut graph, mut table) = (circle(), table());
    let (end, stats) = run(&mut graph, "df-pn+tca", &mut table);
    let root = end.unwrap();
    assert_eq!((root.numbers, root.dependency, root.length), (Numbers::DISPROVED, INDEPENDENT, 2));
    assert!(stats.loops_cut > 0);
    let inner = table.probe(key(&graph, 1)).unwrap();
    assert!(!inner.numbers.is_solved() && inner.bound && inner.numbers == Numbers::UNIT, "{inner:?}");
    let mut path = Path::new();
    path.push(key(&graph, 0));
    let bound = table.probe(path.bound_key(key(&graph, 1))).unwrap();
    assert_eq!((bound.numbers, bound.dependency), (Numbers::DISPROVED, 0));
    assert_eq!(table.probe(key(&graph, 0)).unwrap().numbers, Numbers::DISPROVED);
    assert_eq!(table.probe(key(&graph, 2)).unwrap().numbers, Numbers::DISPROVED);
}

#[test]
fn a_loss_is_as_long_as_its_longest_move_and_a_win_ends_the_look() {
    // Two moves into positions that are won, in two plies and at once.
    let mut graph = Graph::<false>::new(vec![vec![1, 4], vec![2], vec![3], vec![], vec![]]);
    for (side, length, hits) in [(Side::Defender, 3, 2), (Side::Attacker, 3, 1)] {
        let mut table = table();
        graph.sides[0] = side;
        for (node, length) in [(1, 2), (4, 0)] {
            table.store(key(&graph, node), &Record::solved(Numbers::PROVED, length, 0, 1));
        }
        let (end, stats) = run(&mut graph, "df-pn", &mut table);
        let visit = end.unwrap();
        assert_eq!((visit.numbers, visit.length, stats.table_hits), (Numbers::PROVED, length, hits));
    }
}

#[test]
fn merging_branches_are_found_in_graphs_and_never_in_trees() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut merges = 0;
    for _ in 0..300 {
        let mut tree = Graph::<false>::random(&mut rng, Shape::Tree, 40);
        let (end, stats) = run(&mut tree, "df-pn+tca+snda", &mut table());
        assert_eq!((end.unwrap().numbers.is_proved(), stats.merges_found), (tree.truth(), 0));
        let mut graph = Graph::<false>::random(&mut rng, Shape::Dag, 40);
        let (end, stats) = run(&mut graph, "df-pn+tca+snda", &mut table());
        assert_eq!(end.unwrap().numbers.is_proved(), graph.truth());
        merges += stats.merges_found;
    }
    assert!(merges > 20, "{merges}");
}

#[test]
fn the_last_mark_stands_for_all_later_moves() {
    use sources::mark_of;
    assert_eq!((mark_of(0), mark_of(46)), (1, 1 << 46));
    assert_eq!((mark_of(47), mark_of(48), mark_of(1000)), (1 << 47, 1 << 47, 1 << 47));
}

/// A graph in which every move waits for the one before it, and looks are counted.
struct Waiting {
    graph: Graph<false>,
    looks: Vec<u16>,
}

impl Wrapper for Waiting {
    type Inner = Graph<false>;
    const WAITING_MOVES: bool = true;

    fn inner(&self) -> &Graph<false> {
        &self.graph
    }
    fn inner_mut(&mut self) -> &mut Graph<false> {
        &mut self.graph
    }
    fn waiting_moves(&self, _moves: &[u16], wait: &mut [Option<u32>]) {
        for (index, wait) in wait.iter_mut().enumerate().skip(1) {
            *wait = Some(index as u32 - 1);
        }
    }
    fn hint_after(&mut self, mv: u16) -> Hint {
        if self.graph.at == 0 {
            self.looks.push(mv);
        }
        Hint::Estimate(Numbers::UNIT)
    }
}

#[test]
fn a_move_that_waits_is_not_looked_at_before_the_one_it_waits_for_is_solved() {
    for (wins, looked) in [(Some(0), 2), (Some(1), 3), (None, 3)] {
        let mut graph = Graph::<false>::new(vec![vec![1, 2, 3], vec![], vec![], vec![]]);
        for node in 1..4 {
            let won = wins == Some(node - 1);
            graph.ends[node] = Some(if won { Outcome::Win } else { Outcome::Loss });
        }
        let mut game = Waiting { graph, looks: Vec::new() };
        let (end, _) = run(&mut game, "df-pn+tca", &mut table());
        assert_eq!(end.unwrap().numbers.is_proved(), wins.is_some());
        assert_eq!(game.looks, (0..looked).collect::<Vec<u16>>());
    }
    // Waiting changes no answer.
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..500 {
        let graph = Graph::<false>::random(&mut rng, Shape::Cyclic, 25);
        let truth = graph.truth();
        let mut game = Waiting { graph, looks: Vec::new() };
        let (end, _) = run(&mut game, "df-pn+tca+snda", &mut table());
        assert_eq!(end.unwrap().numbers.is_proved(), truth);
    }
}

#[test]
fn a_search_in_stretches_is_the_search_in_one_piece() {
    let mut rng = fastrand::Rng::with_seed(7);
    for round in 0..200 {
        let graph: Graph<false> = Graph::random(&mut rng, Shape::Cyclic, 80);
        let name = ["df-pn+tca", "df-pn+tca+snda+eps=0.25", "pds+tca", "pn*+tca"][round % 4];
        let algorithm: Algorithm = name.parse().unwrap();
        let (whole, stats) = run(&mut graph.clone(), name, &mut table());
        let mut monitor = Monitor::new(&Limits::default(), Duration::ZERO, None);
        let (mut game, mut table, mut line) = (graph, table(), Vec::new());
        let (mut path, mut parts) = (Path::new(), Stats::default());
        let mut space = WorkingMemory::new::<Graph<false>>(1 << 20);
        let mut paused = Paused::new(Plan::of(&algorithm), (0, 0));
        let end = loop {
            let context = SearchContext {
                table: &mut table,
                path: &mut path,
                space: &mut space,
                monitor: &mut monitor,
                stats: &mut parts,
            };
            let engine = Engine::resume(&mut game, &mut line, &paused, context);
            if let Some(end) = engine.stretch(&mut paused, rng.u64(1..10)) {
                break end;
            }
        };
        parts.nodes = monitor.nodes();
        assert_eq!(parts, stats, "{name}");
        assert_eq!(end.1.unwrap().finding(), whole.unwrap().finding());
        assert!(line.is_empty() && path.is_empty() && game.at == 0);
    }
}
