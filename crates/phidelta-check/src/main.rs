//! The command `phidelta-check FILE`: exit code 0 for a valid certificate, 1 for any other.

use std::fs::File;
use std::io::{self, BufReader};
use std::process::ExitCode;

use phidelta_check::{Limits, check};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file] = args.as_slice() else {
        eprintln!("usage: phidelta-check FILE    (- is the standard input; see docs/certificate.md)");
        return ExitCode::from(2);
    };
    if file == "--help" || file == "--version" {
        println!(
            "phidelta-check {}: checks a certificate\nusage: phidelta-check FILE    (- is the standard input)\n\
             exit codes: 0 a valid certificate of what is printed, 1 not, 2 wrong usage",
            env!("CARGO_PKG_VERSION")
        );
        return ExitCode::SUCCESS;
    }
    let checked = match file.as_str() {
        "-" => check(io::stdin().lock(), &Limits::default()),
        name => match File::open(name) {
            Ok(file) => check(BufReader::new(file), &Limits::default()),
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
