//! A proof for Graphviz. Positions that come up again are one node.

use std::fmt::Write;

use super::View;
use super::graph::Target;
use super::outline::Drawn;
use crate::format::grouped;
use crate::outcome::VERSION;
use crate::text::plain;
use crate::words::Language;

/// A text as DOT quotes it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", plain(text).replace('\\', "\\\\").replace('"', "\\\""))
}

/// The drawn positions as a graph. Boxes: the winner is to move; ellipses: the other side.
pub(super) fn dot(view: &View<'_>, drawn: &[Drawn<'_>], language: Language) -> String {
    let mut out = format!(
        "// {} {}, drawn by phidelta {}\ndigraph proof {{\n  graph [label={}, labelloc=t];\n  \
         node [fontname=\"Helvetica\"];\n  edge [fontname=\"Helvetica\"];\n",
        plain(&view.proof.claim().game),
        view.part.claim,
        VERSION,
        quoted(&view.title(language)),
    );
    let name = |index: usize, drawn: &Drawn<'_>| match drawn.target.node() {
        Some(node) => format!("n{}", view.part.id(node)),
        None => format!("e{index}"),
    };
    // Writing to a string cannot fail.
    for (index, node) in drawn.iter().enumerate().filter(|(_, node)| !node.again) {
        let (shape, label) = match node.target {
            Target::End => ("plaintext", language.end_word().to_string()),
            Target::Settled => ("plaintext", language.settled().to_string()),
            Target::Node(at) | Target::Follows(at) => {
                let below = node.below.map_or(String::new(), |n| format!("\\n{}", grouped(n)));
                let more = if node.cut { " …" } else { "" };
                let shape = if view.winner_moves(at) { "box" } else { "ellipse" };
                (shape, format!("#{}{below}{more}", view.part.id(at)))
            }
        };
        // Numbers and words only, and a line break that is meant.
        let _ = writeln!(out, "  {} [shape={shape}, label=\"{label}\"];", name(index, node));
    }
    for (index, node) in drawn.iter().enumerate() {
        for &next in &node.next {
            let to = &drawn[next];
            let style = if matches!(to.target, Target::Follows(_)) { ", style=dashed" } else { "" };
            let ends = (name(index, node), name(next, to));
            let _ = writeln!(out, "  {} -> {} [label={}{style}];", ends.0, ends.1, quoted(to.mv));
        }
    }
    out.push_str("}\n");
    out
}
