//! What the tests play on: an invented household, YNAB's stand-in that holds it, a process's runtime, people who answer, and a
//! wire that lets something happen between a request and its answer.

mod household;
mod journal;
mod people;
mod theatre;
mod wire;

pub use household::{Household, SEPTEMBER, TODAY, Tally, day};
pub use journal::{intent_line, journal_line};
pub use people::Friend;
pub use theatre::{Setting, Stage, call_of, told};
