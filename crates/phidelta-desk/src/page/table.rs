//! Several problems as a table whose rows are printed as they come.

use std::time::Duration;

use super::solved::{answer_word, lengths_rows};
use super::{LINE_WIDTH, POSITION_WIDTH};
use crate::format::{grouped, rounded};
use crate::outcome::Outcome;
use crate::text::{Align, Columns, cut, cut_words, plain, width};
use crate::words::Language;

/// The table.
#[derive(Debug)]
pub struct Table {
    language: Language,
    columns: Columns,
    position: usize,
    problems: usize,
    done: usize,
    /// How often each answer was given: wins, draws and losses of those who asked for the value.
    answers: Vec<(String, usize)>,
    nodes: u64,
    time: Duration,
    /// How many answers the checker has passed, if they are checked.
    verified: Option<usize>,
}

impl Table {
    /// A table for problems whose positions, as given, are known, and whether their answers are checked.
    pub fn new<'a>(given: impl Iterator<Item = &'a str> + Clone, verify: bool, language: Language) -> Table {
        let problems = given.clone().count();
        let longest = given.map(|text| text.chars().take(POSITION_WIDTH).count()).max().unwrap_or(0);
        let position = longest.max(width(language.labels().position));
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
        Table {
            language,
            columns: Columns::new(columns),
            position,
            problems,
            done: 0,
            answers: Vec::new(),
            nodes: 0,
            time: Duration::ZERO,
            verified: verify.then_some(0),
        }
    }

    /// The head.
    pub fn head(&self) -> String {
        let labels = self.language.labels();
        let mut cells = vec![
            "#",
            labels.position,
            labels.verdict,
            labels.nodes,
            labels.seconds,
            labels.nodes_per_second,
            labels.line,
        ];
        if self.verified.is_some() {
            cells.insert(3, labels.checked);
        }
        self.columns.row(cells)
    }

    /// One problem.
    pub fn row(&mut self, outcome: &Outcome) -> String {
        let (report, language) = (outcome.report(), self.language);
        self.count(outcome);
        self.nodes += report.stats.nodes;
        self.time += report.elapsed;
        let line = match outcome.reason() {
            Some(reason) => format!("({})", language.reason(reason)),
            None => {
                let lengths = outcome.answer.shortest.as_ref();
                let length = lengths.map_or(String::new(), |lengths| {
                    format!("{}: ", lengths_rows(lengths, language).join("; "))
                });
                let own = language == Language::Ja && !outcome.notation.is_empty();
                let line = if own { &outcome.notation } else { &report.line };
                format!("{length}{}", cut_words(line, LINE_WIDTH))
            }
        };
        let mut cells = vec![
            self.done.to_string(),
            cut(&plain(&outcome.given), self.position),
            answer_word(outcome, language),
            grouped(report.stats.nodes),
            format!("{:.3}", report.elapsed.as_secs_f64()),
            rounded(report.nodes_per_second()),
            line,
        ];
        if let Some(count) = &mut self.verified {
            *count += usize::from(outcome.verification.is_verified());
            cells.insert(3, check_word(outcome, language).into());
        }
        self.columns.row(cells)
    }

    fn count(&mut self, outcome: &Outcome) {
        self.done += 1;
        if self.answers.is_empty() {
            self.answers = self.language.answers(outcome.game, outcome.answer.bounds.is_some());
        }
        let word = answer_word(outcome, self.language);
        if let Some((_, count)) = self.answers.iter_mut().find(|(known, _)| *known == word) {
            *count += 1;
        }
    }

    /// The sum of all rows.
    pub fn total(&self) -> String {
        let seconds = self.time.as_secs_f64();
        let speed = rounded(self.nodes as f64 / seconds.max(1e-9));
        let mut answers = self.answers.clone();
        answers.extend(self.verified.map(|count| (self.language.verified(true).to_string(), count)));
        let mut out = self.language.total(self.done, &answers, (self.nodes, seconds, &speed));
        if self.done < self.problems {
            out.push_str(&self.language.not_started(self.problems - self.done));
        }
        out
    }
}

/// What the checker says of an answer, in a word or two; nothing where there is no answer.
pub fn check_word(outcome: &Outcome, language: Language) -> &'static str {
    let verified = outcome.verification.is_verified();
    if outcome.reason().is_some() && !verified { "-" } else { language.verified(verified) }
}

#[cfg(test)]
mod tests {
    use phidelta::{Reason, Verdict};

    use super::*;
    use crate::certificate::{CertificateStats, Verification};
    use crate::outcome::tests::outcome;

    #[test]
    fn many_problems_line_up_and_are_summed() {
        let all = [outcome(Verdict::Proved, &["B"]), outcome(Verdict::Unknown(Reason::NodeLimit), &[])];
        let of = |language| {
            let mut table = Table::new(["fig", "fig", "fig"].into_iter(), false, language);
            let mut text = table.head();
            for one in &all {
                text.push_str(&table.row(one));
            }
            text + &table.total()
        };
        assert_eq!(
            of(Language::En),
            "#  position  verdict            nodes    seconds  nodes/s  line\n\
             1  fig       proved         1,234,567      0.500    2.47M  B\n\
             2  fig       unknown        1,234,567      0.500    2.47M  (node limit)\n\
             total: 2 problems, 1 proved, 0 disproved, 1 unknown; 2,469,134 nodes, 1.000 s, 2.47M nodes/s\n\
             stopped: 1 problem not started\n"
        );
        assert_eq!(
            of(Language::Ja),
            "#  局面  判定              局面数         秒  局面/秒  手順\n\
             1  fig   証明           1,234,567      0.500    2.47M  B\n\
             2  fig   不明           1,234,567      0.500    2.47M  (局面数の上限)\n\
             計：2題、証明 1、反証 0、不明 1、2,469,134局面、1.000 秒、2.47M局面/秒\n\
             中断：1題は未着手\n"
        );
    }

    #[test]
    fn checked_answers_are_marked() {
        let stats = CertificateStats { positions: 5, moves: 7, bytes: 99, writing: None, checking: None };
        let mut all = [
            outcome(Verdict::Proved, &["B"]),
            outcome(Verdict::Disproved, &["B"]),
            outcome(Verdict::Unknown(Reason::NodeLimit), &[]),
        ];
        all[0].verification = Verification::Verified(stats);
        all[1].verification = Verification::Refused("refused".into());
        let mut table = Table::new(["fig"; 3].into_iter(), true, Language::En);
        let mut text = table.head();
        for one in &all {
            text.push_str(&table.row(one));
        }
        text.push_str(&table.total());
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
