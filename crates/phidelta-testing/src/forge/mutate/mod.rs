//! The kinds of mutation: each takes a draft and changes one thing in it, as a forger would who knows the
//! form.

mod heading;
mod rows;
mod signs;

use super::draft::Draft;

/// What a mutation may use.
pub struct Tools<'a> {
    pub random: &'a mut fastrand::Rng,
    /// Other certificates of the same game.
    pub others: &'a [Draft],
}

impl Tools<'_> {
    /// One of some things, at random.
    fn pick<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        (!from.is_empty()).then(|| &from[self.random.usize(..from.len())])
    }

    /// True once in so many times.
    fn one_in(&mut self, times: u8) -> bool {
        self.random.u8(..times) == 0
    }

    fn other(&mut self) -> Option<Draft> {
        let others = self.others;
        self.pick(others).cloned()
    }
}

/// Changes a draft; `None` if there is nothing of the kind to be changed.
pub type Mutation = fn(&mut Draft, &mut Tools<'_>) -> Option<()>;

/// The kinds, by the names that the table of counts has.
pub const KINDS: [(&str, Mutation); 21] = [
    ("swap", rows::swap),
    ("drop", rows::drop),
    ("duplicate", rows::duplicate),
    ("redirect", rows::redirect),
    ("splice", rows::splice),
    ("forget", rows::forget),
    ("number", rows::number),
    ("fold", rows::fold),
    ("move", rows::moves),
    ("position", rows::position),
    ("sign", signs::sign),
    ("count", signs::count),
    ("ranked", signs::ranked),
    ("letter", signs::letter),
    ("claim", heading::claim),
    ("score", heading::score),
    ("side", heading::side),
    ("hand", heading::hand),
    ("rule", heading::rule),
    ("history", heading::history),
    ("heading", heading::heading),
];
