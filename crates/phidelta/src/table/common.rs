//! What the holds of several workers on one table have in common, and when it is tidied.
//!
//! Idea: slots are shared; how many there are and how many entries they hold is known to all, but each worker
//! counts by himself and tells the others between two stretches of work ([`Table::attend`]). A table that is
//! full then grows or is collected, while all workers stand still: whoever calls [`Table::tidy`] must be
//! alone.
//!
//! Invariants: with one worker nothing of this exists; after [`Table::tidy`] the count is exact.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::{Inside, Presence, Rendezvous, Table};

/// Pairs of slots for which another hand is worth its start: a millisecond's.
const PAIRS_OF_A_HAND: usize = if cfg!(test) { 64 } else { 1 << 14 };

/// Known to all workers.
#[derive(Debug)]
pub(super) struct Common {
    slots: AtomicUsize,
    used: AtomicU64,
    full_at: AtomicU64,
    collections: AtomicU64,
}

/// A worker's part in it.
#[derive(Debug)]
pub(super) struct Membership {
    common: Arc<Common>,
    /// Entries put since the others were told.
    pub(super) news: u64,
    /// Where those meet who come and go. A crew has a place of its own, which it goes to by itself.
    meeting: Option<Arc<Rendezvous>>,
    /// Who of those is where.
    presence: Option<Arc<Presence>>,
}

impl Table {
    /// Another hold on the same slots, for a worker of his own. Only of a sealed table.
    pub(crate) fn share(&mut self) -> Table {
        debug_assert!(self.sealed, "entries that are shared are sealed");
        if !self.block.is_settled() {
            // Small pages that several touch first cost them interrupts of each other, too.
            self.block.settle(0);
        }
        let common = match &self.crew {
            Some(crew) => Arc::clone(&crew.common),
            None => {
                let common = Arc::new(Common {
                    slots: AtomicUsize::new(self.slots),
                    used: AtomicU64::new(self.used),
                    full_at: AtomicU64::new(self.full_at),
                    collections: AtomicU64::new(self.collections),
                });
                self.crew =
                    Some(Membership { common: Arc::clone(&common), news: 0, meeting: None, presence: None });
                common
            }
        };
        let meeting = self.crew.as_ref().and_then(|crew| crew.meeting.clone());
        let presence = self.others();
        Table {
            block: self.block.share(),
            crew: Some(Membership { common, news: 0, meeting, presence }),
            drops: self.drops.as_mut().map(|drops| super::Drops(drops.fork())),
            tears: None,
            ..*self
        }
    }

    /// So many holds for workers who come and go, each when he likes. Only of a sealed table.
    pub(crate) fn for_a_team(mut self, workers: usize) -> Vec<Table> {
        let mut others: Vec<Table> = (1..workers).map(|_| self.share()).collect();
        let place = Arc::new(Rendezvous::new(0));
        let presence = Arc::new(Presence::new(workers));
        let mut holds = vec![self];
        holds.append(&mut others);
        for crew in holds.iter_mut().filter_map(|hold| hold.crew.as_mut()) {
            crew.meeting = Some(Arc::clone(&place));
            crew.presence = Some(Arc::clone(&presence));
        }
        holds
    }

    /// Where the others of a team are.
    pub(crate) fn others(&self) -> Option<Arc<Presence>> {
        self.crew.as_ref()?.presence.clone()
    }

    /// Whether others may be using it now: then it is neither emptied nor made smaller.
    pub(crate) fn is_of_a_team(&self) -> bool {
        self.crew.as_ref().is_some_and(|crew| crew.meeting.is_some())
    }

    /// A worker of a team begins to use it, and does until what is returned goes.
    pub(crate) fn come_in(&mut self) -> Option<Inside> {
        let place = self.crew.as_ref()?.meeting.as_ref()?;
        let inside = place.enter();
        self.attend();
        Some(inside)
    }

    /// To be called from time to time by a worker who has come in: meets the others if it is time to.
    pub(crate) fn meet_others(&mut self) {
        let place = self.crew.as_ref().and_then(|crew| crew.meeting.clone());
        if let Some(place) = place {
            place.visit(self);
        }
    }

    /// The same for one who does not store: comes to a meeting, and calls none.
    #[inline]
    pub(crate) fn join_others(&mut self) {
        let place = self.crew.as_ref().and_then(|crew| crew.meeting.as_ref());
        if place.is_some_and(|place| place.is_wanted()) {
            self.meet_others();
        }
    }

    /// Tells the others what was stored here, and learns what they did. Says whether the table is to be
    /// tidied.
    pub(crate) fn attend(&mut self) -> bool {
        let Some(crew) = &mut self.crew else { return false };
        let news = std::mem::take(&mut crew.news);
        self.used = crew.common.used.fetch_add(news, Ordering::Relaxed) + news;
        // Written at a rendezvous only: whoever comes from there sees it.
        self.slots = crew.common.slots.load(Ordering::Relaxed);
        self.full_at = crew.common.full_at.load(Ordering::Relaxed);
        self.collections = crew.common.collections.load(Ordering::Relaxed);
        self.used >= self.full_at
    }

    /// Grows or collects, if that is still due, with so many hands. To be called while no other worker uses the
    /// table.
    pub(crate) fn tidy(&mut self, hands: usize) {
        if !self.attend() {
            return;
        }
        self.used = self.counted();
        if self.used >= self.full_at {
            if self.can_grow() { self.grow(hands) } else { self.collect(hands) }
        }
        let Some(crew) = &self.crew else { return };
        crew.common.slots.store(self.slots, Ordering::Relaxed);
        crew.common.used.store(self.used, Ordering::Relaxed);
        crew.common.full_at.store(self.full_at, Ordering::Relaxed);
        crew.common.collections.store(self.collections, Ordering::Relaxed);
    }

    /// Does something to pairs of slots with several hands, while nobody else uses the table, and adds up what
    /// they tell. The first pair of each hand but one is left to the end: with what is done to its neighbours two
    /// hands never meet in one pair.
    pub(super) fn share_out(
        &mut self,
        hands: usize,
        pairs: Range<usize>,
        work: impl Fn(&mut Table, Range<usize>) -> u64 + Sync,
    ) -> u64 {
        let hands = hands.min(pairs.len() / PAIRS_OF_A_HAND);
        if hands < 2 {
            return work(self, pairs);
        }
        let cut = |hand: usize| pairs.start + pairs.len() * hand / hands;
        let holds: Vec<Table> = (1..hands).map(|_| self.share()).collect();
        let work = &work;
        let mut sum = std::thread::scope(|scope| {
            let begin = |(hand, mut hold): (usize, Table)| {
                scope.spawn(move || work(&mut hold, cut(hand) + 1..cut(hand + 1)))
            };
            let others: Vec<_> = (1..).zip(holds).map(begin).collect();
            let own = work(self, pairs.start..cut(1));
            own + others
                .into_iter()
                .map(|hand| hand.join().unwrap_or_else(|panic| resume_unwind(panic)))
                .sum::<u64>()
        });
        for hand in 1..hands {
            sum += work(self, cut(hand)..cut(hand) + 1);
        }
        sum
    }

    /// Counts the entries, while nobody else uses the table.
    pub(crate) fn recount(&mut self) {
        self.attend();
        self.used = self.counted();
        if let Some(crew) = &self.crew {
            crew.common.used.store(self.used, Ordering::Relaxed);
        }
    }

    /// Ends the sharing: the other holds are gone, and this one counts for itself again.
    pub(crate) fn unshare(&mut self) {
        self.attend();
        if self.crew.take().is_some() {
            self.used = self.counted();
        }
    }

    /// Whether several workers may use it.
    pub(crate) fn is_sealed(&self) -> bool {
        self.sealed
    }

    /// The entries there are.
    fn counted(&self) -> u64 {
        let slots = &self.block.slots()[..self.slots];
        slots.iter().map(|slot| (0..2).filter(|&half| !slot.is_free(half)).count() as u64).sum()
    }
}
