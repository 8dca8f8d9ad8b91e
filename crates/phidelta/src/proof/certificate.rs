//! Certificates: what is written of a strategy, and who can write.
//!
//! Idea: the answer of a search is a strategy of the side that has won. Where he is to move one move is
//! kept, where the loser is all of them; each leads to the end of the game, to a position that the game
//! itself settles, or to another position of the certificate. A checker with rules of its own can follow
//! it without searching. Model: proofs of unsatisfiability in SAT solving (LRAT).
//!
//! What a repetition is worth decides what is asked for. If it helps the winner a *closed* set is enough:
//! play never leaves it, and going round in it is a success. If it hurts him, or if nothing repeats, the
//! certificate is *ranked*: a position is written after all it refers to, so that play runs out.

use std::io;
use std::time::Duration;

use super::replies::Replies;
use crate::error::SolveError;
use crate::game::{Game, Key, Stock};
use crate::verdict::Reason;

/// Where a move of a certificate leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum Target {
    /// The game has ended there, in the winner's favour.
    End,
    /// The game goes on, but the rules settle it ([`Certifiable::is_settled`]).
    Settled,
    /// A position of the certificate, by its number.
    Position(u64),
    /// A position that differs from one of the certificate in resources only, and is no worse for the
    /// winner ([`Game::RESOURCES`]).
    Follows(u64),
    /// A position without a number, told in place: its moves come next, with those of positions told
    /// among them so many.
    Inline(u32),
}

/// A game whose answers can be written as certificates.
pub trait Certifiable: Game {
    /// The present position, in a notation that says all the rules need to know.
    fn position_text(&self) -> String;

    /// The identity of what [`Certifiable::position_text`] says. A game whose keys are equal for positions
    /// that differ in something of no consequence must tell them apart here: a checker does.
    fn identity(&self) -> Key {
        self.key()
    }

    /// Gives the attacker this stock, and the defender what there is beside it; false if the game does not
    /// know how, and changes nothing. Asked only of games with [`Game::RESOURCES`], with stocks that an
    /// answer has been found for. A certificate then has one position for all stocks that its proof
    /// covers.
    fn set_stock(&mut self, _stock: Stock) -> bool {
        false
    }

    /// A move of the present position.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Adds the same to a text: for games that need no string of their own for it.
    fn write_move(&self, mv: Self::Move, out: &mut String) {
        out.push_str(&self.move_text(mv));
    }

    /// A move that ends the game at once in favour of the side to move, if the game can see one without
    /// trying all moves; asked where the game goes on. Where that side has won the certificate takes it.
    fn ending_move(&mut self) -> Option<Self::Move> {
        None
    }

    /// Whether the answer of the present position, in which the game goes on, needs no strategy to be
    /// seen, and a checker knows how to see it: the side that needs a row has none left, say.
    fn is_settled(&mut self) -> bool {
        false
    }
}

/// What is known of a part of a certificate before its positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PartOpening {
    /// Whether it shows that the goal is reached, or that it is not.
    pub proved: bool,
    /// Whether positions come after what they refer to.
    pub ranked: bool,
}

/// Who takes a certificate as it is found: [`crate::Solver::certify`] drives it. A part is opened, its
/// positions come, and it is closed.
pub trait CertificateSink<G: Certifiable> {
    /// Opens a part.
    fn open(&mut self, _opening: PartOpening) -> Result<(), CertifyError> {
        Ok(())
    }

    /// Writes a position, at which the game stands, and the moves kept there.
    fn position(&mut self, id: u64, game: &G, moves: &Replies) -> io::Result<()>;

    /// Notes that nothing will refer to these positions any more.
    fn forget(&mut self, _ids: &[u64]) -> io::Result<()> {
        Ok(())
    }

    /// Closes the part: nothing is missing.
    fn close(&mut self, _done: &Certified) -> io::Result<()> {
        Ok(())
    }
}

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Certified {
    /// Whether positions come after what they refer to.
    pub ranked: bool,
    /// Where the root stands.
    pub root: Target,
    /// Positions.
    pub positions: u64,
    /// Moves of all positions.
    pub moves: u64,
    /// Nodes searched again on the way, and positions walked through.
    pub nodes: u64,
    /// Wall time.
    pub elapsed: Duration,
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// There is no answer to be certified.
    #[error("there is no verdict")]
    Undecided,
    /// The limits or the memory ended the extraction.
    #[error("{0}")]
    Unfinished(Reason),
    /// The answer does not follow from the positions below it: it is wrong, or a part of its proof could
    /// not be found again.
    #[error("the proof could not be found again")]
    Lost,
    /// It could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The search could not start.
    #[error(transparent)]
    Solve(#[from] SolveError),
}
