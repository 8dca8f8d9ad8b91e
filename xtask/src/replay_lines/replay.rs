//! A mate line, played by the rules of `shogi_legality_lite`.

use std::collections::HashSet;

use phidelta_testing::shogi::legal_moves_of_others;
use shogi_core::{PartialPosition, ToUsi};
use shogi_legality_lite::is_in_check_partial_lite;
use shogi_usi_parser::FromUsi;

/// Why moves written as in USI are no mate from a position; `None` if they are.
pub(crate) fn objection(sfen: &str, line: &[String]) -> Option<String> {
    let Ok(mut position) = PartialPosition::from_usi(&format!("sfen {sfen}")) else {
        return Some("the position cannot be read".into());
    };
    let attacker = position.side_to_move();
    let mut seen = HashSet::from([without_number(&position)]);
    for (ply, text) in (1..).zip(line) {
        let found = legal_moves_of_others(&position).into_iter().find(|mv| mv.to_usi_owned() == *text);
        let Some(mv) = found else {
            return Some(format!("move {ply}, {text}, is not legal"));
        };
        if position.make_move(mv).is_none() {
            return Some(format!("move {ply}, {text}, cannot be played"));
        }
        if position.side_to_move() != attacker && !is_in_check_partial_lite(&position) {
            return Some(format!("move {ply}, {text}, gives no check"));
        }
        if !seen.insert(without_number(&position)) {
            return Some(format!("after move {ply}, {text}, the position is there a second time"));
        }
    }
    if position.side_to_move() == attacker {
        return Some("the line ends with a move of the defender".into());
    }
    let answers = legal_moves_of_others(&position);
    answers.first().map(|mv| format!("no mate at the end: {} is legal", mv.to_usi_owned()))
}

/// The position as text without the move number.
fn without_number(position: &PartialPosition) -> String {
    let sfen = position.to_sfen_owned();
    sfen.rsplit_once(' ').map_or(sfen.clone(), |(text, _)| text.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATE: &str = "7gk/9/6P1+P/9/9/9/9/9/9 b GSP2r2b2g3s4n4l15p 1";

    fn faults(sfen: &str, line: &str) -> Option<String> {
        objection(sfen, &line.split_whitespace().map(String::from).collect::<Vec<_>>())
    }

    #[test]
    fn a_mate_is_accepted_and_nothing_else() {
        let sfen = "9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
        assert_eq!(faults(sfen, "G*1c 1b1a G*1b"), None);
        for (line, words) in [
            ("G*1c 1b1a G*2a", "no mate at the end"),
            ("G*1c 1b1a", "ends with a move of the defender"),
            ("G*1c 1b1c G*1b", "move 2, 1b1c, is not legal"),
            ("G*5e", "move 1, G*5e, gives no check"),
            ("G*1c 1b3a G*2b", "move 2, 1b3a, is not legal"),
            ("x", "is not legal"),
            ("", "ends with a move of the defender"),
        ] {
            let fault = faults(sfen, line).unwrap_or_else(|| panic!("{line} accepted"));
            assert!(fault.contains(words), "{line}: {fault}");
        }
        assert!(faults("nonsense", "").is_some());
        assert!(faults(MATE, "P*1b").is_some());
    }

    #[test]
    fn a_repetition_is_a_fault() {
        let line = "1h1g 1a2a 1g2g 2a1a 2g1g 1a2a 1g2g";
        let fault = faults("8k/9/9/9/9/9/9/8R/9 b - 1", line).unwrap();
        assert!(fault.contains("a second time"), "{fault}");
    }
}
