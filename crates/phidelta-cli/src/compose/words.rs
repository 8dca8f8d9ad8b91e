//! The words of pages, in two languages.

use phidelta_games::shogi::compose::{Fault, FaultKind, Soundness, Undecided};

use super::Language;

impl Language {
    /// A text in this language.
    pub(super) fn pick(self, english: &'static str, japanese: &'static str) -> &'static str {
        match self {
            Language::En => english,
            Language::Ja => japanese,
        }
    }

    /// The verdict, in both languages where English is the first.
    pub(super) fn verdict(self, soundness: Soundness) -> String {
        match self {
            Language::En => format!("{} ({})", soundness.english(), soundness.japanese()),
            Language::Ja => soundness.japanese().into(),
        }
    }

    /// The name of a fault.
    pub(super) fn kind(self, kind: FaultKind) -> String {
        match self {
            Language::En => format!("{} ({})", kind.english(), kind.japanese()),
            Language::Ja => kind.japanese().into(),
        }
    }

    /// So many plies.
    pub(super) fn plies(self, n: usize) -> String {
        match self {
            Language::En if n == 1 => "1 ply".into(),
            Language::En => format!("{n} plies"),
            Language::Ja => format!("{n}手"),
        }
    }

    /// What a fault is, where, and how long its play counts.
    pub(super) fn fault(self, fault: &Fault) -> String {
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
    pub(super) fn undecided(self, open: &Undecided) -> String {
        match self {
            Language::En => format!("move {}: {}", open.ply + 1, open.about),
            Language::Ja => format!("{}手目：{}", open.ply + 1, open.about),
        }
    }
}
