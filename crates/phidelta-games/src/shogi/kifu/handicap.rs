//! Starting positions by name: the even game and handicaps, as KIF and JKF call them.
//!
//! In a handicap game White (上手) gives the pieces and moves first.

use super::super::position::Position;

/// Names in KIF and JKF, and White's first two ranks.
const PRESETS: [(&str, &str, &str); 16] = [
    ("平手", "HIRATE", "lnsgkgsnl/1r5b1"),
    ("香落ち", "KY", "lnsgkgsn1/1r5b1"),
    ("右香落ち", "KY_R", "1nsgkgsnl/1r5b1"),
    ("角落ち", "KA", "lnsgkgsnl/1r7"),
    ("飛車落ち", "HI", "lnsgkgsnl/7b1"),
    ("飛香落ち", "HIKY", "lnsgkgsn1/7b1"),
    ("二枚落ち", "2", "lnsgkgsnl/9"),
    ("三枚落ち", "3", "lnsgkgsn1/9"),
    ("四枚落ち", "4", "1nsgkgsn1/9"),
    ("五枚落ち", "5", "2sgkgsn1/9"),
    ("左五枚落ち", "5_L", "1nsgkgs2/9"),
    ("六枚落ち", "6", "2sgkgs2/9"),
    ("左七枚落ち", "7_L", "2sgkg3/9"),
    ("右七枚落ち", "7_R", "3gkgs2/9"),
    ("八枚落ち", "8", "3gkg3/9"),
    ("十枚落ち", "10", "4k4/9"),
];

/// The starting position that KIF or JKF calls so.
pub(super) fn named(name: &str) -> Option<Position> {
    let &(_, jkf, ranks) = PRESETS.iter().find(|(kif, jkf, _)| *kif == name || *jkf == name)?;
    let side = if jkf == "HIRATE" { 'b' } else { 'w' };
    let sfen = format!("{ranks}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {side} - 1");
    Position::from_sfen(&sfen).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_position() {
        for (kif, jkf, _) in PRESETS {
            assert_eq!(named(kif), named(jkf));
            assert!(named(kif).is_some(), "{kif}");
        }
        assert_eq!(named("平手"), Some(Position::start()));
        assert_eq!(named("その他"), None);
    }
}
