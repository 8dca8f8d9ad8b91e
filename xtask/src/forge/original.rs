//! Certificates that the solver writes for small random positions of every game: what is forged from.

use phidelta::{
    Certifiable, CertificateWriter, Claim, Draws, Game, Goal, Heading, Limits, PartQuestion, Repetition,
    Solver, Verdict,
};
use phidelta_games::connect4::ConnectFour;
use phidelta_games::graph::generate::{self, Shape};
use phidelta_games::loa::{Both, Count, History, Loa, Position as Pieces, Rules, Stuck};
use phidelta_games::othello::{Othello, Position as Discs};
use phidelta_games::shogi::{Position as Problem, Tsume};
use phidelta_games::uttt::{Position, Uttt};
use phidelta_testing::forge::draft::Draft;
use phidelta_testing::shogi::sfen_rank;

/// Nodes of a search: what takes more is no small position.
const NODES: u64 = 20_000;
/// Bytes of its memory: more than such a search fills, and quickly cleared.
const MEMORY: u64 = 4 << 20;
/// Bytes of the longest certificate that is forged: longer ones take time and show nothing new.
const LONGEST: usize = 5000;

/// Searches of all families: they prove in different ways.
const ALGORITHMS: [&str; 6] =
    ["df-pn+tca+snda", "df-pn+tca", "pds+tca", "pn-dfpn+tca+jobs=50", "pn", "alpha-beta"];

/// A certificate of a random position of a game; `None` if the position was not decided, or is too large.
pub(super) fn random(game: &str, random: &mut fastrand::Rng) -> Option<Draft> {
    let text = match game {
        "connect4" => connect4(random),
        "graph" => graph(random),
        "loa" => loa(random),
        "othello" => othello(random),
        "shogi" => shogi(random),
        _ => uttt(random),
    }?;
    let draft = Draft::read(&text);
    // A position that is settled at sight has a certificate without rows: some of them will do.
    let has_rows = !draft.positions(0..draft.rows.len()).is_empty();
    (text.len() <= LONGEST && (has_rows || random.u8(..10) == 0)).then_some(draft)
}

fn solver(random: &mut fastrand::Rng) -> Solver {
    let limits = Limits::default().with_nodes(NODES);
    let name = ALGORITHMS[random.usize(..ALGORITHMS.len())];
    Solver::new(name.parse().expect("an algorithm")).memory(MEMORY).limits(limits)
}

fn heading(game: &str, rules: impl Into<String>, position: impl Into<String>) -> Heading {
    Heading::new(game, rules, position)
}

/// The certificate of an answer; `ask` makes the game that asks the question of a part.
fn written<G: Certifiable>(
    solver: &mut Solver,
    heading: &Heading,
    answered: Claim,
    ask: impl Fn(PartQuestion) -> G,
) -> Option<String> {
    let mut out = CertificateWriter::new(Vec::new(), heading, answered).ok()?;
    for (asked, verdict) in answered.parts() {
        out.part(solver, &mut ask(asked), verdict).ok()?;
    }
    String::from_utf8(out.finish().ok()?).ok()
}

/// The certificate of the value, or of one of the two questions.
fn asked<G: Certifiable + Draws + Clone>(
    game: &G,
    heading: &Heading,
    random: &mut fastrand::Rng,
) -> Option<String> {
    let mut solver = solver(random);
    let mut game = game.clone();
    let answered = match random.u8(..4) {
        0 | 1 => Claim::Value(solver.value(&mut game).ok()?.value()?),
        other => {
            let goal = if other == 2 { Goal::Win } else { Goal::Draw };
            game.set_goal(goal);
            Claim::Verdict(goal, decided(&mut solver, &mut game)?)
        }
    };
    written(&mut solver, heading, answered, |asked| {
        let mut game = game.clone();
        game.set_goal(asked.goal().unwrap_or(Goal::Win));
        game
    })
}

fn decided<G: Game>(solver: &mut Solver, game: &mut G) -> Option<Verdict> {
    let verdict = solver.solve(game).ok()?.verdict;
    verdict.is_decided().then_some(verdict)
}

/// Plays up to so many moves at random; false if the game has ended.
fn played<G: Game>(game: &mut G, plies: usize, random: &mut fastrand::Rng) -> bool {
    for _ in 0..plies {
        let mut moves = Vec::new();
        if game.outcome().is_some() {
            return false;
        }
        game.moves(&mut moves);
        game.play(moves[random.usize(..moves.len())]);
    }
    game.outcome().is_none()
}

fn connect4(random: &mut fastrand::Rng) -> Option<String> {
    let (width, height, row) = (random.usize(1..6), random.usize(1..5), random.usize(2..5));
    let rules = format!("{width}x{height}k{row}");
    let mut game = ConnectFour::from_text(&format!("{rules}:")).ok()?;
    // A game that has ended now and then: its certificate has no lines.
    let plies = random.usize(..=width * height);
    let ended = !played(&mut game, plies, random);
    if ended && random.u8(..8) > 0 {
        return None;
    }
    game.attack();
    asked(&game, &heading("connect4", rules, game.position_text()), random)
}

fn uttt(random: &mut fastrand::Rng) -> Option<String> {
    let mut game = Uttt::new(Position::start());
    let plies = random.usize(44..60);
    if !played(&mut game, plies, random) {
        return None;
    }
    let game = Uttt::new(game.position().clone());
    asked(&game, &heading("uttt", "-", game.position_text()), random)
}

fn othello(random: &mut fastrand::Rng) -> Option<String> {
    let (rules, start) = if random.bool() { ("6x6", "6x6") } else { ("8x8", "start") };
    let mut game = Othello::new(Discs::from_text(start).ok()?);
    let left = random.u32(..7);
    while game.outcome().is_none() && game.position().empties() > left {
        played(&mut game, 1, random);
    }
    let game = Othello::new(*game.position());
    let heading = heading("othello", rules, game.position_text());
    if random.bool() {
        return asked(&game, &heading, random);
    }
    let mut solver = solver(random);
    let score = phidelta_games::othello::score(&mut solver, &game, &mut ()).ok()?.score()?;
    let near = score + 2 * random.i32(-3..=3);
    let most = game.position().size().area() as i32;
    let answered = match random.bool() {
        true => Claim::Score(score),
        false if near.abs() > most => return None,
        false => {
            let verdict = if score >= near { Verdict::Proved } else { Verdict::Disproved };
            Claim::AtLeast(near, verdict)
        }
    };
    written(&mut solver, &heading, answered, |asked| match asked {
        PartQuestion::Score(least) => game.clone().with_score(least),
        PartQuestion::Goal(goal) => game.clone().with_goal(goal),
    })
}

fn loa(random: &mut fastrand::Rng) -> Option<String> {
    let rules = Rules::default()
        .with_both(if random.bool() { Both::Draw } else { Both::MoverWins })
        .with_stuck(if random.bool() { Stuck::Passes } else { Stuck::Loses })
        .with_repetition(if random.bool() { Count::Third } else { Count::Second });
    let words = format!(
        "both-connected={} no-move={} repetition={}",
        if rules.both == Both::Draw { "draw" } else { "mover-wins" },
        if rules.stuck == Stuck::Passes { "pass" } else { "loss" },
        if rules.repetition == Count::Third { "third" } else { "second" },
    );
    // Few pieces, not far from each other, or in a corner where they can hardly move.
    let mut squares = ['-'; 64];
    let room = random.usize(3..8);
    for (sign, most) in [('X', random.usize(2..6)), ('O', random.usize(2..6))] {
        for _ in 0..most {
            squares[8 * random.usize(..room) + random.usize(..room)] = sign;
        }
    }
    let board: String = squares.iter().collect();
    let text = format!("{board} {}", if random.bool() { 'X' } else { 'O' });
    let position = Pieces::from_text(&text).ok()?;
    let mut history = History::from_text(&text, rules).ok()?;
    let mut text = position.to_string();
    if random.bool() {
        text += &moves_before(&mut history, random);
    }
    let game = Loa::new(&history);
    asked(&game, &heading("loa", words, text), random)
}

/// Plays moves of Lines of Action, often forth and back again, and writes them down.
fn moves_before(history: &mut History, random: &mut fastrand::Rng) -> String {
    let mut words: Vec<String> = Vec::new();
    for _ in 0..random.usize(1..9) {
        if history.end().is_some() {
            break;
        }
        let mut moves = Vec::new();
        history.position().legal_moves(history.rules(), &mut moves);
        let back =
            words.len().checked_sub(2).map(|at| words[at].split('-').rev().collect::<Vec<_>>().join("-"));
        let returns = moves.iter().find(|mv| Some(mv.to_string()) == back).filter(|_| random.u8(..8) > 0);
        let Some(&mv) = returns.or_else(|| random.choice(&moves)) else { break };
        words.push(mv.to_string());
        history.play(mv);
    }
    if words.is_empty() { String::new() } else { format!(" moves {}", words.join(" ")) }
}

fn shogi(random: &mut fastrand::Rng) -> Option<String> {
    let text = problem(random);
    let position = Problem::from_sfen(&text).ok()?;
    let mated = random.u8(..3) == 0;
    // Usually the defender has the rest, sometimes only what the text says.
    let game = match (mated, random.u8(..4) > 0) {
        (false, true) => Tsume::from_sfen(&text).ok()?,
        (true, true) => Tsume::mated_from_sfen(&text).ok()?,
        (false, false) => Tsume::new(position)?,
        (true, false) => Tsume::mated(position).ok()?,
    };
    let heading = heading("shogi", if mated { "mated" } else { "tsume" }, game.position_text());
    let mut solver = solver(random);
    let verdict = decided(&mut solver, &mut game.clone())?;
    written(&mut solver, &heading, Claim::Verdict(Goal::Win, verdict), |_| game.clone())
}

/// A king near the edge, pieces of both sides around it, some in hand. Often no position.
fn problem(random: &mut fastrand::Rng) -> String {
    let mut board = vec![vec![String::new(); 9]; 9];
    let king = (random.usize(..3), random.usize(..9));
    board[king.0][king.1] = "k".into();
    if random.u8(..3) == 0 {
        board[random.usize(6..9)][random.usize(..9)] = "K".into();
    }
    for _ in 0..random.usize(1..9) {
        let square = (random.usize(..5), (king.1 + random.usize(..5)).saturating_sub(2).min(8));
        if !board[square.0][square.1].is_empty() {
            continue;
        }
        let letter = random.choice(['P', 'L', 'N', 'S', 'G', 'B', 'R', 'P', 'S']).unwrap_or('P');
        let plus = if letter != 'G' && random.u8(..3) == 0 { "+" } else { "" };
        let letter = if random.bool() { letter } else { letter.to_ascii_lowercase() };
        board[square.0][square.1] = format!("{plus}{letter}");
    }
    let pick = |random: &mut fastrand::Rng| -> String {
        "RBGSNLP".chars().filter(|_| random.u8(..5) == 0).collect()
    };
    let (black, white) = (pick(random), if random.bool() { pick(random) } else { String::new() });
    let mut side = if random.u8(..3) == 0 { "w" } else { "b" };
    let (mut mine, mut theirs) = (black, white.to_lowercase());
    // The same from the other side of the board.
    if random.bool() {
        board.reverse();
        let turned = |sign: char| {
            if sign.is_ascii_uppercase() { sign.to_ascii_lowercase() } else { sign.to_ascii_uppercase() }
        };
        for square in board.iter_mut().flatten() {
            *square = square.chars().map(turned).collect();
        }
        (mine, theirs) = (theirs.to_uppercase(), mine.to_lowercase());
        side = if side == "b" { "w" } else { "b" };
    }
    let rows: Vec<String> = board.iter().map(|row| sfen_rank(row)).collect();
    let hands = if mine.is_empty() && theirs.is_empty() { "-".into() } else { mine + &theirs };
    format!("{} {side} {hands} 1", rows.join("/"))
}

fn graph(random: &mut fastrand::Rng) -> Option<String> {
    let shape = Shape {
        nodes: if random.bool() { random.u32(2..12) } else { random.u32(12..40) },
        most_children: random.u32(1..=4),
        leaf: [0.1, 0.2, 0.4][random.usize(..3)],
        draw: if random.bool() { 0.3 } else { 0.0 },
        open: if random.u8(..4) == 0 { 0.1 } else { 0.0 },
        span: if random.bool() { u32::MAX } else { random.u32(2..6) },
        repetition: [Repetition::AttackerFails, Repetition::DefenderFails, Repetition::Draw]
            [random.usize(..3)],
        ..Default::default()
    };
    let make = [generate::tree, generate::dag, generate::cyclic, generate::cyclic][random.usize(..4)];
    let graph = make(&shape, random.u64(..));
    let heading = heading("graph", graph.certificate_rules(), graph.certificate_root());
    asked(&graph.game(), &heading, random)
}
