//! Questions of every game, size, rule and goal that the project has, as something that can be asked.

#![allow(dead_code, reason = "each test file uses its own part")]

use phidelta::testing::{GameFault, Walked, check_game};
use phidelta::{Draws, Game, Goal, Solver, Verdict};
use phidelta_games::connect4::ConnectFour;
use phidelta_games::graph::Graph;
use phidelta_games::graph::generate::{Shape, cyclic, dag};
use phidelta_games::loa::{Both, Count, History, Loa, Rules, Stuck};
use phidelta_games::othello::{self, Color, Othello};
use phidelta_games::shogi::Tsume;
use phidelta_games::shogi::compose::{Clocked, Futile};
use phidelta_games::synthetic::Synthetic;
use phidelta_games::uttt::{self, Player, Uttt};

/// Something to ask a solver, and to check the rules of.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) ask: Box<dyn Fn(&mut Solver) -> Verdict>,
    pub(crate) check: Box<dyn Fn(u64) -> Result<Walked, GameFault>>,
}

fn case<G: Game + Clone + 'static>(name: impl Into<String>, game: G) -> Case {
    let name = name.into();
    let (what, start) = (name.clone(), game.clone());
    let ask = move |solver: &mut Solver| {
        let mut asked = game.clone();
        let report = solver.solve(&mut asked).expect("the memory is there");
        assert_eq!(
            (asked.key(), asked.describe()),
            (game.key(), game.describe()),
            "{what} was left elsewhere"
        );
        report.verdict
    };
    let check = move |seed| check_game(&mut start.clone(), seed);
    Case { name, ask: Box::new(ask), check: Box::new(check) }
}

fn both_goals<G: Draws + Clone + 'static>(all: &mut Vec<Case>, name: &str, game: &G) {
    for goal in [Goal::Win, Goal::Draw] {
        let mut game = game.clone();
        game.set_goal(goal);
        all.push(case(format!("{name}, {goal:?}"), game));
    }
}

fn graphs(all: &mut Vec<Case>) {
    for seed in 0..12 {
        let shape = Shape { nodes: 20, leaf: 0.2, ..Shape::default() };
        let graph = if seed % 2 == 0 { dag(&shape, seed) } else { cyclic(&shape, seed) };
        // A graph is borrowed by its games; those of a test may live as long as it runs.
        let graph: &'static Graph = Box::leak(Box::new(graph));
        both_goals(all, &format!("graph {seed}"), &graph.game());
    }
}

fn synthetic(all: &mut Vec<Case>) {
    for (branching, depth) in [(2, 3), (2, 4), (3, 3), (3, 4), (4, 4)] {
        for (seed, width) in [(1, ""), (2, ""), (1, " width=3"), (1, " width=7"), (2, " width=7")] {
            let text = format!("branching={branching} depth={depth} seed={seed}{width}");
            all.push(case(format!("synthetic {text}"), text.parse::<Synthetic>().expect("a game")));
        }
    }
}

fn othello(all: &mut Vec<Case>) {
    let texts = [
        "---------XOOOOO----X--------------------------------------------- X",
        "XOOOOO--X--------------------------- X",
        "XXXXXXOOOOOOXXXXXXOOOOOOXXOXXX--O--- X",
        "XXXXXXOOOOOOXXXXXXOOOOOOXXOXXX--O--- O",
    ];
    for text in texts {
        // The first of them has a square too many in some tellings: 64 or 36 count.
        let squares: String = text.chars().filter(|sign| "XO-".contains(*sign)).collect();
        let edge = if squares.len() > 64 { 64 } else { 36 };
        let text = format!("{} {}", &squares[..edge], text.chars().last().expect("a side"));
        let Ok(position) = othello::Position::from_text(&text) else { panic!("{text}") };
        for attacker in [Color::Black, Color::White] {
            for score in [-4, 0, 1, 2, 4, 10] {
                let game = Othello::new(position).with_attacker(attacker).with_score(score);
                all.push(case(format!("othello {text} {attacker:?} {score}"), game));
            }
        }
    }
}

fn connect_four(all: &mut Vec<Case>) {
    for text in ["32x3k4:211ww", "32x3k4:www211", "4x3:", "3x4:", "4x4k3:1", "5x4k3:12", "16x7:1"] {
        let Ok(game) = ConnectFour::from_text(text) else { panic!("{text}") };
        both_goals(all, text, &game);
        let mut defended = game;
        defended.defend();
        both_goals(all, &format!("{text} defended"), &defended);
    }
}

fn lines_of_action(all: &mut Vec<Case>) {
    let board = "-------------O---X----------------------------X----------O------ O";
    for both in [Both::Draw, Both::MoverWins] {
        for stuck in [Stuck::Passes, Stuck::Loses] {
            let rules = Rules::default().with_both(both).with_stuck(stuck).with_repetition(Count::Third);
            let history = History::from_text(board, rules).expect("a position");
            both_goals(all, &format!("lines of action {both:?} {stuck:?}"), &Loa::new(&history));
        }
    }
}

fn tic_tac_toe(all: &mut Vec<Case>) {
    let mut rng = fastrand::Rng::with_seed(9);
    let mut made = 0;
    while made < 3 {
        let mut position = uttt::Position::start();
        let mut game = Uttt::new(position.clone());
        let mut moves = Vec::new();
        while game.outcome().is_none() && made < 3 {
            moves.clear();
            game.moves(&mut moves);
            position = game.position().clone();
            if game.shortcut().is_none() && moves.len() < 5 && rng.u8(..4) == 0 {
                for attacker in [Player::X, Player::O] {
                    let asked = Uttt::with_attacker(position.clone(), attacker);
                    both_goals(all, &format!("uttt {} {attacker:?}", position.to_text()), &asked);
                }
                made += 1;
            }
            game.play(moves[rng.usize(..moves.len())]);
        }
    }
}

fn shogi(all: &mut Vec<Case>) {
    let mates =
        ["7nl/7k1/5G1pp/9/9/9/9/9/9 b GS 1", "8k/9/7GG/9/9/9/9/9/8K b - 1", "8k/9/7GG/9/9/9/9/9/8K b - 1"];
    for text in mates.into_iter().chain(["8k/9/7GG/9/9/9/9/9/9 b p 1", "9/9/9/9/9/9/7gg/9/8K w - 1"]) {
        let Ok(game) = Tsume::from_sfen(text) else { panic!("{text}") };
        all.push(case(format!("mate {text}"), game.clone()));
        for futile in [Futile::Off, Futile::Strict, Futile::Exact, Futile::Loose] {
            for (moves, keep) in [(1, false), (2, false), (2, true), (11, false)] {
                let mut clocked = Clocked::new(game.clone(), moves, futile);
                clocked.keep_a_piece(keep);
                all.push(case(format!("{text} in {moves}, {futile:?}, {keep}"), clocked));
            }
        }
    }
    let text = "6gK1/9/8b/k8/9/9/9/9/9 b g 1";
    all.push(case(format!("mated {text}"), Tsume::mated_from_sfen(text).expect("a problem")));
}

/// All of them.
pub(crate) fn all() -> Vec<Case> {
    let mut all = Vec::new();
    graphs(&mut all);
    synthetic(&mut all);
    othello(&mut all);
    connect_four(&mut all);
    lines_of_action(&mut all);
    tic_tac_toe(&mut all);
    shogi(&mut all);
    all
}
