//! What the checker's rules settle at sight is so: near the end of random games everything is played out, with
//! these rules alone.

use std::collections::HashMap;

use phidelta_check::{Goal, Outcome, Rules, Turn, connect4, othello, uttt};

/// Whether the attacker reaches a goal, by trying all moves.
fn reached<R: Rules>(
    rules: &R,
    position: &R::Position,
    goal: Goal,
    known: &mut HashMap<Vec<u8>, bool>,
) -> bool {
    let key = rules.pack(position);
    if let Some(&reached) = known.get(&key) {
        return reached;
    }
    let found = match rules.turn(position) {
        Turn::Ended(outcome) => match goal {
            Goal::Score(least) => rules.score(position).is_some_and(|score| score >= least),
            Goal::Win => outcome == Outcome::Win,
            Goal::Draw => outcome != Outcome::Loss,
        },
        Turn::Moves(moves) => {
            let attacks = rules.attacks(position);
            moves.iter().any(|(_, after)| reached(rules, after, goal, known) == attacks) == attacks
        }
    };
    known.insert(key, found);
    found
}

/// Compares a position; counts what is settled, by what for.
fn compare<R: Rules>(rules: &R, position: &R::Position, goals: &[Goal], settled: &mut HashMap<String, u32>) {
    if rules.end(position).is_some() {
        return;
    }
    for &goal in goals {
        let truth = reached(rules, position, goal, &mut HashMap::new());
        for claimed in [true, false] {
            let said = rules.settled(position, goal, claimed);
            assert!(!said || truth == claimed, "{} {goal} {claimed}", rules.text(position));
            *settled.entry(format!("{goal} {claimed} {said}")).or_default() += 1;
        }
    }
}

/// Plays at random until so few moves are left that all can be tried; the positions from there on.
fn games<R: Rules>(
    rules: &R,
    root: &R::Position,
    (from, to): (usize, usize),
    count: usize,
    mut look: impl FnMut(&R::Position),
) {
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..count {
        let mut position = root.clone();
        for ply in 0..to {
            if ply >= from {
                look(&position);
            }
            let Turn::Moves(moves) = rules.turn(&position) else { break };
            let Some((_, after)) = random.choice(moves) else { break };
            position = after;
        }
    }
}

/// Each claim must have been settled, and left open, so many times.
fn both_were_met(settled: &HashMap<String, u32>, claims: &[&str], least: u32) {
    for claim in claims {
        for said in [true, false] {
            let count = settled.get(&format!("{claim} {said}")).copied().unwrap_or(0);
            assert!(count >= least, "{claim} {said}: {count} are too few to mean something: {settled:?}");
        }
    }
}

#[test]
fn connect_four_without_a_row_left() {
    let mut settled = HashMap::new();
    for size in ["3x3k3", "4x3k3", "4x2k3"] {
        let columns = usize::from(size.as_bytes()[0] - b'0');
        let (rules, root) = connect4::ConnectFour::new(size, &"/".repeat(columns - 1)).unwrap();
        games(&rules, &root, (0, 12), 60, |position| {
            compare(&rules, position, &[Goal::Win, Goal::Draw], &mut settled);
        });
    }
    both_were_met(&settled, &["win false", "draw true"], 20);
    // Of the other two it says nothing.
    assert_eq!((settled.get("win true true"), settled.get("draw false true")), (None, None));
    let (rules, root) = connect4::ConnectFour::new("3x3k3", "//").unwrap();
    assert!(!rules.settled(&root, Goal::Score(2), true) && !rules.settled(&root, Goal::Score(2), false));
}

#[test]
fn ultimate_tic_tac_toe_without_a_line_left() {
    let empty = format!("X;.........;{}", ["........."; 9].join("/"));
    let (rules, root) = uttt::Uttt::new("-", &empty).unwrap();
    let mut settled = HashMap::new();
    // Most games end after fifty moves or more; those with few moves left are looked at.
    games(&rules, &root, (44, 81), 150, |position| {
        let Turn::Moves(moves) = rules.turn(position) else { return };
        let open = rules.text(position).bytes().skip(12).filter(|&sign| sign == b'.').count();
        if moves.len() <= 6 && open <= 24 {
            compare(&rules, position, &[Goal::Win, Goal::Draw], &mut settled);
        }
    });
    both_were_met(&settled, &["win false", "draw true"], 20);
    assert_eq!((settled.get("win true true"), settled.get("draw false true")), (None, None));
    for (goal, claimed) in [(Goal::Win, false), (Goal::Draw, true), (Goal::Score(0), true)] {
        assert!(!rules.settled(&root, goal, claimed));
    }
}

#[test]
fn othello_with_discs_that_cannot_be_turned() {
    let start = format!("{}OX----XO{} X", "-".repeat(14), "-".repeat(14));
    let (rules, root) = othello::Othello::new("6x6", &start).unwrap();
    let mut settled = HashMap::new();
    let goals = [Goal::Win, Goal::Draw, Goal::Score(-10), Goal::Score(2), Goal::Score(12)];
    games(&rules, &root, (25, 40), 120, |position| compare(&rules, position, &goals, &mut settled));
    let claims = ["win true", "win false", "draw true", "draw false", "score>=2 true", "score>=-10 false"];
    both_were_met(&settled, &claims, 20);
    for (goal, claimed) in goals.into_iter().flat_map(|goal| [(goal, true), (goal, false)]) {
        assert!(!rules.settled(&root, goal, claimed));
    }
}
