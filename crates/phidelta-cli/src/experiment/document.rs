//! A report before it is Markdown or HTML: headings, text, tables, plots, and what the runs say of claims.

use super::plot::Plot;

/// A report.
#[derive(Clone, Debug)]
pub(super) struct Document {
    pub(super) title: String,
    pub(super) blocks: Vec<Block>,
}

/// A part of a report.
#[derive(Clone, Debug)]
pub(super) enum Block {
    Heading(String),
    Text(String),
    /// A command, or a graph: as it is typed.
    Code(String),
    Table(Table),
    Plot(Plot),
}

/// A table; the first column is text, the others are numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub(super) head: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
    /// Columns of text beside the first.
    pub(super) words: Vec<usize>,
}

impl Table {
    pub(super) fn new(head: &[&str]) -> Table {
        Table { head: head.iter().map(|text| text.to_string()).collect(), ..Table::default() }
    }

    /// Says that a column is text.
    pub(super) fn words(mut self, column: usize) -> Table {
        self.words.push(column);
        self
    }

    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Whether a column is text.
    pub(super) fn is_text(&self, column: usize) -> bool {
        column == 0 || self.words.contains(&column)
    }
}

/// What a paper says or the project expects, and what the runs say.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    /// What is claimed.
    pub(super) text: String,
    /// What the source has.
    pub(super) theirs: String,
    /// What came out here.
    pub(super) ours: String,
    /// Whether they agree; `None` if the runs do not tell: a tie, or nothing to compare.
    pub(super) holds: Option<bool>,
}

impl Claim {
    /// Whether source and runs agree, in a word.
    pub(super) fn word(&self) -> &'static str {
        match self.holds {
            Some(true) => "yes",
            Some(false) => "no",
            None => "not decided",
        }
    }
}

impl Document {
    pub(super) fn new(title: impl Into<String>) -> Document {
        Document { title: title.into(), blocks: Vec::new() }
    }

    pub(super) fn heading(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Heading(text.into()));
    }

    pub(super) fn text(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Text(text.into()));
    }

    pub(super) fn code(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Code(text.into()));
    }

    pub(super) fn table(&mut self, table: Table) {
        if !table.rows.is_empty() {
            self.blocks.push(Block::Table(table));
        }
    }

    /// A plot, unless it would be empty.
    pub(super) fn plot(&mut self, plot: Plot) {
        if plot.points() > 0 {
            self.blocks.push(Block::Plot(plot));
        }
    }

    pub(super) fn claims(&mut self, claims: &[Claim]) {
        if claims.is_empty() {
            return;
        }
        self.heading("Claims");
        let mut table = Table::new(&["claim", "source", "here", "agree"]).words(1).words(2).words(3);
        for claim in claims {
            let Claim { text, theirs, ours, .. } = claim.clone();
            table.row([text, theirs, ours, claim.word().into()]);
        }
        self.table(table);
    }

    /// The plots with names for their files.
    pub(super) fn plots(&self) -> Vec<(String, &Plot)> {
        let plots = self.blocks.iter().filter_map(|block| match block {
            Block::Plot(plot) => Some(plot),
            _ => None,
        });
        plots.zip(1..).map(|(plot, number)| (format!("{number:02}-{}.svg", plot.slug()), plot)).collect()
    }
}
