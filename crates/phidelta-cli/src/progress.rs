//! One row on the terminal that says how a search stands; nothing when nobody sees it.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use phidelta::Progress;
use phidelta_desk::{Events, Language, Phase};

/// Time between two looks at what runs.
pub(crate) const INTERVAL: Duration = phidelta_desk::DEFAULT_INTERVAL;

/// The row, if the standard error is a terminal.
pub(crate) struct StatusRow {
    bar: ProgressBar,
    label: String,
    /// What is being asked.
    stage: String,
    language: Language,
}

impl StatusRow {
    /// A row, or none.
    pub(crate) fn on_terminal() -> Option<StatusRow> {
        if !io::stderr().is_terminal() {
            return None;
        }
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
            bar.set_style(style);
        }
        Some(StatusRow { bar, label: String::new(), stage: String::new(), language: Language::En })
    }

    /// The same row in a language.
    pub(crate) fn speaks(mut self, language: Language) -> StatusRow {
        self.language = language;
        self
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

    /// Takes the row away, so that something else can be printed.
    pub(crate) fn clear(&mut self) {
        self.bar.set_message("");
        self.bar.finish_and_clear();
        self.bar.reset();
    }
}

impl Events for StatusRow {
    fn progress(&mut self, progress: &Progress<'_, String>) {
        self.bar.set_message(format!("{}{}{}", self.label, self.stage, self.language.progress(progress)));
    }

    fn phase(&mut self, phase: Phase) {
        self.stage = match self.language.phase(phase) {
            "" => String::new(),
            word => format!("{word}  "),
        };
        self.bar.set_message(format!("{}{}", self.label, self.stage));
    }

    fn advance(&mut self, _phase: Phase, done: u64, of: u64) {
        let percent = 100.0 * done as f64 / of.max(1) as f64;
        self.bar.set_message(format!("{}{}{percent:.0} %", self.label, self.stage));
    }

    fn stage(&mut self, text: &str) {
        self.stage = format!("{}  ", self.language.stage(text));
        self.bar.set_message(format!("{}{}", self.label, self.stage));
    }

    fn bounds(&mut self, least: u32, most: Option<u32>) {
        self.stage = format!("{}  ", self.language.range(least, most, None));
        self.bar.set_message(format!("{}{}", self.label, self.stage));
    }
}

impl Drop for StatusRow {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Prints a row to the standard error; if nobody listens there is nothing to be done about it.
pub(crate) fn say(row: &str) {
    let _ = writeln!(io::stderr().lock(), "{row}");
}
