//! The rules against a second implementation that shares nothing with them, over random games.

use phidelta::{Game, Hint};
use phidelta_games::loa::{Both, Color, Count, End, History, Loa, Move, Position, Rules, Square, Stuck};
use phidelta_testing::loa::{BLACK, EMPTY, PlainEnd, PlainGame, PlainMove, PlainRules, WHITE, move_text};

/// Half of the games pick captures first: boards with few pieces are where sides connect, get stuck
/// and repeat.
fn pick(random: &mut fastrand::Rng, greedy: bool, moves: &[Move]) -> Move {
    let captures: Vec<Move> = moves.iter().copied().filter(|mv| mv.captures()).collect();
    let from = if greedy && !captures.is_empty() { &captures[..] } else { moves };
    from[random.usize(..from.len())]
}

fn plainly(end: End) -> PlainEnd {
    end.winner().map_or(PlainEnd::Draw, |color| PlainEnd::Wins(color as u8 + 1))
}

/// From, to and whether it captures, as one number; a pass is 0, which no other move is.
fn code(mv: Move) -> usize {
    if mv.is_pass() { 0 } else { mv.from().index() << 8 | mv.to().index() << 1 | usize::from(mv.captures()) }
}

fn plain_code(game: &PlainGame, mv: PlainMove) -> usize {
    let Some((from, to)) = mv else { return 0 };
    let index = |(x, y): (i32, i32)| (y * 8 + x) as usize;
    let captures = game.board[to.1 as usize][to.0 as usize] != EMPTY;
    index(from) << 8 | index(to) << 1 | usize::from(captures)
}

/// A few pieces of each side, two of White's in corners between Black's: where sides get stuck.
fn sparse(random: &mut fastrand::Rng, rules: PlainRules) -> PlainGame {
    loop {
        let mut board = [[EMPTY; 8]; 8];
        let mut place = |x: usize, y: usize, color| board[y][x] = color;
        if random.bool() {
            for (x, y) in [(0, 0), (7, 7)] {
                let near = if x == 0 { 1 } else { 6 };
                place(x, y, WHITE);
                [(near, y), (x, near), (near, near)].iter().for_each(|&(x, y)| place(x, y, BLACK));
            }
        } else {
            for color in [BLACK, WHITE] {
                (0..random.u32(2..5)).for_each(|_| place(random.usize(..8), random.usize(..8), color));
            }
        }
        let game = PlainGame::from_board(board, 1 + random.u8(..2), rules);
        let there = |color| board.iter().flatten().any(|cell| *cell == color);
        if there(BLACK) && there(WHITE) && !(game.is_connected(BLACK) && game.is_connected(WHITE)) {
            return game;
        }
    }
}

/// Plays `count` games on both; returns how often each kind of end was met, and games with a pass.
fn compare(count: u64, rules: Rules, plain_rules: PlainRules, few: bool) -> [u32; 5] {
    let mut ends = [0; 5];
    for seed in 0..count {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut plain = if few { sparse(&mut random, plain_rules) } else { PlainGame::start(plain_rules) };
        let mut history = History::from_text(&plain.text(), rules).unwrap();
        let greedy = seed % 2 == 0;
        let mut passed = false;
        for ply in 0..100 {
            let position = history.position().clone();
            for (square, cell) in plain.board.iter().flatten().enumerate() {
                let piece = position.piece(Square::new(square as u8)).map_or(EMPTY, |color| color as u8 + 1);
                assert_eq!(piece, *cell, "{position} against {}", plain.text());
            }
            let end = history.end();
            assert_eq!(end.map(plainly), plain.end(), "{position}");
            if let Some(end) = end {
                ends[match end {
                    End::Connected(_) => 0,
                    End::BothConnected => 1,
                    End::Stuck(_) => 2,
                    End::Repetition => 3,
                }] += 1;
                break;
            }
            let mut moves = Vec::new();
            position.legal_moves(rules, &mut moves);
            let plain_moves = plain.moves();
            let mut codes: Vec<usize> = moves.iter().map(|&mv| code(mv)).collect();
            let mut expected: Vec<usize> = plain_moves.iter().map(|&mv| plain_code(&plain, mv)).collect();
            codes.sort_unstable();
            expected.sort_unstable();
            assert_eq!(codes, expected, "{position}");
            let pieces = moves.iter().filter(|mv| !mv.is_pass()).count();
            assert_eq!(position.mobility(position.side()) as usize, pieces);
            let mv = pick(&mut random, greedy, &moves);
            passed |= mv.is_pass();
            let plain_move = plain_moves.into_iter().find(|&other| plain_code(&plain, other) == code(mv));
            let plain_move = plain_move.expect("both have the same moves");
            assert!(ply > 0 || mv.to_string() == move_text(&plain, plain_move));
            plain.play(plain_move);
            history.play(mv);
            let mut back = history.position().clone();
            assert_eq!(back.key(), position.key_after(mv));
            // Kept up move by move, and counted afresh from the text.
            if ply % 8 == 0 && !Color::ALL.iter().all(|&color| back.is_connected(color)) {
                assert_eq!(Position::from_text(&back.to_string()).unwrap(), back);
            }
            back.undo(mv);
            assert_eq!(back, position);
        }
        ends[4] += u32::from(passed);
    }
    ends
}

#[test]
fn ten_thousand_random_games_agree_with_a_plain_implementation() {
    let plain = PlainRules { both_connected_is_draw: true, stuck_passes: true, occurrences: 3 };
    let ends = compare(10_000, Rules::default(), plain, false);
    assert!(ends[0] > 5000 && ends[1] > 0, "{ends:?}");
}

#[test]
fn every_variant_agrees_with_a_plain_implementation() {
    let mut met = [0; 5];
    for both in [Both::Draw, Both::MoverWins] {
        for stuck in [Stuck::Passes, Stuck::Loses] {
            for repetition in [Count::Second, Count::Third] {
                let plain = PlainRules {
                    both_connected_is_draw: both == Both::Draw,
                    stuck_passes: stuck == Stuck::Passes,
                    occurrences: repetition.borne() as u32 + 1,
                };
                let rules = Rules::default().with_both(both).with_stuck(stuck).with_repetition(repetition);
                compare(50, rules, plain, false);
                let ends = compare(500, rules, plain, true);
                met.iter_mut().zip(ends).for_each(|(met, ends)| *met += ends);
            }
        }
    }
    assert!(met.iter().all(|&times| times > 10), "all kinds of end must be met: {met:?}");
}

/// What a shortcut must say: a move tried out that wins, if there is one.
fn wins_in_one(game: &mut Loa) -> Option<Move> {
    let mut moves = Vec::new();
    let mover = game.position().side();
    game.moves(&mut moves);
    moves.into_iter().find(|&mv| {
        game.play(mv);
        let won = game.end().and_then(End::winner) == Some(mover);
        game.undo(mv);
        won
    })
}

#[test]
fn shortcuts_and_hints_are_what_all_moves_tried_out_tell() {
    let (mut wins, mut looks) = (0, 0);
    for (seed, both) in (0..300).flat_map(|seed| [(seed, Both::Draw), (seed, Both::MoverWins)]) {
        let mut random = fastrand::Rng::with_seed(seed);
        let stuck = if seed % 3 == 0 { Stuck::Loses } else { Stuck::Passes };
        let mut history = History::new(Position::start(), Rules::default().with_both(both).with_stuck(stuck));
        for _ in 0..80 {
            if history.end().is_some() {
                break;
            }
            let mut game = Loa::new(&history);
            let expected = wins_in_one(&mut game);
            assert_eq!(game.winning_move().is_some(), expected.is_some(), "{}", game.position());
            assert_eq!(game.shortcut().is_some(), expected.is_some());
            wins += u32::from(expected.is_some());
            let mut moves = Vec::new();
            game.moves(&mut moves);
            for &mv in &moves {
                let hint = game.hint_after(mv);
                game.play(mv);
                let shortcut = game.shortcut();
                let slow = shortcut.map_or_else(|| Hint::Estimate(game.estimate()), Hint::Answer);
                assert_eq!(hint, slow, "{} after {mv}", game.position());
                looks += 1;
                if let Some(shortcut) = shortcut.filter(|shortcut| shortcut.length == 0) {
                    assert_eq!(game.outcome(), Some(shortcut.outcome));
                } else {
                    assert_eq!(game.outcome(), None);
                    assert_eq!(shortcut.is_some(), wins_in_one(&mut game).is_some());
                }
                game.undo(mv);
            }
            let mv = pick(&mut random, seed % 2 == 0, &moves);
            history.play(mv);
        }
    }
    assert!(wins > 20 && looks > 100_000, "{wins} {looks}");
}

#[test]
fn equal_positions_have_equal_keys_and_moves_whatever_the_order() {
    let read = |text: &str| Position::from_text(text).unwrap();
    let one = read("start moves b1-b3 a2-c2 g1-g3 h2-f2");
    let other = read("start moves g1-g3 h2-f2 b1-b3 a2-c2");
    assert_eq!(one, other);
    let (mut a, mut b) = (Vec::new(), Vec::new());
    one.moves(&mut a);
    other.moves(&mut b);
    assert_eq!(a, b);
    assert_ne!(one.key(), read(&one.to_string().replace(" X", " O")).key());
    assert_eq!(usize::from(WHITE), Color::White.index() + 1);
}
