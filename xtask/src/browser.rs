//! The browser of the page's tests: installed where that is possible.

use std::process::{Command, Stdio};

/// What the tests of `phidelta-web` need of Debian: the browser, its driver, Japanese characters.
const PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-ipafont-gothic"];

/// Installs the browser if this is a Debian whose administrator we are. Elsewhere its tests count as skipped.
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
    if there("chromedriver") || !there("apt-get") || !administrator() {
        return;
    }
    eprintln!("chromedriver is missing: installing {}", PACKAGES.join(", "));
    let apt = |args: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(args).env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let install = [&["install", "-y", "--no-install-recommends"][..], &PACKAGES].concat();
    if !(apt(&install) || (apt(&["update"]) && apt(&install))) {
        eprintln!("apt-get does not install them: the page is not tested in a browser");
    }
}
