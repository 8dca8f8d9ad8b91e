//! Games for the proof-number searches of [`phidelta`].
//!
//! Each module is one game: its rules, its text format, and what helps to experiment with it. This is the whole
//! list; the desk's tests hold it against the games that front ends know.
//!
//! | module | game | position as text |
//! |---|---|---|
//! | [`connect4`] | connect four on any board | `7x6:4453`, columns played |
//! | [`graph`] | explicit AND/OR graphs | JSON; figures of papers are built in |
//! | [`loa`] | Lines of Action | 64 squares `-XXXXXX-O…` and `X`, or `start moves b1-b3` |
//! | [`othello`] | Othello on 8×8 and 6×6 | 64 or 36 squares and `X`, or moves `f5d6c3` |
//! | [`shogi`] | mate problems of shogi | SFEN, `startpos moves …`, KIF, KI2, CSA, JKF |
//! | [`synthetic`] | random trees for measurements | `branching=5 depth=12 seed=1 width=1000` |
//! | [`uttt`] | ultimate tic-tac-toe | `side;large board;nine boards` |
//!
//! ```
//! use phidelta::Solver;
//! use phidelta_games::graph::{Graph, generate, retrograde};
//!
//! let graph = Graph::from_json(
//!     r#"{
//!         "root": "A",
//!         "nodes": {
//!             "A": {"type": "OR", "children": ["B", "C"]},
//!             "B": {"type": "AND", "children": ["A", "D"]},
//!             "C": {"type": "AND", "children": ["D"]},
//!             "D": {"type": "OR", "value": "win"}
//!         }
//!     }"#,
//! )?;
//! let mut solver = Solver::new("df-pn+tca".parse()?);
//! let report = solver.solve(&mut graph.game())?;
//! assert!(report.verdict.is_proved());
//! let names: Vec<&str> = report.line.iter().map(|&id| graph.name(id)).collect();
//! assert_eq!(names, ["C", "D"]);
//!
//! // Made by rule, and answered without a search.
//! let graph = generate::cyclic(&generate::Shape { nodes: 1000, ..Default::default() }, 7);
//! let truth = retrograde::solve(&graph)[graph.root() as usize];
//! assert_eq!(solver.solve(&mut graph.game())?.verdict.is_proved(), truth);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`generate`] makes suites of positions from self-play, [`learn`] numbers that order moves. No module contains a search that could answer
//! for the library's; [`graph::retrograde`] is the truth that searches are tested against.

pub mod connect4;
pub mod generate;
pub mod graph;
pub mod learn;
pub mod loa;
pub mod othello;
pub mod shogi;
pub mod suites;
pub mod synthetic;
pub mod text;
pub mod uttt;
