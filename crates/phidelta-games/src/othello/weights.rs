//! What a position looks worth: the sum of the weights of its patterns.
//!
//! Weights are whole numbers in sixteenths of a disc, one set for each phase of the game (empty squares),
//! fitted by [`super::training`] to scores that were solved or searched. The sum is an expectation of the
//! final score for the side to move. It orders moves and makes first numbers; no answer depends on it.
//!
//! Invariants: the value is the same in all eight symmetries of the board, and indices kept from either
//! side's view give the same value.

use std::sync::{Arc, LazyLock, OnceLock};

use super::board::Size;
use super::patterns::{Indices, LANES, Patterns};
use crate::learn::{Model, ModelError};

/// Units of a disc in weights and values.
pub(super) const DISC: i32 = 16;

/// Empty squares at which each phase ends, the last one open: near the end of the game weights change
/// fast and are asked for most.
pub(super) const PHASE_ENDS: [u32; 7] = [9, 12, 15, 18, 21, 24, 28];

/// Phases of a game.
pub(super) const PHASES: usize = PHASE_ENDS.len() + 1;

/// The phase of a position with so many empty squares.
#[inline]
pub(super) fn phase(empties: u32) -> usize {
    PHASE_ENDS.iter().position(|&end| empties <= end).unwrap_or(PHASES - 1)
}

/// Weights of one board size.
#[derive(Debug)]
pub struct Weights {
    size: Size,
    /// For each phase the weights that stand for themselves, in the order of their places.
    kept: Vec<Vec<i8>>,
    /// The same for all places, for either side to move; made when a phase is first asked for.
    spread: Vec<OnceLock<Spread>>,
}

/// All weights of a phase: those for the first side to move, then those for the second.
#[derive(Debug)]
struct Spread {
    weights: Vec<i8>,
    second: usize,
}

impl Weights {
    /// Weights as they stand in a model: for each phase those of places that are tied to no other.
    /// `None` if they are not as many as the board's patterns ask for.
    pub(super) fn new(size: Size, kept: Vec<Vec<i8>>) -> Option<Weights> {
        let count = Weights::kept_weights(size);
        let fits = kept.len() == PHASES && kept.iter().all(|phase| phase.len() == count);
        fits.then(|| Weights { size, kept, spread: (0..PHASES).map(|_| OnceLock::new()).collect() })
    }

    /// The weights that ship for a size of board.
    pub fn shipped(size: Size) -> Option<Arc<Weights>> {
        type Shipped = LazyLock<Option<Arc<Weights>>>;
        static EIGHT: Shipped = LazyLock::new(|| read(include_bytes!("../../models/othello-8x8.model")));
        static SIX: Shipped = LazyLock::new(|| read(include_bytes!("../../models/othello-6x6.model")));
        // Damaged ones would only be missed: a test reads them.
        fn read(bytes: &[u8]) -> Option<Arc<Weights>> {
            Weights::from_bytes(bytes).ok().map(Arc::new)
        }
        match size {
            Size::Six => SIX.clone(),
            Size::Eight => EIGHT.clone(),
        }
    }

    /// Reads a model; one of another game is refused.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, ModelError> {
        let model = Model::from_bytes(bytes)?;
        let size = [Size::Six, Size::Eight].into_iter().find(|&size| model.game == Weights::game(size));
        let Some(size) = size else {
            return Err(ModelError::OtherGame { found: model.game, expected: "othello 8x8 or 6x6".into() });
        };
        let phases = model.contents.chunks(Weights::kept_weights(size));
        let kept = phases.map(|phase| phase.iter().map(|&byte| byte as i8).collect()).collect();
        Weights::new(size, kept)
            .ok_or(ModelError::Damaged("it has not as many weights as there are patterns"))
    }

    /// The model of these weights.
    pub(crate) fn model(&self, made_by: String) -> Model {
        let contents = self.kept.iter().flatten().map(|&weight| weight as u8).collect();
        Model { game: Weights::game(self.size), made_by, contents }
    }

    /// What models call the game.
    pub(crate) fn game(size: Size) -> String {
        format!("othello {0}x{0}", size.side())
    }

    /// The size of the board it is for.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Bytes of a model's contents: a weight a byte.
    pub fn bytes(size: Size) -> usize {
        PHASES * Weights::kept_weights(size)
    }

    /// Weights of a phase that stand for themselves, the idle first one left out.
    pub(super) fn kept_weights(size: Size) -> usize {
        let tied = &Patterns::of(size).tied;
        tied.iter().enumerate().skip(1).filter(|&(place, &to)| place == to as usize).count()
    }

    /// The expected score of the side to move in sixteenths of a disc.
    #[inline]
    pub(super) fn value(&self, indices: &Indices, first_to_move: bool, empties: u32) -> i32 {
        let phase = phase(empties);
        let spread = self.spread[phase].get_or_init(|| self.spread(phase));
        let (first, second) = spread.weights.split_at(spread.second);
        let weights = if first_to_move { first } else { second };
        let starts = &Patterns::of(self.size).starts;
        (0..LANES)
            .map(|lane| {
                let place = starts[lane] as usize + usize::from(indices.0[lane]);
                // Always there: an index is below the number of weights of its pattern.
                i32::from(weights.get(place).copied().unwrap_or(0))
            })
            .sum()
    }

    fn spread(&self, phase: usize) -> Spread {
        let patterns = Patterns::of(self.size);
        let mut weights = Vec::with_capacity(2 * patterns.weights);
        let mut kept = self.kept[phase].iter();
        weights.push(0);
        for (place, &to) in patterns.tied.iter().enumerate().skip(1) {
            let own = place == to as usize;
            weights.push(if own { kept.next().copied().unwrap_or(0) } else { weights[to as usize] });
        }
        for place in 0..patterns.weights {
            weights.push(weights[patterns.exchanged[place] as usize]);
        }
        Spread { weights, second: patterns.weights }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::bitboard::{flips, mobility, squares};
    use crate::othello::board::Position;

    /// The set with files, ranks, or files and ranks exchanged.
    fn turned(set: u64, symmetry: u32) -> u64 {
        let place = |square: u8| {
            let (x, y) = (square % 8, square / 8);
            let x = if symmetry & 1 != 0 { 7 - x } else { x };
            let y = if symmetry & 2 != 0 { 7 - y } else { y };
            if symmetry & 4 != 0 { 8 * x + y } else { 8 * y + x }
        };
        squares(set).fold(0, |set, square| set | 1 << place(square))
    }

    /// Random games: indices kept move by move are those of the board, values are the same in every
    /// symmetry and from either side's view.
    #[test]
    fn indices_and_values_are_those_of_the_board() {
        let mut rng = fastrand::Rng::with_seed(1);
        for size in [Size::Six, Size::Eight] {
            let patterns = Patterns::of(size);
            let kept = |_| (0..Weights::kept_weights(size)).map(|_| rng.i8(..)).collect();
            let weights = Weights::new(size, (0..PHASES).map(kept).collect()).expect("as many");
            for _ in 0..30 {
                let Position { mut own, mut opp, .. } = Position::start(size);
                let (mut indices, mut first) = (patterns.indices(own, opp), true);
                loop {
                    let moves = mobility(own, opp, size.board());
                    let Some(square) = squares(moves).nth(rng.usize(..moves.count_ones().max(1) as usize))
                    else {
                        break;
                    };
                    let flipped = flips(square, own, opp);
                    indices = patterns.played(&indices, square, flipped, first);
                    (own, opp, first) = (opp & !flipped, own | flipped | 1 << square, !first);
                    let of_board = patterns.indices(own, opp);
                    let exchanged = patterns.indices(opp, own);
                    assert_eq!(indices, if first { of_board } else { exchanged });
                    let empties = (size.board() & !(own | opp)).count_ones();
                    let value = weights.value(&indices, first, empties);
                    assert_eq!(value, weights.value(&of_board, true, empties));
                    assert_eq!(value, weights.value(&exchanged, false, empties));
                    for symmetry in 0..8 {
                        let image = patterns.indices(turned(own, symmetry), turned(opp, symmetry));
                        assert_eq!(value, weights.value(&image, true, empties), "symmetry {symmetry}");
                    }
                }
            }
        }
    }

    /// What ships can be read, and is small.
    #[test]
    fn models_that_ship_are_whole() {
        let files = [
            &include_bytes!("../../models/othello-8x8.model")[..],
            &include_bytes!("../../models/othello-6x6.model")[..],
        ];
        for (bytes, size) in files.iter().zip([Size::Eight, Size::Six]) {
            let weights = Weights::from_bytes(bytes).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(weights.size(), size);
        }
        assert!(files.iter().map(|file| file.len()).sum::<usize>() <= 1 << 20);
    }

    #[test]
    fn a_model_of_another_game_or_length_is_refused() {
        let model = |game: &str, bytes: usize| {
            let (game, made_by) = (game.to_string(), String::new());
            Weights::from_bytes(&Model { game, made_by, contents: vec![0; bytes] }.to_bytes()).err()
        };
        assert_eq!(model("othello 6x6", Weights::bytes(Size::Six)), None);
        assert!(matches!(model("chess", Weights::bytes(Size::Six)), Some(ModelError::OtherGame { .. })));
        assert!(matches!(model("othello 8x8", 1000), Some(ModelError::Damaged(_))));
    }
}
