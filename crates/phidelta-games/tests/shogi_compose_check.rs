//! The composer's check, held to the definitions by looking at everything, on small problems made for it.

#[allow(dead_code, reason = "it makes its own problems")]
use std::collections::{BTreeMap, BTreeSet};

use phidelta::{Limits, Solver};
use phidelta_games::shogi::compose::{
    CheckOptions, Checked, FaultKind, Futile, Soundness, all_solutions, check, read_solution, shortest,
};
use phidelta_games::shogi::{Color, Kind, Move, Position, Square, Tsume};
use phidelta_testing::compose::{Plain, assert_mates};

/// Problem, solution or `-` for the solver's own, and the one kind of fault or `none`.
const PROBLEMS: &str = include_str!("compose_problems.txt");

fn solver() -> Solver {
    solver_for(3_000_000)
}

fn solver_for(nodes: u64) -> Solver {
    let limits = Limits::default().with_nodes(nodes);
    Solver::new("df-pn+tca+snda+eps=0.25".parse().unwrap()).memory(8 << 20).limits(limits)
}

fn checked(game: &Tsume, solution: Option<&[Move]>, pieces: bool, nodes: u64) -> Checked {
    let options = CheckOptions::default().with_pieces(pieces).with_question_nodes(nodes);
    check(&mut solver_for(60 * nodes), game, solution, &options, &mut (), &mut ()).unwrap()
}

fn kinds(checked: &Checked) -> BTreeSet<FaultKind> {
    checked.faults.iter().map(|fault| fault.kind).collect()
}

fn problems() -> Vec<(Tsume, Option<Vec<Move>>, BTreeSet<FaultKind>)> {
    let lines = PROBLEMS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let parts: Vec<&str> = line.split('\t').collect();
            let game = Tsume::from_sfen(parts[0]).unwrap();
            let moves: Vec<String> = parts[1].split(' ').map(str::to_string).collect();
            let solution = (parts[1] != "-").then(|| read_solution(&game, &moves).unwrap());
            let kinds = match parts[2] {
                "none" => BTreeSet::new(),
                word => BTreeSet::from([FaultKind::from_word(word).unwrap()]),
            };
            (game, solution, kinds)
        })
        .collect()
}

#[test]
fn every_fault_is_found_and_none_invented() {
    let problems = problems();
    assert!(problems.len() >= 40, "{}", problems.len());
    let mut seen: BTreeMap<FaultKind, u32> = BTreeMap::new();
    for (game, solution, expected) in &problems {
        let found = checked(game, solution.as_deref(), true, 50_000);
        let place = game.position().to_string();
        assert!(found.undecided.is_empty(), "{place} {:?}", found.undecided);
        assert_eq!(kinds(&found), *expected, "{place} {:?}", found.faults);
        let soundness = match expected.first() {
            None => Soundness::Sound,
            Some(kind) if kind.is_fatal() => Soundness::Unsound,
            Some(_) => Soundness::Blemished,
        };
        assert_eq!(found.soundness(), soundness, "{place}");
        for kind in expected {
            *seen.entry(*kind).or_default() += 1;
        }
        replay(game, &found);
        assert_eq!(truth(game, &found), *expected, "{place} by looking at everything");
    }
    assert!(FaultKind::ALL.iter().all(|kind| seen.contains_key(kind)), "{seen:?}");
}

/// Every line replays: mates to mate, escapes legally.
fn replay(game: &Tsume, found: &Checked) {
    if !found.solution.is_empty() {
        assert_mates(game.position(), &[&found.solution[..], &found.tail].concat());
    }
    for fault in &found.faults {
        let whole = match fault.kind {
            FaultKind::NoMate => continue,
            FaultKind::LeftOver | FaultKind::UselessPiece => [&fault.line[..], &found.tail].concat(),
            _ => [&found.solution[..fault.ply], &fault.line].concat(),
        };
        assert!(fault.line_complete, "{} {fault:?}", game.position());
        assert_mates(game.position(), &whole);
    }
}

/// Moves of the attacker beyond the solution's that are looked at for mates.
const BEYOND: u32 = 2;

/// The kinds of fault by the definitions, looking at everything that lasts a little longer than the
/// solution.
fn truth(game: &Tsume, found: &Checked) -> BTreeSet<FaultKind> {
    if found.solution.is_empty() {
        let patient = plain(game.attacker(), false);
        assert!(!patient.attacks(game.position(), 2, None));
        return BTreeSet::from([FaultKind::NoMate]);
    }
    let mut kinds = faults_of_moves(game, &found.solution);
    let all: BTreeSet<_> = kinds.iter().map(|fault| fault.0).collect();
    for square in game.position().occupied() {
        if game.position().piece(square).unwrap().kind() == Kind::KING {
            continue;
        }
        let Some(less) = without(game.position(), game.attacker(), square) else { continue };
        let texts: Vec<String> = found.solution.iter().map(Move::to_string).collect();
        let Ok(line) = read_solution(&less, &texts) else { continue };
        let mut end = less.position().clone();
        for &mv in &line {
            end.play(mv);
        }
        let ends = plain(less.attacker(), false).defends(&end, 0);
        if ends && faults_of_moves(&less, &line).is_subset(&kinds) {
            kinds.insert((FaultKind::UselessPiece, 0, String::new()));
        }
    }
    let mut all = all;
    all.extend(kinds.iter().map(|fault| fault.0));
    all
}

/// What one look may cost, in positions: the problems of the file take far less.
const PATIENCE: u32 = 200_000;

fn plain(attacker: Color, keep: bool) -> Patient {
    let plain = Plain::new(attacker, Futile::Exact, keep);
    plain.patience.set(PATIENCE);
    Patient(plain)
}

/// A plain look that must not end for want of patience.
struct Patient(Plain);

impl Patient {
    fn attacks(&self, position: &Position, left: u32, right: Option<(Move, Square)>) -> bool {
        let found = self.0.attacks(position, left, right);
        assert!(self.0.patience.get() > 0, "too much to look at: {position}");
        found
    }

    fn defends(&self, position: &Position, left: u32) -> bool {
        let found = self.0.defends(position, left);
        assert!(self.0.patience.get() > 0, "too much to look at: {position}");
        found
    }
}

type Faults = BTreeSet<(FaultKind, usize, String)>;

fn faults_of_moves(game: &Tsume, solution: &[Move]) -> Faults {
    let mut faults = Faults::new();
    let mut here = game.position().clone();
    let line: Vec<Position> = std::iter::once(here.clone())
        .chain(solution.iter().map({
            let mut walk = here.clone();
            move |&mv| {
                walk.play(mv);
                walk.clone()
            }
        }))
        .collect();
    let attacker = game.attacker();
    for (ply, &mv) in solution.iter().enumerate() {
        let rest = (solution.len() - ply) as u32;
        let mut moves = Vec::new();
        if ply % 2 == 0 {
            here.checks(&mut moves)
        } else {
            here.evasions(&mut moves)
        };
        for other in moves.into_iter().filter(|&other| other != mv) {
            let kind = if ply % 2 == 0 {
                other_check(attacker, &here, other, mv, rest, &line, ply)
            } else {
                other_answer(attacker, &here, other, rest)
            };
            faults.extend(kind.map(|kind| (kind, ply, other.to_string())));
        }
        here.play(mv);
    }
    if !here.hand(attacker).is_empty() {
        faults.insert((FaultKind::LeftOver, 0, solution[0].to_string()));
    }
    faults
}

fn other_check(
    attacker: Color,
    here: &Position,
    other: Move,
    solution: Move,
    rest: u32,
    line: &[Position],
    ply: usize,
) -> Option<FaultKind> {
    let mut next = here.clone();
    next.play(other);
    let moves = rest.div_ceil(2) - 1;
    if !plain(attacker, false).defends(&next, moves + BEYOND) {
        return None;
    }
    if moves == 0 {
        return Some(FaultKind::LastMove);
    }
    if plain(attacker, false).defends(&next, moves - 1) {
        return Some(FaultKind::Shorter);
    }
    let king = here.king(attacker.flip()).unwrap();
    let way = |to: Square| {
        let (x, y) = (to.file() as i8 - king.file() as i8, to.rank() as i8 - king.rank() as i8);
        (x == 0 || y == 0 || x.abs() == y.abs()).then_some((x.signum(), y.signum()))
    };
    let slider = [Kind::LANCE, Kind::BISHOP, Kind::ROOK, Kind::HORSE, Kind::DRAGON].contains(&other.kind());
    let same_way = slider && way(other.to()).is_some() && way(other.to()) == way(solution.to());
    if other.kind() == solution.kind()
        && other.from() == solution.from()
        && (other.to() == solution.to() || same_way)
        && plain(attacker, false).defends(&next, moves)
    {
        return Some(FaultKind::Unlimited);
    }
    let avoids = |on_time| {
        let mut look = Avoid { attacker, line, on_time, patience: PATIENCE };
        look.defends(&next, moves + BEYOND, ply + 1)
    };
    if avoids(false) {
        return Some(FaultKind::Cook);
    }
    Some(if avoids(true) { FaultKind::Transposed } else { FaultKind::Detour })
}

/// Looks for mates that never come to a position of a line with the attacker to move, raw plies.
struct Avoid<'a> {
    attacker: Color,
    line: &'a [Position],
    /// Whether they may, where the line is at that ply.
    on_time: bool,
    patience: u32,
}

impl Avoid<'_> {
    /// A mate within so many moves, after so many plies.
    fn defends(&mut self, position: &Position, left: u32, plies: usize) -> bool {
        let mut answers = Vec::new();
        position.evasions(&mut answers);
        answers.into_iter().all(|answer| {
            let mut next = position.clone();
            next.play(answer);
            let (attacker, now) = (self.attacker, plies + 1);
            let met = self.line.iter().enumerate().step_by(2).take(self.line.len() / 2).any(|(at, other)| {
                other.board_key() == next.board_key()
                    && other.hand(attacker).covers(next.hand(attacker))
                    && !(self.on_time && at == now)
            });
            if left == 0 || met {
                return false;
            }
            let mut checks = Vec::new();
            next.checks(&mut checks);
            checks.into_iter().any(|check| {
                self.patience = self.patience.checked_sub(1).expect("too much to look at");
                let mut after = next.clone();
                after.play(check);
                self.defends(&after, left - 1, now + 1)
            })
        })
    }
}

fn other_answer(attacker: Color, here: &Position, other: Move, rest: u32) -> Option<FaultKind> {
    let moves = rest / 2;
    let mut next = here.clone();
    next.play(other);
    let checker = here.checkers().into_iter().next().unwrap();
    let right = other.is_drop().then_some((other, checker));
    let normal = |left: u32, keep: bool| plain(attacker, keep).attacks(&next, left, None);
    let with_right = |left: u32, keep: bool| plain(attacker, keep).attacks(&next, left, right);
    // Futile: mate in time only, or also, by a free capture.
    if right.is_some() && with_right(0, false) {
        return None;
    }
    if right.is_some() && futile(attacker, &next, right.unwrap(), moves) {
        return None;
    }
    if !normal(moves, false) {
        let longer = (1..=2).any(|more| normal(moves + more, false));
        return Some(if longer { FaultKind::Longer } else { FaultKind::NoMate });
    }
    if with_right(moves - 1, false) || with_right(moves, true) { None } else { Some(FaultKind::SameLength) }
}

fn futile(attacker: Color, next: &Position, (interposed, checker): (Move, Square), moves: u32) -> bool {
    let mut checks = Vec::new();
    next.checks(&mut checks);
    checks.into_iter().any(|check| {
        let takes = check.to() == interposed.to() && check.from() == Some(checker);
        takes && {
            let mut after = next.clone();
            after.play(check);
            let given = phidelta_testing::compose::given_back(&after, attacker, interposed.kind());
            plain(attacker, false).defends(&given, moves)
        }
    })
}

/// The problem with a piece moved from the board to the defender's hand, by way of its text.
fn without(position: &Position, attacker: Color, square: Square) -> Option<Tsume> {
    let mut ranks = Vec::new();
    for rank in 1..=9 {
        let mut text = String::new();
        for at in (1..=9).rev().filter_map(|file| Square::new(file, rank)) {
            match position.piece(at).filter(|_| at != square) {
                Some(piece) => text.push_str(&piece.to_string()),
                None => text.push('1'),
            }
        }
        ranks.push(text);
    }
    let mut hands = String::new();
    let gone = position.piece(square)?.kind().unpromoted();
    for color in Color::ALL {
        for kind in Kind::IN_HAND {
            let more = u32::from(color != attacker && kind == gone);
            let letter = kind.letter();
            let letter = if color == Color::Black { letter } else { letter.to_ascii_lowercase() };
            for _ in 0..position.hand(color).count(kind) + more {
                hands.push(letter);
            }
        }
    }
    let side = if position.side() == Color::Black { 'b' } else { 'w' };
    Tsume::from_sfen(&format!("{} {side} {hands} 1", ranks.join("/"))).ok()
}

#[test]
fn a_solution_that_is_none_is_named() {
    let game = Tsume::from_sfen("9/8k/9/8P/9/9/9/9/9 b 2G 1").unwrap();
    let read = |text: &str| read_solution(&game, &text.split(' ').map(str::to_string).collect::<Vec<_>>());
    for (text, words) in [
        ("G*1b", "move 1, G*1b: not legal"),
        ("nonsense", "move 1, nonsense: not legal"),
        ("G*5e", "move 1, G*5e: gives no check"),
        ("G*1c 1b1a 1c1b G*1b", "move 4, G*1b: not legal"),
    ] {
        let message = read(text).unwrap_err().to_string();
        assert!(message.contains(words), "{message}");
    }
    let line = read("G*2b").unwrap();
    let refused =
        check(&mut solver(), &game, Some(&line), &CheckOptions::default(), &mut (), &mut ()).unwrap_err();
    assert!(
        refused.to_string().contains("move 1, G*2b: the solution ends with it, but it is no mate: 1b"),
        "{refused}"
    );
}

/// The letters of a board, by rank and then file from the left, and the attacker's hand.
#[derive(Clone, Default)]
struct Sketch {
    board: [[&'static str; 9]; 9],
    hand: Vec<&'static str>,
}

impl Sketch {
    fn new(rng: &mut fastrand::Rng) -> Sketch {
        let mut sketch = Sketch::default();
        sketch.board[rng.usize(..3)][rng.usize(5..9)] = "k";
        for _ in 0..rng.usize(2..5) {
            sketch.change(rng);
        }
        sketch
    }

    /// A piece more or less, on the board or in hand.
    fn change(&mut self, rng: &mut fastrand::Rng) {
        const OURS: [&str; 11] = ["P", "+P", "S", "+S", "G", "N", "L", "R", "B", "+R", "+B"];
        const THEIRS: [&str; 6] = ["p", "l", "n", "s", "g", "+p"];
        let place = &mut self.board[rng.usize(..5)][rng.usize(4..9)];
        match rng.u8(..8) {
            0 if self.hand.len() < 3 => self.hand.push(["G", "S", "P", "N", "L", "R", "B"][rng.usize(..7)]),
            1 if !self.hand.is_empty() => drop(self.hand.swap_remove(rng.usize(..self.hand.len()))),
            2..=4 if place.is_empty() => *place = OURS[rng.usize(..OURS.len())],
            5..=6 if place.is_empty() => *place = THEIRS[rng.usize(..THEIRS.len())],
            _ if *place != "k" => *place = "",
            _ => {}
        }
    }

    /// The sketch of a problem's text; pieces must be among those that changes make.
    fn of(text: &str) -> Option<Sketch> {
        const LETTERS: [&str; 18] =
            ["P", "+P", "S", "+S", "G", "N", "L", "R", "B", "+R", "+B", "p", "l", "n", "s", "g", "+p", "k"];
        let letter = |text: &str| LETTERS.iter().copied().find(|letter| *letter == text);
        let mut parts = text.split(' ');
        let mut sketch = Sketch::default();
        for (rank, row) in parts.next()?.split('/').enumerate() {
            let (mut file, mut plus) = (0, "");
            for c in row.chars() {
                match c {
                    '+' => plus = "+",
                    '1'..='9' => file += c as usize - '0' as usize,
                    _ => {
                        *sketch.board.get_mut(rank)?.get_mut(file)? = letter(&format!("{plus}{c}"))?;
                        (file, plus) = (file + 1, "");
                    }
                }
            }
        }
        let hand = parts.nth(1)?;
        if hand != "-" && !hand.contains(char::is_numeric) {
            sketch.hand = hand.chars().map(|c| letter(&c.to_string())).collect::<Option<_>>()?;
        }
        Some(sketch)
    }

    fn problem(&self) -> Option<Tsume> {
        let rank =
            |rank: &[&str; 9]| rank.iter().map(|s| if s.is_empty() { "1" } else { s }).collect::<String>();
        let ranks: Vec<String> = self.board.iter().map(rank).collect();
        let hand = if self.hand.is_empty() { "-".to_string() } else { self.hand.concat() };
        Tsume::from_sfen(&format!("{} b {hand} 1", ranks.join("/"))).ok()
    }
}

#[test]
fn a_limit_says_nothing_of_a_solution() {
    let game = Tsume::from_sfen("9/8k/9/8P/9/9/9/9/9 b 2G 1").unwrap();
    let moves = ["G*1c", "1b1a", "G*1b"].map(String::from);
    let solution = read_solution(&game, &moves).unwrap();
    let judge = |nodes: u64| {
        let options = CheckOptions::default().with_pieces(false);
        check(&mut solver_for(nodes), &game, Some(&solution), &options, &mut (), &mut ())
    };
    assert!(judge(100_000).is_ok());
    let refused = judge(0).unwrap_err().to_string();
    assert!(refused.contains("not decided"), "{refused}");
}

/// Finds problems for the file, as many of each kind: `cargo test … -- --ignored --nocapture`.
#[test]
#[ignore = "makes the file anew"]
fn make_problems() {
    let mut rng = fastrand::Rng::with_seed(fastrand::u64(..));
    let mut queue: Vec<Sketch> = Vec::new();
    // What is known is a good beginning.
    let mut pool: Vec<Sketch> =
        PROBLEMS.lines().filter_map(|line| Sketch::of(line.split('\t').next()?)).collect();
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for word in
        PROBLEMS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split('\t').nth(2))
    {
        *counts.entry(word.into()).or_default() += 1;
    }
    let mut seen: BTreeSet<String> =
        PROBLEMS.lines().filter_map(|line| Some(line.split('\t').next()?.to_string())).collect();
    let end = std::time::Instant::now() + std::time::Duration::from_secs(400);
    while std::time::Instant::now() < end {
        let reduced = queue.pop();
        let is_reduced = reduced.is_some();
        let mut sketch = match pool.len() {
            _ if is_reduced => reduced.unwrap_or_default(),
            0 => Sketch::new(&mut rng),
            _ if rng.u8(..16) == 0 => Sketch::new(&mut rng),
            n => pool[rng.usize(..n)].clone(),
        };
        for _ in 0..if is_reduced { 0 } else { rng.usize(1..4) } {
            sketch.change(&mut rng);
        }
        let whole = sketch.clone();
        let Some(game) = sketch.problem() else { continue };
        let found = shortest(&mut solver_for(1_000), &game, Futile::Exact, &mut ()).unwrap();
        let mut solutions = vec![None];
        match found.length() {
            None if found.verdict.is_disproved() => {
                if rng.u8(..) != 0 {
                    continue;
                }
            }
            Some(3 | 5) if found.line_complete && found.length() == Some(found.line.len() as u32) => {
                // Longer ones have more room for faults.
                if found.length() == Some(3) && rng.u8(..8) > 0 {
                    // Looked at, not built upon.
                } else if pool.len() < 200 {
                    pool.push(sketch);
                } else {
                    let place = rng.usize(..200);
                    pool[place] = sketch;
                }
                // Solutions that are not the best: a longer mate, a shorter defence.
                let firsts =
                    all_solutions(&mut solver_for(5_000), &game, Some(Futile::Exact), &mut ()).unwrap();
                for first in firsts
                    .iter()
                    .filter(|first| first.length().is_some_and(|n| n <= 5 && first.line.len() < 5))
                {
                    solutions.push(Some([&[first.mv][..], &first.line].concat()));
                }
                let mut other = game.position().clone();
                other.play(found.line[0]);
                let mut answers = Vec::new();
                other.evasions(&mut answers);
                for answer in answers.into_iter().filter(|answer| !answer.is_drop()) {
                    let mut next = other.clone();
                    next.play(answer);
                    let Some(tsume) = Tsume::new(next) else { continue };
                    let rest = shortest(&mut solver_for(5_000), &tsume, Futile::Exact, &mut ()).unwrap();
                    if rest.length() == Some(rest.line.len() as u32) && rest.line_complete {
                        solutions.push(Some([&[found.line[0], answer][..], &rest.line].concat()));
                    }
                }
            }
            _ => continue,
        }
        if !seen.insert(short(game.position())) {
            continue;
        }
        let mut names = BTreeSet::new();
        for solution in solutions {
            let first = checked(&game, solution.as_deref(), false, 1_000);
            if kinds(&first).len() > 1 || !first.undecided.is_empty() || first.solution.len() > 5 {
                continue;
            }
            let name =
                |checked: &Checked| kinds(checked).first().map_or("none", |kind| kind.word()).to_string();
            if counts.get(&name(&first)).is_some_and(|&count| count >= 5) {
                continue;
            }
            let found = checked(&game, solution.as_deref(), true, 3_000);
            // Without what does nothing it may be a better problem.
            let mut less = whole.clone();
            let places = found.faults.iter().filter_map(|fault| fault.piece.as_ref()?.split(' ').nth(1));
            for text in places {
                let bytes = text.as_bytes();
                less.board[usize::from(bytes[1] - b'a')][usize::from(b'9' - bytes[0])] = "";
            }
            if kinds(&found).contains(&FaultKind::UselessPiece) && queue.len() < 20 {
                queue.push(less);
            }
            let done = counts.get(&name(&found)).is_some_and(|&count| count >= 6);
            if kinds(&found).len() > 1 || !found.undecided.is_empty() || done || !names.insert(name(&found)) {
                continue;
            }
            let count = counts.entry(name(&found)).or_default();
            *count += 1;
            let text = solution.as_ref().map_or("-".to_string(), |line| {
                line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
            });
            // Nothing is said of what takes too long to look at.
            let agrees = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                replay(&game, &found);
                truth(&game, &found) == kinds(&found)
            }));
            println!("{}\t{text}\t{}\t{}", short(game.position()), name(&found), agrees.unwrap_or(false));
        }
    }
    println!("# {counts:?}");
}

/// The text of a problem without what the defender has in hand anyway.
fn short(position: &Position) -> String {
    let text = position.to_string();
    let parts: Vec<&str> = text.split(' ').collect();
    let mut number = String::new();
    let mut hand = String::new();
    for c in parts[2].chars() {
        if c.is_ascii_digit() {
            number.push(c);
        } else {
            if c.is_ascii_uppercase() {
                hand.push_str(&number);
                hand.push(c);
            }
            number.clear();
        }
    }
    format!("{} {} {} 1", parts[0], parts[1], if hand.is_empty() { "-" } else { &hand })
}
