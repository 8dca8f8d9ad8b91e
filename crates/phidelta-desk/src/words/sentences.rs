//! Sentences of solve, show, check and tree.

use phidelta::{Reason, Value, Verdict};

use super::Language;
use crate::certificate::CertificateStats;
use crate::format::{bytes, grouped, plural};

impl Language {
    /// A verdict in a word; Japanese has words of its own for mates.
    pub fn verdict(self, game: &str, verdict: Verdict) -> String {
        let mates = game == "shogi";
        match (self, verdict) {
            (Language::En, verdict) => verdict.to_string(),
            (Language::Ja, Verdict::Proved) => if mates { "詰み" } else { "証明" }.into(),
            (Language::Ja, Verdict::Disproved) => if mates { "不詰" } else { "反証" }.into(),
            (Language::Ja, Verdict::Unknown(_)) => "不明".into(),
        }
    }

    /// A value in a word.
    pub fn value(self, value: Value) -> String {
        match (self, value) {
            (Language::En, value) => value.to_string(),
            (Language::Ja, Value::Win) => "勝ち".into(),
            (Language::Ja, Value::Draw) => "引き分け".into(),
            (Language::Ja, Value::Loss) => "負け".into(),
        }
    }

    /// Why there is no verdict.
    pub fn reason(self, reason: Reason) -> String {
        let japanese = match reason {
            Reason::NodeLimit => "局面数の上限",
            Reason::TimeLimit => "時間切れ",
            Reason::MemoryFull => "メモリ不足",
            Reason::Stopped => "中断",
            Reason::Saturated => "証明数の飽和",
            Reason::OpenPosition => "指し手も結果もない局面",
            Reason::KeysMeet => "異なる局面の鍵の一致",
            _ => return reason.to_string(),
        };
        if self == Language::Ja { japanese.into() } else { reason.to_string() }
    }

    /// Whether an answer was checked.
    pub fn verified(self, verified: bool) -> &'static str {
        if verified { self.pick("verified", "検証済み") } else { self.pick("not verified", "未検証") }
    }

    /// A question, as people ask it.
    pub fn question(self, question: &str) -> String {
        let japanese = match question {
            "value" => "勝敗",
            "win" => "勝ち",
            "draw" => "引き分け以上",
            "mated" => "詰まされるか",
            "score" => "石差",
            other => return other.into(),
        };
        if self == Language::Ja { format!("{question}（{japanese}）") } else { question.into() }
    }

    /// What is known of a value that is not decided.
    pub(crate) fn known(self, not_a_win: bool) -> &'static str {
        if not_a_win {
            self.pick(", but not a win", "（勝ちではない）")
        } else {
            self.pick(", but not a loss", "（負けではない）")
        }
    }

    /// A word and what is said about it.
    pub(crate) fn with_note(self, word: &str, note: &str) -> String {
        match self {
            Language::En => format!("{word} ({note})"),
            Language::Ja => format!("{word}（{note}）"),
        }
    }

    /// A label and what it says.
    pub(crate) fn says(self, word: &str, rest: &str) -> String {
        match self {
            Language::En => format!("{word}: {rest}"),
            Language::Ja => format!("{word}：{rest}"),
        }
    }

    /// So many plies.
    pub fn plies(self, n: usize) -> String {
        match self {
            Language::En => plural(n, "ply", "plies"),
            Language::Ja => format!("{}手", grouped(n as u64)),
        }
    }

    /// So many moves.
    pub fn moves(self, n: usize) -> String {
        match self {
            Language::En => plural(n, "move", "moves"),
            Language::Ja => format!("{}手", grouped(n as u64)),
        }
    }

    /// So many positions.
    pub fn positions(self, n: u64) -> String {
        match self {
            Language::En => plural(n as usize, "position", "positions"),
            Language::Ja => format!("{}局面", grouped(n)),
        }
    }

    /// So many problems.
    pub(crate) fn problems(self, n: usize) -> String {
        match self {
            Language::En => plural(n, "problem", "problems"),
            Language::Ja => format!("{}題", grouped(n as u64)),
        }
    }

    /// What stands under a line of play: its length, and whether it is whole.
    pub(crate) fn line_end(self, plies: usize, complete: bool) -> String {
        let count = format!("({})", self.plies(plies));
        match (plies, complete) {
            (0, true) => self.pick("(none: the game is over)", "（なし：終局）").into(),
            (0, false) => {
                let lost = self.pick(
                    "(lost: the table no longer has the proof)",
                    "（失われた：証明が表に残っていない）",
                );
                lost.into()
            }
            (_, true) => count,
            (_, false) => {
                let rest = self
                    .pick(", incomplete: the rest of the proof was lost", "、途中まで：証明の残りは失われた");
                format!("{count}{rest}")
            }
        }
    }

    /// "15 plies", or the bounds and why they have not met.
    pub fn range(self, least: u32, most: Option<u32>, open: Option<Reason>) -> String {
        let plies = |n: u32| match self {
            Language::En if n == 1 => "1 ply".to_string(),
            Language::En => format!("{n} plies"),
            Language::Ja => format!("{n}手"),
        };
        let why = open.map_or(String::new(), |reason| match self {
            Language::En => format!(" ({})", self.reason(reason)),
            Language::Ja => format!("（{}）", self.reason(reason)),
        });
        match (most, self) {
            (Some(most), _) if most == least => plies(most),
            (Some(most), Language::En) => format!("at least {least}, at most {}{why}", plies(most)),
            (Some(most), Language::Ja) => format!("{least}手以上{most}手以下{why}"),
            (None, Language::En) => format!("at least {}{why}", plies(least)),
            (None, Language::Ja) => format!("{least}手以上{why}"),
        }
    }

    /// A length by composition counting.
    pub(crate) fn by_composition(self, counted: &str, futile: &str) -> String {
        match self {
            Language::En => format!("{counted} by composition counting ({futile})"),
            Language::Ja => format!("作品としての手数は{counted}（--futile {futile}）"),
        }
    }

    /// Nodes, and what the algorithm's own paper counts.
    pub(crate) fn counted(self, nodes: u64, counted: u64, counts: &str) -> String {
        let (nodes, counted) = (grouped(nodes), grouped(counted));
        let japanese = match counts {
            "calls" => "呼び出し",
            "generated nodes" => "生成局面",
            "calls and generated nodes" => "呼び出しと生成局面",
            "nodes, once a depth" => "局面、深さごとに一度",
            other => other,
        };
        self.with_note(&nodes, &format!("{counted} {}", if self == Language::Ja { japanese } else { counts }))
    }

    /// Wall time, and that of the processor where there is a clock for it.
    pub(crate) fn time(self, seconds: f64, processor: Option<f64>) -> String {
        let wall = format!("{seconds:.3} {}", self.pick("s", "秒"));
        processor.map_or(wall.clone(), |cpu| match self {
            Language::En => format!("{wall} (processor {cpu:.3} s)"),
            Language::Ja => format!("{wall}（プロセッサ {cpu:.3} 秒）"),
        })
    }

    /// How fast.
    pub(crate) fn speed(self, speed: &str) -> String {
        format!("{speed} {}", self.labels().nodes_per_second)
    }

    /// A table and how much of it is in use.
    pub(crate) fn table_use(self, size: u64, percent: f64) -> String {
        match self {
            Language::En => format!("{}, {percent:.1} % used", bytes(size)),
            Language::Ja => format!("{}、使用率 {percent:.1} %", bytes(size)),
        }
    }

    /// A certificate and what it has cost.
    pub(crate) fn strategy(self, stats: &CertificateStats) -> String {
        let (positions, moves) = (grouped(stats.positions), grouped(stats.moves));
        let size = bytes(stats.bytes);
        let seconds =
            |time: Option<std::time::Duration>| time.map(|time| format!("{:.3}", time.as_secs_f64()));
        let written = seconds(stats.writing);
        let checked = seconds(stats.checking);
        let mut out = match self {
            Language::En => format!("{positions} positions, {moves} moves, {size}"),
            Language::Ja => format!("{positions}局面、{moves}手、{size}"),
        };
        if let Some(seconds) = written {
            out += &match self {
                Language::En => format!("; written in {seconds} s"),
                Language::Ja => format!("、作成 {seconds} 秒"),
            };
        }
        if let Some(seconds) = checked {
            out += &match self {
                Language::En => format!(", checked in {seconds} s"),
                Language::Ja => format!("、検証 {seconds} 秒"),
            };
        }
        out
    }

    /// The answers there are, none of them given yet.
    pub(crate) fn answers(self, game: &str, values: bool) -> Vec<(String, usize)> {
        let unknown = self.verdict(game, Verdict::Unknown(Reason::NodeLimit));
        let mut words = if values {
            [Value::Win, Value::Draw, Value::Loss].map(|value| self.value(value)).to_vec()
        } else {
            [Verdict::Proved, Verdict::Disproved].map(|verdict| self.verdict(game, verdict)).to_vec()
        };
        words.push(unknown);
        words.into_iter().map(|word| (word, 0)).collect()
    }

    /// The verdict of a first move, as JSON names it.
    pub(crate) fn first_verdict(self, verdict: &str) -> &str {
        match (self, verdict) {
            (Language::Ja, "proved") => "詰み",
            (Language::Ja, "unknown") => "不明",
            _ => verdict,
        }
    }

    /// Whether a move reaches what was asked, in a game without lengths.
    pub(crate) fn move_verdict(self, verdict: &str) -> &str {
        match (self, verdict) {
            (Language::Ja, "proved") => "証明",
            (Language::Ja, "disproved") => "反証",
            (Language::Ja, "unknown") => "不明",
            _ => verdict,
        }
    }

    /// So many first moves that do not win.
    pub(crate) fn disproved_moves(self, n: usize) -> String {
        match self {
            Language::En => format!("{} disproved", self.moves(n)),
            Language::Ja => format!("ほかの{}は不詰", self.moves(n)),
        }
    }

    /// The sum of a table: problems, answers by word, nodes, seconds, speed.
    pub(crate) fn total(
        self,
        problems: usize,
        answers: &[(String, usize)],
        sums: (u64, f64, &str),
    ) -> String {
        let (nodes, seconds, speed) = sums;
        let answers: String = answers.iter().map(|(word, count)| self.pick_count(word, *count)).collect();
        let (problems, nodes, time) = (self.problems(problems), grouped(nodes), self.time(seconds, None));
        match self {
            Language::En => format!("total: {problems}{answers}; {nodes} nodes, {time}, {speed} nodes/s\n"),
            Language::Ja => format!("計：{problems}{answers}、{nodes}局面、{time}、{speed}局面/秒\n"),
        }
    }

    fn pick_count(self, word: &str, count: usize) -> String {
        match self {
            Language::En => format!(", {count} {word}"),
            Language::Ja => format!("、{word} {count}"),
        }
    }

    /// Problems that were not started.
    pub(crate) fn not_started(self, problems: usize) -> String {
        let problems = self.problems(problems);
        match self {
            Language::En => format!("stopped: {problems} not started\n"),
            Language::Ja => format!("中断：{problems}は未着手\n"),
        }
    }

    /// A part of a proof.
    pub(crate) fn part(self, claim: &str, attacker: bool, positions: u64) -> String {
        let positions = grouped(positions);
        match self {
            Language::En => {
                let winner = if attacker { "the attacker" } else { "the defender" };
                format!("{claim}: a strategy of {winner}, {positions} positions")
            }
            Language::Ja => {
                let winner = if attacker { "攻方" } else { "受方" };
                format!("{claim}：{winner}の方針、{positions}局面")
            }
        }
    }

    /// Who is to move, in a word.
    pub(crate) fn side(self, winner: bool) -> &'static str {
        if winner { self.pick("winner", "勝方") } else { self.pick("other", "相手") }
    }

    /// Who is to move at a position of a proof, and what is kept there.
    pub(crate) fn side_moves(self, winner: bool) -> &'static str {
        if winner {
            self.pick("the winner: one move", "勝方：一手")
        } else {
            self.pick("the other side: all moves", "相手：全ての手")
        }
    }

    /// Who is to move, in a drawing.
    pub(crate) fn is_to_move(self, winner: bool) -> &'static str {
        if winner {
            self.pick("the winner is to move", "勝方の手番")
        } else {
            self.pick("the other side is to move", "相手の手番")
        }
    }

    /// How a line of a proof ends.
    pub(crate) fn ends(self, end: &str) -> &'static str {
        match end {
            "end" => self.pick("the game has ended", "終局"),
            "settled" => self.pick("the rules settle the game", "規則により決着"),
            _ => self.pick("a position of the line comes again", "手順中の局面に戻る"),
        }
    }

    /// The end of a game, in a drawing.
    pub(crate) fn end_word(self) -> &'static str {
        self.pick("end", "終局")
    }

    /// A reference to a position that is drawn elsewhere.
    pub(crate) fn see(self, id: u64) -> String {
        match self {
            Language::En => format!("see #{id}"),
            Language::Ja => format!("#{id} へ"),
        }
    }

    /// What is said of a box when it is pointed at.
    pub(crate) fn about_box(self, position: &str, winner: bool, below: Option<u64>) -> String {
        let who = self.is_to_move(winner);
        match self {
            Language::En => {
                let below = below.map_or(String::new(), |n| format!(", {} positions", grouped(n)));
                format!("{position}: {who}{below}")
            }
            Language::Ja => {
                let below = below.map_or(String::new(), |n| format!("、{}局面", grouped(n)));
                format!("{position}：{who}{below}")
            }
        }
    }

    /// How large a proof is.
    pub(crate) fn in_the_proof(self, positions: u64) -> String {
        match self {
            Language::En => format!("{} positions in the proof", grouped(positions)),
            Language::Ja => format!("証明は{}局面", grouped(positions)),
        }
    }

    /// Where a position of a record stands already.
    pub(crate) fn as_behind(self, id: u64, ply: usize) -> String {
        match self {
            Language::En => format!("#{id}: as behind move {ply} of another line"),
            Language::Ja => format!("#{id}：他の手順の{ply}手目以下と同じ"),
        }
    }

    /// How much is below a branch of a record.
    pub(crate) fn so_many(self, id: u64, positions: Option<u64>) -> String {
        let many = || self.pick("many positions", "多数の局面").to_string();
        self.says(&format!("#{id}"), &positions.map_or_else(many, |n| self.positions(n)))
    }

    /// The end of a game, as where a move leads.
    pub(crate) fn the_end(self) -> &'static str {
        self.pick("the end", "終局")
    }

    /// What the rules settle, as where a move leads.
    pub(crate) fn settled(self) -> &'static str {
        self.pick("settled", "決着")
    }

    /// The number of a position of a proof.
    pub(crate) fn number_of(self, id: u64, claim: &str, follows: bool) -> String {
        let more = self.pick(
            "; it stands for others that are no worse for the winner",
            "（勝方にとって劣らない局面を代表する）",
        );
        let more = if follows { more } else { "" };
        match self {
            Language::En => format!("#{id} of the part {claim}{more}"),
            Language::Ja => format!("{claim} の #{id}{more}"),
        }
    }

    /// How much is below a position of a proof.
    pub(crate) fn below(self, positions: &str, plies: Option<u32>) -> String {
        match self {
            Language::En => {
                let plies = plies.map_or(String::new(), |plies| format!(", at most {plies} plies"));
                format!("{positions} positions, this one included{plies}")
            }
            Language::Ja => {
                let plies = plies.map_or(String::new(), |plies| format!("、最長{plies}手"));
                format!("この局面を含め{positions}局面{plies}")
            }
        }
    }

    /// What a drawing shows.
    pub(crate) fn drawing_title(self, game: &str, position: &str, claim: &str, positions: u64) -> String {
        let count = grouped(positions);
        match self {
            Language::En => format!("{game} {position}: {claim}, {count} positions"),
            Language::Ja => format!("{game} {position}：{claim}、{count}局面"),
        }
    }

    /// What was drawn.
    pub fn drawn(self, positions: usize) -> String {
        let positions = self.positions(positions as u64);
        match self {
            Language::En => format!("{positions} drawn"),
            Language::Ja => format!("{positions}を描画"),
        }
    }

    /// What is in a record, and what was left out.
    pub fn recorded(self, moves: u64, lines: u64, left_out: u64) -> String {
        let moves = self.moves(moves as usize);
        match self {
            Language::En => {
                let whole = match left_out {
                    0 => "all of the proof".into(),
                    n => format!("{} left out", plural(n as usize, "branch", "branches")),
                };
                format!("{moves} in {}, {whole}", plural(lines as usize, "line", "lines"))
            }
            Language::Ja => {
                let whole = match left_out {
                    0 => "証明の全て".into(),
                    n => format!("{}本を省略", grouped(n)),
                };
                format!("{moves}、{}本、{whole}", grouped(lines))
            }
        }
    }

    /// What a checked certificate holds.
    pub(crate) fn checked(self, parts: usize, positions: u64, moves: u64, depth: Option<u64>) -> String {
        let depth = depth.map_or(String::new(), |depth| format!("、深さ{depth}手"));
        format!("{parts}部分、{positions}局面、{moves}手{depth}")
    }
}
