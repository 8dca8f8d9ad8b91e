//! Ultimate tic-tac-toe against a plain second implementation: rules, keys, shortcuts, values.

use std::collections::{BTreeMap, HashMap};

use phidelta::{Draws, Game, Goal, Outcome, Solver, Value};
use phidelta_games::uttt::{Move, Player, Position, Uttt};
use phidelta_testing::algorithms::all;
use phidelta_testing::uttt::{Plain, late};

fn mv((board, cell): (usize, usize)) -> Move {
    Move { board: board as u8, cell: cell as u8 }
}

fn read(text: &str) -> Position {
    Position::from_text(text).unwrap_or_else(|error| panic!("{}\n{}", error, error.marked(text)))
}

fn moves(position: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    if position.ended().is_none() {
        position.moves(&mut moves);
    }
    moves.iter().map(Move::to_string).collect()
}

#[test]
fn ten_thousand_random_games_agree_with_plain_rules() {
    let mut ends: BTreeMap<char, u32> = BTreeMap::new();
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..10_000 {
        let (mut plain, mut position, mut played) = (Plain::start(), Position::start(), Vec::new());
        let mut keys = vec![position.key()];
        loop {
            let expected: Vec<String> = plain.moves().into_iter().map(|m| mv(m).to_string()).collect();
            assert_eq!(moves(&position), expected, "{}", plain.text());
            let outcome = Uttt::with_attacker(position.clone(), Player::X).outcome();
            let result = match plain.result() {
                'X' => Some(Outcome::Win),
                'O' => Some(Outcome::Loss),
                '#' => Some(Outcome::Draw),
                _ => None,
            };
            assert_eq!((outcome, position.ended().is_some()), (result, result.is_some()), "{}", plain.text());
            assert_eq!(position.side().to_string(), plain.side.to_string());
            assert_eq!(position.to_text(), plain.text());
            let Some(next) = random.choice(plain.moves()).map(mv) else { break };
            let after = position.key_after(next);
            position.play(next);
            plain.play((next.board.into(), next.cell.into()));
            assert_eq!(position.key(), after);
            assert!(!keys.contains(&after), "a position of the past has the same key");
            keys.push(after);
            played.push(next);
        }
        *ends.entry(plain.result()).or_default() += 1;
        for (&mv, &key) in played.iter().rev().zip(keys[..played.len()].iter().rev()) {
            position.undo(mv);
            assert_eq!(position.key(), key);
        }
        assert_eq!(position.to_text(), Position::start().to_text());
    }
    assert!(ends.len() == 3 && ends.values().all(|&count| count > 1000), "{ends:?}");
}

#[test]
fn a_text_that_was_written_is_read_as_the_same_position() {
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..2000 {
        let room = random.usize(1..70);
        let Some((plain, played)) = late(&mut random, room) else { continue };
        let mut position = Position::start();
        played.iter().for_each(|&next| position.play(mv(next)));
        let again = read(&plain.text());
        assert_eq!((again.key(), again.to_text()), (position.key(), plain.text()));
        let line: Vec<String> = played.iter().map(|&next| mv(next).to_string()).collect();
        assert_eq!(read(&format!("start {}", line.join(" "))).key(), position.key());
    }
}

#[test]
fn perft_counts_positions_to_some_depth() {
    fn perft(position: &mut Position, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = Vec::new();
        if position.ended().is_none() {
            position.moves(&mut moves);
        }
        let mut count = 0;
        for mv in moves {
            position.play(mv);
            count += perft(position, depth - 1);
            position.undo(mv);
        }
        count
    }
    let counts: Vec<u64> = (1..=5).map(|depth| perft(&mut Position::start(), depth)).collect();
    assert_eq!(counts, [81, 720, 6336, 55_080, 473_256]);
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..60 {
        let Some((plain, _)) = late(&mut random, 30) else { continue };
        assert_eq!(perft(&mut read(&plain.text()), 3), plain.perft(3), "{}", plain.text());
    }
}

#[test]
fn a_move_sends_to_the_board_at_its_place() {
    let position = read("start ab");
    assert_eq!(position.forced(), Some(1));
    assert_eq!(moves(&position).len(), 9);
    assert!(moves(&position).iter().all(|mv| mv.starts_with('b')));
    // Into its own place: the same board again, without the cell that was taken.
    assert_eq!(moves(&read("start ee")), ["ea", "eb", "ec", "ed", "ef", "eg", "eh", "ei"]);
}

#[test]
fn whoever_is_sent_to_a_closed_board_chooses_freely() {
    // Board a is won by X. O has just played into cell a of board b.
    let free = read(
        "X;X........;XXX....../O......../O......../........./........./........./........./........./O........",
    );
    assert_eq!(free.forced(), None);
    assert_eq!(moves(&free).len(), 8 + 8 + 8 + 5 * 9);
    assert!(!moves(&free).iter().any(|mv| mv.starts_with('a')), "a won board is closed");
}

#[test]
fn a_full_board_is_closed_too() {
    let full = "XOXXOOOXX";
    let position = read(&format!(
        "X;#........;{full}/O......../........./........./........./........./........./........./X.......O"
    ));
    assert!(position.is_closed(0) && !position.has_won(Player::X, 0) && !position.has_won(Player::O, 0));
    assert!(moves(&position).iter().all(|mv| !mv.starts_with('a')));
}

#[test]
fn three_boards_in_a_line_win_and_nothing_is_played_after() {
    let won = "O;XXX......;XXX....../XXX....../XXX....../OO......./OO......./OO......./OO......./........./.........";
    let position = read(won);
    assert_eq!(position.ended().as_deref(), Some("X has three boards in a line"));
    assert_eq!(Uttt::new(position).outcome(), Some(Outcome::Loss));
    let error = Position::from_text(&format!("{won} aa")).expect_err("over");
    assert!(error.message.contains("after the end of the game: X has three boards in a line"), "{error}");
}

#[test]
fn all_boards_closed_without_a_line_is_a_draw() {
    // X O X / X O O / O X X on the large board.
    let (x, o) = ("XXXOO....", "OOOXX....");
    let boards = [x, o, x, x, o, o, o, x, "XOXXOOOXX"];
    let text = format!("O;XOXXOOOX#;{}", boards.join("/"));
    let position = read(&text);
    assert_eq!(position.ended().as_deref(), Some("all boards are closed without a line"));
    assert_eq!(Uttt::new(position).outcome(), Some(Outcome::Draw));
}

#[test]
fn shortcuts_say_what_an_exhaustive_search_says() {
    let mut found: BTreeMap<(u32, Value), u32> = BTreeMap::new();
    let mut random = fastrand::Rng::with_seed(5);
    let mut seen = 0;
    while seen < 6000 {
        let room = random.usize(3..=11);
        let Some((plain, _)) = late(&mut random, room) else { continue };
        seen += 1;
        let (position, truth) = (read(&plain.text()), plain.value());
        for attacker in [position.side(), position.side().other()] {
            let value = match (truth, attacker == position.side()) {
                (Value::Draw, _) => Outcome::Draw,
                (Value::Win, true) | (Value::Loss, false) => Outcome::Win,
                _ => Outcome::Loss,
            };
            for goal in [Goal::Win, Goal::Draw] {
                let mut game = Uttt::with_attacker(position.clone(), attacker);
                game.set_goal(goal);
                let Some(shortcut) = game.shortcut() else { continue };
                let reaches = |end| end == Outcome::Win || (end == Outcome::Draw && goal == Goal::Draw);
                assert_eq!(reaches(shortcut.outcome), reaches(value), "{goal:?} {attacker} {}", plain.text());
                if shortcut.outcome != Outcome::Draw {
                    assert_eq!(shortcut.outcome, value, "{}", plain.text());
                    assert!(shortcut.length <= 2);
                }
                let kind = if shortcut.outcome == Outcome::Draw { 3 } else { shortcut.length };
                *found.entry((kind, truth)).or_default() += 1;
            }
        }
    }
    // A win at once, a loss at the next move, and goals out of reach with every value.
    for kind in [(1, Value::Win), (2, Value::Loss), (3, Value::Win), (3, Value::Draw), (3, Value::Loss)] {
        assert!(found.get(&kind).is_some_and(|&count| count > 100), "{kind:?} in {found:?}");
    }
}

#[test]
fn positions_with_one_key_have_one_future() {
    // Stones that matter no more are not told apart: what is left must be the same.
    let mut random = fastrand::Rng::with_seed(6);
    let mut twins = 0;
    for _ in 0..300 {
        let Some((plain, _)) = late(&mut random, 7) else { continue };
        let mut groups: HashMap<u128, Plain> = HashMap::new();
        for position in plain.future().into_iter().filter(|position| position.result() == '.') {
            let Some(twin) = groups.insert(read(&position.text()).key(), position.clone()) else { continue };
            let texts = || format!("{} {}", twin.text(), position.text());
            assert_eq!(twin.moves(), position.moves(), "{}", texts());
            assert_eq!(twin.value(), position.value(), "{}", texts());
            twins += u32::from(twin.cells != position.cells);
        }
    }
    assert!(twins > 1000, "{twins}");
    // Another side to move, or another forced board, is another position.
    assert_ne!(read("start ee").key(), read("start ed").key());
}

#[test]
fn every_algorithm_finds_the_values_of_late_positions() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut values: BTreeMap<Value, u32> = BTreeMap::new();
    let mut seen = 0;
    while seen < 40 {
        let Some((plain, _)) = late(&mut random, 12) else { continue };
        seen += 1;
        let truth = plain.value();
        *values.entry(truth).or_default() += 1;
        for algorithm in all() {
            let mut game = Uttt::new(read(&plain.text()));
            let mut solver = Solver::new(algorithm).memory(phidelta_testing::SMALL);
            let valued = solver.value(&mut game).expect("the memory is there");
            assert_eq!(valued.value(), Some(truth), "{algorithm} {}", plain.text());
            assert_eq!(game.position().to_text(), plain.text());
            assert!(valued.report.line_complete, "{algorithm} {}", plain.text());
        }
    }
    assert!(values.len() == 3, "{values:?}");
}

#[test]
fn values_of_random_positions_agree_with_exhaustion() {
    let mut random = fastrand::Rng::with_seed(8);
    let mut solver = Solver::new("df-pn+eps=0.25".parse().expect("a name"));
    for _ in 0..300 {
        let Some((plain, _)) = late(&mut random, 12) else { continue };
        let valued = solver.value(&mut Uttt::new(read(&plain.text()))).expect("the memory is there");
        assert_eq!(valued.value(), Some(plain.value()), "{}", plain.text());
    }
}

#[test]
fn bad_text_is_refused_at_its_place() {
    const EMPTY: &str =
        "........./........./........./........./........./........./........./........./.........";
    let boards = |first: &str| format!("{first}{}", &EMPTY[9..]);
    for (text, place, words) in [
        (String::new(), 0..0, "no position"),
        ("x".into(), 0..1, "side to move 'x', expected X or O"),
        ("X".into(), 1..1, "expected ';'"),
        ("X,........".into(), 1..2, "',', expected ';'"),
        ("X;....".into(), 6..6, "the text ends after 4 cells of the large board, expected 9"),
        (format!("X;........;{EMPTY}"), 10..11, "the large board has 8 cells, expected 9"),
        (format!("X;..........;{EMPTY}"), 11..12, "'.', expected ';'"),
        (format!("X;....x....;{EMPTY}"), 6..7, "'x' in the large board, expected one of . X O # @"),
        (format!("X;.........;{}", boards("......ü..")), 18..20, "'ü' in board a"),
        (format!("X;.........;{}", boards("......@..")), 18..19, "'@' in board a, expected one of . X O"),
        (format!("X;.........;{}", &EMPTY[..80]), 92..92, "the text ends after 0 cells of board i"),
        (format!("X;.........;{}", &EMPTY[..79]), 91..91, "expected '/'"),
        (format!("X;.........;{EMPTY}/"), 101..102, "after the ninth board"),
        (format!("X;.........;{}", boards("........")), 20..21, "board a has 8 cells, expected 9"),
        (format!("O;.........;{}", boards("XOX......")), 0..0, ""),
        (format!("X;.........;{}", boards("XOX......")), 0..1, "side to move X, expected O: there are 2 X and 1 O"),
        (format!("O;.........;{EMPTY}"), 0..1, "side to move O, expected X"),
        (format!("X;.........;{}", boards("XXO.XX...")), 12..101, "4 X and 1 O, expected as many X as O"),
        (format!("O;.........;{}", boards("OO.......")), 12..101, "0 X and 2 O"),
        (format!("O;@........;{}", boards("XXXOO....")), 2..3, "'@' for board a, which is won by X, expected X"),
        (format!("O;.........;{}", boards("XXXOO....")), 2..3, "'.' for board a, which is won by X"),
        (format!("O;O........;{}", boards("XXXOO....")), 2..3, "'O' for board a, which is won by X"),
        (format!("O;@........;{}", boards("XOXXOOOXX")), 2..3, "which is full without a line, expected #"),
        (format!("X;..X......;{EMPTY}"), 4..5, "'X' for board c, which is open, expected . or @"),
        (format!("X;#........;{EMPTY}"), 2..3, "'#' for board a, which is open"),
        (format!("X;.@.@.....;{EMPTY}"), 5..6, "a second '@', expected at most one: board b has it"),
        (format!("X;X........;{}", boards("XXXOOO...")), 12..21, "board a has lines of both players"),
        (
            "X;XXX......;XXX....../XXX....../XXX....../OO......./OO......./OO......./OO......./O......../.........".into(),
            0..1,
            "expected O: X has three boards in a line",
        ),
        (
            "X;XXXOOO...;XXX....../XXX....../XXX....../OOO....../OOO....../OOO....../........./........./.........".into(),
            2..11,
            "both players have three boards in a line",
        ),
        ("start e".into(), 6..7, "'e', expected a move"),
        ("start ej".into(), 6..8, "'ej', expected a move"),
        ("start ee aa".into(), 9..11, "aa is not legal here, expected an empty cell of board e"),
        ("start ee ee".into(), 9..11, "ee is not legal here"),
    ] {
        match Position::from_text(&text) {
            Ok(_) => assert!(words.is_empty(), "{text} was read"),
            Err(error) => {
                assert!(error.message.contains(words) && !words.is_empty(), "{text}: {error}");
                assert_eq!(error.place, place, "{text}: {error}");
            }
        }
    }
}
