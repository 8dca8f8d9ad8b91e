//! The desk of phidelta: what every front end needs, and none of its own.
//!
//! A request goes in (a game, a text, a question, limits, what is wanted), events and a typed answer come
//! out, which is data for programs (every result is [`serde::Serialize`]) and words for people, in English
//! or Japanese. The desk reads no file, prints nothing, starts no thread and looks at no clock: a terminal,
//! a USI engine, a page, a Python package and a worker on another machine are thin shells around it.
//!
//! # The main way
//!
//! ```
//! use phidelta_desk::{self as desk, Language, Options, Request, Source, page};
//!
//! // What can be asked about.
//! let game = desk::find("shogi")?;
//!
//! // A text becomes problems: one, or as many as a file has. An error knows its line and column.
//! let options = Options::new(game, None, &[])?;
//! let mut problems = desk::read(game, Source::Text("9/8k/9/8P/9/9/9/9/9 b 2G 1"), &options)?;
//! let problem = &mut problems[0];
//! assert_eq!(problem.position(), "9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1");
//!
//! // A request: the game's own search unless another is named, here with an independent check.
//! let request = Request::new().memory(64 << 20).nodes(1_000_000).verify();
//! let outcome = desk::run(problem, &request, &mut ())?;
//!
//! assert!(outcome.report().verdict.is_proved() && outcome.verification.is_verified());
//! assert_eq!(outcome.report().line, ["G*1c", "1b1a", "G*1b"]);
//! assert!(outcome.json().starts_with("{\"position\":"));                // docs/json.md
//! assert!(page::solved(&outcome, Language::Ja).contains("詰み（検証済み）"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//!
//! | to … | take |
//! |---|---|
//! | list games, goals, rules | [`games`], [`find`], [`GameInfo`] |
//! | read positions, tell formats apart | [`read`], [`Source`], [`Options`], [`InputError`] |
//! | show a position and its moves | [`Problem::view`], [`Problem::drawing`], [`page::position`] |
//! | ask | [`Request`], [`run`], [`run_into`] (certificates elsewhere than in memory), [`run_on`] (a solver kept) |
//! | write it down, go on with it | [`Subject`], [`run_on`] a solver with checkpoints |
//! | hear of it, stop it, hold it | [`Events`], [`Request::stop`], [`Events::hold`] |
//! | use the answer | [`Outcome`], [`Outcome::json`], [`Outcome::kif`], [`page::solved`], [`page::Table`] |
//! | ask about positions behind moves, one by one | [`Problem::leaf`], [`Leaf`] |
//! | write a proof as a tree and its leaves, solve them | [`leaves`] |
//! | walk through a proof | [`proof::Proof`], [`proof::View`] |
//! | check a composition | [`compose::Composition`], [`compose::check`] |
//! | answer a page | [`session`] |

mod ask;
mod certificate;
pub mod compose;
mod error;
mod events;
pub mod format;
mod games;
pub mod layout;
mod leaf;
pub mod leaves;
mod lengths;
mod moves;
mod outcome;
pub mod page;
mod problem;
pub mod proof;
mod read;
mod request;
pub mod rows;
mod run;
pub mod session;
mod subject;
pub mod text;
pub mod trace;
pub mod view;
mod words;

pub use ask::{Answer, Bounds};
pub use certificate::{CertificateStats, CertificateStore, Verification};
pub use error::{InputError, Place, RunError};
pub use events::{Events, Phase};
pub use games::*;
pub use leaf::{Leaf, LeafAnswer};
pub use lengths::{FUTILE, FirstMove, Lengths, futile_word};
pub use outcome::Outcome;
pub use phidelta_games::shogi::compose::Futile;
pub use problem::{Ended, PositionView, Problem};
pub use read::{Source, read, text_of};
pub use request::{DEFAULT_INTERVAL, DEFAULT_MEMORY, Request, Wanted};
pub use run::{check, run, run_into, run_on};
pub use subject::Subject;
pub use words::{Labels, Language};
