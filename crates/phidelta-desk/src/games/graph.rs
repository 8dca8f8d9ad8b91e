//! Explicit AND/OR graphs: JSON text, or the name of a built-in figure.

use phidelta::{Claim, Game, Goal, Heading, Outcome, PartQuestion, Side, SolveError, Solver, Value};
use phidelta_games::graph::{Graph, GraphError, NodeId, generate};

use super::options::ECHO;
use super::{GameKind, GoalWord, Layout, Options, Written};
use crate::ask::{Answer, ask, question_word};
use crate::certificate::{Certification, Sink, certify};
use crate::error::{InputError, Place};
use crate::events::Events;
use crate::leaf::{GraphStand, Leaf};
use crate::moves::{Moves, all_moves_of_question};
use crate::problem::{Ask, Ended, PositionView, Problem, moves_of};
use crate::text::cut;

/// Graphs.
pub(super) struct Kind;

/// The goals.
const GRAPH_GOALS: &[GoalWord] =
    &[("win", "the attacker wins"), ("draw", "the attacker reaches at least a draw")];

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
        // One question at a time: a graph has an attacker, not a side to move.
        GRAPH_GOALS
    }

    /// The same graph with the node as its root. A text that is none of it is told so when it is read.
    fn written(&self, rules: &str, position: &str, _attacks: bool) -> Written {
        let rooted = Graph::from_json(rules).ok().and_then(|mut graph| {
            let ids: Vec<NodeId> = graph.ids().collect();
            let mut is_it = |id: &NodeId| {
                graph.set_root(*id);
                graph.certificate_root() == position
            };
            ids.iter().any(&mut is_it).then(|| graph.certificate_rules())
        });
        Written { text: rooted.unwrap_or_else(|| "{}".into()), goal: None, rules: Vec::new() }
    }

    fn certifies(&self) -> bool {
        true
    }

    fn read(&self, text: &str, place: &Place, options: &Options) -> Result<Problem, InputError> {
        let goal = options.goal(self)?;
        let graph = read_graph(text, place)?;
        let given = match place {
            // Its text may be megabytes; its name is what tells it from others.
            Place::File(file) | Place::Row { file, .. } => graph.title().unwrap_or(file).to_string(),
            Place::Text | Place::Name(_) | Place::Option(_) => text.to_string(),
        };
        let goal = goal.unwrap_or(graph.goal());
        Ok(of_graph(&given, graph, goal))
    }
}

/// Reads a graph from its text, or from the name of a figure where the text stands by itself.
pub fn read_graph(text: &str, place: &Place) -> Result<Graph, InputError> {
    let figure = *place == Place::Text && !text.trim_start().starts_with(['{', '[']);
    if figure {
        return figure_named(text.trim());
    }
    Graph::from_json(text).map_err(|error| match error {
        GraphError::Syntax { line, column, message } => {
            InputError::new(place.clone(), format!("{message}; expected a graph in JSON")).at(line, column)
        }
        other => InputError::new(place.clone(), other),
    })
}

/// A built-in figure.
pub fn figure_named(name: &str) -> Result<Graph, InputError> {
    generate::figure(name).ok_or_else(|| {
        let names: Vec<&str> = generate::FIGURES.iter().map(|(name, _)| *name).collect();
        let message = format!("unknown; expected JSON text {{…}} or one of {}", names.join(", "));
        InputError::new(Place::Name(format!("figure '{}'", cut(name, ECHO))), message)
    })
}

/// A graph under a name.
pub(crate) fn of_graph(name: &str, graph: Graph, goal: Goal) -> Problem {
    let reported = reported(name, &graph);
    Problem::new(&Kind, name, GraphAsk { reported, graph, goal })
}

/// What reports say: a graph may have millions of nodes, so that they name it and give a fingerprint in
/// place of its rules.
fn reported(name: &str, graph: &Graph) -> Heading {
    let rules = graph.certificate_rules();
    // FNV-1a over 64 bits: enough to tell graphs of one name apart.
    let fingerprint = rules.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let position = if name.trim_start().starts_with('{') { rules } else { name.trim().to_string() };
    let rules = format!("{} nodes, {fingerprint:016x}", graph.len());
    Heading::new("graph", rules, position)
}

/// A graph and what is asked about its root.
struct GraphAsk {
    reported: Heading,
    graph: Graph,
    /// What the attacker wants.
    goal: Goal,
}

impl Ask for GraphAsk {
    fn heading(&self) -> Heading {
        let (rules, position) = (self.graph.certificate_rules(), self.graph.certificate_root());
        Heading::new("graph", rules, position)
    }

    fn reported(&self) -> Heading {
        self.reported.clone()
    }

    fn question(&self) -> String {
        question_word(Some(self.goal)).into()
    }

    fn asked(&self) -> Option<PartQuestion> {
        Some(PartQuestion::Goal(self.goal))
    }

    fn solve(&mut self, solver: &mut Solver, events: &mut dyn Events) -> Result<Answer, SolveError> {
        let graph = &self.graph;
        let names = |line: &[NodeId], from: usize| {
            line[from..].iter().map(|&id| graph.name(id).to_string()).collect()
        };
        ask(solver, &mut graph.game().with_goal(self.goal), events, &names)
    }

    fn solve_moves(&mut self, solver: &mut Solver, events: &mut dyn Events) -> Result<Moves, SolveError> {
        let graph = &self.graph;
        let names = |line: &[NodeId], from: usize| {
            line[from..].iter().map(|&id| graph.name(id).to_string()).collect()
        };
        all_moves_of_question(solver, &graph.game().with_goal(self.goal), events, &names)
    }

    fn certify(&mut self, solver: &mut Solver, claim: Claim, sink: &mut Sink<'_>) -> Certification {
        Some(certify(solver, &mut self.graph.game().with_goal(self.goal), &self.heading(), claim, sink))
    }

    fn leaf(&self, asked: PartQuestion) -> Result<Leaf, String> {
        let goal = asked.goal().ok_or("it has no scores, expected a goal")?;
        Ok(Leaf::new(GraphStand { graph: self.graph.clone(), goal }))
    }

    fn view(&self) -> PositionView {
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
        PositionView {
            side: side.into(),
            moves: moves_of(&game, |id| self.graph.name(id).to_string()),
            ended,
        }
    }
}
