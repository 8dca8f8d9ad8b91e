//! No verdict depends on what was learned: models of random numbers, random first numbers and random orders give
//! the answers that none gives.

use std::sync::Arc;

use phidelta::{Algorithm, Game, Limits, Numbers, Repetition, Solver, Wrapper, mix};
use phidelta_games::connect4::ConnectFour;
use phidelta_games::graph::generate::{self, Shape};
use phidelta_games::graph::retrograde;
use phidelta_games::learn::Model;
use phidelta_games::loa::{History, Loa, Rules};
use phidelta_games::othello::{Othello, Position, Size, Weights, score};
use phidelta_games::shogi::{FirstNumbers, Tsume};
use phidelta_games::uttt::{self, Uttt};

fn solver(name: &str) -> Solver {
    let algorithm: Algorithm = name.parse().expect("a name");
    Solver::new(algorithm).memory(16 << 20).limits(Limits::default().with_nodes(3_000_000))
}

/// Bytes from a seed.
fn bytes(seed: u64, count: usize) -> Vec<u8> {
    (0..count as u64).map(|i| mix(seed << 40 | i) as u8).collect()
}

/// A game whose first numbers, edge costs and orders are thrown by dice: what a model could at worst be.
struct Dice<G> {
    game: G,
    seed: u64,
}

impl<G: Game> Dice<G> {
    fn throw(&self, more: u64) -> u64 {
        mix(self.seed ^ self.game.key() as u64 ^ more.wrapping_mul(0x9e37_79b9_7f4a_7c15)) as u64
    }
}

impl<G: Game> Wrapper for Dice<G> {
    type Inner = G;
    const HINTS: bool = true;
    const ORDERED: bool = true;

    fn inner(&self) -> &G {
        &self.game
    }

    fn inner_mut(&mut self) -> &mut G {
        &mut self.game
    }

    /// Mostly small, now and then as large as a byte of a model.
    fn estimate(&self) -> Numbers {
        let dice = self.throw(1);
        let number = |bits: u64| {
            if bits.is_multiple_of(8) { 1 + (bits >> 8 & 255) as u32 } else { 1 + (bits >> 8 & 7) as u32 }
        };
        Numbers::new(number(dice & 0xffff), number(dice >> 16 & 0xffff))
    }

    fn move_priorities(&mut self, moves: &[G::Move], out: &mut Vec<i32>) -> u64 {
        out.extend((0..moves.len() as u64).map(|index| self.throw(index + 2) as i32 >> 8));
        0
    }
}

#[test]
fn othello() {
    let weights = |size: Size, name: &str, seed: u64| {
        let model = Model::new(name, "dice", bytes(seed, Weights::bytes(size)));
        Some(Arc::new(Weights::from_bytes(&model.to_bytes()).expect("as many as are needed")))
    };
    for (text, size, name) in [
        ("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", Size::Eight, "othello 8x8"),
        ("--OXXX--OOOXXX--OOOXOXO-OOXOOOX-OOXXXXXXXOOXXOX--OOOOX---XXXXXX- X", Size::Eight, "othello 8x8"),
        ("-OXX---XXXX-XOXXXOXOXXOO-OXOO--OOO-- X", Size::Six, "othello 6x6"),
    ] {
        let position = Position::from_text(text).expect("a position");
        let plain = Othello::new(position).with_weights(None);
        let value = solver("alpha-beta").value(&mut plain.clone()).expect("an answer").value();
        assert!(value.is_some(), "{text}");
        let exact = score(&mut solver("alpha-beta"), &plain, &mut ()).expect("a score").score();
        for seed in 1..4 {
            let mut game = Othello::new(position).with_weights(weights(size, name, seed));
            for search in ["alpha-beta", "df-pn"] {
                assert_eq!(
                    solver(search).value(&mut game).expect("an answer").value(),
                    value,
                    "{text} {seed}"
                );
            }
            let scored = score(&mut solver("alpha-beta"), &game, &mut ()).expect("a score");
            assert_eq!(scored.score(), exact, "{text} {seed}");
        }
    }
}

#[test]
fn shogi() {
    let (mut asked, mut decided) = (0, 0);
    for text in [
        "9/8k/9/8P/9/9/9/9/9 b 2G 1",
        "9/8k/9/8P/9/9/9/9/9 b G 1",
        "7gk/9/6P1+P/9/9/9/9/9/9 b GSP 1",
        "4k4/9/9/9/9/9/9/9/9 b G 1",
    ] {
        let plain = Tsume::from_sfen(text).expect("a position").with_first_numbers(None);
        for name in ["df-pn+tca+snda+cap=64+eps=0.25+relay=100K", "pds+tca+game"] {
            let truth = solver(name).solve(&mut plain.clone()).expect("an answer").verdict;
            assert!(truth.is_decided(), "{text}");
            for seed in 1..6 {
                let numbers = bytes(seed, 2 * FirstNumbers::CELLS);
                let numbers: Vec<[u8; 2]> = numbers.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
                let first = FirstNumbers::from_numbers(&numbers).map(Arc::new);
                let mut game = plain.clone().with_first_numbers(first);
                let found = solver(name).solve(&mut game).expect("an answer").verdict;
                // Dice may cost so many nodes that it stays open.
                assert!(found == truth || !found.is_decided(), "{text} {name} {seed}: {found:?}");
                (asked, decided) = (asked + 1, decided + i32::from(found.is_decided()));
            }
        }
    }
    assert!(4 * decided >= 3 * asked, "{decided} of {asked}");
}

/// The verdict without a model and with dice in its place, by several searches.
fn same_with_dice<G: Game + Clone>(game: &G, names: &[&str], what: &str) {
    let (mut asked, mut decided) = (0, 0);
    for &name in names {
        let truth = solver(name).solve(&mut game.clone()).expect("an answer").verdict;
        assert!(truth.is_decided(), "{what} {name}");
        for seed in 1..4 {
            let mut thrown = Dice { game: game.clone(), seed };
            let found = solver(name).solve(&mut thrown).expect("an answer").verdict;
            assert!(found == truth || !found.is_decided(), "{what} {name} {seed}: {found:?}");
            (asked, decided) = (asked + 1, decided + i32::from(found.is_decided()));
        }
    }
    // Dice cost nodes, and now and then all that there are.
    assert!(2 * decided >= asked, "{what}: {decided} of {asked}");
}

#[test]
fn other_games() {
    for text in ["5x4:33", "4x4:", "4x4k3:1"] {
        let game = ConnectFour::from_text(text).expect("a position");
        same_with_dice(&game, &["alpha-beta", "df-pn+eps=0.25", "pds"], text);
    }
    for text in [
        "X;X..OO.XO@;X.XOXOOXX/OOXXX...O/OXOX..XXO/OXXXO.OXO/O..OX.O../.O.XOXX.O/XXO.XOO.X/O...OO..O/XO.O.XXX.",
        "X;XOXOO.OX@;OXXXX.X.X/OXO.O.XXO/X.OOXOO.X/XOOOXOX.O/X...O.OOO/O.XXOXOX./OXOX.OXOO/OOXOXXX../XOX.XO.X.",
    ] {
        let game = Uttt::new(uttt::Position::from_text(text).expect("a position"));
        same_with_dice(&game, &["df-pn+eps=0.25", "pn*", "alpha-beta"], text);
    }
    let text = "----X-X---O---------XO----OX-X-----OX-----X--X--------------X--- O";
    let game = Loa::new(&History::from_text(text, Rules::default()).expect("a position"));
    same_with_dice(&game, &["df-pn+tca+eps=0.5+immediate", "df-pn+tca+wpns"], text);
}

#[test]
fn graphs_with_cycles() {
    let names = ["df-pn+tca", "df-pn(r)", "df-pn+tca+snda", "pds+tca+game", "pn", "alpha-beta"];
    let mut checked = 0;
    for seed in 0..60 {
        for repetition in [Repetition::AttackerFails, Repetition::DefenderFails] {
            let shape = Shape { nodes: 24, draw: 0.2, repetition, ..Shape::default() };
            let graph = generate::cyclic(&shape, seed);
            let truth = retrograde::solve(&graph)[graph.root() as usize];
            for name in names {
                let mut game = Dice { game: graph.game(), seed };
                let found = solver(name).solve(&mut game).expect("an answer").verdict;
                if found.is_decided() {
                    assert_eq!(found.is_proved(), truth, "{name}, graph {seed}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 600, "{checked}");
}
