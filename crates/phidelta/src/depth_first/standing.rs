//! What a depth-first search is when it has folded its line: its table, and the few numbers here.
//!
//! Invariant: an engine that goes on from another's standing, on the same table and at the same count of
//! nodes, does what the other would have done.

use super::loops::patience::Patience;
use crate::checkpoint::form::{Contents, Writer};
use crate::checkpoint::journal::{read_numbers, write_numbers};
use crate::number::Numbers;

/// A search without its line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// The thresholds of the root.
    pub(super) thresholds: Option<Numbers>,
    pub(super) patience: Patience,
}

impl Standing {
    pub(crate) fn write(&self, out: &mut Writer<'_>) {
        out.byte(u8::from(self.thresholds.is_some()));
        if let Some(thresholds) = self.thresholds {
            write_numbers(thresholds, out);
        }
        self.patience.marks().iter().for_each(|&number| out.number(number));
    }

    pub(crate) fn read(contents: &mut Contents<'_>) -> Option<Standing> {
        let thresholds = if contents.byte()? == 1 { Some(read_numbers(contents)?) } else { None };
        let marks = [contents.number()?, contents.number()?, contents.number()?];
        Some(Standing { thresholds, patience: Patience::of_marks(marks)? })
    }
}
