//! Patterns: groups of squares whose discs together say something about the game.
//!
//! A pattern is a list of squares; what stands on them, read as a number with three digits (empty, the
//! first side's, the second side's), is its *index*. The board has several images of each pattern by its
//! eight symmetries, which share one table of weights; an image that covers the same squares in another
//! order gives indices that mean the same, so that their weights are tied.
//!
//! All indices of a position stand side by side in [`Indices`]: a disc adds one fixed vector, so that a
//! move costs a few vector additions, whatever the patterns.
//!
//! Source: Buro, *Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello*
//! (1997), for the choice of patterns. Invariant: indices kept move by move are those of the board.

use std::sync::LazyLock;

use super::bitboard::squares;
use super::board::Size;

/// Indices that stand side by side: as many as the larger board has images of patterns, and a few that
/// stay 0 to fill whole vectors.
pub(super) const LANES: usize = 48;

/// The indices of all patterns in a position. "First" is one side throughout, whoever is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub(super) struct Indices(pub(super) [u16; LANES]);

/// The patterns of a board.
pub(super) struct Patterns {
    /// What a disc of the first side on each square adds; one of the second side adds twice that.
    steps: [Indices; 64],
    /// Where the table of each lane's pattern begins among the weights of a phase.
    pub(super) starts: [u32; LANES],
    /// Weights of a phase, tied ones and the one of the idle lanes included.
    pub(super) weights: usize,
    /// For each weight the place of the one it is tied to, at most its own; and the number of those
    /// that stand for themselves.
    pub(super) tied: Vec<u32>,
    /// For each weight the one that it is with the sides exchanged.
    pub(super) exchanged: Vec<u32>,
}

impl Patterns {
    /// The patterns of a board of this size.
    pub(super) fn of(size: Size) -> &'static Patterns {
        static SIX: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(Size::Six, SHAPES_SIX));
        static EIGHT: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(Size::Eight, SHAPES_EIGHT));
        match size {
            Size::Six => &SIX,
            Size::Eight => &EIGHT,
        }
    }

    fn new(size: Size, shapes: &[&Shape]) -> Patterns {
        let mut patterns = Patterns {
            steps: [Indices([0; LANES]); 64],
            // The first weight belongs to no pattern and is always 0.
            starts: [0; LANES],
            weights: 1,
            tied: vec![0],
            exchanged: vec![0],
        };
        let mut lane = 0;
        for shape in shapes {
            let images = images(size, shape);
            let start = patterns.weights;
            for image in &images.different {
                patterns.starts[lane] = start as u32;
                for (place, &square) in image.iter().enumerate() {
                    patterns.steps[square as usize].0[lane] += 3u16.pow(place as u32);
                }
                lane += 1;
            }
            let count = 3usize.pow(shape.len() as u32);
            let orders: Vec<Vec<usize>> = images.orders.iter().map(|order| reordered(order)).collect();
            for (index, exchanged) in exchanged(shape.len()).into_iter().enumerate() {
                let same = orders.iter().map(|order| order[index]).min().unwrap_or(index);
                patterns.tied.push((start + same) as u32);
                patterns.exchanged.push((start + exchanged) as u32);
            }
            patterns.weights += count;
        }
        patterns
    }

    /// The indices of a position.
    pub(super) fn indices(&self, first: u64, second: u64) -> Indices {
        let mut indices = Indices([0; LANES]);
        for square in squares(first) {
            indices.add(&self.steps[square as usize & 63]);
        }
        for square in squares(second) {
            indices.add(&self.steps[square as usize & 63]);
            indices.add(&self.steps[square as usize & 63]);
        }
        indices
    }

    /// The indices after a side has played on a square and turned these discs.
    #[inline]
    pub(super) fn played(&self, before: &Indices, square: u8, turned: u64, by_first: bool) -> Indices {
        let mut indices = *before;
        let here = &self.steps[square as usize & 63];
        if by_first {
            indices.add(here);
            for square in squares(turned) {
                indices.take(&self.steps[square as usize & 63]);
            }
        } else {
            indices.add(here);
            indices.add(here);
            for square in squares(turned) {
                indices.add(&self.steps[square as usize & 63]);
            }
        }
        indices
    }
}

impl Indices {
    #[inline(always)]
    fn add(&mut self, step: &Indices) {
        for (index, step) in self.0.iter_mut().zip(&step.0) {
            *index = index.wrapping_add(*step);
        }
    }

    #[inline(always)]
    fn take(&mut self, step: &Indices) {
        for (index, step) in self.0.iter_mut().zip(&step.0) {
            *index = index.wrapping_sub(*step);
        }
    }
}

/// Squares of a pattern near the corner a1, as file and rank from there.
type Shape = [(u8, u8)];

/// The corner of nine; edge and the two squares inside its ends; two by five in the corner; the second to
/// fourth line; diagonals of eight to four squares.
const SHAPES_EIGHT: &[&Shape] = &[
    &[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)],
    &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (1, 1), (6, 1)],
    &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (1, 1), (2, 1), (3, 1), (4, 1)],
    &[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)],
    &[(0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2)],
    &[(0, 3), (1, 3), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3)],
    &[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7)],
    &[(1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6)],
    &[(2, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5)],
    &[(3, 0), (4, 1), (5, 2), (6, 3), (7, 4)],
    &[(4, 0), (5, 1), (6, 2), (7, 3)],
];

/// The same on the smaller board: two by four in the corner, lines of six.
const SHAPES_SIX: &[&Shape] = &[
    &[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)],
    &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (1, 1), (4, 1)],
    &[(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1), (3, 1)],
    &[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)],
    &[(0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (5, 2)],
    &[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)],
    &[(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)],
    &[(2, 0), (3, 1), (4, 2), (5, 3)],
];

/// The images of a pattern on a board.
struct Images {
    /// One for each set of squares, as squares of 64.
    different: Vec<Vec<u8>>,
    /// The orders in which the first set is met again: for each place the place it comes to.
    orders: Vec<Vec<usize>>,
}

fn images(size: Size, shape: &Shape) -> Images {
    let last = size.side() - 1;
    let mut images = Images { different: Vec::new(), orders: Vec::new() };
    for symmetry in 0..8 {
        let image: Vec<u8> = shape
            .iter()
            .map(|&(x, y)| {
                let (x, y) = if symmetry & 1 != 0 { (last - x, y) } else { (x, y) };
                let (x, y) = if symmetry & 2 != 0 { (x, last - y) } else { (x, y) };
                let (x, y) = if symmetry & 4 != 0 { (y, x) } else { (x, y) };
                size.square(x, y)
            })
            .collect();
        let set = |image: &[u8]| image.iter().fold(0u64, |set, square| set | 1 << square);
        match images.different.iter().position(|other| set(other) == set(&image)) {
            None => images.different.push(image),
            Some(0) => {
                let first = &images.different[0];
                let order = image.iter().filter_map(|square| first.iter().position(|other| other == square));
                images.orders.push(order.collect());
            }
            // An image of the first set's orders: nothing new.
            Some(_) => {}
        }
    }
    images.orders.push((0..shape.len()).collect());
    images
}

/// Every index with its digits in another order.
fn reordered(order: &[usize]) -> Vec<usize> {
    mapped(order.iter().map(|&to| [1, 2].map(|digit| digit * 3usize.pow(to as u32))))
}

/// Every index with the sides exchanged.
fn exchanged(digits: usize) -> Vec<usize> {
    mapped((0..digits).map(|place| [2, 1].map(|digit| digit * 3usize.pow(place as u32))))
}

/// What becomes of every index, in order, if its digits 1 and 2 become these at each place: those of one digit more are
/// those of the others with something added.
fn mapped(places: impl Iterator<Item = [usize; 2]>) -> Vec<usize> {
    places.fold(vec![0], |mut all, digits| {
        let before = all.len();
        for added in digits {
            all.extend_from_within(..before);
            all[before..].iter_mut().rev().take(before).for_each(|index| *index += added);
        }
        all
    })
}
