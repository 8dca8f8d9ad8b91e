//! Counts of move sequences against published ones.

use phidelta_games::shogi::{Move, Position};

/// Sequences of `depth` legal moves. Keys are compared on the way: after a move, and after taking it back.
fn perft(position: &mut Position, depth: u32) -> u64 {
    let mut moves: Vec<Move> = Vec::new();
    position.legal_moves(&mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let key = position.key();
    let mut sum = 0;
    for mv in moves {
        let expected = position.keys_after(mv).0;
        position.play(mv);
        assert_eq!(position.key(), expected);
        sum += perft(position, depth - 1);
        position.undo(mv);
        assert_eq!(position.key(), key);
    }
    sum
}

fn check(sfen: &str, counts: &[u64]) {
    let mut position = Position::from_sfen(sfen).unwrap();
    let before = position.clone();
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&mut position, depth), count, "{sfen} at depth {depth}");
    }
    assert_eq!(position, before);
}

#[test]
fn the_start() {
    check("startpos", &[30, 900, 25_470, 719_731, 19_861_490]);
}

/// A sharp position from a game, with many drops and pins.
#[test]
fn a_battle() {
    let sfen = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
    check(sfen, &[207, 28_684, 4_809_015]);
}

/// The position with the most legal moves.
#[test]
fn the_most_moves() {
    check("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", &[593, 105_677, 53_393_368]);
}
