//! Solving Othello: last squares, stable discs and every kind of search against brute force.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use phidelta::{Game, Goal, Limits, Outcome, Reason, Solver, Value, Verdict};
use phidelta_games::learn::Model;
use phidelta_games::othello::{Color, Othello, Position, Size, Weights, score, stable};
use phidelta_testing::othello::{Plain, late};

const SIZES: [Size; 2] = [Size::Six, Size::Eight];

fn color(rng: &mut fastrand::Rng) -> Color {
    if rng.bool() { Color::Black } else { Color::White }
}

/// The last-squares routine and the bounds by stable discs, for every score and both attackers.
#[test]
fn shortcuts_are_what_brute_force_says() {
    let mut rng = fastrand::Rng::with_seed(1);
    for size in SIZES {
        let most = size.area() as i32;
        for empties in 0..=8 {
            let mut asked = 0;
            while asked < [300, 300, 300, 300, 200, 100, 60, 20, 6][empties] {
                let Some(plain) = late(&mut rng, size, empties) else {
                    if empties == 0 { break } else { continue }
                };
                asked += 1;
                let value = plain.value();
                let position = plain.position(color(&mut rng));
                for score in -most - 3..=most + 3 {
                    let game = Othello::new(position).with_score(score);
                    let answer = game.clone().with_last_squares(8).shortcut().expect("few squares left");
                    let expected = if value >= score { Outcome::Win } else { Outcome::Loss };
                    assert_eq!(answer.outcome, expected, "{score} {value}\n{position}");
                    let game = game.with_attacker(position.side().flip());
                    let answer = game.clone().with_last_squares(8).shortcut().expect("few squares left");
                    let expected = if -value >= score { Outcome::Win } else { Outcome::Loss };
                    assert_eq!(answer.outcome, expected, "{score} {value}\n{position}");
                    // By stable discs alone, if they say anything.
                    let mut game = game.with_last_squares(0);
                    if let Some(answer) = game.shortcut() {
                        assert_eq!((answer.outcome, answer.nodes), (expected, 0), "{score}\n{position}");
                    }
                }
            }
        }
    }
}

/// Where the game has ended before the board is full.
#[test]
fn shortcuts_know_early_ends() {
    let mut rng = fastrand::Rng::with_seed(2);
    let mut ended = 0;
    for number in 0..60_000 {
        let size = SIZES[number % 2];
        let mut plain = Plain::of(&Position::start(size));
        while !plain.is_over() {
            let moves = plain.moves();
            plain = if moves.is_empty() { plain.pass() } else { plain.play(moves[rng.usize(..moves.len())]) };
        }
        if (1..=8).contains(&plain.empties()) {
            ended += 1;
            let score = plain.final_score();
            for need in [score - 2, score, score + 2] {
                let mut game = Othello::new(plain.position(Color::White)).with_score(need);
                let expected = if score >= need { Outcome::Win } else { Outcome::Loss };
                assert_eq!(game.shortcut().map(|answer| answer.outcome), Some(expected));
            }
        }
    }
    assert!(ended > 1000, "{ended}");
}

/// Discs called stable keep their colour in every continuation.
#[test]
fn stable_discs_are_never_turned() {
    fn check(plain: &Plain, own: u64, opp: u64) {
        let here = plain.position(Color::Black);
        let (black, white) = (here.discs(Color::Black), here.discs(Color::White));
        assert!(black & own == own && white & opp == opp, "{here}");
        for square in plain.moves() {
            check(&plain.play(square), opp, own);
        }
        if plain.moves().is_empty() && !plain.is_over() {
            check(&plain.pass(), opp, own);
        }
    }
    // The colours change with every move, as the plain rules always have the mover as 1.
    fn start(plain: &Plain) -> u32 {
        let here = plain.position(Color::Black);
        let (black, white) = (here.discs(Color::Black), here.discs(Color::White));
        let (own, opp) = (stable(black, white, here.size()), stable(white, black, here.size()));
        check(plain, own, opp);
        (own | opp).count_ones()
    }
    let mut rng = fastrand::Rng::with_seed(3);
    let mut found = 0;
    for number in 0..1500 {
        let empties = 3 + number % 5;
        if let Some(plain) = late(&mut rng, SIZES[number % 2], empties) {
            found += start(&plain);
        }
    }
    assert!(found > 5000, "{found}");
    // A full edge is stable; so is what is anchored in a corner.
    assert_eq!(stable(0xff, 0, Size::Eight), 0xff);
    assert_eq!(stable(0x0107, 0x8, Size::Eight), 0x0107);
    assert_eq!(stable(0x7e00, 0, Size::Six), 0x7e00);
    assert_eq!(stable(0x18, 0, Size::Eight), 0);
}

/// Every search agrees with brute force, with and without the strengths of the game.
#[test]
fn all_algorithms_agree_with_brute_force() {
    let algorithms = [
        "pn",
        "pn2",
        "pn*",
        "pds",
        "df-pn",
        "df-pn(r)",
        "df-pn+tca",
        "df-pn+tca+snda",
        "df-pn+tca+wpns",
        "df-wpn",
        "bns",
        "pds-pn",
        "pn-dfpn",
        "df-pn+mobility",
        "df-pn+unit",
        "alpha-beta",
    ];
    let mut rng = fastrand::Rng::with_seed(4);
    let problems: Vec<(Plain, i32)> = (0..24)
        .filter_map(|number| late(&mut rng, SIZES[number % 2], 8 - number % 3))
        .map(|plain| (plain.clone(), plain.value()))
        .collect();
    for name in algorithms {
        let mut solver = Solver::new(name.parse().unwrap_or_else(|error| panic!("{name}: {error}")));
        for (plain, value) in &problems {
            let value = *value;
            for goal in [Goal::Win, Goal::Draw] {
                let position = plain.position(color(&mut rng));
                let expected = value > 0 || (value == 0 && goal == Goal::Draw);
                for last in [0, 4] {
                    let mut game = Othello::new(position).with_goal(goal).with_last_squares(last);
                    let report = solver.solve(&mut game).unwrap();
                    assert_eq!(report.verdict.is_proved(), expected, "{name}: {value} {goal:?}\n{position}");
                    assert!(report.verdict.is_decided() && report.line_complete);
                    assert_eq!(*game.position(), position);
                    let end = report.line.iter().fold(position, |position, &mv| {
                        assert!(position.is_legal(mv), "{}", mv.text(position.size()));
                        position.after(mv)
                    });
                    let reached = if end.side() == position.side() { end.score() } else { -end.score() };
                    let goal_reached = reached > 0 || (reached == 0 && goal == Goal::Draw);
                    assert!(end.is_over() && goal_reached == expected, "{name}: {position}\n{end}");
                }
            }
        }
    }
}

/// With a table of a few entries that loses half of what it is told.
#[test]
fn a_tiny_table_does_no_harm() {
    let mut rng = fastrand::Rng::with_seed(5);
    for name in ["alpha-beta", "df-pn"] {
        for number in 0..40 {
            let Some(plain) = late(&mut rng, SIZES[number % 2], 7) else { continue };
            let mut solver = Solver::new(name.parse().unwrap()).table_entries(16).drop_stores(number as u64);
            for score in [-10, 0, 2, 10] {
                let mut game =
                    Othello::new(plain.position(Color::Black)).with_score(score).with_last_squares(3);
                let report = solver.solve(&mut game).unwrap();
                assert_eq!(report.verdict.is_proved(), plain.value() >= score);
            }
        }
    }
}

/// Win, draw or loss by two questions, the score by several, all on one table.
#[test]
fn values_and_scores_are_those_of_brute_force() {
    let mut rng = fastrand::Rng::with_seed(6);
    for name in ["alpha-beta", "df-pn"] {
        let mut solver = Solver::new(name.parse().unwrap());
        for number in 0..60 {
            let Some(plain) = late(&mut rng, SIZES[number % 2], 4 + number % 4) else { continue };
            let position = plain.position(color(&mut rng));
            let value = plain.value();
            let mut game = Othello::new(position).with_last_squares(rng.u32(0..6));
            let expected = [Value::Loss, Value::Draw, Value::Win][(value.signum() + 1) as usize];
            assert_eq!(solver.value(&mut game).unwrap().value(), Some(expected));
            let scored = score(&mut solver, &game, &mut ()).unwrap();
            assert_eq!(scored.score(), Some(value), "{name}\n{position}");
            assert_eq!(scored.report.verdict, Verdict::Proved);
            // Both sides keep to the score on the line.
            let end = scored.report.line.iter().fold(position, |position, &mv| {
                assert!(position.is_legal(mv));
                position.after(mv)
            });
            let reached = if end.side() == position.side() { end.score() } else { -end.score() };
            assert!(scored.report.line_complete && end.is_over());
            assert_eq!(reached, value, "{name}\n{position}");
        }
    }
}

/// A limit gives bounds, never a wrong score.
#[test]
fn a_limit_leaves_the_score_open() {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut open = 0;
    for number in 0..40 {
        let Some(plain) = late(&mut rng, SIZES[number % 2], 7) else { continue };
        let limits = phidelta::Limits::default().with_nodes(rng.u64(1..2000));
        let mut solver = Solver::new("alpha-beta".parse().unwrap()).limits(limits);
        let game = Othello::new(plain.position(Color::White)).with_last_squares(4);
        let scored = score(&mut solver, &game, &mut ()).unwrap();
        assert!(scored.least <= plain.value() && plain.value() <= scored.most);
        assert_eq!(scored.report.verdict.is_decided(), scored.score().is_some());
        open += u32::from(scored.score().is_none());
    }
    assert!(open > 5, "{open}");
}

/// A forecast comes before the questions: its nodes are part of the limit's, and it ends when it is told to.
#[test]
fn a_forecast_keeps_to_the_limits() {
    let game = Othello::new(Position::start(Size::Eight));
    // Room for a forecast, which does not come to its end.
    let limit = 1_100_000;
    let mut solver = Solver::new("alpha-beta".parse().unwrap()).limits(Limits::default().with_nodes(limit));
    let report = score(&mut solver, &game, &mut ()).unwrap().report;
    assert_eq!((report.verdict, report.stats.nodes), (Verdict::Unknown(Reason::NodeLimit), limit));
    let stop = Arc::new(AtomicBool::new(true));
    let mut solver = Solver::new("alpha-beta".parse().unwrap()).limits(Limits::default().with_stop(stop));
    let report = score(&mut solver, &game, &mut ()).unwrap().report;
    assert_eq!(report.verdict, Verdict::Unknown(Reason::Stopped));
    assert!(report.stats.nodes < 100_000, "{} nodes", report.stats.nodes);
}

/// Weights drawn at random.
fn random_weights(rng: &mut fastrand::Rng, size: Size) -> Arc<Weights> {
    let contents = (0..Weights::bytes(size)).map(|_| rng.u8(..)).collect();
    let game = format!("othello {0}x{0}", size.side());
    let model = Model::new(game, "chance", contents);
    Arc::new(Weights::from_bytes(&model.to_bytes()).expect("a model"))
}

/// Verdicts, values and scores do not depend on what was learned: with weights drawn at random, with those
/// that ship and with none they are those of brute force.
#[test]
fn no_answer_depends_on_the_weights() {
    let mut rng = fastrand::Rng::with_seed(8);
    for size in SIZES {
        let models = [None, Weights::shipped(size), Some(random_weights(&mut rng, size))];
        for number in 0..20 {
            // Above eight empty squares the order of moves is by weights, too.
            let empties = if number < 2 { 9 } else { 6 + number % 3 };
            let Some(plain) = late(&mut rng, size, empties) else { continue };
            let (position, value) = (plain.position(color(&mut rng)), plain.value());
            let expected = [Value::Loss, Value::Draw, Value::Win][(value.signum() + 1) as usize];
            for (model, name) in models.iter().zip(["alpha-beta", "df-pn", "alpha-beta"]) {
                let mut solver = Solver::new(name.parse().unwrap());
                let mut game = Othello::new(position).with_weights(model.clone()).with_last_squares(3);
                assert_eq!(solver.value(&mut game).unwrap().value(), Some(expected), "{name}\n{position}");
                let scored = score(&mut solver, &game, &mut ()).unwrap();
                assert_eq!(scored.score(), Some(value), "{name}\n{position}");
                assert!(scored.report.line_complete);
            }
        }
    }
}

/// The same of the suite that ships, whose values were found with other orders of moves.
#[test]
fn no_answer_of_the_suite_depends_on_the_weights() {
    let suite = phidelta_games::suites::ALL.iter().find(|suite| suite.game == "othello").expect("ships");
    let mut rng = fastrand::Rng::with_seed(10);
    let mut asked = 0;
    for row in suite.text.lines().filter(|row| row.contains("empties=15 ") || row.contains("empties=16 ")) {
        let (text, notes) = row.split_once(';').expect("a position and its notes");
        let noted = |key: &str| notes.split(' ').find_map(|word| word.strip_prefix(key)).expect("noted");
        let position = Position::from_text(text).expect("a position");
        for name in ["alpha-beta", "df-pn"] {
            let weights = Some(random_weights(&mut rng, Size::Eight));
            let mut solver = Solver::new(name.parse().unwrap());
            let value = solver.value(&mut Othello::new(position).with_weights(weights)).unwrap().value();
            let expected = [("win", Value::Win), ("draw", Value::Draw), ("loss", Value::Loss)]
                .into_iter()
                .find_map(|(word, value)| (word == noted("value=")).then_some(value));
            assert_eq!(value, expected, "{name}\n{position}");
            asked += 1;
        }
    }
    assert!(asked > 10, "{asked}");
}

/// Answers of questions asked before, in any order, about the same positions do no harm.
#[test]
fn questions_asked_before_help_and_do_no_harm() {
    let mut rng = fastrand::Rng::with_seed(9);
    let (mut alone, mut together) = (0, 0);
    for number in 0..40 {
        let Some(plain) = late(&mut rng, SIZES[number % 2], 7) else { continue };
        let (position, value) = (plain.position(color(&mut rng)), plain.value());
        let mut solver = Solver::new("alpha-beta".parse().unwrap());
        let mut scores: Vec<i32> = (-8..=8).map(|step| value + 2 * step).collect();
        rng.shuffle(&mut scores);
        let mut asked = Vec::new();
        for score in scores {
            let game = Othello::new(position).with_score(score).with_last_squares(0);
            let report = solver.solve(&mut game.clone().with_asked(&asked)).unwrap();
            assert_eq!(report.verdict.is_proved(), value >= score, "{score} after {asked:?}\n{position}");
            assert!(report.verdict.is_decided());
            together += report.stats.nodes;
            let mut fresh = Solver::new("alpha-beta".parse().unwrap());
            alone += fresh.solve(&mut game.clone()).unwrap().stats.nodes;
            asked.push(game.score());
        }
    }
    assert!(together * 2 < alone, "{together} {alone}");
}

/// With two threads two scores are asked about at once.
#[test]
fn scores_asked_side_by_side_are_exact() {
    let mut rng = fastrand::Rng::with_seed(11);
    let mut asked = 0;
    while asked < 60 {
        let Some(plain) = late(&mut rng, SIZES[asked % 2], 8) else { continue };
        asked += 1;
        let game = Othello::new(plain.position(color(&mut rng))).with_last_squares(2);
        for name in ["alpha-beta", "df-pn", "pds"] {
            let mut solver = Solver::new(name.parse().unwrap()).memory(1 << 20).threads(2);
            let found = score(&mut solver, &game, &mut ()).unwrap();
            assert_eq!(found.score(), Some(plain.value()), "{name}\n{}", game.position());
            assert!(found.report.line_complete, "{name}\n{}", game.position());
        }
    }
}
