//! Certificates built by the checker's own rules: a true one with a line for each position, and lies.
//!
//! A lie is the strategy of the side that has *not* won. Where it does not hold (the game ends for the other
//! side, or no end is in sight) something is said that a checker must not take: that the game has ended
//! well, that the rules settle it, that another line tells it. Nothing else is wrong, so that a checker that
//! believes it accepts a false claim.

use std::collections::HashMap;

use phidelta_check::{Goal, Rules, connect4, graph, loa, othello, shogi, uttt};

use phidelta_testing::forge::draft::{ANSWER, Draft, GAME, HEADING, POSITION, RULES, is_position, plain};

/// Calls a function with the rules of a draft's game.
macro_rules! by_game {
    ($game:expr, $function:ident($($argument:expr),*)) => {
        match $game {
            "connect4" => $function::<connect4::ConnectFour>($($argument),*),
            "graph" => $function::<graph::Graph>($($argument),*),
            "loa" => $function::<loa::Loa>($($argument),*),
            "othello" => $function::<othello::Othello>($($argument),*),
            "shogi" => $function::<shogi::Tsume>($($argument),*),
            _ => $function::<uttt::Uttt>($($argument),*),
        }
    };
}

/// The same certificate with a line for each position.
pub(super) fn unfolded(draft: &Draft) -> Option<Draft> {
    by_game!(draft.head(GAME, 1), unfold(draft))
}

/// A lie about the position of a draft.
pub(super) fn lie(draft: &Draft, random: &mut fastrand::Rng) -> Option<Draft> {
    by_game!(draft.head(GAME, 1), forged(draft, random))
}

fn unfold<G: Rules>(draft: &Draft) -> Option<Draft> {
    let (rules, _) = G::new(draft.head(RULES, 1), draft.head(POSITION, 1)).ok()?;
    let mut lines = draft.rows[..HEADING].to_vec();
    for part in draft.parts() {
        lines.push(draft.rows[part.start].clone());
        let mut told = Vec::new();
        for line in draft.rows[part.clone()].iter().filter(|line| is_position(line)) {
            let position = rules.read(&line[1]).ok()?;
            let name = format!("#{}", line[0]);
            tell(&rules, &position, &line[2..], name, &mut told)?;
        }
        let end = draft.rows[part.end - 1].clone();
        let root = if plain(&end[1]).parse::<u64>().is_ok() { marked(&end[1]) } else { end[1].clone() };
        told.push(vec!["end".into(), root, "0".into(), "0".into()]);
        lines.extend(numbered(told));
    }
    let mut out = Draft { rows: lines };
    out.count();
    Some(out)
}

/// A reference by a name that is no number yet.
fn marked(target: &str) -> String {
    match target.strip_prefix('~') {
        Some(id) => format!("~#{id}"),
        None => format!("#{target}"),
    }
}

/// Writes a position and those told within it as lines with names.
fn tell<G: Rules>(
    rules: &G,
    position: &G::Position,
    mut pairs: &[String],
    name: String,
    told: &mut Vec<Vec<String>>,
) -> Option<()> {
    let mut line = vec![name, rules.text(position)];
    while let [mv, target, rest @ ..] = pairs {
        let inner: usize = target.strip_prefix(':').map_or(Some(0), |count| count.parse().ok())?;
        let (inner, rest) = rest.split_at_checked(2 * inner)?;
        let sign = match target.as_bytes().first()? {
            b'.' | b'!' => target.clone(),
            b':' => {
                let name = format!("#in{}", told.len());
                tell(rules, &rules.play(position, mv)?, inner, name.clone(), told)?;
                // The name of the last line told is that of this position.
                told.last()?[0].clone()
            }
            _ => marked(target),
        };
        line.extend([mv.clone(), sign]);
        pairs = rest;
    }
    // Names must differ: the place of the line is its name if it had none.
    if line[0].starts_with("#in") {
        line[0] = format!("#in{}", told.len());
    }
    told.push(line);
    Some(())
}

/// Names become numbers, in the order of the lines.
fn numbered(mut lines: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let mut numbers = HashMap::new();
    for (at, line) in lines.iter_mut().filter(|line| line[0].starts_with('#')).enumerate() {
        let number = (at + 1).to_string();
        numbers.insert(std::mem::replace(&mut line[0], number.clone()), number);
    }
    for field in lines.iter_mut().flat_map(|line| line.iter_mut().skip(1)) {
        let (sign, name) = match field.strip_prefix('~') {
            Some(name) => ("~", name),
            None => ("", field.as_str()),
        };
        if let Some(number) = numbers.get(name) {
            *field = format!("{sign}{number}");
        }
    }
    lines
}

/// What is said where the strategy does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    /// The game has ended well.
    Ends,
    /// The rules settle it.
    Settled,
    /// A line before tells it.
    Before,
    /// A line behind tells it, each time another one.
    Behind,
    /// A copy of a line tells it, under a number of its own.
    Copy,
    /// It follows from a line before.
    Follows,
    /// Nothing: the move is not there.
    Missing,
    /// A line that is not there.
    Nowhere,
    /// The root.
    Root,
    /// A position with no moves, told in place.
    Empty,
}

const STYLES: [Style; 12] = [
    Style::Ends,
    Style::Settled,
    Style::Before,
    Style::Behind,
    Style::Behind,
    Style::Behind,
    Style::Copy,
    Style::Follows,
    Style::Missing,
    Style::Nowhere,
    Style::Root,
    Style::Empty,
];

/// Positions of a lie: it should be short, since each of them may give it away.
const POSITIONS: usize = 30;

struct Liar<'a, G: Rules> {
    rules: &'a G,
    goal: Goal,
    reached: bool,
    style: Style,
    random: &'a mut fastrand::Rng,
    names: HashMap<Vec<u8>, String>,
    lines: Vec<Vec<String>>,
    lies: usize,
}

/// A claim that is false if the one of the draft is true: question, verdict, goal.
fn denied(draft: &Draft, random: &mut fastrand::Rng) -> Option<(String, bool, Goal)> {
    let score = |least: i32, proved: bool| (format!("score>={least}"), proved, Goal::Score(least));
    let (win, draw) =
        (|proved| ("win".to_string(), proved, Goal::Win), |proved| ("draw".to_string(), proved, Goal::Draw));
    let first = random.bool();
    Some(match (draft.head(ANSWER, 1), draft.head(ANSWER, 2)) {
        ("value", "win") => {
            if first {
                win(false)
            } else {
                draw(false)
            }
        }
        ("value", "draw") => {
            if first {
                win(true)
            } else {
                draw(false)
            }
        }
        ("value", _) => {
            if first {
                win(true)
            } else {
                draw(true)
            }
        }
        ("score", number) => {
            let number: i32 = number.parse().ok()?;
            if first { score(number, false) } else { score(number + 2, true) }
        }
        ("win", verdict) => win(verdict != "proved"),
        ("draw", verdict) => draw(verdict != "proved"),
        (question, verdict) => score(question.strip_prefix("score>=")?.parse().ok()?, verdict != "proved"),
    })
}

fn forged<G: Rules>(draft: &Draft, random: &mut fastrand::Rng) -> Option<Draft> {
    let (rules, root) = G::new(draft.head(RULES, 1), draft.head(POSITION, 1)).ok()?;
    let (question, reached, goal) = denied(draft, random)?;
    let style = STYLES[random.usize(..STYLES.len())];
    let mut liar = Liar {
        rules: &rules,
        goal,
        reached,
        style,
        random,
        names: HashMap::new(),
        lines: Vec::new(),
        lies: 0,
    };
    let end = liar.tell(&root)?;
    let mut told = liar.settled_lies();
    told.push(vec!["end".into(), end, "0".into(), "0".into()]);
    let helps = rules.repetition(goal) == Some(reached);
    let ranked = if helps { random.u8(..4) == 0 } else { random.u8(..4) > 0 };
    let verdict = if reached { "proved" } else { "disproved" };
    let mut lines = draft.rows[..HEADING].to_vec();
    lines[ANSWER][1].clone_from(&question);
    lines[ANSWER][2] = verdict.into();
    match (question.as_str(), reached) {
        ("win", true) if random.bool() => {
            (lines[ANSWER][1], lines[ANSWER][2]) = ("value".into(), "win".into())
        }
        ("draw", false) if random.bool() => {
            (lines[ANSWER][1], lines[ANSWER][2]) = ("value".into(), "loss".into())
        }
        _ => {}
    }
    lines.push(vec![
        "part".into(),
        question,
        verdict.into(),
        if ranked { "ranked" } else { "closed" }.into(),
    ]);
    lines.extend(numbered(told));
    let mut out = Draft { rows: lines };
    out.count();
    Some(out)
}

impl<G: Rules> Liar<'_, G> {
    fn end_of(&self, position: &G::Position) -> Option<bool> {
        match self.goal {
            Goal::Score(least) => self.rules.score(position).map(|score| score >= least),
            goal => self.rules.end(position).map(|outcome| goal.is_reached(outcome)),
        }
    }

    /// What leads to a position; `None` if it is left out.
    fn tell(&mut self, position: &G::Position) -> Option<String> {
        match self.end_of(position) {
            Some(reached) if reached == self.reached => return Some(".".into()),
            Some(_) => return self.lied(),
            None if self.rules.settled(position, self.goal, self.reached) => return Some("!".into()),
            None => {}
        }
        let packed = self.rules.pack(position);
        if let Some(name) = self.names.get(&packed) {
            return Some(name.clone());
        }
        if self.names.len() >= POSITIONS {
            return self.lied();
        }
        let name = format!("#{}", self.names.len());
        self.names.insert(packed, name.clone());
        let mut moves = self.rules.moves(position);
        if self.rules.attacks(position) == self.reached {
            let good = moves.iter().position(|(_, after)| self.end_of(after) == Some(self.reached));
            let chosen = good.unwrap_or_else(|| self.random.usize(..moves.len().max(1)));
            moves = moves.into_iter().skip(chosen).take(1).collect();
        }
        let mut line = vec![name.clone(), self.rules.text(position)];
        for (mv, after) in &moves {
            if let Some(target) = self.tell(after) {
                line.extend([mv.to_string(), target]);
            }
        }
        self.lines.push(line);
        Some(name)
    }

    fn lied(&mut self) -> Option<String> {
        self.lies += 1;
        let before = self.random.choice(&self.lines).map(|line| line[0].clone());
        Some(match self.style {
            Style::Ends => ".".into(),
            Style::Settled => "!".into(),
            Style::Before => before.unwrap_or(".".into()),
            Style::Follows => format!("~{}", before.unwrap_or("#0".into())),
            Style::Missing => return None,
            Style::Nowhere => "1000".into(),
            Style::Root => "#0".into(),
            Style::Empty => ":0".into(),
            Style::Behind | Style::Copy => format!("#lie{}", self.lies),
        })
    }

    /// The lines, with those added or chosen that lies refer to.
    fn settled_lies(&mut self) -> Vec<Vec<String>> {
        let mut lines = std::mem::take(&mut self.lines);
        if lines.is_empty() {
            return lines;
        }
        for lie in 1..=self.lies {
            let name = format!("#lie{lie}");
            if self.style == Style::Copy {
                let mut copy = lines[self.random.usize(..lines.len())].clone();
                copy[0] = name;
                lines.push(copy);
            } else if self.style == Style::Behind {
                // The last line is the root's; each lie takes another one from there on.
                let line = lines[(lines.len() - 1).saturating_sub((lie - 1) % lines.len())][0].clone();
                lines
                    .iter_mut()
                    .flatten()
                    .filter(|field| **field == name)
                    .for_each(|field| field.clone_from(&line));
            }
        }
        lines
    }
}
