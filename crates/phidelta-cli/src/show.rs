//! `phidelta show`: a position as people see it, and its moves.

use phidelta_desk::page;

use crate::failure::{Code, EXIT_CODES, Result};
use crate::input::{Input, games_help};
use crate::language::LanguageArg;
use crate::output::print;

/// What `phidelta show` was given.
#[derive(clap::Args, Debug)]
#[command(
    override_usage = "phidelta show [OPTIONS] <GAME> <POSITION>\n       phidelta show [OPTIONS] <GAME> --file <FILE>"
)]
#[command(after_help = after_help())]
pub(crate) struct Args {
    #[command(flatten)]
    input: Input,

    /// Print one JSON object a line for each position (docs/json.md)
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    language: LanguageArg,
}

fn after_help() -> String {
    format!(
        "{}\n\
         Examples:\n  \
           phidelta show shogi '9/8k/9/8P/9/9/9/9/9 b 2G 1'\n  \
           phidelta show graph kishimoto_fig1 --json\n\n\
         {EXIT_CODES}",
        games_help()
    )
}

/// Shows what was asked for.
pub(crate) fn run(args: &Args) -> Result<Code> {
    let language = args.language.chosen();
    for (i, problem) in args.input.read(None)?.iter().enumerate() {
        if args.json {
            print(&problem.json())?;
        } else {
            let gap = if i > 0 { "\n" } else { "" };
            print(&format!("{gap}{}", page::position(problem, language)))?;
        }
    }
    Ok(Code::Done)
}
