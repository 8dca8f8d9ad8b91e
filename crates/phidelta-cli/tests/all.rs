//! All tests of the crate as one program: it is linked once, and the tests of all
//! files share the cores. One file: `cargo test -p phidelta-cli --test all FILE::`.

mod bad_input;
mod certificate;
mod commands;
mod common;
mod compose;
mod compose_records;
mod connect4;
mod examples;
mod experiment;
mod generate;
mod goals;
mod language;
mod learn;
mod leaves;
mod loa;
mod manual;
mod othello;
mod outputs;
mod resume;
mod shogi;
mod shogi_records;
mod solve;
mod threads;
mod tree;
mod usi;
mod uttt;
