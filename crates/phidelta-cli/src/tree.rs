//! `phidelta tree`: looks at a proof. Reading, walking and drawing are the desk's
//! ([`phidelta_desk::proof`]).

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Context;
use phidelta_desk::Language;
use phidelta_desk::proof::{Proof, ProofError, ProofReport, View, main_lines};

use crate::failure::{Code, Failure, Result};
use crate::language::LanguageArg;
use crate::output::{self, print};
use crate::size;

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

The file is read once, by the checker: what it refuses is not shown. See docs/tree.md.

Exit codes:
  0  done
  1  the certificate is not valid, or a file cannot be read or written
  2  wrong usage: no such move or position in the proof, no KIF of this game")]
pub(crate) struct Args {
    /// The certificate; "-" is the standard input
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

    #[command(flatten)]
    language: LanguageArg,
}

/// Looks at a proof.
pub(crate) fn run(args: &Args) -> Result<Code> {
    let language = args.language.chosen();
    for path in [&args.dot, &args.svg, &args.kif].into_iter().flatten() {
        output::check(path, args.force)?;
    }
    let proof = read(&args.file, args.memory)?;
    let views = proof.views();
    if let Some(number) = args.part.filter(|&number| number as usize > views.len()) {
        let count = views.len();
        return Err(Failure::input(format!("--part {number}: the certificate has {count}")));
    }
    let chosen = args.part.map_or(0, |number| number as usize - 1);
    // A valid certificate has a part.
    let Some(view) = views.get(chosen) else { return Ok(Code::Done) };
    let exports = args.dot.is_some() || args.svg.is_some() || args.kif.is_some();
    if exports {
        export(args, view, language)?;
    } else if let Some(at) = &args.at {
        let spot = view.find(at)?;
        print(&if args.json { view.node(&spot).json() } else { view.node_text(&spot, language) })?;
    } else {
        let shown = if args.part.is_some() { &views[chosen..=chosen] } else { &views[..] };
        let report = || ProofReport::new(&proof, shown).json();
        print(&if args.json { report() } else { main_lines(&proof, shown, language) })?;
    }
    Ok(Code::Done)
}

/// Reads a file once: what is shown is what was checked.
fn read(file: &str, memory: u64) -> Result<Proof> {
    let proof = if file == "-" {
        Proof::read(io::stdin().lock(), memory)
    } else {
        let opened = File::open(file).with_context(|| format!("cannot read {file}"))?;
        Proof::read(BufReader::new(opened), memory)
    };
    proof.map_err(|error| {
        Failure::Other(match error {
            ProofError::Refused(refusal) => anyhow::anyhow!("not valid: {file}: {refusal}"),
            ProofError::Memory(_) => anyhow::anyhow!("{file}: {error}; --memory allows more"),
            error => anyhow::anyhow!("{file}: {error}"),
        })
    })
}

/// Plies and positions of a drawing that a screen holds.
const DRAWN_PLIES: usize = 4;
const DRAWN_POSITIONS: u64 = 500;
/// Moves of a record that shogi programs open quickly.
const RECORDED_MOVES: u64 = 5000;

/// Writes drawings and records.
fn export(args: &Args, view: &View<'_>, language: Language) -> Result<()> {
    let most = |usual| usize::try_from(args.most.unwrap_or(usual)).unwrap_or(usize::MAX);
    let write = |path: &Path, text: &str, said: &str| -> Result<()> {
        output::write(text, Some(path), args.force)?;
        print(&format!("{}: {said}\n", path.display()))
    };
    if args.dot.is_some() || args.svg.is_some() {
        let from = args.at.as_ref().map(|at| view.find(at)).transpose()?;
        let plies = args.depth.unwrap_or(DRAWN_PLIES);
        let drawn = view.outline(from.as_ref(), plies, most(DRAWN_POSITIONS));
        let said = language.drawn(drawn.len());
        if let Some(path) = &args.dot {
            write(path, &view.dot(&drawn, language), &said)?;
        }
        if let Some(path) = &args.svg {
            write(path, &view.svg(&drawn, language), &said)?;
        }
    }
    if let Some(path) = &args.kif {
        let record = view.kif(args.depth.unwrap_or(usize::MAX), most(RECORDED_MOVES), language)?;
        write(path, &record.text, &language.recorded(record.moves, record.lines, record.left_out))?;
    }
    Ok(())
}
