//! The collections that are kept in step: accounts, categories, payees, months, transactions, scheduled transactions.

use chrono::NaiveDate;
use ynab_api::{Operations, types as wire};

use super::collection::Collection;
use super::connection::Outcome;
use super::convert;
use super::transactions::Transactions;
use crate::clock::Clock;
use crate::domain::ids::{BadId, PlanId};
use crate::domain::month::Month;
use crate::domain::plan::{Account, CategoryGroup, MonthSummary, Payee};
use crate::domain::scheduled::ScheduledTransaction;

/// The accounts, closed ones included.
pub(super) type Accounts = Vec<Account>;

impl Collection for Accounts {
    type Answer = wire::AccountsResponse;
    type Rows = Vec<wire::Account>;
    const NAME: &str = "the accounts";

    async fn ask(ynab: Operations, plan: PlanId, since: Option<i64>) -> Outcome<Self::Answer> {
        ynab.get_accounts(plan.as_str(), since).await
    }

    fn open(answer: Self::Answer) -> (Self::Rows, i64) {
        (answer.data.accounts, answer.data.server_knowledge)
    }

    fn is_nothing(rows: &Self::Rows) -> bool {
        rows.is_empty()
    }

    fn empty(_clock: &Clock) -> Self {
        Self::new()
    }

    fn merge(&mut self, rows: Self::Rows) -> Result<(), BadId> {
        convert::merge_accounts(self, rows)
    }
}

/// The payees, those of transfers included.
pub(super) type Payees = Vec<Payee>;

impl Collection for Payees {
    type Answer = wire::PayeesResponse;
    type Rows = Vec<wire::Payee>;
    const NAME: &str = "the payees";

    async fn ask(ynab: Operations, plan: PlanId, since: Option<i64>) -> Outcome<Self::Answer> {
        ynab.get_payees(plan.as_str(), since).await
    }

    fn open(answer: Self::Answer) -> (Self::Rows, i64) {
        (answer.data.payees, answer.data.server_knowledge)
    }

    fn is_nothing(rows: &Self::Rows) -> bool {
        rows.is_empty()
    }

    fn empty(_clock: &Clock) -> Self {
        Self::new()
    }

    fn merge(&mut self, rows: Self::Rows) -> Result<(), BadId> {
        convert::merge_payees(self, rows)
    }
}

/// The months with the whole plan's figures, the oldest first; those to come are among them as far as YNAB made them.
pub(super) type MonthList = Vec<MonthSummary>;

impl Collection for MonthList {
    type Answer = wire::MonthSummariesResponse;
    type Rows = Vec<wire::MonthSummary>;
    const NAME: &str = "the list of months";

    async fn ask(ynab: Operations, plan: PlanId, since: Option<i64>) -> Outcome<Self::Answer> {
        ynab.get_plan_months(plan.as_str(), since).await
    }

    fn open(answer: Self::Answer) -> (Self::Rows, i64) {
        (answer.data.months, answer.data.server_knowledge)
    }

    fn is_nothing(rows: &Self::Rows) -> bool {
        rows.is_empty()
    }

    fn empty(_clock: &Clock) -> Self {
        Self::new()
    }

    fn merge(&mut self, rows: Self::Rows) -> Result<(), BadId> {
        convert::merge_months(self, rows);
        Ok(())
    }
}

/// The scheduled transactions.
pub(super) type ScheduledList = Vec<ScheduledTransaction>;

impl Collection for ScheduledList {
    type Answer = wire::ScheduledTransactionsResponse;
    type Rows = Vec<wire::ScheduledTransactionDetail>;
    const NAME: &str = "the scheduled transactions";

    async fn ask(ynab: Operations, plan: PlanId, since: Option<i64>) -> Outcome<Self::Answer> {
        ynab.get_scheduled_transactions(plan.as_str(), since).await
    }

    fn open(answer: Self::Answer) -> (Self::Rows, i64) {
        (answer.data.scheduled_transactions, answer.data.server_knowledge)
    }

    fn is_nothing(rows: &Self::Rows) -> bool {
        rows.is_empty()
    }

    fn empty(_clock: &Clock) -> Self {
        Self::new()
    }

    fn merge(&mut self, rows: Self::Rows) -> Result<(), BadId> {
        convert::merge_scheduled(self, rows)
    }
}

/// The category groups with their categories, and the month that the amounts are of.
#[derive(Clone)]
pub(super) struct Categories {
    pub(super) groups: std::sync::Arc<Vec<CategoryGroup>>,
    month: Month,
}

impl Collection for Categories {
    type Answer = wire::CategoriesResponse;
    type Rows = Vec<wire::CategoryGroupWithCategories>;
    const NAME: &str = "the categories";

    async fn ask(ynab: Operations, plan: PlanId, since: Option<i64>) -> Outcome<Self::Answer> {
        ynab.get_categories(plan.as_str(), since).await
    }

    fn open(answer: Self::Answer) -> (Self::Rows, i64) {
        (answer.data.category_groups, answer.data.server_knowledge)
    }

    fn is_nothing(rows: &Self::Rows) -> bool {
        rows.is_empty()
    }

    fn empty(clock: &Clock) -> Self {
        Self {
            groups: std::sync::Arc::default(),
            month: month_in_utc(clock),
        }
    }

    fn merge(&mut self, rows: Self::Rows) -> Result<(), BadId> {
        convert::merge_groups(std::sync::Arc::make_mut(&mut self.groups), rows)
    }

    /// Amounts are of YNAB's current month. When a new month begins they are others, and no category has changed.
    fn takes_changes(&self, clock: &Clock) -> bool {
        self.month == month_in_utc(clock)
    }
}

fn month_in_utc(clock: &Clock) -> Month {
    Month::of(clock.now_utc().date_naive())
}

/// The first day of the history that is asked for: the epoch, before anything a plan holds.
///
/// Without a first day YNAB answers one year. It goes with every request for all and for changes alike: YNAB counts its
/// knowledge up even for changes that a first day kept out of the answer.
const FIRST_DAY: NaiveDate = NaiveDate::from_epoch_days(0).unwrap();

impl Collection for Transactions {
    type Answer = wire::TransactionsResponse;
    type Rows = Vec<wire::TransactionDetail>;
    const NAME: &str = "the transactions";

    async fn ask(ynab: Operations, plan: PlanId, since: Option<i64>) -> Outcome<Self::Answer> {
        ynab.get_transactions(plan.as_str(), since, Some(&FIRST_DAY), None, None)
            .await
    }

    fn open(answer: Self::Answer) -> (Self::Rows, i64) {
        (answer.data.transactions, answer.data.server_knowledge)
    }

    fn is_nothing(rows: &Self::Rows) -> bool {
        rows.is_empty()
    }

    fn empty(_clock: &Clock) -> Self {
        Self::default()
    }

    fn merge(&mut self, rows: Self::Rows) -> Result<(), BadId> {
        convert::merge_transactions(self, rows)
    }
}
