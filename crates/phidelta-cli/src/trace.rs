//! `--trace`: every step of the search as a line that lines up, on the standard error.

use std::io::{self, BufWriter, Write};

use phidelta::{Event, Step};
use phidelta_desk::Events;
use phidelta_desk::format::number;
use phidelta_desk::text::{Align, Columns, plain};

/// Writes steps.
pub(crate) struct Trace {
    columns: Columns,
    out: BufWriter<io::Stderr>,
}

impl Trace {
    /// A trace with its head.
    pub(crate) fn new() -> Trace {
        // No number has more digits.
        let figure = (10, Align::Right);
        let columns = Columns::new([
            (6, Align::Left),
            (8, Align::Right),
            (5, Align::Right),
            figure,
            figure,
            figure,
            figure,
            (0, Align::Left),
        ]);
        Trace { columns, out: BufWriter::new(io::stderr()) }
    }

    /// Starts the trace of one problem.
    pub(crate) fn head(&mut self, position: &str) {
        let head = self.columns.row(["event", "node", "depth", "pn", "dn", "pn max", "dn max", "line"]);
        // Nobody listening is no reason to stop the search.
        let _ = write!(self.out, "# {}\n{head}", plain(position));
    }

    /// Lets everything written so far arrive.
    pub(crate) fn flush(&mut self) {
        let _ = self.out.flush();
    }
}

impl Events for Trace {
    fn wants_steps(&self) -> bool {
        true
    }

    fn step(&mut self, step: &Step<'_, String>, depth: usize) {
        // Every number that changes would be a line of its own.
        if step.event == Event::BackUp {
            return;
        }
        let _ = self.out.write_all(row(&self.columns, step, depth).as_bytes());
    }
}

fn row(columns: &Columns, step: &Step<'_, String>, depth: usize) -> String {
    let event = match step.event {
        Event::Expand => "expand",
        Event::Revisit => "again",
        Event::End => "end",
        Event::Leave => "leave",
        _ => "other",
    };
    let threshold = |n: Option<phidelta::Number>| n.map_or("-".to_string(), number);
    let mut line = if depth > step.line.len() { "… ".to_string() } else { String::new() };
    line.push_str(&plain(&step.line.join(" ")));
    columns.row([
        event.to_string(),
        step.node.to_string(),
        depth.to_string(),
        number(step.numbers.pn),
        number(step.numbers.dn),
        threshold(step.thresholds.map(|t| t.pn)),
        threshold(step.thresholds.map(|t| t.dn)),
        line,
    ])
}

#[cfg(test)]
mod tests {
    use phidelta::Numbers;

    use super::*;

    #[test]
    fn a_step_is_one_line() {
        let line = ["B".to_string(), "E".to_string()];
        let mut step = Step::new(Event::Leave, 12, &line, Numbers::DISPROVED);
        step.thresholds = Some(Numbers::new(4, phidelta::INFINITY - 1));
        let columns = Trace::new().columns;
        let text = row(&columns, &step, 2);
        assert_eq!(text, "leave         12      2         inf           0           4       inf-1  B E\n");
        step.thresholds = None;
        let text = row(&columns, &step, 30);
        assert_eq!(text, "leave         12     30         inf           0           -           -  … B E\n");
    }
}
