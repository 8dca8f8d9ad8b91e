//! The whole of a certificate: its heading, its parts, and whether they show what the heading claims.

use std::fmt;
use std::io::BufRead;

use crate::input::{Limits, Refusal};
use crate::part::{self, Counts};
use crate::reader::{Heading, Reader};
use crate::rules::{Goal, Rules, connect4, graph, loa, othello, shogi, uttt};

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

/// Reads a certificate to its end, in either form. `Ok` means: the position of the heading has the answer
/// of the heading, by the rules of this crate.
pub fn check(reader: impl BufRead, limits: &Limits) -> Result<Checked, Refusal> {
    let reader = Reader::new(reader, limits)?;
    match reader.heading().game.as_str() {
        "connect4" => rest::<connect4::ConnectFour>(reader, limits),
        "graph" => rest::<graph::Graph>(reader, limits),
        "loa" => rest::<loa::Loa>(reader, limits),
        "othello" => rest::<othello::Othello>(reader, limits),
        "shogi" => rest::<shogi::Tsume>(reader, limits),
        "uttt" => rest::<uttt::Uttt>(reader, limits),
        game => Err(Refusal::at(
            GAME_LINE,
            format!("game '{game}', expected connect4, graph, loa, othello, shogi or uttt"),
        )),
    }
}

/// Lines of the heading.
const GAME_LINE: u64 = 2;
const RULES_LINE: u64 = 3;
const ANSWER_LINE: u64 = 5;

/// What a part must show: the goal, and whether it is reached.
type Claim = (Goal, bool);

/// The parts that an answer needs, in their order.
fn claims(question: &str, answer: &str) -> Option<Vec<Claim>> {
    match (question, answer) {
        ("value", "win") => Some(vec![(Goal::Win, true)]),
        ("value", "draw") => Some(vec![(Goal::Win, false), (Goal::Draw, true)]),
        ("value", "loss") => Some(vec![(Goal::Draw, false)]),
        // Scores are even: who has not two more has not more.
        ("score", _) => {
            let score = whole(answer)?;
            Some(vec![(Goal::Score(score), true), (Goal::Score(score.checked_add(2)?), false)])
        }
        (word, "proved") => Some(vec![(goal(word)?, true)]),
        (word, "disproved") => Some(vec![(goal(word)?, false)]),
        _ => None,
    }
}

fn goal(word: &str) -> Option<Goal> {
    match word {
        "win" => Some(Goal::Win),
        "draw" => Some(Goal::Draw),
        _ => word.strip_prefix("score>=").and_then(whole).map(Goal::Score),
    }
}

/// A number as it is usually written.
fn whole(text: &str) -> Option<i32> {
    text.parse().ok().filter(|number: &i32| number.to_string() == text)
}

fn rest<G: Rules>(mut reader: Reader<impl BufRead>, limits: &Limits) -> Result<Checked, Refusal> {
    let Heading { game, rules: rules_text, position, question, answer } = reader.heading().clone();
    let (rules, root) = G::new(&rules_text, &position)
        .map_err(|reason| Refusal::at(RULES_LINE, format!("rules or position: {reason}")))?;
    let claims = claims(&question, &answer).filter(|claims| {
        let scored = |&(goal, _): &Claim| matches!(goal, Goal::Score(_));
        G::SCORES || !claims.iter().any(scored)
    });
    let Some(claims) = claims else {
        let reason = format!("'{question}' and '{answer}' are no question and answer");
        return Err(Refusal::at(ANSWER_LINE, reason));
    };
    let (mut positions, mut moves, mut depth) = (0, 0, Some(0));
    for &(goal, reached) in &claims {
        let Counts { positions: more, moves: more_moves, depth: deep } =
            part::check(&rules, &root, goal, reached, &mut reader, limits)?;
        positions += more;
        moves += more_moves;
        depth = depth.zip(deep).map(|(a, b): (u64, u64)| a.max(b));
    }
    if reader.next_line()?.is_some() {
        return Err(reader.wrong("something follows the last part that the answer needs"));
    }
    let answer = format!("{question} {answer}");
    let parts = claims.len() as u64;
    Ok(Checked { game, rules: rules_text, position, answer, parts, positions, moves, depth })
}
