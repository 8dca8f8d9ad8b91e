//! `phidelta show`: a position as people see it, and its moves.

use serde::Serialize;

use crate::failure::{Code, EXIT_CODES, Result};
use crate::games::Problem;
use crate::input::{Input, games_help};
use crate::output::print;
use crate::report::{LABEL, field, plural};
use crate::text::{WIDTH, cut, plain, wrap};

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
    for (i, problem) in args.input.read(None)?.iter().enumerate() {
        if args.json {
            print(&json(problem.as_ref()))?;
        } else {
            let gap = if i > 0 { "\n" } else { "" };
            print(&format!("{gap}{}", long(problem.as_ref())))?;
        }
    }
    Ok(Code::Done)
}

fn long(problem: &dyn Problem) -> String {
    let shown = problem.shown();
    let mut out = problem.for_people(&[]).drawing.unwrap_or_default();
    field(&mut out, "position", &[cut(&plain(problem.position()), WIDTH - LABEL)]);
    field(&mut out, "to move", &[shown.side]);
    if let Some(ended) = shown.ended {
        field(&mut out, "ended", &[format!("{}: a {} for the side to move", ended.how, ended.value)]);
    } else {
        let words: Vec<String> = shown.moves.iter().map(|mv| plain(mv)).collect();
        let mut lines = wrap(words.iter().map(String::as_str), WIDTH - LABEL);
        lines.push(format!("({})", plural(words.len(), "move", "moves")));
        field(&mut out, "moves", &lines);
    }
    out
}

/// The object of `--json`; its fields in this order.
#[derive(Serialize)]
struct Json<'a> {
    position: &'a str,
    to_move: String,
    moves: Vec<String>,
    ended: Option<String>,
    value: Option<String>,
    drawing: Option<String>,
    version: &'a str,
}

fn json(problem: &dyn Problem) -> String {
    let shown = problem.shown();
    let object = Json {
        position: problem.position(),
        to_move: shown.side,
        moves: shown.moves,
        value: shown.ended.as_ref().map(|ended| ended.value.to_string()),
        ended: shown.ended.map(|ended| ended.how),
        drawing: problem.for_people(&[]).drawing,
        version: env!("CARGO_PKG_VERSION"),
    };
    // Texts and lists only: JSON can say them all.
    serde_json::to_string(&object).unwrap_or_default() + "\n"
}
