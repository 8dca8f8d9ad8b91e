use super::*;
use crate::game::mix;
use crate::number::Numbers;
use crate::yard::INDEPENDENT;

const SUM: (Aggregate, Ceiling) = (Aggregate::Sum, Ceiling::HIGHEST);

fn foreman(workers: usize) -> Foreman<u8> {
    Foreman::new((1 << 16, workers), SUM, Some(10), (mix(0), 0)).unwrap()
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

fn give(foreman: &mut Foreman<u8>, worker: usize, found: &Found<'_, u8>) -> Vec<Fact<u8>> {
    let mut facts = Vec::new();
    foreman.give(worker, found, &mut facts);
    facts
}

#[test]
fn workers_part_at_the_root_and_one_may_finish_it() {
    let mut foreman = foreman(3);
    assert_eq!(foreman.take(0), Some(Job { line: vec![], nodes: 10 }));
    assert_eq!(foreman.take(1), None, "the root is in work");
    // The defender's position: all of these must be proved.
    give(&mut foreman, 0, &open(Side::Defender, &[branch(1, 2, 5), branch(2, 3, 4), branch(3, 9, 1)]));
    assert_eq!(foreman.root().numbers, Numbers::new(14, 1));
    assert_eq!(foreman.take(0).unwrap().line, [3], "the cheapest disproof");
    assert_eq!(foreman.take(1).unwrap().line, [2], "as if that failed: the next one");
    assert_eq!(foreman.take(2).unwrap().line, [1]);
    assert_eq!(foreman.root().numbers, Numbers::new(14, 1), "hope changes no numbers");
    let facts = give(&mut foreman, 1, &solved(Numbers::DISPROVED, INDEPENDENT, 6));
    let finding = Finding { numbers: Numbers::DISPROVED, dependency: INDEPENDENT, length: 7 };
    assert_eq!(foreman.root(), finding);
    let load = Load { mv: None, stock: 0, work: 20 };
    let numbers = Numbers::DISPROVED;
    assert_eq!(facts, [Fact { key: mix(0), numbers, depth: 0, load, ground: Length(7) }]);
    assert_eq!(foreman.yard.len(), 1);
    for worker in [0, 2] {
        assert!(foreman.cancel_flag(worker).load(Ordering::Relaxed));
        assert!(give(&mut foreman, worker, &solved(Numbers::PROVED, INDEPENDENT, 1)).is_empty(), "too late");
    }
    assert_eq!(foreman.root(), finding);
}

#[test]
fn equal_positions_are_searched_once_at_a_time() {
    let mut foreman = foreman(2);
    foreman.take(0).unwrap();
    let twin = Branch { mv: 9, ..branch(1, 2, 2) };
    give(&mut foreman, 0, &open(Side::Defender, &[branch(1, 2, 2), twin, branch(2, 30, 30)]));
    assert_eq!(foreman.take(0).unwrap().line, [1]);
    assert_eq!(foreman.take(1).unwrap().line, [2], "not the twin");
    give(&mut foreman, 0, &solved(Numbers::PROVED, INDEPENDENT, 3));
    assert_eq!(foreman.root().numbers, Numbers::new(30, 30), "the twin is proved too");
    // What holds on one path only does not hold for a twin.
    let mut foreman = self::foreman(2);
    foreman.take(0).unwrap();
    give(&mut foreman, 0, &open(Side::Defender, &[branch(1, 2, 2), twin]));
    foreman.take(0).unwrap();
    assert_eq!(foreman.take(1), None);
    give(&mut foreman, 0, &solved(Numbers::PROVED, 0, 3));
    assert_eq!(foreman.root().numbers, Numbers::new(2, 2));
    assert_eq!(foreman.take(1).unwrap().line, [9]);
}

#[test]
fn what_rests_on_the_root_is_true_there_but_no_fact_below_it() {
    let mut foreman = foreman(1);
    foreman.take(0).unwrap();
    give(&mut foreman, 0, &open(Side::Attacker, &[branch(1, 2, 2)]));
    assert_eq!(foreman.take(0).unwrap().line, [1]);
    give(&mut foreman, 0, &open(Side::Attacker, &[branch(2, 1, 1)]));
    assert_eq!(foreman.take(0).unwrap().line, [1, 2]);
    let facts = give(&mut foreman, 0, &solved(Numbers::DISPROVED, 0, 0));
    assert_eq!(foreman.root().dependency, INDEPENDENT);
    assert_eq!(facts.iter().map(|fact| fact.key).collect::<Vec<_>>(), [mix(0)]);
}

#[test]
fn a_lost_job_is_given_to_the_next() {
    let mut foreman = foreman(2);
    foreman.take(0).unwrap();
    foreman.abandon(0);
    assert_eq!(foreman.take(1).unwrap().line, []);
    assert!(!foreman.is_stuck());
    give(&mut foreman, 1, &open(Side::Attacker, &[]));
    assert!(foreman.take(1).is_none() && foreman.is_stuck(), "a job that finds no more is not repeated");
}

#[test]
fn a_full_tree_goes_on_with_larger_jobs() {
    let mut foreman: Foreman<u8> = Foreman::new((2000, 1), SUM, Some(10), (mix(0), 0)).unwrap();
    let (mut largest, mut id) = (0, 0);
    for _ in 0..200 {
        let Some(job) = foreman.take(0) else { break };
        largest = largest.max(job.nodes);
        let branches = [0, 1].map(|mv| {
            id += 1;
            Branch { key: mix(id), ..branch(mv, 1, 1) }
        });
        give(&mut foreman, 0, &open(Side::Attacker, &branches));
    }
    assert!(foreman.is_full() && largest >= 640 && !foreman.root().numbers.is_solved());
}
