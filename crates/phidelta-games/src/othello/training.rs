//! Fitting the weights of [`Weights`] to the program's own games.
//!
//! Phase by phase, from the end of the game backwards: games are played, positions of the phase are taken
//! from them, each gets a *label*, the score it is expected to end with, and the weights are fitted to the
//! labels. Near the end the label is exact, found by the last-squares routine; before that it is what a
//! search of a few moves says, with the weights of the phases already fitted at its leaves. Two rounds:
//! the games of the first are played by counting replies, those of the second by the weights of the first.
//! Every other position is reached by a move chosen at random, since an order of moves must know bad ones.
//!
//! The fit is least squares by stochastic gradient descent, weights of tied places together, rounded to
//! sixteenths of a disc at the end.
//!
//! Source: Buro 1997 (patterns, phases, labels from later phases). Invariant: the same seed gives the same
//! weights, also if the work is stopped and taken up again between two phases; no clock, one thread.

use fastrand::Rng;

use super::bitboard::{flips, mobility, squares};
use super::board::{Color, Position, Size};
use super::last::{Last, weighted};
use super::patterns::{LANES, Patterns};
use super::shallow::{MOST, Seen, Shallow};
use super::weights::{DISC, PHASE_ENDS, PHASES, Weights};

/// Empty squares up to which labels are exact.
const EXACT: u32 = 10;
/// The least depth of a label's search, in moves.
const LEAST_DEPTH: u32 = 3;
/// Empty squares of the earliest position taken beyond the last phase's beginning.
const EARLIEST: u32 = 4;
/// The fewest empty squares of a position that is taken: fewer are never evaluated.
const LATEST: u32 = 7;
/// Random moves at the start of a game: at least these, and fewer than so many more, by board size.
const OPENING: [(u32, u32); 2] = [(2, 8), (6, 14)];
/// How far from the best a move may look and still be played, in sixteenths of a disc.
const NOISE: i32 = 4 * DISC;
/// One position in so many is kept for the test.
const TEST_SHARE: usize = 16;
/// The first round needs only weights that play: so many times fewer positions.
const FIRST_ROUND_SHARE: usize = 4;
/// Times that the fit goes over the positions.
const EPOCHS: usize = 24;
/// The first and the last step of the fit, as a share of a label's error given to each weight.
const STEPS: (f32, f32) = (0.008, 0.0008);

/// What is to be fitted.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// The size of the board.
    pub size: Size,
    /// Positions of each phase.
    pub positions: usize,
    /// What the random numbers start with.
    pub seed: u64,
}

/// Weights on the way to a model: what has to be kept to go on later.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// The weights of the phases fitted in the first and in the second round.
    pub(super) rounds: [Vec<Vec<i8>>; 2],
}

/// What the fit of one phase has come to.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Fitted {
    /// The round, from 0.
    pub round: usize,
    /// The phase, from 0: the end of the game.
    pub phase: usize,
    /// Positions fitted to.
    pub positions: usize,
    /// Root mean square of the labels on positions not fitted to, about their mean, in discs …
    pub spread: f64,
    /// … and of what is left of it by the weights.
    pub error: f64,
}

impl Course {
    /// Steps of a whole training.
    pub const STEPS: usize = 2 * PHASES;

    /// Steps done.
    pub fn done(&self) -> usize {
        self.rounds[0].len() + self.rounds[1].len()
    }

    /// All weights fitted so far.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.rounds.iter().flatten().flatten().map(|&weight| weight as u8).collect()
    }

    /// The same from its bytes; `None` if they are not whole phases.
    pub fn from_bytes(size: Size, bytes: &[u8]) -> Option<Course> {
        let count = Weights::kept_weights(size);
        let phases = bytes.chunks(count).map(|phase| phase.iter().map(|&byte| byte as i8).collect());
        let mut phases: Vec<Vec<i8>> = phases.collect();
        if !bytes.len().is_multiple_of(count) || phases.len() > Course::STEPS {
            return None;
        }
        let second = phases.split_off(PHASES.min(phases.len()));
        Some(Course { rounds: [phases, second] })
    }

    /// Fits the next phase; `None` when all are fitted.
    pub fn step(&mut self, plan: &Plan) -> Option<Fitted> {
        let round = self.rounds.iter().position(|phases| phases.len() < PHASES)?;
        let phase = self.rounds[round].len();
        let player = (round == 1).then(|| weights(plan.size, &self.rounds[0]));
        let labeller = weights(plan.size, &self.rounds[round]);
        let count = if round == 0 { plan.positions / FIRST_ROUND_SHARE } else { plan.positions };
        let seed = plan.seed.wrapping_mul(1000).wrapping_add((round * PHASES + phase) as u64);
        let mut maker = Maker {
            size: plan.size,
            rng: Rng::with_seed(seed),
            player: player.as_ref(),
            labeller: &labeller,
            last: Last::new(plan.size),
        };
        let samples = maker.samples(phase, count.max(TEST_SHARE));
        let (weights, fitted) = fit(plan.size, &samples);
        self.rounds[round].push(weights);
        Some(Fitted { round, phase, ..fitted })
    }

    /// The weights, when all are fitted.
    pub fn weights(&self, size: Size) -> Option<Weights> {
        Weights::new(size, self.rounds[1].clone())
    }
}

/// Positions with so many empty squares from games that these weights play and no training has seen.
pub fn positions(plan: &Plan, weights: &Weights, empties: u32, count: usize) -> Vec<Position> {
    // A seed of its own: those of the phases are small multiples of the plan's.
    let rng = Rng::with_seed(!plan.seed);
    let last = Last::new(plan.size);
    let mut maker = Maker { size: plan.size, rng, player: Some(weights), labeller: weights, last };
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        if let Some((own, opp)) = maker.game(empties, false) {
            positions.push(Position::new(plan.size, own, opp, Color::Black));
        }
    }
    positions
}

/// Weights of which the first phases are known; the others are 0 and not asked for.
fn weights(size: Size, phases: &[Vec<i8>]) -> Weights {
    let none = vec![0; Weights::kept_weights(size)];
    let kept = (0..PHASES).map(|phase| phases.get(phase).unwrap_or(&none).clone()).collect();
    Weights::new(size, kept).expect("as many as were asked for")
}

/// A position, seen by the side to move, and its label in discs.
struct Sample {
    own: u64,
    opp: u64,
    label: f32,
}

/// Makes positions and their labels.
struct Maker<'e> {
    size: Size,
    rng: Rng,
    player: Option<&'e Weights>,
    labeller: &'e Weights,
    last: Last,
}

impl Maker<'_> {
    fn samples(&mut self, phase: usize, count: usize) -> Vec<Sample> {
        let start = if phase == 0 { LATEST } else { PHASE_ENDS[phase - 1] + 1 };
        let end = PHASE_ENDS.get(phase).copied().unwrap_or(start + EARLIEST);
        let end = end.min(self.size.area() - 6);
        let mut samples = Vec::with_capacity(count);
        // A small board has no positions of the earliest phases.
        if start > end {
            return samples;
        }
        while samples.len() < count {
            let stop = self.rng.u32(start..=end);
            let strange = samples.len() % 2 == 1;
            if let Some((own, opp)) = self.game(stop, strange) {
                let label = self.label(own, opp, phase);
                samples.push(Sample { own, opp, label });
            }
        }
        samples
    }

    /// A position with so many empty squares, if the game comes to one; with `strange` the last move is
    /// any.
    fn game(&mut self, empties: u32, strange: bool) -> Option<(u64, u64)> {
        let start = Position::start(self.size);
        let (mut own, mut opp) = (start.own, start.opp);
        let board = self.size.board();
        let (least, more) = OPENING[usize::from(self.size == Size::Eight)];
        let random_above = self.size.area() - 4 - least - self.rng.u32(..more);
        loop {
            let left = (board & !(own | opp)).count_ones();
            if mobility(own, opp, board) == 0 {
                (own, opp) = (opp, own);
                if mobility(own, opp, board) == 0 {
                    return None;
                }
            }
            if left == empties {
                return Some((own, opp));
            }
            let any = left > random_above || strange && left == empties + 1;
            (own, opp) = self.chosen(own, opp, any);
        }
    }

    /// The position behind a move: any, or one that looks good.
    fn chosen(&mut self, own: u64, opp: u64, any: bool) -> (u64, u64) {
        let board = self.size.board();
        let moves = mobility(own, opp, board);
        let shallow = self.player.map(Shallow::new);
        let seen = shallow.as_ref().map(|shallow| shallow.see(own, opp));
        let mut best = (i32::MIN, (own, opp));
        for square in squares(moves) {
            let turned = flips(square, own, opp);
            let (own, opp) = (opp & !turned, own | turned | 1 << square);
            let value = match (&shallow, &seen) {
                _ if any => 0,
                (Some(shallow), Some(seen)) => -shallow.value(&shallow.after(seen, square, turned)),
                _ => -DISC * weighted(mobility(own, opp, board), self.size) as i32,
            };
            let value = value + self.rng.i32(0..=NOISE);
            if value > best.0 {
                best = (value, (own, opp));
            }
        }
        best.1
    }

    fn label(&mut self, own: u64, opp: u64, phase: usize) -> f32 {
        let mut shallow = Shallow::new(self.labeller);
        let seen: Seen = shallow.see(own, opp);
        if seen.empties <= EXACT {
            return self.last.score(own, opp) as f32;
        }
        let known = PHASE_ENDS[phase - 1];
        let depth = LEAST_DEPTH.max(seen.empties - known);
        shallow.search(&seen, depth, -MOST, MOST) as f32 / DISC as f32
    }
}

/// Fits the weights of a phase.
fn fit(size: Size, samples: &[Sample]) -> (Vec<i8>, Fitted) {
    let patterns = Patterns::of(size);
    let places: Vec<[u32; LANES]> = samples
        .iter()
        .map(|sample| {
            let indices = patterns.indices(sample.own, sample.opp);
            std::array::from_fn(|lane| {
                patterns.tied[patterns.starts[lane] as usize + usize::from(indices.0[lane])]
            })
        })
        .collect();
    let mut weights = vec![0f32; patterns.weights];
    for epoch in 0..EPOCHS {
        let share = epoch as f32 / (EPOCHS - 1) as f32;
        let step = STEPS.0 * (STEPS.1 / STEPS.0).powf(share);
        for (number, (sample, places)) in samples.iter().zip(&places).enumerate() {
            if number % TEST_SHARE == 0 {
                continue;
            }
            let sum: f32 = places.iter().map(|&place| weights[place as usize]).sum();
            let change = step * (sample.label - sum);
            for &place in places {
                weights[place as usize] += change;
            }
            // The idle lanes' weight.
            weights[0] = 0.0;
        }
    }
    let rounded: Vec<i8> = weights.iter().map(|weight| (weight * DISC as f32).round() as i8).collect();
    let kept = (1..patterns.weights).filter(|&place| patterns.tied[place] as usize == place);
    let fitted = tested(samples, &places, &rounded);
    (kept.map(|place| rounded[place]).collect(), fitted)
}

/// How well weights do on the positions that were kept for it.
fn tested(samples: &[Sample], places: &[[u32; LANES]], weights: &[i8]) -> Fitted {
    let test = || samples.iter().zip(places).step_by(TEST_SHARE);
    let count = test().count().max(1) as f64;
    let mean = test().map(|(sample, _)| f64::from(sample.label)).sum::<f64>() / count;
    let root = |sum: f64| (sum / count).sqrt();
    let spread = test().map(|(sample, _)| (f64::from(sample.label) - mean).powi(2)).sum();
    let error = test().map(|(sample, places)| {
        let sum: i32 = places.iter().map(|&place| i32::from(weights[place as usize])).sum();
        (f64::from(sample.label) - f64::from(sum) / f64::from(DISC)).powi(2)
    });
    let error = error.sum();
    let positions = samples.len() - test().count();
    Fitted { round: 0, phase: 0, positions, spread: root(spread), error: root(error) }
}
