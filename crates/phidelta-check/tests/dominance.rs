//! The rule about pieces in hand, against brute force: what follows from a mate is a mate, within as many
//! plies, and what follows from an escape is one.

use crate::common::{check, heading, one, random_problem};
use phidelta::{Certifiable, Solver};
use phidelta_check::{Rules, shogi};
use phidelta_games::shogi::Tsume;

type Position = <shogi::Tsume as Rules>::Position;

/// Whether the attacker mates within so many plies, by the plain rules alone.
fn mates(rules: &shogi::Tsume, position: &Position, plies: u32) -> bool {
    let moves = rules.moves(position);
    if !rules.attacks(position) {
        return moves.iter().all(|(_, after)| plies > 0 && mates(rules, after, plies - 1));
    }
    plies > 0 && moves.iter().any(|(_, after)| mates(rules, after, plies - 1))
}

/// The text with other hands.
fn with_hands(text: &str, hands: &[[u8; 7]; 2]) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let letters = ["RBGSNLP", "rbgsnlp"];
    let mut out = String::new();
    for (hand, letters) in hands.iter().zip(letters) {
        for (&count, letter) in hand.iter().zip(letters.chars()).filter(|(count, _)| **count > 0) {
            out += &format!("{count}{letter}");
        }
    }
    format!("{} {} {} 1", words[0], words[1], if out.is_empty() { "-" } else { &out })
}

#[test]
fn more_in_hand_is_no_worse() {
    let mut random = fastrand::Rng::with_seed(11);
    let (mut compared, mut mated, mut sooner, mut pawns) = (0, 0, 0, 0);
    while compared < 1_000 || mated < 100 {
        let text = random_problem(&mut random);
        // Few pieces in hand, pawns among them: drops, interpositions and mates by dropped pawns.
        let mut few = || [0; 7].map(|_: u8| u8::from(random.u8(..4) == 0));
        let (mut less, mut more) = ([few(), few()], [few(), few()]);
        less[0][6] = random.u8(..2);
        for kind in 0..7 {
            more[0][kind] = less[0][kind] + u8::from(random.u8(..3) == 0);
            more[1][kind] = less[1][kind].saturating_sub(u8::from(random.u8(..3) > 0));
        }
        let (poor, rich) = (with_hands(&text, &less), with_hands(&text, &more));
        let Ok((rules, poor)) = shogi::Tsume::new("tsume", &poor) else { continue };
        let Ok(rich) = rules.read(&rich) else { continue };
        assert!(rules.follows(&rich, &rules.pack(&poor), true));
        assert!(rules.follows(&poor, &rules.pack(&rich), false));
        if rich != poor {
            assert!(!rules.follows(&poor, &rules.pack(&rich), true));
            assert!(!rules.follows(&rich, &rules.pack(&poor), false));
        }
        compared += 1;
        for plies in [1, 3] {
            let (poor_mates, rich_mates) = (mates(&rules, &poor, plies), mates(&rules, &rich, plies));
            assert!(rich_mates || !poor_mates, "{text} {less:?} {more:?} {plies}");
            mated += u32::from(poor_mates && rich != poor);
            sooner += u32::from(rich_mates && !poor_mates);
        }
        pawns += u32::from(less[0][6] > 0);
    }
    assert!(sooner > 20 && pawns > 300, "{mated} {sooner} {pawns}");
}

#[test]
fn other_boards_and_sides_do_not_follow() {
    let (rules, position) = shogi::Tsume::new("tsume", "4k4/9/4P4/9/9/9/9/9/9 b 2G 1").unwrap();
    for other in
        ["4k4/9/9/4P4/9/9/9/9/9 b 2G 1", "4k4/9/4P4/9/9/9/9/9/9 w 2G 1", "4k4/9/4+P4/9/9/9/9/9/9 w 2G 1"]
    {
        let other = rules.read(other).unwrap();
        assert!(!rules.follows(&position, &rules.pack(&other), true), "{other:?}");
        assert!(!rules.follows(&other, &rules.pack(&position), true), "{other:?}");
    }
}

/// One line serves many hands.
#[test]
fn certificates_use_it() {
    let text = "4k4/9/9/4S4/9/9/9/9/9 b 2R2B2G3S2N2L8P 1";
    let mut game = Tsume::from_sfen(text).unwrap();
    let heading = heading("shogi", "tsume", &game.position_text());
    let mut solver = Solver::new("df-pn+tca".parse().unwrap());
    let text = one(&mut solver, &mut game, &heading).expect("decided").expect("a certificate");
    assert!(text.contains("\t~"), "{text}");
    let checked = check(&text).unwrap();
    assert!(checked.positions > 1);
    // Each reference says which kind it is.
    assert!(check(&text.replace("\t~", "\t")).is_err());
}
