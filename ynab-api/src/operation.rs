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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Operation;
    use crate::generated::OPERATIONS;

    #[test]
    fn every_generated_method_is_in_the_table() {
        let source = include_str!("generated.rs");
        let called: BTreeSet<&str> = source
            .split("operation_id: \"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        let known: BTreeSet<&str> = OPERATIONS.iter().map(|operation| operation.id).collect();
        assert_eq!(called, known);
        assert_eq!(known.len(), OPERATIONS.len());
    }

    #[test]
    fn an_operation_knows_its_route_and_whether_it_writes() {
        let path = "/plans/{plan_id}/months/{month}/categories/{category_id}";
        let write = Operation {
            id: "update_month_category",
            method: "PATCH",
            path,
        };
        assert_eq!(Operation::find("update_month_category"), Some(&write));
        assert!(write.is_write());
        assert!(!Operation::find("get_plans").unwrap().is_write());
        assert_eq!(OPERATIONS.iter().filter(|operation| operation.is_write()).count(), 16);
        assert_eq!(Operation::find("get_nothing"), None);
    }
}
