//! Texts of positions: what is read and written, and every way to get them wrong.

use phidelta_games::shogi::{Color, Kind, Position, SfenErrorKind as Wrong, Tsume};

/// What is wrong, and the part of the text that is marked.
fn wrong(text: &str) -> (Wrong, String, usize) {
    let error = Tsume::from_sfen(text).expect_err(text);
    let marked = error.marked(text);
    let (shown, marks) = marked.split_once('\n').expect("two lines");
    assert_eq!(shown.chars().count(), text.chars().count());
    // The marks stand under the place.
    assert_eq!(marks.find('^').map(|at| at + 1), Some(error.column(text)));
    assert!(error.kind.to_string().contains("expected"), "{error}");
    (error.kind, text[error.place.clone()].to_string(), error.place.start)
}

#[test]
fn every_error_names_its_place() {
    let end = |kind, text: &str, at| assert_eq!(wrong(text), (kind, String::new(), at), "{text}");
    let at = |kind, text: &str, part: &str, at| {
        assert_eq!(wrong(text), (kind, part.to_string(), at), "{text}");
    };
    // Ranks.
    end(Wrong::RankLength { rank: 2, squares: 8 }, "4k4/8/9/9/9/9/9/9/9 b - 1", 5);
    end(Wrong::RankLength { rank: 9, squares: 0 }, "4k4/9/9/9/9/9/9/9/ b - 1", 18);
    at(Wrong::RankLength { rank: 1, squares: 10 }, "4k5/9/9/9/9/9/9/9/9 b - 1", "5", 2);
    at(Wrong::RankLength { rank: 1, squares: 12 }, "4k4PP1/9/9/9/9/9/9/9/9 b - 1", "P", 3);
    at(Wrong::RankLength { rank: 1, squares: 10 }, "4k4+P/9/9/9/9/9/9/9/9 b - 1", "+P", 3);
    end(Wrong::RankCount(8), "4k4/9/9/9/9/9/9/9 b - 1", 17);
    end(Wrong::RankCount(1), "4k4", 3);
    at(Wrong::RankCount(10), "4k4/9/9/9/9/9/9/9/9/9 b - 1", "/9", 19);
    // Pieces.
    at(Wrong::UnknownPiece('x'), "4k4/4x4/9/9/9/9/9/9/9 b - 1", "x", 5);
    at(Wrong::UnknownPiece('0'), "4k4/09/9/9/9/9/9/9/9 b - 1", "0", 4);
    at(Wrong::UnknownPiece('玉'), "4玉4/9/9/9/9/9/9/9/9 b - 1", "玉", 1);
    at(Wrong::CannotPromote("'G'".into()), "4k4/4+G4/9/9/9/9/9/9/9 b - 1", "+G", 5);
    at(Wrong::CannotPromote("'4'".into()), "4k4/4+4P/9/9/9/9/9/9/9 b - 1", "+4", 5);
    at(Wrong::CannotPromote("'+'".into()), "4k4/4++P4/9/9/9/9/9/9/9 b - 1", "++", 5);
    at(Wrong::CannotPromote("the end of the rank".into()), "4k3+/9/9/9/9/9/9/9/9 b - 1", "+", 3);
    at(Wrong::TwoKings(Color::White), "4k4/k8/9/9/9/9/9/9/9 b - 1", "k", 4);
    at(Wrong::TwoKings(Color::Black), "4k4/9/9/9/9/9/9/9/K7K b - 1", "K", 20);
    let many = Wrong::TooMany { kind: Kind::ROOK, found: 3 };
    at(many, "4k4/9/9/1r7/R8/9/9/9/8+R b - 1", "+R", 22);
    at(Wrong::TooMany { kind: Kind::GOLD, found: 5 }, "4k4/9/9/4G4/9/9/9/9/9 b R4g 1", "4g", 25);
    at(Wrong::TooMany { kind: Kind::PAWN, found: 19 }, "4k4/9/9/9/9/9/9/9/9 b 18Pp 1", "p", 25);
    at(Wrong::DeadPiece(Kind::PAWN), "P3k4/9/9/9/9/9/9/9/9 b - 1", "P", 0);
    at(Wrong::DeadPiece(Kind::LANCE), "4k4/9/9/9/9/9/9/9/l8 b - 1", "l", 18);
    at(Wrong::DeadPiece(Kind::KNIGHT), "4k4/N8/9/9/9/9/9/9/9 b - 1", "N", 4);
    let pawns = Wrong::TwoPawns { color: Color::White, file: 9 };
    at(pawns, "4k4/p8/9/p8/9/9/9/9/9 b - 1", "p", 9);
    // Side, hands, number, end.
    at(Wrong::BadSide("x".into()), "4k4/9/9/9/9/9/9/9/9 x - 1", "x", 20);
    at(Wrong::BadSide("B".into()), "4k4/9/9/9/9/9/9/9/9 B - 1", "B", 20);
    at(Wrong::BadHand("x".into()), "4k4/9/9/9/9/9/9/9/9 b 2Px 1", "x", 24);
    at(Wrong::BadHand("K".into()), "4k4/9/9/9/9/9/9/9/9 b K 1", "K", 22);
    at(Wrong::BadHand("0".into()), "4k4/9/9/9/9/9/9/9/9 b 0P 1", "0", 22);
    at(Wrong::BadHand("2".into()), "4k4/9/9/9/9/9/9/9/9 b P2 1", "2", 23);
    at(Wrong::BadHand("9999".into()), "4k4/9/9/9/9/9/9/9/9 b 99999999999P 1", "9999", 22);
    at(Wrong::BadHand("+".into()), "4k4/9/9/9/9/9/9/9/9 b +P 1", "+", 22);
    at(Wrong::BadNumber("one".into()), "4k4/9/9/9/9/9/9/9/9 b - one", "one", 24);
    at(Wrong::BadNumber("-1".into()), "4k4/9/9/9/9/9/9/9/9 b - -1", "-1", 24);
    at(Wrong::Trailing("and more".into()), "4k4/9/9/9/9/9/9/9/9 b - 1 and more ", "and more", 26);
    at(Wrong::Trailing("7g7f".into()), "startpos 7g7f", "7g7f", 9);
    // Too short.
    let side = "the side to move, 'b' or 'w'";
    end(Wrong::Missing(side), "4k4/9/9/9/9/9/9/9/9", 19);
    end(Wrong::Missing("pieces in hand, or '-'"), "4k4/9/9/9/9/9/9/9/9 b  ", 21);
    end(Wrong::Missing("the nine ranks of a board, or 'startpos'"), "", 0);
    end(Wrong::Missing("the nine ranks of a board, or 'startpos'"), "position sfen ", 13);
    // Kings.
    at(Wrong::NoKing(Color::White), "9/9/9/9/9/9/9/9/4K4 b - 1", "9/9/9/9/9/9/9/9/4K4", 0);
    at(Wrong::NoKing(Color::Black), " sfen 4k4/9/9/9/9/9/9/9/9 w - 1", "4k4/9/9/9/9/9/9/9/9", 6);
    at(Wrong::OpponentInCheck(Color::White), "4k4/4G4/9/9/9/9/9/9/9 b - 1", "k", 1);
    at(Wrong::OpponentInCheck(Color::Black), "4k4/9/9/9/9/9/9/4g4/4K4 w - 1", "K", 21);
    // Moves.
    at(Wrong::BadMove("7g7".into()), "startpos moves 7g7f 7g7", "7g7", 20);
    at(Wrong::BadMove("K*5e".into()), "startpos moves K*5e", "K*5e", 15);
    at(Wrong::IllegalMove("7g7e".into()), "position startpos moves 7g7e", "7g7e", 24);
    at(Wrong::IllegalMove("P*5e".into()), "startpos moves P*5e", "P*5e", 15);
}

#[test]
fn what_is_written_is_read_back() {
    for text in [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
        "9/9/9/9/9/9/9/9/9 b - 1",
    ] {
        let position = Position::from_sfen(text).unwrap();
        assert_eq!(position.to_string(), text);
    }
    assert_eq!(Position::from_sfen("startpos").unwrap(), Position::start());
}

#[test]
fn forms_of_a_position() {
    let board = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p";
    let plain = Position::from_sfen(board).unwrap();
    for text in [
        format!("{board} 1"),
        format!("sfen {board} 57"),
        format!("position sfen {board} 1"),
        format!("  position  sfen   {board}\t1 moves "),
    ] {
        assert_eq!(Position::from_sfen(&text).unwrap(), plain, "{text}");
    }
    let mut moved = plain.clone();
    moved.play(plain.read_move("G*5b").unwrap());
    assert_eq!(Position::from_sfen(&format!("{board} moves G*5b")).unwrap(), moved);
    let opened = Position::from_sfen("position startpos moves 7g7f 3c3d 8h2b+").unwrap();
    assert_eq!(opened.to_string(), "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 1");
}

#[test]
fn the_defender_has_what_is_left() {
    let hand = |text: &str, color| Tsume::from_sfen(text).unwrap().position().hand(color);
    let all = hand("9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1", Color::White);
    assert_eq!(hand("9/8k/9/8P/9/9/9/9/9 b 2G 1", Color::White), all);
    assert_eq!(all.count(Kind::PAWN), 17);
    // Promoted pieces count as what they were.
    assert_eq!(hand("9/8k/9/8+P/9/9/9/9/9 b 2G 1", Color::White), all);
    // A hand that is given is what he has.
    assert_eq!(hand("9/8k/9/8P/9/9/9/9/9 b 2Gp 1", Color::White).count(Kind::GOLD), 0);
    assert_eq!(hand("9/8k/9/8P/9/9/9/9/9 b 2Gp 1", Color::White).count(Kind::PAWN), 1);
    // White may attack as well, and moves change hands only by what they take and drop.
    assert_eq!(hand("9/9/9/9/9/8p/9/8K/9 w 2g 1", Color::Black), all);
    let later = "9/8k/9/8P/9/9/9/9/9 b 2G 1 moves G*1c 1b1a";
    assert_eq!(hand(later, Color::White), all);
    assert_eq!(hand(later, Color::Black).count(Kind::GOLD), 1);
}

/// Whatever the text, an answer and no panic.
#[test]
fn no_text_makes_the_reader_panic() {
    let mut rng = fastrand::Rng::with_seed(9);
    let seeds = [
        "position sfen l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1 moves 1a1b",
        "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e",
    ];
    let spice: Vec<char> = "/+9 1kK-b飛\u{a0}\tZ*".chars().collect();
    let mut refused = 0;
    for round in 0..50_000 {
        let mut text: Vec<char> = seeds[round % 2].chars().collect();
        for _ in 0..1 + rng.usize(..4) {
            let at = rng.usize(..text.len());
            match rng.u8(..3) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, spice[rng.usize(..spice.len())]),
                _ => text[at] = spice[rng.usize(..spice.len())],
            }
        }
        let text: String = text.into_iter().collect();
        if let Err(error) = Tsume::from_sfen(&text) {
            refused += 1;
            assert!(text.get(error.place.clone()).is_some(), "{text:?} {error}");
            assert!(!error.marked(&text).is_empty());
        }
    }
    assert!(refused > 10_000);
}
