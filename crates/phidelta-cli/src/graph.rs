//! `phidelta graph`: graphs for experiments, written as JSON, and the numbers of one.
//!
//! What is written depends on the options alone: an experiment is named by its command line.

use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueEnum};
use phidelta::{Aggregate, Number, Numbers, Outcome, Side};
use phidelta_games::graph::generate::{self, FIGURES, MOST_NODES, Shape};
use phidelta_games::graph::numbers::{self, Rule};
use phidelta_games::graph::{Graph, NodeId};

use crate::args::{GoalName, RepetitionName};
use crate::failure::{Code, EXIT_CODES, Failure, Result};
use crate::input::read_text;
use crate::output::{print, write};
use phidelta_desk::format::number;
use phidelta_desk::text::{Align, plain, table};
use phidelta_desk::{Place, figure_named, read_graph};

/// What `phidelta graph` was given.
#[derive(clap::Args, Debug)]
#[command(after_help = format!("\
Examples:
  phidelta graph random --kind cyclic --nodes 1000 --children 4 --seed 7 --out loops.json
  phidelta graph okabe --layers 10 | phidelta solve graph --file -
  phidelta graph figure
  phidelta graph numbers wpns_fig1 --aggregate wpns

{EXIT_CODES}"))]
pub(crate) struct Args {
    /// Which graph
    #[command(subcommand)]
    which: Which,
}

#[derive(Subcommand, Debug)]
enum Which {
    /// A random graph
    #[command(after_help = "\
Examples:
  phidelta graph random
  phidelta graph random --kind dag --nodes 500 --children 5 --leaf 0.2 --seed 3
  phidelta graph random --kind cyclic --nodes 1e5 --span 20 --out deep.json --force")]
    Random(Random),
    /// A full tree whose leaves are won or lost at random
    #[command(after_help = "Example:\n  phidelta graph uniform --depth 6 --children 3 --seed 1")]
    Uniform {
        /// Plies
        #[arg(long, value_name = "N", value_parser = nodes)]
        depth: u32,
        /// Children of every inner node
        #[arg(long, value_name = "K", default_value = "2", value_parser = nodes)]
        children: u32,
        /// Another seed, another graph
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        #[command(flatten)]
        target: Target,
    },
    /// Diamonds in a row: the plain proof number doubles with each (Okabe 2005)
    #[command(after_help = "Example:\n  phidelta graph okabe --layers 10 --out okabe10.json")]
    Okabe {
        /// Diamonds
        #[arg(long, value_name = "N", value_parser = nodes)]
        layers: u32,
        /// How the one leaf ends
        #[arg(long, value_name = "VALUE", default_value = "win")]
        last: Last,
        #[command(flatten)]
        target: Target,
    },
    /// A single line of moves
    #[command(after_help = "Example:\n  phidelta graph chain --plies 100000 | phidelta solve graph --file -")]
    Chain {
        /// Moves
        #[arg(long, value_name = "N", value_parser = nodes)]
        plies: u32,
        #[command(flatten)]
        target: Target,
    },
    /// A figure of a paper; without a name: the list of them
    #[command(after_help = "Examples:\n  phidelta graph figure\n  phidelta graph figure kishimoto_fig1")]
    Figure {
        /// Its name
        #[arg(value_name = "NAME")]
        name: Option<String>,
        #[command(flatten)]
        target: Target,
    },
    /// The proof and disproof number of every node, and the most-proving node
    #[command(after_help = "\
The numbers are those of a search that has looked at every node but not evaluated open ones.

Examples:
  phidelta graph numbers pdspn_fig2
  phidelta graph numbers my.json --aggregate wpns
  phidelta graph okabe --layers 5 --last open | phidelta graph numbers -")]
    Numbers {
        /// A file with a graph (\"-\" is the standard input), or the name of a figure
        #[arg(value_name = "FILE|FIGURE")]
        graph: String,
        /// How the children's numbers are combined
        #[arg(long, value_name = "NAME", default_value = "sum")]
        aggregate: AggregateName,
    },
}

#[derive(clap::Args, Debug)]
struct Random {
    /// Without shared nodes, with them, or with edges that lead back
    #[arg(long, value_name = "KIND", default_value = "dag")]
    kind: Kind,
    /// Nodes
    #[arg(long, value_name = "N", default_value = "12", value_parser = nodes)]
    nodes: u32,
    /// The most children of a node
    #[arg(long, value_name = "K", default_value = "3", value_parser = nodes)]
    children: u32,
    /// The fewest children of an inner node
    #[arg(long, value_name = "K", default_value = "1", value_parser = nodes)]
    least_children: u32,
    /// Another seed, another graph
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Probability that a node is a leaf
    #[arg(long, value_name = "P", default_value = "0.3", value_parser = probability)]
    leaf: f64,
    /// Probability that a leaf is a draw
    #[arg(long, value_name = "P", default_value = "0", value_parser = probability)]
    draw: f64,
    /// Probability that a leaf has no value: a search will never know it
    #[arg(long, value_name = "P", default_value = "0", value_parser = probability)]
    open: f64,
    /// First numbers are drawn from 1 to this
    #[arg(long, value_name = "N", default_value = "1", value_parser = nodes)]
    largest_init: Number,
    /// How far a child may be in the order of nodes: a small span makes deep graphs
    #[arg(long, value_name = "N", value_parser = nodes)]
    span: Option<u32>,
    /// What the attacker wants
    #[arg(long, value_name = "GOAL", default_value = "win")]
    goal: GoalName,
    /// What it means to reach a node a second time
    #[arg(long, value_name = "RULE", default_value = "attacker-fails")]
    repetition: RepetitionName,
    #[command(flatten)]
    target: Target,
}

#[derive(clap::Args, Debug)]
struct Target {
    /// Write to a file instead of the standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "out")]
    force: bool,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum Kind {
    Tree,
    Dag,
    Cyclic,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum Last {
    Win,
    Draw,
    Loss,
    Open,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum AggregateName {
    /// All children added up
    Sum,
    /// The largest plus one for each other child
    Wpns,
    /// The chosen one plus one for each other child
    Bns,
    /// Without any double counting; only for small graphs
    True,
}

/// A number of nodes, layers, plies or children: what the generators can make.
fn nodes(text: &str) -> std::result::Result<u32, String> {
    match crate::size::count(text)? {
        n if n <= u64::from(MOST_NODES) => Ok(n as u32),
        n => Err(format!("{n} is too large, expected at most {MOST_NODES}")),
    }
}

fn probability(text: &str) -> std::result::Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|p| (0.0..=1.0).contains(p));
    number.ok_or_else(|| "expected a probability from 0 to 1, such as 0.25".into())
}

/// Writes a graph or its numbers.
pub(crate) fn run(args: &Args) -> Result<Code> {
    let (graph, target) = match &args.which {
        Which::Random(random) => (random_graph(random)?, &random.target),
        Which::Uniform { depth, children, seed, target } => (full_tree(*depth, *children, *seed)?, target),
        Which::Okabe { layers, last, target } => {
            let last = match last {
                Last::Win => Some(Outcome::Win),
                Last::Draw => Some(Outcome::Draw),
                Last::Loss => Some(Outcome::Loss),
                Last::Open => None,
            };
            (generate::okabe(fits(*layers, 3, "--layers")?, last), target)
        }
        Which::Chain { plies, target } => (generate::chain(fits(*plies, 1, "--plies")?), target),
        Which::Figure { name: Some(name), target } => (figure_named(name)?, target),
        Which::Figure { name: None, .. } => return list_figures(),
        Which::Numbers { graph, aggregate } => return show_numbers(graph, *aggregate),
    };
    write(&graph.to_json(), target.out.as_deref(), target.force)?;
    Ok(Code::Done)
}

/// A number of steps of `each` nodes, if the generators can make them all: they would leave some away.
fn fits(steps: u32, each: u32, option: &str) -> Result<u32> {
    // One more for the last node.
    let most = (MOST_NODES - 1) / each - 1;
    if steps > most {
        return Err(Failure::input(format!("{option} {steps} is too large, expected at most {most}")));
    }
    Ok(steps)
}

fn full_tree(depth: u32, children: u32, seed: u64) -> Result<Graph> {
    let (mut row, mut all) = (1u64, 1u64);
    for _ in 0..depth {
        row = row.saturating_mul(u64::from(children));
        all = all.saturating_add(row);
        if all > u64::from(MOST_NODES) {
            let message = format!(
                "a tree of depth {depth} with {children} children a node is too large, expected at most \
                 {MOST_NODES} nodes"
            );
            return Err(Failure::Input(message));
        }
    }
    Ok(generate::uniform(depth, children, seed))
}

fn random_graph(random: &Random) -> Result<Graph> {
    if random.least_children > random.children {
        return Err(Failure::input(format!(
            "--least-children {} is more than --children {}, expected at most as many",
            random.least_children, random.children
        )));
    }
    let shape = Shape {
        nodes: random.nodes,
        least_children: random.least_children,
        most_children: random.children,
        leaf: random.leaf,
        draw: random.draw,
        open: random.open,
        largest_init: random.largest_init,
        span: random.span.unwrap_or(u32::MAX),
        goal: random.goal.into(),
        repetition: random.repetition.into(),
    };
    Ok(match random.kind {
        Kind::Tree => generate::tree(&shape, random.seed),
        Kind::Dag => generate::dag(&shape, random.seed),
        Kind::Cyclic => generate::cyclic(&shape, random.seed),
    })
}

fn list_figures() -> Result<Code> {
    let rows: Vec<Vec<String>> =
        FIGURES.iter().map(|(name, about)| vec![name.to_string(), about.to_string()]).collect();
    print(&table(&[("name", Align::Left), ("shows", Align::Left)], &rows))?;
    Ok(Code::Done)
}

fn show_numbers(source: &str, aggregate: AggregateName) -> Result<Code> {
    let graph = if source == "-" || Path::new(source).exists() {
        let name = if source == "-" { "standard input" } else { source };
        read_graph(&read_text(source)?, &Place::File(name.into()))?
    } else {
        read_graph(source, &Place::Text)?
    };
    let wrong = |error: &dyn std::fmt::Display| Failure::input(format!("{}: {error}", plain(source)));
    let of = |aggregate| numbers::of(&graph, aggregate, &Rule::new()).map_err(|error| wrong(&error));
    let all = match aggregate {
        AggregateName::Sum => of(Aggregate::Sum)?,
        AggregateName::Wpns => of(Aggregate::Weak)?,
        AggregateName::Bns => of(Aggregate::Branch)?,
        AggregateName::True => numbers::true_numbers(&graph).map_err(|error| wrong(&error))?,
    };
    print(&numbers_table(&graph, &all))?;
    Ok(Code::Done)
}

fn numbers_table(graph: &Graph, all: &[Numbers]) -> String {
    let names = |ids: &[NodeId]| {
        let names: Vec<&str> = ids.iter().map(|&id| graph.name(id)).collect();
        plain(&names.join(" "))
    };
    let rows: Vec<Vec<String>> = graph
        .ids()
        .zip(all)
        .map(|(id, numbers)| {
            let side = match graph.side(id) {
                Side::Attacker => "OR",
                Side::Defender => "AND",
            };
            let behind = match graph.value(id) {
                Some(Outcome::Win) => "win".into(),
                Some(Outcome::Draw) => "draw".into(),
                Some(Outcome::Loss) => "loss".into(),
                None if graph.is_open(id) => "open".into(),
                None => names(graph.children(id)),
            };
            vec![plain(graph.name(id)), side.into(), number(numbers.pn), number(numbers.dn), behind]
        })
        .collect();
    let head = [
        ("node", Align::Left),
        ("type", Align::Left),
        ("pn", Align::Right),
        ("dn", Align::Right),
        ("children or value", Align::Left),
    ];
    let best = graph.name(numbers::most_proving(graph, all));
    format!("{}most-proving node {}\n", table(&head, &rows), plain(best))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_beyond_what_can_be_made_are_refused() {
        assert!(nodes("16777217").unwrap_err().contains("16777216"));
        assert!(full_tree(30, 2, 1).is_err());
        assert!(full_tree(u32::MAX, 1, 1).is_err());
        assert_eq!(full_tree(3, 2, 1).unwrap().len(), 15);
        assert!(fits(6_000_000, 3, "--layers").is_err());
        assert!(probability("1.5").is_err() && probability("nan").is_err());
        assert_eq!(probability("0.5"), Ok(0.5));
    }

    #[test]
    fn numbers_of_a_figure() {
        let graph = generate::figure("pdspn_fig2").unwrap();
        let all = numbers::of(&graph, Aggregate::Sum, &Rule::new()).unwrap();
        let text = numbers_table(&graph, &all);
        assert!(
            text.starts_with("node  type   pn   dn  children or value\na     OR      1    2  b c\n"),
            "{text}"
        );
        assert!(text.ends_with("most-proving node j\n"), "{text}");
    }
}
