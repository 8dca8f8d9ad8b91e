//! Positions as certificates have them: the name of the node. Moves are the names they lead to.
//!
//! Names may be any text, the lines of a certificate have tabs between their fields: hidden characters
//! and `%` are written as `%` and two hexadecimal digits, byte by byte. The rules are the graph itself as
//! JSON, in one form: all that decides an answer, and nothing else (docs/certificate.md).

use std::fmt::Write;

use phidelta::{Certifiable, Outcome, Repetition, Side};

use super::{Graph, GraphGame, NodeId};

/// Characters that a terminal obeys instead of showing them: none stands in a certificate.
fn is_hidden(sign: char) -> bool {
    matches!(sign,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A name without hidden characters.
fn escaped(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for sign in name.chars() {
        if is_hidden(sign) || sign == '%' {
            let mut bytes = [0; 4];
            out.extend(sign.encode_utf8(&mut bytes).bytes().map(|byte| format!("%{byte:02x}")));
        } else {
            out.push(sign);
        }
    }
    out
}

/// Adds a text of JSON in which only what must be escaped is.
fn quote(text: &str, out: &mut String) {
    out.push('"');
    for sign in text.chars() {
        match sign {
            '"' | '\\' => out.extend(['\\', sign]),
            sign if is_hidden(sign) => {
                let _ = write!(out, "\\u{:04x}", u32::from(sign));
            }
            sign => out.push(sign),
        }
    }
    out.push('"');
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
        let repetition = match self.repetition() {
            Repetition::AttackerFails => "attacker-fails",
            Repetition::DefenderFails => "defender-fails",
            Repetition::Draw => "draw",
        };
        let mut out = format!("{{\"repetition\":\"{repetition}\",\"root\":");
        quote(self.name(self.root()), &mut out);
        out.push_str(",\"nodes\":{");
        for id in self.ids() {
            if id > 0 {
                out.push(',');
            }
            quote(self.name(id), &mut out);
            let side = if self.side(id) == Side::Attacker { "OR" } else { "AND" };
            // Writing to a string cannot fail.
            let _ = write!(out, ":{{\"type\":\"{side}\"");
            if let Some(value) = self.value(id) {
                let word = match value {
                    Outcome::Win => "win",
                    Outcome::Draw => "draw",
                    Outcome::Loss => "loss",
                };
                let _ = write!(out, ",\"value\":\"{word}\"");
            }
            for (number, &child) in self.children(id).iter().enumerate() {
                out.push_str(if number == 0 { ",\"children\":[" } else { "," });
                quote(self.name(child), &mut out);
            }
            out.push_str(if self.children(id).is_empty() { "}" } else { "]}" });
        }
        out.push_str("}}");
        out
    }

    /// The root as a certificate has it.
    pub fn certificate_root(&self) -> String {
        self.game().position_text()
    }
}
