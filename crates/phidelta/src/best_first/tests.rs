use super::test_graph::{Graph, Shape, chain};
use super::*;
use crate::aggregate::{Aggregate, Share, Tally};
use crate::algorithm::{Growth, Replacement};
use crate::game::{Outcome, Repetition, Side};
use crate::limits::Limits;
use crate::number::Ceiling;
use crate::observer::{Observer, Progress, Step};
use std::time::Duration;

/// Enough for everything here.
const PLENTY: u64 = 1 << 20;

fn algorithm(name: &str) -> Algorithm {
    name.parse().unwrap()
}

/// Searches and checks what must hold whatever happens: the position is back, the numbers consistent.
fn solve<const A: bool>(
    graph: &Graph<A>,
    algorithm: &Algorithm,
    memory: u64,
    limits: &Limits,
    observer: Option<&mut dyn Observer<u16>>,
) -> (Answer, Stats) {
    let mut game = graph.clone();
    let mut stats = Stats::default();
    let mut table = algorithm.shared.then(|| Table::new(1 << 14, Replacement::KeepLarge).unwrap());
    let mut monitor = Monitor::new(limits, Duration::ZERO, observer);
    let answer = search(&mut game, algorithm, memory, table.as_mut(), &mut monitor, &mut stats);
    assert_eq!(&game, graph, "the position is not what it was");
    assert!(answer.numbers.is_consistent());
    assert!((0.0..=1.0).contains(&answer.used) && answer.bytes <= memory);
    assert_eq!(stats.nodes, monitor.nodes());
    (answer, stats)
}

fn verdict<const A: bool>(graph: &Graph<A>, algorithm: &Algorithm) -> Verdict {
    solve(graph, algorithm, PLENTY, &Limits::default().with_nodes(50_000), None).0.verdict
}

fn variants() -> Vec<Algorithm> {
    let mut all: Vec<Algorithm> = [
        "pn",
        "pn+delayed",
        "pn+mobility",
        "pn+unit",
        "pn+delayed+mobility",
        "pn+delayed+unit",
        "wpn",
        "wpn+delayed",
        "pn+bns",
        "pn+shared",
        "pn+delayed+shared",
        "wpn+mobility+shared",
        "pn2",
        "pn2+a=5+b=3",
        "pn2+a=20+b=2+mobility",
        "pn2+wpns+a=5+b=3",
        "pn2+a=10+b=10+shared",
    ]
    .map(algorithm)
    .into();
    all.push(Algorithm { growth: Growth { a: 1.0, b: 1.0 }, ..algorithm("pn2") });
    all
}

/// Returns how many were decided.
fn check_random<const A: bool>(shape: Shape, graphs: u64, seed: u64) -> (u64, u64) {
    let variants = variants();
    let mut rng = fastrand::Rng::with_seed(seed);
    let (mut decided, mut all) = (0, 0);
    for number in 0..graphs {
        let nodes = rng.usize(1..30);
        let graph = Graph::<A>::random(&mut rng, shape, nodes);
        let truth = graph.truth();
        for algorithm in &variants {
            let verdict = verdict(&graph, algorithm);
            all += 1;
            if verdict.is_decided() {
                decided += 1;
                assert_eq!(
                    verdict.is_proved(),
                    truth,
                    "{algorithm} on graph {number} ({shape:?}): {graph:?}"
                );
            }
        }
    }
    (decided, all)
}

#[test]
fn never_wrong_on_trees() {
    let (decided, all) = check_random::<true>(Shape::Tree, 3000, 1);
    assert_eq!(decided, all);
    // Without the promise of no cycles the result is the same.
    let (decided, all) = check_random::<false>(Shape::Tree, 1000, 2);
    assert_eq!(decided, all);
}

#[test]
fn never_wrong_on_dags() {
    let (decided, all) = check_random::<true>(Shape::Dag, 3000, 3);
    assert_eq!(decided, all);
}

#[test]
fn never_wrong_on_cyclic_graphs() {
    let (decided, all) = check_random::<false>(Shape::Cyclic, 5000, 4);
    // Some unfold to trees beyond the limit.
    assert!(decided * 100 >= all * 98, "{decided} of {all}");
}

/// Rare: a table that also shared path-dependent results would fail on some of these.
#[test]
fn sharing_is_safe_on_cyclic_graphs() {
    let variants = ["pn+shared", "pn+delayed+shared", "wpn+shared", "pn2+a=5+b=3+shared"].map(algorithm);
    let mut rng = fastrand::Rng::with_seed(14);
    for number in 0..60_000 {
        let nodes = rng.usize(5..14);
        let graph = Graph::<false>::random(&mut rng, Shape::Cyclic, nodes);
        for algorithm in &variants {
            let verdict = verdict(&graph, algorithm);
            assert!(
                !verdict.is_decided() || verdict.is_proved() == graph.truth(),
                "{algorithm} {number} {graph:?}"
            );
        }
    }
}

/// PN as its definition has it: everything computed anew, every descent from the root.
struct Definition<'g> {
    graph: &'g Graph<true>,
    aggregate: Aggregate,
    nodes: Vec<(u32, Numbers, Vec<usize>)>,
    expanded: Vec<Vec<u16>>,
}

impl Definition<'_> {
    fn add(&mut self, at: u32) -> usize {
        let question = Question::of(self.graph);
        let numbers = match self.graph.ends[at as usize] {
            Some(outcome) => question.answer(outcome),
            None => self.graph.estimates[at as usize],
        };
        self.nodes.push((at, numbers, Vec::new()));
        self.nodes.len() - 1
    }

    fn tally(&self, node: usize) -> Tally {
        let side = self.graph.sides[self.nodes[node].0 as usize];
        let shares = self.nodes[node].2.iter().map(|&child| {
            let (phi, delta) = self.nodes[child].1.seen_by(side);
            Share { phi, delta, marked: false, old: false }
        });
        Tally::of(self.aggregate, shares)
    }

    fn recompute(&mut self, node: usize) {
        for child in self.nodes[node].2.clone() {
            self.recompute(child);
        }
        if !self.nodes[node].2.is_empty() {
            let side = self.graph.sides[self.nodes[node].0 as usize];
            let (phi, delta) = self.tally(node).numbers(self.aggregate, 1, Ceiling::HIGHEST);
            self.nodes[node].1 = Numbers::from_view(phi, delta, side);
        }
    }

    fn run(mut self) -> Vec<Vec<u16>> {
        self.add(self.graph.at);
        while !self.nodes[0].1.is_solved() {
            let (mut node, mut line) = (0, Vec::new());
            while !self.nodes[node].2.is_empty() {
                let best = self.tally(node).best;
                line.push(best as u16);
                node = self.nodes[node].2[best];
            }
            let at = self.nodes[node].0 as usize;
            for &child in &self.graph.edges[at] {
                let id = self.add(child);
                self.nodes[node].2.push(id);
                if self.nodes[id].1.seen_by(self.graph.sides[at]).0 == 0 {
                    break;
                }
            }
            self.expanded.push(line);
            self.recompute(0);
        }
        self.expanded
    }
}

#[derive(Default)]
struct Recorder {
    steps: bool,
    expanded: Vec<Vec<u16>>,
    ends: usize,
    reports: Vec<(Numbers, u64, usize)>,
}

impl Observer<u16> for Recorder {
    fn wants_steps(&self) -> bool {
        self.steps
    }
    fn step(&mut self, step: &Step<'_, u16>) {
        match step.event {
            Event::Expand => {
                assert!(!step.numbers.is_solved());
                self.expanded.push(step.line.to_vec());
            }
            _ => self.ends += 1,
        }
    }
    fn progress(&mut self, progress: &Progress<'_, u16>) {
        self.reports.push((progress.numbers, progress.nodes, progress.line.len()));
    }
}

#[test]
fn the_leaves_expanded_are_the_most_proving_ones_in_order() {
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..1500 {
        let graph = Graph::<true>::random(&mut rng, Shape::Tree, 60);
        for aggregate in [Aggregate::Sum, Aggregate::Weak, Aggregate::Branch] {
            let algorithm = Algorithm { aggregate, ..algorithm("pn") };
            let mut recorder = Recorder { steps: true, ..Recorder::default() };
            solve(&graph, &algorithm, PLENTY, &Limits::default(), Some(&mut recorder));
            let nodes = Vec::new();
            let expected = Definition { graph: &graph, aggregate, nodes, expanded: Vec::new() }.run();
            assert_eq!(recorder.expanded, expected, "{algorithm}");
        }
    }
}

#[test]
fn immediate_evaluation_counts_what_it_generates_and_stops_at_a_win() {
    // The second child wins: the third is never generated.
    let mut graph = Graph::<true>::new(vec![vec![1, 2, 3], vec![], vec![], vec![]]);
    graph.ends[1] = Some(Outcome::Loss);
    let (answer, stats) = solve(&graph, &algorithm("pn"), PLENTY, &Limits::default(), None);
    assert_eq!(answer.verdict, Verdict::Proved);
    assert_eq!((stats.counted, stats.nodes, stats.expansions, stats.max_depth), (3, 3, 1, 1));
    // Delayed: all three are generated, the root, the loss and the win are entered.
    let (answer, stats) = solve(&graph, &algorithm("pn+delayed"), PLENTY, &Limits::default(), None);
    assert_eq!(answer.verdict, Verdict::Proved);
    assert_eq!((stats.counted, stats.nodes, stats.expansions), (4, 3, 1));
}

#[test]
fn a_finished_game_needs_no_search() {
    for (outcome, expected) in [(Outcome::Win, Verdict::Proved), (Outcome::Draw, Verdict::Disproved)] {
        let mut graph = Graph::<true>::new(vec![vec![]]);
        graph.ends[0] = Some(outcome);
        for algorithm in variants() {
            assert_eq!(verdict(&graph, &algorithm), expected, "{algorithm}");
        }
    }
}

#[test]
fn a_repetition_fails_whom_the_game_says() {
    // The attacker can only go round.
    let mut graph = Graph::<false>::new(vec![vec![1], vec![0]]);
    graph.sides[1] = Side::Defender;
    for (rule, expected) in [
        (Repetition::AttackerFails, Verdict::Disproved),
        (Repetition::DefenderFails, Verdict::Proved),
        (Repetition::Draw, Verdict::Disproved),
    ] {
        graph.repetition = rule;
        for algorithm in variants() {
            let (answer, stats) = solve(&graph, &algorithm, PLENTY, &Limits::default(), None);
            assert_eq!(answer.verdict, expected, "{algorithm}");
            assert_eq!(stats.loops_cut, 1);
        }
    }
}

/// A result that rests on the path must not reach another path through the table.
///
/// The defender chooses at 1 between 2 and 3. Both lead to 4, from which the way goes back to 2. Coming
/// from 2 that is a repetition, so 4 fails *there*; coming from 3 it is not, and 2 has a win besides.
#[test]
fn path_dependent_results_stay_where_they_are() {
    let edges: [&[u32]; 8] = [&[1], &[2, 3], &[4, 6], &[4], &[5], &[2], &[7], &[]];
    let mut graph = Graph::<false>::new(edges.map(Vec::from).into());
    for defender in [1, 5, 6] {
        graph.sides[defender] = Side::Defender;
    }
    // The loop is looked at first, the other way to 4 last.
    graph.estimates[6] = Numbers::new(9, 1);
    graph.estimates[3] = Numbers::new(1, 99);
    assert!(graph.truth());
    for algorithm in variants() {
        assert_eq!(verdict(&graph, &algorithm), Verdict::Proved, "{algorithm}");
    }
}

#[test]
fn limits_give_unknown_or_the_truth() {
    let mut rng = fastrand::Rng::with_seed(6);
    let variants = variants();
    let mut unknown = 0;
    for _ in 0..300 {
        let graph = Graph::<false>::random(&mut rng, Shape::Cyclic, 25);
        for algorithm in &variants {
            let limit = rng.u64(1..40);
            let limits = Limits::default().with_nodes(limit);
            let (answer, stats) = solve(&graph, algorithm, PLENTY, &limits, None);
            assert!(stats.nodes <= limit);
            match answer.verdict {
                Verdict::Unknown(reason) => {
                    assert_eq!((reason, stats.nodes), (Reason::NodeLimit, limit));
                    unknown += 1;
                }
                verdict => assert_eq!(verdict.is_proved(), graph.truth()),
            }
        }
    }
    assert!(unknown > 500, "{unknown}");
}

#[test]
fn other_limits_end_the_search_too() {
    let graph = chain::<false>(5000);
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    for (limits, reason) in [
        (Limits::default().with_time(Duration::ZERO), Reason::TimeLimit),
        (Limits::default().with_stop(stop), Reason::Stopped),
    ] {
        for algorithm in variants() {
            let (answer, _) = solve(&graph, &algorithm, PLENTY, &limits, None);
            assert_eq!(answer.verdict, Verdict::Unknown(reason), "{algorithm}");
        }
    }
}

#[test]
fn a_full_arena_gives_unknown_or_the_truth() {
    let mut rng = fastrand::Rng::with_seed(7);
    let (mut full, mut decided) = (0, 0);
    for _ in 0..300 {
        let graph = Graph::<true>::random(&mut rng, Shape::Tree, 60);
        for algorithm in variants() {
            let memory = rng.u64(0..40) * Tree::<u16>::NODE_BYTES;
            match solve(&graph, &algorithm, memory, &Limits::default(), None).0.verdict {
                Verdict::Unknown(reason) => {
                    assert_eq!(reason, Reason::MemoryFull);
                    full += 1;
                }
                verdict => {
                    assert_eq!(verdict.is_proved(), graph.truth());
                    decided += 1;
                }
            }
        }
    }
    assert!(full > 200 && decided > 200, "{full} {decided}");
}

/// A tree of `depth` plies with two moves everywhere, of which the attacker wins no leaf.
fn bush(depth: u32) -> Graph<true> {
    let inner = (1 << depth) - 1;
    let edges = (0..2 * inner + 1).map(|i| if i < inner { vec![2 * i + 1, 2 * i + 2] } else { vec![] });
    let mut graph = Graph::new(edges.collect());
    for node in 0..graph.edges.len() {
        if (node as u32 + 1).ilog2() % 2 == 1 {
            graph.sides[node] = Side::Defender;
        }
        graph.ends[node] = graph.ends[node].map(|_| Outcome::Loss);
    }
    graph
}

/// What PN² is for: it answers with a tree that plain PN cannot hold.
#[test]
fn pn2_needs_less_memory() {
    let graph = bush(12);
    let needed = |name: &str| {
        let algorithm = algorithm(name);
        let fits = |nodes: &u64| {
            let memory = nodes * Tree::<u16>::NODE_BYTES;
            solve(&graph, &algorithm, memory, &Limits::default(), None).0.verdict == Verdict::Disproved
        };
        (1..5000).step_by(10).find(fits).expect("enough at last")
    };
    let (pn, pn2) = (needed("pn"), needed("pn2+a=50+b=20"));
    assert!(pn2 < pn, "{pn2} {pn}");
}

/// PN² with its invariant looked at after each expansion.
struct Watched(pn2::Squared<u16>);

impl<const A: bool> Expander<Graph<A>> for Watched {
    fn evaluation(&self) -> Evaluation {
        Expander::<Graph<A>>::evaluation(&self.0)
    }
    fn expand(
        &mut self,
        tree: &mut Tree<u16>,
        leaf: NodeId,
        repeated: Option<crate::history::Depth>,
        run: &mut TreeWalk<'_, '_, Graph<A>>,
    ) -> Result<(), Reason> {
        let stored = tree.stored();
        self.0.expand(tree, leaf, repeated, run)?;
        assert!(tree.children(leaf).all(|(child, _)| tree.is_leaf(child)));
        assert_eq!(tree.stored(), stored + tree.children(leaf).count() as u64);
        assert!(tree.numbers(leaf).is_solved() || !tree.is_leaf(leaf));
        Ok(())
    }
}

#[test]
fn of_a_second_level_only_the_first_ply_is_kept() {
    let mut rng = fastrand::Rng::with_seed(10);
    for name in ["pn2+a=5+b=3", "pn2+a=20+b=2+mobility"] {
        for _ in 0..300 {
            let mut graph = Graph::<false>::random(&mut rng, Shape::Cyclic, 20);
            let truth = graph.truth();
            let limits = Limits::default().with_nodes(10_000);
            let mut monitor = Monitor::new(&limits, Duration::ZERO, None);
            let (algorithm, mut stats) = (algorithm(name), Stats::default());
            let mut watched = Watched(pn2::Squared::new());
            let answer =
                search_with(&mut graph, &algorithm, PLENTY, None, &mut monitor, &mut stats, &mut watched);
            assert!(!answer.verdict.is_decided() || answer.verdict.is_proved() == truth);
        }
    }
}

#[test]
fn an_open_position_is_reported() {
    let mut graph = Graph::<true>::new(vec![vec![1, 2], vec![3], vec![], vec![]]);
    graph.ends[3] = None;
    graph.ends[2] = Some(Outcome::Loss);
    for algorithm in variants() {
        assert_eq!(verdict(&graph, &algorithm), Verdict::Unknown(Reason::OpenPosition), "{algorithm}");
    }
    // One that does not matter is not looked at.
    graph.ends[2] = Some(Outcome::Win);
    assert_eq!(verdict(&graph, &algorithm("pn")), Verdict::Proved);
}

#[test]
fn low_ceilings_give_unknown_or_the_truth() {
    let mut rng = fastrand::Rng::with_seed(8);
    let mut saturated = 0;
    for _ in 0..300 {
        let graph = Graph::<false>::random(&mut rng, Shape::Cyclic, 20);
        for algorithm in variants() {
            for infinity in [3, 5, 1000] {
                let algorithm = Algorithm { ceiling: Ceiling::below(infinity), ..algorithm };
                match verdict(&graph, &algorithm) {
                    Verdict::Unknown(Reason::Saturated) => saturated += 1,
                    Verdict::Unknown(reason) => assert_eq!(reason, Reason::NodeLimit),
                    verdict => assert_eq!(verdict.is_proved(), graph.truth(), "{algorithm}"),
                }
            }
        }
    }
    assert!(saturated > 500, "{saturated}");
    // A thousand branches, and the last one wins: the sum saturates.
    let mut graph = Graph::<true>::new(vec![(1..=2000).collect()]);
    graph.edges.extend(vec![vec![2001]; 2000]);
    graph.edges.push(vec![]);
    graph = Graph::new(graph.edges);
    assert_eq!(verdict(&graph, &algorithm("pn+inf=1000")), Verdict::Unknown(Reason::Saturated));
    assert_eq!(verdict(&graph, &algorithm("pn")), Verdict::Proved);
}

#[test]
fn the_same_search_counts_the_same() {
    let mut rng = fastrand::Rng::with_seed(9);
    for _ in 0..50 {
        let graph = Graph::<false>::random(&mut rng, Shape::Cyclic, 20);
        for algorithm in variants() {
            let limits = Limits::default().with_nodes(3000);
            let run = || {
                let (answer, stats) = solve(&graph, &algorithm, PLENTY, &limits, None);
                (answer.verdict, answer.numbers, answer.used, stats)
            };
            assert_eq!(run(), run(), "{algorithm}");
        }
    }
}

#[test]
fn sharing_saves_work_where_positions_meet() {
    // Diamonds in a row, all lost: without sharing every way is walked.
    let n = 12;
    let mut edges = Vec::new();
    for i in 0..n {
        let next = 3 * (i + 1);
        edges.extend([vec![3 * i + 1, 3 * i + 2], vec![next], vec![next]]);
    }
    edges.push(vec![]);
    let mut graph = Graph::<true>::new(edges);
    *graph.ends.last_mut().unwrap() = Some(Outcome::Loss);
    let count = |name| {
        let (answer, stats) = solve(&graph, &algorithm(name), 64 << 20, &Limits::default(), None);
        assert_eq!(answer.verdict, Verdict::Disproved);
        (stats.nodes, stats.table_hits)
    };
    let ((alone, _), (shared, hits)) = (count("pn"), count("pn+shared"));
    assert!(shared * 4 < alone && hits > 0, "{shared} {alone}");
}

#[test]
fn a_long_line_needs_no_stack() {
    let work = || {
        for name in ["pn", "pn+delayed", "wpn", "pn2", "pn+shared"] {
            let graph = chain::<false>(100_000);
            let (answer, stats) = solve(&graph, &algorithm(name), 64 << 20, &Limits::default(), None);
            assert_eq!((answer.verdict, stats.max_depth), (Verdict::Proved, 100_000), "{name}");
            let answer =
                solve(&chain::<true>(100_000), &algorithm(name), 64 << 20, &Limits::default(), None).0;
            assert_eq!(answer.verdict, Verdict::Proved, "{name}");
        }
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap().join().unwrap();
}

/// The line itself is memory too.
#[test]
fn a_line_that_does_not_fit_is_unknown() {
    let graph = chain::<false>(10_000);
    let memory = 10_100 * Tree::<u16>::NODE_BYTES;
    let (answer, _) = solve(&graph, &algorithm("pn"), memory, &Limits::default(), None);
    assert_eq!(answer.verdict, Verdict::Unknown(Reason::MemoryFull));
}

#[test]
fn the_observer_is_told() {
    let graph = bush(12);
    for name in ["pn", "pn2+a=50+b=20"] {
        let mut recorder = Recorder::default();
        let (_, stats) = solve(&graph, &algorithm(name), PLENTY, &Limits::default(), Some(&mut recorder));
        assert!(recorder.reports.len() as u64 >= stats.nodes / 2048, "{name}: {}", recorder.reports.len());
        assert!(recorder.reports.iter().all(|(numbers, ..)| numbers.is_consistent()));
        assert!(recorder.reports.iter().any(|&(_, _, plies)| plies > 3));
        assert!(recorder.expanded.is_empty() && recorder.ends == 0);
    }
}

#[test]
fn a_second_level_respects_its_budget_and_its_path() {
    let algorithm = algorithm("pds-pn");
    let evaluate = |graph: &Graph<false>, line: &[u16], budget, bytes| {
        let mut game = graph.clone();
        let (mut path, mut moves) = (Path::new(), Vec::new());
        for &mv in line {
            path.push(game.key());
            game.play(mv);
        }
        let before = game.clone();
        let mut stats = Stats::default();
        let mut monitor = Monitor::new(&Limits::default(), Duration::ZERO, None);
        let mut run = TreeWalk {
            question: Question::of(&game),
            game: Trail::new(&mut game, &mut moves),
            path: &mut path,
            monitor: &mut monitor,
            stats: &mut stats,
            table: None,
            algorithm: &algorithm,
            outer: Some((Numbers::UNIT, 0.0)),
            outer_plies: 0,
        };
        let mut second = SecondLevel::new(bytes).unwrap();
        let first = second.evaluate(budget, &mut run);
        assert_eq!(second.evaluate(budget, &mut run), first, "the arena is as good as new");
        drop(run);
        assert_eq!((&before, path.len(), moves.len()), (&game, line.len(), 0));
        (first, stats.nodes.max(stats.counted) / 2)
    };
    // 0 → 1 → 2 → {0, 3 → 1}: below 0, 1 the attacker can only come back.
    let mut graph = Graph::<false>::new(vec![vec![1], vec![2], vec![0, 3], vec![1]]);
    let (finding, _) = evaluate(&graph, &[0, 0], 100, 1 << 12);
    assert_eq!(finding, Ok(Finding { numbers: Numbers::DISPROVED, dependency: 0, length: 2 }));
    // At 3 the defender needs only position 1 of the path, at 1 nothing.
    graph.edges[2] = vec![3];
    let (finding, _) = evaluate(&graph, &[0, 0], 100, 1 << 12);
    assert_eq!(finding.unwrap().dependency, 1);
    let (finding, _) = evaluate(&graph, &[0], 100, 1 << 12);
    assert_eq!(finding.unwrap().dependency, crate::history::INDEPENDENT);
    // A budget of one: the root is expanded, nothing more.
    let graph = Graph::<false>::new(vec![vec![1, 1], vec![0, 0]]);
    let (finding, generated) = evaluate(&graph, &[], 1, 1 << 12);
    assert_eq!((finding.unwrap().numbers, generated), (Numbers::new(1, 2), 3));
    // An arena too small even for that; one in which it can go no further.
    let (finding, _) = evaluate(&graph, &[], 1, 2 * Tree::<u16>::NODE_BYTES);
    assert_eq!(finding, Err(Reason::MemoryFull));
    let (finding, _) = evaluate(&graph, &[], 100, 3 * Tree::<u16>::NODE_BYTES);
    assert_eq!(finding.unwrap().numbers, Numbers::new(1, 2));
}
