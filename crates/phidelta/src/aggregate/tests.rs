use super::*;

fn share(phi: Number, delta: Number) -> Share {
    Share { phi, delta, marked: false, old: false }
}

fn marked(phi: Number, delta: Number) -> Share {
    Share { marked: true, ..share(phi, delta) }
}

fn delta(aggregate: Aggregate, children: &[Share]) -> Number {
    Tally::of(aggregate, children.iter().copied()).numbers(aggregate, 1, Ceiling::HIGHEST).1
}

const ALL: [Aggregate; 7] = [
    Aggregate::Sum,
    Aggregate::Weak,
    Aggregate::Branch,
    Aggregate::Nagai,
    Aggregate::SNDA,
    Aggregate::SNDA_UNLIMITED,
    Aggregate::WeakSource,
];

#[test]
fn each_policy_has_its_formula() {
    let plain = [share(4, 3), share(2, 5), share(9, 7)];
    assert_eq!(delta(Aggregate::Sum, &plain), 15);
    assert_eq!(delta(Aggregate::Weak, &plain), 7 + 2);
    assert_eq!(delta(Aggregate::Branch, &plain), 5 + 2);
    assert_eq!(delta(Aggregate::Nagai, &plain), 15);
    assert_eq!(delta(Aggregate::SNDA, &plain), 15);
    assert_eq!(delta(Aggregate::WeakSource, &plain), 9);
    let merging = [share(4, 3), marked(2, 5), marked(9, 7)];
    assert_eq!(delta(Aggregate::Nagai, &merging), 7);
    assert_eq!(delta(Aggregate::SNDA, &merging), 3 + 7);
    assert_eq!(delta(Aggregate::WeakSource, &merging), 3 + 7);
}

/// Marks may come from a table that another search has filled.
#[test]
fn marks_mean_nothing_to_policies_without_marks() {
    let all_marked = [marked(4, 3), marked(2, 5)];
    assert_eq!(delta(Aggregate::Sum, &all_marked), 8);
    assert_eq!(delta(Aggregate::Weak, &all_marked), 5 + 1);
    assert_eq!(delta(Aggregate::Branch, &all_marked), 5 + 1);
}

#[test]
fn solved_children_cost_nothing() {
    let children = [share(INFINITY, 0), share(2, 5), share(INFINITY, 0)];
    for aggregate in ALL {
        assert_eq!(delta(aggregate, &children), 5, "{aggregate:?}");
    }
}

#[test]
fn wins_and_losses_are_never_sums() {
    for aggregate in ALL {
        let won = [share(3, 3), share(0, INFINITY)];
        let tally = Tally::of(aggregate, won.into_iter());
        assert_eq!(tally.numbers(aggregate, 1, Ceiling::HIGHEST), (0, INFINITY));
        let lost = [share(INFINITY, 0); 3];
        let tally = Tally::of(aggregate, lost.into_iter());
        assert_eq!(tally.numbers(aggregate, 1, Ceiling::HIGHEST), (INFINITY, 0));
        let huge = [share(1, INFINITY - 1); 3];
        let tally = Tally::of(aggregate, huge.into_iter());
        assert_eq!(tally.numbers(aggregate, 1, Ceiling::below(1000)), (1, 999));
    }
}

#[test]
fn the_second_best_is_right_on_ties_and_after_the_best() {
    let tally = |numbers: &[Number]| {
        let t = Tally::of(Aggregate::Sum, numbers.iter().map(|&n| share(n, 1)));
        (t.best, t.phi, t.second)
    };
    assert_eq!(tally(&[5, 2, 2]), (1, 2, 2));
    assert_eq!(tally(&[2, 9, 4]), (0, 2, 4));
    assert_eq!(tally(&[9, 4, 2]), (2, 2, 4));
    assert_eq!(tally(&[7]), (0, 7, INFINITY));
}

#[test]
fn old_children_count_only_when_there_are_no_others() {
    let old = |delta| Share { old: true, ..share(1, delta) };
    assert_eq!(delta(Aggregate::Sum, &[share(1, 5), old(7)]), 5);
    assert_eq!(delta(Aggregate::Sum, &[old(4), old(7)]), 7);
}

/// The rest must be such that a child that stays below its threshold keeps the parent below its own.
#[test]
fn thresholds_leave_room_and_not_too_much() {
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..20_000 {
        let children: Vec<Share> = (0..rng.usize(1..6))
            .map(|_| Share { marked: rng.bool(), ..share(rng.u32(1..9), rng.u32(1..9)) })
            .collect();
        for aggregate in ALL {
            let tally = Tally::of(aggregate, children.iter().copied());
            let now = aggregate.delta(&tally, 1, Ceiling::HIGHEST);
            let best = children[tally.best];
            let rest = aggregate.rest(&tally, best, 1);
            assert!(i64::from(best.delta) + rest <= i64::from(now), "{aggregate:?} {children:?}");
            // Grow the child's δ (its φ may not change, or another child would be searched next).
            let grown = best.delta + rng.u32(0..9);
            let mut after = children.clone();
            after[tally.best].delta = grown;
            if aggregate == Aggregate::Branch
                && Tally::of(aggregate, after.iter().copied()).best != tally.best
            {
                continue;
            }
            let threshold = now + 1 + rng.u32(0..5);
            let then = aggregate.delta(&Tally::of(aggregate, after.into_iter()), 1, Ceiling::HIGHEST);
            assert_eq!(
                i64::from(grown) < i64::from(threshold) - rest,
                then < threshold,
                "{aggregate:?} {children:?} {grown} {threshold}"
            );
        }
    }
}

/// A count of the children that are not lost comes to the tally of all, but for the δ of the best one.
#[test]
fn a_count_is_a_tally() {
    let mut rng = fastrand::Rng::with_seed(23);
    for _ in 0..10_000 {
        let numbers = |rng: &mut fastrand::Rng| match rng.u32(..8) {
            0 => (INFINITY, 0),
            1 if rng.bool() => (0, INFINITY),
            _ => (rng.u32(1..6), rng.u32(1..20)),
        };
        let shares: Vec<Share> = (0..rng.usize(..9))
            .map(|_| numbers(&mut rng))
            .map(|(phi, delta)| Share::new(phi, delta))
            .collect();
        let mut count = Count::NONE;
        for (index, share) in shares.iter().enumerate().filter(|(_, share)| share.delta != 0) {
            count.add(index, share.phi, share.delta);
        }
        let tally = Tally::of(Aggregate::Sum, shares.iter().copied());
        assert_eq!(count.tally(), Tally { best_delta: 0, ..tally }, "{shares:?}");
    }
}
