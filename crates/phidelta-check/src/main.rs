//! The command `phidelta-check FILE`: exit code 0 for a valid certificate, or a leaf list whose answer follows
//! from its leaves; 1 for any other file.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::process::ExitCode;

use phidelta_check::{Limits, Refusal, check, check_leaves, is_leaf_list};

/// What is said of a certificate, or of a leaf list.
fn judged(mut reader: impl BufRead) -> Result<String, Refusal> {
    let limits = Limits::default();
    // What cannot be read now cannot be read later either, and is told then.
    if reader.fill_buf().is_ok_and(is_leaf_list) {
        return Ok(check_leaves(reader, &limits, &mut |_| Ok(()))?.to_string());
    }
    Ok(check(reader, &limits)?.to_string())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file] = args.as_slice() else {
        eprintln!("usage: phidelta-check FILE    (- is the standard input; see docs/certificate.md)");
        return ExitCode::from(2);
    };
    if file == "--help" || file == "--version" {
        println!(
            "phidelta-check {}: checks a certificate\nusage: phidelta-check FILE    (- is the standard input)\n\
             exit codes: 0 a valid certificate or leaf list of what is printed, 1 not, 2 wrong usage",
            env!("CARGO_PKG_VERSION")
        );
        return ExitCode::SUCCESS;
    }
    let checked = match file.as_str() {
        "-" => judged(io::stdin().lock()),
        name => match File::open(name) {
            Ok(file) => judged(BufReader::new(file)),
            Err(error) => {
                eprintln!("error: {name}: {error}");
                return ExitCode::FAILURE;
            }
        },
    };
    match checked {
        Ok(checked) => {
            print!("{checked}");
            ExitCode::SUCCESS
        }
        Err(refusal) => {
            eprintln!("not valid: {file}: {refusal}");
            ExitCode::FAILURE
        }
    }
}
