//! The forms of a number that are not accepted, and what each of them may mean, so that a refusal says what to write.

use super::AmountError;
use crate::domain::text::quoted;

/// The refusal of a text that is not in the accepted form, with what it may mean.
pub(super) fn other_form(text: &str) -> AmountError {
    let shown = quoted(text);
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let sign = if text.starts_with('-') { "-" } else { "" };
    if let Some((units, decimals)) = unsigned.split_once(',')
        && groups_one_thousand(units, decimals)
    {
        let (grouped, decimal) = (format!("{sign}{units}{decimals}"), format!("{sign}{units}.{decimals}"));
        return AmountError::Ambiguous {
            shown,
            grouped,
            decimal,
        };
    }
    match meant(unsigned) {
        Some(meant) => AmountError::Separator {
            shown,
            meant: format!("{sign}{meant}"),
        },
        None => AmountError::NotAnAmount { shown },
    }
}

/// The number a text with grouped thousands or a decimal comma means, where only one reading makes sense.
fn meant(unsigned: &str) -> Option<String> {
    let last = unsigned.rfind(['.', ','])?;
    let (before, rest) = unsigned.split_at(last);
    let mut rest = rest.chars();
    let separator = rest.next()?;
    let decimals = rest.as_str();
    if !before.contains(['.', ',']) {
        return (is_digits(before) && is_digits(decimals)).then(|| format!("{before}.{decimals}"));
    }
    if unsigned.matches(separator).count() > 1 {
        // The same separator twice groups thousands, and there are no decimals.
        return grouped(unsigned, separator);
    }
    let other = if separator == '.' { ',' } else { '.' };
    let units = grouped(before, other)?;
    is_digits(decimals).then(|| format!("{units}.{decimals}"))
}

/// The digits of a number grouped by `separator`, if every group after the first has two or three and the last three.
fn grouped(text: &str, separator: char) -> Option<String> {
    let groups: Vec<&str> = text.split(separator).collect();
    let (first, others) = groups.split_first()?;
    let well_grouped = (1..=3).contains(&first.len())
        && others.iter().all(|group| (2..=3).contains(&group.len()))
        && others.last().is_some_and(|last| last.len() == 3);
    let digits = groups.concat();
    (well_grouped && is_digits(&digits)).then_some(digits)
}

/// Whether one separator between these would be read as grouping thousands: `12` and `500`, not `0` and `500`.
pub(super) fn groups_one_thousand(units: &str, rest: &str) -> bool {
    is_digits(units) && (1..=3).contains(&units.len()) && !units.starts_with('0') && is_digits(rest) && rest.len() == 3
}

/// Whether the text is digits of the keyboard, at least one.
pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
