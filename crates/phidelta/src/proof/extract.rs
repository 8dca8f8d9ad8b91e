//! Finds the strategy behind an answer, position by position.
//!
//! Idea: walk through all positions that the winner's strategy can meet. The table tells where to go; what
//! it has lost is searched again. Model: [`super::certificate`].
//!
//! For a ranked certificate the winner's moves must not go round, although each of them is won. As in
//! [`super::line`] the lengths of table entries guard against that; where they fail the table is emptied
//! and the winner's moves are asked anew with all unfinished positions as repetitions. Positions are
//! numbered as they are finished, after all they refer to; [`super::dictate`] then writes them.
//!
//! A closed set needs values that hold on every path: results bound to a path are not used, and what the
//! table has lost is searched as a root. It is written at once.
//!
//! In a game with resources a position that is won with less stock than is there is walked with that: the
//! certificate has one position for all stocks, and others follow from it ([`Target::Follows`]). Answers
//! by shortcuts say where to go, but each position is written with its own moves.
//!
//! Invariants: a position is finished once, with what the rules and the walk saw, and never on trust;
//! memory stays within its figure, the table giving way to the walk; what cannot be finished is an error.

use super::certificate::{Certifiable, CertificateSink, Certified, CertifyError, PartOpening, Target};
use super::dictate::Dictation;
use super::known::{Known, Oracle, UNKNOWN};
use super::replies::Replies;
use super::strategy::{Node, PositionNumber, Strategy};
use crate::algorithm::Algorithm;
use crate::game::{Game, Key, Stock};
use crate::limits::Monitor;
use crate::number::Numbers;
use crate::table::Table;
use crate::trail::Trail;
use crate::verdict::Reason;

/// A walk that writes the certificate of the present position of an oracle's game.
pub(crate) struct Extraction<'w, 'm, G: Game> {
    oracle: Oracle<'w, 'm, G>,
    sink: &'w mut dyn CertificateSink<G>,
    /// Bytes for strategy and stack.
    room: u64,
    ranked: bool,
    /// Ranked, and positions may repeat.
    guarded: bool,
    /// Finished positions, and in a closed set those on the stack, too.
    strategy: Strategy<G::Move>,
    stack: Vec<Frame<G::Move>>,
    stack_bytes: u64,
    positions: u64,
    moves: u64,
}

/// A position that is not finished.
struct Frame<M> {
    /// As the search knows it.
    key: Key,
    /// The move that led here.
    by: Option<M>,
    /// Whether the winner is to move.
    winner: bool,
    /// Its number, in a closed set.
    number: PositionNumber,
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

/// What a position is without its stock: to a checker, which tells more apart than a search.
pub(super) fn place<G: Certifiable>(game: &G) -> Key {
    if G::RESOURCES { game.board_key() } else { game.identity() }
}

/// Whether what is shown of a position with the stock `there` holds of one with `here`.
pub(super) fn holds<G: Game>(value: Numbers, here: Stock, there: Stock) -> bool {
    here == there
        || (G::RESOURCES && if value.is_proved() { G::covers(here, there) } else { G::covers(there, here) })
}

/// How a move to a position with the stock `here` refers to one that is shown.
pub(super) fn reference(id: u64, here: Stock, there: Stock) -> Target {
    if here == there { Target::Position(id) } else { Target::Follows(id) }
}

impl<'w, 'm, G: Certifiable> Extraction<'w, 'm, G> {
    /// For the game's present position, whose value is `value`, found by `algorithm`. `search_bytes` are
    /// for the stack of new searches, `room` for the walk itself.
    pub(crate) fn new(
        game: Trail<'w, G>,
        value: Numbers,
        (table, algorithm): (&'w mut Table, &Algorithm),
        (search_bytes, room): (u64, u64),
        monitor: &'w mut Monitor<'m, G::Move>,
        sink: &'w mut dyn CertificateSink<G>,
    ) -> Extraction<'w, 'm, G> {
        let oracle = Oracle::new(game, value, table, search_bytes, monitor).with_search_of(algorithm);
        let guarded = oracle.needs_rank();
        Extraction {
            ranked: G::ACYCLIC || guarded,
            guarded,
            oracle,
            sink,
            room,
            strategy: Strategy::new(),
            stack: Vec::new(),
            stack_bytes: 0,
            positions: 0,
            moves: 0,
        }
    }

    /// Writes the certificate. The game is at its root again afterwards.
    pub(crate) fn run(mut self) -> Result<Certified, CertifyError> {
        let proved = self.oracle.value.is_proved();
        self.sink.open(PartOpening { proved, ranked: self.ranked })?;
        let done = self.write()?;
        self.sink.close(&done)?;
        Ok(done)
    }

    fn write(&mut self) -> Result<Certified, CertifyError> {
        let done = self.walk();
        self.oracle.game.go_back_to(self.oracle.game.base());
        let mut root = done?;
        let (mut positions, mut moves) = (self.positions, self.moves);
        if self.ranked {
            let Extraction { oracle, sink, strategy, .. } = self;
            let written = Dictation::new(oracle.game.nested(), oracle.value, strategy, oracle.monitor, *sink)
                .write()?;
            (root, positions, moves) = (written.root.unwrap_or(root), written.positions, written.moves);
        }
        let (nodes, elapsed) = (self.oracle.monitor.nodes(), self.oracle.monitor.elapsed());
        Ok(Certified { ranked: self.ranked, root, positions, moves, nodes, elapsed })
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
                self.oracle.game.undo();
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
        if let Target::Position(number) | Target::Follows(number) = target {
            self.strategy.node_mut(number as PositionNumber).references += 1;
        }
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
        if let Some(target) = self.shown() {
            return Class::Known(target);
        }
        let oracle = &mut self.oracle;
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

    /// The finished position that the present one is, or follows from.
    fn shown(&self) -> Option<Target> {
        self.shown_at(place(&*self.oracle.game), self.oracle.game.stock())
    }

    fn shown_at(&self, place: Key, here: Stock) -> Option<Target> {
        let value = self.oracle.value;
        let found = match self.ranked {
            true => self.strategy.find(place, |node| holds::<G>(value, here, node.stock)),
            // What has not been written yet can be referred to as what it is, but nothing follows from it.
            false => self.strategy.find(place, |node| node.stock == here).or_else(|| {
                let finished =
                    |node: &Node<G::Move>| node.written != 0 && holds::<G>(value, here, node.stock);
                self.strategy.find(place, finished)
            }),
        };
        found.map(|number| reference(number.into(), here, self.strategy.node(number).stock))
    }

    /// Plays a move and enters the position behind it.
    fn enter(&mut self, mv: G::Move) -> Result<(), CertifyError> {
        self.oracle.game.play(mv);
        self.push(Some(mv))
    }

    /// Makes the present position the top of the stack.
    fn push(&mut self, by: Option<G::Move>) -> Result<(), CertifyError> {
        self.oracle.table.join_others();
        let (value, used) = (self.oracle.value, self.oracle.table.used());
        let walked = self.oracle.monitor.walk(value, used, self.oracle.game.line());
        walked.map_err(CertifyError::Unfinished)?;
        // Within so many plies the strategy that led here ends.
        let bound = self.stack.last().map_or(UNKNOWN, |above| match above.length {
            UNKNOWN => UNKNOWN,
            length => length.saturating_sub(1),
        });
        // The root stays what was asked about.
        if by.is_some() && self.ranked && G::RESOURCES {
            self.generalise(bound);
        }
        let winner = self.oracle.value.seen_by(self.oracle.game.side()).0 == 0;
        let mut moves = Vec::new();
        let ending = if winner { self.oracle.game.ending_move() } else { None };
        let length = match ending {
            Some(mv) => {
                moves.push(mv);
                1
            }
            None => {
                self.oracle.game.moves(&mut moves);
                match self.oracle.recall_anywhere() {
                    Known::Value(length) => length.min(bound),
                    _ => bound,
                }
            }
        };
        if moves.is_empty() {
            return Err(CertifyError::Unfinished(Reason::OpenPosition));
        }
        if self.oracle.monitor.distrusts() {
            let Oracle { monitor, game, .. } = &mut self.oracle;
            monitor.witness_moves(game, &moves).map_err(CertifyError::Unfinished)?;
        }
        let key = self.oracle.key();
        let number = if self.ranked { 0 } else { self.add(None)? };
        let replies = Vec::with_capacity(if winner { 1 } else { moves.len() });
        let on_path = self.guarded && !winner;
        if on_path {
            self.oracle.enter(key);
        }
        let frame = Frame { key, by, winner, number, moves, replies, length, fresh: false, on_path };
        self.stack_bytes += frame.bytes();
        self.stack.push(frame);
        self.make_room()
    }

    /// Takes the stock that the answer is known to hold with, unless it takes longer with that: the way to the
    /// end must not become longer, or it might lead round.
    fn generalise(&mut self, bound: u32) {
        let oracle = &mut self.oracle;
        let before = oracle.game.stock();
        let board = oracle.game.board_key() ^ oracle.question.salt();
        let Some(known) = oracle.table.board_answer(board, before, G::covers) else { return };
        if self.guarded && known.length > bound {
            return;
        }
        if known.numbers != oracle.value || known.stock == before || !oracle.game.set_stock(known.stock) {
            return;
        }
        // On the path already, or a hand with which the game would have ended: better as it is.
        let repeated = self.guarded && oracle.path.find(oracle.key()).is_some();
        if repeated || oracle.game.outcome().is_some() {
            oracle.game.set_stock(before);
        }
    }

    /// Adds the present position to the strategy.
    fn add(&mut self, choice: Option<G::Move>) -> Result<PositionNumber, CertifyError> {
        self.oracle.monitor.grant().map_err(CertifyError::Unfinished)?;
        let (place, stock) = (place(&*self.oracle.game), self.oracle.game.stock());
        self.strategy.add(place, stock, choice).ok_or(CertifyError::Unfinished(Reason::MemoryFull))
    }

    /// Takes memory from the table if there is not enough: what is least worth keeping there is lost, and
    /// will be searched again where it is needed.
    fn make_room(&mut self) -> Result<(), CertifyError> {
        self.oracle.monitor.grant().map_err(CertifyError::Unfinished)?;
        while self.stack_bytes + self.strategy.bytes() > self.room {
            let before = self.oracle.table.bytes();
            if !self.oracle.table.shrink_by_half() {
                return Err(CertifyError::Unfinished(Reason::MemoryFull));
            }
            self.room += before - self.oracle.table.bytes();
        }
        Ok(())
    }

    /// The top position is done: goes back to the one before. The root's target, if it was the root.
    fn finish(&mut self) -> Result<Option<Target>, CertifyError> {
        let Some(frame) = self.stack.pop() else { return Err(CertifyError::Lost) };
        let written = self.note(&frame);
        self.leave(&frame);
        self.oracle.game.restore_stock();
        // Where the move leads: the position just finished, unless an earlier one will do.
        let target = written.and_then(|()| self.shown().ok_or(CertifyError::Lost));
        let Some(mv) = frame.by else { return target.map(Some) };
        self.oracle.game.undo();
        self.reply(mv, target?);
        Ok(None)
    }

    /// Keeps what was found of the present position.
    fn note(&mut self, frame: &Frame<G::Move>) -> Result<(), CertifyError> {
        if self.ranked {
            self.add(frame.replies.first().filter(|_| frame.winner).map(|(mv, _)| *mv))?;
            return Ok(());
        }
        self.positions += 1;
        self.moves += frame.replies.len() as u64;
        self.strategy.node_mut(frame.number).written = frame.number;
        let mut replies = Replies::default();
        frame.replies.iter().for_each(|&(mv, target)| replies.push(&*self.oracle.game, mv, target));
        Ok(self.sink.position(frame.number.into(), &self.oracle.game, &replies)?)
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
        if choice.is_none() && !fresh && self.guarded {
            let near = self.oracle.decide_within(length).or_else(|| self.oracle.restore(&moves, length));
            choice = near.map(|(mv, _)| Choice::Enter(mv));
        }
        if choice.is_none() {
            // Then nothing that it finds leads back to the path.
            let ready = !fresh || self.oracle.table.clear();
            if ready && let Some((mv, found)) = self.oracle.decide() {
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
            self.oracle.game.undo();
            match class {
                Class::Known(Target::End) => return Some(Choice::Reach(mv, Target::End)),
                // What is settled costs no row.
                Class::Known(Target::Settled) => found = Some((mv, Target::Settled)),
                Class::Known(target) if found.is_none() => found = Some((mv, target)),
                _ => {}
            }
        }
        found.map(|(mv, target)| Choice::Reach(mv, target))
    }

    /// The move to the nearest position that is known to be won everywhere; if the table knows none, the
    /// first one that the game sees to be won.
    fn nearest(&mut self, moves: &[G::Move], length: u32) -> Option<Choice<G::Move>> {
        let guarded = self.guarded;
        let near = |after: u32| !guarded || (length != UNKNOWN && after < length);
        let (mut best, mut open): (Option<(G::Move, u32)>, _) = (None, Vec::new());
        for &mv in moves {
            match self.oracle.look(mv, Oracle::recall_cheaply) {
                Known::Value(after)
                    if near(after)
                        && best.is_none_or(|(_, least)| after < least)
                        && !self.is_repeated(mv) =>
                {
                    best = Some((mv, after));
                }
                Known::Nothing => open.push(mv),
                _ => {}
            }
        }
        if best.is_some() || !G::HINTS {
            return best.map(|(mv, _)| Choice::Enter(mv));
        }
        if G::ORDERED {
            open.sort_by_cached_key(|&mv| std::cmp::Reverse(self.oracle.game.move_priority(mv)));
        }
        let seen = open.into_iter().find(|&mv| {
            let known = self.oracle.look(mv, Oracle::recall_anywhere);
            matches!(known, Known::Value(after) if near(after)) && !self.is_repeated(mv)
        });
        seen.map(Choice::Enter)
    }

    fn is_repeated(&mut self, mv: G::Move) -> bool {
        self.guarded && {
            self.oracle.game.play(mv);
            let key = self.oracle.key();
            self.oracle.game.undo();
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
            self.oracle.game.undo();
            for (_, target) in &frame.replies {
                if let Target::Position(number) | Target::Follows(number) = *target {
                    self.strategy.node_mut(number as PositionNumber).references -= 1;
                }
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

#[cfg(test)]
mod tests {
    use super::super::test_sink::{certified, random_graphs};

    /// Every position keeps one move of the winner or all of the loser, each leads where it says, and a
    /// position may stand before or after the one it refers to, if it is a repetition that decides.
    #[test]
    fn strategies_are_complete_and_closed() {
        let mut closed = 0;
        for (number, graph) in random_graphs(400).enumerate() {
            for name in ["df-pn+tca+snda", "pn*+tca", "alpha-beta"] {
                // What the table loses is searched again.
                let entries = if number % 2 == 0 { 16 } else { 4096 };
                let sink = certified(&graph, name, entries);
                closed += u32::from(!sink.opening.expect("a part was opened").ranked);
                sink.assert_complete(&graph);
            }
        }
        assert!(closed > 100, "{closed}");
    }
}
