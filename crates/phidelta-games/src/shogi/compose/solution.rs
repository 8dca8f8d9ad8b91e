//! A composer's solution: read, replayed, and refused where it is none.
//!
//! Invariant: a solution that is taken is legal, gives check with every move of the attacker and ends with
//! mate, up to interpositions that are not counted.

use phidelta::{Game, Side, SolveError, Verdict};

use super::super::mv::Move;
use super::super::tsume::Tsume;
use super::asker::Asker;
use super::clocked::Clocked;
use super::futile::Futile;
use super::shortest::find_shortest;

/// Why a solution is none. Plies count from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolutionError {
    /// Not a move, or not a legal one.
    #[error("move {ply}, {text}: not legal here, expected a legal move such as 7g7f, 8h2b+ or P*5e")]
    Illegal {
        /// Its number.
        ply: usize,
        /// As it was written.
        text: String,
    },
    /// A move of the attacker without check.
    #[error("move {ply}, {text}: gives no check, expected a check with every move of the attacker")]
    NoCheck {
        /// Its number.
        ply: usize,
        /// As it was written.
        text: String,
    },
    /// The last move does not mate.
    #[error("move {ply}, {text}: the solution ends with it, but it is no mate: {answer} answers it")]
    NoMate {
        /// Its number.
        ply: usize,
        /// The last move.
        text: String,
        /// A defence.
        answer: String,
    },
    /// The limits ended the search for that.
    #[error("move {ply}, {text}: whether that is the end by counting was not decided within the limits")]
    Undecided {
        /// Its number.
        ply: usize,
        /// The move.
        text: String,
    },
    /// No moves at all.
    #[error("the solution has no moves, expected at least one")]
    Empty,
}

/// Replays a solution written in USI. Whether it ends with mate is asked by the check itself.
pub fn read_solution(game: &Tsume, moves: &[String]) -> Result<Vec<Move>, SolutionError> {
    let mut walk = game.clone();
    let mut line = Vec::with_capacity(moves.len());
    for (text, ply) in moves.iter().zip(1..) {
        let text = text.clone();
        let Ok(mv) = walk.position().read_move(&text) else {
            return Err(SolutionError::Illegal { ply, text });
        };
        let mut list = Vec::new();
        walk.moves(&mut list);
        if !list.contains(&mv) {
            return Err(SolutionError::NoCheck { ply, text });
        }
        walk.play(mv);
        line.push(mv);
    }
    if line.is_empty() {
        return Err(SolutionError::Empty);
    }
    Ok(line)
}

/// Where a solution ends by counting: what follows is not counted. An error if it does not end with
/// mate.
pub(super) fn counted_end(
    asker: &mut Asker<'_, '_>,
    game: &Tsume,
    line: &[Move],
    futile: Futile,
) -> Result<Result<usize, SolutionError>, SolveError> {
    let mut walk = game.clone();
    for (&mv, played) in line.iter().zip(1..) {
        walk.play(mv);
        if walk.side() != Side::Defender {
            continue;
        }
        let mut clocked = Clocked::new(walk.clone(), 0, futile);
        match asker.within(&mut clocked, u64::MAX)? {
            Verdict::Proved => return Ok(Ok(played)),
            Verdict::Disproved => {}
            // A limit says nothing of the solution.
            Verdict::Unknown(_) => {
                return Ok(Err(SolutionError::Undecided { ply: played, text: mv.to_string() }));
            }
        }
    }
    let mut answers = Vec::new();
    walk.moves(&mut answers);
    let answer = answers.first().map_or_else(String::new, Move::to_string);
    let text = line.last().map_or_else(String::new, Move::to_string);
    Ok(Err(SolutionError::NoMate { ply: line.len(), text, answer }))
}

/// How a line that ends by counting goes on to mate on the board.
pub(super) fn tail(asker: &mut Asker<'_, '_>, end: &Tsume) -> Result<Vec<Move>, SolveError> {
    if end.outcome().is_some() {
        return Ok(Vec::new());
    }
    Ok(find_shortest(asker, end, Futile::Off)?.line)
}
