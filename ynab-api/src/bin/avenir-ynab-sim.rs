//! The stand-in for YNAB, alone, for development and for tests that kill the server but not YNAB.
fn main() {}
