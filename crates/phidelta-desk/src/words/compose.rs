//! Sentences of the composer's check.

use phidelta::Verdict;
use phidelta_games::shogi::compose::{Fault, FaultKind, Soundness, Undecided};
use phidelta_games::shogi::{Kind, Position, Square};

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
            return format!("{text}{}{}", self.pick(": ", "："), self.piece(piece));
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

    /// A piece on its square, which the check names as `+P 5c`.
    fn piece(self, text: &str) -> String {
        match (self, piece_and_square(text)) {
            (Language::Ja, Some((kind, square))) => format!("{}{}", square.japanese(), kind.sign()),
            _ => text.into(),
        }
    }

    /// What a kind of fault means, in a line.
    pub(crate) fn meaning(self, kind: FaultKind) -> &'static str {
        match kind {
            FaultKind::NoMate => self.pick(
                "the defender has an answer after which there is no mate",
                "玉方に詰みを逃れる応手がある",
            ),
            FaultKind::Shorter => {
                self.pick("the attacker mates sooner than by the solution", "作意より短い手数で詰む")
            }
            FaultKind::Cook => {
                self.pick("another check mates, too, on a way of its own", "作意以外の攻方の手でも詰む")
            }
            FaultKind::Transposed => {
                self.pick("the same moves mate in another order", "手の順序を入れ替えても詰む")
            }
            FaultKind::Longer => {
                self.pick("an answer lasts longer than the solution", "作意より長く粘る応手がある")
            }
            FaultKind::LeftOver => {
                self.pick("the attacker has pieces in hand at the end", "詰上りに攻方の持駒が残る")
            }
            FaultKind::Detour => {
                self.pick("another check mates by coming back to the solution", "遠回りして作意に戻る")
            }
            FaultKind::Unlimited => self.pick(
                "promotion, or the distance of a slider, does not matter",
                "成・不成や打つ位置が限定されない",
            ),
            FaultKind::LastMove => self.pick("the last move has alternatives", "最終手に別の詰め方がある"),
            FaultKind::SameLength => self.pick(
                "an answer lasts as long as the solution, with nothing left over",
                "作意と同手数で駒の余らない変化がある",
            ),
            FaultKind::UselessPiece => {
                self.pick("without this piece nothing changes", "この駒がなくても何も変わらない")
            }
            // A fault that the composer's check knows and this page does not yet: its name.
            _ => kind.word(),
        }
    }

    /// What was not decided; a move of `here` is written as the language does.
    pub(crate) fn undecided(self, open: &Undecided, here: &Position) -> String {
        match self {
            Language::En => format!("move {}: {}", open.ply + 1, open.about),
            Language::Ja => {
                let about = here.read_move(&open.about).map(|mv| here.japanese(mv, None));
                let about = about.unwrap_or_else(|_| self.piece(&open.about));
                format!("{}手目：{}", open.ply + 1, self.stage(&about))
            }
        }
    }

    /// What the check is at: `main line`, `move 3: G*1b`, `piece 5c`; the moves stay as they are.
    pub fn stage(self, about: &str) -> String {
        if self == Language::En {
            return about.into();
        }
        match about {
            "mate" => return "詰むかどうか".into(),
            "shortest mate" => return "最短手数".into(),
            "main line" => return "作意".into(),
            _ => {}
        }
        let (head, rest) = about.split_once(' ').unwrap_or((about, ""));
        match (head, rest.split_once(": ")) {
            ("move", Some((ply, mv))) => format!("{ply}手目：{mv}"),
            ("try", Some((ply, mv))) => format!("紛れ{ply}手目：{mv}"),
            ("defence", Some((ply, mv))) => format!("変化{ply}手目：{mv}"),
            ("piece", None) => format!("駒 {rest}"),
            _ => about.into(),
        }
    }

    /// The head of the other defences, and what the word means.
    pub(crate) fn variations_head(self) -> &'static str {
        self.pick("other defences (変化) and the plies in all with each", "変化：作意以外の応手と総手数")
    }

    /// The head of the tries, and what the word means.
    pub(crate) fn tries_head(self) -> &'static str {
        self.pick(
            "tries (紛れ): other checks and the answer that refutes each",
            "紛れ：作意以外の攻めとそれを逃れる応手",
        )
    }

    /// How long a defence lasts, from the beginning.
    pub(crate) fn lasts(self, verdict: Verdict, plies: Option<usize>) -> String {
        match (verdict, plies) {
            (Verdict::Proved, Some(plies)) => self.plies(plies),
            (Verdict::Proved, None) => self.pick("mates, length open", "詰み（手数未定）").into(),
            (Verdict::Disproved, _) => self.pick("no mate", "不詰").into(),
            (Verdict::Unknown(_), _) => self.pick("undecided", "未判定").into(),
        }
    }

    /// What became of a try.
    pub(crate) fn tried(self, verdict: Verdict) -> &'static str {
        match verdict {
            Verdict::Proved => self.pick("mates", "詰み"),
            Verdict::Disproved => self.pick("refuted by", "逃れ"),
            Verdict::Unknown(_) => self.pick("undecided", "未判定"),
        }
    }

    /// So many answers were left out.
    pub(crate) fn left_out(self, count: usize) -> String {
        match self {
            Language::En => format!("{count} shorter ones are left out"),
            Language::Ja => format!("ほか{count}通り（短い変化）は省略"),
        }
    }

    /// The heads of the table of several problems.
    pub(crate) fn table_heads(self) -> [&'static str; 5] {
        match self {
            Language::En => ["no", "verdict", "plies", "faults", "title"],
            Language::Ja => ["番号", "判定", "手数", "欠陥", "作品名"],
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

    /// So many certificates were written.
    pub fn certificates(self, written: usize, missing: usize) -> String {
        match self {
            Language::En => format!("{written} certificates, checked; {missing} could not be written"),
            Language::Ja => format!("証明書{written}通（検証済み）、書けなかったもの{missing}通"),
        }
    }

    /// Over what was not decided.
    pub(crate) fn undecided_title(self) -> &'static str {
        self.pick("Undecided", "未判定")
    }
}

/// The piece and the square of a text such as `+P 5c`.
pub(crate) fn piece_and_square(text: &str) -> Option<(Kind, Square)> {
    let (piece, square) = text.split_once(' ')?;
    let letter = piece.trim_start_matches('+').chars().next()?.to_ascii_uppercase();
    let kind = Kind::from_letter(letter)?;
    let kind = if piece.starts_with('+') { kind.promoted() } else { kind };
    let mut characters = square.chars();
    let file = characters.next()?.to_digit(10)?;
    let rank = u32::from(characters.next()?).checked_sub(u32::from('a'))? + 1;
    Some((kind, Square::new(file as u8, rank as u8)?))
}
