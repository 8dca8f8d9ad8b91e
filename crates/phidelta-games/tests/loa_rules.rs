//! The rules of Lines of Action, sentence by sentence.

use phidelta::{Draws, Game, Goal, Outcome, Solver};
use phidelta_games::loa::{Both, Color, Count, End, History, Loa, Move, Position, Rules, Stuck};

/// A board from eight rows, the eighth rank first as one looks at it, `.` for empty squares.
fn board(rows: [&str; 8], side: char) -> String {
    let cells: String = rows.iter().rev().map(|row| row.replace(' ', "").replace('.', "-")).collect();
    format!("{cells} {side}")
}

fn position(rows: [&str; 8], side: char) -> Position {
    Position::from_text(&board(rows, side)).unwrap_or_else(|error| panic!("{error}"))
}

fn moves(position: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(Rules::default(), &mut moves);
    moves.iter().map(Move::to_string).collect()
}

fn moves_from(position: &Position, square: &str) -> Vec<String> {
    let mut moves = moves(position);
    moves.retain(|mv| mv.starts_with(square));
    moves.sort();
    moves
}

fn play(text: &str, rules: Rules) -> History {
    History::from_text(text, rules).unwrap_or_else(|error| panic!("{}", error.marked(text)))
}

const EMPTY: &str = "........";

#[test]
fn black_begins_on_the_top_and_bottom_rows_and_moves_first() {
    let start = Position::start();
    assert_eq!(start.side(), Color::Black);
    let rows =
        [".XXXXXX.", "O......O", "O......O", "O......O", "O......O", "O......O", "O......O", ".XXXXXX."];
    assert_eq!(start, position(rows, 'X'));
    assert_eq!(start.end(Rules::default()), None);
}

#[test]
fn a_piece_moves_as_many_squares_as_there_are_pieces_on_its_line() {
    // On b1: six in the row, two in the column, two on each diagonal.
    assert_eq!(moves_from(&Position::start(), "b1"), ["b1-b3", "b1-d3", "b1-h1"]);
    // Alone on a line it moves one square.
    let rows = [EMPTY, EMPTY, EMPTY, "...X....", EMPTY, EMPTY, EMPTY, "XO....O."];
    let expected = ["d5-c4", "d5-c5", "d5-c6", "d5-d4", "d5-d6", "d5-e4", "d5-e5", "d5-e6"];
    assert_eq!(moves_from(&position(rows, 'X'), "d5"), expected);
}

#[test]
fn pieces_of_either_colour_and_on_the_whole_line_count() {
    let rows = [EMPTY, EMPTY, EMPTY, EMPTY, "X..O...O", EMPTY, EMPTY, ".X.....X"];
    let on_row =
        |from: &str, to: &str| moves_from(&position(rows, 'X'), from).contains(&format!("{from}-{to}"));
    // Three on the row, so three squares: and there stands White.
    assert!(moves_from(&position(rows, 'X'), "a4").contains(&"a4xd4".to_string()));
    assert!(!on_row("a4", "b4") && !on_row("a4", "c4"));
}

#[test]
fn it_may_jump_its_own_pieces_but_not_the_opponents() {
    let own = [EMPTY, EMPTY, EMPTY, EMPTY, "XX......", EMPTY, "O.......", ".......O"];
    assert!(moves_from(&position(own, 'X'), "a4").contains(&"a4-c4".to_string()));
    let other = [EMPTY, EMPTY, EMPTY, EMPTY, "XO......", EMPTY, "O.......", ".......X"];
    assert!(!moves_from(&position(other, 'X'), "a4").iter().any(|mv| mv.ends_with("c4")));
}

#[test]
fn it_does_not_land_on_its_own_pieces() {
    let rows = [EMPTY, EMPTY, EMPTY, EMPTY, "X.X.....", EMPTY, "O.......", ".......O"];
    assert!(!moves_from(&position(rows, 'X'), "a4").iter().any(|mv| mv.ends_with("c4")));
}

#[test]
fn it_captures_by_landing_and_the_piece_comes_back_on_undo() {
    let rows = [EMPTY, EMPTY, EMPTY, EMPTY, "X.O.....", EMPTY, "O.......", ".......X"];
    let before = position(rows, 'X');
    let mv = before.read_move("a4xc4", Rules::default()).unwrap();
    assert!(mv.captures());
    let mut after = before.clone();
    after.play(mv);
    assert_eq!((after.pieces(Color::White).count_ones(), after.pieces(Color::Black).count_ones()), (1, 2));
    after.undo(mv);
    assert_eq!(after, before);
}

#[test]
fn whoever_is_connected_has_won_diagonals_included() {
    let rows = [EMPTY, EMPTY, "......O.", "...X....", "..X.....", "...XX...", EMPTY, "O......."];
    for side in ['X', 'O'] {
        assert_eq!(position(rows, side).end(Rules::default()), Some(End::Connected(Color::Black)));
    }
    let apart = [EMPTY, EMPTY, "......O.", "...X....", "..X.....", "....X...", EMPTY, "O......."];
    assert_eq!(position(apart, 'O').end(Rules::default()), None);
}

#[test]
fn a_single_piece_is_connected() {
    let rows = [EMPTY, EMPTY, "......O.", "...X....", EMPTY, EMPTY, EMPTY, "O......."];
    assert_eq!(position(rows, 'O').end(Rules::default()), Some(End::Connected(Color::Black)));
}

#[test]
fn squares_at_opposite_edges_are_no_neighbours() {
    let rows = [EMPTY, EMPTY, "......O.", EMPTY, "X.......", ".......X", EMPTY, "O......."];
    assert_eq!(position(rows, 'O').end(Rules::default()), None);
}

/// A capture that leaves one White piece, and joins Black's two.
const BOTH: [&str; 8] = [EMPTY, EMPTY, EMPTY, EMPTY, "X.O.....", "...X....", EMPTY, ".......O"];

#[test]
fn a_move_that_connects_both_is_a_draw_or_a_win_of_the_mover() {
    let text = format!("{} moves a4xc4", board(BOTH, 'X'));
    assert_eq!(play(&text, Rules::default()).end(), Some(End::BothConnected));
    let mover = Rules::default().with_both(Both::MoverWins);
    assert_eq!(play(&text, mover).end(), Some(End::Connected(Color::Black)));
    // A shortcut must not take the draw for a win, nor miss the win.
    let text = board(BOTH, 'X');
    let mv = |rules| Loa::new(&play(&text, rules)).winning_move().map(|mv| mv.to_string());
    assert_ne!(mv(Rules::default()).as_deref(), Some("a4xc4"));
    assert!(mv(mover).is_some());
}

#[test]
fn whoever_connects_only_the_opponent_has_lost() {
    let rows = ["X.......", EMPTY, EMPTY, EMPTY, "X.O.....", EMPTY, ".....X..", ".......O"];
    let text = format!("{} moves a4xc4", board(rows, 'X'));
    let history = play(&text, Rules::default());
    assert_eq!(history.end(), Some(End::Connected(Color::White)));
    assert_eq!(Loa::new(&history).outcome(), Some(Outcome::Win), "White is asked about: he is to move");
}

/// White's two corner pieces are shut in: at least two pieces on each of their lines, and Black next door.
const STUCK: [&str; 8] = ["......XO", "......XX", EMPTY, EMPTY, EMPTY, EMPTY, "XX......", "OX......"];

#[test]
fn a_player_without_a_move_passes_or_loses() {
    let text = board(STUCK, 'O');
    let white = position(STUCK, 'O');
    assert_eq!((white.mobility(Color::White), white.end(Rules::default())), (0, None));
    assert_eq!(moves(&white), ["pass"]);
    let passed = play(&format!("{text} moves pass"), Rules::default());
    assert_eq!(passed.position(), &position(STUCK, 'X'));
    let mut back = passed.position().clone();
    back.undo(Move::PASS);
    assert_eq!(back, white);

    let loses = Rules::default().with_stuck(Stuck::Loses);
    assert_eq!(white.end(loses), Some(End::Stuck(Color::White)));
    assert_eq!(Loa::new(&play(&text, loses)).outcome(), Some(Outcome::Loss));
    assert!(white.read_move("pass", loses).unwrap_err().message.contains("has lost"));
    let mut none = Vec::new();
    white.legal_moves(loses, &mut none);
    assert!(none.is_empty());
    assert!(
        Position::start().read_move("pass", Rules::default()).unwrap_err().message.contains("has a move")
    );
}

/// Back and forth: the start occurs after 0, 4 and 8 moves.
const AROUND: &str = "b1-b3 a2-c2 b3-b1 c2-a2";

#[test]
fn the_third_occurrence_of_a_position_is_a_draw_or_the_second() {
    let once = format!("start moves {AROUND}");
    let twice = format!("{once} {AROUND}");
    let second = Rules::default().with_repetition(Count::Second);
    assert_eq!(play(&once, Rules::default()).end(), None);
    assert_eq!(play(&once, second).end(), Some(End::Repetition));
    assert_eq!(play(&twice, Rules::default()).end(), Some(End::Repetition));
    assert!(History::from_text(&format!("{twice} b1-b3"), Rules::default()).is_err());
    // The same pieces with the other side to move are another position.
    let odd = play("start moves b1-b3 a2-c2 b3-b1", second);
    assert_eq!(odd.end(), None);
}

/// What was played before decides what may still be played.
#[test]
fn positions_used_up_before_end_the_game_in_a_search_as_well() {
    let game = |text: &str, repetition| Loa::new(&play(text, Rules::default().with_repetition(repetition)));
    let text = "start moves b1-b3 a2-c2 b3-b1";
    let mut fresh = game(text, Count::Third);
    let mut spent = game(text, Count::Second);
    assert_ne!(fresh.key(), spent.key(), "different questions");
    let back = fresh.position().read_move("c2-a2", Rules::default()).unwrap();
    assert_eq!(fresh.hint_after(back), {
        fresh.play(back);
        let open = phidelta::Hint::Estimate(fresh.estimate());
        fresh.undo(back);
        open
    });
    spent.play(back);
    assert_eq!(spent.outcome(), Some(Outcome::Draw));
    assert_eq!(
        spent.shortcut().map(|shortcut| (shortcut.outcome, shortcut.length)),
        Some((Outcome::Draw, 0))
    );
    spent.undo(back);
    // A position that has occurred once more than the rules bear is over where it stands.
    let over = game("start moves b1-b3 a2-c2 b3-b1 c2-a2", Count::Second);
    assert_eq!(over.outcome(), Some(Outcome::Draw));
}

#[test]
fn a_game_that_is_over_is_answered_without_search() {
    let rows = [EMPTY, EMPTY, "......O.", "...X....", "..X.....", "...XX...", EMPTY, "O......."];
    let mut solver = Solver::new("df-pn+tca".parse().unwrap()).memory(1 << 22);
    let mut solve = |side, goal| {
        let mut game = Loa::new(&play(&board(rows, side), Rules::default()));
        game.set_goal(goal);
        solver.solve(&mut game).unwrap().verdict.is_proved()
    };
    assert!(solve('X', Goal::Win));
    assert!(!solve('O', Goal::Win) && !solve('O', Goal::Draw));
}
