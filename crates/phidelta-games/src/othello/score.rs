//! The exact score of a position, by asking whether it is at least this and at least that.
//!
//! All questions share one table and the limits of one search. The first asks for the score that a look
//! ahead expects, or for a win where nothing is learned; the steps go away from there, twice as far each
//! time, before they halve. What was found about one score helps with the next ([`phidelta::Elder`]).
//!
//! Invariant: the score is that of plain minimax, or the bounds say how far the limits let it come.

use phidelta::{Game, Inquiry, Observer, Report, Side, SolveError, Solver, Verdict};

use super::board::Move;
use super::game::{Othello, WIN};

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
    let (mut asked, mut step) = (game.expected().unwrap_or(WIN).clamp(least + 2, most), 2);
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
fn next(least: i32, most: i32, area: i32, step: &mut i32) -> i32 {
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
