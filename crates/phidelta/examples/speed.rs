//! scratch
#[path = "../benches/synthetic/mod.rs"]
mod synthetic;
use phidelta::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let mem: u64 = a[2].parse::<u64>().unwrap() << 20;
    let nodes: u64 = a[3].parse().unwrap();
    let width = a.get(4).map_or(u64::MAX, |w| w.parse().unwrap());
    let acyclic = a.get(5).is_some();
    let mut s = Solver::new(a[1].parse().unwrap())
        .memory(mem)
        .limits(Limits { nodes: Some(nodes), ..Default::default() });
    let (r, t);
    if acyclic {
        let mut g = synthetic::Synthetic::<true>::new(5, width, 7);
        let t0 = std::time::Instant::now();
        r = s.solve(&mut g).unwrap();
        t = t0.elapsed();
    } else {
        let mut g = synthetic::Synthetic::<false>::new(5, width, 7);
        let t0 = std::time::Instant::now();
        r = s.solve(&mut g).unwrap();
        t = t0.elapsed();
    }
    println!(
        "{} {}M: {:?} {:?} {:.2} M/s used {:.2} {:?}",
        a[1],
        a[2],
        r.verdict,
        r.numbers,
        r.stats.nodes as f64 / t.as_secs_f64() / 1e6,
        r.table_used,
        r.stats
    );
}
