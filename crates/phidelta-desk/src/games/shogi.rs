//! Mate problems of shogi: SFEN, USI's `position` with moves, or the records that shogi programs keep.

use std::sync::Arc;

use phidelta::{
    Certifiable, Claim, Game, Heading, PartQuestion, Report, Side, SolveError, Solver, Value, Verdict,
};
use phidelta_games::shogi::{
    FirstNumbers, Kifu, KifuEnd, KifuError, KifuFormat, Move, Position, SfenError, Tsume, decode_kifu,
    sfen_within,
};

use super::options::unknown_goal;
use super::{GameKind, GoalWord, Options, Written};
use crate::ask::{Answer, ask};
use crate::certificate::{Certification, Sink, certify};
use crate::error::{InputError, Place};
use crate::events::Events;
use crate::leaf::{Leaf, Stand};
use crate::lengths;
use crate::moves::Moves;
use crate::problem::{Ask, Ended, PositionView, Problem};
use crate::request::Wanted;
use crate::rows;

/// Mate problems.
pub(super) struct Kind;

/// The goals.
const GOALS: &[GoalWord] = &[
    ("mate", "the side to move mates (the usual question; a report calls it win, which is taken, too)"),
    ("mated", "the side to move, which is in check, is mated"),
];

/// Whether the side to move is the one to be mated.
fn is_mated(options: &Options) -> Result<bool, InputError> {
    match options.goal_text() {
        None | Some("mate" | "win") => Ok(false),
        Some("mated") => Ok(true),
        Some(text) => Err(unknown_goal(&Kind, text)),
    }
}

impl GameKind for Kind {
    fn name(&self) -> &'static str {
        "shogi"
    }

    fn about(&self) -> &'static str {
        "a mate problem, the side to move attacks: SFEN, 'startpos moves 7g7f …', files of KIF, KI2, CSA, JKF"
    }

    /// Of the searches compared on the classic collections the one that solves most (docs/shogi.md).
    fn algorithm(&self) -> &'static str {
        "df-pn+tca+snda+cap=64+eps=0.25+relay=100K"
    }

    /// A row may have words before its SFEN.
    fn cut<'a>(&self, row: &'a str) -> Option<&'a str> {
        let own = || rows::first_part(row, &['#'], &['\t']);
        if row.starts_with('#') { None } else { sfen_within(row).or_else(own) }
    }

    fn goals(&self) -> &'static [GoalWord] {
        GOALS
    }

    fn written(&self, _rules: &str, position: &str, attacks: bool) -> Written {
        let goal = if attacks { "mate" } else { "mated" };
        Written { text: position.into(), goal: Some(goal), rules: Vec::new() }
    }

    fn certifies(&self) -> bool {
        true
    }

    fn named(&self, position: &str, mv: &str) -> Option<String> {
        let position = Position::from_sfen(position).ok()?;
        Some(position.japanese(position.read_move(mv).ok()?, None))
    }

    fn drawn(&self, _rules: &str, position: &str) -> Option<String> {
        Position::from_sfen(position).ok().map(|position| position.drawn())
    }

    fn read_model(&self, bytes: &[u8], options: &mut Options) -> Result<(), String> {
        let first = FirstNumbers::from_bytes(bytes).map_err(|error| error.to_string())?;
        options.first_numbers = Some(Arc::new(first));
        Ok(())
    }

    fn read(&self, text: &str, place: &Place, options: &Options) -> Result<Problem, InputError> {
        let game = if is_mated(options)? { Tsume::mated_from_sfen } else { Tsume::from_sfen }(text);
        let game = game.map_err(|error| refused_text(text, place, &error))?;
        let game = with_numbers_of(options, game);
        Ok(Problem::new(&Kind, text, ShogiAsk(game)))
    }

    fn read_records(
        &self,
        bytes: &[u8],
        name: &str,
        options: &Options,
    ) -> Result<Option<Vec<Problem>>, InputError> {
        let mated = is_mated(options)?;
        let Some(kifu) = read_kifu(bytes, name)? else { return Ok(None) };
        let ply = options.ply().unwrap_or(0).into();
        let problem = |record| {
            let game = if mated { kifu.mated_problem(record, ply) } else { kifu.problem(record, ply) };
            let game = with_numbers_of(options, game.map_err(|error| refused_record(name, &error))?);
            Ok(Problem::new(&Kind, &game.position_text(), ShogiAsk(game)))
        };
        (0..kifu.count()).map(problem).collect::<Result<Vec<_>, _>>().map(Some)
    }

    fn writes_kif(&self) -> bool {
        true
    }

    fn has_lengths(&self) -> bool {
        true
    }
}

/// The problem with the first numbers that were asked for.
fn with_numbers_of(options: &Options, game: Tsume) -> Tsume {
    match &options.first_numbers {
        Some(first) => game.with_first_numbers(Some(first.clone())),
        None => game,
    }
}

/// The game records of a file, told apart by its name or by what is in it; `None` if it has none.
pub(crate) fn read_kifu(bytes: &[u8], name: &str) -> Result<Option<Kifu>, InputError> {
    let refused = |error: KifuError| refused_record(name, &error);
    let format = KifuFormat::of_name(name);
    let text = match (decode_kifu(bytes), format) {
        (Ok(text), _) => text,
        (Err(error), Some(_)) => return Err(refused(error)),
        (Err(_), None) => return Ok(None),
    };
    let Some(format) = format.or_else(|| KifuFormat::of_text(&text)) else { return Ok(None) };
    Kifu::read(&text, format).map(Some).map_err(refused)
}

/// The error of a record.
pub(crate) fn refused_record(name: &str, error: &KifuError) -> InputError {
    InputError::new(Place::File(name.into()), &error.kind).at(error.line, error.column).marked(error.marked())
}

/// What certificates call the rules of a mate problem.
pub(crate) fn rules_of(game: &Tsume) -> &'static str {
    if game.side() == Side::Defender { "mated" } else { "tsume" }
}

/// What a certificate says of a mate problem.
pub(crate) fn heading_of(game: &Tsume) -> Heading {
    Heading::new("shogi", rules_of(game), game.position_text())
}

/// Reads a position within a game, as shogi programs send it: hands are as they are. `None` if the opponent
/// of the side to move has no king.
pub(crate) fn of_shogi_game(text: &str) -> Result<Option<Problem>, InputError> {
    let position = Position::from_sfen(text).map_err(|error| refused_text(text, &Place::Text, &error))?;
    Ok(Tsume::new(position).map(|game| Problem::new(&Kind, text, ShogiAsk(game))))
}

/// The error of a text.
pub(crate) fn refused_text(text: &str, place: &Place, error: &SfenError) -> InputError {
    InputError::new(place.clone(), &error.kind).at(1, error.column(text)).marked(error.marked(text))
}

/// A mate problem.
struct ShogiAsk(Tsume);

impl Ask for ShogiAsk {
    fn heading(&self) -> Heading {
        heading_of(&self.0)
    }

    fn question(&self) -> String {
        if self.0.side() == Side::Defender { "mated".into() } else { "win".into() }
    }

    fn solve(&mut self, solver: &mut Solver, events: &mut dyn Events) -> Result<Answer, SolveError> {
        ask(solver, &mut self.0, events, &lengths::move_texts)
    }

    fn solve_moves(&mut self, solver: &mut Solver, events: &mut dyn Events) -> Result<Moves, SolveError> {
        let moves = lengths::all(solver, &self.0, &Wanted::default(), events)?;
        Ok(Moves { moves, ..Moves::default() })
    }

    fn solve_with_moves(
        &mut self,
        solver: &mut Solver,
        events: &mut dyn Events,
        wanted: &Wanted,
    ) -> Result<Answer, SolveError> {
        if wanted.first_moves {
            return lengths::ask_first_moves(solver, &self.0, wanted.futile, events);
        }
        if wanted.shortest {
            return lengths::ask_with_lengths(solver, &self.0, wanted, events);
        }
        let moves = self.solve_moves(solver, events)?;
        Ok(moves.added_to(self.solve(solver, events)?))
    }

    fn certify(&mut self, solver: &mut Solver, claim: Claim, sink: &mut Sink<'_>) -> Certification {
        let heading = self.heading();
        Some(certify(solver, &mut self.0, &heading, claim, sink))
    }

    fn leaf(&self, asked: PartQuestion) -> Result<Leaf, String> {
        let rules = |game: &Tsume| rules_of(game).to_string();
        Ok(Leaf::new(Stand { game: self.0.clone(), name: "shogi", rules, asked, mover_attacks: false }))
    }

    fn view(&self) -> PositionView {
        let position = self.0.position();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let ended =
            moves.is_empty().then(|| Ended { value: Value::Loss, how: "there is no legal move".into() });
        let moves = moves.iter().map(Move::to_string).collect();
        PositionView { side: format!("{:?}", position.side()), moves, ended }
    }

    fn drawing(&self) -> Option<String> {
        Some(self.0.position().drawn_problem(self.0.attacker()))
    }

    fn other_notation(&self, line: &[String]) -> Vec<String> {
        self.0.position().japanese_line(&played(self.0.position(), line))
    }

    fn kif(&self, report: &Report<String>, notes: &[String]) -> Option<String> {
        let end = match report.verdict {
            Verdict::Proved if report.line_complete => KifuEnd::Mate,
            Verdict::Disproved => KifuEnd::NoMate,
            _ => KifuEnd::Open,
        };
        Some(self.0.position().kif(&played(self.0.position(), &report.line), end, notes))
    }
}

/// The moves of a line, as far as they are legal.
pub(crate) fn played(start: &Position, line: &[String]) -> Vec<Move> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(line.len());
    for text in line {
        let Ok(mv) = position.read_move(text) else { break };
        position.play(mv);
        moves.push(mv);
    }
    moves
}
