//! The document and its tools.
fn main() {}
