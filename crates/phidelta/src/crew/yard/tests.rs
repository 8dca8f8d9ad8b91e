use super::*;
use crate::game::mix;

const SUM: (Aggregate, Ceiling) = (Aggregate::Sum, Ceiling::HIGHEST);

fn yard(workers: usize) -> Yard<u8> {
    Yard::new((1 << 16, workers), SUM, Some(10), (mix(0), 0)).unwrap()
}

fn branch(mv: u8, pn: u32, dn: u32) -> Branch<u8> {
    let finding = Finding::open(Numbers::new(pn, dn));
    Branch { mv, finding, key: mix(u64::from(mv) + 1), stock: 0 }
}

fn open(side: Side, branches: &[Branch<u8>]) -> Found<'_, u8> {
    Found { finding: Finding::open(Numbers::UNIT), side, unit: 1, branches, nodes: 10 }
}

fn solved(numbers: Numbers, dependency: u32, length: u32) -> Found<'static, u8> {
    let finding = Finding { numbers, dependency, length };
    Found { finding, side: Side::Attacker, unit: 1, branches: &[], nodes: 10 }
}

fn give(yard: &mut Yard<u8>, worker: usize, found: &Found<'_, u8>) -> Vec<Fact> {
    let mut facts = Vec::new();
    yard.give(worker, found, &mut facts);
    facts
}

#[test]
fn workers_part_at_the_root_and_one_may_finish_it() {
    let mut yard = yard(3);
    assert_eq!(yard.take(0), Some(Job { line: vec![], nodes: 10 }));
    assert_eq!(yard.take(1), None, "the root is in work");
    // The defender's position: all of these must be proved.
    give(&mut yard, 0, &open(Side::Defender, &[branch(1, 2, 5), branch(2, 3, 4), branch(3, 9, 1)]));
    assert_eq!(yard.root().numbers, Numbers::new(14, 1));
    assert_eq!(yard.take(0).unwrap().line, [3], "the cheapest disproof");
    assert_eq!(yard.take(1).unwrap().line, [2], "as if that failed: the next one");
    assert_eq!(yard.take(2).unwrap().line, [1]);
    assert_eq!(yard.root().numbers, Numbers::new(14, 1), "hope changes no numbers");
    let facts = give(&mut yard, 1, &solved(Numbers::DISPROVED, INDEPENDENT, 6));
    let finding = Finding { numbers: Numbers::DISPROVED, dependency: INDEPENDENT, length: 7 };
    assert_eq!(yard.root(), finding);
    assert_eq!(facts, [Fact { key: mix(0), finding, stock: 0, work: 20, depth: 0 }]);
    assert_eq!(yard.arena.stored(), 1);
    for worker in [0, 2] {
        assert!(yard.cancel_flag(worker).load(Ordering::Relaxed));
        assert!(give(&mut yard, worker, &solved(Numbers::PROVED, INDEPENDENT, 1)).is_empty(), "too late");
    }
    assert_eq!(yard.root(), finding);
}

#[test]
fn equal_positions_are_searched_once_at_a_time() {
    let mut yard = yard(2);
    yard.take(0).unwrap();
    let twin = Branch { mv: 9, ..branch(1, 2, 2) };
    give(&mut yard, 0, &open(Side::Defender, &[branch(1, 2, 2), twin, branch(2, 30, 30)]));
    assert_eq!(yard.take(0).unwrap().line, [1]);
    assert_eq!(yard.take(1).unwrap().line, [2], "not the twin");
    give(&mut yard, 0, &solved(Numbers::PROVED, INDEPENDENT, 3));
    assert_eq!(yard.root().numbers, Numbers::new(30, 30), "the twin is proved too");
    // What holds on one path only does not hold for a twin.
    let mut yard = self::yard(2);
    yard.take(0).unwrap();
    give(&mut yard, 0, &open(Side::Defender, &[branch(1, 2, 2), twin]));
    yard.take(0).unwrap();
    assert_eq!(yard.take(1), None);
    give(&mut yard, 0, &solved(Numbers::PROVED, 0, 3));
    assert_eq!(yard.root().numbers, Numbers::new(2, 2));
    assert_eq!(yard.take(1).unwrap().line, [9]);
}

#[test]
fn what_rests_on_the_root_is_true_there_but_no_fact_below_it() {
    let mut yard = yard(1);
    yard.take(0).unwrap();
    give(&mut yard, 0, &open(Side::Attacker, &[branch(1, 2, 2)]));
    assert_eq!(yard.take(0).unwrap().line, [1]);
    give(&mut yard, 0, &open(Side::Attacker, &[branch(2, 1, 1)]));
    assert_eq!(yard.take(0).unwrap().line, [1, 2]);
    let facts = give(&mut yard, 0, &solved(Numbers::DISPROVED, 0, 0));
    assert_eq!(yard.root().dependency, INDEPENDENT);
    assert_eq!(facts.iter().map(|fact| fact.key).collect::<Vec<_>>(), [mix(0)]);
}

#[test]
fn a_lost_job_is_given_to_the_next() {
    let mut yard = yard(2);
    yard.take(0).unwrap();
    yard.abandon(0);
    assert_eq!(yard.take(1).unwrap().line, []);
    assert!(!yard.is_stuck());
    give(&mut yard, 1, &open(Side::Attacker, &[]));
    assert!(yard.take(1).is_none() && yard.is_stuck(), "a job that finds no more is not repeated");
}

#[test]
fn a_full_tree_goes_on_with_larger_jobs() {
    let mut yard: Yard<u8> = Yard::new((2000, 1), SUM, Some(10), (mix(0), 0)).unwrap();
    let (mut largest, mut id) = (0, 0);
    for _ in 0..200 {
        let Some(job) = yard.take(0) else { break };
        largest = largest.max(job.nodes);
        let branches = [0, 1].map(|mv| {
            id += 1;
            Branch { key: mix(id), ..branch(mv, 1, 1) }
        });
        give(&mut yard, 0, &open(Side::Attacker, &branches));
    }
    assert!(yard.is_full() && largest >= 640 && !yard.root().numbers.is_solved());
}
