//! Algorithms by name: `df-pn+tca+snda` is a search and its parts.
//!
//! Invariant: what [`Algorithm`] prints is read back as the same algorithm; a name with parts that do not go
//! together is refused with the reason.

use std::fmt;
use std::str::FromStr;

use super::parts::{Effect, PARTS, Part, SEARCHES, Search, told};
use super::{Algorithm, Family};

/// A name that does not stand for an algorithm.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AlgorithmError {
    /// The first part is not a search.
    #[error("unknown algorithm '{0}'; known are {list}", list = search_names())]
    UnknownBase(String),
    /// A later part is not known.
    #[error("unknown part '{part}' in '{name}'; parts are {list}", list = part_names())]
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

/// The names of all parts, for errors.
fn part_names() -> String {
    let names: Vec<&str> = PARTS.iter().map(|part| part.entry.name).collect();
    names.join(", ")
}

/// The names of all searches, for errors.
fn search_names() -> String {
    Family::search_names().collect::<Vec<_>>().join(", ")
}

impl FromStr for Algorithm {
    type Err = AlgorithmError;

    fn from_str(name: &str) -> Result<Algorithm, AlgorithmError> {
        let mut words = name.split('+');
        let base = words.next().unwrap_or_default();
        let search = SEARCHES.iter().find(|search| search.entry.name == base);
        let search = search.ok_or_else(|| AlgorithmError::UnknownBase(base.to_string()))?;
        let mut algorithm = Algorithm::new(search.family);
        let mut seen: Vec<(&'static str, &str)> = Vec::new();
        for word in search.implied.into_iter().chain(words) {
            let policy = algorithm.apply(word, name)?;
            if let Some((_, first)) = seen.iter().find(|(p, _)| *p == policy) {
                let (first, second) = (first.to_string(), word.to_string());
                return Err(AlgorithmError::Twice { name: name.to_string(), policy, first, second });
            }
            seen.push((policy, word));
        }
        algorithm.check()?;
        Ok(algorithm)
    }
}

impl Algorithm {
    /// Applies one part of a name and returns the policy it belongs to.
    fn apply(&mut self, word: &str, name: &str) -> Result<&'static str, AlgorithmError> {
        let (stem, number) = word.split_once('=').map_or((word, None), |(stem, number)| (stem, Some(number)));
        let own = |part: &&Part| match &part.effect {
            Effect::Choice { .. } => part.entry.name == word,
            Effect::Number(_) => part.stem() == stem,
        };
        let (text, whole) = (|| word.to_string(), || name.to_string());
        let Some(part) = PARTS.iter().find(own) else {
            return Err(AlgorithmError::UnknownPart { part: text(), name: whole() });
        };
        match &part.effect {
            Effect::Choice { set, .. } => set(self),
            Effect::Number(parameter) => {
                let (least, most, expected) = (parameter.least, parameter.most, parameter.expected);
                let number = number.and_then(read_number).filter(|number| (least..=most).contains(number));
                let bad = || AlgorithmError::BadNumber { part: text(), name: whole(), expected };
                (parameter.set)(self, number.ok_or_else(bad)?);
            }
        }
        Ok(part.entry.policy)
    }

    /// Whether the parts go together.
    pub fn check(&self) -> Result<(), AlgorithmError> {
        match told(self).find(|part| !(part.fits)(self)) {
            None => Ok(()),
            Some(Part { entry, why, .. }) => {
                let base = self.family.search().entry.name;
                Err(AlgorithmError::Impossible { base, part: entry.name, why })
            }
        }
    }
}

/// A number as names have it: K stands for thousands, M for millions.
fn read_number(text: &str) -> Option<f64> {
    let scaled = [('K', 1e3), ('M', 1e6)].into_iter();
    let scaled = scaled.filter_map(|(unit, scale)| Some((text.strip_suffix(unit)?, scale))).next();
    let (digits, scale) = scaled.unwrap_or((text, 1.0));
    Some(digits.parse::<f64>().ok()? * scale)
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
        let mut parts = told(self).peekable();
        // A search that stands for its first part has a shorter name.
        let first = parts.peek().map(|part| part.entry.name);
        let implying = |search: &&Search| search.family == self.family && search.implied == first;
        let implying =
            SEARCHES.iter().find(implying).filter(|_| parts.next_if(|_| first.is_some()).is_some());
        f.write_str(implying.unwrap_or(self.family.search()).entry.name)?;
        for part in parts {
            match &part.effect {
                Effect::Choice { .. } => write!(f, "+{}", part.entry.name)?,
                Effect::Number(parameter) => {
                    let number = (parameter.get)(self).unwrap_or_default();
                    write!(f, "+{}=", part.stem())?;
                    if parameter.rounded {
                        write!(f, "{}", Rounded(number as u64))?
                    } else {
                        write!(f, "{number}")?
                    }
                }
            }
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
        for name in Family::search_names().chain(others) {
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
