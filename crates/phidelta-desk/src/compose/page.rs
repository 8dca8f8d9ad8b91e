//! What was found, for people: a page on the terminal, and a KIF with faults as variations.

use phidelta::Verdict;
use phidelta_games::shogi::compose::{Fault, FaultKind};
use phidelta_games::shogi::{KifuEnd, KifuNode, KifuTree, Move, Position, Square};

use super::CheckedProblem;
use crate::format::grouped;
use crate::lengths::move_texts;
use crate::outcome::VERSION;
use crate::text::{Align, Columns, LABEL, WIDTH, cut_words, field, plain, wrap};
use crate::words::Language;

/// The page.
pub(super) fn text(found: &CheckedProblem, language: Language) -> String {
    let checked = &found.checked;
    let mut out = found.game.position().drawn_problem(found.game.attacker());
    let labels = language.labels();
    let mut field = |label, rows: &[String]| field(&mut out, label, rows);
    for (label, text) in [(labels.title, &found.title), (labels.author, &found.author)] {
        text.iter().for_each(|text| field(label, &[plain(text)]));
    }
    field(labels.verdict, &[language.soundness(checked.soundness())]);
    if !checked.solution.is_empty() {
        let mut lines = vec![language.solution_head(checked.solution.len(), found.given, found.counting())];
        lines.extend(line(found.game.position(), &checked.solution, language));
        if !checked.tail.is_empty() {
            let end = found.at(checked.solution.len());
            lines.push(language.not_counted().into());
            lines.extend(line(&end, &checked.tail, language));
        }
        field(labels.solution, &lines);
    }
    for fault in &checked.faults {
        let mut lines = vec![language.fault(fault), language.meaning(fault.kind).into()];
        // The solution stands above.
        if !matches!(fault.kind, FaultKind::LeftOver | FaultKind::UselessPiece) {
            lines.extend(line(&found.at(fault.ply), &fault.line, language));
        }
        field(labels.fault, &lines);
    }
    let variations = variations(found, language);
    if !variations.is_empty() {
        field(labels.variations, &variations);
    }
    let tries = tries(found, language);
    if !tries.is_empty() {
        field(labels.tries, &tries);
    }
    let open: Vec<String> = open(found, language).collect();
    if !open.is_empty() {
        field(labels.undecided, &open);
    }
    field(labels.position, &[found.game.position().to_string()]);
    field(labels.nodes, &[grouped(checked.stats.nodes)]);
    field(labels.time, &[language.time(checked.elapsed.as_secs_f64(), None)]);
    out
}

/// What was not decided.
pub(super) fn open(found: &CheckedProblem, language: Language) -> impl Iterator<Item = String> {
    found.checked.undecided.iter().map(move |open| language.undecided(open, &found.at(open.ply)))
}

/// A move as the language writes it.
fn move_text(here: &Position, mv: Move, last: Option<Square>, language: Language) -> String {
    match language {
        Language::En => format!("{mv} {}", here.japanese(mv, last)),
        Language::Ja => here.japanese(mv, last),
    }
}

/// The first moves of a line that a row of a table has room for.
fn beginning(here: &Position, line: &[Move], room: usize) -> String {
    cut_words(&here.japanese_line(line), room)
}

/// Columns of the move of a table: `5c4d+ ▲５四銀左上不成` in English.
const MOVE_COLUMNS: usize = 24;
/// Columns of what becomes of it.
const RESULT_COLUMNS: usize = 18;
/// Characters of the line behind it; they are two columns wide.
const LINE_ROOM: usize = (WIDTH - LABEL - MOVE_COLUMNS - RESULT_COLUMNS - 8) / 2;

/// The table of other defences: move, answer, plies in all, how it goes on.
fn variations(found: &CheckedProblem, language: Language) -> Vec<String> {
    let studied = &found.studied;
    if studied.variations.is_empty() {
        return Vec::new();
    }
    let columns = table_columns();
    let rows = studied.variations.iter().map(|told| {
        let here = found.at(told.ply);
        let plies = told.length.map(|length| told.ply + length as usize);
        let last = found.before(told.ply).last().map(|mv| mv.to());
        columns.row([
            (told.ply + 1).to_string(),
            move_text(&here, told.mv, last, language),
            language.lasts(told.verdict, plies),
            beginning(&here, &told.line, LINE_ROOM),
        ])
    });
    let mut out = vec![language.variations_head().to_string()];
    out.extend(rows.map(|row| row.trim_end().to_string()));
    if studied.left_out > 0 {
        out.push(language.left_out(studied.left_out));
    }
    out
}

/// The table of tries: move, check, what refutes it.
fn tries(found: &CheckedProblem, language: Language) -> Vec<String> {
    if found.studied.tries.is_empty() {
        return Vec::new();
    }
    let columns = table_columns();
    let rows = found.studied.tries.iter().map(|told| {
        let here = found.at(told.ply);
        let last = found.before(told.ply).last().map(|mv| mv.to());
        let behind = if told.line.len() > 1 { beginning_behind(&here, &told.line) } else { String::new() };
        columns.row([
            (told.ply + 1).to_string(),
            move_text(&here, told.mv, last, language),
            language.tried(told.verdict).to_string(),
            behind,
        ])
    });
    let mut out = vec![language.tries_head().to_string()];
    out.extend(rows.map(|row| row.trim_end().to_string()));
    out
}

/// The same of what follows the first move of a line.
fn beginning_behind(here: &Position, line: &[Move]) -> String {
    cut_words(&here.japanese_line(line)[1..], LINE_ROOM)
}

fn table_columns() -> Columns {
    Columns::new([
        (4, Align::Right),
        (MOVE_COLUMNS, Align::Left),
        (RESULT_COLUMNS, Align::Left),
        (2 * LINE_ROOM, Align::Left),
    ])
}

/// The table of several problems.
pub(super) fn table(found: &[CheckedProblem], language: Language) -> String {
    let columns = Columns::new([
        (4, Align::Right),
        (34, Align::Left),
        (5, Align::Right),
        (6, Align::Right),
        (40, Align::Left),
    ]);
    let mut out = columns.row(language.table_heads());
    for (number, found) in (1..).zip(found) {
        let checked = &found.checked;
        let plies = if checked.solution.is_empty() { "-".into() } else { checked.solution.len().to_string() };
        let title = plain(found.title.as_deref().unwrap_or_default());
        out.push_str(&columns.row([
            number.to_string(),
            language.soundness(checked.soundness()),
            plies,
            checked.faults.len().to_string(),
            title,
        ]));
    }
    out
}

/// A line, in USI for English readers and in Japanese notation.
fn line(start: &Position, line: &[Move], language: Language) -> Vec<String> {
    let mut lines = Vec::new();
    if language == Language::En {
        let words = move_texts(line, 0);
        lines.extend(wrap(words.iter().map(String::as_str), WIDTH - LABEL));
    }
    let words = start.japanese_line(line);
    lines.extend(wrap(words.iter().map(String::as_str), (WIDTH - LABEL) / 2));
    lines
}

/// A KIF with the solution as main line and each fault as a variation.
pub(super) fn kif(found: &CheckedProblem, language: Language) -> String {
    let checked = &found.checked;
    let mut comments = vec![
        format!("phidelta {VERSION}"),
        format!("{}: {}", language.labels().verdict, language.soundness(checked.soundness())),
    ];
    comments.extend(checked.faults.iter().map(|fault| language.fault(fault)));
    comments.extend(open(found, language).map(|open| format!("{}: {open}", language.labels().undecided)));
    let main = [&checked.solution[..], &checked.tail].concat();
    let end = if main.is_empty() { KifuEnd::Open } else { KifuEnd::Mate };
    let mut tree = KifuTree::default();
    let trunk = chain(&mut tree, &main, end, Vec::new());
    if let Some(&first) = trunk.first() {
        tree.first.push(first);
    }
    let shown = |fault: &&Fault| !matches!(fault.kind, FaultKind::LeftOver | FaultKind::UselessPiece);
    let faults = checked.faults.iter().filter(shown);
    let mut branches: Vec<Branch<'_>> = faults
        .map(|fault| Branch {
            ply: fault.ply,
            line: &fault.line,
            end: end_of(fault),
            comment: language.fault(fault),
        })
        .collect();
    let studied = &found.studied;
    branches.extend(studied.variations.iter().map(|told| {
        let plies = told.length.map(|length| told.ply + length as usize);
        let comment = format!("{}: {}", language.labels().variations, language.lasts(told.verdict, plies));
        Branch { ply: told.ply, line: &told.line, end: ended(told.verdict, told.line_complete), comment }
    }));
    branches.extend(studied.tries.iter().map(|told| {
        let comment = format!("{}: {}", language.labels().tries, language.tried(told.verdict));
        Branch { ply: told.ply, line: &told.line, end: ended(told.verdict, told.line_complete), comment }
    }));
    for branch in branches {
        add_branch(&mut tree, &trunk, branch);
    }
    let texts = [("作品名", &found.title), ("作者", &found.author)];
    let headers: Vec<(&str, &str)> =
        texts.into_iter().filter_map(|(key, text)| Some((key, text.as_deref()?))).collect();
    found.game.position().kif_tree_with(&headers, &tree, end, &comments)
}

/// Play that branches off the solution.
struct Branch<'a> {
    ply: usize,
    line: &'a [Move],
    end: KifuEnd,
    comment: String,
}

/// Adds a branch, unless another one has begun with the same move: shogi programs show a move once.
fn add_branch(tree: &mut KifuTree, trunk: &[usize], branch: Branch<'_>) {
    let Some(&first) = branch.line.first() else { return };
    let siblings = match branch.ply.checked_sub(1) {
        None => &tree.first,
        Some(before) => match trunk.get(before) {
            Some(&node) => &tree.nodes[node].next,
            None => return,
        },
    };
    if let Some(&same) = siblings.iter().find(|&&node| tree.nodes[node].mv == first) {
        tree.nodes[same].comments.push(branch.comment);
        return;
    }
    let added = chain(tree, branch.line, branch.end, vec![branch.comment])[0];
    match branch.ply.checked_sub(1) {
        None => tree.first.push(added),
        Some(before) => tree.nodes[trunk[before]].next.push(added),
    }
}

/// How a line of a verdict ends.
fn ended(verdict: Verdict, complete: bool) -> KifuEnd {
    match verdict {
        Verdict::Disproved => KifuEnd::NoMate,
        Verdict::Proved if complete => KifuEnd::Mate,
        _ => KifuEnd::Open,
    }
}

/// Adds moves that follow each other, with comments behind the first; their indices.
fn chain(tree: &mut KifuTree, line: &[Move], end: KifuEnd, mut comments: Vec<String>) -> Vec<usize> {
    let start = tree.nodes.len();
    for (index, &mv) in line.iter().enumerate() {
        let mut node = KifuNode::new(mv, end);
        node.comments = std::mem::take(&mut comments);
        if index + 1 < line.len() {
            node.next.push(start + index + 1);
        }
        tree.nodes.push(node);
    }
    (start..tree.nodes.len()).collect()
}

fn end_of(fault: &Fault) -> KifuEnd {
    match (fault.kind, fault.line_complete) {
        (FaultKind::NoMate, _) => KifuEnd::NoMate,
        (_, true) => KifuEnd::Mate,
        (_, false) => KifuEnd::Open,
    }
}
