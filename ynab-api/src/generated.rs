// Written by `cargo run -p avenir-spec -- generate` from spec/ynab.json. Never edit it: correct spec/overlay.toml
// or spec/src instead, and run the command again.

#[allow(unused_imports)]
pub use progenitor_client::{ByteStream, ClientInfo, Error, ResponseValue};
#[allow(unused_imports)]
use progenitor_client::{ClientHooks, OperationInfo, RequestBuilderExt};
/// Types used as operation parameters and responses.
#[allow(clippy::all)]
pub mod types {
    ///`Account`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Account {
        pub balance: i64,
        pub cleared_balance: i64,
        pub closed: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub debt_escrow_amounts: ::std::option::Option<LoanAccountPeriodicValue>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub debt_interest_rates: ::std::option::Option<LoanAccountPeriodicValue>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub debt_minimum_payments: ::std::option::Option<LoanAccountPeriodicValue>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub debt_original_balance: ::std::option::Option<i64>,
        pub deleted: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub direct_import_in_error: ::std::option::Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub direct_import_linked: ::std::option::Option<bool>,
        pub id: ::uuid::Uuid,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub last_reconciled_at: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        pub name: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub note: ::std::option::Option<::std::string::String>,
        pub on_budget: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_payee_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(rename = "type")]
        pub type_: crate::open::AccountType,
        pub uncleared_balance: i64,
    }
    ///`AccountBase`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AccountBase {
        pub balance: i64,
        pub cleared_balance: i64,
        pub closed: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub debt_escrow_amounts: ::std::option::Option<LoanAccountPeriodicValue>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub debt_interest_rates: ::std::option::Option<LoanAccountPeriodicValue>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub debt_minimum_payments: ::std::option::Option<LoanAccountPeriodicValue>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub debt_original_balance: ::std::option::Option<i64>,
        pub deleted: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub direct_import_in_error: ::std::option::Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub direct_import_linked: ::std::option::Option<bool>,
        pub id: ::uuid::Uuid,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub last_reconciled_at: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        pub name: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub note: ::std::option::Option<::std::string::String>,
        pub on_budget: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_payee_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(rename = "type")]
        pub type_: crate::open::AccountType,
        pub uncleared_balance: i64,
    }
    ///`AccountResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AccountResponse {
        pub data: AccountResponseData,
    }
    ///`AccountResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AccountResponseData {
        pub account: Account,
    }
    ///`AccountsResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AccountsResponse {
        pub data: AccountsResponseData,
    }
    ///`AccountsResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AccountsResponseData {
        pub accounts: ::std::vec::Vec<Account>,
        pub server_knowledge: i64,
    }
    ///`BulkResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct BulkResponse {
        pub data: BulkResponseData,
    }
    ///`BulkResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct BulkResponseData {
        pub bulk: BulkResponseDataBulk,
    }
    ///`BulkResponseDataBulk`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct BulkResponseDataBulk {
        pub duplicate_import_ids: ::std::vec::Vec<::std::string::String>,
        pub transaction_ids: ::std::vec::Vec<::std::string::String>,
    }
    ///`BulkTransactions`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct BulkTransactions {
        pub transactions: ::std::vec::Vec<SaveTransactionWithOptionalFields>,
    }
    ///`CategoriesResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct CategoriesResponse {
        pub data: CategoriesResponseData,
    }
    ///`CategoriesResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct CategoriesResponseData {
        pub category_groups: ::std::vec::Vec<CategoryGroupWithCategories>,
        pub server_knowledge: i64,
    }
    ///`Category`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Category {
        pub activity: i64,
        pub balance: i64,
        pub budgeted: i64,
        pub category_group_id: ::uuid::Uuid,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_group_name: ::std::option::Option<::std::string::String>,
        pub deleted: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_cadence: ::std::option::Option<i32>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_cadence_frequency: ::std::option::Option<i32>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_creation_month: ::std::option::Option<::chrono::naive::NaiveDate>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_day: ::std::option::Option<i32>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_months_to_budget: ::std::option::Option<i32>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_needs_whole_amount: ::std::option::Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_overall_funded: ::std::option::Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_overall_left: ::std::option::Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_percentage_complete: ::std::option::Option<i32>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_snoozed_at: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_target: ::std::option::Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_target_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_target_month: ::std::option::Option<::chrono::naive::NaiveDate>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_type: ::std::option::Option<crate::open::GoalType>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_under_funded: ::std::option::Option<i64>,
        pub hidden: bool,
        pub id: ::uuid::Uuid,
        pub internal: bool,
        pub name: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub note: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub original_category_group_id: ::std::option::Option<::uuid::Uuid>,
    }
    ///`CategoryBase`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct CategoryBase {
        pub activity: i64,
        pub balance: i64,
        pub budgeted: i64,
        pub category_group_id: ::uuid::Uuid,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_group_name: ::std::option::Option<::std::string::String>,
        pub deleted: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_cadence: ::std::option::Option<i32>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_cadence_frequency: ::std::option::Option<i32>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_creation_month: ::std::option::Option<::chrono::naive::NaiveDate>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_day: ::std::option::Option<i32>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_months_to_budget: ::std::option::Option<i32>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_needs_whole_amount: ::std::option::Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_overall_funded: ::std::option::Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_overall_left: ::std::option::Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_percentage_complete: ::std::option::Option<i32>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_snoozed_at: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_target: ::std::option::Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_target_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_target_month: ::std::option::Option<::chrono::naive::NaiveDate>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_type: ::std::option::Option<crate::open::GoalType>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub goal_under_funded: ::std::option::Option<i64>,
        pub hidden: bool,
        pub id: ::uuid::Uuid,
        pub internal: bool,
        pub name: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub note: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub original_category_group_id: ::std::option::Option<::uuid::Uuid>,
    }
    ///`CategoryGroup`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct CategoryGroup {
        pub deleted: bool,
        pub hidden: bool,
        pub id: ::uuid::Uuid,
        pub internal: bool,
        pub name: ::std::string::String,
    }
    ///`CategoryGroupWithCategories`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct CategoryGroupWithCategories {
        pub categories: ::std::vec::Vec<Category>,
        pub deleted: bool,
        pub hidden: bool,
        pub id: ::uuid::Uuid,
        pub internal: bool,
        pub name: ::std::string::String,
    }
    ///`CategoryResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct CategoryResponse {
        pub data: CategoryResponseData,
    }
    ///`CategoryResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct CategoryResponseData {
        pub category: Category,
    }
    ///`CurrencyFormat`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct CurrencyFormat {
        pub currency_symbol: ::std::string::String,
        pub decimal_digits: i32,
        pub decimal_separator: ::std::string::String,
        pub display_symbol: bool,
        pub example_format: ::std::string::String,
        pub group_separator: ::std::string::String,
        pub iso_code: ::std::string::String,
        pub symbol_first: bool,
    }
    ///`DateFormat`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct DateFormat {
        pub format: ::std::string::String,
    }
    ///`ErrorDetail`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ErrorDetail {
        pub detail: ::std::string::String,
        pub id: ::std::string::String,
        pub name: ::std::string::String,
    }
    ///`ErrorResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ErrorResponse {
        pub error: ErrorDetail,
    }
    ///`ExistingCategory`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct ExistingCategory {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_group_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub goal_frequency: ::std::option::Option<
            ::std::option::Option<crate::generated::types::GoalFrequency>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub goal_needs_whole_amount: ::std::option::Option<::std::option::Option<bool>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub goal_target: ::std::option::Option<::std::option::Option<i64>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub goal_target_date: ::std::option::Option<
            ::std::option::Option<::chrono::NaiveDate>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub name: ::std::option::Option<::std::option::Option<::std::string::String>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub note: ::std::option::Option<::std::option::Option<::std::string::String>>,
    }
    ///`ExistingTransaction`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct ExistingTransaction {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub account_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub amount: ::std::option::Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub approved: ::std::option::Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub category_id: ::std::option::Option<::std::option::Option<::uuid::Uuid>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cleared: ::std::option::Option<crate::open::TransactionClearedStatus>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub date: ::std::option::Option<::chrono::naive::NaiveDate>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub flag_color: ::std::option::Option<
            ::std::option::Option<crate::open::TransactionFlagColor>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub memo: ::std::option::Option<::std::option::Option<::std::string::String>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub payee_id: ::std::option::Option<::std::option::Option<::uuid::Uuid>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub payee_name: ::std::option::Option<
            ::std::option::Option<::std::string::String>,
        >,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub subtransactions: ::std::vec::Vec<SaveSubTransaction>,
    }
    ///`GoalFrequency`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum GoalFrequency {
        #[serde(rename = "monthly")]
        Monthly,
        #[serde(rename = "weekly")]
        Weekly,
        #[serde(rename = "yearly")]
        Yearly,
    }
    impl ::std::fmt::Display for GoalFrequency {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Monthly => f.write_str("monthly"),
                Self::Weekly => f.write_str("weekly"),
                Self::Yearly => f.write_str("yearly"),
            }
        }
    }
    impl ::std::str::FromStr for GoalFrequency {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "monthly" => Ok(Self::Monthly),
                "weekly" => Ok(Self::Weekly),
                "yearly" => Ok(Self::Yearly),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for GoalFrequency {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for GoalFrequency {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`HybridTransaction`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct HybridTransaction {
        pub account_id: ::uuid::Uuid,
        pub account_name: ::std::string::String,
        pub amount: i64,
        pub approved: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_name: ::std::option::Option<::std::string::String>,
        pub cleared: crate::open::TransactionClearedStatus,
        pub date: ::chrono::naive::NaiveDate,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub debt_transaction_type: ::std::option::Option<
            crate::open::DebtTransactionType,
        >,
        pub deleted: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub flag_color: ::std::option::Option<crate::open::TransactionFlagColor>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub flag_name: ::std::option::Option<::std::string::String>,
        pub id: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub import_id: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub import_payee_name: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub import_payee_name_original: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub matched_transaction_id: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub memo: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub parent_transaction_id: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee_name: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_account_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_transaction_id: ::std::option::Option<::std::string::String>,
        #[serde(rename = "type", skip_serializing_if = "::std::option::Option::is_none")]
        pub type_: ::std::option::Option<crate::open::HybridTransactionType>,
    }
    ///`HybridTransactionsResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct HybridTransactionsResponse {
        pub data: HybridTransactionsResponseData,
    }
    ///`HybridTransactionsResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct HybridTransactionsResponseData {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub server_knowledge: ::std::option::Option<i64>,
        pub transactions: ::std::vec::Vec<HybridTransaction>,
    }
    ///`LoanAccountPeriodicValue`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(transparent)]
    pub struct LoanAccountPeriodicValue(
        pub ::std::collections::BTreeMap<::std::string::String, i64>,
    );
    impl ::std::ops::Deref for LoanAccountPeriodicValue {
        type Target = ::std::collections::BTreeMap<::std::string::String, i64>;
        fn deref(&self) -> &::std::collections::BTreeMap<::std::string::String, i64> {
            &self.0
        }
    }
    impl ::std::convert::From<LoanAccountPeriodicValue>
    for ::std::collections::BTreeMap<::std::string::String, i64> {
        fn from(value: LoanAccountPeriodicValue) -> Self {
            value.0
        }
    }
    impl ::std::convert::From<::std::collections::BTreeMap<::std::string::String, i64>>
    for LoanAccountPeriodicValue {
        fn from(
            value: ::std::collections::BTreeMap<::std::string::String, i64>,
        ) -> Self {
            Self(value)
        }
    }
    ///`MoneyMovement`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MoneyMovement {
        pub amount: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub from_category_id: ::std::option::Option<::uuid::Uuid>,
        pub id: ::uuid::Uuid,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub money_movement_group_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub month: ::std::option::Option<::chrono::naive::NaiveDate>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub moved_at: ::std::option::Option<::chrono::DateTime<::chrono::offset::Utc>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub note: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub performed_by_user_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub to_category_id: ::std::option::Option<::uuid::Uuid>,
    }
    ///`MoneyMovementBase`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MoneyMovementBase {
        pub amount: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub from_category_id: ::std::option::Option<::uuid::Uuid>,
        pub id: ::uuid::Uuid,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub money_movement_group_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub month: ::std::option::Option<::chrono::naive::NaiveDate>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub moved_at: ::std::option::Option<::chrono::DateTime<::chrono::offset::Utc>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub note: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub performed_by_user_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub to_category_id: ::std::option::Option<::uuid::Uuid>,
    }
    ///`MoneyMovementGroup`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MoneyMovementGroup {
        pub group_created_at: ::chrono::DateTime<::chrono::offset::Utc>,
        pub id: ::uuid::Uuid,
        pub month: ::chrono::naive::NaiveDate,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub note: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub performed_by_user_id: ::std::option::Option<::uuid::Uuid>,
    }
    ///`MoneyMovementGroupsResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MoneyMovementGroupsResponse {
        pub data: MoneyMovementGroupsResponseData,
    }
    ///`MoneyMovementGroupsResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MoneyMovementGroupsResponseData {
        pub money_movement_groups: ::std::vec::Vec<MoneyMovementGroup>,
        pub server_knowledge: i64,
    }
    ///`MoneyMovementsResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MoneyMovementsResponse {
        pub data: MoneyMovementsResponseData,
    }
    ///`MoneyMovementsResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MoneyMovementsResponseData {
        pub money_movements: ::std::vec::Vec<MoneyMovement>,
        pub server_knowledge: i64,
    }
    ///`MonthDetail`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MonthDetail {
        pub activity: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub age_of_money: ::std::option::Option<i32>,
        pub budgeted: i64,
        pub categories: ::std::vec::Vec<Category>,
        pub deleted: bool,
        pub income: i64,
        pub month: ::chrono::naive::NaiveDate,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub note: ::std::option::Option<::std::string::String>,
        pub to_be_budgeted: i64,
    }
    ///`MonthDetailBase`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MonthDetailBase {
        pub activity: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub age_of_money: ::std::option::Option<i32>,
        pub budgeted: i64,
        pub categories: ::std::vec::Vec<CategoryBase>,
        pub deleted: bool,
        pub income: i64,
        pub month: ::chrono::naive::NaiveDate,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub note: ::std::option::Option<::std::string::String>,
        pub to_be_budgeted: i64,
    }
    ///`MonthDetailResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MonthDetailResponse {
        pub data: MonthDetailResponseData,
    }
    ///`MonthDetailResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MonthDetailResponseData {
        pub month: MonthDetail,
    }
    ///`MonthSummariesResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MonthSummariesResponse {
        pub data: MonthSummariesResponseData,
    }
    ///`MonthSummariesResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MonthSummariesResponseData {
        pub months: ::std::vec::Vec<MonthSummary>,
        pub server_knowledge: i64,
    }
    ///`MonthSummary`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MonthSummary {
        pub activity: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub age_of_money: ::std::option::Option<i32>,
        pub budgeted: i64,
        pub deleted: bool,
        pub income: i64,
        pub month: ::chrono::naive::NaiveDate,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub note: ::std::option::Option<::std::string::String>,
        pub to_be_budgeted: i64,
    }
    ///`MonthSummaryBase`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MonthSummaryBase {
        pub activity: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub age_of_money: ::std::option::Option<i32>,
        pub budgeted: i64,
        pub deleted: bool,
        pub income: i64,
        pub month: ::chrono::naive::NaiveDate,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub note: ::std::option::Option<::std::string::String>,
        pub to_be_budgeted: i64,
    }
    ///`NewCategory`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NewCategory {
        pub category_group_id: ::uuid::Uuid,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub goal_frequency: ::std::option::Option<
            ::std::option::Option<crate::generated::types::GoalFrequency>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub goal_needs_whole_amount: ::std::option::Option<::std::option::Option<bool>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub goal_target: ::std::option::Option<::std::option::Option<i64>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub goal_target_date: ::std::option::Option<
            ::std::option::Option<::chrono::NaiveDate>,
        >,
        pub name: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub note: ::std::option::Option<::std::option::Option<::std::string::String>>,
    }
    ///`NewTransaction`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct NewTransaction {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub account_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub amount: ::std::option::Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub approved: ::std::option::Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub category_id: ::std::option::Option<::std::option::Option<::uuid::Uuid>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cleared: ::std::option::Option<crate::open::TransactionClearedStatus>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub date: ::std::option::Option<::chrono::naive::NaiveDate>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub flag_color: ::std::option::Option<
            ::std::option::Option<crate::open::TransactionFlagColor>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub import_id: ::std::option::Option<
            ::std::option::Option<::std::string::String>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub memo: ::std::option::Option<::std::option::Option<::std::string::String>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub payee_id: ::std::option::Option<::std::option::Option<::uuid::Uuid>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub payee_name: ::std::option::Option<
            ::std::option::Option<::std::string::String>,
        >,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub subtransactions: ::std::vec::Vec<SaveSubTransaction>,
    }
    ///`PatchCategoryGroupWrapper`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PatchCategoryGroupWrapper {
        pub category_group: SaveCategoryGroup,
    }
    ///`PatchCategoryWrapper`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PatchCategoryWrapper {
        pub category: ExistingCategory,
    }
    ///`PatchMonthCategoryWrapper`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PatchMonthCategoryWrapper {
        pub category: SaveMonthCategory,
    }
    ///`PatchPayeeWrapper`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PatchPayeeWrapper {
        pub payee: SavePayee,
    }
    ///`PatchTransactionsWrapper`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PatchTransactionsWrapper {
        pub transactions: ::std::vec::Vec<SaveTransactionWithIdOrImportId>,
    }
    ///`Payee`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Payee {
        pub deleted: bool,
        pub id: ::uuid::Uuid,
        pub name: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_account_id: ::std::option::Option<::std::string::String>,
    }
    ///`PayeeLocation`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PayeeLocation {
        pub deleted: bool,
        pub id: ::uuid::Uuid,
        pub latitude: ::std::string::String,
        pub longitude: ::std::string::String,
        pub payee_id: ::uuid::Uuid,
    }
    ///`PayeeLocationResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PayeeLocationResponse {
        pub data: PayeeLocationResponseData,
    }
    ///`PayeeLocationResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PayeeLocationResponseData {
        pub payee_location: PayeeLocation,
    }
    ///`PayeeLocationsResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PayeeLocationsResponse {
        pub data: PayeeLocationsResponseData,
    }
    ///`PayeeLocationsResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PayeeLocationsResponseData {
        pub payee_locations: ::std::vec::Vec<PayeeLocation>,
    }
    ///`PayeeResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PayeeResponse {
        pub data: PayeeResponseData,
    }
    ///`PayeeResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PayeeResponseData {
        pub payee: Payee,
    }
    ///`PayeesResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PayeesResponse {
        pub data: PayeesResponseData,
    }
    ///`PayeesResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PayeesResponseData {
        pub payees: ::std::vec::Vec<Payee>,
        pub server_knowledge: i64,
    }
    ///`PlanDetail`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PlanDetail {
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub accounts: ::std::vec::Vec<PlanDetailAccountsItem>,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub categories: ::std::vec::Vec<CategoryBase>,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub category_groups: ::std::vec::Vec<CategoryGroup>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency_format: ::std::option::Option<CurrencyFormat>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub date_format: ::std::option::Option<DateFormat>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub first_month: ::std::option::Option<::chrono::naive::NaiveDate>,
        pub id: ::uuid::Uuid,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub last_modified_on: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub last_month: ::std::option::Option<::chrono::naive::NaiveDate>,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub months: ::std::vec::Vec<MonthDetailBase>,
        pub name: ::std::string::String,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub payee_locations: ::std::vec::Vec<PayeeLocation>,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub payees: ::std::vec::Vec<Payee>,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub scheduled_subtransactions: ::std::vec::Vec<ScheduledSubTransactionBase>,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub scheduled_transactions: ::std::vec::Vec<ScheduledTransactionSummaryBase>,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub subtransactions: ::std::vec::Vec<SubTransactionBase>,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub transactions: ::std::vec::Vec<TransactionSummaryBase>,
    }
    ///`PlanDetailAccountsItem`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PlanDetailAccountsItem {
        pub balance: i64,
        pub cleared_balance: i64,
        pub closed: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub debt_escrow_amounts: ::std::option::Option<LoanAccountPeriodicValue>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub debt_interest_rates: ::std::option::Option<LoanAccountPeriodicValue>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub debt_minimum_payments: ::std::option::Option<LoanAccountPeriodicValue>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub debt_original_balance: ::std::option::Option<i64>,
        pub deleted: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub direct_import_in_error: ::std::option::Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub direct_import_linked: ::std::option::Option<bool>,
        pub id: ::uuid::Uuid,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub last_reconciled_at: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        pub name: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub note: ::std::option::Option<::std::string::String>,
        pub on_budget: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_payee_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(rename = "type")]
        pub type_: crate::open::AccountType,
        pub uncleared_balance: i64,
    }
    ///`PlanDetailResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PlanDetailResponse {
        pub data: PlanDetailResponseData,
    }
    ///`PlanDetailResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PlanDetailResponseData {
        pub plan: PlanDetail,
        pub server_knowledge: i64,
    }
    ///`PlanSettings`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct PlanSettings {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency_format: ::std::option::Option<CurrencyFormat>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub date_format: ::std::option::Option<DateFormat>,
    }
    ///`PlanSettingsResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PlanSettingsResponse {
        pub data: PlanSettingsResponseData,
    }
    ///`PlanSettingsResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PlanSettingsResponseData {
        pub settings: PlanSettings,
    }
    ///`PlanSummary`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PlanSummary {
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub accounts: ::std::vec::Vec<Account>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency_format: ::std::option::Option<CurrencyFormat>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub date_format: ::std::option::Option<DateFormat>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub first_month: ::std::option::Option<::chrono::naive::NaiveDate>,
        pub id: ::uuid::Uuid,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub last_modified_on: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub last_month: ::std::option::Option<::chrono::naive::NaiveDate>,
        pub name: ::std::string::String,
    }
    ///`PlanSummaryResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PlanSummaryResponse {
        pub data: PlanSummaryResponseData,
    }
    ///`PlanSummaryResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PlanSummaryResponseData {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub default_plan: ::std::option::Option<PlanSummary>,
        pub plans: ::std::vec::Vec<PlanSummary>,
    }
    ///`PostAccountWrapper`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PostAccountWrapper {
        pub account: SaveAccount,
    }
    ///`PostCategoryGroupWrapper`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PostCategoryGroupWrapper {
        pub category_group: SaveCategoryGroup,
    }
    ///`PostCategoryWrapper`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PostCategoryWrapper {
        pub category: NewCategory,
    }
    ///`PostPayee`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PostPayee {
        pub name: ::std::string::String,
    }
    ///`PostPayeeWrapper`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PostPayeeWrapper {
        pub payee: PostPayee,
    }
    ///`PostScheduledTransactionWrapper`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PostScheduledTransactionWrapper {
        pub scheduled_transaction: SaveScheduledTransaction,
    }
    ///`PostTransactionsWrapper`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct PostTransactionsWrapper {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transaction: ::std::option::Option<NewTransaction>,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub transactions: ::std::vec::Vec<NewTransaction>,
    }
    ///`PutScheduledTransactionWrapper`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PutScheduledTransactionWrapper {
        pub scheduled_transaction: SaveScheduledTransaction,
    }
    ///`PutTransactionWrapper`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PutTransactionWrapper {
        pub transaction: ExistingTransaction,
    }
    ///`SaveAccount`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SaveAccount {
        pub balance: i64,
        pub name: ::std::string::String,
        #[serde(rename = "type")]
        pub type_: SaveAccountType,
    }
    ///`SaveAccountType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum SaveAccountType {
        #[serde(rename = "checking")]
        Checking,
        #[serde(rename = "savings")]
        Savings,
        #[serde(rename = "cash")]
        Cash,
        #[serde(rename = "creditCard")]
        CreditCard,
        #[serde(rename = "otherAsset")]
        OtherAsset,
        #[serde(rename = "otherLiability")]
        OtherLiability,
    }
    impl ::std::fmt::Display for SaveAccountType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Checking => f.write_str("checking"),
                Self::Savings => f.write_str("savings"),
                Self::Cash => f.write_str("cash"),
                Self::CreditCard => f.write_str("creditCard"),
                Self::OtherAsset => f.write_str("otherAsset"),
                Self::OtherLiability => f.write_str("otherLiability"),
            }
        }
    }
    impl ::std::str::FromStr for SaveAccountType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "checking" => Ok(Self::Checking),
                "savings" => Ok(Self::Savings),
                "cash" => Ok(Self::Cash),
                "creditCard" => Ok(Self::CreditCard),
                "otherAsset" => Ok(Self::OtherAsset),
                "otherLiability" => Ok(Self::OtherLiability),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for SaveAccountType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for SaveAccountType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`SaveCategory`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct SaveCategory {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_group_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub goal_frequency: ::std::option::Option<
            ::std::option::Option<crate::generated::types::GoalFrequency>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub goal_needs_whole_amount: ::std::option::Option<::std::option::Option<bool>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub goal_target: ::std::option::Option<::std::option::Option<i64>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub goal_target_date: ::std::option::Option<
            ::std::option::Option<::chrono::NaiveDate>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub name: ::std::option::Option<::std::option::Option<::std::string::String>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub note: ::std::option::Option<::std::option::Option<::std::string::String>>,
    }
    ///`SaveCategoryGroup`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SaveCategoryGroup {
        pub name: ::std::string::String,
    }
    ///`SaveCategoryGroupResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SaveCategoryGroupResponse {
        pub data: SaveCategoryGroupResponseData,
    }
    ///`SaveCategoryGroupResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SaveCategoryGroupResponseData {
        pub category_group: CategoryGroup,
        pub server_knowledge: i64,
    }
    ///`SaveCategoryResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SaveCategoryResponse {
        pub data: SaveCategoryResponseData,
    }
    ///`SaveCategoryResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SaveCategoryResponseData {
        pub category: Category,
        pub server_knowledge: i64,
    }
    ///`SaveMonthCategory`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SaveMonthCategory {
        pub budgeted: i64,
    }
    ///`SavePayee`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct SavePayee {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
    }
    ///`SavePayeeResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SavePayeeResponse {
        pub data: SavePayeeResponseData,
    }
    ///`SavePayeeResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SavePayeeResponseData {
        pub payee: Payee,
        pub server_knowledge: i64,
    }
    ///`SaveScheduledTransaction`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SaveScheduledTransaction {
        pub account_id: ::uuid::Uuid,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub amount: ::std::option::Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub category_id: ::std::option::Option<::std::option::Option<::uuid::Uuid>>,
        pub date: ::chrono::naive::NaiveDate,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub flag_color: ::std::option::Option<
            ::std::option::Option<crate::open::TransactionFlagColor>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub frequency: ::std::option::Option<crate::open::ScheduledTransactionFrequency>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub memo: ::std::option::Option<::std::option::Option<::std::string::String>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub payee_id: ::std::option::Option<::std::option::Option<::uuid::Uuid>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub payee_name: ::std::option::Option<
            ::std::option::Option<::std::string::String>,
        >,
    }
    ///`SaveSubTransaction`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SaveSubTransaction {
        pub amount: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub category_id: ::std::option::Option<::std::option::Option<::uuid::Uuid>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub memo: ::std::option::Option<::std::option::Option<::std::string::String>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub payee_id: ::std::option::Option<::std::option::Option<::uuid::Uuid>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub payee_name: ::std::option::Option<
            ::std::option::Option<::std::string::String>,
        >,
    }
    ///`SaveTransactionWithIdOrImportId`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct SaveTransactionWithIdOrImportId {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub account_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub amount: ::std::option::Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub approved: ::std::option::Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub category_id: ::std::option::Option<::std::option::Option<::uuid::Uuid>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cleared: ::std::option::Option<crate::open::TransactionClearedStatus>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub date: ::std::option::Option<::chrono::naive::NaiveDate>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub flag_color: ::std::option::Option<
            ::std::option::Option<crate::open::TransactionFlagColor>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub id: ::std::option::Option<::std::option::Option<::std::string::String>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub import_id: ::std::option::Option<
            ::std::option::Option<::std::string::String>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub memo: ::std::option::Option<::std::option::Option<::std::string::String>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub payee_id: ::std::option::Option<::std::option::Option<::uuid::Uuid>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub payee_name: ::std::option::Option<
            ::std::option::Option<::std::string::String>,
        >,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub subtransactions: ::std::vec::Vec<SaveSubTransaction>,
    }
    ///`SaveTransactionWithOptionalFields`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct SaveTransactionWithOptionalFields {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub account_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub amount: ::std::option::Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub approved: ::std::option::Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub category_id: ::std::option::Option<::std::option::Option<::uuid::Uuid>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cleared: ::std::option::Option<crate::open::TransactionClearedStatus>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub date: ::std::option::Option<::chrono::naive::NaiveDate>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub flag_color: ::std::option::Option<
            ::std::option::Option<crate::open::TransactionFlagColor>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub memo: ::std::option::Option<::std::option::Option<::std::string::String>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub payee_id: ::std::option::Option<::std::option::Option<::uuid::Uuid>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[serde(default, deserialize_with = "crate::three_state::present")]
        pub payee_name: ::std::option::Option<
            ::std::option::Option<::std::string::String>,
        >,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub subtransactions: ::std::vec::Vec<SaveSubTransaction>,
    }
    ///`SaveTransactionsResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SaveTransactionsResponse {
        pub data: SaveTransactionsResponseData,
    }
    ///`SaveTransactionsResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SaveTransactionsResponseData {
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub duplicate_import_ids: ::std::vec::Vec<::std::string::String>,
        pub server_knowledge: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transaction: ::std::option::Option<TransactionDetail>,
        pub transaction_ids: ::std::vec::Vec<::std::string::String>,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub transactions: ::std::vec::Vec<TransactionDetail>,
    }
    ///`ScheduledSubTransaction`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ScheduledSubTransaction {
        pub amount: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_name: ::std::option::Option<::std::string::String>,
        pub deleted: bool,
        pub id: ::uuid::Uuid,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub memo: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee_name: ::std::option::Option<::std::string::String>,
        pub scheduled_transaction_id: ::uuid::Uuid,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_account_id: ::std::option::Option<::uuid::Uuid>,
    }
    ///`ScheduledSubTransactionBase`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ScheduledSubTransactionBase {
        pub amount: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_name: ::std::option::Option<::std::string::String>,
        pub deleted: bool,
        pub id: ::uuid::Uuid,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub memo: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee_name: ::std::option::Option<::std::string::String>,
        pub scheduled_transaction_id: ::uuid::Uuid,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_account_id: ::std::option::Option<::uuid::Uuid>,
    }
    ///`ScheduledTransactionDetail`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ScheduledTransactionDetail {
        pub account_id: ::uuid::Uuid,
        pub account_name: ::std::string::String,
        pub amount: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_name: ::std::option::Option<::std::string::String>,
        pub date_first: ::chrono::naive::NaiveDate,
        pub date_next: ::chrono::naive::NaiveDate,
        pub deleted: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub flag_color: ::std::option::Option<crate::open::TransactionFlagColor>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub flag_name: ::std::option::Option<::std::string::String>,
        pub frequency: crate::open::ScheduledTransactionFrequency,
        pub id: ::uuid::Uuid,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub memo: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee_name: ::std::option::Option<::std::string::String>,
        pub subtransactions: ::std::vec::Vec<ScheduledSubTransaction>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_account_id: ::std::option::Option<::uuid::Uuid>,
    }
    ///`ScheduledTransactionResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ScheduledTransactionResponse {
        pub data: ScheduledTransactionResponseData,
    }
    ///`ScheduledTransactionResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ScheduledTransactionResponseData {
        pub scheduled_transaction: ScheduledTransactionDetail,
    }
    ///`ScheduledTransactionSummary`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ScheduledTransactionSummary {
        pub account_id: ::uuid::Uuid,
        pub amount: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_id: ::std::option::Option<::uuid::Uuid>,
        pub date_first: ::chrono::naive::NaiveDate,
        pub date_next: ::chrono::naive::NaiveDate,
        pub deleted: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub flag_color: ::std::option::Option<crate::open::TransactionFlagColor>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub flag_name: ::std::option::Option<::std::string::String>,
        pub frequency: crate::open::ScheduledTransactionFrequency,
        pub id: ::uuid::Uuid,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub memo: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_account_id: ::std::option::Option<::uuid::Uuid>,
    }
    ///`ScheduledTransactionSummaryBase`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ScheduledTransactionSummaryBase {
        pub account_id: ::uuid::Uuid,
        pub amount: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_id: ::std::option::Option<::uuid::Uuid>,
        pub date_first: ::chrono::naive::NaiveDate,
        pub date_next: ::chrono::naive::NaiveDate,
        pub deleted: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub flag_color: ::std::option::Option<crate::open::TransactionFlagColor>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub flag_name: ::std::option::Option<::std::string::String>,
        pub frequency: crate::open::ScheduledTransactionFrequency,
        pub id: ::uuid::Uuid,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub memo: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_account_id: ::std::option::Option<::uuid::Uuid>,
    }
    ///`ScheduledTransactionsResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ScheduledTransactionsResponse {
        pub data: ScheduledTransactionsResponseData,
    }
    ///`ScheduledTransactionsResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ScheduledTransactionsResponseData {
        pub scheduled_transactions: ::std::vec::Vec<ScheduledTransactionDetail>,
        pub server_knowledge: i64,
    }
    ///`SubTransaction`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SubTransaction {
        pub amount: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_name: ::std::option::Option<::std::string::String>,
        pub deleted: bool,
        pub id: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub memo: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee_name: ::std::option::Option<::std::string::String>,
        pub transaction_id: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_account_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_transaction_id: ::std::option::Option<::std::string::String>,
    }
    ///`SubTransactionBase`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SubTransactionBase {
        pub amount: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_name: ::std::option::Option<::std::string::String>,
        pub deleted: bool,
        pub id: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub memo: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee_name: ::std::option::Option<::std::string::String>,
        pub transaction_id: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_account_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_transaction_id: ::std::option::Option<::std::string::String>,
    }
    ///`TransactionDetail`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TransactionDetail {
        pub account_id: ::uuid::Uuid,
        pub account_name: ::std::string::String,
        pub amount: i64,
        pub approved: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_name: ::std::option::Option<::std::string::String>,
        pub cleared: crate::open::TransactionClearedStatus,
        pub date: ::chrono::naive::NaiveDate,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub debt_transaction_type: ::std::option::Option<
            crate::open::DebtTransactionType,
        >,
        pub deleted: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub flag_color: ::std::option::Option<crate::open::TransactionFlagColor>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub flag_name: ::std::option::Option<::std::string::String>,
        pub id: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub import_id: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub import_payee_name: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub import_payee_name_original: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub matched_transaction_id: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub memo: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee_name: ::std::option::Option<::std::string::String>,
        pub subtransactions: ::std::vec::Vec<SubTransaction>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_account_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_transaction_id: ::std::option::Option<::std::string::String>,
    }
    ///`TransactionResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TransactionResponse {
        pub data: TransactionResponseData,
    }
    ///`TransactionResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TransactionResponseData {
        pub server_knowledge: i64,
        pub transaction: TransactionDetail,
    }
    ///`TransactionSummary`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TransactionSummary {
        pub account_id: ::uuid::Uuid,
        pub amount: i64,
        pub approved: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_id: ::std::option::Option<::uuid::Uuid>,
        pub cleared: crate::open::TransactionClearedStatus,
        pub date: ::chrono::naive::NaiveDate,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub debt_transaction_type: ::std::option::Option<
            crate::open::DebtTransactionType,
        >,
        pub deleted: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub flag_color: ::std::option::Option<crate::open::TransactionFlagColor>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub flag_name: ::std::option::Option<::std::string::String>,
        pub id: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub import_id: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub import_payee_name: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub import_payee_name_original: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub matched_transaction_id: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub memo: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_account_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_transaction_id: ::std::option::Option<::std::string::String>,
    }
    ///`TransactionSummaryBase`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TransactionSummaryBase {
        pub account_id: ::uuid::Uuid,
        pub amount: i64,
        pub approved: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category_id: ::std::option::Option<::uuid::Uuid>,
        pub cleared: crate::open::TransactionClearedStatus,
        pub date: ::chrono::naive::NaiveDate,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub debt_transaction_type: ::std::option::Option<
            crate::open::DebtTransactionType,
        >,
        pub deleted: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub flag_color: ::std::option::Option<crate::open::TransactionFlagColor>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub flag_name: ::std::option::Option<::std::string::String>,
        pub id: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub import_id: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub import_payee_name: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub import_payee_name_original: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub matched_transaction_id: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub memo: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_account_id: ::std::option::Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transfer_transaction_id: ::std::option::Option<::std::string::String>,
    }
    ///`TransactionTypeFilter`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum TransactionTypeFilter {
        #[serde(rename = "uncategorized")]
        Uncategorized,
        #[serde(rename = "unapproved")]
        Unapproved,
    }
    impl ::std::fmt::Display for TransactionTypeFilter {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Uncategorized => f.write_str("uncategorized"),
                Self::Unapproved => f.write_str("unapproved"),
            }
        }
    }
    impl ::std::str::FromStr for TransactionTypeFilter {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "uncategorized" => Ok(Self::Uncategorized),
                "unapproved" => Ok(Self::Unapproved),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for TransactionTypeFilter {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for TransactionTypeFilter {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`TransactionsImportResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TransactionsImportResponse {
        pub data: TransactionsImportResponseData,
    }
    ///`TransactionsImportResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TransactionsImportResponseData {
        pub transaction_ids: ::std::vec::Vec<::std::string::String>,
    }
    ///`TransactionsResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TransactionsResponse {
        pub data: TransactionsResponseData,
    }
    ///`TransactionsResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TransactionsResponseData {
        pub server_knowledge: i64,
        pub transactions: ::std::vec::Vec<TransactionDetail>,
    }
    ///`User`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct User {
        pub id: ::uuid::Uuid,
    }
    ///`UserResponse`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct UserResponse {
        pub data: UserResponseData,
    }
    ///`UserResponseData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct UserResponseData {
        pub user: User,
    }
    /// Error types.
    pub mod error {
        /// Error from a `TryFrom` or `FromStr` implementation.
        pub struct ConversionError(::std::borrow::Cow<'static, str>);
        impl ::std::error::Error for ConversionError {}
        impl ::std::fmt::Display for ConversionError {
            fn fmt(
                &self,
                f: &mut ::std::fmt::Formatter<'_>,
            ) -> Result<(), ::std::fmt::Error> {
                ::std::fmt::Display::fmt(&self.0, f)
            }
        }
        impl ::std::fmt::Debug for ConversionError {
            fn fmt(
                &self,
                f: &mut ::std::fmt::Formatter<'_>,
            ) -> Result<(), ::std::fmt::Error> {
                ::std::fmt::Debug::fmt(&self.0, f)
            }
        }
        impl From<&'static str> for ConversionError {
            fn from(value: &'static str) -> Self {
                Self(value.into())
            }
        }
        impl From<String> for ConversionError {
            fn from(value: String) -> Self {
                Self(value.into())
            }
        }
    }
}
#[derive(Clone, Debug)]
/**Client for YNAB

Version: 1.87.0*/
pub struct Client {
    pub(crate) baseurl: String,
    pub(crate) client: reqwest::Client,
    pub(crate) inner: crate::hooks::Inner,
}
impl Client {
    /// Construct a new client with an existing `reqwest::Client`,
    /// allowing more control over its configuration.
    ///
    /// `baseurl` is the base URL provided to the internal
    /// `reqwest::Client`, and should include a scheme and hostname,
    /// as well as port and a path stem if applicable.
    pub fn new_with_client(
        baseurl: &str,
        client: reqwest::Client,
        inner: crate::hooks::Inner,
    ) -> Self {
        Self {
            baseurl: baseurl.to_string(),
            client,
            inner,
        }
    }
}
impl ClientInfo<crate::hooks::Inner> for Client {
    fn api_version() -> &'static str {
        "1.87.0"
    }
    fn baseurl(&self) -> &str {
        self.baseurl.as_str()
    }
    fn client(&self) -> &reqwest::Client {
        &self.client
    }
    fn inner(&self) -> &crate::hooks::Inner {
        &self.inner
    }
}
const _: () = {
    #[allow(dead_code)]
    fn assert_client_hooks()
    where
        Client: ClientHooks<crate::hooks::Inner>,
    {}
};
#[allow(clippy::all)]
impl Client {
    /**Sends a `GET` request to `/user`

*/
    pub async fn get_user<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::UserResponse>, Error<types::ErrorResponse>> {
        let url = format!("{}/user", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_user",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans`

*/
    pub async fn get_plans<'a>(
        &'a self,
        include_accounts: Option<bool>,
    ) -> Result<ResponseValue<types::PlanSummaryResponse>, Error<types::ErrorResponse>> {
        let url = format!("{}/plans", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(
                &progenitor_client::QueryParam::new(
                    "include_accounts",
                    &include_accounts,
                ),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_plans",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}`

*/
    pub async fn get_plan_by_id<'a>(
        &'a self,
        plan_id: &'a str,
        last_knowledge_of_server: Option<i64>,
    ) -> Result<ResponseValue<types::PlanDetailResponse>, Error<types::ErrorResponse>> {
        let url = format!(
            "{}/plans/{}", self.baseurl, encode_path(& plan_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(
                &progenitor_client::QueryParam::new(
                    "last_knowledge_of_server",
                    &last_knowledge_of_server,
                ),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_plan_by_id",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/settings`

*/
    pub async fn get_plan_settings_by_id<'a>(
        &'a self,
        plan_id: &'a str,
    ) -> Result<
        ResponseValue<types::PlanSettingsResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/settings", self.baseurl, encode_path(& plan_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_plan_settings_by_id",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/accounts`

*/
    pub async fn get_accounts<'a>(
        &'a self,
        plan_id: &'a str,
        last_knowledge_of_server: Option<i64>,
    ) -> Result<ResponseValue<types::AccountsResponse>, Error<types::ErrorResponse>> {
        let url = format!(
            "{}/plans/{}/accounts", self.baseurl, encode_path(& plan_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(
                &progenitor_client::QueryParam::new(
                    "last_knowledge_of_server",
                    &last_knowledge_of_server,
                ),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_accounts",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `POST` request to `/plans/{plan_id}/accounts`

*/
    pub async fn create_account<'a>(
        &'a self,
        plan_id: &'a str,
        body: &'a types::PostAccountWrapper,
    ) -> Result<ResponseValue<types::AccountResponse>, Error<types::ErrorResponse>> {
        let url = format!(
            "{}/plans/{}/accounts", self.baseurl, encode_path(& plan_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "create_account",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/accounts/{account_id}`

*/
    pub async fn get_account_by_id<'a>(
        &'a self,
        plan_id: &'a str,
        account_id: &'a ::uuid::Uuid,
    ) -> Result<ResponseValue<types::AccountResponse>, Error<types::ErrorResponse>> {
        let url = format!(
            "{}/plans/{}/accounts/{}", self.baseurl, encode_path(& plan_id.to_string()),
            encode_path(& account_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_account_by_id",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/categories`

*/
    pub async fn get_categories<'a>(
        &'a self,
        plan_id: &'a str,
        last_knowledge_of_server: Option<i64>,
    ) -> Result<ResponseValue<types::CategoriesResponse>, Error<types::ErrorResponse>> {
        let url = format!(
            "{}/plans/{}/categories", self.baseurl, encode_path(& plan_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(
                &progenitor_client::QueryParam::new(
                    "last_knowledge_of_server",
                    &last_knowledge_of_server,
                ),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_categories",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `POST` request to `/plans/{plan_id}/categories`

*/
    pub async fn create_category<'a>(
        &'a self,
        plan_id: &'a str,
        body: &'a types::PostCategoryWrapper,
    ) -> Result<
        ResponseValue<types::SaveCategoryResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/categories", self.baseurl, encode_path(& plan_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "create_category",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/categories/{category_id}`

*/
    pub async fn get_category_by_id<'a>(
        &'a self,
        plan_id: &'a str,
        category_id: &'a str,
    ) -> Result<ResponseValue<types::CategoryResponse>, Error<types::ErrorResponse>> {
        let url = format!(
            "{}/plans/{}/categories/{}", self.baseurl, encode_path(& plan_id
            .to_string()), encode_path(& category_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_category_by_id",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `PATCH` request to `/plans/{plan_id}/categories/{category_id}`

*/
    pub async fn update_category<'a>(
        &'a self,
        plan_id: &'a str,
        category_id: &'a str,
        body: &'a types::PatchCategoryWrapper,
    ) -> Result<
        ResponseValue<types::SaveCategoryResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/categories/{}", self.baseurl, encode_path(& plan_id
            .to_string()), encode_path(& category_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .patch(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "update_category",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/months/{month}/categories/{category_id}`

*/
    pub async fn get_month_category_by_id<'a>(
        &'a self,
        plan_id: &'a str,
        month: &'a str,
        category_id: &'a str,
    ) -> Result<ResponseValue<types::CategoryResponse>, Error<types::ErrorResponse>> {
        let url = format!(
            "{}/plans/{}/months/{}/categories/{}", self.baseurl, encode_path(& plan_id
            .to_string()), encode_path(& month.to_string()), encode_path(& category_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_month_category_by_id",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `PATCH` request to `/plans/{plan_id}/months/{month}/categories/{category_id}`

*/
    pub async fn update_month_category<'a>(
        &'a self,
        plan_id: &'a str,
        month: &'a str,
        category_id: &'a str,
        body: &'a types::PatchMonthCategoryWrapper,
    ) -> Result<
        ResponseValue<types::SaveCategoryResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/months/{}/categories/{}", self.baseurl, encode_path(& plan_id
            .to_string()), encode_path(& month.to_string()), encode_path(& category_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .patch(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "update_month_category",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `POST` request to `/plans/{plan_id}/category_groups`

*/
    pub async fn create_category_group<'a>(
        &'a self,
        plan_id: &'a str,
        body: &'a types::PostCategoryGroupWrapper,
    ) -> Result<
        ResponseValue<types::SaveCategoryGroupResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/category_groups", self.baseurl, encode_path(& plan_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "create_category_group",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `PATCH` request to `/plans/{plan_id}/category_groups/{category_group_id}`

*/
    pub async fn update_category_group<'a>(
        &'a self,
        plan_id: &'a str,
        category_group_id: &'a str,
        body: &'a types::PatchCategoryGroupWrapper,
    ) -> Result<
        ResponseValue<types::SaveCategoryGroupResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/category_groups/{}", self.baseurl, encode_path(& plan_id
            .to_string()), encode_path(& category_group_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .patch(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "update_category_group",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/payees`

*/
    pub async fn get_payees<'a>(
        &'a self,
        plan_id: &'a str,
        last_knowledge_of_server: Option<i64>,
    ) -> Result<ResponseValue<types::PayeesResponse>, Error<types::ErrorResponse>> {
        let url = format!(
            "{}/plans/{}/payees", self.baseurl, encode_path(& plan_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(
                &progenitor_client::QueryParam::new(
                    "last_knowledge_of_server",
                    &last_knowledge_of_server,
                ),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_payees",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `POST` request to `/plans/{plan_id}/payees`

*/
    pub async fn create_payee<'a>(
        &'a self,
        plan_id: &'a str,
        body: &'a types::PostPayeeWrapper,
    ) -> Result<ResponseValue<types::SavePayeeResponse>, Error<types::ErrorResponse>> {
        let url = format!(
            "{}/plans/{}/payees", self.baseurl, encode_path(& plan_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "create_payee",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/payees/{payee_id}`

*/
    pub async fn get_payee_by_id<'a>(
        &'a self,
        plan_id: &'a str,
        payee_id: &'a str,
    ) -> Result<ResponseValue<types::PayeeResponse>, Error<types::ErrorResponse>> {
        let url = format!(
            "{}/plans/{}/payees/{}", self.baseurl, encode_path(& plan_id.to_string()),
            encode_path(& payee_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_payee_by_id",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `PATCH` request to `/plans/{plan_id}/payees/{payee_id}`

*/
    pub async fn update_payee<'a>(
        &'a self,
        plan_id: &'a str,
        payee_id: &'a str,
        body: &'a types::PatchPayeeWrapper,
    ) -> Result<ResponseValue<types::SavePayeeResponse>, Error<types::ErrorResponse>> {
        let url = format!(
            "{}/plans/{}/payees/{}", self.baseurl, encode_path(& plan_id.to_string()),
            encode_path(& payee_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .patch(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "update_payee",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/payee_locations`

*/
    pub async fn get_payee_locations<'a>(
        &'a self,
        plan_id: &'a str,
    ) -> Result<
        ResponseValue<types::PayeeLocationsResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/payee_locations", self.baseurl, encode_path(& plan_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_payee_locations",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/payee_locations/{payee_location_id}`

*/
    pub async fn get_payee_location_by_id<'a>(
        &'a self,
        plan_id: &'a str,
        payee_location_id: &'a str,
    ) -> Result<
        ResponseValue<types::PayeeLocationResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/payee_locations/{}", self.baseurl, encode_path(& plan_id
            .to_string()), encode_path(& payee_location_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_payee_location_by_id",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/payees/{payee_id}/payee_locations`

*/
    pub async fn get_payee_locations_by_payee<'a>(
        &'a self,
        plan_id: &'a str,
        payee_id: &'a str,
    ) -> Result<
        ResponseValue<types::PayeeLocationsResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/payees/{}/payee_locations", self.baseurl, encode_path(& plan_id
            .to_string()), encode_path(& payee_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_payee_locations_by_payee",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/months`

*/
    pub async fn get_plan_months<'a>(
        &'a self,
        plan_id: &'a str,
        last_knowledge_of_server: Option<i64>,
    ) -> Result<
        ResponseValue<types::MonthSummariesResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/months", self.baseurl, encode_path(& plan_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(
                &progenitor_client::QueryParam::new(
                    "last_knowledge_of_server",
                    &last_knowledge_of_server,
                ),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_plan_months",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/months/{month}`

*/
    pub async fn get_plan_month<'a>(
        &'a self,
        plan_id: &'a str,
        month: &'a str,
    ) -> Result<ResponseValue<types::MonthDetailResponse>, Error<types::ErrorResponse>> {
        let url = format!(
            "{}/plans/{}/months/{}", self.baseurl, encode_path(& plan_id.to_string()),
            encode_path(& month.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_plan_month",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/money_movements`

*/
    pub async fn get_money_movements<'a>(
        &'a self,
        plan_id: &'a str,
    ) -> Result<
        ResponseValue<types::MoneyMovementsResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/money_movements", self.baseurl, encode_path(& plan_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_money_movements",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/months/{month}/money_movements`

*/
    pub async fn get_money_movements_by_month<'a>(
        &'a self,
        plan_id: &'a str,
        month: &'a str,
    ) -> Result<
        ResponseValue<types::MoneyMovementsResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/months/{}/money_movements", self.baseurl, encode_path(& plan_id
            .to_string()), encode_path(& month.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_money_movements_by_month",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/money_movement_groups`

*/
    pub async fn get_money_movement_groups<'a>(
        &'a self,
        plan_id: &'a str,
    ) -> Result<
        ResponseValue<types::MoneyMovementGroupsResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/money_movement_groups", self.baseurl, encode_path(& plan_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_money_movement_groups",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/months/{month}/money_movement_groups`

*/
    pub async fn get_money_movement_groups_by_month<'a>(
        &'a self,
        plan_id: &'a str,
        month: &'a str,
    ) -> Result<
        ResponseValue<types::MoneyMovementGroupsResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/months/{}/money_movement_groups", self.baseurl, encode_path(&
            plan_id.to_string()), encode_path(& month.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_money_movement_groups_by_month",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/transactions`

*/
    pub async fn get_transactions<'a>(
        &'a self,
        plan_id: &'a str,
        last_knowledge_of_server: Option<i64>,
        since_date: Option<&'a ::chrono::naive::NaiveDate>,
        type_: Option<types::TransactionTypeFilter>,
        until_date: Option<&'a ::chrono::naive::NaiveDate>,
    ) -> Result<
        ResponseValue<types::TransactionsResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/transactions", self.baseurl, encode_path(& plan_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(
                &progenitor_client::QueryParam::new(
                    "last_knowledge_of_server",
                    &last_knowledge_of_server,
                ),
            )
            .query(&progenitor_client::QueryParam::new("since_date", &since_date))
            .query(&progenitor_client::QueryParam::new("type", &type_))
            .query(&progenitor_client::QueryParam::new("until_date", &until_date))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_transactions",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `POST` request to `/plans/{plan_id}/transactions`

*/
    pub async fn create_transaction<'a>(
        &'a self,
        plan_id: &'a str,
        body: &'a types::PostTransactionsWrapper,
    ) -> Result<
        ResponseValue<types::SaveTransactionsResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/transactions", self.baseurl, encode_path(& plan_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "create_transaction",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `PATCH` request to `/plans/{plan_id}/transactions`

*/
    pub async fn update_transactions<'a>(
        &'a self,
        plan_id: &'a str,
        body: &'a types::PatchTransactionsWrapper,
    ) -> Result<
        ResponseValue<types::SaveTransactionsResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/transactions", self.baseurl, encode_path(& plan_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .patch(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "update_transactions",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `POST` request to `/plans/{plan_id}/transactions/import`

*/
    pub async fn import_transactions<'a>(
        &'a self,
        plan_id: &'a str,
    ) -> Result<
        ResponseValue<types::TransactionsImportResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/transactions/import", self.baseurl, encode_path(& plan_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "import_transactions",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/transactions/{transaction_id}`

*/
    pub async fn get_transaction_by_id<'a>(
        &'a self,
        plan_id: &'a str,
        transaction_id: &'a str,
    ) -> Result<ResponseValue<types::TransactionResponse>, Error<types::ErrorResponse>> {
        let url = format!(
            "{}/plans/{}/transactions/{}", self.baseurl, encode_path(& plan_id
            .to_string()), encode_path(& transaction_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_transaction_by_id",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `PUT` request to `/plans/{plan_id}/transactions/{transaction_id}`

*/
    pub async fn update_transaction<'a>(
        &'a self,
        plan_id: &'a str,
        transaction_id: &'a str,
        body: &'a types::PutTransactionWrapper,
    ) -> Result<ResponseValue<types::TransactionResponse>, Error<types::ErrorResponse>> {
        let url = format!(
            "{}/plans/{}/transactions/{}", self.baseurl, encode_path(& plan_id
            .to_string()), encode_path(& transaction_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .put(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "update_transaction",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `DELETE` request to `/plans/{plan_id}/transactions/{transaction_id}`

*/
    pub async fn delete_transaction<'a>(
        &'a self,
        plan_id: &'a str,
        transaction_id: &'a str,
    ) -> Result<ResponseValue<types::TransactionResponse>, Error<types::ErrorResponse>> {
        let url = format!(
            "{}/plans/{}/transactions/{}", self.baseurl, encode_path(& plan_id
            .to_string()), encode_path(& transaction_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "delete_transaction",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/accounts/{account_id}/transactions`

*/
    pub async fn get_transactions_by_account<'a>(
        &'a self,
        plan_id: &'a str,
        account_id: &'a str,
        last_knowledge_of_server: Option<i64>,
        since_date: Option<&'a ::chrono::naive::NaiveDate>,
        type_: Option<types::TransactionTypeFilter>,
        until_date: Option<&'a ::chrono::naive::NaiveDate>,
    ) -> Result<
        ResponseValue<types::TransactionsResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/accounts/{}/transactions", self.baseurl, encode_path(& plan_id
            .to_string()), encode_path(& account_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(
                &progenitor_client::QueryParam::new(
                    "last_knowledge_of_server",
                    &last_knowledge_of_server,
                ),
            )
            .query(&progenitor_client::QueryParam::new("since_date", &since_date))
            .query(&progenitor_client::QueryParam::new("type", &type_))
            .query(&progenitor_client::QueryParam::new("until_date", &until_date))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_transactions_by_account",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/categories/{category_id}/transactions`

*/
    pub async fn get_transactions_by_category<'a>(
        &'a self,
        plan_id: &'a str,
        category_id: &'a str,
        last_knowledge_of_server: Option<i64>,
        since_date: Option<&'a ::chrono::naive::NaiveDate>,
        type_: Option<types::TransactionTypeFilter>,
        until_date: Option<&'a ::chrono::naive::NaiveDate>,
    ) -> Result<
        ResponseValue<types::HybridTransactionsResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/categories/{}/transactions", self.baseurl, encode_path(& plan_id
            .to_string()), encode_path(& category_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(
                &progenitor_client::QueryParam::new(
                    "last_knowledge_of_server",
                    &last_knowledge_of_server,
                ),
            )
            .query(&progenitor_client::QueryParam::new("since_date", &since_date))
            .query(&progenitor_client::QueryParam::new("type", &type_))
            .query(&progenitor_client::QueryParam::new("until_date", &until_date))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_transactions_by_category",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/payees/{payee_id}/transactions`

*/
    pub async fn get_transactions_by_payee<'a>(
        &'a self,
        plan_id: &'a str,
        payee_id: &'a str,
        last_knowledge_of_server: Option<i64>,
        since_date: Option<&'a ::chrono::naive::NaiveDate>,
        type_: Option<types::TransactionTypeFilter>,
        until_date: Option<&'a ::chrono::naive::NaiveDate>,
    ) -> Result<
        ResponseValue<types::HybridTransactionsResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/payees/{}/transactions", self.baseurl, encode_path(& plan_id
            .to_string()), encode_path(& payee_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(
                &progenitor_client::QueryParam::new(
                    "last_knowledge_of_server",
                    &last_knowledge_of_server,
                ),
            )
            .query(&progenitor_client::QueryParam::new("since_date", &since_date))
            .query(&progenitor_client::QueryParam::new("type", &type_))
            .query(&progenitor_client::QueryParam::new("until_date", &until_date))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_transactions_by_payee",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/months/{month}/transactions`

*/
    pub async fn get_transactions_by_month<'a>(
        &'a self,
        plan_id: &'a str,
        month: &'a str,
        last_knowledge_of_server: Option<i64>,
        since_date: Option<&'a ::chrono::naive::NaiveDate>,
        type_: Option<types::TransactionTypeFilter>,
        until_date: Option<&'a ::chrono::naive::NaiveDate>,
    ) -> Result<
        ResponseValue<types::TransactionsResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/months/{}/transactions", self.baseurl, encode_path(& plan_id
            .to_string()), encode_path(& month.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(
                &progenitor_client::QueryParam::new(
                    "last_knowledge_of_server",
                    &last_knowledge_of_server,
                ),
            )
            .query(&progenitor_client::QueryParam::new("since_date", &since_date))
            .query(&progenitor_client::QueryParam::new("type", &type_))
            .query(&progenitor_client::QueryParam::new("until_date", &until_date))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_transactions_by_month",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/scheduled_transactions`

*/
    pub async fn get_scheduled_transactions<'a>(
        &'a self,
        plan_id: &'a str,
        last_knowledge_of_server: Option<i64>,
    ) -> Result<
        ResponseValue<types::ScheduledTransactionsResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/scheduled_transactions", self.baseurl, encode_path(& plan_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(
                &progenitor_client::QueryParam::new(
                    "last_knowledge_of_server",
                    &last_knowledge_of_server,
                ),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_scheduled_transactions",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `POST` request to `/plans/{plan_id}/scheduled_transactions`

*/
    pub async fn create_scheduled_transaction<'a>(
        &'a self,
        plan_id: &'a str,
        body: &'a types::PostScheduledTransactionWrapper,
    ) -> Result<
        ResponseValue<types::ScheduledTransactionResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/scheduled_transactions", self.baseurl, encode_path(& plan_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "create_scheduled_transaction",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `GET` request to `/plans/{plan_id}/scheduled_transactions/{scheduled_transaction_id}`

*/
    pub async fn get_scheduled_transaction_by_id<'a>(
        &'a self,
        plan_id: &'a str,
        scheduled_transaction_id: &'a str,
    ) -> Result<
        ResponseValue<types::ScheduledTransactionResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/scheduled_transactions/{}", self.baseurl, encode_path(& plan_id
            .to_string()), encode_path(& scheduled_transaction_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_scheduled_transaction_by_id",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `PUT` request to `/plans/{plan_id}/scheduled_transactions/{scheduled_transaction_id}`

*/
    pub async fn update_scheduled_transaction<'a>(
        &'a self,
        plan_id: &'a str,
        scheduled_transaction_id: &'a str,
        body: &'a types::PutScheduledTransactionWrapper,
    ) -> Result<
        ResponseValue<types::ScheduledTransactionResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/scheduled_transactions/{}", self.baseurl, encode_path(& plan_id
            .to_string()), encode_path(& scheduled_transaction_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .put(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "update_scheduled_transaction",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sends a `DELETE` request to `/plans/{plan_id}/scheduled_transactions/{scheduled_transaction_id}`

*/
    pub async fn delete_scheduled_transaction<'a>(
        &'a self,
        plan_id: &'a str,
        scheduled_transaction_id: &'a str,
    ) -> Result<
        ResponseValue<types::ScheduledTransactionResponse>,
        Error<types::ErrorResponse>,
    > {
        let url = format!(
            "{}/plans/{}/scheduled_transactions/{}", self.baseurl, encode_path(& plan_id
            .to_string()), encode_path(& scheduled_transaction_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "delete_scheduled_transaction",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200..=299 => ResponseValue::from_response(response).await,
            400u16..=499u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16..=599u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
}
/// Items consumers will typically use such as the Client.
pub mod prelude {
    #[allow(unused_imports)]
    pub use super::Client;
}
use crate::path::encode_path;
/// Enumerations of answers, open because YNAB adds values without notice.
pub mod open_enums {
    crate::open::open_enum! {
        #[doc =
        " Values of `AccountType` that the document knows, and any other as text."]
        AccountType { Checking = "checking", Savings = "savings", Cash = "cash",
        CreditCard = "creditCard", LineOfCredit = "lineOfCredit", OtherAsset =
        "otherAsset", OtherLiability = "otherLiability", Mortgage = "mortgage", AutoLoan
        = "autoLoan", StudentLoan = "studentLoan", PersonalLoan = "personalLoan",
        MedicalDebt = "medicalDebt", OtherDebt = "otherDebt" }
    }
    crate::open::open_enum! {
        #[doc =
        " Values of `DebtTransactionType` that the document knows, and any other as text."]
        DebtTransactionType { Payment = "payment", Refund = "refund", Fee = "fee",
        Interest = "interest", Escrow = "escrow", BalanceAdjustment =
        "balanceAdjustment", Credit = "credit", Charge = "charge" }
    }
    crate::open::open_enum! {
        #[doc = " Values of `GoalType` that the document knows, and any other as text."]
        GoalType { Tb = "TB", Tbd = "TBD", Mf = "MF", Need = "NEED", Debt = "DEBT" }
    }
    crate::open::open_enum! {
        #[doc =
        " Values of `HybridTransactionType` that the document knows, and any other as text."]
        HybridTransactionType { Transaction = "transaction", Subtransaction =
        "subtransaction" }
    }
    crate::open::open_enum! {
        #[doc =
        " Values of `ScheduledTransactionFrequency` that the document knows, and any other as text."]
        ScheduledTransactionFrequency { Never = "never", Daily = "daily", Weekly =
        "weekly", EveryOtherWeek = "everyOtherWeek", TwiceAMonth = "twiceAMonth",
        Every4Weeks = "every4Weeks", Monthly = "monthly", EveryOtherMonth =
        "everyOtherMonth", Every3Months = "every3Months", Every4Months = "every4Months",
        TwiceAYear = "twiceAYear", Yearly = "yearly", EveryOtherYear = "everyOtherYear" }
    }
    crate::open::open_enum! {
        #[doc =
        " Values of `TransactionClearedStatus` that the document knows, and any other as text."]
        TransactionClearedStatus { Cleared = "cleared", Uncleared = "uncleared",
        Reconciled = "reconciled" }
    }
    crate::open::open_enum! {
        #[doc =
        " Values of `TransactionFlagColor` that the document knows, and any other as text."]
        TransactionFlagColor { Red = "red", Orange = "orange", Yellow = "yellow", Green =
        "green", Blue = "blue", Purple = "purple", Empty = "" }
    }
}
/// The version of the API that this client was generated for.
pub const API_VERSION: &str = "1.87.0";
/// Every operation of the document.
pub const OPERATIONS: &[crate::operation::Operation] = {
    use crate::operation::Operation;
    &[
        Operation {
            id: "get_user",
            method: "GET",
            path: "/user",
        },
        Operation {
            id: "get_plans",
            method: "GET",
            path: "/plans",
        },
        Operation {
            id: "get_plan_by_id",
            method: "GET",
            path: "/plans/{plan_id}",
        },
        Operation {
            id: "get_plan_settings_by_id",
            method: "GET",
            path: "/plans/{plan_id}/settings",
        },
        Operation {
            id: "get_accounts",
            method: "GET",
            path: "/plans/{plan_id}/accounts",
        },
        Operation {
            id: "create_account",
            method: "POST",
            path: "/plans/{plan_id}/accounts",
        },
        Operation {
            id: "get_account_by_id",
            method: "GET",
            path: "/plans/{plan_id}/accounts/{account_id}",
        },
        Operation {
            id: "get_categories",
            method: "GET",
            path: "/plans/{plan_id}/categories",
        },
        Operation {
            id: "create_category",
            method: "POST",
            path: "/plans/{plan_id}/categories",
        },
        Operation {
            id: "get_category_by_id",
            method: "GET",
            path: "/plans/{plan_id}/categories/{category_id}",
        },
        Operation {
            id: "update_category",
            method: "PATCH",
            path: "/plans/{plan_id}/categories/{category_id}",
        },
        Operation {
            id: "get_month_category_by_id",
            method: "GET",
            path: "/plans/{plan_id}/months/{month}/categories/{category_id}",
        },
        Operation {
            id: "update_month_category",
            method: "PATCH",
            path: "/plans/{plan_id}/months/{month}/categories/{category_id}",
        },
        Operation {
            id: "create_category_group",
            method: "POST",
            path: "/plans/{plan_id}/category_groups",
        },
        Operation {
            id: "update_category_group",
            method: "PATCH",
            path: "/plans/{plan_id}/category_groups/{category_group_id}",
        },
        Operation {
            id: "get_payees",
            method: "GET",
            path: "/plans/{plan_id}/payees",
        },
        Operation {
            id: "create_payee",
            method: "POST",
            path: "/plans/{plan_id}/payees",
        },
        Operation {
            id: "get_payee_by_id",
            method: "GET",
            path: "/plans/{plan_id}/payees/{payee_id}",
        },
        Operation {
            id: "update_payee",
            method: "PATCH",
            path: "/plans/{plan_id}/payees/{payee_id}",
        },
        Operation {
            id: "get_payee_locations",
            method: "GET",
            path: "/plans/{plan_id}/payee_locations",
        },
        Operation {
            id: "get_payee_location_by_id",
            method: "GET",
            path: "/plans/{plan_id}/payee_locations/{payee_location_id}",
        },
        Operation {
            id: "get_payee_locations_by_payee",
            method: "GET",
            path: "/plans/{plan_id}/payees/{payee_id}/payee_locations",
        },
        Operation {
            id: "get_plan_months",
            method: "GET",
            path: "/plans/{plan_id}/months",
        },
        Operation {
            id: "get_plan_month",
            method: "GET",
            path: "/plans/{plan_id}/months/{month}",
        },
        Operation {
            id: "get_money_movements",
            method: "GET",
            path: "/plans/{plan_id}/money_movements",
        },
        Operation {
            id: "get_money_movements_by_month",
            method: "GET",
            path: "/plans/{plan_id}/months/{month}/money_movements",
        },
        Operation {
            id: "get_money_movement_groups",
            method: "GET",
            path: "/plans/{plan_id}/money_movement_groups",
        },
        Operation {
            id: "get_money_movement_groups_by_month",
            method: "GET",
            path: "/plans/{plan_id}/months/{month}/money_movement_groups",
        },
        Operation {
            id: "get_transactions",
            method: "GET",
            path: "/plans/{plan_id}/transactions",
        },
        Operation {
            id: "create_transaction",
            method: "POST",
            path: "/plans/{plan_id}/transactions",
        },
        Operation {
            id: "update_transactions",
            method: "PATCH",
            path: "/plans/{plan_id}/transactions",
        },
        Operation {
            id: "import_transactions",
            method: "POST",
            path: "/plans/{plan_id}/transactions/import",
        },
        Operation {
            id: "get_transaction_by_id",
            method: "GET",
            path: "/plans/{plan_id}/transactions/{transaction_id}",
        },
        Operation {
            id: "update_transaction",
            method: "PUT",
            path: "/plans/{plan_id}/transactions/{transaction_id}",
        },
        Operation {
            id: "delete_transaction",
            method: "DELETE",
            path: "/plans/{plan_id}/transactions/{transaction_id}",
        },
        Operation {
            id: "get_transactions_by_account",
            method: "GET",
            path: "/plans/{plan_id}/accounts/{account_id}/transactions",
        },
        Operation {
            id: "get_transactions_by_category",
            method: "GET",
            path: "/plans/{plan_id}/categories/{category_id}/transactions",
        },
        Operation {
            id: "get_transactions_by_payee",
            method: "GET",
            path: "/plans/{plan_id}/payees/{payee_id}/transactions",
        },
        Operation {
            id: "get_transactions_by_month",
            method: "GET",
            path: "/plans/{plan_id}/months/{month}/transactions",
        },
        Operation {
            id: "get_scheduled_transactions",
            method: "GET",
            path: "/plans/{plan_id}/scheduled_transactions",
        },
        Operation {
            id: "create_scheduled_transaction",
            method: "POST",
            path: "/plans/{plan_id}/scheduled_transactions",
        },
        Operation {
            id: "get_scheduled_transaction_by_id",
            method: "GET",
            path: "/plans/{plan_id}/scheduled_transactions/{scheduled_transaction_id}",
        },
        Operation {
            id: "update_scheduled_transaction",
            method: "PUT",
            path: "/plans/{plan_id}/scheduled_transactions/{scheduled_transaction_id}",
        },
        Operation {
            id: "delete_scheduled_transaction",
            method: "DELETE",
            path: "/plans/{plan_id}/scheduled_transactions/{scheduled_transaction_id}",
        },
    ]
};
