//! What can be wrong with a mate problem, and how bad that is.

use super::super::mv::Move;

/// What is wrong. The definitions are in `docs/compose.md`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// 不詰: the defender escapes.
    NoMate,
    /// 早詰: a mate shorter than the solution.
    Shorter,
    /// 余詰: another move mates, on a way of its own.
    Cook,
    /// 手順前後: the moves of the solution in another order.
    Transposed,
    /// 変長: a defence that lasts longer than the solution.
    Longer,
    /// 駒余り: pieces are left in the attacker's hand at the end.
    LeftOver,
    /// 迂回手順: another move mates by coming back to the solution later.
    Detour,
    /// 非限定: promotion or not, or the distance of a slider, does not matter.
    Unlimited,
    /// 最終手余詰: several mates on the last move.
    LastMove,
    /// 変同: a defence that lasts as long as the solution, with nothing left over either.
    SameLength,
    /// 不要駒: a piece without which nothing changes.
    UselessPiece,
}

impl FaultKind {
    /// All of them, the worst first.
    pub const ALL: [FaultKind; 11] = [
        FaultKind::NoMate,
        FaultKind::Shorter,
        FaultKind::Cook,
        FaultKind::Transposed,
        FaultKind::Longer,
        FaultKind::LeftOver,
        FaultKind::Detour,
        FaultKind::Unlimited,
        FaultKind::LastMove,
        FaultKind::SameLength,
        FaultKind::UselessPiece,
    ];

    /// A word that programs use.
    pub const fn word(self) -> &'static str {
        match self {
            FaultKind::NoMate => "no-mate",
            FaultKind::Shorter => "shorter-mate",
            FaultKind::Cook => "cook",
            FaultKind::Transposed => "transposition",
            FaultKind::Longer => "longer-defence",
            FaultKind::LeftOver => "pieces-left",
            FaultKind::Detour => "detour",
            FaultKind::Unlimited => "unlimited-choice",
            FaultKind::LastMove => "last-move-dual",
            FaultKind::SameLength => "equal-defence",
            FaultKind::UselessPiece => "useless-piece",
        }
    }

    /// The kind behind a word.
    pub fn from_word(word: &str) -> Option<FaultKind> {
        FaultKind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Its name in English.
    pub const fn english(self) -> &'static str {
        match self {
            FaultKind::NoMate => "no mate",
            FaultKind::Shorter => "shorter mate",
            FaultKind::Cook => "another mate",
            FaultKind::Transposed => "transposed moves",
            FaultKind::Longer => "longer defence",
            FaultKind::LeftOver => "pieces left in hand",
            FaultKind::Detour => "detour",
            FaultKind::Unlimited => "unlimited choice",
            FaultKind::LastMove => "several mates on the last move",
            FaultKind::SameLength => "defence of equal length",
            FaultKind::UselessPiece => "piece that does nothing",
        }
    }

    /// Its name in Japanese.
    pub const fn japanese(self) -> &'static str {
        match self {
            FaultKind::NoMate => "不詰",
            FaultKind::Shorter => "早詰",
            FaultKind::Cook => "余詰",
            FaultKind::Transposed => "手順前後",
            FaultKind::Longer => "変長",
            FaultKind::LeftOver => "駒余り",
            FaultKind::Detour => "迂回手順",
            FaultKind::Unlimited => "非限定",
            FaultKind::LastMove => "最終手余詰",
            FaultKind::SameLength => "変同",
            FaultKind::UselessPiece => "不要駒",
        }
    }

    /// Whether the problem is unsound with it; otherwise it is a blemish.
    pub const fn is_fatal(self) -> bool {
        matches!(
            self,
            FaultKind::NoMate
                | FaultKind::Shorter
                | FaultKind::Cook
                | FaultKind::Transposed
                | FaultKind::Longer
                | FaultKind::LeftOver
        )
    }
}

/// Something wrong, and the play that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Plies of the solution before it.
    pub ply: usize,
    /// What is played there instead: a mate, or an escape; the whole solution for pieces left over, the
    /// solution once more for a piece that does nothing.
    pub line: Vec<Move>,
    /// Whether the line goes to its end.
    pub line_complete: bool,
    /// Plies of it that count.
    pub length: Option<u32>,
    /// The piece that does nothing: where it stands, or `None` for one in hand, and its letter.
    pub piece: Option<String>,
}

impl Fault {
    /// A fault behind so many plies of the solution, and the play that shows it.
    pub fn new(kind: FaultKind, ply: usize, line: Vec<Move>, line_complete: bool) -> Fault {
        Fault { kind, ply, line, line_complete, length: None, piece: None }
    }
}

/// What was not decided within the limits.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Undecided {
    /// Plies of the solution before it.
    pub ply: usize,
    /// What was asked: a move, or a piece.
    pub about: String,
}

/// The verdict of a check, in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Soundness {
    /// 完全作.
    Sound,
    /// Sound with blemishes.
    Blemished,
    /// 不完全作.
    Unsound,
    /// Nothing fatal was found, but not all of it was decided.
    Undecided,
}

impl Soundness {
    /// A word that programs use.
    pub const fn word(self) -> &'static str {
        match self {
            Soundness::Sound => "sound",
            Soundness::Blemished => "blemished",
            Soundness::Unsound => "unsound",
            Soundness::Undecided => "undecided",
        }
    }

    /// In English.
    pub const fn english(self) -> &'static str {
        match self {
            Soundness::Sound => "sound",
            Soundness::Blemished => "sound, with blemishes",
            Soundness::Unsound => "unsound",
            Soundness::Undecided => "undecided",
        }
    }

    /// In Japanese.
    pub const fn japanese(self) -> &'static str {
        match self {
            Soundness::Sound => "完全作",
            Soundness::Blemished => "完全作（キズあり）",
            Soundness::Unsound => "不完全作",
            Soundness::Undecided => "判定未了",
        }
    }
}
