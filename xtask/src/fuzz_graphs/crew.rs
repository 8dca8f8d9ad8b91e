//! A search as a simulated crew, under the worst of circumstances.

use phidelta::{Algorithm, Family, Game, Limits, Simulation, Solver, Verdict};
use phidelta_games::graph::{GraphGame, retrograde};

use super::count::{Count, Counts};
use super::problem::{KINDS, Problem};

/// Nodes of all workers after which a search of such a small graph counts as endless.
const ENDLESS: u64 = 20_000_000;

/// The same for searches that do not promise to end.
const UNPROMISED: u64 = 5_000;

/// Bytes for lines and tree. The table has its own size.
const MEMORY: u64 = 4 << 20;

/// Entries of the table.
const ENTRIES: u64 = 16;

impl Problem {
    /// Solves the problem by crews of every algorithm that has them; an error describes what went wrong.
    pub(crate) fn check_crews(&self, counts: &mut Counts) -> Result<(), String> {
        let truth = retrograde::solve(&self.graph);
        let mut number = self.number();
        counts.each(self.kind, |algorithm, count| {
            number = number.wrapping_add(1);
            let works = [Family::DfPn, Family::Pds, Family::PnStar, Family::PnDfPn];
            if !works.contains(&algorithm.family) {
                return Ok(());
            }
            let workers = [2, 4, 8][number as usize % 3];
            let simulation = Simulation::new(workers, number).with_quantum(1 + number % 100).with_accidents();
            self.check_crew(algorithm, simulation, &truth, count)
                .map_err(|error| self.describe(&format!("{algorithm}, {simulation:?}: {error}")))
        })
    }

    fn check_crew(
        &self,
        algorithm: &Algorithm,
        simulation: Simulation,
        truth: &[bool],
        count: &mut Count,
    ) -> Result<(), String> {
        let promised = KINDS[self.kind].0 != "cyclic" || algorithm.ends_on_cycles();
        let nodes = if promised { ENDLESS } else { UNPROMISED };
        let mut solver = Solver::new(*algorithm)
            .memory(MEMORY)
            .limits(Limits::default().with_nodes(nodes))
            .lines(false)
            .table_entries(ENTRIES)
            .drop_stores(simulation.seed)
            .join_after(0)
            .simulate(Some(simulation));
        let mut game = self.graph.game();
        let report = solver.solve_with_crew(&mut game, &mut ()).map_err(|error| error.to_string())?;
        count.nodes += report.stats.nodes;
        count.most_nodes = count.most_nodes.max(report.stats.nodes);
        match report.verdict {
            Verdict::Unknown(_) if !promised => count.unknown += 1,
            // A tree has a node for every path, and without an anchor it is all there is.
            Verdict::Unknown(_) if algorithm.family == Family::PnDfPn => count.unknown += 1,
            Verdict::Unknown(reason) => return Err(format!("does not end: {reason}")),
            verdict if verdict.is_proved() != truth[self.graph.root() as usize] => {
                return Err(format!("{verdict} is wrong"));
            }
            _ => count.right += 1,
        }
        let mut inquiry = solver.inquiry();
        for place in places(self.graph.game()) {
            let known = inquiry.recall(&place).map(|(verdict, _)| verdict.is_proved());
            if known.is_some_and(|proved| proved != truth[place.node() as usize]) {
                return Err(format!("the table is wrong about {}", self.graph.name(place.node())));
            }
        }
        Ok(())
    }
}

/// The game at each node that can be reached.
fn places(root: GraphGame<'_>) -> Vec<GraphGame<'_>> {
    let mut seen = vec![false; root.graph().len()];
    seen[root.node() as usize] = true;
    let mut places = vec![root];
    let mut at = 0;
    while at < places.len() {
        let mut moves = Vec::new();
        places[at].moves(&mut moves);
        for child in moves {
            if !std::mem::replace(&mut seen[child as usize], true) {
                let mut place = places[at].clone();
                place.play(child);
                places.push(place);
            }
        }
        at += 1;
    }
    places
}
