//! Mutations of what is claimed: question, answer, side, hands, rules, history.

use super::super::draft::{ANSWER, Draft, GAME, HEADING, POSITION, RULES};
use super::Tools;

/// Another answer, or the answer to another question, with the parts called after it.
pub(super) fn claim(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    const CLAIMS: [(&str, &str); 9] = [
        ("win", "proved"),
        ("win", "disproved"),
        ("draw", "proved"),
        ("draw", "disproved"),
        ("value", "win"),
        ("value", "draw"),
        ("value", "loss"),
        ("score>=2", "proved"),
        ("score", "0"),
    ];
    let (question, answer) = *tools.pick(&CLAIMS)?;
    claimed(draft, tools, question, answer)
}

/// Writes a claim into the heading, and mostly into the parts.
fn claimed(draft: &mut Draft, tools: &mut Tools<'_>, question: &str, answer: &str) -> Option<()> {
    if draft.head(GAME, 0) != "game" || draft.rows.get(ANSWER)?.len() != 3 {
        return None;
    }
    draft.rows[ANSWER][1] = question.into();
    draft.rows[ANSWER][2] = answer.into();
    if tools.one_in(6) {
        return Some(());
    }
    let score = |more: i32| format!("score>={}", answer.parse().unwrap_or(0_i32).saturating_add(more));
    let needed: Vec<(String, &str)> = match (question, answer) {
        ("value", "win") => vec![("win".into(), "proved")],
        ("value", "draw") => vec![("win".into(), "disproved"), ("draw".into(), "proved")],
        ("value", _) => vec![("draw".into(), "disproved")],
        ("score", _) => vec![(score(0), "proved"), (score(2), "disproved")],
        _ => vec![(question.into(), answer)],
    };
    let parts = draft.parts();
    // A part that shows the same, or one with the same verdict, or any.
    let opening = |at: usize| &draft.rows[parts[at].start];
    let like = |question: &str, verdict: &str| {
        let all = 0..parts.len();
        let same = all.clone().find(|&at| opening(at)[1] == question && opening(at)[2] == verdict);
        same.or_else(|| all.clone().find(|&at| opening(at)[2] == verdict)).or_else(|| all.clone().next())
    };
    let mut rows = draft.rows[..HEADING].to_vec();
    for (question, verdict) in needed {
        let part = parts[like(&question, verdict)?].clone();
        let from = rows.len();
        rows.extend_from_slice(&draft.rows[part]);
        rows[from][1] = question;
        rows[from][2] = verdict.into();
    }
    draft.rows = rows;
    Some(())
}

/// Another score.
pub(super) fn score(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    if draft.head(GAME, 1) != "othello" {
        return None;
    }
    let (question, answer) = (draft.head(ANSWER, 1).to_string(), draft.head(ANSWER, 2).to_string());
    let near = |text: &str, tools: &mut Tools<'_>| {
        let score: i32 = text.parse().ok()?;
        Some(score.saturating_add(*tools.pick(&[-4, -2, -1, 1, 2, 4, 66])?))
    };
    if question == "score" {
        let score = near(&answer, tools)?.to_string();
        return claimed(draft, tools, "score", &score);
    }
    let asked = match question.strip_prefix("score>=") {
        Some(score) => near(score, tools)?,
        None => tools.random.i32(-3..5),
    };
    if tools.one_in(4) {
        return claimed(draft, tools, "score", &asked.to_string());
    }
    let verdict = if tools.random.bool() { "proved" } else { "disproved" };
    claimed(draft, tools, &format!("score>={asked}"), verdict)
}

/// Positions that are changed: that of the heading, one of a row, or all.
fn positions(
    draft: &mut Draft,
    tools: &mut Tools<'_>,
    change: impl Fn(&str) -> Option<String>,
) -> Option<()> {
    let mut rows = draft.positions(HEADING..draft.rows.len());
    match tools.random.u8(..4) {
        0 => rows = vec![POSITION],
        1 => rows = vec![*tools.pick(&rows)?],
        _ => rows.push(POSITION),
    }
    let mut changed = None;
    for at in rows {
        let field = draft.rows.get_mut(at)?.get_mut(1)?;
        if let Some(new) = change(field) {
            *field = new;
            changed = Some(());
        }
    }
    changed
}

/// The other side is to move.
pub(super) fn side(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    positions(draft, tools, |text| {
        let mut words: Vec<&str> = text.split([' ', ';']).collect();
        let sign = if text.contains(';') { ";" } else { " " };
        let word = words.iter_mut().find(|word| matches!(**word, "X" | "O" | "b" | "w"))?;
        *word = match *word {
            "X" => "O",
            "O" => "X",
            "b" => "w",
            _ => "b",
        };
        Some(words.join(sign))
    })
}

/// Another hand: a piece more or less, a piece that changes hands, or the same written otherwise.
pub(super) fn hand(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    if draft.head(GAME, 1) != "shogi" {
        return None;
    }
    let piece = *tools.pick(&['R', 'B', 'G', 'S', 'N', 'L', 'P'])?;
    let (black, way) = (tools.random.bool(), tools.random.u8(..8));
    positions(draft, tools, |text| {
        let mut words: Vec<String> = text.split(' ').map(String::from).collect();
        let hands = words.get_mut(2)?;
        let counts = |lower: bool| {
            let mut counts = [0_u32; 7];
            let mut number = String::new();
            for sign in hands.chars() {
                if sign.is_ascii_digit() {
                    number.push(sign);
                } else if let Some(kind) = "RBGSNLP".find(sign.to_ascii_uppercase()) {
                    if sign.is_ascii_lowercase() == lower {
                        counts[kind] = number.parse().unwrap_or(1_u32).min(99);
                    }
                    number.clear();
                }
            }
            counts
        };
        let mut both = [counts(false), counts(true)];
        let kind = "RBGSNLP".find(piece)?;
        let (mine, theirs) = (usize::from(!black), usize::from(black));
        match way {
            0 | 1 => both[mine][kind] += 1,
            2 | 3 => both[mine][kind] = both[mine][kind].checked_sub(1)?,
            4 | 5 => {
                both[mine][kind] = both[mine][kind].checked_sub(1)?;
                both[theirs][kind] += 1;
            }
            _ => {}
        }
        let written = |counts: [u32; 7], lower: bool| {
            let mut out = String::new();
            for (count, sign) in counts.into_iter().zip("RBGSNLP".chars()) {
                if count > 1 || (way == 6 && count > 0) {
                    out += &count.to_string();
                }
                if count > 0 {
                    out.push(if lower { sign.to_ascii_lowercase() } else { sign });
                }
            }
            if out.is_empty() && way != 7 { "-".into() } else { out }
        };
        *hands = written(both[0], false) + &written(both[1], true);
        Some(words.join(" "))
    })
}

/// Another variant of the rules.
pub(super) fn rule(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let game = draft.head(GAME, 1).to_string();
    let rules = draft.head(RULES, 1).to_string();
    let swap = |pairs: &[(&str, &str)], tools: &mut Tools<'_>| {
        let (one, other) = *tools.pick(pairs)?;
        let new = if rules.contains(other) { rules.replace(other, one) } else { rules.replace(one, other) };
        Some(new)
    };
    let new = match game.as_str() {
        "loa" => {
            swap(&[("=draw", "=mover-wins"), ("=pass", "=loss"), ("=third", "=second"), (" ", "  ")], tools)?
        }
        "othello" => swap(&[("8x8", "6x6"), ("x", "X")], tools)?,
        "shogi" => swap(&[("tsume", "mated"), ("tsume", "Tsume")], tools)?,
        "uttt" => "x".into(),
        "connect4" => {
            let mut sizes: Vec<u32> = rules.split(['x', 'k']).map(|size| size.parse().unwrap_or(1)).collect();
            let at = tools.random.usize(..sizes.len());
            sizes[at] =
                if tools.random.bool() { sizes[at].saturating_add(1) } else { sizes[at].saturating_sub(1) };
            let [width, height, row] = sizes.as_slice() else { return None };
            format!("{width}x{height}k{row}")
        }
        _ => graph(&rules, tools)?,
    };
    *draft.rows.get_mut(RULES)?.get_mut(1)? = new;
    Some(())
}

/// A graph with one thing changed: a value, a type, a child, the worth of a repetition, or only its writing.
fn graph(rules: &str, tools: &mut Tools<'_>) -> Option<String> {
    let words = [
        r#""win""#,
        r#""loss""#,
        r#""draw""#,
        r#""OR""#,
        r#""AND""#,
        r#""attacker-fails""#,
        r#""defender-fails""#,
    ];
    if tools.random.bool() {
        let there: Vec<(usize, &str)> = words.iter().flat_map(|word| rules.match_indices(word)).collect();
        let &(at, word) = tools.pick(&there)?;
        let new = *tools.pick(&words)?;
        return Some(format!("{}{new}{}", &rules[..at], &rules[at + word.len()..]));
    }
    // Names: one in the place of another, as a child, a node or the root.
    let quotes: Vec<usize> = rules.match_indices('"').map(|(at, _)| at).collect();
    let texts: Vec<(usize, usize)> =
        quotes.chunks(2).filter_map(|pair| Some((pair[0], *pair.get(1)? + 1))).collect();
    let (&(from, to), &(start, end)) = (tools.pick(&texts)?, tools.pick(&texts)?);
    Some(match tools.random.u8(..8) {
        0 => format!("{} {}", &rules[..from], &rules[from..]),
        1 => format!("{},{}{}", &rules[..to], &rules[start..end], &rules[to..]),
        2 => rules.replacen(',', "", 1),
        3 => format!("{}{}", &rules[..from], &rules[to..]),
        4 => rules.replacen('{', r#"{"note":"","#, 1),
        _ => format!("{}{}{}", &rules[..from], &rules[start..end], &rules[to..]),
    })
}

/// Other moves before the position.
pub(super) fn history(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    if draft.head(GAME, 1) != "loa" {
        return None;
    }
    let text = draft.head(POSITION, 1).to_string();
    let mut words: Vec<String> = text.split(' ').map(String::from).collect();
    let other = tools.other()?;
    let theirs: Vec<String> = other.head(POSITION, 1).split(' ').map(String::from).collect();
    match tools.random.u8(..9) {
        0 if words.len() > 3 => {
            let at = tools.random.usize(3..words.len());
            words.remove(at);
        }
        1 if words.len() > 4 => {
            let (one, two) = (tools.random.usize(3..words.len()), tools.random.usize(3..words.len()));
            words.swap(one, two);
        }
        2 if words.len() > 3 => words.truncate(2),
        3 if words.len() > 3 => {
            let last = words[words.len() - 1].clone();
            words.push(last);
        }
        4 if words.len() > 6 => {
            let last = words[words.len() - 4..].to_vec();
            words.extend(last);
        }
        5 => {
            words.truncate(2);
            words.extend_from_slice(theirs.get(2..)?);
        }
        6 => {
            // A move of the certificate itself: the root is another position then.
            let rows = draft.positions(HEADING..draft.rows.len());
            let name = draft.rows[*tools.pick(&rows)?].get(2)?.clone();
            if words.len() < 3 {
                words.push("moves".into());
            }
            words.push(name);
        }
        7 => words.push("1.".into()),
        _ => words.push("moves".into()),
    }
    *draft.rows.get_mut(POSITION)?.get_mut(1)? = words.join(" ");
    Some(())
}

/// The heading itself: its rows, its fields, and letters that a reader would not see.
pub(super) fn heading(draft: &mut Draft, tools: &mut Tools<'_>) -> Option<()> {
    let at = tools.random.usize(..HEADING);
    let field = tools.random.usize(..draft.rows.get(at)?.len());
    let text = draft.rows[at][field].clone();
    let other = tools.other()?;
    match tools.random.u8(..10) {
        0 => {
            draft.rows.remove(at);
        }
        1 => {
            let with = tools.random.usize(..HEADING);
            draft.rows.swap(at, with);
        }
        2 => draft.rows.insert(at, draft.rows[at].clone()),
        3 => draft.rows[at].push(text),
        4 => draft.rows[at][field] = format!("{text} "),
        5 => draft.rows[at][field] = format!("{text}\r"),
        6 => {
            let hidden = *tools.pick(&["\u{1b}[2K", "\u{202e}", "\u{200b}", "\u{feff}", "\u{85}", "\0"])?;
            draft.rows[at][field] = format!("{text}{hidden}");
        }
        7 => draft.rows[at][field] = text.to_uppercase(),
        8 => draft.rows[at][field] = format!(" {text}"),
        _ => draft.rows[at] = other.rows.get(at)?.clone(),
    }
    Some(())
}
