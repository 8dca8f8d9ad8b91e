//! A solver whose keys have 8 bits: positions are taken for each other, and its verdicts are often wrong.
//! The checker, which compares whole positions, passes none of the wrong ones.
//!
//! The truth is retrograde analysis for graphs, and the same solver with whole keys for connect four.

use crate::common::{check, heading, one};
use phidelta::{
    Certifiable, Draws, Game, Goal, Heading, Key, Limits, Numbers, Outcome, Repetition, Side, Solver, mix,
};
use phidelta_check::Refusal;
use phidelta_games::connect4::ConnectFour;
use phidelta_games::graph::{GraphGame, generate, retrograde};

/// A game that tells at most 256 positions apart.
struct Narrow<G> {
    game: G,
    /// Whether positions of the certificate are mistaken for each other, too.
    everywhere: bool,
}

fn narrow(key: Key) -> Key {
    mix(key as u64 & 0xff)
}

impl<G: Game> Game for Narrow<G> {
    type Move = G::Move;
    const ACYCLIC: bool = G::ACYCLIC;

    fn side(&self) -> Side {
        self.game.side()
    }

    fn moves(&self, out: &mut Vec<G::Move>) {
        self.game.moves(out);
    }

    fn play(&mut self, mv: G::Move) {
        self.game.play(mv);
    }

    fn undo(&mut self, mv: G::Move) {
        self.game.undo(mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn key(&self) -> Key {
        narrow(self.game.key())
    }

    fn goal(&self) -> Goal {
        self.game.goal()
    }

    fn repetition(&self) -> Repetition {
        self.game.repetition()
    }

    fn estimate(&self) -> Numbers {
        self.game.estimate()
    }
}

impl<G: Certifiable> Certifiable for Narrow<G> {
    fn position_text(&self) -> String {
        self.game.position_text()
    }

    fn identity(&self) -> Key {
        let whole = self.game.identity();
        if self.everywhere { narrow(whole) } else { whole }
    }

    fn move_text(&self, mv: G::Move) -> String {
        self.game.move_text(mv)
    }
}

/// What came of the solver's answers.
#[derive(Default, Debug)]
struct Count {
    right: u32,
    /// Right, and the checker has passed the certificate.
    verified: u32,
    wrong: u32,
    /// Wrong, and there is no certificate.
    lost: u32,
    /// Wrong, and the checker refuses the certificate.
    refused: u32,
}

impl Count {
    /// Solves with narrow keys and has the answer checked; `truth` says whether the goal is reached.
    fn try_one<G: Certifiable>(&mut self, game: G, truth: bool, heading: &Heading, everywhere: bool) {
        let limits = Limits::default().with_nodes(100_000);
        let mut solver = Solver::new("df-pn+tca".parse().unwrap()).memory(1 << 20).limits(limits);
        let mut game = Narrow { game, everywhere };
        let verdict = solver.solve(&mut game).expect("a search").verdict;
        let Some(certificate) = one(&mut solver, &mut game, heading) else { return };
        let checked: Option<Result<_, Refusal>> = certificate.ok().map(|text| check(&text));
        if verdict.is_proved() == truth {
            self.right += 1;
            self.verified += u32::from(matches!(checked, Some(Ok(_))));
            return;
        }
        self.wrong += 1;
        match checked {
            None => self.lost += 1,
            Some(Err(_)) => self.refused += 1,
            Some(Ok(checked)) => panic!("wrong, but passed: {checked:?}"),
        }
    }
}

/// Random graphs with many more nodes than keys.
fn graphs(everywhere: bool) -> Count {
    let mut count = Count::default();
    for seed in 0..300 {
        let repetition = [Repetition::AttackerFails, Repetition::DefenderFails][seed as usize % 2];
        let shape =
            generate::Shape { nodes: 600, leaf: 0.3, most_children: 4, repetition, ..Default::default() };
        let graph = match seed % 3 {
            0 => generate::dag(&shape, seed),
            _ => generate::cyclic(&shape, seed),
        };
        let truth = retrograde::solve(&graph)[graph.root() as usize];
        let heading = heading("graph", &graph.certificate_rules(), &graph.certificate_root());
        let game: GraphGame<'_> = graph.game();
        count.try_one(game, truth, &heading, everywhere);
    }
    count
}

#[test]
fn wrong_answers_about_graphs_are_caught() {
    for everywhere in [false, true] {
        let count = graphs(everywhere);
        assert!(count.wrong > 10 && count.lost + count.refused == count.wrong, "{count:?}");
        assert!(!everywhere || count.refused > 0, "the checker has something to refuse: {count:?}");
        assert!(count.verified > 10, "the right ones can be verified: {count:?}");
    }
}

#[test]
fn wrong_answers_about_connect_four_are_caught() {
    for everywhere in [false, true] {
        let mut count = Count::default();
        for text in ["4x4k3:", "4x4:", "4x4:1", "4x5:", "5x4:33", "5x5k3:"] {
            for goal in [Goal::Win, Goal::Draw] {
                let mut game = ConnectFour::from_text(text).unwrap();
                game.set_goal(goal);
                let truth = Solver::new("df-pn".parse().unwrap()).solve(&mut game.clone()).unwrap();
                let shape = game.shape();
                let rules = format!("{}x{}k{}", shape.width(), shape.height(), shape.row());
                let heading = heading("connect4", &rules, &game.position_text());
                count.try_one(game, truth.verdict.is_proved(), &heading, everywhere);
            }
        }
        assert!(count.wrong > 0 && count.lost + count.refused == count.wrong, "{count:?}");
    }
}
