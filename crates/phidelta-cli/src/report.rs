//! One report and its printings: for people, one or many, and as JSON.
//!
//! The JSON is an interface: `docs/json.md` describes it, and a test compares the two field by field.

use std::time::Duration;

use phidelta::{Algorithm, INFINITY, Number, Reason, Report, Stats, Value, Verdict};
use serde::{Serialize, Serializer};

use crate::certificate::{Verification, Written};
use crate::games::lengths::{First, Lengths, range};
use crate::games::{Answer, ForPeople};
use crate::size::{bytes, grouped, short};
use crate::text::{Align, Columns, WIDTH, cut, plain, wrap};

/// The answer to one problem and what it took.
pub(crate) struct Solved {
    /// The position as it was given.
    pub(crate) position: String,
    /// What was asked.
    pub(crate) question: String,
    /// What was found.
    pub(crate) answer: Answer,
    /// What only people want to see.
    pub(crate) for_people: ForPeople,
    /// Processor time of all threads.
    pub(crate) cpu: Duration,
    /// What was used.
    pub(crate) algorithm: Algorithm,
    /// What became of its certificate.
    pub(crate) verification: Verification,
}

/// A proof or disproof number as text.
pub(crate) fn number(number: Number) -> String {
    match number {
        INFINITY => "inf".into(),
        // The threshold of the root is just below infinity; what it leaves to others is just below that.
        n if INFINITY - n < 1000 => format!("inf-{}", INFINITY - n),
        n => n.to_string(),
    }
}

impl Solved {
    fn report(&self) -> &Report<String> {
        &self.answer.report
    }

    /// Why there is no verdict.
    pub(crate) fn reason(&self) -> Option<Reason> {
        match self.report().verdict {
            Verdict::Unknown(reason) => Some(reason),
            Verdict::Proved | Verdict::Disproved => None,
        }
    }

    /// The verdict or the value, whichever was asked for, in a word.
    pub(crate) fn word(&self) -> String {
        self.answer.value().map_or_else(|| self.report().verdict.to_string(), |value| value.to_string())
    }

    /// What the checker says of the answer, in a word or two; nothing where there is no answer.
    pub(crate) fn check_word(&self) -> &'static str {
        match &self.verification {
            Verification::Verified(_) => "verified",
            _ if self.reason().is_some() => "-",
            _ => "not verified",
        }
    }

    /// What people see first: its label and the answer.
    fn headline(&self) -> (&'static str, String) {
        let label = if self.answer.bounds.is_some() { "value" } else { "verdict" };
        let Some(reason) = self.reason() else {
            let how = match &self.verification {
                Verification::Verified(_) => "verified".into(),
                Verification::Failed(why) => format!("not verified: {why}"),
                Verification::None | Verification::Written(_) => "not verified".into(),
            };
            return (label, format!("{} ({how})", self.word()));
        };
        let known = match self.answer.bounds {
            Some(bounds) if bounds.most < Value::Win => ", but not a win",
            Some(bounds) if bounds.least > Value::Loss => ", but not a loss",
            _ => "",
        };
        (label, format!("unknown: {reason}{known}"))
    }

    /// One object on one line.
    pub(crate) fn json(&self) -> String {
        let report = self.report();
        let object = Json {
            position: &self.position,
            question: &self.question,
            verdict: report.verdict.to_string(),
            value: self.answer.value().map(|value| value.to_string()),
            score: self.answer.score,
            reason: self.reason().map(|reason| reason.to_string()),
            line: &report.line,
            line_complete: report.line_complete,
            pn: JsonNumber(report.numbers.pn),
            dn: JsonNumber(report.numbers.dn),
            nodes: report.stats.nodes,
            counted: report.stats.counted,
            counts: self.algorithm.counts(),
            seconds: rounded(report.elapsed),
            cpu_seconds: rounded(self.cpu),
            nodes_per_second: report.nodes_per_second() as u64,
            table_bytes: report.table_bytes,
            table_used: (report.table_used * 1e6).round() / 1e6,
            algorithm: self.algorithm.to_string(),
            version: env!("CARGO_PKG_VERSION"),
            verified: matches!(self.verification, Verification::Verified(_)),
            certificate: self.verification.written().map(|written| JsonCertificate {
                positions: written.positions,
                moves: written.moves,
                bytes: written.bytes,
                writing_seconds: rounded(written.writing),
                checking_seconds: rounded(written.checking),
            }),
            stats: report.stats.into(),
            shortest: self.answer.more.shortest.as_ref(),
            moves: self.answer.more.moves.as_deref(),
        };
        // Numbers, texts and lists only: there is nothing in it that JSON could not say.
        serde_json::to_string(&object).unwrap_or_default() + "\n"
    }

    /// All there is to say about one problem, for people.
    pub(crate) fn long(&self) -> String {
        let report = self.report();
        let mut out = self.for_people.drawing.clone().unwrap_or_default();
        let mut field = |label: &str, lines: &[String]| field(&mut out, label, lines);
        let (label, verdict) = self.headline();
        field(label, &[verdict]);
        if let Some(score) = self.answer.score {
            field("score", &[format!("{score:+}")]);
        }
        if report.verdict.is_decided() {
            let words: Vec<String> = report.line.iter().map(|word| plain(word)).collect();
            let mut lines = wrap(words.iter().map(String::as_str), WIDTH - LABEL);
            let plies = format!("({})", plural(report.line.len(), "ply", "plies"));
            match (report.line.is_empty(), report.line_complete) {
                (true, true) => lines = vec!["(none: the game is over)".into()],
                (true, false) => lines = vec!["(lost: the table no longer has the proof)".into()],
                (_, true) => lines.push(plies),
                (_, false) => lines.push(format!("{plies}, incomplete: the rest of the proof was lost")),
            }
            field("line", &lines);
            let words = self.for_people.line.iter().map(String::as_str);
            if words.len() > 0 {
                // Twice as wide as it has characters, at most.
                field("", &wrap(words, (WIDTH - LABEL) / 2));
            }
        }
        if let Some(lengths) = &self.answer.more.shortest {
            field("shortest", &lengths.words());
        }
        if let Some(moves) = &self.answer.more.moves {
            field("moves", &first_moves(moves));
        }
        let stats = &report.stats;
        field("position", &[cut(&plain(&self.position), WIDTH - LABEL)]);
        field("question", std::slice::from_ref(&self.question));
        field("numbers", &[format!("pn {}, dn {}", number(report.numbers.pn), number(report.numbers.dn))]);
        let counted =
            format!("{} ({} {})", grouped(stats.nodes), grouped(stats.counted), self.algorithm.counts());
        field("nodes", &[counted]);
        let cpu = self.cpu.as_secs_f64();
        field("time", &[format!("{:.3} s (processor {cpu:.3} s)", report.elapsed.as_secs_f64())]);
        field("speed", &[format!("{} nodes/s", short(report.nodes_per_second()))]);
        let used = 100.0 * report.table_used;
        field("table", &[format!("{}, {used:.1} % used", bytes(report.table_bytes))]);
        field("algorithm", &[self.algorithm.to_string()]);
        if let Some(written) = self.verification.written() {
            field("strategy", &written.lines());
        }
        out
    }
}

/// First moves that win or are undecided, a line each, and how many do not win.
fn first_moves(moves: &[First]) -> Vec<String> {
    let mut lines = Vec::new();
    for first in moves.iter().filter(|first| first.verdict != "disproved") {
        let length =
            first.least.map_or(String::new(), |least| format!(", {}", range(least, first.most, None)));
        let line = cut(&plain(&first.line.join(" ")), LINE_WIDTH);
        lines.push(format!("{:6} {}{length}  {line}", first.mv, first.verdict).trim_end().to_string());
    }
    let others = moves.len() - lines.len();
    lines.push(format!("{} disproved", plural(others, "move", "moves")));
    lines
}

impl Written {
    fn lines(&self) -> [String; 1] {
        let (positions, moves) = (grouped(self.positions), grouped(self.moves));
        let checked = match self.checking {
            Duration::ZERO => String::new(),
            time => format!(", checked in {:.3} s", time.as_secs_f64()),
        };
        let written = self.writing.as_secs_f64();
        [format!(
            "{positions} positions, {moves} moves, {}; written in {written:.3} s{checked}",
            bytes(self.bytes)
        )]
    }
}

/// The width of the longest label, "algorithm", and a gap.
pub(crate) const LABEL: usize = 11;

/// Adds a labelled field of one or more lines.
pub(crate) fn field(out: &mut String, label: &str, lines: &[String]) {
    for (i, line) in lines.iter().enumerate() {
        let label = if i == 0 { label } else { "" };
        out.push_str(format!("{label:LABEL$}{line}").trim_end());
        out.push('\n');
    }
}

pub(crate) fn plural(n: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(n as u64), if n == 1 { one } else { many })
}

fn rounded(time: Duration) -> f64 {
    // Microseconds: finer digits are noise.
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// Several problems as a table whose rows are printed as they come.
pub(crate) struct Rows {
    columns: Columns,
    position: usize,
    problems: usize,
    done: usize,
    /// How often each answer was given: wins, draws and losses of those who asked for the value.
    answers: Vec<(&'static str, usize)>,
    nodes: u64,
    time: Duration,
    /// How many answers the checker has passed, if they are checked.
    verified: Option<usize>,
}

/// Characters of a position that the table shows; more would push the numbers off the screen.
pub(crate) const POSITION_WIDTH: usize = 32;
/// Characters of the line of play that the table shows.
const LINE_WIDTH: usize = 24;

impl Rows {
    /// A table for problems whose positions are known, and whether their answers are checked.
    pub(crate) fn new<'a>(positions: impl Iterator<Item = &'a str> + Clone, verify: bool) -> Rows {
        let problems = positions.clone().count();
        let longest = positions.map(|p| p.chars().take(POSITION_WIDTH).count()).max().unwrap_or(0);
        let position = longest.max("position".len());
        let mut columns = vec![
            (problems.to_string().len().max(1), Align::Right),
            (position, Align::Left),
            ("disproved".len(), Align::Left),
            (13, Align::Right),
            (9, Align::Right),
            (7, Align::Right),
            (0, Align::Left),
        ];
        if verify {
            columns.insert(3, ("not verified".len(), Align::Left));
        }
        let (columns, time) = (Columns::new(columns), Duration::ZERO);
        let verified = verify.then_some(0);
        Rows { columns, position, problems, done: 0, answers: Vec::new(), nodes: 0, time, verified }
    }

    /// The head.
    pub(crate) fn head(&self) -> String {
        let mut cells = vec!["#", "position", "verdict", "nodes", "seconds", "nodes/s", "line"];
        if self.verified.is_some() {
            cells.insert(3, "checked");
        }
        self.columns.row(cells)
    }

    /// One problem.
    pub(crate) fn row(&mut self, solved: &Solved) -> String {
        let report = solved.report();
        self.count(&solved.answer);
        self.nodes += report.stats.nodes;
        self.time += report.elapsed;
        let line = match solved.reason() {
            Some(reason) => format!("({reason})"),
            None => {
                let lengths = solved.answer.more.shortest.as_ref();
                let length =
                    lengths.map_or(String::new(), |lengths| format!("{}: ", lengths.words().join("; ")));
                format!("{length}{}", cut(&plain(&report.line.join(" ")), LINE_WIDTH))
            }
        };
        let mut cells = vec![
            self.done.to_string(),
            cut(&plain(&solved.position), self.position),
            solved.word(),
            grouped(report.stats.nodes),
            format!("{:.3}", report.elapsed.as_secs_f64()),
            short(report.nodes_per_second()),
            line,
        ];
        if let Some(count) = &mut self.verified {
            *count += usize::from(matches!(solved.verification, Verification::Verified(_)));
            cells.insert(3, solved.check_word().into());
        }
        self.columns.row(cells)
    }

    fn count(&mut self, answer: &Answer) {
        self.done += 1;
        if self.answers.is_empty() {
            let words: &[_] = if answer.bounds.is_some() {
                &["win", "draw", "loss", "unknown"]
            } else {
                &["proved", "disproved", "unknown"]
            };
            self.answers = words.iter().map(|word| (*word, 0)).collect();
        }
        let word = match (answer.value(), answer.report.verdict) {
            (Some(value), _) => value.to_string(),
            (None, verdict) => verdict.to_string(),
        };
        if let Some((_, count)) = self.answers.iter_mut().find(|(known, _)| *known == word) {
            *count += 1;
        }
    }

    /// The sum of all rows.
    pub(crate) fn total(&self) -> String {
        let speed = self.nodes as f64 / self.time.as_secs_f64().max(1e-9);
        let mut answers: String =
            self.answers.iter().map(|(word, count)| format!(", {count} {word}")).collect();
        if let Some(count) = self.verified {
            answers.push_str(&format!(", {count} verified"));
        }
        let mut out = format!(
            "total: {}{answers}; {} nodes, {:.3} s, {} nodes/s\n",
            plural(self.done, "problem", "problems"),
            grouped(self.nodes),
            self.time.as_secs_f64(),
            short(speed),
        );
        if self.done < self.problems {
            out.push_str(&format!(
                "stopped: {} not started\n",
                plural(self.problems - self.done, "problem", "problems")
            ));
        }
        out
    }
}

/// The object of `--json`; its fields in this order.
#[derive(Serialize)]
struct Json<'a> {
    position: &'a str,
    question: &'a str,
    verdict: String,
    value: Option<String>,
    score: Option<i32>,
    reason: Option<String>,
    line: &'a [String],
    line_complete: bool,
    pn: JsonNumber,
    dn: JsonNumber,
    nodes: u64,
    counted: u64,
    counts: &'a str,
    seconds: f64,
    cpu_seconds: f64,
    nodes_per_second: u64,
    table_bytes: u64,
    table_used: f64,
    algorithm: String,
    version: &'a str,
    verified: bool,
    certificate: Option<JsonCertificate>,
    stats: JsonStats,
    shortest: Option<&'a Lengths>,
    moves: Option<&'a [First]>,
}

#[derive(Serialize)]
struct JsonCertificate {
    positions: u64,
    moves: u64,
    bytes: u64,
    writing_seconds: f64,
    checking_seconds: f64,
}

/// A number, or "inf".
struct JsonNumber(Number);

impl Serialize for JsonNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            INFINITY => serializer.serialize_str("inf"),
            n => serializer.serialize_u32(n),
        }
    }
}

#[derive(Serialize)]
struct JsonStats {
    expansions: u64,
    revisits: u64,
    table_hits: u64,
    collections: u64,
    loops_cut: u64,
    merges_found: u64,
    max_depth: u64,
}

impl From<Stats> for JsonStats {
    fn from(stats: Stats) -> JsonStats {
        // Named one by one: a new counter of the library must be decided on here and in docs/json.md.
        let Stats {
            nodes: _,
            counted: _,
            expansions,
            revisits,
            table_hits,
            collections,
            loops_cut,
            merges_found,
            max_depth,
        } = stats;
        JsonStats { expansions, revisits, table_hits, collections, loops_cut, merges_found, max_depth }
    }
}

#[cfg(test)]
mod tests {
    use phidelta::Numbers;

    use super::*;
    use crate::games::Bounds;

    fn solved(verdict: Verdict, line: &[&str]) -> Solved {
        let numbers = match verdict {
            Verdict::Proved => Numbers::PROVED,
            Verdict::Disproved => Numbers::DISPROVED,
            Verdict::Unknown(_) => Numbers::new(3, 7),
        };
        let stats = Stats { nodes: 1_234_567, counted: 99, ..Stats::default() };
        let report = Report {
            verdict,
            numbers,
            line: line.iter().map(|m| m.to_string()).collect(),
            line_complete: true,
            stats,
            elapsed: Duration::from_millis(500),
            table_bytes: 256 << 20,
            table_used: 0.125,
            stock: 0,
        };
        let algorithm = "df-pn+tca".parse().unwrap();
        let answer = Answer::to_question(report);
        Solved {
            position: "fig".into(),
            question: "win".into(),
            answer,
            for_people: ForPeople::default(),
            cpu: Duration::from_millis(499),
            algorithm,
            verification: Verification::None,
        }
    }

    #[test]
    fn people_see_the_verdict_first() {
        let text = solved(Verdict::Proved, &["B", "E"]).long();
        assert_eq!(
            text,
            "verdict    proved (not verified)\n\
             line       B E\n           (2 plies)\n\
             position   fig\n\
             question   win\n\
             numbers    pn 0, dn inf\n\
             nodes      1,234,567 (99 calls)\n\
             time       0.500 s (processor 0.499 s)\n\
             speed      2.47M nodes/s\n\
             table      256 MiB, 12.5 % used\n\
             algorithm  df-pn+tca\n"
        );
        let text = solved(Verdict::Unknown(Reason::TimeLimit), &[]).long();
        assert!(text.starts_with("verdict    unknown: time limit\nposition"), "{text}");
        assert!(text.contains("pn 3, dn 7"));
    }

    #[test]
    fn a_value_stands_in_place_of_the_verdict() {
        let with = |verdict, least, most| {
            let mut solved = solved(verdict, &["B"]);
            solved.answer.bounds = Some(Bounds { least, most });
            solved
        };
        let mut draw = with(Verdict::Disproved, Value::Draw, Value::Draw);
        assert!(draw.long().starts_with("value      draw (not verified)\nline "), "{}", draw.long());
        assert!(draw.json().contains("\"verdict\":\"disproved\",\"value\":\"draw\",\"score\":null"));
        draw.answer.score = Some(0);
        assert!(draw.long().contains("\nscore      +0\n"));
        let open = with(Verdict::Unknown(Reason::NodeLimit), Value::Loss, Value::Draw);
        assert!(
            open.long().starts_with("value      unknown: node limit, but not a win\n"),
            "{}",
            open.long()
        );
        assert!(open.json().contains("\"verdict\":\"unknown\",\"value\":null"));
        let mut rows = Rows::new(["fig"; 2].into_iter(), false);
        assert!(rows.row(&draw).contains("  draw  "));
        rows.row(&open);
        assert!(rows.total().starts_with("total: 2 problems, 0 win, 1 draw, 0 loss, 1 unknown; "));
    }

    #[test]
    fn long_lines_are_wrapped() {
        let line = vec!["abcdefgh"; 40];
        let text = solved(Verdict::Disproved, &line).long();
        assert!(text.lines().all(|l| l.chars().count() <= WIDTH), "{text}");
        assert_eq!(text.matches("abcdefgh").count(), 40);
    }

    #[test]
    fn json_has_infinity_as_text_and_its_fields_in_order() {
        let text = solved(Verdict::Proved, &["B"]).json();
        assert!(text.ends_with("}\n") && text.lines().count() == 1);
        assert!(text.starts_with(
            "{\"position\":\"fig\",\"question\":\"win\",\"verdict\":\"proved\",\"value\":null,\"score\":null,\"reason\":null,\
             \"line\":[\"B\"],\"line_complete\":true,\"pn\":0,\"dn\":\"inf\",\"nodes\":1234567,\"counted\":99,\
             \"counts\":\"calls\",\"seconds\":0.5,\"cpu_seconds\":0.499,"
        ));
    }

    #[test]
    fn many_problems_line_up_and_are_summed() {
        let all = [solved(Verdict::Proved, &["B"]), solved(Verdict::Unknown(Reason::NodeLimit), &[])];
        let mut rows = Rows::new(["fig", "fig", "fig"].into_iter(), false);
        let mut text = rows.head();
        for one in &all {
            text.push_str(&rows.row(one));
        }
        text.push_str(&rows.total());
        assert_eq!(
            text,
            "#  position  verdict            nodes    seconds  nodes/s  line\n\
             1  fig       proved         1,234,567      0.500    2.47M  B\n\
             2  fig       unknown        1,234,567      0.500    2.47M  (node limit)\n\
             total: 2 problems, 1 proved, 0 disproved, 1 unknown; 2,469,134 nodes, 1.000 s, 2.47M nodes/s\n\
             stopped: 1 problem not started\n"
        );
    }

    #[test]
    fn checked_answers_are_marked() {
        let written =
            Written { positions: 5, moves: 7, bytes: 99, writing: Duration::ZERO, checking: Duration::ZERO };
        let mut all = [
            solved(Verdict::Proved, &["B"]),
            solved(Verdict::Disproved, &["B"]),
            solved(Verdict::Unknown(Reason::NodeLimit), &[]),
        ];
        all[0].verification = Verification::Verified(written);
        all[1].verification = Verification::Failed("refused".into());
        let mut rows = Rows::new(["fig"; 3].into_iter(), true);
        let mut text = rows.head();
        for one in &all {
            text.push_str(&rows.row(one));
        }
        text.push_str(&rows.total());
        assert_eq!(
            text,
            "#  position  verdict    checked               nodes    seconds  nodes/s  line\n\
             1  fig       proved     verified          1,234,567      0.500    2.47M  B\n\
             2  fig       disproved  not verified      1,234,567      0.500    2.47M  B\n\
             3  fig       unknown    -                 1,234,567      0.500    2.47M  (node limit)\n\
             total: 3 problems, 1 proved, 1 disproved, 1 unknown, 1 verified; 3,703,701 nodes, 1.500 s, \
             2.47M nodes/s\n"
        );
    }
}
