//! Mutations of single fields and letters.

use super::super::draft::{Draft, plain};
use super::Tools;

/// What a move leads to has another sign.
pub(super) fn sign(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let targets = draft.targets(0..draft.rows.len());
    let &(at, field) = tools.pick(&targets)?;
    let number = plain(&draft.rows[at][field]).to_string();
    let number = if number.parse::<u64>().is_ok() { number } else { tools.random.u8(..5).to_string() };
    draft.rows[at][field] = match tools.random.u8(..5) {
        0 => ".".into(),
        1 => "!".into(),
        2 => format!("~{number}"),
        3 => format!(":{number}"),
        _ => number,
    };
    Some(())
}

/// A count is wrong: of a position told in a row, or at the end of a part.
pub(super) fn count(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let mut counts: Vec<(usize, usize)> = draft.targets(0..draft.rows.len());
    counts.retain(|&(at, field)| draft.rows[at][field].starts_with(':'));
    for at in 0..draft.rows.len() {
        if draft.rows[at][0] == "end" {
            counts.extend((2..draft.rows[at].len()).map(|field| (at, field)));
        }
    }
    let &(at, field) = tools.pick(&counts)?;
    let text = draft.rows[at][field].clone();
    let value: u64 = plain(&text).parse().ok()?;
    let changed = match tools.random.u8(..4) {
        0 => value.saturating_add(1),
        1 => value.saturating_sub(1),
        2 => value.saturating_add(2),
        _ => 0,
    };
    draft.rows[at][field] = format!("{}{changed}", if text.starts_with(':') { ":" } else { "" });
    Some(())
}

/// A ranked part is called closed, or the other way round; or it answers the opposite.
pub(super) fn ranked(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let parts = draft.parts();
    let at = tools.pick(&parts)?.start;
    let (field, words) =
        if tools.one_in(4) { (2, ["proved", "disproved"]) } else { (3, ["ranked", "closed"]) };
    let word = draft.rows[at].get_mut(field)?;
    *word = words[usize::from(word == words[0])].into();
    Some(())
}

/// One letter anywhere: another one, one more, one less.
pub(super) fn letter(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let at = tools.random.usize(..draft.rows.len());
    let field = tools.random.usize(..draft.rows[at].len());
    let mut letters: Vec<char> = draft.rows[at][field].chars().collect();
    let from = tools.random.usize(..draft.rows.len());
    let all: Vec<char> = draft.rows[from].concat().chars().chain(" \u{202e}\u{7f}é+-".chars()).collect();
    let new = *tools.pick(&all)?;
    let place = tools.random.usize(..=letters.len());
    match tools.random.u8(..3) {
        0 => letters.insert(place, new),
        1 if place < letters.len() => {
            letters.remove(place);
        }
        _ => *letters.get_mut(place)? = new,
    }
    draft.rows[at][field] = letters.into_iter().collect();
    Some(())
}
