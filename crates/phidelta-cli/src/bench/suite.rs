//! `phidelta bench GAME --file FILE`: a suite, with what each answer and its proof have cost.
//!
//! With `--verify` every answer is certified and checked. What that costs is said in proportion to the
//! search, as the median over the problems that were verified: half of them cost less.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use phidelta_desk::page::{self, POSITION_WIDTH};
use phidelta_desk::{self as desk, GameKind, Language, Outcome, Request, Verification};

use super::{Args, Signature, Total};
use crate::certificate::Certificates;
use crate::failure::{Code, Result};
use crate::input::Input;
use crate::output::print;
use crate::progress;
use phidelta_desk::format::grouped;
use phidelta_desk::format::plural;
use phidelta_desk::text::{Align, Columns, cut, plain};

/// Runs a suite.
pub(super) fn run(args: &Args, game: &'static dyn GameKind, file: &str) -> Result<Code> {
    let mut problems =
        Input::of_file(game, file, &args.rules, args.model.as_deref()).read(args.goal.as_deref())?;
    let certificates = Certificates::new(None, false, args.verify, game, problems.len())?;
    let stop = crate::interrupt::flag()?;
    let request = Request::new()
        .algorithm(args.algorithm)
        .memory(args.memory.unwrap_or(desk::DEFAULT_MEMORY))
        .nodes(args.nodes)
        .time(args.time)
        .threads(args.threads)
        .stop(Arc::clone(&stop));
    let request = certificates.ask(request);
    let mut table = Table::new(problems.len(), args.verify);
    if !args.json {
        print(&table.head())?;
    }
    let mut code = Code::Done;
    for problem in &mut problems {
        let (outcome, _) =
            certificates.run(&mut request.solver(problem.game()), problem, &request, &mut ())?;
        if stop.load(Ordering::Relaxed) {
            code = Code::Unknown;
            break;
        }
        if outcome.reason().is_some() && code == Code::Done {
            code = Code::Unknown;
        }
        if let Some(why) = outcome.verification.failure() {
            progress::say(&format!("error: {}: {why}", outcome.given));
            code = Code::Failed;
        }
        let row = table.row(&outcome);
        print(&if args.json { outcome.json() } else { row })?;
    }
    // Where the clock may end a search, counts are those of one run.
    let whole = args.time.is_none() && table.done == problems.len();
    let signature = whole.then(|| table.signature.text());
    if args.json {
        print(&super::json(&table.sums(signature)))?;
        return Ok(code);
    }
    print(&table.total())?;
    if let Some(signature) = signature {
        print(&format!("signature {signature}\n"))?;
    }
    Ok(code)
}

/// The rows, and their sums.
struct Table {
    columns: Columns,
    verify: bool,
    problems: usize,
    done: usize,
    decided: usize,
    nodes: u64,
    solving: Duration,
    /// Of each verified answer: processor seconds of the search, of writing and of checking the certificate.
    verified: Vec<[f64; 3]>,
    positions: u64,
    signature: Signature,
}

impl Table {
    fn new(problems: usize, verify: bool) -> Table {
        let mut columns = vec![
            (problems.to_string().len(), Align::Right),
            (POSITION_WIDTH, Align::Left),
            ("disproved".len(), Align::Left),
            (13, Align::Right),
            (9, Align::Right),
        ];
        if verify {
            columns.insert(3, ("not verified".len(), Align::Left));
            columns.push((11, Align::Right));
            // Microseconds: most of them are short.
            columns.extend([(11, Align::Right); 3]);
        }
        Table {
            columns: Columns::new(columns),
            verify,
            problems,
            done: 0,
            decided: 0,
            nodes: 0,
            solving: Duration::ZERO,
            verified: Vec::new(),
            positions: 0,
            signature: Signature::default(),
        }
    }

    fn head(&self) -> String {
        let mut cells = vec!["#", "position", "verdict", "nodes", "seconds"];
        if self.verify {
            cells.insert(3, "checked");
            cells.extend(["positions", "solve cpu s", "write", "check"]);
        }
        self.columns.row(cells)
    }

    fn row(&mut self, outcome: &Outcome) -> String {
        let report = outcome.report();
        self.done += 1;
        self.decided += usize::from(outcome.reason().is_none());
        self.nodes += report.stats.nodes;
        self.solving += report.elapsed;
        let algorithm = outcome.algorithm.to_string();
        self.signature.add_line(&outcome.given, &algorithm, &outcome.word(), report.stats.nodes);
        let mut cells = vec![
            self.done.to_string(),
            cut(&plain(&outcome.given), POSITION_WIDTH),
            outcome.word(),
            grouped(report.stats.nodes),
            format!("{:.3}", report.elapsed.as_secs_f64()),
        ];
        if self.verify {
            cells.insert(3, page::check_word(outcome, Language::En).into());
            if let Verification::Verified(written) = &outcome.verification {
                let times = [outcome.cpu, written.writing, written.checking];
                let seconds = times.map(|time| time.unwrap_or_default().as_secs_f64());
                self.verified.push(seconds);
                self.positions += written.positions;
                cells.push(grouped(written.positions));
                cells.extend(seconds.iter().map(|seconds| format!("{seconds:.6}")));
            }
        }
        self.columns.row(cells)
    }

    /// The last object of `--json`.
    fn sums(&self, signature: Option<String>) -> Total {
        Total {
            runs: self.done,
            decided: self.decided,
            nodes: self.nodes,
            seconds: super::seconds_of(self.solving),
            stopped: self.done < self.problems,
            signature,
            ..Total::default()
        }
    }

    fn total(&self) -> String {
        let mut out = format!(
            "total: {}, {} decided; {} nodes, {:.3} s\n",
            plural(self.done, "problem", "problems"),
            self.decided,
            grouped(self.nodes),
            self.solving.as_secs_f64()
        );
        if self.verify {
            let sum = |at: usize| self.verified.iter().map(|seconds| seconds[at]).sum::<f64>();
            let median = |at: usize| {
                // A search may be quicker than the clock can see.
                let ratios = self.verified.iter().map(|seconds| seconds[at] / seconds[0].max(1e-6)).collect();
                median(ratios).map_or("-".into(), |ratio| format!("{ratio:.2}"))
            };
            out.push_str(&format!(
                "verified: {} of {}; {} positions, written in {:.3} s, checked in {:.3} s\n\
                 median, search = 1: writing {}, checking {}\n",
                self.verified.len(),
                self.decided,
                grouped(self.positions),
                sum(1),
                sum(2),
                median(1),
                median(2),
            ));
        }
        if self.done < self.problems {
            let left = plural(self.problems - self.done, "problem", "problems");
            out.push_str(&format!("stopped: {left} not finished\n"));
        }
        out
    }
}

/// The middle one; of two the mean.
fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    let half = numbers.len() / 2;
    let upper = *numbers.get(half)?;
    Some(if numbers.len().is_multiple_of(2) { (numbers[half - 1] + upper) / 2.0 } else { upper })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![3.0]), Some(3.0));
        assert_eq!(median(vec![9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![9.0, 1.0, 2.0, 4.0]), Some(3.0));
    }
}
