//! What the checker needs to know of a game, and the games it knows.

pub mod connect4;
pub mod graph;
pub mod loa;
pub mod othello;
pub mod shogi;
pub mod uttt;

use std::fmt;

/// How a game ended, for the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// He won.
    Win,
    /// Nobody won.
    Draw,
    /// He lost.
    Loss,
}

/// What the attacker wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A win.
    Win,
    /// At least a draw.
    Draw,
    /// At least this score, in games that have one.
    Score(i32),
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Win => f.write_str("win"),
            Goal::Draw => f.write_str("draw"),
            Goal::Score(least) => write!(f, "score>={least}"),
        }
    }
}

impl Goal {
    /// Whether an end of the game reaches it; of a score that alone does not tell.
    pub fn is_reached(self, outcome: Outcome) -> bool {
        outcome == Outcome::Win || (outcome == Outcome::Draw && self == Goal::Draw)
    }
}

/// The state of a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Turn<N, P> {
    /// It has ended.
    Ended(Outcome),
    /// These are the legal moves, by name, and what they lead to.
    Moves(Vec<(N, P)>),
}

/// A name of some signs: no string is made for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Word {
    /// The signs, and behind them zeros; last their number.
    bytes: [u8; 8],
}

impl Word {
    /// A word of these signs; of more than seven it has the first seven. Moves have five at most, so that
    /// no other text is taken for one.
    pub(crate) fn new(text: &[u8]) -> Word {
        let length = text.len().min(7);
        let mut bytes = [0; 8];
        bytes[..length].copy_from_slice(&text[..length]);
        bytes[7] = length as u8;
        Word { bytes }
    }
}

impl From<&str> for Word {
    fn from(text: &str) -> Word {
        Word::new(text.as_bytes())
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signs = &self.bytes[..usize::from(self.bytes[7])];
        signs.iter().try_for_each(|&sign| write!(f, "{}", char::from(sign)))
    }
}

/// A text of ASCII signs.
pub(crate) fn ascii(signs: Vec<u8>) -> String {
    // Nothing else is put in; if it were, the text would be none that was read.
    String::from_utf8(signs).unwrap_or_default()
}

/// The rules of a game. The attacker is the side to move in the position asked about, unless a game says
/// otherwise.
pub trait Rules: Sized {
    /// A position.
    type Position: Clone + PartialEq + std::fmt::Debug;

    /// Whether a position that is asked about by itself has its side to move for the attacker. If not, the
    /// rules say who attacks.
    const MOVER_ATTACKS: bool = true;

    /// Bytes that a move's name and a position take at most beside themselves.
    const HEAP: usize = 0;

    /// The name of a move.
    type Name: Clone + PartialEq + fmt::Debug + fmt::Display + for<'t> From<&'t str>;

    /// The rules and the position that the heading of a certificate names, if the position is one that can
    /// be asked about. Each rule has one text.
    fn new(rules: &str, position: &str) -> Result<(Self, Self::Position), String>;

    /// Reads a position of a line.
    fn read(&self, text: &str) -> Result<Self::Position, String>;

    /// A position as a line has it: the one text that stands for what [`Rules::read`] gives.
    fn text(&self, position: &Self::Position) -> String;

    /// The position of the heading, made of what [`Rules::new`] has read: with what was played before, if
    /// that matters.
    fn root_text(&self, root: &Self::Position) -> String {
        self.text(root)
    }

    /// All that makes the position what it is: two positions are the same if these bytes are.
    fn pack(&self, position: &Self::Position) -> Vec<u8>;

    /// Whether the attacker is to move.
    fn attacks(&self, position: &Self::Position) -> bool;

    /// How the game has ended, if it has.
    fn end(&self, position: &Self::Position) -> Option<Outcome>;

    /// Whether the game has the question whether the attacker reaches a goal. Who has both a win and a draw
    /// has the question of the value, too; a score that is no end of the game is no goal.
    fn asks(&self, goal: Goal) -> bool {
        matches!(goal, Goal::Win | Goal::Draw)
    }

    /// The attacker's score, if the game has ended and has scores.
    fn score(&self, _position: &Self::Position) -> Option<i32> {
        None
    }

    /// Whether it is plain to see that the goal is reached, or that it is missed, whatever is played.
    fn settled(&self, _position: &Self::Position, _goal: Goal, _reached: bool) -> bool {
        false
    }

    /// All legal moves of a position that has not ended, by name, and what they lead to.
    fn moves(&self, position: &Self::Position) -> Vec<(Self::Name, Self::Position)>;

    /// What is to be done in a position: its moves, unless the game has ended. For rules that know the one
    /// only with the other.
    fn turn(&self, position: &Self::Position) -> Turn<Self::Name, Self::Position> {
        match self.end(position) {
            Some(outcome) => Turn::Ended(outcome),
            None => Turn::Moves(self.moves(position)),
        }
    }

    /// The position after one move; `None` if it is not legal or the game has ended. For rules that need
    /// not make all moves for it.
    fn play(&self, position: &Self::Position, name: &str) -> Option<Self::Position> {
        match self.turn(position) {
            Turn::Ended(_) => None,
            Turn::Moves(moves) => {
                let name = Self::Name::from(name);
                moves.into_iter().find(|(other, _)| *other == name).map(|(_, after)| after)
            }
        }
    }

    /// Whether what is shown of the packed position `line` holds of `position` all the more, because they
    /// differ in resources only: a proof needs no less for the attacker here, a disproof no more.
    fn follows(&self, _position: &Self::Position, _line: &[u8], _proved: bool) -> bool {
        false
    }

    /// Whether a repeated position reaches the goal; `None` if positions cannot repeat.
    fn repetition(&self, goal: Goal) -> Option<bool>;
}
