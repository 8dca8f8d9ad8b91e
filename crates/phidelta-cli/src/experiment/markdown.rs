//! A report as Markdown, with its plots in files beside it.

use super::document::{Block, Document, Table};

/// The text; plots are looked for in `folder`, relative to it.
pub(super) fn render(document: &Document, folder: &str) -> String {
    let mut out = format!("# {}\n", document.title);
    let plots = document.plots();
    let mut names = plots.iter();
    for block in &document.blocks {
        out.push('\n');
        match block {
            Block::Heading(text) => out.push_str(&format!("## {text}\n")),
            Block::Text(text) => out.push_str(&format!("{text}\n")),
            Block::Code(text) => out.push_str(&format!("```text\n{text}\n```\n")),
            Block::Table(table) => out.push_str(&rows(table)),
            Block::Plot(plot) => {
                let name = names.next().map_or("", |(name, _)| name.as_str());
                out.push_str(&format!("![{}]({folder}/{name})\n", plot.title));
            }
        }
    }
    out
}

fn rows(table: &Table) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let marks: Vec<String> = (0..table.head.len())
        .map(|column| if table.is_text(column) { "---".into() } else { "---:".into() })
        .collect();
    let mut out = line(&table.head) + &line(&marks);
    for row in &table.rows {
        out.push_str(&line(row));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_text_are_markdown() {
        let mut document = Document::new("Title");
        document.text("some words");
        let mut table = Table::new(&["a", "n"]);
        table.row(["x|y".to_string(), "3".to_string()]);
        document.table(table);
        document.code("phidelta");
        let text = render(&document, "plots");
        assert_eq!(
            text,
            "# Title\n\nsome words\n\n| a | n |\n| --- | ---: |\n| x\\|y | 3 |\n\n```text\nphidelta\n```\n"
        );
    }
}
