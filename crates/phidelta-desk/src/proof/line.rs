//! The main line of a proof: the winner follows his moves, the other side resists as long as the
//! certificate allows.
//!
//! In a ranked part that is the move with the longest play behind it. In a closed part play may go round,
//! and no play is longest: there the largest branch is taken that does not come back to the line, as long
//! as counting is cheap, and the line ends where all moves come back.

use serde::Serialize;

use super::View;
use super::graph::{Node, Part, Proof, Target};
use super::node::{MoveReport, move_word, plies, side, target_word};
use super::sizes::Sizes;
use crate::format::grouped;
use crate::outcome::{VERSION, to_json};
use crate::page;
use crate::text::{Align, field, table};
use crate::words::Language;

/// A move of the line.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Step<'p> {
    /// Where it is played.
    pub from: Node,
    /// The move.
    pub mv: &'p str,
    /// What it leads to.
    pub to: Target,
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
pub fn main_lines(proof: &Proof, views: &[View<'_>], language: Language) -> String {
    let labels = language.labels();
    let mut out = page::checked(proof.checked(), language);
    for view in views {
        let part = view.part;
        let (line, sizes) = sized(part);
        out.push('\n');
        field(
            &mut out,
            labels.part,
            &[language.part(
                &language.claim(&proof.claim().game, &part.claim),
                part.proved,
                part.len() as u64,
            )],
        );
        let end = language.ends(end_of(part, &line)).to_string();
        if line.is_empty() {
            field(&mut out, labels.line, &[end]);
            continue;
        }
        out.push_str(&line_table(view, &line, &sizes, language));
        field(&mut out, labels.then, &[end]);
    }
    out
}

/// A line as a table: moves, who plays them, what they lead to, how much is below.
fn line_table(view: &View<'_>, line: &[Step<'_>], sizes: &[u64], language: Language) -> String {
    let (part, labels) = (view.part, language.labels());
    let row = |(ply, (step, &size)): (u64, (&Step<'_>, &u64))| {
        vec![
            grouped(ply),
            move_word(view, step.from, step.mv, language),
            language.side(view.winner_moves(step.from)).into(),
            grouped(part.moves(step.from).count() as u64),
            target_word(step.to, part, language),
            grouped(size),
            plies(part, step.to),
        ]
    };
    let rows: Vec<Vec<String>> = (1..).zip(line.iter().zip(sizes)).map(row).collect();
    let head = [
        (labels.ply, Align::Right),
        (labels.mv, Align::Left),
        (labels.by, Align::Left),
        (labels.of, Align::Right),
        (labels.to, Align::Left),
        (labels.positions, Align::Right),
        (labels.plies, Align::Right),
    ];
    table(&head, &rows)
}

/// How a line ends, in a word.
fn end_of(part: &Part, line: &[Step<'_>]) -> &'static str {
    match line.last().map_or(part.root, |step| step.to) {
        Target::End => "end",
        Target::Settled => "settled",
        Target::Node(_) | Target::Follows(_) => "repetition",
    }
}

/// A proof with its main lines, as data (docs/tree.md).
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ProofReport {
    /// The game.
    pub game: String,
    /// Its variant.
    pub rules: String,
    /// The position asked about.
    pub position: String,
    /// The question and the answer.
    pub answer: String,
    /// The parts that were asked for.
    pub parts: Vec<PartReport>,
    /// The version of phidelta.
    pub version: &'static str,
}

/// A part with its main line.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct PartReport {
    /// What it answers, and how.
    pub claim: String,
    /// Whether all play runs out.
    pub ranked: bool,
    /// How many positions it has.
    pub positions: usize,
    /// The number of its root, if that has one.
    pub root: Option<u64>,
    /// The main line.
    pub line: Vec<StepReport>,
    /// How that ends: `end`, `settled` or `repetition`.
    pub ends: &'static str,
}

/// A move of a main line.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct StepReport {
    /// Who plays it: `winner` or `other`.
    pub by: &'static str,
    /// Of how many.
    pub of: usize,
    /// The move.
    #[serde(flatten)]
    pub step: MoveReport,
}

impl ProofReport {
    /// The main lines of parts.
    pub fn new(proof: &Proof, views: &[View<'_>]) -> ProofReport {
        let heading = proof.claim();
        ProofReport {
            game: heading.game.clone(),
            rules: heading.rules.clone(),
            position: heading.position.clone(),
            answer: proof.checked().answer.clone(),
            parts: views.iter().map(part_report).collect(),
            version: VERSION,
        }
    }

    /// One object in one row, with a line break behind it.
    pub fn json(&self) -> String {
        to_json(self)
    }
}

fn part_report(view: &View<'_>) -> PartReport {
    let part = view.part;
    let (line, sizes) = sized(part);
    let step = |(step, &size): (&Step<'_>, &u64)| StepReport {
        by: side(view, step.from),
        of: part.moves(step.from).count(),
        step: MoveReport::new(part, step.mv, step.to, Some(size)),
    };
    PartReport {
        claim: part.claim.clone(),
        ranked: part.ranked,
        positions: part.len(),
        root: part.root.node().map(|node| part.id(node)),
        line: line.iter().zip(&sizes).map(step).collect(),
        ends: end_of(part, &line),
    }
}
