//! Measurements on files of LOA positions.
use cpu_time::ProcessTime;
use phidelta::{Algorithm, Game, Goal, Key, Limits, Outcome, Repetition, Side, Solver};
use phidelta_games::loa::{History, Loa, Move, Rules};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut limit, mut memory, mut verbose) = (20_000_000u64, 256u64, false);
    let (mut names, mut files, mut blind) = (Vec::new(), Vec::new(), false);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--nodes" => limit = args.next().unwrap().parse()?,
            "--memory" => memory = args.next().unwrap().parse()?,
            "-v" => verbose = true,
            "--file" => files.push(args.next().unwrap()),
            "--blind" => blind = true,
            name => names.push(name.to_string()),
        }
    }
    let mut lines = Vec::new();
    for file in files {
        for line in std::fs::read_to_string(file)?.lines().filter(|l| !l.starts_with('%') && !l.is_empty()) {
            let (position, note) = line.split_once(';').unwrap();
            let noted: u64 =
                note.split("dfpn_nodes=").nth(1).unwrap().split_whitespace().next().unwrap().parse()?;
            lines.push((position.to_string(), noted));
        }
    }
    for name in names {
        {
            let algorithm: Algorithm = name.parse()?;
            let limits = Limits { nodes: Some(limit), ..Limits::default() };
            let mut solver = Solver::new(algorithm).memory(memory << 20).limits(limits);
            let (mut nodes, mut noted, mut cpu, mut solved, mut other, mut worst) = (0, 0, 0.0, 0, 0, 0.0f64);
            for (text, note) in &lines {
                let mut game = Loa::new(&History::from_text(text, Rules::default())?);
                solver.forget();
                let start = ProcessTime::now();
                let report = if blind { solver.solve(&mut Blind(game))? } else { solver.solve(&mut game)? };
                cpu += start.elapsed().as_secs_f64();
                nodes += report.stats.nodes;
                noted += note;
                worst = worst.max(report.stats.nodes as f64 / *note as f64);
                if report.verdict.is_proved() {
                    solved += 1
                } else {
                    other += 1;
                    println!("{text} {:?}", report.verdict)
                }
                if verbose {
                    println!(
                        "{text} {:?} {} noted {note} line {} {}",
                        report.verdict,
                        report.stats.nodes,
                        report.line.len(),
                        report.line_complete
                    );
                }
            }
            println!(
                "{name:<34} proved {solved} other {other} nodes {nodes:>10} ratio {:.3} worst {worst:.1} cpu {cpu:.2} {:.2} M/s",
                nodes as f64 / noted as f64,
                nodes as f64 / cpu / 1e6
            );
        }
    }
    Ok(())
}

struct Blind(Loa);
impl Game for Blind {
    type Move = Move;
    const HINTS: bool = false;
    fn side(&self) -> Side {
        self.0.side()
    }
    fn moves(&self, out: &mut Vec<Move>) {
        self.0.moves(out)
    }
    fn play(&mut self, mv: Move) {
        self.0.play(mv)
    }
    fn undo(&mut self, mv: Move) {
        self.0.undo(mv)
    }
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
    fn key(&self) -> Key {
        self.0.key()
    }
    fn key_after(&mut self, mv: Move) -> Key {
        self.0.key_after(mv)
    }
    fn goal(&self) -> Goal {
        self.0.goal()
    }
    fn repetition(&self) -> Repetition {
        self.0.repetition()
    }
}
