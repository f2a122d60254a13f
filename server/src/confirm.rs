//! Stand-in for the attribute's tests.

/// What a write tool proposes.
pub struct Proposal<Subject, Preview> {
    /// What the yes is bound to.
    pub subject: Subject,
    /// What is shown.
    pub preview: Preview,
}
