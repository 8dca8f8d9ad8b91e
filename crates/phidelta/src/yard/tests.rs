//! Any order of results, lost ones, doubled ones, answers and splits, against retrograde analysis; what is freed and
//! what is kept.

use super::*;
use crate::aggregate::Aggregate;
use crate::best_first::test_graph::{Graph, Shape};
use crate::game::{Game, Question, mix};
use crate::number::Ceiling;

const SUM: Policy = Policy { aggregate: Aggregate::Sum, ceiling: Ceiling::HIGHEST };
const BOTH: [Solved; 2] = [Solved::Freed, Solved::Kept];

/// Where an answer comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Why {
    Open,
    Told,
    Children,
    Elsewhere(NodeId),
}

impl Ground for Why {
    const OPEN: Why = Why::Open;

    fn of_children(_: bool, _: impl Iterator<Item = (Depth, Why)>) -> Why {
        Why::Children
    }

    fn elsewhere(self, node: NodeId) -> Why {
        Why::Elsewhere(node)
    }
}

type Tree = Yard<u16, Why>;

fn tree(solved: Solved) -> Tree {
    Yard::new(1 << 20, SUM, solved, (0, mix(0)))
}

fn child(mv: u16, key: u64, pn: u32, dn: u32) -> Child<u16, Why> {
    Child {
        load: mv,
        key: mix(key),
        numbers: Numbers::new(pn, dn),
        dependency: INDEPENDENT,
        ground: Why::Open,
    }
}

fn open(side: Side, children: Vec<Child<u16, Why>>) -> Given<u16, Why> {
    Given::Open { numbers: Numbers::UNIT, side, unit: 1, children }
}

fn answer(proved: bool, dependency: Depth) -> Given<u16, Why> {
    Given::Solved { proved, dependency, ground: Why::Told }
}

fn line(tree: &Tree, ticket: Ticket) -> Vec<u16> {
    tree.line(tree.leaf(ticket).expect("a job of use")).copied().collect()
}

/// Takes a job, and says at which line.
fn take(tree: &mut Tree) -> Option<(Ticket, Vec<u16>)> {
    let ticket = tree.take()?;
    Some((ticket, line(tree, ticket)))
}

/// All that must hold at any time.
fn check(tree: &Tree) {
    let (mut todo, mut reached, mut busy) = (vec![(ROOT, true)], 0, 0);
    while let Some((id, is_needed)) = todo.pop() {
        let node = tree.arena.node(id);
        let open = !node.numbers.is_solved();
        let children = || tree.arena.children(id).map(|child| tree.arena.node(child));
        reached += 1;
        busy += usize::from(node.busy);
        todo.extend(tree.children(id).map(|child| (child, is_needed && open)));
        assert!(node.numbers.is_consistent() && (open || !node.free && node.jobs == 0));
        assert!(is_needed && open || !node.busy, "nobody looks where nothing is needed");
        if !is_needed || !open {
            assert!(open || tree.places.is_some() || tree.arena.is_leaf(id), "what is solved is freed");
        } else if tree.arena.is_leaf(id) {
            assert_eq!((node.jobs, node.free), (u32::from(node.busy), !node.busy && !node.stuck));
        } else {
            assert_eq!(
                node.numbers,
                SUM.numbers(children().map(|child| child.numbers), node.side, node.unit)
            );
            assert_eq!(node.jobs, children().map(|child| child.jobs).sum::<u32>());
            assert_eq!(node.free, children().any(|child| child.free));
        }
        assert!(node.jobs > 0 || !is_needed || node.shown == Virtual::of(node.numbers));
    }
    assert_eq!((reached, busy), (tree.len(), tree.flights.leaves()));
}

/// What a look at a leaf finds: its moves, or now and then the answer.
fn look(graph: &Graph<false>, tree: &Tree, leaf: NodeId, solves: bool) -> Given<u16, Why> {
    let mut there = graph.clone();
    tree.line(leaf).for_each(|&mv| there.play(mv));
    let question = Question::of(graph);
    if solves || there.outcome().is_some() {
        let proved = there.outcome().map_or_else(|| there.truth(), |end| question.answer(end).is_proved());
        return answer(proved, INDEPENDENT);
    }
    let mut moves = Vec::new();
    there.moves(&mut moves);
    let behind = |&mv: &u16| {
        there.play(mv);
        let (key, end) = (there.key(), there.outcome());
        there.undo(mv);
        let (mut numbers, mut dependency) =
            (end.map_or(Numbers::UNIT, |end| question.answer(end)), INDEPENDENT);
        if let Some(above) = tree.upwards(leaf).find(|&at| tree.key(at) == key) {
            (numbers, dependency) = (question.repetition(), tree.depth(above));
        }
        Child { load: mv, key, numbers, dependency, ground: Why::Told }
    };
    let children = moves.iter().map(behind).collect();
    open(there.side(), children)
}

/// Solves a graph with many jobs out, results in any order, some lost, some told twice.
fn solve(graph: &Graph<false>, solved: Solved, dice: &mut fastrand::Rng) -> Tree {
    let mut tree: Tree = Yard::new(4 << 20, SUM, solved, (0, graph.key()));
    let mut out: Vec<Ticket> = Vec::new();
    for _ in 0..20_000 {
        if tree.numbers(ROOT).is_solved() {
            break;
        }
        if dice.u8(..8) < 5 || out.is_empty() {
            match tree.take() {
                Some(ticket) => out.push(ticket),
                None => assert!(!out.is_empty(), "an open tree has something to do"),
            }
        }
        if !out.is_empty() && dice.bool() {
            let ticket = out.swap_remove(dice.usize(..out.len()));
            let given = match tree.leaf(ticket) {
                Some(leaf) if dice.u8(..10) > 0 => look(graph, &tree, leaf, dice.u8(..4) == 0),
                _ => Given::Nothing,
            };
            tree.give(ticket, given.clone()).unwrap();
            if dice.u8(..10) == 0 {
                tree.give(ticket, given).unwrap();
            }
        }
        for useless in tree.useless() {
            assert_eq!(tree.leaf(useless), None);
        }
        check(&tree);
    }
    tree
}

#[test]
fn any_order_of_results_gives_the_answer_of_retrograde_analysis() {
    let mut dice = fastrand::Rng::with_seed(5);
    let mut facts = 0;
    for round in 0..240 {
        let shape = [Shape::Tree, Shape::Dag, Shape::Cyclic][round % 3];
        let nodes = dice.usize(2..25);
        let graph = Graph::random(&mut dice, shape, nodes);
        for solved in BOTH {
            let mut tree = solve(&graph, solved, &mut dice);
            assert_eq!(tree.numbers(ROOT).is_proved(), graph.truth(), "{solved:?} {graph:?}");
            assert!(tree.numbers(ROOT).is_solved(), "{solved:?} {graph:?}");
            assert!(solved == Solved::Kept || tree.len() == 1);
            for fact in tree.facts() {
                let at = (0..nodes as u32).find(|&at| mix(at.into()) == fact.key);
                let mut there = graph.clone();
                there.at = at.expect("a position of the graph");
                assert_eq!(fact.numbers.is_proved(), there.truth(), "{fact:?} {graph:?}");
                facts += 1;
            }
        }
    }
    assert!(facts > 100, "{facts}");
}

#[test]
fn a_leaf_in_work_has_more_to_do_and_the_next_job_is_elsewhere() {
    for solved in BOTH {
        let mut tree = tree(solved);
        let root = take(&mut tree).unwrap().0;
        assert_eq!(take(&mut tree), None, "the root is in work");
        tree.give(root, open(Side::Attacker, (1..=3).map(|mv| child(mv, mv.into(), 1, 1)).collect()))
            .unwrap();
        let lines: Vec<_> = std::iter::from_fn(|| take(&mut tree)).map(|(_, line)| line).collect();
        assert_eq!(lines, [[1], [2], [3]]);
        assert_eq!(tree.numbers(ROOT), Numbers::new(1, 3), "what is out changes no numbers");
        check(&tree);
    }
}

#[test]
fn a_position_is_looked_at_once_at_a_time() {
    for solved in BOTH {
        let mut tree = tree(solved);
        let root = tree.take().unwrap();
        tree.give(root, open(Side::Defender, vec![child(1, 7, 1, 1), child(2, 7, 1, 1), child(3, 8, 1, 1)]))
            .unwrap();
        let (first, second) = (tree.take().unwrap(), tree.take().unwrap());
        assert_eq!((line(&tree, first), line(&tree, second), tree.take()), (vec![1], vec![3], None));
        // Given back, both leaves are free again.
        tree.give(first, Given::Nothing).unwrap();
        let again = tree.take().unwrap();
        assert_eq!((tree.key(tree.leaf(again).unwrap()), tree.take()), (mix(7), None));
        // A new leaf with a position in work waits for it, too.
        tree.give(second, open(Side::Attacker, vec![child(4, 7, 1, 1), child(5, 9, 1, 1)])).unwrap();
        let third = tree.take().unwrap();
        assert_eq!((line(&tree, third), tree.take()), (vec![3, 5], None));
        check(&tree);
        tree.give(again, answer(true, INDEPENDENT)).unwrap();
        assert!(tree.numbers(ROOT).is_proved(), "one move of the attacker is enough at 8");
        assert_eq!((tree.leaf(third), tree.useless()), (None, vec![third]));
        check(&tree);
    }
}

#[test]
fn a_job_is_passed_on_to_a_twin_where_all_is_kept() {
    for solved in BOTH {
        let mut tree = tree(solved);
        let root = tree.take().unwrap();
        tree.give(root, open(Side::Defender, vec![child(1, 1, 1, 1), child(2, 2, 9, 9)])).unwrap();
        let (one, two) = (tree.take().unwrap(), tree.take().unwrap());
        tree.give(one, open(Side::Attacker, vec![child(3, 7, 1, 1), child(4, 4, 1, 1)])).unwrap();
        tree.give(two, open(Side::Attacker, vec![child(3, 7, 5, 5)])).unwrap();
        let jobs: Vec<_> = std::iter::from_fn(|| take(&mut tree)).collect();
        assert_eq!(jobs.iter().map(|(_, line)| line.as_slice()).collect::<Vec<_>>(), [[1, 3], [1, 4]]);
        tree.give(jobs[1].0, answer(true, INDEPENDENT)).unwrap();
        // The first move is answered. What 7 is worth is still needed behind the second.
        let leaf = tree.leaf(jobs[0].0).map(|leaf| tree.line(leaf).copied().collect::<Vec<_>>());
        match solved {
            Solved::Kept => assert_eq!((leaf, tree.useless()), (Some(vec![2, 3]), vec![])),
            Solved::Freed => assert_eq!((leaf, tree.useless()), (None, vec![jobs[0].0])),
        }
        check(&tree);
        tree.give(jobs[0].0, answer(true, INDEPENDENT)).unwrap();
        assert!(tree.numbers(ROOT).is_proved());
        check(&tree);
    }
}

#[test]
fn what_holds_on_one_path_does_not_hold_for_a_twin() {
    for solved in BOTH {
        let mut tree = tree(solved);
        let root = tree.take().unwrap();
        tree.give(root, open(Side::Defender, vec![child(1, 7, 1, 1), child(2, 7, 1, 1)])).unwrap();
        let ticket = tree.take().unwrap();
        assert_eq!(tree.take(), None);
        tree.give(ticket, answer(true, 0)).unwrap();
        assert_eq!(tree.numbers(ROOT), Numbers::UNIT);
        assert_eq!(take(&mut tree).unwrap().1, [2]);
        check(&tree);
    }
}

#[test]
fn an_answer_is_kept_for_whoever_comes_later_and_contradictions_are_told() {
    let mut tree = tree(Solved::Kept);
    let root = tree.take().unwrap();
    tree.give(root, open(Side::Attacker, vec![child(1, 7, 1, 1), child(2, 8, 1, 1)])).unwrap();
    let (one, two) = (tree.take().unwrap(), tree.take().unwrap());
    let (seven, eight) = (tree.leaf(one).unwrap(), tree.leaf(two).unwrap());
    tree.give(one, answer(false, INDEPENDENT)).unwrap();
    tree.give(two, open(Side::Attacker, vec![child(3, 7, 1, 1), child(4, 9, 1, 1)])).unwrap();
    let known = tree.children(eight).next().unwrap();
    assert_eq!((tree.numbers(known), tree.ground(known)), (Numbers::DISPROVED, Why::Elsewhere(seven)));
    assert_eq!(tree.know(known, false, Why::Told), Ok(()));
    assert_eq!(tree.know(known, true, Why::Told), Err(Contradiction(known)));
    check(&tree);
}

#[test]
fn a_tree_without_room_says_so_and_keeps_the_numbers() {
    for solved in BOTH {
        let mut tree: Tree = Yard::new(2 * Tree::node_bytes(solved), SUM, solved, (0, 1));
        let root = tree.take().unwrap();
        let children = vec![child(1, 1, 1, 1), child(2, 2, 1, 1)];
        let given = Given::Open { numbers: Numbers::new(5, 6), side: Side::Attacker, unit: 1, children };
        tree.give(root, given).unwrap();
        assert_eq!((tree.is_full(), tree.len(), tree.numbers(ROOT)), (true, 1, Numbers::new(5, 6)));
        assert!(tree.take().is_some(), "a larger job may do");
        check(&tree);
    }
}
