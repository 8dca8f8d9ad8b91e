//! Games with one fault each: `check_game` names it.

use phidelta::testing::{GameFault, check_game};
use phidelta::{Game, Goal, Hint, Key, KeyBuilder, Numbers, Outcome, Shortcut, Side, Stock, mix};

/// What is wrong with the toy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wrong {
    Nothing,
    Undo,
    SideMissing,
    KeyTooShort,
    KeyAfter,
    KeysAfter,
    MoveOrder,
    OpenEnd,
    Cyclic,
    Estimate,
    Typical,
    Shortcut,
    HintAfter,
    HintMissesEnd,
    Groups,
    PliesLeft,
    Covers,
    Goal,
    Promise,
}

/// A heap from which one or two are taken: whoever takes the last one wins.
struct Toy {
    wrong: Wrong,
    left: u32,
    attacker: bool,
    /// Moves played, which nothing should depend on.
    plies: u32,
}

fn toy(wrong: Wrong) -> Toy {
    Toy { wrong, left: 12, attacker: true, plies: 0 }
}

impl Toy {
    fn is(&self, wrong: Wrong) -> bool {
        self.wrong == wrong
    }

    /// Whoever stands before a multiple of three loses.
    fn winner(&self) -> Outcome {
        if (self.left.is_multiple_of(3)) != self.attacker { Outcome::Win } else { Outcome::Loss }
    }
}

impl Game for Toy {
    type Move = u32;
    const ACYCLIC: bool = true;
    const ORDERED: bool = true;
    const WAITING_MOVES: bool = true;
    const RESOURCES: bool = true;
    const HINTS_TELL_ENDS: bool = true;

    fn side(&self) -> Side {
        if self.attacker { Side::Attacker } else { Side::Defender }
    }
    fn moves(&self, out: &mut Vec<u32>) {
        if self.is(Wrong::OpenEnd) && self.left == 2 {
            return;
        }
        if self.is(Wrong::Cyclic) {
            out.push(0);
        }
        out.extend(1..=self.left.min(2));
        if self.is(Wrong::MoveOrder) && self.plies > 6 {
            out.reverse();
        }
    }
    fn play(&mut self, n: u32) {
        self.left -= n;
        self.plies += 1;
        self.attacker = !self.attacker;
    }
    fn undo(&mut self, n: u32) {
        self.left += n;
        self.plies -= 1;
        if !(self.is(Wrong::Undo) && self.left == 5) {
            self.attacker = !self.attacker;
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(if self.attacker { Outcome::Loss } else { Outcome::Win })
    }
    fn key(&self) -> Key {
        let side = self.attacker && !self.is(Wrong::SideMissing);
        // 10 and 11 look like 8 and 9.
        let left = if self.is(Wrong::KeyTooShort) && self.left > 7 { self.left & !2 } else { self.left };
        KeyBuilder::new().add(left.into()).add(side.into()).key()
    }
    fn describe(&self) -> String {
        format!("{} left, {:?} to move", self.left, self.side())
    }
    fn key_after(&mut self, n: u32) -> Key {
        self.play(n);
        let key = self.key();
        self.undo(n);
        if self.is(Wrong::KeyAfter) && n == 2 { key ^ 1 } else { key }
    }
    fn keys_after(&mut self, n: u32) -> (Key, Key, Stock) {
        self.play(n);
        let (key, board, stock) = (self.key(), self.board_key(), self.stock());
        self.undo(n);
        (key, if self.is(Wrong::KeysAfter) { board ^ mix(1) } else { board }, stock)
    }
    fn covers(more: Stock, less: Stock) -> bool {
        more >= less && less != 7
    }
    fn stock(&self) -> Stock {
        if self.is(Wrong::Covers) { 7 } else { 3 }
    }
    fn goal(&self) -> Goal {
        if self.is(Wrong::Goal) && self.plies > 2 { Goal::Draw } else { Goal::Win }
    }
    fn estimate(&self) -> Numbers {
        if self.is(Wrong::Estimate) && self.left == 7 { Numbers::new(0, 3) } else { Numbers::UNIT }
    }
    fn average_estimate(&self) -> u32 {
        u32::from(!self.is(Wrong::Typical))
    }
    fn shortcut(&mut self) -> Option<Shortcut> {
        let mut outcome = self.winner();
        if self.is(Wrong::Shortcut) && self.left == 6 {
            outcome = if outcome == Outcome::Win { Outcome::Loss } else { Outcome::Win };
        } else if self.left > 2 {
            return None;
        }
        Some(Shortcut::new(outcome, 1).with_stock(self.stock()))
    }
    fn hint_after(&mut self, n: u32) -> Hint {
        self.play(n);
        let (ended, mut answer) = (self.left == 0, self.shortcut());
        if self.is(Wrong::HintAfter) && self.left == 4 {
            let outcome = if self.attacker { Outcome::Loss } else { Outcome::Win };
            answer = Some(Shortcut::new(outcome, 1).with_stock(self.stock()));
        }
        if self.is(Wrong::HintMissesEnd) && ended {
            answer = None;
        }
        self.undo(n);
        answer.map_or(Hint::Estimate(Numbers::UNIT), Hint::Answer)
    }
    fn waiting_moves(&self, moves: &[u32], wait: &mut [Option<u32>]) {
        if self.is(Wrong::Groups) && moves.len() > 1 {
            wait[0] = Some(1);
        }
    }
    fn plies_left(&self) -> Option<u32> {
        if self.is(Wrong::Cyclic) {
            return None;
        }
        Some(if self.is(Wrong::PliesLeft) { self.left / 2 } else { self.left })
    }
    fn move_priority(&mut self, _mv: u32) -> i32 {
        if self.is(Wrong::Promise) {
            self.attacker = !self.attacker;
        }
        0
    }
}

fn fault(wrong: Wrong) -> GameFault {
    match check_game(&mut toy(wrong), 3) {
        Ok(walked) => panic!("{wrong:?} is not seen: {walked:?}"),
        Err(fault) => fault,
    }
}

#[test]
fn a_game_without_a_fault_passes_and_stands_where_it_stood() {
    let mut game = toy(Wrong::Nothing);
    let (key, text) = (game.key(), game.describe());
    let walked = check_game(&mut game, 3).unwrap();
    assert!(walked.ends == 50 && walked.positions > 300 && walked.answers > 3, "{walked:?}");
    assert_eq!((game.key(), game.describe()), (key, text));
}

#[test]
fn each_fault_is_named() {
    use GameFault as F;
    let is = |wrong: Wrong, right: fn(&F) -> bool| {
        let found = fault(wrong);
        assert!(right(&found), "{wrong:?} is taken for {found:?}: {found}");
    };
    is(Wrong::Undo, |f| matches!(f, F::Undo { .. } | F::Asking { .. }));
    is(Wrong::SideMissing, |f| matches!(f, F::KeyLacksSide { .. }));
    is(Wrong::KeyTooShort, |f| matches!(f, F::KeysMeet { .. }));
    is(Wrong::KeyAfter, |f| matches!(f, F::KeyAfter { what: "key_after", .. }));
    is(Wrong::KeysAfter, |f| matches!(f, F::KeyAfter { what: "keys_after", .. }));
    is(Wrong::MoveOrder, |f| matches!(f, F::Moves { .. }));
    is(Wrong::OpenEnd, |f| matches!(f, F::NoMoves { .. }));
    is(Wrong::Cyclic, |f| matches!(f, F::Cyclic { .. }));
    is(Wrong::Estimate, |f| matches!(f, F::Estimate { what: "estimate", .. }));
    is(Wrong::Typical, |f| matches!(f, F::Estimate { what: "typical", .. }));
    is(Wrong::Shortcut, |f| matches!(f, F::Answer { .. }));
    is(Wrong::HintAfter, |f| matches!(f, F::Answer { what: "hint_after", .. }));
    is(Wrong::HintMissesEnd, |f| matches!(f, F::HintMissesEnd { .. }));
    is(Wrong::Groups, |f| matches!(f, F::Groups { index: 0, sibling: 1, .. }));
    is(Wrong::PliesLeft, |f| matches!(f, F::PliesLeft { bound: 6, .. }));
    is(Wrong::Covers, |f| matches!(f, F::Stock { stock: 7, .. }));
    is(Wrong::Goal, |f| matches!(f, F::Question { .. }));
    is(Wrong::Promise, |f| matches!(f, F::Asking { .. }));
}

#[test]
fn a_fault_says_where_it_is() {
    let text = fault(Wrong::KeyAfter).to_string();
    assert_eq!(text, "after no move: key_after says something else of 2 than the position behind it");
}
