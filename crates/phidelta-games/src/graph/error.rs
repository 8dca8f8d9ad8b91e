//! What can be wrong with the text of a graph.

use std::fmt;

/// Why a text is not a graph. Every message names the place and what was expected there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// The text is not JSON.
    #[error("line {line}, column {column}: {message}; expected JSON")]
    Syntax {
        /// Counted from 1.
        line: usize,
        /// Counted from 1; 0 at the start of a line.
        column: usize,
        /// What the JSON reader says.
        message: String,
    },
    /// Something else stands where an object belongs.
    #[error("{place} is {found}, expected an object {{…}} with {expected}")]
    NotAnObject {
        /// Where.
        place: Place,
        /// What is there.
        found: String,
        /// The keys that belong there.
        expected: &'static str,
    },
    /// A key that must be there is missing.
    #[error("{place}: `{key}` is missing, expected {expected}")]
    Missing {
        /// Where.
        place: Place,
        /// The key.
        key: &'static str,
        /// What it should say.
        expected: &'static str,
    },
    /// A key has a value it cannot have.
    #[error("{place}: `{key}` is {found}, expected {expected}")]
    Wrong {
        /// Where.
        place: Place,
        /// The key.
        key: &'static str,
        /// What is there.
        found: String,
        /// What it should say.
        expected: &'static str,
    },
    /// A key that means nothing: most likely a slip of the pen.
    #[error("{place}: unknown key `{key}`, expected {expected}")]
    UnknownKey {
        /// Where.
        place: Place,
        /// The key.
        key: String,
        /// The keys that mean something.
        expected: &'static str,
    },
    /// The same key twice.
    #[error("{place}: `{key}` is given twice, expected at most once")]
    RepeatedKey {
        /// Where.
        place: Place,
        /// The key.
        key: String,
    },
    /// A graph without nodes.
    #[error("the graph: `nodes` is empty, expected at least the root")]
    NoNodes,
    /// More nodes than can be numbered.
    #[error("the graph has {0} nodes, expected fewer than 2^32")]
    TooManyNodes(usize),
    /// Two nodes of one name.
    #[error("node '{node}' is given twice, expected different names")]
    RepeatedNode {
        /// The name.
        node: String,
    },
    /// The root is not among the nodes.
    #[error("the graph: root '{root}' does not exist, expected the name of one of the nodes")]
    NoSuchRoot {
        /// The name.
        root: String,
    },
    /// A child is not among the nodes.
    #[error("node '{node}': child '{child}' does not exist; expected the name of one of the nodes")]
    NoSuchChild {
        /// The parent.
        node: String,
        /// The name.
        child: String,
    },
    /// One child twice: two moves that cannot be told apart.
    #[error("node '{node}': child '{child}' is listed twice, expected different children")]
    RepeatedChild {
        /// The parent.
        node: String,
        /// The child.
        child: String,
    },
    /// The game is over at a node and yet goes on.
    #[error("node '{node}' has both `value` and `children`, expected only one of them")]
    ValueAndChildren {
        /// The node.
        node: String,
    },
}

/// A graph has a cycle where none is allowed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("node '{node}' can be reached from itself, expected a graph without cycles")]
#[non_exhaustive]
pub struct CyclicError {
    /// A node on the cycle.
    pub node: String,
}

/// Where in the text something is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Place {
    /// Outside the nodes.
    Graph,
    /// In the node of this name.
    Node(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Place::Graph => f.write_str("the graph"),
            Place::Node(name) => write!(f, "node '{name}'"),
        }
    }
}
