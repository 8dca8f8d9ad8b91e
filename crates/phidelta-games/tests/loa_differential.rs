//! The rules against a second implementation that shares nothing with them, over random games.

mod loa_common;

use loa_common::{PlainEnd, PlainGame, PlainRules, WHITE, move_text};
use phidelta::{Game, Preview};
use phidelta_games::loa::{Both, Color, Count, End, History, Loa, Move, Position, Rules, Stuck};

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

/// Plays `count` games under each set of rules; returns how often each kind of end was met.
fn compare(count: u64, rules: Rules, plain_rules: PlainRules) -> [u32; 5] {
    let mut ends = [0; 5];
    for seed in 0..count {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut plain = PlainGame::start(plain_rules);
        let mut history = History::new(Position::start(), rules);
        let greedy = seed % 2 == 0;
        let mut passed = false;
        for ply in 0..100 {
            let position = history.position().clone();
            assert_eq!(position.to_string(), plain.text());
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
            let mut names: Vec<String> = moves.iter().map(Move::to_string).collect();
            let plain_moves = plain.moves();
            let mut expected: Vec<String> = plain_moves.iter().map(|&mv| move_text(&plain, mv)).collect();
            names.sort();
            expected.sort();
            assert_eq!(names, expected, "{position}");
            let pieces = moves.iter().filter(|mv| !mv.is_pass()).count();
            assert_eq!(position.mobility(position.side()) as usize, pieces);
            let mv = pick(&mut random, greedy, &moves);
            passed |= mv.is_pass();
            let text = mv.to_string();
            let plain_move = plain_moves.into_iter().find(|&mv| move_text(&plain, mv) == text);
            plain.play(plain_move.expect("both have the same moves"));
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
    let ends = compare(10_000, Rules::default(), plain);
    assert!(ends[0] > 5000 && ends[1] > 0, "{ends:?}");
}

#[test]
fn every_variant_agrees_with_a_plain_implementation() {
    for both in [Both::Draw, Both::MoverWins] {
        for stuck in [Stuck::Passes, Stuck::Loses] {
            for repetition in [Count::Second, Count::Third] {
                let plain = PlainRules {
                    both_connected_is_draw: both == Both::Draw,
                    stuck_passes: stuck == Stuck::Passes,
                    occurrences: repetition.borne() as u32 + 1,
                };
                compare(300, Rules { both, stuck, repetition }, plain);
            }
        }
    }
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
fn shortcuts_and_previews_are_what_all_moves_tried_out_tell() {
    let (mut wins, mut looks) = (0, 0);
    for (seed, both) in (0..300).flat_map(|seed| [(seed, Both::Draw), (seed, Both::MoverWins)]) {
        let mut random = fastrand::Rng::with_seed(seed);
        let stuck = if seed % 3 == 0 { Stuck::Loses } else { Stuck::Passes };
        let mut history = History::new(Position::start(), Rules { both, stuck, ..Rules::default() });
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
                let preview = game.preview(mv, seed % 2 == 0);
                game.play(mv);
                let shortcut = game.shortcut();
                let slow = shortcut.map_or_else(|| Preview::Open(game.estimate()), Preview::Solved);
                assert_eq!(preview, slow, "{} after {mv}", game.position());
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
