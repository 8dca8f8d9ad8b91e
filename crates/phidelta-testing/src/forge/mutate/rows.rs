//! Mutations of rows, of their numbers, and of what refers to them.

use super::super::draft::{Draft, HEADING, is_position, plain};
use super::Tools;

/// A row of a part, now and then of the heading.
fn any_line(draft: &Draft, tools: &mut Tools<'_>) -> Option<usize> {
    let first = if tools.one_in(10) { 0 } else { HEADING };
    (draft.rows.len() > first).then(|| tools.random.usize(first..draft.rows.len()))
}

/// A row with a position.
fn a_position(draft: &Draft, tools: &mut Tools<'_>) -> Option<usize> {
    let positions = draft.positions(0..draft.rows.len());
    tools.pick(&positions).copied()
}

/// Two rows change places.
pub(super) fn swap(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let (one, other) = (any_line(draft, tools)?, any_line(draft, tools)?);
    draft.rows.swap(one, other);
    // Numbers in order again: what is referred to is another row now.
    if tools.random.bool() && is_position(&draft.rows[one]) && is_position(&draft.rows[other]) {
        let (a, b) = (draft.rows[one][0].clone(), draft.rows[other][0].clone());
        (draft.rows[one][0], draft.rows[other][0]) = (b, a);
    }
    Some(())
}

/// A row is missing, or all behind one.
pub(super) fn drop(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let at = any_line(draft, tools)?;
    if tools.one_in(8) {
        draft.rows.truncate(at.max(1));
    } else {
        draft.rows.remove(at);
        renumbered(draft, tools);
    }
    Some(())
}

/// Half of the time: rows are counted from 1 again, and references follow as far as they can.
fn renumbered(draft: &mut Draft, tools: &mut Tools<'_>) {
    if tools.random.bool() {
        return;
    }
    for part in draft.parts() {
        let rows = draft.positions(part.clone());
        let old: Vec<String> = rows.iter().map(|&at| draft.rows[at][0].clone()).collect();
        for (at, field) in draft.targets(part) {
            let target = &draft.rows[at][field];
            let sign = &target[..target.len() - plain(target).len()];
            let index = old.iter().position(|id| id == plain(target)).filter(|_| sign != ":");
            if let Some(index) = index {
                draft.rows[at][field] = format!("{sign}{}", index + 1);
            }
        }
        for (index, &at) in rows.iter().enumerate() {
            draft.rows[at][0] = (index + 1).to_string();
        }
    }
}

/// A row stands twice, with its number or with the next one.
pub(super) fn duplicate(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let (from, to) = (any_line(draft, tools)?, any_line(draft, tools)?);
    draft.rows.insert(to, draft.rows[from].clone());
    renumbered(draft, tools);
    Some(())
}

/// A reference leads elsewhere.
pub(super) fn redirect(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let parts = draft.parts();
    let part = tools.pick(&parts)?.clone();
    let rows = draft.positions(part.clone());
    let row = *tools.pick(&rows)?;
    let id = draft.rows[row][0].clone();
    let targets = draft.targets(part);
    let references: Vec<_> = targets
        .iter()
        .filter(|&&(at, field)| !matches!(draft.rows[at][field].as_str(), "." | "!"))
        .copied()
        .collect();
    let among = if tools.one_in(4) { &targets } else { &references };
    let &(at, field) = tools.pick(among)?;
    draft.rows[at][field] = if tools.one_in(6) { format!("~{id}") } else { id };
    Some(())
}

/// Rows, a part or all parts of another certificate, or its heading.
pub(super) fn splice(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let other = tools.other()?;
    match tools.random.u8(..5) {
        0 => {
            let upto = tools.random.usize(2..=HEADING);
            draft.rows[1..upto].clone_from_slice(other.rows.get(1..upto)?);
        }
        1 => {
            draft.rows.truncate(HEADING);
            draft.rows.extend_from_slice(other.rows.get(HEADING..)?);
        }
        2 => {
            let (mine, theirs) = (draft.parts(), other.parts());
            let (mine, theirs) = (tools.pick(&mine)?.clone(), tools.pick(&theirs)?.clone());
            draft.rows.splice(mine, other.rows[theirs].iter().cloned());
        }
        _ => {
            let from = a_position(&other, tools)?;
            let to = a_position(draft, tools)?;
            let id = draft.rows[to][0].clone();
            draft.rows[to].clone_from(&other.rows[from]);
            draft.rows[to][0] = id;
        }
    }
    Some(())
}

/// Numbers are forgotten that were not, or not forgotten, or elsewhere.
pub(super) fn forget(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let there: Vec<usize> = (0..draft.rows.len()).filter(|&at| draft.rows[at][0] == "forget").collect();
    if !there.is_empty() && tools.random.bool() {
        let at = *tools.pick(&there)?;
        let row = draft.rows.remove(at);
        if tools.random.bool() {
            let to = tools.random.usize(HEADING..=draft.rows.len());
            draft.rows.insert(to, row);
        }
        return Some(());
    }
    let rows = draft.positions(0..draft.rows.len());
    let at = *tools.pick(&rows)?;
    let mut row = vec!["forget".to_string()];
    for _ in 0..tools.random.usize(..3) {
        row.push(draft.rows[*tools.pick(&rows)?][0].clone());
    }
    draft.rows.insert(at + 1, row);
    Some(())
}

/// A number is another one, or written otherwise.
pub(super) fn number(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let at = any_line(draft, tools)?;
    let numbers: Vec<usize> = (0..draft.rows[at].len())
        .filter(|&field| plain(&draft.rows[at][field]).parse::<u64>().is_ok())
        .collect();
    let field = *tools.pick(&numbers)?;
    let text = draft.rows[at][field].clone();
    let value: u64 = plain(&text).parse().ok()?;
    let sign = &text[..text.len() - plain(&text).len()];
    let most = draft.rows.len() as u64 + 2;
    let changed = match tools.random.u8(..10) {
        0 => u64::MAX.to_string(),
        1 => (1_u64 << 32).to_string(),
        2 => format!("0{value}"),
        3 => format!("+{value}"),
        4 => format!("{value} "),
        5 | 6 => value.saturating_add(1).to_string(),
        7 => value.saturating_sub(1).to_string(),
        _ => tools.random.u64(..most).to_string(),
    };
    draft.rows[at][field] = format!("{sign}{changed}");
    Some(())
}

/// A row is told in the place of a reference to it, or a position told within a row is missing its moves.
pub(super) fn fold(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let parts = draft.parts();
    let part = tools.pick(&parts)?.clone();
    let targets = draft.targets(part.clone());
    let &(at, field) = tools.pick(&targets)?;
    let target = draft.rows[at][field].clone();
    let row = draft.positions(part).into_iter().find(|&row| draft.rows[row][0] == plain(&target));
    match (row, draft.rows[at][0] == "end") {
        (Some(row), false) if !target.starts_with(':') => {
            let moves = draft.rows[row][2..].to_vec();
            draft.rows[at][field] = format!(":{}", moves.len() / 2);
            draft.rows[at].splice(field + 1..field + 1, moves);
            // The counts of positions around it are those of before: wrong, unless there are none.
            grow_counts(&mut draft.rows[at], field);
        }
        _ if target.starts_with(':') => {
            let count: usize = plain(&target).parse().ok()?;
            let end = count.saturating_mul(2).saturating_add(field + 1).min(draft.rows[at].len());
            draft.rows[at].drain(field + 1..end);
            draft.rows[at][field] = ".".into();
        }
        _ => return None,
    }
    Some(())
}

/// Counts of positions around a new one grow by its moves.
fn grow_counts(row: &mut [String], inner: usize) {
    let added: usize = plain(&row[inner]).parse().unwrap_or(0);
    for field in (3..inner).step_by(2) {
        let Some(count) = row[field].strip_prefix(':').and_then(|count| count.parse::<usize>().ok()) else {
            continue;
        };
        if count.saturating_mul(2).saturating_add(field) >= inner {
            row[field] = format!(":{}", count.saturating_add(added));
        }
    }
}

/// Moves change their names or targets, are missing, or are there twice.
pub(super) fn moves(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let at = a_position(draft, tools)?;
    let count = (draft.rows[at].len() - 2) / 2;
    if count == 0 {
        return None;
    }
    let pair = |tools: &mut Tools<'_>| 2 + 2 * tools.random.usize(..count);
    let (one, other) = (pair(tools), pair(tools));
    let row = &mut draft.rows[at];
    match tools.random.u8(..6) {
        0 => row.swap(one, other),
        1 => row.swap(one + 1, other + 1),
        2 => {
            row.swap(one, other);
            row.swap(one + 1, other + 1);
        }
        3 => {
            row.drain(one..one + 2);
        }
        4 => {
            let twice = [row[one].clone(), row[one + 1].clone()];
            row.splice(other..other, twice);
        }
        _ => {
            let from = a_position(draft, tools)?;
            let name = draft.rows[from].get(2)?.clone();
            draft.rows[at][one] = name;
        }
    }
    Some(())
}

/// A row has the position of another one, or a sign of it is another one.
pub(super) fn position(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let at = a_position(draft, tools)?;
    if tools.random.bool() {
        let from = a_position(draft, tools)?;
        draft.rows[at][1] = draft.rows[from][1].clone();
        return Some(());
    }
    let old = draft.rows[at][1].clone();
    let mut signs: Vec<char> = old.chars().collect();
    let place = tools.random.usize(..signs.len().max(1));
    let sign = *tools.pick(&signs)?;
    signs[place] = sign;
    let new: String = signs.into_iter().collect();
    // Here alone, or wherever it stands.
    if tools.random.bool() {
        draft.rows[at][1] = new;
    } else {
        draft
            .rows
            .iter_mut()
            .filter(|row| row.len() > 1 && row[1] == old)
            .for_each(|row| row[1].clone_from(&new));
    }
    Some(())
}
