//! Rules by single facts: each is one that a change of a line of `rules/` breaks, and that random games meet too
//! rarely (docs/measurements/mutants.md).

use std::collections::BTreeSet;

use phidelta_check::{Goal, Outcome, Rules, Turn, loa, othello, shogi, uttt};

/// Names of moves as a set.
fn names<R: Rules>(rules: &R, position: &R::Position) -> BTreeSet<String> {
    rules.moves(position).iter().map(|(name, _)| name.to_string()).collect()
}

/// All that could be a move of shogi, and some that could not.
fn shogi_words() -> Vec<String> {
    let squares: Vec<String> =
        (0..10).flat_map(|file| ('`'..='j').map(move |rank| format!("{file}{rank}"))).collect();
    let drops = "RBGSNLPKXrp".chars().flat_map(|kind| squares.iter().map(move |to| format!("{kind}*{to}")));
    let mut out: Vec<String> = drops.collect();
    for from in &squares {
        for to in &squares {
            out.extend([format!("{from}{to}"), format!("{from}{to}+")]);
        }
    }
    out.extend([":a1b", "1a:b", "5e", "", "5e5d=", "5e5d++"].map(String::from));
    out
}

#[test]
fn a_move_of_shogi_is_played_if_it_is_among_the_moves() {
    let words = shogi_words();
    for (position, attacked) in [
        // Promotions on both sides of the zone, dead squares, sliders, a pinned piece.
        ("l3k4/3P1P3/1B5R1/9/4s4/P8/9/9/K8 b RGSNLPbg 1", false),
        // The defender in check by a slider: captures, interpositions, flights; his pawn on the first rank.
        ("p3k4/9/9/9/4L4/9/9/9/9 w PGrbgsnlp 1", true),
        ("4k4/9/4+P4/9/1B7/9/4R4/9/9 w -rbgsnlp 1", true),
    ] {
        let (rules, _) = shogi::Tsume::new("tsume", "4k4/9/9/9/9/9/9/9/9 b -- 1").unwrap();
        let position = rules.read(position).unwrap_or_else(|reason| panic!("{position}: {reason}"));
        let names = names(&rules, &position);
        assert!(!names.is_empty() && rules.end(&position).is_none(), "{names:?}");
        for word in &words {
            let played = rules.play(&position, word);
            assert_eq!(played.is_some(), names.contains(word), "{word} {attacked}");
        }
    }
}

#[test]
fn facts_of_shogi() {
    let game = |position: &str| shogi::Tsume::new("tsume", position).unwrap();
    // Mate by a dropped pawn is no move; where the king has a square it is, and with a lance it is.
    let (rules, mates) = game("8k/6G2/8G/9/9/9/9/9/9 b LP- 1");
    assert!(rules.play(&mates, "P*1b").is_none() && !names(&rules, &mates).contains("P*1b"));
    assert!(rules.play(&mates, "L*1b").is_some() && names(&rules, &mates).contains("L*1b"));
    let (rules, checks) = game("8k/9/8G/9/9/9/9/9/9 b P- 1");
    assert!(rules.play(&checks, "P*1b").is_some() && names(&rules, &checks).contains("P*1b"));
    // A pawn that gives no check is no mate, and no move of the attacker; of the defender it is one.
    assert!(rules.play(&checks, "P*5e").is_none());
    // Two pawns on a file: also where the first stands on the first rank.
    let (rules, _) = game("4k4/9/9/9/9/9/9/9/9 b -- 1");
    let pawn = rules.read("p3k4/9/9/9/9/9/9/9/9 w -p 1").unwrap();
    assert!(rules.play(&pawn, "P*9e").is_none() && rules.play(&pawn, "P*8e").is_some());
    assert!(rules.play(&pawn, "P*8i").is_none());
    // One text: promoted pieces, hands of both sides.
    for text in ["4k4/9/+P+L+N+S+B+R3/9/9/+p+l+n+s+b+r3/9/9/4K4 b 4G16p 1", "4k4/9/9/9/9/9/9/9/9 w R2PG-"] {
        let text = text.replace("R2PG-", "RG2P- 1");
        assert_eq!(rules.text(&rules.read(&text).unwrap_or_else(|reason| panic!("{text}: {reason}"))), text);
    }
    assert_eq!(rules.repetition(Goal::Win), Some(false));
    for (text, reason) in [
        ("4k4/9/9/9/9/9/9/9/9/K8 b -- 1", "is no rank"),
        ("4k4/9/9/9/9/9/9/9/9/9 b -- 1", "nine ranks"),
        ("4k4/9/9/9/9/9/9/9 b -- 1", "nine ranks"),
        ("4k4P/9/9/9/9/9/9/9/9 b -- 1", "is no rank"),
        ("4k5/9/9/9/9/9/9/9/9 b -- 1", "nine squares"),
        ("4k3/9/9/9/9/9/9/9/9 b -- 1", "nine squares"),
        ("4k3+/9/9/9/9/9/9/9/9 b -- 1", "nine squares"),
        ("4k4+/9/9/9/9/9/9/9/9 b -- 1", "nine squares"),
        ("4k4/+9/9/9/9/9/9/9/9 b -- 1", "is no rank"),
        ("4k4/++P8/9/9/9/9/9/9/9 b -- 1", "is no rank"),
        ("4k4/+G8/9/9/9/9/9/9/9 b -- 1", "is no rank"),
        ("4+k4/9/9/9/9/9/9/9/9 b -- 1", "is no rank"),
        ("04k4/9/9/9/9/9/9/9/9 b -- 1", "is no rank"),
        ("4k4/9/9/9/9/9/9/9/9 b 99P- 1", "hands"),
        ("4k4/9/9/9/9/9/9/9/9 b P2- 1", "hands"),
        ("4k4/9/9/9/9/9/9/9/9 b aP- 1", "hands"),
    ] {
        let refusal = rules.read(text).expect_err(text);
        assert!(refusal.contains(reason), "{text}: {refusal}");
    }
}

#[test]
fn what_follows_has_more_for_the_winner_and_less_for_the_other() {
    for (side, other) in [("b", "w"), ("w", "b")] {
        // The attacker's hand first; both have a gold and a silver in the middle one.
        let hands = |attacker: &str, defender: &str| {
            let (attacker, defender) = if side == "b" {
                (attacker.to_uppercase(), defender.to_lowercase())
            } else {
                (defender.to_uppercase(), attacker.to_lowercase())
            };
            let empty = |hand: String| if hand.is_empty() { "-".into() } else { hand };
            format!("4k4/9/9/9/9/9/9/9/4K4 {side} {}{} 1", empty(attacker), empty(defender))
        };
        let (rules, middle) = shogi::Tsume::new("tsume", &hands("gs", "gs")).unwrap();
        let line = rules.pack(&middle);
        let follows = |attacker: &str, defender: &str| {
            let position = rules.read(&hands(attacker, defender)).unwrap();
            [true, false].map(|proved| rules.follows(&position, &line, proved))
        };
        assert_eq!(follows("gs", "gs"), [true, true]);
        for (attacker, defender) in [("gsn", "gs"), ("2gs", "gs"), ("gs", "g"), ("gs", "s"), ("rgs", "")] {
            assert_eq!(follows(attacker, defender), [true, false], "{side} {attacker} {defender}");
        }
        for (attacker, defender) in [("g", "gs"), ("s", "gs"), ("gs", "gsp"), ("gs", "g2s"), ("", "rgs")] {
            assert_eq!(follows(attacker, defender), [false, true], "{side} {attacker} {defender}");
        }
        for (attacker, defender) in [("gsp", "gsp"), ("gp", "gs"), ("g", "g"), ("r", "")] {
            assert_eq!(follows(attacker, defender), [false, false], "{side} {attacker} {defender}");
        }
        let turned =
            rules.read(&hands("gs", "gs").replace(&format!(" {side} "), &format!(" {other} "))).unwrap();
        assert!(!rules.follows(&turned, &line, true) && !rules.follows(&turned, &line, false));
        assert_ne!(rules.pack(&turned), line);
    }
}

#[test]
fn facts_of_othello() {
    // The attacker is the side to move; one text.
    let text = format!("{}OX----XO{} O", "-".repeat(14), "-".repeat(14));
    let (rules, root) = othello::Othello::new("6x6", &text).unwrap();
    assert!(rules.attacks(&root) && rules.text(&root) == text);
    // No square outside of the board, none that is taken, no pass while there is a move.
    let names = names(&rules, &root);
    for file in 'a'..='i' {
        for rank in '1'..='9' {
            let name = format!("{file}{rank}");
            assert_eq!(rules.play(&root, &name).is_some(), names.contains(&name), "{name}");
        }
    }
    assert!(rules.play(&root, "ps").is_none() && rules.play(&root, "`1").is_none());
    // Ended with empty squares, which are the winner's: nobody passes any more.
    for (discs, score) in [("X", -36), ("O", 36)] {
        let ended = rules.read(&format!("{discs}{} O", "-".repeat(35))).unwrap();
        assert_eq!((rules.score(&ended), rules.play(&ended, "ps").is_none()), (Some(score), true));
        assert_eq!(rules.end(&ended), Some(if score > 0 { Outcome::Win } else { Outcome::Loss }));
    }
    let even = rules.read(&format!("X{}O{} O", "-".repeat(17), "-".repeat(17))).unwrap();
    assert_eq!((rules.score(&even), rules.end(&even)), (Some(0), Some(Outcome::Draw)));
}

/// Discs that can never be turned, by hand: on a board of 36.
#[test]
fn discs_that_can_never_be_turned() {
    let (rules, _) = othello::Othello::new("6x6", &format!("X{} X", "-".repeat(35))).unwrap();
    // The most that the discs of X, none of which can be turned, are worth to X: 2 n - 36.
    let least = |rows: [&str; 6]| {
        let position = rules.read(&format!("{} X", rows.concat())).unwrap();
        (-36..=36)
            .rev()
            .find(|&least| rules.settled(&position, Goal::Score(least), true))
            .map(|least| (least + 36) / 2)
    };
    let empty = "------";
    assert_eq!(least(["X-----", empty, empty, empty, empty, empty]), Some(1));
    assert_eq!(least(["XXX--X", empty, empty, empty, empty, empty]), Some(4));
    // In the middle of an edge without a neighbour that is safe; and where the edge is full.
    assert_eq!(least(["--X---", empty, empty, empty, empty, empty]), Some(0));
    assert_eq!(least(["OOXOOO", empty, empty, empty, empty, empty]), Some(1));
    // A corner and what rests on it in all four lines.
    assert_eq!(least(["XXX---", "XX----", "X-----", empty, empty, empty]), Some(6));
    assert_eq!(least(["XX----", "XX----", empty, empty, empty, empty]), Some(3));
    // A wrap from one edge to the other would make more of it.
    assert_eq!(least(["-----X", "X-----", empty, empty, empty, empty]), Some(1));
    // A full board cannot change at all.
    assert_eq!(least(["XOXOXO"; 6]), Some(18));
}

#[test]
fn facts_of_ultimate_tic_tac_toe() {
    let with = |signs: &str, first: &str, second: &str, side: char| {
        format!("{side};{signs};{first}/{second}/{}", ["........."; 7].join("/"))
    };
    let empty = ".........";
    let (rules, root) = uttt::Uttt::new("-", &with(".........", empty, empty, 'X')).unwrap();
    assert!(rules.attacks(&root));
    let read = |text: &str| rules.read(text).unwrap_or_else(|reason| panic!("{text}: {reason}"));
    // One text, with the board that is forced; which one it is belongs to the position.
    let forced = [0, 1, 5].map(|board| {
        let mut signs = ['.'; 9];
        signs[board] = '@';
        let text = with(&signs.iter().collect::<String>(), "X........", empty, 'O');
        let position = read(&text);
        assert_eq!(rules.text(&position), text);
        let names = names(&rules, &position);
        assert!(names.iter().all(|name| {
            name.starts_with(['a', 'b', 'f'][[0, 1, 5].iter().position(|&b| b == board).unwrap()])
        }));
        rules.pack(&position)
    });
    assert!(forced[0] != forced[1] && forced[1] != forced[2] && forced[0] != forced[2]);
    assert!(rules.read(&with("@@.......", "X........", empty, 'O')).is_err());
    // Closed boards count by their sign alone, but not for who is to move.
    let (one, two) = (with("X........", "XXXOO....", empty, 'O'), with("X........", "XXX.OOO..", empty, 'X'));
    assert_ne!(rules.pack(&read(&one)), rules.pack(&read(&two)));
    let same = with("X........", "XXX.OO...", empty, 'O');
    assert_eq!(rules.pack(&read(&one)), rules.pack(&read(&same)));
    // Nobody moves once there is a line of boards.
    let won = format!(
        "O;XXX......;{}",
        [
            "XXX......",
            "XXX......",
            "XXX......",
            "OO.......",
            "OO.......",
            "OO.......",
            "OO.......",
            empty,
            empty
        ]
        .join("/")
    );
    let won = read(&won);
    assert_eq!((rules.end(&won), rules.play(&won, "dc").is_none()), (Some(Outcome::Win), true));
}

/// Three full boards without a winner on the diagonal: nobody has a line of boards left.
#[test]
fn full_boards_are_nobodys() {
    let (first, second) = ("XOXXOOOXX", "OXOOXXXOO");
    let empty = ".........";
    let boards = [first, empty, empty, empty, second, empty, empty, empty, first].join("/");
    let (rules, root) = uttt::Uttt::new("-", &format!("O;#...#...#;{boards}")).unwrap();
    assert!(rules.end(&root).is_none());
    assert!(rules.settled(&root, Goal::Win, false) && rules.settled(&root, Goal::Draw, true));
}

/// A board of Lines of Action from the squares of Black and of White.
fn loa_board(black: &[&str], white: &[&str], side: char) -> String {
    let mut squares = [b'-'; 64];
    for (sign, places) in [(b'X', black), (b'O', white)] {
        for place in places {
            let place = place.as_bytes();
            squares[usize::from(place[0] - b'a') + 8 * usize::from(place[1] - b'1')] = sign;
        }
    }
    format!("{} {side}", String::from_utf8_lossy(&squares))
}

const USUAL: &str = "both-connected=draw no-move=pass repetition=third";

#[test]
fn a_move_of_lines_of_action_is_played_if_it_is_among_the_moves() {
    let board = loa_board(&["a1", "a3", "d4", "h8"], &["d6", "f4", "a8", "h1"], 'X');
    let (rules, root) = loa::Loa::new(USUAL, &board).unwrap();
    let names = names(&rules, &root);
    let squares: Vec<String> =
        ('`'..='i').flat_map(|file| ('0'..='9').map(move |rank| format!("{file}{rank}"))).collect();
    for from in &squares {
        for to in &squares {
            for sign in ['-', 'x', ':'] {
                let name = format!("{from}{sign}{to}");
                assert_eq!(rules.play(&root, &name).is_some(), names.contains(&name), "{name}");
            }
        }
    }
    assert!(rules.play(&root, "pass").is_none() && rules.play(&root, "a1").is_none());
}

#[test]
fn facts_of_lines_of_action() {
    let game = |rules: &str, board: &str| loa::Loa::new(rules, board);
    // Connected by a way up and down again.
    let (far_black, far_white) = (["a1", "d1"], ["h6", "f8"]);
    let bent = loa_board(&["a1", "b2", "c1"], &far_white, 'X');
    let (rules, root) = game(USUAL, &bent).unwrap();
    assert_eq!((rules.end(&root), rules.play(&root, "a1-a2").is_none()), (Some(Outcome::Win), true));
    // Both connected: no root, and as the rule says where a move has led there; one of them may be.
    let both = loa_board(&["a1", "b2"], &["h8", "g7"], 'X');
    assert!(game(USUAL, &both).unwrap_err().contains("both sides are connected"));
    assert!(game(USUAL, &loa_board(&far_black, &["h8", "g7"], 'X')).is_ok());
    let apart = loa_board(&far_black, &far_white, 'O');
    for (word, end) in [("draw", Outcome::Draw), ("mover-wins", Outcome::Win)] {
        let (rules, root) = game(&USUAL.replace("=draw", &format!("={word}")), &apart).unwrap();
        assert!(rules.attacks(&root), "the side to move attacks");
        // Black is to move: White, who attacks, has moved last.
        assert_eq!(rules.end(&rules.read(&both).unwrap()), Some(end), "{word}");
    }
    // Nobody can move: both corners are shut in, by pieces that are not connected.
    let stuck = loa_board(&["a1", "h8"], &["a2", "b1", "b2", "g8", "h7", "g7"], 'X');
    let (rules, root) = game(USUAL, &stuck).unwrap();
    let Turn::Moves(moves) = rules.turn(&root) else { panic!("it goes on") };
    assert_eq!(moves.iter().map(|(name, _)| name.to_string()).collect::<Vec<_>>(), ["pass"]);
    assert_eq!(rules.play(&root, "pass"), Some(moves[0].1.clone()));
    let (rules, root) = game(&USUAL.replace("=pass", "=loss"), &stuck).unwrap();
    assert_eq!((rules.end(&root), rules.play(&root, "pass")), (Some(Outcome::Loss), None));
    let (rules, _) = game(USUAL, &apart).unwrap();
    assert_eq!([Goal::Win, Goal::Draw].map(|goal| rules.repetition(goal)), [Some(false), Some(true)]);
    for wrong in
        [apart[1..].to_string(), format!("-{apart}"), apart.replacen('-', "Z", 1), apart.replace('-', "+")]
    {
        assert!(rules.read(&wrong).unwrap_err().contains("64 squares"), "{wrong}");
    }
}

#[test]
fn a_history_of_lines_of_action_uses_positions_up() {
    let start = loa_board(&["a1", "d1"], &["h6", "f8"], 'X');
    let with = |moves: &str| loa::Loa::new(USUAL, &format!("{start} moves {moves}"));
    // Nothing is played behind the end: Black has connected.
    let near = loa_board(&["a1", "a3"], &["h6", "f8"], 'X');
    let refusal = loa::Loa::new(USUAL, &format!("{near} moves a3-b2 h6-h5")).unwrap_err();
    assert!(refusal.contains("after the end of the game"), "{refusal}");
    let there_and_back = "a1-a2 h6-h5 a2-a1 h5-h6";
    let end_of_start = |moves: &str| {
        let (rules, _) = with(moves).unwrap_or_else(|reason| panic!("{moves}: {reason}"));
        rules.end(&rules.read(&start).unwrap())
    };
    // Seen once, it may come again; seen twice, the third time is a draw.
    assert_eq!(end_of_start("a1-a2 h6-h5"), None);
    assert_eq!(end_of_start(&format!("{there_and_back} a1-a2")), Some(Outcome::Draw));
    // The position that is asked about goes on, though it was there before.
    assert_eq!(end_of_start(there_and_back), None);
}
