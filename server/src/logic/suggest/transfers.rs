//! The two sides of a transfer that nobody has told YNAB is one.

use chrono::{Days, NaiveDate};

use crate::domain::by_id::{ById, Ids};
use crate::domain::ids::TransactionId;
use crate::domain::lines::{Entry, Ledger};
use crate::domain::money::Milliunits;
use crate::domain::plan::Transaction;

/// How many days the two sides may be apart.
const MOST_DAYS: u64 = 3;

/// For each waiting transaction the other side that it may have: exactly the opposite amount, on another account, at most
/// three days apart, itself no transfer and not split; it may have a category. Nearer ones are paired first, each is used
/// once, and waiting ones go before others of the same day.
pub(super) fn pairs<'a>(waiting: &[&'a Transaction], ledger: Ledger<'a>) -> Vec<Option<&'a TransactionId>> {
    let mut found = vec![None; waiting.len()];
    let open = waiting.iter().filter(|row| can_be_a_side(row));
    let (Some(first), Some(last)) = (
        open.clone().map(|row| row.date).min(),
        open.clone().map(|row| row.date).max(),
    ) else {
        return found;
    };
    let days = first.checked_sub_days(Days::new(MOST_DAYS)).unwrap_or(first)
        ..=last.checked_add_days(Days::new(MOST_DAYS)).unwrap_or(last);
    let wanted: Ids<Milliunits> = open.filter_map(|row| row.amount.checked_neg().ok()).collect();
    let known: Ids<&TransactionId> = waiting.iter().map(|row| &row.id).collect();
    let fits = |line: &&Entry| days.contains(&line.date) && !line.is_part() && wanted.contains(&line.amount);
    let near = ledger.entries().iter().filter(fits).filter_map(|line| ledger.row(line));
    let mut others: Vec<_> = near
        .filter(|row| can_be_a_side(row) && !known.contains(&row.id))
        .collect();
    others.sort_unstable_by(|one, other| one.id.cmp(&other.id));
    let sides: Vec<&Transaction> = waiting.iter().copied().chain(others).collect();
    let mut by_amount_and_day: ById<(Milliunits, NaiveDate), Vec<usize>> = ById::default();
    for (place, row) in sides.iter().enumerate().filter(|(_, row)| can_be_a_side(row)) {
        by_amount_and_day.entry((row.amount, row.date)).or_default().push(place);
    }
    for distance in 0..=MOST_DAYS {
        for (place, row) in waiting.iter().enumerate() {
            if !can_be_a_side(row) || found.get(place).is_none_or(Option::is_some) {
                continue;
            }
            let Some(other) = take(row, distance, &sides, &mut by_amount_and_day) else {
                continue;
            };
            if let Some(list) = by_amount_and_day.get_mut(&(row.amount, row.date)) {
                list.retain(|side| *side != place);
            }
            if let Some(side) = found.get_mut(place) {
                *side = sides.get(other).map(|other| &other.id);
            }
            if let Some(side) = found.get_mut(other) {
                *side = Some(&row.id);
            }
        }
    }
    found
}

fn can_be_a_side(row: &Transaction) -> bool {
    row.transfer_account_id.is_none() && row.lines.is_empty() && !row.amount.is_zero()
}

/// Takes the first other side of a row that is so many days away, the later day first.
fn take(
    row: &Transaction,
    distance: u64,
    sides: &[&Transaction],
    by_amount_and_day: &mut ById<(Milliunits, NaiveDate), Vec<usize>>,
) -> Option<usize> {
    let amount = row.amount.checked_neg().ok()?;
    let distance = Days::new(distance);
    let days = [row.date.checked_add_days(distance), row.date.checked_sub_days(distance)];
    days.into_iter().flatten().find_map(|day| {
        let list = by_amount_and_day.get_mut(&(amount, day))?;
        let elsewhere = |side: &usize| sides.get(*side).is_some_and(|side| side.account_id != row.account_id);
        let at = list.iter().position(elsewhere)?;
        Some(list.remove(at))
    })
}
