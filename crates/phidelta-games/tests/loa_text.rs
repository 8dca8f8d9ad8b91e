//! Positions of Lines of Action as text: what is read, what is written, what is refused and where.

use phidelta_games::loa::{History, Position, Rules};

const START: &str = "-XXXXXX-O------OO------OO------OO------OO------OO------O-XXXXXX- X";

#[test]
fn what_is_written_is_read_back() {
    assert_eq!(Position::start().to_string(), START);
    for text in [START, "start moves b1-d3 a2-c2 c1xa3", "  start  moves 1. b1-b3, a2-c2 2. b3-b1 "] {
        let position = Position::from_text(text).unwrap_or_else(|error| panic!("{}", error.marked(text)));
        assert_eq!(Position::from_text(&position.to_string()).unwrap(), position);
    }
}

#[test]
fn a_drawn_board_has_the_first_rank_below() {
    let drawn = Position::start().drawn();
    let rows: Vec<&str> = drawn.lines().collect();
    assert_eq!(rows[0], "    a b c d e f g h");
    assert_eq!(rows[1], "  8 . X X X X X X . 8");
    assert_eq!(rows[2], "  7 O . . . . . . O 7");
    assert_eq!(rows[10], "Black (X) to move");
}

/// The message, and the part of the text it marks.
fn refused(text: &str) -> (String, String) {
    let error = History::from_text(text, Rules::default()).expect_err(text);
    let (_, marks) =
        error.marked(text).rsplit_once('\n').map(|(a, b)| (a.to_string(), b.to_string())).unwrap();
    assert_eq!(marks.trim_start().len(), text[error.place.clone()].chars().count().max(1));
    (error.message.clone(), text[error.place].to_string())
}

#[test]
fn bad_text_is_refused_with_the_place_marked() {
    let board = &START[..64];
    let short = &START[..63];
    let many = format!("{}XXX {}", &board[..61], "X");
    let unknown = board.replacen('O', "Q", 1);
    let black_only = board.replace('O', "-");
    let both = format!("XX{}OO", "-".repeat(60));
    let over = format!("XX{}O--O X moves a1-c1", "-".repeat(58));
    let cases: Vec<(String, &str, &str)> = vec![
        (String::new(), "64 squares", ""),
        (format!("{short} X"), "63 squares, expected 64", ""),
        (format!("{board}-- X"), "66 squares, expected 64", "--"),
        (format!("{unknown} X"), "unknown square 'Q'", "Q"),
        (format!("{} X", board.replacen('O', "ö", 1)), "unknown square 'ö'", "ö"),
        (many, "piece number 13 of Black, expected at most 12", "X"),
        (format!("{black_only} X"), "no piece of White", black_only.as_str()),
        (format!("{both} X"), "both sides are connected", both.as_str()),
        (board.to_string(), "the side to move, X or O", ""),
        (format!("{board} B"), "side to move 'B'", "B"),
        (format!("{board} XO"), "side to move 'XO'", "XO"),
        (format!("{START} b1-b3"), "'b1-b3' after the position", "b1-b3"),
        ("start moves b1b3".into(), "expected a move such as", "b1b3"),
        ("start moves b1-b9".into(), "expected a move such as", "b1-b9"),
        ("start moves b1-b4".into(), "expected one of b1-h1 b1-b3 b1-d3", "b1-b4"),
        ("start moves b1xb3".into(), "expected b1-b3, nothing stands there", "b1xb3"),
        ("start moves b1-d3 a2-c2 c1-a3".into(), "expected c1xa3, it captures", "c1-a3"),
        ("start moves a2-c2".into(), "expected a piece of Black", "a2-c2"),
        ("start moves d4-d5".into(), "nothing on d4", "d4-d5"),
        ("start moves b1-b3 b3-b1".into(), "expected a piece of White", "b3-b1"),
        ("start moves pass".into(), "Black has a move", "pass"),
        (over, "after the end of the game: Black is connected", "a1-c1"),
    ];
    for (text, words, place) in &cases {
        let (message, marked) = refused(text);
        assert!(message.contains(words), "{text}: {message}");
        assert_eq!(&marked, place, "{text}: {message}");
    }
}

#[test]
fn no_text_makes_the_reader_panic() {
    let mut random = fastrand::Rng::with_seed(3);
    let letters: Vec<char> = "XO- abch12345678-x.,startmovpäß\t\n".chars().collect();
    for _ in 0..20_000 {
        let mut text: Vec<char> =
            if random.bool() { START } else { "start moves b1-b3 a2-c2" }.chars().collect();
        for _ in 0..random.usize(1..6) {
            let at = random.usize(..text.len());
            match random.u8(..3) {
                0 => text[at] = letters[random.usize(..letters.len())],
                1 => text.insert(at, letters[random.usize(..letters.len())]),
                _ => drop(text.remove(at)),
            }
        }
        let text: String = text.into_iter().collect();
        if let Err(error) = History::from_text(&text, Rules::default()) {
            assert!(text.get(error.place.clone()).is_some(), "{text:?}: {error}");
            error.marked(&text);
        }
    }
}
