//! What an algorithm is: a search and its parts, each a policy. How it is written is in `name`, what goes
//! with what in `parts`.

mod catalogue;
mod name;
mod parts;

use crate::aggregate::Aggregate;
use crate::game::Game;
use crate::number::{Ceiling, INFINITY, Number, Numbers};

pub use catalogue::{CATALOGUE, CatalogueEntry, CatalogueKind, Contest, LINE_UP};
pub use name::AlgorithmError;

/// The search that holds the parts together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Best-first proof-number search on a tree.
    Pn,
    /// PN whose leaves are evaluated by a second PN.
    Pn2,
    /// Depth-first, one threshold, iterative deepening on the proof number.
    PnStar,
    /// Depth-first, left when both numbers have reached their thresholds.
    Pds,
    /// Depth-first, left when one number has reached its threshold.
    DfPn,
    /// PDS whose new positions are evaluated by a PN search.
    PdsPn,
    /// A PN tree whose leaves are evaluated by df-pn searches of bounded size.
    PnDfPn,
    /// Iterative deepening alpha-beta: the baseline of the papers.
    AlphaBeta,
}

/// What keeps a depth-first search from running in circles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[non_exhaustive]
pub enum Loops {
    /// Nothing.
    #[default]
    None,
    /// Children that can be reached on a shorter way are left out of sums (df-pn(r)).
    MinimalDistance,
    /// Thresholds are raised at nodes with such children (TCA).
    ThresholdControl,
}

/// When a position is tested for the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum Evaluation {
    /// When it is generated as a child.
    Immediate,
    /// When it is itself selected.
    Delayed,
}

/// First numbers of an unexplored position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[non_exhaustive]
pub enum Estimates {
    /// What the game says ([`crate::Game::estimate`]); 1 and 1 if it says nothing.
    #[default]
    Game,
    /// 1 and 1.
    Unit,
    /// 1 for the side to move, the number of its moves for the other.
    Mobility,
}

impl Estimates {
    /// The price of one more branch in weak numbers: what a fresh reply starts with. Under mobility that
    /// is 1 for the side that moves there, which is the number that is combined.
    #[inline]
    pub(crate) fn unit<G: Game>(self, game: &G) -> Number {
        match self {
            Estimates::Game => game.average_estimate().max(1),
            Estimates::Unit | Estimates::Mobility => 1,
        }
    }

    /// First numbers of the game's present position. `scratch` is any vector.
    #[inline]
    pub(crate) fn of<G: Game>(self, game: &G, scratch: &mut Vec<G::Move>) -> Numbers {
        match self {
            Estimates::Unit => Numbers::UNIT,
            Estimates::Game => game.estimate(),
            // A finished game has no moves to count; its end shows when it is evaluated.
            Estimates::Mobility if game.outcome().is_some() => Numbers::UNIT,
            Estimates::Mobility => {
                scratch.clear();
                game.moves(scratch);
                let moves = Number::try_from(scratch.len()).unwrap_or(INFINITY);
                Numbers::from_view(1, moves.max(1), game.side())
            }
        }
    }
}

/// Which table entry gives way to a new one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[non_exhaustive]
pub enum Replacement {
    /// The one with the least work behind it; solved ones count more.
    #[default]
    KeepLarge,
    /// Two entries a bucket: the larger subtree is kept, the smaller one gives way (TwoBIG).
    TwoBig,
}

/// The growth function of PN² and PDS-PN: `1 / (1 + exp((a - x) / b))` of the first level's size x is
/// the share of it that a second-level search may store.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Growth {
    /// Size of the first level at which the share is one half, in nodes.
    pub a: f64,
    /// How fast the share grows around there, in nodes.
    pub b: f64,
}

impl Growth {
    /// Breuker 1998, used for chess and for LOA.
    pub const PN2: Growth = Growth { a: 1_800_000.0, b: 240_000.0 };
    /// Winands et al. 2002, best of their Table 3.
    pub const PDS_PN: Growth = Growth { a: 450_000.0, b: 300_000.0 };

    /// Nodes a second-level search may store when the first level stores `x` of `capacity`. At least
    /// one: the root of the second level must be expanded, or the first would never grow.
    pub fn budget(self, x: u64, capacity: u64) -> u64 {
        // exp() of a large exponent is infinite and the share then 0, which is right.
        let share = 1.0 / (1.0 + ((self.a - x as f64) / self.b).exp());
        let grown = (x as f64 * share).floor() as u64;
        grown.min(capacity.saturating_sub(x)).max(1)
    }
}

/// A search and its parts.
///
/// ```
/// use phidelta::{Aggregate, Algorithm, Family, Loops};
///
/// let algorithm: Algorithm = "df-pn+tca+snda".parse().unwrap();
/// assert_eq!(algorithm.family, Family::DfPn);
/// assert_eq!(algorithm.loops, Loops::ThresholdControl);
/// assert_eq!(algorithm.aggregate, Aggregate::SNDA);
/// assert_eq!(algorithm.to_string(), "df-pn+tca+snda");
///
/// let built = Algorithm::new(Family::DfPn).with_loops(Loops::ThresholdControl).with_aggregate(Aggregate::SNDA);
/// assert_eq!(built, algorithm);
///
/// let error = "pn+tca".parse::<Algorithm>().unwrap_err();
/// assert!(error.to_string().contains("tca"), "{error}");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Algorithm {
    /// The search.
    pub family: Family,
    /// How children's numbers are combined.
    pub aggregate: Aggregate,
    /// How many open leaves a position can have for each node searched below it, if sums are capped.
    pub cap: Option<Number>,
    /// What is done against endless loops.
    pub loops: Loops,
    /// When positions are tested for the end of the game.
    pub evaluation: Evaluation,
    /// First numbers.
    pub estimates: Estimates,
    /// Whether the game is asked for exact answers ([`crate::Game::shortcut`]).
    pub shortcuts: bool,
    /// Whether [`crate::Game::edge_cost`] is added (df-pn+).
    pub edge_costs: bool,
    /// ε of the 1+ε trick: how much worse than its best sibling a child may become before the search
    /// leaves it.
    pub epsilon: f64,
    /// Size of second-level searches.
    pub growth: Growth,
    /// Nodes of one df-pn job of PN-DFPN.
    pub job_nodes: u64,
    /// Nodes after which other searches take over for a while, if they do.
    pub relay: Option<u64>,
    /// Whether a best-first tree shares solved results between equal positions.
    pub shared: bool,
    /// Which entries the table keeps.
    pub replacement: Replacement,
    /// Where finite numbers stop.
    pub ceiling: Ceiling,
}

impl Family {
    /// Whether the search (or its first level) keeps a tree instead of a table.
    pub const fn is_best_first(self) -> bool {
        matches!(self, Family::Pn | Family::Pn2 | Family::PnDfPn)
    }

    /// Whether the depth-first engine takes part.
    pub const fn is_depth_first(self) -> bool {
        !matches!(self, Family::Pn | Family::Pn2 | Family::AlphaBeta)
    }

    /// Thresholds that are raised one by one from 1 expect first numbers of 1: with higher ones PDS follows
    /// a single line ever deeper.
    const fn default_estimates(self) -> Estimates {
        match self {
            Family::Pds | Family::PnStar => Estimates::Unit,
            _ => Estimates::Game,
        }
    }

    const fn default_evaluation(self) -> Evaluation {
        match self {
            Family::Pn => Evaluation::Immediate,
            _ => Evaluation::Delayed,
        }
    }
}

impl Algorithm {
    /// A search with the parts its paper gives it.
    pub const fn new(family: Family) -> Algorithm {
        Algorithm {
            family,
            aggregate: Aggregate::Sum,
            cap: None,
            loops: Loops::None,
            evaluation: family.default_evaluation(),
            estimates: family.default_estimates(),
            shortcuts: true,
            edge_costs: false,
            epsilon: 0.0,
            growth: match family {
                Family::PdsPn => Growth::PDS_PN,
                _ => Growth::PN2,
            },
            // The value of the public PN-DFPN solver: large enough that a job's bookkeeping vanishes.
            job_nodes: 1000,
            relay: None,
            shared: false,
            replacement: Replacement::KeepLarge,
            ceiling: Ceiling::HIGHEST,
        }
    }

    /// The same with combining numbers in this way.
    #[must_use]
    pub const fn with_aggregate(mut self, aggregate: Aggregate) -> Algorithm {
        self.aggregate = aggregate;
        self
    }

    /// The same with sums capped at so many open leaves for each node searched, or not.
    #[must_use]
    pub const fn with_cap(mut self, cap: Option<Number>) -> Algorithm {
        self.cap = cap;
        self
    }

    /// The same with this cure for loops.
    #[must_use]
    pub const fn with_loops(mut self, loops: Loops) -> Algorithm {
        self.loops = loops;
        self
    }

    /// The same with positions tested at this time.
    #[must_use]
    pub const fn with_evaluation(mut self, evaluation: Evaluation) -> Algorithm {
        self.evaluation = evaluation;
        self
    }

    /// The same with these first numbers.
    #[must_use]
    pub const fn with_estimates(mut self, estimates: Estimates) -> Algorithm {
        self.estimates = estimates;
        self
    }

    /// The same with exact answers of the game, or without.
    #[must_use]
    pub const fn with_shortcuts(mut self, shortcuts: bool) -> Algorithm {
        self.shortcuts = shortcuts;
        self
    }

    /// The same with costs of moves, or without.
    #[must_use]
    pub const fn with_edge_costs(mut self, edge_costs: bool) -> Algorithm {
        self.edge_costs = edge_costs;
        self
    }

    /// The same with this ε.
    #[must_use]
    pub const fn with_epsilon(mut self, epsilon: f64) -> Algorithm {
        self.epsilon = epsilon;
        self
    }

    /// The same with second-level searches of this size.
    #[must_use]
    pub const fn with_growth(mut self, growth: Growth) -> Algorithm {
        self.growth = growth;
        self
    }

    /// The same with jobs of so many nodes.
    #[must_use]
    pub const fn with_job_nodes(mut self, job_nodes: u64) -> Algorithm {
        self.job_nodes = job_nodes;
        self
    }

    /// The same with other searches that take over after so many nodes, or without.
    #[must_use]
    pub const fn with_relay(mut self, relay: Option<u64>) -> Algorithm {
        self.relay = relay;
        self
    }

    /// The same with solved results shared between equal positions, or not.
    #[must_use]
    pub const fn with_shared(mut self, shared: bool) -> Algorithm {
        self.shared = shared;
        self
    }

    /// The same with a table that keeps these entries.
    #[must_use]
    pub const fn with_replacement(mut self, replacement: Replacement) -> Algorithm {
        self.replacement = replacement;
        self
    }

    /// The same with numbers that stop here.
    #[must_use]
    pub const fn with_ceiling(mut self, ceiling: Ceiling) -> Algorithm {
        self.ceiling = ceiling;
        self
    }

    /// What [`crate::Stats::counted`] counts: the measure of the algorithm's own paper.
    pub const fn counts(&self) -> &'static str {
        match self.family {
            Family::Pn | Family::Pn2 => "generated nodes",
            Family::PnStar | Family::Pds | Family::DfPn | Family::PnDfPn => "calls",
            Family::PdsPn => "calls and generated nodes",
            Family::AlphaBeta => "nodes, once a depth",
        }
    }

    /// First numbers of the depth-first level: those of PDS-PN are its second level's.
    pub(crate) fn first_level_estimates(&self) -> Estimates {
        if self.family == Family::PdsPn { Estimates::Unit } else { self.estimates }
    }

    /// Whether the search ends on every finite graph, given enough memory and numbers.
    pub const fn ends_on_cycles(&self) -> bool {
        matches!(self.family, Family::Pn | Family::Pn2 | Family::AlphaBeta)
            || !matches!(self.loops, Loops::None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of the papers' formula, checked with a second implementation.
    #[test]
    fn second_level_budgets() {
        const N: u64 = 1_000_000;
        assert_eq!(Growth::PN2.budget(500_000, N), 2_211);
        assert_eq!(Growth::PN2.budget(900_000, N), 20_679);
        assert_eq!(Growth::PN2.budget(990_000, N), 10_000);
        assert_eq!(Growth::PN2.budget(1, N), 1);
        assert_eq!(Growth::PN2.budget(N, N), 1);
        assert_eq!(Growth::PDS_PN.budget(100_000, N), 23_745);
        assert_eq!(Growth::PDS_PN.budget(1_000, N), 182);
        assert_eq!(Growth { a: 1e15, b: 1.0 }.budget(5, N), 1);
    }
}
