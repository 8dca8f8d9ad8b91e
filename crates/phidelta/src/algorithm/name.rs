//! Algorithms by name: `df-pn+tca+snda` is a search and its parts.
//!
//! Invariant: what [`Algorithm`] prints is read back as the same algorithm; a name with parts that do not go
//! together is refused with the reason.

use std::fmt;
use std::str::FromStr;

use super::{Algorithm, Estimates, Evaluation, Family, Loops, Replacement};
use crate::aggregate::Aggregate;
use crate::number::{Ceiling, INFINITY, Number};

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

    pub(super) const fn name(self) -> &'static str {
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
    use super::super::Growth;
    use super::*;

    #[test]
    fn names_survive_a_round_trip() {
        let others = [
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
        ];
        for name in Family::NAMES.into_iter().chain(others) {
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
}
