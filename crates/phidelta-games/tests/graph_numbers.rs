//! Static numbers: every figure of the papers, and the formulas against exact numbers.

use phidelta::{Aggregate, Ceiling, INFINITY, Number, Numbers, Outcome};
use phidelta_games::graph::generate::{self, Shape, dag, figure, okabe, tree};
use phidelta_games::graph::numbers::{self, ExactError, Rule, distances, most_proving, of, true_numbers};
use phidelta_games::graph::{Graph, NodeId, retrograde};

fn ids<const N: usize>(graph: &Graph, names: [&str; N]) -> [NodeId; N] {
    names.map(|name| graph.id(name).unwrap())
}

/// The numbers of one node.
fn at(graph: &Graph, node: &str, aggregate: Aggregate, rule: &Rule) -> Numbers {
    of(graph, aggregate, rule).unwrap()[ids(graph, [node])[0] as usize]
}

fn exact(graph: &Graph, node: &str) -> Numbers {
    true_numbers(graph).unwrap()[ids(graph, [node])[0] as usize]
}

#[test]
fn pdspn_figure_2_has_its_numbers_and_its_most_proving_node() {
    let graph = figure("pdspn_fig2").unwrap();
    let numbers = of(&graph, Aggregate::Sum, &Rule::default()).unwrap();
    let found = ids(&graph, ["a", "b", "c", "d", "e"]).map(|id| numbers[id as usize]);
    let open = Numbers::new(1, 2);
    assert_eq!(found, [open, open, Numbers::DISPROVED, Numbers::PROVED, open]);
    assert_eq!(graph.name(most_proving(&graph, &numbers)), "j");
    assert_eq!(true_numbers(&graph).unwrap(), numbers, "a tree has no double counting");
}

#[test]
fn wpns_figure_1_turns_the_choice_round() {
    let graph = figure("wpns_fig1").unwrap();
    let pn = |node, aggregate| at(&graph, node, aggregate, &Rule::default()).pn;
    assert_eq!((pn("L", Aggregate::Sum), pn("R", Aggregate::Sum)), (17, 15));
    assert_eq!((pn("L", Aggregate::Weak), pn("R", Aggregate::Weak)), (9, 11));
    assert_eq!((exact(&graph, "L").pn, exact(&graph, "R").pn), (9, 15));
    let [l, r] = ids(&graph, ["L", "R"]);
    for (aggregate, choice) in [(Aggregate::Sum, r), (Aggregate::Weak, l)] {
        let numbers = of(&graph, aggregate, &Rule::default()).unwrap();
        assert_eq!(numbers[graph.root() as usize].pn, numbers[choice as usize].pn);
    }
}

#[test]
fn diamonds_double_the_sum_and_nothing_else() {
    for n in [3, 5, 10] {
        let graph = okabe(n, None);
        let plain = Rule::default();
        let marked = (0..n).fold(Rule::default(), |rule, i| {
            let [a, b, c] = ids(&graph, [&format!("A{i}"), &format!("B{i}"), &format!("C{i}")]);
            rule.mark(a, &[b, c])
        });
        let pn = |aggregate, rule| at(&graph, "A0", aggregate, rule).pn;
        for rule in [&plain, &marked] {
            assert_eq!(pn(Aggregate::Sum, rule), 1 << n);
            assert_eq!(pn(Aggregate::Branch, rule), n + 1);
            assert_eq!(pn(Aggregate::Weak, rule), n + 1);
        }
        for aggregate in [Aggregate::SNDA, Aggregate::SNDA_UNLIMITED, Aggregate::Nagai] {
            assert_eq!(pn(aggregate, &marked), 1);
            assert_eq!(pn(aggregate, &plain), 1 << n, "without marks it is the sum");
        }
        assert_eq!(pn(Aggregate::WeakSource, &marked), 1);
        assert_eq!(pn(Aggregate::WeakSource, &plain), n + 1);
        assert_eq!(pn(Aggregate::Snda { marks: 1 }, &marked), 1 << n, "one mark alone joins nothing");
        assert_eq!(exact(&graph, "A0"), Numbers::UNIT);
        // With a branch at the price of 4 the leaf stays 1.
        assert_eq!(pn(Aggregate::Weak, &Rule::default().unit(4)), 4 * n + 1);
        let solved = okabe(n, Some(Outcome::Win));
        assert_eq!(at(&solved, "A0", Aggregate::Sum, &plain), Numbers::PROVED);
    }
}

#[test]
fn many_diamonds_stop_below_infinity() {
    let graph = okabe(40, None);
    assert_eq!(at(&graph, "A0", Aggregate::Sum, &Rule::default()), Numbers::new(INFINITY - 1, 1));
    let low = Rule::default().ceiling(Ceiling::below(1000));
    assert_eq!(at(&graph, "A0", Aggregate::Sum, &low), Numbers::new(999, 1));
}

#[test]
fn kishimoto_figure_2_left() {
    let graph = figure("kishimoto_fig2_left").unwrap();
    let (b, e, f): (Number, Number, Number) = (3, 5, 7);
    let [a_id, c_id, f_id] = ids(&graph, ["A", "C", "F"]);
    let plain = Rule::default();
    let marked = Rule::default().mark(a_id, &[c_id, f_id]);
    let far = Rule::default().distances(distances(&graph));
    let both = marked.clone().distances(distances(&graph));
    let dn = |node, aggregate, rule| at(&graph, node, aggregate, rule).dn;
    assert_eq!(dn("A", Aggregate::Sum, &plain), b + e + 2 * f);
    assert_eq!(dn("A", Aggregate::Weak, &plain), f + 1 + 2);
    assert_eq!(dn("A", Aggregate::SNDA, &marked), b + e + f);
    assert_eq!(exact(&graph, "A").dn, b + e + f);
    assert_eq!(dn("A", Aggregate::Nagai, &marked), e + f);
    assert_eq!((dn("D", Aggregate::Sum, &far), dn("A", Aggregate::Sum, &far)), (e, b + e + f));
    assert_eq!(dn("A", Aggregate::SNDA, &both), 10, "df-pn(r) and SNDA together count too little");
}

#[test]
fn kishimoto_figure_2_right() {
    let graph = figure("kishimoto_fig2_right").unwrap();
    let j = 4;
    let [g_id, h_id, i_id] = ids(&graph, ["G", "H", "I"]);
    let plain = Rule::default();
    let marked = Rule::default().mark(g_id, &[h_id, i_id]);
    let dn = |aggregate, rule| at(&graph, "G", aggregate, rule).dn;
    assert_eq!(dn(Aggregate::Sum, &plain), 2 * j);
    assert_eq!(dn(Aggregate::Weak, &plain), j + 1);
    assert_eq!(dn(Aggregate::SNDA, &marked), j);
    assert_eq!(dn(Aggregate::Nagai, &marked), j);
    assert_eq!(exact(&graph, "G").dn, j);
}

#[test]
fn kishimoto_figure_4_misleads_minimal_distance() {
    let graph = figure("kishimoto_fig4").unwrap();
    let names = ["R", "X", "F", "A", "E", "B", "C", "D"];
    let far = distances(&graph);
    assert_eq!(ids(&graph, names).map(|id| far[id as usize]), [0, 1, 1, 2, 2, 3, 3, 4]);
    let with_distances = Rule::default().distances(far);
    let [a] = ids(&graph, ["A"]);
    for (rule, b_pn, c_pn, choice) in [(Rule::default(), 3, 4, "B"), (with_distances, 3, 2, "C")] {
        let numbers = of(&graph, Aggregate::Sum, &rule).unwrap();
        let pn = |node| numbers[ids(&graph, [node])[0] as usize].pn;
        assert_eq!((pn("B"), pn("C"), pn("A")), (b_pn, c_pn, b_pn.min(c_pn)));
        let chosen = graph.children(a).iter().min_by_key(|&&child| numbers[child as usize].pn).unwrap();
        assert_eq!(graph.name(*chosen), choice);
    }
    assert_eq!(exact(&graph, "C").pn, 4);
}

#[test]
fn if_all_children_are_old_the_largest_counts() {
    let graph = figure("kishimoto_fig2_left").unwrap();
    let everything_is_old = Rule::default().distances(vec![0; graph.len()]);
    assert_eq!(at(&graph, "A", Aggregate::Sum, &everything_is_old).dn, 7);
    // Distances that are not given hold nothing back.
    assert_eq!(at(&graph, "A", Aggregate::Sum, &Rule::default().distances(vec![])).dn, 22);
}

#[test]
fn a_cycle_is_named() {
    for (name, cycle) in [("kishimoto_fig1", "HLNO"), ("ghi_min", "yaxb")] {
        let graph = figure(name).unwrap();
        assert!(!graph.is_acyclic());
        let error = of(&graph, Aggregate::Sum, &Rule::default()).unwrap_err();
        assert!(cycle.contains(&error.node), "{error}");
        assert_eq!(true_numbers(&graph), Err(ExactError::Cyclic(error)));
        // Numbers from elsewhere must not hang the descent.
        most_proving(&graph, &vec![Numbers::UNIT; graph.len()]);
    }
}

#[test]
fn a_draw_answers_by_the_goal() {
    for (goal, expected) in [("win", Numbers::DISPROVED), ("draw", Numbers::PROVED)] {
        let text = format!(
            r#"{{"root": "a", "goal": "{goal}", "nodes": {{"a": {{"type": "OR", "value": "draw"}}}}}}"#
        );
        let graph = Graph::from_json(&text).unwrap();
        assert_eq!(at(&graph, "a", Aggregate::Sum, &Rule::default()), expected);
        assert_eq!(exact(&graph, "a"), expected);
    }
}

#[test]
fn a_long_chain_needs_no_stack() {
    let work = || {
        let graph = generate::chain(100_000);
        let numbers = of(&graph, Aggregate::Sum, &Rule::default()).unwrap();
        assert!(numbers.iter().all(|numbers| numbers.is_proved()));
        assert_eq!(graph.name(most_proving(&graph, &numbers)), "n100000");
        assert_eq!(true_numbers(&graph).unwrap()[0], Numbers::PROVED);
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap().join().unwrap();
}

/// Small graphs with open leaves and with weights.
fn shape(seed: u64) -> Shape {
    Shape {
        nodes: 5 + (seed % 14) as u32,
        open: 0.6,
        largest_init: 1 + (seed % 4) as u32,
        ..Shape::default()
    }
}

#[test]
fn on_a_tree_the_sum_is_exact() {
    for seed in 0..500 {
        let graph = tree(&shape(seed), seed);
        assert_eq!(of(&graph, Aggregate::Sum, &Rule::default()).unwrap(), true_numbers(&graph).unwrap());
    }
}

#[test]
fn on_a_graph_the_sum_is_never_too_small() {
    let mut too_large = 0;
    for seed in 0..2000 {
        let graph = dag(&shape(seed), seed);
        let numbers = of(&graph, Aggregate::Sum, &Rule::default()).unwrap();
        for (sum, exact) in numbers.iter().zip(true_numbers(&graph).unwrap()) {
            assert!(sum.is_consistent() && exact.is_consistent());
            assert!(sum.pn >= exact.pn && sum.dn >= exact.dn, "seed {seed}");
            assert_eq!(sum.is_solved(), exact.is_solved());
            too_large += u32::from(*sum != exact);
        }
    }
    assert!(too_large > 100, "only {too_large} nodes show double counting: the test says little");
}

#[test]
fn exact_numbers_are_those_of_trying_all_sets_of_leaves() {
    for seed in 0..300 {
        let graph = dag(&shape(seed), seed);
        let open: Vec<NodeId> = graph.ids().filter(|&id| graph.is_open(id)).collect();
        let mut expected = vec![Numbers::new(INFINITY, INFINITY); graph.len()];
        for set in 0u32..1 << open.len() {
            // These leaves fall to one side, all others to the other side.
            let weight = |number: fn(Numbers) -> Number| -> Number {
                let leaves = open.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
                leaves.map(|(_, &id)| number(graph.init(id))).sum()
            };
            let (pn, dn) = (weight(|n| n.pn), weight(|n| n.dn));
            let leaf = |won: bool| {
                let open = &open;
                move |id: NodeId| (set >> open.binary_search(&id).unwrap() & 1 == 1) == won
            };
            let (won, lost) = (values(&graph, leaf(true)), values(&graph, leaf(false)));
            for (id, expected) in expected.iter_mut().enumerate() {
                if won[id] {
                    expected.pn = expected.pn.min(pn);
                }
                if !lost[id] {
                    expected.dn = expected.dn.min(dn);
                }
            }
        }
        assert_eq!(true_numbers(&graph).unwrap(), expected, "seed {seed}");
    }
}

/// Who wins each node, if open leaves are as given.
fn values(graph: &Graph, leaf: impl Fn(NodeId) -> bool) -> Vec<bool> {
    let mut values = vec![false; graph.len()];
    for id in graph.children_first().unwrap() {
        let mut children = graph.children(id).iter().map(|&child| values[child as usize]);
        values[id as usize] = match (graph.value(id), graph.side(id)) {
            (Some(value), _) => value == Outcome::Win,
            _ if graph.is_open(id) => leaf(id),
            (None, phidelta::Side::Attacker) => children.any(|won| won),
            (None, phidelta::Side::Defender) => children.all(|won| won),
        };
    }
    values
}

#[test]
fn solved_numbers_agree_with_the_truth_for_every_aggregate() {
    let aggregates = [
        Aggregate::Sum,
        Aggregate::Weak,
        Aggregate::Branch,
        Aggregate::Nagai,
        Aggregate::SNDA,
        Aggregate::SNDA_UNLIMITED,
        Aggregate::WeakSource,
    ];
    for seed in 0..500 {
        let graph = dag(&Shape { nodes: 40, span: 9, open: 0.3, largest_init: 5, ..Shape::default() }, seed);
        let truth = retrograde::verdicts(&graph);
        let marked = graph.ids().fold(Rule::default(), |rule, id| {
            rule.mark(id, &graph.children(id)[..graph.children(id).len() / 2])
        });
        for rule in [Rule::default(), marked.distances(distances(&graph))] {
            for aggregate in aggregates {
                for (id, found) in numbers::of(&graph, aggregate, &rule).unwrap().into_iter().enumerate() {
                    assert!(found.is_consistent(), "{found:?}");
                    let answer = found.is_solved().then_some(found.is_proved());
                    assert_eq!(answer, truth[id], "seed {seed}, {aggregate:?}, node {id}");
                }
            }
        }
    }
}

#[test]
fn what_is_too_large_for_exact_numbers_is_refused() {
    let wide = tree(&Shape { nodes: 2000, open: 1.0, ..Shape::default() }, 1);
    assert!(matches!(true_numbers(&wide), Err(ExactError::TooManyLeaves(n)) if n > 128));
    // An AND node over 20 OR nodes of 4 leaves each: 4²⁰ ways to prove it.
    let graph = Graph::from_json(&{
        let mut text = String::from(r#"{"root": "r", "nodes": {"#);
        for i in 0..20 {
            let children: Vec<String> = (0..4).map(|j| format!("\"l{i}_{j}\"")).collect();
            text += &format!(r#""o{i}": {{"type": "OR", "children": [{}]}}, "#, children.join(", "));
            for child in children {
                text += &format!(r#"{child}: {{"type": "AND"}}, "#);
            }
        }
        let children: Vec<String> = (0..20).map(|i| format!("\"o{i}\"")).collect();
        text + &format!(r#""r": {{"type": "AND", "children": [{}]}}}}}}"#, children.join(", "))
    })
    .unwrap();
    assert_eq!(true_numbers(&graph), Err(ExactError::TooManySets { node: "r".into() }));
}
