//! Mate problems of shogi: SFEN, or USI's `position` with moves.

use phidelta::{Solver, Value};
use phidelta_games::shogi::{Move, Tsume};

use super::{Answered, Ended, ForPeople, GameKind, Options, Place, Problem, Shown, Watch, ask};
use crate::failure::{Failure, Result};

/// Mate problems.
pub(crate) struct Kind;

impl GameKind for Kind {
    fn name(&self) -> &'static str {
        "shogi"
    }

    fn about(&self) -> &'static str {
        "a mate problem, the side to move attacks: SFEN, or 'startpos moves 7g7f …'"
    }

    fn read(&self, text: &str, place: &Place, _options: &Options) -> Result<Box<dyn Problem>> {
        let game = Tsume::from_sfen(text).map_err(|error| {
            let marked: String = error.marked(text).lines().map(|line| format!("\n  {line}")).collect();
            Failure::input(format!("{}: {}{marked}", place.at(1, error.column(text)), error.kind))
        })?;
        Ok(Box::new(ShogiProblem { position: text.trim().to_string(), game }))
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
        "win".into()
    }

    fn solve(&mut self, solver: &mut Solver, watch: &mut dyn Watch) -> Answered {
        let text = |line: &[Move], from: usize| line[from..].iter().map(Move::to_string).collect();
        ask(solver, &mut self.game, watch, &text)
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
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(line.len());
        for text in line {
            // The search has played them: they are legal.
            let Ok(mv) = position.read_move(text) else { break };
            position.play(mv);
            moves.push(mv);
        }
        ForPeople { drawing: Some(start.drawn()), line: start.japanese_line(&moves) }
    }
}
