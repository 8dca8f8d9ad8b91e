//! What the checker says of a certificate.

use phidelta_check::Checked;

use crate::text::{cut, field, plain};
use crate::words::Language;

/// Characters of rules that are shown: those of a graph are the graph.
const RULES_WIDTH: usize = 80;

/// A certificate that has been passed. In English these are the checker's own words.
pub fn checked(checked: &Checked, language: Language) -> String {
    if language == Language::En {
        return checked.to_string();
    }
    let (mut out, labels) = (String::new(), language.labels());
    let mut field = |label, text: String| field(&mut out, label, &[text]);
    field(labels.valid, language.claim(&checked.game, &plain(&checked.answer)));
    field(labels.game, plain(&checked.game));
    field(labels.rules, cut(&plain(&checked.rules), RULES_WIDTH));
    field(labels.position, plain(&checked.position));
    field(
        labels.checked,
        language.checked(checked.parts as usize, checked.positions, checked.moves, checked.depth),
    );
    out
}
