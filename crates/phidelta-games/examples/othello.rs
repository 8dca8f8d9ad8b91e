//! Measures suites of Othello positions.
use cpu_time::ProcessTime;
use phidelta::{Goal, Solver};
use phidelta_games::othello::*;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let algorithm = &args[2];
    let env = |name: &str, or: u32| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(or);
    let (low, high, last) = (env("LOW", 0), env("HIGH", 64), env("LAST", LAST_SQUARES));
    let show = env("SHOW", 0) == 1;
    let memory = u64::from(env("MEM", 1024)) << 20;
    let limit = env("LIMIT", 0);
    let (mut solved, mut wrong, mut nodes, mut count, mut expansions, mut search) =
        (0, 0, 0u64, 0, 0u64, 0.0);
    let start = ProcessTime::now();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    for (number, line) in text.lines().enumerate().filter(|(_, l)| !l.starts_with('%') && !l.is_empty()) {
        let exact: i32 =
            line.split("exact=").nth(1).unwrap().split_whitespace().next().unwrap().parse().unwrap();
        let (mut x, mut o) = (0u64, 0u64);
        for (i, c) in line.bytes().take(64).enumerate() {
            match c {
                b'X' => x |= 1 << i,
                b'O' => o |= 1 << i,
                _ => {}
            }
        }
        let side = if line.as_bytes()[65] == b'X' { Color::Black } else { Color::White };
        let position = Position::new(Size::Eight, x, o, side);
        if position.empties() < low || position.empties() > high {
            continue;
        }
        count += 1;
        let before = ProcessTime::now();
        let mut limits = phidelta::Limits::default();
        if limit > 0 {
            limits.time = Some(std::time::Duration::from_millis(limit.into()));
        }
        let mut solver = Solver::new(algorithm.parse().unwrap()).memory(memory).limits(limits);
        let mut here = 0;
        let mut value = None;
        for goal in [Goal::Win, Goal::Draw] {
            let mut game = Othello::new(position).with_goal(goal).with_last_squares(last);
            let report = if env("LINES", 1) == 0 {
                solver.inquiry().ask(&mut game, &mut ()).unwrap()
            } else {
                solver.solve(&mut game).unwrap()
            };
            here += report.stats.nodes;
            search += report.elapsed.as_secs_f64();
            expansions += report.stats.expansions;
            if !report.verdict.is_decided() {
                break;
            }
            if report.verdict.is_proved() {
                value = Some(if goal == Goal::Win { 1 } else { 0 });
                break;
            }
            if goal == Goal::Draw {
                value = Some(-1);
            }
        }
        nodes += here;
        if let Some(value) = value {
            solved += 1;
            if value != exact.signum() {
                wrong += 1;
                println!("WRONG line {} {value} {exact}", number + 1);
            }
        }
        if show {
            println!(
                "{} {} {:?} {} {:.2}ms",
                number + 1,
                position.empties(),
                value,
                here,
                before.elapsed().as_secs_f64() * 1e3
            );
        }
    }
    let time = start.elapsed().as_secs_f64();
    println!(
        "{algorithm} last={last}: {solved}/{count} wrong {wrong} nodes {nodes} engine {expansions} cpu {time:.3}s search {search:.3} {:.1} Mn/s",
        nodes as f64 / time / 1e6
    );
}
