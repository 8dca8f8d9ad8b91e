//! The whole of a certificate: its heading, its parts, and whether they show what the heading claims.

use std::fmt;
use std::io::BufRead;

use crate::input::{Limits, Lines, Refusal};
use crate::part::{self, Counts};
use crate::rules::{Goal, Rules, connect4, graph, loa, shogi, uttt};

/// The version of the format that is read.
const VERSION: &str = "1";

/// What a valid certificate shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The game.
    pub game: String,
    /// Its variant.
    pub rules: String,
    /// The position asked about.
    pub position: String,
    /// The question and the answer: `win proved`, `value draw`.
    pub answer: String,
    /// Parts: strategies checked.
    pub parts: u64,
    /// Positions of all parts.
    pub positions: u64,
    /// Moves of all positions.
    pub moves: u64,
    /// Of ranked parts the longest play, in plies.
    pub depth: Option<u64>,
}

/// Rules of graphs are the graph itself: only so many characters are shown.
const SHOWN: usize = 120;

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rules: String = self.rules.chars().take(SHOWN).collect();
        if rules.len() < self.rules.len() {
            rules.push('…');
        }
        writeln!(f, "valid      {}", self.answer)?;
        writeln!(f, "game       {}", self.game)?;
        writeln!(f, "rules      {rules}")?;
        writeln!(f, "position   {}", self.position)?;
        let parts = if self.parts == 1 { "1 part".into() } else { format!("{} parts", self.parts) };
        write!(f, "checked    {parts}, {} positions, {} moves", self.positions, self.moves)?;
        match self.depth {
            Some(depth) => writeln!(f, ", {depth} plies deep"),
            None => writeln!(f),
        }
    }
}

/// Reads a certificate to its end. `Ok` means: the position of the heading has the answer of the heading,
/// by the rules of this crate.
pub fn check(reader: impl BufRead, limits: &Limits) -> Result<Checked, Refusal> {
    let mut lines = Lines::new(reader, limits.line);
    let version = lines.heading("phidelta-certificate")?;
    if version != VERSION {
        return Err(lines.wrong(format!("version '{version}', expected {VERSION}")));
    }
    let game = lines.heading("game")?;
    match game.as_str() {
        "connect4" => rest::<connect4::ConnectFour, _>(lines, limits, game),
        "graph" => rest::<graph::Graph, _>(lines, limits, game),
        "loa" => rest::<loa::Loa, _>(lines, limits, game),
        "shogi" => rest::<shogi::Tsume, _>(lines, limits, game),
        "uttt" => rest::<uttt::Uttt, _>(lines, limits, game),
        _ => Err(lines.wrong(format!("game '{game}', expected connect4, graph, loa, shogi or uttt"))),
    }
}

/// What a part must show: the goal, and whether it is reached.
type Claim = (Goal, bool);

/// The parts that an answer needs, in their order.
fn claims(question: &str, answer: &str) -> Option<Vec<Claim>> {
    let goal = |word| match word {
        "win" => Some(Goal::Win),
        "draw" => Some(Goal::Draw),
        _ => None,
    };
    match (question, answer) {
        ("value", "win") => Some(vec![(Goal::Win, true)]),
        ("value", "draw") => Some(vec![(Goal::Win, false), (Goal::Draw, true)]),
        ("value", "loss") => Some(vec![(Goal::Draw, false)]),
        (word, "proved") => Some(vec![(goal(word)?, true)]),
        (word, "disproved") => Some(vec![(goal(word)?, false)]),
        _ => None,
    }
}

fn rest<G: Rules, R: BufRead>(
    mut lines: Lines<R>,
    limits: &Limits,
    game: String,
) -> Result<Checked, Refusal> {
    let rules_text = lines.heading("rules")?;
    let rules_line = lines.number();
    let position = lines.heading("position")?;
    let (rules, root) = G::new(&rules_text, &position).map_err(|reason| Refusal {
        line: Some(rules_line),
        reason: format!("rules or position: {reason}"),
    })?;
    let (question, answer) = match lines.expect("answer")?.as_slice() {
        ["answer", question, answer] => ((*question).to_string(), (*answer).to_string()),
        _ => return Err(lines.wrong("expected the line 'answer' with a question and an answer")),
    };
    let Some(claims) = claims(&question, &answer) else {
        return Err(lines.wrong(format!("'{question}' and '{answer}' are no question and answer")));
    };
    let (mut positions, mut moves, mut depth) = (0, 0, Some(0));
    for &(goal, reached) in &claims {
        let Counts { positions: more, moves: more_moves, depth: deep } =
            part::check(&rules, &root, goal, reached, &mut lines, limits)?;
        positions += more;
        moves += more_moves;
        depth = depth.zip(deep).map(|(a, b): (u64, u64)| a.max(b));
    }
    if lines.next()?.is_some() {
        return Err(lines.wrong("something follows the last part that the answer needs"));
    }
    let answer = format!("{question} {answer}");
    let parts = claims.len() as u64;
    Ok(Checked { game, rules: rules_text, position, answer, parts, positions, moves, depth })
}
