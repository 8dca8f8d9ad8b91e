//! Who is to move, how a game ended, what is under way: what is said of a position and of a search.

use phidelta::{Progress, Value, Verdict};

use super::Language;
use crate::events::Phase;
use crate::format::{number, rounded};
use crate::text::plain;

impl Language {
    /// How a game ended.
    pub(crate) fn end(self, how: &str, value: Value) -> String {
        match self {
            Language::En => format!("{how}: a {value} for the side to move"),
            Language::Ja => format!("{}：手番側の{}", ended_how(how), self.value(value)),
        }
    }

    /// Who is to move; of a mate problem its question says which side that is.
    pub(crate) fn mover(self, game: &str, question: &str, side: &str) -> String {
        if self == Language::En {
            return side.into();
        }
        match (game, side) {
            ("shogi", _) => {
                let colour = if side == "Black" { "先手" } else { "後手" };
                format!("{}（{colour}）", if question == "mated" { "玉方" } else { "攻方" })
            }
            (_, "Black (X)") => "黒（X）".into(),
            (_, "White (O)") => "白（O）".into(),
            (_, "the attacker (OR)") => "攻方（OR）".into(),
            (_, "the defender (AND)") => "受方（AND）".into(),
            _ => side.into(),
        }
    }

    /// A board as it is drawn: the row under some of them says who is to move.
    pub(crate) fn board(self, drawing: &str) -> String {
        if self == Language::En {
            return drawing.into();
        }
        let row = |row: &str| match row.strip_suffix(" to move") {
            Some(side) => match side.rsplit_once("; ") {
                Some((discs, side)) => {
                    let discs: Vec<String> = discs
                        .split(", ")
                        .map(|part| part.strip_suffix(" empty").map_or(part.into(), |n| format!("空き {n}")))
                        .collect();
                    format!("{}、手番 {side}\n", discs.join("、"))
                }
                None => format!("手番 {}\n", self.mover("", "", side)),
            },
            None => format!("{row}\n"),
        };
        drawing.lines().map(row).collect()
    }

    /// What a certificate claims.
    pub(crate) fn claim(self, game: &str, claim: &str) -> String {
        let (question, answer) = claim.rsplit_once(' ').unwrap_or((claim, ""));
        let said = match answer {
            "win" => self.value(Value::Win),
            "draw" => self.value(Value::Draw),
            "loss" => self.value(Value::Loss),
            // A mate problem has one question.
            "proved" | "disproved" => {
                let verdict = if answer == "proved" { Verdict::Proved } else { Verdict::Disproved };
                let word = self.verdict(game, verdict);
                let asked = match question {
                    "win" => "勝ち",
                    "draw" => "引き分け以上",
                    _ => "石差の下限",
                };
                if game == "shogi" { word } else { format!("{asked}：{word}") }
            }
            _ => "石差".into(),
        };
        if self == Language::En { claim.into() } else { self.with_note(claim, &said) }
    }

    /// What is under way beside the search itself.
    pub fn phase(self, phase: Phase) -> &'static str {
        match phase {
            Phase::Line => self.pick("line of play", "手順"),
            Phase::Certificate => self.pick("certificate", "証明書"),
            Phase::Check => self.pick("check", "検証"),
            Phase::Checkpoint => self.pick("checkpoint", "途中保存"),
            Phase::Search => "",
        }
    }

    /// How a search stands, in a row.
    pub fn progress(self, progress: &Progress<'_, String>) -> String {
        let (seconds, used) = (progress.elapsed.as_secs_f64(), 100.0 * progress.table_used);
        let (nodes, speed) = (rounded(progress.nodes as f64), rounded(progress.nodes_per_second()));
        let (pn, dn) = (number(progress.numbers.pn), number(progress.numbers.dn));
        let line = plain(&progress.line.join(" "));
        match self {
            Language::En => format!(
                "{seconds:.1} s  {nodes} nodes  {speed}/s  pn {pn}  dn {dn}  table {used:.0} %  {line}"
            ),
            Language::Ja => {
                format!(
                    "{seconds:.1} 秒  {nodes}局面  毎秒{speed}  pn {pn}  dn {dn}  置換表 {used:.0} %  {line}"
                )
            }
        }
    }
}

/// How a game ended, in Japanese.
fn ended_how(how: &str) -> String {
    let plain = match how {
        "there is no legal move" => "合法手がない",
        "the root has a value" => "根に値がある",
        "the tree has no depth" => "木に深さがない",
        "the board is full" => "盤が埋まった",
        "all boards are closed without a line" => "どの盤も閉じ、列がない",
        "both are connected, a draw" => "双方とも連結、引き分け",
        "Black is connected and has won" => "黒が連結して勝ち",
        "White is connected and has won" => "白が連結して勝ち",
        "Black cannot move and has lost" => "黒は動けず負け",
        "White cannot move and has lost" => "白は動けず負け",
        _ => "",
    };
    if !plain.is_empty() {
        return plain.into();
    }
    if let Some(score) = how.strip_prefix("neither side can move, the score is ") {
        return format!("双方打てない、石差{score}");
    }
    match how.split_once(" has ") {
        Some((winner, "three boards in a line")) => format!("{winner}が三つの盤を並べた"),
        Some((winner, row)) => match row.strip_suffix(" in a row") {
            Some(row) => format!("{winner}が{row}つ並んだ"),
            None => how.into(),
        },
        None => how.into(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use phidelta::Numbers;

    use super::*;

    #[test]
    fn a_row_says_how_a_search_stands() {
        let line = ["7g7f".to_string(), "x\u{1b}y".to_string()];
        let mut progress =
            Progress::new(Numbers::new(12, phidelta::INFINITY), 3_000_000, Duration::from_secs(2));
        (progress.table_used, progress.line) = (0.256, &line);
        let english = "2.0 s  3.00M nodes  1.50M/s  pn 12  dn inf  table 26 %  7g7f x y";
        assert_eq!(Language::En.progress(&progress), english);
        let japanese = "2.0 秒  3.00M局面  毎秒1.50M  pn 12  dn inf  置換表 26 %  7g7f x y";
        assert_eq!(Language::Ja.progress(&progress), japanese);
        assert_eq!(Language::Ja.phase(Phase::Certificate), "証明書");
        assert_eq!(Language::Ja.stage("try 3: G*1b"), "紛れ3手目：G*1b");
        assert_eq!(
            (Language::Ja.stage("piece 5c"), Language::En.stage("piece 5c")),
            ("駒 5c".into(), "piece 5c".into())
        );
    }

    #[test]
    fn ends_and_boards_are_told_in_japanese() {
        let ja = Language::Ja;
        assert_eq!(ja.end("X has 4 in a row", Value::Loss), "Xが4つ並んだ：手番側の負け");
        assert_eq!(
            ja.end("neither side can move, the score is -4", Value::Loss),
            "双方打てない、石差-4：手番側の負け"
        );
        assert_eq!(ja.end("Black cannot move and has lost", Value::Loss), "黒は動けず負け：手番側の負け");
        assert_eq!(ja.board(" - X\nX 1, O 0, 24 empty; X to move\n"), " - X\nX 1、O 0、空き 24、手番 X\n");
        assert_eq!(ja.board("a\nWhite (O) to move\n"), "a\n手番 白（O）\n");
        assert_eq!(ja.mover("shogi", "mated", "White"), "玉方（後手）");
        assert_eq!(ja.claim("shogi", "win proved"), "win proved（詰み）");
        assert_eq!(ja.claim("othello", "score>=4 disproved"), "score>=4 disproved（石差の下限：反証）");
        assert_eq!(ja.claim("othello", "score -4"), "score -4（石差）");
        assert_eq!(Language::En.claim("othello", "score -4"), "score -4");
    }
}
