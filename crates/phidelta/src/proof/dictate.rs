//! Writes a strategy that is known, position by position, each after all it refers to.
//!
//! Idea: a second walk, this time without a question open. It knows from the first one how many moves lead
//! to each position, and so says when a position may be forgotten: a checker needs memory only for those
//! that are still to be referred to. What the first walk finished and then did not need is left out. A
//! position that one move leads to is told in place, without a number, if that does not make a row too
//! long; so is one close to the end that several lead to, each time again.
//!
//! Invariants: a position with a number is written once and after what it refers to; it is not referred to
//! after it may be forgotten.

use super::certificate::{Certifiable, CertificateSink, CertifyError, Target};
use super::extract::{holds, place, reference};
use super::replies::Replies;
use super::strategy::{PositionNumber, Strategy};
use crate::game::{Game, Stock};
use crate::limits::Monitor;
use crate::number::Numbers;
use crate::trail::Trail;

/// Positions that are forgotten in one row: enough to make such rows rare, few beside what a checker can
/// hold.
const TOGETHER: usize = 64;

/// Moves of a row beyond which it tells no further position: it stays within some screens, and a checker,
/// which holds a row at a time, needs little memory.
const LONGEST: usize = 512;
/// Positions told one within the other: less than a checker must be able to follow (64).
const DEEPEST: u32 = 48;
/// Moves, all of them to an end, of a position that is told in place wherever it comes up: a row of its
/// own, with the text of the position, would be longer than to say it again.
const SMALL: usize = 3;

/// What was written.
pub(super) struct Written {
    /// The root, if it is among the positions.
    pub(super) root: Option<Target>,
    pub(super) positions: u64,
    pub(super) moves: u64,
}

/// The walk.
pub(super) struct Dictation<'d, 'm, G: Game> {
    game: Trail<'d, G>,
    value: Numbers,
    strategy: &'d mut Strategy<G::Move>,
    monitor: &'d mut Monitor<'m, G::Move>,
    sink: &'d mut dyn CertificateSink<G>,
    stack: Vec<Frame<G::Move>>,
    /// Frames that are done, to be used again.
    spare: Vec<Frame<G::Move>>,
    /// To be forgotten.
    done: Vec<u64>,
    rows: u64,
    positions: u64,
    moves: u64,
}

struct Frame<M> {
    number: PositionNumber,
    /// The move that led here.
    by: Option<M>,
    /// The stock it left: that of the position written may be another.
    before: Stock,
    moves: Vec<M>,
    /// How many of them are done.
    at: usize,
    replies: Replies,
    /// The positions that the replies lead to.
    uses: Vec<PositionNumber>,
    /// How deep positions are told within each other here.
    height: u32,
}

/// What a position behind a move is.
enum Class {
    /// An end, settled, or written.
    Known(Target, Option<PositionNumber>),
    /// To be written first.
    Open(PositionNumber),
}

impl<'d, 'm, G: Certifiable> Dictation<'d, 'm, G> {
    pub(super) fn new(
        game: Trail<'d, G>,
        value: Numbers,
        strategy: &'d mut Strategy<G::Move>,
        monitor: &'d mut Monitor<'m, G::Move>,
        sink: &'d mut dyn CertificateSink<G>,
    ) -> Dictation<'d, 'm, G> {
        let (stack, spare, done) = (Vec::new(), Vec::new(), Vec::new());
        let (rows, positions, moves) = (0, 0, 0);
        Dictation { game, value, strategy, monitor, sink, stack, spare, done, rows, positions, moves }
    }

    /// Writes the strategy of the game's present position, where it stands again afterwards.
    pub(super) fn write(mut self) -> Result<Written, CertifyError> {
        let root = self.walk();
        Ok(Written { root: root?, positions: self.positions, moves: self.moves })
    }

    fn walk(&mut self) -> Result<Option<Target>, CertifyError> {
        if self.game.outcome().is_some() {
            return Ok(None);
        }
        match self.classify()? {
            // The root itself is settled.
            Class::Known(..) => return Ok(None),
            Class::Open(number) => self.push(None, number),
        }
        loop {
            let Some(frame) = self.stack.last() else { return Err(CertifyError::Lost) };
            let Some(&mv) = frame.moves.get(frame.at) else {
                if let Some(root) = self.finish()? {
                    return Ok(Some(root));
                }
                continue;
            };
            self.game.play(mv);
            match self.classify()? {
                Class::Known(target, number) => {
                    self.game.undo();
                    self.reply(mv, target, number);
                }
                Class::Open(number) => {
                    let walked = self.monitor.walk(self.value, 0.0, self.game.line());
                    walked.map_err(CertifyError::Unfinished)?;
                    self.push(Some(mv), number);
                }
            }
        }
    }

    /// What the present position is.
    fn classify(&mut self) -> Result<Class, CertifyError> {
        if self.game.outcome().is_some() {
            // The first walk has seen for whom.
            return Ok(Class::Known(Target::End, None));
        }
        let here = self.game.stock();
        let value = self.value;
        let found = self.strategy.find(place(&*self.game), |node| holds::<G>(value, here, node.stock));
        let Some(number) = found else {
            // Whatever the first walk did not enter must be settled.
            let settled = self.game.is_settled();
            return if settled { Ok(Class::Known(Target::Settled, None)) } else { Err(CertifyError::Lost) };
        };
        let node = self.strategy.node(number);
        Ok(match node.written {
            0 => Class::Open(number),
            id => Class::Known(reference(id.into(), here, node.stock), Some(number)),
        })
    }

    /// Makes the present position, or the one that it follows from, the top of the stack.
    fn push(&mut self, by: Option<G::Move>, number: PositionNumber) {
        let before = self.game.stock();
        let node = *self.strategy.node(number);
        if G::RESOURCES {
            self.game.set_stock(node.stock);
        }
        let mut frame = self.spare.pop().unwrap_or_default();
        match node.choice {
            Some(mv) => frame.moves.push(mv),
            None => self.game.moves(&mut frame.moves),
        }
        (frame.number, frame.by, frame.before) = (number, by, before);
        self.stack.push(frame);
    }

    /// Notes where a move leads.
    fn reply(&mut self, mv: G::Move, target: Target, number: Option<PositionNumber>) {
        if let Some(frame) = self.stack.last_mut() {
            frame.at += 1;
            frame.replies.push(&*self.game, mv, target);
            frame.uses.extend(number);
        }
    }

    /// The top position is done: writes it, or tells it in place, and goes back to the one before. The
    /// root's target, if it was the root.
    fn finish(&mut self) -> Result<Option<Target>, CertifyError> {
        let Some(mut frame) = self.stack.pop() else { return Err(CertifyError::Lost) };
        self.positions += 1;
        self.moves += frame.moves.len() as u64;
        if self.is_told_in_place(&frame) {
            self.game.undo();
            self.tell(&frame);
            frame.reset();
            self.spare.push(frame);
            return Ok(None);
        }
        self.rows += 1;
        let id = self.rows;
        let written = self.sink.position(id, &self.game, &frame.replies);
        let stock = self.game.stock();
        self.game.restore_stock();
        self.game.undo();
        written?;
        self.strategy.node_mut(frame.number).written = u32::try_from(id).map_err(|_| CertifyError::Lost)?;
        self.forget(&frame.uses)?;
        let target = reference(id, frame.before, stock);
        let (by, number) = (frame.by, frame.number);
        frame.reset();
        self.spare.push(frame);
        let Some(mv) = by else { return Ok(Some(target)) };
        self.reply(mv, target, Some(number));
        Ok(None)
    }

    /// Whether the present position, that of a frame which is done, needs no row of its own.
    fn is_told_in_place(&self, frame: &Frame<G::Move>) -> bool {
        let Some(above) = self.stack.last() else { return false };
        let moves = frame.replies.len();
        let alone = self.strategy.node(frame.number).references == 1;
        let small = moves <= SMALL && frame.uses.is_empty() && frame.height == 0;
        (alone || small)
            && above.replies.len() + moves <= LONGEST
            && frame.height < DEEPEST
            && frame.before == self.game.stock()
    }

    /// Tells the position of a frame in the row of the one above.
    fn tell(&mut self, frame: &Frame<G::Move>) {
        let (Some(above), Some(mv)) = (self.stack.last_mut(), frame.by) else { return };
        above.at += 1;
        above.replies.push(&*self.game, mv, Target::Inline(frame.replies.len() as u32));
        above.replies.append(&frame.replies);
        above.uses.extend(&frame.uses);
        above.height = above.height.max(frame.height + 1);
        let node = self.strategy.node_mut(frame.number);
        node.references = node.references.saturating_sub(1);
    }

    /// Notes the references of a position that has been written: what none is left to will be forgotten.
    fn forget(&mut self, uses: &[PositionNumber]) -> Result<(), CertifyError> {
        for &number in uses {
            let node = self.strategy.node_mut(number);
            debug_assert!(node.references > 0, "the first walk has counted them");
            node.references = node.references.saturating_sub(1);
            if node.references == 0 {
                self.done.push(node.written.into());
            }
        }
        if self.done.len() >= TOGETHER {
            self.sink.forget(&self.done)?;
            self.done.clear();
        }
        Ok(())
    }
}

impl<M> Default for Frame<M> {
    fn default() -> Frame<M> {
        let (moves, replies, uses) = (Vec::new(), Replies::default(), Vec::new());
        Frame { number: 0, by: None, before: 0, moves, at: 0, replies, uses, height: 0 }
    }
}

impl<M> Frame<M> {
    /// Makes it ready for another position.
    fn reset(&mut self) {
        self.moves.clear();
        self.replies.clear();
        self.uses.clear();
        (self.at, self.height) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_sink::{certified, random_graphs};
    use super::*;

    /// In a ranked certificate a position stands after all it refers to, and nothing refers to one that was
    /// forgotten: the sink sees to both.
    #[test]
    fn positions_come_after_what_they_refer_to_and_before_they_are_forgotten() {
        let (mut ranked, mut inline, mut forgotten) = (0, 0, 0);
        for graph in random_graphs(400) {
            let sink = certified(&graph, "df-pn+tca", 1024);
            if sink.opening.expect("a part was opened").ranked {
                sink.assert_complete(&graph);
                ranked += 1;
                inline += sink.inline;
                forgotten += sink.forgotten.len();
            }
        }
        assert!(ranked > 100 && inline > 100, "{ranked} {inline} {forgotten}");
    }

    #[test]
    fn a_frame_can_be_used_again() {
        let mut frame: Frame<u8> = Frame { at: 3, height: 2, ..Frame::default() };
        frame.moves.push(1);
        frame.uses.push(9);
        frame.reset();
        assert_eq!((frame.at, frame.height, frame.moves.len(), frame.uses.len()), (0, 0, 0, 0));
        assert!(frame.replies.is_empty());
    }
}
