//! A report as one HTML file: tables, and plots drawn inside it. It needs no network, no script, and
//! follows the reader's choice of light or dark.

use super::document::{Block, Document, Table};
use super::plot::COLORS;

/// Wide enough for the widest table, narrow enough to read.
const STYLE: &str = "\
:root { color-scheme: light dark; --page: #ffffff; --ink: #1c1e21; --soft: #5b6169; --line: #d5d9de; --band: #f4f5f7; }
@media (prefers-color-scheme: dark) { :root { --page: #16181b; --ink: #e6e8ea; --soft: #a2a9b1; --line: #3a3f45; --band: #1f2226; } }
body { background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; border-bottom: 1px solid var(--line); padding-bottom: .2rem; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem; text-align: right; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; } td { white-space: nowrap; } td.w, th.w { text-align: left; white-space: normal; } td code { white-space: nowrap; }
tbody tr:nth-child(even) { background: var(--band); }
pre { background: var(--band); padding: .7rem; overflow-x: auto; font-size: .85rem; white-space: pre-wrap; overflow-wrap: anywhere; }
figure { margin: 1.5rem 0; } svg { width: 100%; max-width: 46rem; height: auto; }
";

/// The whole file.
pub(super) fn render(document: &Document) -> String {
    let mut out = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.push_str(&format!("<title>{}</title>\n<style>\n{STYLE}{COLORS}</style>\n", escaped(&document.title)));
    out.push_str(&format!("</head>\n<body>\n<main>\n<h1>{}</h1>\n", escaped(&document.title)));
    for block in &document.blocks {
        match block {
            Block::Heading(text) => out.push_str(&format!("<h2>{}</h2>\n", escaped(text))),
            Block::Text(text) => out.push_str(&format!("<p>{}</p>\n", marked(text))),
            Block::Code(text) => out.push_str(&format!("<pre>{}</pre>\n", escaped(text))),
            Block::Table(table) => out.push_str(&rows(table)),
            Block::Plot(plot) => out.push_str(&format!("<figure>\n{}</figure>\n", plot.svg(false))),
        }
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn rows(table: &Table) -> String {
    let line = |cells: &[String], tag: &str| {
        let mut out = String::from("<tr>");
        for (column, cell) in cells.iter().enumerate() {
            let class = if table.is_text(column) { " class=\"w\"" } else { "" };
            out.push_str(&format!("<{tag}{class}>{}</{tag}>", marked(cell)));
        }
        out + "</tr>\n"
    };
    let body: String = table.rows.iter().map(|row| line(row, "td")).collect();
    format!(
        "<div class=\"wide\"><table>\n<thead>\n{}</thead>\n<tbody>\n{body}</tbody>\n</table></div>\n",
        line(&table.head, "th")
    )
}

/// Text as HTML shows it.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The same, with what stands between backticks as code.
fn marked(text: &str) -> String {
    let mut out = String::new();
    for (i, part) in text.split('`').enumerate() {
        let part = escaped(part);
        if i % 2 == 1 { out.push_str(&format!("<code>{part}</code>")) } else { out.push_str(&part) }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_whole_and_text_is_escaped() {
        let mut document = Document::new("A < B & C");
        document.text("uses `a<b`");
        let mut table = Table::new(&["a", "n"]);
        table.row(["<x>".to_string(), "3".to_string()]);
        document.table(table);
        let text = render(&document);
        assert!(text.contains("<title>A &lt; B &amp; C</title>"));
        assert!(
            text.contains("<code>a&lt;b</code>") && text.contains("<td class=\"w\">&lt;x&gt;</td><td>3</td>")
        );
        for tag in ["main", "table", "tbody", "html"] {
            assert_eq!(text.matches(&format!("<{tag}")).count(), text.matches(&format!("</{tag}>")).count());
        }
        assert!(!text.contains("http") && !text.contains("<script"));
    }
}
