//! The project's own chores: `cargo xtask test`, `cargo xtask fuzz-graphs`.

mod fuzz_graphs;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let count = args.get(1).and_then(|s| s.parse().ok()).unwrap_or(1000);
    fuzz_graphs::run(count, 1, args.get(2).map(|s| s.as_str()), true)
}
