//! Records as people paste them: from pages, mails and books, with other words, colons, digits and frames.

use phidelta_games::shogi::{Kifu, KifuFormat, Position, Tsume, read_moves};

/// A mate in three, the defender having all that is left.
const SFEN: &str = "9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
/// The same, the defender having nothing.
const BARE: &str = "9/8k/9/8P/9/9/9/9/9 b 2G 1";

const RANKS: [&str; 9] = [
    " ・ ・ ・ ・ ・ ・ ・ ・ ・",
    " ・ ・ ・ ・ ・ ・ ・ ・v玉",
    " ・ ・ ・ ・ ・ ・ ・ ・ ・",
    " ・ ・ ・ ・ ・ ・ ・ ・ 歩",
    " ・ ・ ・ ・ ・ ・ ・ ・ ・",
    " ・ ・ ・ ・ ・ ・ ・ ・ ・",
    " ・ ・ ・ ・ ・ ・ ・ ・ ・",
    " ・ ・ ・ ・ ・ ・ ・ ・ ・",
    " ・ ・ ・ ・ ・ ・ ・ ・ ・",
];
const NUMBERS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
const FILES: &str = "  ９ ８ ７ ６ ５ ４ ３ ２ １\n";
const FRAME: &str = "+---------------------------+\n";

/// The board with something before and behind each rank.
fn board(rank: impl Fn(usize, &str) -> String) -> String {
    RANKS.iter().enumerate().map(|(i, text)| rank(i, text) + "\n").collect()
}

fn framed() -> String {
    format!("{FILES}{FRAME}{}{FRAME}", board(|i, text| format!("|{text}|{}", NUMBERS[i])))
}

fn read(text: &str) -> Result<Kifu, String> {
    let format = KifuFormat::of_text(text).ok_or("no known format")?;
    Kifu::read(text, format).map_err(|error| format!("{error}\n{}", error.marked()))
}

fn start(text: &str) -> String {
    match read(text) {
        Ok(kifu) => kifu.start(0).to_string(),
        Err(error) => panic!("{error}\n{text}"),
    }
}

#[test]
fn hands_by_many_names() {
    for hands in [
        "攻方の持駒：金二",
        "攻方の持駒:金二",
        "攻方の持駒: 金２",
        "攻方持駒：金2",
        "攻め方の持ち駒：金金",
        "詰方の持駒：金　金",
        "持駒：金二",
        "持駒:金二",
        "持駒　金二",
        "持ち駒：金２",
        "☗持駒：金二",
        "☗持駒：金二\n☖持駒：残り全部",
        "▲持駒：金二\n△持駒：残り",
        "☗先手の持駒：金二\n☖後手の持駒：残り全部",
        "先手の持駒：金二\n後手の持駒：残り駒全部",
        "先手の持駒：金二\n後手の持駒：残り全て",
        "攻方の持駒：金二\n玉方の持駒：残り全部",
        "攻方の持駒：金二\n受方の持駒：残り全部",
        "攻方の持駒：金二\n受け方の持駒：残り",
        "攻方の持駒：金二\n玉方の持駒：飛二 角二 金二 銀四 桂四 香四 歩十七",
        "攻方の持駒：金二\n玉方の持駒：飛２角２金２銀４桂４香４歩１７",
    ] {
        let text = format!("{}{hands}\n", framed());
        assert_eq!(start(&text), SFEN, "{hands}");
        assert_eq!(start(&format!("{hands}\n{}", framed())), SFEN, "{hands} before the board");
    }
    for hands in [
        "攻方の持駒：金二\n玉方の持駒：なし",
        "攻方の持駒:金２\n受方の持駒:無し",
        "☗持駒：金二\n☖持駒：なし",
        "先手の持駒：金二\n後手の持駒：ナシ",
    ] {
        assert_eq!(start(&format!("{}{hands}\n", framed())), BARE, "{hands}");
    }
}

#[test]
fn the_attacker_may_be_white() {
    let upside_down = framed().replace("v玉", " 玉").replace(" 歩", "v歩");
    let text = format!("{upside_down}攻方の持駒：金二\n玉方の持駒：なし\n後手番\n");
    assert!(start(&text).ends_with(" w 2g 1"), "{}", start(&text));
    // One name by role and one by colour for the same side contradict each other.
    let mixed = format!("{upside_down}先手の持駒：金\n玉方の持駒：銀\n後手番\n");
    assert!(read(&mixed).unwrap_err().contains("the same side"), "{:?}", read(&mixed));
}

#[test]
fn boards_without_a_frame() {
    let hand = "持駒：金二\n";
    for text in [
        format!("{FILES}{}{hand}", board(|i, text| format!("|{text}|{}", NUMBERS[i]))),
        format!("{}{hand}", board(|i, text| format!("|{text}|{}", NUMBERS[i]))),
        format!("{}{hand}", board(|_, text| format!("|{text}|"))),
        format!("{}{hand}", board(|_, text| text.to_string())),
        format!("{}{hand}", board(|i, text| format!("{text}{}", NUMBERS[i]))),
        format!("{}{hand}", board(|i, text| format!("{text} {}", NUMBERS[i]))),
        // The blanks before each line were lost on the way.
        format!("{}{hand}", board(|_, text| text.trim_start().to_string())),
        format!("{hand}{FILES}{}", board(|_, text| text.to_string())),
        // Wide bars, and the frame drawn with other lines.
        format!("{FILES}┏━━━┓\n{}┗━━━┛\n{hand}", board(|i, text| format!("┃{text}┃{}", NUMBERS[i]))),
    ] {
        assert_eq!(start(&text), SFEN, "\n{text}");
    }
}

#[test]
fn a_board_cut_short_is_refused_at_its_place() {
    let eight: String =
        board(|_, text| text.to_string()).lines().take(8).map(|line| format!("{line}\n")).collect();
    let error = read(&format!("{eight}持駒：金二\n")).unwrap_err();
    assert!(error.contains("line 9") && error.contains("expected a square"), "{error}");
    let broken = board(|_, text| text.to_string()).replace("v玉", "v犬");
    assert!(read(&format!("{broken}持駒：金二\n")).is_err());
}

#[test]
fn moves_with_wide_digits_and_other_marks() {
    for moves in [
        "   1 １三金打\n   2 １一玉(12)\n   3 １二金打\n   4 詰み\n",
        "１ １三金打\n２ １一玉（12）\n３ １二金打\n",
        "１　１三金打\n２　１一玉（１２）\n３　１二金打\n",
        "☗１三金☖１一玉☗１二金打\n",
        "☗13金 ☖11玉 ☗12金打\n",
        "▲１三金△１一玉▲１二金打まで3手詰\n",
    ] {
        let text = format!("{}持駒：金二\n{moves}", framed());
        let kifu = read(&text).unwrap_or_else(|error| panic!("{error}\n{moves}"));
        let line = kifu.moves(0, kifu.plies(0)).unwrap_or_else(|error| panic!("{error}\n{moves}"));
        let usi: Vec<String> = line.iter().map(ToString::to_string).collect();
        assert_eq!(usi, ["G*1c", "1b1a", "G*1b"], "{moves}");
    }
}

#[test]
fn title_and_author_are_kept() {
    let text = format!("作品名：小品\n作者：名無し\n発表誌：某誌\n{}持駒：金二\n", framed());
    let kifu = read(&text).unwrap();
    assert_eq!((kifu.title(0), kifu.author(0)), (Some("小品"), Some("名無し")));
    let two = format!("{text}\n題名: 第二番\n{}持駒：金二\n", framed());
    let kifu = read(&two).unwrap();
    assert_eq!((kifu.count(), kifu.title(1), kifu.author(1)), (2, Some("第二番"), None));
    let jkf = r#"{"header":{"作品名":"小品","作者":"某"},"initial":{"preset":"HIRATE"},"moves":[{}]}"#;
    let kifu = Kifu::read(jkf, KifuFormat::Jkf).unwrap();
    assert_eq!((kifu.title(0), kifu.author(0)), (Some("小品"), Some("某")));
}

#[test]
fn solutions_in_usi_and_in_japanese() {
    let problem = Tsume::from_sfen(SFEN).unwrap();
    for text in [
        "G*1c 1b1a G*1b",
        "▲１三金 △１一玉 ▲１二金打",
        "▲１三金△１一玉▲１二金打",
        "☗13金☖11玉☗12金打",
        "１三金 １一玉 １二金打",
        "１三金、１一玉、１二金打",
        "１三金打　１一玉(12)　１二金打",
        "13金打、11玉、12金打 まで3手詰",
    ] {
        let line = read_moves(problem.position(), text).unwrap_or_else(|error| {
            panic!("{}\n{}", error.kind, error.marked(text));
        });
        let usi: Vec<String> = line.iter().map(ToString::to_string).collect();
        assert_eq!(usi, ["G*1c", "1b1a", "G*1b"], "{text}");
    }
    let error = read_moves(problem.position(), "１三金 ９九玉").unwrap_err();
    assert_eq!(error.column("１三金 ９九玉"), 5);
    assert!(read_moves(problem.position(), "１三金 犬").is_err());
    assert!(read_moves(&Position::start(), "").unwrap().is_empty());
}
