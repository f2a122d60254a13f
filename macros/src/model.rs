//! A tool about which nothing is left to refuse. What must not exist cannot be written down here.

use syn::{LitBool, LitStr, Type};

use crate::item::ToolFn;

/// A tool.
pub struct ToolModel {
    pub name: String,
    pub title: LitStr,
    pub description: String,
    /// What a call costs, for the description's last sentence.
    pub costs: Option<LitStr>,
    pub access: Access,
    pub types: Types,
    pub function: ToolFn,
}

/// What the function takes and gives.
pub struct Types {
    pub context: Type,
    pub arguments: Type,
    pub output: Type,
}

/// Whether a tool changes anything.
pub enum Access {
    Read {
        /// A sentence the description ends with while the write gate is open.
        with_writes: Option<LitStr>,
    },
    Write(Write),
}

/// How a tool changes something.
pub struct Write {
    pub hints: Hints,
    pub confirmation: Confirmation,
}

/// What a client is told about the change.
pub struct Hints {
    pub destructive: LitBool,
    pub idempotent: LitBool,
}

/// Whether the person is asked first.
pub enum Confirmation {
    Confirmed {
        /// What exactly the person says yes to.
        subject: Box<Type>,
    },
    Unconfirmed {
        reason: LitStr,
    },
}
