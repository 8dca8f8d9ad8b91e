//! Explicit AND/OR graphs: JSON text, or the name of a built-in figure.

use phidelta::{Asked, Game, Goal, Heading, Outcome, Side, Solver, Value};
use phidelta_games::graph::{Graph, GraphError, NodeId, generate};

use super::{
    Answered, Claim, Ended, GOALS, GameKind, GoalWord, Layout, Options, Place, Problem, Shown, Watch, ask,
    moves_of, question_word,
};
use crate::certificate::{Certificate, Paper, certify};
use crate::failure::{Failure, Result};

/// Graphs.
pub(crate) struct Kind;

impl GameKind for Kind {
    fn name(&self) -> &'static str {
        "graph"
    }

    fn about(&self) -> &'static str {
        "an AND/OR graph: JSON, or a built-in figure such as kishimoto_fig1"
    }

    fn layout(&self) -> Layout {
        Layout::Whole
    }

    fn goals(&self) -> &'static [GoalWord] {
        GOALS
    }

    fn certifies(&self) -> bool {
        true
    }

    fn read(&self, text: &str, place: &Place, options: &Options) -> Result<Box<dyn Problem>> {
        let goal = options.goal(self)?;
        let graph = read(text, place)?;
        let position = match place {
            Place::Argument => text.to_string(),
            // Its text may be megabytes; its name is what tells it from others.
            Place::File(file) | Place::Line { file, .. } => graph.title().unwrap_or(file).to_string(),
        };
        let goal = goal.unwrap_or(graph.goal());
        Ok(Box::new(GraphProblem { position, graph, goal }))
    }
}

/// Reads a graph from its text, or from the name of a figure where the text comes from the command line.
pub(crate) fn read(text: &str, place: &Place) -> Result<Graph> {
    let figure = *place == Place::Argument && !text.trim_start().starts_with(['{', '[']);
    if figure {
        return figure_named(text.trim());
    }
    Graph::from_json(text).map_err(|error| match error {
        GraphError::Syntax { line, column, message } => {
            Failure::input(format!("{}: {message}; expected a graph in JSON", place.at(line, column)))
        }
        other => Failure::input(format!("{place}: {other}")),
    })
}

/// A built-in figure.
pub(crate) fn figure_named(name: &str) -> Result<Graph> {
    generate::figure(name).ok_or_else(|| {
        let names: Vec<&str> = generate::FIGURES.iter().map(|(name, _)| *name).collect();
        let mut message =
            format!("unknown figure '{name}'; expected JSON text {{…}} or one of {}", names.join(", "));
        if std::path::Path::new(name).is_file() {
            message.push_str(&format!("\nA graph in a file is read with: --file {name}"));
        }
        Failure::Input(message)
    })
}

/// A graph and what is asked about its root.
pub(crate) struct GraphProblem {
    /// How it was given.
    pub(crate) position: String,
    /// The graph.
    pub(crate) graph: Graph,
    /// What the attacker wants.
    pub(crate) goal: Goal,
}

impl Problem for GraphProblem {
    fn position(&self) -> &str {
        &self.position
    }

    fn question(&self) -> String {
        question_word(Some(self.goal)).into()
    }

    fn solve(&mut self, solver: &mut Solver, watch: &mut dyn Watch) -> Answered {
        let graph = &self.graph;
        let names = |line: &[NodeId], from: usize| {
            line[from..].iter().map(|&id| graph.name(id).to_string()).collect()
        };
        ask(solver, &mut graph.game().with_goal(self.goal), watch, &names)
    }

    fn heading(&self) -> Heading {
        let (rules, position) = (self.graph.certificate_rules(), self.graph.certificate_root());
        Heading { game: "graph".into(), rules, position }
    }

    fn certify(&mut self, solver: &mut Solver, claim: Claim, paper: &mut Paper<'_>) -> Certificate {
        Some(certify(solver, &mut self.graph.game().with_goal(self.goal), &self.heading(), claim, paper))
    }

    fn asked(&self) -> Option<Asked> {
        Some(Asked::Goal(self.goal))
    }

    fn shown(&self) -> Shown {
        let game = self.graph.game();
        let (side, turned) = match game.side() {
            Side::Attacker => ("the attacker (OR)", false),
            Side::Defender => ("the defender (AND)", true),
        };
        let ended = game.outcome().map(|outcome| {
            let value = match (outcome, turned) {
                (Outcome::Draw, _) => Value::Draw,
                (Outcome::Win, false) | (Outcome::Loss, true) => Value::Win,
                (Outcome::Loss, false) | (Outcome::Win, true) => Value::Loss,
            };
            Ended { value, how: "the root has a value".into() }
        });
        Shown { side: side.into(), moves: moves_of(&game, |id| self.graph.name(id).to_string()), ended }
    }
}
