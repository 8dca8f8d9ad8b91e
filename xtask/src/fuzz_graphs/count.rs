//! What came out, for each algorithm and each kind of graphs, as a table.

use std::fmt;

use phidelta::Algorithm;

use super::problem::KINDS;

/// What came out of all runs of one algorithm on one kind of graphs.
#[derive(Default, Clone, Copy, Debug)]
pub(crate) struct Count {
    pub(crate) right: u64,
    pub(crate) unknown: u64,
    /// Right verdicts whose line stops before the end.
    pub(crate) short_lines: u64,
    pub(crate) nodes: u64,
    /// Nodes of the longest run.
    pub(crate) most_nodes: u64,
}

/// Counts of every algorithm.
pub(crate) struct Counts(Vec<(Algorithm, [Count; KINDS.len()])>);

impl Counts {
    /// Nothing counted yet.
    pub(crate) fn of(algorithms: &[Algorithm]) -> Counts {
        Counts(algorithms.iter().map(|&algorithm| (algorithm, Default::default())).collect())
    }

    /// Does something for each algorithm, until there is an error.
    pub(crate) fn each<E>(
        &mut self,
        kind: usize,
        mut action: impl FnMut(&Algorithm, &mut Count) -> Result<(), E>,
    ) -> Result<(), E> {
        self.0.iter_mut().try_for_each(|(algorithm, counts)| action(algorithm, &mut counts[kind]))
    }

    /// Adds the counts of the same algorithms.
    pub(crate) fn add(&mut self, other: &Counts) {
        let mine = self.0.iter_mut().flat_map(|(_, counts)| counts);
        for (a, b) in mine.zip(other.0.iter().flat_map(|(_, counts)| counts)) {
            a.right += b.right;
            a.unknown += b.unknown;
            a.short_lines += b.short_lines;
            a.nodes += b.nodes;
            a.most_nodes = a.most_nodes.max(b.most_nodes);
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head =
            ["algorithm", "graphs", "right", "unknown", "short lines", "nodes", "most"].map(String::from);
        let mut rows = vec![head];
        for (algorithm, counts) in &self.0 {
            for ((kind, _), c) in KINDS.iter().zip(counts) {
                let numbers =
                    [c.right, c.unknown, c.short_lines, c.nodes, c.most_nodes].map(|n| n.to_string());
                let [right, unknown, short, nodes, most] = numbers;
                rows.push([algorithm.to_string(), kind.to_string(), right, unknown, short, nodes, most]);
            }
        }
        let widths: Vec<usize> =
            (0..7).map(|i| rows.iter().map(|row| row[i].len()).max().unwrap_or(0)).collect();
        for row in &rows {
            for (i, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                match i {
                    0 => write!(f, "{cell:<width$}")?,
                    1 => write!(f, "  {cell:<width$}")?,
                    _ => write!(f, "  {cell:>width$}")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_line_up() {
        let mut counts = Counts::of(&["pn".parse().unwrap(), "df-pn+tca+weak-source".parse().unwrap()]);
        counts.0[1].1[2] =
            Count { right: 123_456, unknown: 1, short_lines: 2, nodes: 9_999_999, most_nodes: 4 };
        let text = counts.to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 1 + 2 * KINDS.len());
        assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{text}");
        let column = lines[0].find("unknown").unwrap() + "unknown".len();
        assert!(lines[1..].iter().all(|line| line.as_bytes()[column - 1].is_ascii_digit()), "{text}");
    }
}
