//! `phidelta check`: runs the independent checker on a certificate.

use std::fs::File;
use std::io::{self, BufReader};

use anyhow::Context;
use phidelta_check::Limits;

use crate::failure::{Code, Failure, Result};
use crate::language::LanguageArg;
use crate::output::print;
use crate::size;

/// What `phidelta check` was given.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  phidelta solve connect4 5x4:33 --certificate proof.txt
  phidelta check proof.txt

The checker (crate phidelta-check, also a command of that name) has rules of its own and does not search.
The form of certificates is described in docs/certificate.md.

Exit codes:
  0  the certificate is valid: the position printed has the answer printed
  1  it is not, or cannot be read")]
pub(crate) struct Args {
    /// The certificate; "-" is the standard input
    #[arg(value_name = "FILE")]
    file: String,

    /// Memory for its positions; K, M, G are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = "8G", value_parser = size::memory)]
    memory: u64,

    #[command(flatten)]
    language: LanguageArg,
}

/// Checks a certificate.
pub(crate) fn run(args: &Args) -> Result<Code> {
    let limits = Limits::default().with_memory(args.memory);
    let checked = if args.file == "-" {
        phidelta_check::check(io::stdin().lock(), &limits)
    } else {
        let file = File::open(&args.file).with_context(|| format!("cannot read {}", args.file))?;
        phidelta_check::check(BufReader::new(file), &limits)
    };
    let checked =
        checked.map_err(|refusal| Failure::Other(anyhow::anyhow!("not valid: {}: {refusal}", args.file)))?;
    print(&phidelta_desk::page::checked(&checked, args.language.chosen()))?;
    Ok(Code::Done)
}
