//! Any calls of the public interface, in any order, against fresh solvers and the truth.
//!
//! Idea: a session is one solver, one random graph and some dozens of random calls: questions about any
//! node with any limits, stop flags that are set before or during a search, values, inquiries, certificates,
//! forgetting. What a solver has kept from one call must never show in the answer of another.
//!
//! Source: the model-based tester of the SAT solver CaDiCaL (Mobical; Biere 2019), which drives its own
//! interface in the same manner.
//!
//! Invariants: a verdict is the truth by retrograde analysis; *unknown* has a reason that a call gave;
//! limits hold; the position is the same after each call; what is certified is accepted by the checker.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use phidelta::{
    Algorithm, CertificateWriter, CertifyError, Claim, Form, Game, Goal, Heading, Limits, Observer, Reason,
    Report, Solver, Step, Value, Verdict,
};
use phidelta_games::graph::generate::{self, Shape};
use phidelta_games::graph::{Graph, GraphGame, NodeId, retrograde};

use crate::algorithms;

/// Calls of one session.
const CALLS: usize = 24;

/// What sessions have done, for the tests to see that nothing is left out.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counts {
    pub decided: u64,
    pub limited: u64,
    pub stopped: u64,
    pub values: u64,
    pub inquiries: u64,
    pub certified: u64,
    pub refused: u64,
}

/// Runs the session of a seed, the same for ever. `Err` tells the calls up to the one that went wrong.
pub fn session(seed: u64, counts: &mut Counts) -> Result<(), String> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let shape = Shape {
        nodes: rng.u32(4..24),
        most_children: rng.u32(1..=3),
        leaf: [0.1, 0.3][rng.usize(..2)],
        draw: [0.0, 0.3][rng.usize(..2)],
        ..Shape::default()
    };
    let make = [generate::tree, generate::dag, generate::cyclic][rng.usize(..3)];
    let graph_seed = rng.u64(..);
    let [wins, draws] =
        [Goal::Win, Goal::Draw].map(|goal| make(&Shape { goal, ..shape.clone() }, graph_seed));
    let algorithms = algorithms::all();
    let algorithm = loop {
        let algorithm = algorithms[rng.usize(..algorithms.len())];
        if algorithm.ends_on_cycles() || wins.is_acyclic() {
            break algorithm;
        }
    };
    let truth = Truth { wins: retrograde::solve(&wins), draws: retrograde::solve(&draws) };
    let entries = [16, 64, 4096][rng.usize(..3)];
    let lost = rng.bool().then(|| rng.u64(..));
    let mut session =
        Session { algorithm, entries, lost, solver: None, graph: &wins, truth, trace: Vec::new() };
    for _ in 0..CALLS {
        if let Err(error) = session.call(&mut rng, counts) {
            let calls = session.trace.join("\n  ");
            return Err(format!(
                "{}\nseed {seed}, {algorithm}, {entries} entries, lost {lost:?}\n  {calls}\n{error}",
                wins.to_json()
            ));
        }
    }
    Ok(())
}

/// The answer of each node, by goal.
struct Truth {
    wins: Vec<bool>,
    draws: Vec<bool>,
}

impl Truth {
    fn reached(&self, node: NodeId, goal: Goal) -> bool {
        let of = if goal == Goal::Win { &self.wins } else { &self.draws };
        of[node as usize]
    }

    fn value(&self, node: NodeId) -> Value {
        match (self.reached(node, Goal::Win), self.reached(node, Goal::Draw)) {
            (true, _) => Value::Win,
            (false, true) => Value::Draw,
            (false, false) => Value::Loss,
        }
    }
}

struct Session<'g> {
    algorithm: Algorithm,
    entries: u64,
    lost: Option<u64>,
    /// The one that is used again and again; its limits belong to the last call.
    solver: Option<Solver>,
    graph: &'g Graph,
    truth: Truth,
    trace: Vec<String>,
}

/// Sets a stop flag after some steps.
struct StopAfter {
    steps: u64,
    stop: Arc<AtomicBool>,
}

impl<M> Observer<M> for StopAfter {
    fn wants_steps(&self) -> bool {
        true
    }

    fn step(&mut self, _step: &Step<'_, M>) {
        self.steps = self.steps.saturating_sub(1);
        if self.steps == 0 {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// No limit but one that ends what would never end.
const PLENTY: u64 = 2_000_000;

impl<'g> Session<'g> {
    fn fresh(&self) -> Solver {
        let solver = Solver::new(self.algorithm).memory(1 << 20).table_entries(self.entries);
        match self.lost {
            Some(seed) => solver.drop_stores(seed),
            None => solver,
        }
    }

    /// The solver with these limits.
    fn with(&mut self, nodes: u64, stop: Option<&Arc<AtomicBool>>) -> Solver {
        let solver = self.solver.take().unwrap_or_else(|| self.fresh());
        solver.limits(Limits::default().with_nodes(nodes).with_stop(stop.cloned()))
    }

    fn call(&mut self, rng: &mut fastrand::Rng, counts: &mut Counts) -> Result<(), String> {
        let node = rng.u32(..self.graph.len() as u32);
        let goal = if rng.bool() { Goal::Win } else { Goal::Draw };
        let mut game = self.graph.game_at(node).with_goal(goal);
        let (graph, before) = (self.graph, (game.node(), game.key(), game.goal()));
        let name = graph.name(node);
        match rng.u8(..9) {
            0..=2 => {
                self.trace.push(format!("solve {name} {goal:?}"));
                let report = self.solve(&mut game, PLENTY, None, &mut ())?;
                self.expect(&report, node, goal, None)?;
                counts.decided += u64::from(report.verdict.is_decided());
            }
            3 => {
                let nodes = rng.u64(..20);
                self.trace.push(format!("solve {name} {goal:?}, {nodes} nodes"));
                let report = self.solve(&mut game, nodes, None, &mut ())?;
                self.expect(&report, node, goal, Some(Reason::NodeLimit))?;
                ensure(report.stats.nodes <= nodes, || format!("{} nodes", report.stats.nodes))?;
                counts.limited += u64::from(!report.verdict.is_decided());
            }
            4 => {
                let (steps, stop) = (rng.u64(..20), Arc::new(AtomicBool::new(false)));
                stop.store(steps == 0, Ordering::Relaxed);
                self.trace.push(format!("solve {name} {goal:?}, stopped after {steps} steps"));
                let mut observer = StopAfter { steps, stop: stop.clone() };
                let report = self.solve(&mut game, PLENTY, Some(&stop), &mut observer)?;
                self.expect(&report, node, goal, Some(Reason::Stopped))?;
                counts.stopped += u64::from(!report.verdict.is_decided());
            }
            5 => {
                self.trace.push(format!("value {name}"));
                let mut solver = self.with(PLENTY, None);
                let valued = solver.value(&mut game).map_err(|error| error.to_string())?;
                self.solver = Some(solver);
                let truth = self.truth.value(node);
                ensure(valued.least <= truth && truth <= valued.most, || format!("{truth} {valued:?}"))?;
                ensure(valued.value().is_some() || self.may_fail(), || format!("{valued:?}"))?;
                counts.values += 1;
            }
            6 => {
                self.inquire(rng, node)?;
                counts.inquiries += 1;
            }
            7 => self.certify(rng, game.clone(), counts)?,
            _ => {
                self.trace.push("forget".into());
                if let Some(solver) = &mut self.solver {
                    solver.forget();
                }
            }
        }
        let after = (game.node(), game.key(), game.goal());
        ensure(before == after, || format!("the game was moved: {before:?} {after:?}"))
    }

    fn solve(
        &mut self,
        game: &mut GraphGame<'g>,
        nodes: u64,
        stop: Option<&Arc<AtomicBool>>,
        observer: &mut dyn Observer<NodeId>,
    ) -> Result<Report<NodeId>, String> {
        let mut solver = self.with(nodes, stop);
        let report = solver.solve_observed(game, observer).map_err(|error| error.to_string());
        self.solver = Some(solver);
        report
    }

    /// A best-first tree has a node for every path, and may fill its memory.
    fn may_fail(&self) -> bool {
        self.algorithm.family.is_best_first() && !self.graph.is_acyclic()
    }

    /// Whether a report may be: the truth, or unknown for the reason the call gave.
    fn expect(
        &self,
        report: &Report<NodeId>,
        node: NodeId,
        goal: Goal,
        reason: Option<Reason>,
    ) -> Result<(), String> {
        match report.verdict {
            Verdict::Unknown(Reason::MemoryFull | Reason::NodeLimit) if self.may_fail() => Ok(()),
            Verdict::Unknown(given) if Some(given) == reason => Ok(()),
            Verdict::Unknown(given) => Err(format!("unknown: {given}")),
            verdict => ensure(verdict.is_proved() == self.truth.reached(node, goal), || format!("{verdict}")),
        }
    }

    /// Several questions under the limits of one, each compared with a fresh solver.
    fn inquire(&mut self, rng: &mut fastrand::Rng, node: NodeId) -> Result<(), String> {
        let nodes = if rng.bool() { PLENTY } else { rng.u64(..200) };
        self.trace.push(format!("inquire about {}, {nodes} nodes", self.graph.name(node)));
        let mut solver = self.with(nodes, None);
        let mut inquiry = solver.inquiry();
        for _ in 0..rng.usize(1..5) {
            let goal = if rng.bool() { Goal::Win } else { Goal::Draw };
            let child = self.graph.children(node).first().copied().filter(|_| rng.bool()).unwrap_or(node);
            let mut game = self.graph.game_at(child).with_goal(goal);
            let report = inquiry.ask(&mut game, &mut ()).map_err(|error| error.to_string())?;
            self.expect(&report, child, goal, Some(Reason::NodeLimit))?;
            ensure(inquiry.stats().nodes <= nodes, || format!("{} nodes", inquiry.stats().nodes))?;
            if let Some((verdict, _)) = inquiry.recall(&game) {
                ensure(verdict.is_proved() == self.truth.reached(child, goal), || {
                    format!("recalls {verdict}")
                })?;
            }
            let fresh = self.fresh().limits(Limits::default().with_nodes(PLENTY)).solve(&mut game);
            let fresh = fresh.map_err(|error| error.to_string())?;
            self.expect(&fresh, child, goal, None)?;
        }
        self.solver = Some(solver);
        Ok(())
    }

    /// Solves, and has the answer checked by others.
    fn certify(
        &mut self,
        rng: &mut fastrand::Rng,
        mut game: GraphGame<'g>,
        counts: &mut Counts,
    ) -> Result<(), String> {
        // The rules of a certificate are the graph from its root.
        let goal = game.goal();
        game = self.graph.game().with_goal(goal);
        self.trace.push(format!("certify {goal:?}"));
        let report = self.solve(&mut game, PLENTY, None, &mut ())?;
        self.expect(&report, self.graph.root(), goal, None)?;
        if rng.u8(..4) == 0 {
            // Something else in between: what explains the answer may be lost.
            let node = rng.u32(..self.graph.len() as u32);
            self.trace.push(format!("  after a look at {}", self.graph.name(node)));
            self.solve(&mut self.graph.game_at(node), rng.u64(..100), None, &mut ())?;
        }
        let mut solver = self.with(PLENTY, None);
        let heading = Heading::new("graph", self.graph.certificate_rules(), self.graph.certificate_root());
        let form = if rng.bool() { Form::Text } else { Form::Binary };
        let answered = Claim::Verdict(goal, report.verdict);
        let written = CertificateWriter::with_form(form, Vec::new(), &heading, answered)
            .map_err(CertifyError::from)
            .and_then(|mut writer| {
                writer.part(&mut solver, &mut game, report.verdict)?;
                Ok(writer.finish()?)
            });
        self.solver = Some(solver);
        match written {
            Ok(bytes) => {
                phidelta_check::check(&*bytes, &phidelta_check::Limits::default())
                    .map_err(|refusal| format!("refused: {refusal}"))?;
                counts.certified += 1;
                Ok(())
            }
            Err(CertifyError::Undecided) if !report.verdict.is_decided() => Ok(()),
            Err(CertifyError::Unfinished(_) | CertifyError::Lost) => {
                counts.refused += 1;
                Ok(())
            }
            Err(error) => Err(error.to_string()),
        }
    }
}

fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_calls_in_any_order_give_the_truth() {
        let mut counts = Counts::default();
        for seed in 0..500 {
            session(seed, &mut counts).unwrap_or_else(|error| panic!("{error}"));
        }
        let Counts { decided, limited, stopped, values, inquiries, certified, refused } = counts;
        assert!(decided > 1000 && limited > 50 && stopped > 50 && values > 300, "{counts:?}");
        assert!(inquiries > 300 && certified > 300 && refused * 20 < certified, "{counts:?}");
    }
}
