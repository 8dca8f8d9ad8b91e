//! `phidelta completions` and `phidelta man`: made from the same description of the arguments as the help.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::args::Cli;
use crate::failure::{Code, Result};
use crate::output::{Target, print};

/// What `phidelta completions` was given.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  phidelta completions bash > ~/.local/share/bash-completion/completions/phidelta
  phidelta completions zsh > _phidelta
  phidelta completions fish > ~/.config/fish/completions/phidelta.fish")]
pub(crate) struct CompletionArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// What `phidelta man` was given.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  phidelta man | man -l -
  phidelta man --out man1")]
pub(crate) struct ManArgs {
    /// Write phidelta.1 and a page for every command, phidelta-solve.1 and so on, into this folder; pages of
    /// the same names are replaced
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints completions.
pub(crate) fn complete(args: &CompletionArgs) -> Result<Code> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "phidelta", &mut text);
    print(&String::from_utf8_lossy(&text))?;
    Ok(Code::Done)
}

/// Prints the main page, or writes all.
pub(crate) fn write(args: &ManArgs) -> Result<Code> {
    let mut command = Cli::command();
    command.build();
    let Some(folder) = &args.out else {
        print(&page(Man::new(command))?)?;
        return Ok(Code::Done);
    };
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    write_pages(folder, &command)?;
    Ok(Code::Done)
}

/// A page for a command, and one for each below it.
fn write_pages(folder: &Path, command: &clap::Command) -> Result<()> {
    let man = Man::new(command.clone());
    Target::of(folder.join(man.get_filename()), true)?.write(&page(man)?)?;
    // "help" says what the pages say.
    let below = command.get_subcommands().filter(|below| below.get_name() != "help");
    below.into_iter().try_for_each(|below| write_pages(folder, below))
}

fn page(man: Man) -> Result<String> {
    let mut text = Vec::new();
    man.render(&mut text).context("the page cannot be made")?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
