//! A whole game and the questions one asks about it, in 60 lines: take one, two or three from a heap; whoever
//! takes the last one wins.
//!
//! `cargo run --release -p phidelta --example first_game`

use phidelta::{Game, Key, Outcome, Side, Solver, mix};

/// A position: what is left, and whether the attacker is to move.
struct Heap {
    left: u32,
    attacker: bool,
}

impl Game for Heap {
    type Move = u32;

    /// A heap only shrinks: no position occurs twice.
    const ACYCLIC: bool = true;

    fn side(&self) -> Side {
        if self.attacker { Side::Attacker } else { Side::Defender }
    }

    fn moves(&self, out: &mut Vec<u32>) {
        out.extend(1..=self.left.min(3));
    }

    fn play(&mut self, taken: u32) {
        self.left -= taken;
        self.attacker = !self.attacker;
    }

    fn undo(&mut self, taken: u32) {
        self.left += taken;
        self.attacker = !self.attacker;
    }

    fn outcome(&self) -> Option<Outcome> {
        // Whoever would be to move has lost: the other took the last one.
        let lost = if self.attacker { Outcome::Loss } else { Outcome::Win };
        (self.left == 0).then_some(lost)
    }

    fn key(&self) -> Key {
        mix(u64::from(self.left) << 1 | u64::from(self.attacker))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut solver = Solver::new("df-pn".parse()?);
    for left in 1..=12 {
        let report = solver.solve(&mut Heap { left, attacker: true })?;
        println!("{left:2}: {}, {} nodes, line {:?}", report.verdict, report.stats.nodes, report.line);
        assert_eq!(report.verdict.is_proved(), left % 4 != 0);
    }
    Ok(())
}
