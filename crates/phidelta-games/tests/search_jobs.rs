//! PN-DFPN with a game's strengths: a job hands its children to the tree, also those that wait for a sibling, and
//! works on a path that the tree began. Either done wrong gives a wrong verdict.

use phidelta::{Game, Key, Limits, Outcome, Side, Solver, Verdict, mix};
use phidelta_games::shogi::{Position, Tsume};

/// Positions of games with mates of 3 plies and more, both sides attack.
const STARTS: [&str; 5] = [
    "ln1gkg1nl/6+P2/2sppps1p/2p3p2/p8/P1P1P3P/2NP1PP2/3s1KSR1/L1+b2G1NL w R2Pbgp 42",
    "ln1kg3+R/2s3g2/3p+B1l2/p1p1b4/5P3/2nSn1P2/P1GPKG2P/6s2/L1+n3+r2 b 4Psl6p 115",
    "l2gkg2l/2s3s2/p1nppp1pp/2p3p2/P4P1P1/4n3P/1PPPG1N2/1BKS2+s2/LN3+r3 w RBgl3p 72",
    "l5s2/9/1+LnkpG3/2pp1R1pp/3sKBrn1/PPP5P/4PP3/1G2G+l3/8L w 2S2Nbg7p 112",
    "7gk/9/6P1+P/9/9/9/9/9/9 b GSP2r2b2g3s4n4l15p 1",
];

/// Nodes of a search: most of these positions need some thousands.
const NODES: u64 = 50_000;

fn verdict(algorithm: &str, position: &Position) -> Verdict {
    let mut game = Tsume::new(position.clone()).expect("both kings, or the one to mate");
    let limits = Limits::default().with_nodes(NODES);
    let mut solver = Solver::new(algorithm.parse().expect("a name")).memory(16 << 20).limits(limits);
    solver.solve(&mut game).expect("memory").verdict
}

#[test]
fn jobs_of_any_size_agree_with_df_pn() {
    let mut state = 11u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let (mut proved, mut disproved) = (0, 0);
    for start in STARTS {
        for _ in 0..12 {
            let mut position = Position::from_sfen(start).expect(start);
            for _ in 0..2 * next(3) {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                position.play(moves[next(moves.len())]);
            }
            if Tsume::new(position.clone()).is_none() {
                continue;
            }
            let expected = verdict("df-pn+tca", &position);
            if !expected.is_decided() {
                continue;
            }
            proved += usize::from(expected.is_proved());
            disproved += usize::from(expected.is_disproved());
            for algorithm in ["pn-dfpn+jobs=10", "pn-dfpn+tca+snda+jobs=50", "pn-dfpn+jobs=1000"] {
                let found = verdict(algorithm, &position);
                assert!(!found.is_decided() || found == expected, "{algorithm}: {found} of {position}");
            }
        }
    }
    assert!(proved > 10 && disproved > 10, "{proved} {disproved}");
}

#[test]
fn the_longest_mate_of_all_is_not_denied() {
    let microcosmos =
        "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";
    let position = Position::from_sfen(microcosmos).expect("a position");
    for algorithm in ["pn-dfpn", "pn-dfpn+tca", "pn-dfpn+tca+snda", "pn-dfpn+jobs=10"] {
        assert!(!verdict(algorithm, &position).is_disproved(), "{algorithm}");
    }
}

/// Two corridors; the second one is looked at only after the first.
struct Corridors {
    wins: [bool; 2],
    line: Vec<u8>,
}

/// Longer than any job below.
const CORRIDOR: usize = 100;

impl Game for Corridors {
    type Move = u8;

    fn side(&self) -> Side {
        if self.line.len().is_multiple_of(2) { Side::Attacker } else { Side::Defender }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        out.extend(if self.line.is_empty() { &[0, 1][..] } else { &[0] });
    }

    fn play(&mut self, mv: u8) {
        self.line.push(mv);
    }

    fn undo(&mut self, _: u8) {
        self.line.pop();
    }

    fn outcome(&self) -> Option<Outcome> {
        let wins = self.line.first().is_some_and(|&first| self.wins[usize::from(first)]);
        (self.line.len() == CORRIDOR).then_some(if wins { Outcome::Win } else { Outcome::Loss })
    }

    fn key(&self) -> Key {
        mix((self.line.len() as u64) << 1 | u64::from(self.line.first() == Some(&1)))
    }

    const WAITING_MOVES: bool = true;

    fn waiting_moves(&self, moves: &[u8], wait: &mut [Option<u32>]) {
        if moves.len() > 1 {
            wait[1] = Some(0);
        }
    }
}

#[test]
fn a_move_that_waits_is_not_lost() {
    for wins in [[false, true], [true, false], [false, false]] {
        for algorithm in ["pn-dfpn+jobs=1", "pn-dfpn+jobs=7", "pn-dfpn+tca+jobs=40"] {
            let mut game = Corridors { wins, line: Vec::new() };
            let found =
                Solver::new(algorithm.parse().expect("a name")).solve(&mut game).expect("memory").verdict;
            assert_eq!(found.is_proved(), wins.contains(&true), "{algorithm} {wins:?}: {found}");
            assert!(found.is_decided(), "{algorithm} {wins:?}: {found}");
        }
    }
}
