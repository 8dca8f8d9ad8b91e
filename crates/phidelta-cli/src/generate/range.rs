//! Ranges on the command line: `15-20`, `1K-1M`, or one number for both ends.
//!
//! Invariant: what is written is read back as the same range.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use phidelta_games::generate::MOST_PLIES;

use crate::size;

/// A range of nodes, or a word for one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Nodes(pub(super) RangeInclusive<u64>);

/// A range of plies or empty squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stages(pub(super) RangeInclusive<u32>);

impl FromStr for Nodes {
    type Err = String;

    fn from_str(text: &str) -> Result<Nodes, String> {
        let text = match text {
            "easy" => "1-1K",
            "medium" => "1K-100K",
            "hard" => "100K-10M",
            other => other,
        };
        read(text, "easy, medium, hard or nodes from LEAST to MOST, such as 1K-1M").map(Nodes)
    }
}

impl FromStr for Stages {
    type Err = String;

    fn from_str(text: &str) -> Result<Stages, String> {
        let expected = format!("a number from 1 to {MOST_PLIES} or a range, such as 15-20");
        let range = read(text, &expected)?;
        let most = u32::try_from(*range.end()).ok().filter(|&most| most <= MOST_PLIES);
        let most = most.ok_or_else(|| format!("{} is too large, expected {expected}", range.end()))?;
        // The other end is no larger.
        Ok(Stages(*range.start() as u32..=most))
    }
}

fn read(text: &str, expected: &str) -> Result<RangeInclusive<u64>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| size::count(text.trim()).map_err(|_| format!("expected {expected}"));
    let (least, most) = (number(least)?, number(most)?);
    if least > most {
        return Err(format!("{least} is more than {most}, expected {expected}"));
    }
    Ok(least..=most)
}

fn write<T: fmt::Display>(range: &RangeInclusive<T>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{}-{}", range.start(), range.end())
}

impl fmt::Display for Nodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(&self.0, f)
    }
}

impl fmt::Display for Stages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_and_written() {
        assert_eq!("15-20".parse(), Ok(Stages(15..=20)));
        assert_eq!("40".parse(), Ok(Stages(40..=40)));
        assert_eq!("1K-2.5M".parse(), Ok(Nodes(1000..=2_500_000)));
        assert_eq!("hard".parse(), Ok(Nodes(100_000..=10_000_000)));
        assert_eq!(Nodes(1..=20).to_string().parse(), Ok(Nodes(1..=20)));
        for text in ["", "-", "20-15", "0-3", "-5", "5-", "a-b", "1-2-3", "5000000000", "1-201", "1.5"] {
            assert!(text.parse::<Stages>().unwrap_err().contains("15-20"), "{text}");
        }
        for text in ["", "simple", "1M-1K", "0-1"] {
            assert!(text.parse::<Nodes>().unwrap_err().contains("1K-1M"), "{text}");
        }
    }
}
