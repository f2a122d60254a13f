//! The operations of the API as data: what the generated client calls, and what a stand-in routes.

use crate::generated::OPERATIONS;

/// One operation.
#[derive(Debug, PartialEq, Eq)]
pub struct Operation {
    /// The name of the generated method, such as `get_plan_month`.
    pub id: &'static str,
    /// The HTTP method in capitals.
    pub method: &'static str,
    /// The path below the base URL, with its parameters in braces.
    pub path: &'static str,
}

impl Operation {
    /// The operation of that name.
    pub fn find(id: &str) -> Option<&'static Self> {
        OPERATIONS.iter().find(|operation| operation.id == id)
    }

    /// Whether it can change something at YNAB.
    pub fn is_write(&self) -> bool {
        self.method != "GET"
    }
}
