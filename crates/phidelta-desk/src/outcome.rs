//! The answer to a request, with all that was found on the way.
//!
//! Its JSON is an interface: `docs/json.md` describes it, and a test compares the two field by field.

use std::time::Duration;

use phidelta::{Algorithm, Claim, INFINITY, Number, Reason, Report, Resumed, Stats, Verdict};
use serde::{Serialize, Serializer};

use crate::ask::Answer;
use crate::certificate::Verification;
use crate::format::grouped;
use crate::lengths::{FirstMove, Lengths};
use crate::problem::Problem;

/// The answer to one problem and what it took. As JSON it is the object of docs/json.md.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The game.
    pub game: &'static str,
    /// Its variant, as certificates name it; of a graph its size and a fingerprint.
    pub rules: String,
    /// What was read: the one text for the position.
    pub position: String,
    /// The position as it was given.
    pub given: String,
    /// What was asked.
    pub question: String,
    /// What was found.
    pub answer: Answer,
    /// The position as a picture of several rows.
    pub drawing: Option<String>,
    /// The line in a notation for people, where the game has one.
    pub notation: Vec<String>,
    /// Processor time of the search, where the front end has a clock.
    pub cpu: Option<Duration>,
    /// What a certificate or a leaf list would have to show; `None` if the question is open.
    pub claim: Option<Claim>,
    /// What was used.
    pub algorithm: Algorithm,
    /// What became of its certificate.
    pub verification: Verification,
    /// The certificate, where it was wanted and is kept in memory.
    pub certificate: Option<Vec<u8>>,
    /// What was done before, where the search went on from a checkpoint. The report's figures are those of
    /// all parts.
    pub resumed: Option<Resumed>,
}

impl Outcome {
    pub(crate) fn new(
        problem: &Problem,
        answer: Answer,
        cpu: Option<Duration>,
        algorithm: Algorithm,
        verification: Verification,
    ) -> Outcome {
        let mut answer = answer;
        for first in answer.moves.iter_mut().flatten() {
            let line = [std::slice::from_ref(&first.mv), &first.line].concat();
            first.notation = problem.notation(&line);
        }
        Outcome {
            game: problem.game().name(),
            rules: problem.rules(),
            position: problem.position(),
            given: problem.given().into(),
            question: problem.question(),
            drawing: problem.drawing(),
            notation: problem.notation(&answer.report.line),
            answer,
            cpu,
            claim: None,
            algorithm,
            verification,
            certificate: None,
            resumed: None,
        }
    }

    /// The library's report.
    pub fn report(&self) -> &Report<String> {
        &self.answer.report
    }

    /// Why there is no verdict.
    pub fn reason(&self) -> Option<Reason> {
        match self.report().verdict {
            Verdict::Unknown(reason) => Some(reason),
            Verdict::Proved | Verdict::Disproved => None,
        }
    }

    /// Whether something that was asked for is not decided.
    pub fn is_open(&self) -> bool {
        self.reason().is_some() || self.answer.is_open()
    }

    /// Whether its game has lengths of wins.
    pub(crate) fn has_lengths(&self) -> bool {
        crate::games::find(self.game).is_ok_and(|game| game.has_lengths())
    }

    /// The verdict or the value, whichever was asked for, in a word.
    pub fn word(&self) -> String {
        self.answer.value().map_or_else(|| self.report().verdict.to_string(), |value| value.to_string())
    }

    /// One object in one row, with a line break behind it.
    pub fn json(&self) -> String {
        to_json(self)
    }

    /// The position and the line as KIF, with what was found as comments; `None` if the game has none.
    pub fn kif(&self, problem: &Problem) -> Option<String> {
        let report = self.report();
        let mut verdict = format!("verdict: {}", report.verdict);
        if let Some(reason) = self.reason() {
            verdict.push_str(&format!(" ({reason})"));
        } else if report.verdict.is_proved() && report.line_complete {
            verdict.push_str(&format!(" (mate in {})", report.line.len()));
        } else if !report.line_complete {
            verdict.push_str(" (the line breaks off)");
        }
        let notes = [
            format!("phidelta {VERSION}"),
            verdict,
            format!("nodes: {}", grouped(report.stats.nodes)),
            format!("algorithm: {}", self.algorithm),
        ];
        problem.ask.kif(report, &notes)
    }
}

/// The version that reports name.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A value in one row, with a line break behind it.
pub(crate) fn to_json(value: &impl Serialize) -> String {
    // Numbers, texts and lists only: there is nothing in them that JSON could not say.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// Seconds to the microsecond: finer digits are noise.
pub(crate) fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
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
            cpu_seconds: self.cpu.map(rounded),
            nodes_per_second: report.nodes_per_second() as u64,
            table_bytes: report.table_bytes,
            table_used: (report.table_used * 1e6).round() / 1e6,
            threads: report.threads,
            busy: (report.busy * 1e3).round() / 1e3,
            algorithm: self.algorithm.to_string(),
            version: VERSION,
            verified: self.verification.is_verified(),
            certificate: self.verification.certificate().map(|stats| JsonCertificate {
                positions: stats.positions,
                moves: stats.moves,
                bytes: stats.bytes,
                writing_seconds: stats.writing.map(rounded),
                checking_seconds: rounded(stats.checking.unwrap_or_default()),
            }),
            stats: report.stats.into(),
            shortest: self.answer.shortest.as_ref(),
            moves: self.answer.moves.as_deref(),
            resumed: self.resumed.map(|before| JsonResumed {
                times: before.times,
                nodes: before.nodes,
                seconds: rounded(before.elapsed),
            }),
            game: self.game,
            rules: &self.rules,
            given: &self.given,
        };
        object.serialize(serializer)
    }
}

/// The object; its fields in this order.
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
    cpu_seconds: Option<f64>,
    nodes_per_second: u64,
    table_bytes: u64,
    table_used: f64,
    threads: usize,
    busy: f64,
    algorithm: String,
    version: &'a str,
    verified: bool,
    certificate: Option<JsonCertificate>,
    stats: JsonStats,
    shortest: Option<&'a Lengths>,
    moves: Option<&'a [FirstMove]>,
    resumed: Option<JsonResumed>,
    game: &'a str,
    rules: &'a str,
    given: &'a str,
}

#[derive(Serialize)]
struct JsonCertificate {
    positions: u64,
    moves: u64,
    bytes: u64,
    writing_seconds: Option<f64>,
    checking_seconds: f64,
}

#[derive(Serialize)]
struct JsonResumed {
    times: u64,
    nodes: u64,
    seconds: f64,
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
        let Stats {
            expansions, revisits, table_hits, collections, loops_cut, merges_found, max_depth, ..
        } = stats;
        JsonStats { expansions, revisits, table_hits, collections, loops_cut, merges_found, max_depth }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use phidelta::Numbers;

    use super::*;

    /// An outcome with figures that are easy to tell apart.
    pub(crate) fn outcome(verdict: Verdict, line: &[&str]) -> Outcome {
        let mut report = Report::new(verdict);
        report.line = line.iter().map(|m| m.to_string()).collect();
        if !verdict.is_decided() {
            report.numbers = Numbers::new(3, 7);
        }
        (report.stats.nodes, report.stats.counted) = (1_234_567, 99);
        report.line_complete = true;
        report.elapsed = Duration::from_millis(500);
        (report.table_bytes, report.table_used) = (256 << 20, 0.125);
        Outcome {
            game: "graph",
            rules: "-".into(),
            position: "fig".into(),
            given: "fig".into(),
            question: "win".into(),
            answer: Answer::to_question(report),
            drawing: None,
            notation: Vec::new(),
            cpu: Some(Duration::from_millis(499)),
            claim: None,
            algorithm: "df-pn+tca".parse().unwrap(),
            verification: Verification::None,
            certificate: None,
            resumed: None,
        }
    }

    /// A new counter of the library must be decided on here and in docs/json.md.
    #[test]
    fn json_has_every_counter_of_the_library() {
        let json = outcome(Verdict::Proved, &["B"]).json();
        let counters = format!("{:?}", Stats::default());
        let names: Vec<&str> = counters
            .split(|c: char| !(c.is_alphanumeric() || c == '_'))
            .filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
            .collect();
        assert!(names.len() >= 9, "{counters}");
        for name in names {
            assert!(json.contains(&format!("\"{name}\":")), "{name} in {json}");
        }
    }

    #[test]
    fn json_has_infinity_as_text_and_its_fields_in_order() {
        let text = outcome(Verdict::Proved, &["B"]).json();
        assert!(text.ends_with("}\n") && text.lines().count() == 1);
        assert!(text.starts_with(
            "{\"position\":\"fig\",\"question\":\"win\",\"verdict\":\"proved\",\"value\":null,\"score\":null,\"reason\":null,\
             \"line\":[\"B\"],\"line_complete\":true,\"pn\":0,\"dn\":\"inf\",\"nodes\":1234567,\"counted\":99,\
             \"counts\":\"calls\",\"seconds\":0.5,\"cpu_seconds\":0.499,"
        ));
        assert!(text.ends_with(",\"game\":\"graph\",\"rules\":\"-\",\"given\":\"fig\"}\n"), "{text}");
    }
}
