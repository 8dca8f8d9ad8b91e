//! Positions as certificates have them: the name of the node. Moves are the names they lead to.
//!
//! Names may be any text, the lines of a certificate have tabs between their fields: control characters
//! and `%` are written as `%` and two hexadecimal digits, byte by byte.

use phidelta::Certifiable;

use super::{Graph, GraphGame, NodeId};

/// A name without control characters.
fn escaped(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for sign in name.chars() {
        if sign.is_control() || sign == '%' {
            let mut bytes = [0; 4];
            out.extend(sign.encode_utf8(&mut bytes).bytes().map(|byte| format!("%{byte:02x}")));
        } else {
            out.push(sign);
        }
    }
    out
}

impl Certifiable for GraphGame<'_> {
    fn position_text(&self) -> String {
        escaped(self.graph().name(self.node()))
    }

    fn move_text(&self, child: NodeId) -> String {
        escaped(self.graph().name(child))
    }
}

impl Graph {
    /// The graph as the rules of a certificate: JSON in one line.
    pub fn certificate_rules(&self) -> String {
        // A line break within a text is escaped: those left are between parts.
        self.to_json().lines().map(str::trim).collect()
    }

    /// The root as a certificate has it.
    pub fn certificate_root(&self) -> String {
        self.game().position_text()
    }
}
