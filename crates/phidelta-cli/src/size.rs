//! Sizes, counts and times as people write them.
//!
//! Invariant: whatever the text, reading it gives a value in range or a message that says what was
//! expected; never an overflow, never a silently different value.

use std::time::Duration;

/// The least memory the command accepts, in bytes. The library works with less, but a table that small
/// is only good for its tests, and `--memory 256` is a forgotten M.
pub(crate) const LEAST_MEMORY: u64 = 1 << 20;

/// The most threads the command accepts: far more than it has been tried with.
pub(crate) const MOST_THREADS: usize = 1024;

/// Memory of a search that was not told otherwise, in bytes: fits beside everything else on any machine.
pub(crate) const DEFAULT_MEMORY: &str = "256M";

/// Reads a memory size: bytes, or with K, M, G, T (also KiB, MiB …) powers of 1024.
pub(crate) fn memory(text: &str) -> Result<u64, String> {
    let expected = "expected a size of at least 1M, such as 64M, 1.5G or 268435456 (bytes)";
    let plain = text.strip_suffix("iB").or_else(|| text.strip_suffix('B')).unwrap_or(text);
    let (digits, unit) = split_unit(plain);
    let shift = match unit {
        "" if plain == text || text.ends_with('B') && !text.ends_with("iB") => 0,
        "K" | "k" => 10,
        "M" | "m" => 20,
        "G" | "g" => 30,
        "T" | "t" => 40,
        _ => return Err(expected.into()),
    };
    match scaled(digits, (1u64 << shift) as f64) {
        Some(bytes) if bytes >= LEAST_MEMORY => Ok(bytes),
        Some(bytes) => Err(format!("{bytes} bytes are too few; {expected}")),
        None => Err(expected.into()),
    }
}

/// Reads a number of threads; `auto` is one for each core that the system gives.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    if text == "auto" {
        return Ok(std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
    }
    let number = text.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
    number.ok_or_else(|| format!("expected a whole number from 1 to {MOST_THREADS}, or auto"))
}

/// Reads a count of nodes: digits with `_` between them, a decimal K, M, G or T, or an exponent.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let expected = "expected a whole number of at least 1, such as 1000000, 1_000_000, 10M or 1e6";
    let (digits, unit) = split_unit(text);
    let scale = match unit {
        "" => 1.0,
        "K" | "k" => 1e3,
        "M" | "m" => 1e6,
        "G" | "g" => 1e9,
        "T" | "t" => 1e12,
        _ => return Err(expected.into()),
    };
    scaled(digits, scale).filter(|&n| n >= 1).ok_or_else(|| expected.into())
}

/// Reads a time in seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let expected = "expected seconds above 0, such as 10 or 0.5";
    let value = text.parse::<f64>().ok().filter(|s| *s > 0.0).ok_or(expected)?;
    // A time that does not fit is as good as none; the type says where that starts.
    Duration::try_from_secs_f64(value).map_err(|_| expected.to_string())
}

/// Reads a time with a unit: `90s`, `10m`, `2h`; without one it is in seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let expected = "expected a time above 0, such as 90s, 10m or 2h";
    let (digits, unit) = split_unit(text);
    let scale = match unit {
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(expected.into()),
    };
    let value = digits.parse::<f64>().ok().filter(|value| *value > 0.0).ok_or(expected)?;
    Duration::try_from_secs_f64(value * scale).map_err(|_| expected.to_string())
}

fn split_unit(text: &str) -> (&str, &str) {
    match text.char_indices().last() {
        Some((at, c)) if c.is_alphabetic() => text.split_at(at),
        _ => (text, ""),
    }
}

/// `digits` times `scale`, if that is a whole number that fits.
fn scaled(digits: &str, scale: f64) -> Option<u64> {
    let starts_well = digits.starts_with(|c: char| c.is_ascii_digit());
    if !starts_well || digits.ends_with('_') || digits.contains("__") {
        return None;
    }
    let digits = digits.replace('_', "");
    if let Ok(whole) = digits.parse::<u64>() {
        return whole.checked_mul(scale as u64);
    }
    let value = digits.parse::<f64>().ok()? * scale;
    // Above 2⁵³ not every whole number has its own float; such a text can be written without a point.
    let exact = value.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&value);
    exact.then_some(value as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_a_number_or_as_many_as_there_are_cores() {
        assert_eq!(threads("3"), Ok(3));
        assert!(threads("auto").is_ok_and(|threads| threads > 0));
        for text in ["0", "-1", "1025", "two", "", "Auto", "1.5"] {
            assert!(threads(text).unwrap_err().contains("1024, or auto"), "{text}");
        }
    }

    #[test]
    fn sizes_are_binary_and_at_least_a_mebibyte() {
        for (text, bytes) in [
            ("1M", 1 << 20),
            ("1m", 1 << 20),
            ("256M", 256 << 20),
            ("1MiB", 1 << 20),
            ("2MB", 2 << 20),
            ("1.5G", 3 << 29),
            ("1T", 1 << 40),
            ("1024K", 1 << 20),
            ("1048576", 1 << 20),
            ("1_048_576", 1 << 20),
            ("1048576B", 1 << 20),
        ] {
            assert_eq!(memory(text), Ok(bytes), "{text}");
        }
        for text in [
            "1K",
            "0",
            "256",
            "",
            "M",
            "-1M",
            "+1M",
            "1X",
            "1 M",
            "1048576iB",
            "99999999999T",
            "1e999M",
            "nanM",
            "infM",
            "1__0M",
            "0.3K",
            "Ｍ",
            "1Ｍ",
            "BB",
            "iB",
        ] {
            assert!(memory(text).unwrap_err().contains("at least 1M"), "{text}");
        }
        assert!(memory("1K").unwrap_err().contains("1024 bytes are too few"));
    }

    #[test]
    fn counts_are_decimal_and_whole() {
        for (text, n) in [
            ("1", 1),
            ("1_000_000", 1_000_000),
            ("10M", 10_000_000),
            ("1e6", 1_000_000),
            ("2.5K", 2500),
            ("1.5e3", 1500),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(count(text), Ok(n), "{text}");
        }
        for text in
            ["0", "", "1.5", "-3", "1e30", "18446744073709551616", "99999999T", "x", "1e", "nan", "_1", "1_"]
        {
            assert!(count(text).unwrap_err().contains("such as"), "{text}");
        }
    }

    #[test]
    fn durations_have_units() {
        assert_eq!(duration("10m"), Ok(Duration::from_secs(600)));
        assert_eq!(duration("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!((duration("90s"), duration("2h")), (seconds("90"), seconds("7200")));
        for text in ["0", "-1m", "", "m", "1d", "nan", "inf", "1e300h", "10 m"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_positive() {
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        assert_eq!(seconds("10"), Ok(Duration::from_secs(10)));
        for text in ["0", "-1", "", "x", "nan", "inf", "1e30"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
