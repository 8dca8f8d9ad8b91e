//! Shogi's course: first numbers of the positions behind checks and evasions.
//!
//! Lessons are positions of pieces thrown down around a king, with a mate or without. Each is searched, and
//! every step of the search is watched: a position that was entered and solved counts in its cell, whether it
//! was a mate and how many nodes it took.
//!
//! Invariant: the same plan gives the same model; nothing but the program's own positions is learned from.

use std::collections::HashMap;
use std::sync::Arc;

use phidelta::{Event, Game, Key, Limits, Observer, Solver, Step};

use super::{Course, LearnError, Model, ModelError, Plan};
use crate::generate::shogi_lesson;
use crate::shogi::first_numbers::{CHECK, Cell, EVASION, FirstNumbers, cells};
use crate::shogi::{Move, Tsume};

/// The search that is watched: the usual one without its relay, whose other searches would count twice.
const SEARCH: &str = "df-pn+tca+snda+eps=0.25";

/// Memory of a search, in bytes: more than a lesson fills.
const MEMORY: u64 = 64 << 20;

/// Nodes of a lesson at least: what is seen at once teaches nothing.
const LEAST_NODES: u64 = 300;

/// Nodes of a lesson at most: many are hopeless, and the first thousands of nodes tell enough.
const MOST_NODES: u64 = 15_000;

/// Steps into which the lessons are divided, so that a course can stop and go on.
const PARTS: usize = 10;

/// Lessons that the result is tried on, if it was learned from as many.
const MOST_TRIED: usize = 20;

/// What was seen of the positions of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Count {
    solved: u64,
    proved: u64,
    /// The sum of [`log_work`].
    work: u64,
}

/// What was seen of all cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    checks: Vec<Count>,
    evasions: Vec<Count>,
}

impl Default for Counts {
    fn default() -> Counts {
        let none = |features: &[usize]| vec![Count::default(); cells(features)];
        Counts { checks: none(&CHECK), evasions: none(&EVASION) }
    }
}

/// Units of a doubling in [`log_work`].
const DOUBLING: u64 = 16;

/// The logarithm of a number of nodes, in whole sixteenths of a doubling, straight between powers of two:
/// whole numbers add up to the same on every machine.
fn log_work(nodes: u64) -> u64 {
    let nodes = nodes.max(1);
    let power = nodes.ilog2();
    let fraction = (u128::from(nodes) * u128::from(DOUBLING)) >> power;
    u64::from(power) * DOUBLING + fraction as u64 - DOUBLING
}

impl Counts {
    /// Searches a problem, at most so many nodes, and counts what it meets; the nodes it took.
    pub fn watch(&mut self, problem: &Tsume, nodes: u64) -> u64 {
        let mut watcher = Watcher {
            game: problem.clone(),
            line: Vec::new(),
            entered: Vec::new(),
            work: HashMap::new(),
            counts: self,
        };
        search(problem, nodes, &mut watcher)
    }

    fn note(&mut self, cell: Cell, proved: bool, work: u64) {
        let count = match cell {
            Cell::Check(cell) => &mut self.checks[cell],
            Cell::Evasion(cell) => &mut self.evasions[cell],
        };
        count.solved += 1;
        count.proved += u64::from(proved);
        count.work += log_work(work);
    }

    fn add(&mut self, other: &Counts) {
        let mine = self.checks.iter_mut().chain(&mut self.evasions);
        for (count, more) in mine.zip(other.checks.iter().chain(&other.evasions)) {
            count.solved += more.solved;
            count.proved += more.proved;
            count.work += more.work;
        }
    }

    /// How many positions were counted.
    pub fn positions(&self) -> u64 {
        self.checks.iter().chain(&self.evasions).map(|count| count.solved).sum()
    }

    /// The numbers that follow.
    pub fn numbers(&self) -> FirstNumbers {
        let numbers = [fit(&self.checks, &CHECK), fit(&self.evasions, &EVASION)].concat();
        FirstNumbers::from_numbers(&numbers).expect("one for each cell")
    }

    fn to_bytes(&self) -> Vec<u8> {
        let counts = self.checks.iter().chain(&self.evasions);
        counts.flat_map(|count| [count.solved, count.proved, count.work]).flat_map(u64::to_le_bytes).collect()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Counts> {
        let mut counts = Counts::default();
        let cells = counts.checks.iter_mut().chain(&mut counts.evasions);
        let rows = bytes.chunks_exact(24);
        if bytes.len() != FirstNumbers::CELLS * 24 {
            return None;
        }
        for (count, row) in cells.zip(rows) {
            let number = |at: usize| row[at..at + 8].try_into().map(u64::from_le_bytes).ok();
            *count = Count { solved: number(0)?, proved: number(8)?, work: number(16)? };
        }
        Some(counts)
    }
}

/// Samples that a cell borrows from the coarser one.
const BORROWED: f64 = 20.0;

/// What is expected where nothing is known: even chances, and three doublings of work.
const NOTHING_KNOWN: (f64, f64) = (0.5, 3.0);

/// The number of work 1 at even chances would be a little above this: the average is then some six, fine enough
/// to tell cells apart.
const SCALE: f64 = 2.0;

/// The power of *work over chance*. Of 0.2 to 0.8 tried, 0.25 to 0.4 were the best: a half is right for hard
/// problems, but then easy ones take twice the nodes.
const POWER: f64 = 1.0 / 3.0;

/// The largest first number: some ten times the average.
const MOST: f64 = 64.0;

/// Proof and disproof number of each cell.
fn fit(counts: &[Count], features: &[usize]) -> Vec<[u8; 2]> {
    // The chance of a mate and the mean logarithm of the work, for all beginnings of a cell: from none of its
    // digits to all of them.
    let mut known = vec![NOTHING_KNOWN];
    for (digits, feature) in features.iter().enumerate() {
        let size = cells(&features[..=digits]);
        let finer = (0..size).map(|cell| {
            let wide = counts.len() / size;
            let own = &counts[cell * wide..(cell + 1) * wide];
            let sum = |part: fn(&Count) -> u64| own.iter().map(part).sum::<u64>() as f64;
            let (chance, work) = known[cell / feature];
            let all = sum(|count| count.solved) + BORROWED;
            let doublings = sum(|count| count.work) / DOUBLING as f64;
            ((sum(|count| count.proved) + BORROWED * chance) / all, (doublings + BORROWED * work) / all)
        });
        known = finer.collect();
    }
    let number = |chance: f64, work: f64| {
        // Borrowing keeps chances above 0, but by little.
        let quotient = work - chance.max(0.001).log2();
        (SCALE * (POWER * quotient).exp2()).round().clamp(1.0, MOST) as u8
    };
    known.into_iter().map(|(chance, work)| [number(chance, work), number(1.0 - chance, work)]).collect()
}

/// The nodes of a search with an observer.
fn search(problem: &Tsume, nodes: u64, observer: &mut dyn Observer<Move>) -> u64 {
    let limits = Limits::default().with_nodes(nodes);
    let algorithm = SEARCH.parse().expect("a search that there is");
    let mut solver = Solver::new(algorithm).memory(MEMORY).limits(limits).lines(false);
    // Without memory there is nothing to learn from.
    solver.solve_observed(&mut problem.clone(), observer).map_or(0, |report| report.stats.nodes)
}

/// Counts what a search solves.
struct Watcher<'c> {
    /// At the end of `line`.
    game: Tsume,
    line: Vec<Move>,
    /// Node counts when the positions of the search's line were entered.
    entered: Vec<u64>,
    /// Nodes below positions that are not solved yet, in all visits.
    work: HashMap<Key, u64>,
    counts: &'c mut Counts,
}

impl Watcher<'_> {
    fn go_to(&mut self, line: &[Move]) {
        let same = self.line.iter().zip(line).take_while(|(a, b)| a == b).count();
        while self.line.len() > same {
            if let Some(mv) = self.line.pop() {
                self.game.undo(mv);
            }
        }
        for &mv in &line[same..] {
            self.game.play(mv);
            self.line.push(mv);
        }
    }

    /// The search is done with the end of a line for now; `nodes` of them in this visit.
    fn leave(&mut self, line: &[Move], nodes: u64, step: &Step<'_, Move>) {
        let Some((&last, before)) = line.split_last() else { return };
        self.go_to(line);
        let key = self.game.key();
        let work = self.work.entry(key).or_default();
        *work += nodes;
        if !step.numbers.is_solved() {
            return;
        }
        let work = self.work.remove(&key).unwrap_or(nodes);
        self.go_to(before);
        if let Some(cell) = self.game.first_cell(last) {
            self.counts.note(cell, step.numbers.is_proved(), work);
        }
    }
}

impl Observer<Move> for Watcher<'_> {
    fn wants_steps(&self) -> bool {
        true
    }

    fn step(&mut self, step: &Step<'_, Move>) {
        match step.event {
            Event::Expand | Event::Revisit => {
                self.entered.truncate(step.line.len());
                self.entered.push(step.node);
            }
            Event::Leave => {
                let entered = self.entered.pop().unwrap_or(step.node);
                self.leave(step.line, step.node + 1 - entered, step);
            }
            Event::End => self.leave(step.line, 1, step),
            _ => {}
        }
    }
}

struct ShogiCourse {
    plan: Plan,
    counts: Counts,
    /// Parts done, and whether the result has been tried.
    done: usize,
}

/// What models call the game, and what a course that is not at its end keeps.
const UNFINISHED: &str = "shogi, unfinished";

pub(super) fn begin(plan: &Plan, so_far: Option<&[u8]>) -> Result<Box<dyn Course>, LearnError> {
    let Some(bytes) = so_far else {
        return Ok(Box::new(ShogiCourse { plan: plan.clone(), counts: Counts::default(), done: 0 }));
    };
    let kept = Model::for_game(bytes, UNFINISHED)?;
    if kept.made_by != plan.command() {
        return Err(LearnError::OtherCourse { found: kept.made_by, expected: plan.command() });
    }
    let damaged = ModelError::Damaged("its length is not that of counts");
    let (&done, counts) = kept.contents.split_first().ok_or(damaged.clone())?;
    let counts = Counts::from_bytes(counts).ok_or(damaged)?;
    Ok(Box::new(ShogiCourse { plan: plan.clone(), counts, done: done.into() }))
}

impl ShogiCourse {
    /// Positions of a part's random numbers that take some work, as many as asked for, each handed over with
    /// what was seen of it.
    fn lessons(&self, part: usize, count: usize, mut take: impl FnMut(Tsume, Counts)) {
        let mut rng = fastrand::Rng::with_seed(self.plan.seed.wrapping_mul(PARTS as u64 + 1) + part as u64);
        let mut taken = 0;
        while taken < count {
            let Some(problem) = shogi_lesson(&mut rng) else { continue };
            let problem = problem.with_first_numbers(None);
            let mut counts = Counts::default();
            if counts.watch(&problem, MOST_NODES) >= LEAST_NODES {
                taken += 1;
                take(problem, counts);
            }
        }
    }

    /// Nodes of lessons that were not learned from, without the numbers and with them.
    fn gain(&self) -> String {
        let numbers = Arc::new(self.counts.numbers());
        let (mut without, mut with) = (0, 0);
        let tried = MOST_TRIED.min(self.plan.positions);
        self.lessons(PARTS, tried, |problem, _| {
            without += search(&problem, MOST_NODES, &mut ());
            with += search(&problem.with_first_numbers(Some(numbers.clone())), MOST_NODES, &mut ());
        });
        format!("{tried} new positions, {MOST_NODES} nodes at most: {without} nodes without, {with} with")
    }
}

impl Course for ShogiCourse {
    fn steps(&self) -> usize {
        PARTS + 1
    }

    fn done(&self) -> usize {
        self.done
    }

    fn step(&mut self) -> Option<String> {
        let part = self.done;
        if part > PARTS {
            return None;
        }
        self.done += 1;
        if part == PARTS {
            return Some(self.gain());
        }
        let share = |parts: usize| self.plan.positions * parts / PARTS;
        let count = share(part + 1) - share(part);
        let mut seen = Counts::default();
        self.lessons(part, count, |_, counts| seen.add(&counts));
        self.counts.add(&seen);
        Some(format!("part {}: {count} lessons, {} positions in all", part + 1, self.counts.positions()))
    }

    fn so_far(&self) -> Model {
        let contents = [&[self.done as u8][..], &self.counts.to_bytes()].concat();
        Model { game: UNFINISHED.into(), made_by: self.plan.command(), contents }
    }

    fn model(&self) -> Option<Model> {
        (self.done >= PARTS).then(|| self.counts.numbers().model(self.plan.command()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_grow_by_sixteen_a_doubling() {
        assert_eq!([0, 1, 2, 3, 4, 6, 1024].map(log_work), [0, 0, 16, 24, 32, 40, 160]);
        assert!((1..10_000).all(|nodes| log_work(nodes) <= log_work(nodes + 1)));
        assert_eq!(log_work(u64::MAX), 64 * DOUBLING - 1);
    }

    #[test]
    fn more_mates_lower_the_proof_number_and_more_work_raises_both() {
        let numbers = |proved: u64, work: u64| {
            let mut counts = vec![Count::default(); cells(&EVASION)];
            counts[7] = Count { solved: 1000, proved, work: 1000 * log_work(work) };
            fit(&counts, &EVASION)[7]
        };
        let [even, mates, none, hard] = [numbers(500, 8), numbers(950, 8), numbers(50, 8), numbers(500, 800)];
        assert_eq!(even[0], even[1]);
        assert!(mates[0] < even[0] && mates[1] > even[1]);
        assert!(none[0] > even[0] && none[1] < even[1]);
        assert!(hard[0] > even[0] && hard[1] > even[1]);
    }

    #[test]
    fn cells_without_samples_are_like_their_neighbours() {
        let mut counts = vec![Count::default(); cells(&EVASION)];
        counts[0] = Count { solved: 5000, proved: 4500, work: 5000 * 32 };
        let numbers = fit(&counts, &EVASION);
        assert_eq!(numbers[0], numbers[1], "the same but for the last feature");
        assert_ne!(numbers[0], numbers[cells(&EVASION) - 1]);
    }
}
