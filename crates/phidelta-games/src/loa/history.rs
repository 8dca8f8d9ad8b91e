//! A game as it was played: the position, and how often each position before it has occurred.
//!
//! Invariant: the end is that of the rules, sentence by sentence (`loa_rules`).

use std::collections::HashMap;

use phidelta::Key;

use super::position::Position;
use super::rules::{Both, Rules, Stuck};
use super::types::{Color, Move};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum End {
    /// A player has connected his pieces, or both have and the rules give it to him.
    Connected(Color),
    /// Both are connected, and the rules give it to nobody.
    BothConnected,
    /// This player cannot move and loses by it.
    Stuck(Color),
    /// The position has occurred as often as the rules bear.
    Repetition,
}

impl End {
    /// Who has won, if anybody.
    pub fn winner(self) -> Option<Color> {
        match self {
            End::Connected(color) => Some(color),
            End::Stuck(color) => Some(color.flip()),
            End::BothConnected | End::Repetition => None,
        }
    }
}

/// An end in words.
pub fn end_name(end: End) -> &'static str {
    match end {
        End::Connected(Color::Black) => "Black is connected and has won",
        End::Connected(Color::White) => "White is connected and has won",
        End::BothConnected => "both are connected, a draw",
        End::Stuck(Color::Black) => "Black cannot move and has lost",
        End::Stuck(Color::White) => "White cannot move and has lost",
        End::Repetition => "the position occurred too often, a draw",
    }
}

impl Position {
    /// Whether the game has ended here, apart from repetition.
    #[inline]
    pub fn end(&self, rules: Rules) -> Option<End> {
        let mover = self.side().flip();
        match (self.is_connected(mover), self.is_connected(self.side())) {
            (true, true) if rules.both == Both::Draw => Some(End::BothConnected),
            (true, _) => Some(End::Connected(mover)),
            (false, true) => Some(End::Connected(self.side())),
            (false, false) => {
                let stuck = rules.stuck == Stuck::Loses && self.mobility(self.side()) == 0;
                stuck.then_some(End::Stuck(self.side()))
            }
        }
    }

    /// Appends all legal moves of a game that has not ended: a pass is one where the rules have it.
    #[inline]
    pub fn legal_moves(&self, rules: Rules, out: &mut Vec<Move>) {
        if self.mobility(self.side()) == 0 && rules.stuck == Stuck::Passes {
            out.push(Move::PASS);
        }
        self.moves(out);
    }
}

/// A position and what was played before it.
#[derive(Clone, Debug)]
pub struct History {
    position: Position,
    rules: Rules,
    /// How often positions have occurred, the present one included.
    occurred: HashMap<Key, usize>,
    /// The first position and the moves since.
    text: String,
    moves: usize,
}

impl History {
    /// A game that begins here.
    pub fn new(position: Position, rules: Rules) -> History {
        let occurred = HashMap::from([(position.key(), 1)]);
        let text = position.to_string();
        History { position, rules, occurred, text, moves: 0 }
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The first position and the moves since, as certificates have them: one text for one history.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The rules it is played by.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.text.push_str(if self.moves == 0 { " moves " } else { " " });
        self.text.push_str(&mv.to_string());
        self.moves += 1;
        self.position.play(mv);
        *self.occurred.entry(self.position.key()).or_default() += 1;
    }

    /// How the game has ended, if it has.
    pub fn end(&self) -> Option<End> {
        let times = self.occurred.get(&self.position.key()).copied().unwrap_or_default();
        let repeated = times > self.rules.repetition.borne();
        self.position.end(self.rules).or_else(|| repeated.then_some(End::Repetition))
    }

    /// The positions that must not occur once more, in order; the present one is not among them, unless
    /// it is drawn already: coming back to it is a repetition in any case.
    pub fn spent(&self) -> Vec<Key> {
        let borne = self.rules.repetition.borne();
        let full = |&(key, &times): &(&Key, &usize)| {
            times >= borne && (*key != self.position.key() || times > borne)
        };
        let mut spent: Vec<Key> = self.occurred.iter().filter(full).map(|(key, _)| *key).collect();
        spent.sort_unstable();
        spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_text_for_one_history() {
        let text = |given: &str| History::from_text(given, Rules::default()).unwrap().text().to_string();
        let start = Position::start().to_string();
        assert_eq!(text(" start "), start);
        let moves = format!("{start} moves b1-b3 a3-c5");
        for given in ["start moves 1. b1-b3 a3-c5", "start  moves b1-b3, a3-c5", &moves] {
            assert_eq!(text(given), moves);
        }
    }
}
