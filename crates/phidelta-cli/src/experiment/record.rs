//! One finished run as a line of JSON, and what makes two runs the same.
//!
//! Invariant: a record that is written is read back as an equal one; it names neither the machine nor
//! any path on it.

use std::sync::OnceLock;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::grid::Setting;
use super::suite::{Item, Suite};

/// A finished run.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    /// What was to be done.
    #[serde(flatten)]
    pub(super) key: Key,
    /// What came out.
    #[serde(flatten)]
    pub(super) outcome: Outcome,
    /// Where.
    pub(super) machine: Machine,
}

/// What makes two runs the same.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
pub(super) struct Key {
    pub(super) game: String,
    pub(super) goal: Option<String>,
    pub(super) problem: String,
    pub(super) algorithm: String,
    /// Nodes it might take.
    pub(super) limit_nodes: u64,
    /// Wall time it might take, in milliseconds.
    pub(super) limit_ms: Option<u64>,
    /// Bytes.
    pub(super) memory: u64,
    /// Of this program.
    pub(super) version: String,
}

impl Key {
    /// The run of one problem with one setting.
    pub(super) fn of(suite: &Suite, item: &Item, setting: &Setting) -> Key {
        Key {
            game: suite.game.clone(),
            goal: suite.goal.clone(),
            problem: item.position.clone(),
            algorithm: setting.algorithm.clone(),
            limit_nodes: setting.nodes,
            limit_ms: setting.time.map(|time| time.as_millis() as u64),
            memory: setting.memory,
            version: env!("CARGO_PKG_VERSION").into(),
        }
    }

    pub(super) fn time(&self) -> Option<Duration> {
        self.limit_ms.map(Duration::from_millis)
    }
}

/// What a run found and what it took.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize, Debug)]
pub(super) struct Outcome {
    /// "proved", "disproved" or "unknown".
    pub(super) verdict: String,
    /// Why it is unknown.
    pub(super) reason: Option<String>,
    /// Where the value was asked for and found.
    pub(super) value: Option<String>,
    /// The common measure.
    pub(super) nodes: u64,
    /// What the paper of the algorithm counts.
    pub(super) counted: u64,
    pub(super) expansions: u64,
    pub(super) revisits: u64,
    pub(super) loops_cut: u64,
    pub(super) merges_found: u64,
    pub(super) max_depth: u64,
    /// Wall or processor time of the search, whichever is less: a paused process does not count.
    pub(super) seconds: f64,
    pub(super) table_bytes: u64,
    pub(super) table_used: f64,
    /// What a study of many graphs has counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) graphs: Option<Graphs>,
}

/// Many graphs in one run.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub(super) struct Graphs {
    /// Graphs with a cycle.
    pub(super) graphs: u64,
    /// Those that were not solved within the limit.
    pub(super) unsolved: u64,
    /// Those whose verdict was wrong: must be 0.
    pub(super) wrong: u64,
    /// The most nodes that a solved one took.
    pub(super) most_nodes: u64,
    /// The first unsolved one, in the form that `phidelta solve graph` reads.
    pub(super) example: Option<String>,
}

impl Outcome {
    pub(super) fn is_solved(&self) -> bool {
        self.verdict != "unknown"
    }
}

/// The machine, as far as times depend on it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub(super) struct Machine {
    pub(super) cpu: String,
    pub(super) cores: usize,
    /// Bytes; 0 where the system does not tell.
    pub(super) memory: u64,
    pub(super) system: String,
}

impl Machine {
    /// This one.
    pub(super) fn here() -> &'static Machine {
        static HERE: OnceLock<Machine> = OnceLock::new();
        HERE.get_or_init(|| {
            let field = |file: &str, name: &str| {
                let text = std::fs::read_to_string(file).unwrap_or_default();
                let line = text.lines().find(|line| line.starts_with(name))?;
                Some(line.split_once(':')?.1.trim().to_string())
            };
            let kib = field("/proc/meminfo", "MemTotal");
            let kib = kib.and_then(|text| text.split(' ').next()?.parse::<u64>().ok()).unwrap_or(0);
            Machine {
                cpu: field("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown".into()),
                cores: std::thread::available_parallelism().map_or(1, usize::from),
                memory: kib << 10,
                system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_back_as_it_was_written() {
        let key = Key {
            game: "shogi".into(),
            goal: None,
            problem: "9/8k/9/8P/9/9/9/9/9 b 2G 1".into(),
            algorithm: "df-pn".into(),
            limit_nodes: 7,
            limit_ms: Some(10),
            memory: 1 << 20,
            version: "0".into(),
        };
        let graphs = Some(Graphs { graphs: 3, example: Some("{}".into()), ..Graphs::default() });
        for graphs in [None, graphs] {
            let outcome = Outcome { verdict: "proved".into(), seconds: 0.25, graphs, ..Outcome::default() };
            let record = Record { key: key.clone(), outcome, machine: Machine::here().clone() };
            let text = serde_json::to_string(&record).unwrap();
            assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), record, "{text}");
        }
        assert!(Machine::here().cores > 0);
    }
}
