//! The options a user can set in a graphical program.
//!
//! Invariant: a value that is refused leaves the option as it was, and what an option says of itself
//! (its range, its default) is what it accepts and begins with.

use std::time::Duration;

use phidelta::Algorithm;
use phidelta_desk::text::cut;
use phidelta_desk::{Futile, Request};

use crate::size::MOST_THREADS;

/// Memory of a search in MiB.
const HASH: Spin = Spin { name: "USI_Hash", default: 256, least: 1, most: 131_072 };
/// Searching threads.
const THREADS: Spin = Spin { name: "Threads", default: 1, least: 1, most: MOST_THREADS as u64 };
/// Milliseconds between two `info` lines; at most an hour.
const PV_INTERVAL: Spin = Spin { name: "PvInterval", default: 1000, least: 0, most: 3_600_000 };
/// Nodes of a search; 0 is no limit. The largest value that programs with 32 bits can hold.
const NODES_LIMIT: Spin = Spin { name: "NodesLimit", default: 0, least: 0, most: 2_147_483_647 };
/// First moves that are told, each with its line. 593 is the most that a position can have.
const MULTI_PV: Spin = Spin { name: "MultiPV", default: 1, least: 1, most: 593 };
const ALGORITHM: &str = "Algorithm";
/// Whether the mate that is told is the shortest one.
const SHORTEST: &str = "ShortestMate";
/// Every program sends it, declared or not. There is nothing to set: the engine never ponders.
const PONDER: &str = "USI_Ponder";

/// The shortest time between two `info` lines: a hundred a second are more than anyone reads, and few
/// enough not to slow the search or to choke the reader.
const SHORTEST_INTERVAL: Duration = Duration::from_millis(10);

/// Characters of a value that a message repeats.
const SHOWN: usize = 60;

/// An option with a whole number.
struct Spin {
    name: &'static str,
    default: u64,
    least: u64,
    most: u64,
}

impl Spin {
    fn row(&self) -> String {
        let Spin { name, default, least, most } = self;
        format!("option name {name} type spin default {default} min {least} max {most}")
    }

    fn read(&self, value: &str) -> Result<u64, String> {
        let Spin { name, least, most, .. } = self;
        let number = value.parse::<u64>().ok().filter(|number| (least..=most).contains(&number));
        number.ok_or_else(|| {
            format!("option {name}: '{}', expected a whole number from {least} to {most}", cut(value, SHOWN))
        })
    }
}

/// How mate problems are searched when nothing is said.
fn shogi_algorithm() -> Algorithm {
    let game = phidelta_desk::find("shogi").expect("a game of the desk");
    phidelta_desk::default_algorithm(game)
}

/// What was set.
#[derive(Clone, Debug)]
pub(super) struct Options {
    hash: u64,
    threads: u64,
    interval: u64,
    nodes: u64,
    multi_pv: u64,
    shortest: bool,
    algorithm: Algorithm,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: HASH.default,
            threads: THREADS.default,
            interval: PV_INTERVAL.default,
            nodes: NODES_LIMIT.default,
            multi_pv: MULTI_PV.default,
            shortest: false,
            algorithm: shogi_algorithm(),
        }
    }
}

/// What a solver is made for: one with another setup is of no use.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Setup {
    algorithm: Algorithm,
    /// In bytes.
    memory: u64,
    threads: usize,
}

impl Options {
    /// How the options introduce themselves.
    pub(super) fn rows() -> [String; 7] {
        [
            HASH.row(),
            THREADS.row(),
            PV_INTERVAL.row(),
            format!("option name {ALGORITHM} type string default {}", shogi_algorithm()),
            NODES_LIMIT.row(),
            MULTI_PV.row(),
            format!("option name {SHORTEST} type check default false"),
        ]
    }

    /// Obeys `setoption name NAME value VALUE`.
    pub(super) fn set(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = split(text).ok_or("setoption: expected 'setoption name NAME value VALUE'")?;
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        if is(HASH.name) {
            self.hash = HASH.read(&value)?;
        } else if is(THREADS.name) {
            self.threads = THREADS.read(&value)?;
        } else if is(PV_INTERVAL.name) {
            self.interval = PV_INTERVAL.read(&value)?;
        } else if is(NODES_LIMIT.name) {
            self.nodes = NODES_LIMIT.read(&value)?;
        } else if is(MULTI_PV.name) {
            self.multi_pv = MULTI_PV.read(&value)?;
        } else if is(SHORTEST) {
            self.shortest = match value.to_ascii_lowercase().as_str() {
                "true" => true,
                "false" => false,
                _ => {
                    return Err(format!(
                        "option {SHORTEST}: '{}', expected true or false",
                        cut(&value, SHOWN)
                    ));
                }
            };
        } else if is(ALGORITHM) {
            self.algorithm = value
                .parse()
                .map_err(|error| format!("option {ALGORITHM}: {}", cut(&format!("{error}"), 4 * SHOWN)))?;
        } else if !is(PONDER) {
            let known = [
                HASH.name,
                THREADS.name,
                PV_INTERVAL.name,
                ALGORITHM,
                NODES_LIMIT.name,
                MULTI_PV.name,
                SHORTEST,
            ]
            .join(", ");
            return Err(format!("unknown option '{}'; known are {known}", cut(&name, SHOWN)));
        }
        Ok(())
    }

    /// What is asked of a position; `nodes` is the limit of this search, if it has one. Lengths are those of raw
    /// plies (docs/compose.md).
    pub(super) fn request(&self, nodes: Option<u64>) -> Request {
        let Setup { algorithm, memory, threads } = self.setup();
        let request = Request::new().algorithm(Some(algorithm)).memory(memory).threads(threads);
        let request = request.nodes(self.nodes(nodes)).progress_interval(self.interval());
        match (self.multi_pv, self.shortest) {
            (2.., _) => request.first_moves(Futile::Off),
            (_, true) => request.shortest(Futile::Off),
            (_, false) => request,
        }
    }

    /// What a solver has to be made for.
    pub(super) fn setup(&self) -> Setup {
        Setup { algorithm: self.algorithm, memory: self.hash << 20, threads: self.threads as usize }
    }

    /// The node limit of a search that was given one itself, or not.
    pub(super) fn nodes(&self, given: Option<u64>) -> Option<u64> {
        let own = (self.nodes > 0).then_some(self.nodes);
        given.into_iter().chain(own).min()
    }

    /// First moves to tell.
    pub(super) fn multi_pv(&self) -> usize {
        self.multi_pv as usize
    }

    /// Time between two `info` lines.
    fn interval(&self) -> Duration {
        Duration::from_millis(self.interval).max(SHORTEST_INTERVAL)
    }
}

/// Name and value of a `setoption`; both may have spaces in them.
fn split(text: &str) -> Option<(String, String)> {
    let mut words = text.split_whitespace().skip(1);
    words.next().filter(|word| *word == "name")?;
    let name: Vec<&str> = words.by_ref().take_while(|word| *word != "value").collect();
    let value: Vec<&str> = words.collect();
    (!name.is_empty()).then(|| (name.join(" "), value.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_may_have_spaces() {
        let both = |text| split(text).unwrap();
        assert_eq!(both("setoption name A value 1"), ("A".into(), "1".into()));
        assert_eq!(both("setoption  name A  b value c value d "), ("A b".into(), "c value d".into()));
        assert_eq!(both("setoption name A"), ("A".into(), String::new()));
        assert_eq!(both("setoption name A value"), ("A".into(), String::new()));
        for half in ["setoption", "setoption name", "setoption name value 3", "setoption A value 3"] {
            assert_eq!(split(half), None, "{half}");
        }
    }

    #[test]
    fn good_values_are_taken_and_bad_ones_change_nothing() {
        let mut options = Options::default();
        assert_eq!(options.setup().memory, 256 << 20);
        options.set("setoption name usi_hash value 64").unwrap();
        for bad in ["0", "131073", "-1", "", "64.0", "64 MiB", "99999999999999999999999"] {
            let message = options.set(&format!("setoption name USI_Hash value {bad}")).unwrap_err();
            assert!(message.contains("from 1 to 131072"), "{message}");
        }
        assert_eq!(options.setup().memory, 64 << 20);
        options.set("setoption name Algorithm value pds").unwrap();
        assert!(options.set("setoption name Algorithm value a b").is_err());
        assert!(options.set("setoption name Algorithm value").is_err());
        assert_eq!(options.setup().algorithm.to_string(), "pds");
        options.set("setoption name Threads value 2").unwrap();
        assert!(options.set("setoption name Threads value 0").unwrap_err().contains("from 1 to"));
        options.set("setoption name USI_Ponder value true").unwrap();
        assert!(options.set("setoption name Book File value x").unwrap_err().contains("'Book File'"));
        options.set("setoption name PvInterval value 0").unwrap();
        assert_eq!(options.interval(), SHORTEST_INTERVAL);
    }

    #[test]
    fn the_smaller_node_limit_counts() {
        let mut options = Options::default();
        assert_eq!((options.nodes(None), options.nodes(Some(5))), (None, Some(5)));
        options.set("setoption name NodesLimit value 3").unwrap();
        assert_eq!(
            (options.nodes(None), options.nodes(Some(5)), options.nodes(Some(2))),
            (Some(3), Some(3), Some(2))
        );
    }
}
