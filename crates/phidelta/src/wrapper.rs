//! A game that wraps a game.
//!
//! Idea: what a wrapper does not say for itself is what the inner game says, every item of [`Game`] included.
//! So a wrapper writes down what it changes and nothing else, and a strength that [`Game`] gains later reaches
//! through all wrappers.
//!
//! Invariant: a wrapper that says nothing is its inner game.

use crate::game::{Elder, Game, Goal, Hint, Key, Outcome, Repetition, Shortcut, Side, Stock};
use crate::number::{Number, Numbers};

/// A game made of another one with the same moves. Implementing it implements [`Game`].
///
/// Each item stands for the item of [`Game`] with its name and forwards to the inner game. A wrapper that
/// changes what positions *are* ([`Wrapper::key`], [`Wrapper::outcome`], [`Wrapper::moves`]) must also see to
/// the items that speak of them behind a move: [`Wrapper::key_after`], [`Wrapper::keys_after`],
/// [`Wrapper::hint_after`], [`Wrapper::shortcut`] and [`Wrapper::board_key`].
///
/// ```
/// use phidelta::{Game, Key, Numbers, Wrapper};
///
/// /// A game whose estimates are not believed.
/// struct Sober<G>(G);
///
/// impl<G: Game> Wrapper for Sober<G> {
///     type Inner = G;
///     fn inner(&self) -> &G {
///         &self.0
///     }
///     fn inner_mut(&mut self) -> &mut G {
///         &mut self.0
///     }
///     fn estimate(&self) -> Numbers {
///         Numbers::UNIT
///     }
/// }
/// ```
pub trait Wrapper {
    /// The game inside.
    type Inner: Game;

    /// The position inside.
    fn inner(&self) -> &Self::Inner;

    /// The same, to be changed.
    fn inner_mut(&mut self) -> &mut Self::Inner;

    /// Whether keys, ends, estimates and shortcuts are those of the inner game, so that what it sees behind a
    /// move is right here, too. Otherwise the move is played to look.
    const SEES_THROUGH: bool = false;

    /// [`Game::ACYCLIC`].
    const ACYCLIC: bool = <Self::Inner as Game>::ACYCLIC;

    /// [`Game::HINTS`].
    const HINTS: bool = <Self::Inner as Game>::HINTS;

    /// [`Game::ORDERED`].
    const ORDERED: bool = <Self::Inner as Game>::ORDERED;

    /// [`Game::HINTS_TELL_ENDS`].
    const HINTS_TELL_ENDS: bool = <Self::Inner as Game>::HINTS_TELL_ENDS;

    /// [`Game::WAITING_MOVES`].
    const WAITING_MOVES: bool = <Self::Inner as Game>::WAITING_MOVES;

    /// [`Game::KEEPS_LOOKS`].
    const KEEPS_LOOKS: bool = <Self::Inner as Game>::KEEPS_LOOKS;

    /// [`Game::RESOURCES`].
    const RESOURCES: bool = <Self::Inner as Game>::RESOURCES;

    /// [`Game::STOCK_IN_KEY`].
    const STOCK_IN_KEY: bool = <Self::Inner as Game>::STOCK_IN_KEY;

    /// [`Game::SHARED_NUMBERS`].
    const SHARED_NUMBERS: bool = <Self::Inner as Game>::SHARED_NUMBERS;

    /// [`Game::RELATED_QUESTION`].
    const RELATED_QUESTION: bool = <Self::Inner as Game>::RELATED_QUESTION;

    /// [`Game::side`].
    #[inline]
    fn side(&self) -> Side {
        self.inner().side()
    }

    /// [`Game::outcome`].
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.inner().outcome()
    }

    /// [`Game::key`].
    #[inline]
    fn key(&self) -> Key {
        self.inner().key()
    }

    /// [`Game::describe`].
    #[inline]
    fn describe(&self) -> String {
        self.inner().describe()
    }

    /// [`Game::goal`].
    #[inline]
    fn goal(&self) -> Goal {
        self.inner().goal()
    }

    /// [`Game::repetition`].
    #[inline]
    fn repetition(&self) -> Repetition {
        self.inner().repetition()
    }

    /// [`Game::estimate`].
    #[inline]
    fn estimate(&self) -> Numbers {
        self.inner().estimate()
    }

    /// [`Game::edge_cost`].
    #[inline]
    fn edge_cost(&self, mv: <Self::Inner as Game>::Move) -> Numbers {
        self.inner().edge_cost(mv)
    }

    /// [`Game::average_estimate`].
    #[inline]
    fn average_estimate(&self) -> Number {
        self.inner().average_estimate()
    }

    /// [`Game::plies_left`].
    #[inline]
    fn plies_left(&self) -> Option<u32> {
        self.inner().plies_left()
    }

    /// [`Game::twin_key`]: with other keys or other ends the inner game's twin is none.
    #[inline]
    fn twin_key(&self) -> Option<Key> {
        if Self::SEES_THROUGH { self.inner().twin_key() } else { None }
    }

    /// [`Game::board_key`].
    #[inline]
    fn board_key(&self) -> Key {
        self.inner().board_key()
    }

    /// [`Game::stock`].
    #[inline]
    fn stock(&self) -> Stock {
        self.inner().stock()
    }

    /// [`Game::related_board`].
    #[inline]
    fn related_board(&self, board: Key, stock: Stock) -> Option<Key> {
        self.inner().related_board(board, stock)
    }

    /// [`Game::moves`].
    #[inline]
    fn moves(&self, out: &mut Vec<<Self::Inner as Game>::Move>) {
        self.inner().moves(out);
    }

    /// [`Game::wait_limit`].
    #[inline]
    fn wait_limit(&self) -> Number {
        self.inner().wait_limit()
    }

    /// [`Game::waiting_moves`].
    #[inline]
    fn waiting_moves(&self, moves: &[<Self::Inner as Game>::Move], wait: &mut [Option<u32>]) {
        self.inner().waiting_moves(moves, wait);
    }

    /// [`Game::play`].
    #[inline]
    fn play(&mut self, mv: <Self::Inner as Game>::Move) {
        self.inner_mut().play(mv);
    }

    /// [`Game::undo`].
    #[inline]
    fn undo(&mut self, mv: <Self::Inner as Game>::Move) {
        self.inner_mut().undo(mv);
    }

    /// [`Game::shortcut`].
    #[inline]
    fn shortcut(&mut self) -> Option<Shortcut> {
        self.inner_mut().shortcut()
    }

    /// [`Game::move_priorities`]: who changes the priority of a move changes these, too.
    #[inline]
    fn move_priorities(&mut self, moves: &[<Self::Inner as Game>::Move], out: &mut Vec<i32>) -> u64 {
        self.inner_mut().move_priorities(moves, out)
    }

    /// [`Game::elders`].
    fn elders(&self) -> Vec<Elder> {
        self.inner().elders()
    }

    /// [`Game::move_priority`].
    #[inline]
    fn move_priority(&mut self, mv: <Self::Inner as Game>::Move) -> i32 {
        self.inner_mut().move_priority(mv)
    }

    /// [`Game::covers`].
    #[inline]
    fn covers(more: Stock, less: Stock) -> bool {
        <Self::Inner as Game>::covers(more, less)
    }

    /// [`Game::unshared_key`].
    #[inline]
    fn unshared_key(stock: Stock) -> Key {
        <Self::Inner as Game>::unshared_key(stock)
    }

    /// [`Game::carries_over`].
    #[inline]
    fn carries_over(proved: bool, stock: Stock) -> bool {
        <Self::Inner as Game>::carries_over(proved, stock)
    }

    /// [`Game::least_stock`].
    #[inline]
    fn least_stock(
        &mut self,
        replies: &mut dyn Iterator<Item = (<Self::Inner as Game>::Move, Stock)>,
    ) -> Stock {
        self.inner_mut().least_stock(replies)
    }

    /// [`Game::most_stock`].
    #[inline]
    fn most_stock(
        &mut self,
        replies: &mut dyn Iterator<Item = (<Self::Inner as Game>::Move, Stock)>,
    ) -> Stock {
        self.inner_mut().most_stock(replies)
    }

    /// [`Game::key_after`].
    #[inline]
    fn key_after(&mut self, mv: <Self::Inner as Game>::Move) -> Key {
        if Self::SEES_THROUGH {
            return self.inner_mut().key_after(mv);
        }
        behind(self, mv, |game| Wrapper::key(game))
    }

    /// [`Game::keys_after`].
    #[inline]
    fn keys_after(&mut self, mv: <Self::Inner as Game>::Move) -> (Key, Key, Stock) {
        if Self::SEES_THROUGH {
            return self.inner_mut().keys_after(mv);
        }
        behind(self, mv, |game| (Wrapper::key(game), Wrapper::board_key(game), Wrapper::stock(game)))
    }

    /// [`Game::hint_after`].
    #[inline]
    fn hint_after(&mut self, mv: <Self::Inner as Game>::Move) -> Hint {
        if Self::SEES_THROUGH {
            return self.inner_mut().hint_after(mv);
        }
        behind(self, mv, |game| {
            let answer = Wrapper::shortcut(game).map(Hint::Answer);
            answer.unwrap_or_else(|| Hint::Estimate(Wrapper::estimate(game)))
        })
    }
}

/// What `look` sees behind a move.
fn behind<W: Wrapper + ?Sized, T>(
    game: &mut W,
    mv: <W::Inner as Game>::Move,
    look: impl FnOnce(&mut W) -> T,
) -> T {
    Wrapper::play(game, mv);
    let seen = look(game);
    Wrapper::undo(game, mv);
    seen
}

impl<W: Wrapper> Game for W {
    type Move = <W::Inner as Game>::Move;
    const ACYCLIC: bool = <W as Wrapper>::ACYCLIC;
    const HINTS: bool = <W as Wrapper>::HINTS;
    const ORDERED: bool = <W as Wrapper>::ORDERED;
    const HINTS_TELL_ENDS: bool = <W as Wrapper>::HINTS_TELL_ENDS;
    const WAITING_MOVES: bool = <W as Wrapper>::WAITING_MOVES;
    const KEEPS_LOOKS: bool = <W as Wrapper>::KEEPS_LOOKS;
    const RESOURCES: bool = <W as Wrapper>::RESOURCES;
    const STOCK_IN_KEY: bool = <W as Wrapper>::STOCK_IN_KEY;
    const SHARED_NUMBERS: bool = <W as Wrapper>::SHARED_NUMBERS;
    const RELATED_QUESTION: bool = <W as Wrapper>::RELATED_QUESTION;

    #[inline]
    fn side(&self) -> Side {
        <W as Wrapper>::side(self)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        <W as Wrapper>::outcome(self)
    }

    #[inline]
    fn key(&self) -> Key {
        <W as Wrapper>::key(self)
    }

    #[inline]
    fn describe(&self) -> String {
        <W as Wrapper>::describe(self)
    }

    #[inline]
    fn goal(&self) -> Goal {
        <W as Wrapper>::goal(self)
    }

    #[inline]
    fn repetition(&self) -> Repetition {
        <W as Wrapper>::repetition(self)
    }

    #[inline]
    fn estimate(&self) -> Numbers {
        <W as Wrapper>::estimate(self)
    }

    #[inline]
    fn edge_cost(&self, mv: Self::Move) -> Numbers {
        <W as Wrapper>::edge_cost(self, mv)
    }

    #[inline]
    fn average_estimate(&self) -> Number {
        <W as Wrapper>::average_estimate(self)
    }

    #[inline]
    fn plies_left(&self) -> Option<u32> {
        <W as Wrapper>::plies_left(self)
    }

    #[inline]
    fn twin_key(&self) -> Option<Key> {
        <W as Wrapper>::twin_key(self)
    }

    #[inline]
    fn board_key(&self) -> Key {
        <W as Wrapper>::board_key(self)
    }

    #[inline]
    fn stock(&self) -> Stock {
        <W as Wrapper>::stock(self)
    }

    #[inline]
    fn related_board(&self, board: Key, stock: Stock) -> Option<Key> {
        <W as Wrapper>::related_board(self, board, stock)
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Self::Move>) {
        <W as Wrapper>::moves(self, out)
    }

    #[inline]
    fn wait_limit(&self) -> Number {
        <W as Wrapper>::wait_limit(self)
    }

    #[inline]
    fn waiting_moves(&self, moves: &[Self::Move], wait: &mut [Option<u32>]) {
        <W as Wrapper>::waiting_moves(self, moves, wait)
    }

    #[inline]
    fn play(&mut self, mv: Self::Move) {
        <W as Wrapper>::play(self, mv)
    }

    #[inline]
    fn undo(&mut self, mv: Self::Move) {
        <W as Wrapper>::undo(self, mv)
    }

    #[inline]
    fn shortcut(&mut self) -> Option<Shortcut> {
        <W as Wrapper>::shortcut(self)
    }

    #[inline]
    fn move_priorities(&mut self, moves: &[Self::Move], out: &mut Vec<i32>) -> u64 {
        <W as Wrapper>::move_priorities(self, moves, out)
    }

    fn elders(&self) -> Vec<Elder> {
        <W as Wrapper>::elders(self)
    }

    #[inline]
    fn move_priority(&mut self, mv: Self::Move) -> i32 {
        <W as Wrapper>::move_priority(self, mv)
    }

    #[inline]
    fn covers(more: Stock, less: Stock) -> bool {
        <W as Wrapper>::covers(more, less)
    }

    #[inline]
    fn unshared_key(stock: Stock) -> Key {
        <W as Wrapper>::unshared_key(stock)
    }

    #[inline]
    fn carries_over(proved: bool, stock: Stock) -> bool {
        <W as Wrapper>::carries_over(proved, stock)
    }

    #[inline]
    fn least_stock(&mut self, replies: &mut dyn Iterator<Item = (Self::Move, Stock)>) -> Stock {
        <W as Wrapper>::least_stock(self, replies)
    }

    #[inline]
    fn most_stock(&mut self, replies: &mut dyn Iterator<Item = (Self::Move, Stock)>) -> Stock {
        <W as Wrapper>::most_stock(self, replies)
    }

    #[inline]
    fn key_after(&mut self, mv: Self::Move) -> Key {
        <W as Wrapper>::key_after(self, mv)
    }

    #[inline]
    fn keys_after(&mut self, mv: Self::Move) -> (Key, Key, Stock) {
        <W as Wrapper>::keys_after(self, mv)
    }

    #[inline]
    fn hint_after(&mut self, mv: Self::Move) -> Hint {
        <W as Wrapper>::hint_after(self, mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::best_first::test_graph::{Graph, Shape};
    use crate::{Algorithm, Solver};

    /// Says nothing for itself.
    struct Same(Graph<false>);

    impl Wrapper for Same {
        type Inner = Graph<false>;
        fn inner(&self) -> &Graph<false> {
            &self.0
        }
        fn inner_mut(&mut self) -> &mut Graph<false> {
            &mut self.0
        }
    }

    /// Has keys of its own, and sees ends ahead.
    struct Ahead(Graph<false>);

    impl Wrapper for Ahead {
        type Inner = Graph<false>;
        fn inner(&self) -> &Graph<false> {
            &self.0
        }
        fn inner_mut(&mut self) -> &mut Graph<false> {
            &mut self.0
        }
        fn shortcut(&mut self) -> Option<Shortcut> {
            self.0.outcome().map(|_| Shortcut::new(Outcome::Win, 0))
        }
        fn key(&self) -> Key {
            !self.0.key()
        }
    }

    #[test]
    fn a_wrapper_that_says_nothing_is_its_inner_game() {
        let algorithm: Algorithm = "df-pn+tca+snda".parse().unwrap();
        for seed in 0..50 {
            let mut plain: Graph<false> =
                Graph::random(&mut fastrand::Rng::with_seed(seed), Shape::Cyclic, 30);
            let mut wrapped = Same(plain.clone());
            let own = Solver::new(algorithm).memory(1 << 20).solve(&mut plain).unwrap();
            let other = Solver::new(algorithm).memory(1 << 20).solve(&mut wrapped).unwrap();
            assert_eq!((own.verdict, own.stats, own.line), (other.verdict, other.stats, other.line));
        }
    }

    #[test]
    fn what_a_wrapper_says_is_said_behind_a_move_too() {
        let mut game = Ahead(Graph::random(&mut fastrand::Rng::with_seed(1), Shape::Tree, 30));
        let mut moves = Vec::new();
        Game::moves(&game, &mut moves);
        for mv in moves {
            let key = !game.0.key_after(mv);
            assert_eq!(Game::key_after(&mut game, mv), key);
            let child = game.0.edges[game.0.at as usize][usize::from(mv)];
            let ended = game.0.ends[child as usize].is_some();
            assert_eq!(matches!(Game::hint_after(&mut game, mv), Hint::Answer(_)), ended);
        }
    }
}
