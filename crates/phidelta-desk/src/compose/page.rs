//! What was found, for people: a page on the terminal, and a KIF with faults as variations.

use phidelta_games::shogi::compose::{Fault, FaultKind};
use phidelta_games::shogi::{KifuEnd, KifuNode, KifuTree, Move, Position};

use super::CheckedProblem;
use crate::format::grouped;
use crate::lengths::move_texts;
use crate::outcome::VERSION;
use crate::text::{LABEL, WIDTH, field, wrap};
use crate::words::Language;

/// The page.
pub(super) fn text(found: &CheckedProblem, language: Language) -> String {
    let checked = &found.checked;
    let mut out = found.game.position().drawn();
    let labels = language.labels();
    let mut field = |label, rows: &[String]| field(&mut out, label, rows);
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
        let mut lines = vec![language.fault(fault)];
        // The solution stands above.
        if !matches!(fault.kind, FaultKind::LeftOver | FaultKind::UselessPiece) {
            lines.extend(line(&found.at(fault.ply), &fault.line, language));
        }
        field(labels.fault, &lines);
    }
    let open: Vec<String> = checked.undecided.iter().map(|open| language.undecided(open)).collect();
    if !open.is_empty() {
        field(labels.undecided, &open);
    }
    field(labels.position, &[found.game.position().to_string()]);
    field(labels.nodes, &[grouped(checked.stats.nodes)]);
    field(labels.time, &[format!("{:.3} s", checked.elapsed.as_secs_f64())]);
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
    let open = checked.undecided.iter();
    comments
        .extend(open.map(|open| format!("{}: {}", language.labels().undecided, language.undecided(open))));
    let main = [&checked.solution[..], &checked.tail].concat();
    let end = if main.is_empty() { KifuEnd::Open } else { KifuEnd::Mate };
    let mut tree = KifuTree::default();
    let trunk = chain(&mut tree, &main, end, Vec::new());
    if let Some(&first) = trunk.first() {
        tree.first.push(first);
    }
    let shown = |fault: &&Fault| !matches!(fault.kind, FaultKind::LeftOver | FaultKind::UselessPiece);
    for fault in checked.faults.iter().filter(shown) {
        let branch = chain(&mut tree, &fault.line, end_of(fault), vec![language.fault(fault)]);
        let Some(&first) = branch.first() else { continue };
        match fault.ply.checked_sub(1) {
            None => tree.first.push(first),
            Some(before) => {
                if let Some(&node) = trunk.get(before) {
                    tree.nodes[node].next.push(first);
                }
            }
        }
    }
    found.game.position().kif_tree(&tree, end, &comments)
}

/// Adds moves that follow each other, with comments behind the first; their indices.
fn chain(tree: &mut KifuTree, line: &[Move], end: KifuEnd, mut comments: Vec<String>) -> Vec<usize> {
    let start = tree.nodes.len();
    for (index, &mv) in line.iter().enumerate() {
        let next = if index + 1 < line.len() { vec![start + index + 1] } else { Vec::new() };
        tree.nodes.push(KifuNode { mv, comments: std::mem::take(&mut comments), next, end });
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
