//! The demo's facts, taken from what the stand-in holds and not from any answer of the server: sums of rows, in thousandths.

use chrono::{Datelike, NaiveDate};
use serde_json::Value;
use uuid::Uuid;
use ynab_api::sim::{Account, Plan, Transaction};

use crate::stage::{SEPTEMBER, day};

/// A whole number of thousandths from an amount in an answer.
pub fn thousandths(amount: &Value) -> i64 {
    let text = amount
        .as_number()
        .unwrap_or_else(|| panic!("{amount} is no amount"))
        .to_string();
    let (units, decimals) = text.split_once('.').unwrap_or((&text, ""));
    assert!(decimals.len() <= 3, "{text}");
    format!("{units}{decimals:0<3}").parse().unwrap()
}

/// The rows of a member of an answer.
#[track_caller]
pub fn rows<'a>(answer: &'a Value, member: &str) -> &'a [Value] {
    answer[member]
        .as_array()
        .unwrap_or_else(|| panic!("no {member} in {answer:#}"))
}

/// The row that holds this text.
#[track_caller]
pub fn row<'a>(answer: &'a Value, list: &str, member: &str, text: &str) -> &'a Value {
    let found = rows(answer, list).iter().find(|row| row[member] == text);
    found.unwrap_or_else(|| panic!("no {text} in {answer:#}"))
}

/// The texts of one member of all rows, sorted.
#[track_caller]
pub fn texts(answer: &Value, list: &str, member: &str) -> Vec<String> {
    let texts = rows(answer, list)
        .iter()
        .map(|row| row[member].as_str().unwrap().to_owned());
    sorted(texts)
}

/// In order.
pub fn sorted(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<_> = texts.collect();
    texts.sort();
    texts
}

/// What the demo holds.
pub struct Facts<'p> {
    pub plan: &'p Plan,
    /// This month, as YNAB answers it.
    pub month: &'p Value,
}

/// A transaction that is not split, or one line of a split.
pub struct Part<'p> {
    pub row: &'p Transaction,
    pub amount: i64,
    pub category: Option<Uuid>,
    transfer: Option<Uuid>,
}

impl<'p> Facts<'p> {
    /// All transactions.
    pub fn transactions(&self) -> impl Iterator<Item = &'p Transaction> + Clone {
        self.plan.transactions.iter().filter(|row| !row.deleted)
    }

    /// All transactions, splits taken apart.
    pub fn parts(&self) -> impl Iterator<Item = Part<'p>> {
        self.transactions().flat_map(|row| {
            let part = |amount, category, transfer| Part {
                row,
                amount,
                category,
                transfer,
            };
            if row.is_split() {
                let lines = row.live_lines();
                lines
                    .map(|line| part(line.amount, line.category_id, line.transfer_account_id))
                    .collect()
            } else {
                vec![part(row.amount, row.category_id, row.transfer_account_id)]
            }
        })
    }

    /// What was bought with the plan's money, and what came back: no income, no first balance, no transfer within the plan,
    /// nothing that came in without a category.
    pub fn spending(&self) -> impl Iterator<Item = Part<'p>> {
        self.parts().filter(|part| {
            let within = part.transfer.is_some_and(|other| self.on_budget(other));
            let income = part.category == Some(self.plan.own.ready_to_assign);
            let unsorted = part.category.is_none() && part.amount > 0;
            let opening = part.row.payee_id == Some(self.plan.own.starting_balance_payee);
            self.on_budget(part.row.account_id) && !(within || income || unsorted || opening)
        })
    }

    /// The same in a period, refunds taken off: above zero when more was spent than came back.
    pub fn spent(&self, since: &str, until: &str, fits: impl Fn(&Part<'_>) -> bool) -> i64 {
        let parts = self
            .spending()
            .filter(|part| is_in(part.row, since, until) && fits(part));
        -parts.map(|part| part.amount).sum::<i64>()
    }

    /// What came in to Ready to Assign in a period.
    pub fn income(&self, since: &str, until: &str) -> i64 {
        let opening = Some(self.plan.own.starting_balance_payee);
        let ready = Some(self.plan.own.ready_to_assign);
        let parts = self
            .parts()
            .filter(|part| part.category == ready && part.row.payee_id != opening);
        parts
            .filter(|part| is_in(part.row, since, until))
            .map(|part| part.amount)
            .sum()
    }

    /// Whether a part went to an account that is only tracked and no debt.
    pub fn is_invested(&self, part: &Part<'_>) -> bool {
        let other = part.transfer.and_then(|other| self.plan.accounts.get(&other));
        other.is_some_and(|other| other.name == "ETF depot")
    }

    /// All that an account holds, cleared or not.
    pub fn balance(&self, account: Uuid) -> i64 {
        let (cleared, uncleared) = self.plan.balances(account).unwrap();
        cleared + uncleared
    }

    /// The account with this name.
    pub fn account(&self, name: &str) -> &'p Account {
        self.plan.account_named(name).unwrap()
    }

    fn on_budget(&self, account: Uuid) -> bool {
        self.plan.accounts.get(&account).unwrap().on_budget
    }

    /// What the plan's open accounts hold together, cards with their debt.
    pub fn at_hand(&self) -> i64 {
        let open = self
            .plan
            .accounts
            .iter()
            .filter(|account| account.on_budget && !account.closed);
        open.map(|account| self.balance(account.id)).sum()
    }

    /// The category with this name.
    pub fn category(&self, name: &str) -> Uuid {
        self.plan.category_named(name).unwrap().id
    }

    /// What is left of a category in September.
    pub fn left(&self, category: Uuid) -> i64 {
        self.plan.category_month(day(SEPTEMBER), category).unwrap().balance
    }

    /// The payee's name of a transaction.
    pub fn payee(&self, row: &Transaction) -> &'p str {
        let payee = row.payee_id.and_then(|id| self.plan.payees.get(&id));
        payee.map_or("", |payee| &payee.name)
    }

    /// The name of a group.
    pub fn group_of(&self, category: Option<Uuid>) -> Option<&'p str> {
        let category = self.plan.categories.get(&category?)?;
        self.plan
            .groups
            .get(&category.group_id)
            .map(|group| group.name.as_str())
    }

    /// The ids of the transactions that fit, sorted.
    pub fn ids(&self, fits: impl Fn(&Transaction) -> bool) -> Vec<String> {
        sorted(self.transactions().filter(|row| fits(row)).map(|row| row.id.clone()))
    }
}

/// Whether a transaction is dated within a period, its first and last day included.
pub fn is_in(row: &Transaction, since: &str, until: &str) -> bool {
    (day(since)..=day(until)).contains(&row.date)
}

/// The last day of a month.
pub fn last_day(month: &str) -> NaiveDate {
    let first = day(month);
    let next = first.checked_add_months(chrono::Months::new(1)).unwrap();
    next.with_day(1).unwrap().pred_opt().unwrap()
}
