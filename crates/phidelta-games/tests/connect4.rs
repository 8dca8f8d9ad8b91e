//! Connect four against a plain second implementation: rules, values of small boards, text.

use phidelta::{Algorithm, Draws, Game, Goal, Outcome, Solver, Value};
use phidelta_games::connect4::{ConnectFour, Shape};
use phidelta_testing::algorithms::all;
use phidelta_testing::connect4::{Plain, random_game};

fn board(text: &str) -> ConnectFour {
    ConnectFour::from_text(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn value(game: &mut ConnectFour, algorithm: &str) -> Value {
    let mut solver = Solver::new(algorithm.parse::<Algorithm>().expect("a name"));
    solver.value(game).expect("the memory is there").value().expect("no limits")
}

#[test]
fn ten_thousand_random_games_agree_with_plain_rules() {
    let mut ends = [0; 3];
    for seed in 0..10_000 {
        let (width, height, row) =
            [(7, 6, 4), (5, 4, 4), (4, 4, 3), (9, 7, 5), (3, 3, 3), (6, 2, 2), (1, 5, 4), (16, 7, 4)]
                [seed as usize % 8];
        let mut game = ConnectFour::new(Shape::new(width, height, row).expect("fits"));
        let mut plain = Plain::new(width.into(), height.into(), row.into());
        let mut keys = std::collections::HashSet::new();
        let mut played = Vec::new();
        random_game(&mut plain, seed, |plain, next| {
            let mut moves = Vec::new();
            if plain.winner.is_none() && !plain.is_full() {
                game.moves(&mut moves);
            }
            moves.sort_unstable();
            let expected: Vec<u8> = plain.moves().iter().map(|&column| column as u8).collect();
            assert_eq!(moves, expected, "{played:?}");
            let to_move_attacks = played.len() % 2 == 0;
            let outcome = match (plain.winner, plain.is_full()) {
                (Some(first), _) => Some(if first { Outcome::Win } else { Outcome::Loss }),
                (None, true) => Some(Outcome::Draw),
                (None, false) => None,
            };
            assert_eq!(game.outcome(), outcome, "{played:?}");
            assert_eq!(game.side() == phidelta::Side::Attacker, to_move_attacks);
            for column in 0..width {
                for level in 0..height {
                    assert_eq!(game.stone(column, level), plain.stone(column.into(), level.into()));
                }
            }
            assert!(keys.insert(game.key()), "a position of the past has the same key: {played:?}");
            let Some(column) = next else { return };
            let (before, after) = (game.key(), game.key_after(column as u8));
            game.play(column as u8);
            assert_eq!(game.key(), after);
            game.undo(column as u8);
            assert_eq!(game.key(), before);
            game.play(column as u8);
            played.push(column as u8);
        });
        ends[match plain.winner {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        }] += 1;
        for &column in played.iter().rev() {
            game.undo(column);
        }
        assert_eq!(game.key(), ConnectFour::new(game.shape()).key());
    }
    assert!(ends.iter().all(|&count| count > 500), "{ends:?}");
}

#[test]
fn equal_positions_have_equal_keys_and_shapes_differ() {
    assert_eq!(board("1234").key(), board("3214").key());
    assert_ne!(board("1234").key(), board("1243").key());
    assert_ne!(board("7x6:1").key(), board("7x5:1").key());
    assert_ne!(board("7x6:1").key(), board("7x6k5:1").key());
}

#[test]
fn a_twin_is_the_mirror_image() {
    for (text, image) in
        [("1234", "7654"), ("7x6:112", "7x6:776"), ("5x4k3:1225", "5x4k3:5441"), ("2x3:1", "2x3:2")]
    {
        let (game, image) = (board(text), board(image));
        assert_eq!(game.twin_key(), Some(image.key()), "{text}");
        assert_eq!(image.twin_key(), Some(game.key()), "{text}");
    }
    for alone in ["", "4", "4444", "7x6:1717"].map(|moves| moves.trim_start_matches("7x6:")) {
        let game = if alone.is_empty() { board("7x6:") } else { board(alone) };
        let symmetric = alone != "1717";
        assert_eq!(game.twin_key().is_none(), symmetric, "{alone}");
    }
    // In the second half of the game nothing is asked for.
    assert_eq!(board("4x3:1121223").twin_key(), None);
}

#[test]
fn mirror_images_are_searched_once() {
    /// The same without twins: a wrapper has none unless it says that it changes nothing.
    #[derive(Clone)]
    struct Alone(ConnectFour);
    impl phidelta::Wrapper for Alone {
        type Inner = ConnectFour;
        fn inner(&self) -> &ConnectFour {
            &self.0
        }
        fn inner_mut(&mut self) -> &mut ConnectFour {
            &mut self.0
        }
    }
    let mut solver = Solver::new("alpha-beta".parse::<Algorithm>().expect("a name"));
    let with = solver.solve(&mut board("5x4:")).expect("the memory is there");
    solver.forget();
    let without = solver.solve(&mut Alone(board("5x4:"))).expect("the memory is there");
    assert_eq!(with.verdict, without.verdict);
    assert!(with.stats.nodes * 4 < without.stats.nodes * 3, "{} {}", with.stats.nodes, without.stats.nodes);
}

#[test]
fn perft_counts_positions_to_some_depth() {
    // The first eight are the published counts of games on 7x6; the first column is full after six.
    let counts = |text: &str, depth: usize| -> Vec<u64> {
        let mut game = board(text);
        (1..=depth).map(|depth| perft(&mut game, depth)).collect()
    };
    assert_eq!(counts("7x6:", 8), [7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234]);
    assert_eq!(counts("3x3k3:", 6), plain_counts(3, 3, 3, 6));
    assert_eq!(counts("5x4:", 7), plain_counts(5, 4, 4, 7));
}

fn perft(game: &mut ConnectFour, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.outcome().is_some() {
        return 0;
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut count = 0;
    for mv in moves {
        game.play(mv);
        count += perft(game, depth - 1);
        game.undo(mv);
    }
    count
}

fn plain_counts(width: usize, height: usize, row: usize, depth: usize) -> Vec<u64> {
    let plain = Plain::new(width, height, row);
    (1..=depth).map(|depth| plain.perft(depth)).collect()
}

/// Values of empty boards for the first player. They are what `Plain::value`, an exhaustive search over
/// plain rules, finds, and above 20 cells alpha-beta; beyond 16 cells in the test that is ignored.
const VALUES: [(u8, u8, u8, Value); 13] = [
    (4, 4, 4, Value::Draw),
    (5, 4, 4, Value::Draw),
    (4, 5, 4, Value::Draw),
    (5, 5, 4, Value::Draw),
    (6, 4, 4, Value::Loss),
    (4, 6, 4, Value::Draw),
    (3, 3, 3, Value::Draw),
    (4, 4, 3, Value::Win),
    (4, 3, 3, Value::Win),
    (3, 5, 3, Value::Draw),
    (2, 6, 3, Value::Draw),
    (5, 2, 3, Value::Draw),
    (3, 3, 2, Value::Win),
];

#[test]
fn small_boards_have_their_known_values() {
    for (width, height, row, expected) in VALUES {
        let shape = Shape::new(width, height, row).expect("fits");
        for algorithm in ["df-pn", "alpha-beta"] {
            let found = value(&mut ConnectFour::new(shape), algorithm);
            assert_eq!(found, expected, "{width}x{height}k{row} with {algorithm}");
        }
        if width * height <= 16 {
            let plain = Plain::new(width.into(), height.into(), row.into());
            assert_eq!(plain.value(), expected, "{width}x{height}k{row} by exhaustion");
        }
    }
}

#[test]
#[ignore = "minutes: exhaustive search of boards up to 20 cells by plain rules, alpha-beta above"]
fn larger_boards_have_their_known_values_by_exhaustion() {
    for (width, height, row, expected) in VALUES {
        let found = if width * height <= 20 {
            Plain::new(width.into(), height.into(), row.into()).value()
        } else {
            value(&mut ConnectFour::new(Shape::new(width, height, row).expect("fits")), "alpha-beta")
        };
        assert_eq!(found, expected, "{width}x{height}k{row}");
    }
}

#[test]
fn every_algorithm_finds_the_values_of_small_positions() {
    for seed in 0..40 {
        let mut plain = Plain::new(4, 4, 3 + seed as usize % 2);
        let mut game = ConnectFour::new(Shape::new(4, 4, 3 + seed as u8 % 2).expect("fits"));
        for column in phidelta_testing::connect4::opening(&mut plain, seed, 5) {
            game.play(column as u8);
        }
        game.attack();
        let truth = plain.value();
        for algorithm in all() {
            let found = value(&mut game, &algorithm.to_string());
            assert_eq!(found, truth, "{algorithm}, seed {seed}\n{}", game.drawn());
        }
    }
}

#[test]
fn shortcuts_say_what_an_exhaustive_search_says() {
    let mut found = std::collections::BTreeMap::new();
    for seed in 0..6000 {
        let (width, height, row) = [(4, 4, 4), (4, 4, 3), (5, 3, 3), (3, 5, 4)][seed as usize % 4];
        let mut plain = Plain::new(width, height, row);
        let plies = 5 + seed as usize / 4 % 9;
        let mut game = ConnectFour::new(Shape::new(width as u8, height as u8, row as u8).expect("fits"));
        for column in phidelta_testing::connect4::opening(&mut plain, seed, plies) {
            game.play(column as u8);
        }
        let truth = plain.value();
        for goal in [Goal::Win, Goal::Draw] {
            for attacks in [true, false] {
                let mut game = game.clone();
                game.attack();
                if !attacks {
                    game.defend();
                }
                game.set_goal(goal);
                let Some(shortcut) = game.shortcut() else { continue };
                // For the attacker, who may be the other side.
                let value = match (truth, attacks) {
                    (Value::Draw, _) => Outcome::Draw,
                    (Value::Win, true) | (Value::Loss, false) => Outcome::Win,
                    (Value::Loss, true) | (Value::Win, false) => Outcome::Loss,
                };
                let reaches =
                    |outcome| outcome == Outcome::Win || (outcome == Outcome::Draw && goal == Goal::Draw);
                assert_eq!(reaches(shortcut.outcome), reaches(value), "{goal:?}\n{}", game.drawn());
                if shortcut.length <= 2 && shortcut.outcome != Outcome::Draw {
                    assert_eq!(shortcut.outcome, value);
                }
                *found.entry((shortcut.length.min(3), reaches(value))).or_insert(0) += 1;
            }
        }
    }
    assert!(found.len() >= 6 && found.values().all(|&count| count > 20), "{found:?}");
}

#[test]
fn the_last_cells_of_the_usual_board_say_what_an_exhaustive_search_says() {
    let (mut looked_at, mut answers) = (0, std::collections::BTreeSet::new());
    for seed in 0..400 {
        let mut plain = Plain::new(7, 6, 4);
        let mut game = ConnectFour::new(Shape::USUAL);
        for column in phidelta_testing::connect4::opening(&mut plain, seed, 30 + seed as usize % 8) {
            game.play(column as u8);
        }
        if game.plies() < 30 {
            continue;
        }
        let truth = plain.value();
        for (goal, reached) in [(Goal::Win, truth == Value::Win), (Goal::Draw, truth != Value::Loss)] {
            game.attack();
            game.set_goal(goal);
            let shortcut = game.shortcut().expect("few cells are left");
            let found =
                shortcut.outcome == Outcome::Win || (shortcut.outcome == Outcome::Draw && goal == Goal::Draw);
            assert_eq!(found, reached, "{goal:?}\n{}", game.drawn());
            if shortcut.nodes > 0 {
                looked_at += 1;
                answers.insert(truth);
            }
        }
    }
    assert!(looked_at > 40 && answers.len() == 3, "{looked_at} {answers:?}");
}

#[test]
fn urgent_moves_come_first_and_losing_ones_last() {
    let ordered = |text: &str| {
        let (mut game, mut moves, mut priorities) = (board(text), Vec::new(), Vec::new());
        game.moves(&mut moves);
        assert_eq!(game.move_priorities(&moves, &mut priorities), 0);
        let one_by_one: Vec<i32> = moves.iter().map(|&mv| game.move_priority(mv)).collect();
        assert_eq!(priorities, one_by_one);
        let mut columns: Vec<(i32, u8)> = priorities.into_iter().zip(moves.iter().map(|mv| mv + 1)).collect();
        columns.sort_unstable();
        columns
    };
    // X has three on the ground, 1 to 3: O must go to 4.
    assert_eq!(ordered("11223").last().map(|&(_, column)| column), Some(4));
    // X has three on the second level, 1 to 3: whoever goes to 4 lets X complete the row above.
    assert_eq!(ordered("711227363")[0].1, 4);
    // A third stone on the ground with room on both sides completes in two cells.
    assert_eq!(ordered("3747").last(), Some(&(2, 5)));
}

#[test]
fn positions_of_the_usual_board_twelve_plies_in() {
    // Two searches with different thresholds.
    let mut values = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let mut plain = Plain::new(7, 6, 4);
        let mut game = ConnectFour::new(Shape::USUAL);
        for column in phidelta_testing::connect4::opening(&mut plain, seed, 12) {
            game.play(column as u8);
        }
        game.attack();
        let found = value(&mut game, "df-pn");
        assert_eq!(found, value(&mut game, "pds"), "seed {seed}");
        values.insert(found);
    }
    assert!(values.len() > 1);
}

#[test]
fn text_is_read_and_mistakes_are_marked() {
    let game = board("4453");
    assert_eq!((game.plies(), game.to_move(), game.shape()), (4, 'X', Shape::USUAL));
    assert_eq!(game.drawn().lines().nth(5), Some(" . . O X X . ."));
    assert_eq!(game.drawn().lines().last(), Some(" 1 2 3 4 5 6 7"));
    assert_eq!(board(" 7x6: 44 53 ").key(), game.key());
    assert_eq!(board("12x9k5:aBc").shape(), Shape::new(12, 9, 5).expect("fits"));
    assert_eq!(board("12x9k5:aBc").move_text(11), "c");
    for (text, place, words) in [
        ("", 0..0, "no position"),
        ("445x3", 3..4, "'x', expected a column from 1 to 7"),
        ("8", 0..1, "'8', expected a column from 1 to 7"),
        ("0", 0..1, "'0'"),
        ("44ä", 2..4, "'ä'"),
        ("4444444", 6..7, "column 4 is full, expected one with fewer than 6 stones"),
        ("12121213", 7..8, "'3' after the end of the game: X has 4 in a row"),
        ("2x1:121", 6..7, "'1' after the end of the game: the board is full"),
        ("7:44", 0..1, "'7', expected a board such as 7x6"),
        (" 7y6:44", 1..4, "'7y6'"),
        ("7x-6:", 0..4, "expected a board"),
        ("+7x6:", 0..4, "expected a board"),
        ("40x2:", 0..4, "expected 1 to 35 columns"),
        ("20x9:", 0..4, "up to 128"),
        ("7x6k1:", 0..5, "at least 2 in a row"),
        ("7x6k400:", 0..7, "expected a board"),
    ] {
        let error = ConnectFour::from_text(text).expect_err(text);
        assert_eq!(error.place, place, "{text}: {error}");
        assert!(error.message.contains(words), "{text}: {error}");
    }
}

/// A board as certificates have it is the board that the moves made; what no game makes is refused.
#[test]
fn boards_are_read_as_certificates_write_them() {
    use phidelta::Certifiable;
    for text in ["7x6:", "7x6:4453", "7x6:444444", "5x4:33", "4x4k3:1212", "1x4k3:11", "3x2k2:1"] {
        let game = ConnectFour::from_text(text).expect("moves");
        let shape = game.shape();
        let rules = format!("{}x{}k{}", shape.width(), shape.height(), shape.row());
        let again = ConnectFour::from_text(&format!("{rules}:{}", game.position_text())).expect("a board");
        assert_eq!(again.position_text(), game.position_text(), "{text}");
        assert_eq!((again.key(), again.to_move()), (game.key(), game.to_move()), "{text}");
    }
    for wrong in [
        "3x2k2:X/",
        "3x2k2:X//O/",
        "3x2k2:XOX//",
        "3x2k2:O//",
        "3x2k2:X/X/",
        "3x2k2:x//",
        "3x2k2:X/X/OOX",
        "7x6:////// 4",
    ] {
        assert!(ConnectFour::from_text(wrong).is_err(), "{wrong}");
    }
}
