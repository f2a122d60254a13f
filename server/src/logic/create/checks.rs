//! What a new transaction may be: each check tells what is wrong in a sentence.

use chrono::NaiveDate;

use super::{WantedRow, account};
use crate::domain::ids::PayeeId;
use crate::domain::plan::{Account, Category, CategoryGroup};
use crate::domain::text::one_visible_line;
use crate::logic::obstacle::OLDEST;
use crate::logic::payee_names::reserved;
use crate::logic::transactions;

/// The longest payee's name that YNAB takes on a transaction.
const LONGEST_PAYEE: usize = 200;

/// YNAB's rule, on the person's own day: not in the future, and not older than five years.
pub(super) fn check_date(date: NaiveDate, today: NaiveDate) -> Result<(), String> {
    if date > today {
        return Err(format!(
            "{date} is in the future (today is {today}), which YNAB takes only as a scheduled transaction: schedule it in YNAB, or \
             give the day on which it happened"
        ));
    }
    let oldest = today.checked_sub_months(OLDEST);
    match oldest {
        Some(oldest) if date < oldest => Err(format!("{date} is older than YNAB takes: {oldest} is the oldest date")),
        _ => Ok(()),
    }
}

/// The account on the other side, where it is a transfer.
pub(super) fn transfer<'a>(
    wanted: &WantedRow,
    from: &Account,
    accounts: &'a [Account],
) -> Result<Option<&'a Account>, String> {
    let Some(name) = &wanted.transfer_to else {
        return Ok(None);
    };
    let to = account(accounts, name).map_err(|error| error.to_string())?;
    if to.id == from.id {
        return Err("the transfer goes from an account to itself".to_owned());
    }
    if to.closed {
        return Err(format!("the transfer goes to {}, which is closed", to.name));
    }
    if to.transfer_payee_id.is_none() {
        return Err(format!("YNAB names no payee for transfers to {}", to.name));
    }
    if wanted.payee.is_some() {
        return Err("a transfer has the other account as its payee: leave `payee_name` out".to_owned());
    }
    Ok(Some(to))
}

/// The payee by id for a transfer, else by its name, letter for letter as the question shows it.
pub(super) fn payee(
    wanted: &WantedRow,
    transfer_to: Option<&Account>,
) -> Result<(Option<PayeeId>, Option<String>), String> {
    if let Some(to) = transfer_to {
        return Ok((
            to.transfer_payee_id.clone(),
            Some(format!("Transfer : {}", to.name.raw())),
        ));
    }
    let Some(name) = wanted.payee.as_deref() else {
        // A wrong transfer was told of already.
        let why = "`payee_name` is missing".to_owned();
        return if wanted.transfer_to.is_some() {
            Ok((None, None))
        } else {
            Err(why)
        };
    };
    let name = one_visible_line(name).map_err(|error| format!("the payee cannot be used: {error}"))?;
    let length = name.chars().count();
    if length > LONGEST_PAYEE {
        return Err(format!(
            "the payee has {length} characters, and YNAB takes {LONGEST_PAYEE}"
        ));
    }
    match reserved(name) {
        Some(instead) => Err(format!("YNAB keeps that payee for itself: {instead}")),
        None => Ok((None, Some(name.to_owned()))),
    }
}

/// The category, which must fit the account and the other side.
pub(super) fn category<'a>(
    groups: &'a [CategoryGroup],
    wanted: &str,
    account: &Account,
    transfer_to: Option<&Account>,
) -> Result<&'a Category, String> {
    let category = transactions::category(groups, wanted).map_err(|error| error.to_string())?;
    transactions::category_fits("it", Some(account), transfer_to, category)?;
    Ok(category)
}
