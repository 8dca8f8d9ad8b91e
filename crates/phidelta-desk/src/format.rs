//! Numbers for the eye.

use phidelta::{INFINITY, Number};

/// A number with its thousands apart: 1,234,567.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number in four or five characters: 999, 12.3K, 4.56M.
pub fn rounded(number: f64) -> String {
    let mut value = number;
    // 999.5 would be printed as 1000.
    for unit in ["", "K", "M", "G", "T"] {
        if value < 999.5 {
            return match value {
                _ if unit.is_empty() => format!("{value:.0}"),
                v if v < 9.995 => format!("{v:.2}{unit}"),
                v if v < 99.95 => format!("{v:.1}{unit}"),
                v => format!("{v:.0}{unit}"),
            };
        }
        value /= 1000.0;
    }
    format!("{number:.2e}")
}

/// Bytes with a binary unit.
pub fn bytes(number: u64) -> String {
    let mut value = number as f64;
    let mut units = ["B", "KiB", "MiB", "GiB"].into_iter();
    loop {
        match units.next() {
            Some(unit) if value < 1023.95 => {
                let whole = value.fract() == 0.0;
                return if whole { format!("{value} {unit}") } else { format!("{value:.1} {unit}") };
            }
            Some(_) => value /= 1024.0,
            None => return format!("{value:.1} TiB"),
        }
    }
}

/// A proof or disproof number as text.
pub fn number(number: Number) -> String {
    match number {
        INFINITY => "inf".into(),
        // The threshold of the root is just below infinity; what it leaves to others is just below that.
        n if INFINITY - n < 1000 => format!("inf-{}", INFINITY - n),
        n => n.to_string(),
    }
}

/// So many things.
pub fn plural(n: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(n as u64), if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_printed_for_the_eye() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(100), "100");
        for (n, text) in [
            (0.0, "0"),
            (999.0, "999"),
            (999.6, "1.00K"),
            (12_345.0, "12.3K"),
            (4.56e6, "4.56M"),
            (999_600.0, "1.00M"),
        ] {
            assert_eq!(rounded(n), text);
        }
        assert_eq!(bytes(256 << 20), "256 MiB");
        assert_eq!(bytes(1_500_000), "1.4 MiB");
        assert_eq!(bytes(5 << 40), "5.0 TiB");
    }
}
