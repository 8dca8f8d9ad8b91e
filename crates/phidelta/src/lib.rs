//! Proof-number search: who wins a two-player game, with a line of play that shows it.
//!
//! A search answers one question about one position: *does the attacker reach his goal?* The answer is
//! [`Verdict::Proved`], [`Verdict::Disproved`], or [`Verdict::Unknown`] with the reason. The crate holds
//! the family of proof-number searches (PN, PN², PN*, PDS, df-pn and what was built on them) and an
//! alpha-beta search to compare them with, all over one [`Game`] trait. It has no game of its own,
//! prints nothing, reads no files and starts no threads.
//!
//! # A first game
//!
//! Six methods make a game. This is the whole of tic-tac-toe, then three questions about it, asked with
//! every search there is and some combinations:
//!
//! ```
#![doc = include_str!("../examples/tic_tac_toe/board.rs")]
//!
//! use phidelta::{Family, Solver};
//!
//! let combinations = [
//!     "pn+mobility+shared",
//!     "pn2+wpns",
//!     "pds+r+nagai",
//!     "df-pn+tca+snda",
//!     "df-pn+tca+weak-source+eps=0.25",
//!     "df-pn(r)+snda(all)+immediate",
//!     "pds-pn+tca+two-big",
//!     "pn-dfpn+tca+wpns+jobs=100",
//!     "df-pn+tca+eps=0.25+relay=100",
//! ];
//! for name in Family::search_names().chain(combinations) {
//!     let mut solver = Solver::new(name.parse()?);
//!
//!     // From the empty board X cannot win …
//!     let mut game = TicTacToe { x: 0, o: 0, goal: Goal::Win };
//!     assert!(solver.solve(&mut game)?.verdict.is_disproved(), "{name}");
//!
//!     // … but does not lose.
//!     let mut game = TicTacToe { x: 0, o: 0, goal: Goal::Draw };
//!     assert!(solver.solve(&mut game)?.verdict.is_proved(), "{name}");
//!
//!     // X took a corner and O the square beside it: a mistake.
//!     let mut game = TicTacToe { x: 0o001, o: 0o002, goal: Goal::Win };
//!     let report = solver.solve(&mut game)?;
//!     assert!(report.verdict.is_proved() && report.line_complete, "{name}");
//!     for square in report.line {
//!         game.play(square);
//!     }
//!     assert_eq!(game.outcome(), Some(Outcome::Win), "{name}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The same game as a program: `cargo run --release -p phidelta --example tic_tac_toe`; a smaller one, whole
//! in 60 lines: `examples/first_game.rs`.
//!
//! # Verdicts
//!
//! A verdict is never a guess. A limit, a full memory, the stop flag, numbers that outgrow their type
//! or a position without moves give [`Verdict::Unknown`] with a [`Reason`], and never anything else.
//! What *proved* rests on is the rules of the game and the keys of its positions: two positions with one
//! [`Key`] are one position to the search.
//!
//! The [`Report`] around the verdict has a line of play, the root's numbers and counters. Beside the
//! count of the algorithm's own paper ([`Stats::counted`]) there is one count that means the same for
//! every search ([`Stats::nodes`]). A game with draws is asked twice, with [`Goal::Win`] and with
//! [`Goal::Draw`]; a solver keeps its table between questions and never mixes them up.
//!
//! # Algorithms
//!
//! An [`Algorithm`] is written as a search and its parts: `df-pn+tca+snda`. [`CATALOGUE`] lists all
//! names with their ideas and papers, and [`CatalogueEntry::combines_with`] says what goes with what. Parts that
//! do not go together are an [`AlgorithmError`] that says why.
//!
//! | to … | take |
//! |---|---|
//! | solve a game in which lines merge and positions repeat | `df-pn+tca+snda` |
//! | solve a game in which nothing repeats | `df-pn`, or `df-wpn` if many lines merge |
//! | solve with a table that is far too small | the same with `+eps=0.25` |
//! | follow the textbook on a small problem | `pn` |
//! | have a baseline | `alpha-beta` |
//!
//! A depth-first search without a loop policy (`tca` or `r`) may run for ever where positions repeat,
//! as its paper says: [`Algorithm::ends_on_cycles`].
//!
//! # Memory and limits
//!
//! [`Solver::memory`] is the figure for everything: table, tree and stack. The table is a cache that may
//! lose any entry at any time; a search with a small one is slower, not wrong. A best-first search
//! keeps its tree, and ends with [`Reason::MemoryFull`] when that no longer fits. [`Limits`] bound nodes
//! and time, and hold a flag with which another thread can end the search.
//!
//! With the same game, algorithm, memory and node limit a search does the same every time: one thread,
//! no clock in its decisions, no random numbers.
//!
//! # Progress
//!
//! [`Solver::solve_observed`] takes an [`Observer`]. It receives a [`Progress`] at a steady interval, and
//! every [`Step`] of the search if it wants them, which makes the search much slower.
//!
//! ```
//! use std::time::Duration;
//! use phidelta::{Event, Limits, Observer, Reason, Solver, Step, Verdict};
//! # use phidelta::{Game, Key, Outcome, Side, mix};
//! # struct Heap { left: u32, attacker: bool }
//! # impl Game for Heap {
//! #     type Move = u32;
//! #     const ACYCLIC: bool = true;
//! #     fn side(&self) -> Side { if self.attacker { Side::Attacker } else { Side::Defender } }
//! #     fn moves(&self, out: &mut Vec<u32>) { out.extend(1..=self.left.min(2)); }
//! #     fn play(&mut self, n: u32) { self.left -= n; self.attacker = !self.attacker; }
//! #     fn undo(&mut self, n: u32) { self.left += n; self.attacker = !self.attacker; }
//! #     fn outcome(&self) -> Option<Outcome> {
//! #         (self.left == 0).then_some(if self.attacker { Outcome::Loss } else { Outcome::Win })
//! #     }
//! #     fn key(&self) -> Key { mix(u64::from(self.left) << 1 | u64::from(self.attacker)) }
//! # }
//! # let mut game = Heap { left: 1000, attacker: true };
//!
//! /// Counts the positions whose moves were generated.
//! struct Expanded(u64);
//!
//! impl<M> Observer<M> for Expanded {
//!     fn wants_steps(&self) -> bool {
//!         true
//!     }
//!     fn step(&mut self, step: &Step<'_, M>) {
//!         self.0 += u64::from(matches!(step.event, Event::Expand | Event::Revisit));
//!     }
//! }
//!
//! let limits = Limits::default().with_nodes(50).with_time(Duration::from_secs(5));
//! let mut solver = Solver::new("df-pn".parse()?).memory(1 << 20).limits(limits);
//! let mut expanded = Expanded(0);
//! let report = solver.solve_observed(&mut game, &mut expanded)?;
//! assert_eq!(report.verdict, Verdict::Unknown(Reason::NodeLimit));
//! assert_eq!(report.stats.nodes, 50);
//! assert_eq!(report.stats.expansions, expanded.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a game can add
//!
//! Each has a default that means "none". This is the whole list; `crates/phidelta/tests/documentation.rs` holds
//! it against the trait.
//!
//! | item | says | worth it when |
//! |---|---|---|
//! | [`Game::describe`] | what the key stands for, spelled out | keys are to be tested ([`testing`], [`Solver::distrust_keys`]) |
//! | [`Game::ACYCLIC`] | no position occurs twice in a game | it is certain: the path need not be watched, and with a wrong `true` a search may never end |
//! | [`Game::goal`], with [`Draws`] | a win, or at least a draw | the game has draws; [`Solver::value`] then asks both |
//! | [`Game::repetition`] | what a repeated position is worth | positions repeat |
//! | [`Game::key_after`], [`Game::keys_after`] | the keys behind a move, without playing it | keys are kept by small changes: they are asked of every move |
//! | [`Game::shortcut`], [`Game::hint_after`] | exact answers without search | some are cheap to see; one that looks ahead counts its positions ([`Shortcut::with_nodes`]) |
//! | [`Game::HINTS`], [`Game::HINTS_TELL_ENDS`] | whether there are any hints, and whether they tell ends | they need not be asked for, or say enough |
//! | [`Game::estimate`] | first numbers of a new position (df-pn+) | the rules know hard from easy |
//! | [`Game::average_estimate`] | what a fresh reply starts with on average | estimates are far above 1, and weak numbers are used |
//! | [`Game::edge_cost`] | what a move adds to the numbers behind it | `+costs` is used |
//! | [`Game::move_priority`], [`Game::move_priorities`], with [`Game::ORDERED`] | an order of moves | alpha-beta is used |
//! | [`Game::plies_left`] | a bound of the plies left | alpha-beta is used: it goes to the end at once |
//! | [`Game::twin_key`] | the key of a position that is worth the same | boards have mirror images, and alpha-beta is used |
//! | [`Game::elders`] | questions asked before whose answers help | one position is asked about again and again |
//! | [`Game::waiting_moves`], [`Game::wait_limit`], with [`Game::WAITING_MOVES`] | moves that wait for another one | many moves come to the same |
//! | [`Game::KEEPS_LOOKS`] | what it says of a position is to be kept for the next visit | finding moves and looking behind them is slow |
//! | [`Game::RESOURCES`], with [`Game::board_key`], [`Game::stock`], [`Game::covers`], [`Game::least_stock`], [`Game::most_stock`] | a stock of which more is never worse | positions differ in it alone |
//! | [`Game::STOCK_IN_KEY`] | keys tell the stock | numbers are to be carried from one stock to another |
//! | [`Game::SHARED_NUMBERS`], [`Game::unshared_key`] | such positions share unsolved numbers | a clock is part of the stock |
//! | [`Game::RELATED_QUESTION`], [`Game::related_board`], [`Game::carries_over`] | another question's answers that hold here | questions about one board differ in a rule |
//!
//! A game that is another game with something changed implements [`Wrapper`] instead: what it does not say is
//! the inner game's.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]
// Parts of the rooms below serve certificates alone.
#![cfg_attr(not(feature = "certificates"), allow(dead_code))]

mod aggregate;
mod algorithm;
mod alpha_beta;
mod best_first;
mod checkpoint;
mod clock;
mod crew;
mod depth_first;
mod distrust;
mod error;
mod finding;
mod game;
mod history;
mod limits;
mod number;
mod observer;
mod proof;
mod relay;
mod solver;
mod table;
pub mod testing;
mod trail;
mod two_level;
mod verdict;
mod wrapper;
pub mod yard;

pub use aggregate::{Aggregate, Share, Tally};
pub use algorithm::{
    Algorithm, AlgorithmError, CATALOGUE, CatalogueEntry, CatalogueKind, Contest, Estimates, Evaluation,
    Family, Growth, LINE_UP, Loops, Replacement,
};
pub use checkpoint::{
    Checkpoint, CheckpointError, CheckpointHead, Checkpoints, Keeper, Pace, Resumed, Taken,
};
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use clock::set_clock;
pub use crew::{Simulated, Simulation};
pub use distrust::KeysMeet;
pub use error::SolveError;
pub use game::{
    Elder, Game, Goal, Hint, Key, KeyBuilder, Outcome, Question, Repetition, Shortcut, Side, Stock, mix,
    stock_key,
};
#[doc(hidden)]
pub use limits::Faults;
pub use limits::Limits;
pub use number::{Ceiling, INFINITY, Number, Numbers};
pub use observer::{Event, MoveNumbers, Observer, Phase, Progress, Step};
#[cfg(feature = "certificates")]
pub use proof::{
    Certifiable, CertificateSink, CertificateWriter, Certified, CertifyError, Claim, Form, Heading,
    PartOpening, PartQuestion, Replies, Target,
};
pub use solver::{DEFAULT_MEMORY, Draws, Inquiry, LEAST_MEMORY, Solver, Valued};
pub use verdict::{Reason, Report, Stats, Value, Verdict};
pub use wrapper::Wrapper;
