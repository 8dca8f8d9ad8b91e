//! Mate problems of shogi: SFEN, USI's `position` with moves, or the records that shogi programs keep.

use phidelta::{Certifiable, Game, Heading, Report, Side, Solver, Value, Verdict};
use phidelta_games::shogi::{Kifu, KifuEnd, KifuError, KifuFormat, Move, Position, Tsume, decode_kifu};

use super::lengths::ask_more;
use super::options::unknown_goal;
use super::{
    Answered, Claim, Ended, ForPeople, GameKind, GoalWord, Options, Place, Problem, Shown, Watch, Wish, ask,
};
use crate::certificate::{Certificate, Paper, certify};
use crate::failure::{Failure, Result};

/// Mate problems.
pub(crate) struct Kind;

/// What `--goal` takes.
const GOALS: &[GoalWord] = &[
    ("mate", "the side to move mates (the usual question)"),
    ("mated", "the side to move, which is in check, is mated"),
];

/// Whether the side to move is the one to be mated.
fn is_mated(options: &Options) -> Result<bool> {
    match options.goal_text() {
        None | Some("mate") => Ok(false),
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
        "df-pn+tca+snda+eps=0.25+relay=100K"
    }

    fn goals(&self) -> &'static [GoalWord] {
        GOALS
    }

    fn certifies(&self) -> bool {
        true
    }

    fn drawn(&self, _rules: &str, position: &str) -> Option<String> {
        Position::from_sfen(position).ok().map(|position| position.drawn())
    }

    fn read(&self, text: &str, place: &Place, options: &Options) -> Result<Box<dyn Problem>> {
        let read = if is_mated(options)? { Tsume::mated_from_sfen } else { Tsume::from_sfen };
        let game = read(text).map_err(|error| {
            let marked: String = error.marked(text).lines().map(|line| format!("\n  {line}")).collect();
            Failure::input(format!("{}: {}{marked}", place.at(1, error.column(text)), error.kind))
        })?;
        Ok(Box::new(ShogiProblem { position: text.trim().to_string(), game }))
    }

    fn read_records(
        &self,
        bytes: &[u8],
        name: &str,
        ply: usize,
        options: &Options,
    ) -> Result<Option<Vec<Box<dyn Problem>>>> {
        let mated = is_mated(options)?;
        let refused = |error: KifuError| {
            let marked: String = error.marked().lines().map(|line| format!("\n  {line}")).collect();
            Failure::input(format!("{name}:{}:{}: {}{marked}", error.line, error.column, error.kind))
        };
        let format = KifuFormat::of_name(name);
        let text = match (decode_kifu(bytes), format) {
            (Ok(text), _) => text,
            (Err(error), Some(_)) => return Err(refused(error)),
            (Err(_), None) => return Ok(None),
        };
        let Some(format) = format.or_else(|| KifuFormat::of_text(&text)) else { return Ok(None) };
        let kifu = Kifu::read(&text, format).map_err(refused)?;
        let problem = |record| {
            let game = if mated { kifu.mated_problem(record, ply) } else { kifu.problem(record, ply) };
            let game = game.map_err(refused)?;
            Ok(Box::new(ShogiProblem { position: game.position().to_string(), game }) as Box<dyn Problem>)
        };
        (0..kifu.count()).map(problem).collect::<Result<Vec<_>>>().map(Some)
    }

    fn writes_kif(&self) -> bool {
        true
    }

    fn has_lengths(&self) -> bool {
        true
    }
}

/// A mate problem.
struct ShogiProblem {
    /// How it was given.
    position: String,
    game: Tsume,
}

impl Problem for ShogiProblem {
    fn position(&self) -> &str {
        &self.position
    }

    fn question(&self) -> String {
        if self.is_mated() { "mated".into() } else { "win".into() }
    }

    fn solve(&mut self, solver: &mut Solver, watch: &mut dyn Watch) -> Answered {
        let text = |line: &[Move], from: usize| line[from..].iter().map(Move::to_string).collect();
        ask(solver, &mut self.game, watch, &text)
    }

    fn ask_more(&mut self, solver: &mut Solver, watch: &mut dyn Watch, wish: &Wish) -> Option<Answered> {
        Some(ask_more(solver, &self.game, wish, watch))
    }

    fn heading(&self) -> Heading {
        let rules = if self.is_mated() { "mated" } else { "tsume" };
        Heading { game: "shogi".into(), rules: rules.into(), position: self.game.position_text() }
    }

    fn certify(&mut self, solver: &mut Solver, claim: Claim, paper: &mut Paper<'_>) -> Certificate {
        let heading = self.heading();
        Some(certify(solver, &mut self.game, &heading, claim, paper))
    }

    fn shown(&self) -> Shown {
        let position = self.game.position();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let ended =
            moves.is_empty().then(|| Ended { value: Value::Loss, how: "there is no legal move".into() });
        let moves = moves.iter().map(Move::to_string).collect();
        Shown { side: format!("{:?}", position.side()), moves, ended }
    }

    fn for_people(&self, line: &[String]) -> ForPeople {
        let start = self.game.position();
        ForPeople { drawing: Some(start.drawn()), line: start.japanese_line(&self.moves(line)) }
    }

    fn kif(&self, report: &Report<String>, notes: &[String]) -> String {
        let end = match report.verdict {
            Verdict::Proved if report.line_complete => KifuEnd::Mate,
            Verdict::Disproved => KifuEnd::NoMate,
            _ => KifuEnd::Open,
        };
        self.game.position().kif(&self.moves(&report.line), end, notes)
    }
}

impl ShogiProblem {
    /// Whether the side to move is the one to be mated.
    fn is_mated(&self) -> bool {
        self.game.side() == Side::Defender
    }

    /// The moves of a line that the search has played.
    fn moves(&self, line: &[String]) -> Vec<Move> {
        let mut position = self.game.position().clone();
        let mut moves = Vec::with_capacity(line.len());
        for text in line {
            // They are legal.
            let Ok(mv) = position.read_move(text) else { break };
            position.play(mv);
            moves.push(mv);
        }
        moves
    }
}
