//! The headline of an undo's question (confirmation seed), by the kinds of what is put back.

use super::{Labels, described_row};
use crate::domain::currency::Currency;
use crate::domain::effect::Effect;
use crate::domain::money::Milliunits;
use crate::domain::plan::{Account, Cleared};
use crate::domain::text::visible_line;
use crate::logic::standing::Books;
use crate::logic::undo::moved::Moved;
use crate::logic::undo::{Nothing, Undo};

/// Accounts whose balances are told; the rest is counted.
const BALANCES: usize = 5;

/// One line that ends in a question mark.
pub fn headline(effects: &[&Effect], labels: &Labels, currency: &Currency) -> String {
    let of_few = match effects {
        [only] => of_one(only, labels, currency),
        [one, other] => of_two(one, other, labels, currency),
        _ => None,
    };
    of_few
        .or_else(|| of_rows(effects))
        .or_else(|| of_marks(effects))
        .unwrap_or_else(|| {
            let count = effects.len();
            format!("Undo: put back {count} change(s)?")
        })
}

fn of_one(effect: &Effect, labels: &Labels, currency: &Currency) -> Option<String> {
    let (from, to) = labels.from_to(effect, currency);
    Some(match effect {
        Effect::Assigned { category_id, month, .. } => {
            format!("Undo: set {} for {month} back to {to}?", labels.category(category_id))
        }
        Effect::Target { category_id, .. } => {
            format!("Undo: set the target of {} back to {to}?", labels.category(category_id))
        }
        Effect::PayeeName { .. } => format!("Undo: rename payee ‘{from}’ back to ‘{to}’?"),
        Effect::CategoryName { .. } => format!("Undo: rename category ‘{from}’ back to ‘{to}’?"),
        Effect::CategoryGroup { category_id, .. } => {
            format!(
                "Undo: move category ‘{}’ from group ‘{from}’ back to group ‘{to}’?",
                labels.category(category_id)
            )
        }
        Effect::Split { after, .. } => {
            let row = described_row(after, currency);
            format!("Undo: split {row} into {} lines again?", after.lines.len())
        }
        _ => return None,
    })
}

fn of_two(one: &Effect, other: &Effect, labels: &Labels, currency: &Currency) -> Option<String> {
    match (one, other) {
        (Effect::Created { .. }, Effect::Deleted { row, .. }) => {
            let line = described_row(row, currency);
            let made = one.row().map(|row| row.lines.len()).unwrap_or_default();
            Some(if made > 0 {
                format!("Undo: replace {line} by one split into {made} lines?")
            } else {
                format!("Undo: replace the split {line} by one that is not split?")
            })
        }
        (
            Effect::CategoryGroup {
                before: group,
                after: back,
                ..
            },
            Effect::CategoryName { before, after, .. },
        )
        | (
            Effect::CategoryName { before, after, .. },
            Effect::CategoryGroup {
                before: group,
                after: back,
                ..
            },
        ) => {
            let (before, after) = (visible_line(before), visible_line(after));
            let (group, back) = (labels.group(group), labels.group(back));
            Some(format!(
                "Undo: change category ‘{before}’ ({group}) back to ‘{after}’ ({back})?"
            ))
        }
        _ => moved_back(one, other, labels, currency),
    }
}

/// What stands beside the lines: what the rows do to balances, and what of them does not come back as it was.
pub fn facts(moved: &Moved<'_>, without_import_id: usize, currency: &Currency) -> Vec<String> {
    let account = |(account, after): &(&Account, Milliunits)| {
        let (from, to) = (currency.plain(account.balance), currency.plain(*after));
        format!("The balance of {} goes from {from} to {to}.", account.name)
    };
    let mut facts: Vec<_> = moved.accounts.iter().take(BALANCES).map(account).collect();
    if let Some(more) = moved.accounts.len().checked_sub(BALANCES).filter(|more| *more > 0) {
        facts.push(format!("The balances of {more} more accounts change too."));
    }
    if moved.ready_to_assign != Milliunits::ZERO {
        let by = currency.plain(moved.ready_to_assign);
        facts.push(format!("Ready to Assign changes by {by}."));
    }
    if without_import_id > 0 {
        facts.push(format!(
            "{without_import_id} transaction(s) of the bank's come back as plain ones, without the bank's import id."
        ));
    }
    facts
}

/// Why nothing is put back, and what may be done about it.
pub fn nothing(undo: &Undo) -> String {
    let what = match undo.nothing() {
        Nothing::Back => "Nothing to undo: everything is back already.",
        Nothing::NoWayBack(_) => "Nothing to undo: it cannot be put back, for the reason named, and is left alone.",
        Nothing::Changed => "Nothing to undo: all of it changed since and is left alone.",
        Nothing::ChangedOrNoWayBack => {
            "Nothing to undo: what did not change since cannot be put back, for the reasons named; all of it is left alone."
        }
    };
    match undo.causes().as_slice() {
        [] => what.to_owned(),
        [first, ..] => format!("{what} Undo operation {first} first: it made a later change of the same thing."),
    }
}

/// Why an operation of which nothing can be put back is passed over.
pub fn why_passed_over(undo: &Undo) -> String {
    match undo.nothing() {
        Nothing::Back => "all of it is back already".to_owned(),
        Nothing::NoWayBack(why) => why.to_string(),
        Nothing::Changed => "all of it changed since".to_owned(),
        Nothing::ChangedOrNoWayBack => "what did not change since cannot be put back".to_owned(),
    }
}

/// What cannot be done again after the undo, of so many groups; none when all of it can.
pub fn for_good(undo: &Undo, books: &Books) -> Option<String> {
    let (count, why) = undo.for_good(books)?;
    Some(if count == undo.groups.len() {
        format!("undo_operation cannot do it again afterwards: {why}.")
    } else {
        format!("undo_operation cannot do {count} of these changes again afterwards: {why}.")
    })
}

/// Rows made or deleted, alone or beside marks of a reconciliation.
fn of_rows(effects: &[&Effect]) -> Option<String> {
    let count = |fits: fn(&Effect) -> bool| effects.iter().filter(|effect| fits(effect)).count();
    let deleted = count(|effect| matches!(effect, Effect::Deleted { .. }));
    let created = count(|effect| matches!(effect, Effect::Created { .. }));
    let back = count(|effect| {
        matches!(
            effect,
            Effect::Cleared {
                after: Cleared::Cleared,
                ..
            }
        )
    });
    let again = count(|effect| {
        matches!(
            effect,
            Effect::Cleared {
                after: Cleared::Reconciled,
                ..
            }
        )
    });
    let total = effects.len();
    if deleted == total {
        Some(format!(
            "Undo: delete the {deleted} transaction(s) this operation created?"
        ))
    } else if created == total {
        Some(format!("Undo: create {created} transaction(s) again?"))
    } else if back > 0 && back + deleted == total {
        let and = if deleted > 0 {
            " and delete the balance adjustment"
        } else {
            ""
        };
        Some(format!(
            "Undo reconciliation: mark {back} transaction(s) back to cleared{and}?"
        ))
    } else if again > 0 && again + created == total {
        let and = if created > 0 {
            " and add the balance adjustment"
        } else {
            ""
        };
        Some(format!("Undo: mark {again} transaction(s) reconciled again{and}?"))
    } else {
        None
    }
}

/// One kind of change of several transactions.
fn of_marks(effects: &[&Effect]) -> Option<String> {
    let all = |fits: fn(&Effect) -> bool| effects.iter().all(|effect| fits(effect));
    let count = effects.len();
    if all(|effect| matches!(effect, Effect::Category { .. })) {
        Some(format!("Undo: recategorise {count} transaction(s)?"))
    } else if all(|effect| matches!(effect, Effect::Flag { .. })) {
        Some(format!("Undo: put back the flag of {count} transaction(s)?"))
    } else if all(|effect| matches!(effect, Effect::Approved { after: false, .. })) {
        Some(format!("Undo: mark {count} transaction(s) not approved?"))
    } else if all(|effect| matches!(effect, Effect::Approved { .. })) {
        Some(format!("Undo: approve {count} transaction(s) again?"))
    } else {
        None
    }
}

/// Two amounts of one month of which one falls as the other rises are a move.
fn moved_back(one: &Effect, other: &Effect, labels: &Labels, currency: &Currency) -> Option<String> {
    let side = |effect: &Effect| match effect {
        Effect::Assigned {
            category_id,
            month,
            before,
            after,
        } => Some((category_id.clone(), *month, after.checked_sub(*before).ok()?)),
        _ => None,
    };
    let (one, other) = (side(one)?, side(other)?);
    let (source, target) = if one.2.is_negative() {
        (one, other)
    } else {
        (other, one)
    };
    let opposite = source.2.checked_neg().ok()? == target.2;
    (opposite && source.1 == target.1).then(|| {
        let (from, to) = (labels.category(&source.0), labels.category(&target.0));
        format!(
            "Undo: move {} back from {from} to {to} for {}?",
            currency.plain(target.2),
            source.1
        )
    })
}
