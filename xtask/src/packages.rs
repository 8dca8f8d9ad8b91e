//! Programs of others that some tests need: installed where that is possible.

use std::process::{Command, Stdio};

/// Programs of Debian: one that shows whether they are there, the packages, and what is not tested without.
const NEEDED: [(&str, &[&str], &str); 2] = [
    (
        "chromedriver",
        &["chromium", "chromium-driver", "fonts-ipafont-gothic"],
        "the page is not tested in a browser",
    ),
    ("/usr/sbin/nats-server", &["nats-server"], "workers on other machines are not tested"),
];

/// Installs what is missing if this is a Debian whose administrator we are. Elsewhere the tests that need it count
/// as skipped.
pub(crate) fn provide() {
    let there = |program: &str| {
        let mut asked = Command::new(program);
        asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        asked.status().is_ok_and(|status| status.success())
    };
    let administrator = || {
        let id = Command::new("id").arg("-u").output();
        id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
    };
    for (program, packages, without) in NEEDED {
        if there(program) || !there("apt-get") || !administrator() {
            continue;
        }
        eprintln!("{program} is missing: installing {}", packages.join(", "));
        let apt = |args: &[&str]| {
            let mut command = Command::new("apt-get");
            command.args(args).env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        let install = [&["install", "-y", "--no-install-recommends"][..], packages].concat();
        if !(apt(&install) || (apt(&["update"]) && apt(&install))) {
            eprintln!("apt-get does not install them: {without}");
        }
    }
}
