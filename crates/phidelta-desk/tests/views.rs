//! Boards for the eye and back: what is shown is read again as the same position, and a board that is set up
//! by hand as it is shown is that position.

use phidelta_desk::view::{BoardView, DRAWN, SAMPLES, of_text, position_of};

/// Positions of each game.
const POSITIONS: usize = 10_000;
/// Plies after which a random game is given up: some never end.
const PLIES: usize = 80;

/// All that a position is, as text.
fn said(view: &BoardView) -> String {
    let moves: Vec<&str> = view.moves.iter().map(|mv| mv.mv.as_str()).collect();
    let board = &view.board;
    format!(
        "{} {:?} {:?} {:?} {:?} {:?} {:?} {moves:?}",
        view.side, board.cells, board.hands, board.lit, board.large, board.here, view.ended
    )
}

fn walk(game: &str, seed: u64) -> usize {
    let mut random = fastrand::Rng::with_seed(seed);
    let starts: Vec<_> = SAMPLES.iter().filter(|sample| sample.game == game).collect();
    let mut seen = 0;
    while seen < POSITIONS {
        let mut view = of_text(game, starts[random.usize(..starts.len())].text, &[], &[]).unwrap();
        for _ in 0..PLIES {
            let again = of_text(game, &view.text, &[], &[]).unwrap_or_else(|e| panic!("{}: {e}", view.text));
            assert_eq!((said(&again), &again.text), (said(&view), &view.text), "{game}");
            if !matches!(game, "connect4" | "graph") {
                let text = position_of(game, &view.board, view.side, false).unwrap();
                let set_up =
                    of_text(game, &text, &[], &[]).unwrap_or_else(|e| panic!("{text} of {}: {e}", view.text));
                assert_eq!(said(&set_up), said(&view), "{game}: {text} of {}", view.text);
            }
            seen += 1;
            if view.moves.is_empty() || view.ended.is_some() {
                break;
            }
            let mv = view.moves[random.usize(..view.moves.len())].mv.clone();
            view = of_text(game, &view.text, &[], &[mv]).unwrap();
        }
    }
    seen
}

#[test]
fn ten_thousand_positions_of_each_game_are_shown_and_read_again() {
    let threads: Vec<_> = DRAWN
        .iter()
        .enumerate()
        .map(|(seed, game)| std::thread::spawn(move || walk(game, seed as u64)))
        .collect();
    for thread in threads {
        assert!(thread.join().unwrap() >= POSITIONS);
    }
}
