//! All there is to say about one problem.

use phidelta::Value;

use super::LINE_WIDTH;
use super::position::position_fields;
use crate::format::{number, rounded};
use crate::lengths::{FirstMove, Lengths};
use crate::outcome::Outcome;
use crate::text::{Align, Columns, LABEL, WIDTH, cut_words, field, plain, width, wrap};
use crate::words::Language;

/// One problem, with everything.
pub fn solved(outcome: &Outcome, language: Language) -> String {
    let (answer, labels) = (&outcome.answer, language.labels());
    let mut out = language.board(outcome.drawing.as_deref().unwrap_or_default());
    let (label, verdict) = headline(outcome, language);
    field(&mut out, label, &[verdict]);
    if let Some(score) = answer.score {
        field(&mut out, labels.score, &[format!("{score:+}")]);
    }
    line_fields(&mut out, outcome, language);
    if let Some(lengths) = &answer.shortest {
        field(&mut out, labels.shortest, &lengths_rows(lengths, language));
    }
    if let Some(moves) = &answer.moves {
        let rows = if outcome.has_lengths() { first_moves } else { all_moves }(moves, language);
        field(&mut out, labels.moves, &rows);
    }
    position_fields(&mut out, &outcome.position, &outcome.given, language);
    field(&mut out, labels.question, &[language.question(&outcome.question)]);
    figures(&mut out, outcome, language);
    out
}

/// What people see first: its label and the answer.
fn headline(outcome: &Outcome, language: Language) -> (&'static str, String) {
    let (answer, labels) = (&outcome.answer, language.labels());
    let label = if answer.bounds.is_some() { labels.value } else { labels.verdict };
    let Some(reason) = outcome.reason() else {
        let mut how = language.verified(outcome.verification.is_verified()).to_string();
        if let Some(why) = outcome.verification.failure() {
            how = language.says(&how, why);
        }
        return (label, language.with_note(&answer_word(outcome, language), &how));
    };
    let known = match answer.bounds {
        Some(bounds) if bounds.most < Value::Win => language.known(true),
        Some(bounds) if bounds.least > Value::Loss => language.known(false),
        _ => "",
    };
    let unknown = answer_word(outcome, language);
    (label, language.says(&unknown, &format!("{}{known}", language.reason(reason))))
}

/// The verdict or the value in a word.
pub(super) fn answer_word(outcome: &Outcome, language: Language) -> String {
    match outcome.answer.value() {
        Some(value) => language.value(value),
        None => language.verdict(outcome.game, outcome.report().verdict),
    }
}

/// The line of play that shows the answer. Who reads Japanese has no need of another notation beside it.
fn line_fields(out: &mut String, outcome: &Outcome, language: Language) {
    let report = outcome.report();
    if !report.verdict.is_decided() {
        return;
    }
    // Twice as wide as it has characters, at most.
    let notation = || wrap(outcome.notation.iter().map(String::as_str), (WIDTH - LABEL) / 2);
    let has_notation = !outcome.notation.is_empty();
    let instead = has_notation && language == Language::Ja;
    let words: Vec<String> = report.line.iter().map(|word| plain(word)).collect();
    let mut rows = match (words.is_empty(), instead) {
        (true, _) => Vec::new(),
        (false, true) => notation(),
        (false, false) => wrap(words.iter().map(String::as_str), WIDTH - LABEL),
    };
    rows.push(language.line_end(words.len(), report.line_complete));
    field(out, language.labels().line, &rows);
    if has_notation && !instead {
        field(out, "", &notation());
    }
}

/// Lengths, raw and by composition counting.
pub(super) fn lengths_rows(lengths: &Lengths, language: Language) -> Vec<String> {
    let mut rows = vec![language.range(lengths.least, lengths.most, lengths.open)];
    if let Some(least) = lengths.counted_least {
        let counted = language.range(least, lengths.counted_most, lengths.open);
        rows.push(language.by_composition(&counted, lengths.futile));
    }
    rows
}

/// First moves that win or are undecided, a row each, and how many do not win.
fn first_moves(moves: &[FirstMove], language: Language) -> Vec<String> {
    let mut rows = Vec::new();
    for first in moves.iter().filter(|first| first.verdict != "disproved") {
        let length = first.least.map(|least| language.range(least, first.most, None));
        let length = length.map_or(String::new(), |length| format!(", {length}"));
        let verdict = language.first_verdict(&first.verdict);
        let (mv, line) = first.words(language);
        let line = cut_words(line, LINE_WIDTH);
        // In columns, although Japanese signs are twice as wide.
        let gap = " ".repeat(6_usize.saturating_sub(width(mv)));
        rows.push(format!("{mv}{gap} {verdict}{length}  {line}").trim_end().to_string());
    }
    rows.push(language.disproved_moves(moves.len() - rows.len()));
    rows
}

/// Every move with what it is worth, the best first.
fn all_moves(moves: &[FirstMove], language: Language) -> Vec<String> {
    let rank = |first: &FirstMove| match (first.score, first.value, first.verdict.as_str()) {
        (Some(score), ..) => -score,
        (_, Some(Value::Win), _) | (_, None, "proved") => -1,
        (_, Some(Value::Draw), _) => 0,
        (_, Some(Value::Loss), _) | (_, None, "disproved") => 2,
        // What is not decided may be anything.
        _ => 1,
    };
    let mut moves: Vec<&FirstMove> = moves.iter().collect();
    moves.sort_by_key(|first| rank(first));
    let word = |first: &FirstMove| match (first.score, first.value) {
        (Some(score), _) => format!("{score:+}"),
        (_, Some(value)) => language.value(value),
        _ => language.move_verdict(&first.verdict).to_string(),
    };
    let rows: Vec<[String; 3]> = moves
        .iter()
        .map(|first| [plain(&first.mv), word(first), cut_words(&first.line, LINE_WIDTH)])
        .collect();
    let widest = |cell: usize| rows.iter().map(|row| width(&row[cell])).max().unwrap_or(0);
    let columns = Columns::new([(widest(0), Align::Left), (widest(1), Align::Left), (0, Align::Left)]);
    rows.into_iter().map(|row| columns.row(row).trim_end().to_string()).collect()
}

/// Numbers, nodes, times, the algorithm and the certificate.
fn figures(out: &mut String, outcome: &Outcome, language: Language) {
    let (report, labels) = (outcome.report(), language.labels());
    let stats = &report.stats;
    let mut field = |label, text: String| field(out, label, &[text]);
    field(labels.numbers, format!("pn {}, dn {}", number(report.numbers.pn), number(report.numbers.dn)));
    field(labels.nodes, language.counted(stats.nodes, stats.counted, outcome.algorithm.counts()));
    let cpu = outcome.cpu.map(|cpu| cpu.as_secs_f64());
    field(labels.time, language.time(report.elapsed.as_secs_f64(), cpu));
    field(labels.speed, language.speed(&rounded(report.nodes_per_second())));
    field(labels.table, language.table_use(report.table_bytes, 100.0 * report.table_used));
    field(labels.algorithm, outcome.algorithm.to_string());
    if let Some(stats) = outcome.verification.certificate() {
        field(labels.strategy, language.strategy(stats));
    }
}

#[cfg(test)]
mod tests {
    use phidelta::{Reason, Verdict};

    use super::*;
    use crate::ask::Bounds;
    use crate::outcome::tests::outcome;
    use crate::page::Table;

    #[test]
    fn people_see_the_verdict_first() {
        let text = solved(&outcome(Verdict::Proved, &["B", "E"]), Language::En);
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
        let text = solved(&outcome(Verdict::Unknown(Reason::TimeLimit), &[]), Language::En);
        assert!(text.starts_with("verdict    unknown: time limit\nposition"), "{text}");
        assert!(text.contains("pn 3, dn 7"));
    }

    #[test]
    fn the_same_in_japanese() {
        let text = solved(&outcome(Verdict::Proved, &["B", "E"]), Language::Ja);
        assert_eq!(
            text,
            "判定       証明（未検証）\n\
             手順       B E\n           (2手)\n\
             局面       fig\n\
             問い       win（勝ち）\n\
             証明数     pn 0, dn inf\n\
             局面数     1,234,567（99 呼び出し）\n\
             時間       0.500 秒（プロセッサ 0.499 秒）\n\
             速さ       2.47M 局面/秒\n\
             置換表     256 MiB、使用率 12.5 %\n\
             探索法     df-pn+tca\n"
        );
        let text = solved(&outcome(Verdict::Unknown(Reason::TimeLimit), &[]), Language::Ja);
        assert!(text.starts_with("判定       不明：時間切れ\n局面"), "{text}");
    }

    #[test]
    fn a_value_stands_in_place_of_the_verdict() {
        let with = |verdict, least, most| {
            let mut outcome = outcome(verdict, &["B"]);
            outcome.answer.bounds = Some(Bounds { least, most });
            outcome
        };
        let mut draw = with(Verdict::Disproved, Value::Draw, Value::Draw);
        let long = solved(&draw, Language::En);
        assert!(long.starts_with("value      draw (not verified)\nline "), "{long}");
        assert!(draw.json().contains("\"verdict\":\"disproved\",\"value\":\"draw\",\"score\":null"));
        draw.answer.score = Some(0);
        assert!(solved(&draw, Language::En).contains("\nscore      +0\n"));
        let open = with(Verdict::Unknown(Reason::NodeLimit), Value::Loss, Value::Draw);
        let long = solved(&open, Language::En);
        assert!(long.starts_with("value      unknown: node limit, but not a win\n"), "{long}");
        assert!(open.json().contains("\"verdict\":\"unknown\",\"value\":null"));
        let mut rows = Table::new(["fig"; 2].into_iter(), false, Language::En);
        assert!(rows.row(&draw).contains("  draw  "));
        rows.row(&open);
        assert!(rows.total().starts_with("total: 2 problems, 0 win, 1 draw, 0 loss, 1 unknown; "));
    }

    #[test]
    fn moves_stand_best_first_in_columns() {
        let first = |mv: &str, value: Option<Value>| FirstMove {
            mv: mv.into(),
            verdict: if value.is_some() { "disproved" } else { "unknown" }.into(),
            value,
            score: None,
            least: None,
            most: None,
            line: vec!["x".into()],
            notation: Vec::new(),
        };
        let mut outcome = outcome(Verdict::Disproved, &["B"]);
        outcome.answer.moves =
            Some(vec![first("a", Some(Value::Loss)), first("bb", None), first("c", Some(Value::Draw))]);
        let text = solved(&outcome, Language::En);
        let rows = "moves      c   draw     x\n           bb  unknown  x\n           a   loss     x\n";
        assert!(text.contains(rows), "{text}");
        let text = solved(&outcome, Language::Ja);
        let rows = "指し手     c   引き分け  x\n           bb  不明      x\n           a   負け      x\n";
        assert!(text.contains(rows), "{text}");
    }

    #[test]
    fn long_lines_are_wrapped_and_moves_never_broken() {
        let line = vec!["abcdefgh"; 40];
        for language in [Language::En, Language::Ja] {
            let text = solved(&outcome(Verdict::Disproved, &line), language);
            assert!(text.lines().all(|row| crate::text::width(row) <= WIDTH), "{text}");
            assert_eq!(text.matches("abcdefgh").count(), 40);
        }
    }

    #[test]
    fn what_was_given_is_said_where_it_is_something_else() {
        let mut outcome = outcome(Verdict::Proved, &["B"]);
        outcome.given = "figure 1".into();
        let text = solved(&outcome, Language::En);
        assert!(text.contains("\nposition   fig\ngiven      figure 1\n"), "{text}");
    }
}
