//! Game records: KIF, KI2, CSA, JKF.

#[allow(dead_code, reason = "other tests need more of it")]
use std::collections::BTreeSet;

use phidelta_games::shogi::{
    Color, Kifu, KifuEnd, KifuError, KifuFormat, KifuNode, KifuTree, Move, Position, Tsume, decode_kifu,
};
use phidelta_testing::shogi::problem;
use shogi_core::{PartialPosition, ToUsi};
use shogi_kifu_converter::converter::{ToCsa, ToKi2, ToKif};
use shogi_kifu_converter::jkf::{JsonKifuFormat, MoveFormat, PlaceFormat};
use shogi_kifu_converter::parser::parse_kif_str;

const DIAGRAM: &str = "\
後手の持駒：飛二　歩十四
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
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金　銀　歩
";
const SFEN: &str = "7gk/9/6P1+P/9/9/9/9/9/9 b GSP2r14p 1";

fn read(text: &str) -> Kifu {
    let format = KifuFormat::of_text(text).expect("a known format");
    Kifu::read(text, format).unwrap_or_else(|error| panic!("{error}\n{}\n{text}", error.marked()))
}

fn refused(text: &str, format: KifuFormat) -> KifuError {
    Kifu::read(text, format).err().unwrap_or_else(|| panic!("accepted:\n{text}"))
}

fn usi(line: &[Move]) -> Vec<String> {
    line.iter().map(Move::to_string).collect()
}

/// A line of random moves from a position.
fn random_line(start: &Position, plies: usize, rng: &mut fastrand::Rng) -> Vec<Move> {
    let mut position = start.clone();
    let (mut line, mut moves) = (Vec::new(), Vec::new());
    for _ in 0..plies {
        moves.clear();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.usize(..moves.len())];
        position.play(mv);
        line.push(mv);
    }
    line
}

#[test]
fn a_diagram() {
    let kifu = read(DIAGRAM);
    assert_eq!(kifu.count(), 1);
    assert_eq!(kifu.start(0).to_string(), SFEN);
    assert_eq!(kifu.plies(0), 0);
    // Without a line's end, with others, with blanks in front, with the older sign for a king.
    for text in [
        DIAGRAM.trim_end().to_string(),
        DIAGRAM.replace('\n', "\r\n"),
        format!("\n# a comment\n手合割：詰将棋　　\n{DIAGRAM}\n\n"),
        DIAGRAM.replace('玉', "王"),
        // What Kifu for Windows says of problems, and a program that draws the board below the line.
        format!("#KIF version=2.0 encoding=Shift_JIS\n手合割：平手　　\n{DIAGRAM}先手：\n後手：\n"),
        format!(
            "手合割：詰将棋（x）\n手数----指手---------消費時間--\n{DIAGRAM}   1 １二金\nまで1手で詰み\n"
        ),
        DIAGRAM.replace("飛二　歩十四", "飛2 歩14"),
        format!("作者：someone\n{DIAGRAM}先手：\n後手：\n手数----指手---------消費時間--\n"),
    ] {
        assert_eq!(read(&text).start(0).to_string(), SFEN, "{text}");
    }
}

#[test]
fn hands_that_are_not_given() {
    // Nothing said: the defender has the rest.
    let silent = DIAGRAM.replace("後手の持駒：飛二　歩十四\n", "");
    let all = "7gk/9/6P1+P/9/9/9/9/9/9 b GSP2r2b2g3s4n4l15p 1";
    assert_eq!(read(&silent).start(0).to_string(), all);
    assert_eq!(Tsume::from_sfen("7gk/9/6P1+P/9/9/9/9/9/9 b GSP 1").unwrap().position().to_string(), all);
    assert_eq!(read(&DIAGRAM.replace("飛二　歩十四", "")).start(0).to_string(), all);
    // "Nothing" is an answer.
    let nothing = DIAGRAM.replace("飛二　歩十四", "なし");
    assert_eq!(read(&nothing).start(0).to_string(), "7gk/9/6P1+P/9/9/9/9/9/9 b GSP 1");
}

#[test]
fn white_attacks() {
    let text =
        DIAGRAM.replace("| ・ ・ ・ ・ ・ ・ ・ ・ ・|九", "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九") + "後手番\n";
    let kifu = read(&text);
    assert_eq!(kifu.start(0).side(), Color::White);
    assert_eq!(kifu.problem(0, 0).unwrap().attacker(), Color::White);
    let other = text.replace("後手番", "手番：後手");
    assert_eq!(read(&other).start(0), kifu.start(0));
}

#[test]
fn a_game_and_its_middle() {
    let text = "手合割：平手　　\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:16/00:00:16)\n*remark\n\
                &bookmark\n   2 ３四歩(33)   ( 0:00/00:00:00)+\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 ４五角打\n   6 投了\n\
                まで5手で先手の勝ち\n\n変化：3手\n   3 ２六歩(27)\n   4 ８四歩(83)\n";
    let kifu = read(text);
    assert_eq!((kifu.count(), kifu.plies(0)), (1, 5));
    assert_eq!(usi(&kifu.moves(0, 5).unwrap()), ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]);
    let middle = "startpos moves 7g7f 3c3d 8h2b+ 3a2b";
    assert_eq!(*kifu.problem(0, 4).unwrap().position(), Position::from_sfen(middle).unwrap());
    let error = kifu.problem(0, 6).unwrap_err();
    assert!(error.to_string().contains("has 5 moves"), "{error}");
    // What is played later does not spoil the problem, but what is asked for must be legal.
    let broken = read(&text.replace("同　銀(31)", "同　銀(71)"));
    assert_eq!(*broken.start(0), Position::start());
    let error = broken.problem(0, 4).unwrap_err();
    assert_eq!((error.line, error.column), (8, 6), "{error}");
    assert_eq!(error.marked(), "   4 同　銀(71)\n     ^^^^^^^^^^");
}

#[test]
fn a_handicap_game() {
    let kifu = read("手合割：角落ち\n手数----指手---------消費時間--\n   1 ３四歩(33)\n   2 ７六歩(77)\n");
    assert_eq!(usi(&kifu.moves(0, 2).unwrap()), ["3c3d", "7g7f"]);
    let kifu = read("手合割：二枚落ち\n\n△６二銀    ▲７六歩    △５四歩\n");
    assert_eq!(usi(&kifu.moves(0, 3).unwrap()), ["7a6b", "7g7f", "5c5d"]);
}

#[test]
fn many_records_in_a_file() {
    let moves = "手数----指手---------消費時間--\n   1 １二金打\n   2 詰み\nまで1手で詰み\n";
    let no_hand = DIAGRAM.replace("後手の持駒：飛二　歩十四\n", "");
    let text =
        format!("{DIAGRAM}\n{DIAGRAM}\n{DIAGRAM}{moves}\n作品名：x\n{no_hand}{moves}手合割：平手\n▲７六歩\n");
    let kifu = read(&text);
    let plies: Vec<usize> = (0..kifu.count()).map(|record| kifu.plies(record)).collect();
    assert_eq!(plies, [0, 0, 1, 1, 1]);
    assert_eq!(kifu.start(1), kifu.start(0));
    assert_eq!(*kifu.start(4), Position::start());
    let csa = "V2.2\nP-11OU\nP+13FU00KI00KI\n+\n/\nPI82HI\n-\n";
    assert_eq!(read(csa).count(), 2);
}

#[test]
fn shift_jis_is_known_by_its_bytes() {
    let (bytes, _, bad) = encoding_rs::SHIFT_JIS.encode(DIAGRAM);
    assert!(!bad);
    assert!(std::str::from_utf8(&bytes).is_err());
    assert_eq!(decode_kifu(&bytes).unwrap(), DIAGRAM);
    assert_eq!(decode_kifu(format!("\u{feff}{DIAGRAM}").as_bytes()).unwrap(), DIAGRAM);
    let error = decode_kifu(b"a\nb\n\xff\xff\xff").unwrap_err();
    assert_eq!(error.line, 3);
    assert!(error.to_string().contains("UTF-8 or Shift-JIS"), "{error}");
}

#[test]
fn csa_boards() {
    let all = "8k/9/8P/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
    for text in [
        "V2.2\nP-11OU\nP+13FU00KI00KI\nP-00AL\n+\n",
        "V2.2\nP-11OU\nP+13FU00KI00KI\n+\n",
        "V2\nN+a, b\n'comment\nP-11OU,P+13FU,P+00KI00KI,+\n%CHUDAN\n",
        "P1 *  *  *  *  *  *  *  * -OU\nP2 *  *  *  *  *  *  *  *  *\nP3 *  *  *  *  *  *  *  * +FU\n\
         P4 *  *  *  *  *  *  *  *  * \nP5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n\
         P7 *  *  *  *  *  *  *  *  * \nP8 *  *  *  *  *  *  *  *  * \nP9 *  *  *  *  *  *  *  *  * \n\
         P+00KI00KI\nP-00AL\n+\n",
    ] {
        assert_eq!(read(text).start(0).to_string(), all, "{text}");
    }
    let kifu = read("V2.2\nPI22KA\n-\n-3334FU,T3\n+7776FU\n%TORYO\n");
    assert_eq!(usi(&kifu.moves(0, 2).unwrap()), ["3c3d", "7g7f"]);
}

#[test]
fn errors_name_the_place() {
    let kif = |from: &str, to: &str| refused(&DIAGRAM.replacen(from, to, 1), KifuFormat::Kif);
    for (error, line, column, words) in [
        (kif("歩 ・ と", "歩 ・ 犬"), 6, 19, "'犬', expected a square"),
        (kif("| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n", ""), 8, 21, "expected the number of this rank"),
        (kif("歩 ・ と|三", "歩 ・ と ・|三"), 6, 20, "'|' after nine squares"),
        (kif("飛二", "飛三"), 1, 7, "too many pieces"),
        (kif("飛二", "玉"), 1, 7, "king in hand"),
        (kif("飛二", "鳥"), 1, 7, "'鳥' in a hand"),
        (kif("先手の持駒：金", "先手の持駒;金"), 14, 1, "a line of a record"),
        (kif(" 歩 ・ と", "v玉 ・ と"), 6, 14, "second king of White"),
        (kif("v金v玉", " 金v玉"), 4, 18, "White is in check"),
    ] {
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!((error.line, error.column), (line, column), "{error}\n{}", error.marked());
    }
    let no_king = read(&DIAGRAM.replacen("v玉|一", " 玉|一", 1)).problem(0, 0).unwrap_err();
    assert!(no_king.to_string().starts_with("line 1, column 1: White has no king"), "{no_king}");
    let moves = |line: &str| {
        let text = format!("手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n{line}\n");
        let kifu = Kifu::read(&text, KifuFormat::Kif);
        kifu.and_then(|kifu| kifu.moves(0, 9)).unwrap_err().to_string()
    };
    for (line, words) in [
        ("   2 ３四犬(33)", "line 4, column 8: '犬', expected a piece"),
        ("   3 ３四歩(33)", "line 4, column 4: move number 3"),
        ("   2 ３四歩(34)", "line 4, column 6: ３四歩(34) is not legal"),
        ("   2 ３四歩[33]", "'[33]' behind a move"),
        ("   2 同　歩(33)", "同　歩(33) is not legal"),
        ("   2", "the line ends here, expected a square"),
    ] {
        assert!(moves(line).contains(words), "{line}: {}", moves(line));
    }
    for (text, words) in [
        ("V2\nP-11OU12KI13KI14KI15KI16KI\n+", "line 2, column 23: too many pieces: this is gold number 5"),
        ("V2\nP+00OU\n+", "king in hand"),
        ("V2\nP-01FU\n+", "'01FU', expected a square and a piece"),
        ("V2\nP-11OU11KI\n+", "a second piece on 1a"),
        ("V2\nP-11OU", "who is to move"),
        ("V2\nP-11OU1\n+", "'1', expected a square and a piece"),
        ("V2\nPI55FU\n+", "no FU there"),
        ("V2\nP1-KY\n+", "rank 1 has 3 characters"),
        ("V2\nPI\n+\n+77FU", "expected a move such as"),
        ("V2\nPI\n+\nあ", "a statement of CSA"),
    ] {
        let error = refused(text, KifuFormat::Csa);
        assert!(error.to_string().contains(words), "{error}");
    }
    for (text, words) in [
        ("{\n\"moves\": [}", "line 2, column 11: no JSON (expected value)"),
        ("{}", "'initial' is missing"),
        ("[]", "no position in it"),
        ("{\"initial\":{\"preset\":\"X\"}}", "initial.preset is \"X\", expected HIRATE"),
        ("{\"initial\":{\"preset\":\"OTHER\"}}", "initial.data is missing"),
        ("{\"moves\":[{},{\"move\":{\"piece\":\"FU\"}}]}", "moves[1].move.to is missing"),
    ] {
        let error = refused(text, KifuFormat::Jkf);
        assert!(error.to_string().contains(words), "{error}");
    }
    let no_board = "手合割：平手\n後手の持駒：なし\n先手の持駒：金\n手数----指手---------消費時間--\n";
    let error = refused(no_board, KifuFormat::Kif);
    assert!(error.to_string().contains("without a board, expected a diagram"), "{error}");
    read(&no_board.replace('金', "なし"));
    for format in [KifuFormat::Kif, KifuFormat::Csa] {
        assert!(refused("", format).to_string().contains("no position in it"));
    }
    assert!(KifuFormat::of_text(&format!("{SFEN}\tnote：x\n")).is_none());
}

/// As python-shogi and cshogi read them: they refuse 手合割：その他 and know no 竜 in a diagram.
#[test]
fn records_are_written_as_others_read_them() {
    let position = Position::from_sfen("8k/1+R7/9/9/9/9/9/9/9 b - 1").expect("a position");
    let mv = position.read_move("8b2b").expect("a move");
    let text = position.kif(&[mv], KifuEnd::Open, &[]);
    assert!(text.contains("| ・ 龍 ・") && text.contains("２二龍(82)"), "{text}");
    assert!(!text.contains('竜') && !text.contains("手合割"), "{text}");
}

/// What is written is read back by this reader and, where it can, by the other one.
#[test]
fn written_records_are_read_back() {
    let mut rng = fastrand::Rng::with_seed(77);
    let (mut read_by_others, mut by_white) = (0, 0);
    for _ in 0..400 {
        let Ok(tsume) = Tsume::from_sfen(&problem(&mut rng)) else { continue };
        let start = tsume.position();
        let line = random_line(start, rng.usize(..30), &mut rng);
        let text = start.kif(&line, KifuEnd::Mate, &["first\nsecond".into(), "third".into()]);
        let kifu = read(&text);
        assert_eq!(kifu.count(), 1);
        assert_eq!(kifu.start(0), start, "{text}");
        assert_eq!(kifu.plies(0), line.len());
        assert_eq!(kifu.moves(0, line.len()).unwrap(), line);
        if start.side() == Color::White {
            // The other reader does not know 後手番.
            by_white += 1;
            continue;
        }
        let jkf = parse_kif_str(&text).unwrap();
        let position = PartialPosition::try_from(jkf.initial.as_ref().unwrap()).unwrap();
        assert_eq!(position.to_sfen_owned(), start.to_string());
        let core = shogi_core::Position::try_from(&jkf).unwrap();
        let moves: Vec<String> = core.moves().iter().map(|mv| mv.to_usi_owned()).collect();
        assert_eq!(moves, usi(&line), "{text}");
        read_by_others += 1;
    }
    assert!(read_by_others > 50 && by_white > 50, "{read_by_others} {by_white}");
}

/// Games that the other program writes, in all four formats.
#[test]
fn records_of_others_are_read() {
    let mut rng = fastrand::Rng::with_seed(78);
    let (mut clear, mut unclear) = (0, 0);
    for _ in 0..60 {
        let start = Position::start();
        let line = random_line(&start, 120, &mut rng);
        let text = start.kif(&line, KifuEnd::Open, &[]);
        let jkf: JsonKifuFormat = parse_kif_str(&text).unwrap();
        let json = serde_json::to_string(&jkf).unwrap();
        for text in [jkf.to_kif_owned(), jkf.to_ki2_owned(), jkf.to_csa_owned(), json] {
            let kifu = read(&text);
            assert_eq!(*kifu.start(0), start, "{text}");
            let moves = match kifu.moves(0, 999) {
                Ok(moves) => moves,
                // The other program leaves out 右 or 引 where the piece promotes as well.
                Err(error) if error.to_string().contains("may be several moves") => {
                    unclear += 1;
                    continue;
                }
                Err(error) => panic!("{error}\n{text}"),
            };
            clear += 1;
            assert_eq!(usi(&moves), usi(&line), "{text}");
        }
    }
    assert!(clear > 220 && unclear < 20, "{clear} {unclear}");
}

/// KI2 with the words of our own notation.
#[test]
fn japanese_moves_are_read_back() {
    let mut rng = fastrand::Rng::with_seed(79);
    for _ in 0..60 {
        let start = Position::start();
        let line = random_line(&start, 200, &mut rng);
        let text: Vec<String> = start.japanese_line(&line);
        let text = format!(
            "手合割：平手\n{}\n",
            text.chunks(6).map(|part| part.join("  ")).collect::<Vec<_>>().join("\n")
        );
        assert_eq!(usi(&read(&text).moves(0, 999).unwrap()), usi(&line), "{text}");
    }
}

/// Slips of all kinds: an answer or an error, never a panic.
#[test]
fn no_bytes_make_the_readers_panic() {
    let mut rng = fastrand::Rng::with_seed(80);
    let line = random_line(&Position::start(), 12, &mut rng);
    let game = Position::start().kif(&line, KifuEnd::Mate, &["comment".into()]);
    let jkf = parse_kif_str(&game).unwrap();
    let diagram = parse_kif_str(DIAGRAM).unwrap();
    let seeds: Vec<(String, KifuFormat)> = vec![
        (format!("{game}変化：3手\n   3 ２六歩(27)\n{DIAGRAM}後手番\n"), KifuFormat::Kif),
        (jkf.to_ki2_owned(), KifuFormat::Kif),
        (jkf.to_csa_owned(), KifuFormat::Csa),
        ("V2.2\nP-11OU\nP+13FU00KI00KI\nP-00AL\n+\n+0012KI,T1\n/\nPI82HI22KA\n-\n".into(), KifuFormat::Csa),
        (diagram.to_csa_owned(), KifuFormat::Csa),
        (serde_json::to_string(&jkf).unwrap(), KifuFormat::Jkf),
        (serde_json::to_string(&diagram).unwrap(), KifuFormat::Jkf),
    ];
    let (mut good, mut bad) = (0, 0);
    for _ in 0..20_000 {
        let (text, format) = &seeds[rng.usize(..seeds.len())];
        let (other, _) = &seeds[rng.usize(..seeds.len())];
        let mut bytes = text.as_bytes().to_vec();
        if rng.bool() {
            bytes = encoding_rs::SHIFT_JIS.encode(text).0.into_owned();
        }
        for _ in 0..rng.usize(..4) {
            let at = rng.usize(..bytes.len().max(1)).min(bytes.len());
            let end = (at + rng.usize(..12)).min(bytes.len());
            let from = rng.usize(..other.len());
            match rng.u8(..5) {
                0 => bytes.truncate(at),
                1 => drop(bytes.drain(at..end)),
                2 => bytes.splice(at..at, other.bytes().skip(from).take(20)).for_each(drop),
                3 => bytes.splice(at..end, (0..3).map(|_| rng.u8(..)).collect::<Vec<_>>()).for_each(drop),
                _ if at < bytes.len() => bytes[at] = b"0123456789 +-,|/\n{}[]\""[rng.usize(..22)],
                _ => {}
            }
        }
        let Ok(text) = decode_kifu(&bytes) else {
            bad += 1;
            continue;
        };
        let _ = KifuFormat::of_text(&text);
        match Kifu::read(&text, *format) {
            Ok(kifu) => {
                good += 1;
                for record in 0..kifu.count() {
                    let plies = rng.usize(..=kifu.plies(record));
                    if let Err(error) = kifu.problem(record, plies) {
                        assert!(error.line >= 1 && !error.to_string().is_empty());
                    }
                }
            }
            Err(error) => {
                bad += 1;
                assert!(error.line >= 1 && error.line <= text.lines().count().max(1) + 1, "{error}");
                let _ = error.marked();
            }
        }
    }
    assert!(good > 1000 && bad > 1000, "{good} {bad}");
}

/// A tree of random legal moves; every line of it in USI.
fn random_tree(start: &Position, rng: &mut fastrand::Rng) -> (KifuTree, BTreeSet<Vec<String>>) {
    let (mut tree, mut lines) = (KifuTree::default(), BTreeSet::new());
    // The moves before, and the node behind which more is to come.
    let mut open: Vec<(Vec<Move>, Option<usize>)> = vec![(Vec::new(), None)];
    while let Some((before, parent)) = open.pop() {
        let mut position = start.clone();
        before.iter().for_each(|&mv| position.play(mv));
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        rng.shuffle(&mut moves);
        let wanted = if before.len() < 12 && tree.nodes.len() < 200 { rng.usize(1..4) } else { 0 };
        if moves.is_empty() || wanted == 0 {
            lines.insert(usi(&before));
            continue;
        }
        for &mv in moves.iter().take(wanted) {
            let index = tree.nodes.len();
            let mut node = KifuNode::new(mv, KifuEnd::Open);
            node.comments.push(format!("move {index}"));
            tree.nodes.push(node);
            match parent {
                Some(parent) => tree.nodes[parent].next.push(index),
                None => tree.first.push(index),
            }
            let mut line = before.clone();
            line.push(mv);
            open.push((line, Some(index)));
        }
    }
    (tree, lines)
}

/// The lines of a record as another program reads it: moves by number, variations in place of moves.
fn lines_of(moves: &[MoveFormat], before: &[String], out: &mut BTreeSet<Vec<String>>) {
    let mut line = before.to_vec();
    for one in moves {
        for fork in one.forks.iter().flatten() {
            lines_of(fork, &line, out);
        }
        if let Some(mv) = &one.move_ {
            let square = |at: &PlaceFormat| format!("{}{}", at.x, char::from(b'a' + at.y - 1));
            let letter = ["P", "L", "N", "S", "G", "B", "R"].get(mv.piece as usize).copied().unwrap_or("?");
            let from = mv.from.as_ref().map_or_else(|| format!("{letter}*"), square);
            let promotes = if mv.promote == Some(true) { "+" } else { "" };
            line.push(format!("{from}{}{promotes}", square(&mv.to)));
        }
    }
    out.insert(line);
}

#[test]
fn records_with_variations_are_read_by_others() {
    let mut rng = fastrand::Rng::with_seed(11);
    let mut variations = 0;
    for _ in 0..50 {
        // Some moves on, so that there are pieces in hand.
        let mut start = Position::start();
        random_line(&start.clone(), 60, &mut rng).into_iter().for_each(|mv| start.play(mv));
        let (tree, lines) = random_tree(&start, &mut rng);
        let text = start.kif_tree(&tree, KifuEnd::Open, &["a tree".into()]);
        let record: JsonKifuFormat = parse_kif_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let mut found = BTreeSet::new();
        lines_of(&record.moves, &[], &mut found);
        assert_eq!(found, lines, "{text}");
        variations += text.matches("変化").count();
        // Our own reader passes over variations.
        let kifu = read(&text);
        assert_eq!(kifu.count(), 1);
    }
    assert!(variations > 1000, "{variations}");
}
