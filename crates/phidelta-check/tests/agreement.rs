//! Rules twice: on random positions the solver's rules and the checker's agree on the moves, on where they
//! lead, on the end of the game, and on what is settled.
//!
//! Positions are those of random games, of which each is counted once. The numbers are a sample;
//! `cargo xtask rules-twice --count N` looks at N positions of each game.

use std::collections::{BTreeSet, HashSet};

use crate::common::random_problem;
use phidelta::{Certifiable, Draws, Game, Goal};
use phidelta_check::{Rules, Turn, connect4, graph, loa, othello, shogi, uttt};
use phidelta_games::connect4::ConnectFour;
use phidelta_games::graph::generate;
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

/// Positions of each game to look at.
fn positions() -> usize {
    let asked = std::env::var("RULES_TWICE").map(|text| text.parse().expect("RULES_TWICE is a number"));
    asked.unwrap_or(SAMPLE)
}

/// Enough to meet every rule, in some seconds.
const SAMPLE: usize = 10_000;

/// The positions that two sets of rules have been compared on.
struct Comparison<'r, R> {
    rules: &'r R,
    seen: HashSet<Vec<u8>>,
    /// Some moves of the position before: mostly illegal in the present one.
    others: Vec<String>,
}

impl<R: Rules> Comparison<'_, R> {
    fn new(rules: &R) -> Comparison<'_, R> {
        Comparison { rules, seen: HashSet::new(), others: Vec::new() }
    }

    /// Plays at random from a position to the end, or for so many plies.
    fn playout<G: Certifiable>(
        &mut self,
        game: &mut G,
        plies: usize,
        goal: phidelta_check::Goal,
        random: &mut fastrand::Rng,
    ) {
        for _ in 0..plies {
            let Some(mv) = self.compare(game, goal, random) else { return };
            game.play(mv);
        }
    }

    /// Compares the rules on the present position; a move of it.
    fn compare<G: Certifiable>(
        &mut self,
        game: &mut G,
        goal: phidelta_check::Goal,
        random: &mut fastrand::Rng,
    ) -> Option<G::Move> {
        let rules = self.rules;
        let text = game.position_text();
        let position = rules.read(&text).unwrap_or_else(|reason| panic!("{text}: {reason}"));
        let mut moves = Vec::new();
        if game.outcome().is_none() {
            game.moves(&mut moves);
        }
        let mv = random.choice(&moves).copied();
        if !self.seen.insert(rules.pack(&position)) {
            return mv;
        }
        assert_eq!(rules.attacks(&position), game.side() == phidelta::Side::Attacker, "{text}");
        let end = game.outcome().map(outcome);
        match goal {
            // What is worth a win here is a score there.
            phidelta_check::Goal::Score(least) => {
                let reached = end.map(|end| {
                    end == phidelta_check::Outcome::Win || least <= 0 && end == phidelta_check::Outcome::Draw
                });
                assert_eq!(rules.score(&position).map(|score| score >= least), reached, "{text}");
            }
            _ => {
                assert_eq!(rules.end(&position), end, "{text}");
                if let Some(end) = end {
                    assert_eq!(rules.turn(&position), Turn::Ended(end), "{text}");
                }
            }
        }
        if end.is_some() {
            return None;
        }
        if game.is_settled() {
            let settled = [true, false].map(|reached| rules.settled(&position, goal, reached));
            assert_eq!(settled.iter().filter(|&&settled| settled).count(), 1, "{text} is settled");
        }
        let names: BTreeSet<String> = moves.iter().map(|&mv| game.move_text(mv)).collect();
        let Turn::Moves(theirs) = rules.turn(&position) else { panic!("{text} goes on") };
        assert_eq!(names, theirs.iter().map(|(name, _)| name.to_string()).collect(), "{text}");
        assert_eq!((moves.len(), theirs.len()), (names.len(), names.len()), "{text}");
        for name in &self.others {
            assert_eq!(rules.play(&position, name).is_some(), names.contains(name), "{text} {name}");
        }
        self.others = random.choose_multiple(names, 3);
        if let Some(mv) = mv {
            let name = game.move_text(mv);
            game.play(mv);
            let after = rules.read(&game.position_text()).expect("a position");
            game.undo(mv);
            let theirs = theirs.iter().find(|(other, _)| *other == R::Name::from(&name));
            let theirs = &theirs.expect("found above").1;
            assert_eq!(rules.pack(&after), rules.pack(theirs), "{text} {name}");
            let played = rules.play(&position, &name).expect("a legal move");
            assert_eq!(rules.pack(&after), rules.pack(&played), "{text} {name}");
        }
        mv
    }
}

/// Playouts until enough positions have been seen, or as many, for both goals of a game with draws; how
/// many positions that were.
fn agree<G: Certifiable + Draws + Clone, R: Rules>(
    root: &G,
    rules: &R,
    positions: usize,
    random: &mut fastrand::Rng,
) -> usize {
    let mut comparison = Comparison::new(rules);
    for _ in 0..positions {
        if comparison.seen.len() >= positions {
            break;
        }
        for (goal, theirs) in
            [(Goal::Win, phidelta_check::Goal::Win), (Goal::Draw, phidelta_check::Goal::Draw)]
        {
            let mut game = root.clone();
            game.set_goal(goal);
            comparison.playout(&mut game, 200, theirs, random);
        }
    }
    comparison.seen.len()
}

#[test]
fn connect_four() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut seen = 0;
    for rules in ["2x9k2", "9x1k4", "4x4k4", "5x4k3", "9x7k5", "7x6k4"] {
        let game = ConnectFour::from_text(&format!("{rules}:")).unwrap();
        let (theirs, _) = connect4::ConnectFour::new(rules, &game.position_text()).unwrap();
        seen += agree(&game, &theirs, positions() / 2, &mut random);
    }
    assert!(seen >= positions(), "{seen}");
}

#[test]
fn ultimate_tic_tac_toe() {
    let game = Uttt::new(Position::start());
    let (theirs, _) = uttt::Uttt::new("-", &game.position_text()).unwrap();
    let seen = agree(&game, &theirs, positions(), &mut fastrand::Rng::with_seed(2));
    assert!(seen >= positions(), "{seen}");
}

#[test]
fn lines_of_action() {
    let mut random = fastrand::Rng::with_seed(3);
    let once = there_and_back();
    let mut seen = 0;
    for (text, rules) in [
        ("start", LoaRules::default()),
        (&once, LoaRules::default()),
        (&once, LoaRules::default().with_repetition(Count::Second)),
        ("start", LoaRules::default().with_both(Both::MoverWins).with_stuck(Stuck::Loses)),
    ] {
        let name = format!(
            "both-connected={} no-move={} repetition={}",
            if rules.both == Both::Draw { "draw" } else { "mover-wins" },
            if rules.stuck == Stuck::Passes { "pass" } else { "loss" },
            if rules.repetition == Count::Third { "third" } else { "second" },
        );
        let history = History::from_text(text, rules).unwrap();
        let game = Loa::new(&history);
        let (theirs, root) = loa::Loa::new(&name, history.text()).unwrap();
        assert_eq!(theirs.end(&root), game.outcome().map(outcome));
        seen += agree(&game, &theirs, positions() / 2, &mut random);
    }
    assert!(seen >= positions(), "{seen}");
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
fn othello_games() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut seen = 0;
    for (rules, text) in [("8x8", "start"), ("6x6", "6x6")] {
        let game = Othello::new(Discs::from_text(text).unwrap());
        let (theirs, _) = othello::Othello::new(rules, &game.position_text()).unwrap();
        seen += agree(&game, &theirs, positions() / 2, &mut random);
        // Whatever score is asked for, what is settled for one is settled for the other, in the same way.
        let mut comparison = Comparison::new(&theirs);
        while comparison.seen.len() < positions() / 5 {
            let least = 2 * random.i32(-34..=34);
            let mut game = game.clone().with_score(least);
            comparison.playout(&mut game, 200, phidelta_check::Goal::Score(least), &mut random);
        }
    }
    assert!(seen >= positions(), "{seen}");
}

#[test]
fn mate_problems() {
    let mut random = fastrand::Rng::with_seed(4);
    let (mut seen, mut tries) = ([HashSet::new(), HashSet::new()], 0);
    while seen.iter().any(|seen| seen.len() < positions()) {
        tries += 1;
        let text = random_problem(&mut random);
        // The side to move mates, or is mated.
        let problems = [("tsume", Tsume::from_sfen(&text)), ("mated", Tsume::mated_from_sfen(&text))];
        for ((rules, game), seen) in problems.into_iter().zip(&mut seen) {
            let Ok(mut game) = game else { continue };
            if seen.len() >= positions() {
                continue;
            }
            let (theirs, _) = shogi::Tsume::new(rules, &game.position_text())
                .unwrap_or_else(|reason| panic!("{text}: {reason}"));
            let mut comparison =
                Comparison { rules: &theirs, seen: std::mem::take(seen), others: Vec::new() };
            comparison.playout(&mut game, 12, phidelta_check::Goal::Win, &mut random);
            *seen = comparison.seen;
        }
    }
    assert!(tries < 200 * positions(), "{tries}");
}

#[test]
fn graphs() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut seen = 0;
    for seed in 0.. {
        if seen >= positions() {
            return;
        }
        let shape = generate::Shape {
            nodes: random.u32(1..300),
            most_children: random.u32(1..6),
            span: *random.choice(&[3, 20, u32::MAX]).unwrap(),
            leaf: 0.2,
            draw: 0.3,
            // Nodes that the graph says nothing about.
            open: 0.1,
            ..Default::default()
        };
        let graph = match seed % 3 {
            0 => generate::tree(&shape, seed),
            1 => generate::dag(&shape, seed),
            _ => generate::cyclic(&shape, seed),
        };
        let (theirs, _) = graph::Graph::new(&graph.certificate_rules(), &graph.certificate_root()).unwrap();
        let mut comparison = Comparison::new(&theirs);
        for _ in 0..50 {
            comparison.playout(&mut graph.game(), 50, phidelta_check::Goal::Win, &mut random);
        }
        seen += comparison.seen.len();
    }
}
