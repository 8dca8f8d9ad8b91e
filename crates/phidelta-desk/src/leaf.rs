//! Positions behind the moves of a problem, each asked by itself.
//!
//! Idea: a search that is spread over several machines keeps the first moves as a tree of its own and hands
//! out what is below. Such a position stands for itself: it is asked without the moves that led there, so
//! that its answer holds wherever it stands, and it has a certificate of its own, which anyone can check.
//!
//! Certificates call the side to move the attacker (in most games). Where the problem's attacker is the other
//! side the question is turned round: "the attacker wins" becomes "the side to move has at least a draw", with
//! the opposite answer. The strategy that is written stays the same.

use std::io::{self, Write};

use phidelta::{
    Certifiable, CertificateSink, CertificateWriter, Certified, CertifyError, Claim, Draws, Form, Game, Goal,
    Heading, Key, MoveNumbers, Numbers, PartOpening, PartQuestion, Question, Replies, Side, SolveError,
    Solver, Verdict,
};
use phidelta_check::{Checked, Claim as Shown, Said};
use phidelta_games::graph::{Graph, NodeId};

use crate::ask::Interpreter;
use crate::events::Events;

/// What a job at a leaf found.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct LeafAnswer {
    /// Whether the problem's attacker reaches his goal from there, if that is known.
    pub verdict: Verdict,
    /// The numbers of the position.
    pub numbers: Numbers,
    /// Its moves and their numbers, as far as the search has any.
    pub moves: Vec<MoveNumbers<String>>,
    /// Nodes of the search.
    pub nodes: u64,
}

/// A position behind some moves of a problem.
pub struct Leaf(Box<dyn Standing>);

impl std::fmt::Debug for Leaf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Leaf").field(&self.position()).finish()
    }
}

impl Clone for Leaf {
    fn clone(&self) -> Leaf {
        Leaf(self.0.boxed())
    }
}

impl Leaf {
    pub(crate) fn new(standing: impl Standing + 'static) -> Leaf {
        Leaf(Box::new(standing))
    }

    /// The position behind these moves; otherwise the first of them that is none.
    pub fn behind<'l>(&self, line: &'l [String]) -> Result<Leaf, &'l str> {
        let mut standing = self.0.boxed();
        match line.iter().find(|mv| !standing.play(mv)) {
            None => Ok(Leaf(standing)),
            Some(mv) => Err(mv),
        }
    }

    /// The move that led here, as certificates write it, from what [`Leaf::moves`] calls it.
    pub(crate) fn named(&self, mv: String) -> String {
        self.0.named(mv)
    }

    /// Who is to move.
    pub fn side(&self) -> Side {
        self.0.side()
    }

    /// What tells positions of one problem apart.
    pub fn key(&self) -> Key {
        self.0.key()
    }

    /// The answer where the game has ended.
    pub fn ended(&self) -> Option<Verdict> {
        self.0.ended()
    }

    /// What it means to come to a position a second time; `None` where that cannot happen.
    pub fn repetition(&self) -> Option<Verdict> {
        self.0.repetition()
    }

    /// The legal moves.
    pub fn moves(&self) -> Vec<String> {
        self.0.moves()
    }

    /// The position as certificates write it.
    pub fn position(&self) -> String {
        self.0.heading().position
    }

    /// The part that a certificate of the problem has for this answer: its question and verdict. Only that of
    /// the problem itself is of use.
    pub fn part(&self, verdict: Verdict) -> (Heading, Claim) {
        (self.0.heading(), self.0.claim(verdict))
    }

    /// Searches for so many nodes, on a table that other leaves of the problem may have used.
    pub fn solve(
        &mut self,
        solver: &mut Solver,
        nodes: u64,
        events: &mut dyn Events,
    ) -> Result<LeafAnswer, SolveError> {
        self.0.solve(solver, nodes, events)
    }

    /// Writes the strategy behind an answer found on this solver.
    pub fn certify(
        &mut self,
        solver: &mut Solver,
        verdict: Verdict,
        form: Form,
        out: &mut dyn Write,
    ) -> Result<Certified, CertifyError> {
        self.0.certify(solver, verdict, form, out)
    }

    /// Whether what the checker has passed shows this answer of this position.
    pub fn is_shown(&self, verdict: Verdict, checked: &Checked) -> Result<(), String> {
        let (Heading { game, rules, position }, claim) = self.part(verdict);
        let (question, answer) = claim.words();
        let said = Said::from_words(&question, &answer).ok_or("no answer that a certificate can show")?;
        checked.shows(&Shown { game, rules, position, said }).map_err(|mismatch| mismatch.to_string())
    }
}

/// What a game does for a leaf.
pub(crate) trait Standing: Send {
    fn boxed(&self) -> Box<dyn Standing>;
    fn play(&mut self, mv: &str) -> bool;
    fn named(&self, mv: String) -> String {
        mv
    }
    fn side(&self) -> Side;
    fn key(&self) -> Key;
    fn ended(&self) -> Option<Verdict>;
    fn repetition(&self) -> Option<Verdict>;
    fn moves(&self) -> Vec<String>;
    fn heading(&self) -> Heading;
    fn claim(&self, verdict: Verdict) -> Claim;
    fn solve(
        &mut self,
        solver: &mut Solver,
        nodes: u64,
        events: &mut dyn Events,
    ) -> Result<LeafAnswer, SolveError>;
    fn certify(
        &mut self,
        solver: &mut Solver,
        verdict: Verdict,
        form: Form,
        out: &mut dyn Write,
    ) -> Result<Certified, CertifyError>;
}

/// A position of a game that can be cloned, and how its certificates are headed.
#[derive(Clone)]
pub(crate) struct Stand<G> {
    pub(crate) game: G,
    /// The name of the game.
    pub(crate) name: &'static str,
    /// Its variant, as certificates name it.
    pub(crate) rules: fn(&G) -> String,
    /// What is asked about the problem's attacker.
    pub(crate) asked: PartQuestion,
    /// Whether certificates take the side to move for the attacker.
    pub(crate) mover_attacks: bool,
}

impl<G: Game> Stand<G> {
    fn is_turned(&self) -> bool {
        self.mover_attacks && self.game.side() == Side::Defender
    }
}

fn verdict_of(numbers: Numbers) -> Verdict {
    Verdict::from_numbers(numbers, phidelta::Reason::OpenPosition)
}

fn ended<G: Game>(game: &G) -> Option<Verdict> {
    game.outcome().map(|outcome| verdict_of(Question::of(game).answer(outcome)))
}

fn repetition<G: Game>(game: &G) -> Option<Verdict> {
    (!G::ACYCLIC).then(|| verdict_of(Question::of(game).repetition()))
}

/// The question and its answer as they are said of the side to move.
fn turned(asked: PartQuestion, verdict: Verdict) -> Claim {
    let opposite = match verdict {
        Verdict::Proved => Verdict::Disproved,
        Verdict::Disproved => Verdict::Proved,
        unknown @ Verdict::Unknown(_) => unknown,
    };
    match asked {
        PartQuestion::Goal(Goal::Win) => Claim::Verdict(Goal::Draw, opposite),
        PartQuestion::Goal(Goal::Draw) => Claim::Verdict(Goal::Win, opposite),
        // Scores are even: who has not N more has the other side at least 2 − N more.
        PartQuestion::Score(least) => Claim::AtLeast(2 - (least + (least & 1)), opposite),
    }
}

fn straight(asked: PartQuestion, verdict: Verdict) -> Claim {
    match asked {
        PartQuestion::Goal(goal) => Claim::Verdict(goal, verdict),
        PartQuestion::Score(least) => Claim::AtLeast(least, verdict),
    }
}

impl<G: Certifiable + Clone + Send + 'static> Standing for Stand<G> {
    fn boxed(&self) -> Box<dyn Standing> {
        Box::new(self.clone())
    }

    fn play(&mut self, mv: &str) -> bool {
        let mut moves = Vec::new();
        if self.game.outcome().is_none() {
            self.game.moves(&mut moves);
        }
        let found = moves.into_iter().find(|&known| self.game.move_text(known) == mv);
        found.into_iter().for_each(|mv| self.game.play(mv));
        found.is_some()
    }

    fn side(&self) -> Side {
        self.game.side()
    }

    fn key(&self) -> Key {
        self.game.identity()
    }

    fn ended(&self) -> Option<Verdict> {
        ended(&self.game)
    }

    fn repetition(&self) -> Option<Verdict> {
        repetition(&self.game)
    }

    fn moves(&self) -> Vec<String> {
        crate::problem::moves_of(&self.game, |mv| self.game.move_text(mv))
    }

    fn heading(&self) -> Heading {
        Heading::new(self.name, (self.rules)(&self.game), self.game.position_text())
    }

    fn claim(&self, verdict: Verdict) -> Claim {
        if self.is_turned() { turned(self.asked, verdict) } else { straight(self.asked, verdict) }
    }

    fn solve(
        &mut self,
        solver: &mut Solver,
        nodes: u64,
        events: &mut dyn Events,
    ) -> Result<LeafAnswer, SolveError> {
        let board = self.game.clone();
        solve_on(solver, &mut self.game, nodes, events, &|line, from| {
            let mut board = board.clone();
            let mut names = Vec::with_capacity(line.len() - from);
            for (i, &mv) in line.iter().enumerate() {
                if i >= from {
                    names.push(board.move_text(mv));
                }
                board.play(mv);
            }
            names
        })
    }

    fn certify(
        &mut self,
        solver: &mut Solver,
        verdict: Verdict,
        form: Form,
        out: &mut dyn Write,
    ) -> Result<Certified, CertifyError> {
        let (heading, claim, turned) = (self.heading(), self.claim(verdict), self.is_turned());
        write(solver, &mut self.game, verdict, (&heading, claim, turned), form, out)
    }
}

/// A graph, at a node of it. Its certificates know who attacks.
#[derive(Clone)]
pub(crate) struct GraphStand {
    pub(crate) graph: Graph,
    pub(crate) goal: Goal,
}

impl GraphStand {
    fn child(&self, name: &str) -> Option<NodeId> {
        let ids = self.graph.children(self.graph.root());
        ids.iter().copied().find(|&id| self.graph.name(id) == name)
    }
}

impl Standing for GraphStand {
    fn boxed(&self) -> Box<dyn Standing> {
        Box::new(self.clone())
    }

    fn play(&mut self, mv: &str) -> bool {
        let child = self.child(mv).filter(|_| self.ended().is_none());
        child.into_iter().for_each(|id| self.graph.set_root(id));
        child.is_some()
    }

    /// A move is called like the node it leads to.
    fn named(&self, _mv: String) -> String {
        self.graph.certificate_root()
    }

    fn side(&self) -> Side {
        self.graph.side(self.graph.root())
    }

    fn key(&self) -> Key {
        Key::from(self.graph.root())
    }

    fn ended(&self) -> Option<Verdict> {
        ended(&self.graph.game().with_goal(self.goal))
    }

    fn repetition(&self) -> Option<Verdict> {
        repetition(&self.graph.game().with_goal(self.goal))
    }

    fn moves(&self) -> Vec<String> {
        crate::problem::moves_of(&self.graph.game(), |id| self.graph.name(id).to_string())
    }

    fn heading(&self) -> Heading {
        Heading::new("graph", self.graph.certificate_rules(), self.graph.certificate_root())
    }

    fn claim(&self, verdict: Verdict) -> Claim {
        Claim::Verdict(self.goal, verdict)
    }

    fn solve(
        &mut self,
        solver: &mut Solver,
        nodes: u64,
        events: &mut dyn Events,
    ) -> Result<LeafAnswer, SolveError> {
        let mut game = self.graph.game().with_goal(self.goal);
        solve_on(solver, &mut game, nodes, events, &|line, from| {
            line[from..].iter().map(|&id| self.graph.name(id).to_string()).collect()
        })
    }

    fn certify(
        &mut self,
        solver: &mut Solver,
        verdict: Verdict,
        form: Form,
        out: &mut dyn Write,
    ) -> Result<Certified, CertifyError> {
        let (heading, claim) = (self.heading(), self.claim(verdict));
        let mut game = self.graph.game().with_goal(self.goal);
        write(solver, &mut game, verdict, (&heading, claim, false), form, out)
    }
}

/// Keeps the root's moves as they were told last.
struct Keeping<'e> {
    events: &'e mut dyn Events,
    moves: Vec<MoveNumbers<String>>,
}

impl Events for Keeping<'_> {
    fn progress(&mut self, progress: &phidelta::Progress<'_, String>) {
        if !progress.root.is_empty() {
            self.moves = progress.root.to_vec();
        }
        self.events.progress(progress);
    }

    fn hold(&mut self) -> bool {
        self.events.hold()
    }
}

fn solve_on<G: Game>(
    solver: &mut Solver,
    game: &mut G,
    nodes: u64,
    events: &mut dyn Events,
    text: &crate::ask::Notation<'_, G::Move>,
) -> Result<LeafAnswer, SolveError> {
    let mut keeping = Keeping { events, moves: Vec::new() };
    let report = solver.inquiry().ask_for(game, nodes, &mut Interpreter { text, events: &mut keeping })?;
    Ok(LeafAnswer {
        verdict: report.verdict,
        numbers: report.numbers,
        moves: keeping.moves,
        nodes: report.stats.nodes,
    })
}

fn write<G: Certifiable>(
    solver: &mut Solver,
    game: &mut G,
    verdict: Verdict,
    (heading, claim, turned): (&Heading, Claim, bool),
    form: Form,
    out: &mut dyn Write,
) -> Result<Certified, CertifyError> {
    let mut sink = Turning { writer: CertificateWriter::with_form(form, out, heading, claim)?, turned };
    let done = solver.certify(game, verdict, &mut sink)?;
    sink.writer.finish()?;
    Ok(done)
}

/// Writes a part that says the opposite of the other side, where that is what the heading says.
struct Turning<W> {
    writer: CertificateWriter<W>,
    turned: bool,
}

impl<G: Certifiable, W: Write> CertificateSink<G> for Turning<W> {
    fn open(&mut self, mut opening: PartOpening) -> Result<(), CertifyError> {
        opening.proved ^= self.turned;
        CertificateSink::<G>::open(&mut self.writer, opening)
    }

    fn position(&mut self, id: u64, game: &G, moves: &Replies) -> io::Result<()> {
        self.writer.position(id, game, moves)
    }

    fn forget(&mut self, ids: &[u64]) -> io::Result<()> {
        CertificateSink::<G>::forget(&mut self.writer, ids)
    }

    fn close(&mut self, done: &Certified) -> io::Result<()> {
        CertificateSink::<G>::close(&mut self.writer, done)
    }
}

/// A position of a game with draws.
pub(crate) fn stand<G: Draws + Certifiable + Clone + Send + 'static>(
    mut game: G,
    name: &'static str,
    rules: fn(&G) -> String,
    goal: Goal,
) -> Leaf {
    game.set_goal(goal);
    Leaf::new(Stand { game, name, rules, asked: PartQuestion::Goal(goal), mover_attacks: true })
}
