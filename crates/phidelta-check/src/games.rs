//! The games that have certificates: the one list of them.

use std::io::BufRead;

use crate::certificate::{Checked, GAME_LINE, rest};
use crate::input::{Limits, Refusal};
use crate::leaves::{self, CheckedTree, LeafVisitor};
use crate::reader::{Heading, Reader};
use crate::rules::{Rules, connect4, graph, loa, othello, shogi, uttt};
use crate::text::Lines;
use crate::visit::{Audience, Nobody, Visitor};

/// Does something with the rules of a game that is known by its name.
trait WithRules {
    type Out;
    fn with<G: Rules + 'static>(self) -> Self::Out;
}

/// The games by name.
pub const GAMES: [&str; 6] = ["connect4", "graph", "loa", "othello", "shogi", "uttt"];

/// Calls `action` with the rules of the game of this name; `None` if it is none of [`GAMES`].
fn with<A: WithRules>(game: &str, action: A) -> Option<A::Out> {
    Some(match game {
        "connect4" => action.with::<connect4::ConnectFour>(),
        "graph" => action.with::<graph::Graph>(),
        "loa" => action.with::<loa::Loa>(),
        "othello" => action.with::<othello::Othello>(),
        "shogi" => action.with::<shogi::Tsume>(),
        "uttt" => action.with::<uttt::Uttt>(),
        _ => return None,
    })
}

struct Check<'c, R> {
    reader: Reader<R>,
    limits: &'c Limits,
    audience: Audience<'c>,
}

impl<R: BufRead> WithRules for Check<'_, R> {
    type Out = Result<Checked, Refusal>;

    fn with<G: Rules + 'static>(self) -> Self::Out {
        rest::<G, R>(self.reader, self.limits, self.audience)
    }
}

/// Reads a certificate to its end, in either form. `Ok` means: the position of the heading has the answer
/// of the heading, by the rules of this crate.
pub fn check(reader: impl BufRead, limits: &Limits) -> Result<Checked, Refusal> {
    run(reader, limits, Audience { visitor: &mut Nobody, present: false })
}

/// The same, while someone looks on. The certificate is read once: what the visitor sees is what is
/// checked. It counts for nothing unless the result is `Ok`.
///
/// ```
/// use phidelta_check::{Leads, Seen, Visitor, check_with};
///
/// /// Counts moves to ends of the game.
/// #[derive(Default)]
/// struct Ends(usize);
///
/// impl Visitor for Ends {
///     fn position(&mut self, seen: &Seen<'_>) -> Result<(), String> {
///         self.0 += seen.moves.iter().filter(|(_, leads)| *leads == Leads::End).count();
///         Ok(())
///     }
/// }
///
/// let text = "phidelta-certificate\t2\ngame\tconnect4\nrules\t3x2k2\nposition\t//\nanswer\twin\tproved\n\
///     part\twin\tproved\tranked\n\
///     1\t//\t1\t:6\t1\t:1\t2\t.\t2\t:1\t1\t.\t3\t:1\t1\t.\nend\t1\t5\t7\n";
/// let mut ends = Ends::default();
/// let checked = check_with(text.as_bytes(), &Default::default(), &mut ends)?;
/// assert_eq!((checked.positions, ends.0), (5, 3));
/// # Ok::<(), phidelta_check::Refusal>(())
/// ```
pub fn check_with(
    reader: impl BufRead,
    limits: &Limits,
    visitor: &mut dyn Visitor,
) -> Result<Checked, Refusal> {
    run(reader, limits, Audience { visitor, present: true })
}

fn run<'c>(reader: impl BufRead, limits: &'c Limits, audience: Audience<'c>) -> Result<Checked, Refusal> {
    let reader = Reader::new(reader, limits)?;
    let game = reader.heading().game.clone();
    with(&game, Check { reader, limits, audience }).unwrap_or_else(|| Err(unknown(&game)))
}

struct CheckLeaves<'c, R> {
    lines: Lines<R>,
    heading: Heading,
    limits: &'c Limits,
    visit: &'c mut LeafVisitor<'c>,
}

impl<R: BufRead> WithRules for CheckLeaves<'_, R> {
    type Out = Result<CheckedTree, Refusal>;

    fn with<G: Rules + 'static>(self) -> Self::Out {
        leaves::check::<G, R>(self.lines, &self.heading, self.limits, self.visit)
    }
}

/// Reads a leaf list to its end, and hands over each leaf. `Ok` means: the position of the heading has the
/// answer of the heading *if* each leaf has the answer that its line says; nobody has looked at that.
///
/// ```
/// let text = "phidelta-leaves\t1\ngame\tconnect4\nrules\t3x2k2\nposition\t//\nanswer\twin\tproved\n\
///     part\twin\tproved\nleaf\t1\tX//\tdraw\tdisproved\n2\t//\t1\t1\nend\t2\t1\t1\t1\n";
/// let mut leaves = Vec::new();
/// let visit = &mut |leaf: &phidelta_check::LeafSeen<'_>| {
///     leaves.push(format!("{} {}", leaf.position, leaf.said));
///     Ok(())
/// };
/// let checked = phidelta_check::check_leaves(text.as_bytes(), &Default::default(), visit)?;
/// assert_eq!((checked.leaves, checked.positions), (1, 1));
/// assert_eq!(leaves, ["X// draw disproved"]);
/// # Ok::<(), phidelta_check::Refusal>(())
/// ```
pub fn check_leaves<'c>(
    reader: impl BufRead,
    limits: &'c Limits,
    visit: &'c mut LeafVisitor<'c>,
) -> Result<CheckedTree, Refusal> {
    let (lines, heading) = Lines::with_form(reader, limits, leaves::FORM)?;
    let game = heading.game.clone();
    with(&game, CheckLeaves { lines, heading, limits, visit }).unwrap_or_else(|| Err(unknown(&game)))
}

fn unknown(game: &str) -> Refusal {
    Refusal::at(GAME_LINE, format!("game '{game}', expected one of {}", GAMES.join(", ")))
}

/// Knows the rules of a certificate: for those who have seen its positions as texts.
pub trait Referee {
    /// The position of the heading, as a line has it.
    fn root(&self) -> String;

    /// Whether the attacker is to move; `None` if the text is no position.
    fn attacks(&self, position: &str) -> Option<bool>;

    /// The position that a legal move makes.
    fn after(&self, position: &str, mv: &str) -> Option<String>;
}

struct ByRules<G: Rules> {
    rules: G,
    root: G::Position,
}

impl<G: Rules> Referee for ByRules<G> {
    fn root(&self) -> String {
        self.rules.text(&self.root)
    }

    fn attacks(&self, position: &str) -> Option<bool> {
        self.rules.read(position).ok().map(|position| self.rules.attacks(&position))
    }

    fn after(&self, position: &str, mv: &str) -> Option<String> {
        let position = self.rules.read(position).ok()?;
        Some(self.rules.text(&self.rules.play(&position, mv)?))
    }
}

struct Appoint<'t>(&'t str, &'t str);

impl WithRules for Appoint<'_> {
    type Out = Result<Box<dyn Referee>, String>;

    fn with<G: Rules + 'static>(self) -> Self::Out {
        let (rules, root) = G::new(self.0, self.1)?;
        Ok(Box::new(ByRules { rules, root }))
    }
}

/// The referee of a game, from its rules and the position asked about, as a heading has them.
pub fn referee(game: &str, rules: &str, position: &str) -> Result<Box<dyn Referee>, String> {
    with(game, Appoint(rules, position))
        .unwrap_or_else(|| Err(format!("the game '{game}' has no certificates")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_what_is_known() {
        for game in GAMES {
            assert!(with(game, Appoint("", "")).is_some(), "{game}");
        }
        assert!(with("chess", Appoint("", "")).is_none());
    }
}
