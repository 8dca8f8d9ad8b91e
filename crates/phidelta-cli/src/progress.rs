//! One line on the terminal that says how a search stands; nothing when nobody sees it.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use phidelta::Progress;

use crate::games::Watch;
use crate::report;
use crate::size::short;
use crate::text::plain;

/// Time between two looks at a search: often enough to seem alive, rarely enough to cost nothing.
pub(crate) const INTERVAL: Duration = Duration::from_millis(250);

/// The line, if the standard error is a terminal.
pub(crate) struct Line {
    bar: ProgressBar,
    label: String,
    /// What is being asked.
    stage: String,
}

impl Line {
    /// A line, or none.
    pub(crate) fn on_terminal() -> Option<Line> {
        if !io::stderr().is_terminal() {
            return None;
        }
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
            bar.set_style(style);
        }
        Some(Line { bar, label: String::new(), stage: String::new() })
    }

    /// What stands in front: which problem of how many.
    pub(crate) fn label(&mut self, label: String) {
        self.label = label;
        self.stage.clear();
    }

    /// Shows a text in place of how a search stands.
    pub(crate) fn show(&mut self, text: String) {
        self.bar.set_message(text);
    }

    /// Takes the line away, so that something else can be printed.
    pub(crate) fn clear(&mut self) {
        self.bar.set_message("");
        self.bar.finish_and_clear();
        self.bar.reset();
    }
}

impl Watch for Line {
    fn progress(&mut self, progress: &Progress<'_, String>) {
        self.bar.set_message(message(&format!("{}{}", self.label, self.stage), progress));
    }

    fn stage(&mut self, text: &str) {
        self.stage = format!("{text}  ");
        self.bar.set_message(format!("{}{}", self.label, self.stage));
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn message(label: &str, progress: &Progress<'_, String>) -> String {
    format!(
        "{label}{:.1} s  {} nodes  {}/s  pn {}  dn {}  table {:.0} %  {}",
        progress.elapsed.as_secs_f64(),
        short(progress.nodes as f64),
        short(progress.nodes_per_second()),
        report::number(progress.numbers.pn),
        report::number(progress.numbers.dn),
        100.0 * progress.table_used,
        plain(&progress.line.join(" ")),
    )
}

/// Prints a line to the standard error; if nobody listens there is nothing to be done about it.
pub(crate) fn say(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

#[cfg(test)]
mod tests {
    use phidelta::Numbers;

    use super::*;

    #[test]
    fn the_line_says_how_it_stands() {
        let line = ["7g7f".to_string(), "x\u{1b}y".to_string()];
        let text = message(
            "2/3  ",
            &Progress {
                numbers: Numbers::new(12, phidelta::INFINITY),
                nodes: 3_000_000,
                elapsed: Duration::from_secs(2),
                table_used: 0.256,
                line: &line,
            },
        );
        assert_eq!(text, "2/3  2.0 s  3.00M nodes  1.50M/s  pn 12  dn inf  table 26 %  7g7f x y");
    }
}
