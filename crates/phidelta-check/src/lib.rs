//! Checks certificates of answers about games, as `docs/certificate.md` describes them.
//!
//! The checker has rules of its own for each game, written for clarity from the rules alone: arrays and
//! loops, no keys, no tables. It shares no code with the solver that writes certificates, so that an
//! error in one of them shows. It does not search: each line is looked at once, whole positions are
//! compared, and the first thing that is wrong ends the check with its line and the reason.
//!
//! ```
//! let certificate = "phidelta-certificate\t2\n\
//!     game\tconnect4\nrules\t3x2k2\nposition\t//\nanswer\twin\tproved\n\
//!     part\twin\tproved\tranked\n\
//!     1\tX/O/\t1\t.\n2\tX//O\t1\t.\n3\tXO//\t2\t.\n\
//!     4\tX//\t1\t3\t2\t1\t3\t2\n5\t//\t1\t4\nend\t5\t5\t7\n";
//! let checked = phidelta_check::check(certificate.as_bytes(), &Default::default()).unwrap();
//! assert_eq!(checked.answer, "win proved");
//! assert_eq!(checked.positions, 5);
//! let wrong = certificate.replace("X//\t1\t3\t2\t1\t3\t2", "X//\t1\t3\t2\t1");
//! assert_eq!(phidelta_check::check(wrong.as_bytes(), &Default::default()).unwrap_err().line, Some(10));
//! ```

mod binary;
mod certificate;
mod claim;
mod games;
mod input;
mod leaves;
mod part;
mod reader;
mod rules;
mod text;
mod visit;

pub use certificate::Checked;
pub use claim::{Claim, Difference, Mismatch, Said};
pub use games::{GAMES, Referee, check, check_leaves, check_with, referee};
pub use input::{Limits, Refusal};
pub use leaves::{CheckedTree, LeafSeen, LeafVisitor, is_leaf_list};
pub use reader::{Heading, Line, Reader, Target};
pub use rules::{Goal, Outcome, Rules, Turn, Word, connect4, graph, loa, othello, shogi, uttt};
pub use visit::{Leads, Seen, Visitor};
