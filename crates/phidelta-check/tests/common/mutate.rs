//! Corruptions of certificates. Counts at the ends of parts are put right again, so that only what is said
//! about positions can be the reason of a refusal.

/// A number without its sign.
fn plain(field: &str) -> &str {
    field.strip_prefix(['~', ':']).unwrap_or(field)
}

/// The text with something changed; `None` if nothing came of it.
pub fn mutated(text: &str, random: &mut fastrand::Rng) -> Option<String> {
    let mut lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split('\t').map(String::from).collect()).collect();
    // Mostly within the parts.
    let first = if random.u8(..8) == 0 { 0 } else { 5 };
    let at = random.usize(first..lines.len());
    let other = random.usize(first..lines.len());
    let field = random.usize(..lines[at].len());
    match random.u8(..12) {
        0 => {
            lines.remove(at);
        }
        1 => lines.insert(other, lines[at].clone()),
        2 => lines.swap(at, other),
        3 => lines.truncate(at),
        // A field from elsewhere, of the same kind more often than not.
        4 | 5 => {
            let from = &lines[other];
            let taken = from.get(field).or(from.last())?.clone();
            lines[at][field] = taken;
        }
        // A reference that follows from what it referred to, or no longer does.
        6 if random.bool() => {
            let text = &mut lines[at][field];
            *text = match text.strip_prefix(['~', ':']) {
                Some(id) => id.to_string(),
                None if text.parse::<u64>().is_ok() && random.bool() => format!(":{text}"),
                None if text.parse::<u64>().is_ok() => format!("~{text}"),
                None => return None,
            };
        }
        // Two fields of a line, or a pair of them, exchanged or gone.
        6 => {
            let with = random.usize(..lines[at].len());
            lines[at].swap(field, with);
        }
        7 => {
            let end = (field + 2).min(lines[at].len());
            lines[at].drain(field..end);
        }
        // A reference, or any other number.
        8 | 9 => {
            let numbers: Vec<usize> =
                (0..lines[at].len()).filter(|&i| plain(&lines[at][i]).parse::<u64>().is_ok()).collect();
            let field = *random.choice(&numbers)?;
            let number: u64 = plain(&lines[at][field]).parse().ok()?;
            let changed = match random.u8(..5) {
                0 => number + 1,
                1 => number.saturating_sub(1),
                2 => u64::MAX,
                _ => random.u64(..lines.len() as u64),
            };
            let sign = lines[at][field].len() - plain(&lines[at][field]).len();
            lines[at][field] = format!("{}{changed}", &lines[at][field][..sign]);
        }
        10 => {
            lines[at][field] = (*random.choice(&[
                ".", "!", "~1", "~2", ":0", ":1", ":2", ":3", "forget", "0", "win", "draw", "proved",
                "closed", "ranked",
            ])?)
            .into()
        }
        // One sign of a field: another sign of the text.
        _ => {
            let mut signs: Vec<char> = lines[at][field].chars().collect();
            let sign = random.choice(text.as_bytes()).map(|&byte| char::from(byte))?;
            let place = random.usize(..=signs.len());
            match random.u8(..3) {
                0 => signs.insert(place, sign),
                1 if place < signs.len() => {
                    signs.remove(place);
                }
                _ => *signs.get_mut(place)? = sign,
            }
            lines[at][field] = signs.into_iter().collect();
        }
    }
    let (mut positions, mut moves) = (0, 0);
    for line in &mut lines {
        match (line.first().map_or("", String::as_str), line.len()) {
            ("part", _) => (positions, moves) = (0, 0),
            ("end", 4) if random.u8(..20) > 0 => {
                (line[2], line[3]) = (positions.to_string(), moves.to_string());
            }
            ("forget", _) => {}
            (_, length) => {
                positions += 1 + line.iter().skip(3).step_by(2).filter(|to| to.starts_with(':')).count();
                moves += (length.max(2) - 2) / 2;
            }
        }
    }
    let joined: String = lines.iter().map(|line| line.join("\t") + "\n").collect();
    (joined != text).then_some(joined)
}
