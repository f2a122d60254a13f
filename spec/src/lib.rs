//! From YNAB's published document to the committed facts and the generated client.
//!
//! The stages in order: [`document`] reads a file, [`lower`] turns `OpenAPI` 3.1 into 3.0.3 without prose, [`overlay`]
//! lays our corrections over it (the result is `spec/ynab.json`), [`shape`] bends the facts to what the generator
//! writes well, [`generate`] writes the Rust. Beside them, [`drift`] compares two committed documents and [`coverage`]
//! knows which tools use which operation. [`commands`] puts them together.

pub mod at;
pub mod commands;
pub mod coverage;
pub mod document;
pub mod drift;
pub mod error;
pub mod facts;
pub mod generate;
pub mod lower;
pub mod overlay;
pub mod prose;
pub mod shape;

pub use error::SpecError;
