//! What travels between the client and its workers.
//!
//! A *run* is told once: the problem, the search, and a fingerprint of what they mean here. A *job* is a line
//! of moves and a number of nodes. A *result* is a row of JSON, and behind it the certificate where there is
//! one. Whatever is read from outside is bounded before anything is made of it.

use phidelta::{KeyBuilder, Numbers};
use phidelta_desk::{self as desk, Leaf, Options, Source};
use serde::{Deserialize, Serialize};

/// The version of these messages. Whoever speaks another one is refused.
pub const PROTOCOL: u32 = 1;

/// The version of the program: two of them may disagree about rules or keys.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Bytes of a job, at most.
pub const JOB_BYTES: usize = 1 << 10;

/// Bytes of a run's description, at most: a graph is written out in it.
pub const RUN_BYTES: usize = 8 << 20;

/// Bytes of a result without its certificate, at most: some hundred moves have a few kilobytes.
pub const RESULT_BYTES: usize = 256 << 10;

/// Bytes of a certificate, at most.
pub const CERTIFICATE_BYTES: usize = 256 << 20;

/// Moves of a result, at most: no game here has as many.
const MOVES: usize = 2048;

/// Bytes of a name, at most.
const NAME_BYTES: usize = 256;

/// Why a message is not taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MessageError {
    /// It is longer than such a message may be.
    #[error("{what} of {bytes} bytes, at most {most} are taken")]
    TooLong {
        /// What it should be.
        what: &'static str,
        /// How long it is.
        bytes: usize,
        /// How long it may be.
        most: usize,
    },
    /// It is no such message.
    #[error("no {what}: {why}")]
    Malformed {
        /// What it should be.
        what: &'static str,
        /// Why it is none.
        why: String,
    },
    /// It comes from another version of the program, or of the messages.
    #[error("{theirs} speaks to {ours}: all machines of a run need the same version")]
    OtherVersion {
        /// Who sent it.
        theirs: String,
        /// Who reads it.
        ours: String,
    },
    /// The same words mean something else there.
    #[error("the rules or the position differ: fingerprint {theirs}, here {ours}")]
    OtherRules {
        /// The sender's fingerprint.
        theirs: String,
        /// One's own.
        ours: String,
    },
    /// The problem cannot be read, or not be shared out.
    #[error("{0}")]
    Problem(String),
}

fn bounded(what: &'static str, bytes: usize, most: usize) -> Result<(), MessageError> {
    if bytes > most { Err(MessageError::TooLong { what, bytes, most }) } else { Ok(()) }
}

fn read<'a, T: Deserialize<'a>>(what: &'static str, bytes: &'a [u8]) -> Result<T, MessageError> {
    serde_json::from_slice(bytes).map_err(|error| MessageError::Malformed { what, why: error.to_string() })
}

/// A problem that is shared out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// The version of the messages.
    pub protocol: u32,
    /// The version of the program.
    pub version: String,
    /// Its name, made once.
    pub id: String,
    /// The game.
    pub game: String,
    /// The position, as it was given.
    pub position: String,
    /// What is asked; one that is proved or disproved.
    pub goal: String,
    /// Variants of the rules, as `NAME=VALUE`.
    pub rules: Vec<String>,
    /// How workers search.
    pub algorithm: String,
    /// What game, rules, position and question mean here, in a few letters.
    pub fingerprint: String,
}

impl Run {
    /// Describes a run; fails where the problem cannot be read or shared out.
    pub fn new(
        id: &str,
        (game, position): (&str, &str),
        goal: &str,
        rules: &[String],
        algorithm: &str,
    ) -> Result<(Run, Leaf), MessageError> {
        let mut run = Run {
            protocol: PROTOCOL,
            version: VERSION.into(),
            id: id.into(),
            game: game.into(),
            position: position.into(),
            goal: goal.into(),
            rules: rules.to_vec(),
            algorithm: algorithm.into(),
            fingerprint: String::new(),
        };
        bounded("a run", run.encode().len(), RUN_BYTES)?;
        let root = run.read_problem()?;
        run.fingerprint = run.fingerprint_of(&root);
        Ok((run, root))
    }

    /// The message.
    pub fn encode(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("texts and numbers")
    }

    /// Reads a message.
    pub fn decode(bytes: &[u8]) -> Result<Run, MessageError> {
        bounded("a run", bytes.len(), RUN_BYTES)?;
        read("run", bytes)
    }

    /// The root, if this program means the same by it as who has described it.
    pub fn root(&self) -> Result<Leaf, MessageError> {
        let (theirs, ours) = (speaker(self.protocol, &self.version), speaker(PROTOCOL, VERSION));
        if theirs != ours {
            return Err(MessageError::OtherVersion { theirs, ours });
        }
        let root = self.read_problem()?;
        let (theirs, ours) = (self.fingerprint.clone(), self.fingerprint_of(&root));
        if theirs == ours { Ok(root) } else { Err(MessageError::OtherRules { theirs, ours }) }
    }

    fn read_problem(&self) -> Result<Leaf, MessageError> {
        let game = desk::find(&self.game).map_err(MessageError::Problem)?;
        let options = Options::new(game, Some(&self.goal), &self.rules).map_err(problem)?;
        let problems = desk::read(game, Source::Text(&self.position), &options).map_err(problem)?;
        let found = problems.first().ok_or_else(|| MessageError::Problem("no position".into()))?;
        found.leaf().map_err(|why| MessageError::Problem(format!("{}: {why}", self.game)))
    }

    fn fingerprint_of(&self, root: &Leaf) -> String {
        let (heading, claim) = root.part(phidelta::Verdict::Proved);
        let (question, _) = claim.words();
        let texts = [&heading.game, &heading.rules, &heading.position, &question];
        let add = |key: KeyBuilder, text: &&String| key.add_bytes(text.as_bytes());
        format!("{:032x}", texts.iter().fold(KeyBuilder::new(), add).key())
    }
}

fn problem(error: desk::InputError) -> MessageError {
    MessageError::Problem(error.to_string())
}

fn speaker(protocol: u32, version: &str) -> String {
    format!("phidelta {} (messages {protocol})", version.chars().take(40).collect::<String>())
}

/// A position to be looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Of which run.
    pub run: String,
    /// Its number.
    pub id: u64,
    /// The moves that lead to the position.
    pub line: Vec<String>,
    /// Nodes, at most.
    pub nodes: u64,
}

impl Job {
    /// The message.
    pub fn encode(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("texts and numbers")
    }

    /// Reads a message.
    pub fn decode(bytes: &[u8]) -> Result<Job, MessageError> {
        bounded("a job", bytes.len(), RESULT_BYTES)?;
        read("job", bytes)
    }
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Found {
    /// The answer. The certificate travels behind the message.
    Solved {
        /// Whether the attacker reaches his goal.
        proved: bool,
        /// The strategy.
        #[serde(skip)]
        certificate: Vec<u8>,
    },
    /// Numbers of the moves, as far as there are any.
    Open {
        /// The moves and their numbers.
        moves: Vec<(String, u32, u32)>,
    },
    /// Nothing, and why.
    Failed {
        /// Why.
        why: String,
    },
    /// A dead letter: it was given out so often without an answer that nobody is to try it again.
    Dead,
}

/// What came of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JobResult {
    /// Of which run.
    pub run: String,
    /// Of which job.
    pub job: u64,
    /// Who did it.
    pub worker: String,
    /// How often it was given out: more than once where workers have died.
    pub tries: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Milliseconds it took.
    pub millis: u64,
    /// What was found.
    pub found: Found,
}

impl JobResult {
    /// The message: a row of JSON, and the certificate behind it.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec(self).expect("texts and numbers");
        bytes.push(b'\n');
        if let Found::Solved { certificate, .. } = &self.found {
            bytes.extend_from_slice(certificate);
        }
        bytes
    }

    /// Reads a message.
    pub fn decode(bytes: &[u8]) -> Result<JobResult, MessageError> {
        let end = bytes.iter().take(RESULT_BYTES).position(|&byte| byte == b'\n');
        let Some(end) = end else {
            bounded("a result", bytes.len(), RESULT_BYTES)?;
            return Err(MessageError::Malformed { what: "result", why: "it has no end of its row".into() });
        };
        bounded("a certificate", bytes.len() - end - 1, CERTIFICATE_BYTES)?;
        let mut result: JobResult = read("result", &bytes[..end])?;
        bounded("a name of a worker", result.worker.len(), NAME_BYTES)?;
        match &mut result.found {
            Found::Solved { certificate, .. } => *certificate = bytes[end + 1..].to_vec(),
            Found::Open { moves } => bounded("a list of moves", moves.len(), MOVES)?,
            Found::Failed { why } => *why = why.chars().take(NAME_BYTES).collect(),
            Found::Dead => {}
        }
        Ok(result)
    }
}

/// Numbers of a move as they are told.
pub(crate) fn numbers((pn, dn): (u32, u32)) -> Numbers {
    Numbers { pn, dn }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "5x4:33";

    #[test]
    fn messages_come_back_as_they_were() {
        let (run, root) = Run::new("r1", ("connect4", BOARD), "win", &[], "df-pn").unwrap();
        assert_eq!(Run::decode(&run.encode()).unwrap(), run);
        assert_eq!(run.root().unwrap().position(), root.position());
        let job = Job { run: "r1".into(), id: 7, line: vec!["3".into(), "1".into()], nodes: 1000 };
        assert_eq!(Job::decode(&job.encode()).unwrap(), job);
        assert!(job.encode().len() < JOB_BYTES);
        for found in [
            Found::Solved { proved: true, certificate: b"any\nbytes\0".to_vec() },
            Found::Open { moves: vec![("3".into(), 1, 2)] },
            Found::Failed { why: "memory full".into() },
            Found::Dead,
        ] {
            let (run, worker) = ("r1".into(), "w".into());
            let result = JobResult { run, job: 7, worker, tries: 2, nodes: 5, millis: 1, found };
            assert_eq!(JobResult::decode(&result.encode()).unwrap(), result);
        }
    }

    #[test]
    fn other_versions_and_other_rules_are_refused_by_name() {
        let (run, _) = Run::new("r1", ("connect4", BOARD), "win", &[], "df-pn").unwrap();
        let other = Run { version: "0.0.9".into(), ..run.clone() };
        assert!(other.root().unwrap_err().to_string().contains("phidelta 0.0.9"));
        let other = Run { protocol: 0, ..run.clone() };
        assert!(other.root().unwrap_err().to_string().contains("messages 0"));
        let other = Run { position: "5x4:34".into(), ..run.clone() };
        assert!(other.root().unwrap_err().to_string().contains("fingerprint"));
        let other = Run { position: "no board".into(), ..run };
        assert!(matches!(other.root(), Err(MessageError::Problem(_))));
    }

    #[test]
    fn what_is_too_long_or_no_message_is_refused() {
        assert!(matches!(Job::decode(&vec![b' '; RESULT_BYTES + 1]), Err(MessageError::TooLong { .. })));
        assert!(matches!(
            JobResult::decode(&vec![b'x'; RESULT_BYTES + 1]),
            Err(MessageError::TooLong { .. })
        ));
        assert!(matches!(JobResult::decode(b"{}\n"), Err(MessageError::Malformed { .. })));
        assert!(matches!(Run::decode(b"[1]"), Err(MessageError::Malformed { .. })));
        let several = Run::new("r1", ("connect4", BOARD), "value", &[], "df-pn").unwrap_err();
        assert!(several.to_string().contains("two questions"), "{several}");
    }
}
