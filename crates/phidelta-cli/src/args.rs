//! The command line.

use clap::{Parser, Subcommand, ValueEnum};
use phidelta::{Goal, Repetition};

#[cfg(feature = "cluster")]
use crate::cluster;
use crate::failure::EXIT_CODES;
#[cfg(feature = "serve")]
use crate::serve;
use crate::{
    algorithms, bench, check, compose, experiment, generate, graph, learn, manual, resume, show, solve, tree,
    usi,
};

/// Proves who wins: proof-number search over two-player games
#[derive(Parser, Debug)]
#[command(name = "phidelta", version, after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"), max_term_width = 100)]
#[command(arg_required_else_help = true, infer_long_args = false)]
pub(crate) struct Cli {
    /// What to do
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  phidelta solve graph kishimoto_fig1
  phidelta solve graph --file my.json --json
  phidelta show shogi '9/8k/9/8P/9/9/9/9/9 b 2G 1'
  phidelta algorithms
  phidelta graph random --kind cyclic --nodes 1000 --seed 7 | phidelta solve graph --file -
  phidelta bench --nodes 20K";

/// What the command can do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Say who wins, or whether the attacker reaches his goal: proved, disproved or unknown
    Solve(Box<solve::Args>),
    /// Go on with a search that `phidelta solve --checkpoint` has written down
    Resume(resume::Args),
    /// Check a certificate, with rules of its own
    Check(check::Args),
    /// Look at a proof: its main line, a position with all replies, a drawing, a record for shogi programs
    Tree(tree::Args),
    /// Give a problem to many machines, or work for others
    #[cfg(feature = "cluster")]
    Cluster(cluster::Args),
    /// For composers of mate problems: is a problem sound?
    Compose(compose::Args),
    /// Draw a position and list its moves
    Show(show::Args),
    /// List the algorithms: name, idea, paper, what they combine with
    Algorithms(algorithms::Args),
    /// Run a fixed set of problems: a signature of the node counts, and the speed
    Bench(bench::Args),
    /// Write AND/OR graphs for experiments, or show the numbers of one
    Graph(graph::Args),
    /// Make suites of endgame positions and of mate problems, with their values
    Generate(generate::Args),
    /// Learn numbers that order moves from the program's own games
    Learn(learn::Args),
    /// Repeat the papers' experiments, or run a grid of your own
    Experiment(experiment::Args),
    /// Open the page: set up a position, watch it being solved, walk the proof
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    /// Play the engine in a shogi program: finds mates, speaks USI
    Usi(usi::Args),
    /// Print completions for a shell
    Completions(manual::CompletionArgs),
    /// Print the manual page, or write one for every command
    Man(manual::ManArgs),
}

/// What the attacker wants.
#[derive(Clone, Copy, ValueEnum, Debug)]
pub(crate) enum GoalName {
    /// A win
    Win,
    /// At least a draw
    Draw,
}

impl From<GoalName> for Goal {
    fn from(name: GoalName) -> Goal {
        match name {
            GoalName::Win => Goal::Win,
            GoalName::Draw => Goal::Draw,
        }
    }
}

/// What a repeated position is worth.
#[derive(Clone, Copy, ValueEnum, Debug)]
pub(crate) enum RepetitionName {
    /// The attacker has failed
    AttackerFails,
    /// The defender has failed
    DefenderFails,
    /// A draw
    Draw,
}

impl From<RepetitionName> for Repetition {
    fn from(name: RepetitionName) -> Repetition {
        match name {
            RepetitionName::AttackerFails => Repetition::AttackerFails,
            RepetitionName::DefenderFails => Repetition::DefenderFails,
            RepetitionName::Draw => Repetition::Draw,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
