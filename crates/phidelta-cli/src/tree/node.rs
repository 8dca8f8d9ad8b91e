//! `--at`: one position of a proof with all its replies, in words or as JSON.

use serde::Serialize;

use super::View;
use super::proof::{Node, Part, Target};
use super::sizes::Sizes;
use crate::failure::{Failure, Result};
use crate::games;
use crate::report::{LABEL, field};
use crate::size::grouped;
use crate::text::{Align, WIDTH, cut, plain, table, wrap};

/// Where to look.
pub(super) struct Place {
    pub(super) node: Node,
    /// The moves that were followed.
    moves: Vec<String>,
    /// Whether it stands for positions that are at least as good for the winner.
    follows: bool,
}

/// Finds the position that `--at` names.
pub(super) fn place(view: &View<'_>, at: &str) -> Result<Place> {
    let part = view.part;
    if let Some(number) = at.trim().strip_prefix('#') {
        let node = number.parse().ok().and_then(|id| part.find(id));
        let node = node.ok_or_else(|| {
            Failure::input(format!("--at #{number}: no position of this part has that number"))
        })?;
        return Ok(Place { node, moves: Vec::new(), follows: false });
    }
    let mut moves: Vec<String> = Vec::new();
    let mut target = part.root;
    for mv in at.split_whitespace() {
        let here = target.node().ok_or_else(|| nothing(&moves, target))?;
        let found = part.moves(here).find(|(name, _)| *name == mv);
        let Some((_, to)) = found else {
            let names: Vec<&str> = part.moves(here).map(|(name, _)| name).collect();
            let who = if view.winner_moves(here) { "the winner plays" } else { "the replies are" };
            return Err(Failure::input(format!(
                "--at: {} is not in the proof{}; {who} {}",
                plain(mv),
                behind(&moves),
                cut(&plain(&names.join(" ")), WIDTH)
            )));
        };
        moves.push(mv.to_string());
        target = to;
    }
    let node = target.node().ok_or_else(|| nothing(&moves, target))?;
    Ok(Place { node, moves, follows: matches!(target, Target::Follows(_)) })
}

fn behind(moves: &[String]) -> String {
    if moves.is_empty() { String::new() } else { format!(" behind {}", cut(&plain(&moves.join(" ")), WIDTH)) }
}

fn nothing(moves: &[String], target: Target) -> Failure {
    let what = if target == Target::End { "the game has ended" } else { "the rules settle the game" };
    let place = if moves.is_empty() { " at the root".into() } else { behind(moves) };
    Failure::input(format!("--at: {what}{place}: the proof has no position there"))
}

pub(super) fn word(target: Target, part: &Part) -> String {
    match target {
        Target::End => "the end".into(),
        Target::Settled => "settled".into(),
        Target::Node(node) => format!("#{}", part.id(node)),
        Target::Follows(node) => format!("~#{}", part.id(node)),
    }
}

pub(super) fn plies(part: &Part, target: Target) -> String {
    part.depth(target).map_or("-".into(), |depth| grouped(depth.into()))
}

/// One position in words.
pub(super) fn long(view: &View<'_>, place: &Place) -> String {
    let part = view.part;
    let here = Target::Node(place.node);
    let mut sizes = Sizes::new(part);
    let mut out = drawing(view, place.node).unwrap_or_default();
    let mut number = format!("#{} of the part {}", part.id(place.node), part.claim);
    if place.follows {
        number.push_str("; it stands for others that are no worse for the winner");
    }
    field(&mut out, "position", &[cut(&plain(part.position(place.node)), WIDTH - LABEL)]);
    field(&mut out, "number", &[number]);
    if !place.moves.is_empty() {
        let words: Vec<String> = place.moves.iter().map(|mv| plain(mv)).collect();
        field(&mut out, "behind", &wrap(words.iter().map(String::as_str), WIDTH - LABEL));
    }
    let side =
        if view.winner_moves(place.node) { "the winner: one move" } else { "the other side: all moves" };
    field(&mut out, "to move", &[side.into()]);
    let below = sizes.of(here).map_or("-".into(), grouped);
    let depth = part.depth(here).map_or(String::new(), |plies| format!(", at most {plies} plies"));
    field(&mut out, "below", &[format!("{below} positions, this one included{depth}")]);
    let rows: Vec<Vec<String>> = part
        .moves(place.node)
        .map(|(mv, target)| {
            let size = sizes.of(target).map_or("-".into(), grouped);
            vec![cut(&plain(mv), 40), word(target, part), size, plies(part, target)]
        })
        .collect();
    let head =
        [("move", Align::Left), ("to", Align::Left), ("positions", Align::Right), ("plies", Align::Right)];
    out.push_str(&table(&head, &rows));
    out
}

fn drawing(view: &View<'_>, node: Node) -> Option<String> {
    let heading = &view.proof.heading;
    games::find(&heading.game).ok()?.drawn(&heading.rules, view.part.position(node))
}

/// A move and what it leads to, as JSON has it.
#[derive(Serialize)]
pub(super) struct JsonMove<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    /// `position`, `follows`, `end` or `settled`.
    leads_to: &'static str,
    id: Option<u64>,
    positions: Option<u64>,
    plies: Option<u32>,
}

impl<'a> JsonMove<'a> {
    pub(super) fn new(part: &Part, mv: &'a str, target: Target, positions: Option<u64>) -> JsonMove<'a> {
        let leads_to = match target {
            Target::End => "end",
            Target::Settled => "settled",
            Target::Node(_) => "position",
            Target::Follows(_) => "follows",
        };
        let id = target.node().map(|node| part.id(node));
        JsonMove { mv, leads_to, id, positions, plies: part.depth(target) }
    }
}

#[derive(Serialize)]
struct JsonNode<'a> {
    game: &'a str,
    rules: &'a str,
    part: usize,
    claim: &'a str,
    id: u64,
    position: &'a str,
    behind: &'a [String],
    to_move: &'static str,
    positions: Option<u64>,
    plies: Option<u32>,
    moves: Vec<JsonMove<'a>>,
    drawing: Option<String>,
    version: &'static str,
}

pub(super) fn side(view: &View<'_>, node: Node) -> &'static str {
    if view.winner_moves(node) { "winner" } else { "other" }
}

/// One position as JSON.
pub(super) fn json(view: &View<'_>, index: usize, place: &Place) -> String {
    let (part, here) = (view.part, Target::Node(place.node));
    let mut sizes = Sizes::new(part);
    let object = JsonNode {
        game: &view.proof.heading.game,
        rules: &view.proof.heading.rules,
        part: index + 1,
        claim: &part.claim,
        id: part.id(place.node),
        position: part.position(place.node),
        behind: &place.moves,
        to_move: side(view, place.node),
        positions: sizes.of(here),
        plies: part.depth(here),
        moves: part
            .moves(place.node)
            .map(|(mv, target)| JsonMove::new(part, mv, target, sizes.of(target)))
            .collect(),
        drawing: drawing(view, place.node),
        version: env!("CARGO_PKG_VERSION"),
    };
    // Texts, numbers and lists only: JSON can say them all.
    serde_json::to_string(&object).unwrap_or_default() + "\n"
}
