//! The player of the games: alpha-beta a few plies deep, and a choice among moves that are nearly as good
//! as the best.
//!
//! Weak on purpose: it sees wins and losses within its depth, so that games do not end in blunders, and
//! errs beyond it, so that they end. The recursion is as deep as [`SelfPlay::DEPTH`], a few plies.
//!
//! Invariant: the same random numbers give the same game; no floating point, no clock.

use fastrand::Rng;
use phidelta::{Outcome, Side};

use super::SelfPlay;

/// Plies after which a game without a winner is given up: games of all kinds here are over long before,
/// unless both sides move to and fro.
pub const MOST_PLIES: u32 = 200;

/// What a win is worth, above all appraisals.
const WIN: i32 = 1_000_000;

/// What a win is worth more for each ply that it comes earlier: above all margins, so that the nearest is
/// played.
const NEARER: i32 = 1000;

/// A finished game.
pub(super) struct Record<G: SelfPlay> {
    pub(super) moves: Vec<G::Move>,
    /// The last position.
    pub(super) end: G,
    /// For the attacker of the game's start.
    pub(super) outcome: Outcome,
}

impl<G: SelfPlay> Record<G> {
    /// The position after so many moves.
    pub(super) fn at(&self, ply: u32) -> G {
        let mut game = G::start();
        for &mv in self.moves.iter().take(ply as usize) {
            game.play(mv);
        }
        game
    }
}

/// Plays a game; `None` if it does not end.
pub(super) fn play<G: SelfPlay>(rng: &mut Rng) -> Option<Record<G>> {
    let mut game = G::start();
    let mut moves = Vec::new();
    loop {
        if let Some(outcome) = game.outcome() {
            return Some(Record { moves, end: game, outcome });
        }
        if moves.len() == MOST_PLIES as usize {
            return None;
        }
        let margin = if moves.len() < G::OPENING as usize { WIN / 2 } else { G::MARGIN };
        let mv = choose(&mut game, margin, rng)?;
        game.play(mv);
        moves.push(mv);
    }
}

/// One of the moves that are at most `margin` worse than the best.
fn choose<G: SelfPlay>(game: &mut G, margin: i32, rng: &mut Rng) -> Option<G::Move> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut best = -2 * WIN;
    let mut scores = Vec::with_capacity(moves.len());
    for &mv in &moves {
        // Exact above this bound: all that can still be chosen.
        let score = after(game, mv, G::DEPTH, best - margin - 1, 2 * WIN);
        best = best.max(score);
        scores.push(score);
    }
    let mut good = moves.iter().zip(&scores).filter(|(_, score)| **score >= best - margin);
    let many = good.clone().count() as u32;
    // Of 32 bits whatever the machine's word: `usize` would draw different numbers on different ones.
    good.nth(if many > 1 { rng.u32(..many) as usize } else { 0 }).map(|(&mv, _)| mv)
}

/// The score of a move for the side that makes it.
fn after<G: SelfPlay>(game: &mut G, mv: G::Move, depth: u32, alpha: i32, beta: i32) -> i32 {
    let side = game.side();
    game.play(mv);
    let score = if game.side() == side {
        search(game, depth - 1, alpha, beta)
    } else {
        -search(game, depth - 1, -beta, -alpha)
    };
    game.undo(mv);
    score
}

/// The score of the position for the side to move.
fn search<G: SelfPlay>(game: &mut G, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    if let Some(outcome) = game.outcome() {
        let win = WIN + NEARER * depth as i32;
        return match (outcome, game.side()) {
            (Outcome::Draw, _) => 0,
            (Outcome::Win, Side::Attacker) | (Outcome::Loss, Side::Defender) => win,
            _ => -win,
        };
    }
    if depth == 0 {
        return game.appraise();
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut best = -2 * WIN;
    for mv in moves {
        best = best.max(after(game, mv, depth, alpha, beta));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loa::Loa;
    use crate::othello::Othello;
    use crate::uttt::Uttt;

    /// Plays some games and holds every move after the opening to what a look at all moves says: a win
    /// at once is played, and one for the opponent is left open only if every move leaves one.
    fn wins_and_losses_are_seen<G: SelfPlay>() -> usize {
        let won = |game: &G| match game.outcome() {
            Some(Outcome::Win) => Some(Side::Attacker),
            Some(Outcome::Loss) => Some(Side::Defender),
            _ => None,
        };
        let wins = |game: &mut G| -> Vec<G::Move> {
            let (side, mut moves) = (game.side(), Vec::new());
            if game.outcome().is_none() {
                game.moves(&mut moves);
            }
            moves.retain(|&mv| {
                game.play(mv);
                let wins = won(game) == Some(side);
                game.undo(mv);
                wins
            });
            moves
        };
        let mut seen = 0;
        for record in (1..=6).filter_map(|seed| play::<G>(&mut Rng::with_seed(seed))) {
            assert!(record.end.outcome() == Some(record.outcome));
            for (&mv, ply) in record.moves.iter().zip(0..).skip(G::OPENING as usize) {
                let mut game = record.at(ply);
                let winning = wins(&mut game);
                if !winning.is_empty() {
                    assert!(winning.contains(&mv), "ply {ply}: {mv:?}, not {winning:?}");
                    seen += 1;
                    continue;
                }
                game.play(mv);
                let leaves = game.side() != record.at(ply).side() && !wins(&mut game).is_empty();
                game.undo(mv);
                if leaves {
                    let mut moves = Vec::new();
                    game.moves(&mut moves);
                    for other in moves {
                        game.play(other);
                        assert!(!wins(&mut game).is_empty(), "ply {ply}: {mv:?}, {other:?} is safe");
                        game.undo(other);
                    }
                    seen += 1;
                }
            }
        }
        seen
    }

    #[test]
    fn a_win_is_taken_and_a_loss_avoided_where_it_can_be() {
        assert!(wins_and_losses_are_seen::<Loa>() > 5);
        assert!(wins_and_losses_are_seen::<Uttt>() > 5);
        wins_and_losses_are_seen::<Othello>();
    }
}
