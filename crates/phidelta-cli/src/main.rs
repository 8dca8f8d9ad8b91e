//! The command `phidelta`.
fn main() {}
