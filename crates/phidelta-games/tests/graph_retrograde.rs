//! The linear-time truth against a plain fixed point and against a search of all paths.

use std::time::{Duration, Instant};

use phidelta::{Goal, Outcome, Repetition, Side};
use phidelta_games::graph::generate::{Shape, chain, cyclic, dag};
use phidelta_games::graph::{Graph, NodeId, retrograde};

const QUESTIONS: [(Goal, Repetition); 6] = [
    (Goal::Win, Repetition::AttackerFails),
    (Goal::Win, Repetition::DefenderFails),
    (Goal::Win, Repetition::Draw),
    (Goal::Draw, Repetition::AttackerFails),
    (Goal::Draw, Repetition::DefenderFails),
    (Goal::Draw, Repetition::Draw),
];

fn reaches(goal: Goal, outcome: Outcome) -> bool {
    outcome == Outcome::Win || (outcome == Outcome::Draw && goal == Goal::Draw)
}

/// Whether a repetition is the attacker's success.
fn repetition_reaches(graph: &Graph) -> bool {
    match graph.repetition() {
        Repetition::AttackerFails => false,
        Repetition::DefenderFails => true,
        Repetition::Draw => reaches(graph.goal(), Outcome::Draw),
    }
}

/// The value of inner nodes starts at what going round for ever is worth, and is corrected until nothing
/// changes any more.
fn fixed_point(graph: &Graph, open: bool) -> Vec<bool> {
    let mut values = vec![repetition_reaches(graph); graph.len()];
    loop {
        let before = values.clone();
        for id in graph.ids() {
            let mut children = graph.children(id).iter().map(|&child| values[child as usize]);
            values[id as usize] = match (graph.value(id), graph.side(id)) {
                (Some(value), _) => reaches(graph.goal(), value),
                _ if graph.is_open(id) => open,
                (None, Side::Attacker) => children.any(|won| won),
                (None, Side::Defender) => children.all(|won| won),
            };
        }
        if values == before {
            return values;
        }
    }
}

/// The game as it is played: it ends where a node of the path comes again. `None`: it depends on open leaves.
fn by_paths(graph: &Graph, id: NodeId, path: &mut Vec<NodeId>) -> Option<bool> {
    if path.contains(&id) {
        return Some(repetition_reaches(graph));
    }
    if let Some(value) = graph.value(id) {
        return Some(reaches(graph.goal(), value));
    }
    if graph.is_open(id) {
        return None;
    }
    path.push(id);
    let wanted = graph.side(id) == Side::Attacker;
    let mut result = Some(!wanted);
    for &child in graph.children(id) {
        match by_paths(graph, child, path) {
            Some(value) if value == wanted => {
                result = Some(wanted);
                break;
            }
            Some(_) => {}
            None => result = None,
        }
    }
    path.pop();
    result
}

fn graphs(count: u64, nodes: u32, open: f64) -> impl Iterator<Item = Graph> {
    (0..count).flat_map(move |seed| {
        QUESTIONS.into_iter().flat_map(move |(goal, repetition)| {
            let nodes = 2 + seed as u32 % (nodes - 1);
            let leaf = [0.1, 0.3, 0.5][seed as usize % 3];
            let shape = Shape { nodes, leaf, draw: 0.3, open, goal, repetition, ..Shape::default() };
            [cyclic(&shape, seed), dag(&shape, seed)]
        })
    })
}

#[test]
fn equal_to_a_plain_fixed_point() {
    let (mut proved, mut all) = (0, 0);
    for graph in graphs(600, 60, 0.2) {
        let found = retrograde::solve(&graph);
        assert_eq!(found, fixed_point(&graph, false), "{}", graph.to_json());
        proved += usize::from(found[0]);
        all += 1;
    }
    assert!(proved * 5 > all && proved * 5 < all * 4, "{proved} of {all} proved: the test says little");
}

#[test]
fn equal_to_a_search_of_all_paths() {
    for graph in graphs(150, 10, 0.0) {
        let found = retrograde::solve(&graph);
        for id in graph.ids() {
            let expected = by_paths(&graph, id, &mut Vec::new());
            assert_eq!(Some(found[id as usize]), expected, "{} {}", graph.name(id), graph.to_json());
        }
    }
}

#[test]
fn the_repetition_matters_on_many_of_these_graphs() {
    let of = |repetition| graphs(150, 10, 0.0).filter(move |graph| graph.repetition() == repetition);
    let pairs = of(Repetition::AttackerFails).zip(of(Repetition::DefenderFails));
    let decided = pairs.filter(|(one, two)| retrograde::solve(one) != retrograde::solve(two)).count();
    assert!(decided > 50, "the repetition decides only {decided} graphs: the tests say little");
}

#[test]
fn open_leaves_stay_open() {
    let mut unknown = 0;
    for graph in graphs(150, 10, 0.4) {
        let found = retrograde::verdicts(&graph);
        let (worst, best) = (fixed_point(&graph, false), fixed_point(&graph, true));
        for id in graph.ids() {
            let expected = by_paths(&graph, id, &mut Vec::new());
            assert_eq!(found[id as usize], expected, "{} {}", graph.name(id), graph.to_json());
            let i = id as usize;
            assert_eq!(expected, (worst[i] == best[i]).then_some(worst[i]));
            unknown += usize::from(expected.is_none());
        }
    }
    assert!(unknown > 500, "{unknown}");
}

#[test]
fn a_cycle_without_an_end_is_worth_the_repetition() {
    for (goal, repetition, expected) in [
        ("win", "attacker-fails", false),
        ("win", "defender-fails", true),
        ("win", "draw", false),
        ("draw", "attacker-fails", false),
        ("draw", "defender-fails", true),
        ("draw", "draw", true),
    ] {
        let text = format!(
            r#"{{"root": "a", "goal": "{goal}", "repetition": "{repetition}", "nodes":
               {{"a": {{"type": "OR", "children": ["b"]}}, "b": {{"type": "AND", "children": ["a", "b"]}}}}}}"#
        );
        let graph = Graph::from_json(&text).unwrap();
        assert_eq!(retrograde::solve(&graph), [expected, expected], "{goal} {repetition}");
    }
}

#[test]
fn large_graphs_take_linear_time_and_no_stack() {
    let work = || {
        let graph = chain(100_000);
        let large = cyclic(&Shape { nodes: 200_000, ..Shape::default() }, 1);
        let start = Instant::now();
        assert!(retrograde::solve(&graph).into_iter().all(|proved| proved));
        retrograde::solve(&large);
        start.elapsed()
    };
    let taken = std::thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap().join().unwrap();
    // Some hundredths of a second as a rule; a sweep per step would need minutes.
    assert!(taken < Duration::from_secs(60), "{taken:?}");
}
