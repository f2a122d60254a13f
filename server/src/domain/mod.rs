//! Stand-in until the real module is merged.
pub mod effect;
pub mod flag;
pub mod history;
pub mod ids;
pub mod money;
pub mod month;
pub mod operation;
