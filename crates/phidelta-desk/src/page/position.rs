//! A position and its moves.

use crate::problem::{PositionView, Problem};
use crate::text::{LABEL, WIDTH, cut, field, plain, wrap};
use crate::words::Language;

/// A position as people see it.
pub fn position(problem: &Problem, language: Language) -> String {
    let labels = language.labels();
    let PositionView { side, moves, ended } = problem.view();
    let mut out = problem.drawing().unwrap_or_default();
    position_fields(&mut out, &problem.position(), problem.given(), language);
    field(&mut out, labels.to_move, &[side]);
    if let Some(ended) = ended {
        field(&mut out, labels.ended, &[language.end(&ended.how, ended.value)]);
    } else {
        let words: Vec<String> = moves.iter().map(|mv| plain(mv)).collect();
        let mut rows = wrap(words.iter().map(String::as_str), WIDTH - LABEL);
        rows.push(format!("({})", language.moves(words.len())));
        field(&mut out, labels.moves, &rows);
    }
    out
}

/// What was read, and how it was given where that is something else.
pub(super) fn position_fields(out: &mut String, position: &str, given: &str, language: Language) {
    let shown = |text: &str| [cut(&plain(text), WIDTH - LABEL)];
    field(out, language.labels().position, &shown(position));
    if given != position {
        field(out, language.labels().given, &shown(given));
    }
}
