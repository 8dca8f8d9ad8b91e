//! Looking at a proof.
//!
//! What the checker passes is kept as a graph ([`Proof`]); its main line, one of its
//! positions, or a drawing of its upper part is shown. Nothing is searched and nothing added: what is
//! shown is in the certificate. All walks have stacks of their own.

mod dot;
mod graph;
mod kif;
mod line;
mod map;
mod node;
mod outline;
mod sizes;
mod svg;

pub use graph::{Node, Part, Proof, ProofError, Target};
pub use kif::Record;
pub use line::{PartReport, ProofReport, Step, StepReport, main_lines};
pub use map::{Cell, Map};
pub use node::{MoveReport, NodeReport, Spot};
pub use outline::Drawn;

use crate::error::InputError;
use crate::text::{cut, plain};
use crate::words::Language;

/// A part of a proof that is looked at.
#[derive(Clone, Copy)]
pub struct View<'p> {
    proof: &'p Proof,
    index: usize,
    part: &'p Part,
}

impl std::fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View").field("index", &self.index).finish_non_exhaustive()
    }
}

impl<'p> View<'p> {
    /// The part.
    pub fn part(&self) -> &'p Part {
        self.part
    }

    /// Whether the side that has won is to move.
    pub fn winner_moves(&self, node: Node) -> bool {
        self.part.attacks(node) == self.part.proved
    }

    /// The main line: the winner follows his moves, the other side resists as long as it can.
    pub fn main_line(&self) -> Vec<Step<'p>> {
        line::main_line(self.part, self.part.root)
    }

    /// The position that moves from the root lead to, or that `#` and its number names.
    pub fn find(&self, at: &str) -> Result<Spot, InputError> {
        node::spot(self, at)
    }

    /// A position with all its replies, as data.
    pub fn node(&self, spot: &Spot) -> NodeReport {
        NodeReport::new(self, spot)
    }

    /// The same in words.
    pub fn node_text(&self, spot: &Spot, language: Language) -> String {
        node::text(self, spot, language)
    }

    /// The part unfolded to a tree: so many plies, so many positions, from a position or from the root.
    pub fn outline(&self, from: Option<&Spot>, plies: usize, most: usize) -> Vec<Drawn<'p>> {
        let start = from.map_or(self.part.root, |spot| Target::Node(spot.node));
        outline::outline(self.part, start, plies, most)
    }

    /// A drawing for Graphviz.
    pub fn dot(&self, drawn: &[Drawn<'_>], language: Language) -> String {
        dot::dot(self, drawn, language)
    }

    /// A drawing that any browser shows.
    pub fn svg(&self, drawn: &[Drawn<'_>], language: Language) -> String {
        svg::svg(self, drawn, language)
    }

    /// A record with branches for shogi programs: branches that begin within so many plies; behind so many
    /// moves no further branch is begun.
    pub fn kif(&self, plies: usize, most: usize, language: Language) -> Result<Record, InputError> {
        kif::record(self, plies, most, language)
    }

    /// What is drawn.
    fn title(&self, language: Language) -> String {
        let claim = self.proof.claim();
        let position = cut(&plain(&claim.position), 80);
        language.drawing_title(&claim.game, &position, &self.part.claim, self.part.len() as u64)
    }
}
