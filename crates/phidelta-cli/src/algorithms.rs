//! `phidelta algorithms`: the library's catalogue as a table.

use phidelta::{CATALOGUE, CatalogueEntry, CatalogueKind};
use serde::Serialize;

use crate::failure::{Code, Result};
use crate::output::print;
use phidelta_desk::text::{Align, Columns};

/// What `phidelta algorithms` was given.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A name is a search, then parts with a + before each: df-pn+tca+snda, pn2+a=600K, df-wpn+tca+eps=0.25.

Examples:
  phidelta algorithms
  phidelta algorithms --json")]
pub(crate) struct Args {
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// Prints the catalogue.
pub(crate) fn run(args: &Args) -> Result<Code> {
    print(&if args.json { json() } else { table() })?;
    Ok(Code::Done)
}

fn table() -> String {
    let columns = Columns::new([(11, Align::Left), (36, Align::Left), (20, Align::Left), (27, Align::Left)]);
    let mut out = String::new();
    for (kind, title, others) in [
        (CatalogueKind::Search, "Searches", "combines with"),
        (CatalogueKind::Part, "Parts, each with a + before it", "in"),
    ] {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(title);
        out.push('\n');
        out.push_str(&columns.row(["name", "idea", "paper", others]));
        for entry in CATALOGUE.iter().filter(|entry| entry.kind == kind) {
            out.push_str(&columns.wrapped(&[entry.name, entry.idea, entry.paper, &combinations(entry)]));
        }
    }
    out.push_str(
        "\nOf parts that decide the same thing a name takes one: loops (tca, r), the combined number (sum, wpns,\n\
         bns, nagai, snda, weak-source), first numbers (game, unit, mobility), evaluation (immediate, delayed).\n",
    );
    out
}

/// What an entry combines with, or what not, whichever is shorter.
fn combinations(entry: &CatalogueEntry) -> String {
    let taken: Vec<&str> = entry.combines_with().map(|other| other.name).collect();
    let others = CATALOGUE.iter().filter(|other| other.kind != entry.kind).map(|other| other.name);
    let refused: Vec<&str> = others.filter(|name| !taken.contains(name)).collect();
    match refused.len() {
        0 => "all".into(),
        n if n < taken.len() => format!("all but {}", refused.join(", ")),
        _ => taken.join(", "),
    }
}

#[derive(Serialize)]
struct Json<'a> {
    name: &'a str,
    kind: &'a str,
    idea: &'a str,
    paper: &'a str,
    combines_with: Vec<&'a str>,
    example: &'a str,
}

fn json() -> String {
    let mut out = String::new();
    for entry in CATALOGUE {
        let object = Json {
            name: entry.name,
            kind: entry.kind.word(),
            idea: entry.idea,
            paper: entry.paper,
            combines_with: entry.combines_with().map(|other| other.name).collect(),
            example: entry.example,
        };
        // Texts only: JSON can say them all.
        out.push_str(&serde_json::to_string(&object).unwrap_or_default());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_entry_and_fits() {
        let text = table();
        for entry in CATALOGUE {
            assert!(
                text.lines().any(|line| line.split_whitespace().next() == Some(entry.name)),
                "{}",
                entry.name
            );
        }
        // A list of names may be wider than its column, never the rest.
        assert!(text.lines().all(|line| line.chars().count() <= 110), "{text}");
    }
}
