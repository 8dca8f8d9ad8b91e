//! What a reader must know first.

use std::io;
use std::time::Duration;

use super::Pace;
use super::form::{Contents, Writer};
use super::journal::{read_time, write_time};
use crate::game::Key;
use crate::table::Shape;

/// What a checkpoint says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CheckpointHead {
    /// The version of phidelta that wrote it.
    pub version: String,
    /// The algorithm, by name.
    pub algorithm: String,
    /// The memory of the solver, in bytes.
    pub memory: u64,
    /// The threads that searched.
    pub threads: u64,
    /// The limit of nodes, if there was one.
    pub node_limit: Option<u64>,
    /// When checkpoints were written.
    pub pace: Pace,
    /// Nodes so far, in all parts of the run.
    pub nodes: u64,
    /// Wall time so far, in all parts of the run.
    pub elapsed: Duration,
    /// How often the run had been resumed.
    pub resumed: u64,
    /// Whether it holds everything, so that the run can go on as if nothing had happened.
    pub exact: bool,
    /// What is searched, in the words of whoever asked.
    pub subject: String,
    pub(crate) probes: Vec<Key>,
    pub(crate) shape: Shape,
}

impl CheckpointHead {
    /// Writes all but the subject, which may be long.
    pub(super) fn write(&self, out: &mut Writer<'_>) -> io::Result<()> {
        out.long(self.version.as_bytes())?;
        out.long(self.algorithm.as_bytes())?;
        out.number(self.memory);
        out.number(self.threads);
        out.number(u64::from(self.node_limit.is_some()));
        out.number(self.node_limit.unwrap_or(0));
        match self.pace {
            Pace::Nodes(nodes) => {
                out.byte(0);
                out.number(nodes);
            }
            Pace::Time(time) => {
                out.byte(1);
                write_time(time, out);
            }
        }
        out.number(self.nodes);
        write_time(self.elapsed, out);
        out.number(self.resumed);
        out.number(self.probes.len() as u64);
        self.probes.iter().for_each(|key| out.bytes(&key.to_le_bytes()));
        self.shape.write(out);
        Ok(())
    }

    pub(super) fn read(contents: &mut Contents<'_>) -> Option<CheckpointHead> {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
        let version = text(contents.long()?)?;
        let algorithm = text(contents.long()?)?;
        let (memory, threads) = (contents.number()?, contents.number()?);
        let (limited, limit) = (contents.number()? == 1, contents.number()?);
        let pace = match contents.byte()? {
            0 => Pace::Nodes(contents.number()?),
            _ => Pace::Time(read_time(contents)?),
        };
        let (nodes, elapsed, resumed) = (contents.number()?, read_time(contents)?, contents.number()?);
        let mut probes = Vec::new();
        for _ in 0..contents.number()? {
            probes.push(Key::from_le_bytes(contents.array()?));
        }
        let shape = Shape::read(contents)?;
        Some(CheckpointHead {
            version,
            algorithm,
            memory,
            threads,
            node_limit: limited.then_some(limit),
            pace,
            nodes,
            elapsed,
            resumed,
            exact: shape.exact,
            subject: String::new(),
            probes,
            shape,
        })
    }
}
