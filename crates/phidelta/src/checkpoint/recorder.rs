//! Who writes checkpoints, and hands out what was read from one.

use std::fmt;
use std::io;
use std::time::Duration;

use super::form::Writer;
use super::head::CheckpointHead;
use super::journal::{self, Event, Reported, write_stats, write_time};
use super::{CheckpointError, Checkpoints, Pace};
use crate::clock::Instant;
use crate::game::{Game, Key, Stock};
use crate::table::Table;
use crate::verdict::{Reason, Report, Stats, Verdict};

/// The parts of a checkpoint, in their order.
pub(super) const HEAD: [u8; 4] = *b"HEAD";
pub(super) const SUBJECT: [u8; 4] = *b"SUBJ";
pub(super) const JOURNAL: [u8; 4] = *b"JRNL";
pub(super) const TABLE: [u8; 4] = *b"TABL";
pub(super) const SEARCH: [u8; 4] = *b"SRCH";

/// The least time between two checkpoints: behind each a search goes down its line anew, which on the
/// longest of them takes some milliseconds.
const LEAST_TIME: Duration = Duration::from_millis(100);

/// How many times as long as writing a search goes on at least: nine tenths of the time are its own.
const SEARCH_SHARE: u32 = 9;

/// What was done before a run was resumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Resumed {
    /// How often it has been resumed.
    pub times: u64,
    /// Nodes that were searched before, in the common count.
    pub nodes: u64,
    /// Wall time before.
    pub elapsed: Duration,
}

/// A question that was being searched.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub(super) key: Key,
    pub(crate) elapsed: Duration,
    /// Counters, nodes among them.
    pub(crate) stats: Stats,
    /// The state of the search, if it can be used.
    pub(crate) state: Option<Vec<u8>>,
}

/// How a question begins.
pub(crate) enum Begin {
    /// It was answered before.
    Known(Reported),
    /// It is to be searched, perhaps from where it was left.
    Search(Option<Pending>),
}

/// What a search does when it has come to a stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// It writes a checkpoint and goes on.
    Pause,
    /// It writes a checkpoint and ends.
    Last,
    /// It ends.
    End,
}

/// The run of a solver, to be taken down and set up again.
pub(crate) struct Recorder {
    checkpoints: Option<Checkpoints>,
    /// What the next head says: algorithm, memory, limits.
    pub(super) head: CheckpointHead,
    pub(super) journal: Vec<Event>,
    /// Events of the journal that were told again.
    told: usize,
    pub(super) pending: Option<Pending>,
    /// Keys have been compared since the run was read.
    compared: bool,
    /// Nodes and time of the questions that were answered.
    spent: (u64, Duration),
    pub(super) before: Option<Resumed>,
    /// The key of the question that is searched.
    asked: Key,
    /// Whether a limit of nodes is that of the question alone.
    own_limit: bool,
    /// When the next one is due, where time sets the pace.
    due: Option<Instant>,
    /// The run has ended, by a limit or by someone's wish: what comes after is no part of it.
    closed: bool,
    /// Whether something was answered since the last checkpoint.
    news: bool,
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").field("head", &self.head).finish_non_exhaustive()
    }
}

impl Recorder {
    /// A run that begins. The pace of a run that nobody writes down is never due.
    pub(crate) fn new(head: CheckpointHead) -> Recorder {
        Recorder {
            checkpoints: None,
            head,
            journal: Vec::new(),
            told: 0,
            pending: None,
            compared: false,
            spent: (0, Duration::ZERO),
            before: None,
            asked: 0,
            own_limit: false,
            due: None,
            closed: false,
            news: false,
        }
    }

    /// Writes down from now on.
    pub(crate) fn write_to(&mut self, checkpoints: Checkpoints) {
        self.head.pace = checkpoints.pace;
        self.head.subject.clone_from(&checkpoints.subject);
        self.checkpoints = Some(checkpoints);
        self.put_off(Duration::ZERO);
    }

    /// Writes down where another did.
    pub(crate) fn go_on_writing(&mut self, other: Recorder) {
        if let Some(checkpoints) = other.checkpoints {
            self.write_to(checkpoints);
        }
    }

    /// What was done before the run was resumed, if it was.
    pub(crate) fn resumed(&self) -> Option<Resumed> {
        self.before
    }

    /// Whether the state of a search is wanted.
    pub(crate) fn is_live(&self) -> bool {
        self.checkpoints.is_some() && !self.closed
    }

    /// A question is asked.
    pub(crate) fn begin<G: Game>(&mut self, game: &mut G, own_limit: bool) -> Result<Begin, CheckpointError> {
        let key = super::question_key(game);
        self.compare(game)?;
        (self.asked, self.own_limit) = (key, own_limit);
        if let Some(event) = self.next_told(key) {
            if let Event::Answer(_, reported) = event {
                self.spend(&reported);
                return Ok(Begin::Known(reported));
            }
            self.diverge();
        }
        let pending = self.pending.take().filter(|pending| pending.key == key);
        Ok(Begin::Search(pending))
    }

    /// Compares keys with those of the run that was read.
    fn compare<G: Game>(&mut self, game: &mut G) -> Result<(), CheckpointError> {
        if !self.compared {
            let probes = super::probe(game);
            if !self.head.probes.is_empty() && self.head.probes != probes {
                return Err(CheckpointError::OtherQuestion);
            }
            self.head.probes = probes;
            self.compared = true;
        }
        Ok(())
    }

    /// The next event of the journal, if it is about this question.
    fn next_told(&mut self, key: Key) -> Option<Event> {
        let event = self.journal.get(self.told)?;
        if event.key() != key {
            self.diverge();
            return None;
        }
        let event = event.clone();
        self.told += 1;
        Some(event)
    }

    /// Something else is asked than before: what follows in the journal is of no use.
    fn diverge(&mut self) {
        self.told = self.told.min(self.journal.len());
        self.journal.truncate(self.told);
        self.pending = None;
    }

    fn spend(&mut self, reported: &Reported) {
        self.spent.0 += reported.stats.nodes;
        self.spent.1 += reported.elapsed;
    }

    fn note(&mut self, event: Event) {
        if !self.closed {
            self.journal.push(event);
            self.told = self.journal.len();
        }
    }

    /// A question has been answered.
    pub(crate) fn answered<M>(&mut self, report: &Report<M>) {
        if let Verdict::Unknown(reason) = report.verdict
            && self.ends_run(reason)
        {
            self.closed = true;
        }
        let reported = Reported::of(report);
        self.note(Event::Answer(self.asked, reported));
        self.spend(&reported);
        self.news = true;
    }

    /// Whether a run ends for this reason: it can go on where it was.
    fn ends_run(&self, reason: Reason) -> bool {
        match reason {
            Reason::Stopped | Reason::TimeLimit => true,
            Reason::NodeLimit => !self.own_limit,
            _ => false,
        }
    }

    /// The line of the question of `game`, if it was shown before.
    pub(crate) fn line<G: Game>(&mut self, game: &mut G) -> Option<(Vec<G::Move>, bool)> {
        let told = self.told;
        let Event::Line(_, line, complete) = self.next_told(super::question_key(game))? else {
            self.told = told;
            self.diverge();
            return None;
        };
        let moves = journal::moves_of(game, &line);
        if moves.is_none() {
            self.told = told;
            self.diverge();
        }
        Some((moves?, complete))
    }

    /// A line has been found.
    pub(crate) fn shown<G: Game>(&mut self, game: &mut G, line: &[G::Move], complete: bool) {
        if let Some(line) = journal::indices(game, line) {
            let key = super::question_key(game);
            self.note(Event::Line(key, line, complete));
        }
    }

    /// What the question with this key was found to be without a search, if that was asked before.
    pub(crate) fn recalled(&mut self, key: Key) -> Option<Option<(Verdict, Stock)>> {
        let told = self.told;
        let Event::Recall(_, found) = self.next_told(key)? else {
            self.told = told;
            self.diverge();
            return None;
        };
        let verdict = |proved| if proved { Verdict::Proved } else { Verdict::Disproved };
        Some(found.map(|(proved, stock)| (verdict(proved), stock)))
    }

    /// That was asked.
    pub(crate) fn recall(&mut self, key: Key, found: Option<(Verdict, Stock)>) {
        self.note(Event::Recall(key, found.map(|(verdict, stock)| (verdict.is_proved(), stock))));
    }

    /// The node count of the present question from which on a checkpoint is due, and the time.
    pub(crate) fn pause_at(&self, nodes: u64) -> (u64, Option<Instant>) {
        match (self.head.pace, self.is_live()) {
            (Pace::Nodes(every), true) => {
                let (every, total) = (every.max(1), self.spent.0 + nodes);
                ((total / every + 1).saturating_mul(every) - self.spent.0, None)
            }
            (Pace::Time(_), true) => (u64::MAX, self.due),
            (_, false) => (u64::MAX, None),
        }
    }

    /// What a search does that has come to a stand for this reason.
    pub(crate) fn halt(&self, reason: Reason) -> Halt {
        if self.is_live() && self.ends_run(reason) { Halt::Last } else { Halt::End }
    }

    /// The next one is due after a whole interval; the last took so long.
    fn put_off(&mut self, took: Duration) {
        if let Pace::Time(every) = self.head.pace {
            let every = every.max(LEAST_TIME).max(took.saturating_mul(SEARCH_SHARE));
            self.due = Instant::now().checked_add(every);
        }
    }

    /// Whether an answer waits to be written down.
    pub(crate) fn has_news(&self) -> bool {
        self.news && self.is_live()
    }

    /// Writes a checkpoint. `search` is the question that is searched: its counters and the time so far, and
    /// a way to write its state.
    pub(crate) fn write(
        &mut self,
        table: &Table,
        search: Option<(&Stats, Duration, &mut Saver<'_>)>,
        news: &mut dyn FnMut(u64, u64),
    ) {
        let exact = matches!(self.head.pace, Pace::Nodes(_));
        self.head.shape = table.shape(exact);
        self.head.exact = self.head.shape.exact;
        let (nodes, elapsed) =
            search.as_ref().map_or((0, Duration::ZERO), |(stats, time, _)| (stats.nodes, *time));
        (self.head.nodes, self.head.elapsed) = (self.spent.0 + nodes, self.spent.1 + elapsed);
        self.head.resumed = self.before.map_or(0, |before| before.times);
        let Recorder { checkpoints, head, journal, told, asked, .. } = self;
        let Some(checkpoints) = checkpoints else { return };
        let (mut search, began) = (search, Instant::now());
        checkpoints.keeper.keep(&mut |out| {
            let mut out = Writer::new(out)?;
            out.part(HEAD)?;
            head.write(&mut out)?;
            out.part(SUBJECT)?;
            out.long(head.subject.as_bytes())?;
            out.part(JOURNAL)?;
            for event in &journal[..*told] {
                event.write(&mut out)?;
            }
            out.part(TABLE)?;
            let of = head.shape.entries();
            table.write_entries(&head.shape, &mut out, &mut |done| news(done, of))?;
            if let Some((stats, elapsed, save)) = &mut search {
                out.part(SEARCH)?;
                out.bytes(&asked.to_le_bytes());
                write_stats(stats, &mut out);
                write_time(*elapsed, &mut out);
                save(&mut out)?;
            }
            out.finish()
        });
        self.news = false;
        self.put_off(began.elapsed());
    }
}

/// Writes the state of a search.
pub(crate) type Saver<'s> = dyn FnMut(&mut Writer<'_>) -> io::Result<()> + 's;
