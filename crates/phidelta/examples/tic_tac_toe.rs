//! Tic-tac-toe from the command line: who wins a position, and how.
//!
//! ```console
//! cargo run --release -p phidelta --example tic_tac_toe -- 'XO. ... ...' pn2
//! ```
//!
//! The rules are in `tic_tac_toe/board.rs`, which is also the first example of the crate's
//! documentation. Two questions answer "win, draw or loss"; the solver's table serves both.

#[path = "tic_tac_toe/board.rs"]
#[expect(unreachable_pub, reason = "as in the documentation, where a reader may copy it from")]
mod board;

use std::error::Error;
use std::process::ExitCode;

use board::{TicTacToe, has_line};
use phidelta::{Algorithm, Game, Goal, Side, SolveError, Solver, Verdict};

const USAGE: &str = "usage: tic_tac_toe [POSITION [ALGORITHM]], for example: tic_tac_toe 'XO. ... ...' df-pn";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let answered = match words.as_slice() {
        [] => answer("... ... ...", "df-pn"),
        [position] => answer(position, "df-pn"),
        [position, algorithm] => answer(position, algorithm),
        _ => Err(USAGE.into()),
    };
    match answered {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn answer(position: &str, algorithm: &str) -> Result<String, Box<dyn Error>> {
    let start = read(position)?;
    let algorithm: Algorithm = algorithm.parse()?;
    let mut solver = Solver::new(algorithm);
    let win = solver.solve(&mut TicTacToe { goal: Goal::Win, ..start.clone() })?;
    let draw = solver.solve(&mut TicTacToe { goal: Goal::Draw, ..start.clone() })?;
    let (result, line) = match (win.verdict, draw.verdict) {
        (Verdict::Proved, _) => ("X wins", win.line),
        (_, Verdict::Disproved) => ("O wins", draw.line),
        (Verdict::Disproved, Verdict::Proved) => ("a draw", drawing_line(&mut solver, &start)?),
        // Numbers with a low ceiling (inf=3) can end a search without an answer.
        _ => ("not known", Vec::new()),
    };
    let mover = if start.side() == Side::Attacker { 'X' } else { 'O' };
    let mut out = format!("{}{mover} is to move: {result}\n", show(&start));
    out.push_str(&format!("can X win?   {}, {} nodes\n", win.verdict, win.stats.nodes));
    out.push_str(&format!("can X draw?  {}, {} nodes\n", draw.verdict, draw.stats.nodes));
    let mut game = start;
    for square in line {
        game.play(square);
        out.push_str(&format!("\n{}", show(&game)));
    }
    Ok(out)
}

/// Moves that keep a draw a draw. A report's line shows only one side at its best: the one that has
/// shown what was asked.
fn drawing_line(solver: &mut Solver, start: &TicTacToe) -> Result<Vec<u8>, SolveError> {
    let (mut game, mut line) = (start.clone(), Vec::new());
    while game.outcome().is_none() {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let before = line.len();
        for square in moves {
            game.play(square);
            let win = solver.solve(&mut TicTacToe { goal: Goal::Win, ..game.clone() })?;
            let draw = solver.solve(&mut TicTacToe { goal: Goal::Draw, ..game.clone() })?;
            if win.verdict.is_disproved() && draw.verdict.is_proved() {
                line.push(square);
                break;
            }
            game.undo(square);
        }
        if line.len() == before {
            break; // a search ended without an answer
        }
    }
    Ok(line)
}

/// Reads nine squares, row by row; blanks and slashes between them are skipped.
fn read(text: &str) -> Result<TicTacToe, String> {
    let squares: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && *c != '/').collect();
    let [mut x, mut o] = [0u16; 2];
    for (i, &square) in squares.iter().enumerate().take(9) {
        match square {
            'X' | 'x' => x |= 1 << i,
            'O' | 'o' => o |= 1 << i,
            '.' | '-' => {}
            other => return Err(format!("square {} is '{other}', expected X, O or .", i + 1)),
        }
    }
    if squares.len() != 9 {
        return Err(format!("'{text}' has {} squares, expected 9; {USAGE}", squares.len()));
    }
    // X begins, and whoever has three in a row made the last move.
    let fits = match x.count_ones().checked_sub(o.count_ones()) {
        Some(0) => !has_line(x),
        Some(1) => !has_line(o),
        _ => false,
    };
    if !fits {
        return Err(format!("'{text}' cannot arise in a game in which X moves first"));
    }
    Ok(TicTacToe { x, o, goal: Goal::Win })
}

fn show(game: &TicTacToe) -> String {
    let square = |i: u32| match (game.x >> i & 1, game.o >> i & 1) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '.',
    };
    (0..9).map(|i| format!("{}{}", square(i), if i % 3 == 2 { '\n' } else { ' ' })).collect()
}
