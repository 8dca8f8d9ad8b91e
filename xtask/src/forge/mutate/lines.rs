//! Mutations of lines, of their numbers, and of what refers to them.

use super::super::draft::{Draft, HEADING, is_position, plain};
use super::Tools;

/// A line of a part, now and then of the heading.
fn any_line(draft: &Draft, tools: &mut Tools<'_>) -> Option<usize> {
    let first = if tools.one_in(10) { 0 } else { HEADING };
    (draft.lines.len() > first).then(|| tools.random.usize(first..draft.lines.len()))
}

/// A line with a position.
fn a_position(draft: &Draft, tools: &mut Tools<'_>) -> Option<usize> {
    let positions = draft.positions(0..draft.lines.len());
    tools.pick(&positions).copied()
}

/// Two lines change places.
pub(super) fn swap(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let (one, other) = (any_line(draft, tools)?, any_line(draft, tools)?);
    draft.lines.swap(one, other);
    // Numbers in order again: what is referred to is another line now.
    if tools.random.bool() && is_position(&draft.lines[one]) && is_position(&draft.lines[other]) {
        let (a, b) = (draft.lines[one][0].clone(), draft.lines[other][0].clone());
        (draft.lines[one][0], draft.lines[other][0]) = (b, a);
    }
    Some(())
}

/// A line is missing, or all behind one.
pub(super) fn drop(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let at = any_line(draft, tools)?;
    if tools.one_in(8) {
        draft.lines.truncate(at.max(1));
    } else {
        draft.lines.remove(at);
        renumbered(draft, tools);
    }
    Some(())
}

/// Half of the time: lines are counted from 1 again, and references follow as far as they can.
fn renumbered(draft: &mut Draft, tools: &mut Tools<'_>) {
    if tools.random.bool() {
        return;
    }
    for part in draft.parts() {
        let lines = draft.positions(part.clone());
        let old: Vec<String> = lines.iter().map(|&at| draft.lines[at][0].clone()).collect();
        for (at, field) in draft.targets(part) {
            let target = &draft.lines[at][field];
            let sign = &target[..target.len() - plain(target).len()];
            let index = old.iter().position(|id| id == plain(target)).filter(|_| sign != ":");
            if let Some(index) = index {
                draft.lines[at][field] = format!("{sign}{}", index + 1);
            }
        }
        for (index, &at) in lines.iter().enumerate() {
            draft.lines[at][0] = (index + 1).to_string();
        }
    }
}

/// A line stands twice, with its number or with the next one.
pub(super) fn duplicate(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let (from, to) = (any_line(draft, tools)?, any_line(draft, tools)?);
    draft.lines.insert(to, draft.lines[from].clone());
    renumbered(draft, tools);
    Some(())
}

/// A reference leads elsewhere.
pub(super) fn redirect(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let parts = draft.parts();
    let part = tools.pick(&parts)?.clone();
    let lines = draft.positions(part.clone());
    let line = *tools.pick(&lines)?;
    let id = draft.lines[line][0].clone();
    let targets = draft.targets(part);
    let references: Vec<_> = targets
        .iter()
        .filter(|&&(at, field)| !matches!(draft.lines[at][field].as_str(), "." | "!"))
        .copied()
        .collect();
    let among = if tools.one_in(4) { &targets } else { &references };
    let &(at, field) = tools.pick(among)?;
    draft.lines[at][field] = if tools.one_in(6) { format!("~{id}") } else { id };
    Some(())
}

/// Lines, a part or all parts of another certificate, or its heading.
pub(super) fn splice(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let other = tools.other()?;
    match tools.random.u8(..5) {
        0 => {
            let upto = tools.random.usize(2..=HEADING);
            draft.lines[1..upto].clone_from_slice(other.lines.get(1..upto)?);
        }
        1 => {
            draft.lines.truncate(HEADING);
            draft.lines.extend_from_slice(other.lines.get(HEADING..)?);
        }
        2 => {
            let (mine, theirs) = (draft.parts(), other.parts());
            let (mine, theirs) = (tools.pick(&mine)?.clone(), tools.pick(&theirs)?.clone());
            draft.lines.splice(mine, other.lines[theirs].iter().cloned());
        }
        _ => {
            let from = a_position(&other, tools)?;
            let to = a_position(draft, tools)?;
            let id = draft.lines[to][0].clone();
            draft.lines[to].clone_from(&other.lines[from]);
            draft.lines[to][0] = id;
        }
    }
    Some(())
}

/// Numbers are forgotten that were not, or not forgotten, or elsewhere.
pub(super) fn forget(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let there: Vec<usize> = (0..draft.lines.len()).filter(|&at| draft.lines[at][0] == "forget").collect();
    if !there.is_empty() && tools.random.bool() {
        let at = *tools.pick(&there)?;
        let line = draft.lines.remove(at);
        if tools.random.bool() {
            let to = tools.random.usize(HEADING..=draft.lines.len());
            draft.lines.insert(to, line);
        }
        return Some(());
    }
    let lines = draft.positions(0..draft.lines.len());
    let at = *tools.pick(&lines)?;
    let mut line = vec!["forget".to_string()];
    for _ in 0..tools.random.usize(..3) {
        line.push(draft.lines[*tools.pick(&lines)?][0].clone());
    }
    draft.lines.insert(at + 1, line);
    Some(())
}

/// A number is another one, or written otherwise.
pub(super) fn number(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let at = any_line(draft, tools)?;
    let numbers: Vec<usize> = (0..draft.lines[at].len())
        .filter(|&field| plain(&draft.lines[at][field]).parse::<u64>().is_ok())
        .collect();
    let field = *tools.pick(&numbers)?;
    let text = draft.lines[at][field].clone();
    let value: u64 = plain(&text).parse().ok()?;
    let sign = &text[..text.len() - plain(&text).len()];
    let most = draft.lines.len() as u64 + 2;
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
    draft.lines[at][field] = format!("{sign}{changed}");
    Some(())
}

/// A line is told in the place of a reference to it, or a position told within a line is missing its moves.
pub(super) fn fold(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let parts = draft.parts();
    let part = tools.pick(&parts)?.clone();
    let targets = draft.targets(part.clone());
    let &(at, field) = tools.pick(&targets)?;
    let target = draft.lines[at][field].clone();
    let line = draft.positions(part).into_iter().find(|&line| draft.lines[line][0] == plain(&target));
    match (line, draft.lines[at][0] == "end") {
        (Some(line), false) if !target.starts_with(':') => {
            let moves = draft.lines[line][2..].to_vec();
            draft.lines[at][field] = format!(":{}", moves.len() / 2);
            draft.lines[at].splice(field + 1..field + 1, moves);
            // The counts of positions around it are those of before: wrong, unless there are none.
            grow_counts(&mut draft.lines[at], field);
        }
        _ if target.starts_with(':') => {
            let count: usize = plain(&target).parse().ok()?;
            let end = count.saturating_mul(2).saturating_add(field + 1).min(draft.lines[at].len());
            draft.lines[at].drain(field + 1..end);
            draft.lines[at][field] = ".".into();
        }
        _ => return None,
    }
    Some(())
}

/// Counts of positions around a new one grow by its moves.
fn grow_counts(line: &mut [String], inner: usize) {
    let added: usize = plain(&line[inner]).parse().unwrap_or(0);
    for field in (3..inner).step_by(2) {
        let Some(count) = line[field].strip_prefix(':').and_then(|count| count.parse::<usize>().ok()) else {
            continue;
        };
        if count.saturating_mul(2).saturating_add(field) >= inner {
            line[field] = format!(":{}", count.saturating_add(added));
        }
    }
}

/// Moves change their names or targets, are missing, or are there twice.
pub(super) fn moves(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let at = a_position(draft, tools)?;
    let count = (draft.lines[at].len() - 2) / 2;
    if count == 0 {
        return None;
    }
    let pair = |tools: &mut Tools<'_>| 2 + 2 * tools.random.usize(..count);
    let (one, other) = (pair(tools), pair(tools));
    let line = &mut draft.lines[at];
    match tools.random.u8(..6) {
        0 => line.swap(one, other),
        1 => line.swap(one + 1, other + 1),
        2 => {
            line.swap(one, other);
            line.swap(one + 1, other + 1);
        }
        3 => {
            line.drain(one..one + 2);
        }
        4 => {
            let twice = [line[one].clone(), line[one + 1].clone()];
            line.splice(other..other, twice);
        }
        _ => {
            let from = a_position(draft, tools)?;
            let name = draft.lines[from].get(2)?.clone();
            draft.lines[at][one] = name;
        }
    }
    Some(())
}

/// A line has the position of another one, or a sign of it is another one.
pub(super) fn position(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let at = a_position(draft, tools)?;
    if tools.random.bool() {
        let from = a_position(draft, tools)?;
        draft.lines[at][1] = draft.lines[from][1].clone();
        return Some(());
    }
    let old = draft.lines[at][1].clone();
    let mut signs: Vec<char> = old.chars().collect();
    let place = tools.random.usize(..signs.len().max(1));
    let sign = *tools.pick(&signs)?;
    signs[place] = sign;
    let new: String = signs.into_iter().collect();
    // Here alone, or wherever it stands.
    if tools.random.bool() {
        draft.lines[at][1] = new;
    } else {
        draft
            .lines
            .iter_mut()
            .filter(|line| line.len() > 1 && line[1] == old)
            .for_each(|line| line[1].clone_from(&new));
    }
    Some(())
}
