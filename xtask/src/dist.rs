//! `cargo xtask dist`: archives for people who do not build.
//!
//! One static binary that runs on any Linux of the last years (musl; where that target cannot be had, glibc
//! linked statically), with licences, manual pages, completions and the engine's own name for shogi programs;
//! as a `.tar.gz`, and as a Debian package where `dpkg-deb` is there. On macOS and Windows the same archive for
//! the system it is made on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::test::{program, root};

/// What `cargo xtask dist` was given.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Where the archives go
    #[arg(long, value_name = "DIR", default_value = "target/dist")]
    out: PathBuf,

    /// Build for this target instead of the static one of this machine
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
}

/// The commands that ship.
const COMMANDS: [&str; 2] = ["phidelta", "phidelta-check"];
/// The name under which the command is a USI engine without arguments, as shogi programs start one.
const ENGINE: &str = "phidelta-usi";
/// Completions, and where a Debian package keeps them.
const COMPLETIONS: [(&str, &str, &str); 3] = [
    ("bash", "phidelta.bash", "usr/share/bash-completion/completions/phidelta"),
    ("zsh", "_phidelta", "usr/share/zsh/vendor-completions/_phidelta"),
    ("fish", "phidelta.fish", "usr/share/fish/vendor_completions.d/phidelta.fish"),
];
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How the binary is built.
struct Build {
    target: String,
    /// Flags for rustc.
    flags: &'static str,
}

/// Makes the archives; they are named at the end.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let out = root().join(&args.out);
    fs::create_dir_all(&out).with_context(|| format!("{} cannot be made", out.display()))?;
    let build = Build::choose(args.target.as_deref())?;
    build.run()?;
    let folder = out.join(format!("phidelta-{VERSION}-{}", build.target));
    fill(&folder, &build)?;
    let archive = packed(&folder)?;
    println!("{}", archive.display());
    match debian(&out, &folder, &build)? {
        Some(package) => println!("{}", package.display()),
        None => println!("no Debian package: dpkg-deb is not there, or the target is not Linux"),
    }
    Ok(true)
}

impl Build {
    /// The static target of this machine, if it is installed or can be; not on Linux the machine's own.
    fn choose(target: Option<&str>) -> Result<Build> {
        if let Some(target) = target {
            return Ok(Build { target: target.into(), flags: "" });
        }
        if !cfg!(target_os = "linux") {
            let about = said(Command::new(program("RUSTC", "rustc")).arg("-vV"))?;
            let about = String::from_utf8_lossy(&about).into_owned();
            let host =
                about.lines().find_map(|row| row.strip_prefix("host: ")).context("rustc has no host")?;
            return Ok(Build { target: host.into(), flags: "" });
        }
        let arch = std::env::consts::ARCH;
        let musl = format!("{arch}-unknown-linux-musl");
        let added = Command::new("rustup").args(["target", "add", &musl]).stderr(Stdio::null()).status();
        if added.is_ok_and(|status| status.success()) {
            return Ok(Build { target: musl, flags: "" });
        }
        println!("{musl} cannot be had: glibc is linked statically instead");
        Ok(Build { target: format!("{arch}-unknown-linux-gnu"), flags: "-C target-feature=+crt-static" })
    }

    fn run(&self) -> Result<()> {
        let mut cargo = Command::new(program("CARGO", "cargo"));
        cargo.args(["build", "--release", "--locked", "--target", &self.target]);
        cargo.args(["--package", "phidelta-cli", "--package", "phidelta-check"]);
        // Symbols are three quarters of the file.
        cargo.env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
        if !self.flags.is_empty() {
            cargo.env("RUSTFLAGS", self.flags);
        }
        // The little C there is (ring's) needs nothing of a C library: the machine's compiler will do for musl.
        let target = self.target.replace('-', "_");
        let compiler = format!("CC_{target}");
        if target.ends_with("musl") && std::env::var_os(&compiler).is_none() {
            cargo.env(compiler, "cc").env(format!("CFLAGS_{target}"), "-U_FORTIFY_SOURCE");
        }
        let status = cargo.current_dir(root()).status().context("cargo does not start")?;
        ensure!(status.success(), "the command does not build for {}", self.target);
        Ok(())
    }

    /// A command as it was built.
    fn binary(&self, name: &str) -> PathBuf {
        let end = if self.target.contains("windows") { ".exe" } else { "" };
        root().join("target").join(&self.target).join("release").join(format!("{name}{end}"))
    }
}

/// Puts everything into the folder that becomes the archive.
fn fill(folder: &Path, build: &Build) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("{} is in the way", folder.display()))?;
    }
    fs::create_dir_all(folder.join("completions"))?;
    for name in COMMANDS {
        let from = build.binary(name);
        let to = folder.join(from.file_name().context("a binary has a name")?);
        fs::copy(&from, to).with_context(|| format!("{} cannot be copied", from.display()))?;
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("phidelta", folder.join(ENGINE))?;
    #[cfg(windows)]
    fs::copy(folder.join("phidelta.exe"), folder.join(format!("{ENGINE}.exe")))?;
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "README.ja.md", "CHANGELOG.md"] {
        fs::copy(root().join(name), folder.join(name)).with_context(|| format!("{name} cannot be copied"))?;
    }
    let phidelta = folder.join("phidelta");
    for (shell, name, _) in COMPLETIONS {
        let text = said(Command::new(&phidelta).args(["completions", shell]))?;
        fs::write(folder.join("completions").join(name), text)?;
    }
    said(Command::new(&phidelta).arg("man").arg("--out").arg(folder.join("man")))?;
    Ok(())
}

/// What a command prints.
fn said(command: &mut Command) -> Result<Vec<u8>> {
    let done = command.stderr(Stdio::inherit()).output().with_context(|| format!("{command:?}"))?;
    ensure!(done.status.success(), "{command:?} has failed");
    Ok(done.stdout)
}

/// The folder as a `.tar.gz` beside it.
fn packed(folder: &Path) -> Result<PathBuf> {
    let name = folder.file_name().context("a folder has a name")?;
    let mut archive = name.to_os_string();
    archive.push(".tar.gz");
    let beside = folder.parent().context("a folder is somewhere")?;
    let mut tar = Command::new("tar");
    // The tar of the other systems does not know these.
    if cfg!(target_os = "linux") {
        tar.args(["--owner=0", "--group=0", "--sort=name"]);
    }
    tar.arg("-czf").arg(&archive).arg(name).current_dir(beside);
    ensure!(tar.status().context("tar does not start")?.success(), "tar has failed");
    Ok(beside.join(archive))
}

/// A Debian package of the same files.
fn debian(out: &Path, folder: &Path, build: &Build) -> Result<Option<PathBuf>> {
    let arch = match build.target.split('-').next() {
        Some("x86_64") => "amd64",
        Some("aarch64") => "arm64",
        _ => return Ok(None),
    };
    let there = Command::new("dpkg-deb").arg("--version").stdout(Stdio::null()).status();
    if !build.target.contains("linux") || !there.is_ok_and(|status| status.success()) {
        return Ok(None);
    }
    let tree = out.join("debian");
    if tree.exists() {
        fs::remove_dir_all(&tree)?;
    }
    let put = |from: &Path, to: &str| -> Result<()> {
        let to = tree.join(to);
        fs::create_dir_all(to.parent().context("a file is somewhere")?)?;
        fs::copy(from, &to).with_context(|| format!("{} cannot be copied", from.display()))?;
        Ok(())
    };
    for name in COMMANDS {
        put(&folder.join(name), &format!("usr/bin/{name}"))?;
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("phidelta", tree.join("usr/bin").join(ENGINE))?;
    for (_, name, to) in COMPLETIONS {
        put(&folder.join("completions").join(name), to)?;
    }
    for page in fs::read_dir(folder.join("man"))? {
        let page = page?;
        put(&page.path(), &format!("usr/share/man/man1/{}", page.file_name().to_string_lossy()))?;
    }
    put(&folder.join("LICENSE-MIT"), "usr/share/doc/phidelta/copyright")?;
    put(&folder.join("LICENSE-APACHE"), "usr/share/doc/phidelta/LICENSE-APACHE")?;
    let control = format!(
        "Package: phidelta\nVersion: {VERSION}\nArchitecture: {arch}\nMaintainer: the phidelta developers\n\
         Section: games\nPriority: optional\nDescription: proves who wins positions of two-player games\n \
         Proof-number searches for tsume-shogi, Othello, Lines of Action and others,\n \
         with proofs that a second program checks.\n"
    );
    fs::create_dir_all(tree.join("DEBIAN"))?;
    fs::write(tree.join("DEBIAN/control"), control)?;
    let package = out.join(format!("phidelta_{VERSION}_{arch}.deb"));
    let mut deb = Command::new("dpkg-deb");
    deb.args(["--root-owner-group", "--build"]).arg(&tree).arg(&package).stdout(Stdio::null());
    ensure!(deb.status()?.success(), "dpkg-deb has failed");
    fs::remove_dir_all(&tree)?;
    Ok(Some(package))
}
