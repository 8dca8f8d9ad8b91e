//! How long the loser holds out in the line of play.
//!
//! Claim: a complete line of a win that a repetition would spoil, or of a game without repetitions, is never
//! shorter than the shortest forced win, which is found here by trying everything.

use phidelta::{Game, Goal, Outcome, Question, Repetition, Side, Solver};
use phidelta_games::graph::Graph;
use phidelta_games::graph::generate::{Shape, cyclic, dag, tree};
use phidelta_games::shogi::Tsume;
use phidelta_testing::algorithms::{all, named};
use phidelta_testing::solver;

/// Whether the attacker mates within so many plies, whatever the defender does.
fn mates_within(game: &mut Tsume, plies: u32) -> bool {
    if let Some(outcome) = game.outcome() {
        return outcome == Outcome::Win;
    }
    if plies == 0 {
        return false;
    }
    let attacks = game.side() == Side::Attacker;
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let found = moves.into_iter().any(|mv| {
        game.play(mv);
        let mates = mates_within(game, plies - 1);
        game.undo(mv);
        mates == attacks
    });
    found == attacks
}

fn check_mate(game: &mut Tsume, name: &str, most: u32, what: &str) -> bool {
    let report = solver(named(name), 10_000).solve(game).expect("the memory is there");
    if !report.verdict.is_proved() || !report.line_complete {
        return false;
    }
    let plies = report.line.len() as u32;
    if plies > most {
        return false; // more than can be tried out here
    }
    let shortest = (0..=most).find(|&plies| mates_within(game, plies)).unwrap_or(most + 1);
    assert!(plies >= shortest, "{what} by {name}: {plies} plies, the shortest mate takes {shortest}");
    true
}

const MATES: [&str; 6] = [
    "df-pn+tca",
    "df-pn+tca+no-shortcuts",
    "df-pn+tca+snda+eps=0.25",
    "df-pn+r+no-shortcuts",
    "pn+shared+no-shortcuts",
    "pds+tca+no-shortcuts",
];

/// The problem of the report: the loser gave himself up after two plies.
#[test]
fn a_side_that_is_mated_in_four_does_not_give_up_in_two() {
    let text = "6gK1/9/8b/k8/9/9/9/9/9 b g 1";
    for name in MATES {
        let mut game = Tsume::mated_from_sfen(text).unwrap();
        let shortest = (0..=8).find(|&plies| mates_within(&mut game, plies));
        assert_eq!(shortest, Some(4));
        let report = Solver::new(named(name)).memory(1 << 20).solve(&mut game).unwrap();
        assert!(report.line_complete && report.line.len() >= 4, "{name}: {:?}", report.line);
    }
}

/// A bare king in or near a corner, a few pieces against it.
fn small_problem(rng: &mut fastrand::Rng) -> String {
    let mut board = [['1'; 9]; 9];
    board[rng.usize(..3)][8 - rng.usize(..3)] = 'k';
    board[3 + rng.usize(..6)][rng.usize(..9)] = 'K';
    let mut hand = String::new();
    for _ in 0..rng.usize(2..5) {
        let piece = ['G', 'S', 'B', 'R', 'G', 'L', 'N'][rng.usize(..7)];
        let (rank, file) = (rng.usize(..5), 4 + rng.usize(..5));
        let fits = board[rank][file] == '1' && (rank > 1 || !matches!(piece, 'L' | 'N'));
        if fits && rng.u8(..3) > 0 {
            board[rank][file] = if rng.u8(..5) == 0 { piece.to_ascii_lowercase() } else { piece };
        } else {
            hand.push(piece);
        }
    }
    // The defender has a pawn only, so that few pieces come between.
    hand.push('p');
    let ranks: Vec<String> = board.iter().map(|rank| rank.iter().collect()).collect();
    format!("{} {{side}} {hand} 1", ranks.join("/"))
}

/// Mates of both kinds that are compared, and problems within which they must be found.
const MATES_COMPARED: u32 = 60;
const MATED_COMPARED: u32 = 12;
const MOST_PROBLEMS: usize = 10_000;

#[test]
fn no_line_of_a_small_mate_is_shorter_than_the_shortest_mate() {
    let mut rng = fastrand::Rng::with_seed(14);
    let (mut mates, mut mated, mut number) = (0, 0, 0);
    // Until enough of both were compared; most random positions are no mate that is short enough.
    while mates < MATES_COMPARED || mated < MATED_COMPARED {
        number += 1;
        assert!(number < MOST_PROBLEMS, "{mates} and {mated} are too few to mean something");
        let text = small_problem(&mut rng);
        let name = MATES[number % MATES.len()];
        let (attacks, defends) = (text.replace("{side}", "b"), text.replace("{side}", "w"));
        if let Ok(mut game) = Tsume::from_sfen(&attacks) {
            mates += u32::from(check_mate(&mut game, name, 5, &attacks));
        }
        if let Ok(mut game) = Tsume::mated_from_sfen(&defends) {
            mated += u32::from(check_mate(&mut game, name, 4, &defends));
        }
    }
}

/// Plies of the shortest win that the winner of the root can force, if he can within the nodes there are.
fn shortest_win(graph: &Graph, wins: bool) -> Option<usize> {
    let question = Question::of(&graph.game());
    let nodes = graph.ids().count();
    let mut least = vec![usize::MAX; nodes];
    for _ in 0..=nodes {
        for id in graph.ids() {
            let at = id as usize;
            if let Some(value) = graph.value(id) {
                let won = question.answer(value).is_proved() == wins;
                least[at] = if won { 0 } else { usize::MAX };
                continue;
            }
            let children = graph.children(id).iter().map(|&child| least[child as usize]);
            let winner = (graph.side(id) == Side::Attacker) == wins;
            let best = if winner { children.min() } else { children.max() };
            least[at] = best.unwrap_or(usize::MAX).saturating_add(1);
        }
    }
    let root = least[graph.root() as usize];
    (root <= nodes).then_some(root)
}

#[test]
fn no_line_on_a_graph_is_shorter_than_the_shortest_win() {
    let mut rng = fastrand::Rng::with_seed(41);
    let algorithms = all();
    let mut compared = 0;
    for number in 0..3000 {
        let shape = Shape {
            nodes: rng.u32(6..50),
            most_children: rng.u32(2..=4),
            leaf: 0.2,
            goal: if rng.bool() { Goal::Win } else { Goal::Draw },
            repetition: if rng.bool() { Repetition::AttackerFails } else { Repetition::DefenderFails },
            ..Shape::default()
        };
        let graph = [tree, dag, cyclic][number % 3](&shape, rng.u64(..));
        let algorithm = algorithms[rng.usize(..algorithms.len())];
        let mut solver = solver(algorithm, 20_000);
        if rng.bool() {
            solver = solver.table_entries([16, 64, 256][rng.usize(..3)]);
        }
        let report = solver.solve(&mut graph.game()).unwrap();
        let spoilt = Question::of(&graph.game()).repetition() != report.numbers;
        if !report.verdict.is_decided() || !report.line_complete || !spoilt {
            continue;
        }
        let Some(shortest) = shortest_win(&graph, report.verdict.is_proved()) else { continue };
        assert!(
            report.line.len() >= shortest,
            "{algorithm}: {} plies, the shortest win takes {shortest}\n{}",
            report.line.len(),
            graph.to_json()
        );
        compared += 1;
    }
    // More than a third of the graphs have a win that can be compared.
    assert!(compared > 1000, "{compared}");
}
