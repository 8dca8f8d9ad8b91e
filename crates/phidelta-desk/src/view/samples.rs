//! Positions to begin with.

/// A position with a name.
#[derive(Clone, Copy, Debug, serde::Serialize)]
#[non_exhaustive]
pub struct Sample {
    /// The game.
    pub game: &'static str,
    /// What it is.
    pub name: &'static str,
    /// The position.
    pub text: &'static str,
}

const fn sample(game: &'static str, name: &'static str, text: &'static str) -> Sample {
    Sample { game, name, text }
}

/// All of them; the first of each game is shown when it is chosen.
pub const SAMPLES: &[Sample] = &[
    sample("shogi", "mate in 3", "9/8k/9/8P/9/9/9/9/9 b 2G 1"),
    sample("shogi", "mate in 5", "4k4/9/9/4P4/9/9/9/9/9 b 2G2S 1"),
    sample("shogi", "no mate", "7nl/7k1/6ppp/9/6N2/9/9/9/9 b RG 1"),
    sample("othello", "14 empty", "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"),
    sample("othello", "6×6", "6x6 e4"),
    sample("loa", "endgame", "---------------O---X-XXO---XO-XX------XO--OOOXXO-------O-X------ X"),
    sample("loa", "start", "start"),
    sample(
        "uttt",
        "endgame",
        "X;.......@X;XXO.X...O/....OX.../O..X...OO/.OX.O...O/O.XXOXXO./....OXO.O/O...X.OX./..XO.O.X./X..XX.X..",
    ),
    sample("uttt", "start", "start"),
    sample("connect4", "5×4", "5x4:33"),
    sample("connect4", "7×6", "7x6:44444326"),
    sample("graph", "kishimoto_fig1", "kishimoto_fig1"),
    sample("graph", "ghi_min", "ghi_min"),
    sample("graph", "pdspn_fig2", "pdspn_fig2"),
    sample("graph", "wpns_fig1", "wpns_fig1"),
];
