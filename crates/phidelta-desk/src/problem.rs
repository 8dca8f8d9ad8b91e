//! A position and a question about it.

use phidelta::{Claim, Game, Goal, Heading, Outcome as End, PartQuestion, Report, Solver, Value};
use phidelta_games::graph::Graph;
use phidelta_games::synthetic::Synthetic;
use serde::{Serialize, Serializer};

use crate::ask::Answer;
use crate::certificate::{Certification, Sink};
use crate::error::{InputError, RunError};
use crate::events::Events;
use crate::games::GameKind;
use crate::leaf::Leaf;
use crate::moves::Moves;
use crate::outcome::{VERSION, to_json};
use crate::request::Wanted;

/// What a game does for the desk: asks its question, and shows its position.
pub(crate) trait Ask: Send {
    /// The position, its game and its variant, as certificates name them. Two positions with one heading
    /// are one position.
    fn heading(&self) -> Heading;

    /// The same for reports; other only where a heading is too long to be repeated.
    fn reported(&self) -> Heading {
        self.heading()
    }

    /// What is asked, in a word or two: "win", or "value" for a win, a draw or a loss.
    fn question(&self) -> String;

    /// The one question, where there is one.
    fn asked(&self) -> Option<PartQuestion> {
        Some(PartQuestion::Goal(Goal::Win))
    }

    /// Searches for the answer.
    fn solve(&mut self, solver: &mut Solver, events: &mut dyn Events)
    -> Result<Answer, phidelta::SolveError>;

    /// Searches for what each move is worth.
    fn solve_moves(
        &mut self,
        solver: &mut Solver,
        events: &mut dyn Events,
    ) -> Result<Moves, phidelta::SolveError>;

    /// Searches for what each move is worth, then for the answer, so that what the solver found last is the
    /// answer. Where the game has lengths and they are wanted, for those.
    fn solve_with_moves(
        &mut self,
        solver: &mut Solver,
        events: &mut dyn Events,
        _wanted: &Wanted,
    ) -> Result<Answer, phidelta::SolveError> {
        let moves = self.solve_moves(solver, events)?;
        Ok(moves.added_to(self.solve(solver, events)?))
    }

    /// Writes the certificate of the answer that the solver found last; `None` if the game has none.
    fn certify(&mut self, _solver: &mut Solver, _claim: Claim, _sink: &mut Sink<'_>) -> Certification {
        None
    }

    /// The position as one that can be asked this question move by move; otherwise why not.
    fn leaf(&self, _asked: PartQuestion) -> Result<Leaf, String> {
        Err("it has no certificates".into())
    }

    /// Who moves, and where to.
    fn view(&self) -> PositionView;

    /// The position as a picture of several rows.
    fn drawing(&self) -> Option<String> {
        None
    }

    /// A line of play in a notation for people, whose characters may be two columns wide.
    fn other_notation(&self, _line: &[String]) -> Vec<String> {
        Vec::new()
    }

    /// The position and the line found for it as KIF.
    fn kif(&self, _report: &Report<String>, _notes: &[String]) -> Option<String> {
        None
    }
}

/// A position that has been read, and what is asked about it.
pub struct Problem {
    pub(crate) game: &'static dyn GameKind,
    pub(crate) given: String,
    pub(crate) ask: Box<dyn Ask>,
}

impl std::fmt::Debug for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Problem")
            .field("game", &self.game)
            .field("given", &self.given)
            .finish_non_exhaustive()
    }
}

impl Problem {
    pub(crate) fn new(game: &'static dyn GameKind, given: &str, ask: impl Ask + 'static) -> Problem {
        Problem { game, given: given.trim().into(), ask: Box::new(ask) }
    }

    /// A graph that was made, under a name.
    pub fn of_graph(name: &str, graph: Graph, goal: Goal) -> Problem {
        crate::games::of_graph(name, graph, goal)
    }

    /// The mate problem of a position within a game of shogi, in SFEN or as USI's `position` command has it.
    /// Unlike that of [`crate::read`] it completes no hands. `None` if there is no king to mate.
    pub fn of_shogi_game(text: &str) -> Result<Option<Problem>, InputError> {
        crate::games::of_shogi_game(text)
    }

    /// A synthetic tree under a name.
    pub fn of_synthetic(name: &str, game: Synthetic) -> Problem {
        crate::games::of_synthetic(name, game)
    }

    /// Its game.
    pub fn game(&self) -> &'static dyn GameKind {
        self.game
    }

    /// The position as it was given; for a graph of a file its name, or the file's; of a record the
    /// position.
    pub fn given(&self) -> &str {
        &self.given
    }

    /// What was read: the one text for the position. With [`Problem::rules`] it says all.
    pub fn position(&self) -> String {
        self.ask.reported().position
    }

    /// The variant of the rules, as certificates name it.
    pub fn rules(&self) -> String {
        self.ask.reported().rules
    }

    /// What is asked, as a goal is written; "value" for a win, a draw or a loss.
    pub fn question(&self) -> String {
        self.ask.question()
    }

    /// The position as a picture of several rows.
    pub fn drawing(&self) -> Option<String> {
        self.ask.drawing()
    }

    /// A line of play in the game's other notation; empty if it has none.
    pub(crate) fn notation(&self, line: &[String]) -> Vec<String> {
        self.ask.other_notation(line)
    }

    /// The position with its moves, as data.
    pub fn view(&self) -> PositionView {
        self.ask.view()
    }

    /// The object of `phidelta show --json` (docs/json.md).
    pub fn json(&self) -> String {
        to_json(self)
    }

    /// The position as one whose moves can be asked one by one, for searches on several machines. Its question
    /// must be one that is proved or disproved; otherwise why it is none of them.
    pub fn leaf(&self) -> Result<Leaf, String> {
        let asked =
            self.ask.asked().ok_or("its value is two questions, its score several; expected a goal")?;
        self.ask.leaf(asked)
    }

    /// Searches on a solver of the caller's, and says no more than the answer: for measurements.
    pub fn solve(&mut self, solver: &mut Solver, events: &mut dyn Events) -> Result<Answer, RunError> {
        Ok(self.ask.solve(solver, events)?)
    }
}

/// A problem as data is its position: who moves, where to, and the board.
impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PositionView { side, moves, ended } = self.view();
        let object = Json {
            position: self.position(),
            to_move: side,
            moves,
            value: ended.as_ref().map(|ended| ended.value.to_string()),
            ended: ended.map(|ended| ended.how),
            drawing: self.drawing(),
            version: VERSION,
            game: self.game.name(),
            rules: self.rules(),
            given: &self.given,
        };
        object.serialize(serializer)
    }
}

/// The object; its fields in this order.
#[derive(Serialize)]
struct Json<'a> {
    position: String,
    to_move: String,
    moves: Vec<String>,
    ended: Option<String>,
    value: Option<String>,
    drawing: Option<String>,
    version: &'a str,
    game: &'a str,
    rules: String,
    given: &'a str,
}

/// A position: who moves, and where to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PositionView {
    /// Who is to move.
    pub side: String,
    /// The legal moves; none where the game has ended.
    pub moves: Vec<String>,
    /// How the game ended, if it has.
    pub ended: Option<Ended>,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Ended {
    /// For the side to move.
    pub value: Value,
    /// What ended it: "the board is full".
    pub how: String,
}

/// The end of a game whose attacker is to move.
pub(crate) fn ended<G: Game>(game: &G, how: Option<String>) -> Option<Ended> {
    let value = match game.outcome()? {
        End::Win => Value::Win,
        End::Draw => Value::Draw,
        End::Loss => Value::Loss,
    };
    Some(Ended { value, how: how.unwrap_or_default() })
}

/// The moves of a position that has not ended, as text.
pub(crate) fn moves_of<G: Game>(game: &G, text: impl Fn(G::Move) -> String) -> Vec<String> {
    let mut moves = Vec::new();
    if game.outcome().is_none() {
        game.moves(&mut moves);
    }
    moves.into_iter().map(text).collect()
}
