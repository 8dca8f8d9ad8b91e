//! Sentences of the composer's check.

use phidelta_games::shogi::compose::{Fault, FaultKind, Soundness, Undecided};

use super::Language;

impl Language {
    /// The verdict, in both languages where English is the first.
    pub fn soundness(self, soundness: Soundness) -> String {
        match self {
            Language::En => format!("{} ({})", soundness.english(), soundness.japanese()),
            Language::Ja => soundness.japanese().into(),
        }
    }

    /// The name of a fault.
    pub(crate) fn kind(self, kind: FaultKind) -> String {
        match self {
            Language::En => format!("{} ({})", kind.english(), kind.japanese()),
            Language::Ja => kind.japanese().into(),
        }
    }

    /// What a fault is, where, and how long its play counts.
    pub(crate) fn fault(self, fault: &Fault) -> String {
        let mut text = self.kind(fault.kind);
        if let Some(piece) = &fault.piece {
            return format!("{text}: {piece}");
        }
        if fault.kind != FaultKind::LeftOver {
            let place = match self {
                Language::En => format!(" at move {}", fault.ply + 1),
                Language::Ja => format!("（{}手目）", fault.ply + 1),
            };
            text.push_str(&place);
            if let Some(length) = fault.length {
                let all = fault.ply + length as usize;
                let count = match self {
                    Language::En => format!(", {} in all", self.plies(all)),
                    Language::Ja => format!("、全{all}手"),
                };
                text.push_str(&count);
            }
        }
        if !fault.line_complete {
            text.push_str(self.pick(", the line is not complete", "（手順は途中まで）"));
        }
        text
    }

    /// What was not decided.
    pub(crate) fn undecided(self, open: &Undecided) -> String {
        match self {
            Language::En => format!("move {}: {}", open.ply + 1, open.about),
            Language::Ja => format!("{}手目：{}", open.ply + 1, open.about),
        }
    }

    /// How long a solution is, whose it is, and how that was counted.
    pub(crate) fn solution_head(self, plies: usize, given: bool, futile: &str) -> String {
        let whose = if given {
            self.pick("as given", "作意")
        } else {
            self.pick("the solver's main line", "解答手順")
        };
        format!("{} ({whose}, --futile {futile})", self.plies(plies))
    }

    /// Before the moves that are not counted.
    pub(crate) fn not_counted(self) -> &'static str {
        self.pick("then, not counted:", "以下無駄合：")
    }

    /// The title of the composer's page.
    pub(crate) fn check_title(self) -> &'static str {
        self.pick("Check of a mate problem", "詰将棋検討")
    }

    /// Over the last diagram of the solution.
    pub(crate) fn solution_end(self, goes_on: bool) -> String {
        let more = if goes_on { self.pick(", then, not counted:", "、以下無駄合：") } else { "" };
        format!("{}{more}", self.pick("The end of the solution", "詰上図"))
    }

    /// Over what was not decided.
    pub(crate) fn undecided_title(self) -> &'static str {
        self.pick("Undecided", "未判定")
    }
}
