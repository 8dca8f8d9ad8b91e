//! Checkpoints that were damaged on the way: all of them have to be refused.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use phidelta::{Checkpoint, Checkpoints, Game, Keeper, Limits, Pace, Solver};
use phidelta_games::connect4::ConnectFour;
use phidelta_games::graph::generate::{Shape, cyclic};
use phidelta_games::shogi::Tsume;

use crate::algorithms::named;

/// Keeps the last checkpoint.
#[derive(Clone, Default)]
struct Last(Arc<Mutex<Vec<u8>>>);

impl Keeper for Last {
    fn keep(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> bool {
        let mut bytes = Vec::new();
        let whole = write(&mut bytes).is_ok();
        *self.0.lock().expect("one thread") = bytes;
        whole
    }
}

/// The checkpoint of a search that was stopped after some nodes.
fn written<G: Game>(name: &str, pace: Pace, nodes: u64, game: &mut G) -> Vec<u8> {
    let last = Last::default();
    let limits = Limits::default().with_nodes(nodes);
    let solver = Solver::new(named(name)).memory(4 << 20).limits(limits);
    let mut solver = solver.checkpoints(Checkpoints::new(pace, "a subject", last.clone()));
    solver.solve(game).expect("the memory is there");
    let bytes = last.0.lock().expect("one thread").clone();
    assert!(!bytes.is_empty(), "{name}: written at its end");
    bytes
}

/// Checkpoints of every family of searches, in both forms, of several games.
pub fn samples() -> Vec<Vec<u8>> {
    let graph = cyclic(&Shape { nodes: 2000, leaf: 0.05, ..Shape::default() }, 5);
    let mut mate = Tsume::from_sfen("4k4/9/9/4P4/9/9/9/9/9 b 2G2S 1").expect("a problem");
    let mut four = ConnectFour::from_text("7x6:4").expect("a position");
    let names = [
        "df-pn+tca+snda",
        "df-pn+tca+relay=50",
        "pn",
        "pn2",
        "pds-pn+tca",
        "pn-dfpn+tca+jobs=20",
        "alpha-beta",
    ];
    let mut all = Vec::new();
    for name in names {
        for pace in [Pace::Nodes(100), Pace::Time(std::time::Duration::from_secs(3600))] {
            all.push(written(name, pace, 250, &mut graph.game()));
            all.push(written(name, pace, 15, &mut mate));
            all.push(written(name, pace, 400, &mut four));
        }
    }
    all
}

/// Damages a file in one way of many.
pub fn damaged(file: &[u8], rng: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = file.to_vec();
    let at = rng.usize(..bytes.len());
    match rng.u8(..8) {
        0 | 1 => bytes[at] ^= 1 << rng.u8(..8),
        2 | 3 => bytes[at] ^= rng.u8(1..),
        4 => bytes.truncate(at),
        5 => bytes.insert(at, rng.u8(..)),
        6 => {
            let end = at + 1 + rng.usize(..64.min(bytes.len() - at));
            bytes.drain(at..end);
        }
        _ => {
            // A run of zeros, as a disk leaves where nothing was written.
            let end = (at + rng.usize(1..4096)).min(bytes.len());
            bytes[at..end].fill(0);
        }
    }
    bytes
}

/// Whether a file can be read to its end.
pub fn is_whole(bytes: &[u8]) -> bool {
    Checkpoint::open(bytes).and_then(Checkpoint::check).is_ok()
}

/// Damages samples so many times. Says which was not refused.
pub fn damage(count: u64, seed: u64) -> Result<u64, String> {
    let samples = samples();
    if let Some(bad) = samples.iter().position(|sample| !is_whole(sample)) {
        return Err(format!("sample {bad} is refused although nothing is wrong with it"));
    }
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut refused = 0;
    for number in 0..count {
        let sample = &samples[rng.usize(..samples.len())];
        let bytes = damaged(sample, &mut rng);
        if bytes == *sample {
            continue; // zeros were zeros before
        }
        if is_whole(&bytes) {
            return Err(format!("number {number} of seed {seed} was not refused"));
        }
        refused += 1;
    }
    Ok(refused)
}

/// Bytes of a section beside its contents: name and length before, the sum behind.
const FRAME: usize = 12;

/// Makes the sums of a damaged file fit again, as far as it still has sections: what stands behind the sums is
/// reached, too.
pub fn resealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let (mut at, mut sums, mut sections) = (8, crc32fast::Hasher::new(), 0u64);
    while let Some(head) = bytes.get(at..at + 8) {
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        if &head[..4] == b"FOOT" || bytes.len() < at + FRAME + length {
            break;
        }
        let sum = crc32fast::hash(&bytes[at..at + 8 + length]).to_le_bytes();
        bytes[at + 8 + length..at + FRAME + length].copy_from_slice(&sum);
        sums.update(&sum);
        sections += 1;
        at += FRAME + length;
    }
    bytes.truncate(at);
    let mut foot = Vec::new();
    for mut number in [sections, at as u64] {
        while number >= 0x80 {
            foot.push(number as u8 | 0x80);
            number >>= 7;
        }
        foot.push(number as u8);
    }
    foot.extend(sums.finalize().to_le_bytes());
    let mut section = [&b"FOOT"[..], &(foot.len() as u32).to_le_bytes(), &foot].concat();
    section.extend(crc32fast::hash(&section).to_le_bytes());
    bytes.extend(section);
    bytes
}

/// Damages samples and makes their sums fit: no reader may panic, whatever it says. Returns how many were
/// read to their end.
pub fn forge(count: u64, seed: u64) -> u64 {
    let samples = samples();
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut read = 0;
    for _ in 0..count {
        let sample = &samples[rng.usize(..samples.len())];
        let bytes = resealed(damaged(sample, &mut rng));
        read += u64::from(is_whole(&bytes));
        if let Ok(checkpoint) = Checkpoint::open(&bytes[..]) {
            // Its table is set up, too; nothing is searched with what somebody has made up.
            let name = checkpoint.head().algorithm.parse().unwrap_or_else(|_| named("pn"));
            let _ = Solver::new(name).memory(4 << 20).resume(checkpoint);
        }
    }
    read
}
