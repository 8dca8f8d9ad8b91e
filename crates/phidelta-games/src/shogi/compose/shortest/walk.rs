//! Walking back along the longest defence: a shorter mate near the end is a shorter mate all the way.
//!
//! Idea: the first mate found is rarely the shortest, and in a long problem most of what can be saved is
//! saved far from the root. A question asked at the root would have to go down there against a clock that
//! tells each position from itself a move earlier. So the best mate known is followed to its end, and from
//! there back up each position is asked for less, one after the other. What is found for a position is
//! what the one before it needs.
//!
//! Invariant: it only asks questions; what they find is true wherever it is used.

use phidelta::{Game, Side, SolveError, Verdict};

use super::super::futile::Step;
use super::ShortestSearch;
use super::line::LOOK_NODES;

/// What all questions on the way back may take, in times of what one may.
const SHARE_BACK: u64 = 8;
/// Nodes to find the attacker's move again where the table has lost it.
const SEARCH_NODES: u64 = 25_000;

impl ShortestSearch<'_, '_, '_> {
    /// Goes down the longest defence against the best mate known, and from its end back up: from each
    /// position on it, is there a shorter mate? A question may take `nodes`, all of them [`SHARE_BACK`] times
    /// as many.
    pub(super) fn walk_back(&mut self, nodes: u64) -> Result<(), SolveError> {
        let Some(most) = self.most else { return Ok(()) };
        let end = self.asker.inquiry.stats().nodes.saturating_add(nodes.saturating_mul(SHARE_BACK));
        let mut line = self.walk_down(most)?;
        // What is known of the next position of the attacker.
        let mut next = 0;
        while let Some((step, before)) = line.pop() {
            self.game.undo(step);
            if self.game.side() == Side::Defender || line.is_empty() {
                continue;
            }
            let guess = next + u32::from(!step.free);
            let left = end.saturating_sub(self.asker.inquiry.stats().nodes).max(LOOK_NODES);
            next = self.shorten(before, guess, nodes.min(left))?;
        }
        Ok(())
    }

    /// The longest defence against the best mate known, as far as the table knows it: each step, with the
    /// clock as it stands before it.
    fn walk_down(&mut self, most: u32) -> Result<Vec<(Step, u32)>, SolveError> {
        let (mut line, mut left) = (Vec::new(), most);
        while self.game.outcome().is_none() && !self.asker.is_over() {
            self.game.wind(left);
            let step = match self.game.side() {
                Side::Attacker => self.reply(left)?,
                Side::Defender => self.resist(left, LOOK_NODES, false)?,
            };
            let Some(step) = step else { break };
            self.game.wind(left);
            self.game.play(step);
            line.push((step, left));
            left = self.game.left();
        }
        Ok(line)
    }

    /// A step of the attacker that is in time, free captures last.
    fn reply(&mut self, left: u32) -> Result<Option<Step>, SolveError> {
        let mut steps = Vec::new();
        self.game.moves(&mut steps);
        steps.sort_by_key(|step| step.free);
        // What the table has, what is near it, and what must be searched for.
        for nodes in [1, LOOK_NODES, SEARCH_NODES] {
            for &step in &steps {
                self.game.wind(left);
                self.game.play(step);
                let verdict = self.asker.within(&mut self.game, nodes);
                self.game.undo(step);
                if verdict?.is_proved() {
                    return Ok(Some(step));
                }
            }
        }
        Ok(None)
    }

    /// How many moves a mate from the present position takes at most, if `known` are enough, with a guess.
    fn shorten(&mut self, known: u32, guess: u32, nodes: u64) -> Result<u32, SolveError> {
        let (mut least, mut most) = (1, known);
        let mut asked = guess.clamp(1, known.max(2) - 1);
        while least < most && !self.asker.is_over() {
            self.game.wind(asked);
            match self.asker.within(&mut self.game, nodes)? {
                Verdict::Proved => most = self.game.taken().unwrap_or(asked).clamp(least, asked),
                Verdict::Disproved => least = self.game.failed().unwrap_or(asked).clamp(asked, most - 1) + 1,
                Verdict::Unknown(_) if asked < most - 1 => {}
                Verdict::Unknown(_) => break,
            }
            asked = (most - 1).max(least);
        }
        Ok(most)
    }
}
