//! The main line of a proof: the winner follows his moves, the other side resists as long as the
//! certificate allows.
//!
//! In a ranked part that is the move with the longest play behind it. In a closed part play may go round,
//! and no play is longest: there the largest branch is taken that does not come back to the line, as long
//! as counting is cheap, and the line ends where all moves come back.

use serde::Serialize;

use super::View;
use super::node::{JsonMove, plies, side, word};
use super::proof::{Node, Part, Proof, Target};
use super::sizes::Sizes;
use crate::report::field;
use crate::size::grouped;
use crate::text::{Align, cut, plain, table};

/// A move of the line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<'p> {
    /// Where it is played.
    pub(super) from: Node,
    pub(super) mv: &'p str,
    pub(super) to: Target,
}

/// Positions that may be walked over to compare the branches of a closed part: a few seconds.
const COMPARED: u64 = 100_000_000;

/// The main line from a target on.
pub(super) fn main_line(part: &Part, start: Target) -> Vec<Step<'_>> {
    let mut line = Vec::new();
    let mut met = vec![false; part.len()];
    let mut sizes = Sizes::within(part, COMPARED);
    let mut here = start;
    while let Some(from) = here.node().filter(|&node| !std::mem::replace(&mut met[node as usize], true)) {
        // Of equal ones the first: that is what `max_by_key` of the turned list gives.
        let best = part.moves(from).enumerate().max_by_key(|&(index, (_, target))| {
            let new = target.node().is_some_and(|node| !met[node as usize]);
            let size = if part.ranked { part.depth(target).map(u64::from) } else { sizes.of(target) };
            (new, size.unwrap_or(0), std::cmp::Reverse(index))
        });
        let Some((_, (mv, to))) = best else { break };
        line.push(Step { from, mv, to });
        here = to;
    }
    line
}

/// A line with the positions from each of its moves on.
fn sized(part: &Part) -> (Vec<Step<'_>>, Vec<u64>) {
    let line = main_line(part, part.root);
    let targets: Vec<Target> = line.iter().map(|step| step.to).collect();
    let sizes = Sizes::new(part).along(&targets);
    (line, sizes)
}

/// The main lines of parts in words.
pub(super) fn text(proof: &Proof, views: &[View<'_>]) -> String {
    let mut out = proof.checked.to_string();
    for view in views {
        let part = view.part;
        let (line, sizes) = sized(part);
        out.push('\n');
        let winner = if part.proved { "the attacker" } else { "the defender" };
        let positions = grouped(part.len() as u64);
        field(&mut out, "part", &[format!("{}: a strategy of {winner}, {positions} positions", part.claim)]);
        if line.is_empty() {
            field(&mut out, "line", &[last_words(part, &line).0.into()]);
            continue;
        }
        let rows: Vec<Vec<String>> = (1..)
            .zip(line.iter().zip(&sizes))
            .map(|(ply, (step, &size)): (u64, _)| {
                vec![
                    grouped(ply),
                    cut(&plain(step.mv), 40),
                    side(view, step.from).into(),
                    grouped(part.moves(step.from).count() as u64),
                    word(step.to, part),
                    grouped(size),
                    plies(part, step.to),
                ]
            })
            .collect();
        let head = [
            ("ply", Align::Right),
            ("move", Align::Left),
            ("by", Align::Left),
            ("of", Align::Right),
            ("to", Align::Left),
            ("positions", Align::Right),
            ("plies", Align::Right),
        ];
        out.push_str(&table(&head, &rows));
        field(&mut out, "then", &[last_words(part, &line).0.into()]);
    }
    out
}

/// How a line ends, in words and in a word.
fn last_words(part: &Part, line: &[Step<'_>]) -> (&'static str, &'static str) {
    match line.last().map_or(part.root, |step| step.to) {
        Target::End => ("the game has ended", "end"),
        Target::Settled => ("the rules settle the game", "settled"),
        Target::Node(_) | Target::Follows(_) => ("a position of the line comes again", "repetition"),
    }
}

#[derive(Serialize)]
struct JsonProof<'a> {
    game: &'a str,
    rules: &'a str,
    position: &'a str,
    answer: &'a str,
    parts: Vec<JsonPart<'a>>,
    version: &'static str,
}

#[derive(Serialize)]
struct JsonPart<'a> {
    claim: &'a str,
    ranked: bool,
    positions: usize,
    root: Option<u64>,
    line: Vec<JsonStep<'a>>,
    ends: &'static str,
}

#[derive(Serialize)]
struct JsonStep<'a> {
    by: &'static str,
    of: usize,
    #[serde(flatten)]
    step: JsonMove<'a>,
}

/// The main lines of parts as JSON.
pub(super) fn json(proof: &Proof, views: &[View<'_>]) -> String {
    let object = JsonProof {
        game: &proof.heading.game,
        rules: &proof.heading.rules,
        position: &proof.heading.position,
        answer: &proof.checked.answer,
        parts: views.iter().map(json_part).collect(),
        version: env!("CARGO_PKG_VERSION"),
    };
    // Texts, numbers and lists only: JSON can say them all.
    serde_json::to_string(&object).unwrap_or_default() + "\n"
}

fn json_part<'p>(view: &View<'p>) -> JsonPart<'p> {
    let part = view.part;
    let (line, sizes) = sized(part);
    let step = |(step, &size): (&Step<'p>, &u64)| JsonStep {
        by: side(view, step.from),
        of: part.moves(step.from).count(),
        step: JsonMove::new(part, step.mv, step.to, Some(size)),
    };
    JsonPart {
        claim: &part.claim,
        ranked: part.ranked,
        positions: part.len(),
        root: part.root.node().map(|node| part.id(node)),
        line: line.iter().zip(&sizes).map(step).collect(),
        ends: last_words(part, &line).1,
    }
}
