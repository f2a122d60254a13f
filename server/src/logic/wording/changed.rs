//! In what a row differs from what an operation left of it, in words.

use std::collections::BTreeSet;

use super::Labels;
use crate::domain::currency::Currency;
use crate::domain::ids::CategoryId;
use crate::domain::row::{Row, RowLine};
use crate::domain::text::visible_line;

/// Each thing in which the row is now another, one after the other; none where only what is not shown differs.
pub fn differences(
    ours: &Row,
    now: &Row,
    uncategorized: &BTreeSet<CategoryId>,
    labels: &Labels,
    currency: &Currency,
) -> Option<String> {
    let mut told = Vec::new();
    let mut tell = |differs: bool, what: &str, now: String, ours: String| {
        if differs {
            told.push(format!("{what} is {now} now, not {ours}"));
        }
    };
    let (one, other) = (shown(ours, uncategorized), shown(now, uncategorized));
    tell(
        (&one.category_id, one.lines.len()) != (&other.category_id, other.lines.len()),
        "it",
        labels.category_of(&other),
        labels.category_of(&one),
    );
    let (here, there) = (labels.account(&now.account_id), labels.account(&ours.account_id));
    tell(now.account_id != ours.account_id, "its account", here, there);
    tell(
        now.date != ours.date,
        "its date",
        now.date.to_string(),
        ours.date.to_string(),
    );
    let (amount, before) = (currency.plain(now.amount), currency.plain(ours.amount));
    tell(now.amount != ours.amount, "its amount", amount, before);
    tell(
        !now.same_payee(ours),
        "its payee",
        quoted(now.payee_name.as_deref()),
        quoted(ours.payee_name.as_deref()),
    );
    let (memo, before) = (quoted(now.memo.as_deref()), quoted(ours.memo.as_deref()));
    tell(now.memo != ours.memo, "its memo", memo, before);
    let flag = |row: &Row| {
        row.flag
            .as_ref()
            .map_or("none".to_owned(), |flag| labels.flags.shown(flag))
    };
    tell(now.flag != ours.flag, "its flag", flag(now), flag(ours));
    let (state, before) = (now.cleared.as_str(), ours.cleared.as_str());
    tell(state != before, "it", visible_line(state), visible_line(before));
    if now.approved != ours.approved {
        told.push(
            if now.approved {
                "it is approved now"
            } else {
                "it is not approved now"
            }
            .to_owned(),
        );
    }
    if now.matched && !ours.matched {
        told.push("YNAB matched it with a row of the bank's, which would be lost with it".to_owned());
    }
    if one.lines.len() == other.lines.len() && !same_lines(&one.lines, &other.lines) {
        told.push("it is split in another way now".to_owned());
    }
    (!told.is_empty()).then(|| told.join("; "))
}

/// The row with one value for no category.
fn shown(row: &Row, uncategorized: &BTreeSet<CategoryId>) -> Row {
    let named = |id: &Option<CategoryId>| id.clone().filter(|id| !uncategorized.contains(id));
    let line = |line: &RowLine| RowLine {
        category_id: named(&line.category_id),
        ..line.clone()
    };
    Row {
        category_id: named(&row.category_id),
        lines: row.lines.iter().map(line).collect(),
        ..row.clone()
    }
}

fn same_lines(one: &[RowLine], other: &[RowLine]) -> bool {
    let count = |lines: &[RowLine], line: &RowLine| lines.iter().filter(|other| *other == line).count();
    one.iter().all(|line| count(one, line) == count(other, line))
}

fn quoted(text: Option<&str>) -> String {
    text.map_or("none".to_owned(), |text| format!("‘{}’", visible_line(text)))
}
