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

/// What models call the game.
const GAME: &str = "shogi";

/// How many values each feature has, the most telling first. Behind a check: ways out, takers, the piece that
/// gives check, whether it stands, what it has taken, how it came, whether it is beside the king.
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
    /// Cells of both kinds.
    pub const CELLS: usize = cells(&CHECK) + cells(&EVASION);

    /// From proof and disproof numbers of all cells, those of checks first; `None` if they are not as many.
    pub fn from_numbers(numbers: &[[u8; 2]]) -> Option<FirstNumbers> {
        (numbers.len() == FirstNumbers::CELLS).then(|| {
            let (checks, evasions) = numbers.split_at(cells(&CHECK));
            FirstNumbers { checks: checks.to_vec(), evasions: evasions.to_vec() }
        })
    }

    /// The numbers that ship.
    pub fn shipped() -> Option<Arc<FirstNumbers>> {
        // Damaged ones would only be missed: a test reads them.
        static SHIPPED: LazyLock<Option<Arc<FirstNumbers>>> = LazyLock::new(|| {
            FirstNumbers::from_bytes(include_bytes!("../../models/shogi.model")).ok().map(Arc::new)
        });
        SHIPPED.clone()
    }

    /// Reads a model; one of another game is refused.
    pub fn from_bytes(bytes: &[u8]) -> Result<FirstNumbers, ModelError> {
        let model = Model::for_game(bytes, GAME)?;
        let pairs: Vec<[u8; 2]> = model.contents.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        FirstNumbers::from_numbers(&pairs)
            .filter(|_| model.contents.len() == 2 * FirstNumbers::CELLS)
            .ok_or(ModelError::Damaged("it has not as many numbers as there are cells"))
    }

    /// The model of these numbers.
    pub(crate) fn model(&self, made_by: String) -> Model {
        let contents = self.checks.iter().chain(&self.evasions).flatten().copied().collect();
        Model { game: GAME.into(), made_by, contents }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_model_is_read() {
        assert!(FirstNumbers::shipped().is_some());
    }

    #[test]
    fn models_are_read_as_written_and_others_refused() {
        let numbers: Vec<[u8; 2]> = (0..FirstNumbers::CELLS).map(|i| [i as u8, (i / 7) as u8]).collect();
        let first = FirstNumbers::from_numbers(&numbers).unwrap();
        let model = first.model("a test".into());
        assert_eq!(FirstNumbers::from_bytes(&model.to_bytes()), Ok(first.clone()));
        let less = Model { contents: model.contents[2..].to_vec(), ..model.clone() };
        assert!(matches!(FirstNumbers::from_bytes(&less.to_bytes()), Err(ModelError::Damaged(_))));
        let other = Model { game: "othello 8x8".into(), ..model };
        assert!(matches!(FirstNumbers::from_bytes(&other.to_bytes()), Err(ModelError::OtherGame { .. })));
        assert_eq!(first.of(Cell::Check(0)), Numbers::UNIT, "never 0");
    }

    #[test]
    fn cells_differ_where_digits_do() {
        let mut seen = vec![false; cells(&EVASION)];
        for kind in 0..EVASION[0] {
            for flights in 0..EVASION[1] {
                for checks in 0..EVASION[2] {
                    for held in 0..EVASION[3] {
                        for stands in 0..EVASION[4] {
                            let cell = cell(EVASION, [kind, flights, checks, held, stands]);
                            assert!(!std::mem::replace(&mut seen[cell], true));
                        }
                    }
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
        assert_eq!(cell(EVASION, [9; 5]), cells(&EVASION) - 1, "cut to the last value");
    }
}
