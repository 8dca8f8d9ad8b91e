//! Shogi's course: first numbers of the positions behind checks and evasions.
//!
//! Problems are solved with every step of the search watched. A position that the search has entered and
//! solved counts in its cell: whether it was a mate, and how many nodes lay below it.

use std::collections::HashMap;
use std::sync::Arc;

use phidelta::{Event, Game, Limits, Observer, Solver, Step};

use crate::shogi::first_numbers::{CHECK, Cell, EVASION, FirstNumbers, cells};
use crate::shogi::{Move, Tsume};

/// What was seen of the positions of a cell.
#[derive(Clone, Copy, Default, Debug)]
struct Count {
    solved: f64,
    proved: f64,
    /// Sum of the logarithms of the nodes.
    work: f64,
}

/// What was seen of all cells.
#[derive(Clone, Debug)]
pub struct Counts {
    checks: Vec<Count>,
    evasions: Vec<Count>,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts {
            checks: vec![Count::default(); cells(&CHECK)],
            evasions: vec![Count::default(); cells(&EVASION)],
        }
    }
}

/// Samples of the coarser cell that are added to each.
const BORROWED: f64 = 20.0;

impl Counts {
    /// Solves a problem and counts what it meets.
    pub fn watch(&mut self, problem: &Tsume, nodes: u64, algorithm: &str) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut solver = Solver::new(algorithm.parse().unwrap()).memory(256 << 20).limits(limits).lines(false);
        let mut watcher = Watcher {
            game: problem.clone(),
            line: Vec::new(),
            entered: Vec::new(),
            work: HashMap::new(),
            counts: self,
        };
        let _ = solver.solve_observed(&mut problem.clone(), &mut watcher);
    }

    fn note(&mut self, cell: Cell, proved: bool, work: u64) {
        let count = match cell {
            Cell::Check(cell) => &mut self.checks[cell],
            Cell::Evasion(cell) => &mut self.evasions[cell],
        };
        count.solved += 1.0;
        count.proved += f64::from(u8::from(proved));
        count.work += (work.max(1) as f64).ln();
    }

    /// The numbers that follow.
    pub fn numbers(&self) -> Arc<FirstNumbers> {
        let mut numbers = fit(&self.checks, &CHECK);
        numbers.extend(fit(&self.evasions, &EVASION));
        Arc::new(FirstNumbers::from_numbers(&numbers).expect("all cells"))
    }

    pub fn total(&self) -> (f64, f64) {
        let sum = |counts: &[Count]| counts.iter().map(|count| count.solved).sum();
        (sum(&self.checks), sum(&self.evasions))
    }
}

fn env(name: &str, default: f64) -> f64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn fit(counts: &[Count], features: &[usize]) -> Vec<[u8; 2]> {
    // From the coarsest: (p, ln C) of each prefix.
    let mut known = vec![(0.5, 2.0)];
    let mut size = 1;
    for feature in features {
        size *= feature;
        let wide = counts.len() / size;
        let here = (0..size).map(|prefix| {
            let mut sum = Count::default();
            for count in &counts[prefix * wide..(prefix + 1) * wide] {
                sum.solved += count.solved;
                sum.proved += count.proved;
                sum.work += count.work;
            }
            let (p, work) = known[prefix / feature];
            let all = sum.solved + BORROWED;
            ((sum.proved + BORROWED * p) / all, (sum.work + BORROWED * work) / all)
        });
        known = here.collect();
    }
    let (scale, power, cap) = (env("SCALE", 2.0), env("POWER", 0.5), env("CAP", 64.0));
    known
        .into_iter()
        .map(|(p, work): (f64, f64)| {
            let number = |p: f64| (scale * (work.exp() / p.max(1e-3)).powf(power)).round().clamp(1.0, cap) as u8;
            [number(p), number(1.0 - p)]
        })
        .collect()
}

struct Watcher<'c> {
    /// At the end of `line`.
    game: Tsume,
    line: Vec<Move>,
    /// Node counts when the positions of the search's line were entered.
    entered: Vec<u64>,
    /// Nodes below positions in earlier visits.
    work: HashMap<u128, u64>,
    counts: &'c mut Counts,
}

impl Watcher<'_> {
    fn go_to(&mut self, line: &[Move]) {
        let same = self.line.iter().zip(line).take_while(|(a, b)| a == b).count();
        while self.line.len() > same {
            let mv = self.line.pop().expect("longer");
            self.game.undo(mv);
        }
        for &mv in &line[same..] {
            self.game.play(mv);
            self.line.push(mv);
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
                return;
            }
            Event::Leave | Event::End => {}
            _ => return,
        }
        let Some((&last, before)) = step.line.split_last() else { return };
        self.go_to(step.line);
        let key = self.game.key();
        let entered = if step.event == Event::Leave { self.entered.pop().unwrap_or(step.node) } else { step.node };
        let work = self.work.entry(key).or_default();
        *work += step.node + 1 - entered;
        if step.numbers.is_solved() {
            let work = *work;
            self.work.remove(&key);
            self.go_to(before);
            if let Some(cell) = self.game.first_cell(last) {
                self.counts.note(cell, step.numbers.is_proved(), work);
            }
        }
    }
}
