//! First numbers as the program has learned them: expected work over probability.
//!
//! Idea: of several attempts the one comes first that has the best chance for its cost. Positions behind a
//! move are sorted into *cells* by what is seen of them without search. Of each cell is known how often such
//! a position was a mate (p) and how much work it took to find out (C, a geometric mean); a position there
//! starts with a proof number in proportion to √(C ∕ p) and a disproof number to √(C ∕ (1 − p)).
//!
//! A cell is a row of digits, one for each feature, the most telling first. Cells with few samples borrow
//! from the one without the last digit, and so on.
//!
//! Source: the rule of the best quotient of chance and cost for independent attempts; solving by expected
//! work (Randall, Müller, Wei, Hayward 2024); learned first numbers (Gao, Müller, Hayward 2017). What differs:
//! a table instead of a network.
//! Invariants: both numbers are at least 1, whatever stands in the table; they change the order of a search,
//! never its answer.

use std::sync::{Arc, LazyLock};

use phidelta::{Number, Numbers};

use crate::learn::{Model, ModelError};

/// A feature's values: how many there are. Behind a check: ways out, takers, what gives check, whether the checker stands,
/// what is taken, how it comes, from afar.
pub(crate) const CHECK: [usize; 7] = [8, 3, 7, 2, 3, 3, 2];
/// Behind an evasion: its kind, flights, number of checks, what is in hand, whether it stands.
pub(crate) const EVASION: [usize; 5] = [5, 5, 8, 5, 2];

/// How many cells there are for these features.
pub(crate) const fn cells(features: &[usize]) -> usize {
    let (mut product, mut i) = (1, 0);
    while i < features.len() {
        product *= features[i];
        i += 1;
    }
    product
}

/// The cell of some digits; each is cut to the last value of its feature.
#[inline]
pub(super) fn cell<const N: usize>(features: [usize; N], digits: [usize; N]) -> usize {
    let mut cell = 0;
    for i in 0..N {
        cell = cell * features[i] + digits[i].min(features[i] - 1);
    }
    cell
}

/// What a position behind a move looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Cell {
    Check(usize),
    Evasion(usize),
}

/// Numbers of all cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstNumbers {
    checks: Vec<[u8; 2]>,
    evasions: Vec<[u8; 2]>,
}

impl FirstNumbers {
    pub(crate) const CELLS: usize = cells(&CHECK) + cells(&EVASION);

    /// From proof and disproof numbers of all cells; `None` if they are not as many.
    pub fn from_numbers(numbers: &[[u8; 2]]) -> Option<FirstNumbers> {
        (numbers.len() == FirstNumbers::CELLS).then(|| {
            let (checks, evasions) = numbers.split_at(cells(&CHECK));
            FirstNumbers { checks: checks.to_vec(), evasions: evasions.to_vec() }
        })
    }

    #[inline]
    pub(super) fn of(&self, cell: Cell) -> Numbers {
        let [pn, dn] = match cell {
            Cell::Check(cell) => self.checks[cell],
            Cell::Evasion(cell) => self.evasions[cell],
        };
        Numbers::new(Number::from(pn.max(1)), Number::from(dn.max(1)))
    }
}
