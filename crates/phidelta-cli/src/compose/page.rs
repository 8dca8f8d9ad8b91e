//! What was found, for people: a page on the terminal, and a KIF with faults as variations.

use phidelta_games::shogi::compose::{Fault, FaultKind};
use phidelta_games::shogi::{KifuEnd, KifuNode, KifuTree, Move, Position};

use super::{Finished, Language};
use crate::size::grouped;
use crate::text::{WIDTH, wrap};

/// Columns before the text of a fault.
const INDENT: usize = 11;

/// The page.
pub(super) fn text(finished: &Finished, language: Language) -> String {
    let checked = &finished.checked;
    let mut out = finished.game.position().drawn();
    let mut field = |en, ja, lines: &[String]| field(&mut out, language.pick(en, ja), lines);
    field("verdict", "判定", &[language.verdict(checked.soundness())]);
    if !checked.solution.is_empty() {
        let plies = language.plies(checked.solution.len());
        let whose = if finished.given {
            language.pick("as given", "作意")
        } else {
            language.pick("the solver's main line", "解答手順")
        };
        let mut lines = vec![format!("{plies} ({whose}, --futile {})", finished.futile.word())];
        lines.extend(line(finished.game.position(), &checked.solution, language));
        if !checked.tail.is_empty() {
            let end = finished.at(checked.solution.len());
            lines.push(language.pick("then, not counted:", "以下無駄合：").into());
            lines.extend(line(&end, &checked.tail, language));
        }
        field("solution", "手順", &lines);
    }
    for fault in &checked.faults {
        let mut lines = vec![language.fault(fault)];
        // The solution stands above.
        if !matches!(fault.kind, FaultKind::LeftOver | FaultKind::UselessPiece) {
            lines.extend(line(&finished.at(fault.ply), &fault.line, language));
        }
        field("fault", "欠陥", &lines);
    }
    let open: Vec<String> = checked.undecided.iter().map(|open| language.undecided(open)).collect();
    if !open.is_empty() {
        field("undecided", "未判定", &open);
    }
    field("position", "局面", &[finished.game.position().to_string()]);
    field("nodes", "局面数", &[grouped(checked.stats.nodes)]);
    field("time", "時間", &[format!("{:.3} s", checked.elapsed.as_secs_f64())]);
    out
}

/// Adds a labelled field; a Japanese character takes two columns.
fn field(out: &mut String, label: &str, lines: &[String]) {
    let width: usize = label.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    for (i, line) in lines.iter().enumerate() {
        let (label, width) = if i == 0 { (label, width) } else { ("", 0) };
        let gap = " ".repeat(INDENT.saturating_sub(width));
        out.push_str(format!("{label}{gap}{line}").trim_end());
        out.push('\n');
    }
}

/// A line, in USI for English readers and in Japanese notation.
fn line(start: &Position, line: &[Move], language: Language) -> Vec<String> {
    let mut lines = Vec::new();
    if language == Language::En {
        let words: Vec<String> = line.iter().map(Move::to_string).collect();
        lines.extend(wrap(words.iter().map(String::as_str), WIDTH - INDENT));
    }
    let words = start.japanese_line(line);
    lines.extend(wrap(words.iter().map(String::as_str), (WIDTH - INDENT) / 2));
    lines
}

/// A KIF with the solution as main line and each fault as a variation.
pub(super) fn kif(finished: &Finished, language: Language) -> String {
    let checked = &finished.checked;
    let mut comments = vec![
        format!("phidelta {}", env!("CARGO_PKG_VERSION")),
        format!("{}: {}", language.pick("verdict", "判定"), language.verdict(checked.soundness())),
    ];
    comments.extend(checked.faults.iter().map(|fault| language.fault(fault)));
    let open = checked.undecided.iter();
    comments.extend(
        open.map(|open| format!("{}: {}", language.pick("undecided", "未判定"), language.undecided(open))),
    );
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
    finished.game.position().kif_tree(&tree, end, &comments)
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
