//! The document's 44 operations and the addresses they live at.

use http::Method;

macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident = $id:literal),+ $(,)?) => {
        /// An operation of YNAB's document.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Operation { $($(#[$doc])* $name),+ }

        impl Operation {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The document's operation id.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id),+ }
            }
        }
    };
}

operations! {
    /// The person.
    GetUser = "getUser",
    /// All plans.
    GetPlans = "getPlans",
    /// A whole plan.
    GetPlan = "getPlanById",
    /// A plan's settings.
    GetSettings = "getPlanSettingsById",
    /// All accounts.
    GetAccounts = "getAccounts",
    /// A new account.
    CreateAccount = "createAccount",
    /// One account.
    GetAccount = "getAccountById",
    /// All categories in their groups.
    GetCategories = "getCategories",
    /// A new category.
    CreateCategory = "createCategory",
    /// One category.
    GetCategory = "getCategoryById",
    /// Another name, note, group or target.
    UpdateCategory = "updateCategory",
    /// One category in a month.
    GetMonthCategory = "getMonthCategoryById",
    /// Another assigned amount.
    UpdateMonthCategory = "updateMonthCategory",
    /// A new group.
    CreateGroup = "createCategoryGroup",
    /// Another name of a group.
    UpdateGroup = "updateCategoryGroup",
    /// All payees.
    GetPayees = "getPayees",
    /// A new payee.
    CreatePayee = "createPayee",
    /// One payee.
    GetPayee = "getPayeeById",
    /// Another name of a payee.
    UpdatePayee = "updatePayee",
    /// All payee locations.
    GetLocations = "getPayeeLocations",
    /// One payee location.
    GetLocation = "getPayeeLocationById",
    /// A payee's locations.
    GetPayeeLocations = "getPayeeLocationsByPayee",
    /// All months.
    GetMonths = "getPlanMonths",
    /// One month with its categories.
    GetMonth = "getPlanMonth",
    /// The log of assigned money.
    GetMovements = "getMoneyMovements",
    /// The same of a month.
    GetMonthMovements = "getMoneyMovementsByMonth",
    /// Movements done together.
    GetMovementGroups = "getMoneyMovementGroups",
    /// The same of a month.
    GetMonthMovementGroups = "getMoneyMovementGroupsByMonth",
    /// Transactions.
    GetTransactions = "getTransactions",
    /// One or many new transactions.
    CreateTransaction = "createTransaction",
    /// Many changed transactions.
    UpdateTransactions = "updateTransactions",
    /// Brings in what linked banks have.
    ImportTransactions = "importTransactions",
    /// One transaction.
    GetTransaction = "getTransactionById",
    /// One changed transaction.
    UpdateTransaction = "updateTransaction",
    /// One transaction less.
    DeleteTransaction = "deleteTransaction",
    /// An account's transactions.
    GetAccountTransactions = "getTransactionsByAccount",
    /// A category's transactions and lines.
    GetCategoryTransactions = "getTransactionsByCategory",
    /// A payee's transactions and lines.
    GetPayeeTransactions = "getTransactionsByPayee",
    /// A month's transactions.
    GetMonthTransactions = "getTransactionsByMonth",
    /// Scheduled transactions.
    GetScheduledList = "getScheduledTransactions",
    /// A new scheduled transaction.
    CreateScheduled = "createScheduledTransaction",
    /// One scheduled transaction.
    GetScheduled = "getScheduledTransactionById",
    /// Another scheduled transaction in its place.
    UpdateScheduled = "updateScheduledTransaction",
    /// One scheduled transaction less.
    DeleteScheduled = "deleteScheduledTransaction",
}

impl Operation {
    /// Whether it changes something.
    pub fn is_write(self) -> bool {
        !self.id().starts_with("get")
    }
}

/// An operation with the parts of its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Route {
    /// The operation.
    pub operation: Operation,
    /// The plan's id, `last-used` or `default`; empty where there is none.
    pub plan: String,
    /// The month, as written.
    pub month: String,
    /// The id of the entity the address is about.
    pub id: String,
}

/// The operation at an address below `/v1`, its segments decoded.
pub(crate) fn route(method: &Method, segments: &[String]) -> Option<Route> {
    use Operation as Op;
    let parts: Vec<&str> = segments.iter().map(String::as_str).collect();
    let get = method == Method::GET;
    let post = method == Method::POST;
    let patch = method == Method::PATCH;
    let found = |operation, month: &str, id: &str| {
        let plan = segments.get(1).cloned().unwrap_or_default();
        Some(Route {
            operation,
            plan,
            month: month.to_owned(),
            id: id.to_owned(),
        })
    };
    let rest = match parts.as_slice() {
        ["user"] if get => return found(Op::GetUser, "", ""),
        ["plans"] if get => return found(Op::GetPlans, "", ""),
        ["plans", _, rest @ ..] => rest,
        _ => return None,
    };
    match rest {
        [] if get => found(Op::GetPlan, "", ""),
        ["settings"] if get => found(Op::GetSettings, "", ""),
        ["accounts"] if get => found(Op::GetAccounts, "", ""),
        ["accounts"] if post => found(Op::CreateAccount, "", ""),
        ["accounts", id] if get => found(Op::GetAccount, "", id),
        ["accounts", id, "transactions"] if get => found(Op::GetAccountTransactions, "", id),
        ["categories"] if get => found(Op::GetCategories, "", ""),
        ["categories"] if post => found(Op::CreateCategory, "", ""),
        ["categories", id] if get => found(Op::GetCategory, "", id),
        ["categories", id] if patch => found(Op::UpdateCategory, "", id),
        ["categories", id, "transactions"] if get => found(Op::GetCategoryTransactions, "", id),
        ["category_groups"] if post => found(Op::CreateGroup, "", ""),
        ["category_groups", id] if patch => found(Op::UpdateGroup, "", id),
        ["payees"] if get => found(Op::GetPayees, "", ""),
        ["payees"] if post => found(Op::CreatePayee, "", ""),
        ["payees", id] if get => found(Op::GetPayee, "", id),
        ["payees", id] if patch => found(Op::UpdatePayee, "", id),
        ["payees", id, "payee_locations"] if get => found(Op::GetPayeeLocations, "", id),
        ["payees", id, "transactions"] if get => found(Op::GetPayeeTransactions, "", id),
        ["payee_locations"] if get => found(Op::GetLocations, "", ""),
        ["payee_locations", id] if get => found(Op::GetLocation, "", id),
        ["months"] if get => found(Op::GetMonths, "", ""),
        ["months", month] if get => found(Op::GetMonth, month, ""),
        ["months", month, "categories", id] if get => found(Op::GetMonthCategory, month, id),
        ["months", month, "categories", id] if patch => found(Op::UpdateMonthCategory, month, id),
        ["months", month, "transactions"] if get => found(Op::GetMonthTransactions, month, ""),
        ["months", month, "money_movements"] if get => found(Op::GetMonthMovements, month, ""),
        ["months", month, "money_movement_groups"] if get => found(Op::GetMonthMovementGroups, month, ""),
        ["money_movements"] if get => found(Op::GetMovements, "", ""),
        ["money_movement_groups"] if get => found(Op::GetMovementGroups, "", ""),
        ["transactions"] if get => found(Op::GetTransactions, "", ""),
        ["transactions"] if post => found(Op::CreateTransaction, "", ""),
        ["transactions"] if patch => found(Op::UpdateTransactions, "", ""),
        ["transactions", "import"] if post => found(Op::ImportTransactions, "", ""),
        ["transactions", id] if get => found(Op::GetTransaction, "", id),
        ["transactions", id] if method == Method::PUT => found(Op::UpdateTransaction, "", id),
        ["transactions", id] if method == Method::DELETE => found(Op::DeleteTransaction, "", id),
        ["scheduled_transactions"] if get => found(Op::GetScheduledList, "", ""),
        ["scheduled_transactions"] if post => found(Op::CreateScheduled, "", ""),
        ["scheduled_transactions", id] if get => found(Op::GetScheduled, "", id),
        ["scheduled_transactions", id] if method == Method::PUT => found(Op::UpdateScheduled, "", id),
        ["scheduled_transactions", id] if method == Method::DELETE => found(Op::DeleteScheduled, "", id),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use http::Method;

    use super::{Operation, route};

    fn at(method: &Method, path: &str) -> Option<&'static str> {
        let segments: Vec<String> = path.split('/').map(str::to_owned).collect();
        route(method, &segments).map(|route| route.operation.id())
    }

    #[test]
    fn there_are_28_reads_and_16_writes() {
        let ids: HashSet<_> = Operation::ALL.iter().map(|operation| operation.id()).collect();
        assert_eq!(ids.len(), 44);
        assert_eq!(
            Operation::ALL.iter().filter(|operation| operation.is_write()).count(),
            16
        );
    }

    #[test]
    fn an_address_means_one_operation_and_a_wrong_method_none() {
        assert_eq!(
            at(&Method::PATCH, "plans/p/months/current/categories/c"),
            Some("updateMonthCategory")
        );
        assert_eq!(
            at(&Method::POST, "plans/p/transactions/import"),
            Some("importTransactions")
        );
        assert_eq!(
            at(&Method::GET, "plans/p/transactions/import"),
            Some("getTransactionById")
        );
        assert_eq!(at(&Method::DELETE, "plans/p/accounts/a"), None);
        assert_eq!(at(&Method::GET, "budgets/p"), None);
    }
}
