//! `phidelta check`: runs the independent checker on a certificate, or on a leaf list.

use std::fs::File;
use std::io::{self, BufRead, BufReader};

use anyhow::Context;
use phidelta_check::Limits;

use crate::failure::{Code, Failure, Result};
use crate::language::LanguageArg;
use crate::leaves::{self, Wanted};
use crate::output::print;
use crate::size;

/// What `phidelta check` was given.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  phidelta solve connect4 5x4:33 --certificate proof.txt
  phidelta check proof.txt
  phidelta solve connect4 5x4:33 --leaf-list leaves.txt --leaf-plies 4
  phidelta check leaves.txt
  phidelta check leaves.txt --leaves --verify --threads 2
  phidelta check leaves.txt --leaves --sample 10 --seed 7

The checker (crate phidelta-check, also a command of that name) has rules of its own and does not search.
The form of certificates and of leaf lists is described in docs/certificate.md. Of a leaf list it checks
the tree: the answer holds if the leaves do. With --leaves those are solved, each by itself.

Exit codes:
  0  the certificate is valid: the position printed has the answer printed; of a leaf list: if its leaves
     hold, and with --leaves all that were solved do
  1  it is not, or cannot be read; a leaf does not hold
  3  a leaf is open (Ctrl-C)")]
pub(crate) struct Args {
    /// The certificate, or the leaf list; "-" is the standard input
    #[arg(value_name = "FILE")]
    file: String,

    /// Memory for its positions; K, M, G are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = "8G", value_parser = size::memory)]
    memory: u64,

    /// Solve the leaves of a leaf list
    #[arg(long)]
    leaves: bool,

    /// Give each leaf a certificate of its own, and check that
    #[arg(long, requires = "leaves")]
    verify: bool,

    /// Solve only so many leaves, drawn at random
    #[arg(long, value_name = "N", requires = "leaves", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,

    /// The seed of the sample
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
    seed: u64,

    /// Leaves that are solved at a time; auto is one for each core
    #[arg(long, value_name = "N", default_value = "1", requires = "leaves", value_parser = size::threads)]
    threads: usize,

    /// Memory of the searches of each thread
    #[arg(long, value_name = "SIZE", default_value = size::DEFAULT_MEMORY, requires = "leaves",
        value_parser = size::memory)]
    table: u64,

    #[command(flatten)]
    language: LanguageArg,
}

/// Checks a certificate or a leaf list.
pub(crate) fn run(args: &Args) -> Result<Code> {
    if args.file == "-" {
        return judge(args, io::stdin().lock());
    }
    let file = File::open(&args.file).with_context(|| format!("cannot read {}", args.file))?;
    judge(args, BufReader::new(file))
}

fn judge(args: &Args, mut reader: impl BufRead) -> Result<Code> {
    let limits = Limits::default().with_memory(args.memory);
    // What cannot be read now cannot be read later either, and is told then.
    if reader.fill_buf().is_ok_and(phidelta_check::is_leaf_list) {
        let wanted = Wanted {
            solve: args.leaves,
            sample: args.sample.map(|sample| usize::try_from(sample).unwrap_or(usize::MAX)),
            seed: args.seed,
            threads: args.threads.max(1),
            table: args.table,
            verify: args.verify,
        };
        return leaves::check(reader, &args.file, &limits, &wanted);
    }
    if args.leaves {
        return Err(Failure::input(format!("--leaves: {} is no leaf list", args.file)));
    }
    let checked = phidelta_check::check(reader, &limits);
    let checked =
        checked.map_err(|refusal| Failure::Other(anyhow::anyhow!("not valid: {}: {refusal}", args.file)))?;
    print(&phidelta_desk::page::checked(&checked, args.language.chosen()))?;
    Ok(Code::Done)
}
