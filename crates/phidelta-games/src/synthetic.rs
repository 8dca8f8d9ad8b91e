//! A game of nothing but size: for measuring searches, not rules.
//!
//! Every position has the same number of moves, the sides alternate, and after a fixed number of plies
//! the game ends: a hash of the position says who has won. The share of won ends is the one at which a
//! tree of any depth is as likely won as lost at about that share again (Pearl 1980): at any other
//! share deep trees would be decided by their first few leaves. With a `width` the positions of
//! one ply are only that many, so that lines merge all the time.
//!
//! A position is a number, a move a multiplication: next to nothing beside the work of a search.
//!
//! Invariant: undoing gives the position back, and equal text gives the same game on every machine.

use phidelta::{Game, Key, KeyBuilder, Outcome, Side, mix};

/// A position of a synthetic game; it starts at the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Synthetic {
    branching: u8,
    depth: u32,
    seed: u64,
    /// Positions a ply, or as many as there are lines.
    width: Option<u64>,
    /// An end is won when its hash is below this.
    won_below: u64,
    here: u64,
    path: Vec<u64>,
    /// Tells games of another shape or seed apart.
    salt: Key,
}

/// Why a text is not a synthetic game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{found}' in '{text}': expected {expected}")]
#[non_exhaustive]
pub struct SyntheticError {
    text: String,
    found: String,
    expected: &'static str,
}

const KEYS: &str = "branching=N (2 to 255), depth=N (0 to 1000000), seed=N or width=N (at least 1), with spaces between them";

impl Synthetic {
    /// A tree with `branching` moves everywhere that ends after `depth` plies.
    pub fn new(branching: u8, depth: u32, seed: u64) -> Synthetic {
        let branching = branching.max(1);
        let won_below = (critical_share(branching) * 2f64.powi(64)) as u64;
        let here = mix(seed) as u64;
        let salt = salt(branching, depth, seed, 0);
        Synthetic { branching, depth, seed, width: None, won_below, here, path: Vec::new(), salt }
    }

    /// The same with no more than `width` positions a ply: lines merge.
    pub fn with_width(mut self, width: u64) -> Synthetic {
        self.width = Some(width.max(1));
        self.here = 0;
        self.salt = salt(self.branching, self.depth, self.seed, width.max(1));
        self
    }

    #[inline]
    fn after(&self, mv: u8) -> u64 {
        match self.width {
            // An odd multiplier and a xor are bijections: two lines meet only by a 64-bit accident.
            None => (self.here ^ (u64::from(mv) + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31),
            Some(width) => (self.here.wrapping_mul(u64::from(self.branching)) + u64::from(mv)) % width,
        }
    }

    /// Decides how an end is worth; with the salt of the game it is the key.
    #[inline]
    fn hash(&self, here: u64, plies: usize) -> Key {
        mix(here ^ (plies as u64).wrapping_mul(0xd6e8_feb8_6659_fd93) ^ self.seed.rotate_left(17))
    }

    #[inline]
    fn key_of(&self, here: u64, plies: usize) -> Key {
        self.hash(here, plies) ^ self.salt
    }
}

/// What of a game its positions do not tell; a width of 0 stands for none.
fn salt(branching: u8, depth: u32, seed: u64, width: u64) -> Key {
    KeyBuilder::new().add(branching.into()).add(depth.into()).add(seed).add(width).key()
}

/// The share x of won ends with x^b + x = 1.
fn critical_share(branching: u8) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    // Each round halves the interval; 60 of them exhaust the precision.
    for _ in 0..60 {
        let x: f64 = (low + high) / 2.0;
        // Multiplied one by one: every machine rounds that the same way, which powi does not promise.
        let power = (0..branching).fold(1.0, |product, _| product * x);
        if power + x < 1.0 { low = x } else { high = x }
    }
    low
}

impl Game for Synthetic {
    type Move = u8;

    const ACYCLIC: bool = true;
    const HINTS: bool = false;

    #[inline]
    fn side(&self) -> Side {
        if self.path.len().is_multiple_of(2) { Side::Attacker } else { Side::Defender }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        out.extend(0..self.branching);
    }

    #[inline]
    fn play(&mut self, mv: u8) {
        let next = self.after(mv);
        self.path.push(self.here);
        self.here = next;
    }

    #[inline]
    fn undo(&mut self, _mv: u8) {
        if let Some(before) = self.path.pop() {
            self.here = before;
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.path.len() < self.depth as usize {
            return None;
        }
        // The upper half: the lower one decides where it goes in a table.
        let won = ((self.hash(self.here, self.path.len()) >> 64) as u64) < self.won_below;
        Some(if won { Outcome::Win } else { Outcome::Loss })
    }

    #[inline]
    fn key(&self) -> Key {
        self.key_of(self.here, self.path.len())
    }

    fn describe(&self) -> String {
        let Synthetic { branching, depth, seed, width, here, .. } = self;
        let plies = self.path.len();
        format!(
            "synthetic branching={branching} depth={depth} seed={seed} width={width:?}: {here} at ply {plies}"
        )
    }

    #[inline]
    fn key_after(&mut self, mv: u8) -> Key {
        self.key_of(self.after(mv), self.path.len() + 1)
    }
}

impl std::str::FromStr for Synthetic {
    type Err = SyntheticError;

    /// Reads `branching=5 depth=12 seed=1 width=1000`, each of them optional.
    fn from_str(text: &str) -> Result<Synthetic, SyntheticError> {
        let (mut branching, mut depth, mut seed, mut width) = (5, 12, 1, None);
        for word in text.split_whitespace() {
            let wrong = || SyntheticError { text: text.trim().into(), found: word.into(), expected: KEYS };
            let (key, digits) = word.split_once('=').ok_or_else(wrong)?;
            let number = digits.parse::<u64>().map_err(|_| wrong())?;
            match key {
                "branching" if (2..=255).contains(&number) => branching = number as u8,
                "depth" if number <= 1_000_000 => depth = number as u32,
                "seed" => seed = number,
                "width" if number >= 1 => width = Some(number),
                _ => return Err(wrong()),
            }
        }
        let game = Synthetic::new(branching, depth, seed);
        Ok(match width {
            Some(width) => game.with_width(width),
            None => game,
        })
    }
}

/// The text that reads as this tree.
impl std::fmt::Display for Synthetic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "branching={} depth={} seed={}", self.branching, self.depth, self.seed)?;
        self.width.map_or(Ok(()), |width| write!(f, " width={width}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plain minimax: the answer any search must give.
    fn is_won(game: &mut Synthetic) -> bool {
        if let Some(outcome) = game.outcome() {
            return outcome == Outcome::Win;
        }
        let wanted = game.side() == Side::Attacker;
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let found = moves.into_iter().any(|mv| {
            game.play(mv);
            let won = is_won(game);
            game.undo(mv);
            won == wanted
        });
        found == wanted
    }

    #[test]
    fn undo_gives_the_position_back_and_keys_are_known_before_playing() {
        for text in ["seed=3", "width=7 seed=2"] {
            let mut game: Synthetic = text.parse().unwrap();
            let root = game.clone();
            for mv in [4, 0, 2, 3] {
                let ahead = game.key_after(mv);
                game.play(mv);
                assert_eq!(game.key(), ahead);
            }
            for mv in [3, 2, 0, 4] {
                game.undo(mv);
            }
            assert_eq!(game, root);
        }
    }

    #[test]
    fn about_half_of_all_trees_are_won() {
        let won = (0..400).filter(|&seed| is_won(&mut Synthetic::new(3, 6, seed))).count();
        // The share for three moves is 0.68; five standard deviations are 0.12.
        assert!((224..=320).contains(&won), "{won}");
        assert!((critical_share(5) - 0.754_877_666).abs() < 1e-6);
    }

    #[test]
    fn a_width_makes_lines_merge() {
        let mut game: Synthetic = "width=3 depth=4".parse().unwrap();
        let mut keys = std::collections::BTreeSet::new();
        for (a, b) in (0..5).flat_map(|a| (0..5).map(move |b| (a, b))) {
            game.play(a);
            game.play(b);
            keys.insert(game.key());
            game.undo(b);
            game.undo(a);
        }
        assert_eq!(keys.len(), 3);
    }

    #[test]
    fn wrong_text_is_named() {
        for text in ["deep=3", "depth", "depth=x", "branching=1", "branching=256", "width=0", "depth=1000001"]
        {
            let message = text.parse::<Synthetic>().unwrap_err().to_string();
            assert!(message.contains(&format!("'{text}'")) && message.contains("branching=N"), "{message}");
        }
    }
}
