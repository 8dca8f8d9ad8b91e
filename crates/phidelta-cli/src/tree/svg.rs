//! `--svg`: a proof as one picture that any browser shows.
//!
//! From left to right, a column for each ply, a row for each position that nothing follows; what has
//! followers stands in the middle of their rows. A column is as wide as its widest text, so that no two
//! texts meet.

use std::fmt::Write;

use super::View;
use super::outline::Drawn;
use super::proof::Target;
use crate::size::{grouped, short};
use crate::text::plain;

/// Units of a picture are pixels at its natural size.
const ROW: f64 = 30.0;
const BOX: f64 = 24.0;
/// Of a sign, at most: the font is 12 pixels high and a browser may choose a wide one.
const SIGN: f64 = 8.0;
/// Beside the text of a box, and between columns, where the lines are.
const PAD: f64 = 12.0;
const GAP: f64 = 40.0;
/// Above the picture, for its title.
const HEAD: f64 = 34.0;
/// Signs of a text that are drawn; names of graphs may be long.
const LONGEST: usize = 40;

fn escaped(text: &str) -> String {
    let text = plain(text).replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

/// What stands in a box: the move, what it leads to, how much is below.
fn label(view: &View<'_>, node: &Drawn<'_>) -> String {
    let place = match node.target {
        Target::End => "end".to_string(),
        Target::Settled => "settled".into(),
        Target::Node(at) | Target::Follows(at) if node.again => format!("see #{}", view.part.id(at)),
        Target::Node(at) | Target::Follows(at) => {
            let size = node.below.map_or("?".into(), |n| short(n as f64));
            let more = if node.cut { " …" } else { "" };
            format!("#{} ({size}){more}", view.part.id(at))
        }
    };
    let follows = if matches!(node.target, Target::Follows(_)) { "~" } else { "" };
    let mv = crate::text::cut(node.mv, LONGEST);
    format!("{mv}  {follows}{place}").trim_start().to_string()
}

/// The drawn positions as a picture.
pub(super) fn svg(view: &View<'_>, drawn: &[Drawn<'_>]) -> String {
    let labels: Vec<String> = drawn.iter().map(|node| label(view, node)).collect();
    let columns = drawn.iter().map(|node| node.ply).max().unwrap_or(0) + 1;
    let mut widths = vec![0.0_f64; columns];
    for (node, label) in drawn.iter().zip(&labels) {
        widths[node.ply] = widths[node.ply].max(label.chars().count() as f64 * SIGN + 2.0 * PAD);
    }
    let lefts: Vec<f64> =
        widths.iter().scan(PAD, |left, width| Some(std::mem::replace(left, *left + width + GAP))).collect();
    let (rows, count) = rows(drawn);
    let width = lefts.last().unwrap_or(&0.0) + widths.last().unwrap_or(&0.0) + PAD;
    let title = escaped(&view.title());
    let width = width.max(title.chars().count() as f64 * SIGN + 2.0 * PAD);
    let height = HEAD + count as f64 * ROW + PAD;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"monospace\" font-size=\"12\">\n\
         <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{PAD}\" y=\"20\" font-weight=\"bold\">{title}</text>\n"
    );
    let middle = |index: usize| HEAD + (rows[index] + 0.5) * ROW;
    // Writing to a string cannot fail. Lines first, boxes over them.
    for (index, node) in drawn.iter().enumerate() {
        let (x, y) = (lefts[node.ply] + widths[node.ply], middle(index));
        for &next in &node.next {
            let (to, down) = (lefts[node.ply + 1], middle(next));
            let half = x + GAP / 2.0;
            let _ = writeln!(
                out,
                "<path d=\"M{x:.1} {y:.1}C{half:.1} {y:.1} {half:.1} {down:.1} {to:.1} {down:.1}\" \
                 fill=\"none\" stroke=\"#999\"/>"
            );
        }
    }
    for (index, node) in drawn.iter().enumerate() {
        let (x, y) = (lefts[node.ply], middle(index));
        let (fill, round, about) = match node.target {
            Target::End | Target::Settled => ("#eee", 12, String::new()),
            Target::Node(at) | Target::Follows(at) => {
                let (fill, who) = if view.winner_moves(at) {
                    ("#d9ead3", "the winner is to move")
                } else {
                    ("#fce5cd", "the other side is to move")
                };
                let below = node.below.map_or(String::new(), |n| format!(", {} positions", grouped(n)));
                (fill, 3, format!("{}: {who}{below}", view.part.position(at)))
            }
        };
        let _ = writeln!(
            out,
            "<g><title>{}</title><rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{BOX}\" rx=\"{round}\" \
             fill=\"{fill}\" stroke=\"#666\"/><text x=\"{:.1}\" y=\"{:.1}\" xml:space=\"preserve\">{}</text></g>",
            escaped(&about),
            y - BOX / 2.0,
            widths[node.ply],
            x + PAD,
            y + 4.0,
            escaped(&labels[index]),
        );
    }
    out.push_str("</svg>\n");
    out
}

/// The row of each position, and how many rows there are.
fn rows(drawn: &[Drawn<'_>]) -> (Vec<f64>, usize) {
    let mut rows = vec![0.0; drawn.len()];
    let mut count = 0;
    let mut stack = vec![0];
    while let Some(index) = stack.pop() {
        if drawn[index].next.is_empty() {
            rows[index] = count as f64;
            count += 1;
        }
        stack.extend(drawn[index].next.iter().rev());
    }
    // What follows has a larger index.
    for index in (0..drawn.len()).rev() {
        if let (Some(&first), Some(&last)) = (drawn[index].next.first(), drawn[index].next.last()) {
            rows[index] = (rows[first] + rows[last]) / 2.0;
        }
    }
    (rows, count)
}
