//! Suites that come with the games: problems with their values, made by `phidelta generate`
//! (`suites/README.md`). Each text is a file as the command reads it.

/// Problems of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Suite {
    /// As grids and reports call it.
    pub name: &'static str,
    /// The game, as the command calls it.
    pub game: &'static str,
    /// The file.
    pub text: &'static str,
}

/// Mate problems of shogi.
pub const TSUME: Suite = Suite { name: "tsume", game: "shogi", text: include_str!("../suites/tsume.sfen") };

/// Forced wins of Lines of Action.
pub const LOA: Suite =
    Suite { name: "loa-endgames", game: "loa", text: include_str!("../suites/loa-endgames.txt") };

/// Endgames of Othello.
pub const OTHELLO: Suite =
    Suite { name: "othello-15-20", game: "othello", text: include_str!("../suites/othello-15-20.obf") };

/// Positions of ultimate tic-tac-toe.
pub const UTTT: Suite =
    Suite { name: "uttt-36-45", game: "uttt", text: include_str!("../suites/uttt-36-45.txt") };

/// All of them.
pub const ALL: [Suite; 4] = [TSUME, LOA, OTHELLO, UTTT];
