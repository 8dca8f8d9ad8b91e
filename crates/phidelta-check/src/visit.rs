//! Looking on while a certificate is checked.
//!
//! Whoever wants to see a proof (a tree, a drawing, a count) need not read the file a second time, and
//! cannot see anything that was not checked: [`crate::check_with`] hands over each position as soon as its
//! moves and what they lead to have been checked. What has been seen counts for nothing until the check as
//! a whole has come to `Ok`.

use crate::claim::Claim;
use crate::rules::Goal;

/// Where a move leads that has been checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Leads {
    /// To the end of the game, in the winner's favour.
    End,
    /// To a position that the rules settle.
    Settled,
    /// To the position of the line with this number. In a ranked part it has been seen and has not been
    /// forgotten; in a closed part it may come later, and is there if the check comes to `Ok`.
    Line(u64),
    /// To a position that follows from that of the line with this number, which has been seen.
    Follows(u64),
    /// To a position without a line of its own: that with this [`Seen::index`]. It has been seen.
    Told(u64),
}

/// A position that has been checked.
#[non_exhaustive]
pub struct Seen<'a> {
    /// Counted from 0 in its part, in the order in which positions are handed over: those told within a
    /// line before the one they are told in.
    pub index: u64,
    /// The number of its line; `None` if it is told within that of another.
    pub line: Option<u64>,
    /// Whether the attacker is to move.
    pub attacks: bool,
    /// In a ranked part: plies of the longest play from here, following the part.
    pub depth: Option<u64>,
    /// Its moves, by name: one of the winner, or all of the other side.
    pub moves: &'a [(&'a str, Leads)],
    pub(crate) text: &'a dyn Fn() -> String,
}

impl Seen<'_> {
    /// The position as certificates write it. Made when it is asked for.
    pub fn position(&self) -> String {
        (self.text)()
    }
}

/// Looks on while a certificate is checked. Whatever it refuses ends the check with its reason (a tree
/// that has no more memory, say).
pub trait Visitor {
    /// The heading has been read: it makes sense, and nothing of it has been shown yet.
    fn claim(&mut self, _claim: &Claim) -> Result<(), String> {
        Ok(())
    }

    /// A part begins, which is to show that the goal is reached, or that it is not.
    fn part(&mut self, _goal: Goal, _proved: bool, _ranked: bool) -> Result<(), String> {
        Ok(())
    }

    /// A position of the part has been checked, with its moves and what they lead to.
    fn position(&mut self, seen: &Seen<'_>) -> Result<(), String>;

    /// Nothing will refer to the position of this line any more.
    fn forget(&mut self, _line: u64) -> Result<(), String> {
        Ok(())
    }

    /// The part has ended and shows what it was to show of the root, which leads there.
    fn end(&mut self, _root: Leads) -> Result<(), String> {
        Ok(())
    }
}

/// Nobody: nothing is made for him.
pub(crate) struct Nobody;

impl Visitor for Nobody {
    fn position(&mut self, _seen: &Seen<'_>) -> Result<(), String> {
        Ok(())
    }
}

/// Who looks on, and whether it is anybody.
pub(crate) struct Audience<'v> {
    pub(crate) visitor: &'v mut dyn Visitor,
    pub(crate) present: bool,
}
