//! Positions of a certificate by the checker's rules: who is to move, what a move makes.

use phidelta_check::{Heading, Rules, connect4, graph, loa, othello, shogi, uttt};

/// Knows the rules.
pub(super) trait Referee: Send + Sync {
    /// Whether the attacker is to move. False also where there is no position: the checker has read them
    /// all.
    fn attacks(&self, position: &str) -> bool;

    /// The position that a move makes.
    fn after(&self, position: &str, mv: &str) -> Option<String>;
}

struct ByRules<G>(G);

impl<G: Rules + Send + Sync> Referee for ByRules<G> {
    fn attacks(&self, position: &str) -> bool {
        self.0.read(position).is_ok_and(|position| self.0.attacks(&position))
    }

    fn after(&self, position: &str, mv: &str) -> Option<String> {
        let position = self.0.read(position).ok()?;
        Some(self.0.text(&self.0.play(&position, mv)?))
    }
}

/// The referee of a certificate; `None` if the rules are not known.
pub(super) fn of(heading: &Heading) -> Option<Box<dyn Referee>> {
    fn by<G: Rules + Send + Sync + 'static>(heading: &Heading) -> Option<Box<dyn Referee>> {
        let (rules, _) = G::new(&heading.rules, &heading.position).ok()?;
        Some(Box::new(ByRules(rules)))
    }
    match heading.game.as_str() {
        "connect4" => by::<connect4::ConnectFour>(heading),
        "graph" => by::<graph::Graph>(heading),
        "loa" => by::<loa::Loa>(heading),
        "othello" => by::<othello::Othello>(heading),
        "shogi" => by::<shogi::Tsume>(heading),
        "uttt" => by::<uttt::Uttt>(heading),
        _ => None,
    }
}
