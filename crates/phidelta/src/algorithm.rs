//! The algorithms by name: a base and parts that combine, as in `df-pn+tca+snda`.

use std::fmt;
use std::str::FromStr;

use crate::aggregate::Aggregate;
use crate::game::Game;
use crate::number::{Ceiling, INFINITY, Number, Numbers};

/// The search that holds the parts together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
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
pub enum Evaluation {
    /// When it is generated as a child.
    Immediate,
    /// When it is itself selected.
    Delayed,
}

/// First numbers of an unexplored position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
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
            Estimates::Game => game.typical().max(1),
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
/// let error = "pn+tca".parse::<Algorithm>().unwrap_err();
/// assert!(error.to_string().contains("tca"), "{error}");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Algorithm {
    /// The search.
    pub family: Family,
    /// How children's numbers are combined.
    pub aggregate: Aggregate,
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

/// A name that does not stand for an algorithm.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AlgorithmError {
    /// The first part is not a search.
    #[error("unknown algorithm '{0}'; known are {list}", list = Family::NAMES.join(", "))]
    UnknownBase(String),
    /// A later part is not known.
    #[error("unknown part '{part}' in '{name}'; parts are {list}", list = PARTS.join(", "))]
    UnknownPart {
        /// The part.
        part: String,
        /// The whole name.
        name: String,
    },
    /// A number is missing or out of range.
    #[error("'{part}' in '{name}': expected {expected}")]
    BadNumber {
        /// The part.
        part: String,
        /// The whole name.
        name: String,
        /// What would have been right.
        expected: &'static str,
    },
    /// Two parts do not go together.
    #[error("{base} cannot be combined with '{part}': {why}")]
    Impossible {
        /// The search.
        base: &'static str,
        /// What does not go with it.
        part: &'static str,
        /// Why not.
        why: &'static str,
    },
    /// Two parts say different things about the same policy.
    #[error("'{name}' names two {policy}: '{first}' and '{second}'")]
    Twice {
        /// The whole name.
        name: String,
        /// The policy.
        policy: &'static str,
        /// The part that came first.
        first: String,
        /// The part that contradicts it.
        second: String,
    },
}

/// The parts a name may have after its base.
pub(crate) const PARTS: [&str; 24] = [
    "tca",
    "r",
    "sum",
    "wpns",
    "bns",
    "nagai",
    "snda",
    "snda(all)",
    "weak-source",
    "eps=X",
    "game",
    "unit",
    "mobility",
    "costs",
    "immediate",
    "delayed",
    "no-shortcuts",
    "a=N",
    "b=N",
    "jobs=N",
    "relay=N",
    "shared",
    "two-big",
    "inf=N",
];

impl Family {
    /// The names an algorithm can start with.
    pub const NAMES: [&'static str; 12] = [
        "pn",
        "wpn",
        "pn2",
        "pn*",
        "pds",
        "df-pn",
        "df-pn(r)",
        "df-wpn",
        "bns",
        "pds-pn",
        "pn-dfpn",
        "alpha-beta",
    ];

    const fn name(self) -> &'static str {
        match self {
            Family::Pn => "pn",
            Family::Pn2 => "pn2",
            Family::PnStar => "pn*",
            Family::Pds => "pds",
            Family::DfPn => "df-pn",
            Family::PdsPn => "pds-pn",
            Family::PnDfPn => "pn-dfpn",
            Family::AlphaBeta => "alpha-beta",
        }
    }

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

    /// Whether the parts go together.
    pub fn check(&self) -> Result<(), AlgorithmError> {
        let refuse = |part, why| Err(AlgorithmError::Impossible { base: self.family.name(), part, why });
        let default = Algorithm::new(self.family);
        let f = self.family;
        if !f.is_depth_first() {
            if self.loops != Loops::None {
                let part = if self.loops == Loops::ThresholdControl { "tca" } else { "r" };
                return refuse(part, "loop policies belong to depth-first searches; this one cannot loop");
            }
            if self.aggregate.marks_sources() {
                let why = "source nodes are found by parent links in the table of a depth-first search";
                return refuse("nagai, snda or weak-source", why);
            }
            if self.edge_costs {
                return refuse("costs", "edge costs are part of df-pn+");
            }
        }
        if f == Family::AlphaBeta && (self.aggregate != Aggregate::Sum || self.estimates != Estimates::Game) {
            return refuse("an aggregate or an estimate", "it does not use proof numbers");
        }
        if matches!(f, Family::Pds | Family::PdsPn | Family::PnStar) && self.aggregate == Aggregate::Branch {
            return refuse("bns", "both decide which child is searched next");
        }
        if self.epsilon != 0.0 && !matches!(f, Family::DfPn | Family::PnDfPn) {
            return refuse("eps", "1+ε widens the thresholds of df-pn");
        }
        if self.growth != default.growth && !matches!(f, Family::Pn2 | Family::PdsPn) {
            return refuse("a, b", "the growth function belongs to pn2 and pds-pn");
        }
        if self.job_nodes != default.job_nodes && f != Family::PnDfPn {
            return refuse("jobs", "only pn-dfpn gives out jobs");
        }
        if self.relay.is_some() && !matches!(f, Family::DfPn | Family::PnStar) {
            return refuse(
                "relay",
                "df-pn and pn* hand over to pds, which keeps its numbers in a table as well",
            );
        }
        if self.shared && !matches!(f, Family::Pn | Family::Pn2) {
            return refuse("shared", "a depth-first search shares results through its table anyway");
        }
        if self.evaluation != default.evaluation && matches!(f, Family::Pn2 | Family::AlphaBeta) {
            return refuse("immediate or delayed", "its definition fixes when positions are evaluated");
        }
        if self.replacement != default.replacement && matches!(f, Family::Pn | Family::Pn2) && !self.shared {
            return refuse("two-big", "it has no table");
        }
        Ok(())
    }
}

impl FromStr for Algorithm {
    type Err = AlgorithmError;

    fn from_str(name: &str) -> Result<Algorithm, AlgorithmError> {
        let mut parts = name.split('+');
        let base = parts.next().unwrap_or_default();
        let (family, implied) = match base {
            "pn" => (Family::Pn, None),
            "wpn" => (Family::Pn, Some("wpns")),
            "pn2" => (Family::Pn2, None),
            "pn*" => (Family::PnStar, None),
            "pds" => (Family::Pds, None),
            "df-pn" => (Family::DfPn, None),
            "df-pn(r)" => (Family::DfPn, Some("r")),
            "df-wpn" => (Family::DfPn, Some("wpns")),
            "bns" => (Family::DfPn, Some("bns")),
            "pds-pn" => (Family::PdsPn, None),
            "pn-dfpn" => (Family::PnDfPn, None),
            "alpha-beta" => (Family::AlphaBeta, None),
            _ => return Err(AlgorithmError::UnknownBase(base.to_string())),
        };
        let mut algorithm = Algorithm::new(family);
        let mut seen: Vec<(&'static str, &str)> = Vec::new();
        for part in implied.into_iter().chain(parts) {
            let policy = algorithm.apply(part, name)?;
            if let Some((_, first)) = seen.iter().find(|(p, _)| *p == policy) {
                let (first, second) = (first.to_string(), part.to_string());
                return Err(AlgorithmError::Twice { name: name.to_string(), policy, first, second });
            }
            seen.push((policy, part));
        }
        algorithm.check()?;
        Ok(algorithm)
    }
}

impl Algorithm {
    /// Applies one part of a name and returns the policy it belongs to.
    fn apply(&mut self, part: &str, name: &str) -> Result<&'static str, AlgorithmError> {
        let aggregate = match part {
            "sum" => Some(Aggregate::Sum),
            "wpns" => Some(Aggregate::Weak),
            "bns" => Some(Aggregate::Branch),
            "nagai" => Some(Aggregate::Nagai),
            "snda" => Some(Aggregate::SNDA),
            "snda(all)" => Some(Aggregate::SNDA_UNLIMITED),
            "weak-source" => Some(Aggregate::WeakSource),
            _ => None,
        };
        if let Some(aggregate) = aggregate {
            self.aggregate = aggregate;
            return Ok("aggregates");
        }
        let number = |least: f64, most: f64, expected| {
            let text = part.split_once('=').map_or("", |(_, text)| text);
            let (digits, scale) = match text.strip_suffix('K') {
                Some(digits) => (digits, 1e3),
                None => (text.strip_suffix('M').unwrap_or(text), if text.ends_with('M') { 1e6 } else { 1.0 }),
            };
            let value = digits.parse::<f64>().ok().map(|v| v * scale).filter(|v| (least..=most).contains(v));
            let (part, name) = (part.to_string(), name.to_string());
            value.ok_or(AlgorithmError::BadNumber { part, name, expected })
        };
        Ok(match part.split_once('=').map_or(part, |(left, _)| left) {
            "tca" => {
                self.loops = Loops::ThresholdControl;
                "loop policies"
            }
            "r" => {
                self.loops = Loops::MinimalDistance;
                "loop policies"
            }
            "game" => {
                self.estimates = Estimates::Game;
                "estimates"
            }
            "unit" => {
                self.estimates = Estimates::Unit;
                "estimates"
            }
            "mobility" => {
                self.estimates = Estimates::Mobility;
                "estimates"
            }
            "costs" => {
                self.edge_costs = true;
                "edge costs"
            }
            "immediate" => {
                self.evaluation = Evaluation::Immediate;
                "evaluations"
            }
            "delayed" => {
                self.evaluation = Evaluation::Delayed;
                "evaluations"
            }
            "no-shortcuts" => {
                self.shortcuts = false;
                "uses of shortcuts"
            }
            "eps" => {
                self.epsilon = number(0.0, 16.0, "eps=X with 0 <= X <= 16, for example eps=0.25")?;
                "values of eps"
            }
            "a" => {
                self.growth.a = number(1.0, 1e15, "a=N nodes, for example a=450K")?;
                "values of a"
            }
            "b" => {
                self.growth.b = number(1.0, 1e15, "b=N nodes, for example b=300K")?;
                "values of b"
            }
            "jobs" => {
                self.job_nodes = number(1.0, 1e15, "jobs=N nodes, for example jobs=1000")? as u64;
                "job sizes"
            }
            "relay" => {
                self.relay = Some(number(1.0, 1e15, "relay=N nodes, for example relay=2M")? as u64);
                "relays"
            }
            "inf" => {
                let most = f64::from(INFINITY);
                let infinity = number(3.0, most, "inf=N with N >= 3, for example inf=1000")?;
                self.ceiling = Ceiling::below(infinity as Number);
                "infinities"
            }
            "shared" => {
                self.shared = true;
                "table uses"
            }
            "two-big" => {
                self.replacement = Replacement::TwoBig;
                "replacement schemes"
            }
            _ => {
                let (part, name) = (part.to_string(), name.to_string());
                return Err(AlgorithmError::UnknownPart { part, name });
            }
        })
    }
}

/// A number of nodes as it is said in names: thousands as K, millions as M.
struct Rounded(u64);

impl fmt::Display for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            n if n >= 1_000_000 && n % 1_000_000 == 0 => write!(f, "{}M", n / 1_000_000),
            n if n >= 1_000 && n % 1_000 == 0 => write!(f, "{}K", n / 1_000),
            n => write!(f, "{n}"),
        }
    }
}

impl fmt::Display for Algorithm {
    /// The canonical name: parsing it gives the same algorithm.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = Algorithm::new(self.family);
        let mut aggregate = Some(match self.aggregate {
            Aggregate::Sum => "sum",
            Aggregate::Weak => "wpns",
            Aggregate::Branch => "bns",
            Aggregate::Nagai => "nagai",
            Aggregate::Snda { marks } if marks > 10 => "snda(all)",
            Aggregate::Snda { .. } => "snda",
            Aggregate::WeakSource => "weak-source",
        })
        .filter(|_| self.aggregate != Aggregate::Sum);
        let mut loops = match self.loops {
            Loops::None => None,
            Loops::MinimalDistance => Some("r"),
            Loops::ThresholdControl => Some("tca"),
        };
        let base = match (self.family, loops, aggregate) {
            (Family::Pn, None, Some("wpns")) => {
                aggregate = None;
                "wpn"
            }
            (Family::DfPn, None, Some("wpns")) => {
                aggregate = None;
                "df-wpn"
            }
            (Family::DfPn, None, Some("bns")) => {
                aggregate = None;
                "bns"
            }
            (Family::DfPn, Some("r"), _) => {
                loops = None;
                "df-pn(r)"
            }
            _ => self.family.name(),
        };
        f.write_str(base)?;
        for part in [loops, aggregate].into_iter().flatten() {
            write!(f, "+{part}")?;
        }
        if self.epsilon != 0.0 {
            write!(f, "+eps={}", self.epsilon)?;
        }
        if self.estimates != default.estimates {
            f.write_str(match self.estimates {
                Estimates::Game => "+game",
                Estimates::Unit => "+unit",
                Estimates::Mobility => "+mobility",
            })?;
        }
        if self.edge_costs {
            f.write_str("+costs")?;
        }
        if self.evaluation != default.evaluation {
            f.write_str(match self.evaluation {
                Evaluation::Immediate => "+immediate",
                Evaluation::Delayed => "+delayed",
            })?;
        }
        if !self.shortcuts {
            f.write_str("+no-shortcuts")?;
        }
        if self.growth.a != default.growth.a {
            write!(f, "+a={}", self.growth.a)?;
        }
        if self.growth.b != default.growth.b {
            write!(f, "+b={}", self.growth.b)?;
        }
        if self.job_nodes != default.job_nodes {
            write!(f, "+jobs={}", self.job_nodes)?;
        }
        if let Some(nodes) = self.relay {
            write!(f, "+relay={}", Rounded(nodes))?;
        }
        if self.shared {
            f.write_str("+shared")?;
        }
        if self.replacement == Replacement::TwoBig {
            f.write_str("+two-big")?;
        }
        if self.ceiling != default.ceiling {
            write!(f, "+inf={}", u64::from(self.ceiling.get()) + 1)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_a_round_trip() {
        for name in [
            "pn",
            "wpn",
            "pn2",
            "pn*",
            "pds",
            "df-pn",
            "df-pn(r)",
            "df-wpn",
            "bns",
            "pds-pn",
            "pn-dfpn",
            "alpha-beta",
            "df-pn+tca",
            "df-pn+tca+snda",
            "df-pn+tca+wpns",
            "df-pn(r)+snda(all)",
            "pds+tca+nagai",
            "df-pn+tca+weak-source+eps=0.25+mobility+costs+immediate",
            "pn+delayed+shared+two-big",
            "pn2+no-shortcuts+a=1000+b=200",
            "alpha-beta+no-shortcuts",
            "pn-dfpn+tca+snda+jobs=50",
            "df-pn+two-big+inf=1000",
            "pn*+r",
            "df-pn+tca+snda+eps=0.25+relay=2M",
            "pn*+relay=1500K",
            "df-pn+relay=1+two-big",
        ] {
            assert_eq!(name.parse::<Algorithm>().unwrap().to_string(), name);
        }
        assert_eq!("pds-pn+a=150K+b=60K".parse::<Algorithm>().unwrap().growth, Growth { a: 150e3, b: 60e3 });
        assert_eq!("df-pn+r".parse::<Algorithm>().unwrap().to_string(), "df-pn(r)");
    }

    #[test]
    fn impossible_names_say_why() {
        for (name, word) in [
            ("dfpn", "unknown algorithm 'dfpn'"),
            ("", "unknown algorithm ''"),
            ("df-pn+fast", "unknown part 'fast'"),
            ("df-pn+", "unknown part ''"),
            ("pn+tca", "cannot loop"),
            ("pn2+snda", "parent links"),
            ("pds+bns", "searched next"),
            ("pds+eps=0.25", "1+ε"),
            ("df-pn+eps=x", "0 <= X <= 16"),
            ("df-pn+eps", "0 <= X <= 16"),
            ("df-pn+eps=NaN", "0 <= X <= 16"),
            ("df-pn+tca+r", "two loop policies: 'tca' and 'r'"),
            ("df-wpn+snda", "two aggregates"),
            ("alpha-beta+wpns", "proof numbers"),
            ("df-pn+a=5", "growth"),
            ("df-pn+shared", "anyway"),
            ("df-pn+inf=1", "N >= 3"),
            ("df-pn+relay", "relay=N"),
            ("df-pn+relay=0", "relay=N"),
            ("pds+relay=5", "hand over to pds"),
            ("pn2+relay=5", "hand over to pds"),
        ] {
            let error = name.parse::<Algorithm>().unwrap_err().to_string();
            assert!(error.contains(word), "{name}: {error}");
        }
    }

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
