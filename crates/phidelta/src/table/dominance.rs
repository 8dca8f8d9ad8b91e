//! What is known of a board whatever the attacker's stock.
//!
//! Idea: a proof that needs little proves every position of the same board with more, and an escape
//! that holds against much holds against less. Beside the entries of single positions the table keeps,
//! under the key of the board alone, the two least stocks with which the attacker is known to succeed
//! and the two largest with which he is known to fail.
//!
//! Numbers are carried, too: a position that is not solved is at least as hard to prove as the same board with
//! more, and at least as hard to disprove as with less ([`Table::carried`]).
//!
//! Source: proof pieces and disproof pieces of tsume-shogi programs (Seo 1999; Nagai 2002). What
//! differs: they are an entry of their own instead of being searched for among the entries of all
//! stocks, so that a look-up costs one cache line. Numbers as GPSshogi and KomoringHeights carry them, but only
//! to positions that are new, from those that stand in the board's slot.
//! Invariant: an answer from here is the answer of the position (for every game whose stocks keep the
//! promise of [`crate::Game::RESOURCES`]).

use super::layout::{Entry, NO_STOCK, Stocks};
use super::{Place, TRIES, Table};
use crate::game::{Game, Key, SLOT_BITS, Stock, stock_of};
use crate::number::Numbers;

/// Tells boards from positions. It leaves them in the slot of their positions ([`crate::stock_key`]).
const BOARD: Key = 0x6a09_e667_f3bc_c908_bb67_ae85_84ca_a73b & !SLOT_BITS;

/// An answer by dominance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BoardAnswer {
    pub(crate) numbers: Numbers,
    /// The stock it was found with.
    pub(crate) stock: Stock,
    /// Plies to the end, for proofs.
    pub(crate) length: u32,
}

impl Table {
    /// Loads what [`Table::board_answer`] will read. Says whether there may be anything.
    #[inline]
    pub(crate) fn prefetch_known_board(&self, board: Key) -> bool {
        self.prefetch_known(board ^ BOARD)
    }

    /// The answer of a board with this stock, if a known one covers it.
    #[inline(always)]
    pub(crate) fn board_answer(
        &self,
        board: Key,
        stock: Stock,
        covers: impl Fn(Stock, Stock) -> bool,
    ) -> Option<BoardAnswer> {
        let stocks = self.board_entry(board ^ BOARD)?.stocks();
        for (known, length) in stocks.proofs.into_iter().zip(stocks.lengths) {
            if known != NO_STOCK && covers(stock, known) {
                return Some(BoardAnswer { numbers: Numbers::PROVED, stock: known, length: length.into() });
            }
        }
        let fails = |&known: &Stock| known != NO_STOCK && covers(known, stock);
        let known = stocks.failures.into_iter().find(fails)?;
        Some(BoardAnswer { numbers: Numbers::DISPROVED, stock: known, length: 0 })
    }

    /// The same where the end is nearest: of the proofs that cover the stock the first will do for a search, but not
    /// for who wants to get there.
    pub(crate) fn nearest_board_answer(
        &self,
        board: Key,
        stock: Stock,
        covers: impl Fn(Stock, Stock) -> bool,
    ) -> Option<BoardAnswer> {
        let stocks = self.board_entry(board ^ BOARD)?.stocks();
        let known = stocks.proofs.into_iter().zip(stocks.lengths);
        let proofs = known.filter(|&(known, _)| known != NO_STOCK && covers(stock, known));
        match proofs.min_by_key(|&(_, length)| length) {
            Some((known, length)) => {
                Some(BoardAnswer { numbers: Numbers::PROVED, stock: known, length: length.into() })
            }
            None => self.board_answer(board, stock, covers),
        }
    }

    /// First numbers of a position of `board` with this stock, raised to what is known of it with others.
    pub(crate) fn carried(
        &self,
        board: Key,
        stock: Stock,
        first: Numbers,
        covers: impl Fn(Stock, Stock) -> bool,
    ) -> Numbers {
        let home = self.slot_of(board);
        let slots = if self.block.slots()[home].overflows() { 2 } else { 1 };
        let mut numbers = first;
        for at in 0..2 * slots {
            let Some(entry) = self.whole_entry(home ^ (at / 2), at % 2) else { continue };
            let Some(other) = stock_of(entry.check ^ board as u64) else { continue };
            let Some(known) = entry.open_numbers() else { continue };
            if covers(other, stock) {
                numbers.pn = numbers.pn.max(known.pn);
            }
            if covers(stock, other) {
                numbers.dn = numbers.dn.max(known.dn);
            }
        }
        numbers
    }

    /// The answer of a board that a move of the game's present position leads to, or of that position itself:
    /// by this question, or by the kindred one.
    #[inline]
    pub(crate) fn answer_for<G: Game>(&self, game: &G, board: Key, stock: Stock) -> Option<BoardAnswer> {
        let own = self.board_answer(board, stock, G::covers);
        if !G::RELATED_QUESTION || own.is_some() {
            return own;
        }
        let other = self.board_answer(game.related_board(board, stock)?, stock, G::covers)?;
        G::carries_over(other.numbers.is_proved(), other.stock).then_some(other)
    }

    /// Keeps the answer of a board with this stock.
    pub(crate) fn store_board_answer(
        &mut self,
        board: Key,
        answer: BoardAnswer,
        work: u64,
        covers: impl Fn(Stock, Stock) -> bool,
    ) {
        if self.loses_store() {
            return;
        }
        let key = board ^ BOARD;
        if self.sealed {
            for _ in 0..TRIES {
                let found = self.find_sealed(key, |entry| entry.is_of_board(key));
                let known = found.map_or(Stocks::NOTHING, |(_, _, entry)| entry.stocks());
                let Some(stocks) = with_answer(known, answer, &covers) else { return };
                let entry = Entry::board(key, stocks, work);
                let kept = match found {
                    Some((place, seen, _)) => self.swap(key, place, seen, entry),
                    None => self.insert_sealed(key, entry, work),
                };
                if kept {
                    return;
                }
            }
            return;
        }
        let found = self.find_board(key);
        let known = found.map_or(Stocks::NOTHING, |place| self.entry_at(place).stocks());
        let Some(stocks) = with_answer(known, answer, &covers) else { return };
        self.put_board(key, found, Entry::board(key, stocks, work), work);
    }

    /// The entry of a salted board key: 64 bits are compared, and the 15 that the slot tells.
    #[inline(always)]
    fn board_entry(&self, key: Key) -> Option<Entry> {
        if self.sealed { self.find_shared_board(key) } else { Some(self.entry_at(self.find_board(key)?)) }
    }

    /// The same, if entries are sealed.
    #[inline(never)]
    fn find_shared_board(&self, key: Key) -> Option<Entry> {
        let home = self.known_home(key)?;
        let slots = if self.block.slots()[home].overflows() { 2 } else { 1 };
        let mut places = (0..2 * slots).map(|i| (&self.block.slots()[home ^ (i / 2)], i % 2));
        places.find_map(|(slot, half)| {
            self.sealed_entry(slot, half, key).filter(|entry| entry.is_of_board(key))
        })
    }

    /// Where it stands, if entries are not sealed.
    #[inline(never)]
    fn find_board(&self, key: Key) -> Option<Place> {
        self.find_by(self.known_home(key)?, |slot, half| slot.is_of_board(half, key))
    }
}

/// What is known of a board after one more answer; `None` if that is nothing new.
fn with_answer(
    mut stocks: Stocks,
    answer: BoardAnswer,
    covers: &impl Fn(Stock, Stock) -> bool,
) -> Option<Stocks> {
    let known = if answer.numbers.is_proved() { &mut stocks.proofs } else { &mut stocks.failures };
    // Whether the first is at least as good to know as the second.
    let better = |a: Stock, b: Stock| if answer.numbers.is_proved() { covers(b, a) } else { covers(a, b) };
    if known.iter().any(|&old| old != NO_STOCK && old != answer.stock && better(old, answer.stock)) {
        return None;
    }
    let at = (0..2).find(|&i| known[i] == NO_STOCK || better(answer.stock, known[i])).unwrap_or(1);
    known[at] = answer.stock;
    if answer.numbers.is_proved() {
        stocks.lengths[at] = answer.length.min(u16::MAX.into()) as u16;
    }
    Some(stocks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::Replacement;
    use crate::game::{mix, stock_key};
    use crate::table::Record;

    /// Two resources, a byte each.
    fn covers(more: Stock, less: Stock) -> bool {
        more & 0xff >= less & 0xff && more >> 8 >= less >> 8
    }

    #[test]
    fn answers_follow_from_what_was_told() {
        let mut table = Table::new(1 << 16, Replacement::KeepLarge).unwrap();
        let mut rng = fastrand::Rng::with_seed(2);
        // The truth of each board: it is proved from some stocks upwards.
        let truth = |board: u64, stock: Stock| {
            let least = mix(board) as u32;
            covers(stock, least & 0x303) || covers(stock, least >> 8 & 0x303)
        };
        let (mut told, mut found) = (0, 0);
        for _ in 0..50_000 {
            let (board, stock) = (rng.u64(..100), rng.u32(..) & 0x303);
            let proved = truth(board, stock);
            match table.board_answer(mix(board), stock, covers) {
                Some(answer) => {
                    assert_eq!(answer.numbers.is_proved(), proved);
                    found += 1;
                }
                None => {
                    let numbers = if proved { Numbers::PROVED } else { Numbers::DISPROVED };
                    table.store_board_answer(
                        mix(board),
                        BoardAnswer { numbers, stock, length: 3 },
                        5,
                        covers,
                    );
                    told += 1;
                }
            }
        }
        assert!(found > 40_000 && told > 300, "{found} {told}");
    }

    #[test]
    fn of_two_proofs_the_nearest_is_told() {
        let mut table = Table::new(1 << 16, Replacement::KeepLarge).unwrap();
        for (stock, length) in [(0x100, 31), (0x001, 7)] {
            let answer = BoardAnswer { numbers: Numbers::PROVED, stock, length };
            table.store_board_answer(mix(1), answer, 5, covers);
        }
        let nearest = |stock| {
            table.nearest_board_answer(mix(1), stock, covers).map(|answer| (answer.stock, answer.length))
        };
        assert_eq!(nearest(0x101), Some((0x001, 7)), "both hold, and the second ends sooner");
        assert_eq!(nearest(0x100), Some((0x100, 31)), "only the first holds");
        assert_eq!(nearest(0), None);
    }

    #[test]
    fn numbers_are_carried_from_other_stocks() {
        for sealed in [false, true] {
            let new = if sealed { Table::sealed } else { Table::new };
            let mut table = new(1 << 16, Replacement::KeepLarge).unwrap();
            let (board, other_board) = (mix(1), mix(2));
            let mut store = |board: Key, stock: u64, numbers| {
                table.store(board ^ stock_key(stock), &Record::open(numbers, 4, 5));
            };
            // What stands above the stock's bits is none of our business.
            store(board, 0x0202 | 7 << 32, Numbers::new(30, 3));
            store(board, 0x0001, Numbers::new(4, 40));
            store(other_board, 0x0101, Numbers::new(99, 99));
            let carried = |stock| table.carried(board, stock, Numbers::new(5, 6), covers);
            assert_eq!(carried(0x0101), Numbers::new(30, 40), "harder to prove than with more, …");
            assert_eq!(carried(0x0303), Numbers::new(5, 40), "harder to disprove than with less");
            assert_eq!(carried(0x0100), Numbers::new(30, 6), "neither more nor less than the second");
            let proved = Record::solved(Numbers::PROVED, 3, 0x0202, 9);
            table.store(board ^ stock_key(0x0202 | 7 << 32), &proved);
            assert_eq!(table.carried(board, 0x0100, Numbers::new(5, 6), covers), Numbers::new(5, 6));
        }
    }

    /// What a board is worth keeping follows from the work behind it, whatever stocks it has.
    #[test]
    fn a_board_is_worth_its_work_whatever_it_knows() {
        let worth = |numbers, stock| {
            let mut table = Table::new(1 << 16, Replacement::KeepLarge).unwrap();
            table.store_board_answer(mix(1), BoardAnswer { numbers, stock, length: 3 }, 100, covers);
            table.board_entry(mix(1) ^ BOARD).unwrap().worth()
        };
        let proved = worth(Numbers::PROVED, 0x101);
        assert_eq!(worth(Numbers::DISPROVED, 0x101), proved, "failures only");
        assert_eq!(worth(Numbers::PROVED, 0), proved, "a proof that needs nothing");
    }
}
