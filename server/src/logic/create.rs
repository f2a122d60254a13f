//! New transactions of one account. Every bad row is named at once, before anything is asked or sent.

mod checks;

use std::collections::BTreeMap;

use chrono::NaiveDate;

use self::checks::{category, check_date, payee, transfer};
use crate::domain::currency::Currency;
use crate::domain::effect::{Effect, Group};
use crate::domain::money::Milliunits;
use crate::domain::names::{self, Named};
use crate::domain::number::AmountArgument;
use crate::domain::plan::{Account, Category, CategoryGroup, Cleared, Transaction};
use crate::domain::row::{Recorded, Row};
use crate::error::ToolError;
use crate::logic::matching::{is_near, may_match};
use crate::logic::split::memo;

/// Rows in one call: taking them back deletes them one by one.
pub const MOST_ROWS: usize = 50;

/// Rows of the same amount count as alike up to so many days apart.
const ALIKE_DAYS: u64 = 3;

/// A transaction as it is asked for.
#[derive(Clone, Debug)]
pub struct WantedRow {
    /// Its date.
    pub date: NaiveDate,
    /// Its amount.
    pub amount: AmountArgument,
    /// Its payee's name.
    pub payee: Option<String>,
    /// Its memo.
    pub memo: Option<String>,
    /// A category's id or name.
    pub category: Option<String>,
    /// The account on the other side of a transfer, by id or name.
    pub transfer_to: Option<String>,
    /// A row of the bank's statement.
    pub bank_row: bool,
}

/// What all rows of a call have in common.
#[derive(Clone, Copy, Debug)]
pub struct Common<'a> {
    /// The account.
    pub account: &'a Account,
    /// Whether the bank has confirmed them.
    pub cleared: bool,
    /// Whether they are approved.
    pub approved: bool,
    /// The person's own day.
    pub today: NaiveDate,
}

/// A row as it is planned.
#[derive(Clone, Debug)]
pub struct NewRow<'a> {
    /// What is sent.
    pub row: Row,
    /// Its category.
    pub category: Option<&'a Category>,
    /// The account on the other side of a transfer.
    pub transfer_to: Option<&'a Account>,
    /// The row of the bank's that is there already under its import id: nothing is sent for it.
    pub already_there: Option<&'a Transaction>,
    /// Rows of the same account, date and amount: the new one is none of these.
    pub same: Vec<&'a Transaction>,
    /// Rows of the same amount some days apart, for the person to look at.
    pub close: Vec<&'a Transaction>,
    /// Rows entered by hand with which YNAB may match this one of the bank's.
    pub may_match: Vec<&'a Transaction>,
    /// Rows as near, with which it cannot match it.
    cannot_match: Vec<&'a Transaction>,
}

/// The account that an id or a name means, in which something can be made.
pub fn open_account<'a>(accounts: &'a [Account], wanted: &str) -> Result<&'a Account, ToolError> {
    let account = account(accounts, wanted)?;
    if account.closed {
        return Err(ToolError::Refused(format!(
            "Nothing was sent to YNAB: account {} is closed, and YNAB takes no transactions for it.",
            account.name
        )));
    }
    Ok(account)
}

/// The account that an id or a name means.
pub fn account<'a>(accounts: &'a [Account], wanted: &str) -> Result<&'a Account, names::NameError> {
    names::find_one("account", wanted, accounts, |account| Named {
        id: account.id.as_str(),
        name: account.name.raw(),
        context: Some(account.kind.as_str()),
    })
}

/// How many rows a call may have.
pub fn check_count(rows: usize) -> Result<(), ToolError> {
    let why = match rows {
        0 => "give at least one transaction".to_owned(),
        1..=MOST_ROWS => return Ok(()),
        more => format!("{more} rows are more than a call takes ({MOST_ROWS}); make several calls"),
    };
    Err(ToolError::Refused(format!("Nothing was sent to YNAB: {why}.")))
}

/// Plans the rows, in the order asked.
pub fn plan<'a>(
    wanted: &[WantedRow],
    common: Common<'a>,
    accounts: &'a [Account],
    groups: &'a [CategoryGroup],
    all: impl Iterator<Item = &'a Transaction> + Clone,
    currency: &Currency,
) -> Result<Vec<NewRow<'a>>, ToolError> {
    let mut problems = Vec::new();
    let mut rows = Vec::new();
    let mut occurrences = BTreeMap::new();
    let here: Vec<_> = all.filter(|other| other.account_id == common.account.id).collect();
    for (place, wanted) in wanted.iter().enumerate() {
        let mut found = Vec::new();
        let row = row(wanted, common, accounts, groups, currency, &mut found);
        problems.extend(found.into_iter().map(|problem| format!("Row {}: {problem}", place + 1)));
        if let Some(mut row) = row {
            if wanted.bank_row {
                row.row.import_id = Some(import_id(&row.row, &mut occurrences));
            }
            compare(&mut row, &here);
            rows.push(row);
        }
    }
    if problems.is_empty() {
        Ok(rows)
    } else {
        Err(ToolError::Rows(problems))
    }
}

/// The row; where something is wrong with it, the problems are told and it is not used.
fn row<'a>(
    wanted: &WantedRow,
    common: Common<'a>,
    accounts: &'a [Account],
    groups: &'a [CategoryGroup],
    currency: &Currency,
    problems: &mut Vec<String>,
) -> Option<NewRow<'a>> {
    if let Err(problem) = check_date(wanted.date, common.today) {
        problems.push(problem);
    }
    let amount = told(
        wanted.amount.exact(currency).map_err(|error| error.to_string()),
        problems,
    );
    if amount == Some(Milliunits::ZERO) {
        problems.push("the amount is zero".to_owned());
    }
    let memo = told(wanted.memo.as_deref().map_or(Ok(None), memo), problems);
    let transfer_to = told(transfer(wanted, common.account, accounts), problems);
    let payee = told(payee(wanted, transfer_to.flatten()), problems);
    let category = match &wanted.category {
        None => Some(None),
        Some(wanted) => told(
            category(groups, wanted, common.account, transfer_to.flatten()).map(Some),
            problems,
        ),
    };
    let (payee_id, payee_name) = payee?;
    let row = Row {
        account_id: common.account.id.clone(),
        date: wanted.date,
        amount: amount?,
        payee_id,
        payee_name,
        category_id: category?.map(|category| category.id.clone()),
        memo: memo?,
        cleared: if common.cleared {
            Cleared::Cleared
        } else {
            Cleared::Uncleared
        },
        approved: common.approved,
        flag: None,
        import_id: None,
        matched: false,
        lines: Vec::new(),
    };
    Some(NewRow {
        row,
        category: category?,
        transfer_to: transfer_to?,
        already_there: None,
        same: Vec::new(),
        close: Vec::new(),
        may_match: Vec::new(),
        cannot_match: Vec::new(),
    })
}

/// The value; else the problem is told.
fn told<T>(value: Result<T, String>, problems: &mut Vec<String>) -> Option<T> {
    value.map_err(|problem| problems.push(problem)).ok()
}

/// The id under which YNAB knows a bank's row, in the form that its own file import uses, so that the same row is never there
/// twice: amount, date and how many rows of the list are equal so far. The payee is no part of it, since rules rename payees. An
/// account has its own ids.
fn import_id(row: &Row, occurrences: &mut BTreeMap<(NaiveDate, Milliunits), usize>) -> String {
    let occurrence = occurrences.entry((row.date, row.amount)).or_insert(0);
    *occurrence += 1;
    format!("YNAB:{}:{}:{occurrence}", row.amount.get(), row.date)
}

/// What is there that the row could be taken for.
fn compare<'a>(new: &mut NewRow<'a>, here: &[&'a Transaction]) {
    let row = &new.row;
    let import_id = row.import_id.as_deref();
    new.already_there = here
        .iter()
        .copied()
        .find(|other| import_id.is_some() && other.import_id.as_deref() == import_id);
    let days = |other: &Transaction| other.date.signed_duration_since(row.date).num_days().unsigned_abs();
    let alike = here
        .iter()
        .copied()
        .filter(|other| other.amount == row.amount && days(other) <= ALIKE_DAYS);
    (new.same, new.close) = alike.partition(|other| other.date == row.date);
    if import_id.is_some() {
        let near = here.iter().copied().filter(|other| is_near(row, other));
        (new.may_match, new.cannot_match) = near.partition(|other| may_match(other));
    }
}

impl NewRow<'_> {
    /// The change as it is sent; none for a row that is there already.
    pub fn group(&self) -> Option<Group> {
        // A row of the bank's is known by its import id: of those that were there it could only be matched with one.
        let before = match &self.row.import_id {
            Some(_) => &self.cannot_match,
            None => &self.same,
        };
        self.already_there.is_none().then(|| {
            Group::new(vec![Effect::Created {
                transaction_id: None,
                row: Recorded::Whole(Box::new(self.row.clone())),
                alike: before.iter().map(|other| other.id.clone()).collect(),
                replaces: None,
            }])
        })
    }
}

/// What is sent, added up: money in and money out.
pub fn totals<'a>(rows: impl Iterator<Item = &'a Row>) -> Result<(Milliunits, Milliunits), ToolError> {
    let mut totals = (Milliunits::ZERO, Milliunits::ZERO);
    for row in rows {
        let total = if row.amount.is_negative() {
            &mut totals.1
        } else {
            &mut totals.0
        };
        *total = total.checked_add(row.amount)?;
    }
    Ok(totals)
}
