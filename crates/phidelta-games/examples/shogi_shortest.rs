//! Shortest mates of a suite: lengths compared with `len=`, nodes and processor time.
//!
//! `cargo run --release -p phidelta-games --example shogi_shortest -- [off|strict|exact|loose] NODES MEBIBYTES FILE…`

use cpu_time::ProcessTime;
use phidelta::{Limits, Solver};
use phidelta_games::shogi::Tsume;
use phidelta_games::shogi::compose::{Futile, shortest};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let futile = match args.next().as_deref() {
        Some("strict") => Futile::Strict,
        Some("exact") => Futile::Exact,
        Some("loose") => Futile::Loose,
        _ => Futile::Off,
    };
    let nodes_each: u64 = args.next().ok_or("nodes a problem")?.parse()?;
    let memory: u64 = args.next().ok_or("memory in MiB")?.parse()?;
    for file in args {
        let (mut all, mut same, mut times, mut nodes) = (0, 0, Vec::new(), 0);
        for line in std::fs::read_to_string(&file)?.lines() {
            let mut parts = line.split('\t');
            let Some(Ok(game)) = parts.next().map(Tsume::from_sfen) else { continue };
            let notes: Vec<&str> = parts.collect();
            let note = |name: &str| notes.iter().find_map(|note| note.strip_prefix(name)).unwrap_or("?");
            let limits = Limits::default().with_nodes(nodes_each);
            let mut solver =
                Solver::new("df-pn+tca+snda+eps=0.25".parse()?).memory(memory << 20).limits(limits);
            let start = ProcessTime::now();
            let found = shortest(&mut solver, &game, futile, &mut ())?;
            let cpu = start.elapsed().as_secs_f64();
            all += 1;
            times.push(cpu);
            nodes += found.stats.nodes;
            let length = found.length().map_or("open".into(), |length| length.to_string());
            if length == note("len=") && found.line_complete {
                same += 1;
            } else {
                println!(
                    "{} len {} found {length} ({} to {:?}), line {}{}, {:?}, {} nodes, {cpu:.2} s",
                    note("id="),
                    note("len="),
                    found.least,
                    found.most,
                    found.line.len(),
                    if found.line_complete { "" } else { "…" },
                    found.verdict,
                    found.stats.nodes,
                );
            }
        }
        times.sort_by(f64::total_cmp);
        let (sum, last): (f64, f64) = (times.iter().sum(), times.last().copied().unwrap_or(0.0));
        println!(
            "{file}: {same} of {all} as noted, {nodes} nodes, {sum:.2} s, median {:.4} s, most {last:.2} s",
            times[times.len() / 2]
        );
    }
    Ok(())
}
