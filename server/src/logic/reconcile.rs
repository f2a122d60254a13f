//! An account compared with its bank: what differs, what may explain it, and what a reconciliation would mark.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};

use crate::domain::effect::{Effect, Group};
use crate::domain::ids::TransactionId;
use crate::domain::lines::Ledger;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::plan::{Account, Category, Cleared, Transaction};
use crate::domain::row::{Recorded, Row};
use crate::error::ToolError;
use crate::logic::obstacle::OLDEST;
use crate::logic::payees::normalised;
use crate::logic::transactions::CREDIT_CARD;

/// Rows alike are looked for so far back.
const LOOK_BACK: Days = Days::new(60);

/// Two rows of the same amount and shop count as possible duplicates up to so many days apart.
const CLOSE_DAYS: i64 = 3;

/// Uncleared rows of which pairs are looked at; more would find a pair for any difference.
const MOST_FOR_PAIRS: usize = 60;

/// The payee of an adjustment. YNAB keeps the names of its own adjustments for itself.
const ADJUSTMENT_PAYEE: &str = "Balance adjustment";

/// The memo of an adjustment.
const ADJUSTMENT_MEMO: &str = "Entered by reconcile_account";

/// What an account says beside what its bank says.
#[derive(Clone, Debug)]
pub struct Diagnosis<'a> {
    /// What the bank says.
    pub bank_balance: Milliunits,
    /// The cleared and reconciled rows, added up.
    pub cleared_balance: Milliunits,
    /// All rows, added up.
    pub working_balance: Milliunits,
    /// What the bank has more than the cleared rows.
    pub difference: Milliunits,
    /// Cleared rows that are not reconciled and can be.
    pub to_reconcile: Vec<&'a Transaction>,
    /// Cleared rows that are not approved: YNAB does not reconcile those.
    pub not_approved: Vec<&'a Transaction>,
    /// Rows that the bank has not confirmed, newest first.
    pub uncleared: Vec<&'a Transaction>,
    /// Uncleared rows that make up the difference: one, or the only two that do.
    pub explained_by: Vec<&'a Transaction>,
    /// Cleared rows, not reconciled yet, without which there would be no difference: the bank may not have them.
    pub maybe_not_at_the_bank: Vec<&'a Transaction>,
    /// Pairs of rows that may be one, the older first.
    pub possible_duplicates: Vec<(&'a Transaction, &'a Transaction)>,
    /// All uncleared rows together make up the difference.
    pub all_uncleared: bool,
    /// The bank's balance is the cleared rows' with the other sign: a debt written without its minus, or the other way round.
    pub other_sign: bool,
    /// YNAB's own cleared balance, when it differs from the sum of all rows.
    pub ynab_says: Option<Milliunits>,
}

/// Compares an account with its bank over its whole history, or up to a day.
pub fn diagnose<'a>(
    account: &Account,
    ledger: Ledger<'a>,
    bank_balance: Milliunits,
    as_of: Option<NaiveDate>,
    today: NaiveDate,
) -> Result<Diagnosis<'a>, ToolError> {
    let of_account: Vec<_> = ledger.rows_of(&account.id).collect();
    let cleared_of_all = sum(of_account.iter().copied().filter(|row| is_cleared(row)))?;
    let mut rows: Vec<_> = of_account
        .into_iter()
        .filter(|row| as_of.is_none_or(|as_of| row.date <= as_of))
        .collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.date));
    let cleared_balance = sum(rows.iter().copied().filter(|row| is_cleared(row)))?;
    let difference = bank_balance.checked_sub(cleared_balance)?;
    let open = rows.iter().copied().filter(|row| row.cleared == Cleared::Cleared);
    let (to_reconcile, not_approved): (Vec<_>, Vec<_>) = open.partition(|row| row.approved);
    let uncleared: Vec<_> = rows.iter().copied().filter(|row| !is_cleared(row)).collect();
    let missing = difference.checked_neg()?;
    let none = difference == Milliunits::ZERO;
    let cleared = to_reconcile.iter().chain(&not_approved).copied();
    let without = |row: &&Transaction| !none && row.amount == missing;
    Ok(Diagnosis {
        bank_balance,
        cleared_balance,
        working_balance: sum(rows.iter().copied())?,
        difference,
        explained_by: if none {
            Vec::new()
        } else {
            explaining(&uncleared, difference)
        },
        all_uncleared: !none && sum(uncleared.iter().copied())? == difference,
        other_sign: !none && bank_balance.checked_neg()? == cleared_balance,
        maybe_not_at_the_bank: cleared.filter(without).collect(),
        possible_duplicates: duplicates(&rows, today),
        ynab_says: (cleared_of_all != account.cleared_balance).then_some(account.cleared_balance),
        to_reconcile,
        not_approved,
        uncleared,
    })
}

/// The day that a bank's balance is of must have begun.
pub fn check_day(as_of: Option<NaiveDate>, today: NaiveDate) -> Result<(), ToolError> {
    match as_of {
        Some(as_of) if as_of > today => ToolError::nothing_sent(&format!(
            "`as_of` ({as_of}) is in the future; today is {today}: give the day that the bank's balance is of, or leave it out"
        )),
        _ => Ok(()),
    }
}

fn is_cleared(row: &Transaction) -> bool {
    matches!(row.cleared, Cleared::Cleared | Cleared::Reconciled)
}

fn sum<'a>(rows: impl Iterator<Item = &'a Transaction>) -> Result<Milliunits, MoneyError> {
    rows.map(|row| row.amount)
        .try_fold(Milliunits::ZERO, Milliunits::checked_add)
}

/// The rows of just this amount; if there are none, the only two that add up to it.
fn explaining<'a>(uncleared: &[&'a Transaction], difference: Milliunits) -> Vec<&'a Transaction> {
    let single: Vec<_> = uncleared
        .iter()
        .copied()
        .filter(|row| row.amount == difference)
        .collect();
    if !single.is_empty() || uncleared.len() > MOST_FOR_PAIRS {
        return single;
    }
    let mut pairs = uncleared.iter().enumerate().flat_map(|(place, one)| {
        let later = uncleared.iter().skip(place + 1);
        let fitting = later.filter(|other| one.amount.checked_add(other.amount) == Ok(difference));
        fitting.map(|other| vec![*one, *other])
    });
    match (pairs.next(), pairs.next()) {
        (Some(pair), None) => pair,
        _ => Vec::new(),
    }
}

/// Pairs of the last two months with the same amount and shop, few days apart. Rows are given newest first.
fn duplicates<'a>(rows: &[&'a Transaction], today: NaiveDate) -> Vec<(&'a Transaction, &'a Transaction)> {
    let oldest = today.checked_sub_days(LOOK_BACK).unwrap_or(today);
    let mut alike: BTreeMap<(Milliunits, String), Vec<&Transaction>> = BTreeMap::new();
    let mut pairs = Vec::new();
    for row in rows
        .iter()
        .copied()
        .filter(|row| row.date >= oldest && row.date <= today)
        .rev()
    {
        let label = row.payee_name.as_deref().unwrap_or_default();
        // Labels that name no shop are alike only as they stand.
        let shop = Some(normalised(label)).filter(|shop| !shop.is_empty());
        let shop = shop.unwrap_or_else(|| label.to_owned());
        let before = alike.entry((row.amount, shop)).or_default();
        let close = |other: &&&Transaction| row.date.signed_duration_since(other.date).num_days() <= CLOSE_DAYS;
        pairs.extend(before.iter().filter(close).map(|other| (*other, row)));
        before.push(row);
    }
    pairs
}

/// The adjustment that makes the cleared rows add up to what the bank says. It is reconciled and approved at once.
///
/// On an account of the plan it goes to Ready to Assign. YNAB takes no inflow to it on a credit card, so there it has no
/// category, and neither has it on a tracking account.
pub fn adjustment(
    account: &Account,
    difference: Milliunits,
    ready_to_assign: Option<&Category>,
    (day, today): (NaiveDate, NaiveDate),
) -> Result<Row, ToolError> {
    if today.checked_sub_months(OLDEST).is_some_and(|oldest| day < oldest) {
        return ToolError::nothing_sent(&format!(
            "an adjustment of {day} is older than YNAB takes (five years): reconcile as of a later day"
        ));
    }
    let takes_category = account.on_budget && account.kind != CREDIT_CARD;
    let category = ready_to_assign.filter(|_| takes_category);
    if takes_category && category.is_none() {
        return Err(ToolError::refused(
            "Nothing was sent to YNAB: this plan names no category for Ready to Assign, to which an adjustment would go. Make the \
             adjustment in YNAB.",
        ));
    }
    Ok(Row {
        account_id: account.id.clone(),
        date: day,
        amount: difference,
        payee_id: None,
        payee_name: Some(ADJUSTMENT_PAYEE.to_owned()),
        category_id: category.map(|category| category.id.clone()),
        memo: Some(ADJUSTMENT_MEMO.to_owned()),
        cleared: Cleared::Reconciled,
        approved: true,
        flag: None,
        import_id: None,
        matched: false,
        lines: Vec::new(),
    })
}

/// One group: the adjustment, if there is one, and the marks. `alike` are the rows that are there of its date and amount.
pub fn group(adjustment: Option<Row>, alike: Vec<TransactionId>, marks: &[&Transaction]) -> Option<Group> {
    let adjustment = adjustment.map(|row| Effect::Created {
        transaction_id: None,
        row: Recorded::Whole(Box::new(row)),
        alike,
        replaces: None,
    });
    let marks = marks.iter().map(|row| Effect::Cleared {
        transaction_id: row.id.clone(),
        before: Cleared::Cleared,
        after: Cleared::Reconciled,
    });
    let effects: Vec<_> = adjustment.into_iter().chain(marks).collect();
    (!effects.is_empty()).then(|| Group::new(effects))
}

/// The rows that are there of an adjustment's account, date and amount: the new one is none of them.
pub fn alike<'a>(adjustment: &Row, all: impl Iterator<Item = &'a Transaction>) -> Vec<TransactionId> {
    let same = |row: &&Transaction| {
        (&row.account_id, row.date, row.amount) == (&adjustment.account_id, adjustment.date, adjustment.amount)
    };
    all.filter(same).map(|row| row.id.clone()).collect()
}
