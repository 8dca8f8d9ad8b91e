//! Rules twice: on random positions the solver's rules and the checker's agree on the moves, on where they
//! lead, on the end of the game, and on what is settled.

mod common;

use std::collections::BTreeSet;

use common::random_problem;
use phidelta::{Certifiable, Draws, Game, Goal};
use phidelta_check::{Rules, connect4, loa, othello, shogi, uttt};
use phidelta_games::connect4::ConnectFour;
use phidelta_games::loa::{Both, Count, History, Loa, Rules as LoaRules, Stuck};
use phidelta_games::othello::{Othello, Position as Discs};
use phidelta_games::shogi::Tsume;
use phidelta_games::uttt::{Position, Uttt};

fn outcome(outcome: phidelta::Outcome) -> phidelta_check::Outcome {
    match outcome {
        phidelta::Outcome::Win => phidelta_check::Outcome::Win,
        phidelta::Outcome::Draw => phidelta_check::Outcome::Draw,
        phidelta::Outcome::Loss => phidelta_check::Outcome::Loss,
    }
}

/// Plays at random from a position to the end, or for so many plies; the positions looked at.
fn playout<G: Certifiable, R: Rules>(
    game: &mut G,
    rules: &R,
    plies: usize,
    goal: phidelta_check::Goal,
    random: &mut fastrand::Rng,
) -> u32 {
    for ply in 0..plies as u32 {
        let text = game.position_text();
        let position = rules.read(&text).unwrap_or_else(|reason| panic!("{text}: {reason}"));
        assert_eq!(rules.attacks(&position), game.side() == phidelta::Side::Attacker, "{text}");
        match goal {
            phidelta_check::Goal::Score(least) => {
                let reached = game.outcome().map(|outcome| outcome == phidelta::Outcome::Win);
                let reached =
                    reached.map(|won| won || least <= 0 && game.outcome() == Some(phidelta::Outcome::Draw));
                assert_eq!(rules.score(&position).map(|score| score >= least), reached, "{text}");
            }
            _ => assert_eq!(rules.end(&position), game.outcome().map(outcome), "{text}"),
        }
        if game.outcome().is_some() {
            return ply + 1;
        }
        if game.is_settled() {
            assert!(rules.settled(&position, goal).is_some(), "{text} is settled");
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let names: BTreeSet<String> = moves.iter().map(|&mv| game.move_text(mv)).collect();
        let theirs = rules.moves(&position);
        assert_eq!(names, theirs.iter().map(|(name, _)| name.clone()).collect(), "{text}");
        assert_eq!((moves.len(), theirs.len()), (names.len(), names.len()), "{text}");
        let mv = moves[random.usize(..moves.len())];
        let name = game.move_text(mv);
        game.play(mv);
        let after = &theirs.iter().find(|(other, _)| *other == name).expect("found above").1;
        let read = rules.read(&game.position_text()).expect("a position");
        assert_eq!(rules.pack(&read), rules.pack(after), "{text} {name}");
    }
    plies as u32
}

/// Playouts until enough positions have been seen, for both goals of a game with draws.
fn agree<G: Certifiable + Draws + Clone, R: Rules>(
    root: &G,
    rules: &R,
    positions: u32,
    random: &mut fastrand::Rng,
) {
    let mut seen = 0;
    while seen < positions {
        for (goal, theirs) in
            [(Goal::Win, phidelta_check::Goal::Win), (Goal::Draw, phidelta_check::Goal::Draw)]
        {
            let mut game = root.clone();
            game.set_goal(goal);
            seen += playout(&mut game, rules, 200, theirs, random);
        }
    }
}

#[test]
fn connect_four() {
    let mut random = fastrand::Rng::with_seed(1);
    for rules in ["7x6k4", "5x4k3", "4x4k4", "2x9k2", "9x1k4"] {
        let game = ConnectFour::from_text(&format!("{rules}:")).unwrap();
        let (theirs, _) = connect4::ConnectFour::new(rules, &game.position_text()).unwrap();
        agree(&game, &theirs, 20_000, &mut random);
    }
}

#[test]
fn ultimate_tic_tac_toe() {
    let game = Uttt::new(Position::start());
    let (theirs, _) = uttt::Uttt::new("-", &game.position_text()).unwrap();
    agree(&game, &theirs, 100_000, &mut fastrand::Rng::with_seed(2));
}

#[test]
fn lines_of_action() {
    let mut random = fastrand::Rng::with_seed(3);
    let once = there_and_back();
    for (text, rules) in [
        ("start", LoaRules::default()),
        (&once, LoaRules::default()),
        (&once, LoaRules { repetition: Count::Second, ..LoaRules::default() }),
        ("start", LoaRules { both: Both::MoverWins, stuck: Stuck::Loses, repetition: Count::Third }),
    ] {
        let name = format!(
            "both-connected={} no-move={} repetition={}",
            if rules.both == Both::Draw { "draw" } else { "mover-wins" },
            if rules.stuck == Stuck::Passes { "pass" } else { "loss" },
            if rules.repetition == Count::Third { "third" } else { "second" },
        );
        let history = History::from_text(text, rules).unwrap();
        let game = Loa::new(&history);
        let (theirs, root) = loa::Loa::new(&name, text).unwrap();
        assert_eq!(theirs.end(&root), game.outcome().map(outcome));
        agree(&game, &theirs, 30_000, &mut random);
    }
}

/// Moves from the start that lead back to it.
fn there_and_back() -> String {
    let back = |mv: &str| mv.split('-').rev().collect::<Vec<_>>().join("-");
    let start = Loa::new(&History::from_text("start", LoaRules::default()).unwrap());
    let mut moves = Vec::new();
    start.moves(&mut moves);
    for first in moves.iter().map(ToString::to_string) {
        let after =
            Loa::new(&History::from_text(&format!("start moves {first}"), LoaRules::default()).unwrap());
        let mut replies = Vec::new();
        after.moves(&mut replies);
        for reply in replies.iter().map(ToString::to_string) {
            let text = format!("start moves {first} {reply} {} {}", back(&first), back(&reply));
            if History::from_text(&text, LoaRules::default()).is_ok() {
                return text;
            }
        }
    }
    panic!("no way back");
}

#[test]
fn othello_endgames() {
    let mut random = fastrand::Rng::with_seed(5);
    for (rules, text) in [("8x8", "start"), ("6x6", "6x6")] {
        let game = Othello::new(Discs::from_text(text).unwrap());
        let (theirs, _) = othello::Othello::new(rules, &game.position_text()).unwrap();
        agree(&game, &theirs, 50_000, &mut random);
        // Whatever score is asked for, what is settled for one is settled for the other, in the same way.
        let mut seen = 0;
        while seen < 20_000 {
            let least = 2 * random.i32(-34..=34);
            let mut game = game.clone().with_score(least);
            seen += playout(&mut game, &theirs, 200, phidelta_check::Goal::Score(least), &mut random);
        }
    }
}

#[test]
fn mate_problems() {
    let mut random = fastrand::Rng::with_seed(4);
    let mut seen = 0;
    let mut tries = 0;
    while seen < 30_000 {
        tries += 1;
        let text = random_problem(&mut random);
        let Ok(mut game) = Tsume::from_sfen(&text) else { continue };
        let (theirs, _) = shogi::Tsume::new("tsume", &game.position_text())
            .unwrap_or_else(|reason| panic!("{text}: {reason}"));
        seen += playout(&mut game, &theirs, 12, phidelta_check::Goal::Win, &mut random);
    }
    assert!(tries < 1_000_000, "{tries}");
}
