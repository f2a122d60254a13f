//! What was spent, in words.

use std::fmt::Write as _;

use super::period::Period;
use super::{Key, Row, Spending};
use crate::domain::currency::Currency;
use crate::domain::money::MoneyError;
use crate::domain::text::visible_line;
use crate::logic::flows::Chart;

/// Rows that the sentence names.
const NAMED: usize = 3;

impl Row<'_> {
    /// The id of what the row is about, or the month; none for what has none.
    pub fn id(&self) -> Option<String> {
        match self.key {
            Key::Category(id) => Some(id.to_string()),
            Key::Group(id) => Some(id.to_string()),
            Key::Payee(id) => Some(id.to_string()),
            Key::Account(id) => Some(id.to_string()),
            Key::Uncategorized | Key::Deleted | Key::NoPayee | Key::Month(_) => None,
        }
    }

    /// The name of what the row is about, safe to show.
    pub fn name(&self, chart: &Chart<'_>) -> String {
        match self.key {
            Key::Category(id) => chart
                .category(id)
                .map_or_else(String::new, |category| category.name.to_string()),
            Key::Group(id) => chart.group(id).map_or_else(String::new, |group| group.name.to_string()),
            Key::Account(id) => {
                let deleted = || "(deleted account)".to_owned();
                chart
                    .account(id)
                    .map_or_else(deleted, |account| account.name.to_string())
            }
            Key::Payee(_) => self.payee.map(visible_line).unwrap_or_default(),
            Key::Uncategorized => "(no category)".to_owned(),
            Key::Deleted => "(deleted categories)".to_owned(),
            Key::NoPayee => "(no payee)".to_owned(),
            Key::Month(month) => month.short(),
        }
    }

    /// The name of the category's group.
    pub fn group(&self, chart: &Chart<'_>) -> Option<String> {
        match self.key {
            Key::Category(id) => chart.category(id).map(|category| category.group_name.to_string()),
            _ => None,
        }
    }
}

impl Spending<'_> {
    /// What was spent in a sentence or two.
    pub fn message(&self, period: Period, chart: &Chart<'_>, currency: &Currency) -> Result<String, MoneyError> {
        let (total, net) = (self.total, self.total.net()?);
        if total.lines == 0 && self.before.is_none_or(|(_, before)| before.lines == 0) {
            return Ok(format!("{period}: nothing was spent."));
        }
        let refunds = if total.refunded.is_zero() {
            String::new()
        } else {
            format!(
                ", {} came back: {} net",
                currency.plain(total.refunded),
                currency.plain(net)
            )
        };
        let mut text = format!("{period}: {} spent{refunds}.", currency.plain(total.spent));
        let by_month = self.rows.iter().any(|row| matches!(row.key, Key::Month(_)));
        let most = self
            .rows
            .iter()
            .filter(|row| row.tally.spent.is_positive() && !by_month);
        let most: Vec<_> = most
            .take(NAMED)
            .map(|row| format!("{} {}", row.name(chart), currency.plain(row.tally.spent)))
            .collect();
        if !most.is_empty() {
            let _ = write!(text, " Most: {}.", most.join(", "));
        }
        if let Some((other, before)) = self.before {
            let before = before.net()?;
            let change = currency.signed(net.checked_sub(before)?);
            let _ = write!(text, " {other}: {} net, a change of {change}.", currency.plain(before));
        }
        Ok(text)
    }
}
