//! What each technique of the mate solver is worth: the same problems with one of them left out.
//!
//! `cargo run --release -p phidelta-games --example shogi_techniques -- FILE [--nodes N] [--memory MIB]
//! [--only-full] [--only WORDS] [--each] [--algorithm NAME] [--model FILE] [--by-hand] [--train FILE]`
//!
//! The file has an SFEN a line; what follows a tab is a note. For each row all problems are solved anew,
//! each with the node limit: how many are decided, and with how many nodes. Problems that hit the limit
//! count with the limit. `--only` takes the rows with these words in their name. `--each` prints
//! every problem: its note up to the next tab, the verdict, the nodes, microseconds of processor time.
//! `--algorithm` is another search for the row in which nothing is left out. First numbers are those that
//! ship; `--model` takes others, `--by-hand` the ones made by hand, `--train` those that the problems of another
//! file teach: trained on one set and judged on another.
//!
//! *Played* are the moves made on the board, for entering a position and for a look at a new one (mate in
//! one): what programs count as nodes that count in the routine that makes a move.

use std::cell::Cell;
use std::sync::Arc;

use cpu_time::ProcessTime;
use phidelta::{Game, Hint, Limits, Report, Shortcut, Side, Solver, Wrapper};
use phidelta_games::learn::ShogiCounts;
use phidelta_games::shogi::{FirstNumbers, Move, SfenError, Tsume};

thread_local! {
    /// Moves made on the board.
    static PLAYED: Cell<u64> = const { Cell::new(0) };
}

fn count_move() {
    PLAYED.with(|played| played.set(played.get() + 1));
}

/// A mate problem without some of its strengths.
struct Less<const DOMINANCE: bool, const WAITING: bool, const HINTS: bool>(Tsume);

impl<const DOMINANCE: bool, const WAITING: bool, const HINTS: bool> Wrapper
    for Less<DOMINANCE, WAITING, HINTS>
{
    type Inner = Tsume;
    const SEES_THROUGH: bool = true;
    const RESOURCES: bool = DOMINANCE;
    const WAITING_MOVES: bool = WAITING;
    const HINTS: bool = HINTS;

    fn inner(&self) -> &Tsume {
        &self.0
    }
    fn inner_mut(&mut self) -> &mut Tsume {
        &mut self.0
    }
    fn play(&mut self, mv: Move) {
        count_move();
        self.0.play(mv);
    }
    fn shortcut(&mut self) -> Option<Shortcut> {
        if HINTS { self.0.shortcut() } else { None }
    }
    fn hint_after(&mut self, mv: Move) -> Hint {
        if self.0.side() == Side::Defender {
            count_move(); // behind an evasion there may be a mate in one; a check is not played
        }
        self.0.hint_after(mv)
    }
}

/// The search as shogi has it by default.
const FULL: &str = "df-pn+tca+snda+eps=0.25";

/// Nodes of a problem that is learned from.
const TRAINING_NODES: u64 = 60_000;

/// The problems of a file, each with its note.
fn read(file: &str) -> Result<Vec<(String, Tsume)>, Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(file)?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let problems = lines.map(|line| {
        let mut words = line.split('\t');
        let game = Tsume::from_sfen(words.next().unwrap_or_default())?;
        Ok((words.next().unwrap_or("-").to_string(), game))
    });
    Ok(problems.collect::<Result<Vec<_>, SfenError>>()?)
}

/// What the problems of a file teach.
fn train(file: &str) -> Result<FirstNumbers, Box<dyn std::error::Error>> {
    let mut counts = ShogiCounts::default();
    for (_, problem) in read(file)? {
        counts.watch(&problem.with_first_numbers(None), TRAINING_NODES);
    }
    println!("{} positions to learn from", counts.positions());
    Ok(counts.numbers())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut file, mut nodes, mut memory, mut only_full) = (None, 300_000u64, 512u64, false);
    let (mut only, mut each, mut full) = (String::new(), false, FULL.to_string());
    let mut first = None;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--nodes" => nodes = args.next().unwrap_or_default().parse()?,
            "--memory" => memory = args.next().unwrap_or_default().parse()?,
            "--only-full" => only_full = true,
            "--each" => each = true,
            "--algorithm" => full = args.next().unwrap_or_default(),
            "--by-hand" => first = Some(None),
            "--model" => {
                let bytes = std::fs::read(args.next().unwrap_or_default())?;
                first = Some(Some(Arc::new(FirstNumbers::from_bytes(&bytes)?)));
            }
            "--train" => first = Some(Some(Arc::new(train(&args.next().unwrap_or_default())?))),
            "--only" => only = args.next().unwrap_or_default(),
            name => file = Some(name.to_string()),
        }
    }
    let mut problems = read(&file.ok_or("expected a file with an SFEN a line")?)?;
    if let Some(first) = first {
        let taken = |(note, game): (String, Tsume)| (note, game.with_first_numbers(first.clone()));
        problems = problems.into_iter().map(taken).collect();
    }
    println!("{} problems, {nodes} nodes each at most", problems.len());
    println!("{:<40} {:>7} {:>12} {:>12} {:>8}", "left out", "decided", "nodes", "played", "CPU s");
    let run = Comparison { problems, nodes, memory, only, each };
    run.row("nothing", &full, Less::<true, true, true>)?;
    if only_full {
        return Ok(());
    }
    run.row("hand dominance", FULL, Less::<false, true, true>)?;
    run.row("waiting interpositions and promotions", FULL, Less::<true, false, true>)?;
    run.row("mate in one, no check, estimates", FULL, Less::<true, true, false>)?;
    run.row("estimates", "df-pn+tca+snda+eps=0.25+unit", Less::<true, true, true>)?;
    run.row("1+eps", "df-pn+tca+snda", Less::<true, true, true>)?;
    run.row("the cure for merging lines (SNDA)", "df-pn+tca+eps=0.25", Less::<true, true, true>)?;
    run.row("the cure for cycles (TCA)", "df-pn+snda+eps=0.25", Less::<true, true, true>)?;
    run.row("everything: plain df-pn", "df-pn+unit", Less::<false, false, false>)?;
    Ok(())
}

struct Comparison {
    /// Each with its note.
    problems: Vec<(String, Tsume)>,
    nodes: u64,
    /// MiB.
    memory: u64,
    /// What the names of the rows must contain.
    only: String,
    /// Whether every problem is printed.
    each: bool,
}

impl Comparison {
    fn row<G: Game>(
        &self,
        name: &str,
        algorithm: &str,
        make: impl Fn(Tsume) -> G,
    ) -> Result<(), Box<dyn std::error::Error>> {
        if !name.contains(&self.only) {
            return Ok(());
        }
        let start = ProcessTime::now();
        PLAYED.set(0);
        let (mut decided, mut nodes) = (0, 0);
        for (note, problem) in &self.problems {
            let limits = Limits::default().with_nodes(self.nodes);
            let mut solver =
                Solver::new(algorithm.parse()?).memory(self.memory << 20).limits(limits).lines(false);
            let begun = ProcessTime::now();
            let report = solver.solve(&mut make(problem.clone()))?;
            decided += u32::from(report.verdict.is_decided());
            nodes += report.stats.nodes;
            if self.each {
                let Report { verdict, stats, .. } = report;
                println!("{note}\t{verdict}\t{}\t{}", stats.nodes, begun.elapsed().as_micros());
            }
        }
        let (played, seconds) = (PLAYED.get(), start.elapsed().as_secs_f64());
        println!("{name:<40} {decided:>7} {nodes:>12} {played:>12} {seconds:>8.1}");
        Ok(())
    }
}
