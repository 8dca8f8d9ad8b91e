//! One line on the terminal that says how a search stands; nothing when nobody sees it.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use phidelta::Progress;
use phidelta_desk::format::{number, short};
use phidelta_desk::text::plain;
use phidelta_desk::{Events, Phase};

/// Time between two looks at what runs.
pub(crate) const INTERVAL: Duration = phidelta_desk::DEFAULT_INTERVAL;

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

impl Events for Line {
    fn progress(&mut self, progress: &Progress<'_, String>) {
        self.bar.set_message(message(&format!("{}{}", self.label, self.stage), progress));
    }

    fn phase(&mut self, phase: Phase) {
        self.stage = match phase {
            Phase::Line => "line of play  ",
            Phase::Certificate => "certificate  ",
            Phase::Check => "check  ",
            Phase::Checkpoint => "checkpoint  ",
            _ => "",
        }
        .into();
        self.bar.set_message(format!("{}{}", self.label, self.stage));
    }

    fn advance(&mut self, _phase: Phase, done: u64, of: u64) {
        let percent = 100.0 * done as f64 / of.max(1) as f64;
        self.bar.set_message(format!("{}{}{percent:.0} %", self.label, self.stage));
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
        number(progress.numbers.pn),
        number(progress.numbers.dn),
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
        let numbers = Numbers::new(12, phidelta::INFINITY);
        let mut progress = Progress::new(numbers, 3_000_000, Duration::from_secs(2));
        (progress.table_used, progress.line) = (0.256, &line);
        let text = message("2/3  ", &progress);
        assert_eq!(text, "2/3  2.0 s  3.00M nodes  1.50M/s  pn 12  dn inf  table 26 %  7g7f x y");
    }
}
