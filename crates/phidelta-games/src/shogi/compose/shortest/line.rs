//! The line of the shortest mate.
//!
//! Idea: it walks along the last proof and the last disproof at once: the attacker by moves that keep to
//! the proof, the defender by answers with which the next smaller clock fails. While the bounds differ, the
//! defender takes what is known to last longest.
//!
//! Invariant: where the bounds have met, the line has exactly that length and ends with mate.

use phidelta::{Game, Outcome, Side, SolveError, Verdict};

use super::super::super::mv::Move;
use super::super::futile::{Futile, Step};
use super::{ShortestSearch, find_shortest};

/// Nodes to look whether a move is known to be right, before the next one is looked at.
pub(super) const LOOK_NODES: u64 = 1_000;

impl ShortestSearch<'_, '_, '_> {
    /// A line of the best mate known, what follows that is not counted, and whether that is all.
    pub(super) fn line(&mut self) -> Result<(Vec<Move>, Vec<Move>, bool), SolveError> {
        let Some(mut left) = self.most else { return Ok((Vec::new(), Vec::new(), false)) };
        // While the bounds differ there is no disproof to defend by: any answer will do.
        let exact = left == self.least;
        let mut line = Vec::new();
        let mut complete = true;
        while self.game.tsume().outcome() != Some(Outcome::Win) {
            self.game.wind(left);
            let step = match self.game.side() {
                Side::Attacker => self.pick(left.saturating_sub(1), Verdict::Proved, u64::MAX)?,
                Side::Defender if left == 0 => None,
                Side::Defender if exact => self.pick(left - 1, Verdict::Disproved, u64::MAX)?,
                Side::Defender => self.resist(left, u64::MAX, true)?,
            };
            let Some(step) = step else {
                complete = false;
                break;
            };
            self.game.wind(left);
            self.game.play(step);
            line.push(step);
            left = self.game.left();
        }
        let mut tail = Vec::new();
        if self.game.side() == Side::Attacker && !line.is_empty() && !complete {
            // Only a free capture is in time: what was interposed belongs to what is not counted.
            if let Some(step) = line.pop() {
                self.game.undo(step);
            }
        }
        if !complete && self.futile != Futile::Off && !self.asker.is_over() {
            // Nothing but interpositions that are not counted: played out in full.
            let rest = find_shortest(self.asker, &self.game.tsume().clone(), Futile::Off)?;
            (tail, complete) = (rest.line, rest.verdict.is_proved() && rest.line_complete);
        }
        for &step in line.iter().rev() {
            self.game.undo(step);
        }
        Ok((line.into_iter().map(|step| step.mv).collect(), tail, complete))
    }

    /// A defence that lasts as long as is easily seen; one that is `counted`, if there is one.
    pub(super) fn resist(
        &mut self,
        left: u32,
        nodes: u64,
        counted: bool,
    ) -> Result<Option<Step>, SolveError> {
        let mut best: Option<(bool, u32, Step)> = None;
        for step in self.moves() {
            self.game.play(step);
            self.game.wind(left);
            let verdict = self.asker.within(&mut self.game, nodes);
            let taken = self.game.taken().unwrap_or(left);
            let counts =
                if counted && left > 0 { self.is_futile(left - 1).map(|futile| !futile) } else { Ok(true) };
            self.game.undo(step);
            let counts = counts?;
            if verdict?.is_disproved() {
                return Ok(None);
            }
            if best.is_none_or(|(other, most, _)| (counts, taken) > (other, most)) {
                best = Some((counts, taken, step));
            }
        }
        Ok(best.map(|(_, _, step)| step))
    }

    /// The first move behind which the clock `left` brings `wanted`; no free capture, which is none on
    /// the board. All are looked at with a small budget first: the table knows the right one. Of the
    /// defender's, one is preferred that leaves the attacker nothing in hand at the end.
    pub(super) fn pick(
        &mut self,
        left: u32,
        wanted: Verdict,
        most_nodes: u64,
    ) -> Result<Option<Step>, SolveError> {
        let (mut moves, mut nodes) = (self.moves(), 1);
        let (mut second, mut last) = (None, None);
        while !moves.is_empty() && nodes <= most_nodes && !self.asker.is_over() {
            let mut open = Vec::new();
            for step in moves {
                self.game.play(step);
                self.game.wind(left);
                let mut verdict = self.asker.within(&mut self.game, nodes);
                if matches!(verdict, Ok(verdict) if verdict == wanted) && wanted.is_disproved() {
                    match self.is_futile(left) {
                        Ok(false) => {
                            // The same length: can the attacker keep a piece?
                            self.game.wind(left + 1);
                            self.game.keep_a_piece(true);
                            let keeps = self.asker.within(&mut self.game, nodes.max(LOOK_NODES));
                            self.game.keep_a_piece(false);
                            if !matches!(keeps, Ok(Verdict::Disproved)) {
                                second = second.or(Some(step));
                                verdict = keeps.map(|_| Verdict::Proved);
                            }
                        }
                        futile => {
                            last = last.or(Some(step));
                            verdict = futile.map(|_| Verdict::Proved);
                        }
                    }
                }
                self.game.undo(step);
                match verdict? {
                    verdict if verdict == wanted => return Ok(Some(step)),
                    Verdict::Unknown(_) => open.push(step),
                    _ => {}
                }
            }
            if second.is_some() {
                break;
            }
            moves = open;
            nodes = nodes.saturating_mul(4).max(LOOK_NODES);
        }
        Ok(second.or(last))
    }

    /// Whether the present position, after an interposition, is in time only by a free capture: then the
    /// interposition is not counted, and as long as there is another defence it is not played.
    fn is_futile(&mut self, left: u32) -> Result<bool, SolveError> {
        Ok(self.game.has_free_capture() && self.pick(left, Verdict::Proved, LOOK_NODES)?.is_none())
    }

    fn moves(&self) -> Vec<Step> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        moves.retain(|step| !step.free && !step.stops);
        moves
    }
}
