//! Lists of transactions: windows, filters, deltas, and lines shown as rows of their own.

use chrono::NaiveDate;
use uuid::Uuid;

use super::Reader;
use crate::sim::answer::Answer;
use crate::sim::calendar::{month_of, months_after};
use crate::sim::error::Refusal;
use crate::sim::model::{Line, Transaction};
use crate::sim::render::{HybridView, Rows, TransactionView};
use crate::sim::routes::Operation;

/// What a list is limited to.
#[derive(Debug, Clone, Copy)]
struct Window {
    since: Option<NaiveDate>,
    until: Option<NaiveDate>,
    kind: Option<Kind>,
    knowledge: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Uncategorized,
    Unapproved,
}

impl Window {
    fn takes(&self, row: &Transaction) -> bool {
        let in_time = self.since.is_none_or(|since| row.date >= since) && self.until.is_none_or(|day| row.date <= day);
        let of_kind = match self.kind {
            None => true,
            // As YNAB does: transfers and tracking accounts have no category either, and are listed.
            Some(Kind::Uncategorized) => row.category_id.is_none() && !row.is_split(),
            Some(Kind::Unapproved) => !row.approved,
        };
        let news = self.knowledge.map_or(!row.deleted, |knowledge| row.changed > knowledge);
        in_time && of_kind && news
    }
}

impl<'a> Reader<'a> {
    pub(super) fn transactions(&self) -> Result<Answer, Refusal> {
        if self.route.operation == Operation::GetTransaction {
            let row = self
                .plan
                .transactions
                .live(&self.route.id)
                .ok_or_else(Refusal::not_found)?;
            let view = TransactionView {
                look: self.look,
                row,
                detail: true,
            };
            return Answer::data("transaction", view, Some(self.plan.knowledge));
        }
        let window = self.window()?;
        match self.route.operation {
            Operation::GetAccountTransactions => {
                let account = self.found(&self.plan.accounts)?.id;
                self.rows(window, |row| row.account_id == account)
            }
            Operation::GetMonthTransactions => {
                let month = self.month()?;
                self.plan.books.month(month).ok_or_else(Refusal::not_found)?;
                self.rows(window, |row| month_of(row.date) == month)
            }
            Operation::GetCategoryTransactions => {
                let category = self.found(&self.plan.categories)?.id;
                self.mixed(
                    window,
                    |row| in_category(row, category),
                    |_, line| line.category_id == Some(category),
                )
            }
            Operation::GetPayeeTransactions => {
                let payee = self.found(&self.plan.payees)?.id;
                self.mixed(
                    window,
                    |row| row.payee_id == Some(payee),
                    |row, line| row.payee_id != Some(payee) && line.payee_id == Some(payee),
                )
            }
            _ => self.rows(window, |_| true),
        }
    }

    fn window(&self) -> Result<Window, Refusal> {
        let by_month = self.route.operation == Operation::GetMonthTransactions;
        let year_ago = (!by_month).then(|| months_after(self.moment.today(), -12));
        let kind = match self.query.text("type") {
            None => None,
            Some("uncategorized") => Some(Kind::Uncategorized),
            Some("unapproved") => Some(Kind::Unapproved),
            Some(other) => return Err(Refusal::invalid(format!("type {other} is not supported"))),
        };
        Ok(Window {
            since: self.query.date("since_date")?.or(year_ago),
            until: self.query.date("until_date")?,
            kind,
            knowledge: self.query.knowledge()?,
        })
    }

    /// The rows in order of their dates, the earliest first.
    fn sorted(&self, takes: impl Fn(&Transaction) -> bool) -> Vec<&'a Transaction> {
        let mut rows: Vec<_> = self.plan.transactions.iter().filter(|row| takes(row)).collect();
        rows.sort_by_key(|row| row.date);
        rows
    }

    fn rows(&self, window: Window, wanted: impl Fn(&Transaction) -> bool) -> Result<Answer, Refusal> {
        let rows = self.sorted(|row| wanted(row) && window.takes(row));
        let look = self.look;
        let views = rows.iter().map(|row| TransactionView {
            look,
            row,
            detail: true,
        });
        Answer::data("transactions", Rows(views), Some(self.plan.knowledge))
    }

    fn mixed(
        &self,
        window: Window,
        row_wanted: impl Fn(&Transaction) -> bool,
        line_wanted: impl Fn(&Transaction, &Line) -> bool,
    ) -> Result<Answer, Refusal> {
        let look = self.look;
        let tombstones = window.knowledge.is_some();
        let mut views = Vec::new();
        for row in self.sorted(|row| window.takes(row)) {
            if row_wanted(row) {
                views.push(HybridView { look, row, line: None });
            }
            let lines = row.lines.iter().filter(|line| tombstones || !line.deleted);
            views.extend(lines.filter(|line| line_wanted(row, line)).map(|line| HybridView {
                look,
                row,
                line: Some(line),
            }));
        }
        Answer::data("transactions", views, Some(self.plan.knowledge))
    }
}

fn in_category(row: &Transaction, category: Uuid) -> bool {
    !row.is_split() && row.category_id == Some(category)
}
