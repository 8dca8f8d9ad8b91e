//! Searches over Lines of Action against shallow brute force with the plain rules.

use phidelta::{Draws, Game, Goal, Limits, Solver};
use phidelta_games::loa::{Both, Count, History, Loa, Rules, Stuck};
use phidelta_testing::loa::{BLACK, EMPTY, PlainEnd, PlainGame, PlainRules, WHITE};

/// Whether `attacker` forces a win within `plies`, a repetition being none.
fn forced(game: &PlainGame, attacker: u8, plies: u32) -> bool {
    match game.end() {
        Some(end) => return end == PlainEnd::Wins(attacker),
        None if plies == 0 => return false,
        None => {}
    }
    let next = |mv| {
        let mut next = game.clone();
        next.play(mv);
        forced(&next, attacker, plies - 1)
    };
    if game.side == attacker {
        game.moves().into_iter().any(next)
    } else {
        game.moves().into_iter().all(next)
    }
}

/// A board with a few pieces of each side, most of them near the middle, that is not over.
fn random_board(random: &mut fastrand::Rng, rules: PlainRules) -> PlainGame {
    loop {
        let mut board = [[EMPTY; 8]; 8];
        for color in [BLACK, WHITE] {
            for _ in 0..random.u32(3..6) {
                let (x, y) = (random.usize(1..7), random.usize(1..7));
                board[y][x] = color;
            }
        }
        let game = PlainGame::from_board(board, if random.bool() { BLACK } else { WHITE }, rules);
        let both = [BLACK, WHITE].iter().all(|color| board.iter().flatten().any(|cell| cell == color));
        if both && game.end().is_none() {
            return game;
        }
    }
}

const NAMES: [&str; 11] = [
    "df-pn+tca+eps=0.25",
    "df-pn+tca+unit",
    "df-pn+tca+mobility",
    "df-pn+tca+immediate",
    "df-pn(r)+snda",
    "df-pn+tca+wpns",
    "pds+tca",
    "pn",
    "pn2+a=1000+b=200",
    "pn-dfpn+tca+jobs=50",
    "alpha-beta",
];

/// Every verdict agrees with what three plies of brute force know; those that need no more are found.
fn compare(seeds: std::ops::Range<u64>, names: &[&str], rules: Rules, plain: PlainRules) -> (u32, u32) {
    let limits = Limits::default().with_nodes(3000);
    let mut solvers: Vec<Solver> = names
        .iter()
        .map(|name| Solver::new(name.parse().unwrap()).memory(1 << 22).limits(limits.clone()))
        .collect();
    let (mut wins, mut losses) = (0, 0);
    for seed in seeds {
        let board = random_board(&mut fastrand::Rng::with_seed(seed), plain);
        let text = board.text();
        let wins_soon = forced(&board, board.side, 3);
        let loses_soon = forced(&board, 3 - board.side, 2);
        wins += u32::from(wins_soon);
        losses += u32::from(loses_soon);
        for (name, solver) in names.iter().zip(&mut solvers) {
            let mut game = Loa::new(&History::from_text(&text, rules).unwrap());
            let before = game.position().clone();
            let win = solver.solve(&mut game).unwrap();
            // Only searches that look one move ahead are sure to find it within the limit.
            let must_find = name.starts_with("df-pn") && !name.ends_with("unit");
            assert!(!(wins_soon && win.verdict.is_disproved()), "{text} {name}");
            assert!(!(loses_soon && win.verdict.is_proved()), "{text} {name}");
            assert!(!(must_find && (wins_soon || loses_soon) && !win.verdict.is_decided()), "{text} {name}");
            if win.verdict.is_proved() && win.line_complete {
                for &mv in &win.line {
                    assert_eq!(game.outcome(), None);
                    game.play(mv);
                }
                assert_eq!(game.outcome(), Some(phidelta::Outcome::Win), "{text} {name} {:?}", win.line);
                win.line.iter().rev().for_each(|&mv| game.undo(mv));
            }
            game.set_goal(Goal::Draw);
            let draw = solver.solve(&mut game).unwrap();
            assert_eq!(game.position(), &before);
            assert!(!(wins_soon && draw.verdict.is_disproved()), "{text} {name}");
            assert!(!(loses_soon && draw.verdict.is_proved()), "{text} {name}");
            assert!(!(win.verdict.is_proved() && draw.verdict.is_disproved()), "{text} {name}");
        }
    }
    (wins, losses)
}

#[test]
fn verdicts_agree_with_brute_force_three_plies_deep() {
    let plain = PlainRules { both_connected_is_draw: true, stuck_passes: true, occurrences: 2 };
    let (wins, losses) = compare(0..100, &NAMES, Rules::default(), plain);
    assert!(wins >= 20 && losses >= 1, "{wins} wins, {losses} losses");
}

#[test]
fn verdicts_agree_with_brute_force_in_every_variant() {
    for both in [Both::Draw, Both::MoverWins] {
        for stuck in [Stuck::Passes, Stuck::Loses] {
            for repetition in [Count::Second, Count::Third] {
                let plain = PlainRules {
                    both_connected_is_draw: both == Both::Draw,
                    stuck_passes: stuck == Stuck::Passes,
                    occurrences: 2,
                };
                let names = ["df-pn+tca+eps=0.25", "pn"];
                compare(
                    100..125,
                    &names,
                    Rules::default().with_both(both).with_stuck(stuck).with_repetition(repetition),
                    plain,
                );
            }
        }
    }
}

/// A forced win in a game of Winands's thesis of 2000, five plies before its end.
const REAL: &str = "---X--------OOO---XOX-XO-X----O-----X---------XX-------O-------- O";

#[test]
fn first_numbers_change_the_way_and_not_the_answer() {
    for numbers in ["", "+unit", "+mobility"] {
        for name in ["df-pn+tca", "df-pn+tca+eps=0.25", "df-pn(r)", "df-pn+tca+snda", "pn"] {
            let mut game = Loa::new(&History::from_text(REAL, Rules::default()).unwrap());
            let name = format!("{name}{numbers}");
            let report = Solver::new(name.parse().unwrap()).memory(1 << 26).solve(&mut game).unwrap();
            assert!(report.verdict.is_proved(), "{name}");
            assert!(report.line_complete && report.line.len() % 2 == 1, "{:?}", report.line);
        }
    }
}
