//! What a write proposes. (A stand-in.)

use schemars::JsonSchema;
use serde::Serialize;

/// The exact change that a yes is for, and nothing that may move while the person thinks: the confirmation seed's first
/// table says what belongs to it, tool by tool.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the subject of a write",
    note = "derive serde::Serialize and write `impl avenir::confirm::Subject for {Self} {{}}`: a subject is chosen, not inferred"
)]
pub trait Subject: Serialize + Send + Sync + 'static {}

/// The part of a write's answer that belongs to its tool: first the preview, then, once applied, what became of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the answer of a write",
    note = "derive serde::Serialize and schemars::JsonSchema and write `impl avenir::confirm::WritePreview for {Self} {{ … }}`"
)]
pub trait WritePreview: Serialize + JsonSchema + Send + 'static {
    /// Takes over what YNAB holds after the write. Values that could not be read become absent, never a prediction.
    fn settle(&mut self, after: &AfterWrite);
}

/// A write as its tool proposes it.
pub struct Proposal<S, P> {
    /// What the yes is for.
    pub subject: S,
    /// The tool's part of the answer.
    pub preview: P,
}

/// What YNAB holds after a write.
pub struct AfterWrite;
