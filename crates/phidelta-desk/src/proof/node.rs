//! One position of a proof with all its replies, in words or as data.

use serde::Serialize;

use super::View;
use super::graph::{Node, Part, Target};
use super::sizes::Sizes;
use crate::error::InputError;
use crate::format::grouped;
use crate::games;
use crate::outcome::{VERSION, to_json};
use crate::text::{Align, LABEL, WIDTH, cut, field, plain, table, wrap};
use crate::words::Language;

/// Where to look.
#[derive(Clone, Debug)]
pub struct Spot {
    pub(super) node: Node,
    /// The moves that were followed.
    moves: Vec<String>,
    /// Whether it stands for positions that are at least as good for the winner.
    follows: bool,
}

/// Finds the position that moves from the root lead to, or that `#` and its number names.
pub(super) fn spot(view: &View<'_>, at: &str) -> Result<Spot, InputError> {
    let part = view.part;
    if let Some(number) = at.trim().strip_prefix('#') {
        let node = number.parse().ok().and_then(|id| part.find(id));
        let node = node.ok_or_else(|| {
            InputError::option(format!("at #{number}"), "no position of this part has that number")
        })?;
        return Ok(Spot { node, moves: Vec::new(), follows: false });
    }
    let mut moves: Vec<String> = Vec::new();
    let mut target = part.root;
    for mv in at.split_whitespace() {
        let here = target.node().ok_or_else(|| nothing(&moves, target))?;
        let found = part.moves(here).find(|(name, _)| *name == mv);
        let Some((_, to)) = found else {
            let names: Vec<&str> = part.moves(here).map(|(name, _)| name).collect();
            let who = if view.winner_moves(here) { "the winner plays" } else { "the replies are" };
            let message = format!(
                "{} is not in the proof{}; {who} {}",
                plain(mv),
                behind(&moves),
                cut(&plain(&names.join(" ")), WIDTH)
            );
            return Err(InputError::option("at", message));
        };
        moves.push(mv.to_string());
        target = to;
    }
    let node = target.node().ok_or_else(|| nothing(&moves, target))?;
    Ok(Spot { node, moves, follows: matches!(target, Target::Follows(_)) })
}

fn behind(moves: &[String]) -> String {
    if moves.is_empty() { String::new() } else { format!(" behind {}", cut(&plain(&moves.join(" ")), WIDTH)) }
}

fn nothing(moves: &[String], target: Target) -> InputError {
    let what = if target == Target::End { "the game has ended" } else { "the rules settle the game" };
    let place = if moves.is_empty() { " at the root".into() } else { behind(moves) };
    InputError::option("at", format!("{what}{place}: the proof has no position there"))
}

/// What a move leads to, in a word.
pub(super) fn target_word(target: Target, part: &Part, language: Language) -> String {
    match target {
        Target::End => language.the_end().into(),
        Target::Settled => language.settled().into(),
        Target::Node(node) => format!("#{}", part.id(node)),
        Target::Follows(node) => format!("~#{}", part.id(node)),
    }
}

pub(super) fn plies(part: &Part, target: Target) -> String {
    part.depth(target).map_or("-".into(), |depth| grouped(depth.into()))
}

/// One position in words.
pub(super) fn text(view: &View<'_>, spot: &Spot, language: Language) -> String {
    let (part, labels) = (view.part, language.labels());
    let here = Target::Node(spot.node);
    let mut sizes = Sizes::new(part);
    let mut out = language.board(&drawing(view, spot.node).unwrap_or_default());
    let claim = language.claim(&view.proof.claim().game, &part.claim);
    field(&mut out, labels.position, &[cut(&plain(part.position(spot.node)), WIDTH - LABEL)]);
    field(&mut out, labels.number, &[language.number_of(part.id(spot.node), &claim, spot.follows)]);
    if !spot.moves.is_empty() {
        let words: Vec<String> = spot.moves.iter().map(|mv| plain(mv)).collect();
        field(&mut out, labels.behind, &wrap(words.iter().map(String::as_str), WIDTH - LABEL));
    }
    field(&mut out, labels.to_move, &[language.side_moves(view.winner_moves(spot.node)).into()]);
    let below = sizes.of(here).map_or("-".into(), grouped);
    field(&mut out, labels.below, &[language.below(&below, part.depth(here))]);
    let rows: Vec<Vec<String>> = part
        .moves(spot.node)
        .map(|(mv, target)| {
            let size = sizes.of(target).map_or("-".into(), grouped);
            vec![
                move_word(view, spot.node, mv, language),
                target_word(target, part, language),
                size,
                plies(part, target),
            ]
        })
        .collect();
    let head = [
        (labels.mv, Align::Left),
        (labels.to, Align::Left),
        (labels.positions, Align::Right),
        (labels.plies, Align::Right),
    ];
    out.push_str(&table(&head, &rows));
    out
}

fn drawing(view: &View<'_>, node: Node) -> Option<String> {
    let heading = view.proof.claim();
    games::find(&heading.game).ok()?.drawn(&heading.rules, view.part.position(node))
}

/// A move at a position, as `--at` takes it; who reads Japanese has the game's own notation before it.
pub(super) fn move_word(view: &View<'_>, node: Node, mv: &str, language: Language) -> String {
    let text = cut(&plain(mv), 40);
    if language == Language::En {
        return text;
    }
    let game = games::find(&view.proof.claim().game).ok();
    let own = game.and_then(|game| game.named(view.part.position(node), mv));
    own.map_or(text.clone(), |own| format!("{own} {text}"))
}

/// A move and what it leads to, as data.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MoveReport {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// `position`, `follows`, `end` or `settled`.
    pub leads_to: &'static str,
    /// The number of the position there.
    pub id: Option<u64>,
    /// Positions from there on.
    pub positions: Option<u64>,
    /// Plies of the longest play from there on.
    pub plies: Option<u32>,
}

impl MoveReport {
    pub(super) fn new(part: &Part, mv: &str, target: Target, positions: Option<u64>) -> MoveReport {
        let leads_to = match target {
            Target::End => "end",
            Target::Settled => "settled",
            Target::Node(_) => "position",
            Target::Follows(_) => "follows",
        };
        let id = target.node().map(|node| part.id(node));
        MoveReport { mv: mv.into(), leads_to, id, positions, plies: part.depth(target) }
    }
}

/// One position of a proof, as data (docs/tree.md).
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct NodeReport {
    /// The game.
    pub game: String,
    /// Its variant.
    pub rules: String,
    /// Which part, counted from 1.
    pub part: usize,
    /// What that answers.
    pub claim: String,
    /// The number of the position.
    pub id: u64,
    /// The position.
    pub position: String,
    /// The moves that were followed.
    pub behind: Vec<String>,
    /// Who is to move: `winner` or `other`.
    pub to_move: &'static str,
    /// Positions from here on.
    pub positions: Option<u64>,
    /// Plies of the longest play.
    pub plies: Option<u32>,
    /// One move of the winner, or all of the other side.
    pub moves: Vec<MoveReport>,
    /// The board in several rows.
    pub drawing: Option<String>,
    /// The version of phidelta.
    pub version: &'static str,
}

/// Who is to move, as data.
pub(super) fn side(view: &View<'_>, node: Node) -> &'static str {
    Language::En.side(view.winner_moves(node))
}

impl NodeReport {
    pub(super) fn new(view: &View<'_>, spot: &Spot) -> NodeReport {
        let (part, here) = (view.part, Target::Node(spot.node));
        let heading = view.proof.claim();
        let mut sizes = Sizes::new(part);
        NodeReport {
            game: heading.game.clone(),
            rules: heading.rules.clone(),
            part: view.index + 1,
            claim: part.claim.clone(),
            id: part.id(spot.node),
            position: part.position(spot.node).into(),
            behind: spot.moves.clone(),
            to_move: side(view, spot.node),
            positions: sizes.of(here),
            plies: part.depth(here),
            moves: part
                .moves(spot.node)
                .map(|(mv, target)| MoveReport::new(part, mv, target, sizes.of(target)))
                .collect(),
            drawing: drawing(view, spot.node),
            version: VERSION,
        }
    }

    /// One object in one row, with a line break behind it.
    pub fn json(&self) -> String {
        to_json(self)
    }
}
