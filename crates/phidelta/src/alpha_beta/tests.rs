use super::*;
use crate::algorithm::{Family, Replacement};
use crate::best_first::test_graph::{Graph, Shape, chain};
use crate::game::{Outcome, Repetition};
use crate::limits::Limits;
use crate::observer::{Observer, Step};
use crate::wrapper::Wrapper;
use std::time::Duration;

/// Entries of a table in which nothing here gets lost.
const ENTRIES: u64 = 1 << 10;
const STACK: u64 = 1 << 20;

const ALGORITHM: Algorithm = Algorithm::new(Family::AlphaBeta);

fn table(entries: u64) -> Table {
    Table::new(Table::bytes_for(entries), Replacement::KeepLarge).unwrap()
}

/// Searches and checks what must hold whatever happens.
fn solve<const A: bool>(
    graph: &Graph<A>,
    table: &mut Table,
    stack: u64,
    nodes: Option<u64>,
    observer: Option<&mut dyn Observer<u16>>,
) -> (Verdict, Stats) {
    let mut game = graph.clone();
    let mut stats = Stats::default();
    let limits = Limits { nodes, ..Limits::default() };
    let mut monitor = Monitor::new(&limits, Duration::ZERO, observer);
    let answer = search(&mut game, &ALGORITHM, stack, table, &mut monitor, &mut stats);
    assert_eq!(&game, graph, "the position is not what it was");
    assert!(answer.numbers.is_consistent());
    assert_eq!(answer.numbers.is_solved(), answer.verdict.is_decided());
    assert_eq!(stats.nodes, monitor.nodes());
    assert!(stats.counted <= stats.nodes);
    (answer.verdict, stats)
}

/// Returns how many were decided within the limit.
fn check_random<const A: bool>(shape: Shape, graphs: u64, seed: u64, entries: u64, drops: bool) -> u64 {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut decided = 0;
    for number in 0..graphs {
        let nodes = rng.usize(1..30);
        let graph = Graph::<A>::random(&mut rng, shape, nodes);
        let mut table = table(entries);
        if drops {
            table.drop_stores(rng.u64(..));
        }
        let (verdict, _) = solve(&graph, &mut table, STACK, Some(200_000), None);
        if verdict.is_decided() {
            decided += 1;
            assert_eq!(verdict.is_proved(), graph.truth(), "graph {number} ({shape:?}): {graph:?}");
        }
    }
    decided
}

#[test]
fn never_wrong_on_trees_and_dags() {
    for (entries, drops) in [(ENTRIES, false), (ENTRIES, true), (16, false), (16, true)] {
        assert_eq!(check_random::<true>(Shape::Tree, 3000, 1, entries, drops), 3000);
        assert_eq!(check_random::<false>(Shape::Tree, 1000, 2, entries, drops), 1000);
        assert_eq!(check_random::<true>(Shape::Dag, 3000, 3, entries, drops), 3000);
    }
}

#[test]
fn never_wrong_on_cyclic_graphs() {
    for (entries, drops) in [(ENTRIES, false), (ENTRIES, true), (16, false), (16, true)] {
        let decided = check_random::<false>(Shape::Cyclic, 10_000, 4, entries, drops);
        // Some need longer than the limit.
        assert!(decided >= 9_800, "{decided} with {entries} entries");
    }
}

/// The value to a depth, by definition.
fn to_depth(graph: &Graph<true>, node: u32, depth: u32) -> Option<bool> {
    let at = node as usize;
    if let Some(outcome) = graph.ends[at] {
        return Some(Question::of(graph).answer(outcome).is_proved());
    }
    if depth == 0 {
        return None;
    }
    let attacks = graph.sides[at] == Side::Attacker;
    let values: Vec<_> = graph.edges[at].iter().map(|&child| to_depth(graph, child, depth - 1)).collect();
    if values.contains(&Some(attacks)) {
        Some(attacks)
    } else {
        (!values.contains(&None)).then_some(!attacks)
    }
}

/// Open values from the table must not hide what can be seen at the present depth.
#[test]
fn an_answer_is_found_at_the_first_depth_that_shows_it() {
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..3000 {
        let graph = Graph::<true>::random(&mut rng, Shape::Dag, 25);
        let needed = (0..).find(|&depth| to_depth(&graph, 0, depth).is_some()).unwrap();
        let (verdict, stats) = solve(&graph, &mut table(ENTRIES), STACK, None, None);
        assert_eq!(Some(verdict.is_proved()), to_depth(&graph, 0, needed));
        // Beyond 32 plies the depth grows by more than one.
        assert!(needed < 32 && stats.max_depth <= needed.into(), "{needed} {}", stats.max_depth);
    }
}

/// Positions 1 and 2 lead to each other: an open value of the one must not live on in the other.
#[test]
fn open_values_do_not_keep_each_other_alive() {
    for (rule, expected) in
        [(Repetition::AttackerFails, Verdict::Disproved), (Repetition::DefenderFails, Verdict::Proved)]
    {
        let mut graph = Graph::<false>::new(vec![vec![1, 2], vec![2], vec![1]]);
        graph.repetition = rule;
        graph.sides[0] = if expected == Verdict::Proved { Side::Defender } else { Side::Attacker };
        let (verdict, stats) = solve(&graph, &mut table(ENTRIES), STACK, Some(10_000), None);
        assert_eq!(verdict, expected);
        assert!(stats.nodes < 50, "{}", stats.nodes);
    }
}

/// As in the best-first search: 4 fails when reached from 2 and wins when reached from 3.
#[test]
fn path_dependent_results_stay_where_they_are() {
    let edges: [&[u32]; 8] = [&[1], &[2, 3], &[4, 6], &[4], &[5], &[2], &[7], &[]];
    let mut graph = Graph::<false>::new(edges.map(Vec::from).into());
    for defender in [1, 5, 6] {
        graph.sides[defender] = Side::Defender;
    }
    assert_eq!(solve(&graph, &mut table(ENTRIES), STACK, None, None).0, Verdict::Proved);
    graph.edges[1] = vec![3, 2];
    assert_eq!(solve(&graph, &mut table(ENTRIES), STACK, None, None).0, Verdict::Proved);
}

/// A table that has seen other positions of the graph, and other depths, changes no verdict.
#[test]
fn a_used_table_does_no_harm() {
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..2000 {
        let mut graph = Graph::<false>::random(&mut rng, Shape::Cyclic, 12);
        let mut table = table(ENTRIES);
        for _ in 0..4 {
            graph.at = rng.u32(..12);
            let limit = rng.u64(1..2000);
            let (verdict, _) = solve(&graph, &mut table, STACK, Some(limit), None);
            assert!(!verdict.is_decided() || verdict.is_proved() == graph.truth(), "{graph:?}");
        }
    }
}

#[test]
fn limits_give_unknown() {
    let graph = chain::<true>(500);
    for nodes in [1, 10, 1000] {
        let (verdict, stats) = solve(&graph, &mut table(ENTRIES), STACK, Some(nodes), None);
        assert_eq!((verdict, stats.nodes), (Verdict::Unknown(Reason::NodeLimit), nodes));
    }
    // The stack is too small for the line.
    let (verdict, _) = solve(&graph, &mut table(ENTRIES), 1 << 12, None, None);
    assert_eq!(verdict, Verdict::Unknown(Reason::MemoryFull));
    assert_eq!(solve(&graph, &mut table(ENTRIES), STACK, None, None).0, Verdict::Proved);
}

#[test]
fn an_open_position_is_reported() {
    let mut graph = Graph::<true>::new(vec![vec![1, 2], vec![3], vec![], vec![]]);
    graph.ends[3] = None;
    graph.ends[2] = Some(Outcome::Loss);
    let (verdict, _) = solve(&graph, &mut table(ENTRIES), STACK, None, None);
    assert_eq!(verdict, Verdict::Unknown(Reason::OpenPosition));
}

#[test]
fn a_horizon_is_no_verdict_and_depths_are_counted_once() {
    // A line of three plies: iterations 1, 2, 3 enter 2, 3, 4 positions; each depth counts once.
    let (verdict, stats) = solve(&chain::<true>(3), &mut table(ENTRIES), STACK, None, None);
    assert_eq!((verdict, stats.nodes, stats.counted, stats.max_depth), (Verdict::Proved, 9, 4, 3));
}

#[test]
fn the_same_search_counts_the_same() {
    let mut rng = fastrand::Rng::with_seed(6);
    for _ in 0..200 {
        let graph = Graph::<false>::random(&mut rng, Shape::Cyclic, 20);
        let run = || solve(&graph, &mut table(ENTRIES), STACK, Some(5000), None);
        assert_eq!(run(), run());
    }
}

#[test]
fn a_long_line_needs_no_stack() {
    let work = || {
        let (stack, mut table) = (32 << 20, table(1 << 18));
        let (verdict, stats) = solve(&chain::<false>(100_000), &mut table, stack, None, None);
        assert_eq!((verdict, stats.max_depth), (Verdict::Proved, 100_000));
        assert!(stats.nodes < 2_500_000, "{}", stats.nodes);
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap().join().unwrap();
}

/// Keeps the line of each position that was entered.
#[derive(Default)]
struct Entered(Vec<Vec<u16>>);

impl Observer<u16> for Entered {
    fn wants_steps(&self) -> bool {
        true
    }
    fn step(&mut self, step: &Step<'_, u16>) {
        if step.event != Event::Leave {
            self.0.push(step.line.to_vec());
        }
    }
}

/// Two positions of one ply with the same winning move: the second tries it first.
#[test]
fn a_killer_move_is_tried_first() {
    // The defender at 0 goes to 1 or 2; there the last move wins at once, the others go on.
    let edges: [&[u32]; 7] = [&[1, 2], &[3, 3, 5], &[4, 4, 6], &[5], &[6], &[], &[]];
    let mut graph = Graph::<true>::new(edges.map(Vec::from).into());
    graph.sides[0] = Side::Defender;
    let mut entered = Entered::default();
    let (verdict, _) = solve(&graph, &mut table(ENTRIES), STACK, None, Some(&mut entered));
    assert_eq!(verdict, Verdict::Proved);
    assert!(entered.0.contains(&vec![0, 2]) && entered.0.contains(&vec![1, 2]));
    assert!(!entered.0.iter().any(|line| line.starts_with(&[1, 0])), "{:?}", entered.0);
}

/// Which of the two questions matter: after an open first move only a win does.
#[test]
fn windows_cut() {
    let mut frame = Frame {
        key: 0,
        nodes: 0,
        first: 0,
        tried: 0,
        current: NO_MOVE,
        best: NO_MOVE,
        lost_dependency: INDEPENDENT,
        lost_length: 0,
        side: Side::Defender,
        asked: Questions::BOTH,
        no_win: true,
        no_loss: false,
        open: false,
        present: false,
    };
    let ranks = [0, KILLER_RANKS[0], TABLE_RANK, 0, 7];
    let mut moves: Vec<_> =
        (0..5).map(|index| Candidate { mv: index, index, rank: ranks[index as usize] }).collect();
    let order: Vec<u32> = std::iter::from_fn(|| frame.next_move(&mut moves)).collect();
    assert_eq!(order, [2, 1, 4, 0, 3]);
    assert_eq!(frame.take(Value::Decided(Finding::end(Numbers::PROVED)), 0), None);
    assert_eq!(frame.take(Value::Open(Questions::BOTH), 0), None);
    assert_eq!(frame.asked, Questions { proved: false, disproved: true });
    assert_eq!(frame.conclude(0), Value::Open(Questions::BOTH));
    // Asked only whether he loses, the defender is done with the first move that does not.
    let mut asked =
        Frame { asked: Questions { proved: true, disproved: false }, open: false, no_loss: false, ..frame };
    let not_proved = Questions { proved: true, disproved: false };
    assert_eq!(asked.take(Value::Open(Questions::BOTH), 0), Some(Value::Open(not_proved)));
}

/// A memo is nothing to a search by proof numbers, and a solved position none to alpha-beta.
#[test]
fn memos_stand_beside_numbers_and_answers() {
    let mut table = table(ENTRIES);
    let memo =
        Memo { best: Some(17), iteration: 5, draft: 3, not_proved: true, not_disproved: false, work: 9 };
    table.store_memo(1, &memo);
    assert_eq!((table.probe_memo(1), table.probe(1)), (Some(Found::Memo(memo)), None));
    let open = Record::open(Numbers::new(3, 4), 9, 2);
    table.store(1, &open);
    assert_eq!(table.probe(1).map(|record| record.numbers), Some(open.numbers));
    let solved = Record::solved(Numbers::PROVED, 7, 0, 1);
    table.store(1, &solved);
    table.store_memo(1, &memo);
    assert_eq!(table.probe_memo(1), Some(Found::Record(solved)));
}

/// A graph with everything a game may add for alpha-beta: an order of moves, a bound of plies, and
/// answers without search that have a price.
#[derive(Clone)]
struct Strong {
    graph: Graph<true>,
    /// Of each node: whether it is answered at once, and how soon it is tried.
    answered: Vec<bool>,
    priorities: Vec<i32>,
    bound: Option<u32>,
}

impl Wrapper for Strong {
    type Inner = Graph<true>;
    const ORDERED: bool = true;

    fn inner(&self) -> &Graph<true> {
        &self.graph
    }
    fn inner_mut(&mut self) -> &mut Graph<true> {
        &mut self.graph
    }
    fn shortcut(&mut self) -> Option<Shortcut> {
        let outcome = if self.graph.truth() { Outcome::Win } else { Outcome::Loss };
        let answer = Shortcut::new(outcome, 1).with_nodes(u64::from(self.graph.at % 3));
        self.answered[self.graph.at as usize].then_some(answer)
    }
    fn plies_left(&self) -> Option<u32> {
        self.bound
    }
    fn move_priority(&mut self, mv: u16) -> i32 {
        self.priorities[self.graph.edges[self.graph.at as usize][usize::from(mv)] as usize]
    }
    fn move_priorities(&mut self, moves: &[u16], out: &mut Vec<i32>) -> u64 {
        out.extend(moves.iter().map(|&mv| Wrapper::move_priority(self, mv)));
        0
    }
}

/// What a game adds changes no verdict; not even a bound that is too small.
#[test]
fn strengths_change_no_verdict() {
    let mut rng = fastrand::Rng::with_seed(8);
    for number in 0..6000 {
        let graph = Graph::<true>::random(&mut rng, Shape::Dag, 30);
        let answered = (0..30).map(|_| rng.u8(..4) == 0).collect();
        let priorities = (0..30).map(|_| rng.i32(..)).collect();
        let bound = [None, Some(30), Some(0), Some(3)][number % 4];
        let mut game = Strong { graph, answered, priorities, bound };
        let mut table = table(if rng.bool() { ENTRIES } else { 16 });
        let mut monitor = Monitor::new(&Limits::default(), Duration::ZERO, None);
        let answer = search(&mut game, &ALGORITHM, STACK, &mut table, &mut monitor, &mut Stats::default());
        assert_eq!(answer.verdict.is_proved(), game.graph.truth(), "graph {number}: {:?}", game.graph);
        assert!(answer.verdict.is_decided() && game.graph.at == 0);
    }
}

/// Moves are tried in the order that the game says, and one that is known to win is not tried at all.
#[test]
fn a_promising_move_is_tried_first_and_a_known_win_is_taken() {
    let edges: [&[u32]; 6] = [&[1, 2, 3], &[4], &[5], &[4], &[], &[]];
    let mut graph = Graph::<true>::new(edges.map(Vec::from).into());
    graph.ends[4] = Some(Outcome::Loss);
    let priorities = vec![0, 1, 7, 3, 0, 0];
    let mut game = Strong { graph, answered: vec![false; 6], priorities, bound: Some(5) };
    let nodes = |game: &mut Strong, table: &mut Table| {
        let mut monitor = Monitor::new(&Limits::default(), Duration::ZERO, None);
        let answer = search(game, &ALGORITHM, STACK, table, &mut monitor, &mut Stats::default());
        assert_eq!(answer.verdict, Verdict::Proved);
        monitor.nodes()
    };
    let mut table = table(ENTRIES);
    // The root, the second move, the end.
    assert_eq!(nodes(&mut game, &mut table), 3);
    // Another root from which the same position can be reached: known before it is entered.
    game.graph.edges[3] = vec![4, 1, 2];
    game.graph.at = 3;
    assert_eq!(nodes(&mut game, &mut table), 1);
}

/// A graph whose moves have any priority, and whose priorities say that they have cost something.
#[derive(Clone, PartialEq, Debug)]
struct Ranked<const A: bool> {
    graph: Graph<A>,
    seed: u64,
}

impl<const A: bool> Game for Ranked<A> {
    type Move = u16;
    const ACYCLIC: bool = A;
    const ORDERED: bool = true;
    fn side(&self) -> Side {
        self.graph.side()
    }
    fn moves(&self, out: &mut Vec<u16>) {
        self.graph.moves(out);
    }
    fn play(&mut self, mv: u16) {
        self.graph.play(mv);
    }
    fn undo(&mut self, mv: u16) {
        self.graph.undo(mv);
    }
    fn outcome(&self) -> Option<Outcome> {
        self.graph.outcome()
    }
    fn key(&self) -> Key {
        self.graph.key()
    }
    fn goal(&self) -> crate::game::Goal {
        self.graph.goal()
    }
    fn repetition(&self) -> Repetition {
        self.graph.repetition()
    }
    fn move_priorities(&mut self, moves: &[u16], out: &mut Vec<i32>) -> u64 {
        let here = self.graph.key() as u64;
        let priority = |mv: &u16| crate::game::mix(self.seed ^ here ^ u64::from(*mv)) as i32;
        out.extend(moves.iter().map(priority));
        self.seed % 3
    }
}

/// Random orders, also such as cost something, change no verdict.
#[test]
fn any_order_of_moves_gives_the_same_verdict() {
    fn check<const A: bool>(shape: Shape, seed: u64) {
        let mut rng = fastrand::Rng::with_seed(seed);
        for _ in 0..2000 {
            let graph = Graph::<A>::random(&mut rng, shape, 25);
            let truth = graph.truth();
            for seed in [rng.u64(..), rng.u64(..)] {
                let mut game = Ranked { graph: graph.clone(), seed };
                let (mut stats, limits) = (Stats::default(), Limits::default().with_nodes(200_000));
                let mut monitor = Monitor::new(&limits, Duration::ZERO, None);
                let mut table = table(if rng.bool() { ENTRIES } else { 16 });
                let answer = search(&mut game, &ALGORITHM, STACK, &mut table, &mut monitor, &mut stats);
                assert!(!answer.verdict.is_decided() || answer.verdict.is_proved() == truth, "{graph:?}");
                assert!(A <= answer.verdict.is_decided());
                assert_eq!(stats.nodes, monitor.nodes());
            }
        }
    }
    check::<true>(Shape::Dag, 21);
    check::<false>(Shape::Cyclic, 22);
}
