//! `phidelta tree`: looks at a proof.
//!
//! A certificate that the checker has passed is read as a graph ([`proof`]); its main line, one of its
//! positions, or a drawing of its upper part is shown. Nothing is searched and nothing added: what is
//! shown is in the file. All walks have stacks of their own.

mod dot;
mod kif;
mod line;
mod node;
mod outline;
mod proof;
mod referee;
mod sizes;
mod svg;

use std::path::PathBuf;

use crate::failure::{Code, Failure, Result};
use crate::output::{self, print};
use crate::report::plural;
use crate::size::{self, grouped};
use crate::text::{cut, plain};
use proof::{Node, Part, Proof, Target};
use referee::Referee;

/// What `phidelta tree` was given.
#[derive(clap::Args, Debug)]
#[command(group = clap::ArgGroup::new("written").args(["dot", "svg", "kif"]).multiple(true))]
#[command(after_help = "\
Examples:
  phidelta solve shogi '7nl/7k1/6ppp/9/6N2/9/9/9/9 b RG 1' --certificate proof.txt
  phidelta tree proof.txt                      the main line, and how much is below each move
  phidelta tree proof.txt --at 'R*2b 2b1c'     a position: the board, all replies
  phidelta tree proof.txt --at '#12'           the position with this number
  phidelta tree proof.txt --svg proof.svg --depth 3
  phidelta tree proof.txt --dot proof.dot && dot -Tpdf proof.dot -o proof.pdf
  phidelta tree proof.txt --kif proof.kif      with branches, for shogi programs

The checker reads the file first: what it refuses is not shown. See docs/tree.md.

Exit codes:
  0  done
  1  the certificate is not valid, or a file cannot be read or written
  2  wrong usage: no such move or position in the proof, no KIF of this game")]
pub(crate) struct Args {
    /// The certificate
    #[arg(value_name = "FILE")]
    file: String,

    /// A position: the moves that lead there, or '#' and its number in the certificate
    #[arg(long, value_name = "MOVES|#ID")]
    at: Option<String>,

    /// Which part of a certificate with two (the answer "value draw" has two)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    part: Option<u32>,

    /// Write a graph for Graphviz
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    dot: Option<PathBuf>,

    /// Write a picture
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    svg: Option<PathBuf>,

    /// Write a record with branches, for shogi programs
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "at"])]
    kif: Option<PathBuf>,

    /// Plies that a drawing shows (4), or within which a record has branches (all)
    #[arg(long, value_name = "PLIES", requires = "written")]
    depth: Option<usize>,

    /// Positions that a drawing shows (500), or moves of a record (5K), at most
    #[arg(long, value_name = "N", value_parser = size::count, requires = "written")]
    most: Option<u64>,

    /// Replace files that exist
    #[arg(long, requires = "written")]
    force: bool,

    /// Print one JSON object (docs/tree.md)
    #[arg(long)]
    json: bool,

    /// Memory for the positions; K, M, G are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = "8G", value_parser = size::memory)]
    memory: u64,
}

/// A part of a proof that is looked at.
struct View<'p> {
    proof: &'p Proof,
    part: &'p Part,
    referee: &'p dyn Referee,
}

impl View<'_> {
    /// Whether the side that has won is to move.
    fn winner_moves(&self, node: Node) -> bool {
        self.referee.attacks(self.part.position(node)) == self.part.proved
    }

    /// What is drawn.
    fn title(&self) -> String {
        let heading = &self.proof.heading;
        let position = cut(&plain(&heading.position), 80);
        let count = grouped(self.part.len() as u64);
        format!("{} {position}: {}, {count} positions", heading.game, self.part.claim)
    }
}

/// Looks at a proof.
pub(crate) fn run(args: &Args) -> Result<Code> {
    for path in [&args.dot, &args.svg, &args.kif].into_iter().flatten() {
        output::check(path, args.force)?;
    }
    let (proof, referee) = Proof::read(&args.file, args.memory)?;
    let views: Vec<View<'_>> =
        proof.parts.iter().map(|part| View { proof: &proof, part, referee: referee.as_ref() }).collect();
    if let Some(number) = args.part.filter(|&number| number as usize > views.len()) {
        let count = views.len();
        return Err(Failure::input(format!("--part {number}: the certificate has {count}")));
    }
    let chosen = args.part.map_or(0, |number| number as usize - 1);
    // A valid certificate has a part.
    let Some(view) = views.get(chosen) else { return Ok(Code::Done) };
    let exports = args.dot.is_some() || args.svg.is_some() || args.kif.is_some();
    if exports {
        export(args, view)?;
    } else if let Some(at) = &args.at {
        let place = node::place(view, at)?;
        print(&if args.json { node::json(view, chosen, &place) } else { node::long(view, &place) })?;
    } else {
        let shown = if args.part.is_some() { &views[chosen..=chosen] } else { &views[..] };
        print(&if args.json { line::json(&proof, shown) } else { line::text(&proof, shown) })?;
    }
    Ok(Code::Done)
}

/// Plies and positions of a drawing that a screen holds.
const DRAWN_PLIES: usize = 4;
const DRAWN_POSITIONS: u64 = 500;
/// Moves of a record that shogi programs open quickly.
const RECORDED_MOVES: u64 = 5000;

/// Writes drawings and records.
fn export(args: &Args, view: &View<'_>) -> Result<()> {
    let most = |usual| usize::try_from(args.most.unwrap_or(usual)).unwrap_or(usize::MAX);
    if args.dot.is_some() || args.svg.is_some() {
        let start = match &args.at {
            Some(at) => Target::Node(node::place(view, at)?.node),
            None => view.part.root,
        };
        let plies = args.depth.unwrap_or(DRAWN_PLIES);
        let drawn = outline::outline(view.part, start, plies, most(DRAWN_POSITIONS));
        let said = format!("{} drawn", plural(drawn.len(), "position", "positions"));
        if let Some(path) = &args.dot {
            output::write(&dot::dot(view, &drawn), Some(path), args.force)?;
            print(&format!("{}: {said}\n", path.display()))?;
        }
        if let Some(path) = &args.svg {
            output::write(&svg::svg(view, &drawn), Some(path), args.force)?;
            print(&format!("{}: {said}\n", path.display()))?;
        }
    }
    if let Some(path) = &args.kif {
        let record = kif::record(view, args.depth.unwrap_or(usize::MAX), most(RECORDED_MOVES))?;
        output::write(&record.text, Some(path), args.force)?;
        let whole = if record.left_out == 0 {
            "all of the proof".to_string()
        } else {
            format!("{} left out", plural(record.left_out as usize, "branch", "branches"))
        };
        let moves = plural(record.moves as usize, "move", "moves");
        let lines = plural(record.lines as usize, "line", "lines");
        print(&format!("{}: {moves} in {lines}, {whole}\n", path.display()))?;
    }
    Ok(())
}
