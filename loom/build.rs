//! Takes `seal.rs` of the library as it is, or with one thing changed (`PHIDELTA_MUTANT`), so that the checker can
//! show that it would notice.

use std::path::Path;

/// What can be changed: a name, a piece of the file, and what takes its place.
const MUTANTS: [(&str, &str, &str); 6] = [
    // Only the first of the three words tells one content from another, as a counter would: the rest of the
    // protocol has to do without the seal.
    (
        "counter",
        "let x = words[0].rotate_left(17) ^ words[1].rotate_left(41) ^ (words[2] & !UNSEALED);",
        "let x = words[0];",
    ),
    ("no-acquire-fence", "fence(Ordering::Acquire);", ""),
    ("no-release-fence", "fence(Ordering::Release);", ""),
    ("no-second-look", "(cell[0].load(Ordering::Relaxed) == seen).then_some(rest)", "Some(rest)"),
    (
        "no-exchange",
        "if cell[0].compare_exchange(seen, BUSY, Ordering::Acquire, Ordering::Relaxed).is_err() {\n        return false;\n    }",
        "cell[0].store(BUSY, Ordering::Relaxed);",
    ),
    ("relaxed-seal", "cell[0].store(sealed, Ordering::Release);", "cell[0].store(sealed, Ordering::Relaxed);"),
];

fn main() {
    println!("cargo::rerun-if-env-changed=PHIDELTA_MUTANT");
    let file = "../crates/phidelta/src/table/seal.rs";
    println!("cargo::rerun-if-changed={file}");
    let mut text = std::fs::read_to_string(file).expect("the library's file");
    // The head of a file cannot be included.
    text = text.lines().filter(|row| !row.starts_with("//!")).map(|row| format!("{row}\n")).collect();
    for name in std::env::var("PHIDELTA_MUTANT").unwrap_or_default().split(',').filter(|name| !name.is_empty()) {
        let &(_, from, to) = MUTANTS.iter().find(|mutant| mutant.0 == name).expect("a mutant by this name");
        assert!(text.contains(from), "{name}: the file has changed");
        text = text.replace(from, to);
    }
    let out = std::env::var("OUT_DIR").expect("cargo sets it");
    std::fs::write(Path::new(&out).join("seal.rs"), text).expect("the output folder");
}
