//! Certificates of graphs: the rules are the graph, positions repeat, and every worth of a repetition and
//! every family of searches is tried.

use crate::common::{ALGORITHMS, check, heading, one};
use phidelta::{Goal, Limits, Repetition, Solver};
use phidelta_games::graph::{Graph, generate};

fn graphs(count: u64) -> impl Iterator<Item = Graph> {
    (0..count).flat_map(|seed| {
        [Repetition::AttackerFails, Repetition::DefenderFails, Repetition::Draw].map(|repetition| {
            let shape = generate::Shape {
                nodes: [6, 12, 30, 100][seed as usize % 4],
                most_children: [2, 3, 4][seed as usize / 4 % 3],
                span: [3, 8, u32::MAX][seed as usize / 12 % 3],
                leaf: 0.2,
                draw: 0.3,
                repetition,
                ..Default::default()
            };
            generate::cyclic(&shape, seed)
        })
    })
}

#[test]
fn certificates_of_cyclic_graphs_are_accepted() {
    let (mut accepted, mut closed) = (0, 0);
    for (index, graph) in graphs(400).enumerate() {
        let heading = heading("graph", &graph.certificate_rules(), &graph.certificate_root());
        for goal in [Goal::Win, Goal::Draw] {
            let algorithm = ALGORITHMS[index % ALGORITHMS.len()];
            let mut solver = Solver::new(algorithm.parse().unwrap()).memory(1 << 20);
            // A best-first tree has a node for every path, and fills its memory.
            solver = solver.limits(Limits::default().with_nodes(100_000));
            if index % 3 == 0 {
                // What the table loses must be found again.
                solver = solver.table_entries(16).drop_stores(index as u64);
            }
            let mut game = graph.game().with_goal(goal);
            let Some(text) = one(&mut solver, &mut game, &heading) else { continue };
            let text =
                text.unwrap_or_else(|error| panic!("{index} {algorithm} {goal:?}: {error}\n{graph:?}"));
            let checked = check(&text).unwrap_or_else(|refusal| panic!("{algorithm}: {refusal}\n{text}"));
            assert_eq!(checked.game, "graph");
            accepted += 1;
            closed += u32::from(text.contains("\tclosed\n"));
        }
    }
    assert!(accepted > 1500 && closed > 300, "{accepted} {closed}");
}

#[test]
fn circular_references_are_no_proof() {
    let rules = r#"{"repetition":"attacker-fails","root":"a","nodes":{"a":{"type":"OR","children":["b"]},"b":{"type":"AND","children":["a"]}}}"#;
    let text = |verdict: &str, kind: &str| {
        let (first, second) = if kind == "ranked" { (1, 2) } else { (2, 1) };
        format!(
            "phidelta-certificate\t2\ngame\tgraph\nrules\t{rules}\nposition\ta\nanswer\twin\t{verdict}\n\
             part\twin\t{verdict}\t{kind}\n{first}\tb\ta\t{second}\n{second}\ta\tb\t{first}\nend\t{second}\t2\t2\n"
        )
    };
    // Going round is the attacker's failure, so this is how a disproof looks, and no proof can.
    assert_eq!(check(&text("disproved", "closed")).unwrap().positions, 2);
    assert_eq!(check(&text("disproved", "ranked")).unwrap_err().line, Some(7));
    assert_eq!(check(&text("proved", "ranked")).unwrap_err().line, Some(7));
    assert_eq!(check(&text("proved", "closed")).unwrap_err().line, Some(6));
    let turned = |verdict, kind| text(verdict, kind).replace("attacker-fails", "defender-fails");
    assert!(check(&turned("proved", "closed")).is_ok());
    assert!(check(&turned("disproved", "closed")).is_err());
}

#[test]
fn names_may_be_anything() {
    let graph = Graph::from_json(
        r#"{"root":"a\tb %","nodes":{"a\tb %":{"type":"OR","children":["é\n"]},"é\n":{"type":"AND","children":["x"]},"x":{"type":"OR","value":"win"}}}"#,
    )
    .unwrap();
    let heading = heading("graph", &graph.certificate_rules(), &graph.certificate_root());
    let text = one(&mut Solver::new("pn".parse().unwrap()), &mut graph.game(), &heading).unwrap().unwrap();
    assert_eq!(check(&text).unwrap().answer, "win proved");
}
