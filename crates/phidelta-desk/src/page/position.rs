//! A position and its moves.

use crate::problem::{PositionView, Problem};
use crate::text::{LABEL, WIDTH, cut, field, plain, wrap};
use crate::words::Language;

/// A position as people see it.
pub fn position(problem: &Problem, language: Language) -> String {
    let labels = language.labels();
    let PositionView { side, moves, ended } = problem.view();
    let mut out = language.board(&problem.drawing().unwrap_or_default());
    position_fields(&mut out, &problem.position(), problem.given(), language);
    let side = language.mover(problem.game().name(), &problem.question(), &side);
    field(&mut out, labels.to_move, &[side]);
    if let Some(ended) = ended {
        field(&mut out, labels.ended, &[language.end(&ended.how, ended.value)]);
    } else {
        let words: Vec<String> = moves.iter().map(|mv| named(problem, mv, language)).collect();
        // Japanese signs are twice as wide.
        let wide = words.first().is_some_and(|word| !word.is_ascii());
        let mut rows = wrap(words.iter().map(String::as_str), (WIDTH - LABEL) / if wide { 2 } else { 1 });
        rows.push(format!("({})", language.moves(words.len())));
        field(&mut out, labels.moves, &rows);
    }
    out
}

/// A move; who reads Japanese has the game's own notation where there is one.
fn named(problem: &Problem, mv: &str, language: Language) -> String {
    let own = match language {
        Language::Ja => problem.notation(&[mv.to_string()]).into_iter().next(),
        _ => None,
    };
    own.unwrap_or_else(|| plain(mv))
}

/// What was read, and how it was given where that is something else.
pub(super) fn position_fields(out: &mut String, position: &str, given: &str, language: Language) {
    let shown = |text: &str| [cut(&plain(text), WIDTH - LABEL)];
    field(out, language.labels().position, &shown(position));
    if given != position {
        field(out, language.labels().given, &shown(given));
    }
}
