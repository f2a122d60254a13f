//! What a person reads before transactions are made.

use std::collections::{BTreeMap, BTreeSet};

use super::MEMO;
use crate::confirm::{Question, Warning};
use crate::domain::currency::Currency;
use crate::domain::plan::{Account, Transaction};
use crate::domain::row::Row;
use crate::domain::text::visible_line_up_to;
use crate::error::ToolError;
use crate::logic::create::{self, Common, NewRow};
use crate::logic::wording::{Labels, described_row};

/// Rows alike that a question shows; the rest is counted.
const ALIKE_SHOWN: usize = 10;

/// The seed's question, with the totals, the states and what is alike on lines of their own.
pub(super) fn question(
    rows: &[NewRow<'_>],
    common: Common<'_>,
    labels: &Labels,
    currency: &Currency,
) -> Result<Question, ToolError> {
    let sent: Vec<_> = rows.iter().filter(|new| new.already_there.is_none()).collect();
    let Common {
        account,
        cleared,
        approved,
        ..
    } = common;
    let mut question = Question::new(format!("Create {} transaction(s) on {}?", sent.len(), account.name));
    question.lines = sent.iter().map(|new| line(new, account, labels, currency)).collect();
    let (into, out) = create::totals(sent.iter().map(|new| &new.row))?;
    let cleared = if cleared { "cleared" } else { "uncleared" };
    let approved = if approved { "approved" } else { "not approved" };
    question.facts.push(format!(
        "Total in {}, total out {}. They are {cleared} and {approved}.",
        currency.plain(into),
        currency.plain(out)
    ));
    if let Some(there) = rows.len().checked_sub(sent.len()).filter(|there| *there > 0) {
        question.facts.push(format!(
            "{there} more of these rows of the bank's are there already and stay as they are."
        ));
    }
    let alike: Vec<_> = sent
        .iter()
        .flat_map(|new| new.same.iter().chain(&new.close))
        .map(|other| alike(other, labels, currency))
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    question.facts.extend(alike.iter().take(ALIKE_SHOWN).cloned());
    if let Some(more) = alike.len().checked_sub(ALIKE_SHOWN).filter(|more| *more > 0) {
        question
            .facts
            .push(format!("… and {more} more that look alike are there already."));
    }
    question.warnings.extend(may_match(&sent, labels, currency));
    Ok(question)
}

/// That YNAB may match a row of the bank's with one that was entered by hand.
fn may_match(sent: &[&NewRow<'_>], labels: &Labels, currency: &Currency) -> Option<Warning> {
    let rows = sent.iter().flat_map(|new| &new.may_match);
    let rows: BTreeMap<_, _> = rows.map(|row| (&row.id, *row)).collect();
    let shown = rows
        .values()
        .take(ALIKE_SHOWN)
        .map(|row| described(row, labels, currency));
    let mut shown: Vec<_> = shown.collect();
    shown.sort_unstable();
    if let Some(more) = rows.len().checked_sub(ALIKE_SHOWN).filter(|more| *more > 0) {
        shown.push(format!("… and {more} more"));
    }
    (!shown.is_empty()).then(|| Warning {
        text: format!(
            "YNAB may match rows of the bank's with these, entered by hand, instead of making new ones; a matched one is then \
             cleared and waits for approval, and undo_operation does not part them again: {}.",
            shown.join("; ")
        ),
        about: Vec::new(),
    })
}

/// `2026-11-20 Corner Shop -7.25 (Groceries), memo ‘milk’`.
fn line(new: &NewRow<'_>, account: &Account, labels: &Labels, currency: &Currency) -> String {
    let category = match new.transfer_to {
        Some(other) if new.category.is_none() && other.on_budget != account.on_budget => {
            "transfer out of or into the plan, no category".to_owned()
        }
        Some(_) if new.category.is_none() => "transfer".to_owned(),
        _ => labels.category_of(&new.row),
    };
    let memo = new
        .row
        .memo
        .as_deref()
        .map(|memo| format!(", memo ‘{}’", visible_line_up_to(memo, MEMO)));
    let bank = if new.row.import_id.is_some() {
        ", the bank's row"
    } else {
        ""
    };
    format!(
        "{} ({category}){}{bank}",
        described_row(&new.row, currency),
        memo.unwrap_or_default()
    )
}

fn alike(other: &Transaction, labels: &Labels, currency: &Currency) -> String {
    format!("Already there: {}.", described(other, labels, currency))
}

fn described(other: &Transaction, labels: &Labels, currency: &Currency) -> String {
    let row = Row::of(other);
    format!("{} ({})", described_row(&row, currency), labels.category_of(&row))
}
