//! Endgame suites from self-play: positions of played games whose value the solver has found.
//!
//! Idea: papers that compare searches take positions from games some plies before their end (forced wins
//! of Lines of Action in Winands, Uiterwijk, van den Herik, "PDS-PN", 2003; Othello with 15 to 20 empty
//! squares in Ueda et al., "Weak proof-number search", 2008). Here a simple player plays the games
//! ([`SelfPlay`] and `player`), and a search of this project answers who wins.
//!
//! Positions are put on shelves, by the nodes that the answer took or by how far the game was ([`Spread`]),
//! and a suite takes from the shelves in turn. So every difficulty has its share. A game gives at most
//! one position, to the emptiest shelf that it has something for.
//!
//! Mate problems of shogi come from random placements instead of games (`shogi`), with shelves by nodes.
//!
//! A game joins with one file here, its [`SelfPlay`], and its row in `makers`.
//!
//! Invariants: the same plan gives the same positions on every machine (one seed a game, limits in nodes,
//! whole numbers only); a shorter suite is the beginning of a longer one; no position occurs twice; every
//! value is an answer of the search.

mod loa;
mod makers;
mod othello;
mod player;
mod shogi;
mod uttt;

pub use makers::{MAKERS, Maker};
pub use player::MOST_PLIES;
pub(crate) use shogi::lesson as shogi_lesson;
pub use shogi::{Mates, mates};

use std::collections::HashSet;
use std::ops::RangeInclusive;

use fastrand::Rng;
use phidelta::{
    Algorithm, Draws, Game, Goal, Key, Limits, Outcome, Side, SolveError, Solver, Value, Verdict, mix,
};

/// A game that can be played by the machine against itself, and its form in a suite.
pub trait SelfPlay: Game + Clone {
    /// Plies that the player looks ahead.
    const DEPTH: u32;

    /// Plies at the beginning that are played at random, so that games differ.
    const OPENING: u32;

    /// How much worse than the best a move may be and still be played, in units of
    /// [`SelfPlay::appraise`]: games shall differ, and have mistakes in them.
    const MARGIN: i32;

    /// What [`SelfPlay::stage`] counts.
    const COUNTS: Counts;

    /// What suites shall have of everything.
    const SPREAD: Spread;

    /// The position before the first move.
    fn start() -> Self;

    /// How good a position that has not ended looks to the side to move, without search.
    fn appraise(&self) -> i32;

    /// How far the game is; `left` is the number of plies until it ended.
    fn stage(&self, left: u32) -> u32;

    /// Answers what the present position is worth for the side to move; of a position that is not
    /// a win no more than that needs to be known if `only_wins`.
    fn solve(&self, solver: &mut Solver, only_wins: bool) -> Result<Solved, SolveError>;

    /// The nodes that answers take in a usual suite.
    const NODES: RangeInclusive<u64>;

    /// How far games are in a usual suite.
    const STAGES: RangeInclusive<u32>;

    /// The only value in a usual suite, if it has only one.
    const VALUE: Option<Value>;

    /// What a row of a suite begins comments with.
    const COMMENT: char;

    /// What a row consists of, in a sentence.
    const COLUMNS: &'static str;

    /// The row of a suite, without its end.
    fn row(&self, found: &Found) -> String;
}

/// What tells how far a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Counts {
    /// Plies played.
    Plies,
    /// Plies until the end of the game that was played.
    PliesLeft,
    /// Empty squares.
    Empties,
    /// Plies of the mate that was found.
    Mate,
}

/// By what positions are put on shelves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Spread {
    /// By the nodes of the answer: a shelf for each power of ten.
    Nodes,
    /// By how far the game is: a shelf for each number.
    Stage,
}

/// What a suite shall be.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// Positions.
    pub count: usize,
    /// Another seed, other games.
    pub seed: u64,
    /// The least and the most nodes that an answer may take.
    pub nodes: RangeInclusive<u64>,
    /// How far the games may be; no game is farther than [`MOST_PLIES`].
    pub stages: RangeInclusive<u32>,
    /// The only value that is wanted, if any.
    pub value: Option<Value>,
    /// The most games to play.
    pub games: u64,
    /// How answers are searched.
    pub algorithm: Algorithm,
    /// Memory of each search, in bytes.
    pub memory: u64,
}

/// What a search says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Solved {
    /// The value, if it is known.
    pub value: Option<Value>,
    /// The nodes that it took.
    pub nodes: u64,
    /// The exact score, where the game has one.
    pub score: Option<i32>,
}

/// What is known of a position in a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Found {
    /// For the side to move.
    pub value: Value,
    /// The nodes of the search that found it.
    pub nodes: u64,
    /// The exact score, where the game has one.
    pub score: Option<i32>,
    /// How far the game was.
    pub stage: u32,
    /// The number of the game, from 1.
    pub game: u64,
    /// Plies played before.
    pub ply: u32,
}

/// How a suite gets on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Standing {
    /// Lines that have their position.
    pub rows: usize,
    /// Games played.
    pub games: u64,
}

/// Why there is no suite.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The games did not have enough positions of the kind that was asked for.
    #[error("{} tries have {} of {wanted} positions", standing.games, standing.rows)]
    TooFew {
        /// What there is.
        standing: Standing,
        /// What was asked for.
        wanted: usize,
    },
    /// Another value was wanted of problems that are won.
    #[error("a mate problem is won by the side to move, expected win")]
    OnlyWins,
    /// A search could not start.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Plays games until there are enough positions: the rows of the suite. `watch` hears of every game.
pub fn rows<G: SelfPlay>(plan: &Plan, watch: &mut dyn FnMut(Standing)) -> Result<Vec<String>, GenerateError> {
    collect(plan, G::SPREAD, watch, &mut |game, rng, shelves| pick::<G>(plan, game, rng, shelves))
}

/// What is asked for a position again and again: with the number of the game, from 1, and its own random
/// numbers.
type Pick<'a> = dyn FnMut(u64, &mut Rng, &Shelves) -> Result<Option<Picked>, GenerateError> + 'a;

/// Fills shelves until there are enough positions, and takes the rows from them in turn.
fn collect(
    plan: &Plan,
    spread: Spread,
    watch: &mut dyn FnMut(Standing),
    pick: &mut Pick<'_>,
) -> Result<Vec<String>, GenerateError> {
    let mut shelves = Shelves {
        least: *plan.nodes.start(),
        rows: vec![Vec::new(); shelves_of(plan, spread)],
        seen: HashSet::new(),
    };
    let mut standing = Standing { rows: 0, games: 0 };
    while standing.rows < plan.count {
        if standing.games == plan.games {
            return Err(GenerateError::TooFew { standing, wanted: plan.count });
        }
        standing.games += 1;
        // A generator of its own for each game: what happens in one does not change the next.
        let mut rng = Rng::with_seed(mix(plan.seed ^ mix(standing.games) as u64) as u64);
        if let Some(picked) = pick(standing.games, &mut rng, &shelves)? {
            shelves.seen.insert(picked.key);
            shelves.rows[picked.shelf].push(picked.row);
        }
        standing.rows = ready(plan.count, &shelves.rows);
        watch(standing);
    }
    let rows = &shelves.rows;
    Ok((0..plan.count).map(|i| rows[i % rows.len()][i / rows.len()].clone()).collect())
}

/// The positions that a suite takes from.
struct Shelves {
    /// The least nodes of a position on the first shelf, where shelves are by nodes.
    least: u64,
    rows: Vec<Vec<String>>,
    seen: HashSet<Key>,
}

impl Shelves {
    fn has(&self, key: Key) -> bool {
        self.seen.contains(&key)
    }

    /// The shelf of a position whose answer took so many nodes.
    fn by_nodes(&self, nodes: u64) -> usize {
        power(self.least, nodes).min(self.rows.len() - 1)
    }
}

/// How many of the wanted rows have their position.
fn ready(count: usize, shelves: &[Vec<String>]) -> usize {
    let share = |i: usize| count.saturating_sub(i).div_ceil(shelves.len());
    shelves.iter().enumerate().map(|(i, shelf)| shelf.len().min(share(i))).sum()
}

fn shelves_of(plan: &Plan, spread: Spread) -> usize {
    match spread {
        // 100 to 1000 is one shelf, not one and another for just 1000.
        Spread::Nodes => 1 + power(*plan.nodes.start(), plan.nodes.end().saturating_sub(1)),
        Spread::Stage => plan.stages.end().saturating_sub(*plan.stages.start()).min(MOST_PLIES) as usize + 1,
    }
}

/// How often ten times `least` fits below `nodes`.
fn power(least: u64, nodes: u64) -> usize {
    let steps = std::iter::successors(Some(least.max(1)), |bound| bound.checked_mul(10));
    steps.skip(1).take_while(|&bound| bound <= nodes).count()
}

/// What a game gives to the suite.
struct Picked {
    shelf: usize,
    key: Key,
    row: String,
}

/// Plays a game and takes a position from it, if it has one for the suite.
fn pick<G: SelfPlay>(
    plan: &Plan,
    game: u64,
    rng: &mut Rng,
    shelves: &Shelves,
) -> Result<Option<Picked>, GenerateError> {
    let Some(record) = player::play::<G>(rng) else { return Ok(None) };
    let mut plies: Vec<(u32, u32)> = candidates(plan, &record);
    if G::SPREAD == Spread::Stage {
        // The emptiest shelf first, of equal ones the one nearest to the end of the game.
        plies.sort_by_key(|&(_, stage)| shelves.rows[(stage - plan.stages.start()) as usize].len());
    }
    let only_wins = plan.value == Some(Value::Win);
    let mut best: Option<Picked> = None;
    for (ply, stage) in plies {
        let position = record.at(ply);
        let limits = Limits::default().with_nodes(*plan.nodes.end());
        let mut solver = Solver::new(plan.algorithm).memory(plan.memory).limits(limits);
        let solved = position.solve(&mut solver, only_wins)?;
        let Some(value) = solved.value else {
            // Farther from the end it is rarely easier.
            if G::SPREAD == Spread::Nodes { break } else { continue }
        };
        if plan.value.is_some_and(|only| only != value)
            || !plan.nodes.contains(&solved.nodes)
            || shelves.has(position.key())
        {
            continue;
        }
        let shelf = match G::SPREAD {
            Spread::Nodes => shelves.by_nodes(solved.nodes),
            Spread::Stage => (stage - plan.stages.start()) as usize,
        };
        // Of equally empty shelves the harder one.
        let better = |other: usize| (shelves.rows[shelf].len(), other) < (shelves.rows[other].len(), shelf);
        if best.as_ref().is_none_or(|other| better(other.shelf)) {
            let Solved { nodes, score, .. } = solved;
            let found = Found { value, nodes, score, stage, game, ply };
            best = Some(Picked { shelf, key: position.key(), row: position.row(&found) });
        }
        if G::SPREAD == Spread::Stage {
            break;
        }
    }
    Ok(best)
}

/// The plies of a game from which a position may be taken, from the end to the beginning, with their
/// stages.
fn candidates<G: SelfPlay>(plan: &Plan, record: &player::Record<G>) -> Vec<(u32, u32)> {
    let (mut game, mut found, mut moves) = (record.end.clone(), Vec::new(), Vec::new());
    let length = record.moves.len() as u32;
    for (&mv, left) in record.moves.iter().rev().zip(1..) {
        game.undo(mv);
        let (ply, stage) = (length - left, game.stage(left));
        if !plan.stages.contains(&stage) {
            continue;
        }
        // Only whoever won the game is likely to have a forced win before its end.
        let winner = match record.outcome {
            Outcome::Win => Some(Side::Attacker),
            Outcome::Loss => Some(Side::Defender),
            Outcome::Draw => None,
        };
        if G::SPREAD == Spread::Nodes && plan.value == Some(Value::Win) && winner != Some(game.side()) {
            continue;
        }
        // With one move only, it is the next position that is the problem.
        moves.clear();
        game.moves(&mut moves);
        if moves.len() > 1 {
            found.push((ply, stage));
        }
    }
    found
}

/// The answer of a game with draws whose attacker is to move.
fn value_of<G: Draws>(mut game: G, solver: &mut Solver, only_wins: bool) -> Result<Solved, SolveError> {
    if only_wins {
        game.set_goal(Goal::Win);
        let report = solver.inquiry().ask(&mut game, &mut ())?;
        let value = matches!(report.verdict, Verdict::Proved).then_some(Value::Win);
        return Ok(Solved { value, nodes: report.stats.nodes, score: None });
    }
    let valued = solver.value(&mut game)?;
    Ok(Solved { value: valued.value(), nodes: valued.report.stats.nodes, score: None })
}

#[cfg(test)]
mod tests;
