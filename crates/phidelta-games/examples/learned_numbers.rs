//! What learned numbers bring where none ship: ultimate tic-tac-toe and Lines of Action (first numbers), connect four
//! (the order of moves). The figures of docs/measurements/learning.md.
//!
//!     cargo run --release -p phidelta-games --example learned_numbers -- uttt 300
//!
//! Two sets of positions, A and B, come from random games of different seeds. A linear model is fitted to positions
//! below those of one set, its strength is chosen on that set, and both sets are then solved without and with it;
//! then the other way round. Nothing here is random but for the seeds.

use std::time::Instant;

use phidelta::{Game, Key, Limits, Number, Numbers, Side, Solver, Wrapper, mix};
use phidelta_games::connect4::{ConnectFour, Shape};
use phidelta_games::loa;
use phidelta_games::uttt::{Player, Position, Uttt};

/// Numbers from a seed: splitmix64.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (mix(self.0) as u64 % count as u64) as usize
    }
}

/// Lists of features that are there; each has a weight.
type Features = Vec<u32>;

/// A game that can be learned from.
trait Lesson: Game + Clone {
    const WEIGHTS: usize;
    const SEARCH: &'static str;
    /// Plies of the positions that are solved for the figures, and plies more for those fitted to.
    const PLIES: (usize, usize);
    const MORE: (usize, usize);
    /// Nodes of a position of the figures.
    const NODES: (u64, u64);
    fn start() -> Self;
    /// The position as a question of its own.
    fn asked(&self) -> Self;
    /// What it looks like for the attacker.
    fn features(&self, out: &mut Features);
}

/// Fitted weights, in thousandths; the sum is what the attacker may expect, from -1000 to 1000.
#[derive(Clone)]
struct Linear(Vec<i32>);

impl Linear {
    fn of(&self, features: &Features) -> i32 {
        features.iter().map(|&feature| self.0[feature as usize]).sum::<i32>().clamp(-1000, 1000)
    }

    /// Least squares by small steps: no function that machines differ in.
    fn fit(count: usize, samples: &[(Features, bool)]) -> Linear {
        let mut weights = vec![0.0_f64; count];
        for round in 0..30 {
            for (features, wins) in samples {
                // A share of the error for each feature: larger steps than that need not come to rest.
                let step = 0.3 / (1.0 + f64::from(round) / 5.0) / features.len().max(1) as f64;
                let said: f64 = features.iter().map(|&feature| weights[feature as usize]).sum();
                let error = (if *wins { 1.0 } else { -1.0 }) - said;
                features.iter().for_each(|&feature| weights[feature as usize] += step * error);
            }
        }
        Linear(weights.into_iter().map(|weight| (weight * 1000.0) as i32).collect())
    }
}

/// A random game of so many plies; `None` if it ended before.
fn random<G: Lesson>(from: &G, plies: usize, dice: &mut Dice) -> Option<G> {
    let (mut game, mut moves) = (from.clone(), Vec::new());
    for _ in 0..plies {
        if game.outcome().is_some() {
            return None;
        }
        moves.clear();
        game.moves(&mut moves);
        let mv = moves[dice.below(moves.len())];
        game.play(mv);
    }
    (game.outcome().is_none() && game.shortcut().is_none()).then_some(game)
}

fn solver<G: Lesson>() -> Solver {
    Solver::new(G::SEARCH.parse().expect("a name")).memory(64 << 20).lines(false)
}

/// Positions that take some work, not too much.
fn positions<G: Lesson>(count: usize, seed: u64) -> Vec<G> {
    let mut dice = Dice(seed << 32);
    let mut found = Vec::new();
    while found.len() < count {
        let plies = G::PLIES.0 + dice.below(G::PLIES.1 - G::PLIES.0 + 1);
        let Some(game) = random(&G::start(), plies, &mut dice) else { continue };
        let game = game.asked();
        let mut solver = solver::<G>().limits(Limits::default().with_nodes(G::NODES.1));
        let report = solver.solve(&mut game.clone()).expect("a search");
        if report.verdict.is_decided() && report.stats.nodes >= G::NODES.0 {
            found.push(game);
        }
    }
    found
}

/// Positions below, and whether the attacker reaches his goal.
fn samples<G: Lesson>(above: &[G], each: usize, seed: u64) -> Vec<(Features, bool)> {
    let mut dice = Dice(seed << 32 | 1 << 31);
    let mut out = Vec::new();
    for game in above {
        for _ in 0..each {
            let plies = G::MORE.0 + dice.below(G::MORE.1 - G::MORE.0 + 1);
            let Some(below) = random(game, plies, &mut dice) else { continue };
            let mut solver = solver::<G>().limits(Limits::default().with_nodes(G::NODES.1));
            let report = solver.solve(&mut below.clone()).expect("a search");
            if report.verdict.is_decided() {
                let mut features = Vec::new();
                below.features(&mut features);
                out.push((features, report.verdict.is_proved()));
            }
        }
    }
    out
}

/// The game with a model: first numbers and orders.
struct Taught<'m, G> {
    game: G,
    model: &'m Linear,
    /// How much the model counts, in doublings of a number from even to certain; 0 is the game as it is.
    strength: i32,
    scale: Number,
}

impl<G: Lesson> Taught<'_, G> {
    /// What the attacker may expect.
    fn expects(&self) -> i32 {
        let mut features = Vec::new();
        self.game.features(&mut features);
        self.model.of(&features)
    }
}

impl<G: Lesson> Wrapper for Taught<'_, G> {
    type Inner = G;

    fn inner(&self) -> &G {
        &self.game
    }

    fn inner_mut(&mut self) -> &mut G {
        &mut self.game
    }

    fn key_after(&mut self, mv: G::Move) -> Key {
        self.game.key_after(mv)
    }

    /// The game's numbers, the better side's made smaller and the other's larger.
    fn estimate(&self) -> Numbers {
        let numbers = self.game.estimate();
        let turned = f64::from(self.strength * self.expects()) / 1000.0;
        // Halves by hand: a power function may differ from machine to machine.
        let power = |times: f64| {
            let whole = times.floor();
            let base = if whole < 0.0 {
                1.0 / f64::from(1_u32 << (-whole) as u32)
            } else {
                f64::from(1_u32 << whole as u32)
            };
            base * (1.0 + (times - whole))
        };
        let number =
            |number: Number, times: f64| ((f64::from(number * self.scale) * power(times)) as Number).max(1);
        Numbers::new(number(numbers.pn, -turned), number(numbers.dn, turned))
    }

    fn move_priorities(&mut self, moves: &[G::Move], out: &mut Vec<i32>) -> u64 {
        let first = out.len();
        let cost = self.game.move_priorities(moves, out);
        if self.strength == 0 {
            return cost;
        }
        let attacks = self.game.side() == Side::Attacker;
        for (at, &mv) in moves.iter().enumerate() {
            self.game.play(mv);
            let expects = if attacks { self.expects() } else { -self.expects() };
            self.game.undo(mv);
            // The game's own units are cells that complete a row.
            out[first + at] = out[first + at] * 1000 + self.strength * expects;
        }
        cost
    }
}

/// Nodes and seconds of all.
fn cost<G: Lesson>(all: &[G], model: &Linear, strength: i32, scale: Number) -> (u64, f64) {
    let started = Instant::now();
    let mut nodes = 0;
    for game in all {
        let mut taught = Taught { game: game.clone(), model, strength, scale };
        nodes += solver::<G>().solve(&mut taught).expect("a search").stats.nodes;
    }
    (nodes, started.elapsed().as_secs_f64())
}

fn plain<G: Lesson>(all: &[G]) -> (u64, f64) {
    let started = Instant::now();
    let sum =
        all.iter().map(|game| solver::<G>().solve(&mut game.clone()).expect("a search").stats.nodes).sum();
    (sum, started.elapsed().as_secs_f64())
}

fn study<G: Lesson>(count: usize, scale: Number) {
    let sets = [positions::<G>(count, 1), positions::<G>(count, 2)];
    for (learned, other) in [(0, 1), (1, 0)] {
        let lessons = samples(&sets[learned], 40, learned as u64 + 11);
        let model = Linear::fit(G::WEIGHTS, &lessons);
        let right = |samples: &[(Features, bool)]| {
            let right = samples.iter().filter(|(features, wins)| (model.of(features) > 0) == *wins).count();
            100 * right / samples.len().max(1)
        };
        let unseen = samples(&sets[other], 10, other as u64 + 21);
        println!(
            "learned from {}: {} samples, right {} %; on {} of the other set {} %",
            ["A", "B"][learned],
            lessons.len(),
            right(&lessons),
            unseen.len(),
            right(&unseen)
        );
        for (name, set) in [("its own", learned), ("the other", other)] {
            let (nodes, seconds) = plain(&sets[set]);
            println!("  {name}: as it is {nodes} nodes, {seconds:.1} s");
            for strength in [0, 1, 2, 3, 4] {
                let (nodes, seconds) = cost(&sets[set], &model, strength, scale);
                println!("  {name}: strength {strength}: {nodes} nodes, {seconds:.1} s");
            }
        }
    }
}

impl Lesson for Uttt {
    // Small boards by class, who is sent there, what both need in them; lines of boards by what both need.
    const WEIGHTS: usize = 3 * 3 * 16 + 2 * 2 * 11 + 2;
    const SEARCH: &'static str = "df-pn+eps=0.25";
    const PLIES: (usize, usize) = (34, 42);
    const MORE: (usize, usize) = (1, 6);
    const NODES: (u64, u64) = (2_000, 300_000);

    fn start() -> Uttt {
        Uttt::new(Position::start())
    }

    fn asked(&self) -> Uttt {
        Uttt::new(self.position().clone())
    }

    fn features(&self, out: &mut Features) {
        let position = self.position();
        let attacks = self.side() == Side::Attacker;
        let mover = position.side();
        let attacker = if attacks { mover } else { mover.other() };
        let players = [attacker, attacker.other()];
        // Stones that a player still needs for a board: 0 won, 4 never.
        let mut needs = [[4_usize; 9]; 2];
        for board in 0..9_u8 {
            for (side, &player) in players.iter().enumerate() {
                needs[side][usize::from(board)] = needed(position, player, board);
            }
            if position.is_closed(board) {
                continue;
            }
            let class = match board {
                4 => 0,
                0 | 2 | 6 | 8 => 1,
                _ => 2,
            };
            let sent = match position.forced() {
                Some(forced) if forced == board => 1 + usize::from(attacks),
                _ => 0,
            };
            let state = (needs[0][usize::from(board)] - 1) * 4 + needs[1][usize::from(board)] - 1;
            out.push(((class * 3 + sent) * 16 + state) as u32);
        }
        let base = 3 * 3 * 16;
        for (side, need) in needs.iter().enumerate() {
            let mut sums: Vec<usize> = LINES
                .iter()
                .map(|line| {
                    let parts = line.map(|board| need[board]);
                    if parts.contains(&4) { 10 } else { parts.iter().sum::<usize>().min(9) }
                })
                .collect();
            sums.sort_unstable();
            out.push((base + side * 22 + sums[0]) as u32);
            out.push((base + side * 22 + 11 + sums[1]) as u32);
        }
        out.push((base + 44 + usize::from(attacks)) as u32);
    }
}

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Stones that a player needs to win a board: 0 to 3, or 4 if he cannot.
fn needed(position: &Position, player: Player, board: u8) -> usize {
    if position.has_won(player, board) {
        return 0;
    }
    if position.is_closed(board) {
        return 4;
    }
    let cells = |line: &[usize; 3]| {
        let stones = line.map(|cell| position.stone(board, cell as u8));
        if stones.contains(&Some(player.other())) {
            4
        } else {
            stones.iter().filter(|stone| stone.is_none()).count()
        }
    };
    LINES.iter().map(cells).min().unwrap_or(4)
}

impl Lesson for ConnectFour {
    // Cells by owner; lines of four by direction, stones and whose; threats by row and owner.
    const WEIGHTS: usize = 42 * 2 + 3 * 4 * 2 + 2 * 6 * 2 + 2;
    const SEARCH: &'static str = "alpha-beta";
    const PLIES: (usize, usize) = (10, 14);
    const MORE: (usize, usize) = (2, 8);
    const NODES: (u64, u64) = (20_000, 3_000_000);

    fn start() -> ConnectFour {
        ConnectFour::new(Shape::USUAL)
    }

    fn asked(&self) -> ConnectFour {
        let mut game = self.clone();
        game.attack();
        game
    }

    fn features(&self, out: &mut Features) {
        let attacks = self.side() == Side::Attacker;
        // Whoever began moves with an even number of stones.
        let began = self.plies().is_multiple_of(2) == attacks;
        let mut board = [[None; 6]; 7];
        for (column, cells) in board.iter_mut().enumerate() {
            for (level, cell) in cells.iter_mut().enumerate() {
                *cell = self.stone(column as u8, level as u8).map(|first| usize::from(first != began));
                if let Some(owner) = *cell {
                    out.push((owner * 42 + column * 6 + level) as u32);
                }
            }
        }
        let (lines, threats) = (84, 84 + 24);
        for (direction, (right, up)) in [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().enumerate() {
            for column in 0..7_i32 {
                for level in 0..6_i32 {
                    let (last, top) = (column + 3 * right, level + 3 * up);
                    if !(0..7).contains(&last) || !(0..6).contains(&top) {
                        continue;
                    }
                    let mut stones = [0_usize; 2];
                    let mut empty = 0;
                    for step in 0..4 {
                        let at = ((column + step * right) as usize, (level + step * up) as usize);
                        match board[at.0][at.1] {
                            Some(owner) => stones[owner] += 1,
                            None => empty = at.1,
                        }
                    }
                    let owner = usize::from(stones[0] == 0);
                    if stones[0] + stones[1] == 0 || stones[1 - owner] > 0 {
                        continue;
                    }
                    let kind = direction.min(2);
                    out.push((lines + (kind * 4 + stones[owner].min(3)) * 2 + owner) as u32);
                    if stones[owner] == 3 && direction != 1 {
                        let first = usize::from(began == (owner == 0));
                        out.push((threats + (first * 6 + empty) * 2 + owner) as u32);
                    }
                }
            }
        }
        out.push((84 + 24 + 24 + usize::from(attacks)) as u32);
    }
}

impl Lesson for loa::Loa {
    // Of either side: pieces, groups, pieces outside the largest group, distance from the middle of them all.
    const WEIGHTS: usize = 2 * 4 * 16 + 2;
    const SEARCH: &'static str = "df-pn+tca+eps=0.5+immediate";
    const PLIES: (usize, usize) = (40, 90);
    const MORE: (usize, usize) = (1, 6);
    const NODES: (u64, u64) = (2_000, 200_000);

    fn start() -> loa::Loa {
        loa::Loa::new(&loa::History::new(loa::Position::start(), loa::Rules::default()))
    }

    fn asked(&self) -> loa::Loa {
        loa::Loa::new(&loa::History::new(self.position().clone(), self.rules()))
    }

    fn features(&self, out: &mut Features) {
        for (side, color) in [self.attacker(), self.attacker().flip()].into_iter().enumerate() {
            let pieces = self.position().pieces(color);
            let groups = groups(pieces);
            let largest = groups.iter().map(|group| group.count_ones()).max().unwrap_or(0);
            let count = pieces.count_ones().max(1);
            let squares = || {
                (0..64_i32).filter(|square| pieces >> square & 1 == 1).map(|square| (square % 8, square / 8))
            };
            let (x, y) = squares().fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
            // In eighths of a square for each piece.
            let far: i32 = squares()
                .map(|at| {
                    (8 * at.0 - 8 * x / count as i32).abs().max((8 * at.1 - 8 * y / count as i32).abs())
                })
                .sum();
            let said = [count, groups.len() as u32, count - largest.min(count), far as u32 / count / 2];
            out.extend(
                (0_u32..).zip(said).map(|(kind, value)| (side as u32 * 4 + kind) * 16 + value.min(15)),
            );
        }
        out.push(128 + u32::from(self.side() == Side::Attacker));
    }
}

/// Groups of pieces that touch each other.
fn groups(mut pieces: u64) -> Vec<u64> {
    const LEFT: u64 = 0x0101_0101_0101_0101;
    const RIGHT: u64 = LEFT << 7;
    let mut groups = Vec::new();
    while pieces != 0 {
        let mut group = pieces & pieces.wrapping_neg();
        loop {
            let row = group | (group & !RIGHT) << 1 | (group & !LEFT) >> 1;
            let grown = (row | row << 8 | row >> 8) & pieces;
            if grown == group {
                break;
            }
            group = grown;
        }
        pieces &= !group;
        groups.push(group);
    }
    groups
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let count = args.get(1).and_then(|count| count.parse().ok()).unwrap_or(100);
    match args.first().map(String::as_str) {
        Some("uttt") => study::<Uttt>(count, 4),
        Some("connect4") => study::<ConnectFour>(count, 1),
        Some("loa") => study::<loa::Loa>(count, 4),
        _ => eprintln!("usage: learned_numbers uttt|loa|connect4 [POSITIONS]"),
    }
}
