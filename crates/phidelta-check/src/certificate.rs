//! The whole of a certificate: its heading, its parts, and whether they show what the heading claims.

use std::fmt;
use std::io::BufRead;

use crate::claim::{Claim, Mismatch, Said};
use crate::input::{Limits, Refusal, printable};
use crate::part::{self, Counts, Task};
use crate::reader::{Heading, Reader};
use crate::rules::Rules;
use crate::visit::Audience;

/// What a valid certificate shows. Every text is made of what was read: none is an echo of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The game.
    pub game: String,
    /// Its variant.
    pub rules: String,
    /// The position asked about.
    pub position: String,
    /// The question and the answer: `win proved`, `value draw`.
    pub answer: String,
    /// The same, not as a text.
    pub said: Said,
    /// Parts: strategies checked.
    pub parts: u64,
    /// Positions of all parts.
    pub positions: u64,
    /// Moves of all positions.
    pub moves: u64,
    /// Of ranked parts the longest play, in plies.
    pub depth: Option<u64>,
}

impl Checked {
    /// What has been shown.
    pub fn claim(&self) -> Claim {
        let (game, rules) = (self.game.clone(), self.rules.clone());
        Claim { game, rules, position: self.position.clone(), said: self.said }
    }

    /// Whether that is what was asked: the same game, rules, position, question and answer.
    pub fn shows(&self, expected: &Claim) -> Result<(), Mismatch> {
        self.claim().answers(expected)
    }
}

/// Rules of graphs are the graph itself: only so many characters are shown.
const SHOWN: usize = 120;

/// Rules as a page has them.
pub(crate) fn shown_rules(rules: &str) -> String {
    let mut shown: String = rules.chars().take(SHOWN).collect();
    if shown.len() < rules.len() {
        shown.push('…');
    }
    shown
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "valid      {}", self.answer)?;
        writeln!(f, "game       {}", self.game)?;
        writeln!(f, "rules      {}", shown_rules(&self.rules))?;
        writeln!(f, "position   {}", printable(&self.position))?;
        let parts = if self.parts == 1 { "1 part".into() } else { format!("{} parts", self.parts) };
        write!(f, "checked    {parts}, {} positions, {} moves", self.positions, self.moves)?;
        match self.depth {
            Some(depth) => writeln!(f, ", {depth} plies deep"),
            None => writeln!(f),
        }
    }
}

/// Lines of the heading.
pub(crate) const GAME_LINE: u64 = 2;
const RULES_LINE: u64 = 3;
const POSITION_LINE: u64 = 4;
const ANSWER_LINE: u64 = 5;

/// Reads what the heading says: rules, root, claim.
pub(crate) fn heading<G: Rules>(heading: &Heading) -> Result<(G, G::Position, Claim), Refusal> {
    let (rules, root) = G::new(&heading.rules, &heading.position)
        .map_err(|reason| Refusal::at(RULES_LINE, format!("rules or position: {reason}")))?;
    let position = rules.root_text(&root);
    if position != heading.position {
        let reason = format!("the position '{}', expected it as '{position}'", heading.position);
        return Err(Refusal::at(POSITION_LINE, reason));
    }
    let said = Said::from_words(&heading.question, &heading.answer)
        .filter(|said| said.goals().into_iter().all(|goal| rules.asks(goal)));
    let Some(said) = said else {
        let (question, answer) = (&heading.question, &heading.answer);
        let reason = format!("'{question}' and '{answer}' are no question and answer of {}", heading.game);
        return Err(Refusal::at(ANSWER_LINE, reason));
    };
    let claim = Claim { game: heading.game.clone(), rules: heading.rules.clone(), position, said };
    Ok((rules, root, claim))
}

/// Reads all that follows the heading of a certificate.
pub(crate) fn rest<G: Rules, R: BufRead>(
    mut reader: Reader<R>,
    limits: &Limits,
    mut audience: Audience<'_>,
) -> Result<Checked, Refusal> {
    let (rules, root, claim) = heading::<G>(reader.heading())?;
    let memory = limits.positions(reader.heading_bytes());
    audience.visitor.claim(&claim).map_err(|reason| Refusal::at(ANSWER_LINE, reason))?;
    let (mut parts, mut positions, mut moves, mut depth) = (0, 0, 0, Some(0));
    for (goal, reached) in claim.said.parts().unwrap_or_default() {
        let task = Task { rules: &rules, root: &root, goal, reached, memory };
        let Counts { positions: more, moves: more_moves, depth: deep } =
            part::check(&task, &mut reader, &mut audience)?;
        parts += 1;
        positions += more;
        moves += more_moves;
        depth = depth.zip(deep).map(|(a, b): (u64, u64)| a.max(b));
    }
    if reader.next_line()?.is_some() {
        return Err(reader.wrong("something follows the last part that the answer needs"));
    }
    let (answer, Claim { game, rules, position, said }) = (claim.said.to_string(), claim);
    Ok(Checked { game, rules, position, answer, said, parts, positions, moves, depth })
}
