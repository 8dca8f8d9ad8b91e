//! The rules of Othello, sentence by sentence, by counts of moves, and against a plain implementation.

use std::collections::HashMap;

use phidelta::{Game, Outcome};
use phidelta_games::othello::{Color, Move, Othello, Position, Size};
use phidelta_testing::othello::Plain;

fn perft(position: Position, depth: u32) -> u64 {
    let moves = position.moves();
    if depth == 0 || moves.is_empty() {
        return u64::from(depth == 0);
    }
    moves.into_iter().map(|mv| perft(position.after(mv), depth - 1)).sum()
}

#[test]
fn the_first_moves_are_as_many_as_known() {
    let counts = [1, 4, 12, 56, 244, 1396, 8200, 55_092, 390_216];
    for (depth, count) in counts.into_iter().enumerate() {
        assert_eq!(perft(Position::start(Size::Eight), depth as u32), count, "depth {depth}");
    }
}

/// Slow: run with `--ignored`.
#[test]
#[ignore = "takes seconds"]
fn more_of_the_first_moves() {
    for (depth, count) in [(9, 3_005_288), (10, 24_571_284)] {
        assert_eq!(perft(Position::start(Size::Eight), depth), count);
    }
}

#[test]
fn six_by_six_counts_agree_with_the_plain_rules() {
    fn plain_perft(plain: &Plain, depth: u32) -> u64 {
        if depth == 0 || plain.is_over() {
            return u64::from(depth == 0);
        }
        let moves = plain.moves();
        if moves.is_empty() {
            return plain_perft(&plain.pass(), depth - 1);
        }
        moves.into_iter().map(|square| plain_perft(&plain.play(square), depth - 1)).sum()
    }
    let start = Position::start(Size::Six);
    for depth in 0..=6 {
        assert_eq!(perft(start, depth), plain_perft(&Plain::of(&start), depth), "depth {depth}");
    }
}

fn set(size: Size, squares: &str) -> u64 {
    let at = |name: &str| 1u64 << size.square(name.as_bytes()[0] - b'a', name.as_bytes()[1] - b'1');
    squares.split_whitespace().map(at).fold(0, |set, bit| set | bit)
}

fn names(position: &Position) -> String {
    let names: Vec<String> = position.moves().into_iter().map(|mv| mv.text(position.size())).collect();
    names.join(" ")
}

fn after(position: &Position, name: &str) -> Position {
    let mv = position.moves().into_iter().find(|mv| mv.text(position.size()) == name);
    position.after(mv.unwrap_or_else(|| panic!("{name} is not among {}", names(position))))
}

#[test]
fn black_begins_with_two_discs_each_in_the_middle() {
    let start = Position::start(Size::Eight);
    assert_eq!(start.discs(Color::Black), set(Size::Eight, "e4 d5"));
    assert_eq!(start.discs(Color::White), set(Size::Eight, "d4 e5"));
    assert_eq!((start.side(), names(&start).as_str()), (Color::Black, "d3 c4 f5 e6"));
    let start = Position::start(Size::Six);
    assert_eq!(start.discs(Color::White), set(Size::Six, "c3 d4"));
    assert_eq!(names(&start), "c2 b3 e4 d5");
}

#[test]
fn a_move_turns_what_it_encloses_in_every_direction_and_nothing_else() {
    let size = Size::Eight;
    // Eight runs end in a black disc, but the one to the south only in the edge.
    let black = set(size, "a1 d1 g1 a4 h4 a7 g7");
    let white = set(size, "b2 c3 d2 d3 f2 e3 b4 c4 e4 f4 g4 b6 c5 e5 f6 d5 d6 d7 d8");
    let position = Position::new(size, black, white, Color::Black);
    let next = after(&position, "d4");
    assert_eq!(next.discs(Color::White), set(size, "d5 d6 d7 d8"));
    assert_eq!(next.side(), Color::White);
    // A gap ends a run.
    let position = Position::new(size, set(size, "a1 e1"), set(size, "b1 d1 f1"), Color::Black);
    assert_eq!(names(&position), "c1 g1");
    assert_eq!(after(&position, "g1").discs(Color::White), set(size, "b1 d1"));
}

#[test]
fn what_is_turned_does_not_turn_others() {
    let size = Size::Eight;
    let position = Position::new(size, set(size, "d1 b4"), set(size, "b1 c1 b2 b3"), Color::Black);
    let next = after(&position, "a1");
    assert_eq!(next.discs(Color::White), set(size, "b2 b3"));
}

#[test]
fn lines_do_not_go_round_the_edge() {
    let size = Size::Eight;
    let position = Position::new(size, set(size, "b2"), set(size, "h1 a2 g1"), Color::Black);
    assert_eq!(position.targets(), 0);
    let size = Size::Six;
    let position = Position::new(size, set(size, "b2"), set(size, "f1 a2 e1"), Color::Black);
    assert_eq!(position.targets(), 0);
}

#[test]
fn whoever_cannot_move_passes_and_only_then() {
    let size = Size::Eight;
    let position = Position::new(size, set(size, "c1"), set(size, "b1"), Color::White);
    assert_eq!(names(&position), "d1");
    assert!(!position.is_legal(Move::PASS));
    let position = Position::new(size, set(size, "c1 d1"), set(size, "b1"), Color::Black);
    assert_eq!(names(&position), "a1");
    // Then all that is left of Black stands beside the corner, with nothing of his behind White's discs.
    let position = Position::new(size, set(size, "c1 h2"), set(size, "b1 h1"), Color::White);
    let position = after(&position, "d1");
    assert_eq!(position.side(), Color::Black);
    assert_eq!(names(&position), "ps");
    let next = after(&position, "ps");
    assert_eq!((next.side(), next.discs(Color::White)), (Color::White, position.discs(Color::White)));
}

#[test]
fn the_game_ends_when_neither_can_move_and_empty_squares_go_to_the_winner() {
    let size = Size::Eight;
    let over = |black: &str, white: &str| {
        let position = Position::new(size, set(size, black), set(size, white), Color::Black);
        assert!(position.is_over() && position.moves().is_empty());
        (position.score(), Othello::new(position).outcome())
    };
    assert_eq!(over("a1 b1", "h8"), (62, Some(Outcome::Win)));
    assert_eq!(over("a1", "h8"), (0, Some(Outcome::Draw)));
    assert_eq!(over("a1", "h8 h7 f1"), (-62, Some(Outcome::Loss)));
    assert_eq!(over("a1", ""), (64, Some(Outcome::Win)));
}

#[test]
fn the_board_is_drawn() {
    let text = Position::start(Size::Six).to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "   a b c d e f");
    assert_eq!(lines[2], " 2 - - · - - -");
    assert_eq!(lines[3], " 3 - · O X - -");
    assert_eq!(lines[7], "X 2, O 2, 32 empty; X to move");
}

/// 10,000 random games on each size: moves, discs, end, score, keys and `undo` at every ply.
#[test]
fn random_games_agree_with_the_plain_rules() {
    for size in [Size::Six, Size::Eight] {
        let mut rng = fastrand::Rng::with_seed(u64::from(size.side()));
        let mut keys = HashMap::new();
        for number in 0..10_000 {
            let start = Position::start(size);
            let mut plain = Plain::of(&start);
            let mut game = Othello::new(start);
            let mut played = Vec::new();
            let mut list = Vec::new();
            while !plain.is_over() {
                assert_eq!(game.outcome(), None);
                assert_eq!(Plain::of(game.position()), plain);
                let expected = plain.moves();
                list.clear();
                game.moves(&mut list);
                let side = size.side();
                let indices: Vec<usize> = list
                    .iter()
                    .filter_map(|mv| mv.square())
                    .map(|square| size.file_rank(square))
                    .map(|(file, rank)| usize::from(rank * side + file))
                    .collect();
                assert_eq!(indices, expected, "game {number}");
                assert_eq!(list, game.position().moves());
                let choice = rng.usize(..list.len());
                let mv = list[choice];
                assert!(game.position().is_legal(mv));
                plain = if expected.is_empty() { plain.pass() } else { plain.play(expected[choice]) };
                let key = game.key_after(mv);
                played.push((*game.position(), game.key(), mv));
                game.play(mv);
                assert_eq!(game.key(), key);
                // Equal keys mean equal positions. Keeping all would take too much memory.
                if number < 500 {
                    assert_eq!(*keys.entry(key).or_insert(*game.position()), *game.position());
                }
            }
            let score = plain.final_score();
            let attackers = if game.position().side() == Color::Black { score } else { -score };
            let expected = match attackers {
                0 => Outcome::Draw,
                1.. => Outcome::Win,
                _ => Outcome::Loss,
            };
            assert_eq!((game.outcome(), game.position().score()), (Some(expected), score));
            for (position, key, mv) in played.into_iter().rev() {
                game.undo(mv);
                assert_eq!((*game.position(), game.key()), (position, key));
            }
        }
    }
}
