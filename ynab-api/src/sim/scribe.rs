//! Writing invented history into a plan, for the demo, for benches and for tests.

use std::collections::HashMap;

use chrono::NaiveDate;
use uuid::Uuid;

use super::ids::derived;
use super::model::{Cleared, Line, Payee, Plan, Transaction};
use super::rules::Side;

/// A transaction to be written.
#[derive(Debug, Clone)]
pub struct Entry<'a> {
    /// Account.
    pub account: Uuid,
    /// Day.
    pub date: NaiveDate,
    /// Milliunits, outflow negative.
    pub amount: i64,
    /// Payee; empty for none.
    pub payee: &'a str,
    /// Category.
    pub category: Option<Uuid>,
    /// Memo.
    pub memo: Option<&'a str>,
    /// Bank status.
    pub cleared: Cleared,
    /// Approved by the person.
    pub approved: bool,
    /// Flag colour.
    pub flag: Option<&'a str>,
    /// Payee as on the bank's statement; makes the row an imported one.
    pub statement: Option<&'a str>,
    /// What a row of a loan is.
    pub debt_type: Option<&'a str>,
}

impl<'a> Entry<'a> {
    /// An approved and cleared transaction.
    pub fn new(account: Uuid, date: NaiveDate, amount: i64, payee: &'a str, category: Option<Uuid>) -> Self {
        Self {
            account,
            date,
            amount,
            payee,
            category,
            memo: None,
            cleared: Cleared::Cleared,
            approved: true,
            flag: None,
            statement: None,
            debt_type: None,
        }
    }
}

/// A line of a split to be written.
#[derive(Debug, Clone, Copy)]
pub struct EntryLine<'a> {
    /// Milliunits.
    pub amount: i64,
    /// Category, unless it transfers within the plan.
    pub category: Option<Uuid>,
    /// The other account of a line that transfers.
    pub transfer_to: Option<Uuid>,
    /// Memo.
    pub memo: Option<&'a str>,
}

/// Writes rows into a plan; made inside [`Plan::change`].
#[derive(Debug)]
pub struct Scribe<'a> {
    /// The plan.
    pub plan: &'a mut Plan,
    payees: HashMap<String, Uuid>,
    imports: HashMap<(Uuid, NaiveDate, i64), u32>,
}

impl<'a> Scribe<'a> {
    /// A scribe of a plan.
    pub fn new(plan: &'a mut Plan) -> Self {
        let payees = plan.payees.iter().map(|payee| (payee.name.clone(), payee.id)).collect();
        Self {
            plan,
            payees,
            imports: HashMap::new(),
        }
    }

    /// The payee with this very name, made if need be.
    pub fn payee(&mut self, name: &str) -> Uuid {
        if let Some(id) = self.payees.get(name) {
            return *id;
        }
        let id = derived(&[&self.plan.id.to_string(), "payee", name]);
        let payee = Payee {
            id,
            name: name.to_owned(),
            transfer_account_id: None,
            deleted: false,
            changed: 0,
        };
        self.plan.payees.put(payee, self.plan.knowledge);
        self.payees.insert(name.to_owned(), id);
        id
    }

    /// Writes a transaction; its id.
    pub fn enter(&mut self, entry: &Entry<'_>) -> String {
        let row = self.row(entry);
        let id = row.id.clone();
        self.plan.put_transaction(row);
        id
    }

    /// Writes a transaction split into lines; its id.
    pub fn split(&mut self, entry: &Entry<'_>, lines: &[EntryLine<'_>]) -> String {
        let mut row = self.row(entry);
        row.category_id = None;
        for line in lines {
            let other = line.transfer_to.and_then(|id| self.plan.accounts.get(&id));
            let payee_id = other.map(|account| account.transfer_payee_id);
            row.lines.push(Line {
                id: self.plan.fresh_id("line").to_string(),
                amount: line.amount,
                memo: line.memo.map(str::to_owned),
                payee_id,
                category_id: line.category,
                transfer_account_id: line.transfer_to,
                transfer_transaction_id: None,
                deleted: false,
            });
        }
        let id = row.id.clone();
        self.plan.put_with_other_side(row, Side { other: None });
        id
    }

    /// Writes a transfer from the entry's account; its id on that side. The category counts only towards tracking accounts.
    pub fn transfer(&mut self, entry: &Entry<'_>, to: Uuid) -> String {
        let mut row = self.row(entry);
        row.payee_id = self.plan.accounts.get(&to).map(|account| account.transfer_payee_id);
        let id = row.id.clone();
        self.plan.put_with_other_side(row, Side { other: Some(to) });
        let other = self
            .plan
            .transactions
            .get(&id)
            .and_then(|row| row.transfer_transaction_id.clone());
        let (cleared, debt_type) = (entry.cleared, entry.debt_type.map(str::to_owned));
        if let Some(other) = other {
            self.plan.edit_transaction(&other, |row| {
                row.cleared = cleared;
                row.debt_transaction_type = debt_type;
            });
        }
        id
    }

    fn row(&mut self, entry: &Entry<'_>) -> Transaction {
        let id = self.plan.fresh_id("transaction").to_string();
        let mut row = Transaction::new(id, entry.account, entry.date, entry.amount);
        row.payee_id = (!entry.payee.is_empty()).then(|| self.payee(entry.payee));
        row.category_id = entry.category;
        row.memo = entry.memo.map(str::to_owned);
        row.cleared = entry.cleared;
        row.approved = entry.approved;
        row.flag = entry.flag.map(str::to_owned);
        row.debt_transaction_type = entry.debt_type.map(str::to_owned);
        if let Some(statement) = entry.statement {
            let count = self
                .imports
                .entry((entry.account, entry.date, entry.amount))
                .or_default();
            *count += 1;
            row.import_id = Some(format!("YNAB:{}:{}:{count}", entry.amount, entry.date));
            row.import_payee_name = Some(entry.payee.to_owned()).filter(|payee| !payee.is_empty());
            row.import_payee_name_original = Some(statement.to_owned());
        }
        row
    }
}
