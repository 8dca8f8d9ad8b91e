//! What a game must tell the search: the [`Game`] trait.

use crate::number::{INFINITY, Number, Numbers};

/// The identity of a position.
///
/// Equal positions have equal keys, and different ones must differ with overwhelming probability: the
/// table compares at least 64 bits, 79 where it is large, and 32 more for solved entries. Everything the
/// future of the game depends on belongs into it ([`Game::key`]).
///
/// [`mix`] makes one from 64 bits, [`KeyBuilder`] from more.
pub type Key = u128;

/// Who is to move: the attacker (OR node) wants to prove, the defender (AND node) to disprove.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Side {
    /// Wants to reach the goal: an OR node.
    Attacker,
    /// Wants to prevent it: an AND node.
    Defender,
}

/// How a finished game ended, for the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Outcome {
    /// The attacker won.
    Win,
    /// Nobody won.
    Draw,
    /// The attacker lost.
    Loss,
}

/// What the attacker wants to reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Goal {
    /// A win; a draw is a failure.
    #[default]
    Win,
    /// At least a draw.
    Draw,
}

/// What a position that occurs again on the way from the root is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Repetition {
    /// The attacker fails (perpetual check in tsume-shogi).
    #[default]
    AttackerFails,
    /// The defender fails.
    DefenderFails,
    /// A draw: a failure for the goal "win", a success for the goal "at least a draw".
    Draw,
}

/// A stock of resources of the attacker, packed by the game (pieces in hand, say). `Stock::MAX` is
/// reserved.
pub type Stock = u32;

/// An exact answer found without search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Shortcut {
    /// How the game ends with best play.
    pub outcome: Outcome,
    /// Plies until then.
    pub length: u32,
    /// The stock with which the answer still holds: the least one of a success, the largest of a
    /// failure. [`Game::stock`] is always right.
    pub stock: Stock,
    /// Positions that were looked at for it beside the one it is about: the search counts them as nodes. An
    /// answer that has cost any is kept in the table, and once a move is known to win, the others are not
    /// asked.
    pub nodes: u64,
}

impl Shortcut {
    /// An answer that was seen at once, in a game without stocks.
    #[inline]
    pub const fn new(outcome: Outcome, length: u32) -> Shortcut {
        Shortcut { outcome, length, stock: 0, nodes: 0 }
    }

    /// The same with the stock with which it still holds.
    #[inline]
    #[must_use]
    pub const fn with_stock(mut self, stock: Stock) -> Shortcut {
        self.stock = stock;
        self
    }

    /// The same for which so many other positions were looked at.
    #[inline]
    #[must_use]
    pub const fn with_nodes(mut self, nodes: u64) -> Shortcut {
        self.nodes = nodes;
        self
    }
}

/// Another question about the same positions, asked before, whose answers are of use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Elder {
    /// What [`Game::key`] of any position differs by (by ⊕) between that question and this one.
    pub key: Key,
    /// What the attacker wanted to reach there.
    pub goal: Goal,
    /// Where it was proved, this question is too.
    pub proofs: bool,
    /// Where it was disproved, this question is too.
    pub disproofs: bool,
}

impl Elder {
    /// A question whose answers say nothing of this one, until told otherwise.
    pub const fn new(key: Key, goal: Goal) -> Elder {
        Elder { key, goal, proofs: false, disproofs: false }
    }

    /// The same, with whether what is proved there is proved here.
    #[must_use]
    pub const fn with_proofs(mut self, hold: bool) -> Elder {
        self.proofs = hold;
        self
    }

    /// The same, with whether what is disproved there is disproved here.
    #[must_use]
    pub const fn with_disproofs(mut self, hold: bool) -> Elder {
        self.disproofs = hold;
        self
    }
}

/// What a game sees of a position without search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Hint {
    /// How it ends.
    Answer(Shortcut),
    /// How hard it looks.
    Estimate(Numbers),
}

/// Rules of a two-player game and the question asked about it.
///
/// A value of the type is a position that can be played forward and back. Six methods are required;
/// the others are strengths a game may add, each with a default that means "none".
///
/// ```
/// use phidelta::{Game, Key, Outcome, Side, Solver};
///
/// /// Take one or two from a heap; whoever takes the last one wins.
/// #[derive(Clone)]
/// struct Heap { left: u32, attacker: bool }
///
/// impl Game for Heap {
///     type Move = u32;
///     const ACYCLIC: bool = true;
///     fn side(&self) -> Side {
///         if self.attacker { Side::Attacker } else { Side::Defender }
///     }
///     fn moves(&self, out: &mut Vec<u32>) {
///         out.extend(1..=self.left.min(2));
///     }
///     fn play(&mut self, n: u32) {
///         self.left -= n;
///         self.attacker = !self.attacker;
///     }
///     fn undo(&mut self, n: u32) {
///         self.left += n;
///         self.attacker = !self.attacker;
///     }
///     fn outcome(&self) -> Option<Outcome> {
///         let lost = if self.attacker { Outcome::Loss } else { Outcome::Win };
///         (self.left == 0).then_some(lost)
///     }
///     fn key(&self) -> Key {
///         phidelta::mix((u64::from(self.left) << 1) | u64::from(self.attacker))
///     }
/// }
///
/// let mut solver = Solver::new("df-pn".parse().unwrap());
/// for left in 1..20 {
///     let report = solver.solve(&mut Heap { left, attacker: true }).unwrap();
///     assert_eq!(report.verdict.is_proved(), left % 3 != 0);
/// }
/// ```
pub trait Game {
    /// A move, as small as possible: the search copies it often.
    type Move: Copy + PartialEq + std::fmt::Debug;

    /// No position can occur twice in one game. Then repetitions need not be looked for.
    const ACYCLIC: bool = false;

    /// Who is to move. The sides need not alternate.
    fn side(&self) -> Side;

    /// Appends all legal moves, in an order that is the same for equal positions whatever the path.
    /// Called only where [`Game::outcome`] is `None`; there must be at least one move then, otherwise
    /// the search ends with the verdict *unknown*.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move);

    /// Takes back the move played last.
    fn undo(&mut self, mv: Self::Move);

    /// How the game ended, if it has ended here.
    fn outcome(&self) -> Option<Outcome>;

    /// The identity of the position, and of what is asked about it.
    ///
    /// Two positions with one key are one position to a search, and to all searches of a
    /// [`crate::Solver`], which keeps its table between questions. So the key must tell apart all that
    /// can have different answers there: besides what stands on the board
    ///
    /// * the side to move, and who is the attacker;
    /// * the size of the board, the set of pieces, the variant of the rules;
    /// * what a win is (a score to be reached, a number of moves), unless [`Game::goal`] says it;
    /// * what was played before, where the rules look back, except the repetitions that
    ///   [`Game::repetition`] speaks of;
    /// * the game itself, if one solver is asked about several.
    ///
    /// Goal and repetition are mixed in by the search. What cannot change an answer may be left out, and
    /// then positions share what is known of them; their moves must be the same, in the same order.
    /// [`crate::testing::check_game`] and [`crate::Solver::distrust_keys`] find keys that lack something.
    fn key(&self) -> Key;

    /// All that [`Game::key`] has to tell apart, spelt out: two positions that may have different answers
    /// differ here, and two that share a key on purpose do not. Only for finding faults, so that it may be
    /// slow. By default side, end and moves, which see a key without the side to move, but not one of a
    /// board without its size.
    fn describe(&self) -> String {
        let mut moves = Vec::new();
        let outcome = self.outcome();
        if outcome.is_none() {
            self.moves(&mut moves);
        }
        format!("{} {:?} {outcome:?} {moves:?}", std::any::type_name::<Self>(), self.side())
    }

    /// What the attacker wants to reach; constant during a search.
    fn goal(&self) -> Goal {
        Goal::Win
    }

    /// What a repeated position is worth; constant during a search.
    fn repetition(&self) -> Repetition {
        Repetition::AttackerFails
    }

    /// The key after `mv`: worth overriding when it can be had without playing the move.
    #[inline]
    fn key_after(&mut self, mv: Self::Move) -> Key {
        self.play(mv);
        let key = self.key();
        self.undo(mv);
        key
    }

    /// Whether [`Game::estimate`] or [`Game::shortcut`] may say anything. A game that has neither and says
    /// so here saves the search the move and its undoing for each new position.
    const HINTS: bool = true;

    /// First numbers of an unexplored position (df-pn+): how hard it looks to prove and to disprove.
    /// Both at least 1. An estimate changes the order of the search, never the verdict. It may be asked
    /// where the game has ended, too.
    fn estimate(&self) -> Numbers {
        Numbers::UNIT
    }

    /// What a move adds to the numbers of the unsolved position behind it, seen from here (df-pn+).
    fn edge_cost(&self, _mv: Self::Move) -> Numbers {
        Numbers::new(0, 0)
    }

    /// What an average fresh reply starts with in [`Game::estimate`]: the price of one more branch in
    /// weak numbers (WPNS). At least 1.
    fn average_estimate(&self) -> Number {
        1
    }

    /// An exact answer that is cheap to see in a position met for the first time (a mate in one).
    fn shortcut(&mut self) -> Option<Shortcut> {
        None
    }

    /// For alpha-beta alone: a bound of the plies to the end of the game, if the rules give one. Alpha-beta then searches to
    /// the end at once and does not deepen step by step. Asked at the root only.
    fn plies_left(&self) -> Option<u32> {
        None
    }

    /// For alpha-beta alone: the key of another position that is worth the same, such as the mirror image, if
    /// the game knows one and it is likely to have been met. What the table knows of that one is taken.
    /// Only with [`Game::ACYCLIC`]: elsewhere a position's worth depends on its path.
    #[inline]
    fn twin_key(&self) -> Option<Key> {
        None
    }

    /// Whether [`Game::move_priority`] says anything. Alpha-beta then tries moves in that order, and looks
    /// for one that the table knows to win before it tries any: [`Game::key_after`] should be cheap.
    const ORDERED: bool = false;

    /// How soon alpha-beta should try a move of the present position: the greater, the sooner; equal
    /// ones in the order of [`Game::moves`]. Good are moves that win often and cost little to refute.
    fn move_priority(&mut self, _mv: Self::Move) -> i32 {
        0
    }

    /// [`Game::move_priority`] of all moves of the present position, appended in their order: worth overriding
    /// when a game sees them together. Returns how many positions it has looked at beyond those behind the
    /// moves; the search counts them as nodes.
    fn move_priorities(&mut self, moves: &[Self::Move], out: &mut Vec<i32>) -> u64 {
        out.extend(moves.iter().map(|&mv| self.move_priority(mv)));
        0
    }

    /// Questions asked before of the same table whose answers help with this one: alpha-beta takes those
    /// that hold here, and tries first what was enough there. Asked at the root only.
    fn elders(&self) -> Vec<Elder> {
        Vec::new()
    }

    /// What [`Game::shortcut`] or else [`Game::estimate`] say of the position behind `mv`: worth overriding
    /// when a game sees it from here.
    #[inline]
    fn hint_after(&mut self, mv: Self::Move) -> Hint {
        self.play(mv);
        let hint = self.shortcut().map_or_else(|| Hint::Estimate(self.estimate()), Hint::Answer);
        self.undo(mv);
        hint
    }

    /// Whether finding moves and looking behind them is slow, so that it is worth keeping what was found for when
    /// a position is entered again. All of it, hints included, must follow from the position alone.
    const KEEPS_LOOKS: bool = false;

    /// Whether [`Game::hint_after`] has an answer for every position in which the game has ended. Then a
    /// search that evaluates positions at once need not play the move to ask for the end.
    const HINTS_TELL_ENDS: bool = false;

    /// Whether [`Game::waiting_moves`] says anything; it is not asked otherwise.
    const WAITING_MOVES: bool = false;

    /// Moves that need a look only after another one has failed: for the move at index `i`, `wait[i]`
    /// may name an earlier index, and the move is then looked at only when that one is solved, or has become as
    /// hard as [`Game::wait_limit`] says. All
    /// entries are `None` at first. Waiting changes the order of the search, never its answer: a move
    /// that waits has its turn before the position is given up.
    fn waiting_moves(&self, _moves: &[Self::Move], _wait: &mut [Option<u32>]) {}

    /// What makes waiting end before the awaited move is solved: the number that the side to move has there,
    /// pn if the attacker moves here and dn if the defender does, has grown to this. Where a move that fails
    /// says little about the one behind it, waiting without end would hide that one.
    fn wait_limit(&self) -> Number {
        INFINITY
    }

    /// The attacker has resources of which more is never worse for him. Then these hold: positions with
    /// equal [`Game::board_key`] differ in their stock alone; what is proved with a stock is proved with
    /// every stock that covers it; what is disproved is disproved with every stock it covers.
    const RESOURCES: bool = false;

    /// The identity of the position without the stock. Where a position's key is this and [`stock_key`] of its
    /// stock, a table finds what it knows of both with one look.
    fn board_key(&self) -> Key {
        self.key()
    }

    /// The attacker's stock.
    fn stock(&self) -> Stock {
        0
    }

    /// Whether `more` has at least as much of everything as `less`.
    fn covers(_more: Stock, _less: Stock) -> bool
    where
        Self: Sized,
    {
        false
    }

    /// Whether a position's key is [`Game::board_key`] and [`stock_key`] of its stock, with whatever else above
    /// the stock's 32 bits. What is expected of a position is then known of the same board with another stock, too.
    const STOCK_IN_KEY: bool = false;

    /// Whether positions that differ in a part of their stock alone share what is expected of them, as long
    /// as they are not solved: a search then need not learn anew for each amount of it.
    const SHARED_NUMBERS: bool = false;

    /// What [`Game::key`] has of that part: taken off (by ⊕), such positions have equal keys. Only the
    /// depth-first engine asks.
    fn unshared_key(_stock: Stock) -> Key
    where
        Self: Sized,
    {
        0
    }

    /// Whether another question about the same boards has answers that are of use here.
    const RELATED_QUESTION: bool = false;

    /// The other question's key of a board behind a move of the present position, from this one's, if it may
    /// help with this stock.
    fn related_board(&self, _board: Key, _stock: Stock) -> Option<Key> {
        None
    }

    /// Whether an answer of the other question, with a stock by which it would hold, holds here as well.
    fn carries_over(_proved: bool, _stock: Stock) -> bool
    where
        Self: Sized,
    {
        false
    }

    /// The least stock with which a proof of the present position still holds. `replies` are the moves
    /// the proof rests on, with the least stocks of the positions behind them: one move of the attacker,
    /// or all moves of the defender; none where the game has ended. The present stock is always right.
    fn least_stock(&mut self, _replies: &mut dyn Iterator<Item = (Self::Move, Stock)>) -> Stock {
        self.stock()
    }

    /// The largest stock with which a disproof still holds: `replies` are all moves of the attacker, or
    /// one of the defender.
    fn most_stock(&mut self, _replies: &mut dyn Iterator<Item = (Self::Move, Stock)>) -> Stock {
        self.stock()
    }

    /// [`Game::key`], [`Game::board_key`] and [`Game::stock`] after `mv`.
    #[inline(always)] // where it is `key_after` it shall be that and no more
    fn keys_after(&mut self, mv: Self::Move) -> (Key, Key, Stock) {
        if !Self::RESOURCES {
            let key = self.key_after(mv);
            return (key, key, 0);
        }
        self.play(mv);
        let keys = (self.key(), self.board_key(), self.stock());
        self.undo(mv);
        keys
    }
}

/// The two constants of a search that say what the ends of the game are worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    goal: Goal,
    repetition: Numbers,
}

impl Question {
    /// The question a game asks.
    pub fn of<G: Game>(game: &G) -> Question {
        let goal = game.goal();
        let reached = match game.repetition() {
            Repetition::AttackerFails => false,
            Repetition::DefenderFails => true,
            Repetition::Draw => goal == Goal::Draw,
        };
        Question { goal, repetition: if reached { Numbers::PROVED } else { Numbers::DISPROVED } }
    }

    /// The numbers of a finished game.
    #[inline]
    pub fn answer(self, outcome: Outcome) -> Numbers {
        match (outcome, self.goal) {
            (Outcome::Win, _) | (Outcome::Draw, Goal::Draw) => Numbers::PROVED,
            _ => Numbers::DISPROVED,
        }
    }

    /// The numbers of a repeated position. Only results of this kind can depend on the path.
    #[inline]
    pub fn repetition(self) -> Numbers {
        self.repetition
    }

    /// The same with another goal, where repetitions do not count.
    pub(crate) fn with_goal(self, goal: Goal) -> Question {
        Question { goal, ..self }
    }

    /// What tells different questions about one position apart in a table they share.
    #[inline]
    pub fn salt(self) -> Key {
        // Any odd-looking constants: they only have to differ from 0, and from each other, in many bits
        // of both halves.
        const DRAW: Key = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
        const REPETITION_WINS: Key = 0xc2b2_ae3d_27d4_eb4f_1656_67b1_9e37_79f9;
        let goal = if self.goal == Goal::Draw { DRAW } else { 0 };
        let repetition = if self.repetition == Numbers::PROVED { REPETITION_WINS } else { 0 };
        goal ^ repetition
    }
}

impl std::fmt::Display for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let goal = if self.goal == Goal::Draw { "at least a draw" } else { "a win" };
        let whom = if self.repetition == Numbers::PROVED { "attacker" } else { "defender" };
        write!(f, "{goal}, repetition for the {whom}")
    }
}

/// Makes the key of a position that does not fit into 64 bits, word by word.
///
/// The order of the words counts, and so does their number. Two different sequences share a key by a
/// 128-bit accident only.
///
/// ```
/// use phidelta::KeyBuilder;
///
/// let (white, black, width) = (0b1001_u128, 0b0110_u128, 7);
/// let key = |white_to_move: bool| {
///     KeyBuilder::new().add_u128(white).add_u128(black).add(width).add(u64::from(white_to_move)).key()
/// };
/// assert_ne!(key(true), key(false));
/// assert_ne!(KeyBuilder::new().add(1).add(2).key(), KeyBuilder::new().add(2).add(1).key());
/// assert_ne!(KeyBuilder::new().add_bytes(b"ab").key(), KeyBuilder::new().add_bytes(b"ab\0").key());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KeyBuilder {
    state: Key,
    words: u64,
}

impl KeyBuilder {
    /// Nothing yet.
    pub const fn new() -> KeyBuilder {
        KeyBuilder { state: 0, words: 0 }
    }

    /// Adds 64 bits.
    #[inline]
    #[must_use]
    pub const fn add(self, bits: u64) -> KeyBuilder {
        // Odd, with bits all over: a bijection of the state, so that nothing that came before is lost.
        const ODD: Key = 0xda94_2042_e4dd_58b5_9e37_79b9_7f4a_7c15;
        let state = (self.state ^ mix(bits)).wrapping_mul(ODD).rotate_left(59);
        KeyBuilder { state, words: self.words + 1 }
    }

    /// Adds 128 bits.
    #[inline]
    #[must_use]
    pub const fn add_u128(self, bits: u128) -> KeyBuilder {
        self.add(bits as u64).add((bits >> 64) as u64)
    }

    /// Adds bytes, and how many there are.
    #[must_use]
    pub fn add_bytes(self, bytes: &[u8]) -> KeyBuilder {
        let words = bytes.chunks(8).map(|part| {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            u64::from_le_bytes(word)
        });
        words.fold(self, KeyBuilder::add).add(bytes.len() as u64)
    }

    /// The key.
    #[inline]
    pub const fn key(self) -> Key {
        let (low, high) = (self.state as u64, (self.state >> 64) as u64);
        mix(low ^ self.words) ^ mix(high).rotate_left(64)
    }
}

/// The bits of a key that choose its slot in a table: the highest of both halves. More than any table needs.
pub(crate) const SLOT_BITS: Key = !(Key::MAX >> 15) | 0xffff_f000_0000_0000;

/// What a stock is multiplied with: odd, so that different ones stay different.
const STOCK_ODD: Key = 0xd6e8_feb8_6659_fd93_a076_1d64_78bd_642f;

/// What the stock of a position adds to the key of its board ([`Game::board_key`]): other bits for another
/// stock, but none of those that choose the slot of a table. So all that is known of a board, whatever the
/// stock, stands in one place. Stocks that differ in their lowest 44 bits never share a key.
#[inline]
pub const fn stock_key(stock: u64) -> Key {
    const LOW: Key = u64::MAX as Key & !SLOT_BITS;
    // The lower bits of a product tell its factors apart; the higher ones, where all bits meet, come on top.
    let product = (stock as Key).wrapping_mul(STOCK_ODD);
    let low = product & LOW;
    (product & !SLOT_BITS & !LOW) | (low ^ low >> 22)
}

/// The stock behind a [`stock_key`], from the low half of that; `None` if it is none.
#[inline]
pub(crate) fn stock_of(low: u64) -> Option<Stock> {
    const LOW: u64 = (u64::MAX as Key & !SLOT_BITS) as u64;
    // The shift has half as many bits as there are: done twice it is undone.
    let product = low ^ low >> 22;
    (low & !LOW == 0).then_some((product.wrapping_mul(inverse(STOCK_ODD as u64)) & LOW) as Stock)
}

/// What an odd number has to be multiplied with for 1, by Newton's method: each step doubles the bits that are
/// right, of which there are three at first.
const fn inverse(odd: u64) -> u64 {
    let (mut inverse, mut steps) = (odd, 0);
    while steps < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        steps += 1;
    }
    inverse
}

/// Spreads 64 bits over a [`Key`]: two rounds of the SplitMix64 finaliser with different increments.
/// For games whose position fits into 64 bits.
#[inline]
pub const fn mix(bits: u64) -> Key {
    const fn finish(mut z: u64) -> u64 {
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    let low = finish(bits.wrapping_add(0x9e37_79b9_7f4a_7c15));
    let high = finish(low ^ bits.rotate_left(32).wrapping_add(0xd1b5_4a32_d192_ed03));
    ((high as u128) << 64) | low as u128
}
