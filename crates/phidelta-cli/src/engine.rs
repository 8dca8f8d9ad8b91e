//! The engine's own name. Shogi programs start an engine as one file without arguments: under the name
//! `phidelta-usi` (a link or a copy) the command is `phidelta usi`.

use std::ffi::OsString;
use std::path::Path;

/// The name under which the command is a USI engine.
const NAME: &str = "phidelta-usi";

/// The arguments, with the command that the name stands for.
pub(crate) fn arguments(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.collect();
    let stem = args.first().and_then(|name| Path::new(name).file_stem());
    // Windows does not tell case apart.
    if stem.is_some_and(|stem| stem.eq_ignore_ascii_case(NAME)) {
        args.insert(1, "usi".into());
    }
    args
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_chooses_the_command() {
        let given = |args: &[&str]| {
            let args = arguments(args.iter().map(OsString::from));
            args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(given(&["/usr/bin/phidelta-usi"]), ["/usr/bin/phidelta-usi", "usi"]);
        assert_eq!(given(&["Phidelta-USI.exe", "--help"]), ["Phidelta-USI.exe", "usi", "--help"]);
        assert_eq!(given(&["phidelta", "solve"]), ["phidelta", "solve"]);
        assert!(given(&[]).is_empty());
    }
}
