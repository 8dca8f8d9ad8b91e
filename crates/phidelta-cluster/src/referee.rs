//! Who knows the rules on the client's side: moves are never taken from a worker's word, and answers only
//! with a certificate that the independent checker has passed for this very position.

use phidelta::{Key, Side, Verdict};
use phidelta_check::Limits;
use phidelta_desk::Leaf;

/// A position as the rules have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sight {
    /// The move that leads there.
    pub mv: String,
    /// What tells it from others.
    pub key: Key,
    /// Whether the attacker has reached his goal, where the game has ended.
    pub ended: Option<bool>,
}

/// Knows the rules of a problem.
pub trait Referee {
    /// The root.
    fn root(&self) -> Sight;

    /// Whether the attacker has reached his goal where a position comes again; `None` if none ever does.
    fn repetition(&self) -> Option<bool>;

    /// Who is to move at the position behind a line, and his moves.
    fn moves(&self, line: &[String]) -> (Side, Vec<Sight>);

    /// Whether a certificate shows this answer of the position behind a line.
    fn judge(&self, line: &[String], proved: bool, certificate: &[u8]) -> Result<(), String>;
}

/// The rules of a game of the desk.
#[derive(Clone, Debug)]
pub struct Rules {
    root: Leaf,
    memory: u64,
}

impl Rules {
    /// The rules of a problem; the checker may use so many bytes.
    pub fn new(root: Leaf, memory: u64) -> Rules {
        Rules { root, memory }
    }

    /// The root.
    pub fn leaf(&self) -> &Leaf {
        &self.root
    }
}

fn sight(mv: String, leaf: &Leaf) -> Sight {
    Sight { mv, key: leaf.key(), ended: leaf.ended().map(Verdict::is_proved) }
}

impl Referee for Rules {
    fn root(&self) -> Sight {
        sight(String::new(), &self.root)
    }

    fn repetition(&self) -> Option<bool> {
        self.root.repetition().map(Verdict::is_proved)
    }

    fn moves(&self, line: &[String]) -> (Side, Vec<Sight>) {
        let Ok(leaf) = self.root.behind(line) else { return (Side::Attacker, Vec::new()) };
        let behind = |mv: String| {
            let there = leaf.behind(std::slice::from_ref(&mv)).ok()?;
            Some(sight(mv, &there))
        };
        (leaf.side(), leaf.moves().into_iter().filter_map(behind).collect())
    }

    fn judge(&self, line: &[String], proved: bool, certificate: &[u8]) -> Result<(), String> {
        let leaf = self.root.behind(line).map_err(|mv| format!("'{mv}' is no move there"))?;
        let limits = Limits::default().with_memory(self.memory);
        let checked = phidelta_check::check(certificate, &limits).map_err(|refusal| refusal.to_string())?;
        leaf.is_shown(if proved { Verdict::Proved } else { Verdict::Disproved }, &checked)
    }
}
