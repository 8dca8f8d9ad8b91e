//! `--futile`: which interpositions composition counting leaves out.

use clap::ValueEnum;
use phidelta_games::shogi::compose::Futile;

/// Which interpositions composition counting leaves out.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug, Default)]
pub(crate) enum FutileName {
    /// None: every ply counts
    Off,
    /// Drops where nothing but drops is left, taken with mate
    Strict,
    #[default]
    /// Drops that the checking piece takes at once, if with the piece given back the mate takes no longer
    Exact,
    /// The same for pieces that move between, and for any piece that takes
    Loose,
}

impl From<FutileName> for Futile {
    fn from(name: FutileName) -> Futile {
        match name {
            FutileName::Off => Futile::Off,
            FutileName::Strict => Futile::Strict,
            FutileName::Exact => Futile::Exact,
            FutileName::Loose => Futile::Loose,
        }
    }
}
