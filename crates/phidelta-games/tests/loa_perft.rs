//! Move counts of Lines of Action from the start.

use phidelta_games::loa::{Position, Rules};

/// Lines of `depth` moves; a game that has ended goes on no more.
fn perft(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.end(Rules::default()).is_some() {
        return 0;
    }
    let mut moves = Vec::new();
    position.legal_moves(Rules::default(), &mut moves);
    let mut count = 0;
    for mv in moves {
        position.play(mv);
        count += perft(position, depth - 1);
        position.undo(mv);
    }
    count
}

#[test]
fn lines_from_the_start_are_counted_as_known() {
    let mut position = Position::start();
    for (depth, count) in [(1, 36), (2, 1244), (3, 44_952), (4, 1_563_208)] {
        assert_eq!(perft(&mut position, depth), count, "depth {depth}");
    }
    assert_eq!(position, Position::start());
}

/// Half a minute: `cargo test -p phidelta-games --test all loa_perft -- --ignored`.
#[test]
#[ignore = "long"]
fn five_moves_deep() {
    assert_eq!(perft(&mut Position::start(), 5), 55_963_132);
}
