//! All tests of the crate as one program: searches are compiled for each game once, not once a file, and
//! the tests of all files share the cores. One file: `cargo test -p phidelta-check --test all FILE::`.

mod agreement;
mod binary;
mod binary_edges;
mod common;
mod dominance;
mod edges;
mod facts;
mod forged;
mod games;
mod graphs;
mod inline;
mod leaves;
mod looking_on;
mod memory;
mod narrow_keys;
mod one_text;
mod settled;
mod strict_binary;
