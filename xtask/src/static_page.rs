//! The static edition of the page: a folder of files that any web server can hand out, with the searches
//! compiled to WebAssembly. It is the page of `phidelta serve` with another backend and nothing else changed.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

/// What the searches are compiled for.
const TARGET: &str = "wasm32-unknown-unknown";

/// What the page may do. The program needs a word of its own, and a Worker starts from one file of the page.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    require-trusted-types-for 'script'; trusted-types phidelta";

/// Makes the static edition of the page.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Where it goes
    #[arg(long, value_name = "FOLDER", default_value = "target/static-page")]
    out: PathBuf,

    /// Have it tested in a browser, if there is one
    #[arg(long)]
    test: bool,
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the workspace")?;
    let program = build(root)?;
    let out = root.join(&args.out);
    if out.exists() {
        ensure!(out.join("phidelta.wasm").is_file(), "{} is there and is no page of ours", out.display());
        std::fs::remove_dir_all(&out)?;
    }
    copy(&root.join("crates/phidelta-web/page"), &out)?;
    copy(&root.join("crates/phidelta-wasm/page"), &out)?;
    std::fs::copy(&program, out.join("phidelta.wasm")).context("the program")?;
    std::fs::remove_file(out.join("http.js"))?;
    // The backend is named in one place, and loaded early in another.
    change(&out.join("desk.js"), "'./http.js'", "'./worker.js'")?;
    change(&out.join("index.html"), "href=\"http.js\"", "href=\"worker.js\"")?;
    let policy = format!(
        "<meta charset=\"utf-8\">\n  <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">"
    );
    change(&out.join("index.html"), "<meta charset=\"utf-8\">", &policy)?;
    let size = std::fs::metadata(out.join("phidelta.wasm"))?.len();
    println!("{}: phidelta.wasm has {} KiB", out.display(), size >> 10);
    if args.test { test(root, &out) } else { Ok(true) }
}

fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}

/// Compiles the searches.
fn build(root: &Path) -> Result<PathBuf> {
    let mut command = cargo(root);
    command
        .args(["rustc", "--release", "--target", TARGET, "--package", "phidelta-wasm", "--lib"])
        .args(["--crate-type", "cdylib", "--config", "profile.release.debug=false"])
        .args(["--config", "profile.release.strip=true"]);
    if !command.status().context("cargo")?.success() {
        bail!("the searches do not compile; `rustup target add {TARGET}` brings what it takes");
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join(TARGET).join("release/phidelta_wasm.wasm"))
}

/// Copies a folder into another.
fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Changes a text that stands in a file once.
fn change(file: &Path, from: &str, to: &str) -> Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    ensure!(text.matches(from).count() == 1, "{}: {from} is expected once", file.display());
    Ok(std::fs::write(file, text.replace(from, to))?)
}

/// The scenario of the static edition, in a browser.
fn test(root: &Path, out: &Path) -> Result<bool> {
    let mut command = cargo(root);
    command
        .args(["test", "--package", "phidelta-web", "--test", "browser", "--", "static"])
        .env("PHIDELTA_STATIC", out);
    Ok(command.status().context("cargo")?.success())
}
