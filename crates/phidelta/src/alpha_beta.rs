//! Alpha-beta: the baseline that proof-number searches are measured against, and the best search for games
//! that fill a board.
//!
//! Idea: search everything to a fixed depth, then deeper. A position has one of three values: the
//! attacker reaches his goal, he does not, or neither is seen within the depth (*open*). With only three
//! values a window is two yes-or-no questions, "is it won?" and "is it lost?" for the side to move, and
//! alpha-beta means to stop asking what no longer matters: once a move is known not to lose, the others
//! need only be asked whether they win.
//!
//! Source: Knuth and Moore 1975; transposition table and two killer moves a ply as in the programs that
//! Winands, Uiterwijk and van den Herik 2002 compare with. What differs: there is no evaluation but the
//! end of the game; the stack is explicit; the depth grows by one, later by a sixteenth, so that a line
//! of 10⁵ plies costs seventeen times its length and not the square of it.
//!
//! What a game may add, and what it makes of the search:
//! * a bound of the plies left: no deepening, the first iteration goes to the end of the game, and as
//!   every position then is won or lost the window is a single question;
//! * an order of moves: the most promising first, after the move that the table remembers. A position
//!   with a move into one that the table knows to be won is not searched at all (enhanced transposition
//!   cut-off: Schaeffer and Plaat 1996);
//! * exact answers without search; those that have cost something are kept in the table;
//! * questions asked before (a lower score, say): of their answers in the table those that hold here are
//!   taken, and a move that was enough there is tried first;
//! * a twin: another position that is worth the same (a mirror image). What the table knows of it is taken.
//!
//! Two traps on graphs with cycles:
//! * a win or loss that rests on a repetition above it holds on its path only and is not stored;
//! * *open at depth d* may be taken from the table only if it was found **in the same iteration**, with
//!   at least the depth needed. Taken from earlier ones, two positions that lead to each other keep each
//!   other open for ever, although no line is as long as the depth.
//!
//! So each open value goes back to a line cut at the present depth: *open* never becomes a verdict, and
//! a depth that no line reaches decides the root.
//! Invariant: a verdict agrees with retrograde analysis, on every graph, with any table.

mod abdada;
mod kept;
mod standing;

pub(crate) use kept::Kept;

use std::cmp::Reverse;

use crate::algorithm::Algorithm;
use crate::checkpoint::Halt;
use crate::checkpoint::form::Contents;
use crate::finding::{Answer, Finding};
use crate::game::{Elder, Game, Key, Question, Shortcut, Side};
use crate::history::{Depth, INDEPENDENT, Path, dependency};
use crate::limits::{Monitor, Poll};
use crate::number::Numbers;
use crate::observer::Event;
use crate::table::{Found, MAX_ITERATION, Memo, Presence, Record, Table};
use crate::trail::Trail;
use crate::verdict::{Reason, Stats, Verdict};

/// Searches the present position; the stack takes at most `memory` bytes.
pub(crate) fn search<G: Game>(
    game: &mut G,
    algorithm: &Algorithm,
    memory: u64,
    table: &mut Table,
    monitor: &mut Monitor<'_, G::Move>,
    stats: &mut Stats,
) -> Answer {
    let mut kept = Kept::new(game, algorithm, memory);
    let mut line = Vec::new();
    let mut search = Search::resume(Trail::new(game, &mut line), &mut kept, table, monitor, stats);
    if let Some(state) = search.monitor.take_state() {
        search.read(&mut Contents::new(&state));
    }
    let ended = loop {
        let ended = search.deepen();
        let halt = ended.as_ref().map_or_else(|&reason| search.monitor.halt(reason), |_| Halt::End);
        if halt != Halt::End {
            search.record();
        }
        if halt != Halt::Pause {
            search.unwind();
            break ended;
        }
    };
    search.stats.nodes = search.monitor.nodes();
    let bytes = search.table.bytes();
    let used = search.table.used();
    let (verdict, numbers) = match ended {
        Ok(numbers) => (Verdict::from_numbers(numbers, Reason::MemoryFull), numbers),
        Err(reason) => (Verdict::Unknown(reason), Numbers::UNIT),
    };
    let stock = search.game.stock();
    Answer { verdict, numbers, used, bytes, stock }
}

/// The two questions of a window; of an open value, those that were answered with no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Questions {
    proved: bool,
    disproved: bool,
}

impl Questions {
    const BOTH: Questions = Questions { proved: true, disproved: true };

    /// "Does `side` win?"
    fn win(self, side: Side) -> bool {
        if side == Side::Attacker { self.proved } else { self.disproved }
    }

    /// "Does `side` lose?"
    fn loss(self, side: Side) -> bool {
        if side == Side::Attacker { self.disproved } else { self.proved }
    }

    fn from_view(win: bool, loss: bool, side: Side) -> Questions {
        match side {
            Side::Attacker => Questions { proved: win, disproved: loss },
            Side::Defender => Questions { proved: loss, disproved: win },
        }
    }

    fn covers(self, asked: Questions) -> bool {
        (self.proved || !asked.proved) && (self.disproved || !asked.disproved)
    }
}

/// What a search to the present depth says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    /// Solved, whatever the depth.
    Decided(Finding),
    /// Not solved; and which of the questions have been answered with no.
    Open(Questions),
}

impl Value {
    fn numbers(self) -> Numbers {
        match self {
            Value::Decided(finding) => finding.numbers,
            Value::Open(_) => Numbers::UNIT,
        }
    }
}

/// No move.
const NO_MOVE: u32 = u32::MAX;

/// The largest depth, in plies: what fits a table entry.
const MAX_LIMIT: u32 = MAX_ITERATION;

/// Steps of the depth: one ply, but at least a sixteenth.
const STEP_SHARE: u32 = 16;

/// A move of a position on the line.
#[derive(Clone, Copy, Debug)]
struct Candidate<M> {
    mv: M,
    /// Its place among the moves as the game lists them.
    index: u32,
    /// The greater, the sooner it is tried.
    rank: i32,
}

/// Ranks of the table's move, of one that was enough for another question and of the killers: before all
/// others.
const TABLE_RANK: i32 = i32::MAX;
const ELDER_RANK: i32 = i32::MAX - 1;
const KILLER_RANKS: [i32; 2] = [i32::MAX - 2, i32::MAX - 3];

/// A position on the line being searched.
#[derive(Clone, Copy, Debug)]
struct Frame {
    key: Key,
    /// Nodes counted before it, for the work of its entry.
    nodes: u64,
    /// Where its moves begin.
    first: u32,
    /// How many have been tried; they stand in front.
    tried: u32,
    /// The move being searched, as the game lists them.
    current: u32,
    /// The first move that did not lose.
    best: u32,
    /// Of the moves that lost: the highest dependency and the longest resistance.
    lost_dependency: Depth,
    lost_length: u32,
    side: Side,
    /// What is still asked.
    asked: Questions,
    /// No move has won so far, by a full answer of each.
    no_win: bool,
    /// A move is known not to lose.
    no_loss: bool,
    /// A move is open.
    open: bool,
    /// Others have been told that somebody is here.
    present: bool,
}

impl Frame {
    /// The next move to try, brought to the front of those left: the one of the highest rank, and of
    /// equal ones the first. Most positions need only one or two, so that sorting all would be waste.
    fn next_move<M: Copy>(&mut self, moves: &mut [Candidate<M>]) -> Option<M> {
        let left = &mut moves[self.tried as usize..];
        let best = (0..left.len()).max_by_key(|&i| (left[i].rank, Reverse(left[i].index)))?;
        left.swap(0, best);
        self.tried += 1;
        self.current = left[0].index;
        Some(left[0].mv)
    }

    /// Takes the value of the present move. Returns the frame's own value if that decides it.
    fn take(&mut self, value: Value, depth: Depth) -> Option<Value> {
        match value {
            Value::Decided(child) if child.numbers.seen_by(self.side).0 == 0 => {
                let dependency = dependency(true, depth, std::iter::once(child.dependency));
                let length = child.length.saturating_add(1);
                Some(Value::Decided(Finding { dependency, length, ..child }))
            }
            Value::Decided(child) => {
                self.lost_dependency = self.lost_dependency.min(child.dependency);
                self.lost_length = self.lost_length.max(child.length);
                None
            }
            Value::Open(answered) => {
                debug_assert!(answered.covers(self.asked));
                self.open = true;
                self.no_win &= answered.win(self.side);
                if answered.loss(self.side) && !self.no_loss {
                    self.no_loss = true;
                    self.best = self.current;
                }
                let win = self.asked.win(self.side);
                if !self.no_loss {
                    return None;
                }
                self.asked = Questions::from_view(win, false, self.side);
                (!win).then_some(Value::Open(Questions::from_view(false, true, self.side)))
            }
        }
    }

    /// The frame's value when all moves have been tried.
    fn conclude(&self, depth: Depth) -> Value {
        if self.open {
            return Value::Open(Questions::from_view(self.no_win, self.no_loss, self.side));
        }
        let numbers = match self.side {
            Side::Attacker => Numbers::DISPROVED,
            Side::Defender => Numbers::PROVED,
        };
        let dependency = dependency(false, depth, std::iter::once(self.lost_dependency));
        Value::Decided(Finding { numbers, dependency, length: self.lost_length.saturating_add(1) })
    }
}

/// Whether an entry has an answer that holds on every path.
fn holds(record: &Record) -> bool {
    record.numbers.is_solved() && record.dependency == INDEPENDENT
}

/// Earlier questions, and where their answers stand: the keys of a position differ by the first part.
#[derive(Debug, Default)]
struct Elders(Vec<(Key, Elder)>);

impl Elders {
    /// Those of a game; where positions may repeat there are none, since answers rest on what a repetition
    /// is worth.
    fn of<G: Game>(game: &G, question: Question) -> Elders {
        if !G::ACYCLIC {
            return Elders(Vec::new());
        }
        let difference = |elder: &Elder| elder.key ^ question.salt() ^ question.with_goal(elder.goal).salt();
        Elders(game.elders().iter().map(|elder| (difference(elder), *elder)).collect())
    }

    /// The answer of an earlier question about the position with this key, if it holds for this one.
    #[inline]
    fn answer(&self, table: &Table, key: Key) -> Option<Record> {
        self.0.iter().find_map(|&(difference, elder)| {
            let record = table.probe(key ^ difference).filter(holds)?;
            let carries = if record.numbers == Numbers::PROVED { elder.proofs } else { elder.disproofs };
            carries.then_some(record)
        })
    }

    /// Whether `side` had its goal there in an earlier question.
    #[inline]
    fn was_won(&self, table: &Table, key: Key, side: Side) -> bool {
        self.0.iter().any(|&(difference, _)| {
            table.probe(key ^ difference).is_some_and(|r| holds(&r) && r.numbers.seen_by(side).0 == 0)
        })
    }
}

struct Search<'s, 'm, G: Game> {
    /// The position, and the moves to it.
    game: Trail<'s, G>,
    elders: Elders,
    question: Question,
    table: &'s mut Table,
    monitor: &'s mut Monitor<'m, G::Move>,
    stats: &'s mut Stats,
    path: Path,
    frames: Vec<Frame>,
    /// The moves of all frames, one after the other.
    moves: Vec<Candidate<G::Move>>,
    /// The moves of a position as the game lists them, the keys behind them and
    /// what they priority.
    list: Vec<G::Move>,
    keys: Vec<Key>,
    priorities: Vec<i32>,
    /// Moves that were enough for an earlier question.
    hopeful: Vec<bool>,
    /// The last two moves that ended the search of a position at each ply.
    killers: Vec<[Option<G::Move>; 2]>,
    memory: u64,
    /// Whether the game is asked for exact answers.
    shortcuts: bool,
    /// The depth of this iteration in plies.
    limit: u32,
    /// Plies that earlier iterations have reached, the root's included.
    counted_plies: u32,
    /// A checkpoint is due: it comes to a stand before the next move.
    halts: bool,
    /// The node count at which it comes to a stand, too.
    budget: u64,
    /// The root's value, if it was found while looking around.
    decided: Option<Value>,
    /// Where others are who search the same root.
    presence: Option<&'s Presence>,
}

impl<G: Game> Search<'_, '_, G> {
    /// Bytes a ply takes: its frame, move and killers, and in the path a key, a code and up to four
    /// places of four bytes.
    const PLY_BYTES: usize = size_of::<Frame>()
        + size_of::<G::Move>()
        + size_of::<[Option<G::Move>; 2]>()
        + if G::ACYCLIC { 0 } else { 32 + 16 };

    /// Searches deeper and deeper. After an error the line stands where it can go on, if it is to be kept.
    fn deepen(&mut self) -> Result<Numbers, Reason> {
        loop {
            let value = self.iterate()?;
            if let Value::Decided(finding) = value {
                return Ok(finding.numbers);
            }
            self.counted_plies = self.limit + 1;
            if self.limit == MAX_LIMIT {
                return Ok(Numbers::UNIT);
            }
            self.limit = (self.limit + (self.limit / STEP_SHARE).max(1)).min(MAX_LIMIT);
        }
    }

    /// Searches the root to the present depth.
    fn iterate(&mut self) -> Result<Value, Reason> {
        if self.frames.is_empty()
            && let Some(value) = self.enter(Questions::BOTH)?
        {
            return Ok(value);
        }
        loop {
            if let Some(value) = self.decided.take() {
                self.leave(value);
                return Ok(value);
            }
            if self.halts || self.monitor.nodes() >= self.budget {
                self.halts = false;
                return Err(Reason::NodeLimit);
            }
            let depth = self.frames.len() as Depth - 1;
            let next = if self.presence.is_some() { self.next_apart() } else { self.next_move() };
            let mut left = match next {
                None => self.frames.last().map(|frame| frame.conclude(depth)),
                Some((mv, asked)) => {
                    self.game.play(mv);
                    match self.enter(asked) {
                        Ok(None) => continue,
                        Ok(Some(value)) => self.take(value),
                        Err(reason) => {
                            self.step_back();
                            return Err(reason);
                        }
                    }
                }
            };
            while let Some(value) = left {
                self.leave(value);
                if self.frames.is_empty() {
                    return Ok(value);
                }
                left = self.take(value);
            }
        }
    }

    /// The next move of the top frame, and what is asked about it.
    #[inline]
    fn next_move(&mut self) -> Option<(G::Move, Questions)> {
        let frame = self.frames.last_mut().expect("the root is left last");
        let mv = frame.next_move(&mut self.moves[frame.first as usize..])?;
        Some((mv, frame.asked))
    }

    /// Looks at the present position, which the line leads to. `None`: it has become the top frame.
    fn enter(&mut self, asked: Questions) -> Result<Option<Value>, Reason> {
        let nodes = self.monitor.nodes();
        if self.monitor.enter() {
            self.poll()?;
        }
        let ply = self.game.plies() as u32;
        self.stats.counted += u64::from(ply >= self.counted_plies);
        self.stats.max_depth = self.stats.max_depth.max(ply.into());
        if let Some(outcome) = self.game.outcome() {
            return Ok(Some(self.end(Finding::end(self.question.answer(outcome)))));
        }
        let key = self.game.key() ^ self.question.salt();
        if !G::ACYCLIC
            && let Some(depth) = self.path.find(key)
        {
            self.stats.loops_cut += 1;
            return Ok(Some(self.end(Finding::repetition(self.question.repetition(), depth))));
        }
        let draft = self.limit - ply;
        let known = self.table.probe_memo(key);
        self.stats.table_hits += u64::from(known.is_some());
        let mut best = NO_MOVE;
        match known {
            Some(Found::Record(Record { numbers, dependency: INDEPENDENT, length, .. }))
                if numbers.is_solved() =>
            {
                return Ok(Some(Value::Decided(Finding { numbers, dependency: INDEPENDENT, length })));
            }
            Some(Found::Memo(memo)) => {
                best = memo.best.map_or(NO_MOVE, u32::from);
                let answered = Questions { proved: memo.not_proved, disproved: memo.not_disproved };
                if memo.iteration == self.limit && memo.draft >= draft && answered.covers(asked) {
                    return Ok(Some(Value::Open(answered)));
                }
            }
            Some(Found::Record(_)) | None => {}
        }
        if let Some(record) = self.elders.answer(self.table, key).or_else(|| self.of_twin(known.is_some())) {
            let (numbers, length) = (record.numbers, record.length);
            let value = Value::Decided(Finding { numbers, dependency: INDEPENDENT, length });
            self.store(key, value, NO_MOVE, record.work, draft);
            return Ok(Some(value));
        }
        if self.shortcuts && known.is_none() {
            let value = match self.presence {
                None => self.game.shortcut().map(|shortcut| self.take_shortcut(key, draft, shortcut)),
                Some(presence) => self.shortcut_apart(presence, key, draft),
            };
            if value.is_some() {
                return Ok(value);
            }
        }
        if draft == 0 {
            return Ok(Some(Value::Open(Questions::BOTH)));
        }
        self.expand(key, nodes, asked, best, known.is_some())
    }

    /// What the table knows of a position that is worth the same, unless it knows something of the present
    /// one.
    #[inline]
    fn of_twin(&self, known: bool) -> Option<Record> {
        if !G::ACYCLIC || known {
            return None;
        }
        let key = self.game.twin_key()? ^ self.question.salt();
        self.table.probe(key).filter(holds)
    }

    /// An exact answer without search. It is kept if it was worth keeping.
    fn take_shortcut(&mut self, key: Key, draft: u32, shortcut: Shortcut) -> Value {
        let nodes = shortcut.nodes;
        self.monitor.add(nodes);
        let (numbers, length) = (self.question.answer(shortcut.outcome), shortcut.length);
        let finding = Finding { numbers, dependency: INDEPENDENT, length };
        if nodes > 0 {
            self.store(key, Value::Decided(finding), NO_MOVE, nodes + 1, draft);
        }
        self.end(finding)
    }

    /// Makes the present position the top frame, unless the table already knows a move that wins.
    fn expand(
        &mut self,
        key: Key,
        nodes: u64,
        asked: Questions,
        best: u32,
        known: bool,
    ) -> Result<Option<Value>, Reason> {
        self.stats.expansions += 1;
        self.stats.revisits += u64::from(known);
        if self.monitor.is_traced() {
            let event = if known { Event::Revisit } else { Event::Expand };
            self.monitor.step(event, self.game.line(), Numbers::UNIT, None);
        }
        self.list.clear();
        self.game.moves(&mut self.list);
        if self.list.is_empty() {
            return Err(Reason::OpenPosition);
        }
        let (first, count) = (self.moves.len(), self.list.len());
        let bytes =
            (self.frames.len() + 1) * Self::PLY_BYTES + (first + count) * size_of::<Candidate<G::Move>>();
        self.monitor.grant()?;
        if bytes as u64 > self.memory {
            return Err(Reason::MemoryFull);
        }
        if self.monitor.distrusts() {
            self.monitor.witness_moves(&mut self.game, &self.list)?;
        }
        let side = self.game.side();
        self.hopeful.clear();
        if G::ORDERED
            && let Some(value) = self.known_win(side)?
        {
            self.store(key, value, NO_MOVE, 1, self.limit - self.game.plies() as u32);
            return Ok(Some(value));
        }
        self.rank_moves(best).inspect_err(|_| self.moves.truncate(first))?;
        self.frames.push(Frame {
            key,
            nodes,
            first: first as u32,
            tried: 0,
            current: NO_MOVE,
            best,
            lost_dependency: INDEPENDENT,
            lost_length: 0,
            side,
            asked,
            no_win: true,
            no_loss: false,
            open: false,
            present: false,
        });
        if !G::ACYCLIC {
            self.path.push(key);
        }
        if self.presence.is_some() {
            self.appear();
        }
        Ok(None)
    }

    /// Makes candidates of `self.list`: the table's move `best` first, then by what else is known of them.
    #[inline]
    fn rank_moves(&mut self, best: u32) -> Result<(), Reason> {
        let ply = self.game.plies();
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        self.priorities.clear();
        // Of a single move nothing need be known.
        if G::ORDERED && self.list.len() > 1 {
            let looked_at = self.game.move_priorities(&self.list, &mut self.priorities);
            self.monitor.add(looked_at);
        }
        for (index, &mv) in self.list.iter().enumerate() {
            let priority = self.priorities.get(index).copied().unwrap_or(0);
            let index = index as u32;
            self.monitor.breathe()?;
            let killer = self.killers[ply].iter().position(|&killer| killer == Some(mv));
            // An index from another position's entry may be too large, and then is no move's.
            let rank = match killer {
                _ if index == best => TABLE_RANK,
                _ if self.hopeful.get(index as usize) == Some(&true) => ELDER_RANK,
                Some(number) if !G::ORDERED => KILLER_RANKS[number],
                _ if G::ORDERED => priority.min(KILLER_RANKS[1] - 1),
                _ => 0,
            };
            self.moves.push(Candidate { mv, index, rank });
        }
        Ok(())
    }

    /// Enhanced transposition cut-off: the value of the present position if the table knows a move of
    /// `self.list` that wins.
    fn known_win(&mut self, side: Side) -> Result<Option<Value>, Reason> {
        self.keys.clear();
        for &mv in &self.list {
            self.monitor.breathe()?;
            let key = self.game.key_after(mv) ^ self.question.salt();
            self.table.prefetch(key);
            self.keys.push(key);
        }
        for &key in &self.keys {
            let known = self.table.probe(key).filter(holds);
            let known = known.or_else(|| self.elders.answer(self.table, key));
            if let Some(record) = known.filter(|record| record.numbers.seen_by(side).0 == 0) {
                let (numbers, length) = (record.numbers, record.length.saturating_add(1));
                return Ok(Some(Value::Decided(Finding { numbers, dependency: INDEPENDENT, length })));
            }
            self.hopeful.push(self.elders.was_won(self.table, key, side));
        }
        Ok(None)
    }

    /// Takes the last move back and gives its value to the top frame; the frame's own value, if that is
    /// known now.
    fn take(&mut self, value: Value) -> Option<Value> {
        let mv = self.game.undo()?;
        let depth = self.frames.len() as Depth - 1;
        let own = self.frames.last_mut()?.take(value, depth);
        if own.is_some() {
            // The move was enough: try it early in other positions of this ply.
            let killers = &mut self.killers[self.game.plies()];
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        own
    }

    /// Leaves the top frame with its value.
    fn leave(&mut self, value: Value) {
        let Some(frame) = self.frames.pop() else { return };
        self.disappear(&frame);
        self.moves.truncate(frame.first as usize);
        if !G::ACYCLIC {
            self.path.pop();
        }
        if self.monitor.is_traced() {
            self.monitor.step(Event::Leave, self.game.line(), value.numbers(), None);
        }
        let draft = self.limit - self.game.plies() as u32;
        let work = self.monitor.nodes() - frame.nodes;
        self.store(frame.key, value, frame.best, work, draft);
    }

    fn store(&mut self, key: Key, value: Value, best: u32, work: u64, draft: u32) {
        match value {
            // Holds on this path only: nothing to tell others.
            Value::Decided(finding) if finding.dependency != INDEPENDENT => {}
            Value::Decided(Finding { numbers, length, .. }) => {
                self.table.store(key, &Record::solved(numbers, length, self.game.stock(), work));
            }
            Value::Open(Questions { proved: not_proved, disproved: not_disproved }) => {
                let best = u16::try_from(best).ok();
                let memo = Memo { best, iteration: self.limit, draft, not_proved, not_disproved, work };
                self.table.store_memo(key, &memo);
            }
        }
    }

    /// The game has ended in the present position.
    fn end(&mut self, finding: Finding) -> Value {
        if self.monitor.is_traced() {
            self.monitor.step(Event::End, self.game.line(), finding.numbers, None);
        }
        Value::Decided(finding)
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Reason> {
        self.table.meet_others();
        match self.monitor.poll() {
            Poll::Continue => {}
            Poll::Pause => self.halts = true,
            Poll::Stop(reason) => return Err(reason),
            Poll::Tell => self.monitor.tell(Numbers::UNIT, self.table.used(), self.game.line(), &[]),
        }
        Ok(())
    }

    /// Goes back to the root after an error.
    fn unwind(&mut self) {
        self.game.go_back_to(0);
        self.frames.iter().for_each(|frame| self.disappear(frame));
        self.frames.clear();
        self.moves.clear();
        self.path.clear();
    }
}

#[cfg(test)]
mod tests;
