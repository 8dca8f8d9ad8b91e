//! The exact score of a position, by asking whether it is at least this and at least that.
//!
//! All questions share one table and the limits of one search. The first asks for the score that a
//! forecast expects, or for a win where nothing is learned; the steps go away from there, twice as far each
//! time, before they halve. What was found about one score helps with the next ([`phidelta::Elder`]).
//!
//! Invariant: the score is that of plain minimax, or the bounds say how far the limits let it come.

use phidelta::{Game, Inquiry, Observer, Report, Side, SolveError, Solver, Verdict};

use super::board::Move;
use super::forecast::BUDGET;
use super::game::{Othello, WIN};

/// Empty squares from which on a forecast is worth its cost.
const FORETOLD: u32 = 14;

/// The fewest nodes of a limit that leaves room for a forecast, and the part of them that it may take: it ends
/// some thousand nodes late.
const FEWEST: u64 = 1 << 20;
const SHARE: u64 = 8;

/// What [`score`] found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Scored {
    /// The score is at least this.
    pub least: i32,
    /// The score is at most this.
    pub most: i32,
    /// Counters and times of all questions together. The line is that of best play: it ends with the
    /// score. The verdict is *proved* (that score is reached), or unknown if the limits ended the search.
    pub report: Report<Move>,
}

impl Scored {
    /// The score, if it is known.
    pub fn score(&self) -> Option<i32> {
        (self.least == self.most).then_some(self.least)
    }
}

/// Finds the exact score of the attacker of `game`, empty squares going to the winner.
pub fn score(
    solver: &mut Solver,
    game: &Othello,
    observer: &mut dyn Observer<Move>,
) -> Result<Scored, SolveError> {
    let area = game.position().size().area() as i32;
    let (mut least, mut most) = (-area, area);
    let mut inquiry = solver.inquiry();
    let mut game = game.clone();
    let first = foretell(&mut inquiry, &mut game).unwrap_or(WIN);
    let (mut asked, mut step) = (first.clamp(least + 2, most), 2);
    let mut before = Vec::new();
    // Where the look ahead is right, these two are all there is to ask.
    let [one, more] = [asked, asked + 2];
    let of = |score, other| game.clone().with_asked(&[other]).with_score(score);
    if more <= most && inquiry.ask_beside(of(one, more), of(more, one), observer)? {
        before.push(more);
    }
    while least < most {
        let mut question = game.clone().with_asked(&before).with_score(asked);
        let report = inquiry.ask_crew_for(&mut question, u64::MAX, observer)?;
        before.push(asked);
        match report.verdict {
            Verdict::Proved => least = asked,
            Verdict::Disproved => most = asked - 2,
            Verdict::Unknown(_) => return Ok(Scored { least, most, report }),
        }
        if least < most {
            asked = next(least, most, area, &mut step);
        }
    }
    let report = best_play(&mut inquiry, &game.clone().with_asked(&before), least, observer)?;
    Ok(Scored { least, most, report })
}

/// The score that is expected: by a forecast, unless the limits are too tight for one or a crew would have to
/// wait for it, since it is the work of one thread.
fn foretell(inquiry: &mut Inquiry<'_>, game: &mut Othello) -> Option<i32> {
    let nodes = inquiry.left().nodes.unwrap_or(u64::MAX);
    if inquiry.has_crew() || nodes < FEWEST || game.position().empties() < FORETOLD {
        return game.expected();
    }
    inquiry.prepare(|is_over| game.forecast(BUDGET.min(nodes / SHARE), is_over))
}

/// A line on which both sides keep to the score: the attacker plays on as one who must reach it, the
/// defender as one who must not let him have more. Almost all of it is in the table already.
fn best_play(
    inquiry: &mut Inquiry<'_>,
    game: &Othello,
    score: i32,
    observer: &mut dyn Observer<Move>,
) -> Result<Report<Move>, SolveError> {
    let mut here = game.clone();
    let mut line = Vec::new();
    let mut report = inquiry.ask(&mut here.clone().with_score(score), observer)?;
    loop {
        report.line_complete = here.outcome().is_some();
        if report.line_complete {
            break;
        }
        let asked = if here.side() == Side::Attacker { score } else { score + 2 };
        let mut question = here.clone().with_score(asked);
        let mut answer = inquiry.ask(&mut question, observer)?;
        inquiry.show(&mut question, &mut answer)?;
        // Without a move the limits have ended the line.
        let Some(&mv) = answer.line.first() else { break };
        here.play(mv);
        line.push(mv);
    }
    report.line = line;
    Ok(report)
}

/// The next score to ask about: above `least` and at most `most`.
pub(super) fn next(least: i32, most: i32, area: i32, step: &mut i32) -> i32 {
    let middle = {
        // The upper one of the two in the middle, as an even number.
        let half = (most - least) / 2;
        least + half + half.rem_euclid(2)
    };
    let asked = if most == area {
        least + *step
    } else if least == -area {
        most + 2 - *step
    } else {
        return middle.clamp(least + 2, most);
    };
    *step *= 2;
    asked.clamp(least + 2, most)
}
