//! Generated graphs: what they look like, and that a seed means the same graph for ever.

use std::collections::HashSet;

use phidelta::{Goal, Numbers, Outcome, Repetition, Side};
use phidelta_games::graph::generate::{
    FIGURES, MOST_NODES, Shape, chain, cyclic, dag, figure, okabe, tree, uniform,
};
use phidelta_games::graph::{Graph, GraphError, retrograde};

fn check_shape(graph: &Graph, shape: &Shape) {
    assert_eq!(graph.len(), shape.nodes as usize);
    for id in graph.ids() {
        let children = graph.children(id);
        assert!(children.len() <= shape.most_children as usize);
        assert_eq!(children.iter().collect::<HashSet<_>>().len(), children.len());
        assert!(children.iter().all(|&child| graph.side(child) != graph.side(id)), "sides alternate");
        assert!(children.is_empty() || graph.value(id).is_none());
        let Numbers { pn, dn } = graph.init(id);
        assert!([pn, dn].iter().all(|n| (1..=shape.largest_init).contains(n)));
        assert!(shape.open > 0.0 || !graph.is_open(id));
        assert!(shape.draw > 0.0 || graph.value(id) != Some(Outcome::Draw));
    }
    assert_eq!((graph.root(), graph.side(0)), (0, Side::Attacker));
    assert!(shape.nodes < 2 || !graph.children(0).is_empty());
    assert_eq!(Graph::from_json(&graph.to_json()).as_ref(), Ok(graph));
}

#[test]
fn random_graphs_have_the_shape_asked_for() {
    let (mut cycles, mut shared) = (0, 0);
    for seed in 0..300 {
        let shape = Shape {
            nodes: 1 + (seed % 40) as u32,
            most_children: 1 + (seed % 5) as u32,
            draw: if seed % 2 == 0 { 0.3 } else { 0.0 },
            open: if seed % 3 == 0 { 0.3 } else { 0.0 },
            largest_init: 1 + (seed % 4) as u32,
            span: if seed % 2 == 0 { 5 } else { u32::MAX },
            ..Shape::default()
        };
        for make in [tree, dag, cyclic] {
            let graph = make(&shape, seed);
            check_shape(&graph, &shape);
            assert_eq!(make(&shape, seed), graph, "the same seed, the same graph");
        }
        let graph = tree(&shape, seed);
        let mut reached: Vec<_> = graph.ids().flat_map(|id| graph.children(id)).copied().collect();
        reached.sort_unstable();
        assert!(reached.into_iter().eq(1..graph.len() as u32), "every node but the root has one parent");
        let graph = dag(&shape, seed);
        assert!(graph.ids().all(|id| graph.children(id).iter().all(|&child| child > id)));
        assert!(graph.ids().all(|id| graph.children(id).iter().all(|&child| child - id <= shape.span)));
        let edges: Vec<_> = graph.ids().flat_map(|id| graph.children(id)).collect();
        shared += usize::from(edges.iter().collect::<HashSet<_>>().len() < edges.len());
        cycles += usize::from(!cyclic(&shape, seed).is_acyclic());
    }
    assert!(cycles > 150 && shared > 150, "{cycles} of 300 with a cycle, {shared} with a shared node");
}

#[test]
fn a_seed_means_the_same_graph_for_ever() {
    let shape = Shape { nodes: 6, largest_init: 3, ..Shape::default() };
    let edges = |graph: Graph| -> String {
        let node = |id| {
            let children: Vec<String> = graph.children(id).iter().map(|child| child.to_string()).collect();
            let end = graph.value(id).map_or(String::new(), |value| format!("{value:?}"));
            format!("{id}:{}{end}", children.join(","))
        };
        graph.ids().map(node).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(edges(tree(&shape, 7)), "0:1,2 1:3,4,5 2:Win 3:Win 4:Loss 5:Loss");
    assert_eq!(edges(dag(&shape, 7)), "0:3,1 1:2,4 2:5,3 3:4 4:Loss 5:Loss");
    assert_eq!(edges(cyclic(&shape, 7)), "0:3,1 1:0,2 2:3,1 3:0 4:Loss 5:2");
}

#[test]
fn the_question_does_not_change_the_graph() {
    let plain = Shape::default();
    let other = Shape { goal: Goal::Draw, repetition: Repetition::DefenderFails, ..Shape::default() };
    for make in [tree, dag, cyclic] {
        let (one, two) = (make(&plain, 3), make(&other, 3));
        assert_eq!((two.goal(), two.repetition()), (Goal::Draw, Repetition::DefenderFails));
        assert!(one.ids().all(|id| one.children(id) == two.children(id) && one.value(id) == two.value(id)));
    }
}

#[test]
fn a_uniform_tree_is_full() {
    for (depth, branching, nodes) in [(0, 5, 1), (1, 3, 4), (3, 2, 15), (5, 1, 6), (2, 0, 3)] {
        let graph = uniform(depth, branching, 1);
        assert_eq!(graph.len(), nodes);
        let inner = graph.ids().filter(|&id| !graph.children(id).is_empty());
        assert!(inner.map(|id| graph.children(id).len() as u32).all(|n| n == branching.max(1)));
        assert_eq!(Graph::from_json(&graph.to_json()), Ok(graph));
    }
    // What does not fit ends early instead of in a panic.
    assert_eq!(uniform(40, MOST_NODES, 1).len(), 1);
    assert_eq!(uniform(3, 5000, 1).len(), 5001);
}

#[test]
fn chains_and_diamonds() {
    let graph = chain(4);
    assert_eq!(graph.len(), 5);
    assert_eq!(
        (graph.side(0), graph.side(1), graph.value(4)),
        (Side::Attacker, Side::Defender, Some(Outcome::Win))
    );
    assert_eq!(chain(0).len(), 1);
    let graph = okabe(2, Some(Outcome::Loss));
    let names: Vec<&str> = graph.ids().map(|id| graph.name(id)).collect();
    assert_eq!(names, ["A0", "B0", "C0", "A1", "B1", "C1", "A2"]);
    assert_eq!((graph.children(0), graph.children(1), graph.children(2)), (&[1, 2][..], &[3][..], &[3][..]));
    assert_eq!(
        (graph.side(0), graph.side(1), graph.side(6)),
        (Side::Defender, Side::Attacker, Side::Defender)
    );
    assert_eq!(graph.value(6), Some(Outcome::Loss));
    assert!(okabe(0, None).is_open(0));
    for graph in [chain(4), graph] {
        assert_eq!(Graph::from_json(&graph.to_json()), Ok(graph));
    }
}

#[test]
fn figures_are_read_and_are_written_as_they_stand() {
    assert_eq!(FIGURES.len(), 7);
    for (name, shows) in FIGURES {
        let graph = figure(name).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(graph.title(), Some(*name));
        assert!(!shows.is_empty() && graph.note().is_some());
        let path = format!("{}/src/graph/figures/{name}.json", env!("CARGO_MANIFEST_DIR"));
        assert_eq!(std::fs::read_to_string(path).unwrap(), graph.to_json(), "{name}");
    }
    assert!(figure("pdspn_fig3").is_none());
}

#[test]
fn figures_have_their_truth() {
    for name in ["kishimoto_fig1", "ghi_min"] {
        let graph = figure(name).unwrap();
        assert!(retrograde::solve(&graph)[graph.root() as usize], "{name}");
    }
    let graph = figure("pdspn_fig2").unwrap();
    assert_eq!(retrograde::verdicts(&graph)[graph.root() as usize], None);
}

#[test]
fn errors_are_not_lost_between_threads() {
    fn is_error<E: std::error::Error + Send + Sync + 'static>() {}
    is_error::<GraphError>();
}
