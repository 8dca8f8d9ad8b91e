//! Looks that are kept change nothing but the time.
//!
//! Claim: a search of a game that keeps what its rules have said of positions (`Game::KEEPS_LOOKS`) and one of
//! the same game that does not enter the same positions in the same order: equal counts of everything.

use phidelta::{Algorithm, Game, Limits, Solver, Stats, Wrapper};
use phidelta_games::graph::generate::{Shape, cyclic};
use phidelta_games::shogi::Tsume;

/// A game that keeps looks, or not.
struct Keeping<G, const KEEPS: bool>(G);

impl<G: Game, const KEEPS: bool> Wrapper for Keeping<G, KEEPS> {
    type Inner = G;
    const SEES_THROUGH: bool = true;
    const KEEPS_LOOKS: bool = KEEPS;

    fn inner(&self) -> &G {
        &self.0
    }

    fn inner_mut(&mut self) -> &mut G {
        &mut self.0
    }
}

/// What a search counts, and whether it is decided.
fn counts<G: Game>(algorithm: Algorithm, game: &mut G) -> (Stats, bool) {
    let limits = Limits::default().with_nodes(40_000);
    let mut solver = Solver::new(algorithm).memory(8 << 20).limits(limits).lines(false);
    let report = solver.solve(game).expect("the memory is there");
    (report.stats, report.verdict.is_decided())
}

fn same<G: Game + Clone>(name: &str, game: &G) -> bool {
    let algorithm: Algorithm = name.parse().expect("a name");
    let (with, decided) = counts(algorithm, &mut Keeping::<_, true>(game.clone()));
    let (without, _) = counts(algorithm, &mut Keeping::<_, false>(game.clone()));
    assert_eq!(with, without, "{name}");
    decided
}

#[test]
fn mates_take_the_same_nodes() {
    let suite = phidelta_games::suites::TSUME.text;
    let lines = suite.lines().filter(|line| !line.starts_with('#')).step_by(8);
    let (mut asked, mut decided) = (0, 0);
    for line in lines {
        let game = Tsume::from_sfen(line.split('\t').next().unwrap_or_default()).expect("a problem");
        // The legs of the relay share looks: PDS has other first numbers than the others.
        for name in ["df-pn+tca+snda+cap=64+eps=0.25+relay=1K", "df-pn+tca+wpns+immediate", "df-pn+tca+costs"]
        {
            asked += 1;
            decided += u32::from(same(name, &game));
        }
    }
    assert!(asked > 40 && decided * 2 > asked, "{decided} of {asked}");
}

#[test]
fn graphs_take_the_same_nodes() {
    for seed in 0..200 {
        let shape = Shape { nodes: 40, leaf: 0.1, largest_init: 6, ..Shape::default() };
        let graph = cyclic(&shape, seed);
        for name in
            ["df-pn+tca+snda+relay=20", "pds+tca", "pn-dfpn+tca+jobs=5", "df-pn(r)+immediate+mobility"]
        {
            same(name, &graph.game());
        }
    }
}
