//! One test for each sentence of the rules that move generators get wrong.

use phidelta_games::shogi::{Move, Position};

fn position(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{}\n{error}", error.marked(sfen)))
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

fn legal(sfen: &str) -> Vec<String> {
    let mut moves = Vec::new();
    position(sfen).legal_moves(&mut moves);
    texts(&moves)
}

fn checks(sfen: &str) -> Vec<String> {
    let mut moves = Vec::new();
    position(sfen).checks(&mut moves);
    let mut texts = texts(&moves);
    texts.sort();
    texts
}

fn evasions(sfen: &str) -> Vec<String> {
    let mut moves = Vec::new();
    position(sfen).evasions(&mut moves);
    let mut texts = texts(&moves);
    texts.sort();
    texts
}

#[track_caller]
fn has(moves: &[String], mv: &str, expected: bool) {
    assert_eq!(moves.iter().any(|m| m == mv), expected, "{mv} in {moves:?}");
}

/// The same problem with the sides exchanged: the board turned, capitals and small letters swapped.
fn turned(sfen: &str) -> String {
    let swap = |text: &str| -> String {
        let swapped = text
            .chars()
            .map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() });
        swapped.collect()
    };
    let mut words = sfen.split(' ');
    let (board, side, hands) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap());
    // A '+' belongs before its letter.
    let mut turned = String::new();
    let chars: Vec<char> = board.chars().rev().collect();
    let mut i = 0;
    while i < chars.len() {
        if chars.get(i + 1) == Some(&'+') {
            turned.push('+');
            turned.push(chars[i]);
            i += 2;
        } else {
            turned.push(chars[i]);
            i += 1;
        }
    }
    format!("{} {} {} 1", swap(&turned), if side == "b" { "w" } else { "b" }, swap(hands))
}

/// A move with the board turned.
fn turned_move(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '1'..='9' => char::from(b'1' + b'9' - c as u8),
            'a'..='i' => char::from(b'a' + b'i' - c as u8),
            _ => c,
        })
        .collect()
}

#[test]
fn a_dropped_pawn_must_not_mate() {
    // The rook holds 2a, the gold holds 2b and the pawn itself.
    let mate = "8k/7R1/8G/9/9/9/9/9/9 b P 1";
    has(&legal(mate), "P*1b", false);
    has(&checks(mate), "P*1b", false);
    // Any other piece may mate there, and a pawn that comes from the board may, too.
    has(&checks("8k/7R1/8G/9/9/9/9/9/9 b L 1"), "L*1b", true);
    has(&checks("9/8k/7R1/8P/8L/9/9/9/9 b - 1"), "1d1c", true);
    // A flight.
    has(&checks("8k/9/8G/9/9/9/9/9/9 b P 1"), "P*1b", true);
    // Defenders that do not reach the pawn, and some that do.
    has(&checks("6s1k/7R1/8G/9/9/9/9/9/9 b P 1"), "P*1b", false);
    has(&checks("8k/6gR1/8G/9/9/9/9/9/9 b P 1"), "P*1b", false);
    has(&checks("8k/7R1/8G/6b2/9/9/9/9/9 b P 1"), "P*1b", true);
    has(&checks("7gk/7R1/8G/9/9/9/9/9/9 b P 1"), "P*1b", true);
    // One that does, but is pinned.
    has(&checks("7gk/9/8G/9/9/9/9/9/9 b P 1"), "P*1b", true);
    has(&checks("R6gk/9/8G/9/9/9/9/9/9 b P 1"), "P*1b", false);
}

#[test]
fn a_dropped_pawn_may_block_the_attackers_own_line() {
    // The rook guards 4b until the pawn on 5b stands in its way; a lance guards it as well.
    has(&legal("4k4/R8/4N4/9/7B1/9/9/9/9 b P 1"), "P*5b", true);
    has(&legal("4k4/R8/4N4/9/7B1/9/9/9/5L3 b P 1"), "P*5b", false);
}

#[test]
fn the_defenders_pawn_must_not_mate_either() {
    // A pawn between the rook and White's king would mate Black, because the rook is pinned.
    let pinned = evasions("9/9/b1ng5/1R2k4/2K6/8r/9/9/9 w p 1");
    has(&pinned, "P*7d", false);
    has(&pinned, "P*6d", true);
    has(&evasions("9/9/2ng5/1R2k4/2K6/8r/9/9/9 w p 1"), "P*7d", true);
}

#[test]
fn two_pawns_on_a_file() {
    let moves = legal("4k4/9/9/9/4P4/9/9/9/9 b P 1");
    assert!(moves.iter().all(|mv| !mv.starts_with("P*5")), "{moves:?}");
    has(&moves, "P*4e", true);
    // A promoted pawn does not count.
    has(&legal("4k4/9/9/9/4+P4/9/9/9/9 b P 1"), "P*5d", true);
    // Nor does the opponent's.
    has(&legal("4k4/9/9/9/4p4/9/9/9/9 b P 1"), "P*5d", true);
}

#[test]
fn dead_pieces() {
    let drops = legal("4k4/9/9/9/9/9/9/9/9 b PLN 1");
    for (mv, expected) in
        [("P*1a", false), ("P*1b", true), ("L*1a", false), ("L*1b", true), ("N*1b", false), ("N*1c", true)]
    {
        has(&drops, mv, expected);
    }
    let drops = legal("9/9/9/9/9/9/9/9/4K4 w pln 1");
    for (mv, expected) in
        [("P*1i", false), ("P*1h", true), ("L*1i", false), ("L*1h", true), ("N*1h", false), ("N*1g", true)]
    {
        has(&drops, mv, expected);
    }
    // They must promote where they could not move any more.
    let moves = legal("k8/5P3/6L2/2N6/9/9/9/9/9 b - 1");
    for (mv, expected) in [
        ("4b4a", false),
        ("4b4a+", true),
        ("3c3a", false),
        ("3c3a+", true),
        ("3c3b", true),
        ("3c3b+", true),
        ("7d6b", false),
        ("7d6b+", true),
    ] {
        has(&moves, mv, expected);
    }
}

#[test]
fn promotion_and_not() {
    let moves = legal("1k7/9/4S4/9/4B4/9/9/9/8R b - 1");
    // Into, within and out of the zone.
    for mv in ["5c5b+", "5c5b", "5c4d+", "5c4d", "5e2b+", "5e2b", "1i1c+", "1i1c"] {
        has(&moves, mv, true);
    }
    has(&moves, "1i1d+", false);
    // Golds and kings never.
    let moves = legal("k8/9/4G4/9/9/9/9/9/9 b - 1");
    assert!(moves.iter().all(|mv| !mv.ends_with('+')));
}

#[test]
fn checks_without_promotion_are_there() {
    // A knight checks where a gold would not; a silver and a pawn check either way.
    assert!(checks("4k4/9/9/9/3N5/9/9/9/9 b - 1").is_empty());
    assert_eq!(checks("4k4/9/9/9/4N4/9/9/9/9 b - 1"), ["5e4c", "5e6c"]);
    assert_eq!(checks("4k4/9/3S5/9/9/9/9/9/9 b - 1"), ["6c5b", "6c5b+", "6c6b", "6c6b+"]);
    // A lance that stays one, and one that must not.
    assert_eq!(checks("4k4/4p4/9/4L4/9/9/9/9/9 b - 1"), ["5d5b", "5d5b+"]);
    assert_eq!(checks("5k3/9/9/4L4/9/9/9/9/9 b - 1"), ["5d5a+", "5d5b+"]);
    assert_eq!(checks("9/4k4/9/4P4/9/9/9/9/9 b - 1"), ["5d5c", "5d5c+"]);
}

#[test]
fn discovered_and_double_checks() {
    // The silver uncovers the rook wherever it leaves the file, and checks itself from 4b and 6b.
    let sfen = "4k4/9/4S4/9/9/9/9/9/4R4 b - 1";
    assert_eq!(
        checks(sfen),
        ["5c4b", "5c4b+", "5c4d", "5c4d+", "5c5b", "5c5b+", "5c6b", "5c6b+", "5c6d", "5c6d+"]
    );
    let mut double = position(sfen);
    let mv = double.read_move("5c4b+").unwrap();
    double.play(mv);
    assert!(double.checkers().has_many());
    // Two checkers: only the king moves, not even the one that could take a checker.
    let answers = evasions("3gk4/5+S3/9/9/9/9/9/9/4R4 w g 1");
    assert_eq!(answers, ["5a4b", "5a6b"]);
}

#[test]
fn the_attackers_own_king() {
    // Pinned: the silver may not leave its file, even to give check.
    let free = "9/9/5k3/9/4S4/9/9/9/9 b - 1";
    let pinned = "4r4/9/5k3/9/4S4/9/9/9/4K4 b - 1";
    assert_eq!(checks(free), ["5e4d", "5e5d"]);
    assert_eq!(checks(pinned), ["5e5d"]);
    // In check: only checks that answer it.
    assert_eq!(checks("4r4/9/5k3/9/9/9/9/9/4K4 b G 1"), ["G*5c", "G*5d"]);
    assert_eq!(checks("4r4/9/5k3/9/9/9/9/9/5K3 b G 1").len(), 6);
    // A king that uncovers a line gives check, if it is safe where it goes.
    let moves = checks("4k4/9/9/4K4/9/9/9/9/4R4 b - 1");
    assert_eq!(moves, ["5d4c", "5d4d", "5d4e", "5d6c", "5d6d", "5d6e"]);
    let moves = checks("4k4/9/9/4K4/9/9/3r5/9/4R4 b - 1");
    assert_eq!(moves, ["5d4c", "5d4d", "5d4e"]);
    // It never gives check itself.
    assert!(checks("4k4/9/4K4/9/9/9/9/9/9 b - 1").is_empty());
}

#[test]
fn pinned_defenders_do_not_help() {
    // The gold on 5b is pinned by the rook and may not take the checking gold on 4b.
    let sfen = "4k4/4gG3/9/9/9/9/9/9/4R4 w - 1";
    assert_eq!(evasions(sfen), ["5a4b", "5a6a", "5a6b"]);
    let free = "4k4/4gG3/9/9/9/9/9/9/3R5 w - 1";
    has(&evasions(free), "5b4b", true);
}

#[test]
fn interpositions() {
    // By drops on every square between, by moves where a piece reaches one.
    let answers = evasions("k8/9/9/9/9/9/9/9/R8 w p 1");
    assert_eq!(answers.iter().filter(|mv| mv.starts_with("P*9")).count(), 7);
    let answers = evasions("k8/9/9/8g/9/1s7/9/9/R8 w - 1");
    has(&answers, "8f9g", true);
    has(&answers, "8f9e", true);
    has(&answers, "8f9g+", true);
    has(&answers, "1d1c", false);
    // A knight's check cannot be blocked, and the king does not step back along a slider's line.
    assert!(evasions("k8/9/1N7/9/9/9/9/9/9 w rb4g 1").iter().all(|mv| mv.starts_with("9a")));
    has(&evasions("9/4k4/9/9/9/9/9/9/4R4 w - 1"), "5b5a", false);
}

#[test]
fn both_sides_attack_alike() {
    for sfen in [
        "4k4/9/4S4/9/9/9/9/9/4R4 b - 1",
        "8k/7R1/8G/9/9/9/9/9/9 b P 1",
        "4r4/9/5k3/9/9/4S4/9/9/3K5 b G 1",
        "7gk/9/6P1+P/9/9/9/9/9/9 b GSP2r2b2g3s4n4l15p 1",
        "9/9/3pp4/+r2k1p3/2L1+p4/2+R6/B8/B8/9 b 4g4s4n3l14p 1",
    ] {
        let other = turned(sfen);
        let mut mirrored: Vec<String> = checks(sfen).iter().map(|mv| turned_move(mv)).collect();
        mirrored.sort();
        assert_eq!(mirrored, checks(&other), "{other}");
        let mut start = position(sfen);
        let mut end = position(&other);
        for mv in checks(sfen) {
            let (a, b) = (start.read_move(&mv).unwrap(), end.read_move(&turned_move(&mv)).unwrap());
            start.play(a);
            end.play(b);
            let mut mirrored: Vec<String> =
                evasions(&start.to_string()).iter().map(|mv| turned_move(mv)).collect();
            mirrored.sort();
            assert_eq!(mirrored, evasions(&end.to_string()));
            start.undo(a);
            end.undo(b);
        }
    }
}

#[test]
fn keys_tell_boards_hands_and_sides_apart() {
    let a = position("4k4/9/9/9/9/9/9/9/9 b G 1");
    let b = position("4k4/9/9/9/9/9/9/9/9 b S 1");
    let c = position("4k4/9/9/9/9/9/9/9/9 b g 1");
    let d = position("4k4/9/9/9/9/9/9/9/9 w G 1");
    assert_eq!(a.board_key(), b.board_key());
    assert_ne!(a.board_key(), d.board_key());
    let keys = [a.key(), b.key(), c.key(), d.key()];
    for (i, x) in keys.iter().enumerate() {
        for y in &keys[i + 1..] {
            assert_ne!(x, y);
            // Tables use the low half first.
            assert_ne!(*x as u32, *y as u32);
        }
    }
}
