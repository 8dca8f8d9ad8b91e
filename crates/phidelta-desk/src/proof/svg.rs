//! A proof as one picture that any browser shows.
//!
//! From left to right, a column for each ply, a row for each position that nothing follows; what has
//! followers stands in the middle of their rows. A column is as wide as its widest text, so that no two
//! texts meet.

use std::fmt::Write;

use super::View;
use super::graph::Target;
use super::outline::Drawn;
use crate::format::rounded;
use crate::text::{cut, plain, width};
use crate::words::Language;

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
fn label(view: &View<'_>, node: &Drawn<'_>, language: Language) -> String {
    let place = match node.target {
        Target::End => language.end_word().to_string(),
        Target::Settled => language.settled().into(),
        Target::Node(at) | Target::Follows(at) if node.again => language.see(view.part.id(at)),
        Target::Node(at) | Target::Follows(at) => {
            let size = node.below.map_or("?".into(), |n| rounded(n as f64));
            let more = if node.cut { " …" } else { "" };
            format!("#{} ({size}){more}", view.part.id(at))
        }
    };
    let follows = if matches!(node.target, Target::Follows(_)) { "~" } else { "" };
    let mv = cut(node.mv, LONGEST);
    format!("{mv}  {follows}{place}").trim_start().to_string()
}

/// Where everything stands.
struct Places {
    labels: Vec<String>,
    /// Of each column.
    lefts: Vec<f64>,
    widths: Vec<f64>,
    /// Of each position.
    rows: Vec<f64>,
    width: f64,
    height: f64,
}

impl Places {
    fn new(view: &View<'_>, drawn: &[Drawn<'_>], title: &str, language: Language) -> Places {
        let labels: Vec<String> = drawn.iter().map(|node| label(view, node, language)).collect();
        let columns = drawn.iter().map(|node| node.ply).max().unwrap_or(0) + 1;
        let mut widths = vec![0.0_f64; columns];
        for (node, label) in drawn.iter().zip(&labels) {
            widths[node.ply] = widths[node.ply].max(width(label) as f64 * SIGN + 2.0 * PAD);
        }
        let left = |left: &mut f64, width: &f64| Some(std::mem::replace(left, *left + width + GAP));
        let lefts: Vec<f64> = widths.iter().scan(PAD, left).collect();
        let (rows, count) = rows(drawn);
        let columns = lefts.last().unwrap_or(&0.0) + widths.last().unwrap_or(&0.0) + PAD;
        let width = columns.max(width(title) as f64 * SIGN + 2.0 * PAD);
        Places { labels, lefts, widths, rows, width, height: HEAD + count as f64 * ROW + PAD }
    }

    /// The height of the middle of a position.
    fn middle(&self, index: usize) -> f64 {
        HEAD + (self.rows[index] + 0.5) * ROW
    }
}

/// The drawn positions as a picture.
pub(super) fn svg(view: &View<'_>, drawn: &[Drawn<'_>], language: Language) -> String {
    let title = escaped(&view.title(language));
    let places = Places::new(view, drawn, &title, language);
    let (width, height) = (places.width, places.height);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"monospace\" font-size=\"12\">\n\
         <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{PAD}\" y=\"20\" font-weight=\"bold\">{title}</text>\n"
    );
    // Lines first, boxes over them.
    curves(&mut out, drawn, &places);
    boxes(&mut out, view, drawn, &places, language);
    out.push_str("</svg>\n");
    out
}

/// A curve for each move.
fn curves(out: &mut String, drawn: &[Drawn<'_>], places: &Places) {
    for (index, node) in drawn.iter().enumerate() {
        let (x, y) = (places.lefts[node.ply] + places.widths[node.ply], places.middle(index));
        for &next in &node.next {
            let (to, down) = (places.lefts[node.ply + 1], places.middle(next));
            let half = x + GAP / 2.0;
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "<path d=\"M{x:.1} {y:.1}C{half:.1} {y:.1} {half:.1} {down:.1} {to:.1} {down:.1}\" \
                 fill=\"none\" stroke=\"#999\"/>"
            );
        }
    }
}

/// A box for each position.
fn boxes(out: &mut String, view: &View<'_>, drawn: &[Drawn<'_>], places: &Places, language: Language) {
    for (index, node) in drawn.iter().enumerate() {
        let (x, y) = (places.lefts[node.ply], places.middle(index));
        let (fill, round, about) = match node.target {
            Target::End | Target::Settled => ("#eee", 12, String::new()),
            Target::Node(at) | Target::Follows(at) => {
                let winner = view.winner_moves(at);
                let fill = if winner { "#d9ead3" } else { "#fce5cd" };
                (fill, 3, language.about_box(view.part.position(at), winner, node.below))
            }
        };
        let _ = writeln!(
            out,
            "<g><title>{}</title><rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{BOX}\" rx=\"{round}\" \
             fill=\"{fill}\" stroke=\"#666\"/><text x=\"{:.1}\" y=\"{:.1}\" xml:space=\"preserve\">{}</text></g>",
            escaped(&about),
            y - BOX / 2.0,
            places.widths[node.ply],
            x + PAD,
            y + 4.0,
            escaped(&places.labels[index]),
        );
    }
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
