//! The plain truth about small mate problems, from the definitions alone; lines replayed by others' rules.
use std::cell::Cell;

use phidelta_games::shogi::compose::Futile;
use phidelta_games::shogi::{Color, Kind, Move, Position, Square};
use shogi_core::{PartialPosition, ToUsi};
use shogi_legality_lite::is_in_check_partial_lite;
use shogi_usi_parser::FromUsi;

use crate::shogi::legal_moves_of_others;

/// Replays a line with other rules: every move legal, every move of the attacker a check, mate at the end.
pub fn assert_mates(start: &Position, line: &[Move]) {
    let mut other = PartialPosition::from_usi(&format!("sfen {start}")).unwrap();
    for (ply, mv) in line.iter().enumerate() {
        let legal = legal_moves_of_others(&other);
        let found = legal.into_iter().find(|other| other.to_usi_owned() == mv.to_string());
        other.make_move(found.unwrap_or_else(|| panic!("{mv} in {start} {line:?}"))).unwrap();
        assert!(ply % 2 == 1 || is_in_check_partial_lite(&other), "{mv} in {start} {line:?}");
    }
    assert!(legal_moves_of_others(&other).is_empty(), "{start} {line:?}");
}

/// The plain truth, from the definitions: mate within `left` moves of the attacker.
pub struct Plain {
    attacker: Color,
    futile: Futile,
    keep: bool,
    /// Positions that may still be looked at.
    pub patience: Cell<u32>,
}

impl Plain {
    pub fn new(attacker: Color, futile: Futile, keep: bool) -> Plain {
        Plain { attacker, futile, keep, patience: Cell::new(5_000) }
    }

    /// Whether a mate within so many moves is there; `None` if that is too much to look at.
    pub fn mates(&self, position: &Position, left: u32) -> Option<bool> {
        let mates = self.attacks(position, left, None);
        (self.patience.get() > 0).then_some(mates)
    }

    /// The attacker to move; `right` is what was just interposed, and the piece that gave check before.
    pub fn attacks(&self, position: &Position, left: u32, right: Option<(Move, Square)>) -> bool {
        let mut checks = Vec::new();
        position.checks(&mut checks);
        checks.into_iter().any(|check| {
            if self.patience.get() == 0 {
                return false;
            }
            self.patience.set(self.patience.get() - 1);
            let mut next = position.clone();
            next.play(check);
            if left > 0 && self.defends(&next, left - 1) {
                return true;
            }
            let Some((interposed, checker)) = right else { return false };
            let by_checker = self.futile == Futile::Loose || check.from() == Some(checker);
            if check.is_drop() || check.to() != interposed.to() || !by_checker {
                return false;
            }
            let given = given_back(&next, self.attacker, interposed.kind());
            self.defends(&given, if self.futile == Futile::Strict { 0 } else { left })
        })
    }

    pub fn defends(&self, position: &Position, left: u32) -> bool {
        let mut moves = Vec::new();
        position.evasions(&mut moves);
        if moves.is_empty() {
            return !self.keep || !position.hand(self.attacker).is_empty();
        }
        let only_drops = moves.iter().all(|mv| mv.is_drop());
        moves.into_iter().all(|mv| {
            let interposes = match self.futile {
                Futile::Off => false,
                Futile::Strict => only_drops,
                Futile::Exact => mv.is_drop(),
                Futile::Loose => mv.is_drop() || mv.kind() != Kind::KING && mv.captured().is_none(),
                other => unreachable!("these plain rules do not know {other:?}"),
            };
            if left == 0 && !interposes {
                return false;
            }
            let checker = position.checkers().into_iter().next().unwrap();
            let mut next = position.clone();
            next.play(mv);
            self.attacks(&next, left, interposes.then_some((mv, checker)))
        })
    }
}

/// The position with a piece moved from the attacker's hand to the defender's, by way of its text.
pub fn given_back(position: &Position, attacker: Color, kind: Kind) -> Position {
    let text = position.to_string();
    let mut parts: Vec<String> = text.split(' ').map(str::to_string).collect();
    let mut hands = [Vec::new(), Vec::new()];
    for color in Color::ALL {
        for held in Kind::IN_HAND {
            let hand = position.hand(color);
            hands[color.index()].extend(std::iter::repeat_n(held, hand.count(held) as usize));
        }
    }
    let place = hands[attacker.index()].iter().position(|&held| held == kind.unpromoted()).unwrap();
    let piece = hands[attacker.index()].remove(place);
    hands[attacker.flip().index()].push(piece);
    let letters = |color: Color| {
        let upper = hands[color.index()].iter().map(|kind| kind.letter());
        upper.map(move |c| if color == Color::White { c.to_ascii_lowercase() } else { c }).collect::<String>()
    };
    let both = letters(Color::Black) + &letters(Color::White);
    parts[2] = if both.is_empty() { "-".into() } else { both };
    Position::from_sfen(&parts.join(" ")).unwrap()
}
