//! Othello positions as text, and what is refused.

use phidelta_games::othello::{Color, Move, Position, Size};

fn read(text: &str) -> Position {
    Position::from_text(text).unwrap_or_else(|error| panic!("{}\n{error}", error.marked(text)))
}

/// The message, and the text with the place marked.
fn refused(text: &str) -> (String, String) {
    let error = Position::from_text(text).expect_err(text);
    (error.message.clone(), error.marked(text).lines().nth(1).unwrap_or_default().to_string())
}

#[test]
fn boards_are_read() {
    let start = "---------------------------OX------XO--------------------------- X";
    assert_eq!(read(start), Position::start(Size::Eight));
    assert_eq!(Position::start(Size::Eight).text(), start);
    // Other letters, spaces around it, and a note.
    let other = format!("  {}; F5:+0; % exact=+0 ", start.replace('X', "*").replace('-', "."));
    assert_eq!(read(&other), Position::start(Size::Eight));
    let small = "--------------OX----XO-------------- o";
    assert_eq!((read(small).size(), read(small).side()), (Size::Six, Color::White));
    // One side only: a game that is over.
    assert!(read(&format!("X{} O", "-".repeat(63))).is_over());
}

#[test]
fn games_are_read() {
    assert_eq!(read("start"), Position::start(Size::Eight));
    assert_eq!(read("6x6"), Position::start(Size::Six));
    assert_eq!(read("8x8 startpos"), Position::start(Size::Eight));
    let played = "f5d6c3d3c4";
    let position = read(played);
    assert_eq!(position.empties(), 60 - 5);
    assert_eq!(position.side(), Color::White);
    assert_eq!(read("F5 D6 c3 d3 C4"), position);
    assert_eq!(read("6x6: e4"), read("6x6e4"));
    assert_eq!(read("6x6: e4").empties(), 31);
}

#[test]
fn a_pass_may_be_left_out() {
    let mut position = read("start");
    let mut rng = fastrand::Rng::with_seed(1);
    let mut moves = String::new();
    // A random game up to its first pass.
    while !position.is_legal(Move::PASS) {
        if position.is_over() {
            (position, moves) = (read("start"), String::new());
        }
        let list = position.moves();
        let mv = list[rng.usize(..list.len())];
        moves += &mv.text(Size::Eight);
        position = position.after(mv);
    }
    let next = position.after(Move::PASS).moves()[0].text(Size::Eight);
    let written = read(&format!("{moves}ps{next}"));
    assert_eq!(read(&format!("{moves}{next}")), written);
    assert_eq!(read(&format!("{moves} PASS {next}")), written);
    assert_eq!(read(&moves).moves(), [Move::PASS]);
}

#[test]
fn every_position_can_be_read_back() {
    let mut rng = fastrand::Rng::with_seed(2);
    for number in 0..400 {
        let size = if number % 2 == 0 { Size::Six } else { Size::Eight };
        let mut position = Position::start(size);
        loop {
            assert_eq!(read(&position.text()), position);
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            for &mv in &moves {
                assert_eq!(position.read_move(&mv.text(size)), Ok(mv));
            }
            position = position.after(moves[rng.usize(..moves.len())]);
        }
    }
}

#[test]
fn mistakes_are_named_and_marked() {
    let board = "-".repeat(27) + "OX------XO" + &"-".repeat(27);
    for (text, words, marks) in [
        ("", "no position, expected a board", "^"),
        ("   ", "no position", "   ^"),
        (&board[..63], "63 squares, expected 64, or 36", &format!("{}^", " ".repeat(63))),
        (&format!("{board}-X X"), "66 squares", &format!("{}^^", " ".repeat(64))),
        (&board.clone(), "expected the side to move", &format!("{}^", " ".repeat(64))),
        (&format!("{board} Z"), "'Z', expected the side to move", &format!("{}^", " ".repeat(65))),
        (&format!("{board} -"), "expected the side to move", &format!("{}^", " ".repeat(65))),
        (&format!("{board} X O"), "'X O'", &format!("{}^^^", " ".repeat(65))),
        (&board.replacen("OX", "OZ", 1), "'Z' on the board, expected X", &format!("{}^", " ".repeat(28))),
        (&board.replacen("OX", "Oö", 1), "'ö' on the board", &format!("{}^", " ".repeat(28))),
        (&format!("{} X", "-".repeat(64)), "no disc", &"^".repeat(64)),
        ("f5d6e5", "e5 is not legal for X here, expected one of", "    ^^"),
        ("f5 ps", "ps is not legal for O here, expected one of f4 d6 f6", "   ^^"),
        ("f5i6", "'i6', expected a square from a1 to h8", "  ^^"),
        ("6x6 e4g1", "'g1', expected a square from a1 to f6", "      ^^"),
        ("f", "'f', expected a square", "^"),
        ("f5d6c", "'c', expected a square", "    ^"),
        ("hello", "'he'", "^^"),
    ] {
        let (message, marked) = refused(text);
        assert!(message.contains(words), "{text}: {message}");
        assert_eq!(marked, *marks, "{text}: {message}");
    }
    assert!(Position::start(Size::Eight).read_move("f5x").is_err());
    assert!(Position::start(Size::Eight).read_move("é").is_err());
}

#[test]
fn nothing_panics() {
    let letters: Vec<char> = "XO-*.xo fd5316p6s;:äx%8".chars().collect();
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..50_000 {
        let length = rng.usize(0..80);
        let text: String = (0..length).map(|_| letters[rng.usize(..letters.len())]).collect();
        if let Err(error) = Position::from_text(&text) {
            assert!(error.place.end <= text.len() && !error.message.is_empty());
            let _ = error.marked(&text);
        }
    }
}
