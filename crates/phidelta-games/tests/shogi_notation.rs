//! Japanese notation and the drawn board.

use std::collections::HashMap;

use phidelta_games::shogi::{Color, Position, Square};

fn written(sfen: &str, mv: &str) -> String {
    let position = Position::from_sfen(sfen).unwrap();
    position.japanese(position.read_move(mv).unwrap_or_else(|error| panic!("{sfen}: {error}")), None)
}

#[test]
fn a_line_from_the_start() {
    let position = Position::start();
    let mut copy = position.clone();
    let mut line = Vec::new();
    for text in ["7g7f", "3c3d", "8h2b+", "3a2b", "B*5e", "2b3c", "5e3c+", "2a3c"] {
        let mv = copy.read_move(text).unwrap();
        copy.play(mv);
        line.push(mv);
    }
    assert_eq!(
        position.japanese_line(&line),
        ["▲７六歩", "△３四歩", "▲２二角成", "△同銀", "▲５五角", "△３三銀", "▲同角成", "△同桂"]
    );
}

#[test]
fn promotion_and_drops() {
    let sfen = "k8/9/4S4/9/9/9/9/9/9 b GS 1";
    assert_eq!(written(sfen, "5c5b+"), "▲５二銀成");
    assert_eq!(written(sfen, "5c5b"), "▲５二銀不成");
    // 打 only where the silver on the board could go, too.
    assert_eq!(written(sfen, "S*5b"), "▲５二銀打");
    assert_eq!(written(sfen, "S*1a"), "▲１一銀");
    assert_eq!(written(sfen, "G*5b"), "▲５二金");
    assert_eq!(written("k8/9/9/9/4S4/9/9/9/9 b - 1", "5e5d"), "▲５四銀");
    assert_eq!(written("k8/4+P4/9/9/9/9/9/9/9 b - 1", "5b5a"), "▲５一と");
    assert_eq!(written("k8/4+N4/9/9/9/9/9/9/9 b - 1", "5b5a"), "▲５一成桂");
}

/// The examples that the Japan Shogi Association gives.
#[test]
fn pieces_of_one_kind() {
    let cases = [
        // Golds: up or sideways, up or back.
        ("9/2G6/G8/9/9/9/9/9/8k b - 1", "9c8b", "▲８二金上"),
        ("9/2G6/G8/9/9/9/9/9/8k b - 1", "7b8b", "▲８二金寄"),
        ("9/5G3/9/5G3/9/9/9/9/k8 b - 1", "4d4c", "▲４三金上"),
        ("9/5G3/9/5G3/9/9/9/9/k8 b - 1", "4b4c", "▲４三金引"),
        ("7G1/9/5G3/9/9/9/9/9/k8 b - 1", "4c3b", "▲３二金"),
        // Golds from the left and the right.
        ("G1G6/9/3+P5/9/9/9/9/9/8k b - 1", "9a8a", "▲８一金左"),
        ("G1G6/9/9/9/9/9/9/9/8k b - 1", "7a8a", "▲８一金右"),
        // Straight ahead.
        ("8k/9/9/9/9/9/9/9/3GG4 b - 1", "5i5h", "▲５八金直"),
        ("8k/9/9/9/9/9/9/9/3GG4 b - 1", "6i5h", "▲５八金左"),
        // Three with the same direction, and sideways besides.
        ("9/9/9/9/9/k8/9/3+P5/3+P+P+P3 b - 1", "6i5h", "▲５八と左上"),
        ("9/9/9/9/9/k8/9/3+P5/3+P+P+P3 b - 1", "5i5h", "▲５八と直"),
        ("9/9/9/9/9/k8/9/3+P5/3+P+P+P3 b - 1", "4i5h", "▲５八と右"),
        ("9/9/9/9/9/k8/9/3+P5/3+P+P+P3 b - 1", "6h5h", "▲５八と寄"),
        // Silvers.
        ("9/9/9/9/9/k8/2S1S4/9/2S1S4 b - 1", "5g6h", "▲６八銀右引"),
        ("9/9/9/9/9/k8/2S1S4/9/2S1S4 b - 1", "7i6h", "▲６八銀左上"),
        // Dragons and horses: left and right, never straight.
        ("8k/1+R7/9/+R8/9/9/9/9/9 b - 1", "9d8c", "▲８三竜上"),
        ("8k/1+R7/9/+R8/9/9/9/9/9 b - 1", "8b8c", "▲８三竜引"),
        ("9/9/9/9/4+R3+R/9/9/9/k8 b - 1", "1e3e", "▲３五竜右"),
        ("9/9/9/9/4+R3+R/9/9/9/k8 b - 1", "5e3e", "▲３五竜左"),
        ("8k/9/9/9/9/9/9/9/+R+R7 b - 1", "9i8h", "▲８八竜左"),
        ("8k/9/9/9/9/9/9/9/+R+R7 b - 1", "8i8h", "▲８八竜右"),
        ("+B+B7/9/9/9/9/9/9/9/k8 b - 1", "9a8b", "▲８二馬左"),
        ("+B+B7/9/9/9/9/9/9/9/k8 b - 1", "8a8b", "▲８二馬右"),
        // Seen from the other side of the board.
        ("3gg4/9/9/9/9/9/9/9/8K w - 1", "6a5b", "△５二金右"),
        ("3gg4/9/9/9/9/9/9/9/8K w - 1", "5a5b", "△５二金直"),
        // Knights.
        ("k8/9/9/9/9/4N1N2/9/9/9 b - 1", "3f4d", "▲４四桂右"),
    ];
    for (sfen, mv, text) in cases {
        assert_eq!(written(sfen, mv), text, "{sfen} {mv}");
    }
}

/// Positions with many pieces of a kind: no two legal moves are written alike.
#[test]
fn different_moves_are_written_differently() {
    let mut rng = fastrand::Rng::with_seed(31);
    let mut moves = Vec::new();
    for _ in 0..40 {
        let mut position = Position::start();
        for _ in 0..200 {
            moves.clear();
            position.legal_moves(&mut moves);
            let mut texts: HashMap<String, String> = HashMap::new();
            for &mv in &moves {
                let text = position.japanese(mv, None);
                if let Some(other) = texts.insert(text.clone(), mv.to_string()) {
                    panic!("{text}: {mv} and {other} in {position}");
                }
            }
            if moves.is_empty() {
                break;
            }
            position.play(moves[rng.usize(..moves.len())]);
        }
    }
}

#[test]
fn the_drawn_board() {
    let position = Position::from_sfen("7gk/9/6P1+P/9/9/9/9/9/4K4 w GSP2r14p 1").unwrap();
    assert_eq!(
        position.drawn(),
        "\
後手の持駒：飛二 歩十四
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・v金v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ 歩 ・ と|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金 銀 歩
後手番
"
    );
    assert!(Position::start().drawn().starts_with("後手の持駒：なし\n"));
}

#[test]
fn the_same_square() {
    let position = Position::from_sfen("7gk/9/6P1+P/9/9/9/9/9/9 b GSP 1").unwrap();
    let mv = position.read_move("P*1b").unwrap();
    assert_eq!(position.japanese(mv, Square::new(1, 2)), "▲同歩");
    assert_eq!(mv.color(), Color::Black);
}
