//! What every move is worth, against solving the position behind it by itself.

use phidelta::{Certifiable, Game, Value};
use phidelta_desk::{Options, Outcome, Problem, Request, Source, find, read, run};
use phidelta_games::connect4::ConnectFour;
use phidelta_games::loa::{History, Loa, Rules};
use phidelta_games::othello::{Othello, Position as OthelloPosition};
use phidelta_games::uttt::{Position as UtttPosition, Uttt};

fn problem(game: &str, text: &str, goal: Option<&str>) -> Problem {
    let game = find(game).expect("a game");
    let options = Options::new(game, goal, &[]).expect("a goal");
    read(game, Source::Text(text), &options).expect(text).remove(0)
}

fn solved(game: &str, text: &str, goal: Option<&str>, request: &Request) -> Outcome {
    run(&mut problem(game, text, goal), request, &mut ()).expect("an answer")
}

fn request() -> Request {
    Request::new().memory(16 << 20)
}

fn turned(value: Value) -> Value {
    match value {
        Value::Win => Value::Loss,
        Value::Draw => Value::Draw,
        Value::Loss => Value::Win,
    }
}

/// The moves of a position, and how the positions behind them are written.
type Behind = Vec<(String, String)>;

fn behind<G: Certifiable + Clone>(game: &G, text: impl Fn(G::Move) -> String) -> Behind {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let after = |&mv: &G::Move| {
        let mut game = game.clone();
        game.play(mv);
        (text(mv), game.position_text())
    };
    moves.iter().map(after).collect()
}

/// Values of all moves are those of the positions behind them, and the best is that of the position.
fn values_agree(game: &str, text: &str, behind: &Behind) {
    let whole = solved(game, text, None, &request().all_moves());
    let moves = whole.answer.moves.as_ref().expect("all moves");
    assert_eq!(moves.len(), behind.len(), "{text}");
    let side = problem(game, text, None).view().side;
    for (first, (mv, after)) in moves.iter().zip(behind) {
        assert_eq!(&first.mv, mv, "{text}");
        let alone = solved(game, after, None, &request()).answer.value().expect("decided");
        let same_side = problem(game, after, None).view().side == side;
        let value = if same_side { alone } else { turned(alone) };
        assert_eq!(first.value, Some(value), "{text}: {mv}");
        assert_eq!(first.verdict, if value == Value::Win { "proved" } else { "disproved" }, "{text}: {mv}");
    }
    let best = moves.iter().filter_map(|first| first.value).max();
    assert_eq!(best, whole.answer.value(), "{text}");
    // One question of it: the same moves reach it.
    for (goal, least) in [("win", Value::Win), ("draw", Value::Draw)] {
        let asked = solved(game, text, Some(goal), &request().all_moves());
        for (first, of_value) in asked.answer.moves.iter().flatten().zip(moves) {
            let reached = of_value.value >= Some(least);
            let word = if reached { "proved" } else { "disproved" };
            assert_eq!((first.value, first.verdict.as_str()), (None, word), "{text}: {goal} by {}", first.mv);
        }
    }
}

#[test]
fn connect_four() {
    for text in ["5x4:33", "4x4:12", "4x4k3:", "5x4:112233"] {
        let game = ConnectFour::from_text(text).expect(text);
        // Its certificates have columns of stones; its positions are the columns played.
        let behind: Behind = behind(&game, |mv| game.move_text(mv));
        let behind: Behind = behind.into_iter().map(|(mv, _)| (mv.clone(), format!("{text}{mv}"))).collect();
        values_agree("connect4", text, &behind);
    }
}

#[test]
fn othello_values_and_scores() {
    let text = "--X--O--XXXOOOOOXXXOOOO-XOXXOOXXXXOXXOXXXOOOXXXXX-OOOXXX-XXXXXX- X";
    let position = OthelloPosition::from_text(text).expect("a position");
    let size = position.size();
    let game = Othello::new(position);
    let behind = behind(&game, |mv| mv.text(size));
    values_agree("othello", text, &behind);
    let whole = solved("othello", text, Some("score"), &request().all_moves());
    let moves = whole.answer.moves.as_ref().expect("all moves");
    let side = problem("othello", text, None).view().side;
    for (first, (mv, after)) in moves.iter().zip(&behind) {
        let alone = solved("othello", after, Some("score"), &request()).answer.score.expect("decided");
        let same_side = problem("othello", after, None).view().side == side;
        assert_eq!(first.score, Some(if same_side { alone } else { -alone }), "{mv}");
    }
    assert_eq!(moves.iter().filter_map(|first| first.score).max(), whole.answer.score);
}

#[test]
fn lines_of_action() {
    let text = "-------O------------------XX------X--X--O-----------O----------- X";
    let game = Loa::new(&History::from_text(text, Rules::default()).expect("a position"));
    let behind: Behind = behind(&game, |mv| game.move_text(mv));
    let behind: Behind =
        behind.into_iter().map(|(mv, _)| (mv.clone(), format!("{text} moves {mv}"))).collect();
    // "At least a draw" may be much harder than a win here: that much is asked, with a limit.
    let whole = solved("loa", text, Some("win"), &request().all_moves().nodes(200_000));
    let moves = whole.answer.moves.as_ref().expect("all moves");
    assert_eq!(moves.len(), behind.len());
    assert!(moves.iter().any(|first| first.verdict == "proved"));
    for (first, (mv, after)) in moves.iter().zip(&behind) {
        assert_eq!(&first.mv, mv);
        if first.verdict == "unknown" {
            continue;
        }
        // He wins behind it if the other side cannot even draw.
        let alone = solved("loa", after, Some("draw"), &request().nodes(2_000_000));
        if alone.reason().is_none() {
            let word = if alone.report().verdict.is_disproved() { "proved" } else { "disproved" };
            assert_eq!(first.verdict, word, "{mv}");
        }
    }
}

#[test]
fn ultimate_tic_tac_toe() {
    for text in [
        "X;X..OO.XO@;X.XOXOOXX/OOXXX...O/OXOX..XXO/OXXXO.OXO/O..OX.O../.O.XOXX.O/XXO.XOO.X/O...OO..O/XO.O.XXX.",
        "X;XOXOO.OX@;OXXXX.X.X/OXO.O.XXO/X.OOXOO.X/XOOOXOX.O/X...O.OOO/O.XXOXOX./OXOX.OXOO/OOXOXXX../XOX.XO.X.",
    ] {
        let game = Uttt::new(UtttPosition::from_text(text).expect("a position"));
        let behind = behind(&game, |mv| game.move_text(mv));
        values_agree("uttt", text, &behind);
    }
}

#[test]
fn graphs_and_trees() {
    for name in ["ghi_min", "kishimoto_fig1", "kishimoto_fig4", "wpns_fig1"] {
        let graph = phidelta_desk::figure_named(name).expect("a figure");
        for goal in ["win", "draw"] {
            let whole = solved("graph", name, Some(goal), &request().all_moves());
            let mut moves = Vec::new();
            graph.game().moves(&mut moves);
            let found = whole.answer.moves.as_ref().expect("all moves");
            assert_eq!(found.len(), moves.len());
            for (first, &id) in found.iter().zip(&moves) {
                let goal = if goal == "win" { phidelta::Goal::Win } else { phidelta::Goal::Draw };
                let mut solver = phidelta::Solver::new("df-pn+tca+snda".parse().expect("a name"));
                let alone = solver.solve(&mut graph.game_at(id).with_goal(goal)).expect("an answer");
                assert_eq!(first.mv, graph.name(id));
                // Some figures have open ends: then it is not known of either, and the moves still come back.
                assert_eq!(first.verdict, alone.verdict.to_string(), "{name}: {}", first.mv);
            }
        }
    }
    let tree = solved("synthetic", "branching=4 depth=6 seed=3", None, &request().all_moves());
    let moves = tree.answer.moves.as_ref().expect("all moves");
    assert_eq!(moves.len(), 4);
    assert_eq!(moves.iter().any(|first| first.verdict == "proved"), tree.report().verdict.is_proved());
}

#[test]
fn a_limit_leaves_moves_open_and_says_so() {
    let start = solved("connect4", "7x6:", None, &request().all_moves().nodes(20_000));
    let moves = start.answer.moves.as_ref().expect("all moves");
    assert!(moves.iter().all(|first| first.verdict == "unknown" && first.value.is_none()), "{moves:?}");
    assert!(start.is_open());
    // A game that has ended has no moves.
    let ended = solved("connect4", "1122334", None, &request().all_moves());
    assert_eq!(ended.answer.moves.map(|moves| moves.len()), Some(0));
}

#[test]
fn the_answer_is_the_same_with_and_without_the_moves() {
    for (game, text) in [("connect4", "5x4:33"), ("graph", "ghi_min")] {
        let with =
            run(&mut problem(game, text, None), &request().all_moves().verify(), &mut ()).expect("an answer");
        let without = solved(game, text, None, &request());
        assert_eq!((with.word(), with.verification.is_verified()), (without.word(), true), "{game}");
    }
}
