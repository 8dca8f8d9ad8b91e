//! The certificate of an answer: a strategy of the side that has won, position by position.
//!
//! Idea: walk through all positions that the winner's strategy can meet. Where he is to move one move is
//! kept, where the loser is all of them; each leads to the end of the game, to a position that the game
//! itself settles, or to another position of the certificate. A checker with rules of its own can follow
//! it without searching. Model: proofs of unsatisfiability in SAT solving (LRAT).
//!
//! What a repetition is worth decides what is asked for. If it helps the winner a *closed* set is enough:
//! play never leaves it, and going round in it is a success. If it hurts him, or if nothing repeats, the
//! certificate is *ranked*: a position is written after all it refers to, so that play runs out.
//!
//! For a ranked certificate the winner's moves must not go round, although each of them is won. As in
//! [`super::line`] the lengths of table entries guard against that; where they fail the table is emptied
//! and the winner's moves are asked anew with all unfinished positions as repetitions.
//!
//! A closed set needs values that hold on every path: results bound to a path are not used, and what the
//! table has lost is searched as a root. Answers by dominance and by shortcuts say where to go, but each
//! position is written with its own moves.
//!
//! Invariants: a position is written once, with what the rules and the walk saw, and never on trust;
//! memory stays within its figure, the table giving way to the walk; what cannot be finished is an error.

use std::collections::HashMap;
use std::io;
use std::time::Duration;

use super::known::{Known, Oracle, UNKNOWN};
use crate::algorithm::Replacement;
use crate::game::{Game, Key};
use crate::limits::{Monitor, Poll};
use crate::number::Numbers;
use crate::solver::SolveError;
use crate::table::Table;
use crate::verdict::Reason;

/// Where a move of a certificate leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Target {
    /// The game has ended there, in the winner's favour.
    End,
    /// The game goes on, but the rules settle it ([`Certifiable::is_settled`]).
    Settled,
    /// A position of the certificate, by its number.
    Position(u64),
    /// A position that differs from one of the certificate in resources only, and is no worse for the
    /// winner ([`Game::RESOURCES`]).
    Follows(u64),
}

/// A game whose answers can be written as certificates.
pub trait Certifiable: Game {
    /// The present position, in a notation that says all the rules need to know.
    fn position_text(&self) -> String;

    /// The identity of what [`Certifiable::position_text`] says. A game whose keys are equal for positions
    /// that differ in something of no consequence must tell them apart here: a checker does.
    fn identity(&self) -> Key {
        self.key()
    }

    /// A move of the present position.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Whether the answer of the present position, in which the game goes on, needs no strategy to be
    /// seen, and a checker knows how to see it: the side that needs a row has none left, say.
    fn is_settled(&mut self) -> bool {
        false
    }
}

/// Who takes the positions of a certificate as they are found.
pub trait Scribe<G: Certifiable> {
    /// Writes a position, at which the game stands, and the moves kept there.
    fn position(&mut self, id: u64, game: &G, moves: &[(G::Move, Target)]) -> io::Result<()>;

    /// Notes that nothing will refer to these positions any more.
    fn forget(&mut self, _ids: &[u64]) -> io::Result<()> {
        Ok(())
    }
}

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Certified {
    /// Whether positions come after what they refer to.
    pub ranked: bool,
    /// Where the root stands.
    pub root: Target,
    /// Positions.
    pub positions: u64,
    /// Moves of all positions.
    pub moves: u64,
    /// Nodes searched again on the way, and positions walked through.
    pub nodes: u64,
    /// Wall time.
    pub elapsed: Duration,
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// There is no answer to be certified.
    #[error("there is no verdict")]
    Undecided,
    /// The limits or the memory ended the extraction.
    #[error("{0}")]
    Unfinished(Reason),
    /// The answer does not follow from the positions below it: it is wrong, or a part of its proof could
    /// not be found again.
    #[error("the proof could not be found again")]
    Lost,
    /// It could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The search could not start.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Bytes that a written position takes in the index: 24 and a byte of the map, its spare places, and the
/// old map while it grows.
const INDEX_BYTES: u64 = 88;

/// The least table that still is of use, in bytes.
const LEAST_TABLE: u64 = 64 << 10;

/// A walk that writes the certificate of the present position of an oracle's game.
pub(crate) struct Extraction<'w, 'm, G: Game> {
    oracle: Oracle<'w, 'm, G>,
    scribe: &'w mut dyn Scribe<G>,
    replacement: Replacement,
    /// Bytes for index and stack.
    room: u64,
    ranked: bool,
    /// Ranked, and positions may repeat.
    guarded: bool,
    /// Numbers of positions: finished ones, and in a closed set those on the stack, too.
    index: HashMap<[u64; 2], u64>,
    stack: Vec<Frame<G::Move>>,
    stack_bytes: u64,
    last_id: u64,
    positions: u64,
    moves: u64,
}

/// A position that is not finished.
struct Frame<M> {
    /// As the search knows it.
    key: Key,
    /// As a checker knows it.
    identity: Key,
    /// The move that led here.
    by: Option<M>,
    /// Whether the winner is to move.
    winner: bool,
    /// Its number, in a closed set.
    id: u64,
    moves: Vec<M>,
    /// What is known of them, in the same order; of the winner's moves one.
    replies: Vec<(M, Target)>,
    /// Plies to the end, as far as known.
    length: u32,
    /// The winner's move was, or is to be, found from an empty table.
    fresh: bool,
    on_path: bool,
}

/// What a position behind a move is.
enum Class {
    Known(Target),
    /// The loser's end.
    Wrong,
    /// Unfinished, in a certificate in which nothing may come back.
    Repeated,
    Open,
}

/// What the winner does.
enum Choice<M> {
    Reach(M, Target),
    Enter(M),
}

impl<'w, 'm, G: Certifiable> Extraction<'w, 'm, G> {
    /// For the game's present position, whose value is `value`. `search_bytes` are for the stack of new
    /// searches, `room` for the walk itself.
    pub(crate) fn new(
        game: &'w mut G,
        value: Numbers,
        (table, replacement): (&'w mut Table, Replacement),
        (search_bytes, room): (u64, u64),
        monitor: &'w mut Monitor<'m, G::Move>,
        scribe: &'w mut dyn Scribe<G>,
    ) -> Extraction<'w, 'm, G> {
        let oracle = Oracle::new(game, value, table, search_bytes, monitor);
        let guarded = oracle.needs_rank();
        Extraction {
            ranked: G::ACYCLIC || guarded,
            guarded,
            oracle,
            scribe,
            replacement,
            room,
            index: HashMap::new(),
            stack: Vec::new(),
            stack_bytes: 0,
            last_id: 0,
            positions: 0,
            moves: 0,
        }
    }

    /// Writes the certificate. The game is at its root again afterwards, unless there was an error: then
    /// [`Extraction::unwind`] takes it there.
    pub(crate) fn run(&mut self) -> Result<Certified, CertifyError> {
        let done = self.walk();
        while let Some(frame) = self.stack.pop() {
            if let Some(mv) = frame.by {
                self.oracle.game.undo(mv);
            }
        }
        let root = done?;
        let (ranked, positions, moves) = (self.ranked, self.positions, self.moves);
        let (nodes, elapsed) = (self.oracle.monitor.nodes(), self.oracle.monitor.elapsed());
        Ok(Certified { ranked, root, positions, moves, nodes, elapsed })
    }

    fn walk(&mut self) -> Result<Target, CertifyError> {
        match self.classify() {
            Class::Known(target) => return Ok(target),
            Class::Wrong | Class::Repeated => return Err(CertifyError::Lost),
            Class::Open => self.push(None)?,
        }
        loop {
            let Some(frame) = self.stack.last() else { return Err(CertifyError::Lost) };
            let wanted = if frame.winner { 1 } else { frame.moves.len() };
            if frame.replies.len() == wanted {
                if let Some(root) = self.finish()? {
                    return Ok(root);
                }
            } else if frame.winner {
                match self.choose() {
                    Some(Choice::Reach(mv, target)) => self.reply(mv, target),
                    Some(Choice::Enter(mv)) => self.enter(mv)?,
                    None => self.go_back()?,
                }
            } else {
                let mv = frame.moves[frame.replies.len()];
                self.oracle.game.play(mv);
                let class = self.classify();
                self.oracle.game.undo(mv);
                match class {
                    Class::Known(target) => self.reply(mv, target),
                    Class::Open => self.enter(mv)?,
                    Class::Repeated => self.go_back()?,
                    Class::Wrong => return Err(CertifyError::Lost),
                }
            }
        }
    }

    fn reply(&mut self, mv: G::Move, target: Target) {
        if let Some(frame) = self.stack.last_mut() {
            frame.replies.push((mv, target));
        }
    }

    /// What the present position is.
    fn classify(&mut self) -> Class {
        let oracle = &mut self.oracle;
        if let Some(outcome) = oracle.game.outcome() {
            let won = oracle.question.answer(outcome) == oracle.value;
            return if won { Class::Known(Target::End) } else { Class::Wrong };
        }
        if let Some(&id) = self.index.get(&halves(oracle.game.identity())) {
            return Class::Known(Target::Position(id));
        }
        if self.guarded && oracle.path.find(oracle.key()).is_some() {
            return Class::Repeated;
        }
        if oracle.game.is_settled() {
            return match oracle.recall_anywhere() {
                Known::Value(_) => Class::Known(Target::Settled),
                _ => Class::Wrong,
            };
        }
        Class::Open
    }

    /// Plays a move and enters the position behind it.
    fn enter(&mut self, mv: G::Move) -> Result<(), CertifyError> {
        self.oracle.game.play(mv);
        self.push(Some(mv)).inspect_err(|_| self.oracle.game.undo(mv))
    }

    /// Makes the present position the top of the stack.
    fn push(&mut self, by: Option<G::Move>) -> Result<(), CertifyError> {
        if self.oracle.monitor.enter()
            && let Poll::Stop(reason) = self.oracle.monitor.poll()
        {
            return Err(CertifyError::Unfinished(reason));
        }
        let mut moves = Vec::new();
        self.oracle.game.moves(&mut moves);
        if moves.is_empty() {
            return Err(CertifyError::Unfinished(Reason::OpenPosition));
        }
        let length = match self.oracle.recall_anywhere() {
            Known::Value(length) => length,
            _ => UNKNOWN,
        };
        let (key, identity) = (self.oracle.key(), self.oracle.game.identity());
        let winner = self.oracle.value.seen_by(self.oracle.game.side()).0 == 0;
        let mut id = 0;
        if !self.ranked {
            id = self.next_id();
            self.index.insert(halves(identity), id);
        }
        let replies = Vec::with_capacity(if winner { 1 } else { moves.len() });
        let frame = Frame {
            key,
            identity,
            by,
            winner,
            id,
            moves,
            replies,
            length,
            fresh: false,
            on_path: self.guarded && !winner,
        };
        if frame.on_path {
            self.oracle.enter(key);
        }
        self.stack_bytes += frame.bytes();
        self.stack.push(frame);
        if self.used() > self.room { self.make_room() } else { Ok(()) }
    }

    fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    fn used(&self) -> u64 {
        self.stack_bytes + self.index.len() as u64 * INDEX_BYTES
    }

    /// Takes half of the table's memory: what it knew will be searched again where it is needed.
    fn make_room(&mut self) -> Result<(), CertifyError> {
        let before = self.oracle.table.bytes();
        if before < 2 * LEAST_TABLE {
            return Err(CertifyError::Unfinished(Reason::MemoryFull));
        }
        *self.oracle.table =
            Table::new(before / 2, self.replacement).ok_or(CertifyError::Unfinished(Reason::MemoryFull))?;
        self.room += before - self.oracle.table.bytes();
        Ok(())
    }

    /// The top position is done: writes it and goes back to the one before. The root's target, if it
    /// was the root.
    fn finish(&mut self) -> Result<Option<Target>, CertifyError> {
        let Some(mut frame) = self.stack.pop() else { return Err(CertifyError::Lost) };
        self.leave(&frame);
        if self.ranked {
            frame.id = self.next_id();
            self.index.insert(halves(frame.identity), frame.id);
        }
        // The game stands there still.
        let written = self.scribe.position(frame.id, self.oracle.game, &frame.replies);
        self.positions += 1;
        self.moves += frame.replies.len() as u64;
        let target = Target::Position(frame.id);
        let Some(mv) = frame.by else {
            written?;
            return Ok(Some(target));
        };
        self.oracle.game.undo(mv);
        written?;
        self.reply(mv, target);
        Ok(None)
    }

    /// Undoes what [`Extraction::push`] noted of a frame that has been popped.
    fn leave(&mut self, frame: &Frame<G::Move>) {
        self.stack_bytes -= frame.bytes();
        if frame.on_path {
            self.oracle.path.pop();
        }
    }

    /// The winner's move in the top position, which is on the path afterwards.
    fn choose(&mut self) -> Option<Choice<G::Move>> {
        let frame = self.stack.last_mut()?;
        let (moves, fresh, mut length) = (std::mem::take(&mut frame.moves), frame.fresh, frame.length);
        if frame.on_path {
            self.oracle.path.pop();
        }
        self.oracle.reason = None;
        let mut choice = self.reachable(&moves);
        if choice.is_none() && !fresh {
            choice = self.nearest(&moves, length);
        }
        if choice.is_none() {
            if fresh {
                // Then nothing that it finds leads back to the path.
                self.oracle.table.clear();
            }
            if let Some((mv, found)) = self.oracle.decide() {
                (choice, length) = (Some(Choice::Enter(mv)), found);
            }
        }
        let key = self.stack.last()?.key;
        if self.guarded {
            self.oracle.enter(key);
        }
        let frame = self.stack.last_mut()?;
        (frame.moves, frame.length, frame.on_path) = (moves, length, self.guarded);
        choice
    }

    /// A move to something that is done already.
    fn reachable(&mut self, moves: &[G::Move]) -> Option<Choice<G::Move>> {
        let mut found = None;
        for &mv in moves {
            self.oracle.game.play(mv);
            let class = self.classify();
            self.oracle.game.undo(mv);
            match class {
                Class::Known(Target::End) => return Some(Choice::Reach(mv, Target::End)),
                // What is settled costs no line.
                Class::Known(Target::Settled) => found = Some((mv, Target::Settled)),
                Class::Known(target) if found.is_none() => found = Some((mv, target)),
                _ => {}
            }
        }
        found.map(|(mv, target)| Choice::Reach(mv, target))
    }

    /// The move to the nearest position that is known to be won everywhere.
    fn nearest(&mut self, moves: &[G::Move], length: u32) -> Option<Choice<G::Move>> {
        let mut best: Option<(G::Move, u32)> = None;
        for &mv in moves {
            if let Known::Value(after) = self.oracle.look(mv, Oracle::recall_anywhere)
                && (!self.guarded || (length != UNKNOWN && after < length))
                && best.is_none_or(|(_, least)| after < least)
                && !self.is_repeated(mv)
            {
                best = Some((mv, after));
            }
        }
        best.map(|(mv, _)| Choice::Enter(mv))
    }

    fn is_repeated(&mut self, mv: G::Move) -> bool {
        self.guarded && {
            self.oracle.game.play(mv);
            let key = self.oracle.key();
            self.oracle.game.undo(mv);
            self.oracle.path.find(key).is_some()
        }
    }

    /// The top position cannot be finished here: back to the winner's last move that was taken from the
    /// table, to look for a better one.
    fn go_back(&mut self) -> Result<(), CertifyError> {
        if let Some(reason) = self.oracle.reason.take() {
            return Err(CertifyError::Unfinished(reason));
        }
        if !self.guarded {
            return Err(CertifyError::Lost);
        }
        while let Some(frame) = self.stack.pop() {
            self.leave(&frame);
            if let Some(mv) = frame.by {
                self.oracle.game.undo(mv);
            }
            if let Some(above) = self.stack.last_mut().filter(|above| above.winner && !above.fresh) {
                above.fresh = true;
                return Ok(());
            }
        }
        Err(CertifyError::Lost)
    }
}

impl<M> Frame<M> {
    /// Memory it takes, its place on the path included.
    fn bytes(&self) -> u64 {
        let lists =
            self.moves.capacity() * size_of::<M>() + self.replies.capacity() * size_of::<(M, Target)>();
        // A path of a game with resources takes the most: 96 bytes a position.
        (size_of::<Self>() + lists + 96) as u64
    }
}

fn halves(key: Key) -> [u64; 2] {
    [key as u64, (key >> 64) as u64]
}
