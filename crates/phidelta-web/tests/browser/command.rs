//! What the command says of a question, for comparison with what the page shows: `compose check --json` and
//! `--trace` are these calls of the desk and of the library, printed.

use phidelta::{Event, Step};
use phidelta_desk::compose::{self, Composition, Notes};
use phidelta_desk::{Events, Options, Place, Request, Source, find};
use phidelta_games::shogi::compose::CheckOptions;
use serde_json::Value;

/// The composer's check as JSON.
pub(crate) fn check(position: &str) -> Value {
    let composition = Composition::read(Source::Text(position)).unwrap().remove(0);
    let options = CheckOptions::default();
    let mut notes = Notes::new(&composition, options.futile);
    let mut solver = phidelta::Solver::new(compose::default_algorithm()).memory(64 << 20);
    let found = compose::check(&mut solver, &composition, None, &options, &mut notes, &mut ()).unwrap();
    serde_json::from_str(&found.json()).unwrap()
}

/// The steps of a search of a graph: what the page writes above its picture, and the numbers of the node.
pub(crate) fn trace(graph: &str, root: &str, algorithm: &str) -> Vec<(String, String)> {
    let kind = find("graph").unwrap();
    let options = Options::new(kind, None, &[]).unwrap();
    let mut problem = kind.read(graph, &Place::Text, &options).unwrap();
    let request = Request::new().algorithm(Some(algorithm.parse().unwrap())).memory(16 << 20).lines(false);
    let mut steps = Steps { root: root.into(), line: Vec::new(), said: Vec::new() };
    problem.solve(&mut request.solver(kind), &mut steps).unwrap();
    steps.said
}

/// Gathers steps as the page words them.
struct Steps {
    root: String,
    line: Vec<String>,
    said: Vec<(String, String)>,
}

impl Events for Steps {
    fn wants_steps(&self) -> bool {
        true
    }

    fn step(&mut self, step: &Step<'_, String>, depth: usize) {
        // The line may be only the last moves.
        self.line.truncate(depth - step.line.len());
        self.line.extend_from_slice(step.line);
        let word = match step.event {
            Event::Expand => "expanded",
            Event::Revisit => "opened again",
            Event::End => "ends",
            Event::Leave => "left",
            Event::BackUp => "backed up",
            _ => return,
        };
        let path: Vec<&str> =
            std::iter::once(self.root.as_str()).chain(self.line.iter().map(String::as_str)).collect();
        let number = |n: phidelta::Number| {
            if n == phidelta::INFINITY { "∞".into() } else { n.to_string() }
        };
        self.said.push((
            format!("{word} · {} · {} nodes", path.join(" › "), step.node),
            format!("{} | {}", number(step.numbers.pn), number(step.numbers.dn)),
        ));
    }
}
