//! What holds of every tool, every file and every answer, whatever is added: most invariants are absences, and these tests
//! look for what must not be there. Each detector is first shown something that it has to find.

#![expect(
    clippy::disallowed_methods,
    reason = "tests read the source tree and a variable that rewrites snapshots"
)]

mod answers;
mod client;
mod documents;
mod gate;
mod hygiene;
mod registry;
mod schemas;
mod served;
mod snapshots;
mod source;
mod tree;
